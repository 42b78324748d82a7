//! The memory that a trace is recorded into: without bounds, one that fills up, or one that keeps the newest laps.

use std::collections::VecDeque;
use std::io::{self, Write};

use zerocopy::IntoBytes;

/// How much memory there is, and what happens when it is full.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Region {
    /// As much as the output takes.
    Unbounded,
    /// So many words of images; recording stops before the first image that does not fit.
    Stop(u64),
    /// So many words of images; the oldest laps leave. A lap that is longer than the memory stops at its end.
    Wrap(u64),
}

/// Words in the buffer before they go to the output.
const CHUNK: usize = 1 << 15;

/// Words as bytes of a file, little endian. A big-endian host converts them in place: they are not to be read as words again.
pub(crate) fn little_endian(words: &mut [u64]) -> &[u8] {
    if cfg!(target_endian = "big") {
        words.iter_mut().for_each(|word| *word = word.to_le());
    }
    words.as_bytes()
}

/// The words of a recording on their way to the output.
pub(crate) struct Memory<W> {
    out: W,
    region: Region,
    /// Words that have not been written; of a memory that wraps, those of the newest lap.
    words: Vec<u64>,
    /// Words of images that have been written.
    written: u64,
    /// Of a memory that wraps: older laps, oldest first.
    laps: VecDeque<Vec<u64>>,
    /// Words of these together.
    kept: u64,
    /// No image is taken: the bound is reached, or a write has failed.
    full: bool,
    failed: Option<io::Error>,
}

impl<W: Write> Memory<W> {
    pub(crate) fn new(out: W, region: Region) -> Self {
        Self {
            out,
            region,
            words: Vec::new(),
            written: 0,
            laps: VecDeque::new(),
            kept: 0,
            full: false,
            failed: None,
        }
    }

    /// Whether so many words fit into the buffer without a write.
    #[inline(always)]
    pub(crate) fn has_room(&self, words: usize) -> bool {
        self.words.len() + words <= CHUNK
    }

    /// Whether images are taken: the memory is not full, and no write has failed.
    #[inline(always)]
    pub(crate) fn takes(&self) -> bool {
        !self.full
    }

    /// Words of images in memory or in the output.
    pub(crate) fn len(&self) -> u64 {
        self.written + self.kept + self.words.len() as u64
    }

    /// The buffer, to append an image of at most as many words as [`reserve`](Self::reserve) has made room for.
    #[inline(always)]
    pub(crate) fn words(&mut self) -> &mut Vec<u64> {
        &mut self.words
    }

    /// Makes room for an image of so many words; false: there is none, and the image is lost like all that follow, up to
    /// the next lap.
    #[inline(always)]
    pub(crate) fn reserve(&mut self, words: usize) -> bool {
        if self.full {
            return false;
        }
        if self.region == Region::Unbounded && self.words.len() + words <= CHUNK {
            return true;
        }
        self.make_room(words as u64)
    }

    #[inline(never)]
    fn make_room(&mut self, words: u64) -> bool {
        match self.region {
            Region::Unbounded => {
                self.write();
                return !self.full;
            }
            Region::Stop(most) => {
                self.full = self.len() + words > most;
                if self.words.len() >= CHUNK {
                    self.write();
                }
            }
            Region::Wrap(most) => {
                while self.len() + words > most
                    && let Some(oldest) = self.laps.pop_front()
                {
                    self.kept -= oldest.len() as u64;
                }
                self.full = self.len() + words > most;
            }
        }
        !self.full
    }

    /// Begins a lap, which can be decoded without those before it. A memory that wraps drops laps as a whole.
    pub(crate) fn lap(&mut self) {
        if matches!(self.region, Region::Wrap(_)) && self.failed.is_none() {
            let lap = std::mem::take(&mut self.words);
            self.kept += lap.len() as u64;
            self.laps.push_back(lap);
            self.full = false;
        }
    }

    /// Whether a lap can begin although the memory is full.
    pub(crate) fn wraps(&self) -> bool {
        matches!(self.region, Region::Wrap(_))
    }

    /// Words that go to the output before all images.
    pub(crate) fn head(&mut self, words: &[u64]) {
        let kept = std::mem::replace(&mut self.words, words.to_vec());
        self.write();
        self.written = 0;
        self.words = kept;
    }

    fn write(&mut self) {
        self.written += self.words.len() as u64;
        if self.failed.is_none()
            && let Err(error) = self.out.write_all(little_endian(&mut self.words))
        {
            self.failed = Some(error);
            self.full = true;
        }
        self.words.clear();
    }

    /// Writes what is left.
    ///
    /// # Errors
    /// That of the first write that failed.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        let newest = std::mem::take(&mut self.words);
        for lap in std::mem::take(&mut self.laps) {
            self.words = lap;
            self.write();
        }
        self.kept = 0;
        self.words = newest;
        self.write();
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }
}
