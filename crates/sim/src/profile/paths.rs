//! Cycles by call path and piece of code, for a profile.

use events::{CallPath, Reason};

use super::PathLine;

/// Cycles of one piece of code on one call path.
#[derive(Debug, Clone)]
struct Row {
    path: u32,
    piece: u32,
    /// The next row of the path.
    next: Option<u32>,
    cycles: [u64; Reason::ALL.len()],
}

/// A call path, and the list of its rows.
#[derive(Debug, Clone, Default)]
struct Known {
    path: Option<CallPath>,
    /// Indices of its first and its last row.
    first: Option<u32>,
    last: Option<u32>,
}

/// The call paths, by number.
#[derive(Debug, Clone, Default)]
pub(super) struct Paths {
    known: Vec<Known>,
    rows: Vec<Row>,
    /// The row to which cycles were added last.
    here: u32,
}

impl Paths {
    /// A path gets its number.
    pub(super) fn name(&mut self, number: u32, path: &CallPath) {
        self.known(number).path = Some(*path);
    }

    /// Adds cycles of a path in a piece of code. Most often these are path and piece of the call before.
    #[inline]
    pub(super) fn spend(&mut self, path: u32, piece: u32, reason: Reason, cycles: u64) {
        let here = self.rows.get(self.here as usize);
        if here.is_none_or(|row| (row.path, row.piece) != (path, piece)) {
            self.here = self.row(path, piece);
        }
        if let Some(row) = self.rows.get_mut(self.here as usize) {
            row.cycles[reason as usize] += cycles;
        }
    }

    /// Forgets all cycles.
    pub(super) fn clear(&mut self) {
        self.rows.clear();
        for known in &mut self.known {
            (known.first, known.last) = (None, None);
        }
    }

    /// What was recorded, by number.
    pub(super) fn finish(self) -> Vec<PathLine> {
        let rows = &self.rows;
        let line = |known: &Known| {
            let of_path = std::iter::successors(known.first, |row| rows[*row as usize].next);
            let mut of_path: Vec<&Row> = of_path.map(|row| &rows[row as usize]).collect();
            // Replays are delivered later than executions that were timed in full, so the order in which rows were made means nothing.
            of_path.sort_unstable_by_key(|row| row.piece);
            PathLine {
                path: known.path,
                spent: of_path.into_iter().flat_map(spent).collect(),
            }
        };
        self.known.iter().map(line).collect()
    }

    /// The row of a piece of code on a path, which is made if it is not there. Not inlined: most cycles go to the row of those before.
    #[inline(never)]
    fn row(&mut self, path: u32, piece: u32) -> u32 {
        let rows = &self.rows;
        let first = self.known.get(path as usize).and_then(|it| it.first);
        let mut of_path = std::iter::successors(first, |row| rows[*row as usize].next);
        if let Some(row) = of_path.find(|row| rows[*row as usize].piece == piece) {
            return row;
        }
        let row = self.rows.len() as u32;
        self.rows.push(Row {
            path,
            piece,
            next: None,
            cycles: [0; Reason::ALL.len()],
        });
        let known = self.known(path);
        let last = known.last.replace(row);
        known.first.get_or_insert(row);
        if let Some(last) = last {
            self.rows[last as usize].next = Some(row);
        }
        row
    }

    fn known(&mut self, number: u32) -> &mut Known {
        let index = number as usize;
        if index >= self.known.len() {
            self.known.resize_with(index + 1, Known::default);
        }
        &mut self.known[index]
    }
}

fn spent(row: &Row) -> impl Iterator<Item = (u32, Reason, u64)> {
    let reasons = Reason::ALL.iter().zip(row.cycles);
    reasons
        .filter(|(_, cycles)| *cycles > 0)
        .map(|(reason, cycles)| (row.piece, *reason, cycles))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cycles_are_added_up_by_path_piece_and_reason_in_the_order_of_the_pieces() {
        let mut paths = Paths::default();
        paths.spend(1, 7, Reason::Taken, 2);
        paths.spend(1, 7, Reason::Unstalled, 1);
        paths.spend(1, 3, Reason::Taken, 4);
        paths.spend(0, 7, Reason::Taken, 8);
        paths.spend(1, 7, Reason::Taken, 16);
        let lines = paths.clone().finish();
        assert_eq!(lines[0].spent, [(7, Reason::Taken, 8)]);
        let expected = [
            (3, Reason::Taken, 4),
            (7, Reason::Unstalled, 1),
            (7, Reason::Taken, 18),
        ];
        assert_eq!(lines[1].spent, expected);
        paths.clear();
        paths.spend(1, 3, Reason::Taken, 1);
        assert_eq!(paths.finish()[1].spent, [(3, Reason::Taken, 1)]);
    }
}
