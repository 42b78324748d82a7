//! The shapes of programs: straight pieces, loops, branches, calls.

use super::assembler::{Label, R1, R2, R3, Target, fields, template};
use super::{Builder, Family};
use crate::execute::END;

/// Templates of straight code, with their slots.
const STRAIGHT: [(u8, &str); 12] = [
    (template::MII, "mii"),
    (template::MII, "mii"),
    (template::MI_I, "mii"),
    (template::MMI, "mmi"),
    (template::MMI, "mmi"),
    (template::M_MI, "mmi"),
    (template::MFI, "mfi"),
    (template::MFI, "mfi"),
    (template::MMF, "mmf"),
    (template::MLX, "mlx"),
    (template::MIB, "mib"),
    (template::MFB, "mfb"),
];

/// Templates with branches, with their slots.
const BRANCHING: [(u8, &str); 5] = [
    (template::MIB, "mib"),
    (template::MFB, "mfb"),
    (template::MMB, "mmb"),
    (template::MBB, "mbb"),
    (template::BBB, "bbb"),
];

/// Bundles of a page.
const PAGE: usize = 1024;
const NOP: u64 = 1 << 27;
const LC: u64 = 65;
const EC: u64 = 66;

impl Builder {
    fn below(&mut self, bound: u64) -> u64 {
        self.pool.random.below(bound)
    }

    fn chance(&mut self, percent: u64) -> bool {
        self.pool.random.chance(percent)
    }

    /// A whole program.
    pub fn program(&mut self) {
        self.asm
            .bundle(template::MII + 1, [alloc(8, 28, 24, 8), NOP, NOP]);
        let top = self.asm.label();
        self.asm.place(top);
        let size = 10 + self.below(40) as usize;
        while self.asm.bundles() < size {
            self.piece(0);
        }
        let again = match self.family {
            Family::Straight => self.chance(50),
            _ => self.chance(80),
        };
        if again {
            self.count_down();
            let branch = fields("br.cond target25c", &[(0, 5)]) | self.hints();
            self.asm.bundle(template::MIB + 1, [NOP, NOP, branch]);
            self.asm.aim(2, &Target::Branch(top));
        }
        self.end();
        let mut next = 0;
        let apart = self.chance(20);
        while let Some(&(label, depth)) = self.functions.get(next) {
            if apart {
                self.next_page();
            }
            self.function(label, depth);
            next += 1;
        }
    }

    /// Goes on somewhere in the next page.
    fn next_page(&mut self) {
        let end = (self.asm.bundles() / PAGE + 1) * PAGE + self.below(20) as usize;
        while self.asm.bundles() < end {
            self.asm.bundle(template::MII, [NOP; 3]);
        }
    }

    /// One less in r5, p5 says whether any are left.
    fn count_down(&mut self) {
        let down = fields("adds r1 = imm14, r3", &[(R1, 5), (R3, 5)]) | 0x7f << 13 | 0x3f << 27;
        let compare = fields(
            "cmp.eq.unc p1, p2 = r2, r3",
            &[(6, 4), (27, 5), (R2, 5), (R3, 0)],
        );
        // The sign of -1.
        let down = down | 1 << 36;
        self.asm.bundle(template::M_MI + 1, [down, NOP, compare]);
    }

    fn end(&mut self) {
        let stop = fields("break.m imm21", &[(6, END)]);
        self.asm.bundle(template::MII + 1, [stop, NOP, NOP]);
    }

    /// Hints of a branch: whether, how much to fetch, whether to forget it.
    fn hints(&mut self) -> u64 {
        let whether = self.below(4) << 33;
        let many = u64::from(self.chance(30)) << 12;
        let clear = u64::from(self.chance(5)) << 35;
        whether | many | clear
    }

    /// Some piece of code.
    fn piece(&mut self, depth: u32) {
        if depth > 2 {
            return self.straight(2);
        }
        let roll = self.below(100);
        match self.family {
            Family::Straight if roll < 90 => self.straight(8),
            Family::Memory if roll < 65 => self.straight(6),
            Family::Memory if roll < 75 => self.sweep(),
            Family::Loops => match roll {
                0..30 => self.straight(4),
                30..65 => self.counted_loop(depth),
                65..90 => self.rotating_loop(),
                _ => self.branchy(depth),
            },
            Family::Branchy if roll >= 25 => self.branchy(depth),
            Family::Branchy => self.straight(4),
            _ => match self.below(3) {
                0 => self.counted_loop(depth),
                1 => self.rotating_loop(),
                _ => self.branchy(depth),
            },
        }
    }

    /// Up to so many random bundles, at least one.
    fn straight(&mut self, most: u64) {
        for _ in 0..=self.below(most) {
            let (template, slots) = self.pool.random.pick(&STRAIGHT);
            self.random_bundle(template, slots, &[]);
        }
    }

    /// A bundle of random instructions but for those given, by slot.
    fn random_bundle(&mut self, template: u8, slots: &str, given: &[(usize, u64)]) {
        let mut bits = [0; 3];
        for (n, unit) in slots.chars().enumerate() {
            bits[n] = match unit {
                'm' => self.pool.m_slot(),
                'i' => self.pool.i_slot(),
                'f' => self.pool.f_slot(),
                'b' => self.pool.b_slot(),
                'l' => {
                    let (high, low) = self.pool.long();
                    bits[2] = low;
                    high
                }
                _ => bits[2],
            };
        }
        for (slot, instruction) in given {
            bits[*slot] = *instruction;
        }
        let stop = u8::from(self.chance(self.pool.mix.stops));
        self.asm.bundle(template | stop, bits);
    }

    /// A branch in the last slot of a bundle, to a label.
    fn closing_branch(&mut self, instruction: u64, target: Label) {
        let (template, slots) = self.pool.random.pick(&BRANCHING);
        self.random_bundle(template, slots, &[(2, instruction)]);
        self.asm.aim(2, &Target::Branch(target));
    }

    fn counted_loop(&mut self, depth: u32) {
        if self.counting || self.called {
            return self.straight(3);
        }
        self.counting = true;
        let times = self.below(12);
        let set = fields("mov.i ar3 = imm8", &[(R2, times), (R3, LC)]);
        self.random_bundle(template::MII, "mii", &[(1, set)]);
        let (top, out, tail) = (self.asm.label(), self.asm.label(), self.asm.label());
        if self.chance(30) {
            self.hint(top, tail);
        }
        self.asm.place(top);
        for _ in 0..=self.below(2) {
            match self.below(4) {
                0 => self.branchy(depth + 1),
                _ => self.straight(4),
            }
        }
        if self.chance(10) {
            let exit = fields("br.cexit target25c", &[]) | self.hints();
            self.closing_branch(exit, out);
            let back = fields("br.cond target25c", &[]) | self.hints();
            self.asm.place(tail);
            self.closing_branch(back, top);
        } else {
            self.asm.place(tail);
            let back = fields("br.cloop target25c", &[]) | self.hints();
            self.closing_branch(back, top);
        }
        self.asm.place(out);
        self.counting = false;
    }

    /// A loop over more lines than a small cache holds: the same ones each time.
    fn sweep(&mut self) {
        if self.counting || self.called {
            return self.straight(3);
        }
        let times = 40 + self.below(88);
        let set = fields("mov.i ar3 = imm8", &[(R2, times), (R3, LC)]);
        let begin = fields("add r1 = r2, r3", &[(R1, 22), (R2, 12)]);
        self.random_bundle(template::MII + 1, "mii", &[(0, begin), (1, set)]);
        let top = self.asm.label();
        self.asm.place(top);
        let stride = self.pool.random.pick(&[4, 6]);
        let first = match self.below(4) {
            0 => fields("ldfd f1 = [r3], r2", &[(R1, 6), (R2, stride), (R3, 22)]),
            1 => fields("ld8 r1 = [r3], r2", &[(R1, 8), (R2, stride), (R3, 22)]),
            _ => fields("add r1 = r2, r3", &[(R1, 22), (R2, 22), (R3, stride)]),
        };
        let second = match self.below(3) {
            0 => fields("ld4 r1 = [r3]", &[(R1, 9), (R3, 22)]),
            _ => fields("st8 [r3] = r2", &[(R2, 5), (R3, 22)]),
        };
        self.asm.bundle(template::M_MI + 1, [first, second, NOP]);
        let back = fields("br.cloop target25c", &[]) | self.hints();
        self.closing_branch(back, top);
    }

    /// A loop over rotating registers.
    fn rotating_loop(&mut self) {
        if self.counting || self.called {
            return self.straight(3);
        }
        self.counting = true;
        let clear = fields("clrrrb", &[]);
        self.random_bundle(template::MIB + 1, "mib", &[(2, clear)]);
        let stages = 1 + self.below(4);
        let times = self.below(8);
        let lc = fields("mov.i ar3 = imm8", &[(R2, times), (R3, LC)]);
        let ec = fields("mov.i ar3 = imm8", &[(R2, stages), (R3, EC)]);
        self.random_bundle(template::MII + 1, "mii", &[(1, lc), (2, ec)]);
        // The first stage is on.
        let first = fields("mov pr.rot = imm44", &[(R1, 1)]);
        self.random_bundle(template::MII + 1, "mii", &[(1, first)]);
        let (top, tail) = (self.asm.label(), self.asm.label());
        if self.chance(30) {
            self.hint(top, tail);
        }
        self.asm.place(top);
        for _ in 0..=self.below(4) {
            let stage = 16 + self.below(stages);
            let (to, from) = (32 + self.below(8), 32 + self.below(8));
            let first = match self.below(3) {
                0 => fields("ld8 r1 = [r3]", &[(0, stage), (R1, to), (R3, 16)]),
                1 => fields("add r1 = r2, r3", &[(0, stage), (R1, to), (R2, from)]),
                _ => {
                    let base = self.pool.random.pick(&[20, 22]);
                    fields("st8 [r3] = r2", &[(0, stage), (R2, from), (R3, base)])
                }
            };
            let second = fields(
                "fma.d f1 = f3, f4, f2",
                &[
                    (0, stage),
                    (R1, 32 + self.below(6)),
                    (R2, 32 + self.below(6)),
                    (R3, 32 + self.below(6)),
                    (27, 1),
                ],
            );
            self.random_bundle(template::MFI, "mfi", &[(0, first), (1, second)]);
        }
        self.asm.place(tail);
        let back = if self.chance(80) {
            fields("br.ctop target25c", &[])
        } else {
            // Only the epilogue: the condition is false.
            fields("br.wtop target25c", &[(0, 4)])
        };
        let back = back | self.hints();
        self.closing_branch(back, top);
        self.counting = false;
    }

    /// A brp to a label, from a branch at another.
    fn hint(&mut self, target: Label, branch: Label) {
        let bits = self.pool.random.bits();
        // Some name a place to which the branch does not go.
        let target = if self.chance(12) { branch } else { target };
        let brp = fields("brp target25c, tag13", &[]) | (bits & (1 << 35 | 3 << 3));
        let aim = Target::Hint(target, branch);
        if bits >> 5 & 3 == 0 {
            // Itanium drops those in the middle. An I slot is drawn as for the others, so that what follows is the same.
            let nop = self.pool.b_slot();
            self.random_bundle(template::MBB, "mib", &[(1, brp), (2, nop)]);
            self.asm.aim(1, &aim);
        } else {
            self.random_bundle(template::MIB, "mib", &[(2, brp)]);
            self.asm.aim(2, &aim);
        }
    }

    fn branchy(&mut self, depth: u32) {
        match self.below(12) {
            0..5 => self.skip(depth),
            5 | 6 => self.multiway(),
            7 | 8 => self.call(),
            9 => self.indirect(),
            10 => self.hinted_skip(),
            _ => self.check(),
        }
    }

    /// A conditional branch over some code.
    fn skip(&mut self, depth: u32) {
        let over = self.asm.label();
        let qp = self.pool.predicate();
        let qp = if self.chance(8) { 0 } else { qp };
        let branch = fields("br.cond target25c", &[(0, qp)]) | self.hints();
        if self.chance(15) {
            let long = fields("brl.cond target64", &[(0, qp)]) | self.hints();
            self.random_bundle(template::MLX, "mlx", &[(1, 0), (2, long)]);
            self.asm.aim(2, &Target::Branch(over));
        } else {
            self.closing_branch(branch, over);
        }
        self.piece(depth + 1);
        self.asm.place(over);
    }

    fn hinted_skip(&mut self) {
        let (over, branch) = (self.asm.label(), self.asm.label());
        self.hint(over, branch);
        self.straight(3);
        self.asm.place(branch);
        let qp = self.pool.predicate();
        let jump = fields("br.cond target25c", &[(0, qp)]) | self.hints();
        self.closing_branch(jump, over);
        self.straight(3);
        self.asm.place(over);
    }

    /// Several branches in one bundle.
    fn multiway(&mut self) {
        let (first, second) = (self.asm.label(), self.asm.label());
        let wide = self.chance(50);
        let mut given = Vec::new();
        for slot in usize::from(!wide)..3 {
            if slot == 2 || self.chance(85) {
                let qp = self.pool.predicate();
                let jump = fields("br.cond target25c", &[(0, qp)]) | self.hints();
                given.push((slot, jump));
            }
        }
        let (template, slots) = if wide {
            (template::BBB, "bbb")
        } else {
            (template::MBB, "mbb")
        };
        if self.chance(25) {
            let here = self.asm.label();
            self.hint(first, here);
            self.asm.place(here);
        }
        self.random_bundle(template, slots, &given);
        for (slot, _) in given {
            let target = if self.chance(50) { first } else { second };
            self.asm.aim(slot, &Target::Branch(target));
        }
        self.straight(2);
        self.asm.place(first);
        self.straight(2);
        self.asm.place(second);
    }

    fn call(&mut self) {
        let depth = if self.called { 2 } else { 1 };
        let function = match self.functions.iter().find(|(_, d)| *d >= depth) {
            Some(&(label, _)) if self.pool.random.chance(40) => label,
            _ => {
                let label = self.asm.label();
                self.functions.push((label, depth));
                label
            }
        };
        if self.called && self.functions.len() > 4 {
            return self.straight(2);
        }
        let qp = self.pool.qualifier();
        match self.below(10) {
            0 => {
                let long = fields("brl.call b1 = target64", &[(0, qp)]) | self.hints();
                self.random_bundle(template::MLX, "mlx", &[(1, 0), (2, long)]);
                self.asm.aim(2, &Target::Branch(function));
            }
            1 if self.labels.iter().all(|(taken, _)| *taken != 7) => {
                self.labels.push((7, function));
                let call = fields("br.call b1 = b2", &[(0, qp), (R2, 7)]) | self.hints();
                let (template, slots) = self.pool.random.pick(&BRANCHING);
                self.random_bundle(template, slots, &[(2, call)]);
            }
            _ => {
                let call = fields("br.call b1 = target25c", &[(0, qp)]) | self.hints();
                self.closing_branch(call, function);
            }
        }
    }

    /// A function, with a frame of its own.
    fn function(&mut self, label: Label, depth: u32) {
        self.asm.place(label);
        self.called = true;
        let locals = self.pool.random.pick(&[28, 28, 40, 60, 90]);
        let save = fields("mov r1 = b2", &[(R1, 42)]);
        let flushes = self.chance(10);
        if flushes {
            self.reload();
        }
        self.asm.bundle(
            template::MII + 1,
            [alloc(41, locals + 4, locals, 0), NOP, save],
        );
        if flushes {
            // What flushrs wrote is there for loadrs to forget.
            let rsc = fields("mov.m ar3 = imm8", &[(R3, 16)]);
            self.asm.bundle(template::MII + 1, [rsc, NOP, NOP]);
            for name in ["flushrs", "loadrs"] {
                self.random_bundle(template::MII + 1, "mii", &[(0, fields(name, &[]))]);
            }
        }
        if self.chance(30) {
            let qp = self.pool.predicate();
            let early = fields("br.ret b2", &[(0, qp)]) | self.hints();
            let (template, slots) = self.pool.random.pick(&BRANCHING);
            self.random_bundle(template, slots, &[(2, early)]);
        }
        let nested = depth < 2;
        for _ in 0..=self.below(2) {
            match self.below(4) {
                0 if nested => self.call(),
                1 => self.skip(2),
                _ => self.straight(4),
            }
        }
        let frame = fields("mov.i ar3 = r2", &[(R2, 41), (R3, 64)]);
        let link = fields("mov b1 = r2, tag13b", &[(R1, 0), (R2, 42)]);
        self.asm.bundle(template::MII + 1, [NOP, frame, NOP]);
        self.asm.bundle(template::MII + 1, [NOP, link, NOP]);
        let back = fields("br.ret b2", &[]) | self.hints();
        let (template, slots) = self.pool.random.pick(&BRANCHING);
        self.random_bundle(template, slots, &[(2, back)]);
        self.called = false;
    }

    /// An empty frame, for which loadrs gets back three registers that flushrs stored.
    fn reload(&mut self) {
        let clear = fields("mov.m ar3 = imm8", &[(R3, 16)]);
        // r3 = 24 << 16, the bytes for loadrs.
        let bytes = fields("addl r1 = imm22, r3_2", &[(R1, 3), (22, 24)]);
        let rsc = fields("mov.m ar3 = r2", &[(R2, 3), (R3, 16)]);
        // A write of ar.bspstore makes the engine forget the registers that are stored.
        let where_flushed = fields("mov.m r1 = ar3", &[(R1, 3), (R3, 18)]);
        let forget = fields("mov.m ar3 = r2", &[(R2, 3), (R3, 18)]);
        let [flush, load] = ["flushrs", "loadrs"].map(|name| fields(name, &[]));
        for slots in [
            [alloc(3, 0, 0, 0), NOP, NOP],
            [clear, NOP, NOP],
            [flush, NOP, NOP],
            [where_flushed, NOP, NOP],
            [forget, NOP, bytes],
            [rsc, NOP, NOP],
            [load, NOP, NOP],
            [clear, NOP, NOP],
        ] {
            self.asm.bundle(template::MII + 1, slots);
        }
    }

    /// A branch through a register, to one of two places.
    fn indirect(&mut self) {
        let free = [3, 4, 7]
            .into_iter()
            .filter(|b| self.labels.iter().all(|(taken, _)| taken != b))
            .collect::<Vec<u8>>();
        let &[first, second, ..] = free.as_slice() else {
            return self.skip(2);
        };
        let (one, two) = (self.asm.label(), self.asm.label());
        self.labels.push((first, one));
        self.labels.push((second, two));
        let get = fields("mov r1 = b2", &[(R1, 8), (R2, first.into())]);
        let qp = self.pool.predicate();
        let instead = fields("mov r1 = b2", &[(0, qp), (R1, 8), (R2, second.into())]);
        let to = fields("mov b1 = r2, tag13b", &[(R1, 6), (R2, 8)]);
        self.random_bundle(template::MI_I + 1, "mii", &[(1, get), (2, instead)]);
        self.random_bundle(template::MII, "mii", &[(1, to)]);
        if self.chance(50) {
            // The front end sees the register in time, or just not.
            let between = self.below(12);
            self.straight(between);
        }
        let qp = if self.chance(50) {
            0
        } else {
            self.pool.predicate()
        };
        let jump = fields("br.cond b2", &[(0, qp), (R2, 6)]) | self.hints();
        let (template, slots) = self.pool.random.pick(&BRANCHING);
        self.random_bundle(template, slots, &[(2, jump)]);
        self.straight(2);
        self.asm.place(one);
        self.straight(2);
        self.asm.place(two);
    }

    /// A check of speculation, with its recovery code a few bundles away.
    fn check(&mut self) {
        let recovery = self.asm.label();
        let qp = self.pool.qualifier();
        let (unit, instruction, target) = match self.below(5) {
            0 => (
                'm',
                fields("chk.s.m r2, target25b", &[(R2, 28), (0, qp)]),
                1,
            ),
            1 => (
                'i',
                fields("chk.s.i r2, target25b", &[(R2, 28), (0, qp)]),
                1,
            ),
            2 => ('m', fields("chk.s f2, target25b", &[(R2, 12), (0, qp)]), 1),
            3 => {
                let r = self.pool.random.pick(&[29, 30, 31]);
                let syntax = self
                    .pool
                    .random
                    .pick(&["chk.a.nc r1, target25c", "chk.a.clr r1, target25c"]);
                ('m', fields(syntax, &[(R1, r), (0, qp)]), 0)
            }
            _ => {
                let field = self.below(4);
                ('f', fields("fchkf target25a", &[(0, qp), (34, field)]), 2)
            }
        };
        let choices: &[(u8, &str)] = match unit {
            'm' => &[
                (template::MMI, "mmi"),
                (template::MIB, "mib"),
                (template::MFI, "mfi"),
                (template::MMB, "mmb"),
            ],
            'i' => &[(template::MII, "mii"), (template::MIB, "mib")],
            _ => &[(template::MFI, "mfi"), (template::MFB, "mfb")],
        };
        let (template, slots) = self.pool.random.pick(choices);
        let slot = slots.find(unit).unwrap_or(0);
        let mut given = vec![(slot, instruction)];
        let branches = slots.ends_with('b') && self.chance(60);
        if branches {
            let qp = self.pool.predicate();
            given.push((2, fields("br.cond target25c", &[(0, qp)]) | self.hints()));
        }
        self.random_bundle(template, slots, &given);
        let aim = match target {
            0 => Target::Branch(recovery),
            1 => Target::Check(recovery),
            _ => Target::FpCheck(recovery),
        };
        self.asm.aim(slot, &aim);
        if branches {
            self.asm.aim(2, &Target::Branch(recovery));
        }
        self.straight(2);
        self.asm.place(recovery);
    }
}

/// alloc: target, sizes of frame, of inputs and locals, of the rotating region.
fn alloc(r1: u64, sof: u64, sol: u64, sor: u64) -> u64 {
    fields(
        "alloc r1 = ar.pfs, sof, sol, sor",
        &[(R1, r1), (R2, sof), (R3, sol), (27, sor / 8)],
    )
}
