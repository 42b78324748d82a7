//! The tables of ACPI 5, for a machine without fixed hardware: the sleep control register turns it off, and the console
//! and virtio devices are devices of the namespace. The MADT has the processor and the I/O SAPIC.

use crate::board::{
    INTERRUPT_BLOCK, IOSAPIC, SLEEP_CONTROL, UART, UART_PIN, virtio_pin, virtio_registers,
};
use crate::{uart, virtio};

/// The GUID of the root pointer in EFI's configuration table.
pub(super) const GUID: [u64; 2] = [
    0x11d3_e4f1_8868_e871,
    u64::from_le_bytes([0xbc, 0x22, 0x00, 0x80, 0xc7, 0x3c, 0x88, 0x81]),
];

/// Offsets from the root pointer.
const XSDT: u64 = 0x40;
const FADT: u64 = 0x80;
const MADT: u64 = 0x1a0;
const DSDT: u64 = 0x200;

/// The sleep type that turns the machine off; the guest writes it to its field of the sleep control register.
pub(crate) const SOFT_OFF: u8 = 5;

/// Sets the checksum at a place of a table, so that the bytes of the table sum to zero.
fn sum(table: &mut [u8], place: usize) {
    table[place] = 0;
    let sum = table.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
    table[place] = sum.wrapping_neg();
}

/// A table with its header.
fn table(signature: &[u8; 4], revision: u8, body: &[u8]) -> Vec<u8> {
    let mut table = signature.to_vec();
    table.extend((36 + body.len() as u32).to_le_bytes());
    table.extend([revision, 0]);
    table.extend(b"EPICYCEPICYCLE");
    table.extend(1u32.to_le_bytes());
    table.extend(b"EPIC");
    table.extend(1u32.to_le_bytes());
    table.extend(body);
    sum(&mut table, 9);
    table
}

/// A package of AML: its length, which counts itself, and what it holds.
fn package(contents: &[u8]) -> Vec<u8> {
    let mut bytes = match contents.len() + 1 {
        length @ ..0x40 => vec![length as u8],
        // Two bytes of length: the low four bits, and the rest.
        _ => {
            let length = contents.len() + 2;
            vec![0x40 | (length & 15) as u8, (length >> 4) as u8]
        }
    };
    bytes.extend(contents);
    bytes
}

const NAME: u8 = 0x08;
const BYTE: u8 = 0x0a;

/// A device: its name, its identifier as a value of AML, its number among those with the identifier, its registers in memory, its pin.
fn device(
    name: &[u8],
    identifier: &[u8],
    number: u8,
    (base, size): (u64, u64),
    pin: usize,
) -> Vec<u8> {
    // Memory32Fixed, writable; an extended interrupt, level, active high, of this device alone; the end.
    let mut resources = vec![0x86, 9, 0, 1];
    resources.extend((base as u32).to_le_bytes());
    resources.extend((size as u32).to_le_bytes());
    resources.extend([0x89, 6, 0, 1, 1]);
    resources.extend((pin as u32).to_le_bytes());
    resources.extend([0x79, 0]);
    let mut device = name.to_vec();
    device.push(NAME);
    device.extend(b"_HID");
    device.extend(identifier);
    device.push(NAME);
    device.extend(b"_UID");
    device.extend([BYTE, number]);
    device.push(NAME);
    device.extend(b"_CRS");
    device.push(0x11);
    let buffer = [&[BYTE, resources.len() as u8], &resources[..]].concat();
    device.extend(package(&buffer));
    [&[0x5b, 0x82], &package(&device)[..]].concat()
}

/// `\_S5`, the state to be turned off in, the console, and so many virtio devices.
fn definitions(devices: usize) -> Vec<u8> {
    // PNP0501, compressed.
    const CONSOLE: [u8; 5] = [0x0c, 0x41, 0xd0, 0x05, 0x01];
    let mut scope = b"\\_SB_".to_vec();
    scope.extend(device(b"COM0", &CONSOLE, 0, (UART, uart::SIZE), UART_PIN));
    for number in 0..devices {
        let name = format!("VIO{number}");
        let place = (virtio_registers(number), virtio::SIZE);
        let pin = virtio_pin(number);
        scope.extend(device(
            name.as_bytes(),
            b"\x0dLNRO0005\0",
            number as u8,
            place,
            pin,
        ));
    }
    let mut code = vec![NAME];
    code.extend(b"_S5_");
    code.push(0x12);
    code.extend(package(&[2, BYTE, SOFT_OFF, BYTE, SOFT_OFF]));
    code.push(0x10);
    code.extend(package(&scope));
    code
}

/// The processor with identity 0, and the I/O SAPIC with all interrupts from 0 on.
fn interrupts() -> Vec<u8> {
    let mut body = (INTERRUPT_BLOCK as u32).to_le_bytes().to_vec();
    // No 8259.
    body.extend([0; 4]);
    // Local SAPIC: enabled, named 0.
    body.extend([7, 18, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, b'0', 0]);
    body.extend([6, 16, 0, 0, 0, 0, 0, 0]);
    body.extend(IOSAPIC.to_le_bytes());
    body
}

/// A register of one byte in memory, as a table describes it.
fn register(address: u64) -> [u8; 12] {
    let mut bytes = [0, 8, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0];
    bytes[4..].copy_from_slice(&address.to_le_bytes());
    bytes
}

/// All tables, each with its offset from the root pointer, which lies at `at`.
pub(super) fn tables(at: u64, virtio: usize) -> Vec<(u64, Vec<u8>)> {
    const FADT_SIZE: usize = 268;
    /// Flag of the FADT: there is no fixed hardware.
    const REDUCED: u32 = 1 << 20;
    let mut root = b"RSD PTR \0EPICYC\x02".to_vec();
    root.extend(0u32.to_le_bytes());
    root.extend(36u32.to_le_bytes());
    root.extend((at + XSDT).to_le_bytes());
    root.extend([0; 4]);
    sum(&mut root[..20], 8);
    sum(&mut root, 32);
    // By offset in the table: flags, address of the DSDT, sleep control and status.
    let mut fixed = vec![0; FADT_SIZE - 36];
    let mut put = |offset: usize, bytes: &[u8]| {
        fixed[offset - 36..][..bytes.len()].copy_from_slice(bytes);
    };
    // The interrupt of ACPI events, which never occurs: a pin without a device.
    put(46, &9u16.to_le_bytes());
    put(112, &REDUCED.to_le_bytes());
    put(140, &(at + DSDT).to_le_bytes());
    put(244, &register(SLEEP_CONTROL));
    put(256, &register(SLEEP_CONTROL + 1));
    let listed = [at + FADT, at + MADT].map(u64::to_le_bytes).concat();
    vec![
        (0, root),
        (XSDT, table(b"XSDT", 1, &listed)),
        (FADT, table(b"FACP", 5, &fixed)),
        (MADT, table(b"APIC", 3, &interrupts())),
        (DSDT, table(b"DSDT", 2, &definitions(virtio))),
    ]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_table_sums_to_zero_and_says_its_length() {
        let all = tables(0x1020_0900, crate::board::VIRTIO_DEVICES);
        for (offset, table) in &all {
            let sum = table.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
            assert_eq!(sum, 0, "{offset:#x}");
        }
        for (_, table) in &all[1..] {
            assert_eq!(table[4..8], (table.len() as u32).to_le_bytes());
        }
        let ends = all
            .iter()
            .map(|(offset, table)| offset + table.len() as u64);
        let starts = all.iter().skip(1).map(|(offset, _)| *offset);
        assert!(ends.zip(starts).all(|(end, start)| end <= start));
    }

    #[test]
    fn packages_count_their_own_length() {
        assert_eq!(package(&[7; 3]), [4, 7, 7, 7]);
        let long = package(&[7; 100]);
        assert_eq!(long.len(), 102);
        assert_eq!(usize::from(long[0] & 15) | usize::from(long[1]) << 4, 102);
    }
}
