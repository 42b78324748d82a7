//! Is a run that shares its execution with other machines the same, to the byte, as one of its own?

use std::path::{Path, PathBuf};
use std::sync::Arc;

use config::Loaded;
use report::Report;
use sim::{Bounds, Checkpoints, Request, Vectors, functional_key, run, run_shared};

/// Machines that a program cannot tell apart without looking at time.
const MACHINES: [&[&str]; 5] = [
    &[],
    &["memory.latency=300"],
    &["memory.line_overhead_cycles=20", "os.syscall_cycles=500"],
    &["caches.l1d.bytes=8192", "memory.latency=30"],
    &["dispersal.bundles=1", "core_trace.invalidate=true"],
];

fn configs(base: &str) -> Vec<Arc<Loaded>> {
    let load = |set: &&[&str]| Arc::new(config::load(base, set).unwrap());
    MACHINES.iter().map(load).collect()
}

fn guest(name: &str) -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    root.join(name)
}

fn request(config: &Arc<Loaded>, program: &str, args: &[&str]) -> Request {
    let mut request = Request::new(Arc::clone(config), guest(program));
    request.args = args.iter().map(|&arg| arg.into()).collect();
    request.max_instructions = Some(300_000);
    request.stdin = Box::new(&b"some input\n"[..]);
    request
}

/// The reports of one shared execution, and those of a run each.
fn both(
    base: &str,
    change: impl Fn(&mut Request),
    program: &str,
    args: &[&str],
) -> [Vec<Report>; 2] {
    let configs = configs(base);
    let request = |config| {
        let mut request = request(config, program, args);
        change(&mut request);
        request
    };
    let (first, others) = run_shared(request(&configs[0]), &configs[1..]).unwrap();
    let shared = std::iter::once(first).chain(others).collect();
    let alone = configs.iter().map(|it| run(request(it)).unwrap()).collect();
    [shared, alone]
}

#[test]
fn shared_executions_leave_the_reports_of_runs_of_their_own() {
    let programs: [(&str, &[&str]); 8] = [
        ("tests/guests/hello", &[]),
        ("tests/guests/echo", &[]),
        ("tests/guests/rse", &[]),
        ("tests/guests/checks", &[]),
        ("tests/guests/abort", &[]),
        ("tests/guests/spin", &[]),
        ("workloads/bin/sort", &[]),
        ("workloads/bin/recursion", &[]),
    ];
    for base in ["itanium", "itanium2"] {
        for (program, args) in programs {
            let [shared, alone] = both(base, |_| {}, program, args);
            assert_eq!(shared.len(), MACHINES.len(), "{program} on {base}");
            for (shared, alone) in shared.iter().zip(&alone) {
                assert!(shared == alone, "{program} on {}", alone.config.name);
            }
        }
    }
}

#[test]
fn a_region_of_interest_is_that_of_each_machine() {
    let region = |request: &mut Request| {
        request.region = Some(Bounds {
            start: Some("20000".into()),
            stop: Some("90000".into()),
        });
    };
    let [shared, alone] = both("itanium2", region, "workloads/bin/sort", &[]);
    assert_eq!(shared, alone);
}

#[test]
fn a_program_that_looks_at_time_goes_on_as_on_the_first_machine() {
    // `ar.itc`, registers of the monitor, and the clock of the system.
    for program in [
        "tests/guests/machine-clock",
        "tests/guests/monitor",
        "tests/guests/sleeper",
    ] {
        let [shared, alone] = both("itanium", |_| {}, program, &[]);
        assert!(shared == alone[..1], "{program}");
    }
}

#[test]
fn a_clock_that_counts_instructions_ends_no_sharing() {
    let load = |set: &str| {
        let sets = ["os.clock=\"instructions\"", set];
        Arc::new(config::load("itanium", &sets).unwrap())
    };
    let [one, other] = ["memory.latency=100", "memory.latency=200"].map(load);
    let sleeper = |config| request(config, "tests/guests/sleeper", &[]);
    let (first, others) = run_shared(sleeper(&one), std::slice::from_ref(&other)).unwrap();
    assert_eq!(first, run(sleeper(&one)).unwrap());
    assert_eq!(others, [run(sleeper(&other)).unwrap()]);
}

#[test]
fn a_run_of_which_more_is_asked_is_one_of_its_own() {
    let configs = configs("itanium");
    let shared = |change: &dyn Fn(&mut Request)| {
        let mut request = request(&configs[0], "workloads/bin/sort", &[]);
        change(&mut request);
        let (report, others) = run_shared(request, &configs[1..]).unwrap();
        assert!(others.is_empty());
        report
    };
    let watched = shared(&|request| request.watchdog = Some(10));
    assert_eq!(watched.outcome.limit, Some(report::Limit::Watchdog));
    let folder = tempfile::TempDir::new().unwrap();
    let path = folder.path().join("vectors");
    shared(&|request| {
        request.vectors = Some(Vectors {
            length: 100_000,
            out: Box::new(std::fs::File::create(&path).unwrap()),
        });
    });
    let vectors = std::fs::read_to_string(&path).unwrap();
    assert_eq!(vectors.lines().count(), 3);
    shared(&|request| {
        request.checkpoints = Some(Checkpoints {
            folder: folder.path().to_owned(),
            places: vec!["50000".to_owned()],
            ..Checkpoints::default()
        });
    });
    assert!(folder.path().join("50000.checkpoint").exists());
}

#[test]
fn machines_that_a_program_can_tell_apart_share_nothing() {
    let key = |name: &str, set: &[&str]| functional_key(&config::load(name, set).unwrap().machine);
    let own = key("itanium", &[]);
    for set in [
        "processor.isa=as-built",
        "alat.entries=16",
        "os.quantum_instructions=1000",
        "os.user_monitor=true",
        "frequency_hz=733000000",
        "os.memory_bytes=1G",
        "os.clock=instructions",
    ] {
        assert_ne!(key("itanium", &[set]), own, "{set}");
    }
    assert_ne!(key("itanium2", &[]), own);
    let [one, other] =
        ["itanium", "itanium2"].map(|name| Arc::new(config::load::<&str>(name, &[]).unwrap()));
    let (_, others) = run_shared(request(&one, "tests/guests/hello", &[]), &[other]).unwrap();
    assert!(others.is_empty());
}
