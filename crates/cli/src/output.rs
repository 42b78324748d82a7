//! What a command writes beside its standard output: opened before the run, named in every error, never over an input, whole
//! or not there under its own name.

use std::collections::BTreeSet;
use std::ffi::OsStr;
use std::fmt::Display;
use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::fd::AsFd;
use std::os::unix::fs::{FileTypeExt, MetadataExt};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use anyhow::{Context, Result, bail};
use sim::Request;

use crate::console;

/// A stream whose errors say what it is.
pub(crate) struct Named<W> {
    name: String,
    stream: W,
}

impl<W: Write> Named<W> {
    pub(crate) fn new(name: impl Into<String>, stream: W) -> Self {
        Self {
            name: name.into(),
            stream,
        }
    }
}

impl<W: Write> Write for Named<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let name = &self.name;
        self.stream
            .write(bytes)
            .map_err(|error| named(name, &error))
    }

    fn flush(&mut self) -> io::Result<()> {
        let name = &self.name;
        self.stream.flush().map_err(|error| named(name, &error))
    }
}

fn named(name: &str, error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("{name}: {error}"))
}

/// What ends a run early.
type Stop = Arc<dyn Fn() + Send + Sync>;

/// The files that a command reads and writes.
#[derive(Default)]
pub(crate) struct Outputs {
    /// What each place is used for, as errors say it.
    places: Vec<(Place, String)>,
    /// Folders in which existing files are kept, and what errors say of these.
    folders: Vec<(PathBuf, String)>,
    /// Files that the run will write.
    later: Vec<Later>,
    open: Vec<Output>,
    /// What ends the run if a stream cannot be written.
    stop: Option<Stop>,
}

/// Files of a folder that the run will write, whose names are not all known before it.
struct Later {
    /// Without links.
    folder: PathBuf,
    /// Whether a name is one of theirs.
    named: Box<dyn Fn(&OsStr) -> bool>,
    /// What errors say of them to others.
    why: String,
}

/// Where bytes go to or come from, however it is called.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Place {
    /// A standard stream, by its descriptor.
    Stream(u8),
    /// An existing file: device and inode.
    File(u64, u64),
    /// A file that is not there yet: its folder and name.
    New(PathBuf),
}

/// An output while it is written; the writers that [`Outputs::open`] hands out are its other owners.
#[derive(Clone)]
pub(crate) struct Output {
    state: Arc<Mutex<State>>,
    /// The standard stream that it is, by its descriptor.
    stream: Option<u8>,
    /// That of its [`Outputs`].
    stop: Option<Stop>,
}

struct State {
    /// As errors call it: `report F`.
    name: String,
    target: Target,
    /// Why it is not whole.
    failed: Option<String>,
}

enum Target {
    /// Beside the final place.
    Partial(files::Output),
    /// A device, pipe or standard stream, written as it is.
    Direct(File),
    /// A pipe that its reader has closed, an output that has got its name, or one that could not be written.
    Closed,
}

impl Outputs {
    /// No files yet, but the standard streams: what the guest writes there is not to be replaced either.
    pub(crate) fn new() -> Self {
        let mut outputs = Self::default();
        let streams: [(&str, io::Result<File>); 3] = [
            (
                "the standard input comes from there",
                duplicate(io::stdin()),
            ),
            ("the standard output goes there", duplicate(io::stdout())),
            ("the standard error goes there", duplicate(io::stderr())),
        ];
        for (purpose, stream) in streams {
            let metadata = stream.and_then(|stream| stream.metadata());
            if let Ok(metadata) = metadata
                && metadata.is_file()
            {
                let place = Place::File(metadata.dev(), metadata.ino());
                outputs.places.push((place, purpose.to_owned()));
            }
        }
        outputs
    }

    /// Of a command that runs a program: the program and the files of its config are kept, and the run is interrupted where a stream cannot be
    /// written.
    pub(crate) fn of(request: &Request) -> Self {
        let mut outputs = Self::new();
        outputs.keep("it is the program", &request.host_program());
        outputs.keep_config(&request.config);
        let control = Arc::clone(&request.control);
        outputs.stop_by(move || control.interrupt());
        outputs
    }

    /// Sets what ends the run if a [stream](Output::writer) of the outputs opened from here on cannot be written.
    pub(crate) fn stop_by(&mut self, stop: impl Fn() + Send + Sync + 'static) {
        self.stop = Some(Arc::new(stop));
    }

    /// Keeps the files that a config was read from.
    pub(crate) fn keep_config(&mut self, config: &config::Loaded) {
        for file in &config.files {
            self.keep("it is a file of the config", file);
        }
    }

    /// Of a command that reads one file; `why` is what errors say if it is to be written.
    pub(crate) fn reading(why: &str, path: &Path) -> Self {
        let mut outputs = Self::new();
        outputs.keep(why, path);
        outputs
    }

    /// Keeps a file that is read from being written; `why` is what errors say. One that is not there is nothing to keep.
    pub(crate) fn keep(&mut self, why: &str, path: &Path) {
        if let Ok(metadata) = fs::metadata(path)
            && metadata.is_file()
        {
            let place = Place::File(metadata.dev(), metadata.ino());
            self.places.push((place, why.to_owned()));
        }
    }

    /// Keeps places for what is written there during the run; `why` is what errors say of them to others.
    ///
    /// # Errors
    /// The first that is used already, with what for.
    pub(crate) fn reserve<'p>(
        &mut self,
        why: &str,
        paths: &'p [PathBuf],
    ) -> Result<(), (&'p Path, String)> {
        let mut places = Vec::new();
        for path in paths {
            let place = match fs::metadata(path) {
                Ok(metadata) => Ok(Place::File(metadata.dev(), metadata.ino())),
                Err(_) => behind_links(path).map(Place::New),
            };
            let Ok(place) = place else { continue };
            let real = behind_links(path).ok();
            let kept = real.and_then(|real| self.keeper(&real));
            if let Some(other) = self.user(&place).cloned().or(kept) {
                return Err((path, other));
            }
            places.push((place, why.to_owned()));
        }
        self.places.extend(places);
        Ok(())
    }

    /// Keeps files of a folder that is there for what the run will write: those whose names are `named`; `why` as for [`Self::reserve`].
    pub(crate) fn reserve_names(
        &mut self,
        why: &str,
        folder: &Path,
        named: impl Fn(&OsStr) -> bool + 'static,
    ) {
        if let Ok(folder) = folder.canonicalize() {
            self.later.push(Later {
                folder,
                named: Box::new(named),
                why: why.to_owned(),
            });
        }
    }

    /// What the run will write to a path, given without links.
    fn writer_to(&self, real: &Path) -> Option<&String> {
        let (folder, name) = (real.parent()?, real.file_name()?);
        let mut later = self.later.iter();
        let found = later.find(|later| later.folder == folder && (later.named)(name))?;
        Some(&found.why)
    }

    /// What a place is used for.
    fn user(&self, place: &Place) -> Option<&String> {
        let mut places = self.places.iter();
        places.find(|(taken, _)| taken == place).map(|(_, why)| why)
    }

    /// Why a folder around a path, given without links, has no outputs.
    fn keeper(&self, real: &Path) -> Option<String> {
        let mut folders = self.folders.iter();
        let (folder, why) = folders.find(|(folder, _)| real.starts_with(folder))?;
        Some(format!("it is below {}: {why}", folder.display()))
    }

    /// Keeps all files below a folder, as [`Self::keep`] does one, and lets no new ones be written there: who reads the folder would read them too.
    pub(crate) fn keep_below(&mut self, why: &str, folder: &Path) {
        if let Ok(folder) = folder.canonicalize() {
            self.folders.push((folder, why.to_owned()));
        }
    }

    /// Opens an output: a file, a device or pipe, or with `-` the standard output.
    pub(crate) fn open(&mut self, what: &str, path: &Path) -> Result<Output> {
        self.open_new(what, path, false)
    }

    /// The same with what is in the file already in front.
    pub(crate) fn append(&mut self, what: &str, path: &Path) -> Result<Output> {
        self.open_new(what, path, true)
    }

    fn open_new(&mut self, what: &str, path: &Path, append: bool) -> Result<Output> {
        let name = match path.as_os_str() == "-" {
            true => format!("{what} to the standard output"),
            false => format!("{what} {}", path.display()),
        };
        let why = || format!("cannot write {name}");
        let stream = standard_stream(path);
        let metadata = fs::metadata(path).ok();
        if stream.is_none() && metadata.as_ref().is_some_and(fs::Metadata::is_dir) {
            bail!("cannot write {name}: it is a folder; name a file, such as one in it");
        }
        let special = metadata
            .as_ref()
            .is_some_and(|metadata| !metadata.is_file() && !metadata.is_dir());
        // Links of /proc to pipes lead nowhere by name.
        let real = if special {
            path.to_owned()
        } else {
            behind_links(path).with_context(why)?
        };
        let place = match (&stream, &metadata) {
            (Some((number, _)), _) => Place::Stream(*number),
            (None, Some(metadata)) => Place::File(metadata.dev(), metadata.ino()),
            (None, None) => Place::New(real.clone()),
        };
        // Terminals and /dev/null take everything.
        let shared = metadata
            .as_ref()
            .is_some_and(|metadata| metadata.file_type().is_char_device());
        let taken = self.user(&place);
        let taken = taken.filter(|_| !shared || stream.is_some());
        let is_plain = stream.is_none() && !special;
        let later = is_plain.then(|| self.writer_to(&real)).flatten();
        if let Some(other) = taken.or(later) {
            bail!("cannot write {name}: {other}; name another file");
        }
        if let Some(kept) = is_plain.then(|| self.keeper(&real)).flatten() {
            bail!("cannot write {name}: {kept}; name a file outside of that folder");
        }
        self.places
            .push((place, format!("the {what} {} there too", goes(what))));

        let number = stream.as_ref().map(|(number, _)| *number);
        let target = if let Some((_, stream)) = stream {
            Target::Direct(stream)
        } else if special {
            Target::Direct(File::options().write(true).open(&real).with_context(why)?)
        } else {
            // An old file that may not be written shall not be replaced either.
            if metadata.is_some() {
                File::options().append(true).open(&real).with_context(why)?;
            }
            let mut all = partials();
            let mut file = files::Output::create(&real).with_context(why)?;
            all.insert(file.partial().to_owned());
            drop(all);
            if append && metadata.is_some() {
                let mut old = File::open(&real).with_context(why)?;
                io::copy(&mut old, &mut file).with_context(why)?;
            }
            Target::Partial(file)
        };
        let output = Output {
            state: Arc::new(Mutex::new(State {
                name,
                target,
                failed: None,
            })),
            stream: number,
            stop: self.stop.clone(),
        };
        self.open.push(output.clone());
        Ok(output)
    }

    /// Leaves nothing of an output.
    pub(crate) fn give_up(&mut self, output: &Output) {
        self.open
            .retain(|open| !Arc::ptr_eq(&open.state, &output.state));
    }

    /// The first output that could not be written, as an error.
    pub(crate) fn failed(&self) -> Result<()> {
        let reasons = self.open.iter().map(|output| output.state().failed.clone());
        match reasons.flatten().next() {
            Some(why) => bail!("cannot write {why}"),
            None => Ok(()),
        }
    }

    /// Gives every output its name, in the order in which they were opened, but those that could not be written. Dropped without this,
    /// none is left.
    ///
    /// # Errors
    /// The last that could not be written, also if the writer that owned it did not say so; the others have been named on the standard error.
    pub(crate) fn commit(self) -> Result<()> {
        let mut failed = None;
        for error in self.open.iter().filter_map(|output| output.commit().err()) {
            if let Some(before) = failed.replace(error) {
                console::complain(&console::message(&before));
            }
        }
        failed.map_or(Ok(()), Err)
    }
}

impl Output {
    /// A writer for many small pieces, for the simulation to own. It is flushed before [`Outputs::commit`], which says why it could not
    /// write something. The simulation sees no error and is interrupted, so that the other outputs are whole up to there.
    pub(crate) fn writer(&self) -> Box<dyn Write + Send> {
        Box::new(BufWriter::with_capacity(
            1 << 18,
            Interrupting(self.clone()),
        ))
    }

    /// The same, compressed when the name of the file ends in `.zst`.
    pub(crate) fn writer_of(&self, path: &Path) -> Box<dyn Write + Send> {
        match files::is_compressed(path) {
            true => Box::new(files::Compressed::new(self.writer())),
            false => self.writer(),
        }
    }

    /// Writes all of a text.
    pub(crate) fn write_text(&mut self, text: &str) -> Result<()> {
        self.write_bytes(text.as_bytes())
    }

    /// Writes all of some bytes.
    pub(crate) fn write_bytes(&mut self, bytes: &[u8]) -> Result<()> {
        self.write_all(bytes)
            .map_err(|error| anyhow::anyhow!("cannot write {error}"))
    }

    /// Notes how a stream into it has ended: one that lacks its end is left out, and [`Outputs::commit`] says why.
    pub(crate) fn ended(&self, ended: Result<(), impl Display>) {
        if let Err(error) = ended {
            let mut state = self.state();
            let reason = format!("{}: {error}", state.name);
            state.failed.get_or_insert(reason);
        }
    }

    /// Whether it could not be written up to here.
    pub(crate) fn has_failed(&self) -> bool {
        self.state().failed.is_some()
    }

    /// Whether it shares the command's standard output.
    pub(crate) fn is_standard_output(&self) -> bool {
        self.stream == Some(1)
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn commit(&self) -> Result<()> {
        let mut state = self.state();
        if let Some(why) = state.failed.clone() {
            state.close();
            bail!("cannot write {why}");
        }
        match std::mem::replace(&mut state.target, Target::Closed) {
            Target::Partial(file) => {
                let partial = file.partial().to_owned();
                let committed = file.commit();
                partials().remove(&partial);
                committed.with_context(|| format!("cannot write {}", state.name))
            }
            Target::Direct(_) | Target::Closed => Ok(()),
        }
    }
}

impl Write for Output {
    /// What a closed pipe would have taken is dropped: its reader has seen enough.
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut state = self.state();
        let written = match &mut state.target {
            Target::Partial(file) => file.write(bytes),
            Target::Direct(file) => file.write(bytes),
            Target::Closed => Ok(bytes.len()),
        };
        match written {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                state.target = Target::Closed;
                Ok(bytes.len())
            }
            written => written.map_err(|error| {
                let error = named(&state.name, &error);
                if error.kind() != io::ErrorKind::Interrupted {
                    state.failed.get_or_insert_with(|| error.to_string());
                }
                error
            }),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// An output that ends the run at the first error, which is in its state, and takes and drops everything from there on. Nothing is left of its
/// file, so that the other outputs have the room.
struct Interrupting(Output);

impl Write for Interrupting {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self.0.write(bytes) {
            Err(error) if error.kind() != io::ErrorKind::Interrupted => {
                self.0.state().close();
                self.0.stop.iter().for_each(|stop| stop());
                Ok(bytes.len())
            }
            written => written,
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }
}

impl State {
    /// Ends the writing: what comes is dropped.
    fn close(&mut self) {
        if let Target::Partial(file) = std::mem::replace(&mut self.target, Target::Closed) {
            partials().remove(file.partial());
        }
    }
}

impl Drop for State {
    fn drop(&mut self) {
        self.close();
    }
}

/// Files that are being written, for [`discard_and_exit`].
static PARTIALS: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn partials() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    PARTIALS.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Removes what is being written, and ends the process. Meanwhile no other thread begins to write a file.
pub(crate) fn discard_and_exit(status: i32) -> ! {
    let all = partials();
    for partial in &*all {
        // The process ends whether it is there or not.
        let _ = fs::remove_file(partial);
    }
    std::process::exit(status)
}

/// The verb for what is called `what`, such as `report`, `log of interruptions` or `frequency vectors`.
fn goes(what: &str) -> &'static str {
    let noun = what.split_once(" of ").map_or(what, |(noun, _)| noun);
    if noun.ends_with('s') { "go" } else { "goes" }
}

fn duplicate(stream: impl AsFd) -> io::Result<File> {
    stream.as_fd().try_clone_to_owned().map(File::from)
}

/// The stream that `-` or a path of `/dev` names, with its descriptor. Opened by that path, a redirected one would be cut to
/// nothing and written from its beginning, over what the guest has written there.
fn standard_stream(path: &Path) -> Option<(u8, File)> {
    let (number, stream) = match path.to_str()? {
        "-" | "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1" => (1, duplicate(io::stdout())),
        "/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2" => (2, duplicate(io::stderr())),
        _ => return None,
    };
    Some((number, stream.ok()?))
}

/// Whether a path names the standard output.
pub(crate) fn is_standard_output(path: &Path) -> bool {
    standard_stream(path).is_some_and(|(number, _)| number == 1)
}

/// Links to follow before they count as a circle, as in Linux.
const LINKS: usize = 40;

/// The file that a path leads to: links stay, what they lead to is replaced or made.
fn behind_links(path: &Path) -> io::Result<PathBuf> {
    let mut path = path.to_owned();
    for _ in 0..LINKS {
        let folder = match path.parent() {
            Some(parent) if !parent.as_os_str().is_empty() => parent.to_owned(),
            _ => PathBuf::from("."),
        };
        let Some(name) = path.file_name() else {
            return Ok(path);
        };
        // The same folder has one path, so that a file that is not there yet has one.
        let place = match folder.canonicalize() {
            Ok(folder) => folder.join(name),
            Err(_) => return Ok(path),
        };
        match fs::read_link(&place) {
            Ok(target) => path = place.with_file_name("").join(target),
            Err(_) => return Ok(place),
        }
    }
    Err(io::Error::other("too many links lead to each other"))
}

#[cfg(test)]
mod tests {
    use std::io::Write as _;

    use super::Outputs;

    #[test]
    fn a_stream_without_its_end_leaves_no_file_and_says_why() {
        let folder = std::env::temp_dir().join(format!("epicycle-ended-{}", std::process::id()));
        std::fs::create_dir_all(&folder).unwrap();
        let (lacks, whole) = (folder.join("lacks"), folder.join("whole"));
        let mut outputs = Outputs::new();
        let one = outputs.open("trace", &lacks).unwrap();
        let other = outputs.open("pipeline view", &whole).unwrap();
        one.writer().write_all(b"begun").unwrap();
        one.ended(Err("more than 3 branches"));
        other.ended(Ok::<(), &str>(()));
        let error = outputs.commit().unwrap_err().to_string();
        let named = format!(
            "cannot write trace {}: more than 3 branches",
            lacks.display()
        );
        assert_eq!(error, named);
        assert!(!lacks.exists());
        assert!(whole.exists());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
