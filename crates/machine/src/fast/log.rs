//! The data references of the path that is executing, for a recorder that takes whole paths.

use events::Referred;

use super::path::STEPS;
use super::uop::Uop;

/// Capacity, above what a path can make: each of its steps is one instruction, or a pair of instructions without
/// references, and an instruction makes one reference at most.
const MOST: usize = 256;
const _: () = assert!(STEPS < MOST);

/// References in program order.
#[derive(Debug)]
pub(crate) struct Log {
    items: [Referred; MOST],
    len: usize,
}

impl Log {
    pub(crate) fn new() -> Self {
        Self {
            items: [Referred::default(); MOST],
            len: 0,
        }
    }

    #[inline(always)]
    pub(super) fn clear(&mut self) {
        self.len = 0;
    }

    /// Adds a reference of step `u`. `access`: whether memory was accessed; false for a check load that hit the ALAT or
    /// a deferred load.
    #[inline(always)]
    pub(super) fn push(&mut self, address: u64, u: &Uop, access: bool) {
        let step = std::ptr::from_ref(u).addr();
        self.items[self.len % MOST] = Referred::new(address, step, access);
        self.len += 1;
    }

    #[inline(always)]
    pub(super) fn list(&self) -> &[Referred] {
        &self.items[..self.len.min(MOST)]
    }
}
