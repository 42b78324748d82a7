//! What the host lets the process have.

use std::panic::resume_unwind;
use std::process::ExitCode;
use std::thread;

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Takes as many descriptors as the process may have (`ulimit -Hn`), of which a guest gets all but those that results need. Where
/// that fails, what there was stays the limit.
pub(crate) fn raise_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    let most = Rlimit {
        current: limit.maximum,
        ..limit
    };
    let _ = setrlimit(Resource::Nofile, most);
}

/// Bytes of stack with which every command works; a timed run takes most, less than 1 MB in a release build.
const STACK: u64 = 4 << 20;

/// Does the work of the process on its own stack, or on that of another thread if the host lets the process have less (`ulimit -s`). Signals reach
/// the process on either.
pub(crate) fn with_enough_stack(work: fn() -> ExitCode) -> ExitCode {
    let most = getrlimit(Resource::Stack).current;
    if most.is_none_or(|most| most >= STACK) {
        return work();
    }
    let thread = thread::Builder::new()
        .name("main".into())
        .stack_size(STACK as usize);
    match thread.spawn(work) {
        Ok(thread) => thread.join().unwrap_or_else(|panic| resume_unwind(panic)),
        // What takes less stack still ends well.
        Err(_) => work(),
    }
}
