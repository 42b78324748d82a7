//! The report of a run: its types, JSON Schema, comparison, rules and rendering.
//!
//! JSON is the truth; tables and summaries are views of it. Every number is an integer; ratios are
//! computed when something is rendered and are never stored. Nothing here runs a simulation.
#![forbid(unsafe_code)]

mod annotation;
mod check;
mod compare;
mod derived;
mod expression;
mod fault;
mod file;
mod grid;
mod instruction_sample;
mod interval;
mod loop_schedule;
mod metrics;
mod monitors;
mod page;
mod pivot;
mod printable;
mod render;
mod results;
mod run;
mod sample_shard;
mod sampled;
mod summary;
mod versus;

pub use annotation::Annotation;
pub use check::{
    Baseline, BaselineFile, Check, Deviation, Entry, Exact, Expected, Finding, Given, Identity,
    Matching, Metric, MisspeltMetric, Pattern, Rule, Rules, RulesError, Same, Selection,
    Vocabulary, check,
};
pub use compare::{Change, Comparison, DerivedChange, Order, compare};
pub use derived::{DERIVED, Derived, Numbers, derived_metrics};
pub use expression::{Expression, ExpressionError};
pub use fault::{
    Caller, ExecutedBundle, Fault, PipelineInstruction, PipelineState, PipelineWait, Register,
    StageEntry, WaitCause,
};
pub use file::{FileError, json_fault, read, schema, to_json, write};
pub use grid::Style;
pub use instruction_sample::{
    InstructionSample, SampleBranch, SampleFlush, SampleHeader, SampleLine, SampleMemory,
};
pub use interval::{INTERVALS, Interval, intervals_beside, read_intervals, sum_to};
pub use loop_schedule::{
    IterationSchedule, LoopDependence, LoopRecurrence, LoopSchedule, PortBound, ScheduledChoice,
    ScheduledGroup, ScheduledInstruction, ScheduledMeeting, ScheduledWait,
};
pub use maud::Markup;
pub use metrics::{Metrics, metrics, ratio_text};
pub use monitors::{Accused, MonitorError, SampledMonitor, monitors_plot, monitors_table};
#[cfg(feature = "parquet")]
pub use page::numbers_parquet;
pub use page::{
    Chart, Collection, Entry as PageEntry, charts, comparison_page, document, numbers_csv, page,
    pivot_page, runs_csv, sorting_heading,
};
pub use pivot::{Pivot, PivotError};
pub use printable::printable;
pub use render::{
    comparison_table, end_text, pivot_table, report_table, shortcomings, speedup_table,
    summary_table, text_summary,
};
pub use results::{Results, Run};
pub use run::{
    Config, Counters, CycleAccounting, IdentityViolation, Level, Limit, Mode, Outcome, OutcomeKind,
    Process, Region, Report, SCHEMA_VERSION, Simulator, UnimplementedCall, Workload,
};
pub use sample_shard::{SampleFollowed, SampleShard, SampleStretch};
pub use sampled::{Decimal, Estimate, Sample};
pub use summary::{
    ANOTHER_MODE, Inputs, JOURNAL_FILE, MissingRun, RunState, RunSummary, SUMMARY_FILE, Summary,
    journal,
};
pub use versus::{Row, Speedup, Speedups, Versus};
