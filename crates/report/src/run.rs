//! What one simulated run leaves behind.

use std::collections::BTreeMap;
use std::fmt;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use crate::Sample;
use crate::fault::Fault;

/// Version of the report's form. It grows when a key changes its meaning or disappears; new keys alone do not change it.
pub const SCHEMA_VERSION: u32 = 1;

/// Named counters of one unit, each an integer. A counter has the same name here and in the model that counts it.
pub type Counters = BTreeMap<String, u64>;

/// The report of one run: what the program did, how many cycles it took, and what the monitor would have counted.
///
/// A functional run has no time: the keys from `cycles` to `branches` are absent, never null or zero.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
#[schemars(title = "Epicycle report")]
pub struct Report {
    /// Version of this form, `1`.
    pub schema_version: u32,
    /// Which simulator wrote the report.
    pub simulator: Simulator,
    /// Under which machine description the program ran.
    pub config: Config,
    /// Which program ran.
    pub workload: Workload,
    /// How the run ended.
    pub outcome: Outcome,
    /// The part of the run that the numbers below are about; absent: all of it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub region: Option<Region>,
    /// Instructions retired (the event IA64_INST_RETIRED) by all threads and processes: nops and predicated-off
    /// instructions count, the L and X slots of an MLX bundle are one instruction.
    pub instructions: u64,
    /// Processor cycles of the whole run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u64>,
    /// The cycles by the cause that holds them; the eight sum to `cycles`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycle_accounting: Option<CycleAccounting>,
    /// Every monitor event that is modelled, by its libpfm name, counted with reset tags (no address range, no opcode
    /// restriction).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events: Option<Counters>,
    /// The events of the processor that are not modelled, with the reason for each.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub events_not_modelled: Option<BTreeMap<String, String>>,
    /// The cycles of `cycle_accounting`, divided further: class, then cause, in cycles. The causes of a class sum to it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stalls: Option<BTreeMap<String, Counters>>,
    /// Counters of each cache, by the name of the cache.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub caches: Option<BTreeMap<String, Counters>>,
    /// Counters of each translation buffer and of the page walker.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tlbs: Option<BTreeMap<String, Counters>>,
    /// Counters of branches and of their prediction.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub branches: Option<Counters>,
    /// Unaligned accesses that the processor could not make and the system completed, each in `os.unaligned_cycles`.
    /// Only timed runs of programs count them. Absent: there were none, or the run does not count them (functional, sampled, boot).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unaligned_faults: Option<u64>,
    /// What each register of the armed monitor held at the end of the run, by its name (`pmc4`, `pmd4`): hexadecimal text.
    /// Absent when no monitor was armed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub monitor: Option<BTreeMap<String, String>>,
    /// Instructions and cycles by privilege level, `0` to `3`, of a machine that was booted. They sum to `instructions`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<BTreeMap<String, Level>>,
    /// What a sampled run (`run --sample`) estimates instead of the keys from `cycles` to `branches`, which are absent then.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sample: Option<Box<Sample>>,
    /// The share of each process, in order of creation.
    pub processes: Vec<Process>,
    /// System calls that the guest made and that the personality does not know (it answered ENOSYS).
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub unimplemented_calls: Vec<UnimplementedCall>,
}

/// What was executed at one privilege level.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Level {
    /// Instructions retired.
    pub instructions: u64,
    /// Cycles; absent without the cycle model. They sum to `cycles`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u64>,
}

/// The simulator that wrote a report.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Simulator {
    /// `epicycle`.
    pub name: String,
    /// Version of the simulator; reports of one version and one config compare byte for byte.
    pub version: String,
}

impl Simulator {
    /// This simulator, in the version being compiled.
    #[must_use]
    pub fn this() -> Self {
        Self {
            name: "epicycle".into(),
            version: env!("CARGO_PKG_VERSION").into(),
        }
    }
}

/// The machine description of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Config {
    /// Name of the config, with the overrides of the command line (`--set`) in order, each behind a `+`.
    pub name: String,
    /// SHA-256 of the effective config in canonical JSON without its name and description: equal hashes are equal machines. That of a sampled
    /// run is of the config that was given, as if its clock counted what that says.
    #[schemars(regex(pattern = r"^[0-9a-f]{64}$"))]
    pub hash: String,
    /// Every value of the machine, after layering and overrides; of a sampled run with the clock that it used (`os.clock`).
    pub effective: serde_json::Value,
}

/// The program of a run.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Workload {
    /// Base name of the program's file.
    pub name: String,
    /// SHA-256 of the program's file; absent when it could not be read.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(regex(pattern = r"^[0-9a-f]{64}$"))]
    pub sha256: Option<String>,
    /// Arguments after the program's name.
    pub args: Vec<String>,
}

/// A region of interest: everything counted is counted from its start to its stop, in a machine that the run before it
/// has warmed.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Region {
    /// Its first instruction as it was asked for: symbol, address or number of instructions; absent: that of the program.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub start: Option<String>,
    /// The first instruction after it as it was asked for; absent: it reaches to the end of the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub stop: Option<String>,
    /// Instructions of the run before the region; absent when it never began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub first_instruction: Option<u64>,
    /// Instructions of the run up to the end of the region; absent when it never began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub end_instruction: Option<u64>,
    /// Whether the stop ended it, not the end of the run.
    pub stopped: bool,
}

/// How a run ended.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Outcome {
    /// What ended the run.
    pub kind: OutcomeKind,
    /// Exit status of the first process, 0 to 255; only with `exit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub status: Option<u8>,
    /// Number of the signal that killed the first process; only with `signal`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub signal: Option<u8>,
    /// What is known of the signal: where, why, and the state of the thread; for signals that leave a core dump. With `limit`, in
    /// a run with a watchdog: the state of the thread that ran.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub fault: Option<Fault>,
    /// Which limit was reached; only with `limit`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub limit: Option<Limit>,
    /// What went wrong, in words; with `error`, and with `interrupted` if it was no signal that stopped the run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
}

impl Outcome {
    /// How a reason begins that says that a run exited with another status than its plan expects.
    const STATUS: &str = "exit status ";

    /// Why a run that exited with a status is not what its plan expects.
    #[must_use]
    pub fn other_status(status: u8, expected: u8) -> String {
        format!("{}{status}, expected {expected}", Self::STATUS)
    }

    /// Whether a reason is one of [`other_status`](Self::other_status).
    pub(crate) fn is_other_status(reason: &str) -> bool {
        reason.starts_with(Self::STATUS)
    }

    /// The guest's first process exited.
    #[must_use]
    pub fn exit(status: u8) -> Self {
        Self {
            status: Some(status),
            ..Self::of(OutcomeKind::Exit)
        }
    }

    /// A signal killed the guest's first process.
    #[must_use]
    pub fn signal(number: u8, fault: Option<Fault>) -> Self {
        Self {
            signal: Some(number),
            fault,
            ..Self::of(OutcomeKind::Signal)
        }
    }

    /// A limit of the run was reached.
    #[must_use]
    pub fn limit(limit: Limit) -> Self {
        Self {
            limit: Some(limit),
            ..Self::of(OutcomeKind::Limit)
        }
    }

    /// The user stopped the run (^C or SIGTERM); the report holds what was counted until then.
    #[must_use]
    pub fn interrupted() -> Self {
        Self::of(OutcomeKind::Interrupted)
    }

    /// The simulator could not run the program, or not to its end.
    #[must_use]
    pub fn error(message: impl Into<String>) -> Self {
        Self {
            message: Some(message.into()),
            ..Self::of(OutcomeKind::Error)
        }
    }

    fn of(kind: OutcomeKind) -> Self {
        Self {
            kind,
            status: None,
            signal: None,
            fault: None,
            limit: None,
            message: None,
        }
    }

    /// The status with which `epicycle run` ends: the guest's own, 128 + n after signal n, 0 at a limit, 124 when
    /// the watchdog ended it, 130 when the user
    /// interrupted it, 125 for an error.
    #[must_use]
    pub fn process_status(&self) -> u8 {
        match self.kind {
            OutcomeKind::Exit => self.status.unwrap_or(0),
            OutcomeKind::Signal => 128u8.saturating_add(self.signal.unwrap_or(0)),
            OutcomeKind::Limit if self.limit == Some(Limit::Watchdog) => 124,
            OutcomeKind::Limit => 0,
            OutcomeKind::Interrupted => 130,
            OutcomeKind::Error => 125,
        }
    }
}

impl fmt::Display for Outcome {
    /// The end in words: `exit status 3`, `killed by signal 11`, `stopped at the limit of cycles`.
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.kind {
            OutcomeKind::Exit => write!(formatter, "exit status {}", self.status.unwrap_or(0)),
            OutcomeKind::Signal => {
                write!(formatter, "killed by signal {}", self.signal.unwrap_or(0))
            }
            OutcomeKind::Limit => match self.limit {
                Some(limit) => write!(formatter, "stopped at {limit}"),
                None => write!(formatter, "stopped at a limit"),
            },
            OutcomeKind::Interrupted => match &self.message {
                Some(message) => write!(formatter, "stopped early: {message}"),
                None => write!(formatter, "interrupted"),
            },
            OutcomeKind::Error => write!(
                formatter,
                "error: {}",
                self.message.as_deref().unwrap_or("unknown")
            ),
        }
    }
}

/// What ended a run.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum OutcomeKind {
    /// The first process exited.
    Exit,
    /// A signal killed the first process.
    Signal,
    /// A limit of the run was reached: `limit` says which.
    Limit,
    /// The user stopped the run, or an output could not be written.
    Interrupted,
    /// The simulator could not go on.
    Error,
}

/// A limit that a run reached.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "lowercase")]
pub enum Limit {
    /// The number of instructions that the caller allowed.
    Instructions,
    /// The number of cycles that the caller allowed.
    Cycles,
    /// The time of the host that the caller allowed: how far the run came depends on the host.
    Timeout,
    /// The cycles that the caller allowed between two issues.
    Watchdog,
}

impl fmt::Display for Limit {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(match self {
            Self::Instructions => "the limit of instructions",
            Self::Cycles => "the limit of cycles",
            Self::Timeout => "the limit of host time; how far it came depends on the host",
            Self::Watchdog => "the limit of cycles without a retired instruction",
        })
    }
}

/// The eight classes of cycles (Itanium cycle accounting); each cycle belongs to exactly one.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct CycleAccounting {
    /// At least one instruction issued.
    pub unstalled: u64,
    /// Waiting for data: a load's result, a full miss or store queue, data translation.
    pub data_access: u64,
    /// The register stack engine moved registers that were needed at once.
    pub rse: u64,
    /// Any other operand that was not ready, or serialisation.
    pub scoreboard: u64,
    /// Only the rest of an issue group issued that dispersal had to split.
    pub issue_limit: u64,
    /// Waiting for instructions: cache, translation, or the pipe filling at the start.
    pub inst_access: u64,
    /// Bubbles of taken branches that the decoupling buffer did not hide.
    pub taken_branch: u64,
    /// Mispredicted branches and other pipeline flushes.
    pub backend_flush: u64,
}

impl CycleAccounting {
    /// Names of the classes, in the order of the report.
    pub const NAMES: [&'static str; 8] = [
        "unstalled",
        "data_access",
        "rse",
        "scoreboard",
        "issue_limit",
        "inst_access",
        "taken_branch",
        "backend_flush",
    ];

    /// The classes as an array, in the order of [`Self::NAMES`].
    #[must_use]
    pub fn values(&self) -> [u64; 8] {
        [
            self.unstalled,
            self.data_access,
            self.rse,
            self.scoreboard,
            self.issue_limit,
            self.inst_access,
            self.taken_branch,
            self.backend_flush,
        ]
    }

    /// From an array in the order of [`Self::NAMES`].
    #[must_use]
    pub fn from_values(values: [u64; 8]) -> Self {
        let [
            unstalled,
            data_access,
            rse,
            scoreboard,
            issue_limit,
            inst_access,
            taken_branch,
            backend_flush,
        ] = values;
        Self {
            unstalled,
            data_access,
            rse,
            scoreboard,
            issue_limit,
            inst_access,
            taken_branch,
            backend_flush,
        }
    }

    /// Sum of the eight classes, in cycles; those of a file may sum to more than 64 bits hold.
    #[must_use]
    pub fn total(&self) -> u128 {
        sum(self.values())
    }
}

/// A sum that does not overflow, as parts that were read from a file may.
fn sum(parts: impl IntoIterator<Item = u64>) -> u128 {
    parts.into_iter().map(u128::from).sum()
}

/// What one process of the guest took.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Process {
    /// Its number, as the guest sees it. A process that is made after another one has ended may have the same number.
    pub pid: u32,
    /// Base name of the program that it last executed.
    pub name: String,
    /// Instructions retired by its threads.
    pub instructions: u64,
    /// Cycles while it held the processor; absent in a functional run.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub cycles: Option<u64>,
    /// How it ended; absent while it still ran at the end of the simulation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Outcome>,
}

/// A system call that the personality does not know.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct UnimplementedCall {
    /// Number of the call (Linux on IA-64: 1024 and up).
    pub number: u64,
    /// Its name, if Linux has one for the number.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// How often it was made.
    pub count: u64,
}

/// How a report contradicts itself.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum IdentityViolation {
    /// Two numbers should agree and do not.
    #[error("{what}: {left} is not {right}")]
    Unequal {
        /// What should be equal, in words.
        what: String,
        /// The first number.
        left: u128,
        /// The second number.
        right: u128,
    },
    /// A report without cycles has what only a timed run counts.
    #[error("{part} is there, and cycles is not")]
    WithoutCycles {
        /// The key.
        part: &'static str,
    },
}

/// What a run knows of time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Mode {
    /// Every cycle is counted.
    Timed,
    /// Cycles are estimated.
    Sampled,
    /// There is no cycle model.
    Functional,
}

impl fmt::Display for Mode {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Timed => "timed",
            Self::Sampled => "sampled",
            Self::Functional => "functional",
        })
    }
}

impl Report {
    /// How it was run; `None`: it did not start, and its report has no numbers of either kind.
    #[must_use]
    pub fn mode(&self) -> Option<Mode> {
        match (self.cycles, &self.sample) {
            (Some(_), _) => Some(Mode::Timed),
            (None, Some(_)) => Some(Mode::Sampled),
            (None, None) if self.outcome.kind == OutcomeKind::Error => None,
            (None, None) => Some(Mode::Functional),
        }
    }

    /// A report for a run that never started or could not go on: nothing retired, the reason in `outcome.message`.
    #[must_use]
    pub fn failed(config: Config, workload: Workload, message: impl Into<String>) -> Self {
        Self::new(config, workload, Outcome::error(message))
    }

    /// A report of a run that ended so, and of which nothing else is known: nothing retired.
    #[must_use]
    pub fn new(config: Config, workload: Workload, outcome: Outcome) -> Self {
        Self {
            schema_version: SCHEMA_VERSION,
            simulator: Simulator::this(),
            config,
            workload,
            outcome,
            region: None,
            instructions: 0,
            cycles: None,
            cycle_accounting: None,
            events: None,
            events_not_modelled: None,
            stalls: None,
            caches: None,
            tlbs: None,
            branches: None,
            unaligned_faults: None,
            monitor: None,
            levels: None,
            sample: None,
            processes: Vec::new(),
            unimplemented_calls: Vec::new(),
        }
    }

    /// Checks that parts sum to wholes: the accounting to the cycles, the causes of each class to the class, the events
    /// CPU_CYCLES and IA64_INST_RETIRED to the totals, the privilege levels and the processes to the instructions; and that a report without
    /// cycles has nothing else that only a timed run counts.
    ///
    /// # Errors
    /// The first pair of numbers that disagrees, or the first part that is there without cycles.
    pub fn identities(&self) -> Result<(), IdentityViolation> {
        let same = |what: &str, left: u128, right: u64| {
            let right = right.into();
            if left == right {
                Ok(())
            } else {
                Err(IdentityViolation::Unequal {
                    what: what.into(),
                    left,
                    right,
                })
            }
        };
        if let (None, Some(part)) = (self.cycles, self.timed_part()) {
            return Err(IdentityViolation::WithoutCycles { part });
        }
        if let (Some(cycles), Some(accounting)) = (self.cycles, &self.cycle_accounting) {
            same(
                "sum of cycle_accounting, cycles",
                accounting.total(),
                cycles,
            )?;
            if let Some(stalls) = &self.stalls {
                for (name, total) in CycleAccounting::NAMES.iter().zip(accounting.values()) {
                    if let Some(causes) = stalls.get(*name) {
                        same(
                            &format!("sum of stalls.{name}, the class"),
                            sum(causes.values().copied()),
                            total,
                        )?;
                    }
                }
            }
        }
        if let Some(events) = &self.events {
            if let (Some(&counted), Some(cycles)) = (events.get("CPU_CYCLES"), self.cycles) {
                same("events.CPU_CYCLES, cycles", counted.into(), cycles)?;
            }
            if let Some(&counted) = events.get("IA64_INST_RETIRED") {
                same(
                    "events.IA64_INST_RETIRED, instructions",
                    counted.into(),
                    self.instructions,
                )?;
            }
        }
        if let Some(levels) = &self.levels {
            same(
                "sum of instructions of the levels, instructions",
                sum(levels.values().map(|level| level.instructions)),
                self.instructions,
            )?;
            if let Some(cycles) = self.cycles {
                let sum = sum(levels.values().filter_map(|level| level.cycles));
                same("sum of cycles of the levels, cycles", sum, cycles)?;
            }
        }
        if !self.processes.is_empty() {
            let processes = self.processes.iter();
            same(
                "sum of instructions of the processes, instructions",
                sum(processes.map(|process| process.instructions)),
                self.instructions,
            )?;
            let timed = self.processes.iter().filter_map(|process| process.cycles);
            if let Some(cycles) = self.cycles
                && timed.clone().next().is_some()
            {
                same("sum of cycles of the processes, cycles", sum(timed), cycles)?;
            }
        }
        Ok(())
    }

    /// The first key besides `cycles` that is there and that only a timed run has.
    fn timed_part(&self) -> Option<&'static str> {
        let mut levels = self.levels.iter().flatten();
        let parts = [
            ("cycle_accounting", self.cycle_accounting.is_some()),
            ("events", self.events.is_some()),
            ("events_not_modelled", self.events_not_modelled.is_some()),
            ("stalls", self.stalls.is_some()),
            ("caches", self.caches.is_some()),
            ("tlbs", self.tlbs.is_some()),
            ("branches", self.branches.is_some()),
            ("unaligned_faults", self.unaligned_faults.is_some()),
            (
                "levels.cycles",
                levels.any(|(_, level)| level.cycles.is_some()),
            ),
            (
                "processes.cycles",
                self.processes.iter().any(|it| it.cycles.is_some()),
            ),
        ];
        let mut parts = parts.into_iter();
        parts.find_map(|(part, is_there)| is_there.then_some(part))
    }
}
