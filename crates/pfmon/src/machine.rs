//! What pfmon can tell about the machine it runs on: simulated constants.

use crate::Choices;
use pmu::{Facts, Family};

/// A cache as `/proc/pal/cpu0` describes it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Cache {
    /// "L1D", "L2", …
    pub name: String,
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
        let facts = Facts::of(self.family);
        let name = facts.code_name((self.cpuid3 >> 16) as u8);
        let stepping = facts.stepping(self.cpuid3).unwrap_or("unknown");
        format!(
            "{}MHz {} ({name}, {stepping})",
            self.frequency / 1_000_000,
            self.family.name()
        )
    }
}
