//! Calls of which a test has to look into the kernel: waits, contexts and stacks.

use std::path::Path;

use isa::Ar;

use super::data::Attempt;
use crate::fuzzing::{Answer, Guest, SCRATCH, number};
use crate::process::{FIRST_PID, Tid};
use crate::signal::{AltStack, Info, code};

const PAGE: u64 = 0x4000;

fn start(root: &Path) -> Guest {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guest/calls.elf");
    Guest::new(&program, root, 1 << 30).unwrap()
}

fn ask(guest: &mut Guest, name: &str, args: &[u64]) -> Answer {
    let mut words = [0; 6];
    words[..args.len()].copy_from_slice(args);
    guest.call(number(name).unwrap(), words)
}

fn call(guest: &mut Guest, name: &str, args: &[u64]) -> u64 {
    match ask(guest, name, args) {
        Answer::Done(value, _) => value,
        other => panic!("{name}: {other:?}"),
    }
}

/// Memory of so many bytes.
fn map(guest: &mut Guest, bytes: u64) -> u64 {
    call(guest, "mmap", &[0, bytes, 3, 0x22, u64::MAX, 0])
}

#[test]
fn a_socket_that_waits_for_room_takes_all_of_a_file() {
    const BYTES: u64 = 300_000;
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    let memory = map(&mut guest, 0x50000);
    let bytes: Vec<u8> = (0..BYTES).map(|n| (n / 7) as u8).collect();
    assert!(guest.put(memory, &bytes) && guest.put(SCRATCH, b"m\0"));
    let file = call(&mut guest, "memfd_create", &[SCRATCH, 0]);
    assert_eq!(call(&mut guest, "write", &[file, memory, BYTES]), BYTES);
    assert_eq!(call(&mut guest, "lseek", &[file, 0, 0]), 0);
    call(&mut guest, "socketpair", &[1, 1, 0, SCRATCH]);
    let ends = guest.get(SCRATCH, 8);
    let (from, to) = (u64::from(ends[0]), u64::from(ends[4]));
    let answer = ask(&mut guest, "sendfile", &[from, file, 0, BYTES]);
    assert_eq!(answer, Answer::Waits);
    let kernel = &mut guest.kernel;
    let reader = kernel.file_id(FIRST_PID, to).unwrap();
    let mut received = Vec::new();
    while let Ok(Attempt::Done(part)) = kernel.read_file(reader, None, 1 << 20) {
        received.extend(part);
        kernel.retry_waiting();
        if received.len() as u64 == BYTES {
            break;
        }
    }
    assert_eq!(received, bytes);
    let thread = &kernel.threads[&FIRST_PID];
    assert!(thread.waiting().is_none());
    assert_eq!(thread.cpu.gr(8).0, BYTES);
    assert_eq!(kernel.file(FIRST_PID, file).unwrap().position, BYTES);
}

/// Has the calls that wait try again, and gives the result of the first thread's.
fn retried(guest: &mut Guest) -> Option<u64> {
    let kernel = &mut guest.kernel;
    kernel.event_pending = true;
    kernel.retry_waiting();
    let thread = &kernel.threads[&FIRST_PID];
    thread.waiting().is_none().then(|| thread.cpu.gr(8).0)
}

fn sockets(guest: &mut Guest, kind: u64) -> (u64, u64) {
    call(guest, "socketpair", &[1, kind, 0, SCRATCH]);
    let ends = guest.get(SCRATCH, 8);
    (ends[0].into(), ends[4].into())
}

/// Sends bytes past the call that waits.
fn sent(guest: &mut Guest, fd: u64, bytes: &[u8]) {
    let kernel = &mut guest.kernel;
    let id = kernel.file_id(FIRST_PID, fd).unwrap();
    let sent = kernel.write_file(FIRST_PID, id, None, bytes);
    assert!(matches!(sent, Ok(Attempt::Done(_))));
}

#[test]
fn a_receiver_that_wants_all_waits_for_it_or_the_end() {
    const WAITALL: u64 = 0x100;
    for (ends, expected) in [(false, &b"bytes in three parts"[..]), (true, b"bytes in")] {
        let folder = tempfile::tempdir().unwrap();
        let mut guest = start(folder.path());
        let (one, other) = sockets(&mut guest, 1);
        let args = [other, SCRATCH + 64, 20, WAITALL];
        assert_eq!(ask(&mut guest, "recv", &args), Answer::Waits);
        for part in ["bytes ", "in"] {
            sent(&mut guest, one, part.as_bytes());
            assert_eq!(retried(&mut guest), None);
        }
        if ends {
            let id = guest.kernel.file_id(FIRST_PID, one).unwrap();
            guest.kernel.close_file(id);
        } else {
            sent(&mut guest, one, b" three parts and more");
        }
        assert_eq!(retried(&mut guest), Some(expected.len() as u64));
        assert_eq!(guest.get(SCRATCH + 64, expected.len()), expected);
    }
}

#[test]
fn a_message_that_a_signal_cuts_short_has_its_header() {
    const WAITALL: u64 = 0x100;
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    let (one, other) = sockets(&mut guest, 1);
    let action = [SCRATCH, 0, 0];
    let header = [SCRATCH, 16, SCRATCH + 320, 1, SCRATCH, 20, 9];
    for (at, words) in [
        (SCRATCH + 128, &action[..]),
        (SCRATCH + 256, &header),
        (SCRATCH + 320, &[SCRATCH + 64, 8]),
    ] {
        let bytes: Vec<u8> = words.iter().flat_map(|it| it.to_le_bytes()).collect();
        assert!(guest.put(at, &bytes));
    }
    let args = [USR1.into(), SCRATCH + 128, 0, 8];
    call(&mut guest, "rt_sigaction", &args);
    let args = [other, SCRATCH + 256, WAITALL];
    assert_eq!(ask(&mut guest, "recvmsg", &args), Answer::Waits);
    sent(&mut guest, one, b"part");
    assert_eq!(retried(&mut guest), None);
    let info = Info::sent(USR1, code::USER, FIRST_PID);
    guest.kernel.send_thread(FIRST_PID, info);
    retried(&mut guest);
    assert!(guest.kernel.take_signals(FIRST_PID));
    assert_eq!(guest.get(SCRATCH + 64, 4), b"part");
    let header = guest.get(SCRATCH + 256, 56);
    let words = [8, 40, 48].map(|at| header[at]);
    assert_eq!(
        words, [0; 3],
        "lengths of the name and of control messages, flags"
    );
}

/// Fills a list of messages at [`SCRATCH`] with one part of so many bytes each, at a place.
fn list(guest: &mut Guest, parts: &[(u64, u64)]) {
    for (n, &(place, length)) in (0..).zip(parts) {
        let (header, part) = (SCRATCH + 0x1000 + 64 * n, SCRATCH + 0x2000 + 16 * n);
        let words = [0, 0, part, 1, 0, 0, 0, 0];
        for (at, words) in [(header, &words[..]), (part, &[place, length])] {
            let bytes: Vec<u8> = words.iter().flat_map(|it| it.to_le_bytes()).collect();
            assert!(guest.put(at, &bytes));
        }
    }
}

/// `msg_len` of a message of the list, below 256.
fn length(guest: &mut Guest, number: u64) -> u8 {
    guest.get(SCRATCH + 0x1000 + 64 * number + 56, 1)[0]
}

#[test]
fn a_list_of_messages_waits_for_each_of_them() {
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    let (one, other) = sockets(&mut guest, 2);
    let place = SCRATCH + 0x3000;
    list(&mut guest, &[(place, 9), (place + 16, 9), (place + 32, 9)]);
    let args = [other, SCRATCH + 0x1000, 3, 0, 0];
    assert_eq!(ask(&mut guest, "recvmmsg", &args), Answer::Waits);
    for text in ["first", "second"] {
        sent(&mut guest, one, text.as_bytes());
        assert_eq!(retried(&mut guest), None);
    }
    sent(&mut guest, one, b"third");
    assert_eq!(retried(&mut guest), Some(3));
    assert_eq!(guest.get(place + 16, 6), b"second");
    assert_eq!([0, 1, 2].map(|n| length(&mut guest, n)), [5, 6, 5]);
    // The second message of a stream fills it: the call goes on with its rest, then with the third one.
    let memory = map(&mut guest, 1 << 18);
    let (one, other) = sockets(&mut guest, 1);
    list(&mut guest, &[(memory, 7), (memory, 100_000), (memory, 5)]);
    let args = [one, SCRATCH + 0x1000, 3, 0];
    assert_eq!(ask(&mut guest, "sendmmsg", &args), Answer::Waits);
    let reader = guest.kernel.file_id(FIRST_PID, other).unwrap();
    let mut received = 0;
    while received < 100_012 {
        let Ok(Attempt::Done(part)) = guest.kernel.receive_from_pair(reader, 1 << 20, 0) else {
            panic!("{received} bytes");
        };
        received += part.bytes.len();
        retried(&mut guest);
    }
    assert_eq!((received, retried(&mut guest)), (100_012, Some(3)));
}

/// Sends two messages to a thread with a higher number that waits for both, where there is room for one. Gives the ends and the thread.
fn two_large_messages(guest: &mut Guest) -> (u64, u64, Tid) {
    const BYTES: u64 = 200_000;
    const THREAD: u64 = 0x10f00;
    let memory = map(guest, 1 << 18);
    let stack = map(guest, PAGE) + PAGE;
    let peer = call(guest, "clone", &[THREAD, stack]) as Tid;
    assert!(peer > FIRST_PID);
    let (one, other) = sockets(guest, 2);
    list(guest, &[(memory, BYTES), (memory, BYTES)]);
    let words = [other, SCRATCH + 0x1000, 2, 0, 0, 0];
    let answer = guest.call_in(peer, number("recvmmsg").unwrap(), words);
    assert_eq!(answer, Answer::Waits);
    let args = [one, SCRATCH + 0x1000, 2, 0];
    assert_eq!(ask(guest, "sendmmsg", &args), Answer::Waits);
    (one, other, peer)
}

#[test]
fn a_message_that_a_waiting_call_receives_wakes_a_sender_with_a_lower_number() {
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    let (_, _, peer) = two_large_messages(&mut guest);
    let kernel = &mut guest.kernel;
    for _ in 0..3 {
        kernel.retry_waiting();
    }
    for tid in [FIRST_PID, peer] {
        let thread = &kernel.threads[&tid];
        assert!(thread.waiting().is_none(), "{tid}");
        assert_eq!(thread.cpu.gr(8).0, 2, "{tid}");
    }
}

#[test]
fn a_list_whose_descriptor_another_thread_closes_has_the_messages_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    let (one, other, peer) = two_large_messages(&mut guest);
    for fd in [one, other] {
        let table = guest.kernel.table(FIRST_PID).unwrap();
        table.remove(fd as i32).unwrap();
    }
    guest.kernel.schedule.notify_all();
    retried(&mut guest);
    for (tid, passed) in [(FIRST_PID, 1), (peer, 0)] {
        let thread = &guest.kernel.threads[&tid];
        assert!(thread.waiting().is_none(), "{tid}");
        let result = (thread.cpu.gr(8).0, thread.cpu.gr(10).0);
        assert_eq!(
            result,
            if passed > 0 {
                (passed, 0)
            } else {
                (9, u64::MAX)
            }
        );
    }
}

const USR1: u32 = 10;

/// Gives the signal a handler.
fn handle(guest: &mut Guest) {
    let action = [SCRATCH, 0, 0].map(u64::to_le_bytes).concat();
    assert!(guest.put(SCRATCH + 128, &action));
    let args = [USR1.into(), SCRATCH + 128, 0, 8];
    call(guest, "rt_sigaction", &args);
}

/// Has the handler end the call that waits, and gives the result.
fn ended(guest: &mut Guest) -> u64 {
    let info = Info::sent(USR1, code::USER, FIRST_PID);
    guest.kernel.send_thread(FIRST_PID, info);
    retried(guest);
    let context = guest.kernel.threads[&FIRST_PID].cpu.gr(12).0;
    assert!(guest.kernel.take_signals(FIRST_PID));
    assert_ne!(guest.kernel.threads[&FIRST_PID].cpu.gr(12).0, context);
    guest.kernel.return_from_signal(FIRST_PID).unwrap();
    guest.kernel.threads[&FIRST_PID].cpu.gr(8).0
}

#[test]
fn a_list_that_a_signal_ends_has_the_messages_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    let (one, other) = sockets(&mut guest, 2);
    let place = SCRATCH + 0x3000;
    list(&mut guest, &[(place, 9), (place, 9), (place, 9)]);
    handle(&mut guest);
    let args = [other, SCRATCH + 0x1000, 3, 0, 0];
    assert_eq!(ask(&mut guest, "recvmmsg", &args), Answer::Waits);
    sent(&mut guest, one, b"first");
    assert_eq!(retried(&mut guest), None);
    assert_eq!(ended(&mut guest), 1);
}

#[test]
fn a_length_without_a_place_loses_no_message_before_it() {
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    let memory = map(&mut guest, 1 << 18);
    let end = map(&mut guest, 2 * PAGE) + PAGE;
    call(&mut guest, "munmap", &[end, PAGE]);
    let (one, _) = sockets(&mut guest, 1);
    list(&mut guest, &[(memory, 7), (memory, 100_000)]);
    // The second `msg_len` lies behind the end of the page.
    let headers = guest.get(SCRATCH + 0x1000, 120);
    assert!(guest.put(end - 120, &headers));
    handle(&mut guest);
    let args = [one, end - 120, 2, 0];
    assert_eq!(ask(&mut guest, "sendmmsg", &args), Answer::Waits);
    assert_eq!(ended(&mut guest), 1);
}

#[test]
fn a_sender_that_waits_for_room_passes_its_files_once() {
    const BYTES: u64 = 100_000;
    const RIGHTS: u64 = 1 | 1 << 32;
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    let memory = map(&mut guest, 1 << 18);
    let (one, other) = sockets(&mut guest, 1);
    let header = [0, 0, SCRATCH + 64, 1, SCRATCH + 80, 20, 0, 0];
    let behind = [memory, BYTES, 20, RIGHTS, one];
    let bytes = header.into_iter().chain(behind).flat_map(u64::to_le_bytes);
    assert!(guest.put(SCRATCH, &bytes.collect::<Vec<u8>>()));
    assert_eq!(
        ask(&mut guest, "sendmsg", &[one, SCRATCH, 0]),
        Answer::Waits
    );
    let reader = guest.kernel.file_id(FIRST_PID, other).unwrap();
    let (mut received, mut files) = (0, 0);
    while received < BYTES {
        let kernel = &mut guest.kernel;
        let Ok(Attempt::Done(mut part)) = kernel.receive_from_pair(reader, 1 << 20, 0) else {
            panic!("{received} bytes");
        };
        received += part.bytes.len() as u64;
        files += part.files.len();
        kernel.close_files(&mut part.files);
        retried(&mut guest);
    }
    assert_eq!((received, files), (BYTES, 1));
    assert_eq!(retried(&mut guest), Some(BYTES));
    assert_eq!(guest.kernel.passed, 0);
}

#[test]
fn a_sleep_reads_its_time_once() {
    let folder = tempfile::tempdir().unwrap();
    for (name, args) in [
        ("nanosleep", vec![SCRATCH, 0]),
        ("clock_nanosleep", vec![1, 0, SCRATCH, 0]),
    ] {
        let mut guest = start(folder.path());
        let time: Vec<u8> = [5_u64, 0].iter().flat_map(|it| it.to_le_bytes()).collect();
        assert!(guest.put(SCRATCH, &time));
        assert_eq!(ask(&mut guest, name, &args), Answer::Waits);
        assert!(guest.put(SCRATCH, &[0xff; 16]));
        let kernel = &mut guest.kernel;
        kernel.schedule.notify_all();
        kernel.event_pending = true;
        kernel.retry_waiting();
        let deadline = kernel.threads[&FIRST_PID].waiting().unwrap().deadline;
        kernel.clock.sleep_until(deadline.unwrap());
        kernel.retry_waiting();
        let thread = &kernel.threads[&FIRST_PID];
        assert!(thread.waiting().is_none(), "{name}");
        assert_eq!((thread.cpu.gr(8).0, thread.cpu.gr(10).0), (0, 0), "{name}");
    }
}

#[test]
fn the_stack_that_clone_gives_a_child_is_also_its_backing_store() {
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    let stack = map(&mut guest, 4 * PAGE) + 2 * PAGE;
    let child = call(&mut guest, "clone", &[0x100 | 17, stack]) as Tid;
    let cpu = &guest.kernel.threads[&child].cpu;
    assert_eq!(cpu.gr(12).0, stack);
    assert_eq!(cpu.ar(Ar::BSP), Some(stack));
    assert_eq!(cpu.ar(Ar::BSPSTORE), Some(stack));
}

#[test]
fn a_stack_that_disarms_itself_is_there_again_after_the_handler() {
    const ON_STACK: u64 = 0x0800_0000;
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    let stack = map(&mut guest, 1 << 20);
    let words = [stack, AltStack::AUTODISARM.into(), 1 << 20];
    let action = [SCRATCH, ON_STACK, 0];
    for (at, words) in [(SCRATCH + 64, words), (SCRATCH + 128, action)] {
        let bytes: Vec<u8> = words.iter().flat_map(|it| it.to_le_bytes()).collect();
        assert!(guest.put(at, &bytes));
    }
    call(&mut guest, "sigaltstack", &[SCRATCH + 64, 0]);
    call(
        &mut guest,
        "rt_sigaction",
        &[USR1.into(), SCRATCH + 128, 0, 8],
    );
    let armed = guest.kernel.threads[&FIRST_PID].altstack;
    assert!(armed.disarms && armed.enabled());
    let kernel = &mut guest.kernel;
    kernel.send_thread(FIRST_PID, Info::sent(USR1, code::USER, FIRST_PID));
    assert!(kernel.take_signals(FIRST_PID));
    let thread = &kernel.threads[&FIRST_PID];
    assert_eq!(thread.altstack, AltStack::NONE);
    let sp = thread.cpu.gr(12).0;
    assert!((stack..stack + (1 << 20)).contains(&sp));
    kernel.return_from_signal(FIRST_PID).unwrap();
    assert_eq!(kernel.threads[&FIRST_PID].altstack, armed);
}

#[test]
fn the_context_of_a_handler_says_whether_a_call_was_interrupted() {
    let folder = tempfile::tempdir().unwrap();
    let mut guest = start(folder.path());
    guest.run(100_000);
    let action: Vec<u8> = [SCRATCH, 0, 0_u64]
        .iter()
        .flat_map(|it| it.to_le_bytes())
        .collect();
    assert!(guest.put(SCRATCH + 128, &action));
    call(
        &mut guest,
        "rt_sigaction",
        &[USR1.into(), SCRATCH + 128, 0, 8],
    );
    let mut flags = |waits: bool| {
        if waits {
            let time = [SCRATCH + 0x1000; 1];
            assert!(guest.put(time[0], &[9, 0, 0, 0, 0, 0, 0, 0]));
            assert_eq!(ask(&mut guest, "nanosleep", &time), Answer::Waits);
        } else {
            let thread = guest.kernel.threads.get_mut(&FIRST_PID).unwrap();
            thread.site = (0, 0);
        }
        let kernel = &mut guest.kernel;
        kernel.send_thread(FIRST_PID, Info::sent(USR1, code::USER, FIRST_PID));
        if waits {
            kernel.event_pending = true;
            kernel.retry_waiting();
            let thread = kernel.threads.get_mut(&FIRST_PID).unwrap();
            // The harness has no `break` in front of the place at which the thread goes on.
            thread.site = (thread.cpu.ip().wrapping_sub(16), thread.cpu.slot());
        }
        assert!(kernel.take_signals(FIRST_PID));
        let context = kernel.threads[&FIRST_PID].cpu.gr(34).0;
        let flags = kernel.read_u64(FIRST_PID, context).unwrap();
        kernel.return_from_signal(FIRST_PID).unwrap();
        flags
    };
    assert_eq!(flags(false), 4);
    assert_eq!(flags(true), 6);
}

#[test]
fn a_long_instruction_is_in_slot_1_to_its_handler() {
    const ILL: u64 = 4;
    /// `nop.m 0 ; break.x 0x12345`, the same with `movl r0 = 0`, and three `nop`.
    const BREAK: u128 = 0x2468a00000000000000100000005;
    const MOVL: u128 = 0x60000000000000000000000100000005;
    const NOPS: u128 = 0x40000000002000000000100000001;
    for (bundle, code) in [(BREAK, 10), (MOVL, 1)] {
        let folder = tempfile::tempdir().unwrap();
        let mut guest = start(folder.path());
        let page = call(&mut guest, "mmap", &[0, PAGE, 7, 0x22, u64::MAX, 0]);
        let program = [bundle, NOPS, NOPS, NOPS].map(u128::to_le_bytes);
        assert!(guest.put(page, &program.concat()));
        let handler = [page + 16, 0].map(u64::to_le_bytes).concat();
        let action = [page + 256, 0, 0].map(u64::to_le_bytes).concat();
        assert!(guest.put(page + 256, &handler) && guest.put(page + 512, &action));
        call(&mut guest, "rt_sigaction", &[ILL, page + 512, 0, 8]);
        let thread = guest.kernel.threads.get_mut(&FIRST_PID).unwrap();
        thread.cpu.set_ip_slot(page, 0);
        // Where the handler returns to, the instruction raises the same again.
        for _ in 0..2 {
            guest.run(2);
            let kernel = &mut guest.kernel;
            let info = kernel.threads[&FIRST_PID].cpu.gr(33).0;
            let told = [0, 8, 16].map(|at| kernel.read_u64(FIRST_PID, info + at).unwrap());
            assert_eq!(told, [ILL, code, page + 1]);
            kernel.return_from_signal(FIRST_PID).unwrap();
            let cpu = &kernel.threads[&FIRST_PID].cpu;
            assert_eq!((cpu.ip(), cpu.slot()), (page, 1));
        }
    }
}
