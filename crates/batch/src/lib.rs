//! Many workloads under many configurations, in parallel.
//!
//! A [`Plan`] says what to run, [`run`] runs it on a pool of threads and writes one report for each run as it finishes,
//! then a summary. The simulator is [`sim::run`], or another one for tests ([`Simulate`]), in this process
//! or for each run in one of its own ([`Worker`], [`serve`]); how progress looks, too ([`Observer`]).
//! The folder of results holds nothing that varies from one batch to the next.
#![forbid(unsafe_code)]

mod expand;
mod isolate;
mod job;
mod merge;
mod output;
mod plan;
mod run;
mod serve;
mod sweep;
mod work;

pub use expand::{PlannedRun, expand};
pub use isolate::Worker;
pub use job::Simulate;
pub use merge::{MergeError, merge};
pub use output::{Existing, OutputError};
pub use plan::{Expected, Plan, PlanError, Workload, timeout};
pub use run::{
    Batch, BatchError, Limits, MAX_RUNS, Observer, Options, Running, Shard, Silent, run,
};
pub use serve::serve;
pub use sweep::Sweep;
