//! Loops that write stretches of memory: a model that replays beside one that times everything in full.

use crate::Timing;
use crate::testing::{itanium, itanium2};
use config::Machine;
use config::model::Replacement;
use events::{Block, CodeId, Execution, Off};
use fastrand::Rng;

/// `st8 [r3] = r2`, and the store of a floating-point register with 16 bytes.
const STORES: [(u128, u64); 2] = [(4 << 37 | 0x33 << 30, 8), (6 << 37 | 0x3b << 30, 16)];
/// `ld8 r4 = [r3]`.
const LOAD: u128 = 4 << 37 | 3 << 30 | 4 << 6 | 3 << 20;
const NOP_B: u128 = 2 << 37;
const CLOOP: u128 = 4 << 37 | 5 << 6;

/// Bundles of two memory instructions and a branch, with a stop behind each.
fn block(id: u32, ip: u64, memory: &[u128], ends: u128) -> Block {
    let pairs = memory.chunks(2);
    let last = pairs.len() - 1;
    let bundle = |(number, pair): (usize, &[u128])| {
        let slots = [
            pair[0],
            *pair.last().expect("one"),
            if number == last { ends } else { NOP_B },
        ];
        let bits = (0..).zip(slots).map(|(slot, bits)| bits << (5 + 41 * slot));
        bits.fold(0x19, |all, bits| all | bits)
    };
    Block::new(
        CodeId(id),
        ip,
        &pairs.enumerate().map(bundle).collect::<Vec<_>>(),
    )
}

fn execution(block: &Block, addresses: Vec<u64>, target: Option<u64>) -> Execution {
    let last = block.end_slot - 1;
    Execution {
        end: block.end_slot,
        predicates: u64::MAX >> (64 - block.end_slot),
        taken: target.map(|_| last),
        target: target.unwrap_or(block.ip + 16 * block.raw.len() as u64),
        addresses: addresses.into_iter().collect(),
        ..Execution::default()
    }
}

/// The model that times everything in full, and the one that replays.
struct Pair {
    full: Timing<Off>,
    replaying: Timing<Off>,
    /// Executions that were part of a stream.
    streamed: u64,
    executions: u64,
}

impl Pair {
    fn new(machine: &Machine) -> Self {
        Self {
            full: Timing::new(machine, Off).with_replay(0),
            replaying: Timing::new(machine, Off),
            streamed: 0,
            executions: 0,
        }
    }

    fn execute(&mut self, block: &Block, execution: &Execution, name: &str) {
        self.full.execute(block, execution);
        self.replaying.execute(block, execution);
        self.executions += 1;
        self.streamed += u64::from(self.replaying.streams());
        let (full, replaying) = (self.full.now(), self.replaying.now());
        assert_eq!(replaying, full, "{name}: execution {}", self.executions);
    }

    fn compare(&mut self, name: &str) {
        let (full, replaying) = (self.full.totals(), self.replaying.totals());
        assert_eq!(replaying.counts, full.counts, "{name}");
        assert_eq!(replaying.caches, full.caches, "{name}");
        assert_eq!(replaying.ledger, full.ledger, "{name}");
        assert_eq!(replaying.identities(), Ok(()), "{name}");
    }
}

/// Writes some stretches, with interruptions: the executions that were part of a stream, and all of them.
fn play(machine: &Machine, seed: u64, name: &str) -> (u64, u64) {
    let name = &format!("{name}, seed {seed}");
    let mut random = Rng::with_seed(seed);
    let random = &mut random;
    let mut pair = Pair::new(machine);
    let (store, bytes) = STORES[random.u64(..2) as usize];
    let count = 2 * (1 + random.u64(..4));
    let ahead = match random.u64(..2) {
        0 => None,
        _ => Some(64 * (1 + random.u64(..12)) + 8 * random.u64(..2) * (bytes & 8) / 8),
    };
    let looped = block(0, 0x4000_0000, &vec![store; count as usize], CLOOP);
    let next = 0x4000_0000 + 16 * looped.raw.len() as u64;
    let other = block(1, next, &[LOAD, store], CLOOP);
    let behind = random.u64(..3);
    for _ in 0..4 + random.u64(..4) {
        // Few bases, so that stretches overlap with earlier ones now and then.
        let base = 0x6000_0000_0000_0000 + 0x8_0000 * random.u64(..12) + bytes * random.u64(..64);
        let stride = match random.u64(..8) {
            0 => bytes * (1 + random.u64(..20)),
            1 => 256,
            _ => bytes * count,
        };
        let turns = 40 + random.u64(..1500);
        for turn in 0..turns {
            let at = base + turn * stride;
            let mut addresses: Vec<u64> = (0..count).map(|number| at + number * bytes).collect();
            if let (Some(ahead), Some(last)) = (ahead, addresses.last_mut()) {
                *last = at + (ahead & !(bytes - 1));
            }
            if random.u64(..400) == 0 {
                // One store goes to another place.
                addresses[0] = base + bytes * random.u64(..1 << 16);
            }
            let ends = turn + 1 == turns || random.u64(..300) == 0;
            let target = (!ends).then_some(looped.ip);
            pair.execute(&looped, &execution(&looped, addresses, target), name);
            if ends {
                for _ in 0..=behind {
                    let places = [(); 2].map(|()| base + 8 * random.u64(..1 << 14));
                    let places = places.map(|place| place & !(bytes - 1)).to_vec();
                    let target = Some(looped.ip);
                    let target = if random.u64(..2) == 0 { target } else { None };
                    pair.execute(&other, &execution(&other, places, target), name);
                }
            }
            match random.u64(..900) {
                0 => {
                    pair.full.charge(20);
                    pair.replaying.charge(20);
                }
                1 => pair.compare(name),
                _ => {}
            }
        }
        pair.compare(name);
    }
    (pair.streamed, pair.executions)
}

/// Plays with many seeds: the part of all executions that were in a stream, in per cent.
fn play_all(machine: &Machine, name: &str) -> u64 {
    let mut all = (0, 0);
    for seed in 0..50 {
        let (streamed, executions) = play(machine, seed, name);
        all = (all.0 + streamed, all.1 + executions);
    }
    100 * all.0 / all.1
}

#[test]
fn a_stream_takes_the_same_cycles_for_the_same_causes() {
    for (name, machine) in [("itanium", itanium()), ("itanium2", itanium2())] {
        let streamed = play_all(&machine, name);
        assert!(streamed >= 4, "{name}: {streamed} %");
    }
}

#[test]
fn small_caches_short_queues_and_other_policies_stream_alike() {
    for (number, (name, mut machine)) in [("itanium", itanium()), ("itanium2", itanium2())]
        .into_iter()
        .enumerate()
    {
        let caches = &mut machine.caches;
        caches.l3.bytes = 4 * caches.l2.bytes;
        caches.l3.ways = 4;
        caches.l3.replacement = Replacement::Nru;
        caches.l2_queue_entries = 10;
        caches.l2.outstanding_misses = 5;
        machine.memory.store_buffer_entries = 9 + number as u32;
        machine.memory.queue_entries = 4;
        let streamed = play_all(&machine, name);
        assert!(streamed >= 4, "{name}: {streamed} %");
    }
}

#[test]
fn victims_that_cannot_be_foreseen_are_no_stream() {
    let mut machine = itanium2();
    machine.caches.l3.replacement = Replacement::Random;
    // A victim is random only when its set is full, which those of L3 are not here.
    let mut full = machine.clone();
    full.caches.l2.replacement = Replacement::Random;
    for (name, machine) in [("l3", machine), ("both", full)] {
        play_all(&machine, name);
    }
}
