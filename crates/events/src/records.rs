//! Records of single events in the pipe, as [`Probe`](crate::Probe) delivers them: which instruction, in which cycle, with what result.

use crate::{CodeId, Raw};
use isa::MemoryKind;

/// Under which qualifying predicate a static event happens.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum When {
    /// Whenever the slot retires.
    Always,
    /// When the slot retires with its qualifying predicate true.
    Executed,
    /// When the slot retires with its qualifying predicate false.
    Squashed,
}

/// An occurrence that follows from the retirement of a slot alone, and is *not* repeated by
/// [`Probe::count`](crate::Probe::count).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct StaticEvent {
    /// Slot number in the code, 3 × bundle + slot.
    pub slot: u8,
    /// Occurrences each time.
    pub amount: u8,
    /// The quantity; its shape is [`Shape::Occurrence`](crate::Shape::Occurrence).
    pub raw: Raw,
    /// Under which predicate.
    pub when: When,
}

/// The instruction that caused something.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Site {
    /// Address of its bundle, or the address fetched.
    pub ip: u64,
    /// Effective data address for events of the memory pipeline, 0 otherwise.
    pub data: u64,
    /// The code it belongs to; [`CodeId::NONE`] for fetches.
    pub code: CodeId,
    /// Slot number in the code, 3 × bundle + slot; 0 for fetches.
    pub index: u8,
}

impl Site {
    /// A fetch of the line or bundle pair at `ip`, right or wrong path.
    #[inline(always)]
    #[must_use]
    pub const fn fetch(ip: u64) -> Site {
        Site {
            ip,
            data: 0,
            code: CodeId::NONE,
            index: 0,
        }
    }

    /// No instruction, for events such as those of the bus, which a monitor cannot qualify by address or opcode.
    #[inline(always)]
    #[must_use]
    pub const fn none() -> Site {
        Site::fetch(0)
    }

    /// Slot in the bundle, 0 to 2.
    #[inline(always)]
    #[must_use]
    pub const fn slot(&self) -> u8 {
        self.index % 3
    }

    /// The instruction as one that others wait for; `None`: it is a fetch, or no instruction.
    #[must_use]
    pub fn culprit(&self) -> Option<Culprit> {
        (self.code != CodeId::NONE).then_some(Culprit {
            code: self.code,
            index: self.index,
        })
    }
}

/// An instruction that keeps others waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Culprit {
    /// The code.
    pub code: CodeId,
    /// Slot number in the code, 3 × bundle + slot.
    pub index: u8,
}

/// A call path: how execution came to a function, from the start of its thread.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct CallPath {
    /// Number of the path of the caller; `None`: a thread begins.
    pub caller: Option<u32>,
    /// Bundle of the call, or the one that a signal interrupted.
    pub site: u64,
    /// First bundle of the function.
    pub target: u64,
}

/// Instructions that issue in one cycle and go on to retire. A group that lies in two blocks
/// makes two records of the same cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Group {
    /// Cycle of issue. Events of retirement carry this cycle too: retirement follows at a fixed distance.
    pub cycle: u64,
    /// The code.
    pub code: CodeId,
    /// First slot number.
    pub from: u8,
    /// One past the last slot number that retires.
    pub to: u8,
    /// Bit i: the qualifying predicate of slot i of the code is true.
    pub predicates: u64,
}

impl Group {
    /// Bit i: slot i of the code is in the group.
    #[inline(always)]
    #[must_use]
    pub fn mask(&self) -> u64 {
        let below = |n: u8| {
            1u64.checked_shl(u32::from(n))
                .map_or(u64::MAX, |bit| bit - 1)
        };
        below(self.to) & !below(self.from)
    }
}

/// Which stage of the predictor chose the path (Itanium reference manual: branch events 0x0f and 0x10).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Stage {
    /// Target address registers (TAR).
    First,
    /// Branch prediction tables, target address cache (TAC), return stack.
    Second,
    /// Branch address calculators (BAC): static hints, loop predictor, corrections.
    Third,
}

/// How good the prediction of a branch bundle was.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum Prediction {
    /// Direction and target.
    Right,
    /// Direction wrong: taken instead of not taken, the reverse, or another branch of the bundle.
    WrongPath,
    /// Taken as predicted, to another target.
    WrongTarget,
}

/// Kind of a branch as Itanium 2 events distinguish them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[repr(u8)]
pub enum BranchKind {
    /// Target relative to the instruction pointer.
    Relative,
    /// br.ret.
    Return,
    /// Target in a branch register; returns excepted.
    Indirect,
}

impl BranchKind {
    /// Number of kinds.
    pub const COUNT: usize = Self::Indirect as usize + 1;
}

/// A bundle with a branch retires: one record for each such bundle per cycle.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Branch {
    /// Cycle of issue.
    pub cycle: u64,
    /// The first taken branch; when none is taken the last branch of the bundle.
    pub site: Site,
    /// Whether a branch was taken.
    pub taken: bool,
    /// Address of the bundle executed next.
    pub target: u64,
    /// Quality of the prediction.
    pub prediction: Prediction,
    /// Stage that predicted.
    pub stage: Stage,
    /// Kind of the branch at `site`.
    pub kind: BranchKind,
    /// The bundle holds two or more branches (nop.b and brp are not branches).
    pub multiway: bool,
    /// How many branches of the bundle retired before the one at `site`, none of them taken, by [`BranchKind`].
    pub before: [u8; BranchKind::COUNT],
}

impl Branch {
    /// The quantities that this record counts, once for each time that they are named.
    #[must_use]
    pub fn raws(&self) -> [Option<Raw>; 6] {
        // Five outcomes: a branch that is not taken has no target to be wrong about.
        let outcome = match (self.taken, self.prediction) {
            (true, Prediction::Right) => 0,
            (true, Prediction::WrongPath) => 1,
            (true, Prediction::WrongTarget) => 2,
            (false, Prediction::Right) => 3,
            (false, _) => 4,
        };
        let pick = |base: Raw, row: u8| Raw::ALL[base as usize + usize::from(row) * 5 + outcome];
        let place = if self.taken {
            Raw::BranchTakenSlot0 as usize + usize::from(self.site.slot())
        } else {
            Raw::BranchNotTaken as usize
        };
        let kinds = [Raw::RelativeBefore, Raw::ReturnBefore, Raw::IndirectBefore];
        let mut before = kinds
            .into_iter()
            .zip(self.before)
            .flat_map(|(raw, times)| std::iter::repeat_n(raw, times.into()));
        [
            Some(Raw::ALL[place]),
            Some(pick(Raw::Stage1TakenRight, self.stage as u8)),
            Some(pick(Raw::RelativeTakenRight, self.kind as u8)),
            self.multiway.then(|| pick(Raw::MultiwayTakenRight, 0)),
            before.next(),
            before.next(),
        ]
    }
}

/// Where a request found its data.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum MemoryLevel {
    /// First-level cache, or a line already under way to it.
    L1,
    /// Second-level cache.
    L2,
    /// Third-level cache.
    L3,
    /// Memory.
    Memory,
}

impl MemoryLevel {
    /// The levels behind L1, nearest first.
    pub const BEHIND_L1: [Self; Self::Memory as usize] = [Self::L2, Self::L3, Self::Memory];

    /// Its name in reports and logs, in lower case.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            MemoryLevel::L1 => "l1",
            MemoryLevel::L2 => "l2",
            MemoryLevel::L3 => "l3",
            MemoryLevel::Memory => "memory",
        }
    }

    /// Its name in sentences.
    #[must_use]
    pub const fn title(self) -> &'static str {
        match self {
            MemoryLevel::L1 => "L1",
            MemoryLevel::L2 => "L2",
            MemoryLevel::L3 => "L3",
            MemoryLevel::Memory => "memory",
        }
    }
}

/// What made a load a [`DataMiss`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DataMissKind {
    /// An integer load that missed L1D.
    Integer,
    /// A floating-point load, which goes to L2 by design.
    Float,
    /// A check that found no ALAT entry (Itanium 2's EAR in ALAT mode).
    Alat,
}

/// A load that missed, reported when it is issued.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataMiss {
    /// Cycle of issue.
    pub cycle: u64,
    /// Cycle in which the data arrive; the event address register captures then.
    pub completes: u64,
    /// The load, with its data address.
    pub site: Site,
    /// Where the data came from.
    pub level: MemoryLevel,
    /// Why it is reported.
    pub kind: DataMissKind,
}

/// A demand instruction fetch that missed L1I, wrong path included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InstructionMiss {
    /// Cycle of the request.
    pub cycle: u64,
    /// Cycle in which the instructions arrive.
    pub completes: u64,
    /// Address fetched.
    pub ip: u64,
    /// Where the line came from.
    pub level: MemoryLevel,
}

/// What supplied the translation after a miss of the first-level TLB.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(u8)]
pub enum TlbLevel {
    /// The second-level TLB.
    Second,
    /// The hardware page walker.
    Walker,
    /// Software.
    Software,
}

impl TlbLevel {
    /// Its name in reports and logs.
    #[must_use]
    pub const fn name(self) -> &'static str {
        match self {
            TlbLevel::Second => "second",
            TlbLevel::Walker => "walker",
            TlbLevel::Software => "software",
        }
    }
}

/// The translation of an address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Translated {
    /// Physical address.
    pub physical: u64,
    /// Size of its page in bytes, a power of two.
    pub page_bytes: u64,
    /// Number of the address space ([`Block::space`](crate::Block::space)): equal addresses of two spaces are two places.
    pub space: u32,
}

/// What needed the translation of a data address.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum DataRequester {
    /// A load, a store, a semaphore, `fc`.
    Reference,
    /// `lfetch`.
    Prefetch,
    /// Mandatory traffic of the register stack engine.
    RegisterStack,
}

/// A data reference that missed the first-level TLB, which has the translation from then on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct DataTlbMiss {
    /// Cycle of issue.
    pub cycle: u64,
    /// Cycle in which the translation is there.
    pub completes: u64,
    /// The reference, with its data address.
    pub site: Site,
    /// Who resolved it.
    pub level: TlbLevel,
    /// What needed it.
    pub requester: DataRequester,
    /// The translation.
    pub translated: Translated,
}

/// A demand fetch that missed the first-level instruction TLB, which has the translation from then on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct InstructionTlbMiss {
    /// Cycle of the fetch.
    pub cycle: u64,
    /// Cycle in which the translation is there.
    pub completes: u64,
    /// Address fetched.
    pub ip: u64,
    /// Who resolved it.
    pub level: TlbLevel,
    /// Fetched down a path that was then abandoned.
    pub wrong_path: bool,
    /// The translation.
    pub translated: Translated,
}

/// A memory instruction whose predicate is true makes its access.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reference {
    /// Cycle of issue.
    pub cycle: u64,
    /// Cycle in which it completes: the data of a load or semaphore arrive, L2 has taken a store, or the line of a prefetch arrives.
    pub completes: u64,
    /// The instruction, with its data address.
    pub site: Site,
    /// Kind.
    pub kind: MemoryKind,
    /// Bytes accessed; 1 for `lfetch` and `fc`, which name a line.
    pub bytes: u8,
    /// Where the data came from, or where a store found its line; `None`: `fc`, which reads nothing.
    pub level: Option<MemoryLevel>,
    /// A load that went behind L1D whatever L1D holds: an older store to its bytes is under way, or its check failed.
    pub forced: bool,
    /// Where the data lie.
    pub translated: Translated,
}

/// A demand fetch: one aligned block of `frontend.fetch_bytes` bytes, or the part of it from a branch target on.
///
/// Right-path fetches arrive in program order, each before the [`Group`]s that it feeds and behind those of all fetches
/// before. [`FetchQueue`](crate::FetchQueue) joins them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fetch {
    /// Cycle in which the fetch starts.
    pub cycle: u64,
    /// Cycle in which its bundles enter the decoupling buffer, the first in which they may issue. On a wrong path: could have.
    pub entry: u64,
    /// Of the cycles between, those by which an ITLB miss delayed the entry.
    pub tlb_delay: u64,
    /// Of the cycles between, those by which an L1I miss delayed the entry.
    pub cache_delay: u64,
    /// Address of the first bundle.
    pub ip: u64,
    /// Bundles delivered.
    pub bundles: u8,
    /// Fetched down a path that was then abandoned, by the [`Flush`] that was recorded last before it.
    pub wrong_path: bool,
    /// Where the line was found.
    pub source: FetchSource,
    /// Where the first bundle lies.
    pub translated: Translated,
}

impl Fetch {
    /// Translation of the address of one of its bundles.
    #[must_use]
    pub fn translated_at(&self, bundle: u64) -> Translated {
        let offset = bundle.wrapping_sub(self.ip);
        Translated {
            physical: self.translated.physical.wrapping_add(offset),
            ..self.translated
        }
    }
}

/// Where a fetch found its line.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FetchSource {
    /// L1I, where the line was present or already requested.
    L1,
    /// The instruction streaming buffer, where the line was present or already requested.
    StreamingBuffer,
    /// A level behind these: the fetch is an [`InstructionMiss`].
    Behind(MemoryLevel),
}

/// Why a pipe is flushed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum FlushKind {
    /// A branch was mispredicted.
    Mispredict,
    /// `chk.s`, `chk.a` or `fchkf` goes to its recovery code.
    FailedCheck,
    /// An instruction faulted or trapped; [`Flush::vector`] says how.
    Fault,
    /// `break` or `rfi` went to the operating system or came from it.
    Service,
    /// An event from outside the instruction stream: a signal, or a switch to another thread.
    Interruption,
    /// The system completes a floating-point instruction that the processor leaves to software, which holds the next group (Holds 9).
    /// What was fetched issues behind it: nothing is fetched again.
    Assist,
}

/// The pipe is flushed and fetch starts over: what was fetched and has not issued never issues, unless [`restarts`](Self::restarts) is
/// false.
///
/// Recorded when the flush is known, behind the group of its culprit, before the fetches of the wrong path that it
/// abandons and those of the path that follows. The start of the run is no flush.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Flush {
    /// Cycle of the newest issue: that of the culprit, unless the culprit faulted and did not issue.
    pub cycle: u64,
    /// First cycle in which the path that follows may issue.
    pub resteer: u64,
    /// The instruction that caused it; [`Site::none`] for interruptions.
    pub culprit: Site,
    /// What caused it.
    pub kind: FlushKind,
    /// For a fault or an assist, the offset of its vector in the interruption vector table.
    pub vector: Option<u16>,
    /// Bundle at which execution goes on.
    pub target: u64,
}

impl Flush {
    /// Vector of the floating-point fault, which asks the system for an assist (IA-64 manual, volume 2, table 5-7).
    pub const FLOATING_POINT_FAULT: u16 = 0x5c00;
    /// Vector of the floating-point trap.
    pub const FLOATING_POINT_TRAP: u16 = 0x5d00;

    /// Whether fetch starts over. It does except for an assist, behind which what was fetched issues.
    #[must_use]
    pub fn restarts(&self) -> bool {
        self.kind != FlushKind::Assist
    }
}

/// The thread that executes. Numbers of ended processes and threads are given again; serial numbers are not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Task {
    /// Process number.
    pub process: u32,
    /// Thread number, unique among the threads that exist.
    pub thread: u32,
    /// Serial number of the process: that of its first thread.
    pub process_serial: u64,
    /// Serial number of the thread: how many threads the run had made before it.
    pub thread_serial: u64,
}

impl Task {
    /// A thread of a run in which no number is given twice, so that the numbers serve as serial numbers, too.
    #[must_use]
    pub const fn numbered(process: u32, thread: u32) -> Self {
        Self {
            process,
            thread,
            process_serial: process as u64,
            thread_serial: thread as u64,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn branch(
        taken: bool,
        prediction: Prediction,
        stage: Stage,
        kind: BranchKind,
        index: u8,
    ) -> Branch {
        let site = Site {
            ip: 0x1000,
            data: 0,
            code: CodeId(0),
            index,
        };
        Branch {
            cycle: 1,
            site,
            taken,
            target: 0x2000,
            prediction,
            stage,
            kind,
            multiway: true,
            before: [1, 0, 1],
        }
    }

    #[test]
    fn a_branch_counts_once_in_each_table_and_those_before_it_by_their_kinds() {
        let raws = branch(
            true,
            Prediction::WrongTarget,
            Stage::Second,
            BranchKind::Return,
            5,
        )
        .raws();
        assert_eq!(
            raws,
            [
                Some(Raw::BranchTakenSlot2),
                Some(Raw::Stage2TakenWrongTarget),
                Some(Raw::ReturnTakenWrongTarget),
                Some(Raw::MultiwayTakenWrongTarget),
                Some(Raw::RelativeBefore),
                Some(Raw::IndirectBefore),
            ]
        );
        let raws = branch(
            false,
            Prediction::WrongPath,
            Stage::Third,
            BranchKind::Indirect,
            0,
        )
        .raws();
        assert_eq!(
            raws,
            [
                Some(Raw::BranchNotTaken),
                Some(Raw::Stage3NotTakenWrongPath),
                Some(Raw::IndirectNotTakenWrongPath),
                Some(Raw::MultiwayNotTakenWrongPath),
                Some(Raw::RelativeBefore),
                Some(Raw::IndirectBefore),
            ]
        );
    }

    #[test]
    fn the_mask_of_a_group_covers_its_slots_only() {
        let group = |from, to| {
            Group {
                cycle: 0,
                code: CodeId(0),
                from,
                to,
                predicates: 0,
            }
            .mask()
        };
        assert_eq!(group(0, 6), 0x3f);
        assert_eq!(group(3, 5), 0x18);
        assert_eq!(group(0, 64), u64::MAX);
        assert_eq!(group(60, 60), 0);
    }
}
