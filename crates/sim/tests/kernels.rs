//! Kernels: are the cycles those that follow by hand from the rules?
//!
//! Each source in `tests/kernels` states, in lines that begin with `// expect`, what one trip through its loop costs on
//! each processor, and derives it. A kernel runs with N and with 2 N trips; the difference is N times the steady state,
//! exactly. The pairs of bundle templates and those of producers and consumers have tables of their own, which
//! `tools/kernels-pairs` and `tools/kernels-bypasses` derive.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use report::OutcomeKind;

/// Trips of the shorter run: a multiple of every period that a kernel has, and of as many digits as its double, so that
/// reading the argument takes both runs the same time.
const TRIPS: u64 = 300;
/// The same for the many template pairs, which settle at once.
const PAIR_TRIPS: u64 = 40;
/// Cycles of the macro `loop_end_filled` on Itanium and Itanium 2: two latencies of fma -> fma and the last group.
const PAIR_LOOP_END: [u64; 2] = [11, 9];
/// Bundle templates in the order of the table.
const TEMPLATES: usize = 12;

/// The processors, by the name of their shipped config.
const PROCESSORS: [&str; 2] = ["itanium", "itanium2"];

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../tests/kernels")
}

/// A number of cycles for each trip, as a fraction.
#[derive(Clone, Copy)]
struct Rate {
    numerator: u64,
    denominator: u64,
}

impl Rate {
    fn parse(text: &str) -> Option<Self> {
        let (numerator, denominator) = text.split_once('/').unwrap_or((text, "1"));
        Some(Self {
            numerator: numerator.parse().ok()?,
            denominator: denominator.parse().ok()?,
        })
    }

    /// Whether so many trips take so many cycles.
    fn holds(self, trips: u64, cycles: u64) -> bool {
        self.numerator * trips == cycles * self.denominator
    }
}

/// What a source expects on each processor: `cycles` and the classes of the accounting that it names.
type Expected = BTreeMap<String, Vec<(String, Rate)>>;

fn expectations(source: &str) -> Result<Expected, String> {
    let mut expected = Expected::new();
    for line in source.lines() {
        let Some(rest) = line.strip_prefix("// expect ") else {
            continue;
        };
        let (processor, values) = rest.split_once(':').ok_or(line)?;
        for value in values.split(',') {
            let (name, rate) = value.trim().split_once(' ').ok_or(line)?;
            let rate = Rate::parse(rate.trim()).ok_or(line)?;
            expected
                .entry(processor.trim().to_owned())
                .or_default()
                .push((name.to_owned(), rate));
        }
    }
    Ok(expected)
}

/// Cycles of a run by class, and in all.
fn measure(config: &Arc<config::Loaded>, program: &Path, args: &[String]) -> BTreeMap<String, u64> {
    let mut request = sim::Request::new(Arc::clone(config), program);
    request.args = args.to_vec();
    let report = match sim::run(request) {
        Ok(report) => report,
        Err(error) => panic!("{}: {error}", program.display()),
    };
    assert!(
        report.outcome.kind == OutcomeKind::Exit && report.outcome.status == Some(0),
        "{}: {:?}",
        program.display(),
        report.outcome
    );
    let (Some(cycles), Some(a)) = (report.cycles, report.cycle_accounting) else {
        panic!("{}: not timed", program.display());
    };
    let mut values = BTreeMap::from([("cycles".to_owned(), cycles)]);
    let classes = [
        ("unstalled", a.unstalled),
        ("data_access", a.data_access),
        ("rse", a.rse),
        ("scoreboard", a.scoreboard),
        ("issue_limit", a.issue_limit),
        ("inst_access", a.inst_access),
        ("taken_branch", a.taken_branch),
        ("backend_flush", a.backend_flush),
    ];
    values.extend(classes.map(|(name, value)| (name.to_owned(), value)));
    values
}

/// What `trips` more trips cost.
fn difference(
    config: &Arc<config::Loaded>,
    program: &Path,
    trips: u64,
    more: &[String],
) -> BTreeMap<String, u64> {
    let args = |trips: u64| [&[trips.to_string()], more].concat();
    let once = measure(config, program, &args(trips));
    let mut twice = measure(config, program, &args(2 * trips));
    for (name, value) in &mut twice {
        *value = value.wrapping_sub(once[name]);
    }
    twice
}

fn load(name: &str) -> Arc<config::Loaded> {
    Arc::new(config::load::<&str>(name, &[]).expect("shipped config"))
}

/// Runs the kernels of one theme on both processors.
fn theme(name: &str) {
    let configs = PROCESSORS.map(load);
    let mut failures = String::new();
    let mut sources: Vec<PathBuf> = fs::read_dir(folder().join(name))
        .expect("folder of kernels")
        .map(|entry| entry.expect("entry").path())
        .collect();
    sources.sort();
    assert!(!sources.is_empty(), "no kernels in {name}");
    for source in sources {
        let kernel = source.file_stem().expect("name").to_string_lossy();
        let text = fs::read_to_string(&source).expect("source");
        let expected = match expectations(&text) {
            Ok(expected) => expected,
            Err(line) => panic!("{name}/{kernel}: cannot read {line:?}"),
        };
        for (processor, config) in PROCESSORS.iter().zip(&configs) {
            let values = expected
                .get(*processor)
                .unwrap_or_else(|| panic!("{name}/{kernel}: nothing expected on {processor}"));
            let program = folder().join("bin").join(&*kernel);
            let measured = difference(config, &program, TRIPS, &[]);
            let wrong: Vec<_> = values
                .iter()
                .filter(|(what, rate)| !measured.get(what).is_some_and(|m| rate.holds(TRIPS, *m)))
                .collect();
            if wrong.is_empty() {
                continue;
            }
            let _ = write!(failures, "\n{name}/{kernel} on {processor}:");
            for (what, rate) in wrong {
                let _ = write!(
                    failures,
                    " {what} {}/{TRIPS} instead of {}/{},",
                    measured.get(what).copied().unwrap_or_default(),
                    rate.numerator,
                    rate.denominator
                );
            }
            let nonzero: Vec<_> = measured
                .iter()
                .filter(|(_, cycles)| **cycles != 0)
                .map(|(what, cycles)| format!("{what} {cycles}"))
                .collect();
            let _ = write!(failures, " of {}", nonzero.join(", "));
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn latencies_and_bypasses_are_those_of_the_tables() {
    theme("latency");
}

#[test]
fn dispersal_splits_where_the_rules_say() {
    theme("dispersal");
}

#[test]
fn each_way_to_predict_a_branch_has_its_bubbles() {
    theme("branch");
}

#[test]
fn each_level_of_memory_takes_its_time() {
    theme("memory");
}

#[test]
fn translation_costs_what_the_level_that_has_it_costs() {
    theme("tlb");
}

#[test]
fn flushes_cost_what_they_cost() {
    theme("flush");
}

#[test]
fn checks_of_speculation_cost_nothing_until_they_fail() {
    theme("alat");
}

#[test]
fn register_stack_traffic_moves_two_registers_a_cycle() {
    theme("rse");
}

#[test]
fn every_kernel_belongs_to_a_theme_with_a_test() {
    let tested = [
        "alat",
        "bin",
        "branch",
        "bypasses",
        "dispersal",
        "flush",
        "latency",
        "memory",
        "pairs",
        "rse",
        "sweep",
        "tlb",
    ];
    for entry in fs::read_dir(folder()).expect("kernels") {
        let entry = entry.expect("entry");
        let name = entry.file_name();
        if entry.path().is_dir() {
            assert!(tested.iter().any(|t| name == *t), "{name:?} is not tested");
        }
    }
}

/// All files of the cycle model's own tests, one behind the other.
fn model_tests() -> String {
    let model = folder().join("../../crates/uarch");
    [
        "tests/model/kernels.rs",
        "src/model/branch_prediction/tests.rs",
    ]
    .map(|file| fs::read_to_string(model.join(file)).expect("tests of the model"))
    .concat()
}

#[test]
fn the_table_of_what_is_covered_names_kernels_and_tests_that_exist() {
    let text = fs::read_to_string(folder().join("README.md")).expect("README");
    let (_, table) = text.split_once("## What is covered").expect("the table");
    let (table, _) = table.split_once("Without a kernel").expect("its end");
    let model = model_tests();
    let rows = table.lines().filter(|line| line.starts_with("| "));
    let mut names = 0;
    for name in rows.flat_map(|row| row.split('`').skip(1).step_by(2)) {
        if name.starts_with('.') {
            continue;
        }
        let exists = folder().join(name).is_dir()
            || folder().join("bin").join(name).exists()
            || folder().join("../..").join(name).exists()
            || model.contains(&format!("fn {name}("));
        assert!(exists, "nothing is called {name}");
        names += 1;
    }
    assert!(names > 80, "only {names} names");
}

#[test]
fn every_pair_of_producer_and_consumer_waits_as_derived() {
    let configs = PROCESSORS.map(load);
    let table = fs::read_to_string(folder().join("bypasses/table.csv")).expect("table");
    let program = folder().join("bin/bypasses");
    let mut failures = String::new();
    for (index, row) in table.lines().skip(1).enumerate() {
        let cells: Vec<&str> = row.split(',').collect();
        let [producer, consumer, values @ ..] = cells.as_slice() else {
            panic!("row of the table: {row}");
        };
        for (i, config) in configs.iter().enumerate() {
            let measured = difference(config, &program, PAIR_TRIPS, &[index.to_string()]);
            let cycles: u64 = values[i].parse().expect("cycles in the table");
            if measured["cycles"] != cycles * PAIR_TRIPS {
                let _ = write!(
                    failures,
                    "\n{producer} -> {consumer} on {}: {}/{PAIR_TRIPS} cycles instead of {cycles}",
                    PROCESSORS[i], measured["cycles"]
                );
            }
        }
    }
    assert!(failures.is_empty(), "{failures}");
}

/// Runs one combination of fillings and stops of all template pairs on both processors.
fn pairs(filling: &str, stops: &str) {
    let configs = PROCESSORS.map(load);
    let table = fs::read_to_string(folder().join("pairs/table.csv")).expect("table");
    let program = folder().join(format!("bin/pairs-{filling}-{stops}"));
    let mut failures = String::new();
    let mut seen = 0;
    for row in table.lines().skip(1) {
        let cells: Vec<&str> = row.split(',').collect();
        let [of, with, first, second, values @ ..] = cells.as_slice() else {
            panic!("row of the table: {row}");
        };
        if (*of, *with) != (filling, stops) {
            continue;
        }
        for (i, config) in configs.iter().enumerate() {
            let measured = difference(config, &program, PAIR_TRIPS, &[seen.to_string()]);
            let cycles: u64 = values[2 * i].parse().expect("cycles in the table");
            let per_trip = cycles + PAIR_LOOP_END[i];
            let rests = values[2 * i + 1].parse::<u64>().ok();
            let right = measured["cycles"] == per_trip * PAIR_TRIPS
                && rests.is_none_or(|rests| measured["issue_limit"] == rests * PAIR_TRIPS);
            if !right {
                let _ = write!(
                    failures,
                    "\n{first} {second} on {}: {}/{PAIR_TRIPS} cycles instead of {per_trip}, {}/{PAIR_TRIPS} of them issue_limit instead of {rests:?}",
                    PROCESSORS[i], measured["cycles"], measured["issue_limit"]
                );
            }
        }
        seen += 1;
    }
    assert_eq!(seen, TEMPLATES * TEMPLATES);
    assert!(failures.is_empty(), "{failures}");
}

#[test]
fn template_pairs_of_nops_disperse_as_derived() {
    pairs("nop", "stop");
}

#[test]
fn template_pairs_of_nops_without_stops_disperse_as_derived() {
    pairs("nop", "flow");
}

#[test]
fn template_pairs_of_instructions_disperse_as_derived() {
    pairs("real", "stop");
}

#[test]
fn template_pairs_of_instructions_without_stops_disperse_as_derived() {
    pairs("real", "flow");
}
