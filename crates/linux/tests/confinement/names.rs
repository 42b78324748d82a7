//! What a path names: links, `..`, sysroots and named folders.

use super::*;
use crate::abi::errno::Errno;
use crate::fs::Files;
use crate::fs::host::Means;
use crate::fs::path::{From, Place, normalise};
use crate::fs::special::Special;
use crate::fs::tree::Node;
use std::rc::Rc;

/// A view by chosen means, with its first working directory.
struct Seen {
    files: Files,
    cwd: Rc<Node>,
}

impl Seen {
    fn by(means: Means, options: &FileOptions) -> Seen {
        let (files, cwd) = Files::with_means(options, 0, means).unwrap();
        Seen { files, cwd }
    }

    fn place(&self, path: &str) -> Result<Place, Errno> {
        let from = From {
            start: &self.cwd,
            pid: 1,
            exists: &|_, _| false,
            links: &|_| Ok(None),
        };
        self.files.resolve(&from, path.as_bytes(), true)
    }

    /// Guest path of what a path leads to.
    fn leads(&self, path: &str) -> Result<String, Errno> {
        let found = self.place(path)?;
        Ok(String::from_utf8(found.path()).unwrap())
    }

    fn contents(&self, path: &str) -> Option<String> {
        match self.place(path).ok()? {
            Place::File(held) => {
                let bytes = self.files.head(&held.file, u64::MAX).ok()?;
                Some(String::from_utf8(bytes).unwrap())
            }
            _ => None,
        }
    }
}

/// All ways to ask the host.
fn all_means() -> [Means; 4] {
    [(true, true), (true, false), (false, true), (false, false)]
        .map(|(openat2, proc)| Means { openat2, proc })
}

fn folder(name: &str) -> tempfile::TempDir {
    tempfile::Builder::new().prefix(name).tempdir().unwrap()
}

#[test]
fn normalising_removes_dots_and_never_climbs_above_the_root() {
    assert_eq!(normalise(b"/a/b", b"../c/./d//e"), b"/a/c/d/e");
    assert_eq!(normalise(b"/a", b"/../../x/"), b"/x");
    assert_eq!(normalise(b"/", b"."), b"/");
}

#[test]
fn paths_lead_to_the_same_files_by_every_means() {
    let top = folder("epicycle-means");
    let deep = top.path().join("a/b/c/d");
    fs::create_dir_all(&deep).unwrap();
    fs::write(deep.join("file"), "deep").unwrap();
    symlink("b/c", top.path().join("a/down")).unwrap();
    symlink("/a/b/../b/c/d", top.path().join("whole")).unwrap();
    symlink("loop", top.path().join("loop")).unwrap();
    symlink("../../../../../a", top.path().join("a/b/up")).unwrap();
    for means in all_means() {
        let seen = Seen::by(
            means,
            &FileOptions {
                root: Some(top.path().into()),
                ..FileOptions::default()
            },
        );
        for path in [
            "/a/b/c/d/file",
            "a/b/c/d/../d/file",
            "/a/b/c/../c/../../b/c/d/file",
            "/a/down/d/file",
            "/whole/file",
            "/whole/../d/./file",
            "/../../a//b/c/d/file",
            "/a/b/up/b/c/d/file",
            "/a/b/c/d/../../../../a/b/c/d/file",
        ] {
            assert_eq!(
                seen.leads(path).unwrap(),
                "/a/b/c/d/file",
                "{path} {means:?}"
            );
            assert_eq!(
                seen.contents(path).as_deref(),
                Some("deep"),
                "{path} {means:?}"
            );
        }
        for (path, error) in [
            ("/loop", Errno::ELOOP),
            ("/loop/x", Errno::ELOOP),
            ("/a/none/../b", Errno::ENOENT),
            ("/a/b/none/c/d", Errno::ENOENT),
            ("/whole/file/x", Errno::ENOTDIR),
            ("/whole/file/", Errno::ENOTDIR),
            ("/whole/file/..", Errno::ENOTDIR),
            ("", Errno::ENOENT),
            (&"x".repeat(256), Errno::ENAMETOOLONG),
            (&"x/".repeat(2048), Errno::ENAMETOOLONG),
        ] {
            assert_eq!(seen.leads(path).unwrap_err(), error, "{path} {means:?}");
        }
    }
}

#[test]
fn a_directory_that_is_not_there_has_no_parent() {
    let top = folder("epicycle-parent");
    fs::create_dir_all(top.path().join("root/here")).unwrap();
    fs::create_dir_all(top.path().join("lib/there")).unwrap();
    let seen = Seen::by(
        Means::default(),
        &FileOptions {
            root: Some(top.path().join("root")),
            sysroot: Some(top.path().join("lib")),
            ..FileOptions::default()
        },
    );
    for path in ["missing/..", "/missing/../here", "here/missing/../x"] {
        assert_eq!(seen.leads(path).unwrap_err(), Errno::ENOENT, "{path}");
    }
    assert_eq!(
        seen.leads("/dev/null/../../here").unwrap_err(),
        Errno::ENOTDIR
    );
    for path in [
        "here/../x",
        "/there/../x",
        "/dev/../x",
        "/dev/fd/../../x",
        "/proc/self/../../x",
        "/sys/devices/system/../../../x",
    ] {
        assert_eq!(seen.leads(path).unwrap(), "/x", "{path}");
    }
}

#[test]
fn libraries_come_from_the_sysroot_or_not_at_all() {
    let top = folder("epicycle-sysroot");
    for (path, text) in [("lib/libc.so.6.1", "library"), ("etc/passwd", "its own")] {
        let path = top.path().join(path);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    symlink("lib", top.path().join("lib64")).unwrap();
    symlink("libc.so.6.1", top.path().join("lib/libc.so")).unwrap();
    symlink("/lib/libc.so.6.1", top.path().join("lib/absolute.so")).unwrap();
    let seen = Seen::by(
        Means::default(),
        &FileOptions {
            sysroot: Some(top.path().into()),
            ..FileOptions::default()
        },
    );
    for path in ["/lib/libc.so.6.1", "/lib64/libc.so", "/lib/absolute.so"] {
        assert_eq!(seen.contents(path).as_deref(), Some("library"), "{path}");
    }
    // What is there goes before the host's, what is not there is the host's; but for libraries.
    assert_eq!(seen.contents("/etc/passwd").as_deref(), Some("its own"));
    assert_eq!(
        seen.contents("/etc/group"),
        fs::read_to_string("/etc/group").ok()
    );
    for path in [
        "/lib/ld-linux.so.2",
        "/usr/lib/os-release",
        "/etc/ld.so.conf",
    ] {
        assert_eq!(seen.contents(path), None, "{path}");
    }
    assert!(matches!(
        seen.place("/usr/lib"),
        Err(Errno::ENOENT) | Ok(Place::Missing { .. })
    ));
    // Under its own name the sysroot is a folder of the host.
    let own = top.path().canonicalize().unwrap().join("lib/libc.so.6.1");
    assert_eq!(
        seen.contents(own.to_str().unwrap()).as_deref(),
        Some("library")
    );
}

#[test]
fn a_named_folder_hides_the_hosts_path() {
    let top = folder("epicycle-named");
    fs::create_dir(top.path().join("below")).unwrap();
    fs::write(top.path().join("file"), "named").unwrap();
    let seen = Seen::by(
        Means::default(),
        &FileOptions {
            cwd: Some(top.path().into()),
            cwd_name: Some("/work".into()),
            ..FileOptions::default()
        },
    );
    assert_eq!(seen.cwd.path(), b"/work");
    for path in [
        "file",
        "/work/file",
        "/etc/../work/file",
        "below/../file",
        "../work/file",
    ] {
        assert_eq!(seen.leads(path).unwrap(), "/work/file", "{path}");
        assert_eq!(seen.contents(path).as_deref(), Some("named"), "{path}");
    }
    assert_eq!(seen.leads("/work/../etc").unwrap(), "/etc");
    assert_eq!(seen.leads("missing/../file").unwrap_err(), Errno::ENOENT);
}

#[test]
fn a_link_is_the_guests_way_and_the_program_has_its_name() {
    let seen = Seen::by(Means::default(), &FileOptions::default());
    assert!(matches!(
        seen.place("/proc/self/exe"),
        Ok(Place::Special(Special::Executable(1)))
    ));
    assert!(matches!(
        seen.place("/dev/fd/2"),
        Ok(Place::Special(Special::Descriptor(1, 2)))
    ));
    assert!(matches!(
        seen.place("/procession"),
        Ok(Place::Missing { .. })
    ));
}
