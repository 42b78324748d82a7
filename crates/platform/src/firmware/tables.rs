//! The tables that system software finds: EFI system table, runtime services, SAL system table, memory map.

use machine::{AddressSpace, MemoryFault};

use super::{Firmware, acpi, efi};

/// Types of memory descriptors.
pub(super) mod kind {
    pub(in super::super) const SERVICES_CODE: u32 = 5;
    pub(in super::super) const SERVICES_DATA: u32 = 6;
    pub(in super::super) const CONVENTIONAL: u32 = 7;
    pub(in super::super) const PORTS: u32 = 12;
    pub(in super::super) const PAL_CODE: u32 = 13;
}

const UNCACHED: u64 = 1;
const WRITE_BACK: u64 = 8;
/// System software keeps it mapped for the runtime services.
const RUNTIME: u64 = 1 << 63;
/// Bytes in a page of a descriptor.
const PAGE: u64 = 4096;

/// A range of the memory map.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Descriptor {
    kind: u32,
    /// First physical address.
    pub start: u64,
    pages: u64,
    attribute: u64,
}

impl Descriptor {
    /// Bytes of a descriptor.
    pub(crate) const SIZE: u64 = 40;
    /// Version of its form.
    pub(crate) const VERSION: u32 = 1;

    pub(super) fn new(kind: u32, start: u64, size: u64) -> Self {
        let attribute = match kind {
            kind::CONVENTIONAL => WRITE_BACK,
            kind::PORTS => UNCACHED | RUNTIME,
            _ => WRITE_BACK | RUNTIME,
        };
        Self {
            kind,
            start,
            pages: size / PAGE,
            attribute,
        }
    }

    /// As it lies in memory.
    pub(crate) fn bytes(&self) -> [u8; Self::SIZE as usize] {
        words([
            u64::from(self.kind),
            self.start,
            0,
            self.pages,
            self.attribute,
        ])
    }
}

/// Doublewords as bytes.
fn words<const N: usize, const BYTES: usize>(values: [u64; N]) -> [u8; BYTES] {
    let mut bytes = [0; BYTES];
    for (part, value) in bytes.chunks_exact_mut(8).zip(values) {
        part.copy_from_slice(&value.to_le_bytes());
    }
    bytes
}

// Offsets in the third megabyte of the firmware.
const SERVICES: u64 = 0x100;
const CONFIGURATION: u64 = 0x200;
const SAL_TABLE: u64 = 0x300;
const VENDOR: u64 = 0x500;
const FUNCTIONS: u64 = 0x800;
const ACPI: u64 = 0x1000;

/// The GUID of the SAL system table.
const SAL_GUID: [u64; 2] = [
    0x11d3_2d88_eb9d_2d32,
    u64::from_le_bytes([0x9a, 0x16, 0x00, 0x90, 0x27, 0x3f, 0xc1, 0x4d]),
];
const SYSTEM_SIGNATURE: u64 = 0x5453_5953_2049_4249;
const SERVICES_SIGNATURE: u64 = 0x5652_4553_544e_5552;
/// Revision 1.10 of the tables, in the low half of the word behind a signature; their size is in the high half.
const REVISION: u64 = 0x0001_000a;

impl Firmware {
    /// Address of the function descriptor of a runtime service: entry point and global pointer.
    pub(super) fn function(&self, n: u64) -> u64 {
        self.tables() + FUNCTIONS + 16 * n
    }

    /// Writes the function descriptors of the runtime services. System software sees their code `offset` above its
    /// physical address.
    pub(super) fn install_functions(
        &self,
        space: &mut AddressSpace,
        offset: u64,
    ) -> Result<(), MemoryFault> {
        for n in 0..efi::SERVICES {
            let pair = [self.service(n), self.tables()].map(|at| at.wrapping_add(offset));
            space.poke(self.function(n), &words::<2, 16>(pair))?;
        }
        Ok(())
    }

    pub(super) fn install_tables(&self, space: &mut AddressSpace) -> Result<(), MemoryFault> {
        let at = |offset| self.tables() + offset;
        let header = |size: u64| REVISION | size << 32;
        let system: [u8; 120] = words([
            SYSTEM_SIGNATURE,
            header(120),
            0,
            at(VENDOR),
            0x100,
            0,
            0,
            0,
            0,
            0,
            0,
            at(SERVICES),
            0,
            1 + u64::from(self.acpi.is_some()),
            at(CONFIGURATION),
        ]);
        space.poke(at(0), &system)?;
        let services: [u8; 24] = words([SERVICES_SIGNATURE, header(24 + 8 * efi::SERVICES), 0]);
        space.poke(at(SERVICES), &services)?;
        for n in 0..efi::SERVICES {
            let function = self.function(n).to_le_bytes();
            space.poke(at(SERVICES) + 24 + 8 * n, &function)?;
        }
        self.install_functions(space, 0)?;
        let entry: [u8; 24] = words([SAL_GUID[0], SAL_GUID[1], at(SAL_TABLE)]);
        space.poke(at(CONFIGURATION), &entry)?;
        if let Some(virtio) = self.acpi {
            let entry: [u8; 24] = words([acpi::GUID[0], acpi::GUID[1], at(ACPI)]);
            space.poke(at(CONFIGURATION) + 24, &entry)?;
            for (offset, table) in acpi::tables(at(ACPI), virtio) {
                space.poke(at(ACPI) + offset, &table)?;
            }
        }
        let vendor: Vec<u8> = "Epicycle\0"
            .encode_utf16()
            .flat_map(u16::to_le_bytes)
            .collect();
        space.poke(at(VENDOR), &vendor)?;
        space.poke(at(SAL_TABLE), &self.sal_table())
    }

    /// The SAL system table: a header and the descriptor of the entry points.
    fn sal_table(&self) -> Vec<u8> {
        const HEADER: usize = 96;
        const ENTRY: usize = 48;
        let mut table = vec![0; HEADER + ENTRY];
        table[..4].copy_from_slice(b"SST_");
        table[4..8].copy_from_slice(&((HEADER + ENTRY) as u32).to_le_bytes());
        // Revision 3.20, one entry.
        table[8] = 0x20;
        table[9] = 3;
        table[10] = 1;
        table[24..32].copy_from_slice(b"Epicycle");
        table[56..64].copy_from_slice(b"Epicycle");
        for (n, address) in [self.pal(), self.sal(), self.tables()]
            .into_iter()
            .enumerate()
        {
            let place = HEADER + 8 + 8 * n;
            table[place..place + 8].copy_from_slice(&address.to_le_bytes());
        }
        let sum = table.iter().fold(0u8, |sum, byte| sum.wrapping_add(*byte));
        table[12] = sum.wrapping_neg();
        table
    }
}
