//! The format `compact`: one line of columns for each sample.

use super::Context;
use crate::sampler::Sample;
use std::io::{Result, Write};

pub(super) fn header(context: &Context<'_>) -> Vec<String> {
    let fixed = [
        "entry number",
        "process id",
        "cpu number",
        "interrupted instruction pointer",
        "unique timestamp",
        "overflowed PMDs",
        "last reset value of the overflowed PMD",
    ];
    let pmds = (0..64)
        .filter(|index| context.recorded >> index & 1 != 0)
        .map(|index| format!("PMD{index}"));
    let columns = fixed.into_iter().map(str::to_owned).chain(pmds);
    let lines = (1..).zip(columns);
    let lines = lines.map(|(number, text): (u32, _)| format!("# column {number:>2}: {text}"));
    lines.collect()
}

pub(super) fn print(
    context: &Context<'_>,
    number: usize,
    samples: &[Sample],
    out: &mut dyn Write,
) -> Result<()> {
    for (number, sample) in (number..).zip(samples) {
        write!(
            out,
            "{number:<8} {:<8} {:<2} 0x{:016x} 0x{:016x} 0x{:04x} {} ",
            sample.task,
            0,
            context.ip(sample),
            sample.stamp,
            sample.overflowed,
            sample.last_reset.wrapping_neg()
        )?;
        for value in &sample.pmds {
            write!(out, "0x{value:016x} ")?;
        }
        writeln!(out)?;
    }
    Ok(())
}
