//! Itanium 2 (McKinley, Madison): Itanium 2 reference manual, chapters 10 and 11; libpfm for field positions.

mod events;

use super::{Capture, Control, EarLayout, Facts, PalInfo, Tagging};
use crate::control::{Ear, EarMode, Gate, Trace, threshold_of_power};
use crate::tags::{MemoryConstraint, OpcodeMatcher, TagControls, Tagger};
use ::events::TlbLevel;

/// PMC4.enable: the monitor is powered.
const POWER: u64 = 1 << 23;

const ABSENT: Control = Control::new(0, 0);
/// plm, ev, oi, pm, es 15:8, umask, threshold, ism.
const COUNTER: Control = Control::new(0x037f_ff7f, 0);
/// Enables, match and mask; keeps what is written, ignored bits have no effect. Bit 2 must be set.
const MATCHER: Control = Control::new(u64::MAX, 0xf000_0000_3fff_fffc);

const LEVELS: [(TlbLevel, &str); 3] = [
    (TlbLevel::Second, "N/A"),
    (TlbLevel::Walker, "VHPT"),
    (TlbLevel::Software, "FAULT"),
];

pub(super) static FACTS: Facts = Facts {
    model: "Itanium2",
    code_names: &["McKinley", "Madison"],
    steppings: &[
        (0x1f00_0404, "B0"),
        (0x1f00_0504, "B1"),
        (0x1f00_0604, "B2"),
        (0x1f00_0704, "B3"),
    ],
    events: events::EVENTS,
    kind_codes: [0, 0x5, 0x4, 0x6, 0x3, 0x2, 0x1, 0, 0],
    control: &[
        Control::new(0xf1, 0),
        ABSENT,
        ABSENT,
        ABSENT,
        Control::new(COUNTER.bits | POWER, POWER),
        COUNTER,
        COUNTER,
        COUNTER,
        MATCHER,
        MATCHER,
        // plm, pm, umask and ct, ism.
        Control::new(0xffff, 0),
        // plm, pm, mode, umask, ism.
        Control::new(0x030f_01cf, 0),
        // plm, pm, ds, tm, ptm, ppm, brt.
        Control::new(0xffcf, 0),
        Control::new(u64::MAX, 0x2078_fefe_fefe),
        Control::new(0x3fff, 0xdb6),
        Control::new(0xf, 0xf),
    ],
    data: &[
        // Bits 4:2 of a line's address do not exist.
        !0x1c,
        0x1fff,
        u64::MAX,
        0xffff,
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
        // Index, full bit, and four bits about each entry.
        0xf_ffff_ffff,
        u64::MAX,
    ],
    counter_width: 47,
    pal: PalInfo {
        r9: 0x0812_2f04,
        pmcs: 0xffff,
        pmds: 0x3_ffff,
        cycles: 0xf0,
        retired: 0xf0,
    },
    unimplemented: 0,
    power: POWER,
    // The tag of the pair that the mask numbers.
    retirement_tags: [1 << 4, 1 << 5, 1 << 6, 1 << 7],
    data_ear: EarLayout {
        decode: data_ear,
        encode: |request| {
            let mode = match request.capture {
                Capture::Cache => 0,
                Capture::Tlb => 1,
                Capture::Alat => 2,
            };
            u64::from(request.plm)
                | u64::from(request.pm) << 6
                | mode << 7
                | u64::from(request.umask) << 16
                | u64::from(request.ism) << 24
        },
        system_bit: 6,
        latency: 0x1fff,
        overflow: 1 << 13,
        translated: None,
        level_at: 14,
        level_codes: [1, 2, 3],
        levels: [
            LEVELS[0],
            (TlbLevel::Second, "L2DTLB"),
            LEVELS[1],
            LEVELS[2],
        ],
    },
    instruction_ear: EarLayout {
        decode: instruction_ear,
        encode: |request| {
            u64::from(request.plm)
                | u64::from(request.pm) << 4
                | u64::from(request.umask) << 5
                | u64::from(request.capture != Capture::Tlb) << 13
                | u64::from(request.ism) << 14
        },
        system_bit: 4,
        latency: 0xfff,
        overflow: 1 << 12,
        translated: None,
        level_at: 0,
        level_codes: [1, 2, 3],
        levels: [LEVELS[0], (TlbLevel::Second, "L2TLB"), LEVELS[1], LEVELS[2]],
    },
    trace,
    trace_stages: None,
    tagging: Tagging::Paired,
    tagger,
};

/// Thermometer codes of the instruction cache thresholds (PMC10.umask).
const THERMOMETER: [(u64, u64); 9] = [
    (0xff, 4),
    (0xfe, 8),
    (0xfc, 16),
    (0xf8, 32),
    (0xf0, 128),
    (0xe0, 256),
    (0xc0, 1024),
    (0x80, 4096),
    (0x40, 1),
];

fn data_ear(pmc: u64) -> Ear {
    let umask = (pmc >> 16 & 0xf) as u8;
    Ear {
        gate: Gate::decode(pmc),
        mode: match pmc >> 7 & 3 {
            0 => EarMode::Cache(threshold_of_power(umask)),
            1 => EarMode::Tlb(umask >> 1 & 7),
            _ => EarMode::Alat,
        },
    }
}

fn instruction_ear(pmc: u64) -> Ear {
    let umask = pmc >> 5 & 0xff;
    Ear {
        gate: Gate {
            plm: (pmc & 0xf) as u8,
            pm: pmc >> 4 & 1 != 0,
            ism: (pmc >> 14 & 3) as u8,
        },
        mode: if pmc >> 13 & 1 != 0 {
            let code = THERMOMETER.iter().find(|(code, _)| *code == umask);
            EarMode::Cache(code.map(|&(_, least)| least))
        } else {
            EarMode::Tlb((umask & 7) as u8)
        },
    }
}

fn trace(pmc: u64) -> Trace {
    Trace {
        // brt: 0 all, 1 IP-relative, 2 returns, 3 other indirect.
        kinds: [7, 1, 2, 4][(pmc >> 14 & 3) as usize],
        targets: pmc >> 7 & 1 == 0,
        ..Trace::decode(pmc)
    }
}

fn tagger(controls: &TagControls) -> Tagger {
    let [constraints, ranges, opcodes] = [13, 14, 15].map(|index| controls.pmc[index]);
    Tagger::Paired {
        unchecked: std::array::from_fn(|pair| ranges >> (1 + 3 * pair) & 1 != 0),
        fine: ranges >> 13 & 1 != 0,
        any_opcode: std::array::from_fn(|pair| opcodes >> pair & 1 != 0),
        instruction: controls.instruction,
        matchers: [8, 9].map(|index| OpcodeMatcher(controls.pmc[index])),
        memory: std::array::from_fn(|pair| {
            let constraint = constraints >> (3 + 8 * pair) & 3;
            MemoryConstraint {
                enabled: constraints >> (45 + pair) & 1 != 0,
                instruction: constraint & 2 == 0,
                data: constraint & 1 == 0,
            }
        }),
        data: controls.data,
    }
}
