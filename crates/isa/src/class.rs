//! Issue classes: the groups of instructions that the processors dispatch and time alike.
//!
//! The names are those of Intel's scheduling tables for Itanium and Itanium 2 (the knobs files of the vendor's
//! compiler); which ports serve a class and what its latency is belongs to the timing model, not here.

macro_rules! classes {
    ($($variant:ident $name:literal $doc:literal,)*) => {
        /// Issue class of an instruction.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        #[repr(u8)]
        pub enum Class {
            $(#[doc = $doc] $variant,)*
        }

        impl Class {
            /// Every class.
            pub const ALL: &'static [Class] = &[$(Class::$variant),*];

            /// The name in the vendor's tables.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Class::$variant => $name,)*
                }
            }
        }
    };
}

classes! {
    Br "BR" "Branches, other than the loop branches.",
    Brp "BRP" "Branch predict.",
    BrB2 "BR_B2" "Loop branches: only port B2.",
    ChkAlat "CHK_ALAT" "`chk.a`.",
    ChkI "CHK_I" "`chk.s` on the I unit.",
    ChkM "CHK_M" "`chk.s` on the M unit.",
    Cld "CLD" "Integer check loads.",
    Fcld "FCLD" "Floating-point check loads.",
    Fcmp "FCMP" "Floating-point compare and class.",
    Fcvtfx "FCVTFX" "Conversion to integer.",
    Fcvtxf "FCVTXF" "Conversion from integer.",
    Fld "FLD" "Floating-point loads.",
    Flda "FLDA" "Advanced floating-point loads, on Itanium 2; `FLD` on Itanium.",
    Fldp "FLDP" "Floating-point pair loads.",
    Fmac "FMAC" "Multiply-add.",
    Fmisc "FMISC" "Other floating-point operations.",
    Fother "FOTHER" "`fsetc`, `fclrf`, `fchkf`.",
    FrarI "FRAR_I" "Moves from an application register, I unit.",
    FrarM "FRAR_M" "Moves from an application register, M unit.",
    Frbr "FRBR" "Moves from a branch register.",
    Frcr "FRCR" "Moves from a control register.",
    Frfr "FRFR" "`getf`.",
    Frip "FRIP" "`mov r1 = ip`.",
    Frpr "FRPR" "`mov r1 = pr`.",
    Ialu "IALU" "Integer add and subtract.",
    Icmp "ICMP" "Integer compare.",
    Ilog "ILOG" "Logical operations.",
    Ishf "ISHF" "Bit fields and funnel shift.",
    Ld "LD" "Integer loads.",
    Lfetch "LFETCH" "Line prefetch.",
    LongI "LONG_I" "`movl`.",
    MmaluA "MMALU_A" "Parallel arithmetic of the A type.",
    MmaluI "MMALU_I" "Parallel arithmetic of the I type.",
    Mmmul "MMMUL" "Parallel multiply and population count.",
    Mmshf "MMSHF" "Parallel shifts, permutations and variable shifts.",
    NopB "NOP_B" "`nop.b`, `break.b`, `hint.b`.",
    NopF "NOP_F" "`nop.f`, `break.f`, `hint.f`.",
    NopI "NOP_I" "`nop.i`, `break.i`, `hint.i`.",
    NopM "NOP_M" "`nop.m`, `break.m`, `hint.m`.",
    NopX "NOP_X" "`nop.x`, `break.x`, `hint.x`.",
    Pnt "PNT" "Pointer add: `addp4`, `shladdp4`.",
    RseB "RSE_B" "Register stack operations of the B unit.",
    RseM "RSE_M" "Register stack operations of the M unit.",
    Sem "SEM" "Semaphores.",
    Sfcvtfx "SFCVTFX" "Parallel conversion to integer.",
    Sfmac "SFMAC" "Parallel multiply-add.",
    Sfmergese "SFMERGESE" "`fpmerge.se`.",
    Sfmisc "SFMISC" "Other parallel floating-point operations.",
    St "ST" "Integer stores.",
    Stf "STF" "Floating-point stores.",
    SystB "SYST_B" "System instructions of the B unit.",
    SystB0 "SYST_B0" "System instructions of port B0.",
    SystB2 "SYST_B2" "System instructions of port B2.",
    SystI "SYST_I" "System instructions of the I unit.",
    SystI0 "SYST_I0" "System instructions of port I0.",
    SystM "SYST_M" "System instructions of the M unit.",
    SystM0 "SYST_M0" "System instructions of port M0.",
    SystM2 "SYST_M2" "System instructions of port M2: Itanium 2 only.",
    Tbit "TBIT" "Bit, NaT and feature tests.",
    ToarI "TOAR_I" "Moves to an application register, I unit.",
    ToarM "TOAR_M" "Moves to an application register, M unit.",
    Tobr "TOBR" "Moves to a branch register.",
    Tocr "TOCR" "Moves to a control register.",
    Tofr "TOFR" "`setf`.",
    Topr "TOPR" "Moves to the predicates.",
    Unimp "UNIMP" "Illegal and reserved encodings.",
    Xma "XMA" "Integer multiply-add.",
    Xtd "XTD" "Sign and zero extension, zero search.",
}
