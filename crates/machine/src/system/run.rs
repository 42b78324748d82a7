//! The run loop of system mode ([`Machine::run_system`]): executes blocks, and delivers interruptions between
//! instructions.
//!
//! A block is found by the place where it begins and the physical page that it was decoded from, so that a change of
//! translation needs no new decoding. The caches from places alone ([`PlaceCaches`](super::PlaceCaches)) are separate for each
//! privilege level, and are emptied when a translation of instructions is removed. Under a status that watches single
//! instructions (breakpoints, single steps, bits that hold for one instruction) each instruction is executed by itself.

use std::ops::Range;

use isa::{Op, psr};

use super::deliver::{Interruption, Origin};
use crate::block::BlockId;
use crate::fast::{self, Exit, Program};
use crate::fault::{Raise, Vector, isr, trap};
use crate::interpret::{End, Sinks};
use crate::machine::{Machine, Stop};
use crate::memory::AddressSpace;
use crate::pause::PauseCause;
use crate::record::Recorder;
use crate::state::{Cpu, WATCHFUL, mode};

/// So many interruptions without an instruction retired between them show that the guest's handlers cannot execute.
const MOST_WITHOUT_PROGRESS: u32 = 64;

/// Which `break` instructions are calls to the host and raise no interruption.
#[derive(Clone, Debug, Default)]
pub struct HostCalls {
    /// Whether `break 0x80001` is one, wherever it is: console calls of test programs.
    pub simulator: bool,
    /// Physical addresses of the firmware: any `break` fetched from there is one.
    pub firmware: Range<u64>,
}

impl HostCalls {
    /// The immediate of a simulator call.
    pub const SIMULATOR: u64 = 0x80001;
}

/// Why [`Machine::run_system`] returned. The context says where execution goes on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum SystemStop {
    /// The budget of instructions is used up, exactly.
    Budget,
    /// One of [`HostCalls`]; the context is behind it, and it counts as retired.
    Call {
        /// Its immediate.
        imm: u64,
        /// Whether it was fetched from the firmware.
        firmware: bool,
    },
    /// The recorder asked to stop.
    Recorder,
    /// A device stops the run ([`Bus::stops`](crate::Bus::stops)).
    Device,
    /// The run is held up for a debugger ([`Machine::pause_at_places`]).
    Paused(PauseCause),
    /// The host has no memory for the page at this physical address.
    NoMemory(u64),
    /// Interruptions follow each other without an instruction between them; this is the newest.
    Nested(Interruption),
}

/// Status bits that hold for one instruction.
const ONE_SHOT: u64 = psr::ID | psr::DA | psr::DD | psr::IA | psr::ED;

/// The bits of an address that number the smallest page. Only blocks of one such page are linked: a link holds as long
/// as the page's translation.
const LINKED: u64 = !0xfff;

/// How a piece of execution ended.
pub(super) enum Piece {
    /// Execution goes on at the context's place.
    Run,
    /// A `break` in a slot, with its immediate; the block has not been handed over.
    Break(BlockId, u8, u64),
    /// A slot faulted or trapped; the block has been handed over.
    Raised(BlockId, u8, Raise),
    /// The recorder asked for a break.
    Recorder,
    /// The run is held up before the next instruction.
    Paused(PauseCause),
}

impl Machine {
    /// Runs a context in system mode until something stops it, for at most `budget` instructions. Its memory is physical, and
    /// interruptions are delivered to the guest.
    pub fn run_system<R: Recorder>(
        &mut self,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        calls: &HostCalls,
        budget: u64,
    ) -> SystemStop {
        let end = self.retired.saturating_add(budget);
        if let Some(held) = self.held.take() {
            let piece = self.go_on_in_system(held, cpu, space, recorder, end);
            if let Some(stop) = self.conclude(piece, cpu, space, recorder, calls) {
                return stop;
            }
        }
        if self.recent_space != Some(space.id()) {
            self.switch(space, recorder);
        }
        self.take_trail(cpu);
        for (address, len) in space.take_written() {
            cpu.alat.write(address, len);
        }
        self.notes.wanted = R::RECORD;
        recorder.enter(cpu.stack_sizes());
        self.places_by_regime.open();
        self.privileged = true;
        space.set_regime(super::regime(cpu.psr));
        cpu.attend();
        loop {
            if space.has_stale() {
                self.drop_stale(space);
            }
            if self.is_crowded {
                self.give_up_code(cpu, recorder);
            }
            if let Some(stop) = self.nested(cpu) {
                return stop;
            }
            let clock = recorder.clock(self.retired);
            let limit = match self.prepare(cpu, space, recorder, clock) {
                Ok(ticks) if recorder.alarm(clock.saturating_add(ticks)) => end,
                Ok(ticks) => end.min(self.retired.saturating_add(ticks)),
                Err(address) => return SystemStop::NoMemory(address),
            };
            if space.bus().is_some_and(|bus| bus.stops()) {
                return SystemStop::Device;
            }
            if self.retired == end {
                return SystemStop::Budget;
            }
            if let Some(cause) = self.held_up(cpu, space) {
                return SystemStop::Paused(cause);
            }
            let piece = match self.find_system(cpu, space) {
                Ok(id) if cpu.psr & WATCHFUL != 0 => self.step_watched(id, cpu, space, recorder),
                Ok(id) => self.run_piece(id, cpu, space, recorder, limit),
                Err(raise) => {
                    let last = self.last_bundle(cpu, None);
                    self.interrupt(cpu, space, recorder, &raise, (cpu.slot, cpu.slot), last);
                    continue;
                }
            };
            if let Some(stop) = self.conclude(piece, cpu, space, recorder, calls) {
                return stop;
            }
        }
    }

    /// Acts on the end of a piece of execution: delivers what it raised. Returns why the run stops, if it does.
    fn conclude<R: Recorder>(
        &mut self,
        piece: Piece,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        calls: &HostCalls,
    ) -> Option<SystemStop> {
        match piece {
            Piece::Run => {}
            Piece::Recorder if recorder.continues_after_break() => {}
            Piece::Recorder => return Some(SystemStop::Recorder),
            Piece::Paused(cause) => return Some(SystemStop::Paused(cause)),
            Piece::Raised(id, slot, raise) => {
                self.raised(cpu, space, recorder, (id, slot), &raise);
            }
            Piece::Break(id, slot, imm) => {
                if let Some(call) = self.call(cpu, space, calls, (id, slot), imm) {
                    self.hand_over(id, cpu, recorder, &End::Break(imm));
                    return Some(call);
                }
                self.break_fault(cpu, space, recorder, (id, slot), imm);
            }
        }
        None
    }

    /// Whether a debugger holds the run up before the next instruction.
    fn held_up(&mut self, cpu: &Cpu, space: &AddressSpace) -> Option<PauseCause> {
        let pauses = self.pauses.as_deref_mut()?;
        pauses.is_due(space.id(), self.retired, (cpu.ip, [cpu.slot; 2]))
    }

    /// Stops a run whose guest cannot execute its handlers.
    fn nested(&self, cpu: &Cpu) -> Option<SystemStop> {
        let system = cpu.system.as_deref()?;
        let last = system
            .interruption
            .filter(|_| system.interruptions_without_progress >= MOST_WITHOUT_PROGRESS)?;
        Some(SystemStop::Nested(last))
    }

    /// Does what is due between two instructions: collects interrupt requests of devices, timer and monitor, and
    /// delivers one of them, or the pending fault of a refused frame load. Returns the ticks until the timer matches;
    /// `u64::MAX`: never.
    ///
    /// # Errors The physical address of a page for which there is no memory.
    fn prepare<R: Recorder>(
        &mut self,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        clock: u64,
    ) -> Result<u64, u64> {
        let mut attend = cpu.mode & mode::ATTEND != 0;
        let Some(system) = cpu.system.as_deref_mut() else {
            return Ok(u64::MAX);
        };
        if let Some(vector) = system.timer.expire(clock) {
            system.interrupts.request(vector);
            attend = true;
        }
        if recorder.take_overflow()
            && let Some(vector) = system.control.monitor_vector()
        {
            system.interrupts.request(vector);
            attend = true;
        }
        if attend {
            cpu.mode &= !mode::ATTEND;
            system.levels.count(cpu.retired);
            if let Some(address) = space.take_exhausted() {
                return Err(address);
            }
            if std::mem::take(&mut system.refetch) {
                self.places_by_regime.clear();
            }
            space.serve_devices();
            for (address, len) in space.take_written() {
                cpu.alat.write(address, len);
            }
            if space.has_stale() {
                self.drop_stale(space);
            }
            while let Some(vector) = space.bus().and_then(|bus| bus.interrupt()) {
                system.interrupts.request(vector);
            }
            if let Some(slot) = system.resume.take() {
                cpu.slot = slot;
            }
            if let Some(raise) = system.pending_frame_fault.take() {
                let last = self.last_bundle(cpu, None);
                self.interrupt(cpu, space, recorder, &raise, (cpu.slot, cpu.slot), last);
            } else if cpu.psr & psr::I != 0 && system.wakes() {
                let last = self.last_bundle(cpu, None);
                let external = Raise::memory(Vector::ExternalInterrupt, 0, 0);
                self.interrupt(cpu, space, recorder, &external, (cpu.slot, cpu.slot), last);
            }
            cpu.mode &= !mode::ATTEND;
            if let Some(system) = cpu.system.as_deref_mut() {
                system.levels.level = psr::cpl(cpu.psr);
            }
        }
        let system = cpu.system.as_deref();
        Ok(system
            .and_then(|system| system.timer.remaining(clock))
            .unwrap_or(u64::MAX))
    }

    /// Executes blocks, the first of which is `id`, until the run loop has something to do.
    fn run_piece<R: Recorder>(
        &mut self,
        id: BlockId,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        end: u64,
    ) -> Piece {
        let (watching, whole) = match &self.pauses {
            Some(pauses) => (pauses.is_watching(), pauses.limit().min(end)),
            None => (false, end),
        };
        let each = R::EACH && recorder.wants_each();
        if each || watching || !self.is_fit(id, cpu) {
            return self.general_piece(id, None, cpu, space, recorder, end);
        }
        let limits = fast::Limits {
            retired: self.retired,
            end: whole,
            single: cpu.mode & mode::NAT != 0,
        };
        let run = if cpu.mode & mode::ROTATED != 0 {
            fast::run::<R, true>
        } else {
            fast::run::<R, false>
        };
        let program = Program {
            blocks: &self.blocks,
            code: &self.code,
            recent: self.places_by_regime.of(cpu.psr),
            options: &self.options,
        };
        let sinks = Sinks {
            execution: &mut self.execution,
            notes: &mut self.notes,
            recorder,
        };
        let (exit, retired) = run(program, id, cpu, space, sinks, &mut self.log, limits);
        self.retired += retired;
        cpu.retired += retired;
        match exit {
            Exit::Next { link } => {
                if let Some((from, number)) = link {
                    self.link(from, number, cpu, space);
                }
                Piece::Run
            }
            // Nothing of the block has executed: there is nothing to hand over.
            Exit::Unfit(_) if self.retired >= end => Piece::Run,
            Exit::Unfit(id) => self.general_piece(id, None, cpu, space, recorder, end),
            Exit::Rest(id, _) if cpu.mode & mode::ATTEND != 0 => {
                self.hand_piece(id, cpu, recorder, &End::Run)
            }
            Exit::Rest(id, slot) => self.general_piece(id, Some(slot), cpu, space, recorder, end),
            Exit::Stopped => Piece::Recorder,
            Exit::Break(id, imm) => self.hand_piece(id, cpu, recorder, &End::Break(imm)),
            Exit::Fault(id, slot, _) if self.returns(id, slot) => {
                self.general_piece(id, Some(slot), cpu, space, recorder, end)
            }
            Exit::Fault(id, slot, raise) => {
                self.hand_piece(id, cpu, recorder, &End::Fault(slot, raise))
            }
        }
    }

    /// Whether a slot holds a return. The short way refuses a return that does more than change the frame.
    fn returns(&self, id: BlockId, slot: u8) -> bool {
        let op = self.blocks[id.0 as usize].instruction(slot).op;
        matches!(
            op,
            Op::Branch {
                kind: isa::BranchKind::Ret,
                ..
            }
        )
    }

    /// Links exit `number` of a block to the block at the context's place, if both are in one smallest page.
    fn link(&mut self, from: BlockId, number: usize, cpu: &mut Cpu, space: &mut AddressSpace) {
        let near = (self.blocks[from.0 as usize].ip ^ cpu.ip) & LINKED == 0;
        if near
            && cpu.mode & mode::ATTEND == 0
            && let Ok(next) = self.find_system(cpu, space)
            && !space.has_stale()
        {
            self.link_exit(from, number, next);
        }
    }

    /// Executes one block the general way; with `rest` only from that slot on.
    pub(super) fn general_piece<R: Recorder>(
        &mut self,
        id: BlockId,
        rest: Option<u8>,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        end: u64,
    ) -> Piece {
        match self.interpret(id, rest, cpu, space, recorder, end) {
            End::Paused(cause) => Piece::Paused(cause),
            ended => self.hand_piece(id, cpu, recorder, &ended),
        }
    }

    /// Hands an execution of a block over to the recorder, except one that ended with a `break`, of which the caller
    /// first decides whether it retires.
    pub(super) fn hand_piece<R: Recorder>(
        &mut self,
        id: BlockId,
        cpu: &Cpu,
        recorder: &mut R,
        end: &End,
    ) -> Piece {
        if let End::Break(imm) = *end {
            return Piece::Break(id, self.execution.end.saturating_sub(1), imm);
        }
        let stop = self.hand_over(id, cpu, recorder, end);
        match *end {
            End::Fault(slot, raise) => Piece::Raised(id, slot, raise),
            End::Run if stop == Some(Stop::Recorder) => Piece::Recorder,
            End::Run | End::Paused(_) | End::Break(_) => Piece::Run,
        }
    }

    /// Executes one instruction under a status that watches single instructions, and raises the traps that the status
    /// asks for.
    fn step_watched<R: Recorder>(
        &mut self,
        id: BlockId,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
    ) -> Piece {
        let status = cpu.psr;
        let slot = self.blocks[id.0 as usize].first_slot;
        let stopped = cpu
            .system
            .as_deref()
            .is_some_and(|system| system.stops_at(status, cpu.ip));
        if stopped {
            let raise = Raise::memory(Vector::Debug, isr::X, cpu.ip);
            return Piece::Raised(id, slot, raise);
        }
        let before = self.retired;
        let piece = self.general_piece(id, None, cpu, space, recorder, before + 1);
        let fp = match &piece {
            Piece::Raised(_, _, raise) if raise.vector == Vector::FpTrap => Some(*raise),
            Piece::Run | Piece::Recorder => None,
            Piece::Break(..) | Piece::Raised(..) | Piece::Paused(_) => return piece,
        };
        let block = &self.blocks[id.0 as usize];
        let slot = (block.first_slot..block.end_slot)
            .find(|&slot| block.counted >> slot & 1 != 0)
            .unwrap_or(block.first_slot);
        let op = block.instruction(slot).op;
        if op == Op::Rfi {
            return piece;
        }
        let shot = cpu.psr & !(status & ONE_SHOT);
        if shot != cpu.psr {
            cpu.set_psr(shot);
        }
        let returned = matches!(
            op,
            Op::Branch {
                kind: isa::BranchKind::Ret,
                ..
            }
        );
        let lowered = returned && psr::cpl(cpu.psr) > psr::cpl(status);
        // A check that fails is a taken branch, too (volume 3, `chk`, `fchkf`).
        let branched = self.execution.taken.is_some();
        let mut code = fp.map_or(0, |raise| raise.isr);
        for (raised, bit, enabled) in [
            (lowered, trap::LOWER_PRIVILEGE, psr::LP),
            (branched, trap::TAKEN_BRANCH, psr::TB),
            (true, trap::SINGLE_STEP, psr::SS),
        ] {
            if raised && status & enabled != 0 {
                code |= bit;
            }
        }
        let vector = if fp.is_some() {
            Vector::FpTrap
        } else if code & trap::LOWER_PRIVILEGE != 0 {
            Vector::LowerPrivilegeTransfer
        } else if code & trap::TAKEN_BRANCH != 0 {
            Vector::TakenBranch
        } else if code & trap::SINGLE_STEP != 0 {
            Vector::SingleStep
        } else {
            return piece;
        };
        Piece::Raised(id, slot, Raise::memory(vector, code, 0))
    }

    /// Delivers what a slot raised. A trap is reported after the instruction, a fault before it.
    fn raised<R: Recorder>(
        &mut self,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        (id, slot): (BlockId, u8),
        raise: &Raise,
    ) {
        let block = &self.blocks[id.0 as usize];
        let template = block.bundles[usize::from(slot / 3)].template;
        let seen = template.shown_slot(slot % 3);
        let (next, last) = if raise.vector.is_trap() {
            (cpu.slot, block.ip_of(slot))
        } else {
            cpu.ip = block.ip_of(slot);
            (seen, self.last_bundle(cpu, Some((id, slot))))
        };
        self.interrupt(cpu, space, recorder, raise, (seen, next), last);
    }

    /// The stop for a `break` that is a call to the host; `None` if it is not one.
    fn call(
        &self,
        cpu: &mut Cpu,
        space: &AddressSpace,
        calls: &HostCalls,
        (id, slot): (BlockId, u8),
        imm: u64,
    ) -> Option<SystemStop> {
        let ip = self.blocks[id.0 as usize].ip_of(slot);
        let status = cpu.psr;
        let system = cpu.system.as_deref_mut()?;
        let at = system.translate_fetch(status, ip, space).ok()?.address;
        let firmware = calls.firmware.contains(&at);
        let simulator = calls.simulator && imm == HostCalls::SIMULATOR;
        (firmware || simulator).then_some(SystemStop::Call { imm, firmware })
    }

    /// Raises the break fault. As a fault the instruction does not retire, so its count is taken back.
    fn break_fault<R: Recorder>(
        &mut self,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        (id, slot): (BlockId, u8),
        imm: u64,
    ) {
        self.retired -= 1;
        cpu.retired -= 1;
        let raise = Raise {
            immediate: imm,
            ..Raise::memory(Vector::Break, 0, 0)
        };
        self.execution.end = slot;
        self.hand_over(id, cpu, recorder, &End::Fault(slot, raise));
        self.raised(cpu, space, recorder, (id, slot), &raise);
    }

    /// Delivers an interruption that slot `slot` raised; the interrupted code goes on at slot `next`.
    fn interrupt<R: Recorder>(
        &mut self,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        raise: &Raise,
        (slot, next): (u8, u8),
        last: u64,
    ) {
        let Some(mut system) = cpu.system.take() else {
            return;
        };
        let origin = Origin { slot, next, last };
        let interruption = system.deliver(cpu, space, raise, origin);
        system.interruption = Some(interruption);
        cpu.system = Some(system);
        recorder.interrupted(&interruption);
    }

    /// Bundle of the last instruction that completed (`IIPA`). `faulted`: the slot that faulted, if the newest entry of
    /// the trail is of a block that ended so.
    fn last_bundle(&self, cpu: &Cpu, faulted: Option<(BlockId, u8)>) -> u64 {
        if let Some((last, retired)) = cpu.system.as_deref().map(|system| system.last)
            && retired == cpu.retired
        {
            return last;
        }
        if let Some((id, slot)) = faulted {
            let block = &self.blocks[id.0 as usize];
            let before = (block.first_slot..slot).rev();
            let mut completed = before.filter(|&slot| block.counted >> slot & 1 != 0);
            if let Some(slot) = completed.next() {
                return block.ip_of(slot);
            }
        }
        let last = cpu.trail.last_bundle(&self.blocks, faulted.is_some());
        last.unwrap_or(0)
    }
}
