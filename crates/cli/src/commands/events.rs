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
}

/// Lists. No match is a finding.
pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    let pattern = RegexBuilder::new(&arguments.pattern)
        .case_insensitive(true)
        .build()
        .with_context(|| format!("\"{}\" is not a regular expression", arguments.pattern))?;
    let family = arguments.machine.load()?.machine.processor.family;
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
        }
    }
    if text.is_empty() {
        console::complain(&format!(
            "no event of {} has a name that matches \"{}\"; without REGEX all are listed",
            arguments.machine.config, arguments.pattern
        ));
        return Ok(status::FINDINGS);
    }
    console::print(&text)?;
    Ok(status::DONE)
}
