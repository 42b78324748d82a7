//! An execution of a stream's period: what it began with, what it found, and what it did.

use crate::model::accounting::queues::QueueSpan;
use crate::model::memory::cache::{Array, Hierarchy};
use crate::model::memory::relative::{Moved, Relative as _, Written};
use crate::model::memory::reservations::Reservations;
use crate::model::pipeline::Pipeline;
use crate::replay::memo::{Asks, Body};
use crate::replay::memos::Lists;
use events::{Counts, Execution, Probe, Raw};

/// Most lines of L2 that an execution refers to.
const MOST_LINES: usize = 8;

/// How the pipe stands before an execution.
#[derive(Clone, Debug, Default)]
pub(super) struct Boundary {
    /// The state of the pipe.
    pub state: u32,
    /// The cycle of the newest issue.
    pub now: u64,
    /// Physical address of the first reference.
    pub base: u64,
    /// The reservations, relative to `now` and `base`, but for what starts in which cycle.
    pub words: Vec<u64>,
}

impl Boundary {
    /// Writes down how the pipe stands now.
    pub(super) fn write<P: Probe>(&mut self, pipeline: &mut Pipeline<P>, state: u32, base: u64) {
        let caches = &mut pipeline.shared.caches;
        let buffer = &mut pipeline.data.store_buffer;
        (self.state, self.now, self.base) = (state, pipeline.now, base);
        let mut written = Written::new(self.now, base, &mut self.words);
        Reservations::visit_short(caches, buffer, &mut written);
    }

    /// Whether another one is the same but for the cycle and the address.
    pub(super) fn is_like(&self, other: &Self, caches: &Hierarchy) -> bool {
        other.may_be(self.state, self.base, caches) && self.words == other.words
    }

    /// Whether one in a state and at an address may be like it, before the reservations are compared.
    pub(super) fn may_be(&self, state: u32, base: u64, caches: &Hierarchy) -> bool {
        let moved = base.wrapping_sub(self.base);
        self.state == state && moved.is_multiple_of(period_bytes(caches))
    }
}

/// Addresses whose distance is a multiple of this have the same place in a line of every level and the same bank.
fn period_bytes(caches: &Hierarchy) -> u64 {
    let banks = caches.levels[0].banks.as_ref();
    let lines = caches.levels.iter().map(|level| level.array.line_bytes());
    let widest = lines.chain([
        caches.l1d.line_bytes(),
        banks.map_or(1, |banks| banks.span()),
    ]);
    widest.max().unwrap_or(1)
}

/// An execution of the period.
#[derive(Debug)]
pub(super) struct Recorded {
    /// How the pipe stood before it, and a copy of all reservations then.
    pub begins: Boundary,
    reservations: Reservations,
    /// What starts in which cycle, relative as in `begins`; written down when it is first compared.
    starts: Option<Vec<u64>>,
    /// Its body.
    pub number: u32,
    runs: Vec<Run>,
    /// Lines that L1D did not have, in bytes from the first reference.
    absent: Vec<u64>,
    /// The lines of L2 that it refers to.
    lines: Vec<Line>,
    /// More than one of them is missing.
    misses_more: bool,
    /// Entries of queues that it adds, with cycles from the issue before it.
    spans: Vec<QueueSpan>,
    /// What it counts.
    counts: Vec<(Raw, u64)>,
    /// The same, by place in [`Hierarchy::each_count`].
    cache_counts: Vec<(usize, u64)>,
    /// How often it came again since that was added.
    times: u64,
}

/// Successive stores to one line of L2, which is in one part of a page.
#[derive(Debug)]
struct Run {
    /// They ask the second level of the TLB alone.
    direct: bool,
    /// Bytes from the first reference to the first of them.
    offset: u64,
    /// Bytes from the first of them to each.
    steps: Vec<u64>,
}

/// A line of L2 that is referred to.
#[derive(Clone, Copy, Debug)]
struct Line {
    /// Bytes from the first reference.
    offset: u64,
    met: Met,
}

/// How an execution finds a line of L2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Met {
    /// It is there (0), or arrives so many cycles after the issue before the execution.
    Here(u64),
    /// Neither L2 nor L3 has it: what leaves each for it, and when it arrives there, in cycles after the issue before the execution.
    Missing {
        leave: [Leaves; 2],
        arrives: [u64; 2],
    },
}

impl Met {
    fn is_missing(&self) -> bool {
        matches!(self, Self::Missing { .. })
    }
}

/// What makes room for a line that comes in.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Leaves {
    Nothing,
    Clean,
    Dirty,
}

/// What an execution finds, to be used when all of it is as recorded.
#[derive(Debug, Default)]
pub(super) struct Finds {
    /// Translations that are not those used last: whether the second level alone is asked, the place there, and the name of the part or page.
    translations: Vec<(bool, usize, u64)>,
    /// Where each of its lines is, or is put in.
    places: Vec<Places>,
    sets: Sets,
}

/// Where a line is in L2, or is put into L2 and L3.
#[derive(Clone, Copy, Debug)]
struct Places {
    in_l2: usize,
    in_l3: usize,
    /// Where L3 has the dirty line that L2 writes back then.
    back: Option<usize>,
}

/// Sets of L2 and L3 whose lines an execution uses.
#[derive(Clone, Copy, Debug, Default)]
struct Sets {
    numbers: [[usize; 2 * MOST_LINES]; 2],
    counts: [usize; 2],
}

impl Sets {
    fn clear(&mut self) {
        self.counts = [0; 2];
    }

    /// A set of L2 (0) or L3 (1) is used; `None`: for another line, too, or there are too many.
    #[inline(always)]
    fn note(&mut self, level: usize, set: usize) -> Option<()> {
        let (numbers, count) = (&mut self.numbers[level], &mut self.counts[level]);
        let (before, rest) = numbers.split_at_mut_checked(*count)?;
        if before.contains(&set) {
            return None;
        }
        *rest.first_mut()? = set;
        *count += 1;
        Some(())
    }
}

/// The physical address of a reference whose translation is there at once, else `None`; notes a translation that is not the one used last.
#[inline(always)]
pub(super) fn locate<P: Probe>(
    pipeline: &Pipeline<P>,
    direct: bool,
    address: u64,
    last: &mut [(u64, u64); 2],
    translations: &mut Vec<(bool, usize, u64)>,
) -> Option<u64> {
    let (translator, space) = (&pipeline.shared.translator, pipeline.flow.space);
    let tlb = &pipeline.data.tlb;
    let part = tlb.part(space, address);
    let name = if direct { tlb.page_of(part) } else { part };
    let last = &mut last[usize::from(direct)];
    if last.0 != name {
        let (place, frame) = tlb.peek(direct, name)?;
        translations.push((direct, place, name));
        *last = (name, frame);
    }
    Some(translator.physical(last.1, address))
}

/// What leaves L2 and L3 for a line that neither has, and where it is put in. `None`: this cannot be foreseen, or one of `sets` is used twice.
fn leaving(
    caches: &Hierarchy,
    address: u64,
    sets: Option<&mut Sets>,
) -> Option<([Leaves; 2], Places)> {
    let [l2, l3] = &caches.levels;
    let (l2, l3) = (&l2.array, &l3.array);
    let line = l3.line(address);
    if l3.find(line).is_some() {
        return None;
    }
    let (in_l3, from_l3) = l3.foresee(line)?;
    let (in_l2, from_l2) = l2.foresee(l2.line(address))?;
    let mut back = None;
    if let Some(victim) = from_l2
        && victim.dirty
    {
        // It is written back to L3 after the new line has been put in there.
        let line = l3.line(victim.line * l2.line_bytes());
        let index = l3.find(line)?;
        if index == in_l3 {
            return None;
        }
        back = Some(index);
    }
    if let Some(sets) = sets {
        let set = l3.set_at(in_l3);
        sets.note(0, l2.set_at(in_l2))?;
        sets.note(1, set)?;
        let of_back = back.map(|back| l3.set_at(back));
        if let Some(of_back) = of_back.filter(|of_back| *of_back != set) {
            sets.note(1, of_back)?;
        }
    }
    let leave = [from_l2, from_l3].map(|victim| match victim {
        None => Leaves::Nothing,
        Some(victim) if victim.dirty => Leaves::Dirty,
        Some(_) => Leaves::Clean,
    });
    let places = Places { in_l2, in_l3, back };
    Some((leave, places))
}

/// Whether L1D does not have the line of an address.
#[inline(always)]
fn is_absent(l1d: &Array, address: u64) -> bool {
    l1d.find(l1d.line(address)).is_none()
}

impl Recorded {
    /// Begins to record an execution; `None`: it is none that a stream can replay.
    pub(super) fn begin<P: Probe>(
        pipeline: &mut Pipeline<P>,
        begins: Boundary,
        (body, lists): (&Body, &Lists),
        execution: &Execution,
    ) -> Option<Self> {
        let base = begins.base;
        let mut runs: Vec<Run> = Vec::new();
        let mut absent = Vec::new();
        let mut lines: Vec<Line> = Vec::new();
        let tlb = &pipeline.data.tlb;
        let mut last = [tlb.last, tlb.last_direct];
        let caches = &pipeline.shared.caches;
        let l2 = &caches.levels[0].array;
        let (mut translations, mut sets) = (Vec::new(), Sets::default());
        let mut count = 0;
        for step in body.steps.of(&lists.steps) {
            if step.asks != Asks::Access {
                continue;
            }
            let direct = tlb.is_direct(step.memory.kind.is_float());
            let address = *execution.addresses.get(count)?;
            count += 1;
            let physical = locate(pipeline, direct, address, &mut last, &mut translations)?;
            let behind = physical + u64::from(step.memory.bytes.max(1)) - 1;
            let line = l2.line(physical);
            if !is_absent(&caches.l1d, physical) || line != l2.line(behind) {
                return None;
            }
            let offset = physical.wrapping_sub(base);
            let is_new = |old: u64| l2.line(base.wrapping_add(old)) != line;
            match runs.last_mut() {
                Some(run) if run.direct == direct && !is_new(run.offset) => {
                    run.steps.push(offset.wrapping_sub(run.offset));
                }
                _ => runs.push(Run {
                    direct,
                    offset,
                    steps: vec![0],
                }),
            }
            let first = (physical & !(caches.l1d.line_bytes() - 1)).wrapping_sub(base);
            if !absent.contains(&first) {
                absent.push(first);
            }
            if lines.iter().all(|old| is_new(old.offset)) {
                let met = match l2.find(line) {
                    Some(index) if l2.is_code(index) => return None,
                    Some(index) => {
                        sets.note(0, l2.set_at(index))?;
                        Met::Here(l2.arrives(index).saturating_sub(pipeline.now))
                    }
                    None => Met::Missing {
                        leave: leaving(caches, physical, Some(&mut sets))?.0,
                        arrives: [0; 2],
                    },
                };
                lines.push(Line { offset, met });
            }
        }
        if !translations.is_empty()
            || count != execution.addresses.len()
            || lines.len() > MOST_LINES
            || body.frame_cycles.count > 0
        {
            return None;
        }
        let mut words = Vec::new();
        let (now, caches) = (pipeline.now, &mut pipeline.shared.caches);
        let buffer = &mut pipeline.data.store_buffer;
        Reservations::visit_short(caches, buffer, &mut Written::new(now, base, &mut words));
        let mut cache_counts = Vec::new();
        caches.each_count(&mut |count| cache_counts.push((cache_counts.len(), *count)));
        let missing = lines.iter().filter(|line| line.met.is_missing());
        let recorded = Self {
            misses_more: missing.count() > 1,
            begins,
            reservations: Reservations::of(caches, buffer, now),
            starts: None,
            number: 0,
            runs,
            absent,
            lines,
            spans: Vec::new(),
            counts: pipeline.shared.counters.counts.iter().collect(),
            cache_counts,
            times: 0,
        };
        pipeline.shared.counters.keep_spans(Vec::new());
        Some(recorded)
    }

    /// Ends the record: its references have been made, and met what body `number` says.
    pub(super) fn end<P: Probe>(
        &mut self,
        pipeline: &mut Pipeline<P>,
        number: u32,
        spans: Vec<QueueSpan>,
    ) {
        let now = pipeline.now;
        self.number = number;
        self.spans = spans;
        for (_, from, _) in &mut self.spans {
            *from = from.wrapping_sub(now);
        }
        let caches = &mut pipeline.shared.caches;
        for line in &mut self.lines {
            if let Met::Missing { arrives, .. } = &mut line.met {
                let address = self.begins.base.wrapping_add(line.offset);
                for (arrives, level) in arrives.iter_mut().zip(&caches.levels) {
                    let index = level.array.find(level.array.line(address));
                    let at = index.map_or(0, |index| level.array.arrives(index));
                    *arrives = at.wrapping_sub(now);
                }
            }
        }
        let counts: &Counts = &pipeline.shared.counters.counts;
        for (raw, amount) in &mut self.counts {
            *amount = counts[*raw] - *amount;
        }
        self.counts.retain(|(_, amount)| *amount > 0);
        let mut before = self.cache_counts.iter_mut();
        caches.each_count(&mut |count| {
            if let Some((_, amount)) = before.next() {
                *amount = *count - *amount;
            }
        });
        self.cache_counts.retain(|(_, amount)| *amount > 0);
    }

    /// Whether the pipe, whose boundary is given, stands as it stood before this execution.
    pub(super) fn is_at<P: Probe>(&mut self, pipeline: &Pipeline<P>, boundary: &Boundary) -> bool {
        let caches = &pipeline.shared.caches;
        if !boundary.is_like(&self.begins, caches) {
            return false;
        }
        let (begins, reservations) = (&self.begins, &mut self.reservations);
        let starts = self.starts.get_or_insert_with(|| {
            let mut starts = Vec::new();
            reservations.visit_starts(&mut Written::new(begins.now, begins.base, &mut starts));
            starts
        });
        let mut words = Vec::new();
        let mut written = Written::new(boundary.now, boundary.base, &mut words);
        Reservations::visit_starts_of(caches, &mut written);
        words == *starts
    }

    /// Gives the model the reservations from before it, moved to the present cycle and by so many bytes.
    pub(super) fn restore<P: Probe>(&self, pipeline: &mut Pipeline<P>, bytes: u64) {
        let now = pipeline.now;
        let mut reservations = self.reservations.clone();
        reservations.visit(&mut Moved {
            cycles: now - self.begins.now,
            bytes,
        });
        let caches = &mut pipeline.shared.caches;
        reservations.put(caches, &mut pipeline.data.store_buffer, now);
    }

    /// Adds what it counts, times the replays since the last time; `cache_counts`: by place in [`Hierarchy::each_count`], for the caller to add.
    pub(super) fn add<P: Probe>(
        &mut self,
        pipeline: &mut Pipeline<P>,
        cache_counts: &mut Vec<u64>,
    ) {
        let times = std::mem::take(&mut self.times);
        for &(raw, amount) in &self.counts {
            pipeline.shared.counters.counts.add(raw, times * amount);
        }
        for &(place, amount) in &self.cache_counts {
            cache_counts.resize(cache_counts.len().max(place + 1), 0);
            cache_counts[place] += times * amount;
        }
    }

    /// Whether an execution so many bytes further finds what this one found; where it does is noted in `finds`.
    pub(super) fn finds<P: Probe>(
        &self,
        pipeline: &Pipeline<P>,
        execution: &Execution,
        bytes: u64,
        finds: &mut Finds,
    ) -> bool {
        let base = self.begins.base.wrapping_add(bytes);
        finds.translations.clear();
        finds.places.clear();
        finds.sets.clear();
        let tlb = &pipeline.data.tlb;
        let mut last = [tlb.last, tlb.last_direct];
        let addresses = &*execution.addresses;
        let l1d = &pipeline.shared.caches.l1d;
        let mut left = addresses;
        for run in &self.runs {
            let Some((these, others)) = left.split_at_checked(run.steps.len()) else {
                return false;
            };
            left = others;
            let translations = &mut finds.translations;
            let address = these[0];
            let physical = locate(pipeline, run.direct, address, &mut last, translations);
            let mut steps = these.iter().zip(&run.steps);
            if physical != Some(base.wrapping_add(run.offset))
                || !steps.all(|(next, step)| next.wrapping_sub(address) == *step)
            {
                return false;
            }
        }
        let is_absent = |&offset: &u64| is_absent(l1d, base.wrapping_add(offset));
        if !left.is_empty() || !self.absent.iter().all(is_absent) {
            return false;
        }
        let caches = &pipeline.shared.caches;
        let l2 = &caches.levels[0].array;
        for line in &self.lines {
            let address = base.wrapping_add(line.offset);
            let found = l2.find(l2.line(address));
            let place = match (line.met, found) {
                (Met::Here(arrives), Some(index)) => {
                    let same = l2.arrives(index).saturating_sub(pipeline.now) == arrives;
                    if !same || l2.is_code(index) {
                        return false;
                    }
                    Places {
                        in_l2: index,
                        in_l3: 0,
                        back: None,
                    }
                }
                (Met::Missing { leave, .. }, None) => {
                    // Which of its sets coincide is the same in each period, except for those of lines that are written back.
                    let sets = self.misses_more.then_some(&mut finds.sets);
                    match leaving(caches, address, sets) {
                        Some((leaves, place)) if leaves == leave => place,
                        _ => return false,
                    }
                }
                _ => return false,
            };
            finds.places.push(place);
        }
        true
    }

    /// Does to caches and TLBs what an execution so many bytes further does that finds the same. `at`: the cycle of the issue before it.
    pub(super) fn pass<P: Probe>(
        &mut self,
        pipeline: &mut Pipeline<P>,
        at: u64,
        bytes: u64,
        finds: &Finds,
    ) {
        let base = self.begins.base.wrapping_add(bytes);
        for &(direct, place, name) in &finds.translations {
            pipeline.data.tlb.reuse_at(direct, place, name);
        }
        let caches = &mut pipeline.shared.caches;
        let [l2, l3] = &mut caches.levels;
        let (l2, l3) = (&mut l2.array, &mut l3.array);
        for (line, places) in self.lines.iter().zip(&finds.places) {
            let &Places { in_l2, in_l3, back } = places;
            let address = base.wrapping_add(line.offset);
            match line.met {
                Met::Here(_) => {
                    l2.touch(in_l2);
                }
                // As `Shared::request_missed` fills both levels.
                Met::Missing { arrives, .. } => {
                    let arrives = arrives.map(|arrives| at.wrapping_add(arrives));
                    l3.fill_at(in_l3, l3.line(address), arrives[1]);
                    l2.fill_at(in_l2, l2.line(address), arrives[0]);
                    if let Some(back) = back {
                        l3.policy.touch(back);
                        l3.write(back);
                    }
                }
            }
            l2.write(in_l2);
        }
        for &(raw, from, cycles) in &self.spans {
            let span = (raw, at.wrapping_add(from), cycles);
            pipeline.shared.counters.span(span);
        }
        self.times += 1;
    }
}
