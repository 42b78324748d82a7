//! Does a machine that does nothing any more end, with the status and the reason?

use crate::support::{Ended, Folder, epicycle_in, repository};

/// Boots the system of `tests/system/endings.S`, which ends in the way that a letter names.
fn boot(letter: &str, options: &[&str]) -> Ended {
    let folder = Folder::new(&format!("endings-{letter}-{}", options.len()));
    let system = repository("tests/system/endings");
    let system = system.to_str().unwrap();
    let mut words = vec!["boot", "--kernel", system, "--memory", "16M"];
    words.extend(["--append", letter]);
    words.extend(options);
    epicycle_in(&folder.0, &words, b"")
}

#[test]
fn a_branch_to_itself_that_no_interrupt_ends_is_a_hang() {
    for letter in ["a", "b"] {
        for options in [&[] as &[&str], &["--functional"]] {
            let ended = boot(letter, options);
            assert_eq!(ended.status, 3, "{letter}: {}", ended.stderr);
            assert!(
                ended.stderr.contains("a branch to itself") && ended.stderr.contains("at ip 0x10"),
                "{letter}: {}",
                ended.stderr
            );
        }
    }
    let ended = boot("c", &["--functional", "--max-instructions", "5M"]);
    assert_eq!(ended.status, 0, "a timer may interrupt: {}", ended.stderr);
    assert!(ended.stderr.contains("limit: 5000000"), "{}", ended.stderr);
}

/// `PAL_HALT` is how Linux turns off a machine that has no tables of ACPI; with these it turns off by ACPI, and halts by this call.
#[test]
fn a_halt_is_one_where_the_machine_can_be_turned_off_otherwise() {
    let ended = boot("h", &[]);
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert!(ended.stderr.contains("power off"), "{}", ended.stderr);
    let ended = boot("h", &["--acpi"]);
    assert_eq!(ended.status, 3, "{}", ended.stderr);
    assert!(ended.stderr.contains("halted"), "{}", ended.stderr);
}

#[test]
fn cycles_are_given_by_level_where_there_are_any() {
    let said = |most: &str| boot("a", &["--max-instructions", most]).stderr;
    assert_eq!(
        said("0"),
        "limit: 0 instructions, 0 interruptions, 0 cycles\n"
    );
    let some = said("1");
    assert!(
        some.starts_with("limit: 1 ") && some.ends_with(" at level 0)\n"),
        "{some}"
    );
}

#[test]
fn a_kernel_that_waits_behind_its_panic_has_ended() {
    let ended = boot("p", &[]);
    assert_eq!(ended.status, 3, "{}", ended.stderr);
    assert!(ended.text().ends_with("No init ]---\n"), "{}", ended.text());
    assert!(
        ended.stderr.contains("the kernel panicked"),
        "{}",
        ended.stderr
    );
    assert_eq!(boot("p", &["--panic-status", "7"]).status, 7);
    // One that restarts is waited for, and the reset or power-off behind the panic is not its end.
    assert_eq!(boot("t", &["--panic-status", "7"]).status, 7);
    let ended = boot("r", &["--max-instructions", "5M"]);
    assert!(ended.stderr.contains("limit: 5000000"), "{}", ended.stderr);
}

/// A program may print what a kernel prints when it panics; it executes afterwards, and behind a panic no program does.
#[test]
fn the_text_of_a_panic_that_a_program_prints_is_none() {
    for options in [&[] as &[&str], &["--functional"]] {
        let ended = boot("u", options);
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        assert!(
            ended.text().contains("Kernel panic - not syncing"),
            "{}",
            ended.text()
        );
        assert!(
            ended.stderr.contains("power off") && !ended.stderr.contains("panicked"),
            "{}",
            ended.stderr
        );
    }
}
