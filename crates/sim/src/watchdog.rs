//! The watchdog: ends a run in which no group issues for a given number of cycles, and says what that group waited for. It also gives the
//! state of the pipeline at a limit of cycles or instructions.
//!
//! A wait that is too long occurs for the first time in an execution that is timed in full, as a replay takes as long as the execution that
//! it repeats. So the watchdog is a listener that only adds up ([`Attention::sums`]), which leaves replay on.

use std::sync::Arc;

use events::{
    Attention, Block, CodeId, Culprit, Fetch, Flush, Group, Probe, Reason, Reference, Stall,
    StaticEvent, Task, Totals, Wait, Window,
};
use pipeview::{Held, Last, View};
use profileme::Pipe;
use report::Limit;

use crate::request::Stop;
use crate::{Control, Request};

/// How many cycles, or instructions, before a limit the watchdog begins to keep rows of the pipeline.
const LEAD: u64 = 64;

/// Most records that are kept of the current execution: more than any has.
const MOST_RECORDS: usize = 1 << 12;

/// An instruction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Instruction {
    /// Address of its bundle.
    pub ip: u64,
    pub slot: u8,
    pub text: String,
}

/// What a group waited for.
#[derive(Debug, Clone)]
pub(crate) struct Waited {
    /// The first instruction of the group.
    pub first: Instruction,
    /// The first cycle in which nothing issued.
    pub since: u64,
    /// Cycle in which it issues.
    pub until: u64,
    /// The reasons of the wait, each with its cycles and the instruction waited for; the one with most cycles first.
    pub causes: Vec<(Reason, u64, Option<Instruction>)>,
}

/// The state of the pipeline at the end of a run.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    /// The cycle that [`stages`](Self::stages) shows.
    pub cycle: u64,
    pub wait: Option<Waited>,
    pub stages: Vec<Held>,
}

impl Finding {
    /// Bundle and slot of each instruction of the wait: the one that waits, then those waited for.
    pub(crate) fn places(&self) -> impl Iterator<Item = (u64, u8)> {
        let wait = self.wait.iter();
        wait.flat_map(|wait| {
            let culprits = wait
                .causes
                .iter()
                .filter_map(|(.., culprit)| culprit.as_ref());
            std::iter::once(&wait.first).chain(culprits)
        })
        .map(|instruction| (instruction.ip, instruction.slot))
    }
}

/// A record of an execution that is timed in full.
enum Record {
    Fetch(Fetch),
    Cycles(Stall, u64, u64),
    Group(Group),
    Reference(Reference),
    Flush(Flush),
}

/// The listener.
pub(crate) struct Watchdog {
    pipe: Pipe,
    /// Number of successive cycles without an issue that ends the run.
    most: u64,
    control: Arc<Control>,
    /// Address and bundles of blocks, by number.
    codes: Vec<Option<(u64, Box<[u128]>)>>,
    /// Rows of the pipeline: one view for each limit of the run, and one that is made when the watchdog barks.
    views: Vec<View<Last>>,
    /// Records of the current execution.
    records: Vec<Record>,
    /// The waits of the next group so far, and their cycles together.
    waits: Vec<Wait>,
    waiting: u64,
    /// The wait that was too long, or the newest one before a limit.
    waited: Option<Waited>,
    /// A wait was too long.
    barked: bool,
    /// A view is listening: a limit is near, or the watchdog has barked.
    keeps_rows: bool,
    /// Cycle of the newest group.
    now: u64,
}

impl Watchdog {
    /// The watchdog of a request; `None`: it asks for none. `before`: instructions before the checkpoint from which the run goes on.
    pub(crate) fn of(request: &Request, before: u64) -> Option<Self> {
        let most = request.watchdog?;
        let machine = &request.config.machine;
        let frontend = &machine.frontend;
        let family = machine.processor.family;
        let pipe = Pipe::new(
            family,
            frontend.depth.into(),
            frontend.buffer_bundles.into(),
        );
        let cycles = request
            .max_cycles
            .map(|limit| Window::Cycles(limit.saturating_sub(LEAD)..u64::MAX));
        let instructions = request
            .max_instructions
            .map(|limit| Window::Instructions(limit.saturating_sub(LEAD + before)..u64::MAX));
        let windows = cycles.into_iter().chain(instructions);
        Some(Self {
            pipe,
            most,
            control: Arc::clone(&request.control),
            codes: Vec::new(),
            views: windows
                .map(|window| View::new(pipe, window, Last::default()))
                .collect(),
            records: Vec::new(),
            waits: Vec::new(),
            waiting: 0,
            waited: None,
            barked: false,
            keeps_rows: false,
            now: 0,
        })
    }

    /// The state of the pipeline when the run has ended at a limit.
    pub(crate) fn finish(self, limit: Limit) -> Option<Finding> {
        let cycle = match (&self.waited, limit) {
            (Some(waited), Limit::Watchdog) => waited.since.saturating_add(self.most),
            (_, Limit::Cycles | Limit::Instructions) => self.now,
            // The end of the host's time could not be foreseen: there are no rows before it.
            _ => return None,
        };
        let view = self.views.into_iter().rfind(View::is_listening)?;
        // These rows are kept in memory: writing them cannot fail.
        let rows = view.finish().ok()?;
        Some(Finding {
            cycle,
            wait: self.waited,
            stages: rows.held(&self.pipe, cycle),
        })
    }

    fn instruction(&self, code: CodeId, index: u8) -> Option<Instruction> {
        let (ip, raw) = self.codes.get(code.0 as usize)?.as_ref()?;
        let ip = ip.wrapping_add(16 * u64::from(index / 3));
        let bundle = isa::decode(*raw.get(usize::from(index / 3))?);
        let slot = index % 3;
        // A long instruction stands in the last slot.
        let shown = if slot == 1 && bundle.template.is_mlx() {
            2
        } else {
            slot
        };
        let text = bundle.slots[usize::from(shown)].text(ip).to_string();
        Some(Instruction { ip, slot, text })
    }

    /// The wait of a group that issues, from the records in `waits`.
    fn waited(&self, group: &Group) -> Option<Waited> {
        let mut causes: Vec<(Reason, u64, Option<Culprit>)> = Vec::new();
        for wait in &self.waits {
            let alike = |known: &&mut (Reason, u64, Option<Culprit>)| {
                (known.0, known.2) == (wait.reason, wait.culprit)
            };
            match causes.iter_mut().find(alike) {
                Some(known) => known.1 += wait.cycles,
                None => causes.push((wait.reason, wait.cycles, wait.culprit)),
            }
        }
        causes.sort_by_key(|&(_, cycles, _)| std::cmp::Reverse(cycles));
        let since = self.waits.iter().map(|wait| wait.from).min()?;
        let named = |(reason, cycles, culprit): (Reason, u64, Option<Culprit>)| {
            let culprit = culprit.and_then(|it| self.instruction(it.code, it.index));
            (reason, cycles, culprit)
        };
        Some(Waited {
            first: self.instruction(group.code, group.from)?,
            since,
            until: group.cycle,
            causes: causes.into_iter().map(named).collect(),
        })
    }

    /// A group has waited too long: makes rows from the records of the execution so far, and has the run end behind the block.
    fn bark(&mut self) {
        self.barked = true;
        self.control.stop(Stop::Limit(Limit::Watchdog));
        let mut view = View::new(self.pipe, Window::Cycles(0..u64::MAX), Last::default());
        view.listen();
        for (number, code) in self.codes.iter().enumerate() {
            if let Some((ip, raw)) = code {
                view.describe(&Block::new(CodeId(number as u32), *ip, raw), &[]);
            }
        }
        for record in &self.records {
            match record {
                Record::Fetch(fetch) => view.fetch(fetch),
                Record::Cycles(stall, from, cycles) => view.cycles(*stall, *from, *cycles),
                Record::Group(group) => view.group(group),
                Record::Reference(reference) => view.reference(reference),
                Record::Flush(flush) => view.flush(flush),
            }
        }
        // `finish` takes the last view that is listening.
        self.views.push(view);
        self.keeps_rows = true;
    }

    #[inline(always)]
    fn note(&mut self, record: Record) {
        if self.records.len() < MOST_RECORDS {
            self.records.push(record);
        }
    }

    /// Keeps the wait of a group that issues, near a limit or when it was too long.
    #[cold]
    fn look_at(&mut self, group: &Group) {
        self.waited = self.waited(group).or(self.waited.take());
        if self.waiting >= self.most {
            self.bark();
        }
    }
}

impl Probe for Watchdog {
    fn describe(&mut self, block: &Block, events: &[StaticEvent]) {
        let index = block.id.0 as usize;
        if index >= self.codes.len() {
            self.codes.resize_with(index + 1, || None);
        }
        self.codes[index] = Some((block.ip, block.raw.clone()));
        self.views.describe(block, events);
    }

    fn in_full(&mut self, begins: bool) {
        if begins {
            self.records.clear();
        }
    }

    fn fetch(&mut self, fetch: &Fetch) {
        if self.keeps_rows {
            self.views.fetch(fetch);
        }
        self.note(Record::Fetch(*fetch));
    }

    fn wait(&mut self, wait: &Wait) {
        self.waits.push(*wait);
        self.waiting += wait.cycles;
    }

    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        if self.keeps_rows {
            self.views.cycles(stall, from, cycles);
        }
        self.note(Record::Cycles(stall, from, cycles));
    }

    fn group(&mut self, group: &Group) {
        if self.keeps_rows {
            self.views.group(group);
        }
        self.note(Record::Group(*group));
        self.now = group.cycle;
        if !self.barked && (self.waiting >= self.most || self.keeps_rows) {
            self.look_at(group);
        }
        self.waits.clear();
        self.waiting = 0;
    }

    fn reference(&mut self, reference: &Reference) {
        if self.keeps_rows {
            self.views.reference(reference);
        }
        self.note(Record::Reference(*reference));
    }

    fn flush(&mut self, flush: &Flush) {
        if self.keeps_rows {
            self.views.flush(flush);
        }
        self.note(Record::Flush(*flush));
    }

    fn asks(&self, _: u32) -> bool {
        self.barked
    }

    fn task(&mut self, cycle: u64, task: Task) {
        self.views.task(cycle, task);
    }

    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        let own = Attention {
            sums: true,
            sum_each: true,
            stop: self.barked,
            ..Attention::NOTHING
        };
        let attention = own.and(self.views.catch_up(cycle, totals));
        self.keeps_rows = self.views.iter().any(View::is_listening);
        attention
    }
}
