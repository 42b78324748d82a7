//! The monitor's events from what the model counted.

use std::collections::BTreeMap;

use isa::Family;
use report::Counters;
use uarch::{PRODUCED, Totals};

/// The monitor's events by name, and why others are missing.
pub(crate) fn events(totals: &Totals, family: Family) -> (Counters, BTreeMap<String, String>) {
    let (mut counted, mut missing) = (BTreeMap::new(), BTreeMap::new());
    for event in pmu::events(family) {
        match event.value(&totals.counts, &PRODUCED) {
            Ok(value) => {
                counted.insert(event.name.to_owned(), value);
            }
            Err(reason) => {
                missing.insert(event.name.to_owned(), reason.to_string());
            }
        }
    }
    (counted, missing)
}
