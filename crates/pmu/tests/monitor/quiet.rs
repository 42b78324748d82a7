//! Generated runs: a monitor that leaves out what it may holds what one that hears everything holds.

use crate::common::*;
use events::{
    Attention, Branch, BranchKind, CodeId, Counts, DataMiss, DataMissKind, Executions, Group,
    InstructionMiss, NEWEST_BRANCHES, Prediction, Probe, Raw, RawSet, Site, Stage, Stall, Totals,
};
use fastrand::Rng;
use pmu::psr;
use pmu::{Family, Monitor};

const BRANCH_EVENT: u64 = 0x11;
const L1D_READ_MISSES: u64 = 0x66;

const SLOTS: usize = 24;
const NOPS_AT: u64 = 0x49_2492;
const USER: u64 = 3 << 32;

const SEEDS: u64 = 90;

fn pick<T: Copy>(random: &mut Rng, choices: &[T]) -> T {
    choices[random.usize(..choices.len())]
}

/// Something that a timing model tells of.
enum Record {
    Group(Group),
    Count(Raw, u64, Site),
    Cycles(Stall, u64, u64),
    Branch(Branch),
    Data(DataMiss),
    Instruction(InstructionMiss),
}

/// The records of a block; `now`: cycle of the newest issue.
fn block(random: &mut Rng, now: &mut u64) -> Vec<Record> {
    let mut records = Vec::new();
    let mut slot = 0;
    for _ in 0..=random.u64(..4) {
        let pause = if random.u64(..20) == 0 {
            random.u64(..300)
        } else {
            pick(random, &[0, 0, 0, 1, 2, 8])
        };
        if pause > 0 {
            let stall = pick(random, &[Stall::DataInteger, Stall::ScoreFloat]);
            records.push(Record::Cycles(stall, *now + 1, pause));
        }
        *now += 1 + pause;
        records.push(Record::Cycles(Stall::Unstalled, *now, 1));
        if random.u64(..30) == 0 {
            let mut miss = fetch_miss(*now, pick(random, &[3, 12, 60]), BASE);
            miss.ip += 32 * random.u64(..40);
            records.push(Record::Instruction(miss));
        }
        let to = slot + 1 + random.u8(..4);
        records.push(Record::Group(Group {
            predicates: random.u64(..1 << 40) | 0xff,
            ..group(*now, slot, to)
        }));
        for _ in 0..random.u64(..3) {
            let latency = pick(random, &[6, 9, 9, 9, 9, 21, 35, 200]);
            let data = 0x6000 + 8 * random.u64(..1 << 12);
            let miss = load_miss(*now, latency, slot, data);
            let kind = pick(random, &[DataMissKind::Integer, DataMissKind::Float]);
            if kind == DataMissKind::Integer {
                records.push(Record::Count(Raw::L1dReadMisses, *now, miss.site));
            }
            records.push(Record::Data(DataMiss { kind, ..miss }));
        }
        slot = to;
    }
    if random.u64(..5) != 0 {
        records.push(Record::Branch(Branch {
            prediction: pick(random, &[Prediction::Right, Prediction::WrongPath]),
            stage: Stage::Second,
            kind: BranchKind::Relative,
            before: [random.u64(..2) as u8, 0, random.u64(..2) as u8],
            ..branch(*now, slot - 1, random.u64(..2) == 0)
        }));
    }
    records
}

/// What was recorded so far.
struct Sums {
    counts: Counts,
    retired: [u64; SLOTS],
    squashed: [u64; SLOTS],
}

impl Sums {
    fn add(&mut self, record: &Record) {
        match record {
            Record::Group(group) => {
                for slot in usize::from(group.from)..usize::from(group.to) {
                    self.retired[slot] += 1;
                    self.squashed[slot] += u64::from(group.predicates >> slot & 1 == 0);
                }
            }
            Record::Count(raw, ..) => self.counts.add(*raw, 1),
            Record::Cycles(stall, _, cycles) => self.counts.add(stall.raw(), *cycles),
            Record::Branch(branch) => {
                for raw in branch.raws().into_iter().flatten() {
                    self.counts.add(raw, 1);
                }
            }
            Record::Data(_) | Record::Instruction(_) => {}
        }
    }
}

impl Totals for Sums {
    fn dynamic(&mut self, _: &RawSet) -> Counts {
        self.counts.clone()
    }

    fn fetched(&mut self) -> u64 {
        0
    }

    fn retired(&mut self, each: &mut dyn FnMut(&Executions<'_>)) {
        each(&Executions {
            code: CodeId(0),
            retired: &self.retired,
            squashed: &self.squashed,
        });
    }
}

/// Branches that the listener takes late.
#[derive(Default)]
struct Held(Vec<Branch>);

impl Held {
    /// Tells of the newest, and of the others by their number.
    fn tell(&mut self, probe: &mut impl Probe) {
        let (others, newest) = self
            .0
            .split_at(self.0.len().saturating_sub(NEWEST_BRANCHES));
        let taken = others.iter().filter(|branch| branch.taken).count();
        if !others.is_empty() {
            probe.passed_branches(others.len() as u64, taken as u64);
        }
        for branch in newest {
            probe.branch(branch);
        }
        self.0.clear();
    }
}

/// Delivers a record, unless the listener does without or takes it late.
fn deliver(probe: &mut impl Probe, held: &mut Held, attention: &mut Attention, record: &Record) {
    let heard = |end: u64| end > attention.from;
    match record {
        Record::Group(group) => {
            if heard(group.cycle + 1) || attention.data_misses && probe.asks(0) {
                probe.group(group);
            }
        }
        Record::Count(raw, cycle, site) => {
            if heard(cycle + 1) {
                probe.count(*raw, 1, *cycle, site);
            }
        }
        Record::Cycles(stall, from, cycles) => {
            if heard(from + cycles) {
                probe.cycles(*stall, *from, *cycles);
            }
        }
        Record::Branch(branch) => {
            if attention.held_branches > 0 {
                held.0.push(*branch);
                attention.held_branches -= 1;
                if attention.held_branches == 0 {
                    held.tell(probe);
                    (attention.settle, attention.branches) = (0, true);
                }
            } else if attention.branches || heard(branch.cycle + 1) {
                probe.branch(branch);
            }
        }
        Record::Data(miss) => {
            if attention.data_misses || heard(miss.completes + 1) {
                probe.data_miss(miss);
            }
        }
        Record::Instruction(miss) => {
            if attention.instruction_misses || heard(miss.completes + 1) {
                probe.instruction_miss(miss);
            }
        }
    }
}

/// Runs the generated program of a seed; the monitor at its end, and whether it left anything out.
fn run(seed: u64, registers: &[(usize, u64)], period: u64, loud: bool) -> (Monitor<Sampler>, bool) {
    let mut monitor = monitor(Family::Itanium, period);
    for &(index, value) in registers {
        monitor.unit.set_pmc(index, value);
    }
    monitor.unit.set_pmd(4, period.wrapping_neg());
    describe(&mut monitor, NOPS_AT);
    let mut random = Rng::with_seed(seed);
    let mut sums = Sums {
        counts: Counts::ZERO,
        retired: [0; SLOTS],
        squashed: [0; SLOTS],
    };
    let (mut now, mut status) = (0, psr::UP);
    let mut attention = Attention::ALL;
    let mut held = Held::default();
    let mut left_out = false;
    for _ in 0..1500 {
        for record in block(&mut random, &mut now) {
            sums.add(&record);
            deliver(&mut monitor, &mut held, &mut attention, &record);
        }
        let changes = random.u64(..200) == 0;
        if changes {
            status ^= psr::UP;
            held.tell(&mut monitor);
            if !loud {
                monitor.update(&mut sums);
            }
            monitor.status(now, status | USER);
        }
        let settled = now.saturating_sub(8);
        if loud {
            monitor.settle(settled);
        } else if changes || settled >= attention.settle || monitor.asks(0) {
            held.tell(&mut monitor);
            attention = monitor.catch_up(settled, &mut sums);
            left_out |= attention.from > now;
        }
    }
    held.tell(&mut monitor);
    if !loud {
        monitor.update(&mut sums);
    }
    monitor.finish(now + 1);
    (monitor, left_out)
}

#[test]
fn a_quiet_monitor_holds_what_a_loud_one_holds() {
    const DATA: (usize, u64) = (11, 8 | 1 << 28);
    let programmings: &[(&str, &[(usize, u64)])] = &[
        ("data misses", &[(4, sampling(DATA_EAR)), DATA]),
        (
            "data misses of 16 cycles and more",
            &[(4, sampling(DATA_EAR)), (11, 8 | 2 << 16 | 1 << 28)],
        ),
        (
            "data misses twice",
            &[(4, sampling(DATA_EAR)), (5, counting(DATA_EAR)), DATA],
        ),
        (
            "data misses of every fetched line",
            &[
                (4, sampling(DATA_EAR)),
                (5, counting(INSTRUCTION_EAR)),
                (10, 8),
                DATA,
            ],
        ),
        (
            "data misses beside what needs totals",
            &[
                (4, sampling(DATA_EAR)),
                (5, counting(INST_RETIRED)),
                (6, counting(CPU_CYCLES)),
                DATA,
            ],
        ),
        (
            "branches before data misses",
            &[(4, sampling(DATA_EAR)), DATA, (12, 0xff88)],
        ),
        ("fetch misses", &[(4, sampling(INSTRUCTION_EAR)), (10, 8)]),
        ("branches", &[(4, sampling(BRANCH_EVENT)), (12, 0xff88)]),
        (
            "branches not taken",
            &[(4, sampling(BRANCH_EVENT)), (12, 0xfd88)],
        ),
        (
            "cycles",
            &[
                (4, sampling(CPU_CYCLES)),
                (5, counting(NOPS)),
                (6, counting(L1D_READ_MISSES)),
                DATA,
            ],
        ),
        (
            "instructions",
            &[(4, sampling(INST_RETIRED)), (5, counting(CPU_CYCLES))],
        ),
        ("load misses", &[(4, sampling(L1D_READ_MISSES))]),
        (
            "misses of both sides",
            &[
                (4, sampling(DATA_EAR)),
                (5, sampling(INSTRUCTION_EAR)),
                (10, 8),
                DATA,
            ],
        ),
        (
            "cycles beside all that is captured",
            &[
                (4, sampling(CPU_CYCLES)),
                (5, counting(DATA_EAR)),
                (6, counting(BRANCH_EVENT)),
                (7, counting(INSTRUCTION_EAR)),
                (10, 8),
                DATA,
                (12, 0xff88),
            ],
        ),
        (
            "branches and data misses",
            &[
                (4, sampling(DATA_EAR)),
                (5, sampling(BRANCH_EVENT)),
                DATA,
                (12, 0xff88),
            ],
        ),
    ];
    for (name, registers) in programmings {
        let mut left_out = 0;
        let periods = [1, 2, 3, 10, 63, 300, 1_000, 4_000, 400_000];
        for (seed, &period) in (1..=SEEDS).zip(periods.iter().cycle()) {
            let what = format!("{name}, period {period}");
            let (loud, _) = run(seed, registers, period, true);
            let (quiet, partly) = run(seed, registers, period, false);
            left_out += u32::from(partly);
            let pmds = |monitor: &Monitor<Sampler>| -> Vec<u64> {
                (0..18).map(|index| monitor.unit.pmd(index)).collect()
            };
            let (expected, found) = (&loud.handler.taken, &quiet.handler.taken);
            for (n, pair) in expected.iter().zip(found).enumerate() {
                assert_eq!(pair.0, pair.1, "{what}: sample {n}");
            }
            assert_eq!(expected.len(), found.len(), "{what}");
            assert_eq!(pmds(&loud), pmds(&quiet), "{what}: at the end");
            assert_eq!(loud.unit.pmc(0), quiet.unit.pmc(0), "{what}: PMC0");
        }
        assert!(left_out > 0, "{name}: never quiet");
    }
}
