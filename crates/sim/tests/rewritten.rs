//! Is a run in which all code is given up, because much of it was written over, the same to the byte as one that keeps it?

mod alike;

use std::sync::Arc;

use alike::CONFIGS;
use sim::{Bounds, Mode, Profile, Request};

/// Writes a function 20 times in 1000 instructions and calls each.
const REWRITER: &str = "tests/guests/rewriter";

/// Idle blocks at which code is given up: so few that it is hundreds of times.
const FEW: Option<usize> = Some(30);

fn request(config: &str, idle_code: Option<usize>) -> Request {
    let mut request = alike::request(config, &[], REWRITER);
    request.args.push("without-end".to_owned());
    request.give_up_code_at(idle_code);
    request
}

/// A run that gives code up at so many idle blocks, with a change of the request, has the report of one that keeps it.
fn compare(config: &str, idle_code: Option<usize>, change: impl Fn(&mut Request, bool)) {
    alike::compare((config, &[], REWRITER), |request, gives_up| {
        request.args.push("without-end".to_owned());
        request.give_up_code_at(match gives_up {
            true => idle_code,
            false => Some(usize::MAX),
        });
        change(request, gives_up);
    });
}

#[test]
fn reports_are_the_same() {
    for config in CONFIGS {
        compare(config, FEW, |_, _| {});
        compare(config, Some(0), |_, _| {});
        compare(config, FEW, |request, other| request.second_thread = other);
        compare(config, FEW, |request, other| request.in_full = other);
        compare(config, FEW, |request, _| request.mode = Mode::Functional);
    }
}

#[test]
fn the_usual_number_of_idle_blocks_gives_the_same() {
    compare("itanium2", None, |request, _| {
        request.max_instructions = Some(1_500_000);
    });
}

#[test]
fn regions_parts_and_machines_beside_are_the_same() {
    for config in CONFIGS {
        compare(config, FEW, |request, _| {
            request.region = Some(Bounds {
                start: Some("20000".into()),
                stop: Some("90000".into()),
            });
        });
        let parts = |idle_code| alike::parts(request(config, idle_code), 10_000);
        assert!(parts(Some(usize::MAX)) == parts(FEW), "parts on {config}");
        let other = config::load(config, &["latency.result.ialu=2"]).unwrap();
        let other = [Arc::new(other)];
        let beside = |idle_code| {
            let (own, others) = sim::run_shared(request(config, idle_code), &other).unwrap();
            assert_eq!(others.len(), 1);
            [&own, &others[0]].map(report::to_json)
        };
        assert!(beside(Some(usize::MAX)) == beside(FEW), "beside {config}");
    }
}

/// A profile keeps what it adds up by the numbers of blocks, so that the code is not given up.
#[test]
fn profiles_are_the_same() {
    for config in CONFIGS {
        for second_thread in [false, true] {
            let profile = |idle_code| {
                let mut request = request(config, idle_code);
                request.second_thread = second_thread;
                let mut profile = Profile::new();
                let report = sim::profile(request, &mut profile, false).unwrap();
                (report::to_json(&report), format!("{:?}", profile.finish()))
            };
            assert!(profile(Some(usize::MAX)) == profile(FEW), "{config}");
        }
    }
}
