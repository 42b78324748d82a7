//! The format `btb`: one branch for each line, source and target as in the registers.

use super::{Context, trace_order};
use crate::sampler::Sample;
use std::io::{Result, Write};

pub(super) fn header() -> Vec<String> {
    [
        "# description of columns:",
        "#\tcolumn  1: branch source",
        "#\tcolumn  2: branch target",
        "#\tentries are 0x0000000000000000 when they are missing",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// Branches of a sample, oldest first: raw contents of the source and the target register, 0 where there is none.
pub(super) fn branches(context: &Context<'_>, sample: &Sample) -> Vec<(u64, u64)> {
    let Some(pmd16) = context.pmd(sample, 16) else {
        return Vec::new();
    };
    let mut branches = Vec::new();
    let mut source = None;
    for value in trace_order(pmd16)
        .into_iter()
        .filter_map(|index| context.pmd(sample, index))
    {
        match value & 3 {
            // Bit 0 marks the source of a branch. A source that still waits for a target has none.
            1 | 3 => {
                branches.extend(source.replace(value).map(|before| (before, 0)));
            }
            2 => branches.push((source.take().unwrap_or(0), value)),
            _ => {}
        }
    }
    branches.extend(source.map(|source| (source, 0)));
    branches
}

pub(super) fn print(context: &Context<'_>, samples: &[Sample], out: &mut dyn Write) -> Result<()> {
    for sample in samples {
        for (source, target) in branches(context, sample) {
            writeln!(out, "0x{source:016x} 0x{target:016x} ")?;
        }
    }
    Ok(())
}
