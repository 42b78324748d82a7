//! Executes a program functionally and keeps what the models are fed with.

use crate::generate::Program;
use crate::input::Step;
use config::Machine;
use events::{Block, CodeId, Execution};
use machine::{AddressSpace, Options, Protection, Recorder, Sharing, Stop};
use std::collections::HashMap;
use std::ops::ControlFlow;
use std::rc::Rc;

/// Where programs lie.
pub const CODE: u64 = 0x2000_0000_0000_0000;
/// Where the register stack is kept.
const STACK: u64 = 0x9000_0000_0000_0000;
/// Bytes for it.
const STACK_BYTES: u64 = 1 << 20;
/// Words that point to words: read only.
pub const POINTERS: u64 = 0x1000_0000;
/// Bytes of them.
pub const POINTER_BYTES: u64 = 512 << 10;
/// What programs write to, and what no program has written.
pub const SCRATCH: u64 = 0x1800_0000;
/// Bytes of it.
pub const SCRATCH_BYTES: u64 = 64 << 20;
/// The immediate of the `break` that ends a program.
pub const END: u64 = 0x1_0000;
/// Nothing is mapped here.
pub const NOWHERE: u64 = 0x3000_0000;

/// Collects steps.
#[derive(Default)]
struct Collector {
    blocks: HashMap<CodeId, Rc<Block>>,
    steps: Vec<Step>,
}

impl Collector {
    /// The system does something behind the newest step.
    fn serve(&mut self, service: u64, switches: bool) {
        if let Some(last) = self.steps.last_mut() {
            last.service = service;
            last.switches = switches;
        }
    }
}

impl Recorder for Collector {
    const RECORD: bool = true;

    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        let known = self.blocks.entry(block.id);
        self.steps.push(Step {
            block: Rc::clone(known.or_insert_with(|| Rc::new(block.clone()))),
            execution: execution.clone(),
            service: 0,
            switches: false,
        });
        ControlFlow::Continue(())
    }
}

/// Executes a program as a processor would that has this ALAT, for so many instructions at most.
pub fn execute(program: &Program, config: &Machine, budget: u64) -> Vec<Step> {
    let mut machine = machine::Machine::new(Options {
        alat_entries: config.alat.entries as usize,
        alat_ways: config.alat.ways as usize,
        user_monitors: true,
        ..Options::default()
    });
    let mut space = AddressSpace::new();
    let mut map = |address, bytes, protection| {
        space.map(address, bytes, protection, Sharing::Private);
    };
    map(
        CODE,
        program.code.len() as u64 * 16 + 0x4000,
        Protection::RWX,
    );
    map(STACK, STACK_BYTES, Protection::RW);
    map(POINTERS, POINTER_BYTES, Protection::RW);
    map(SCRATCH, SCRATCH_BYTES, Protection::RW);
    let bytes: Vec<u8> = program.code.iter().flat_map(|b| b.to_le_bytes()).collect();
    let written =
        space.poke(CODE, &bytes).is_ok() && space.poke(POINTERS, program.pointers).is_ok();
    assert!(written, "the program's memory is mapped");
    let mut cpu = machine.cpu();
    cpu.start_register_stack(STACK + program.stack, 0, 0);
    for &(r, value) in &program.general {
        cpu.set_gr(r, value, false);
    }
    for &(f, value) in &program.floating {
        cpu.set_fr(f, value);
    }
    for &(b, value) in &program.branch {
        cpu.set_br(b, value);
    }
    cpu.set_pr(program.predicates | 1);
    cpu.set_ip(CODE);
    let mut collector = Collector::default();
    loop {
        let left = budget - machine.retired();
        let slice = left.min(program.slice);
        match machine.run(&mut cpu, &mut space, &mut collector, slice) {
            Stop::Break { imm, .. } if imm != END => collector.serve(program.service, false),
            Stop::Budget if left > slice => collector.serve(program.service, true),
            _ => break,
        }
    }
    collector.steps
}
