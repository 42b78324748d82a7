//! Listeners that want a part of a run, which goes on without them before and behind it: do they hear what they would have heard?

mod support;

use std::collections::BTreeSet;
use std::path::Path;
use std::sync::Arc;

use events::{Attention, Block, CodeId, Group, Probe, StaticEvent, Totals};
use pipeview::{Kanata, View, Window};
use sim::{Bounds, Column, Request, TraceOptions};
use support::Written;

const INSTRUCTIONS: u64 = 300_000;

fn request(config: &str, program: &str) -> Request {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../workloads/bin");
    let config = config::load::<&str>(config, &[]).unwrap();
    let mut request = Request::new(Arc::new(config), path.join(program));
    request.max_instructions = Some(INSTRUCTIONS);
    request
}

fn view(request: &Request, window: Window) -> (View<Kanata<Written>>, Written) {
    let written = Written::default();
    let machine = &request.config.machine;
    let pipe = profileme::Pipe::new(
        machine.processor.family,
        machine.frontend.depth.into(),
        machine.frontend.buffer_bundles.into(),
    );
    let form = Kanata::new(written.clone(), pipe).unwrap();
    (View::new(pipe, window, form), written)
}

/// The view of a window and the report: with the listener there only where it is wanted, or always.
fn shown(request: Request, window: &Window, only_there: bool) -> (Vec<u8>, String) {
    let (mut view, written) = view(&request, window.clone());
    let listeners: Vec<&mut dyn Probe> = vec![&mut view];
    let report = match only_there {
        true => sim::run_windowed(request, listeners),
        false => sim::run_with(request, listeners),
    };
    view.finish().unwrap();
    let bytes = written.0.lock().unwrap().clone();
    (bytes, report::to_json(&report.unwrap()))
}

fn compare(
    config: &str,
    program: &str,
    window: &Window,
    region: Option<(Option<&str>, Option<&str>)>,
) {
    let ask = || {
        let mut request = request(config, program);
        request.region = region.map(|(start, stop)| Bounds {
            start: start.map(str::to_owned),
            stop: stop.map(str::to_owned),
        });
        request
    };
    let always = shown(ask(), window, false);
    let name = format!("{window:?} of {program} on {config}, region {region:?}");
    let rows = always.0.windows(3).any(|bytes| bytes == b"\nI\t");
    assert!(rows, "nothing is shown: {name}");
    assert!(always == shown(ask(), window, true), "different: {name}");
}

const CONFIGS: [&str; 2] = ["itanium", "itanium2"];

#[test]
fn the_view_of_some_cycles_or_instructions_is_that_of_a_run_listened_to_from_the_start() {
    let windows = [
        Window::Cycles(0..1000),
        Window::Cycles(20_000..20_300),
        Window::Cycles(70_001..70_100),
        Window::Instructions(30_000..30_400),
        Window::Instructions(150_017..150_200),
        Window::First {
            region: false,
            cycles: 100,
        },
    ];
    for config in CONFIGS {
        for program in ["recursion", "interp", "stream", "bigcode", "atomics"] {
            for window in &windows {
                compare(config, program, window, None);
            }
        }
    }
}

#[test]
fn the_view_of_a_region_is_that_of_a_run_listened_to_from_the_start() {
    let part = Window::Region { cycles: 3..900 };
    for config in CONFIGS {
        // From inside a block, and from a function on.
        compare(config, "sort", &part, Some((Some("123457"), None)));
        compare(config, "recursion", &part, Some((Some("main"), None)));
        let first = Window::First {
            region: true,
            cycles: 100,
        };
        compare(config, "sort", &first, Some((Some("123457"), None)));
        // A region that the cycles have nothing to do with.
        let cycles = Window::Cycles(90_000..90_200);
        let region = (Some("20011"), Some("40009"));
        compare(config, "sort", &cycles, Some(region));
    }
}

/// The trace of a part of a run, in all columns, beside the view of another part of it.
fn traced(mut request: Request, options: &TraceOptions, only_there: bool) -> [Vec<u8>; 3] {
    let trace = Written::default();
    request.trace = Some(Box::new(trace.clone()));
    request.trace_options = options.clone();
    let (shown, report) = shown(request, &Window::Cycles(70_001..70_100), only_there);
    let lines = trace.0.lock().unwrap().clone();
    [lines, shown, report.into_bytes()]
}

#[test]
fn the_trace_of_a_window_is_that_of_a_run_listened_to_from_the_start() {
    let all = TraceOptions {
        columns: Some(Column::ALL.to_vec()),
        ..TraceOptions::default()
    };
    let mut late = Column::ALL.to_vec();
    late.retain(|column| !matches!(column, Column::Fetch | Column::Entry));
    let windows = [
        TraceOptions {
            cycles: Some(90_001..90_900),
            ..all.clone()
        },
        TraceOptions {
            instructions: Some(150_017..150_200),
            ..all.clone()
        },
        TraceOptions {
            instructions: Some(0..100),
            ..all.clone()
        },
        // Not when bundles were fetched: the run goes on unlistened before and behind.
        TraceOptions {
            instructions: Some(150_017..150_200),
            columns: Some(late.clone()),
            ..all.clone()
        },
        TraceOptions {
            cycles: Some(90_001..90_900),
            columns: Some(late),
            ..all
        },
    ];
    for config in CONFIGS {
        for program in ["recursion", "interp", "stream", "bigcode", "atomics"] {
            for options in &windows {
                let always = traced(request(config, program), options, false);
                let name = format!("{options:?} of {program} on {config}");
                let lines = always[0].iter().filter(|byte| **byte == b'\n').count();
                assert!(lines > 2, "{lines} lines: {name}");
                let there = traced(request(config, program), options, true);
                assert!(always == there, "different: {name}");
            }
        }
    }
}

/// Wants groups from a cycle on for some cycles, and keeps what it was told.
#[derive(Default)]
struct Heard {
    described: BTreeSet<CodeId>,
    unknown: usize,
    cycles: Vec<u64>,
    /// How often it was asked what it wants.
    asked: usize,
}

const FROM: u64 = 80_000;
const LENGTH: u64 = 1_000;

impl Probe for Heard {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        self.described.insert(block.id);
    }

    fn group(&mut self, group: &Group) {
        self.cycles.push(group.cycle);
        self.unknown += usize::from(!self.described.contains(&group.code));
    }

    fn catch_up(&mut self, cycle: u64, _: &mut dyn Totals) -> Attention {
        self.asked += 1;
        match cycle {
            0..FROM => Attention {
                from: FROM,
                settle: FROM,
                ..Attention::NOTHING
            },
            _ if cycle < FROM + LENGTH => Attention::ALL,
            _ => Attention::NOTHING,
        }
    }
}

#[test]
fn a_listener_knows_the_code_of_what_it_hears_and_hears_all_of_its_part() {
    for config in CONFIGS {
        let [mut always, mut there] = [Heard::default(), Heard::default()];
        sim::run_with(request(config, "interp"), vec![&mut always]).unwrap();
        sim::run_windowed(request(config, "interp"), vec![&mut there]).unwrap();
        assert_eq!((always.unknown, there.unknown), (0, 0));
        let part = |heard: &Heard| {
            let cycles = heard.cycles.iter().copied();
            let part = cycles.filter(|cycle| (FROM..FROM + LENGTH).contains(cycle));
            part.collect::<Vec<u64>>()
        };
        assert!(part(&always).len() > 100);
        assert_eq!(part(&always), part(&there));
        // Nothing of what lies far before or behind.
        let far = |cycle: &&u64| **cycle + 2 * LENGTH < FROM || **cycle > FROM + 3 * LENGTH;
        assert_eq!(there.cycles.iter().find(far), None);
        assert_eq!(always.described, there.described);
    }
}
