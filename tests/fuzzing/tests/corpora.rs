//! The inputs in `fuzz/corpus` go through the bodies of their targets.
//!
//! `cargo test -p epicycle-fuzzing` runs all of them; `EPICYCLE_CORPUS=DIR` takes the corpora of another folder, such as those that a
//! long run of the fuzzer has grown.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use fuzzing::TARGETS;

fn corpora() -> PathBuf {
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/corpus");
    std::env::var_os("EPICYCLE_CORPUS").map_or(own, PathBuf::from)
}

fn entries(folder: &Path) -> BTreeSet<PathBuf> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    entries
        .map(|entry| entry.expect("an entry").path())
        .collect()
}

fn holds_for_its_corpus(target: &str) {
    let files = entries(&corpora().join(target));
    let mut valid = 0;
    for file in &files {
        eprintln!("{}", file.display());
        valid += usize::from(fuzzing::run(
            target,
            &fs::read(file).expect("a file of the corpus"),
        ));
    }
    assert!(
        valid > 0,
        "none of {} inputs is a valid one: the corpus no longer tests {target}",
        files.len()
    );
}

macro_rules! targets {
    ($($target:ident)*) => {
        $(
            #[test]
            fn $target() {
                holds_for_its_corpus(stringify!($target));
            }
        )*

        /// Targets that a test replays.
        const REPLAYED: &[&str] = &[$(stringify!($target)),*];
    };
}

targets! { calls configs merge plans programs reports rules unwind }

#[test]
fn every_target_has_a_corpus_and_a_test_that_replays_it() {
    let targets: BTreeSet<&str> = TARGETS.iter().map(|(name, _)| *name).collect();
    assert_eq!(targets, REPLAYED.iter().copied().collect());
    let own = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz");
    for target in targets {
        assert!(
            own.join("corpus").join(target).is_dir(),
            "no corpus of {target}"
        );
        assert!(
            own.join(format!("fuzz_targets/{target}.rs")).is_file(),
            "no fuzz target {target}"
        );
    }
}
