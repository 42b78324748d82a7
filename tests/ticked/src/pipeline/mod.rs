//! The pipeline: a turn of a loop for every cycle, and in each cycle the question what keeps the next group.

mod references;

use crate::accounting::Order;
use crate::caches::Caches;
use crate::dispersal::{Disperser, End, Window};
use crate::frontend::{FrontEnd, Shared};
use crate::input::{Flaw, Step};
use crate::needs::{Name, Needs, Reference};
use crate::predictor::Predictor;
use crate::registers::Registers;
use crate::stores::StoreBuffer;
use crate::translation::{Frames, Tlb};
use config::Machine;
use events::{Fact, Raw, Stall};
use isa::{MemoryKind, Op};
use std::collections::BTreeMap;
use std::collections::HashMap;
use std::rc::Rc;
use uarch::latency::{Consumer, Producer};

/// A group that was issued.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Issued {
    pub cycle: u64,
    /// Number of the executed block.
    pub step: usize,
    /// First slot.
    pub from: u8,
    /// One past the last slot that retires.
    pub to: u8,
}

/// What happened in a run.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Log {
    pub groups: Vec<Issued>,
    /// What each cycle was spent on.
    pub cycles: Vec<Stall>,
    /// What was lost at both ends of the decoupling buffer, and to a full queue in front of L2.
    pub lost: BTreeMap<Raw, u64>,
}

/// The reasons of a front end that delivers nothing: places lost at the exit of its buffer in cycles that are charged to it,
/// and in all cycles.
fn exits(stall: Stall, by_loop: bool) -> Option<[Raw; 2]> {
    Some(match stall {
        Stall::InstructionStart | Stall::FlushMispredict | Stall::FlushException => {
            [Raw::BackLostFlush, Raw::IdealLostFlush]
        }
        Stall::TakenBranch if by_loop => [Raw::BackLostLoop, Raw::IdealLostLoop],
        Stall::TakenBranch => [Raw::BackLostBranch, Raw::IdealLostBranch],
        Stall::InstructionTlb => [Raw::BackLostTlb, Raw::IdealLostTlb],
        Stall::InstructionCache => [Raw::BackLostCache, Raw::IdealLostCache],
        _ => return None,
    })
}

/// Something that keeps the pipe up to a cycle.
#[derive(Clone, Copy)]
struct Hold {
    until: u64,
    stall: Stall,
}

/// The machine.
pub(crate) struct Pipeline {
    config: Machine,
    disperser: Disperser,
    front: FrontEnd,
    shared: Shared,
    predictor: Predictor,
    registers: Registers,
    stores: StoreBuffer,
    dtlb: Tlb,
    order: Order,
    holds: Vec<Hold>,
    /// When software has completed what the newest group needs it for.
    completed: u64,
    /// When the data of all loads are there.
    loads_until: u64,
    /// The window at the end of the step before, if it takes more.
    window: Option<Window>,
    /// The next group goes on with an instruction group.
    unfinished: bool,
    /// Where execution goes on, if the pipe knows.
    expected: Option<u64>,
    /// What instructions need, by block, slot and kind of port.
    known: HashMap<(u32, u8, bool), Rc<Needs>>,
    steps: usize,
    flaw: Option<Flaw>,
    log: Log,
}

/// One group: some slots of a step.
struct Group {
    from: u8,
    to: u8,
    end: End,
    needs: Vec<(u8, Rc<Needs>)>,
}

impl Pipeline {
    /// A cold machine in cycle 0, with an error on purpose.
    pub(crate) fn new(config: &Machine, flaw: Option<Flaw>) -> Self {
        Self {
            disperser: Disperser::new(config),
            front: FrontEnd::new(config),
            shared: Shared {
                caches: Caches::new(config).with(flaw),
                frames: Frames::new(config),
            },
            predictor: Predictor::new(config, flaw),
            registers: Registers::new(config),
            stores: StoreBuffer::new(config),
            dtlb: Tlb::new(config, false),
            order: Order::new(config),
            holds: Vec::new(),
            completed: 0,
            loads_until: 0,
            window: None,
            unfinished: false,
            expected: None,
            known: HashMap::new(),
            steps: 0,
            flaw,
            log: Log::default(),
            config: config.clone(),
        }
    }

    /// What happened.
    pub(crate) fn finish(mut self) -> Log {
        self.log.lost.append(&mut self.front.lost);
        self.log.lost.append(&mut self.shared.caches.counts);
        let full = self.shared.caches.queue.full_cycles();
        self.lose(Raw::L2QueueFull, full);
        self.log.lost.retain(|_, lost| *lost > 0);
        self.log
    }

    fn lose(&mut self, raw: Raw, places: u64) {
        *self.log.lost.entry(raw).or_default() += places;
    }

    /// The cycle that has not been spent yet.
    fn cycle(&self) -> u64 {
        self.log.cycles.len() as u64
    }

    /// The cycle of the newest issue: nothing is spent behind it yet.
    fn now(&self) -> u64 {
        self.cycle() - 1
    }

    fn spend(&mut self, stall: Stall) {
        self.log.cycles.push(stall);
    }

    fn hold(&mut self, until: u64, stall: Stall) {
        self.holds.push(Hold { until, stall });
    }

    /// One executed block.
    pub(crate) fn step(&mut self, step: &Step) {
        let space = match self.flaw {
            Some(Flaw::OneSpace) => 0,
            _ => step.block.space,
        };
        let stays = self.shared.frames.enter(space);
        if !stays && self.flaw == Some(Flaw::Forgets) {
            self.dtlb.forget_first();
        }
        if !stays || self.expected != Some(step.block.ip) {
            self.arrive(step.block.ip);
        }
        let mut references = step.addresses.iter().copied();
        let mut slot = step.block.first_slot;
        let mut open = self.window.take();
        while slot < step.end {
            let joins = open.is_some();
            let mut window = open.take().unwrap_or_default();
            let group = self.disperse(step, slot, &mut window);
            slot = group.to;
            if group.from == group.to {
                continue;
            }
            if group.end == End::Cut {
                open = Some(window);
            }
            self.issue(step, &group, joins, &mut references);
            self.unfinished = group.end != End::Stop;
        }
        self.leave(step, slot, open);
        if step.switches && self.flaw != Some(Flaw::TurnsFlow) {
            self.expected = None;
        }
        if step.service > 0 {
            self.hold(self.cycle() + step.service, Stall::ScoreSystem);
        }
        for &space in &step.ended {
            self.shared.frames.end(space);
        }
        self.steps += 1;
    }

    /// Execution goes on where nothing predicted.
    fn arrive(&mut self, ip: u64) {
        self.window = None;
        self.unfinished = false;
        let bubbles = self.config.latency.special.interruption_cycles;
        if self.cycle() == 0 {
            self.front.flush(0, 0, ip, Stall::InstructionStart);
        } else {
            let cycle = self.cycle();
            self.front
                .flush(cycle, bubbles.into(), ip, Stall::FlushException);
        }
    }

    fn disperse(&mut self, step: &Step, from: u8, window: &mut Window) -> Group {
        let block = &step.block;
        let (to, end, m_slots) = self
            .disperser
            .drain(&block.bundles, from, block.end_slot, window);
        let family = self.disperser.family();
        let config = &self.config;
        let needs = (from..to)
            .map(|slot| {
                let on_m = m_slots >> slot & 1 != 0;
                let bundle = &block.bundles[usize::from(slot / 3)];
                let position = usize::from(slot % 3);
                let needs = self
                    .known
                    .entry((block.id.0, slot, on_m))
                    .or_insert_with(|| {
                        let instruction = &bundle.slots[position];
                        let mut needs = Needs::of(instruction, family, config, on_m);
                        if self.disperser.drops(bundle, position) {
                            needs.hint = None;
                        }
                        Rc::new(needs)
                    });
                (slot, Rc::clone(needs))
            })
            .collect();
        Group {
            from,
            to,
            end,
            needs,
        }
    }

    /// Lets cycles go by until a group can leave, and lets it leave.
    fn issue(
        &mut self,
        step: &Step,
        group: &Group,
        joins: bool,
        references: &mut impl Iterator<Item = u64>,
    ) {
        let on = |slot: u8| slot < step.end && step.predicates >> slot & 1 != 0;
        let retires = |slot: u8| slot < step.end;
        let behind = step.block.ip + 16 * u64::from(group.to.div_ceil(3));
        let first = step.block.ip + 16 * u64::from(group.from / 3) + 16;
        let first = self.front.deliver(&mut self.shared, first);
        let entered = self.front.deliver(&mut self.shared, behind);

        // What the group waits for.
        let mut waits = std::mem::take(&mut self.holds);
        let mut stores = 0;
        for (slot, needs) in &group.needs {
            for read in &needs.reads {
                if on(*slot) || read.always && retires(*slot) {
                    let (until, stall) = self.registers.ready(read.name, read.consumer);
                    waits.push(Hold { until, stall });
                }
            }
            if !on(*slot) {
                continue;
            }
            if needs.reads_predicates {
                waits.push(Hold {
                    until: self.registers.predicates_ready(),
                    stall: Stall::ScorePredicate,
                });
            }
            if needs.fence {
                waits.push(Hold {
                    until: self.loads_until,
                    stall: Stall::ScoreSerialize,
                });
            }
            let kind = needs.reference.map(|reference| reference.kind);
            stores += usize::from(kind.is_some_and(MemoryKind::writes));
        }
        let fences = group.needs.iter().any(|(s, needs)| on(*s) && needs.fence);

        // A group that joins the one before it may leave in the cycle that is spent already.
        let mut joined = joins;
        let mut cycle = if joins { self.now() } else { self.cycle() };
        loop {
            let mut reasons: Vec<Stall> = waits
                .iter()
                .filter(|wait| wait.until > cycle)
                .map(|wait| wait.stall)
                .collect();
            if stores > 0 && !self.stores.has_room(stores, cycle) {
                reasons.push(Stall::DataStoreBuffer);
            }
            if fences && !self.stores.is_empty(cycle) {
                reasons.push(Stall::ScoreSerialize);
            }
            let starves = entered > cycle;
            let (fetch, by_loop) = self.front.spent_on(cycle);
            if starves {
                reasons.push(fetch);
            }
            if reasons.is_empty() {
                break;
            }
            if joined {
                joined = false;
            } else if let Some(stall) = self.order.pays(reasons.into_iter()) {
                self.spend(stall);
                // The first bundle may be there and take its place.
                let empty = if first > cycle { 2 } else { 1 };
                if starves && let Some([_, ideal]) = exits(fetch, by_loop) {
                    self.lose(ideal, empty);
                }
                if let Some([charged, _]) = exits(stall, by_loop) {
                    self.lose(charged, empty);
                    self.lose(Raw::LostFrontEnd, 3 * (2 - empty));
                }
            }
            cycle = self.cycle();
        }

        // Early use of a multimedia result.
        let early = |registers: &mut Registers, cycle| {
            group.needs.iter().any(|(slot, needs)| {
                needs.reads.iter().any(|read| {
                    (on(*slot) || read.always && retires(*slot))
                        && registers.is_hazard(read.name, read.consumer, cycle)
                })
            })
        };
        if joined && early(&mut self.registers, cycle) {
            joined = false;
            cycle = self.cycle();
        }
        if early(&mut self.registers, cycle) {
            for _ in 0..self.config.latency.special.mm_flush_cycles {
                self.spend(Stall::FlushOther);
            }
            cycle = self.cycle();
        }

        // Translations.
        let mut translated = Vec::new();
        for (slot, needs) in &group.needs {
            let Some(reference) = needs.reference.filter(|_| on(*slot)) else {
                continue;
            };
            let Some(address) = references.next() else {
                continue;
            };
            translated.push(self.translate(
                step,
                reference,
                *slot,
                address,
                &mut joined,
                &mut cycle,
            ));
        }

        // It leaves.
        if !joined {
            self.spend(if self.unfinished {
                Stall::IssueLimit
            } else {
                Stall::Unstalled
            });
        }
        let now = self.now();
        self.log.groups.push(Issued {
            cycle: now,
            step: self.steps,
            from: group.from,
            to: group.to.min(step.end),
        });
        for slot in group.from..group.to {
            if slot % 3 == 2 {
                self.front.leave(now);
            }
        }
        for (slot, needs) in &group.needs {
            for write in &needs.writes {
                if on(*slot) || write.always && retires(*slot) {
                    self.registers
                        .write(write.name, now + write.latency, write.producer);
                }
            }
        }
        for reference in translated {
            self.access(now, reference);
        }
        for (slot, needs) in &group.needs {
            if on(*slot) {
                self.act(now, step.block.ip + 16 * u64::from(slot / 3), needs);
            }
        }
        for note in &step.notes {
            if (group.from..group.to).contains(&note.slot) {
                let op = step.block.instruction(note.slot).op;
                self.note(now, note.fact, op);
            }
        }
        for (slot, needs) in &group.needs {
            if retires(*slot)
                && let Some(renaming) = needs.renaming
            {
                self.registers.rename(renaming, step.taken == Some(*slot));
            }
        }
    }

    /// What instructions do besides reading, writing and referring to memory.
    fn act(&mut self, now: u64, bundle: u64, needs: &Needs) {
        for p in 1..64 {
            if needs.writes_predicates >> p & 1 != 0 {
                let latency = u64::from(self.config.latency.result.topr);
                self.registers
                    .write(Name::Pr(p), now + latency, Producer::Plain);
            }
        }
        if needs.serializes {
            let cycles = u64::from(self.config.latency.special.serialize_cycles);
            self.hold(now + 1 + cycles, Stall::ScoreSerialize);
        }
        if let Some((branch, target, important)) = needs.hint {
            let target = bundle.wrapping_add_signed(target);
            let branch = bundle.wrapping_add_signed(branch);
            self.predictor.hint(branch, target, important);
            self.front.stream(&mut self.shared, target);
        }
    }

    /// Where execution goes from a step.
    fn leave(&mut self, step: &Step, dispersed: u8, open: Option<Window>) {
        let block = &step.block;
        self.expected = Some(step.target);
        if step.end <= block.first_slot {
            // The first instruction faulted.
            self.expected = None;
            return;
        }
        let last = usize::from(block.end_slot.div_ceil(3)) - 1;
        let bundle = &block.bundles[last];
        let bundle_ip = block.ip + 16 * last as u64;
        let whole = step.end == block.end_slot;
        if let Some(slot) = step.taken {
            self.unfinished = false;
            let instruction = &block.bundles[usize::from(slot / 3)].slots[usize::from(slot % 3)];
            if instruction.op == Op::Rfi {
                self.expected = None;
                return;
            }
            if !matches!(instruction.op, Op::Branch { .. }) {
                let cycles = self.config.latency.special.failed_check_cycles;
                let cycle = self.cycle();
                self.front
                    .flush(cycle, cycles.into(), step.target, Stall::FlushException);
                return;
            }
            if !dispersed.is_multiple_of(3) {
                // The rest of the bundle goes with its taken branch.
                self.front.leave(self.now());
            }
            self.branch(bundle_ip, bundle, Some((slot % 3, step.target)));
            return;
        }
        if whole && block.end_slot.is_multiple_of(3) && Predictor::has_branches(bundle) {
            self.branch(bundle_ip, bundle, None);
        }
        self.window = open;
        let next = block.ip + 16 * u64::from(block.end_slot / 3);
        let interrupts = (block.first_slot..step.end).any(|slot| {
            let instruction = &block.bundles[usize::from(slot / 3)].slots[usize::from(slot % 3)];
            step.predicates >> slot & 1 != 0 && matches!(instruction.op, Op::Break | Op::Rfi)
        });
        if !whole || step.target != next || interrupts {
            self.expected = None;
        }
    }

    /// A bundle with branches was executed.
    fn branch(&mut self, ip: u64, bundle: &isa::Bundle, outcome: Option<(u8, u64)>) {
        // Branch prediction 6: a write is seen if its result was ready so long before the block with the branch entered.
        let late = self.front.entered() + 1;
        let read = u64::from(self.config.branch.register_read_cycles);
        let written: Vec<u64> = (0..8)
            .map(|b| self.registers.ready(Name::Br(b), Consumer::Other).0)
            .collect();
        let prediction = self
            .predictor
            .run(ip, bundle, outcome, |b| written[b] + read < late);
        let right = match outcome {
            Some((slot, target)) => {
                prediction.slot == Some(slot) && prediction.target == Some(target)
            }
            None => prediction.slot.is_none(),
        };
        match outcome {
            Some((slot, target)) if right => {
                self.front.resteer(target, prediction.bubbles);
                if bundle.slots[usize::from(slot)].hint.many() {
                    self.front.stream(&mut self.shared, target);
                }
            }
            None if right => {
                if prediction.bubbles > 0 {
                    self.front.correct(prediction.bubbles);
                }
            }
            _ => {
                let cycles = u64::from(self.config.branch.mispredict_cycles);
                let cycle = self.cycle();
                let wrong = prediction.slot.and(prediction.target).unwrap_or(ip + 16);
                self.front
                    .wrong_path(&mut self.shared, wrong, prediction.bubbles, cycle + cycles);
                let target = outcome.map_or(ip + 16, |(_, target)| target);
                self.front
                    .flush(cycle, cycles, target, Stall::FlushMispredict);
            }
        }
    }
}
