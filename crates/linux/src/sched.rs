//! Which threads can run, and which of those that wait have something to look at: by index, so that a turn costs the
//! same with one thread and with thousands.
//!
//! The rule that the indexes shorten: whenever something has happened, every waiting thread tries its call again, in the
//! order of the threads. A call whose condition is what it was waits on and changes nothing, so those are left out.
//! [`Schedule::exhaustive`] tries all, and `every_thread_tries_again_with_the_same_result` holds the two equal.

use crate::abi::consts::futex as op;
use crate::fs::file::Object;
use crate::kernel::Kernel;
use crate::pool::Id;
use crate::process::{Pid, State, Tid, WaitFor};
use std::collections::{BTreeMap, BTreeSet};

/// What can let a waiting call go on, beside its deadline and a signal.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Channel {
    /// Anything that happens.
    Any,
    /// Nothing but being named to [`Schedule::wake`].
    Named,
    /// Bytes or ends of a pipe that come or go.
    Pipe(Id),
    /// A change in a child of the process.
    Children(Pid),
}

/// Where a thread stands.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Ready,
    Waiting {
        channel: Channel,
        deadline: Option<u64>,
    },
}

/// The indexes.
#[derive(Default)]
pub(crate) struct Schedule {
    standings: BTreeMap<Tid, Standing>,
    ready: BTreeSet<Tid>,
    deadlines: BTreeSet<(u64, Tid)>,
    channels: BTreeSet<(Channel, Tid)>,
    /// Waiting threads that have something to look at.
    due: BTreeSet<Tid>,
    /// Every waiting thread tries again when something has happened.
    pub exhaustive: bool,
}

impl Schedule {
    /// Notes where a thread stands; `None`: it is stopped or gone.
    pub(crate) fn place(&mut self, tid: Tid, standing: Option<Standing>) {
        let before = self.standings.get(&tid).copied();
        if before == standing {
            return;
        }
        match before {
            Some(Standing::Ready) => drop(self.ready.remove(&tid)),
            Some(Standing::Waiting { channel, deadline }) => {
                self.channels.remove(&(channel, tid));
                if let Some(deadline) = deadline {
                    self.deadlines.remove(&(deadline, tid));
                }
            }
            None => {}
        }
        match standing {
            Some(Standing::Ready) => {
                self.ready.insert(tid);
                self.due.remove(&tid);
            }
            Some(Standing::Waiting { channel, deadline }) => {
                self.channels.insert((channel, tid));
                if let Some(deadline) = deadline {
                    self.deadlines.insert((deadline, tid));
                }
                // The call may have let a signal through that was held back.
                self.due.insert(tid);
            }
            None => drop(self.due.remove(&tid)),
        }
        match standing {
            Some(standing) => self.standings.insert(tid, standing),
            None => self.standings.remove(&tid),
        };
    }

    pub(crate) fn is_ready(&self, tid: Tid) -> bool {
        self.ready.contains(&tid)
    }

    /// The next thread in turn behind `tid`, which itself comes last.
    pub(crate) fn next_ready(&self, tid: Tid) -> Option<Tid> {
        let after = self.ready.range(tid + 1..).next();
        after.or_else(|| self.ready.range(..=tid).next()).copied()
    }

    /// The earliest time at which a thread gives up waiting.
    pub(crate) fn deadline(&self) -> Option<u64> {
        self.deadlines.first().map(|&(time, _)| time)
    }

    /// A thread, if it waits, has something to look at.
    pub(crate) fn wake(&mut self, tid: Tid) {
        if let Some(Standing::Waiting { .. }) = self.standings.get(&tid) {
            self.due.insert(tid);
        }
    }

    /// Something has happened on a channel.
    pub(crate) fn stir(&mut self, channel: Channel) {
        let waiting = self.channels.range((channel, 0)..=(channel, Tid::MAX));
        self.due.extend(waiting.map(|&(_, tid)| tid));
    }

    /// Every waiting thread has something to look at.
    pub(crate) fn stir_all(&mut self) {
        self.due.extend(self.channels.iter().map(|&(_, tid)| tid));
    }

    /// The threads whose time is up, in their order.
    pub(crate) fn late(&self, now: u64) -> Vec<Tid> {
        let late = self.deadlines.range(..=(now, Tid::MAX));
        let late: BTreeSet<Tid> = late.map(|&(_, tid)| tid).collect();
        late.into_iter().collect()
    }

    /// Begins a round after something has happened, at a time.
    pub(crate) fn begin_round(&mut self, now: u64) {
        if self.exhaustive {
            self.stir_all();
        } else {
            self.stir(Channel::Any);
            self.due.extend(self.late(now));
        }
    }

    /// Takes the first thread from `from` on that has something to look at.
    pub(crate) fn take_due(&mut self, from: Tid) -> Option<Tid> {
        let tid = *self.due.range(from..).next()?;
        self.due.remove(&tid);
        Some(tid)
    }
}

impl Kernel {
    /// Notes where a thread stands, after whatever may have changed it.
    pub(crate) fn settle(&mut self, tid: Tid) {
        let standing = self.standing(tid);
        self.schedule.place(tid, standing);
    }

    /// Notes where the threads of a process stand, after it has been stopped or continued.
    pub(crate) fn settle_process(&mut self, pid: Pid) {
        let threads = self.processes.get(&pid).map(|p| p.threads.clone());
        for tid in threads.unwrap_or_default() {
            self.settle(tid);
            self.schedule.wake(tid);
        }
    }

    fn standing(&self, tid: Tid) -> Option<Standing> {
        let thread = self.threads.get(&tid)?;
        if self.processes.get(&thread.pid).is_none_or(|p| p.stopped) {
            return None;
        }
        Some(match &thread.state {
            State::Ready => Standing::Ready,
            State::Waiting(waiting) => Standing::Waiting {
                channel: match waiting.what {
                    WaitFor::Call => {
                        self.channel(thread.pid, thread.call, thread.waits_at.is_some())
                    }
                    WaitFor::Child(_) => Channel::Named,
                },
                deadline: waiting.deadline,
            },
        })
    }

    fn channel(&self, pid: Pid, (number, args): (u64, [u64; 8]), queued: bool) -> Channel {
        match crate::calls::name(number) {
            "nanosleep" | "clock_nanosleep" | "rt_sigsuspend" | "rt_sigtimedwait" => Channel::Named,
            // Locks that inherit priority are taken by whoever tries first.
            "futex" if queued && matches!(args[1] & op::COMMAND, op::WAIT | op::WAIT_BITSET) => {
                Channel::Named
            }
            "wait4" | "waitid" => Channel::Children(pid),
            "read" | "readv" => self.pipe_of(pid, args[0], false),
            "write" | "writev" => self.pipe_of(pid, args[0], true),
            _ => Channel::Any,
        }
    }

    fn pipe_of(&self, pid: Pid, fd: u64, written: bool) -> Channel {
        let table = self.processes.get(&pid).map(|p| p.descriptors);
        let file = table
            .and_then(|id| self.tables.get(id)?.get(fd as i32).ok())
            .and_then(|descriptor| self.open_files.get(descriptor.file));
        match file.map(|file| &file.object) {
            Some(&Object::PipeReader(pipe)) if !written => Channel::Pipe(pipe),
            Some(&Object::PipeWriter(pipe)) if written => Channel::Pipe(pipe),
            Some(&Object::Pair { input, output }) => {
                Channel::Pipe(if written { output } else { input })
            }
            _ => Channel::Any,
        }
    }

    /// The indexes say of every thread what it says of itself.
    #[cfg(test)]
    pub(crate) fn check_schedule(&self) {
        let ready: Vec<Tid> = self.schedule.ready.iter().copied().collect();
        let expected = |tid: &Tid| self.standing(*tid) == Some(Standing::Ready);
        let found: Vec<Tid> = self.threads.keys().copied().filter(expected).collect();
        assert_eq!(ready, found);
        for (tid, standing) in &self.schedule.standings {
            let now = self.standing(*tid);
            assert_eq!(
                matches!(standing, Standing::Waiting { .. }),
                matches!(now, Some(Standing::Waiting { .. }))
            );
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::{FileOptions, Kernel, Options, QUANTUM, Streams};
    use machine::{Machine, Silent};
    use std::io::{self, Write};
    use std::path::Path;
    use std::sync::{Arc, Mutex};

    #[derive(Clone, Default)]
    struct Log(Arc<Mutex<Vec<u8>>>);

    impl Write for Log {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            self.0.lock().unwrap().extend_from_slice(bytes);
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    /// Output, log of system calls, outcome and instructions of a topic.
    fn history(program: &str, topic: &str, exhaustive: bool) -> (String, String, u64) {
        let (root, log) = (std::env::temp_dir(), Log::default());
        let mut machine = Machine::new(machine::Options::default());
        let options = Options {
            program: Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("tests/guest")
                .join(program),
            arguments: vec![b"guest".to_vec(), topic.into()],
            environment: Vec::new(),
            name: None,
            files: FileOptions {
                root: Some(root),
                ..FileOptions::default()
            },
            streams: Streams {
                output: Box::new(log.clone()),
                ..Streams::default()
            },
            frequency_hz: 800_000_000,
            memory_bytes: 1 << 30,
            disk_bytes: 0,
            quantum: QUANTUM / 100,
            strace: Some(Box::new(log.clone())),
        };
        let mut kernel = Kernel::load(options, &machine).unwrap();
        kernel.schedule.exhaustive = exhaustive;
        let outcome = kernel.run(&mut machine, &mut Silent, Some(20_000_000));
        let log = String::from_utf8_lossy(&log.0.lock().unwrap()).into_owned();
        (log, format!("{outcome:?}"), machine.retired())
    }

    #[test]
    fn every_thread_tries_again_with_the_same_result() {
        let topics = [
            ("calls.elf", "children"),
            ("calls.elf", "signals"),
            ("calls.elf", "threads"),
            ("calls.elf", "time"),
            ("calls.elf", "stuck"),
            ("bounds.elf", "polls"),
            ("bounds.elf", "overruns"),
        ];
        for (program, topic) in topics {
            let (indexed, exhaustive) = (
                history(program, topic, false),
                history(program, topic, true),
            );
            assert!(indexed == exhaustive, "{program} {topic}");
        }
    }
}
