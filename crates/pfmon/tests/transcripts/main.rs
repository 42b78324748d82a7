//! What the user of pfmon sees, on a hand-made run: lines as in the pfmon-2.0 document, blanks apart.

mod fake;

use fake::pfmon;

/// Lines with runs of blanks made one.
fn squeezed(text: &str) -> Vec<String> {
    text.lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

#[test]
fn counts_come_in_27_columns_in_the_order_of_the_events() {
    let transcript = pfmon("-e ia64_inst_retired,CPU_CYCLES loop");
    assert_eq!(transcript.status, 0);
    assert_eq!(
        transcript.out,
        "                       6000 IA64_INST_RETIRED\n                      10000 CPU_CYCLES\n"
    );
    assert_eq!(transcript.err, "");
}

#[test]
fn without_events_cycles_are_counted() {
    assert_eq!(squeezed(&pfmon("loop").out), ["10000 CPU_CYCLES"]);
}

#[test]
fn counter_formats() {
    assert_eq!(
        squeezed(&pfmon("--us-counter-format loop").out),
        ["10,000 CPU_CYCLES"]
    );
    assert_eq!(squeezed(&pfmon("--eu loop").out), ["10.000 CPU_CYCLES"]);
    assert_eq!(
        squeezed(&pfmon("--hex loop").out),
        ["0x0000000000002710 CPU_CYCLES"]
    );
}

#[test]
fn a_threshold_counts_cycles() {
    assert_eq!(
        squeezed(&pfmon("--event-threshold=5 -e nops_retired loop").out),
        ["0 NOPS_RETIRED"]
    );
    assert_eq!(
        squeezed(&pfmon("--event-threshold=2 -e nops_retired loop").out),
        ["1000 NOPS_RETIRED"]
    );
}

#[test]
fn a_checkpoint_counts_three_times_the_passes() {
    let transcript = pfmon("--verb --checkpoint-func=main -e ia64_inst_retired loop");
    let lines = squeezed(&transcript.out);
    for line in [
        "symbol main (code): [0x4000000000001000-0x4000000000001020)=32 bytes",
        "checkpoint function at 0x4000000000001000",
        "[0x4000000000001000-0x4000000000001010): 1 register pair(s)",
        "start offset: -0x0 end_offset: +0x0",
        "brp0: db0: 0x4000000000001000 db1: plm=0x8 mask=0x00fffffffffffff0 end=0x400000000000100f",
        "3000 IA64_INST_RETIRED",
    ] {
        assert!(
            lines.iter().any(|shown| shown == line),
            "{line}\n{}",
            transcript.out
        );
    }
}

#[test]
fn loads_inside_an_array_are_counted_by_data_range() {
    let transcript =
        pfmon("--verb --drange=0x600000000001c000-0x600000000001c100 -e loads_retired loop");
    assert!(
        transcript
            .out
            .contains("drange is [0x600000000001c000-0x600000000001c100)=256 bytes")
    );
    assert_eq!(
        squeezed(&transcript.out).last().map(String::as_str),
        Some("32 LOADS_RETIRED")
    );
}

#[test]
fn opcode_matchers_go_by_value_or_by_name() {
    // The loop's slots are all zeros; the matcher takes opcode 0 in B slots, which there are none of.
    let none = pfmon("--opc-match8=loop -e ia64_tagged_inst_retired_pmc8 loop");
    assert_eq!(squeezed(&none.out), ["0 IA64_TAGGED_INST_RETIRED_PMC8"]);
    let all = pfmon(
        "--opc-match8=0xf000000000000000 -e ia64_inst_retired,ia64_tagged_inst_retired_pmc8 loop",
    );
    assert_eq!(
        squeezed(&all.out),
        [
            "6000 IA64_INST_RETIRED",
            "6000 IA64_TAGGED_INST_RETIRED_PMC8"
        ]
    );
}

#[test]
fn kernel_level_counts_nothing_and_says_so() {
    let transcript = pfmon("-k -e ia64_inst_retired loop");
    assert_eq!(transcript.status, 0);
    assert_eq!(squeezed(&transcript.out), ["0 IA64_INST_RETIRED"]);
    assert!(transcript.err.contains("no kernel is simulated"));
}

#[test]
fn data_miss_samples_are_printed_as_documented() {
    let transcript = pfmon(
        "--smpl-output-format=detailed-itanium --long-smpl-periods=100 -e DATA_EAR_CACHE_LAT8 -- loop",
    );
    let lines = squeezed(&transcript.out);
    // The hundredth miss is in pass 399; it completes 20 cycles later, before the group of pass 402.
    assert_eq!(
        &lines[..5],
        [
            "entry 0 PID:1000 CPU:0 STAMP:0xfb4 IIP:0x4000000000001000",
            "PMD OVFL: 4 LAST_VAL: 100",
            "PMD2 : 0x600000000001cc78",
            "PMD3 : 0x0000000000000014 , latency 20",
            "PMD17: 0x4000000000001001, valid Y, address 0x4000000000001000",
        ]
    );
    assert!(
        transcript.out.contains("\n\tPMD2 : "),
        "samples are indented by TABs"
    );
    // 250 misses: two samples, and 50 towards the third; the last ends behind the program and counts as in the report.
    let rest = 18_446_744_073_709_551_616u128 - 50;
    assert_eq!(lines.last(), Some(&format!("{rest} DATA_EAR_CACHE_LAT8")));
}

#[test]
fn tlb_samples_name_the_level() {
    let transcript = pfmon("--long-smpl-periods=50 -e DATA_EAR_TLB_VHPT -- loop");
    assert!(squeezed(&transcript.out).contains(&"PMD3 : 0x8000000000000001 , TLB VHPT".to_owned()));
}

#[test]
fn instruction_miss_samples_show_line_and_latency() {
    let lines =
        squeezed(&pfmon("--long-smpl-periods=50 -e INSTRUCTION_EAR_CACHE_LAT8 -- loop").out);
    assert!(
        lines.contains(
            &"PMD0 : 0x4000000000001001, valid Y, cache line 0x4000000000001000".to_owned()
        )
    );
    assert!(lines.contains(&"PMD1 : 0x000000000000002d, latency 45".to_owned()));
}

#[test]
fn branch_samples_come_oldest_first() {
    let lines = squeezed(&pfmon("--long-smpl-periods=300 -e branch_event -- loop").out);
    assert_eq!(
        &lines[..10],
        [
            "entry 0 PID:1000 CPU:0 STAMP:0xbb8 IIP:0x4000000000001000",
            "PMD OVFL: 4 LAST_VAL: 300",
            "PMD8 : 0x4000000000001019 b=1 mp=0 valid=Y",
            "Source Address: 0x4000000000001012",
            "Taken=Y Prediction: Success",
            "",
            "PMD9 : 0x4000000000001002 b=0 mp=1 valid=Y",
            "Target Address: 0x4000000000001000",
            "",
            "PMD10: 0x4000000000001019 b=1 mp=0 valid=Y",
        ]
    );
}

#[test]
fn trace_entries_that_are_not_valid_stand_line_by_line() {
    // The one branch of the program is taken.
    let lines = squeezed(
        &pfmon("--btb-tm-ntk --long-smpl-periods=1000 -e ia64_inst_retired,branch_event -- loop")
            .out,
    );
    let entries = (8..16).map(|index| {
        let name = format!("PMD{index}");
        format!("{name:<5}: 0x0000000000000000 b=0 mp=0 valid=N")
    });
    let entries: Vec<String> = entries.collect();
    let first = lines.iter().position(|line| *line == entries[0]);
    let first = first.expect("a sample");
    assert_eq!(lines[first..first + 8], entries);
    assert!(!lines[first + 8].is_empty());
}

#[test]
fn the_header_says_instruction_sets_and_the_columns_of_the_compact_format() {
    let out = pfmon(
        "--with-header --smpl-output-format=compact --long-smpl-periods=1000 -e ia64_inst_retired,cpu_cycles -- loop",
    )
    .out;
    assert!(out.contains("\n#\n# instruction sets:\n#\tPMD4: IA64_INST_RETIRED, ia32/ia64\n"));
    let columns = "\
# column  1: entry number
# column  2: process id
# column  3: cpu number
# column  4: interrupted instruction pointer
# column  5: unique timestamp
# column  6: overflowed PMDs
# column  7: last reset value of the overflowed PMD
# column  8: PMD5
#
#
";
    let (before, _) = out.split_once(columns).expect(&out);
    assert!(before.ends_with("#\tCPU_CYCLES none\n"), "{before}");
}

#[test]
fn the_btb_format_pairs_raw_registers() {
    let transcript =
        pfmon("--smpl-output-format=btb --long-smpl-periods=300 -e branch_event -- loop");
    assert_eq!(
        transcript.out.lines().next(),
        Some("0x4000000000001019 0x4000000000001002 ")
    );
    let wrong = pfmon("--smpl-output-format=btb --long-smpl-periods=300 -e cpu_cycles -- loop");
    assert_eq!((wrong.status, wrong.ran), (1, false));
}

#[test]
fn the_compact_format_is_one_line_for_each_sample() {
    let transcript = pfmon(
        "--smpl-output-format=compact --long-smpl-periods=1000 -e ia64_inst_retired,cpu_cycles -- loop",
    );
    let first = squeezed(&transcript.out).remove(0);
    assert_eq!(
        first,
        "0 1000 0 0x4000000000001000 0x0000000000000686 0x0010 1000 0x000000000000067d"
    );
}

#[test]
fn the_raw_format_has_a_header_and_entries_of_fixed_size() {
    let transcript = pfmon(
        "--smpl-output-format=raw --smpl-outfile=samples --long-smpl-periods=100 -e data_ear_cache_lat8 -- loop",
    );
    let bytes = &transcript.files[0].1;
    let word = |offset: usize| {
        u64::from_le_bytes(bytes[offset..offset + 8].try_into().expect("eight bytes"))
    };
    assert_eq!(
        (word(8), word(16), word(24)),
        (48 + 24, 2, 1 << 2 | 1 << 3 | 1 << 17)
    );
    assert_eq!(bytes.len(), 56 + 2 * 72);
    assert_eq!(word(56 + 8), 100u64.wrapping_neg());
}

#[test]
fn histograms_add_samples_up() {
    let transcript = pfmon(
        "--smpl-output-format=dear-hist --long-smpl-periods=10 -e data_ear_cache_lat8 -- loop",
    );
    let lines = squeezed(&transcript.out);
    assert_eq!(lines[0], "# total_samples 24");
    assert!(
        lines
            .iter()
            .any(|line| line.starts_with("24 100.00% 100.00%")
                && line.ends_with("0x4000000000001000 main")),
        "{lines:?}"
    );
}

#[test]
fn a_full_buffer_is_followed_by_the_long_period() {
    let transcript = pfmon(
        "--smpl-entries=2 --long-smpl-periods=600 --short-smpl-periods=60 --smpl-output-format=compact -e ia64_inst_retired loop",
    );
    let periods: Vec<String> = squeezed(&transcript.out)
        .iter()
        .filter_map(|line| line.split(' ').nth(6).map(str::to_owned))
        .collect();
    assert_eq!(&periods[..5], ["600", "60", "600", "60", "600"]);
}

#[test]
fn a_trigger_starts_the_count_when_its_bundle_is_reached() {
    let transcript = pfmon("--trigger-start-address=main -e ia64_inst_retired loop");
    assert_eq!(squeezed(&transcript.out), ["6000 IA64_INST_RETIRED"]);
    let never = pfmon("--trigger-start-address=0x4000000000002000 -e ia64_inst_retired loop");
    assert_eq!(squeezed(&never.out), ["0 IA64_INST_RETIRED"]);
}

#[test]
fn unlimited_counts_more_events_than_the_hardware() {
    let transcript = pfmon(
        "--unlimited -e nops_retired,ia64_inst_retired,nops_retired,cpu_cycles,loads_retired loop",
    );
    assert_eq!(
        squeezed(&transcript.out),
        [
            "3000 NOPS_RETIRED",
            "6000 IA64_INST_RETIRED",
            "3000 NOPS_RETIRED",
            "10000 CPU_CYCLES",
            "1000 LOADS_RETIRED"
        ]
    );
}

#[test]
fn a_header_describes_machine_and_measurement() {
    let transcript = pfmon("--with-header -e cpu_cycles,nops_retired loop x");
    let lines = squeezed(&transcript.out);
    for line in [
        "# host CPUs: 1-way 800MHz Itanium (Merced, C1)",
        "# captured events:",
        "# PMD4: CPU_CYCLES, user level(s)",
        "# monitoring mode: per-process",
        "# PMD5: NOPS_RETIRED, ia32/ia64",
        "# command: pfmon --with-header -e cpu_cycles,nops_retired loop x",
    ] {
        assert!(
            lines.iter().any(|shown| shown == line),
            "{line}\n{}",
            transcript.out
        );
    }
    assert!(
        transcript
            .out
            .lines()
            .take_while(|line| !line.contains("10000"))
            .all(|line| line.starts_with('#'))
    );
}

#[test]
fn checking_events_runs_nothing() {
    let transcript = pfmon("--check-events-only -e cpu_cycles,nops_retired loop");
    assert_eq!((transcript.status, transcript.ran), (0, false));
    let impossible = pfmon("--check-events-only -e nops_retired,nops_retired,nops_retired loop");
    assert_eq!(impossible.status, 1);
    assert_eq!(
        impossible.err,
        "cannot configure events: cannot assign events to counters\n"
    );
}

#[test]
fn mistakes_end_with_status_1_and_one_line() {
    for (line, text) in [
        ("--nope loop", "pfmon: unrecognized option '--nope'\n"),
        ("-e nosuch loop", "unknown event nosuch\n"),
        (
            "-e cpu_cycles",
            "you need to specify a command to measure\n",
        ),
        (
            "--session-timeout=1 loop",
            "session timeout is only for system-wide mode\n",
        ),
        (
            "--system-wide --cpu-mask=0x2 loop",
            "cpu mask 0x2 names CPUs which are not online\n",
        ),
        ("-S nosuch", "invalid sampling output format nosuch\n"),
        ("-lnosuch", "event not supported\n"),
        (
            "-e l2_misses hello.x86",
            "cannot execute hello.x86: IA-32 programs are not supported\n",
        ),
    ] {
        let transcript = pfmon(line);
        assert_eq!(
            (transcript.status, transcript.err.as_str()),
            (1, text),
            "{line}"
        );
        assert_eq!(transcript.out, "", "{line}");
    }
    let nowhere = pfmon("--outfile=/nowhere/x loop");
    assert_eq!((nowhere.status, nowhere.ran), (1, false));
}

#[test]
fn one_processor_can_be_monitored_as_a_whole() {
    let transcript = pfmon("--system-wide --cpu-mask=0x1 -e ia64_inst_retired loop");
    assert_eq!(squeezed(&transcript.out), ["CPU0 6000 IA64_INST_RETIRED"]);
    let merged = pfmon("--system-wide --aggregate-results -e ia64_inst_retired loop");
    assert_eq!(squeezed(&merged.out), ["6000 IA64_INST_RETIRED"]);
}

#[test]
fn counting_sets_of_instructions_separates_ia_32_from_ia_64() {
    let transcript = pfmon("--insn-sets=ia32,ia64 -e loads_retired,loads_retired loop");
    assert_eq!(
        squeezed(&transcript.out),
        ["0 LOADS_RETIRED", "1000 LOADS_RETIRED"]
    );
}
