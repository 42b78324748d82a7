//! The published latencies: does a pointer chase take on the simulated machine what it took on a Madison?
//!
//! `tests/kernels/sweep` holds the chase, the machine, the published steps and what `tools/latency-sweep` made of them;
//! `docs/latencies.md` says which values are inputs and which are predictions.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// Names of the orders, as the chase numbers them.
const ORDERS: [&str; 3] = ["pages", "random", "parts"];
/// Lines of 4 KB.
const PART_LINES: u64 = 32;

/// Loads in a trip through the loop.
const STEPS: u64 = 16;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels")
}

/// Rows of a table behind its heading.
fn rows(table: &str) -> Vec<Vec<String>> {
    fs::read_to_string(folder().join("sweep").join(table))
        .expect("table")
        .lines()
        .skip(1)
        .map(|line| line.split(',').map(str::to_owned).collect())
        .collect()
}

fn madison() -> Arc<config::Loaded> {
    let file = folder().join("sweep/madison-1300.toml");
    let name = file.to_str().expect("path in UTF-8");
    Arc::new(config::load::<&str>(name, &[]).expect("the machine of the chase"))
}

fn cycles(config: &Arc<config::Loaded>, args: [u64; 4]) -> u64 {
    let mut request = sim::Request::new(Arc::clone(config), folder().join("bin/ring"));
    request.args = args.map(|arg| arg.to_string()).to_vec();
    let report = sim::run(request).expect("a chase that runs");
    report.cycles.expect("a timed run")
}

/// Cycles of `STEPS * trips` loads in the steady state, and trips, as the tool measures them.
fn chase(config: &Arc<config::Loaded>, pages: u64, lines: u64, order: u64) -> (u64, u64) {
    let round = pages * lines / STEPS;
    let trips = round * 300_u64.div_ceil(round).max(2);
    let run = |trips| cycles(config, [trips, pages, u64::from(lines.ilog2()), order]);
    (run(2 * trips) - run(trips), trips)
}

fn number(text: &str) -> u64 {
    text.parse().expect("a number")
}

/// What is recorded is what is simulated, but for the few lines that the stack takes: it begins with the program's
/// name, which is the place of this checkout.
fn same(what: &str, simulated: f64, recorded: &str) {
    let recorded: f64 = recorded.parse().expect("a number");
    assert!(
        (simulated / recorded - 1.0).abs() < 0.005,
        "{what}: {simulated}, recorded {recorded} by tools/latency-sweep"
    );
}

#[test]
fn each_step_of_the_chase_is_within_a_tenth_of_the_published_one() {
    let config = madison();
    let recorded = rows("steps.csv");
    let published = rows("published.csv");
    assert_eq!(published.len(), recorded.len());
    for (published, recorded) in published.iter().zip(&recorded) {
        let step = &published[0];
        let expected = number(&published[1]);
        let order = ORDERS.iter().position(|order| *order == published[4]);
        let order = order.expect("an order of the chase") as u64;
        let (cycles, trips) = chase(&config, number(&published[2]), number(&published[3]), order);
        let loads = STEPS * trips;
        assert!(
            10 * cycles.abs_diff(expected * loads) <= expected * loads,
            "{step}: {cycles} cycles for {loads} loads, published {expected} for each"
        );
        assert_eq!(step, &recorded[0]);
        same(step, cycles as f64 / loads as f64, &recorded[2]);
    }
}

#[test]
fn seven_eighths_of_the_loads_in_random_order_over_eight_times_its_reach_miss_the_first_dtlb() {
    // 256 parts of 4 KB, a random cycle: one in eight is among the last 32 used. L3 15, to an address 1, 4 * 7 / 8.
    let (cycles, trips) = chase(&madison(), 64, 128, 1);
    let loads = (STEPS * trips) as f64;
    assert!(
        (cycles as f64 / loads - 19.5).abs() < 0.2,
        "{cycles} / {loads}"
    );
}

#[test]
fn between_the_levels_the_chase_takes_what_the_recorded_sweep_says() {
    let config = madison();
    for row in rows("sizes.csv") {
        let bytes = number(&row[0]);
        // The ends of the plateaus; the tool checks all of it.
        if ![16_384, 32_768, 262_144, 524_288, 2_097_152].contains(&bytes) {
            continue;
        }
        let pages = (bytes >> 14).max(1);
        for order in 0..ORDERS.len() as u64 {
            let lines = match ORDERS[order as usize] {
                "parts" => PART_LINES,
                _ => bytes / 128 / pages,
            };
            let (cycles, trips) = chase(&config, bytes / 128 / lines, lines, order);
            let simulated = cycles as f64 / (STEPS * trips) as f64;
            same(&row[0], simulated, &row[1 + order as usize]);
        }
    }
}
