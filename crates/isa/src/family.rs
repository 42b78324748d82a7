//! Processor families.

use crate::{BranchTarget, IndirectFile, Op};

/// A processor family: what decides issue classes, ports, events and the registers of the monitor.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Family {
    /// Itanium (Merced).
    Itanium,
    /// Itanium 2 (McKinley, Madison).
    Itanium2,
}

impl Family {
    /// Every family, in order of appearance.
    pub const ALL: [Self; 2] = [Self::Itanium, Self::Itanium2];

    /// The name of the product: `Itanium`, `Itanium 2`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Itanium => "Itanium",
            Self::Itanium2 => "Itanium 2",
        }
    }
}

impl Op {
    /// Whether a family has the instruction: long branches and 16-byte references came with Itanium 2, others later still.
    pub const fn exists_on(self, family: Family) -> bool {
        match self {
            Op::Branch {
                target: BranchTarget::Long,
                ..
            }
            | Op::Load16 { .. }
            | Op::Store16 { .. }
            | Op::Cmp8Xchg16 { .. } => matches!(family, Family::Itanium2),
            Op::Tf { .. }
            | Op::Clz
            | Op::Mpy4
            | Op::Mpyshl4
            | Op::LfetchCount { .. }
            | Op::MovToDahr
            | Op::MovFromIndirect(IndirectFile::Dahr) => false,
            _ => true,
        }
    }
}

/// One value for each family: a fact in which they differ, as a row of a table.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct PerFamily<T> {
    /// The value of [`Family::Itanium`].
    pub itanium: T,
    /// The value of [`Family::Itanium2`].
    pub itanium2: T,
}

impl<T> PerFamily<T> {
    /// The value of a family.
    pub const fn of(&self, family: Family) -> &T {
        match family {
            Family::Itanium => &self.itanium,
            Family::Itanium2 => &self.itanium2,
        }
    }
}

impl<T: Copy> PerFamily<T> {
    /// The same value for every family.
    pub const fn same(value: T) -> Self {
        Self {
            itanium: value,
            itanium2: value,
        }
    }
}
