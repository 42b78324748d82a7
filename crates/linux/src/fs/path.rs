//! From a guest path to a file of the host or a synthetic one.

use super::Files;
use super::special::{self, Special};
use crate::abi::errno::Errno;
use std::ffi::OsStr;
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};

/// What a path names.
#[derive(Debug)]
pub enum Place {
    /// A file of the host, which need not exist. `fixed`: it lies in the sysroot or is the program, and cannot be changed.
    Host {
        path: PathBuf,
        guest: Vec<u8>,
        fixed: bool,
    },
    /// A file that only the personality provides.
    Special(Special),
}

const LINK_LIMIT: u32 = 40;
const NAME_LIMIT: usize = 255;
const PATH_LIMIT: usize = 4096;

/// Joins `path` to the absolute `base` and removes `.`, `..` and doubled slashes, by the text alone.
pub fn normalise(base: &[u8], path: &[u8]) -> Vec<u8> {
    let mut parts: Vec<&[u8]> = Vec::new();
    let whole = if path.starts_with(b"/") {
        [path, b""]
    } else {
        [base, path]
    };
    for part in whole.iter().flat_map(|p| p.split(|&c| c == b'/')) {
        match part {
            b"" | b"." => {}
            b".." => drop(parts.pop()),
            _ => parts.push(part),
        }
    }
    join(&parts)
}

fn join(parts: &[&[u8]]) -> Vec<u8> {
    let mut out = Vec::new();
    for part in parts {
        out.push(b'/');
        out.extend_from_slice(part);
    }
    if out.is_empty() {
        out.push(b'/');
    }
    out
}

impl Files {
    /// Resolves `path` against the guest directory `cwd`. `follow`: a symbolic link in the last place is followed.
    pub fn resolve(&self, cwd: &[u8], path: &[u8], follow: bool, pid: u32) -> Result<Place, Errno> {
        if path.is_empty() {
            return Err(Errno::ENOENT);
        }
        if path.len() >= PATH_LIMIT
            || path
                .split(|&c| c == b'/')
                .any(|part| part.len() > NAME_LIMIT)
        {
            return Err(Errno::ENAMETOOLONG);
        }
        let guest = normalise(cwd, path);
        // What devices a host has must not show; a root may have a directory of its own.
        let own = self.root.as_ref().map(|root| root.join("dev"));
        if guest == b"/dev" && own.is_none_or(|own| own.symlink_metadata().is_err()) {
            return Ok(Place::Special(Special::Directory));
        }
        if let Some(special) = special::lookup(&guest, pid)? {
            return Ok(Place::Special(special));
        }
        match &self.root {
            Some(root) => self.resolve_below(root, cwd, path, follow),
            None => Ok(self.resolve_real(cwd, path, guest)),
        }
    }

    /// The host's path of a file that was found under an absolute, normalised guest path earlier. Below a root its
    /// directories may have become links since, which still lead to where the guest sees them lead.
    pub fn host_path(&self, guest: &[u8], follow: bool) -> Result<PathBuf, Errno> {
        match &self.root {
            Some(root) => Ok(below(root, &walk(root, None, b"/", guest, follow)?)),
            None => Ok(self.real_path(guest)),
        }
    }

    /// The host's path of an absolute, normalised guest path without a root; links inside are the host's business.
    fn real_path(&self, guest: &[u8]) -> PathBuf {
        match self.in_home(guest) {
            Some((host, rest)) => below(host, rest),
            None => PathBuf::from(OsStr::from_bytes(guest)),
        }
    }

    /// The host's first working directory and what follows its name in an absolute path.
    fn in_home<'a>(&'a self, path: &'a [u8]) -> Option<(&'a Path, &'a [u8])> {
        let (name, host) = self.home.as_ref()?;
        let rest = path.strip_prefix(name.as_slice())?;
        (rest.is_empty() || rest.starts_with(b"/")).then_some((host, rest))
    }

    /// The host's path of an absolute guest path without a root. `..` must climb from where links lead, and only out of what
    /// is there, so the host gets the path unnormalised, unless it crosses the border of the named directory.
    fn real_absolute(&self, path: &[u8], guest: &[u8]) -> PathBuf {
        match (self.in_home(path), self.in_home(guest)) {
            (Some((host, rest)), Some(_)) if !climbs(rest) => below(host, rest),
            (None, None) => PathBuf::from(OsStr::from_bytes(path)),
            _ => self.real_path(guest),
        }
    }

    fn resolve_real(&self, cwd: &[u8], path: &[u8], guest: Vec<u8>) -> Place {
        if path.starts_with(b"/")
            && let Some(host) = self
                .in_sysroot(&guest)
                .or_else(|| self.only_in_sysroot(&guest))
        {
            return Place::Host {
                path: host,
                guest,
                fixed: true,
            };
        }
        let host = if path.starts_with(b"/") {
            self.real_absolute(path, &guest)
        } else {
            self.real_path(cwd).join(OsStr::from_bytes(path))
        };
        if let Some((name, program)) = &self.program
            && guest == *name
            && host.symlink_metadata().is_err()
            && leads_there(program)
        {
            return Place::Host {
                path: program.clone(),
                guest,
                fixed: true,
            };
        }
        Place::Host {
            path: host,
            guest,
            fixed: false,
        }
    }

    fn in_sysroot(&self, guest: &[u8]) -> Option<PathBuf> {
        let host = below(self.sysroot.as_ref()?, guest);
        // A directory of the sysroot must not hide the real one of that name.
        host.is_file().then_some(host)
    }

    /// As [`Self::in_sysroot`], where no link of the sysroot may lead out of it.
    fn confined_in_sysroot(&self, guest: &[u8]) -> Option<PathBuf> {
        let sysroot = self.sysroot.as_ref()?;
        let host = below(sysroot, &walk(sysroot, None, b"/", guest, true).ok()?);
        host.is_file().then_some(host)
    }

    /// Where a sysroot would hold a file that must not come from the host, whose libraries are for another processor and
    /// would make runs differ.
    fn only_in_sysroot(&self, guest: &[u8]) -> Option<PathBuf> {
        const OWN: [&[u8]; 5] = [
            b"/lib",
            b"/lib64",
            b"/usr/lib",
            b"/usr/lib64",
            b"/etc/ld.so",
        ];
        let sysroot = self.sysroot.as_ref()?;
        let below_one = OWN.iter().any(|&own| {
            guest.strip_prefix(own).is_some_and(|rest| {
                rest.is_empty() || rest.starts_with(b"/") || own.ends_with(b".so")
            })
        });
        // What the user names by its real path, as with LD_LIBRARY_PATH, may lie anywhere, also below such a name.
        let inside = PathBuf::from(OsStr::from_bytes(guest)).starts_with(sysroot);
        (below_one && !inside).then(|| below(sysroot, guest))
    }

    fn resolve_below(
        &self,
        root: &Path,
        cwd: &[u8],
        path: &[u8],
        follow: bool,
    ) -> Result<Place, Errno> {
        let guest = walk(root, self.sysroot.as_deref(), cwd, path, follow)?;
        let host = below(root, &guest);
        let place = |path, fixed| Place::Host {
            path,
            guest: guest.clone(),
            fixed,
        };
        if host.symlink_metadata().is_err() {
            if let Some(host) = self.confined_in_sysroot(&guest) {
                return Ok(place(host, true));
            }
            if let Some((name, program)) = &self.program
                && *name == guest
                && leads_there(program)
            {
                return Ok(place(program.clone(), true));
            }
        }
        Ok(place(host, false))
    }
}

/// Whether a host path that had no links in it has none now, so that it still names what it named.
pub fn leads_there(host: &Path) -> bool {
    host.canonicalize().is_ok_and(|real| real == host)
}

/// Walks `path` below `root` one name at a time, so that neither `..` nor a link leads out. Gives the guest's path
/// of where it ends, in which only the last name can be that of a link. Directories of `sysroot` are there as well.
fn walk(
    root: &Path,
    sysroot: Option<&Path>,
    cwd: &[u8],
    path: &[u8],
    follow: bool,
) -> Result<Vec<u8>, Errno> {
    let mut done: Vec<Vec<u8>> = Vec::new();
    let mut todo: Vec<Vec<u8>> = Vec::new();
    push_reversed(&mut todo, path);
    if !path.starts_with(b"/") {
        push_reversed(&mut todo, cwd);
    }
    let must_be_directory = path.ends_with(b"/");
    let mut links = 0;
    while let Some(part) = todo.pop() {
        match part.as_slice() {
            b"" | b"." => continue,
            b".." => {
                let left = joined(&done);
                let there = |root: &Path| below(root, &left).symlink_metadata().is_ok();
                if !there(root) && !sysroot.is_some_and(there) {
                    check_provided(&left)?;
                }
                done.pop();
                continue;
            }
            _ => done.push(part),
        }
        let host = below(root, &joined(&done));
        let Ok(metadata) = host.symlink_metadata() else {
            continue;
        };
        let last = todo.iter().all(|p| p.is_empty() || p == b".");
        if metadata.is_symlink() && (!last || follow || must_be_directory) {
            links += 1;
            if links > LINK_LIMIT {
                return Err(Errno::ELOOP);
            }
            let target = std::fs::read_link(&host)?.into_os_string();
            done.pop();
            if target.as_bytes().starts_with(b"/") {
                done.clear();
            }
            push_reversed(&mut todo, target.as_bytes());
        } else if !last && !metadata.is_dir() {
            return Err(Errno::ENOTDIR);
        }
    }
    Ok(joined(&done))
}

/// Refuses to climb out of what is no directory of the personality.
fn check_provided(guest: &[u8]) -> Result<(), Errno> {
    match special::lookup(guest, 0)? {
        Some(special) if special.is_directory() => Ok(()),
        Some(_) => Err(Errno::ENOTDIR),
        None if guest == b"/dev" => Ok(()),
        None => Err(Errno::ENOENT),
    }
}

/// Whether a path climbs higher than where it starts on its way.
fn climbs(path: &[u8]) -> bool {
    let mut depth = 0_usize;
    path.split(|&c| c == b'/').any(|part| match part {
        b"" | b"." => false,
        b".." if depth == 0 => true,
        b".." => {
            depth -= 1;
            false
        }
        _ => {
            depth += 1;
            false
        }
    })
}

fn push_reversed(todo: &mut Vec<Vec<u8>>, path: &[u8]) {
    todo.extend(path.split(|&c| c == b'/').rev().map(<[u8]>::to_vec));
}

fn joined(parts: &[Vec<u8>]) -> Vec<u8> {
    join(&parts.iter().map(Vec::as_slice).collect::<Vec<_>>())
}

fn below(root: &Path, guest: &[u8]) -> PathBuf {
    let relative: &[u8] = guest.strip_prefix(b"/").unwrap_or(guest);
    if relative.is_empty() {
        root.to_path_buf()
    } else {
        root.join(OsStr::from_bytes(relative))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fs::FileOptions;

    #[test]
    fn normalising_removes_dots_and_never_climbs_above_the_root() {
        assert_eq!(normalise(b"/a/b", b"../c/./d//e"), b"/a/c/d/e");
        assert_eq!(normalise(b"/a", b"/../../x/"), b"/x");
        assert_eq!(normalise(b"/", b"."), b"/");
    }

    #[test]
    fn a_link_does_not_lead_out_of_the_root() {
        let dir = std::env::temp_dir().join(format!("epicycle-path-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("in/deep")).unwrap();
        for (target, name) in [
            ("/etc", "in/absolute"),
            ("../../../../etc", "in/deep/climbing"),
            ("loop", "loop"),
        ] {
            let _ = std::os::unix::fs::symlink(target, dir.join(name));
        }
        let options = FileOptions {
            root: Some(dir.clone()),
            ..FileOptions::default()
        };
        let (files, cwd) = Files::new(&options, 0).unwrap();
        assert_eq!(cwd, b"/");
        for path in [
            "/in/absolute/passwd",
            "in/deep/climbing/passwd",
            "/../etc/passwd",
        ] {
            match files.resolve(&cwd, path.as_bytes(), true, 1).unwrap() {
                Place::Host { path, guest, .. } => {
                    assert_eq!(guest, b"/etc/passwd");
                    assert_eq!(path, dir.join("etc/passwd"));
                }
                other => panic!("{other:?}"),
            }
        }
        assert_eq!(
            files.resolve(&cwd, b"/loop/x", true, 1).unwrap_err(),
            Errno::ELOOP
        );
        std::fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn a_directory_that_is_not_there_has_no_parent() {
        let dir = std::env::temp_dir().join(format!("epicycle-parent-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("root/here")).unwrap();
        std::fs::create_dir_all(dir.join("lib/there")).unwrap();
        let options = FileOptions {
            root: Some(dir.join("root")),
            sysroot: Some(dir.join("lib")),
            ..FileOptions::default()
        };
        let (files, cwd) = Files::new(&options, 0).unwrap();
        let resolve = |path: &str| files.resolve(&cwd, path.as_bytes(), true, 1);
        for path in ["missing/..", "/missing/../here", "here/missing/../x"] {
            assert_eq!(resolve(path).unwrap_err(), Errno::ENOENT, "{path}");
        }
        assert_eq!(resolve("/dev/null/../../here").unwrap_err(), Errno::ENOTDIR);
        for path in [
            "here/../x",
            "/there/../x",
            "/dev/../x",
            "/dev/fd/../../x",
            "/proc/self/../../x",
        ] {
            match resolve(path).unwrap() {
                Place::Host { guest, .. } => assert_eq!(guest, b"/x", "{path}"),
                other => panic!("{path}: {other:?}"),
            }
        }
        std::fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn libraries_come_from_the_sysroot_or_not_at_all() {
        let dir = std::env::temp_dir().join(format!("epicycle-sysroot-{}", std::process::id()));
        std::fs::create_dir_all(dir.join("lib")).unwrap();
        std::fs::write(dir.join("lib/libc.so.6.1"), b"").unwrap();
        let options = FileOptions {
            sysroot: Some(dir.clone()),
            ..FileOptions::default()
        };
        let (files, cwd) = Files::new(&options, 0).unwrap();
        let place = |path: &str| match files.resolve(&cwd, path.as_bytes(), true, 1).unwrap() {
            Place::Host { path, fixed, .. } => (path, fixed),
            other => panic!("{other:?}"),
        };
        for path in [
            "/lib/libc.so.6.1",
            "/lib/ld-linux.so.2",
            "/usr/lib",
            "/etc/ld.so.cache",
        ] {
            assert_eq!(place(path), (dir.join(&path[1..]), true), "{path}");
        }
        for path in ["/library", "/etc/passwd", "/usr/libexec/x"] {
            assert_eq!(place(path), (PathBuf::from(path), false), "{path}");
        }
        std::fs::remove_dir_all(&dir).unwrap();
    }

    #[test]
    fn a_named_home_hides_the_hosts_path() {
        let options = FileOptions {
            cwd: Some("/var/tmp".into()),
            cwd_name: Some("/work".into()),
            ..FileOptions::default()
        };
        let (files, cwd) = Files::new(&options, 0).unwrap();
        assert_eq!(cwd, b"/work");
        assert_eq!(files.real_path(b"/work/a"), Path::new("/var/tmp/a"));
        assert_eq!(files.real_path(b"/workshop"), Path::new("/workshop"));
        let host = |path: &str| match files.resolve(&cwd, path.as_bytes(), true, 1).unwrap() {
            Place::Host { path, .. } => path,
            other => panic!("{path}: {other:?}"),
        };
        // The host says that a directory is missing, or where its link leads.
        for (path, wanted) in [
            ("/work/missing/../a", "/var/tmp/missing/../a"),
            ("missing/../a", "/var/tmp/missing/../a"),
            ("/missing/../etc", "/missing/../etc"),
            ("/work/../etc", "/etc"),
            ("/etc/../work/a", "/var/tmp/a"),
        ] {
            assert_eq!(host(path), Path::new(wanted), "{path}");
        }
    }
}
