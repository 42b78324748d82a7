//! How fast bundles decode, and how much faster than with yaxpeax-ia64, in one run.
//!
//! usage: cargo bench -p epicycle-isa --bench decode [-- [--isa-only] [FILE]]
//!
//! Instructions a bundle: run the built benchmark with `--isa-only` under
//! `valgrind --tool=callgrind`, and divide what `isa::decode::…` collected by the number of decoded bundles.
//!
//! Without FILE there are two inputs: a mix of instructions as compilers produce it ([`COMMON`]), and every row of the
//! instruction table alike.  With FILE the bundles are those of the file, which should be code
//! (`objcopy -O binary -j .text`).  With `--isa-only` nothing is compared and each bundle is decoded ten times: what
//! callgrind wants to see.

use std::hint::black_box;
use std::time::{Duration, Instant};

use isa::table::{ROWS, Row};
use isa::{Op, SlotUnit, Template, Unit, decode};
use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_ia64::{InstDecoder, InstructionBundle};

const BUNDLES: usize = 20_000;

/// The instructions that make up nine tenths of GCC's static code, and how many of a thousand each is
/// (busybox, lua, gzip, bzip2, sort and linpack, counted together).
const COMMON: [(&str, u64); 28] = [
    ("adds r1 = imm14, r3", 181),
    ("nop.m imm21", 175),
    ("nop.i imm21", 141),
    ("br.cond target25c", 70),
    ("addl r1 = imm22, r3_2", 39),
    ("ld8 r1 = [r3]", 37),
    ("add r1 = r2, r3", 31),
    ("br.call b1 = target25c", 31),
    ("cmp4.eq p1, p2 = imm8, r3", 22),
    ("st8 [r3] = r2", 19),
    ("movl r1 = imm64", 15),
    ("cmp.eq p1, p2 = imm8, r3", 15),
    ("ld4 r1 = [r3]", 14),
    ("ld1 r1 = [r3]", 12),
    ("mov.i ar3 = r2", 11),
    ("st4 [r3] = r2", 9),
    ("mov b1 = r2, tag13b", 9),
    ("shladd r1 = r2, count2a, r3", 8),
    ("br.ret b2", 8),
    ("sub r1 = r2, r3", 8),
    ("cmp.ltu p1, p2 = r2, r3", 6),
    ("or r1 = r2, r3", 6),
    ("st1 [r3] = r2", 5),
    ("nop.b imm21", 5),
    ("dep.z r1 = r2, cpos6a, len6", 5),
    ("sxt4 r1 = r3", 5),
    ("extr.u r1 = r3, pos6, len6", 4),
    ("tbit.z p1, p2 = r3, pos6", 4),
];

fn main() {
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let isa_only = args.iter().any(|a| a == "--isa-only");
    let inputs = match args.iter().find(|a| !a.starts_with("--")) {
        Some(path) => {
            vec![(
                "code",
                std::fs::read(path).expect("the file of code can be read"),
            )]
        }
        None => vec![
            ("mix of compiled code", compiled()),
            ("every row alike", alike()),
        ],
    };
    for (name, code) in inputs {
        let bundles: Vec<[u8; 16]> = code.as_chunks().0.to_vec();
        println!("{name}: {} bundles", bundles.len());
        if isa_only {
            for _ in 0..10 {
                ours(&bundles);
            }
        } else {
            compare(&bundles);
        }
    }
}

fn compare(bundles: &[[u8; 16]]) {
    // Builds the lookup tables.
    ours(&bundles[..bundles.len().min(1)]);
    // In turns, so that both see the same disturbances; the shortest run of each counts.
    let (mut isa, mut yaxpeax) = (Duration::MAX, Duration::MAX);
    for _ in 0..15 {
        isa = isa.min(time(|| ours(bundles)));
        yaxpeax = yaxpeax.min(time(|| theirs(bundles)));
    }
    let per_bundle = |t: Duration| t.as_nanos() as f64 / bundles.len().max(1) as f64;
    println!("isa           {:8.1} ns a bundle", per_bundle(isa));
    println!("yaxpeax-ia64  {:8.1} ns a bundle", per_bundle(yaxpeax));
    println!(
        "ratio         {:8.1}",
        per_bundle(yaxpeax) / per_bundle(isa)
    );
}

fn time(run: impl FnOnce()) -> Duration {
    let start = Instant::now();
    run();
    start.elapsed()
}

fn ours(bundles: &[[u8; 16]]) {
    for bytes in bundles {
        black_box(&decode(u128::from_le_bytes(*bytes)));
    }
}

fn theirs(bundles: &[[u8; 16]]) {
    let decoder = InstDecoder::default();
    let mut bundle = InstructionBundle::default();
    for bytes in bundles {
        // What it cannot decode it reports; that time counts too.
        let _ = black_box(decoder.decode_into(&mut bundle, &mut U8Reader::new(bytes)));
        black_box(&bundle);
    }
}

/// The same numbers in every run.
fn random_numbers() -> impl FnMut() -> u64 {
    let mut random = fastrand::Rng::with_seed(1);
    move || random.u64(..)
}

/// Bundles with every row of the table alike and random operands.
fn alike() -> Vec<u8> {
    let mut random = random_numbers();
    let templates: Vec<Template> = (0..32)
        .map(Template::new)
        .filter(|t| !t.is_reserved())
        .collect();
    bundles(&mut random, &templates, |random, unit| {
        loop {
            let row = &ROWS[random() as usize % ROWS.len()];
            if row.encoding.mask != 0 && fits(row.unit(), unit) {
                break row.encoding.value | random() & !row.encoding.mask;
            }
        }
    })
}

/// Bundles with the instructions and templates that compilers use most, registers at random, immediates small, and
/// one slot in ten as in [`alike`].
fn compiled() -> Vec<u8> {
    let mut random = random_numbers();
    let number = [
        0x08, 0x09, 0x0a, 0x0b, 0x10, 0x11, 0x11, 0x00, 0x01, 0x19, 0x04, 0x0d,
    ];
    let templates = number.map(Template::new);
    let total: u64 = COMMON.iter().map(|(_, weight)| weight).sum();
    let row = |syntax: &str| {
        ROWS.iter()
            .find(|row| row.syntax == syntax)
            .expect("a row with the syntax")
    };
    let common: Vec<(&Row, u64)> = COMMON.iter().map(|&(text, n)| (row(text), n)).collect();
    bundles(&mut random, &templates, |random, unit| {
        loop {
            let rare = random() % 10 == 0;
            let mut pick = random() % total;
            let row = match common
                .iter()
                .find(|(_, n)| pick.checked_sub(*n).map(|p| pick = p).is_none())
            {
                Some((row, _)) if !rare => *row,
                _ => &ROWS[random() as usize % ROWS.len()],
            };
            if row.encoding.mask != 0 && fits(row.unit(), unit) {
                // Below bit 27 are registers and the low bits of immediates; few instructions have a predicate.
                let operands = if row.op == Op::Nop {
                    0
                } else {
                    random() & 0x3ff_ffc0
                };
                break row.encoding.value | operands & !row.encoding.mask;
            }
        }
    })
}

/// Bundles of random templates with slots of the caller's making.
fn bundles<R: FnMut() -> u64>(
    random: &mut R,
    templates: &[Template],
    mut slot: impl FnMut(&mut R, SlotUnit) -> u64,
) -> Vec<u8> {
    let mut code = Vec::with_capacity(BUNDLES * 16);
    for _ in 0..BUNDLES {
        let template = templates[random() as usize % templates.len()];
        let mut bundle = u128::from(template.number());
        for n in 0..3 {
            let bits = match template.unit(n) {
                Some(SlotUnit::L) | None => random(),
                Some(unit) => slot(random, unit),
            };
            bundle |= u128::from(bits & ((1 << 41) - 1)) << (5 + 41 * n);
        }
        code.extend_from_slice(&bundle.to_le_bytes());
    }
    code
}

fn fits(unit: Unit, slot: SlotUnit) -> bool {
    match unit {
        Unit::A => matches!(slot, SlotUnit::M | SlotUnit::I),
        Unit::M => slot == SlotUnit::M,
        Unit::I => slot == SlotUnit::I,
        Unit::F => slot == SlotUnit::F,
        Unit::B => slot == SlotUnit::B,
        Unit::X => slot == SlotUnit::X,
    }
}
