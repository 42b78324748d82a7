//! What a handler finds at an overflow, against a list of everything that happened: the interrupted instruction, the branches
//! that retired last, the miss that completed last.

use std::path::Path;
use std::sync::Arc;

use events::{
    Block, Branch, Cause, DataMiss, DataMissKind, Group, Handler, InstructionMiss, Interrupt,
    Prediction, Probe, Stall, StaticEvent,
};
use pmu::{Family, Monitor, Options, QuietUnit, Unit};

const INSTRUCTIONS: u64 = 200_000;

/// Stores what every interrupt finds, and goes on.
#[derive(Default)]
struct Sampler {
    period: u64,
    taken: Vec<Sample>,
}

struct Sample {
    interrupt: Interrupt,
    /// PMD0 to PMD17.
    registers: Vec<u64>,
}

impl Handler<QuietUnit> for Sampler {
    fn interrupt(&mut self, unit: &mut QuietUnit, interrupt: &Interrupt) {
        self.taken.push(Sample {
            interrupt: *interrupt,
            registers: (0..18).map(|index| unit.pmd(index)).collect(),
        });
        unit.set_pmd(4, self.period.wrapping_neg());
        unit.set_pmd(16, 0);
        unit.set_pmc(0, 0);
    }
}

/// Everything that happens.
#[derive(Default)]
struct History {
    /// Address of each piece of code.
    codes: Vec<u64>,
    /// Cycle, bundle and slot of the first instruction of each group.
    groups: Vec<(u64, u64, u8)>,
    branches: Vec<Branch>,
    data_misses: Vec<DataMiss>,
    instruction_misses: Vec<InstructionMiss>,
    /// First cycle and length.
    data_stalls: Vec<(u64, u64)>,
}

impl Probe for History {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        let index = block.id.0 as usize;
        if index >= self.codes.len() {
            self.codes.resize(index + 1, 0);
        }
        self.codes[index] = block.ip;
    }

    fn group(&mut self, group: &Group) {
        let bundle = self.codes[group.code.0 as usize] + 16 * u64::from(group.from / 3);
        self.groups.push((group.cycle, bundle, group.from % 3));
    }

    fn branch(&mut self, branch: &Branch) {
        self.branches.push(*branch);
    }

    fn data_miss(&mut self, miss: &DataMiss) {
        self.data_misses.push(*miss);
    }

    fn instruction_miss(&mut self, miss: &InstructionMiss) {
        self.instruction_misses.push(*miss);
    }

    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        if stall.cause() == Cause::DataAccess {
            self.data_stalls.push((from, cycles));
        }
    }
}

/// Runs a workload under a monitor whose first counter is sampled.
fn sample(workload: &str, period: u64, skid: u64, pmcs: &[(usize, u64)]) -> (History, Vec<Sample>) {
    let config = match config::load::<&str>("itanium", &[]) {
        Ok(config) => Arc::new(config),
        Err(error) => panic!("{error}"),
    };
    let options = Options {
        skid,
        ..Options::default()
    };
    let mut unit = Unit::new(Family::Itanium, options);
    unit.set_pmv(0x30);
    for &(index, value) in pmcs {
        unit.set_pmc(index, value);
    }
    unit.set_pmd(4, period.wrapping_neg());
    unit.set_pmc(0, 0);
    let sampler = Sampler {
        period,
        ..Sampler::default()
    };
    let mut both = (History::default(), Monitor::new(unit, sampler));
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let program = root.join("workloads/bin").join(workload);
    let mut request = sim::Request::new(Arc::clone(&config), program);
    request.max_instructions = Some(INSTRUCTIONS);
    if let Err(error) = sim::observe(request, &mut both) {
        panic!("{workload}: {error}");
    }
    let (history, monitor) = both;
    let samples = monitor.handler.taken;
    assert!(samples.len() > 10, "{workload}: {}", samples.len());
    (history, samples)
}

/// PMC4 for an event: user level, with the interrupt bit.
fn sampled(code: u64) -> (usize, u64) {
    (4, code << 8 | 0x28)
}

const CPU_CYCLES: u64 = 0x12;
const INST_RETIRED: u64 = 0x08;
const BRANCH_EVENT: u64 = 0x11;
const DATA_ACCESS_CYCLE: u64 = 0x03;
const DATA_EAR_EVENTS: u64 = 0x67;
const INSTRUCTION_EAR_EVENTS: u64 = 0x23;

#[test]
fn the_interrupted_instruction_is_the_first_of_the_group_that_issues_next() {
    for (workload, event, period, skid) in [
        ("sort", CPU_CYCLES, 97, 0),
        ("branchy", CPU_CYCLES, 10_000, 0),
        ("branchy", CPU_CYCLES, 1_003, 5),
        ("fpdiv", INST_RETIRED, 501, 0),
        ("sort", INST_RETIRED, 1_700, 12),
    ] {
        let (history, samples) = sample(workload, period, skid, &[sampled(event)]);
        for Sample { interrupt, .. } in samples {
            let after = interrupt.raised + skid;
            let next = history.groups.partition_point(|group| group.0 <= after);
            assert_eq!(
                (interrupt.cycle, interrupt.ip, interrupt.slot),
                history.groups[next],
                "{workload}"
            );
        }
    }
}

#[test]
fn counting_of_cycles_overflows_in_the_cycle_that_ends_the_period() {
    let period = 1_234;
    let (_, samples) = sample("sort", period, 0, &[sampled(CPU_CYCLES)]);
    let mut start = 0;
    for Sample { interrupt, .. } in samples {
        assert_eq!(interrupt.raised, start + period - 1);
        start = interrupt.cycle;
    }
}

#[test]
fn a_sampled_stall_overflows_in_the_cycle_that_ends_the_period() {
    let period = 300;
    let (history, samples) = sample("sort", period, 0, &[sampled(DATA_ACCESS_CYCLE)]);
    let stalled = |from: u64, to: u64| -> u64 {
        let overlaps = history
            .data_stalls
            .iter()
            .map(|&(first, cycles)| (first + cycles).min(to).saturating_sub(first.max(from)));
        overlaps.sum()
    };
    let mut start = 0;
    for Sample { interrupt, .. } in samples {
        let end = interrupt.raised;
        assert_eq!(
            (stalled(start, end), stalled(start, end + 1)),
            (period - 1, period)
        );
        start = interrupt.cycle;
    }
}

/// What a branch leaves in the buffer, oldest first.
fn entries(branch: &Branch) -> Vec<u64> {
    let slot = if branch.taken { branch.site.slot() } else { 3 };
    let wrong = u64::from(branch.prediction != Prediction::Right);
    let mut entries = vec![branch.site.ip | u64::from(slot) << 2 | wrong << 1 | 1];
    if branch.taken {
        entries.push(branch.target | 2);
    }
    entries
}

/// The buffer's entries, oldest first.
fn buffer(registers: &[u64]) -> Vec<u64> {
    let index = registers[16] as usize & 7;
    let full = registers[16] >> 3 & 1 != 0;
    let mut entries = Vec::new();
    if full {
        entries.extend(&registers[8 + index..16]);
    }
    entries.extend(&registers[8..8 + index]);
    entries
}

#[test]
fn a_sample_holds_the_branches_that_retired_last_before_the_overflow() {
    let every = (12, 0xff88);
    let ear = (11, 8 | 1 << 28);
    for (workload, event, period) in [
        ("sort", BRANCH_EVENT, 7),
        ("sort", BRANCH_EVENT, 500),
        ("branchy", BRANCH_EVENT, 200),
        ("recursion", BRANCH_EVENT, 13),
        // Free-running: the last branches before a miss.
        ("fpdiv", DATA_EAR_EVENTS, 1_700),
        ("branchy", CPU_CYCLES, 3_001),
    ] {
        let (history, samples) = sample(workload, period, 0, &[sampled(event), every, ear]);
        // Where the interrupt ends, counting begins again.
        let mut since = 0;
        for Sample {
            interrupt,
            registers,
        } in &samples
        {
            let counted = history
                .branches
                .iter()
                .filter(|branch| branch.cycle >= since && branch.cycle <= interrupt.raised);
            let all: Vec<u64> = counted.flat_map(entries).collect();
            let last = &all[all.len().saturating_sub(8)..];
            let cycle = interrupt.cycle;
            assert_eq!(buffer(registers), last, "{workload}, cycle {cycle}");
            since = interrupt.cycle;
        }
    }
}

#[test]
fn a_sample_holds_the_miss_that_completed_last_before_the_overflow() {
    for (workload, umask, period) in [
        ("sort", 0, 3),
        ("dataspec", 0, 40),
        ("sort", 1, 17),
        ("fpdiv", 1, 1_001),
    ] {
        let least = 4 << umask;
        let pmcs = [sampled(DATA_EAR_EVENTS), (11, 8 | umask << 16 | 1 << 28)];
        let (history, samples) = sample(workload, period, 0, &pmcs);
        let mut since = 0;
        for Sample {
            interrupt,
            registers,
        } in &samples
        {
            let captured: Vec<&DataMiss> = history
                .data_misses
                .iter()
                .filter(|miss| miss.kind != DataMissKind::Alat)
                .filter(|miss| miss.completes - miss.cycle >= least)
                .filter(|miss| miss.completes >= since && miss.completes <= interrupt.raised)
                .collect();
            let Some(last) = captured.iter().max_by_key(|miss| miss.completes) else {
                panic!("{workload}: nothing to capture");
            };
            let slot = u64::from(last.site.slot());
            assert_eq!(
                [2, 3, 17].map(|index| registers[index]),
                [
                    last.site.data,
                    last.completes - last.cycle,
                    last.site.ip | slot << 2 | 1
                ],
                "{workload}, cycle {}",
                interrupt.cycle
            );
            since = interrupt.cycle;
        }
    }
}

#[test]
fn a_sample_holds_the_line_that_arrived_last_before_the_overflow() {
    let pmcs = [sampled(INSTRUCTION_EAR_EVENTS), (10, 8)];
    let (history, samples) = sample("bigcode", 20, 0, &pmcs);
    for Sample {
        interrupt,
        registers,
    } in &samples
    {
        let arrived = history
            .instruction_misses
            .iter()
            .filter(|miss| miss.completes <= interrupt.raised);
        let Some(last) = arrived.max_by_key(|miss| miss.completes) else {
            panic!("nothing to capture");
        };
        assert_eq!(
            [0, 1].map(|index| registers[index]),
            [last.ip & !0x1f | 1, last.completes - last.cycle],
            "cycle {}",
            interrupt.cycle
        );
    }
}
