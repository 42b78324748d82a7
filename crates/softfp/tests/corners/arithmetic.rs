//! Arithmetic: NaTs, NaNs, zeros, rounding, faults and traps.

use epicycle_softfp::*;

use super::*;

#[test]
fn natval_wins_over_everything_and_raises_nothing() {
    let all_enabled = extended(V | D | Z | O | U | I);
    for other in [Fr::ONE, SIGNALLING, PSEUDO_INFINITY, Fr::INFINITY] {
        assert_eq!(
            fma(
                MulAdd::Fma,
                Precision::Dynamic,
                other,
                Fr::NATVAL,
                other,
                all_enabled,
                0
            ),
            Flagged::quiet(Fr::NATVAL)
        );
        assert_eq!(
            fminmax(MinMax::Max, other, Fr::NATVAL, all_enabled, 0),
            Flagged::quiet(Fr::NATVAL)
        );
        assert_eq!(
            fcmp(Relation::Unord, other, Fr::NATVAL, all_enabled, 0),
            Flagged::quiet(None)
        );
        assert_eq!(
            frcpa(other, Fr::NATVAL, all_enabled, 0),
            Flagged::quiet((Fr::NATVAL, false))
        );
        assert_eq!(fmerge(Merge::Sign, other, Fr::NATVAL), Fr::NATVAL);
    }
    assert_eq!(Fr::NATVAL.fclass(0xff), None);
    assert_eq!(Fr::NATVAL.fclass(0x100), Some(true));
}

#[test]
fn a_negative_pseudo_zero_with_the_exponent_of_natval_is_not_natval() {
    let value = Fr {
        se: Fr::NATVAL.se | MINUS,
        ..Fr::NATVAL
    };
    assert!(!value.is_nat());
    assert!(value.is_zero());
    assert_eq!(value.fclass(0xa), Some(true), "negative and unnormal");
}

#[test]
fn an_unsupported_operand_gives_the_indefinite_even_beside_a_nan() {
    let quiet = Fr {
        sig: INTEGER_BIT | QUIET_BIT | 7,
        se: EXP_MAX,
    };
    let got = fma(
        MulAdd::Fma,
        Precision::Dynamic,
        quiet,
        PSEUDO_INFINITY,
        quiet,
        extended(0),
        0,
    );
    assert_eq!((got.value, got.raised.flags()), (Fr::INDEFINITE, V));
}

#[test]
fn a_signalling_nan_is_quieted_and_a_quiet_one_passes_silently() {
    let got = product(Precision::Single, SIGNALLING, Fr::ONE, extended(0));
    assert_eq!(
        (got.value, got.raised.flags()),
        (
            Fr {
                sig: SIGNALLING.sig | QUIET_BIT,
                se: EXP_MAX
            },
            V
        )
    );
    let again = product(Precision::Single, got.value, Fr::ONE, extended(0));
    assert_eq!(
        again,
        Flagged::quiet(got.value),
        "the payload is not cut to single precision"
    );
}

#[test]
fn the_nan_of_f4_is_delivered_before_that_of_f2_and_f3() {
    let nan = |payload| Fr {
        sig: INTEGER_BIT | QUIET_BIT | payload,
        se: EXP_MAX,
    };
    let of = |a, b, c| {
        fma(MulAdd::Fma, Precision::Dynamic, a, b, c, extended(0), 0)
            .value
            .sig
            & 0xff
    };
    assert_eq!(of(nan(3), nan(4), nan(2)), 4);
    assert_eq!(of(nan(3), Fr::ONE, nan(2)), 2);
    assert_eq!(of(nan(3), Fr::ONE, Fr::ONE), 3);
}

#[test]
fn infinity_times_zero_is_invalid_but_times_a_pseudo_zero_is_infinite() {
    let got = product(Precision::Dynamic, Fr::INFINITY, Fr::ZERO, extended(0));
    assert_eq!((got.value, got.raised.flags()), (Fr::INDEFINITE, V));
    let got = product(
        Precision::Dynamic,
        Fr::INFINITY.negated(),
        PSEUDO_ZERO,
        extended(0),
    );
    assert_eq!((got.value, got.raised.flags()), (Fr::INFINITY.negated(), D));
}

#[test]
fn an_exact_zero_sum_is_negative_only_when_rounding_down_or_when_both_terms_are() {
    let difference = |rc| {
        fadd(
            MulAdd::Fms,
            Precision::Dynamic,
            Fr::ONE,
            Fr::ONE,
            fpsr(3, rc, false, false, 0),
            0,
        )
        .value
    };
    assert_eq!(difference(0), Fr::ZERO);
    assert_eq!(difference(1), Fr::ZERO.negated());
    assert_eq!(difference(2), Fr::ZERO);
    assert_eq!(difference(3), Fr::ZERO);
    let negative = Fr::ZERO.negated();
    assert_eq!(
        fadd(
            MulAdd::Fma,
            Precision::Dynamic,
            negative,
            negative,
            extended(0),
            0
        )
        .value,
        negative
    );
    assert_eq!(
        fadd(
            MulAdd::Fma,
            Precision::Dynamic,
            negative,
            Fr::ZERO,
            extended(0),
            0
        )
        .value,
        Fr::ZERO
    );
}

#[test]
fn a_fault_names_the_exception_in_the_low_bits_of_its_code() {
    let invalid = product(Precision::Dynamic, Fr::INFINITY, Fr::ZERO, extended(V));
    assert_eq!(invalid.raised.fault_code(), 1);
    let denormal = product(
        Precision::Dynamic,
        Fr {
            sig: 1,
            se: EXP_BIAS,
        },
        Fr::ONE,
        extended(D),
    );
    assert_eq!(denormal.raised.fault_code(), 2);
    let divided = frcpa(Fr::ONE, Fr::ZERO, extended(Z), 0);
    assert_eq!(divided.raised.fault_code(), 4);
    assert!(!divided.raised.needs_assistance_only());
}

#[test]
fn a_fault_in_the_low_half_has_its_own_bits() {
    let pair =
        |high: f32, low: f32| Fr::from_sig((high.to_bits() as u64) << 32 | low.to_bits() as u64);
    let (zero_low, infinite) = (pair(1.0, 0.0), pair(f32::INFINITY, f32::INFINITY));
    assert_eq!(
        fpmpy(MulAdd::Fma, zero_low, infinite, extended(V), 0)
            .raised
            .fault_code(),
        0x10
    );
    assert_eq!(
        fpmpy(MulAdd::Fma, pair(0.0, 1.0), infinite, extended(V), 0)
            .raised
            .fault_code(),
        0x01
    );
    // The result is inexact as well, which the handler is told though that trap is masked.
    let huge = pair(1e30, 1e30);
    assert_eq!(
        fpmpy(MulAdd::Fma, huge, pair(1e30, 1.0), extended(O), 0)
            .raised
            .trap_code()
            & 0x3f80,
        1 << 11 | 1 << 13
    );
    assert_eq!(
        fpmpy(MulAdd::Fma, huge, pair(1.0, 1e30), extended(O), 0)
            .raised
            .trap_code()
            & 0x0380,
        1 << 7 | 1 << 9
    );
}

#[test]
fn a_fault_in_one_half_leaves_no_trap_of_the_other() {
    let pair =
        |high: f32, low: f32| Fr::from_sig((high.to_bits() as u64) << 32 | low.to_bits() as u64);
    let got = fpmpy(
        MulAdd::Fma,
        pair(f32::INFINITY, 1e30),
        pair(0.0, 1e30),
        extended(V | O),
        0,
    );
    assert_eq!((got.raised.fault_code(), got.raised.trap_code()), (1, 0));
}

#[test]
fn an_enabled_inexact_trap_comes_with_the_rounded_result_and_the_direction() {
    let third = Fr {
        sig: 0xaaaa_aaaa_aaaa_aaab,
        se: EXP_BIAS - 2,
    };
    let got = product(Precision::Double, third, Fr::ONE, extended(I));
    assert_eq!(got.value.sig, 0xaaaa_aaaa_aaaa_a800);
    assert_eq!(got.raised.flags(), I);
    assert_eq!(got.raised.trap_code(), 1 << 13, "rounded down: no fpa");
    let up = product(
        Precision::Double,
        third,
        Fr::ONE,
        fpsr(3, 2, false, false, I),
    );
    assert_eq!(up.raised.trap_code(), 1 << 13 | 1 << 14, "rounded up: fpa");
}

#[test]
fn overflow_gives_infinity_or_the_largest_number_by_the_rounding() {
    let huge = power(127);
    for (rc, positive, negative) in [
        (0, true, true),
        (1, false, true),
        (2, true, false),
        (3, false, false),
    ] {
        let controls = fpsr(3, rc, false, false, 0);
        for (factor, infinite) in [(power(1), positive), (power(1).negated(), negative)] {
            let got = product(Precision::Single, huge, factor, controls);
            assert_eq!(got.raised.flags(), O | I);
            assert_eq!(got.value.is_inf(), infinite, "rc {rc}");
            if !infinite {
                assert_eq!(
                    (got.value.sig, got.value.exponent()),
                    (0xffff_ff00_0000_0000, EXP_BIAS + 127)
                );
            }
        }
    }
}

#[test]
fn an_enabled_overflow_delivers_the_exponent_that_the_range_lacks() {
    let got = product(Precision::Single, power(100), power(100), extended(O));
    assert_eq!(got.value, power(200));
    assert_eq!(
        (got.raised.flags(), got.raised.trap_code()),
        (O, 1 << 11),
        "exact: not even inexact"
    );
    let wrapped = product(
        Precision::Dynamic,
        power(50000),
        power(50000),
        fpsr(3, 0, true, false, O),
    );
    assert_eq!(
        wrapped.value.exponent(),
        (EXP_BIAS + 100_000) & EXP_MAX,
        "cut to 17 bits"
    );
}

#[test]
fn an_exact_denormal_raises_underflow_only_when_the_trap_is_enabled() {
    let tiny = product(Precision::Double, power(-1000), power(-50), extended(0));
    assert_eq!(tiny, Flagged::quiet(Fr::from_double(1 << 24)));
    let trapped = product(Precision::Double, power(-1000), power(-50), extended(U));
    assert_eq!(trapped.value, power(-1050));
    assert_eq!(
        (trapped.raised.flags(), trapped.raised.trap_code()),
        (U, 1 << 12)
    );
}

#[test]
fn flush_to_zero_keeps_the_sign_and_does_nothing_while_underflow_traps() {
    let flush = |enabled| {
        product(
            Precision::Double,
            power(-1000).negated(),
            power(-50),
            fpsr(3, 0, false, true, enabled),
        )
    };
    assert_eq!(
        (flush(0).value, flush(0).raised.flags()),
        (Fr::ZERO.negated(), U | I)
    );
    assert_eq!(flush(U).value, power(-1050).negated());
}

#[test]
fn a_number_that_rounds_up_to_the_smallest_normal_one_is_not_tiny() {
    // Just below 2^-126 with more than 24 bits of ones: rounds to 2^-126 with unbounded exponent.
    let below = Fr {
        sig: u64::MAX,
        se: EXP_BIAS - 127,
    };
    let got = product(Precision::Single, below, Fr::ONE, extended(0));
    assert_eq!((got.value, got.raised.flags()), (power(-126), I));
    // One bit less still is tiny after the first rounding, although denormalising gives 2^-126.
    let tiny = Fr {
        sig: 0xffff_ff00_0000_0000,
        se: EXP_BIAS - 127,
    };
    let got = product(Precision::Single, tiny, Fr::ONE, extended(0));
    assert_eq!((got.value, got.raised.flags()), (power(-126), U | I));
}

#[test]
fn denormals_of_each_range_have_their_own_exponent() {
    let denormal = |pc, controls, scale| product(pc, power(scale), power(-3), controls).value;
    assert_eq!(
        denormal(Precision::Single, extended(0), -126).exponent(),
        EXP_BIAS - 126
    );
    assert_eq!(
        denormal(Precision::Double, extended(0), -1022).exponent(),
        EXP_BIAS - 1022
    );
    assert_eq!(
        denormal(Precision::Dynamic, extended(0), -16382).exponent(),
        0,
        "double-extended"
    );
    let lowest = Fr {
        sig: INTEGER_BIT,
        se: 1,
    };
    let got = product(
        Precision::Dynamic,
        lowest,
        power(-3),
        fpsr(3, 0, true, false, 0),
    );
    assert_eq!(
        got.value,
        Fr {
            sig: INTEGER_BIT >> 3,
            se: 1
        },
        "widest range"
    );
}

#[test]
fn exponent_zero_means_the_smallest_double_extended_exponent() {
    let pseudo_denormal = Fr {
        sig: INTEGER_BIT,
        se: 0,
    };
    assert!(pseudo_denormal.is_unnormal());
    let got = product(Precision::Dynamic, pseudo_denormal, Fr::ONE, extended(0));
    assert_eq!((got.value, got.raised.flags()), (power(-16382), D));
    assert_eq!(
        fcmp(Relation::Eq, pseudo_denormal, power(-16382), extended(0), 0).value,
        Some(true)
    );
}

#[test]
fn the_trap_disable_bit_of_a_field_covers_its_own_operations_only() {
    let all_enabled_but_td1 = Fpsr((3 << 2) << 6 | (0x40 | 3 << 2) << 19);
    let invalid = |sf| {
        fmpy(
            MulAdd::Fma,
            Precision::Dynamic,
            Fr::INFINITY,
            Fr::ZERO,
            all_enabled_but_td1,
            sf,
        )
        .raised
    };
    assert_eq!(invalid(0).fault_code(), 1);
    assert_eq!(invalid(1).fault_code(), 0);
    assert_eq!(invalid(1).flags(), V);
}

#[test]
fn reserved_controls_are_refused() {
    assert_eq!(Fpsr::write(Fpsr::LINUX.0), Ok(Fpsr::LINUX));
    assert_eq!(Fpsr::write(1 << 58), Err(ReservedField));
    assert_eq!(Fpsr::write(1 << 12), Err(ReservedField), "td of field 0");
    assert_eq!(Fpsr::write(1 << 8), Err(ReservedField), "pc 1");
    assert_eq!(Fpsr::LINUX.fsetc(0, 0x7f, 0x40), Err(ReservedField));
    assert!(Fpsr::LINUX.fsetc(2, 0x7f, 0x40).is_ok());
}

#[test]
fn the_plain_mask_says_which_controls_need_no_general_way() {
    assert_eq!(Fpsr::LINUX.plain_mask(), 0xff);
    assert_eq!(
        Fpsr(Fpsr::LINUX.0 & !(I as u64)).plain_mask() & 0x11,
        0,
        "inexact trap enabled"
    );
    assert_eq!(
        fpsr(2, 0, false, false, 0).plain_mask() & 0x11,
        0x01,
        "double precision by pc"
    );
    assert_eq!(
        fpsr(3, 1, false, false, 0).plain_mask() & 0x11,
        0,
        "rounding down"
    );
    let flags = (0..4).fold(Fpsr::LINUX, |fpsr, sf| fpsr.with_flags(sf, 0x3f));
    assert_eq!(flags.plain_mask(), 0xff);
}

#[test]
fn fchkf_branches_on_flags_that_would_trap_or_are_new() {
    let with = |sf, flags| Fpsr::LINUX.with_flags(sf, flags);
    assert!(!Fpsr::LINUX.fchkf(1));
    assert!(with(1, I).fchkf(1));
    assert!(!with(1, I).with_flags(0, I).fchkf(1));
    let enabled = Fpsr(Fpsr::LINUX.0 & !(I as u64));
    assert!(enabled.with_flags(1, I).with_flags(0, I).fchkf(1));
}
