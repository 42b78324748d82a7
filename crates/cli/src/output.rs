//! Files that a run writes: opened before it starts, named in every error, never half there under their own name.

use std::fs::{self, File};
use std::io::{self, BufWriter, Write};
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
    let file = File::create(path).with_context(|| format!("cannot write {name}"))?;
    let file = Named::new(name, file);
    Ok(Box::new(BufWriter::with_capacity(1 << 18, file)))
}

/// A report that will be written: known to be possible, and whole or not there at all.
pub struct ReportFile {
    path: PathBuf,
    target: Target,
}

enum Target {
    /// Beside the final place, renamed at the end.
    Partial(PathBuf, File),
    /// A device or pipe, written as it is.
    Direct(File),
}

impl ReportFile {
    pub fn open(path: &Path) -> Result<Self> {
        let why = || format!("cannot write report {}", path.display());
        let special = fs::metadata(path).is_ok_and(|metadata| !metadata.is_file());
        let target = if special {
            Target::Direct(File::options().write(true).open(path).with_context(why)?)
        } else {
            // An old report that may not be written shall not be replaced either.
            if path.exists() {
                File::options().write(true).open(path).with_context(why)?;
            }
            let mut partial = path.as_os_str().to_owned();
            partial.push(".partial");
            let partial = PathBuf::from(partial);
            let file = File::create(&partial).with_context(why)?;
            Target::Partial(partial, file)
        };
        Ok(Self {
            path: path.to_owned(),
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
                .and_then(|()| fs::rename(&*partial, &self.path)),
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
