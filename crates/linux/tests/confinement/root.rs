//! `--root` and `--writable`: whatever paths, links and directory descriptors a guest combines, it reaches nothing outside the
//! root, and changes nothing unless it may.

use super::*;

/// Links inside the root that would lead out if the host followed them: path and target.
fn escapes(jail: &Jail) -> Vec<(&'static str, String)> {
    let outside = jail.host("outside").to_str().unwrap().to_owned();
    vec![
        ("root/absolute", outside.clone()),
        ("root/absolute-file", format!("{outside}/secret")),
        ("root/climbing", "../outside".into()),
        ("root/dir/climbing", "../../outside".into()),
        (
            "root/dir/deep/climbing-far",
            "../../../../../../../../../..".to_owned() + &outside,
        ),
        ("root/chain", "dir/climbing".into()),
        ("root/parent", "..".into()),
        ("root/dangling", "../created".into()),
        ("root/through", "absolute/deep/..".into()),
    ]
}

/// Ways to spell files outside of the root that the host would find.
const WAYS_OUT: [&str; 16] = [
    "../secret",
    "/../secret",
    "/../../../../../../../../secret",
    "dir/../../secret",
    "/dir/deep/../../../outside/secret",
    "/absolute/secret",
    "absolute/deep/secret",
    "/absolute-file",
    "absolute-file/",
    "/climbing/secret",
    "/dir/climbing/deep/secret",
    "/dir/deep/climbing-far/secret",
    "/chain/secret",
    "/parent/secret",
    "/parent/outside/secret",
    "/through/secret",
];

#[test]
fn no_path_or_link_reads_a_file_outside_the_root() {
    let mut jail = Jail::new("read", true);
    for (path, target) in escapes(&jail) {
        symlink(target, jail.host(path)).unwrap();
    }
    // The host would find them all.
    assert_eq!(
        fs::read(jail.host("root/dir/climbing/deep/secret")).unwrap(),
        b"secret"
    );
    assert_eq!(jail.read("/dir/deep/../file"), Ok("inside".into()));
    for path in WAYS_OUT {
        assert_eq!(jail.read(path), Err(ENOENT), "{path}");
        assert_eq!(jail.call(STAT, &[P(path), N(BUFFER)]), ENOENT, "{path}");
        assert_eq!(jail.call(EXECVE, &[P(path), N(0), N(0)]), ENOENT, "{path}");
    }
    // A link's text is the guest's business; where it leads is not the host's.
    assert!(jail.call(READLINK, &[P("/climbing"), N(BUFFER), N(100)]) > 0);
    assert_eq!(jail.call(CHDIR, &[P("/absolute")]), ENOENT);
    assert_eq!(jail.call(CHDIR, &[P("/parent")]), 0);
    assert_eq!(jail.read("secret"), Err(ENOENT));
    assert_eq!(jail.read("dir/file"), Ok("inside".into()));
}

#[test]
fn a_directory_descriptor_does_not_lead_out_of_the_root() {
    let mut jail = Jail::new("openat", true);
    for (path, target) in escapes(&jail) {
        symlink(target, jail.host(path)).unwrap();
    }
    for directory in ["/", "/dir", "/dir/deep", "/parent", "dir/.."] {
        for flags in [DIRECTORY, PATH] {
            let fd = jail.call(OPEN, &[P(directory), N(flags)]);
            assert!(fd >= 0, "{directory}: {fd}");
            for path in [
                "../secret",
                "../../secret",
                "../../../secret",
                "climbing/secret",
                "../absolute/secret",
            ] {
                let result = jail.call(OPENAT, &[N(fd as u64), P(path), N(RDONLY)]);
                assert_eq!(result, ENOENT, "{directory} {path}");
            }
            let result = jail.call(OPENAT, &[N(fd as u64), P("/dir/file"), N(RDONLY)]);
            assert_eq!(jail.contents(result), "inside");
        }
    }
    // A descriptor of the link itself is no way through it either.
    let link = jail.call(OPEN, &[P("/absolute"), N(PATH | NOFOLLOW)]);
    assert!(link >= 0);
    assert_eq!(
        jail.call(OPENAT, &[N(link as u64), P("secret"), N(RDONLY)]),
        ENOTDIR
    );
    assert!(jail.call(FCHDIR, &[N(link as u64)]) < 0);
}

#[test]
fn a_directory_replaced_by_a_link_after_it_was_opened_does_not_lead_out_of_the_root() {
    let mut jail = Jail::new("replaced", true);
    let deep = jail.call(OPEN, &[P("/dir/deep"), N(DIRECTORY)]);
    let here = jail.call(OPEN, &[P("/dir/deep"), N(DIRECTORY)]);
    assert!(deep >= 0 && here >= 0);
    assert_eq!(jail.call(CHDIR, &[P("/dir/deep")]), 0);
    assert_eq!(jail.call(RENAME, &[P("/dir"), P("/old")]), 0);
    assert_eq!(jail.call(SYMLINK, &[P("../outside"), P("/dir")]), 0);
    assert!(fs::metadata(jail.host("root/dir/deep/secret")).is_ok());

    let names = jail.names(deep);
    assert!(
        !names.windows(6).any(|w| w == b"secret"),
        "the listing shows a directory of the host"
    );
    // The directories stay what they were, under the name that they have now.
    assert_eq!(jail.call(FSTAT, &[N(here as u64), N(BUFFER)]), 0);
    assert_eq!(jail.call(STAT, &[P("/proc/self/cwd"), N(BUFFER)]), 0);
    assert!(jail.call(GETCWD, &[N(BUFFER), N(100)]) > 0);
    assert_eq!(jail.kernel.read(TID, BUFFER, 10).unwrap(), b"/old/deep\0");
    assert_eq!(jail.call(CHDIR, &[P("..")]), 0);
    assert_eq!(jail.read("file"), Ok("inside".into()));
    assert_eq!(
        jail.call(OPENAT, &[N(here as u64), P("secret"), N(RDONLY)]),
        ENOENT
    );
    assert_eq!(jail.read("secret"), Err(ENOENT));
}

#[test]
fn the_way_to_the_program_replaced_by_a_link_does_not_make_a_file_of_the_host_the_program() {
    let mut jail = Jail::new("program", true);
    let own = jail.host("root/dir/secret");
    fs::copy(jail.host("root/calls"), own).unwrap();
    assert_eq!(jail.call(EXECVE, &[P("/dir/secret"), N(0), N(0)]), 0);
    assert!(jail.read("/proc/self/exe").unwrap().contains("ELF"));
    assert_eq!(jail.call(RENAME, &[P("/dir"), P("/old")]), 0);
    assert_eq!(jail.call(SYMLINK, &[P("../outside"), P("/dir")]), 0);
    // The program stays what it was.
    assert!(jail.read("/proc/self/exe").unwrap().contains("ELF"));
    assert_eq!(jail.call(EXECVE, &[P("/proc/self/exe"), N(0), N(0)]), 0);
    assert!(jail.read("/proc/self/exe").unwrap().contains("ELF"));
    assert_eq!(jail.call(EXECVE, &[P("/dir/secret"), N(0), N(0)]), ENOENT);
}

#[test]
fn a_link_that_the_guest_puts_into_the_sysroot_does_not_lead_out_of_the_root() {
    let mut jail = Jail::new("sysroot", true);
    fs::create_dir_all(jail.host("root/opt/lib")).unwrap();
    fs::write(jail.host("root/opt/lib/libc.so"), "library").unwrap();
    jail.kernel = Jail::kernel(FileOptions {
        root: Some(jail.host("root")),
        sysroot: Some(jail.host("root/opt")),
        writable: true,
        ..FileOptions::default()
    });
    let secret = jail.host("secret").to_str().unwrap().to_owned();
    assert_eq!(jail.call(SYMLINK, &[P(&secret), P("/opt/lib/leak")]), 0);
    assert_eq!(
        jail.call(SYMLINK, &[P("libc.so"), P("/opt/lib/libc.so.6")]),
        0
    );
    assert_eq!(jail.read("/lib/leak"), Err(ENOENT));
    assert_eq!(jail.read("/lib/libc.so.6"), Ok("library".into()));
    assert_eq!(jail.call(OPEN, &[P("/lib/libc.so"), N(WRONLY)]), EROFS);
    let fd = jail.call(OPEN, &[P("/lib/libc.so"), N(RDONLY)]);
    assert_eq!(jail.call(FCHMOD, &[N(fd as u64), N(0o600)]), EROFS);
    let program = jail.call(OPEN, &[P("/proc/self/exe"), N(RDONLY)]);
    assert_eq!(jail.call(FCHMOD, &[N(program as u64), N(0o600)]), EROFS);
}

#[test]
fn a_guest_that_may_write_changes_nothing_outside_the_root() {
    let mut jail = Jail::new("write", true);
    for (path, target) in escapes(&jail) {
        symlink(target, jail.host(path)).unwrap();
    }
    let before = jail.outside();
    for path in WAYS_OUT
        .into_iter()
        .chain(["/dangling", "../created", "/parent/created"])
    {
        let each: [(u64, &[Argument]); 16] = [
            (OPEN, &[P(path), N(WRONLY)]),
            (OPEN, &[P(path), N(WRONLY | TRUNC)]),
            (OPEN, &[P(path), N(WRONLY | CREAT), N(0o600)]),
            (OPEN, &[P(path), N(WRONLY | CREAT | EXCL), N(0o600)]),
            (8, &[P(path)]),
            (14, &[P(path), N(0)]),
            (73, &[P(path), N(0)]),
            (31, &[P(path), N(0o700)]),
            (RMDIR, &[P(path)]),
            (LINK, &[P(path), P("/linked")]),
            (LINK, &[P("/dir/file"), P(path)]),
            (265, &[N(HERE), P(path), N(HERE), P("/followed"), N(0x400)]),
            (RENAME, &[P(path), P("/moved")]),
            (RENAME, &[P("/dir/file"), P(path)]),
            (SYMLINK, &[P("/dir"), P(path)]),
            (13, &[P(path), N(0o100_600), N(0)]),
        ];
        for (number, arguments) in each {
            jail.call(number, arguments);
            assert!(
                jail.outside() == before,
                "call {number} on {path} changed the host"
            );
            for found in ["root/linked", "root/followed", "root/moved"] {
                let file = fs::read(jail.host(found));
                assert!(
                    file.is_err() || file.unwrap() != b"secret",
                    "call {number} on {path}"
                );
                let _ = fs::remove_file(jail.host(found));
            }
            let _ = fs::write(jail.host("root/dir/file"), "inside");
        }
        // What was made inside is taken away again, so that each path is tried on the same tree.
        jail.clear_root();
        fs::create_dir_all(jail.host("root/dir/deep")).unwrap();
        fs::write(jail.host("root/dir/file"), "inside").unwrap();
        for (path, target) in escapes(&jail) {
            symlink(target, jail.host(path)).unwrap();
        }
    }
}

#[test]
fn the_root_itself_is_neither_removed_nor_moved() {
    let mut jail = Jail::new("itself", true);
    jail.clear_root();
    fs::create_dir(jail.host("root/x")).unwrap();
    let refused = [
        ("/", EBUSY),
        ("..", ENOTEMPTY),
        ("/.", EINVAL),
        ("/x/..", ENOTEMPTY),
    ];
    for (path, error) in refused {
        assert_eq!(jail.call(RMDIR, &[P(path)]), error, "{path}");
        assert_eq!(jail.call(RENAME, &[P(path), P("/new")]), EBUSY, "{path}");
        assert_eq!(jail.call(RENAME, &[P("/new"), P(path)]), EBUSY, "{path}");
    }
    assert!(jail.host("root").is_dir());
    fs::remove_dir(jail.host("root/x")).unwrap();
    // Listing it shows itself as its parent.
    let fd = jail.call(OPEN, &[P("/"), N(DIRECTORY)]);
    let listing = jail.names(fd);
    assert_eq!(listing.len(), 48);
    assert_eq!(listing[..8], listing[24..32]);
}

#[test]
fn a_root_that_is_not_writable_stays_as_it_is() {
    let mut jail = Jail::new("read-only", false);
    symlink("file", jail.host("root/dir/link")).unwrap();
    let before = Jail::tree(&jail.top, &[]);
    let fd = jail.call(OPEN, &[P("/dir/file"), N(RDONLY)]) as u64;
    let program = jail.call(OPEN, &[P("/proc/self/exe"), N(RDONLY)]) as u64;
    let refused: [(u64, &[Argument]); 22] = [
        (OPEN, &[P("/dir/file"), N(WRONLY)]),
        (OPEN, &[P("/dir/file"), N(2)]),
        (OPEN, &[P("/dir/link"), N(WRONLY)]),
        (OPEN, &[P("/dir/file"), N(RDONLY | TRUNC)]),
        (OPEN, &[P("/new"), N(WRONLY | CREAT), N(0o600)]),
        (OPEN, &[P("/new"), N(RDONLY | CREAT | EXCL), N(0o600)]),
        (8, &[P("/dir/file")]),
        (14, &[P("/dir/file"), N(0)]),
        (73, &[P("/dir/file"), N(0)]),
        (31, &[P("/new"), N(0o700)]),
        (13, &[P("/new"), N(0o100_600), N(0)]),
        (RMDIR, &[P("/etc")]),
        (LINK, &[P("/dir/file"), P("/new")]),
        (RENAME, &[P("/dir/file"), P("/new")]),
        (SYMLINK, &[P("/dir"), P("/new")]),
        (FCHMOD, &[N(fd), N(0)]),
        (FCHMOD, &[N(program), N(0)]),
        (258, &[N(HERE), P("/new"), N(0o700)]),
        (263, &[N(HERE), P("/dir/file"), N(0)]),
        (264, &[N(HERE), P("/dir/file"), N(HERE), P("/new")]),
        (265, &[N(HERE), P("/dir/file"), N(HERE), P("/new"), N(0)]),
        (268, &[N(HERE), P("/dir/file"), N(0)]),
    ];
    for (number, arguments) in refused {
        assert_eq!(jail.call(number, arguments), EROFS, "call {number}");
    }
    // What is open for reading cannot be written by its descriptor, nor through a shared mapping, nor opened again for it.
    assert!(jail.call(3, &[N(fd), N(BUFFER), N(4)]) < 0);
    assert!(jail.call(74, &[N(fd), N(0)]) < 0);
    assert!(jail.call(127, &[N(0), N(0x4000), N(3), N(1), N(fd), N(0)]) < 0);
    assert_eq!(
        jail.call(OPEN, &[P(&format!("/proc/self/fd/{fd}")), N(WRONLY)]),
        EROFS
    );
    assert!(Jail::tree(&jail.top, &[]) == before);
}

#[test]
fn opening_a_new_file_where_a_link_is_says_that_it_exists() {
    for writable in [true, false] {
        let mut jail = Jail::new(if writable { "new" } else { "new-frozen" }, writable);
        let outside = jail.host("secret");
        for (name, target) in [
            ("there", outside.clone()),
            ("nowhere", outside.with_extension("no")),
        ] {
            symlink(target, jail.host("root").join(name)).unwrap();
            let result = jail.call(OPEN, &[P(name), N(RDONLY | CREAT | EXCL), N(0o600)]);
            assert_eq!(result, EEXIST, "{name}");
        }
    }
}

#[test]
fn a_directory_of_the_personality_can_be_entered() {
    let mut jail = Jail::new("provided", false);
    let fd = jail.call(OPEN, &[P("/proc/self"), N(DIRECTORY)]) as u64;
    let name = jail.call(OPENAT, &[N(fd), P("comm"), N(RDONLY)]);
    assert_eq!(jail.contents(name), "calls\n");
    assert_eq!(jail.call(CHDIR, &[P("/proc")]), 0);
    assert_eq!(jail.read("self/comm").unwrap(), "calls\n");
    assert_eq!(jail.read("../dir/file").unwrap(), "inside");
    assert_eq!(jail.call(CHDIR, &[P("self/comm")]), ENOTDIR);
    assert_eq!(jail.call(FCHDIR, &[N(fd)]), 0);
    assert_eq!(jail.read("comm").unwrap(), "calls\n");
    assert_eq!(jail.call(CHDIR, &[P("/proc/self/fd")]), 0);
    assert_eq!(jail.read("../comm").unwrap(), "calls\n");
    assert_eq!(jail.call(CHDIR, &[P("/dev")]), 0);
    assert_eq!(jail.read("null").unwrap(), "");
    fs::create_dir(jail.host("root/dev")).unwrap();
    fs::write(jail.host("root/dev/own"), "own").unwrap();
    assert_eq!(jail.call(CHDIR, &[P("/dev")]), 0);
    assert_eq!(jail.read("own").unwrap(), "own");
}

#[test]
fn what_exists_already_cannot_be_made_whoever_provides_it() {
    for writable in [false, true] {
        let mut jail = Jail::new(if writable { "again" } else { "again-not" }, writable);
        for path in ["/dev", "/proc", "/dev/null", "/dir", "/dir/file"] {
            assert_eq!(jail.call(MKDIR, &[P(path), N(0o755)]), EEXIST, "{path}");
            assert_eq!(jail.call(SYMLINK, &[P("x"), P(path)]), EEXIST, "{path}");
        }
        let made = jail.call(MKDIR, &[P("/new"), N(0o755)]);
        assert_eq!(made, if writable { 0 } else { EROFS });
    }
}
