//! `epicycle batch`: a plan of workloads and configs.

mod progress;

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::{stdin, stdout};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use anyhow::{Context, Result};
use batch::{BatchError, Existing, Expected, Options, Plan, PlannedRun, Shard, Store, Worker};
use clap::Args;
use files::Made;
use report::{SUMMARY_FILE, summary_table};
use serde_json::json;

use self::progress::Progress;
use crate::commands::store::{folder, name_others};
use crate::interrupt::Interrupt;
use crate::options::{Tables, bytes, count, folder_to_write, once, small};
use crate::output::{Outputs, is_standard_output};
use crate::{console, status};

/// Run every workload of a plan under each of its configs, in parallel.
///
/// Writes DIR/<workload>/<config>.json for each run and DIR/summary.json, and prints a table. Nothing in DIR depends on
/// the host, the number of jobs, or the time. A run that meets a limit counts as failed unless the plan says outcome = "limit".
/// 2: DIR holds results of other runs, or another batch writes there; 3: a run failed; 130: interrupted, what had ended is kept.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The plan: `configs` and `[[workload]]` tables with name, path, args, stdin, env, expect.
    #[arg(value_name = "PLAN.toml")]
    plan: PathBuf,
    /// Folder of the reports.
    #[arg(long, value_name = "DIR", value_parser = folder_to_write(), required_unless_present = "dry_run")]
    out: Option<PathBuf>,
    /// Runs at once; as many as there are processors when absent.
    #[arg(long, short, value_name = "N", value_parser = jobs)]
    jobs: Option<std::num::NonZeroU16>,
    /// Use these configs instead of the plan's, files relative to the current folder; patterns such as 'itanium2*' stand for all
    /// that fit; may be given several times.
    #[arg(long, short, value_name = "CONFIG")]
    config: Vec<OsString>,
    /// Change one value of every config; may be given several times.
    #[arg(long, value_name = "PATH=VALUE")]
    set: Vec<String>,
    /// Run only these workloads, such as sort or 's*'; may be given several times.
    #[arg(long, short, value_name = "NAME")]
    workload: Vec<String>,
    /// Refuse a plan of more runs than this.
    #[arg(long, value_name = "N", default_value_t = batch::MAX_RUNS, value_parser = small::<usize>)]
    max_runs: usize,
    /// Print the runs of the plan, a line each, and run nothing.
    #[arg(long)]
    dry_run: bool,
    /// Write the list of runs with all that they are given to a file as JSON; - is standard output, and the table then goes to stderr.
    #[arg(long, value_name = "FILE")]
    plan_json: Option<PathBuf>,
    /// Run a part of the plan, to be put together by `epicycle merge`.
    #[arg(long, value_name = "I/N")]
    shard: Option<Shard>,
    /// Execute without the cycle model. A plan with roi_start, roi_stop, max_cycles or watchdog is refused; profiles and intervals are
    /// left out.
    #[arg(long)]
    functional: bool,
    /// Stop each run after so many instructions, such as 1M.
    #[arg(long, value_name = "N", value_parser = count)]
    max_instructions: Option<u64>,
    /// Stop each run when so many cycles have passed.
    #[arg(long, value_name = "N", value_parser = count, conflicts_with = "functional")]
    max_cycles: Option<u64>,
    /// Stop each run when it has taken so many seconds of the host's time; how far it comes depends on the host.
    #[arg(long, value_name = "SECONDS", value_parser = batch::timeout)]
    timeout: Option<Duration>,
    /// How every run is expected to end, whatever the plan says: exit, limit, signal, any.
    #[arg(long, value_name = "HOW")]
    outcome: Option<Expected>,
    /// Go on where a batch was interrupted: a run whose report is there, whole and of the same inputs, is not repeated.
    /// Results with or without cycles are not replaced by the others.
    #[arg(long, conflicts_with = "keep_scratch")]
    resume: bool,
    /// Remove what DIR holds of other runs.
    #[arg(long, conflicts_with = "resume")]
    replace: bool,
    /// Keep what the guests write, in DIR/<workload>/<config>; it is lost otherwise. DIR lies neither in the folder of the reports nor
    /// around it.
    #[arg(long, value_name = "DIR", value_parser = folder_to_write())]
    keep_scratch: Option<PathBuf>,
    /// Look for results in a store and keep new ones there: a run whose result is in it is not repeated. `auto` is a folder in the
    /// user's cache folder.
    #[arg(long, value_name = "DIR", value_parser = folder_to_write(), conflicts_with = "keep_scratch")]
    store: Option<PathBuf>,
    /// Execute each run by itself. Without this, runs of a workload on machines that it cannot tell apart, but by time, are executed
    /// once and timed on all of them.
    #[arg(long)]
    no_share: bool,
    /// Start runs only while all that go on may take no more memory together (os.memory_bytes of each), such as 8G.
    #[arg(long, value_name = "BYTES", value_parser = bytes)]
    max_memory: Option<u64>,
    /// Give each run a process of its own, so that one that the host ends, as it does when memory runs out, costs no other its
    /// result; so it is without this too.
    #[arg(long)]
    isolate: bool,
    /// Run all in this process.
    #[arg(long, conflicts_with = "isolate")]
    no_isolate: bool,
    /// Say what still runs every so many seconds.
    #[arg(long, value_name = "SECONDS", value_parser = batch::timeout, default_value = "30")]
    remind: Duration,
    /// Show no progress.
    #[arg(long, short)]
    quiet: bool,
    /// Form of the progress on stderr.
    #[arg(long, value_name = "FORM", default_value = "text")]
    progress: progress::Form,
    /// Write how fast the host carried out each run to a file, which is not in DIR; - is standard output, and the table then goes to
    /// stderr.
    #[arg(long, value_name = "FILE")]
    host_report: Option<PathBuf>,
    /// Write all results of DIR as one HTML file behind the last run, as `epicycle report DIR -o FILE` does.
    #[arg(long, value_name = "FILE")]
    page: Option<PathBuf>,
    /// Write all results of DIR as runs.csv and numbers.csv in a folder, as `epicycle report DIR --csv FOLDER` does.
    #[arg(long, value_name = "FOLDER", value_parser = folder_to_write())]
    csv: Option<PathBuf>,
    #[command(flatten)]
    tables: Tables,
}

/// A number of runs at once.
fn jobs(text: &str) -> Result<std::num::NonZeroU16, String> {
    let most = u16::MAX;
    let number = small::<u16>(text).ok();
    number.and_then(std::num::NonZeroU16::new).ok_or_else(|| {
        format!(
            "a number of runs at once, 1 to {most}; leave --jobs out for as many as there are processors"
        )
    })
}

/// The subcommand that a process for one run is started with.
pub(crate) const WORKER: &str = "batch-worker";

/// Carries out one run for a batch in another process.
pub(crate) fn work() -> Result<u8> {
    batch::serve(&batch::Simulator, stdin(), stdout())
        .context("this process is one run of a batch")?;
    Ok(status::DONE)
}

/// Runs the plan. `verbose`: how often the command line says -v, for the processes of the runs.
pub(crate) fn main(arguments: Arguments, verbose: u8) -> Result<u8> {
    let configs = arguments.config.iter().find(|config| *config == "-");
    let configs = configs.map(|config| ("--config", Path::new(config)));
    once(std::iter::once(("PLAN.toml", arguments.plan.as_path())).chain(configs))?;
    let mut plan = Plan::read(&arguments.plan)?;
    if !arguments.config.is_empty() {
        // Paths of the plan are relative to it, those of the command line are not.
        plan.config_folder = std::env::current_dir().context("no current folder")?;
        plan.configs.clone_from(&arguments.config);
    }
    plan.keep_workloads(&arguments.workload)
        .map_err(|message| anyhow::anyhow!("{}: {message}", arguments.plan.display()))?;
    let existing = match (arguments.resume, arguments.replace) {
        (true, _) => Existing::Resume,
        (_, true) => Existing::Replace,
        _ => Existing::Same,
    };
    let written = [
        &arguments.plan_json,
        &arguments.host_report,
        &arguments.page,
        &arguments.csv,
    ];
    let is_written = written.into_iter().any(Option::is_some);
    let mut options = Options {
        out: arguments.out.unwrap_or_default(),
        existing,
        jobs: arguments.jobs.map_or(0, |jobs| usize::from(jobs.get())),
        shard: arguments.shard,
        overrides: arguments.set,
        max_runs: arguments.max_runs,
        functional: arguments.functional,
        limits: batch::Limits {
            instructions: arguments.max_instructions,
            cycles: arguments.max_cycles,
            timeout: arguments.timeout,
        },
        outcome: arguments.outcome,
        keep_scratch: arguments.keep_scratch,
        unseen: unseen(written, arguments.csv.as_deref()),
        remind: arguments.remind,
        isolate: (!arguments.no_isolate)
            .then(|| {
                let logging = std::iter::repeat_n("-v", verbose.into());
                Worker::this_program(logging.chain([WORKER]))
            })
            .transpose()
            .context("cannot tell which program this is; give --no-isolate")?,
        share: !arguments.no_share,
        max_memory: arguments.max_memory,
        store: None,
    };
    if let Some(list) = &arguments.plan_json
        && !is_beside_results(&options.out, list)?
    {
        refuse_in(&options.out, "--plan-json", list)?;
    }
    let printed = [&arguments.plan_json, &arguments.host_report].map(|path| {
        let path = path.as_deref();
        path.is_some_and(is_standard_output)
    });
    anyhow::ensure!(
        printed != [true; 2],
        "--plan-json and --host-report both go to the standard output; name a file for one of them"
    );
    // What another program reads has the standard output for itself.
    let is_taken = printed.contains(&true);
    let by_plan = arguments.config.is_empty();
    let planned = if arguments.dry_run || is_written {
        let planned = batch::expand(&plan, &options);
        planned.map_err(|error| in_plan(error.into(), by_plan, &arguments.plan))?
    } else {
        Vec::new()
    };
    if options.functional && !arguments.quiet {
        say_left_out(&plan);
    }
    let mut listed = list(&planned);
    if let Some(path) = &arguments.plan_json
        && write_list(
            &planned,
            reading(&plan, (&arguments.plan, &options.out), &planned),
            path,
        )?
    {
        listed.clear();
    }
    if arguments.dry_run {
        console::print(&listed)?;
        return Ok(status::DONE);
    }
    refuse_scratch_at(&options)?;
    if let Some(store) = &arguments.store {
        let store = folder(store)?;
        apart(&options.out, &store)?;
        let store = Store::create(&store)?;
        name_others(&store);
        options.store = Some(Arc::new(store));
    }
    let interrupted = Arc::new(AtomicBool::new(false));
    let stop = Arc::clone(&interrupted);
    let interrupt = Interrupt::listen(move || stop.store(true, Ordering::Relaxed))?;
    let mut made = Vec::new();
    if arguments.host_report.is_some() || arguments.page.is_some() {
        // What is opened now may lie beside the folder of results, in a folder that is made for both.
        let folder = Made::folder(&options.out);
        made.push(folder.with_context(|| format!("cannot write to {}", options.out.display()))?);
    }
    let mut outputs = reading(&plan, (&arguments.plan, &options.out), &planned);
    if let Some(list) = &arguments.plan_json {
        outputs.keep("the list of runs goes there too", list);
    }
    let host_report = match &arguments.host_report {
        Some(path) => {
            refuse_in(&options.out, "--host-report", path)?;
            Some(outputs.open("host report", path)?)
        }
        None => None,
    };
    // What cannot be written is said before anything is simulated.
    if let Some(page) = &arguments.page {
        refuse_in(&options.out, "--page", page)?;
        anyhow::ensure!(
            page.as_os_str() != "-",
            "--page -: the standard output has the table; name a file"
        );
        let tried = outputs.open("page", page)?;
        outputs.give_up(&tried);
    }
    if let Some(folder) = &arguments.csv {
        refuse_in(&options.out, "--csv", folder)?;
        made.push(super::report::make_folder("--csv", folder)?);
        let tables = super::report::TABLES.map(|name| folder.join(name));
        if let Err((path, why)) = outputs.reserve("a table of --csv goes there", &tables) {
            anyhow::bail!(
                "--csv: a table cannot go to {}: {why}; name another folder",
                path.display()
            );
        }
    }
    let mut progress = Progress::new(arguments.quiet, arguments.progress);
    let batch = batch::run(
        &plan,
        &options,
        &batch::Simulator,
        &mut progress,
        &interrupted,
    )
    .map_err(|error| in_plan(error.into(), by_plan, &arguments.plan))?;
    progress.end();
    // What cannot be written is said when everything else is.
    if let Some(mut file) = host_report {
        let _ = file.write_text(&report::to_json(&progress.host_report()));
    }
    let committed = outputs.commit();

    let mut text = summary_table(&batch.summary, arguments.tables.style(), |_| true);
    let end = if batch.interrupted {
        text.push_str(&format!(
            "\ninterrupted: {} of {} runs ended, their reports are kept; --resume goes on\n",
            batch.summary.runs.len(),
            batch.summary.planned
        ));
        interrupt.status().unwrap_or(status::INTERRUPTED)
    } else if batch.failed() > 0 {
        status::FAILED
    } else {
        status::DONE
    };
    let printed = if is_taken {
        console::inform(&text);
        Ok(())
    } else {
        console::print(&text)
    };
    let (page, csv) = (arguments.page.as_deref(), arguments.csv.as_deref());
    let reported = super::report::of_batch(&options.out, page, csv);
    committed.and(printed).and(reported)?;
    Ok(end)
}

/// Names what a functional batch does not write although its plan asks for it.
fn say_left_out(plan: &Plan) {
    let mut named: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for workload in &plan.workloads {
        for key in workload.timed_files() {
            named.entry(key).or_default().push(&workload.name);
        }
    }
    for (key, workloads) in named {
        let others = match workloads.len() - 1 {
            0 => String::new(),
            1 => " and another one".to_owned(),
            others => format!(" and {others} others"),
        };
        console::complain(&format!(
            "{}{others}: {key} is left out: a functional run has no cycles",
            workloads[0]
        ));
    }
}

/// The outputs of a batch beside its results, which go to `out`; `plan_file`: where its plan stands. No input of a run is replaced, whichever shard it
/// belongs to, and nothing is written below folders that runs read, unless the results are there as well.
fn reading(plan: &Plan, (plan_file, out): (&Path, &Path), planned: &[PlannedRun<'_>]) -> Outputs {
    let mut outputs = Outputs::reading("it is the plan", plan_file);
    for run in planned {
        outputs.keep_config(&run.config);
    }
    for workload in &plan.workloads {
        for (key, path) in workload.inputs(&plan.directory) {
            let why = match key {
                "path" => format!("it is the program of {}", workload.name),
                _ => format!("{} reads it ({key} of the plan)", workload.name),
            };
            if !path.is_dir() {
                outputs.keep(&why, &path);
            } else if !lies_below(out, &path) {
                outputs.keep_below(&why, &path);
            }
        }
    }
    outputs
}

/// Whether a path, which need not exist, is a folder or lies below it.
fn lies_below(path: &Path, folder: &Path) -> bool {
    let (Ok(path), Ok(folder)) = (std::path::absolute(path), folder.canonicalize()) else {
        return false;
    };
    let existing = path.ancestors().find_map(|path| path.canonicalize().ok());
    existing.is_some_and(|path| path.starts_with(folder))
}

/// The runs of this batch, a line each, for `--dry-run`.
fn list(planned: &[PlannedRun<'_>]) -> String {
    let ours = planned.iter().filter(|run| run.ours);
    ours.map(|run| format!("{}/{}\n", run.workload.name, run.config.name))
        .collect()
}

/// Writes the runs of this batch as JSON; whether they went to the standard output.
fn write_list(planned: &[PlannedRun<'_>], mut outputs: Outputs, path: &Path) -> Result<bool> {
    let ours = planned.iter().filter(|run| run.ours);
    let entries: Vec<_> = ours
        .map(|run| {
            json!({
                "index": run.index,
                "workload": run.workload,
                "config": {
                    "name": run.config.name,
                    "base": run.config.short_name,
                    "overrides": run.overrides[..],
                    "hash": run.config.hash,
                },
            })
        })
        .collect();
    let mut text = serde_json::to_string_pretty(&entries).context("the list of runs")?;
    text.push('\n');
    let mut output = outputs.open("list of runs", path)?;
    output.write_text(&text)?;
    let taken = output.is_standard_output();
    drop(output);
    outputs.commit()?;
    Ok(taken)
}

/// The files and folders beside the results that are hidden from the runs: those that options name, and what the batch prints to.
fn unseen(written: [&Option<PathBuf>; 4], csv: Option<&Path>) -> Vec<PathBuf> {
    let tables = super::report::TABLES.map(|name| Some(csv?.join(name)));
    let named = written.into_iter().chain(&tables).flatten().cloned();
    let places = named.chain(standard_files());
    places.filter(|path| hides_whole(path)).collect()
}

/// The files to which the standard output and the standard error go, if these are files: what the batch prints is written there.
fn standard_files() -> [PathBuf; 2] {
    ["/proc/self/fd/1", "/proc/self/fd/2"].map(|stream| {
        let file = Path::new(stream).canonicalize();
        file.unwrap_or_else(|_| stream.into())
    })
}

/// Whether a place to which a batch writes, which need not exist, is hidden from its runs: a folder is if it holds nothing but the tables.
fn hides_whole(path: &Path) -> bool {
    let Ok(mut entries) = path.read_dir() else {
        return path.as_os_str() != "-";
    };
    let is_table = |entry: std::io::Result<std::fs::DirEntry>| {
        entry.is_ok_and(|entry| {
            super::report::TABLES
                .iter()
                .any(|name| entry.file_name() == *name)
        })
    };
    entries.all(is_table)
}

/// The folder of a file.
fn folder_of(path: &Path) -> &Path {
    match path.parent() {
        Some(parent) if !parent.as_os_str().is_empty() => parent,
        _ => Path::new("."),
    }
}

/// Whether a file lies directly in the folder of results and is none of the batch's own: these are its summary, files of folders in it, and
/// what it is writing.
fn is_beside_results(out: &Path, path: &Path) -> Result<bool> {
    let name = path.file_name().unwrap_or_default().as_encoded_bytes();
    // A batch keeps its journal and what it is writing under names with a dot.
    let is_of_the_batch = name == SUMMARY_FILE.as_bytes() || name.starts_with(b".");
    Ok(!is_of_the_batch && !out.as_os_str().is_empty() && real(folder_of(path))? == real(out)?)
}

/// Refuses what an option names in the folder of results, where nothing depends on the host.
fn refuse_in(out: &Path, option: &str, path: &Path) -> Result<()> {
    let folder = folder_of(path);
    // A dry run may have no folder of results.
    if out.as_os_str().is_empty() || path == Path::new("-") {
        return Ok(());
    }
    let results = real(out)?;
    if real(folder)?.starts_with(&results) || real(path)?.starts_with(&results) {
        let kind = match option {
            "--csv" | KEEP_SCRATCH => "folder",
            _ => "file",
        };
        anyhow::bail!(
            "{option} {}: {} holds nothing but the results of the runs; name a {kind} elsewhere",
            path.display(),
            out.display()
        );
    }
    Ok(())
}

/// The option that names where scratch folders are kept.
const KEEP_SCRATCH: &str = "--keep-scratch";

/// Refuses to keep scratch folders in the folder of results or around it, where a scratch folder could be that of the results too.
fn refuse_scratch_at(options: &Options) -> Result<()> {
    let Some(folder) = &options.keep_scratch else {
        return Ok(());
    };
    refuse_in(&options.out, KEEP_SCRATCH, folder)?;
    if real(&options.out)?.starts_with(real(folder)?) {
        anyhow::bail!(
            "{KEEP_SCRATCH} {}: the folder of results {} lies in it; name a folder elsewhere",
            folder.display(),
            options.out.display()
        );
    }
    Ok(())
}

/// Refuses a store in the folder of results or around it: each counts the other's files as its own.
fn apart(out: &Path, store: &Path) -> Result<()> {
    let (results, entries) = (real(out)?, real(store)?);
    if results.starts_with(&entries) || entries.starts_with(&results) {
        anyhow::bail!(
            "--store {}: the folder of results is {}; name a store outside it, and not around it",
            store.display(),
            out.display()
        );
    }
    Ok(())
}

/// The absolute path of a folder that may not exist yet, with the links in the part that exists followed.
fn real(path: &Path) -> Result<PathBuf> {
    let absolute = std::path::absolute(path)
        .with_context(|| format!("{}: no path of a folder", path.display()))?;
    for folder in absolute.ancestors() {
        if let Ok(found) = folder.canonicalize() {
            return Ok(match absolute.strip_prefix(folder) {
                Ok(rest) => found.join(rest),
                Err(_) => found,
            });
        }
    }
    Ok(absolute)
}

/// Names the plan in an error about a config that it asks for and that cannot be found.
fn in_plan(error: anyhow::Error, by_plan: bool, plan: &Path) -> anyhow::Error {
    use config::Error::{Read, UnknownName};
    let of_plan = match error.downcast_ref() {
        Some(BatchError::Config(error)) => {
            by_plan && matches!(**error, UnknownName { .. } | Read { .. })
        }
        Some(
            BatchError::NoConfig { .. } | BatchError::Swept { .. } | BatchError::TooMany { .. },
        ) => by_plan,
        Some(BatchError::InSweep { .. } | BatchError::NeedsTime { .. }) => true,
        _ => false,
    };
    if of_plan {
        error.context(format!("plan {}", plan.display()))
    } else {
        error
    }
}
