//! Fields of the processor status register as masks (volume 2, section 3.3.2, figure 3-2).

/// A field of the processor status register.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub struct Field {
    /// The manual's name, as in `psr.be`.
    pub name: &'static str,
    /// Number of its lowest bit.
    pub low: u8,
    /// Its bits.
    pub mask: u64,
}

macro_rules! fields {
    ($($low:literal $width:literal $constant:ident $name:literal $about:literal,)*) => {
        $(#[doc = $about] pub const $constant: u64 = ((1 << $width) - 1) << $low;)*

        /// Every field, by its lowest bit.
        pub const FIELDS: &[Field] = &[$(Field { name: $name, low: $low, mask: $constant },)*];
    };
}

fields! {
    1 1 BE "be" "Big-endian data references.",
    2 1 UP "up" "User performance monitors enabled.",
    3 1 AC "ac" "Alignment check.",
    4 1 MFL "mfl" "f2 to f31 written.",
    5 1 MFH "mfh" "f32 to f127 written.",
    13 1 IC "ic" "Interruption collection.",
    14 1 I "i" "Interrupts enabled.",
    15 1 PK "pk" "Protection keys checked.",
    17 1 DT "dt" "Data address translation.",
    18 1 DFL "dfl" "f2 to f31 disabled.",
    19 1 DFH "dfh" "f32 to f127 disabled.",
    20 1 SP "sp" "Secure performance monitors: `rum` and `sum` of `up` ignored, PMDs read as 0 at user level.",
    21 1 PP "pp" "Privileged performance monitors enabled.",
    22 1 DI "di" "IA-32 instruction set disabled.",
    23 1 SI "si" "Secure interval timer: `ar.itc` only at privilege level 0.",
    24 1 DB "db" "Data breakpoints.",
    25 1 LP "lp" "Lower privilege transfer trap.",
    26 1 TB "tb" "Taken branch trap.",
    27 1 RT "rt" "Register stack translation.",
    32 2 CPL "cpl" "Current privilege level.",
    34 1 IS "is" "IA-32 instruction set.",
    35 1 MC "mc" "Machine checks masked.",
    36 1 IT "it" "Instruction address translation.",
    37 1 ID "id" "Instruction debug faults off for one instruction.",
    38 1 DA "da" "Data access faults off for one instruction.",
    39 1 DD "dd" "Data debug faults off for one instruction.",
    40 1 SS "ss" "Single step.",
    41 2 RI "ri" "Slot to restart at.",
    43 1 ED "ed" "Exception deferral for one speculative load.",
    44 1 BN "bn" "Register bank 1.",
    45 1 IA "ia" "Instruction access faults off for one instruction.",
    46 1 VM "vm" "Virtual machine.",
}

/// The user mask: what `sum`, `rum` and `mov psr.um` reach.
pub const USER_MASK: u64 = BE | UP | AC | MFL | MFH;

/// What `ssm`, `rsm` and `mov psr.l = r2` write, and `mov r1 = psr` reads of the low half.
pub const SYSTEM_MASK: u64 =
    USER_MASK | IC | I | PK | DT | DFL | DFH | SP | PP | DI | SI | DB | LP | TB | RT;

/// The current privilege level of a value of the register, 0 to 3.
pub const fn cpl(psr: u64) -> u8 {
    (psr >> 32 & 3) as u8
}

/// A value of the register with another privilege level, 0 to 3.
pub const fn with_cpl(psr: u64, level: u8) -> u64 {
    psr & !CPL | (level as u64 & 3) << 32
}

/// The fields that a mask touches.
pub fn fields(mask: u64) -> impl Iterator<Item = &'static Field> {
    FIELDS.iter().filter(move |field| field.mask & mask != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_bit_belongs_to_two_fields_and_fields_ascend() {
        for pair in FIELDS.windows(2) {
            assert!(
                pair[0].mask < 1 << pair[1].low
                    && pair[1].mask.trailing_zeros() == u32::from(pair[1].low),
                "{pair:?}"
            );
        }
    }
}
