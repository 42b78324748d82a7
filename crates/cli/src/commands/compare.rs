//! `epicycle compare`: what changed between runs, or batches.

use std::collections::BTreeMap;
use std::path::PathBuf;

use anyhow::{Context, Result, bail};
use clap::{Args, ValueEnum};
use profile::{Diff, ProfileFile};
use regex::Regex;
use report::{
    Change, Comparison, Expression, MissingRun, Numbers as _, Order, Pivot, Run, Style, Summary,
    Versus, compare, comparison_table, pivot_table, printable, speedup_table,
};
use serde_json::{Value, json};

use crate::commands::{profile_views, store};
use crate::options::{KnownNames, RunNames, Tables, once, small};
use crate::{console, status};

/// Compare reports, or the runs of the same name in batches, with the first of them.
///
/// Two profiles (`run --profile`): the functions whose cycles changed most, with the causes and the lines or instructions. Two reports: every number that moved, the largest difference first. Batches, or more than two: the speed-ups with their
/// geometric mean, then each run. With --rows, --cols or --value: a table of one value of all runs; one batch is enough.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Reports, profiles, folders of batches, or stores; the first one is what the others are compared with.
    #[arg(value_name = "REPORT|DIR", required = true)]
    paths: Vec<PathBuf>,
    /// What the rows of a table are: workload, program, config, base, a name of a matrix, or a key of the config.
    #[arg(long, value_name = "WHAT")]
    rows: Option<String>,
    /// What its columns are.
    #[arg(long, value_name = "WHAT")]
    cols: Option<String>,
    /// What its cells are: cycles, an event, a derived metric such as l2.mpki, or arithmetic on such.
    #[arg(long, value_name = "METRIC")]
    value: Option<String>,
    #[command(flatten)]
    names: RunNames,
    /// Show only numbers whose path fits, such as 'events\.L2' or '^cycles$'.
    #[arg(long, value_name = "REGEX")]
    events: Option<Regex>,
    /// Show only so many numbers of each run.
    #[arg(long, value_name = "N", value_parser = small::<usize>)]
    top: Option<usize>,
    /// Order of the numbers; effect when absent.
    #[arg(long, value_name = "HOW")]
    sort: Option<Sort>,
    /// End with status 1 when something differs.
    #[arg(long)]
    exit_code: bool,
    /// Form of the output.
    #[arg(
        long,
        value_name = "FORM",
        default_value = "text",
        conflicts_with = "markdown"
    )]
    format: Form,
    #[command(flatten)]
    tables: Tables,
}

#[derive(Clone, Copy, Default, ValueEnum)]
enum Sort {
    /// The largest difference first.
    #[default]
    Effect,
    /// The largest difference in per cent first.
    Ratio,
    /// By section of the report, then by name.
    Name,
}

#[derive(Clone, Copy, PartialEq, Eq, ValueEnum)]
enum Form {
    /// Tables for a terminal.
    Text,
    /// GitHub's Markdown.
    Markdown,
    /// One line for each number that moved, or for each cell.
    Csv,
    /// One object.
    Json,
    /// One page for a browser.
    Html,
}

/// Functions, and places of each, in the text of a comparison of profiles.
const FUNCTIONS: usize = 10;
const PLACES: usize = 10;
/// Functions on a page of one.
const FUNCTIONS_OF_PAGE: usize = 40;

/// Compares two profiles.
fn profiles(arguments: &Arguments, one: &ProfileFile, other: &ProfileFile) -> Result<u8> {
    let of_reports = [&arguments.rows, &arguments.cols, &arguments.value];
    if of_reports.into_iter().any(Option::is_some) || arguments.events.is_some() {
        bail!(
            "--rows, --cols, --value and --events choose numbers of reports; a profile has none of them"
        );
    }
    if let Some(option) = arguments.names.given() {
        bail!("{option} chooses runs, and two profiles are one run each; leave it out");
    }
    if arguments.sort.is_some() {
        bail!(
            "--sort is about numbers of reports, and functions are in the order of their changes; leave it out"
        );
    }
    let diff = profile::diff(one, other);
    let top = arguments.top.unwrap_or(FUNCTIONS);
    let text = match arguments.form() {
        Form::Text => profile::diff_text(&diff, top, PLACES),
        Form::Json => report::to_json(&diff),
        Form::Csv => csv_of_functions(&diff)?,
        Form::Markdown => profile::diff_markdown(&diff, top, PLACES),
        Form::Html => profile::diff_page(&diff, arguments.top.unwrap_or(FUNCTIONS_OF_PAGE), PLACES),
    };
    console::print(&text)?;
    Ok(match arguments.exit_code && !diff.functions.is_empty() {
        true => status::FINDINGS,
        false => status::DONE,
    })
}

/// A row for each function and cause.
fn csv_of_functions(diff: &Diff) -> Result<String> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    writer.write_record(["function", "cause", "before", "after", "change"])?;
    for function in &diff.functions {
        for one in &function.causes {
            let numbers = &one.cycles;
            let (before, after) = (numbers.before.to_string(), numbers.after.to_string());
            let change = numbers.change.to_string();
            writer.write_record([&function.name, &one.cause, &before, &after, &change])?;
        }
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}

/// Compares.
pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    once(
        arguments
            .paths
            .iter()
            .map(|path| ("REPORT", path.as_path())),
    )?;
    if let Some((one, other)) = profile_views::pair(&arguments.paths)? {
        return profiles(arguments, &one, &other);
    }
    let mut incomplete = Vec::new();
    let mut sides = Vec::new();
    let mut known = KnownNames::default();
    for path in &arguments.paths {
        let results = store::named_results(path)?;
        known.add(&results);
        if let Some(lacking) = lacking_of(arguments, results.summary.as_ref()) {
            incomplete.push(format!("{}: {lacking}", path.display()));
        }
        sides.push(arguments.names.runs(results.runs)?);
    }
    arguments.names.refuse_unknown(&known)?;
    for text in &incomplete {
        console::complain(text);
    }
    let names: Vec<String> = arguments
        .paths
        .iter()
        .map(|path| path.display().to_string())
        .collect();
    if arguments.rows.is_some() || arguments.cols.is_some() || arguments.value.is_some() {
        if let Some(option) = arguments.about_differences() {
            bail!(
                "{option} is about differences, and --rows, --cols or --value make a table of one value, without differences; leave one out"
            );
        }
        console::print(&pivot(arguments, &sides)?)?;
        return Ok(status::DONE);
    }
    if sides.len() == 1 {
        if let Some(option) = arguments.about_differences() {
            bail!(
                "{option} is about differences, and {} is compared with nothing; give another report or folder, or leave {option} out",
                names[0]
            );
        }
        if sides[0].len() == 1 {
            bail!(
                "there is one report, {}, and nothing to compare it with; give another",
                names[0]
            );
        }
        console::print(&pivot(arguments, &sides)?)?;
        return Ok(status::DONE);
    }
    let slices: Vec<&[Run]> = sides.iter().map(Vec::as_slice).collect();
    let versus = Versus::of(&slices);
    let mut compared = Vec::new();
    let mut profiled = Vec::new();
    let mut lacking = Vec::new();
    for row in &versus.rows {
        for (name, run) in names.iter().zip(&row.runs) {
            if run.is_none() {
                lacking.push(format!("{}: not in {name}", row.label));
            }
        }
        let Some((one, before)) = readable(row.runs[0])? else {
            continue;
        };
        for (side, run) in row.runs.iter().enumerate().skip(1) {
            let Some((other, after)) = readable(*run)? else {
                continue;
            };
            let label = match (one.label() == other.label(), sides.len()) {
                (true, 2) => one.label(),
                (true, _) => format!("{} in {}", one.label(), names[side]),
                (false, _) => format!("{} -> {}", one.label(), other.label()),
            };
            profiled.extend(profile_views::beside(one, other)?.map(|diff| (label.clone(), diff)));
            compared.push(compare(&label, before, after));
        }
    }
    let differ = !lacking.is_empty() || compared.iter().any(|one| !one.is_equal());
    let wanted = |path: &str| {
        arguments
            .events
            .as_ref()
            .is_none_or(|only| only.is_match(path))
    };
    let order = match arguments.sort.unwrap_or_default() {
        Sort::Effect => Order::Effect,
        Sort::Ratio => Order::Ratio,
        Sort::Name => Order::Name,
    };
    for one in &mut compared {
        one.choose(wanted, order, arguments.top);
    }
    let text = match arguments.form() {
        Form::Csv => csv_of_changes(&compared, &profiled)?,
        Form::Json => report::to_json(&json!({
            "sides": names,
            "lacking": lacking,
            "incomplete": incomplete,
            "speedups": versus.speedups(),
            "runs": compared,
            "profiles": by_label(&profiled),
        })),
        Form::Html => {
            let speedups = versus.speedups();
            let parts = parts_of_profiles(&profiled);
            report::comparison_page(&names, &lacking, speedups.as_ref(), &compared, &parts)
        }
        Form::Text | Form::Markdown => {
            let single = sides.iter().all(|side| side.len() == 1) && sides.len() == 2;
            let style = arguments.style();
            let tables = tables(style, &names, &versus, &lacking, &compared, single);
            tables + &texts_of_profiles(&profiled, style)
        }
    };
    console::print(&text)?;
    Ok(if differ && arguments.exit_code {
        status::FINDINGS
    } else {
        status::DONE
    })
}

impl Arguments {
    /// An option that was given and chooses, sorts or judges differences.
    fn about_differences(&self) -> Option<&'static str> {
        let given = [
            ("--exit-code", self.exit_code),
            ("--events", self.events.is_some()),
            ("--top", self.top.is_some()),
            ("--sort", self.sort.is_some()),
        ];
        let mut given = given.into_iter();
        given.find_map(|(option, is_given)| is_given.then_some(option))
    }

    fn form(&self) -> Form {
        if self.tables.markdown {
            Form::Markdown
        } else {
            self.format
        }
    }

    fn style(&self) -> Style {
        match self.form() {
            Form::Markdown => Style::Markdown,
            _ => Style::Plain,
        }
    }
}

/// Which of the chosen runs a batch lacks, in words: a comparison says nothing of them.
fn lacking_of(arguments: &Arguments, summary: Option<&Summary>) -> Option<String> {
    let summary = summary?;
    let is_chosen = |run: &MissingRun| arguments.names.fit(&run.workload, &run.config);
    let is_about = summary.missing.is_empty() || summary.missing.iter().any(is_chosen);
    summary.incompleteness().filter(|_| is_about)
}

/// A run with its report; an error when that cannot be read.
fn readable(run: Option<&Run>) -> Result<Option<(&Run, &report::Report)>> {
    let Some(run) = run else { return Ok(None) };
    match &run.report {
        Ok(report) => Ok(Some((run, report))),
        Err(error) => bail!("{error}"),
    }
}

/// The speed-ups, what is missing, and each run that differs.
fn tables(
    style: Style,
    names: &[String],
    versus: &Versus<'_>,
    lacking: &[String],
    compared: &[Comparison],
    single: bool,
) -> String {
    let mut texts = Vec::new();
    if let (false, Some(speedups)) = (single, versus.speedups()) {
        let changed = speedups.runs.iter().flat_map(|run| &run.speedup);
        if changed.flatten().any(|&speedup| speedup != 1.0) {
            texts.push(speedup_table(&speedups, names, style));
        }
    }
    if !lacking.is_empty() {
        let lines = lacking.iter().map(|line| printable(line) + "\n");
        texts.push(lines.collect());
    }
    let is_plain = |one: &Comparison| one.is_equal() && !one.has_remarks();
    let shown = compared.iter().filter(|one| single || !is_plain(one));
    texts.extend(shown.map(|one| comparison_table(one, style)));
    if texts.is_empty() {
        texts.push(format!("{} runs, no differences\n", versus.rows.len()));
    }
    texts.join("\n")
}

/// Functions, and places of each, of a run whose profiles lie beside its reports.
const FUNCTIONS_OF_RUN: usize = 3;
const PLACES_OF_RUN: usize = 3;

/// The functions and instructions that account for the differences of runs, where they have profiles.
fn texts_of_profiles(profiled: &[(String, Diff)], style: Style) -> String {
    let mut text = String::new();
    for (label, diff) in profiled
        .iter()
        .filter(|(_, diff)| !diff.functions.is_empty())
    {
        text.push_str(&match style {
            Style::Markdown => {
                let places = profile::diff_markdown(diff, FUNCTIONS_OF_RUN, PLACES_OF_RUN);
                format!("\n### {label}: by function\n\n{places}")
            }
            Style::Plain => {
                let places = profile::diff_text(diff, FUNCTIONS_OF_RUN, PLACES_OF_RUN);
                format!("\n{label}: by function\n{places}")
            }
        });
    }
    text
}

/// The same as parts of a page.
fn parts_of_profiles(profiled: &[(String, Diff)]) -> Vec<(String, report::Markup)> {
    let differing = profiled
        .iter()
        .filter(|(_, diff)| !diff.functions.is_empty());
    let part = |diff| profile::diff_part(diff, FUNCTIONS, PLACES_OF_RUN);
    differing
        .map(|(label, diff)| (label.clone(), part(diff)))
        .collect()
}

fn by_label(profiled: &[(String, Diff)]) -> BTreeMap<&str, &Diff> {
    let pairs = profiled.iter();
    pairs.map(|(label, diff)| (&label[..], diff)).collect()
}

/// One value of all runs by two properties.
fn pivot(arguments: &Arguments, sides: &[Vec<Run>]) -> Result<String> {
    let value = arguments.value.as_deref().unwrap_or("cycles");
    let value = Expression::parse(value).context("--value")?;
    let rows = arguments.rows.as_deref().unwrap_or("workload");
    let columns = match (&arguments.cols, rows) {
        (Some(columns), _) => columns,
        (None, "config") => "workload",
        (None, _) => "config",
    };
    let runs = sides.iter().flatten();
    if let Some(error) = runs.clone().find_map(|run| run.report.as_ref().err()) {
        bail!("{error}");
    }
    let pivot = Pivot::of(runs, rows, columns, &value)?;
    // Of a sampled run, what is counted in full (`instructions`) has a cell.
    let is_sampled = |run: &&Run| {
        let report = run.report.as_ref().ok();
        report.is_some_and(|report| report.sample.is_some() && report.evaluate(&value).is_none())
    };
    let sampled: Vec<String> = sides
        .iter()
        .flatten()
        .filter(is_sampled)
        .map(Run::label)
        .collect();
    let left_out = (!sampled.is_empty()).then(|| {
        format!(
            "tables leave out the estimates of sampled runs ({}); `epicycle report` shows them, and `check` bounds them",
            sampled.join(", ")
        )
    });
    if pivot.cells.iter().flatten().all(Option::is_none) {
        if let Some(left_out) = left_out {
            bail!("no run has an exact \"{value}\": {left_out}");
        }
        bail!("no run has a value for \"{value}\"; `epicycle report --all REPORT` shows the names");
    }
    if let Some(left_out) = left_out {
        console::complain(&left_out);
    }
    Ok(match arguments.form() {
        Form::Csv => {
            let mut writer = csv::Writer::from_writer(Vec::new());
            let heading = std::iter::once(&pivot.rows_are).chain(&pivot.columns);
            writer.write_record(heading)?;
            for (name, cells) in pivot.rows.iter().zip(&pivot.cells) {
                let number =
                    |cell: &Option<f64>| cell.map_or_else(String::new, |it| it.to_string());
                let cells = cells.iter().map(number);
                writer.write_record(std::iter::once(name.clone()).chain(cells))?;
            }
            String::from_utf8(writer.into_inner()?)?
        }
        Form::Json => report::to_json(&pivot),
        Form::Html => report::pivot_page(&pivot),
        Form::Text | Form::Markdown => pivot_table(&pivot, arguments.style()),
    })
}

/// A line for each number that moved; of functions and their causes, where there are profiles, `profile/FUNCTION/CAUSE`. Where a number is
/// an estimate, two more columns hold the half-widths.
fn csv_of_changes(compared: &[Comparison], profiled: &[(String, Diff)]) -> Result<String> {
    let mut changes = compared.iter().flat_map(|one| &one.changes);
    let is_estimate = |change: &Change| {
        change
            .before_half_width
            .or(change.after_half_width)
            .is_some()
    };
    let columns = match changes.any(is_estimate) {
        true => 6,
        false => 4,
    };
    let mut writer = csv::Writer::from_writer(Vec::new());
    let heading = [
        "run",
        "number",
        "before",
        "after",
        "before_half_width",
        "after_half_width",
    ];
    writer.write_record(&heading[..columns])?;
    let number = |value: Option<Value>| value.map_or_else(String::new, |value| value.to_string());
    let mut row = |run: &str, name: &str, values: [Option<Value>; 4]| {
        let [before, after, here, there] = values.map(number);
        let cells = [run, name, &before, &after, &here, &there];
        writer.write_record(&cells[..columns])
    };
    for one in compared {
        for change in &one.derived {
            let [before, after] = [change.before, change.after].map(|it| Some(it.into()));
            row(&one.label, change.name, [before, after, None, None])?;
        }
        for change in &one.changes {
            let values = [
                change.before,
                change.after,
                change.before_half_width,
                change.after_half_width,
            ];
            row(
                &one.label,
                &change.path,
                values.map(|it| it.map(Value::from)),
            )?;
        }
    }
    for (label, diff) in profiled {
        for function in &diff.functions {
            for one in &function.causes {
                let name = format!("profile/{}/{}", function.name, one.cause);
                let cycles = [one.cycles.before, one.cycles.after];
                let [before, after] = cycles.map(|it| Some(it.into()));
                row(label, &name, [before, after, None, None])?;
            }
        }
    }
    Ok(String::from_utf8(writer.into_inner()?)?)
}
