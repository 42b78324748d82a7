//! An independent opinion: random operands through LLVM's `apfloat`.
//!
//! An operation is computed in a format of 81 bits of precision, towards zero, and made odd when it
//! was inexact; rounding that once more to 64 bits or fewer gives the correctly rounded result.

use epicycle_softfp::*;
use rustc_apfloat::ieee::{DoubleS, IeeeFloat, Semantics, SingleS, X87DoubleExtendedS};
use rustc_apfloat::{Float, FloatConvert, Round, Status, StatusAnd};

/// 17-bit exponent and 81 bits of precision, for intermediate results.
struct WideS;
impl Semantics for WideS {
    const BITS: usize = 98;
    const EXP_BITS: usize = 17;
}
type Wide = IeeeFloat<WideS>;

/// The register format with each of the three precisions.
struct RegisterS<const PRECISION: usize>;
impl<const PRECISION: usize> Semantics for RegisterS<PRECISION> {
    const BITS: usize = 17 + PRECISION;
    const EXP_BITS: usize = 17;
}

/// 15-bit exponent with less than its precision: the stack formats of IA-32.
struct StackS<const PRECISION: usize>;
impl<const PRECISION: usize> Semantics for StackS<PRECISION> {
    const BITS: usize = 15 + PRECISION;
    const EXP_BITS: usize = 15;
}

struct Random(fastrand::Rng);

impl Random {
    fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    fn next(&mut self) -> u64 {
        self.0.u64(..)
    }

    fn below(&mut self, limit: u64) -> u64 {
        self.0.u64(..limit)
    }

    /// A normalised significand: dense, sparse, of double precision, or nearly all ones.
    fn significand(&mut self) -> u64 {
        let dense = self.next();
        let bits = match self.below(5) {
            0 => dense,
            1 => dense & self.next() & self.next() & self.next(),
            2 => dense << 11,
            3 => !(dense & self.next() & self.next() & self.next()),
            _ => dense << 40,
        };
        bits | INTEGER_BIT
    }

    fn value(&mut self, exponent: i64) -> Fr {
        Fr::new(
            self.below(2) != 0,
            (EXP_BIAS as i64 + exponent) as u32,
            self.significand(),
        )
    }

    /// Controls with all traps masked: random `rc`, `wre` and a valid `pc`.
    fn controls(&mut self) -> Fpsr {
        let pc = [0, 2, 3][self.below(3) as usize];
        Fpsr(0x3f | (self.below(4) << 4 | pc << 2 | self.below(2) << 1) << 6)
    }
}

fn wide(value: Fr) -> Wide {
    let fraction = (value.sig << 1) as u128;
    Wide::from_bits(
        (value.is_negative() as u128) << 97 | (value.exponent() as u128) << 80 | fraction << 16,
    )
}

/// Rounds to odd: the last bit tells whether anything was lost.
fn odd(result: StatusAnd<Wide>) -> Option<Wide> {
    let exact = result.status == Status::OK;
    if result
        .status
        .intersects(Status::OVERFLOW | Status::UNDERFLOW)
        || result.value.is_denormal()
    {
        return None;
    }
    Some(if exact {
        result.value
    } else {
        Wide::from_bits(result.value.to_bits() | 1)
    })
}

const fn direction(rounding: Rounding) -> Round {
    match rounding {
        Rounding::Nearest => Round::NearestTiesToEven,
        Rounding::Down => Round::TowardNegative,
        Rounding::Up => Round::TowardPositive,
        Rounding::Zero => Round::TowardZero,
    }
}

/// Rounds to a format and gives the register image; `bias` is that of its exponent, `denormal` the
/// register exponent of its denormals.
fn rounded<S: Semantics>(value: Wide, rounding: Rounding, denormal: u32) -> (Fr, Status)
where
    Wide: FloatConvert<IeeeFloat<S>>,
{
    let mut loses = false;
    let StatusAnd { status, value } = value.convert_r(direction(rounding), &mut loses);
    let fraction_bits = S::PRECISION - 1;
    // The x87 format alone shows its integer bit.
    let hidden = (S::BITS != 1 + S::EXP_BITS + S::PRECISION) as usize;
    let bits = value.to_bits();
    let negative = value.is_negative();
    let sig = ((bits << (128 - fraction_bits)) >> 65) as u64;
    let exponent = (bits >> (fraction_bits + 1 - hidden)) as u32 & ((1 << S::EXP_BITS) - 1);
    let image = if value.is_zero() {
        Fr::new(negative, 0, 0)
    } else if value.is_infinite() {
        Fr::new(negative, EXP_MAX, INTEGER_BIT)
    } else if exponent == 0 {
        Fr::new(negative, denormal, sig)
    } else {
        let bias = (1 << (S::EXP_BITS - 1)) - 1;
        Fr::new(negative, exponent + EXP_BIAS - bias, INTEGER_BIT | sig)
    };
    (image, status)
}

/// What the exact value must become under the completer and controls.
fn expected(value: Wide, pc: Precision, fpsr: Fpsr) -> (Fr, Status) {
    let field = fpsr.field(0);
    let (precision, range) = match (pc, field.pc()) {
        (Precision::Single, _) => (24, 8),
        (Precision::Double, _) => (53, 11),
        (Precision::Dynamic, 0) => (24, 15),
        (Precision::Dynamic, 2) => (53, 15),
        (Precision::Dynamic, _) => (64, 15),
    };
    let rounding = field.rounding();
    match (precision, if field.wre() { 17 } else { range }) {
        (24, 17) => rounded::<RegisterS<24>>(value, rounding, 1),
        (53, 17) => rounded::<RegisterS<53>>(value, rounding, 1),
        (64, 17) => rounded::<RegisterS<64>>(value, rounding, 1),
        (24, 15) => rounded::<StackS<24>>(value, rounding, 0),
        (53, 15) => rounded::<StackS<53>>(value, rounding, 0),
        (24, _) => rounded::<SingleS>(value, rounding, EXP_BIAS - 126),
        (53, _) => rounded::<DoubleS>(value, rounding, EXP_BIAS - 1022),
        _ => rounded::<X87DoubleExtendedS>(value, rounding, 0),
    }
}

fn flags_of(status: Status) -> u32 {
    let mut flags = 0;
    for (bit, flag) in [
        (Status::OVERFLOW, O),
        (Status::UNDERFLOW, U),
        (Status::INEXACT, I),
    ] {
        if status.contains(bit) {
            flags |= flag;
        }
    }
    flags
}

/// Compares a result with the exact value that it should be the rounding of.
fn agree(got: Flagged, exact: Wide, pc: Precision, fpsr: Fpsr, what: impl Fn() -> String) {
    let (want, status) = expected(exact, pc, fpsr);
    let flags = flags_of(status);
    assert_eq!(
        got.value,
        want,
        "{} (flags {:x}, want {flags:x})",
        what(),
        got.raised.flags()
    );
    // apfloat looks for tininess after denormalisation, the architecture before it: they differ in
    // the smallest normal number. And apfloat calls only an infinity an overflow.
    let edge = match got.raised.flags() ^ flags {
        0 => true,
        U => want.sig == INTEGER_BIT,
        O => want.sig.leading_ones() >= 24 && !want.is_inf(),
        _ => false,
    };
    assert!(
        edge,
        "{}: flags {:x}, want {flags:x}",
        what(),
        got.raised.flags()
    );
    assert!(!got.raised.interrupts());
}

const PRECISIONS: [Precision; 3] = [Precision::Dynamic, Precision::Single, Precision::Double];

#[test]
fn multiply_add_rounds_every_exact_sum_once() {
    let mut random = Random::new(0x9e37_79b9_7f4a_7c15);
    let mut compared = 0;
    for _ in 0..400_000 {
        let scale = [10, 140, 1100, 17000, 60000][random.below(5) as usize];
        let exponent =
            |random: &mut Random, scale: i64| random.below(2 * scale as u64) as i64 - scale;
        let (x, y) = (
            exponent(&mut random, scale / 2),
            exponent(&mut random, scale / 2),
        );
        // The addend mostly meets the product.
        let z = match random.below(4) {
            0 => exponent(&mut random, scale),
            1 => x + y + exponent(&mut random, 3),
            _ => x + y + exponent(&mut random, 130),
        };
        if z.abs() > 65000 {
            continue;
        }
        let (a, b, c) = (random.value(x), random.value(y), random.value(z));
        let fpsr = random.controls();
        let pc = PRECISIONS[random.below(3) as usize];
        let (kind, a_sign, c_sign) = [
            (MulAdd::Fma, a, c),
            (MulAdd::Fms, a, c.negated()),
            (MulAdd::Fnma, a.negated(), c),
        ][random.below(3) as usize];
        let exact = odd(wide(a_sign).mul_add_r(wide(b), wide(c_sign), Round::TowardZero));
        let Some(exact) = exact else { continue };
        if exact.is_zero() {
            continue;
        }
        compared += 1;
        agree(fma(kind, pc, a, b, c, fpsr, 0), exact, pc, fpsr, || {
            format!("{kind:?} {pc:?} {a:?} {b:?} {c:?} {fpsr:x?}")
        });
    }
    assert!(compared > 300_000, "{compared}");
}

#[test]
fn addition_and_multiplication_agree_with_their_own_entry_points() {
    let mut random = Random::new(0xd1b5_4a32_d192_ed03);
    for _ in 0..200_000 {
        let x = random.below(300) as i64 - 150;
        let y = match random.below(2) {
            0 => x + random.below(140) as i64 - 70,
            _ => random.below(300) as i64 - 150,
        };
        let (a, b) = (random.value(x), random.value(y));
        let fpsr = random.controls();
        let pc = PRECISIONS[random.below(3) as usize];
        let what = || format!("{pc:?} {a:?} {b:?} {fpsr:x?}");
        if let Some(sum) =
            odd(wide(a).add_r(wide(b), Round::TowardZero)).filter(|sum| !sum.is_zero())
        {
            agree(fadd(MulAdd::Fma, pc, a, b, fpsr, 0), sum, pc, fpsr, what);
        }
        if let Some(product) = odd(wide(a).mul_r(wide(b), Round::TowardZero)) {
            agree(
                fmpy(MulAdd::Fma, pc, a, b, fpsr, 0),
                product,
                pc,
                fpsr,
                what,
            );
        }
    }
}

#[test]
fn the_operating_systems_quotient_is_correctly_rounded() {
    let mut random = Random::new(0x2545_f491_4f6c_dd1d);
    for _ in 0..50_000 {
        // Numerators this small need assistance whatever the denominator.
        let (x, y) = (
            -65534 + random.below(60) as i64,
            random.below(3000) as i64 - 4000,
        );
        let (a, b) = (random.value(x), random.value(y));
        let fpsr = random.controls();
        let got = frcpa(a, b, fpsr, 0);
        assert!(got.raised.needs_assistance_only(), "{a:?} {b:?}");
        assert!(!got.value.1);
        let Some(exact) = odd(wide(a).div_r(wide(b), Round::TowardZero)) else {
            continue;
        };
        let raised = Raised(got.raised.flags());
        agree(
            Flagged {
                value: got.value.0,
                raised,
            },
            exact,
            Precision::Dynamic,
            fpsr,
            || format!("{a:?} / {b:?} {fpsr:x?}"),
        );
    }
}

#[test]
fn the_operating_systems_square_root_brackets_the_radicand() {
    let mut random = Random::new(0x1234_5678_9abc_def1);
    // Widest range, extended precision, towards zero: root² ≤ radicand < (root + 1 ulp)².
    let fpsr = Fpsr(0x3f | (3 << 4 | 3 << 2 | 2) << 6);
    for _ in 0..20_000 {
        let a = Fr {
            sig: random.significand(),
            se: 1 + random.below(64) as u32,
        };
        let got = frsqrta(a, fpsr, 0);
        assert!(got.raised.needs_assistance_only(), "{a:?}");
        // Scaled into the middle of the range, so that the remainder is a number.
        let root = Fr {
            se: got.value.0.se + 0x4000,
            ..got.value.0
        };
        let scaled = Fr {
            se: a.se + 0x8000,
            ..a
        };
        let square_minus =
            |root: Fr| fma(MulAdd::Fms, Precision::Dynamic, root, root, scaled, fpsr, 0).value;
        let below = square_minus(root);
        assert!(
            below.is_negative() || below.sig == 0,
            "{a:?}: {root:?} is too large"
        );
        let next = match root.sig.checked_add(1) {
            Some(sig) => Fr { sig, ..root },
            None => Fr {
                sig: INTEGER_BIT,
                se: root.se + 1,
            },
        };
        let above = square_minus(next);
        assert!(
            !above.is_negative() && above.sig != 0,
            "{a:?}: {root:?} is too small"
        );
        assert_eq!(got.raised.flags() & I != 0, below.sig != 0, "{a:?}");
    }
}

#[test]
fn conversion_to_integers_rounds_and_saturates_like_apfloat() {
    let mut random = Random::new(0xfeed_face_cafe_beef);
    for _ in 0..200_000 {
        let exponent = random.below(70) as i64 - 3;
        let a = random.value(exponent);
        let fpsr = random.controls();
        let kind = ToInteger {
            unsigned: random.below(2) != 0,
            truncate: random.below(3) == 0,
        };
        let rounding = if kind.truncate {
            Rounding::Zero
        } else {
            fpsr.field(0).rounding()
        };
        let mut exact = false;
        let (status, value) = if kind.unsigned {
            let StatusAnd { status, value } =
                wide(a).to_u128_r(64, direction(rounding), &mut exact);
            (status, value as u64)
        } else {
            let StatusAnd { status, value } =
                wide(a).to_i128_r(64, direction(rounding), &mut exact);
            (status, value as u64)
        };
        let got = fcvt_fx(kind, a, fpsr, 0);
        let (want, flags) = if status.contains(Status::INVALID_OP) {
            (1 << 63, V)
        } else {
            (value, if exact { 0 } else { I })
        };
        assert_eq!(
            (got.value, got.raised.flags()),
            (Fr::from_sig(want), flags),
            "{kind:?} {a:?} {rounding:?}"
        );
    }
}

#[test]
fn comparison_orders_normal_numbers_like_apfloat() {
    let mut random = Random::new(0x0123_4567_89ab_cdef);
    for _ in 0..100_000 {
        let [a, other] = [(); 2].map(|()| {
            let exponent = random.below(5) as i64 - 2;
            random.value(exponent)
        });
        let b = if random.below(4) == 0 { a } else { other };
        let order = wide(a).partial_cmp(&wide(b));
        for (relation, want) in [
            (Relation::Eq, order == Some(std::cmp::Ordering::Equal)),
            (Relation::Lt, order == Some(std::cmp::Ordering::Less)),
            (Relation::Le, order != Some(std::cmp::Ordering::Greater)),
            (Relation::Unord, false),
        ] {
            assert_eq!(
                fcmp(relation, a, b, Fpsr::LINUX, 0),
                Flagged::quiet(Some(want)),
                "{relation:?} {a:?} {b:?}"
            );
        }
    }
}
