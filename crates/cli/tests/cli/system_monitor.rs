//! Does the performance monitor work for system software inside a booted machine, and do `pfmon --boot` and the report count the same
//! from outside? `tests/system/supervisor.S` derives its answers.

use crate::support::{Ended, Folder, epicycle_in, repository};

const CONFIGS: [&str; 2] = ["itanium", "itanium2"];

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
    let trace = [8, 9, 10, 11, 12, 13, 14, 15, 7];
    for config in CONFIGS {
        for (workload, event, columns) in [
            ("0", "DATA_EAR_CACHE_LAT64", &address[..]),
            ("1", "BRANCH_EVENT", &trace[..]),
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

#[test]
fn a_handler_that_goes_on_takes_sample_after_sample() {
    let folder = Folder::new("supervisor-goes-on");
    let text = inside(&folder, "itanium", "0 5 4 4 6768 b 10040048", &[]);
    let addresses: Vec<u64> = text
        .lines()
        .map(|line| {
            let words: Vec<&str> = line.split_whitespace().collect();
            assert_eq!((words[0], words[1]), ("11", "0"), "{text}");
            u64::from_str_radix(words[2], 16).unwrap()
        })
        .collect();
    assert_eq!(addresses.len(), 5, "{text}");
    // Lines of the workload, in its order; each is four captures and what the frozen monitor missed behind the one before.
    assert!(addresses.iter().all(|at| (at - 0x40_0000) % 0x2040 == 0));
    assert_eq!(addresses[0], 0x40_0000 + 3 * 0x2040);
    let apart = addresses
        .windows(2)
        .map(|pair| (pair[1] - pair[0]) / 0x2040);
    assert!(apart.clone().all(|lines| lines >= 4), "{text}");
}

#[test]
fn the_levels_of_a_report_are_what_pfmon_counts_of_the_kernel_and_of_the_user() {
    let folder = Folder::new("supervisor-levels");
    for config in CONFIGS {
        inside(&folder, config, "", &["--report", "report.json"]);
        let text = std::fs::read_to_string(folder.0.join("report.json")).unwrap();
        let report: serde_json::Value = serde_json::from_str(&text).unwrap();
        let level = |name: &str, what: &str| report["levels"][name][what].as_u64().unwrap();
        let whole = |what: &str| report[what].as_u64().unwrap();
        let of = |what| [level("0", what), level("3", what), whole(what)];
        let (instructions, cycles) = (of("instructions"), of("cycles"));
        for (number, masks) in [&["-k"][..], &["-u"], &["-k", "-u", "--system-wide"]]
            .into_iter()
            .enumerate()
        {
            let events = ["-e", "IA64_INST_RETIRED,CPU_CYCLES"];
            let text = outside(&folder, config, "", &[masks, &events].concat()).text();
            let counts = text.lines().filter_map(|line| line.strip_prefix("CPU0 "));
            let counts: Vec<u64> = counts
                .map(|line| line.split_whitespace().next().unwrap().parse().unwrap())
                .collect();
            let expected = [instructions[number], cycles[number]];
            assert_eq!(counts, expected, "{config} {masks:?}");
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
