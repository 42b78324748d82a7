//! Linux personality: ELF loading, system calls, signals, threads.
//!
//! A [`Kernel`] holds the processes of one run. It loads an unmodified IA-64 Linux program, executes its threads on a
//! [`machine::Machine`] and answers their system calls. Its only clock counts retired instructions, or the cycles that
//! its [`Listener`] reports. Nothing of the host but the contents of files and streams reaches the program, so that
//! every run repeats exactly.
//!
//! What is deliberately absent: a notion of how long an instruction takes, and any state that outlives a run other than
//! checkpoints.
#![forbid(unsafe_code)]

mod abi;
mod agenda;
mod calls;
mod clock;
#[cfg(test)]
#[path = "../tests/confinement/mod.rs"]
mod confinement;
mod crash;
mod debug;
mod error;
mod fs;
#[cfg(test)]
mod fuzz;
#[doc(hidden)]
pub mod fuzzing;
mod kernel;
mod load;
mod locks;
mod memory;
mod passing;
mod pool;
mod process;
mod random;
mod run;
mod saved;
mod sched;
mod signal;
mod start;
mod strace;
mod unwind;

pub use crash::{Crash, Place};
pub use debug::{Pause, PauseWhy, ThreadState};
pub use error::LoadError;
pub use fs::{Contents, Dependencies, FileOptions, Private, remove_leftovers, try_scratch_folder};
pub use kernel::{Kernel, ProcessSummary, Streams, Unimplemented};
pub use process::{Ending, FIRST_SERIAL};
pub use run::{Listener, OsEvent, Outcome};
pub use saved::SaveError;
pub use signal::name as signal_name;
pub use start::{DEFAULT_ENVIRONMENT, Options, QUANTUM};
