//! What executions did that are remembered, by their numbers: kept until they are forgotten, to be counted as often as they were replayed.

use std::ops::Range;

use events::{Culprit, Reason};

/// First slots of the groups of an execution that issued in a cycle of their own, a bit for each: whole ones, and rests of one.
#[derive(Debug, Default, Clone, Copy, PartialEq, Eq)]
pub(super) struct Issued {
    pub groups: u64,
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
    /// How many of the waits were told before what issued.
    pub early: usize,
}

impl Course {
    fn clear(&mut self) {
        self.issued = Issued::default();
        self.waits.clear();
        self.early = 0;
    }
}

/// What the execution did that is timed in full.
#[derive(Debug, Default)]
pub(super) struct Heard {
    pub code: u32,
    pub course: Course,
    /// Slot of a branch, whether it was taken and whether it was mispredicted.
    pub branch: Option<(u8, bool, bool)>,
    /// Loads by slot and level.
    pub loads: Vec<(u8, u8)>,
    /// References that the first level of the TLB did not know, by slot.
    pub untranslated: Vec<u8>,
}

impl Heard {
    pub(super) fn clear(&mut self) {
        self.course.clear();
        self.branch = None;
        self.loads.clear();
        self.untranslated.clear();
    }
}

/// What one remembered execution did.
#[derive(Debug, Default, Clone)]
pub(super) struct Memo {
    pub code: u32,
    pub issued: Issued,
    pub branch: Option<(u8, bool, bool)>,
    waits: Part,
    loads: Part,
    untranslated: Part,
}

/// A part of a list that all memos share.
type Part = Range<u32>;

/// Appends to a list; where it stands.
fn append<T: Copy>(list: &mut Vec<T>, new: &[T]) -> Part {
    let from = list.len() as u32;
    list.extend_from_slice(new);
    from..list.len() as u32
}

fn part<'l, T>(list: &'l [T], part: &Part) -> impl Iterator<Item = &'l T> + use<'l, T> {
    let range = part.start as usize..part.end as usize;
    list.get(range).into_iter().flatten()
}

/// All that are remembered.
#[derive(Debug, Default)]
pub(super) struct Memos {
    memos: Vec<Memo>,
    waits: Vec<Waited>,
    loads: Vec<(u8, u8)>,
    untranslated: Vec<u8>,
}

impl Memos {
    /// Keeps what was heard as that of a number, which has none so far.
    pub(super) fn keep(&mut self, number: u32, heard: &Heard) {
        let index = number as usize;
        if index >= self.memos.len() {
            self.memos.resize_with(index + 1, Memo::default);
        }
        self.memos[index] = Memo {
            code: heard.code,
            issued: heard.course.issued,
            branch: heard.branch,
            waits: append(&mut self.waits, &heard.course.waits),
            loads: append(&mut self.loads, &heard.loads),
            untranslated: append(&mut self.untranslated, &heard.untranslated),
        };
    }

    pub(super) fn clear(&mut self) {
        self.memos.clear();
        self.waits.clear();
        self.loads.clear();
        self.untranslated.clear();
    }

    pub(super) fn get(&self, number: u32) -> Option<&Memo> {
        self.memos.get(number as usize)
    }

    /// Cycles in which groups waited.
    pub(super) fn waits(&self, memo: &Memo) -> impl Iterator<Item = &Waited> + use<'_> {
        part(&self.waits, &memo.waits)
    }

    /// Loads by slot and level.
    pub(super) fn loads(&self, memo: &Memo) -> impl Iterator<Item = &(u8, u8)> + use<'_> {
        part(&self.loads, &memo.loads)
    }

    /// References that the first level of the TLB did not know, by slot.
    pub(super) fn untranslated(&self, memo: &Memo) -> impl Iterator<Item = &u8> + use<'_> {
        part(&self.untranslated, &memo.untranslated)
    }
}
