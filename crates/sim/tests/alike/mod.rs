//! Two ways to run a program, and what they have to agree in.

use std::path::Path;
use std::sync::Arc;

use sim::{Length, Request};

pub(crate) const CONFIGS: [&str; 2] = ["itanium", "itanium2"];

/// A run of a program of the repository.
pub(crate) fn request(config: &str, set: &[&str], program: &str) -> Request {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let config = config::load(config, set).unwrap();
    let mut request = Request::new(Arc::new(config), root.join(program));
    request.max_instructions = Some(300_000);
    request.stdin = Box::new(&b"some input\n"[..]);
    request
}

/// Both ways, of which a change of the request chooses one, give the same report.
pub(crate) fn compare(
    (config, set, program): (&str, &[&str], &str),
    change: impl Fn(&mut Request, bool),
) {
    let report = |other| {
        let mut request = request(config, set, program);
        change(&mut request, other);
        report::to_json(&sim::run(request).unwrap())
    };
    assert!(
        report(false) == report(true),
        "{program} on {config} {set:?}"
    );
}

/// The parts of a run, by so many instructions each.
pub(crate) fn parts(mut request: Request, instructions: u64) -> Vec<report::Interval> {
    let (sender, parts) = std::sync::mpsc::channel();
    request.intervals = Some(sim::Intervals {
        length: Length::Instructions(instructions),
        tell: Box::new(move |part| {
            sender.send(part.clone()).unwrap();
            Ok(())
        }),
    });
    sim::run(request).unwrap();
    parts.iter().collect()
}
