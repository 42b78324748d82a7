//! The monitor's events from what the model counted.

use std::collections::BTreeMap;

use isa::Family;
use report::Counters;
use uarch::{PRODUCED, Totals};

/// The monitor's events by name.
pub(crate) fn counters(totals: &Totals, family: Family) -> Counters {
    let known = pmu::events(family).iter().filter_map(|event| {
        let value = event.value(&totals.counts, &PRODUCED).ok()?;
        Some((event.name.to_owned(), value))
    });
    known.collect()
}

/// The same once more: `counted` has the events of other totals of this family.
pub(crate) fn count_again(totals: &Totals, family: Family, counted: &mut Counters) {
    for event in pmu::events(family) {
        if let Some(count) = counted.get_mut(event.name)
            && let Ok(value) = event.value(&totals.counts, &PRODUCED)
        {
            *count = value;
        }
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
