//! Random system calls with random arguments: whatever a program asks, the answer is a value, an error, a wait or its end.

use crate::Kernel;
use crate::fuzzing::{Guest, SCRATCH};
use splitmix::SplitMix64;
use std::path::Path;

/// Arguments that reach beyond the first check more often than random words do.
fn argument(random: &mut SplitMix64, kernel: &mut Kernel) -> u64 {
    const TEXT: u64 = 0x4000_0000_0000_0000;
    let word = random.bits();
    match word >> 60 {
        0..=4 => word & 0xf,
        5 => word & 0xffff,
        6 => 1 << (word & 63),
        7 => (word & 7).wrapping_neg(),
        8..=9 => SCRATCH + (word & 0x3ff8),
        10 => TEXT + (word & 0xffff),
        11 => crate::memory::MAP_BASE + (word & 0x1f) * 0x4000,
        12 => u64::from(*kernel.threads.keys().next().unwrap_or(&0)) + (word & 3),
        13 => u64::MAX - (word & 0x1f),
        14 => crate::memory::STACK_TOP - (word & 0x1f),
        _ => word,
    }
}

fn start(root: &Path) -> Guest {
    let program = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guest/calls.elf");
    Guest::new(&program, root, 1 << 30).unwrap()
}

#[test]
fn no_system_call_panics_or_hangs() {
    let rounds: u32 = std::env::var("EPICYCLE_FUZZ_CALLS")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or(30_000);
    let root = std::env::temp_dir().join(format!("epicycle-fuzz-{}", std::process::id()));
    std::fs::create_dir_all(&root).unwrap();
    let mut random = SplitMix64::new(1);
    let mut guest = start(&root);
    for round in 0..rounds {
        if round % 500 == 0 || guest.kernel.threads.len() > 20 {
            guest = start(&root);
        }
        // A path that exists, for those calls that want one.
        let text = [b"/".as_slice(), &[b'a' + (random.bits() % 4) as u8], b"\0"].concat();
        let kernel = &mut guest.kernel;
        let threads = kernel.threads.len().max(1);
        let Some(&tid) = kernel.threads.keys().nth(random.bits() as usize % threads) else {
            guest = start(&root);
            continue;
        };
        let _ = kernel.write(tid, SCRATCH + (random.bits() & 0x3ff8), &text);
        let number = random.bits() % 452;
        let args: [u64; 6] = std::array::from_fn(|_| argument(&mut random, kernel));
        guest.call_in(tid, number, args);
        guest.kernel.check_schedule();
        // Every 16th round runs the program, so that effects take place: handlers, children, timers.
        if round % 16 == 0 {
            let limit = random.bits() % 2000;
            guest.run(limit);
            if guest.kernel.processes.values().all(|p| p.ended.is_some()) {
                guest = start(&root);
            }
        }
    }
    let _ = std::fs::remove_dir_all(&root);
}
