//! What `/proc` says of threads, and that their names can be written there.

use linux::fuzzing::Answer;

use crate::calls::{Calls, EINVAL, ENOENT, EPERM, N, P};
use crate::{PLACE, USR1};

const RDWR: u64 = 2;
const EACCES: u16 = 13;

impl Calls {
    fn text(&mut self, path: &str) -> String {
        let fd = self.call("open", &[P(path), N(0)]).expect("a file");
        let count = self.call("read", &[N(fd), N(PLACE), N(1000)]);
        assert_eq!(self.call("close", &[N(fd)]), Ok(0));
        let bytes = self.guest.get(PLACE, count.expect("bytes") as usize);
        String::from_utf8(bytes).expect("text")
    }

    fn rename(&mut self, path: &str, name: &str) -> Result<u64, u16> {
        let fd = self.call("open", &[P(path), N(RDWR)])?;
        let written = self.call("write", &[N(fd), P(name), N(name.len() as u64)]);
        assert_eq!(self.call("close", &[N(fd)]), Ok(0));
        written
    }

    /// The letter of the state in `stat` and the line of it in `status`.
    fn state(&mut self, folder: &str) -> (String, String) {
        let stat = self.text(&format!("{folder}/stat"));
        let behind = stat.rsplit(") ").next().expect("fields");
        let letter = behind.split(' ').next().expect("a state");
        let status = self.text(&format!("{folder}/status"));
        let line = status.lines().find(|line| line.starts_with("State:"));
        (letter.to_owned(), line.expect("a state").to_owned())
    }
}

#[test]
fn the_name_of_a_thread_can_be_written_and_is_its_own() {
    let mut calls = Calls::new();
    let thread = calls.thread();
    let own = format!("/proc/self/task/{thread}");
    assert_eq!(calls.rename(&format!("{own}/comm"), "worker"), Ok(6));
    assert_eq!(calls.text(&format!("{own}/comm")), "worker\n");
    let stat = calls.text(&format!("{own}/stat"));
    assert!(stat.starts_with(&format!("{thread} (worker) ")), "{stat}");
    let status = calls.text(&format!("{own}/status"));
    let begin = "Name:\tworker\nState:\tR (running)\nTgid:\t1000\n";
    assert!(status.starts_with(begin), "{status}");
    assert!(status.contains(&format!("\nPid:\t{thread}\n")), "{status}");
    assert_ne!(calls.text("/proc/self/comm"), "worker\n");
    let long = "a name of more than fifteen bytes";
    assert_eq!(calls.rename("/proc/self/comm", long), Ok(33));
    assert_eq!(calls.text("/proc/self/comm"), "a name of more \n");
    assert_eq!(calls.text(&format!("{own}/comm")), "worker\n");
    assert_eq!(calls.call("stat", &[P("/proc/self/comm"), N(PLACE)]), Ok(0));
    assert_eq!(calls.small(PLACE + 24), 0o100_644);
    let child = calls.call("clone", &[N(17), N(0)]).expect("a child");
    let other = calls.rename(&format!("/proc/{child}/comm"), "child");
    assert_eq!(other, Err(EINVAL));
    assert_eq!(calls.rename("/proc/self/status", "x"), Err(EACCES));
}

#[test]
fn processes_that_sleep_and_that_are_stopped_are_shown_so() {
    const STOP: u64 = 19;
    let mut calls = Calls::new();
    calls.guest.run(1_000_000);
    let running = ("R".to_owned(), "State:\tR (running)".to_owned());
    assert_eq!(calls.state("/proc/self"), running);
    calls.words(PLACE, &[1000, 0]);
    let child = calls.call("clone", &[N(17), N(0)]).expect("a child");
    let folder = format!("/proc/{child}");
    let sleep = calls.ask(child, "nanosleep", &[N(PLACE), N(0)]);
    assert_eq!(sleep, Answer::Waits);
    let sleeping = ("S".to_owned(), "State:\tS (sleeping)".to_owned());
    assert_eq!(calls.state(&folder), sleeping);
    assert_eq!(calls.state(&format!("{folder}/task/{child}")), sleeping);
    assert_eq!(calls.call("kill", &[N(child), N(STOP)]), Ok(0));
    calls.guest.run(1_000_000);
    let stopped = ("T".to_owned(), "State:\tT (stopped)".to_owned());
    assert_eq!(calls.state(&folder), stopped);
}

#[test]
fn threads_that_are_not_of_the_process_are_not_there_and_process_1_gets_no_signals() {
    let mut calls = Calls::new();
    let child = calls.call("clone", &[N(17), N(0)]).expect("a child");
    for path in [
        "/proc/self/task/1",
        "/proc/self/task/0/comm",
        &format!("/proc/self/task/{child}/stat"),
    ] {
        let found = calls.call("stat", &[P(path), N(PLACE)]);
        assert_eq!(found, Err(ENOENT), "{path}");
    }
    for path in ["/proc/self/task/1000", "/proc/1000/task/1000/stat"] {
        assert_eq!(calls.call("stat", &[P(path), N(PLACE)]), Ok(0), "{path}");
    }
    assert_eq!(calls.call("kill", &[N(1), N(0)]), Err(EPERM));
    assert_eq!(calls.call("kill", &[N(1), N(99)]), Err(EINVAL));
    calls.words(PLACE, &[USR1, u32::MAX.into()]);
    let queue = [N(1), N(USR1), N(PLACE)];
    assert_eq!(calls.call("rt_sigqueueinfo", &queue), Err(EPERM));
}
