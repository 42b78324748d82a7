//! The format `raw`: the sampling buffer of perfmon 1.x as the kernel lays it out, little endian.

use super::Context;
use crate::sampler::Sample;
use std::io::{Result, Write};

/// Version 1.0 of the buffer: major in the upper half.
const VERSION: u32 = 1 << 16;
const HEADER: usize = 56;
const ENTRY: u64 = 48;

/// The header of the buffer that is given out first.
pub(super) fn begin(context: &Context<'_>, samples: usize, out: &mut dyn Write) -> Result<()> {
    let entry = ENTRY + 8 * u64::from(context.recorded.count_ones());
    let mut bytes = Vec::with_capacity(HEADER);
    bytes.extend(VERSION.to_le_bytes());
    bytes.extend(0u32.to_le_bytes());
    for word in [entry, samples as u64, context.recorded, 0, 0, 0] {
        bytes.extend(word.to_le_bytes());
    }
    out.write_all(&bytes)
}

/// The entries of a buffer.
pub(super) fn print(samples: &[Sample], out: &mut dyn Write) -> Result<()> {
    let mut bytes = Vec::new();
    for sample in samples {
        bytes.extend(sample.task.to_le_bytes());
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
