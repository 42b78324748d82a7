//! Rules are read or refused by a message that names their file; rules that are read say the same of the same reports each time.
//!
//! The input is a file of rules.

use std::sync::{Arc, LazyLock};

use report::{Baseline, Matching, Report, Results, Rules, Run, Vocabulary, check};
use sim::Request;

use crate::scratch;

/// Reports that the rules are held against: one with a processor's events, and the same with other numbers.
static REPORTS: LazyLock<[Report; 2]> = LazyLock::new(|| {
    let itanium = config::load::<&str>("itanium", &[]).expect("a shipped config");
    let hello = scratch::workspace("tests/guests/hello");
    let report = sim::run(Request::new(Arc::new(itanium), hello)).expect("a program of the tests");
    let mut other = report.clone();
    other.instructions += 1;
    other.config.hash = "0".repeat(64);
    other.events = other.events.map(|mut events| {
        for value in events.values_mut() {
            *value = *value * 3 / 2 % 1_000_003;
        }
        events
    });
    [report, other]
});

fn results(report: &Report) -> Results {
    let run = Run {
        workload: "sort".into(),
        config: report.config.name.clone(),
        file: "report.json".into(),
        line: None,
        report: Ok(report.clone()),
    };
    Results {
        summary: None,
        runs: vec![run],
    }
}

pub(crate) fn body(data: &[u8]) -> bool {
    let path = scratch::file("rules.toml", data);
    let rules = match Rules::read(&path) {
        Ok(rules) => rules,
        Err(error) => {
            assert!(error.to_string().contains("rules.toml"), "{error}");
            return false;
        }
    };
    let [report, other] = &*REPORTS;
    let vocabulary = Vocabulary::new([report], ["L2_MISSES", "CPU_CYCLES"]);
    let misspelt = vocabulary.misspelt(&rules);
    assert!(misspelt.is_none_or(|misspelt| misspelt.to_string().contains(&misspelt.metric)));
    for (report, baseline) in [
        (report, None),
        (report, Some(report)),
        (report, Some(other)),
    ] {
        let baseline = baseline.map(|report| Baseline::Results(results(report)));
        for matching in [Matching::Run, Matching::Workload] {
            let of = || vec![("results".to_owned(), Ok(results(report)))];
            let found = check(&rules, &of(), baseline.as_ref(), matching, config::hash);
            assert_eq!(
                found,
                check(&rules, &of(), baseline.as_ref(), matching, config::hash)
            );
            assert_eq!(found.reports, 1);
            assert!(
                found
                    .findings
                    .iter()
                    .all(|finding| !finding.text.is_empty())
            );
        }
        // A rule about another run protects nothing, which has to be said.
        let idle = |rule: &report::Rule| !rule.is_about("sort", &report.config.name);
        if rules.rule.iter().any(idle) {
            let found = check(
                &rules,
                &[("results".to_owned(), Ok(results(report)))],
                None,
                Matching::Run,
                config::hash,
            );
            assert!(found.findings.iter().any(|finding| finding.run == "rules"));
        }
    }
    true
}
