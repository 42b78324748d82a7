//! The cache hierarchy alone: references go in, cycles and counts come out.

use super::*;
use crate::testing::{itanium, itanium2};
use events::Off;

struct Bench {
    shared: Shared<Off>,
}

impl Bench {
    fn new() -> Self {
        Self {
            shared: Shared::new(&itanium(), Off),
        }
    }

    fn load(&mut self, cycle: u64, address: u64) -> Access {
        let policy = LoadPolicy {
            allocate: true,
            ..LoadPolicy::default()
        };
        self.shared.load(cycle, address, policy, &Site::none())
    }
}

#[test]
fn a_cold_load_comes_from_memory_and_the_next_one_to_its_line_from_l1d() {
    let mut bench = Bench::new();
    let first = bench.load(0, 0x1000);
    assert_eq!((first.ready, first.level), (120, MemoryLevel::Memory));
    let second = bench.load(200, 0x1008);
    assert_eq!((second.ready, second.level), (202, MemoryLevel::L1));
}

#[test]
fn a_load_of_a_line_under_way_waits_for_it_and_makes_no_request() {
    let mut bench = Bench::new();
    bench.load(0, 0x1000);
    assert_eq!(bench.load(5, 0x1010).ready, 120);
    assert_eq!(bench.shared.counters.counts[Raw::L2IntegerLoads], 1);
    assert_eq!(bench.shared.counters.counts[Raw::L1dReadMisses], 2);
}

#[test]
fn a_load_that_has_to_go_behind_l1d_puts_no_line_into_it() {
    let mut bench = Bench::new();
    let policy = LoadPolicy {
        allocate: true,
        forced: true,
        ..LoadPolicy::default()
    };
    bench.shared.load(0, 0x1000, policy, &Site::none());
    assert_eq!(bench.load(1000, 0x1000).level, MemoryLevel::L2);
}

#[test]
fn a_prefetch_of_a_line_of_l1d_is_no_use_of_it() {
    let mut bench = Bench::new();
    // Four lines of one set, of which the oldest is prefetched before a fifth one comes.
    let lines = [0, 1, 2, 3].map(|n| 0x1000 + 0x1000 * n);
    for (n, line) in lines.iter().enumerate() {
        bench.load(1000 * n as u64, *line);
    }
    let access = bench.shared.prefetch(5000, lines[0], true, &Site::none());
    assert_eq!((access.ready, access.level), (5000, MemoryLevel::L1));
    assert_eq!(bench.shared.counters.counts[Raw::L2Prefetches], 0);
    bench.load(6000, 0x9000);
    assert!(!bench.shared.caches.has_in_l1d(lines[0]));
    assert!(
        lines[1..]
            .iter()
            .all(|line| bench.shared.caches.has_in_l1d(*line))
    );
}

#[test]
fn a_prefetch_into_l1d_takes_no_miss_register_of_it() {
    let mut machine = itanium();
    machine.caches.l1d.outstanding_misses = 1;
    let mut shared = Shared::new(&machine, Off);
    bring(&mut shared, 0x3000);
    let site = Site::none();
    shared.prefetch(1000, 0x1_0000, true, &site);
    let policy = LoadPolicy {
        allocate: true,
        ..LoadPolicy::default()
    };
    let load = shared.load(1001, 0x3000, policy, &site);
    let latency = u64::from(machine.caches.l2.latency);
    assert_eq!((load.ready, load.level), (1001 + latency, MemoryLevel::L2));
}

#[test]
fn a_store_does_not_allocate_in_l1d_but_does_in_l2() {
    let mut bench = Bench::new();
    let site = Site::none();
    bench.shared.store(0, 0x2000, 8, &site);
    let load = bench.load(1000, 0x2000);
    assert_eq!((load.ready, load.level), (1006, MemoryLevel::L2));
}

#[test]
fn a_floating_point_load_bypasses_l1d() {
    let mut bench = Bench::new();
    bench.load(0, 0x3000);
    let access = bench.shared.fp_load(500, 0x3000, &Site::none());
    assert_eq!((access.ready, access.level), (509, MemoryLevel::L2));
}

#[test]
fn a_dirty_line_that_leaves_l2_is_written_back_to_l3() {
    let mut bench = Bench::new();
    let site = Site::none();
    // Seven lines of one set of the six-way L2: 256 sets of 64 bytes.
    for i in 0..7 {
        bench.shared.store(i * 1000, i * 256 * 64, 8, &site);
    }
    assert_eq!(bench.shared.counters.counts[Raw::L3WritebackHits], 1);
    assert_eq!(bench.shared.caches.levels[0].stats.writebacks, 1);
}

#[test]
fn misses_beyond_the_bandwidth_of_the_bus_queue_up() {
    let mut bench = Bench::new();
    let ready: Vec<u64> = (0..3).map(|i| bench.load(0, i * 4096).ready).collect();
    assert_eq!(ready, [120, 144, 168]);
}

#[test]
fn an_access_to_a_line_under_way_goes_round_until_the_line_is_there() {
    let mut machine = itanium();
    machine.caches.l2_recirculate_cycles = 7;
    let mut shared = Shared::new(&machine, Off);
    let first = shared.fp_load(0, 0x3000, &Site::none());
    let second = shared.fp_load(10, 0x3008, &Site::none());
    // A hit would be served in cycle 19.
    let rounds = shared.counters.counts[Raw::L2RecirculateRounds];
    assert_eq!(second.ready, 19 + 7 * rounds);
    assert!((first.ready..first.ready + 7).contains(&second.ready));
    assert_eq!(shared.counters.counts[Raw::L2RecirculatedData], 1);
    assert_eq!(shared.counters.counts[Raw::L2RecirculatedInstruction], 0);
    // Walks wait for the line and do not recirculate.
    let walk = shared.l2(11, 0x3010, Request::Walker, &Site::none());
    assert_eq!(walk.ready, first.ready);
}

#[test]
fn data_of_a_line_that_the_front_end_asked_for_goes_round_until_it_is_there() {
    let mut machine = itanium();
    machine.caches.l2_recirculate_cycles = 7;
    let mut shared = Shared::new(&machine, Off);
    let site = Site::none();
    let line = shared.instruction_line(0, 0x3000, Request::Instruction, &site);
    let data = shared.fp_load(10, 0x3008, &site);
    let counts = &shared.counters.counts;
    let rounds = counts[Raw::L2RecirculateRounds];
    assert_eq!(data.ready, 19 + 7 * rounds);
    assert!((line.ready..line.ready + 7).contains(&data.ready));
    assert_eq!(counts[Raw::L2RecirculatedInstruction], 1);
    assert_eq!(counts[Raw::L2RecirculatedData], 0);
}

#[test]
fn a_load_follows_a_store_to_its_doubleword_where_l2_has_banks() {
    let mut machine = itanium();
    machine.caches.l2_banks = 16;
    machine.caches.l2_store_to_load_cycles = 4;
    let mut shared = Shared::new(&machine, Off);
    let site = Site::none();
    shared.fp_load(0, 0x3000, &site);
    shared.caches.bytes = 8;
    shared.store(1000, 0x3000, 8, &site);
    let other = shared.fp_load(1001, 0x3010, &site);
    let same = shared.fp_load(1001, 0x3000, &site);
    assert_eq!([other.ready, same.ready], [1010, 1013]);
    let counts = &shared.counters.counts;
    let refused = [
        Raw::L2RefusedBehindStore0,
        Raw::L2RefusedBehindStore1,
        Raw::L2RefusedBehindStore2,
        Raw::L2RefusedBehindStore3,
    ];
    assert_eq!(refused.map(|raw| counts[raw]), [0, 1, 1, 1]);
}

/// Brings a line to L2 and not to L1D, long before all other references.
fn bring(shared: &mut Shared<Off>, address: u64) {
    shared.fp_load(0, address, &Site::none());
}

#[test]
fn a_floating_point_load_does_not_wait_behind_integer_loads_without_a_register() {
    let mut machine = itanium();
    machine.caches.l1d.outstanding_misses = 2;
    let mut shared = Shared::new(&machine, Off);
    bring(&mut shared, 0x3000);
    let policy = LoadPolicy {
        allocate: true,
        ..LoadPolicy::default()
    };
    let site = Site::none();
    let [first, _, third] =
        [0x1_0000, 0x2_0000, 0x4_0000].map(|at| shared.load(1000, at, policy, &site));
    // The third one asks L2 when the first one's data are there.
    let asks = third.ready - first.ready;
    assert!(asks >= machine.memory.latency.into(), "{asks}");
    let float = shared.fp_load(1001, 0x3008, &site);
    let latency = u64::from(machine.caches.l2.fp_latency);
    assert_eq!(float.ready, 1001 + latency);
    // A fetch that comes behind all of these in program order and asks in an earlier cycle.
    let fetch = shared.instruction_line(990, 0x3020, Request::Instruction, &site);
    let latency = u64::from(machine.caches.l2.latency);
    assert_eq!(fetch.ready, 990 + latency);
}

#[test]
fn a_floating_point_miss_finds_the_registers_that_later_integer_misses_do_not_have_yet() {
    for (processor, registers) in [(itanium(), 3), (itanium2(), 3), (itanium2(), 16)] {
        let mut machine = processor;
        machine.caches.l1d.outstanding_misses = 2;
        machine.caches.l2.outstanding_misses = registers;
        let mut shared = Shared::new(&machine, Off);
        let policy = LoadPolicy {
            allocate: true,
            ..LoadPolicy::default()
        };
        let site = Site::none();
        // Four lines in different banks: two of them wait for a register of L1D.
        for address in [0x1_0000, 0x2_0010, 0x4_0020, 0x8_0030] {
            shared.load(1000, address, policy, &site);
        }
        let float = shared.fp_load(1002, 0x10_0040, &site);
        // The third line on the bus: only two of the integer loads are before it.
        let (behind_l1, memory) = (machine.caches.behind_l1(), &machine.memory);
        let (_, last) = behind_l1[behind_l1.len() - 1];
        let line = u64::from(memory.line_cycles + memory.line_overhead_cycles);
        let start = 1000 + u64::from(last.latency) + 2 * line;
        let rest = u64::from(memory.fp_latency - last.fp_latency);
        assert_eq!(float.ready, start + rest);
    }
}

#[test]
fn a_load_waits_for_a_store_before_it_that_waits_for_the_path() {
    let mut machine = itanium();
    machine.caches.l2_banks = 16;
    machine.caches.l2_store_to_load_cycles = 4;
    machine.caches.l1d_path_bytes = 16;
    let mut shared = Shared::new(&machine, Off);
    bring(&mut shared, 0x3000);
    let site = Site::none();
    shared.caches.bytes = 8;
    for address in [0x3000, 0x3010, 0x3020] {
        shared.store(1000, address, 16, &site);
    }
    // The stores start in 1000, 1001 and 1002; nothing else has the load's bank before.
    let free = shared.fp_load(1000, 0x3038, &site);
    let behind = shared.fp_load(1000, 0x3028, &site);
    assert_eq!([free.ready, behind.ready], [1009, 1015]);
    let counts = &shared.counters.counts;
    let refused = [
        Raw::L2RefusedBehindStore0,
        Raw::L2RefusedBehindStore1,
        Raw::L2RefusedBehindStore2,
        Raw::L2RefusedBehindStore3,
    ];
    assert_eq!(refused.map(|raw| counts[raw]), [2, 1, 1, 1]);
    assert_eq!(counts[Raw::L2RefusedPorts], 1, "in cycle 1000");
}

/// A listener that keeps the cycles in which a quantity occurs.
struct Cycles(Raw, Vec<u64>);

impl Probe for Cycles {
    fn count(&mut self, raw: Raw, amount: u32, cycle: u64, _: &Site) {
        if raw == self.0 {
            self.1.extend((0..amount).map(|_| cycle));
        }
    }
}

#[test]
fn a_listener_hears_of_each_attempt_in_its_cycle() {
    let mut machine = itanium();
    machine.caches.l2_recirculate_cycles = 7;
    let mut shared = Shared::new(&machine, Cycles(Raw::L2RecirculateRounds, Vec::new()));
    shared.fp_load(0, 0x3000, &Site::none());
    shared.fp_load(10, 0x3008, &Site::none());
    let rounds = shared.counters.counts[Raw::L2RecirculateRounds];
    assert!(rounds > 10);
    let expected: Vec<u64> = (1..=rounds).map(|round| 10 + 7 * round).collect();
    assert_eq!(shared.counters.probe.1, expected);
}

#[test]
fn a_listener_hears_of_each_refusal_in_its_cycle() {
    let mut machine = itanium();
    machine.caches.l2_banks = 16;
    machine.caches.l2_store_to_load_cycles = 4;
    for (raw, cycle) in [
        (Raw::L2RefusedBehindStore1, 1001),
        (Raw::L2RefusedBehindStore2, 1002),
        (Raw::L2RefusedBehindStore3, 1003),
    ] {
        let mut shared = Shared::new(&machine, Cycles(raw, Vec::new()));
        let site = Site::none();
        shared.fp_load(0, 0x3000, &site);
        shared.caches.bytes = 8;
        shared.store(1000, 0x3000, 8, &site);
        shared.fp_load(1001, 0x3000, &site);
        assert_eq!(shared.counters.probe.1, [cycle], "{}", raw.name());
    }
}
