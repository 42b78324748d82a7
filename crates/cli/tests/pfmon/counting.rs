//! Counting beside the document's examples.

use std::process::Command;

use crate::support::{counts, folder};

#[test]
fn loads_and_stores_are_counted_by_function_and_array() {
    let line = "--irange=read_large_array_lines --drange=large_array -e loads_retired,stores_retired checkpoint";
    assert_eq!(counts(line), [16_384, 0]);
}

/// Every event of the report, counted by armed monitors, has the report's value; so arming them changes no cycle.
#[test]
fn armed_monitors_agree_with_the_report_in_every_event() {
    for config in ["itanium", "itanium2"] {
        let report = folder().join(format!("report-{config}.json"));
        // Under the same name as for pfmon: the name lies on the stack, whose place decides what shares cache lines.
        let status = Command::new(env!("CARGO_BIN_EXE_epicycle"))
            .args(["run", "--quiet", "--config", config, "--report"])
            .arg(&report)
            .arg("recursion")
            .current_dir(folder())
            .output()
            .expect("the command runs")
            .status;
        assert_eq!(status.code(), Some(0));
        let text = std::fs::read_to_string(&report).expect("a report");
        let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let events = report["events"].as_object().expect("events");
        // These count what another event programs their register to capture: nothing without one.
        let is_raw = |name: &str| name.ends_with("_EAR_EVENTS");
        let names = events.keys().map(String::as_str);
        let names: Vec<&str> = names.filter(|name| !is_raw(name)).collect();
        let counted = counts(&format!(
            "--config={config} --unlimited -e {} recursion",
            names.join(",")
        ));
        assert_eq!(counted.len(), names.len());
        let differing: Vec<_> = names
            .iter()
            .zip(counted)
            .filter(|(name, counted)| Some(*counted) != events[**name].as_u64())
            .collect();
        assert!(differing.is_empty(), "{config}: {differing:?}");
    }
}

/// The cycle in which the trigger's bundle issues is counted by its class, too, not by `CPU_CYCLES` alone.
#[test]
fn behind_a_trigger_the_classes_of_cycles_sum_to_the_cycles() {
    let classes = "unstalled_backend_cycle,dependency_all_cycle,memory_cycle,pipeline_all_flush_cycle,inst_access_cycle";
    let mut triggered = 0;
    for bundle in 0..24 {
        let address = 0x4000_0000_0000_0400_u64 + 16 * bundle;
        let counted = counts(&format!(
            "--trigger-start-address={address:#x} --unlimited -e cpu_cycles,{classes} noploop 10"
        ));
        assert_eq!(
            counted[0],
            counted[1..].iter().sum::<u64>(),
            "{address:#x}: {counted:?}"
        );
        triggered += u32::from(counted[0] > 0);
    }
    assert!(triggered > 3, "{triggered} bundles are executed");
}

/// What is counted in a region of interest is what the report of that region has.
#[test]
fn a_region_of_interest_is_counted_as_the_report_counts_it() {
    let names = [
        "IA64_INST_RETIRED",
        "CPU_CYCLES",
        "NOPS_RETIRED",
        "LOADS_RETIRED",
    ];
    for region in [
        "--roi-start=main",
        "--roi-start=main --roi-stop=20000",
        "--roi-stop=10K",
        "--roi-start=5000 --roi-stop=30000",
    ] {
        let report = folder().join("region.json");
        let run = Command::new(env!("CARGO_BIN_EXE_epicycle"))
            .args(["run", "--quiet"])
            .args(region.split(' '))
            .arg("--report")
            .arg(&report)
            .arg("recursion")
            .current_dir(folder())
            .output()
            .expect("the command runs");
        assert_eq!(run.status.code(), Some(0), "{run:?}");
        let text = std::fs::read_to_string(&report).expect("a report");
        let report: serde_json::Value = serde_json::from_str(&text).expect("JSON");
        let expected = names.map(|name| report["events"][name].as_u64().expect("a count"));
        let counted = counts(&format!("{region} -e {} recursion", names.join(",")));
        assert_eq!(counted, expected, "{region}");
    }
}

/// Children run from the fork on until they end, a few instructions later, so regions end at and beside switches of tasks.
#[test]
fn a_region_of_interest_that_ends_at_a_switch_of_tasks_ends_for_all() {
    for stop in 15..80 {
        let counted = counts(&format!(
            "--roi-stop={stop} --max-instructions=2000 --follow-fork -e IA64_INST_RETIRED many-processes"
        ));
        assert_eq!(counted.iter().sum::<u64>(), stop, "{counted:?}");
    }
}
