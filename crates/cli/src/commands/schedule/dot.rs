//! The dependences of a loop as a graph for Graphviz.

use std::fmt::Write as _;

use ::schedule::Schedule;
use anyhow::Result;
use isa::disasm::{SymbolTable, write_instruction};

/// A node for each instruction, an edge for each dependence: dashed across iterations, with their number, and bold on the longest
/// recurrence.
pub(super) fn graph(schedule: &Schedule, symbols: &SymbolTable) -> Result<String> {
    let mut text = String::from("digraph loop {\n  node [shape=box, fontname=monospace];\n");
    let mut joined = vec![false; schedule.items.len()];
    for dependence in &schedule.dependences {
        joined[dependence.from] = true;
        joined[dependence.to] = true;
    }
    for (number, item) in schedule.items.iter().enumerate() {
        if !joined[number] {
            continue;
        }
        let mut label = String::new();
        write_instruction(&mut label, &item.instruction, item.ip, symbols)?;
        let label = label.trim().replace('\\', "\\\\").replace('"', "\\\"");
        writeln!(
            text,
            "  n{number} [label=\"{:x}.{}  {label}\"];",
            item.ip, item.slot
        )?;
    }
    let recurrence = schedule.recurrence.as_ref();
    for dependence in &schedule.dependences {
        let distance = match dependence.distance {
            0 => String::new(),
            distance => format!(", -{distance}"),
        };
        let style = match dependence.distance {
            0 => "solid",
            _ => "dashed",
        };
        let on = recurrence.is_some_and(|found| found.dependences.contains(dependence));
        let bold = if on { ", color=red, penwidth=2" } else { "" };
        writeln!(
            text,
            "  n{} -> n{} [label=\"{} {}{distance}\", style={style}{bold}];",
            dependence.from, dependence.to, dependence.register, dependence.latency
        )?;
    }
    text.push_str("}\n");
    Ok(text)
}
