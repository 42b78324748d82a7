//! The counts in the transcripts of the document's examples, derived without the monitor: from the sources of the
//! programs, from their symbol tables, and from the retire log.

use std::collections::BTreeMap;

use crate::support::{column, counts, field, hex, lines, pfmon, retire_log, same, symbol};

/// Slot types of each template, by its number; stops do not matter.
fn unit(template: u64, slot: usize) -> char {
    let units = [
        "MII", "MII", "MLX", "", "MMI", "MMI", "MFI", "MMF", "MIB", "MBB", "", "BBB", "MMB", "",
        "MFB", "",
    ][template as usize / 2];
    units.chars().nth(slot).expect("a defined template")
}

/// Retired instructions: cycle, bundle, slot type, predicate, bits.
fn retired(line: &str) -> Vec<(u64, u64, char, bool, u64)> {
    retire_log(line, "S")
        .iter()
        .map(|columns| {
            let slot: usize = columns[2].parse().expect("a slot");
            let template: u64 = columns[3].parse().expect("a template");
            (
                columns[0].parse().expect("a cycle"),
                hex(&columns[1]),
                unit(template, slot),
                columns[4] == "1",
                hex(&columns[5]),
            )
        })
        .collect()
}

/// nop.m, nop.i, nop.f: opcode 0, x6 = 1 in bits 32:27, the fields above it and y (bit 26) zero; nop.b: opcode 2.
fn nop(unit: char, bits: u64) -> bool {
    let above = bits >> 26 & !(1 << 10);
    match unit {
        'B' => bits >> 37 == 2 && bits >> 27 & 0x3f == 0,
        'F' => above & !(3 << 8) == 2,
        _ => above == 2,
    }
}

#[test]
fn a_threshold_of_five_counts_the_cycles_with_six_nops() {
    for trips in [1, 2, 1000] {
        let line = format!("noploop {trips}");
        let mut cycles = BTreeMap::new();
        for (cycle, _, unit, predicate, bits) in retired(&line) {
            if predicate && nop(unit, bits) {
                *cycles.entry(cycle).or_insert(0u64) += 1;
            }
        }
        let six = cycles.values().filter(|&&nops| nops == 6).count() as u64;
        assert_eq!(six, trips);
        for threshold in 0..6 {
            let expected = match threshold {
                0 => cycles.values().sum(),
                _ => cycles.values().filter(|&&nops| nops > threshold).count() as u64,
            };
            let counted = counts(&format!(
                "--event-threshold={threshold} -e nops_retired {line}"
            ));
            assert_eq!(counted, [expected], "{trips} trips, threshold {threshold}");
        }
    }
}

#[test]
fn loop_branches_are_counted_by_their_opcode_as_often_as_the_source_says() {
    let cloop =
        "--opc-match8=0x1400028003fff1f8 -e ia64_inst_retired,IA64_TAGGED_INST_RETIRED_PMC8";
    let log = retired("noploop 777");
    // br.cloop: opcode 4 in a B slot, type 5 in bits 8:6.
    let loops = log
        .iter()
        .filter(|(_, _, unit, _, bits)| *unit == 'B' && bits >> 37 == 4 && bits >> 6 & 7 == 5);
    assert_eq!(loops.count(), 777);
    assert_eq!(
        counts(&format!("{cloop} noploop 777")),
        [log.len() as u64, 777]
    );
    // The counted loops of workloads/src/cloop.c and cloop-ia64.S.
    for (function, trips) in [
        ("cloop_single", 500_000 + 1),
        ("cloop_nested", 20_000 * 12),
        ("cloop_fill", 900 * 256),
        ("cloop_sum", 900 * 256),
    ] {
        let counted = counts(&format!("{cloop} --irange={function} cloop"));
        assert_eq!(counted[1], trips, "{function}");
    }
}

#[test]
fn an_opcode_pattern_counts_what_shares_its_bits() {
    let log = retired("noploop 123456");
    // Bits 40:38 are 010 and bits 31:30 are 0: ld1 (opcodes 4 and 5), and getf.sig, which is not told apart.
    let alike = log
        .iter()
        .filter(|(_, _, unit, _, bits)| *unit == 'M' && bits >> 38 == 2 && bits >> 30 & 3 == 0);
    let counted =
        counts("--opc-match8=0x8400000007e7fffb -e ia64_tagged_inst_retired_pmc8 noploop 123456");
    assert_eq!(counted, [alike.count() as u64]);
    // Seven characters and a zero are loaded, six digits are added.
    assert_eq!(counted, [7 + 6]);
}

#[test]
fn loads_are_counted_by_array_and_function() {
    let (start, size) = symbol("my_test_program", "B");
    let (code, length) = symbol("my_test_program", "doit");
    // Opcode 4, x6 = 3: ld8; the program has no other load.
    let loads: BTreeMap<(u64, u64), ()> = retired("my_test_program")
        .iter()
        .filter(|(_, _, unit, predicate, bits)| {
            *unit == 'M' && *predicate && matches!(bits >> 37, 4 | 5)
        })
        .filter(|(_, _, _, _, bits)| bits >> 30 & 0x3f == 3)
        .map(|(cycle, bundle, ..)| ((*cycle, *bundle), ()))
        .collect();
    let mut inside = [0, 0];
    for columns in retire_log("my_test_program", "M") {
        let (bundle, address) = (hex(&columns[1]), hex(&columns[3]));
        let cycle: u64 = columns[0].parse().expect("a cycle");
        if loads.contains_key(&(cycle, bundle)) && (start..start + size).contains(&address) {
            inside[0] += 1;
            inside[1] += u64::from((code..code + length).contains(&bundle));
        }
    }
    assert_eq!(inside, [3 * 16_384 + 35, 3 * 16_384]);
    for (range, expected) in [("", inside[0]), ("--irange=doit ", inside[1])] {
        let counted = counts(&format!(
            "{range}--drange=B -e loads_retired,stores_retired my_test_program"
        ));
        assert_eq!(counted, [expected, 0]);
    }
    // doit stores to C, and every fourth time only.
    let stores = counts("--drange=C -e loads_retired,stores_retired my_test_program");
    assert_eq!(stores, [3 * 16_384, 3 * 4096]);
}

#[test]
fn symbols_are_ranges_as_the_symbol_table_has_them() {
    for (option, name, what) in [("irange", "doit", "code"), ("drange", "B", "data")] {
        let (start, size) = symbol("my_test_program", name);
        let shown = lines(&format!(
            "--verbose --check-events-only --{option}={name} -e loads_retired my_test_program"
        ));
        let range = format!("[0x{start:x}-0x{:x})", start + size);
        for line in [
            format!("symbol {name} ({what}): {range}={size} bytes"),
            format!("{option} is {range}={size} bytes"),
        ] {
            assert!(shown.contains(&line), "{line}\n{shown:#?}");
        }
    }
}

#[test]
fn a_checkpoint_counts_three_times_the_calls() {
    for (program, function, calls) in [
        ("checkpoint", "leaf_function", 10_000),
        ("checkpoint", "inner_function", 1000),
        ("my_test_program", "doit", 3),
    ] {
        let counted = counts(&format!(
            "--checkpoint-func={function} -e ia64_inst_retired {program}"
        ));
        assert_eq!(counted, [3 * calls], "{function}");
    }
}

#[test]
fn data_misses_are_captured_line_by_line() {
    let (array, size) = symbol("ears", "data_lines");
    let walk = "--smpl-output-format=compact --irange=walk_data_lines --long-smpl-periods=1 -e DATA_EAR_CACHE_LAT8 ears";
    let expected: Vec<u64> = (0..size / 64).map(|line| array + 64 * line).collect();
    same(&column(walk, 8), &expected, walk);
    // Each is the first load of the walk's second bundle, and as late as the log says.
    let log: Vec<(u64, u64)> = retire_log("ears", "D")
        .iter()
        .filter(|columns| (array..array + size).contains(&hex(&columns[4])))
        .map(|columns| {
            let [begin, end] = [0, 1].map(|i| columns[i].parse::<u64>().expect("a cycle"));
            (end - begin, hex(&columns[2]) | 1)
        })
        .collect();
    let captured: Vec<(u64, u64)> = column(walk, 9)
        .into_iter()
        .map(|latency| latency & 0xfff)
        .zip(column(walk, 10))
        .collect();
    same(&captured, &log, walk);
}

#[test]
fn data_tlb_misses_are_captured_by_the_level_that_resolves_them() {
    let (array, _) = symbol("ears", "data_pages");
    let pass: Vec<u64> = (0..200).map(|page| array + page * (16_384 + 64)).collect();
    let capture = |event: &str| {
        column(
            &format!(
                "--smpl-output-format=compact --irange=walk_data_pages --long-smpl-periods=1 -e {event} ears"
            ),
            8,
        )
    };
    same(&capture("DATA_EAR_TLB_SW"), &pass, "the first pass");
    let later: Vec<u64> = (1..20).flat_map(|_| pass.clone()).collect();
    same(&capture("DATA_EAR_TLB_VHPT"), &later, "every later pass");
    assert!(capture("DATA_EAR_TLB_L2").is_empty());
    // Level by level, for the whole program, as in the log.
    let log = retire_log("ears", "T");
    for (event, level) in [
        ("DATA_EAR_TLB_SW", "software"),
        ("DATA_EAR_TLB_VHPT", "walker"),
        ("DATA_EAR_TLB_L2", "second"),
    ] {
        let expected = log.iter().filter(|columns| columns[5] == level).count() as u64;
        assert_eq!(counts(&format!("-e {event} ears")), [expected], "{event}");
    }
}

#[test]
fn instruction_misses_are_captured_line_by_line() {
    let log: Vec<(u64, u64)> = retire_log("ears", "I")
        .iter()
        .map(|columns| {
            let [begin, end] = [0, 1].map(|i| columns[i].parse::<u64>().expect("a cycle"));
            (end - begin, hex(&columns[2]) & !31)
        })
        .collect();
    for minimum in [4, 8, 16, 32, 64, 128, 4096] {
        let expected = log.iter().filter(|(latency, _)| *latency >= minimum);
        assert_eq!(
            counts(&format!("-e INSTRUCTION_EAR_CACHE_LAT{minimum} ears")),
            [expected.count() as u64],
            "at least {minimum} cycles"
        );
    }
    // The functions come from L3 one at a time; elsewhere a miss may end while the monitor is frozen by the one before.
    let (code, size) = symbol("ears", "code_lines");
    let inside = |(_, line): &(u64, u64)| (code..code + size).contains(line);
    let line = "--smpl-output-format=compact --irange=code_lines --long-smpl-periods=1 -e INSTRUCTION_EAR_CACHE_LAT8 ears";
    let captured: Vec<(u64, u64)> = column(line, 9)
        .into_iter()
        .zip(column(line, 8).into_iter().map(|value| value & !31))
        .filter(inside)
        .collect();
    let expected: Vec<(u64, u64)> = log
        .iter()
        .copied()
        .filter(|miss| miss.0 >= 8 && inside(miss))
        .collect();
    same(&captured, &expected, line);
    // 4096 functions that L2 cannot hold, four times.
    assert!((4 * 4096 - 8..=4 * 4096).contains(&expected.len()));
}

#[test]
fn instruction_tlb_misses_are_captured_page_by_page() {
    let line =
        "--smpl-output-format=compact --long-smpl-periods=1 -e INSTRUCTION_EAR_TLB_VHPT ears";
    let captured: Vec<u64> = column(line, 8)
        .into_iter()
        .map(|value| value & !31)
        .collect();
    let log: Vec<u64> = retire_log("ears", "U")
        .iter()
        .filter(|columns| columns[3] == "walker")
        .map(|columns| hex(&columns[2]) & !31)
        .collect();
    same(&captured, &log, line);
    let (pages, size) = symbol("ears", "code_pages");
    let expected: Vec<u64> = (0..20)
        .flat_map(|_| (0..100).map(|page| pages + page * (16_384 + 64)))
        .collect();
    let inside: Vec<u64> = captured
        .into_iter()
        .filter(|address| (pages..pages + size).contains(address))
        .collect();
    same(&inside, &expected, line);
}

#[test]
fn the_branch_trace_buffer_holds_the_branch_bundles_of_the_retire_log() {
    for program in ["my_test_program", "noploop 100", "blocks"] {
        let expected: Vec<(u64, u64)> = retire_log(program, "B")
            .iter()
            .map(|columns| {
                let (bundle, taken) = (hex(&columns[1]), columns[3] == "1");
                let slot: u64 = if taken {
                    columns[2].parse().expect("a slot")
                } else {
                    3
                };
                let wrong = u64::from(columns[5] != "right");
                let target = if taken { hex(&columns[4]) | 2 } else { 0 };
                (bundle | slot << 2 | wrong << 1 | 1, target)
            })
            .collect();
        for period in [1, 2, 4] {
            let line = format!(
                "--smpl-output-format=btb --long-smpl-periods={period} -e branch_event {program}"
            );
            let captured: Vec<(u64, u64)> = lines(&line)
                .iter()
                .filter_map(|line| {
                    let (source, target) = line.strip_prefix("0x")?.split_once(" 0x")?;
                    Some((hex(source), hex(target)))
                })
                .collect();
            let whole = expected.len() / period * period;
            same(&captured, &expected[..whole], &line);
        }
        assert_eq!(
            counts(&format!("-e branch_event {program}")),
            [expected.len() as u64]
        );
    }
}

/// The options of the document's section 5, each against the outcomes and predictions of the retire log: branches of
/// every quality in two programs.
#[test]
fn the_filters_of_the_buffer_select_by_outcome_and_prediction() {
    for program in ["ears", "strsearch"] {
        let branches: Vec<(bool, String, String)> = retire_log(program, "B")
            .into_iter()
            .map(|columns| (columns[3] == "1", columns[5].clone(), columns[6].clone()))
            .collect();
        let select = |wanted: &dyn Fn(bool, &str, &str) -> bool| {
            let chosen = branches.iter();
            chosen.filter(|b| wanted(b.0, &b.1, &b.2)).count() as u64
        };
        // A taken branch that was predicted not taken has no right target either.
        let wrong_target = |taken, quality: &str| quality == "target" || taken && quality == "path";
        for (options, expected) in [
            ("", branches.len() as u64),
            ("--btb-tm-tk", select(&|taken, _, _| taken)),
            ("--btb-tm-ntk", select(&|taken, _, _| !taken)),
            (
                "--btb-ppm-correct",
                select(&|_, quality, _| quality != "path"),
            ),
            (
                "--btb-ppm-incorrect",
                select(&|_, quality, _| quality == "path"),
            ),
            (
                "--btb-ptm-correct",
                select(&|taken, quality, _| !wrong_target(taken, quality)),
            ),
            (
                "--btb-ptm-incorrect",
                select(&|taken, quality, _| wrong_target(taken, quality)),
            ),
            (
                "--btb-all-mispredicted",
                select(&|_, quality, _| quality != "right"),
            ),
            (
                "--btb-tm-tk --btb-ppm-incorrect",
                select(&|taken, quality, _| taken && quality == "path"),
            ),
            ("--btb-no-tar", select(&|_, _, stage| stage != "1")),
            ("--btb-no-tac", select(&|_, _, stage| stage != "2")),
            ("--btb-no-bac", select(&|_, _, stage| stage != "3")),
        ] {
            let line = format!("{options} -e branch_event {program}");
            assert_eq!(counts(&line), [expected], "{line}");
        }
    }
}

#[test]
fn branches_before_an_instruction_miss_end_at_the_missing_line() {
    let shown = lines("--btb-tm-tk --long-smpl-periods=50 -e INSTRUCTION_EAR_CACHE_LAT8 ears");
    let (code, size) = symbol("ears", "code_lines");
    let mut checked = 0;
    let (mut line, mut targets) = (0, Vec::new());
    for text in &shown {
        if text.starts_with("entry ") {
            targets.clear();
        } else if let Some(address) = field(text, "cache line 0x") {
            line = address;
        } else if let Some(target) = field(text, "Target Address: 0x") {
            targets.push(target);
            if targets.len() == 4 && (code..code + size).contains(&line) {
                assert_eq!(target, line);
                checked += 1;
            }
        }
    }
    assert!(checked > 300, "{checked} samples in the functions");
}

#[test]
fn an_event_counted_twice_is_the_reports() {
    let log = retired("hello");
    let all = log.len() as u64;
    assert_eq!(
        counts("--insn-sets=ia32,ia64 -e ia64_inst_retired,ia64_inst_retired hello"),
        [0, all]
    );
    let [first, second] = counts("--insn-sets=,ia64 -e l2_misses,l2_misses hello")[..] else {
        panic!("two counts");
    };
    assert!(first == second && first > 0);
    assert_eq!(
        counts("--insn-sets=ia32 -e l2_misses,l2_misses hello"),
        [0, first]
    );
}

#[test]
fn an_ia_32_program_is_refused_with_status_1() {
    let output = pfmon("--insn-sets=ia32,ia64 -e l2_misses,l2_misses hello.x86");
    assert_eq!(output.status.code(), Some(1));
    assert!(output.stdout.is_empty());
    assert!(String::from_utf8_lossy(&output.stderr).contains("IA-32"));
}

#[test]
fn the_kernels_level_counts_nothing_and_says_so() {
    let output = pfmon("-k -e ia64_inst_retired hello");
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).ends_with(" 0 IA64_INST_RETIRED\n"));
    assert!(String::from_utf8_lossy(&output.stderr).contains("no kernel is simulated"));
}
