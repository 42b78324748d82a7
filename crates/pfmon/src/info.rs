//! Answers to questions: `-l`, `-i`, `-I`, `-S`, `-V`.

use crate::dispatch::find_event;
use crate::error::{Fatal, fatal};
use crate::format::{FORMATS, Format};
use crate::machine::Machine;
use crate::symbols::number;
use pmu::events;
use pmu::{Event, Facts, Family, Kind};
use regex::RegexBuilder;
use std::io::Write;

fn matching(family: Family, pattern: &str) -> Result<Vec<&'static Event>, Fatal> {
    let regex = RegexBuilder::new(pattern)
        .case_insensitive(true)
        .build()
        .map_err(|_| Fatal::new(format!("invalid regular expression {pattern}")))?;
    Ok(events(family)
        .iter()
        .filter(|event| regex.is_match(event.name))
        .collect())
}

/// `-l` and `--long-show-events`.
///
/// # Errors
///
/// No event matches; writing fails.
pub(crate) fn list(
    family: Family,
    pattern: Option<&str>,
    long: bool,
    out: &mut dyn Write,
) -> Result<(), Fatal> {
    let found = matching(family, pattern.unwrap_or(""))?;
    if found.is_empty() {
        return fatal("event not supported");
    }
    for event in found {
        if long {
            let flag = |on: bool| if on { 'Y' } else { 'N' };
            let qualifiers = event.qualifiers;
            writeln!(
                out,
                "{} code=0x{:02x} counters=0x{:x} umask=0x{:02x} incr={} iarr={} darr={} opcm={} ",
                event.name,
                event.code,
                event.counters.0,
                event.umask,
                event.max_increment,
                flag(qualifiers.instruction_range),
                flag(qualifiers.data_range),
                flag(qualifiers.opcode)
            )?;
        } else {
            writeln!(out, "{}", event.name)?;
        }
    }
    Ok(())
}

/// `-i`: sheets of the events that match a name, a pattern, or a number.
///
/// # Errors
///
/// No event matches; writing fails.
pub(crate) fn sheets(family: Family, text: &str, out: &mut dyn Write) -> Result<(), Fatal> {
    let found = match find_event(family, text) {
        Some(event) => vec![event],
        None if number(text).is_some() => Vec::new(),
        None => matching(family, text)?,
    };
    if found.is_empty() {
        return fatal("event not supported");
    }
    for (index, event) in found.into_iter().enumerate() {
        if index > 0 {
            writeln!(out)?;
        }
        sheet(family, event, out)?;
    }
    Ok(())
}

fn sheet(family: Family, event: &Event, out: &mut dyn Write) -> std::io::Result<()> {
    writeln!(out, "Name   : {}", event.name)?;
    writeln!(out, "VCode  : 0x{:x}", Facts::of(family).vcode(event))?;
    writeln!(out, "Code   : 0x{:x}", event.code)?;
    let counters: String = event
        .counters
        .iter()
        .map(|counter| format!("{counter} "))
        .collect();
    writeln!(out, "PMD/PMC: [ {counters}]")?;
    let ear = match event.kind {
        Kind::DataCache => "Data (Cache Mode)",
        Kind::DataTlb => "Data (TLB Mode)",
        Kind::DataAlat => "Data (ALAT Mode)",
        Kind::InstructionCache => "Inst (Cache Mode)",
        Kind::InstructionTlb => "Inst (TLB Mode)",
        Kind::Plain | Kind::BranchTrace | Kind::DataEar | Kind::InstructionEar => "No (N/A)",
    };
    writeln!(out, "EAR    : {ear}")?;
    if event.umask == 0 || event.kind.is_ear() {
        writeln!(out, "Umask  : None")?;
    } else {
        writeln!(out, "Umask  : {:04b}", event.umask)?;
    }
    writeln!(
        out,
        "BTB    : {}",
        if event.kind == Kind::BranchTrace {
            "Yes"
        } else {
            "No"
        }
    )?;
    if event.max_increment > 1 {
        writeln!(
            out,
            "MaxIncr: {}  (Threshold [0-{}])",
            event.max_increment,
            event.max_increment - 1
        )?;
    } else {
        writeln!(out, "MaxIncr: {}  (Threshold 0)", event.max_increment)?;
    }
    let qualifiers = event.qualifiers;
    let mut list = String::new();
    for (on, text) in [
        (qualifiers.instruction_range, "[Instruction Address Range] "),
        (qualifiers.opcode, "[OpCode Match] "),
        (qualifiers.data_range, "[Data Address Range] "),
    ] {
        if on {
            list.push_str(text);
        }
    }
    writeln!(
        out,
        "Qual   : {}",
        if list.is_empty() { "None" } else { &list }
    )
}

/// `-I`
///
/// # Errors
///
/// Those of writing.
pub(crate) fn host(machine: &Machine, out: &mut dyn Write) -> Result<(), Fatal> {
    writeln!(out, "detected host CPUs:  1-way {}", machine.processor())?;
    let models: String = Family::ALL
        .map(|family| format!("[{}] ", Facts::of(family).model))
        .concat();
    writeln!(out, "supported PMU models: {models}")?;
    let formats: String = FORMATS
        .iter()
        .map(|format| format!("[{}] ", format.name(machine.family)))
        .collect();
    writeln!(out, "supported sampling outputs: {formats}")?;
    writeln!(out, "pfmlib version: 2.0")?;
    writeln!(out, "kernel perfmon version: 1.0")?;
    Ok(())
}

/// `-S`
///
/// # Errors
///
/// The format does not exist; writing fails.
pub(crate) fn format(family: Family, name: &str, out: &mut dyn Write) -> Result<(), Fatal> {
    let Some((format, family)) = std::iter::once(family)
        .chain(Family::ALL)
        .find_map(|family| Format::find(family, name).map(|format| (format, family)))
    else {
        return fatal(format!("invalid sampling output format {name}"));
    };
    writeln!(out, "Name        : {}", format.name(family))?;
    writeln!(out, "Description : {}", format.description())?;
    let models: String = Family::ALL
        .into_iter()
        .filter(|&other| format != Format::Detailed || other == family)
        .map(|family| format!("[{}] ", Facts::of(family).model))
        .collect();
    writeln!(out, "PMU models  : {models}")?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn shown(run: impl FnOnce(&mut dyn Write) -> Result<(), Fatal>) -> String {
        let mut out = Vec::new();
        run(&mut out).expect("answered");
        String::from_utf8(out).expect("text")
    }

    #[test]
    fn the_sheet_of_nops_retired_is_the_documented_one() {
        assert_eq!(
            shown(|out| sheets(Family::Itanium, "NOPS_RETIRED", out)),
            "Name   : NOPS_RETIRED\nVCode  : 0x30\nCode   : 0x30\nPMD/PMC: [ 4 5 ]\nEAR    : No (N/A)\nUmask  : None\n\
             BTB    : No\nMaxIncr: 6  (Threshold [0-5])\nQual   : [Instruction Address Range] [OpCode Match] \n"
        );
    }

    #[test]
    fn the_sheets_of_cpu_cycles_and_of_an_ear_event_are_the_documented_ones() {
        assert_eq!(
            shown(|out| sheets(Family::Itanium, "cpu_cycles", out)),
            "Name   : CPU_CYCLES\nVCode  : 0x12\nCode   : 0x12\nPMD/PMC: [ 4 5 6 7 ]\nEAR    : No (N/A)\nUmask  : None\n\
             BTB    : No\nMaxIncr: 1  (Threshold 0)\nQual   : None\n"
        );
        assert_eq!(
            shown(|out| sheets(Family::Itanium, "DATA_EAR_CACHE_LAT_NONE", out)),
            "Name   : DATA_EAR_CACHE_LAT_NONE\nVCode  : 0xf0367\nCode   : 0x67\nPMD/PMC: [ 4 5 6 7 ]\n\
             EAR    : Data (Cache Mode)\nUmask  : None\nBTB    : No\nMaxIncr: 1  (Threshold 0)\n\
             Qual   : [Instruction Address Range] [OpCode Match] \n"
        );
    }

    #[test]
    fn the_list_of_ear_events_is_the_documented_one() {
        let listed = shown(|out| list(Family::Itanium, Some("_ear_"), false, out));
        let names: Vec<&str> = listed.lines().collect();
        assert_eq!(names.len(), 30);
        assert_eq!(
            &names[..4],
            [
                "DATA_EAR_CACHE_LAT1024",
                "DATA_EAR_CACHE_LAT128",
                "DATA_EAR_CACHE_LAT16",
                "DATA_EAR_CACHE_LAT2048"
            ]
        );
        assert_eq!(
            &names[28..],
            ["INSTRUCTION_EAR_TLB_SW", "INSTRUCTION_EAR_TLB_VHPT"]
        );
    }

    #[test]
    fn a_number_names_an_event_by_vcode_or_code() {
        assert!(shown(|out| sheets(Family::Itanium, "0x12", out)).contains("CPU_CYCLES"));
        assert!(
            shown(|out| sheets(Family::Itanium, "0x30008", out))
                .contains("IA64_TAGGED_INST_RETIRED_PMC8")
        );
        assert!(sheets(Family::Itanium, "0x7abc", &mut Vec::new()).is_err());
        assert!(list(Family::Itanium, Some("nothing"), false, &mut Vec::new()).is_err());
    }
}
