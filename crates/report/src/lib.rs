//! The report of a run: its types, JSON Schema, comparison, rules and rendering.
//!
//! JSON is the truth; tables and summaries are views of it. Every number is an integer; ratios are
//! computed when something is rendered and are never stored. Nothing here runs a simulation.
#![forbid(unsafe_code)]

mod annotation;
mod check;
mod compare;
mod file;
mod instruction_sample;
mod metrics;
mod monitors;
mod render;
mod results;
mod run;
mod summary;

pub use annotation::{Annotation, DataFrom};
pub use check::{
    Check, Expected, Finding, Identity, Matching, MisspeltMetric, Rule, Rules, RulesError,
    Vocabulary, check,
};
pub use compare::{Change, Comparison, compare};
pub use file::{FileError, read, schema, to_json, write};
pub use instruction_sample::{
    InstructionSample, SampleBranch, SampleFlush, SampleHeader, SampleLine, SampleMemory,
};
pub use metrics::{Metrics, metrics, ratio_text};
pub use monitors::{Accused, MonitorError, SampledMonitor, monitors_plot, monitors_table};
pub use render::{Style, comparison_table, end_text, report_table, summary_table, text_summary};
pub use results::{Results, Run};
pub use run::{
    Caller, Config, Counters, CycleAccounting, ExecutedBundle, Fault, IdentityViolation, Limit,
    Outcome, OutcomeKind, Process, Region, Register, Report, SCHEMA_VERSION, Simulator,
    UnimplementedCall, Workload,
};
pub use summary::{Inputs, MissingRun, RunState, RunSummary, SUMMARY_FILE, Summary};
