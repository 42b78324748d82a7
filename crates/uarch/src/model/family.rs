//! What tells the processor families apart in the model: issue ports, which of them serve a class and how they are assigned, and two facts about
//! the monitor's events.
//!
//! Source of the ports: port masks of Intel's machine descriptions of both processors (`docs/timing.md`, "Ports").

use config::model::Dispersal;
use isa::{Class, Family, M_PORTS, PerFamily};

/// Whether the monitor counts the sizes of the register stack.
pub(crate) const COUNTS_STACK_SIZES: PerFamily<bool> = PerFamily {
    itanium: false,
    itanium2: true,
};

/// Whether an event pair divides the number of floating-point operations in each cycle in a low and a high half.
pub(crate) const HALVES_FP_OPERATIONS: PerFamily<bool> = PerFamily {
    itanium: true,
    itanium2: false,
};

/// How many low bits of the bus queue's occupancy are in the low half of its event pair.
pub(crate) const BUS_QUEUE_SHIFT: PerFamily<u32> = PerFamily {
    itanium: 2,
    itanium2: 3,
};

/// A set of ports, one bit each: M0 to M3, I0, I1, F0, F1, B0 to B2.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub struct Ports(pub u16);

impl checkpoint::State for Ports {
    fn save(&self, out: &mut Vec<u8>) {
        self.0.save(out);
    }

    fn load(&mut self, from: &mut checkpoint::Source<'_>) -> Result<(), checkpoint::Damage> {
        self.0.load(from)
    }
}

macro_rules! ports {
    ($($name:ident = $bits:expr;)*) => {
        impl Ports { $(#[doc = concat!("The port or ports ", stringify!($name), ".")] pub const $name: Ports = Ports($bits);)* }
    };
}

ports! {
    NONE = 0;
    M0 = 1; M1 = 2; M2 = 4; M3 = 8;
    M01 = 3; M23 = 12; M = 15;
    I0 = 16; I1 = 32; I = 48;
    F0 = 64; F1 = 128; F = 192;
    B0 = 256; B1 = 512; B2 = 1024; B = 1792;
}

impl Ports {
    /// Ports in both sets.
    pub const fn and(self, other: Ports) -> Ports {
        Ports(self.0 & other.0)
    }

    /// Ports in either set.
    pub const fn or(self, other: Ports) -> Ports {
        Ports(self.0 | other.0)
    }

    /// Ports in this set and not in the other.
    pub const fn without(self, other: Ports) -> Ports {
        Ports(self.0 & !other.0)
    }

    /// The names of the ports of the set, in their order.
    pub fn names(self) -> impl Iterator<Item = &'static str> {
        let names = [
            "M0", "M1", "M2", "M3", "I0", "I1", "F0", "F1", "B0", "B1", "B2",
        ];
        let numbered = names.into_iter().enumerate();
        numbered.filter_map(move |(port, name)| (self.0 >> port & 1 != 0).then_some(name))
    }

    /// Whether the set is empty.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// The lowest numbered port of the set.
    pub const fn lowest(self) -> Ports {
        Ports(self.0 & self.0.wrapping_neg())
    }

    /// Whether every port of `other` is in the set.
    pub const fn contains(self, other: Ports) -> bool {
        self.0 & other.0 == other.0
    }
}

/// The ports that a configuration switches on.
pub fn available(family: Family, dispersal: &Dispersal) -> Ports {
    let m = dispersal.m_ports.min(*M_PORTS.of(family));
    let low = |first: Ports, count: u8| Ports(first.0 * ((1 << count.max(1)) - 1));
    low(Ports::M0, m)
        .or(low(Ports::I0, dispersal.i_ports.min(2)))
        .or(low(Ports::F0, dispersal.f_ports.min(2)))
        .or(Ports::B)
}

/// The ports that can execute a class.
pub fn of_class(family: Family, class: Class) -> Ports {
    // Ports 1 to 5: KNB's columns.
    let pick = |itanium, itanium2| *PerFamily { itanium, itanium2 }.of(family);
    match class {
        Class::Ialu | Class::Ilog | Class::Icmp | Class::Pnt | Class::MmaluA => {
            pick(Ports::I.or(Ports::M01), Ports::I.or(Ports::M))
        }
        Class::Br | Class::NopB => Ports::B,
        Class::SystB => pick(Ports::B, Ports::B1),
        Class::Brp => pick(Ports::B0.or(Ports::B2), Ports::B),
        Class::BrB2 | Class::RseB | Class::SystB2 => Ports::B2,
        Class::SystB0 => Ports::B0,
        Class::NopM => pick(Ports::M01, Ports::M),
        Class::ChkAlat
        | Class::ChkM
        | Class::Cld
        | Class::Fcld
        | Class::Flda
        | Class::Fldp
        | Class::Ld
        | Class::Lfetch
        | Class::SystM => Ports::M01,
        Class::Fld => pick(Ports::M01, Ports::M),
        Class::St | Class::Stf | Class::Tofr => pick(Ports::M01, Ports::M23),
        Class::Sem => pick(Ports::M0, Ports::M23),
        Class::FrarM | Class::Frcr | Class::Frfr | Class::ToarM | Class::Tocr => {
            pick(Ports::M0, Ports::M2)
        }
        Class::SystM2 => pick(Ports::M0, Ports::M2),
        Class::RseM | Class::SystM0 => Ports::M0,
        Class::FrarI
        | Class::Frbr
        | Class::Frip
        | Class::Frpr
        | Class::Ishf
        | Class::Mmmul
        | Class::SystI0
        | Class::Tbit
        | Class::ToarI
        | Class::Tobr
        | Class::Topr => Ports::I0,
        Class::ChkI
        | Class::LongI
        | Class::MmaluI
        | Class::Mmshf
        | Class::NopI
        | Class::NopX
        | Class::SystI
        | Class::Xtd => Ports::I,
        Class::Fcmp | Class::Fmisc | Class::Sfmergese | Class::Sfmisc => pick(Ports::F0, Ports::F),
        Class::Fcvtfx
        | Class::Fcvtxf
        | Class::Fmac
        | Class::Fother
        | Class::NopF
        | Class::Sfcvtfx
        | Class::Sfmac
        | Class::Xma => Ports::F,
        // Reserved encodings go where their slot goes.
        Class::Unimp => Ports::NONE,
    }
}
