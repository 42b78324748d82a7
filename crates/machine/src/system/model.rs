//! The properties of the privileged architecture that differ between processors.

use isa::Family;

use crate::options::IsaLevel;

/// Sizes and presence of what the architecture leaves to the processor (volume 2, section 4.1, `PAL_VM_SUMMARY`, `PAL_VM_PAGE_SIZE`).
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct SystemModel {
    /// Highest implemented bit of a virtual address inside its region.
    pub virtual_msb: u8,
    /// Bits of a physical address.
    pub physical_bits: u8,
    /// Bits of a region identifier.
    pub rid_bits: u8,
    /// Bits of a protection key.
    pub key_bits: u8,
    /// Instruction translation registers.
    pub instruction_registers: u8,
    /// Data translation registers.
    pub data_registers: u8,
    /// Entries of the translation cache of instructions.
    pub instruction_entries: usize,
    /// Entries of the translation cache of data.
    pub data_entries: usize,
    /// Translation caches of all levels that the processor has, as `PAL_VM_SUMMARY` tells them.
    pub unique_caches: u8,
    /// Bit n: pages of 2^n bytes can be inserted.
    pub insertable: u64,
    /// Bit n: ranges of 2^n bytes can be purged.
    pub purgeable: u64,
    /// Whether the memory attribute UCE exists.
    pub exported: bool,
    /// Protection key registers.
    pub keys: u8,
}

impl SystemModel {
    /// The model of a family.
    pub const fn of(family: Family) -> Self {
        match family {
            Family::Itanium => Self {
                virtual_msb: 50,
                physical_bits: 44,
                rid_bits: 18,
                key_bits: 21,
                instruction_registers: 8,
                data_registers: 48,
                instruction_entries: 64,
                data_entries: 96,
                unique_caches: 3,
                insertable: 0x1555_7000,
                purgeable: 0x1_1555_7000,
                exported: false,
                keys: 16,
            },
            Family::Itanium2 => Self {
                virtual_msb: 60,
                physical_bits: 50,
                rid_bits: 24,
                key_bits: 24,
                instruction_registers: 64,
                data_registers: 64,
                instruction_entries: 128,
                data_entries: 128,
                unique_caches: 4,
                insertable: 0x1_5555_7000,
                purgeable: 0x1_5555_7000,
                exported: true,
                keys: 16,
            },
        }
    }

    /// The largest address space, for a processor that executes every instruction.
    pub const LARGEST: Self = Self::of(Family::Itanium2);

    /// The model of a processor that executes the instructions of a level.
    pub const fn of_level(level: IsaLevel) -> Self {
        match level {
            IsaLevel::Full => Self::LARGEST,
            IsaLevel::AsBuilt(family) => Self::of(family),
        }
    }

    /// Whether all bits of a virtual address exist: those between the region and the highest implemented one repeat it.
    pub(crate) const fn implements_virtual(&self, address: u64) -> bool {
        let low = address << 3;
        let unused = 60 - self.virtual_msb as u32;
        ((low as i64) << unused >> unused) as u64 == low
    }

    /// Whether all bits of a physical address exist; bit 63 is its attribute.
    pub(crate) const fn implements_physical(&self, address: u64) -> bool {
        address & !(1 << 63) & !self.physical_mask() == 0
    }

    /// The bits of a physical address.
    pub(crate) const fn physical_mask(&self) -> u64 {
        (1 << self.physical_bits) - 1
    }

    /// The bits of a virtual address inside its region.
    pub(crate) const fn offset(&self, address: u64) -> u64 {
        address & (!0 >> (63 - self.virtual_msb))
    }

    /// Whether pages of 2^`shift` bytes can be inserted.
    pub(crate) const fn inserts(&self, shift: u8) -> bool {
        shift < 64 && self.insertable >> shift & 1 != 0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_between_the_halves_of_a_region_are_not_implemented() {
        let itanium = SystemModel::of(Family::Itanium);
        for (address, implemented) in [
            (0, true),
            (0x3_ffff_ffff_ffff, true),
            (0x4_0000_0000_0000, false),
            (0x1ffb_ffff_ffff_ffff, false),
            (0x1ffc_0000_0000_0000, true),
            (0xa000_0001_0000_0000, true),
            (0xffff_ffff_fffc_0000, true),
        ] {
            assert_eq!(
                itanium.implements_virtual(address),
                implemented,
                "{address:#x}"
            );
            assert!(SystemModel::of(Family::Itanium2).implements_virtual(address));
        }
    }
}
