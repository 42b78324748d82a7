//! How fast bundles decode, and how much faster than with yaxpeax-ia64, in one run.
//!
//! usage: cargo bench -p epicycle-isa --bench decode [-- [--isa-only] [FILE]]
//!
//! Instructions a bundle: run the built benchmark with `--isa-only` under
//! `valgrind --tool=callgrind`, and divide what `isa::decode::…` collected by the number of decoded bundles.
//!
//! Without FILE the bundles are made from the instruction table, every row alike; with FILE they are those of the
//! file, which should be code (`objcopy -O binary -j .text`).  With `--isa-only` nothing is compared and each bundle
//! is decoded ten times: what callgrind wants to see.

use std::hint::black_box;
use std::time::{Duration, Instant};

use isa::table::ROWS;
use isa::{SlotUnit, Template, Unit, decode};
use yaxpeax_arch::{Decoder, U8Reader};
use yaxpeax_ia64::{InstDecoder, InstructionBundle};

const BUNDLES: usize = 20_000;

fn main() {
    let args: Vec<String> = std::env::args()
        .skip(1)
        .filter(|a| a != "--bench")
        .collect();
    let isa_only = args.iter().any(|a| a == "--isa-only");
    let code: Vec<u8> = match args.iter().find(|a| !a.starts_with("--")) {
        Some(path) => std::fs::read(path).expect("the file of code can be read"),
        None => generated(),
    };
    let bundles: Vec<[u8; 16]> = code.as_chunks().0.to_vec();
    println!("{} bundles", bundles.len());
    if isa_only {
        for _ in 0..10 {
            ours(&bundles);
        }
        return;
    }
    // Builds the lookup tables.
    ours(&bundles[..bundles.len().min(1)]);
    // In turns, so that both see the same disturbances; the shortest run of each counts.
    let (mut isa, mut yaxpeax) = (Duration::MAX, Duration::MAX);
    for _ in 0..15 {
        isa = isa.min(time(|| ours(&bundles)));
        yaxpeax = yaxpeax.min(time(|| theirs(&bundles)));
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
        black_box(decode(u128::from_le_bytes(*bytes)));
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

/// Bundles with every row of the table alike and random operands.
fn generated() -> Vec<u8> {
    let mut state = 0x9e37_79b9_7f4a_7c15_u64;
    let mut random = move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state
    };
    let templates: Vec<Template> = (0..32)
        .map(Template::new)
        .filter(|t| !t.is_reserved())
        .collect();
    let mut code = Vec::with_capacity(BUNDLES * 16);
    for _ in 0..BUNDLES {
        let template = templates[random() as usize % templates.len()];
        let mut bundle = u128::from(template.number());
        for slot in 0..3 {
            let bits = match template.unit(slot) {
                Some(SlotUnit::L) | None => random(),
                Some(unit) => loop {
                    let row = &ROWS[random() as usize % ROWS.len()];
                    if row.encoding.mask != 0 && fits(row.unit(), unit) {
                        break row.encoding.value | random() & !row.encoding.mask;
                    }
                },
            };
            bundle |= u128::from(bits & ((1 << 41) - 1)) << (5 + 41 * slot);
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
