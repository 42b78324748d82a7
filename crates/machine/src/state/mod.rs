//! The architectural state of one processor, as one guest thread sees it.

use isa::{Ar, psr, rsc};
use softfp::{Fpsr, Fr, Held};

use crate::alat::Alat;
use crate::stack::RegisterStack;
use crate::system::System;
use crate::trail::Trail;

/// The current frame marker, unpacked (volume 1, section 3.1.9).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub struct Cfm {
    /// Size of the frame, 0 to 96.
    pub sof: u8,
    /// Size of the locals, at most `sof`.
    pub sol: u8,
    /// Size of the rotating general registers, a multiple of 8, at most `sof`.
    pub sor: u8,
    /// Rename base of the general registers, below `sor` (0 when that is 0).
    pub rrb_gr: u8,
    /// Rename base of the floating-point registers, below 96.
    pub rrb_fr: u8,
    /// Rename base of the predicates, below 48.
    pub rrb_pr: u8,
}

impl Cfm {
    /// The 38 bits as in `ar.pfs` and `cr.ifs`.
    pub const fn bits(self) -> u64 {
        self.sof as u64
            | (self.sol as u64) << 7
            | (self.sor as u64 / 8) << 14
            | (self.rrb_gr as u64) << 18
            | (self.rrb_fr as u64) << 25
            | (self.rrb_pr as u64) << 32
    }

    /// [`Self::from_bits`] of a frame without rotating registers and renaming; `None` for any other.
    #[inline]
    pub(crate) const fn plain_from_bits(bits: u64) -> Option<Self> {
        let sof = (bits & 0x7f) as u8;
        let sol = (bits >> 7 & 0x7f) as u8;
        if bits >> 14 & 0xff_ffff != 0 || sof > 96 || sol > sof {
            return None;
        }
        Some(Self {
            sof,
            sol,
            sor: 0,
            rrb_gr: 0,
            rrb_fr: 0,
            rrb_pr: 0,
        })
    }

    /// Whether registers are renamed.
    #[inline]
    pub(crate) const fn renames(self) -> bool {
        self.rrb_gr | self.rrb_fr | self.rrb_pr != 0
    }

    /// From the low 38 bits of a word. `None` for what no processor could hold (a frame beyond 96 registers, locals or
    /// rotating registers beyond the frame); rename bases are reduced to their range.
    pub const fn from_bits(bits: u64) -> Option<Self> {
        let sof = (bits & 0x7f) as u8;
        let sol = (bits >> 7 & 0x7f) as u8;
        let sor = (bits >> 14 & 0xf) as u8 * 8;
        if sof > 96 || sol > sof || sor > sof {
            return None;
        }
        let rrb_gr = (bits >> 18 & 0x7f) as u8;
        Some(Self {
            sof,
            sol,
            sor,
            rrb_gr: if sor == 0 { 0 } else { rrb_gr % sor },
            rrb_fr: (bits >> 25 & 0x7f) as u8 % 96,
            rrb_pr: (bits >> 32 & 0x3f) as u8 % 48,
        })
    }
}

/// Application registers that are plain storage, and those with fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Application {
    pub kr: [u64; 8],
    pub rsc: u64,
    pub fcr: u64,
    pub eflag: u64,
    pub csd: u64,
    pub ssd: u64,
    pub cflg: u64,
    pub fsr: u64,
    pub fir: u64,
    pub fdr: u64,
    pub ccv: u64,
    pub unat: u64,
    pub fpsr: Fpsr,
    /// [`Fpsr::plain_mask`] of `fpsr`.
    pub plain_fp: u8,
    /// Inexact flags of the status fields with which the host may compute single and double precision
    /// ([`softfp::host`]): the field has ordinary controls and its inexact flag is set already, so that inexactness
    /// need not be detected. Multiply-adds that find a field so set its bit.
    pub host_fp: u64,
    pub pfs: u64,
    pub lc: u64,
    pub ec: u64,
}

impl Application {
    /// Sets `ar.fpsr` and what is derived of it. Code that only sets flags may assign `fpsr` itself.
    pub(crate) fn set_fpsr(&mut self, fpsr: Fpsr) {
        self.fpsr = fpsr;
        self.plain_fp = fpsr.plain_mask();
        self.host_fp = 0;
    }
}

/// Conditions that restrict the short way of execution, as bits of `Cpu::mode`; 0 when there are none. `ROTATED` alone
/// selects the functions for renamed registers, `NAT` alone excludes blocks that use a NaT register; any other
/// combination excludes all blocks.
pub(crate) mod mode {
    /// A NaT bit of the general registers is set.
    pub(crate) const NAT: u8 = 1;
    /// General or floating-point registers are rotated.
    pub(crate) const ROTATED: u8 = 2;
    /// Big-endian data, a disabled floating-point partition, or in system mode a status that watches single instructions.
    pub(crate) const UNUSUAL: u8 = 4;
    /// System mode: the run loop has to check the context before the next instruction.
    pub(crate) const ATTEND: u8 = 8;
}

/// One processor context: everything that an operating system switches between threads.
///
/// General registers of the current frame lie in one array by their unrotated number; the frames
/// of callers are in the register stack. Predicates are kept as the program
/// names them, that is rotated.
#[derive(Clone)]
#[repr(C)] // General registers first: their address is the context's.
pub struct Cpu {
    // The arrays are longer than the register files so that a u8 needs no bounds check.
    pub(crate) gr: [u64; 256],
    pub(crate) fr: [Held; 256],
    /// NaT bits by unrotated number.
    pub(crate) nat: u128,
    pub(crate) pr: u64,
    pub(crate) br: [u64; 8],
    pub(crate) ip: u64,
    pub(crate) slot: u8,
    pub(crate) mode: u8,
    pub(crate) cfm: Cfm,
    pub(crate) psr: u64,
    pub(crate) ar: Application,
    pub(crate) stack: RegisterStack,
    pub(crate) alat: Alat,
    pub(crate) retired: u64,
    /// Index in `gr` of each general register that the program names.
    pub(crate) gmap: &'static Map,
    /// Index in `fr` of each floating-point register that the program names.
    pub(crate) fmap: &'static Map,
    pub(crate) trail: Trail,
    /// What only an operating system reaches; a context of a program has none.
    pub(crate) system: Option<Box<System>>,
}

/// Index of each register of a file under renaming. All maps that rotation can produce are constants, so that a
/// rotation only exchanges a reference.
type Map = [u8; 256];

/// The map without renaming.
static IDENTITY: Map = rotated(1, 0);

/// The map in which each of the `rotating` registers from 32 on lies `base` places higher, wrapping round at the end of
/// them.
const fn rotated(rotating: usize, base: usize) -> Map {
    let mut map = [0; 256];
    let mut at = 0;
    while at < 256 {
        map[at] = at as u8;
        at += 1;
    }
    let mut at = 0;
    while at < rotating {
        map[32 + at] = 32 + ((at + base) % rotating) as u8;
        at += 1;
    }
    map
}

/// Maps of floating-point registers by `cfm.rrb.fr`, which has seven bits.
static FLOATING_MAPS: [Map; 128] = {
    let mut maps = [[0; 256]; 128];
    let mut base = 0;
    while base < 128 {
        maps[base] = rotated(96, base);
        base += 1;
    }
    maps
};

/// Maps of general registers: for each size of the rotating part, 8 to 96, those of all values of `cfm.rrb.gr`.
static GENERAL_MAPS: [Map; first_general_map(104)] = {
    let mut maps = [[0; 256]; first_general_map(104)];
    let mut size = 8;
    while size <= 96 {
        let mut base = 0;
        while base < size {
            maps[first_general_map(size) + base] = rotated(size, base);
            base += 1;
        }
        size += 8;
    }
    maps
};

/// Index of the first map for a rotating part of `size` registers: 8 + 16 + ... maps of the smaller sizes are before it.
const fn first_general_map(size: usize) -> usize {
    size * (size - 8) / 16
}

/// The map of a frame whose `size` rotating registers have the rename base `base`.
#[inline(always)]
fn general_map(size: u8, base: u8) -> &'static Map {
    if size == 0 || base == 0 {
        return &IDENTITY;
    }
    let base = if base < size { base } else { base % size };
    // No frame marker has another size.
    let first = first_general_map(usize::from(size));
    GENERAL_MAPS
        .get(first + usize::from(base))
        .unwrap_or(&IDENTITY)
}

impl Cpu {
    /// A context as Linux starts a program with: privilege level 3, monitors secure, an empty
    /// frame, all registers zero. `alat` is the processor's table.
    pub fn new(alat: Alat) -> Self {
        let mut fr = [Held::ZERO; 256];
        fr[1] = Held::ONE;
        Self {
            gr: [0; 256],
            fr,
            nat: 0,
            pr: 1,
            br: [0; 8],
            ip: 0,
            slot: 0,
            mode: 0,
            cfm: Cfm::default(),
            psr: psr::IC | psr::I | psr::DT | psr::SP | psr::RT | psr::CPL | psr::IT | psr::BN,
            ar: Application {
                kr: [0; 8],
                rsc: rsc::with_level(0, 3),
                fcr: 0,
                eflag: 0,
                csd: 0,
                ssd: 0,
                cflg: 0,
                fsr: 0,
                fir: 0,
                fdr: 0,
                ccv: 0,
                unat: 0,
                fpsr: Fpsr::LINUX,
                plain_fp: Fpsr::LINUX.plain_mask(),
                host_fp: 0,
                pfs: 0,
                lc: 0,
                ec: 0,
            },
            stack: RegisterStack::new(),
            alat,
            retired: 0,
            gmap: &IDENTITY,
            fmap: &IDENTITY,
            trail: Trail::new(),
            system: None,
        }
    }

    /// A context of a processor after reset, in system mode: privilege level 0, nothing translated, interrupts off.
    pub fn of_system(alat: Alat, system: System) -> Self {
        let mut cpu = Self::new(alat);
        cpu.alat.compare_physical();
        cpu.psr = psr::BN;
        cpu.ar.rsc = 0;
        cpu.system = Some(Box::new(system));
        cpu
    }

    /// The privileged side, of a context in system mode.
    pub fn system(&self) -> Option<&System> {
        self.system.as_deref()
    }

    /// The privileged side, of a context in system mode. Interrupts that are requested there are looked at next.
    pub fn system_mut(&mut self) -> Option<&mut System> {
        self.mode |= mode::ATTEND;
        self.system.as_deref_mut()
    }

    /// The blocks that the context executed last, for [`Machine::passed`](crate::Machine::passed).
    pub fn trail(&self) -> &Trail {
        &self.trail
    }

    /// General register 0 to 127 as the program names it: value and NaT bit.
    pub fn gr(&self, r: u8) -> (u64, bool) {
        let at = self.gmap[usize::from(r & 127)];
        (self.gr[usize::from(at)], self.nat >> at & 1 != 0)
    }

    /// Sets a general register and its NaT bit; register 0 stays as it is.
    pub fn set_gr(&mut self, r: u8, value: u64, nat: bool) {
        if r & 127 != 0 {
            let at = self.gmap[usize::from(r & 127)];
            self.gr[usize::from(at)] = value;
            self.set_nat(at, nat);
        }
    }

    /// Output register `n` of the current frame: where the arguments of calls and system calls are.
    pub fn output(&self, n: u8) -> (u64, bool) {
        self.gr(32u8.wrapping_add(self.cfm.sol).wrapping_add(n))
    }

    #[inline]
    pub(crate) fn set_nat(&mut self, at: u8, nat: bool) {
        let bit = 1u128 << (at & 127);
        if nat {
            self.nat |= bit;
            self.mode |= mode::NAT;
        } else if self.nat & bit != 0 {
            self.nat &= !bit;
            self.note_nats();
        }
    }

    /// Brings `mode` up to date after the NaT bits changed.
    #[inline]
    pub(crate) fn note_nats(&mut self) {
        if self.nat == 0 {
            self.mode &= !mode::NAT;
        } else {
            self.mode |= mode::NAT;
        }
    }

    /// Floating-point register 0 to 127 as the program names it.
    pub fn fr(&self, f: u8) -> Fr {
        self.fr[usize::from(self.fmap[usize::from(f & 127)])].value()
    }

    /// Sets a floating-point register and the "modified" bit of its partition; registers 0 and 1
    /// stay as they are.
    pub fn set_fr(&mut self, f: u8, value: Fr) {
        let f = f & 127;
        if f > 1 {
            self.fr[usize::from(self.fmap[usize::from(f)])] = value.into();
            self.psr |= if f < 32 { psr::MFL } else { psr::MFH };
        }
    }

    /// The predicates as the program names them, bit 0 always set.
    pub fn pr(&self) -> u64 {
        self.pr
    }

    /// Sets all predicates as the program names them.
    pub fn set_pr(&mut self, value: u64) {
        self.pr = value | 1;
    }

    /// The predicates without rotation, as `mov r1 = pr` reads them.
    pub fn pr_unrotated(&self) -> u64 {
        unrotate(self.pr, self.cfm.rrb_pr)
    }

    /// Sets the predicates in the order of [`Self::pr_unrotated`].
    pub fn set_pr_unrotated(&mut self, value: u64) {
        self.pr = rotate(value, self.cfm.rrb_pr) | 1;
    }

    /// Branch register 0 to 7.
    pub fn br(&self, b: u8) -> u64 {
        self.br[usize::from(b & 7)]
    }

    /// Sets a branch register.
    pub fn set_br(&mut self, b: u8, value: u64) {
        self.br[usize::from(b & 7)] = value;
    }

    /// Address of the bundle that comes next.
    pub fn ip(&self) -> u64 {
        self.ip
    }

    /// Slot of that bundle that comes next (`psr.ri`), 0 to 2.
    pub fn slot(&self) -> u8 {
        self.slot
    }

    /// Continues at slot 0 of the bundle that holds an address.
    pub fn set_ip(&mut self, ip: u64) {
        self.ip = ip & !15;
        self.slot = 0;
    }

    /// Continues at a slot of a bundle.
    pub fn set_ip_slot(&mut self, ip: u64, slot: u8) {
        self.ip = ip & !15;
        self.slot = slot.min(2);
    }

    /// The current frame marker.
    pub fn cfm(&self) -> Cfm {
        self.cfm
    }

    /// Sets the current frame marker without touching register contents other than by renaming.
    pub fn set_cfm(&mut self, cfm: Cfm) {
        let old = self.cfm;
        self.cfm = cfm;
        if !old.renames() && !cfm.renames() {
            // The usual case.
            return;
        }
        if old.rrb_pr != cfm.rrb_pr {
            self.pr = rotate(unrotate(self.pr, old.rrb_pr), cfm.rrb_pr) | 1;
        }
        if (old.sor, old.rrb_gr) != (cfm.sor, cfm.rrb_gr) && (old.rrb_gr | cfm.rrb_gr) != 0 {
            self.map_general();
        }
        if old.rrb_fr != cfm.rrb_fr {
            self.map_floating();
        }
        if cfm.rrb_gr | cfm.rrb_fr == 0 {
            self.mode &= !mode::ROTATED;
        } else {
            self.mode |= mode::ROTATED;
        }
    }

    fn map_general(&mut self) {
        self.gmap = general_map(self.cfm.sor, self.cfm.rrb_gr);
    }

    fn map_floating(&mut self) {
        self.fmap = &FLOATING_MAPS[usize::from(self.cfm.rrb_fr & 127)];
    }

    /// One rotation of all rotating registers, as the loop branches do it. `first`: the predicate that p16 becomes.
    #[inline(always)]
    fn rotate_registers(&mut self, first: bool) {
        let cfm = &mut self.cfm;
        cfm.rrb_pr = if cfm.rrb_pr == 0 { 47 } else { cfm.rrb_pr - 1 };
        cfm.rrb_fr = if cfm.rrb_fr == 0 { 95 } else { cfm.rrb_fr - 1 };
        if cfm.sor != 0 {
            cfm.rrb_gr = if cfm.rrb_gr == 0 { cfm.sor } else { cfm.rrb_gr } - 1;
            self.map_general();
        }
        self.map_floating();
        // Every rotating predicate moves up by one.
        const STATIC: u64 = 0xffff;
        self.pr = self.pr & STATIC | (self.pr & !STATIC) << 1 | u64::from(first) << 16;
        if self.cfm.rrb_gr | self.cfm.rrb_fr == 0 {
            self.mode &= !mode::ROTATED;
        } else {
            self.mode |= mode::ROTATED;
        }
    }

    /// What the loop branches of software pipelines do beside branching (volume 3, `br`): count, rotate, and set p63,
    /// which rotates into p16 and says whether another iteration starts. `running`: `lc != 0` for a counted loop, the
    /// predicate for a while loop. Returns whether the loop goes on.
    pub(crate) fn next_iteration(&mut self, running: bool, counted: bool) -> bool {
        if running {
            self.ar.lc -= u64::from(counted);
            self.rotate_registers(counted);
            return true;
        }
        let epilogs = self.ar.ec;
        if epilogs == 0 {
            self.pr &= !(1 << 63);
            return false;
        }
        self.ar.ec = epilogs - 1;
        self.rotate_registers(false);
        epilogs > 1
    }

    /// The processor status register; `ri` is [`Self::slot`].
    pub fn psr(&self) -> u64 {
        self.psr & !psr::RI | u64::from(self.slot) << psr::RI.trailing_zeros()
    }

    /// Sets the processor status register; `ri` is left alone.
    pub fn set_psr(&mut self, value: u64) {
        self.psr = value;
        // `psr.ac` is not among these bits: unaligned references miss the translation buffer and leave the short way.
        // Nor is `psr.dfh` in system mode: instructions that use the upper floating-point partition are lowered to
        // steps of the general way there.
        let unusual = match self.system {
            None => psr::BE | psr::DFL | psr::DFH,
            Some(_) => UNUSUAL_OF_SYSTEM,
        };
        self.note_unusual(value & unusual == 0);
    }

    /// [`Self::set_psr`] for a context whose privileged side has been taken out of it.
    pub(crate) fn set_psr_of_system(&mut self, value: u64) {
        self.psr = value;
        self.note_unusual(value & UNUSUAL_OF_SYSTEM == 0);
    }

    fn note_unusual(&mut self, usual: bool) {
        if usual {
            self.mode &= !mode::UNUSUAL;
        } else {
            self.mode |= mode::UNUSUAL;
        }
    }

    /// An application register by number; `None` when it is reserved. The clocks read as 0
    /// here: time belongs to the recorder.
    pub fn ar(&self, register: Ar) -> Option<u64> {
        let a = &self.ar;
        Some(match register {
            _ if register.is_kernel() => a.kr[usize::from(register.number() & 7)],
            Ar::RSC => a.rsc,
            Ar::BSP => self.stack.bsp(),
            Ar::BSPSTORE => self.stack.bspstore(),
            Ar::RNAT => self.stack.rnat(),
            Ar::FCR => a.fcr,
            Ar::EFLAG => a.eflag,
            Ar::CSD => a.csd,
            Ar::SSD => a.ssd,
            Ar::CFLG => a.cflg,
            Ar::FSR => a.fsr,
            Ar::FIR => a.fir,
            Ar::FDR => a.fdr,
            Ar::CCV => a.ccv,
            Ar::UNAT => a.unat,
            Ar::FPSR => a.fpsr.0,
            Ar::ITC | Ar::RUC => 0,
            Ar::PFS => a.pfs,
            Ar::LC => a.lc,
            Ar::EC => a.ec,
            _ if register.is_ignored() => 0,
            _ => return None,
        })
    }

    /// Sets an application register by number as an operating system would: no check of fields or
    /// rights. Reserved registers, `ar.bsp` and the clocks are left alone. Writing `ar.bspstore`
    /// moves the register stack there, dirty registers included.
    pub fn set_ar(&mut self, register: Ar, value: u64) {
        let a = &mut self.ar;
        match register {
            _ if register.is_kernel() => a.kr[usize::from(register.number() & 7)] = value,
            Ar::RSC => a.rsc = value,
            Ar::BSPSTORE => self.stack.set_bspstore(value),
            Ar::RNAT => self.stack.set_rnat(value),
            Ar::FCR => a.fcr = value,
            Ar::EFLAG => a.eflag = value,
            Ar::CSD => a.csd = value,
            Ar::SSD => a.ssd = value,
            Ar::CFLG => a.cflg = value,
            Ar::FSR => a.fsr = value,
            Ar::FIR => a.fir = value,
            Ar::FDR => a.fdr = value,
            Ar::CCV => a.ccv = value,
            Ar::UNAT => a.unat = value,
            Ar::FPSR => a.set_fpsr(Fpsr(value)),
            Ar::PFS => a.pfs = value,
            Ar::LC => a.lc = value,
            Ar::EC => a.ec = value & 0x3f,
            _ => {}
        }
    }

    /// The advanced load address table.
    pub fn alat(&self) -> &Alat {
        &self.alat
    }

    /// The advanced load address table; an operating system invalidates it on a switch.
    pub fn alat_mut(&mut self) -> &mut Alat {
        &mut self.alat
    }

    /// Instructions retired by this context.
    pub fn retired(&self) -> u64 {
        self.retired
    }

    /// Current privilege level, 0 to 3.
    pub fn cpl(&self) -> u8 {
        psr::cpl(self.psr)
    }
}

/// Status bits under which system mode executes each instruction by itself.
pub(crate) const WATCHFUL: u64 =
    psr::SS | psr::TB | psr::LP | psr::DB | psr::ID | psr::DA | psr::DD | psr::IA | psr::ED;

/// Status bits under which system mode executes all blocks the general way.
const UNUSUAL_OF_SYSTEM: u64 = psr::BE | psr::DFL | WATCHFUL;

const ROTATING_PREDICATES: u64 = (1 << 48) - 1;

/// From physical to virtual predicates.
fn rotate(physical: u64, rrb: u8) -> u64 {
    let rrb = u32::from(rrb % 48);
    let p = physical >> 16;
    // Virtual predicate 16 + i is physical 16 + (i + rrb) mod 48.
    physical & 0xffff | ((p >> rrb | p << (48 - rrb)) & ROTATING_PREDICATES) << 16
}

/// From virtual to physical predicates.
fn unrotate(seen: u64, rrb: u8) -> u64 {
    rotate(seen, (48 - rrb % 48) % 48)
}

#[cfg(test)]
mod tests;
