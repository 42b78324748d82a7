//! Input that was read from a stream, kept so that it can be read again in the same pieces: a guest that reads from a terminal or a pipe takes
//! another path if a read gives it more, or less, than it did before.

/// The pieces, in the order in which they were read.
#[derive(Debug, Default)]
pub(crate) struct KeptInput {
    bytes: Vec<u8>,
    /// Where each piece ends. An empty one is an end of the input, behind which a terminal may have more.
    ends: Vec<usize>,
}

/// What has been read again.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Place {
    bytes: usize,
    pieces: usize,
}

impl KeptInput {
    /// Bytes of host memory that the pieces take.
    pub(crate) fn size(&self) -> usize {
        self.bytes.len() + size_of_val(&*self.ends)
    }

    /// Keeps a piece.
    pub(crate) fn keep(&mut self, piece: &[u8]) {
        self.bytes.extend_from_slice(piece);
        self.ends.push(self.bytes.len());
    }

    /// Reads the next piece again, or as much of it as fits: its length. `None`: nothing is kept behind the place.
    pub(crate) fn read(&self, place: &mut Place, into: &mut [u8]) -> Option<usize> {
        let end = *self.ends.get(place.pieces)?;
        let piece = &self.bytes[place.bytes..end];
        let count = piece.len().min(into.len());
        into[..count].copy_from_slice(&piece[..count]);
        place.bytes += count;
        if place.bytes == end && (count > 0 || !into.is_empty()) {
            place.pieces += 1;
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
        for piece in ["one ", "", "two"] {
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
        assert_eq!(read(100).as_deref(), Some(""));
        assert_eq!(read(100).as_deref(), Some("two"));
        assert_eq!(read(100), None);
    }
}
