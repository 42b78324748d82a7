//! A profile as a page for a browser: the functions, their causes, and a flame graph, in one file that needs no network.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use events::Cause;
use maud::{DOCTYPE, Markup, PreEscaped, html};

use crate::firefox::class;
use crate::form::{Causes, ProfileFile};
use crate::stacks::stacks;
use crate::text::percent;

/// Width of the flame graph, height of a frame, and the smallest width that is drawn, in pixels.
const WIDTH: f64 = 1180.0;
const HEIGHT: usize = 18;
const SMALLEST: f64 = 0.4;
/// Levels that are drawn; deeper ones are in the file all the same.
const DEEPEST: usize = 96;
/// Functions in the table.
const TOP: usize = 40;

const STYLE: &str = "body{font:14px/1.45 system-ui,sans-serif;margin:2em auto;max-width:1200px;padding:0 1em;color:#1b1b1b;background:#fff}\
table{border-collapse:collapse}td,th{padding:.15em .8em;text-align:right;border-bottom:1px solid #ddd}td.n,th.n{text-align:left;font-family:ui-monospace,monospace}\
svg text{font:11px ui-monospace,monospace;pointer-events:none}.key span{display:inline-block;margin-right:1.2em}.key i{display:inline-block;width:.9em;height:.9em;margin-right:.4em}";

/// A node of the flame graph: a function called on the same stack, wherever from.
#[derive(Default)]
struct Node {
    own: Causes,
    cycles: u64,
    callees: BTreeMap<String, Node>,
}

/// The page.
#[must_use]
pub fn page(profile: &ProfileFile) -> String {
    let title = format!("{} on {}", profile.workload.name, profile.config.name);
    let mut ranked: Vec<_> = profile.functions.iter().collect();
    ranked.sort_by_key(|one| (std::cmp::Reverse(one.cycles), &one.address));
    let markup = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                title { (title) }
                style { (PreEscaped(STYLE)) }
            }
            body {
                h1 { (title) }
                p { (profile.cycles) " cycles, " (profile.instructions) " instructions, "
                    (report::ratio_text(profile.instructions, profile.cycles, 3)) " instructions per cycle" }
                (classes(profile))
                h2 { "Call paths" }
                (PreEscaped(flame_graph(profile)))
                h2 { "Functions" }
                table {
                    tr { th { "cycles" } th { "%" } th { "instructions" } th.n { "function" } th.n { "most waiting" } }
                    @for one in ranked.iter().take(TOP) {
                        tr {
                            td { (one.cycles) }
                            td { (percent(one.cycles, profile.cycles)) }
                            td { (one.retired) }
                            td.n { (one.name) }
                            td.n { (crate::text::main_cause(&one.cycles_by_cause)
                                .map_or(String::new(), |(cause, cycles)| format!("{cause} {cycles}"))) }
                        }
                    }
                }
            }
        }
    };
    markup.into_string()
}

/// The eight classes with their colours.
fn classes(profile: &ProfileFile) -> Markup {
    let values = profile.cycle_accounting.values();
    html! {
        p.key {
            @for (cause, cycles) in Cause::ALL.into_iter().zip(values) {
                span { i style={ "background:" (color(cause)) } {} (cause.name()) " " (percent(cycles, profile.cycles)) " %" }
            }
        }
    }
}

fn color(cause: Cause) -> &'static str {
    match cause {
        Cause::Unstalled => "#7bc47f",
        Cause::DataAccess => "#f0a04b",
        Cause::Rse => "#b58be0",
        Cause::Scoreboard => "#e8d24a",
        Cause::IssueLimit => "#8ecae6",
        Cause::InstructionAccess => "#4f8fd6",
        Cause::TakenBranch => "#b08968",
        Cause::BackendFlush => "#e26d5c",
    }
}

/// The flame graph as SVG: a frame is as wide as the cycles of a function and what it called, its callees stand on it; the share of
/// each class of its own cycles is drawn along its lower edge.
#[must_use]
pub fn flame_graph(profile: &ProfileFile) -> String {
    let mut root = Node::default();
    for (stack, path) in stacks(profile).iter().zip(&profile.paths) {
        root.cycles += path.cycles;
        let mut node = &mut root;
        for frame in stack {
            node = node.callees.entry(frame.function.clone()).or_default();
            node.cycles += path.cycles;
        }
        for (cause, cycles) in &path.cycles_by_cause {
            crate::form::spend(&mut node.own, cause, *cycles);
        }
    }
    let levels = depth(&root, 0).min(DEEPEST);
    let height = levels * HEIGHT + 4;
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {WIDTH} {height}\" width=\"100%\" role=\"img\" aria-label=\"Flame graph of cycles\">"
    );
    let scale = WIDTH / root.cycles.max(1) as f64;
    let mut from = 0;
    for (name, node) in &root.callees {
        draw(&mut svg, name, node, from, 0, height, scale, profile.cycles);
        from += node.cycles;
    }
    svg.push_str("</svg>");
    svg
}

fn depth(node: &Node, above: usize) -> usize {
    if above >= DEEPEST {
        return above;
    }
    let below = node.callees.values().filter(|callee| callee.cycles > 0);
    below
        .map(|callee| depth(callee, above + 1))
        .max()
        .unwrap_or(above)
}

#[expect(
    clippy::too_many_arguments,
    reason = "a place on the drawing and what stands there"
)]
fn draw(
    svg: &mut String,
    name: &str,
    node: &Node,
    from: u64,
    level: usize,
    height: usize,
    scale: f64,
    all: u64,
) {
    let width = node.cycles as f64 * scale;
    if width < SMALLEST || level >= DEEPEST {
        return;
    }
    let x = from as f64 * scale;
    let y = height - (level + 1) * HEIGHT;
    let share = percent(node.cycles, all);
    let own: u64 = node.own.values().sum();
    let title = format!("{name}: {} cycles, {share} %; its own {own}", node.cycles);
    let label = label(name, width);
    let frame = html! {
        g {
            title { (title) }
            rect x=(format!("{x:.2}")) y=(y) width=(format!("{width:.2}")) height=(HEIGHT - 1) rx="1" fill=(main_color(&node.own)) {}
            @if !label.is_empty() {
                text x=(format!("{:.2}", x + 3.0)) y=(y + HEIGHT - 6) { (label) }
            }
        }
    };
    svg.push_str(&frame.into_string());
    let mut at = x + width - own as f64 * scale;
    for cause in Cause::ALL {
        let of_class = node
            .own
            .iter()
            .filter(|(name, _)| class(name) == Some(cause));
        let part = of_class.map(|(_, cycles)| *cycles).sum::<u64>() as f64 * scale;
        if part >= SMALLEST {
            let _ = write!(
                svg,
                "<rect x=\"{at:.2}\" y=\"{}\" width=\"{part:.2}\" height=\"3\" fill=\"{}\"/>",
                y + HEIGHT - 4,
                color(cause)
            );
        }
        at += part;
    }
    let mut from = from;
    for (name, callee) in &node.callees {
        draw(svg, name, callee, from, level + 1, height, scale, all);
        from += callee.cycles;
    }
}

/// What fits of a name.
fn label(name: &str, width: f64) -> String {
    let fits = ((width - 6.0) / 6.7).max(0.0) as usize;
    if name.chars().count() <= fits {
        name.to_owned()
    } else if fits >= 4 {
        name.chars().take(fits - 1).chain(['…']).collect()
    } else {
        String::new()
    }
}

/// A pale form of the class that most of the cycles were lost to; green where most were used.
fn main_color(own: &Causes) -> &'static str {
    let cycles = |cause: Cause| {
        let of_class = own.iter().filter(|(name, _)| class(name) == Some(cause));
        of_class.map(|(_, cycles)| *cycles).sum::<u64>()
    };
    let most = Cause::ALL.into_iter().max_by_key(|cause| cycles(*cause));
    match most.filter(|cause| cycles(*cause) > 0) {
        Some(Cause::Unstalled) => "#cfe9d0",
        Some(Cause::DataAccess) => "#fbdcb8",
        Some(Cause::Rse) => "#e4d3f5",
        Some(Cause::Scoreboard) => "#f7eeb0",
        Some(Cause::IssueLimit) => "#d3ebf5",
        Some(Cause::InstructionAccess) => "#c2d9f2",
        Some(Cause::TakenBranch) => "#e2d3c5",
        Some(Cause::BackendFlush) => "#f6c9c2",
        None => "#e8e8e8",
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    #[test]
    fn a_frame_is_as_wide_as_its_cycles_and_lies_on_its_caller() {
        let profile = sample();
        let svg = flame_graph(&profile);
        let document = roxmltree::Document::parse(&svg).unwrap();
        let frames: Vec<(String, f64, f64)> = document
            .descendants()
            .filter(|node| node.has_tag_name("g"))
            .map(|group| {
                let text = |name: &str| {
                    let child = group.children().find(|node| node.has_tag_name(name));
                    child.unwrap()
                };
                let number = |name: &str| text("rect").attribute(name).unwrap().parse().unwrap();
                let title = text("title").text().unwrap().to_owned();
                (title, number("width"), number("y"))
            })
            .collect();
        assert_eq!(frames.len(), 2);
        assert_eq!(frames[0].0, "main: 60 cycles, 100.0 %; its own 10");
        assert_eq!(frames[0].1, WIDTH);
        assert_eq!(frames[1].0, "sort: 50 cycles, 83.3 %; its own 50");
        assert!((frames[1].1 - WIDTH * 50.0 / 60.0).abs() < 0.01);
        assert!(frames[1].2 < frames[0].2);
    }

    #[test]
    fn a_name_with_markup_is_text() {
        let mut profile = sample();
        profile.functions[1].name = "less<T>&".into();
        let page = page(&profile);
        assert!(page.contains("less&lt;T&gt;&amp;") && !page.contains("less<T>"));
    }
}
