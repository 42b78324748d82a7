//! Rows against cycles, as text on a terminal and as SVG.

use std::fmt::Write as _;
use std::io;

use profileme::Pipe;

use crate::columns::{Columns, LEFT_OUT};
use crate::row::{Fate, Form, Row};

/// Rows and cycles that a chart holds at most; what lies beyond is said to be left out.
const ROWS: usize = 2000;

/// Collects rows for a chart of a few cycles.
pub struct Chart {
    pipe: Pipe,
    rows: Vec<Row>,
    /// Rows beyond [`ROWS`].
    left_out: usize,
}

/// A wait in text.
const WAITS: char = '.';

impl Chart {
    /// No rows yet.
    #[must_use]
    pub fn new(pipe: Pipe) -> Self {
        Self {
            pipe,
            rows: Vec::new(),
            left_out: 0,
        }
    }

    /// Whether no instruction was in the window.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.rows.is_empty()
    }

    /// The columns that its rows need.
    fn columns(&self) -> Columns {
        let changes = self.rows.iter().flat_map(|row| {
            let stages = row.stages(&self.pipe).into_iter();
            stages.map(|(_, from)| from).chain([row.start(), row.end])
        });
        Columns::new(changes.collect())
    }

    /// One line a row: a letter for each stage (named below), `.` for cycles in the decoupling buffer, `x` where a flush came;
    /// a cycle a column, and `~` for the cycles of a long stretch in which no row goes on. What it waited for stands behind.
    #[must_use]
    pub fn text(&self) -> String {
        let columns = self.columns();
        let (first, last) = columns.extent();
        let mut text = String::new();
        let letters = self.letters();
        let names: Vec<String> = letters
            .iter()
            .map(|(name, letter)| format!("{letter} {name}"))
            .collect();
        let _ = writeln!(
            text,
            "cycles {first} to {last}; {}, {WAITS} in the decoupling buffer, x flushed, - predicate false{}",
            names.join(", "),
            match columns.left_out().next() {
                Some(_) => format!(", {LEFT_OUT} cycles in which nothing moves"),
                None => String::new(),
            }
        );
        let width = self
            .rows
            .iter()
            .map(|row| row.label().len())
            .max()
            .unwrap_or(0);
        let _ = writeln!(text, "{:width$}  {}", "", columns.ruler());
        for row in &self.rows {
            let _ = write!(text, "{:width$}  ", row.label());
            let mut line = String::new();
            for (cycle, left_out) in columns.all().take_while(|(cycle, _)| *cycle < row.end) {
                line.push(match self.letter(row, cycle, &letters) {
                    letter if letter != ' ' && left_out => LEFT_OUT,
                    letter => letter,
                });
            }
            match row.fate {
                Fate::Killed(_) | Fate::WrongPath => line.push('x'),
                Fate::PredicatedOff => line.push('-'),
                Fate::Retired => {}
            }
            let _ = write!(text, "{line}");
            let mut notes: Vec<String> = Vec::new();
            for (name, cycles) in waits(row) {
                notes.push(format!("{name} {cycles}"));
            }
            if let Some(access) = row.memory
                && let Some(level) = access.level
                && level != events::MemoryLevel::L1
            {
                let completes = access.completes;
                notes.push(format!("data from {} at {completes}", level.title()));
            }
            if let Fate::Killed(kind) = row.fate {
                notes.push(format!("killed by {}", crate::row::flush_name(kind)));
            }
            if !notes.is_empty() {
                let _ = write!(text, "  {}", notes.join(", "));
            }
            text.push('\n');
        }
        if self.left_out > 0 {
            let _ = writeln!(text, "{} more rows are left out", self.left_out);
        }
        text
    }

    /// The stages with a letter each.
    fn letters(&self) -> Vec<(&'static str, char)> {
        let mut letters: Vec<(&str, char)> = Vec::new();
        for &name in self.pipe.front.iter().chain(self.pipe.back) {
            let free = |letter: &char| letters.iter().all(|(_, taken)| taken != letter);
            let letter = name.chars().find(free).unwrap_or('?');
            letters.push((name, letter));
        }
        letters
    }

    fn letter(&self, row: &Row, cycle: u64, letters: &[(&'static str, char)]) -> char {
        let stages = row.stages(&self.pipe);
        let Some((stage, _)) = stages.iter().rev().find(|(_, from)| *from <= cycle) else {
            return ' ';
        };
        let letter = letters.iter().find(|(name, _)| name == stage);
        letter.map_or(WAITS, |(_, letter)| *letter)
    }

    /// The same as a picture.
    #[must_use]
    pub fn svg(&self) -> String {
        let columns = self.columns();
        let (_, last) = columns.extent();
        let label = 7 * self
            .rows
            .iter()
            .map(|row| row.label().len())
            .max()
            .unwrap_or(0)
            + 20;
        let (cell, line) = (18, 18);
        let x = |cycle: u64| label as u64 + columns.of(cycle) * cell;
        let (width, height) = (x(last) + 10, 60 + line * self.rows.len() as u64);
        let mut svg = format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{height}\" viewBox=\"0 0 {width} {height}\" \
             font-family=\"monospace\" font-size=\"11\">\n<rect width=\"100%\" height=\"100%\" fill=\"white\"/>\n"
        );
        let shown = columns.shown().iter().cloned().flatten();
        for cycle in shown.filter(|cycle| cycle % 5 == 0) {
            let _ = writeln!(
                svg,
                "<line x1=\"{0}\" y1=\"24\" x2=\"{0}\" y2=\"{1}\" stroke=\"#dddddd\"/><text x=\"{0}\" y=\"18\" fill=\"#555555\">{cycle}</text>",
                x(cycle),
                height - 30
            );
        }
        for cycle in columns.left_out() {
            let _ = writeln!(
                svg,
                "<text x=\"{}\" y=\"18\" fill=\"#555555\">{LEFT_OUT}</text>",
                x(cycle) + 5
            );
        }
        for (n, row) in (0..).zip(&self.rows) {
            self.draw(&mut svg, row, 28 + n * line, &x);
        }
        let _ = writeln!(
            svg,
            "<text x=\"10\" y=\"{}\" fill=\"#555555\">blue: front end, grey: decoupling buffer, orange: waiting, green: back end, red: flushed{}</text>\n</svg>",
            height - 10,
            match self.left_out {
                0 => String::new(),
                count => format!("; {count} more rows are left out"),
            }
        );
        svg
    }

    fn draw(&self, svg: &mut String, row: &Row, y: u64, x: &impl Fn(u64) -> u64) {
        let stages = row.stages(&self.pipe);
        let ends = stages
            .iter()
            .skip(1)
            .map(|&(_, from)| from)
            .chain([row.end]);
        let lost = matches!(row.fate, Fate::Killed(_) | Fate::WrongPath);
        let ink = if row.fate == Fate::Retired {
            "#000000"
        } else {
            "#999999"
        };
        let _ = writeln!(
            svg,
            "<text x=\"10\" y=\"{}\" fill=\"{ink}\">{}</text>",
            y + 12,
            escaped(&row.label())
        );
        let mut bar = |from: u64, to: u64, colour: &str, name: &str| {
            if from < to {
                let (left, width) = (x(from), x(to) - x(from));
                let _ = write!(
                    svg,
                    "<rect x=\"{left}\" y=\"{y}\" width=\"{width}\" height=\"15\" fill=\"{colour}\" stroke=\"white\"><title>{name} {from} to {}</title></rect>",
                    to - 1
                );
            }
        };
        for (&(name, from), to) in stages.iter().zip(ends) {
            let colour = match name {
                _ if lost => "#e7a6a1",
                "BUF" => "#d0d0d0",
                name if self.pipe.front.contains(&name) => "#9ec5e8",
                _ => "#a8d5a2",
            };
            bar(from, to, colour, name);
        }
        for span in &row.waits {
            bar(span.from, span.to, "#f2b76b", span.stall.name());
        }
        svg.push('\n');
    }
}

/// What a row waited for, with the cycles, in the order in which it began.
fn waits(row: &Row) -> Vec<(&'static str, u64)> {
    let mut sums: Vec<(&str, u64)> = Vec::new();
    for span in &row.waits {
        let (name, cycles) = (span.stall.name(), span.to - span.from);
        match sums.iter_mut().find(|(known, _)| *known == name) {
            Some((_, sum)) => *sum += cycles,
            None => sums.push((name, cycles)),
        }
    }
    sums
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;")
        .replace('<', "&lt;")
        .replace('>', "&gt;")
}

impl Form for Chart {
    fn row(&mut self, row: Row, _: u64) -> io::Result<()> {
        if self.rows.len() == ROWS {
            self.left_out += 1;
        } else {
            self.rows.push(row);
        }
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        // The wrong path is heard behind what it follows.
        self.rows.sort_by_key(Row::start);
        Ok(())
    }
}
