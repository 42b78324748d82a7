//! Random instructions, such that programs neither fault nor lose their addresses.
//!
//! | registers | hold |
//! | --- | --- |
//! | r1 to r3, r8 to r11, r14, r15, r36 to r39, r43 to r55; f6 to f11, f15, f32 to f40 | anything |
//! | r16 to r19 | addresses of words that hold such addresses; b5 and f5 too |
//! | r20 to r23 | addresses of scratch memory, the last two aligned on 16 bytes |
//! | r24, r25 | strides |
//! | r26 | an address of scratch memory that is not aligned |
//! | r27 | an address that walks over pages |
//! | r28, f12 | what a speculative load could not get |
//! | r29 to r31, f13, f14 | what advanced loads brought |
//! | r4, r6, r12 | strides and the beginning of sweeps |
//! | r13 | an address where nothing is |
//! | p6 to p15, p17 to p20 | anything |

use super::assembler::{R1, R2, R3, fields};
use super::random::Random;
use isa::table::{ROWS, Row};
use isa::{Class, Family, Op, Unit};
use std::sync::LazyLock;

/// General registers that hold anything.
pub(super) const DATA: [u64; 23] = [
    8, 9, 10, 11, 14, 15, 36, 37, 38, 39, 43, 44, 45, 46, 47, 48, 49, 50, 51, 52, 53, 54, 55,
];
const FLOAT: [u64; 16] = [6, 7, 8, 9, 10, 11, 15, 32, 33, 34, 35, 36, 37, 38, 39, 40];
const POINTERS: [u64; 4] = [16, 17, 18, 19];
const SCRATCH: [u64; 4] = [20, 21, 22, 23];
const PREDICATES: [u64; 14] = [6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 17, 18, 19, 20];

/// How often what is generated, in a hundred.
#[derive(Clone, Copy, Debug)]
pub(super) struct Mix {
    /// Memory references among the M slots.
    pub memory: u64,
    /// Special instructions among the M slots that are not references.
    pub special: u64,
    /// Operations on addresses that leave them as they are.
    pub addresses: u64,
    /// Slots with a qualifying predicate.
    pub predicated: u64,
    /// Nops.
    pub nops: u64,
    /// Stops.
    pub stops: u64,
    /// References that go behind the caches: strides over pages.
    pub pages: u64,
    /// Registers chosen from few, so that instructions depend on each other.
    pub few: bool,
}

struct Rows {
    a: Vec<&'static Row>,
    i: Vec<&'static Row>,
    f: Vec<&'static Row>,
    memory: Vec<&'static Row>,
}

static POOL: LazyLock<Rows> = LazyLock::new(|| {
    let of = |wanted: fn(&Row) -> bool| -> Vec<&'static Row> {
        ROWS.iter()
            .filter(|row| row.encoding.mask != 0 && wanted(row))
            .collect()
    };
    Rows {
        // Some have encodings that are reserved, and would end the program.
        a: of(|row| row.unit() == Unit::A && !matches!(row.op, Op::Pshladd2 | Op::Pshradd2)),
        i: of(|row| {
            row.unit() == Unit::I
                && row.op != Op::Mux1
                && matches!(
                    row.class(Family::Itanium),
                    Class::Ishf
                        | Class::Xtd
                        | Class::Tbit
                        | Class::Mmmul
                        | Class::Mmshf
                        | Class::MmaluI
                        | Class::Frip
                        | Class::Frpr
                        | Class::Frbr
                )
        }),
        f: of(|row| {
            row.unit() == Unit::F
                && !matches!(
                    row.op,
                    Op::Nop | Op::Hint | Op::Break | Op::Fsetc | Op::Fchkf
                )
        }),
        memory: of(|row| {
            row.unit() == Unit::M
                && matches!(
                    row.op,
                    Op::Load { .. }
                        | Op::Load16 { .. }
                        | Op::FLoad { .. }
                        | Op::FLoadPair { .. }
                        | Op::Store { .. }
                        | Op::Store16 { .. }
                        | Op::FStore { .. }
                        | Op::Lfetch { .. }
                        | Op::Cmpxchg { .. }
                        | Op::Cmp8Xchg16 { .. }
                        | Op::Xchg(_)
                        | Op::FetchAdd { .. }
                )
        }),
    }
});

/// A source of random instructions.
pub(super) struct Pool {
    pub random: Random,
    pub mix: Mix,
}

const NOP: u64 = 1 << 27;
const NOP_B: u64 = 2 << 37;

impl Pool {
    fn data(&mut self) -> u64 {
        let list = if self.mix.few { &DATA[..6] } else { &DATA[..] };
        self.random.pick(list)
    }

    fn source(&mut self) -> u64 {
        match self.random.below(12) {
            0 => 0,
            1 => self.random.pick(&SCRATCH),
            2 => self.random.pick(&[1, 2, 3]),
            _ => self.data(),
        }
    }

    fn float(&mut self) -> u64 {
        let list = if self.mix.few {
            &FLOAT[..5]
        } else {
            &FLOAT[..]
        };
        self.random.pick(list)
    }

    /// A predicate that may be written.
    pub(super) fn predicate(&mut self) -> u64 {
        self.random.pick(&PREDICATES)
    }

    /// A qualifying predicate, mostly none.
    pub(super) fn qualifier(&mut self) -> u64 {
        if self.random.chance(self.mix.predicated) {
            self.predicate()
        } else {
            0
        }
    }

    /// A row with random operands: registers by their names in its syntax, everything else any bits.
    fn any(&mut self, row: &Row) -> u64 {
        let mask = row.encoding.mask;
        let mut bits = row.encoding.value | self.random.bits() & !mask & ((1 << 41) - 1);
        let mut set = |shift: u32, width: u32, value: u64| {
            let field = ((1 << width) - 1) << shift;
            bits = bits & !field | value << shift;
        };
        let operands = row.syntax.split_once(' ').map_or("", |(_, rest)| rest);
        let first = self.predicate();
        for operand in operands.split(|c: char| !c.is_alphanumeric() && c != '_') {
            match operand {
                "r1" => set(R1, 7, self.data()),
                "r2" => set(R2, 7, self.source()),
                "r3" => set(R3, 7, self.source()),
                "r3_2" => set(R3, 2, self.random.below(4)),
                "f1" => set(R1, 7, self.float()),
                "f2" => set(R2, 7, self.float_source()),
                "f3" => set(R3, 7, self.float_source()),
                "f4" => set(27, 7, self.float_source()),
                "p1" => set(6, 6, first),
                "p2" => {
                    let other = loop {
                        let other = self.predicate();
                        if other != first {
                            break other;
                        }
                    };
                    set(27, 6, other);
                }
                "b2" => set(13, 3, self.random.below(7)),
                _ => {}
            }
        }
        set(0, 6, self.qualifier());
        bits
    }

    fn float_source(&mut self) -> u64 {
        match self.random.below(8) {
            0 => 0,
            1 => 1,
            _ => self.float(),
        }
    }

    /// An instruction of the A type.
    fn a_type(&mut self) -> u64 {
        if self.random.chance(self.mix.addresses) {
            return self.address_operation(false);
        }
        let row = self.random.pick(&POOL.a);
        self.any(row)
    }

    /// Something that leaves an address as it is, but makes it anew.
    fn address_operation(&mut self, i_slot: bool) -> u64 {
        let a = if self.random.chance(50) {
            self.random.pick(&POINTERS)
        } else {
            self.random.pick(&SCRATCH)
        };
        let of = |syntax, r2: u64, r3: u64| fields(syntax, &[(R1, a), (R2, r2), (R3, r3)]);
        let kinds = if i_slot { 12 } else { 7 };
        match self.random.below(kinds) {
            0 => of("add r1 = r2, r3", 0, a),
            1 => of("adds r1 = imm14, r3", 0, a),
            2 => of("or r1 = r2, r3", a, 0),
            3 => of("sub r1 = r2, r3", a, 0),
            4 => of("shladd r1 = r2, count2a, r3", 0, a),
            5 => of("addp4 r1 = r2, r3", 0, a),
            6 => of("padd4 r1 = r2, r3", a, 0),
            7 => of("zxt4 r1 = r3", 0, a),
            8 => of("sxt4 r1 = r3", 0, a),
            9 => of("extr.u r1 = r3, pos6, len6", 0, a) | 61 << 27,
            10 => of("shl r1 = r2, r3", a, 0),
            _ => {
                let pointer = self.random.pick(&POINTERS);
                fields("mov r1 = b2", &[(R1, pointer), (R2, 5)])
            }
        }
    }

    /// What may stand in an I slot.
    pub(super) fn i_slot(&mut self) -> u64 {
        if self.random.chance(self.mix.nops) {
            return NOP;
        }
        match self.random.below(20) {
            0..8 => self.a_type(),
            8 => self.address_operation(true),
            9 => {
                let (b, r) = (self.random.pick(&[1, 2, 6]), self.data());
                fields("mov b1 = r2, tag13b", &[(R1, b), (R2, r)])
            }
            10 => {
                let (mask, r) = (self.random.bits() & 0xff, self.data());
                let low = self.random.below(4);
                fields(
                    "mov pr = r2, mask17",
                    &[(R2, r), (24, mask), (11, low), (36, mask & 1)],
                )
            }
            11 if self.random.chance(50) => {
                let (r, ar) = (self.data(), self.random.pick(&[64, 65, 66]));
                fields("mov.i r1 = ar3", &[(R1, r), (R3, ar)])
            }
            _ => {
                let row = self.random.pick(&POOL.i);
                self.any(row)
            }
        }
    }

    /// What may stand in an F slot.
    pub(super) fn f_slot(&mut self) -> u64 {
        if self.random.chance(self.mix.nops) {
            return NOP;
        }
        let row = self.random.pick(&POOL.f);
        self.any(row)
    }

    /// What may stand in a B slot without going anywhere.
    pub(super) fn b_slot(&mut self) -> u64 {
        NOP_B
    }

    /// The two halves of a long instruction.
    pub(super) fn long(&mut self) -> (u64, u64) {
        let r = self.data();
        let high = self.random.bits() & ((1 << 41) - 1);
        let low = self.random.bits() & (0x1ff << 27 | 1 << 36 | 0x3f << 21 | 0x7f << 13);
        (
            high,
            fields("movl r1 = imm64", &[(R1, r)]) | low & !(1 << 20),
        )
    }

    /// What may stand in an M slot.
    pub(super) fn m_slot(&mut self) -> u64 {
        if self.random.chance(self.mix.nops) {
            return NOP;
        }
        if self.random.chance(self.mix.memory) {
            return self.reference();
        }
        if self.random.chance(self.mix.special) {
            return self.special();
        }
        match self.random.below(10) {
            0 => {
                let (f, r, qp) = (self.float(), self.source(), self.qualifier());
                fields("setf.sig f1 = r2", &[(R1, f), (R2, r), (0, qp)])
            }
            1 => {
                let (r, f, qp) = (self.data(), self.float_source(), self.qualifier());
                let syntax = self.random.pick(&[
                    "getf.sig r1 = f2",
                    "getf.exp r1 = f2",
                    "getf.d r1 = f2",
                    "getf.s r1 = f2",
                ]);
                fields(syntax, &[(R1, r), (R2, f), (0, qp)])
            }
            2 => {
                let pointer = self.random.pick(&POINTERS);
                fields("getf.sig r1 = f2", &[(R1, pointer), (R2, 5)])
            }
            _ => self.a_type(),
        }
    }

    /// Instructions that order, serialise, or move application registers.
    fn special(&mut self) -> u64 {
        let r = self.data();
        match self.random.below(23) {
            0 => fields("mf", &[]),
            1 => fields("srlz.d", &[]),
            2 => fields("srlz.i", &[]),
            3 => fields("fwb", &[]),
            4 => fields("invala", &[]),
            5 => {
                let r = self.random.pick(&[29, 30, 31]);
                fields("invala.e r1", &[(R1, r)])
            }
            6 => {
                let syntax = self.random.pick(&["sum imm24", "rum imm24"]);
                fields(syntax, &[(6, 0x30)])
            }
            7 => fields("mov r1 = psr.um", &[(R1, r)]),
            8 => fields("flushrs", &[]),
            9 => fields("sync.i", &[]),
            10 => fields("mov.m ar3 = r2", &[(R2, r), (R3, 32)]),
            11 => fields("mov.m ar3 = r2", &[(R2, 7), (R3, 40)]),
            12 => {
                let ar = [36, 36, 21, 28, 29][r as usize % 5];
                fields("mov.m ar3 = r2", &[(R2, 0), (R3, ar)])
            }
            13 => fields("mov.m ar3 = imm8", &[(R3, 16)]),
            14 => fields("mov.m ar3 = r2", &[(R2, r), (R3, 25)]),
            15..20 => {
                let ar = self
                    .random
                    .pick(&[16, 17, 18, 19, 25, 32, 36, 40, 32, 36, 44, 21, 28, 29]);
                fields("mov.m r1 = ar3", &[(R1, r), (R3, ar)])
            }
            // A call of the system that does nothing.
            20 => fields("break.m imm21", &[(6, 1)]),
            21 => {
                let base = self.random.pick(&SCRATCH);
                fields("fc r3", &[(R3, base)])
            }
            _ => fields("mov r1 = cpuid[r3]", &[(R1, r), (R3, 0)]),
        }
    }

    /// A memory reference.
    fn reference(&mut self) -> u64 {
        if self.random.chance(self.mix.pages) {
            return self.page_walk();
        }
        match self.random.below(40) {
            0..4 => {
                let (to, from) = (self.random.pick(&POINTERS), self.random.pick(&POINTERS));
                return fields("ld8 r1 = [r3]", &[(R1, to), (R3, from)]);
            }
            4 => {
                let syntax = self.random.pick(&["ld8.s r1 = [r3]", "ld4.sa r1 = [r3]"]);
                return fields(syntax, &[(R1, 28), (R3, 13)]);
            }
            5 => return fields("ldfd.s f1 = [r3]", &[(R1, 12), (R3, 13)]),
            6 => {
                let base = self.random.pick(&[13, 22]);
                return fields("lfetch [r3]", &[(R3, base)]);
            }
            7 => {
                let syntax = self
                    .random
                    .pick(&["ld4 r1 = [r3]", "ld2 r1 = [r3]", "ld8 r1 = [r3]"]);
                if self.random.chance(20) {
                    return fields(syntax, &[(R1, self.data()), (R3, 26)]);
                }
            }
            8 => {
                let r = self.source();
                if self.random.chance(20) {
                    return fields("st4 [r3] = r2", &[(R2, r), (R3, 26)]);
                }
            }
            _ => {}
        }
        let row = loop {
            let row = self.random.pick(&POOL.memory);
            // Register updates are few, and semaphores would be too many.
            let semaphore = row.class(Family::Itanium) == Class::Sem;
            if !semaphore || self.random.chance(15) {
                break row;
            }
        };
        self.any_reference(row)
    }

    /// A reference of a row, with a base that suits it.
    fn any_reference(&mut self, row: &Row) -> u64 {
        use isa::LoadKind as L;
        let (bytes, kind) = match row.op {
            Op::Load { size, kind, .. } => (u64::from(size), Some(kind)),
            Op::FLoad { kind, .. } | Op::FLoadPair { kind, .. } => (16, Some(kind)),
            Op::Load16 { .. } | Op::Store16 { .. } | Op::FStore { .. } | Op::Cmp8Xchg16 { .. } => {
                (16, None)
            }
            _ => (8, None),
        };
        let writes = !matches!(
            row.op,
            Op::Load { .. }
                | Op::Load16 { .. }
                | Op::FLoad { .. }
                | Op::FLoadPair { .. }
                | Op::Lfetch { .. }
        );
        let checked = matches!(
            kind,
            Some(
                L::Advanced
                    | L::SpeculativeAdvanced
                    | L::CheckClear
                    | L::CheckNoClear
                    | L::CheckClearAcquire
            )
        );
        let base = match (bytes > 8, writes || checked) {
            (true, _) => self.random.pick(&[22, 23]),
            (false, true) => self.random.pick(&SCRATCH),
            (false, false) if self.random.chance(50) => self.random.pick(&POINTERS),
            (false, false) => self.random.pick(&SCRATCH),
        };
        let mut bits = self.any(row);
        let mut set = |shift: u32, width: u32, value: u64| {
            let field = ((1 << width) - 1) << shift;
            bits = bits & !field | value << shift;
        };
        set(R3, 7, base);
        if checked {
            match row.op {
                Op::Load { .. } => set(R1, 7, self.random.pick(&[29, 30, 31])),
                _ => set(R1, 7, self.random.pick(&[13, 14])),
            }
        }
        if matches!(row.op, Op::FLoadPair { .. }) {
            let even = self.random.pick(&[6, 8, 10]);
            set(R1, 7, even);
            set(R2, 7, even + 1);
        }
        if row.syntax.ends_with("[r3], r2") {
            set(R2, 7, self.random.pick(&[0, 24]));
        }
        let step = self.random.pick(&[0, 16, 16, 32, 64, 96]);
        let (low, sign) = match self.random.chance(30) && step != 0 {
            true => (512 - step, 1),
            false => (step, 0),
        };
        if row.syntax.ends_with("imm9a") {
            set(R1, 7, low & 0x7f);
            set(27, 1, low >> 7 & 1);
            set(36, 1, sign);
        } else if row.syntax.ends_with("imm9b") {
            set(R2, 7, low & 0x7f);
            set(27, 1, low >> 7 & 1);
            set(36, 1, sign);
        }
        bits
    }

    /// A reference that goes on to another page.
    fn page_walk(&mut self) -> u64 {
        let syntax = self.random.pick(&[
            "ld8 r1 = [r3], r2",
            "ld1 r1 = [r3], r2",
            "ldfd f1 = [r3], r2",
            "lfetch [r3], r2",
            "lfetch.fault [r3], r2",
        ]);
        let to = if syntax.starts_with("ldf") {
            self.float()
        } else if syntax.starts_with("lfetch") {
            0
        } else {
            self.data()
        };
        let stride = self.random.pick(&[24, 25, 25, 25]);
        fields(syntax, &[(R1, to), (R2, stride), (R3, 27)])
    }
}
