//! Ends a run in which nothing retires for long, and tells what held it.
//!
//! A wait that is long enough is met for the first time in an execution that is timed in full, and replays take as long as what
//! they repeat. So the watchdog listens as a listener that adds up does, and replay goes on.

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

/// Cycles or instructions before a limit from which on rows of the pipeline are made.
const LEAD: u64 = 64;

/// Records of an execution that are kept: more than one has.
const HEARD: usize = 1 << 12;

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
    /// Cycles by what they were spent on, the most first, with the instruction that is waited for.
    pub causes: Vec<(Reason, u64, Option<Instruction>)>,
}

/// What is known of the pipeline at the end of a run.
#[derive(Debug, Clone)]
pub(crate) struct Finding {
    /// Cycle of which [`stages`](Self::stages) are.
    pub cycle: u64,
    pub wait: Option<Waited>,
    pub stages: Vec<Held>,
}

impl Finding {
    /// Bundle and slot of the instructions of the wait.
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
enum Heard {
    Fetch(Fetch),
    Cycles(Stall, u64, u64),
    Group(Group),
    Reference(Reference),
    Flush(Flush),
}

/// The listener.
pub(crate) struct Watchdog {
    pipe: Pipe,
    /// Cycles without an issue that end the run.
    most: u64,
    control: Arc<Control>,
    codes: Vec<Option<(u64, Box<[u128]>)>>,
    /// Rows, one list for each limit that may be met, and one for a wait.
    views: Vec<View<Last>>,
    /// Records of the execution that is timed.
    heard: Vec<Heard>,
    /// What the next group waited for so far, and the cycles of that.
    waits: Vec<Wait>,
    waiting: u64,
    /// The wait that was too long, or the newest one before a limit.
    waited: Option<Waited>,
    barked: bool,
    /// Rows are made, before a limit.
    keeps_rows: bool,
    /// Cycle of the newest group.
    now: u64,
}

impl Watchdog {
    /// The watchdog of a run; `None`: it has none.
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
            heard: Vec::new(),
            waits: Vec::new(),
            waiting: 0,
            waited: None,
            barked: false,
            keeps_rows: false,
            now: 0,
        })
    }

    /// What is known when the run has ended at a limit.
    pub(crate) fn finish(self, limit: Limit) -> Option<Finding> {
        let cycle = match (&self.waited, limit) {
            (Some(waited), Limit::Watchdog) => waited.since.saturating_add(self.most),
            (_, Limit::Cycles | Limit::Instructions) => self.now,
            // Where the host's time ends was not known before.
            _ => return None,
        };
        let view = self.views.into_iter().rfind(View::is_listening)?;
        // Nothing of it is written: it cannot fail.
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

    /// What a group waited for that issues now.
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

    /// A group has waited too long: what the execution did so far goes into rows, and the run ends behind its block.
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
        for heard in &self.heard {
            match heard {
                Heard::Fetch(fetch) => view.fetch(fetch),
                Heard::Cycles(stall, from, cycles) => view.cycles(*stall, *from, *cycles),
                Heard::Group(group) => view.group(group),
                Heard::Reference(reference) => view.reference(reference),
                Heard::Flush(flush) => view.flush(flush),
            }
        }
        // What barked last is looked at.
        self.views.push(view);
        self.keeps_rows = true;
    }

    #[inline(always)]
    fn note(&mut self, heard: Heard) {
        if self.heard.len() < HEARD {
            self.heard.push(heard);
        }
    }

    /// What a group waited for that issues now, where it may be told of.
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
            self.heard.clear();
        }
    }

    fn fetch(&mut self, fetch: &Fetch) {
        if self.keeps_rows {
            self.views.fetch(fetch);
        }
        self.note(Heard::Fetch(*fetch));
    }

    fn wait(&mut self, wait: &Wait) {
        self.waits.push(*wait);
        self.waiting += wait.cycles;
    }

    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        if self.keeps_rows {
            self.views.cycles(stall, from, cycles);
        }
        self.note(Heard::Cycles(stall, from, cycles));
    }

    fn group(&mut self, group: &Group) {
        if self.keeps_rows {
            self.views.group(group);
        }
        self.note(Heard::Group(*group));
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
        self.note(Heard::Reference(*reference));
    }

    fn flush(&mut self, flush: &Flush) {
        if self.keeps_rows {
            self.views.flush(flush);
        }
        self.note(Heard::Flush(*flush));
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
