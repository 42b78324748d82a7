//! Flushes as a listener hears them: whose they are and where execution goes on.

use crate::bench::{bundle, insn, itanium, template};
use events::{Block, CodeId, Execution, Fact, Flush, FlushKind, Note, Probe};
use uarch::Timing;

#[derive(Default)]
struct Flushes(Vec<Flush>);

impl Probe for Flushes {
    fn flush(&mut self, flush: &Flush) {
        self.0.push(*flush);
    }
}

const IP: u64 = 0x4000_0000_0000_1000;
const HANDLER: u64 = 0x4000_0000_0000_5000;

fn block(id: u32, ip: u64) -> Block {
    let nops = bundle(template::MII + 1, [insn::NOP; 3]);
    Block::new(CodeId(id), ip, &[nops, nops])
}

/// All flushes of an execution of six `nop`s as given and one of the handler behind it.
fn flushes(execution: &Execution) -> Vec<Flush> {
    let mut timing = Timing::new(&itanium(), Flushes::default());
    timing.execute(&block(4, IP), execution);
    let handler = Execution {
        end: 6,
        predicates: !0,
        target: HANDLER + 32,
        ..Execution::default()
    };
    timing.execute(&block(5, HANDLER), &handler);
    timing.finish();
    std::mem::take(&mut timing.probe().0)
}

fn until(end: u8, notes: Vec<Note>) -> Execution {
    Execution {
        end,
        predicates: !0,
        target: HANDLER,
        notes,
        ..Execution::default()
    }
}

#[test]
fn a_fault_is_flushed_with_its_instruction_and_vector() {
    let fact = Fact::Fault { vector: 0x5600 };
    let heard = flushes(&until(4, vec![Note { slot: 4, fact }]));
    let [flush] = heard[..] else {
        panic!("{heard:?}");
    };
    assert_eq!((flush.kind, flush.vector), (FlushKind::Fault, Some(0x5600)));
    assert_eq!((flush.culprit.ip, flush.culprit.slot()), (IP + 16, 1));
    assert_eq!(flush.target, HANDLER);
    let cycles = u64::from(itanium().latency.special.interruption_cycles);
    assert_eq!(flush.resteer, flush.cycle + 1 + cycles);
}

#[test]
fn what_comes_from_outside_has_no_culprit() {
    let heard = flushes(&until(6, Vec::new()));
    let [flush] = heard[..] else {
        panic!("{heard:?}");
    };
    assert_eq!(flush.kind, FlushKind::Interruption);
    assert_eq!(flush.culprit, events::Site::none());
    assert_eq!((flush.vector, flush.target), (None, HANDLER));
}

#[test]
fn what_software_completes_holds_the_next_group_and_fetches_nothing_again() {
    let mut machine = itanium();
    machine.os.assist_cycles = 300;
    let code = [bundle(
        template::MFB,
        [insn::NOP, insn::fma(8, 9, 10, 0), insn::NOP],
    ); 2];
    let block = Block::new(CodeId(4), IP, &code);
    let mut timing = Timing::new(&machine, Flushes::default());
    let fact = Fact::Assisted;
    timing.execute(&block, &until(6, vec![Note { slot: 1, fact }]));
    let heard = std::mem::take(&mut timing.probe().0);
    let [flush] = heard[..] else {
        panic!("{heard:?}");
    };
    assert_eq!(
        (flush.kind, flush.vector),
        (FlushKind::Assist, Some(Flush::FLOATING_POINT_FAULT))
    );
    assert!(!flush.restarts());
    assert_eq!((flush.culprit.ip, flush.culprit.slot()), (IP, 1));
    assert_eq!((flush.target, flush.resteer), (IP, flush.cycle + 301));
}

#[test]
fn software_completes_the_instructions_of_a_group_one_after_the_other() {
    let mut machine = itanium();
    machine.os.assist_cycles = 300;
    let code = [8, 12].map(|target| {
        let multiply = insn::fma(target, 9, 10, 0);
        bundle(template::MFI, [insn::NOP, multiply, insn::NOP])
    });
    let block = Block::new(CodeId(4), IP, &code);
    let mut timing = Timing::new(&machine, Flushes::default());
    let notes = [1, 4].map(|slot| Note {
        slot,
        fact: Fact::Assisted,
    });
    timing.execute(&block, &until(6, notes.to_vec()));
    let heard = std::mem::take(&mut timing.probe().0);
    let [first, second] = heard[..] else {
        panic!("{heard:?}");
    };
    assert_eq!(first.cycle, second.cycle, "one group");
    assert_eq!(
        [first.resteer, second.resteer],
        [first.cycle + 301, first.cycle + 601]
    );
}
