//! Another program of the host, or another run, that exchanges a folder and a link while a guest uses paths through it.

use super::*;
use crate::fs::Files;
use crate::fs::host::Means;
use crate::fs::path::{From, Place};
use rustix::fs::{CWD, OFlags, RenameFlags, renameat_with};
use std::thread::ScopedJoinHandle;

/// Exchanges, each of which gives the guest the chance to look in between.
const ROUNDS: u32 = 3000;

/// Runs `guest` again and again while `root/dir` is now a folder and now a link that leads out.
fn while_exchanged(jail: &mut Jail, mut guest: impl FnMut(&mut Jail)) {
    symlink("../outside", jail.host("root/link")).unwrap();
    let (folder, link) = (jail.host("root/dir"), jail.host("root/link"));
    std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            for _ in 0..ROUNDS {
                renameat_with(CWD, &folder, CWD, &link, RenameFlags::EXCHANGE).unwrap();
            }
        });
        until_behind(&other, || guest(jail));
    });
}

/// Repeats `work` while another thread runs, and once more after it has ended.
fn until_behind(other: &ScopedJoinHandle<'_, ()>, mut work: impl FnMut()) {
    loop {
        let last = other.is_finished();
        work();
        if last {
            break;
        }
    }
}

fn jail(name: &str, means: Means) -> Jail {
    let mut jail = Jail::new(name, true);
    fs::write(jail.host("outside/file"), "outside").unwrap();
    let options = FileOptions {
        root: Some(jail.host("root")),
        writable: true,
        ..FileOptions::default()
    };
    let (files, cwd) = Files::with_means(&options, 0, means).unwrap();
    jail.kernel.files = files;
    for (_, directories) in jail.kernel.directories.iter_mut() {
        directories.cwd = cwd.clone();
    }
    jail
}

const OPENAT2: Means = Means {
    openat2: true,
    proc: true,
};
const EACH_NAME: Means = Means {
    openat2: false,
    proc: false,
};

fn reads_nothing_outside(name: &str, means: Means) {
    let mut jail = jail(name, means);
    fs::create_dir_all(jail.host("root/dir/deep/x")).unwrap();
    fs::create_dir_all(jail.host("outside/deep/x")).unwrap();
    for (path, text) in [
        ("root/dir/deep/x/file", "inside"),
        ("outside/deep/x/file", "outside"),
    ] {
        fs::write(jail.host(path), text).unwrap();
    }
    let mut read = 0;
    while_exchanged(&mut jail, |jail| {
        for path in [
            "/dir/file",
            "/dir/deep/x/file",
            "/link/deep/x/file",
            "dir/deep/../file",
        ] {
            match jail.read(path) {
                Ok(text) => {
                    assert_eq!(text, "inside", "{path}");
                    read += 1;
                }
                Err(error) => assert!([ENOENT, ENOTDIR].contains(&error), "{path}: {error}"),
            }
            jail.close_all();
        }
        assert_eq!(jail.read("/dir/secret").unwrap_err(), ENOENT);
        assert_eq!(jail.read("/link/secret").unwrap_err(), ENOENT);
        assert_eq!(jail.call(STAT, &[P("/dir/secret"), N(BUFFER)]), ENOENT);
        let fd = jail.call(OPEN, &[P("/dir"), N(DIRECTORY)]);
        if fd >= 0 {
            assert_eq!(
                jail.call(OPENAT, &[N(fd as u64), P("secret"), N(RDONLY)]),
                ENOENT
            );
            let names = jail.names(fd);
            assert!(!names.windows(6).any(|w| w == b"secret"));
        }
        jail.close_all();
    });
    assert!(read > 0, "the guest never saw its own files");
}

fn changes_nothing_outside(name: &str, means: Means) {
    let mut jail = jail(name, means);
    let before = Jail::tree(&jail.host("outside"), &[]);
    while_exchanged(&mut jail, |jail| {
        jail.call(OPEN, &[P("/dir/new"), N(WRONLY | CREAT | TRUNC), N(0o600)]);
        jail.call(OPEN, &[P("/dir/secret"), N(WRONLY | TRUNC)]);
        jail.call(MKDIR, &[P("/dir/made"), N(0o700)]);
        jail.call(SYMLINK, &[P("x"), P("/dir/linked")]);
        jail.call(LINK, &[P("/dir/file"), P("/dir/second")]);
        jail.call(RENAME, &[P("/dir/new"), P("/dir/newer")]);
        jail.call(CHMOD, &[P("/dir/secret"), N(0o600)]);
        jail.call(CHMOD, &[P("/dir/deep"), N(0o711)]);
        jail.call(TRUNCATE, &[P("/dir/secret"), N(1)]);
        for path in ["/dir/secret", "/dir/newer", "/dir/second", "/dir/linked"] {
            jail.call(UNLINK, &[P(path)]);
        }
        jail.call(RMDIR, &[P("/dir/made")]);
        jail.call(RMDIR, &[P("/dir/deep")]);
        let _ = fs::create_dir(jail.host("root/dir/deep"));
        jail.close_all();
    });
    let after = Jail::tree(&jail.host("outside"), &[]);
    assert!(before == after, "something outside changed");
}

#[test]
fn a_folder_and_a_link_exchanged_under_openat2_let_nothing_outside_be_read() {
    reads_nothing_outside("race-read-2", OPENAT2);
}

#[test]
fn a_folder_and_a_link_exchanged_under_single_steps_let_nothing_outside_be_read() {
    reads_nothing_outside("race-read-1", EACH_NAME);
}

#[test]
fn a_folder_and_a_link_exchanged_under_openat2_let_nothing_outside_be_changed() {
    changes_nothing_outside("race-write-2", OPENAT2);
}

#[test]
fn a_folder_and_a_link_exchanged_under_single_steps_let_nothing_outside_be_changed() {
    changes_nothing_outside("race-write-1", EACH_NAME);
}

#[test]
fn two_runs_that_exchange_a_folder_and_a_link_in_one_root_stay_in_it() {
    let jail = Jail::new("race-runs", true);
    symlink("../../outside", jail.host("root/dir/link")).unwrap();
    let options = FileOptions {
        root: Some(jail.host("root")),
        writable: true,
        ..FileOptions::default()
    };
    std::thread::scope(|scope| {
        let other = scope.spawn(|| {
            let mut other = Jail {
                top: jail.top.join("none"),
                kernel: Jail::kernel(options.clone()),
            };
            for _ in 0..ROUNDS / 4 {
                other.call(RENAME, &[P("/dir/deep"), P("/dir/held")]);
                other.call(RENAME, &[P("/dir/link"), P("/dir/deep")]);
                other.call(RENAME, &[P("/dir/deep"), P("/dir/link")]);
                other.call(RENAME, &[P("/dir/held"), P("/dir/deep")]);
            }
        });
        let mut own = Jail {
            top: jail.top.join("none"),
            kernel: Jail::kernel(options.clone()),
        };
        until_behind(&other, || {
            assert!(own.read("/dir/deep/secret").is_err());
            own.call(OPEN, &[P("/dir/deep/new"), N(WRONLY | CREAT), N(0o600)]);
            own.call(UNLINK, &[P("/dir/deep/new")]);
            own.close_all();
        });
    });
    assert!(!jail.host("outside/new").exists());
}

#[test]
fn a_file_is_opened_as_what_it_was_found_to_be() {
    // Between finding and opening, a named pipe takes the place of the file.
    for means in [OPENAT2, EACH_NAME] {
        let top = tempfile::tempdir().unwrap();
        fs::write(top.path().join("file"), "text").unwrap();
        let options = FileOptions {
            root: Some(top.path().into()),
            ..FileOptions::default()
        };
        let (files, cwd) = Files::with_means(&options, 0, means).unwrap();
        let from = From {
            start: &cwd,
            pid: 1,
            exists: &|_, _| false,
            links: &|_| Ok(None),
        };
        let Ok(Place::File(held)) = files.resolve(&from, b"/file", true) else {
            panic!("not found");
        };
        fs::rename(top.path().join("file"), top.path().join("gone")).unwrap();
        let mode = rustix::fs::Mode::RWXU;
        let fifo = rustix::fs::FileType::Fifo;
        rustix::fs::mknodat(CWD, top.path().join("file"), fifo, mode, 0).unwrap();
        let opened = files.host.reopen(&held.file, OFlags::RDONLY);
        assert_eq!(opened.is_ok(), means.proc, "{means:?}: {opened:?}");
    }
}
