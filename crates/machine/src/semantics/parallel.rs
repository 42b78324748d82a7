//! Parallel integer arithmetic: general registers as eight bytes, four halfwords or two words, and
//! the integer multiplications and bit counts of the I unit.
//!
//! Every function is pure; NaT bits and qualifying predicates are the interpreter's business.
//! Meanings are those of the manual, volume 3, under the name of each instruction. Element 0 is the
//! least significant one; `a` and `b` are the sources in assembly order.

use isa::theme::Parallel;
use isa::{Saturation, Side};

/// The result of a parallel instruction, `czx`, `popcnt`, `clz`, `mpy4` or `mpyshl4`. `r2` and `r3`
/// are the values of those register fields. `None` for the permutation codes of `mux1` that are reserved.
#[inline]
pub(crate) fn evaluate(op: Parallel, r2: u64, r3: u64, imm: i64) -> Option<u64> {
    Some(match op {
        Parallel::Padd { size, sat } => add(size, sat, r2, r3),
        Parallel::Psub { size, sat } => subtract(size, sat, r2, r3),
        Parallel::Pavg { size, raz } => average(size, raz, r2, r3),
        Parallel::Pavgsub(size) => average_difference(size, r2, r3),
        Parallel::Pcmp { size, greater } => compare(size, greater, r2, r3),
        Parallel::Pshladd2 => shift_left_add(r2, imm as u32, r3),
        Parallel::Pshradd2 => shift_right_add(r2, imm as u32, r3),
        Parallel::Pmpyshr2 { unsigned } => multiply_shift_right(unsigned, r2, r3, imm as u32),
        Parallel::Pmpy2(side) => multiply(side, r2, r3),
        Parallel::Mix { size, side } => mix(size, side, r2, r3),
        Parallel::Pack { size, sat } => pack(size, sat, r2, r3),
        Parallel::Unpack { size, side } => unpack(size, side, r2, r3),
        Parallel::Pmin1U => zip::<1>(r2, r3, u64::min),
        Parallel::Pmax1U => zip::<1>(r2, r3, u64::max),
        Parallel::Pmin2 => zip::<2>(r2, r3, |x, y| signed::<2>(x).min(signed::<2>(y)) as u64),
        Parallel::Pmax2 => zip::<2>(r2, r3, |x, y| signed::<2>(x).max(signed::<2>(y)) as u64),
        Parallel::Psad1 => sum_of_differences(r2, r3),
        Parallel::Mux1 => permute_bytes(r2, imm)?,
        Parallel::Mux2 => permute_halfwords(r2, imm),
        Parallel::Pshl { size, immediate } => {
            shift_left(size, r2, if immediate { imm as u64 } else { r3 })
        }
        Parallel::Pshr {
            size,
            immediate,
            signed,
        } => shift_right(size, signed, r3, if immediate { imm as u64 } else { r2 }),
        Parallel::Czx { size, side } => zero_index(size, side, r3),
        Parallel::Popcnt => r3.count_ones() as u64,
        Parallel::Clz => r3.leading_zeros() as u64,
        Parallel::Mpy4 => (r2 & WORD) * (r3 & WORD),
        Parallel::Mpyshl4 => ((r2 >> 32) * (r3 & WORD)) << 32,
    })
}

/// The low word of a register.
const WORD: u64 = 0xffff_ffff;

/// Bits of an element of `SIZE` bytes.
const fn mask<const SIZE: u32>() -> u64 {
    u64::MAX >> (64 - 8 * SIZE)
}

/// An element as a signed number.
const fn signed<const SIZE: u32>(element: u64) -> i64 {
    let unused = 64 - 8 * SIZE;
    ((element << unused) as i64) >> unused
}

/// Smallest and largest signed element.
const fn signed_range<const SIZE: u32>() -> (i64, i64) {
    let largest = (mask::<SIZE>() >> 1) as i64;
    (-largest - 1, largest)
}

/// Applies a function to each pair of elements, which come zero-extended; the result is cut to size.
#[inline(always)]
fn zip<const SIZE: u32>(a: u64, b: u64, f: impl Fn(u64, u64) -> u64) -> u64 {
    let mut result = 0;
    let mut at = 0;
    while at < 64 {
        result |= (f(a >> at & mask::<SIZE>(), b >> at & mask::<SIZE>()) & mask::<SIZE>()) << at;
        at += 8 * SIZE;
    }
    result
}

/// Instantiates a function for the element size in bytes; sizes other than 1 and 2 mean words.
macro_rules! sized {
    ($size:expr, $function:ident ( $($argument:expr),* )) => {
        match $size {
            1 => $function::<1>($($argument),*),
            2 => $function::<2>($($argument),*),
            _ => $function::<4>($($argument),*),
        }
    };
}

/// Adds the second operand of a saturating operation, or its negative.
#[inline(always)]
fn saturating<const SIZE: u32>(sat: Saturation, a: u64, b: u64, negate: bool) -> u64 {
    let sum = |x: i64, y: i64| if negate { x - y } else { x + y };
    let (least, largest) = signed_range::<SIZE>();
    let unsigned_largest = mask::<SIZE>() as i64;
    zip::<SIZE>(a, b, |x, y| match sat {
        Saturation::Modulo => sum(x as i64, y as i64) as u64,
        Saturation::Signed => {
            sum(signed::<SIZE>(x), signed::<SIZE>(y)).clamp(least, largest) as u64
        }
        Saturation::Unsigned => sum(x as i64, y as i64).clamp(0, unsigned_largest) as u64,
        Saturation::UnsignedSigned => {
            sum(x as i64, signed::<SIZE>(y)).clamp(0, unsigned_largest) as u64
        }
    })
}

/// `padd1`, `padd2`, `padd4`.
pub(crate) fn add(size: u8, sat: Saturation, a: u64, b: u64) -> u64 {
    sized!(size, saturating(sat, a, b, false))
}

/// `psub1`, `psub2`, `psub4`.
pub(crate) fn subtract(size: u8, sat: Saturation, a: u64, b: u64) -> u64 {
    sized!(size, saturating(sat, a, b, true))
}

/// `pavg1`, `pavg2`: half the sum; the bit lost is or-ed into the result, or with `.raz` rounded up.
pub(crate) fn average(size: u8, raz: bool, a: u64, b: u64) -> u64 {
    fn sized_average<const SIZE: u32>(raz: bool, a: u64, b: u64) -> u64 {
        zip::<SIZE>(a, b, |x, y| {
            if raz {
                (x + y + 1) >> 1
            } else {
                (x + y) >> 1 | (x + y) & 1
            }
        })
    }
    sized!(size, sized_average(raz, a, b))
}

/// `pavgsub1`, `pavgsub2`: half the difference, the bit lost or-ed into the result.
pub(crate) fn average_difference(size: u8, a: u64, b: u64) -> u64 {
    fn sized_difference<const SIZE: u32>(a: u64, b: u64) -> u64 {
        zip::<SIZE>(a, b, |x, y| {
            let difference = x.wrapping_sub(y);
            difference >> 1 | difference & 1
        })
    }
    sized!(size, sized_difference(a, b))
}

/// `pcmp1`, `pcmp2`, `pcmp4`: ones where equal, or where `a` is greater (signed).
pub(crate) fn compare(size: u8, greater: bool, a: u64, b: u64) -> u64 {
    fn sized_compare<const SIZE: u32>(greater: bool, a: u64, b: u64) -> u64 {
        zip::<SIZE>(a, b, |x, y| {
            let holds = if greater {
                signed::<SIZE>(x) > signed::<SIZE>(y)
            } else {
                x == y
            };
            if holds { u64::MAX } else { 0 }
        })
    }
    sized!(size, sized_compare(greater, a, b))
}

/// `pshladd2`: the shift saturates, and then its saturated value is the result; else the sum
/// saturates.
pub(crate) fn shift_left_add(a: u64, count: u32, b: u64) -> u64 {
    let (least, largest) = signed_range::<2>();
    zip::<2>(a, b, |x, y| {
        let shifted = signed::<2>(x) << (count & 3);
        if shifted < least || shifted > largest {
            shifted.clamp(least, largest) as u64
        } else {
            (shifted + signed::<2>(y)).clamp(least, largest) as u64
        }
    })
}

/// `pshradd2`: arithmetic shift, then a saturating sum.
pub(crate) fn shift_right_add(a: u64, count: u32, b: u64) -> u64 {
    let (least, largest) = signed_range::<2>();
    zip::<2>(a, b, |x, y| {
        ((signed::<2>(x) >> (count & 3)) + signed::<2>(y)).clamp(least, largest) as u64
    })
}

/// `pmpyshr2`, `pmpyshr2.u`: 16 bits of each 32-bit product, from bit `count` on.
pub(crate) fn multiply_shift_right(unsigned: bool, a: u64, b: u64, count: u32) -> u64 {
    zip::<2>(a, b, |x, y| {
        let product = if unsigned {
            x * y
        } else {
            (signed::<2>(x) * signed::<2>(y)) as u64
        };
        product >> (count & 31)
    })
}

/// `pmpy2.l`, `pmpy2.r`: signed 32-bit products of the odd or of the even elements.
pub(crate) fn multiply(side: Side, a: u64, b: u64) -> u64 {
    let shift = if side == Side::Left { 16 } else { 0 };
    zip::<4>(a >> shift, b >> shift, |x, y| {
        (signed::<2>(x) * signed::<2>(y)) as u64
    })
}

/// `mix1`, `mix2`, `mix4`: the odd (`.l`) or even (`.r`) elements of both, those of `a` above.
pub(crate) fn mix(size: u8, side: Side, a: u64, b: u64) -> u64 {
    fn sized_mix<const SIZE: u32>(side: Side, a: u64, b: u64) -> u64 {
        // Ones in every even element.
        let even = (mask::<SIZE>() as u128 * (u64::MAX as u128 / ((1 << (16 * SIZE)) - 1))) as u64;
        let shift = 8 * SIZE;
        match side {
            Side::Left => a & !even | b >> shift & even,
            Side::Right => (a & even) << shift | b & even,
        }
    }
    sized!(size, sized_mix(side, a, b))
}

/// `pack2`, `pack4`: all elements of both at half their size, saturated, those of `b` above.
pub(crate) fn pack(size: u8, sat: Saturation, a: u64, b: u64) -> u64 {
    let bits = 8 * size as u32;
    let half = bits / 2;
    let (least, largest) = if sat == Saturation::UnsignedSigned {
        (0, (1i64 << half) - 1)
    } else {
        (-1i64 << (half - 1), (1i64 << (half - 1)) - 1)
    };
    let mut result = 0;
    let mut at = 0;
    while at < 128 {
        let source = if at < 64 { a } else { b };
        let element = ((source >> (at % 64) << (64 - bits)) as i64) >> (64 - bits);
        result |= (element.clamp(least, largest) as u64 & ((1 << half) - 1)) << (at / 2);
        at += bits;
    }
    result
}

/// `unpack1`, `unpack2`, `unpack4`: the elements of the high (`.h`) or low (`.l`) halves, alternating,
/// those of `a` above.
pub(crate) fn unpack(size: u8, side: Side, a: u64, b: u64) -> u64 {
    fn sized_unpack<const SIZE: u32>(side: Side, a: u64, b: u64) -> u64 {
        let bits = 8 * SIZE;
        let start = if side == Side::Left { 32 } else { 0 };
        let mut result = 0;
        let mut at = 0;
        while at < 32 {
            let pair =
                (a >> (start + at) & mask::<SIZE>()) << bits | b >> (start + at) & mask::<SIZE>();
            result |= pair << (2 * at);
            at += bits;
        }
        result
    }
    sized!(size, sized_unpack(side, a, b))
}

/// `psad1`: the sum of the absolute differences of the bytes.
pub(crate) fn sum_of_differences(a: u64, b: u64) -> u64 {
    let bytes = a.to_le_bytes().into_iter().zip(b.to_le_bytes());
    bytes.map(|(x, y)| x.abs_diff(y) as u64).sum()
}

/// `mux1`; `None` for a reserved permutation code.
pub(crate) fn permute_bytes(a: u64, code: i64) -> Option<u64> {
    let order: [usize; 8] = match code {
        0x0 => [0; 8],
        0x8 => [0, 4, 2, 6, 1, 5, 3, 7],
        0x9 => [0, 4, 1, 5, 2, 6, 3, 7],
        0xa => [0, 2, 4, 6, 1, 3, 5, 7],
        0xb => [7, 6, 5, 4, 3, 2, 1, 0],
        _ => return None,
    };
    let bytes = a.to_le_bytes();
    Some(u64::from_le_bytes(order.map(|from| bytes[from])))
}

/// `mux2`: two bits of the code choose each halfword.
pub(crate) fn permute_halfwords(a: u64, code: i64) -> u64 {
    (0..4).fold(0, |result, to| {
        let from = code >> (2 * to) & 3;
        result | (a >> (16 * from) & 0xffff) << (16 * to)
    })
}

/// `pshl2`, `pshl4`: counts of the element size and more give zero.
pub(crate) fn shift_left(size: u8, a: u64, count: u64) -> u64 {
    fn sized_shift<const SIZE: u32>(a: u64, count: u64) -> u64 {
        if count >= 8 * SIZE as u64 {
            0
        } else {
            zip::<SIZE>(a, 0, |x, _| x << count)
        }
    }
    sized!(size, sized_shift(a, count))
}

/// `pshr2`, `pshr4`: counts of the element size and more give zero, or the sign when signed.
pub(crate) fn shift_right(size: u8, arithmetic: bool, a: u64, count: u64) -> u64 {
    fn sized_shift<const SIZE: u32>(arithmetic: bool, a: u64, count: u64) -> u64 {
        let count = count.min(8 * SIZE as u64);
        zip::<SIZE>(a, 0, |x, _| {
            if arithmetic {
                (signed::<SIZE>(x) >> count) as u64
            } else {
                x >> count
            }
        })
    }
    sized!(size, sized_shift(arithmetic, a, count))
}

/// `czx1`, `czx2`: how many elements precede the first zero one, counted from the left or the right;
/// their number when none is zero.
pub(crate) fn zero_index(size: u8, side: Side, a: u64) -> u64 {
    fn sized_index<const SIZE: u32>(side: Side, a: u64) -> u64 {
        let zeros = zip::<SIZE>(a, 0, |x, _| if x == 0 { u64::MAX } else { 0 });
        let bits = if side == Side::Left {
            zeros.leading_zeros()
        } else {
            zeros.trailing_zeros()
        };
        (bits / (8 * SIZE)) as u64
    }
    sized!(size, sized_index(side, a))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signed_saturation_stops_at_both_ends_of_each_element() {
        assert_eq!(
            add(
                1,
                Saturation::Signed,
                0x7f80_0102_7f80_0102,
                0x01ff_0102_7f80_0102
            ),
            0x7f80_0204_7f80_0204
        );
        assert_eq!(
            subtract(
                2,
                Saturation::Signed,
                0x8000_7fff_0000_1234,
                0x0001_ffff_8000_0234
            ),
            0x8000_7fff_7fff_1000
        );
    }

    #[test]
    fn unsigned_saturation_takes_a_signed_second_source_with_uus() {
        assert_eq!(add(1, Saturation::UnsignedSigned, 0x10f0, 0x8020), 0x00ff);
        assert_eq!(
            subtract(1, Saturation::UnsignedSigned, 0x10f0, 0x7f80),
            0x00ff
        );
        assert_eq!(subtract(1, Saturation::Unsigned, 0x10f0, 0x0ff1), 0x0100);
    }

    #[test]
    fn an_average_keeps_the_bit_it_loses() {
        assert_eq!(average(1, false, 0x0201, 0x0300), 0x0301);
        assert_eq!(average(1, true, 0x0201, 0x0300), 0x0301);
        assert_eq!(average(1, false, 0x0200, 0x0500), 0x0300);
        assert_eq!(average(1, true, 0x0200, 0x0500), 0x0400);
    }

    #[test]
    fn mix_and_unpack_put_the_first_source_above() {
        let (a, b) = (0xa7a6_a5a4_a3a2_a1a0, 0xb7b6_b5b4_b3b2_b1b0);
        assert_eq!(mix(1, Side::Left, a, b), 0xa7b7_a5b5_a3b3_a1b1);
        assert_eq!(mix(2, Side::Right, a, b), 0xa5a4_b5b4_a1a0_b1b0);
        assert_eq!(mix(4, Side::Left, a, b), 0xa7a6_a5a4_b7b6_b5b4);
        assert_eq!(unpack(1, Side::Left, a, b), 0xa7b7_a6b6_a5b5_a4b4);
        assert_eq!(unpack(4, Side::Right, a, b), 0xa3a2_a1a0_b3b2_b1b0);
    }

    #[test]
    fn a_shift_count_of_any_size_is_harmless() {
        assert_eq!(shift_left(2, u64::MAX, u64::MAX), 0);
        assert_eq!(
            shift_right(4, true, 0x8000_0000_7fff_ffff, u64::MAX),
            0xffff_ffff_0000_0000
        );
        assert_eq!(shift_right(4, false, u64::MAX, 32), 0);
    }

    #[test]
    fn czx_counts_elements_before_the_first_zero() {
        assert_eq!(zero_index(1, Side::Left, 0x0102_0304_0506_0708), 8);
        assert_eq!(zero_index(1, Side::Left, 0x0100_0304_0506_0008), 1);
        assert_eq!(zero_index(1, Side::Right, 0x0100_0304_0506_0008), 1);
        assert_eq!(zero_index(2, Side::Right, 0x0000_0304_0506_0008), 3);
    }

    #[test]
    fn reserved_byte_permutations_have_no_result() {
        assert_eq!(
            permute_bytes(0x0706_0504_0302_0100, 0x8),
            Some(0x0703_0501_0602_0400)
        );
        assert_eq!(
            permute_bytes(0x0706_0504_0302_0100, 0x9),
            Some(0x0703_0602_0501_0400)
        );
        assert_eq!(permute_bytes(0, 0x1), None);
    }
}
