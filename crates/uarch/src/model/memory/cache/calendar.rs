//! The calendar of a level's ports and banks: what starts in which cycle.
//!
//! References are made in program order, but what waits for a register or a path asks a level in a later cycle than what comes
//! behind it in the program. So each takes the first cycle that is free, before the newest start as well.

use crate::model::memory::relative::{Relative, Visitor};

/// Cycles before the newest start in which something can still start.
pub(crate) const ORDER: u64 = 1024;
/// Cycles that are kept: no two of them between the oldest start and the end of the newest one share a place.
const CELLS: usize = 2048;

/// What starts in a cycle.
#[derive(Clone, Copy, Debug, Default)]
struct Cell {
    cycle: u64,
    /// Banks that accesses take.
    banks: u64,
    /// Ports that they take.
    used: u32,
}

checkpoint::state!(Cell { cycle, banks, used });

/// Ports, so many accesses of which start in a cycle.
#[derive(Clone, Debug)]
pub(crate) struct Calendar {
    /// Each at its cycle modulo their number.
    cells: Box<[Cell; CELLS]>,
    /// The newest cycle in which an access starts.
    pub newest: u64,
    pub ports: u32,
    /// Most cycles behind a start for which it keeps its bank.
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

    /// The first cycle in which something can still start.
    #[inline(always)]
    pub(super) fn horizon(&self) -> u64 {
        // Caches 6
        self.newest.saturating_sub(ORDER)
    }

    #[inline(always)]
    fn cell(&self, cycle: u64) -> Cell {
        let cell = self.cells[cycle as usize % CELLS];
        if cell.cycle == cycle {
            cell
        } else {
            Cell::default()
        }
    }

    /// Whether all ports of a cycle are taken, and the banks that are.
    #[inline(always)]
    pub(super) fn look(&self, cycle: u64) -> (bool, u64) {
        let cell = self.cell(cycle);
        (cell.used >= self.ports, cell.banks)
    }

    /// Whether an access to a bank finds a port of a cycle, and no access in its way.
    #[inline(always)]
    pub(super) fn admits(&self, cycle: u64, bank: usize) -> bool {
        let cell = &self.cells[cycle as usize % CELLS];
        cell.cycle != cycle || cell.used < self.ports && cell.banks >> bank & 1 == 0
    }

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

    /// Whether an access that asks in a cycle starts in it, if that is the cycle of the newest start or one behind it; false for others.
    #[inline(always)]
    pub(crate) fn starts_at_once(&self, cycle: u64) -> bool {
        cycle > self.newest || cycle == self.newest && !self.look(cycle).0
    }

    /// The first access takes a port of a cycle behind the newest start; there are no banks.
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

    /// An access takes a port, and a bank of the mask, in a cycle from the horizon on.
    #[inline(always)]
    pub(crate) fn take(&mut self, cycle: u64, banks: u64) {
        self.newest = self.newest.max(cycle);
        self.mark(cycle, banks, 1);
    }

    /// Takes a bank in cycles behind a start, fewer than [`ORDER`].
    pub(super) fn keep(&mut self, start: u64, cycles: u64, banks: u64) {
        for cycle in start + 1..start + cycles {
            self.mark(cycle, banks, 0);
        }
    }

    /// The first cycle from `asked` on in which an access can start; it is taken.
    #[inline(always)]
    pub(crate) fn grant(&mut self, asked: u64) -> u64 {
        // Caches 6
        let mut start = asked;
        if asked <= self.newest {
            start = asked.max(self.horizon());
            while self.look(start).0 {
                start += 1;
            }
        }
        self.take(start, 0);
        start
    }
}

/// What starts in some cycles.
#[derive(Clone, Debug)]
pub(crate) struct Starts {
    /// In order.
    cells: Vec<Cell>,
    newest: u64,
}

impl Cell {
    #[inline(always)]
    fn visit(&mut self, visitor: &mut impl Visitor) {
        visitor.cycle(&mut self.cycle);
        visitor.word(self.banks);
        visitor.word(self.used.into());
    }
}

impl Calendar {
    /// Cycles behind one in which something starts.
    #[inline(always)]
    fn behind(&self, over: u64) -> std::ops::RangeInclusive<u64> {
        // Nothing before the horizon is asked for again.
        self.horizon().max(over + 1)..=self.newest + self.most_kept
    }

    /// What starts behind a cycle.
    pub(crate) fn starts(&self, over: u64) -> Starts {
        let cells = self.behind(over).map(|cycle| self.cell(cycle));
        Starts {
            cells: cells.filter(|cell| cell.cycle > 0).collect(),
            newest: self.newest,
        }
    }

    /// This and nothing else starts behind a cycle.
    pub(crate) fn put(&mut self, starts: &Starts, over: u64) {
        for cycle in self.behind(over) {
            self.cells[cycle as usize % CELLS] = Cell::default();
        }
        for cell in &starts.cells {
            self.cells[cell.cycle as usize % CELLS] = *cell;
        }
        self.newest = starts.newest;
    }

    /// Tells what starts behind a cycle, as a copy of it does.
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
