//! What the control registers ask for, decoded once per write instead of once per event.

use crate::event::{Event, Family, Formula, Qualifiers, selected};
use crate::registers::{Registers, psr};
use crate::tags::{MemoryConstraint, OpcodeMatcher, PMC8, PMC9, RANGE, Tagger};
use events::{Raw, RawSet, Stage};

/// When a monitor is enabled: privilege levels, user or system, instruction set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Gate {
    /// Bit c: enabled at privilege level c.
    pub plm: u8,
    /// Enabled by PSR.pp instead of PSR.up.
    pub pm: bool,
    /// Instruction set mask: 0 both, 1 IA-32, 2 IA-64, 3 none.
    pub ism: u8,
}

impl Gate {
    /// Whether the monitor counts under this processor status, freeze aside.
    #[must_use]
    pub fn open(self, status: u64) -> bool {
        let enabled = status & if self.pm { psr::PP } else { psr::UP } != 0;
        // Bit 0 low enables IA-64 code, bit 1 low enables IA-32 code.
        let excluded = if status & psr::IS == 0 { 1 } else { 2 };
        enabled && self.plm >> psr::cpl(status) & 1 != 0 && self.ism & excluded == 0
    }

    fn decode(pmc: u64) -> Gate {
        Gate {
            plm: (pmc & 0xf) as u8,
            pm: pmc >> 6 & 1 != 0,
            ism: (pmc >> 24 & 3) as u8,
        }
    }
}

/// Where a counter's per-cycle value comes from.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Source {
    /// Nothing that can be counted.
    Nothing,
    /// The sum of raw quantities.
    Raws(RawSet),
    /// One half of a split per-cycle quantity.
    Split {
        /// The quantity.
        of: Raw,
        /// Bits of the low half.
        shift: u8,
        /// Which half.
        high: bool,
    },
    /// Every cycle.
    Cycles,
    /// Captures of the data event address register.
    DataEar,
    /// Captures of the instruction event address register.
    InstructionEar,
    /// Records of the branch trace buffer.
    BranchTrace,
}

/// A counter.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counter {
    /// When it counts.
    pub gate: Gate,
    /// Overflow freezes and interrupts.
    pub oi: bool,
    /// Overflow is signalled on a pin.
    pub ev: bool,
    /// 0: add the value; t: add 1 in cycles whose value exceeds t.
    pub threshold: u8,
    /// What it counts.
    pub source: Source,
    /// The tags that an instruction must carry one of; 0 = any instruction.
    pub tags: u8,
    /// The data address must be in range.
    pub data_range: bool,
    /// Bound on what a cycle can add.
    pub most: u8,
}

impl Counter {
    /// Whether its increments depend on the whole value of a cycle.
    #[must_use]
    pub fn by_cycle(&self) -> bool {
        self.threshold != 0 || matches!(self.source, Source::Split { .. })
    }
}

/// An event address register.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ear {
    /// When it captures.
    pub gate: Gate,
    /// What it captures.
    pub mode: EarMode,
}

/// What an event address register captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum EarMode {
    /// Cache misses of at least so many cycles; none at all without a threshold.
    Cache(Option<u64>),
    /// TLB misses by who resolved them: bit 0 second-level TLB, bit 1 page walker, bit 2 software.
    Tlb(u8),
    /// Failed checks of the ALAT.
    Alat,
}

impl Ear {
    /// Whether there is a miss that it captures.
    #[must_use]
    pub fn captures(&self) -> bool {
        self.gate.plm != 0
            && match self.mode {
                EarMode::Cache(least) => least.is_some(),
                EarMode::Tlb(levels) => levels != 0,
                EarMode::Alat => true,
            }
    }
}

/// The branch trace buffer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Trace {
    /// When it records.
    pub gate: Gate,
    /// tm: bit 0 branches not taken, bit 1 taken.
    pub taken: u8,
    /// ptm: bit 0 target mispredicted, bit 1 target predicted right.
    pub target: u8,
    /// ppm: bit 0 path mispredicted, bit 1 path predicted right.
    pub path: u8,
    /// Bit s: predictions of stage s are included (Itanium: tar, bpt, bac).
    pub stages: u8,
    /// Bit k: branches of kind k are included (Itanium 2: brt).
    pub kinds: u8,
    /// Data are traced elsewhere: nothing is recorded here (Itanium 2: ds).
    pub off: bool,
}

/// Everything the control registers ask for.
#[derive(Debug, Clone)]
pub struct Setup {
    /// PMC4 to PMC7.
    pub counters: [Counter; 4],
    /// Data event address register.
    pub data_ear: Ear,
    /// Instruction event address register.
    pub instruction_ear: Ear,
    /// Branch trace buffer.
    pub trace: Trace,
    /// Ranges and matchers.
    pub tagger: Tagger,
}

impl Setup {
    /// Decodes the control and debug registers.
    #[must_use]
    pub fn decode(registers: &Registers) -> Setup {
        match registers.family() {
            Family::Itanium => itanium(registers),
            Family::Itanium2 => itanium2(registers),
        }
    }
}

/// The source, tags and data check of a counter that selects `code` and `umask`.
fn select(family: Family, code: u8, umask: u8, index: usize) -> (Source, u8, bool, u8) {
    let chosen: Vec<&Event> = selected(family, code, umask)
        .into_iter()
        .filter(|event| event.counters.contains(index))
        .collect();
    let Some(first) = chosen.first() else {
        return (Source::Nothing, 0, false, 0);
    };
    let source = match first.formula {
        _ if first.kind.is_data_ear() || first.name == "DATA_EAR_EVENTS" => Source::DataEar,
        _ if first.kind.is_instruction_ear()
            || matches!(first.name, "INSTRUCTION_EAR_EVENTS" | "L1I_EAR_EVENTS") =>
        {
            Source::InstructionEar
        }
        Formula::BranchTrace => Source::BranchTrace,
        Formula::Cycles => Source::Cycles,
        Formula::High { of, shift, .. } => Source::Split {
            of,
            shift,
            high: true,
        },
        Formula::Low { of, shift, .. } => Source::Split {
            of,
            shift,
            high: false,
        },
        _ => {
            let mut set = RawSet::EMPTY;
            for raw in chosen.iter().flat_map(|event| event.raws()) {
                set.insert(raw);
            }
            Source::Raws(set)
        }
    };
    let tags = match (family, code, umask) {
        // The retirement event says by its unit mask which tag it counts.
        (Family::Itanium, 0x08, 2) => PMC9,
        (Family::Itanium, 0x08, 3) => PMC8,
        (Family::Itanium, 0x08, _) => RANGE,
        (Family::Itanium2, 0x08, pair) => 1 << (4 + (pair & 3)),
        _ => match first.qualifiers {
            Qualifiers { opcode: true, .. } => PMC8,
            Qualifiers {
                instruction_range: true,
                ..
            } => RANGE,
            _ => 0,
        },
    };
    // The model cannot retire more than the hardware, but it does not cut other quantities off.
    let most = chosen
        .iter()
        .map(|event| event.max_increment)
        .max()
        .unwrap_or(0);
    let retirement = [
        Raw::InstructionsRetired,
        Raw::NopsRetired,
        Raw::SquashedRetired,
    ];
    let steady = chosen
        .iter()
        .flat_map(|event| event.raws())
        .all(|raw| retirement.contains(&raw));
    let most = if steady { most } else { 4 + 2 * most };
    (source, tags, first.qualifiers.data_range, most)
}

fn counter(family: Family, pmc: u64, index: usize) -> Counter {
    let code = match family {
        Family::Itanium => pmc >> 8 & 0x7f,
        Family::Itanium2 => pmc >> 8 & 0xff,
    } as u8;
    let gate = Gate::decode(pmc);
    let (source, tags, data_range, most) = if gate.plm == 0 {
        (Source::Nothing, 0, false, 0)
    } else {
        select(family, code, (pmc >> 16 & 0xf) as u8, index)
    };
    let threshold = pmc >> 20
        & if family == Family::Itanium && index >= 6 {
            3
        } else {
            7
        };
    Counter {
        gate,
        oi: pmc >> 5 & 1 != 0,
        ev: pmc >> 4 & 1 != 0,
        threshold: threshold as u8,
        source,
        tags,
        data_range,
        most,
    }
}

fn itanium(registers: &Registers) -> Setup {
    let family = Family::Itanium;
    let pmc = |index| registers.pmc(index);
    // Cache mode: 4 << umask up to 4096; higher codes capture nothing.
    let latency = |umask: u64| if umask <= 10 { Some(4 << umask) } else { None };
    let ear = |pmc: u64, tlb: fn(u64) -> u8| Ear {
        gate: Gate::decode(pmc),
        mode: if pmc >> 7 & 1 != 0 {
            EarMode::Tlb(tlb(pmc >> 16 & 0xf))
        } else {
            EarMode::Cache(latency(pmc >> 16 & 0xf))
        },
    };
    let trace = pmc(12);
    Setup {
        counters: std::array::from_fn(|i| counter(family, pmc(4 + i), 4 + i)),
        // Bit 1 second-level TLB, bit 2 walker, bit 3 software; the instruction side has one level.
        data_ear: ear(pmc(11), |umask| (umask >> 1 & 7) as u8),
        instruction_ear: ear(pmc(10), |umask| (umask >> 1 & 6) as u8),
        trace: Trace {
            gate: Gate {
                ism: 0,
                ..Gate::decode(trace & 0x4f)
            },
            taken: (trace >> 8 & 3) as u8,
            target: (trace >> 10 & 3) as u8,
            path: (trace >> 12 & 3) as u8,
            stages: ((trace >> 7 & 1) as u8 * (1 << Stage::First as u8))
                | ((trace >> 14 & 1) as u8 * (1 << Stage::Second as u8))
                | ((trace >> 15 & 1) as u8 * (1 << Stage::Third as u8)),
            kinds: 7,
            off: false,
        },
        tagger: Tagger::Itanium {
            all: pmc(13) & 1 != 0,
            instruction: registers.instruction_pairs(),
            matchers: [OpcodeMatcher(pmc(8)), OpcodeMatcher(pmc(9))],
            pass: pmc(11) >> 28 & 1 != 0,
            data: registers.data_pairs(),
        },
    }
}

/// Thermometer codes of Itanium 2's instruction cache thresholds (PMC10.umask).
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

fn itanium2(registers: &Registers) -> Setup {
    let family = Family::Itanium2;
    let pmc = |index| registers.pmc(index);
    let powered = pmc(4) >> 23 & 1 != 0;
    let gate = |gate: Gate| if powered { gate } else { Gate::default() };
    let (instruction, data, trace) = (pmc(10), pmc(11), pmc(12));
    let data_umask = data >> 16 & 0xf;
    Setup {
        counters: std::array::from_fn(|i| {
            let mut counter = counter(family, pmc(4 + i), 4 + i);
            counter.gate = gate(counter.gate);
            counter
        }),
        data_ear: Ear {
            gate: gate(Gate::decode(data)),
            mode: match data >> 7 & 3 {
                0 => EarMode::Cache(if data_umask <= 10 {
                    Some(4 << data_umask)
                } else {
                    None
                }),
                1 => EarMode::Tlb((data_umask >> 1 & 7) as u8),
                _ => EarMode::Alat,
            },
        },
        instruction_ear: Ear {
            gate: gate(Gate {
                plm: (instruction & 0xf) as u8,
                pm: instruction >> 4 & 1 != 0,
                ism: (instruction >> 14 & 3) as u8,
            }),
            mode: if instruction >> 13 & 1 != 0 {
                let umask = instruction >> 5 & 0xff;
                EarMode::Cache(
                    THERMOMETER
                        .iter()
                        .find(|(code, _)| *code == umask)
                        .map(|&(_, least)| least),
                )
            } else {
                EarMode::Tlb((instruction >> 5 & 7) as u8)
            },
        },
        trace: Trace {
            gate: gate(Gate {
                ism: 0,
                ..Gate::decode(trace & 0x4f)
            }),
            taken: (trace >> 8 & 3) as u8,
            target: (trace >> 10 & 3) as u8,
            path: (trace >> 12 & 3) as u8,
            stages: 7,
            // brt: 0 all, 1 IP-relative, 2 returns, 3 other indirect.
            kinds: [7, 1, 2, 4][(trace >> 14 & 3) as usize],
            off: trace >> 7 & 1 != 0,
        },
        tagger: Tagger::Itanium2 {
            unchecked: std::array::from_fn(|pair| pmc(14) >> (1 + 3 * pair) & 1 != 0),
            fine: pmc(14) >> 13 & 1 != 0,
            any_opcode: std::array::from_fn(|pair| pmc(15) >> pair & 1 != 0),
            instruction: registers.instruction_pairs(),
            matchers: [OpcodeMatcher(pmc(8)), OpcodeMatcher(pmc(9))],
            memory: std::array::from_fn(|pair| {
                let constraint = pmc(13) >> (3 + 8 * pair) & 3;
                MemoryConstraint {
                    enabled: pmc(13) >> (45 + pair) & 1 != 0,
                    instruction: constraint & 2 == 0,
                    data: constraint & 1 == 0,
                }
            }),
            data: registers.data_pairs(),
        },
    }
}
