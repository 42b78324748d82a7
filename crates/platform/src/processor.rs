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

/// A processor as its firmware describes it.
#[derive(Clone, Debug)]
pub struct Processor {
    /// The properties of its privileged architecture.
    pub model: SystemModel,
    /// Ticks of `ar.itc` in a second.
    pub frequency: u64,
    /// Its caches.
    pub caches: Vec<Cache>,
}
