//! Do the computed and the ticked model agree on every issue group and every cycle?
//!
//! `EPICYCLE_TICKED=A..B` runs the programs with these seeds instead of the usual ones; a difference names its seed.

use config::Machine;
use events::{Counts, Raw};
use std::collections::BTreeSet;
use std::ops::Range;
use ticked::compare::{compare, compare_with};
use ticked::execute::execute;
use ticked::generate::{Random, generate};
use ticked::input::{Flaw, Step};

/// Programs of a usual run.
const USUAL: Range<u64> = 0..2000;
/// Instructions of a program at most.
const BUDGET: u64 = 6000;
const PROCESSORS: [&str; 2] = ["itanium", "itanium2"];

/// What is never counted: a delay of less than four cycles is none of a miss; a target register that is right about a
/// branch that is not taken would be one. The values of floating-point operations are not generated, and so neither are results
/// that are flushed to zero nor operands for software. No program refers to its own code while that is on its way (`caches::tests`).
/// In bundles with several branches those before the last one are relative.
const NEVER: [Raw; 7] = [
    Raw::L2RecirculatedInstruction,
    Raw::InstructionMissLatency0,
    Raw::Stage1NotTakenRight,
    Raw::FlushedToZero,
    Raw::FloatFaults,
    Raw::ReturnBefore,
    Raw::IndirectBefore,
];

/// Other values than those of the shipped configurations: what is scarce in a processor is used up by a short program,
/// and rules that a processor does not have are rules of the model all the same.
const VARIED: [&[&str]; 50] = [
    &["caches.l1i.bytes=512", "caches.l1i.bytes=1024"],
    &["caches.l1d.bytes=256", "caches.l1d.bytes=1024"],
    &["caches.l2.bytes=4096", "caches.l2.bytes=16384"],
    &["caches.l3.bytes=8192", "caches.l3.bytes=32768"],
    &[
        "caches.l1d.replacement=\"nru\"",
        "caches.l2.replacement=\"nru\"",
        "caches.l2.replacement=\"lru\"",
    ],
    &[
        "caches.l1i.replacement=\"random\"",
        "caches.l1d.replacement=\"random\"",
        "caches.l2.replacement=\"random\"",
        "caches.l3.replacement=\"random\"",
    ],
    &[
        "tlbs.data.first.replacement=\"random\"",
        "tlbs.data.second.replacement=\"random\"",
        "tlbs.instruction.first.replacement=\"random\"",
    ],
    &[
        "caches.fp_bypasses_l1d=false",
        "caches.l1d_way_prediction=true",
        "caches.store_to_load_cycles=0",
        "caches.store_to_load_cycles=12",
    ],
    &["tlbs.data.first.entries=2", "tlbs.data.first.entries=4"],
    &[
        "tlbs.data.first_part_bytes=4096",
        "tlbs.data.first_part_bytes=16384",
        "tlbs.instruction.first_part_bytes=4096",
    ],
    &[
        "tlbs.data.fp_bypasses_first=true",
        "tlbs.data.fp_bypasses_first=false",
        "tlbs.data.first_miss_bypasses_l1d=true",
        "tlbs.data.first_miss_bypasses_l1d=false",
    ],
    &[
        "tlbs.data.second.entries=4",
        "tlbs.data.second.entries=8",
        "tlbs.data.second.entries=16",
    ],
    &[
        "tlbs.data.first_miss=\"flush\"",
        "tlbs.data.first_miss=\"delay\"",
    ],
    &[
        "tlbs.instruction.first.entries=1",
        "tlbs.instruction.first.entries=2",
    ],
    &[
        "tlbs.instruction.second.entries=2",
        "tlbs.instruction.first_miss_cycles=7",
    ],
    &[
        "memory.store_buffer_entries=2",
        "memory.store_buffer_entries=4",
    ],
    &[
        "caches.l2_queue_entries=1",
        "caches.l2_queue_entries=2",
        "caches.l2_queue_entries=5",
    ],
    &["memory.queue_entries=2", "memory.queue_entries=1"],
    &["memory.line_cycles=100", "memory.line_cycles=1"],
    &[
        "memory.line_overhead_cycles=50",
        "memory.line_overhead_cycles=0",
    ],
    &[
        "caches.l1d.outstanding_misses=2",
        "caches.l1d.outstanding_misses=1",
    ],
    &[
        "caches.l2.outstanding_misses=2",
        "caches.l2.outstanding_misses=3",
    ],
    &[
        "caches.l3.outstanding_misses=2",
        "caches.l3.outstanding_misses=1",
    ],
    &[
        "caches.l1i.outstanding_misses=1",
        "caches.l1i.outstanding_misses=2",
    ],
    &["caches.l2.ports=1", "caches.l1d.ports=1"],
    &[
        "branch.itanium.tac_entries=8",
        "branch.itanium.tac_entries=4",
    ],
    &[
        "branch.itanium.bpt_entries=8",
        "branch.itanium.bpt_entries=4",
    ],
    &[
        "branch.itanium.mbpt_entries=4",
        "branch.itanium.mbpt_entries=8",
    ],
    &[
        "branch.itanium.tar_entries=1",
        "branch.return_stack_entries=1",
        "branch.itanium.history_bits=2",
    ],
    &[
        "branch.bubbles.tar=1",
        "branch.bubbles.table=6",
        "branch.bubbles.bac1=0",
        "branch.mispredict_cycles=20",
    ],
    &[
        "branch.bubbles.ret=5",
        "branch.bubbles.indirect=5",
        "branch.bubbles.loop_exit=0",
        "branch.bubbles.loop_exit=6",
    ],
    &[
        "branch.indirect_reads_register=true",
        "branch.indirect_reads_register=false",
        "branch.register_read_cycles=9",
        "branch.itanium.clear_removes=true",
        "branch.itanium.static_targets=false",
    ],
    &[
        "branch.predictor=\"static\"",
        "branch.predictor=\"none\"",
        "branch.predictor=\"perfect\"",
        "branch.loop_exit_predictor=false",
        "frontend.wrong_path=false",
    ],
    &[
        "frontend.buffer_bundles=4",
        "frontend.buffer_bundles=6",
        "frontend.buffer_bundles=20",
    ],
    &[
        "frontend.streaming_buffer_lines=2",
        "frontend.streaming_buffer_lines=0",
    ],
    &[
        "frontend.next_lines=0",
        "frontend.next_lines=5",
        "frontend.stream_lines=0",
        "frontend.miss_extra_cycles=3",
    ],
    &[
        "frontend.fetch_bytes=16",
        "frontend.fetch_bytes=64",
        "frontend.depth=1",
        "frontend.depth=7",
        "frontend.join_partial_blocks=true",
        "frontend.join_partial_blocks=false",
    ],
    &[
        "dispersal.bundles=1",
        "core_trace.single_issue=true",
        "dispersal.m_ports=1",
        "dispersal.i_ports=1",
        "dispersal.f_ports=1",
    ],
    &[
        "dispersal.split_after_branch=false",
        "dispersal.split_after_bbb_mbb=false",
        "dispersal.split_mib_before_bbb=false",
    ],
    &[
        "dispersal.mmf_alone=false",
        "dispersal.mmf_alone=true",
        "dispersal.last_slot_to_i1=false",
        "dispersal.f_by_bundle=false",
    ],
    &[
        "latency.result.br=3",
        "latency.extra.alu_to_address=2",
        "latency.result.cld=2",
    ],
    &[
        "latency.special.mm_early_use_flushes=true",
        "latency.special.mm_early_use_flushes=false",
        "latency.special.mm_flush_cycles=1",
        "latency.result.mmalu=20",
        "latency.result.mmmul=4",
        "latency.result.mmshf=3",
        "latency.special.semaphore_stalls=true",
        "latency.special.semaphore_stalls=false",
    ],
    &[
        "rse.start_cycles=4",
        "rse.registers_per_cycle=1",
        "alat.entries=2",
        "os.unaligned_block_bytes=64",
        "tlbs.walker.enabled=false",
    ],
    &[
        "accounting.order=[\"taken_branch\",\"inst_access\",\"scoreboard\",\"rse\",\"data_access\",\"backend_flush\"]",
        "accounting.order=[\"scoreboard\",\"taken_branch\",\"data_access\",\"inst_access\",\"backend_flush\",\"rse\"]",
    ],
    &[
        "caches.l2_banks=0",
        "caches.l2_banks=16",
        "caches.l2_banks=2",
        "caches.l2_bank_bytes=32",
    ],
    &[
        "caches.l2_short_store_bytes=8",
        "caches.l2_short_store_cycles=7",
    ],
    &[
        "caches.l2_store_to_load_cycles=0",
        "caches.l2_store_to_load_cycles=2",
        "caches.l2_store_to_load_cycles=4",
    ],
    &[
        "caches.l2_recirculate_cycles=3",
        "caches.l2_recirculate_cycles=16",
    ],
    &["caches.l1d_path_bytes=16", "caches.l1d_path_bytes=64"],
    &[
        "caches.l2_path_bytes=16",
        "caches.l2_path_bytes=32",
        "caches.l2_path_bytes=128",
    ],
];

/// Predictors that neither processor has, with sizes of their tables.
const PREDICTORS: [(&str, &[&[&str]]); 4] = [
    (
        "bimodal",
        &[&[], &["patterns.counter_bits=4", "patterns.history_bits=4"]],
    ),
    (
        "gshare",
        &[
            &[],
            &["patterns.history_bits=0"],
            &["patterns.history_bits=3"],
            &["patterns.counter_bits=5", "patterns.history_bits=5"],
            &["patterns.counter_bits=6", "patterns.history_bits=2"],
            &["patterns.counter_bits=14", "patterns.history_bits=14"],
        ],
    ),
    (
        "two-level-local",
        &[
            &[],
            &["patterns.history_bits=0"],
            &["patterns.history_bits=4", "patterns.local_bits=2"],
            &["patterns.counter_bits=6", "patterns.history_bits=6"],
            &["patterns.counter_bits=5", "patterns.history_bits=2"],
        ],
    ),
    (
        "tage",
        &[
            &[],
            &["tage.tables=1", "tage.index_bits=1"],
            &["tage.tables=9", "tage.index_bits=3", "tage.tag_bits=4"],
            &["tage.shortest_history=1", "tage.longest_history=127"],
            &["tage.shortest_history=3", "tage.longest_history=3"],
            &["tage.tables=2", "tage.index_bits=2", "tage.base_bits=2"],
        ],
    ),
];

/// The overrides of a program: none for every other four.
fn overrides(seed: u64) -> Vec<String> {
    if (seed / 4).is_multiple_of(2) {
        return Vec::new();
    }
    let mut random = Random::new(!seed);
    let mut chosen = Vec::new();
    for choices in VARIED {
        if random.chance(20) {
            let value = random.pick(choices);
            let (key, number) = value.split_once('=').expect("key=value");
            chosen.push(value.to_owned());
            // A smaller TLB has no more ways than entries.
            if let Some(level) = key.strip_suffix(".entries") {
                chosen.push(format!("{level}.ways={number}"));
            }
            if let Some(cache) = key.strip_suffix(".bytes") {
                chosen.push(format!("{cache}.ways=4"));
            }
            if let Some(table) = key
                .strip_suffix("bpt_entries")
                .or(key.strip_suffix("tac_entries"))
            {
                let kind = &key[table.len()..].replace("entries", "ways");
                chosen.push(format!("{table}{kind}=2"));
            }
        }
    }
    if random.chance(50) && !chosen.iter().any(|c| c.starts_with("branch.predictor")) {
        let (name, sizes) = random.pick(&PREDICTORS);
        chosen.push(format!("branch.predictor=\"{name}\""));
        chosen.extend(
            random
                .pick(sizes)
                .iter()
                .map(|size| format!("branch.{size}")),
        );
    }
    chosen
}

fn load(processor: &str, overrides: &[String]) -> Machine {
    match config::load(processor, overrides) {
        Ok(loaded) => loaded.machine,
        Err(error) => panic!("{processor} {overrides:?}: {error}"),
    }
}

fn seeds() -> Range<u64> {
    let Ok(text) = std::env::var("EPICYCLE_TICKED") else {
        return USUAL;
    };
    let bounds = text.split_once("..");
    match bounds.map(|(a, b)| (a.parse(), b.parse())) {
        Some((Ok(a), Ok(b))) => a..b,
        _ => panic!("EPICYCLE_TICKED={text}: expected two numbers as in 0..10000"),
    }
}

/// What programs have to do that no event of the model says.
#[derive(Debug, Default)]
struct Reached {
    /// Turns of threads that end inside a block.
    cut_turns: u64,
    /// Blocks in other spaces than the first.
    second_spaces: u64,
    ended_spaces: usize,
    predictors: BTreeSet<String>,
}

impl Reached {
    fn add(&mut self, steps: &[Step], machine: &Machine) {
        for step in steps {
            let cut = step.switches && step.end < step.block.end_slot && step.taken.is_none();
            self.cut_turns += u64::from(cut);
            self.second_spaces += u64::from(step.block.space > 0);
            self.ended_spaces += step.ended.len();
        }
        let predictor = format!("{:?}", machine.branch.predictor);
        self.predictors.insert(predictor);
    }
}

#[test]
fn the_ticked_model_takes_the_same_cycles_for_the_same_reasons() {
    let shipped = PROCESSORS.map(|name| load(name, &[]));
    let (mut groups, mut cycles, mut counts) = (0, 0, Counts::ZERO);
    let mut reached = Reached::default();
    let mut differences = Vec::new();
    let mut instructions = 0;
    let seeds = seeds();
    for seed in seeds.clone() {
        let (family, program) = generate(seed);
        let overrides = overrides(seed);
        for (name, shipped) in PROCESSORS.iter().zip(&shipped) {
            let varied = (!overrides.is_empty()).then(|| load(name, &overrides));
            let machine = varied.as_ref().unwrap_or(shipped);
            let steps = execute(&program, machine, BUDGET);
            reached.add(&steps, machine);
            instructions += steps
                .iter()
                .map(|step| u64::from(step.end - step.block.first_slot))
                .sum::<u64>();
            match compare(&steps, machine) {
                Ok(agreement) => {
                    groups += agreement.groups;
                    cycles += agreement.cycles;
                    for (raw, count) in agreement.counts.iter() {
                        counts.add(raw, count);
                    }
                }
                Err(difference) => differences.push(format!(
                    "seed {seed} ({family:?}) on {name} {overrides:?}; again with EPICYCLE_TICKED={seed}..{}\n{difference}",
                    seed + 1
                )),
            }
        }
    }
    println!(
        "{} programs on {} processors: {} slots, {} issue groups and {} cycles agree; {} runs differ",
        seeds.end.saturating_sub(seeds.start),
        PROCESSORS.len(),
        instructions,
        groups,
        cycles,
        differences.len()
    );
    let shown = differences.iter().take(3).cloned().collect::<Vec<_>>();
    assert!(differences.is_empty(), "{}", shown.join("\n"));
    // What the usual programs reach; others need not.
    if seeds.start == USUAL.start && seeds.end >= USUAL.end {
        let missing: Vec<_> = counts
            .iter()
            .filter(|(raw, count)| {
                *count == 0 && uarch::PRODUCED.contains(*raw) && !NEVER.contains(raw)
            })
            .map(|(raw, _)| raw.name())
            .collect();
        assert!(missing.is_empty(), "no program reaches {missing:?}");
        println!("{reached:?}");
        let Reached {
            cut_turns,
            second_spaces,
            ended_spaces,
            predictors,
        } = reached;
        assert!(cut_turns > 1000 && second_spaces > 1000 && ended_spaces > 10);
        assert_eq!(predictors.len(), 8, "{predictors:?}");
    }
}

/// Errors: what a machine has besides its own values, and what the ticked model takes it to have instead.
const ERRORS: [(&str, &[&str], &str); 44] = [
    ("itanium", &[], "caches.l1d_path_bytes=32"),
    ("itanium2", &[], "caches.l1d_path_bytes=16"),
    ("itanium", &[], "caches.l2_path_bytes=32"),
    ("itanium2", &[], "caches.l2_path_bytes=16"),
    ("itanium2", &[], "caches.l2_banks=32"),
    ("itanium2", &[], "caches.l2_banks=0"),
    ("itanium2", &[], "caches.l2_bank_bytes=32"),
    ("itanium2", &[], "caches.l2_short_store_bytes=0"),
    ("itanium2", &[], "caches.l2_short_store_cycles=3"),
    ("itanium2", &[], "caches.l2_store_to_load_cycles=0"),
    ("itanium2", &[], "caches.l2_store_to_load_cycles=3"),
    ("itanium", &[], "caches.l2_recirculate_cycles=2"),
    ("itanium2", &[], "caches.l2_recirculate_cycles=2"),
    ("itanium2", &[], "caches.l2_recirculate_cycles=5"),
    ("itanium", &[], "caches.l2_queue_entries=15"),
    ("itanium2", &[], "caches.l2_queue_entries=31"),
    ("itanium2", &[], "memory.line_overhead_cycles=5"),
    ("itanium2", &[], "tlbs.data.first_part_bytes=16384"),
    ("itanium2", &[], "tlbs.data.fp_bypasses_first=false"),
    ("itanium2", &[], "tlbs.data.first_miss_bypasses_l1d=false"),
    ("itanium2", &[], "branch.indirect_reads_register=false"),
    ("itanium2", &[], "branch.register_read_cycles=3"),
    ("itanium2", &[], "branch.bubbles.indirect=1"),
    ("itanium2", &[], "branch.bubbles.ret=2"),
    ("itanium2", &[], "branch.bubbles.loop_exit=1"),
    ("itanium", &[], "branch.itanium.clear_removes=false"),
    ("itanium2", &[], "branch.itanium.static_targets=false"),
    ("itanium2", &[], "frontend.miss_extra_cycles=1"),
    ("itanium2", &[], "frontend.join_partial_blocks=false"),
    ("itanium2", &[], "latency.extra.late_fp_to_store=1"),
    ("itanium2", &[], "latency.special.misaligned_cycles=4"),
    ("itanium2", &[], "os.unaligned_block_bytes=32"),
    (
        "itanium",
        &["caches.l2.replacement=\"random\""],
        "caches.seed=9",
    ),
    (
        "itanium",
        &["tlbs.data.first.replacement=\"random\""],
        "caches.seed=9",
    ),
    (
        "itanium",
        &["branch.predictor=\"bimodal\""],
        "branch.patterns.counter_bits=11",
    ),
    (
        "itanium",
        &["branch.predictor=\"gshare\""],
        "branch.patterns.history_bits=9",
    ),
    (
        "itanium2",
        &["branch.predictor=\"gshare\""],
        "branch.patterns.counter_bits=11",
    ),
    (
        "itanium",
        &["branch.predictor=\"two-level-local\""],
        "branch.patterns.history_bits=9",
    ),
    (
        "itanium2",
        &["branch.predictor=\"two-level-local\""],
        "branch.patterns.local_bits=8",
    ),
    (
        "itanium",
        &["branch.predictor=\"tage\""],
        "branch.tage.shortest_history=6",
    ),
    (
        "itanium",
        &["branch.predictor=\"tage\""],
        "branch.tage.longest_history=16",
    ),
    (
        "itanium2",
        &["branch.predictor=\"tage\""],
        "branch.tage.tag_bits=4",
    ),
    (
        "itanium2",
        &["branch.predictor=\"tage\""],
        "branch.tage.tables=3",
    ),
    (
        "itanium2",
        &["branch.predictor=\"tage\""],
        "branch.tage.base_bits=6",
    ),
];

/// The same of what no configuration says.
const FLAWS: [(&str, Flaw); 14] = [
    ("itanium", Flaw::PortsInOrder),
    ("itanium2", Flaw::PortsInOrder),
    ("itanium2", Flaw::ShortReach),
    ("itanium", Flaw::WiresInOrder),
    ("itanium2", Flaw::PathInOrder),
    ("itanium", Flaw::FirstFreed),
    ("itanium2", Flaw::OneStore),
    ("itanium", Flaw::FlushesNothing),
    ("itanium2", Flaw::FlushesNothing),
    ("itanium2", Flaw::LosesFlushed),
    ("itanium2", Flaw::OneSpace),
    ("itanium2", Flaw::Forgets),
    ("itanium2", Flaw::TurnsFlow),
    ("itanium", Flaw::StaticTrains),
];

/// What does not fit into L2 comes from L3.
const SMALL: [&str; 2] = ["caches.l2.bytes=4096", "caches.l2.ways=4"];

/// The first program that finds a ticked model of another machine or with a flaw to be wrong.
fn finds(machine: &Machine, other: &Machine, flaw: Option<Flaw>) -> Option<u64> {
    USUAL.into_iter().find(|seed| {
        let (_, program) = generate(*seed);
        let steps = execute(&program, machine, BUDGET);
        compare_with(&steps, machine, other, flaw).is_err()
    })
}

#[test]
fn an_error_in_a_value_of_a_rule_is_found_by_a_usual_run() {
    let with = |processor, own: &[&str]| {
        let all: Vec<String> = SMALL.iter().chain(own).map(|&o| o.to_owned()).collect();
        load(processor, &all)
    };
    for (processor, own, wrong) in ERRORS {
        let machine = with(processor, own);
        let other = with(processor, &[own, &[wrong]].concat());
        assert_ne!(machine, other, "{wrong} is no error on {processor}");
        let found = finds(&machine, &other, None);
        println!("{processor} {own:?} {wrong}: {found:?}");
        assert!(found.is_some(), "no program finds {wrong} on {processor}");
    }
}

#[test]
fn an_error_in_a_rule_without_a_value_is_found_by_a_usual_run() {
    for (processor, flaw) in FLAWS {
        let machine = load(processor, &SMALL.map(str::to_owned));
        let found = finds(&machine, &machine, Some(flaw));
        println!("{processor} {flaw:?}: {found:?}");
        assert!(found.is_some(), "no program finds {flaw:?} on {processor}");
    }
}
