//! The cycles and events of each execution that replay has learned, by the number that it has there: counted as often as it is replayed.

use std::ops::Range;

use events::{Culprit, Reason};

/// The groups of an execution that issued in a cycle of their own, a bit for the first slot of each ([`Probe::issued`](events::Probe::issued)).
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Issued {
    /// Groups that begin an instruction group.
    pub groups: u64,
    /// Rests of split groups.
    pub limited: u64,
}

impl Issued {
    /// The groups by what their cycle of issue is spent on.
    pub(super) fn by_reason(self) -> [(Reason, u64); 2] {
        [
            (Reason::Unstalled, self.groups),
            (Reason::Split, self.limited),
        ]
    }
}

/// Cycles in which a group waited.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Waited {
    /// First slot of the group.
    pub slot: u8,
    pub reason: Reason,
    pub cycles: u64,
    pub culprit: Option<Culprit>,
}

/// The cycles of an execution.
#[derive(Debug, Default, Clone, PartialEq, Eq)]
pub(super) struct Course {
    pub issued: Issued,
    pub waits: Vec<Waited>,
    /// How many of the waits were delivered before the groups that issued.
    pub early: usize,
}

impl Course {
    fn clear(&mut self) {
        self.issued = Issued::default();
        self.waits.clear();
        self.early = 0;
    }
}

/// The records so far of the execution that is being timed in full.
#[derive(Debug, Default)]
pub(super) struct ExecutionRecords {
    pub code: u32,
    pub course: Course,
    /// Slot of a branch, whether it was taken and whether it was mispredicted.
    pub branch: Option<(u8, bool, bool)>,
    /// Slots of loads that missed L1D, with an index into [`MemoryLevel::BEHIND_L1`](events::MemoryLevel::BEHIND_L1).
    pub loads: Vec<(u8, u8)>,
    /// Slots of references that missed the first level of the data TLB.
    pub untranslated: Vec<u8>,
    /// Slots of checks that failed.
    pub failed: Vec<u8>,
}

impl ExecutionRecords {
    pub(super) fn clear(&mut self) {
        self.course.clear();
        self.branch = None;
        self.loads.clear();
        self.untranslated.clear();
        self.failed.clear();
    }
}

/// What one learned execution did.
#[derive(Debug, Default, Clone)]
pub(super) struct Memo {
    pub code: u32,
    pub issued: Issued,
    pub branch: Option<(u8, bool, bool)>,
    waits: Part,
    loads: Part,
    untranslated: Part,
    failed: Part,
}

/// The entries of one memo in a list that all memos share.
type Part = Range<u32>;

/// Appends to a list; returns where the new entries stand.
fn append<T: Copy>(list: &mut Vec<T>, new: &[T]) -> Part {
    let from = list.len() as u32;
    list.extend_from_slice(new);
    from..list.len() as u32
}

fn part<'l, T>(list: &'l [T], part: &Part) -> impl Iterator<Item = &'l T> + use<'l, T> {
    let range = part.start as usize..part.end as usize;
    list.get(range).into_iter().flatten()
}

/// All memos, by their number.
#[derive(Debug, Default)]
pub(super) struct Memos {
    memos: Vec<Memo>,
    waits: Vec<Waited>,
    loads: Vec<(u8, u8)>,
    untranslated: Vec<u8>,
    failed: Vec<u8>,
}

impl Memos {
    /// Keeps the records of an execution under a number, which has none so far.
    pub(super) fn keep(&mut self, number: u32, records: &ExecutionRecords) {
        let index = number as usize;
        if index >= self.memos.len() {
            self.memos.resize_with(index + 1, Memo::default);
        }
        self.memos[index] = Memo {
            code: records.code,
            issued: records.course.issued,
            branch: records.branch,
            waits: append(&mut self.waits, &records.course.waits),
            loads: append(&mut self.loads, &records.loads),
            untranslated: append(&mut self.untranslated, &records.untranslated),
            failed: append(&mut self.failed, &records.failed),
        };
    }

    pub(super) fn clear(&mut self) {
        self.memos.clear();
        self.waits.clear();
        self.loads.clear();
        self.untranslated.clear();
        self.failed.clear();
    }

    pub(super) fn get(&self, number: u32) -> Option<&Memo> {
        self.memos.get(number as usize)
    }

    /// Cycles in which groups waited.
    pub(super) fn waits(&self, memo: &Memo) -> impl Iterator<Item = &Waited> + use<'_> {
        part(&self.waits, &memo.waits)
    }

    /// Loads of a memo: see [`ExecutionRecords::loads`].
    pub(super) fn loads(&self, memo: &Memo) -> impl Iterator<Item = &(u8, u8)> + use<'_> {
        part(&self.loads, &memo.loads)
    }

    /// References of a memo that missed the data TLB: see [`ExecutionRecords::untranslated`].
    pub(super) fn untranslated(&self, memo: &Memo) -> impl Iterator<Item = &u8> + use<'_> {
        part(&self.untranslated, &memo.untranslated)
    }

    /// Checks of a memo that failed: see [`ExecutionRecords::failed`].
    pub(super) fn failed(&self, memo: &Memo) -> impl Iterator<Item = &u8> + use<'_> {
        part(&self.failed, &memo.failed)
    }
}
