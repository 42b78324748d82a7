//! Zstandard streams: what is written is compressed in frames one behind the other, which every reader of the format joins.

use std::error::Error;
use std::io::{self, BufReader, Chain, Cursor, Read, Write};
use std::path::Path;

use ruzstd::decoding::{FrameDecoder, StreamingDecoder};
use ruzstd::encoding::{CompressionLevel, compress_to_vec};

/// Bytes of a frame before compression.
const FRAME: usize = 4 << 20;

/// Most bytes that are asked of the decoder at once, because it unpacks all of them before it returns the first.
const PORTION: usize = 1 << 20;

/// Whether a file is compressed by its name: `.zst`.
#[must_use]
pub fn is_compressed(path: &Path) -> bool {
    path.extension().is_some_and(|extension| extension == "zst")
}

/// Compresses what is written. [`Write::flush`] ends a frame.
pub struct Compressed<W> {
    out: W,
    pending: Vec<u8>,
}

impl<W: Write> Compressed<W> {
    /// Nothing written yet.
    pub fn new(out: W) -> Self {
        Self {
            out,
            pending: Vec::new(),
        }
    }

    fn end_frame(&mut self) -> io::Result<()> {
        if self.pending.is_empty() {
            return Ok(());
        }
        let frame = compress_to_vec(&*self.pending, CompressionLevel::Fastest);
        self.pending.clear();
        self.out.write_all(&frame)
    }
}

impl<W: Write> Write for Compressed<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.pending.extend_from_slice(bytes);
        if self.pending.len() >= FRAME {
            self.end_frame()?;
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        self.end_frame()?;
        self.out.flush()
    }
}

/// Bytes as one frame.
#[must_use]
pub fn compress(bytes: &[u8]) -> Vec<u8> {
    compress_to_vec(bytes, CompressionLevel::Fastest)
}

/// Length of the magic number at the start of a frame.
const MAGIC: usize = 4;

/// A frame: its magic number, which has been read, and what follows.
type Begun<R> = Chain<Cursor<Vec<u8>>, BufReader<R>>;

/// Reads what was compressed, frame by frame.
struct Frames<R: Read> {
    source: Option<BufReader<R>>,
    frame: Option<Box<StreamingDecoder<Begun<R>, FrameDecoder>>>,
}

/// Goes on to the next frame that is no skippable one (RFC 8878, section 3.1.2); `None`: nothing follows.
fn next_frame<R: Read>(mut source: BufReader<R>) -> io::Result<Option<Begun<R>>> {
    loop {
        let mut magic = Vec::new();
        source.by_ref().take(MAGIC as u64).read_to_end(&mut magic)?;
        match magic[..].try_into().map(u32::from_le_bytes) {
            Ok(0x184d_2a50..=0x184d_2a5f) => {
                let mut length = [0; 4];
                source.read_exact(&mut length)?;
                let length = u64::from(u32::from_le_bytes(length));
                if io::copy(&mut source.by_ref().take(length), &mut io::sink())? < length {
                    return Err(io::ErrorKind::UnexpectedEof.into());
                }
            }
            _ if magic.is_empty() => return Ok(None),
            _ => return Ok(Some(Cursor::new(magic).chain(source))),
        }
    }
}

impl<R: Read> Read for Frames<R> {
    fn read(&mut self, into: &mut [u8]) -> io::Result<usize> {
        let portion = into.len().min(PORTION);
        let into = &mut into[..portion];
        loop {
            if let Some(frame) = &mut self.frame {
                let count = frame.read(into).map_err(|error| plain(&error))?;
                if count > 0 || into.is_empty() {
                    return Ok(count);
                }
            }
            if let Some(frame) = self.frame.take() {
                let (begun, decoder) = frame.into_parts();
                self.source = Some(begun.into_inner().1);
                let stored = decoder.get_checksum_from_data();
                if stored.is_some() && stored != decoder.get_calculated_checksum() {
                    return Err(io::Error::new(
                        io::ErrorKind::InvalidData,
                        "its checksum is not that of what it holds",
                    ));
                }
            }
            let Some(source) = self.source.take() else {
                return Ok(0);
            };
            let Some(begun) = next_frame(source).map_err(|error| plain(&error))? else {
                return Ok(0);
            };
            let frame = StreamingDecoder::new(begun).map_err(|error| plain(&error))?;
            self.frame = Some(Box::new(frame));
        }
    }
}

/// The host's error behind those of the decoder.
fn host_error<'a>(error: &'a (dyn Error + 'static)) -> Option<&'a io::Error> {
    let behind = match error.downcast_ref::<io::Error>() {
        Some(own) => match own.get_ref() {
            None => return Some(own),
            Some(inner) => inner,
        },
        None => error.source()?,
    };
    host_error(behind)
}

/// Why a frame cannot be read, as an error message tells it: the decoder tells its own states.
fn plain(error: &(dyn Error + 'static)) -> io::Error {
    use io::ErrorKind::{InvalidData, UnexpectedEof};
    match host_error(error) {
        None => io::Error::new(InvalidData, "its bytes are not those of Zstandard's form"),
        Some(host) if host.kind() == UnexpectedEof => {
            io::Error::new(UnexpectedEof, "it ends in the middle of what is compressed")
        }
        Some(host) => match host.raw_os_error() {
            Some(number) => io::Error::from_raw_os_error(number),
            None => host.kind().into(),
        },
    }
}

/// Reads a file that is compressed if its name says so; `-` is standard input.
///
/// # Errors
/// It cannot be opened.
pub fn open(path: &Path) -> io::Result<Box<dyn Read>> {
    if crate::is_standard_input(path) {
        return Ok(Box::new(crate::standard_input()?));
    }
    let file = std::fs::File::open(path)?;
    Ok(match is_compressed(path) {
        true => Box::new(decompressed(file)),
        false => Box::new(file),
    })
}

/// Reads what [`Compressed`] or another tool has compressed.
pub fn decompressed(source: impl Read) -> impl Read {
    Frames {
        source: Some(BufReader::new(source)),
        frame: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_compressed_in_several_frames_comes_back_as_one() {
        let lines = (0..400_000).map(|n| format!("{n:>12} 0x4000000000000450.1 adds r8=16,r12\n"));
        let bytes = lines.collect::<String>().into_bytes();
        let mut file = Vec::new();
        let mut writer = Compressed::new(&mut file);
        writer.write_all(&bytes[..10]).unwrap();
        writer.flush().unwrap();
        for part in bytes[10..].chunks(100_000) {
            writer.write_all(part).unwrap();
        }
        writer.flush().unwrap();
        assert!(file.len() < bytes.len() / 4, "{}", file.len());
        let mut back = Vec::new();
        decompressed(&*file).read_to_end(&mut back).unwrap();
        assert!(back == bytes);
    }

    #[test]
    fn the_decoder_is_asked_for_a_portion_however_much_the_caller_takes() {
        let packed = compress(&vec![0; 4 * PORTION]);
        let mut into = vec![1; 4 * PORTION];
        let count = decompressed(&*packed).read(&mut into).unwrap();
        assert!((1..=PORTION).contains(&count), "{count}");
        let mut back = Vec::new();
        decompressed(&*packed).read_to_end(&mut back).unwrap();
        assert!(back == vec![0; 4 * PORTION]);
    }

    #[test]
    fn skippable_frames_are_passed_over() {
        let skippable = |last: u8, bytes: &[u8]| {
            let length = (bytes.len() as u32).to_le_bytes();
            [&[last, 0x2a, 0x4d, 0x18], &length[..], bytes].concat()
        };
        let file = [
            skippable(0x50, b"an index"),
            compress(b"one "),
            skippable(0x5f, b""),
            skippable(0x5e, &[7; 100_000]),
            compress(b"two"),
            skippable(0x51, b"end"),
        ]
        .concat();
        let mut back = Vec::new();
        decompressed(&*file).read_to_end(&mut back).unwrap();
        assert_eq!(back, b"one two");
        let cut = decompressed(&file[..file.len() - 1]).read_to_end(&mut back);
        let said = cut.unwrap_err().to_string();
        assert_eq!(said, "it ends in the middle of what is compressed");
    }

    #[test]
    fn a_frame_with_another_checksum_is_damaged() {
        let mut file = compress(b"what is compressed");
        *file.last_mut().unwrap() ^= 1;
        let read = decompressed(&*file).read_to_end(&mut Vec::new());
        let said = read.unwrap_err().to_string();
        assert_eq!(said, "its checksum is not that of what it holds");
        // As written without a checksum: the flag in the descriptor of the frame is off.
        let mut file = compress(b"what is compressed");
        file.truncate(file.len() - 4);
        file[4] &= !4;
        let mut back = Vec::new();
        decompressed(&*file).read_to_end(&mut back).unwrap();
        assert_eq!(back, b"what is compressed");
    }

    #[test]
    fn a_damaged_file_is_an_error() {
        let why = |bytes: &[u8]| {
            let read = decompressed(bytes).read_to_end(&mut Vec::new());
            read.unwrap_err().to_string()
        };
        let whole = compress(&b"what is compressed has a form of its own".repeat(1000));
        let mut changed = whole.clone();
        changed[whole.len() / 2..].fill(0xff);
        for bytes in [&b"no such form"[..], &changed] {
            assert_eq!(why(bytes), "its bytes are not those of Zstandard's form");
        }
        for length in 1..whole.len() {
            assert_eq!(
                why(&whole[..length]),
                "it ends in the middle of what is compressed",
                "{length} bytes"
            );
        }
    }
}
