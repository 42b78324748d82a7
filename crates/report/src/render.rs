//! Tables and texts made from reports.

use crate::{
    Change, Comparison, CycleAccounting, Decimal, Fault, Numbers as _, PipelineInstruction,
    PipelineState, Pivot, Report, RunState, RunSummary, Sample, Speedups, Style, Summary,
    derived_metrics, metrics, printable, ratio_text,
};

/// What `epicycle run` says on stderr when the guest has ended.
#[must_use]
pub fn text_summary(report: &Report) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    text.push_str(&end_text(report));
    let _ = writeln!(text, "{:>20}  instructions", grouped(report.instructions));
    if let Some(cycles) = report.cycles {
        let ipc = ratio_text(report.instructions, cycles, 3);
        let useful = report.named("useful_ipc");
        let useful = useful.map_or_else(String::new, |useful| format!(", {useful:.3} useful"));
        let _ = writeln!(
            text,
            "{:>20}  cycles, {ipc} instructions per cycle{useful}",
            grouped(cycles)
        );
        if let Some(accounting) = &report.cycle_accounting {
            for (name, value) in CycleAccounting::NAMES.iter().zip(accounting.values()) {
                let _ = writeln!(
                    text,
                    "{:>20}  {:>6} %  {name}",
                    grouped(value),
                    percent(value, cycles)
                );
            }
        }
    }
    if let Some(sample) = &report.sample {
        text.push_str(&sample_text(sample));
    }
    let rates = ["l1i", "l1d", "l2", "l3", "itlb", "dtlb", "branch"];
    let rates: Vec<String> = rates
        .iter()
        .filter_map(|unit| Some((unit, report.named(&format!("{unit}.mpki"))?)))
        .map(|(unit, rate)| format!("{unit} {rate:.2}"))
        .collect();
    if !rates.is_empty() {
        let _ = writeln!(
            text,
            "{:>20}  per 1000 instructions: {}",
            "misses",
            rates.join(", ")
        );
    }
    if let Some(faults) = report.unaligned_faults {
        let _ = writeln!(
            text,
            "{:>20}  unaligned accesses that the system completed",
            grouped(faults)
        );
    }
    let registers: Vec<_> = report.monitor.iter().flatten().collect();
    for row in registers.chunks(3) {
        let cells = row
            .iter()
            .map(|(name, value)| format!("{name:>7} {value:<18}"));
        let _ = writeln!(text, "{}", cells.collect::<String>().trim_end());
    }
    for call in &report.unimplemented_calls {
        let name = call.name.as_deref().unwrap_or("unknown");
        let _ = writeln!(
            text,
            "  system call {} ({name}) is not implemented, made {} times",
            call.number, call.count
        );
    }
    text
}

/// What a sampled run estimates, each with the half-width of its interval.
fn sample_text(sample: &Sample) -> String {
    use std::fmt::Write as _;
    let mut text = String::new();
    let share = |one: u64, of: u64| 100.0 * one as f64 / of.max(1) as f64;
    let width = |half: Option<u64>, of: u64| {
        half.map_or(String::new(), |half| format!(" ± {:.2} %", share(half, of)))
    };
    let confidence = sample.cycles.and_then(|cycles| cycles.confidence);
    let (cycles, all) = match &sample.cycles {
        Some(cycles) => (Some(cycles), cycles.estimate),
        None => (None, 0),
    };
    if let (Some(cycles), Some(cpi)) = (cycles, &sample.cpi) {
        let sure = confidence.map_or(String::new(), |it| format!(" at {it:.1} % confidence"));
        let _ = writeln!(
            text,
            "{:>20}  cycles, estimated{}{sure}; {:.4} for each instruction",
            grouped(cycles.estimate),
            width(cycles.half_width, cycles.estimate),
            cpi.estimate
        );
    }
    for name in CycleAccounting::NAMES {
        if let Some(class) = sample.cycle_accounting.get(name) {
            let _ = writeln!(
                text,
                "{:>20}  {:>6.2} %{}  {name}, estimated",
                grouped(class.estimate),
                share(class.estimate, all),
                width(class.half_width, all),
            );
        }
    }
    let _ = writeln!(
        text,
        "{:>20}  units of {} instructions measured, {} instructions timed",
        grouped(sample.units),
        grouped(sample.unit),
        grouped(sample.timed_instructions)
    );
    if let Some(remark) = &sample.remark {
        let _ = writeln!(text, "  {remark}");
    }
    text
}

/// What a sampled run estimates, as a table, behind a line that says how it was sampled.
fn estimates_table(sample: &Sample, style: Style) -> String {
    let mut table = style.table(&["estimate", "value", "half-width", "confidence"], 1);
    let sure = |it: Option<Decimal>| it.map_or(String::new(), |it| format!("{it:.1} %"));
    if let Some(cpi) = &sample.cpi {
        let half = cpi.half_width.map(|half| format!("± {half}"));
        let value = cpi.estimate.to_string();
        table.add_row([
            "cpi".to_owned(),
            value,
            half.unwrap_or_default(),
            sure(cpi.confidence),
        ]);
    }
    for (path, count) in sample.counts() {
        let half = count.half_width.map(|half| format!("± {}", grouped(half)));
        let value = grouped(count.estimate);
        table.add_row([
            path,
            value,
            half.unwrap_or_default(),
            sure(count.confidence),
        ]);
    }
    let mut text = format!(
        "sampled ({}): {} units, {} instructions timed; all but the number of instructions is estimated\n",
        sample.method,
        grouped(sample.units),
        grouped(sample.timed_instructions)
    );
    if let Some(remark) = &sample.remark {
        text.push_str(&format!("{remark}\n"));
    }
    if !table.is_empty() {
        text.push_str(&format!("\n{}\n", table.text()));
    }
    text
}

/// How a run ended, as `run` says it, with the place and the registers of a fault.
#[must_use]
pub fn end_text(report: &Report) -> String {
    let fault = report.outcome.fault.as_ref().map(fault_text);
    let fault = fault.unwrap_or_default();
    let outcome = report.outcome.to_string();
    format!("{}: {}\n{fault}", run_text(report), printable(&outcome))
}

/// The names of program and config on one line.
fn run_text(report: &Report) -> String {
    let [workload, config] =
        [&report.workload.name, &report.config.name].map(|name| printable(name));
    format!("{workload} on {config}")
}

/// A signal's place, registers, bundles and callers, as `run` shows them.
fn fault_text(fault: &Fault) -> String {
    use std::fmt::Write as _;
    let place = |symbol: &Option<String>| match symbol {
        Some(symbol) => format!(" <{symbol}>"),
        None => String::new(),
    };
    let mut text = format!(
        "  {} at {} slot {}{}",
        fault.reason,
        fault.ip,
        fault.slot,
        place(&fault.symbol)
    );
    if let Some(instruction) = &fault.instruction {
        let _ = write!(text, ": {instruction}");
    }
    if let Some(address) = &fault.address {
        let _ = write!(text, ", address {address}");
    }
    text.push('\n');
    for row in fault.registers.chunks(4) {
        let mut line = String::new();
        for register in row {
            let value = register.value.trim_start_matches("0x");
            let value = if register.nat { "NaT" } else { value };
            let _ = write!(line, "  {:>11} {value:>16}", register.name);
        }
        let _ = writeln!(text, "{line}");
    }
    if !fault.bundles.is_empty() {
        text.push_str("  bundles executed last:\n");
    }
    for bundle in &fault.bundles {
        let mark = if bundle.ip == fault.ip { '>' } else { ' ' };
        let _ = writeln!(text, "  {mark} {:>18}  {}", bundle.ip, bundle.text);
    }
    if !fault.backtrace.is_empty() {
        text.push_str("  backtrace:\n");
    }
    for caller in &fault.backtrace {
        let _ = writeln!(text, "    {:>18}{}", caller.ip, place(&caller.symbol));
    }
    if let Some(pipeline) = &fault.pipeline {
        text.push_str(&pipeline_text(pipeline));
    }
    text
}

/// What the pipeline waited for and held, as `run` shows it.
fn pipeline_text(pipeline: &PipelineState) -> String {
    use std::fmt::Write as _;
    let named = |it: &PipelineInstruction| {
        let symbol = it.symbol.as_ref();
        let symbol = symbol.map_or(String::new(), |symbol| format!(" <{symbol}>"));
        format!("{} slot {}{symbol}: {}", it.ip, it.slot, it.text)
    };
    let mut text = String::new();
    if let Some(wait) = &pipeline.wait {
        let _ = writeln!(
            text,
            "  waits from cycle {} for {} cycles: {}",
            grouped(wait.since),
            grouped(wait.cycles),
            named(&wait.instruction)
        );
        for cause in &wait.causes {
            let _ = write!(text, "    {:>14}  {}", grouped(cause.cycles), cause.cause);
            if let Some(producer) = &cause.producer {
                let _ = write!(text, ", for {}", named(producer));
            }
            text.push('\n');
        }
    }
    let _ = writeln!(
        text,
        "  pipeline in cycle {}{}",
        grouped(pipeline.cycle),
        if pipeline.stages.is_empty() {
            ": empty"
        } else {
            ":"
        }
    );
    for entry in &pipeline.stages {
        let slot = entry.slot.map_or(String::new(), |slot| format!(".{slot}"));
        let _ = writeln!(
            text,
            "    {:<4} {:>20} {}",
            entry.stage,
            format!("{}{slot}", entry.ip),
            entry.text
        );
    }
    text
}

/// The table at the end of a batch, one line for each chosen run, and its [`shortcomings`].
#[must_use]
pub fn summary_table(
    summary: &Summary,
    style: Style,
    chosen: impl Fn(&RunSummary) -> bool,
) -> String {
    let runs = || summary.runs.iter().filter(|run| chosen(run));
    let timed = runs().any(|run| run.cycles.is_some());
    let mut heading = vec!["workload", "config", "result", "instructions"];
    if timed {
        heading.extend(["cycles", "IPC"]);
        heading.extend(SHORT_NAMES);
    }
    let mut table = style.table(&heading, 3);
    for run in runs() {
        let result = match (run.state, run.has_failed()) {
            (RunState::Limit, true) => "FAILED (limit)",
            (RunState::Limit, false) => "limit",
            (_, true) => "FAILED",
            (_, false) => "ok",
        };
        let mut row = vec![
            run.workload.clone(),
            run.config.clone(),
            result.into(),
            grouped(run.instructions),
        ];
        match run.cycles {
            Some(cycles) => {
                row.push(grouped(cycles));
                row.push(ratio_text(run.instructions, cycles, 2));
                row.extend(shares(run.cycle_accounting.as_ref(), cycles));
            }
            None if timed => row.extend(vec!["-".to_owned(); 2 + SHORT_NAMES.len()]),
            None => {}
        }
        table.add_row(row);
    }
    table.text() + &shortcomings(summary, style, chosen)
}

/// Which of the chosen runs of a batch failed as to its plan, and why; and which runs of the whole plan are missing. Empty where there are
/// none; otherwise it begins with an empty line.
#[must_use]
pub fn shortcomings(
    summary: &Summary,
    style: Style,
    chosen: impl Fn(&RunSummary) -> bool,
) -> String {
    let mark = match style {
        Style::Plain => "",
        Style::Markdown => "- ",
    };
    let mut text = String::new();
    for run in summary.runs.iter().filter(|run| chosen(run)) {
        if !run.has_failed() {
            continue;
        }
        let gap = if text.is_empty() { "\n" } else { "" };
        let reason = run.reason.as_deref().unwrap_or("unknown reason");
        let line = format!("failed: {}: {reason}", run.label());
        text.push_str(&format!("{gap}{mark}{}\n", printable(&line)));
    }
    if let Some(lacking) = summary.incompleteness() {
        text.push_str(&format!("\nincomplete: {}\n", printable(&lacking)));
    }
    text
}

/// Headings of the eight classes, as shares of the cycles in percent.
const SHORT_NAMES: [&str; 8] = [
    "run%", "data%", "rse%", "score%", "split%", "fetch%", "taken%", "flush%",
];

fn shares(accounting: Option<&CycleAccounting>, cycles: u64) -> Vec<String> {
    match accounting {
        Some(accounting) => accounting
            .values()
            .iter()
            .map(|&value| percent(value, cycles))
            .collect(),
        None => vec!["-".into(); SHORT_NAMES.len()],
    }
}

/// A whole report as tables: derived metrics, then its numbers. Numbers that are 0 are left out unless `zeros`.
#[must_use]
pub fn report_table(report: &Report, style: Style, zeros: bool) -> String {
    let title = match style {
        Style::Plain => run_text(report),
        Style::Markdown => format!("## {}\n", run_text(report)),
    };
    let mut text = format!("{title}\n{}\n", printable(&report.outcome.to_string()));
    if let Some(sample) = &report.sample {
        text.push_str(&estimates_table(sample, style));
    }
    let mut derived = style.table(&["metric", "value", "unit"], 1);
    derived.align_left(2);
    for (metric, value) in derived_metrics(report) {
        derived.add_row([metric.name, &format!("{value:.3}"), metric.unit]);
    }
    if !derived.is_empty() {
        text.push_str(&derived.text());
        text.push('\n');
    }
    let mut table = style.table(&["number", "value", "of cycles"], 1);
    let mut left_out = 0_u64;
    for (path, value) in metrics(report).iter() {
        if value == 0 && !zeros {
            left_out += 1;
            continue;
        }
        let in_cycles = path.starts_with("cycle_accounting.") || path.starts_with("stalls.");
        let share = match report.cycles {
            Some(cycles) if in_cycles => format!("{} %", percent(value, cycles)),
            _ => String::new(),
        };
        table.add_row(vec![path.to_owned(), grouped(value), share]);
    }
    text.push_str(&table.text());
    if left_out > 0 {
        text.push_str(&format!("\n{left_out} more numbers are 0 (--all)\n"));
    }
    let missing = report.events_not_modelled.iter().flatten();
    for (place, (name, reason)) in missing.enumerate() {
        let gap = if place == 0 { "\n" } else { "" };
        let line = format!("not modelled: {name}: {reason}");
        text.push_str(&format!("{gap}{}\n", printable(&line)));
    }
    text
}

/// A number, and behind ± how far the true value of an estimate may lie from it.
pub(crate) fn with_half_width(number: u64, half: Option<u64>) -> String {
    match half {
        Some(half) => format!("{} ± {}", grouped(number), grouped(half)),
        None => grouped(number),
    }
}

/// How many numbers a comparison leaves out because a sampled run does not estimate them.
pub(crate) fn not_compared_text(comparison: &Comparison) -> Option<String> {
    let count = comparison.not_compared;
    (count > 0).then(|| format!("not compared: {count} (not estimated)"))
}

/// What differs between two reports, as a table.
#[must_use]
pub fn comparison_table(comparison: &Comparison, style: Style) -> String {
    let mut text = match style {
        Style::Plain => format!("{}: ", printable(&comparison.label)),
        Style::Markdown => format!("## {}\n\n", printable(&comparison.label)),
    };
    text.push_str(&format!(
        "{} of {} numbers differ\n",
        comparison.changes.len() + comparison.left_out,
        comparison.compared
    ));
    let not_compared = not_compared_text(comparison);
    let notes = comparison.notes.iter().chain(&comparison.remarks);
    for note in notes.chain(&not_compared) {
        text.push_str(&format!(
            "{}{}\n",
            if style == Style::Markdown { "- " } else { "  " },
            printable(note)
        ));
    }
    let more = match comparison.left_out {
        0 => String::new(),
        left_out => format!("\n{left_out} more changes\n"),
    };
    if comparison.changes.is_empty() {
        return text + &more;
    }
    let mut derived = style.table(&["metric", "before", "after", "change", "unit"], 1);
    derived.align_left(4);
    for change in &comparison.derived {
        let relative = change_text(change.before, change.after);
        let [before, after] = [change.before, change.after].map(|value| format!("{value:.3}"));
        derived.add_row([change.name, &before, &after, &relative, change.unit]);
    }
    let mut classes = style.table(
        &["class", "before", "after", "change", "of cycles before"],
        1,
    );
    let total: u64 = comparison
        .classes
        .iter()
        .filter_map(|class| class.before)
        .sum();
    let moved = |class: &&Change| class.before != class.after;
    for class in comparison.classes.iter().filter(moved) {
        let (before, after) = (class.before.unwrap_or(0), class.after.unwrap_or(0));
        let sign = if after >= before { '+' } else { '-' };
        let difference = after.abs_diff(before);
        classes.add_row(vec![
            class.path.clone(),
            grouped(before),
            grouped(after),
            format!("{sign}{}", grouped(difference)),
            format!(
                "{sign}{} %",
                ratio_text(difference.saturating_mul(100), total, 2)
            ),
        ]);
    }
    for table in [derived, classes] {
        if !table.is_empty() {
            text.push('\n');
            text.push_str(&table.text());
        }
    }
    let both = comparison
        .changes
        .iter()
        .filter_map(|change| Some((change, change.before?, change.after?)));
    let mut table = style.table(&["number", "before", "after", "change"], 1);
    for (change, before, after) in both {
        table.add_row(vec![
            change.path.clone(),
            with_half_width(before, change.before_half_width),
            with_half_width(after, change.after_half_width),
            relative(before, after),
        ]);
    }
    if !table.is_empty() {
        text.push('\n');
        text.push_str(&table.text());
    }
    // Monitors of two processors share few events: what only one side has would bury what changed.
    let only = |side: &str, paths: Vec<&str>| {
        let shown = paths
            .iter()
            .take(SHOWN_NAMES)
            .map(|path| printable(path))
            .collect::<Vec<_>>()
            .join(", ");
        let more = if paths.len() > SHOWN_NAMES {
            ", ..."
        } else {
            ""
        };
        if paths.is_empty() {
            String::new()
        } else {
            format!("\nonly {side} ({}): {shown}{more}\n", paths.len())
        }
    };
    let missing = |side: fn(&Change) -> Option<u64>| {
        comparison
            .changes
            .iter()
            .filter(|change| side(change).is_none())
            .map(|change| change.path.as_str())
            .collect()
    };
    text.push_str(&only("before", missing(|change| change.after)));
    text.push_str(&only("after", missing(|change| change.before)));
    text + &more
}

/// A table of a value by two properties of runs.
#[must_use]
pub fn pivot_table(pivot: &Pivot, style: Style) -> String {
    let corner = format!("{} \\ {}", pivot.rows_are, pivot.columns_are);
    let heading: Vec<&str> = std::iter::once(&*corner)
        .chain(pivot.columns.iter().map(String::as_str))
        .collect();
    let mut table = style.table(&heading, 1);
    for (name, cells) in pivot.rows.iter().zip(&pivot.cells) {
        let cells = cells.iter().map(|cell| value_text(*cell));
        table.add_row(std::iter::once(name.clone()).chain(cells));
    }
    let title = match style {
        Style::Plain => format!("{}\n", pivot.value),
        Style::Markdown => format!("## {}\n\n", pivot.value),
    };
    title + &table.text()
}

/// A value: whole numbers whole, others with three decimals, `-` for none.
pub(crate) fn value_text(value: Option<f64>) -> String {
    match value {
        None => "-".into(),
        // Counts are below 2^53 in any run that ends.
        Some(value) if value.fract() == 0.0 && (0.0..9e15).contains(&value) => {
            grouped(value as u64)
        }
        Some(value) => format!("{value:.3}"),
    }
}

/// Speed-ups against the first of `sides`.
#[must_use]
pub fn speedup_table(speedups: &Speedups, sides: &[String], style: Style) -> String {
    let first = sides
        .first()
        .map_or_else(String::new, |side| format!("cycles of {side}"));
    let heading: Vec<&str> = ["run", &first]
        .into_iter()
        .chain(sides.iter().skip(1).map(String::as_str))
        .collect();
    let mut table = style.table(&heading, 1);
    let times = |speedup: &Option<f64>| {
        speedup.map_or_else(|| "-".to_owned(), |speedup| format!("{speedup:.4}"))
    };
    for run in &speedups.runs {
        let cycles = run.cycles.map_or_else(|| "-".to_owned(), grouped);
        let cells = [run.run.clone(), cycles].into_iter();
        table.add_row(cells.chain(run.speedup.iter().map(times)));
    }
    let mean = ["geometric mean".to_owned(), String::new()].into_iter();
    table.add_row(mean.chain(speedups.geometric_mean.iter().map(times)));
    let title = match style {
        Style::Plain => "speed-up: cycles before over cycles after\n",
        Style::Markdown => "## Speed-up\n\nCycles before over cycles after.\n\n",
    };
    title.to_owned() + &table.text()
}

/// How many names of numbers that only one of two reports has are printed.
const SHOWN_NAMES: usize = 8;

/// The same of ratios.
pub(crate) fn change_text(before: f64, after: f64) -> String {
    if before == 0.0 {
        return "new".into();
    }
    format!("{:+.2} %", (after - before) / before * 100.0)
}

/// `+12.50 %`; `new` when it grew from nothing.
pub(crate) fn relative(before: u64, after: u64) -> String {
    if before == 0 {
        return "new".into();
    }
    let (sign, difference) = if after >= before {
        ('+', after - before)
    } else {
        ('-', before - after)
    };
    // 100 * difference may exceed 64 bits only for counts no run reaches; saturate rather than wrap.
    format!(
        "{sign}{} %",
        ratio_text(difference.saturating_mul(100), before, 2)
    )
}

pub(crate) fn percent(part: u64, whole: u64) -> String {
    ratio_text(part.saturating_mul(100), whole, 1)
}

/// Digits in groups of three.
pub(crate) fn grouped(value: u64) -> String {
    let digits = value.to_string();
    let mut text = String::with_capacity(digits.len() + digits.len() / 3);
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{grouped, relative};

    #[test]
    fn digits_are_grouped_by_three() {
        assert_eq!(grouped(0), "0");
        assert_eq!(grouped(999), "999");
        assert_eq!(grouped(1_000), "1,000");
        assert_eq!(grouped(12_345_678), "12,345,678");
    }

    #[test]
    fn a_change_says_its_direction() {
        assert_eq!(relative(200, 250), "+25.00 %");
        assert_eq!(relative(200, 199), "-0.50 %");
        assert_eq!(relative(0, 7), "new");
    }
}
