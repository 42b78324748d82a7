//! gem5's `O3PipeView`, as `util/o3-pipeview.py` and Konata read it.
//!
//! Its stages stand for those of the pipe: `fetch` is the fetch, `decode` the entry into the decoupling buffer, `rename` and
//! `dispatch` the issue (EXP) and `issue` the stage behind, `complete` the last stage or the arrival of the data, `retire` the
//! cycle behind. 0 says that a stage was not reached.

use std::io::{self, Write};

use profileme::Pipe;

use crate::row::{Fate, Form, Row};

/// Ticks in a cycle: `--cycle-time 1000`.
const TICKS: u64 = 1000;

/// Writes gem5's form.
pub struct O3<W> {
    out: W,
    pipe: Pipe,
    rows: u64,
}

impl<W: Write> O3<W> {
    /// Begins a file.
    #[must_use]
    pub fn new(out: W, pipe: Pipe) -> Self {
        Self { out, pipe, rows: 0 }
    }
}

impl<W: Write> Form for O3<W> {
    fn row(&mut self, row: Row, _: u64) -> io::Result<()> {
        self.rows += 1;
        // Cycle 0 would say that the stage was not reached.
        let tick = |cycle: Option<u64>| cycle.map_or(0, |cycle| (cycle + 1) * TICKS);
        let retires = matches!(row.fate, Fate::Retired | Fate::PredicatedOff);
        let issue = row.issue;
        let text = match row.text.as_str() {
            "" => row.label(),
            text => text.replace(':', " "),
        };
        let complete = issue.map(|issue| {
            let last = self.pipe.retire(issue);
            row.memory.map_or(last, |access| access.completes.max(last))
        });
        let retire = complete.filter(|_| retires).map(|complete| complete + 1);
        let is_store = retires && row.memory.is_some_and(|access| access.kind.writes());
        let out = &mut self.out;
        writeln!(
            out,
            "O3PipeView:fetch:{}:{:#018x}:{}:{}:{text}",
            tick(Some(row.start())),
            row.ip,
            row.slot.unwrap_or(0),
            self.rows
        )?;
        let entry = row.fetched.map(|fetched| fetched.entry).or(issue);
        let entry = entry.filter(|&entry| entry < row.end);
        writeln!(out, "O3PipeView:decode:{}", tick(entry))?;
        writeln!(out, "O3PipeView:rename:{}", tick(issue))?;
        writeln!(out, "O3PipeView:dispatch:{}", tick(issue))?;
        writeln!(
            out,
            "O3PipeView:issue:{}",
            tick(issue.map(|issue| issue + 1))
        )?;
        writeln!(out, "O3PipeView:complete:{}", tick(complete))?;
        let store = if is_store { tick(retire) } else { 0 };
        writeln!(out, "O3PipeView:retire:{}:store:{store}", tick(retire))
    }

    fn finish(&mut self) -> io::Result<()> {
        self.out.flush()
    }
}
