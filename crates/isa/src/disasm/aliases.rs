//! Pseudo-operations: other spellings that a disassembler prefers when the operands allow them.
//!
//! Only those that GNU objdump prints are here; an assembler knows more (`cmp.gt` for `cmp.lt` with its operands
//! swapped), which have no way of being recognised.

use std::collections::HashMap;
use std::sync::LazyLock;

use crate::syntax::Syntax;
use crate::table::ROWS;
use crate::{Instruction, Op, RowId, WhetherHint};

/// When an alias applies.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
enum When {
    /// The immediate is zero.
    ImmZero,
    /// The base register of `addl` is r0.
    BaseR0,
    /// f2 is f0.
    F2Zero,
    /// f4 is f1, the constant one.
    F4One,
    /// f4 is f1 and f2 is f0.
    F4OneF2Zero,
    /// f2 and f3 are the same register.
    F2EqF3,
    /// The field reaches the most significant bit: the operation is a shift.
    FieldReachesTop,
    /// No hints at all.
    NoHints,
    /// Not predicated, and statically taken.
    Unconditional,
}

impl When {
    fn holds(self, insn: &Instruction) -> bool {
        match self {
            When::ImmZero => insn.imm == 0,
            When::BaseR0 => insn.r3 == 0,
            When::F2Zero => insn.r2 == 0,
            When::F4One => insn.r4 == 1,
            When::F4OneF2Zero => insn.r4 == 1 && insn.r2 == 0,
            When::F2EqF3 => insn.r2 == insn.r3,
            When::FieldReachesTop => insn.position() + insn.length() == 64,
            // `mov b1 = r2` without a whether hint is encoded as 1.
            When::NoHints => {
                let hint = insn.hint;
                hint.move_whether() == 1 && !hint.move_is_return() && !hint.move_important()
            }
            When::Unconditional => insn.qp == 0 && insn.hint.whether() == WhetherHint::StaticTaken,
        }
    }
}

/// Base syntax, condition, the other spelling.  Of several for one base the first whose condition holds counts.
const ALIASES: &[(&str, When, &str)] = &[
    ("adds r1 = imm14, r3", When::ImmZero, "mov r1 = r3"),
    ("addl r1 = imm22, r3_2", When::BaseR0, "mov r1 = imm22"),
    (
        "extr.u r1 = r3, pos6, len6",
        When::FieldReachesTop,
        "shr.u r1 = r3, pos6",
    ),
    (
        "extr r1 = r3, pos6, len6",
        When::FieldReachesTop,
        "shr r1 = r3, pos6",
    ),
    (
        "dep.z r1 = r2, cpos6a, len6",
        When::FieldReachesTop,
        "shl r1 = r2, cpos6a",
    ),
    ("mov b1 = r2, tag13b", When::NoHints, "mov b1 = r2"),
    ("fmerge.s f1 = f2, f3", When::F2EqF3, "mov f1 = f3"),
    ("fmerge.s f1 = f2, f3", When::F2Zero, "fabs f1 = f3"),
    ("fmerge.ns f1 = f2, f3", When::F2EqF3, "fneg f1 = f3"),
    ("fmerge.ns f1 = f2, f3", When::F2Zero, "fnegabs f1 = f3"),
    ("fpmerge.s f1 = f2, f3", When::F2Zero, "fpabs f1 = f3"),
    ("fpmerge.ns f1 = f2, f3", When::F2EqF3, "fpneg f1 = f3"),
    ("fpmerge.ns f1 = f2, f3", When::F2Zero, "fpnegabs f1 = f3"),
    ("fma f1 = f3, f4, f2", When::F4OneF2Zero, "fnorm f1 = f3"),
    ("fma f1 = f3, f4, f2", When::F4One, "fadd f1 = f3, f2"),
    ("fma f1 = f3, f4, f2", When::F2Zero, "fmpy f1 = f3, f4"),
    (
        "fma.s f1 = f3, f4, f2",
        When::F4OneF2Zero,
        "fnorm.s f1 = f3",
    ),
    ("fma.s f1 = f3, f4, f2", When::F4One, "fadd.s f1 = f3, f2"),
    ("fma.s f1 = f3, f4, f2", When::F2Zero, "fmpy.s f1 = f3, f4"),
    (
        "fma.d f1 = f3, f4, f2",
        When::F4OneF2Zero,
        "fnorm.d f1 = f3",
    ),
    ("fma.d f1 = f3, f4, f2", When::F4One, "fadd.d f1 = f3, f2"),
    ("fma.d f1 = f3, f4, f2", When::F2Zero, "fmpy.d f1 = f3, f4"),
    ("fpma f1 = f3, f4, f2", When::F2Zero, "fpmpy f1 = f3, f4"),
    ("fms f1 = f3, f4, f2", When::F4One, "fsub f1 = f3, f2"),
    ("fms.s f1 = f3, f4, f2", When::F4One, "fsub.s f1 = f3, f2"),
    ("fms.d f1 = f3, f4, f2", When::F4One, "fsub.d f1 = f3, f2"),
    ("fnma f1 = f3, f4, f2", When::F2Zero, "fnmpy f1 = f3, f4"),
    (
        "fnma.s f1 = f3, f4, f2",
        When::F2Zero,
        "fnmpy.s f1 = f3, f4",
    ),
    (
        "fnma.d f1 = f3, f4, f2",
        When::F2Zero,
        "fnmpy.d f1 = f3, f4",
    ),
    ("fpnma f1 = f3, f4, f2", When::F2Zero, "fpnmpy f1 = f3, f4"),
    ("xma.l f1 = f3, f4, f2", When::F2Zero, "xmpy.l f1 = f3, f4"),
    ("xma.h f1 = f3, f4, f2", When::F2Zero, "xmpy.h f1 = f3, f4"),
    (
        "xma.hu f1 = f3, f4, f2",
        When::F2Zero,
        "xmpy.hu f1 = f3, f4",
    ),
    ("br.cond target25c", When::Unconditional, "br target25c"),
    ("br.cond b2", When::Unconditional, "br b2"),
    ("brl.cond target64", When::Unconditional, "brl target64"),
];

/// The spelling to print: an alias when one applies, the row's own syntax otherwise.
pub(super) fn preferred(insn: &Instruction) -> &'static Syntax {
    static BY_ROW: LazyLock<HashMap<RowId, Vec<(When, Syntax)>>> = LazyLock::new(|| {
        let mut map: HashMap<RowId, Vec<(When, Syntax)>> = HashMap::new();
        for (n, row) in ROWS.iter().enumerate() {
            for &(base, when, text) in ALIASES {
                if base == row.syntax {
                    let id = RowId(n as u16);
                    map.entry(id)
                        .or_default()
                        .push((when, Syntax::parse(row, text)));
                }
            }
        }
        map
    });
    BY_ROW
        .get(&insn.row)
        .and_then(|list| list.iter().find(|(when, _)| when.holds(insn)))
        .map_or_else(|| Syntax::of(insn.row), |(_, syntax)| syntax)
}

/// Whether an unconditional branch is printed without its whether hint, as `br.few`.
pub(super) fn hides_whether(insn: &Instruction) -> bool {
    matches!(
        insn.op,
        Op::Branch {
            kind: crate::BranchKind::Cond,
            ..
        }
    ) && When::Unconditional.holds(insn)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_alias_names_the_syntax_of_a_row() {
        for (base, ..) in ALIASES {
            assert!(ROWS.iter().any(|row| row.syntax == *base), "{base}");
        }
    }
}
