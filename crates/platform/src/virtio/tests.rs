use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

use machine::{Bus, Frames, Protection, Sharing};

use super::*;
use crate::console::Console;
use crate::disk::{Disk, Drive};
use crate::overlay::SECTOR;

/// No devices: the memory alone is of interest.
struct Empty;

impl Bus for Empty {
    fn read(&mut self, _: u64, _: u8) -> u64 {
        0
    }

    fn write(&mut self, _: u64, _: u8, _: u64) {}

    fn interrupt(&mut self) -> Option<u8> {
        None
    }
}

const MEMORY: u64 = 1 << 20;
const DESCRIPTORS: u64 = 0x1000;
const DRIVER: u64 = 0x2000;
const DEVICE: u64 = 0x3000;
const HEADER: u64 = 0x4000;
const STATUS: u64 = 0x5000;
const DATA: u64 = 0x8000;
const QUEUE: u32 = 8;

/// A device with its memory, and a driver of ours.
struct Bench<K: Kind> {
    device: Virtio<K>,
    memory: AddressSpace,
    available: u16,
}

impl<K: Kind> Bench<K> {
    fn new(kind: K) -> Self {
        let mut memory = AddressSpace::physical(&Frames::new(u64::MAX), Box::new(Empty));
        memory.map(0, MEMORY, Protection::RWX, Sharing::Private);
        let mut bench = Self {
            device: Virtio::new(kind),
            memory,
            available: 0,
        };
        bench.start();
        bench
    }

    fn set(&mut self, register: u64, value: u32) {
        self.device.write(register, 4, value.into());
    }

    fn get(&mut self, register: u64) -> u32 {
        self.device.read(register, 4) as u32
    }

    /// The start of a driver (section 3.1.1), for queue 0.
    fn start(&mut self) {
        self.set(register::STATUS, 0);
        self.available = 0;
        self.poke(DRIVER, &[0; 4]);
        self.set(register::STATUS, 3);
        self.set(register::DRIVER_FEATURES_SELECT, 1);
        self.set(register::DRIVER_FEATURES, 1);
        self.set(register::STATUS, 11);
        assert_eq!(self.get(register::STATUS), 11);
        self.queue(0);
        self.set(register::STATUS, 15);
    }

    fn queue(&mut self, number: u32) {
        self.set(register::QUEUE_SELECT, number);
        self.set(register::QUEUE_SIZE, QUEUE);
        self.set(register::QUEUE_DESCRIPTORS, DESCRIPTORS as u32);
        self.set(register::QUEUE_DRIVER, DRIVER as u32);
        self.set(register::QUEUE_DEVICE, DEVICE as u32);
        self.set(register::QUEUE_READY, 1);
        assert_eq!(self.get(register::QUEUE_READY), 1);
    }

    fn poke(&mut self, address: u64, bytes: &[u8]) {
        assert!(self.memory.write_physical(address, bytes));
    }

    fn peek<const N: usize>(&self, address: u64) -> [u8; N] {
        let mut bytes = [0; N];
        assert!(self.memory.read_physical(address, &mut bytes));
        bytes
    }

    /// Address, length, flags, next.
    fn descriptor(&mut self, number: u64, (address, len, flags, next): (u64, u32, u16, u16)) {
        let place = DESCRIPTORS + 16 * number;
        self.poke(place, &address.to_le_bytes());
        let rest = u64::from(len) | u64::from(flags) << 32 | u64::from(next) << 48;
        self.poke(place + 8, &rest.to_le_bytes());
    }

    /// Makes the chain of a descriptor available, notifies, and lets the device work.
    fn hand_over(&mut self, head: u16) {
        let slot = u64::from(self.available) % u64::from(QUEUE);
        self.poke(DRIVER + 4 + 2 * slot, &head.to_le_bytes());
        self.available += 1;
        let available = self.available.to_le_bytes();
        self.poke(DRIVER + 2, &available);
        self.notify(0);
    }

    fn notify(&mut self, queue: u32) {
        self.set(register::QUEUE_NOTIFY, queue);
        self.device.serve(&mut self.memory);
    }

    fn used(&self) -> u16 {
        u16::from_le_bytes(self.peek(DEVICE + 2))
    }

    /// Whether the device has given up, as it tells the driver.
    fn is_broken(&mut self) -> bool {
        let told = self.get(register::INTERRUPT_STATUS) & CONFIGURATION_CHANGED != 0;
        let broken = self.get(register::STATUS) & status::NEEDS_RESET != 0;
        assert_eq!(told, broken);
        broken
    }
}

/// A disk of four sectors, each full of its number, of which two may be written.
fn disk(name: &str, overlay: Option<u64>) -> Bench<Block> {
    let path = std::env::temp_dir().join(format!("epicycle-virtio-{}-{name}", std::process::id()));
    let image: Vec<u8> = (0..4 * SECTOR).map(|n| (n / SECTOR) as u8).collect();
    std::fs::write(&path, image).expect("written");
    let disk = Disk::open(&path, overlay).expect("an image");
    std::fs::remove_file(&path).expect("removed");
    Bench::new(Block::new(Drive::new(disk), 0))
}

impl Bench<Block> {
    /// A request in three descriptors: header, data, status. Gives the status.
    fn request(&mut self, kind: u32, sector: u64, (address, len): (u64, u32)) -> u8 {
        let mut header = [0; 16];
        header[..4].copy_from_slice(&kind.to_le_bytes());
        header[8..].copy_from_slice(&sector.to_le_bytes());
        self.poke(HEADER, &header);
        self.poke(STATUS, &[0xee]);
        let writes = if kind == 1 { 0 } else { 2 };
        self.descriptor(0, (HEADER, 16, 1, 1));
        self.descriptor(1, (address, len, 1 | writes, 2));
        self.descriptor(2, (STATUS, 1, 2, 0));
        let before = self.used();
        self.hand_over(0);
        assert_eq!(self.used(), before.wrapping_add(1));
        self.peek::<1>(STATUS)[0]
    }
}

#[test]
fn a_driver_finds_the_device_and_has_to_take_the_version() {
    let mut bench = disk("found", None);
    let found = [register::MAGIC, register::VERSION, register::DEVICE].map(|at| bench.get(at));
    assert_eq!(found, [0x7472_6976, 2, 2]);
    assert_eq!(bench.get(register::QUEUE_SIZE_MAX), 256);
    assert_eq!(bench.device.read(register::CONFIGURATION, 8), 4);
    assert_eq!(bench.device.read(register::CONFIGURATION + 0xf0, 8), 0);
    // Read-only, flush, bounds of segments; then the version.
    bench.set(register::DEVICE_FEATURES_SELECT, 0);
    assert_eq!(bench.get(register::DEVICE_FEATURES), 0x226);
    bench.set(register::DEVICE_FEATURES_SELECT, 1);
    assert_eq!(bench.get(register::DEVICE_FEATURES), 1);
    for features in [[0x226, 0], [0x1000, 1]] {
        bench.set(register::STATUS, 0);
        for (select, half) in features.into_iter().enumerate() {
            bench.set(register::DRIVER_FEATURES_SELECT, select as u32);
            bench.set(register::DRIVER_FEATURES, half);
        }
        bench.set(register::STATUS, 11);
        assert_eq!(bench.get(register::STATUS), 3, "refused: {features:x?}");
    }
    bench.set(register::QUEUE_SELECT, 1);
    assert_eq!(bench.get(register::QUEUE_SIZE_MAX), 0, "no such queue");
}

#[test]
fn sectors_are_read_written_and_read_again() {
    let mut bench = disk("sectors", Some(1024));
    assert_eq!(bench.request(0, 2, (DATA, 1024)), 0);
    let data: [u8; 1024] = bench.peek(DATA);
    assert!(data[..512] == [2; 512] && data[512..] == [3; 512]);
    // The used ring: chain 0, with data and status written.
    assert_eq!(bench.peek::<8>(DEVICE + 4), (1025u64 << 32).to_le_bytes());
    assert!(bench.device.line());
    bench.set(register::INTERRUPT_ACKNOWLEDGE, USED_BUFFER);
    assert!(!bench.device.line());
    bench.poke(DATA, &[9; 1024]);
    assert_eq!(bench.request(1, 1, (DATA, 1024)), 0);
    bench.poke(DATA, &[0; 1024]);
    assert_eq!(bench.request(0, 2, (DATA, 512)), 0);
    assert_eq!(bench.peek::<513>(DATA)[510..], [9, 9, 0]);
    assert_eq!(bench.request(4, 0, (DATA, 0)), 0, "flush");
    assert_eq!(bench.request(8, 0, (DATA, 20)), 0);
    assert_eq!(bench.peek::<20>(DATA), *b"epicycle0\0\0\0\0\0\0\0\0\0\0\0");
    assert!(!bench.is_broken());
}

#[test]
fn requests_that_cannot_be_carried_out_fail_and_the_device_goes_on() {
    let mut bench = disk("failing", Some(1024));
    assert_eq!(bench.request(0, 4, (DATA, 512)), 1, "behind the end");
    assert_eq!(bench.request(0, 3, (DATA, 1024)), 1, "over the end");
    assert_eq!(bench.request(0, u64::MAX, (DATA, 1024)), 1);
    assert_eq!(bench.request(0, 0, (DATA, 100)), 1, "no whole sector");
    assert_eq!(bench.request(0, 0, (MEMORY, 512)), 1, "no memory");
    assert_eq!(bench.request(0, 0, (u64::MAX - 100, 512)), 1);
    assert_eq!(bench.request(0, 0, (DATA, !511)), 1, "too much");
    assert_eq!(bench.request(1, 0, (MEMORY - 256, 512)), 1);
    assert_eq!(
        bench.request(1, 0, (DATA, 1536)),
        1,
        "more than may be written"
    );
    assert_eq!(bench.request(77, 0, (DATA, 512)), 2);
    assert_eq!(bench.request(8, 0, (DATA, 4)), 1);
    assert_eq!(bench.request(0, 3, (DATA, 512)), 0);
    assert!(!bench.is_broken());
    let mut fixed = disk("fixed", None);
    assert_eq!(fixed.request(1, 0, (DATA, 512)), 1, "read-only");
}

#[test]
fn a_driver_that_breaks_the_rules_gets_a_device_that_needs_a_reset() {
    type Wrong = fn(&mut Bench<Block>);
    let wrong: [(&str, Wrong); 9] = [
        ("a chain without an end", |bench| {
            bench.descriptor(0, (HEADER, 16, 1, 1));
            bench.descriptor(1, (DATA, 512, 1, 0));
            bench.hand_over(0);
        }),
        ("a head behind the table", |bench| bench.hand_over(8)),
        ("a next behind the table", |bench| {
            bench.descriptor(0, (HEADER, 16, 1, 0xffff));
            bench.hand_over(0);
        }),
        ("reading behind writing", |bench| {
            bench.descriptor(0, (STATUS, 1, 3, 1));
            bench.descriptor(1, (HEADER, 16, 0, 0));
            bench.hand_over(0);
        }),
        ("a table in a descriptor", |bench| {
            bench.descriptor(0, (DATA, 64, 4, 0));
            bench.hand_over(0);
        }),
        ("no room for the status", |bench| {
            bench.descriptor(0, (HEADER, 16, 0, 0));
            bench.hand_over(0);
        }),
        ("a header outside memory", |bench| {
            bench.descriptor(0, (MEMORY - 8, 16, 1, 1));
            bench.descriptor(1, (STATUS, 1, 2, 0));
            bench.hand_over(0);
        }),
        ("more chains than the queue has", |bench| {
            bench.poke(DRIVER + 2, &9u16.to_le_bytes());
            bench.notify(0);
        }),
        ("a queue outside memory", |bench| {
            bench.set(register::QUEUE_READY, 0);
            bench.set(register::QUEUE_DRIVER + 4, 0xffff_ffff);
            bench.set(register::QUEUE_READY, 1);
            bench.notify(0);
        }),
    ];
    for (name, break_it) in wrong {
        let mut bench = disk("broken", None);
        break_it(&mut bench);
        assert!(bench.is_broken(), "{name}");
        let used = bench.used();
        bench.notify(0);
        assert_eq!(bench.used(), used, "nothing more: {name}");
        bench.start();
        assert!(!bench.is_broken());
        assert_eq!(bench.request(0, 1, (DATA, 512)), 0, "after a reset: {name}");
    }
}

#[test]
fn a_request_that_writes_over_its_queue_ends() {
    let mut bench = disk("circle", None);
    // Sector 1 has bytes 1, so that index 0x101 is available and every entry is descriptor 0x101.
    bench.request(0, 1, (DRIVER, 512));
    bench.notify(0);
    assert!(bench.is_broken());
}

/// What a console prints.
#[derive(Clone, Default)]
struct Kept(Rc<RefCell<Vec<u8>>>);

impl Write for Kept {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_terminal_prints_and_gives_what_is_typed_when_the_machine_has_waited() {
    let kept = Kept::default();
    let console = Console::new(Box::new(kept.clone()));
    let typist = Typist::default();
    let terminal = Terminal::new(console.clone(), b"hello".to_vec(), typist.clone());
    let mut bench = Bench::new(terminal);
    bench.descriptor(0, (DATA, 3, 2, 0));
    bench.hand_over(0);
    bench.descriptor(1, (DATA + 3, 16, 2, 0));
    bench.hand_over(1);
    assert!(!typist.begins(), "nothing has been printed");
    assert_eq!(bench.used(), 0);
    // The other queue, a page further on.
    const OTHER: u64 = 0x1_0000;
    bench.queue(1);
    bench.set(register::QUEUE_READY, 0);
    bench.set(register::QUEUE_DESCRIPTORS, (OTHER + DESCRIPTORS) as u32);
    bench.set(register::QUEUE_DRIVER, (OTHER + DRIVER) as u32);
    bench.set(register::QUEUE_DEVICE, (OTHER + DEVICE) as u32);
    bench.set(register::QUEUE_READY, 1);
    bench.poke(OTHER + DATA, b"out\n");
    bench.poke(OTHER + DESCRIPTORS, &(OTHER + DATA).to_le_bytes());
    bench.poke(OTHER + DESCRIPTORS + 8, &4u64.to_le_bytes());
    bench.poke(OTHER + DRIVER + 2, &1u16.to_le_bytes());
    bench.notify(1);
    console.flush();
    assert_eq!(*kept.0.borrow(), b"out\n");
    assert_eq!(bench.used(), 0);
    assert!(typist.begins() && !typist.begins());
    bench.device.serve(&mut bench.memory);
    assert_eq!(bench.used(), 2);
    assert_eq!(bench.peek::<5>(DATA), *b"hello");
    assert_eq!(
        bench.peek::<4>(DEVICE + 16),
        2u32.to_le_bytes(),
        "bytes of the second"
    );
    bench.hand_over(0);
    assert_eq!(bench.used(), 2, "nothing is typed");
    bench.poke(OTHER + DESCRIPTORS + 8, &u64::from(u32::MAX).to_le_bytes());
    bench.poke(OTHER + DRIVER + 2, &2u16.to_le_bytes());
    bench.notify(1);
    assert!(bench.is_broken());
}
