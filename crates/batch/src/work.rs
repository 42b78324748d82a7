//! One run of a plan: its task, how it is simulated in this process, and whether it ended as the plan expects.

use std::any::Any;
use std::io::Cursor;
use std::panic::{self, AssertUnwindSafe};
use std::path::{Component, Path, PathBuf};
use std::sync::Arc;

use config::Loaded;
use profile::RecordError;
use report::{Inputs, Outcome, OutcomeKind, Report};
use serde::{Deserialize, Serialize};
use serde_json::json;
use sha2::{Digest, Sha256};
use sim::{Control, Dependencies, Mode, Request};

use crate::job::{Beside, Captured, Finished, PROFILE};
use crate::store;
use crate::workload::Expected;
use crate::{Options, Plan, Simulate, Workload};

/// One run of a plan, complete in itself: simulated by this process, or sent to a worker process.
#[derive(Debug, Clone, Serialize, Deserialize)]
pub(crate) struct Task {
    /// The workload of the plan, with limits and expected outcome as the options of the batch change them.
    pub workload: Workload,
    #[serde(with = "machine")]
    pub config: Arc<Loaded>,
    /// Further machines that the same execution is timed on.
    others: Vec<Other>,
    functional: bool,
    /// Folder of the plan's file.
    #[serde(with = "bytes")]
    directory: PathBuf,
    /// Folder in which the files that the guest writes are kept.
    scratch: Option<Kept>,
    /// Files and folders that are hidden from the guest ([`unseen`](crate::unseen::unseen())).
    #[serde(with = "all_bytes")]
    unseen: Arc<[PathBuf]>,
    /// Whether the dependencies of the run on the host's files are noted, which a store needs.
    noted: bool,
}

/// A config in the serialized form of [`machine`].
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Other(#[serde(with = "machine")] Arc<Loaded>);

/// A path in the serialized form of [`bytes`]: it need not be text.
#[derive(Debug, Clone, Serialize, Deserialize)]
struct Kept(#[serde(with = "bytes")] PathBuf);

/// Serializes paths as their bytes on the host.
mod bytes {
    use std::ffi::OsString;
    use std::os::unix::ffi::{OsStrExt as _, OsStringExt as _};
    use std::path::{Path, PathBuf};

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(path: &Path, serializer: S) -> Result<S::Ok, S::Error> {
        path.as_os_str().as_bytes().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<PathBuf, D::Error> {
        Vec::deserialize(deserializer).map(|bytes| OsString::from_vec(bytes).into())
    }
}

/// Serializes several paths as their bytes on the host.
mod all_bytes {
    use std::path::PathBuf;
    use std::sync::Arc;

    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    use super::Kept;

    pub(super) fn serialize<S: Serializer>(all: &[PathBuf], to: S) -> Result<S::Ok, S::Error> {
        let all: Vec<_> = all.iter().cloned().map(Kept).collect();
        all.serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        from: D,
    ) -> Result<Arc<[PathBuf]>, D::Error> {
        let all = Vec::<Kept>::deserialize(from)?;
        Ok(all.into_iter().map(|path| path.0).collect())
    }
}

/// Serializes configs as their name and their machine.
mod machine {
    use std::sync::Arc;

    use config::{Loaded, Machine};
    use serde::{Deserialize, Deserializer, Serialize, Serializer};

    pub(super) fn serialize<S: Serializer>(config: &Loaded, to: S) -> Result<S::Ok, S::Error> {
        (&config.name, &config.machine).serialize(to)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<Arc<Loaded>, D::Error> {
        let (name, machine) = <(String, Machine)>::deserialize(from)?;
        Ok(Arc::new(Loaded::of_machine(name, machine)))
    }
}

impl Task {
    pub(crate) fn new(
        workload: &Workload,
        config: &Arc<Loaded>,
        plan: &Plan,
        options: &Options,
        unseen: &Arc<[PathBuf]>,
    ) -> Self {
        let limits = options.limits(workload);
        let scratch = options.keep_scratch.as_ref();
        Self {
            workload: Workload {
                max_instructions: limits.instructions,
                max_cycles: limits.cycles,
                timeout: limits.timeout,
                outcome: options.outcome.unwrap_or(workload.outcome),
                ..workload.clone()
            },
            config: Arc::clone(config),
            others: Vec::new(),
            functional: options.functional,
            directory: plan.directory.clone(),
            scratch: scratch.map(|folder| Kept(folder.join(&workload.name).join(&config.name))),
            unseen: Arc::clone(unseen),
            noted: options.store.is_some(),
        }
    }

    /// The folder in which what the guest writes is kept.
    pub(crate) fn scratch(&self) -> Option<&Path> {
        self.scratch.as_ref().map(|kept| &*kept.0)
    }

    /// A key of everything in the machine on which the execution depends: runs of a workload with equal keys can share one execution.
    /// `None`: the run has to be executed alone.
    pub(crate) fn shared_key(&self) -> Option<String> {
        let workload = &self.workload;
        let limits = (workload.max_cycles, workload.timeout, workload.watchdog);
        let monitored = self.config.machine.os.user_monitor;
        let alone =
            self.functional || monitored || self.scratch.is_some() || limits != (None, None, None);
        let alone = alone || workload.profile || workload.interval.is_some();
        (!alone).then(|| sim::functional_key(&self.config.machine))
    }

    /// A task that times the same execution on further machines, too.
    pub(crate) fn with(&self, others: impl Iterator<Item = Arc<Loaded>>) -> Self {
        Self {
            others: others.map(Other).collect(),
            ..self.clone()
        }
    }

    /// The name of the run in [`store::Times`].
    pub(crate) fn timed_as(&self) -> String {
        store::name(&self.workload, &self.config, self.functional)
    }

    /// The result of a run that the simulator has not made a report of.
    pub(crate) fn failed(&self, message: String) -> Finished {
        Finished {
            report: Report::failed(
                sim::described(&self.config),
                identity(&self.workload, &self.directory),
                &message,
            ),
            failure: Some(message),
            beside: Beside::default(),
        }
    }
}

/// One run of the plan.
pub(crate) struct Run {
    pub task: Task,
    pub control: Arc<Control>,
}

/// The inputs of the runs of a workload, in the form of summaries: by these a result of another batch is recognized as the same.
pub(crate) fn inputs(workload: &Workload, plan: &Plan, options: &Options) -> Inputs {
    let content = |path: &Path| sim::checksum(&plan.directory.join(path)).ok();
    let named = |file: &Option<String>| file.as_ref().map(|file| content(Path::new(file)));
    let files: Vec<_> = workload
        .files
        .iter()
        .map(|file| json!([file.to_string_lossy(), content(file)]))
        .collect();
    let mut rest = vec![json!([
        workload.env,
        named(&workload.stdin),
        named(&workload.expect),
        workload.roi_start,
        workload.roi_stop,
        workload.status,
        format!("{:?}", options.outcome.unwrap_or(workload.outcome)),
        workload.path,
        workload.argv0,
        files,
        workload.root,
        workload.sysroot,
    ])];
    if let Some(cycles) = workload.watchdog {
        rest.push(json!(["watchdog", cycles]));
    }
    if workload.profile || workload.interval.is_some() {
        rest.push(json!([workload.profile, workload.interval]));
    }
    if workload.cwd.is_some() || !workload.writable {
        rest.push(json!([workload.cwd, workload.writable]));
    }
    let limits = options.limits(workload);
    Inputs {
        program: sim::checksum(&workload.host_program(&plan.directory)).ok(),
        args: workload.args.clone(),
        functional: options.functional,
        max_instructions: limits.instructions,
        max_cycles: limits.cycles,
        timeout_milliseconds: limits
            .timeout
            .map(|timeout| u64::try_from(timeout.as_millis()).unwrap_or(u64::MAX)),
        rest: files::hexadecimal(&Sha256::digest(
            rest.iter().map(ToString::to_string).collect::<String>(),
        )),
    }
}

/// Simulates a task in this process; `None`: it was cancelled. Behind its result come those of the other machines of the task: of all,
/// or of none.
pub(crate) fn simulate(
    task: &Task,
    control: &Arc<Control>,
    simulator: &impl Simulate,
) -> Option<Vec<Finished>> {
    let workload = &task.workload;
    let failed = |message| Some(vec![task.failed(message)]);
    let read = |what: &str, file: &Option<String>| match file {
        None => Ok(None),
        Some(file) => files::read(&task.directory.join(file), files::DATA)
            .map(Some)
            .map_err(|error| format!("cannot read {what} {file}: {error}")),
    };
    let (stdin, expected) = match (
        read("stdin", &workload.stdin),
        read("expect", &workload.expect),
    ) {
        (Ok(stdin), Ok(expected)) => (stdin.unwrap_or_default(), expected),
        (Err(message), _) | (_, Err(message)) => return failed(message),
    };
    // A guest that writes without end must not fill the host's memory.
    let stdout = Captured::new(expected.as_ref().map_or(0, Vec::len) + (1 << 20));
    let stderr = Captured::new(1 << 20);
    let mut request = Request::new(task.config.clone(), &workload.path);
    request.argv0.clone_from(&workload.argv0);
    request.args.clone_from(&workload.args);
    request.env.clone_from(&workload.env);
    request.files = view(task);
    request.stdin = Box::new(Cursor::new(stdin));
    request.stdout = Box::new(stdout.clone());
    request.stderr = Box::new(stderr.clone());
    request.mode = if task.functional {
        Mode::Functional
    } else {
        Mode::Timed
    };
    request.max_instructions = workload.max_instructions;
    request.max_cycles = workload.max_cycles;
    request.timeout = workload.timeout;
    request.watchdog = workload.watchdog;
    request.region = workload.region();
    request.control = control.clone();
    let parts = Captured::new(usize::try_from(files::REPORT).unwrap_or(usize::MAX));
    if let (Some(length), Mode::Timed) = (workload.interval, request.mode) {
        let mut parts = parts.clone();
        request.intervals = Some(sim::Intervals {
            length: sim::Length::Instructions(length),
            tell: Box::new(move |part| parts.line(&serde_json::to_vec(part)?)),
        });
    }
    let profiled = workload.profile && request.mode == Mode::Timed;
    // A bug that one program finds must not cost the others their results.
    let result = panic::catch_unwind(AssertUnwindSafe(|| {
        if profiled {
            let (report, profile) = simulator.simulate_profiled(request)?;
            return Ok((report, profile, Vec::new()));
        }
        if task.others.is_empty() {
            return Ok((simulator.simulate(request)?, Vec::new(), Vec::new()));
        }
        let others: Vec<_> = task.others.iter().map(|it| Arc::clone(&it.0)).collect();
        let (report, others) = simulator.simulate_shared(request, &others)?;
        Ok((report, Vec::new(), others))
    }));
    let ended =
        result.unwrap_or_else(|cause| Err(sim::Error::Identity(panic_text(cause.as_ref())).into()));
    let (report, profile, others) = match ended {
        Ok(ended) => ended,
        Err(RecordError::Run(sim::Error::Cancelled)) => return None,
        Err(error) => {
            // Results must not depend on where the plan's folder is on the host.
            let host = task.directory.join(&workload.path).display().to_string();
            return failed(error.to_string().replace(&host, &workload.path));
        }
    };
    let (out, more) = stdout.take();
    let (err, _) = stderr.take();
    let (parts, _) = parts.take();
    let finished = |report| {
        let failure = verdict(workload, &report, expected.as_deref(), &out, more);
        let (out, err) = match failure {
            None => (Vec::new(), Vec::new()),
            Some(_) => (out.clone(), err.clone()),
        };
        Finished {
            report,
            failure: failure.map(|failure| failure + &unseen(control)),
            beside: [out, err, profile.clone(), parts.clone()],
        }
    };
    Some(
        std::iter::once(report)
            .chain(others)
            .map(finished)
            .collect(),
    )
}

/// Which of the files [`BESIDE`](crate::job::BESIDE) a timed run of a workload writes, however it ends.
pub(crate) fn beside(workload: &Workload) -> Vec<&'static str> {
    let profile = workload.profile.then_some(PROFILE);
    let intervals = workload.interval.map(|_| report::INTERVALS);
    profile.into_iter().chain(intervals).collect()
}

/// The dependencies of a run on the host's files, if they were noted; an error: why a repetition may find something else.
pub(crate) fn dependencies(control: &Control) -> Option<Result<Dependencies, String>> {
    let found = control.dependencies()?;
    Some(match control.unseen_files().first() {
        Some(file) => Err(format!(
            "it looked for {file}, which the plan does not show it"
        )),
        None => found.cloned().map_err(str::to_owned),
    })
}

/// The end of a failure message: a file that the guest looked for and that its view does not hold, and the remedy.
fn unseen(control: &Control) -> String {
    match control.unseen_files() {
        [] => String::new(),
        files => format!(
            "; it looked for {}, which the plan does not show it (files = [\"{}\"])",
            files.join(", "),
            files[0]
        ),
    }
}

/// The message of a panic.
fn panic_text(cause: &(dyn Any + Send)) -> String {
    let text = cause
        .downcast_ref::<&str>()
        .copied()
        .or_else(|| cause.downcast_ref::<String>().map(String::as_str));
    format!(
        "the simulator panicked: {}",
        text.unwrap_or("without a message")
    )
}

fn identity(workload: &Workload, directory: &Path) -> report::Workload {
    let name = Path::new(&workload.path)
        .file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned();
    report::Workload {
        name,
        sha256: sim::checksum(&workload.host_program(directory)).ok(),
        args: workload.args.clone(),
    }
}

/// The guest's view of the host's files: the plan's folder, what the keys of the workload name, and a scratch folder of its own.
pub(crate) fn view(task: &Task) -> sim::Files {
    let workload = &task.workload;
    let mut files = workload.files.clone();
    let program = Path::new(&workload.path);
    let inside = |part| matches!(part, Component::Normal(_) | Component::CurDir);
    if workload.root.is_none() && !program.components().all(inside) {
        files.push(program.to_owned());
    }
    let below = |path: &PathBuf| task.directory.join(path);
    sim::Files {
        directory: task.directory.clone(),
        root: workload.host_root(&task.directory),
        sysroot: workload.sysroot.as_ref().map(below),
        private: Some(sim::Private {
            files,
            scratch: task.scratch.as_ref().map(|kept| kept.0.clone()),
            unseen: task.unseen.to_vec(),
            noted: task.noted,
            cwd: workload.cwd.clone(),
            frozen: !workload.writable,
        }),
        ..sim::Files::default()
    }
}

/// Why a run did not end as the plan expects, from its report and its output (`out`, and how many bytes `more` were not kept); `None`: it did.
fn verdict(
    workload: &Workload,
    report: &Report,
    expected: Option<&[u8]>,
    out: &[u8],
    more: u64,
) -> Option<String> {
    if let Err(violation) = report.identities() {
        return Some(format!("the report contradicts itself: {violation}"));
    }
    let (end, outcome) = (workload.outcome, &report.outcome);
    match outcome.kind {
        OutcomeKind::Interrupted => return Some("interrupted".into()),
        OutcomeKind::Error => {
            return Some(
                outcome
                    .message
                    .clone()
                    .unwrap_or_else(|| "simulator error".into()),
            );
        }
        OutcomeKind::Limit if matches!(end, Expected::Limit | Expected::Any) => return None,
        OutcomeKind::Limit => return Some(outcome.to_string()),
        OutcomeKind::Signal if matches!(end, Expected::Signal | Expected::Any) => return None,
        OutcomeKind::Signal => {
            let place = outcome.fault.as_ref().map_or_else(String::new, |fault| {
                let symbol = fault
                    .symbol
                    .as_ref()
                    .map_or_else(String::new, |symbol| format!(" <{symbol}>"));
                format!(": {} at {}{symbol}", fault.reason, fault.ip)
            });
            return Some(format!("{outcome}{place}"));
        }
        OutcomeKind::Exit => {}
    }
    let status = outcome.status.unwrap_or(0);
    match end {
        Expected::Exit if status != workload.status => {
            return Some(Outcome::other_status(status, workload.status));
        }
        Expected::Limit => return Some(format!("{outcome}, expected a limit")),
        Expected::Signal => return Some(format!("{outcome}, expected a signal")),
        Expected::Exit | Expected::Any => {}
    }
    let expected = expected?;
    if out == expected && more == 0 {
        return None;
    }
    let same = out
        .iter()
        .zip(expected)
        .take_while(|(left, right)| left == right)
        .count();
    let line = 1 + expected[..same]
        .iter()
        .filter(|&&byte| byte == b'\n')
        .count();
    Some(format!(
        "output differs from {} in line {line} (byte {same}); {} bytes, expected {}",
        workload.expect.as_deref().unwrap_or("the expected one"),
        out.len() as u64 + more,
        expected.len()
    ))
}
