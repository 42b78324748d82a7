//! Are inputs bounded, outputs whole, and folders locked for as long as a process lives?

use std::fs;
use std::io::Write as _;
use std::os::unix::fs::{PermissionsExt as _, symlink};
use std::path::{Path, PathBuf};
use std::process::Command;

use files::{Lock, Output, read, read_text, remove_partials, write, write_temporary};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn path(&self, name: &str) -> PathBuf {
        self.0.path().join(name)
    }

    fn names(&self) -> Vec<String> {
        let mut names: Vec<String> = fs::read_dir(self.0.path())
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    }
}

#[test]
fn a_file_at_the_limit_is_read_and_a_larger_one_is_refused() {
    let folder = Folder::new();
    let path = folder.path("input");
    fs::write(&path, b"0123456789").unwrap();
    assert_eq!(read(&path, 10).unwrap(), b"0123456789");
    let error = read(&path, 9).unwrap_err().to_string();
    assert!(error.contains("larger than the 9 bytes"), "{error}");
}

#[test]
fn devices_pipes_and_folders_are_refused_without_being_read() {
    let folder = Folder::new();
    let pipe = folder.path("pipe");
    assert!(
        Command::new("mkfifo")
            .arg(&pipe)
            .status()
            .unwrap()
            .success()
    );
    let link = folder.path("link");
    symlink("/dev/zero", &link).unwrap();
    for path in [pipe.as_path(), link.as_path(), Path::new("/dev/zero")] {
        let error = read(path, 100).unwrap_err().to_string();
        assert!(error.contains("not a regular file"), "{error}");
    }
    assert!(read(&folder.path("."), 100).is_err());
}

#[test]
fn a_file_that_says_no_size_is_bounded_too() {
    assert!(read(Path::new("/proc/self/maps"), 10).is_err());
    assert!(
        !read(Path::new("/proc/self/maps"), 1 << 20)
            .unwrap()
            .is_empty()
    );
}

#[test]
fn bytes_that_are_no_text_are_named_by_their_line() {
    let folder = Folder::new();
    let path = folder.path("text");
    fs::write(&path, b"one\ntwo\xff\n").unwrap();
    let error = read_text(&path, 100).unwrap_err().to_string();
    assert_eq!(error, "line 2 is not UTF-8 text");
}

#[test]
fn an_output_has_its_name_only_when_it_is_whole() {
    let folder = Folder::new();
    let path = folder.path("report.json");
    fs::write(&path, "old").unwrap();
    let mut output = Output::create(&path).unwrap();
    output.write_all(b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"old");
    let partial = output
        .partial()
        .file_name()
        .unwrap()
        .to_str()
        .unwrap()
        .to_owned();
    assert!(partial.starts_with(".epicycle-run-report.json.") && partial.ends_with(".partial"));
    output.commit().unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(folder.names(), ["report.json"]);
}

#[test]
fn a_temporary_file_is_whole_under_its_name_too() {
    let folder = Folder::new();
    let path = folder.path("1000.checkpoint");
    fs::write(&path, "old").unwrap();
    write_temporary(&path, b"new").unwrap();
    assert_eq!(fs::read(&path).unwrap(), b"new");
    assert_eq!(folder.names(), ["1000.checkpoint"]);
    assert!(write_temporary(&folder.path("none/1000.checkpoint"), b"new").is_err());
}

#[test]
fn nothing_is_left_of_an_output_that_is_given_up() {
    let folder = Folder::new();
    drop(Output::create(&folder.path("report.json")).unwrap());
    assert!(folder.names().is_empty());
}

#[test]
fn a_written_file_has_the_permissions_of_any_new_file() {
    let folder = Folder::new();
    let (one, other) = (folder.path("one"), folder.path("other"));
    write(&one, b"1").unwrap();
    fs::write(&other, b"2").unwrap();
    let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode();
    assert_eq!(mode(&one), mode(&other));
}

#[test]
fn two_outputs_of_one_name_do_not_share_a_partial_file() {
    let folder = Folder::new();
    let path = folder.path("report.json");
    let (one, other) = (
        Output::create(&path).unwrap(),
        Output::create(&path).unwrap(),
    );
    assert_ne!(one.partial(), other.partial());
}

#[test]
fn a_name_of_the_greatest_length_can_be_written() {
    let folder = Folder::new();
    write(&folder.path(&"n".repeat(255)), b"").unwrap();
}

#[test]
fn what_a_killed_process_has_left_is_removed_and_nothing_else() {
    let folder = Folder::new();
    for name in [".epicycle-run-a.json.x1.partial", "kept.partial", ".kept"] {
        fs::write(folder.path(name), b"").unwrap();
    }
    remove_partials(folder.0.path()).unwrap();
    assert_eq!(folder.names(), [".kept", "kept.partial"]);
}

#[test]
fn a_folder_is_locked_once_until_its_lock_is_dropped() {
    let folder = Folder::new();
    let lock = Lock::take(folder.0.path()).unwrap();
    assert!(lock.is_some());
    assert!(Lock::take(folder.0.path()).unwrap().is_none());
    drop(lock);
    assert!(folder.names().is_empty());
    assert!(Lock::take(folder.0.path()).unwrap().is_some());
}

#[test]
fn a_lock_that_a_killed_process_left_behind_locks_nothing() {
    let folder = Folder::new();
    fs::write(folder.path(".lock"), b"").unwrap();
    assert!(Lock::take(folder.0.path()).unwrap().is_some());
}
