//! Code that is executed in pieces: groups go across their bounds.

use crate::bench::{Kernel, bundle, ideal_front_end, insn, itanium, itanium2, nops, template};
use config::Machine;
use events::{Block, CodeId, Execution, Raw, Stall};

#[test]
fn a_group_that_spans_two_pieces_of_code_issues_in_one_cycle() {
    // One MMI without a stop, then its other half in the next piece: Itanium 2 has room for both.
    let half = Kernel::new(&[bundle(
        template::MMI,
        [insn::add(2, 3, 3), insn::NOP, insn::NOP],
    )]);
    let machine = ideal_front_end(itanium2());
    assert_eq!(half.cycles(&machine), 0.5);
}

#[test]
fn a_window_that_cannot_take_the_next_piece_of_code_ends_without_an_empty_group() {
    // Two M nops leave Itanium no M port; the next piece begins with another M instruction.
    let half = Kernel::new(&[bundle(template::MMI, [insn::NOP, insn::NOP, insn::NOP])]);
    let machine = ideal_front_end(itanium());
    assert_eq!(half.steady(&machine), [(Stall::IssueLimit, 32)]);
}

/// Counts of dispersal of code that runs once, cut into two pieces before a slot.
fn dispersal_of(machine: &Machine, raw: &[u128], cut: u8) -> [u64; 6] {
    let kernel = Kernel::new(raw);
    let whole = Block::new(CodeId(0), kernel.ip, raw);
    let slots = whole.end_slot;
    let mut timing = uarch::Timing::new(machine, events::Off);
    let mut piece = |block: &Block, end: u8| {
        let execution = Execution {
            end: block.end_slot,
            predicates: !0,
            target: kernel.ip + 16 * u64::from(end / 3),
            ..Execution::default()
        };
        timing.execute(block, &execution);
    };
    if cut == 0 {
        piece(&whole, slots);
    } else {
        let (early, late) = whole.split(cut, [CodeId(0), CodeId(1)]);
        piece(&early, cut);
        piece(&late, slots);
    }
    let counts = timing.finish().counts;
    [
        Raw::InstructionsDispersed,
        Raw::ExplicitStops,
        Raw::ImplicitStops,
        Raw::LostExplicit,
        Raw::LostImplicit,
        Raw::LostLong,
    ]
    .map(|raw| counts[raw])
}

#[test]
fn code_that_is_cut_for_a_region_loses_the_same_slots_as_in_one_piece() {
    let add = insn::add(2, 3, 3);
    for machine in [itanium(), itanium2()] {
        for first in template::ALL {
            for second in template::ALL {
                let raw = [
                    nops(first),
                    nops(second),
                    bundle(template::MII, [add, add, add]),
                    nops(template::MFI + 1),
                ];
                let whole = dispersal_of(&machine, &raw, 0);
                for cut in 1..12 {
                    // A long instruction is not cut.
                    if cut < 6 && raw[usize::from(cut / 3)] & 0x1e == template::MLX && cut % 3 == 2
                    {
                        continue;
                    }
                    assert_eq!(
                        dispersal_of(&machine, &raw, cut),
                        whole,
                        "{first:#x} {second:#x} before slot {cut}"
                    );
                }
            }
        }
    }
}

#[test]
fn a_window_of_one_bundle_has_three_slots_to_lose() {
    // Each bundle is a whole window; the last one has a stop behind its first slot.
    let mut raw = vec![nops(template::MII); 4];
    raw.push(nops(template::M_MI));
    for mut machine in [itanium(), itanium2()] {
        machine.dispersal.bundles = 1;
        let [
            dispersed,
            explicit,
            implicit,
            lost_explicit,
            lost_implicit,
            _,
        ] = dispersal_of(&machine, &raw, 0);
        assert_eq!((dispersed, explicit, implicit), (15, 1, 5));
        assert_eq!((lost_explicit, lost_implicit), (2, 0));
    }
}
