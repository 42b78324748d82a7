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

    /// The definitions that reach a read by instruction `item`, the newest first, each with the iterations between them: one, or those of several
    /// parts of a register back to a write of the whole.
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
            if !definition.is_part() {
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
