//! Rest: the unit ignores all records while the next syllable that it will select is far.
//!
//! Counter 0 counts valid fetched syllables, and the timing model keeps their total, too ([`Totals::fetched`]). So the unit needs
//! records only from the execution on that brings the count within [`ProfileMe::margin`] of the overflow, until everything is known of
//! the selected syllable. For the time between it takes the difference of two totals. Syllables fetched while a window is open are
//! skipped; so the model tells it the total at the first fetch behind the window, from which on they count again.
//!
//! This shortens the rule that the unit takes valid syllables one by one, and may change nothing:
//! `crates/sim/tests/profileme_at_rest.rs` compares its samples with those of a unit that hears everything.

use events::Totals;

use crate::pieces::Piece;
use crate::registers::Mode;
use crate::unit::ProfileMe;
use crate::waiting::Waiting;

/// Syllables of a bundle.
const BUNDLE: u64 = 3;
/// Most bundles that leave the decoupling buffer in a cycle.
const LEAVING: u64 = 3;
/// Bound on the syllables that issue between a reference and its request to L3.
const BEFORE_L3: u64 = 512;
/// The unit rests only if so many syllables at least can be passed over.
const WORTH: u64 = 8;
/// Bound on the syllables that are fetched in one execution of a block and on the wrong path behind it.
const BLOCK: u64 = 128;

impl ProfileMe {
    /// How many syllables before the selected one the unit has to hear, by mode:
    ///
    /// - `pm`, where only the syllable itself is looked at: none. What it waited for before is told when the unit wakes
    ///   ([`Probe::earlier`](events::Probe::earlier)).
    /// - `pm3`, which counts flushes: what fills the decoupling buffer, and one bundle. The bundle that many ahead leaves the buffer
    ///   before the selected one enters it, so that everything from that entry on is heard.
    /// - `pm0`, which counts instructions: also what leaves the buffer in the cycles of the front end, so that everything is heard from
    ///   the cycle before the fetch on. What issues in that cycle retires in the first cycle of the window.
    /// - `pm2`, which also counts misses: also [`BEFORE_L3`], because a request may reach L3 long after its instruction issues.
    fn margin(&self) -> u64 {
        let buffer = self.pipe().buffer + 1;
        let front = LEAVING * (self.pipe().depth + 1);
        match self.control.mode {
            Mode::Pm => 0,
            Mode::Pm3 => BUNDLE * buffer,
            Mode::Pm0 => BUNDLE * (buffer + front),
            Mode::Pm2 => BUNDLE * (buffer + front) + BEFORE_L3,
        }
    }

    /// Counts what was passed over, by the total of the model. All of it was fetched before the syllables whose records arrived since.
    pub(crate) fn take_unheard(&mut self, totals: &mut dyn Totals) {
        self.take_unheard_before(totals.fetched());
    }

    /// The same, where `all` valid syllables have been fetched so far.
    pub(crate) fn take_unheard_before(&mut self, all: u64) {
        let before = std::mem::replace(&mut self.stream.accounted, all);
        let reached = self.reached.take();
        if all == before || self.stream.is_outside() {
            return;
        }
        let (cycle, until) = reached.unwrap_or((0, all));
        self.pass_over(until.saturating_sub(before));
        // The window closes before that fetch. What is fetched from there on stands first in the stream until it has closed.
        if all > until {
            self.stream.put_first(Piece::unheard(
                cycle,
                all.saturating_sub(until).min(BLOCK) as u8,
            ));
        }
    }

    /// Syllables go by of which none is selected: all count, or all are skipped.
    pub(crate) fn pass_over(&mut self, syllables: u64) {
        self.fetched += syllables;
        match self.left {
            Some(left) if self.counts() => {
                debug_assert!(left > syllables, "a selected syllable was passed over");
                self.left = Some(left.saturating_sub(syllables).max(1));
            }
            _ => self.skipped += syllables,
        }
    }

    /// Tells the stream which syllable will be selected, where that is certain: it need not keep details of others.
    pub(crate) fn expect(&mut self) {
        let plain = self.reload.is_none() && self.pair == 0 && self.aggregate.is_none();
        let rests = self.open.is_empty() && !self.stream.is_outside() && self.counts();
        if let Some(left) = self.left
            && plain
            && rests
            && self.least > 2 * BLOCK
            && self.stream.pieces.is_empty()
        {
            self.stream.expect(left, self.least);
        }
    }

    /// Whether the syllables that come next count.
    fn counts(&self) -> bool {
        let runs = self.reload.is_some() || self.open.is_empty();
        runs && self.resume.is_none_or(|resume| self.newest_fetch > resume)
    }

    /// Rests if nothing has to be heard for a while.
    pub(crate) fn begin_rest(&mut self) {
        let Some(wanted) = self.wanted() else {
            self.stream.drop_expectation();
            return;
        };
        // The syllables in the stream go by at once: all of them were fetched before the window closes and are skipped, or all count.
        let waiting = self.stream.pieces.iter();
        let waiting = waiting.map(|piece| (piece.syllables(), piece.fetched));
        let (syllables, newest) = waiting.fold((0, 0), |(syllables, newest), (more, fetched)| {
            (syllables + more, fetched.max(newest))
        });
        self.newest_fetch = self.newest_fetch.max(newest);
        self.pass_over(syllables);
        self.stream.begin_rest();
        self.resting = Some(wanted);
        self.lacks_past = true;
    }

    /// Whether the unit needs no more records for the window that is open: everything is known of it, mode `pm` counts nothing by
    /// itself, what has been fetched so far is skipped, and the next syllable to be selected is far behind the window.
    pub(crate) fn rests_in_window(&self) -> bool {
        let rests = self.control.mode == Mode::Pm
            && self.aggregate.is_none()
            && self.least > self.margin() + BLOCK;
        let waiting = self.stream.pieces.iter();
        let newest = waiting.map(|piece| piece.fetched).max();
        let newest = newest.unwrap_or(0).max(self.newest_fetch);
        rests && self.closes().is_some_and(|closes| newest <= closes)
    }

    /// The fetch that the unit waits for comes in `cycle`, after `fetched` valid syllables. Counting resumes with it; the unit goes on to
    /// wait for `behind` more.
    pub(crate) fn reach(&mut self, cycle: u64, fetched: u64, behind: u64) {
        self.take_unheard_before(fetched);
        self.newest_fetch = cycle;
        self.resting = Some(Waiting {
            syllables: fetched.saturating_add(behind),
            ..Waiting::NOTHING
        });
    }

    /// What the unit may wait for while it rests; `None`: it has to hear everything.
    fn wanted(&self) -> Option<Waiting> {
        if self.aggregate.is_some() {
            return None;
        }
        let waiting = || self.stream.pieces.iter();
        let newest = waiting().map(|piece| piece.fetched).max();
        let newest = newest.unwrap_or(0).max(self.newest_fetch);
        let Some(left) = self.left else {
            if self.open.is_empty() {
                // The counter stands still, and no window is open.
                return Some(Waiting::NOTHING);
            }
            let closes = self.closes()?;
            return self.rests_in_window().then_some(Waiting {
                fetches: closes + 1,
                ..Waiting::NOTHING
            });
        };
        if self.stream.is_outside() {
            return (self.open.is_empty() && left > self.margin() && waiting().next().is_none())
                .then_some(Waiting::NOTHING);
        }
        if !self.open.is_empty() || self.pair_left.is_some() {
            return None;
        }
        if let Some(resume) = self.resume
            && newest <= resume
        {
            return (left > self.margin() + BLOCK).then(|| Waiting {
                fetches: resume + 1,
                behind: left - self.margin(),
                ..Waiting::NOTHING
            });
        }
        // Where counting has not resumed with what has gone by, part of the syllables in the stream has to be skipped: their sum does
        // not say how many count, and the unit does not rest.
        let resumed = self.resume.is_none_or(|resume| self.newest_fetch > resume);
        let syllables = waiting().map(Piece::syllables);
        let left = left.checked_sub(syllables.sum())?;
        let distance = left.checked_sub(self.margin())?;
        (resumed && distance >= WORTH).then(|| Waiting {
            syllables: self.stream.accounted + distance,
            ..Waiting::NOTHING
        })
    }
}
