//! Values under way, as a state names them: relative to the current frame and rotation.
//!
//! The scoreboard keeps a value in an entry, which stays the same while calls and rotation give its register other names. Equal states may lie
//! at different places of the register stack (another depth of calls, another turn of a rotating loop), so a state names entries by where they
//! lie from r32 and from the first rotating registers. How these names change over an execution ([`change`]) is part of its exit's key.

use crate::model::issue::scoreboard::{Scoreboard, Value, WRITTEN, Written};
use crate::model::register_stack::rename::{
    BR_ENTRY, ENTRIES, FR_ROTATING, Mapping, PR_ENTRY, PR_ROTATING, STACKED, STACKED_MASK,
    is_branch,
};

/// Rotates a number among the `size` numbers from `first` on, by `by` of them; other numbers stay.
fn turn(number: u16, first: u16, size: u16, by: u16) -> u16 {
    match number - first {
        place if place < size => first + (place + by) % size,
        _ => number,
    }
}

/// The name of a scoreboard entry; [`entry`] finds it again. Stacked general registers are numbered from r32 of the current frame on, modulo the
/// number of their entries: behind r127, and at the end, lie those of other frames.
pub(super) fn name(m: Mapping, entry: u16) -> u16 {
    match entry {
        STACKED.. => {
            let place = entry.wrapping_sub(m.base) & STACKED_MASK;
            turn(STACKED + place, STACKED, m.sor, m.sor - m.rrb_gr)
        }
        FR_ROTATING..PR_ENTRY => turn(entry, FR_ROTATING, 96, 96 - m.rrb_fr),
        PR_ROTATING..BR_ENTRY => turn(entry, PR_ROTATING, 48, 48 - m.rrb_pr),
        _ => entry,
    }
}

/// The entry of a [`name`].
pub(super) fn entry(m: Mapping, name: u16) -> u16 {
    match name {
        STACKED.. => STACKED + ((turn(name, STACKED, m.sor, m.rrb_gr) + m.base) & STACKED_MASK),
        FR_ROTATING..PR_ENTRY => turn(name, FR_ROTATING, 96, m.rrb_fr),
        PR_ROTATING..BR_ENTRY => turn(name, PR_ROTATING, 48, m.rrb_pr),
        _ => name,
    }
}

/// [`change`] between two mappings without rotation; `base` and `next`: the place of r32 before and behind.
#[inline(always)]
pub(super) fn moved(base: u16, next: u16) -> u64 {
    u64::from(next.wrapping_sub(base) & STACKED_MASK) << 14
}

/// How the names of entries change from a mapping to the next one, in a word: equal for pairs of mappings that change all names alike.
#[inline]
pub(super) fn change(m: Mapping, next: Mapping) -> u64 {
    // The same as below, without remainders.
    if !m.turns() && !next.turns() {
        return moved(m.base, next.base);
    }
    let moved = next.base.wrapping_sub(m.base) & STACKED_MASK;
    let general = if moved == 0 && m.sor == next.sor {
        let by = (next.rrb_gr + m.sor - m.rrb_gr) % m.sor.max(1);
        let size = if by == 0 { 0 } else { m.sor };
        u64::from(by) | u64::from(size) << 7
    } else if m.rrb_gr == 0 && next.rrb_gr == 0 {
        u64::from(moved) << 14
    } else {
        [moved, m.sor, m.rrb_gr, next.sor, next.rrb_gr]
            .into_iter()
            .fold(1, |key, field| key << 9 | u64::from(field))
    };
    let float = (next.rrb_fr + 96 - m.rrb_fr) % 96;
    let predicate = (next.rrb_pr + 48 - m.rrb_pr) % 48;
    general | u64::from(float) << 50 | u64::from(predicate) << 57
}

/// [`change`] where the rotating registers turn by one, of which `sor` are general ones.
#[inline(always)]
pub(super) fn turned(sor: u16) -> u64 {
    // All but one place, which is one place down.
    let by = u64::from(sor.saturating_sub(1));
    let size = if by == 0 { 0 } else { u64::from(sor) };
    by | size << 7 | 95 << 50 | 47 << 57
}

/// Lists the entries and values that an instruction may wait for that issues in cycle `from` or later, and branch registers that the front
/// end may read too early: those that are written behind cycle `seen` (Branch prediction 6).
pub(super) fn pending(
    scoreboard: &mut Scoreboard,
    (from, seen): (u64, u64),
    list: &mut Vec<(u16, Value)>,
) {
    let Written { entries, count } = &scoreboard.written;
    let value = |entry: u16| (entry, scoreboard.value(entry));
    let is_pending = |&(entry, value): &(u16, Value)| {
        scoreboard.settled(value) > from || value.ready > seen && is_branch(entry)
    };
    let mut seen = [0u64; ENTRIES / 64];
    let mut is_new = |entry: &u16| {
        let mask = 1 << (entry % 64);
        let seen = &mut seen[usize::from(entry / 64) % (ENTRIES / 64)];
        let is_new = *seen & mask == 0;
        *seen |= mask;
        is_new
    };
    list.clear();
    if *count > WRITTEN {
        // More were written than are noted one by one: all entries are looked at.
        list.extend((0..ENTRIES as u16).map(value).filter(is_pending));
    } else {
        let written = entries[..*count].iter().copied();
        list.extend(written.filter(&mut is_new).map(value).filter(is_pending));
    }
    scoreboard.written.count = list.len().min(WRITTEN + 1);
    for (written, (entry, _)) in scoreboard.written.entries.iter_mut().zip(list) {
        *written = *entry;
    }
}

/// Makes every value ready that [`pending`] listed or that was written since.
pub(super) fn settle(scoreboard: &mut Scoreboard) {
    let count = std::mem::take(&mut scoreboard.written.count);
    match scoreboard.written.entries.get(..count) {
        Some(written) => {
            for &entry in written {
                scoreboard.entries[usize::from(entry) % ENTRIES] = 0;
            }
        }
        None => scoreboard.entries.fill(0),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::model::register_stack::frame::{FrameOp, Frames};
    use crate::model::register_stack::rename::{Renamer, logical};
    use isa::{BranchKind, Register};

    fn mapping(base: u16, sor: u16, rrb_gr: u16, rrb_fr: u16, rrb_pr: u16) -> Mapping {
        Mapping {
            base,
            sor,
            rrb_gr,
            rrb_fr,
            rrb_pr,
        }
    }

    #[test]
    fn an_entry_has_one_name_and_a_register_is_its_own() {
        for m in [
            mapping(0, 0, 0, 0, 0),
            mapping(77, 96, 5, 95, 47),
            mapping(488, 16, 15, 0, 0),
        ] {
            let mut renamer = Renamer::new();
            renamer.enter(m);
            for number in 0..ENTRIES as u16 {
                assert_eq!(entry(m, name(m, number)), number);
            }
            let general = [1, 32, 47, 127].map(Register::Gr);
            let others = [Register::Fr(31), Register::Fr(99), Register::Pr(16)];
            let registers = general.into_iter().chain(others).filter_map(logical);
            let unturned = Renamer::new();
            for register in registers {
                assert_eq!(name(m, renamer.entry(register)), unturned.entry(register));
            }
        }
    }

    #[test]
    fn each_turn_of_a_loop_changes_the_names_alike() {
        let turned = |rrb: u16| mapping(9, 16, rrb, rrb + 80, 0);
        let once = change(turned(15), turned(14));
        assert_eq!(change(turned(14), turned(13)), once);
        assert_ne!(change(turned(14), turned(14)), once);
        assert_ne!(change(mapping(9, 0, 0, 0, 0), mapping(17, 0, 0, 0, 0)), 0);
    }

    #[test]
    fn a_turn_by_one_is_the_change_that_the_frames_make() {
        for sor in [0, 1, 2, 8, 16, 96] {
            let mut frames = Frames::default();
            frames.follow(FrameOp::Alloc(96, 96, 24), false);
            // The base may be larger than the next region is.
            for turn in 0..300 {
                if turn == 40 {
                    frames.follow(FrameOp::Alloc(96, 96, sor), false);
                }
                let before = frames.mapping();
                frames.follow(FrameOp::Branch(BranchKind::Wtop), turn % 2 == 0);
                let told = change(before, frames.mapping());
                assert_eq!(turned(before.sor), told, "{sor}, turn {turn}");
            }
        }
    }
}
