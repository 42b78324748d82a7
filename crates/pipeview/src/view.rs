//! The listener that makes rows.

use std::collections::VecDeque;
use std::io;

use events::{
    Attention, Block, Fetch, FetchQueue, Flush, FlushKind, Group, Part, Probe, Reference, Stall,
    StaticEvent, Task, Totals, Window,
};
use profileme::Pipe;

use crate::row::{Access, Fate, Fetched, Form, Row, Span};

/// Most spans of cycles that are kept: more than an instruction spends in the decoupling buffer.
const SPANS: usize = 4096;

struct Code {
    ip: u64,
    raw: Box<[u128]>,
}

/// Makes rows of the instructions of a window and hands them to a form.
pub struct View<F> {
    pipe: Pipe,
    part: Part,
    form: F,
    codes: Vec<Option<Code>>,
    queue: FetchQueue,
    spans: VecDeque<Span>,
    /// Rows of the newest group: records of their references may still arrive.
    pending: Vec<Row>,
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
            part: Part::new(window),
            form,
            codes: Vec::new(),
            queue: FetchQueue::default(),
            spans: VecDeque::new(),
            pending: Vec::new(),
            flushed: None,
            thread: 0,
            failed: None,
        }
    }

    /// Listens from now on, to the end of the run, whatever the window says; instructions are numbered from here.
    pub fn listen(&mut self) {
        self.part.begin_now();
    }

    /// Whether it listens.
    #[must_use]
    pub fn is_listening(&self) -> bool {
        self.part.is_listening()
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

    /// Hands the rows of the newest group over: they are complete.
    fn release(&mut self) {
        let waiting = self.queue.oldest().map(|bundle| bundle.fetch.cycle);
        for row in std::mem::take(&mut self.pending) {
            // Rows start with their fetch, and fetches come in order: no later row starts before the oldest fetched bundle or this row.
            let from = waiting.map_or(row.start(), |waiting| waiting.min(row.start()));
            self.hand_over(row, from);
        }
    }

    fn hand_over(&mut self, row: Row, from: u64) {
        if self.failed.is_none() {
            self.failed = self.form.row(row, from).err();
        }
    }

    /// What the cycles `from..to` were spent on.
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
        if !self.part.holds(fetch.entry, self.part.retired()) {
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
}

impl<F: Form> Probe for View<F> {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        self.part.describe(block);
        let index = block.id.0 as usize;
        if index >= self.codes.len() {
            self.codes.resize_with(index + 1, || None);
        }
        self.codes[index] = Some(Code {
            ip: block.ip,
            raw: block.raw.clone(),
        });
    }

    fn fetch(&mut self, fetch: &Fetch) {
        if !self.part.is_listening() {
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
        if self.part.is_listening() && stall != Stall::Unstalled {
            if self.spans.len() == SPANS {
                self.spans.pop_front();
            }
            let to = from.saturating_add(cycles);
            self.spans.push_back(Span { stall, from, to });
        }
    }

    fn group(&mut self, group: &Group) {
        if !self.part.is_listening() {
            return;
        }
        self.release();
        let Some(Some(code)) = self.codes.get(group.code.0 as usize) else {
            return;
        };
        let ip = code.ip;
        let counted = self.part.counted(group.code);
        let numbers = self.part.group(group);
        let mut rows = Vec::new();
        let slots = (group.from..group.to).filter(|slot| counted >> slot & 1 != 0);
        for (number, slot) in numbers.zip(slots) {
            let bundle = ip.wrapping_add(u64::from(slot / 3) * 16);
            let in_bundle = slot % 3;
            let fetched = self.queue.issue(bundle, in_bundle..in_bundle + 1);
            let fetched = fetched.map(|fetched| Fetched {
                start: fetched.fetch.cycle,
                entry: fetched.fetch.entry,
            });
            if !self.part.holds(group.cycle, number) {
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
            row.memory = Some(Access {
                kind: reference.kind,
                level: reference.level,
                completes: reference.completes,
            });
        }
    }

    fn flush(&mut self, flush: &Flush) {
        if !self.part.is_listening() {
            return;
        }
        self.flushed = Some(*flush);
        if !flush.restarts() {
            return;
        }
        self.release();
        let killed: Vec<_> = self.queue.flush().collect();
        // Bundles behind a mispredicted branch are recorded again as its wrong path, or lie behind a taken branch: they get no rows here.
        if flush.kind != FlushKind::Mispredict {
            let end = self.pipe.trap(flush.resteer);
            for bundle in killed {
                self.kill(bundle.ip, &bundle.fetch, end, Fate::Killed(flush.kind));
            }
        }
    }

    fn region(&mut self, cycle: u64, inside: bool) {
        if self.part.region(cycle, inside) {
            self.release();
        }
    }

    fn task(&mut self, _: u64, task: Task) {
        self.thread = task.thread;
    }

    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        if self.failed.is_some() {
            self.part.end();
        }
        let was = self.part.is_listening();
        let attention = self.part.catch_up(cycle, totals);
        if was && self.part.is_done() {
            self.release();
        }
        attention
    }
}
