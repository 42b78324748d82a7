//! The signal frame: `struct sigframe` with `siginfo_t` and `struct sigcontext` (`asm/sigcontext.h`), and the trampoline.
//!
//! A handler is called from the gate page, with a frame of three output registers that hold its arguments. Before that
//! the interrupted frame is covered and stored, so that `sc_ar_bsp` is what the header describes: `ar.bsp` after a
//! `cover`. Registers that the interrupted backing store cannot take stay dirty when the handler has a backing store of
//! its own: they are stored there, and `sc_loadrs` says how many they are.

use crate::abi::layout::{Image, u64_at};
use crate::memory::GATE;
use crate::signal::{AltStack, Info, SignalSet};
use events::StackSizes;
use isa::{Ar, psr, rsc};
use machine::{AddressSpace, Cfm, Cpu, MemoryFault};
use softfp::Fr;

/// `ar.fpsr` at the start of programs and handlers (`FPSR_DEFAULT` of `asm/fpu.h`).
pub(crate) const FPSR_DEFAULT: u64 = 0x0009_804c_0270_033f;
/// Address of the trampoline, in the range by which unwinders know it.
pub(crate) const TRAMPOLINE: u64 = GATE + 0x200;

/// Offsets in `struct sigframe`.
const INFO: usize = 32;
const CONTEXT: usize = 160;
const FRAME_SIZE: usize = CONTEXT + sc::SIZE;
/// Scratch bytes below the frame that every procedure may use.
const SCRATCH: u64 = 16;

/// Offsets in `struct sigcontext`.
mod sc {
    pub(super) const FLAGS: usize = 0;
    pub(super) const NAT: usize = 8;
    pub(super) const STACK: usize = 16;
    pub(super) const IP: usize = 40;
    pub(super) const CFM: usize = 48;
    pub(super) const UM: usize = 56;
    pub(super) const RSC: usize = 64;
    pub(super) const BSP: usize = 72;
    pub(super) const RNAT: usize = 80;
    pub(super) const CCV: usize = 88;
    pub(super) const UNAT: usize = 96;
    pub(super) const FPSR: usize = 104;
    pub(super) const PFS: usize = 112;
    pub(super) const LC: usize = 120;
    pub(super) const PR: usize = 128;
    pub(super) const BR: usize = 136;
    pub(super) const GR: usize = 200;
    pub(super) const FR: usize = 464;
    pub(super) const RBS_BASE: usize = 2512;
    /// What `ar.rsc` needs to load the registers that went to the handler's backing store: their bytes, from bit 16 on.
    pub(super) const LOADRS: usize = 2520;
    pub(super) const CSD: usize = 2528;
    pub(super) const SSD: usize = 2536;
    pub(super) const MASK: usize = 2640;
    pub(super) const SIZE: usize = 2656;
    /// Bits of the flags word.
    pub(super) const FLAG_ONSTACK: u64 = 1;
    pub(super) const FLAG_IN_SYSCALL: u64 = 2;
    pub(super) const FLAG_FPH_VALID: u64 = 4;
}

/// The trampoline: `br.call.sptk.many b0 = b6`, then `mov r15 = 1181` (`rt_sigreturn`) and `break 0x100000`.
pub(crate) fn trampoline_code() -> Vec<u8> {
    const BUNDLES: [u128; 3] = [
        0x1080_0068_0000_0200_0000_0001_0000_0011,
        0x0004_0000_0000_0200_0000_2409_0074_7801,
        0x0004_0000_0000_0200_0000_0200_0000_0001,
    ];
    BUNDLES
        .iter()
        .flat_map(|bundle| bundle.to_le_bytes())
        .collect()
}

/// What a handler is started with.
pub(crate) struct Delivery {
    pub info: Info,
    /// Address of the handler's function descriptor.
    pub handler: u64,
    /// Signal mask to be restored afterwards.
    pub mask: SignalSet,
    pub altstack: AltStack,
    /// Whether the handler runs on the alternate stack (`SA_ONSTACK`).
    pub on_altstack: bool,
    /// Whether the signal is taken at the end of a system call.
    pub in_call: bool,
}

/// Application registers that the context keeps, with their offsets.
const APPLICATION: [(Ar, usize); 9] = [
    (Ar::RSC, sc::RSC),
    (Ar::CCV, sc::CCV),
    (Ar::UNAT, sc::UNAT),
    (Ar::FPSR, sc::FPSR),
    (Ar::PFS, sc::PFS),
    (Ar::LC, sc::LC),
    (Ar::CSD, sc::CSD),
    (Ar::SSD, sc::SSD),
    (Ar::RNAT, sc::RNAT),
];

/// Pushes a signal frame and makes the handler the next to run.
///
/// # Errors
/// The stack, the register backing store or the function descriptor cannot be reached; the context is then of no more use.
pub(crate) fn push(
    cpu: &mut Cpu,
    space: &mut AddressSpace,
    delivery: &Delivery,
) -> Result<(), MemoryFault> {
    let cfm = cpu.cfm();
    let (sp, _) = cpu.gr(12);
    cpu.cover();
    let stored = cpu.flush_register_stack(space);
    cpu.drop_clean_registers();
    let bsp = cpu.ar(Ar::BSP).unwrap_or(0);

    let alternate = delivery.altstack;
    let switch = delivery.on_altstack && alternate.enabled() && !alternate.holds(sp);
    let top = if switch {
        alternate.base + alternate.size
    } else {
        sp
    };
    let at = top.wrapping_sub(FRAME_SIZE as u64) & !15;
    let switch_backing = switch && !alternate.holds(bsp);
    let new_backing = if switch_backing {
        (alternate.base + 15) & !15
    } else {
        0
    };

    let moved = cpu.dirty_registers();
    if !switch_backing {
        stored?;
    }

    let mut bytes = vec![0; FRAME_SIZE];
    let mut put =
        |offset: usize, data: &[u8]| bytes[offset..offset + data.len()].copy_from_slice(data);
    let context = at + CONTEXT as u64;
    let head = Image::new()
        .u64(delivery.info.signal.into())
        .u64(at + INFO as u64)
        .u64(context)
        .u64(delivery.handler);
    put(0, &head.done());
    put(INFO, &delivery.info.image());
    put(CONTEXT, &capture(cpu, cfm, bsp));
    let mut flags = sc::FLAG_FPH_VALID;
    if alternate.holds(context) {
        flags |= sc::FLAG_ONSTACK;
    }
    if delivery.in_call {
        flags |= sc::FLAG_IN_SYSCALL;
    }
    put(CONTEXT + sc::FLAGS, &flags.to_le_bytes());
    put(CONTEXT + sc::STACK, &alternate.image(sp));
    put(CONTEXT + sc::RBS_BASE, &new_backing.to_le_bytes());
    let moved_bytes = forwards(new_backing, moved.into()) - new_backing;
    put(CONTEXT + sc::LOADRS, &(moved_bytes << 16).to_le_bytes());
    put(CONTEXT + sc::MASK, &delivery.mask.0.to_le_bytes());
    space.write(at, &bytes)?;
    let (entry, gp) = (
        space.read_u64(delivery.handler)?,
        space.read_u64(delivery.handler.wrapping_add(8))?,
    );

    if switch_backing {
        cpu.move_dirty_registers(moved, new_backing, space)?;
        cpu.set_ar(Ar::RNAT, 0);
    }
    cpu.set_cfm(Cfm {
        sof: 3,
        ..Cfm::default()
    });
    for (register, value) in [
        (32, delivery.info.signal.into()),
        (33, at + INFO as u64),
        (34, context),
    ] {
        cpu.set_gr(register, value, false);
    }
    cpu.set_gr(1, gp, false);
    cpu.set_gr(12, at.wrapping_sub(SCRATCH), false);
    cpu.set_br(6, entry);
    cpu.set_ar(Ar::FPSR, FPSR_DEFAULT);
    cpu.set_psr(cpu.psr() & !psr::BE);
    cpu.set_ip(TRAMPOLINE);
    Ok(())
}

/// The `sigcontext` of a context whose frame `cfm` has been covered.
fn capture(cpu: &Cpu, cfm: Cfm, bsp: u64) -> Vec<u8> {
    let mut bytes = vec![0; sc::SIZE];
    let mut put =
        |offset: usize, value: u64| bytes[offset..offset + 8].copy_from_slice(&value.to_le_bytes());
    let mut nats = 0;
    for r in 1..32 {
        let (value, nat) = cpu.gr(r);
        nats |= u64::from(nat) << r;
        put(sc::GR + usize::from(r) * 8, value);
    }
    put(sc::NAT, nats);
    put(sc::IP, cpu.ip() + u64::from(cpu.slot()));
    put(sc::CFM, cfm.bits());
    put(sc::UM, cpu.psr() & psr::USER_MASK);
    put(sc::BSP, bsp);
    put(sc::PR, cpu.pr());
    for (number, offset) in APPLICATION {
        put(offset, cpu.ar(number).unwrap_or(0));
    }
    for b in 0..8 {
        put(sc::BR + usize::from(b) * 8, cpu.br(b));
    }
    for f in 2..128 {
        let value = cpu.fr(f);
        put(sc::FR + usize::from(f) * 16, value.sig);
        put(sc::FR + usize::from(f) * 16 + 8, value.se.into());
    }
    bytes
}

/// What `rt_sigreturn` restores beside the registers.
pub(crate) struct Returned {
    pub mask: SignalSet,
    /// `ss_sp`, `ss_flags`, `ss_size` of the alternate stack to restore.
    pub altstack: AltStack,
}

/// Restores the context of the frame that the stack pointer leads to.
///
/// # Errors
/// `None`: the frame or the backing store cannot be read, or the context is not one that a processor can have.
pub(crate) fn pop(cpu: &mut Cpu, space: &mut AddressSpace) -> Option<Returned> {
    let at = cpu
        .gr(12)
        .0
        .wrapping_add(SCRATCH)
        .wrapping_add(CONTEXT as u64);
    let mut bytes = vec![0; sc::SIZE];
    space.read(at, &mut bytes).ok()?;
    let get = |offset: usize| u64_at(&bytes, offset);
    let cfm = Cfm::from_bits(get(sc::CFM))?;
    let bsp = get(sc::BSP);
    if get(sc::RBS_BASE) == 0 || get(sc::LOADRS) == 0 {
        cpu.start_register_stack(bsp, 0, 0);
    } else {
        // The rest of the interrupted registers is in the handler's backing store, below the trampoline's frame.
        let top = cpu.ar(Ar::BSP).unwrap_or(0);
        let bytes = (get(sc::LOADRS) & rsc::LOADRS) >> 16;
        let moved = registers_between(top.wrapping_sub(bytes), top);
        let held = u8::try_from(moved).ok();
        let count = held.filter(|&count| count <= StackSizes::PHYSICAL)?;
        cpu.move_dirty_registers(count, backwards(bsp, moved), space)
            .ok()?;
    }
    for (number, offset) in APPLICATION {
        cpu.set_ar(number, get(offset));
    }
    // Privilege level 3 and the reserved bits are not the program's to choose.
    cpu.set_ar(Ar::RSC, rsc::with_level(get(sc::RSC) & rsc::FIELDS, 3));
    let nats = get(sc::NAT);
    for r in 1..32 {
        cpu.set_gr(r, get(sc::GR + usize::from(r) * 8), nats >> r & 1 != 0);
    }
    for b in 0..8 {
        cpu.set_br(b, get(sc::BR + usize::from(b) * 8));
    }
    for f in 2..128 {
        let offset = sc::FR + usize::from(f) * 16;
        let se = get(offset + 8) as u32 & 0x3_ffff;
        cpu.set_fr(
            f,
            Fr {
                sig: get(offset),
                se,
            },
        );
    }
    cpu.set_pr(get(sc::PR));
    cpu.set_psr(cpu.psr() & !psr::USER_MASK | get(sc::UM) & psr::USER_MASK);
    let ip = get(sc::IP);
    cpu.set_ip_slot(ip & !15, (ip & 3) as u8);
    cpu.uncover(cfm, space).ok()?;
    let altstack = AltStack {
        base: get(sc::STACK),
        size: get(sc::STACK + 16),
        disarms: get(sc::STACK + 8) as u32 & AltStack::AUTODISARM != 0,
    };
    Some(Returned {
        mask: SignalSet(get(sc::MASK)).blockable(),
        altstack,
    })
}

/// Distance of the context from the stack pointer of the trampoline, and its size.
pub(crate) const CONTEXT_FROM_SP: u64 = SCRATCH + CONTEXT as u64;
/// See [`CONTEXT_FROM_SP`].
pub(crate) const CONTEXT_SIZE: usize = sc::SIZE;

/// What a walk up the stack needs of an interrupted context.
pub(crate) struct Interrupted {
    pub ip: u64,
    pub slot: u8,
    pub sp: u64,
    /// Where r32 of the interrupted frame is stored.
    pub bottom: u64,
    pub pfs: u64,
    pub link: u64,
}

impl Interrupted {
    /// From the bytes of a `sigcontext`.
    pub(crate) fn read(bytes: &[u8]) -> Option<Interrupted> {
        let get = |offset| u64_at(bytes, offset);
        let sof = Cfm::from_bits(get(sc::CFM))?.sof;
        Some(Interrupted {
            ip: get(sc::IP) & !15,
            slot: (get(sc::IP) & 3) as u8,
            sp: get(sc::GR + 12 * 8),
            bottom: backwards(get(sc::BSP), sof.into()),
            pfs: get(sc::PFS),
            link: get(sc::BR),
        })
    }
}

/// Slot of a backing store address in its group of 63 registers and a NaT collection.
fn place_in_group(address: u64) -> u64 {
    address >> 3 & 63
}

/// The backing store address `registers` above `address`, passing NaT collections.
pub(crate) fn forwards(address: u64, registers: u64) -> u64 {
    let collections = (place_in_group(address) + registers) / 63;
    address.wrapping_add((registers + collections) * 8)
}

/// The backing store address `registers` below `address`, passing NaT collections.
pub(crate) fn backwards(address: u64, registers: u64) -> u64 {
    let from_top = 62_u64.saturating_sub(place_in_group(address));
    let collections = (from_top + registers) / 63;
    address.wrapping_sub((registers + collections) * 8)
}

/// The number of registers from one backing store address up to another, NaT collections not counted.
fn registers_between(low: u64, high: u64) -> u64 {
    let collections = (high >> 9).wrapping_sub(low >> 9);
    (high.wrapping_sub(low) / 8).saturating_sub(collections)
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::{Alat, Protection, Sharing};

    const STORE: u64 = 0x10_0000;
    const STACK: u64 = 0x20_0000;
    const ALTERNATE: u64 = 0x30_0000;

    fn interrupted() -> (Cpu, AddressSpace) {
        let mut cpu = Cpu::new(Alat::new(32, 32, 64));
        let mut space = AddressSpace::new();
        for base in [STORE, STACK, ALTERNATE] {
            space.map(base, 0x4_0000, Protection::RW, Sharing::Private);
        }
        cpu.start_register_stack(STORE, 20, 12);
        cpu.set_cfm(Cfm {
            sof: 20,
            sol: 12,
            sor: 8,
            rrb_gr: 3,
            rrb_fr: 5,
            rrb_pr: 7,
        });
        for r in 1..52 {
            cpu.set_gr(r, u64::from(r) * 1001, r % 9 == 4);
        }
        cpu.set_gr(12, STACK + 0x1_0000, false);
        for f in 2..128 {
            cpu.set_fr(
                f,
                Fr {
                    sig: u64::from(f) << 40,
                    se: 0x1_0000 + u32::from(f),
                },
            );
        }
        cpu.set_pr(0x1234_5678_9abc_def1);
        cpu.set_ip_slot(0x4000_0000, 1);
        space.write_u64(STACK, 0x5000).unwrap();
        (cpu, space)
    }

    fn delivery(on_altstack: bool) -> Delivery {
        Delivery {
            info: Info::sent(10, 0, 1),
            handler: STACK,
            mask: SignalSet(0xf0),
            altstack: AltStack {
                base: ALTERNATE,
                size: 0x2_0000,
                disarms: false,
            },
            on_altstack,
            in_call: false,
        }
    }

    #[test]
    fn the_flags_of_a_context_tell_of_the_stack_of_the_handler_and_of_a_system_call() {
        let rows = [(false, false, 4), (true, false, 5), (false, true, 6)];
        for (on_altstack, in_call, flags) in rows {
            let (mut cpu, mut space) = interrupted();
            let delivery = Delivery {
                in_call,
                ..delivery(on_altstack)
            };
            push(&mut cpu, &mut space, &delivery).unwrap();
            let context = cpu.gr(34).0;
            assert_eq!(space.read_u64(context).unwrap(), flags);
        }
    }

    #[test]
    fn a_context_comes_back_whole_after_its_handler() {
        for on_altstack in [false, true] {
            let (mut cpu, mut space) = interrupted();
            let before = cpu.clone();
            push(&mut cpu, &mut space, &delivery(on_altstack)).unwrap();
            assert_eq!(cpu.ip(), TRAMPOLINE);
            assert_eq!(cpu.br(6), 0x5000);
            assert_eq!(cpu.gr(32), (10, false));
            let sp = cpu.gr(12).0;
            assert_eq!(delivery(true).altstack.holds(sp), on_altstack);
            for f in 2..128 {
                cpu.set_fr(f, Fr::ZERO);
            }
            cpu.set_pr(0);
            let returned = pop(&mut cpu, &mut space).unwrap();
            assert_eq!(returned.mask, SignalSet(0xf0));
            for r in 1..52 {
                assert_eq!(cpu.gr(r), before.gr(r), "r{r}");
            }
            for f in 2..128 {
                assert_eq!(cpu.fr(f), before.fr(f), "f{f}");
            }
            assert_eq!(cpu.pr(), before.pr());
            assert_eq!(cpu.cfm(), before.cfm());
            assert_eq!((cpu.ip(), cpu.slot()), (0x4000_0000, 1));
            assert_eq!(cpu.ar(Ar::BSP), before.ar(Ar::BSP));
        }
    }

    #[test]
    fn registers_that_an_exhausted_backing_store_cannot_take_go_to_that_of_the_handler() {
        let (mut cpu, mut space) = interrupted();
        // Room for eight registers and a collection before the backing store ends, then 12 without a place.
        space.unmap(STORE + 0x4000, 0x4_0000 - 0x4000);
        let (frame, values) = (cpu.cfm(), (32..52).map(|r| cpu.gr(r)).collect::<Vec<_>>());
        cpu.start_register_stack(STORE + 0x4000 - 9 * 8, 20, 12);
        cpu.set_cfm(frame);
        for (r, &(value, nat)) in (32..).zip(&values) {
            cpu.set_gr(r, value, nat);
        }
        let before = cpu.clone();
        assert!(push(&mut cpu.clone(), &mut space, &delivery(false)).is_err());
        push(&mut cpu, &mut space, &delivery(true)).unwrap();
        let (sp, context) = (cpu.gr(12).0, cpu.gr(34).0);
        assert_eq!(
            space.read_u64(context + sc::LOADRS as u64).unwrap(),
            (12 * 8) << 16
        );
        assert_eq!(cpu.ar(Ar::BSP), Some(ALTERNATE + 12 * 8));
        // What the handler calls has the registers stored, and fills its own again.
        cpu.cover();
        cpu.flush_register_stack(&mut space).unwrap();
        let collection = cpu.ar(Ar::RNAT).unwrap();
        cpu.start_register_stack(ALTERNATE + 12 * 8, 3, 0);
        cpu.set_ar(Ar::RNAT, collection);
        cpu.set_gr(12, sp, false);
        pop(&mut cpu, &mut space).unwrap();
        for r in 1..52 {
            assert_eq!(cpu.gr(r), before.gr(r), "r{r}");
        }
        assert_eq!(cpu.cfm(), frame);
        assert_eq!(cpu.ar(Ar::BSP), before.ar(Ar::BSP));
        // A context with more registers than a processor has is refused.
        let mut cpu = before.clone();
        push(&mut cpu, &mut space, &delivery(true)).unwrap();
        let at = cpu.gr(34).0 + sc::LOADRS as u64;
        space.write_u64(at, 0x3fff << 16).unwrap();
        assert!(pop(&mut cpu, &mut space).is_none());
    }

    #[test]
    fn steps_in_the_backing_store_pass_collections_both_ways() {
        for start in (0..64).filter(|slot| *slot != 63) {
            let address = STORE + start * 8;
            for count in 0..200 {
                let up = forwards(address, count);
                assert_ne!(place_in_group(up), 63);
                assert_eq!(backwards(up, count), address, "{start} {count}");
                assert_eq!(registers_between(address, up), count);
            }
        }
    }

    #[test]
    fn the_trampoline_calls_the_handler_and_returns_by_system_call() {
        let code = trampoline_code();
        let text: Vec<String> = code
            .chunks(16)
            .map(|bundle| isa::decode(u128::from_le_bytes(bundle.try_into().unwrap())))
            .map(|bundle| format!("{:?}", bundle.template))
            .collect();
        assert_eq!(text.len(), 3);
    }
}
