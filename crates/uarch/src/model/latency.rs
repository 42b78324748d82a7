//! The bypass network as a table: how long after its producer a consumer may issue.
//!
//! Every scoreboard entry holds the cycle in which the *base* result is ready, and the kind of its
//! [`Producer`] (a row of the table); each read has a kind of [`Consumer`] (a column). [`Bypass`] holds the cycles that the pair adds.
//! Rows and columns are the equivalence classes of Intel's bypass tables for both processors
//! (`docs/timing.md`, "Latencies").

use config::model::Latency;
use isa::{Ar, Class, Cr, Instruction, Op};

/// How a result was produced, as far as bypasses distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Producer {
    /// Any other producer: no consumer adds cycles.
    Plain,
    /// A write to a part of what has one scoreboard entry: a bit of ar.unat, a control register or part of the PSR, for all of which srlz waits.
    /// What an earlier write to another part is waited for stays (Latencies 7). An [outline](crate::Outline) puts down a check load as a part of its
    /// target as well: what that is waited for stays (Latencies 6).
    Part,
    /// Integer ALU on an M port, or an address register updated by a load or store.
    AluM,
    /// Integer ALU on an I port; logic, bit fields, addp4, extensions anywhere.
    AluI,
    /// Move from an application register.
    FromAr,
    /// Move from a branch, predicate or control register; getf.
    Move,
    /// Integer load.
    Load,
    /// Semaphore: a load to which no consumer adds cycles.
    Semaphore,
    /// Multimedia unit, parallel arithmetic. Its scoreboard entry holds the cycle of issue; the table holds the whole latency.
    MultimediaAlu,
    /// The same, parallel multiply.
    MultimediaMultiply,
    /// The same, parallel shift.
    MultimediaShift,
    /// Predicate from an integer compare or test.
    Predicate,
    /// Predicate from a floating-point compare or approximation.
    FpPredicate,
    /// fma class, fcvt.xf.
    Fmac,
    /// Miscellaneous floating-point.
    Fmisc,
    /// Parallel fma class.
    ParallelFmac,
    /// Parallel miscellaneous.
    ParallelFmisc,
    /// xma, fcvt.fx, fmerge.se.
    LateFp,
    /// Floating-point load.
    FpLoad,
    /// setf.
    Setf,
    /// Move to a branch register.
    ToBr,
    /// Move to ar.pfs.
    ToPfs,
    /// Move to ar.fpsr.
    ToFpsr,
    /// Move to ar.bspstore, in all registers that it writes.
    ToBspstore,
}

/// How a consumer reads a register, as far as bypasses distinguish it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub enum Consumer {
    /// Any other way.
    Other,
    /// Multimedia unit.
    Multimedia,
    /// Address of a load, store or semaphore; value of a semaphore; setf.
    Address,
    /// Qualifying predicate of a branch.
    BranchPredicate,
    /// Qualifying predicate of anything else.
    Predicate,
    /// mov r1 = pr.
    FromPr,
    /// getf.
    Getf,
    /// chk.s in an M slot, of a general or floating-point register.
    Check,
    /// Value of a floating-point store.
    FpStore,
    /// fma class, fcvt.fx.
    Fmac,
    /// fcvt.xf, compares, miscellaneous, xma.
    Fmisc,
    /// Parallel miscellaneous, fmerge.se.
    ParallelFmisc,
    /// Parallel fma, parallel fcvt.fx.
    ParallelFmac,
    /// mov r1 = b2.
    FromBr,
    /// mov r1 = ar.pfs, ar.fpsr.
    FromAr,
    /// flushrs, loadrs: registers that the register stack engine works with.
    StackEngine,
}

/// Kinds of producers, rounded up to a power of two.
const PRODUCERS: usize = 32;
/// Columns, rounded up to a power of two.
const CONSUMERS: usize = 16;

/// The bypass table of a configuration, in cycles.
#[derive(Clone, Debug)]
pub struct Bypass {
    /// Extra cycles of a pair, at index producer × [`CONSUMERS`] + consumer.
    extra: [u8; CONSUMERS * PRODUCERS],
    /// By producer, the most cycles from the base result to the end of any consumer's wait, the hazard below included.
    most: [u8; PRODUCERS],
    /// By producer, the cycles from the issue of a multimedia result in which a use outside the multimedia unit flushes the pipe; 0: there is no
    /// hazard.
    hazards: [u8; PRODUCERS],
    /// Cycles by which that flush delays the use.
    flush: u64,
}

/// Whether a result is one of the multimedia unit.
#[inline(always)]
pub fn is_multimedia(producer: u8) -> bool {
    (Producer::MultimediaAlu as u8..=Producer::MultimediaShift as u8).contains(&producer)
}

impl Bypass {
    /// The table of a configuration.
    pub fn new(latency: &Latency) -> Self {
        use Consumer as C;
        use Producer as P;
        let e = &latency.extra;
        let mut extra = [0; CONSUMERS * PRODUCERS];
        let mut set = |producers: &[P], consumers: &[C], cycles: u32| {
            for &p in producers {
                for &c in consumers {
                    extra[p as usize * CONSUMERS + c as usize] =
                        u8::try_from(cycles).unwrap_or(u8::MAX);
                }
            }
        };
        set(&[P::AluM, P::AluI], &[C::Multimedia], e.alu_to_mm);
        set(&[P::FromAr], &[C::Multimedia], e.from_ar_to_mm);
        set(&[P::Move], &[C::Multimedia], e.move_to_mm);
        set(&[P::AluI], &[C::Address], e.alu_to_address);
        set(&[P::Load], &[C::Address, C::Multimedia], e.load_to_address);
        set(&[P::Predicate], &[C::Predicate], e.predicate);
        set(&[P::FpPredicate], &[C::Predicate], e.fp_predicate);
        set(&[P::Predicate], &[C::FromPr], e.predicate_to_mov);
        set(
            &[P::Fmac],
            &[C::Fmisc, C::ParallelFmisc, C::ParallelFmac],
            e.fmac_to_other,
        );
        set(
            &[P::Fmisc],
            &[C::ParallelFmisc, C::ParallelFmac],
            e.fmisc_to_parallel,
        );
        set(
            &[P::ParallelFmac],
            &[C::Fmac, C::Fmisc, C::ParallelFmisc],
            e.parallel_to_scalar,
        );
        set(
            &[P::ParallelFmisc],
            &[C::Fmac, C::Fmisc],
            e.parallel_to_scalar,
        );
        let scalar = [P::Fmac, P::Fmisc, P::ParallelFmac, P::ParallelFmisc];
        set(&scalar, &[C::FpStore], e.fp_to_store);
        set(&scalar, &[C::Getf, C::Check], e.fp_to_getf);
        set(&[P::LateFp], &[C::FpStore], e.late_fp_to_store);
        set(&[P::LateFp], &[C::Getf, C::Check], e.late_fp_to_getf);
        set(
            &[P::FpLoad, P::Setf],
            &[C::FpStore, C::Getf],
            e.fld_to_store,
        );
        set(&[P::ToBr], &[C::FromBr], e.tobr_to_frbr);
        set(&[P::ToPfs], &[C::FromAr], e.topfs_to_frpfs);
        // Latencies 2: these have a latency for each consumer.
        let to = &latency.to_ar;
        let by_move = (C::FromAr, to.fpsr_to_move);
        let by_engine = (C::StackEngine, to.bspstore_to_engine);
        for (ar, latencies) in [
            (Ar::FPSR, [by_move, (C::Other, to.fpsr)]),
            (Ar::BSPSTORE, [by_engine, (C::Other, to.bspstore)]),
        ] {
            let (producer, base) = to_ar(latency, ar, false);
            for (consumer, cycles) in latencies {
                set(&[producer], &[consumer], cycles.saturating_sub(base));
            }
        }

        let flushes = latency.special.mm_early_use_flushes;
        let mut hazards = [0; PRODUCERS];
        for (producer, to_mm) in [
            (P::MultimediaAlu, latency.result.mmalu),
            (P::MultimediaMultiply, latency.result.mmmul),
            (P::MultimediaShift, latency.result.mmshf),
        ] {
            // Latencies 9
            set(&[producer], &[C::Multimedia], to_mm);
            let to_other = to_mm + e.mm_to_other;
            if flushes {
                hazards[producer as usize] = u8::try_from(to_other).unwrap_or(u8::MAX);
            } else {
                set(&[producer], &[C::Other, C::Address, C::Check], to_other);
            }
        }
        let mut most = hazards;
        for (most, extra) in most.iter_mut().zip(extra.chunks(CONSUMERS)) {
            *most = extra.iter().copied().fold(*most, u8::max);
        }
        Self {
            extra,
            most,
            hazards,
            flush: latency.special.mm_flush_cycles.into(),
        }
    }

    /// Cycles from the issue of a result in which a use outside the multimedia unit flushes the pipe; 0: there is no hazard.
    #[inline(always)]
    pub fn hazard(&self, producer: u8) -> u64 {
        // Latencies 9
        u64::from(self.hazards[usize::from(producer) % PRODUCERS])
    }

    /// Cycles from the base result after which no consumer waits for it.
    #[inline(always)]
    pub fn settled(&self, producer: u8) -> u64 {
        u64::from(self.most[usize::from(producer) % PRODUCERS])
    }

    /// Cycles that a pair of producer and consumer adds to the base result.
    #[inline(always)]
    pub fn extra(&self, producer: u8, consumer: u8) -> u64 {
        // Latencies 1: the bypass.
        let index = usize::from(producer) * CONSUMERS + usize::from(consumer);
        u64::from(self.extra[index % (CONSUMERS * PRODUCERS)])
    }

    /// Whether a value that a consumer of kind `waited` used neither delays one of kind `later` so many cycles afterwards, nor is too early for it,
    /// whatever produced the value.
    pub fn covers(&self, waited: u8, later: u8, cycles: u64) -> bool {
        let ready =
            || (0..PRODUCERS as u8).all(|p| self.extra(p, later) <= self.extra(p, waited) + cycles);
        self.outlasts_hazard(waited, later, cycles) && ready()
    }

    /// Whether no multimedia result is too early for a consumer of kind `later`, so many cycles after one of kind `waited` used it.
    fn outlasts_hazard(&self, waited: u8, later: u8, cycles: u64) -> bool {
        // Latencies 9: an early use outside the multimedia unit does not wait until the hazard is over. It issues a cycle after the result at
        // the earliest, and the flush comes on top.
        let longest = self.hazards.iter().copied().max().unwrap_or(0);
        let multimedia = Consumer::Multimedia as u8;
        later == multimedia
            || longest == 0
            || waited != multimedia && u64::from(longest) <= 1 + self.flush + cycles
    }
}

/// The kind of producer of a class's main result, and of consumer of its general and floating-point sources.
pub fn roles(class: Class, on_m_port: bool) -> (Producer, Consumer) {
    // Latencies 1: producers and consumers by class. Latencies 3: a semaphore has no extra.
    use Consumer as C;
    use Producer as P;
    match class {
        Class::Ialu if on_m_port => (P::AluM, C::Other),
        Class::Ialu | Class::Ilog | Class::Ishf | Class::Pnt | Class::Xtd => (P::AluI, C::Other),
        Class::LongI => (P::Plain, C::Other),
        Class::FrarI | Class::FrarM => (P::FromAr, C::Other),
        Class::Frbr => (P::Move, C::FromBr),
        Class::Frpr => (P::Move, C::FromPr),
        Class::Frcr => (P::Move, C::Other),
        Class::Frfr => (P::Move, C::Getf),
        Class::MmaluA | Class::MmaluI => (P::MultimediaAlu, C::Multimedia),
        Class::Mmmul => (P::MultimediaMultiply, C::Multimedia),
        Class::Mmshf => (P::MultimediaShift, C::Multimedia),
        Class::Icmp | Class::Tbit => (P::Predicate, C::Other),
        Class::Fcmp => (P::FpPredicate, C::Fmisc),
        Class::Fmac => (P::Fmac, C::Fmac),
        Class::Fcvtxf => (P::Fmac, C::Fmisc),
        Class::Fmisc => (P::Fmisc, C::Fmisc),
        Class::Fother => (P::Plain, C::Fmisc),
        Class::Sfmac => (P::ParallelFmac, C::ParallelFmac),
        Class::Sfmisc => (P::ParallelFmisc, C::ParallelFmisc),
        Class::Sfmergese => (P::LateFp, C::ParallelFmisc),
        Class::Sfcvtfx => (P::LateFp, C::ParallelFmac),
        Class::Fcvtfx => (P::LateFp, C::Fmac),
        Class::Xma => (P::LateFp, C::Fmisc),
        Class::Tofr => (P::Setf, C::Address),
        Class::Tobr => (P::ToBr, C::Other),
        Class::ChkM => (P::Plain, C::Check),
        _ => (P::Plain, C::Other),
    }
}

/// Base latency of the main result of a class, in cycles. Multimedia results count from issue, see [`Producer::MultimediaAlu`].
pub fn base(latency: &Latency, class: Class) -> u32 {
    // Latencies 1: `latency.result.*`.
    let r = &latency.result;
    match class {
        Class::Ialu => r.ialu,
        Class::Ilog => r.ilog,
        Class::Ishf => r.ishf,
        Class::Pnt => r.pnt,
        Class::Xtd => r.xtd,
        Class::LongI => r.long_i,
        Class::Icmp => r.icmp,
        Class::Tbit => r.tbit,
        Class::MmaluA | Class::MmaluI | Class::Mmmul | Class::Mmshf => 0,
        Class::Sem => r.sem,
        Class::Fmac => r.fmac,
        Class::Sfmac => r.sfmac,
        Class::Fmisc => r.fmisc,
        Class::Sfmisc => r.sfmisc,
        Class::Sfmergese => r.sfmergese,
        Class::Fcvtxf => r.fcvtxf,
        Class::Fcvtfx => r.fcvtfx,
        Class::Sfcvtfx => r.sfcvtfx,
        Class::Xma => r.xma,
        Class::Fcmp => r.fcmp,
        Class::Tofr => r.tofr,
        Class::Frfr => r.frfr,
        Class::Frpr => r.frpr,
        Class::Frbr => r.frbr,
        Class::Frip => r.frip,
        Class::Topr => r.topr,
        Class::Tobr => r.tobr,
        Class::Br | Class::BrB2 => r.br,
        Class::Cld | Class::Fcld => r.cld,
        Class::SystB
        | Class::SystB0
        | Class::SystB2
        | Class::SystI
        | Class::SystI0
        | Class::SystM
        | Class::SystM0
        | Class::SystM2 => r.syst,
        _ => 0,
    }
}

/// Latency of `mov r1 = ar`.
pub fn from_ar(latency: &Latency, ar: Ar) -> u32 {
    // Latencies 2
    let l = &latency.from_ar;
    match ar {
        Ar::PFS | Ar::LC | Ar::EC => l.loop_and_frame,
        Ar::RNAT | Ar::CCV | Ar::UNAT => l.ccv_unat_rnat,
        Ar::ITC | Ar::FCR | Ar::FIR => l.itc,
        _ => l.other,
    }
}

/// How `mov ar = …` makes its result, and its base latency: the shortest one to any consumer.
pub fn to_ar(latency: &Latency, ar: Ar, immediate: bool) -> (Producer, u32) {
    // Latencies 2
    let l = &latency.to_ar;
    let cycles = match ar {
        Ar::PFS => return (Producer::ToPfs, l.pfs),
        Ar::FPSR => return (Producer::ToFpsr, l.fpsr.min(l.fpsr_to_move)),
        Ar::BSPSTORE => {
            return (Producer::ToBspstore, l.bspstore.min(l.bspstore_to_engine));
        }
        Ar::LC | Ar::EC => l.lc_ec,
        Ar::CCV | Ar::UNAT => l.ccv_unat,
        Ar::RNAT => l.rnat,
        Ar::RSC if immediate => l.rsc_immediate,
        Ar::RSC => l.rsc,
        Ar::FSR => l.fsr,
        Ar::FCR | Ar::FIR => l.fcr_fir,
        Ar::ITC => l.itc,
        _ => l.other,
    };
    (Producer::Plain, cycles)
}

/// How a reference of a class makes the address that it updates.
pub fn updating_address(class: Class) -> Producer {
    // Latencies 4
    match class {
        Class::Lfetch => Producer::Plain,
        _ => Producer::AluM,
    }
}

/// How an instruction reads an application register.
pub fn reading_ar(instruction: &Instruction) -> Consumer {
    // Latencies 1 and 2
    match instruction.op {
        Op::MovFromAr if matches!(instruction.ar(), Ar::PFS | Ar::FPSR) => Consumer::FromAr,
        Op::Flushrs | Op::Loadrs => Consumer::StackEngine,
        _ => Consumer::Other,
    }
}

/// Latency of `mov r1 = cr`.
pub fn from_cr(latency: &Latency, cr: Cr) -> u32 {
    // Latencies 2
    let l = &latency.from_cr;
    match cr {
        Cr::IVA | Cr::ISR | Cr::IIP | Cr::IIPA | Cr::IIM => l.near,
        Cr::DCR | Cr::PTA | Cr::IPSR | Cr::IFA | Cr::ITIR | Cr::IFS | Cr::IHA => l.middle,
        _ => l.far,
    }
}

/// Cycles from `mov cr = r2` to serialisation.
pub fn to_cr(latency: &Latency, cr: Cr) -> u32 {
    // Latencies 2
    let l = &latency.to_cr;
    match cr {
        Cr::DCR | Cr::ISR | Cr::IIP | Cr::IFA | Cr::ITIR | Cr::IIPA => l.near,
        // iva and pta are not in the source's table.
        Cr::IVA | Cr::PTA | Cr::IPSR | Cr::IFS | Cr::IIM | Cr::IHA => l.middle,
        _ => l.far,
    }
}
