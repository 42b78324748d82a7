//! The source of the workspace as data, for the tests of its form (`tests/form.rs`).

mod circles;

pub use circles::{Circle, circles};

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The workspace's folder.
#[must_use]
pub fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// A source file.
pub struct Source {
    /// Path below the workspace's folder.
    pub path: String,
    /// Its text.
    pub text: String,
}

/// The files of the crates' `src` folders, in the order of their paths.
///
/// # Panics
///
/// The source cannot be read.
#[must_use]
pub fn sources() -> Vec<Source> {
    let mut sources = Vec::new();
    for name in crates() {
        collect(&root().join("crates").join(name).join("src"), &mut sources);
    }
    sources
}

fn collect(folder: &Path, sources: &mut Vec<Source>) {
    for path in entries(folder) {
        if path.is_dir() {
            collect(&path, sources);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            let text = fs::read_to_string(&path).expect("a source file is text");
            let path = path.strip_prefix(root()).expect("below the root");
            let path = path.display().to_string();
            sources.push(Source { path, text });
        }
    }
}

fn entries(folder: &Path) -> BTreeSet<PathBuf> {
    let entries = fs::read_dir(folder).expect("a folder of the workspace");
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

/// The names of the folders in `crates`.
///
/// # Panics
///
/// The folder cannot be read.
#[must_use]
pub fn crates() -> BTreeSet<String> {
    let folders = entries(&root().join("crates"));
    let folders = folders.iter().filter(|path| path.is_dir());
    let name = |path: &PathBuf| {
        path.file_name()
            .map(|name| name.to_string_lossy().into_owned())
    };
    folders.filter_map(name).collect()
}

/// The names under `[dependencies]` of each crate in `crates`.
///
/// # Panics
///
/// A `Cargo.toml` cannot be read.
#[must_use]
pub fn dependencies() -> BTreeMap<String, BTreeSet<String>> {
    let of = |name: &String| {
        let path = root().join("crates").join(name).join("Cargo.toml");
        let text = fs::read_to_string(path).expect("every crate has a Cargo.toml");
        let manifest: toml::Table = text.parse().expect("Cargo.toml is TOML");
        let table = manifest.get("dependencies").and_then(toml::Value::as_table);
        table
            .map(|table| table.keys().cloned().collect())
            .unwrap_or_default()
    };
    crates()
        .into_iter()
        .map(|name| (name.clone(), of(&name)))
        .collect()
}

/// The first line and the number of lines of each function, found by the indentation that rustfmt gives: a function
/// ends with the first closing brace below its `fn` and as far to the right.
pub fn functions(text: &str) -> impl Iterator<Item = (usize, usize)> {
    let lines: Vec<&str> = text.lines().collect();
    let indentation = |line: &str| line.len() - line.trim_start().len();
    let length = move |start: usize| {
        let depth = indentation(lines[start]);
        let closing =
            |line: &&str| indentation(line) == depth && line.trim_start().starts_with('}');
        let rest = lines.iter().skip(start).position(closing);
        let one_line = lines[start].trim_end().ends_with([';', '}']);
        if one_line {
            1
        } else {
            rest.map_or(1, |rest| rest + 1)
        }
    };
    let begins = |line: &str| {
        let qualifies = |word: &str| {
            word.starts_with("pub") || matches!(word, "const" | "async" | "unsafe" | "in")
        };
        let mut words = line.split_whitespace();
        words
            .find(|word| !qualifies(word))
            .is_some_and(|word| word == "fn")
    };
    let starts: Vec<usize> = text
        .lines()
        .enumerate()
        .filter(|(_, line)| begins(line))
        .map(|(number, _)| number)
        .collect();
    starts
        .into_iter()
        .map(move |start| (start + 1, length(start)))
}

/// Comments with a pronoun for an unnamed person: line numbers from 1.
pub fn persons(text: &str) -> impl Iterator<Item = usize> {
    const PERSONS: [&str; 6] = [
        "somebody",
        "nobody",
        "anybody",
        "someone",
        "anyone",
        "everybody",
    ];
    let personal = |line: &str| {
        let comment = line
            .find("//")
            .map_or("", |start| &line[start..])
            .to_lowercase();
        comment
            .split(|c: char| !c.is_alphabetic())
            .any(|word| PERSONS.contains(&word))
    };
    let lines = text.lines().enumerate();
    lines
        .filter(move |(_, line)| personal(line))
        .map(|(number, _)| number + 1)
}
