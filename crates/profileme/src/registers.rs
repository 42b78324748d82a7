//! The registers as software sees them (Alpha 21264/EV67 Hardware Reference Manual, 5.2.13, 5.2.24 and table 6-13).

/// Counters have so many bits.
pub(crate) const COUNTER_BITS: u32 = 20;
/// The longest period: a counter of 20 bits that starts at zero.
pub const MAX_PERIOD: u64 = 1 << COUNTER_BITS;
/// Bits of a counter.
pub(crate) const COUNTER: u64 = MAX_PERIOD - 1;
/// Most that I_STAT\[OVR\] says.
pub(crate) const MAX_OVERCOUNT: u64 = 7;

/// PCTR_CTL: the counters, what they count, and how the profiled instruction went.
pub const PCTR_CTL: usize = 0;
/// I_STAT: what happened to the profiled instruction.
pub const I_STAT: usize = 1;
/// PMPC: address of the profiled instruction; the slot stands in bits 1:0.
pub const PMPC: usize = 2;
/// ISUM: bits 1:0 (PC\[1:0\] of the 21264): an interrupt of this counter is pending. A write of PCTR_CTL takes it back.
pub const ISUM: usize = 3;
/// Distance in syllables of the second of a pair, 0: none. The 21264 has no such register.
pub const PAIR: usize = 4;

/// What the two counters count inside a window: PCTR_CTL\[SL1\] with SL0 = 1, and the name that dcpid has for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Mode {
    /// `pm0`: retired instructions; cycles.
    Pm0,
    /// `pm`: cycles; retire delay of the profiled instruction.
    #[default]
    Pm,
    /// `pm2`: retired instructions; requests that missed L2, in place of the 21264's misses of its Bcache.
    Pm2,
    /// `pm3`: cycles; flushes that are not mispredictions, in place of the 21264's Mbox replay traps.
    Pm3,
}

impl Mode {
    /// In the order of SL1.
    pub const ALL: [Mode; 4] = [Mode::Pm0, Mode::Pm, Mode::Pm2, Mode::Pm3];

    /// Its name.
    #[must_use]
    pub const fn name(self) -> &'static str {
        ["pm0", "pm", "pm2", "pm3"][self as usize]
    }

    /// What the counters count, in words.
    #[must_use]
    pub const fn counts(self) -> [&'static str; 2] {
        let first = match self {
            Mode::Pm0 | Mode::Pm2 => "retired instructions",
            Mode::Pm | Mode::Pm3 => "cycles",
        };
        let second = match self {
            Mode::Pm0 => "cycles",
            Mode::Pm => "retire delay",
            Mode::Pm2 => "L2 misses",
            Mode::Pm3 => "replays",
        };
        [first, second]
    }

    /// Whether counter 0 counts retired instructions, and thereby the overcount too.
    #[must_use]
    pub const fn counts_instructions(self) -> bool {
        matches!(self, Mode::Pm0 | Mode::Pm2)
    }
}

/// The fields of PCTR_CTL.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct PctrCtl {
    /// PCTR0 and PCTR1.
    pub counters: [u64; 2],
    /// PM_STALLED: the profiled syllable waited for dispersal.
    pub stalled: bool,
    /// PM_KILLED_BM: it was killed before dispersal.
    pub killed_early: bool,
    /// SL0: the unit samples instructions. Otherwise the counters count whatever happens (aggregate mode): what SL1 says, without a
    /// window; counter 1 nothing where the manual leaves it undefined (SL1 = 1).
    pub samples: bool,
    /// SL1.
    pub mode: Mode,
    /// VAL: it retired without a trap.
    pub valid: bool,
    /// TAK: a branch, and taken.
    pub taken: bool,
}

impl PctrCtl {
    /// What starts sampling: counter 0 overflows at the syllable numbered `period` from now, counter 1 is zero.
    ///
    /// `period` is 1 to [`MAX_PERIOD`]; more wraps, as a write of the register would.
    #[must_use]
    pub fn start(period: u64, mode: Mode) -> Self {
        PctrCtl {
            counters: [MAX_PERIOD.wrapping_sub(period) & COUNTER, 0],
            samples: true,
            mode,
            ..PctrCtl::default()
        }
    }

    /// The register.
    #[must_use]
    pub fn encode(self) -> u64 {
        let [first, second] = self.counters.map(|counter| counter & COUNTER);
        let low = first << 28
            | u64::from(self.stalled) << 27
            | u64::from(self.killed_early) << 26
            | second << 6
            | u64::from(self.samples) << 4
            | (self.mode as u64) << 2
            | u64::from(self.valid) << 1
            | u64::from(self.taken);
        // SEXT: bits 63:48 are copies of bit 47.
        (low << 16).cast_signed().wrapping_shr(16).cast_unsigned()
    }

    /// The fields that software writes.
    #[must_use]
    pub fn decode(value: u64) -> Self {
        PctrCtl {
            counters: [value >> 28 & COUNTER, value >> 6 & COUNTER],
            samples: value >> 4 & 1 != 0,
            mode: Mode::ALL[(value >> 2 & 3) as usize],
            ..PctrCtl::default()
        }
    }
}

/// The type of a trap (I_STAT\[TRAP TYPE\]).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[repr(u8)]
pub enum TrapType {
    /// A replay: here a failed check.
    Replay = 0,
    /// None of the types: mispredictions, `break`, `rfi`; PMPC says which.
    Other = 1,
    /// A floating-point register of a disabled set.
    FpDisabled = 4,
    /// An unaligned reference.
    Unaligned = 5,
    /// A data TLB miss that hardware did not resolve.
    DtbMiss = 6,
    /// Any other fault of a data reference.
    DataFault = 7,
    /// An illegal or privileged operation.
    IllegalOperation = 8,
    /// A floating-point fault or trap.
    Arithmetic = 12,
}

impl TrapType {
    /// The type of what goes to an IA-64 interruption vector (offset in the table; IA-64 manual, volume 2, table 5-7).
    #[must_use]
    pub const fn of_vector(vector: u16) -> Self {
        match vector {
            0x0800 | 0x1000 | 0x1400 => TrapType::DtbMiss,
            0x1c00 | 0x2000 | 0x2800 | 0x5000 | 0x5100 | 0x5300 | 0x5600 | 0x5900 | 0x5b00 => {
                TrapType::DataFault
            }
            0x5400 => TrapType::IllegalOperation,
            0x5500 => TrapType::FpDisabled,
            0x5a00 => TrapType::Unaligned,
            0x5c00 | 0x5d00 => TrapType::Arithmetic,
            _ => TrapType::Other,
        }
    }
}

/// The fields of I_STAT.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct IStat {
    /// MIS: a mispredicted conditional branch.
    pub mispredicted: bool,
    /// TRP and TRAP TYPE: it trapped.
    pub trap: Option<TrapType>,
    /// LSO: the replay was that of a load moved above a store (`chk.a`).
    pub load_store_order: bool,
    /// ICM: its fetch asked for a line that was not in the instruction cache.
    pub fetch_miss: bool,
    /// OVR: syllables fetched behind it that counter 0 counted before the window, if it counts instructions.
    pub overcount: u8,
}

impl IStat {
    /// The register.
    #[must_use]
    pub fn encode(self) -> u64 {
        let trap = self.trap.map_or(0, |kind| 1 << 39 | (kind as u64) << 34);
        trap | u64::from(self.mispredicted) << 40
            | u64::from(self.load_store_order) << 38
            | u64::from(self.fetch_miss) << 33
            | u64::from(self.overcount & 7) << 30
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_fields_of_pctr_ctl_stand_where_the_manual_has_them() {
        let all = PctrCtl {
            counters: [0x8_0001, 0x4_0002],
            stalled: true,
            killed_early: true,
            samples: true,
            mode: Mode::Pm3,
            valid: true,
            taken: true,
        };
        let value = all.encode();
        assert_eq!(value >> 28 & COUNTER, 0x8_0001);
        assert_eq!(value >> 6 & COUNTER, 0x4_0002);
        assert_eq!(value & 0x3f, 0b01_1111);
        assert_eq!(value >> 26 & 3, 3);
        assert_eq!(value >> 48, 0xffff, "SEXT copies bit 47");
        let written = PctrCtl::decode(value);
        assert_eq!(written.counters, all.counters);
        assert!(written.samples && written.mode == Mode::Pm3);
        assert!(!written.stalled && !written.killed_early && !written.valid && !written.taken);
    }

    #[test]
    fn counter_0_starts_a_period_below_its_overflow() {
        assert_eq!(
            PctrCtl::start(1, Mode::Pm).encode() >> 28 & COUNTER,
            COUNTER
        );
        assert_eq!(PctrCtl::start(MAX_PERIOD, Mode::Pm).encode() >> 28, 0);
    }

    #[test]
    fn the_fields_of_i_stat_stand_where_the_manual_has_them() {
        let value = IStat {
            mispredicted: true,
            trap: Some(TrapType::Arithmetic),
            load_store_order: true,
            fetch_miss: true,
            overcount: 7,
        };
        let value = value.encode();
        assert_eq!(value >> 38, 0b111, "MIS, TRP, LSO");
        assert_eq!(value >> 34 & 15, 12, "TRAP TYPE");
        assert_eq!(value >> 30 & 15, 0b1111, "ICM, OVR");
        assert_eq!(value & ((1 << 30) - 1), 0);
    }
}
