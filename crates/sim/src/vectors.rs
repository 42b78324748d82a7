//! Frequency vectors of basic blocks, as SimPoint reads them.

use std::io::{self, Write};

use events::{Block, Execution};
use rustc_hash::FxHashMap;

use crate::request::Vectors;

/// Counts instructions by block and interval of a run, and writes a line for each interval.
pub(crate) struct BlockVectors {
    asked: Vectors,
    /// Numbers of blocks, from 1, by the code that the machine knows them by; 0: none yet.
    by_code: Vec<u32>,
    /// The same by space, address and first slot: a block that is decoded again keeps its number.
    by_place: FxHashMap<(u32, u64, u8), u32>,
    /// Instructions of the current interval, by number of the block.
    counts: Vec<u64>,
    /// Instructions in it so far.
    retired: u64,
    failed: Option<io::Error>,
}

impl BlockVectors {
    pub(crate) fn new(asked: Vectors) -> Self {
        Self {
            asked,
            by_code: Vec::new(),
            by_place: FxHashMap::default(),
            counts: vec![0],
            retired: 0,
            failed: None,
        }
    }

    /// A block was executed; whether what is written can still be.
    #[inline]
    pub(crate) fn executed(&mut self, block: &Block, execution: &Execution) -> bool {
        let retired = u64::from(block.count_before(execution.end));
        let number = match self.by_code.get(block.id.0 as usize) {
            Some(&number) if number != 0 => number,
            _ => self.number(block),
        };
        self.counts[number as usize] += retired;
        self.retired += retired;
        if self.retired >= self.asked.length {
            self.end();
        }
        self.failed.is_none()
    }

    #[cold]
    fn number(&mut self, block: &Block) -> u32 {
        let next = self.counts.len() as u32;
        let place = (block.space, block.ip, block.first_slot);
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

    /// An interval ends.
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
        self.retired = 0;
        if self.failed.is_none() {
            self.failed = self.asked.out.write_all(line.as_bytes()).err();
        }
    }

    /// The run has ended: the last interval, which is shorter, is written.
    ///
    /// # Errors
    /// A line could not be written.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        if self.retired > 0 {
            self.end();
        }
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.asked.out.flush(),
        }
    }
}
