//! Frequency vectors of basic blocks, in the form that SimPoint reads.

use std::io::{self, Write};

use events::{Block, Execution};
use rustc_hash::FxHashMap;

use crate::request::Vectors;

/// Counts instructions by block and interval of a run, and writes a line for each interval.
pub(crate) struct BlockVectors {
    asked: Vectors,
    /// The number of a block, from 1, by its [`CodeId`](events::CodeId); 0: it has none yet.
    by_code: Vec<u32>,
    /// The same by space, address and first slot: a block that is decoded again keeps its number.
    by_place: FxHashMap<(u32, u64, u8), u32>,
    /// The block that was just left inside and not by a branch, as at the end of a thread's turn: where it would continue, and its number.
    open: Option<((u32, u64, u8), u32)>,
    /// Instructions of the current interval, by number of the block.
    counts: Vec<u64>,
    /// Instructions since the multiple of the interval length at which the current interval nominally begins. The block in which that
    /// multiple lies belongs to the interval before.
    retired: u64,
    failed: Option<io::Error>,
}

impl BlockVectors {
    pub(crate) fn new(asked: Vectors) -> Self {
        Self {
            asked,
            by_code: Vec::new(),
            by_place: FxHashMap::default(),
            open: None,
            counts: vec![0],
            retired: 0,
            failed: None,
        }
    }

    /// A block was executed. False: the file cannot be written.
    #[inline]
    pub(crate) fn executed(&mut self, block: &Block, execution: &Execution) -> bool {
        let retired = u64::from(block.count_before(execution.end));
        let known = self.by_code.get(block.id.0 as usize).copied();
        let number = match known.filter(|&number| number != 0 && self.open.is_none()) {
            Some(number) => number,
            None => self.number(block),
        };
        if execution.taken.is_none() && execution.end < block.end_slot {
            let bundle = block.ip + 16 * u64::from(execution.end / 3);
            self.open = Some(((block.space, bundle, execution.end % 3), number));
        }
        self.counts[number as usize] += retired;
        self.retired += retired;
        // A block that is left inside, at the end of a turn or for a system call, is not divided between intervals.
        if self.retired >= self.asked.length && self.open.is_none() {
            // Intervals must not drift: a run that times chosen ones finds them at multiples of the length.
            self.retired -= self.asked.length;
            self.end();
        }
        self.failed.is_none()
    }

    #[cold]
    fn number(&mut self, block: &Block) -> u32 {
        let next = self.counts.len() as u32;
        let place = (block.space, block.ip, block.first_slot);
        // The rest of a block that was left inside counts as that block.
        if let Some((rest, number)) = self.open.take()
            && rest == place
        {
            return number;
        }
        let number = *self.by_place.entry(place).or_insert(next);
        if number == next {
            self.counts.push(0);
        }
        let code = block.id.0 as usize;
        if code >= self.by_code.len() {
            self.by_code.resize(code + 1, 0);
        }
        self.by_code[code] = number;
        number
    }

    /// Ends the interval: writes its line.
    #[cold]
    fn end(&mut self) {
        let mut line = String::from("T");
        for (number, count) in self.counts.iter_mut().enumerate() {
            if *count > 0 {
                line.push_str(&format!(":{number}:{count} "));
                *count = 0;
            }
        }
        line.push('\n');
        if self.failed.is_none() {
            self.failed = self.asked.out.write_all(line.as_bytes()).err();
        }
    }

    /// The run has ended: the last interval, which is shorter, is written.
    ///
    /// # Errors
    /// A line could not be written.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        if self.counts.iter().any(|&count| count > 0) {
            self.end();
        }
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.asked.out.flush(),
        }
    }
}
