//! Paths: sequences of blocks that execute as one, for runs that need no record of each block (superblocks, made at run
//! time).
//!
//! A block ends at every branch, because its record says where it was left. Without records, a block goes on with the
//! block that mostly follows it ([`Votes`]): the one behind a branch that is mostly not taken, or the target of a
//! branch that is mostly taken. In the second case the branch is inverted and leaves the path when it is not taken. A
//! path grows only after several executions: code that executes once or twice is not worth a path, and the direction of
//! a single execution may be the rare one. A loop is unrolled: its blocks are in its path several times.
//!
//! A path is entered at its first block only. It saves the work between blocks and nothing else: its steps are those of
//! the blocks. `tests/agreement.rs` compares paths with the general way.

use events::Segment;

use super::lower::{INDIRECT, Lowered, NO_LINK, PathExit};
use super::uop::{Code, Uop, chain, is_guarded, unchain};
use crate::block::BlockId;
use crate::trail::Last;

/// Blocks in a path, at most.
const BLOCKS: usize = 8;
/// Blocks in a path that is an unrolled loop, at most.
const TURNS: usize = 16;
/// Lead, in executions, that one exit has over the others when the path is lengthened there.
const LEAD: u8 = 3;
/// Executions after which the path is lengthened in any case, by the exit of the latest one.
const MOST_VOTES: u8 = 16;
/// Steps in a path, at most.
pub(super) const STEPS: usize = 128;

impl Lowered {
    /// The blocks of a path; empty for a path of one block.
    #[inline(always)]
    fn segments(&self) -> &[Segment] {
        self.cold().map_or(&[], |cold| {
            cold.segments.get(..cold.segments_now).unwrap_or(&[])
        })
    }

    /// The blocks of a path, also of one with a single block.
    fn all_segments(&self) -> Vec<Segment> {
        match self.segments() {
            [] => vec![self.alone()],
            segments => segments.to_vec(),
        }
    }

    /// The single block of a path, as a segment.
    fn alone(&self) -> Segment {
        Segment {
            block: self.id.0,
            first_step: 0,
            instructions_before: 0,
            last: 0,
            taken: false,
        }
    }

    /// Calls `look` with the blocks of a path up to and with number `last`.
    #[inline(always)]
    pub(super) fn with_segments<T>(&self, last: usize, look: impl FnOnce(&[Segment]) -> T) -> T {
        match self.segments().get(..=last) {
            Some(segments) => look(segments),
            None => look(&[self.alone()]),
        }
    }

    /// The block of the path that a step belongs to: its index in the path, its number, and the instructions of the
    /// path before it.
    pub(super) fn segment(&self, step: usize) -> (usize, BlockId, u64) {
        let mut found = (0, self.id, 0);
        for (n, segment) in self.segments().iter().enumerate() {
            if usize::from(segment.first_step) <= step {
                found = (
                    n,
                    BlockId(segment.block),
                    u64::from(segment.instructions_before),
                );
            }
        }
        found
    }

    /// The last slot that is executed of a block of the path when the path goes on behind it.
    pub(super) fn last_of(&self, segment: usize) -> Last {
        let slot = self
            .segments()
            .get(segment)
            .map_or(0, |segment| segment.last);
        Last::of_path(segment as u8, slot)
    }

    /// The blocks of a path up to and with number `segment`, each with the slot behind which the path goes on: for
    /// trails.
    pub(crate) fn passed(&self, segment: u8) -> Vec<(u32, u8)> {
        let known = self.known();
        known
            .get(..=usize::from(segment))
            .map_or_else(Vec::new, <[_]>::to_vec)
    }

    /// All blocks that trails of contexts may mean by segments of the path.
    pub(crate) fn known(&self) -> Vec<(u32, u8)> {
        let known = self.cold().map_or(&[][..], |cold| &cold.segments);
        known.iter().map(|one| (one.block, one.last)).collect()
    }

    /// Makes a path of one block. The segments that `self` had before stay known, and [`Lowered::append`] only takes
    /// blocks that agree with them, so that what trails of contexts have noted stays true.
    pub(crate) fn begin(&mut self, block: &Lowered) {
        let known = self
            .cold_mut()
            .map(|cold| std::mem::take(&mut cold.segments));
        *self = block.clone();
        self.unlink();
        if let Some(cold) = self.cold_mut() {
            cold.segments = known.unwrap_or_default();
            cold.segments_now = 0;
        }
    }

    /// Notes that the path was left by an exit behind which no block is known. Returns whether that block is to be noted:
    /// it is appended if that is possible, else a path that begins with it is linked to the exit.
    pub(crate) fn leave(&mut self, exit: usize) -> bool {
        // A block can be appended only behind the end or the last step, and only to a path that is not full. In all
        // other cases there is nothing to vote about.
        let last = self.uops.last();
        let ends = exit == 0 || last.is_some_and(|uop| usize::from(uop.extra & 0xff) == exit);
        self.cold_mut().is_none_or(|cold| {
            !ends || cold.changes || cold.segments_now >= BLOCKS || cold.votes.count(exit)
        })
    }

    /// Appends a block or a path behind one of the exits. That exit has to be the end of the path, a branch that is
    /// always taken, or a branch that is the last step, and the result must not exceed the limits. Returns whether the
    /// block was appended.
    pub(crate) fn append(&mut self, exit: usize, block: &Lowered) -> bool {
        let (Some(cold), Some(added)) = (self.cold(), block.cold()) else {
            return false;
        };
        let limit = if block.id == self.id { TURNS } else { BLOCKS };
        let exits = self.exits.len() + block.exits.len() - 1;
        if cold.changes
            || cold.segments_now.max(1) + added.segments_now.max(1) > limit
            || self.uops.len() + block.uops.len() > STEPS
            || exits > usize::from(u8::MAX)
        {
            return false;
        }
        let mut uops = self.uops.to_vec();
        unchain(self.first, &mut uops);
        let Some(goes_on) = GoesOn::by(&mut uops, exit) else {
            return false;
        };
        let steps = uops.len();
        let here = self.exits[exit];
        let frame = match goes_on {
            GoesOn::Called => Some(0),
            GoesOn::Always | GoesOn::Unless => cold.known_frame,
        };
        let fits = match frame {
            Some(frame) => block.frame <= frame,
            None => !block.is_barred(),
        };
        let mut segments = self.all_segments();
        let number = segments.len();
        segments[number - 1].last = here.last.slot();
        segments[number - 1].taken = here.last.is_branch();
        segments.extend(block.all_segments().into_iter().map(|segment| Segment {
            first_step: segment.first_step + steps as u16,
            instructions_before: segment.instructions_before + here.count,
            ..segment
        }));
        if !fits || !is_continued(&cold.segments, &segments) {
            return false;
        }
        let (known_frame, changes) = (added.known_frame.or(frame), added.changes);
        let moved = |exit: &PathExit| PathExit {
            next: match exit.next {
                INDIRECT => INDIRECT,
                _ => NO_LINK,
            },
            count: exit.count + here.count,
            last: exit.last.moved(number as u8),
            ..*exit
        };
        let shift = self.exits.len() as u16 - 1;
        let step = |uop: &Uop| {
            let mut uop = *uop;
            if uop.code.can_leave() {
                uop.extra += shift;
            }
            uop
        };
        let mut appended = block.uops.to_vec();
        unchain(block.first, &mut appended);
        uops.extend(appended.iter().map(step));
        self.first = chain(&mut uops);
        self.uops = uops.into();
        let mut exits = self.exits.to_vec();
        if let GoesOn::Unless = goes_on {
            exits[exit] = exits[0];
        }
        exits[0] = moved(&block.exits[0]);
        exits.extend(block.exits[1..].iter().map(moved));
        self.exits = exits.into();
        self.count = block.count + u32::from(here.count);
        self.turns |= self.rotates || block.turns;
        self.rotates |= block.rotates;
        if frame.is_none() {
            self.frame = self.frame.max(block.frame);
        }
        self.plain_frame = if self.turns { u8::MAX } else { self.frame };
        if let Some(cold) = self.cold_mut() {
            cold.known_frame = known_frame;
            cold.changes = changes;
            cold.segments_now = segments.len();
            if cold.segments.len() <= segments.len() {
                cold.segments = segments;
            }
        }
        true
    }
}

/// Whether the shorter of two sequences of blocks is the beginning of the longer one.
fn is_continued(known: &[Segment], segments: &[Segment]) -> bool {
    let shorter = known.len().min(segments.len());
    known.iter().zip(segments).enumerate().all(|(n, (a, b))| {
        // The last block of the shorter sequence has no successor in it, and so no place where it goes on.
        let last = n + 1 == shorter || (a.last, a.taken) == (b.last, b.taken);
        last && (a.block, a.first_step, a.instructions_before)
            == (b.block, b.first_step, b.instructions_before)
    })
}

/// A majority vote over the exits by which a path is left, those that have a known successor not counted.
#[derive(Copy, Clone, Debug, Default)]
pub(super) struct Votes {
    /// The index of the exit that leads.
    exit: u8,
    /// By how many executions it leads over the others.
    lead: u8,
    /// All executions counted.
    all: u8,
}

impl Votes {
    /// Counts an execution that left by `exit`. Returns whether the vote is over; then `exit` has won and counting begins
    /// again.
    fn count(&mut self, exit: usize) -> bool {
        if self.lead == 0 {
            self.exit = exit as u8;
        }
        match usize::from(self.exit) == exit {
            true => self.lead += 1,
            false => self.lead -= 1,
        }
        self.all += 1;
        let won = self.lead >= LEAD || self.all >= MOST_VOTES;
        if won {
            *self = Self::default();
        }
        won
    }
}

/// How a path goes on with an appended block.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum GoesOn {
    /// Behind its last step, or at the target of a branch that is always taken; the step of that branch is removed.
    Always,
    /// At the target of its last branch, which is inverted: it leaves the path when the original branch is not taken.
    Unless,
    /// At the target of a call that is always executed.
    Called,
}

impl GoesOn {
    /// How a path can go on behind an exit; `None` if it cannot. Changes the last step for it.
    fn by(uops: &mut Vec<Uop>, exit: usize) -> Option<Self> {
        if exit == 0 {
            return Some(Self::Always);
        }
        let leaves = |uop: &Uop| uop.code.can_leave() && usize::from(uop.extra & 0xff) == exit;
        let at = uops.iter().position(leaves)?;
        if uops[at].code == Code::Br {
            uops.truncate(at);
            return Some(Self::Always);
        }
        let guarded = is_guarded(uops, at);
        let last = uops.last_mut().filter(|uop| leaves(uop))?;
        if last.code == Code::BrCall && !guarded {
            last.code = Code::Call;
            return Some(Self::Called);
        }
        last.code = last.code.inverse()?;
        if last.code.is_fused() {
            (last.a, last.b) = (last.b, last.a);
        }
        Some(Self::Unless)
    }
}

#[cfg(test)]
mod tests {
    use crate::block::{BlockId, decode};
    use crate::fast::lower;
    use crate::fast::lower::Lowered;
    use crate::memory::{AddressSpace, PAGE_SIZE, Protection, Sharing};

    /// A block of one bundle whose last slot is an instruction of the B unit.
    fn block(number: u32, branch: u128) -> Lowered {
        let bits = 0x11u128 | 1 << (27 + 5) | 1 << (27 + 46) | branch << 87;
        let mut space = AddressSpace::new();
        space.map(0, PAGE_SIZE, Protection::RWX, Sharing::Private);
        let ip = 16 * u64::from(number);
        space.poke(ip, &bits.to_le_bytes()).expect("mapped");
        lower(&decode(BlockId(number), 0, &mut space, ip, 0).expect("code"))
    }

    const CALL: u128 = 5 << 37 | 1 << 13;
    const BRANCH: u128 = 4 << 37 | 2 << 13;

    #[test]
    fn a_call_that_may_be_left_out_does_not_lead_a_path_on() {
        for (predicate, leads) in [(0, true), (6, false)] {
            let mut path = block(1, CALL | predicate);
            let exit = path.exits.len() - 1;
            assert_eq!(path.append(exit, &block(2, BRANCH)), leads, "{predicate}");
        }
    }

    #[test]
    fn a_loop_that_rotates_registers_is_unrolled_for_execution_by_the_maps_alone() {
        let ctop = 4 << 37 | 7 << 6;
        let mut path = block(1, ctop);
        assert!(path.rotates && !path.turns);
        assert_eq!(path.plain_frame, path.frame);
        let (behind, turn) = (path.exits[0].place, path.clone());
        assert!(path.append(1, &turn));
        assert!(path.turns);
        assert_eq!((path.plain_frame, path.frame), (u8::MAX, turn.frame));
        // The first turn leaves the path where the loop ends, the second one where it goes on.
        let places = [1, 2].map(|exit| path.exits[exit].place);
        assert_eq!(places, [behind, turn.exits[1].place]);
        // What follows the loop may be appended as well.
        let mut path = turn;
        assert!(path.append(0, &block(2, BRANCH)));
        assert!(path.turns);
    }

    #[test]
    fn a_path_goes_on_where_it_is_mostly_left() {
        let left = |exits: &[usize]| {
            let mut path = block(1, BRANCH | 6);
            let last = exits.iter().position(|&exit| path.leave(exit));
            last.map(|last| exits[last])
        };
        assert_eq!(left(&[0, 0]), None);
        assert_eq!(left(&[0, 0, 0]), Some(0));
        // The first exit is the rare one.
        assert_eq!(left(&[0, 1, 1, 0, 1, 1]), None);
        assert_eq!(left(&[0, 1, 1, 0, 1, 1, 1]), Some(1));
        // None leads for long.
        assert_eq!(left(&[0, 1].repeat(8)), Some(1));
    }

    #[test]
    fn what_follows_a_path_that_cannot_go_on_is_noted_at_once() {
        // Nothing follows a branch in the middle, nor an end that is left for the first time.
        let mut path = block(1, BRANCH | 6);
        assert!(path.append(1, &block(2, BRANCH | 7)));
        assert!(path.leave(1));
        assert!(!path.leave(0));
        while path.append(0, &block(3, BRANCH | 6)) {}
        assert!(path.leave(0));
    }

    #[test]
    fn a_path_that_is_made_again_takes_the_blocks_that_trails_know() {
        let (first, second, third) = (
            block(1, BRANCH | 6),
            block(2, BRANCH | 7),
            block(3, BRANCH | 8),
        );
        let mut path = Lowered::absent();
        path.begin(&first);
        assert!(path.append(0, &second));
        let passed = |path: &Lowered| path.passed(0);
        assert_eq!(passed(&path), [(1, 2)]);
        path.empty();
        assert_eq!(passed(&path), [(1, 2)]);
        path.begin(&first);
        assert!(!path.append(0, &third));
        assert!(path.append(0, &second));
        assert!(path.append(0, &third));
    }

    #[test]
    fn a_branch_that_leads_a_path_on_leaves_it_where_it_is_not_taken() {
        let mut path = block(1, BRANCH | 6);
        let (behind, target) = (path.exits[0].place, path.exits[1].place);
        assert!(path.append(1, &block(2, BRANCH)));
        assert_ne!(behind, target);
        let left = path.exits[1];
        assert_eq!((left.place, left.count), (behind, 3));
        assert_eq!(path.count, 6);
        assert_eq!(path.segment(path.uops.len() - 1).1, BlockId(2));
    }
}
