//! A row of the pipeline view: an instruction on its way through the pipe, and the trait of what writes rows.

use std::io;

use events::{FlushKind, MemoryLevel, Stall};
use isa::MemoryKind;
use profileme::Pipe;

/// The fetch that brought an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fetched {
    /// Cycle in which it started.
    pub start: u64,
    /// First cycle in which the instruction could issue: its bundle is in the decoupling buffer.
    pub entry: u64,
}

/// What became of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It retired.
    Retired,
    /// It retired with a false predicate.
    PredicatedOff,
    /// It was fetched on the right path, and a flush killed it before it issued.
    Killed(FlushKind),
    /// It was fetched on a path that was abandoned.
    WrongPath,
}

/// Cycles that were spent on one thing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Span {
    /// On what.
    pub stall: Stall,
    /// The first cycle.
    pub from: u64,
    /// The one behind the last.
    pub to: u64,
}

/// The memory access of an instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Access {
    /// Kind.
    pub kind: MemoryKind,
    /// Where its data came from, or where a store found its line; `None`: a flush.
    pub level: Option<MemoryLevel>,
    /// Cycle in which its data were there.
    pub completes: u64,
}

/// An instruction, or a bundle that never issued.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Address of the bundle.
    pub ip: u64,
    /// Slot; `None`: the whole bundle.
    pub slot: Option<u8>,
    /// The instruction; empty for a bundle that never issued.
    pub text: String,
    /// Number of the instruction in the run, of those that retire; `None`: it does not.
    pub number: Option<u64>,
    /// Thread.
    pub thread: u32,
    /// Its fetch, when that was heard.
    pub fetched: Option<Fetched>,
    /// Cycle of issue.
    pub issue: Option<u64>,
    /// The cycle behind its last in the pipe.
    pub end: u64,
    /// What became of it.
    pub fate: Fate,
    /// What the cycles were spent on in which it could have issued and did not.
    pub waits: Vec<Span>,
    /// Its memory access; `None`: it made none.
    pub memory: Option<Access>,
}

impl Row {
    /// The first cycle of which something is known.
    #[must_use]
    pub fn start(&self) -> u64 {
        let first = self.fetched.map(|fetched| fetched.start);
        first.or(self.issue).unwrap_or(self.end)
    }

    /// Address, slot and text.
    #[must_use]
    pub fn label(&self) -> String {
        match (self.slot, self.fate) {
            (Some(slot), _) => format!("{:#018x}.{slot} {}", self.ip, self.text),
            (None, Fate::WrongPath) => format!("{:#018x}   (wrong path)", self.ip),
            (None, _) => format!("{:#018x}   (never issued)", self.ip),
        }
    }

    /// The stages with their first cycles, in order; each lasts to the next, the last one to [`Self::end`]. `BUF` is the
    /// decoupling buffer.
    #[must_use]
    pub fn stages(&self, pipe: &Pipe) -> Vec<(&'static str, u64)> {
        let mut stages = Vec::new();
        if let Some(fetched) = self.fetched {
            let front = pipe.front.len() as u64;
            for (n, &name) in (0..).zip(pipe.front) {
                let from = match n {
                    0 => fetched.start,
                    n => fetched.entry.saturating_sub(front - n).max(fetched.start),
                };
                stages.push((name, from));
            }
            if self.issue.is_none_or(|issue| issue > fetched.entry) {
                stages.push(("BUF", fetched.entry));
            }
        }
        if let Some(issue) = self.issue {
            stages.extend((issue..).zip(pipe.back).map(|(from, &name)| (name, from)));
        }
        stages.retain(|&(_, from)| from < self.end);
        stages
    }
}

/// A form in which rows are written.
pub trait Form {
    /// Takes the next row. Rows come in program order; bundles that a flush kills, and those of a wrong path, come behind the newest group
    /// before the flush. No later row starts before cycle `from`.
    ///
    /// # Errors
    /// It cannot be written.
    fn row(&mut self, row: Row, from: u64) -> io::Result<()>;

    /// There are no more.
    ///
    /// # Errors
    /// They cannot be written.
    fn finish(&mut self) -> io::Result<()>;
}

impl<F: Form + ?Sized> Form for Box<F> {
    fn row(&mut self, row: Row, from: u64) -> io::Result<()> {
        (**self).row(row, from)
    }

    fn finish(&mut self) -> io::Result<()> {
        (**self).finish()
    }
}

/// The name of a flush.
pub(crate) fn flush_name(kind: FlushKind) -> &'static str {
    match kind {
        FlushKind::Mispredict => "misprediction",
        FlushKind::FailedCheck => "failed check",
        FlushKind::Fault => "fault",
        FlushKind::Service => "system call",
        FlushKind::Interruption => "interruption",
        FlushKind::Assist => "assist",
    }
}
