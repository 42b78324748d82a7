//! Cycles by call path: those of the groups in succession on one path are added to it together.

use events::Reason;

use super::PathLine;

/// Cycles of groups in succession on one call path and in one piece of code.
#[derive(Debug)]
pub(super) struct Here {
    path: u32,
    piece: u32,
    /// The reasons that have cycles, by number.
    known: u64,
    cycles: [u64; Reason::ALL.len()],
}

const _: () = assert!(Reason::ALL.len() <= 64);

impl Default for Here {
    fn default() -> Self {
        Self {
            path: 0,
            piece: 0,
            known: 0,
            cycles: [0; Reason::ALL.len()],
        }
    }
}

impl Here {
    /// Adds cycles of the current path and piece.
    pub(super) fn spend(&mut self, reason: Reason, cycles: u64) {
        self.known |= 1 << reason as u8;
        self.cycles[reason as usize] += cycles;
    }

    /// What follows is spent on a path in a piece of code, most often where the group before was.
    #[inline]
    pub(super) fn go_to(&mut self, path: u32, piece: u32, paths: &mut Vec<PathLine>) {
        if (self.path, self.piece) != (path, piece) {
            self.begin(path, piece, paths);
        }
    }

    /// Goes on elsewhere. Not inlined: most groups stay.
    #[inline(never)]
    fn begin(&mut self, path: u32, piece: u32, paths: &mut Vec<PathLine>) {
        self.settle(paths);
        self.path = path;
        self.piece = piece;
    }

    /// Adds everything to the path.
    pub(super) fn settle(&mut self, paths: &mut Vec<PathLine>) {
        if self.known == 0 {
            return;
        }
        let path = path_line(paths, self.path);
        while self.known != 0 {
            let number = self.known.trailing_zeros() as usize;
            self.known &= self.known - 1;
            let cycles = std::mem::take(&mut self.cycles[number]);
            path.spend(self.piece, Reason::ALL[number], cycles);
        }
    }
}

/// The line of a path, which is made if it is not there.
pub(super) fn path_line(paths: &mut Vec<PathLine>, path: u32) -> &mut PathLine {
    let index = path as usize;
    if index >= paths.len() {
        paths.resize_with(index + 1, PathLine::default);
    }
    &mut paths[index]
}

impl PathLine {
    /// Adds cycles of a piece of code.
    pub(super) fn spend(&mut self, piece: u32, reason: Reason, cycles: u64) {
        let mut known = self.spent.iter_mut();
        match known.find(|(other, why, _)| *other == piece && *why == reason) {
            Some((_, _, sum)) => *sum += cycles,
            None => self.spent.push((piece, reason, cycles)),
        }
    }
}
