//! The unit: selection, windows, counters, the interrupt.

use std::collections::VecDeque;

use events::{
    Bank, Block, Branch, DataMiss, DataTlbMiss, Fetch, Flush, FlushKind, Group, InstructionTlbMiss,
    Interrupt, MonitoringUnit, Probe, Raw, Reference, Register, Site, Stall, StaticEvent, Task,
};

use crate::periods::Periods;
use crate::pipe::Pipe;
use crate::registers::{
    COUNTER, I_STAT, ISUM, MAX_OVERCOUNT, MAX_PERIOD, Mode, PAIR, PCTR_CTL, PMPC, PctrCtl,
};
use crate::sample::Sample;
use crate::stream::{Outcome, Piece, Stream};

/// Its only bank: the internal processor registers that it has.
const BANKS: [Bank; 1] = [Bank {
    name: "ipr",
    registers: PAIR + 1,
}];

/// A syllable whose window is open.
#[derive(Debug)]
struct Window {
    sample: Sample,
    /// Syllables behind it that were fetched early enough for the overcount.
    overcount: u64,
    /// No more will come for it.
    is_counted: bool,
}

/// ProfileMe: selects the N-th valid fetched syllable, follows it through the pipe, and interrupts when its window has closed.
#[derive(Debug)]
pub struct ProfileMe {
    stream: Stream,
    control: PctrCtl,
    /// Syllables until counter 0 overflows; `None`: it stands still.
    left: Option<u64>,
    /// What counter 0 counts down from.
    period: u64,
    /// Syllables fetched up to this cycle do not count: the counter was written in it.
    resume: Option<u64>,
    /// The cycle that software runs in.
    now: Option<u64>,
    /// Valid syllables so far.
    fetched: u64,
    /// Those since the last selection that were not counted.
    skipped: u64,
    /// The fetch of the newest of them.
    newest_fetch: u64,
    /// Windows in the order of selection; one, two of a pair, or any number in continuous sampling.
    open: VecDeque<Window>,
    /// Distance of the second of a pair, and how many syllables are left to it.
    pair: u64,
    pair_left: Option<u64>,
    /// Continuous sampling: the periods that follow each other.
    reload: Option<Periods>,
    /// Samples that software has not taken.
    done: Vec<Sample>,
    is_interrupting: bool,
    /// What the registers tell of the newest sample: PCTR_CTL, I_STAT, PMPC.
    newest: [u64; 3],
}

impl ProfileMe {
    /// A unit that stands still until PCTR_CTL is written.
    #[must_use]
    pub fn new(pipe: Pipe) -> Self {
        ProfileMe {
            stream: Stream::new(pipe),
            control: PctrCtl::default(),
            left: None,
            period: 0,
            resume: None,
            now: None,
            fetched: 0,
            skipped: 0,
            newest_fetch: 0,
            open: VecDeque::new(),
            pair: 0,
            pair_left: None,
            reload: None,
            done: Vec::new(),
            is_interrupting: false,
            newest: [0; 3],
        }
    }

    /// Lets counter 0 run on while windows are open, from period to period, beginning with the first write of PCTR_CTL.
    /// The 21264 cannot do that. Windows that are open at the end of the run close as the pipe drains.
    #[must_use]
    pub fn continuous(mut self, periods: Periods) -> Self {
        self.reload = Some(periods);
        self
    }

    /// Counts nothing before the region of interest begins.
    #[must_use]
    pub fn awaiting_region(mut self) -> Self {
        self.stream.set_outside(true);
        self
    }

    /// The samples whose windows have closed since the last call, in the order of selection.
    pub fn take_samples(&mut self) -> std::vec::Drain<'_, Sample> {
        self.done.drain(..)
    }

    /// Valid syllables fetched so far.
    #[must_use]
    pub fn fetched(&self) -> u64 {
        self.fetched
    }

    /// The bundles of the code that was executed, by address; the newest where the contents changed.
    pub fn bundles(&self) -> impl Iterator<Item = (u64, u128)> {
        self.stream.bundles()
    }

    /// The pipe that it sits in.
    #[must_use]
    pub fn pipe(&self) -> &Pipe {
        &self.stream.pipe
    }

    /// One syllable goes by.
    fn pass(&mut self, piece: &Piece) {
        self.fetched += 1;
        self.newest_fetch = piece.fetch.cycle;
        if self.pair_left == Some(1) {
            self.pair_left = None;
            let distance = self.pair;
            self.select(piece, Some(distance));
        } else if let Some(left) = &mut self.pair_left {
            *left -= 1;
        }
        let runs = self.reload.is_some() || self.open.is_empty();
        let counts = runs && self.resume.is_none_or(|resume| piece.fetch.cycle > resume);
        match self.left {
            Some(1) if counts => {
                self.left = None;
                self.select(piece, None);
                if self.pair > 0 {
                    self.pair_left = Some(self.pair);
                }
                if let Some(periods) = &mut self.reload {
                    self.period = periods.next_period();
                    self.left = Some(self.period);
                }
            }
            Some(left) if counts => self.left = Some(left - 1),
            _ => self.skipped += 1,
        }
    }

    fn select(&mut self, piece: &Piece, pair: Option<u64>) {
        let stream = &self.stream;
        let mut sample = Sample::of(piece, &stream.history, &stream.pipe);
        sample.ordinal = self.fetched;
        sample.pair = pair;
        if pair.is_none() {
            sample.period = self.period;
            sample.skipped = std::mem::take(&mut self.skipped);
        }
        self.open.push_back(Window {
            sample,
            overcount: 0,
            is_counted: false,
        });
    }

    /// Whether the oldest selection is complete before a cycle.
    fn is_complete(&self, until: u64) -> bool {
        let closed = |window: &Window| window.is_counted && window.sample.window.1 < until;
        let Some(first) = self.open.front() else {
            return false;
        };
        match self.reload.is_some() || self.pair == 0 {
            true => closed(first),
            false => self.pair_left.is_none() && self.open.iter().all(closed),
        }
    }

    /// Closes the oldest window, or both of a pair.
    fn close(&mut self) -> Option<Interrupt> {
        let count = match self.reload.is_some() || self.pair == 0 {
            true => 1,
            false => self.open.len(),
        };
        let mut raised = 0;
        for mut window in self.open.drain(..count) {
            window.sample.overcount = window.overcount.min(MAX_OVERCOUNT) as u8;
            raised = raised.max(window.sample.window.1);
            window.sample.counters = count_window(&window.sample, self.control.mode, &self.stream);
            window.sample.write_registers(self.control.mode);
            self.newest = [
                window.sample.pctr_ctl,
                window.sample.i_stat,
                window.sample.ip | u64::from(window.sample.slot),
            ];
            self.done.push(window.sample);
        }
        self.now = Some(raised);
        self.is_interrupting = true;
        let next = self
            .stream
            .pieces
            .iter()
            .find_map(|piece| match piece.outcome {
                Outcome::Issued { issue, .. } if issue > raised => Some((issue, piece)),
                _ => None,
            });
        let here = self.stream.pieces.front();
        let (cycle, ip, slot) = match (next, here) {
            (Some((issue, piece)), _) => (issue, piece.ip, piece.from),
            (None, Some(piece)) => (raised + 1, piece.ip, piece.from),
            (None, None) => (raised + 1, self.newest[2] & !15, 0),
        };
        Some(Interrupt {
            cycle,
            ip,
            slot,
            raised,
            status: self.newest[1],
        })
    }

    /// Syllables of the oldest piece go by, until a window closes.
    fn pass_piece(&mut self, mut piece: Piece, until: u64) -> Option<Interrupt> {
        let fetched = piece.fetch.cycle;
        for window in &mut self.open {
            window.is_counted |= fetched > window.sample.fetch.cycle + 1;
        }
        loop {
            if self.is_complete(until) {
                self.stream.pieces.push_front(piece);
                return self.close();
            }
            if piece.from == piece.to {
                return None;
            }
            for window in &mut self.open {
                window.overcount += u64::from(!window.is_counted);
            }
            self.pass(&piece);
            piece.from += 1;
        }
    }

    /// What is recorded for good before `until` goes by.
    fn go_on(&mut self, until: u64) -> Option<Interrupt> {
        while let Some(&piece) = self.stream.pieces.front() {
            if piece.decided(&self.stream.pipe) >= until {
                break;
            }
            self.stream.pieces.pop_front();
            let syllables = u64::from(piece.to - piece.from);
            let resumed = self.resume.is_none_or(|resume| piece.fetch.cycle > resume);
            match &mut self.left {
                // Nothing happens in it.
                Some(left) if self.open.is_empty() && resumed && *left > syllables => {
                    *left -= syllables;
                    self.fetched += syllables;
                    self.newest_fetch = piece.fetch.cycle;
                }
                _ => {
                    let interrupt = self.pass_piece(piece, until);
                    if interrupt.is_some() {
                        return interrupt;
                    }
                }
            }
        }
        self.is_complete(until).then(|| self.close())?
    }
}

/// What the counters hold when a window closes.
fn count_window(sample: &Sample, mode: Mode, stream: &Stream) -> [u64; 2] {
    let (first, last) = sample.window;
    let inside = |cycle: u64| (first..=last).contains(&cycle);
    let cycles = sample.window_cycles();
    let instructions = || -> u64 {
        let groups = stream.history.groups.iter();
        let retired = groups.filter(|(issue, _)| inside(stream.pipe.retire(*issue)));
        retired.map(|(_, instructions)| instructions).sum()
    };
    // Counter 1 counts at most one in each cycle.
    let distinct = |mut list: Vec<u64>| -> u64 {
        list.sort_unstable();
        list.dedup();
        list.len() as u64
    };
    let overcount = u64::from(sample.overcount);
    let counters = match mode {
        Mode::Pm0 => [instructions() + overcount, cycles],
        Mode::Pm => [cycles, sample.retire_delay.min(cycles.saturating_sub(2))],
        Mode::Pm2 => {
            let misses = stream.history.l2_misses.iter().copied();
            let misses = distinct(misses.filter(|cycle| inside(*cycle)).collect());
            [instructions() + overcount, misses]
        }
        Mode::Pm3 => {
            let flushes = stream.history.flushes.iter();
            let replays = flushes
                .filter(|flush| flush.kind != FlushKind::Mispredict)
                .map(|flush| stream.pipe.trap(flush.resteer))
                .filter(|cycle| inside(*cycle));
            [cycles, distinct(replays.collect())]
        }
    };
    counters.map(|counter| counter & COUNTER)
}

impl Probe for ProfileMe {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        self.stream.describe(block);
    }

    fn group(&mut self, group: &Group) {
        self.stream.group(group);
    }

    fn count(&mut self, raw: Raw, _: u32, cycle: u64, site: &Site) {
        self.stream.count(raw, cycle, site);
    }

    fn dispersal(&mut self, _: &[(Raw, u8)], _: u64, _: &Site) {}

    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        self.stream.cycles(stall, from, cycles);
    }

    fn fetch(&mut self, fetch: &Fetch) {
        self.stream.fetch(fetch);
    }

    fn reference(&mut self, reference: &Reference) {
        self.stream.history.references.push_back(*reference);
    }

    fn forgone(&mut self, cycle: u64, site: &Site) {
        self.stream.history.forgone.push_back((cycle, *site));
    }

    fn flush(&mut self, flush: &Flush) {
        self.stream.flush(flush);
    }

    fn branch(&mut self, branch: &Branch) {
        self.stream.branch(branch);
    }

    fn data_miss(&mut self, miss: &DataMiss) {
        self.stream.data_miss(miss);
    }

    fn data_tlb_miss(&mut self, miss: &DataTlbMiss) {
        self.stream.data_tlb_miss(miss);
    }

    fn instruction_tlb_miss(&mut self, miss: &InstructionTlbMiss) {
        self.stream.history.instruction_tlb.push_back(*miss);
    }

    fn task(&mut self, _: u64, task: Task) {
        self.stream.task(task);
    }

    fn region(&mut self, inside: bool) {
        self.stream.set_outside(!inside);
    }
}

impl MonitoringUnit for ProfileMe {
    fn banks(&self) -> &[Bank] {
        &BANKS
    }

    fn reset_value(&self, register: Register) -> Option<u64> {
        self.read(register).map(|_| 0)
    }

    fn read(&self, register: Register) -> Option<u64> {
        if register.bank != 0 {
            return None;
        }
        match register.number {
            PCTR_CTL => Some(match self.left {
                // Counting: counter 0 as it stands.
                Some(left) => PctrCtl {
                    counters: [(MAX_PERIOD - left) & COUNTER, self.control.counters[1]],
                    ..self.control
                }
                .encode(),
                None => self.newest[0],
            }),
            I_STAT => Some(self.newest[1]),
            PMPC => Some(self.newest[2]),
            ISUM => Some(u64::from(self.is_interrupting)),
            PAIR => Some(self.pair),
            _ => None,
        }
    }

    fn write(&mut self, register: Register, value: u64) -> bool {
        match (register.bank, register.number) {
            (0, PCTR_CTL) => {
                self.is_interrupting = false;
                self.control = PctrCtl::decode(value);
                self.newest[0] = self.control.encode();
                if self.reload.is_none() || self.left.is_none() {
                    self.left = None;
                    self.resume = self.now;
                    if self.control.samples {
                        self.period = MAX_PERIOD - self.control.counters[0];
                        self.left = Some(self.period);
                    }
                }
            }
            (0, PAIR) => self.pair = value,
            (0, I_STAT | PMPC | ISUM) => {}
            _ => return false,
        }
        true
    }

    fn is_interrupting(&self) -> bool {
        self.is_interrupting
    }

    fn advance(&mut self, until: u64) -> Option<Interrupt> {
        let interrupt = self.go_on(until);
        if interrupt.is_none() {
            let open = self.open.iter().map(|window| window.sample.fetch.cycle);
            let newest = match self.stream.pieces.is_empty() {
                true => self.newest_fetch.max(self.stream.passed),
                false => self.newest_fetch,
            };
            let before = open.fold(newest, u64::min);
            self.stream.forget(before);
        }
        interrupt
    }

    fn finish(&mut self) {
        if self.reload.is_none() {
            self.open.clear();
            self.pair_left = None;
            self.left = None;
        }
        while self.go_on(u64::MAX).is_some() {}
        for window in &mut self.open {
            window.is_counted = true;
        }
        while self.is_complete(u64::MAX) {
            let _ = self.close();
        }
        self.is_interrupting = false;
    }
}
