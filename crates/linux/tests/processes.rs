//! What several processes have together: the topics of `guest/processes.c`.

mod support;

use linux::Outcome;
use support::guest;

/// What a topic prints.
fn printed(topic: &str) -> String {
    let program = guest("processes.elf").to_str().unwrap().to_owned();
    let arguments = |options: &mut linux::Options| options.arguments.push(program.into());
    let run = support::run_with("processes.elf", arguments, topic, 20_000_000);
    let ended = matches!(run.outcome, Outcome::Exit { status: 3 });
    assert!(ended, "{:?} {}", run.outcome, run.output);
    run.output
}

#[test]
fn threads_of_two_processes_meet_at_a_word_of_a_page_that_both_have() {
    assert_eq!(
        printed("words"),
        "woken 1 status 0\nof its own: woken 0 status 110\nprivate: woken 0 and 0 status 110\n\
         moved 1, woken 0 and 1 status 0\nlocked in turn: status 0\n"
    );
    assert_eq!(printed("turns"), "status 5 and 9 after 60 turns, late 0\n");
}

#[test]
fn a_lock_whose_owner_has_ended_in_another_process_wakes_its_waiter() {
    assert_eq!(printed("robust"), "errno 0 lock c0000000 status 4\n");
}

#[test]
fn processes_hear_each_other_and_wait_for_each_other() {
    assert_eq!(printed("pair"), "read 1040094 status 6\n");
    assert_eq!(
        printed("vfork"),
        "behind 3001 steps status 8\nbehind -1 status 10\n"
    );
}

#[test]
fn a_process_that_has_ended_shows_nothing_of_another_that_has_what_was_its_own() {
    assert_eq!(
        printed("zombie"),
        "cwd leads to '/proc', errno 0; a directory: yes\nfd/0: 0 and 0\nfd/77: 2 and 2\n\
         maps: nothing\ncmdline: nothing\nenviron: nothing\nauxv: nothing\ncomm: processes.elf\n\n\
         stat: 1001 (processes.elf) Z 1000 1000 999 0 -...\n\
         status: Name:\tprocesses.elf\nState:\tZ (zombie)\nTg...\n\
         exe leads to '', errno 2; a directory: no\ncwd leads to '', errno 2; a directory: no\nfd: 2 entries\n\
         status 0 and 6\ncomm leads to '', errno 2; a directory: no\n\
         cwd: 2 and 2\nexe: 2 and 2\nfd/0: 2 and 2\nfd/77: 2 and 2\nfd: 2 and 2\ntask: 2 and 2\n: 2 and 2\n"
    );
}
