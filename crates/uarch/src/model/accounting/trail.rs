//! What executions did to time, in order: the model's own account of it, kept for a listener that may have to be told later
//! ([`events::Earlier`]). The model writes it and never reads it.

use events::{FetchSource, InstructionTlbMiss, Stall};

/// A block that was fetched.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Fetched {
    pub address: u64,
    pub cycle: u64,
    pub entry: u64,
    pub tlb: u64,
    pub cache: u64,
    pub source: FetchSource,
}

/// Cycles spent on something, and the first of them.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Spent {
    pub stall: Stall,
    pub cycles: u32,
    pub from: u64,
}

/// A cycle of issue, with what issued first in it: the address of a bundle, and how many slots behind it.
pub(crate) type Issue = (u64, (u64, u8));

/// Stretches that are kept: more than there are while the decoupling buffer empties once.
const KEPT: usize = 256;

/// The account of the newest executions.
#[derive(Clone, Debug)]
pub(crate) struct Trail {
    /// It is wanted.
    pub kept: bool,
    /// The newest fetch on the right path.
    pub fetch: Option<Fetched>,
    /// Something was fetched since the caller took this back.
    pub has_fetched: bool,
    /// The newest miss of the first-level instruction TLB.
    pub miss: Option<InstructionTlbMiss>,
    /// The newest issue before the execution at hand.
    pub issue: Option<Issue>,
    /// What cycles were spent on, of all stretches so far the newest.
    spent: Box<[Spent; KEPT]>,
    /// All stretches so far.
    pub count: u64,
}

impl Default for Trail {
    fn default() -> Self {
        let none = Spent {
            stall: Stall::Unstalled,
            cycles: 0,
            from: 0,
        };
        Trail {
            kept: false,
            fetch: None,
            has_fetched: false,
            miss: None,
            issue: None,
            spent: Box::new([none; KEPT]),
            count: 0,
        }
    }
}

impl Trail {
    /// Cycles were spent.
    pub(crate) fn spend(&mut self, stall: Stall, from: u64, cycles: u64) {
        self.spent[self.count as usize % KEPT] = Spent {
            stall,
            cycles: u32::try_from(cycles).unwrap_or(u32::MAX),
            from,
        };
        self.count += 1;
    }

    /// A block was fetched.
    pub(crate) fn fetch(&mut self, fetched: Fetched) {
        self.fetch = Some(fetched);
        self.has_fetched = true;
    }

    /// Stretches by their number among all, oldest first; `None`: some are no longer kept.
    pub(crate) fn range(
        &self,
        from: u64,
        to: u64,
    ) -> Option<impl DoubleEndedIterator<Item = Spent> + '_> {
        let is_kept = from + KEPT as u64 >= self.count;
        is_kept.then(|| (from..to).map(|number| self.spent[number as usize % KEPT]))
    }
}
