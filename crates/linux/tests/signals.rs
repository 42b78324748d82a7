//! How signals are taken: the topics of `guest/signals.c`.

mod support;

use linux::Outcome;

/// What a topic prints.
fn printed(topic: &str) -> String {
    let run = support::run_with("signals.elf", |_| {}, topic, 20_000_000);
    let ended = matches!(run.outcome, Outcome::Exit { status: 3 });
    assert!(ended, "{:?} {}", run.outcome, run.output);
    run.output
}

#[test]
fn a_signal_of_a_process_interrupts_one_of_the_threads_that_do_not_block_it() {
    assert_eq!(
        printed("one taker"),
        "interrupted 1 slept 2 handled 1 by the thread 1\n"
    );
    assert_eq!(printed("first taker"), "by the thread 0\n");
}

#[test]
fn a_call_goes_on_with_its_deadline_when_its_process_has_been_stopped_and_continued() {
    assert_eq!(
        printed("stops"),
        "20 ms nanosleep 0\n20 ms poll 0\n20 ms select 0\n20 ms ppoll 0\n20 ms clock_nanosleep 0\n20 ms futex 110\n\
         15 ms pause 4\n6 ms epoll_wait 4\n6 ms rt_sigtimedwait 4\n6 ms read 0\n"
    );
}

#[test]
fn handlers_run_with_the_mask_of_the_call_that_they_interrupt() {
    assert_eq!(
        printed("masks"),
        "handler of 12, mask a00\nhandler of 10, mask 200\nrt_sigsuspend 4, mask a00\nhandler of 10, mask 200\nppoll 4\n\
         handler of 10, mask 200\npselect6 4\nready 1, mask a00\n"
    );
}

#[test]
fn the_handler_that_is_entered_first_says_whether_a_call_is_made_again() {
    assert_eq!(
        printed("restarts"),
        "one\ntwo\nerrno 4\none\ntwo\nerrno 0\n"
    );
}

#[test]
fn a_frame_without_a_place_on_the_stack_is_a_fault_that_has_a_handler() {
    assert_eq!(printed("no frame"), "signal 11 code 128\n");
}

#[test]
fn a_handler_on_the_alternate_stack_takes_the_registers_that_an_exhausted_backing_store_cannot() {
    assert_eq!(
        printed("backing store"),
        "handler at depth 1, registers moved 1\nat the hole 1, frames 3000\n"
    );
}

#[test]
fn the_page_at_address_0_is_one_of_nats() {
    assert_eq!(
        printed("null page"),
        "read code 2 imm 26 isr 20\nwrite code 2 imm 26 isr 20\nnext page code 1 imm 0 isr 0\njump code 2 imm 26 isr 20\n\
         prefetch nothing\nld.s NaT nothing\nwithout it write 13 read 0 unmap 0 code 1 imm 0 isr 0\n\
         00000000-00004000 r--p 00000000 00:00\n"
    );
}

#[test]
fn a_core_dump_is_told_of_when_its_limit_is_a_page() {
    assert_eq!(
        printed("core dumps"),
        "limit 0: code 2, status 6\nlimit 8192: code 2, status 6\nlimit 16384: code 3, status 86\n"
    );
}

#[test]
fn nice_values_are_kept_and_only_raised() {
    assert_eq!(printed("priorities"), "nice 0 5 errno 13 child 5 errno 3\n");
}

#[test]
fn a_wait_for_files_stores_the_time_that_is_left() {
    assert_eq!(
        printed("left"),
        "pselect6 0 ppoll 0 at once 5 interrupted 4: 4\n"
    );
}
