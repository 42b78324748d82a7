//! SIGINT (^C), SIGTERM and SIGHUP: the first signal ends a command in order, the second one at once.

use std::io::{self, PipeReader};
use std::os::fd::{AsFd, BorrowedFd};
use std::sync::atomic::{AtomicI32, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::{Context, Result};
use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};
use signal_hook::iterator::Signals;

use crate::output;

/// Whether a signal has come, for everything that waits or runs for long.
#[derive(Clone)]
pub(crate) struct Interrupt(Arc<State>);

struct State {
    /// The first signal; 0: none yet.
    signal: AtomicI32,
    /// At its end, and so readable, from the first signal on.
    raised: PipeReader,
}

/// What the next signal does; `None`: it ends the process.
static STOP: Mutex<Option<Stop>> = Mutex::new(None);

type Stop = Box<dyn FnOnce(i32) + Send>;

/// Listens for signals from here on, once in a process: every command does before it reads anything. The first one ends the command with its
/// status, unless an [`Interrupt`] listens: outputs that are not whole are removed.
pub(crate) fn end_at_once() -> Result<()> {
    static LISTENS: Mutex<bool> = Mutex::new(false);
    let mut listens = LISTENS.lock().unwrap_or_else(PoisonError::into_inner);
    if *listens {
        return Ok(());
    }
    let listening = || -> io::Result<()> {
        let hangup = (!is_ignored(SIGHUP)).then_some(SIGHUP);
        let mut signals = Signals::new([SIGINT, SIGTERM].into_iter().chain(hangup))?;
        std::thread::Builder::new()
            .name("signals".into())
            .spawn(move || {
                for signal in signals.forever() {
                    let stop = STOP.lock().unwrap_or_else(PoisonError::into_inner).take();
                    match stop {
                        Some(stop) => stop(signal),
                        None => output::discard_and_exit(128 + signal),
                    }
                }
            })?;
        Ok(())
    };
    listening().context("cannot listen for signals")?;
    *listens = true;
    Ok(())
}

impl Interrupt {
    /// Takes over the signals; SIGHUP not when the process was started with it ignored, as by `nohup`. `stop` is called at the first one and asks the
    /// command to end in order; the second one ends the process.
    pub(crate) fn listen(stop: impl Fn() + Send + 'static) -> Result<Self> {
        let (raised, raise) = io::pipe().context("cannot listen for signals")?;
        let state = Arc::new(State {
            signal: AtomicI32::new(0),
            raised,
        });
        let shared = Arc::clone(&state);
        let first = move |signal| {
            shared.signal.store(signal, Ordering::SeqCst);
            stop();
            drop(raise);
        };
        *STOP.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(first));
        end_at_once()?;
        Ok(Self(state))
    }

    /// The status with which an interrupted command ends: 130 after ^C, 143 after SIGTERM, 129 after SIGHUP.
    pub(crate) fn status(&self) -> Option<u8> {
        match self.0.signal.load(Ordering::SeqCst) {
            0 => None,
            signal => u8::try_from(128 + signal).ok(),
        }
    }

    /// Can be read from the first signal on: what waits for a stream waits for this too.
    pub(crate) fn raised(&self) -> BorrowedFd<'_> {
        self.0.raised.as_fd()
    }
}

/// Whether the process ignores a signal; not when the host does not say.
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    mask.is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Lets writing behind the limit of a file's size (`ulimit -f`) fail like any other, instead of ending the process.
pub(crate) fn survive_file_size_limit() -> Result<()> {
    signal_hook::flag::register(SIGXFSZ, Arc::default())
        .map(|_| ())
        .context("cannot listen for signals")
}
