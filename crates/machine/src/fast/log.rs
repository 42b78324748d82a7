//! The references of a path that is executed, for a recorder that takes whole paths.

use events::Referred;

use super::path::STEPS;
use super::uop::Uop;

/// More than a path can make: each of its steps is of one instruction, or of a pair without references, and an instruction makes one at most.
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

    /// Adds the reference of a step; `access`: it made one.
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
