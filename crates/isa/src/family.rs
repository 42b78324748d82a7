//! Processor families.

use crate::{Ar, BranchTarget, Class, IndirectFile, Op};

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

    /// Its name in configurations: `itanium`, `itanium2`.
    pub const fn key(self) -> &'static str {
        match self {
            Self::Itanium => "itanium",
            Self::Itanium2 => "itanium2",
        }
    }
}

/// M ports that the silicon has.
pub const M_PORTS: PerFamily<u8> = PerFamily {
    itanium: 2,
    itanium2: 4,
};

/// Whether an instruction of an M or I slot may take any port that serves it (true), or takes the one that its place in the window names.
pub const MATCHES_FREELY: PerFamily<bool> = PerFamily {
    itanium: false,
    itanium2: true,
};

/// Class of advanced loads, which Itanium 2 issues on fewer ports than other floating-point loads.
pub(crate) const FLD_FLDA: PerFamily<Class> = PerFamily {
    itanium: Class::Fld,
    itanium2: Class::Flda,
};

/// Class of the system instructions that moved from port M0 to M2.
pub(crate) const SYST_M0_M2: PerFamily<Class> = PerFamily {
    itanium: Class::SystM0,
    itanium2: Class::SystM2,
};

/// Class of fences and serialisation: any M port of Itanium, M0 of Itanium 2.
pub(crate) const SYST_M_M0: PerFamily<Class> = PerFamily {
    itanium: Class::SystM,
    itanium2: Class::SystM0,
};

impl Op {
    /// Whether a family has the instruction: long branches came with Itanium 2; 16-byte references (bit 2 of cpuid[4], 0 in McKinley and
    /// Madison) and others came with later processors.
    pub const fn exists_on(self, family: Family) -> bool {
        match self {
            Op::Branch {
                target: BranchTarget::Long,
                ..
            } => matches!(family, Family::Itanium2),
            Op::Load16 { .. }
            | Op::Store16 { .. }
            | Op::Cmp8Xchg16 { .. }
            | Op::Tf { .. }
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

impl Ar {
    /// Whether a family has the application register: the resource utilisation counter came with later processors.
    pub const fn exists_on(self, family: Family) -> bool {
        match family {
            Family::Itanium | Family::Itanium2 => self.number() != Self::RUC.number(),
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
