//! The view that each run of a batch has for itself: a folder that stays as it is, with a scratch folder over it.

use super::*;
use crate::abi::errno::Errno;
use crate::fs::disk::Disk;
use crate::fs::host::Means;
use crate::{Outcome, Private};

const ENOTEMPTY: i64 = -39;
const EINVAL: i64 = -22;
const EISDIR: i64 = -21;
const EXDEV: i64 = -18;
const RDWR: u64 = 2;
const APPEND: u64 = 0o2000;

/// A guest whose folder is `top/root`, with what it writes in `top/kept`.
fn own_view(name: &str, files: &[&str], change: impl FnOnce(&mut FileOptions, &Path)) -> Jail {
    let mut jail = Jail::new(name, true);
    fs::write(jail.host("root/a"), "a").unwrap();
    fs::write(jail.host("root/b"), "b").unwrap();
    fs::write(jail.host("root/dir/deep/leaf"), "leaf").unwrap();
    symlink("dir/file", jail.host("root/link")).unwrap();
    let mut options = FileOptions {
        cwd: Some(jail.host("root")),
        private: Some(Private {
            files: files.iter().map(PathBuf::from).collect(),
            scratch: Some(jail.host("kept")),
            ..Private::default()
        }),
        ..FileOptions::default()
    };
    change(&mut options, &jail.top);
    jail.kernel = Jail::kernel_of("calls".into(), options);
    jail
}

fn plain(name: &str) -> Jail {
    own_view(name, &[], |_, _| {})
}

/// The host's side but for the scratch folder.
fn host_side(jail: &Jail) -> Vec<(PathBuf, Option<Vec<u8>>, u32)> {
    Jail::tree(&jail.top, &[jail.host("kept")])
}

#[test]
fn the_folder_is_the_current_one_and_known_as_guest() {
    let mut jail = plain("own-cwd");
    assert!(jail.call(GETCWD, &[N(BUFFER), N(100)]) > 0);
    assert_eq!(jail.kernel.read(TID, BUFFER, 7).unwrap(), b"/guest\0");
    for path in ["a", "/guest/a", "./dir/../a", "../guest/a"] {
        assert_eq!(jail.read(path), Ok("a".into()), "{path}");
    }
    assert_eq!(jail.read("link"), Ok("inside".into()));
    assert_eq!(jail.list("."), ["a", "b", "calls", "dir", "etc", "link"]);
    assert_eq!(jail.list("/"), ["guest", "tmp"]);
}

#[test]
fn nothing_else_of_the_host_is_there() {
    let mut jail = plain("own-nothing");
    let outside = jail.host("secret").to_str().unwrap().to_owned();
    symlink(&outside, jail.host("root/leak")).unwrap();
    symlink("../secret", jail.host("root/climb")).unwrap();
    for path in [
        "../secret",
        "leak",
        "climb",
        &outside,
        "/etc/passwd",
        "/bin/sh",
        "/root",
        "/proc/1/mem",
    ] {
        assert_eq!(jail.read(path), Err(ENOENT), "{path}");
    }
    let own = jail.list("/proc").contains(&"1000".to_owned());
    assert!(own && !jail.list("/proc").contains(&"1".to_owned()));
}

#[test]
fn what_a_program_looked_for_in_vain_is_said_as_the_plan_would_name_it() {
    let extra = tempfile::tempdir().unwrap();
    let absolute = extra.path().to_str().unwrap().to_owned();
    let mut jail = plain("own-said");
    for path in [
        "../secret",
        "../outside/secret",
        &absolute,
        "/etc/passwd",
        "none",
        "../none",
    ] {
        assert_eq!(jail.read(path), Err(ENOENT), "{path}");
    }
    let said = jail.kernel.unseen_files();
    assert_eq!(said, ["../outside/secret", "../secret", absolute.as_str()]);
}

#[test]
fn what_the_guest_writes_goes_to_the_scratch_folder_alone() {
    let mut jail = plain("own-writes");
    let before = host_side(&jail);
    assert_eq!(jail.put("new", "new"), 3);
    assert_eq!(jail.put("a", "changed"), 7);
    assert_eq!(jail.put("dir/deep/leaf", "other"), 5);
    assert_eq!(jail.put("/tmp/t", "t"), 1);
    assert_eq!(jail.put("/top", "top"), 3);
    assert_eq!(jail.put("link", "through"), 7);
    assert_eq!(jail.call(MKDIR, &[P("made"), N(0o755)]), 0);
    assert_eq!(jail.put("made/x", "x"), 1);
    assert_eq!(jail.call(SYMLINK, &[P("a"), P("to-a")]), 0);
    assert_eq!(jail.call(LINK, &[P("b"), P("dir/b2")]), 0);
    assert_eq!(jail.call(CHMOD, &[P("b"), N(0o600)]), 0);
    assert_eq!(jail.call(CHMOD, &[P("etc"), N(0o700)]), 0);
    for (path, text) in [
        ("new", "new"),
        ("a", "changed"),
        ("to-a", "changed"),
        ("dir/deep/leaf", "other"),
        ("/tmp/t", "t"),
        ("/top", "top"),
        ("dir/file", "through"),
        ("made/x", "x"),
        ("dir/b2", "b"),
    ] {
        assert_eq!(jail.read(path), Ok(text.into()), "{path}");
    }
    assert_eq!(jail.status("b").unwrap().0 & 0o7777, 0o600);
    assert_eq!(
        jail.status("b").unwrap().1,
        jail.status("dir/b2").unwrap().1
    );
    assert_eq!(jail.status("etc").unwrap().0 & 0o7777, 0o700);
    assert_eq!(jail.list("dir"), ["b2", "deep", "file"]);
    assert!(host_side(&jail) == before);
    assert_eq!(fs::read(jail.host("kept/guest/a")).unwrap(), b"changed");
    assert_eq!(fs::read(jail.host("kept/tmp/t")).unwrap(), b"t");
}

#[test]
fn a_file_is_copied_whole_before_its_first_change() {
    let mut jail = plain("own-copy");
    let long: Vec<u8> = (0..600_000_u32).map(|n| ((n * 7) >> 3) as u8).collect();
    fs::write(jail.host("root/long"), &long).unwrap();
    let old = jail.status("long").unwrap();
    let reader = jail.call(OPEN, &[P("long"), N(RDONLY)]) as u64;
    let fd = jail.call(OPEN, &[P("long"), N(RDWR | APPEND)]);
    jail.kernel.write(TID, BUFFER, b"end").unwrap();
    assert_eq!(jail.call(WRITE, &[N(fd as u64), N(BUFFER), N(3)]), 3);
    let kept = fs::read(jail.host("kept/guest/long")).unwrap();
    assert!(kept == [long.as_slice(), b"end"].concat());
    assert!(fs::read(jail.host("root/long")).unwrap() == long);
    // It is the same file to the guest, also by a descriptor from before.
    assert_eq!(jail.status("long").unwrap(), old);
    assert_eq!(
        jail.call(124, &[N(reader), N(BUFFER), N(10), N(600_000)]),
        3
    );
    assert_eq!(jail.call(TRUNCATE, &[P("long"), N(2)]), 0);
    assert_eq!(fs::read(jail.host("kept/guest/long")).unwrap(), long[..2]);
}

#[test]
fn what_is_removed_is_gone_for_the_guest_and_there_on_the_host() {
    let mut jail = plain("own-remove");
    let before = host_side(&jail);
    assert_eq!(jail.call(UNLINK, &[P("a")]), 0);
    assert_eq!(jail.read("a"), Err(ENOENT));
    assert_eq!(jail.call(UNLINK, &[P("a")]), ENOENT);
    assert_eq!(jail.call(UNLINK, &[P("link")]), 0);
    assert_eq!(jail.call(RMDIR, &[P("dir/deep")]), ENOTEMPTY);
    assert_eq!(jail.call(UNLINK, &[P("dir/deep/leaf")]), 0);
    assert_eq!(jail.call(RMDIR, &[P("dir/deep")]), 0);
    assert_eq!(jail.call(UNLINK, &[P("dir")]), EISDIR);
    assert_eq!(jail.list("."), ["b", "calls", "dir", "etc"]);
    assert_eq!(jail.list("dir"), ["file"]);
    // What is made again is new and empty.
    assert_eq!(jail.call(MKDIR, &[P("dir/deep"), N(0o755)]), 0);
    assert_eq!(jail.list("dir/deep"), Vec::<String>::new());
    assert_eq!(jail.read("dir/deep/leaf"), Err(ENOENT));
    assert_eq!(jail.put("a", "again"), 5);
    assert_eq!(jail.call(UNLINK, &[P("a")]), 0);
    assert_eq!(jail.read("a"), Err(ENOENT));
    assert!(host_side(&jail) == before);
}

#[test]
fn a_folder_moves_with_all_that_is_in_it() {
    let mut jail = plain("own-rename");
    let before = host_side(&jail);
    let open = jail.call(OPEN, &[P("dir/deep"), N(DIRECTORY)]);
    assert_eq!(jail.call(UNLINK, &[P("dir/file")]), 0);
    assert_eq!(jail.put("dir/made", "made"), 4);
    assert_eq!(jail.call(RENAME, &[P("dir"), P("moved")]), 0);
    assert_eq!(jail.list("."), ["a", "b", "calls", "etc", "link", "moved"]);
    assert_eq!(jail.list("moved"), ["deep", "made"]);
    assert_eq!(jail.read("moved/deep/leaf"), Ok("leaf".into()));
    assert_eq!(jail.read("dir/deep/leaf"), Err(ENOENT));
    let leaf = jail.call(OPENAT, &[N(open as u64), P("leaf"), N(RDONLY)]);
    assert_eq!(jail.contents(leaf), "leaf");
    let made = jail.call(OPENAT, &[N(open as u64), P("../made"), N(RDONLY)]);
    assert_eq!(jail.contents(made), "made");
    // A new folder of the old name has nothing of the old one.
    assert_eq!(jail.call(MKDIR, &[P("dir"), N(0o755)]), 0);
    assert_eq!(jail.list("dir"), Vec::<String>::new());
    assert_eq!(jail.call(RENAME, &[P("moved"), P("moved/deep/x")]), EINVAL);
    assert_eq!(jail.call(RENAME, &[P("moved"), P("etc")]), 0);
    assert_eq!(jail.call(RENAME, &[P("etc"), P("a")]), ENOTDIR);
    assert_eq!(jail.call(RENAME, &[P("a"), P("etc")]), EISDIR);
    assert_eq!(jail.call(RENAME, &[P("dir"), P("etc")]), ENOTEMPTY);
    assert_eq!(jail.read("etc/deep/leaf"), Ok("leaf".into()));
    // And back again, and a file over another.
    assert_eq!(jail.call(RMDIR, &[P("dir")]), 0);
    assert_eq!(jail.call(RENAME, &[P("etc"), P("dir")]), 0);
    assert_eq!(jail.read("dir/deep/leaf"), Ok("leaf".into()));
    assert_eq!(jail.read("dir/file"), Err(ENOENT));
    assert_eq!(jail.call(RENAME, &[P("a"), P("b")]), 0);
    assert_eq!(jail.read("b"), Ok("a".into()));
    assert_eq!(jail.list("."), ["b", "calls", "dir", "link"]);
    assert!(host_side(&jail) == before);
}

#[test]
fn exchanged_names_have_each_all_that_was_under_the_other() {
    const EXCHANGE: u64 = 2;
    const HERE: u64 = -100_i64 as u64;
    let mut jail = plain("own-exchange");
    let before = host_side(&jail);
    let exchange = |jail: &mut Jail, from, to| {
        let arguments = [N(HERE), P(from), N(HERE), P(to), N(EXCHANGE)];
        jail.call(RENAMEAT2, &arguments)
    };
    assert_eq!(jail.call(UNLINK, &[P("dir/file")]), 0);
    assert_eq!(exchange(&mut jail, "a", "dir/deep"), 0);
    assert_eq!(jail.read("dir/deep"), Ok("a".into()));
    assert_eq!(jail.list("a"), ["leaf"]);
    assert_eq!(jail.list("dir"), ["deep"]);
    assert_eq!(exchange(&mut jail, "a", "etc"), 0);
    assert_eq!(jail.read("etc/leaf"), Ok("leaf".into()));
    assert_eq!(exchange(&mut jail, "etc", "etc/leaf"), EINVAL);
    assert_eq!(exchange(&mut jail, "b", "gone"), ENOENT);
    assert_eq!(exchange(&mut jail, "b", "/tmp"), EBUSY);
    // What is removed under its new name does not come back under the old one.
    assert_eq!(jail.call(UNLINK, &[P("dir/deep")]), 0);
    assert_eq!(jail.list("dir"), Vec::<String>::new());
    assert!(host_side(&jail) == before);
}

#[test]
fn the_folder_and_tmp_stay_where_they_are() {
    let mut jail = plain("own-fixed");
    assert_eq!(jail.call(RENAME, &[P("/guest"), P("/other")]), EBUSY);
    assert_eq!(jail.call(RMDIR, &[P("/tmp")]), EBUSY);
    assert_eq!(jail.call(RENAME, &[P("a"), P("/tmp/a")]), 0);
    assert_eq!(jail.read("/tmp/a"), Ok("a".into()));
    assert_ne!(jail.call(RENAME, &[P("dir"), P("/tmp/dir")]), EXDEV);
    assert_eq!(jail.read("/tmp/dir/deep/leaf"), Ok("leaf".into()));
    assert_eq!(jail.status("/tmp").unwrap().0 & 0o7777, 0o1777);
}

#[test]
fn further_files_have_the_names_that_the_plan_gives_them() {
    let extra = tempfile::tempdir().unwrap();
    fs::write(extra.path().join("data"), "absolute").unwrap();
    let absolute = extra.path().join("data").to_str().unwrap().to_owned();
    let mut jail = own_view(
        "own-files",
        &["../outside", "../secret", &absolute],
        |_, _| {},
    );
    assert_eq!(jail.read("../outside/deep/secret"), Ok("secret".into()));
    assert_eq!(jail.read("/outside/secret"), Ok("secret".into()));
    assert_eq!(jail.read("../secret"), Ok("secret".into()));
    assert_eq!(jail.read(&absolute), Ok("absolute".into()));
    assert_eq!(jail.list("/outside"), ["deep", "secret"]);
    let before = host_side(&jail);
    assert_eq!(jail.put("../outside/secret", "own"), 3);
    assert_eq!(jail.put("../secret", "own"), 3);
    assert_eq!(jail.call(UNLINK, &[P(&absolute)]), 0);
    assert_eq!(jail.read("/outside/secret"), Ok("own".into()));
    assert_eq!(jail.read("/secret"), Ok("own".into()));
    assert_eq!(jail.read(&absolute), Err(ENOENT));
    assert_eq!(jail.call(UNLINK, &[P("/secret")]), 0);
    assert_eq!(jail.read("/secret"), Err(ENOENT));
    assert!(host_side(&jail) == before);
    assert_eq!(fs::read(extra.path().join("data")).unwrap(), b"absolute");
}

#[test]
fn a_root_and_a_sysroot_lie_under_the_scratch_folder() {
    let mut jail = own_view("own-root", &[], |options, top| {
        fs::create_dir_all(top.join("outside/etc")).unwrap();
        fs::write(top.join("outside/etc/name"), "root").unwrap();
        fs::create_dir_all(top.join("sys/lib")).unwrap();
        fs::write(top.join("sys/lib/libc.so"), "library").unwrap();
        options.root = Some(top.join("outside"));
        options.sysroot = Some(top.join("sys"));
    });
    let before = host_side(&jail);
    assert_eq!(jail.read("/etc/name"), Ok("root".into()));
    assert_eq!(jail.read("/lib/libc.so"), Ok("library".into()));
    assert_eq!(jail.read("a"), Ok("a".into()));
    assert_eq!(jail.put("/etc/name", "own"), 3);
    assert_eq!(jail.put("/lib/libc.so", "own"), 3);
    assert_eq!(jail.read("/etc/name"), Ok("own".into()));
    assert_eq!(jail.read("/lib/libc.so"), Ok("own".into()));
    assert_eq!(
        jail.list("/"),
        ["deep", "etc", "guest", "lib", "secret", "tmp"]
    );
    assert!(host_side(&jail) == before);
}

#[test]
fn the_scratch_folder_goes_with_the_run_and_no_run_sees_anothers() {
    let jail = Jail::new("own-temporary", true);
    let start = || {
        let kernel = Jail::kernel_of(
            "calls".into(),
            FileOptions {
                cwd: Some(jail.host("root")),
                private: Some(Private::default()),
                ..FileOptions::default()
            },
        );
        Jail {
            top: jail.host("none"),
            kernel,
        }
    };
    let (mut first, mut second) = (start(), start());
    assert_eq!(first.put("new", "first"), 5);
    assert_eq!(second.read("new"), Err(ENOENT));
    assert_eq!(second.put("/tmp/new", "second"), 6);
    assert_eq!(first.read("/tmp/new"), Err(ENOENT));
    let folder = first.kernel.files.scratch_folder().unwrap().to_owned();
    assert!(folder.join("guest/new").exists());
    drop(first);
    assert!(!folder.exists());
}

#[test]
fn folders_of_other_runs_are_not_seen_where_they_lie_in_the_folder() {
    let mut jail = own_view("own-unseen", &[], |options, top| {
        fs::create_dir_all(top.join("root/results/run")).unwrap();
        fs::create_dir_all(top.join("root/.epicycle-run-1")).unwrap();
        options.private.as_mut().unwrap().unseen = vec![top.join("root/results")];
    });
    assert_eq!(jail.list("."), ["a", "b", "calls", "dir", "etc", "link"]);
    assert_eq!(jail.status("results/run"), Err(ENOENT));
    assert_eq!(jail.status(".epicycle-run-1"), Err(ENOENT));
}

#[test]
fn what_a_batch_writes_is_not_seen_below_folders_nor_as_a_file() {
    let mut jail = own_view("own-unseen-below", &[], |options, top| {
        fs::create_dir_all(top.join("root/dir/results/run/below")).unwrap();
        fs::create_dir_all(top.join("root/dir/.epicycle-run-1/run/below")).unwrap();
        for file in ["page", "dir/page", ".epicycle-run-page.1.partial"] {
            fs::write(top.join("root").join(file), "page").unwrap();
        }
        symlink("dir/page", top.join("root/page-link")).unwrap();
        let unseen = ["dir/results", "page", "page-link"].map(|it| top.join("root").join(it));
        options.private.as_mut().unwrap().unseen = unseen.into();
    });
    assert_eq!(jail.list("."), ["a", "b", "calls", "dir", "etc", "link"]);
    for path in [
        "dir/results/run/below",
        "dir/.epicycle-run-1/run/below",
        "page",
        "dir/page",
        "page-link",
        ".epicycle-run-page.1.partial",
    ] {
        assert_eq!(jail.status(path), Err(ENOENT), "{path}");
    }
}

#[test]
fn a_scratch_folder_that_holds_something_and_a_file_that_is_missing_are_refused() {
    let jail = Jail::new("own-refused", true);
    let refused = |files: &[&str], scratch: &str| {
        let options = FileOptions {
            cwd: Some(jail.host("root")),
            private: Some(Private {
                files: files.iter().map(PathBuf::from).collect(),
                scratch: Some(jail.host(scratch)),
                ..Private::default()
            }),
            ..FileOptions::default()
        };
        crate::fs::Files::new(&options, 0)
            .err()
            .unwrap()
            .to_string()
    };
    assert!(refused(&[], "outside").contains("not empty"));
    let message = refused(&["../none"], "kept1");
    assert!(
        message.contains("the file") && message.contains("../none"),
        "{message}"
    );
    assert!(refused(&["/proc/self"], "kept2").contains("what the simulator provides"));
    assert!(refused(&["/"], "kept3").contains("`root`"));
}

#[test]
fn the_program_is_there_under_its_name_wherever_it_lies() {
    let mut jail = Jail::new("own-program", true);
    fs::copy(jail.host("root/calls"), jail.host("outside/calls")).unwrap();
    jail.kernel = Jail::kernel_of(
        "../outside/calls".into(),
        FileOptions {
            cwd: Some(jail.host("root")),
            private: Some(Private::default()),
            ..FileOptions::default()
        },
    );
    assert_eq!(jail.read("../outside/secret"), Err(ENOENT));
    assert_eq!(jail.call(OPEN, &[P("/outside/calls"), N(WRONLY)]), EROFS);
    assert_eq!(jail.read("../outside/secret"), Err(ENOENT));
    assert_eq!(jail.call(OPEN, &[P("/outside/calls"), N(WRONLY)]), EROFS);
    for path in ["/proc/self/exe", "../outside/calls", "/outside/calls"] {
        let found = jail.read(path).map(|text| text.contains("ELF"));
        assert_eq!(found, Ok(true), "{path}");
    }
}

#[test]
fn the_scratch_folder_works_by_every_means_of_the_host() {
    for means in [(true, false), (false, true), (false, false)] {
        let means = Means {
            openat2: means.0,
            proc: means.1,
        };
        let mut jail = plain("own-means");
        let options = FileOptions {
            cwd: Some(jail.host("root")),
            private: Some(Private::default()),
            ..FileOptions::default()
        };
        let (files, cwd) = crate::fs::Files::with_means(&options, 0, means).unwrap();
        jail.kernel.files = files;
        for (_, directories) in jail.kernel.directories.iter_mut() {
            directories.cwd = cwd.clone();
        }
        assert_eq!(jail.put("dir/deep/leaf", "own"), 3);
        assert_eq!(jail.call(CHMOD, &[P("a"), N(0o640)]), 0);
        assert_eq!(jail.call(RENAME, &[P("dir"), P("etc/dir")]), 0);
        assert_eq!(jail.read("etc/dir/deep/leaf"), Ok("own".into()));
        assert_eq!(jail.status("a").unwrap().0 & 0o7777, 0o640);
    }
}

#[test]
fn a_frozen_view_has_a_scratch_folder_that_takes_nothing() {
    let mut jail = own_view("own-frozen", &[], |options, _| {
        options.private.as_mut().unwrap().frozen = true;
    });
    let before = Jail::tree(&jail.top, &[]);
    assert_eq!(jail.read("a"), Ok("a".into()));
    for path in ["new", "a", "dir/deep/leaf", "/top", "/tmp/t"] {
        assert_eq!(jail.put(path, "x"), EROFS, "{path}");
    }
    assert_eq!(jail.call(MKDIR, &[P("made"), N(0o755)]), EROFS);
    assert_eq!(jail.call(UNLINK, &[P("a")]), EROFS);
    assert_eq!(jail.call(CHMOD, &[P("b"), N(0o600)]), EROFS);
    assert_eq!(jail.call(RENAME, &[P("a"), P("c")]), EROFS);
    assert_eq!(jail.put("/dev/shm/own", "x"), 1);
    assert!(Jail::tree(&jail.top, &[]) == before);
}

#[test]
fn a_guest_begins_where_the_view_says() {
    let mut jail = own_view("own-start", &[], |options, _| {
        options.private.as_mut().unwrap().cwd = Some("dir/deep".into());
    });
    assert!(jail.call(GETCWD, &[N(BUFFER), N(100)]) > 0);
    assert_eq!(
        jail.kernel.read(TID, BUFFER, 16).unwrap(),
        b"/guest/dir/deep\0"
    );
    assert_eq!(jail.read("leaf"), Ok("leaf".into()));
}

#[test]
fn a_kept_scratch_folder_says_what_was_removed() {
    let mut jail = plain("own-marks");
    assert_eq!(jail.call(UNLINK, &[P("a")]), 0);
    assert_eq!(jail.call(UNLINK, &[P("dir/deep/leaf")]), 0);
    // One that is there again, one that never was there, and a folder in the place of another.
    assert_eq!(jail.call(UNLINK, &[P("b")]), 0);
    assert_eq!(jail.put("b", "again"), 5);
    assert_eq!(jail.put("own", "x"), 1);
    assert_eq!(jail.call(UNLINK, &[P("own")]), 0);
    assert_eq!(jail.call(RMDIR, &[P("dir/deep")]), 0);
    assert_eq!(jail.call(MKDIR, &[P("dir/deep"), N(0o755)]), 0);
    let kept = jail.host("kept");
    // The marks are made at the end of the run.
    let other = FileOptions {
        cwd: Some(jail.host("root")),
        ..FileOptions::default()
    };
    jail.kernel = Jail::kernel_of("calls".into(), other);
    let guest = kept.join("guest");
    let names = |folder: &Path| {
        let mut names: Vec<_> = fs::read_dir(folder)
            .unwrap()
            .map(|entry| entry.unwrap().file_name().into_string().unwrap())
            .collect();
        names.sort();
        names
    };
    assert_eq!(names(&guest), [".wh.a", "b", "dir"]);
    assert_eq!(names(&guest.join("dir")), ["deep"]);
    assert_eq!(names(&guest.join("dir/deep")), [".wh..wh..opq"]);
}

#[test]
fn a_full_disk_of_the_host_ends_the_run_and_the_limit_of_the_run_does_not() {
    let mut jail = plain("own-full");
    let full = || fs::File::options().write(true).open("/dev/full").unwrap();
    jail.kernel.files.disk = Disk::new(0);
    let growth = jail.kernel.files.growth(&full()).unwrap();
    let refused = jail.kernel.files.write(&full(), &growth, b"bytes", 0);
    assert_eq!(refused, Err(Errno::ENOSPC));
    assert_eq!(jail.kernel.files.without_room(), None);
    jail.kernel.files.disk = Disk::new(1 << 20);
    let growth = jail.kernel.files.growth(&full()).unwrap();
    let refused = jail.kernel.files.write(&full(), &growth, b"bytes", 0);
    assert_eq!(refused.map_err(Errno::for_guest), Err(Errno::ENOSPC));
    let mut machine = Machine::new(machine::Options::default());
    let outcome = jail.kernel.run(&mut machine, &mut Silent, None);
    let Outcome::HostDisk { folder, limit } = outcome else {
        panic!("{outcome:?}");
    };
    assert_eq!((folder, limit), (jail.host("kept"), 1 << 20));
}
