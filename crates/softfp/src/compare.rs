//! Comparisons, minimum and maximum, scalar and parallel.
//!
//! Manual, volume 3, `fcmp`, `fpcmp`, `fmin`, `fmax`, `famin`, `famax` and their parallel forms.

use std::cmp::Ordering;

use crate::exact::Exact;
use crate::fpsr::{D, Flagged, Fpsr, Raised, V};
use crate::fr::{EXP_MAX, Fr, SIGN_BIT};
use crate::halves::{Pair, each_half, each_half_bits};
use crate::operands::{any, faulted};

/// Relations of `fcmp`; the others are pseudo-operations with operands or predicates exchanged.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum Relation {
    /// Equal.
    Eq,
    /// Less than.
    Lt,
    /// Less than or equal.
    Le,
    /// Unordered: at least one operand is a NaN.
    Unord,
}

impl Relation {
    /// `lt` and `le` are invalid for quiet NaNs too.
    const fn is_signaling(self) -> bool {
        matches!(self, Relation::Lt | Relation::Le)
    }

    const fn holds(self, order: Option<Ordering>) -> bool {
        match self {
            Relation::Eq => matches!(order, Some(Ordering::Equal)),
            Relation::Lt => matches!(order, Some(Ordering::Less)),
            Relation::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
            Relation::Unord => order.is_none(),
        }
    }
}

/// Relations of `fpcmp`, which has no predicates to exchange and so encodes the complements.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum ParallelRelation {
    /// Equal.
    Eq,
    /// Less than.
    Lt,
    /// Less than or equal.
    Le,
    /// Unordered.
    Unord,
    /// Not equal.
    Neq,
    /// Not less than.
    Nlt,
    /// Not less than or equal.
    Nle,
    /// Ordered.
    Ord,
}

impl ParallelRelation {
    const fn base(self) -> (Relation, bool) {
        match self {
            ParallelRelation::Eq => (Relation::Eq, false),
            ParallelRelation::Lt => (Relation::Lt, false),
            ParallelRelation::Le => (Relation::Le, false),
            ParallelRelation::Unord => (Relation::Unord, false),
            ParallelRelation::Neq => (Relation::Eq, true),
            ParallelRelation::Nlt => (Relation::Lt, true),
            ParallelRelation::Nle => (Relation::Le, true),
            ParallelRelation::Ord => (Relation::Unord, true),
        }
    }
}

/// `fmin`, `fmax`, `famin`, `famax`.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Hash)]
pub enum MinMax {
    /// The lesser.
    Min,
    /// The greater.
    Max,
    /// The one of lesser magnitude.
    Amin,
    /// The one of greater magnitude.
    Amax,
}

/// `fcmp`: whether the relation holds. `None` when an operand is NaTVal: both target predicates are
/// then cleared.
#[inline]
pub fn fcmp(relation: Relation, a: Fr, b: Fr, fpsr: Fpsr, sf: u8) -> Flagged<Option<bool>> {
    if let Some(order) = order_plain(a, b) {
        return Flagged::quiet(Some(relation.holds(Some(order))));
    }
    fcmp_general(relation, a, b, fpsr, sf)
}

/// The order of two values that are normal or true zeros, which raise nothing.
#[inline]
fn order_plain(a: Fr, b: Fr) -> Option<Ordering> {
    if !(is_plain(a) && is_plain(b)) {
        return None;
    }
    let key = |x: Fr| {
        let magnitude = ((x.exponent() as i128) << 64) + x.sig as i128;
        if x.is_negative() {
            -magnitude
        } else {
            magnitude
        }
    };
    Some(key(a).cmp(&key(b)))
}

#[inline]
fn is_plain(a: Fr) -> bool {
    let exponent = a.exponent();
    if a.sig >> 63 != 0 {
        exponent.wrapping_sub(1) < EXP_MAX - 1
    } else {
        a.sig == 0 && exponent == 0
    }
}

#[cold]
#[inline(never)]
fn fcmp_general(relation: Relation, a: Fr, b: Fr, fpsr: Fpsr, sf: u8) -> Flagged<Option<bool>> {
    if a.is_nat() || b.is_nat() {
        return Flagged::quiet(None);
    }
    let raised = check(relation.is_signaling(), a, b, fpsr.masked(sf));
    Flagged {
        value: Some(relation.holds(order(a, b))),
        raised,
    }
}

/// What a comparison of two values raises.
fn check(signaling: bool, a: Fr, b: Fr, masked: u32) -> Raised {
    let operands = [a, b];
    let nan = any(operands, Fr::is_nan);
    let flags =
        if any(operands, Fr::is_unsupported) || any(operands, Fr::is_snan) || signaling && nan {
            V
        } else if !nan && any(operands, Fr::is_unnormal) {
            D
        } else {
            0
        };
    faulted(flags, masked)
}

/// Numeric order; `None` when an operand is a NaN or unsupported.
fn order(a: Fr, b: Fr) -> Option<Ordering> {
    if any([a, b], |x| x.is_nan() || x.is_unsupported()) {
        return None;
    }
    let (x, y) = (Exact::of(a), Exact::of(b));
    let sign = |x: Option<Exact>| match x {
        None => 0,
        Some(x) if x.sign == 0 => 1,
        Some(_) => -1,
    };
    Some(sign(x).cmp(&sign(y)).then_with(|| match (x, y) {
        (Some(x), Some(y)) => {
            let magnitude = (x.exp, x.magnitude).cmp(&(y.exp, y.magnitude));
            if x.sign == 0 {
                magnitude
            } else {
                magnitude.reverse()
            }
        }
        _ => Ordering::Equal,
    }))
}

/// `fpcmp`: all ones in each half for which the relation holds, else zeros.
pub fn fpcmp(relation: ParallelRelation, a: Fr, b: Fr, fpsr: Fpsr, sf: u8) -> Flagged {
    if a.is_nat() || b.is_nat() {
        return Flagged::quiet(Fr::NATVAL);
    }
    let (base, complement) = relation.base();
    let (a, b) = (Pair::of(a), Pair::of(b));
    each_half_bits(|half| {
        let (a, b) = (a.get(half), b.get(half));
        let raised = check(base.is_signaling(), a, b, fpsr.masked(sf));
        let holds = base.holds(order(a, b)) != complement;
        Flagged {
            value: if holds { u32::MAX } else { 0 },
            raised,
        }
    })
}

/// `fmin`, `fmax`, `famin`, `famax`: one of the two registers, bits and all; the second one when
/// they are equal or unordered.
pub fn fminmax(kind: MinMax, a: Fr, b: Fr, fpsr: Fpsr, sf: u8) -> Flagged {
    if a.is_nat() || b.is_nat() {
        return Flagged::quiet(Fr::NATVAL);
    }
    select(kind, a, b, fpsr.masked(sf))
}

/// `fpmin`, `fpmax`, `fpamin`, `fpamax`.
pub fn fpminmax(kind: MinMax, a: Fr, b: Fr, fpsr: Fpsr, sf: u8) -> Flagged {
    if a.is_nat() || b.is_nat() {
        return Flagged::quiet(Fr::NATVAL);
    }
    let (a, b) = (Pair::of(a), Pair::of(b));
    each_half(|half| select(kind, a.get(half), b.get(half), fpsr.masked(sf)))
}

fn select(kind: MinMax, a: Fr, b: Fr, masked: u32) -> Flagged {
    let magnitude = |x: Fr| Fr {
        se: x.se & !SIGN_BIT,
        ..x
    };
    let first = match kind {
        MinMax::Min => order(a, b) == Some(Ordering::Less),
        MinMax::Max => order(a, b) == Some(Ordering::Greater),
        MinMax::Amin => order(magnitude(a), magnitude(b)) == Some(Ordering::Less),
        MinMax::Amax => order(magnitude(a), magnitude(b)) == Some(Ordering::Greater),
    };
    Flagged {
        value: if first { a } else { b },
        raised: check(true, a, b, masked),
    }
}
