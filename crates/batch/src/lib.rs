//! Many workloads under many configurations, in parallel.
//!
//! A [`Plan`] says what to run, [`run`] runs it on a pool of threads and writes one report for each run as it finishes,
//! then a summary. The simulator is [`sim::run`], or another one for tests ([`Simulate`]), in this process
//! or for each run in one of its own ([`Worker`], [`serve`]); how progress looks, too ([`Observer`]).
//! A [`Store`] keeps results from one batch to the next. The folder of results holds nothing that varies from one batch to the next.
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
mod serve;
mod store;
mod stored;
mod sweep;
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
pub use store::{Collected, Listed, Merged, Store, StoreError};
pub use sweep::Sweep;
pub use workload::{Expected, Workload, timeout};
