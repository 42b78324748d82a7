//! The machine: decoded blocks, and the loop that runs them.

mod blocks;
mod flush;

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::hash::BuildHasherDefault;
use std::ops::ControlFlow;
use std::rc::{Rc, Weak};

use events::{Block, Execution, Fact};
use isa::psr;

use crate::alat::Alat;
use crate::block::BlockId;
use crate::fast::{self, Exit, Log, Lowered, OnPaths, Program, Recent};
use crate::fault::Fault;
use crate::interpret::{self, End, Sinks};
use crate::memory::{AddressSpace, PageHasher, SpaceId};
use crate::notes::Notes;
use crate::options::Options;
use crate::pause::{HeldBlock, PauseCause, Pauses, Watch};
use crate::record::Recorder;
use crate::state::{Cpu, mode};
use crate::system::{PlaceCaches, System};
use crate::trail::{Last, Numbering, Passed, Trail};

/// Why [`Machine::run`] returned. The context says where execution goes on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The budget of instructions is used up, exactly.
    Budget,
    /// A `break` instruction; the context is already behind it, and it counts as retired.
    Break {
        /// Its immediate (`IIM`).
        imm: u64,
        /// Address of its bundle.
        ip: u64,
        /// Its slot.
        slot: u8,
    },
    /// A fault (the context is at the instruction) or a trap (the context is behind it).
    Fault(Fault),
    /// The recorder asked to stop after a block.
    Recorder,
    /// The run was held up for a debugger: the next call has to go on with the same context and space.
    Paused(PauseCause),
}

/// Where a block begins: the address of the bundle with the slot in its low bits.
type Place = u64;

type Map<K, V> = HashMap<K, V, BuildHasherDefault<PageHasher>>;

/// Idle blocks that are kept for one place.
const IDLE_LIMIT: usize = 64;
/// Blocks that a machine keeps, about a gigabyte. No program has so much code, but one may write new code without end,
/// with a recorder for which blocks have to keep their numbers ([`Recorder::forget_code`]): at the limit its fetches fault
/// as if there were no memory.
pub(crate) const BLOCK_LIMIT: usize = 1 << 22;

/// An address space that was run in.
struct KnownSpace {
    /// A token that dies with the space.
    alive: Weak<()>,
    /// Its number in records; `None` until it has a block.
    number: Option<u32>,
}

/// Executes contexts. A block becomes idle when its code has changed or its address space has ended. It is used again,
/// perhaps by another space, when the same code is met at the same place, as in a program that is started many times. A
/// [`BlockId`] stays valid until too many blocks are idle; then all blocks are given up (`flush`).
pub struct Machine {
    pub(crate) options: Options,
    pub(crate) blocks: Vec<Block>,
    /// The lowered forms of the blocks, at the same indices.
    pub(crate) code: Vec<Lowered>,
    /// The paths that begin with each block, at the same indices; absent until one is executed.
    pub(crate) paths: Vec<Lowered>,
    /// The blocks with which paths begin that are not absent.
    begun: Vec<BlockId>,
    /// Blocks with an exit whose next block is known, an entry for each such exit.
    linked: Vec<BlockId>,
    /// Blocks that are not idle, by address space and place; in system mode by the frame number of the smallest page
    /// instead of the address space.
    pub(crate) places: Map<(u32, Place), BlockId>,
    /// The keys of `places` by address space and page number; in system mode that of the physical page.
    pub(crate) pages: Map<(u32, u64), Vec<(u32, Place)>>,
    /// Idle blocks by place.
    idle: Map<Place, Vec<BlockId>>,
    /// Cache of `places` for the space that ran last.
    recent: Recent,
    /// The space that ran last.
    pub(crate) recent_space: Option<SpaceId>,
    /// Caches of `places` for system mode; allocated at its first use.
    pub(crate) places_by_regime: PlaceCaches,
    /// Spaces in which the machine has run, without those that were found to have ended.
    spaces: BTreeMap<SpaceId, KnownSpace>,
    /// Count of the numbers that were given to spaces, from which the next one is derived.
    numbered: u64,
    /// Numbers of ended spaces of which the recorder has not been told.
    ended: Vec<u32>,
    /// The record of the execution of a block, filled while the block executes.
    pub(crate) execution: Execution,
    pub(crate) notes: Notes,
    pub(crate) log: Box<Log>,
    /// Instructions retired by all contexts.
    pub(crate) retired: u64,
    /// Where a debugger holds runs up; `None` without a debugger.
    pub(crate) pauses: Option<Box<Pauses>>,
    /// Whether the blocks are those of system mode.
    pub(crate) privileged: bool,
    /// The block that was left unfinished when the run was held up inside it.
    pub(crate) held: Option<HeldBlock>,
    /// Idle blocks at which all blocks are given up.
    idle_limit: usize,
    /// So many are idle: all blocks are to be given up at the next place where that is possible.
    pub(crate) is_crowded: bool,
    /// What the present numbers of blocks stand for in trails.
    numbering: Rc<Numbering>,
}

impl Machine {
    /// A machine without code.
    pub fn new(options: Options) -> Self {
        Self {
            options,
            blocks: Vec::new(),
            code: Vec::new(),
            paths: Vec::new(),
            begun: Vec::new(),
            linked: Vec::new(),
            places: Map::default(),
            pages: Map::default(),
            idle: Map::default(),
            recent: Recent::new(),
            recent_space: None,
            places_by_regime: PlaceCaches::default(),
            spaces: BTreeMap::new(),
            numbered: 0,
            ended: Vec::new(),
            execution: Execution::default(),
            notes: Notes::default(),
            log: Box::new(Log::new()),
            retired: 0,
            pauses: None,
            privileged: false,
            held: None,
            idle_limit: flush::IDLE_BLOCKS,
            is_crowded: false,
            numbering: Rc::default(),
        }
    }

    /// Holds runs up at places (bundle addresses with the slot in their low bits) and at references to memory.
    pub fn pause_at_places(&mut self, places: &BTreeSet<u64>, watches: &[Watch]) {
        let pauses = self.pauses.get_or_insert_default();
        if !pauses.set(places, watches) {
            return;
        }
        for (block, code) in self.blocks.iter().zip(&mut self.code) {
            let touched = pauses.touches(block.ip, block.raw.len());
            if touched != code.is_barred() && !block.bundles.is_empty() {
                *code = match self.privileged {
                    true => fast::lower_privileged(block),
                    false => fast::lower(block),
                };
                if touched {
                    code.bar();
                }
            }
        }
    }

    /// Holds runs up before an instruction once all contexts together have retired `at` instructions; `None`: never.
    /// `space`: the address space that places and watched memory belong to.
    pub fn pause_at_count(&mut self, space: Option<SpaceId>, at: Option<u64>) {
        let pauses = self.pauses.get_or_insert_default();
        pauses.set_at(at);
        if let Some(space) = space {
            pauses.set_space(space);
        }
    }

    /// Removes all pauses.
    pub fn never_pause(&mut self) {
        if self.pauses.is_some() {
            self.pause_at_places(&BTreeSet::new(), &[]);
            self.pauses = None;
        }
    }

    /// A context as this machine starts one, with its ALAT.
    pub fn cpu(&self) -> Cpu {
        let options = &self.options;
        let mut cpu = Cpu::new(self.alat());
        let mut status = cpu.psr() & !(psr::SP | psr::UP);
        if options.secure_monitors {
            status |= psr::SP;
        }
        if options.user_monitors {
            status |= psr::UP;
        }
        cpu.set_psr(status);
        cpu
    }

    /// A context of this machine's processor in system mode, after reset.
    pub fn system_cpu(&self, system: System) -> Cpu {
        Cpu::of_system(self.alat(), system)
    }

    fn alat(&self) -> Alat {
        let options = &self.options;
        Alat::new(
            options.alat_entries,
            options.alat_ways,
            options.alat_address_bits,
        )
    }

    /// Its functional properties.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Its functional properties, for a personality that changes the treatment of unaligned data.
    pub fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    /// The last `count` bundles that a context executed in an address space, oldest first: fewer
    /// when it has just begun or has executed another program. The last one is where it stopped.
    pub fn passed(&self, trail: &Trail, space: SpaceId, count: usize) -> Vec<Passed> {
        let number = self.spaces.get(&space).and_then(|known| known.number);
        number.map_or_else(Vec::new, |number| {
            if !trail.is_of(&self.numbering) {
                return trail.renumbered(&self.numbering).earlier(number, count);
            }
            let path = |id: u32, segment: u8| {
                let path = self.paths.get(id as usize);
                path.map_or_else(Vec::new, |path| path.passed(segment))
            };
            trail.bundles(&self.blocks, path, number, count)
        })
    }

    /// Number of blocks that the machine holds, idle ones included.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Instructions retired by all contexts.
    pub fn retired(&self) -> u64 {
        self.retired
    }

    /// Runs a context until something stops it, for at most `budget` instructions.
    pub fn run<R: Recorder>(
        &mut self,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        budget: u64,
    ) -> Stop {
        let end = self.retired.saturating_add(budget);
        if let Some(held) = self.held.take()
            && let Some(stop) = self.go_on(held, cpu, space, recorder, end)
        {
            return stop;
        }
        if self.recent_space != Some(space.id()) {
            self.switch(space, recorder);
        }
        self.take_trail(cpu);
        // A write by the operating system or another thread removes the ALAT entries that it overlaps.
        for (address, len) in space.take_written() {
            cpu.alat.write(address, len);
        }
        // No block of a space without a number has executed.
        let unmapped = space.take_unmapped();
        if !unmapped.is_empty()
            && let Some(number) = self.spaces.get(&space.id()).and_then(|known| known.number)
        {
            unmapped
                .iter()
                .for_each(|range| recorder.unmapped(number, range));
        }
        self.notes.wanted = R::RECORD;
        recorder.enter(cpu.stack_sizes());
        loop {
            if space.has_stale() {
                self.drop_stale(space);
            }
            if self.is_crowded {
                self.give_up_code(cpu, recorder);
            }
            if self.retired == end {
                return Stop::Budget;
            }
            if let Some(pauses) = &mut self.pauses
                && let Some(cause) =
                    pauses.is_due(space.id(), self.retired, (cpu.ip, [cpu.slot; 2]))
            {
                return Stop::Paused(cause);
            }
            let id = match self.find(space, cpu.ip, cpu.slot) {
                Ok(id) => id,
                Err(raise) => return Stop::Fault(raise.at(cpu.ip, cpu.slot)),
            };
            if let Some(stop) = self.run_from(id, cpu, space, recorder, end) {
                return stop;
            }
        }
    }

    /// Executes the rest of the block in which the run was held up. If the debugger has changed the place or the code,
    /// the block ends where it was held up.
    #[cold]
    fn go_on<R: Recorder>(
        &mut self,
        held: HeldBlock,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        end: u64,
    ) -> Option<Stop> {
        for (address, len) in space.take_written() {
            cpu.alat.write(address, len);
        }
        if self.can_go_on(held, cpu, space) {
            return self.run_general(held.id, Some(held.slot), cpu, space, recorder, end);
        }
        self.end_held(held, cpu, recorder)
    }

    /// Whether a run that was held up in a block can go on in it: the debugger has changed neither the place nor the code.
    pub(crate) fn can_go_on(&self, held: HeldBlock, cpu: &Cpu, space: &AddressSpace) -> bool {
        let block = &self.blocks[held.id.0 as usize];
        let place = (block.ip_of(held.slot), held.slot % 3);
        place == (cpu.ip, cpu.slot) && !space.has_stale()
    }

    /// Ends the block in which a run was held up, for a run that does not go on: hands over what was executed of it.
    pub fn give_up<R: Recorder>(&mut self, cpu: &mut Cpu, recorder: &mut R) {
        if let Some(held) = self.held.take() {
            self.end_held(held, cpu, recorder);
        }
    }

    /// Hands over a block as far as it was executed when the run was held up.
    fn end_held<R: Recorder>(
        &mut self,
        held: HeldBlock,
        cpu: &mut Cpu,
        recorder: &mut R,
    ) -> Option<Stop> {
        cpu.trail
            .push(held.id, Last::new(held.slot.saturating_sub(1)));
        self.hand_over(held.id, cpu, recorder, &End::Run)
    }

    /// Runs from a block until the next one has to be looked up.
    fn run_from<R: Recorder>(
        &mut self,
        id: BlockId,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        end: u64,
    ) -> Option<Stop> {
        let (watching, whole) = match &self.pauses {
            Some(pauses) => (pauses.is_watching(), pauses.limit().min(end)),
            None => (false, end),
        };
        if R::EACH && recorder.wants_each() || watching || !self.is_fit(id, cpu) {
            return self.run_general(id, None, cpu, space, recorder, end);
        }
        let limits = fast::Limits {
            retired: self.retired,
            end: whole,
            single: cpu.mode & mode::NAT != 0,
        };
        let at = &self.blocks[id.0 as usize];
        let records = R::RECORD && !(R::PATHS && recorder.wants_paths_at(at));
        let paths = !records && !R::EACH && self.pauses.is_none() && !limits.single;
        if paths {
            self.begin_path(id);
        }
        let rotated = cpu.mode & mode::ROTATED != 0 || paths && self.paths[id.0 as usize].turns;
        let program = Program {
            blocks: &self.blocks,
            code: if paths { &self.paths } else { &self.code },
            recent: &self.recent,
            options: &self.options,
        };
        let Self {
            execution,
            notes,
            log,
            ..
        } = self;
        let taken = match recorder.paths().filter(|_| R::PATHS && paths) {
            Some(taker) => {
                let run = if rotated {
                    fast::run::<OnPaths<'_>, true>
                } else {
                    fast::run::<OnPaths<'_>, false>
                };
                let mut taker = OnPaths::new(taker);
                let sinks = Sinks {
                    execution,
                    notes,
                    recorder: &mut taker,
                };
                let ended = run(program, id, cpu, space, sinks, log, limits);
                Some((ended, taker.stops))
            }
            None => None,
        };
        let ((exit, retired), stops) = match taken {
            Some(taken) => {
                // Passages do not report the register stack, so that the recorder is told it here.
                recorder.enter(cpu.stack_sizes());
                taken
            }
            None => {
                let run = if rotated {
                    fast::run::<R, true>
                } else {
                    fast::run::<R, false>
                };
                let sinks = Sinks {
                    execution,
                    notes,
                    recorder,
                };
                (run(program, id, cpu, space, sinks, log, limits), false)
            }
        };
        self.retired += retired;
        cpu.retired += retired;
        let stop = self.ended(exit, paths, cpu, space, recorder, end);
        stop.or(stops.then_some(Stop::Recorder))
    }

    /// Acts on the reason for which the loop over blocks or paths returned: links blocks, executes what remains the
    /// general way, or stops the run.
    fn ended<R: Recorder>(
        &mut self,
        exit: Exit,
        paths: bool,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        end: u64,
    ) -> Option<Stop> {
        match exit {
            Exit::Next { link } => {
                if let Some((from, number)) = link
                    && let Ok(next) = self.find(space, cpu.ip, cpu.slot)
                    && !space.has_stale()
                {
                    if paths {
                        self.lengthen_path(from, number, next);
                    } else {
                        self.link_exit(from, number, next);
                    }
                }
                None
            }
            // Nothing of the block has executed: there is nothing to hand over.
            Exit::Unfit(_) if self.retired >= end => None,
            Exit::Unfit(id) => self.run_general(id, None, cpu, space, recorder, end),
            Exit::Rest(id, slot) => self.run_general(id, Some(slot), cpu, space, recorder, end),
            Exit::Stopped => Some(Stop::Recorder),
            Exit::Break(id, imm) => self.hand_over(id, cpu, recorder, &End::Break(imm)),
            Exit::Fault(id, slot, raise) => {
                self.hand_over(id, cpu, recorder, &End::Fault(slot, raise))
            }
        }
    }

    /// Whether a block can be executed the short way in the context's present mode.
    pub(crate) fn is_fit(&self, id: BlockId, cpu: &Cpu) -> bool {
        let unfit = match cpu.mode {
            0 | mode::ROTATED => false,
            mode::NAT => self.code[id.0 as usize].touches(cpu.nat, &self.blocks[id.0 as usize]),
            _ => true,
        };
        !unfit
    }

    /// Runs one block the general way; with `rest` only from that slot on.
    #[cold]
    fn run_general<R: Recorder>(
        &mut self,
        id: BlockId,
        rest: Option<u8>,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        end: u64,
    ) -> Option<Stop> {
        match self.interpret(id, rest, cpu, space, recorder, end) {
            End::Paused(cause) => Some(Stop::Paused(cause)),
            ended => self.hand_over(id, cpu, recorder, &ended),
        }
    }

    /// Executes one block the general way, up to the hand-over; with `rest` only from that slot on. What has executed of a block in
    /// which the run is held up is handed over together with the rest.
    #[inline]
    pub(crate) fn interpret<R: Recorder>(
        &mut self,
        id: BlockId,
        rest: Option<u8>,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        end: u64,
    ) -> End {
        let pauses = self.pauses.as_deref_mut();
        if (R::RECORD || pauses.is_some()) && rest.is_none() {
            self.notes.list.clear();
            self.execution.addresses.clear();
        }
        let part = interpret::Part {
            rest,
            retired: self.retired,
            limit: end - self.retired,
        };
        let sinks = Sinks {
            execution: &mut self.execution,
            notes: &mut self.notes,
            recorder,
        };
        let block = &self.blocks[id.0 as usize];
        let done = interpret::run_block(block, part, cpu, space, sinks, &self.options, pauses);
        self.retired += done.retired;
        cpu.retired += done.retired;
        match done.end {
            End::Fault(slot, _) => cpu.trail.push(id, Last::new(slot)),
            End::Run | End::Break(_) => {
                let last = self.execution.end.saturating_sub(1);
                cpu.trail.push(id, Last::new(last));
            }
            End::Paused(_) => {
                let slot = self.execution.end;
                let first = self.blocks[id.0 as usize].first_slot;
                self.held = (slot > first).then_some(HeldBlock { id, slot });
            }
        }
        done.end
    }

    /// Hands an execution of a block over to the recorder. Returns why the run stops, if the recorder or the end of the
    /// block stops it.
    pub(crate) fn hand_over<R: Recorder>(
        &mut self,
        id: BlockId,
        cpu: &Cpu,
        recorder: &mut R,
        end: &End,
    ) -> Option<Stop> {
        let block = &self.blocks[id.0 as usize];
        let stop = match *end {
            End::Run | End::Paused(_) => None,
            End::Break(imm) => {
                let slot = self.execution.end.saturating_sub(1);
                Some(Stop::Break {
                    imm,
                    ip: block.ip_of(slot),
                    slot: slot % 3,
                })
            }
            End::Fault(slot, raise) => {
                self.notes.slot = slot;
                self.notes.push(|| Fact::Fault {
                    vector: raise.vector.offset(),
                });
                Some(Stop::Fault(raise.at(block.ip_of(slot), slot % 3)))
            }
        };
        if R::RECORD {
            self.execution.target = cpu.ip;
            self.notes.move_to(&mut self.execution);
            if let ControlFlow::Break(()) = recorder.executed(block, &self.execution) {
                return stop.or(Some(Stop::Recorder));
            }
        }
        stop
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The number that a space gets when it executes.
    fn number(machine: &mut Machine, space: &AddressSpace) -> u32 {
        machine.switch(space, &mut crate::Silent);
        machine.number(space)
    }

    #[test]
    fn a_space_never_gets_the_number_of_one_that_lives_and_gets_those_of_ended_ones() {
        let mut machine = Machine::new(Options::default());
        let first = AddressSpace::new();
        assert_eq!(number(&mut machine, &first), 0);
        machine.numbered = u64::from(Block::SPACES) - 1;
        let last = AddressSpace::new();
        assert_eq!(number(&mut machine, &last), Block::SPACES - 1);
        // Number 0 lives.
        let next = AddressSpace::new();
        assert_eq!(number(&mut machine, &next), 1);
        machine.numbered = u64::from(Block::SPACES);
        drop((first, next));
        // The end of 0 and 1 is noticed here, and told at the next space.
        assert_eq!(number(&mut machine, &AddressSpace::new()), 2);
        machine.numbered = 2 * u64::from(Block::SPACES);
        assert_eq!(number(&mut machine, &AddressSpace::new()), 0);
    }

    /// Where the code of a test begins.
    const CODE: u64 = 0x10000;

    /// A machine, and a space with a page for code.
    fn with_page() -> (Machine, AddressSpace) {
        use crate::memory::{Protection, Sharing};
        let mut space = AddressSpace::new();
        space.map(CODE, 16, Protection::RWX, Sharing::Private);
        (Machine::new(Options::default()), space)
    }

    /// What a write to code costs grows with what was executed since the last one, not with all blocks.
    #[test]
    fn a_write_to_code_empties_the_paths_that_were_made_since_the_last_one() {
        let (mut machine, mut space) = with_page();
        let mut cpu = machine.cpu();
        for round in 0..1000_u128 {
            // An MII bundle of `nop`s, with the round as the immediate of the second one.
            let nops = 1 << (27 + 5) | 1 << (27 + 46) | 1 << (27 + 87) | round << (6 + 46);
            space.poke(CODE, &u128::to_le_bytes(nops)).unwrap();
            cpu.set_ip(CODE);
            let stop = machine.run(&mut cpu, &mut space, &mut crate::Silent, 3);
            assert_eq!(stop, Stop::Budget);
        }
        assert_eq!(machine.paths.len(), 1000);
        assert_eq!(machine.begun, [BlockId(999)]);
        let emptied = machine.paths.iter().filter(|path| path.is_absent());
        assert_eq!(emptied.count(), 999);
    }

    /// While a register holds a NaT the loop over blocks returns behind each of them.
    #[test]
    fn an_exit_that_is_taken_again_and_again_is_linked_once() {
        let (mut machine, mut space) = with_page();
        // An MIB bundle of `nop`s and a branch to itself.
        let bundle = 0x10 | 1_u128 << (27 + 5) | 1 << (27 + 46) | 4 << (37 + 87);
        space.poke(CODE, &bundle.to_le_bytes()).unwrap();
        let mut cpu = machine.cpu();
        cpu.set_ip(CODE);
        cpu.set_gr(14, 0, true);
        let stop = machine.run(&mut cpu, &mut space, &mut crate::Silent, 3000);
        assert_eq!(stop, Stop::Budget);
        assert_eq!(machine.linked, [BlockId(0)]);
    }

    #[test]
    fn more_spaces_than_numbers_can_live() {
        let mut machine = Machine::new(Options::default());
        let spaces: Vec<AddressSpace> = (0..Block::SPACES + 3)
            .map(|_| AddressSpace::new())
            .collect();
        let numbers: Vec<u32> = spaces
            .iter()
            .map(|space| number(&mut machine, space))
            .collect();
        let expected = (0..Block::SPACES).chain(0..3);
        assert!(numbers.into_iter().eq(expected));
    }
}
