//! An armed listener hears exactly what the totals say, and changes nothing.

use crate::bench::{Kernel, bundle, insn, itanium, itanium2, template};
use events::{
    Branch, Code, Counts, DataMiss, Group, InstructionMiss, Probe, Raw, Site, Stall, StaticEvent,
    When,
};
use std::collections::HashMap;
use uarch::{Code as BlockCode, Execution, Timing};

/// Adds up everything that it hears.
#[derive(Default)]
struct Sum {
    counts: Counts,
    events: HashMap<u32, Vec<StaticEvent>>,
    next_cycle: u64,
}

impl Probe for Sum {
    fn translate(&mut self, code: &Code<'_>) {
        self.events.insert(code.id.0, code.events.to_vec());
    }

    fn group(&mut self, group: &Group) {
        let events = &self.events[&group.code.0];
        for event in events.iter().filter(|e| group.mask() >> e.slot & 1 != 0) {
            let on = group.predicates >> event.slot & 1 != 0;
            let counts = match event.when {
                When::Always => true,
                When::Executed => on,
                When::Squashed => !on,
            };
            if counts {
                self.counts.add(event.raw, event.amount.into());
            }
        }
    }

    fn count(&mut self, raw: Raw, amount: u32, _: u64, _: &Site) {
        self.counts.add(raw, amount.into());
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
    let mut random = 1u64;
    for i in 0..3000u64 {
        random = random
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1442);
        // Left by the branch most of the time, now and then across the end.
        let taken = random >> 60 > 2;
        let spread = (random >> 20) % (1 << 23);
        let ip = 0x4000_0000 + 64 * (i % 37) * u64::from(!taken);
        timing.execute(
            &BlockCode {
                id: (ip >> 6) as u32 & 0xff,
                space: 0,
                ip,
                first_slot: 0,
                end_slot: 12,
                bundles: &kernel.bundles,
                raw: &kernel.raw,
            },
            &Execution {
                end: 12,
                predicates: !kernel.off,
                taken: taken.then_some(11),
                target: if taken { 0x4000_0000 } else { ip + 64 },
                addresses: &[
                    0x6000_0000 + spread,
                    0x6000_0000 + (spread & !7),
                    0x6000_4000 + spread % 4096,
                ],
                notes: &[],
            },
        );
    }
    let outcome = timing.finish();
    outcome.identities().expect("parts that sum to the whole");
    (timing.probe().counts.clone(), outcome.counts)
}

#[test]
fn the_listener_hears_every_count_of_the_totals() {
    for machine in [itanium(), itanium2()] {
        let (heard, counted) = heard_and_counted(&machine);
        for (raw, total) in counted.iter() {
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
            &BlockCode {
                id: 0,
                space: 0,
                ip: kernel.ip,
                first_slot: 0,
                end_slot: 12,
                bundles: &kernel.bundles,
                raw: &kernel.raw,
            },
            &Execution {
                end: 12,
                predicates: !kernel.off,
                taken: kernel.taken,
                target: kernel.ip,
                addresses: &kernel.addresses,
                notes: &[],
            },
        );
    }
    assert_eq!(timing.finish().cycles, silent);
}
