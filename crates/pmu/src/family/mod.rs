//! What differs between the monitors of processor families: a table of facts for each, in a folder of its own.

mod itanium;
mod itanium2;
mod rows;

use crate::control::{Ear, Trace};
use crate::event::Event;
use crate::tags::{TagControls, Tagger};
use events::TlbLevel;
use isa::Family;

/// The monitor of a processor family.
#[derive(Debug)]
pub struct Facts {
    /// Name of the monitor in libpfm and pfmon.
    pub model: &'static str,
    /// Names of the processors by model number of CPUID; later models have the last one.
    pub code_names: &'static [&'static str],
    /// Steppings by the low 32 bits of CPUID register 3: family, model, revision, number of the last register.
    pub steppings: &'static [(u32, &'static str)],
    /// What can be counted, in libpfm's order.
    pub events: &'static [Event],
    /// What libpfm's code of an event holds in bits 11:8, by [`Kind`](crate::Kind).
    pub(crate) kind_codes: [u8; 9],
    /// Control registers, PMC0 first; higher ones read zero and ignore writes.
    pub control: &'static [Control],
    /// Bits of the data registers that exist, PMD0 first. Of a counter all: those above its width read as copies of its highest bit.
    pub data: &'static [u64],
    /// Width of a counter in bits.
    pub counter_width: u32,
    /// What PAL_PERF_MON_INFO answers.
    pub pal: PalInfo,
    /// Address bits that the processor does not implement and writes as copies of the bit below them.
    pub(crate) unimplemented: u64,
    /// Bit of PMC4 without which nothing counts or captures; 0: there is none.
    pub power: u64,
    /// The tags that a retirement event (event select [`RETIREMENT`]) counts, by its unit mask: no event has a higher one.
    pub(crate) retirement_tags: [u8; 4],
    /// The event address register of loads: PMC11, PMD2, PMD3, PMD17.
    pub data_ear: EarLayout,
    /// The event address register of fetches: PMC10, PMD0, PMD1.
    pub instruction_ear: EarLayout,
    /// PMC12, decoded.
    pub(crate) trace: fn(u64) -> Trace,
    /// Bits of PMC12 that include predictions of TAR, TAC and BAC; `None`: it does not tell them apart.
    pub trace_stages: Option<[u64; 3]>,
    /// How ranges and opcode matchers work together.
    pub tagging: Tagging,
    /// The debug and match registers, decoded.
    pub(crate) tagger: fn(&TagControls) -> Tagger,
}

/// Event select of the retirement events, whose unit mask selects a tag.
pub const RETIREMENT: u8 = 0x08;

/// A control register.
#[derive(Debug, Clone, Copy)]
pub struct Control {
    /// Bits that exist.
    pub bits: u64,
    /// Value after reset and PAL.
    pub reset: u64,
}

impl Control {
    const fn new(bits: u64, reset: u64) -> Control {
        Control { bits, reset }
    }
}

/// Values that PAL_PERF_MON_INFO (procedure 15) returns.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct PalInfo {
    /// r9: number of counters, their width, and the events that count cycles and retired instructions.
    pub r9: u64,
    /// Implemented PMCs.
    pub pmcs: u64,
    /// Implemented PMDs.
    pub pmds: u64,
    /// Counters that can count cycles.
    pub cycles: u64,
    /// Counters that can count retired instructions, as PAL reports them.
    pub retired: u64,
}

/// What an event address register is asked to capture, and when.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct EarRequest {
    /// Privilege levels, one bit each.
    pub plm: u8,
    /// Enabled by PSR.pp instead of PSR.up.
    pub pm: bool,
    /// Instruction set mask.
    pub ism: u8,
    /// Cache or TLB misses, or failed checks of the ALAT.
    pub capture: Capture,
    /// Threshold or TLB levels, as the register's control has them.
    pub umask: u8,
}

/// What an event address register captures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capture {
    /// Cache misses.
    Cache,
    /// TLB misses.
    Tlb,
    /// Failed checks of the ALAT.
    Alat,
}

/// How an event address register is programmed and read.
#[derive(Debug)]
pub struct EarLayout {
    /// Its control register, decoded.
    pub(crate) decode: fn(u64) -> Ear,
    /// Its control register for a request.
    pub encode: fn(&EarRequest) -> u64,
    /// Bit of its control register that secures it (pm).
    pub(crate) system_bit: u32,
    /// Largest latency that it shows, in cycles; also the field's mask.
    pub latency: u64,
    /// Bit set with a longer latency, beside the latency; 0: there is none.
    pub(crate) overflow: u64,
    /// The constant that stands in place of the latency when it captures a TLB miss; `None`: the latency is shown.
    pub(crate) translated: Option<u64>,
    /// Position of the lower of the two bits that tell which level resolved a TLB miss.
    pub level_at: u32,
    /// These two bits of a TLB miss, by [`TlbLevel`].
    pub(crate) level_codes: [u64; 3],
    /// The inverse of `level_codes`: the level and its name in pfmon's samples, by these two bits.
    pub levels: [(TlbLevel, &'static str); 4],
}

impl EarLayout {
    /// The bits of a data register that show a latency.
    pub(crate) fn shown_latency(&self, latency: u64, level: Option<TlbLevel>) -> u64 {
        match (level, self.translated) {
            (Some(_), Some(instead)) => instead,
            _ if latency > self.latency => self.latency | self.overflow,
            _ => latency,
        }
    }

    /// The two bits that tell the level, at their place.
    pub(crate) fn shown_level(&self, level: TlbLevel) -> u64 {
        self.level_codes[level as usize] << self.level_at
    }

    /// The level of a sample of a TLB miss and its name, from the register that shows it.
    #[must_use]
    pub fn level(&self, register: u64) -> (TlbLevel, &'static str) {
        self.levels[(register >> self.level_at & 3) as usize]
    }
}

/// How ranges and opcode matchers restrict what is counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Tagging {
    /// One instruction range, one data range and two matchers, each a restriction of its own.
    Joint,
    /// Four pairs of an instruction range, a data range and a matcher.
    Paired,
}

impl Facts {
    /// The facts of a family.
    #[must_use]
    pub const fn of(family: Family) -> &'static Facts {
        match family {
            Family::Itanium => &itanium::FACTS,
            Family::Itanium2 => &itanium2::FACTS,
        }
    }

    /// All ones in the width of a counter.
    #[must_use]
    pub const fn counter_mask(&self) -> u64 {
        (1 << self.counter_width) - 1
    }

    /// What a counter programmed with an event select and a unit mask counts: the events whose union it is.
    ///
    /// Besides the combinations that have a name, masks with one bit per cause select the union of the
    /// causes (spec of the events 0x0d, 0x33, 0x77 and the like). A code that has no unit masks ignores the
    /// field.
    #[must_use]
    pub(crate) fn selected(&self, code: u8, umask: u8) -> Vec<&'static Event> {
        let same: Vec<_> = self
            .events
            .iter()
            .filter(|event| event.code == code)
            .collect();
        if let Some(event) = same.iter().find(|event| event.counter_umask() == umask) {
            return vec![event];
        }
        if same.iter().all(|event| event.counter_umask() == 0) {
            return same.into_iter().take(1).collect();
        }
        let bits: Vec<_> = (0..4)
            .filter(|bit| umask >> bit & 1 != 0)
            .map(|bit| {
                same.iter()
                    .find(|event| event.counter_umask() == 1 << bit)
                    .copied()
            })
            .collect();
        bits.into_iter()
            .collect::<Option<Vec<_>>>()
            .unwrap_or_default()
    }

    /// An instruction address as the monitor writes it.
    #[must_use]
    pub(crate) fn canonical(&self, address: u64) -> u64 {
        let sign = (self.unimplemented >> 1) & !self.unimplemented;
        if address & sign != 0 {
            address | self.unimplemented
        } else {
            address & !self.unimplemented
        }
    }

    /// The code by which libpfm and pfmon know an event: code, unit mask and what else the event needs.
    #[must_use]
    pub fn vcode(&self, event: &Event) -> u64 {
        let extra = u64::from(self.kind_codes[event.kind as usize]);
        u64::from(event.code) | extra << 8 | u64::from(event.umask) << 16
    }

    /// The name of a processor by its model number of CPUID.
    #[must_use]
    pub fn code_name(&self, model: u8) -> &'static str {
        let last = self.code_names.len() - 1;
        self.code_names[usize::from(model).min(last)]
    }

    /// The stepping by CPUID register 3, if it is known.
    #[must_use]
    pub fn stepping(&self, cpuid3: u64) -> Option<&'static str> {
        let known = |&&(register, _): &&(u32, _)| u64::from(register) == cpuid3 & 0xffff_ffff;
        self.steppings.iter().find(known).map(|&(_, name)| name)
    }
}

/// All events of a processor, in libpfm's order.
#[must_use]
pub fn events(family: Family) -> &'static [Event] {
    Facts::of(family).events
}

/// The event called `name`, whatever the case.
#[must_use]
pub fn find(family: Family, name: &str) -> Option<&'static Event> {
    events(family)
        .iter()
        .find(|event| event.name.eq_ignore_ascii_case(name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn unimplemented_address_bits_are_copies_of_bit_50_on_itanium_only() {
        let itanium = Facts::of(Family::Itanium);
        for (address, written) in [
            (0x4000_0000_0000_1000, 0x4000_0000_0000_1000),
            (0x4004_0000_0000_1000, 0x5ffc_0000_0000_1000),
        ] {
            assert_eq!(itanium.canonical(address), written);
            assert_eq!(Facts::of(Family::Itanium2).canonical(address), address);
        }
    }

    #[test]
    fn levels_are_read_as_they_are_written() {
        for family in Family::ALL {
            let layout = &Facts::of(family).data_ear;
            for level in [TlbLevel::Second, TlbLevel::Walker, TlbLevel::Software] {
                assert_eq!(layout.level(layout.shown_level(level)).0, level);
            }
        }
    }

    #[test]
    fn a_mask_of_several_causes_selects_their_union() {
        let names = |umask| {
            Facts::of(Family::Itanium)
                .selected(0x33, umask)
                .iter()
                .map(|event| event.name)
                .collect::<Vec<_>>()
        };
        assert_eq!(
            names(0x6),
            ["PIPELINE_FLUSH_L1D_WAYMP_FLUSH", "PIPELINE_FLUSH_DTC_FLUSH"]
        );
        assert_eq!(names(0xf), ["PIPELINE_FLUSH_ALL"]);
    }

    #[test]
    fn a_code_without_unit_masks_ignores_the_field() {
        assert_eq!(
            Facts::of(Family::Itanium).selected(0x12, 5)[0].name,
            "CPU_CYCLES"
        );
        assert!(
            Facts::of(Family::Itanium).selected(0x7f, 0)[0]
                .name
                .starts_with("L3_LINES")
        );
        assert!(Facts::of(Family::Itanium).selected(0x1f, 0).is_empty());
    }
}
