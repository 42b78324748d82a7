//! Sampling formats.

mod btb;
mod compact;
mod detailed;
mod histogram;
mod raw;

use crate::dispatch::Programming;
use crate::error::{Fatal, fatal};
use crate::options::Histogram;
use crate::sampler::Sample;
use crate::symbols::Symbols;
use pmu::{Facts, Family, Kind};
use std::io::Write;

/// What a format needs to know about a measurement.
pub(crate) struct Context<'a> {
    /// The monitor.
    pub facts: &'static Facts,
    /// The measurement.
    pub programming: &'a Programming,
    /// Recorded registers, one bit each.
    pub recorded: u64,
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

    /// Whether samples are added up and printed at the end.
    fn is_histogram(self) -> bool {
        matches!(
            self,
            Format::DataHistogram
                | Format::InstructionHistogram
                | Format::BranchHistogram
                | Format::SampleHistogram
        )
    }
}

/// Prints samples as the buffer gives them out.
pub(crate) struct Printer<'a> {
    context: Context<'a>,
    format: Format,
    /// Printed before the first sample, or at the end of a run without samples.
    header: Vec<u8>,
    out: Box<dyn Write>,
    /// Samples so far.
    number: usize,
    begun: bool,
    /// Samples of a histogram, added up.
    tables: histogram::Tables,
    /// Why nothing more can be written.
    failed: Option<std::io::Error>,
}

impl<'a> Printer<'a> {
    /// A printer to a stream.
    pub(crate) fn new(
        context: Context<'a>,
        format: Format,
        header: Vec<u8>,
        out: Box<dyn Write>,
    ) -> Printer<'a> {
        Printer {
            context,
            format,
            header,
            out,
            number: 0,
            begun: false,
            tables: histogram::Tables::default(),
            failed: None,
        }
    }

    /// Prints the samples of a full buffer, or adds them to the histogram. An error of writing is kept for [`Printer::finish`].
    pub(crate) fn print(&mut self, samples: &[Sample]) {
        if self.failed.is_none()
            && let Err(error) = self.try_print(samples)
        {
            self.failed = Some(error);
        }
    }

    fn begin(&mut self, samples: usize) -> std::io::Result<()> {
        if !std::mem::replace(&mut self.begun, true) {
            self.out.write_all(&self.header)?;
            if self.is_raw() {
                raw::begin(&self.context, samples, &mut self.out)?;
            }
        }
        Ok(())
    }

    fn is_raw(&self) -> bool {
        self.format == Format::Raw || self.format.is_histogram() && self.context.histogram.raw
    }

    fn try_print(&mut self, samples: &[Sample]) -> std::io::Result<()> {
        let (context, number) = (&self.context, self.number);
        self.number += samples.len();
        if self.format.is_histogram() && !context.histogram.raw {
            match self.format {
                Format::DataHistogram => self.tables.data(context, samples),
                Format::InstructionHistogram => self.tables.instructions(context, samples),
                Format::BranchHistogram => self.tables.branches(context, samples),
                _ => self.tables.samples(context, samples),
            }
            return Ok(());
        }
        self.begin(samples.len())?;
        let (context, out) = (&self.context, &mut self.out);
        match self.format {
            Format::Detailed => detailed::print(context, number, samples, out)?,
            Format::Compact => compact::print(context, number, samples, out)?,
            Format::Btb => btb::print(context, samples, out)?,
            _ => raw::print(samples, out)?,
        }
        out.flush()
    }

    /// Prints what is left at the end of the run.
    ///
    /// # Errors
    ///
    /// The first error of writing, of this call or an earlier one.
    pub(crate) fn finish(&mut self) -> std::io::Result<()> {
        if let Some(error) = self.failed.take() {
            return Err(error);
        }
        self.begin(0)?;
        let (context, out) = (&self.context, &mut self.out);
        if !context.histogram.raw {
            match self.format {
                Format::DataHistogram => self.tables.print_data(context, out)?,
                Format::InstructionHistogram => self.tables.print_instructions(context, out)?,
                Format::BranchHistogram => self.tables.print_branches(context, out)?,
                Format::SampleHistogram => self.tables.print_samples(context, out)?,
                _ => {}
            }
        }
        out.flush()
    }
}

/// Numbers of the branch trace buffer's registers (8 to 15), oldest entry first, as pfmon walks them: from the write index
/// if the buffer has wrapped, else from PMD8, up to the write index. pfmon walks all eight if the buffer is empty (index 0, not full).
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
