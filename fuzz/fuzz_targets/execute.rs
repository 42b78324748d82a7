//! Any bundles in any state end in one of the ways that a run can end, in the same way the short and the general way.
//!
//! The first bytes are the state, the rest is code. Faults are skipped, so that one input visits many instructions.
#![no_main]

use events::Block;
use isa::Ar;
use libfuzzer_sys::fuzz_target;
use machine::{
    AddressSpace, Cfm, Cpu, Machine, Options, PAGE_SIZE, Protection, Recorder, Sharing,
    Stop,
};
use softfp::Fr;

const CODE: u64 = 0x4000_0000_0000_0000;
const DATA: u64 = 0x6000_0000_0000_0000;
const STORE: u64 = 0x8000_0000_0000_0000;
/// Bytes of the input that choose registers.
const STATE: usize = 64;
/// Instructions for one input.
const LIMIT: u64 = 5_000;

/// Looks at each instruction, which takes the general way.
struct General;

impl Recorder for General {
    const RECORD: bool = true;
    const EACH: bool = true;

    fn instruction(&mut self, cpu: &Cpu, block: &Block, slot: u8) {
        assert!(slot < block.end_slot && cpu.slot() < 3);
    }
}

/// A value of the kind that finds mistakes: a place in memory, a corner, or anything.
fn value(state: &[u8], n: usize) -> u64 {
    let at = |i: usize| u64::from(state[(n * 5 + i) % STATE]);
    let any = (0..8).fold(0, |value, i| value << 8 | at(i));
    match at(9) % 6 {
        0 => DATA + any % PAGE_SIZE,
        1 => DATA + any % PAGE_SIZE / 16 * 16,
        2 => CODE + any % PAGE_SIZE / 16 * 16,
        3 => any % 256,
        4 => [0, u64::MAX, 1 << 63, i64::MAX as u64][any as usize % 4],
        _ => any,
    }
}

fn run<R: Recorder>(state: &[u8], code: &[u8], recorder: &mut R) -> (Cpu, u64) {
    let mut machine = Machine::new(Options {
        alat_entries: usize::from(state[0] % 3) * 16,
        alat_ways: 2,
        alat_address_bits: [8, 20, 64][usize::from(state[0]) / 3 % 3],
        ..Options::default()
    });
    let mut cpu = machine.cpu();
    let mut space = AddressSpace::new();
    space.map(CODE, PAGE_SIZE, Protection::RWX, Sharing::Private);
    space.map(DATA, PAGE_SIZE, Protection::RW, Sharing::Private);
    space.map(STORE, 4 * PAGE_SIZE, Protection::RW, Sharing::Private);
    let bundles = code.len().min(PAGE_SIZE as usize) / 16;
    space
        .poke(CODE, &code[..bundles * 16])
        .expect("the page is mapped");

    let sof = state[1] % 97;
    cpu.start_register_stack(STORE + 2 * PAGE_SIZE, sof, state[2] % 97);
    cpu.set_cfm(Cfm {
        sor: state[3] % (sof / 8 + 1) * 8,
        ..cpu.cfm()
    });
    for r in 1..128 {
        let nat = state[4] & 1 != 0 && state[usize::from(r) % STATE] & 7 == 0;
        cpu.set_gr(r, value(state, usize::from(r)), nat);
    }
    for f in 2..128 {
        let n = usize::from(f);
        cpu.set_fr(f, Fr::from_spill([value(state, n), value(state, n + 1)]));
    }
    cpu.set_pr(value(state, 3));
    for b in 0..8 {
        cpu.set_br(b, CODE + value(state, usize::from(b)) % PAGE_SIZE / 16 * 16);
    }
    cpu.set_ar(Ar::LC, u64::from(state[5] % 8));
    cpu.set_ar(Ar::EC, u64::from(state[6] % 8));
    cpu.set_ar(Ar::UNAT, value(state, 9));
    cpu.set_ip(CODE);
    for _ in 0..100 {
        let left = LIMIT.saturating_sub(machine.retired());
        match machine.run(&mut cpu, &mut space, recorder, left) {
            Stop::Budget => break,
            Stop::Fault(fault) if !fault.vector.is_trap() => {
                if (CODE..CODE + PAGE_SIZE - 16).contains(&fault.ip) {
                    let next = fault.ip + if fault.slot == 2 { 16 } else { 0 };
                    cpu.set_ip_slot(next, (fault.slot + 1) % 3);
                } else {
                    cpu.set_ip(CODE);
                }
            }
            _ => {}
        }
    }
    assert!(machine.retired() <= LIMIT);
    assert!(machine.passed(cpu.trail(), space.id(), 16).len() <= 16);
    (cpu, machine.retired())
}

fuzz_target!(|data: &[u8]| {
    let Some((state, code)) = data.split_at_checked(STATE) else {
        return;
    };
    let (short, retired) = run(state, code, &mut machine::Silent);
    let (general, again) = run(state, code, &mut General);
    assert_eq!(retired, again);
    assert_eq!((short.ip(), short.slot()), (general.ip(), general.slot()));
    assert_eq!((short.pr(), short.cfm()), (general.pr(), general.cfm()));
    for r in 0..128 {
        assert_eq!(short.gr(r), general.gr(r), "r{r}");
        assert_eq!(short.fr(r), general.fr(r), "f{r}");
    }
});
