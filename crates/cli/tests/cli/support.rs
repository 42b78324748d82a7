//! Running the command, and folders that vanish.

use std::ffi::OsStr;
use std::fs;
use std::io::{Read as _, Write};
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::sync::mpsc::{RecvTimeoutError, Sender};
use std::time::{Duration, Instant};

/// A path of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// One of the small guests.
pub(crate) fn guest(name: &str) -> PathBuf {
    repository("tests/guests").join(name)
}

/// What a command did.
#[derive(Debug)]
pub(crate) struct Ended {
    pub status: i32,
    pub stdout: Vec<u8>,
    pub stderr: String,
}

impl Ended {
    pub(crate) fn text(&self) -> String {
        String::from_utf8_lossy(&self.stdout).into_owned()
    }
}

/// Starts `epicycle` in `folder` with pipes for its streams.
pub(crate) fn start(folder: &Path, arguments: &[impl AsRef<OsStr>]) -> Child {
    Command::new(env!("CARGO_BIN_EXE_epicycle"))
        .args(arguments)
        .current_dir(folder)
        .env_remove("RUST_LOG")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap()
}

/// Sends a signal to a process.
pub(crate) fn send(process: u32, signal: &str) {
    send_all(&[process], signal);
}

/// Sends a signal to processes, one directly after the other.
pub(crate) fn send_all(processes: &[u32], signal: &str) {
    let sent = Command::new("kill")
        .arg(format!("-{signal}"))
        .args(processes.iter().map(u32::to_string))
        .status()
        .unwrap();
    assert!(sent.success());
}

/// The signals that end a command in order, and its status then. SIGHUP is left out where the tests themselves run with it
/// ignored, as under `nohup`: commands then ignore it too.
pub(crate) fn ending_signals() -> Vec<(&'static str, i32)> {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let ignored = status
        .lines()
        .find_map(|line| line.strip_prefix("SigIgn:"))
        .and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok());
    let mut signals = vec![("INT", 130), ("TERM", 143)];
    if ignored.is_some_and(|mask| mask & 1 == 1) {
        skipped!("for SIGHUP, the tests run with it ignored");
    } else {
        signals.push(("HUP", 129));
    }
    signals
}

/// A command that goes on, ended with the test.
pub(crate) struct Running(pub Child);

impl Running {
    /// Its status and what it printed to stdout, when it has ended.
    pub(crate) fn end(mut self) -> (Option<i32>, String) {
        let _deadline = Deadline::of(&self.0);
        let mut text = String::new();
        let mut stdout = self.0.stdout.take().unwrap();
        stdout.read_to_string(&mut text).unwrap();
        (self.0.wait().unwrap().code(), text)
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        // One that has ended cannot be killed.
        let _ = self.0.kill();
        let _ = self.0.wait();
    }
}

/// What takes longer than this hangs, on a loaded host too.
const TOO_LONG: Duration = Duration::from_secs(600);

/// Kills a process that goes on for [`TOO_LONG`], so that a command that hangs fails its own test. Dropped when the process has ended.
pub(crate) struct Deadline(#[expect(dead_code, reason = "dropped")] Sender<()>);

impl Deadline {
    pub(crate) fn of(child: &Child) -> Self {
        let process = child.id();
        let (ended, wait) = std::sync::mpsc::channel();
        std::thread::spawn(move || {
            if wait.recv_timeout(TOO_LONG) == Err(RecvTimeoutError::Timeout) {
                eprintln!("process {process} is killed: it has not ended after {TOO_LONG:?}");
                send(process, "KILL");
            }
        });
        Self(ended)
    }
}

/// What a look finds, repeated until it finds something; panics after [`TOO_LONG`].
pub(crate) fn wait_for<T>(what: &str, mut look: impl FnMut() -> Option<T>) -> T {
    let until = Instant::now() + TOO_LONG;
    while Instant::now() < until {
        if let Some(found) = look() {
            return found;
        }
        std::thread::sleep(Duration::from_millis(20));
    }
    panic!("{what} has not come after {TOO_LONG:?}");
}

/// Every file below a folder with its bytes, in order.
pub(crate) fn tree(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(next) = folders.pop() {
        for entry in fs::read_dir(next).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else {
                files.push((
                    path.strip_prefix(folder).unwrap().to_owned(),
                    fs::read(&path).unwrap(),
                ));
            }
        }
    }
    files.sort();
    files
}

/// Names of all that is in a folder, in order.
pub(crate) fn names(folder: &Path) -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap().file_name().to_string_lossy().into_owned())
        .collect();
    names.sort();
    names
}

/// Runs `epicycle` in `folder` with `input`.
pub(crate) fn epicycle_in(folder: &Path, arguments: &[impl AsRef<OsStr>], input: &[u8]) -> Ended {
    let mut child = start(folder, arguments);
    // A program that does not read its input closes it.
    let _deadline = Deadline::of(&child);
    let _ = child.stdin.take().unwrap().write_all(input);
    let output = child.wait_with_output().unwrap();
    Ended {
        status: output.status.code().unwrap_or(-1),
        stdout: output.stdout,
        stderr: String::from_utf8_lossy(&output.stderr).into_owned(),
    }
}

/// A folder of one test.
pub(crate) struct Folder(pub PathBuf);

impl Folder {
    pub(crate) fn new(test: &str) -> Self {
        let path = std::env::temp_dir().join(format!("epicycle-cli-{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    pub(crate) fn path(&self, name: &str) -> PathBuf {
        self.0.join(name)
    }

    pub(crate) fn file(&self, name: &str, bytes: impl AsRef<[u8]>) -> PathBuf {
        let path = self.path(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(&path, bytes).unwrap();
        path
    }

    pub(crate) fn text(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).unwrap()
    }

    /// Runs `epicycle` there with the words of a line, without input.
    pub(crate) fn run(&self, line: &str) -> Ended {
        let words: Vec<&str> = line.split_whitespace().collect();
        epicycle_in(&self.0, &words, b"")
    }

    /// The same, which has to end with a status.
    pub(crate) fn go(&self, line: &str, status: i32) -> Ended {
        let ended = self.run(line);
        assert_eq!(ended.status, status, "{}{}", ended.text(), ended.stderr);
        ended
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
