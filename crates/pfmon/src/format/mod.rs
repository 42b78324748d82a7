//! Sampling formats.

mod btb;
mod compact;
mod detailed;
mod histogram;
mod raw;

use crate::dispatch::Programming;
use crate::error::{Fatal, fatal};
use crate::options::Histogram;
use crate::session::Sample;
use crate::symbols::Symbols;
use pmu::{Facts, Family, Kind};
use std::io::Write;

/// What a format needs to know about a run.
pub(crate) struct Context<'a> {
    /// The monitor.
    pub facts: &'static Facts,
    /// The measurement.
    pub programming: &'a Programming,
    /// Recorded registers, one bit each.
    pub recorded: u64,
    /// The samples.
    pub samples: &'a [Sample],
    /// The first process.
    pub first: u32,
    /// Those after it, each from a cycle on.
    pub processes: &'a [(u64, u32)],
    /// Symbols of the program.
    pub symbols: &'a Symbols,
    /// IIP is printed with the slot.
    pub ip_slot: bool,
    /// Views of histograms.
    pub histogram: Histogram,
    /// Load-to-use latencies of L2 and L3 in cycles.
    pub latencies: [u64; 2],
    /// Cycles per second.
    pub frequency: u64,
}

impl Context<'_> {
    /// The process that a sample interrupted.
    fn pid(&self, sample: &Sample) -> u32 {
        let after = self
            .processes
            .partition_point(|&(from, _)| from <= sample.stamp);
        match self.processes[..after].last() {
            Some(&(_, process)) => process,
            None => self.first,
        }
    }

    /// The interrupted bundle as text formats print it: with the slot in the low bits on request only.
    fn ip(&self, sample: &Sample) -> u64 {
        sample.ip
            | if self.ip_slot {
                u64::from(sample.slot)
            } else {
                0
            }
    }

    /// A sample's value of a register.
    fn pmd(&self, sample: &Sample, index: usize) -> Option<u64> {
        if self.recorded >> index & 1 == 0 {
            return None;
        }
        let position = (self.recorded & ((1 << index) - 1)).count_ones() as usize;
        sample.pmds.get(position).copied()
    }
}

/// A sampling format.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Format {
    /// One line for each register, decoded.
    Detailed,
    /// The kernel's buffer as it is.
    Raw,
    /// One line for each sample.
    Compact,
    /// One line for each branch.
    Btb,
    /// Data misses by instruction, address or level (pfmon 3.x).
    DataHistogram,
    /// Instruction misses by line or level (pfmon 3.x).
    InstructionHistogram,
    /// Branches by source and target (pfmon 3.x).
    BranchHistogram,
    /// Samples of any event by interrupted bundle (pfmon 3.x).
    SampleHistogram,
}

/// The formats, in the order of pfmon's list.
pub(crate) const FORMATS: [Format; 8] = [
    Format::Detailed,
    Format::Raw,
    Format::Compact,
    Format::Btb,
    Format::DataHistogram,
    Format::InstructionHistogram,
    Format::BranchHistogram,
    Format::SampleHistogram,
];

impl Format {
    /// Name on the command line.
    #[must_use]
    pub(crate) fn name(self, family: Family) -> String {
        match self {
            Format::Detailed => {
                return format!("detailed-{}", Facts::of(family).model.to_lowercase());
            }
            Format::Raw => "raw",
            Format::Compact => "compact",
            Format::Btb => "btb",
            Format::DataHistogram => "dear-hist",
            Format::InstructionHistogram => "iear-hist",
            Format::BranchHistogram => "btb-hist",
            Format::SampleHistogram => "inst-hist",
        }
        .to_owned()
    }

    /// One line about it.
    #[must_use]
    pub(crate) fn description(self) -> &'static str {
        match self {
            Format::Detailed => "Details each event in clear text",
            Format::Raw => "dumps the sampling buffer in binary format",
            Format::Compact => "Column-style raw values",
            Format::Btb => "Column-style output of branches captured by the branch trace buffer",
            Format::DataHistogram => "Histogram of data event address register samples",
            Format::InstructionHistogram => {
                "Histogram of instruction event address register samples"
            }
            Format::BranchHistogram => "Histogram of branches captured by the branch trace buffer",
            Format::SampleHistogram => "Histogram of interrupted instructions",
        }
    }

    /// The format called `name`.
    #[must_use]
    pub(crate) fn find(family: Family, name: &str) -> Option<Format> {
        FORMATS
            .into_iter()
            .find(|format| format.name(family) == name)
    }

    /// Whether a measurement suits the format.
    ///
    /// # Errors
    ///
    /// The event that the format needs is missing or not alone.
    pub(crate) fn validate(self, programming: &Programming) -> Result<(), Fatal> {
        let events = &programming.events;
        match self {
            Format::Btb if !events.iter().all(|m| m.event.kind == Kind::BranchTrace) => {
                fatal("the btb sampling output format only works with the BRANCH_EVENT event")
            }
            Format::BranchHistogram if !programming.trace => {
                fatal("the btb-hist sampling output format needs the branch trace buffer")
            }
            Format::DataHistogram if programming.data_ear().is_none() => {
                fatal("the dear-hist sampling output format needs a data EAR event")
            }
            Format::InstructionHistogram if programming.instruction_ear().is_none() => {
                fatal("the iear-hist sampling output format needs an instruction EAR event")
            }
            _ => Ok(()),
        }
    }

    /// Lines that the format adds to the header.
    pub(crate) fn header(self, context: &Context<'_>) -> Vec<String> {
        match self {
            Format::Compact => compact::header(context),
            Format::Btb => btb::header(),
            _ => Vec::new(),
        }
    }

    /// Prints the samples.
    ///
    /// # Errors
    ///
    /// Those of writing.
    pub(crate) fn print(self, context: &Context<'_>, out: &mut dyn Write) -> std::io::Result<()> {
        match self {
            Format::DataHistogram
            | Format::InstructionHistogram
            | Format::BranchHistogram
            | Format::SampleHistogram
                if context.histogram.raw =>
            {
                raw::print(context, out)
            }
            Format::Detailed => detailed::print(context, out),
            Format::Raw => raw::print(context, out),
            Format::Compact => compact::print(context, out),
            Format::Btb => btb::print(context, out),
            Format::DataHistogram => histogram::data(context, out),
            Format::InstructionHistogram => histogram::instructions(context, out),
            Format::BranchHistogram => histogram::branches(context, out),
            Format::SampleHistogram => histogram::samples(context, out),
        }
    }
}

/// Indices of the branch trace buffer in the order of recording, as pfmon walks it: from the write index
/// when the buffer has wrapped, else from the start, until it is back. An empty index (0, not full) shows
/// all eight.
fn trace_order(pmd16: u64) -> Vec<usize> {
    let (full, index) = (pmd16 >> 3 & 1 != 0, (pmd16 & 7) as usize);
    let start = if full { index } else { 0 };
    let count = match (index + 8 - start) % 8 {
        0 => 8,
        count => count,
    };
    (0..count).map(|offset| 8 + (start + offset) % 8).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_walk_starts_with_the_oldest_entry() {
        assert_eq!(trace_order(8 | 1), [9, 10, 11, 12, 13, 14, 15, 8]);
        assert_eq!(trace_order(3), [8, 9, 10]);
        assert_eq!(trace_order(8).len(), 8);
        assert_eq!(trace_order(0).len(), 8);
    }
}
