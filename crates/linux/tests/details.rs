//! Details of calls, limits and process groups: the topics of `guest/details.c`.

mod support;

use std::fs;
use std::os::unix::fs::PermissionsExt;

use linux::{FileOptions, Options, Outcome};
use support::{Scratch, guest};

/// What a topic prints in a folder of its own, which holds the program.
fn printed_with(change: impl FnOnce(&mut Options), topic: &str, argument: &str) -> String {
    let root = Scratch::new(&format!("details-{}", topic.replace(' ', "-")));
    let program = root.0.join("details.elf");
    fs::copy(guest("details.elf"), &program).unwrap();
    let mut above = "details.elf names".to_owned();
    for number in 1..=6 {
        let script = root.0.join(format!("s{number}"));
        fs::write(&script, format!("#!/{above}\n")).unwrap();
        fs::set_permissions(&script, fs::Permissions::from_mode(0o755)).unwrap();
        above = format!("s{number}");
    }
    let inside = |options: &mut Options| {
        options.program = program.clone();
        options.arguments.push(argument.into());
        options.files = FileOptions {
            root: Some(root.0.clone()),
            writable: true,
            ..FileOptions::default()
        };
        change(options);
    };
    let run = support::run_with("details.elf", inside, topic, 40_000_000);
    let ended = matches!(run.outcome, Outcome::Exit { status: 3 });
    assert!(ended, "{:?} {}", run.outcome, run.output);
    run.output
}

fn printed(topic: &str) -> String {
    printed_with(|_| {}, topic, "/details.elf")
}

#[test]
fn an_epoll_instance_watches_an_open_file_whatever_descriptors_stand_for_it() {
    assert_eq!(
        printed("epoll"),
        "by a copy: 1 in a child: 1 closed: 0\nhung up: 15\n"
    );
}

#[test]
fn transfers_move_what_has_a_place_and_lose_nothing() {
    assert_eq!(
        printed("transfers"),
        "read 4 '25' then at 5, write 3 at 8\npipe errno 14 left 10 errno 14\nappend: size 12 errno 22 errno 95\n\
         overlap errno 22 apart 6 append errno 9 and 22\n"
    );
}

#[test]
fn arguments_that_linux_refuses_are_refused() {
    assert_eq!(
        printed("refusals"),
        "faccessat 2 linkat 22 fstatat 22 statx 22 msync 22 mlockall 22 wait4 22 madvise 22 affinity 3 futex 3\n\
         chdir 13\nto itself 0 clone 10 1\n"
    );
}

#[test]
fn limits_of_memory_and_time_take_effect() {
    let slow = |options: &mut Options| options.frequency_hz = 1_000_000;
    assert_eq!(
        printed_with(slow, "limits", ""),
        "data: 12 0 break 0\nall: 12 12\nwarned 2\nkilled by 9\n"
    );
}

#[test]
fn stop_signals_of_a_terminal_pass_orphaned_groups_and_those_that_become_so_go_on() {
    assert_eq!(
        printed("groups"),
        "orphaned: 400 with a parent: 147f 500\ngot 18\ngot 1\ngoes on\nsetpgid 1 22 13\n"
    );
}

#[test]
fn a_file_is_not_executed_and_written_at_once() {
    assert_eq!(printed("busy"), "open 26 truncate 26 execve 26 8\n");
}

#[test]
fn a_script_is_known_by_its_own_name_and_five_follow_each_other() {
    let run = |script| printed_with(|_| {}, "script", script);
    assert_eq!(run("/s1"), "/s1: file /s1 name s1\n");
    assert_eq!(run("/s5"), "/s5: file /s5 name s5\n");
    assert_eq!(run("/s6"), "/s6: errno 40\n");
}

#[test]
fn a_lock_whose_owner_executes_another_program_wakes_its_waiter() {
    assert_eq!(printed("robust"), "errno 0 lock c0000000 alive 1\n");
}

#[test]
fn open_files_and_mappings_show_that_their_names_change_and_keep_their_numbers() {
    assert_eq!(
        printed("unlinked"),
        "renamed /v /v\nremoved /v (deleted) /v (deleted) 1 names 0\nagain /v 0\n\
         closed 1 mapped /v (deleted)\nreplaced /w (deleted) by /w 1\nsecond name /w (deleted) 1\n\
         below /g/e/f\ndirectory /g (deleted) 1\nmemory 0\n"
    );
}

#[test]
fn calls_about_a_number_check_what_linux_checks_and_in_its_order() {
    assert_eq!(
        printed("numbered"),
        "negative 22 22 22 22 22 affinity 3 3\npolicies 1 22 22 22 22 0 40000003 child 3\n\
         tgsigqueueinfo 22 22 14 3 22 0 codes 1 1 0 sigqueueinfo 1 3 3 22\nkill 3 22 tkill 3 22 tgkill 3 22\n"
    );
}

#[test]
fn each_group_that_is_orphaned_with_a_stopped_member_is_told_once() {
    let output = printed("orphans");
    let got = |signal: &str| output.matches(signal).count();
    // Two groups have stopped members, two each.
    assert_eq!((got("got 1\n"), got("got 18\n")), (4, 4), "{output}");
}

#[test]
fn limits_of_memory_hold_for_what_becomes_writable_longer_or_replaces_other_memory() {
    assert_eq!(
        printed("growth"),
        "data: mprotect 12 0 0 mremap 12 0 0 0\nall: mprotect 0 mremap 12 12 replacing 0 12\n"
    );
}

#[test]
fn a_pipe_holds_as_much_as_it_is_made_to_hold() {
    assert_eq!(
        printed("pipes"),
        "length 131072 131072 holds 131072 errno 16 1 larger 262144 holds 131072\n"
    );
}
