//! Inputs: regular files of a sane size, or standard input.

use std::fs::File;
use std::io::{self, Read, Stdin};
use std::path::Path;
use std::sync::atomic::{AtomicBool, Ordering};

use rustix::fs::{Mode, OFlags};

/// Most bytes of what people write: configs, plans, rules.
pub const DOCUMENT: u64 = 16 << 20;
/// Most bytes of a report or a summary.
pub const REPORT: u64 = 256 << 20;
/// Most bytes of a profile.
pub const PROFILE: u64 = 4 << 30;
/// Most bytes of a guest's input or expected output, which are held in memory.
pub const DATA: u64 = 1 << 30;

/// Whether the path stands for standard input: `-`.
#[must_use]
pub fn is_standard_input(path: &Path) -> bool {
    path.as_os_str() == "-"
}

/// Standard input, for its only reader.
///
/// # Errors
/// It has been taken: what is read once from a stream is not there for another reader.
pub fn standard_input() -> io::Result<Stdin> {
    static TAKEN: AtomicBool = AtomicBool::new(false);
    if TAKEN.swap(true, Ordering::Relaxed) {
        return Err(io::Error::other(
            "the standard input can be read once, and this command line names it twice; give a file for one of them",
        ));
    }
    Ok(io::stdin())
}

/// Reads a whole file of at most `limit` bytes; `-` is standard input.
///
/// # Errors
/// The file cannot be read, is no regular file, or is larger than the limit. A pipe would wait for a writer that may never
/// come, and a device may never end, so neither is opened.
pub fn read(path: &Path, limit: u64) -> io::Result<Vec<u8>> {
    if is_standard_input(path) {
        return bounded(standard_input()?.lock(), 0, limit);
    }
    let (file, length) = open(path)?;
    if length > limit {
        return Err(too_large(limit));
    }
    bounded(file, length, limit)
}

/// Reads how a file begins: at most so many bytes of it.
///
/// # Errors
/// As [`read`], but for the limit.
pub fn read_start(path: &Path, most: u64) -> io::Result<Vec<u8>> {
    let (file, length) = open(path)?;
    let mut bytes = Vec::with_capacity(usize::try_from(length.min(most)).unwrap_or(0));
    file.take(most).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Opens a regular file; its length.
fn open(path: &Path) -> io::Result<(File, u64)> {
    let regular = |metadata: std::fs::Metadata| {
        if metadata.is_file() {
            Ok(metadata.len())
        } else if metadata.is_dir() {
            Err(io::ErrorKind::IsADirectory.into())
        } else {
            Err(io::Error::other("not a regular file"))
        }
    };
    // Opening a device may have effects, so the path is checked first. It may name another file meanwhile, so the open file is, too.
    regular(std::fs::metadata(path)?)?;
    let flags = OFlags::RDONLY | OFlags::CLOEXEC | OFlags::NONBLOCK | OFlags::NOCTTY;
    let file = File::from(rustix::fs::open(path, flags, Mode::empty())?);
    let length = regular(file.metadata()?)?;
    Ok((file, length))
}

/// Reads a whole file of at most `limit` bytes as text; `-` is standard input.
///
/// # Errors
/// As [`read`], and when the bytes are not UTF-8.
pub fn read_text(path: &Path, limit: u64) -> io::Result<String> {
    String::from_utf8(read(path, limit)?).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let line = 1 + error.as_bytes()[..valid]
            .iter()
            .filter(|&&byte| byte == b'\n')
            .count();
        io::Error::new(
            io::ErrorKind::InvalidData,
            format!("line {line} is not UTF-8 text"),
        )
    })
}

/// What `stream` holds. The size of a file may be unknown before it is read (`/proc`) or grow meanwhile.
fn bounded(stream: impl Read, length: u64, limit: u64) -> io::Result<Vec<u8>> {
    let mut bytes = Vec::with_capacity(usize::try_from(length.min(limit)).unwrap_or(0));
    stream
        .take(limit.saturating_add(1))
        .read_to_end(&mut bytes)?;
    if bytes.len() as u64 > limit {
        return Err(too_large(limit));
    }
    Ok(bytes)
}

fn too_large(limit: u64) -> io::Error {
    let size = match limit {
        limit if limit >= 1 << 30 => format!("{} GiB", limit >> 30),
        limit if limit >= 1 << 20 => format!("{} MiB", limit >> 20),
        limit => format!("{limit} bytes"),
    };
    io::Error::new(
        io::ErrorKind::FileTooLarge,
        format!("larger than the {size} that such a file may have"),
    )
}
