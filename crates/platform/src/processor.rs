//! The description of the processor that firmware gives to system software.

use machine::SystemModel;

/// What a cache holds.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Contents {
    /// Instructions alone.
    Instructions,
    /// Data alone.
    Data,
    /// Both.
    Unified,
}

/// A cache as PAL describes it.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Cache {
    /// 0 for those nearest to the core.
    pub level: u8,
    /// What it holds.
    pub contents: Contents,
    /// Its size in bytes.
    pub bytes: u32,
    /// Lines of a set.
    pub ways: u32,
    /// Bytes of a line, a power of two.
    pub line_bytes: u32,
    /// Cycles from issue to the use of what a load finds there.
    pub latency: u32,
    /// Whether it is a write-back cache.
    pub writes_back: bool,
}

/// The performance monitor as PAL describes it (`PAL_PERF_MON_INFO`). All 0: there is none.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub struct Monitor {
    /// The first result: number of counters, their width in bits, and the events that count cycles and retired instructions, a
    /// byte each.
    pub summary: u64,
    /// Bit n: PMC n exists.
    pub controls: u64,
    /// Bit n: PMD n exists.
    pub data: u64,
    /// Bit n: PMD n can count cycles.
    pub cycles: u64,
    /// Bit n: PMD n can count retired instructions.
    pub retired: u64,
}

/// A processor as its firmware describes it.
#[derive(Clone, Debug)]
pub struct Processor {
    /// The properties of its privileged architecture.
    pub model: SystemModel,
    /// Its performance monitor.
    pub monitor: Monitor,
    /// Ticks of `ar.itc` in a second.
    pub frequency: u64,
    /// Its caches.
    pub caches: Vec<Cache>,
}
