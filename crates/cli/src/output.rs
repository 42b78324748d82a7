//! Files that a run writes: opened before it starts, named in every error, never half there under their own name.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
use std::os::fd::AsFd;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result};

/// A stream whose errors say what it is.
pub struct Named<W> {
    name: String,
    stream: W,
}

impl<W: Write> Named<W> {
    pub fn new(name: impl Into<String>, stream: W) -> Self {
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

/// Opens a file for the many lines of a log; `what` is how errors call it.
pub fn log(what: &str, path: &Path) -> Result<Box<dyn Write + Send>> {
    let name = format!("{what} {}", path.display());
    let file = match standard_stream(path) {
        Some(stream) => stream,
        None => File::create(path).with_context(|| format!("cannot write {name}"))?,
    };
    let file = Named::new(name, file);
    Ok(Box::new(BufWriter::with_capacity(1 << 18, file)))
}

/// The stream that a path of `/dev` names. Opened by that path, a redirected one would be cut to nothing and written from
/// its beginning, over what the guest has written there.
fn standard_stream(path: &Path) -> Option<File> {
    let (stdout, stderr) = (io::stdout(), io::stderr());
    let stream = match path.to_str()? {
        "/dev/stdout" | "/dev/fd/1" | "/proc/self/fd/1" => stdout.as_fd(),
        "/dev/stderr" | "/dev/fd/2" | "/proc/self/fd/2" => stderr.as_fd(),
        _ => return None,
    };
    stream.try_clone_to_owned().ok().map(File::from)
}

/// A report that will be written: known to be possible, and whole or not there at all.
pub struct ReportFile {
    /// As given, for messages.
    path: PathBuf,
    real: PathBuf,
    target: Target,
}

enum Target {
    /// Beside the final place, renamed at the end.
    Partial(PathBuf, File),
    /// A device, pipe or standard stream, written as it is.
    Direct(File),
}

impl ReportFile {
    pub fn open(path: &Path) -> Result<Self> {
        let why = || format!("cannot write report {}", path.display());
        // A link stays one: it is the file behind it that is replaced.
        let real = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let special = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        let target = if let Some(stream) = standard_stream(path) {
            Target::Direct(stream)
        } else if special {
            Target::Direct(File::options().write(true).open(path).with_context(why)?)
        } else {
            // An old report that may not be written shall not be replaced either.
            if path.exists() {
                File::options().write(true).open(path).with_context(why)?;
            }
            let mut partial = real.as_os_str().to_owned();
            partial.push(".partial");
            let partial = PathBuf::from(partial);
            let file = File::create(&partial).with_context(why)?;
            Target::Partial(partial, file)
        };
        Ok(Self {
            path: path.to_owned(),
            real,
            target,
        })
    }

    /// The file that is there only while the run goes on.
    pub fn partial(&self) -> Option<&Path> {
        match &self.target {
            Target::Partial(partial, _) => Some(partial),
            Target::Direct(_) => None,
        }
    }

    pub fn write(mut self, text: &str) -> Result<()> {
        let written = match &mut self.target {
            Target::Direct(file) => file.write_all(text.as_bytes()),
            Target::Partial(partial, file) => file
                .write_all(text.as_bytes())
                .and_then(|()| fs::rename(&*partial, &self.real)),
        };
        written.with_context(|| format!("cannot write report {}", self.path.display()))
    }
}

impl Drop for ReportFile {
    fn drop(&mut self) {
        if let Some(partial) = self.partial() {
            // Gone already when the report was written.
            let _ = fs::remove_file(partial);
        }
    }
}
