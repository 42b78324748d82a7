//! Instruction formats: where the bits lie that tell one instruction from another
//! (volume 3 of the architecture manual, chapter 4).
//!
//! A format names the extension fields beside the major opcode, bits 40:37.  Operand fields are the same in all
//! formats for registers (`src/syntax.rs`), and hint fields are not part of a format.

use crate::Unit;

/// Bits `high` to `low` of a slot, both included.
#[derive(Copy, Clone, Debug)]
pub struct Field {
    /// The manual's name.
    pub name: &'static str,
    /// Most significant bit.
    pub high: u8,
    /// Least significant bit.
    pub low: u8,
}

impl Field {
    /// A mask over the bits of the field.
    pub const fn mask(self) -> u64 {
        ((1 << (self.high - self.low + 1)) - 1) << self.low
    }
}

/// Bits that identify an instruction within its unit.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct Encoding {
    /// The bits as they must be, zero outside `mask`.
    pub value: u64,
    /// The bits that count.
    pub mask: u64,
}

impl Encoding {
    /// Whether a slot holds this instruction.
    pub const fn matches(self, bits: u64) -> bool {
        bits & self.mask == self.value
    }
}

macro_rules! formats {
    ($($format:ident $unit:ident $title:literal { $($field:ident $high:literal : $low:literal)* })*) => {
        /// A format of the manual's chapter 4.
        #[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
        pub enum Format {
            $(#[doc = $title] $format,)*
        }

        impl Format {
            /// The unit of the format's instructions.
            pub const fn unit(self) -> Unit {
                match self {
                    $(Format::$format => Unit::$unit,)*
                }
            }

            /// The extension fields, in the order in which table rows give their values.
            pub const fn fields(self) -> &'static [Field] {
                match self {
                    $(Format::$format => &[$(Field { name: stringify!($field), high: $high, low: $low }),*],)*
                }
            }
        }
    };
}

impl Format {
    /// The encoding with the given major opcode and values of the extension fields, in order.
    ///
    /// # Panics
    /// When the values do not fit the fields: table rows are constants, so that a wrong row does not compile.
    pub(crate) const fn encode(self, values: &[u8]) -> Encoding {
        let fields = self.fields();
        assert!(
            values.len() == fields.len() + 1,
            "one value for the opcode and each field"
        );
        assert!(values[0] < 16, "major opcode has four bits");
        let mut value = (values[0] as u64) << 37;
        let mut mask = 0xf << 37;
        let mut n = 0;
        while n < fields.len() {
            let bits = (values[n + 1] as u64) << fields[n].low;
            assert!(
                bits & !fields[n].mask() == 0,
                "value too large for its field"
            );
            value |= bits;
            mask |= fields[n].mask();
            n += 1;
        }
        Encoding { value, mask }
    }
}

formats! {
    A1       A "Integer ALU, register-register." { x2a 35:34 ve 33:33 x4 32:29 x2b 28:27 }
    A2       A "Shift left and add." { x2a 35:34 ve 33:33 x4 32:29 }
    A3       A "Integer ALU, immediate8-register." { x2a 35:34 ve 33:33 x4 32:29 x2b 28:27 }
    A4       A "Add immediate14." { x2a 35:34 ve 33:33 }
    A5       A "Add immediate22." {}
    A6       A "Integer compare, register-register." { tb 36:36 x2 35:34 ta 33:33 c 12:12 }
    A7       A "Integer compare to zero, register." { tb 36:36 x2 35:34 ta 33:33 c 12:12 }
    A8       A "Integer compare, immediate-register." { x2 35:34 ta 33:33 c 12:12 }
    A9       A "Multimedia ALU." { za 36:36 x2a 35:34 zb 33:33 x4 32:29 x2b 28:27 }
    A10      A "Multimedia shift and add." { za 36:36 x2a 35:34 zb 33:33 x4 32:29 }
    I1       I "Multimedia multiply and shift." { za 36:36 x2a 35:34 zb 33:33 ve 32:32 x2b 29:28 }
    I2       I "Multimedia multiply, mix, pack, unpack." { za 36:36 x2a 35:34 zb 33:33 ve 32:32 x2c 31:30 x2b 29:28 }
    I3       I "Multimedia mux1." { za 36:36 x2a 35:34 zb 33:33 ve 32:32 x2c 31:30 x2b 29:28 }
    I4       I "Multimedia mux2." { za 36:36 x2a 35:34 zb 33:33 ve 32:32 x2c 31:30 x2b 29:28 }
    I5       I "Shift right, variable." { za 36:36 x2a 35:34 zb 33:33 ve 32:32 x2c 31:30 x2b 29:28 }
    I6       I "Multimedia shift right, fixed." { za 36:36 x2a 35:34 zb 33:33 ve 32:32 x2c 31:30 x2b 29:28 }
    I7       I "Shift left, variable." { za 36:36 x2a 35:34 zb 33:33 ve 32:32 x2c 31:30 x2b 29:28 }
    I8       I "Multimedia shift left, fixed." { za 36:36 x2a 35:34 zb 33:33 ve 32:32 x2c 31:30 x2b 29:28 }
    I9       I "Bit counts." { za 36:36 x2a 35:34 zb 33:33 ve 32:32 x2c 31:30 x2b 29:28 }
    I10      I "Shift right pair." { x2 35:34 x 33:33 }
    I11      I "Extract." { x2 35:34 x 33:33 y 13:13 }
    I12      I "Zero and deposit." { x2 35:34 x 33:33 y 26:26 }
    I13      I "Zero and deposit immediate8." { x2 35:34 x 33:33 y 26:26 }
    I14      I "Deposit immediate1." { x2 35:34 x 33:33 }
    I15      I "Deposit." {}
    I16      I "Test bit." { tb 36:36 x2 35:34 ta 33:33 y 13:13 c 12:12 }
    I17      I "Test NaT." { tb 36:36 x2 35:34 ta 33:33 y 13:13 c 12:12 }
    I18      I "Nop and hint." { x3 35:33 x6 32:27 y 26:26 }
    I19      I "Break." { x3 35:33 x6 32:27 }
    I20      I "Integer speculation check." { x3 35:33 }
    I21      I "Move to branch register." { x3 35:33 }
    I22      I "Move from branch register." { x3 35:33 x6 32:27 }
    I23      I "Move to predicates, register." { x3 35:33 }
    I24      I "Move to predicates, immediate44." { x3 35:33 }
    I25      I "Move from predicates and instruction pointer." { x3 35:33 x6 32:27 }
    I26      I "Move to application register, register." { x3 35:33 x6 32:27 }
    I27      I "Move to application register, immediate8." { x3 35:33 x6 32:27 }
    I28      I "Move from application register." { x3 35:33 x6 32:27 }
    I29      I "Sign extend, zero extend, compute zero index." { x3 35:33 x6 32:27 }
    I30      I "Test feature." { tb 36:36 x2 35:34 ta 33:33 x 19:19 y 13:13 c 12:12 }
    M1       M "Integer load." { m 36:36 x6 35:30 x 27:27 }
    M2       M "Integer load, increment by register." { m 36:36 x6 35:30 x 27:27 }
    M3       M "Integer load, increment by immediate." { x6 35:30 }
    M4       M "Integer store." { m 36:36 x6 35:30 x 27:27 }
    M5       M "Integer store, increment by immediate." { x6 35:30 }
    M6       M "Floating-point load." { m 36:36 x6 35:30 x 27:27 }
    M7       M "Floating-point load, increment by register." { m 36:36 x6 35:30 x 27:27 }
    M8       M "Floating-point load, increment by immediate." { x6 35:30 }
    M9       M "Floating-point store." { m 36:36 x6 35:30 x 27:27 }
    M10      M "Floating-point store, increment by immediate." { x6 35:30 }
    M11      M "Floating-point load pair." { m 36:36 x6 35:30 x 27:27 }
    M12      M "Floating-point load pair, increment by immediate." { m 36:36 x6 35:30 x 27:27 }
    M13      M "Line prefetch." { m 36:36 x6 35:30 x 27:27 }
    M13Plain M "Line prefetch: the one that `lfetch.count` shares a code with." { m 36:36 x6 35:30 x 27:27 y 19:19 }
    M14      M "Line prefetch, increment by register." { m 36:36 x6 35:30 x 27:27 }
    M15      M "Line prefetch, increment by immediate." { x6 35:30 }
    M16      M "Exchange and compare-exchange." { m 36:36 x6 35:30 x 27:27 }
    M17      M "Fetch and add." { m 36:36 x6 35:30 x 27:27 }
    M18      M "Set floating-point register." { m 36:36 x6 35:30 x 27:27 }
    M19      M "Get floating-point register." { m 36:36 x6 35:30 x 27:27 }
    M20      M "Integer speculation check." { x3 35:33 }
    M21      M "Floating-point speculation check." { x3 35:33 }
    M22      M "Integer advanced load check." { x3 35:33 }
    M23      M "Floating-point advanced load check." { x3 35:33 }
    M24      M "Synchronise, fence, serialise, ALAT control." { x3 35:33 x2 32:31 x4 30:27 }
    M25      M "Register stack engine control." { x3 35:33 x2 32:31 x4 30:27 }
    M26      M "Integer ALAT entry invalidate." { x3 35:33 x2 32:31 x4 30:27 }
    M27      M "Floating-point ALAT entry invalidate." { x3 35:33 x2 32:31 x4 30:27 }
    M28      M "Flush cache." { x 36:36 x3 35:33 x6 32:27 }
    M29      M "Move to application register, register." { x3 35:33 x6 32:27 }
    M30      M "Move to application register, immediate8." { x3 35:33 x2 32:31 x4 30:27 }
    M31      M "Move from application register." { x3 35:33 x6 32:27 }
    M32      M "Move to control register." { x3 35:33 x6 32:27 }
    M33      M "Move from control register." { x3 35:33 x6 32:27 }
    M34      M "Allocate register stack frame." { x3 35:33 }
    M35      M "Move to processor status register." { x3 35:33 x6 32:27 }
    M36      M "Move from processor status register." { x3 35:33 x6 32:27 }
    M37      M "Break." { x3 35:33 x2 32:31 x4 30:27 }
    M38      M "Probe, register." { x3 35:33 x6 32:27 }
    M39      M "Probe, immediate2." { x3 35:33 x6 32:27 }
    M40      M "Probe fault, immediate2." { x3 35:33 x6 32:27 }
    M41      M "Translation cache insert." { x3 35:33 x6 32:27 }
    M42      M "Move to indirect register, translation register insert." { x3 35:33 x6 32:27 }
    M43      M "Move from indirect register." { x3 35:33 x6 32:27 }
    M44      M "Set and reset user and system mask." { x3 35:33 x4 30:27 }
    M45      M "Translation purge." { x3 35:33 x6 32:27 }
    M46      M "Translation access." { x3 35:33 x6 32:27 }
    M47      M "Purge translation cache entry." { x3 35:33 x6 32:27 }
    M48      M "Nop and hint." { x3 35:33 x2 32:31 x4 30:27 y 26:26 }
    M48Hint  M "Hint: the code that `mov dahr` shares." { x3 35:33 x2 32:31 x4 30:27 y 26:26 z 11:10 }
    M49      M "Move from data access hint register." { x3 35:33 x6 32:27 }
    M50      M "Move to data access hint register." { x3 35:33 x2 32:31 x4 30:27 y 26:26 z 11:10 }
    M51      M "Line prefetch with count." { m 36:36 x6 35:30 x 27:27 y 19:19 }
    F1       F "Floating-point multiply-add." { x 36:36 }
    F2       F "Fixed-point multiply-add." { x 36:36 x2 35:34 }
    F3       F "Parallel floating-point select." { x 36:36 }
    F4       F "Floating-point compare." { rb 36:36 ra 33:33 ta 12:12 }
    F5       F "Floating-point class." { ta 12:12 }
    F6       F "Reciprocal approximation." { q 36:36 x 33:33 }
    F7       F "Reciprocal square root approximation." { q 36:36 x 33:33 }
    F8       F "Minimum, maximum, parallel compare." { x 33:33 x6 32:27 }
    F9       F "Merge, mix, sign extend, pack, swap, logical." { x 33:33 x6 32:27 }
    F10      F "Convert to fixed point." { x 33:33 x6 32:27 }
    F11      F "Convert from fixed point." { x 33:33 x6 32:27 }
    F12      F "Set controls." { x 33:33 x6 32:27 }
    F13      F "Clear flags." { x 33:33 x6 32:27 }
    F14      F "Check flags." { x 33:33 x6 32:27 }
    F15      F "Break." { x 33:33 x6 32:27 }
    F16      F "Nop and hint." { x 33:33 x6 32:27 y 26:26 }
    B1       B "IP-relative branch." { btype 8:6 }
    B2       B "IP-relative counted branch." { btype 8:6 }
    B3       B "IP-relative call." {}
    B4       B "Indirect branch." { x6 32:27 btype 8:6 }
    B5       B "Indirect call." { x 32:32 }
    B6       B "IP-relative predict." {}
    B7       B "Indirect predict." { x6 32:27 }
    B8       B "Miscellaneous." { x6 32:27 }
    B9       B "Break, nop and hint." { x6 32:27 }
    X1       X "Break." { x3 35:33 x6 32:27 }
    X2       X "Move long immediate64." { vc 20:20 }
    X3       X "Long branch." { btype 8:6 }
    X4       X "Long call." {}
    X5       X "Nop and hint." { x3 35:33 x6 32:27 y 26:26 }
}
