//! What of a run's pipeline is looked at, and in which form: options that several commands share.

use std::io::Write;
use std::ops::Range;
use std::path::PathBuf;

use anyhow::{Result, bail};
use clap::{Args, ValueEnum};
use coretrace::{Format, Stream};
use pipeview::{Form, Kanata, O3, View, Window};
use report::Report;

use sim::Column;

use crate::options::count;
use crate::output::{Output, Outputs};
use crate::program;

/// `FROM..TO`, `FROM+COUNT`, `FROM..`.
pub(crate) fn range(text: &str) -> Result<Range<u64>, String> {
    let number = |text: &str| count(text).map_err(|error| error.to_string());
    let range = match (text.split_once(".."), text.split_once('+')) {
        (Some((from, "")), _) => number(from)?..u64::MAX,
        (Some((from, to)), _) => number(from)?..number(to)?,
        (None, Some((from, length))) => {
            let from = number(from)?;
            let to = from.checked_add(number(length)?);
            let beyond = || {
                format!(
                    "the sum is above {}; write {from}.. for all behind",
                    u64::MAX
                )
            };
            from..to.ok_or_else(beyond)?
        }
        (None, None) => return Err("write it as FROM..TO, FROM.. or FROM+COUNT".to_owned()),
    };
    match range.is_empty() {
        true => Err("nothing lies in it".to_owned()),
        false => Ok(range),
    }
}

/// In words, which of two ranges, of cycles and of instructions, nothing of a run lies in; those of a region of interest are not known.
/// Instructions count from the start of the program, also where a run goes on from a checkpoint, behind `before` of them.
fn missed(
    cycles: (&str, Option<&Range<u64>>),
    instructions: (&str, Option<&Range<u64>>),
    run: &Report,
    before: u64,
) -> Option<String> {
    let end = match &run.region {
        None => run.instructions,
        Some(region) if before > 0 => region.end_instruction?,
        Some(_) => return None,
    };
    let unmet = [
        (cycles, 0..run.cycles.unwrap_or(u64::MAX), "cycles"),
        (instructions, before..end, "instructions"),
    ];
    let mut unmet = unmet.into_iter();
    unmet.find_map(|((option, range), whole, unit)| {
        let range = range?;
        let (what, place) = match range {
            range if range.start >= whole.end => ("begins", range.start),
            range if range.end <= whole.start => ("ends", range.end),
            _ => return None,
        };
        let before = match whole.start {
            0 => String::new(),
            start => format!(" behind the {start} of its checkpoint"),
        };
        let length = whole.end.saturating_sub(whole.start);
        Some(format!(
            "nothing lies in {option}: it {what} at {place}, and the run has {length} {unit}{before}"
        ))
    })
}

/// A pipeline view in one of its forms.
type AnyView = View<Box<dyn Form>>;

/// Forms of a pipeline view.
#[derive(Debug, Clone, Copy, Default, ValueEnum)]
pub(crate) enum PipeviewFormat {
    /// Kanata 0004, for the viewer Konata.
    #[default]
    Kanata,
    /// gem5's O3PipeView: 1000 ticks a cycle.
    O3,
}

/// A view of the pipeline beside a run.
#[derive(Args)]
#[command(next_help_heading = "Pipeline")]
pub(crate) struct PipeviewOptions {
    /// Write how instructions go through the pipe: stages, waits by cause, flushes, wrong paths; compressed when the name ends in
    /// .zst. Without a range: the region of interest, or all of the run.
    #[arg(long, value_name = "FILE", conflicts_with = "functional")]
    pipeview: Option<PathBuf>,
    /// Its form.
    #[arg(
        long,
        value_enum,
        value_name = "FORM",
        default_value_t,
        requires = "pipeview"
    )]
    pipeview_format: PipeviewFormat,
    /// Only what issues in these cycles: FROM..TO or FROM+COUNT.
    #[arg(long, value_name = "RANGE", value_parser = range, requires = "pipeview")]
    pipeview_cycles: Option<Range<u64>>,
    /// Only these instructions, by their number in the run: FROM..TO or FROM+COUNT.
    #[arg(long, value_name = "RANGE", value_parser = range, requires = "pipeview", conflicts_with = "pipeview_cycles")]
    pipeview_instructions: Option<Range<u64>>,
}

impl PipeviewOptions {
    /// Whether the pipeline is shown.
    pub(crate) fn is_wanted(&self) -> bool {
        self.pipeview.is_some()
    }

    /// In words, that nothing of a run lies in its range; `before`: instructions of its checkpoint.
    pub(crate) fn missed(&self, run: &Report, before: u64) -> Option<String> {
        let lengths = (
            self.pipeview_cycles.as_ref(),
            self.pipeview_instructions.as_ref(),
        );
        missed(
            ("--pipeview-cycles", lengths.0),
            ("--pipeview-instructions", lengths.1),
            run,
            before,
        )
    }

    /// The view that is asked for, if one is, of a run that goes on behind so many instructions, with its output.
    pub(crate) fn open(
        &self,
        machine: &config::Machine,
        before: u64,
        region: bool,
        outputs: &mut Outputs,
    ) -> Result<Option<(Output, AnyView)>> {
        let Some(path) = &self.pipeview else {
            return Ok(None);
        };
        let window = match (&self.pipeview_cycles, &self.pipeview_instructions) {
            (Some(cycles), _) => Window::Cycles(cycles.clone()),
            (None, Some(numbers)) => Window::Instructions(behind(numbers, before)),
            (None, None) if region => Window::Region {
                cycles: 0..u64::MAX,
            },
            (None, None) => Window::Cycles(0..u64::MAX),
        };
        let output = outputs.open("pipeline view", path)?;
        let out: Box<dyn Write + Send> = output.writer_of(path);
        let pipe = program::pipe(machine);
        let form: Box<dyn Form> = match self.pipeview_format {
            PipeviewFormat::Kanata => match Kanata::new(out, pipe) {
                Ok(kanata) => Box::new(kanata),
                Err(error) => bail!("cannot write {error}"),
            },
            PipeviewFormat::O3 => Box::new(O3::new(out, pipe)),
        };
        Ok(Some((output, View::new(pipe, window, form))))
    }
}

/// Forms of a trace.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum TraceFormat {
    /// Lines of text.
    #[default]
    Text,
    /// Instructions and references as Valgrind's lackey prints them.
    Lackey,
    /// DynamoRIO's drcachesim, version 3 of its records.
    Drcachesim,
    /// ChampSim's records of instructions.
    Champsim,
    /// Branches for the Championship Branch Prediction's simulators: BT9, written at the end of the run.
    Bt9,
    /// A line for each branch: address, target or -, kind, 1 when it was taken.
    Branches,
}

/// What of a run is traced, and how.
#[derive(Args)]
pub(crate) struct TraceOptions {
    /// Trace only these instructions, by their number in the run: FROM..TO or FROM+COUNT.
    #[arg(long, value_name = "RANGE", value_parser = range, requires = "trace")]
    trace_instructions: Option<Range<u64>>,
    /// Trace only what issues in these cycles.
    #[arg(long, value_name = "RANGE", value_parser = range, requires = "trace", conflicts_with_all = ["functional", "trace_instructions"])]
    trace_cycles: Option<Range<u64>>,
    /// Write these columns, separated by TABs, behind a line that names them: number, cycle, fetch, entry, stall, process, thread,
    /// level, place, text, executed, registers, memory.
    #[arg(long, value_name = "NAMES", value_parser = column, value_delimiter = ',', requires = "trace")]
    trace_columns: Option<Vec<Column>>,
}

/// The form of the trace of a program; that of a whole machine is text.
#[derive(Args)]
pub(crate) struct TraceFormOptions {
    /// The form of the trace: text, or instructions with references or branches for other tools.
    #[arg(long, value_enum, value_name = "FORM", default_value_t, requires = "trace", conflicts_with_all = ["trace_columns", "trace_cycles"])]
    trace_format: TraceFormat,
}

fn column(name: &str) -> Result<Column, String> {
    let found = Column::ALL.iter().find(|column| column.name() == name);
    found.copied().ok_or_else(|| {
        let names: Vec<&str> = Column::ALL.iter().map(|column| column.name()).collect();
        format!("there are {}", names.join(", "))
    })
}

/// Numbers of instructions of the whole run, counted from where it goes on behind so many.
fn behind(numbers: &Range<u64>, before: u64) -> Range<u64> {
    numbers.start.saturating_sub(before)..numbers.end.saturating_sub(before)
}

impl TraceFormOptions {
    /// Refuses a form for another tool in a run without the cycle model, whose records it is made of.
    pub(crate) fn check(&self, functional: bool) -> Result<()> {
        if functional && self.stream().is_some() {
            bail!(
                "--trace-format needs the cycle model, but for text; leave it out, or --functional"
            );
        }
        Ok(())
    }

    /// The stream for another tool that is asked for.
    pub(crate) fn stream(&self) -> Option<Stream> {
        Some(match self.trace_format {
            TraceFormat::Text => return None,
            TraceFormat::Lackey => Stream::Tool(Format::Lackey),
            TraceFormat::Drcachesim => Stream::Tool(Format::Drcachesim),
            TraceFormat::Champsim => Stream::Tool(Format::Champsim),
            TraceFormat::Bt9 => Stream::Tool(Format::Bt9),
            TraceFormat::Branches => Stream::Branches,
        })
    }
}

impl TraceOptions {
    /// In words, that nothing of a run lies in its range; `before`: instructions of its checkpoint.
    pub(crate) fn missed(&self, run: &Report, before: u64) -> Option<String> {
        let lengths = (self.trace_cycles.as_ref(), self.trace_instructions.as_ref());
        missed(
            ("--trace-cycles", lengths.0),
            ("--trace-instructions", lengths.1),
            run,
            before,
        )
    }

    /// The instructions that are traced, counted from where a run goes on behind so many.
    pub(crate) fn instructions(&self, before: u64) -> Range<u64> {
        let numbers = self.trace_instructions.clone().unwrap_or(0..u64::MAX);
        behind(&numbers, before)
    }

    /// What lines of text show.
    ///
    /// # Errors
    /// A column is named twice.
    pub(crate) fn lines(&self) -> Result<sim::TraceOptions> {
        let columns = self.trace_columns.as_deref().unwrap_or_default();
        for (place, column) in columns.iter().enumerate() {
            if columns[..place].contains(column) {
                bail!(
                    "--trace-columns: {} is named twice; name each column once",
                    column.name()
                );
            }
        }
        Ok(sim::TraceOptions {
            instructions: self.trace_instructions.clone(),
            cycles: self.trace_cycles.clone(),
            columns: self.trace_columns.clone(),
            system: false,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::range;

    #[test]
    fn ranges_are_written_with_an_end_a_length_or_none() {
        assert_eq!(range("5..9"), Ok(5..9));
        assert_eq!(range("1M+60"), Ok(1_000_000..1_000_060));
        assert_eq!(range("7.."), Ok(7..u64::MAX));
        for wrong in ["", "5", "9..5", "5..5", "a..b", "-1..4"] {
            assert!(range(wrong).is_err(), "{wrong}");
        }
    }
}
