//! Random system calls with random arguments: whatever a program asks, the answer is a value, an error, a wait or its end.

use crate::calls::BASE;
use crate::random::Random;
use crate::{FileOptions, Kernel, Options, QUANTUM, Streams};
use machine::{Machine, Silent};
use std::io;
use std::path::Path;

/// Arguments that reach beyond the first check more often than random words do.
fn argument(random: &mut Random, kernel: &mut Kernel) -> u64 {
    const STACK: u64 = crate::memory::STACK_TOP - 0x8000;
    const TEXT: u64 = 0x4000_0000_0000_0000;
    let word = random.next();
    match word >> 60 {
        0..=4 => word & 0xf,
        5 => word & 0xffff,
        6 => 1 << (word & 63),
        7 => (word & 7).wrapping_neg(),
        8..=9 => STACK + (word & 0x3ff8),
        10 => TEXT + (word & 0xffff),
        11 => crate::memory::MAP_BASE + (word & 0x1f) * 0x4000,
        12 => u64::from(*kernel.threads.keys().next().unwrap_or(&0)) + (word & 3),
        13 => u64::MAX - (word & 0x1f),
        14 => crate::memory::STACK_TOP - (word & 0x1f),
        _ => word,
    }
}

fn start(root: &Path, machine: &Machine) -> Kernel {
    let options = Options {
        program: Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guest/calls.elf"),
        arguments: vec![b"calls".to_vec(), b"spin".to_vec()],
        environment: Vec::new(),
        name: None,
        files: FileOptions {
            root: Some(root.to_path_buf()),
            writable: true,
            ..FileOptions::default()
        },
        streams: Streams {
            input: Box::new(io::repeat(7)),
            output: Box::new(io::sink()),
            error: Box::new(io::sink()),
            terminals: [true; 3],
        },
        frequency_hz: 800_000_000,
        memory_bytes: 1 << 30,
        disk_bytes: 1 << 30,
        quantum: QUANTUM,
        strace: Some(Box::new(io::sink())),
    };
    Kernel::load(options, machine).unwrap()
}

#[test]
fn no_system_call_panics_or_hangs() {
    let rounds: u32 = std::env::var("EPICYCLE_FUZZ_CALLS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(30_000);
    let root = std::env::temp_dir().join(format!("epicycle-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&root).unwrap();
    let mut random = Random::default();
    let mut machine = Machine::new(machine::Options::default());
    let mut kernel = start(&root, &machine);
    for round in 0..rounds {
        if round % 500 == 0 || kernel.threads.len() > 20 {
            kernel = start(&root, &machine);
        }
        // A path that exists, for those calls that want one.
        let text = [b"/".as_slice(), &[b'a' + (random.next() % 4) as u8], b"\0"].concat();
        let Some(&tid) = kernel
            .threads
            .keys()
            .nth(random.next() as usize % kernel.threads.len().max(1))
        else {
            kernel = start(&root, &machine);
            continue;
        };
        let _ = kernel.write(
            tid,
            crate::memory::STACK_TOP - 0x8000 + (random.next() & 0x3ff8),
            &text,
        );
        let number = BASE + random.next() % 452;
        let args: [u64; 6] = std::array::from_fn(|_| argument(&mut random, &mut kernel));
        let Some(thread) = kernel.threads.get_mut(&tid) else {
            continue;
        };
        thread.state = crate::process::State::Ready;
        thread
            .cpu
            .start_register_stack(crate::memory::BACKING_STORE, 8, 0);
        thread.cpu.set_gr(15, number, false);
        for (n, &value) in (32..).zip(&args) {
            thread.cpu.set_gr(n, value, false);
        }
        kernel.leave_futex(tid);
        kernel.settle(tid);
        kernel.current = tid;
        kernel.system_call(tid, (0x4000_0000_0000_0000, 0), &mut Silent);
        kernel.check_schedule();
        // Now and then let what came of it run: handlers, children, timers.
        if round % 16 == 0 {
            let limit = random.next() % 2000;
            kernel.run(&mut machine, &mut Silent, Some(limit));
            if kernel.processes.values().all(|p| p.ended.is_some()) {
                kernel = start(&root, &machine);
            }
        }
    }
    let _ = std::fs::remove_dir_all(&root);
}
