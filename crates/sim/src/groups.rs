//! The check of executed instruction groups: dependency violations with the actual values of the predicates.

use std::collections::HashSet;
use std::io::{self, Write};

use events::{Block, Execution};
use isa::dependencies::{Checker, Site};
use isa::{Op, Slot};

/// Writes each different violation once, when it first occurs.
pub(crate) struct GroupCheck {
    checker: Checker,
    seen: HashSet<String>,
    out: Box<dyn Write + Send>,
    failed: Option<io::Error>,
}

impl GroupCheck {
    pub(crate) fn new(out: Box<dyn Write + Send>) -> Self {
        Self {
            checker: Checker::new(false),
            seen: HashSet::new(),
            out,
            failed: None,
        }
    }

    /// Checks the instructions of a block that retired.
    pub(crate) fn executed(&mut self, block: &Block, execution: &Execution) {
        let Self {
            checker,
            seen,
            out,
            failed,
        } = self;
        for slot in block.first_slot..execution.end {
            let insn: Slot = *block.instruction(slot);
            if insn.op == Op::LongHalf {
                continue;
            }
            let template = block.bundles[usize::from(slot / 3)].template;
            let site = Site {
                bundle: block.ip_of(slot),
                slot: template.shown_slot(slot % 3),
                insn,
            };
            let ends = template.stop_after(usize::from(slot % 3)) || execution.taken == Some(slot);
            let predicate = execution.predicates >> slot & 1 != 0;
            checker.executed(site, predicate, ends, &mut |violation| {
                let text = violation.to_string();
                if failed.is_none() && !seen.contains(&text) {
                    *failed = writeln!(out, "{text}").err();
                    seen.insert(text);
                }
            });
        }
    }

    /// An event came between two instructions (a fault, a system call, another thread): the group ends.
    pub(crate) fn interrupted(&mut self) {
        self.checker.end_group();
    }

    /// The end of the run: writes how many different violations there were.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        let summary = match self.seen.len() {
            0 => "no violation of an instruction group was executed".to_owned(),
            1 => "1 violation of an instruction group was executed".to_owned(),
            n => format!("{n} different violations of instruction groups were executed"),
        };
        match self.failed.take() {
            Some(error) => Err(error),
            None => writeln!(self.out, "{summary}").and_then(|()| self.out.flush()),
        }
    }
}
