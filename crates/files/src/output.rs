//! Outputs: whole and on the disk, or not there under their name.

use std::collections::BTreeSet;
use std::fs::{self, File, Permissions};
use std::io::{self, Write};
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};

use tempfile::NamedTempFile;

/// How the names of temporary files and folders of the simulator begin. No guest finds files with such names: what is written beside a
/// run's own folder, under a name that no two runs share, does not change what the run sees.
pub const OWN_PREFIX: &str = ".epicycle-run-";

/// How the names of files end that are being written. They begin with [`OWN_PREFIX`] and are unique.
const PARTIAL: &str = ".partial";

/// A file that is being written: under a name of its own until [`Output::commit`], which replaces the old file at once. Without
/// that nothing is left of it.
#[derive(Debug)]
pub struct Output {
    path: PathBuf,
    file: NamedTempFile,
}

impl Output {
    /// Opens the partial file beside `path`.
    ///
    /// # Errors
    /// The folder does not take files, or `path` is a folder.
    pub fn create(path: &Path) -> io::Result<Self> {
        if path.is_dir() {
            return Err(io::ErrorKind::IsADirectory.into());
        }
        let name = path.file_name().ok_or(io::ErrorKind::InvalidFilename)?;
        // Fails with the system's own message if the folder is not there.
        fs::metadata(folder(path))?;
        let mut prefix = std::ffi::OsString::from(OWN_PREFIX);
        // The name is only a hint in the partial one, and both have to fit the 255 bytes of a name.
        let hint = name.to_string_lossy().chars().take(40).collect::<String>();
        prefix.push(hint);
        prefix.push(".");
        let file = tempfile::Builder::new()
            .prefix(&prefix)
            .suffix(PARTIAL)
            // As for any new file: the umask takes from it.
            .permissions(Permissions::from_mode(0o666))
            .tempfile_in(folder(path))
            .map_err(plain)?;
        Ok(Self {
            path: path.into(),
            file,
        })
    }

    /// The partial file, for a handler that ends the process.
    #[must_use]
    pub fn partial(&self) -> &Path {
        self.file.path()
    }

    /// Gives the file its name, after its bytes have reached the disk.
    ///
    /// # Errors
    /// The disk is full, or the name cannot be replaced; the old file is then as it was.
    pub fn commit(self) -> io::Result<()> {
        self.file.as_file().sync_all()?;
        let path = self.persist()?;
        sync_folder(folder(&path))
    }

    /// Gives the file its name. After a crash of the host it may not have it.
    fn persist(self) -> io::Result<PathBuf> {
        let Self { file, path } = self;
        file.persist(&path).map_err(|error| error.error)?;
        Ok(path)
    }
}

impl Write for Output {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.file.as_file_mut().write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.file.as_file_mut().flush()
    }
}

/// Writes a file whole: a reader sees the old one or the new one, also after a crash of the host.
///
/// # Errors
/// As [`Output::create`] and [`Output::commit`], and when the disk is full.
pub fn write(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut output = Output::create(path)?;
    output.write_all(bytes)?;
    output.commit()
}

/// Writes a file whole, as [`write`] does, that need not outlive a crash of the host: it may not be on the disk yet.
///
/// # Errors
/// As [`write`].
pub fn write_temporary(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut output = Output::create(path)?;
    output.write_all(bytes)?;
    output.persist().map(drop)
}

/// Writes files as [`write`] does each, in much less time than one after the other: they reach the disk side by side. When one
/// fails, those before it may have been replaced.
///
/// # Errors
/// As [`write`], with the file.
pub fn write_all(files: &[(PathBuf, Vec<u8>)]) -> Result<(), (PathBuf, io::Error)> {
    /// Files on their way to the disk at once.
    const WRITERS: usize = 16;
    let mut outputs = Vec::new();
    for (path, bytes) in files {
        let mut output = Output::create(path).map_err(of(path))?;
        output.write_all(bytes).map_err(of(path))?;
        outputs.push(output);
    }
    let share = outputs.len().div_ceil(WRITERS).max(1);
    std::thread::scope(|scope| {
        let sync = |share: &[Output]| {
            let mut all = share.iter();
            all.try_for_each(|output| output.file.as_file().sync_all().map_err(of(&output.path)))
        };
        let mut shares = outputs.chunks(share);
        let own = shares.next();
        let others: Vec<_> = shares
            .map(|share| {
                let thread = std::thread::Builder::new().spawn_scoped(scope, move || sync(share));
                // A share for which the host starts no thread is synced by this one, which takes longer.
                thread.map_err(|_| share)
            })
            .collect();
        own.map_or(Ok(()), sync)?;
        others.into_iter().try_for_each(|started| match started {
            Ok(thread) => thread.join().unwrap_or(Ok(())),
            Err(share) => sync(share),
        })
    })?;
    let mut folders = BTreeSet::new();
    for output in outputs {
        let path = output.path.clone();
        let path = output.persist().map_err(|error| (path, error))?;
        folders.insert(folder(&path).to_owned());
    }
    (folders.iter()).try_for_each(|folder| sync_folder(folder).map_err(of(folder)))
}

/// Removes what killed processes have left of outputs in `folder`. No other process may be writing there.
///
/// # Errors
/// The folder cannot be listed, or a file in it not be removed.
pub fn remove_partials(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = entry.file_name();
        let name = name.to_string_lossy();
        if name.starts_with(OWN_PREFIX) && name.ends_with(PARTIAL) && entry.file_type()?.is_file() {
            fs::remove_file(entry.path())?;
        }
    }
    Ok(())
}

/// Says which file an error is about.
fn of(path: &Path) -> impl FnOnce(io::Error) -> (PathBuf, io::Error) {
    move |error| (path.to_owned(), error)
}

fn folder(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Syncs a folder, so that a renaming in it outlives a crash of the host. File systems that cannot sync a folder do not need it.
fn sync_folder(folder: &Path) -> io::Result<()> {
    match File::open(folder)?.sync_all() {
        Err(error) if error.kind() == io::ErrorKind::InvalidInput => Ok(()),
        synced => synced,
    }
}

/// The error without the name of the partial file: the caller's message has the real name.
fn plain(error: io::Error) -> io::Error {
    match error.raw_os_error() {
        Some(number) => io::Error::from_raw_os_error(number),
        None => io::Error::from(error.kind()),
    }
}
