//! The listener that makes rows.

use std::collections::VecDeque;
use std::io;
use std::ops::Range;

use events::{
    Attention, Block, Fetch, FetchQueue, Flush, FlushKind, Group, Probe, Reference, Stall,
    StaticEvent, Task, Totals,
};
use profileme::Pipe;

use crate::row::{Fate, Fetched, Form, Row, Span};

/// Cycles, or instructions, before the window from which on everything is heard, so that the fetches of what issues in it are
/// known.
const LEAD: u64 = 512;
/// Spans of cycles that are kept: more than any instruction waits through in the buffer.
const SPANS: usize = 4096;

/// The part of a run that is looked at.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Window {
    /// Instructions that issue in these cycles.
    Cycles(Range<u64>),
    /// Instructions by their number in the run.
    Instructions(Range<u64>),
    /// The region of interest.
    Region {
        /// Only these of its cycles.
        cycles: Range<u64>,
    },
}

/// Where the listener stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Phase {
    /// Before the window.
    Before,
    /// Everything is heard; rows are made of what is in the window.
    Listening,
    /// Behind the window.
    Done,
}

struct Code {
    ip: u64,
    raw: Box<[u128]>,
    counted: u64,
}

/// Makes rows of the instructions of a window and hands them to a form.
pub struct View<F> {
    pipe: Pipe,
    window: Window,
    phase: Phase,
    inside: bool,
    /// The cycle in which the region began.
    entered: u64,
    form: F,
    codes: Vec<Option<Code>>,
    queue: FetchQueue,
    spans: VecDeque<Span>,
    /// Rows of the newest group, which may still learn of their references.
    pending: Vec<Row>,
    /// Instructions that retired before the next one.
    retired: u64,
    /// Bundle and end of the newest slots that issued.
    issued: (u64, u8),
    /// The newest flush.
    flushed: Option<Flush>,
    thread: u32,
    failed: Option<io::Error>,
}

impl<F: Form> View<F> {
    /// A view of a window of a run on a processor with a pipe.
    #[must_use]
    pub fn new(pipe: Pipe, window: Window, form: F) -> Self {
        Self {
            pipe,
            window,
            phase: Phase::Before,
            inside: false,
            entered: 0,
            form,
            codes: Vec::new(),
            queue: FetchQueue::default(),
            spans: VecDeque::new(),
            pending: Vec::new(),
            retired: 0,
            issued: (0, 0),
            flushed: None,
            thread: 0,
            failed: None,
        }
    }

    /// The end of the run: what is left is written.
    ///
    /// # Errors
    /// Something could not be written.
    pub fn finish(mut self) -> io::Result<F> {
        self.release();
        match self.failed.take() {
            Some(error) => Err(error),
            None => {
                self.form.finish()?;
                Ok(self.form)
            }
        }
    }

    /// Whether an instruction is in the window.
    fn holds(&self, cycle: u64, number: u64) -> bool {
        match &self.window {
            Window::Cycles(cycles) => cycles.contains(&cycle),
            Window::Instructions(numbers) => numbers.contains(&number),
            Window::Region { cycles } => {
                let since = cycle.checked_sub(self.entered);
                self.inside && since.is_some_and(|since| cycles.contains(&since))
            }
        }
    }

    /// Whether a cycle and the instructions so far are behind the window.
    fn is_over(&self, cycle: u64) -> bool {
        match &self.window {
            Window::Cycles(cycles) => cycle >= cycles.end,
            Window::Instructions(numbers) => self.retired >= numbers.end,
            Window::Region { cycles } => {
                self.inside && cycle.saturating_sub(self.entered) >= cycles.end
            }
        }
    }

    /// Hands over the rows that are complete.
    fn release(&mut self) {
        let waiting = self.queue.oldest().map(|bundle| bundle.fetch.cycle);
        for row in std::mem::take(&mut self.pending) {
            // Fetches come in order: none later starts before the oldest that waits, or before this one.
            let from = waiting.map_or(row.start(), |waiting| waiting.min(row.start()));
            self.hand_over(row, from);
        }
    }

    fn hand_over(&mut self, row: Row, from: u64) {
        if self.failed.is_none() {
            self.failed = self.form.row(row, from).err();
        }
    }

    fn waits(&self, from: u64, to: u64) -> Vec<Span> {
        let overlap = |span: &Span| {
            let span = Span {
                from: span.from.max(from),
                to: span.to.min(to),
                ..*span
            };
            (span.from < span.to).then_some(span)
        };
        self.spans.iter().filter_map(overlap).collect()
    }

    /// A bundle that was fetched and never issues.
    fn kill(&mut self, ip: u64, fetch: &Fetch, end: u64, fate: Fate) {
        if !self.holds(fetch.entry, self.retired) {
            return;
        }
        let row = Row {
            ip,
            slot: None,
            text: String::new(),
            number: None,
            thread: self.thread,
            fetched: Some(Fetched {
                start: fetch.cycle,
                entry: fetch.entry,
            }),
            issue: None,
            end: end.max(fetch.cycle + 1),
            fate,
            waits: Vec::new(),
            memory: None,
        };
        let from = row.start();
        self.hand_over(row, from);
    }

    fn start(&mut self, retired: u64) {
        self.phase = Phase::Listening;
        self.retired = retired;
        self.queue = FetchQueue::default();
        self.spans.clear();
    }

    /// Instructions that retired in the run so far.
    fn retired_in(&self, totals: &mut dyn Totals) -> u64 {
        let mut sum = 0;
        totals.retired(&mut |executions| {
            let code = self.codes.get(executions.code.0 as usize);
            let counted = code.and_then(Option::as_ref).map_or(0, |code| code.counted);
            let slots = (0..64).zip(executions.retired);
            let counts = slots.filter(|(slot, _)| counted >> slot & 1 != 0);
            sum += counts.map(|(_, count)| count).sum::<u64>();
        });
        sum
    }

    /// What has to be heard before the window begins.
    fn await_window(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        match self.window.clone() {
            Window::Cycles(cycles) => {
                let lead = cycles.start.saturating_sub(LEAD);
                if cycle >= lead {
                    let retired = self.retired_in(totals);
                    self.start(retired);
                    return HEARING;
                }
                Attention {
                    settle: lead,
                    from: lead,
                    ..Attention::NOTHING
                }
            }
            Window::Instructions(numbers) => {
                let retired = self.retired_in(totals);
                let left = numbers.start.saturating_sub(retired);
                if left <= LEAD {
                    self.start(retired);
                    return HEARING;
                }
                // At least as many syllables are fetched as retire.
                Attention {
                    syllables: totals.fetched() + left - LEAD / 2,
                    ..Attention::NOTHING
                }
            }
            Window::Region { .. } if self.inside => {
                self.entered = cycle;
                let retired = self.retired_in(totals);
                self.start(retired);
                HEARING
            }
            Window::Region { .. } => Attention::NOTHING,
        }
    }
}

/// What a window needs.
const HEARING: Attention = Attention {
    executions: false,
    stack_sizes: false,
    ..Attention::ALL
};

impl<F: Form> Probe for View<F> {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        let index = block.id.0 as usize;
        if index >= self.codes.len() {
            self.codes.resize_with(index + 1, || None);
        }
        self.codes[index] = Some(Code {
            ip: block.ip,
            raw: block.raw.clone(),
            counted: block.counted,
        });
    }

    fn fetch(&mut self, fetch: &Fetch) {
        if self.phase != Phase::Listening {
            return;
        }
        if !fetch.wrong_path {
            self.queue.fetch(fetch);
            return;
        }
        let end = self
            .flushed
            .map_or(fetch.entry, |flush| self.pipe.trap(flush.resteer));
        for bundle in 0..u64::from(fetch.bundles) {
            let ip = fetch.ip.wrapping_add(16 * bundle);
            self.kill(ip, fetch, end, Fate::WrongPath);
        }
    }

    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        if self.phase == Phase::Listening && stall != Stall::Unstalled {
            if self.spans.len() == SPANS {
                self.spans.pop_front();
            }
            let to = from.saturating_add(cycles);
            self.spans.push_back(Span { stall, from, to });
        }
    }

    fn group(&mut self, group: &Group) {
        if self.phase != Phase::Listening {
            return;
        }
        self.release();
        let Some(Some(code)) = self.codes.get(group.code.0 as usize) else {
            return;
        };
        let (ip, counted) = (code.ip, code.counted);
        let mut rows = Vec::new();
        for slot in (group.from..group.to).filter(|slot| counted >> slot & 1 != 0) {
            let bundle = ip.wrapping_add(u64::from(slot / 3) * 16);
            let in_bundle = slot % 3;
            let fetched = self.queue.issue(bundle, in_bundle..in_bundle + 1);
            let fetched = fetched.map(|fetched| Fetched {
                start: fetched.fetch.cycle,
                entry: fetched.fetch.entry,
            });
            self.issued = (bundle, in_bundle + 1);
            let number = self.retired;
            self.retired += 1;
            if !self.holds(group.cycle, number) {
                continue;
            }
            let raw = code.raw.get(usize::from(slot / 3)).copied();
            let text = raw.map_or_else(String::new, |raw| {
                let decoded = isa::decode(raw);
                decoded.slots[usize::from(in_bundle)]
                    .text(bundle)
                    .to_string()
            });
            rows.push(Row {
                ip: bundle,
                slot: Some(in_bundle),
                text,
                number: Some(number),
                thread: self.thread,
                fetched,
                issue: Some(group.cycle),
                end: self.pipe.retire(group.cycle) + 1,
                fate: match group.predicates >> slot & 1 {
                    0 => Fate::PredicatedOff,
                    _ => Fate::Retired,
                },
                waits: fetched.map_or_else(Vec::new, |f| self.waits(f.entry, group.cycle)),
                memory: None,
            });
        }
        self.pending = rows;
        let oldest = self
            .queue
            .oldest()
            .map_or(group.cycle, |bundle| bundle.fetch.entry);
        while self
            .spans
            .front()
            .is_some_and(|span| span.to <= oldest.min(group.cycle))
        {
            self.spans.pop_front();
        }
    }

    fn reference(&mut self, reference: &Reference) {
        let (ip, slot) = (reference.site.ip, Some(reference.site.slot()));
        let row = self
            .pending
            .iter_mut()
            .rev()
            .find(|row| (row.ip, row.slot) == (ip, slot));
        if let Some(row) = row {
            row.memory = Some((reference.level, reference.completes));
        }
    }

    fn flush(&mut self, flush: &Flush) {
        if self.phase != Phase::Listening {
            return;
        }
        self.flushed = Some(*flush);
        if !flush.restarts() {
            return;
        }
        self.release();
        let killed: Vec<_> = self.queue.flush().collect();
        // Behind a mispredicted branch these are fetched again as its wrong path, or lie behind a taken one.
        if flush.kind != FlushKind::Mispredict {
            let end = self.pipe.trap(flush.resteer);
            for bundle in killed {
                self.kill(bundle.ip, &bundle.fetch, end, Fate::Killed(flush.kind));
            }
        }
    }

    fn region(&mut self, inside: bool) {
        if self.inside && !inside && matches!(self.window, Window::Region { .. }) {
            self.release();
            self.phase = Phase::Done;
        }
        self.inside = inside;
    }

    fn task(&mut self, _: u64, task: Task) {
        self.thread = task.thread;
    }

    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        if self.failed.is_some() || self.phase == Phase::Listening && self.is_over(cycle) {
            self.release();
            self.phase = Phase::Done;
        }
        match self.phase {
            Phase::Before => self.await_window(cycle, totals),
            Phase::Listening => HEARING,
            Phase::Done => Attention::NOTHING,
        }
    }
}
