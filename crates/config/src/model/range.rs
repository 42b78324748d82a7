//! What a key can hold, said once beside its field: keywords of JSON Schema, which `epicycle config schema` prints and
//! [`validate`](crate::validate) reads.
//!
//! The reason for a range is kept under `errorMessage`, the keyword by which editors show a message of the schema's own.

use schemars::Schema;
use serde_json::{Value, json};

/// Longest single latency in cycles that the cycle model is built for.
pub(super) const LONGEST: u64 = 100_000;
/// Most entries of a table of the processor.
pub(super) const MOST_ENTRIES: u64 = 1 << 24;

/// An integer from `least` to `most` (`u64::MAX`: or more); `why` says why no other can be.
pub(super) fn within(least: u64, most: u64, why: &'static str) -> impl FnMut(&mut Schema) {
    move |schema| {
        schema.insert("minimum".into(), least.into());
        if most != u64::MAX {
            schema.insert("maximum".into(), most.into());
        }
        schema.insert("errorMessage".into(), why.into());
    }
}

/// One of a few integers, in rising order.
pub(super) fn one_of(
    choices: impl IntoIterator<Item = u64>,
    why: &'static str,
) -> impl FnMut(&mut Schema) {
    let choices: Value = choices.into_iter().collect();
    move |schema| {
        schema.insert("enum".into(), choices.clone());
        schema.insert("errorMessage".into(), why.into());
    }
}

/// A power of two from `least` to `most`.
pub(super) fn powers_of_two(least: u64, most: u64, why: &'static str) -> impl FnMut(&mut Schema) {
    let powers = (0..u64::BITS).map(|bit| 1 << bit);
    one_of(
        powers.filter(move |power| (least..=most).contains(power)),
        why,
    )
}

/// Of a table: each integer in it is at most `most`, unless its field says otherwise.
pub(super) fn each_within(most: u64, why: &'static str) -> impl FnMut(&mut Schema) {
    let mut within = within(0, most, why);
    move |schema| {
        let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
        for property in properties.into_iter().flat_map(|keys| keys.values_mut()) {
            if property.get("type").is_some_and(|kind| kind == "integer")
                && property.get("errorMessage").is_none()
                && let Ok(property) = property.try_into()
            {
                within(property);
            }
        }
    }
}

/// Of one level of a table: it has entries. How many ways these allow is checked with them.
pub(super) fn not_empty(schema: &mut Schema) {
    let properties = schema.get_mut("properties").and_then(Value::as_object_mut);
    let mut within = within(
        1,
        MOST_ENTRIES,
        "a first level needs an entry, and larger tables are not modelled",
    );
    let entries = properties.and_then(|keys| keys.get_mut("entries"));
    if let Some(entries) = entries.and_then(|entries| entries.try_into().ok()) {
        within(entries);
    }
}

/// A list of all of some names, each once.
pub(super) fn permutation_of<const N: usize>(names: [&'static str; N]) -> impl FnMut(&mut Schema) {
    move |schema| {
        schema.insert("items".into(), json!({ "enum": names.as_slice() }));
        schema.insert("uniqueItems".into(), true.into());
    }
}
