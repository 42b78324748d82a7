//! What pfmon can tell about the machine it runs on: simulated constants.

use crate::Choices;
use pmu::Family;

/// A cache as `/proc/pal/cpu0` describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    /// "L1D", "L2", …
    pub name: &'static str,
    /// Bytes.
    pub size: u64,
    /// Bytes.
    pub line: u64,
    /// Cycles.
    pub load_latency: u64,
    /// Cycles.
    pub store_latency: u64,
}

/// The simulated machine.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Machine {
    /// Which monitor.
    pub family: Family,
    /// Cycles per second.
    pub frequency: u64,
    /// CPUID register 3, for the stepping.
    pub cpuid3: u64,
    /// Caches.
    pub caches: Vec<Cache>,
    /// Bytes of memory.
    pub memory: u64,
    /// What its documents leave open.
    pub choices: Choices,
}

impl Machine {
    /// Latency of a cache level, 0 when it does not exist.
    #[must_use]
    pub fn latency(&self, name: &str) -> u64 {
        self.caches
            .iter()
            .find(|cache| cache.name == name)
            .map_or(0, |cache| cache.load_latency)
    }

    /// "800MHz Itanium (Merced, C1)"
    #[must_use]
    pub fn processor(&self) -> String {
        let (family, name) = match self.family {
            Family::Itanium => ("Itanium", "Merced"),
            // The model is the third byte.
            Family::Itanium2 if self.cpuid3 >> 16 & 0xff == 0 => ("Itanium 2", "McKinley"),
            Family::Itanium2 => ("Itanium 2", "Madison"),
        };
        // Family, model, revision and the number of CPUID registers, a byte each.
        let stepping = match self.cpuid3 & 0xffff_ffff {
            0x0700_0704 => "C1",
            0x0700_0604 => "C0",
            0x0700_0404 | 0x0700_0304 => "B3",
            0x1f00_0404 => "B0",
            0x1f00_0504 => "B1",
            0x1f00_0604 => "B2",
            0x1f00_0704 => "B3",
            _ => "unknown",
        };
        format!(
            "{}MHz {family} ({name}, {stepping})",
            self.frequency / 1_000_000
        )
    }
}
