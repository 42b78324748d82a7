//! A monitor that leaves records out and takes totals: does it hold what it would hold if it had heard everything?

use std::path::Path;
use std::sync::Arc;

use events::{
    Attention, Block, Branch, Group, Handler, Interrupt, Loud, Probe, Raw, RawSet, Site,
    StaticEvent, Totals,
};
use pmu::{Family, Monitor, Options, QuietUnit, Unit};

const INSTRUCTIONS: u64 = 200_000;

/// Stores what every interrupt finds, and goes on.
#[derive(Clone, Default)]
struct Sampler {
    /// Reload value of the first counter.
    period: u64,
    taken: Vec<(Interrupt, Vec<u64>)>,
}

impl Handler<QuietUnit> for Sampler {
    fn interrupt(&mut self, unit: &mut QuietUnit, interrupt: &Interrupt) {
        let registers = (0..18).map(|index| unit.pmd(index)).collect();
        self.taken.push((*interrupt, registers));
        unit.set_pmd(4, self.period.wrapping_neg());
        unit.set_pmd(16, 0);
        unit.set_pmc(0, 0);
    }
}

/// How many records reach the listeners of a run; wants none itself.
#[derive(Debug, Default, Clone, Copy)]
struct Heard {
    groups: u64,
    branches: u64,
    /// Branches that are told by their number alone.
    passed: u64,
}

impl Probe for Heard {
    fn group(&mut self, _: &Group) {
        self.groups += 1;
    }

    fn branch(&mut self, _: &Branch) {
        self.branches += 1;
    }

    fn passed_branches(&mut self, branches: u64, taken: u64) {
        assert!(taken <= branches, "{taken} of {branches}");
        self.passed += branches;
    }

    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        Attention::NOTHING
    }
}

/// A monitor that has listened, and what reached it.
struct Listener {
    monitor: Monitor<Sampler>,
    heard: Heard,
}

/// Observes a run with a monitor, which hears everything if it is `loud`.
fn observe_with(
    monitor: &mut Monitor<Sampler>,
    loud: bool,
    observe: impl FnOnce(&mut (Heard, &mut dyn Probe)),
) -> Heard {
    let mut loudly;
    let probe: &mut dyn Probe = if loud {
        loudly = Loud(monitor);
        &mut loudly
    } else {
        monitor
    };
    let mut listeners = (Heard::default(), probe);
    observe(&mut listeners);
    listeners.0
}

fn config(name: &str) -> Arc<config::Loaded> {
    match config::load::<&str>(name, &[]) {
        Ok(config) => Arc::new(config),
        Err(error) => panic!("{error}"),
    }
}

fn observe(config: &Arc<config::Loaded>, workload: &str, probe: &mut dyn Probe) -> u64 {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut request = sim::Request::new(
        Arc::clone(config),
        root.join("workloads/bin").join(workload),
    );
    request.max_instructions = Some(INSTRUCTIONS);
    match sim::observe(request, probe) {
        Ok(report) => report.cycles.unwrap_or_default(),
        Err(error) => panic!("{workload}: {error}"),
    }
}

/// How the registers are programmed, and minus what the first counter starts with.
struct Programming {
    name: &'static str,
    pmcs: Vec<(usize, u64)>,
    ibr: Option<(u64, u64)>,
    period: u64,
    /// Most groups are left out.
    quiet: bool,
}

fn run(processor: &str, workload: &str, programming: &Programming, loud: bool) -> (Listener, u64) {
    let config = config(processor);
    let mut unit = Unit::new(family(processor), Options::default());
    unit.set_pmv(0x30);
    for &(index, value) in &programming.pmcs {
        unit.set_pmc(index, value);
    }
    if let Some((base, mask)) = programming.ibr {
        unit.set_ibr(0, base);
        unit.set_ibr(1, mask);
    }
    unit.set_pmd(4, programming.period.wrapping_neg());
    unit.set_pmc(0, 0);
    let handler = Sampler {
        period: programming.period,
        ..Sampler::default()
    };
    let mut monitor = Monitor::new(unit, handler);
    let mut cycles = 0;
    let heard = observe_with(&mut monitor, loud, |listeners| {
        cycles = observe(&config, workload, listeners);
    });
    monitor.finish(cycles);
    (Listener { monitor, heard }, cycles)
}

fn family(processor: &str) -> Family {
    match processor {
        "itanium" => Family::Itanium,
        _ => Family::Itanium2,
    }
}

/// Itanium 2: the bit of PMC4 that enables all monitors.
const POWER: u64 = 1 << 23;

/// User level, with the interrupt bit.
fn counter(name: &str, family: Family) -> u64 {
    let Some(event) = pmu::find(family, name) else {
        panic!("no event {name}");
    };
    u64::from(event.code) << 8 | u64::from(event.counter_umask()) << 16 | 0x28
}

fn itanium() -> Vec<Programming> {
    let event = |name| counter(name, Family::Itanium);
    let four = |first: u64| {
        vec![
            (4, first),
            (5, event("NOPS_RETIRED")),
            (6, event("L1D_READ_MISSES_RETIRED")),
            (7, event("BRANCH_PATH_ALL_NT_OUTCOMES_CORRECTLY_PREDICTED")),
        ]
    };
    let plain = |name, pmcs, period, quiet| Programming {
        name,
        pmcs,
        ibr: None,
        period,
        quiet,
    };
    vec![
        plain("counting", four(event("IA64_INST_RETIRED")), 0, true),
        plain("cycles", four(event("CPU_CYCLES")), 20_000, false),
        plain("cycles often", vec![(4, event("CPU_CYCLES"))], 777, true),
        plain("dispersal", four(event("EXPL_STOPBITS")), 0, true),
        plain("stalls", four(event("DATA_ACCESS_CYCLE")), 3_000, false),
        plain(
            "instructions",
            four(event("IA64_INST_RETIRED")),
            90_000,
            false,
        ),
        plain(
            "data misses",
            // 8 cycles or more, with a counter that needs totals beside it.
            vec![
                (4, event("DATA_EAR_EVENTS")),
                (5, event("IA64_INST_RETIRED")),
                (11, 8 | 1 << 16 | 1 << 28),
            ],
            50,
            false,
        ),
        plain(
            "data misses alone",
            vec![(4, event("DATA_EAR_EVENTS")), (11, 8 | 1 << 28)],
            500,
            true,
        ),
        plain(
            "data misses in a row",
            vec![(4, event("DATA_EAR_EVENTS")), (11, 8 | 1 << 28)],
            3,
            false,
        ),
        plain(
            "fetch misses",
            vec![(4, event("INSTRUCTION_EAR_EVENTS")), (10, 8)],
            10,
            false,
        ),
        plain(
            "branches",
            vec![(4, event("BRANCH_EVENT")), (12, 0xff88)],
            2_000,
            true,
        ),
        plain(
            "branches before data misses",
            vec![
                (4, event("DATA_EAR_EVENTS")),
                (11, 8 | 1 << 28),
                (12, 0xff88),
            ],
            100,
            false,
        ),
        plain(
            "a threshold",
            four(event("IA64_INST_RETIRED") | 3 << 20),
            0,
            false,
        ),
        Programming {
            name: "a range of instructions",
            pmcs: vec![
                (4, event("IA64_TAGGED_INST_RETIRED_PMC8")),
                (5, event("NOPS_RETIRED")),
                (8, 0x1400_0280_03ff_f1fb),
                (13, 0),
            ],
            // All of the program's text.
            ibr: Some((0x4000_0000_0000_0000, 0x08ff_0000_0000_0000)),
            period: 0,
            quiet: true,
        },
        Programming {
            name: "misses of a range",
            pmcs: vec![(4, event("L1D_READ_MISSES_RETIRED")), (13, 0)],
            ibr: Some((0x4000_0000_0000_0000, 0x08ff_ffff_ffff_f000)),
            period: 0,
            quiet: false,
        },
    ]
}

fn itanium2() -> Vec<Programming> {
    let event = |name| counter(name, Family::Itanium2);
    vec![
        Programming {
            name: "counting",
            pmcs: vec![
                (4, event("IA64_INST_RETIRED_THIS") | POWER),
                (5, event("NOPS_RETIRED")),
                (6, event("L2_DATA_REFERENCES_L2_ALL")),
                (7, event("BACK_END_BUBBLE_ALL")),
            ],
            ibr: None,
            period: 0,
            quiet: true,
        },
        Programming {
            name: "data misses",
            pmcs: vec![
                (4, event("DATA_EAR_EVENTS") | POWER),
                (5, event("LOADS_RETIRED")),
                (11, 8),
            ],
            ibr: None,
            period: 30,
            quiet: false,
        },
        Programming {
            name: "branches",
            pmcs: vec![(4, event("BRANCH_EVENT") | POWER), (12, 0x3f08)],
            ibr: None,
            period: 700,
            quiet: true,
        },
        Programming {
            name: "cycles",
            pmcs: vec![(4, event("CPU_CYCLES") | POWER)],
            ibr: None,
            period: 5_000,
            quiet: true,
        },
    ]
}

fn compare(processor: &str, programmings: &[Programming], workloads: &[&str]) {
    for workload in workloads {
        for programming in programmings {
            let what = format!("{workload} on {processor}, {}", programming.name);
            let (loud, loud_cycles) = run(processor, workload, programming, true);
            let (quiet, quiet_cycles) = run(processor, workload, programming, false);
            assert_eq!(loud_cycles, quiet_cycles, "{what}: monitoring changed time");
            let registers = |listener: &Listener| -> Vec<u64> {
                (0..18)
                    .map(|index| listener.monitor.unit.pmd(index))
                    .collect()
            };
            assert_eq!(
                registers(&loud),
                registers(&quiet),
                "{what}: data registers"
            );
            assert_eq!(
                loud.monitor.unit.pmc(0),
                quiet.monitor.unit.pmc(0),
                "{what}: PMC0"
            );
            let (expected, found) = (&loud.monitor.handler.taken, &quiet.monitor.handler.taken);
            assert_eq!(expected.len(), found.len(), "{what}: interrupts");
            for (n, pair) in expected.iter().zip(found).enumerate() {
                assert_eq!(pair.0, pair.1, "{what}: interrupt {n}");
            }
            assert_eq!(loud.heard.passed, 0, "{what}");
            if programming.name == "branches" {
                let (told, passed) = (quiet.heard.branches, quiet.heard.passed);
                assert_eq!(told + passed, loud.heard.branches, "{what}: branches");
                assert!(
                    passed > told,
                    "{what}: told of {told} branches, not of {passed}"
                );
            }
            if programming.quiet {
                let (heard, of) = (quiet.heard.groups, loud.heard.groups);
                assert!(heard * 5 < of, "{what}: heard {heard} of {of} groups");
            }
        }
    }
}

#[test]
fn what_a_quiet_monitor_holds_is_what_it_would_have_heard() {
    compare("itanium", &itanium(), &["sort", "branchy", "fpdiv"]);
    compare("itanium2", &itanium2(), &["sort", "fpdiv"]);
}

#[test]
fn the_load_that_overflows_interrupts_in_its_own_block() {
    // Every load of the guest `ears` finds its data late, one in each execution of a block.
    let captures = |processor: &str, power: u64| Programming {
        name: "data misses whose loads are late",
        pmcs: vec![
            (4, counter("DATA_EAR_EVENTS", family(processor)) | power),
            (11, 8 | 1 << 28),
        ],
        ibr: None,
        period: 40,
        quiet: false,
    };
    let ears = &["../../tests/guests/ears"];
    compare("itanium", &[captures("itanium", 0)], ears);
    compare("itanium2", &[captures("itanium2", POWER)], ears);
}

#[test]
fn attempts_overflow_in_their_cycles_however_many_wait() {
    let event = |name| counter(name, Family::Itanium2) | POWER;
    let attempts = |name, period| Programming {
        name,
        pmcs: vec![(4, event(name)), (5, event("L2_FORCE_RECIRC_ANY"))],
        ibr: None,
        period,
        quiet: false,
    };
    let programmings = [
        attempts("L2_ISSUED_RECIRC_OZQ_ACC", 61),
        attempts("L2_OZQ_CANCELS0_ANY", 17),
        attempts("L2_OZQ_CANCELS1_BANK_CONF", 17),
    ];
    compare("itanium2", &programmings, &["sort", "stream"]);
}

/// Checks what quiet counting rests on.
#[derive(Default)]
struct Sources {
    implied: u64,
    counted: u64,
}

impl Probe for Sources {
    fn describe(&mut self, _: &Block, events: &[StaticEvent]) {
        for event in events {
            let raw = event.raw;
            assert!(
                RawSet::RETIREMENT.contains(raw) || raw == Raw::InstructionsDispersed,
                "{} of a slot is not known as implied by retirement",
                raw.name()
            );
            self.implied += 1;
        }
    }

    fn count(&mut self, raw: Raw, _: u32, _: u64, _: &Site) {
        assert!(
            !RawSet::RETIREMENT.contains(raw),
            "{} is counted apart from retirement",
            raw.name()
        );
        self.counted += 1;
    }
}

#[test]
fn quantities_of_retirement_are_counted_in_no_other_way() {
    for processor in ["itanium", "itanium2"] {
        for workload in ["sort", "fpdiv", "checkpoint", "atomics", "dataspec", "simd"] {
            let mut sources = Sources::default();
            observe(&config(processor), workload, &mut sources);
            assert!(sources.implied > 0 && sources.counted > 0, "{workload}");
        }
    }
}

#[test]
fn a_program_that_reads_a_quiet_monitor_finds_exact_counts() {
    let config = match config::load("itanium", &["os.user_monitor=true"]) {
        Ok(config) => Arc::new(config),
        Err(error) => panic!("{error}"),
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for loud in [true, false] {
        let mut unit = Unit::new(Family::Itanium, Options::default());
        for (index, name) in [
            (4, "IA64_INST_RETIRED"),
            (5, "NOPS_RETIRED"),
            (6, "CPU_CYCLES"),
        ] {
            unit.set_pmc(index, counter(name, Family::Itanium));
        }
        unit.set_pmc(0, 0);
        let mut monitor = Monitor::new(unit, Sampler::default());
        let program = root.join("tests/guests/monitor");
        let request = sim::Request::new(Arc::clone(&config), program);
        let heard = observe_with(&mut monitor, loud, |listeners| {
            match sim::observe(request, listeners) {
                // Its source says what the sum means; everything in it is as it should be.
                Ok(report) => assert_eq!(report.outcome.status, Some(127), "loud: {loud}"),
                Err(error) => panic!("{error}"),
            }
        });
        assert!(loud || heard.groups < 40_000, "{heard:?}");
    }
}
