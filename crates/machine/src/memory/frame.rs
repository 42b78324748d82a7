//! Page frames (the bytes of 16 KB pages), and the limit of what a machine may use of them.

use std::cell::{Cell, UnsafeCell};
use std::rc::Rc;

/// Bytes in a page: the size that Linux uses on IA-64.
pub const PAGE_SIZE: u64 = 1 << PAGE_SHIFT;
/// Base-2 logarithm of [`PAGE_SIZE`].
pub const PAGE_SHIFT: u32 = 14;
/// Bits of an address inside its page.
pub const PAGE_MASK: u64 = PAGE_SIZE - 1;

const BYTES: usize = PAGE_SIZE as usize;

/// The memory of a machine, as a limit in bytes that its address spaces and its operating system share. Clones refer to
/// the same memory.
#[derive(Clone, Debug)]
pub struct Frames(Rc<Count>);

#[derive(Debug)]
struct Count {
    /// Bytes of page frames and charges.
    used: Cell<u64>,
    limit: u64,
    /// Bytes of use for which the host has been found to have memory, with a reserve beside them.
    granted: Cell<u64>,
    /// Bytes in use when the host, below the limit, first had no memory.
    refused: Cell<Option<u64>>,
}

/// Step, in bytes of use, in which the host is asked for memory and the reserve.
const GRANT: u64 = 1 << 20;

/// The reserve is [`RESERVE`] and this fraction (one in so many) of the bytes in use: tables of the simulator grow with
/// the pages of a program, at times to double their size at once.
const RESERVED_PART: u64 = 16;

/// Bytes that the host must have beside those in use, so that tables whose allocation cannot fail do grow, and a run
/// that is refused memory can still end with its results. Larger than what an allocator keeps of freed memory.
const RESERVE: u64 = 48 << 20;

/// Whether the host can allocate so many bytes at this moment. They are not touched.
fn host_has(bytes: u64) -> bool {
    let mut room: Vec<u8> = Vec::new();
    usize::try_from(bytes).is_ok_and(|bytes| {
        let has = room.try_reserve_exact(bytes).is_ok();
        // Keeps the compiler from removing an allocation that is never used.
        std::hint::black_box(&room);
        has
    })
}

/// The memory of a machine is used up.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct NoMemory;

impl Frames {
    /// A memory of so many bytes, rounded down to whole pages.
    pub fn new(bytes: u64) -> Self {
        Self(Rc::new(Count {
            used: Cell::new(0),
            limit: bytes & !PAGE_MASK,
            granted: Cell::new(0),
            refused: Cell::new(None),
        }))
    }

    /// Bytes in use.
    pub fn used(&self) -> u64 {
        self.0.used.get()
    }

    /// Bytes that are left.
    pub fn free(&self) -> u64 {
        self.0.limit.saturating_sub(self.0.used.get())
    }

    /// Whether [`Charge::force`] has exceeded the limit.
    pub fn exceeded(&self) -> bool {
        self.0.used.get() > self.0.limit
    }

    /// Bytes that were in use when the host, not the limit, first refused memory.
    pub fn host_refused(&self) -> Option<u64> {
        self.0.refused.get()
    }

    /// Whether the host has memory for a total use of so many bytes, with the reserve beside it.
    fn host_grants(&self, used: u64) -> bool {
        let count = &self.0;
        if used <= count.granted.get() {
            return true;
        }
        let more = used.saturating_sub(count.used.get()).saturating_add(GRANT);
        let has = host_has(more.saturating_add(RESERVE + used / RESERVED_PART));
        if has {
            count.granted.set(used.saturating_add(GRANT));
        } else {
            self.refuse();
        }
        has
    }

    fn refuse(&self) {
        let first = self.0.refused.get().unwrap_or(self.used());
        self.0.refused.set(Some(first));
    }

    /// A frame of zeros; `None` at the limit, or if the host has no memory.
    pub(super) fn take(&self) -> Option<Frame> {
        let used = self.0.used.get();
        if PAGE_SIZE > self.free() || !self.host_grants(used + PAGE_SIZE) {
            return None;
        }
        let mut lines = Vec::new();
        if lines.try_reserve_exact(LINES).is_err() {
            self.refuse();
            return None;
        }
        lines.resize_with(LINES, || UnsafeCell::new(Line([0; LINE])));
        self.0.used.set(used + PAGE_SIZE);
        Some(Frame {
            lines: lines.into_boxed_slice(),
            of: self.clone(),
        })
    }
}

/// Bytes of a machine's memory that are used for something other than pages: tables and buffers of the operating
/// system. They are given back on drop.
#[derive(Debug)]
pub struct Charge {
    of: Frames,
    bytes: u64,
}

impl Charge {
    /// A charge of no bytes.
    pub fn none(of: &Frames) -> Self {
        Self {
            of: of.clone(),
            bytes: 0,
        }
    }

    /// A charge of so many bytes.
    ///
    /// # Errors
    /// So many are not left.
    pub fn new(of: &Frames, bytes: u64) -> Result<Self, NoMemory> {
        let mut charge = Self::none(of);
        charge.resize(bytes)?;
        Ok(charge)
    }

    /// Bytes taken.
    pub fn bytes(&self) -> u64 {
        self.bytes
    }

    /// Sets the charge to `bytes` in total.
    ///
    /// # Errors So many are not left, within the limit or on the host; then nothing has changed.
    pub fn resize(&mut self, bytes: u64) -> Result<(), NoMemory> {
        let used = self.of.used() - self.bytes;
        if bytes > self.bytes
            && (bytes - self.bytes > self.of.free()
                || !self.of.host_grants(used.saturating_add(bytes)))
        {
            return Err(NoMemory);
        }
        self.set(bytes);
        Ok(())
    }

    /// As [`Self::resize`], even beyond the limit: [`Frames::exceeded`] and [`Frames::host_refused`] tell afterwards.
    pub fn force(&mut self, bytes: u64) {
        let used = self.of.used() - self.bytes;
        self.of.host_grants(used.saturating_add(bytes));
        self.set(bytes);
    }

    fn set(&mut self, bytes: u64) {
        let used = &self.of.0.used;
        used.set((used.get() - self.bytes).saturating_add(bytes));
        self.bytes = bytes;
    }
}

impl Drop for Charge {
    fn drop(&mut self) {
        self.set(0);
    }
}

/// A cache line of the host, to which frames are aligned.
#[repr(align(64))]
struct Line(#[expect(dead_code, reason = "reached by pointer")] [u8; LINE]);

const LINE: usize = 64;
const LINES: usize = BYTES / LINE;
const _: () = assert!(size_of::<Line>() == LINE);

/// The bytes of one page. Several address spaces can hold the same frame: after a fork until one of them writes, and
/// shared mappings for good.
///
/// The interior is reached through raw pointers in the translation buffers of address spaces, so no reference to the
/// bytes ever outlives a method of this module. `Rc` and the cell keep a frame, and with it an address space, on one
/// host thread.
pub(super) struct Frame {
    lines: Box<[UnsafeCell<Line>]>,
    of: Frames,
}

impl Drop for Frame {
    fn drop(&mut self) {
        let used = &self.of.0.used;
        used.set(used.get() - PAGE_SIZE);
    }
}

impl Frame {
    /// The first byte, valid for reads and writes of the whole page while the frame lives.
    pub(crate) fn pointer(&self) -> *mut u8 {
        self.lines.as_ptr().cast_mut().cast()
    }

    /// A copy in a new frame; `None` if no frame is left.
    pub(crate) fn duplicate(&self) -> Option<Self> {
        let copy = self.of.take()?;
        let mut bytes = [0; BYTES];
        self.read(0, &mut bytes);
        copy.write(0, &bytes);
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
