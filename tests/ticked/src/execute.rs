//! Executes a program functionally and keeps what the models are fed with.

use crate::generate::Program;
use crate::input::Step;
use config::Machine;
use events::{Block, CodeId, Execution, StackSizes};
use machine::{AddressSpace, Cpu, Options, Protection, Recorder, Sharing, Stop};
use std::collections::{HashMap, VecDeque};
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
    /// A block can be executed again in another space.
    blocks: HashMap<(CodeId, u32), Rc<Block>>,
    steps: Vec<Step>,
    /// The register stack where the machine began to run.
    stack: Option<StackSizes>,
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
        let known = self.blocks.entry((block.id, block.space));
        self.steps.push(Step {
            block: Rc::clone(known.or_insert_with(|| Rc::new(block.clone()))),
            stack: self.stack.take(),
            execution: execution.clone(),
            service: 0,
            switches: false,
            ended: Vec::new(),
        });
        ControlFlow::Continue(())
    }

    fn enter(&mut self, stack: StackSizes) {
        self.stack = Some(stack);
    }

    fn space_ended(&mut self, number: u32) {
        if let Some(last) = self.steps.last_mut() {
            last.ended.push(number);
        }
    }
}

/// A space with a program, and with register stacks for so many threads.
fn space(program: &Program, threads: usize) -> AddressSpace {
    let mut space = AddressSpace::new();
    let mut map = |address, bytes, protection| {
        space.map(address, bytes, protection, Sharing::Private);
    };
    map(
        CODE,
        program.code.len() as u64 * 16 + 0x4000,
        Protection::RWX,
    );
    map(STACK, STACK_BYTES * threads as u64, Protection::RW);
    map(POINTERS, POINTER_BYTES, Protection::RW);
    map(SCRATCH, SCRATCH_BYTES, Protection::RW);
    let bytes: Vec<u8> = program.code.iter().flat_map(|b| b.to_le_bytes()).collect();
    let written =
        space.poke(CODE, &bytes).is_ok() && space.poke(POINTERS, program.pointers).is_ok();
    assert!(written, "the program's memory is mapped");
    space
}

/// A thread of a program at its first bundle; others than thread 0 start with other predicates.
fn thread(program: &Program, machine: &machine::Machine, number: usize) -> Cpu {
    let mut cpu = machine.cpu();
    let stack = STACK + STACK_BYTES * number as u64;
    cpu.start_register_stack(stack + program.stack, 0, 0);
    for &(r, value) in &program.general {
        cpu.set_gr(r, value, false);
    }
    for &(f, value) in &program.floating {
        cpu.set_fr(f, value);
    }
    for &(b, value) in &program.branch {
        cpu.set_br(b, value);
    }
    let predicates = program.predicates >> 6 & 0x3ff;
    let turned = predicates << number | predicates >> (10 - number);
    cpu.set_pr((turned & 0x3ff) << 6 | 1);
    cpu.set_ip(CODE);
    cpu
}

/// Executes a program as a processor would that has this ALAT, for so many instructions at most.
pub fn execute(program: &Program, config: &Machine, budget: u64) -> Vec<Step> {
    let mut machine = machine::Machine::new(Options {
        alat_entries: config.alat.entries as usize,
        alat_ways: config.alat.ways as usize,
        user_monitors: true,
        ..Options::default()
    });
    let count = program.threads.len();
    let mut spaces: Vec<Option<AddressSpace>> = (0..count).map(|_| None).collect();
    let mut threads = VecDeque::new();
    for (number, &place) in program.threads.iter().enumerate() {
        spaces[place].get_or_insert_with(|| space(program, count));
        threads.push_back((place, thread(program, &machine, number)));
    }
    let mut collector = Collector::default();
    while let Some((place, mut cpu)) = threads.pop_front() {
        let Some(space) = &mut spaces[place] else {
            break;
        };
        let left = budget - machine.retired();
        let slice = left.min(program.slice);
        match machine.run(&mut cpu, space, &mut collector, slice) {
            Stop::Break { imm, .. } if imm != END => {
                collector.serve(program.service, false);
                threads.push_front((place, cpu));
            }
            Stop::Budget if left > slice => {
                collector.serve(program.service, true);
                threads.push_back((place, cpu));
            }
            Stop::Budget => break,
            _ if threads.is_empty() => break,
            _ => {
                // The others go on.
                collector.serve(program.service, true);
                if threads.iter().all(|(other, _)| *other != place) {
                    spaces[place] = None;
                }
            }
        }
    }
    collector.steps
}
