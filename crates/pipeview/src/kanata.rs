//! The form of the viewer Konata: `Kanata 0004`.
//!
//! Lines of fields separated by tabs: `C=` the first cycle, `C` cycles that pass, `I` an instruction begins (number in the file,
//! in the run, thread), `L` its text (0) and details (1), `S` and `E` a stage begins and ends in a lane, `R` it retires (0) or is
//! flushed (1). Lane 0 holds the stages of the pipe, lane 1 what the instruction waited for and where its data were.

use std::cmp::Reverse;
use std::collections::{BinaryHeap, HashMap};
use std::io::{self, Write};

use profileme::Pipe;

use crate::row::{Fate, Form, Row, flush_name};

/// What happens in a cycle to one row; in the order in which it is written.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
enum Event {
    End(u8, String),
    Begin {
        number: u64,
        thread: u32,
        label: String,
        detail: String,
    },
    Start(u8, String),
    Leave {
        flushed: bool,
    },
}

/// Writes Konata's form.
pub struct Kanata<W> {
    out: W,
    pipe: Pipe,
    /// By cycle, row and order within the row.
    events: BinaryHeap<Reverse<(u64, u64, usize, Event)>>,
    /// Rows so far; numbers them.
    rows: u64,
    /// By row in the pipe, its number in the file.
    numbers: HashMap<u64, u64>,
    /// Rows written so far.
    begun: u64,
    /// Rows written as retired so far.
    retired: u64,
    /// Cycle of the newest event written.
    cycle: Option<u64>,
}

impl<W: Write> Kanata<W> {
    /// Begins a file.
    ///
    /// # Errors
    /// It cannot be written.
    pub fn new(mut out: W, pipe: Pipe) -> io::Result<Self> {
        out.write_all(b"Kanata\t0004\n")?;
        Ok(Self {
            out,
            pipe,
            events: BinaryHeap::new(),
            rows: 0,
            numbers: HashMap::new(),
            begun: 0,
            retired: 0,
            cycle: None,
        })
    }

    /// Writes what happens before a cycle.
    fn write_before(&mut self, end: u64) -> io::Result<()> {
        while let Some(Reverse((cycle, ..))) = self.events.peek()
            && *cycle < end
            && let Some(Reverse((cycle, row, _, event))) = self.events.pop()
        {
            match self.cycle {
                None => writeln!(self.out, "C=\t{cycle}")?,
                Some(before) if before < cycle => writeln!(self.out, "C\t{}", cycle - before)?,
                Some(_) => {}
            }
            self.cycle = Some(cycle);
            self.write(row, event)?;
        }
        Ok(())
    }

    fn write(&mut self, row: u64, event: Event) -> io::Result<()> {
        let out = &mut self.out;
        let id = self.numbers.get(&row).copied().unwrap_or(self.begun);
        match event {
            Event::Begin {
                number,
                thread,
                label,
                detail,
            } => {
                self.numbers.insert(row, id);
                self.begun += 1;
                writeln!(out, "I\t{id}\t{number}\t{thread}")?;
                writeln!(out, "L\t{id}\t0\t{label}")?;
                writeln!(out, "L\t{id}\t1\t{detail}")
            }
            Event::Start(lane, stage) => writeln!(out, "S\t{id}\t{lane}\t{stage}"),
            Event::End(lane, stage) => writeln!(out, "E\t{id}\t{lane}\t{stage}"),
            Event::Leave { flushed } => {
                self.numbers.remove(&row);
                let number = self.retired;
                self.retired += u64::from(!flushed);
                writeln!(out, "R\t{id}\t{number}\t{}", u8::from(flushed))
            }
        }
    }
}

/// What is said of a row beside its stages; `\n` is written as Konata wants it.
fn detail(row: &Row) -> String {
    let mut parts = vec![match row.fate {
        Fate::Retired => "retired".to_owned(),
        Fate::PredicatedOff => "predicate false".to_owned(),
        Fate::Killed(kind) => format!("killed by {}", flush_name(kind)),
        Fate::WrongPath => "wrong path".to_owned(),
    }];
    if let Some(number) = row.number {
        parts.push(format!("instruction {number}"));
    }
    if let Some(issue) = row.issue {
        parts.push(format!("issue {issue}"));
    }
    let waits = row.waits.iter();
    parts.extend(waits.map(|span| format!("{} {}", span.stall.name(), span.to - span.from)));
    if let Some(access) = row.memory {
        let level = access.level.map_or("none", |level| level.title());
        parts.push(format!("data {level} {}", access.completes));
    }
    parts.join("\\n")
}

impl<W: Write> Form for Kanata<W> {
    fn row(&mut self, row: Row, from: u64) -> io::Result<()> {
        let number = self.rows;
        self.rows += 1;
        let mut order = 0;
        let events = &mut self.events;
        let mut push = |cycle: u64, event: Event| {
            order += 1;
            events.push(Reverse((cycle, number, order, event)));
        };
        let stages = row.stages(&self.pipe);
        let ends = stages
            .iter()
            .skip(1)
            .map(|&(_, from)| from)
            .chain([row.end]);
        // A row ends when its data arrive, if that is after its last stage.
        let late = row
            .memory
            .map_or(row.end, |access| access.completes.max(row.end));
        push(
            row.start(),
            Event::Begin {
                number: row.number.unwrap_or(number),
                thread: row.thread,
                label: row.label(),
                detail: detail(&row),
            },
        );
        let mut spans: Vec<(u8, String, u64, u64)> = Vec::new();
        for (&(name, from), to) in stages.iter().zip(ends) {
            spans.push((0, name.to_owned(), from, to));
        }
        for span in &row.waits {
            spans.push((1, span.stall.name().to_owned(), span.from, span.to));
        }
        if let (Some(access), Some(issue)) = (row.memory, row.issue)
            && let Some(level) = access.level
            && access.completes > issue
        {
            spans.push((1, level.title().to_owned(), issue, access.completes));
        }
        spans.retain(|(_, _, from, to)| from < to);
        // Ends come before starts of the same cycle.
        let mut happenings: Vec<(u64, bool, Event)> = Vec::new();
        for (lane, name, from, to) in spans {
            happenings.push((from, true, Event::Start(lane, name.clone())));
            happenings.push((to, false, Event::End(lane, name)));
        }
        happenings.sort_by_key(|(cycle, start, _)| (*cycle, *start));
        for (cycle, _, event) in happenings {
            push(cycle, event);
        }
        let flushed = !matches!(row.fate, Fate::Retired | Fate::PredicatedOff);
        push(late, Event::Leave { flushed });
        self.write_before(from)
    }

    fn finish(&mut self) -> io::Result<()> {
        self.write_before(u64::MAX)?;
        self.out.flush()
    }
}
