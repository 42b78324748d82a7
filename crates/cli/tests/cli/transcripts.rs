//! Do the commands that run nothing print what the transcripts say? `TRYCMD=overwrite` blesses them.

#[test]
fn the_transcripts_are_current() {
    trycmd::TestCases::new().case("tests/transcripts/*.trycmd");
}
