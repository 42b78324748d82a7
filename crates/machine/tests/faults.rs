//! What single instructions do at their edges: architected vectors and ISR codes, deferral, clocks,
//! code that changes. The bundles were assembled with GNU as; the comment is their source.

use isa::{Ar, psr};
use machine::{
    AddressSpace, Cpu, Fault, General, IsaLevel, Machine, Options, PAGE_SIZE, Protection, Recorder,
    Sharing, Silent, Stop, Unaligned, Vector, isr, non_access,
};
use softfp::Fr;

const CODE: u64 = 0x4000_0000_0000_0000;
const DATA: u64 = 0x6000_0000_0000_0000;
const READ_ONLY: u64 = DATA + PAGE_SIZE;
const UNMAPPED: u64 = DATA + 2 * PAGE_SIZE;

/// `nop.m 0 ; nop.i 0 ; nop.i 0 ;;`
const NOPS: u128 = 0x40000000002000000000100000001;
/// `st8 [r8] = r9`
const STORE: u128 = 0x40000000002000000119810240009;
/// `ld8 r10 = [r8]`
const LOAD: u128 = 0x40000000002000000101810005009;
/// `ld8.s r10 = [r8] ; chk.s r10, . + 32`
const SPECULATE: u128 = 0x40000000880005020103810005009;
/// `fadd.s0 f8 = f9, f10`
const ADD_FLOATS: u128 = 0x4000000400224508000010000000d;

/// A frame of three registers, all else zero.
struct Bench {
    machine: Machine,
    cpu: Cpu,
    space: AddressSpace,
}

impl Bench {
    fn new(bundles: &[u128]) -> Self {
        Self::with(Options::default(), bundles)
    }

    fn with(options: Options, bundles: &[u128]) -> Self {
        let machine = Machine::new(options);
        let mut cpu = machine.cpu();
        let mut space = AddressSpace::new();
        space.map(CODE, PAGE_SIZE, Protection::RWX, Sharing::Private);
        space.map(DATA, PAGE_SIZE, Protection::RW, Sharing::Private);
        space.map(READ_ONLY, PAGE_SIZE, Protection::R, Sharing::Private);
        for at in 0..PAGE_SIZE / 16 {
            space.poke(CODE + 16 * at, &NOPS.to_le_bytes()).unwrap();
        }
        for (at, bundle) in (0..).zip(bundles) {
            space.poke(CODE + 16 * at, &bundle.to_le_bytes()).unwrap();
        }
        cpu.start_register_stack(DATA + 0x1000, 3, 3);
        cpu.set_ip(CODE);
        Self {
            machine,
            cpu,
            space,
        }
    }

    fn gr(mut self, r: u8, value: u64) -> Self {
        self.cpu.set_gr(r, value, false);
        self
    }

    fn nat(mut self, r: u8) -> Self {
        self.cpu.set_gr(r, 0, true);
        self
    }

    fn run(&mut self, budget: u64) -> Stop {
        self.machine
            .run(&mut self.cpu, &mut self.space, &mut Silent, budget)
    }

    fn fault(&mut self) -> Fault {
        match self.run(3) {
            Stop::Fault(fault) => fault,
            other => panic!("{other:?}"),
        }
    }

    /// The cause of a general exception.
    fn general(&mut self) -> u64 {
        let fault = self.fault();
        assert_eq!(fault.vector, Vector::GeneralException);
        fault.isr & 0xff
    }
}

#[test]
fn a_target_outside_the_frame_is_an_illegal_operation() {
    // add r35 = r8, r9
    let mut bench = Bench::new(&[0x40000000002000000200012211801]);
    assert_eq!(bench.general(), General::IllegalOperation as u64);
    assert_eq!((bench.cpu.ip(), bench.cpu.slot()), (CODE, 0));
    assert_eq!(bench.machine.retired(), 0);
}

#[test]
fn a_reserved_template_is_an_illegal_operation() {
    assert_eq!(
        Bench::new(&[0x06]).general(),
        General::IllegalOperation as u64
    );
}

#[test]
fn privileged_instructions_and_registers_have_codes_of_their_own() {
    // mov r8 = psr
    let mut bench = Bench::new(&[0x40000000002000000042500004009]);
    assert_eq!(bench.general(), General::PrivilegedOperation as u64);
    // mov.m ar.k0 = r8
    let mut bench = Bench::new(&[0x40000000002000000042a00200009]);
    assert_eq!(bench.general(), General::PrivilegedRegister as u64);
    // mov.m r8 = ar.k0
    let mut bench = Bench::new(&[0x40000000002000000042200004009]);
    assert_eq!(bench.run(3), Stop::Budget, "reading is allowed");
    // vmsw.0
    let mut bench = Bench::new(&[0x600000000002000000000100000011]);
    assert_eq!(bench.general(), General::PrivilegedOperation as u64);
}

#[test]
fn illegal_operations_come_before_privileged_ones() {
    for (bundle, source) in [
        (0x40000000002000000042406004001, "mov r8 = cr3"),
        (0x40000000002000000042c06200001, "mov cr3 = r8"),
        (0x40000000002000000042426004001, "mov r8 = cr.iip"),
        (0x40000000002000000042500000001, "mov r0 = psr"),
        (0x40000000002000000042e0020000b, "itc.d r8"),
        (0x40000000002000000040f10240001, "itr.i itr[r8] = r9"),
        (0x200000000002000000000100000010, "rfi without a stop"),
    ] {
        let cause = Bench::new(&[bundle]).general();
        assert_eq!(cause, General::IllegalOperation as u64, "{source}");
    }
    for (bundle, source) in [
        (0x40000000002000000042400004001, "mov r8 = cr.dcr"),
        (0x40000000002000000042c00200001, "mov cr.dcr = r8"),
        (0x40000000002000000040910240001, "ptc.l r8, r9"),
        (0x40000000002000000041e12004001, "tpa r8 = r9"),
        (0x200000000002000000000100000011, "rfi"),
    ] {
        let cause = Bench::new(&[bundle]).general();
        assert_eq!(cause, General::PrivilegedOperation as u64, "{source}");
    }
}

#[test]
fn what_has_to_end_its_group_and_does_not_is_illegal() {
    for (bundle, source) in [
        (0x80000000002000000000100000010, "cover"),
        (0x100000000002000000000100000010, "clrrrb"),
        (0x140000000002000000000100000010, "clrrrb.pr"),
    ] {
        let cause = Bench::new(&[bundle]).general();
        assert_eq!(cause, General::IllegalOperation as u64, "{source}");
        // The template with a stop at its end.
        assert_eq!(Bench::new(&[bundle | 1]).run(3), Stop::Budget, "{source}");
    }
}

#[test]
fn an_address_that_the_processor_does_not_implement_has_no_rights_and_no_hash() {
    const HOLE: u64 = 0x0810_0000_0000_0000;
    let hash = 0x40000000002000000041a10005001;
    let tag = 0x40000000002000000041b10005001;
    let probe = 0x400000000020000000418100c5001;
    let level = |isa, bundle, address| {
        let options = Options {
            isa,
            ..Options::default()
        };
        let mut bench = Bench::with(options, &[bundle]).gr(8, address);
        assert_eq!(bench.run(3), Stop::Budget);
        bench.cpu.gr(10)
    };
    let itanium = IsaLevel::AsBuilt(isa::Family::Itanium);
    assert_eq!(level(itanium, probe, HOLE), (0, false));
    assert_eq!(level(itanium, hash, HOLE), (0, true));
    assert_eq!(level(itanium, tag, HOLE), (0, true));
    // The table of a region is at its end: 2^40 bytes of the pages of 51 address bits, 2^50 of those of 61.
    assert_eq!(
        level(itanium, hash, DATA + 0x4000),
        (0x7fff_ff00_0000_0008, false)
    );
    assert_eq!(
        level(IsaLevel::Full, hash, DATA + 0x4000),
        (0x7ffc_0000_0000_0008, false)
    );
    assert_eq!(level(itanium, tag, DATA + 0x8000), (2, false));
}

#[test]
fn reserved_fields_are_refused() {
    // mov.m ar.rsc = r8
    let rsc = 0x40000000002000000042a20200009;
    let reserved = General::ReservedRegisterField as u64;
    assert_eq!(Bench::new(&[rsc]).gr(8, 1 << 5).general(), reserved);
    let mut bench = Bench::new(&[rsc]).gr(8, 0);
    assert_eq!(bench.run(3), Stop::Budget);
    assert_eq!(
        bench.cpu.ar(Ar::RSC),
        Some(0xc),
        "the privilege level stays"
    );
    // mov.m ar.fpsr = r8
    let fpsr = 0x40000000002000000042a50200009;
    assert_eq!(Bench::new(&[fpsr]).gr(8, 1 << 63).general(), reserved);
    // mov r10 = cpuid[r8]
    let cpuid = 0x40000000002000000041710005009;
    assert_eq!(Bench::new(&[cpuid]).gr(8, 5).general(), reserved);
    let mut bench = Bench::new(&[cpuid]).gr(8, 0);
    assert_eq!(bench.run(3), Stop::Budget);
    assert_eq!(bench.cpu.gr(10).0.to_le_bytes(), *b"GenuineI");
}

#[test]
fn the_backing_store_pointer_is_out_of_reach_while_the_engine_runs() {
    // mov.m r8 = ar.bspstore
    let mut bench = Bench::new(&[0x40000000002000000042224004009]);
    bench.cpu.set_ar(Ar::RSC, 0xf);
    assert_eq!(bench.general(), General::IllegalOperation as u64);
    bench.cpu.set_ar(Ar::RSC, 0xc);
    assert_eq!(bench.run(3), Stop::Budget);
    assert_eq!(bench.cpu.gr(8).0, DATA + 0x1000);
}

#[test]
fn a_probe_of_a_nat_says_what_it_asks_about() {
    /// `probe.r r10 = r8, r9`
    const PROBE: u128 = 0x40000000002000000043810245001;
    /// `probe.w r10 = r8, 3`
    const PROBE_LEVEL: u128 = 0x400000000020000000419100c5001;
    let probe = isr::NA | non_access::PROBE | 0x10;
    for (bundle, register, expected) in [
        (PROBE, 8, probe | isr::R),
        (PROBE, 9, probe | isr::R),
        (PROBE_LEVEL, 8, probe | isr::W),
    ] {
        let fault = Bench::new(&[bundle]).nat(register).fault();
        assert_eq!(fault.vector, Vector::NatConsumption);
        assert_eq!(fault.isr, expected, "r{register}");
    }
}

#[test]
fn nats_are_consumed_by_stores_and_moves() {
    let fault = Bench::new(&[STORE]).nat(8).fault();
    assert_eq!(fault.vector, Vector::NatConsumption);
    assert_eq!(fault.isr, 0x10 | isr::W, "address");
    let fault = Bench::new(&[STORE]).gr(8, DATA).nat(9).fault();
    assert_eq!(fault.isr, 0x10 | isr::W, "value");
    // nop.m 0 ; mov b6 = r9
    let fault = Bench::new(&[0x40000000380044860000100000001])
        .nat(9)
        .fault();
    assert_eq!(fault.isr, 0x10 | 1 << isr::EI);
    assert_eq!(fault.slot, 1);
}

#[test]
fn memory_faults_carry_access_and_address() {
    let fault = Bench::new(&[LOAD]).gr(8, UNMAPPED + 8).fault();
    assert_eq!(fault.vector, Vector::PageNotPresent);
    assert_eq!((fault.isr, fault.address), (isr::R, UNMAPPED + 8));
    let fault = Bench::new(&[STORE]).gr(8, READ_ONLY).fault();
    assert_eq!(fault.vector, Vector::DataAccessRights);
    assert_eq!((fault.isr, fault.address), (isr::W, READ_ONLY));
    let mut bench = Bench::new(&[]);
    bench.cpu.set_ip(DATA);
    let fault = bench.fault();
    assert_eq!(fault.vector, Vector::InstructionAccessRights);
    assert_eq!((fault.isr, fault.address), (isr::X, DATA));
}

#[test]
fn a_store_over_a_boundary_happens_wholly_or_not_at_all() {
    let mut bench = Bench::new(&[STORE]).gr(8, READ_ONLY - 4).gr(9, u64::MAX);
    let fault = bench.fault();
    assert_eq!((fault.isr, fault.address), (isr::W, READ_ONLY));
    assert_eq!(bench.space.read_u32(READ_ONLY - 4), Ok(0));
}

#[test]
fn unaligned_data_is_completed_or_faults_as_the_personality_says() {
    let mut bench = Bench::new(&[STORE, LOAD])
        .gr(8, DATA + 3)
        .gr(9, 0x0123_4567_89ab_cdef);
    assert_eq!(bench.run(6), Stop::Budget);
    assert_eq!(bench.cpu.gr(10).0, 0x0123_4567_89ab_cdef);
    let options = Options {
        unaligned: Unaligned::Fault,
        ..Options::default()
    };
    let fault = Bench::with(options, &[LOAD]).gr(8, DATA + 3).fault();
    assert_eq!(fault.vector, Vector::UnalignedDataReference);
    assert_eq!((fault.isr, fault.address), (isr::R, DATA + 3));
    // cmpxchg4.acq r10 = [r8], r9, ar.ccv
    let fault = Bench::new(&[0x40000000002000000101110245009])
        .gr(8, DATA + 3)
        .fault();
    assert_eq!(fault.vector, Vector::UnalignedDataReference, "semaphores");
    assert_eq!(fault.isr, isr::R | isr::W);
}

#[test]
fn big_endian_data_is_reversed() {
    let mut bench = Bench::new(&[STORE])
        .gr(8, DATA)
        .gr(9, 0x0102_0304_0506_0708);
    bench.cpu.set_psr(bench.cpu.psr() | psr::BE);
    assert_eq!(bench.run(3), Stop::Budget);
    assert_eq!(bench.space.read_u64(DATA), Ok(0x0807_0605_0403_0201));
}

#[test]
fn a_speculative_load_defers_and_its_check_recovers() {
    let mut bench = Bench::new(&[SPECULATE]).gr(8, UNMAPPED);
    assert_eq!(bench.run(2), Stop::Budget);
    assert!(bench.cpu.gr(10).1);
    assert_eq!(bench.cpu.ip(), CODE + 32, "recovery code");
    let mut bench = Bench::new(&[SPECULATE]).gr(8, DATA);
    assert_eq!(bench.run(2), Stop::Budget);
    assert_eq!(bench.cpu.gr(10), (0, false));
    assert_eq!((bench.cpu.ip(), bench.cpu.slot()), (CODE, 2));
}

#[test]
fn lfetch_fault_is_cancelled_when_it_would_fault() {
    // lfetch.fault [r8]
    let bundle = 0x40000000002000000197010000001;
    assert_eq!(Bench::new(&[bundle]).nat(8).run(3), Stop::Budget);
    let mut bench = Bench::new(&[bundle]).gr(8, UNMAPPED);
    assert_eq!(bench.run(3), Stop::Budget);
}

#[test]
fn a_long_break_reports_its_low_bits_and_one_of_unit_b_reports_0() {
    // nop.m 0 ; nop.i 0 ; break.b 0x1234
    let short = 0x246800002000000000100000010;
    // nop.m 0 ; break.x 0x3123456789abcdef
    let long = 0x179bde062468acf13400100000005;
    for (bundle, number, at) in [(short, 0, 2), (long, 0xb_cdef, 2)] {
        let stop = Bench::new(&[bundle]).run(10);
        let Stop::Break { imm, slot, .. } = stop else {
            panic!("{stop:?}");
        };
        assert_eq!((imm, slot), (number, at));
    }
}

#[test]
fn break_reports_its_immediate_and_goes_on_behind() {
    // nop.m 0 ; break.i 0x12345
    let mut bench = Bench::new(&[0x40000000000123450000100000001]);
    assert_eq!(
        bench.run(10),
        Stop::Break {
            imm: 0x12345,
            ip: CODE,
            slot: 1
        }
    );
    assert_eq!((bench.cpu.ip(), bench.cpu.slot()), (CODE, 2));
    assert_eq!(bench.machine.retired(), 2);
}

#[test]
fn floating_point_faults_come_before_and_traps_after_the_result() {
    let signalling = Fr {
        sig: softfp::INTEGER_BIT | 1,
        ..Fr::INFINITY
    };
    let mut bench = Bench::new(&[ADD_FLOATS]);
    bench.cpu.set_fr(9, signalling);
    bench.cpu.set_ar(Ar::FPSR, softfp::Fpsr::LINUX.0 & !1);
    let fault = bench.fault();
    assert_eq!((fault.vector, fault.isr & 0xffff), (Vector::FpFault, 1));
    assert_eq!(bench.cpu.slot(), 1);
    assert_eq!(bench.cpu.fr(8), Fr::ZERO);

    let mut bench = Bench::new(&[ADD_FLOATS]);
    bench.cpu.set_fr(9, Fr::ONE);
    bench
        .cpu
        .set_fr(10, Fr::from_double(0x3ca0_0000_0000_0000 - (30 << 52)));
    bench.cpu.set_ar(Ar::FPSR, softfp::Fpsr::LINUX.0 & !0x20);
    let fault = bench.fault();
    assert_eq!(fault.vector, Vector::FpTrap);
    assert!(fault.vector.is_trap() && fault.isr & 1 != 0);
    assert_eq!(bench.cpu.slot(), 2, "behind the instruction");
    assert_eq!(bench.cpu.fr(8), Fr::ONE);
    assert_eq!(bench.machine.retired(), 2);
}

#[test]
fn disabled_floating_point_registers_fault_by_partition() {
    // fadd.s0 f40 = f9, f10
    let mut bench = Bench::new(&[0x4000000400224528000010000000d]);
    bench.cpu.set_psr(bench.cpu.psr() | psr::DFH);
    let fault = bench.fault();
    assert_eq!(fault.vector, Vector::DisabledFpRegister);
    assert_eq!(fault.isr & 0xffff, 2);
}

#[test]
fn writes_of_floating_point_registers_are_noted_by_partition() {
    let mut bench = Bench::new(&[ADD_FLOATS]);
    assert_eq!(bench.run(3), Stop::Budget);
    assert_eq!(bench.cpu.psr() & (psr::MFL | psr::MFH), psr::MFL);
}

#[test]
fn a_clock_is_read_after_everything_before_it_was_handed_over() {
    struct Seen(u64);
    impl Recorder for Seen {
        const RECORD: bool = true;
        fn executed(
            &mut self,
            block: &events::Block,
            execution: &events::Execution,
        ) -> std::ops::ControlFlow<()> {
            self.0 += u64::from(block.count_before(execution.end));
            std::ops::ControlFlow::Continue(())
        }
        fn clock(&mut self, retired: u64) -> u64 {
            assert_eq!(self.0, retired);
            1000 + retired
        }
    }
    // add r9 = r8, r8 ; mov.m r10 = ar.itc
    let mut bench = Bench::new(&[NOPS, 0x40000000844b000a0200010204809]);
    let stop = bench
        .machine
        .run(&mut bench.cpu, &mut bench.space, &mut Seen(0), 6);
    assert_eq!(stop, Stop::Budget);
    assert_eq!(bench.cpu.gr(10).0, 1004);
}

#[test]
fn secure_monitors_keep_their_enable_bit() {
    // sum 4
    let sum = 0x40000000002000000000400002009;
    for (secure, expected) in [(true, 0), (false, psr::UP)] {
        let options = Options {
            secure_monitors: secure,
            ..Options::default()
        };
        let mut bench = Bench::with(options, &[sum]);
        assert_eq!(bench.run(3), Stop::Budget);
        assert_eq!(bench.cpu.psr() & psr::UP, expected);
    }
}

#[test]
fn code_that_is_written_executes_anew() {
    let mut bench = Bench::new(&[STORE, NOPS]).gr(8, DATA);
    assert_eq!(bench.run(6), Stop::Budget, "decoded once");
    bench.cpu.set_ip(CODE);
    // A reserved template.
    let mut bench = bench.gr(8, CODE + 16).gr(9, 0x06);
    let Stop::Fault(fault) = bench.run(6) else {
        panic!("the reserved template was not seen");
    };
    assert_eq!((fault.ip, fault.slot), (CODE + 16, 0));
}

#[test]
fn probes_tell_rights_without_faulting() {
    // probe.w r10 = r8, 3
    let probe = 0x400000000020000000419100c5009;
    for (address, allowed) in [(DATA, 1), (READ_ONLY, 0)] {
        let mut bench = Bench::new(&[probe]).gr(8, address);
        assert_eq!(bench.run(3), Stop::Budget);
        assert_eq!(bench.cpu.gr(10).0, allowed);
    }
}

#[test]
fn a_page_without_rights_is_neither_probed_nor_flushed() {
    const NONE: u64 = UNMAPPED + PAGE_SIZE;
    // fc r8
    const FLUSH: u128 = 0x40000000002000000043010000001;
    // probe.w r10 = r8, 3
    const PROBE: u128 = 0x400000000020000000419100c5001;
    let missing = Vector::PageNotPresent;
    for (bundle, code) in [
        (FLUSH, isr::R | non_access::FC),
        (PROBE, isr::W | non_access::PROBE),
    ] {
        for (address, vector) in [(NONE, Vector::DataAccessRights), (UNMAPPED, missing)] {
            let mut bench = Bench::new(&[bundle]).gr(8, address);
            let (none, private) = (Protection::NONE, Sharing::Private);
            bench.space.map(NONE, PAGE_SIZE, none, private);
            let Stop::Fault(fault) = bench.run(3) else {
                panic!("{address:#x} gives a result");
            };
            assert_eq!((fault.vector, fault.address), (vector, address));
            assert_eq!(fault.isr, isr::NA | code);
        }
    }
}

#[test]
fn a_page_of_nats_is_neither_probed_nor_flushed() {
    const PLACE: u64 = UNMAPPED + PAGE_SIZE;
    // `ISR.code` of the consumption of a page of NaTs.
    const NAT_PAGE: u64 = 0x20;
    // fc r8
    const FLUSH: u128 = 0x40000000002000000043010000001;
    // probe.w r10 = r8, 3
    const PROBE: u128 = 0x400000000020000000419100c5001;
    // probe.r.fault r8, 0
    const PROBE_FAULT: u128 = 0x40000000002000000043210000001;
    for (bundle, code) in [
        (FLUSH, isr::R | non_access::FC),
        (PROBE, isr::W | non_access::PROBE),
        (PROBE_FAULT, isr::R | non_access::PROBE_FAULT),
    ] {
        let mut bench = Bench::new(&[bundle]).gr(8, PLACE);
        let (nats, private) = (Protection::NATS, Sharing::Private);
        bench.space.map(PLACE, PAGE_SIZE, nats, private);
        let Stop::Fault(fault) = bench.run(3) else {
            panic!("{bundle:#x} gives a result");
        };
        assert_eq!(
            (fault.vector, fault.address),
            (Vector::NatConsumption, PLACE)
        );
        assert_eq!(fault.isr, isr::NA | NAT_PAGE | code);
    }
}

#[test]
fn a_call_and_its_return_leave_the_frame_as_it_was() {
    // br.call b0 = . + 32 ;; (nops) ;; br.ret b0
    let mut bench = Bench::new(&[
        0x50000020000002000000000100000011,
        0x20000000000002000000000100000011,
        0x840000800002000000000100000011,
    ])
    .gr(32, 7)
    .gr(34, 9);
    let frame = bench.cpu.cfm();
    assert_eq!(bench.run(3), Stop::Budget);
    assert_eq!(bench.cpu.ip(), CODE + 32);
    assert_eq!(bench.cpu.cfm().sof, 0);
    assert_eq!(bench.run(3), Stop::Budget);
    assert_eq!(bench.cpu.ip(), CODE + 16);
    assert_eq!(bench.cpu.cfm(), frame);
    assert_eq!((bench.cpu.gr(32).0, bench.cpu.gr(34).0), (7, 9));
}

#[test]
fn what_a_processor_lacks_is_illegal_or_completed() {
    let itanium = || Options {
        isa: IsaLevel::AsBuilt(isa::Family::Itanium),
        ..Options::default()
    };
    // clz r8 = r9
    let clz = 0x400000039b4240080000100000001;
    assert_eq!(
        Bench::with(itanium(), &[clz]).general(),
        General::IllegalOperation as u64
    );
    assert_eq!(Bench::new(&[clz]).run(3), Stop::Budget);
    // brl.sptk . - 608: completed, as Linux does.
    let mut bench = Bench::with(itanium(), &[0xc8ffff10007fffffffff000100000005]);
    assert_eq!(bench.run(2), Stop::Budget);
    assert!(bench.cpu.ip() < CODE);
}

#[test]
fn what_came_after_madison_is_illegal_on_both_processors_as_built() {
    // ld16 r8, ar.csd = [r10]; mov.m r8 = ar.ruc; mov.m r8 = ar.itc
    let load = 0x40000000002000000114114004001;
    let utilisation = 0x4000000000200000004225a004001;
    let interval = 0x40000000002000000042258004001;
    let bench = |isa, bundle| {
        let options = Options {
            isa,
            ..Options::default()
        };
        Bench::with(options, &[bundle]).gr(10, DATA)
    };
    for family in isa::Family::ALL {
        let as_built = IsaLevel::AsBuilt(family);
        for later in [load, utilisation] {
            let illegal = General::IllegalOperation as u64;
            assert_eq!(bench(as_built, later).general(), illegal, "{family:?}");
            assert_eq!(bench(IsaLevel::Full, later).run(3), Stop::Budget);
        }
        assert_eq!(bench(as_built, interval).run(3), Stop::Budget);
    }
}

#[test]
fn the_other_instruction_set_is_disabled() {
    // br.ia.sptk b6
    let mut bench = Bench::new(&[0x800060200002000000000100000011]);
    assert_eq!(bench.general(), General::DisabledIsaTransition as u64);
}

#[test]
fn budgets_are_exact_at_every_slot() {
    let mut bench = Bench::new(&[]);
    for retired in 1..100 {
        assert_eq!(bench.run(1), Stop::Budget);
        assert_eq!(bench.machine.retired(), retired);
        assert_eq!(bench.cpu.ip(), CODE + retired / 3 * 16);
        assert_eq!(u64::from(bench.cpu.slot()), retired % 3);
    }
}

#[test]
fn a_space_that_is_gone_leaves_nothing_to_its_successors() {
    let mut bench = Bench::new(&[LOAD]).gr(8, UNMAPPED);
    for _ in 0..20 {
        // A child with other code at the same place, which ends.
        let mut child = bench.space.fork().unwrap();
        child.poke(CODE, &NOPS.to_le_bytes()).unwrap();
        let mut cpu = bench.cpu.clone();
        let stop = bench.machine.run(&mut cpu, &mut child, &mut Silent, 30);
        assert_eq!(stop, Stop::Budget);
        assert_eq!(bench.fault().vector, Vector::PageNotPresent);
    }
}

#[test]
fn a_program_that_is_started_again_is_not_decoded_again() {
    let mut bench = Bench::new(&[]);
    let mut count = 0;
    for round in 0..100 {
        let mut child = bench.space.fork().unwrap();
        // Two programs take turns at the same place.
        let first = if round % 2 == 0 { NOPS } else { LOAD };
        child.poke(CODE, &first.to_le_bytes()).unwrap();
        let mut cpu = bench.cpu.clone();
        let stop = bench.machine.run(&mut cpu, &mut child, &mut Silent, 30);
        assert_eq!(matches!(stop, Stop::Fault(_)), first == LOAD);
        if round == 3 {
            count = bench.machine.block_count();
        }
    }
    assert_eq!(bench.machine.block_count(), count);
}

#[test]
fn code_that_alternates_between_two_forms_is_decoded_once_each() {
    let mut bench = Bench::new(&[LOAD]).gr(8, DATA);
    for round in 0..100_u64 {
        let code = if round % 2 == 0 { STORE } else { LOAD };
        bench.space.poke(CODE, &code.to_le_bytes()).unwrap();
        bench.cpu.set_ip(CODE);
        bench.cpu.set_gr(9, round, false);
        assert_eq!(bench.run(3), Stop::Budget);
        if code == LOAD {
            assert_eq!(bench.cpu.gr(10).0, round - 1);
        }
    }
    assert!(bench.machine.block_count() < 10);
}

#[test]
fn an_epc_that_would_raise_the_level_is_illegal() {
    // epc, with ar.pfs.ppl 3 and then 0
    let epc = 0x400000000002000000000100000011;
    let mut bench = Bench::new(&[epc]);
    bench.cpu.set_ar(Ar::PFS, 3 << 62);
    assert_eq!(bench.run(3), Stop::Budget);
    let mut bench = Bench::new(&[epc]);
    bench.cpu.set_ar(Ar::PFS, 0);
    assert_eq!(bench.general(), General::IllegalOperation as u64);
}
