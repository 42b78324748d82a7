//! What programs that take all they can get come to: the roads of `guest/bounds.c`, on machines with little memory.

mod support;

use linux::{FileOptions, Options, Outcome};
use support::{Run, Scratch, run_with};

const MEGABYTE: u64 = 1 << 20;

/// Runs a road on a machine with so many megabytes of memory and of disk.
fn road(name: &str, memory: u64, disk: u64) -> Run {
    let scratch = Scratch::new(&format!("bounds-{name}"));
    let change = |options: &mut Options| {
        options.memory_bytes = memory * MEGABYTE;
        options.disk_bytes = disk;
        options.files = FileOptions {
            root: Some(scratch.0.clone()),
            writable: true,
            ..FileOptions::default()
        };
    };
    run_with("bounds.elf", change, name, 4_000_000_000)
}

#[track_caller]
fn prints(run: &Run, expected: &str) {
    assert!(
        matches!(run.outcome, Outcome::Exit { status: 3 }),
        "{:?}\n{}",
        run.outcome,
        run.output
    );
    assert_eq!(run.output, expected);
}

#[test]
fn a_file_in_memory_ends_with_the_memory_of_the_machine() {
    prints(&road("memfd", 32, 0), "errno 28\n");
    prints(&road("truncated", 32, 0), "errno 28\n");
}

#[test]
fn full_pipes_are_memory() {
    prints(&road("pipes", 16, 0), "a child ended\n");
}

#[test]
fn signals_that_wait_are_memory() {
    prints(&road("queues", 16, 0), "errno 12\n");
}

#[test]
fn the_mappings_that_a_fork_copies_are_memory() {
    prints(
        &road("mappings", 64, 0),
        "errno 12 after less than 4000: 1\n",
    );
}

#[test]
fn snapshots_of_the_mappings_are_memory() {
    prints(&road("maps", 64, 0), "errno 12\n");
}

#[test]
fn what_epoll_instances_watch_is_memory() {
    prints(&road("epolls", 16, 0), "a child ended\n");
}

#[test]
fn made_up_system_calls_make_a_short_list() {
    let run = road("numbers", 16, 0);
    let calls = run.kernel.unimplemented_calls();
    assert_eq!(calls.len(), linux::Unimplemented::UNNAMED + 1);
    assert_eq!(calls.iter().map(|call| call.count).sum::<u64>(), 100_000);
}

#[test]
fn a_program_that_touches_more_than_there_is_is_killed_alone() {
    let run = road("hog", 16, 0);
    assert!(
        matches!(run.outcome, Outcome::Signal { number: 9, .. }),
        "{:?}",
        run.outcome
    );
}

#[test]
fn a_file_larger_than_the_memory_is_refused_before_it_is_read() {
    let scratch = Scratch::new("bounds-large");
    let program = scratch.0.join("large");
    std::fs::copy(support::guest("bounds.elf"), &program).unwrap();
    let file = std::fs::File::options().write(true).open(&program).unwrap();
    file.set_len(1 << 40).unwrap();
    let error = support::load_error(|options| options.program.clone_from(&program));
    assert_eq!(
        error.to_string(),
        format!(
            "{}: a file of 1099511627776 bytes, more than the 1073741824 that are free of os.memory_bytes",
            program.display()
        )
    );
}

#[test]
fn what_is_written_ends_with_the_disk_and_comes_back_with_the_file() {
    // 4096 bytes of the budget are the name.
    prints(
        &road("writes", 16, 3_004_096),
        "errno 28 after 3000000\nin place 1000\nagain 1000\nhole 28\nnext 1000000\n",
    );
}

#[test]
fn names_are_disk() {
    prints(&road("names", 16, 409_600), "errno 28 after 100\n");
}

#[test]
fn a_file_size_limit_gives_its_error_and_its_signal() {
    let run = road("limited", 16, MEGABYTE);
    assert!(
        matches!(run.outcome, Outcome::Signal { number: 25, .. }),
        "{:?}",
        run.outcome
    );
    assert_eq!(run.output, "write 1000\nerrno 27\nerrno 27\n");
}

#[test]
fn a_sleeper_with_a_fast_timer_that_it_ignores_sleeps_its_time() {
    prints(&road("sleeper", 16, 0), "slept 0\nseconds 1\n");
}

#[test]
fn expiries_of_a_timer_whose_signal_waits_are_counted_in_it() {
    prints(
        &road("overruns", 16, 0),
        "signal 40, more than 900000 overruns: 1\n",
    );
}

#[test]
fn four_thousand_processes_end_and_are_waited_for() {
    let run = road("processes", 2048, 0);
    prints(&run, "4000 made, 4000 ended\n");
}

#[test]
fn five_thousand_threads_wait_at_one_word_and_go_on() {
    prints(&road("threads", 2048, 0), "5000 made\n0 left\n");
}

#[test]
fn processes_that_wait_for_files_of_their_own_all_see_theirs() {
    prints(&road("polls", 1024, 0), "400 ended\n");
}
