//! `pfmon` on the shipped programs: every example of its document, and every option. README.md lists the examples.

mod counting;
mod document;
mod options;
mod qualification;
mod support;

use support::folder;

/// Do the transcripts show what the command prints? `TRYCMD=overwrite` blesses them.
#[test]
fn the_transcripts_are_current() {
    // The only use of the current folder in this program: trycmd runs commands there.
    std::env::set_current_dir(folder()).expect("a folder");
    let transcripts = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/pfmon/*/*.trycmd");
    trycmd::TestCases::new()
        .env("HOME", folder().to_str().expect("text"))
        .register_bin("pfmon", folder().join("pfmon"))
        .case(transcripts)
        .run();
}
