//! Which result each operand reads, in this iteration or one before, and which predicates are assumed.

use crate::path::Path;
use isa::{BranchKind, Op, Register};
use std::collections::HashMap;
use uarch::{Definition, Outline, Outliner, Use};

/// A result and one of its readers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// Number of the instruction with the result, in the order of the path.
    pub from: usize,
    /// Number of the reader.
    pub to: usize,
    /// The register as the reader names it.
    pub register: Register,
    /// Cycles from the issue of the one to the first in which the other may issue.
    pub latency: u64,
    /// Iterations between the two.
    pub distance: u32,
}

/// The register reads and writes of a path, by which each read is joined to the write that it depends on.
pub(crate) struct Dataflow<'a> {
    outliner: &'a Outliner,
    uses: Vec<(usize, Use)>,
    definitions: Vec<(usize, Definition)>,
    /// Numbers of definitions by register, in the order of the path.
    by_register: HashMap<Register, Vec<usize>>,
    /// Rotating general registers; `None`: nothing rotates.
    rotating: Option<u8>,
}

impl<'a> Dataflow<'a> {
    /// Joins the outlines of the blocks of a path.
    pub(crate) fn new(outliner: &'a Outliner, path: &Path, outlines: &[Outline]) -> Self {
        let places = path.items.iter().enumerate();
        let numbers: HashMap<_, _> = places.map(|(number, item)| (item.place, number)).collect();
        let mut flow = Self {
            outliner,
            uses: Vec::new(),
            definitions: Vec::new(),
            by_register: HashMap::new(),
            rotating: path.rotates.then(|| path.rotating_region()),
        };
        for (block, outline) in outlines.iter().enumerate() {
            let number = |slot| numbers.get(&(block, slot)).copied();
            let uses = outline.uses.iter();
            flow.uses
                .extend(uses.filter_map(|reader| Some((number(reader.slot)?, *reader))));
            for definition in &outline.definitions {
                if let Some(item) = number(definition.slot) {
                    let list = flow.by_register.entry(definition.register).or_default();
                    list.push(flow.definitions.len());
                    flow.definitions.push((item, *definition));
                }
            }
        }
        flow
    }

    /// The name, `distance` iterations ago, of the rotating register that has this name in the present one; `None`: it does not rotate, or
    /// not so far.
    fn earlier(&self, register: Register, distance: u8) -> Option<Register> {
        let region = self.rotating.unwrap_or(0);
        let turn = |n: u8, first: u8, size: u8| {
            let place = n.checked_sub(first).filter(|place| *place < size)?;
            (distance < size).then(|| first + (place + size - distance) % size)
        };
        match register {
            Register::Gr(n) => turn(n, 32, region.min(96)).map(Register::Gr),
            Register::Fr(n) if self.rotating.is_some() => turn(n, 32, 96).map(Register::Fr),
            Register::Pr(n) if self.rotating.is_some() => turn(n, 16, 48).map(Register::Pr),
            _ => None,
        }
    }

    /// The definition that reaches a read by instruction `item`, and how many iterations ago it was made; `None`: none in the loop.
    fn reaching(
        &self,
        item: usize,
        register: Register,
        executes: impl Fn(usize) -> bool,
    ) -> Option<(usize, u32)> {
        let written = |register: Register, before: usize| {
            let list = self.by_register.get(&register)?;
            let found = list.iter().rev().find(|&&definition| {
                let (item, definition) = &self.definitions[definition];
                *item < before && (definition.always || executes(*item))
            });
            found.copied()
        };
        if let Some(found) = written(register, item) {
            return Some((found, 0));
        }
        if self.earlier(register, 0).is_none() {
            return written(register, usize::MAX).map(|found| (found, 1));
        }
        (1..96).find_map(|distance| {
            let earlier = self.earlier(register, distance)?;
            Some((written(earlier, usize::MAX)?, u32::from(distance)))
        })
    }

    /// The definitions that reach a read by instruction `item`, the newest first, each with the iterations between them: one, or several where
    /// the newer ones [keep](Definition::keeps_earlier) what earlier ones are waited for.
    fn all_reaching(
        &self,
        item: usize,
        register: Register,
        executes: impl Fn(usize) -> bool + Copy,
    ) -> Vec<(usize, u32)> {
        let mut reaching: Vec<(usize, u32)> = Vec::new();
        let (mut item, mut register, mut iterations) = (item, register, 0);
        while let Some((number, distance)) = self.reaching(item, register, executes) {
            if reaching.iter().any(|(known, _)| *known == number) {
                break;
            }
            iterations += distance;
            reaching.push((number, iterations));
            let (writer, definition) = &self.definitions[number];
            if !definition.keeps_earlier() {
                break;
            }
            (item, register) = (*writer, definition.register);
        }
        reaching
    }

    /// Decides which instructions of a path are assumed to execute. A compare that no branch depends on sets its first target, or its
    /// second if it is one of `second`. Returns the compares that no branch depends on and other instructions do, by their numbers.
    pub(crate) fn assume(&self, path: &mut Path, second: &[usize]) -> Vec<usize> {
        // By compare, whether it sets its first target, as the branches of the path imply.
        let mut first_is_true = HashMap::new();
        let source = |item: usize, qp: u8| {
            let (definition, _) = self.reaching(item, Register::Pr(qp), |_| true)?;
            let (compare, definition) = &self.definitions[definition];
            let instruction = &path.items[*compare].instruction;
            let Register::Pr(target) = definition.register else {
                return None;
            };
            (instruction.complementary_targets() >> target & 1 != 0)
                .then_some((*compare, target == instruction.p1()))
        };
        let mut executes = vec![true; path.items.len()];
        for (number, item) in path.items.iter().enumerate() {
            let Op::Branch { kind, .. } = item.instruction.op else {
                continue;
            };
            let (block, slot) = item.place;
            let is_taken = path.taken[block] == Some(slot);
            if item.instruction.qp == 0 || kind == BranchKind::Ctop {
                continue;
            }
            executes[number] = is_taken;
            if let Some((compare, is_first)) = source(number, item.instruction.qp) {
                first_is_true.entry(compare).or_insert(is_taken == is_first);
            }
        }
        let mut free = Vec::new();
        for (number, item) in path.items.iter().enumerate() {
            if item.instruction.qp != 0
                && !item.instruction.is_branch()
                && let Some((compare, is_first)) = source(number, item.instruction.qp)
            {
                let decided = first_is_true.get(&compare);
                if decided.is_none() && !free.contains(&compare) {
                    free.push(compare);
                }
                let first = decided.copied().unwrap_or(!second.contains(&compare));
                executes[number] = first == is_first;
            }
        }
        for (item, executes) in path.items.iter_mut().zip(executes) {
            item.executes = executes;
        }
        free
    }

    /// The dependences of all reads that happen.
    pub(crate) fn dependences(&self, path: &Path) -> Vec<Dependence> {
        let executes = |item: usize| path.items[item].executes;
        let readers = self.uses.iter();
        let readers = readers.filter(|(item, reader)| reader.always || executes(*item));
        let joined = readers.flat_map(|(to, reader)| {
            let reaching = self.all_reaching(*to, reader.register, executes);
            reaching.into_iter().map(move |(definition, distance)| {
                let (from, definition) = &self.definitions[definition];
                Dependence {
                    from: *from,
                    to: *to,
                    register: reader.register,
                    latency: self.outliner.latency(definition, reader),
                    distance,
                }
            })
        });
        joined.collect()
    }
}

#[cfg(test)]
mod tests {
    use crate::{Code, Scheduler, loops};
    use isa::Register;

    const NOP: u128 = 1 << 27;
    const NOP_B: u128 = 2 << 37;
    /// `(p6) br.cond.dptk`, without its distance.
    const BR_COND: u128 = 4 << 37 | 2 << 33 | 6;
    /// `br.ctop.sptk`, without its distance.
    const BR_CTOP: u128 = 4 << 37 | 7 << 6;
    /// `alloc r40 = ar.pfs, 0, 9, 0, 8`
    const ALLOC: u128 = 1 << 37 | 6 << 33 | 1 << 27 | 9 << 13 | 40 << 6;
    /// Opcodes of integer and floating-point loads and stores.
    const OPCODES: [u128; 2] = [4 << 37, 6 << 37];

    /// `ld8.a` or `ldfd.a` from [r3].
    fn advanced(opcode: u128, target: u128) -> u128 {
        opcode | 0xb << 30 | 3 << 20 | target << 6
    }

    /// `ld8.c.nc` or `ldfd.c.nc` from [r3].
    fn check(opcode: u128, target: u128) -> u128 {
        opcode | 0x27 << 30 | 3 << 20 | target << 6
    }

    /// `st8` or `stfd` to [r3].
    fn store(opcode: u128, value: u128) -> u128 {
        opcode | 0x33 << 30 | 3 << 20 | value << 13
    }

    /// The dependences through general and floating-point registers of a loop: numbers of result and reader among its `memory` instructions, and the
    /// iterations between them. Each instruction has a bundle of its own, those of `above` before the loop; `branch` ends the loop.
    fn joined(above: &[u128], memory: &[u128], branch: u128) -> Vec<(usize, usize, u32)> {
        let bundles = 1 - memory.len() as i128;
        let distance = bundles as u128 & 0xf_ffff;
        let sign = u128::from(bundles < 0);
        let back = branch | distance << 13 | sign << 36;
        let last = above.len() + memory.len() - 1;
        let all = above.iter().chain(memory).enumerate();
        let bytes = all.flat_map(|(index, instruction)| {
            let ends = if index == last { back } else { NOP_B };
            // MIB with a stop at its end.
            (0x11 | instruction << 5 | NOP << 46 | ends << 87).to_le_bytes()
        });
        let mut code = Code::default();
        code.add(0x1000, &bytes.collect::<Vec<_>>());
        let found = loops(&code, 0..u64::MAX);
        let machine = config::load::<&str>("itanium2", &[]).expect("a shipped machine");
        let schedule = Scheduler::new(&machine.machine).schedule(&code, found[0]);
        let dependences = schedule.expect("a loop").dependences.into_iter();
        let through =
            dependences.filter(|one| matches!(one.register, Register::Gr(_) | Register::Fr(_)));
        let numbers = through.map(|one| (one.from / 3, one.to / 3, one.distance));
        numbers.collect()
    }

    #[test]
    fn a_use_behind_a_check_load_also_reads_the_advanced_load() {
        for opcode in OPCODES {
            let memory = [advanced(opcode, 8), check(opcode, 8), store(opcode, 8)];
            assert_eq!(joined(&[], &memory, BR_COND), [(1, 2, 0), (0, 2, 0)]);
            // The use is in the next iteration.
            let memory = [store(opcode, 8), advanced(opcode, 8), check(opcode, 8)];
            assert_eq!(joined(&[], &memory, BR_COND), [(2, 0, 1), (1, 0, 1)]);
        }
    }

    #[test]
    fn the_rotations_before_and_behind_a_check_load_add_up() {
        for opcode in OPCODES {
            let memory = [advanced(opcode, 32), check(opcode, 33), store(opcode, 34)];
            assert_eq!(joined(&[ALLOC], &memory, BR_CTOP), [(1, 2, 1), (0, 2, 2)]);
        }
    }

    #[test]
    fn a_check_load_whose_advanced_load_is_before_the_loop_is_the_only_result_of_its_use() {
        for opcode in OPCODES {
            let memory = [check(opcode, 8), store(opcode, 8)];
            let above = [advanced(opcode, 8)];
            assert_eq!(joined(&above, &memory, BR_COND), [(0, 1, 0)]);
        }
    }
}
