//! Rules that reports have to keep, for continuous integration.
//!
//! What is a finding whether a rule says so or not: a run that did not end as it should, one that is planned and not there, a
//! report that cannot be read or contradicts itself.

mod baseline;
mod metric;
mod names;
mod pattern;
mod results;
mod rules;
#[cfg(test)]
mod tests;

pub use baseline::{Baseline, BaselineFile, Entry, Given};
pub use metric::{Metric, Selection};
pub use names::{MisspeltMetric, Vocabulary};
pub use pattern::Pattern;
pub use results::{Check, Matching, check};
pub use rules::{Deviation, Exact, Expected, Finding, Identity, Rule, Rules, RulesError, Same};
