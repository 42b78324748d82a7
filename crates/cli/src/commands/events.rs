//! `epicycle events`: what the monitor can count.

use anyhow::{Context, Result};
use clap::Args;
use regex::RegexBuilder;

use crate::options::Machine;
use crate::{console, status};

/// List the events of a processor's monitor: code, unit mask, counters, meaning, and why some are always 0 or not modelled.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Only events whose name matches this regular expression, whatever the case.
    #[arg(value_name = "REGEX", default_value = "")]
    pattern: String,
    #[command(flatten)]
    machine: Machine,
    /// Print names only.
    #[arg(long)]
    names: bool,
    /// Describe the monitor itself: what the firmware procedure PAL_PERF_MON_INFO says of it.
    #[arg(long, conflicts_with = "names")]
    processor: bool,
}

/// Numbers of the registers in a mask, as ranges: `0-13`.
fn ranges(mask: u64) -> String {
    let held = |bit: u32| bit < 64 && mask >> bit & 1 != 0;
    let mut text = String::new();
    for first in (0..64).filter(|&bit| held(bit) && (bit == 0 || !held(bit - 1))) {
        let last = (first..64)
            .take_while(|&bit| held(bit))
            .last()
            .unwrap_or(first);
        let gap = if text.is_empty() { "" } else { ", " };
        text.push_str(&match last - first {
            0 => format!("{gap}{first}"),
            _ => format!("{gap}{first}-{last}"),
        });
    }
    text
}

/// The monitor of a processor in the words of PAL_PERF_MON_INFO: r9, then the four masks of its buffer.
fn monitor(family: isa::Family) -> String {
    let facts = pmu::Facts::of(family);
    let pal = &facts.pal;
    let byte = |at: u32| pal.r9 >> at & 0xff;
    let counting = pmu::find(family, "IA64_INST_RETIRED");
    let counting = counting.map_or(0, |event| u64::from(event.counters.0));
    let retired = if pal.retired == counting {
        String::new()
    } else {
        format!("; the processor counts them in PMD {}", ranges(counting))
    };
    format!(
        "{}: PAL_PERF_MON_INFO\n    r9 {:#010x}: {} counters of {} bits, cycles are event {:#x}, retired instructions event {:#x}\n    \
         implemented: PMC {} ({:#x}), PMD {} ({:#x})\n    cycles: PMD {} ({:#x})\n    retired instructions: PMD {} ({:#x}){retired}\n",
        family.name(),
        pal.r9,
        byte(0),
        byte(8),
        byte(16),
        byte(24),
        ranges(pal.pmcs),
        pal.pmcs,
        ranges(pal.pmds),
        pal.pmds,
        ranges(pal.cycles),
        pal.cycles,
        ranges(pal.retired),
        pal.retired,
    )
}

/// Lists. No match is a finding.
pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    let pattern = RegexBuilder::new(&arguments.pattern)
        .case_insensitive(true)
        .build()
        .with_context(|| format!("\"{}\" is not a regular expression", arguments.pattern))?;
    let family = arguments.machine.load()?.machine.processor.family;
    if arguments.processor {
        console::print(&monitor(family))?;
        return Ok(status::DONE);
    }
    let mut text = String::new();
    for event in pmu::events(family)
        .iter()
        .filter(|event| pattern.is_match(event.name))
    {
        if arguments.names {
            text.push_str(&format!("{}\n", event.name));
            continue;
        }
        let counters: Vec<String> = event
            .counters
            .iter()
            .map(|index| format!("PMD{index}"))
            .collect();
        text.push_str(&format!(
            "{}\n    code {:#04x}, unit mask {:#04x}, {}, at most {} each cycle\n    {}\n",
            event.name,
            event.code,
            event.umask,
            counters.join(" "),
            event.max_increment,
            event.description
        ));
        if let Some(reason) = event.never() {
            text.push_str(&format!("    0 on this machine: {reason}\n"));
        }
        if let Err(reason) = event.modelled(&uarch::PRODUCED) {
            text.push_str(&format!("    not modelled: {reason}\n"));
        } else if let Some(reason) = event.uncounted(true) {
            text.push_str(&format!("    not modelled in a boot: {reason}\n"));
        }
    }
    if text.is_empty() {
        console::complain(&format!(
            "no event of {} has a name that matches \"{}\"; without REGEX all are listed",
            arguments.machine.config.display(),
            arguments.pattern
        ));
        return Ok(status::FINDINGS);
    }
    console::print(&text)?;
    Ok(status::DONE)
}
