//! The difference of two profiles: which functions, and which lines or instructions in them, lost or gained how many cycles by which cause.
//!
//! The programs need not be the same file, as after a new compilation. Functions are aligned by their symbols, without the suffixes that
//! compilers append to clones if only these differ. Inside a function source lines are compared if both programs have them, else
//! instructions, aligned by the longest common subsequence of their texts.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use similar::{Algorithm, DiffOp, capture_diff_slices};

use crate::form::{Causes, Function, Instruction, Name, ProfileFile};
use crate::functions::{UNNAMED, readable};

/// Most instructions of a function that are aligned: with more it would take too long, and none are.
const MOST_ALIGNED: usize = 20_000;

/// What changed from one profile to another, the largest change first.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
pub struct Diff {
    /// Program and machine of the first.
    pub from: String,
    /// Those of the second.
    pub to: String,
    /// Cycles of both runs.
    #[serde(flatten)]
    pub cycles: Change,
    /// The functions whose cycles changed.
    pub functions: Vec<FunctionChange>,
}

/// A number before and after.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
pub struct Change {
    /// In the first profile.
    pub before: u64,
    /// In the second.
    pub after: u64,
    /// Their difference: above zero, the second has more.
    pub change: i64,
}

impl Change {
    fn new(before: u64, after: u64) -> Self {
        Self {
            before,
            after,
            change: (i128::from(after) - i128::from(before))
                .clamp(i128::from(i64::MIN), i128::from(i64::MAX)) as i64,
        }
    }
}

/// What changed in a function.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
pub struct FunctionChange {
    /// Its name.
    pub name: String,
    /// Its cycles.
    #[serde(flatten)]
    pub cycles: Change,
    /// The causes whose cycles changed.
    pub causes: Vec<CauseChange>,
    /// Lines or instructions whose cycles changed.
    pub places: Vec<PlaceChange>,
}

/// What changed of a cause.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
pub struct CauseChange {
    /// The cause.
    pub cause: String,
    /// Its cycles.
    #[serde(flatten)]
    pub cycles: Change,
}

/// What changed at a line or an instruction.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
pub struct PlaceChange {
    /// File and line, or address and text of the instruction.
    pub place: String,
    /// Its cycles.
    #[serde(flatten)]
    pub cycles: Change,
    /// The causes whose cycles changed there.
    pub causes: Vec<CauseChange>,
}

/// The difference of two profiles.
#[must_use]
pub fn diff(one: &ProfileFile, other: &ProfileFile) -> Diff {
    let title =
        |profile: &ProfileFile| format!("{} on {}", profile.workload.name, profile.config.name);
    let mut functions: Vec<FunctionChange> = pairs(one, other)
        .into_iter()
        .map(|(before, after)| function(one, other, &before, &after))
        .filter(|change| !change.causes.is_empty())
        .collect();
    functions.sort_by_key(|function| {
        (
            std::cmp::Reverse(function.cycles.change.unsigned_abs()),
            function.name.clone(),
        )
    });
    Diff {
        from: title(one),
        to: title(other),
        cycles: Change::new(one.cycles, other.cycles),
        functions,
    }
}

type Pair<'p> = (Vec<&'p Function>, Vec<&'p Function>);

/// Pairs the functions of two profiles by symbol. If the clones of a function are not the same in both, all functions whose symbols differ only
/// in the suffixes of clones form one pair. If the programs differ, so do all functions without a symbol, of which only addresses are
/// known.
fn pairs<'p>(one: &'p ProfileFile, other: &'p ProfileFile) -> Vec<Pair<'p>> {
    let clones = |profile: &'p ProfileFile| {
        let mut clones: BTreeMap<&str, BTreeSet<&str>> = BTreeMap::new();
        for name in profile.functions.iter().map(symbol) {
            clones.entry(plain(name)).or_default().insert(name);
        }
        clones
    };
    let (before, after) = (clones(one), clones(other));
    let mut pairs: BTreeMap<&str, Pair<'p>> = BTreeMap::new();
    let is_one_program = one.workload.sha256 == other.workload.sha256;
    let key = |function: &'p Function| {
        let name = symbol(function);
        if function.symbol.is_none() && !is_one_program {
            return UNNAMED;
        }
        let original = plain(name);
        match before.get(original) == after.get(original) {
            true => name,
            false => original,
        }
    };
    for function in &one.functions {
        pairs.entry(key(function)).or_default().0.push(function);
    }
    for function in &other.functions {
        pairs.entry(key(function)).or_default().1.push(function);
    }
    pairs.into_values().collect()
}

fn symbol(function: &Function) -> &str {
    function.symbol.as_deref().unwrap_or(&function.name)
}

/// A symbol without the suffixes that GCC and LLVM append for clones: `.constprop.0`, `.isra.1`, `.part.0`, `.cold`, `.llvm.123`.
fn plain(symbol: &str) -> &str {
    match symbol.find('.') {
        Some(place) if place > 0 => &symbol[..place],
        _ => symbol,
    }
}

/// The change of a pair of functions, or of clones taken together.
fn function(
    one: &ProfileFile,
    other: &ProfileFile,
    before: &[&Function],
    after: &[&Function],
) -> FunctionChange {
    let sum = |functions: &[&Function]| {
        let mut causes = Causes::new();
        for (cause, cycles) in functions.iter().flat_map(|one| &one.cycles_by_cause) {
            crate::form::spend(&mut causes, cause, *cycles);
        }
        causes
    };
    let cycles = |functions: &[&Function]| functions.iter().map(|one| one.cycles).sum();
    let mut all = before.iter().chain(after);
    let first = all.next();
    let is_one = all.all(|next| first.is_some_and(|first| first.name == next.name));
    let name = match first {
        Some(first) if is_one => first.name.clone(),
        // Clones that are taken together have the name of the original function.
        Some(first) => first
            .symbol
            .as_deref()
            .map_or(UNNAMED.to_owned(), |it| readable(plain(it))),
        None => String::new(),
    };
    FunctionChange {
        name,
        cycles: Change::new(cycles(before), cycles(after)),
        causes: causes(&sum(before), &sum(after)),
        places: places(one, other, before, after),
    }
}

/// The causes whose cycles changed, the largest change first.
fn causes(before: &Causes, after: &Causes) -> Vec<CauseChange> {
    let names: BTreeSet<&Name> = before.keys().chain(after.keys()).collect();
    let of = |causes: &Causes, name: &Name| causes.get(name).copied().unwrap_or_default();
    let changes = names.into_iter().map(|name| CauseChange {
        cause: name.to_string(),
        cycles: Change::new(of(before, name), of(after, name)),
    });
    let mut changes: Vec<_> = changes.filter(|one| one.cycles.change != 0).collect();
    changes.sort_by_key(|one| std::cmp::Reverse(one.cycles.change.unsigned_abs()));
    changes
}

/// Cycles by cause of a line or an instruction in both profiles.
#[derive(Default)]
struct Sides {
    before: Causes,
    after: Causes,
}

fn places(
    one: &ProfileFile,
    other: &ProfileFile,
    before: &[&Function],
    after: &[&Function],
) -> Vec<PlaceChange> {
    let instructions = |functions: &[&'_ Function]| -> Vec<Instruction> {
        let all = functions
            .iter()
            .flat_map(|one| one.instructions.iter().cloned());
        all.collect()
    };
    let (before, after) = (instructions(before), instructions(after));
    let has_lines = |all: &[Instruction]| all.iter().any(|one| !one.source.is_empty());
    let mut sides: Vec<(String, Sides)> = if has_lines(&before) && has_lines(&after) {
        by_line(one, other, &before, &after)
    } else {
        by_text(&before, &after)
    };
    sides.retain(|(_, sides)| sides.before != sides.after);
    let mut changes: Vec<PlaceChange> = sides
        .into_iter()
        .map(|(place, sides)| PlaceChange {
            place,
            cycles: Change::new(sides.before.values().sum(), sides.after.values().sum()),
            causes: causes(&sides.before, &sides.after),
        })
        .collect();
    changes.sort_by_key(|one| std::cmp::Reverse(one.cycles.change.unsigned_abs()));
    changes
}

fn add(sums: &mut Causes, instruction: &Instruction) {
    for (cause, cycles) in &instruction.cycles_by_cause {
        crate::form::spend(sums, cause, *cycles);
    }
}

/// Cycles by source line. Files are known by their last names, as the folders of builds differ.
fn by_line(
    one: &ProfileFile,
    other: &ProfileFile,
    before: &[Instruction],
    after: &[Instruction],
) -> Vec<(String, Sides)> {
    let line = |profile: &ProfileFile, instruction: &Instruction| {
        let Some(place) = instruction.source.first() else {
            return "(no line)".to_owned();
        };
        let file = profile.files.get(place.file as usize);
        let file = file
            .and_then(|file| file.rsplit('/').next())
            .unwrap_or_default();
        format!("{file}:{}", place.line)
    };
    let mut lines: BTreeMap<String, Sides> = BTreeMap::new();
    for instruction in before {
        let sides = lines.entry(line(one, instruction)).or_default();
        add(&mut sides.before, instruction);
    }
    for instruction in after {
        let sides = lines.entry(line(other, instruction)).or_default();
        add(&mut sides.after, instruction);
    }
    lines.into_iter().collect()
}

/// Cycles by instruction; those in the longest common subsequence of texts are paired.
fn by_text(before: &[Instruction], after: &[Instruction]) -> Vec<(String, Sides)> {
    let side = |instruction: &Instruction, is_after: bool| {
        let mut sides = Sides::default();
        let sums = match is_after {
            true => &mut sides.after,
            false => &mut sides.before,
        };
        add(sums, instruction);
        (label(instruction), sides)
    };
    if before.len().max(after.len()) > MOST_ALIGNED {
        let before = before.iter().map(|one| side(one, false));
        return before
            .chain(after.iter().map(|one| side(one, true)))
            .collect();
    }
    let texts = |all: &[Instruction]| -> Vec<String> { all.iter().map(shape).collect() };
    let mut found = Vec::new();
    for step in capture_diff_slices(Algorithm::Myers, &texts(before), &texts(after)) {
        if let DiffOp::Equal {
            old_index,
            new_index,
            len,
        } = step
        {
            let pairs = before[old_index..][..len]
                .iter()
                .zip(&after[new_index..][..len]);
            for (one, other) in pairs {
                let (label, mut sides) = side(one, false);
                add(&mut sides.after, other);
                found.push((label, sides));
            }
        } else {
            found.extend(before[step.old_range()].iter().map(|one| side(one, false)));
            found.extend(after[step.new_range()].iter().map(|one| side(one, true)));
        }
    }
    found
}

fn label(instruction: &Instruction) -> String {
    format!(
        "{}.{} {}",
        instruction.address, instruction.slot, instruction.text
    )
}

/// The text without the addresses to which branches, their predictions and checks lead, which move with the code.
fn shape(instruction: &Instruction) -> String {
    let text = instruction.text.as_str();
    let predicated = text
        .strip_prefix("(p")
        .and_then(|rest| rest.split_once(") "));
    let mnemonic = predicated.map_or(text, |(_, behind)| behind);
    let leads = ["br", "chk.", "fchkf"];
    if !leads.iter().any(|start| mnemonic.starts_with(start)) {
        return text.split(" <").next().unwrap_or_default().to_owned();
    }
    let ends = [' ', '=', ','];
    let is_target = |word: &str| {
        let address = word.trim_end_matches(ends);
        let is_address = address.len() > 8 && address.bytes().all(|it| it.is_ascii_hexdigit());
        is_address || word.starts_with('<')
    };
    let words = text.split_inclusive(ends);
    words.filter(|word| !is_target(word)).collect()
}

/// A difference as text: `top` functions, each with its causes and `places` lines or instructions.
#[must_use]
pub fn diff_text(diff: &Diff, top: usize, places: usize) -> String {
    let mut text = format!(
        "{} -> {}: {} -> {} cycles, {:+}\n\n{:>14}  {:>14}  {:>14}  function\n",
        diff.from,
        diff.to,
        diff.cycles.before,
        diff.cycles.after,
        diff.cycles.change,
        "change",
        "before",
        "after",
    );
    let row = |text: &mut String, cycles: &Change, name: &str| {
        let _ = writeln!(
            text,
            "{:>+14}  {:>14}  {:>14}  {name}",
            cycles.change, cycles.before, cycles.after
        );
    };
    for function in diff.functions.iter().take(top) {
        row(&mut text, &function.cycles, &function.name);
        for cause in &function.causes {
            row(&mut text, &cause.cycles, &format!("  {}", cause.cause));
        }
        for place in function.places.iter().take(places) {
            let cause = place.causes.first().map_or("", |one| one.cause.as_str());
            row(
                &mut text,
                &place.cycles,
                &format!("    {}  {cause}", place.place),
            );
        }
    }
    if diff.functions.is_empty() {
        text.push_str("nothing differs\n");
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    #[test]
    fn the_targets_of_branches_and_checks_do_not_tell_instructions_apart() {
        let shaped = |text: &str| {
            shape(&Instruction {
                text: text.to_owned(),
                ..Instruction::default()
            })
        };
        let (here, there) = ("4000000000000450 <f+0x50>", "40000000000018a0 <g>");
        for start in [
            "(p06) br.cond.dptk.few ",
            "br.call.sptk.many b0=",
            "(p07) brl.cond.sptk.few ",
            "chk.s.m r8,",
            "(p06) chk.a.nc f32,",
            "fchkf.s2 ",
        ] {
            let [one, other] = [here, there].map(|target| shaped(&format!("{start}{target}")));
            assert_eq!(one, other);
        }
        let predicted = |target, place| shaped(&format!("brp.loop.imp {target},{place}"));
        assert_eq!(predicted(here, there), predicted(there, here));
        for (one, other) in [
            ("chk.s.m r8,4000000000000450", "chk.s.m r9,4000000000000450"),
            ("br.ret.sptk.many b0", "br.ret.sptk.many b6"),
            ("adds r8=16,r12", "adds r8=32,r12"),
        ] {
            assert_ne!(shaped(one), shaped(other));
        }
    }

    #[test]
    fn the_function_that_lost_most_comes_first_with_its_cause_and_its_instruction() {
        let one = sample();
        let mut other = sample();
        // Recompiled: moved, a clone, with a wait that is gone.
        other.functions[0].cycles += 1;
        other.functions[0]
            .cycles_by_cause
            .insert("unstalled".into(), 11);
        other.functions[0].instructions[0].source.clear();
        other.functions[1].symbol = Some("sort.constprop.0".into());
        let add = &mut other.functions[1].instructions[1];
        add.address = "0x7010".into();
        add.cycles = 10;
        add.cycles_by_cause.remove("data_integer: load from L3");
        other.functions[1].cycles = 20;
        other.functions[1]
            .cycles_by_cause
            .remove("data_integer: load from L3");
        other.cycles = 31;
        let diff = diff(&one, &other);
        assert_eq!(diff.cycles, Change::new(60, 31));
        let names: Vec<_> = diff.functions.iter().map(|one| one.name.as_str()).collect();
        assert_eq!(names, ["sort", "main"]);
        let sort = &diff.functions[0];
        assert_eq!(sort.cycles.change, -30);
        assert_eq!(sort.causes.len(), 1);
        assert_eq!(sort.causes[0].cause, "data_integer: load from L3");
        assert_eq!(sort.places.len(), 1);
        assert_eq!(sort.places[0].place, "0x2010.1 add r8=r8,r8");
        let text = diff_text(&diff, 5, 5);
        assert!(
            text.contains("-30              50              20  sort\n"),
            "{text}"
        );
    }

    #[test]
    fn clones_that_only_one_program_has_are_compared_with_the_original_together() {
        let one = sample();
        let mut other = sample();
        let mut clone = other.functions[1].clone();
        clone.symbol = Some("sort.constprop.3".into());
        clone.name = "sort.constprop.3".into();
        other.functions.push(clone);
        other.cycles += 50;
        let diff = diff(&one, &other);
        assert_eq!(diff.functions.len(), 1);
        assert_eq!(diff.functions[0].name, "sort");
        assert_eq!(diff.functions[0].cycles, Change::new(50, 100));
    }

    #[test]
    fn functions_without_symbols_are_aligned_by_address_in_one_program_and_together_in_another() {
        let mut one = sample();
        for function in &mut one.functions {
            (function.name, function.symbol) = (function.address.clone(), None);
        }
        let mut other = one.clone();
        let more = &mut other.functions[1];
        more.cycles += 7;
        *more.cycles_by_cause.get_mut("unstalled").unwrap() += 7;
        assert_eq!(diff(&one, &other).functions[0].name, "0x2000");
        other.workload.sha256 = Some("f".repeat(64));
        let changed = diff(&one, &other).functions;
        assert_eq!(changed.len(), 1);
        assert_eq!(changed[0].name, UNNAMED);
        assert_eq!(changed[0].cycles, Change::new(60, 67));
    }

    #[test]
    fn equal_profiles_do_not_differ() {
        let diff = diff(&sample(), &sample());
        assert!(diff.functions.is_empty());
        assert!(diff_text(&diff, 5, 5).ends_with("nothing differs\n"));
    }

    #[test]
    fn the_sums_of_the_places_are_those_of_the_function() {
        let one = sample();
        let mut other = sample();
        other.functions[1].instructions[0]
            .cycles_by_cause
            .insert("unstalled".into(), 17);
        other.functions[1]
            .cycles_by_cause
            .insert("unstalled".into(), 27);
        other.functions[1].cycles += 7;
        let diff = diff(&one, &other);
        let function = &diff.functions[0];
        let places: i64 = function.places.iter().map(|one| one.cycles.change).sum();
        assert_eq!(places, function.cycles.change);
    }
}
