//! Virtio devices behind memory-mapped registers (virtio 1.1, section 4.2, version 2), with split queues (section 2.6).
//!
//! - `queue`: a queue in the guest's memory and its chains of descriptors;
//! - `block`: a disk; `console`: a terminal.
//!
//! A driver's error ends its device, not the machine: the device requests a reset (`DEVICE_NEEDS_RESET`), signals that
//! by an interrupt, and does nothing until it is reset.

mod block;
mod console;
mod queue;

use machine::AddressSpace;

pub(crate) use block::Block;
pub(crate) use console::{Terminal, Typist};
use queue::Queue;

/// Bytes of a device's registers.
pub(crate) const SIZE: u64 = 0x200;

/// Offsets of the registers (table 4.1).
mod register {
    pub(super) const MAGIC: u64 = 0x000;
    pub(super) const VERSION: u64 = 0x004;
    pub(super) const DEVICE: u64 = 0x008;
    pub(super) const VENDOR: u64 = 0x00c;
    pub(super) const DEVICE_FEATURES: u64 = 0x010;
    pub(super) const DEVICE_FEATURES_SELECT: u64 = 0x014;
    pub(super) const DRIVER_FEATURES: u64 = 0x020;
    pub(super) const DRIVER_FEATURES_SELECT: u64 = 0x024;
    pub(super) const QUEUE_SELECT: u64 = 0x030;
    pub(super) const QUEUE_SIZE_MAX: u64 = 0x034;
    pub(super) const QUEUE_SIZE: u64 = 0x038;
    pub(super) const QUEUE_READY: u64 = 0x044;
    pub(super) const QUEUE_NOTIFY: u64 = 0x050;
    pub(super) const INTERRUPT_STATUS: u64 = 0x060;
    pub(super) const INTERRUPT_ACKNOWLEDGE: u64 = 0x064;
    pub(super) const STATUS: u64 = 0x070;
    pub(super) const QUEUE_DESCRIPTORS: u64 = 0x080;
    pub(super) const QUEUE_DRIVER: u64 = 0x090;
    pub(super) const QUEUE_DEVICE: u64 = 0x0a0;
    pub(super) const GENERATION: u64 = 0x0fc;
    pub(super) const CONFIGURATION: u64 = 0x100;
}

const MAGIC: u32 = 0x7472_6976;
const VENDOR: u32 = 0x4350_4945;
/// The feature of the standard's version 1, which drivers have to accept.
const VERSION_1: u64 = 1 << 32;

/// Bits of the device status.
mod status {
    pub(super) const DRIVER_OK: u32 = 4;
    pub(super) const FEATURES_OK: u32 = 8;
    pub(super) const NEEDS_RESET: u32 = 64;
}

/// Bits of the interrupt status.
const USED_BUFFER: u32 = 1;
const CONFIGURATION_CHANGED: u32 = 2;

/// The driver has violated the protocol of the queue; the device needs a reset.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Broken;

/// What is specific to a kind of device.
pub(crate) trait Kind {
    /// The device type (section 5).
    const DEVICE: u32;
    /// Number of queues.
    const QUEUES: usize;

    /// Feature bits offered beside [`VERSION_1`].
    fn features(&self) -> u64;

    /// A byte of the configuration space.
    fn configuration(&self, offset: u64) -> u8;

    /// Queues, as bits, whose buffers the device can use without a notification.
    fn waiting(&self) -> u64 {
        0
    }

    /// Handles the buffers that the driver has made available in a queue. Returns whether buffers were used.
    ///
    /// # Errors
    /// The driver broke the rules.
    fn serve(
        &mut self,
        number: usize,
        queue: &mut Queue,
        memory: &mut AddressSpace,
    ) -> Result<bool, Broken>;
}

/// A device.
pub(crate) struct Virtio<K> {
    kind: K,
    queues: Vec<Queue>,
    /// Queues that the driver has notified and that have not been served, as bits.
    notified: u64,
    selected: u32,
    features: u64,
    device_select: u32,
    driver_select: u32,
    status: u32,
    interrupts: u32,
}

/// A device as the bus accesses it.
pub(crate) trait Device {
    fn read(&mut self, offset: u64, size: u8) -> u64;
    fn write(&mut self, offset: u64, size: u8, value: u64);
    fn serve(&mut self, memory: &mut AddressSpace);
    /// The level of its interrupt line.
    fn line(&self) -> bool;
}

/// One half of a value.
fn half(value: u64, select: u32) -> u32 {
    match select {
        0 => value as u32,
        1 => (value >> 32) as u32,
        _ => 0,
    }
}

/// Sets one half of a value.
fn set_half(value: &mut u64, upper: bool, half: u32) {
    let shift = 32 * u32::from(upper);
    *value = *value & !(0xffff_ffff << shift) | u64::from(half) << shift;
}

impl<K: Kind> Virtio<K> {
    pub(crate) fn new(kind: K) -> Self {
        Self {
            kind,
            queues: vec![Queue::default(); K::QUEUES],
            notified: 0,
            selected: 0,
            features: 0,
            device_select: 0,
            driver_select: 0,
            status: 0,
            interrupts: 0,
        }
    }

    fn offered(&self) -> u64 {
        self.kind.features() | VERSION_1
    }

    fn queue(&mut self) -> Option<&mut Queue> {
        self.queues.get_mut(self.selected as usize)
    }

    fn reset(&mut self) {
        self.queues.fill(Queue::default());
        (self.notified, self.selected, self.features) = (0, 0, 0);
        (self.device_select, self.driver_select) = (0, 0);
        (self.status, self.interrupts) = (0, 0);
    }

    fn set_status(&mut self, value: u32) {
        if value == 0 {
            return self.reset();
        }
        let mut value = value & 0xff;
        let refused = self.features & !self.offered() != 0 || self.features & VERSION_1 == 0;
        if value & status::FEATURES_OK != 0 && refused {
            value &= !status::FEATURES_OK;
        }
        self.status = value | self.status & status::NEEDS_RESET;
    }

    fn serve_queues(&mut self, which: u64, memory: &mut AddressSpace) {
        for number in (0..K::QUEUES).filter(|number| which >> number & 1 != 0) {
            let queue = &mut self.queues[number];
            if !queue.ready || self.status & status::NEEDS_RESET != 0 {
                continue;
            }
            match self.kind.serve(number, queue, memory) {
                Ok(used) => {
                    if used && !queue.is_quiet(memory) {
                        self.interrupts |= USED_BUFFER;
                    }
                }
                Err(Broken) => {
                    self.status |= status::NEEDS_RESET;
                    self.interrupts |= CONFIGURATION_CHANGED;
                }
            }
        }
    }

    fn register(&mut self, offset: u64) -> u32 {
        match offset {
            register::MAGIC => MAGIC,
            register::VERSION => 2,
            register::DEVICE => K::DEVICE,
            register::VENDOR => VENDOR,
            register::DEVICE_FEATURES => half(self.offered(), self.device_select),
            register::QUEUE_SIZE_MAX => self.queue().map_or(0, |_| u32::from(queue::LARGEST)),
            register::QUEUE_READY => self.queue().map_or(0, |queue| u32::from(queue.ready)),
            register::INTERRUPT_STATUS => self.interrupts,
            register::STATUS => self.status,
            // The configuration never changes.
            register::GENERATION => 0,
            _ => 0,
        }
    }

    fn set_register(&mut self, offset: u64, value: u32) {
        let upper = offset & 4 != 0;
        match offset {
            register::DEVICE_FEATURES_SELECT => self.device_select = value,
            register::DRIVER_FEATURES_SELECT => self.driver_select = value,
            register::DRIVER_FEATURES if self.status & status::FEATURES_OK == 0 => {
                if self.driver_select < 2 {
                    set_half(&mut self.features, self.driver_select == 1, value);
                }
            }
            register::QUEUE_SELECT => self.selected = value,
            register::QUEUE_NOTIFY if (value as usize) < K::QUEUES => self.notified |= 1 << value,
            register::INTERRUPT_ACKNOWLEDGE => self.interrupts &= !value,
            register::STATUS => self.set_status(value),
            register::QUEUE_READY => {
                if let Some(queue) = self.queue() {
                    queue.set_ready(value & 1 != 0);
                }
            }
            _ => {
                // Size and addresses of a queue cannot be changed while it is ready.
                let Some(queue) = self.queue().filter(|queue| !queue.ready) else {
                    return;
                };
                match offset & !4 {
                    register::QUEUE_SIZE if !upper => {
                        queue.size = u16::try_from(value).unwrap_or(0);
                    }
                    register::QUEUE_DESCRIPTORS => set_half(&mut queue.descriptors, upper, value),
                    register::QUEUE_DRIVER => set_half(&mut queue.driver, upper, value),
                    register::QUEUE_DEVICE => set_half(&mut queue.device, upper, value),
                    _ => {}
                }
            }
        }
    }
}

impl<K: Kind> Device for Virtio<K> {
    fn read(&mut self, offset: u64, size: u8) -> u64 {
        if offset >= register::CONFIGURATION {
            let bytes = (0..u64::from(size.min(8))).map(|n| {
                let byte = self
                    .kind
                    .configuration(offset - register::CONFIGURATION + n);
                u64::from(byte) << (8 * n)
            });
            return bytes.fold(0, |value, byte| value | byte);
        }
        // Registers are read and written as 32 bits (section 4.2.2.2).
        match size {
            4 if offset.is_multiple_of(4) => self.register(offset).into(),
            _ => 0,
        }
    }

    fn write(&mut self, offset: u64, size: u8, value: u64) {
        if size == 4 && offset.is_multiple_of(4) && offset < register::CONFIGURATION {
            self.set_register(offset, value as u32);
        }
    }

    fn serve(&mut self, memory: &mut AddressSpace) {
        let states = status::DRIVER_OK | status::NEEDS_RESET;
        if self.status & states != status::DRIVER_OK {
            return;
        }
        let notified = std::mem::take(&mut self.notified);
        self.serve_queues(notified, memory);
        let waiting = self.kind.waiting();
        self.serve_queues(waiting, memory);
    }

    fn line(&self) -> bool {
        self.interrupts != 0
    }
}

#[cfg(test)]
mod tests;
