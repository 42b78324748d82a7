//! The difference of two profiles as Markdown and as HTML.

use std::fmt::Write as _;

use maud::{Markup, html};

use crate::diff::{CauseChange, Change, Diff, PlaceChange};

/// A text with the characters escaped that are special in a cell of a Markdown table.
fn cell(text: &str) -> String {
    let mut escaped = String::new();
    for letter in text.chars() {
        match letter {
            '|' | '\\' | '`' | '*' | '_' | '<' | '>' | '[' | ']' | '&' => {
                escaped.extend(['\\', letter]);
            }
            '\n' => escaped.push(' '),
            letter => escaped.push(letter),
        }
    }
    escaped
}

/// A difference as tables of GitHub's Markdown: `top` functions, each with its causes and `places` lines or instructions.
#[must_use]
pub fn diff_markdown(diff: &Diff, top: usize, places: usize) -> String {
    let mut text = format!(
        "{} → {}: {} → {} cycles, {:+}\n\n",
        cell(&diff.from),
        cell(&diff.to),
        diff.cycles.before,
        diff.cycles.after,
        diff.cycles.change
    );
    if diff.functions.is_empty() {
        text.push_str("Nothing differs.\n");
        return text;
    }
    text.push_str(
        "| function | place | cause | before | after | change |\n|---|---|---|---:|---:|---:|\n",
    );
    let mut row = |names: [&str; 3], cycles: &Change| {
        let [function, place, cause] = names.map(cell);
        let _ = writeln!(
            text,
            "| {function} | {place} | {cause} | {} | {} | {:+} |",
            cycles.before, cycles.after, cycles.change
        );
    };
    for function in diff.functions.iter().take(top) {
        row([&function.name, "", ""], &function.cycles);
        for cause in &function.causes {
            row(["", "", &cause.cause], &cause.cycles);
        }
        for place in function.places.iter().take(places) {
            row(["", &place.place, main_cause(place)], &place.cycles);
        }
    }
    let rest = diff.functions.len().saturating_sub(top);
    if rest > 0 {
        let _ = writeln!(text, "\n{rest} more functions differ.");
    }
    text
}

/// The cause that changed most at a place.
fn main_cause(place: &PlaceChange) -> &str {
    place.causes.first().map_or("", |one| one.cause.as_str())
}

/// A difference as a part of an HTML page: `top` functions, each with its causes and `places` lines or instructions.
#[must_use]
pub fn diff_part(diff: &Diff, top: usize, places: usize) -> Markup {
    let rest = diff.functions.len().saturating_sub(top);
    html! {
        p {
            (diff.from) " → " (diff.to) ": " (diff.cycles.before) " → " (diff.cycles.after) " cycles, "
            strong { (format!("{:+}", diff.cycles.change)) }
        }
        @if diff.functions.is_empty() {
            p { "Nothing differs." }
        } @else {
            div.wide {
                table {
                    thead { tr {
                        th scope="col" { "function, place" } th scope="col" { "causes" }
                        th.n scope="col" { "before" } th.n scope="col" { "after" } th.n scope="col" { "change" }
                    } }
                    tbody {
                        @for function in diff.functions.iter().take(top) {
                            tr { th scope="row" { (function.name) } td { (causes(&function.causes)) } (numbers(&function.cycles)) }
                            @for place in function.places.iter().take(places) {
                                tr { td { code { (place.place) } } td { (causes(&place.causes)) } (numbers(&place.cycles)) }
                            }
                            @if function.places.len() > places {
                                tr { td.quiet { (function.places.len() - places) " more places" } td {} td {} td {} td {} }
                            }
                        }
                    }
                }
            }
            @if rest > 0 { p.quiet { (rest) " more functions differ." } }
        }
    }
}

/// The page of the difference of two profiles.
#[must_use]
pub fn diff_page(diff: &Diff, top: usize, places: usize) -> String {
    let title = format!("Comparison: {} → {}", diff.from, diff.to);
    report::document(&title, &diff_part(diff, top, places))
}

fn causes(causes: &[CauseChange]) -> Markup {
    html! {
        @for one in causes { div { (one.cause) " " (format!("{:+}", one.cycles.change)) } }
    }
}

fn numbers(cycles: &Change) -> Markup {
    html! {
        td.n { (cycles.before) } td.n { (cycles.after) } td.n { (format!("{:+}", cycles.change)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    fn changed() -> Diff {
        let mut other = sample();
        other.functions[1].name = "less<T>|x".into();
        let sort = &mut other.functions[1];
        sort.cycles = 45;
        sort.cycles_by_cause
            .insert("data_integer: load from L3".into(), 25);
        sort.instructions[1].cycles = 35;
        sort.instructions[1]
            .cycles_by_cause
            .insert("data_integer: load from L3".into(), 25);
        other.cycles = 55;
        let mut one = sample();
        one.functions[1].name = "less<T>|x".into();
        crate::diff::diff(&one, &other)
    }

    #[test]
    fn markdown_escapes_names_and_counts_what_it_leaves_out() {
        let diff = changed();
        let text = diff_markdown(&diff, 5, 5);
        assert!(
            text.contains("| less\\<T\\>\\|x |  |  | 50 | 45 | -5 |\n"),
            "{text}"
        );
        assert!(
            text.contains(
                "|  | 0x2010.1 add r8=r8,r8 | data\\_integer: load from L3 | 40 | 35 | -5 |\n"
            ),
            "{text}"
        );
        assert!(diff_markdown(&diff, 0, 0).contains("1 more functions differ."));
    }

    #[test]
    fn a_page_has_the_changes_and_names_are_text() {
        let page = diff_page(&changed(), 5, 5);
        for text in [
            "less&lt;T&gt;|x",
            "data_integer: load from L3 -5",
            "<strong>-5</strong>",
        ] {
            assert!(page.contains(text), "{text}: {page}");
        }
    }
}
