//! The plot of `epicycle monitors`: an SVG file that needs nothing else.

use std::fmt::Write as _;

use super::{SampledMonitor, percent};

/// Height of a bar and of the gap under the bars of a sampler.
const BAR: usize = 9;
const GAP: usize = 9;
/// Left edge and width of the bars at 100 %.
const LEFT: usize = 240;
const WIDTH: usize = 520;
const TOP: usize = 56;
/// The three errors: name and colour.
const ERRORS: [(&str, &str); 3] = [
    ("instruction", "#1b6ca8"),
    ("bundle", "#7fb2d9"),
    ("function", "#e08e2b"),
];

/// Bars of the three errors of each sampler, in the order given, under a title.
#[must_use]
pub fn monitors_plot(title: &str, monitors: &[SampledMonitor]) -> String {
    let row = ERRORS.len() * BAR + GAP;
    let bottom = TOP + row * monitors.len();
    let (width, height) = (LEFT + WIDTH + 70, bottom + 24);
    let mut out = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
         font-family=\"sans-serif\" font-size=\"11\">\n\
         <rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n\
         <text x=\"12\" y=\"20\" font-size=\"14\">{}</text>\n",
        escape(title)
    );
    for (index, (name, colour)) in ERRORS.iter().enumerate() {
        let x = LEFT + 110 * index;
        let _ = writeln!(
            out,
            "<rect x=\"{x}\" y=\"30\" width=\"9\" height=\"9\" fill=\"{colour}\"/><text x=\"{}\" y=\"39\">by {name}</text>",
            x + 14
        );
    }
    for tenth in 0..=10 {
        let x = LEFT + WIDTH * tenth / 10;
        let _ = writeln!(
            out,
            "<line x1=\"{x}\" y1=\"{}\" x2=\"{x}\" y2=\"{bottom}\" stroke=\"#dddddd\"/><text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{} %</text>",
            TOP - 6,
            bottom + 14,
            10 * tenth
        );
    }
    for (index, monitor) in monitors.iter().enumerate() {
        let top = TOP + row * index;
        let label = format!("{}, {}", monitor.name, monitor.period);
        let _ = writeln!(
            out,
            "<text x=\"{}\" y=\"{}\" text-anchor=\"end\">{}</text>",
            LEFT - 8,
            top + 18,
            escape(&label)
        );
        let error = &monitor.error;
        let errors = [error.instruction, error.bundle, error.function];
        for (bar, (error, (_, colour))) in errors.into_iter().zip(ERRORS).enumerate() {
            let y = top + bar * BAR;
            let length = WIDTH as f64 * error;
            let _ = writeln!(
                out,
                "<rect x=\"{LEFT}\" y=\"{y}\" width=\"{length:.1}\" height=\"{}\" fill=\"{colour}\"/><text x=\"{:.1}\" y=\"{}\" font-size=\"8\">{}</text>",
                BAR - 1,
                LEFT as f64 + length + 3.0,
                y + 7,
                percent(error)
            );
        }
    }
    out.push_str("</svg>\n");
    out
}

/// Text as XML writes it.
fn escape(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}
