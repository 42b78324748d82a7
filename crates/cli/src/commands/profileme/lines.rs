//! A sample as a line of JSON.

use events::{FetchSource, Flush, FlushKind, Prediction, Site, Stage, Stall};
use isa::MemoryKind;
use profileme::{Alat, BranchFacts, MemoryFacts, Pipe, Sample};
use report::{InstructionSample, SampleBranch, SampleFlush, SampleMemory};

/// The line of a sample.
pub(super) fn line(sample: &Sample, pipe: &Pipe) -> InstructionSample {
    let waits = Stall::ALL.iter().zip(sample.waits);
    let stages = sample.stages(pipe);
    InstructionSample {
        ip: hex(sample.ip),
        slot: sample.slot,
        ordinal: sample.ordinal,
        period: sample.period,
        skipped: sample.skipped,
        pair: sample.pair,
        process: sample.task.map(|task| task.process),
        thread: sample.task.map(|task| task.thread),
        cpl: sample.privilege(),
        instruction_set: if sample.is_ia32() { "ia32" } else { "ia64" }.to_owned(),
        selected: sample.fetch.cycle,
        fetch: sample.fetch.cycle,
        enter: sample.enter,
        issue: sample.issue,
        retire: sample.retire,
        stages: stages
            .map(|(name, cycle)| (name.to_owned(), cycle))
            .collect(),
        fate: sample.fate.name().to_owned(),
        aborted_by: sample.fate.aborted_by().map(flush),
        trap: sample.trap.as_ref().map(flush),
        waits: waits
            .filter(|(_, cycles)| *cycles > 0)
            .map(|(stall, cycles)| (stall.name().to_owned(), cycles))
            .collect(),
        retire_delay: sample.retire_delay,
        branch: sample.branch.as_ref().map(branch),
        memory: sample.memory.as_ref().map(memory),
        alat: sample.alat.map(|found| {
            let name = match found {
                Alat::Hit => "hit",
                Alat::Miss => "miss",
            };
            name.to_owned()
        }),
        fetch_miss: sample.fetch_miss(),
        fetch_source: match sample.fetch.source {
            FetchSource::L1 => "l1",
            FetchSource::StreamingBuffer => "streaming_buffer",
            FetchSource::Behind(found) => found.name(),
        }
        .to_owned(),
        fetch_delay: sample.fetch.cache_delay,
        fetch_tlb_miss: sample.fetch_tlb_miss.map(|level| level.name().to_owned()),
        fetch_tlb_delay: sample.fetch.tlb_delay,
        physical: hex(sample.fetch.translated_at(sample.ip).physical),
        window: sample.window_cycles(),
        overcount: sample.overcount,
        counters: sample.counters,
        pctr_ctl: hex(sample.pctr_ctl),
        i_stat: hex(sample.i_stat),
    }
}

fn hex(value: u64) -> String {
    format!("{value:#x}")
}

fn flush(flush: &Flush) -> SampleFlush {
    let culprit = (flush.culprit != Site::none()).then_some(flush.culprit);
    SampleFlush {
        kind: match flush.kind {
            FlushKind::Mispredict => "mispredict",
            FlushKind::FailedCheck => "failed_check",
            FlushKind::Fault => "fault",
            FlushKind::Service => "service",
            FlushKind::Interruption => "interruption",
            FlushKind::Assist => "assist",
        }
        .to_owned(),
        culprit: culprit.map(|site| hex(site.ip)),
        slot: culprit.map(|site| site.slot()),
        vector: flush.vector,
        resteer: flush.resteer,
    }
}

fn branch(branch: &BranchFacts) -> SampleBranch {
    SampleBranch {
        taken: branch.taken,
        target: branch.target.map(hex),
        mispredicted: match branch.prediction {
            Prediction::Right => None,
            Prediction::WrongPath => Some("path".to_owned()),
            Prediction::WrongTarget => Some("target".to_owned()),
        },
        stage: branch.stage.map(|stage| match stage {
            Stage::First => 1,
            Stage::Second => 2,
            Stage::Third => 3,
        }),
    }
}

fn memory(memory: &MemoryFacts) -> SampleMemory {
    let reference = memory.reference;
    SampleMemory {
        address: hex(memory.address),
        physical: reference.map(|reference| hex(reference.translated.physical)),
        page_bytes: reference.map(|reference| reference.translated.page_bytes),
        kind: reference.map(|reference| kind(reference.kind).to_owned()),
        bytes: reference.map(|reference| reference.bytes),
        level: reference
            .and_then(|reference| reference.level)
            .map(|found| found.name().to_owned()),
        latency: reference.map(|reference| reference.completes - reference.cycle),
        forced_miss: reference.is_some_and(|reference| reference.forced),
        tlb_miss: memory.tlb_miss.map(|miss| miss.level.name().to_owned()),
    }
}

fn kind(kind: MemoryKind) -> &'static str {
    match kind {
        MemoryKind::Load => "load",
        MemoryKind::FpLoad => "fp_load",
        MemoryKind::Store => "store",
        MemoryKind::FpStore => "fp_store",
        MemoryKind::Semaphore => "semaphore",
        MemoryKind::Prefetch => "prefetch",
        MemoryKind::Flush => "flush",
    }
}
