//! What a program may do with the pages of a region.

use super::Access;

/// Rights of a region.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, Default)]
pub struct Protection {
    /// May be read.
    pub read: bool,
    /// May be written.
    pub write: bool,
    /// May be executed.
    pub execute: bool,
    /// Pages of NaTs (the memory attribute NaTPage): an access consumes a NaT, whatever the rights.
    pub of_nats: bool,
}

impl Protection {
    /// No access.
    pub const NONE: Self = Self::new(false, false, false);
    /// Read.
    pub const R: Self = Self::new(true, false, false);
    /// Read and write.
    pub const RW: Self = Self::new(true, true, false);
    /// Everything.
    pub const RWX: Self = Self::new(true, true, true);
    /// Pages of NaTs.
    pub const NATS: Self = Self {
        of_nats: true,
        ..Self::NONE
    };

    /// From the three rights.
    pub const fn new(read: bool, write: bool, execute: bool) -> Self {
        Self {
            read,
            write,
            execute,
            of_nats: false,
        }
    }

    pub(super) const fn allows(self, access: Access) -> bool {
        match access {
            Access::Read => self.read,
            Access::Write => self.write,
            Access::Execute => self.execute,
        }
    }
}
