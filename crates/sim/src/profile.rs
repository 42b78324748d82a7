//! Where time goes in a program: cycles and events by instruction.

use std::collections::BTreeMap;

use events::{
    Block, Branch, DataMiss, DataTlbMiss, Group, InstructionMiss, MemoryLevel, Prediction, Probe,
    Stall, StaticEvent,
};

/// Cycles and events of one instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Line {
    /// Times that it retired.
    pub retired: u64,
    /// Times that it retired with its qualifying predicate true.
    pub executed: u64,
    /// Cycles from the issue before its issue group to that of its group, the latter included, by what they were spent on;
    /// in the order of [`Stall::ALL`]. The first instruction of a group holds those of the whole group.
    pub cycles: [u64; Stall::ALL.len()],
    /// Loads that found their data in each of [`MemoryLevel::BEHIND_L1`].
    pub misses: [u64; MemoryLevel::BEHIND_L1.len()],
    /// References that missed the first-level data TLB.
    pub tlb_misses: u64,
    /// Branch bundles that left here and were taken.
    pub taken: u64,
    /// Branch bundles whose prediction was wrong in direction or target.
    pub mispredicted: u64,
}

impl Line {
    /// Cycles of all kinds.
    #[must_use]
    pub fn all_cycles(&self) -> u64 {
        self.cycles.iter().sum()
    }

    /// What most of its waiting was for, with its cycles; `None`: it never waited.
    #[must_use]
    pub fn main_stall(&self) -> Option<(Stall, u64)> {
        Stall::ALL
            .into_iter()
            .filter(|&stall| stall != Stall::Unstalled)
            .map(|stall| (stall, self.cycles[stall as usize]))
            .filter(|&(_, cycles)| cycles > 0)
            .max_by_key(|&(stall, cycles)| (cycles, std::cmp::Reverse(stall)))
    }

    /// Adds what another place, or another time, counted.
    pub fn add(&mut self, other: &Line) {
        self.retired += other.retired;
        self.executed += other.executed;
        for (sum, cycles) in self.cycles.iter_mut().zip(other.cycles) {
            *sum += cycles;
        }
        for (sum, misses) in self.misses.iter_mut().zip(other.misses) {
            *sum += misses;
        }
        self.tlb_misses += other.tlb_misses;
        self.taken += other.taken;
        self.mispredicted += other.mispredicted;
    }
}

/// One executed bundle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Bundle {
    /// Its instructions; that of an MLX bundle stands in the last slot.
    pub slots: [Line; 3],
    /// Demand fetches of its line, or from inside it, that missed L1I.
    pub fetch_misses: u64,
}

/// A listener that keeps cycles and events by instruction: processes and programs together, by address and by what
/// stands there.
#[derive(Debug, Default)]
pub struct Profile {
    codes: Vec<Option<Code>>,
    bundles: BTreeMap<(u64, u128), Bundle>,
    fetch_misses: BTreeMap<u64, u64>,
    /// Cycles since the newest group.
    waiting: [u64; Stall::ALL.len()],
    /// The region of interest has ended: nothing is counted any more.
    ended: bool,
}

#[derive(Debug)]
struct Code {
    ip: u64,
    bundles: Box<[u128]>,
    lines: Box<[Line]>,
}

impl Profile {
    /// Nothing counted.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// What was executed, by address and contents of the bundle, and the cycles behind the last group.
    #[must_use]
    pub fn finish(mut self) -> (BTreeMap<(u64, u128), Bundle>, u64) {
        for code in std::mem::take(&mut self.codes).into_iter().flatten() {
            self.keep(&code);
        }
        for ((ip, _), bundle) in &mut self.bundles {
            // Of several contents of an address, the first one holds them.
            bundle.fetch_misses = self.fetch_misses.remove(ip).unwrap_or(0);
        }
        (self.bundles, self.waiting.iter().sum())
    }

    fn keep(&mut self, code: &Code) {
        for (index, (&raw, lines)) in code.bundles.iter().zip(code.lines.chunks(3)).enumerate() {
            if lines.iter().all(|line| *line == Line::default()) {
                continue;
            }
            let bundle = self
                .bundles
                .entry((code.ip + 16 * index as u64, raw))
                .or_default();
            for (sum, line) in bundle.slots.iter_mut().zip(lines) {
                sum.add(line);
            }
            if isa::decode(raw).template.is_mlx() {
                // One instruction in two slots.
                let first_half = Line {
                    retired: 0,
                    executed: 0,
                    ..std::mem::take(&mut bundle.slots[1])
                };
                bundle.slots[2].add(&first_half);
            }
        }
    }

    fn line(&mut self, code: events::CodeId, slot: u8) -> Option<&mut Line> {
        if self.ended {
            return None;
        }
        let code = self.codes.get_mut(code.0 as usize)?.as_mut()?;
        code.lines.get_mut(usize::from(slot))
    }
}

impl Probe for Profile {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        let index = block.id.0 as usize;
        if index >= self.codes.len() {
            self.codes.resize_with(index + 1, || None);
        }
        let code = Code {
            ip: block.ip,
            bundles: block.raw.clone(),
            lines: vec![Line::default(); 3 * block.raw.len()].into(),
        };
        if let Some(old) = self.codes[index].replace(code) {
            self.keep(&old);
        }
    }

    /// Everything counted before the region of interest is forgotten, and nothing counted behind it.
    fn region(&mut self, inside: bool) {
        self.ended = !inside;
        if inside {
            self.bundles.clear();
            self.fetch_misses.clear();
            self.waiting = Default::default();
            for code in self.codes.iter_mut().flatten() {
                code.lines.fill(Line::default());
            }
        }
    }

    fn group(&mut self, group: &Group) {
        if self.ended {
            return;
        }
        let waiting = std::mem::take(&mut self.waiting);
        let Some(Some(code)) = self.codes.get_mut(group.code.0 as usize) else {
            return;
        };
        let mut slots = group.mask();
        while slots != 0 {
            let slot = slots.trailing_zeros();
            slots &= slots - 1;
            if let Some(line) = code.lines.get_mut(slot as usize) {
                line.retired += 1;
                line.executed += group.predicates >> slot & 1;
            }
        }
        if let Some(line) = code.lines.get_mut(usize::from(group.from)) {
            for (sum, cycles) in line.cycles.iter_mut().zip(waiting) {
                *sum += cycles;
            }
        }
    }

    fn cycles(&mut self, stall: Stall, _from: u64, cycles: u64) {
        if !self.ended {
            self.waiting[stall as usize] += cycles;
        }
    }

    fn branch(&mut self, branch: &Branch) {
        if let Some(line) = self.line(branch.site.code, branch.site.index) {
            line.taken += u64::from(branch.taken);
            line.mispredicted += u64::from(branch.prediction != Prediction::Right);
        }
    }

    fn data_miss(&mut self, miss: &DataMiss) {
        let Some(level) = MemoryLevel::BEHIND_L1
            .iter()
            .position(|level| *level == miss.level)
        else {
            return;
        };
        if let Some(line) = self.line(miss.site.code, miss.site.index) {
            line.misses[level] += 1;
        }
    }

    fn instruction_miss(&mut self, miss: &InstructionMiss) {
        if self.ended {
            return;
        }
        *self.fetch_misses.entry(miss.ip & !15).or_default() += 1;
    }

    fn data_tlb_miss(&mut self, miss: &DataTlbMiss) {
        if let Some(line) = self.line(miss.site.code, miss.site.index) {
            line.tlb_misses += 1;
        }
    }
}
