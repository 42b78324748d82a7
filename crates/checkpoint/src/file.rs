//! The file of one checkpoint.
//!
//! A line of text, `epicycle checkpoint FORMAT VERSION CHECKSUM`, then named parts, compressed with Zstandard; the checksum is the
//! SHA-256 of what follows the line. A part is the length of its name (one byte), the name, the length of its bytes (eight bytes, little-endian) and these.

use std::collections::BTreeMap;
use std::io::{ErrorKind, Read};
use std::path::Path;

use serde::{Serialize, de::DeserializeOwned};

use crate::pages::sha256;
use crate::{Damage, Error, Source, State};

/// What parts and their fields mean: raised with every change of what is saved.
pub const FORMAT: u32 = 21;

const MAGIC: &str = "epicycle checkpoint ";
const VERSION: &str = env!("CARGO_PKG_VERSION");
/// Most bytes of a file, and of all of its parts.
const LARGEST: u64 = 1 << 30;
/// Most bytes of the first line.
const LINE: usize = 256;

/// Named parts.
#[derive(Debug, Default, Clone)]
pub struct Checkpoint {
    parts: BTreeMap<String, Vec<u8>>,
}

impl Checkpoint {
    /// Adds the state of a unit.
    pub fn add(&mut self, name: &str, state: &impl State) {
        let mut bytes = Vec::new();
        state.save(&mut bytes);
        self.add_bytes(name, bytes);
    }

    /// Adds a part.
    pub fn add_bytes(&mut self, name: &str, bytes: Vec<u8>) {
        self.parts.insert(name.to_owned(), bytes);
    }

    /// Adds a part in JSON, which tools and readers understand without this program.
    pub fn describe(&mut self, name: &str, value: &impl Serialize) {
        self.add_bytes(name, serde_json::to_vec(value).unwrap_or_default());
    }

    /// Whether there is a part.
    #[must_use]
    pub fn has(&self, name: &str) -> bool {
        self.parts.contains_key(name)
    }

    /// The bytes of a part.
    ///
    /// # Errors
    /// There is none.
    pub fn part(&self, name: &'static str) -> Result<&[u8], Damage> {
        let part = self.parts.get(name).map(Vec::as_slice);
        part.ok_or_else(|| Damage::new("is missing").within(name))
    }

    /// Replaces the state of a unit by that of a part.
    ///
    /// # Errors
    /// The part is missing or is not the state of such a unit.
    pub fn load(&self, name: &'static str, state: &mut impl State) -> Result<(), Damage> {
        let mut source = Source::new(self.part(name)?);
        let loaded = state.load(&mut source).and_then(|()| source.end());
        loaded.map_err(|damage| damage.within(name))
    }

    /// What [`Self::describe`] has added.
    ///
    /// # Errors
    /// The part is missing, or something else.
    pub fn described<T: DeserializeOwned>(&self, name: &'static str) -> Result<T, Damage> {
        serde_json::from_slice(self.part(name)?).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            let reason = format!("not in the form of this part at line {line}, column {column}");
            Damage::new(reason).within(name)
        })
    }

    /// The bytes of the file.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let mut parts = Vec::new();
        for (name, bytes) in &self.parts {
            parts.push(name.len() as u8);
            parts.extend_from_slice(name.as_bytes());
            (bytes.len() as u64).save(&mut parts);
            parts.extend_from_slice(bytes);
        }
        let packed = files::compress(&parts);
        let checksum = files::hexadecimal(&sha256(&packed));
        let mut file = format!("{MAGIC}{FORMAT} {VERSION} {checksum}\n").into_bytes();
        file.extend_from_slice(&packed);
        file
    }

    /// Writes the file, whole or not at all; one that is `temporary` need not outlive a crash of the host.
    ///
    /// # Errors
    /// The parts are larger than [`Self::read`] takes them, the file is there and is no checkpoint, the folder takes no files, or the disk is
    /// full.
    pub fn write(&self, path: &Path, temporary: bool) -> Result<(), Error> {
        self.fits(LARGEST, path)?;
        if is_other(path) {
            return Err(Error::Taken(path.to_owned()));
        }
        let written = match temporary {
            true => files::write_temporary(path, &self.to_bytes()),
            false => files::write(path, &self.to_bytes()),
        };
        written.map_err(Error::file(path))
    }

    /// Whether the parts have `most` bytes or fewer.
    fn fits(&self, most: u64, path: &Path) -> Result<(), Error> {
        let parts = self.parts.iter();
        let bytes = parts.map(|(name, bytes)| (1 + name.len() + 8 + bytes.len()) as u64);
        let bytes = bytes.sum();
        match bytes <= most {
            true => Ok(()),
            false => Err(Error::Large {
                path: path.to_owned(),
                bytes,
            }),
        }
    }

    /// Reads a file.
    ///
    /// # Errors
    /// It cannot be read, is no checkpoint, one of another version, or damaged.
    pub fn read(path: &Path) -> Result<Self, Error> {
        let bytes = files::read(path, LARGEST).map_err(Error::file(path))?;
        Self::from_bytes(&bytes, path)
    }

    /// The parts of a file's bytes; `path` is for errors.
    ///
    /// # Errors
    /// As [`Self::read`].
    pub fn from_bytes(bytes: &[u8], path: &Path) -> Result<Self, Error> {
        let foreign = || Error::Foreign(path.to_owned());
        let end = bytes.iter().take(LINE).position(|&byte| byte == b'\n');
        let end = end.ok_or_else(foreign)?;
        let line = str::from_utf8(&bytes[..end]).map_err(|_| foreign())?;
        let words = line.strip_prefix(MAGIC).ok_or_else(foreign)?;
        let words: Vec<&str> = words.split(' ').collect();
        let [format, version, checksum] = words[..] else {
            return Err(foreign());
        };
        if (format, version) != (FORMAT.to_string().as_str(), VERSION) {
            return Err(Error::Version {
                path: path.to_owned(),
                format: format.escape_default().to_string(),
                version: version.escape_default().to_string(),
            });
        }
        let packed = &bytes[end + 1..];
        if files::hexadecimal(&sha256(packed)) != checksum {
            let reason = format!(
                "its {} bytes behind the first line do not have the checksum there",
                packed.len()
            );
            return Err(Error::damaged(path)(Damage::new(reason)));
        }
        let packed = files::decompressed(packed);
        Self::unpack(packed, LARGEST).map_err(Error::damaged(path))
    }

    /// The parts in a stream, of `most` bytes together.
    fn unpack(stream: impl Read, most: u64) -> Result<Self, Damage> {
        let mut stream = Unpacked { stream, left: most };
        let mut parts = BTreeMap::new();
        while let Some(length) = stream.byte()? {
            let name = stream.take(length.into(), "the name of a part")?;
            let name = String::from_utf8(name)
                .ok()
                .filter(|name| !name.is_empty())
                .ok_or_else(|| Damage::new("a part without a name"))?;
            if parts.contains_key(&name) {
                return Err(Damage::new(format!("part {name} is there twice")));
            }
            let mut length = [0; 8];
            length.copy_from_slice(&stream.take(8, "the length of a part")?);
            let bytes = stream.take(u64::from_le_bytes(length), &format!("part {name}"))?;
            parts.insert(name, bytes);
        }
        Ok(Self { parts })
    }
}

/// A stream of parts as it is unpacked.
struct Unpacked<R> {
    stream: R,
    /// Bytes that it may still have.
    left: u64,
}

impl<R: Read> Unpacked<R> {
    /// The next byte, if the stream has not ended.
    fn byte(&mut self) -> Result<Option<u8>, Damage> {
        let mut byte = Vec::new();
        self.read(1, &mut byte)?;
        Ok(byte.first().copied())
    }

    /// The next bytes. Memory is touched only as they arrive: a number of bytes that a damaged file makes up costs nothing.
    fn take(&mut self, count: u64, what: &str) -> Result<Vec<u8>, Damage> {
        if count > self.left {
            return Err(Damage::new(format!(
                "{what} has {count} bytes, where at most {} are left of what a checkpoint may have",
                self.left
            )));
        }
        let mut bytes = Vec::new();
        // Reserved at once, because a vector that grows takes twice its size while it is copied.
        let room = usize::try_from(count).map(|count| bytes.try_reserve_exact(count));
        if !matches!(room, Ok(Ok(()))) {
            return Err(Damage::new(format!(
                "{what} has {count} bytes, for which the host has no memory"
            )));
        }
        match self.read(count, &mut bytes)? {
            read if read == count => Ok(bytes),
            read => Err(Damage::new(format!(
                "{what} has {count} bytes, and {read} of them are there"
            ))),
        }
    }

    fn read(&mut self, count: u64, into: &mut Vec<u8>) -> Result<u64, Damage> {
        let read = self.stream.by_ref().take(count).read_to_end(into);
        let read = read.map_err(|error| Damage::new(format!("cannot be unpacked: {error}")))?;
        let read = read as u64;
        self.left = self.left.saturating_sub(read);
        Ok(read)
    }
}

/// Whether a file holds something other than a checkpoint, or cannot be read. One that is not there, or is empty, does not.
fn is_other(path: &Path) -> bool {
    match files::read_start(path, MAGIC.len() as u64) {
        Ok(start) => !start.is_empty() && start != MAGIC.as_bytes(),
        Err(error) => error.kind() != ErrorKind::NotFound,
    }
}

#[cfg(test)]
mod tests {
    use std::io;

    use super::*;

    fn checkpoint() -> Checkpoint {
        let mut checkpoint = Checkpoint::default();
        checkpoint.add("first", &[1_u64, 2, 3]);
        checkpoint.describe("second", &["a", "b"]);
        checkpoint
    }

    #[test]
    fn parts_come_back() {
        let bytes = checkpoint().to_bytes();
        let back = Checkpoint::from_bytes(&bytes, Path::new("x")).unwrap();
        let mut first = [0_u64; 3];
        back.load("first", &mut first).unwrap();
        assert_eq!(first, [1, 2, 3]);
        assert_eq!(back.described::<Vec<String>>("second").unwrap(), ["a", "b"]);
        let mut short = [0_u64; 2];
        let error = back.load("first", &mut short).unwrap_err();
        assert_eq!(error.to_string(), "first: 8 bytes too many");
        let error = back.load("third", &mut short).unwrap_err();
        assert_eq!(error.to_string(), "third: is missing");
    }

    #[test]
    fn a_checkpoint_replaces_another_one_and_no_other_file() {
        let folder = tempfile::TempDir::new().unwrap();
        let path = folder.path().join("1000.checkpoint");
        for before in [&b""[..], &checkpoint().to_bytes()] {
            std::fs::write(&path, before).unwrap();
            checkpoint().write(&path, false).unwrap();
            Checkpoint::read(&path).unwrap();
        }
        std::fs::write(&path, "what matters").unwrap();
        let error = checkpoint().write(&path, false).unwrap_err();
        assert!(error.to_string().contains("is no checkpoint"), "{error}");
        assert_eq!(std::fs::read(&path).unwrap(), b"what matters");
    }

    #[test]
    fn every_changed_byte_and_every_cut_is_an_error() {
        let bytes = checkpoint().to_bytes();
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 0x11;
            assert!(
                Checkpoint::from_bytes(&other, Path::new("x")).is_err(),
                "byte {at}"
            );
            assert!(
                Checkpoint::from_bytes(&bytes[..at], Path::new("x")).is_err(),
                "cut at {at}"
            );
        }
    }

    #[test]
    fn another_version_is_refused_with_both_versions() {
        let bytes = checkpoint().to_bytes();
        let text = String::from_utf8_lossy(&bytes[..MAGIC.len()]).into_owned();
        let rest = &bytes[bytes.iter().position(|&byte| byte == b'\n').unwrap()..];
        let other = [format!("{text}9 0.0.1 abc").as_bytes(), rest].concat();
        let error = Checkpoint::from_bytes(&other, Path::new("x.checkpoint")).unwrap_err();
        assert!(
            error.to_string().starts_with(
                "x.checkpoint: a checkpoint of format 9 by epicycle 0.0.1; this is epicycle "
            ),
            "{error}"
        );
    }

    #[test]
    fn parts_with_a_right_checksum_and_wrong_contents_are_errors() {
        for parts in [&[3, b'a'][..], &[1, b'a', 255, 0, 0, 0, 0, 0, 0, 0], &[9]] {
            let packed = files::compress(parts);
            let mut file = format!(
                "{MAGIC}{FORMAT} {VERSION} {}\n",
                files::hexadecimal(&sha256(&packed))
            )
            .into_bytes();
            file.extend_from_slice(&packed);
            assert!(Checkpoint::from_bytes(&file, Path::new("x")).is_err());
        }
    }

    #[test]
    fn what_could_not_be_read_again_is_not_written() {
        let mut checkpoint = Checkpoint::default();
        checkpoint.add_bytes("a", vec![7; 100]);
        let path = Path::new("kept/1000.checkpoint");
        checkpoint.fits(110, path).expect("110 bytes");
        let error = checkpoint.fits(109, path).unwrap_err().to_string();
        assert!(
            error.starts_with("kept/1000.checkpoint: the run has 110 bytes"),
            "{error}"
        );
    }

    #[test]
    fn a_file_that_unpacks_to_more_than_a_checkpoint_has_is_refused_before_it_is_unpacked() {
        let why = |stream: &mut dyn Read, most| {
            let damage = Checkpoint::unpack(stream, most).unwrap_err();
            damage.to_string()
        };
        // Endless streams: what reads them to their end never comes back.
        assert_eq!(why(&mut io::repeat(0), LARGEST), "a part without a name");
        let mut claim = (&b"\x01a\xff\xff\xff\xff\xff\xff\xff\xff"[..]).chain(io::repeat(7));
        assert!(why(&mut claim, LARGEST).starts_with("part a has 18446744073709551615 bytes, "));
        let small = b"\x01a\x02\0\0\0\0\0\0\0xy";
        let twice = small.repeat(2);
        let mut twice = twice.chain(io::repeat(1));
        assert_eq!(why(&mut twice, LARGEST), "part a is there twice");
        let mut many = small.chain(&b"\x01b\x02\0\0\0\0\0\0\0xy"[..]);
        assert_eq!(
            why(&mut many, 20),
            "the length of a part has 8 bytes, where at most 6 are left of what a checkpoint may have"
        );
        let mut short = &b"\x01a\xff\xff\xff\x0f\0\0\0\0xy"[..];
        assert_eq!(
            why(&mut short, LARGEST),
            "part a has 268435455 bytes, and 2 of them are there"
        );

        // What is there takes its own length of memory and not that of a vector that grows.
        let mut large = (&b"\x01a\0\0\x10\0\0\0\0\0"[..]).chain(io::repeat(7).take(1 << 20));
        let large = Checkpoint::unpack(&mut large, LARGEST).unwrap();
        let capacity = large.parts["a"].capacity();
        assert!((1 << 20..=(1 << 20) + 64).contains(&capacity), "{capacity}");

        // 8 GB of zeros.
        let packed = files::compress(&vec![0; 4 << 20]).repeat(2 << 10);
        let checksum = files::hexadecimal(&sha256(&packed));
        let line = format!("{MAGIC}{FORMAT} {VERSION} {checksum}\n");
        let file = [line.as_bytes(), &packed].concat();
        let error = Checkpoint::from_bytes(&file, Path::new("zeros.checkpoint")).unwrap_err();
        assert_eq!(
            error.to_string(),
            "zeros.checkpoint: damaged: a part without a name; make the checkpoint again"
        );
    }
}
