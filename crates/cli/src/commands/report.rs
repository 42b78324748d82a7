//! `epicycle report`: reports as text, or as a page, charts and tables for people and other programs.

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsString;
use std::path::{Component, Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::{Args, FromArgMatches as _};
use files::Made;
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use report::{Collection, JOURNAL_FILE, PageEntry, RunSummary, SUMMARY_FILE, Summary};

use crate::commands::profile_views::{self, Views};
use crate::commands::report_beside::Beside;
use crate::commands::store;
use crate::options::{KnownNames, RunNames, Tables, once};
use crate::output::{Output, Outputs};
use crate::{console, status};

/// Print a report, a profile, or the summary of a batch, as a table; or write all of them as a page. A batch that lacks runs of its plan is
/// said to be incomplete, with their names, and runs that failed as to the plan are named with the reason.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Report files, folders of batches, or stores; or one profile (`run --profile`).
    #[arg(value_name = "REPORT|DIR", required = true)]
    paths: Vec<PathBuf>,
    /// Print every report of a batch, not only its summary, and numbers that are 0.
    #[arg(long)]
    all: bool,
    #[command(flatten)]
    names: RunNames,
    #[command(flatten)]
    tables: Tables,
    /// Write all runs as one HTML file that needs no network.
    #[arg(long, short, value_name = "FILE", conflicts_with_all = ["all", "markdown"])]
    output: Option<PathBuf>,
    /// Write each chart of the page as a file of its own.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["all", "markdown"])]
    svg: Option<PathBuf>,
    /// Write runs.csv, a row for each run, and numbers.csv, a row for each run and number.
    #[arg(long, value_name = "DIR", conflicts_with_all = ["all", "markdown"])]
    csv: Option<PathBuf>,
    /// Write a Parquet file with a row for each run and number, for DuckDB or pandas.
    #[cfg(feature = "parquet")]
    #[arg(long, value_name = "FILE", conflicts_with_all = ["all", "markdown"])]
    parquet: Option<PathBuf>,
    #[command(flatten)]
    views: Views,
}

impl Arguments {
    /// An option that was given and says nothing of a profile.
    fn about_reports(&self) -> Option<&'static str> {
        let given = [
            ("--svg", self.svg.is_some()),
            ("--csv", self.csv.is_some()),
            ("--parquet", self.parquet().is_some()),
            ("--all", self.all),
            ("--markdown", self.tables.markdown),
        ];
        given
            .into_iter()
            .find_map(|(option, is_given)| is_given.then_some(option))
            .or_else(|| self.names.given())
    }

    /// Where numbers go as a Parquet file.
    fn parquet(&self) -> Option<&Path> {
        #[cfg(feature = "parquet")]
        return self.parquet.as_deref();
        #[cfg(not(feature = "parquet"))]
        None
    }
}

/// Prints or writes.
pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    once(
        arguments
            .paths
            .iter()
            .map(|path| ("REPORT", path.as_path())),
    )?;
    let page = arguments.output.as_deref();
    if let [path] = &arguments.paths[..]
        && let Some(option) = arguments.about_reports()
        && profile::is_profile(path)
    {
        bail!(
            "{}: a profile; {option} is about reports: leave it out",
            path.display()
        );
    }
    if profile_views::report(&arguments.paths, &arguments.views, page)? {
        return Ok(status::DONE);
    }
    let files = [&arguments.output, &arguments.svg, &arguments.csv];
    if files.into_iter().any(Option::is_some) || arguments.parquet().is_some() {
        write(arguments)?;
    } else {
        print(arguments)?;
    }
    Ok(status::DONE)
}

/// Names those of the runs of a folder of results whose reports are no longer there.
fn say_what_is_gone(folder: &Path, runs: &[&RunSummary]) {
    let gone = |run: &&&RunSummary| !folder.join(&run.report).is_file();
    for run in runs.iter().filter(gone) {
        console::complain(&format!(
            "{}: the report of {}/{} is gone; `epicycle batch --resume` makes it again",
            folder.display(),
            run.workload,
            run.config
        ));
    }
}

fn print(arguments: &Arguments) -> Result<()> {
    let mut text = String::new();
    let mut known = KnownNames::default();
    for path in &arguments.paths {
        match printed(arguments, path, &mut known) {
            Ok(more) => {
                if !text.is_empty() {
                    text.push('\n');
                }
                text.push_str(&more);
            }
            Err(error) => {
                // Those before it are printed.
                console::print(&text)?;
                return Err(error);
            }
        }
    }
    arguments.names.refuse_unknown(&known)?;
    console::print(&text)
}

/// What is printed of the results at a path.
fn printed(arguments: &Arguments, path: &Path, known: &mut KnownNames) -> Result<String> {
    let style = arguments.tables.style();
    let names = &arguments.names;
    let chosen = |run: &RunSummary| names.fit(&run.workload, &run.config);
    // The summary says all that its table does.
    if let (false, Some(summary)) = (arguments.all, summary(path)?) {
        known.add_summary(&summary);
        let runs: Vec<&RunSummary> = summary.runs.iter().collect();
        let runs = names.choose(runs, |run| (&run.workload, &run.config))?;
        if store::at(path).is_none() {
            say_what_is_gone(path, &runs);
        }
        return Ok(report::summary_table(&summary, style, chosen));
    }
    let results = store::results(path)?;
    known.add(&results);
    let mut text = String::new();
    for (place, run) in names.runs(results.runs)?.into_iter().enumerate() {
        if place > 0 {
            text.push('\n');
        }
        text.push_str(&report::report_table(&run.report?, style, arguments.all));
    }
    if let Some(summary) = &results.summary {
        text.push_str(&report::shortcomings(summary, style, chosen));
    }
    Ok(text)
}

/// Writes the results of a batch as a page and as tables, where they are asked for.
pub(super) fn of_batch(results: &Path, page: Option<&Path>, csv: Option<&Path>) -> Result<()> {
    if page.is_none() && csv.is_none() {
        return Ok(());
    }
    let mut line = vec![OsString::from("report")];
    for (option, path) in [("--output=", page), ("--csv=", csv)] {
        if let Some(path) = path {
            let mut asked = OsString::from(option);
            asked.push(path);
            line.push(asked);
        }
    }
    line.extend(["--".into(), results.into()]);
    let command = Arguments::augment_args(clap::Command::new("report"));
    write(&Arguments::from_arg_matches(
        &command.try_get_matches_from(line)?,
    )?)
}

/// The summary of the batch, or of the store, at a path; `None`: it is a report.
fn summary(path: &Path) -> Result<Option<Summary>> {
    Ok(if store::at(path).is_some() {
        store::results(path)?.summary
    } else if path.is_dir() {
        Some(Summary::of_folder(path)?)
    } else {
        None
    })
}

/// Files of `--csv`: a row for each run, and a row for each run and number.
pub(super) const TABLES: [&str; 2] = ["runs.csv", "numbers.csv"];

/// Writes the page, the charts and the tables.
fn write(arguments: &Arguments) -> Result<()> {
    let page_folder = match &arguments.output {
        Some(page) if page.as_os_str() != "-" => page.parent().unwrap_or(Path::new("")).to_owned(),
        _ => PathBuf::new(),
    };
    let mut inputs = Vec::new();
    let collection = collect(arguments, &page_folder, &mut inputs)?;
    say_unread(&collection);
    // In front of the files: one in the place of such a folder is refused before anything is written.
    let mut made = Vec::new();
    for (option, folder) in [("--svg", &arguments.svg), ("--csv", &arguments.csv)] {
        if let Some(folder) = folder {
            made.push(make_folder(option, folder)?);
        }
    }
    let mut outputs = Outputs::reading("it is one of the results", &inputs[0]);
    for input in &inputs[1..] {
        outputs.keep("it is one of the results", input);
    }
    if arguments.csv.is_some() || arguments.parquet().is_some() {
        say_sampled(&collection);
    }
    let mut texts: Vec<(Output, String)> = Vec::new();
    if let Some(path) = &arguments.output {
        let output = outputs.open("page", path)?;
        texts.push((output, report::page("Epicycle report", &collection)));
    }
    if let Some(folder) = &arguments.svg {
        for chart in report::charts(&collection) {
            let output = outputs.open("chart", &folder.join(format!("{}.svg", chart.name)))?;
            texts.push((output, chart.file()));
        }
    }
    if let Some(folder) = &arguments.csv {
        let tables = [
            report::runs_csv(&collection)?,
            report::numbers_csv(&collection)?,
        ];
        for (name, text) in TABLES.into_iter().zip(tables) {
            texts.push((outputs.open("table", &folder.join(name))?, text));
        }
    }
    #[cfg(feature = "parquet")]
    if let Some(path) = &arguments.parquet {
        let output = outputs.open("table", path)?;
        output.ended(report::numbers_parquet(&collection, output.writer()));
    }
    // What cannot be written is said when everything else is.
    for (output, text) in &mut texts {
        let _ = output.write_text(text);
    }
    drop(texts);
    outputs.commit()
}

/// Names the runs of batches whose reports are lost or cannot be read: pages, charts and tables lack their numbers.
fn say_unread(collection: &Collection) {
    for run in collection.runs.iter().map(|entry| &entry.run) {
        if let Err(error) = &run.report {
            console::complain(&format!(
                "the numbers of {} are left out: {error}; `epicycle batch --resume` makes the report again",
                run.label()
            ));
        }
    }
}

/// Names the sampled runs of which tables of exact numbers hold the instructions only.
fn say_sampled(collection: &Collection) {
    let runs = collection.runs.iter().map(|entry| &entry.run);
    let is_sampled = |run: &&report::Run| {
        let report = run.report.as_ref();
        report.is_ok_and(|report| report.sample.is_some())
    };
    let sampled: Vec<String> = runs.filter(is_sampled).map(report::Run::label).collect();
    if !sampled.is_empty() {
        console::complain(&format!(
            "tables leave out the estimates of sampled runs ({}); the reports hold them (`sample`)",
            sampled.join(", ")
        ));
    }
}

/// Makes the folder that an option names; it is removed again if it is empty when the result is dropped.
pub(super) fn make_folder(option: &str, folder: &Path) -> Result<Made> {
    if folder.as_os_str() == "-" {
        bail!("{option} writes several files; name a folder");
    }
    Made::folder(folder)
        .with_context(|| format!("cannot make the folder {} of {option}", folder.display()))
}

/// The runs of all results that were asked for, each under a name of its own; `inputs` are the files that were read.
fn collect(
    arguments: &Arguments,
    page_folder: &Path,
    inputs: &mut Vec<PathBuf>,
) -> Result<Collection> {
    let mut collection = Collection::default();
    let mut read = Vec::new();
    let mut known = KnownNames::default();
    for path in &arguments.paths {
        let results = store::named_results(path)?;
        known.add(&results);
        read.push((path, results));
    }
    let mut beside = Beside::new(arguments.output.is_some());
    let mut labels = BTreeSet::new();
    let runs = read.iter().flat_map(|(_, results)| &results.runs);
    let alike = runs.filter(|run| !labels.insert(run.label())).count() > 0;
    for (path, results) in read {
        // An entry of a store is not a report that a page can lead to.
        let stored = store::at(path).is_some();
        if let Some(summary) = &results.summary {
            if !stored {
                inputs.extend([SUMMARY_FILE, JOURNAL_FILE].map(|name| path.join(name)));
            }
            let missing = summary.missing.iter();
            let missing = missing.filter(|run| arguments.names.fit(&run.workload, &run.config));
            let missing = missing.map(|run| (run.workload.clone(), run.config.clone()));
            collection.missing.extend(missing);
            let lacking = summary.incompleteness();
            collection.incomplete.extend(match arguments.paths.len() {
                1 => lacking,
                _ => lacking.map(|lacking| format!("{}: {lacking}", path.display())),
            });
        }
        for mut run in arguments.names.runs(results.runs)? {
            inputs.push(run.file.clone());
            if alike {
                run.config = format!("{}: {}", path.display(), run.config);
            }
            let link = link(page_folder, &run.file).filter(|_| !stored);
            let entry = match stored {
                true => PageEntry::new(run, link),
                false => beside.entry(run, link, inputs),
            };
            collection.runs.push(entry);
        }
    }
    arguments.names.refuse_unknown(&known)?;
    labels.clear();
    let mut labels_of_all = collection.runs.iter().map(|entry| entry.run.label());
    if let Some(twice) = labels_of_all.find(|label| !labels.insert(label.clone())) {
        bail!("{twice} is there twice; name each result once");
    }
    collection.origins = origins(&collection);
    collection.left_out = beside.left_out();
    // The page says it, too; whoever makes pages in a script sees this.
    collection
        .left_out
        .iter()
        .for_each(|text| console::complain(text));
    Ok(collection)
}

/// Where the values of shipped configs and of those with overrides come from, by hash and path. The hash of the machine says
/// whether it is the one that this command loads under that name.
fn origins(collection: &Collection) -> BTreeMap<String, BTreeMap<String, String>> {
    let mut origins = BTreeMap::new();
    let reports = collection.runs.iter().flat_map(|entry| &entry.run.report);
    for config in reports.map(|report| &report.config) {
        let mut parts = config.name.split('+');
        let base = parts.next().unwrap_or_default();
        if origins.contains_key(&config.hash) || !config::SHIPPED.iter().any(|one| one.name == base)
        {
            continue;
        }
        let overrides: Vec<&str> = parts.collect();
        let Ok(loaded) = config::load(base, &overrides) else {
            continue;
        };
        if loaded.hash == config.hash {
            let settings = loaded.settings().into_iter();
            let origin = settings.map(|setting| {
                let origin = setting.origin.map(|origin| origin.to_string());
                let words = [origin, setting.comment].into_iter().flatten();
                (setting.path, words.collect::<Vec<_>>().join(", "))
            });
            origins.insert(config.hash.clone(), origin.collect());
        }
    }
    origins
}

/// What an address keeps as it is; all else is escaped.
const PLAIN: &AsciiSet = &NON_ALPHANUMERIC
    .remove(b'-')
    .remove(b'.')
    .remove(b'_')
    .remove(b'~')
    .remove(b'+')
    .remove(b'=');

/// The address of a file relative to a folder; `None` for a stream or a path that is not there.
fn link(folder: &Path, file: &Path) -> Option<String> {
    let real = |path: &Path| match path.as_os_str().is_empty() {
        true => Path::new(".").canonicalize().ok(),
        false => path.canonicalize().ok(),
    };
    if file.as_os_str() == "-" {
        return None;
    }
    let (folder, file) = (real(folder)?, real(file)?);
    let [folder, file] = [&folder, &file].map(|path| path.components().collect::<Vec<_>>());
    let shared = folder
        .iter()
        .zip(&file)
        .take_while(|(one, other)| one == other);
    let shared = shared.count();
    let up = folder[shared..].iter().map(|_| "..".to_owned());
    let down = file[shared..].iter().map(|part| match part {
        Component::Normal(name) => utf8_percent_encode(&name.to_string_lossy(), PLAIN).to_string(),
        _ => String::new(),
    });
    Some(up.chain(down).collect::<Vec<_>>().join("/"))
}

#[cfg(test)]
mod tests {
    use super::link;
    use std::fs;

    #[test]
    fn a_link_leads_from_the_folder_of_the_page_to_the_report() {
        let folder = std::env::temp_dir().join(format!("epicycle-link-{}", std::process::id()));
        fs::create_dir_all(folder.join("pages")).unwrap();
        fs::create_dir_all(folder.join("a b/x")).unwrap();
        let file = folder.join("a b/x/i<#+y=1.json");
        fs::write(&file, "").unwrap();
        let link = link(&folder.join("pages"), &file);
        fs::remove_dir_all(&folder).unwrap();
        assert_eq!(link.as_deref(), Some("../a%20b/x/i%3C%23+y=1.json"));
    }
}
