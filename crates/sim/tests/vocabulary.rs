//! What a listener is told of fetches, references, translations and flushes, on every workload that is shipped: does it fit
//! together?

use std::collections::HashMap;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use events::{
    Attention, Block, Branch, DataRequester, DataTlbMiss, Execution, Fetch, FetchQueue,
    FetchSource, Flush, FlushKind, Group, InstructionMiss, InstructionTlbMiss, Loud, MemoryKind,
    Prediction, Probe, Raw, Reference, Site, StaticEvent, Task, Totals, Translated,
};

const INSTRUCTIONS: u64 = 100_000;

/// Joins everything to everything, and notes what does not fit.
#[derive(Default)]
struct Join {
    codes: HashMap<u32, (u64, u32)>,
    queue: FetchQueue,
    /// Slots that issued, and those of them whose fetch was there.
    issued: u64,
    joined: u64,
    /// Physical pages by space and page.
    pages: HashMap<(u32, u64), u64>,
    fetches: u64,
    wrong_path: u64,
    /// Instruction misses and TLB misses that were announced before the fetch that met them.
    missed: Option<InstructionMiss>,
    translated: Option<InstructionTlbMiss>,
    references: HashMap<MemoryKind, u64>,
    forced: u64,
    requesters: HashMap<DataRequester, u64>,
    flushes: HashMap<FlushKind, u64>,
    newest_flush: Option<Flush>,
    mispredicted: Option<Branch>,
    mispredictions: u64,
    newest_entry: u64,
    newest_issue: u64,
    counted: HashMap<Raw, u64>,
    tasks: Vec<(u64, Task)>,
    wrong: Vec<String>,
}

impl Join {
    fn expect(&mut self, holds: bool, what: impl FnOnce() -> String) {
        if !holds && self.wrong.len() < 5 {
            let what = what();
            self.wrong.push(what);
        }
    }

    /// An address has one place until the end of the run.
    fn place(&mut self, address: u64, translated: Translated) {
        let bytes = translated.page_bytes;
        let page = (translated.space, address / bytes);
        let frame = *self
            .pages
            .entry(page)
            .or_insert(translated.physical / bytes);
        let same = frame == translated.physical / bytes
            && address % bytes == translated.physical % bytes
            && bytes.is_power_of_two();
        self.expect(same, || format!("{address:#x} lies at {translated:?}"));
    }
}

impl Probe for Join {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        self.codes.insert(block.id.0, (block.ip, block.space));
    }

    fn fetch(&mut self, fetch: &Fetch) {
        self.place(fetch.ip, fetch.translated);
        self.queue.fetch(fetch);
        self.fetches += 1;
        self.wrong_path += u64::from(fetch.wrong_path);
        let delay = fetch.tlb_delay + fetch.cache_delay;
        self.expect(fetch.entry >= fetch.cycle + delay, || {
            format!("{fetch:?} enters before it is there")
        });
        self.expect(fetch.wrong_path || fetch.entry >= self.newest_entry, || {
            format!("{fetch:?} enters before the one before it")
        });
        if !fetch.wrong_path {
            self.newest_entry = fetch.entry;
        }
        let missed = self.missed.take();
        let level = missed.map(|miss| (miss.ip, FetchSource::Behind(miss.level)));
        let told = match fetch.source {
            FetchSource::Behind(_) => level == Some((fetch.ip, fetch.source)),
            FetchSource::L1 | FetchSource::StreamingBuffer => level.is_none(),
        };
        self.expect(told, || format!("{fetch:?} with {missed:?}"));
        let translated = self.translated.take();
        let told = match translated {
            Some(miss) => {
                miss.translated == fetch.translated
                    && miss.wrong_path == fetch.wrong_path
                    && miss.completes - miss.cycle == fetch.tlb_delay
            }
            None => fetch.tlb_delay == 0,
        };
        self.expect(told, || format!("{fetch:?} with {translated:?}"));
        if fetch.wrong_path {
            let abandoned = self.newest_flush.is_some_and(|flush| {
                flush.kind == FlushKind::Mispredict && fetch.cycle < flush.resteer
            });
            self.expect(abandoned, || format!("{fetch:?} is abandoned by nothing"));
        }
    }

    fn instruction_miss(&mut self, miss: &InstructionMiss) {
        self.missed = Some(*miss);
    }

    fn instruction_tlb_miss(&mut self, miss: &InstructionTlbMiss) {
        self.place(miss.ip, miss.translated);
        self.translated = Some(*miss);
    }

    fn group(&mut self, group: &Group) {
        self.newest_issue = group.cycle;
        let Some(&(ip, space)) = self.codes.get(&group.code.0) else {
            return self.wrong.push(format!("{group:?} of unknown code"));
        };
        let mut slot = group.from;
        while slot < group.to {
            let end = (slot / 3 * 3 + 3).min(group.to);
            let bundle = ip + 16 * u64::from(slot / 3);
            let fetched = self.queue.issue(bundle, slot % 3..(end - 1) % 3 + 1);
            let fetched = fetched.copied();
            self.issued += u64::from(end - slot);
            if let Some(fetched) = fetched {
                self.joined += u64::from(end - slot);
                self.place(bundle, fetched.fetch.translated_at(bundle));
                self.expect(fetched.fetch.entry <= group.cycle, || {
                    format!("{fetched:?} issues with {group:?}")
                });
                self.expect(fetched.fetch.translated.space == space, || {
                    format!("{fetched:?} is not of space {space}")
                });
            } else {
                self.expect(false, || {
                    format!("{bundle:#x} of {group:?} was not fetched")
                });
            }
            slot = end;
        }
    }

    fn branch(&mut self, branch: &Branch) {
        self.mispredicted = (branch.prediction != Prediction::Right).then_some(*branch);
        self.mispredictions += u64::from(self.mispredicted.is_some());
    }

    fn flush(&mut self, flush: &Flush) {
        *self.flushes.entry(flush.kind).or_default() += 1;
        if flush.restarts() {
            let _ = self.queue.flush();
        }
        self.newest_flush = Some(*flush);
        let known = match flush.kind {
            FlushKind::Mispredict => self.mispredicted.is_some_and(|branch| {
                (branch.site, branch.cycle, branch.target)
                    == (flush.culprit, flush.cycle, flush.target)
            }),
            FlushKind::Fault | FlushKind::Assist => flush.culprit != Site::none(),
            FlushKind::FailedCheck | FlushKind::Service => flush.culprit != Site::none(),
            FlushKind::Interruption => flush.culprit == Site::none(),
        };
        self.expect(known, || format!("{flush:?} has no culprit"));
        self.expect(
            flush.vector.is_some() == matches!(flush.kind, FlushKind::Fault | FlushKind::Assist),
            || format!("{flush:?}"),
        );
        let (issue, behind) = (self.newest_issue, flush.resteer > flush.cycle);
        self.expect(flush.cycle == issue && behind, || {
            format!("{flush:?} behind an issue in {issue}")
        });
    }

    fn reference(&mut self, reference: &Reference) {
        self.place(reference.site.data, reference.translated);
        *self.references.entry(reference.kind).or_default() += 1;
        self.forced += u64::from(reference.forced);
        self.expect(reference.completes >= reference.cycle, || {
            format!("{reference:?} completes before it issues")
        });
        let hint = matches!(reference.kind, MemoryKind::Prefetch | MemoryKind::Flush);
        let bytes = reference.bytes;
        self.expect(bytes.is_power_of_two() || bytes == 10, || {
            format!("{reference:?}")
        });
        self.expect(!hint || bytes == 1, || format!("{reference:?}"));
        let reads = reference.kind != MemoryKind::Flush;
        self.expect(reference.level.is_some() == reads, || {
            format!("{reference:?}")
        });
        let issue = self.newest_issue;
        self.expect(reference.cycle == issue, || {
            format!("{reference:?} is not of the group of {issue}")
        });
    }

    fn data_tlb_miss(&mut self, miss: &DataTlbMiss) {
        self.place(miss.site.data, miss.translated);
        *self.requesters.entry(miss.requester).or_default() += 1;
    }

    fn count(&mut self, raw: Raw, amount: u32, _: u64, _: &Site) {
        *self.counted.entry(raw).or_default() += u64::from(amount);
    }

    fn task(&mut self, cycle: u64, task: Task) {
        self.tasks.push((cycle, task));
    }
}

/// Leaves everything out before a cycle, and notes what it hears that reaches it.
#[derive(Default)]
struct Late {
    from: u64,
    fetches: Vec<Fetch>,
    references: Vec<Reference>,
    flushes: Vec<Flush>,
    groups: Vec<Group>,
}

impl Probe for Late {
    fn fetch(&mut self, fetch: &Fetch) {
        if fetch.entry >= self.from {
            self.fetches.push(*fetch);
        }
    }

    fn reference(&mut self, reference: &Reference) {
        if reference.cycle >= self.from {
            self.references.push(*reference);
        }
    }

    fn flush(&mut self, flush: &Flush) {
        if flush.resteer >= self.from {
            self.flushes.push(*flush);
        }
    }

    fn group(&mut self, group: &Group) {
        if group.cycle >= self.from {
            self.groups.push(*group);
        }
    }

    fn catch_up(&mut self, cycle: u64, _: &mut dyn Totals) -> Attention {
        if cycle >= self.from {
            return Attention::ALL;
        }
        Attention {
            from: self.from,
            settle: self.from,
            ..Attention::NOTHING
        }
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

fn config(processor: &str) -> Arc<config::Loaded> {
    match config::load::<&str>(processor, &[]) {
        Ok(config) => Arc::new(config),
        Err(error) => panic!("{error}"),
    }
}

fn join(processor: &str, program: &Path, instructions: u64) -> Join {
    let mut request = sim::Request::new(config(processor), program);
    request.max_instructions = Some(instructions);
    let mut join = Join::default();
    if let Err(error) = sim::run_with(request, vec![&mut join]) {
        panic!("{}: {error}", program.display());
    }
    assert!(
        join.wrong.is_empty(),
        "{} on {processor}: {:#?}",
        program.display(),
        join.wrong
    );
    join
}

fn workloads() -> Vec<PathBuf> {
    let folder = root().join("workloads/bin");
    let entries = std::fs::read_dir(&folder).unwrap_or_else(|error| panic!("{error}"));
    let mut files: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    files.sort();
    assert!(files.len() > 15);
    files
}

fn of<K: std::hash::Hash + Eq>(counts: &HashMap<K, u64>, key: K) -> u64 {
    counts.get(&key).copied().unwrap_or_default()
}

#[test]
fn every_bundle_that_issues_was_fetched_before_in_order() {
    for processor in ["itanium", "itanium2"] {
        for program in workloads() {
            let join = join(processor, &program, INSTRUCTIONS);
            assert!(
                join.issued >= INSTRUCTIONS.min(1000),
                "{}",
                program.display()
            );
            assert_eq!(join.joined, join.issued, "{}", program.display());
        }
    }
}

#[test]
fn records_are_as_many_as_what_the_model_counts() {
    for processor in ["itanium", "itanium2"] {
        for name in [
            "interp",
            "recursion",
            "ctlspec",
            "dataspec",
            "stream",
            "bigcode",
        ] {
            let join = join(
                processor,
                &root().join("workloads/bin").join(name),
                INSTRUCTIONS,
            );
            let flushes: u64 = join.flushes.values().sum();
            let counted = of(&join.counted, Raw::FlushesMispredict)
                + of(&join.counted, Raw::FlushesException);
            assert_eq!(flushes, counted, "flushes of {name} on {processor}");
            assert_eq!(
                of(&join.flushes, FlushKind::Mispredict),
                join.mispredictions,
                "mispredictions of {name} on {processor}"
            );
            let reloads: u64 = join.requesters.values().sum();
            // Misses of the first level that the second answers, and what no level has.
            assert_eq!(
                reloads,
                of(&join.counted, Raw::DtlbTransfers) + of(&join.counted, Raw::DtlbMisses),
                "data reloads of {name} on {processor}"
            );
            assert_eq!(
                join.fetches,
                of(&join.counted, Raw::L1iDemandReads),
                "fetches of {name} on {processor}"
            );
        }
    }
}

#[test]
fn every_kind_of_record_is_met_by_some_program() {
    let mut requesters = HashMap::new();
    let mut flushes = HashMap::new();
    let mut references = HashMap::new();
    let (mut wrong_path, mut forced) = (0, 0);
    let guests = ["alat", "checks", "rse"].map(|guest| root().join("tests/guests").join(guest));
    for program in workloads().into_iter().chain(guests) {
        let join = join("itanium", &program, INSTRUCTIONS);
        requesters.extend(join.requesters);
        flushes.extend(join.flushes);
        references.extend(join.references);
        wrong_path += join.wrong_path;
        forced += join.forced;
    }
    assert!(wrong_path > 0 && forced > 0, "{wrong_path}, {forced}");
    for kind in [
        MemoryKind::Load,
        MemoryKind::FpLoad,
        MemoryKind::Store,
        MemoryKind::FpStore,
        MemoryKind::Semaphore,
        MemoryKind::Prefetch,
    ] {
        assert!(of(&references, kind) > 0, "{kind:?}");
    }
    for kind in [DataRequester::Reference, DataRequester::RegisterStack] {
        assert!(of(&requesters, kind) > 0, "{kind:?}");
    }
    for kind in [
        FlushKind::Mispredict,
        FlushKind::FailedCheck,
        FlushKind::Service,
    ] {
        assert!(of(&flushes, kind) > 0, "{kind:?}");
    }
}

#[test]
fn a_listener_that_wakes_hears_what_one_hears_that_was_awake() {
    for (name, from) in [
        ("branchy", 60_001),
        ("branchy", 60_010),
        ("interp", 50_003),
        ("interp", 50_017),
        ("recursion", 40_000),
        ("stream", 30_009),
    ] {
        let hear = |awake: bool| {
            let mut late = Late {
                from,
                ..Late::default()
            };
            let program = root().join("workloads/bin").join(name);
            let mut request = sim::Request::new(config("itanium"), program);
            request.max_instructions = Some(INSTRUCTIONS);
            let mut loudly;
            let listener: &mut dyn Probe = if awake {
                loudly = Loud(&mut late);
                &mut loudly
            } else {
                &mut late
            };
            if let Err(error) = sim::run_with(request, vec![listener]) {
                panic!("{name}: {error}");
            }
            late
        };
        let (awake, asleep) = (hear(true), hear(false));
        assert!(awake.groups.len() > 100, "{name}");
        assert_eq!(awake.groups, asleep.groups, "{name} from {from}");
        assert_eq!(awake.fetches, asleep.fetches, "{name} from {from}");
        assert_eq!(awake.references, asleep.references, "{name} from {from}");
        assert_eq!(awake.flushes, asleep.flushes, "{name} from {from}");
    }
}

#[test]
fn with_every_kind_of_listener_the_report_is_that_of_none() {
    for name in ["interp", "recursion", "stream"] {
        let run = |listeners: Vec<&mut dyn Probe>| {
            let program = root().join("workloads/bin").join(name);
            let mut request = sim::Request::new(config("itanium2"), program);
            request.max_instructions = Some(INSTRUCTIONS);
            sim::run_with(request, listeners).unwrap_or_else(|error| panic!("{name}: {error}"))
        };
        let mut late = Late {
            from: 20_000,
            ..Late::default()
        };
        assert_eq!(
            run(vec![&mut Join::default(), &mut late]),
            run(Vec::new()),
            "{name}"
        );
    }
}

#[test]
fn the_first_task_is_told_of_at_the_start() {
    let join = join("itanium", &root().join("workloads/bin/nops"), 1000);
    let [
        (
            0,
            Task {
                process, thread, ..
            },
        ),
    ] = join.tasks[..]
    else {
        panic!("{:?}", join.tasks);
    };
    assert_eq!(process, thread);
}

/// Counts executions in which nothing executed and nothing happened.
#[derive(Default)]
struct Executed {
    all: u64,
    empty: u64,
}

impl Probe for Executed {
    fn execution(&mut self, block: &Block, execution: &Execution) {
        self.all += 1;
        let is_empty = execution.end <= block.first_slot && execution.notes.is_empty();
        self.empty += u64::from(is_empty);
    }

    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        Attention {
            executions: true,
            ..Attention::NOTHING
        }
    }
}

#[test]
fn nothing_is_timed_of_a_block_before_which_a_run_ends() {
    for instructions in 5_000..5_060 {
        let mut request = sim::Request::new(config("itanium2"), root().join("workloads/bin/sort"));
        request.max_instructions = Some(instructions);
        let mut executed = Executed::default();
        if let Err(error) = sim::observe(request, &mut executed) {
            panic!("{error}");
        }
        let Executed { all, empty } = executed;
        assert!(all > 0 && empty == 0, "{instructions}: {empty} of {all}");
    }
}
