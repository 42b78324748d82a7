//! Many workloads under many configurations, in parallel.
//!
//! A [`Plan`] says what to run; [`run()`] runs it on a pool of threads and writes one report for each run when it ends,
//! and a summary at the end. The caller chooses the simulator ([`Simulate`]; [`Simulator`] is [`sim::run`], tests have others), whether
//! each run has a process of its own ([`Worker`], [`serve()`]), and how progress is shown ([`Observer`]).
//! A [`Store`] keeps results from one batch to the next. The folder of results holds nothing that varies between repetitions of a batch:
//! no times, no order of ending.
#![forbid(unsafe_code)]

mod error;
mod expand;
mod isolate;
mod job;
mod merge;
mod options;
mod output;
mod plan;
mod run;
mod schedule;
mod scratch;
mod serve;
mod store;
mod stored;
mod sweep;
mod unseen;
mod work;
mod workload;

pub use error::BatchError;
pub use expand::{PlannedRun, expand};
pub use job::{Simulate, Simulator};
pub use merge::{MergeError, merge};
pub use options::{Limits, MAX_RUNS, Options, Shard, Worker};
pub use output::{Existing, OutputError};
pub use plan::{Plan, PlanError};
pub use run::{Batch, Observer, Running, Silent, run};
pub use serve::serve;
pub use store::{Collected, Defect, Listed, Merged, Store, StoreError};
pub use sweep::Sweep;
pub use workload::{Expected, Workload, timeout};
