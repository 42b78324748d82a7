//! The unit: selection, windows, counters, the interrupt.
//!
//! [`Stream`] has the valid syllables in the order of their fetch. A syllable *goes by* when the unit takes it from there: it counts, or
//! is skipped while a window is open. The one with which counter 0 overflows is selected: a [`Window`] opens, and the interrupt comes
//! when it has closed.

mod listener;

use std::collections::VecDeque;

use events::{Attention, Bank, FlushKind, Interrupt, MonitoringUnit, Past, Register, Totals};

use crate::aggregate::Aggregate;
use crate::periods::Periods;
use crate::pieces::Piece;
use crate::pipe::Pipe;
use crate::registers::{
    COUNTER, I_STAT, ISUM, MAX_OVERCOUNT, MAX_PERIOD, Mode, PAIR, PCTR_CTL, PMPC, PctrCtl,
};
use crate::sample::Sample;
use crate::stream::Stream;
use crate::waiting::Waiting;

/// Its only bank: the internal processor registers that it has.
const BANKS: [Bank; 1] = [Bank {
    name: "ipr",
    registers: PAIR + 1,
}];

/// A syllable whose window is open.
#[derive(Debug)]
pub(crate) struct Window {
    pub sample: Box<Sample>,
    /// Syllables behind it that have gone by and were fetched in its cycle or the next one.
    overcount: u64,
    /// The overcount is final: a syllable was fetched later than that, or it has reached its most.
    pub is_counted: bool,
}

impl Window {
    /// A syllable behind it was fetched in a cycle.
    #[inline]
    fn fetched(&mut self, cycle: u64) {
        self.is_counted |= cycle > self.sample.fetch.cycle + 1;
    }

    /// So many syllables behind it go by: they belong to the overcount unless it is final.
    #[inline]
    fn overcount(&mut self, syllables: u64) {
        self.overcount += if self.is_counted { 0 } else { syllables };
        self.is_counted |= self.overcount >= MAX_OVERCOUNT;
    }
}

/// Calls `does` for every open window. The usual case of one or none has a way of its own.
#[inline(always)]
fn each(open: &mut VecDeque<Window>, does: impl FnMut(&mut Window)) {
    if open.len() > 1 {
        open.iter_mut().for_each(does);
    } else {
        open.front_mut().map(does);
    }
}

/// Why no more syllables go by.
enum Stop {
    /// A window has closed.
    Closed(Interrupt),
    /// The next syllable was fetched after a window closes, in a cycle that is not settled.
    Waits,
}

/// ProfileMe: selects the N-th valid fetched syllable, follows it through the pipe, and interrupts when its window has closed.
#[derive(Debug)]
pub struct ProfileMe {
    pub(crate) stream: Stream,
    pub(crate) control: PctrCtl,
    /// Syllables until counter 0 overflows; `None`: it stands still.
    pub(crate) left: Option<u64>,
    /// Syllables from the last write of counter 0 to its overflow.
    period: u64,
    /// The shortest period.
    pub(crate) least: u64,
    /// Syllables fetched up to this cycle do not count: the counter was written in it.
    pub(crate) resume: Option<u64>,
    /// The cycle in which the newest interrupt was raised, and in which software writes registers.
    now: Option<u64>,
    /// Valid syllables that have gone by.
    pub(crate) fetched: u64,
    /// Those since the last selection that did not count.
    pub(crate) skipped: u64,
    /// The cycle of the fetch of the newest syllable that has gone by.
    pub(crate) newest_fetch: u64,
    /// Windows in the order of selection; one, two of a pair, or any number in continuous sampling.
    pub(crate) open: VecDeque<Window>,
    /// Distance of the second of a pair, and how many syllables are left to it.
    pub(crate) pair: u64,
    pub(crate) pair_left: Option<u64>,
    /// Continuous sampling: the periods that follow each other.
    pub(crate) reload: Option<Periods>,
    /// Samples that software has not taken.
    #[expect(
        clippy::vec_box,
        reason = "a sample is large, and is told where it lies"
    )]
    done: Vec<Box<Sample>>,
    /// The newest sample, if its interrupt came before its window has closed.
    early: Option<Box<Sample>>,
    /// The memory of samples that were taken.
    #[expect(
        clippy::vec_box,
        reason = "a sample is large, and is told where it lies"
    )]
    spare: Vec<Box<Sample>>,
    is_interrupting: bool,
    /// What the registers tell of the newest sample: PCTR_CTL, I_STAT, PMPC.
    newest: [u64; 3],
    /// While the unit rests (`rest`): what it waits for.
    pub(crate) resting: Option<Waiting>,
    /// It has rested since it was last told what came before ([`Stream::recall`]).
    pub(crate) lacks_past: bool,
    /// The cycle of the fetch for which it rested, and the valid syllables before that.
    pub(crate) reached: Option<(u64, u64)>,
    /// The counters in aggregate mode.
    pub(crate) aggregate: Option<Aggregate>,
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
            least: 1,
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
            early: None,
            spare: Vec::new(),
            is_interrupting: false,
            newest: [0; 3],
            resting: None,
            lacks_past: false,
            reached: None,
            aggregate: None,
        }
    }

    /// Software will write no shorter periods than `least`; a shorter one counts as this. The longer they are, the less the unit has
    /// to hear while a window is open (`rest`). Where it has to hear nothing more of one, the interrupt comes before the window has
    /// closed, with the cycle in which it closes; software is shown the sample when it has.
    #[must_use]
    pub fn with_periods_from(mut self, least: u64) -> Self {
        self.least = least.clamp(1, MAX_PERIOD);
        self
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
    pub fn take_samples(&mut self) -> impl Iterator<Item = Sample> {
        self.done.drain(..).map(|sample| *sample)
    }

    /// The same where the caller only looks at each sample: its memory is used again.
    pub(crate) fn show_samples(&mut self, take: &mut impl FnMut(&Sample)) {
        for sample in self.done.drain(..) {
            take(&sample);
            self.spare.push(sample);
        }
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

    /// Syllables of a piece go by. The caller passes more than one only if none of them is selected.
    fn pass(&mut self, piece: &Piece, syllables: u64) {
        self.fetched += syllables;
        self.newest_fetch = piece.fetched;
        if self.pair_left == Some(1) {
            self.pair_left = None;
            let distance = self.pair;
            self.select(piece, Some(distance));
        } else if let Some(left) = &mut self.pair_left {
            *left -= 1;
        }
        let runs = self.reload.is_some() || self.open.is_empty();
        let counts = runs && self.resume.is_none_or(|resume| piece.fetched > resume);
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
            Some(left) if counts => self.left = Some(left - syllables),
            _ => self.skipped += syllables,
        }
    }

    fn select(&mut self, piece: &Piece, pair: Option<u64>) {
        let Self {
            stream,
            open,
            spare,
            ..
        } = self;
        let Some(details) = stream.oldest_details() else {
            debug_assert!(false, "no details are kept of a syllable that is selected");
            return;
        };
        let mut sample = Sample::of(details, piece.from);
        sample.ordinal = self.fetched;
        sample.pair = pair;
        if pair.is_none() {
            sample.period = self.period;
            sample.skipped = std::mem::take(&mut self.skipped);
        }
        // A sample is large: the rest is written in place.
        let mut sample = match spare.pop() {
            Some(mut memory) => {
                *memory = sample;
                memory
            }
            None => Box::new(sample),
        };
        sample.follow(details, &stream.history, &stream.pipe);
        open.push_back(Window {
            sample,
            overcount: 0,
            is_counted: false,
        });
    }

    /// How many of the oldest windows close together: one, or those of a pair; 0 where none is open.
    #[inline]
    fn oldest(&self) -> usize {
        match self.reload.is_some() || self.pair == 0 {
            true => self.open.len().min(1),
            false => self.open.len(),
        }
    }

    /// The cycle in which the oldest window, or pair of windows, closes; `None`: there is none, an overcount is not final, or the second
    /// of a pair has not been selected.
    #[inline(always)]
    pub(crate) fn closes(&self) -> Option<u64> {
        let first = self.open.front()?;
        let is_whole = self.pair_left.is_none() || self.reload.is_some();
        if !(is_whole && first.is_counted) {
            return None;
        }
        let mut closes = first.sample.window.1;
        let together = self.oldest();
        if together == 1 {
            return Some(closes);
        }
        for window in self.open.iter().take(together).skip(1) {
            if !window.is_counted {
                return None;
            }
            closes = closes.max(window.sample.window.1);
        }
        Some(closes)
    }

    /// Whether the interrupt of the open window may come before the cycle in which it closes: that cycle and everything in the window are
    /// known.
    fn closes_early(&self) -> bool {
        let alone = self.reload.is_none() && self.pair == 0 && self.open.len() == 1;
        alone && self.left.is_none() && self.rests_in_window()
    }

    /// Closes the open window before its last cycle has come. Its sample is kept back until then.
    fn close_early(&mut self) -> Interrupt {
        self.show_early(u64::MAX);
        let interrupt = self.close();
        self.early = self.done.pop();
        interrupt
    }

    /// Releases the sample that was kept back, if its window closes before `until`.
    fn show_early(&mut self, until: u64) {
        let closed = self.early.take_if(|sample| sample.window.1 < until);
        self.done.extend(closed);
    }

    /// Whether the oldest window, or pair, closes before a cycle.
    fn is_complete(&self, until: u64) -> bool {
        self.closes().is_some_and(|closes| closes < until)
    }

    /// Closes the oldest window, or both of a pair.
    fn close(&mut self) -> Interrupt {
        let mut raised = 0;
        let together = self.oldest();
        for window in self.open.iter_mut().take(together) {
            let sample = &mut window.sample;
            sample.overcount = window.overcount.min(MAX_OVERCOUNT) as u8;
            raised = raised.max(sample.window.1);
            sample.counters = count_window(sample, self.control.mode, &self.stream);
            sample.write_registers(self.control.mode);
            self.newest = [
                sample.pctr_ctl,
                sample.i_stat,
                sample.ip | u64::from(sample.slot),
            ];
        }
        for _ in 0..together {
            let closed = self.open.pop_front();
            self.done.extend(closed.map(|window| window.sample));
        }
        self.now = Some(raised);
        self.is_interrupting = true;
        Interrupt {
            cycle: raised + 1,
            ip: self.newest[2] & !15,
            slot: (self.newest[2] & 3) as u8,
            raised,
            status: self.newest[1],
        }
    }

    /// Syllables of the oldest piece go by, up to one that comes after the end of a window.
    fn pass_piece(&mut self, mut piece: Piece, until: u64) -> Result<(), Stop> {
        let fetched = piece.fetched;
        each(&mut self.open, |window| window.fetched(fetched));
        while piece.from < piece.to {
            if let Some(closes) = self.closes() {
                let stop = match closes < until {
                    true => Some(Stop::Closed(self.close())),
                    false => (fetched > closes).then_some(Stop::Waits),
                };
                if let Some(stop) = stop {
                    self.stream.drop_before(piece.from);
                    return Err(stop);
                }
            }
            // So many go by at once: all count and none is selected, or all are skipped.
            let rest = piece.syllables();
            let alike = match self.left {
                _ if self.reload.is_some() || self.pair_left.is_some() => 1,
                Some(left) if self.open.is_empty() => (left - 1).clamp(1, rest),
                None => rest,
                Some(_) => 1,
            };
            each(&mut self.open, |window| window.overcount(alike));
            self.pass(&piece, alike);
            piece.from += alike as u8;
        }
        self.stream.drop_oldest();
        Ok(())
    }

    /// Final pieces go by, up to a window that closes before `until`.
    fn pass_final(&mut self, until: u64) -> Option<Interrupt> {
        let (syllables, fetched) = self.stream.take_gone();
        if syllables > 0 {
            self.pass_over(syllables);
            self.newest_fetch = fetched;
        }
        while let Some(piece) = self.stream.oldest(until) {
            let (syllables, fetched) = (piece.syllables(), piece.fetched);
            let resumed = self.resume.is_none_or(|resume| fetched > resume);
            if self.open.is_empty()
                && resumed
                && let Some(left) = &mut self.left
                && *left > syllables
            {
                // No window is open, and none of these syllables is selected.
                *left -= syllables;
                self.fetched += syllables;
                self.newest_fetch = fetched;
                self.stream.drop_oldest();
                continue;
            }
            if self.left.is_none() && self.pair_left.is_none() {
                let stops = |closes| closes < until.max(fetched);
                if self.open.len() == 1
                    && let Some(window) = self.open.front_mut()
                {
                    // The same as below, for one window.
                    window.fetched(fetched);
                    if !(window.is_counted && stops(window.sample.window.1)) {
                        window.overcount(syllables);
                        self.fetched += syllables;
                        self.skipped += syllables;
                        self.newest_fetch = fetched;
                        self.stream.drop_oldest();
                        continue;
                    }
                }
                each(&mut self.open, |window| window.fetched(fetched));
                if !self.closes().is_some_and(stops) {
                    // The piece is skipped, and no window closes before it.
                    self.fetched += syllables;
                    self.skipped += syllables;
                    self.newest_fetch = fetched;
                    self.stream.drop_oldest();
                    each(&mut self.open, |window| window.overcount(syllables));
                    continue;
                }
            }
            let piece = *piece;
            match self.pass_piece(piece, until) {
                Ok(()) => {}
                Err(Stop::Closed(interrupt)) => return Some(interrupt),
                Err(Stop::Waits) => return None,
            }
        }
        let stream = &self.stream;
        each(&mut self.open, |window| {
            // The overcount is also final if no syllable that is fetched early enough for it can still come.
            let last = window.sample.fetch.cycle + 1;
            let waiting = stream.pieces.front();
            window.is_counted |= waiting.is_some_and(|piece| piece.fetched > last)
                || until > last && stream.has_issued(last);
        });
        if self.is_complete(until) {
            return Some(self.close());
        }
        self.closes_early().then(|| self.close_early())
    }
}

/// Aggregate mode.
impl ProfileMe {
    /// ISUM: counters that interrupt, one bit each.
    fn pending(&self) -> u64 {
        match &self.aggregate {
            Some(aggregate) => aggregate.overflowed,
            None => u64::from(self.is_interrupting),
        }
    }

    /// PCTR_CTL has been written.
    fn write_aggregate(&mut self) {
        let PctrCtl { mode, counters, .. } = self.control;
        match &mut self.aggregate {
            _ if self.control.samples => self.aggregate = None,
            Some(aggregate) => aggregate.write(mode, counters),
            none => {
                let from = self.now.map_or(0, |now| now + 1);
                *none = Some(Aggregate::new(mode, counters, from));
            }
        }
    }

    /// The counters count what happens before `until`, up to an overflow.
    fn count_on(&mut self, until: u64) -> Option<Interrupt> {
        let aggregate = self.aggregate.as_mut()?;
        let overflow = aggregate.advance(until)?;
        let (cycle, ip, slot) = overflow.next;
        self.now = Some(overflow.cycle);
        self.is_interrupting = true;
        Some(Interrupt {
            cycle,
            ip,
            slot,
            raised: overflow.cycle,
            status: aggregate.overflowed,
        })
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
        retired
            .map(|(_, slots)| u64::from(slots.count_ones()))
            .sum()
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
            PCTR_CTL => {
                let counters = match (&self.aggregate, self.left) {
                    (Some(aggregate), _) => aggregate.counters(),
                    // Counter 0 as it stands.
                    (None, Some(left)) => [(MAX_PERIOD - left) & COUNTER, self.control.counters[1]],
                    (None, None) => return Some(self.newest[0]),
                };
                let control = PctrCtl {
                    counters,
                    ..self.control
                };
                Some(control.encode())
            }
            I_STAT => Some(self.newest[1]),
            PMPC => Some(self.newest[2]),
            ISUM => Some(self.pending()),
            PAIR => Some(self.pair),
            _ => None,
        }
    }

    fn write(&mut self, register: Register, value: u64) -> bool {
        match (register.bank, register.number) {
            (0, PCTR_CTL) => {
                self.stream.expect_any();
                self.is_interrupting = false;
                self.control = PctrCtl::decode(value);
                self.newest[0] = self.control.encode();
                self.write_aggregate();
                if self.reload.is_none() || self.left.is_none() {
                    self.left = None;
                    self.resume = self.now;
                    if self.control.samples {
                        let period = MAX_PERIOD - self.control.counters[0];
                        self.period = period.max(self.least);
                        self.left = Some(self.period);
                    }
                }
            }
            (0, PAIR) => {
                self.stream.expect_any();
                self.pair = value;
            }
            (0, I_STAT | PMPC | ISUM) => {}
            _ => return false,
        }
        true
    }

    fn is_interrupting(&self) -> bool {
        self.is_interrupting
    }

    fn advance(&mut self, until: u64) -> Option<Interrupt> {
        self.show_early(until);
        let interrupt = self.pass_final(until).or_else(|| self.count_on(until));
        if interrupt.is_none() && self.stream.is_long() {
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
        // A window that is open at the end of the run gives no sample (but in continuous sampling).
        self.early = None;
        if self.reload.is_none() {
            self.open.clear();
            self.pair_left = None;
            self.left = None;
        }
        self.stream.mark_all_final();
        while self.pass_final(u64::MAX).is_some() {}
        self.aggregate = None;
        for window in &mut self.open {
            window.is_counted = true;
        }
        while self.is_complete(u64::MAX) {
            self.close();
        }
        self.is_interrupting = false;
    }

    fn is_due(&self, _: u64) -> bool {
        self.resting.is_none() && !self.stream.lacks_some()
    }

    fn wake(&mut self, _: u64, totals: &mut dyn Totals) {
        self.take_unheard(totals);
    }

    fn rest(&mut self, _: &mut dyn Totals) {
        self.begin_rest();
    }

    fn attention(&self) -> Attention {
        let past = match self.resting.is_none() && self.lacks_past {
            true => Past::Wanted,
            false => Past::Kept,
        };
        let wanted = match self.resting {
            Some(Waiting {
                syllables,
                fetches,
                behind,
            }) => Attention {
                syllables,
                fetches,
                syllables_behind: behind,
                ..Attention::NOTHING
            },
            None => Attention::ALL,
        };
        Attention {
            stack_sizes: false,
            losses: false,
            // Mode `pm` needs no records of counts.
            counts: self.control.mode != Mode::Pm || self.aggregate.is_some(),
            past,
            ..wanted
        }
    }
}
