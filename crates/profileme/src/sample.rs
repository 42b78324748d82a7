//! What the unit tells of one profiled syllable.

use events::{
    Branch, DataTlbMiss, Fetch, FetchSource, Flush, FlushKind, Prediction, Reference, Stage, Stall,
    Task, TlbLevel,
};

use crate::history::History;
use crate::pieces::{Details, Outcome};
use crate::pipe::Pipe;
use crate::registers::{IStat, PctrCtl, TrapType};

/// What became of a syllable. It retires or is aborted, never both.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fate {
    /// It retired, with its qualifying predicate true.
    Retired,
    /// It retired, and its qualifying predicate was false.
    PredicatedOff,
    /// It lay on a wrong path, which this flush abandoned.
    KilledBeforeDispersal(Flush),
    /// It lay on the right path behind the culprit of this flush.
    KilledByFlush(Flush),
    /// It faulted.
    Faulted(Flush),
}

impl Fate {
    /// Its name in a file of samples.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        match self {
            Fate::Retired => "retired",
            Fate::PredicatedOff => "predicated_off",
            Fate::KilledBeforeDispersal(_) => "killed_before_dispersal",
            Fate::KilledByFlush(_) => "killed_by_flush",
            Fate::Faulted(_) => "faulted",
        }
    }

    /// Whether it retired.
    #[must_use]
    pub const fn is_retired(&self) -> bool {
        matches!(self, Fate::Retired | Fate::PredicatedOff)
    }

    /// The flush that aborted it.
    #[must_use]
    pub const fn aborted_by(&self) -> Option<&Flush> {
        match self {
            Fate::Retired | Fate::PredicatedOff => None,
            Fate::KilledBeforeDispersal(flush)
            | Fate::KilledByFlush(flush)
            | Fate::Faulted(flush) => Some(flush),
        }
    }
}

/// How a branch went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct BranchFacts {
    /// It names its target, and a predicate or a loop counter decides whether it is taken.
    pub conditional: bool,
    /// It was taken.
    pub taken: bool,
    /// Where execution went from its bundle; `None`: another branch of the bundle decided that.
    pub target: Option<u64>,
    /// Quality of the prediction of its bundle, if the branch decided where execution went.
    pub prediction: Prediction,
    /// Stage that predicted the bundle; `None`: as for the target.
    pub stage: Option<Stage>,
}

/// What a check load or a check found in the ALAT.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Alat {
    /// Its entry.
    Hit,
    /// No entry.
    Miss,
}

/// How a reference to memory went.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MemoryFacts {
    /// Its address.
    pub address: u64,
    /// The access; `None`: it was deferred, or a check load that found its entry.
    pub reference: Option<Reference>,
    /// Its miss of the first-level data TLB.
    pub tlb_miss: Option<DataTlbMiss>,
}

/// One profiled syllable.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Sample {
    /// Number of the syllable among all valid fetched ones, from 1.
    pub ordinal: u64,
    /// Syllables that were counted to reach it.
    pub period: u64,
    /// Syllables that went by uncounted before those: fetched between the selection before and the handler's write.
    pub skipped: u64,
    /// Address of its bundle.
    pub ip: u64,
    /// Its slot.
    pub slot: u8,
    /// What ran when it was fetched.
    pub task: Option<Task>,
    /// The processor status register, as far as listeners are told of it: [`Sample::privilege`], [`Sample::is_ia32`].
    pub psr: u64,
    /// Its fetch. The cycle of selection is that of the fetch, as counter 0 counts there.
    pub fetch: Fetch,
    /// Who resolved the miss of its fetch in the first-level instruction TLB.
    pub fetch_tlb_miss: Option<TlbLevel>,
    /// First cycle in which it could have issued: `None`: it was killed before.
    pub enter: Option<u64>,
    /// Cycle of issue; `None`: it was killed before.
    pub issue: Option<u64>,
    /// Cycle of retirement; `None`: it did not retire.
    pub retire: Option<u64>,
    /// What became of it.
    pub fate: Fate,
    /// The flush that it caused.
    pub trap: Option<Flush>,
    /// What the cycles from `enter` up to, not into, `issue` were spent on; in the order of [`Stall::ALL`].
    pub waits: [u64; Stall::ALL.len()],
    /// Cycles since the group before retired, at the first syllable of a group; 0 for others.
    pub retire_delay: u64,
    /// Bundle and slot of the first syllable of its issue group; `None`: it did not retire.
    pub leader: Option<(u64, u8)>,
    /// Of a branch.
    pub branch: Option<BranchFacts>,
    /// Of a reference that retired with its predicate true.
    pub memory: Option<MemoryFacts>,
    /// What a check load or a check that retired with its predicate true found in the ALAT.
    pub alat: Option<Alat>,
    /// First and last cycle of the window.
    pub window: (u64, u64),
    /// Syllables fetched behind it in its cycle and the next one, at most 7 (I_STAT\[OVR\]).
    pub overcount: u8,
    /// Contents of the counters.
    pub counters: [u64; 2],
    /// PCTR_CTL as the handler finds it.
    pub pctr_ctl: u64,
    /// I_STAT as the handler finds it.
    pub i_stat: u64,
    /// It is the second of a pair: the distance from the first in syllables.
    pub pair: Option<u64>,
}

impl Sample {
    /// Its privilege level (PSR.cpl).
    #[must_use]
    pub const fn privilege(&self) -> u8 {
        (self.psr >> 32 & 3) as u8
    }

    /// It belongs to the other instruction set (PSR.is).
    #[must_use]
    pub const fn is_ia32(&self) -> bool {
        self.psr >> 34 & 1 != 0
    }

    /// Length of the window in cycles.
    #[must_use]
    pub const fn window_cycles(&self) -> u64 {
        self.window.1 + 1 - self.window.0
    }

    /// Its fetch asked for a line that was not in the instruction cache (ICM).
    #[must_use]
    pub const fn fetch_miss(&self) -> bool {
        matches!(self.fetch.source, FetchSource::Behind(_))
    }

    /// It is a branch that was mispredicted, and decided where execution went.
    #[must_use]
    pub fn is_mispredicted(&self) -> bool {
        self.branch
            .is_some_and(|branch| branch.prediction != Prediction::Right)
    }

    /// It is a conditional branch that was mispredicted (MIS). A jump is recognised by the instruction at PMPC.
    #[must_use]
    pub fn is_mispredicted_conditional(&self) -> bool {
        self.is_mispredicted() && self.branch.is_some_and(|branch| branch.conditional)
    }

    /// It retired and caused no trap (VAL).
    #[must_use]
    pub const fn is_valid(&self) -> bool {
        self.fate.is_retired() && self.trap.is_none()
    }

    /// It caused the replay of a load that was moved above a store (LSO): `chk.a` found no entry.
    #[must_use]
    pub fn is_load_store_order(&self) -> bool {
        self.alat == Some(Alat::Miss) && self.fails_check()
    }

    fn fails_check(&self) -> bool {
        self.trap
            .is_some_and(|flush| flush.kind == FlushKind::FailedCheck)
    }

    /// It waited for dispersal (PM_STALLED).
    #[must_use]
    pub fn is_stalled(&self) -> bool {
        self.enter.is_some() && self.enter != self.issue
    }

    /// It was killed before dispersal (PM_KILLED_BM).
    #[must_use]
    pub const fn is_killed_early(&self) -> bool {
        !self.fate.is_retired() && self.issue.is_none() && !matches!(self.fate, Fate::Faulted(_))
    }

    /// Cycles from the fetch to retirement; `None`: it did not retire.
    #[must_use]
    pub fn in_flight(&self) -> Option<u64> {
        Some(self.retire? - self.fetch.cycle)
    }

    /// The cycle of each stage that it reached, in the order of the stages.
    pub fn stages<'a>(&'a self, pipe: &'a Pipe) -> impl Iterator<Item = (&'static str, u64)> + 'a {
        let last = pipe.front.len() as u64;
        let front = (0..).zip(pipe.front).filter_map(move |(place, name)| {
            let cycle = match place {
                0 => Some(self.fetch.cycle),
                _ => self.enter.map(|enter| enter.saturating_sub(last - place)),
            };
            Some((*name, cycle?))
        });
        // A killed syllable leaves the pipe when the flush acts, and never reaches WRB.
        let killed = self.fate.aborted_by().map(|flush| pipe.trap(flush.resteer));
        let back = (0..).zip(pipe.back).filter_map(move |(place, name)| {
            let cycle = self.issue? + place;
            let reached =
                killed.is_none_or(|killed| cycle < killed) && (killed.is_none() || *name != "WRB");
            reached.then_some((*name, cycle))
        });
        front.chain(back)
    }

    /// PCTR_CTL and I_STAT.
    pub(crate) fn write_registers(&mut self, mode: crate::Mode) {
        let trap = self.trap.map(|flush| match flush.kind {
            FlushKind::FailedCheck => TrapType::Replay,
            FlushKind::Fault | FlushKind::Assist => {
                flush.vector.map_or(TrapType::Other, TrapType::of_vector)
            }
            FlushKind::Mispredict | FlushKind::Service | FlushKind::Interruption => TrapType::Other,
        });
        self.i_stat = IStat {
            mispredicted: self.is_mispredicted_conditional(),
            trap,
            load_store_order: self.is_load_store_order(),
            fetch_miss: self.fetch_miss(),
            overcount: self.overcount,
        }
        .encode();
        self.pctr_ctl = PctrCtl {
            counters: self.counters,
            stalled: self.is_stalled(),
            killed_early: self.is_killed_early(),
            samples: true,
            mode,
            valid: self.is_valid(),
            taken: self.branch.is_some_and(|branch| branch.taken),
        }
        .encode();
    }

    /// A sample of a syllable of a piece, by its slot in the piece, with its fetch alone; [`Sample::follow`] fills in the rest.
    #[inline]
    pub(crate) fn of(details: &Details, slot: u8) -> Sample {
        let fetch = details.fetch;
        Sample {
            ordinal: 0,
            period: 0,
            skipped: 0,
            ip: details.ip.wrapping_add(16 * u64::from(slot / 3)),
            slot: slot % 3,
            task: details.task,
            psr: details.psr,
            fetch,
            fetch_tlb_miss: None,
            enter: Some(fetch.entry),
            issue: None,
            retire: None,
            fate: Fate::Retired,
            trap: None,
            waits: [0; Stall::ALL.len()],
            retire_delay: 0,
            leader: None,
            branch: None,
            memory: None,
            alat: None,
            window: (0, 0),
            overcount: 0,
            counters: [0; 2],
            pctr_ctl: 0,
            i_stat: 0,
            pair: None,
        }
    }

    /// Fills in what the piece and the history say of the syllable: all but its counters and registers.
    pub(crate) fn follow(&mut self, details: &Details, history: &History, pipe: &Pipe) {
        let fetch = &details.fetch;
        if fetch.tlb_delay > 0 {
            let mut tlb = history.instruction_tlb.iter().rev();
            let miss = tlb.find(|miss| (miss.ip, miss.cycle) == (fetch.ip, fetch.cycle));
            self.fetch_tlb_miss = miss.map(|miss| miss.level);
        }
        let end = match details.outcome {
            Outcome::Issued { .. } => self.follow_retired(details, history, pipe),
            Outcome::Killed { .. } => self.follow_killed(details, pipe),
        };
        if let Some(issue) = self.issue {
            for &(stall, from, cycles) in &history.cycles {
                let begin = from.max(fetch.entry);
                self.waits[stall as usize] += (from + cycles).min(issue).saturating_sub(begin);
            }
        }
        // docs/profileme.md, "Window": from the 5th cycle after the fetch to the 2nd after the end. A syllable that is killed before
        // that has the shortest window, 2 cycles.
        let first = fetch.cycle + 5;
        self.window = (first, (end + 2).max(first + 1));
    }

    /// Of a syllable that issued. Returns the cycle that ends it: that of its retirement, or that in which the flush it caused acts.
    fn follow_retired(&mut self, details: &Details, history: &History, pipe: &Pipe) -> u64 {
        let Outcome::Issued {
            issue,
            delay,
            predicates,
            branches,
            conditional,
            checks,
            leader,
        } = details.outcome
        else {
            return 0;
        };
        let here = |cycle: u64, site: &events::Site| {
            (cycle, site.ip, site.slot()) == (issue, self.ip, self.slot)
        };
        let is_on = predicates >> self.slot & 1 != 0;
        let flush = history.flushes.iter().rev();
        let trap = flush
            .take_while(|flush| flush.cycle >= issue)
            .find(|flush| here(flush.cycle, &flush.culprit))
            .copied();
        let branch = (branches >> self.slot & 1 != 0).then(|| {
            let of_bundle = history
                .branches
                .iter()
                .rev()
                .take_while(|branch| branch.cycle >= issue)
                .find(|branch| here(branch.cycle, &branch.site));
            BranchFacts::new(conditional >> self.slot & 1 != 0, of_bundle)
        });
        let alat = (is_on && checks >> self.slot & 1 != 0).then(|| {
            let mut failed = history.failed_checks.iter().rev();
            match failed.any(|(cycle, site)| here(*cycle, site)) {
                true => Alat::Miss,
                false => Alat::Hit,
            }
        });
        let memory = if is_on {
            self.memory(issue, history)
        } else {
            None
        };
        self.issue = Some(issue);
        self.retire = Some(pipe.retire(issue));
        self.fate = if is_on {
            Fate::Retired
        } else {
            Fate::PredicatedOff
        };
        self.retire_delay = if leader == (self.ip, self.slot) {
            delay
        } else {
            0
        };
        self.leader = Some(leader);
        self.trap = trap;
        self.branch = branch;
        self.memory = memory;
        self.alat = alat;
        trap.map_or(pipe.retire(issue), |flush| pipe.trap(flush.resteer))
    }

    fn memory(&self, issue: u64, history: &History) -> Option<MemoryFacts> {
        if history.references.is_empty() && history.forgone.is_empty() {
            return None;
        }
        let here = |cycle: u64, site: &events::Site| {
            (cycle, site.ip, site.slot()) == (issue, self.ip, self.slot)
        };
        let reference = history.references.iter().rev();
        let reference = reference
            .take_while(|reference| reference.cycle >= issue)
            .find(|reference| here(reference.cycle, &reference.site))
            .copied();
        let forgone = history.forgone.iter().rev();
        let forgone = forgone
            .take_while(|(cycle, _)| *cycle >= issue)
            .find(|(cycle, site)| here(*cycle, site));
        let address = reference
            .map(|reference| reference.site.data)
            .or(forgone.map(|(_, site)| site.data))?;
        let tlb_miss = history.data_tlb.iter().rev();
        let tlb_miss = tlb_miss
            .take_while(|(cycle, _)| *cycle >= issue)
            .find(|(cycle, miss)| here(*cycle, &miss.site))
            .map(|(_, miss)| *miss);
        Some(MemoryFacts {
            address,
            reference,
            tlb_miss,
        })
    }

    /// Of a syllable that was killed. Returns the cycle in which the flush acts.
    fn follow_killed(&mut self, details: &Details, pipe: &Pipe) -> u64 {
        let Outcome::Killed {
            flush,
            wrong_path,
            dispersed,
        } = details.outcome
        else {
            return 0;
        };
        let trap = pipe.trap(flush.resteer);
        let is_culprit = (flush.culprit.ip, flush.culprit.slot()) == (self.ip, self.slot);
        self.fate = match flush.kind {
            _ if wrong_path => Fate::KilledBeforeDispersal(flush),
            FlushKind::Fault if is_culprit => Fate::Faulted(flush),
            _ => Fate::KilledByFlush(flush),
        };
        if let Fate::Faulted(flush) = self.fate {
            self.trap = Some(flush);
        }
        self.issue = (dispersed >> self.slot & 1 != 0).then_some(flush.cycle);
        self.enter = self
            .enter
            .filter(|enter| *enter < trap || self.issue.is_some());
        trap
    }
}

impl BranchFacts {
    fn new(conditional: bool, record: Option<&Branch>) -> Self {
        BranchFacts {
            conditional,
            taken: record.is_some_and(|branch| branch.taken),
            target: record.map(|branch| branch.target),
            prediction: record.map_or(Prediction::Right, |branch| branch.prediction),
            stage: record.map(|branch| branch.stage),
        }
    }
}
