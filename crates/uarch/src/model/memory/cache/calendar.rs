//! The calendar of a level's ports and banks: how many accesses start in which cycle, and which banks they take (Caches 6 and 14).
//!
//! Accesses are made in program order, but one that waits for a miss register or a path may ask the level in a later cycle than an access behind it
//! in the program. So each takes the first cycle that has a port free, also before the newest start.

use crate::model::memory::relative::{Relative, Visitor};

/// How many cycles before the newest start an access can still start.
pub(crate) const ORDER: u64 = 1024;
/// Cycles that are kept, a ring: more than lie between the first cycle in which an access can start and the end of the newest one.
const CELLS: usize = 2048;

/// What accesses take in a cycle.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    cycle: u64,
    /// Banks, a bit for each.
    banks: u64,
    /// Number of ports.
    used: u32,
}

checkpoint::state!(Cell { cycle, banks, used });

/// The ports and banks of a level by cycle.
#[derive(Clone, Debug)]
pub(crate) struct Calendar {
    /// The cell of a cycle is at its number modulo [`CELLS`]; one with another number stands for an older cycle.
    cells: Box<[Cell; CELLS]>,
    /// The latest cycle in which an access starts.
    pub newest: u64,
    /// Accesses that can start in a cycle.
    pub ports: u32,
    /// More than the number of cycles behind a start in which it keeps its bank.
    most_kept: u64,
}

checkpoint::state!(Calendar { cells, newest } skips { ports, most_kept });

impl Calendar {
    /// Free ports; a start keeps its bank for fewer cycles than `most_kept`.
    pub(super) fn new(ports: u32, most_kept: u32) -> Self {
        Self {
            cells: Box::new([Cell::default(); CELLS]),
            newest: 0,
            ports: ports.max(1),
            most_kept: most_kept.into(),
        }
    }

    /// The horizon: the first cycle in which an access can still start.
    #[inline(always)]
    pub(super) fn horizon(&self) -> u64 {
        // Caches 6
        self.newest.saturating_sub(ORDER)
    }

    /// The cell of a cycle; an empty one, with cycle 0, if nothing is taken in it.
    #[inline(always)]
    fn cell(&self, cycle: u64) -> Cell {
        let cell = self.cells[cycle as usize % CELLS];
        if cell.cycle == cycle {
            cell
        } else {
            Cell::default()
        }
    }

    /// Whether all ports of a cycle are taken, and which banks are, a bit for each.
    #[inline(always)]
    pub(super) fn look(&self, cycle: u64) -> (bool, u64) {
        let cell = self.cell(cycle);
        (cell.used >= self.ports, cell.banks)
    }

    /// Whether a cycle has a port free and the bank not taken by an access.
    #[inline(always)]
    pub(super) fn admits(&self, cycle: u64, bank: usize) -> bool {
        let cell = &self.cells[cycle as usize % CELLS];
        cell.cycle != cycle || cell.used < self.ports && cell.banks >> bank & 1 == 0
    }

    /// Takes banks and so many ports in a cycle.
    #[inline(always)]
    fn mark(&mut self, cycle: u64, banks: u64, ports: u32) {
        let cell = &mut self.cells[cycle as usize % CELLS];
        if cell.cycle != cycle {
            *cell = Cell {
                cycle,
                ..Cell::default()
            };
        }
        cell.banks |= banks;
        cell.used += ports;
    }

    /// Whether an access that asks in a cycle, not before the newest start, starts in it; false for earlier cycles.
    #[inline(always)]
    pub(crate) fn starts_at_once(&self, cycle: u64) -> bool {
        cycle > self.newest || cycle == self.newest && !self.look(cycle).0
    }

    /// Takes a port in a cycle behind the newest start, at a level without banks.
    #[inline(always)]
    pub(crate) fn begin(&mut self, cycle: u64) {
        debug_assert!(cycle > self.newest);
        self.newest = cycle;
        self.cells[cycle as usize % CELLS] = Cell {
            cycle,
            banks: 0,
            used: 1,
        };
    }

    /// Takes a port and the bank of a mask in a cycle that is not before the horizon.
    #[inline(always)]
    pub(crate) fn take(&mut self, cycle: u64, banks: u64) {
        self.newest = self.newest.max(cycle);
        self.mark(cycle, banks, 1);
    }

    /// Takes the bank of a mask in the cycles behind a start, up to `cycles` from the start on, which are fewer than [`ORDER`].
    pub(super) fn keep(&mut self, start: u64, cycles: u64, banks: u64) {
        for cycle in start + 1..start + cycles {
            self.mark(cycle, banks, 0);
        }
    }

    /// Takes a port in the first cycle from `asked` on that has one free, at a level without banks; returns that cycle.
    #[inline(always)]
    pub(crate) fn grant(&mut self, asked: u64) -> u64 {
        // Caches 6
        if asked > self.newest {
            self.begin(asked);
            return asked;
        }
        let cell = &mut self.cells[asked as usize % CELLS];
        if asked == self.newest && cell.cycle == asked && cell.used < self.ports {
            cell.used += 1;
            return asked;
        }
        self.grant_between(asked)
    }

    /// [`grant`](Self::grant) for an access that asks for a cycle not behind the newest start.
    #[inline(never)]
    fn grant_between(&mut self, asked: u64) -> u64 {
        // Caches 6
        let mut start = asked.max(self.horizon());
        while self.look(start).0 {
            start += 1;
        }
        self.take(start, 0);
        start
    }
}

/// A copy of the newest part of a [`Calendar`].
#[derive(Clone, Debug)]
pub(crate) struct Starts {
    /// In the order of cycles.
    cells: Vec<Cell>,
    newest: u64,
}

impl Cell {
    /// Shows the cell to a visitor.
    #[inline(always)]
    fn visit(&mut self, visitor: &mut impl Visitor) {
        visitor.cycle(&mut self.cycle);
        visitor.word(self.banks);
        visitor.word(self.used.into());
    }
}

impl Calendar {
    /// The cycles behind `over` in which something may be taken.
    #[inline(always)]
    fn behind(&self, over: u64) -> std::ops::RangeInclusive<u64> {
        // No access asks for a cycle before the horizon.
        self.horizon().max(over + 1)..=self.newest + self.most_kept
    }

    /// A copy of the cells behind cycle `over`.
    pub(crate) fn starts(&self, over: u64) -> Starts {
        let cells = self.behind(over).map(|cycle| self.cell(cycle));
        Starts {
            cells: cells.filter(|cell| cell.cycle > 0).collect(),
            newest: self.newest,
        }
    }

    /// Replaces the cells behind cycle `over` by a copy.
    pub(crate) fn put(&mut self, starts: &Starts, over: u64) {
        for cycle in self.behind(over) {
            self.cells[cycle as usize % CELLS] = Cell::default();
        }
        for cell in &starts.cells {
            self.cells[cell.cycle as usize % CELLS] = *cell;
        }
        self.newest = starts.newest;
    }

    /// Shows a visitor what a copy of the cells behind its [`over`](Visitor::over) would show.
    pub(crate) fn tell(&self, visitor: &mut impl Visitor) {
        for cycle in self.behind(visitor.over()) {
            let cell = &self.cells[cycle as usize % CELLS];
            if cell.cycle == cycle {
                cell.clone().visit(visitor);
            }
        }
        visitor.cycle(&mut self.newest.clone());
    }
}

impl Relative for Starts {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        for cell in &mut self.cells {
            cell.visit(visitor);
        }
        visitor.cycle(&mut self.newest);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_access_starts_before_one_that_was_asked_for_first_and_comes_later() {
        let mut ports = Calendar::new(2, 4);
        assert_eq!([5, 5, 5, 90].map(|c| ports.grant(c)), [5, 5, 6, 90]);
        assert_eq!([4, 5, 6, 6].map(|c| ports.grant(c)), [4, 6, 7, 7]);
        assert_eq!([90, 90].map(|c| ports.grant(c)), [90, 91]);
    }

    #[test]
    fn nothing_starts_further_before_the_newest_start_than_order_goes_back() {
        let mut ports = Calendar::new(1, 0);
        assert_eq!(ports.grant(5000), 5000);
        assert_eq!([100, 100].map(|c| ports.grant(c)), [3976, 3977]);
        assert_eq!(ports.grant(7048), 7048, "its place was that of cycle 5000");
        assert_eq!(ports.grant(5000), 6024);
    }

    #[test]
    fn an_access_that_begins_a_cycle_takes_what_one_that_asks_for_it_takes() {
        let mut asks = Calendar::new(2, 0);
        let mut begins = asks.clone();
        for cycle in [5, 9, 9 + 2048] {
            assert!(begins.starts_at_once(cycle));
            assert_eq!(asks.grant(cycle), cycle);
            begins.begin(cycle);
            assert!(begins.starts_at_once(cycle), "there is another port");
            assert_eq!(
                (begins.look(cycle), begins.newest),
                (asks.look(cycle), asks.newest)
            );
        }
        begins.take(begins.newest, 0);
        assert!(!begins.starts_at_once(begins.newest));
        assert!(!begins.starts_at_once(9), "another was newer");
    }

    #[test]
    fn a_bank_is_kept_in_the_cycles_behind_a_start() {
        let mut ports = Calendar::new(2, 4);
        ports.take(10, 4);
        ports.keep(10, 4, 4);
        let banks = [9, 10, 11, 13, 14].map(|cycle| ports.look(cycle).1);
        assert_eq!(banks, [0, 4, 4, 4, 0]);
        assert_eq!(ports.newest, 10);
    }
}
