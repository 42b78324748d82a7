//! A record of what a run has learnt from the host's files, by which a later check can tell whether the same run would
//! find the same again ([`Dependencies::hold`]).
//!
//! A private view is based on folders and files that the options name (bases). Whatever a guest learns from these
//! passes the functions here by which a layer of such a base is asked: what a name stands for, what a file holds, which
//! names a folder has. The run's own files (its scratch folder, `/dev/shm`) are not recorded.

use super::FileOptions;
use super::handle::HostPlace;
use super::host::{Attributes, FileRef, Host, Means, names};
use super::tree::Layer;
use crate::abi::consts::mode;
use crate::abi::errno::Errno;
use rustix::fs::OFlags;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::fs::{File, Metadata};
use std::io::Read;
use std::os::unix::fs::MetadataExt;
use std::path::Path;
use std::rc::Rc;
use std::sync::{Mutex, PoisonError};

/// Most names that are noted of one run.
const MOST: usize = 20_000;
/// Most bytes of a file whose contents are noted.
const MOST_BYTES: u64 = 4 << 30;

/// What a run has found of the host's files: by base, relative to the folder of the view or absolute, and by path below it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Dependencies(BTreeMap<String, BTreeMap<String, Finding>>);

/// What was found under one path.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
struct Finding {
    /// Its kind with what `stat` shows, or that it is absent.
    found: String,
    /// SHA-256 of what the file holds, if it was opened.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    contents: Option<String>,
    /// SHA-256 of the names and kinds in the folder, if it was listed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    listing: Option<String>,
}

/// Where a file is on the host: a base and a path below it.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Origin {
    base: Rc<str>,
    path: String,
}

/// Attributes by which a changed file is noticed: device, inode, size, times of modification and of change.
type Stamp = (u64, u64, u64, (i64, i64), (i64, i64));

fn stamp(of: &Metadata) -> Stamp {
    (
        of.dev(),
        of.ino(),
        of.len(),
        (of.mtime(), of.mtime_nsec()),
        (of.ctime(), of.ctime_nsec()),
    )
}

/// Checksums of files that were read before, for as long as the files do not change.
#[derive(Debug, Default)]
pub struct Contents(Mutex<HashMap<Stamp, String>>);

impl Contents {
    fn of(&self, mut file: &File) -> Result<(Stamp, String), String> {
        let failed = |error: std::io::Error| format!("cannot be read: {error}");
        let before = stamp(&file.metadata().map_err(failed)?);
        let known = |known: &Mutex<HashMap<_, String>>| {
            let known = known.lock().unwrap_or_else(PoisonError::into_inner);
            known.get(&before).cloned()
        };
        if let Some(sum) = known(&self.0) {
            return Ok((before, sum));
        }
        if before.2 > MOST_BYTES {
            return Err(format!("is larger than {} GiB", MOST_BYTES >> 30));
        }
        let mut digest = Sha256::new();
        let mut buffer = vec![0; 1 << 16];
        loop {
            match file.read(&mut buffer).map_err(failed)? {
                0 => break,
                count => digest.update(&buffer[..count]),
            }
        }
        let sum = hex(digest);
        if stamp(&file.metadata().map_err(failed)?) != before {
            return Err(CHANGED.into());
        }
        let mut all = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        all.insert(before, sum.clone());
        Ok((before, sum))
    }
}

const CHANGED: &str = "changed while the run went on";

fn hex(digest: Sha256) -> String {
    checkpoint::hexadecimal(&digest.finalize())
}

/// What is recorded while a run goes on.
#[derive(Default)]
pub(crate) struct Recording {
    findings: BTreeMap<Origin, Finding>,
    opened: BTreeMap<Origin, Option<Stamp>>,
    listed: BTreeSet<Origin>,
    /// Files with several names, by device and inode number.
    linked: HashMap<(u64, u64), Origin>,
    /// Why the run cannot be recorded so that it repeats, if there is a reason.
    flaw: Option<String>,
}

impl Recording {
    fn flaw(&mut self, of: &Origin, why: &str) {
        self.flaw
            .get_or_insert_with(|| format!("{} {why}", of.shown()));
    }

    fn record(&mut self, origin: Origin, found: String, attributes: Option<&Attributes>) {
        if let Some(known) = self.findings.get(&origin) {
            if known.found != found {
                self.flaw(&origin, CHANGED);
            }
            return;
        }
        if self.findings.len() >= MOST {
            self.flaw
                .get_or_insert_with(|| format!("more than {MOST} files were looked for"));
            return;
        }
        if let Some(file) = attributes.filter(|file| file.links > 1 && !file.is_directory()) {
            let id = (file.id.device, file.id.inode);
            let first = self.linked.entry(id).or_insert_with(|| origin.clone());
            if *first != origin {
                // The guest sees from equal inode numbers that two names are one file, which is not recorded.
                let why = format!("is the same file as {}", first.shown());
                self.flaw(&origin, &why);
            }
        }
        let finding = Finding {
            found,
            ..Finding::default()
        };
        self.findings.insert(origin, finding);
    }
}

impl Origin {
    fn shown(&self) -> String {
        let text = Path::new(&*self.base).join(&self.path);
        text.display().to_string()
    }
}

/// A file's kind and what `stat` shows of it, as a text that differs if any of these does.
fn described(found: Result<&Attributes, Errno>, target: Option<&[u8]>) -> String {
    match (found, target) {
        (Err(Errno::ENOENT), _) => "absent".into(),
        (Err(errno), _) => format!("error {}", errno.0),
        (Ok(it), Some(target)) => format!("link {:o} {}", it.mode, target.escape_ascii()),
        (Ok(it), None) if it.is_directory() => format!("folder {:o}", it.mode),
        (Ok(it), None) => format!("file {:o} {} {}", it.mode, it.size, it.links),
    }
}

type Found = Result<Option<(HostPlace, Attributes)>, Errno>;

fn describe(found: &Found) -> String {
    match found {
        Err(errno) => described(Err(*errno), None),
        Ok(None) => described(Err(Errno::ENOENT), None),
        Ok(Some((place, attributes))) if attributes.is_link() => {
            match rustix::fs::readlinkat(place, "", Vec::new()) {
                Ok(target) => described(Ok(attributes), Some(target.as_bytes())),
                Err(error) => described(Err(error.into()), None),
            }
        }
        Ok(Some((_, attributes))) => described(Ok(attributes), None),
    }
}

/// SHA-256 of the names in a folder with the kind of each.
fn listing(host: &Host, place: &HostPlace, device: u64) -> Result<String, Errno> {
    let mut room = u64::MAX;
    let mut names = names(place, &mut room)?;
    names.sort();
    let mut digest = Sha256::new();
    for name in names {
        let looked = host.look(place, device, &name);
        let kind = looked.map_or(0, |it| it.map_or(0, |it| it.mode & mode::FORMAT));
        // Names that the guest does not see are left out.
        if kind != 0 {
            digest.update(format!("{kind:o} {}\n", name.escape_ascii()));
        }
    }
    Ok(hex(digest))
}

impl Host {
    /// Begins the record.
    pub(crate) fn begin_recording(&mut self) {
        self.recording = Some(Default::default());
    }

    /// The base of a path that the options name; `None` if nothing is recorded.
    pub(crate) fn base(&self, folder: &Path, path: &Path, found: &Attributes) -> Option<Rc<str>> {
        let recording = self.recording.as_ref()?;
        let base = path.strip_prefix(folder).unwrap_or(path);
        let base: Rc<str> = base.to_string_lossy().into();
        let origin = Origin {
            base: Rc::clone(&base),
            path: String::new(),
        };
        let mut recording = recording.borrow_mut();
        if path.to_str().is_none() {
            recording.flaw(&origin, "has a name that is no text");
        }
        recording.record(origin, described(Ok(found), None), None);
        Some(base)
    }

    /// The origin of a file that the options name.
    pub(crate) fn base_origin(
        &self,
        folder: &Path,
        path: &Path,
        found: &Attributes,
    ) -> Option<Origin> {
        self.base(folder, path, found).map(|base| Origin {
            base,
            path: String::new(),
        })
    }

    /// The origin of a path below a layer; `None` if nothing is recorded there.
    pub(crate) fn origin(&self, layer: &Layer, names: &[&[u8]]) -> Option<Origin> {
        let recording = self.recording.as_ref()?;
        let base = Rc::clone(layer.source.base.as_ref()?);
        let below = layer.path.iter().map(Vec::as_slice);
        let path: Vec<&[u8]> = below.chain(names.iter().copied()).collect();
        let path = path.join(&b'/');
        let text = String::from_utf8_lossy(&path).into_owned();
        let origin = Origin { base, path: text };
        if std::str::from_utf8(&path).is_err() {
            let mut recording = recording.borrow_mut();
            recording.flaw(&origin, "has a name that is no text");
        }
        Some(origin)
    }

    /// What is called `name` in a layer, as [`Host::step`] finds it.
    pub(crate) fn child(&self, layer: &Layer, name: &[u8]) -> Found {
        let found = self.step(&*layer.place, layer.id.device, name);
        if let (Some(origin), Some(recording)) = (self.origin(layer, &[name]), &self.recording) {
            let attributes = found
                .as_ref()
                .ok()
                .and_then(|found| Some(&found.as_ref()?.1));
            let mut recording = recording.borrow_mut();
            recording.record(origin, describe(&found), attributes);
        }
        found
    }

    /// The directory that plain names lead to from a layer, as [`Host::descend`] finds it.
    pub(crate) fn below(&self, layer: &Layer, names: &[&[u8]]) -> Option<(HostPlace, Attributes)> {
        let found = self.descend(&layer.place, names)?;
        if let (Some(origin), Some(recording)) = (self.origin(layer, names), &self.recording) {
            let mut recording = recording.borrow_mut();
            recording.record(origin, described(Ok(&found.1), None), None);
        }
        Some(found)
    }

    /// The names in a layer, as [`names`] finds them.
    pub(crate) fn names_in(&self, layer: &Layer, room: &mut u64) -> Result<Vec<Vec<u8>>, Errno> {
        let found = names(&*layer.place, room);
        if let (Some(origin), Some(recording)) = (self.origin(layer, &[]), &self.recording) {
            let sum = listing(self, &layer.place, layer.id.device)
                .unwrap_or_else(|errno| format!("error {}", errno.0));
            let here = Attributes::of(&*layer.place);
            let mut recording = recording.borrow_mut();
            let found = described(here.as_ref().map_err(|errno| *errno), None);
            recording.record(origin.clone(), found, None);
            let first = recording.listed.insert(origin.clone());
            let finding = recording.findings.entry(origin.clone()).or_default();
            let before = finding.listing.replace(sum);
            if !first && before != finding.listing {
                recording.flaw(&origin, CHANGED);
            }
        }
        found
    }

    /// Notes that a file was opened, or could not be.
    pub(crate) fn record_opened(&self, file: &FileRef, opened: Option<&File>) {
        let (Some(origin), Some(recording)) = (&file.origin, &self.recording) else {
            return;
        };
        let now = opened.and_then(|file| Some(stamp(&file.metadata().ok()?)));
        let mut recording = recording.borrow_mut();
        let before = recording.opened.insert(origin.clone(), now);
        if before.is_some_and(|before| before != now) {
            recording.flaw(origin, CHANGED);
        }
    }

    /// The record so far; `None`: nothing is recorded.
    ///
    /// # Errors
    /// The reason for which the run cannot be recorded so that it repeats.
    pub(crate) fn dependencies(&self, folder: &Path) -> Option<Result<Dependencies, String>> {
        let recording = self.recording.as_ref()?.borrow();
        if let Some(flaw) = &recording.flaw {
            return Some(Err(flaw.clone()));
        }
        let contents = Contents::default();
        let mut all = Dependencies::default();
        for (origin, finding) in &recording.findings {
            let base = all.0.entry(origin.base.to_string()).or_default();
            base.insert(origin.path.clone(), finding.clone());
        }
        for (origin, before) in &recording.opened {
            let mut walk = match Walk::new(self, folder, &origin.base) {
                Ok(walk) => walk,
                Err(reason) => return Some(Err(format!("{} {reason}", origin.shown()))),
            };
            let sum = match (walk.contents(&origin.path, &contents), before) {
                (Ok((stamp, sum)), Some(before)) if stamp == *before => sum,
                (Ok(_), _) => return Some(Err(format!("{} {CHANGED}", origin.shown()))),
                (Err(reason), Some(_)) => {
                    return Some(Err(format!("{} {reason}", origin.shown())));
                }
                (Err(_), None) => UNREADABLE.into(),
            };
            let base = all.0.entry(origin.base.to_string()).or_default();
            base.entry(origin.path.clone()).or_default().contents = Some(sum);
        }
        Some(Ok(all))
    }
}

/// Stands for the contents of a file that the host does not permit to open.
const UNREADABLE: &str = "unreadable";

/// Lookup of paths below a base, by the same steps as those of a guest.
struct Walk<'a> {
    host: &'a Host,
    top: Rc<(HostPlace, Attributes)>,
    folders: HashMap<String, Rc<(HostPlace, Attributes)>>,
}

impl<'a> Walk<'a> {
    fn new(host: &'a Host, folder: &Path, base: &str) -> Result<Self, String> {
        let path = folder.join(base);
        let path = if path.as_os_str().is_empty() {
            Path::new(".")
        } else {
            &path
        };
        let top = host.named(path);
        Ok(Self {
            host,
            top: Rc::new(top.map_err(|error| format!("cannot be found: {error}"))?),
            folders: HashMap::new(),
        })
    }

    /// The folder that a path leads to.
    fn folder(&mut self, path: &str) -> Result<Rc<(HostPlace, Attributes)>, Errno> {
        if path.is_empty() {
            return Ok(Rc::clone(&self.top));
        }
        if let Some(known) = self.folders.get(path) {
            return Ok(Rc::clone(known));
        }
        let found = Rc::new(self.find(path)?.ok_or(Errno::ENOENT)?);
        self.folders.insert(path.to_owned(), Rc::clone(&found));
        Ok(found)
    }

    fn find(&mut self, path: &str) -> Found {
        let (above, name) = path.rsplit_once('/').unwrap_or(("", path));
        let folder = self.folder(above)?;
        if !folder.1.is_directory() {
            return Err(Errno::ENOTDIR);
        }
        self.host
            .step(&folder.0, folder.1.id.device, name.as_bytes())
    }

    fn describe(&mut self, path: &str) -> String {
        if path.is_empty() {
            return described(Ok(&self.top.1), None);
        }
        describe(&self.find(path))
    }

    fn contents(&mut self, path: &str, known: &Contents) -> Result<(Stamp, String), String> {
        let failed = |errno: Errno| format!("cannot be opened: error {}", errno.0);
        let found = if path.is_empty() {
            None
        } else {
            Some(
                self.find(path)
                    .map_err(failed)?
                    .ok_or(Errno::ENOENT)
                    .map_err(failed)?,
            )
        };
        let (place, attributes) = found.as_ref().unwrap_or(&self.top);
        if !attributes.is_regular() {
            return Err("is no regular file".into());
        }
        let open = self.host.open_place(place, OFlags::RDONLY);
        let open = open.ok_or("cannot be opened: the host has no /proc")?;
        known.of(&open.map_err(failed)?)
    }

    fn listing(&mut self, path: &str) -> String {
        let listed = self
            .folder(path)
            .and_then(|folder| listing(self.host, &folder.0, folder.1.id.device));
        listed.unwrap_or_else(|errno| format!("error {}", errno.0))
    }
}

impl Dependencies {
    /// Whether a run with these options would find the same as the recorded one.
    ///
    /// # Errors
    /// The first file that is different.
    pub fn hold(&self, options: &FileOptions, known: &Contents) -> Result<(), String> {
        let mut host = Host::new(Means::default());
        for path in options.private.iter().flat_map(|own| &own.unseen) {
            host.hide(path);
        }
        let folder = options.cwd.as_deref().unwrap_or(Path::new(""));
        for (base, all) in &self.0 {
            let mut walk =
                Walk::new(&host, folder, base).map_err(|reason| format!("{base} {reason}"))?;
            for (path, finding) in all {
                let differs = || format!("{} is different", Path::new(base).join(path).display());
                if walk.describe(path) != finding.found {
                    return Err(differs());
                }
                if let Some(sum) = &finding.listing
                    && walk.listing(path) != *sum
                {
                    return Err(differs());
                }
                let Some(sum) = &finding.contents else {
                    continue;
                };
                let now = walk.contents(path, known);
                if now.map_or(UNREADABLE.into(), |(_, sum)| sum) != *sum {
                    return Err(differs());
                }
            }
        }
        Ok(())
    }

    /// How many names were looked for.
    #[must_use]
    pub fn len(&self) -> usize {
        self.0.values().map(BTreeMap::len).sum()
    }

    /// Whether nothing of the host's files was looked for.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }
}
