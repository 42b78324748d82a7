//! Is everything refused that cannot be continued, and every damaged file an error that names it?

use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use checkpoint::Checkpoint;
use sim::{Mode, Request, Restore};
use tempfile::TempDir;

use crate::{family, going_on, guest, making, repository, run, workload};

#[test]
fn open_files_are_opened_again_and_one_that_has_changed_is_refused_by_name() {
    let whole = {
        let folder = TempDir::new().unwrap();
        run(guest("files", folder.path(), Mode::Functional))
    };
    let mut refused = 0;
    for at in (20..whole.0.instructions).step_by(97) {
        let (folder, kept) = (TempDir::new().unwrap(), TempDir::new().unwrap());
        let place = at.to_string();
        let mut request = guest("files", folder.path(), Mode::Functional);
        request.max_instructions = Some(at);
        let (_, begun) = run(making(request, kept.path(), &[&place], false));
        let again = || {
            let request = guest("files", folder.path(), Mode::Functional);
            going_on(request, kept.path(), &place)
        };
        let file = folder.path().join("new.txt");
        if let Ok(bytes) = fs::read(&file) {
            fs::write(&file, b"something else").unwrap();
            if let Err(error) = sim::run(again()) {
                let error = error.to_string();
                assert!(
                    error.contains("new.txt: its contents have changed"),
                    "{error}"
                );
                refused += 1;
            } else {
                // It was not open there; what the run has made of it does not matter.
                continue;
            }
            fs::write(&file, bytes).unwrap();
        }
        let (_, rest) = run(again());
        assert_eq!([begun, rest].concat(), whole.1, "from {at}");
    }
    assert!(refused > 0);
}

#[test]
fn what_no_checkpoint_can_hold_is_refused_with_its_name() {
    let folder = TempDir::new().unwrap();
    let config = Arc::new(config::load::<&str>("itanium", &[]).unwrap());
    let program = repository("crates/linux/tests/guest/bounds.elf");
    let mut request = Request::new(config, program.canonicalize().unwrap());
    request.args = vec!["instances".to_owned()];
    request.mode = Mode::Functional;
    let error = sim::run(making(request, folder.path(), &["200000"], false)).unwrap_err();
    let error = error.to_string();
    assert!(
        error.starts_with("checkpoint: at 200000: the run has an epoll instance open (descriptor ")
            && error.ends_with("; make it at another place"),
        "{error}"
    );
    assert!(!folder.path().join("200000.checkpoint").exists());
}

/// Before anything executes.
#[test]
fn what_checkpoints_do_not_hold_is_refused_with_its_option() {
    let folder = TempDir::new().unwrap();
    let refused = |request: Request, warm: bool, option: &str| {
        let error = sim::run(making(request, folder.path(), &["1000"], warm));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(option), "{error}");
    };
    let request = || workload("sort", "itanium", Mode::Timed);
    let mut monitored = request();
    monitored.pmcs = vec![(4, 0x1204)];
    refused(monitored, false, "--pmc");
    let mut monitored = request();
    monitored.pmds = vec![(4, 5)];
    refused(monitored, true, "--pmd");
    let mut part = request();
    part.region = Some(sim::Bounds {
        start: Some("500".to_owned()),
        stop: None,
    });
    refused(part, true, "--roi-start");
    assert!(!folder.path().join("1000.checkpoint").exists());
}

#[test]
fn another_program_config_or_input_is_refused_with_the_reason() {
    let folder = TempDir::new().unwrap();
    let request = || workload("strsearch", "itanium", Mode::Timed);
    run(making(request(), folder.path(), &["500000"], true));
    let refused = |request: Request| {
        let error = sim::run(going_on(request, folder.path(), "500000")).unwrap_err();
        error.to_string()
    };
    let error = refused(workload("strsearch", "itanium2", Mode::Timed));
    assert!(
        error.contains("a warm checkpoint of config itanium"),
        "{error}"
    );

    let echo = |input: &'static [u8]| {
        let config = Arc::new(config::load::<&str>("itanium", &[]).unwrap());
        let mut request = Request::new(config, repository("tests/guests/echo"));
        request.stdin = Box::new(input);
        request.mode = Mode::Functional;
        request
    };
    let (whole, _) = run(echo(b"one line\n"));
    let place = (whole.instructions - 1).to_string();
    run(making(echo(b"one line\n"), folder.path(), &[&place], false));
    for (input, reason) in [
        (
            &b""[..],
            "it ends after 0 bytes, and the run has read 9 of it",
        ),
        (b"two line\n", "its first 9 bytes are others"),
    ] {
        let error = sim::run(going_on(echo(input), folder.path(), &place));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(reason), "{error}");
    }

    let program = folder.path().join("program");
    fs::copy(repository("workloads/bin/sort"), &program).unwrap();
    let config = Arc::new(config::load::<&str>("itanium", &[]).unwrap());
    let own = || Request::new(Arc::clone(&config), &program);
    run(making(own(), folder.path(), &["7000"], false));
    fs::copy(repository("workloads/bin/crc"), &program).unwrap();
    let error = sim::run(going_on(own(), folder.path(), "7000")).unwrap_err();
    assert!(
        error.to_string().contains("is not the one that was run"),
        "{error}"
    );
}

#[test]
fn a_damaged_file_or_page_is_an_error_that_names_it() {
    let folder = TempDir::new().unwrap();
    let request = || workload("crc", "itanium", Mode::Timed);
    run(making(request(), folder.path(), &["40000"], true));
    let path = folder.path().join("40000.checkpoint");
    let bytes = fs::read(&path).unwrap();
    let damaged = folder.path().join("damaged.checkpoint");
    for at in (0..bytes.len()).step_by(bytes.len() / 400 + 1) {
        for change in [0x01, 0x80] {
            let mut other = bytes.clone();
            other[at] ^= change;
            fs::write(&damaged, &other).unwrap();
            let error = Restore::read(&damaged).unwrap_err().to_string();
            assert!(error.contains("damaged.checkpoint: "), "{error}");
        }
        fs::write(&damaged, &bytes[..at]).unwrap();
        assert!(Restore::read(&damaged).is_err(), "cut at {at}");
    }
    let mut pages = Vec::new();
    for part in fs::read_dir(folder.path().join("pages")).unwrap() {
        pages.extend(fs::read_dir(part.unwrap().path()).unwrap());
    }
    let page = pages.pop().unwrap().unwrap().path();
    let bytes = fs::read(&page).unwrap();
    for other in [&bytes[..bytes.len() / 2], b"", b"no page"] {
        fs::write(&page, other).unwrap();
        let error = sim::run(going_on(request(), folder.path(), "40000"));
        let error = error.unwrap_err().to_string();
        assert!(error.contains(page.to_str().unwrap()), "{error}");
    }
    fs::remove_file(&page).unwrap();
    let error = sim::run(going_on(request(), folder.path(), "40000"));
    assert!(
        error
            .unwrap_err()
            .to_string()
            .contains(page.to_str().unwrap())
    );
}

/// Parts with a right checksum whose bytes are others: what the guest has. What the cycle model has is not among them: it holds counts
/// of which no value is wrong by itself.
#[test]
fn forged_parts_are_errors_or_other_runs_and_never_a_panic() {
    let folder = TempDir::new().unwrap();
    let request = |threads| {
        let mut request = match threads {
            true => guest("threads", folder.path(), Mode::Functional),
            false => family(
                &repository("tests/guests/descendants"),
                &[],
                Mode::Functional,
            ),
        };
        request.max_instructions = Some(60_000);
        request
    };
    // Threads of one process, two processes with a pipe and a shared page, and one that has executed a program.
    for (threads, place) in [(true, "9000"), (false, "11000"), (false, "25000")] {
        run(making(request(threads), folder.path(), &[place], false));
        forge(&folder, place, || request(threads));
    }
}

#[test]
fn a_checkpoint_with_impossible_numbers_of_instructions_or_cycles_is_damaged() {
    let folder = TempDir::new().unwrap();
    let request = || guest("threads", folder.path(), Mode::Timed);
    run(making(request(), folder.path(), &["9000"], false));
    let whole = fs::read(folder.path().join("9000.checkpoint")).unwrap();
    let path = folder.path().join("forged.checkpoint");
    let whole = Checkpoint::from_bytes(&whole, &path).unwrap();
    let about = String::from_utf8(whole.part("about").unwrap().to_vec()).unwrap();
    /// What stands before and behind the number of this name, and the number.
    fn split<'a>(text: &'a str, name: &str) -> (&'a str, &'a str, u64) {
        let at = text.find(name).unwrap() + name.len();
        let rest = text[at..].trim_start_matches(|c: char| c.is_ascii_digit());
        let number = &text[at..text.len() - rest.len()];
        (&text[..at], rest, number.parse().unwrap())
    }
    let forged = |instructions: u64, clock: u64| {
        let mut forged = whole.clone();
        // The machine's number is the first word of its part.
        let mut machine = whole.part("machine").unwrap().to_vec();
        machine[..8].copy_from_slice(&instructions.to_le_bytes());
        forged.add_bytes("machine", machine);
        let (before, rest, _) = split(&about, "\"instructions\":");
        let other = format!("{before}{instructions}{rest}");
        let (before, rest, _) = split(&other, "\"clock\":");
        forged.add_bytes("about", format!("{before}{clock}{rest}").into_bytes());
        forged.write(&path, false).unwrap();
        let mut request = request();
        Restore::read(&path).unwrap().apply(&mut request);
        sim::run(request)
    };
    let (_, _, instructions) = split(&about, "\"instructions\":");
    let (_, _, clock) = split(&about, "\"clock\":");
    assert!(forged(instructions, clock).is_ok(), "it is as it was");
    for (instructions, clock) in [
        (u64::MAX - 3, clock),
        (instructions + 1, clock),
        (instructions, u64::MAX),
    ] {
        let error = forged(instructions, clock).unwrap_err().to_string();
        assert!(error.contains("damaged: "), "{error}");
        assert!(error.contains("make the checkpoint again"), "{error}");
    }
}

/// Changes one bit after the other of a checkpoint's parts.
fn forge(folder: &TempDir, place: &str, request: impl Fn() -> Request) {
    let whole = fs::read(folder.path().join(format!("{place}.checkpoint"))).unwrap();
    let path = folder.path().join("forged.checkpoint");
    let whole = Checkpoint::from_bytes(&whole, &path).unwrap();
    let mut random = fastrand::Rng::with_seed(11);
    let (mut refused, mut went_on, mut why) = (0, 0, String::new());
    for part in [
        "machine",
        "memory",
        "programs",
        "processes",
        "threads",
        "kernel",
        "files",
        "about",
    ] {
        let bytes = whole.part(part).unwrap().to_vec();
        for _ in 0..60 {
            let mut other = bytes.clone();
            let at = random.usize(..other.len());
            other[at] ^= 1 << random.u32(..8);
            let mut forged = whole.clone();
            forged.add_bytes(part, other);
            forged.write(&path, false).unwrap();
            let outcome = catch_unwind(AssertUnwindSafe(|| {
                let mut request = request();
                let directory = request.files.directory.clone();
                Restore::read(&path)?.apply(&mut request);
                request.files.writable = false;
                request.files.directory = directory;
                sim::run(request)
            }));
            match outcome.unwrap_or_else(|_| panic!("{place}: {part}, byte {at}")) {
                Ok(_) => went_on += 1,
                Err(error) => {
                    refused += 1;
                    why = error.to_string();
                }
            }
        }
    }
    assert!(refused > 50 && went_on > 50, "{refused} {went_on} {why}");
}
