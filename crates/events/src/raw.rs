//! The table of raw quantities.

/// How occurrences of a quantity spread over time.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Shape {
    /// `amount` occurrences in one cycle.
    Occurrence,
    /// One occurrence in each of `amount` successive cycles. Several spans of the same quantity may
    /// overlap (queue occupancy); their sum in a cycle is that cycle's value.
    Span,
    /// In each cycle, the value of another quantity in that cycle shifted right: the high-order half of an event pair. The model keeps
    /// only totals of it; an armed monitor derives it itself.
    Derived,
}

macro_rules! raws {
    ($($(#[doc = $section:literal])? $variant:ident, $name:literal, $unit:literal, $shape:ident, $description:literal;)*) => {
        /// A quantity that the timing model counts.
        ///
        /// Monitor events of a processor are formulas over these (crate `pmu`). A model need not
        /// produce all of them: it says which it does by a [`RawSet`](crate::RawSet).
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(u8)]
        #[non_exhaustive]
        pub enum Raw {
            $(#[doc = $description] $variant,)*
        }

        impl Raw {
            /// All quantities, in declaration order: the index of each is its value `as usize`.
            pub const ALL: [Raw; Raw::COUNT] = [$(Raw::$variant,)*];

            const TABLE: [(&'static str, &'static str, Shape, &'static str); Raw::COUNT] =
                [$(($name, $unit, Shape::$shape, $description),)*];
        }

        #[repr(u8)]
        #[derive(Clone, Copy)]
        enum Last { $($variant,)* End }

        impl Raw {
            /// How many quantities there are.
            pub const COUNT: usize = Last::End as usize;
        }

        const _: () = { $(assert!(Last::$variant as u8 == Raw::$variant as u8);)* };
    };
}

raws! {
    // Cycles: the sum of these is the cycle count. See `Stall`.
    CyclesUnstalled, "cycles.unstalled", "cycles", Span, "Cycles in which at least one instruction begins its own issue";
    CyclesIssueLimit, "cycles.issue_limit", "cycles", Span, "Cycles that issue only the rest of a group which dispersal had to split";
    CyclesDataInteger, "cycles.data.integer", "cycles", Span, "Cycles waiting for a general register from a load";
    CyclesDataFloat, "cycles.data.float", "cycles", Span, "Cycles waiting for a floating-point register from a load";
    CyclesDataStoreBuffer, "cycles.data.store_buffer", "cycles", Span, "Cycles a store waited for room in the store buffer";
    CyclesDataQueue, "cycles.data.l2_queue", "cycles", Span, "Cycles a data access held the pipe because the queue in front of L2 was full";
    CyclesDataWalk, "cycles.data.walk", "cycles", Span, "Cycles a data reference waited for the hardware page walker";
    CyclesDataFault, "cycles.data.fault", "cycles", Span, "Cycles of software fills of the data TLB and of unaligned accesses completed by the system";
    CyclesRseSpill, "cycles.rse.spill", "cycles", Span, "Cycles stalled by mandatory spills of the register stack engine, those of flushrs included";
    CyclesRseFill, "cycles.rse.fill", "cycles", Span, "Cycles stalled by mandatory fills of the register stack engine";
    CyclesRseLoadrs, "cycles.rse.loadrs", "cycles", Span, "Cycles stalled by loadrs";
    CyclesScoreInteger, "cycles.scoreboard.integer", "cycles", Span, "Cycles waiting for a general register that no load produces";
    CyclesScoreFloat, "cycles.scoreboard.float", "cycles", Span, "Cycles waiting for a floating-point register that no load produces";
    CyclesScorePredicate, "cycles.scoreboard.predicate", "cycles", Span, "Cycles waiting for a predicate register";
    CyclesScoreBranch, "cycles.scoreboard.branch", "cycles", Span, "Cycles waiting for a branch register";
    CyclesScoreApplication, "cycles.scoreboard.application", "cycles", Span, "Cycles waiting for an application or control register";
    CyclesScoreSerialize, "cycles.scoreboard.serialize", "cycles", Span, "Cycles of serialisation (srlz, semaphores that hold the pipe, mf)";
    CyclesScoreSystem, "cycles.scoreboard.system", "cycles", Span, "Cycles charged for services of the operating system (configured cost of a system call)";
    CyclesInstructionCache, "cycles.instruction.cache", "cycles", Span, "Cycles without instructions because of an instruction cache miss";
    CyclesInstructionTlb, "cycles.instruction.tlb", "cycles", Span, "Cycles without instructions because of an instruction TLB miss";
    CyclesInstructionStart, "cycles.instruction.start", "cycles", Span, "Cycles that fill the pipe at the start of a run or after a switch";
    CyclesTakenBranch, "cycles.taken_branch", "cycles", Span, "Front-end bubbles of correctly predicted taken branches that the decoupling buffer did not hide";
    CyclesFlushMispredict, "cycles.flush.mispredict", "cycles", Span, "Bubble cycles after mispredicted branches";
    CyclesFlushException, "cycles.flush.exception", "cycles", Span, "Bubble cycles after faults, traps, failed checks and interruptions";
    CyclesFlushOther, "cycles.flush.other", "cycles", Span, "Bubble cycles of the remaining back-end flushes (replays, first-level TLB, way prediction, multimedia hazard)";

    // Dispersal.
    InstructionsDispersed, "dispersal.instructions", "instructions", Occurrence, "Instructions dispersed to the issue ports";
    ExplicitStops, "dispersal.explicit_stops", "stops", Occurrence, "Stop bits met while dispersing";
    ImplicitStops, "dispersal.implicit_stops", "stops", Occurrence, "Stops that the hardware inserted: port conflicts, split-issue rules, end of the two-bundle window";
    LostExplicit, "dispersal.lost_explicit", "slots", Occurrence, "Slots of the window left undispersed because of an explicit stop";
    LostImplicit, "dispersal.lost_implicit", "slots", Occurrence, "Slots of the window left undispersed because of an implicit stop";
    LostLong, "dispersal.lost_long", "slots", Occurrence, "Slots of the window left undispersed because an MLX bundle uses two slots for one instruction";

    // Front end, at both ends of the decoupling buffer.
    LostFrontEnd, "dispersal.lost_front_end", "slots", Span, "Slots left undispersed while a group whose first bundle is there waits for its second: three a cycle";
    FrontBubblesFlush, "front_end.bubbles_flush", "cycles", Span, "Cycles in which no block enters the decoupling buffer because of a flush or the start";
    FrontBubblesBranch, "front_end.bubbles_branch", "cycles", Span, "Cycles in which no block enters because of the resteer of a branch";
    FrontBubblesLoop, "front_end.bubbles_loop", "cycles", Span, "Cycles in which no block enters because the loop predictor took the resteer of a branch back";
    FrontBubblesTlb, "front_end.bubbles_tlb", "cycles", Span, "Cycles in which no block enters because of an instruction TLB miss";
    FrontBubblesCache, "front_end.bubbles_cache", "cycles", Span, "Cycles in which no block enters because of an instruction cache miss";
    FrontBubblesFull, "front_end.bubbles_full", "cycles", Span, "Cycles in which no block enters because the buffer has no room";
    FrontLostFlush, "front_end.lost_flush", "bundles", Span, "Places of bundles that stay empty at the entrance of the buffer because of a flush or the start";
    FrontLostBranch, "front_end.lost_branch", "bundles", Span, "Places at the entrance that stay empty because of the resteer of a branch";
    FrontLostLoop, "front_end.lost_loop", "bundles", Span, "Places at the entrance that stay empty because the loop predictor took a resteer back";
    FrontLostTlb, "front_end.lost_tlb", "bundles", Span, "Places at the entrance that stay empty because of an instruction TLB miss";
    FrontLostCache, "front_end.lost_cache", "bundles", Span, "Places at the entrance that stay empty because of an instruction cache miss";
    FrontLostFull, "front_end.lost_full", "bundles", Span, "Places at the entrance that stay empty because the buffer has no room";
    FrontJoined, "front_end.joined", "blocks", Occurrence, "Blocks that enter in the cycle of the block before them";
    FrontLostUnreached, "front_end.lost_unreached", "bundles", Occurrence, "Bundles of blocks that enter, which lie before the address that is fetched or behind a branch that is taken";
    BackLostFlush, "back_end.lost_flush", "bundles", Span, "Places of bundles that are empty at the exit of the buffer in cycles charged to a flush or the start";
    BackLostBranch, "back_end.lost_branch", "bundles", Span, "Places at the exit that are empty in cycles charged to taken branches";
    BackLostLoop, "back_end.lost_loop", "bundles", Span, "Places at the exit that are empty in cycles charged to resteers that the loop predictor took back";
    BackLostTlb, "back_end.lost_tlb", "bundles", Span, "Places at the exit that are empty in cycles charged to instruction TLB misses";
    BackLostCache, "back_end.lost_cache", "bundles", Span, "Places at the exit that are empty in cycles charged to instruction cache misses";
    IdealLostFlush, "back_end.ideal_lost_flush", "bundles", Span, "Places at the exit that are empty because of a flush or the start, whatever else holds the back end";
    IdealLostBranch, "back_end.ideal_lost_branch", "bundles", Span, "Places at the exit that are empty because of the resteer of a branch, whatever else holds the back end";
    IdealLostLoop, "back_end.ideal_lost_loop", "bundles", Span, "Places at the exit that are empty because the loop predictor took a resteer back, whatever else holds the back end";
    IdealLostTlb, "back_end.ideal_lost_tlb", "bundles", Span, "Places at the exit that are empty because of an instruction TLB miss, whatever else holds the back end";
    IdealLostCache, "back_end.ideal_lost_cache", "bundles", Span, "Places at the exit that are empty because of an instruction cache miss, whatever else holds the back end";

    // Retirement.
    InstructionsRetired, "retired.instructions", "instructions", Occurrence, "Instructions retired, nops and predicated-off ones included";
    NopsRetired, "retired.nops", "instructions", Occurrence, "Nops retired whose qualifying predicate was true";
    SquashedRetired, "retired.squashed", "instructions", Occurrence, "Non-branch instructions retired whose qualifying predicate was false";
    FpOps, "retired.fp_ops", "operations", Occurrence, "Floating-point operations retired: fma, fms and fnma count 2, or 1 with the multiplier f1 or the addend f0 (as fadd, fsub, fmpy, fnmpy, fnorm and fcvt.xuf); frcpa and frsqrta count 1; the parallel forms of these count twice as much; all others (such as fmin, fcmp, fcvt.fx, fcvt.xf, fmerge, xma) count 0";
    FpOpsHigh, "retired.fp_ops_high", "fours", Derived, "Per-cycle floating-point operations divided by four, added up: the high-order half of FP_OPS_RETIRED";
    FpCheckFlagsFailed, "retired.fchkf_failed", "instructions", Occurrence, "fchkf instructions that took their recovery branch";
    FlushedToZero, "retired.flushed_to_zero", "results", Occurrence, "Floating-point results replaced by zero under flush-to-zero";
    FloatFaults, "execution.fp_faults", "instructions", Occurrence, "Floating-point instructions that faulted or trapped, whether software completed them or the program was told";
    SerializeInstruction, "retired.srlz_i", "instructions", Occurrence, "srlz.i instructions retired";

    // Memory instructions (retired, predicate true). Pairs count once; semaphores count as load and as store.
    LoadsInteger, "memory.loads_integer", "references", Occurrence, "Integer loads retired, all kinds; fills and check loads included, whether they reload or not";
    LoadsFloat, "memory.loads_float", "references", Occurrence, "Floating-point loads retired, pairs counted once";
    StoresInteger, "memory.stores_integer", "references", Occurrence, "Integer stores retired, spills included";
    StoresFloat, "memory.stores_float", "references", Occurrence, "Floating-point stores retired";
    Semaphores, "memory.semaphores", "references", Occurrence, "Semaphore instructions retired";
    Prefetches, "memory.prefetches", "references", Occurrence, "lfetch instructions retired";
    RseLoads, "memory.rse_loads", "references", Occurrence, "Loads issued by the register stack engine";
    RseStores, "memory.rse_stores", "references", Occurrence, "Stores issued by the register stack engine";
    WalkerReads, "memory.walker_reads", "references", Occurrence, "VHPT reads issued by the page walker for data references";
    WalkerReadsInstruction, "memory.walker_reads_instruction", "references", Occurrence, "VHPT reads issued by the page walker for instruction fetches";
    MisalignedLoads, "memory.misaligned_loads", "references", Occurrence, "Loads not naturally aligned that the hardware completed";
    MisalignedStores, "memory.misaligned_stores", "references", Occurrence, "Stores not naturally aligned that the hardware completed";
    UnalignedFaults, "memory.unaligned_faults", "faults", Occurrence, "Unaligned accesses that the system had to complete";

    // Speculation.
    AlatChecksInteger, "alat.checks_integer", "instructions", Occurrence, "chk.a and ld.c on general registers retired";
    AlatChecksFloat, "alat.checks_float", "instructions", Occurrence, "chk.a and ldf.c on floating-point registers retired";
    AlatFailuresInteger, "alat.failures_integer", "instructions", Occurrence, "chk.a and ld.c on general registers that found no entry";
    AlatFailuresFloat, "alat.failures_float", "instructions", Occurrence, "chk.a and ldf.c on floating-point registers that found no entry";
    AlatReplacementsInteger, "alat.replacements_integer", "entries", Occurrence, "Valid ALAT entries displaced by an integer advanced load";
    AlatReplacementsFloat, "alat.replacements_float", "entries", Occurrence, "Valid ALAT entries displaced by a floating-point advanced load";
    SpeculationFailuresInteger, "speculation.failures_integer", "instructions", Occurrence, "chk.s on general registers that found a deferred exception";
    SpeculationFailuresFloat, "speculation.failures_float", "instructions", Occurrence, "chk.s on floating-point registers that found a deferred exception";

    // First-level data cache. Integer loads, semaphores excluded, and fills of the register stack engine.
    L1dReads, "l1d.reads", "references", Occurrence, "Reads presented to the first-level data cache";
    L1dReadMisses, "l1d.read_misses", "references", Occurrence, "Reads that missed the first-level data cache";
    L1dReadMissesRse, "l1d.read_misses_rse", "references", Occurrence, "Fills of the register stack engine that missed the first-level data cache";
    L1dForcedMisses, "l1d.forced_misses", "references", Occurrence, "Reads that were made to miss although the line may be present";

    // Second-level cache, requests by origin.
    L2IntegerLoads, "l2.integer_loads", "references", Occurrence, "Integer loads and register stack fills reaching L2: L1D misses";
    L2FloatLoads, "l2.float_loads", "references", Occurrence, "Floating-point loads reaching L2";
    L2Prefetches, "l2.prefetches", "references", Occurrence, "Line prefetches of the program reaching L2";
    L2Semaphores, "l2.semaphores", "references", Occurrence, "Semaphores reaching L2";
    L2QueueFull, "l2.queue_full", "cycles", Span, "Cycles in which every entry of the queue of data accesses to L2 was taken";
    L2RefusedPorts, "l2.refused_ports", "attempts", Occurrence, "Attempts of data accesses and walks to start in L2 that found all ports of the cycle taken";
    L2RefusedBank, "l2.refused_bank", "attempts", Occurrence, "Attempts of data accesses and walks to start in L2 that found their bank taken by another access";
    L2RefusedReadsFill, "l2.refused_reads_fill", "attempts", Occurrence, "Attempts of loads, prefetches, semaphores and walks to start in L2 that found their bank taken by a line that came in";
    L2RefusedStoresFill, "l2.refused_stores_fill", "attempts", Occurrence, "Attempts of stores to start in L2 that found their bank taken by a line that came in";
    L2RefusedFetches, "l2.refused_fetches", "attempts", Occurrence, "Attempts of line requests of the front end to start in L2 that found all ports of the cycle or their bank taken";
    L2RefusedBehindStore0, "l2.refused_behind_store_0", "attempts", Occurrence, "Attempts of loads to start in L2 in the cycle in which a store to one of their doublewords started";
    L2RefusedBehindStore1, "l2.refused_behind_store_1", "attempts", Occurrence, "Attempts of loads to start in L2 one cycle after a store to one of their doublewords started";
    L2RefusedBehindStore2, "l2.refused_behind_store_2", "attempts", Occurrence, "Attempts of loads to start in L2 two cycles after a store to one of their doublewords started";
    L2RefusedBehindStore3, "l2.refused_behind_store_3", "attempts", Occurrence, "Attempts of loads to start in L2 three cycles after a store to one of their doublewords started";
    L2RecirculatedData, "l2.recirculated_data", "references", Occurrence, "Data accesses that found in L2 a line under way that was not asked for by the front end";
    L2RecirculatedInstruction, "l2.recirculated_instruction", "references", Occurrence, "Data accesses that found in L2 a line under way that the front end asked for";
    L2RecirculateRounds, "l2.recirculate_rounds", "attempts", Occurrence, "Further attempts of data accesses that found in L2 a line under way";
    L2BypassData, "l2.bypass_data", "references", Occurrence, "Loads and prefetches that found their line in L2 and started there in the cycle in which they came";
    L2BypassDataMiss, "l2.bypass_data_miss", "references", Occurrence, "Loads and prefetches that missed L2, started there in the cycle in which they came and went on at once";
    L2BypassInstruction, "l2.bypass_instruction", "references", Occurrence, "Line requests of the front end that found their line in L2 and started there in the cycle in which they came";
    L2BypassInstructionMiss, "l2.bypass_instruction_miss", "references", Occurrence, "Line requests of the front end that missed L2, started there in the cycle in which they came and went on at once";
    L2DataWrites, "l2.data_writes", "references", Occurrence, "Data writes reaching L2: all stores and spills";
    L2WalkerReads, "l2.walker_reads", "references", Occurrence, "Reads of the page walker reaching L2";
    L2InstructionReads, "l2.instruction_reads", "references", Occurrence, "Demand instruction line requests reaching L2";
    L2InstructionPrefetches, "l2.instruction_prefetches", "references", Occurrence, "Instruction prefetch line requests reaching L2";
    L2DataReadMisses, "l2.data_read_misses", "requests", Occurrence, "Data reads, walker reads included, that missed L2; later requests to a line under way do not count again";
    L2DataWriteMisses, "l2.data_write_misses", "requests", Occurrence, "Data writes that missed L2; later requests to a line under way do not count again";
    L2InstructionMisses, "l2.instruction_misses", "requests", Occurrence, "Instruction requests, prefetches included, that missed L2";
    L1MissesOutstanding, "l1.outstanding", "entry-cycles", Span, "First-level misses outstanding, added every cycle";
    L1MissesOutstandingHigh, "l1.outstanding_high", "fours", Derived, "First-level misses outstanding in a cycle divided by four, added every cycle";

    // Third-level cache.
    L3InstructionReadHits, "l3.instruction_read_hits", "references", Occurrence, "Instruction line reads that hit L3";
    L3InstructionReadMisses, "l3.instruction_read_misses", "references", Occurrence, "Instruction line reads that missed L3";
    L3DemandFetchHits, "l3.demand_fetch_hits", "references", Occurrence, "Instruction line reads that hit L3, prefetches left out";
    L3DemandFetchMisses, "l3.demand_fetch_misses", "references", Occurrence, "Instruction line reads that missed L3, prefetches left out";
    L3DataReadHits, "l3.data_read_hits", "references", Occurrence, "Data line reads that hit L3";
    L3DataReadMisses, "l3.data_read_misses", "references", Occurrence, "Data line reads that missed L3";
    L3StoreHits, "l3.store_hits", "references", Occurrence, "Line requests caused by stores that hit L3";
    L3StoreMisses, "l3.store_misses", "references", Occurrence, "Line requests caused by stores that missed L3";
    L3WritebackHits, "l3.writeback_hits", "references", Occurrence, "Write-backs of L2 that hit L3";
    L3WritebackMisses, "l3.writeback_misses", "references", Occurrence, "Write-backs of L2 that missed L3";
    L3LinesReplaced, "l3.lines_replaced", "lines", Occurrence, "Valid L3 lines evicted to make room";

    // System bus; this processor is the only agent.
    BusDataReads, "bus.data_reads", "transactions", Occurrence, "Full-line data reads";
    BusCodeReads, "bus.code_reads", "transactions", Occurrence, "Full-line code reads";
    BusReadInvalidates, "bus.read_invalidates", "transactions", Occurrence, "Full-line reads for ownership";
    BusWritebacks, "bus.writebacks", "transactions", Occurrence, "Full-line write-backs";
    BusDataCycles, "bus.data_cycles", "cycles", Span, "Processor cycles the bus carried data";
    BusQueueInserts, "bus.queue_inserts", "requests", Occurrence, "Requests entered into the bus request queue";
    BusQueueOccupancy, "bus.queue_occupancy", "entry-cycles", Span, "Entries of the bus request queue, added every cycle";
    BusQueueOccupancyHigh, "bus.queue_occupancy_high", "groups", Derived, "Entries of the bus request queue in a cycle divided by four (Itanium) or eight (Itanium 2), added every cycle";
    MemoryReadsOutstanding, "bus.reads_outstanding", "entry-cycles", Span, "Memory reads outstanding, added every cycle";
    MemoryReadsOutstandingHigh, "bus.reads_outstanding_high", "eights", Derived, "Memory reads outstanding in a cycle divided by eight, added every cycle";

    // TLBs. "First level" is the DTC on Itanium and the L1 DTLB on Itanium 2.
    DtlbFirstMisses, "dtlb.first_misses", "references", Occurrence, "Data references that missed the first-level data TLB";
    DtlbTransfers, "dtlb.transfers", "references", Occurrence, "Data references that missed the first-level data TLB and hit the second";
    DtlbReadTransfers, "dtlb.read_transfers", "references", Occurrence, "Reads presented to the first-level data cache that missed the first-level data TLB and hit the second";
    DtlbMisses, "dtlb.misses", "references", Occurrence, "Data references that missed the second-level data TLB";
    DtlbWalkerInserts, "dtlb.walker_inserts", "entries", Occurrence, "Entries the page walker put into the data TLB";
    DtlbSoftwareInserts, "dtlb.software_inserts", "entries", Occurrence, "Data TLB misses resolved by software";
    ItlbFirstMisses, "itlb.first_misses", "fetches", Occurrence, "Demand fetches that missed the first-level instruction TLB (two-level designs)";
    ItlbTransfers, "itlb.transfers", "fetches", Occurrence, "Demand fetches that missed the first-level instruction TLB and hit the second";
    ItlbMisses, "itlb.misses", "fetches", Occurrence, "Demand fetches that missed the last level of the instruction TLB";
    ItlbWalkerInserts, "itlb.walker_inserts", "entries", Occurrence, "Entries the page walker put into the instruction TLB";
    ItlbSoftwareInserts, "itlb.software_inserts", "entries", Occurrence, "Instruction TLB misses resolved by software";

    // Instruction fetch.
    L1iDemandReads, "l1i.demand_reads", "references", Occurrence, "Demand fetches of a 32-byte bundle pair from L1I, hit or miss, wrong path included";
    L1iMisses, "l1i.misses", "references", Occurrence, "Demand fetches that found their line neither in L1I nor in the streaming buffer";
    L1iPrefetchReads, "l1i.prefetch_reads", "references", Occurrence, "Prefetch lookups in L1I, hints and streaming together";
    L1iStreamPrefetches, "l1i.stream_prefetches", "references", Occurrence, "Prefetch lookups in L1I by streaming of successive lines";
    L1iFills, "l1i.fills", "lines", Occurrence, "Lines moved into L1I";
    IsbFills, "isb.fills", "references", Occurrence, "32-byte bundle pairs written into the instruction streaming buffer";
    IsbHits, "isb.hits", "references", Occurrence, "Demand fetches served by the instruction streaming buffer";
    FetchPendingHits, "isb.pending_hits", "references", Occurrence, "Demand fetches that found their line already requested";

    // Branches: one record for each branch bundle per cycle, see `Branch::raws`.
    BranchTakenSlot0, "branch.taken_slot0", "branches", Occurrence, "Taken branches in slot 0";
    BranchTakenSlot1, "branch.taken_slot1", "branches", Occurrence, "Taken branches in slot 1";
    BranchTakenSlot2, "branch.taken_slot2", "branches", Occurrence, "Taken branches in slot 2";
    BranchNotTaken, "branch.not_taken", "bundles", Occurrence, "Branch bundles of which no branch was taken";
    Stage1TakenRight, "branch.stage1.taken_right", "branches", Occurrence, "First predictor stage, taken, predicted right";
    Stage1TakenWrongPath, "branch.stage1.taken_wrong_path", "branches", Occurrence, "First predictor stage, taken, direction predicted wrong";
    Stage1TakenWrongTarget, "branch.stage1.taken_wrong_target", "branches", Occurrence, "First predictor stage, taken, target predicted wrong";
    Stage1NotTakenRight, "branch.stage1.not_taken_right", "branches", Occurrence, "First predictor stage, not taken, predicted right";
    Stage1NotTakenWrongPath, "branch.stage1.not_taken_wrong_path", "branches", Occurrence, "First predictor stage, not taken, direction predicted wrong";
    Stage2TakenRight, "branch.stage2.taken_right", "branches", Occurrence, "Second predictor stage, taken, predicted right";
    Stage2TakenWrongPath, "branch.stage2.taken_wrong_path", "branches", Occurrence, "Second predictor stage, taken, direction predicted wrong";
    Stage2TakenWrongTarget, "branch.stage2.taken_wrong_target", "branches", Occurrence, "Second predictor stage, taken, target predicted wrong";
    Stage2NotTakenRight, "branch.stage2.not_taken_right", "branches", Occurrence, "Second predictor stage, not taken, predicted right";
    Stage2NotTakenWrongPath, "branch.stage2.not_taken_wrong_path", "branches", Occurrence, "Second predictor stage, not taken, direction predicted wrong";
    Stage3TakenRight, "branch.stage3.taken_right", "branches", Occurrence, "Third predictor stage, taken, predicted right";
    Stage3TakenWrongPath, "branch.stage3.taken_wrong_path", "branches", Occurrence, "Third predictor stage, taken, direction predicted wrong";
    Stage3TakenWrongTarget, "branch.stage3.taken_wrong_target", "branches", Occurrence, "Third predictor stage, taken, target predicted wrong";
    Stage3NotTakenRight, "branch.stage3.not_taken_right", "branches", Occurrence, "Third predictor stage, not taken, predicted right";
    Stage3NotTakenWrongPath, "branch.stage3.not_taken_wrong_path", "branches", Occurrence, "Third predictor stage, not taken, direction predicted wrong";
    MultiwayTakenRight, "branch.multiway.taken_right", "bundles", Occurrence, "Multiway branch bundles, taken, predicted right";
    MultiwayTakenWrongPath, "branch.multiway.taken_wrong_path", "bundles", Occurrence, "Multiway branch bundles, taken, direction predicted wrong";
    MultiwayTakenWrongTarget, "branch.multiway.taken_wrong_target", "bundles", Occurrence, "Multiway branch bundles, taken, target predicted wrong";
    MultiwayNotTakenRight, "branch.multiway.not_taken_right", "bundles", Occurrence, "Multiway branch bundles, not taken, predicted right";
    MultiwayNotTakenWrongPath, "branch.multiway.not_taken_wrong_path", "bundles", Occurrence, "Multiway branch bundles, not taken, direction predicted wrong";
    RelativeTakenRight, "branch.relative.taken_right", "branches", Occurrence, "IP-relative branches, taken, predicted right";
    RelativeTakenWrongPath, "branch.relative.taken_wrong_path", "branches", Occurrence, "IP-relative branches, taken, direction predicted wrong";
    RelativeTakenWrongTarget, "branch.relative.taken_wrong_target", "branches", Occurrence, "IP-relative branches, taken, target predicted wrong";
    RelativeNotTakenRight, "branch.relative.not_taken_right", "branches", Occurrence, "IP-relative branches, not taken, predicted right";
    RelativeNotTakenWrongPath, "branch.relative.not_taken_wrong_path", "branches", Occurrence, "IP-relative branches, not taken, direction predicted wrong";
    ReturnTakenRight, "branch.return.taken_right", "branches", Occurrence, "Returns, taken, predicted right";
    ReturnTakenWrongPath, "branch.return.taken_wrong_path", "branches", Occurrence, "Returns, taken, direction predicted wrong";
    ReturnTakenWrongTarget, "branch.return.taken_wrong_target", "branches", Occurrence, "Returns, taken, target predicted wrong";
    ReturnNotTakenRight, "branch.return.not_taken_right", "branches", Occurrence, "Returns, not taken, predicted right";
    ReturnNotTakenWrongPath, "branch.return.not_taken_wrong_path", "branches", Occurrence, "Returns, not taken, direction predicted wrong";
    IndirectTakenRight, "branch.indirect.taken_right", "branches", Occurrence, "Indirect branches other than returns, taken, predicted right";
    IndirectTakenWrongPath, "branch.indirect.taken_wrong_path", "branches", Occurrence, "Indirect branches other than returns, taken, direction predicted wrong";
    IndirectTakenWrongTarget, "branch.indirect.taken_wrong_target", "branches", Occurrence, "Indirect branches other than returns, taken, target predicted wrong";
    IndirectNotTakenRight, "branch.indirect.not_taken_right", "branches", Occurrence, "Indirect branches other than returns, not taken, predicted right";
    IndirectNotTakenWrongPath, "branch.indirect.not_taken_wrong_path", "branches", Occurrence, "Indirect branches other than returns, not taken, direction predicted wrong";
    RelativeBefore, "branch.before.relative", "branches", Occurrence, "IP-relative branches, not taken, before the branch that stands for their bundle";
    ReturnBefore, "branch.before.return", "branches", Occurrence, "Returns, not taken, before the branch that stands for their bundle";
    IndirectBefore, "branch.before.indirect", "branches", Occurrence, "Indirect branches other than returns, not taken, before the branch that stands for their bundle";

    // Back-end flushes by kind.
    FlushesMispredict, "flush.mispredict", "flushes", Occurrence, "Back-end flushes by mispredicted branches";
    FlushesException, "flush.exception", "flushes", Occurrence, "Back-end flushes by faults, traps, failed checks, interruptions";
    FlushesFirstTlb, "flush.first_tlb", "flushes", Occurrence, "Back-end flushes because a reference missed the first-level data TLB";
    FlushesWay, "flush.way", "flushes", Occurrence, "Back-end flushes because the way prediction of L1D was wrong";
    FlushesMultimedia, "flush.multimedia", "flushes", Occurrence, "Back-end flushes because a multimedia result was used too early";

    // Misses by latency, see `Raw::data_miss` and `Raw::instruction_miss`; one bucket per octave.
    DataMissLatency0, "miss.data.0", "misses", Occurrence, "Loads that missed L1D (floating-point: every load), latency below 4 cycles";
    DataMissLatency4, "miss.data.4", "misses", Occurrence, "Loads that missed L1D, latency 4 to 7 cycles";
    DataMissLatency8, "miss.data.8", "misses", Occurrence, "Loads that missed L1D, latency 8 to 15 cycles";
    DataMissLatency16, "miss.data.16", "misses", Occurrence, "Loads that missed L1D, latency 16 to 31 cycles";
    DataMissLatency32, "miss.data.32", "misses", Occurrence, "Loads that missed L1D, latency 32 to 63 cycles";
    DataMissLatency64, "miss.data.64", "misses", Occurrence, "Loads that missed L1D, latency 64 to 127 cycles";
    DataMissLatency128, "miss.data.128", "misses", Occurrence, "Loads that missed L1D, latency 128 to 255 cycles";
    DataMissLatency256, "miss.data.256", "misses", Occurrence, "Loads that missed L1D, latency 256 to 511 cycles";
    DataMissLatency512, "miss.data.512", "misses", Occurrence, "Loads that missed L1D, latency 512 to 1023 cycles";
    DataMissLatency1024, "miss.data.1024", "misses", Occurrence, "Loads that missed L1D, latency 1024 to 2047 cycles";
    DataMissLatency2048, "miss.data.2048", "misses", Occurrence, "Loads that missed L1D, latency 2048 to 4095 cycles";
    DataMissLatency4096, "miss.data.4096", "misses", Occurrence, "Loads that missed L1D, latency 4096 cycles or more";
    InstructionMissLatency0, "miss.instruction.0", "misses", Occurrence, "Demand fetches that missed L1I, latency below 4 cycles";
    InstructionMissLatency4, "miss.instruction.4", "misses", Occurrence, "Demand fetches that missed L1I, latency 4 to 7 cycles";
    InstructionMissLatency8, "miss.instruction.8", "misses", Occurrence, "Demand fetches that missed L1I, latency 8 to 15 cycles";
    InstructionMissLatency16, "miss.instruction.16", "misses", Occurrence, "Demand fetches that missed L1I, latency 16 to 31 cycles";
    InstructionMissLatency32, "miss.instruction.32", "misses", Occurrence, "Demand fetches that missed L1I, latency 32 to 63 cycles";
    InstructionMissLatency64, "miss.instruction.64", "misses", Occurrence, "Demand fetches that missed L1I, latency 64 to 127 cycles";
    InstructionMissLatency128, "miss.instruction.128", "misses", Occurrence, "Demand fetches that missed L1I, latency 128 to 255 cycles";
    InstructionMissLatency256, "miss.instruction.256", "misses", Occurrence, "Demand fetches that missed L1I, latency 256 to 511 cycles";
    InstructionMissLatency512, "miss.instruction.512", "misses", Occurrence, "Demand fetches that missed L1I, latency 512 to 1023 cycles";
    InstructionMissLatency1024, "miss.instruction.1024", "misses", Occurrence, "Demand fetches that missed L1I, latency 1024 to 2047 cycles";
    InstructionMissLatency2048, "miss.instruction.2048", "misses", Occurrence, "Demand fetches that missed L1I, latency 2048 to 4095 cycles";
    InstructionMissLatency4096, "miss.instruction.4096", "misses", Occurrence, "Demand fetches that missed L1I, latency 4096 cycles or more";

    // Register stack engine.
    RseCurrentLow, "rse.current_low", "registers", Span, "Bits 2:0 of the size of the current frame, added every cycle";
    RseCurrentMiddle, "rse.current_middle", "eights", Span, "Bits 5:3 of the size of the current frame, added every cycle";
    RseCurrentHigh, "rse.current_high", "sixty-fours", Span, "Bit 6 of the size of the current frame, added every cycle";
    RseDirtyLow, "rse.dirty_low", "registers", Span, "Bits 2:0 of the number of dirty stacked registers, added every cycle";
    RseDirtyMiddle, "rse.dirty_middle", "eights", Span, "Bits 5:3 of the number of dirty stacked registers, added every cycle";
    RseDirtyHigh, "rse.dirty_high", "sixty-fours", Span, "Bit 6 of the number of dirty stacked registers, added every cycle";
    RseOperations, "rse.operations", "instructions", Occurrence, "Instructions retired at which the register stack engine may have to move registers: alloc, br.call, br.ret, cover, rfi, flushrs, loadrs";
}

/// First of the twelve latency buckets of [`Raw::data_miss`].
const DATA_BUCKETS: usize = Raw::DataMissLatency0 as usize;
/// First of the twelve latency buckets of [`Raw::instruction_miss`].
const INSTRUCTION_BUCKETS: usize = Raw::InstructionMissLatency0 as usize;

/// Bucket of a latency: 0 below four cycles, then one per octave, the last open.
#[inline]
fn bucket(latency: u64) -> usize {
    (latency.max(2).ilog2() as usize - 1).min(11)
}

impl Raw {
    /// Short dotted name, unique, as shown by `epicycle events --raw`.
    #[must_use]
    pub fn name(self) -> &'static str {
        Self::TABLE[self as usize].0
    }

    /// The unit: what one count is ("cycles", "references", …).
    #[must_use]
    pub fn unit(self) -> &'static str {
        Self::TABLE[self as usize].1
    }

    /// How occurrences spread over time.
    #[must_use]
    pub fn shape(self) -> Shape {
        Self::TABLE[self as usize].2
    }

    /// What it counts, in one sentence without a full stop.
    #[must_use]
    pub fn description(self) -> &'static str {
        Self::TABLE[self as usize].3
    }

    /// Latency bucket of a load that missed L1D, or a floating-point load; latency in cycles from
    /// issue to use.
    #[must_use]
    #[inline]
    pub fn data_miss(latency: u64) -> Raw {
        Self::ALL[DATA_BUCKETS + bucket(latency)]
    }

    /// Latency bucket of a demand instruction fetch that missed L1I; latency in cycles.
    #[must_use]
    pub fn instruction_miss(latency: u64) -> Raw {
        Self::ALL[INSTRUCTION_BUCKETS + bucket(latency)]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique() {
        let mut names: Vec<_> = Raw::ALL.iter().map(|raw| raw.name()).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), Raw::COUNT);
    }

    #[test]
    fn a_latency_falls_into_the_bucket_that_names_its_octave() {
        for (latency, raw) in [
            (0, Raw::DataMissLatency0),
            (3, Raw::DataMissLatency0),
            (4, Raw::DataMissLatency4),
            (7, Raw::DataMissLatency4),
            (8, Raw::DataMissLatency8),
            (4095, Raw::DataMissLatency2048),
            (4096, Raw::DataMissLatency4096),
            (u64::MAX, Raw::DataMissLatency4096),
        ] {
            assert_eq!(Raw::data_miss(latency), raw, "latency {latency}");
        }
        assert_eq!(Raw::instruction_miss(21), Raw::InstructionMissLatency16);
    }
}
