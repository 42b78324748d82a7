//! Programs for the comparison: random, but such that they run.

mod assembler;
mod pool;
mod random;
mod shapes;

pub use random::Random;

use crate::execute::{CODE, NOWHERE, POINTER_BYTES, POINTERS, SCRATCH};
use assembler::{Assembler, Label};
use pool::{Mix, Pool};
use softfp::Fr;
use std::sync::LazyLock;

/// What a program is mostly made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Family {
    /// One bundle after the other: templates, ports, latencies.
    Straight,
    /// Counted and rotating loops.
    Loops,
    /// Conditional, multiway and indirect branches, calls, checks that fail.
    Branchy,
    /// Caches, pages, stores and loads, semaphores, speculation.
    Memory,
}

impl Family {
    /// All of them.
    pub const ALL: [Family; 4] = [
        Family::Straight,
        Family::Loops,
        Family::Branchy,
        Family::Memory,
    ];
}

/// A program with the state in which it starts.
pub struct Program {
    /// Its bundles.
    pub code: Vec<u128>,
    /// General registers and their values.
    pub general: Vec<(u8, u64)>,
    /// Floating-point registers and their values.
    pub floating: Vec<(u8, Fr)>,
    /// Branch registers and their values.
    pub branch: Vec<(u8, u64)>,
    /// The predicates, one bit each.
    pub predicates: u64,
    /// Bytes of the words that point to words.
    pub pointers: &'static [u8],
    /// Where the register stack begins, in bytes of its memory.
    pub stack: u64,
    /// Cycles that a call of the system takes.
    pub service: u64,
    /// Instructions after which something else runs for a while.
    pub slice: u64,
    /// The threads that take turns, all from the first bundle on: the number of the space of each.
    pub threads: Vec<usize>,
}

/// Lets several threads execute some of the programs, in one space or in several.
fn take_turns(mut program: Program, random: &mut Random) -> Program {
    if !random.chance(20) {
        return program;
    }
    program.threads = random
        .pick(&[&[0, 0][..], &[0, 1], &[0, 1, 0], &[0, 1, 2]])
        .to_vec();
    program.slice = 1 + random.below(120);
    program
}

static POINTING: LazyLock<Vec<u8>> = LazyLock::new(|| {
    let mut random = Random::new(1);
    (0..POINTER_BYTES / 8)
        .flat_map(|_| pointer(&mut random).to_le_bytes())
        .collect()
});

/// An address of a word that points to another, away from the ends.
fn pointer(random: &mut Random) -> u64 {
    let margin = 64 << 10;
    POINTERS + margin + random.below((POINTER_BYTES - 2 * margin) / 16) * 16
}

/// Code under construction.
pub struct Builder {
    asm: Assembler,
    pool: Pool,
    family: Family,
    /// Functions that are called, by label, with the depth of calls below them.
    functions: Vec<(Label, u32)>,
    /// Branch registers that hold labels from the start.
    labels: Vec<(u8, Label)>,
    /// A counted loop is under construction: ar.lc is taken.
    counting: bool,
    /// Inside a function.
    called: bool,
}

/// The program of a seed.
pub fn generate(seed: u64) -> (Family, Program) {
    let mut random = Random::new(seed);
    let family = Family::ALL[(seed % 4) as usize];
    let mut mix = Mix {
        memory: random.pick(&[0, 10, 30]),
        special: random.pick(&[0, 5, 20]),
        addresses: random.pick(&[0, 10, 30]),
        predicated: random.pick(&[0, 10, 30]),
        nops: random.pick(&[0, 20, 50]),
        stops: random.pick(&[10, 30, 60]),
        pages: 0,
        few: random.chance(40),
    };
    if family == Family::Memory {
        mix.memory = random.pick(&[50, 80, 100]);
        mix.pages = random.pick(&[0, 0, 0, 10, 40]);
    }
    let mut builder = Builder {
        asm: Assembler::default(),
        pool: Pool {
            random: random.clone(),
            mix,
        },
        family,
        functions: Vec::new(),
        labels: Vec::new(),
        counting: false,
        called: false,
    };
    builder.program();
    let Builder {
        asm, labels, pool, ..
    } = builder;
    let mut random = pool.random;
    let scratch = |random: &mut Random, grain: u64| {
        SCRATCH + (1 << 20) + random.below((64 << 10) / grain) * grain
    };
    let mut general: Vec<(u8, u64)> = [8, 9, 10, 11, 14, 15, 1, 2, 3]
        .map(|r| (r, random.bits() >> random.below(60)))
        .to_vec();
    general.extend([16, 17, 18, 19].map(|r| (r, pointer(&mut random))));
    general.extend([20, 21].map(|r| (r, scratch(&mut random, 8))));
    general.extend([22, 23].map(|r| (r, scratch(&mut random, 16))));
    general.extend([29, 30, 31].map(|r| (r, random.bits())));
    general.extend([
        (5, 1 + random.below(8)),
        (7, 0x9_804c_0270_033f),
        (4, 128),
        (6, 64),
        (12, scratch(&mut random, 64)),
        (13, NOWHERE),
        (24, random.pick(&[16, 64, 4096])),
        (25, (16 << 10) + random.pick(&[0, 64, 1024])),
        (26, scratch(&mut random, 8) + random.pick(&[1, 2, 3, 5])),
        (27, SCRATCH + (2 << 20) + random.below(4) * (256 << 10)),
    ]);
    let mut floating: Vec<(u8, Fr)> = (6..16)
        .map(|f| (f, Fr::from_double((1 << 62) + random.below(1 << 54))))
        .collect();
    floating.push((5, Fr::from_sig(pointer(&mut random))));
    let mut branch = vec![(5, pointer(&mut random))];
    branch.extend(
        labels
            .iter()
            .map(|(b, label)| (*b, asm.address(*label, CODE))),
    );
    let program = Program {
        code: asm.finish(),
        general,
        floating,
        branch,
        predicates: random.bits() & 0xffc0,
        pointers: &POINTING,
        // Often shortly before the end of a page.
        stack: (16 << 10) - 8 * random.below(300),
        service: random.pick(&[0, 7, 300]),
        slice: match random.chance(10) {
            true => 20 + random.below(200),
            false => u64::MAX,
        },
        threads: vec![0],
    };
    (family, take_turns(program, &mut random))
}
