//! Where time goes in a program: cycles and events by instruction and by call path.
//!
//! [`Profile`] is a listener that only adds up ([`Attention::sums`]), so that it costs little: executions that are timed in full are
//! delivered record by record, replays as a number and how often. The records of an execution are kept under its number when replay learns it
//! ([`Probe::learned`]). Successive executions of a block that spend their cycles in the same way are counted first and added to the
//! sums together.

mod memos;
mod paths;
mod recording;

use std::collections::BTreeMap;
use std::collections::btree_map::Entry;

use events::{
    Attention, Block, Branch, CallPath, CodeId, Culprit, DataMiss, DataMissKind, Executions, Flush,
    FlushKind, InstructionMiss, InstructionTlbMiss, MemoryLevel, Prediction, Probe, Reason,
    StaticEvent, Totals, Wait,
};
use rustc_hash::FxHashMap;

use memos::{Course, ExecutionRecords, Issued, Memos, Waited};
use paths::Paths;
pub use recording::{Bundle, Line, PathLine, Recording, Spent};

/// How many pairs of a call path and a memo [`Profile::replays`] holds before they are added to the sums.
const MOST_PAIRS: usize = 1 << 18;

/// A listener that keeps cycles and events by instruction and call path. Processes are not told apart: instructions are known by their address
/// and the contents of their bundle.
#[derive(Debug, Default)]
pub struct Profile {
    /// Addresses at which pieces of code begin, ascending. A piece is named by how many begin at or before an address in it.
    pieces: Vec<u64>,
    /// By the number of a block ([`CodeId`]).
    codes: Vec<Option<Code>>,
    /// Demand fetches that missed L1I, by the address of the bundle fetched.
    fetch_misses: FxHashMap<u64, u64>,
    /// Demand fetches that missed the first-level ITLB, by the address of the bundle fetched.
    fetch_tlb_misses: FxHashMap<u64, u64>,
    paths: Paths,
    /// The current call path.
    path: u32,
    /// The newest check that found no ALAT entry, and its cycle.
    failed: Option<(Culprit, u64)>,
    /// Records that are delivered do not belong to an execution that is timed in full: they are ignored.
    ignores_records: bool,
    /// Records of the current execution so far.
    current: ExecutionRecords,
    memos: Memos,
    /// How often memos were replayed, by call path and number of the memo, as far as not in the sums yet.
    replays: FxHashMap<(u32, u32), u64>,
    /// Calls without a path of their own.
    folded_calls: u64,
    /// The region of interest has ended: nothing is counted any more.
    ended: bool,
}

/// A block and the sums of its instructions. Slots are counted from its first bundle.
#[derive(Debug)]
struct Code {
    ip: u64,
    /// The piece of code in which all of the block lies; `None`: it lies in several.
    piece: Option<u32>,
    first_slot: u8,
    bundles: Box<[u128]>,
    /// By slot.
    lines: Box<[Line]>,
    /// The cycles of its newest execution, which are in the sums once.
    newest: Course,
    /// How many executions followed it in succession with equal cycles: these are not in `lines`, `issued` and `limited` yet.
    times: u64,
    /// The call path of the newest execution.
    path: u32,
    /// How many executions followed it with equal cycles on the same path: these are not in the sums by path yet.
    times_on_path: u64,
    /// Cycles of issue by the first slot of the group: those in which it begins an instruction group ([`Reason::Unstalled`]).
    issued: Box<[u64]>,
    /// The same for the rest of a split group ([`Reason::Split`]).
    limited: Box<[u64]>,
    /// Retirements, and retirements with a false predicate, by slot since the start of the run.
    retired: Box<[[u64; 2]]>,
    /// The same at the start of the region of interest.
    before: Box<[[u64; 2]]>,
}

impl Profile {
    /// An empty profile, without pieces of code.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty profile that gives the cycles of a call path by piece of code. `pieces`: ascending addresses at which pieces begin,
    /// usually those of functions.
    #[must_use]
    pub fn of_pieces(pieces: Vec<u64>) -> Self {
        Self {
            pieces,
            ..Self::default()
        }
    }

    /// Where pieces of code begin.
    #[must_use]
    pub fn pieces(&self) -> &[u64] {
        &self.pieces
    }

    /// What was recorded.
    #[must_use]
    pub fn finish(mut self) -> Recording {
        self.add_newest_of_all();
        self.add_replays();
        let mut bundles: BTreeMap<(u64, u128), Bundle> = BTreeMap::new();
        for code in std::mem::take(&mut self.codes).into_iter().flatten() {
            code.keep(&mut bundles);
        }
        for ((ip, _), bundle) in &mut bundles {
            // Of several contents of an address, the first one holds them.
            bundle.fetch_misses = self.fetch_misses.remove(ip).unwrap_or(0);
            bundle.fetch_tlb_misses = self.fetch_tlb_misses.remove(ip).unwrap_or(0);
        }
        Recording {
            bundles,
            paths: self.paths.finish(),
            folded_calls: self.folded_calls,
        }
    }

    /// Adds the cycles and events of the replays so far to the sums of instructions and call paths.
    fn add_replays(&mut self) {
        let mut waits: Vec<(Waited, Option<u64>)> = Vec::new();
        for ((path, number), times) in std::mem::take(&mut self.replays) {
            let Some(memo) = self.memos.get(number) else {
                continue;
            };
            waits.clear();
            let of_memo = self.memos.waits(memo);
            waits.extend(of_memo.map(|waited| (*waited, place(&self.codes, waited.culprit))));
            let Some(Some(code)) = self.codes.get_mut(memo.code as usize) else {
                continue;
            };
            let mut on_path = OnPath {
                paths: &mut self.paths,
                pieces: &self.pieces,
                path,
            };
            on_path.issue(code, memo.issued, times);
            code.issue(memo.issued, times);
            for (waited, culprit) in &waits {
                on_path.wait(code, waited, times);
                code.wait(waited, *culprit, times);
            }
            if let Some((slot, taken, mispredicted)) = memo.branch
                && let Some(line) = code.lines.get_mut(usize::from(slot))
            {
                line.taken += times * u64::from(taken);
                line.mispredicted += times * u64::from(mispredicted);
            }
            for (slot, level) in self.memos.loads(memo) {
                if let Some(line) = code.lines.get_mut(usize::from(*slot)) {
                    line.misses[usize::from(*level)] += times;
                }
            }
            for slot in self.memos.untranslated(memo) {
                if let Some(line) = code.lines.get_mut(usize::from(*slot)) {
                    line.tlb_misses += times;
                }
            }
            for slot in self.memos.failed(memo) {
                if let Some(line) = code.lines.get_mut(usize::from(*slot)) {
                    line.failed_checks += times;
                }
            }
        }
    }

    fn line(&mut self, code: CodeId, slot: u8) -> Option<&mut Line> {
        if self.ended || self.ignores_records {
            return None;
        }
        let code = self.codes.get_mut(code.0 as usize)?.as_mut()?;
        code.lines.get_mut(usize::from(slot))
    }

    /// Counts the execution whose records have been delivered.
    fn count_current(&mut self) {
        let number = self.current.code as usize;
        let Some(Some(code)) = self.codes.get_mut(number) else {
            return;
        };
        if code.newest == self.current.course {
            code.times += 1;
            if code.path == self.path {
                code.times_on_path += 1;
                return;
            }
            self.add_newest_on_path(number);
        } else {
            self.add_newest(number);
            if let Some(Some(code)) = self.codes.get_mut(number) {
                code.newest.clone_from(&self.current.course);
            }
            self.add_to_lines(number, 1);
        }
        if let Some(Some(code)) = self.codes.get_mut(number) {
            code.path = self.path;
        }
        self.add_to_path(number, 1);
    }

    /// Adds to all sums the executions that followed the newest one of a code with equal cycles.
    fn add_newest(&mut self, number: usize) {
        if let Some(Some(code)) = self.codes.get_mut(number) {
            let times = std::mem::take(&mut code.times);
            if times > 0 {
                self.add_to_lines(number, times);
            }
            self.add_newest_on_path(number);
        }
    }

    fn add_newest_on_path(&mut self, number: usize) {
        if let Some(Some(code)) = self.codes.get_mut(number) {
            let times = std::mem::take(&mut code.times_on_path);
            if times > 0 {
                self.add_to_path(number, times);
            }
        }
    }

    fn add_newest_of_all(&mut self) {
        for number in 0..self.codes.len() {
            self.add_newest(number);
        }
    }

    /// Adds the cycles of the newest execution of a code to its instructions, `times` times.
    fn add_to_lines(&mut self, number: usize, times: u64) {
        let Some(Some(code)) = self.codes.get_mut(number) else {
            return;
        };
        let newest = std::mem::take(&mut code.newest);
        code.issue(newest.issued, times);
        for waited in &newest.waits {
            let culprit = place(&self.codes, waited.culprit);
            if let Some(Some(code)) = self.codes.get_mut(number) {
                code.wait(waited, culprit, times);
            }
        }
        if let Some(Some(code)) = self.codes.get_mut(number) {
            code.newest = newest;
        }
    }

    /// Adds the cycles of the newest execution of a code to its call path, `times` times.
    fn add_to_path(&mut self, number: usize, times: u64) {
        let Some(Some(code)) = self.codes.get(number) else {
            return;
        };
        let mut on_path = OnPath {
            paths: &mut self.paths,
            pieces: &self.pieces,
            path: code.path,
        };
        let (early, late) = code.newest.waits.split_at(code.newest.early);
        for waited in early {
            on_path.wait(code, waited, times);
        }
        on_path.issue(code, code.newest.issued, times);
        for waited in late {
            on_path.wait(code, waited, times);
        }
    }
}

/// The address of an instruction, with its slot in the low bits.
fn place(codes: &[Option<Code>], culprit: Option<Culprit>) -> Option<u64> {
    let Culprit { code, index } = culprit?;
    let code = codes.get(code.0 as usize)?.as_ref()?;
    Some(code.ip_of(index) + u64::from(index % 3))
}

/// A call path to which cycles are added.
struct OnPath<'p> {
    paths: &'p mut Paths,
    pieces: &'p [u64],
    path: u32,
}

impl OnPath<'_> {
    fn issue(&mut self, code: &Code, issued: Issued, times: u64) {
        for (reason, groups) in issued.by_reason() {
            if groups == 0 {
                continue;
            }
            if let Some(piece) = code.piece {
                let cycles = times * u64::from(groups.count_ones());
                self.paths.spend(self.path, piece, reason, cycles);
                continue;
            }
            for slot in slots(groups) {
                let piece = code.piece_of(slot, self.pieces);
                self.paths.spend(self.path, piece, reason, times);
            }
        }
    }

    fn wait(&mut self, code: &Code, waited: &Waited, times: u64) {
        let piece = code.piece_of(waited.slot, self.pieces);
        let cycles = waited.cycles * times;
        self.paths.spend(self.path, piece, waited.reason, cycles);
    }
}

/// The piece of code in which an address lies: how many pieces begin at or before it.
fn piece(pieces: &[u64], address: u64) -> u32 {
    pieces.partition_point(|start| *start <= address) as u32
}

/// Numbers of the bits that are set.
fn slots(mut bits: u64) -> impl Iterator<Item = u8> {
    std::iter::from_fn(move || {
        let slot = (bits != 0).then(|| bits.trailing_zeros() as u8)?;
        bits &= bits - 1;
        Some(slot)
    })
}

impl Code {
    fn ip_of(&self, slot: u8) -> u64 {
        self.ip.wrapping_add(16 * u64::from(slot / 3))
    }

    /// The piece of code in which a slot lies.
    #[inline]
    fn piece_of(&self, slot: u8, pieces: &[u64]) -> u32 {
        self.piece
            .unwrap_or_else(|| piece(pieces, self.ip_of(slot)))
    }

    /// Counts the cycles in which groups of one execution issue, `times` times.
    fn issue(&mut self, issued: Issued, times: u64) {
        for (reason, groups) in issued.by_reason() {
            let sums = match reason {
                Reason::Split => &mut self.limited,
                _ => &mut self.issued,
            };
            for slot in slots(groups) {
                if let Some(sum) = sums.get_mut(usize::from(slot)) {
                    *sum += times;
                }
            }
        }
    }

    /// Counts a wait `times` times; `culprit`: the instruction waited for ([`place`]).
    fn wait(&mut self, waited: &Waited, culprit: Option<u64>, times: u64) {
        if let Some(line) = self.lines.get_mut(usize::from(waited.slot)) {
            line.spend(waited.reason, culprit, waited.cycles * times);
        }
    }

    /// Forgets all cycles.
    fn clear(&mut self) {
        self.lines.fill(Line::default());
        self.newest = Course::default();
        (self.times, self.times_on_path) = (0, 0);
        self.issued.fill(0);
        self.limited.fill(0);
    }

    fn keep(self, bundles: &mut BTreeMap<(u64, u128), Bundle>) {
        let mut lines = self.lines;
        for (slot, line) in lines.iter_mut().enumerate().skip(self.first_slot.into()) {
            let [retired, squashed] = self.retired[slot];
            let [retired_before, squashed_before] = self.before[slot];
            line.retired = retired - retired_before;
            line.executed = line.retired - (squashed - squashed_before);
            if self.issued[slot] > 0 {
                line.spend(Reason::Unstalled, None, self.issued[slot]);
            }
            if self.limited[slot] > 0 {
                line.spend(Reason::Split, None, self.limited[slot]);
            }
        }
        let with_lines = self.bundles.iter().zip(lines.chunks_exact_mut(3));
        for (index, (&raw, lines)) in with_lines.enumerate() {
            if lines.iter().all(|line| *line == Line::default()) {
                continue;
            }
            let ip = self.ip.wrapping_add(16 * index as u64);
            let bundle = match bundles.entry((ip, raw)) {
                Entry::Vacant(none) => none.insert(Bundle {
                    slots: std::array::from_fn(|slot| std::mem::take(&mut lines[slot])),
                    ..Bundle::default()
                }),
                Entry::Occupied(known) => {
                    let bundle = known.into_mut();
                    for (sum, line) in bundle.slots.iter_mut().zip(lines) {
                        sum.add(line);
                    }
                    bundle
                }
            };
            if isa::decode(raw).template.is_mlx() {
                // L and X slot hold one instruction: its counts stand in the last slot.
                let first_half = Line {
                    retired: 0,
                    executed: 0,
                    ..std::mem::take(&mut bundle.slots[1])
                };
                bundle.slots[2].add(&first_half);
            }
        }
    }
}

impl Probe for Profile {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        let index = block.id.0 as usize;
        if index >= self.codes.len() {
            self.codes.resize_with(index + 1, || None);
        }
        let slots = 3 * block.raw.len();
        let first = piece(&self.pieces, block.ip);
        let last = block.raw.len().saturating_sub(1) as u64;
        let last = piece(&self.pieces, block.ip.wrapping_add(16 * last));
        self.codes[index] = Some(Code {
            ip: block.ip,
            piece: (first == last).then_some(first),
            first_slot: block.first_slot,
            bundles: block.raw.clone(),
            lines: vec![Line::default(); slots].into(),
            newest: Course::default(),
            times: 0,
            path: 0,
            times_on_path: 0,
            issued: vec![0; slots].into(),
            limited: vec![0; slots].into(),
            retired: vec![[0; 2]; slots].into(),
            before: vec![[0; 2]; slots].into(),
        });
    }

    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        Attention {
            instruction_misses: true,
            sums: true,
            ..Attention::NOTHING
        }
    }

    fn update(&mut self, totals: &mut dyn Totals) {
        if self.ended {
            return;
        }
        for code in self.codes.iter_mut().flatten() {
            code.retired.fill([0; 2]);
        }
        let codes = &mut self.codes;
        totals.retired(&mut |executions: &Executions<'_>| {
            let Some(Some(code)) = codes.get_mut(executions.code.0 as usize) else {
                return;
            };
            let counts = executions.retired.iter().zip(executions.squashed);
            for (sum, (retired, squashed)) in code.retired.iter_mut().zip(counts) {
                sum[0] += retired;
                sum[1] += squashed;
            }
        });
    }

    /// Everything counted before the region of interest is forgotten, and nothing counted behind it.
    fn region(&mut self, _: u64, inside: bool) {
        if inside {
            self.replays.clear();
            self.fetch_misses.clear();
            self.fetch_tlb_misses.clear();
            self.folded_calls = 0;
            self.paths.clear();
            for code in self.codes.iter_mut().flatten() {
                code.clear();
                code.before.copy_from_slice(&code.retired);
            }
        } else {
            self.add_newest_of_all();
            self.add_replays();
        }
        self.ended = !inside;
    }

    fn in_full(&mut self, begins: bool) {
        self.ignores_records = !begins;
        if begins {
            self.current.clear();
        } else if !self.ended {
            self.count_current();
        }
    }

    fn learned(&mut self, number: u32) {
        self.memos.keep(number, &self.current);
    }

    fn replayed(&mut self, number: u32, path: u32, times: u64) {
        if self.ended {
            return;
        }
        *self.replays.entry((path, number)).or_default() += times;
        if self.replays.len() >= MOST_PAIRS {
            self.add_replays();
        }
    }

    fn forgotten(&mut self) {
        self.add_replays();
        self.memos.clear();
    }

    fn call_path(&mut self, number: u32, path: &CallPath) {
        self.paths.name(number, path);
    }

    fn folded_call(&mut self) {
        self.folded_calls += u64::from(!self.ended);
    }

    fn on_path(&mut self, number: u32) {
        self.path = number;
    }

    fn wait(&mut self, wait: &Wait) {
        let Culprit { code, index: slot } = wait.group;
        self.current.code = code.0;
        self.current.course.waits.push(Waited {
            slot,
            reason: wait.reason,
            cycles: wait.cycles,
            culprit: wait.culprit,
        });
    }

    fn issued(&mut self, code: CodeId, groups: u64, limited: u64) {
        self.current.code = code.0;
        let course = &mut self.current.course;
        course.issued = Issued { groups, limited };
        course.early = course.waits.len();
    }

    fn branch(&mut self, branch: &Branch) {
        let mispredicted = branch.prediction != Prediction::Right;
        if let Some(line) = self.line(branch.site.code, branch.site.index) {
            line.taken += u64::from(branch.taken);
            line.mispredicted += u64::from(mispredicted);
            self.current.branch = Some((branch.site.index, branch.taken, mispredicted));
        }
    }

    fn data_miss(&mut self, miss: &DataMiss) {
        if miss.kind == DataMissKind::Alat
            && let Some(line) = self.line(miss.site.code, miss.site.index)
        {
            line.failed_checks += 1;
            self.current.failed.push(miss.site.index);
            let culprit = miss.site.culprit();
            self.failed = culprit.map(|culprit| (culprit, miss.cycle));
        }
    }

    fn loaded(&mut self, culprit: Culprit, level: MemoryLevel) {
        let mut levels = MemoryLevel::BEHIND_L1.iter();
        if let Some(level) = levels.position(|known| *known == level)
            && let Some(line) = self.line(culprit.code, culprit.index)
        {
            line.misses[level] += 1;
            self.current.loads.push((culprit.index, level as u8));
        }
    }

    fn untranslated(&mut self, culprit: Culprit) {
        if let Some(line) = self.line(culprit.code, culprit.index) {
            line.tlb_misses += 1;
            self.current.untranslated.push(culprit.index);
        }
    }

    fn flush(&mut self, flush: &Flush) {
        // A failed check of the ALAT has been counted with its miss.
        let counted = self.failed == flush.culprit.culprit().map(|it| (it, flush.cycle));
        if flush.kind == FlushKind::FailedCheck
            && !counted
            && let Some(line) = self.line(flush.culprit.code, flush.culprit.index)
        {
            line.failed_checks += 1;
            self.current.failed.push(flush.culprit.index);
        }
    }

    fn instruction_miss(&mut self, miss: &InstructionMiss) {
        if !self.ended {
            *self.fetch_misses.entry(miss.ip & !15).or_default() += 1;
        }
    }

    fn instruction_tlb_miss(&mut self, miss: &InstructionTlbMiss) {
        if !self.ended {
            *self.fetch_tlb_misses.entry(miss.ip & !15).or_default() += 1;
        }
    }
}
