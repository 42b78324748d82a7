//! What the instruction table says of an instruction besides its syntax and encoding.

/// Index of a row of the instruction table, [`crate::table::ROWS`].
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct RowId(pub u16);

/// The kind of unit that an instruction needs: its type in the manual's tables.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Unit {
    /// Integer operations of the I or the M unit.
    A,
    /// Integer unit.
    I,
    /// Memory unit.
    M,
    /// Branch unit.
    B,
    /// Floating-point unit.
    F,
    /// Two slots: L and X.
    X,
}

/// Properties of an instruction that do not depend on its operands.
#[derive(Copy, Clone, PartialEq, Eq, Hash, Default)]
pub struct Flags(pub(crate) u8);

impl Flags {
    /// None of them.
    pub const NONE: Self = Self(0);
    /// Must be the first of its instruction group.
    pub const FIRST: Self = Self(1);
    /// Must be the last of its instruction group.
    pub const LAST: Self = Self(1 << 1);
    /// Only at privilege level 0.
    pub const PRIVILEGED: Self = Self(1 << 2);
    /// Only in slot 2 of a bundle.
    pub const SLOT_2: Self = Self(1 << 3);
    /// Has no qualifying predicate: always executes.
    pub const NO_PREDICATE: Self = Self(1 << 4);

    /// Both.
    pub const fn with(self, other: Self) -> Self {
        Self(self.0 | other.0)
    }

    /// Whether all of `other` are set.
    pub const fn contains(self, other: Self) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for Flags {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.with(other)
    }
}

impl std::fmt::Debug for Flags {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        const NAMES: [(Flags, &str); 5] = [
            (Flags::FIRST, "FIRST"),
            (Flags::LAST, "LAST"),
            (Flags::PRIVILEGED, "PRIVILEGED"),
            (Flags::SLOT_2, "SLOT_2"),
            (Flags::NO_PREDICATE, "NO_PREDICATE"),
        ];
        f.debug_set()
            .entries(
                NAMES
                    .iter()
                    .filter(|(flag, _)| self.contains(*flag))
                    .map(|(_, name)| name),
            )
            .finish()
    }
}
