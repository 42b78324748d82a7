//! Input that was read from a stream, kept so that it can be read again in the same pieces: a guest that reads from a terminal or a pipe takes
//! another path if a read gives it more, or less, than it did before.

/// The pieces, in the order in which they were read.
#[derive(Debug, Default)]
pub(crate) struct KeptInput {
    bytes: Vec<u8>,
    runs: Vec<Run>,
}

/// Pieces of equal length that follow each other.
#[derive(Clone, Copy, Debug)]
struct Run {
    /// Bytes of each. 0: ends of the input, behind which a terminal may have more.
    piece: usize,
    times: usize,
}

/// What has been read again.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    bytes: usize,
    runs: usize,
    /// Whole pieces of the run, and bytes of the next one.
    pieces: usize,
    within: usize,
}

impl KeptInput {
    /// Whether more is kept than so many bytes, or the lengths of the pieces take more host memory than that.
    pub(crate) fn exceeds(&self, bytes: usize) -> bool {
        self.bytes.len() > bytes || size_of_val(&*self.runs) > bytes
    }

    /// Keeps a piece.
    pub(crate) fn keep(&mut self, piece: &[u8]) {
        self.bytes.extend_from_slice(piece);
        match self.runs.last_mut().filter(|run| run.piece == piece.len()) {
            Some(run) => run.times += 1,
            None => self.runs.push(Run {
                piece: piece.len(),
                times: 1,
            }),
        }
    }

    /// Reads the next piece again, or as much of it as fits: its length. `None`: nothing is kept behind the place.
    pub(crate) fn read(&self, place: &mut Place, into: &mut [u8]) -> Option<usize> {
        let mut run = self.runs.get(place.runs)?;
        // The last run may have become longer since: the place goes on to the next one only where there is one.
        if place.pieces == run.times {
            run = self.runs.get(place.runs + 1)?;
            (place.runs, place.pieces) = (place.runs + 1, 0);
        }
        let left = run.piece - place.within;
        let count = left.min(into.len());
        into[..count].copy_from_slice(&self.bytes[place.bytes..][..count]);
        place.bytes += count;
        place.within += count;
        if count == left && !into.is_empty() {
            (place.pieces, place.within) = (place.pieces + 1, 0);
        }
        Some(count)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pieces_are_read_again_as_they_were_read() {
        let mut kept = KeptInput::default();
        for piece in ["one ", "two ", "", "", "three"] {
            kept.keep(piece.as_bytes());
        }
        let mut place = Place::default();
        let mut read = |length: usize| {
            let mut into = vec![0; length];
            let count = kept.read(&mut place, &mut into)?;
            into.truncate(count);
            Some(String::from_utf8(into).unwrap())
        };
        assert_eq!(read(0).as_deref(), Some(""));
        assert_eq!(read(3).as_deref(), Some("one"));
        assert_eq!(read(100).as_deref(), Some(" "));
        assert_eq!(read(4).as_deref(), Some("two "));
        assert_eq!(read(100).as_deref(), Some(""));
        assert_eq!(read(100).as_deref(), Some(""));
        assert_eq!(read(100).as_deref(), Some("three"));
        assert_eq!(read(100), None);
        // A run that becomes longer where everything has been read.
        for piece in ["four ", "six", "ten"] {
            kept.keep(piece.as_bytes());
            let mut into = [0; 100];
            assert_eq!(kept.read(&mut place, &mut into), Some(piece.len()));
            assert_eq!(into[..piece.len()], *piece.as_bytes());
        }
    }

    #[test]
    fn many_pieces_of_one_length_take_the_room_of_their_bytes() {
        let mut kept = KeptInput::default();
        for _ in 0..1000 {
            kept.keep(b"x");
        }
        assert!(!kept.exceeds(1000));
        kept.keep(b"");
        assert!(!kept.exceeds(1000));
        kept.keep(b"x");
        assert!(kept.exceeds(1000));
    }
}
