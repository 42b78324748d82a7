//! Bundles of random instructions.

use crate::random::Random;

/// `mov ar.unat = r2`, `mov r1 = ar.unat`, `st8.spill [r3] = r2`, `mov cr = r2`, `sum 0`, `srlz.d`, `mf`, `fetchadd4.acq r1 = [r3], 16`,
/// `xchg8 r1 = [r3], r2`.
const MOV_TO_UNAT: u64 = 1 << 37 | 0x2a << 27 | 36 << 20;
const MOV_FROM_UNAT: u64 = 1 << 37 | 0x22 << 27 | 36 << 20;
const ST8_SPILL: u64 = 4 << 37 | 0x3b << 30;
const MOV_TO_CR: u64 = 1 << 37 | 0x2c << 27;
const SUM: u64 = 4 << 27;
const SRLZ_D: u64 = 0x30 << 27;
const MF: u64 = 0x22 << 27;
const FETCHADD: u64 = 4 << 37 | 0x12 << 30 | 1 << 27;
const XCHG: u64 = 4 << 37 | 0x0b << 30 | 1 << 27;

/// A bundle of random instructions: real ones more often than random bits are.
pub(crate) fn bundle(random: &mut Random) -> u128 {
    // MII, MMI, MFI, MMF, MIB, MBB, MMB, MFB, with and without stops.
    let templates: [u8; 16] = [
        0x00, 0x01, 0x02, 0x08, 0x09, 0x0a, 0x0c, 0x0d, 0x0e, 0x10, 0x11, 0x12, 0x13, 0x18, 0x1c,
        0x1d,
    ];
    let template = templates[random.below(templates.len() as u64) as usize];
    let mut bits = u128::from(template);
    for slot in 0..3 {
        // Few registers, so that instructions wait for each other; predicates now and then.
        let qp = if random.one_in(3) {
            random.below(20)
        } else {
            0
        };
        // The first slot is that of an M unit: writes of parts and what waits for them.
        if slot == 0 && random.one_in(6) {
            let operand = (2 + random.below(12)) << 13;
            let kinds = [
                MOV_TO_UNAT | operand,
                MOV_FROM_UNAT | 8 << 6,
                ST8_SPILL | operand | (2 + random.below(12)) << 20,
                MOV_TO_CR | 1 << 20 | operand,
                MOV_TO_CR | 20 << 20 | operand,
                SUM,
                SRLZ_D,
                MF,
                FETCHADD | 8 << 6 | (2 + random.below(12)) << 20,
                XCHG | 8 << 6 | operand | (2 + random.below(12)) << 20,
            ];
            let kind = kinds[random.below(kinds.len() as u64) as usize];
            bits |= u128::from(qp | kind) << 5;
            continue;
        }
        let [r1, r2, r3] = [(); 3].map(|()| 2 + random.below(12) + 30 * random.below(2));
        let registers = r1 << 6 | r2 << 13 | r3 << 20;
        let major = match random.below(10) {
            // add, and, load, check load, FP load, store, fma, cmp, branch: bits 40:27.
            0 => 8 << 37,
            1 if random.one_in(3) => 4 << 37 | 0x27 << 30,
            1 => 8 << 37,
            2 => 8 << 37 | 3 << 29,
            3 | 4 => 4 << 37 | 3 << 30,
            5 => 6 << 37 | 3 << 30,
            6 => 4 << 37 | 0x33 << 30,
            7 => 9 << 37,
            8 => 0xc << 37,
            _ => random.bits(41) & !0x7f_ffff,
        };
        bits |= u128::from(qp | registers | major) << (5 + 41 * slot);
    }
    bits
}

/// The bundle with `.many` at some of its branches.
pub(crate) fn mark(random: &mut Random, bundle: u128) -> u128 {
    let slots: &[u32] = match bundle & 0x1e {
        0x10 | 0x18 | 0x1c => &[2],
        0x12 => &[1, 2],
        _ => &[],
    };
    let marked = slots.iter().filter(|_| random.one_in(3));
    marked.fold(bundle, |bundle, slot| bundle | 1 << (5 + 41 * slot + 12))
}

/// A bundle with a branch register written, and with a branch to where one says, if it has slots for them.
pub(crate) fn go_by_register(random: &mut Random, bundle: u128) -> u128 {
    // By the lowest bits: the last slots of instructions of kind I, and those of kind B.
    let (integer, branch) = match bundle & 0x1e {
        0x00 | 0x02 | 0x08 | 0x0a | 0x0c => (Some(2), None),
        0x10 => (Some(1), Some(2)),
        0x12 | 0x18 | 0x1c => (None, Some(2)),
        _ => (None, None),
    };
    let mut bits = bundle;
    let mut put = |slot: u128, instruction: u64| {
        let at = 5 + 41 * slot;
        // The qualifying predicate stays.
        bits &= !(((1 << 41) - 1) & !0x3f) << at | ((1 << at) - 1);
        bits |= u128::from(instruction) << at;
    };
    let register = 6 + random.below(2);
    if let Some(slot) = integer.filter(|_| random.one_in(3)) {
        // mov b = r
        put(slot, 7 << 33 | (2 + random.below(12)) << 13 | register << 6);
    }
    if let Some(slot) = branch.filter(|_| random.below(4) > 0) {
        // br.cond, with a static or a dynamic hint, or br.call.
        let hint = random.below(4) << 33;
        let cond = 0x20 << 27;
        put(
            slot,
            hint | register << 13 | if random.one_in(4) { 1 << 37 } else { cond },
        );
    }
    bits
}

/// The bundle with a check in one of its slots, now and then.
pub(crate) fn check(random: &mut Random, bundle: u128) -> u128 {
    if !random.one_in(3) {
        return bundle;
    }
    let register = 2 + random.below(12);
    // For M units: chk.s.m r, chk.s f, and chk.a.nc and chk.a.clr of both.
    let memory = [
        1 << 37 | 1 << 33 | register << 13,
        1 << 37 | 3 << 33 | register << 13,
        4 << 33 | register << 6,
        5 << 33 | register << 6,
        6 << 33 | register << 6,
        7 << 33 | register << 6,
    ];
    let memory = memory[random.below(memory.len() as u64) as usize];
    // For I units chk.s.i r, for F units fchkf.
    let (integer, float) = (1 << 33 | register << 13, 8 << 27);
    let (slot, check) = match (bundle & 0x1e, random.below(3)) {
        (0x00 | 0x02, slot @ 1..) => (slot, integer),
        (0x08 | 0x0a, 1) => (1, memory),
        (0x08 | 0x0a, 2) => (2, integer),
        (0x0c | 0x1c, 1) => (1, float),
        (0x0c, 2) => (2, integer),
        (0x0e, slot @ 1..) => (slot, if slot == 1 { memory } else { float }),
        (0x10, 1) => (1, integer),
        (0x18, 1) => (1, memory),
        _ => (0, memory),
    };
    // The qualifying predicate stays.
    let at = 5 + 41 * slot;
    bundle & !(((1 << 35) - 1) << (at + 6)) | u128::from(check) << at
}
