//! Does the bench of samplers say of each what follows from its rule?

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Folder, epicycle_in, repository};

/// What `epicycle monitors` says of a workload, by sampler and period; it runs in a folder of that name.
fn monitors(folder: &str, workload: &str, options: &[&str]) -> BTreeMap<(String, u64), Value> {
    let folder = Folder::new(folder);
    let workload = repository("workloads/bin").join(workload);
    let mut arguments = vec!["monitors", "--json", "--quiet"];
    arguments.extend(options);
    arguments.push(workload.to_str().unwrap());
    let ended = epicycle_in(&folder.0, &arguments, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let value: Value = serde_json::from_str(&ended.text()).unwrap();
    let schema = repository("crates/report/schema/monitors.schema.json");
    let schema = serde_json::from_str(&std::fs::read_to_string(schema).unwrap()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    assert!(validator.is_valid(&value));
    let samplers = value.as_array().unwrap().iter();
    let named = samplers.map(|sampler| {
        let name = sampler["name"].as_str().unwrap().to_owned();
        let period = sampler["period"].as_u64().unwrap();
        ((name, period), sampler.clone())
    });
    named.collect()
}

fn error(sampler: &Value, place: &str) -> f64 {
    sampler["error"][place].as_f64().unwrap()
}

const PLACES: [&str; 3] = ["instruction", "bundle", "function"];

#[test]
fn with_every_cycle_sampled_the_time_proportional_sampler_is_exact_and_no_other_is_better() {
    for config in ["itanium", "itanium2"] {
        let options = [
            "--config",
            config,
            "--period",
            "1",
            "--max-instructions",
            "200000",
        ];
        for workload in ["sort", "recursion"] {
            let samplers = monitors("every-cycle", workload, &options);
            let names: Vec<&str> = samplers.keys().map(|(name, _)| name.as_str()).collect();
            assert_eq!(names.len(), 11, "{names:?}");
            for place in PLACES {
                let exact = &samplers[&("time-proportional".to_owned(), 1)];
                assert_eq!(error(exact, place), 0.0, "{workload} on {config}");
            }
            // Nothing but the truth has no error by instruction, and what retires next is the truth a cycle later.
            for ((name, _), sampler) in &samplers {
                let close = name == "time-proportional" || name == "next-retiring";
                let error = error(sampler, "instruction");
                assert_eq!(
                    error < 0.001,
                    close,
                    "{workload} on {config}: {name}, {error}"
                );
            }
        }
    }
}

#[test]
fn the_error_of_the_time_proportional_sampler_shrinks_with_its_period() {
    let mut options = vec!["--max-instructions", "500000"];
    for period in ["10", "100", "1000", "10000"] {
        options.extend(["--period", period]);
    }
    for workload in ["sort", "interp", "chase"] {
        let samplers = monitors("periods-of-sampling", workload, &options);
        let errors = [10, 100, 1000, 10_000]
            .map(|period| &samplers[&("time-proportional".to_owned(), period)])
            .map(|sampler| error(sampler, "instruction"));
        assert!(errors.is_sorted(), "{workload}: {errors:?}");
        // A tag that is weighed by the time it took tells of time, one that is not does not.
        let [weighed, counted] = ["profileme", "random-tag"]
            .map(|name| error(&samplers[&(name.to_owned(), 100)], "instruction"));
        assert!(2.0 * weighed < counted, "{workload}: {weighed}, {counted}");
        // A thousand times as many samples: about 30 times less, with room for luck.
        assert!(10.0 * errors[0] < errors[3], "{workload}: {errors:?}");
    }
}

/// Shares of the cycles by each kind of place, as annotate counts them.
fn shares(folder: &Folder, program: &str, options: &[&str]) -> [Vec<f64>; 3] {
    let mut arguments = vec!["annotate", "--json", "--quiet"];
    arguments.extend(options);
    arguments.push(program);
    let listing = epicycle_in(&folder.0, &arguments, b"").text();
    let lines = listing
        .lines()
        .map(|line| serde_json::from_str(line).unwrap());
    let lines: Vec<Value> = lines.collect();
    let keys: [fn(&Value) -> String; 3] = [
        |line| format!("{} {}", line["address"], line["slot"]),
        |line| line["address"].to_string(),
        |line| line["symbol"].to_string(),
    ];
    keys.map(|key| {
        let mut cycles = BTreeMap::new();
        for line in &lines {
            *cycles.entry(key(line)).or_insert(0) += line["cycles"].as_u64().unwrap();
        }
        let sum: u64 = cycles.values().sum();
        let of_sum = cycles.values().map(|&cycles| cycles as f64 / sum as f64);
        of_sum.collect()
    })
}

/// docs/monitor-truth.md, "Luck": with one sample in each of `n` periods the error is at most half the sum of sqrt(p (1 - p) / n) in
/// the mean, and more than that by sqrt(ln(1000) / 2 n) once in a thousand times.
#[test]
fn what_remains_of_the_time_proportional_sampler_is_luck_and_no_other_is_better_in_the_mean() {
    let folder = Folder::new("luck");
    let entries = std::fs::read_dir(repository("workloads/bin")).unwrap();
    let programs: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    // By kind of place and period: the sum of the errors of each sampler, that of the mean luck, and of 1 / n.
    let mut sums = BTreeMap::new();
    for config in ["itanium", "itanium2"] {
        for program in &programs {
            let program = program.to_str().unwrap();
            let limit = ["--config", config, "--max-instructions", "50000"];
            let shares = shares(&folder, program, &limit);
            let mut options = limit.to_vec();
            options.extend(["--period", "20", "--period", "100"]);
            let samplers = monitors("lucky", program, &options);
            for period in [20, 100] {
                let exact = &samplers[&("time-proportional".to_owned(), period)];
                let samples = exact["samples"].as_f64().unwrap();
                for (place, shares) in PLACES.into_iter().zip(&shares) {
                    let luck = shares.iter().map(|p| (p * (1.0 - p) / samples).sqrt());
                    let luck = luck.sum::<f64>() / 2.0;
                    let found = error(exact, place);
                    let bound = luck + (1000_f64.ln() / 2.0 / samples).sqrt();
                    assert!(found <= bound, "{program} on {config}: {found}, {bound}");
                    let (errors, lucks, spread) = sums
                        .entry((place, period))
                        .or_insert_with(|| (BTreeMap::new(), 0.0, 0.0));
                    for ((name, of), sampler) in &samplers {
                        if *of == period {
                            *errors.entry(name.clone()).or_insert(0.0) += error(sampler, place);
                        }
                    }
                    *lucks += luck;
                    *spread += 1.0 / samples;
                }
            }
        }
    }
    for ((place, period), (errors, lucks, spread)) in &sums {
        let exact = errors["time-proportional"];
        assert!(exact <= *lucks, "by {place} at {period}: {exact}, {lucks}");
        // The difference of two samplers changes by 2 / n at most with each sample.
        let difference = (2.0 * spread * 1000_f64.ln()).sqrt();
        for (name, error) in errors {
            assert!(
                exact <= error + difference,
                "{name} by {place} at {period}: {exact}, {error}"
            );
        }
    }
}

#[test]
fn tags_of_all_instructions_accuse_by_the_executions_that_annotate_counts() {
    let folder = Folder::new("tags");
    let sort = repository("workloads/bin/sort");
    let limit = ["--max-instructions", "200000"];
    let mut arguments = vec!["annotate", "--json", "--quiet"];
    arguments.extend(limit);
    arguments.push(sort.to_str().unwrap());
    let listing = epicycle_in(&folder.0, &arguments, b"").text();
    let lines: Vec<Value> = listing
        .lines()
        .map(|line| serde_json::from_str(line).unwrap())
        .collect();
    let of = |line: &Value, key: &str| line[key].as_u64().unwrap() as f64;
    let sum = |key: &str| lines.iter().map(|line| of(line, key)).sum::<f64>();
    let (retired, cycles) = (sum("retired"), sum("cycles"));
    let differences = lines
        .iter()
        .map(|line| (of(line, "retired") / retired - of(line, "cycles") / cycles).abs());
    let expected = differences.sum::<f64>() / 2.0;
    let mut options = vec!["--period", "1"];
    options.extend(limit);
    let samplers = monitors("tagged", "sort", &options);
    let tagged = &samplers[&("random-tag".to_owned(), 1)];
    assert_eq!(of(tagged, "samples"), retired);
    let found = error(tagged, "instruction");
    assert!((found - expected).abs() < 1e-5, "{found}, not {expected}");
}

#[test]
fn samplers_change_nothing_in_the_report_and_the_bench_is_the_same_each_time() {
    let folder = Folder::new("unchanged");
    let crc = repository("workloads/bin/crc");
    let crc = crc.to_str().unwrap();
    let run = |command: &str| {
        let mut arguments: Vec<&str> = command.split(' ').collect();
        arguments.extend(["--max-instructions", "300000", crc]);
        let ended = epicycle_in(&folder.0, &arguments, b"");
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        ended.text()
    };
    let read = |name: &str| std::fs::read_to_string(folder.path(name)).unwrap();
    run("run --report plain");
    let [first, second] = ["first", "second"].map(|name| {
        run(&format!(
            "monitors --report {name} --svg {name}.svg --seed 3"
        ))
    });
    assert_eq!(read("plain"), read("first"));
    assert_eq!(first, second);
    assert_eq!(read("first.svg"), read("second.svg"));
    assert!(read("first.svg").contains("time-proportional, 1000"));
    assert_ne!(first, run("monitors --seed 4"));
}

#[test]
fn a_period_that_no_counter_holds_is_refused() {
    let folder = Folder::new("periods");
    for period in ["0", "2000000000"] {
        let ended = epicycle_in(&folder.0, &["monitors", "--period", period, "x"], b"");
        assert_eq!(ended.status, 2);
        assert!(
            ended.stderr.contains("a period is 1 to 1000000000"),
            "{}",
            ended.stderr
        );
    }
}

#[test]
fn the_page_about_the_monitors_has_what_the_command_prints() {
    let page = std::fs::read_to_string(repository("docs/monitor-truth.md")).unwrap();
    let options: Vec<&str> = page
        .lines()
        .find_map(|line| line.split_once("`epicycle monitors ")?.1.split_once("`;"))
        .unwrap()
        .0
        .split(' ')
        .collect();
    let samplers = monitors("page", "nops", &options);
    let mut tables = 0;
    for period in [100, 1000] {
        for place in PLACES {
            let heading = format!("#### By {place}, period {period}");
            let mut rows = page.lines().skip_while(|line| *line != heading).skip(2);
            let cells = |row: &str| -> Vec<String> {
                let cells = row.trim_matches('|').split('|');
                cells.map(|cell| cell.trim().to_owned()).collect()
            };
            let names = cells(rows.next().unwrap());
            let row = cells(rows.find(|row| row.starts_with("| nops |")).unwrap());
            for (name, cell) in names.into_iter().zip(row).skip(1) {
                let error = error(&samplers[&(name.clone(), period)], place);
                assert_eq!(cell, format!("{:.2}", 100.0 * error), "{name}, {heading}");
            }
            tables += 1;
        }
    }
    assert_eq!(tables, 6);
}
