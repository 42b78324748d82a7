//! The standard streams: are they read once, closed without an error, and is what cannot be written to them named?

use crate::outputs::shell;
use crate::support::{Folder, epicycle_in, guest, names};

#[test]
fn a_closed_pipe_is_no_error_of_any_command() {
    let folder = Folder::new("closed");
    let ended = epicycle_in(
        &folder.0,
        &[
            "run",
            "--report",
            "r.json",
            guest("hello").to_str().unwrap(),
        ],
        b"",
    );
    assert_eq!(ended.status, 0);
    for command in [
        "events",
        "events --names",
        "config show",
        "config list",
        "config schema",
        "config explain",
        "config diff itanium itanium2",
        "disasm $HELLO",
        "disasm --json $HELLO",
        "disasm --raw $HELLO",
        "report r.json",
        "compare r.json r.json",
        "annotate $SILENT",
        "annotate --json $SILENT",
        "run --trace - $SILENT",
        "run --retire-log - $SILENT",
        "run --report - $SILENT",
        "pfmon -l",
        "pfmon -e CPU_CYCLES $SILENT",
    ] {
        // The reader is gone before anything is written.
        let line = format!("set -o pipefail; (sleep 0.2; exec $E {command}) | true");
        let (status, _, message) = shell(&folder.0, &line);
        assert_eq!(status, Some(0), "{command}: {message}");
        assert!(!message.contains("epicycle:"), "{command}: {message}");
    }
}

#[test]
fn a_guest_that_loses_its_reader_ends_by_sigpipe_and_is_no_failed_run_of_the_command() {
    let folder = Folder::new("reader");
    let closed = |command: &str| {
        let line = format!("set -o pipefail; (sleep 0.2; exec $E {command} $HELLO) | true");
        shell(&folder.0, &line)
    };
    assert_eq!(closed("run --quiet --report r.json").0, Some(128 + 13));
    let run: report::Report = report::read(&folder.path("r.json")).unwrap();
    assert_eq!(run.outcome.signal, Some(13));
    for command in [
        "annotate",
        "annotate --json=listing",
        "monitors",
        "profileme --quiet",
        "core-trace --out trace",
        "pfmon -e CPU_CYCLES",
    ] {
        let (status, _, message) = closed(command);
        assert_eq!(status, Some(0), "{command}: {message}");
        assert!(!message.contains("epicycle:"), "{command}: {message}");
        if !command.contains("quiet") {
            assert!(
                message.contains("killed by signal 13"),
                "{command}: {message}"
            );
        }
    }
    assert!(folder.path("listing").is_file());
}

#[test]
fn what_cannot_be_written_to_the_standard_output_is_named_by_every_command() {
    let folder = Folder::new("full");
    folder.go(
        &format!("run -q --profile p {}", guest("alat").display()),
        0,
    );
    for (line, status, what) in [
        ("--help", 2, "cannot write to"),
        ("--version", 2, "cannot write to"),
        ("run --help", 125, "cannot write to"),
        ("report --folded - p", 2, "cannot write stacks to"),
        ("report --firefox - p", 2, "cannot write profile to"),
        ("report --pprof - p", 2, "cannot write profile to"),
        ("report -o - p", 2, "cannot write page to"),
        ("disasm $SILENT", 2, "cannot write to"),
        ("monitors $SILENT", 2, "cannot write comparison to"),
        ("pfmon -l", 1, "cannot write results to"),
        ("pfmon -e CPU_CYCLES $SILENT", 1, "cannot write results to"),
        (
            "pfmon -e CPU_CYCLES --with-header $SILENT",
            1,
            "cannot write results to",
        ),
        (
            "pfmon -e CPU_CYCLES --long-smpl-periods=10 $SILENT",
            1,
            "cannot write results to",
        ),
        (
            "pfmon -e CPU_CYCLES --outfile=- $SILENT",
            1,
            "cannot write counts to",
        ),
    ] {
        let (ended, _, message) = shell(&folder.0, &format!("$E {line} > /dev/full"));
        assert_eq!(ended, Some(status), "{line}: {message}");
        let says = format!("{what} the standard output: No space left on device");
        assert_eq!(message.matches(&says).count(), 1, "{line}: {message}");
        assert_eq!(message.lines().count(), 1, "{line}: {message}");
    }
}

#[test]
fn a_dash_is_no_folder_to_write() {
    let folder = Folder::new("dash");
    folder.file("hello", std::fs::read(guest("hello")).unwrap());
    folder.file(
        "plan.toml",
        "configs = [\"itanium\"]\n[[workload]]\nname = \"hello\"\npath = \"hello\"\n",
    );
    folder.go("batch plan.toml -q --out out --store store", 0);
    let before = names(&folder.0);
    for (line, status) in [
        ("batch plan.toml --out -", 2),
        ("batch plan.toml --out new --keep-scratch -", 2),
        ("batch plan.toml --out new --store -", 2),
        ("batch plan.toml --out new --csv -", 2),
        ("report out --csv -", 2),
        ("report out --svg -", 2),
        ("merge out --out -", 2),
        ("store merge - store", 2),
        ("man --out -", 2),
        ("run -q --checkpoint-at 5 --checkpoint-dir - hello", 125),
    ] {
        let refused = folder.go(line, status).stderr;
        assert!(refused.contains("name a folder"), "{line}: {refused}");
        assert_eq!(names(&folder.0), before, "{line}");
    }
}

#[test]
fn the_standard_input_is_read_once() {
    let folder = Folder::new("once");
    for (line, status, both) in [
        ("check - out --baseline -", 2, "RULES.toml and --baseline"),
        ("check - -", 2, "RULES.toml and REPORT"),
        (
            "check rules.toml - --baseline -",
            2,
            "REPORT and --baseline",
        ),
        ("compare - -", 2, "REPORT and REPORT"),
        ("report - -", 2, "REPORT and REPORT"),
        ("merge - - --out x", 2, "SHARD and SHARD"),
        ("batch - -c - --out x", 2, "PLAN.toml and --config"),
        ("run -c - -", 125, "--config and PROGRAM"),
        ("annotate -c - -", 2, "--config and PROGRAM"),
        ("monitors -c - -", 2, "--config and PROGRAM"),
        ("profileme -c - -", 2, "--config and PROGRAM"),
        ("pipeline -c - -", 2, "--config and PROGRAM"),
        ("core-trace --out x -c - -", 2, "--config and PROGRAM"),
        ("schedule -c - -", 2, "--config and FILE"),
        ("boot --kernel - --initrd -", 2, "--kernel and --initrd"),
        (
            "boot --kernel k --console-input - -c -",
            2,
            "--config and --console-input",
        ),
        (
            "pfmon --config=- -e CPU_CYCLES -",
            1,
            "--config and the command",
        ),
    ] {
        let refused = folder.go(line, status).stderr;
        let says = format!("{both} are both -: the standard input can be read once");
        assert!(refused.contains(&says), "{line}: {refused}");
        assert!(names(&folder.0).is_empty(), "{line}");
    }
    // Whatever else reads it, the second reader says why there is nothing.
    folder.file("hello", std::fs::read(guest("hello")).unwrap());
    let refused = folder
        .go("run -q --simpoints - --weights - hello", 125)
        .stderr;
    assert!(refused.contains("can be read once"), "{refused}");
}

#[test]
fn a_listing_on_the_standard_output_under_another_name_has_it_for_itself() {
    let folder = Folder::new("dev-stdout");
    for line in [
        "$E profileme --quiet --period 10 --out t --samples /dev/stdout $HELLO",
        "$E pipeline --out /dev/stdout $HELLO",
    ] {
        let (status, text, message) = shell(&folder.0, line);
        assert_eq!(status, Some(0), "{line}: {message}");
        let greeting = "hello, world";
        assert!(
            !text.is_empty() && !text.contains(greeting),
            "{line}: {text}"
        );
        assert!(message.contains(greeting), "{line}: {message}");
    }
}

#[test]
fn a_stream_that_cannot_be_written_costs_no_other_output() {
    let folder = Folder::new("stream-fails");
    shell(&folder.0, "$E run --quiet --report whole $HELLO");
    let whole = folder.text("whole");
    for stream in [
        "--trace /dev/full",
        "--retire-log /dev/full",
        "--bbv /dev/full --bbv-interval 1000",
        "--interval 1 --interval-out /dev/full",
        "--trace-format bt9 --trace /dev/full",
        "--pipeview /dev/full",
        "--checkpoint-at _start --checkpoint-dir kept",
    ] {
        // A file is in the place of the folder of pages, so that no checkpoint can be written.
        let before = "rm -rf kept r && mkdir kept && : > kept/pages";
        let line = format!("{before} && $E run --report r {stream} $HELLO");
        let (ended, _, message) = shell(&folder.0, &line);
        assert_eq!(ended, Some(125), "{stream}: {message}");
        assert!(message.contains("instructions"), "{stream}: {message}");
        let named = ["/dev/full: No space left", "kept/pages"];
        let named = named.into_iter().any(|why| message.contains(why));
        assert!(named, "{stream}: {message}");
        assert_eq!(folder.text("r"), whole, "{stream}");
    }
    for stream in ["--trace", "--log-interruptions"] {
        let boot = "$E boot --max-instructions 100K --kernel $KERNEL";
        let line = format!("rm -f r && {boot} --report r {stream} /dev/full >&2");
        let (ended, _, message) = shell(&folder.0, &line);
        assert_eq!(ended, Some(2), "{stream}: {message}");
        assert!(
            message.contains("/dev/full: No space left"),
            "{stream}: {message}"
        );
        assert!(folder.path("r").exists(), "{stream}");
    }
}
