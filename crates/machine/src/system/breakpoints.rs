//! Debug registers (volume 2, section 7.1).

/// Registers of each file: pairs of an address and a mask with controls.
pub(super) const REGISTERS: usize = 8;

const ENABLE_READ: u64 = 1 << 63;
const ENABLE_WRITE: u64 = 1 << 62;
const ENABLE_EXECUTE: u64 = 1 << 63;
/// Bits of an address that every comparison covers; the mask register selects the others.
const ALWAYS: u64 = 0xff << 56;

/// `dbr` and `ibr`.
#[derive(Clone, Debug, Default)]
pub(super) struct Breakpoints {
    pub data: [u64; REGISTERS],
    pub instruction: [u64; REGISTERS],
}

fn any(file: &[u64; REGISTERS], address: u64, ignored: u64, level: u8, enabled: u64) -> bool {
    file.chunks_exact(2).any(|pair| {
        let (at, control) = (pair[0], pair[1]);
        let compared = (control & !ALWAYS | ALWAYS) & !ignored;
        control & enabled != 0 && control >> (56 + level) & 1 != 0 && (address ^ at) & compared == 0
    })
}

impl Breakpoints {
    /// Whether a reference of `size` bytes at a privilege level hits.
    pub(super) fn hits_data(
        &self,
        address: u64,
        size: u8,
        level: u8,
        read: bool,
        write: bool,
    ) -> bool {
        let enabled = if read { ENABLE_READ } else { 0 } | if write { ENABLE_WRITE } else { 0 };
        let ignored = u64::from(size.next_power_of_two()) - 1;
        any(&self.data, address, ignored, level, enabled)
    }

    /// Whether the execution of a bundle at a privilege level hits.
    pub(super) fn hits_instruction(&self, ip: u64, level: u8) -> bool {
        any(&self.instruction, ip, 15, level, ENABLE_EXECUTE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn mask_size_level_and_kind_of_access_select() {
        let mut breakpoints = Breakpoints::default();
        let mask = 0x00ff_ffff_ffff_fff8;
        // Level 3 only, writes only, eight bytes.
        breakpoints.data[2] = 0x1000;
        breakpoints.data[3] = ENABLE_WRITE | 8 << 56 | mask;
        assert!(breakpoints.hits_data(0x1004, 4, 3, false, true));
        assert!(breakpoints.hits_data(0x1000, 16, 3, true, true));
        assert!(!breakpoints.hits_data(0x1008, 8, 3, false, true));
        assert!(!breakpoints.hits_data(0x1000, 8, 0, false, true));
        assert!(!breakpoints.hits_data(0x1000, 8, 3, true, false));
        breakpoints.instruction[0] = 0x2008;
        breakpoints.instruction[1] = ENABLE_EXECUTE | 1 << 56 | 0x00ff_ffff_ffff_ffff;
        assert!(breakpoints.hits_instruction(0x2000, 0));
        assert!(!breakpoints.hits_instruction(0x2010, 0));
        assert!(!breakpoints.hits_instruction(0x0100_0000_0000_2000, 0));
    }
}
