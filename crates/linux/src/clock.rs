//! The clock of the personality: cycles, or retired instructions, at the processor's frequency, plus time slept.

use std::cell::Cell;

/// Nanoseconds of a second.
pub(crate) const NANOSECONDS: u64 = 1_000_000_000;

/// Time of the epoch at which every run starts: 2024-01-01 00:00:00 UTC, in seconds.
pub(crate) const START: u64 = 1_704_067_200;

/// Simulated time. It advances by execution and by waiting when nothing can run, never with the host.
pub(crate) struct Clock {
    frequency: u64,
    /// Instructions that have been executed.
    retired: u64,
    /// Cycles that have passed, or instructions where cycles are not known.
    ticks: u64,
    slept: u64,
    /// Whether a program may have learnt the time since [`Self::take_read`].
    read: Cell<bool>,
}

impl Clock {
    /// `frequency` in Hz; 0 counts as 1 GHz.
    pub(crate) fn new(frequency: u64) -> Clock {
        Clock {
            frequency: if frequency == 0 {
                NANOSECONDS
            } else {
                frequency
            },
            retired: 0,
            ticks: 0,
            slept: 0,
            read: Cell::new(false),
        }
    }

    /// Instructions, ticks and nanoseconds since the start, and whether a program may have learnt of time.
    pub(crate) fn parts(&self) -> ([u64; 3], bool) {
        ([self.retired, self.ticks, self.passed()], self.read.get())
    }

    /// Sets what [`Self::parts`] returns. At a higher frequency than that of the clock that returned it, the time is the same and not an
    /// earlier one: it never goes back.
    pub(crate) fn set_parts(&mut self, ([retired, ticks, passed], read): ([u64; 3], bool)) {
        (self.retired, self.ticks) = (retired, ticks);
        self.slept = passed.saturating_sub(self.nanoseconds(ticks));
        self.read.set(read);
    }

    /// Nanoseconds since the start, for uses that show a program the time.
    pub(crate) fn now(&self) -> u64 {
        self.note_read();
        self.passed()
    }

    /// The same for the scheduler. A decision that depends on it also depends on a time that a program has set, and
    /// setting that time has counted as reading.
    pub(crate) fn passed(&self) -> u64 {
        self.nanoseconds(self.ticks).saturating_add(self.slept)
    }

    /// Before the first instruction the time does not depend on the machine, so that reading it is not noted.
    fn note_read(&self) {
        if self.retired > 0 {
            self.read.set(true);
        }
    }

    /// Whether a program may have learnt of time since this was last asked.
    pub(crate) fn take_read(&self) -> bool {
        self.read.take()
    }

    /// Nanoseconds since the epoch.
    pub(crate) fn realtime(&self) -> u64 {
        (START * NANOSECONDS).saturating_add(self.now())
    }

    /// Instructions that have been executed.
    pub(crate) fn retired(&self) -> u64 {
        self.retired
    }

    /// Nanoseconds in so many ticks, for uses that show a program the time.
    pub(crate) fn duration(&self, ticks: u64) -> u64 {
        self.note_read();
        self.nanoseconds(ticks)
    }

    /// The same for the scheduler.
    pub(crate) fn nanoseconds(&self, ticks: u64) -> u64 {
        let time = u128::from(ticks) * u128::from(NANOSECONDS) / u128::from(self.frequency);
        u64::try_from(time).unwrap_or(u64::MAX)
    }

    /// Ticks until `time` (nanoseconds since the start) is reached, at least 1.
    pub(crate) fn ticks_until(&self, time: u64) -> u64 {
        let left = u128::from(time.saturating_sub(self.passed())) * u128::from(self.frequency);
        u64::try_from(left.div_ceil(u128::from(NANOSECONDS)))
            .unwrap_or(u64::MAX)
            .max(1)
    }

    /// Accounts for executed instructions. `cycles`: the cycles of the whole run so far, where they are known. Returns
    /// the ticks that have passed.
    pub(crate) fn execute(&mut self, instructions: u64, cycles: Option<u64>) -> u64 {
        self.retired += instructions;
        let passed = match cycles {
            Some(cycles) => cycles.saturating_sub(self.ticks),
            None => instructions,
        };
        self.ticks += passed;
        passed
    }

    /// Advances the clock to `time` with nothing running.
    pub(crate) fn sleep_until(&mut self, time: u64) {
        self.slept = self
            .slept
            .saturating_add(time.saturating_sub(self.passed()));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn executing_the_instructions_until_a_time_reaches_it() {
        for frequency in [1, 733_000_000, 800_000_000, 1_500_000_000] {
            let mut clock = Clock::new(frequency);
            clock.execute(12345, None);
            let time = clock.now() + 1_000_003;
            let ticks = clock.ticks_until(time);
            clock.execute(ticks, None);
            assert!(clock.now() >= time);
            clock.sleep_until(time + 5);
            assert!(clock.now() >= time + 5);
        }
    }

    #[test]
    fn time_does_not_go_back_where_a_run_goes_on_at_another_frequency() {
        let mut before = Clock::new(800_000_000);
        before.execute(1_000_000, None);
        before.sleep_until(2_000_000);
        for frequency in [100_000_000, 800_000_000, 1_500_000_000] {
            let mut clock = Clock::new(frequency);
            clock.set_parts(before.parts());
            assert!(clock.passed() >= before.passed(), "{frequency}");
            assert_eq!(clock.parts().0[..2], before.parts().0[..2]);
            if frequency >= 800_000_000 {
                assert_eq!(clock.passed(), before.passed(), "{frequency}");
            }
        }
    }
}
