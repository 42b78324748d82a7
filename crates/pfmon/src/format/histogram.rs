//! The histograms of pfmon 3.x: samples of an event address register or of the branch trace buffer,
//! added up by address or by level.

use super::{Context, btb};
use crate::symbols::SymbolKind;
use pmu::Kind;
use std::collections::BTreeMap;
use std::io::{Result, Write};

#[derive(Default)]
struct Row {
    count: u64,
    levels: [u64; 3],
}

struct Table {
    rows: Vec<(u64, Row)>,
    total: u64,
}

fn collect(context: &Context<'_>, samples: impl Iterator<Item = (u64, usize)>) -> Table {
    let mut rows: BTreeMap<u64, Row> = BTreeMap::new();
    let mut total = 0;
    for (key, level) in samples {
        let row = rows.entry(key).or_default();
        row.count += 1;
        row.levels[level.min(2)] += 1;
        total += 1;
    }
    let mut rows: Vec<_> = rows.into_iter().collect();
    if context.histogram.sort_by_level {
        rows.sort_by_key(|(_, row)| row.levels.map(std::cmp::Reverse));
    } else if !context.histogram.sort_by_value {
        rows.sort_by_key(|(_, row)| std::cmp::Reverse(row.count));
    }
    Table { rows, total }
}

/// Percentage with two decimals, rounded to nearest, in integers.
fn percent(part: u64, whole: u64) -> String {
    let hundredths = (part * 20_000 + whole) / (2 * whole.max(1));
    format!("{:>3}.{:02}%", hundredths / 100, hundredths % 100)
}

fn print(
    context: &Context<'_>,
    table: &Table,
    view: &str,
    levels: Option<[&str; 3]>,
    kind: Option<SymbolKind>,
    out: &mut dyn Write,
) -> Result<()> {
    writeln!(out, "# total_samples {}", table.total)?;
    writeln!(out, "# {view}")?;
    let order = if context.histogram.sort_by_level {
        "level"
    } else if context.histogram.sort_by_value {
        "value"
    } else {
        "count"
    };
    writeln!(out, "# sorted by {order}")?;
    if let Some([first, second, third]) = levels {
        let [l2, l3] = context.latencies;
        writeln!(out, "# L2   : {l2:2} cycles load latency")?;
        writeln!(out, "# L3   : {l3:2} cycles load latency")?;
        writeln!(
            out,
            "# count   %self    %cum  {first:>7} {second:>7} {third:>7}  value"
        )?;
    } else {
        writeln!(out, "# count   %self    %cum  value")?;
    }
    let mut cumulated = 0;
    for (key, row) in &table.rows {
        cumulated += row.count;
        write!(
            out,
            "{:>7} {} {}",
            row.count,
            percent(row.count, table.total),
            percent(cumulated, table.total)
        )?;
        for level in row.levels.into_iter().filter(|_| levels.is_some()) {
            write!(out, "  {}", percent(level, row.count))?;
        }
        match kind {
            None => {
                let nanoseconds = key.saturating_mul(1_000_000_000) / context.frequency.max(1);
                writeln!(out, "  {key} cycles {nanoseconds} ns")?;
            }
            Some(kind) => {
                write!(out, "  0x{key:016x}")?;
                match context.symbols.locate(
                    *key & !0xf
                        | if kind == SymbolKind::Data {
                            *key & 0xf
                        } else {
                            0
                        },
                    kind,
                ) {
                    Some((name, 0)) => writeln!(out, " {name}")?,
                    Some((name, offset)) => writeln!(out, " {name}+0x{offset:x}")?,
                    None => writeln!(out)?,
                }
            }
        }
    }
    Ok(())
}

/// L2, L3 or memory, by comparing a latency with those of the caches.
fn level(context: &Context<'_>, latency: u64) -> usize {
    context
        .latencies
        .iter()
        .filter(|&&limit| latency > limit)
        .count()
}

pub(super) fn data(context: &Context<'_>, out: &mut dyn Write) -> Result<()> {
    let tlb = context
        .programming
        .data_ear()
        .is_some_and(|m| m.event.kind == Kind::DataTlb);
    let layout = &context.facts.data_ear;
    let samples = context.samples.iter().filter_map(|sample| {
        let [address, detail, instruction] = [2, 3, 17].map(|index| context.pmd(sample, index));
        let (address, detail, instruction) = (address?, detail?, instruction?);
        let latency = detail & layout.latency;
        let key = if context.histogram.by_level {
            latency
        } else if context.histogram.by_data {
            address
        } else {
            instruction & !0xf | instruction >> 2 & 3
        };
        let level = if tlb {
            layout.level(detail).0 as usize
        } else {
            level(context, latency)
        };
        Some((key, level))
    });
    let table = collect(context, samples);
    let names = if tlb {
        ["%L2", "%VHPT", "%SW"]
    } else {
        ["%L2", "%L3", "%RAM"]
    };
    let (view, kind) = match (context.histogram.by_level, context.histogram.by_data) {
        (true, _) => ("level view", None),
        (_, true) => ("data addr view", Some(SymbolKind::Data)),
        _ => ("instruction addr view", Some(SymbolKind::Code)),
    };
    print(context, &table, view, Some(names), kind, out)
}

pub(super) fn instructions(context: &Context<'_>, out: &mut dyn Write) -> Result<()> {
    let tlb = context
        .programming
        .instruction_ear()
        .is_some_and(|m| m.event.kind == Kind::InstructionTlb);
    let layout = &context.facts.instruction_ear;
    let samples = context.samples.iter().filter_map(|sample| {
        let (line, latency) = (
            context.pmd(sample, 0)?,
            context.pmd(sample, 1)? & layout.latency,
        );
        let key = if context.histogram.by_level {
            latency
        } else {
            line & !0x1f
        };
        let level = if tlb {
            layout.level(line).0 as usize
        } else {
            level(context, latency)
        };
        Some((key, level))
    });
    let table = collect(context, samples);
    let names = if tlb {
        ["%L2", "%VHPT", "%SW"]
    } else {
        ["%L2", "%L3", "%RAM"]
    };
    let (view, kind) = if context.histogram.by_level {
        ("level view", None)
    } else {
        ("instruction addr view", Some(SymbolKind::Code))
    };
    print(context, &table, view, Some(names), kind, out)
}

/// Samples of any event by the bundle that they interrupted.
pub(super) fn samples(context: &Context<'_>, out: &mut dyn Write) -> Result<()> {
    let samples = context.samples.iter();
    let table = collect(context, samples.map(|sample| (context.ip(sample), 0)));
    let code = Some(SymbolKind::Code);
    print(context, &table, "instruction addr view", None, code, out)
}

pub(super) fn branches(context: &Context<'_>, out: &mut dyn Write) -> Result<()> {
    let mut edges: BTreeMap<(u64, u64), (u64, u64)> = BTreeMap::new();
    let mut total = 0;
    for (source, target) in context
        .samples
        .iter()
        .flat_map(|sample| btb::branches(context, sample))
    {
        if source == 0 {
            continue;
        }
        let slot = match source >> 2 & 3 {
            3 => 0,
            slot => slot,
        };
        let edge = edges
            .entry((source & !0xf | slot, target & !0xf))
            .or_default();
        edge.0 += 1;
        edge.1 += source >> 1 & 1;
        total += 1;
    }
    let mut rows: Vec<_> = edges.into_iter().collect();
    if !context.histogram.sort_by_value {
        rows.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
    }
    writeln!(out, "# total_branches {total}")?;
    writeln!(out, "# count   %self    %cum   %wrong  source -> target")?;
    let mut cumulated = 0;
    for ((source, target), (count, wrong)) in rows {
        cumulated += count;
        write!(
            out,
            "{count:>7} {} {} {}",
            percent(count, total),
            percent(cumulated, total),
            percent(wrong, count)
        )?;
        writeln!(out, "  0x{source:016x} -> 0x{target:016x}")?;
    }
    Ok(())
}
