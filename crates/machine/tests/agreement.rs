//! The short and the general way of execution give the same results, records included, on random
//! instructions with random registers; and nothing that a program does makes either panic.

use std::ops::ControlFlow;

use events::{Block, Execution, Fact, Note, Passage};
use fastrand::Rng;
use isa::{SlotUnit, Template, Unit};
use machine::{
    AddressSpace, AfterPassage, Cfm, Cpu, Fault, Machine, Options, PAGE_SIZE, Passed, PathRecorder,
    Protection, Recorder, Sharing, Stop,
};
use softfp::Fr;

const CODE: u64 = 0x4000_0000_0000_0000;
const DATA: u64 = 0x6000_0000_0000_0000;
const READ_ONLY: u64 = 0x6000_0000_0010_0000;
const STORE: u64 = 0x8000_0000_0000_0000;
const PAGES: u64 = 2;
const BUNDLES: usize = (PAGES * PAGE_SIZE / 16) as usize;

fn random_slot(random: &mut Rng, unit: SlotUnit) -> u64 {
    let fits = |row: Unit| match unit {
        SlotUnit::M => matches!(row, Unit::M | Unit::A),
        SlotUnit::I => matches!(row, Unit::I | Unit::A),
        SlotUnit::F => row == Unit::F,
        SlotUnit::B => row == Unit::B,
        SlotUnit::L | SlotUnit::X => row == Unit::X,
    };
    if random.u8(..100) < 2 {
        return random.u64(..) >> 23;
    }
    loop {
        let row = &isa::table::ROWS[random.usize(..isa::table::ROWS.len())];
        if fits(row.unit()) {
            // Privileged instructions and breaks end a run and teach little.
            if row.flags.contains(isa::Flags::PRIVILEGED) && random.u8(..100) >= 5 {
                continue;
            }
            let bits = row.encoding.value | random.u64(..) & !row.encoding.mask;
            // Mostly short branches, mostly to true or always-true predicates.
            let bits = if unit == SlotUnit::B && random.u8(..100) < 80 {
                bits & !(0x1_ffff_f000 & !row.encoding.mask)
            } else {
                bits
            };
            return if random.u8(..100) < 50 {
                bits & !(0x3f & !row.encoding.mask)
            } else {
                bits
            };
        }
    }
}

fn random_bundle(random: &mut Rng) -> u128 {
    loop {
        let template = Template::new(random.usize(..32) as u8);
        let Some(units) = template.units() else {
            if random.u8(..100) < 3 {
                return u128::from(random.u64(..)) << 64 | u128::from(random.u64(..));
            }
            continue;
        };
        return units.iter().enumerate().fold(
            u128::from(template.number()),
            |bundle, (i, &unit)| {
                let bits = if unit == SlotUnit::L {
                    random.u64(..) >> 23
                } else {
                    random_slot(random, unit)
                };
                bundle | u128::from(bits & 0x1ff_ffff_ffff) << (5 + 41 * i)
            },
        );
    }
}

/// One of `BUNDLES` bundles of software-pipelined loops: additions, loads and stores of rotating registers, by rotating predicates, and in every
/// fourth bundle a branch of such a loop, or an instruction that ends all renaming.
fn pipelined_bundle(random: &mut Rng, number: usize) -> u128 {
    let qualified = |random: &mut Rng| match random.bool() {
        true => random.u64(16..24),
        false => 0,
    };
    let register = |random: &mut Rng| random.u64(32..48);
    let add = |random: &mut Rng| {
        8 << 37
            | 2 << 34
            | register(random) << 20
            | random.u64(..128) << 13
            | register(random) << 6
            | qualified(random)
    };
    let access = |random: &mut Rng| {
        let pointer = random.u64(16..20) << 20;
        let value = match random.usize(..4) {
            // A store, a speculative load, and loads.
            0 => 0x33 << 30 | register(random) << 13,
            1 => 0x07 << 30 | register(random) << 6,
            _ => 0x03 << 30 | register(random) << 6,
        };
        4 << 37 | value | pointer | qualified(random)
    };
    let first = match random.bool() {
        true => access(random),
        false => add(random),
    };
    let second = add(random);
    // An integer addition, or a branch that goes back, to the beginning of a loop, or on, behind its end.
    let (template, third) = if number % 4 < 3 {
        (0x01, add(random))
    } else {
        let back = random.u64(..4).min(number as u64).wrapping_neg() & 0xf_ffff;
        let branch = |kind: u64, distance: u64, qp: u64| {
            4 << 37 | distance >> 19 << 36 | distance << 13 | kind << 6 | qp
        };
        let third = match random.usize(..9) {
            0..3 => branch(7, back, 0),
            3..5 => branch(6, 2, 0),
            5..7 => branch(3, back, qualified(random)),
            7 => branch(2, 2, qualified(random)),
            // `clrrrb`
            _ => 0x04 << 27,
        };
        (0x11, third)
    };
    template | u128::from(first) << 5 | u128::from(second) << 46 | u128::from(third) << 87
}

fn random_value(random: &mut Rng) -> u64 {
    match random.usize(..8) {
        0 | 1 => DATA + (random.u64(..) % (PAGES * PAGE_SIZE)) / 16 * 16,
        2 => DATA + random.u64(..) % (PAGES * PAGE_SIZE),
        3 => READ_ONLY + random.u64(..) % PAGE_SIZE / 8 * 8,
        4 => CODE + random.u64(..) % (PAGES * PAGE_SIZE) / 16 * 16,
        5 => random.u64(..) % 128,
        6 => u64::MAX << (random.u64(..) % 64),
        _ => random.u64(..),
    }
}

fn random_float(random: &mut Rng) -> Fr {
    match random.usize(..6) {
        0 => Fr::from_double(random.u64(..)),
        1 => Fr::from_single(random.u64(..) as u32),
        2 => Fr::from_integer(random.u64(..)),
        3 => Fr::NATVAL,
        4 => Fr::from_double((random.u64(..) % 1000) as f64 as u64),
        _ => Fr::from_spill([random.u64(..), random.u64(..)]),
    }
}

/// A machine with random code, data and registers; `seed` decides all of it.
fn prepare(seed: u64) -> (Machine, Cpu, AddressSpace) {
    let mut random = Rng::with_seed(seed);
    let machine = Machine::new(Options {
        alat_entries: [0, 8, 32][random.usize(..3)],
        alat_ways: 4,
        alat_address_bits: [8, 20, 64][random.usize(..3)],
        ..Options::default()
    });
    let mut cpu = machine.cpu();
    let mut space = AddressSpace::new();
    space.map(CODE, PAGES * PAGE_SIZE, Protection::RWX, Sharing::Private);
    space.map(DATA, PAGES * PAGE_SIZE, Protection::RW, Sharing::Private);
    space.map(READ_ONLY, PAGE_SIZE, Protection::R, Sharing::Private);
    space.map(STORE, 4 * PAGE_SIZE, Protection::RW, Sharing::Private);
    let pipelined = random.u8(..100) < 30;
    for i in 0..BUNDLES {
        let bundle = match pipelined {
            true => pipelined_bundle(&mut random, i),
            false => random_bundle(&mut random),
        };
        space
            .poke(CODE + 16 * i as u64, &bundle.to_le_bytes())
            .unwrap();
    }
    for i in 0..PAGES * PAGE_SIZE / 8 {
        let value = random_value(&mut random);
        space.poke(DATA + 8 * i, &value.to_le_bytes()).unwrap();
    }
    let sof = match pipelined {
        true => random.u8(16..97),
        false => random.u8(..97),
    };
    cpu.start_register_stack(STORE + 2 * PAGE_SIZE, sof, random.usize(..97) as u8);
    if random.u8(..100) < 50 && sof >= 8 {
        cpu.set_cfm(Cfm {
            sor: random.usize(..usize::from(sof) / 8 + 1) as u8 * 8,
            ..cpu.cfm()
        });
    }
    let nats = random.u8(..100) < 30;
    for r in 1..128 {
        let nat = nats && random.u8(..100) < 5;
        cpu.set_gr(r, random_value(&mut random), nat);
    }
    for f in 2..128 {
        cpu.set_fr(f, random_float(&mut random));
    }
    cpu.set_pr(random.u64(..));
    for b in 0..8 {
        cpu.set_br(b, CODE + random.u64(..) % (PAGES * PAGE_SIZE) / 16 * 16);
    }
    if pipelined {
        for r in 16..20 {
            let pointer = match random.usize(..10) {
                0 => READ_ONLY,
                1 => 0x1000,
                _ => DATA,
            };
            cpu.set_gr(r, pointer + 8 * u64::from(r), false);
        }
    }
    let iterations = if pipelined { 200 } else { 5 };
    cpu.set_ar(isa::Ar::LC, random.u64(..iterations));
    cpu.set_ar(isa::Ar::EC, random.u64(..5));
    cpu.set_ar(isa::Ar::UNAT, if nats { random.u64(..) } else { 0 });
    if random.u8(..100) < 30 {
        cpu.set_ar(isa::Ar::RSC, 0xc);
    }
    cpu.set_ip(CODE + 16 * random.usize(..BUNDLES) as u64);
    (machine, cpu, space)
}

/// Everything recorded, and how it is divided: what cuts a block takes cycles.
#[derive(Debug, Default, PartialEq)]
struct Log {
    /// Place of each block that was handed over, and one past the last slot executed.
    parts: Vec<(u64, u8, u8)>,
    slots: Vec<(u64, u8, bool, bool)>,
    addresses: Vec<u64>,
    notes: Vec<(u64, Note)>,
    passed: Passages,
}

/// What a recorder of paths hears of it.
#[derive(Debug, Default, PartialEq)]
struct Passages {
    /// Place of each block, one past the last slot executed, whether a branch was taken, and then where to.
    parts: Vec<(u64, u8, u8, Option<u64>)>,
    /// Bundle, slot and address of each reference that made its access.
    accesses: Vec<(u64, u8, u64)>,
    instructions: u64,
}

impl Passages {
    fn add(&mut self, block: &Block, execution: &Execution) {
        if execution.end > block.first_slot {
            let target = execution.taken.map(|_| execution.target);
            self.parts
                .push((block.ip, block.first_slot, execution.end, target));
        }
        self.instructions += u64::from(block.count_before(execution.end));
        for retired in execution.retired(block) {
            let silent = |note: &Note| {
                let silent = matches!(note.fact, Fact::Deferred { .. } | Fact::CheckLoadHit);
                silent && block.ip_of(note.slot) == retired.ip && note.slot % 3 == retired.slot % 3
            };
            if let Some(address) = retired.address
                && !execution.notes.iter().any(silent)
            {
                self.accesses.push((retired.ip, retired.slot % 3, address));
            }
        }
    }

    fn pass(&mut self, passage: &Passage<'_>) {
        let block = |number: usize| {
            let segment = &passage.segments[number];
            (segment, &passage.blocks[segment.block as usize])
        };
        let last = passage.segments.len() - 1;
        for number in 0..last {
            let (segment, here) = block(number);
            let target = segment.taken.then_some(block(number + 1).1.ip);
            self.parts
                .push((here.ip, here.first_slot, segment.last + 1, target));
        }
        let here = block(last).1;
        let target = passage.taken.then_some(passage.target);
        self.parts
            .push((here.ip, here.first_slot, passage.end, target));
        self.instructions += passage.instructions;
        for reference in passage.references.iter().filter(|one| one.accesses()) {
            let step = reference.step(passage.first_step);
            assert_eq!(step, reference.accessing_step(passage.first_step));
            let (segment, slot) = (passage.place)(step);
            let ip = block(segment).1.ip_of(slot);
            self.accesses.push((ip, slot % 3, reference.address));
        }
    }
}

/// Takes paths, but now and then blocks.
#[derive(Default)]
struct Paths {
    passages: Passages,
    /// Passages and blocks so far.
    taken: u64,
    joined: Joined,
}

/// Blocks that were handed over behind others.
#[derive(Clone, Copy, Default)]
struct Joined {
    all: usize,
    /// Those behind a branch that had rotated the registers.
    turned: usize,
}

/// Whether the instruction in a slot of a block is a branch that rotates registers.
fn rotates(block: &Block, slot: u8) -> bool {
    use isa::BranchKind::{Cexit, Ctop, Wexit, Wtop};
    let op = block.instruction(slot).op;
    matches!(
        op,
        isa::Op::Branch {
            kind: Ctop | Cexit | Wtop | Wexit,
            ..
        }
    )
}

impl Paths {
    fn is_time(&self) -> bool {
        self.taken % 7 > 1
    }
}

impl Recorder for Paths {
    const RECORD: bool = true;
    const PATHS: bool = true;

    fn wants_paths(&self) -> bool {
        self.is_time()
    }

    fn paths(&mut self) -> Option<&mut dyn PathRecorder> {
        Some(self)
    }

    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        self.taken += 1;
        self.passages.add(block, execution);
        ControlFlow::Continue(())
    }
}

impl PathRecorder for Paths {
    fn passed(&mut self, passage: &Passage<'_>) -> AfterPassage {
        self.taken += 1;
        if let Some((_, before)) = passage.segments.split_last() {
            self.joined.all += before.len();
            let turned = before
                .iter()
                .filter(|segment| rotates(&passage.blocks[segment.block as usize], segment.last));
            self.joined.turned += turned.count();
        }
        self.passages.pass(passage);
        match self.is_time() {
            true => AfterPassage::Paths,
            false => AfterPassage::Ask,
        }
    }
}

impl Log {
    fn add(&mut self, block: &Block, execution: &Execution) {
        self.passed.add(block, execution);
        if execution.end > block.first_slot {
            self.parts.push((block.ip, block.first_slot, execution.end));
        }
        let mut addresses = 0;
        for retired in execution.retired(block) {
            addresses += usize::from(retired.address.is_some());
            self.slots.push((
                retired.ip,
                retired.slot % 3,
                retired.predicate,
                retired.taken,
            ));
        }
        assert_eq!(addresses, execution.addresses.len(), "{execution:?}");
        self.addresses.extend_from_slice(&execution.addresses);
        for &note in &execution.notes {
            let slot = note.slot % 3;
            self.notes
                .push((block.ip_of(note.slot), Note { slot, ..note }));
        }
    }
}

#[derive(Default)]
struct Short(Log);

impl Recorder for Short {
    const RECORD: bool = true;

    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        self.0.add(block, execution);
        ControlFlow::Continue(())
    }
}

#[derive(Default)]
struct General(Log, u64);

impl Recorder for General {
    const RECORD: bool = true;
    const EACH: bool = true;

    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        self.0.add(block, execution);
        ControlFlow::Continue(())
    }

    fn instruction(&mut self, _: &Cpu, _: &Block, _: u8) {
        self.1 += 1;
    }
}

/// Runs on, skipping what faults and coming back from nowhere, as long as it is worthwhile.
fn run<R: Recorder>(
    seed: u64,
    recorder: &mut R,
) -> (Cpu, AddressSpace, Vec<Stop>, u64, Vec<Passed>) {
    let (mut machine, mut cpu, mut space) = prepare(seed);
    let mut random = Rng::with_seed(seed + 77);
    let mut stops = Vec::new();
    for _ in 0..60 {
        let budget = 1 + random.u64(..) % 200;
        let stop = machine.run(&mut cpu, &mut space, recorder, budget);
        stops.push(stop);
        match stop {
            Stop::Fault(Fault { vector, .. }) if vector.is_trap() => {}
            Stop::Fault(Fault { ip, slot, .. }) => {
                if (CODE..CODE + PAGES * PAGE_SIZE - 16).contains(&ip) {
                    cpu.set_ip_slot(ip + if slot == 2 { 16 } else { 0 }, (slot + 1) % 3);
                } else {
                    cpu.set_ip(CODE + 16 * random.usize(..BUNDLES) as u64);
                }
            }
            _ => {}
        }
    }
    let passed = machine.passed(cpu.trail(), space.id(), 16);
    (cpu, space, stops, machine.retired(), passed)
}

fn describe(cpu: &Cpu) -> Vec<String> {
    let mut lines = vec![format!(
        "ip {:x} slot {} psr {:x} pr {:x} {:?} retired {}",
        cpu.ip(),
        cpu.slot(),
        cpu.psr(),
        cpu.pr(),
        cpu.cfm(),
        cpu.retired()
    )];
    // Registers beyond the frame hold what was there; both ways leave the same.
    lines.extend((0..128).map(|r| format!("r{r} {:x?}", cpu.gr(r))));
    lines.extend((0..128).map(|f| format!("f{f} {:x?}", cpu.fr(f))));
    lines.extend((0..8).map(|b| format!("b{b} {:x}", cpu.br(b))));
    lines.extend((0..128).map(|n| format!("ar{n} {:x?}", cpu.ar(isa::Ar::new(n)))));
    lines
}

fn differences<T: PartialEq + std::fmt::Debug>(a: &[T], b: &[T]) -> Vec<String> {
    a.iter()
        .zip(b)
        .enumerate()
        .filter(|(_, (a, b))| a != b)
        .take(5)
        .map(|(i, (a, b))| format!("{i}: short {a:x?}, general {b:x?}"))
        .collect()
}

/// Whole paths say what blocks do; how many blocks were handed over behind others.
fn check_paths(seed: u64, expected: &Passages, state: &[String]) -> Joined {
    let mut paths = Paths::default();
    let (cpu, ..) = run(seed, &mut paths);
    let nothing: Vec<String> = Vec::new();
    let passed = &paths.passages;
    assert_eq!(
        differences(&passed.parts, &expected.parts),
        nothing,
        "parts of paths, seed {seed}"
    );
    assert_eq!(
        differences(&passed.accesses, &expected.accesses),
        nothing,
        "references of paths, seed {seed}"
    );
    assert!(passed == expected, "lengths of paths, seed {seed}");
    assert_eq!(
        differences(&describe(&cpu), state),
        nothing,
        "paths, seed {seed}"
    );
    paths.joined
}

fn check(seed: u64) -> (u64, Joined) {
    let (mut short, mut general) = (Short::default(), General::default());
    let (cpu, space, stops, retired, passed) = run(seed, &mut short);
    let (other, memory, expected, _, way) = run(seed, &mut general);
    // Without records, by paths.
    let silent = run(seed, &mut machine::Silent);
    let joined = check_paths(seed, &general.0.passed, &describe(&other));
    let nothing: Vec<String> = Vec::new();
    let logs = (&short.0, &general.0);
    assert_eq!(
        differences(&logs.0.slots, &logs.1.slots),
        nothing,
        "slots, seed {seed}"
    );
    assert_eq!(
        differences(&logs.0.parts, &logs.1.parts),
        nothing,
        "parts, seed {seed}"
    );
    assert_eq!(
        differences(&logs.0.notes, &logs.1.notes),
        nothing,
        "notes, seed {seed}"
    );
    assert_eq!(
        differences(&logs.0.addresses, &logs.1.addresses),
        nothing,
        "addresses, seed {seed}"
    );
    assert_eq!(
        differences(&stops, &expected),
        nothing,
        "stops, seed {seed}"
    );
    assert_eq!(
        differences(&describe(&cpu), &describe(&other)),
        nothing,
        "seed {seed}"
    );
    assert_eq!(
        differences(&describe(&silent.0), &describe(&other)),
        nothing,
        "silent, seed {seed}"
    );
    assert_eq!(
        differences(&silent.2, &expected),
        nothing,
        "silent stops, seed {seed}"
    );
    assert_eq!(silent.3, retired, "silent, seed {seed}");
    assert_eq!(
        differences(&silent.4, &way),
        nothing,
        "silent trail, seed {seed}"
    );
    assert_eq!(differences(&passed, &way), nothing, "trail, seed {seed}");
    assert_eq!(logs.0.slots.len() as u64, retired, "seed {seed}");
    assert_eq!(general.1, retired, "seed {seed}");
    assert!(logs.0 == logs.1, "lengths of the logs, seed {seed}");
    for region in [(CODE, PAGES), (DATA, PAGES), (STORE, 4)] {
        let len = (region.1 * PAGE_SIZE) as usize;
        let (mut a, mut b) = (vec![0; len], vec![0; len]);
        space.peek(region.0, &mut a);
        memory.peek(region.0, &mut b);
        assert!(a == b, "memory at {:#x}, seed {seed}", region.0);
        silent.1.peek(region.0, &mut a);
        assert!(a == b, "silent memory at {:#x}, seed {seed}", region.0);
    }
    (retired, joined)
}

#[test]
fn the_short_way_does_what_the_general_way_does() {
    // EPICYCLE_SEEDS=first..last looks further.
    let range = std::env::var("EPICYCLE_SEEDS").ok().and_then(|text| {
        let (first, last) = text.split_once("..")?;
        Some(first.parse().ok()?..last.parse().ok()?)
    });
    let (mut retired, mut joined) = (0, Joined::default());
    for seed in range.unwrap_or(1..150) {
        let (instructions, blocks) = check(seed);
        retired += instructions;
        joined.all += blocks.all;
        joined.turned += blocks.turned;
    }
    assert!(retired > 0 && joined.all > joined.turned && joined.turned > 0);
    let Joined { all, turned } = joined;
    println!(
        "{retired} instructions compared, {all} blocks in the middle of paths, {turned} behind a rotation"
    );
}
