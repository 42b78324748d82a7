//! The stages of the pipe.

use isa::Family;

/// The stages that a sample's time stamps are of. All but the wait for issue, between the front end and
/// [`EXP`](Pipe::back), take one cycle each.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pipe {
    /// Stages before the decoupling buffer, in order; the first one is that of the fetch.
    pub front: &'static [&'static str],
    /// Stages from the issue (EXP) to retirement (WRB), in order.
    pub back: &'static [&'static str],
    /// Cycles from a fetch that nothing delays to the entry of its bundles into the decoupling buffer
    /// (`frontend.depth`).
    pub depth: u64,
    /// Bundles that the decoupling buffer holds (`frontend.buffer_bundles`).
    pub buffer: u64,
}

impl Pipe {
    /// The pipe of a family (Itanium reference manual, chapter 3; Itanium 2 reference manual, chapter 2) with a front end
    /// of `depth` cycles and a decoupling buffer of `buffer` bundles.
    #[must_use]
    pub const fn new(family: Family, depth: u64, buffer: u64) -> Self {
        let (front, back): (&[&str], &[&str]) = match family {
            Family::Itanium => (
                &["IPG", "FET", "ROT"],
                &["EXP", "REN", "WLD", "REG", "EXE", "DET", "WRB"],
            ),
            Family::Itanium2 => (&["IPG", "ROT"], &["EXP", "REN", "REG", "EXE", "DET", "WRB"]),
        };
        Pipe {
            front,
            back,
            depth,
            buffer,
        }
    }

    /// The cycle in which a group that issues in a cycle retires.
    #[must_use]
    pub const fn retire(&self, issue: u64) -> u64 {
        issue.saturating_add(self.back.len() as u64 - 1)
    }

    /// The cycle in which a flush acts: fetch begins on the path whose bundles may issue from `resteer` on.
    #[must_use]
    pub const fn trap(&self, resteer: u64) -> u64 {
        resteer.saturating_sub(self.depth)
    }
}
