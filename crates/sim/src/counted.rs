//! The monitor's events, computed from the raw quantities that the model counted.

use std::collections::BTreeMap;

use events::{Counts, Raw};
use isa::Family;
use pmu::Event;
use report::Counters;
use uarch::{PRODUCED, Totals};

/// The values of the monitor's events by name, without those that the model cannot count.
pub(crate) fn counters(counts: &Counts, family: Family) -> Counters {
    let known = pmu::events(family).iter().filter_map(|event| {
        let value = event.value(counts, &PRODUCED).ok()?;
        Some((event.name.to_owned(), value))
    });
    known.collect()
}

/// Computes [`counters`] for many sets of counts: names and formulas are looked up once.
#[derive(Default)]
pub(crate) struct Recounted {
    /// The events in the order of their names, with the quantities that each adds up.
    known: Vec<(&'static Event, Vec<Raw>)>,
    counted: Counters,
}

impl Recounted {
    /// The events of `counts`; `family` has to be the same each time.
    pub(crate) fn count(&mut self, counts: &Counts, family: Family) -> Counters {
        let mut counted = std::mem::take(&mut self.counted);
        if counted.is_empty() {
            counted = counters(counts, family);
            let find = |name: &String| pmu::events(family).iter().find(|it| it.name == name);
            let known = counted.keys().filter_map(find);
            self.known = known.map(|event| (event, event.raws())).collect();
            return counted;
        }
        for ((event, raws), count) in self.known.iter().zip(counted.values_mut()) {
            *count = event.sum(counts, raws);
        }
        counted
    }

    /// Takes the result of [`count`](Self::count) back, so that the next call reuses its names.
    pub(crate) fn keep(&mut self, counted: Counters) {
        self.counted = counted;
    }
}

/// The events that [`counters`] leaves out, with the reason.
pub(crate) fn missing(totals: &Totals, family: Family) -> BTreeMap<String, String> {
    let missing = pmu::events(family).iter().filter_map(|event| {
        let reason = event.value(&totals.counts, &PRODUCED).err()?;
        Some((event.name.to_owned(), reason.to_string()))
    });
    missing.collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn events_that_are_counted_again_are_those_that_are_counted_once() {
        for family in Family::ALL {
            let mut again = Recounted::default();
            for seed in 1..4u64 {
                let mut counts = Counts::ZERO;
                for (number, raw) in (1..).zip(Raw::ALL) {
                    counts.add(raw, seed * number * 16);
                }
                let counted = again.count(&counts, family);
                assert_eq!(counted, counters(&counts, family));
                assert!(!counted.is_empty());
                again.keep(counted);
            }
        }
    }
}
