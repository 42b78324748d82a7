//! The reference stream and the branches of a run for other tools, while it goes on.

use std::io::{self, Write};
use std::ops::Range;

use events::{Attention, Block, Execution, Fact, Probe, Task, Totals};
use isa::{BranchKind, BranchTarget, Op};

use crate::export::{Format, Writer};
use crate::exported::Exported;

/// A stream for other tools.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Stream {
    /// Instructions and references in the form of a tool.
    Tool(Format),
    /// A line of text for each branch, taken or not: address, target (`-`: not taken), kind (`cond`, `uncond`, `call`, `ret`,
    /// `ind`, `indcall`, `loop`), 1 when it was taken.
    Branches,
}

/// Writes a stream from what executes, with effective addresses.
pub struct Live<W> {
    stream: Stream,
    writer: Writer<W>,
    /// Instructions by their number in the run.
    window: Range<u64>,
    /// `Some`: only the region of interest is written, and this is whether execution is inside.
    region: Option<bool>,
    task: Task,
    retired: u64,
    failed: Option<io::Error>,
}

impl<W: Write> Live<W> {
    /// A stream of some instructions, by their number in the run, or of those of them that are in the region of interest.
    pub fn new(stream: Stream, out: W, window: Range<u64>, region: bool) -> Self {
        let format = match stream {
            Stream::Tool(format) => format,
            Stream::Branches => Format::Lackey,
        };
        Self {
            stream,
            writer: Writer::new(format, out),
            window,
            region: region.then_some(false),
            task: Task::numbered(1, 1),
            retired: 0,
            failed: None,
        }
    }

    /// The end of the run.
    ///
    /// # Errors
    /// Something could not be written.
    pub fn finish(mut self) -> io::Result<()> {
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.writer.end(),
        }
    }

    fn write(&mut self, block: &Block, execution: &Execution) -> io::Result<()> {
        let count = u64::from(block.count_before(execution.end));
        let behind = self.retired + count <= self.window.start || self.retired >= self.window.end;
        if behind || self.region == Some(false) {
            self.retired += count;
            return Ok(());
        }
        for retired in execution.retired(block) {
            let (slot, decoded) = (retired.slot, retired.instruction);
            let number = self.retired;
            self.retired += 1;
            if !self.window.contains(&number) {
                continue;
            }
            let no_access = execution.notes.iter().any(|note| {
                let none = matches!(note.fact, Fact::Deferred { .. } | Fact::CheckLoadHit);
                note.slot == slot && none
            });
            let bundle = block.ip_of(slot);
            let long = slot % 3 == 2 && block.bundles[usize::from(slot / 3)].template.is_mlx();
            let (offset, length) = match (slot % 3, long) {
                (_, true) => (6, 10),
                (2, false) => (12, 4),
                (slot, false) => (6 * u64::from(slot), 6),
            };
            let taken = retired.taken;
            let data = retired.address.filter(|_| !no_access).and_then(|address| {
                let access = decoded.memory_access()?;
                Some((access.kind, address, access.bytes))
            });
            match (self.stream, decoded.op) {
                (Stream::Branches, Op::Branch { kind, target }) => {
                    let target = branch(kind, target, decoded.qp == 0).to_owned();
                    let place = bundle + offset;
                    let to = match taken {
                        true => format!("{:#x}", execution.target),
                        false => "-".to_owned(),
                    };
                    let line = format!("{place:#x} {to} {target} {}\n", u8::from(taken));
                    self.writer.text(&line)?;
                }
                (Stream::Branches, _) => {}
                (Stream::Tool(_), _) => {
                    self.writer.task(self.task.process, self.task.thread)?;
                    self.writer.access(&Exported {
                        ip: bundle + offset,
                        length,
                        opcode: isa::slot_bits(
                            block.raw[usize::from(slot / 3)],
                            usize::from(slot % 3),
                        ) as u32,
                        decoded: *decoded,
                        squashed: !retired.predicate,
                        data,
                        taken,
                        target: execution.target & !15,
                    })?;
                }
            }
        }
        Ok(())
    }
}

fn branch(kind: BranchKind, target: BranchTarget, always: bool) -> &'static str {
    match (kind, target) {
        (BranchKind::Ret, _) => "ret",
        (BranchKind::Call, BranchTarget::Indirect) => "indcall",
        (BranchKind::Call, _) => "call",
        (BranchKind::Cond, BranchTarget::Indirect) => "ind",
        (BranchKind::Cond, _) if always => "uncond",
        (BranchKind::Cond, _) => "cond",
        _ => "loop",
    }
}

impl<W: Write> Probe for Live<W> {
    fn execution(&mut self, block: &Block, execution: &Execution) {
        if self.failed.is_none() {
            self.failed = self.write(block, execution).err();
        }
    }

    fn task(&mut self, _: u64, task: Task) {
        self.task = task;
    }

    fn region(&mut self, _: u64, inside: bool) {
        if let Some(region) = &mut self.region {
            *region = inside;
        }
    }

    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        Attention {
            executions: self.failed.is_none() && self.retired < self.window.end,
            ..Attention::NOTHING
        }
    }
}
