//! A tiny assembler and a bench that runs straight-line code through the model.

use config::Machine;
use events::{Block, CodeId, Execution, Note, Off, Stall};

use uarch::{Timing, Totals};

/// The shipped Itanium.
pub(crate) fn itanium() -> Machine {
    toml::from_str(include_str!("../../../../configs/itanium.toml"))
        .expect("the shipped configuration")
}

/// The shipped Itanium 2.
pub(crate) fn itanium2() -> Machine {
    toml::from_str(include_str!("../../../../configs/itanium2.toml"))
        .expect("the shipped configuration")
}

/// Template numbers without a stop at the end; one more adds it.
pub(crate) mod template {
    pub(crate) const MII: u128 = 0x00;
    pub(crate) const MLX: u128 = 0x04;
    pub(crate) const MMI: u128 = 0x08;
    /// MMI with a stop behind the first M.
    pub(crate) const M_MI: u128 = 0x0a;
    pub(crate) const MFI: u128 = 0x0c;
    pub(crate) const MMF: u128 = 0x0e;
    pub(crate) const MIB: u128 = 0x10;
    pub(crate) const MBB: u128 = 0x12;
    pub(crate) const BBB: u128 = 0x16;
    pub(crate) const MMB: u128 = 0x18;
    pub(crate) const MFB: u128 = 0x1c;
    /// All twelve that differ by units, MII and MMI counted once.
    pub(crate) const ALL: [u128; 10] = [MII, MLX, MMI, MFI, MMF, MIB, MBB, BBB, MMB, MFB];
}

/// Instructions, as 41 bits.
pub(crate) mod insn {
    pub(crate) const NOP: u64 = 1 << 27;
    pub(crate) const NOP_B: u64 = 2 << 37;

    /// add r1 = r2, r3
    pub(crate) const fn add(r1: u64, r2: u64, r3: u64) -> u64 {
        8 << 37 | r3 << 20 | r2 << 13 | r1 << 6
    }

    /// and r1 = r2, r3
    pub(crate) const fn and(r1: u64, r2: u64, r3: u64) -> u64 {
        8 << 37 | 3 << 29 | r3 << 20 | r2 << 13 | r1 << 6
    }

    /// extr.u r1 = r3, 0, 8
    pub(crate) const fn extr(r1: u64, r3: u64) -> u64 {
        5 << 37 | 1 << 34 | 7 << 27 | r3 << 20 | r1 << 6
    }

    /// padd1 r1 = r2, r3
    pub(crate) const fn padd1(r1: u64, r2: u64, r3: u64) -> u64 {
        8 << 37 | 1 << 34 | r3 << 20 | r2 << 13 | r1 << 6
    }

    /// ld8 r1 = [r3]
    pub(crate) const fn ld8(r1: u64, r3: u64) -> u64 {
        4 << 37 | 3 << 30 | r3 << 20 | r1 << 6
    }

    /// lfetch [r3]
    pub(crate) const fn lfetch(r3: u64) -> u64 {
        6 << 37 | 0x2c << 30 | r3 << 20
    }

    /// fetchadd8.acq r1 = [r3], 1
    pub(crate) const fn fetchadd(r1: u64, r3: u64) -> u64 {
        4 << 37 | 1 << 27 | 0x13 << 30 | 3 << 13 | r3 << 20 | r1 << 6
    }

    /// st8 [r3] = r2
    pub(crate) const fn st8(r3: u64, r2: u64) -> u64 {
        4 << 37 | 0x33 << 30 | r3 << 20 | r2 << 13
    }

    /// ldfd f1 = [r3]
    pub(crate) const fn ldfd(f1: u64, r3: u64) -> u64 {
        6 << 37 | 3 << 30 | r3 << 20 | f1 << 6
    }

    /// stfd [r3] = f2
    pub(crate) const fn stfd(r3: u64, f2: u64) -> u64 {
        6 << 37 | 0x33 << 30 | r3 << 20 | f2 << 13
    }

    /// fma.d f1 = f3, f4, f2
    pub(crate) const fn fma(f1: u64, f3: u64, f4: u64, f2: u64) -> u64 {
        9 << 37 | f4 << 27 | f3 << 20 | f2 << 13 | f1 << 6
    }

    /// getf.sig r1 = f2
    pub(crate) const fn getf(r1: u64, f2: u64) -> u64 {
        4 << 37 | 1 << 27 | 0x1c << 30 | f2 << 13 | r1 << 6
    }

    /// setf.sig f1 = r2
    pub(crate) const fn setf(f1: u64, r2: u64) -> u64 {
        6 << 37 | 1 << 27 | 0x1c << 30 | r2 << 13 | f1 << 6
    }

    /// cmp.lt p1, p2 = r2, r3
    pub(crate) const fn cmp(p1: u64, p2: u64, r2: u64, r3: u64) -> u64 {
        0xc << 37 | p2 << 27 | r3 << 20 | r2 << 13 | p1 << 6
    }

    /// st8.spill [r3] = r2
    pub(crate) const fn spill(r3: u64, r2: u64) -> u64 {
        4 << 37 | 0x3b << 30 | r3 << 20 | r2 << 13
    }

    /// mov.m ar = r2
    pub(crate) const fn to_ar(ar: isa::Ar, r2: u64) -> u64 {
        1 << 37 | 0x2a << 27 | (ar.number() as u64) << 20 | r2 << 13
    }

    /// mov.m r1 = ar
    pub(crate) const fn from_ar(r1: u64, ar: isa::Ar) -> u64 {
        1 << 37 | 0x22 << 27 | (ar.number() as u64) << 20 | r1 << 6
    }

    /// mov cr = r2
    pub(crate) const fn to_cr(cr: isa::Cr, r2: u64) -> u64 {
        1 << 37 | 0x2c << 27 | (cr.number() as u64) << 20 | r2 << 13
    }

    /// srlz.d
    pub(crate) const SRLZ_D: u64 = 3 << 31;
    /// sum 0x20
    pub(crate) const SUM: u64 = 4 << 27 | 0x20 << 6;
    /// flushrs
    pub(crate) const FLUSHRS: u64 = 0xc << 27;
    /// loadrs
    pub(crate) const LOADRS: u64 = 0xa << 27;
    /// cover
    pub(crate) const COVER: u64 = 2 << 27;
    /// br.ret.sptk b0
    pub(crate) const RETURN: u64 = 0x21 << 27 | 4 << 6;

    /// alloc r1 = ar.pfs, 0, 8, 0, 0
    pub(crate) const fn alloc(r1: u64) -> u64 {
        1 << 37 | 6 << 33 | 8 << 13 | r1 << 6
    }

    /// br.call b0 to a distance in bundles.
    pub(crate) const fn call(bundles: i64) -> u64 {
        br(0, bundles) & !(0xf << 37) | 5 << 37
    }

    /// br.cond.dptk to a distance in bundles.
    pub(crate) const fn br(qp: u64, bundles: i64) -> u64 {
        let imm = bundles as u64 & 0x1f_ffff;
        4 << 37 | (imm >> 20) << 36 | 2 << 33 | (imm & 0xf_ffff) << 13 | qp
    }

    /// An instruction under a qualifying predicate.
    pub(crate) const fn under(qp: u64, instruction: u64) -> u64 {
        instruction | qp
    }
}

/// A bundle: template, plus 1 for a stop at its end, and three slots.
pub(crate) const fn bundle(template: u128, slots: [u64; 3]) -> u128 {
    template | (slots[0] as u128) << 5 | (slots[1] as u128) << 46 | (slots[2] as u128) << 87
}

/// A bundle of nops.
pub(crate) fn nops(template: u128) -> u128 {
    let units = isa::Template::of(template).units().expect("a template");
    let slots = units.map(|unit| match unit {
        isa::SlotUnit::B => insn::NOP_B,
        isa::SlotUnit::L => 0,
        _ => insn::NOP,
    });
    bundle(template, slots)
}

/// Code at an address, and how one pass over it goes.
pub(crate) struct Kernel {
    pub ip: u64,
    pub raw: Vec<u128>,
    /// Bits of false predicates.
    pub off: u64,
    pub addresses: Vec<u64>,
    pub notes: Vec<Note>,
    /// Slot of a branch taken back to the start.
    pub taken: Option<u8>,
}

impl Kernel {
    pub(crate) fn new(raw: &[u128]) -> Self {
        Self {
            ip: 0x4000_0000,
            raw: raw.to_vec(),
            off: 0,
            addresses: Vec::new(),
            notes: Vec::new(),
            taken: None,
        }
    }

    /// Runs `times` passes: over one block again and again when a branch is taken, else over copies
    /// of it one behind the other.
    pub(crate) fn run(&self, machine: &Machine, times: u32) -> Totals {
        let mut timing = Timing::new(machine, Off);
        let slots = 3 * self.raw.len() as u8;
        for i in 0..times {
            let ip = match self.taken {
                Some(_) => self.ip,
                None => self.ip + 16 * u64::from(i) * self.raw.len() as u64,
            };
            let end = self.taken.map_or(slots, |slot| slot + 1);
            let id = CodeId(if self.taken.is_some() { 0 } else { i });
            let block = Block::new(id, ip, &self.raw);
            timing.execute(
                &block,
                &Execution {
                    end,
                    predicates: !self.off,
                    taken: self.taken,
                    target: match self.taken {
                        Some(_) => self.ip,
                        None => ip + 16 * self.raw.len() as u64,
                    },
                    addresses: self.addresses.iter().copied().collect(),
                    notes: self.notes.clone(),
                    ..Execution::default()
                },
            );
        }
        let totals = timing.finish();
        totals.identities().expect("parts that sum to the whole");
        totals
    }

    /// Cycles of 32 passes in the steady state, by stall; zero ones left out.
    pub(crate) fn steady(&self, machine: &Machine) -> Vec<(Stall, u64)> {
        let short = self.run(machine, 64);
        let long = self.run(machine, 96);
        long.stalls()
            .zip(short.stalls())
            .map(|((stall, long), (_, short))| (stall, long - short))
            .filter(|(_, cycles)| *cycles > 0)
            .collect()
    }

    /// Cycles of one pass in the steady state, to be exact of 32 passes divided by 32.
    pub(crate) fn cycles(&self, machine: &Machine) -> f64 {
        let total: u64 = self.steady(machine).iter().map(|(_, cycles)| cycles).sum();
        total as f64 / 32.0
    }
}

/// A machine whose front end never holds the back end.
pub(crate) fn ideal_front_end(mut machine: Machine) -> Machine {
    machine.branch.predictor = config::model::BranchPredictor::Perfect;
    machine.frontend.depth = 0;
    machine.frontend.fetch_bytes = 256;
    machine.caches.l1i.bytes = 1 << 20;
    machine.caches.l1i.line_bytes = 4096;
    machine
}
