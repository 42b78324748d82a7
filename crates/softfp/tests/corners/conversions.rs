//! Comparisons, conversions and approximations.

use epicycle_softfp::*;

use super::*;

#[test]
fn maximum_and_minimum_return_the_second_operand_when_equal_or_unordered() {
    let (positive, negative) = (Fr::ZERO, Fr::ZERO.negated());
    for kind in [MinMax::Min, MinMax::Max, MinMax::Amin, MinMax::Amax] {
        assert_eq!(
            fminmax(kind, positive, negative, extended(0), 0).value,
            negative
        );
        assert_eq!(
            fminmax(kind, Fr::ONE, PSEUDO_ZERO, extended(0), 0)
                .raised
                .flags(),
            D
        );
    }
    let quiet = Fr {
        sig: INTEGER_BIT | QUIET_BIT,
        se: EXP_MAX,
    };
    let got = fminmax(MinMax::Max, quiet, Fr::ONE, extended(0), 0);
    assert_eq!((got.value, got.raised.flags()), (Fr::ONE, V));
}

#[test]
fn quiet_nans_are_invalid_only_for_ordering_relations() {
    let quiet = Fr {
        sig: INTEGER_BIT | QUIET_BIT,
        se: EXP_MAX,
    };
    for (relation, flags, value) in [
        (Relation::Eq, 0, false),
        (Relation::Unord, 0, true),
        (Relation::Lt, V, false),
        (Relation::Le, V, false),
    ] {
        let got = fcmp(relation, quiet, Fr::ONE, extended(0), 0);
        assert_eq!(
            (got.value, got.raised.flags()),
            (Some(value), flags),
            "{relation:?}"
        );
    }
}

#[test]
fn what_does_not_fit_an_integer_becomes_the_integer_indefinite() {
    let signed = ToInteger {
        unsigned: false,
        truncate: true,
    };
    let unsigned = ToInteger {
        unsigned: true,
        truncate: true,
    };
    let convert = |kind, value| {
        let got = fcvt_fx(kind, value, extended(0), 0);
        (got.value.sig, got.raised.flags())
    };
    assert_eq!(convert(signed, power(63)), (1 << 63, V));
    assert_eq!(
        convert(signed, power(63).negated()),
        (1 << 63, 0),
        "the smallest one does fit"
    );
    assert_eq!(convert(unsigned, power(63)), (1 << 63, 0));
    assert_eq!(convert(unsigned, power(64)), (1 << 63, V));
    assert_eq!(convert(unsigned, Fr::ONE.negated()), (1 << 63, V));
    assert_eq!(convert(unsigned, double(-0.75)), (0, I));
    assert_eq!(convert(signed, Fr::INFINITY), (1 << 63, V));
    assert_eq!(
        fcvt_fx(signed, Fr::ONE, extended(0), 0).value.exponent(),
        EXP_INTEGER
    );
}

#[test]
fn integers_convert_exactly_at_both_ends() {
    assert_eq!(
        fcvt_xf(Fr::from_integer(i64::MIN as u64)),
        power(63).negated()
    );
    assert_eq!(fcvt_xf(Fr::from_integer(u64::MAX)), Fr::ONE.negated());
    assert_eq!(fcvt_xf(Fr::from_integer(0)), Fr::ZERO);
    assert_eq!(
        fcvt_xf(Fr::from_integer(i64::MAX as u64)),
        Fr {
            sig: u64::MAX - 1,
            se: EXP_BIAS + 62
        }
    );
}

#[test]
fn the_approximations_are_good_to_eight_bits_and_say_that_they_need_refining() {
    for i in 0..2000u64 {
        let x = Fr {
            sig: INTEGER_BIT | (i * 0x0010_6240_0000_0000),
            se: EXP_BIAS + (i % 40) as u32,
        };
        let (recip, refine) = frcpa(Fr::ONE, x, extended(0), 0).value;
        assert!(refine);
        // |1 - x·recip| < 2^-8.886, the bound that the manual gives.
        let error = fma(
            MulAdd::Fnma,
            Precision::Dynamic,
            x,
            recip,
            Fr::ONE,
            extended(0),
            0,
        )
        .value;
        assert!(
            error.sig == 0 || error.exponent() < EXP_BIAS - 8,
            "{x:?} {recip:?} {error:?}"
        );
        let (root, refine) = frsqrta(x, extended(0), 0).value;
        assert!(refine);
        let square = product(Precision::Dynamic, root, root, extended(0)).value;
        let error = fma(
            MulAdd::Fnma,
            Precision::Dynamic,
            x,
            square,
            Fr::ONE,
            extended(0),
            0,
        )
        .value;
        assert!(
            error.sig == 0 || error.exponent() < EXP_BIAS - 7,
            "{x:?} {root:?} {error:?}"
        );
    }
}

#[test]
fn operands_outside_the_approximations_reach_get_the_final_quotient() {
    let tiny = Fr {
        sig: 0xc000_0000_0000_0000,
        se: 20,
    };
    let got = frcpa(tiny, power(-3), fpsr(3, 0, true, false, 0), 0);
    assert!(got.raised.needs_assistance_only());
    assert_eq!(got.value, (Fr { se: 23, ..tiny }, false));
    let root = frsqrta(
        Fr {
            sig: INTEGER_BIT,
            se: 1,
        },
        fpsr(3, 0, true, false, 0),
        0,
    );
    assert!(root.raised.needs_assistance_only());
    assert_eq!(root.value, (power(-32767), false));
}

#[test]
fn special_quotients_and_roots_are_final() {
    let controls = extended(0);
    let quotient = |a, b| {
        let got = frcpa(a, b, controls, 0);
        assert!(!got.value.1);
        (got.value.0, got.raised.flags())
    };
    assert_eq!(
        quotient(Fr::ONE.negated(), Fr::ZERO),
        (Fr::INFINITY.negated(), Z)
    );
    assert_eq!(quotient(Fr::ZERO, Fr::ZERO), (Fr::INDEFINITE, V));
    assert_eq!(quotient(Fr::INFINITY, Fr::INFINITY), (Fr::INDEFINITE, V));
    assert_eq!(
        quotient(Fr::ONE, Fr::INFINITY.negated()),
        (Fr::ZERO.negated(), 0)
    );
    assert_eq!(quotient(Fr::INFINITY, Fr::ZERO), (Fr::INFINITY, 0));
    let root = |a| {
        let got = frsqrta(a, controls, 0);
        assert!(!got.value.1);
        (got.value.0, got.raised.flags())
    };
    assert_eq!(root(Fr::ZERO.negated()), (Fr::ZERO.negated(), 0));
    assert_eq!(root(Fr::ONE.negated()), (Fr::INDEFINITE, V));
    assert_eq!(root(Fr::INFINITY), (Fr::INFINITY, 0));
}

#[test]
fn memory_images_truncate_and_never_round() {
    assert_eq!(
        double(1.0e300).to_single(),
        Fr::from_double(1.0e300f64.to_bits()).to_single()
    );
    assert_eq!(
        Fr {
            sig: u64::MAX,
            se: EXP_BIAS
        }
        .to_single(),
        0x3fff_ffff
    );
    assert_eq!(
        Fr {
            sig: u64::MAX,
            se: EXP_BIAS
        }
        .to_double(),
        0x3fff_ffff_ffff_ffff
    );
    assert_eq!(Fr::NATVAL.to_spill(), [0, 0x1_fffe]);
    for bits in [
        0u32,
        1,
        0x7f_ffff,
        0x80_0000,
        0x3f80_0000,
        0x7f80_0000,
        0x7f80_0001,
        0xffc0_0000,
        0x8000_0001,
    ] {
        assert_eq!(Fr::from_single(bits).to_single(), bits);
    }
    for bits in [
        0u64,
        1,
        0x000f_ffff_ffff_ffff,
        0x0010_0000_0000_0000,
        0x7ff0_0000_0000_0001,
        1 << 63 | 1,
    ] {
        assert_eq!(Fr::from_double(bits).to_double(), bits);
    }
    for (sig, se) in [
        (0, 0),
        (1, 0),
        (INTEGER_BIT, 0x3fff),
        (INTEGER_BIT | 1, 0x7fff),
        (u64::MAX, 0xffff),
        (1, 0x8000),
    ] {
        assert_eq!(Fr::from_extended(sig, se).to_extended(), (sig, se));
    }
}

#[test]
fn a_result_that_is_flushed_to_zero_says_so_and_of_two_halves_each() {
    let tiny = power(-700);
    for (ftz, flushed) in [(false, 0), (true, 1)] {
        let outcome = product(Precision::Double, tiny, tiny, fpsr(3, 0, false, ftz, 0));
        assert_eq!(outcome.raised.flushed(), flushed);
        assert_eq!(outcome.raised.is_special(), ftz);
        assert_eq!(outcome.raised.flags(), U | I);
        assert!(!outcome.raised.interrupts());
    }
    // Single precision: 2^-100 squared, and 1.
    let (small, one) = (0x0d80_0000_u64, 0x3f80_0000_u64);
    let flushed = |high: u64, low: u64| {
        let halves = Fr::from_sig(high << 32 | low);
        let controls = fpsr(3, 0, false, true, 0);
        fpmpy(MulAdd::Fma, halves, halves, controls, 0)
            .raised
            .flushed()
    };
    assert_eq!(flushed(one, one), 0);
    assert_eq!(flushed(small, one), 1);
    assert_eq!(flushed(one, small), 1);
    assert_eq!(flushed(small, small), 2);
}
