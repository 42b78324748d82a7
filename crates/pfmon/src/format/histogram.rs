//! The histograms of pfmon 3.x: samples of an event address register or of the branch trace buffer,
//! added up by address or by level.

use super::{Context, btb};
use crate::sampler::Sample;
use crate::symbols::SymbolKind;
use pmu::Kind;
use std::collections::BTreeMap;
use std::io::{Result, Write};

/// Samples that have the same address or latency.
#[derive(Default)]
struct Row {
    count: u64,
    /// How many of them each level resolved ([`level`] of a cache miss, the two level bits of a TLB miss); unused for others.
    levels: [u64; 3],
}

/// Samples added up: `rows` by address or latency; `edges` by branch (source and target), how often it was recorded and how often
/// mispredicted.
#[derive(Default)]
pub(super) struct Tables {
    rows: BTreeMap<u64, Row>,
    edges: BTreeMap<(u64, u64), (u64, u64)>,
}

/// Rows in the order that was asked for.
fn sorted<'t>(context: &Context<'_>, rows: &'t BTreeMap<u64, Row>) -> Vec<(&'t u64, &'t Row)> {
    let mut rows: Vec<_> = rows.iter().collect();
    if context.histogram.sort_by_level {
        rows.sort_by_key(|(_, row)| row.levels.map(std::cmp::Reverse));
    } else if !context.histogram.sort_by_value {
        rows.sort_by_key(|(_, row)| std::cmp::Reverse(row.count));
    }
    rows
}

/// Percentage with two decimals, rounded to nearest, in integers.
fn percent(part: u64, whole: u64) -> String {
    let hundredths = (part * 20_000 + whole) / (2 * whole.max(1));
    format!("{:>3}.{:02}%", hundredths / 100, hundredths % 100)
}

fn print(
    context: &Context<'_>,
    table: &BTreeMap<u64, Row>,
    view: &str,
    levels: Option<[&str; 3]>,
    kind: Option<SymbolKind>,
    out: &mut dyn Write,
) -> Result<()> {
    let total = table.values().map(|row| row.count).sum();
    writeln!(out, "# total_samples {total}")?;
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
    for (key, row) in sorted(context, table) {
        cumulated += row.count;
        write!(
            out,
            "{:>7} {} {}",
            row.count,
            percent(row.count, total),
            percent(cumulated, total)
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

/// Whether the samples of the data side are misses of the TLB.
fn data_tlb(context: &Context<'_>) -> bool {
    let measured = context.programming.data_ear();
    measured.is_some_and(|measured| measured.event.kind == Kind::DataTlb)
}

fn instruction_tlb(context: &Context<'_>) -> bool {
    let measured = context.programming.instruction_ear();
    measured.is_some_and(|measured| measured.event.kind == Kind::InstructionTlb)
}

fn names(tlb: bool) -> Option<[&'static str; 3]> {
    Some(if tlb {
        ["%L2", "%VHPT", "%SW"]
    } else {
        ["%L2", "%L3", "%RAM"]
    })
}

impl Tables {
    fn add(&mut self, key: u64, level: usize) {
        let row = self.rows.entry(key).or_default();
        row.count += 1;
        row.levels[level.min(2)] += 1;
    }

    pub(super) fn data(&mut self, context: &Context<'_>, samples: &[Sample]) {
        let (tlb, layout) = (data_tlb(context), &context.facts.data_ear);
        for sample in samples {
            let registers = [2, 3, 17].map(|index| context.pmd(sample, index));
            let [Some(address), Some(detail), Some(instruction)] = registers else {
                continue;
            };
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
            self.add(key, level);
        }
    }

    pub(super) fn print_data(&self, context: &Context<'_>, out: &mut dyn Write) -> Result<()> {
        let (view, kind) = match (context.histogram.by_level, context.histogram.by_data) {
            (true, _) => ("level view", None),
            (_, true) => ("data addr view", Some(SymbolKind::Data)),
            _ => ("instruction addr view", Some(SymbolKind::Code)),
        };
        print(
            context,
            &self.rows,
            view,
            names(data_tlb(context)),
            kind,
            out,
        )
    }

    pub(super) fn instructions(&mut self, context: &Context<'_>, samples: &[Sample]) {
        let (tlb, layout) = (instruction_tlb(context), &context.facts.instruction_ear);
        for sample in samples {
            let [Some(line), Some(latency)] = [0, 1].map(|index| context.pmd(sample, index)) else {
                continue;
            };
            let latency = latency & layout.latency;
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
            self.add(key, level);
        }
    }

    pub(super) fn print_instructions(
        &self,
        context: &Context<'_>,
        out: &mut dyn Write,
    ) -> Result<()> {
        let (view, kind) = if context.histogram.by_level {
            ("level view", None)
        } else {
            ("instruction addr view", Some(SymbolKind::Code))
        };
        let names = names(instruction_tlb(context));
        print(context, &self.rows, view, names, kind, out)
    }

    /// Samples of any event by the bundle that they interrupted.
    pub(super) fn samples(&mut self, context: &Context<'_>, samples: &[Sample]) {
        for sample in samples {
            self.add(context.ip(sample), 0);
        }
    }

    pub(super) fn print_samples(&self, context: &Context<'_>, out: &mut dyn Write) -> Result<()> {
        let code = Some(SymbolKind::Code);
        print(
            context,
            &self.rows,
            "instruction addr view",
            None,
            code,
            out,
        )
    }

    pub(super) fn branches(&mut self, context: &Context<'_>, samples: &[Sample]) {
        let branches = samples
            .iter()
            .flat_map(|sample| btb::branches(context, sample));
        for (source, target) in branches.filter(|&(source, _)| source != 0) {
            let slot = match source >> 2 & 3 {
                3 => 0,
                slot => slot,
            };
            let edge = (source & !0xf | slot, target & !0xf);
            let edge = self.edges.entry(edge).or_default();
            edge.0 += 1;
            edge.1 += source >> 1 & 1;
        }
    }

    pub(super) fn print_branches(&self, context: &Context<'_>, out: &mut dyn Write) -> Result<()> {
        let mut rows: Vec<_> = self.edges.iter().collect();
        if !context.histogram.sort_by_value {
            rows.sort_by_key(|(_, (count, _))| std::cmp::Reverse(*count));
        }
        let total = self.edges.values().map(|(count, _)| count).sum();
        writeln!(out, "# total_branches {total}")?;
        writeln!(out, "# count   %self    %cum   %wrong  source -> target")?;
        let mut cumulated = 0;
        for (&(source, target), &(count, wrong)) in rows {
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
}
