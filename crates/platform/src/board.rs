//! The physical address space.
//!
//! Firmware lies above the top of memory, because a kernel with a flat memory map takes everything below for its own.

use crate::error::Error;

const MEGABYTE: u64 = 1 << 20;

/// Memory of a machine unless another size is asked for, in bytes.
pub const DEFAULT_MEMORY: u64 = 256 * MEGABYTE;

/// The registers of the 16550 at the console.
pub(crate) const UART: u64 = 0xff5e_0000;
/// Sleep control and sleep status of ACPI, a byte each.
pub(crate) const SLEEP_CONTROL: u64 = 0xff5d_0000;
/// The I/O SAPIC.
pub(crate) const IOSAPIC: u64 = 0xfec0_0000;
/// The first virtio device; the others follow.
const VIRTIO: u64 = 0xff60_0000;
/// Bytes from one virtio device to the next.
const VIRTIO_STEP: u64 = 0x1000;
/// Most virtio devices: each has a pin of the I/O SAPIC after the UART's.
pub(crate) const VIRTIO_DEVICES: usize = 9;
/// Pin of the UART's interrupt line; those of the virtio devices follow it.
pub(crate) const UART_PIN: usize = 16;

/// Registers of a virtio device.
pub(crate) const fn virtio_registers(number: usize) -> u64 {
    VIRTIO + number as u64 * VIRTIO_STEP
}

/// Pin of a virtio device's interrupt line.
pub(crate) const fn virtio_pin(number: usize) -> usize {
    UART_PIN + 1 + number
}

/// The virtio device that has a register at an address, and the register's offset.
pub(crate) fn virtio_at(address: u64) -> Option<(usize, u64)> {
    let offset = address.checked_sub(VIRTIO)?;
    let number = (offset / VIRTIO_STEP) as usize;
    let inside = number < VIRTIO_DEVICES && offset % VIRTIO_STEP < crate::virtio::SIZE;
    inside.then_some((number, offset % VIRTIO_STEP))
}

/// The processor interrupt block, 2 MB.
pub(crate) const INTERRUPT_BLOCK: u64 = 0xfee0_0000;
/// Bytes of the part of the block that takes interrupt messages.
pub(crate) const INTERRUPT_MESSAGES: u64 = 1 << 20;
/// The 64 MB that stand for the ports of I/O space, at the top of the smallest physical address space.
pub(crate) const PORTS: u64 = 0xfff_fc00_0000;
/// Bytes of the port space.
pub(crate) const PORTS_SIZE: u64 = 64 * MEGABYTE;
/// Begin of the range of devices, which reaches to 4 GB and holds no memory.
const DEVICES: u64 = 0xfe00_0000;
/// Begin of the memory that does not fit below the devices.
const BEHIND_DEVICES: u64 = 1 << 32;

/// Where memory and firmware are.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Board {
    memory: u64,
}

impl Board {
    /// Most bytes of memory.
    const MOST: u64 = 64 << 30;

    /// The machine with the most memory.
    pub(crate) const LARGEST: Self = Self { memory: Self::MOST };

    /// A machine with so many bytes of memory.
    ///
    /// # Errors
    /// The size is not a number of megabytes from 1 MB to 64 GB.
    pub fn new(memory: u64) -> Result<Self, Error> {
        if memory == 0 || memory > Self::MOST || !memory.is_multiple_of(MEGABYTE) {
            return Err(Error::Memory { bytes: memory });
        }
        Ok(Self { memory })
    }

    /// Bytes of memory.
    pub fn memory(&self) -> u64 {
        self.memory
    }

    /// Ranges of memory: first address and size in bytes. What does not fit below the devices lies above them.
    pub(crate) fn ranges(&self) -> impl Iterator<Item = (u64, u64)> {
        // A granule below the devices is left for firmware.
        let below = self.memory.min(DEVICES - 16 * MEGABYTE);
        [(0, below), (BEHIND_DEVICES, self.memory - below)]
            .into_iter()
            .filter(|&(_, size)| size != 0)
    }

    /// Whether bytes from an address on are memory.
    pub(crate) fn holds(&self, address: u64, size: u64) -> bool {
        let last = address.checked_add(size);
        let is_in =
            |(start, length)| start <= address && last.is_some_and(|last| last <= start + length);
        self.ranges().any(is_in)
    }

    /// Bytes of memory from address 0 on without a hole.
    pub(crate) fn low(&self) -> u64 {
        self.memory.min(DEVICES - 16 * MEGABYTE)
    }

    /// First address of the firmware, at the next boundary of 16 MB above memory. PAL has the first megabyte, SAL and EFI the
    /// second, their tables the third.
    pub(crate) fn firmware(&self) -> u64 {
        let last = self.ranges().map(|(start, size)| start + size).max();
        last.unwrap_or(0).next_multiple_of(16 * MEGABYTE)
    }

    /// Bytes of each part of the firmware.
    pub(crate) const PART: u64 = MEGABYTE;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn firmware_and_devices_overlap_no_memory() {
        for memory in [1, 15, 256, 4000, 4064, 4096, 65536] {
            let board = Board::new(memory << 20).expect("a size");
            let firmware = board.firmware();
            let mut total = 0;
            for (start, size) in board.ranges() {
                total += size;
                assert!(start + size <= firmware);
                assert!(start + size <= DEVICES || start >= BEHIND_DEVICES);
            }
            assert_eq!(total, memory << 20);
            assert!(firmware + 3 * Board::PART <= DEVICES || firmware >= BEHIND_DEVICES);
        }
        assert!(
            Board::new(0).is_err() && Board::new(4096).is_err() && Board::new(65 << 30).is_err()
        );
    }
}
