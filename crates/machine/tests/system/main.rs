//! Conformance of system mode: one small program for each case, with what the manual says that it does (`cases.txt`).

use std::collections::BTreeMap;

use std::ops::ControlFlow;

use events::{Block, Execution, Fact};
use machine::{
    AddressSpace, Bus, Cpu, Frames, HostCalls, Interruption, IsaLevel, Machine, Options,
    Protection, Recorder, Sharing, System, SystemModel, SystemStop, Vector, isr,
};

const SETUP: u64 = 0x8000;
const TEST: u64 = 0x1_0000;
const VECTORS: u64 = 0x2_0000;
const STACK: u64 = 0x8_0000;
const MEMORY: u64 = 1 << 24;
/// An address that Itanium does not implement.
const UNIMPLEMENTED: u64 = 0x0810_0000_0000_0000;
/// Instructions of a case at most.
const LIMIT: u64 = 10_000;
/// `nop.m 0 ; nop.i 0 ; nop.i 0 ;;`
const NOPS: u128 = 0x40000000002000000000100000001;

/// No devices.
struct NoBus;

impl Bus for NoBus {
    fn read(&mut self, _: u64, _: u8) -> u64 {
        !0
    }
    fn write(&mut self, _: u64, _: u8, _: u64) {}
    fn interrupt(&mut self) -> Option<u8> {
        None
    }
}

/// The first interruption.
#[derive(Default)]
struct First(Option<Interruption>);

impl Recorder for First {
    const RECORD: bool = false;

    fn interrupted(&mut self, interruption: &Interruption) {
        self.0.get_or_insert(*interruption);
    }
}

struct Case<'a> {
    name: &'a str,
    fields: BTreeMap<&'a str, &'a str>,
}

impl<'a> Case<'a> {
    /// All cases of a text.
    fn all(text: &'a str) -> Vec<Self> {
        let mut cases: Vec<Self> = Vec::new();
        for line in text.lines() {
            if let Some(name) = line.strip_prefix("case ") {
                let fields = BTreeMap::new();
                cases.push(Self { name, fields });
            } else if let Some((key, value)) =
                line.split_once(": ").filter(|_| !line.starts_with('#'))
            {
                let case = cases.last_mut().expect("a case");
                case.fields.insert(key, value.trim());
            }
        }
        cases
    }

    /// The pairs of a field, without what stands alone in it.
    fn pairs(&self, field: &str) -> Vec<(&'a str, &'a str)> {
        let words = self.fields.get(field).copied().unwrap_or_default();
        words
            .split_whitespace()
            .filter_map(|word| word.split_once('='))
            .collect()
    }
}

fn number(text: &str) -> u64 {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).expect("a number"),
        None => text.parse().expect("a number"),
    }
}

fn bytes(text: &str) -> Vec<u8> {
    let pair = |n: usize| u8::from_str_radix(&text[2 * n..2 * n + 2], 16).expect("hexadecimal");
    (0..text.len() / 2).map(pair).collect()
}

/// A machine with the two programs of a case.
struct Bench {
    machine: Machine,
    cpu: Cpu,
    space: AddressSpace,
    calls: HostCalls,
}

impl Bench {
    fn new(setup: &[u8], test: &[u8]) -> Self {
        Self::with(Options::default(), setup, test)
    }

    fn with(options: Options, setup: &[u8], test: &[u8]) -> Self {
        let model = SystemModel::of_level(options.isa);
        let machine = Machine::new(options);
        let mut cpu = machine.system_cpu(System::new(model));
        let mut space = AddressSpace::physical(&Frames::new(u64::MAX), Box::new(NoBus));
        space.map(0, MEMORY, Protection::RWX, Sharing::Private);
        for at in (VECTORS..VECTORS + 0x8000).step_by(16) {
            space.poke(at, &NOPS.to_le_bytes()).expect("memory");
        }
        space.poke(SETUP, setup).expect("memory");
        space.poke(TEST, test).expect("memory");
        cpu.start_register_stack(STACK, 0, 0);
        let calls = HostCalls {
            simulator: true,
            firmware: 0..0,
        };
        Self {
            machine,
            cpu,
            space,
            calls,
        }
    }

    /// Runs to the call at the end of a program, or to the first instruction of a handler.
    fn run(&mut self) -> Option<Interruption> {
        let mut first = First::default();
        for _ in 0..LIMIT {
            let stop =
                self.machine
                    .run_system(&mut self.cpu, &mut self.space, &mut first, &self.calls, 1);
            if first.0.is_some() || !matches!(stop, SystemStop::Budget) {
                return first.0;
            }
        }
        panic!("it does not end");
    }
}

/// What is wrong with a case, in words.
fn wrong(case: &Case<'_>) -> Vec<String> {
    let code: Vec<Vec<u8>> = case.fields["code"].split(' ').map(bytes).collect();
    let mut bench = Bench::new(&code[0], &code[1]);
    bench.cpu.set_ip(SETUP);
    if let Some(interruption) = bench.run() {
        return vec![format!("its setup raises {interruption:x?}")];
    }
    let status = case.fields.get("psr").map_or(0, |psr| number(psr));
    bench.cpu.set_psr(status | isa::psr::BN);
    bench.cpu.set_ip(TEST);
    let interruption = bench.run();

    let mut wrong = Vec::new();
    let mut compare = |what: &str, got: u64, expected: u64| {
        if got != expected {
            wrong.push(format!("{what}: {got:#x}, expected {expected:#x}"));
        }
    };
    let want = case.fields["want"]
        .split_whitespace()
        .next()
        .expect("a vector");
    let got = interruption.map(|interruption| format!("{:04x}", interruption.vector.offset()));
    if got.as_deref().unwrap_or("none") != want {
        return vec![format!("raises {interruption:x?}, expected {want}")];
    }
    for (name, expected) in case.pairs("want") {
        let Some(interruption) = interruption else {
            break;
        };
        let system = bench.cpu.system().expect("system mode");
        let control = |register| system.control(register);
        let (got, base) = match name {
            "isr" => (interruption.isr & !(3 << isr::EI), 0),
            "ei" => (interruption.isr >> isr::EI & 3, 0),
            "psr" => (bench.cpu.psr() & !isa::psr::RI, 0),
            "ri" => (u64::from(interruption.slot), 0),
            "iip" if interruption.status & isa::psr::IC == 0 => (control(isa::Cr::IIP), 0),
            "iip" => (control(isa::Cr::IIP), TEST),
            "iipa" => (control(isa::Cr::IIPA), TEST),
            "ipsr" => (control(isa::Cr::IPSR), 0),
            "ifa" => (control(isa::Cr::IFA), 0),
            "itir" => (control(isa::Cr::ITIR), 0),
            "iim" => (control(isa::Cr::IIM), 0),
            "iha" => (control(isa::Cr::IHA), 0),
            "ifs" => (control(isa::Cr::IFS), 0),
            _ => panic!("{}: {name} is not known", case.name),
        };
        compare(name, got, base + number(expected));
    }
    for (name, expected) in case.pairs("gr") {
        let register = name[1..].parse().expect("a register");
        compare(name, bench.cpu.gr(register).0, number(expected));
    }
    wrong
}

#[test]
fn every_case_does_what_the_manual_says() {
    let cases = Case::all(include_str!("cases.txt"));
    assert!(cases.len() >= 150, "{} cases", cases.len());
    let mut failures = Vec::new();
    for case in &cases {
        let wrong = wrong(case);
        if !wrong.is_empty() {
            failures.push(format!("{}\n    {}", case.name, wrong.join("\n    ")));
        }
    }
    assert!(
        failures.is_empty(),
        "{} wrong:\n{}",
        failures.len(),
        failures.join("\n")
    );
}

/// The facts and addresses of all executions.
#[derive(Default)]
struct References {
    facts: Vec<Fact>,
    addresses: Vec<u64>,
}

impl Recorder for References {
    const RECORD: bool = true;

    fn executed(&mut self, _: &Block, execution: &Execution) -> ControlFlow<()> {
        self.facts
            .extend(execution.notes.iter().map(|note| note.fact));
        self.addresses.extend(execution.addresses.iter());
        ControlFlow::Continue(())
    }
}

#[test]
fn a_prefetch_of_a_nat_address_makes_no_reference() {
    // lfetch [r8] ; nop.i 0 ; nop.i 0 ;; break.m 0x80001 ; nop.i 0 ; nop.i 0
    let code = bytes("0100001060190000000200000000040001080040000000000002000000000400");
    let run = |nat| {
        let mut bench = Bench::new(&[], &code);
        bench.cpu.set_ip(TEST);
        bench.cpu.set_gr(8, 0x4_0000, nat);
        let mut references = References::default();
        let Bench {
            machine,
            cpu,
            space,
            calls,
        } = &mut bench;
        machine.run_system(cpu, space, &mut references, calls, LIMIT);
        references
    };
    let plain = run(false);
    assert_eq!((plain.facts, plain.addresses), (vec![], vec![0x4_0000]));
    let of_nat = run(true);
    let deferred = Fact::Deferred { nat: true };
    assert_eq!((of_nat.facts, of_nat.addresses), (vec![deferred], vec![0]));
}

/// What a bundle raises on Itanium as built, with an address that this processor does not implement in r8, and `cr.ifa` then.
fn raised_on_itanium(bundle: u128) -> (Interruption, u64) {
    let options = Options {
        isa: IsaLevel::AsBuilt(isa::Family::Itanium),
        ..Options::default()
    };
    let mut bench = Bench::with(options, &[], &bundle.to_le_bytes());
    bench.cpu.set_psr(isa::psr::BN | isa::psr::IC);
    bench.cpu.set_gr(8, UNIMPLEMENTED, false);
    bench.cpu.set_ip(TEST);
    let interruption = bench.run().expect("an interruption");
    let system = bench.cpu.system().expect("system mode");
    (interruption, system.control(isa::Cr::IFA))
}

#[test]
fn a_long_branch_that_the_processor_lacks_is_illegal() {
    // nop.m 0 ; brl.sptk . - 608
    let (interruption, _) = raised_on_itanium(0xc8ffff10007fffffffff000100000005);
    assert_eq!(interruption.vector, Vector::GeneralException);
    assert_eq!(interruption.isr, 1 << isr::EI);
}

#[test]
fn a_purge_of_an_address_that_is_not_implemented_tells_the_address() {
    // ptc.l r8, r9
    let (interruption, address) = raised_on_itanium(0x40000000002000000040910240001);
    assert_eq!(interruption.vector, Vector::GeneralException);
    assert_eq!((interruption.isr, address), (0x30, UNIMPLEMENTED));
}

#[test]
fn a_check_load_sees_a_store_through_another_mapping_and_none_to_another_page() {
    // movl r4 = 0x20004000 ; movl r5 = 0x20008000, both translated to 0x40000 ; movl r6 = 0x2000c000, translated to 0x44000 ;
    // mov r7 = 77
    let setup = bytes(
        "0548e0000024000000000040118630600500242a2c0420000000008000000062090010282c04000000020000000004000a0028002e04000000020000000004000500000001002000000000a000000064090014282c04000000020000000004000a0028002e0400000002000000000400040000000100000000000040118630620500000001002000000000c000000066090018282c04000000020000000004000b0028002e047068020048000000040001080040000000000002000000000400",
    );
    // ld8.a r10 = [r4] ;; st8 [r5] = r7 ;; ld8.c.clr r10 = [r4]
    let aliased = bytes(
        "0b5000085810003814302300000004000950000818110000000200000000040001080040000000000002000000000400",
    );
    // The same with st8 [r6]
    let apart = bytes(
        "0b5000085810003818302300000004000950000818110000000200000000040001080040000000000002000000000400",
    );
    for (test, fact, value) in [
        (aliased, Fact::CheckLoadMiss, 77),
        (apart, Fact::CheckLoadHit, 0),
    ] {
        let options = Options {
            alat_entries: 32,
            alat_ways: 32,
            alat_address_bits: 20,
            ..Options::default()
        };
        let mut bench = Bench::with(options, &setup, &test);
        bench.cpu.set_ip(SETUP);
        assert_eq!(bench.run(), None);
        bench.cpu.set_psr(isa::psr::BN | isa::psr::DT);
        for budget in [1, LIMIT] {
            bench.cpu.set_ip(TEST);
            let mut references = References::default();
            let Bench {
                machine,
                cpu,
                space,
                calls,
            } = &mut bench;
            // Instruction by instruction, and block by block.
            while machine.run_system(cpu, space, &mut references, calls, budget)
                == SystemStop::Budget
            {}
            assert_eq!((references.facts, cpu.gr(10).0), (vec![fact], value));
            space.poke(0x4_0000, &[0; 8]).expect("memory");
        }
    }
}

#[test]
fn a_debugger_finds_code_by_psr_it_and_data_by_psr_dt() {
    const KERNEL: u64 = 0xa000_0001_0000_0000;
    // movl r8 = KERNEL ;; mov cr.ifa = r8 ; mov r9 = 14 << 2 ;; mov cr.itir = r9 ; movl r10 = 0x10661 ;;
    // itr.i itr[r0] = r10 ; movl r11 = 0x20661 ;; itr.d dtr[r0] = r11 ;; break.m 0x80001
    let setup = bytes(
        "05000000010000010000200001000068020020282c0490c001004800000004000500242a2c0400000000004011263060050028000f040000000000601146306009002c000e040000000200000000040001080040000000000002000000000400",
    );
    let mut bench = Bench::new(&setup, &[]);
    bench.cpu.set_ip(SETUP);
    assert_eq!(bench.run(), None);
    let system = bench.cpu.system().expect("system mode");
    let look = |status, address, fetch| system.look(status, address, fetch, &bench.space);
    let (it, dt) = (isa::psr::IT, isa::psr::DT);
    for (status, data, code) in [
        (it | dt, Some(0x2_0080), Some(0x1_0080)),
        // A handler of Linux: no data reference reaches the kernel's virtual addresses.
        (it, None, Some(0x1_0080)),
        (dt, Some(0x2_0080), None),
        (0, None, None),
    ] {
        assert_eq!(look(status, KERNEL | 0x80, false), data, "{status:#x}");
        assert_eq!(look(status, KERNEL | 0x80, true), code, "{status:#x}");
    }
    assert_eq!(look(it, 0x4_0000, false), Some(0x4_0000));
    assert_eq!(look(it, 0x4_0000, true), None);
    assert_eq!(look(dt, 0x4_0000, true), Some(0x4_0000));
    assert_eq!(look(dt, 0x4_0000, false), None);
}
