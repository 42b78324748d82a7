//! The format `raw`: the sampling buffer of perfmon 1.x as the kernel lays it out, little endian.

use super::Context;
use std::io::{Result, Write};

/// Version 1.0 of the buffer: major in the upper half.
const VERSION: u32 = 1 << 16;
const HEADER: u64 = 56;
const ENTRY: u64 = 48;

pub(super) fn print(context: &Context<'_>, out: &mut dyn Write) -> Result<()> {
    let entry = ENTRY + 8 * u64::from(context.recorded.count_ones());
    let mut bytes = Vec::with_capacity((HEADER + entry * context.samples.len() as u64) as usize);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(0u32.to_le_bytes());
    for word in [
        entry,
        context.samples.len() as u64,
        context.recorded,
        0,
        0,
        0,
    ] {
        bytes.extend(word.to_le_bytes());
    }
    for sample in context.samples {
        bytes.extend(context.pid(sample).to_le_bytes());
        bytes.extend(0u32.to_le_bytes());
        for word in [
            sample.last_reset,
            sample.stamp,
            sample.ip | u64::from(sample.slot),
            sample.overflowed,
            0,
        ] {
            bytes.extend(word.to_le_bytes());
        }
        for word in &sample.pmds {
            bytes.extend(word.to_le_bytes());
        }
    }
    out.write_all(&bytes)
}
