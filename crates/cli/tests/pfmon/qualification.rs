//! Instruction ranges, opcode matchers and data ranges together, on programs whose loads and blocks are known.

use std::collections::BTreeMap;

use crate::support::{counts, hex, lines, retire_log};

/// Loads of my_test_program: in doit 49 152 of B that step their address (opcode 5) and as many of C that do not
/// (opcode 4), outside 35 of B that do.
#[test]
fn every_combination_of_range_opcode_and_data_counts_its_loads() {
    const STEP: &str = "--opc-match8=0x8500000003fffff8";
    const PLAIN: &str = "--opc-match8=0x8400000003fffff8";
    const DOIT: &str = "--irange=doit";
    const B: &str = "--drange=B";
    const C: &str = "--drange=C";
    for (constraints, expected) in [
        (vec![], 2 * 49_152 + 35),
        (vec![DOIT], 2 * 49_152),
        (vec![STEP], 49_152 + 35),
        (vec![PLAIN], 49_152),
        (vec![B], 49_152 + 35),
        (vec![C], 49_152),
        (vec![DOIT, STEP], 49_152),
        (vec![DOIT, B], 49_152),
        // Opcode and data range without an instruction range.
        (vec![STEP, B], 49_152 + 35),
        (vec![PLAIN, B], 0),
        (vec![STEP, C], 0),
        (vec![PLAIN, C], 49_152),
        // All three, which the manual's table leaves out.
        (vec![DOIT, STEP, B], 49_152),
        (vec![DOIT, PLAIN, B], 0),
        (vec![DOIT, PLAIN, C], 49_152),
    ] {
        for config in ["itanium", "itanium2"] {
            let line = format!(
                "--config={config} {} -e loads_retired my_test_program",
                constraints.join(" ")
            );
            assert_eq!(counts(&line), [expected], "{line}");
        }
    }
}

/// Itanium restricts events by the first matcher only, Itanium 2 by either.
#[test]
fn the_second_matcher_restricts_events_on_itanium_2_alone() {
    const STEP: &str = "--opc-match8=0x8500000003fffff8";
    const PLAIN: &str = "--opc-match9=0x8400000003fffff8";
    for (constraints, expected) in [
        (vec![PLAIN], [2 * 49_152 + 35, 49_152]),
        (vec![PLAIN, "--irange=doit", "--drange=C"], [49_152; 2]),
        (vec![PLAIN, "--irange=doit", "--drange=B"], [49_152, 0]),
        (vec![STEP, PLAIN], [49_152 + 35, 2 * 49_152 + 35]),
        (vec![STEP, PLAIN, "--irange=doit"], [49_152, 2 * 49_152]),
        (
            vec![STEP, PLAIN, "--irange=doit", "--drange=C"],
            [0, 49_152],
        ),
    ] {
        for (config, expected) in ["itanium", "itanium2"].into_iter().zip(expected) {
            let line = format!(
                "--config={config} {} -e loads_retired my_test_program",
                constraints.join(" ")
            );
            assert_eq!(counts(&line), [expected], "{line}");
        }
    }
}

/// The blocks of tests/guests/blocks.S.
#[test]
fn basic_blocks_are_profiled_by_tagged_nops() {
    // nop.i whatever its predicate, with the tag in bits 12:6.
    let tagged = |tag: u64| 1 << 62 | 1 << 46 | tag << 39 | 0x1f8u64;
    for (tag, times) in [(1, 1000), (2, 500), (3, 125), (4, 1000), (5, 0)] {
        let matcher = tagged(tag);
        assert_eq!(
            counts(&format!(
                "--opc-match8=0x{matcher:x} -e ia64_tagged_inst_retired_pmc8 blocks"
            )),
            [times],
            "block {tag}"
        );
    }
    // Two blocks at once, by the two matchers.
    let line = format!(
        "--opc-match8=0x{:x} --opc-match9=0x{:x} -e ia64_tagged_inst_retired_pmc8,ia64_tagged_inst_retired_pmc9 blocks",
        tagged(2),
        tagged(3)
    );
    assert_eq!(counts(&line), [500, 125]);
}

/// Every line of the array of walk_data_lines comes from memory: its requests to L3 carry the tags of the loads.
#[test]
fn requests_to_the_third_level_carry_the_tags_of_their_instruction() {
    for (config, lines) in [("itanium", 8192), ("itanium2", 8192 / 2)] {
        for constraints in [
            "--drange=data_lines",
            "--irange=walk_data_lines --drange=data_lines",
        ] {
            let line = format!("--config={config} {constraints} -e l2_misses,l3_references ears");
            assert_eq!(counts(&line), [lines; 2], "{line}");
        }
        let whole = "--irange=0x4000000000000000-0x6100000000000000";
        let line = |options: &str| {
            counts(&format!(
                "--config={config} {options} -e l2_misses,l3_references ears"
            ))
        };
        assert_eq!(line(whole), line(""), "{config}");
    }
}

/// The 100 passes of tests/guests/checks.S: two advanced loads and a check load, which finds its entry in three of four,
/// and a load in every fourth.
#[test]
fn a_check_load_that_finds_its_entry_retires_in_the_data_range() {
    for config in ["itanium", "itanium2"] {
        for range in ["", "--drange=0x6000000000000000-0x6100000000000000"] {
            let line = format!("--config={config} {range} -e loads_retired checks");
            assert_eq!(counts(&line), [325], "{line}");
        }
    }
}

/// workloads/src/ctlspec.c counts the null pointers that cs_guarded follows by speculative loads.
#[test]
fn a_deferred_load_retires_in_the_data_range_of_its_address() {
    let deferred: u64 = lines("-e cpu_cycles ctlspec")
        .iter()
        .find_map(|line| line.strip_prefix("deferred ")?.parse().ok())
        .expect("a count");
    let line = "--irange=cs_guarded --drange=0-0x1000 -e loads_retired ctlspec";
    assert_eq!(counts(line), [deferred]);
}

/// All advanced loads of workloads/src/dataspec.c are from its arrays.
#[test]
fn an_entry_displaced_in_the_alat_counts_in_the_data_range_of_the_load_that_did_it() {
    for (config, event) in [
        ("itanium", "alat_replacement_all"),
        ("itanium2", "alat_capacity_miss_all"),
    ] {
        let line = |range: &str| format!("--config={config} {range} -e {event} dataspec");
        let displaced = counts(&line(""));
        assert_ne!(displaced, [0]);
        let arrays = line("--drange=0x6000000000000000-0x6100000000000000");
        assert_eq!(counts(&arrays), displaced, "{config}");
    }
}

/// The retirement events of Itanium 2 see one pair of debug registers each. Ranges that one block holds, that lie in a
/// page, and a larger one around which the block is named.
#[test]
fn instructions_retired_in_a_range_are_counted_wholly_by_itanium_2() {
    let log = retire_log("--config itanium2 ears", "S");
    let retired = |start: u64, end: u64| {
        let bundles = log.iter().map(|columns| hex(&columns[1]));
        bundles
            .filter(|bundle| (start..end).contains(bundle))
            .count() as u64
    };
    const TEXT: u64 = 0x4000_0000_0000_0000;
    for (start, end) in [
        (0x200, 0x240),
        (0x1c0, 0x240),
        (0x1c0, 0x250),
        (0xd0, 0x400),
    ] {
        for events in [
            "ia64_inst_retired",
            "ia64_tagged_inst_retired_ibrp1_pmc9,branch_event,ia64_tagged_inst_retired_ibrp2_pmc8",
        ] {
            let (start, end) = (TEXT + start, TEXT + end);
            let line = format!("--config=itanium2 --irange=0x{start:x}-0x{end:x} -e {events} ears");
            let counts = counts(&line);
            assert_eq!(counts[0], retired(start, end), "{line}");
            assert_eq!(counts.last(), counts.first(), "{line}");
        }
    }
    // Beyond a page it is the block around the range that counts, as the verbose lines say.
    let line = "--config=itanium2 --irange=0x4000000000000ff0-0x4000000000001010 -e ia64_inst_retired ears";
    let said = lines(&format!("--verbose {line}"));
    assert!(said.contains(&"start offset: -0xff0 end_offset: +0xff0".to_owned()));
    assert_eq!(counts(line), [retired(TEXT, TEXT + 0x2000)]);
}

/// Stop bits by bundle: those behind the slots of the retire log. Groups that begin in one bundle and stop in the next are
/// in the loop of noploop.
#[test]
fn a_stop_counts_in_the_bundle_that_holds_it() {
    for program in ["noploop 100", "blocks"] {
        let mut stops: BTreeMap<u64, u64> = BTreeMap::new();
        let mut last = 0;
        for columns in retire_log(program, "S") {
            let [slot, template] = [2, 3].map(|i: usize| columns[i].parse().expect("a number"));
            // Slots that a stop follows, by the number of the template.
            let stop = match template {
                2 | 3 if slot == 1 => true,
                10 | 11 if slot == 0 => true,
                _ => slot == 2 && template % 2 == 1,
            };
            last = hex(&columns[1]);
            *stops.entry(last).or_default() += u64::from(stop);
        }
        // The last break ends the program: the stop behind it in its bundle may be dispersed and is never reached.
        stops.remove(&last);
        for (bundle, stops) in stops {
            let line = format!("--checkpoint-func=0x{bundle:x} -e expl_stopbits {program}");
            assert_eq!(counts(&line), [stops], "{line}");
        }
    }
}

/// The loop of walk_data_pages in tests/guests/ears.S ends with a group over two bundles, the second of which holds the
/// branch in its middle: three instructions of it leave the window in each pass, though two retire when it is taken.
#[test]
fn instructions_dispersed_behind_a_taken_branch_count_in_their_own_bundle() {
    let passes = |bundle: u64| {
        let log = retire_log("ears", "S");
        log.iter()
            .filter(|columns| hex(&columns[1]) == bundle && columns[2] == "0")
            .count() as u64
    };
    for bundle in [0x4000_0000_0000_02b0, 0x4000_0000_0000_02c0] {
        let line = format!("--checkpoint-func=0x{bundle:x} -e inst_dispersed ears");
        let passes = passes(bundle);
        assert!(passes > 1);
        assert_eq!(counts(&line), [3 * passes], "{line}");
    }
}
