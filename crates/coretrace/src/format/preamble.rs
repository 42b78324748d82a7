//! The head of a file.

use super::FIRST;

/// First word of a file: `EPICORET` as bytes.
const FILE_MAGIC: u64 = u64::from_le_bytes(*b"EPICORET");
const VERSION: u64 = 1;

/// Words of the file header.
const PREAMBLE_WORDS: usize = 4;
/// What the head of a file says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Preamble {
    /// First-level entries were invalidated when recording began.
    pub invalidated: bool,
    /// Issue groups of one instruction each.
    pub single_issue: bool,
    /// Recording ends when its memory is full.
    pub stops: bool,
    /// The oldest laps make room for new ones.
    pub wraps: bool,
    /// Instructions between two invalidations; 0: only the first.
    pub lap_instructions: u64,
}

impl Preamble {
    /// The words. Bits 23:16 of the second say which level is traced: 1, the first.
    #[must_use]
    pub fn words(&self) -> [u64; PREAMBLE_WORDS] {
        let bits = [self.invalidated, self.single_issue, self.stops, self.wraps];
        let flags = (24..).zip(bits).map(|(at, bit)| u64::from(bit) << at);
        let flags: u64 = flags.sum();
        [
            FILE_MAGIC,
            VERSION | 1 << 16 | flags,
            self.lap_instructions & !FIRST,
            0,
        ]
    }

    /// Whether a file header begins with this word.
    pub(crate) fn begins(word: u64) -> bool {
        word == FILE_MAGIC
    }

    /// Reads the words; `None`: they are not the head of a file.
    ///
    /// # Errors
    /// A version or a level that this reader does not know.
    pub(crate) fn read(words: &[u64]) -> Result<Option<Self>, String> {
        let &[FILE_MAGIC, facts, lap_instructions, _] = words else {
            return Ok(None);
        };
        let (version, level) = (facts & 0xffff, facts >> 16 & 0xff);
        if version != VERSION || level != 1 {
            return Err(format!(
                "the trace has version {version} and TLB level {level}; this decoder reads version {VERSION} and level 1"
            ));
        }
        let bit = |at: u32| facts >> at & 1 != 0;
        Ok(Some(Self {
            invalidated: bit(24),
            single_issue: bit(25),
            stops: bit(26),
            wraps: bit(27),
            lap_instructions,
        }))
    }
}
