//! The words that table rows are written in.

pub(super) use super::{Classes, Row};
pub(super) use crate::Op::{self, *};
pub(super) use crate::{
    BranchKind, BranchTarget, FmixKind, FpPart, FpRelation, FswapKind, IndirectFile, Merge,
    Precision, ProbeAccess, Saturation, Side, XmaPart,
};
pub(super) use crate::{
    CompareType as C, FpFormat as F, LoadKind as L, Relation as R, StoreKind as S, Update as U,
};

/// Table rows: `"syntax" FORMAT(opcode, fields…) Op => CLASS FLAGS…;`
macro_rules! rows {
    ($($syntax:literal $format:ident($($value:literal),*) $op:expr => $class:ident $($flag:ident)*;)*) => {
        pub(super) const ROWS: &[Row] = &[$(Row {
            syntax: $syntax,
            format: $crate::Format::$format,
            encoding: $crate::Format::$format.encode(&[$($value),*]),
            op: $op,
            classes: Classes::$class,
            flags: $crate::Flags::NONE$(.with($crate::Flags::$flag))*,
        },)*];
    };
}
pub(super) use rows;

pub(super) const fn cmp(rel: R, ctype: C, word: bool) -> Op {
    Cmp { rel, ctype, word }
}

pub(super) const fn cmp_imm(rel: R, ctype: C, word: bool) -> Op {
    CmpImm { rel, ctype, word }
}

pub(super) const fn cmp_zero(rel: R, ctype: C, word: bool) -> Op {
    CmpZero { rel, ctype, word }
}

pub(super) const fn load(size: u8, kind: L, update: U) -> Op {
    Load { size, kind, update }
}

pub(super) const fn store(size: u8, kind: S, update: U) -> Op {
    Store { size, kind, update }
}

pub(super) const fn fload(format: F, kind: L, update: U) -> Op {
    FLoad {
        format,
        kind,
        update,
    }
}

pub(super) const fn fload_pair(format: F, kind: L, update: U) -> Op {
    FLoadPair {
        format,
        kind,
        update,
    }
}

pub(super) const fn fstore(format: F, update: U) -> Op {
    FStore { format, update }
}

pub(super) const fn lfetch(fault: bool, exclusive: bool, update: U) -> Op {
    Lfetch {
        fault,
        exclusive,
        update,
    }
}

pub(super) const fn br(kind: BranchKind, target: BranchTarget) -> Op {
    Branch { kind, target }
}
