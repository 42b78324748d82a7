//! Rest: the unit passes over all records while no syllable that it will select is near.
//!
//! Counter 0 is a sum, which the timing model keeps ([`Totals::fetched`]). The unit hears everything from the execution on that
//! brings the count within [`ProfileMe::margin`] of the overflow, up to the moment when all is known of the selected syllable. In
//! between it takes the sum, and is told what it is at the first fetch behind the window, where counting goes on.
//! This shortens the rule that every valid syllable goes by one by one, and may change nothing: `crates/sim/tests/profileme_at_rest.rs`
//! compares its samples with those of a unit that hears everything.

use events::Totals;

use crate::pieces::Piece;
use crate::registers::Mode;
use crate::unit::ProfileMe;
use crate::waiting::Waiting;

/// Syllables of a bundle.
const BUNDLE: u64 = 3;
/// Most bundles that leave the decoupling buffer in a cycle.
const LEAVING: u64 = 3;
/// More syllables than issue from a reference to its request to L3.
const BEFORE_L3: u64 = 512;
/// Syllables that have to be left for rest to be worth while.
const WORTH: u64 = 8;
/// More syllables than are fetched in an execution and on a wrong path behind it.
const BLOCK: u64 = 128;

impl ProfileMe {
    /// How many syllables before the selected one have to be heard: none where only the syllable itself is looked at, because what it
    /// waited for before is told then ([`Probe::earlier`](events::Probe::earlier)). Where flushes count, so many that a bundle from whose
    /// departure on all is heard made room for it in the decoupling buffer: then everything is heard from its entry on. Where
    /// instructions or misses are counted, so many that all is heard from the cycle before its fetch, whose issues retire in the first
    /// cycle of the window.
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

    /// Takes what was passed over from the sum. All of it was fetched before what has been heard of since.
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
        // What is behind the fetch goes by when the window has closed.
        if all > until {
            self.stream.put_first(Piece::unheard(
                cycle,
                all.saturating_sub(until).min(BLOCK) as u8,
            ));
        }
    }

    /// Syllables go by of which none is selected.
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

    /// Tells the stream which syllable will be selected, if that can be said: details of others need not be kept.
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
    pub(crate) fn sleep(&mut self) {
        let Some(wanted) = self.wanted() else {
            self.stream.go_on();
            return;
        };
        // What waits was fetched before the window closes, or counts.
        let waiting = self.stream.pieces.iter();
        let waiting = waiting.map(|piece| (piece.syllables(), piece.fetched));
        let (syllables, newest) = waiting.fold((0, 0), |(syllables, newest), (more, fetched)| {
            (syllables + more, fetched.max(newest))
        });
        self.newest_fetch = self.newest_fetch.max(newest);
        self.pass_over(syllables);
        self.stream.sleep();
        self.asleep = Some(wanted);
        self.lacks_past = true;
    }

    /// Whether nothing more has to be heard of the window that is open: all is known of it, what is fetched before it closes counts
    /// nothing, and no sample is near behind it.
    pub(crate) fn rests_in_window(&self) -> bool {
        let rests = self.control.mode == Mode::Pm
            && self.aggregate.is_none()
            && self.least > self.margin() + BLOCK;
        let waiting = self.stream.pieces.iter();
        let newest = waiting.map(|piece| piece.fetched).max();
        let newest = newest.unwrap_or(0).max(self.newest_fetch);
        rests && self.closes().is_some_and(|closes| newest <= closes)
    }

    /// The fetch that it waits for lies behind so many valid syllables: counting goes on with it.
    pub(crate) fn reach(&mut self, cycle: u64, fetched: u64, behind: u64) {
        self.take_unheard_before(fetched);
        self.newest_fetch = cycle;
        self.asleep = Some(Waiting {
            syllables: fetched.saturating_add(behind),
            ..Waiting::NOTHING
        });
    }

    /// What has to be heard, if that is not all.
    fn wanted(&self) -> Option<Waiting> {
        if self.aggregate.is_some() {
            return None;
        }
        let waiting = || self.stream.pieces.iter();
        let newest = waiting().map(|piece| piece.fetched).max();
        let newest = newest.unwrap_or(0).max(self.newest_fetch);
        let Some(left) = self.left else {
            if self.open.is_empty() {
                // It stands still.
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
        // Of those that wait, the ones fetched before counting went on are skipped: not this way.
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
