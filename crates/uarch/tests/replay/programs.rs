//! Shipped programs under both processors, all predictors, and other caches.

use crate::twins;
use config::Machine;
use config::model::{BranchPredictor, Replacement};
use std::path::{Path, PathBuf};

pub(crate) fn machines() -> [Machine; 2] {
    [
        include_str!("../../../../configs/itanium.toml"),
        include_str!("../../../../configs/itanium2.toml"),
    ]
    .map(|text| toml::from_str(text).expect("a shipped configuration"))
}

fn programs(folder: &str) -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(folder);
    let mut programs: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("a shipped folder")
        .map(|entry| entry.expect("an entry").path())
        .filter(|path| path.extension().is_none() && path.is_file())
        .collect();
    programs.sort();
    programs
}

fn workload(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../workloads/bin")
        .join(name)
}

#[test]
fn a_workload_takes_the_same_cycles_for_the_same_causes() {
    let mut all = (0, 0);
    for machine in machines() {
        for program in programs("workloads/bin") {
            let (executions, replays) = twins::run(&machine, &program, &[], 300_000);
            all = (all.0 + executions, all.1 + replays);
        }
    }
    // Most of it is not timed twice, or the test asks nothing.
    assert!(all.1 > all.0 / 2, "{all:?}");
}

#[test]
fn executions_that_spill_and_fill_registers_are_replayed() {
    for machine in machines() {
        let (all, replays) = twins::run(&machine, &workload("recursion"), &[], 300_000);
        assert!(replays > all * 99 / 100, "{replays} of {all}");
    }
}

#[test]
fn lines_that_are_prefetched_into_l1i_leave_with_the_same_lines() {
    // Without a streaming buffer, and with a cache that code outgrows.
    for mut machine in machines() {
        machine.frontend.streaming_buffer_lines = 0;
        machine.caches.l1i.bytes = 1024;
        for name in ["recursion", "interp", "bigcode"] {
            twins::run(&machine, &workload(name), &[], 100_000);
        }
    }
}

#[test]
fn a_kernel_takes_the_same_cycles_for_the_same_causes() {
    for machine in machines() {
        for program in programs("tests/kernels/bin") {
            twins::run(&machine, &program, &["60"], 60_000);
        }
    }
}

#[test]
fn a_guest_that_ends_in_a_signal_takes_the_same_cycles() {
    for machine in machines() {
        for program in programs("tests/guests") {
            twins::run(&machine, &program, &[], 60_000);
        }
    }
}

#[test]
fn every_predictor_learns_the_same_from_a_replay() {
    use BranchPredictor as P;
    for predictor in [
        P::Itanium,
        P::None,
        P::Static,
        P::Bimodal,
        P::Gshare,
        P::TwoLevelLocal,
        P::Tage,
        P::Perfect,
    ] {
        for mut machine in machines() {
            machine.branch.predictor = predictor;
            for name in ["branchy", "recursion", "multiway"] {
                twins::run(&machine, &workload(name), &[], 100_000);
            }
        }
    }
}

#[test]
fn every_replacement_policy_sees_the_same_uses() {
    for policy in [Replacement::Lru, Replacement::Nru, Replacement::Random] {
        for mut machine in machines() {
            let caches = &mut machine.caches;
            for (replacement, bytes) in [
                (&mut caches.l1i.replacement, &mut caches.l1i.bytes),
                (&mut caches.l1d.replacement, &mut caches.l1d.bytes),
                (&mut caches.l2.replacement, &mut caches.l2.bytes),
            ] {
                *replacement = policy;
                // So small that lines leave all the time.
                *bytes /= 8;
            }
            machine.tlbs.data.first.replacement = policy;
            machine.tlbs.instruction.first.replacement = policy;
            machine.tlbs.page_bytes = 4096;
            for name in ["sort", "interp", "bigcode"] {
                twins::run(&machine, &workload(name), &[], 100_000);
            }
        }
    }
}

#[test]
fn executions_whose_loads_miss_are_replayed_like_those_that_hit() {
    for mut machine in machines() {
        // Most references miss both.
        machine.caches.l1d.bytes /= 16;
        machine.tlbs.data.first.entries /= 8;
        for name in ["chase", "sort", "matmul"] {
            let (executions, replays) = twins::run(&machine, &workload(name), &[], 100_000);
            assert!(
                replays > executions / 2,
                "{name}: {replays} of {executions}"
            );
        }
    }
}

#[test]
fn narrow_machines_wait_for_the_same_ports_and_places() {
    for mut machine in machines() {
        machine.memory.store_buffer_entries = 2;
        machine.caches.l2_queue_entries = 3;
        machine.caches.l1d_path_bytes = 16;
        machine.caches.l2_path_bytes = 16;
        machine.caches.l2_banks = 4;
        machine.caches.l2_short_store_bytes = 4;
        machine.caches.l2_short_store_cycles = 3;
        machine.caches.l2_store_to_load_cycles = 3;
        machine.caches.l2_recirculate_cycles = 5;
        machine.caches.l1d.ports = 1;
        machine.caches.l2.ports = 1;
        machine.caches.l1d_way_prediction = true;
        machine.caches.fp_bypasses_l1d = !machine.caches.fp_bypasses_l1d;
        machine.caches.store_to_load_cycles = 9;
        machine.tlbs.data.first_miss_bypasses_l1d = !machine.tlbs.data.first_miss_bypasses_l1d;
        machine.tlbs.data.fp_bypasses_first = !machine.tlbs.data.fp_bypasses_first;
        machine.tlbs.data.first_part_bytes = 8192;
        machine.frontend.buffer_bundles = 4;
        machine.frontend.stream_lines = 2;
        for name in ["sort", "matmul", "sieve", "stream"] {
            twins::run(&machine, &workload(name), &[], 100_000);
        }
    }
}
