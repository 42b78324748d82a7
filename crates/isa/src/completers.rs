//! Completers that change what an instruction does, as [`Op`](crate::Op) carries them.

/// Relation tested by an integer compare, as encoded (volume 3, `cmp`).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Relation {
    /// Equal.
    Eq,
    /// Not equal; encoded only by the parallel forms.
    Ne,
    /// Less than, signed.
    Lt,
    /// Less than or equal, signed; encoded only by the parallel forms against r0.
    Le,
    /// Greater than, signed; encoded only by the parallel forms against r0.
    Gt,
    /// Greater than or equal, signed; encoded only by the parallel forms against r0.
    Ge,
    /// Less than, unsigned.
    Ltu,
}

/// How a compare or test updates its two predicates (volume 3, table 2-15 "Comparison types").
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum CompareType {
    /// `p1` = result, `p2` = complement, when the qualifying predicate is true.
    Normal,
    /// As `Normal`, and both predicates become false when the qualifying predicate is false.
    Unc,
    /// Both become false when the result is false.
    And,
    /// Both become true when the result is true.
    Or,
    /// When the result is true, `p1` becomes true and `p2` false.
    OrAndcm,
}

/// Speculation and ordering of a load (volume 3, `ld`, load types).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum LoadKind {
    /// No completer.
    Normal,
    /// `.s`: control speculative; a deferred fault becomes a NaT.
    Speculative,
    /// `.a`: advanced; allocates an ALAT entry.
    Advanced,
    /// `.sa`: speculative and advanced.
    SpeculativeAdvanced,
    /// `.bias`: a hint to acquire exclusive ownership of the line.
    Bias,
    /// `.acq`: acquire ordering.
    Acquire,
    /// `.c.clr`: check load, the entry is removed.
    CheckClear,
    /// `.c.nc`: check load, the entry is kept.
    CheckNoClear,
    /// `.c.clr.acq`: as `.c.clr`, and acquire ordering when the load is reissued.
    CheckClearAcquire,
    /// `ld8.fill`, `ldf.fill`: restores the NaT bit or NaTVal of a spilled register.
    Fill,
}

/// Post-increment of the base register `r3` of a memory reference.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Update {
    /// The base register keeps its value.
    None,
    /// `r3 += r2` after the access.
    Register,
    /// `r3 += imm` after the access.
    Immediate,
}

/// Ordering and NaT handling of a store.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum StoreKind {
    /// No completer.
    Normal,
    /// `.rel`: release ordering.
    Release,
    /// `st8.spill`, `stf.spill`: the NaT bit goes to `ar.unat`, or the whole register to 16 bytes.
    Spill,
}

/// Memory format of a floating-point load or store.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FpFormat {
    /// `ldfs`, `stfs`: 4 bytes.
    Single,
    /// `ldfd`, `stfd`: 8 bytes.
    Double,
    /// `ldfe`, `stfe`: 10 bytes (a 16-byte slot).
    Extended,
    /// `ldf8`, `stf8`: 8 bytes, the significand as an integer.
    Integer,
    /// `ldf.fill`, `stf.spill`: 16 bytes, the register as it is.
    Register,
}

/// Part or format moved between a general and a floating-point register by `getf` and `setf`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FpPart {
    /// `.s`: IEEE single in 32 bits.
    Single,
    /// `.d`: IEEE double in 64 bits.
    Double,
    /// `.exp`: sign and exponent.
    Exponent,
    /// `.sig`: the 64-bit significand.
    Significand,
}

/// Precision completer of a multiply-add (volume 1, "Floating-point computation model": `pc` of the instruction).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Precision {
    /// No completer: the precision and range of the status field.
    Dynamic,
    /// `.s`: single.
    Single,
    /// `.d`: double.
    Double,
}

/// Relation tested by `fcmp` and `fpcmp`, as encoded.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FpRelation {
    /// Equal.
    Eq,
    /// Less than.
    Lt,
    /// Less than or equal.
    Le,
    /// Unordered: at least one source is a NaN.
    Unord,
    /// Not equal or unordered; `fpcmp` only.
    Neq,
    /// Not less than; `fpcmp` only.
    Nlt,
    /// Not less than or equal; `fpcmp` only.
    Nle,
    /// Ordered; `fpcmp` only.
    Ord,
}

/// Which parts of the sources `fmerge` and `fpmerge` combine.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Merge {
    /// `.s`: sign of `f2`, exponent and significand of `f3`.
    Sign,
    /// `.ns`: negated sign of `f2`, exponent and significand of `f3`.
    NegatedSign,
    /// `.se`: sign and exponent of `f2`, significand of `f3`.
    SignExponent,
}

/// Halves that `fmix` picks from `f2` and `f3`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FmixKind {
    /// `.lr`: left of `f2`, right of `f3`.
    LeftRight,
    /// `.r`: both right.
    Right,
    /// `.l`: both left.
    Left,
}

/// Half with its sign changed by `fswap`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum FswapKind {
    /// No completer: no sign changes.
    Plain,
    /// `.nl`: the left half is negated.
    NegateLeft,
    /// `.nr`: the right half is negated.
    NegateRight,
}

/// Part of the 128-bit product that `xma` adds to and returns.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum XmaPart {
    /// `.l`: low 64 bits.
    Low,
    /// `.h`: high 64 bits of the signed product.
    High,
    /// `.hu`: high 64 bits of the unsigned product.
    HighUnsigned,
}

/// Which element pairs a left/right multimedia operation uses: `.l` or `.r`, `.h` or `.l`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Side {
    /// `.l` of `mix`, `czx`, `pmpy2`, `fsxt`; `.h` of `unpack`: the more significant elements.
    Left,
    /// `.r` of `mix`, `czx`, `pmpy2`, `fsxt`; `.l` of `unpack`: the less significant elements.
    Right,
}

/// Saturation of a parallel add, subtract or pack.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Saturation {
    /// Modulo arithmetic.
    Modulo,
    /// `.sss`: signed result and sources.
    Signed,
    /// `.uuu`: unsigned result and sources.
    Unsigned,
    /// `.uus`: unsigned result and first source, signed second source; `pack2.uss`: unsigned from signed.
    UnsignedSigned,
}

/// Kind of a branch (volume 3, `br`, branch types).
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum BranchKind {
    /// `br.cond`: taken when the qualifying predicate is true.
    Cond,
    /// `br.wexit`.
    Wexit,
    /// `br.wtop`.
    Wtop,
    /// `br.cloop`: counts `ar.lc` down.
    Cloop,
    /// `br.cexit`.
    Cexit,
    /// `br.ctop`.
    Ctop,
    /// `br.call`: saves the frame in `ar.pfs`, the return address in `b1`.
    Call,
    /// `br.ret`: restores the frame from `ar.pfs`.
    Ret,
    /// `br.ia`: to the IA-32 instruction set.
    Ia,
}

/// Where a branch finds its target.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum BranchTarget {
    /// `imm` bytes from the address of the bundle; 25 bits, a multiple of 16.
    Relative,
    /// As `Relative` with 64 bits: the long branches of the X unit.
    Long,
    /// Branch register `b2`.
    Indirect,
}

/// An indirectly addressed register file; the index is in general register `r3`.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum IndirectFile {
    /// Region registers.
    Rr,
    /// Data breakpoint registers.
    Dbr,
    /// Instruction breakpoint registers.
    Ibr,
    /// Protection key registers.
    Pkr,
    /// Performance monitor configuration registers.
    Pmc,
    /// Performance monitor data registers.
    Pmd,
    /// Model-specific registers.
    Msr,
    /// Processor identification registers.
    Cpuid,
    /// Data access hint registers (Itanium 9500).
    Dahr,
}

impl IndirectFile {
    /// The assembler's name: `rr`, `pmd`, …
    pub const fn name(self) -> &'static str {
        match self {
            IndirectFile::Rr => "rr",
            IndirectFile::Dbr => "dbr",
            IndirectFile::Ibr => "ibr",
            IndirectFile::Pkr => "pkr",
            IndirectFile::Pmc => "pmc",
            IndirectFile::Pmd => "pmd",
            IndirectFile::Msr => "msr",
            IndirectFile::Cpuid => "cpuid",
            IndirectFile::Dahr => "dahr",
        }
    }
}

/// Access that `probe` asks about.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum ProbeAccess {
    /// `.r`
    Read,
    /// `.w`
    Write,
    /// `.rw`
    ReadWrite,
}
