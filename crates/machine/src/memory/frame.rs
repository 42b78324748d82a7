//! Page frames: the bytes behind one 16 KB page.

use std::cell::{Cell, UnsafeCell};
use std::rc::Rc;

/// Bytes in a page: the size that Linux uses on IA-64.
pub const PAGE_SIZE: u64 = 1 << PAGE_SHIFT;
/// Base-2 logarithm of [`PAGE_SIZE`].
pub const PAGE_SHIFT: u32 = 14;
/// Bits of an address inside its page.
pub const PAGE_MASK: u64 = PAGE_SIZE - 1;

const BYTES: usize = PAGE_SIZE as usize;

/// The memory of a machine: the page frames that its address spaces can have together. Clones are the
/// same memory.
#[derive(Clone, Debug)]
pub struct Frames(Rc<Count>);

#[derive(Debug)]
struct Count {
    used: Cell<u64>,
    limit: u64,
}

impl Frames {
    /// Memory of so many bytes, rounded down to pages.
    pub fn new(bytes: u64) -> Self {
        Self(Rc::new(Count {
            used: Cell::new(0),
            limit: bytes >> PAGE_SHIFT,
        }))
    }

    /// Bytes in use.
    pub fn used(&self) -> u64 {
        self.0.used.get() << PAGE_SHIFT
    }

    /// Bytes that are left.
    pub fn free(&self) -> u64 {
        (self.0.limit - self.0.used.get()) << PAGE_SHIFT
    }

    /// A frame of zeros, if there is one left.
    pub(super) fn take(&self) -> Option<Frame> {
        let used = self.0.used.get();
        if used == self.0.limit {
            return None;
        }
        self.0.used.set(used + 1);
        Some(Frame {
            bytes: UnsafeCell::new([0; BYTES]),
            of: self.clone(),
        })
    }
}

/// The bytes of one page. Several address spaces can hold the same frame: after a fork until one
/// of them writes, and shared mappings for good.
///
/// The interior is reached through raw pointers cached in the translation buffers of address
/// spaces, so no reference to the bytes ever outlives a method of this module. `Rc` and the cell
/// keep a frame, and with it an address space, on one host thread.
#[repr(align(64))]
pub(super) struct Frame {
    bytes: UnsafeCell<[u8; BYTES]>,
    of: Frames,
}

impl Drop for Frame {
    fn drop(&mut self) {
        let used = &self.of.0.used;
        used.set(used.get() - 1);
    }
}

impl Frame {
    /// The first byte, valid for reads and writes of the whole page while the frame lives.
    pub(crate) fn pointer(&self) -> *mut u8 {
        self.bytes.get().cast()
    }

    /// A copy of its own, if there is a frame left.
    pub(crate) fn duplicate(&self) -> Option<Self> {
        let mut copy = self.of.take()?;
        self.read(0, copy.bytes.get_mut());
        Some(copy)
    }

    /// Copies bytes out, from an offset; whatever lies beyond the page is left alone.
    #[expect(unsafe_code, reason = "frames are reached by pointer, see the type")]
    pub(crate) fn read(&self, offset: usize, into: &mut [u8]) {
        let len = into.len().min(BYTES.saturating_sub(offset));
        // SAFETY: offset + len is within the page; `into` is a distinct allocation, and no other
        // thread can reach the cell.
        unsafe {
            self.pointer()
                .add(offset.min(BYTES))
                .copy_to_nonoverlapping(into.as_mut_ptr(), len);
        }
    }

    /// Copies bytes in, at an offset; whatever would lie beyond the page is dropped.
    #[expect(unsafe_code, reason = "frames are reached by pointer, see the type")]
    pub(crate) fn write(&self, offset: usize, from: &[u8]) {
        let len = from.len().min(BYTES.saturating_sub(offset));
        // SAFETY: offset + len is within the page; `from` is a distinct allocation, and no other
        // thread can reach the cell.
        unsafe {
            self.pointer()
                .add(offset.min(BYTES))
                .copy_from_nonoverlapping(from.as_ptr(), len);
        }
    }
}
