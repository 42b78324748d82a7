//! The event tables against the project's collected facts, where those are at hand.

#[macro_use]
#[path = "../../../tests/skipped.rs"]
mod skipped;

use pmu::{Event, Facts, Family, events};
use pmu::{Qualifiers, SetGroup};
use std::path::Path;

/// Fields of a line of comma-separated values with optional quotes.
fn fields(line: &str) -> Vec<String> {
    let mut fields = vec![String::new()];
    let mut quoted = false;
    for c in line.chars() {
        match c {
            '"' => quoted = !quoted,
            ',' if !quoted => fields.push(String::new()),
            _ => fields.last_mut().expect("never empty").push(c),
        }
    }
    fields
}

fn check(family: Family, file: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/spec")
        .join(file);
    let Ok(text) = std::fs::read_to_string(&path) else {
        skipped!("{} is not at hand", path.display());
        return;
    };
    let mut lines = text.lines().map(fields);
    let header = lines.next().expect("a header");
    let column = |name: &str| header.iter().position(|field| field == name);
    let rows: Vec<_> = lines.collect();
    assert_eq!(rows.len(), events(family).len());
    for (row, event) in rows.iter().zip(events(family)) {
        let get = |name: &str| column(name).map_or("", |index| row[index].as_str());
        let hex = |name: &str| {
            u64::from_str_radix(get(name).trim_start_matches("0x"), 16).expect("hexadecimal")
        };
        assert_eq!(event.name, get("name"));
        assert_eq!(u64::from(event.code), hex("code_hex"), "{}", event.name);
        assert_eq!(u64::from(event.umask), hex("umask_hex"), "{}", event.name);
        assert_eq!(
            Facts::of(family).vcode(event),
            hex("vcode_hex"),
            "{}",
            event.name
        );
        assert_eq!(
            event.max_increment.to_string(),
            get("max_incr"),
            "{}",
            event.name
        );
        let counters: Vec<_> = event
            .counters
            .iter()
            .map(|index| format!("PMD{index}"))
            .collect();
        assert_eq!(counters.join(" "), get("counters"), "{}", event.name);
        let Qualifiers {
            instruction_range,
            opcode,
            data_range,
        } = event.qualifiers;
        let flag = |on: bool| if on { "Y" } else { "N" };
        assert_eq!(
            [flag(instruction_range), flag(opcode), flag(data_range)],
            [get("iar"), get("opcm"), get("dar")],
            "{}",
            event.name
        );
        assert_eq!(
            event.kind.is_data_ear(),
            get("ear").starts_with("D-EAR"),
            "{}",
            event.name
        );
        assert_eq!(
            event.kind.is_instruction_ear(),
            get("ear").starts_with("I-EAR"),
            "{}",
            event.name
        );
        assert_eq!(
            set(event),
            [get("group"), get("set")].join(" ").trim(),
            "{}",
            event.name
        );
    }
}

fn set(event: &Event) -> String {
    event.set.map_or_else(String::new, |set| {
        let group = match set.group {
            SetGroup::L1D => "L1D",
            SetGroup::L2 => "L2",
        };
        format!("{group} {}", set.set)
    })
}

#[test]
fn itanium_rows_state_the_collected_facts() {
    check(Family::Itanium, "itanium_events.csv");
}

#[test]
fn itanium_2_rows_state_the_collected_facts() {
    check(Family::Itanium2, "itanium2_events.csv");
}
