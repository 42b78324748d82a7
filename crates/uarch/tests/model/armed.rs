//! An armed listener hears exactly what the totals say, and changes nothing.

use crate::bench::{Kernel, bundle, insn, itanium, itanium2, template};
use events::{
    Block, Branch, CodeId, Counts, DataMiss, Execution, Group, InstructionMiss, Probe, Raw, Shape,
    Site, Stall, StaticEvent, When,
};
use std::collections::HashMap;
use uarch::Timing;

/// Adds up everything that it hears.
#[derive(Default)]
struct Sum {
    counts: Counts,
    events: HashMap<u32, Vec<StaticEvent>>,
    next_cycle: u64,
    /// Values of each cycle, of the quantities that are split.
    levels: [HashMap<u64, u64>; 4],
}

/// Quantities of which each cycle's value counts in two parts.
const SPLIT: [Raw; 4] = [
    Raw::L1MissesOutstanding,
    Raw::BusQueueOccupancy,
    Raw::MemoryReadsOutstanding,
    Raw::FpOps,
];

impl Sum {
    fn level(&mut self, raw: Raw, cycle: u64, amount: u64) {
        if let Some(i) = SPLIT.iter().position(|split| *split == raw) {
            *self.levels[i].entry(cycle).or_default() += amount;
        }
    }

    /// The high parts, cycle by cycle.
    fn high(&self, bus_shift: u32) -> [u64; 4] {
        let shifts = [2, bus_shift, 3, 2];
        std::array::from_fn(|i| {
            self.levels[i]
                .values()
                .map(|value| value >> shifts[i])
                .sum()
        })
    }
}

impl Probe for Sum {
    fn describe(&mut self, block: &Block, events: &[StaticEvent]) {
        self.events.insert(block.id.0, events.to_vec());
    }

    fn group(&mut self, group: &Group) {
        let events = self.events[&group.code.0].clone();
        for event in events.iter().filter(|e| group.mask() >> e.slot & 1 != 0) {
            let on = group.predicates >> event.slot & 1 != 0;
            let counts = match event.when {
                When::Always => true,
                When::Executed => on,
                When::Squashed => !on,
            };
            if counts {
                self.counts.add(event.raw, event.amount.into());
                self.level(event.raw, group.cycle, event.amount.into());
            }
        }
    }

    fn count(&mut self, raw: Raw, amount: u32, cycle: u64, _: &Site) {
        self.counts.add(raw, amount.into());
        if SPLIT.contains(&raw) {
            for cycle in cycle..cycle + u64::from(amount) {
                self.level(raw, cycle, 1);
            }
        }
    }

    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        assert_eq!(from, self.next_cycle, "every cycle is named once, in order");
        self.next_cycle = from + cycles;
        self.counts.add(stall.raw(), cycles);
    }

    fn branch(&mut self, branch: &Branch) {
        for raw in branch.raws().into_iter().flatten() {
            self.counts.add(raw, 1);
        }
    }

    fn data_miss(&mut self, miss: &DataMiss) {
        self.counts
            .add(Raw::data_miss(miss.completes - miss.cycle), 1);
    }

    fn instruction_miss(&mut self, miss: &InstructionMiss) {
        self.counts
            .add(Raw::instruction_miss(miss.completes - miss.cycle), 1);
    }
}

/// A small program with loads, stores, arithmetic, nops, predicates and a branch.
fn kernel() -> Kernel {
    let mut kernel = Kernel::new(&[
        bundle(
            template::MMI,
            [insn::ld8(2, 3), insn::ldfd(8, 3), insn::add(4, 2, 2)],
        ),
        bundle(
            template::MFI + 1,
            [insn::NOP, insn::fma(9, 8, 8, 0), insn::extr(5, 4)],
        ),
        bundle(
            template::MMI,
            [
                insn::st8(6, 5),
                insn::under(7, insn::add(10, 2, 2)),
                insn::NOP,
            ],
        ),
        bundle(
            template::MIB + 1,
            [
                insn::padd1(11, 2, 2),
                insn::cmp(6, 7, 2, 3),
                insn::br(6, -3),
            ],
        ),
    ]);
    kernel.off = 1 << 7;
    kernel
}

fn heard_and_counted(machine: &config::Machine) -> (Counts, Counts) {
    let kernel = kernel();
    let mut timing = Timing::new(machine, Sum::default());
    let mut random = fastrand::Rng::with_seed(1);
    for i in 0..3000u64 {
        // Left by the branch most of the time, now and then across the end.
        let taken = random.u64(..16) > 2;
        let spread = random.u64(..1 << 23);
        let ip = 0x4000_0000 + 64 * (i % 37) * u64::from(!taken);
        timing.execute(
            &Block::new(CodeId((ip >> 6) as u32 & 0xff), ip, &kernel.raw),
            &Execution {
                end: 12,
                predicates: !kernel.off,
                taken: taken.then_some(11),
                target: if taken { 0x4000_0000 } else { ip + 64 },
                addresses: [
                    0x6000_0000 + spread,
                    0x6000_0000 + (spread & !7),
                    0x6000_4000 + spread % 4096,
                ]
                .into_iter()
                .collect(),
                notes: Vec::new(),
                ..Execution::default()
            },
        );
    }
    let totals = timing.finish();
    totals.identities().expect("parts that sum to the whole");
    (timing.probe().counts.clone(), totals.counts)
}

#[test]
fn the_listener_hears_every_count_of_the_totals() {
    for machine in [itanium(), itanium2()] {
        let (heard, counted) = heard_and_counted(&machine);
        for (raw, total) in counted.iter() {
            // Derived from what each cycle's other counts are, see below.
            if raw.shape() == Shape::Derived {
                continue;
            }
            assert_eq!(heard[raw], total, "{}", raw.name());
        }
    }
}

#[test]
fn listening_does_not_change_the_cycles() {
    let kernel = {
        let mut kernel = kernel();
        kernel.taken = Some(11);
        kernel.addresses = vec![0x6000_0000, 0x6000_0040, 0x6000_0080];
        kernel
    };
    let machine = itanium();
    let silent = kernel.run(&machine, 100).cycles;
    let mut timing = Timing::new(&machine, Sum::default());
    for _ in 0..100 {
        timing.execute(
            &Block::new(CodeId(0), kernel.ip, &kernel.raw),
            &Execution {
                end: 12,
                predicates: !kernel.off,
                taken: kernel.taken,
                target: kernel.ip,
                addresses: kernel.addresses.iter().copied().collect(),
                notes: Vec::new(),
                ..Execution::default()
            },
        );
    }
    assert_eq!(timing.finish().cycles, silent);
}

/// Many misses at once whose data are not waited for, and four multiply-adds of which the last two may be off.
fn crowd(machine: &config::Machine) -> (Sum, Counts) {
    let loads = |r| {
        bundle(
            template::MMI,
            [insn::ld8(r, 20), insn::ld8(r + 1, 20), insn::NOP],
        )
    };
    let fma = |qp, f| insn::under(qp, insn::fma(f, 9, 9, 8));
    let mut kernel = Kernel::new(&[
        loads(2),
        loads(4),
        bundle(template::MFI, [insn::NOP, fma(0, 10), insn::NOP]),
        bundle(template::MFI + 1, [insn::NOP, fma(0, 11), insn::NOP]),
        bundle(template::MFI, [insn::NOP, fma(6, 12), insn::NOP]),
        bundle(template::MFI, [insn::NOP, fma(7, 13), insn::NOP]),
    ]);
    let mut timing = Timing::new(machine, Sum::default());
    for i in 0..500_u64 {
        kernel.addresses = (0..4)
            .map(|load| 0x6000_0000 + (4 * i + load) % 977 * 128)
            .collect();
        timing.execute(
            &Block::new(CodeId(0), kernel.ip, &kernel.raw),
            &Execution {
                end: 18,
                predicates: !(u64::from(i % 3 == 0) << 13 | u64::from(i % 5 == 0) << 16),
                taken: None,
                target: kernel.ip,
                addresses: kernel.addresses.iter().copied().collect(),
                notes: Vec::new(),
                ..Execution::default()
            },
        );
    }
    let counts = timing.finish().counts;
    (std::mem::take(timing.probe()), counts)
}

#[test]
fn the_high_half_of_a_pair_is_that_of_every_cycle() {
    for (machine, bus_shift) in [(itanium(), 2), (itanium2(), 3)] {
        let (heard, counted) = crowd(&machine);
        let high = [
            Raw::L1MissesOutstandingHigh,
            Raw::BusQueueOccupancyHigh,
            Raw::MemoryReadsOutstandingHigh,
            Raw::FpOpsHigh,
        ]
        .map(|raw| counted[raw]);
        assert_eq!(high, heard.high(bus_shift));
        assert!(high[0] > 0 && high[1] > 0 && high[3] > 0, "{high:?}");
    }
}
