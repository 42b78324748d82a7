//! Scalar integer instructions as functions of their source values.

use isa::{Instruction, Op, Relation};

use super::parallel;

/// Which of the register fields `r2` and `r3` an instruction evaluated by [`evaluate`] reads.
#[inline]
pub fn sources(op: Op) -> (bool, bool) {
    match op {
        Op::DepZ
        | Op::Mux1
        | Op::Mux2
        | Op::Pshl {
            immediate: true, ..
        } => (true, false),
        Op::SubImm
        | Op::AddImm
        | Op::AddP4Imm
        | Op::AndImm
        | Op::AndCmImm
        | Op::OrImm
        | Op::XorImm
        | Op::Extr { .. }
        | Op::DepImm
        | Op::Sxt(_)
        | Op::Zxt(_)
        | Op::Czx { .. }
        | Op::Popcnt
        | Op::Clz
        | Op::Pshr {
            immediate: true, ..
        } => (false, true),
        Op::DepZImm | Op::Movl => (false, false),
        _ => (true, true),
    }
}

/// The value of `r1`; `None` for an operation that is not of this kind or a reserved encoding.
pub fn evaluate(i: &Instruction, r2: u64, r3: u64) -> Option<u64> {
    let imm = i.imm as u64;
    Some(match i.op {
        Op::Add => r2.wrapping_add(r3),
        Op::AddOne => r2.wrapping_add(r3).wrapping_add(1),
        Op::Sub => r2.wrapping_sub(r3),
        Op::SubOne => r2.wrapping_sub(r3).wrapping_sub(1),
        Op::SubImm => imm.wrapping_sub(r3),
        Op::AddImm => imm.wrapping_add(r3),
        Op::AddP4 => pointer4(r2.wrapping_add(r3), r3),
        Op::AddP4Imm => pointer4(imm.wrapping_add(r3), r3),
        Op::And => r2 & r3,
        Op::AndImm => imm & r3,
        Op::AndCm => r2 & !r3,
        Op::AndCmImm => imm & !r3,
        Op::Or => r2 | r3,
        Op::OrImm => imm | r3,
        Op::Xor => r2 ^ r3,
        Op::XorImm => imm ^ r3,
        Op::Shladd => (r2 << (imm & 7)).wrapping_add(r3),
        Op::ShladdP4 => pointer4((r2 << (imm & 7)).wrapping_add(r3), r3),
        Op::Shl => shift_left(r2, r3),
        Op::Shr { signed: false } => shift_right(r3, r2),
        Op::Shr { signed: true } => shift_right_signed(r3, r2),
        Op::Shrp => shift_pair(r2, r3, imm),
        Op::Extr { signed: false } => {
            let (position, length) = field(i);
            r3 >> position & mask(length)
        }
        Op::Extr { signed: true } => {
            let (position, length) = field(i);
            sign_extend(r3 >> position, length)
        }
        Op::Dep => {
            let (position, length) = field(i);
            let mask = mask(length) << position;
            r3 & !mask | r2 << position & mask
        }
        Op::DepImm => {
            let (position, length) = field(i);
            let mask = mask(length) << position;
            r3 & !mask | imm << position & mask
        }
        Op::DepZ => {
            let (position, length) = field(i);
            (r2 & mask(length)) << position
        }
        Op::DepZImm => {
            let (position, length) = field(i);
            (imm & mask(length)) << position
        }
        Op::Sxt(size) => sign_extend(r3, 8 * u32::from(size)),
        Op::Zxt(size) => r3 & mask(8 * u32::from(size)),
        Op::Movl => imm,
        _ => return parallel::evaluate(i.op, r2, r3, i.imm),
    })
}

/// `addp4`: a 32-bit sum becomes a pointer; bits 31:30 of the base select the region.
#[inline]
pub fn pointer4(sum: u64, base: u64) -> u64 {
    sum & 0xffff_ffff | (base >> 30 & 3) << 61
}

/// `shl`: counts beyond 63 give 0.
#[inline]
pub fn shift_left(value: u64, count: u64) -> u64 {
    if count > 63 { 0 } else { value << count }
}

/// `shr.u`: counts beyond 63 give 0.
#[inline]
pub fn shift_right(value: u64, count: u64) -> u64 {
    if count > 63 { 0 } else { value >> count }
}

/// `shr`: counts beyond 63 give the sign.
#[inline]
pub fn shift_right_signed(value: u64, count: u64) -> u64 {
    (value as i64 >> count.min(63)) as u64
}

/// `shrp`: 64 bits of the pair from bit `count` (below 64) on.
#[inline]
pub fn shift_pair(high: u64, low: u64, count: u64) -> u64 {
    ((u128::from(high) << 64 | u128::from(low)) >> (count & 63)) as u64
}

/// Position, and length cut at bit 63, of a bit field instruction.
#[inline]
pub fn field(i: &Instruction) -> (u32, u32) {
    let position = u32::from(i.position() & 63);
    (position, u32::from(i.length()).clamp(1, 64 - position))
}

/// The low `length` bits, 1 to 64.
#[inline]
pub fn mask(length: u32) -> u64 {
    !0 >> (64 - length)
}

/// The low `length` bits, 1 to 64, as a signed number.
#[inline]
pub fn sign_extend(value: u64, length: u32) -> u64 {
    ((value << (64 - length)) as i64 >> (64 - length)) as u64
}

/// `cmp` and, on the low words, `cmp4`.
#[inline]
pub fn compare(rel: Relation, word: bool, a: u64, b: u64) -> bool {
    let (a, b) = if word {
        (sign_extend(a, 32), sign_extend(b, 32))
    } else {
        (a, b)
    };
    match rel {
        Relation::Eq => a == b,
        Relation::Ne => a != b,
        Relation::Lt => (a as i64) < b as i64,
        Relation::Le => a as i64 <= b as i64,
        Relation::Gt => a as i64 > b as i64,
        Relation::Ge => a as i64 >= b as i64,
        // Sign extension keeps the order of unsigned words.
        Relation::Ltu => a < b,
    }
}
