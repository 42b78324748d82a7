//! Machines with parts that are drawn by a seed.

use crate::random::Random;
use config::model::{Geometry, Replacement};

/// A shipped machine with parts of other sizes, speeds and policies.
pub(crate) fn drawn(machine: &config::Machine, seed: u64) -> config::Machine {
    let mut random = Random::new(seed ^ 0x0dd5);
    let mut from = |choices: &[u32]| choices[random.below(choices.len() as u64) as usize];
    let policy =
        |number| [Replacement::Lru, Replacement::Nru, Replacement::Random][number as usize];
    let mut machine = machine.clone();
    let caches = &mut machine.caches;
    let mut draw = |cache: Geometry, lines: [u32; 4]| {
        let line_bytes = match cache.line_bytes {
            ..64 => from(&[16, 32, 32]),
            bytes => bytes,
        };
        let ways = from(&[1, 2, 4]);
        let bytes = from(&lines) * line_bytes * ways;
        (line_bytes, ways, bytes, policy(from(&[0, 0, 1, 2])))
    };
    let (l1i, l1d) = (&mut caches.l1i, &mut caches.l1d);
    (l1i.line_bytes, l1i.ways, l1i.bytes, l1i.replacement) = draw(l1i.geometry(), [1, 4, 32, 512]);
    (l1d.line_bytes, l1d.ways, l1d.bytes, l1d.replacement) = draw(l1d.geometry(), [2, 8, 64, 512]);
    caches.l1d.ports = from(&[1, 2, 4]);
    caches.l1d_way_prediction = from(&[0, 0, 1]) > 0;
    caches.fp_bypasses_l1d = from(&[0, 1, 1]) > 0;
    caches.l2_queue_entries = from(&[1, 3, 32]);
    caches.l2_banks = from(&[0, 1, 2, 16]);
    caches.l2_short_store_bytes = from(&[0, 1, 8, 16]);
    caches.l2_short_store_cycles = from(&[1, 4, 9]);
    caches.l2_store_to_load_cycles = from(&[0, 2, 4]);
    caches.l2.bytes = from(&[1, 4, 32, 256]) * caches.l2.line_bytes * caches.l2.ways;
    caches.l2.replacement = policy(from(&[0, 0, 1, 2]));
    machine.memory.store_buffer_entries = from(&[1, 2, 12]);
    let tlbs = &mut machine.tlbs;
    for (first, part_bytes) in [
        (
            &mut tlbs.instruction.first,
            &mut tlbs.instruction.first_part_bytes,
        ),
        (&mut tlbs.data.first, &mut tlbs.data.first_part_bytes),
    ] {
        first.entries = from(&[1, 2, 16, 32]);
        first.ways = first.entries;
        first.replacement = policy(from(&[0, 1, 2]));
        *part_bytes = from(&[4_096, 8_192, 16_384]);
    }
    let branch = &mut machine.branch;
    branch.indirect_reads_register = from(&[0, 1, 1]) > 0;
    branch.register_read_cycles = from(&[0, 2, 4, 8]);
    branch.bubbles.indirect = from(&[0, 2, 7]);
    branch.bubbles.bac1 = from(&[0, 2, 7]);
    branch.mispredict_cycles = from(&[0, 6, 9]);
    machine.latency.special.interruption_cycles = from(&[0, 1, 6]);
    machine.frontend.streaming_buffer_lines = from(&[0, 1, 8, 8]) as u8;
    machine
}

/// The same with a register stack engine that is drawn too.
pub(crate) fn drawn_stack(machine: &config::Machine, seed: u64) -> config::Machine {
    let mut machine = drawn(machine, seed);
    let mut random = Random::new(seed ^ 0x25e0);
    let mut from = |choices: &[u32]| choices[random.below(choices.len() as u64) as usize];
    machine.rse.registers_per_cycle = from(&[1, 2, 2, 5, 96]);
    machine.rse.start_cycles = from(&[0, 1, 2, 30]);
    machine
}

/// A shipped machine with small tables of branches.
pub(crate) fn forgetful(machine: &config::Machine, seed: u64) -> config::Machine {
    let mut random = Random::new(seed ^ 0xb4a7);
    let mut from = |choices: &[u32]| choices[random.below(choices.len() as u64) as usize];
    let mut machine = machine.clone();
    let tables = &mut machine.branch.itanium;
    (tables.tac_ways, tables.bpt_ways) = (from(&[1, 2, 4]), from(&[1, 2, 4]));
    tables.tac_entries = from(&[1, 2, 16]) * tables.tac_ways;
    tables.bpt_entries = from(&[1, 4, 128]) * tables.bpt_ways;
    machine.branch.return_stack_entries = from(&[0, 1, 2, 8]);
    machine
}
