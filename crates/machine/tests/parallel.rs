//! Every parallel (SIMD) integer, bit field and bit count instruction, executed the short and the general way, against
//! a definition written lane by lane from the manual (volume 3, under the name of each instruction). Nothing of the
//! machine's own arithmetic or of the decoder's operand fields is used here: instructions are encoded from the format
//! pages (volume 3, chapter 4), and their meaning is found by mnemonic.

use events::Block;
use fastrand::Rng;
use isa::table::{ROWS, Row};
use isa::{Format, Unit};
use machine::{
    AddressSpace, Cpu, Machine, Options, PAGE_SIZE, Protection, Recorder, Sharing, Silent, Stop,
};

const CODE: u64 = 0x4000_0000_0000_0000;
const STORE: u64 = 0x8000_0000_0000_0000;
/// `r1`, `r2` and `r3` of every instruction.
const TARGET: u8 = 8;
const SECOND: u8 = 9;
const THIRD: u8 = 10;

/// A register: random bits, or elements of one size that are mostly at an edge.
fn random_register(random: &mut Rng) -> u64 {
    match random.u64(..8) {
        0 | 1 => random.u64(..),
        2 => random.u64(..70),
        3 => u64::MAX << random.u64(..64),
        4 => 1 << random.u64(..64),
        _ => {
            let bits = 8 << random.u64(..3);
            let top = 1_u64 << (bits - 1);
            let edges = [
                0,
                1,
                2,
                top - 2,
                top - 1,
                top,
                top + 1,
                2 * top - 2,
                2 * top - 1,
            ];
            (0..64 / bits).fold(0, |value, _| {
                let lane = if random.u64(..4) == 0 {
                    random.u64(..) & (2 * top - 1)
                } else {
                    edges[random.usize(..9)]
                };
                value << bits | lane
            })
        }
    }
}

/// Immediate operands in the order of the assembly operands.
type Immediates = [u64; 3];

/// The bits of the immediate fields of one encoding, and what they mean.
fn immediates(format: Format, random: &mut Rng) -> Option<(u64, Immediates)> {
    let mut fields = 0;
    let mut field = |low: u32, bits: u32| {
        let value = random.u64(..) >> 20 & ((1 << bits) - 1);
        fields |= value << low;
        value
    };
    let operands = match format {
        // Multiplications, sums, permutations of two registers, counts in registers; counts of bits and of elements.
        Format::A9 | Format::I2 | Format::I5 | Format::I7 | Format::I9 | Format::I29 => [0; 3],
        // A shift count of one to three.
        Format::A10 => match field(27, 2) {
            3 => return None,
            count => [count + 1, 0, 0],
        },
        Format::I1 => [[0, 7, 15, 16][field(30, 2) as usize], 0, 0],
        Format::I3 => match field(20, 4) {
            code @ (0 | 8..=11) => [code, 0, 0],
            _ => return None,
        },
        Format::I4 => [field(20, 8), 0, 0],
        Format::I6 => [field(14, 5), 0, 0],
        Format::I8 => [31 - field(20, 5), 0, 0],
        Format::I10 => [field(27, 6), 0, 0],
        Format::I11 => [field(14, 6), field(27, 6) + 1, 0],
        Format::I12 => [63 - field(20, 6), field(27, 6) + 1, 0],
        Format::I13 => {
            let low = field(13, 7);
            let immediate = low.wrapping_sub(field(36, 1) << 7);
            [63 - field(20, 6), field(27, 6) + 1, immediate]
        }
        Format::I14 => {
            let immediate = field(36, 1).wrapping_neg();
            [63 - field(14, 6), field(27, 6) + 1, immediate]
        }
        Format::I15 => [63 - field(31, 6), field(27, 4) + 1, 0],
        _ => return None,
    };
    Some((fields, operands))
}

/// The elements of a register, the least significant first, as unsigned and as signed numbers.
fn lanes(value: u64, bits: u32) -> Vec<i128> {
    (0..64 / bits)
        .map(|n| i128::from(value >> (n * bits)) & ((1 << bits) - 1))
        .collect()
}

fn signed_lanes(value: u64, bits: u32) -> Vec<i128> {
    lanes(value, bits)
        .into_iter()
        .map(|lane| signed(lane, bits))
        .collect()
}

fn signed(lane: i128, bits: u32) -> i128 {
    if lane >= 1 << (bits - 1) {
        lane - (1 << bits)
    } else {
        lane
    }
}

/// A register of elements, each cut to its size.
fn register(lanes: &[i128], bits: u32) -> u64 {
    assert_eq!(lanes.len() as u32 * bits, 64);
    lanes.iter().rev().fold(0_u128, |value, lane| {
        value << bits | (lane & ((1 << bits) - 1)) as u128
    }) as u64
}

fn signed_saturation(value: i128, bits: u32) -> i128 {
    let largest = (1 << (bits - 1)) - 1;
    value.clamp(-largest - 1, largest)
}

fn unsigned_saturation(value: i128, bits: u32) -> i128 {
    value.clamp(0, (1 << bits) - 1)
}

/// The register bit by bit: bit `n` of the result is what `bit` says of `n`.
fn by_bits(bit: impl Fn(i64) -> bool) -> u64 {
    (0..64).fold(0, |value, n| value | u64::from(bit(n)) << n)
}

fn bit_of(value: u64, n: i64) -> bool {
    (0..64).contains(&n) && value >> n & 1 == 1
}

/// A field of `length` bits from `source` at `position` of `base`.
fn deposit(base: u64, source: u64, position: u64, length: u64) -> u64 {
    by_bits(|n| {
        let from = n - position as i64;
        if (0..length as i64).contains(&from) {
            bit_of(source, from)
        } else {
            bit_of(base, n)
        }
    })
}

/// `r1`, by the meaning of the mnemonic; `None`: the mnemonic is not known here.
fn meaning(mnemonic: &str, format: Format, imm: Immediates, r2: u64, r3: u64) -> Option<u64> {
    let mut parts = mnemonic.split('.');
    let name = parts.next()?;
    let completer = parts.next().unwrap_or("");
    let digits = name.trim_start_matches(|c: char| !c.is_ascii_digit());
    let stem = &name[..name.len() - digits.len()];
    let bits = digits.parse().map_or(64, |bytes: u32| 8 * bytes);
    let (x, y) = (lanes(r2, bits), lanes(r3, bits));
    let (sx, sy) = (signed_lanes(r2, bits), signed_lanes(r3, bits));
    let count = x.len();
    let each = |f: &dyn Fn(usize) -> i128| register(&(0..count).map(f).collect::<Vec<_>>(), bits);
    let [first, second, third] = imm;
    Some(match (stem, completer) {
        ("padd", "") => each(&|n| x[n] + y[n]),
        ("padd", "sss") => each(&|n| signed_saturation(sx[n] + sy[n], bits)),
        ("padd", "uuu") => each(&|n| unsigned_saturation(x[n] + y[n], bits)),
        ("padd", "uus") => each(&|n| unsigned_saturation(x[n] + sy[n], bits)),
        ("psub", "") => each(&|n| x[n] - y[n]),
        ("psub", "sss") => each(&|n| signed_saturation(sx[n] - sy[n], bits)),
        ("psub", "uuu") => each(&|n| unsigned_saturation(x[n] - y[n], bits)),
        ("psub", "uus") => each(&|n| unsigned_saturation(x[n] - sy[n], bits)),
        // Half the sum, with the bit shifted out or-ed into the lowest bit.
        ("pavg", "") => each(&|n| ((x[n] + y[n]) / 2) | ((x[n] + y[n]) % 2)),
        // Rounded away from zero.
        ("pavg", "raz") => each(&|n| (x[n] + y[n] + 1) / 2),
        // The difference has one bit more than an element: its borrow becomes the highest bit of the half.
        ("pavgsub", "") => each(&|n| {
            let difference = (x[n] - y[n]).rem_euclid(2 << bits);
            (difference / 2) | (difference % 2)
        }),
        ("pcmp", "eq") => each(&|n| if x[n] == y[n] { -1 } else { 0 }),
        ("pcmp", "gt") => each(&|n| if sx[n] > sy[n] { -1 } else { 0 }),
        ("pmax", "u") => each(&|n| x[n].max(y[n])),
        ("pmin", "u") => each(&|n| x[n].min(y[n])),
        ("pmax", "") => each(&|n| sx[n].max(sy[n])),
        ("pmin", "") => each(&|n| sx[n].min(sy[n])),
        ("psad", "") => (0..count)
            .map(|n| (x[n] - y[n]).unsigned_abs())
            .sum::<u128>() as u64,
        ("pmpy", "r") => register(&[sx[0] * sy[0], sx[2] * sy[2]], 32),
        ("pmpy", "l") => register(&[sx[1] * sy[1], sx[3] * sy[3]], 32),
        ("pmpyshr", "") => each(&|n| (sx[n] * sy[n]) >> first),
        ("pmpyshr", "u") => each(&|n| (x[n] * y[n]) >> first),
        // A shift that overflows saturates by itself; the addend no longer counts.
        ("pshladd", "") => each(&|n| {
            let shifted = sx[n] * (1 << first);
            if signed_saturation(shifted, bits) == shifted {
                signed_saturation(shifted + sy[n], bits)
            } else {
                signed_saturation(shifted, bits)
            }
        }),
        ("pshradd", "") => each(&|n| signed_saturation(sx[n].div_euclid(1 << first) + sy[n], bits)),
        ("pshl", "") => {
            let by = if format == Format::I8 { first } else { r3 };
            each(&|n| if by >= u64::from(bits) { 0 } else { x[n] << by })
        }
        ("pshr", "") => {
            let by = if format == Format::I6 { first } else { r2 };
            each(&|n| sy[n] >> by.min(u64::from(bits)))
        }
        ("pshr", "u") => {
            let by = if format == Format::I6 { first } else { r2 };
            each(&|n| y[n] >> by.min(u64::from(bits)))
        }
        ("shl", "") => by_bits(|n| r3 < 64 && bit_of(r2, n - r3 as i64)),
        ("shr", "u") => by_bits(|n| r2 < 64 && bit_of(r3, n + r2 as i64)),
        ("shr", "") => by_bits(|n| bit_of(r3, (n + r2.min(64) as i64).min(63))),
        ("mix", "r") => each(&|n| if n % 2 == 0 { y[n] } else { x[n - 1] }),
        ("mix", "l") => each(&|n| if n % 2 == 0 { y[n + 1] } else { x[n] }),
        ("unpack", half) => {
            let start = if half == "h" { count / 2 } else { 0 };
            each(&|n| [&y, &x][n % 2][start + n / 2])
        }
        ("pack", saturation) => {
            let half = bits / 2;
            let packed: Vec<i128> = sx
                .iter()
                .chain(&sy)
                .map(|&lane| match saturation {
                    "uss" => unsigned_saturation(lane, half),
                    _ => signed_saturation(lane, half),
                })
                .collect();
            register(&packed, half)
        }
        ("mux", "") if bits == 8 => {
            let order = match first {
                0 => [0, 0, 0, 0, 0, 0, 0, 0],
                // @mix, @shuf, @alt, @rev; the highest byte of the result last.
                8 => [0, 4, 2, 6, 1, 5, 3, 7],
                9 => [0, 4, 1, 5, 2, 6, 3, 7],
                10 => [0, 2, 4, 6, 1, 3, 5, 7],
                _ => [7, 6, 5, 4, 3, 2, 1, 0],
            };
            each(&|n| x[order[n]])
        }
        ("mux", "") => each(&|n| x[(first as usize >> (2 * n)) % 4]),
        ("czx", "r") => y.iter().take_while(|&&lane| lane != 0).count() as u64,
        ("czx", "l") => y.iter().rev().take_while(|&&lane| lane != 0).count() as u64,
        ("popcnt", "") => (0..64).filter(|&n| bit_of(r3, n)).count() as u64,
        ("clz", "") => (0..64).rev().take_while(|&n| !bit_of(r3, n)).count() as u64,
        ("zxt", "") => by_bits(|n| n < i64::from(bits) && bit_of(r3, n)),
        ("sxt", "") => by_bits(|n| bit_of(r3, n.min(i64::from(bits) - 1))),
        ("shrp", "") => by_bits(|n| match n + first as i64 {
            low @ 0..64 => bit_of(r3, low),
            high => bit_of(r2, high - 64),
        }),
        // A field that reaches beyond the register ends there.
        ("extr", kind) => {
            let top = (first + second - 1).min(63) as i64;
            by_bits(|n| match n + first as i64 {
                inside if inside <= top => bit_of(r3, inside),
                _ => kind != "u" && bit_of(r3, top),
            })
        }
        ("dep", "z") if format == Format::I13 => deposit(0, third, first, second),
        ("dep", "z") => deposit(0, r2, first, second),
        ("dep", "") if format == Format::I14 => deposit(r3, third, first, second),
        ("dep", "") => deposit(r3, r2, first, second),
        // Unsigned products of words: low by low; high of r2 by low of r3, in the high half.
        ("mpy", "") => (x[0] * y[0]) as u64,
        ("mpyshl", "") => register(&[0, x[1] * y[0]], 32),
        _ => return None,
    })
}

/// The formats of which every instruction is to be known here.
fn belongs(format: Format) -> bool {
    use Format::*;
    matches!(
        format,
        A9 | A10
            | I1
            | I2
            | I3
            | I4
            | I5
            | I6
            | I7
            | I8
            | I9
            | I10
            | I11
            | I12
            | I13
            | I14
            | I15
            | I29
    )
}

/// The formats without a first or without a second source register; the field belongs to something else.
fn sources(format: Format) -> (bool, bool) {
    use Format::*;
    let without_r2 = matches!(format, I6 | I9 | I11 | I13 | I14 | I29);
    let without_r3 = matches!(format, I3 | I4 | I8 | I12 | I13);
    (!without_r2, !without_r3)
}

struct Instance {
    row: &'static Row,
    at: u64,
    immediates: Immediates,
}

/// Two bundles for each instance: the instruction, then a break.
fn program(random: &mut Rng) -> (Vec<Instance>, Vec<u128>) {
    let (mut instances, mut bundles) = (Vec::new(), Vec::new());
    for row in ROWS.iter().filter(|row| belongs(row.format)) {
        for attempt in 0..40 {
            let Some((fields, immediates)) = immediates(row.format, random) else {
                continue;
            };
            let (has_r2, has_r3) = sources(row.format);
            let bits = row.encoding.value
                | fields
                | u64::from(TARGET) << 6
                | if has_r2 { u64::from(SECOND) << 13 } else { 0 }
                | if has_r3 { u64::from(THIRD) << 20 } else { 0 };
            // nop.m, nop.i: opcode 0 with x3 = 0 and x6 = 1 (M48 has x4 = 1 at the same bits).
            let nop = 1_u64 << 27;
            let slots = match row.unit() {
                Unit::A if attempt % 2 == 0 => [bits, nop, nop],
                _ => [nop, bits, nop],
            };
            instances.push(Instance {
                row,
                at: CODE + 16 * bundles.len() as u64,
                immediates,
            });
            // Template 1: M, I, I, stop.
            let bundle = |slots: [u64; 3]| {
                let parts = slots.iter().enumerate();
                parts.fold(1, |b, (n, &s)| b | u128::from(s) << (5 + 41 * n))
            };
            bundles.push(bundle(slots));
            bundles.push(bundle([0, nop, nop]));
            if immediates == [0; 3] && fields == 0 && !has_immediates(row.format) {
                break;
            }
        }
    }
    (instances, bundles)
}

fn has_immediates(format: Format) -> bool {
    use Format::*;
    !matches!(format, A9 | I2 | I5 | I7 | I9 | I29)
}

/// Has every instruction interpreted by itself.
struct General;

impl Recorder for General {
    const RECORD: bool = true;
    const EACH: bool = true;

    fn instruction(&mut self, _: &Cpu, _: &Block, _: u8) {}
}

struct Bench {
    machine: Machine,
    cpu: Cpu,
    space: AddressSpace,
}

impl Bench {
    fn new(bundles: &[u128]) -> Bench {
        let machine = Machine::new(Options::default());
        let mut cpu = machine.cpu();
        let mut space = AddressSpace::new();
        let bytes: Vec<u8> = bundles.iter().flat_map(|b| b.to_le_bytes()).collect();
        let size = (bytes.len() as u64).next_multiple_of(PAGE_SIZE);
        space.map(CODE, size, Protection::RWX, Sharing::Private);
        space.map(STORE, PAGE_SIZE, Protection::RW, Sharing::Private);
        space.poke(CODE, &bytes).unwrap();
        cpu.start_register_stack(STORE, 0, 0);
        Bench {
            machine,
            cpu,
            space,
        }
    }

    /// `r1` after one instance, and whether it is NaT.
    fn execute<R: Recorder>(
        &mut self,
        recorder: &mut R,
        instance: &Instance,
        [r2, r3]: [(u64, bool); 2],
    ) -> (u64, bool) {
        self.cpu.set_gr(TARGET, 0x5555_aaaa_5555_aaaa, false);
        self.cpu.set_gr(SECOND, r2.0, r2.1);
        self.cpu.set_gr(THIRD, r3.0, r3.1);
        self.cpu.set_ip(instance.at);
        let stop = (self.machine).run(&mut self.cpu, &mut self.space, recorder, 100);
        let name = instance.row.syntax;
        assert!(matches!(stop, Stop::Break { .. }), "{name}: {stop:x?}");
        assert_eq!(self.cpu.ip(), instance.at + 16, "{name}");
        self.cpu.gr(TARGET)
    }
}

#[test]
fn every_parallel_instruction_means_lane_by_lane_what_the_manual_says() {
    let mut random = Rng::with_seed(1);
    let (instances, bundles) = program(&mut random);
    let (mut short, mut general) = (Bench::new(&bundles), Bench::new(&bundles));
    let mut compared = 0;
    for instance in &instances {
        let Instance {
            row, immediates, ..
        } = instance;
        let inputs = if has_immediates(row.format) {
            150
        } else {
            3000
        };
        for _ in 0..inputs {
            let (r2, r3) = (random_register(&mut random), random_register(&mut random));
            let expected = meaning(row.mnemonic(), row.format, *immediates, r2, r3)
                .unwrap_or_else(|| panic!("{} has no meaning here", row.syntax));
            let values = [(r2, false), (r3, false)];
            for (way, result) in [
                ("short", short.execute(&mut Silent, instance, values)),
                ("general", general.execute(&mut General, instance, values)),
            ] {
                assert_eq!(
                    result,
                    (expected, false),
                    "{} {immediates:?}, r2 = {r2:#x}, r3 = {r3:#x}, the {way} way: {:#x} instead of {expected:#x}",
                    row.syntax,
                    result.0
                );
            }
            compared += 1;
        }
    }
    println!("{} instances, {compared} results", instances.len());
    assert!(compared > 200_000);
}

#[test]
fn the_result_of_a_parallel_instruction_is_nat_when_a_register_that_it_reads_is() {
    let mut random = Rng::with_seed(77);
    let (instances, bundles) = program(&mut random);
    let (mut short, mut general) = (Bench::new(&bundles), Bench::new(&bundles));
    for instance in &instances {
        let (has_r2, has_r3) = sources(instance.row.format);
        for nats in [[true, false], [false, true], [true, true], [false, false]] {
            let expected = has_r2 && nats[0] || has_r3 && nats[1];
            let values = [(3, nats[0]), (5, nats[1])];
            let results = [
                short.execute(&mut Silent, instance, values).1,
                general.execute(&mut General, instance, values).1,
            ];
            assert_eq!(results, [expected; 2], "{}: {nats:?}", instance.row.syntax);
        }
    }
}
