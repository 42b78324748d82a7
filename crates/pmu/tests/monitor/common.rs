//! A hand-made stream of records.

use events::{
    Block, Branch, BranchKind, CodeId, DataMiss, DataMissKind, Group, Handler, InstructionMiss,
    Interrupt, MemoryKind, MemoryLevel, Prediction, Probe, Raw, Reference, Site, Stage,
    StaticEvent, Translated, When,
};
use pmu::{Family, Monitor, Options, QuietUnit, Unit};

/// User level, counting enabled: plm = 8, oi clear.
pub(crate) fn counting(code: u64) -> u64 {
    code << 8 | 8
}

/// As [`counting`], with the interrupt bit.
pub(crate) fn sampling(code: u64) -> u64 {
    counting(code) | 1 << 5
}

pub(crate) const CPU_CYCLES: u64 = 0x12;
pub(crate) const INST_RETIRED: u64 = 0x08;
pub(crate) const NOPS: u64 = 0x30;
pub(crate) const LOADS: u64 = 0x6c;
pub(crate) const DATA_EAR: u64 = 0x67;
pub(crate) const INSTRUCTION_EAR: u64 = 0x23;

/// Where the hand-made code lies: eight bundles of three slots.
pub(crate) const BASE: u64 = 0x4000_0000_0000_1000;

/// Collects what a handler sees, and goes on.
#[derive(Default)]
pub(crate) struct Sampler {
    pub period: u64,
    pub taken: Vec<(Interrupt, Vec<u64>)>,
}

impl Handler<QuietUnit> for Sampler {
    fn interrupt(&mut self, unit: &mut QuietUnit, interrupt: &Interrupt) {
        self.taken
            .push((*interrupt, (0..18).map(|index| unit.pmd(index)).collect()));
        if self.period != 0 {
            unit.set_pmd(4, self.period.wrapping_neg());
            unit.set_pmd(16, 0);
            unit.set_pmc(0, 0);
        }
    }
}

/// A monitor with interrupts enabled.
pub(crate) fn monitor(family: Family, period: u64) -> Monitor<Sampler> {
    monitor_with(family, period, Options::default())
}

pub(crate) fn monitor_with(family: Family, period: u64, options: Options) -> Monitor<Sampler> {
    let mut unit = Unit::new(family, options);
    unit.set_pmv(0x30);
    Monitor::new(
        unit,
        Sampler {
            period,
            taken: Vec::new(),
        },
    )
}

/// A bundle of template MII (0) with the given syllables.
pub(crate) fn bundle(template: u8, slots: [u64; 3]) -> u128 {
    u128::from(template)
        | u128::from(slots[0]) << 5
        | u128::from(slots[1]) << 46
        | u128::from(slots[2]) << 87
}

/// Describes eight bundles at [`BASE`]; every slot retires an instruction, those in `nops` are nops. The
/// first slot of bundle n has opcode n (bits 40:37).
pub(crate) fn describe(probe: &mut impl Probe, nops: u64) {
    let bundles: Vec<u128> = (0..8).map(|n| bundle(0, [n << 37, 0, 0])).collect();
    let mut events = Vec::new();
    for slot in 0..24 {
        events.push(StaticEvent {
            slot,
            amount: 1,
            raw: Raw::InstructionsRetired,
            when: When::Always,
        });
        if nops >> slot & 1 != 0 {
            events.push(StaticEvent {
                slot,
                amount: 1,
                raw: Raw::NopsRetired,
                when: When::Executed,
            });
        } else {
            events.push(StaticEvent {
                slot,
                amount: 1,
                raw: Raw::SquashedRetired,
                when: When::Squashed,
            });
        }
        events.push(StaticEvent {
            slot,
            amount: 5,
            raw: Raw::FpOps,
            when: When::Executed,
        });
    }
    probe.describe(&Block::new(CodeId(0), BASE, &bundles), &events);
}

pub(crate) fn group(cycle: u64, from: u8, to: u8) -> Group {
    Group {
        cycle,
        code: CodeId(0),
        from,
        to,
        predicates: u64::MAX,
    }
}

/// The instruction at a slot number, with a data address.
pub(crate) fn site(index: u8, data: u64) -> Site {
    Site {
        ip: BASE + 16 * u64::from(index / 3),
        data,
        code: CodeId(0),
        index,
    }
}

pub(crate) fn load_miss(cycle: u64, latency: u64, index: u8, data: u64) -> DataMiss {
    DataMiss {
        cycle,
        completes: cycle + latency,
        site: site(index, data),
        level: MemoryLevel::L2,
        kind: DataMissKind::Integer,
    }
}

pub(crate) fn fetch_miss(cycle: u64, latency: u64, ip: u64) -> InstructionMiss {
    InstructionMiss {
        cycle,
        completes: cycle + latency,
        ip,
        level: MemoryLevel::L2,
    }
}

pub(crate) fn branch(cycle: u64, index: u8, taken: bool) -> Branch {
    Branch {
        cycle,
        site: site(index, 0),
        taken,
        target: BASE,
        prediction: Prediction::Right,
        stage: Stage::Second,
        kind: BranchKind::Relative,
        multiway: false,
        before: [0; 3],
    }
}

/// Where an address lies is nothing to these monitors.
pub(crate) const TRANSLATED: Translated = Translated {
    physical: 0,
    page_bytes: 0x4000,
    space: 0,
};

/// An eight-byte load makes its access.
pub(crate) fn load(cycle: u64, site: Site) -> Reference {
    Reference {
        cycle,
        completes: cycle + 2,
        site,
        kind: MemoryKind::Load,
        bytes: 8,
        level: Some(MemoryLevel::L1),
        forced: false,
        translated: TRANSLATED,
    }
}
