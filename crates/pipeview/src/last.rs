//! The newest rows, kept for the question what the stages hold.

use std::collections::VecDeque;
use std::io;

use profileme::Pipe;

use crate::row::{Form, Row};

/// Rows that are kept: more than a pipe and its decoupling buffer hold.
const ROWS: usize = 256;

/// Keeps the newest rows.
#[derive(Debug, Default)]
pub struct Last {
    rows: VecDeque<Row>,
}

/// What a stage holds.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Held {
    /// The stage; `BUF`: the decoupling buffer.
    pub stage: &'static str,
    /// The first cycle there; `None`: not known, it was fetched before anything was heard.
    pub since: Option<u64>,
    /// Address of the bundle.
    pub ip: u64,
    /// Slot; `None`: a bundle that never issues.
    pub slot: Option<u8>,
    /// The instruction; empty for a bundle that never issues.
    pub text: String,
}

impl Last {
    /// What the stages hold in a cycle, in program order.
    #[must_use]
    pub fn held(&self, pipe: &Pipe, cycle: u64) -> Vec<Held> {
        let held = |row: &Row| {
            let known = row.stages(pipe);
            let stage = known.iter().rev().find(|(_, from)| *from <= cycle);
            let (stage, since) = match (stage, row.fetched) {
                (Some(&(stage, from)), _) => (stage, Some(from)),
                // Its fetch came before the listener began: it waits in the buffer.
                (None, None) if row.issue.is_some_and(|issue| issue > cycle) => ("BUF", None),
                (None, _) => return None,
            };
            (row.end > cycle).then(|| Held {
                stage,
                since,
                ip: row.ip,
                slot: row.slot,
                text: row.text.clone(),
            })
        };
        self.rows.iter().filter_map(held).collect()
    }
}

impl Form for Last {
    fn row(&mut self, row: Row, _: u64) -> io::Result<()> {
        if self.rows.len() == ROWS {
            self.rows.pop_front();
        }
        self.rows.push_back(row);
        Ok(())
    }

    fn finish(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::row::{Fate, Fetched};
    use isa::Family;

    fn row(ip: u64, fetched: Option<(u64, u64)>, issue: u64, pipe: &Pipe) -> Row {
        Row {
            ip,
            slot: Some(0),
            text: "nop.m 0x0".to_owned(),
            number: Some(0),
            thread: 1,
            fetched: fetched.map(|(start, entry)| Fetched { start, entry }),
            issue: Some(issue),
            end: pipe.retire(issue) + 1,
            fate: Fate::Retired,
            waits: Vec::new(),
            memory: None,
        }
    }

    #[test]
    fn each_instruction_is_in_the_stage_of_its_cycle_and_in_none_before_and_behind() {
        let pipe = Pipe::new(Family::Itanium, 3, 8);
        let mut last = Last::default();
        for (ip, fetched, issue) in [
            (0x10, Some((1, 4)), 5),
            (0x20, Some((7, 10)), 100),
            (0x30, None, 100),
            (0x40, Some((60, 63)), 101),
        ] {
            last.row(row(ip, fetched, issue, &pipe), 0).unwrap();
        }
        let held = |cycle| {
            let held = last.held(&pipe, cycle).into_iter();
            held.map(|it| (it.ip, it.stage, it.since))
                .collect::<Vec<_>>()
        };
        let known_from_the_start = (0x30, "BUF", None);
        assert_eq!(
            held(6),
            [(0x10, "REN", Some(6)), known_from_the_start],
            "the second is not fetched yet"
        );
        assert_eq!(
            held(61),
            [
                (0x20, "BUF", Some(10)),
                known_from_the_start,
                (0x40, "FET", Some(61))
            ]
        );
        assert_eq!(
            held(106),
            [
                (0x20, "WRB", Some(106)),
                (0x30, "WRB", Some(106)),
                (0x40, "DET", Some(106))
            ]
        );
        assert_eq!(held(200), []);
    }
}
