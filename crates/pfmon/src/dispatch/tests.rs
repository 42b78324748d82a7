//! Programmings that documents print, and refusals.

use super::*;
use crate::symbols::{Symbol, SymbolKind};

fn run(line: &str) -> Result<Programming, Fatal> {
    let args: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let options = Options::parse(&args).expect("options");
    let symbols = Symbols::new(vec![Symbol {
        name: "main".to_owned(),
        address: 0x4000_0000_0000_04c0,
        size: 0x1d0,
        kind: SymbolKind::Code,
    }]);
    dispatch(&options, Family::Itanium, &symbols, &|name| {
        (name == "br.cloop").then_some(0x1400_0280_03ff_f1fb)
    })
}

fn pmc(programming: &Programming, index: usize) -> Option<u64> {
    programming.units[0]
        .pmcs
        .iter()
        .find(|(i, _)| *i == index)
        .map(|(_, value)| *value)
}

fn error(line: &str) -> String {
    run(line).expect_err(line).to_string()
}

#[test]
fn documented_programmings_come_out() {
    assert_eq!(
        pmc(&run("-e cpu_cycles ls").expect("valid"), 4),
        Some(0x1228)
    );
    assert_eq!(
        pmc(
            &run("--event-thresholds=5 -e nops_retired ls").expect("valid"),
            4
        ),
        Some(0x50_3028)
    );
    let branch = run("-e branch_event ls").expect("valid");
    assert_eq!(
        (pmc(&branch, 4), pmc(&branch, 12)),
        (Some(0x1128), Some(0xff88))
    );
    let wrong = run("--btb-all-mispredicted -e branch_event ls").expect("valid");
    assert_eq!(pmc(&wrong, 12), Some(0xd788));
    let ear = run("-e DATA_EAR_CACHE_LAT8 ls").expect("valid");
    assert_eq!(
        (pmc(&ear, 4), pmc(&ear, 11)),
        (Some(0x6728), Some(0x1001_0008))
    );
}

#[test]
fn events_go_to_the_first_counter_that_lets_the_others_fit() {
    let counters = |line: &str| {
        run(line)
            .expect("valid")
            .events
            .iter()
            .map(|m| m.counter)
            .collect::<Vec<_>>()
    };
    assert_eq!(counters("-e cpu_cycles,l2_misses ls"), [4, 5]);
    assert_eq!(
        counters("-e cpu_cycles,l2_misses,nops_retired,ia64_inst_retired ls"),
        [6, 7, 4, 5]
    );
    assert_eq!(
        error("-e nops_retired,nops_retired,ia64_inst_retired ls"),
        "cannot configure events: cannot assign events to counters"
    );
}

#[test]
fn without_limit_events_spread_over_monitors() {
    let programming =
        run("--unlimited -e nops_retired,nops_retired,nops_retired,cpu_cycles,l2_misses ls")
            .expect("valid");
    let places: Vec<_> = programming
        .events
        .iter()
        .map(|m| (m.unit, m.counter))
        .collect();
    assert_eq!(places, [(0, 4), (0, 5), (1, 4), (0, 6), (0, 7)]);
    assert_eq!(error("-e a,b,c,d,e ls"), "unknown event a");
    assert_eq!(
        error("-e cpu_cycles,cpu_cycles,cpu_cycles,cpu_cycles,cpu_cycles ls"),
        "too many events specified, max=4"
    );
}

#[test]
fn without_limit_captures_are_counted_where_they_are_programmed() {
    for (line, expected) in [
        (
            "cpu_cycles,cpu_cycles,cpu_cycles,data_ear_events,data_ear_cache_lat4",
            [0, 0, 0, 1, 1],
        ),
        (
            "data_ear_cache_lat4,cpu_cycles,cpu_cycles,cpu_cycles,data_ear_events",
            [0, 0, 0, 1, 0],
        ),
        (
            "cpu_cycles,cpu_cycles,cpu_cycles,instruction_ear_events,instruction_ear_cache_lat4",
            [0, 0, 0, 1, 1],
        ),
        (
            "data_ear_cache_lat4,data_ear_tlb_l2,data_ear_events,cpu_cycles,l2_misses",
            [0, 1, 0, 0, 0],
        ),
    ] {
        let programming = run(&format!("--unlimited -e {line} ls")).expect("valid");
        let units: Vec<_> = programming.events.iter().map(|m| m.unit).collect();
        assert_eq!(units, expected, "{line}");
        assert!(
            programming.warnings.is_empty(),
            "{:?}",
            programming.warnings
        );
    }
}

#[test]
fn without_limit_captures_beyond_the_room_of_a_monitor_count_the_same_on_another_one() {
    let any = ["data_ear_events"; 5].join(",");
    for (line, expected) in [
        (
            format!("data_ear_cache_lat4,{any}"),
            &[0, 0, 0, 0, 1, 1][..],
        ),
        (format!("{any},data_ear_cache_lat4"), &[0, 0, 0, 1, 1, 0]),
        // Another programming of the register has a monitor of its own, also where there is room.
        (
            format!("data_ear_cache_lat4,{any},data_ear_cache_lat64"),
            &[0, 0, 0, 0, 1, 1, 2],
        ),
        (
            format!("data_ear_cache_lat4,data_ear_cache_lat64,{any}"),
            &[0, 1, 0, 0, 0, 2, 2],
        ),
    ] {
        let programming = run(&format!("--unlimited -e {line} ls")).expect("valid");
        let units: Vec<_> = programming.events.iter().map(|m| m.unit).collect();
        assert_eq!(units, expected, "{line}");
        assert_eq!(programming.warnings, [""; 0], "{line}");
        for raw in programming
            .events
            .iter()
            .filter(|m| m.event.kind == Kind::DataEar)
        {
            let registers = programming.units[raw.unit].pmcs.iter();
            let captures: Vec<_> = registers.filter(|(index, _)| *index == 11).collect();
            assert_eq!(captures, [&(11, 0x1000_0008)], "{line}");
        }
    }
}

#[test]
fn the_kind_of_branches_and_the_data_selector_of_itanium_2_go_to_pmc12() {
    let args = "--config=itanium2 --btb-brt-ret --btb-ds-pred -e branch_event ls";
    let args: Vec<String> = args.split(' ').map(str::to_owned).collect();
    let options = Options::parse(&args).expect("options");
    let programming = dispatch(&options, Family::Itanium2, &Symbols::default(), &|_| None);
    assert_eq!(pmc(&programming.expect("valid"), 12), Some(0xbf88));
    assert_eq!(
        error("--btb-brt-ret -e branch_event ls"),
        "this PMU model does not tell branches apart by brt, and has no ds"
    );
}

#[test]
fn a_misspelt_event_names_the_nearest() {
    assert_eq!(
        error("-e nops_retird ls"),
        "unknown event nops_retird, did you mean NOPS_RETIRED?"
    );
}

#[test]
fn impossible_requests_are_refused_in_pfmons_words() {
    assert_eq!(error("-e nosuch ls"), "unknown event nosuch");
    assert_eq!(
        error("--opc-match8=br.cloop -e cpu_cycles ls"),
        "event CPU_CYCLES does not support opcode matching"
    );
    assert_eq!(
        error("--irange=main -e cpu_cycles ls"),
        "event CPU_CYCLES does not support instruction address range restrictions"
    );
    assert_eq!(
        error("--drange=0x1000-0x2000 -e nops_retired ls"),
        "event NOPS_RETIRED does not support data address range restrictions"
    );
    assert_eq!(
        error("--event-thresholds=6 -e nops_retired ls"),
        "event 0: threshold must be in [0-6)"
    );
    assert_eq!(
        error("--event-thresholds=0,0 -e nops_retired ls"),
        "too many thresholds specified: --event-thresholds has 2, and there is 1 event"
    );
    assert_eq!(
        error("-e data_ear_tlb_sw,data_ear_cache_lat4 ls"),
        "cannot specify more than one D-EAR event at the same time"
    );
    assert_eq!(
        error("--irange=0x1008-0x2000 -e loads_retired ls"),
        "code range does not start on bundle boundary : 0x1008"
    );
    assert_eq!(
        error("--ia32 -e branch_event ls"),
        "cannot use the BTB when monitoring IA-32 execution only"
    );
    assert_eq!(
        error("--priv-levels=u --irange=main -e loads_retired ls"),
        "cannot use both a code range function and per-event privilege level masks"
    );
    assert_eq!(
        error("--opc-match8=nosuch -e loads_retired ls"),
        "invalid opcode matcher value: nosuch"
    );
}

#[test]
fn a_range_prints_its_registers_and_programs_them() {
    let programming = run("-k --irange=main -e loads_retired ls").expect("valid");
    let lines = &programming.verbose[1..];
    assert_eq!(
        lines[0],
        "symbol main (code): [0x40000000000004c0-0x4000000000000690)=464 bytes"
    );
    assert_eq!(
        lines[1],
        "irange is [0x40000000000004c0-0x4000000000000690)=464 bytes"
    );
    assert_eq!(
        lines[2],
        "[0x40000000000004c0-0x4000000000000690): 4 register pair(s)"
    );
    assert_eq!(lines[3], "start offset: -0x0 end_offset: +0x0");
    assert_eq!(
        lines[4],
        "brp0:  db0: 0x4000000000000500 db1: plm=0x1 mask=0x00ffffffffffff00 end=0x40000000000005ff"
    );
    assert_eq!(programming.units[0].ibrs[1], (1, 0x01ff_ffff_ffff_ff00));
    assert_eq!(pmc(&programming, 13), Some(0x0003_ffff_0000_0000));
}

#[test]
fn a_data_range_clears_the_pass_bit_only() {
    let programming = run("--drange=0x6000-0x7000 -e data_ear_events ls").expect("valid");
    assert_eq!(pmc(&programming, 11), Some(0));
    assert_eq!(
        programming.units[0].dbrs,
        [(0, 0x6000), (1, 0x08ff_ffff_ffff_f000)]
    );
}

#[test]
fn per_event_settings_follow_the_order_of_the_events() {
    let programming =
        run("--insn-sets=,ia64 --priv-levels=k -e l2_misses,l2_misses ls").expect("valid");
    let fields: Vec<_> = programming.events.iter().map(|m| (m.plm, m.ism)).collect();
    assert_eq!(fields, [(1, 0), (8, 2)]);
}

#[test]
fn a_raw_event_counts_what_the_register_is_programmed_to_capture() {
    let both = run("-e data_ear_events,data_ear_cache_lat64 ls").expect("valid");
    assert_eq!(
        both.units[0]
            .pmcs
            .iter()
            .filter(|(index, _)| *index == 11)
            .count(),
        1
    );
    assert_eq!(pmc(&both, 11), Some(0x1004_0008));
    let alone = run("-e data_ear_events ls").expect("valid");
    assert_eq!(pmc(&alone, 11), None);
    assert_eq!(alone.warnings.len(), 1);
    let together = run("--unlimited -e data_ear_events,data_ear_cache_lat64 ls").expect("valid");
    assert_eq!(together.units.len(), 1);
}

#[test]
fn the_longest_data_latencies_get_the_hardwares_codes() {
    for (name, umask) in [
        ("LAT256", 6),
        ("LAT512", 7),
        ("LAT1024", 8),
        ("LAT2048", 9),
        ("LAT_NONE", 15),
    ] {
        let programming = run(&format!("-e DATA_EAR_CACHE_{name} ls")).expect("valid");
        assert_eq!(
            pmc(&programming, 11).map(|value| value >> 16 & 0xf),
            Some(umask),
            "{name}"
        );
    }
}
