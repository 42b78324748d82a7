//! Numbers and names of application and control registers.

use std::fmt;

use crate::Unit;

macro_rules! registers {
    ($(#[$doc:meta])* $type:ident $prefix:literal: $($number:literal $constant:ident $name:literal $about:literal,)*) => {
        $(#[$doc])*
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub struct $type(u8);

        impl $type {
            $(#[doc = $about] pub const $constant: Self = Self($number);)*

            /// The register with a number; bits above the lowest seven are ignored.
            pub const fn new(number: u8) -> Self {
                Self(number & 127)
            }

            /// The number, 0 to 127.
            pub const fn number(self) -> u8 {
                self.0
            }

            /// The assembler's name without prefix; `None` for a register that has only a number.
            pub const fn name(self) -> Option<&'static str> {
                match self {
                    $(Self::$constant => Some($name),)*
                    _ => None,
                }
            }
        }

        impl fmt::Display for $type {
            /// The assembler's name; where there is none, the number.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                match self.name() {
                    Some(name) => write!(f, concat!($prefix, ".{}"), name),
                    None => write!(f, concat!($prefix, "{}"), self.0),
                }
            }
        }
    };
}

registers! {
    /// An application register (volume 1, table 3-3 "Application registers").
    Ar "ar":
    0 K0 "k0" "Kernel register 0.",
    1 K1 "k1" "Kernel register 1.",
    2 K2 "k2" "Kernel register 2.",
    3 K3 "k3" "Kernel register 3.",
    4 K4 "k4" "Kernel register 4.",
    5 K5 "k5" "Kernel register 5.",
    6 K6 "k6" "Kernel register 6.",
    7 K7 "k7" "Kernel register 7.",
    16 RSC "rsc" "Register stack configuration.",
    17 BSP "bsp" "Backing store pointer, read only.",
    18 BSPSTORE "bspstore" "Backing store pointer for memory stores.",
    19 RNAT "rnat" "NaT collection of the register stack engine.",
    21 FCR "fcr" "IA-32 floating-point control.",
    24 EFLAG "eflag" "IA-32 flags.",
    25 CSD "csd" "Compare and store data; IA-32 code segment.",
    26 SSD "ssd" "IA-32 stack segment.",
    27 CFLG "cflg" "IA-32 combined CR0 and CR4.",
    28 FSR "fsr" "IA-32 floating-point status.",
    29 FIR "fir" "IA-32 floating-point instruction.",
    30 FDR "fdr" "IA-32 floating-point data.",
    32 CCV "ccv" "Compare value of `cmpxchg`.",
    36 UNAT "unat" "NaT bits of spills and fills.",
    40 FPSR "fpsr" "Floating-point status.",
    44 ITC "itc" "Interval time counter.",
    45 RUC "ruc" "Resource utilisation counter.",
    64 PFS "pfs" "Previous function state.",
    65 LC "lc" "Loop count.",
    66 EC "ec" "Epilog count.",
}

impl Ar {
    /// Whether it is a kernel register, which only privilege level 0 writes.
    pub const fn is_kernel(self) -> bool {
        self.0 <= Self::K7.0
    }

    /// Whether reads give zero and writes are ignored, in either unit.
    pub const fn is_ignored(self) -> bool {
        matches!(self.0, 48..=63 | 112..=127)
    }

    /// Whether moves of a unit reach it: each half of the file belongs to one unit, and what moves to or from is
    /// ignored belongs to both (volume 1, table 3-3).
    pub const fn is_reached_by(self, unit: Unit) -> bool {
        match self.0 {
            0..=47 => matches!(unit, Unit::M),
            64..=111 => matches!(unit, Unit::I),
            _ => true,
        }
    }
}

registers! {
    /// A control register (volume 2, table 3-3 "Control registers").
    Cr "cr":
    0 DCR "dcr" "Default control: what speculative loads defer.",
    1 ITM "itm" "Interval timer match.",
    2 IVA "iva" "Interruption vector address.",
    8 PTA "pta" "Page table address.",
    16 IPSR "ipsr" "Processor status before the interruption.",
    17 ISR "isr" "Interruption status.",
    19 IIP "iip" "Instruction pointer of the interruption.",
    20 IFA "ifa" "Faulting address.",
    21 ITIR "itir" "Page size and key for an insertion.",
    22 IIPA "iipa" "Instruction that executed before the interruption.",
    23 IFS "ifs" "Frame marker of the interrupted function.",
    24 IIM "iim" "Immediate of `break` and unsupported `chk`.",
    25 IHA "iha" "Hash address of the missing page table entry.",
    26 IIB0 "iib0" "Low half of the faulting bundle (Itanium 9500).",
    27 IIB1 "iib1" "High half of the faulting bundle (Itanium 9500).",
    64 LID "lid" "Identity of the local interrupt controller.",
    65 IVR "ivr" "Vector of the highest pending interrupt; reading it takes the interrupt into service.",
    66 TPR "tpr" "Task priority.",
    67 EOI "eoi" "End of interrupt.",
    68 IRR0 "irr0" "Requested interrupts 0 to 63.",
    69 IRR1 "irr1" "Requested interrupts 64 to 127.",
    70 IRR2 "irr2" "Requested interrupts 128 to 191.",
    71 IRR3 "irr3" "Requested interrupts 192 to 255.",
    72 ITV "itv" "Interval timer vector.",
    73 PMV "pmv" "Performance monitor vector.",
    74 CMCV "cmcv" "Corrected machine check vector.",
    80 LRR0 "lrr0" "Redirection of external interrupt 0.",
    81 LRR1 "lrr1" "Redirection of external interrupt 1.",
}

impl Cr {
    /// The registers that show pending interrupts.
    pub const IRR: [Self; 4] = [Self::IRR0, Self::IRR1, Self::IRR2, Self::IRR3];

    /// Whether it describes an interruption: accessible only while `psr.ic` is 0 (volume 2, section 3.3.5).
    pub const fn describes_interruption(self) -> bool {
        matches!(self.0, 16..=27)
    }
}
