//! The options of pfmon 2.0, with the sampling formats' options of 3.x and `--unlimited` of our own.

mod table;

use crate::error::{Fatal, fatal};
use crate::getopt::parse;
use std::ffi::{OsStr, OsString};

use table::Id;
pub(crate) use table::SPECS;

/// Tasks that are monitored besides the first one.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Follow {
    /// The first thread of each new process.
    pub forks: bool,
    /// The other threads of processes that are monitored.
    pub threads: bool,
}

/// How counts are printed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) enum CountFormat {
    /// Plain decimal.
    #[default]
    Plain,
    /// 1,024
    Us,
    /// 1.024
    Eu,
    /// 0x0000000000000400
    Hex,
}

/// What is asked for instead of a measurement.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Question {
    /// `-h`
    Help,
    /// `-V`
    Version,
    /// `-l`: names, with a pattern; `true` for the long form.
    Events(Option<String>, bool),
    /// `-i`: the sheet of an event.
    Event(String),
    /// `-I`
    Host,
    /// `-S`: a sampling format.
    Format(String),
}

/// View and order of a histogram.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Histogram {
    /// Rows by data address instead of instruction.
    pub by_data: bool,
    /// Rows by latency level.
    pub by_level: bool,
    /// Sorted by address instead of count.
    pub sort_by_value: bool,
    /// Sorted by level.
    pub sort_by_level: bool,
    /// Samples as the format `raw` has them, for processing elsewhere.
    pub raw: bool,
}

/// What `epicycle run` also knows of a program, unparsed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Guest {
    /// Folder of the dynamic linker and the libraries.
    pub sysroot: Option<String>,
    /// Folder that is the program's `/`.
    pub root: Option<String>,
    /// Folder that the program starts in.
    pub cwd: Option<String>,
    /// Variables of the environment, `name=value`.
    pub env: Vec<String>,
    /// The program may change files.
    pub writable: bool,
    /// The name that the program sees.
    pub argv0: Option<String>,
    /// Instructions after which the run ends.
    pub max_instructions: Option<String>,
    /// Cycles after which the run ends.
    pub max_cycles: Option<String>,
    /// Where measuring begins.
    pub roi_start: Option<String>,
    /// Where it ends.
    pub roi_stop: Option<String>,
    /// Nothing is said of how the program ended.
    pub quiet: bool,
}

/// What `epicycle boot` also knows of a whole system, unparsed.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Booted {
    /// The kernel, an ELF file; `None`: a program is measured.
    pub kernel: Option<String>,
    /// The initial file system.
    pub initrd: Option<String>,
    /// The kernel's command line.
    pub command_line: Option<String>,
    /// Bytes of memory.
    pub memory: Option<String>,
    /// `break 0x80001` is a call to the simulator.
    pub simulator_calls: bool,
}

/// Everything the command line says.
#[derive(Debug, Clone, Default)]
pub struct Options {
    /// A question; answered, then done.
    pub(crate) question: Option<Question>,
    /// Privilege levels of all events, one bit each; 0: not given.
    pub(crate) plm: u8,
    /// `-e`, unparsed.
    pub(crate) events: Option<String>,
    /// Seconds of a system-wide session.
    pub(crate) timeout: Option<u64>,
    /// Say more on stdout.
    pub(crate) verbose: bool,
    /// Debugging text on stderr.
    pub(crate) debug: bool,
    /// File for counts.
    pub(crate) outfile: Option<String>,
    /// Append to it.
    pub(crate) append: bool,
    /// Block the task when the buffer is full.
    pub(crate) overflow_block: bool,
    /// Monitor the whole processor.
    pub(crate) system_wide: bool,
    /// File for samples.
    pub(crate) sample_file: Option<String>,
    /// Entries of the sampling buffer; 0: default.
    pub(crate) entries: u64,
    /// Period after a full buffer.
    pub(crate) long_periods: Option<String>,
    /// Period after an overflow.
    pub(crate) short_periods: Option<String>,
    /// Masks and seeds.
    pub(crate) random: Option<String>,
    /// Print the header.
    pub(crate) header: bool,
    /// Processors of a system-wide session.
    pub(crate) cpu_mask: Option<String>,
    /// Merge processors.
    pub(crate) aggregate: bool,
    /// Start when this address is reached.
    pub(crate) trigger: Option<String>,
    /// Start after so many seconds.
    pub(crate) delay: Option<u64>,
    /// Levels for each event.
    pub(crate) levels: Option<String>,
    /// Count format.
    pub(crate) format: CountFormat,
    /// Sampling format by name.
    pub(crate) sample_format: Option<String>,
    /// Print elapsed time.
    pub(crate) show_time: bool,
    /// File with symbols.
    pub symbol_file: Option<String>,
    /// File with symbols in System.map form.
    pub sysmap_file: Option<String>,
    /// Assign counters, then stop.
    pub(crate) check_only: bool,
    /// Leave the idle task out.
    pub(crate) exclude_idle: bool,
    /// `--event-thresholds`
    pub(crate) thresholds: Option<String>,
    /// `--opc-match8`, `--opc-match9`
    pub(crate) opcodes: [Option<String>; 2],
    /// Exclude predictions of TAR, TAC, BAC.
    pub(crate) no_tar: bool,
    /// Exclude predictions of the TAC.
    pub(crate) no_tac: bool,
    /// Exclude predictions of the BAC.
    pub(crate) no_bac: bool,
    /// tm, ptm, ppm; 0: not given.
    pub(crate) btb: [u8; 3],
    /// Itanium 2: kind of branches (brt): 1 IP-relative, 2 returns, 3 other indirect ones; 0: all.
    pub(crate) btb_kind: u8,
    /// Itanium 2: information about predictions in place of targets (ds).
    pub(crate) btb_prediction: bool,
    /// `--irange`
    pub(crate) irange: Option<String>,
    /// `--drange`
    pub(crate) drange: Option<String>,
    /// `--checkpoint-func`
    pub(crate) checkpoint: Option<String>,
    /// IA-32 only.
    pub(crate) ia32: bool,
    /// IA-64 only.
    pub(crate) ia64: bool,
    /// `--insn-sets`
    pub(crate) insn_sets: Option<String>,
    /// Ours: as many events as wanted.
    pub(crate) unlimited: bool,
    /// Ours: print 0 for events that are not modelled.
    pub(crate) allow_unmodelled: bool,
    /// Ours: the simulated machine.
    pub config: Option<OsString>,
    /// Ours: changes to it, `path=value`.
    pub set: Vec<String>,
    /// Ours: what the program finds around it, and where its run ends.
    pub guest: Guest,
    /// Ours: a whole system instead of a program.
    pub boot: Booted,
    /// Tasks besides the first one.
    pub(crate) follow: Follow,
    /// Ours: IIP of samples with the slot in its low bits.
    pub(crate) ip_slot: bool,
    /// Histogram formats.
    pub(crate) histogram: Histogram,
    /// The command to measure.
    pub command: Vec<String>,
    /// All arguments as they are shown, for the header.
    pub(crate) arguments: Vec<String>,
}

impl Guest {
    /// Whether a part of the run is measured, not all of it.
    #[must_use]
    pub(crate) fn has_region(&self) -> bool {
        self.roi_start.is_some() || self.roi_stop.is_some()
    }
}

impl Options {
    /// Whether a whole system is measured (`--boot`), not a program.
    #[must_use]
    pub(crate) fn is_system(&self) -> bool {
        self.boot.kernel.is_some()
    }

    /// Whether an option of the branch trace buffer was given.
    #[must_use]
    pub(crate) fn has_btb(&self) -> bool {
        self.no_tar || self.no_tac || self.no_bac || self.btb != [0; 3] || self.has_itanium2_btb()
    }

    /// Whether one of Itanium 2's own was given.
    #[must_use]
    pub(crate) fn has_itanium2_btb(&self) -> bool {
        self.btb_kind != 0 || self.btb_prediction
    }
}

/// A mistake in the command line.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Mistake {
    /// getopt's own message, printed after the program name.
    Getopt(String),
    /// pfmon's message.
    Fatal(Fatal),
}

impl From<Fatal> for Mistake {
    fn from(fatal: Fatal) -> Mistake {
        Mistake::Fatal(fatal)
    }
}

fn once(slot: &mut Option<String>, value: Option<String>, error: &str) -> Result<(), Fatal> {
    if slot.is_some() {
        return fatal(error);
    }
    *slot = value;
    Ok(())
}

/// An argument that has to be text.
fn text(argument: OsString) -> Result<String, Fatal> {
    let wrong = |argument| {
        Fatal::new(format!(
            "argument {argument:?} is not UTF-8; give a path or value that is, such as the path of a link"
        ))
    };
    argument.into_string().map_err(wrong)
}

fn decimal(text: Option<&String>, what: &str) -> Result<u64, Fatal> {
    text.and_then(|text| crate::symbols::number(text))
        .ok_or_else(|| Fatal::new(format!("invalid {what}")))
}

impl Options {
    /// Parses the arguments after the program name.
    ///
    /// # Errors
    ///
    /// Unknown, ambiguous or incomplete options, contradictions, arguments that are no text where one is needed.
    pub(crate) fn parse(args: &[impl AsRef<OsStr>]) -> Result<Options, Mistake> {
        let args: Vec<OsString> = args.iter().map(|arg| arg.as_ref().to_owned()).collect();
        let shown = args.iter().map(|arg| arg.display().to_string());
        let (found, command) = parse(SPECS, &args).map_err(Mistake::Getopt)?;
        let mut options = Options {
            command: command.into_iter().map(text).collect::<Result<_, _>>()?,
            arguments: shown.collect(),
            ..Options::default()
        };
        for (id, value) in found {
            match id {
                Id::Config => options.config = value,
                _ => options.set(id, value.map(text).transpose()?)?,
            }
        }
        Ok(options)
    }

    fn set(&mut self, id: Id, value: Option<String>) -> Result<(), Fatal> {
        // The first question wins, as pfmon answers at once and exits.
        let mut ask = |question| {
            self.question.get_or_insert(question);
        };
        match id {
            Id::Help => ask(Question::Help),
            Id::Version => ask(Question::Version),
            Id::Show => ask(Question::Events(value, false)),
            Id::LongShow => ask(Question::Events(value, true)),
            Id::EventInfo => ask(Question::Event(value.unwrap_or_default())),
            Id::Info => ask(Question::Host),
            Id::FormatInfo => ask(Question::Format(value.unwrap_or_default())),
            Id::Level(level) => self.plm |= 1 << level,
            Id::Events => once(&mut self.events, value, "events already defined")?,
            Id::Timeout => self.timeout = Some(decimal(value.as_ref(), "timeout")?),
            Id::Debug => self.debug = true,
            Id::Verbose => self.verbose = true,
            Id::Outfile => self.outfile = value,
            Id::Append => self.append = true,
            Id::Block => self.overflow_block = true,
            Id::SystemWide => self.system_wide = true,
            Id::SampleFile => self.sample_file = value,
            Id::Entries => self.entries = decimal(value.as_ref(), "number of entries")?,
            Id::Long => once(
                &mut self.long_periods,
                value,
                "long sampling periods already defined",
            )?,
            Id::Short => once(
                &mut self.short_periods,
                value,
                "short sampling periods already defined",
            )?,
            Id::Random => once(
                &mut self.random,
                value,
                "randomization parameters already defined",
            )?,
            Id::Header => self.header = true,
            Id::CpuMask => once(&mut self.cpu_mask, value, "cpu mask already defined")?,
            Id::Aggregate => self.aggregate = true,
            Id::Trigger => once(
                &mut self.trigger,
                value,
                "trigger start address already defined",
            )?,
            Id::OldTrigger => {
                return fatal("--trigger-address is obsolete, use --trigger-start-address instead");
            }
            Id::Delay => self.delay = Some(decimal(value.as_ref(), "trigger start delay")?),
            Id::Levels => once(
                &mut self.levels,
                value,
                "per event privilege levels already defined",
            )?,
            Id::Count(format) => self.format = format,
            Id::SampleFormat => self.sample_format = value,
            Id::ShowTime => self.show_time = true,
            Id::SymbolFile => self.symbol_file = value,
            Id::SysmapFile => self.sysmap_file = value,
            Id::CheckOnly => self.check_only = true,
            // They are printed in any case.
            Id::PrintCounts => {}
            Id::ExcludeIdle => self.exclude_idle = true,
            Id::Thresholds => once(&mut self.thresholds, value, "thresholds already defined")?,
            Id::Opcode(index) => {
                let error = format!("opcode matcher pmc{} is specified twice", 8 + index);
                once(&mut self.opcodes[index], value, &error)?;
            }
            Id::NoTar => self.no_tar = true,
            Id::NoTac => self.no_tac = true,
            Id::NoBac => self.no_bac = true,
            Id::Btb(field, bits) => self.btb[field] = bits,
            Id::BtbKind(kind) => self.btb_kind = kind,
            Id::BtbPrediction => self.btb_prediction = true,
            Id::AllMispredicted => {
                (self.no_tar, self.no_tac, self.no_bac) = (false, false, false);
                self.btb = [3, 1, 1];
            }
            Id::Irange => {
                if self.checkpoint.is_some() {
                    return fatal("cannot use instruction range and checkpoints at the same time");
                }
                once(
                    &mut self.irange,
                    value,
                    "cannot specify more than one instruction range",
                )?;
            }
            Id::Drange => once(
                &mut self.drange,
                value,
                "cannot specify more than one data range",
            )?,
            Id::Checkpoint => {
                if self.irange.is_some() {
                    return fatal("cannot use checkpoints and instruction range at the same time");
                }
                once(
                    &mut self.checkpoint,
                    value,
                    "cannot specify more than one checkpoint",
                )?;
            }
            Id::Ia32 => self.ia32 = true,
            Id::Ia64 => self.ia64 = true,
            Id::InsnSets => once(
                &mut self.insn_sets,
                value,
                "per event instruction sets already defined",
            )?,
            Id::Unlimited => self.unlimited = true,
            Id::AllowUnmodelled => self.allow_unmodelled = true,
            Id::FollowFork => self.follow.forks = true,
            Id::FollowPthread => self.follow.threads = true,
            Id::FollowAll => {
                self.follow = Follow {
                    forks: true,
                    threads: true,
                }
            }
            Id::IpSlot => self.ip_slot = true,
            // A path, which need not be text: [`Self::parse`] takes it.
            Id::Config => {}
            Id::Set => self.set.extend(value),
            Id::Sysroot => self.guest.sysroot = value,
            Id::Root => self.guest.root = value,
            Id::Cwd => self.guest.cwd = value,
            Id::Env => self.guest.env.extend(value),
            Id::Writable => self.guest.writable = true,
            Id::Argv0 => self.guest.argv0 = value,
            Id::MaxInstructions => self.guest.max_instructions = value,
            Id::MaxCycles => self.guest.max_cycles = value,
            Id::RoiStart => self.guest.roi_start = value,
            Id::RoiStop => self.guest.roi_stop = value,
            Id::Quiet => self.guest.quiet = true,
            Id::Boot => (self.boot.kernel, self.system_wide) = (value, true),
            Id::BootInitrd => self.boot.initrd = value,
            Id::BootAppend => self.boot.command_line = value,
            Id::BootMemory => self.boot.memory = value,
            Id::SimulatorCalls => self.boot.simulator_calls = true,
            Id::InstView => (self.histogram.by_data, self.histogram.by_level) = (false, false),
            Id::DataView => (self.histogram.by_data, self.histogram.by_level) = (true, false),
            Id::LevelView => (self.histogram.by_data, self.histogram.by_level) = (false, true),
            Id::SortByValue => self.histogram.sort_by_value = true,
            Id::SortByLevel => self.histogram.sort_by_level = true,
            Id::SaveRaw => self.histogram.raw = true,
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn options(line: &str) -> Result<Options, Mistake> {
        Options::parse(&line.split(' ').map(str::to_owned).collect::<Vec<_>>())
    }

    #[test]
    fn the_documented_abbreviations_work() {
        let options =
            options("--verb --event-threshold=5 -e nops_retired ls /dev/null").expect("valid");
        assert!(options.verbose);
        assert_eq!(options.thresholds.as_deref(), Some("5"));
        assert_eq!(options.command, ["ls", "/dev/null"]);
    }

    #[test]
    fn all_mispredicted_sets_three_filters_at_once() {
        let options = options("--btb-no-tar --btb-all-mispredicted ls").expect("valid");
        assert_eq!(options.btb, [3, 1, 1]);
        assert!(!options.no_tar);
    }

    #[test]
    fn contradictions_are_named() {
        let error = |line| match options(line) {
            Err(Mistake::Fatal(fatal)) => fatal.to_string(),
            other => panic!("{other:?}"),
        };
        assert_eq!(
            error("--irange=a --checkpoint-func=b ls"),
            "cannot use checkpoints and instruction range at the same time"
        );
        assert_eq!(
            error("--drange=a --drange=b ls"),
            "cannot specify more than one data range"
        );
        assert!(error("--trigger-address=a ls").contains("obsolete"));
    }

    #[test]
    fn levels_accumulate() {
        assert_eq!(options("-u -k ls").expect("valid").plm, 9);
        assert_eq!(options("-12 ls").expect("valid").plm, 6);
    }
}
