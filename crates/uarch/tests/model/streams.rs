//! Streams of lines that miss every cache: what bounds them.

use crate::bench::{bundle, insn, itanium, itanium2, template};
use config::Machine;
use events::{Block, CodeId, Execution, Off, Stall};
use uarch::{Timing, Totals};

const PAGE: u64 = 16_384;
const START: u64 = 0x6000_0000;
const BYTES: u64 = 5 << 20;

/// Runs a loop of one instruction and a taken branch, a group, over addresses.
fn over(timing: &mut Timing<Off>, id: u32, instruction: u64, addresses: impl Iterator<Item = u64>) {
    let ip = 0x4000_0000 + 64 * u64::from(id);
    let raw = [bundle(
        template::MFB + 1,
        [instruction, insn::NOP, insn::br(0, 0)],
    )];
    let block = Block::new(CodeId(id), ip, &raw);
    for address in addresses {
        let execution = Execution {
            end: 3,
            predicates: !0,
            taken: Some(2),
            target: ip,
            addresses: std::iter::once(address).collect(),
            ..Execution::default()
        };
        timing.execute(&block, &execution);
    }
}

/// Touches the pages of 5 MB and then refers to each line once.
fn stream(machine: &Machine, instruction: Option<u64>) -> Totals {
    let mut timing = Timing::new(machine, Off);
    let pages = (START..START + BYTES).step_by(PAGE as usize);
    over(&mut timing, 0, insn::ld8(2, 3), pages);
    if let Some(instruction) = instruction {
        let step = machine.caches.l2.line_bytes as usize;
        let lines = (START..START + BYTES).step_by(step);
        over(&mut timing, 1, instruction, lines);
    }
    let totals = timing.finish();
    totals.identities().expect("parts that sum to the whole");
    totals
}

#[test]
fn a_prefetch_of_a_new_line_each_cycle_runs_at_the_rate_of_the_bus() {
    // The bus carries a line in `memory.line_cycles` and then none for `memory.line_overhead_cycles`; the few lines that the touches and walks brought are hits.
    for machine in [itanium(), itanium2()] {
        let (before, totals) = (
            stream(&machine, None),
            stream(&machine, Some(insn::lfetch(3))),
        );
        let lines = BYTES / u64::from(machine.caches.l2.line_bytes);
        let memory = &machine.memory;
        let at_rate = lines * u64::from(memory.line_cycles + memory.line_overhead_cycles);
        let cycles = totals.cycles - before.cycles;
        assert!(
            (at_rate * 98 / 100..at_rate * 101 / 100).contains(&cycles),
            "{cycles} cycles, {at_rate} at the rate of the bus"
        );
        let waits = totals
            .stalls()
            .find(|(stall, _)| *stall == Stall::DataQueue);
        assert!(
            waits.is_some_and(|(_, waits)| waits > cycles * 9 / 10),
            "{waits:?}"
        );
    }
}
