//! Options whose effect is not on standard output.

use std::fs;
use std::process::Command;

use crate::support::{counts, folder, hex, pfmon, repository, retire_log, same};

fn text(file: &str) -> String {
    fs::read_to_string(folder().join(file)).unwrap_or_else(|error| panic!("{file}: {error}"))
}

#[test]
fn counts_go_to_a_file_and_can_be_appended() {
    let line = "-e ia64_inst_retired hello";
    assert_eq!(
        pfmon(&format!("--outfile=counts {line}")).stdout,
        b"hello, world\n"
    );
    let once = "                          9 IA64_INST_RETIRED\n";
    assert_eq!(text("counts"), once);
    pfmon(&format!("--outfile=counts --append {line}"));
    assert_eq!(text("counts"), once.repeat(2));
    pfmon(&format!("--outfile=counts {line}"));
    assert_eq!(text("counts"), once);
    // Monitored apart, each processor has its own files.
    pfmon(&format!("--system-wide --outfile=apart {line}"));
    assert_eq!(text("apart.cpu0"), once);
    pfmon(&format!(
        "--system-wide --aggregate-results --outfile=merged {line}"
    ));
    assert_eq!(text("merged"), once);
}

#[test]
fn samples_go_to_a_file_and_counts_stay() {
    let line =
        "--smpl-output-format=compact --long-smpl-periods=400 -e ia64_inst_retired noploop 100";
    let whole = pfmon(line).stdout;
    let counts = pfmon(&format!("--smpl-outfile=samples {line}")).stdout;
    assert_eq!(
        [text("samples").into_bytes(), counts.clone()].concat(),
        whole
    );
    assert_eq!(
        String::from_utf8_lossy(&counts).lines().count(),
        1,
        "the count alone"
    );
    pfmon(&format!("--system-wide --smpl-outfile=samples {line}"));
    assert_eq!(text("samples.cpu0"), text("samples"));
}

/// The sampling buffer: a header of 56 bytes, then entries of the size that it names.
#[test]
fn the_raw_format_holds_what_the_compact_one_prints() {
    let line = "--long-smpl-periods=1000 --irange=walk_data_lines -e data_ear_cache_lat8 ears";
    pfmon(&format!(
        "--smpl-output-format=raw --smpl-outfile=raw {line}"
    ));
    let raw = fs::read(folder().join("raw")).expect("samples");
    let words: Vec<u64> = raw
        .chunks_exact(8)
        .map(|bytes| u64::from_le_bytes(bytes.try_into().expect("eight bytes")))
        .collect();
    // Version 1.0; entries of 48 bytes and three registers; eight of them.
    assert_eq!(words[..4], [0x10000, 72, 8, 1 << 2 | 1 << 3 | 1 << 17]);
    assert_eq!(raw.len(), 56 + 8 * 72);
    let compact = pfmon(&format!("--smpl-output-format=compact {line}")).stdout;
    let compact = String::from_utf8_lossy(&compact).into_owned();
    for (entry, line) in words[7..].chunks_exact(9).zip(compact.lines()) {
        let columns: Vec<&str> = line.split_whitespace().collect();
        let column = |number: usize| hex(columns[number - 1].trim_start_matches("0x"));
        assert_eq!(entry[0], 1000, "process 1000 on processor 0");
        assert_eq!(entry[1].wrapping_neg(), 1000, "the period");
        assert_eq!(
            [entry[2], entry[3], entry[4]],
            [column(5), column(4), column(6)]
        );
        assert_eq!(entry[6..], [column(8), column(9), column(10)]);
    }
    pfmon(&format!(
        "--smpl-output-format=dear-hist --smpl-save-raw --smpl-outfile=histogram {line}"
    ));
    assert_eq!(fs::read(folder().join("histogram")).expect("samples"), raw);
}

#[test]
fn a_failed_check_is_captured_by_itanium_2s_data_register_in_alat_mode() {
    let line = "--config=itanium2 --smpl-output-format=compact --long-smpl-periods=1 -e DATA_EAR_ALAT checks";
    let captured: Vec<(u64, u64)> = crate::support::column(line, 10)
        .into_iter()
        .map(|register| register & !3)
        .zip(crate::support::column(line, 8))
        .collect();
    let log: Vec<(u64, u64)> = retire_log("checks", "D")
        .iter()
        .filter(|columns| columns[6] == "alat")
        .map(|columns| {
            let slot: u64 = columns[3].parse().expect("a slot");
            (hex(&columns[2]) | slot << 2, hex(&columns[4]))
        })
        .collect();
    same(&captured, &log, line);
    // tests/guests/checks.S: of 100 passes every fourth fails both checks.
    assert_eq!(log.len(), 2 * 25);
    assert_eq!(
        counts(
            "--config=itanium2 -e DATA_EAR_ALAT,INST_FAILED_CHKA_LDC_ALAT_ALL,INST_CHKA_LDC_ALAT_ALL checks"
        ),
        [50, 50, 200]
    );
    assert_eq!(
        counts("-e ALAT_INST_FAILED_CHKA_LDC_ALL,ALAT_INST_CHKA_LDC_ALL checks"),
        [50, 200]
    );
}

#[test]
fn the_command_is_also_a_subcommand() {
    let line = "--with-header -e ia64_inst_retired hello";
    let output = Command::new(env!("CARGO_BIN_EXE_epicycle"))
        .arg("pfmon")
        .args(line.split(' '))
        .current_dir(folder())
        .output()
        .expect("the command runs");
    assert_eq!(output.stdout, pfmon(line).stdout);
}

#[test]
fn a_configuration_file_in_the_home_folder_is_found_from_anywhere() {
    let output = Command::new(folder().join("pfmon"))
        .args([
            "--opc-match8=br.cloop",
            "-e",
            "ia64_tagged_inst_retired_pmc8",
        ])
        .arg(repository("tests/guests/noploop"))
        .arg("55")
        .current_dir(repository(""))
        .env("HOME", folder())
        .output()
        .expect("the command runs");
    assert!(String::from_utf8_lossy(&output.stdout).contains(" 55 IA64_TAGGED_INST_RETIRED_PMC8"));
}

#[test]
fn an_answer_that_cannot_be_written_is_an_error_with_a_message() {
    for line in ["-l", "-h", "-i cpu_cycles", "-I", "-V"] {
        let full = fs::File::options().write(true).open("/dev/full");
        let Ok(full) = full else { return };
        let output = Command::new(folder().join("pfmon"))
            .args(line.split(' '))
            .stdout(full)
            .output()
            .expect("the command runs");
        let says = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(1), "{line}");
        assert!(
            says.starts_with("cannot write results to the standard output: "),
            "{line}: {says}"
        );
    }
}

#[test]
fn a_configuration_file_is_read_whatever_else_is_in_it() {
    let home = folder().join("bytes");
    fs::create_dir_all(&home).expect("a folder");
    fs::write(
        home.join(".pfmon.conf"),
        b"\xff\xfe\nbr.cloop\t0x1400028003fff1fb\n",
    )
    .expect("a file");
    let output = Command::new(folder().join("pfmon"))
        .args("--opc-match8=br.cloop -e ia64_tagged_inst_retired_pmc8 noploop 55".split(' '))
        .current_dir(folder())
        .env("HOME", &home)
        .output()
        .expect("the command runs");
    assert!(String::from_utf8_lossy(&output.stdout).contains(" 55 IA64_TAGGED_INST_RETIRED_PMC8"));
}

/// The instructions of tests/guests/family.S: three in each pass of the loop, 20000 passes of the first process and
/// 60000 of its child.
#[test]
fn a_sample_names_the_process_that_it_interrupted() {
    let samples = |line: &str, process: &str| {
        let output = pfmon(&format!(
            "{line} --smpl-output-format=compact --long-smpl-periods=1000 -e ia64_inst_retired family"
        ));
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let of_process = |line: &&str| line.split_whitespace().nth(1) == Some(process);
        text.lines().filter(of_process).count()
    };
    // A period ends with the pass that completes it, after 1002 instructions.
    assert!((179..=180).contains(&samples("--system-wide", "1001")));
    assert!((59..=60).contains(&samples("--system-wide", "1000")));
    assert_eq!([samples("", "1000"), samples("", "1001")], [59, 0]);
}

/// At a period of one instruction every group but the first interrupts. Behind the loop the first process alone goes on
/// to wait, and each of the two ends with the group of slot 2 at 0x140.
#[test]
fn a_sample_of_the_last_group_before_a_switch_names_the_process_that_leaves() {
    let output = pfmon(
        "--system-wide --smpl-ip-slot --smpl-output-format=compact --long-smpl-periods=1 -e ia64_inst_retired family",
    );
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let processes = |from: u64, to: u64| -> Vec<&str> {
        let within = |columns: &Vec<&str>| {
            columns.len() > 4
                && u64::from_str_radix(columns[3].trim_start_matches("0x"), 16)
                    .is_ok_and(|ip| (from..to).contains(&ip))
        };
        let columns = text.lines().map(|line| line.split_whitespace().collect());
        columns.filter(within).map(|columns| columns[1]).collect()
    };
    let waits = processes(0x4000_0000_0000_0110, 0x4000_0000_0000_0140);
    assert_eq!(waits, ["1000"; 4]);
    let ends = processes(0x4000_0000_0000_0142, 0x4000_0000_0000_0160);
    assert_eq!(ends, ["1001", "1000"]);
}

#[test]
fn an_overflow_that_interrupts_nothing_any_more_counts() {
    // The last group retires two instructions: a period of one or two ends with it.
    for (period, rest) in [(1_u64, 1_u64), (2, 0), (3, u64::MAX)] {
        let line = format!(
            "--smpl-output-format=compact --long-smpl-periods={period} -e ia64_inst_retired family"
        );
        let output = pfmon(&line);
        let text = String::from_utf8_lossy(&output.stdout).into_owned();
        let count = text
            .lines()
            .find(|line| line.ends_with("IA64_INST_RETIRED"));
        let wanted = format!("{rest} IA64_INST_RETIRED");
        assert_eq!(count.map(str::trim), Some(wanted.as_str()), "{line}");
    }
}

#[test]
fn a_guest_that_a_signal_kills_is_named_on_the_standard_error_and_the_status_stays_pfmons() {
    let output = pfmon("-e ia64_inst_retired illegal-op");
    let says = String::from_utf8_lossy(&output.stderr).into_owned();
    let run = Command::new(env!("CARGO_BIN_EXE_epicycle"))
        .args(["run", "illegal-op"])
        .current_dir(folder())
        .output()
        .expect("the command runs");
    let summary = String::from_utf8_lossy(&run.stderr).into_owned();
    let end = summary
        .lines()
        .position(|line| line.ends_with("  instructions"));
    let end: Vec<&str> = summary.lines().take(end.expect("a summary")).collect();
    assert!(end.len() > 1, "{summary}");
    assert_eq!(says.lines().collect::<Vec<_>>(), end);
    assert_eq!(output.status.code(), Some(0));
    assert!(String::from_utf8_lossy(&output.stdout).ends_with("IA64_INST_RETIRED\n"));
}

#[test]
fn the_branch_trace_buffer_of_itanium_2_tells_kinds_of_branches_apart() {
    for (kind, name) in [("iprel", "IPREL"), ("ret", "RETURN"), ("ind", "NRETIND")] {
        // Of the branches of a bundle at most one is taken, so that entries and branches are as many.
        let line = format!(
            "--config=itanium2 --btb-brt-{kind} --btb-tm-tk -e branch_event,BR_PATH_PRED_{name}_OKPRED_TAKEN,BR_PATH_PRED_{name}_MISPRED_TAKEN recursion 12"
        );
        let counts = counts(&line);
        assert_eq!(counts[0], counts[1] + counts[2], "{line}");
        assert!(counts[0] > 0 || kind == "ind", "{line}");
    }
}

#[test]
fn without_targets_the_branch_trace_buffer_holds_sources_alone() {
    let branches = |option: &str| {
        let line = format!(
            "--config=itanium2 {option} --smpl-output-format=btb --long-smpl-periods=8 -e branch_event noploop 100"
        );
        let text = String::from_utf8_lossy(&pfmon(&line).stdout).into_owned();
        let pairs = text.lines().filter_map(|line| {
            let (source, target) = line.trim_end().split_once(' ')?;
            let target = target.strip_prefix("0x")?;
            Some((source.to_owned(), hex(target)))
        });
        pairs.collect::<Vec<_>>()
    };
    let (with, without) = (
        branches("--btb-tm-tk"),
        branches("--btb-tm-tk --btb-ds-pred"),
    );
    assert!(with.iter().all(|&(_, target)| target != 0) && !with.is_empty());
    assert!(without.iter().all(|&(_, target)| target == 0));
    // Eight sources fit where four pairs do.
    assert_eq!(without.len(), 2 * with.len());
    assert_eq!(
        without[4..8],
        with[..4]
            .iter()
            .map(|(source, _)| (source.clone(), 0))
            .collect::<Vec<_>>()
    );
}

/// tests/guests: `my_test_program` loads from B in three functions; the log has every reference with its address.
#[test]
fn references_that_match_the_data_debug_registers_are_those_of_the_log_in_their_range() {
    let start = 0x6000_0000_0002_0000_u64;
    let range = start..start + 0x1_0000;
    let log = retire_log("my_test_program", "M");
    let inside = log
        .iter()
        .filter(|columns| range.contains(&hex(&columns[3])));
    let line = format!(
        "--config=itanium2 --drange=0x{:x}-0x{:x} -e data_debug_register_matches my_test_program",
        range.start, range.end
    );
    let matches = inside.count() as u64;
    assert!(matches > 0);
    assert_eq!(counts(&line), [matches]);
    let line = "--config=itanium2 -e data_debug_register_matches my_test_program";
    assert_eq!(counts(line), [0]);
}

/// tests/guests/family.S: three instructions in each pass of the loop, 20000 passes of the first process, 60000 of its child.
#[test]
fn tasks_that_are_followed_have_counts_and_samples_of_their_own() {
    let line = "-e ia64_inst_retired,cpu_cycles family";
    let first = counts(line);
    let text = |options: &str| {
        let output = pfmon(&format!("{options} {line}"));
        String::from_utf8_lossy(&output.stdout).into_owned()
    };
    let blocks = text("--follow-fork");
    let numbers: Vec<u64> = blocks
        .lines()
        .filter(|line| !line.starts_with('#'))
        .filter_map(|line| line.split_whitespace().next()?.parse().ok())
        .collect();
    let tasks: Vec<&str> = blocks
        .lines()
        .filter(|line| line.starts_with('#'))
        .collect();
    assert_eq!(tasks, ["# PID 1000 TID 1000", "# PID 1001 TID 1001"]);
    assert_eq!(numbers[..2], first[..]);
    // Both together are the whole run.
    let whole = counts(&format!("--system-wide --aggregate-results {line}"));
    assert_eq!(
        [numbers[0] + numbers[2], numbers[1] + numbers[3]],
        whole[..]
    );
    let sum = counts(&format!("--follow-all --aggregate-results {line}"));
    assert_eq!(sum, whole);
    // Threads alone: there are none.
    assert_eq!(text("--follow-pthread").lines().count(), 3);

    let samples = pfmon(
        "--follow-fork --smpl-output-format=compact --long-smpl-periods=1000 -e ia64_inst_retired family",
    );
    let samples = String::from_utf8_lossy(&samples.stdout).into_owned();
    let of = |task: &str| {
        let lines = samples.lines().map(|line| line.split_whitespace().nth(1));
        lines.filter(|&found| found == Some(task)).count()
    };
    assert!((59..=60).contains(&of("1000")));
    assert!((179..=180).contains(&of("1001")));
}

/// Requests of the bus are under way when processes of tests/guests/descendants.S run for the first time. `fp_ops_retired_hi` cannot be taken
/// as a total, so that with it the monitors hear every record.
#[test]
fn what_is_under_way_at_a_switch_to_a_new_task_is_counted_once() {
    for events in ["bus_all_self", "bus_all_self,fp_ops_retired_hi"] {
        let count = |tasks: &str| {
            let line = format!("{tasks} --aggregate-results -e {events} descendants");
            counts(&line)[0]
        };
        let whole = count("--system-wide");
        assert!(whole > 20, "{whole}");
        assert_eq!(count("--follow-all"), whole, "{events}");
    }
}

/// In tests/guests/thread-executes.S the second thread executes a program with its twelfth instruction, and goes on as the first one.
#[test]
fn a_thread_that_executes_a_program_is_counted_for_its_process_at_once() {
    let line = "-e ia64_inst_retired thread-executes";
    let whole = counts(&format!("--system-wide --aggregate-results {line}"))[0];
    let output = pfmon(&format!("--follow-all {line}"));
    let text = String::from_utf8_lossy(&output.stdout).into_owned();
    let lines: Vec<&str> = text.lines().collect();
    let second = lines.iter().position(|line| *line == "# PID 1000 TID 1001");
    let own = lines[second.unwrap() + 1].split_whitespace().next();
    assert_eq!(own, Some("12"), "{text}");
    let all: u64 = lines
        .iter()
        .filter_map(|line| line.split_whitespace().next()?.parse::<u64>().ok())
        .sum();
    assert_eq!(all, whole, "{text}");
}

/// Of a second after the start at 1 MHz: in the services of the first process, or among the passes of either.
#[test]
fn a_delayed_start_is_that_of_the_task_that_runs_then() {
    for service in [300_000, 900_000, 940_000, 1_200_000] {
        let line = format!(
            "--set=frequency_hz=1000000 --set=os.syscall_cycles={service} --trigger-start-delay=1 \
             -e ia64_inst_retired,cpu_cycles family"
        );
        let whole = counts(&format!("--system-wide --aggregate-results {line}"));
        assert!(whole[1] > 0, "{service}");
        let tasks = counts(&format!("--follow-all --aggregate-results {line}"));
        assert_eq!(tasks, whole, "{service}");
    }
}

#[test]
fn samples_are_printed_when_the_buffer_is_full_and_the_same_in_the_end() {
    let samples = |entries: u64| {
        let line = format!(
            "--smpl-entries={entries} --smpl-outfile=streamed --smpl-output-format=compact --long-smpl-periods=100 -e ia64_inst_retired noploop 1000"
        );
        pfmon(&line);
        text("streamed")
    };
    let all = samples(100_000);
    assert!(all.lines().count() > 50);
    assert_eq!(samples(7), all);
}
