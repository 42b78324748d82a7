//! `epicycle store`: stores of results, apart from batches.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};

use anyhow::{Context as _, Result, bail};
use batch::{Defect, Store};
use clap::{Args, Subcommand};
use report::{Results, SUMMARY_FILE};

use crate::options::{bytes, folder_to_write};
use crate::{console, status};

/// List, verify, shrink and merge stores of results, which `batch --store` fills and asks.
///
/// A store is a folder; `auto` is that in the user's cache folder.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// Print the results in a store, a line each.
    List {
        /// The store.
        #[arg(value_name = "DIR")]
        store: PathBuf,
    },
    /// Read every result and name the damaged and unreadable ones, which the next batch that needs them runs again.
    ///
    /// 1: there are some.
    Verify {
        /// The store.
        #[arg(value_name = "DIR")]
        store: PathBuf,
    },
    /// Remove results, those first that were of no use for longest, until the others take no more than the size.
    Gc {
        /// The store.
        #[arg(value_name = "DIR")]
        store: PathBuf,
        /// Bytes that stay at most, such as 500M; 0 removes all.
        #[arg(long, value_name = "BYTES", value_parser = bytes)]
        max_size: u64,
    },
    /// Copy into a store what others hold and it does not.
    ///
    /// 1: results of the others are damaged or unreadable and left out.
    Merge {
        /// The store that gets them, made where there is none.
        #[arg(value_name = "DIR", value_parser = folder_to_write())]
        into: PathBuf,
        /// The others.
        #[arg(value_name = "OTHER", required = true)]
        others: Vec<PathBuf>,
    },
}

/// The folder that an argument names.
///
/// # Errors
/// The user has no folder for caches.
pub(crate) fn folder(named: &Path) -> Result<PathBuf> {
    if named != Path::new("auto") {
        return Ok(named.into());
    }
    let absolute = |name: &str| {
        let path = std::env::var_os(name).map(PathBuf::from);
        path.filter(|path| path.is_absolute())
    };
    let cache = absolute("XDG_CACHE_HOME")
        .or_else(|| Some(absolute("HOME")?.join(".cache")))
        .context("auto: neither XDG_CACHE_HOME nor HOME names a folder; name one for the store")?;
    Ok(cache.join("epicycle").join("store"))
}

/// Says which folders of a store are of other versions.
pub(crate) fn name_others(store: &Store) {
    for other in store.other_versions() {
        console::inform(&format!(
            "store: {} is of another version and left as it is; remove it when no simulator of that version needs it\n",
            other.display()
        ));
    }
}

fn open(named: &Path) -> Result<Store> {
    let store = Store::open(&folder(named)?)?;
    name_others(&store);
    Ok(store)
}

/// The results at a path: a report, the folder of a batch, or a store.
///
/// # Errors
/// The folder cannot be read, or is none of these.
pub(crate) fn results(path: &Path) -> Result<Results> {
    let Some(folder) = at(path) else {
        return Ok(Results::read(path)?);
    };
    let store = Store::open(&folder)?;
    name_others(&store);
    let (results, words) = store.results()?;
    for word in words {
        console::inform(&format!("store: {word}\n"));
    }
    if results.runs.is_empty() {
        bail!("the store {} holds no result", folder.display());
    }
    Ok(results)
}

/// The same; a report that is named itself has to be one. One of a batch that cannot be read is a run of it.
///
/// # Errors
/// Those of [`results`], and what is wrong with the report.
pub(crate) fn named_results(path: &Path) -> Result<Results> {
    let mut results = results(path)?;
    let unread = results.runs.iter().position(|run| run.report.is_err());
    if let (None, Some(unread)) = (&results.summary, unread) {
        results.runs.swap_remove(unread).report?;
    }
    Ok(results)
}

/// The store at a path, if one is there. `auto` is the user's own, unless something is of that name here.
pub(crate) fn at(path: &Path) -> Option<PathBuf> {
    let folder = if path.exists() {
        path.into()
    } else {
        folder(path).ok()?
    };
    (Store::is_at(&folder) && !folder.join(SUMMARY_FILE).exists()).then_some(folder)
}

/// Carries out what is to be done.
pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    match &arguments.action {
        Action::List { store } => list(store),
        Action::Verify { store } => verify(store),
        Action::Gc { store, max_size } => {
            let done = open(store)?.collect(*max_size)?;
            console::print(&format!(
                "{} results of {} bytes removed, {} of {} bytes left\n",
                done.removed, done.freed, done.left, done.bytes
            ))?;
            Ok(status::DONE)
        }
        Action::Merge { into, others } => merge(into, others),
    }
}

fn list(store: &Path) -> Result<u8> {
    let mut text = format!(
        "{:>10} {:>15} {:>15} {:>6}  {:33}  run\n",
        "bytes", "instructions", "cycles", "files", "entry"
    );
    for entry in open(store)?.list()? {
        let run = match &entry.run {
            Ok((workload, config)) => format!("{workload}/{config}"),
            Err(defect) => defect.to_string(),
        };
        let cycles = entry.cycles.map_or("-".into(), |cycles| cycles.to_string());
        let (bytes, instructions, files) = (entry.bytes, entry.instructions, entry.files);
        let name = name(&entry.path);
        text.push_str(&format!(
            "{bytes:>10} {instructions:>15} {cycles:>15} {files:>6}  {name}  {run}\n"
        ));
    }
    console::print(&text)?;
    Ok(status::DONE)
}

/// How an entry is called: the begin of its key and its file.
fn name(path: &Path) -> String {
    let text = |part: Option<&OsStr>| part.unwrap_or_default().to_string_lossy().into_owned();
    let key = text(path.parent().and_then(Path::file_name));
    let key: String = key.chars().take(16).collect();
    format!("{key}/{}", text(path.file_stem()))
}

fn verify(store: &Path) -> Result<u8> {
    let all = open(store)?.list()?;
    let mut text = String::new();
    let (mut damaged, mut unreadable) = (0, 0);
    for entry in &all {
        if let Err(defect) = &entry.run {
            match defect {
                Defect::Damaged(_) => damaged += 1,
                Defect::Unreadable(_) => unreadable += 1,
            }
            text.push_str(&format!("{} is {defect}\n", entry.path.display()));
        }
    }
    text.push_str(&format!("{} results, {damaged} damaged", all.len()));
    if unreadable > 0 {
        text.push_str(&format!(", {unreadable} unreadable"));
    }
    text.push('\n');
    console::print(&text)?;
    Ok(if damaged + unreadable == 0 {
        status::DONE
    } else {
        status::FINDINGS
    })
}

fn merge(into: &Path, others: &[PathBuf]) -> Result<u8> {
    let others: Vec<Store> = others.iter().map(|it| open(it)).collect::<Result<_>>()?;
    let store = Store::create(&folder(into)?)?;
    name_others(&store);
    let mut end = status::DONE;
    let mut text = String::new();
    for other in &others {
        let done = store.merge(other)?;
        for (path, defect) in &done.defective {
            text.push_str(&format!("{} is left out: {defect}\n", path.display()));
            end = status::FINDINGS;
        }
        text.push_str(&format!(
            "{}: {} results copied, {} there already\n",
            other.directory().display(),
            done.copied,
            done.there
        ));
    }
    console::print(&text)?;
    Ok(end)
}
