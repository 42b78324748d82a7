//! The format `detailed-itanium`: one paragraph for each sample, registers decoded.

use super::{Context, trace_order};
use crate::sampler::Sample;
use pmu::Kind;
use std::io::{Result, Write};

fn yes(on: bool) -> char {
    if on { 'Y' } else { 'N' }
}

pub(super) fn print(
    context: &Context<'_>,
    number: usize,
    samples: &[Sample],
    out: &mut dyn Write,
) -> Result<()> {
    for (number, sample) in (number..).zip(samples) {
        writeln!(
            out,
            "entry {number} PID:{} CPU:0 STAMP:0x{:x} IIP:0x{:016x}",
            sample.task,
            sample.stamp,
            context.ip(sample)
        )?;
        let list: String = (4..8)
            .filter(|i| sample.overflowed >> i & 1 != 0)
            .map(|i| format!("{i} "))
            .collect();
        writeln!(
            out,
            "\tPMD OVFL: {list}LAST_VAL: {}",
            sample.last_reset.wrapping_neg()
        )?;
        for index in (0..64).filter(|index| context.recorded >> index & 1 != 0) {
            let Some(value) = context.pmd(sample, index) else {
                continue;
            };
            match index {
                0 => instruction_address(context, value, out)?,
                1 => {
                    if !instruction_tlb(context) {
                        writeln!(
                            out,
                            "\tPMD1 : 0x{value:016x}, latency {}",
                            value & context.facts.instruction_ear.latency
                        )?;
                    }
                }
                3 => data_detail(context, value, out)?,
                17 => {
                    let (valid, slot) = (value & 1 != 0, value >> 2 & 3);
                    writeln!(
                        out,
                        "\tPMD17: 0x{value:016x}, valid {}, address 0x{:016x}",
                        yes(valid),
                        value & !0xf | slot
                    )?;
                }
                8..=15 if context.recorded >> 16 & 1 != 0 => {}
                16 => trace(context, sample, value, out)?,
                _ => writeln!(out, "\tPMD{index:<2}: 0x{value:016x}")?,
            }
        }
    }
    Ok(())
}

fn instruction_tlb(context: &Context<'_>) -> bool {
    context
        .programming
        .instruction_ear()
        .is_some_and(|m| m.event.kind == Kind::InstructionTlb)
}

fn instruction_address(context: &Context<'_>, value: u64, out: &mut dyn Write) -> Result<()> {
    write!(
        out,
        "\tPMD0 : 0x{value:016x}, valid {}, cache line 0x{:x}",
        yes(value & 3 != 0),
        value & !0x1f
    )?;
    if instruction_tlb(context) {
        let (_, level) = context.facts.instruction_ear.level(value);
        write!(out, ", TLB {level}")?;
    }
    writeln!(out)
}

fn data_detail(context: &Context<'_>, value: u64, out: &mut dyn Write) -> Result<()> {
    write!(out, "\tPMD3 : 0x{value:016x} ")?;
    match context.programming.data_ear().map(|m| m.event.kind) {
        Some(Kind::DataTlb) => {
            let (_, level) = context.facts.data_ear.level(value);
            writeln!(out, ", TLB {level}")
        }
        Some(Kind::DataAlat) => writeln!(out, ", ALAT"),
        _ => writeln!(out, ", latency {}", value & context.facts.data_ear.latency),
    }
}

fn trace(context: &Context<'_>, sample: &Sample, pmd16: u64, out: &mut dyn Write) -> Result<()> {
    for index in trace_order(pmd16) {
        let Some(value) = context.pmd(sample, index) else {
            continue;
        };
        let (branch, wrong, slot) = (value & 1 != 0, value & 2 != 0, value >> 2 & 3);
        writeln!(
            out,
            "\tPMD{index:<2}: 0x{value:016x} b={} mp={} valid={}",
            u8::from(branch),
            u8::from(wrong),
            yes(branch || wrong)
        )?;
        if branch {
            let shown = if slot == 3 { 0 } else { slot };
            writeln!(
                out,
                "\t       Source Address: 0x{:016x}",
                value & !0xf | shown
            )?;
            let outcome = if wrong { "Failure" } else { "Success" };
            writeln!(
                out,
                "\t       Taken={} Prediction: {outcome}\n",
                yes(slot != 3)
            )?;
        } else if wrong {
            writeln!(out, "\t       Target Address: 0x{:016x}\n", value & !0xf)?;
        }
    }
    Ok(())
}
