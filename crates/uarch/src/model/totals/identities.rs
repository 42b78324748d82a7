//! The identities: sums of parts that have to equal a whole (`docs/timing.md`, "Identities"). The terms of each are counted in different places, so
//! that a count that is forgotten or made twice anywhere breaks one; a run in which one is broken fails.

use crate::model::memory::cache::{LEVELS, Request};
use crate::model::memory::contents::Contents;
use crate::model::memory::tlb;
use crate::model::totals::Totals;
use crate::model::totals::ledger::TlbLedger;
use events::Raw;
use std::borrow::Cow;

/// Number of caches in [`Totals`] before those of [`LEVELS`]: L1I and L1D.
const BEFORE_LEVELS: usize = 2;

/// An identity that does not hold: a bug in the model.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Violation {
    /// Name of the identity.
    pub identity: Cow<'static, str>,
    /// What the parts sum to.
    pub parts: u64,
    /// What the whole is.
    pub whole: u64,
}

impl std::fmt::Display for Violation {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "the parts of \"{}\" sum to {}, the whole is {}",
            self.identity, self.parts, self.whole
        )
    }
}

impl std::error::Error for Violation {}

/// One identity: its name, the parts, the whole.
type Identity = (Cow<'static, str>, u64, u64);

/// A list of identities: each says what the parts are, what they sum to, and what the whole is.
macro_rules! identities {
    ($($name:literal: $parts:expr => $whole:expr;)*) => { [$(($name.into(), $parts, $whole)),*] };
}

/// The sum of the quantities from one to another in the order of [`Raw`].
fn span(totals: &Totals, first: Raw, last: Raw) -> u64 {
    (first as usize..=last as usize)
        .map(|i| totals.counts[Raw::ALL[i]])
        .sum()
}

impl Contents {
    /// All that was put in.
    fn put(&self) -> u64 {
        self.replaced + self.flushed + self.held
    }
}

impl Totals {
    /// Checks all identities. They hold for the totals of a whole run, not for those of a part of one.
    ///
    /// # Errors
    ///
    /// The first identity that does not hold.
    pub fn identities(&self) -> Result<(), Violation> {
        // Identities 1: the classes sum to the cycles.
        let accounted: u64 = self.accounting().iter().map(|(_, cycles)| cycles).sum();
        let broken = std::iter::once(("cycle accounting".into(), accounted, self.cycles))
            .chain(self.fetch())
            .chain(self.references())
            .chain(self.first_level())
            .chain(self.second_level())
            .chain((1..LEVELS.len()).flat_map(|number| self.level_behind(number)))
            .chain(self.bus())
            .chain(self.translation())
            .chain(self.branches())
            .find(|(_, parts, whole)| parts != whole);
        broken.map_or(Ok(()), |(identity, parts, whole)| {
            Err(Violation {
                identity,
                parts,
                whole,
            })
        })
    }

    /// Both ends of the decoupling buffer.
    fn fetch(&self) -> [Identity; 3] {
        // Identities 8
        let (c, l) = (&self.counts, &self.ledger);
        let starved = [
            Raw::CyclesInstructionStart,
            Raw::CyclesFlushMispredict,
            Raw::CyclesFlushException,
            Raw::CyclesTakenBranch,
            Raw::CyclesInstructionTlb,
            Raw::CyclesInstructionCache,
        ];
        let starved = starved.map(|raw| c[raw]).iter().sum::<u64>();
        let bubbles = span(self, Raw::FrontBubblesFlush, Raw::FrontBubblesFull);
        let empty = span(self, Raw::BackLostFlush, Raw::BackLostCache);
        identities! {
            "cycles of fetch: blocks of the right path and bubbles":
                bubbles + c[Raw::L1iDemandReads] - l.wrong_blocks - c[Raw::FrontJoined] => l.fetch_cycles;
            "empty places at the entrance of the buffer by their cycles":
                span(self, Raw::FrontLostFlush, Raw::FrontLostFull) => l.block_bundles * bubbles;
            "slots at the exit of the buffer in cycles charged to the front end: empty, and behind a first bundle":
                3 * empty + c[Raw::LostFrontEnd] => 6 * starved;
        }
    }

    /// Requests of a kind that L2 was asked.
    fn arrived(&self, request: Request) -> u64 {
        self.ledger.l2_hits[request as usize] + self.missed(request)
    }

    /// Requests of a kind that missed L2.
    fn missed(&self, request: Request) -> u64 {
        self.ledger.l2_misses[request as usize]
    }

    /// References that retired, against those that the caches were asked.
    fn references(&self) -> [Identity; 6] {
        // Identities 2: retired = asked for.
        let (c, l, arrived) = (&self.counts, &self.ledger, |request| self.arrived(request));
        let [_, l1d, ..] = &self.caches;
        let by_latency = span(self, Raw::DataMissLatency0, Raw::DataMissLatency4096);
        identities! {
            "loads retired, made without an access or by L1D":
                l1d.reads() + l.skipped.loads => c[Raw::LoadsInteger] + c[Raw::RseLoads];
            "floating-point loads retired, made without an access, by L1D or by L2":
                l.skipped.fp_loads + l.l1d_fp_hits + arrived(Request::FpLoad) => c[Raw::LoadsFloat];
            "stores retired, by L1D with and without their line":
                l1d.writes() => c[Raw::StoresInteger] + c[Raw::StoresFloat] + c[Raw::RseStores];
            "prefetches retired, dropped, of lines in L1D and by L2":
                l.skipped.prefetches + l.l1d_prefetch_hits + arrived(Request::Prefetch) => c[Raw::Prefetches];
            "semaphores retired and by L2":
                arrived(Request::Semaphore) => c[Raw::Semaphores];
            "misses of L1D by latency":
                by_latency + c[Raw::L1dReadMissesRse]
                    => c[Raw::L1dReadMisses] + l.l1d_fp_hits + arrived(Request::FpLoad);
        }
    }

    /// L1I, its streaming buffer, and L1D.
    fn first_level(&self) -> [Identity; 10] {
        // Identities 2 to 4
        let (c, l, arrived) = (&self.counts, &self.ledger, |request| self.arrived(request));
        let [l1i, l1d, ..] = &self.caches;
        let prefetches = c[Raw::L2InstructionPrefetches];
        let (shortest, longest) = (
            Raw::InstructionMissLatency0,
            Raw::InstructionMissLatency4096,
        );
        let around = [Request::FpLoad, Request::Prefetch, Request::Semaphore];
        identities! {
            "fetches by L1I, streaming buffer and L2":
                l1i.read_hits + c[Raw::IsbHits] + c[Raw::L1iMisses] => c[Raw::L1iDemandReads];
            "misses of L1I by latency":
                span(self, shortest, longest) => l1i.read_misses;
            "instruction prefetches of lines that were there and by L2":
                l.instruction_prefetches_found + prefetches => c[Raw::L1iPrefetchReads];
            "lines asked for by fetch: put into L1I, displaced from or still in the streaming buffer":
                c[Raw::L1iFills] + l.stream.put() => c[Raw::L1iMisses] + prefetches;
            "bundle pairs for the streaming buffer":
                l.line_pairs * (l1i.read_misses + arrived(Request::InstructionPrefetch)) => c[Raw::IsbFills];
            "lines of L1I replaced and held":
                l.lines[0].put() => c[Raw::L1iFills];
            "reads of L1D that hit and miss":
                l1d.read_hits + c[Raw::L1dReadMisses] => c[Raw::L1dReads];
            "misses of L1D merged and sent on":
                arrived(Request::Load) + l1d.merged => c[Raw::L1dReadMisses];
            "references around L1D by kind":
                around.map(arrived).iter().sum::<u64>() => l1d.bypassed;
            "lines of L1D replaced and held":
                l.lines[1].put() => l1d.fills;
        }
    }

    /// L2, by kind of request.
    fn second_level(&self) -> [Identity; 14] {
        // Identities 3 and 4
        let (c, l, arrived) = (&self.counts, &self.ledger, |request| self.arrived(request));
        let [_, l1d, l2, ..] = &self.caches;
        let missed = |request| self.missed(request);
        let data = [
            Request::Load,
            Request::FpLoad,
            Request::Prefetch,
            Request::Semaphore,
        ];
        let data_misses = data.map(missed).iter().sum::<u64>();
        let code_misses = missed(Request::Instruction) + missed(Request::InstructionPrefetch);
        let cut = l.tlbs.iter().map(|side| side.cut_walks).sum::<u64>();
        let walks = c[Raw::WalkerReads] + c[Raw::WalkerReadsInstruction] + cut;
        let code = c[Raw::L1iMisses] + c[Raw::L2InstructionPrefetches];
        identities! {
            "integer loads of L2 that hit and miss":
                arrived(Request::Load) => c[Raw::L2IntegerLoads];
            "floating-point loads of L2 that hit and miss":
                arrived(Request::FpLoad) => c[Raw::L2FloatLoads];
            "prefetches of L2 that hit and miss":
                arrived(Request::Prefetch) => c[Raw::L2Prefetches];
            "semaphores of L2 that hit and miss":
                arrived(Request::Semaphore) => c[Raw::L2Semaphores];
            "data writes of L2 that hit and miss":
                arrived(Request::Store) => c[Raw::L2DataWrites];
            "walks of L2 that hit and miss":
                arrived(Request::Walker) => c[Raw::L2WalkerReads];
            "walks by side":
                walks => arrived(Request::Walker);
            "fetches of L2 that hit and miss":
                arrived(Request::Instruction) => c[Raw::L2InstructionReads];
            "instruction prefetches of L2 that hit and miss":
                arrived(Request::InstructionPrefetch) => c[Raw::L2InstructionPrefetches];
            "requests to L2 by who sent them":
                l1d.read_misses - l1d.merged + l1d.bypassed + l1d.writes() + walks + code
                    => l2.reads() + l2.writes();
            "data reads that missed L2":
                data_misses + missed(Request::Walker) => c[Raw::L2DataReadMisses];
            "data writes that missed L2":
                missed(Request::Store) => c[Raw::L2DataWriteMisses];
            "instruction requests that missed L2":
                code_misses => c[Raw::L2InstructionMisses];
            "lines of L2 replaced and held":
                l.lines[2].put() => l2.read_misses + l2.write_misses;
        }
    }

    /// Level `number` of [`LEVELS`] and the one before it.
    fn level_behind(&self, number: usize) -> Vec<Identity> {
        // Identities 3 to 5
        let (before, level) = (&LEVELS[number - 1], &LEVELS[number]);
        let name = |what: &str| format!("{what} of {}", level.level.title()).into();
        let sum = |raws: &[Option<Raw>]| raws.iter().flatten().map(|raw| self.counts[*raw]).sum();
        let requests = |request: Request| {
            let request = request as usize;
            let asked = sum(&[level.hits.of[request], level.misses.of[request]]);
            (asked, sum(&[before.misses.of[request]]))
        };
        let (instructions, missed_instructions) = requests(Request::Instruction);
        let (reads, missed_reads) = requests(Request::Load);
        let (stores, missed_stores) = requests(Request::Store);
        let demand = [level.hits.demand_fetches, level.misses.demand_fetches];
        let demand_before = before.misses.demand_fetches;
        let demand_misses =
            demand_before.map_or(self.missed(Request::Instruction), |raw| self.counts[raw]);
        let statistics = &self.caches[BEFORE_LEVELS + number];
        let source = &self.caches[BEFORE_LEVELS + number - 1];
        let lines = &self.ledger.lines[BEFORE_LEVELS + number];
        let [_, back_missed] = level.write_backs;
        let replaced: u64 = sum(&[level.replaced]);
        let put: u64 = sum(&[back_missed]);
        vec![
            (name("instruction reads"), instructions, missed_instructions),
            (name("demand fetches"), sum(&demand), demand_misses),
            (name("data reads"), reads, missed_reads),
            (name("lines for stores"), stores, missed_stores),
            (
                name("reads that hit and miss"),
                statistics.reads(),
                source.read_misses + source.write_misses,
            ),
            (
                name("write-backs taken"),
                sum(&level.write_backs),
                source.writebacks,
            ),
            (
                name("write-backs that hit and miss"),
                statistics.writes(),
                source.writebacks,
            ),
            (
                name("lines replaced and held"),
                replaced + lines.flushed + lines.held,
                statistics.read_misses + put,
            ),
        ]
    }

    /// The bus and memory.
    fn bus(&self) -> [Identity; 6] {
        // Identities 4
        let (c, l) = (&self.counts, &self.ledger);
        let [.., last] = &self.caches;
        let misses = &LEVELS[LEVELS.len() - 1].misses.of;
        let missed = |request| misses[request as usize].map_or(0, |raw| c[raw]);
        identities! {
            "code reads on the bus":
                c[Raw::BusCodeReads] => missed(Request::Instruction);
            "data reads on the bus":
                c[Raw::BusDataReads] + c[Raw::BusReadInvalidates] => missed(Request::Load) + missed(Request::Store);
            "reads on the bus":
                l.bus_reads => last.read_misses;
            "write-backs on the bus":
                l.bus_writes => last.writebacks;
            "entries of the bus queue":
                l.bus_reads + c[Raw::BusWritebacks] => c[Raw::BusQueueInserts];
            "cycles with data on the bus":
                l.line_cycles * (l.bus_reads + l.bus_writes) => c[Raw::BusDataCycles];
        }
    }

    /// TLBs and walker.
    fn translation(&self) -> impl Iterator<Item = Identity> {
        // Identities 5 and 6
        let (c, l) = (&self.counts, &self.ledger);
        let count = |raw| c[raw];
        let data = side(&l.tlbs[0], DATA, tlb::EVENTS[0].map(count));
        let instructions = side(&l.tlbs[1], INSTRUCTIONS, tlb::EVENTS[1].map(count));
        let software = c[Raw::DtlbSoftwareInserts] + c[Raw::ItlbSoftwareInserts];
        // Without a walker software makes every translation, not only the first of a page.
        let first = (!l.walker_absent && !l.system).then_some((
            "first touches of pages by software".into(),
            software,
            self.pages - l.table_pages,
        ));
        data.into_iter().chain(instructions).chain(first)
    }

    /// Branch bundles.
    fn branches(&self) -> [Identity; 8] {
        // Identities 7
        let (c, l) = (&self.counts, &self.ledger);
        let sum = |raws: &[Raw]| raws.iter().map(|raw| c[*raw]).sum::<u64>();
        let taken = sum(&[
            Raw::BranchTakenSlot0,
            Raw::BranchTakenSlot1,
            Raw::BranchTakenSlot2,
        ]);
        let taken_right = sum(&[
            Raw::Stage1TakenRight,
            Raw::Stage2TakenRight,
            Raw::Stage3TakenRight,
        ]);
        let taken_wrong = sum(&[
            Raw::Stage1TakenWrongPath,
            Raw::Stage2TakenWrongPath,
            Raw::Stage3TakenWrongPath,
        ]);
        let not_taken_wrong = sum(&[
            Raw::Stage1NotTakenWrongPath,
            Raw::Stage2NotTakenWrongPath,
            Raw::Stage3NotTakenWrongPath,
        ]);
        let wrong_target = sum(&[
            Raw::Stage1TakenWrongTarget,
            Raw::Stage2TakenWrongTarget,
            Raw::Stage3TakenWrongTarget,
        ]);
        let not_taken_right = sum(&[
            Raw::Stage1NotTakenRight,
            Raw::Stage2NotTakenRight,
            Raw::Stage3NotTakenRight,
        ]);
        let kinds_wrong = sum(&[
            Raw::RelativeTakenWrongPath,
            Raw::RelativeNotTakenWrongPath,
            Raw::ReturnTakenWrongPath,
            Raw::ReturnNotTakenWrongPath,
            Raw::IndirectTakenWrongPath,
            Raw::IndirectNotTakenWrongPath,
        ]);
        let wrong_path = taken_wrong + not_taken_wrong;
        let by_stage = span(self, Raw::Stage1TakenRight, Raw::Stage3NotTakenWrongPath);
        let by_kind = span(
            self,
            Raw::RelativeTakenRight,
            Raw::IndirectNotTakenWrongPath,
        );
        identities! {
            "branch bundles taken and not taken":
                taken + c[Raw::BranchNotTaken] => l.predictions;
            "branch bundles right, on a wrong path, to a wrong target":
                taken_right + not_taken_right + wrong_path + wrong_target => l.predictions;
            "branch bundles by stage":
                by_stage => l.predictions;
            "branch bundles by kind":
                by_kind => l.predictions;
            "wrong paths by stage and by kind":
                kinds_wrong => wrong_path;
            "taken branches predicted right and wrong":
                taken_right + wrong_target + taken_wrong => taken;
            "flushes by mispredictions":
                wrong_path + wrong_target => c[Raw::FlushesMispredict];
            "taken branches that fetch followed":
                taken_right => l.resteers;
        }
    }
}

/// Names of the identities of one side of translation.
type Names = [&'static str; 6];

const DATA: Names = [
    "look-ups of the first data TLB that hit and miss",
    "misses of the first data TLB by who had the translation",
    "misses of the data TLB by who made the translation",
    "walks for data",
    "translations of the first data TLB replaced and held",
    "translations of the second data TLB replaced and held",
];

const INSTRUCTIONS: Names = [
    "look-ups of the first instruction TLB that hit and miss",
    "misses of the first instruction TLB by who had the translation",
    "misses of the instruction TLB by who made the translation",
    "walks for instructions",
    "translations of the first instruction TLB replaced and held",
    "translations of the second instruction TLB replaced and held",
];

/// One side of translation; `counts`: its [`EVENTS`](tlb::EVENTS).
fn side(ledger: &TlbLedger, names: Names, counts: [u64; 6]) -> [Identity; 6] {
    let [first, transfers, misses, walker, software, reads] = counts;
    let faults: u64 = ledger.faults.iter().sum();
    [
        (names[0].into(), ledger.first_hits + first, ledger.lookups),
        (
            names[1].into(),
            transfers + misses,
            first + ledger.direct[1],
        ),
        (
            names[2].into(),
            walker + software + faults,
            misses + ledger.inserts,
        ),
        (names[3].into(), reads + ledger.cut_walks, walker),
        (
            names[4].into(),
            ledger.first.put() + ledger.faults[0],
            first,
        ),
        (
            names[5].into(),
            match ledger.second {
                Some(second) => second.put() + faults,
                None => misses + ledger.supplied,
            },
            misses + ledger.supplied,
        ),
    ]
}
