//! One simulated run: puts personality (`linux`) or platform, functional core (`machine`), cycle model (`uarch`) and monitor (`pmu`)
//! together.
//!
//! [`run()`] takes a [`Request`] and returns a [`report::Report`]; [`boot()`] does the same for a whole machine, [`sample()`] and its kin
//! for sampled runs. Nothing is printed: the guest's output goes to the streams of the request.
#![forbid(unsafe_code)]

mod ahead;
mod asks;
mod boot;
mod boot_debug;
mod boot_trace;
mod calls;
mod checkpoint;
mod counted;
mod debug;
mod error;
mod groups;
mod guest_monitor;
mod handover;
mod inner;
mod interruption_log;
mod intervals;
mod keep;
mod kept_input;
mod listeners;
mod observed;
mod options;
mod profile;
mod recorder;
mod region;
mod request;
mod retire_log;
mod run;
mod sampling;
mod saved;
mod shared;
mod summary;
mod system;
mod tape;
mod trace;
mod vectors;
mod watch;
mod watchdog;

pub use boot::{BootRequest, Booted, boot, observe_boot};
pub use boot_debug::debug_boot;
pub use debug::{Debuggee, Position, Resume, Stopped, debug};
pub use error::Error;
pub use linux::{
    Contents, Dependencies, Private, ThreadState, remove_leftovers, try_scratch_folder,
};
pub use machine::{Cfm, Cpu, Watch};
pub use profile::{Bundle, Line, PathLine, Profile, Recording, Spent};
pub use region::Bounds;
pub use request::{Control, Files, Intervals, Length, Mode, Request, Tell, Vectors};
pub use run::{checksum, load, observe, profile, run, run_windowed, run_with};
pub use sampling::{
    Apart, JoinError, Sampling, SimPoint, SimPoints, join_shards, sample, sample_apart,
    sample_shard, simpoints, simpoints_apart,
};
pub use saved::{Checkpoints, Made, Restore};
pub use shared::{functional_key, run_shared};
pub use summary::described;
pub use trace::{Column, TraceLine, TraceOptions, TraceReader};

/// The code of `docs/monitors.md` is compiled and run.
#[cfg(doctest)]
#[doc = include_str!("../../../docs/monitors.md")]
struct Guide;
