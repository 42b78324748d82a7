//! Does a count that is made twice, or forgotten, break an identity?

use crate::bench::{Kernel, bundle, insn, itanium, itanium2, template};
use events::{Fact, Note, Raw};
use uarch::Totals;

/// A little of everything: loads, stores, semaphores, spills, fills, taken and not taken branches, more pages than TLBs hold.
fn busy(machine: &config::Machine) -> Totals {
    let mut kernel = Kernel::new(&[
        bundle(
            template::M_MI + 1,
            [insn::ld8(2, 3), insn::st8(4, 5), insn::NOP],
        ),
        bundle(
            template::M_MI + 1,
            [insn::ldfd(8, 3), insn::fetchadd(6, 7), insn::NOP],
        ),
        bundle(template::MFB + 1, [insn::NOP, insn::NOP, insn::br(6, -2)]),
    ]);
    kernel.taken = Some(8);
    kernel.addresses = vec![0x6000_0000, 0x6010_4000, 0x6020_8000, 0x6030_c000];
    kernel.notes = vec![
        Note {
            slot: 0,
            fact: Fact::RseSpill {
                address: 0x7000_0000,
                count: 4,
            },
        },
        Note {
            slot: 3,
            fact: Fact::RseFill {
                address: 0x7000_0000,
                count: 4,
            },
        },
    ];
    let totals = kernel.run(machine, 50);
    assert_eq!(totals.identities(), Ok(()));
    totals
}

#[test]
fn a_quantity_that_is_counted_once_too_often_breaks_an_identity() {
    let guarded = [
        Raw::LoadsInteger,
        Raw::LoadsFloat,
        Raw::StoresInteger,
        Raw::StoresFloat,
        Raw::Semaphores,
        Raw::Prefetches,
        Raw::RseLoads,
        Raw::RseStores,
        Raw::WalkerReads,
        Raw::WalkerReadsInstruction,
        Raw::L1dReads,
        Raw::L1dReadMisses,
        Raw::L1dReadMissesRse,
        Raw::L2IntegerLoads,
        Raw::L2FloatLoads,
        Raw::L2Prefetches,
        Raw::L2Semaphores,
        Raw::LostFrontEnd,
        Raw::FrontBubblesFlush,
        Raw::FrontBubblesBranch,
        Raw::FrontBubblesLoop,
        Raw::FrontBubblesTlb,
        Raw::FrontBubblesCache,
        Raw::FrontBubblesFull,
        Raw::FrontLostFlush,
        Raw::FrontLostBranch,
        Raw::FrontLostLoop,
        Raw::FrontLostTlb,
        Raw::FrontLostCache,
        Raw::FrontLostFull,
        Raw::BackLostFlush,
        Raw::BackLostBranch,
        Raw::BackLostLoop,
        Raw::BackLostTlb,
        Raw::BackLostCache,
        Raw::L2DataWrites,
        Raw::L2WalkerReads,
        Raw::L2InstructionReads,
        Raw::L2InstructionPrefetches,
        Raw::L2DataReadMisses,
        Raw::L2DataWriteMisses,
        Raw::L2InstructionMisses,
        Raw::L3InstructionReadHits,
        Raw::L3InstructionReadMisses,
        Raw::L3DemandFetchHits,
        Raw::L3DemandFetchMisses,
        Raw::L3DataReadHits,
        Raw::L3DataReadMisses,
        Raw::L3StoreHits,
        Raw::L3StoreMisses,
        Raw::L3WritebackHits,
        Raw::L3WritebackMisses,
        Raw::L3LinesReplaced,
        Raw::BusDataReads,
        Raw::BusCodeReads,
        Raw::BusReadInvalidates,
        Raw::BusWritebacks,
        Raw::BusQueueInserts,
        Raw::BusDataCycles,
        Raw::L1iDemandReads,
        Raw::L1iMisses,
        Raw::L1iFills,
        Raw::L1iPrefetchReads,
        Raw::IsbHits,
        Raw::IsbFills,
        Raw::DtlbFirstMisses,
        Raw::DtlbTransfers,
        Raw::DtlbMisses,
        Raw::DtlbWalkerInserts,
        Raw::DtlbSoftwareInserts,
        Raw::ItlbFirstMisses,
        Raw::ItlbTransfers,
        Raw::ItlbMisses,
        Raw::ItlbWalkerInserts,
        Raw::ItlbSoftwareInserts,
        Raw::BranchTakenSlot0,
        Raw::BranchTakenSlot1,
        Raw::BranchTakenSlot2,
        Raw::BranchNotTaken,
        Raw::FlushesMispredict,
    ];
    let buckets = |first: Raw, last: Raw| first as usize..=last as usize;
    let spans = [
        buckets(Raw::Stage1TakenRight, Raw::Stage3NotTakenWrongPath),
        buckets(Raw::RelativeTakenRight, Raw::IndirectNotTakenWrongPath),
        buckets(Raw::DataMissLatency0, Raw::DataMissLatency4096),
        buckets(
            Raw::InstructionMissLatency0,
            Raw::InstructionMissLatency4096,
        ),
        buckets(Raw::CyclesUnstalled, Raw::CyclesFlushOther),
    ];
    let spans = spans.into_iter().flatten().map(|i| Raw::ALL[i]);
    for machine in [itanium(), itanium2()] {
        let totals = busy(&machine);
        for raw in guarded.into_iter().chain(spans.clone()) {
            let mut wrong = totals.clone();
            wrong.counts.add(raw, 1);
            assert!(
                wrong.identities().is_err(),
                "nothing notices one {} too many",
                raw.name()
            );
        }
    }
}

#[test]
fn a_count_of_a_cache_that_is_one_off_breaks_an_identity() {
    let totals = busy(&itanium());
    let planted = |what: &str, plant: &dyn Fn(&mut Totals)| {
        let mut wrong = totals.clone();
        plant(&mut wrong);
        assert!(wrong.identities().is_err(), "nothing notices: {what}");
    };
    for cache in 0..4 {
        planted("a hit", &|o| o.caches[cache].read_hits += 1);
        planted("a miss", &|o| o.caches[cache].read_misses += 1);
        if cache > 0 {
            planted("a write hit", &|o| o.caches[cache].write_hits += 1);
            planted("a write miss", &|o| o.caches[cache].write_misses += 1);
        }
        planted("a line lost", &|o| o.ledger.lines[cache].held -= 1);
    }
    planted("a merged miss", &|o| o.caches[1].merged += 1);
    planted("a reference around L1D", &|o| o.caches[1].bypassed += 1);
    planted("a write-back of L2", &|o| o.caches[2].writebacks += 1);
    planted("a write-back of L3", &|o| o.caches[3].writebacks += 1);
    for request in 0..8 {
        planted("a hit of L2", &|o| o.ledger.l2_hits[request] += 1);
        planted("a miss of L2", &|o| o.ledger.l2_misses[request] += 1);
    }
    for side in 0..2 {
        planted("a look-up", &|o| o.ledger.tlbs[side].lookups += 1);
        planted("a translation", &|o| o.ledger.tlbs[side].first.held += 1);
    }
    planted("a page of the page table", &|o| o.ledger.table_pages += 1);
    planted("a line in the streaming buffer", &|o| {
        o.ledger.stream.held += 1;
    });
    planted("a resteer", &|o| o.ledger.resteers += 1);
    planted("a prediction", &|o| o.ledger.predictions += 1);
    planted("a skipped load", &|o| o.ledger.skipped.loads += 1);
    planted("a cycle", &|o| o.cycles += 1);
}
