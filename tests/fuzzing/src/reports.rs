//! A report or summary is refused by a message that names its file, or it is written again as the same value, and every way of
//! showing and comparing it works.
//!
//! The input is a report, or two with a line `%` between them.

use report::{Collection, PageEntry, Report, Run, Style, Summary, compare, metrics};

use crate::scratch;

const STYLES: [Style; 2] = [Style::Plain, Style::Markdown];

fn report(data: &[u8]) -> Option<Report> {
    let path = scratch::file("report.json", data);
    let report: Report = match report::read(&path) {
        Ok(report) => report,
        Err(error) => {
            assert!(error.to_string().contains("report.json"), "{error}");
            return None;
        }
    };
    let text = report::to_json(&report);
    let path = scratch::file("again.json", text.as_bytes());
    let again: Report = report::read(&path).expect("what is written can be read");
    assert_eq!(again, report);
    assert_eq!(
        report::to_json(&again),
        text,
        "equal reports are equal bytes"
    );
    assert!(compare("same", &report, &again).is_equal());
    // What a report claims of itself need not hold; saying so is what must not fail.
    let _ = report
        .identities()
        .map_err(|violation| violation.to_string());
    let _ = report.outcome.process_status();
    let _ = report::text_summary(&report);
    let metrics = metrics(&report);
    for (path, value) in metrics.iter() {
        assert_eq!(metrics.get(path), Some(value), "{path}");
    }
    for style in STYLES {
        let all = report::report_table(&report, style, true);
        assert!(report::report_table(&report, style, false).len() <= all.len() + 40);
    }
    let page = page(&report);
    assert_eq!(page.matches("<script").count(), 1, "names are text");
    Some(report)
}

/// The page of a report.
fn page(report: &Report) -> String {
    let run = Run {
        workload: report.workload.name.clone(),
        config: report.config.name.clone(),
        file: "report.json".into(),
        line: None,
        report: Ok(report.clone()),
    };
    let collection = Collection {
        runs: vec![PageEntry::new(run, None)],
        ..Collection::default()
    };
    report::page("page", &collection)
}

fn summary(data: &[u8]) -> bool {
    let path = scratch::file("summary.json", data);
    let Ok(summary) = report::read::<Summary>(&path) else {
        return false;
    };
    let path = scratch::file("again.json", report::to_json(&summary).as_bytes());
    assert_eq!(report::read::<Summary>(&path).ok(), Some(summary.clone()));
    assert!(summary.failed() <= summary.runs.len());
    assert!(summary.lacks() == 0 || summary.incompleteness().is_some());
    for style in STYLES {
        let _ = report::summary_table(&summary, style, |_| true);
    }
    true
}

pub(crate) fn body(data: &[u8]) -> bool {
    let parts = scratch::parts(data);
    let reports: Vec<Report> = parts
        .iter()
        .take(2)
        .filter_map(|part| report(part))
        .collect();
    let summaries = parts.iter().take(2).filter(|part| summary(part)).count();
    if let [before, after] = reports.as_slice() {
        let [forth, back] = [
            compare("forth", before, after),
            compare("back", after, before),
        ];
        assert_eq!(forth.is_equal(), back.is_equal());
        for style in STYLES {
            let _ = report::comparison_table(&forth, style);
        }
    }
    !reports.is_empty() || summaries > 0
}
