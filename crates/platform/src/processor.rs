//! What firmware says of the processor.

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
    /// A store stays there until its line leaves.
    pub writes_back: bool,
}

/// A processor as its firmware describes it.
#[derive(Clone, Debug)]
pub struct Processor {
    /// What the privileged architecture leaves to it.
    pub model: SystemModel,
    /// Ticks of `ar.itc` in a second.
    pub frequency: u64,
    /// Its caches.
    pub caches: Vec<Cache>,
}
