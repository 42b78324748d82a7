//! Folders of results merge or are refused; nothing is written outside the folder of the merged results, which then holds what
//! its summary says, and merges again to the same bytes.
//!
//! The input is files with a line `%` between them: how many shards and what to do with existing results, then for each file its
//! path below the scratch folder in the first line and its contents.

use std::path::{Component, Path};

use batch::{Existing, merge};
use report::Results;

use crate::scratch;

/// Files of one input.
const FILES: usize = 16;

/// Whether the path stays below the folder of the input, so that the body itself writes nothing elsewhere.
fn is_below(path: &Path) -> bool {
    path.components().count() <= 4
        && path.components().all(|part| match part {
            Component::Normal(name) => name.len() <= 200,
            _ => false,
        })
}

pub(crate) fn body(data: &[u8]) -> bool {
    let root = scratch::empty("merge");
    let mut parts = scratch::parts(data).into_iter();
    let choice = parts
        .next()
        .and_then(|part| part.first().copied())
        .unwrap_or(0);
    for part in parts.take(FILES) {
        let Some((path, text)) = split_line(&part) else {
            continue;
        };
        let path = Path::new(path);
        if !is_below(path) {
            continue;
        }
        let path = root.join(path);
        if let Some(folder) = path.parent()
            && std::fs::create_dir_all(folder).is_ok()
        {
            // Two files of the input may claim one name.
            let _ = std::fs::write(&path, text);
        }
    }
    let shards = ["a", "b", "c"].iter().take(1 + usize::from(choice % 3));
    let shards: Vec<_> = shards.map(|name| root.join(name)).collect();
    let existing =
        [Existing::Same, Existing::Replace, Existing::Resume][usize::from(choice / 3 % 3)];
    let out = root.join("out");
    let elsewhere = || {
        let files = scratch::contents(&root).into_iter();
        files
            .filter(|(path, _)| !path.starts_with(&out))
            .collect::<Vec<_>>()
    };
    let before = elsewhere();
    let merged = merge(&out, &shards, existing, &|| false);
    assert_eq!(
        elsewhere(),
        before,
        "only the folder of the merged results is written to"
    );
    let summary = match merged {
        Ok(summary) => summary,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    let results = Results::read(&out).expect("merged results can be read");
    assert_eq!(results.summary.as_ref(), Some(&summary));
    assert_eq!(results.runs.len(), summary.runs.len());
    for run in &results.runs {
        let line = run.line.as_ref().expect("the run is of a folder");
        let report = run
            .report
            .as_ref()
            .expect("the summary names reports that are there");
        assert!(line.agrees_with(report));
    }
    let whole = scratch::contents(&out);
    let again = merge(&out, &shards, Existing::Same, &|| false);
    assert_eq!(again.ok(), Some(summary));
    assert_eq!(scratch::contents(&out), whole);
    true
}

/// The first line of bytes as text, and what follows it.
fn split_line(bytes: &[u8]) -> Option<(&str, &[u8])> {
    let end = bytes.iter().position(|&byte| byte == b'\n')?;
    Some((std::str::from_utf8(&bytes[..end]).ok()?, &bytes[end + 1..]))
}
