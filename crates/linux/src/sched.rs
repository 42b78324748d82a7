//! Which threads can run, and which waiting threads have to try their system calls again. Both are indexed, so that a
//! turn costs the same with one thread and with thousands.
//!
//! The rule that the indexes shorten: whenever something has happened, every waiting thread tries its call again, in
//! the order of thread numbers. A call whose condition has not changed keeps waiting and has no effect, so that such
//! calls can be left out. [`Schedule::exhaustive`] tries all, and the test
//! `every_thread_tries_again_with_the_same_result` compares the two.

use crate::abi::layout::u32_at;
use crate::agenda::Agenda;
use crate::fs::file::{Object, Watched};
use crate::kernel::Kernel;
use crate::pool::Id;
use crate::process::{Pid, State, Tid, WaitFor};
use std::collections::{BTreeMap, BTreeSet};

/// The kind of event that can let a waiting call go on, beside its deadline and a signal.
#[derive(Copy, Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Channel {
    /// Any event.
    Any,
    /// No event; only [`Schedule::wake`] with the thread's number.
    Named,
    /// A change in the bytes or the ends of a pipe.
    Pipe(Id),
    /// A change in the readiness of an open file that is not an end of a pipe.
    File(Id),
    /// A signal to the process or one of its threads, for files for signals that it watches.
    Signals(Pid),
    /// A lock of a file that is released, or becomes one that others can share.
    Locks,
    /// A change in the state of a child of the process.
    Children(Pid),
}

/// Whether a thread can run, or what it waits for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Standing {
    Ready,
    Waiting {
        /// Events, any of which can let it go on.
        channels: Vec<Channel>,
        deadline: Option<u64>,
    },
}

/// A call that waits at no more files than this is always indexed by its files.
const CHANNELS: usize = 64;
/// A call that waits at more than [`CHANNELS`] files is indexed by them only while the index has fewer entries than
/// this; else it is tried again after any event. Bounds the memory of the index, far above what programs need.
const INDEXED: usize = 1 << 18;

/// The indexes of threads by readiness, deadline and channel.
#[derive(Default)]
pub(crate) struct Schedule {
    standings: BTreeMap<Tid, Standing>,
    ready: BTreeSet<Tid>,
    deadlines: Agenda<Tid>,
    channels: BTreeSet<(Channel, Tid)>,
    /// For each channel, the epoll instances that watch a file whose readiness it changes, with what they watch.
    watches: BTreeMap<Channel, BTreeSet<(Id, Watched)>>,
    /// Number of places that watches have been given ([`crate::fs::file::Watch::place`]).
    places: u64,
    /// Waiting threads that have to try their calls again.
    due: BTreeSet<Tid>,
    /// Switches the indexes off: after any event every waiting thread tries again.
    pub exhaustive: bool,
    /// Number of tries so far.
    #[cfg(test)]
    tries: u64,
}

impl Schedule {
    /// Updates the indexes for a thread; `None`: it is stopped or gone.
    pub(crate) fn place(&mut self, tid: Tid, standing: Option<Standing>) {
        let before = self.standings.remove(&tid);
        if before == standing {
            self.standings
                .extend(standing.map(|standing| (tid, standing)));
            return;
        }
        match before {
            Some(Standing::Ready) => drop(self.ready.remove(&tid)),
            Some(Standing::Waiting { channels, .. }) => {
                for channel in channels {
                    self.channels.remove(&(channel, tid));
                }
            }
            None => {}
        }
        let deadline = match standing {
            Some(Standing::Waiting { deadline, .. }) => deadline,
            _ => None,
        };
        self.deadlines.set(tid, deadline);
        match &standing {
            Some(Standing::Ready) => {
                self.ready.insert(tid);
                self.due.remove(&tid);
            }
            Some(Standing::Waiting { channels, .. }) => {
                let channels = channels.iter().map(|&channel| (channel, tid));
                self.channels.extend(channels);
                // The call may have changed the signal mask, so that a pending signal interrupts it.
                self.due.insert(tid);
            }
            None => drop(self.due.remove(&tid)),
        }
        self.standings
            .extend(standing.map(|standing| (tid, standing)));
    }

    pub(crate) fn is_ready(&self, tid: Tid) -> bool {
        self.ready.contains(&tid)
    }

    /// The ready thread that follows `tid` in turn; `tid` itself comes last.
    pub(crate) fn next_ready(&self, tid: Tid) -> Option<Tid> {
        let after = self.ready.range(tid + 1..).next();
        after.or_else(|| self.ready.range(..=tid).next()).copied()
    }

    /// The earliest time at which a thread gives up waiting.
    pub(crate) fn deadline(&self) -> Option<u64> {
        self.deadlines.first()
    }

    /// Has a thread try its call again, if it waits.
    pub(crate) fn wake(&mut self, tid: Tid) {
        if let Some(Standing::Waiting { .. }) = self.standings.get(&tid) {
            self.due.insert(tid);
        }
    }

    /// Has the threads that wait on a channel try again, and those that wait on epoll instances that watch it, directly
    /// or through other instances.
    pub(crate) fn notify(&mut self, channel: Channel) {
        let mut met = BTreeSet::new();
        let mut notified = vec![channel];
        while let Some(channel) = notified.pop() {
            let waiting = self.channels.range((channel, 0)..=(channel, Tid::MAX));
            self.due.extend(waiting.map(|&(_, tid)| tid));
            let watches = self.watches.get(&channel).into_iter().flatten();
            let above = watches.map(|&(epoll, _)| Channel::File(epoll));
            notified.extend(above.filter(|&epoll| met.insert(epoll)));
        }
    }

    /// Notes that an epoll instance begins (`watched`) or ceases to watch, by a descriptor, a file whose readiness a
    /// channel changes.
    pub(crate) fn watch(&mut self, channel: Channel, watch: (Id, Watched), watched: bool) {
        let watches = self.watches.entry(channel).or_default();
        if watched {
            watches.insert(watch);
        } else {
            watches.remove(&watch);
        }
        if watches.is_empty() {
            self.watches.remove(&channel);
        }
    }

    /// The epoll instances that watch a file of a channel, with what they watch.
    pub(crate) fn watches(&self, channel: Channel) -> Vec<(Id, Watched)> {
        let watches = self.watches.get(&channel).into_iter().flatten();
        watches.copied().collect()
    }

    /// A place behind all that watches have.
    pub(crate) fn next_place(&mut self) -> u64 {
        self.places += 1;
        self.places
    }

    /// Has every waiting thread try again.
    pub(crate) fn notify_all(&mut self) {
        self.due.extend(self.channels.iter().map(|&(_, tid)| tid));
    }

    /// The threads whose time is up, in their order.
    pub(crate) fn late(&self, now: u64) -> BTreeSet<Tid> {
        self.deadlines.due(..=now)
    }

    /// Begins a round of tries at time `now`, after an event.
    pub(crate) fn begin_round(&mut self, now: u64) {
        if self.exhaustive {
            self.notify_all();
        } else {
            self.notify(Channel::Any);
            self.due.extend(self.late(now));
        }
    }

    /// Takes the first thread, from number `from` on, that has to try again.
    pub(crate) fn take_due(&mut self, from: Tid) -> Option<Tid> {
        let tid = *self.due.range(from..).next()?;
        self.due.remove(&tid);
        #[cfg(test)]
        {
            self.tries += 1;
        }
        Some(tid)
    }
}

impl Kernel {
    /// Updates the indexes for a thread, after any change of its state.
    pub(crate) fn settle(&mut self, tid: Tid) {
        let standing = self.standing(tid);
        self.schedule.place(tid, standing);
    }

    /// Updates the indexes for the threads of a process, after it has been stopped or continued.
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
            State::Waiting(waiting) if waiting.interrupted => Standing::Ready,
            State::Waiting(waiting) => Standing::Waiting {
                channels: match waiting.what {
                    WaitFor::Call => {
                        self.channels(thread.pid, thread.call, thread.waits_at.is_some())
                    }
                    WaitFor::Child(_) => vec![Channel::Named],
                },
                deadline: waiting.deadline,
            },
        })
    }

    fn channels(&self, pid: Pid, (number, args): (u64, [u64; 8]), queued: bool) -> Vec<Channel> {
        let [first, second, third, fourth, ..] = args;
        let files = match crate::calls::name(number) {
            "nanosleep" | "clock_nanosleep" | "rt_sigsuspend" | "rt_sigtimedwait" => {
                return vec![Channel::Named];
            }
            "futex" if queued => return vec![Channel::Named],
            "fcntl" | "flock" => return vec![Channel::Locks],
            "wait4" | "waitid" => return vec![Channel::Children(pid)],
            "read" | "readv" | "write" | "writev" | "send" | "sendto" | "sendmsg" | "recv"
            | "recvfrom" | "recvmsg" | "sendmmsg" | "recvmmsg" => {
                self.transferred(pid, &[first as i32])
            }
            "sendfile" => self.transferred(pid, &[first as i32, second as i32]),
            "epoll_wait" | "epoll_pwait" => self.channels_of(pid, [first as i32]),
            "poll" | "ppoll" => self.polled(pid, first, second),
            "select" | "pselect6" => self.selected(pid, first, [second, third, fourth]),
            _ => None,
        };
        files.unwrap_or_else(|| vec![Channel::Any])
    }

    fn bytes_of(&self, pid: Pid, address: u64, length: u64) -> Option<Vec<u8>> {
        let memory = self.memories.get(self.processes.get(&pid)?.memory)?;
        let mut bytes = vec![0; usize::try_from(length).ok()?];
        memory.space.peek(address, &mut bytes).then_some(bytes)
    }

    /// The channels of a read or write. `None` (any event) if a stream of the run is among the files: such a call was
    /// interrupted while the host waited, and is the first to be tried when the run goes on.
    fn transferred(&self, pid: Pid, fds: &[i32]) -> Option<Vec<Channel>> {
        let table = self.tables.get(self.processes.get(&pid)?.descriptors)?;
        let is_stream = |&fd: &i32| {
            let file = table
                .get(fd)
                .ok()
                .and_then(|entry| self.open_files.get(entry.file));
            matches!(file.map(|file| &file.object), Some(Object::Stream(_)))
        };
        if fds.iter().any(is_stream) {
            return None;
        }
        self.channels_of(pid, fds.iter().copied())
    }

    /// The channels of the files of descriptors. `None`: one of these is not open, or the files are too many for the
    /// index.
    fn channels_of(&self, pid: Pid, fds: impl IntoIterator<Item = i32>) -> Option<Vec<Channel>> {
        let table = self.tables.get(self.processes.get(&pid)?.descriptors)?;
        let mut channels = BTreeSet::new();
        for fd in fds {
            channels.extend(self.channels_of_file(table.get(fd).ok()?.file));
        }
        if channels.len() > CHANNELS && self.schedule.channels.len() + channels.len() > INDEXED {
            return None;
        }
        if channels.is_empty() {
            channels.insert(Channel::Named);
        }
        Some(channels.into_iter().collect())
    }

    /// The channels that change the readiness of an open file.
    pub(crate) fn channels_of_file(&self, file: Id) -> Vec<Channel> {
        match self.open_files.get(file).map(|file| &file.object) {
            Some(&Object::PipeReader(pipe) | &Object::PipeWriter(pipe)) => {
                vec![Channel::Pipe(pipe)]
            }
            Some(&Object::Pair { input, output }) => {
                vec![Channel::Pipe(input), Channel::Pipe(output)]
            }
            // A stream of the run always counts as ready: a read of it waits in the host.
            _ => vec![Channel::File(file)],
        }
    }

    /// The channels of the files of a `poll` list.
    fn polled(&self, pid: Pid, list: u64, count: u64) -> Option<Vec<Channel>> {
        let rows = self.bytes_of(pid, list, u64::from(count as u32) * 8)?;
        let fds = rows.chunks_exact(8).map(|row| u32_at(row, 0) as i32);
        self.channels_of(pid, fds.filter(|&fd| fd >= 0))
    }

    /// The channels of the files of `select` sets.
    fn selected(&self, pid: Pid, count: u64, sets: [u64; 3]) -> Option<Vec<Channel>> {
        let table = self.tables.get(self.processes.get(&pid)?.descriptors)?;
        let count = (count as u32).min(table.capacity() as u32);
        let mut fds = BTreeSet::new();
        for address in sets.into_iter().filter(|&address| address != 0) {
            let set = self.bytes_of(pid, address, u64::from(count.div_ceil(64)) * 8)?;
            let named = |fd: &i32| set[*fd as usize / 8] >> (fd % 8) & 1 != 0;
            fds.extend((0..count as i32).filter(named));
        }
        self.channels_of(pid, fds)
    }

    /// Checks that the indexes agree with the states of all threads.
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

    /// Output, log of system calls, outcome and instructions of a topic; then how often waiting threads looked.
    fn history(program: &str, topic: &str, exhaustive: bool) -> ((String, String, u64), u64) {
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
            memory_bytes: 2 << 30,
            disk_bytes: 0,
            quantum: QUANTUM / 100,
            strace: Some(Box::new(log.clone())),
        };
        let mut kernel = Kernel::load(options, &machine).unwrap();
        kernel.schedule.exhaustive = exhaustive;
        let outcome = kernel.run(&mut machine, &mut Silent, Some(20_000_000));
        let log = String::from_utf8_lossy(&log.0.lock().unwrap()).into_owned();
        let history = (log, format!("{outcome:?}"), machine.retired());
        (history, kernel.schedule.tries)
    }

    #[test]
    fn a_process_in_poll_looks_again_when_its_own_pipe_has_something() {
        // 400 processes, each with a pipe of its own that gets one byte: all of them at every byte were 80,000 looks.
        let ((output, ..), tries) = history("bounds.elf", "polls", false);
        assert!(output.contains("400 ended"), "{output}");
        assert!((400..4000).contains(&tries), "{tries}");
    }

    #[test]
    fn a_process_that_waits_at_many_files_and_a_stream_looks_when_one_of_them_has_something() {
        // Each process waits at 71 pipes and at standard input.
        for topic in ["wide polls", "wide selects"] {
            let ((output, ..), tries) = history("bounds.elf", topic, false);
            assert!(output.contains("100 ended"), "{topic}");
            assert!((100..1000).contains(&tries), "{topic}: {tries}");
        }
    }

    #[test]
    fn a_thread_at_a_file_of_its_own_looks_when_that_file_has_something() {
        // Threads that wait for one event each: 4,000 of them at every event were 16 million looks.
        let topics = [
            ("counters", 4000),
            ("instances", 2000),
            ("expiries", 4000),
            ("alarms", 4000),
            ("locks", 4000),
        ];
        for (topic, made) in topics {
            let ((output, outcome, _), tries) = history("bounds.elf", topic, false);
            let expected = format!("{made} made, 0 left");
            assert!(output.contains(&expected), "{topic}: {outcome}");
            assert!((made..10 * made).contains(&tries), "{topic}: {tries}");
        }
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
            ("bounds.elf", "watches"),
            ("processes.elf", "words"),
            ("processes.elf", "turns"),
            ("signals.elf", "one taker"),
            ("signals.elf", "stops"),
            ("signals.elf", "restarts"),
        ];
        for (program, topic) in topics {
            let (indexed, exhaustive) = (
                history(program, topic, false),
                history(program, topic, true),
            );
            assert!(indexed.0 == exhaustive.0, "{program} {topic}");
        }
    }
}
