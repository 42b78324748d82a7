//! Cycles from the issue of a producer to the issue of a consumer.
//!
//! The result latency of each instruction class comes first; `extra` adds to it for certain pairs
//! of producer and consumer (the bypass network). Classes are those of KNB.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::range::{LONGEST, each_within, within};

/// Most cycles of a latency or an addition to it: bypasses are kept in bytes, and other latencies of instructions are no longer.
const MOST: u64 = 255;
/// Most cycles of the terms of a latency that is a sum of two.
const MOST_OF_TWO: u64 = MOST / 2;

/// Every latency of the core.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Latency {
    /// Result latency by instruction class.
    pub result: ResultLatency,
    /// Additions for pairs of producer and consumer.
    pub extra: Extra,
    /// Reads of application registers (`mov r1 = ar`).
    pub from_ar: ApplicationRegisterRead,
    /// Writes of application registers (`mov ar = r2`).
    pub to_ar: ApplicationRegisterWrite,
    /// Reads of control registers.
    pub from_cr: ControlRegisterRead,
    /// Writes of control registers, until a serialising instruction may issue.
    pub to_cr: ControlRegisterWrite,
    /// Hazards and serialisation.
    pub special: Special,
}

/// Result latency in cycles by class; 0 lets a consumer issue in the same group.
///
/// Loads are not here: the caches state their latencies.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
#[schemars(transform = each_within(MOST, "a latency of an instruction has 8 bits here"))]
pub struct ResultLatency {
    /// IALU: add, sub, shladd, addl.
    pub ialu: u32,
    /// ILOG: and, or, xor, andcm.
    pub ilog: u32,
    /// ISHF: extr, dep, shrp with immediate positions.
    pub ishf: u32,
    /// PNT: addp4, shladdp4.
    pub pnt: u32,
    /// XTD: sxt, zxt, czx.
    pub xtd: u32,
    /// LONG_I: movl.
    pub long_i: u32,
    /// ICMP: integer compare to a predicate that a branch reads.
    pub icmp: u32,
    /// TBIT: tbit, tnat.
    pub tbit: u32,
    /// MMALU_A and MMALU_I: parallel add, subtract, compare, average.
    #[schemars(transform = within(0, MOST_OF_TWO, "its sum with another latency has 8 bits here"))]
    pub mmalu: u32,
    /// MMMUL: parallel multiply, popcnt.
    #[schemars(transform = within(0, MOST_OF_TWO, "its sum with another latency has 8 bits here"))]
    pub mmmul: u32,
    /// MMSHF: parallel and variable shifts, mux, mix, pack, unpack.
    #[schemars(transform = within(0, MOST_OF_TWO, "its sum with another latency has 8 bits here"))]
    pub mmshf: u32,
    /// CLD, FCLD: check load that hits the ALAT.
    pub cld: u32,
    /// Updated address register of a post-increment.
    pub post_increment: u32,
    /// SEM: cmpxchg, xchg, fetchadd.
    pub sem: u32,
    /// FMAC: fma, fms, fnma.
    pub fmac: u32,
    /// SFMAC: parallel fma.
    pub sfmac: u32,
    /// FMISC: minimum, maximum, merge, logic on floating-point registers.
    pub fmisc: u32,
    /// SFMISC: parallel forms of FMISC.
    pub sfmisc: u32,
    /// SFMERGESE: fmerge.se.
    pub sfmergese: u32,
    /// FCVTXF: fcvt.xf.
    pub fcvtxf: u32,
    /// FCVTFX: fcvt.fx.
    pub fcvtfx: u32,
    /// SFCVTFX: parallel fcvt.fx.
    pub sfcvtfx: u32,
    /// XMA: integer multiply-add in floating-point registers.
    pub xma: u32,
    /// FCMP, fclass: floating-point compare to a branch predicate.
    pub fcmp: u32,
    /// Predicate result of frcpa, frsqrta and their parallel forms.
    pub fmisc_predicate: u32,
    /// TOFR: setf.
    pub tofr: u32,
    /// FRFR: getf.
    pub frfr: u32,
    /// FRPR: mov r1 = pr.
    pub frpr: u32,
    /// FRBR: mov r1 = br.
    pub frbr: u32,
    /// FRIP: mov r1 = ip.
    pub frip: u32,
    /// TOPR: mov pr = r2.
    pub topr: u32,
    /// TOBR: mov b1 = r2, to a branch.
    pub tobr: u32,
    /// BR: branch register and ar.pfs written by a call.
    pub br: u32,
    /// All SYST classes: alloc, moves from indirect registers, probe and the like.
    pub syst: u32,
}

/// Additions to the result latency for pairs of producer and consumer, in cycles.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
#[schemars(transform = each_within(MOST, "a latency of an instruction has 8 bits here"))]
pub struct Extra {
    /// Integer ALU, logic, shift, extension or updated address to a multimedia unit.
    pub alu_to_mm: u32,
    /// mov from an application register to a multimedia unit.
    pub from_ar_to_mm: u32,
    /// mov from br, pr, cr or getf to a multimedia unit.
    pub move_to_mm: u32,
    /// Multimedia result to any other unit.
    #[schemars(transform = within(0, MOST_OF_TWO, "its sum with another latency has 8 bits here"))]
    pub mm_to_other: u32,
    /// Logic, shift, extension, addp4, or an ALU instruction on an I port, to a load or store address or setf.
    pub alu_to_address: u32,
    /// Loaded value to an address, setf or a multimedia unit.
    pub load_to_address: u32,
    /// Integer compare or tbit to a predicate use other than a branch.
    pub predicate: u32,
    /// Floating-point compare (and frcpa's predicate) to a predicate use other than a branch.
    pub fp_predicate: u32,
    /// tbit or integer compare to `mov r1 = pr`.
    pub predicate_to_mov: u32,
    /// fma class to compare, conversion, miscellaneous, parallel or xma.
    pub fmac_to_other: u32,
    /// Miscellaneous floating-point to parallel floating-point.
    pub fmisc_to_parallel: u32,
    /// Parallel floating-point to scalar floating-point.
    pub parallel_to_scalar: u32,
    /// fma class, FMISC, SFMAC, SFMISC to the data of a floating-point store.
    pub fp_to_store: u32,
    /// fma class, FMISC, SFMAC, SFMISC to getf or chk.s.f.
    pub fp_to_getf: u32,
    /// xma, fcvt.fx, fmerge.se to the data of a floating-point store.
    pub late_fp_to_store: u32,
    /// xma, fcvt.fx, fmerge.se to getf or chk.s.f.
    pub late_fp_to_getf: u32,
    /// Floating-point load or setf to getf or the data of a floating-point store.
    pub fld_to_store: u32,
    /// mov to a branch register to mov from it.
    pub tobr_to_frbr: u32,
    /// mov to ar.pfs to mov from it.
    pub topfs_to_frpfs: u32,
}

/// Latency of `mov r1 = ar`, by group of registers.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
#[schemars(transform = each_within(MOST, "a latency of an instruction has 8 bits here"))]
pub struct ApplicationRegisterRead {
    /// ar.pfs, ar.lc, ar.ec.
    pub loop_and_frame: u32,
    /// ar.ccv, ar.unat, ar.rnat.
    pub ccv_unat_rnat: u32,
    /// ar.bsp, bspstore, rsc, fpsr, kernel registers, IA-32 registers.
    pub other: u32,
    /// ar.itc, fir, fcr.
    pub itc: u32,
}

/// Cycles from `mov ar = r2` to an instruction that uses the register.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
#[schemars(transform = each_within(MOST, "a latency of an instruction has 8 bits here"))]
pub struct ApplicationRegisterWrite {
    /// ar.pfs to br.ret.
    pub pfs: u32,
    /// ar.lc, ar.ec to a counted branch.
    pub lc_ec: u32,
    /// ar.ccv, ar.unat.
    pub ccv_unat: u32,
    /// ar.bspstore to any instruction but flushrs and loadrs.
    pub bspstore: u32,
    /// ar.bspstore to flushrs and loadrs, in which the register stack engine spills and fills.
    pub bspstore_to_engine: u32,
    /// ar.rnat.
    pub rnat: u32,
    /// ar.rsc, immediate form.
    pub rsc_immediate: u32,
    /// ar.rsc, register form.
    pub rsc: u32,
    /// ar.fpsr to a floating-point instruction.
    pub fpsr: u32,
    /// ar.fpsr to mov r1 = ar.fpsr.
    pub fpsr_to_move: u32,
    /// ar.fsr.
    pub fsr: u32,
    /// ar.fcr, ar.fir.
    pub fcr_fir: u32,
    /// Kernel registers and the other IA-32 registers.
    pub other: u32,
    /// ar.itc.
    pub itc: u32,
}

/// Latency of `mov r1 = cr`.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
#[schemars(transform = each_within(MOST, "a latency of an instruction has 8 bits here"))]
pub struct ControlRegisterRead {
    /// isr, iip, iim, iva, iipa.
    pub near: u32,
    /// ifa, ipsr, dcr, itir, ifs, iha, pta.
    pub middle: u32,
    /// The interrupt and timer registers.
    pub far: u32,
}

/// Cycles from a control register write to serialisation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
#[schemars(transform = each_within(MOST, "a latency of an instruction has 8 bits here"))]
pub struct ControlRegisterWrite {
    /// dcr, isr, iip, ifa, itir, iipa.
    pub near: u32,
    /// ipsr, ifs, iim, iha, iva, pta.
    pub middle: u32,
    /// The interrupt and timer registers.
    pub far: u32,
}

/// Hazards that are not a latency, and serialisation.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
#[schemars(transform = each_within(LONGEST, "no latency is that long"))]
pub struct Special {
    /// A multimedia result used too early by another unit flushes the pipe instead of waiting.
    pub mm_early_use_flushes: bool,
    /// Cycles of that flush.
    pub mm_flush_cycles: u32,
    /// Cycles from a PSR write (ssm, rsm, sum, rum, mov psr) to srlz.
    #[schemars(transform = within(0, MOST, "a latency of an instruction has 8 bits here"))]
    pub psr_to_srlz: u32,
    /// Cycles that srlz.i and sync.i hold the issue of the next group.
    pub serialize_cycles: u32,
    /// A semaphore holds the issue of the next group until it is done.
    pub semaphore_stalls: bool,
    /// Cycles of the flush after a failed chk.s or chk.a.
    pub failed_check_cycles: u32,
    /// Cycles of the flush after a break, fault or rfi before the target can issue.
    pub interruption_cycles: u32,
    /// Cycles that an unaligned access handled in hardware adds.
    pub misaligned_cycles: u32,
}
