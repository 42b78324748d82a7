//! A profile as HTML: a page of its own, or a part of the page of `report RESULTS`. Style and script are those of the crate `report`.

use std::collections::BTreeMap;

use events::Cause;
use maud::{Markup, html};

use crate::flame::flame_graph;
use crate::form::{Causes, Function, Instruction, ProfileFile};
use crate::text::percent;

/// Most rows of the tables of functions and of instructions.
const FUNCTIONS: usize = 40;
const INSTRUCTIONS: usize = 40;
/// Most causes that are named in a row; the others are added up.
const CAUSES: usize = 4;

/// The page of one profile.
#[must_use]
pub fn page(profile: &ProfileFile) -> String {
    let title = format!("{} on {}", profile.workload.name, profile.config.name);
    report::document(&title, &part(profile))
}

/// A profile as a part of a page: the functions and instructions with most cycles, with their causes, and a flame graph of the call paths.
#[must_use]
pub fn part(profile: &ProfileFile) -> Markup {
    html! {
        div.profile {
            p {
                (profile.cycles) " cycles, " (profile.instructions) " instructions, "
                (report::ratio_text(profile.instructions, profile.cycles, 3)) " instructions per cycle"
            }
            (classes(profile))
            h3 { "Call paths" }
            (flame_graph(profile))
            @if let Some(note) = crate::text::folded_note(profile) { p.quiet { (note) "." } }
            p { label { "Filter " input.rows type="search" placeholder="function, instruction, cause" autocomplete="off"; } }
            h3 { "Functions" }
            (functions(profile))
            h3 { "Instructions" }
            (instructions(profile))
        }
    }
}

/// The eight classes with their colours.
fn classes(profile: &ProfileFile) -> Markup {
    let values = profile.cycle_accounting.values();
    html! {
        p.key {
            @for (place, (cause, cycles)) in Cause::ALL.into_iter().zip(values).enumerate() {
                span {
                    svg width="11" height="11" aria-hidden="true" { rect class={ "s" (place) } width="11" height="11" {} }
                    " " (cause.name()) " " (percent(cycles, profile.cycles)) " %"
                }
            }
        }
    }
}

fn functions(profile: &ProfileFile) -> Markup {
    let mut ranked: Vec<_> = profile.functions.iter().collect();
    ranked.sort_by_key(|one| (std::cmp::Reverse(one.cycles), &one.address));
    let rest = &ranked[ranked.len().min(FUNCTIONS)..];
    html! {
        div.wide {
            table class="sortable functions" {
                thead { tr {
                    (report::sorting_heading("n", "cycles", None)) (report::sorting_heading("n", "%", None)) (report::sorting_heading("n", "instructions", None))
                    (report::sorting_heading("", "function", None)) (report::sorting_heading("", "causes", None))
                } }
                tbody {
                    @for one in ranked.iter().take(FUNCTIONS) {
                        tr {
                            (number(one.cycles)) (share(one.cycles, profile)) (number(one.retired))
                            td { code { (one.name) } }
                            td { (causes(&one.cycles_by_cause, |_| None)) }
                        }
                    }
                }
            }
        }
        @if !rest.is_empty() {
            p.quiet { (rest.len()) " more functions with " (rest.iter().map(|one| one.cycles).sum::<u64>()) " cycles are in the profile." }
        }
    }
}

fn instructions(profile: &ProfileFile) -> Markup {
    let mut ranked: Vec<(&Function, &Instruction)> = Vec::new();
    for function in &profile.functions {
        ranked.extend(function.instructions.iter().map(|one| (function, one)));
    }
    // Texts by address, for the instructions that others wait for.
    let texts: BTreeMap<(&str, u8), &str> = ranked
        .iter()
        .map(|(_, one)| ((one.address.as_str(), one.slot), one.text.as_str()))
        .collect();
    ranked.sort_by_key(|(_, one)| (std::cmp::Reverse(one.cycles), &one.address, one.slot));
    ranked.retain(|(_, one)| one.cycles > 0);
    let rest = &ranked[ranked.len().min(INSTRUCTIONS)..];
    html! {
        div.wide {
            table class="sortable instructions" {
                thead { tr {
                    (report::sorting_heading("n", "cycles", None)) (report::sorting_heading("n", "%", None)) (report::sorting_heading("n", "executed", None))
                    (report::sorting_heading("", "instruction", None)) (report::sorting_heading("", "function", None)) (report::sorting_heading("", "causes", None))
                } }
                tbody {
                    @for (function, one) in ranked.iter().take(INSTRUCTIONS) {
                        tr {
                            (number(one.cycles)) (share(one.cycles, profile)) (number(one.executed))
                            td { code { (one.address) "." (one.slot) " " (one.text) } (line(profile, one)) }
                            td { code { (function.name) } }
                            td {
                                (causes(&one.cycles_by_cause, |cause| waited(one, cause, &texts)))
                                (misses(one))
                            }
                        }
                    }
                }
            }
        }
        @if !rest.is_empty() {
            p.quiet { (rest.len()) " more instructions with " (rest.iter().map(|(_, one)| one.cycles).sum::<u64>()) " cycles are in the profile." }
        }
    }
}

fn number(value: u64) -> Markup {
    html! { td.n data-value=(value) { (value) } }
}

fn share(cycles: u64, profile: &ProfileFile) -> Markup {
    html! { td.n data-value=(cycles) { (percent(cycles, profile.cycles)) } }
}

/// The largest causes, one a line, each with what `said` adds to it; the others are added up in one line.
fn causes(all: &Causes, said: impl Fn(&str) -> Option<String>) -> Markup {
    let mut ranked: Vec<_> = all.iter().collect();
    ranked.sort_by_key(|(cause, cycles)| (std::cmp::Reverse(**cycles), *cause));
    let rest = &ranked[ranked.len().min(CAUSES)..];
    html! {
        @for (cause, cycles) in ranked.iter().take(CAUSES) {
            div { (cause) " " (cycles) @if let Some(said) = said(cause) { ", waits for " code { (said) } } }
        }
        @if !rest.is_empty() {
            div { (rest.len()) " other causes " (rest.iter().map(|(_, cycles)| **cycles).sum::<u64>()) }
        }
    }
}

/// The instruction that most cycles of a cause were waited for.
fn waited(one: &Instruction, cause: &str, texts: &BTreeMap<(&str, u8), &str>) -> Option<String> {
    let of_cause = one.waits.iter().filter(|wait| wait.cause == cause);
    let wait = of_cause.max_by_key(|wait| wait.cycles)?;
    let text = texts.get(&(wait.address.as_str(), wait.slot));
    Some(format!(
        "{}.{} {}",
        wait.address,
        wait.slot,
        text.copied().unwrap_or_default()
    ))
}

/// A line with the misses of an instruction, if it has any.
fn misses(one: &Instruction) -> Markup {
    let levels = one.data_from.iter();
    let mut parts: Vec<String> = levels
        .map(|(level, times)| format!("{times} loads from {level}"))
        .collect();
    for (what, times) in [
        ("data TLB misses", one.dtlb_misses),
        ("mispredictions", one.mispredicted),
        ("failed checks", one.failed_checks),
        ("L1I misses", one.l1i_misses),
        ("instruction TLB misses", one.itlb_misses),
    ] {
        if times > 0 {
            parts.push(format!("{times} {what}"));
        }
    }
    html! { @if !parts.is_empty() { div.quiet { (parts.join(", ")) } } }
}

/// File and line of an instruction, with the function that was inlined there.
fn line(profile: &ProfileFile, one: &Instruction) -> Markup {
    let place = one.source.first();
    let file = place.and_then(|place| profile.files.get(place.file as usize));
    let name = file.map(|file| file.rsplit('/').next().unwrap_or(file));
    html! {
        @if let (Some(place), Some(name)) = (place, name) {
            div.quiet { (name) ":" (place.line) @if let Some(inlined) = &place.inlined { " in " (inlined) } }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    #[test]
    fn a_name_with_markup_is_text() {
        let mut profile = sample();
        profile.functions[1].name = "less<T>&".into();
        let page = page(&profile);
        assert!(page.contains("less&lt;T&gt;&amp;") && !page.contains("less<T>"));
    }

    #[test]
    fn the_tables_have_the_numbers_of_the_profile_and_who_is_waited_for() {
        let part = part(&sample()).into_string();
        for text in [
            "<td class=\"n\" data-value=\"50\">50</td>",
            "data_integer: load from L3 30, waits for <code>0x2000.0 ld8 r8=[r9]</code>",
            "sort.c:7",
            "unstalled 20",
        ] {
            assert!(part.contains(text), "{text}: {part}");
        }
    }

    #[test]
    fn what_the_tables_leave_out_is_said_with_its_cycles() {
        let mut profile = sample();
        let function = profile.functions[1].clone();
        profile.functions = vec![function; FUNCTIONS + 3];
        let part = part(&profile).into_string();
        assert!(part.contains("3 more functions with 150 cycles"), "{part}");
        assert!(part.contains("46 more instructions with "), "{part}");
    }
}
