//! Itanium (Merced): Itanium reference manual for software development, chapters 6 and 7.

mod events;

use super::{Capture, Control, EarLayout, EarRequest, Facts, PalInfo, Tagging};
use crate::control::{Ear, EarMode, Gate, Trace, threshold_of_power};
use crate::tags::{OpcodeMatcher, PMC8, PMC9, RANGE, TagControls, Tagger};
use ::events::{Stage, TlbLevel};

/// PMC11.pt: no data range.
const PASS: u64 = 1 << 28;
/// PMC12: predictions of the target address registers, the second stage, the branch address calculators.
const STAGES: [u64; 3] = [1 << 7, 1 << 14, 1 << 15];

const ABSENT: Control = Control::new(0, 0);
/// plm, ev, oi, pm, es 14:8, umask, threshold of three bits, ism.
const COUNTER: Control = Control::new(0x037f_7f7f, 0);
/// The same with a threshold of two bits.
const NARROW_COUNTER: Control = Control::new(0x033f_7f7f, 0);
/// Enables, match and mask; keeps what is written, ignored bits have no effect.
const MATCHER: Control = Control::new(u64::MAX, 0xf000_0000_3fff_fff8);

/// Registers: 6.2; event address registers: 6.2.5 to 6.2.7; branch trace buffer: 6.2.8.
pub(super) static FACTS: Facts = Facts {
    model: "Itanium",
    code_names: &["Merced"],
    steppings: &[
        (0x0700_0704, "C1"),
        (0x0700_0604, "C0"),
        (0x0700_0404, "B3"),
        (0x0700_0304, "B3"),
    ],
    events: events::EVENTS,
    kind_codes: [0, 0x3, 0x7, 0x3, 0x1, 0x5, 0x8, 0, 0],
    control: &[
        Control::new(0xf1, 0),
        ABSENT,
        ABSENT,
        ABSENT,
        COUNTER,
        COUNTER,
        NARROW_COUNTER,
        NARROW_COUNTER,
        MATCHER,
        MATCHER,
        // plm, pm, tlb, umask, ism; the data side has pt, too.
        Control::new(0x030f_00cf, 0),
        Control::new(0x030f_00cf | PASS, PASS),
        // plm, pm, tar, tm, ptm, ppm, tac, bac.
        Control::new(0xffcf, 0),
        // ta, and what Linux keeps set.
        Control::new(0x0003_ffff_0000_000f, 0x0003_ffff_0000_0001),
    ],
    data: &[
        // Bits 4:2 of a line's address do not exist.
        !0x1c,
        0xfff,
        u64::MAX,
        0xc000_0000_0000_0fff,
        u64::MAX,
        u64::MAX,
        u64::MAX,
        u64::MAX,
        u64::MAX,
        u64::MAX,
        u64::MAX,
        u64::MAX,
        u64::MAX,
        u64::MAX,
        u64::MAX,
        u64::MAX,
        // Index and full bit.
        0xf,
        // Bit 1 beside the slot does not exist.
        !2,
    ],
    counter_width: 32,
    // PAL names PMC4 alone for retired instructions although PMC5 counts them too (Linux corrects this).
    pal: PalInfo {
        r9: 0x0812_2004,
        pmcs: 0x3fff,
        pmds: 0x3_ffff,
        cycles: 0xf0,
        retired: 0x10,
    },
    unimplemented: 0x3ff << 51,
    power: 0,
    // Mask 1 has no event.
    retirement_tags: [RANGE, 0, PMC9, PMC8],
    data_ear: EarLayout {
        // Bit 1 second-level TLB, bit 2 walker, bit 3 software.
        decode: |pmc| ear(pmc, |umask| umask >> 1 & 7),
        encode: |request| encode(request) | PASS,
        system_bit: 6,
        latency: 0xfff,
        overflow: 0,
        // In TLB mode the low bits of the documented examples hold 1.
        translated: Some(1),
        level_at: 62,
        level_codes: [1, 2, 3],
        levels: [
            (TlbLevel::Second, "N/A"),
            (TlbLevel::Second, "L2DTLB"),
            (TlbLevel::Walker, "VHPT"),
            (TlbLevel::Software, "SW"),
        ],
    },
    instruction_ear: EarLayout {
        // The instruction side has one level.
        decode: |pmc| ear(pmc, |umask| umask >> 1 & 6),
        encode,
        system_bit: 6,
        latency: 0xfff,
        overflow: 0,
        translated: Some(0),
        level_at: 0,
        level_codes: [1, 1, 3],
        levels: [
            (TlbLevel::Walker, "VHPT"),
            (TlbLevel::Walker, "VHPT"),
            (TlbLevel::Software, "SW"),
            (TlbLevel::Software, "SW"),
        ],
    },
    trace,
    trace_stages: Some(STAGES),
    tagging: Tagging::Joint,
    tagger,
};

fn ear(pmc: u64, levels: fn(u8) -> u8) -> Ear {
    let umask = (pmc >> 16 & 0xf) as u8;
    Ear {
        gate: Gate::decode(pmc),
        mode: if pmc >> 7 & 1 != 0 {
            EarMode::Tlb(levels(umask))
        } else {
            EarMode::Cache(threshold_of_power(umask))
        },
    }
}

fn encode(request: &EarRequest) -> u64 {
    u64::from(request.plm)
        | u64::from(request.pm) << 6
        | u64::from(request.capture == Capture::Tlb) << 7
        | u64::from(request.umask) << 16
        | u64::from(request.ism) << 24
}

fn trace(pmc: u64) -> Trace {
    let stages = STAGES
        .into_iter()
        .zip([Stage::First, Stage::Second, Stage::Third]);
    Trace {
        stages: stages
            .filter(|(bit, _)| pmc & bit != 0)
            .fold(0, |stages, (_, stage)| stages | 1 << stage as u8),
        ..Trace::decode(pmc)
    }
}

fn tagger(controls: &TagControls) -> Tagger {
    Tagger::Joint {
        all: controls.pmc[13] & 1 != 0,
        instruction: controls.instruction,
        matchers: [8, 9].map(|index| OpcodeMatcher(controls.pmc[index])),
        pass: controls.pmc[11] & PASS != 0,
        data: controls.data,
    }
}
