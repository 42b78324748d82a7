//! The header of `--with-header`. Everything about the host is a simulated constant.

use crate::dispatch::Programming;
use crate::format::{Context, Format};
use crate::machine::Machine;
use crate::options::Options;
use crate::sampler::Period;
use std::io::{Result, Write};

/// Version that the header and `-V` name.
pub(crate) const VERSION: &str = "2.0";

fn levels(plm: u8) -> String {
    let names = ["kernel", "(1)", "(2)", "user"];
    let chosen: Vec<&str> = names
        .into_iter()
        .enumerate()
        .filter(|(i, _)| plm >> i & 1 != 0)
        .map(|(_, name)| name)
        .collect();
    chosen.join("+")
}

/// The part that counting and sampling share.
pub(crate) fn standard(
    machine: &Machine,
    options: &Options,
    programming: &Programming,
    out: &mut dyn Write,
) -> Result<()> {
    writeln!(
        out,
        "#\n# date: Thu Jan  1 00:00:00 1970\n#\n# hostname: epicycle\n#"
    )?;
    writeln!(out, "# kernel version: Linux 2.4.20 ia64\n#")?;
    writeln!(
        out,
        "# pfmon version: {VERSION}\n# kernel perfmon version: 1.0\n#"
    )?;
    writeln!(
        out,
        "# page size: 16384 bytes\n# CLK_TCK: 1024 ticks/second"
    )?;
    writeln!(out, "# CPU configured: 1\n# CPU online: 1")?;
    writeln!(
        out,
        "# physical memory: {}\n# physical memory available: {}\n#",
        machine.memory, machine.memory
    )?;
    writeln!(out, "# host CPUs: 1-way {}", machine.processor())?;
    writeln!(out, "#\tPAL_A: 0.0 PAL_B: 0.0")?;
    for cache in &machine.caches {
        writeln!(
            out,
            "#\t{:>3}: {:8} bytes, line {:3} bytes, load_lat {:3}, store_lat {:3}",
            cache.name, cache.size, cache.line, cache.load_latency, cache.store_latency
        )?;
    }
    writeln!(out, "#\n# captured events:")?;
    for measured in &programming.events {
        writeln!(
            out,
            "#\tPMD{}: {}, {} level(s)",
            measured.counter,
            measured.event.name,
            levels(measured.plm)
        )?;
    }
    writeln!(
        out,
        "#\n# monitoring mode: {}",
        if options.system_wide {
            "system wide"
        } else {
            "per-process"
        }
    )?;
    writeln!(out, "#\n# instruction sets:")?;
    for measured in &programming.events {
        let set = ["ia32/ia64", "ia32", "ia64", "none"][usize::from(measured.ism & 3)];
        writeln!(
            out,
            "#\tPMD{}: {}, {set}",
            measured.counter, measured.event.name
        )?;
    }
    writeln!(
        out,
        "#\n# command: pfmon {}\n#",
        options.arguments.join(" ")
    )?;
    if options.system_wide {
        writeln!(out, "# results captured on: CPU0\n#")?;
    }
    Ok(())
}

/// The part that sampling adds.
pub(crate) fn sampling(
    context: &Context<'_>,
    format: Format,
    periods: &[Period],
    entries: u64,
    out: &mut dyn Write,
) -> Result<()> {
    let size = 48 + 8 * u64::from(context.recorded.count_ones());
    writeln!(
        out,
        "#\n# kernel sampling format: 1.0\n# sampling entry size: {size}\n#"
    )?;
    write!(out, "# recorded PMDs: ")?;
    if context.recorded == 0 {
        write!(out, "none")?;
    }
    for index in (0..64).filter(|index| context.recorded >> index & 1 != 0) {
        write!(out, "PMD{index} ")?;
    }
    writeln!(out, "\n# sampling buffer entries: {entries}")?;
    for (name, which) in [("short", false), ("long", true)] {
        writeln!(out, "#\n# {name} sampling rates (base/mask/seed):")?;
        for (measured, period) in context.programming.events.iter().zip(periods) {
            let base = if which { period.long } else { period.short };
            let event = measured.event.name;
            match (base, period.mask) {
                (0, _) => writeln!(out, "#\t{event} none")?,
                (base, 0) => writeln!(out, "#\t{event} {base}")?,
                (base, mask) => writeln!(out, "#\t{event} {base}/0x{mask:x}/{}", period.seed)?,
            }
        }
    }
    for line in format.header(context) {
        writeln!(out, "{line}")?;
    }
    writeln!(out, "#\n#")
}
