//! Any bits at all: no operand and no control makes an operation panic or leave the format, and the
//! fast way gives what the general way gives.

use epicycle_softfp::*;

struct Random(fastrand::Rng);

impl Random {
    fn new(seed: u64) -> Self {
        Self(fastrand::Rng::with_seed(seed))
    }

    fn next(&mut self) -> u64 {
        self.0.u64(..)
    }

    fn pick<T: Copy, const N: usize>(&mut self, from: [T; N]) -> T {
        from[self.0.usize(..N)]
    }

    /// Any of the 2^82 encodings, with a preference for the ends of ranges and for special values.
    fn register(&mut self) -> Fr {
        let bits = self.next();
        let random_exponent = (bits >> 40) as u32;
        let exponent = self.pick([
            0,
            1,
            0xc001,
            EXP_BIAS - 1022,
            EXP_BIAS - 126,
            EXP_BIAS,
            EXP_BIAS + 127,
            EXP_INTEGER,
            0x1_fffe,
            EXP_MAX,
            random_exponent,
        ]);
        let near = exponent.wrapping_add(self.pick([0, 0, 1, u32::MAX, 24, 64]));
        let sig = self.next();
        let sig = self.pick([
            0,
            1,
            INTEGER_BIT,
            u64::MAX,
            sig,
            sig | INTEGER_BIT,
            sig >> (bits & 63),
            sig << (bits & 63),
        ]);
        Fr::new(bits & 1 != 0, near, sig)
    }
}

fn well_formed(value: Fr) {
    assert_eq!(value.se & !(SIGN_BIT | EXP_MAX), 0, "{value:?}");
}

fn check(outcome: Flagged) {
    well_formed(outcome.value);
    // What is flushed to zero is tiny.
    let flushed = outcome.raised.flushed();
    assert!(
        flushed == 0 || outcome.raised.flags() & U != 0,
        "{outcome:?}"
    );
}

const KINDS: [MulAdd; 3] = [MulAdd::Fma, MulAdd::Fms, MulAdd::Fnma];
const PRECISIONS: [Precision; 3] = [Precision::Dynamic, Precision::Single, Precision::Double];

#[test]
fn no_operand_and_no_control_panics_or_leaves_the_format() {
    let mut random = Random::new(0x5eed_5eed_5eed_5eed);
    for _ in 0..200_000 {
        let (a, b, c) = (random.register(), random.register(), random.register());
        // Reserved controls too: a debugger or a signal frame can load them.
        let fpsr = Fpsr(random.next());
        let sf = random.next() as u8;
        let (kind, pc) = (random.pick(KINDS), random.pick(PRECISIONS));
        check(fma(kind, pc, a, b, c, fpsr, sf));
        check(fadd(kind, pc, a, c, fpsr, sf));
        check(fmpy(kind, pc, a, b, fpsr, sf));
        check(fpma(kind, a, b, c, fpsr, sf));
        check(fpmpy(kind, a, b, fpsr, sf));
        for kind in [MinMax::Min, MinMax::Max, MinMax::Amin, MinMax::Amax] {
            check(fminmax(kind, a, b, fpsr, sf));
            check(fpminmax(kind, a, b, fpsr, sf));
        }
        for relation in [Relation::Eq, Relation::Lt, Relation::Le, Relation::Unord] {
            fcmp(relation, a, b, fpsr, sf);
        }
        check(fpcmp(ParallelRelation::Nle, a, b, fpsr, sf));
        for (unsigned, truncate) in [(false, false), (true, false), (false, true), (true, true)] {
            check(fcvt_fx(ToInteger { unsigned, truncate }, a, fpsr, sf));
            check(fpcvt_fx(ToInteger { unsigned, truncate }, a, fpsr, sf));
        }
        for outcome in [
            frcpa(a, b, fpsr, sf),
            frsqrta(a, fpsr, sf),
            fprcpa(a, b, fpsr, sf),
            fprsqrta(a, fpsr, sf),
        ] {
            well_formed(outcome.value.0);
        }
        for kind in [XmaKind::Low, XmaKind::High, XmaKind::HighUnsigned] {
            well_formed(xma(kind, a, b, c));
        }
        for value in [
            fcvt_xf(a),
            fpack(a, b),
            fselect(a, b, c),
            fmerge(Merge::SignExp, a, b),
            fpmerge(Merge::Sign, a, b),
        ] {
            well_formed(value);
        }
        for image in [
            Fr::from_single(a.to_single()),
            Fr::from_double(a.to_double()),
            Fr::from_spill(a.to_spill()),
        ] {
            well_formed(image);
        }
        let (sig, sign_exponent) = a.to_extended();
        well_formed(Fr::from_extended(sig, sign_exponent));
    }
}

#[test]
fn the_fast_way_and_the_general_way_agree() {
    let mut random = Random::new(0x00c0_ffee_00c0_ffee);
    // An enabled inexact trap closes the fast way and changes neither value nor flags.
    let fast = Fpsr::LINUX;
    let general = Fpsr(Fpsr::LINUX.0 & !(I as u64));
    assert_ne!(fast.plain_mask() & 1, general.plain_mask() & 1);
    let same = |fast: Flagged, general: Flagged, what: &str| {
        assert_eq!(
            (fast.value, fast.raised.flags()),
            (general.value, general.raised.flags()),
            "{what}"
        );
    };
    for round in 0..600_000 {
        let near = |random: &mut Random| {
            let sig = random.next();
            let sig = random.pick([
                sig,
                sig << 11,
                sig & sig >> 1 & sig << 1,
                !(sig & sig >> 3),
                sig << 40,
            ]) | INTEGER_BIT;
            let exponent = EXP_BIAS - 70 + (random.next() >> 9) as u32 % 140;
            Fr::new(random.next() & 4 != 0, exponent, sig)
        };
        let (a, b) = (near(&mut random), near(&mut random));
        let mut c = near(&mut random);
        if round % 2 == 0 {
            // Meet the product, so that bits cancel.
            let exponent =
                a.exponent() + b.exponent() + (random.next() >> 30) as u32 % 4 - EXP_BIAS - 1;
            let product = ((a.sig as u128 * b.sig as u128) >> 64) as u64;
            let sig = random.pick([product | INTEGER_BIT, product << 1 | INTEGER_BIT, c.sig]);
            c = Fr::new(
                c.is_negative(),
                exponent,
                sig.wrapping_add(random.pick([0, 0, 1, u64::MAX])) | INTEGER_BIT,
            );
        }
        if round % 32 == 0 {
            c = Fr {
                sig: 0,
                se: c.se & SIGN_BIT,
            };
        }
        let (kind, pc) = (random.pick(KINDS), random.pick(PRECISIONS));
        let what = format!("{kind:?} {pc:?} {a:?} {b:?} {c:?}");
        same(
            fma(kind, pc, a, b, c, fast, 0),
            fma(kind, pc, a, b, c, general, 0),
            &what,
        );
        same(
            fadd(kind, pc, a, c, fast, 0),
            fadd(kind, pc, a, c, general, 0),
            &what,
        );
        same(
            fmpy(kind, pc, a, b, fast, 0),
            fmpy(kind, pc, a, b, general, 0),
            &what,
        );
        same(
            fmpy(kind, pc, a, c, fast, 0),
            fmpy(kind, pc, a, c, general, 0),
            &what,
        );
    }
}

/// Numbers of binary32 and binary64 of all sizes, zeros, and others.
fn number(random: &mut Random) -> Fr {
    let (sig, low) = (random.next() | INTEGER_BIT, random.next());
    let kept = random.pick([11, 11, 40, 40, 0, 52]);
    let near = EXP_BIAS - 30 + (low >> 9) as u32 % 60;
    let far = EXP_BIAS - 1100 + (low >> 20) as u32 % 2200;
    let ends = random.pick([1022, 1023, 1024, 126, 127, 128, 511, 63]);
    let end = random.pick([EXP_BIAS - ends, EXP_BIAS + ends]) + random.pick([0, 1]);
    let exponent = random.pick([near, near, near, far, end]);
    let number = Fr::new(low & 4 != 0, exponent, sig >> kept << kept);
    let zero = Fr::new(low & 4 != 0, 0, 0);
    random.pick([number, number, number, number, number, number, number, zero])
}

#[test]
fn the_arithmetic_of_the_host_gives_what_the_general_way_gives() {
    let mut random = Random::new(0x0123_4567_89ab_cdef);
    let general = Fpsr(Fpsr::LINUX.0 & !(I as u64));
    let mut taken = 0;
    let mut check = |host: Option<Held>, general: Flagged, what: &str| {
        if let Some(value) = host {
            assert_eq!(value.value(), general.value, "{what}");
            assert_eq!(general.raised.flags() & !I, 0, "{what}");
            taken += 1;
        }
    };
    for _ in 0..600_000 {
        let (a, mut b) = (number(&mut random), number(&mut random));
        if random.next() & 0x70 == 0 {
            // Bits cancel.
            b = Fr::new(
                !a.is_negative(),
                a.exponent(),
                b.sig & a.sig | a.sig & INTEGER_BIT,
            );
        }
        let c = match random.next() & 0x70 {
            // The product and the addend cancel.
            0 => fmpy(MulAdd::Fms, Precision::Double, a, b, general, 0).value,
            _ => number(&mut random),
        };
        let (kind, pc) = (random.pick(KINDS), random.pick(PRECISIONS));
        let what = format!("{kind:?} {pc:?} {a:?} {b:?} {c:?}");
        let [x, y, z] = [a, b, c].map(|value| {
            let mut held = Held::new(value);
            held.narrow();
            assert_eq!(held.value(), value, "{what}");
            held
        });
        check(
            host::fadd(kind, pc, x, y),
            fadd(kind, pc, a, b, general, 0),
            &what,
        );
        check(
            host::fmpy(kind, pc, x, y),
            fmpy(kind, pc, a, b, general, 0),
            &what,
        );
        check(
            host::fma(kind, pc, x, y, z),
            fma(kind, pc, a, b, c, general, 0),
            &what,
        );
        if let Some((x, y)) = host::doubles(x, y) {
            for (relation, holds) in [
                (Relation::Eq, x == y),
                (Relation::Lt, x < y),
                (Relation::Le, x <= y),
                (Relation::Unord, false),
            ] {
                let outcome = fcmp(relation, a, b, general, 0);
                assert_eq!(outcome.value, Some(holds), "{relation:?} {a:?} {b:?}");
                assert_eq!(outcome.raised.flags(), 0, "{relation:?} {a:?} {b:?}");
            }
        }
    }
    assert!(taken > 450_000, "{taken}");
}

/// A value of any bits, of a double or a single of any bits, or an ordinary number.
fn any_value(random: &mut Random) -> Fr {
    let (high, low) = (random.next(), random.next());
    let drawn = [
        Fr::new(low & 1 != 0, low as u32 >> 1, high),
        Fr::from_double(high),
        Fr::from_single(high as u32),
        Fr::from_single(high as u32 & 0x80ff_ffff),
        Fr::NATVAL,
        Fr::from_double(high & !0x7ff0_0000_0000_0000),
        number(random),
        number(random),
    ];
    random.pick(drawn)
}

#[test]
fn what_a_register_holds_does_not_show_how_it_is_kept() {
    let mut random = Random::new(0xfedc_ba98_7654_3210);
    let (mut doubles, mut integers) = (0, 0);
    for _ in 0..300_000 {
        let (a, b) = (any_value(&mut random), any_value(&mut random));
        let bits = random.next();
        let what = format!("{a:?} {b:?} {bits:#x}");
        if let Some(held) = Held::from_double(bits) {
            assert_eq!(held.value(), Fr::from_double(bits), "{what}");
            assert_eq!(held.to_double(), bits, "{what}");
        } else {
            let value = Fr::from_double(bits);
            assert!(
                value.is_inf() || value.is_nan() || value.is_unnormal(),
                "{what}"
            );
        }
        let single = bits as u32 & random.pick([!0, 0x80ff_ffff, 0x807f_ffff, 0x8000_0000]);
        if let Some(held) = Held::from_single(single) {
            assert_eq!(held.value(), Fr::from_single(single), "{what}");
            assert_eq!(held.to_single(), single, "{what}");
        } else {
            let value = Fr::from_single(single);
            assert!(
                value.is_inf() || value.is_nan() || value.exponent() == EXP_BIAS - 126,
                "{what}"
            );
        }
        let plain = [Held::new(a), Held::new(b)];
        let narrowed = plain.map(|mut held| {
            held.narrow();
            held
        });
        doubles += u64::from(host::doubles(narrowed[0], narrowed[1]).is_some());
        for [x, y] in [
            plain,
            narrowed,
            [plain[0], narrowed[1]],
            [narrowed[0], plain[1]],
        ] {
            assert_eq!(x.value(), a, "{what}");
            assert_eq!(x.to_double(), a.to_double(), "{what}");
            assert_eq!(x.to_single(), a.to_single(), "{what}");
            assert_eq!(x.is_nat(), a.is_nat(), "{what}");
            assert_eq!(x.to_integer(), a.sig, "{what}");
            if let Some(integer) = x.integer() {
                assert_eq!(integer, a.sig, "{what}");
                assert!(!a.is_nat(), "{what}");
                integers += 1;
            }
            for kind in [Merge::Sign, Merge::NegSign, Merge::SignExp] {
                assert_eq!(
                    Held::merge(kind, x, y).value(),
                    fmerge(kind, a, b),
                    "{what}"
                );
            }
        }
    }
    assert!(doubles > 50_000, "{doubles}");
    assert!(integers > 300_000, "{integers}");
}
