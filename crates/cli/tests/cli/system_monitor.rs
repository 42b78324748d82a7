//! Does the performance monitor work for system software inside a booted machine, and do `pfmon --boot` and the report count the same
//! from outside? `tests/system/supervisor.S` derives its answers.

use crate::support::{Ended, Folder, epicycle_in, repository};

const CONFIGS: [&str; 2] = ["itanium", "itanium2"];

/// Fetches that wait for long, on each of these.
const FETCHES: [&str; 2] = ["INSTRUCTION_EAR_CACHE_LAT64", "L1I_EAR_CACHE_LAT32"];
/// Bytes from one line of the supervisor's workloads to the next.
const STRIDE: u64 = 0x2040;

fn supervisor() -> String {
    let path = repository("tests/system/supervisor");
    path.to_str().unwrap().to_owned()
}

fn run(folder: &Folder, arguments: &[&str]) -> Ended {
    let ended = epicycle_in(&folder.0, arguments, b"");
    assert_eq!(ended.status, 0, "{arguments:?}: {}", ended.stderr);
    ended
}

/// What the supervisor prints on a machine with a command line.
fn inside(folder: &Folder, config: &str, line: &str, more: &[&str]) -> String {
    let kernel = supervisor();
    let arguments = [
        "boot",
        "--quiet",
        "--simulator-calls",
        "--config",
        config,
        "--kernel",
        &kernel,
        "--append",
        line,
    ];
    run(folder, &[&arguments, more].concat()).text()
}

/// What pfmon prints of the same machine.
fn outside(folder: &Folder, config: &str, line: &str, more: &[&str]) -> Ended {
    let machine = format!("--config={config}");
    let kernel = format!("--boot={}", supervisor());
    let line = format!("--boot-append={line}");
    let arguments = ["pfmon", &machine, &kernel, "--boot-simulator-calls", &line];
    run(folder, &[&arguments, more].concat())
}

#[test]
fn privilege_masks_freeze_interrupts_and_security_count_what_the_supervisor_derives() {
    let folder = Folder::new("supervisor");
    let expected = std::fs::read_to_string(repository("tests/system/supervisor.expect")).unwrap();
    for config in CONFIGS {
        assert_eq!(inside(&folder, config, "", &[]), expected, "{config}");
    }
}

#[test]
fn without_the_cycle_model_the_monitor_keeps_what_is_written_and_counts_nothing() {
    let folder = Folder::new("supervisor-functional");
    let text = inside(&folder, "itanium2", "", &["--functional"]);
    for line in [
        "reset 1",
        "level 0 0",
        "user reads 1234",
        "user reads, sp 0",
        "interrupts 0",
    ] {
        assert!(text.lines().any(|found| found == line), "{line}: {text}");
    }
}

fn hexadecimal(text: &str) -> u64 {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap()
}

/// The control registers of pfmon's `--debug`, as the supervisor's command line names them.
fn programming(stderr: &str) -> String {
    let registers = stderr.lines().filter_map(|line| {
        let (index, value) = line.strip_prefix("pmc")?.split_once("=0x")?;
        Some(format!(" {:x} {value}", index.parse::<u64>().ok()?))
    });
    registers.collect()
}

#[test]
fn the_first_overflow_of_any_period_shows_its_handler_what_the_outside_monitor_samples() {
    const PERIOD: u64 = 16;
    let folder = Folder::new("supervisor-samples");
    // Columns of the supervisor's line: PMC0, PMD4, PMD2, PMD3, PMD17, PMD0, PMD1, PMD16, PMD8 to PMD15, IIP.
    let address = [2, 3, 4];
    let fetched = [5, 6];
    let trace = [8, 9, 10, 11, 12, 13, 14, 15, 7];
    for (config, fetches) in CONFIGS.into_iter().zip(FETCHES) {
        for (workload, event, columns) in [
            ("0", "DATA_EAR_CACHE_LAT64", &address[..]),
            ("2", fetches, &fetched),
            ("1", "BRANCH_EVENT", &trace),
        ] {
            // Both execute the same instructions: the supervisor's own counter of the same event interrupts only inside.
            let sample = |line: &str, period: u64| {
                let periods = format!("--long-smpl-periods={period}");
                let format = "--smpl-output-format=compact";
                let options = ["--debug", "-e", event, &periods, format];
                outside(&folder, config, line, &options)
            };
            let silent = format!("{workload} 0 {PERIOD:x} 4 0");
            let programmed = programming(&sample(&silent, PERIOD).stderr);
            for period in (1..=6).map(|number| number * PERIOD) {
                let line = format!("{workload} 0 {period:x}{programmed}");
                let text = sample(&line, period).text();
                let first = text.lines().find(|line| line.starts_with("0 "));
                let registers = first.unwrap().split_whitespace().skip(7);
                let expected: Vec<u64> = registers.map(hexadecimal).collect();
                let line = format!("{workload} 1 {period:x}{programmed}");
                let text = inside(&folder, config, &line, &[]);
                let words: Vec<u64> = text.split_whitespace().map(hexadecimal).collect();
                assert_eq!(words[0], 0x11, "{config} {event}: {text}");
                let seen: Vec<u64> = columns.iter().map(|&column| words[column]).collect();
                assert_eq!(seen, expected, "{config} {event}, period {period}");
            }
        }
    }
}

/// Samples of a workload, in order: the columns of the address and of the interrupted bundle.
fn samples(text: &str, column: usize) -> Vec<(u64, u64)> {
    let lines = text.lines().map(|line| {
        let words: Vec<u64> = line.split_whitespace().map(hexadecimal).collect();
        assert_eq!((words[0], words[1]), (0x11, 0), "{text}");
        (words[column], words[16])
    });
    lines.collect()
}

#[test]
fn samples_of_fetches_are_the_outside_monitors_one_after_the_other() {
    // A line that is fetched is waited for, so that its capture is known before the next one is asked for: the handler loses nothing.
    let folder = Folder::new("supervisor-fetches");
    for (config, event) in CONFIGS.into_iter().zip(FETCHES) {
        let options = [
            "--debug",
            "-e",
            event,
            "--long-smpl-periods=16",
            "--smpl-output-format=compact",
        ];
        let outside = outside(&folder, config, "2 0 10 4 0", &options);
        let programmed = programming(&outside.stderr);
        let text = outside.text();
        let expected: Vec<u64> = text
            .lines()
            .filter(|line| !line.starts_with('#'))
            .filter_map(|line| line.split_whitespace().nth(7))
            .map(hexadecimal)
            .collect();
        let text = inside(&folder, config, &format!("2 9 10{programmed}"), &[]);
        let seen: Vec<u64> = samples(&text, 5).iter().map(|sample| sample.0).collect();
        assert_eq!(seen.len(), 9, "{config}: {text}");
        assert_eq!(seen, expected[..9], "{config}");
        // Bit 0 says that the capture is valid.
        for (number, address) in (0..).zip(seen) {
            assert_eq!(address, 0x40_0001 + (15 + 16 * number) * STRIDE, "{config}");
        }
    }
}

#[test]
fn a_handler_that_goes_on_loses_exactly_what_executes_while_the_monitor_is_frozen() {
    const PERIOD: u64 = 4;
    let folder = Folder::new("supervisor-goes-on");
    for (config, registers) in CONFIGS
        .into_iter()
        .zip(["4 6768 b 10040048", "4 80c868 b 40048"])
    {
        let line = format!("0 5 {PERIOD:x} {registers}");
        let text = inside(&folder, config, &line, &["--trace", "trace"]);
        let samples = samples(&text, 2);
        assert_eq!(samples.len(), 5, "{config}: {text}");
        // The load of the last node that was executed before each overflow interrupt.
        let trace = std::fs::read_to_string(folder.0.join("trace")).unwrap();
        let mut newest = 0;
        let mut executed = Vec::new();
        for line in trace.lines() {
            if line.contains(" 3 ") && line.contains("ld8 r14=[r16]") {
                let (_, address) = line.rsplit_once('[').unwrap();
                newest = hexadecimal(address.trim_end_matches(']'));
            } else if line.contains("ExternalInterrupt") {
                executed.push(newest);
            }
        }
        assert_eq!(executed.len(), 5, "{config}");
        let mut counted_from = 0x40_0000;
        for ((address, _), last) in samples.into_iter().zip(executed) {
            // Each load of the workload is a capture; the fourth from where counting began overflows and freezes.
            assert_eq!(
                address,
                counted_from + (PERIOD - 1) * STRIDE,
                "{config}: {text}"
            );
            assert!(last >= address && last - address <= 8 * STRIDE, "{config}");
            // What follows it up to the interrupt is lost, and the next one counts again.
            counted_from = last + STRIDE;
        }
    }
}

/// The counts that pfmon prints of the supervisor's machine, in the order of the events.
fn counts(folder: &Folder, config: &str, options: &[&str]) -> Vec<u64> {
    let text = outside(folder, config, "", options).text();
    let counts = text.lines().filter_map(|line| line.strip_prefix("CPU0 "));
    counts
        .map(|line| line.split_whitespace().next().unwrap().parse().unwrap())
        .collect()
}

/// The masks of the kernel, of the user and of both.
const MASKS: [&[&str]; 3] = [&["-k"], &["-u"], &["-k", "-u", "--system-wide"]];

#[test]
fn a_threshold_loses_no_cycle_in_which_the_level_changes() {
    // What issues in the cycle of a change issues before it: each cycle in which instructions are dispersed is one of one level.
    let folder = Folder::new("supervisor-thresholds");
    for config in CONFIGS {
        for threshold in ["1", "2"] {
            let threshold = format!("--event-thresholds={threshold}");
            let [kernel, user, both] = MASKS.map(|masks| {
                let options = [masks, &["-e", "INST_DISPERSED", &threshold]].concat();
                counts(&folder, config, &options)[0]
            });
            assert_eq!(kernel + user, both, "{config} {threshold}");
            assert!(user > 0, "{config} {threshold}");
        }
    }
}

#[test]
fn the_halves_of_an_event_count_everything_of_each_level() {
    let folder = Folder::new("supervisor-halves");
    // The bits of the low half.
    for (config, bits) in CONFIGS.into_iter().zip([2, 3]) {
        let [kernel, user, both] = MASKS.map(|masks| {
            let events = ["-e", "BUS_BRQ_LIVE_REQ_LO,BUS_BRQ_LIVE_REQ_HI"];
            let halves = counts(&folder, config, &[masks, &events].concat());
            halves[0] + (halves[1] << bits)
        });
        assert_eq!(kernel + user, both, "{config}");
    }
}

#[test]
fn pfmon_counts_the_changes_of_the_level_that_the_report_of_the_boot_counts() {
    let folder = Folder::new("supervisor-changes");
    for config in CONFIGS {
        inside(&folder, config, "", &["--report", "report.json"]);
        let text = std::fs::read_to_string(folder.0.join("report.json")).unwrap();
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        let changes = report["events"]["CPU_CPL_CHANGES"].as_u64().unwrap();
        // Each change counts at the level that it leaves: the machine begins and ends at level 0, so half of them leave level 3.
        let expected = [changes / 2, changes / 2, changes];
        // A threshold makes the monitor hear every record; without one it rests between changes.
        let loud = [
            "-e",
            "CPU_CPL_CHANGES,INST_DISPERSED",
            "--event-thresholds=0,1",
        ];
        for events in [&["-e", "CPU_CPL_CHANGES"][..], &loud] {
            let found = MASKS.map(|masks| counts(&folder, config, &[masks, events].concat())[0]);
            assert_eq!(found, expected, "{config} {events:?}");
        }
        assert!(changes > 2, "{config}");
    }
}

/// A kernel refers to devices, and software inserts translations: what the model does not count of that has no number.
#[test]
fn what_only_programs_never_do_has_no_count_in_a_boot() {
    let folder = Folder::new("supervisor-uncounted");
    let of = [
        ("itanium", "DATA_EAR_TLB_SW"),
        ("itanium2", "DATA_EAR_TLB_ALL"),
    ];
    for (config, inserted) in of {
        inside(&folder, config, "", &["--report", "report.json"]);
        let text = std::fs::read_to_string(folder.0.join("report.json")).unwrap();
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        for event in ["UC_LOADS_RETIRED", "UC_STORES_RETIRED", inserted] {
            assert!(report["events"].get(event).is_none(), "{config} {event}");
            let reason = report["events_not_modelled"][event].as_str().unwrap();
            assert!(reason.ends_with("not counted"), "{config} {reason}");
            let both = format!("{event},CPU_CYCLES");
            let of_both = counts(&folder, config, &["-k", "-u", "-e", &both]);
            assert_eq!(
                of_both,
                counts(&folder, config, &["-k", "-u", "-e", "CPU_CYCLES"]),
                "{event}"
            );
            assert_eq!(of_both.len(), 1, "{event}");
        }
    }
}

#[test]
fn the_levels_of_a_report_are_what_pfmon_counts_of_the_kernel_and_of_the_user() {
    let folder = Folder::new("supervisor-levels");
    // With these limits the run ends at user level, behind one change more from level 0 than to it.
    let ends = [
        &[][..],
        &["--max-instructions=5320"],
        &["--max-instructions=7760"],
    ];
    for (config, end) in CONFIGS
        .into_iter()
        .flat_map(|config| ends.map(|end| (config, end)))
    {
        inside(
            &folder,
            config,
            "",
            &[end, &["--report", "report.json"]].concat(),
        );
        let text = std::fs::read_to_string(folder.0.join("report.json")).unwrap();
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        let level = |name: &str, what: &str| report["levels"][name][what].as_u64().unwrap();
        let whole = |what: &str| report[what].as_u64().unwrap();
        let of = |what| [level("0", what), level("3", what), whole(what)];
        let (instructions, cycles) = (of("instructions"), of("cycles"));
        for (number, masks) in MASKS.into_iter().enumerate() {
            let events = ["-e", "IA64_INST_RETIRED,CPU_CYCLES"];
            let counts = counts(&folder, config, &[end, masks, &events].concat());
            let expected = [instructions[number], cycles[number]];
            assert_eq!(counts, expected, "{config} {end:?} {masks:?}");
        }
    }
}

#[test]
fn a_histogram_of_a_system_names_the_functions_of_its_kernel() {
    let folder = Folder::new("supervisor-histogram");
    let options = [
        "-e",
        "DATA_EAR_CACHE_LAT64",
        "--long-smpl-periods=4",
        "--smpl-output-format=dear-hist",
    ];
    let text = outside(&folder, "itanium", "0 0 10 4 0", &options).text();
    assert!(text.contains("chase"), "{text}");
}
