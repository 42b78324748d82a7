//! What `report` and `compare` make of profiles.

use std::fs::File;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use clap::Args;
use profile::{Diff, ProfileFile};

use crate::output::Outputs;
use crate::{console, profiling};

/// Forms of a profile (`run --profile`) for other programs.
#[derive(Args)]
#[command(next_help_heading = "Profiles")]
pub(crate) struct Views {
    /// Print a profile as one JSON object, with its functions, instructions and call paths.
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the call stacks of a profile with their cycles, a line each, for flame-graph tools; `-`: stdout.
    #[arg(long, value_name = "FILE")]
    pub(crate) folded: Option<PathBuf>,
    /// Write a profile for the Firefox Profiler (profiler.firefox.com).
    #[arg(long, value_name = "FILE")]
    pub(crate) firefox: Option<PathBuf>,
    /// Write a profile for pprof.
    #[arg(long, value_name = "FILE")]
    pub(crate) pprof: Option<PathBuf>,
}

impl Views {
    fn is_asked(&self) -> bool {
        self.json || self.folded.is_some() || self.firefox.is_some() || self.pprof.is_some()
    }
}

/// Functions and causes in the text of a profile.
const TOP: usize = 10;

/// The report of a profile, if `paths` name one; `page` is where a page goes.
pub(crate) fn report(paths: &[PathBuf], views: &Views, page: Option<&Path>) -> Result<bool> {
    let [path] = paths else {
        if let Some(profile) = paths.iter().find(|path| profile::is_profile(path)) {
            bail!(
                "{} is a profile; give it alone, or two to `epicycle compare`",
                profile.display()
            );
        }
        if views.is_asked() {
            bail!(
                "--json, --folded, --firefox and --pprof are about one profile (`epicycle run --profile`)"
            );
        }
        return Ok(false);
    };
    let Some(profile) = profiling::read(path)? else {
        if views.is_asked() {
            bail!(
                "{}: no profile; --json, --folded, --firefox and --pprof are about what `epicycle run --profile` writes",
                path.display()
            );
        }
        return Ok(false);
    };
    let texts = [&views.folded, &views.firefox, &views.pprof];
    let texts = texts.into_iter().filter_map(|path| path.as_deref());
    if views.json && texts.chain(page).any(|path| path == Path::new("-")) {
        bail!(
            "--json and another form both go to the standard output; name a file for the other one"
        );
    }
    let mut outputs = Outputs::reading("it is the profile", path);
    let mut written = Vec::new();
    let mut write = |what: &str, path: &Option<PathBuf>, bytes: Vec<u8>| -> Result<()> {
        if let Some(path) = path {
            written.push((outputs.open(what, path)?, bytes));
        }
        Ok(())
    };
    if views.folded.is_some() {
        write(
            "stacks",
            &views.folded,
            profile::folded(&profile).into_bytes(),
        )?;
    }
    if views.firefox.is_some() {
        write(
            "profile",
            &views.firefox,
            profile::firefox(&profile)?.into_bytes(),
        )?;
    }
    if views.pprof.is_some() {
        write("profile", &views.pprof, profile::pprof(&profile)?)?;
    }
    if let Some(page) = page {
        write(
            "page",
            &Some(page.to_owned()),
            profile::page(&profile).into_bytes(),
        )?;
    }
    let is_written = !written.is_empty();
    // What cannot be written is said when everything else is.
    for (output, bytes) in &mut written {
        let _ = output.write_bytes(bytes);
    }
    drop(written);
    outputs.commit()?;
    if views.json {
        console::print(&profile::to_json(&profile))?;
    } else if !is_written {
        console::print(&text(&profile))?;
    }
    Ok(true)
}

fn text(profile: &ProfileFile) -> String {
    profile::overview(profile) + "\n" + &profile::largest_causes(profile, TOP)
}

/// What changed from one run to another by function, if both have profiles beside their reports (plans with `profile = true`).
pub(crate) fn beside(one: &::report::Run, other: &::report::Run) -> Result<Option<Diff>> {
    let read = |run: &::report::Run| {
        let file = run.file.with_extension("profile");
        // A report that is a profile itself, or a stream, has none.
        let found = match file != run.file && file.is_file() {
            true => profiling::read(&file)?,
            false => None,
        };
        let is_of = |profile: &ProfileFile| run.report.as_ref().is_ok_and(|it| profile.is_of(it));
        if found.as_ref().is_some_and(|profile| !is_of(profile)) {
            console::complain(&format!(
                "{}: not of the run whose report lies beside it; left out",
                file.display()
            ));
            return Ok(None);
        }
        Ok::<_, anyhow::Error>(found)
    };
    let (one, other) = (read(one)?, read(other)?);
    Ok(one
        .zip(other)
        .map(|(one, other)| profile::diff(&one, &other)))
}

/// The profiles to compare, if the paths name two; an error when only one of them is one.
pub(crate) fn pair(paths: &[PathBuf]) -> Result<Option<(ProfileFile, ProfileFile)>> {
    if !paths.iter().any(|path| profile::is_profile(path)) {
        return Ok(None);
    }
    let [one, other] = paths else {
        bail!("compare two profiles, not {}", paths.len());
    };
    for path in [one, other]
        .into_iter()
        .filter(|path| path.as_os_str() != "-")
    {
        File::open(path).with_context(|| format!("cannot read {}", path.display()))?;
    }
    match (profiling::read(one)?, profiling::read(other)?) {
        (Some(one), Some(other)) => Ok(Some((one, other))),
        (None, _) => bail!(
            "{}: no profile, but {} is one",
            one.display(),
            other.display()
        ),
        (_, None) => bail!(
            "{}: no profile, but {} is one",
            other.display(),
            one.display()
        ),
    }
}
