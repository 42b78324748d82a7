//! What an instruction does: the key that semantics are written against.
//!
//! [`Op`] carries every completer that changes the meaning of an instruction and none that only hints
//! (`.nt1`, `.few`, `.sptk`, …; see [`crate::Hint`]).  Pseudo-operations do not appear: they decode to the
//! operation that the architecture defines them by, with operands and predicates swapped as it says, and are a
//! matter of the disassembler alone.  The floating-point status field (`.s0` … `.s3`) is a field of the
//! instruction, [`crate::Instruction::sf`], like a register number.
//!
//! Unless a variant says otherwise, `r1` is the target, `r2` and `r3` are the sources in the order of the
//! assembly text, and `imm` is the fully formed immediate (volume 3 of the architecture manual, chapter 2).

use crate::completers::{
    BranchKind, BranchTarget, CompareType, FmixKind, FpFormat, FpPart, FpRelation, FswapKind,
    IndirectFile, LoadKind, Merge, Precision, ProbeAccess, Relation, Saturation, Side, StoreKind,
    Update, XmaPart,
};

/// A name for the payload of a tuple variant, whatever its type.
macro_rules! payload {
    ($name:ident, $type:ty) => {
        $name
    };
}

/// Makes [`Op`] of the operations of all themes, and an enum of each theme. An operation is described behind its name, or above it
/// where that takes more than a line.
macro_rules! operations {
    ($(
        $(#[$about:meta])*
        $theme:ident {
            $(
                $(#[$doc:meta])*
                $name:ident $(($type:ty))? $({ $($(#[$field_doc:meta])* $field:ident: $field_type:ty,)* })? $($row:literal)?,
            )*
        }
    )*) => {
        /// The operation of an instruction.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Op {
            $($($(#[$doc])* $(#[doc = $row])? $name $(($type))? $({ $($(#[$field_doc])* $field: $field_type,)* })?,)*)*
        }

        impl Op {
            /// The operation as one of its theme: what gives every operation of a theme a meaning is a match on the enum
            /// of that theme, and an operation without a meaning does not compile.
            #[inline]
            pub const fn theme(self) -> theme::Theme {
                match self {
                    $($(
                        Op::$name $((payload!(value, $type)))? $({ $($field),* })? => theme::Theme::$theme(
                            theme::$theme::$name $((payload!(value, $type)))? $({ $($field),* })?
                        ),
                    )*)*
                }
            }
        }

        /// The operations in groups that execute alike.
        pub mod theme {
            use crate::completers::{BranchKind, BranchTarget, CompareType, FmixKind, FpFormat, FpPart, FpRelation, FswapKind, IndirectFile, LoadKind, Merge, Precision, ProbeAccess, Relation, Saturation, Side, StoreKind, Update, XmaPart};

            /// An operation of any theme.
            #[derive(Copy, Clone, Debug, PartialEq, Eq)]
            pub enum Theme {
                $($(#[$about])* $theme($theme),)*
            }

            $(
                $(#[$about])*
                #[derive(Copy, Clone, Debug, PartialEq, Eq)]
                pub enum $theme {
                    $($(#[$doc])* $(#[doc = $row])? $name $(($type))? $({ $($(#[$field_doc])* $field: $field_type,)* })?,)*
                }
            )*
        }
    };
}

operations! {
    /// What does nothing to registers and memory, and what goes to the operating system.
    Special {
        /// An encoding that the architecture reserves: an illegal operation fault if the qualifying predicate is true
        /// (volume 3, section 4.1).
        Illegal,
        Ignored "A nop that has no name: `hint.m` with an immediate that no assembler accepts.",
        LongHalf "The first half (slot 1) of an instruction of two slots; its bits are part of `imm` of slot 2.",
        Break "`break imm`",
        Nop "`nop imm`",
        Hint "`hint imm`",
        /// `brp`: only a hint; target `imm` bytes from the bundle, or branch register `b2` when `indirect`
        Brp {
            /// The target is in `b2`.
            indirect: bool,
        },
    }

    /// `r1` from `r2`, `r3` and an immediate: integer arithmetic, logic, shifts and bit fields (A1 to A5, I5 to I15, I29, X2).
    Scalar {
        Add "`r1 = r2 + r3`",
        AddOne "`r1 = r2 + r3 + 1`",
        Sub "`r1 = r2 - r3`",
        SubOne "`r1 = r2 - r3 - 1`",
        SubImm "`r1 = imm - r3`",
        AddImm "`adds`, `addl`: `r1 = imm + r3`",
        AddP4 "`addp4 r1 = r2, r3`",
        AddP4Imm "`addp4 r1 = imm, r3`",
        And "`r1 = r2 & r3`",
        AndImm "`r1 = imm & r3`",
        AndCm "`r1 = r2 & !r3`",
        AndCmImm "`r1 = imm & !r3`",
        Or "`r1 = r2 | r3`",
        OrImm "`r1 = imm | r3`",
        Xor "`r1 = r2 ^ r3`",
        XorImm "`r1 = imm ^ r3`",
        Shladd "`r1 = (r2 << imm) + r3`, `imm` 1 to 4",
        ShladdP4 "`shladdp4`, `imm` 1 to 4",
        Shl "`shl r1 = r2, r3`",
        /// `shr`, `shr.u`: `r1 = r3 >> r2`; the value is in `r3`, the count in `r2`.
        Shr {
            /// Arithmetic shift.
            signed: bool,
        },
        Shrp "`shrp r1 = r2, r3, imm`: the 128 bits `r2:r3` shifted right by `imm`.",
        /// `r1` = field of `r3` at `position()` of `length()` bits.
        Extr {
            /// Sign-extends the field.
            signed: bool,
        },
        Dep "`r1` = `r3` with the low `length()` bits of `r2` at `position()`.",
        DepImm "`r1` = `r3` with a field of `imm` (0 or -1) at `position()` of `length()` bits.",
        DepZ "`r1` = low `length()` bits of `r2` at `position()`, zero elsewhere.",
        DepZImm "`r1` = low `length()` bits of `imm` at `position()`, zero elsewhere.",
        Sxt(u8) "`sxt1`, `sxt2`, `sxt4`: the payload is the size in bytes; source `r3`.",
        Zxt(u8) "`zxt1`, `zxt2`, `zxt4`: source `r3`.",
        Movl "`movl r1 = imm`",
    }

    /// `r1` from the elements of `r2` and `r3`, their bits and their products (A9, A10, I1 to I9).
    Parallel {
        /// `czx1`, `czx2`: index of the first zero element of `r3`.
        Czx {
            /// Element size in bytes: 1 or 2.
            size: u8,
            /// The end to begin from.
            side: Side,
        },
        Popcnt "`popcnt r1 = r3`",
        Clz "`clz r1 = r3` (Itanium 9500)",
        Mpy4 "`mpy4 r1 = r2, r3`: 32 × 32 to 64 bits, unsigned (Itanium 9500)",
        Mpyshl4 "`mpyshl4 r1 = r2, r3`: `(r2 >> 32) * (r3 & 0xffffffff) << 32` (Itanium 9500)",
        /// `padd1`, `padd2`, `padd4`
        Padd {
            /// Element size in bytes.
            size: u8,
            /// Saturation.
            sat: Saturation,
        },
        /// `psub1`, `psub2`, `psub4`
        Psub {
            /// Element size in bytes.
            size: u8,
            /// Saturation.
            sat: Saturation,
        },
        /// `pavg1`, `pavg2`
        Pavg {
            /// Element size in bytes.
            size: u8,
            /// `.raz`: rounds away from zero.
            raz: bool,
        },
        Pavgsub(u8) "`pavgsub1`, `pavgsub2`: the payload is the element size in bytes.",
        /// `pcmp1`, `pcmp2`, `pcmp4`
        Pcmp {
            /// Element size in bytes.
            size: u8,
            /// `.gt` (signed) instead of `.eq`.
            greater: bool,
        },
        Pshladd2 "`pshladd2 r1 = r2, imm, r3`",
        Pshradd2 "`pshradd2 r1 = r2, imm, r3`",
        /// `pmpyshr2`: 16-bit products shifted right by `imm` (0, 7, 15 or 16)
        Pmpyshr2 {
            /// `.u`: unsigned products.
            unsigned: bool,
        },
        Pmpy2(Side) "`pmpy2.l`, `pmpy2.r`",
        /// `mix1`, `mix2`, `mix4`
        Mix {
            /// Element size in bytes.
            size: u8,
            /// The elements taken.
            side: Side,
        },
        /// `pack2.sss`, `pack2.uss`, `pack4.sss`
        Pack {
            /// Element size of the sources in bytes.
            size: u8,
            /// `Signed` or `UnsignedSigned`.
            sat: Saturation,
        },
        /// `unpack1`, `unpack2`, `unpack4`
        Unpack {
            /// Element size in bytes.
            size: u8,
            /// `.h` is `Left`, `.l` is `Right`.
            side: Side,
        },
        Pmin1U "`pmin1.u`",
        Pmin2 "`pmin2`",
        Pmax1U "`pmax1.u`",
        Pmax2 "`pmax2`",
        Psad1 "`psad1`",
        Mux1 "`mux1 r1 = r2, imm`: the 4-bit permutation code",
        Mux2 "`mux2 r1 = r2, imm`: the 8-bit permutation",
        /// `pshl2`, `pshl4`: `r2` shifted left by `r3`, or by `imm`
        Pshl {
            /// Element size in bytes.
            size: u8,
            /// The count is `imm`.
            immediate: bool,
        },
        /// `pshr2`, `pshr4`: `r3` shifted right by `r2`, or by `imm`
        Pshr {
            /// Element size in bytes.
            size: u8,
            /// The count is `imm`.
            immediate: bool,
            /// Arithmetic shift.
            signed: bool,
        },
    }

    /// Two predicates from a relation (A6 to A8).
    Compare {
        /// `p1, p2 = r2 rel r3`, on 32 bits when `word`.
        Cmp {
            /// The relation.
            rel: Relation,
            /// The update of the predicates.
            ctype: CompareType,
            /// `cmp4`: only the low 32 bits are compared.
            word: bool,
        },
        /// `p1, p2 = imm rel r3`
        CmpImm {
            /// The relation.
            rel: Relation,
            /// The update of the predicates.
            ctype: CompareType,
            /// `cmp4`.
            word: bool,
        },
        /// `p1, p2 = 0 rel r3`: the parallel forms against r0, `r0` on the left.
        CmpZero {
            /// The relation.
            rel: Relation,
            /// The update of the predicates.
            ctype: CompareType,
            /// `cmp4`.
            word: bool,
        },
    }

    /// Two predicates from a bit (I16, I17, I30).
    Test {
        /// `p1, p2` = bit [`crate::Instruction::position`] of `r3`, complemented unless `nonzero`.
        Tbit {
            /// `.nz`: the bit itself; `.z`: its complement.
            nonzero: bool,
            /// The update of the predicates.
            ctype: CompareType,
        },
        /// `p1, p2` = NaT bit of `r3`, complemented unless `nonzero`.
        Tnat {
            /// `.nz` instead of `.z`.
            nonzero: bool,
            /// The update of the predicates.
            ctype: CompareType,
        },
        /// `p1, p2` = bit [`crate::Instruction::position`] (32 to 63) of CPUID register 4, complemented unless `nonzero`.
        Tf {
            /// `.nz` instead of `.z`.
            nonzero: bool,
            /// The update of the predicates.
            ctype: CompareType,
        },
    }

    /// Loads and stores of general registers, and prefetches (M1 to M5, M13 to M15, M51).
    IntegerMemory {
        /// `ld1`, `ld2`, `ld4`, `ld8`: `r1 = [r3]`
        Load {
            /// Bytes: 1, 2, 4 or 8.
            size: u8,
            /// Speculation and ordering.
            kind: LoadKind,
            /// Post-increment.
            update: Update,
        },
        /// `ld16 r1, ar.csd = [r3]`
        Load16 {
            /// `.acq`.
            acquire: bool,
        },
        /// `st1`, `st2`, `st4`, `st8`: `[r3] = r2`
        Store {
            /// Bytes: 1, 2, 4 or 8.
            size: u8,
            /// Ordering and NaT handling.
            kind: StoreKind,
            /// Post-increment: `None` or `Immediate`.
            update: Update,
        },
        /// `st16 [r3] = r2, ar.csd`
        Store16 {
            /// `.rel`.
            release: bool,
        },
        /// `lfetch [r3]`
        Lfetch {
            /// `.fault`: faults are taken.
            fault: bool,
            /// `.excl`: the line is wanted exclusively.
            exclusive: bool,
            /// Post-increment.
            update: Update,
        },
        /// `lfetch.count`: `r3` is the address, [`crate::Instruction::lfetch_count`] and
        /// [`crate::Instruction::lfetch_stride`] say how many lines (Itanium 9500).
        LfetchCount {
            /// `.fault`: faults are taken.
            fault: bool,
            /// `.excl`: the lines are wanted exclusively.
            exclusive: bool,
        },
    }

    /// Loads and stores of floating-point registers (M6 to M12).
    FloatMemory {
        /// `ldfs`, `ldfd`, `ldfe`, `ldf8`, `ldf.fill`: `f1 = [r3]`
        FLoad {
            /// Memory format.
            format: FpFormat,
            /// Speculation.
            kind: LoadKind,
            /// Post-increment.
            update: Update,
        },
        /// `ldfps`, `ldfpd`, `ldfp8`: `f1, f2 = [r3]`; `f2` is in field `r2`.
        FLoadPair {
            /// Memory format of each half: `Single`, `Double` or `Integer`.
            format: FpFormat,
            /// Speculation.
            kind: LoadKind,
            /// `Immediate`: `imm` is the size of the pair, 8 or 16.
            update: Update,
        },
        /// `stfs`, `stfd`, `stfe`, `stf8`, `stf.spill`: `[r3] = f2`
        FStore {
            /// Memory format.
            format: FpFormat,
            /// Post-increment: `None` or `Immediate`.
            update: Update,
        },
    }

    /// Reads and writes of memory in one (M16, M17).
    Semaphore {
        /// `cmpxchg1` … `cmpxchg8`: `r1 = [r3], r2, ar.ccv`
        Cmpxchg {
            /// Bytes: 1, 2, 4 or 8.
            size: u8,
            /// `.rel` instead of `.acq`.
            release: bool,
        },
        /// `cmp8xchg16 r1 = [r3], r2, ar.csd, ar.ccv`
        Cmp8Xchg16 {
            /// `.rel` instead of `.acq`.
            release: bool,
        },
        Xchg(u8) "`xchg1` … `xchg8`: `r1 = [r3], r2`; the payload is the size in bytes.",
        /// `fetchadd4`, `fetchadd8`: `r1 = [r3], imm`
        FetchAdd {
            /// Bytes: 4 or 8.
            size: u8,
            /// `.rel` instead of `.acq`.
            release: bool,
        },
    }

    /// Transfers between general and floating-point registers (M18, M19).
    Transfer {
        Setf(FpPart) "`setf f1 = r2`",
        Getf(FpPart) "`getf r1 = f2`; `f2` is in field `r2`.",
    }

    /// What looks at `ar.fpsr` or changes it (F1, F4 to F8, F10, F12, F13).  Registers f1 to f4 are in fields r1 to r4.
    FloatArithmetic {
        Fma(Precision) "`fma f1 = f3, f4, f2`: `f3 * f4 + f2`",
        Fms(Precision) "`fms`: `f3 * f4 - f2`",
        Fnma(Precision) "`fnma`: `-(f3 * f4) + f2`",
        Fpma "`fpma`: parallel single",
        Fpms "`fpms`",
        Fpnma "`fpnma`",
        /// `fcmp p1, p2 = f2, f3`
        Fcmp {
            /// `Eq`, `Lt`, `Le` or `Unord`.
            rel: FpRelation,
            /// `.unc`.
            unc: bool,
        },
        /// `fclass.m p1, p2 = f2, imm`: the 9-bit class mask of the manual's order
        Fclass {
            /// `.unc`.
            unc: bool,
        },
        Frcpa "`frcpa f1, p2 = f2, f3`",
        Frsqrta "`frsqrta f1, p2 = f3`",
        Fprcpa "`fprcpa f1, p2 = f2, f3`",
        Fprsqrta "`fprsqrta f1, p2 = f3`",
        Fmin "`fmin f1 = f2, f3`",
        Fmax "`fmax f1 = f2, f3`",
        Famin "`famin f1 = f2, f3`",
        Famax "`famax f1 = f2, f3`",
        Fpmin "`fpmin f1 = f2, f3`",
        Fpmax "`fpmax f1 = f2, f3`",
        Fpamin "`fpamin f1 = f2, f3`",
        Fpamax "`fpamax f1 = f2, f3`",
        Fpcmp(FpRelation) "`fpcmp f1 = f2, f3`",
        /// `fcvt.fx`, `fcvt.fxu`, `.trunc`: `f1 = f2`
        FcvtFx {
            /// To an unsigned integer.
            unsigned: bool,
            /// `.trunc`.
            trunc: bool,
        },
        /// `fpcvt.fx`, `fpcvt.fxu`, `.trunc`: `f1 = f2`
        FpcvtFx {
            /// To unsigned integers.
            unsigned: bool,
            /// `.trunc`.
            trunc: bool,
        },
        Fsetc "`fsetc`: [`crate::Instruction::fsetc_masks`]",
        Fclrf "`fclrf`",
    }

    /// What takes floating-point registers as bits and raises nothing (F2, F3, F9, F11).
    FloatMove {
        Xma(XmaPart) "`xma f1 = f3, f4, f2`",
        Fselect "`fselect f1 = f3, f4, f2`",
        Fmerge(Merge) "`fmerge f1 = f2, f3`",
        Fpmerge(Merge) "`fpmerge f1 = f2, f3`",
        Fmix(FmixKind) "`fmix f1 = f2, f3`",
        Fsxt(Side) "`fsxt f1 = f2, f3`",
        Fpack "`fpack f1 = f2, f3`",
        Fswap(FswapKind) "`fswap f1 = f2, f3`",
        Fand "`fand f1 = f2, f3`",
        Fandcm "`fandcm f1 = f2, f3`",
        For "`for f1 = f2, f3`",
        Fxor "`fxor f1 = f2, f3`",
        FcvtXf "`fcvt.xf f1 = f2`",
    }

    /// Speculation recovery, and the ALAT (M20 to M28, I20, F14).
    Check {
        Fchkf "`fchkf`: to `imm` bytes from the bundle when the status field has a flag or trap that `.s0` has not",
        ChkS "`chk.s`: to `imm` bytes from the bundle when `r2` is NaT",
        ChkSF "`chk.s` of floating-point register `f2`, in field `r2`",
        /// `chk.a`: to `imm` bytes from the bundle when `r1` has no ALAT entry
        ChkA {
            /// `.clr` instead of `.nc`.
            clear: bool,
        },
        /// `chk.a` of floating-point register `f1`, in field `r1`
        ChkAF {
            /// `.clr` instead of `.nc`.
            clear: bool,
        },
        Invala "`invala`: all entries",
        InvalaE "`invala.e` of general register `r1`",
        InvalaEF "`invala.e` of floating-point register `f1`, in field `r1`",
    }

    /// The register stack, and moves that every program may make (M25, M29 to M36, M44, B8, I21 to I28).
    Registers {
        Alloc "`alloc r1 = ar.pfs, …`: [`crate::Instruction::frame`]",
        Flushrs "`flushrs`",
        Loadrs "`loadrs`",
        Cover "`cover`",
        Clrrrb "`clrrrb`",
        ClrrrbPr "`clrrrb.pr`",
        MovFromIp "`mov r1 = ip`",
        MovFromPr "`mov r1 = pr`",
        MovToPr "`mov pr = r2, imm`: predicates 1 to 15 by their bit in `imm`, 16 to 63 by bit 16",
        MovToPrRot "`mov pr.rot = imm`",
        MovFromBr "`mov r1 = b2`",
        MovToBr "`mov b1 = r2`, with the hints of `mov.ret`",
        MovFromAr "`mov r1 = ar`: [`crate::Instruction::ar`]; from the I or the M unit",
        MovToAr "`mov ar = r2`",
        MovToArImm "`mov ar = imm`",
        MovFromUm "`mov r1 = psr.um`",
        MovToUm "`mov psr.um = r2`",
        Sum "`sum imm`",
        Rum "`rum imm`",
    }

    /// Ordering, caches, probes, translations, and what only an operating system does (M24, M28, M32 to M50, B8).
    System {
        Mf "`mf`",
        MfA "`mf.a`",
        SrlzD "`srlz.d`",
        SrlzI "`srlz.i`",
        SyncI "`sync.i`",
        Fwb "`fwb`",
        Fc "`fc r3`",
        FcI "`fc.i r3`",
        Rfi "`rfi`",
        Bsw(u8) "`bsw.0`, `bsw.1`: the payload is the bank",
        Epc "`epc`",
        Vmsw(u8) "`vmsw.0`, `vmsw.1`: the payload is the new `psr.vm`",
        MovFromCr "`mov r1 = cr`: [`crate::Instruction::cr`]",
        MovToCr "`mov cr = r2`",
        MovFromPsr "`mov r1 = psr`",
        MovToPsrL "`mov psr.l = r2`",
        MovFromIndirect(IndirectFile) "`mov r1 = file[r3]`",
        MovToIndirect(IndirectFile) "`mov file[r3] = r2`",
        MovToDahr "`mov dahr = imm`: register number in [`crate::Instruction::dahr`] (Itanium 9500)",
        Ssm "`ssm imm`",
        Rsm "`rsm imm`",
        Probe(ProbeAccess) "`probe r1 = r3, r2`: the privilege level is in `r2`",
        ProbeImm(ProbeAccess) "`probe r1 = r3, imm`: the privilege level is `imm`",
        ProbeFault(ProbeAccess) "`probe.fault r3, imm`",
        ItcD "`itc.d r2`",
        ItcI "`itc.i r2`",
        ItrD "`itr.d dtr[r3] = r2`",
        ItrI "`itr.i itr[r3] = r2`",
        PtcL "`ptc.l r3, r2`",
        PtcG "`ptc.g r3, r2`",
        PtcGa "`ptc.ga r3, r2`",
        PtcE "`ptc.e r3`",
        PtrD "`ptr.d r3, r2`",
        PtrI "`ptr.i r3, r2`",
        Thash "`thash r1 = r3`",
        Ttag "`ttag r1 = r3`",
        Tpa "`tpa r1 = r3`",
        Tak "`tak r1 = r3`",
    }

    /// Branches (B1 to B5, X3, X4).
    Flow {
        /// `br`, `brl`
        Branch {
            /// What it tests and updates.
            kind: BranchKind,
            /// Where the target is.
            target: BranchTarget,
        },
    }
}

const _: () = assert!(size_of::<Op>() <= 4);
