//! A measurement while it runs: the monitors of each task that is followed, the sampling buffer, triggers.

use crate::dispatch::{Programming, Registers};
use crate::format::Printer;
use crate::options::Follow;
use crate::sampler::{Period, Sample, Sampler};
use events::{Attention, Block, CodeId, Group, Probe, Stall, StaticEvent, Task, Totals};
use pmu::psr;
use pmu::{Family, LINUX_VECTOR, Monitor, Options, Unit};
use std::collections::HashSet;

/// When monitoring starts and stops, apart from the program's own life.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Window {
    /// Starts when this bundle is reached.
    pub trigger: Option<u64>,
    /// Starts at this cycle.
    pub from: u64,
    /// Stops at this cycle.
    pub until: Option<u64>,
    /// Lasts as long as the region of interest.
    pub region: bool,
    /// The whole processor is measured, whichever task runs.
    pub system_wide: bool,
    /// A whole system is booted: the monitors follow its privilege level.
    pub levels: bool,
}

/// Choices about the hardware that its documents leave open.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Choices {
    /// Cycles between an overflow and the earliest interrupt.
    pub skid: u64,
    /// An overflow freezes the monitor when its interrupt is delivered, not at once.
    pub freeze_at_delivery: bool,
    /// The branch trace buffer makes one entry, not two, when a target bundle holds the next branch.
    pub single_entry: bool,
    /// Both of its prediction masks at "wrong" let through what was mispredicted in either way.
    pub any_misprediction: bool,
}

/// Most tasks that are monitored: each has monitors of its own, which hear the whole run.
const MOST_TASKS: usize = 256;

/// How a measurement is set up, beside its registers.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Setup<'a> {
    pub family: Family,
    pub programming: &'a Programming,
    pub periods: &'a [Period],
    /// Recorded registers, one bit each.
    pub recorded: u64,
    /// Entries of the sampling buffer.
    pub entries: u64,
    pub window: Window,
    pub choices: Choices,
    pub follow: Follow,
}

/// The monitors of one task: that of the hardware, first and without indirection because it is usually the only one, and those that
/// `--unlimited` adds.
type Monitors = (Monitor<Sampler>, Vec<Monitor<Sampler>>);

fn each(monitors: &mut Monitors) -> impl Iterator<Item = &mut Monitor<Sampler>> {
    std::iter::once(&mut monitors.0).chain(&mut monitors.1)
}

/// Makes a processor status that of the monitors from the beginning of a cycle on.
fn switch(monitors: &mut Monitors, cycle: u64, status: u64) {
    for monitor in each(monitors) {
        monitor.unit.status_from(cycle, status);
    }
}

/// A listener with everything that a measurement needs.
pub struct Session<'a> {
    /// Monitors of the first task; those of the tasks that are followed, in the order of `tasks`; and, if tasks are followed, stopped ones
    /// that are cloned for the next task. All hear every record: one of an access that is under way at a switch counts for the task that runs
    /// by then.
    monitors: (Monitors, Vec<Monitors>, Option<Monitors>),
    /// Tasks that are monitored, the first one first; empty if the whole processor is measured.
    tasks: Vec<Task>,
    /// Index in `tasks` of the one that runs; `None`: a task that is not monitored does.
    running: Option<usize>,
    /// A switch of tasks for which the monitors have not been switched: from this cycle on this task runs.
    switch: Option<(u64, Task)>,
    follow: Follow,
    /// Serial numbers of tasks that should be followed and are not, because [`MOST_TASKS`] are.
    left_out: HashSet<u64>,
    window: Window,
    /// The cycle from which on the newest switch of tasks is in effect.
    switched: u64,
    /// The region of interest has not begun, or has ended, and only it is measured.
    outside: bool,
    /// The cycle up to which everything has been recorded.
    settled: u64,
    /// The start has been reached, or is announced to the monitors as a cycle. False: the trigger has not been met.
    started: bool,
    /// Before the trigger: the newest cycles, with what held the machine in them. The cycle in which the trigger's bundle issues is
    /// announced before its group.
    newest: Option<(Stall, u64, u64)>,
    /// Address and length in bytes of code, by id; only while a trigger is set.
    codes: Vec<(u64, u64)>,
    /// If the whole processor is measured: from which cycle on which process runs.
    processes: Vec<(u64, u32)>,
    /// The sampling buffer; it is brought into the order of cycles where it is printed.
    samples: Vec<Sample>,
    /// Samples with which the buffer is full.
    entries: usize,
    /// What prints the buffer; `None`: nothing is sampled.
    printer: Option<Printer<'a>>,
}

/// Processor status that enables both kinds of monitors, at user level.
const RUNNING: u64 = psr::UP | psr::PP | 3 << 32;
/// Processor status that enables no monitor, at user level.
const STOPPED: u64 = 3 << 32;

/// Monitors as they are programmed, under a processor status.
fn armed(setup: &Setup<'_>, status: u64) -> Monitors {
    let monitor = |registers: &Registers| {
        let Choices {
            skid,
            freeze_at_delivery,
            single_entry,
            any_misprediction,
        } = setup.choices;
        let mut unit = Unit::new(
            setup.family,
            Options {
                psr: status,
                skid,
                freeze_at_delivery,
                single_entry,
                any_misprediction,
                // The program cannot read these monitors, and a handler is called when its unit is up to date.
                precise: false,
            },
        );
        unit.set_pmv(LINUX_VECTOR);
        for &(index, value) in &registers.ibrs {
            unit.set_ibr(index, value);
        }
        for &(index, value) in &registers.dbrs {
            unit.set_dbr(index, value);
        }
        for &(index, value) in &registers.pmcs {
            unit.set_pmc(index, value);
        }
        Monitor::new(unit, Sampler::new(setup.recorded, setup.entries))
    };
    let units = &setup.programming.units;
    let first = units.first().cloned().unwrap_or_default();
    let more = units.iter().skip(1).map(monitor).collect();
    let mut monitors = (monitor(&first), more);
    for (measured, period) in setup.programming.events.iter().zip(setup.periods) {
        if period.long != 0
            && let Some(Monitor { unit, handler }) = each(&mut monitors).nth(measured.unit)
        {
            handler.sample(unit, measured, *period);
        }
    }
    monitors
}

impl<'a> Session<'a> {
    /// Arms the monitors; samples go to `printer`.
    pub(crate) fn new(setup: &Setup<'_>, printer: Option<Printer<'a>>) -> Session<'a> {
        let window = setup.window;
        let started = window.trigger.is_none() && window.from == 0;
        let follow = setup.follow;
        let mut session = Session {
            monitors: (
                armed(
                    setup,
                    match started {
                        // A system starts at the highest privilege level.
                        true if window.levels => RUNNING & !psr::CPL,
                        true if window.region => STOPPED,
                        true => RUNNING,
                        false => STOPPED,
                    },
                ),
                Vec::new(),
                (follow != Follow::default()).then(|| armed(setup, STOPPED)),
            ),
            tasks: Vec::new(),
            running: Some(0),
            switch: None,
            follow,
            left_out: HashSet::new(),
            window,
            switched: 0,
            outside: window.region,
            settled: 0,
            started,
            newest: None,
            codes: Vec::new(),
            processes: Vec::new(),
            samples: Vec::new(),
            entries: usize::try_from(setup.entries).unwrap_or(usize::MAX),
            printer,
        };
        if window.trigger.is_none() {
            session.bound();
        }
        session
    }

    /// Announces the start and the end of monitoring to the monitors, where they are given as cycles.
    fn bound(&mut self) {
        let Window { from, until, .. } = self.window;
        if from != 0 {
            self.set_status(Some(0), from, RUNNING);
        }
        if let Some(until) = until {
            let (first, others, stopped) = &mut self.monitors;
            for monitors in std::iter::once(first).chain(others).chain(stopped) {
                switch(monitors, until, STOPPED);
            }
        }
        self.started = true;
    }

    /// Takes everything up to the end of the run, of which `cycles` cycles are reported: fewer than it has if they are those of a region of
    /// interest.
    ///
    /// # Errors
    ///
    /// Those of printing samples.
    pub(crate) fn finish(&mut self, cycles: u64) -> std::io::Result<()> {
        let cycles = cycles.max(self.settled);
        let (first, others, _) = &mut self.monitors;
        for monitors in std::iter::once(first).chain(others) {
            for monitor in each(monitors) {
                monitor.finish(cycles);
                // An overflow at the very end is not delivered, but belongs to the counter's value.
                let Monitor { unit, handler } = monitor;
                handler.carry(unit, unit.pmc(0));
            }
        }
        self.collect(true);
        self.printer.as_mut().map_or(Ok(()), Printer::finish)
    }

    /// Tasks that were monitored; none when the whole processor was, or nothing ran.
    #[must_use]
    pub(crate) fn tasks(&self) -> &[Task] {
        &self.tasks
    }

    /// Tasks that were not monitored for want of room.
    #[must_use]
    pub(crate) fn left_out(&self) -> usize {
        self.left_out.len()
    }

    /// Final value of a counter of a task, 64 bits.
    #[must_use]
    pub(crate) fn count(&self, task: usize, unit: usize, counter: usize) -> u64 {
        let (first, others, _) = &self.monitors;
        let monitors = match task {
            0 => Some(first),
            _ => others.get(task - 1),
        };
        let monitor = monitors.and_then(|monitors| match unit {
            0 => Some(&monitors.0),
            _ => monitors.1.get(unit - 1),
        });
        monitor.map_or(0, |monitor| {
            monitor.handler.value(&monitor.unit, counter - 4)
        })
    }

    /// The process that ran in a cycle of a measurement of the whole processor.
    fn process(&self, cycle: u64) -> u32 {
        let after = self.processes.partition_point(|&(from, _)| from <= cycle);
        self.processes[..after]
            .last()
            .map_or(0, |&(_, process)| process)
    }

    /// Moves samples to the buffer, and prints it when it is full or `all` is to be printed.
    fn collect(&mut self, all: bool) {
        if self.printer.is_none() {
            return;
        }
        let (first, others, _) = &mut self.monitors;
        let mut taken: Vec<Sample> = Vec::new();
        for (number, monitors) in std::iter::once(first).chain(others).enumerate() {
            let samples = std::mem::take(&mut monitors.0.handler.samples);
            let task = self.tasks.get(number).map_or(0, |task| task.thread);
            taken.extend(samples.into_iter().map(|sample| Sample { task, ..sample }));
        }
        if self.window.system_wide {
            for sample in &mut taken {
                sample.task = self.process(sample.stamp);
            }
            // Later samples have later cycles: processes before the last one's are not asked for again.
            if let Some(last) = taken.last() {
                let past = self
                    .processes
                    .partition_point(|&(from, _)| from <= last.stamp);
                self.processes.drain(..past.saturating_sub(1));
            }
        }
        self.samples.append(&mut taken);
        let Some(printer) = &mut self.printer else {
            return;
        };
        if self.samples.len() >= self.entries.max(1) || all {
            self.samples.sort_by_key(|sample| sample.stamp);
        }
        while self.samples.len() >= self.entries.max(1) || all && !self.samples.is_empty() {
            let most = self.samples.len().min(self.entries.max(1));
            printer.print(&self.samples[..most]);
            self.samples.drain(..most);
        }
    }

    /// Whether a sample waits to be collected.
    fn has_samples(&self) -> bool {
        let (first, others, _) = &self.monitors;
        let waits = |monitors: &Monitors| !monitors.0.handler.samples.is_empty();
        self.printer.is_some() && (waits(first) || others.iter().any(waits))
    }

    /// Gives monitors to a task that runs for the first time, if it is to be monitored; its index in `tasks`.
    fn begin(&mut self, task: Task) -> Option<usize> {
        let mut tasks = self.tasks.iter();
        let known = tasks.any(|known| known.process_serial == task.process_serial);
        let wanted = if known {
            self.follow.threads
        } else {
            self.follow.forks
        };
        if !wanted {
            return None;
        }
        if self.tasks.len() == MOST_TASKS {
            self.left_out.insert(task.thread_serial);
            return None;
        }
        let stopped = self.monitors.2.clone()?;
        self.monitors.1.push(stopped);
        self.tasks.push(task);
        Some(self.tasks.len() - 1)
    }

    fn set_status(&mut self, task: Option<usize>, cycle: u64, status: u64) {
        match task {
            Some(0) => switch(&mut self.monitors.0, cycle, status),
            Some(task) => switch(&mut self.monitors.1[task - 1], cycle, status),
            None => {}
        }
    }

    /// Another task runs from a cycle on.
    fn switch(&mut self, cycle: u64, task: Task) {
        let known = self.tasks.iter().position(|&known| known == task);
        let next = known.or_else(|| self.begin(task));
        let before = std::mem::replace(&mut self.running, next);
        let ended = self.window.until.is_some_and(|until| until <= cycle);
        if before != next && self.started && !self.outside && !ended {
            // Monitoring has not begun before `window.from`: a switch before that takes effect in that cycle.
            let from = cycle.max(self.window.from);
            self.set_status(before, from, STOPPED);
            self.set_status(next, from, RUNNING);
            self.switched = from;
        }
    }

    /// The slot of a group with which the trigger's bundle begins, or the group's first slot if it begins inside that bundle; `None`:
    /// the group has nothing of it.
    fn reaches(&self, group: &Group, trigger: u64) -> Option<u8> {
        let &(ip, length) = self.codes.get(group.code.0 as usize)?;
        let offset = trigger.wrapping_sub(ip);
        if offset >= length || group.from >= group.to {
            return None;
        }
        let bundle = offset / 16;
        let bundles = u64::from(group.from) / 3..=u64::from(group.to - 1) / 3;
        // A group's slots are below 256.
        bundles
            .contains(&bundle)
            .then(|| group.from.max(3 * bundle as u8))
    }
}

impl Probe for Session<'_> {
    fn describe(&mut self, block: &Block, events: &[StaticEvent]) {
        if self.window.trigger.is_some() && block.id != CodeId::NONE {
            let index = block.id.0 as usize;
            if index >= self.codes.len() {
                self.codes.resize(index + 1, (0, 0));
            }
            self.codes[index] = (block.ip, 16 * block.raw.len() as u64);
        }
        self.monitors.describe(block, events);
    }

    #[inline(always)]
    fn group(&mut self, group: &Group) {
        let mut group = group;
        let behind;
        if !self.started
            && let Some(trigger) = self.window.trigger
            && let Some(from) = self.reaches(group, trigger)
        {
            self.started = true;
            self.set_status(self.running, group.cycle, RUNNING);
            if let Some((stall, from, cycles)) = self.newest.take()
                && from + cycles > group.cycle
            {
                let begin = from.max(group.cycle);
                self.monitors.cycles(stall, begin, from + cycles - begin);
            }
            // What issues with the trigger's bundle but stands before it does not count.
            behind = Group { from, ..*group };
            group = &behind;
        }
        self.monitors.group(group);
    }

    #[inline(always)]
    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        if !self.started {
            self.newest = Some((stall, from, cycles));
        }
        self.monitors.cycles(stall, from, cycles);
    }

    /// A change of the program's processor status does not reach pfmon's monitors, which the program cannot switch. But a
    /// switch of tasks brings such a change behind [`Probe::task`], when the monitors hold exact totals: they are switched here.
    fn status(&mut self, now: u64, status: u64) {
        if self.window.levels {
            // The monitors are those of the host, whatever the guest enables: only its level counts.
            let level = psr::cpl(status);
            self.monitors
                .status(now, psr::with_cpl(RUNNING & !psr::CPL, level));
            return;
        }
        if let Some((cycle, task)) = self.switch.take() {
            self.switch(cycle, task);
        }
    }

    /// Where only the region of interest is measured, it switches the monitors of the task that runs, as a change of the processor status
    /// there would.
    fn region(&mut self, cycle: u64, inside: bool) {
        if !self.window.region {
            return;
        }
        self.outside = !inside;
        let status = if inside { RUNNING } else { STOPPED };
        if self.switched > cycle {
            // A switch to this task takes effect with the next cycle only, and would undo what takes effect now.
            self.set_status(self.running, self.switched, status);
            return;
        }
        match self.running {
            Some(0) => self.monitors.0.status(cycle, status),
            Some(task) => self.monitors.1[task - 1].status(cycle, status),
            None => {}
        }
    }

    fn task(&mut self, cycle: u64, task: Task) {
        if self.window.system_wide {
            // Only samples are given to the process that ran.
            if self.printer.is_none() {
                return;
            }
            let before = self.processes.last().map(|&(_, process)| process);
            if before != Some(task.process) {
                self.processes.push((cycle, task.process));
            }
        } else if self.tasks.is_empty() {
            self.tasks.push(task);
        } else {
            self.switch = Some((cycle, task));
        }
    }

    fn read_pmd(&mut self, cycle: u64, index: u64) -> Option<u64> {
        self.monitors.read_pmd(cycle, index)
    }

    #[inline(always)]
    fn asks(&self, misses: u32) -> bool {
        self.monitors.asks(misses)
    }

    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        let attention = self.monitors.catch_up(cycle, totals);
        if self.has_samples() {
            self.collect(false);
        }
        if self.started {
            attention
        } else {
            // The trigger is looked for in every group.
            Attention::ALL
        }
    }

    #[inline(always)]
    fn settle(&mut self, cycle: u64) {
        self.settled = cycle;
        self.monitors.settle(cycle);
        if self.has_samples() {
            self.collect(false);
        }
    }

    events::forward_records!(monitors but cycles and region);
}
