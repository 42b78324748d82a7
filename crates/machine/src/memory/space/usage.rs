//! How much memory a program has used, and what its page table takes.

use super::AddressSpace;
use crate::memory::frame::NoMemory;

impl AddressSpace {
    /// Pages that a program touched for the first time, or that were copied because it wrote them; and most pages at a
    /// time.
    pub fn usage(&self) -> (u64, u64) {
        (self.touched, self.most)
    }

    /// Sets what [`Self::usage`] counts from.
    pub fn set_usage(&mut self, (touched, most): (u64, u64)) {
        (self.touched, self.most) = (touched, most);
    }

    /// Number of pages that have been touched.
    pub fn resident(&self) -> u64 {
        self.pages.len() as u64
    }

    /// Bytes charged for the page table by a fork.
    pub fn tables(&self) -> u64 {
        self.tables.bytes()
    }

    /// Sets the bytes charged for the page table, as a checkpoint has them.
    ///
    /// # Errors So many are not left.
    pub fn set_tables(&mut self, bytes: u64) -> Result<(), NoMemory> {
        self.tables.resize(bytes)
    }
}
