//! The monitor's events from what the model counted.

use std::collections::BTreeMap;

use events::{Counts, Raw};
use isa::Family;
use pmu::Event;
use report::Counters;
use uarch::{PRODUCED, Totals};

/// The monitor's events by name.
pub(crate) fn counters(counts: &Counts, family: Family) -> Counters {
    let known = pmu::events(family).iter().filter_map(|event| {
        let value = event.value(counts, &PRODUCED).ok()?;
        Some((event.name.to_owned(), value))
    });
    known.collect()
}

/// The monitor's events by name, counted again and again: what does not change with the counts is looked up once.
#[derive(Default)]
pub(crate) struct Recounted {
    /// In the order of their names, with what they add up.
    known: Vec<(&'static Event, Vec<Raw>)>,
    counted: Counters,
}

impl Recounted {
    /// The events of new counts, of the same family each time.
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

    /// Takes the events back, to use their names again.
    pub(crate) fn keep(&mut self, counted: Counters) {
        self.counted = counted;
    }
}

/// Why the others are missing.
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
