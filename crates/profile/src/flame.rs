//! The flame graph of a profile as SVG: the width of a frame is the cycles of a function with its callees, which stand on it; the share of
//! each class in its own cycles is drawn along its lower edge.
//!
//! Every frame can be reached with the arrow keys and enlarged with Enter, by the script of the page (crate `report`).

use std::collections::BTreeMap;

use events::Cause;
use maud::{Markup, html};

use crate::firefox::class;
use crate::form::{Causes, ProfileFile};
use crate::stacks::stacks;
use crate::text::percent;

/// Width of the drawing, height of a frame, and the smallest width of a frame that is drawn, in pixels.
const WIDTH: f64 = 1180.0;
const HEIGHT: usize = 18;
const SMALLEST: f64 = 0.4;
/// Most levels, frames, and characters of a name that are drawn.
const DEEPEST: usize = 96;
const FRAMES: usize = 1000;
const LETTERS: usize = 300;

/// Name of the frame that stands for all calls beyond the deepest level.
const DEEPER: &str = "(deeper calls)";

/// A node of the call tree: a function with the same callers. Calls from different places of the caller are one node.
#[derive(Default)]
struct Node {
    own: Causes,
    cycles: u64,
    callees: BTreeMap<String, Node>,
}

/// A node with its place in the drawing.
struct Frame<'n> {
    name: &'n str,
    node: &'n Node,
    /// Its left edge, in cycles.
    from: u64,
    /// How many frames it stands on.
    level: usize,
}

/// The flame graph.
#[must_use]
pub fn flame_graph(profile: &ProfileFile) -> Markup {
    let mut root = Node::default();
    for (stack, path) in stacks(profile).zip(&profile.paths) {
        root.cycles += path.cycles;
        let mut node = &mut root;
        let shown = stack.iter().take(DEEPEST - 1);
        let deeper = (stack.len() >= DEEPEST).then_some(DEEPER);
        let names = shown.map(|frame| frame.function).chain(deeper);
        for name in names {
            node = node.callees.entry(name.to_owned()).or_default();
            node.cycles += path.cycles;
        }
        for (cause, cycles) in &path.cycles_by_cause {
            crate::form::spend(&mut node.own, cause, *cycles);
        }
    }
    let scale = WIDTH / root.cycles.max(1) as f64;
    let mut frames = Vec::new();
    let count = place(&mut frames, &root, 0, 0, SMALLEST / scale);
    // Only the widest frames are kept. A frame is never wider than the one that it stands on, so that none is left without it.
    frames.sort_by_key(|frame| {
        (
            std::cmp::Reverse(frame.node.cycles),
            frame.level,
            frame.from,
        )
    });
    frames.truncate(FRAMES);
    frames.sort_by_key(|frame| (frame.from, frame.level));
    let levels = frames.iter().map(|frame| frame.level + 1).max();
    let height = levels.unwrap_or(0) * HEIGHT + 4;
    let left_out = count - frames.len();
    html! {
        div.wide {
            svg.flame viewBox={ "0 0 " (WIDTH) " " (height) } width=(WIDTH) height=(height) role="group" data-all=(root.cycles)
                aria-label="Flame graph of cycles: arrow keys go from frame to frame, Enter enlarges one, Escape shows all" {
                @for (number, frame) in frames.iter().enumerate() {
                    (drawn(frame, height, scale, profile.cycles, number == 0))
                }
            }
        }
        p { output.frame { "A frame is as wide as its cycles, with those of what it called. Click or Enter enlarges it, Escape shows all; arrow keys go to callees (up), callers (down) and beside." } }
        @if left_out > 0 {
            p.quiet { (left_out) " narrower frames are not drawn; " code { "report --folded" } " has all of them." }
        }
    }
}

/// Adds frames for the descendants of a node that have at least `least` cycles. Returns how many descendants have any cycles.
fn place<'n>(
    frames: &mut Vec<Frame<'n>>,
    node: &'n Node,
    from: u64,
    level: usize,
    least: f64,
) -> usize {
    let mut count = 0;
    let mut from = from;
    for (name, callee) in node.callees.iter().filter(|(_, callee)| callee.cycles > 0) {
        if callee.cycles as f64 >= least {
            frames.push(Frame {
                name,
                node: callee,
                from,
                level,
            });
        }
        count += 1 + place(frames, callee, from, level + 1, least);
        from += callee.cycles;
    }
    count
}

fn drawn(frame: &Frame<'_>, height: usize, scale: f64, all: u64, first: bool) -> Markup {
    let node = frame.node;
    let name: String = frame.name.chars().take(LETTERS).collect();
    let x = frame.from as f64 * scale;
    let y = height - (frame.level + 1) * HEIGHT;
    let width = node.cycles as f64 * scale;
    let own: u64 = node.own.values().sum();
    let share = percent(node.cycles, all);
    let title = format!("{name}: {} cycles, {share} %; its own {own}", node.cycles);
    // Its own cycles are at the right end, behind those of its callees.
    let mut at = frame.from + node.cycles - own;
    let parts = Cause::ALL.into_iter().enumerate().map(|(place, cause)| {
        let cycles = of_class(&node.own, cause);
        let from = at;
        at += cycles;
        (place, from, cycles)
    });
    let parts: Vec<_> = parts
        .filter(|(_, _, cycles)| *cycles as f64 * scale >= SMALLEST)
        .collect();
    html! {
        g.frame role="button" tabindex=(if first { "0" } else { "-1" }) aria-label=(title) data-name=(name) data-level=(frame.level) {
            title { (title) }
            rect class={ "pale " (main_class(&node.own)) } x=(format!("{x:.2}")) y=(y) width=(format!("{width:.2}")) height=(HEIGHT - 1)
                data-from=(frame.from) data-cycles=(node.cycles) {}
            @for (place, from, cycles) in &parts {
                rect class={ "s" (place) } x=(format!("{:.2}", *from as f64 * scale)) y=(y + HEIGHT - 4) width=(format!("{:.2}", *cycles as f64 * scale)) height="3"
                    data-from=(from) data-cycles=(cycles) {}
            }
            text x=(format!("{:.2}", x + 3.0)) y=(y + HEIGHT - 6) { (label(&name, width)) }
        }
    }
}

/// The part of a name that fits into a frame; the script cuts it in the same way when a frame is enlarged.
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

/// The cycles of a class.
fn of_class(own: &Causes, cause: Cause) -> u64 {
    let parts = own.iter().filter(|(name, _)| class(name) == Some(cause));
    parts.map(|(_, cycles)| *cycles).sum()
}

/// The CSS class for the colour of the class that has most of a function's own cycles.
fn main_class(own: &Causes) -> String {
    let classes = Cause::ALL.into_iter().enumerate();
    let most = classes.max_by_key(|(_, cause)| of_class(own, *cause));
    match most.filter(|(_, cause)| of_class(own, *cause) > 0) {
        Some((place, _)) => format!("s{place}"),
        None => "none".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Path;
    use crate::testing::sample;

    /// Title, width and place of every frame that is drawn.
    fn frames(profile: &ProfileFile) -> Vec<(String, f64, f64)> {
        let graph = format!("<div>{}</div>", flame_graph(profile).into_string());
        let document = roxmltree::Document::parse(&graph).unwrap();
        let groups = document.descendants().filter(|node| node.has_tag_name("g"));
        let frames = groups.map(|group| {
            let child = |name: &str| group.children().find(|node| node.has_tag_name(name));
            let number = |name: &str| {
                let value = child("rect").unwrap().attribute(name).unwrap();
                value.parse().unwrap()
            };
            let title = child("title").unwrap().text().unwrap().to_owned();
            (title, number("width"), number("y"))
        });
        frames.collect()
    }

    #[test]
    fn a_frame_is_as_wide_as_its_cycles_and_lies_on_its_caller() {
        let frames = frames(&sample());
        assert_eq!(frames.len(), 2);
        assert_eq!(frames[0].0, "main: 60 cycles, 100.0 %; its own 10");
        assert_eq!(frames[0].1, WIDTH);
        assert_eq!(frames[1].0, "sort: 50 cycles, 83.3 %; its own 50");
        assert!((frames[1].1 - WIDTH * 50.0 / 60.0).abs() < 0.01);
        assert!(frames[1].2 < frames[0].2);
    }

    #[test]
    fn deep_stacks_end_in_one_frame_with_all_their_cycles() {
        let mut profile = sample();
        for caller in 1..200 {
            let mut path = profile.paths[1].clone();
            path.caller = Some(caller);
            path.function = caller % 2;
            profile.paths.push(path);
        }
        let drawn = frames(&profile);
        let deeper = drawn
            .iter()
            .find(|frame| frame.0.starts_with(DEEPER))
            .unwrap();
        let levels = DEEPEST as u64 - 1;
        let below = 50 * (201 - levels);
        assert!(
            deeper.0.starts_with(&format!("{DEEPER}: {below} cycles")),
            "{}",
            deeper.0
        );
    }

    #[test]
    fn of_many_frames_the_widest_are_drawn_and_the_rest_is_counted() {
        let mut profile = sample();
        let sort = profile.functions[1].clone();
        for number in 0..2000_u32 {
            let mut function = sort.clone();
            function.name = format!("f{number}");
            profile.functions.push(function);
            profile.paths.push(Path {
                caller: Some(0),
                site: "0x1000".into(),
                function: 2 + number,
                cycles: 100 + u64::from(number),
                cycles_by_cause: [("unstalled".into(), 100 + u64::from(number))].into(),
            });
        }
        let drawn = frames(&profile);
        assert_eq!(drawn.len(), FRAMES);
        assert!(drawn.iter().any(|frame| frame.0.starts_with("f1999: ")));
        assert!(!drawn.iter().any(|frame| frame.0.starts_with("f0: ")));
        let graph = flame_graph(&profile).into_string();
        assert!(graph.contains("1002 narrower frames"), "{graph}");
    }
}
