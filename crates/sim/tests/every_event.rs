//! Two ways to count an event: by the formula of the report over a whole run, and by a counter that is programmed for it.

use std::path::Path;
use std::sync::Arc;

use events::{Ignore, Loud, Probe};
use pmu::Formula;
use pmu::{Event, Family, Kind, Monitor, Options, Unit};

const INSTRUCTIONS: u64 = 60_000;

/// PMC10 and PMC11: both event address registers in cache mode, for misses of at least so many cycles.
fn ears(family: Family, formula: Formula) -> Option<(u64, u64)> {
    let power_of_two = |least: u16| u64::from(least.ilog2()) - 2;
    let (instruction, data) = match formula {
        Formula::InstructionLatency(least) => (least, 4),
        Formula::DataLatency(least) => (4, least),
        _ => (4, 4),
    };
    let data = 8 | power_of_two(data) << 16 | 1 << 28;
    match family {
        Family::Itanium => Some((8 | power_of_two(instruction) << 16, data)),
        Family::Itanium2 => {
            let thresholds = [(4, 0xff), (8, 0xfe), (16, 0xfc), (32, 0xf8), (128, 0xf0)];
            let longer = [(256, 0xe0), (1024, 0xc0), (4096, 0x80)];
            let mut codes = thresholds.iter().chain(&longer);
            let (_, code) = codes.find(|(least, _)| *least == instruction)?;
            Some((8 | code << 5 | 1 << 13, data))
        }
    }
}

/// A monitor that counts an event from the start; none for modes of the event address registers other than latency.
fn monitor(family: Family, event: &Event) -> Option<(usize, Monitor<Ignore>)> {
    let latency = matches!(
        event.formula,
        Formula::DataLatency(_) | Formula::InstructionLatency(_)
    );
    if event.kind.is_ear() && !latency {
        return None;
    }
    let counter = event.counters.iter().next()?;
    let mut unit = Unit::new(family, Options::default());
    let power = if family == Family::Itanium2 {
        1 << 23
    } else {
        0
    };
    unit.set_pmc(4, power);
    let select = u64::from(event.code) << 8 | u64::from(event.counter_umask()) << 16 | 8;
    unit.set_pmc(counter, select | if counter == 4 { power } else { 0 });
    let (instruction, data) = ears(family, event.formula)?;
    unit.set_pmc(10, instruction);
    unit.set_pmc(11, data);
    if event.kind == Kind::BranchTrace {
        let every = if family == Family::Itanium {
            0xff88
        } else {
            0x3f08
        };
        unit.set_pmc(12, every);
    }
    unit.set_pmc(0, 0);
    Some((counter, Monitor::new(unit, Ignore)))
}

fn compare(processor: &str, family: Family, workload: &str, loud: bool) {
    let config = match config::load::<&str>(processor, &[]) {
        Ok(config) => Arc::new(config),
        Err(error) => panic!("{error}"),
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let request = || {
        let program = root.join("workloads/bin").join(workload);
        let mut request = sim::Request::new(Arc::clone(&config), program);
        request.max_instructions = Some(INSTRUCTIONS);
        request
    };
    // One monitor for each event, which all hear the same run.
    let programmed = pmu::events(family)
        .iter()
        .filter_map(|event| monitor(family, event).map(|programmed| (event, programmed)));
    let (events_and_counters, mut monitors): (Vec<_>, Vec<_>) = programmed
        .map(|(event, (counter, monitor))| ((event, counter), monitor))
        .unzip();
    let mut loudly;
    let listeners: &mut dyn Probe = if loud {
        loudly = Loud(&mut monitors);
        &mut loudly
    } else {
        &mut monitors
    };
    let report = match sim::observe(request(), listeners) {
        Ok(report) => report,
        Err(error) => panic!("{workload}: {error}"),
    };
    let cycles = report.cycles.unwrap_or_default();
    let events = report.events.unwrap_or_default();
    let mut wrong = Vec::new();
    let (mut compared, mut counted) = (0, 0);
    for ((event, counter), monitor) in events_and_counters.into_iter().zip(&mut monitors) {
        monitor.finish(cycles);
        if let Some(&expected) = events.get(event.name) {
            let found = monitor.unit.pmd(counter);
            compared += 1;
            counted += u32::from(found != 0);
            if found != expected {
                wrong.push(format!("{}: {found}, reported {expected}", event.name));
            }
        }
    }
    let how = if loud { "hearing everything" } else { "quiet" };
    assert!(
        wrong.is_empty(),
        "{workload} on {processor}, {how}:\n{}",
        wrong.join("\n")
    );
    assert!(compared > 150 && counted > 60, "{compared}, {counted}");
    if let Ok(plain) = sim::run(request()) {
        assert_eq!(plain.cycles, Some(cycles), "monitoring changed time");
        assert_eq!(plain.events, Some(events), "monitoring changed events");
    }
}

#[test]
fn a_counter_counts_what_the_report_says_of_its_event() {
    for loud in [false, true] {
        for workload in ["sort", "fpdiv", "dataspec"] {
            compare("itanium", Family::Itanium, workload, loud);
            compare("itanium2", Family::Itanium2, workload, loud);
        }
    }
}
