//! Is a run on two threads the same, to the byte, as one on one thread?

mod alike;

use alike::{CONFIGS, request};
use sim::{Bounds, Length, Profile, Request};

fn compare(config: &str, set: &[&str], program: &str, change: impl Fn(&mut Request)) {
    alike::compare((config, set, program), |request, second_thread| {
        change(request);
        request.second_thread = second_thread;
    });
}

#[test]
fn reports_are_those_of_one_thread() {
    let guests = [
        "abort",
        "args",
        "blocks",
        "call-paths",
        "checks",
        "divide-trap",
        "echo",
        "faults",
        "hello",
        "jump-null",
        "monitor",
        "null-store",
        "rse",
        "sleeper",
        "spin",
        "thread-executes",
        "threads",
        "user-edges",
    ];
    let workloads = [
        "atomics",
        "bigcode",
        "branchy",
        "checkpoint",
        "dataspec",
        "interp",
        "recursion",
        "sort",
        "stream",
        "swp",
    ];
    for config in CONFIGS {
        for guest in guests {
            compare(config, &[], &format!("tests/guests/{guest}"), |_| {});
        }
        for workload in workloads {
            compare(config, &[], &format!("workloads/bin/{workload}"), |_| {});
        }
    }
}

/// What the program asks of time is answered when all before is timed.
#[test]
fn programs_that_look_at_time_see_the_same() {
    for config in CONFIGS {
        for clock in ["os.clock=\"instructions\"", "os.clock=\"cycles\""] {
            for guest in ["machine-clock", "sleeper", "threads", "monitor"] {
                let program = format!("tests/guests/{guest}");
                let set = [clock, "os.user_monitor=true"];
                compare(config, &set[..1], &program, |_| {});
                compare(config, &set, &program, |_| {});
            }
        }
    }
}

#[test]
fn regions_parts_and_limits_are_the_same() {
    let region = |start: &str, stop: &str| {
        Some(Bounds {
            start: Some(start.into()),
            stop: Some(stop.into()),
        })
    };
    for config in CONFIGS {
        let program = "workloads/bin/sort";
        compare(config, &[], program, |request| {
            request.region = region("20000", "90000");
        });
        compare(
            config,
            &[
                "core_trace.invalidate=true",
                "core_trace.lap_instructions=1000",
            ],
            program,
            |_| {},
        );
        compare(config, &[], program, |request| {
            request.max_cycles = Some(70_001);
        });
        compare(config, &[], program, |request| {
            request.max_instructions = Some(123_457);
        });
        // It barks at one of the first misses, long before a batch of executions is full.
        compare(config, &[], program, |request| {
            request.watchdog = Some(60);
        });
        let parts = |second_thread| {
            let mut request = request(config, &[], program);
            request.second_thread = second_thread;
            alike::parts(request, 10_000)
        };
        let alone = parts(false);
        assert!(alone.len() > 20);
        assert!(alone == parts(true), "parts on {config}");
    }
}

#[test]
fn profiles_are_the_same() {
    for config in CONFIGS {
        for program in ["recursion", "dataspec", "strsearch"] {
            let profiled = |second_thread| {
                let mut request = request(config, &[], &format!("workloads/bin/{program}"));
                request.second_thread = second_thread;
                let mut profile = Profile::new();
                let report = sim::profile(request, &mut profile, true).unwrap();
                (report::to_json(&report), format!("{:?}", profile.finish()))
            };
            let alone = profiled(false);
            assert!(alone == profiled(true), "{program} on {config}");
        }
    }
}

/// A part that cannot be told ends the run, and a caller's wish does: on both threads.
#[test]
fn what_ends_a_run_ends_both_threads() {
    let mut failing = request("itanium", &[], "workloads/bin/sort");
    failing.second_thread = true;
    failing.intervals = Some(sim::Intervals {
        length: Length::Instructions(10_000),
        tell: Box::new(|_| Err(std::io::Error::other("full"))),
    });
    let error = sim::run(failing).unwrap_err();
    assert!(error.to_string().contains("full"), "{error}");

    let mut endless = request("itanium", &[], "tests/guests/endless");
    endless.max_instructions = None;
    endless.second_thread = true;
    endless.timeout = Some(std::time::Duration::from_millis(50));
    let report = sim::run(endless).unwrap();
    assert_eq!(report.outcome.limit, Some(report::Limit::Timeout));

    // The second one asks for the time before a batch is full.
    for guest in ["tests/guests/endless", "tests/guests/sleeper"] {
        let mut cancelled = request("itanium", &[], guest);
        cancelled.max_instructions = None;
        cancelled.second_thread = true;
        cancelled.control.cancel();
        assert!(matches!(sim::run(cancelled), Err(sim::Error::Cancelled)));
    }
}
