//! Makes the file of a profile from the recording of a run.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use elf::File;
use events::{MemoryLevel, Reason};
use isa::disasm::SymbolTable;
use report::Report;
use rustc_hash::FxHashMap;
use sim::{Bundle, Line, Recording, Spent};

use crate::form::{
    Causes, ConfigName, Function, Instruction, Name, PROFILE_VERSION, Path, ProfileFile, Waited,
    spend,
};
use crate::functions::{self, Covered, Functions, UNNAMED};
use crate::source::Lines;

/// The cycles of a profile do not sum to those of the report: a bug in the simulator.
#[derive(Debug, thiserror::Error, PartialEq, Eq)]
#[error(
    "the cycles of {of} are {sum}, those of the run {cycles}{cause}; this is a bug in the simulator"
)]
pub struct Mismatch {
    of: &'static str,
    sum: u64,
    cycles: u64,
    cause: String,
}

/// How much a profile contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Depth {
    /// Everything.
    Full,
    /// All but call paths and source lines.
    Functions,
}

/// The program that a profile is about.
#[derive(Debug)]
pub struct Program<'p, 'd> {
    /// Its file.
    pub file: &'p File<'d>,
    /// Its functions; their boundaries are those with which the recording was made.
    pub functions: &'p Functions,
    /// Symbols that may name an address in an instruction.
    pub symbols: &'p SymbolTable,
}

/// Makes the file of a run's profile.
///
/// # Errors
/// [`Mismatch`].
pub fn build(
    report: &Report,
    frequency_hz: u64,
    recording: Recording,
    program: &Program<'_, '_>,
    depth: Depth,
) -> Result<ProfileFile, Mismatch> {
    let mut lines = match depth {
        Depth::Full => Lines::of(program.file),
        Depth::Functions => Lines::default(),
    };
    let mut blamed = blamed(&recording);
    let mut functions = Table::default();
    let addresses = recording.bundles.keys().map(|(address, _)| *address);
    let places = functions.places(program.functions, addresses);
    let mut sums: Vec<Sums> = vec![[0; Reason::ALL.len()]; functions.list.len()];
    for (((address, raw), bundle), function) in recording.bundles.iter().zip(places) {
        let sums = &mut sums[function as usize];
        let function = &mut functions.list[function as usize];
        let (address, raw) = (*address, *raw);
        let known = function.instructions.len();
        let to = (&mut *function, sums);
        add_bundle(to, address, raw, bundle, program.symbols, &mut lines);
        for instruction in function.instructions.iter_mut().skip(known) {
            let place = address + u64::from(instruction.slot);
            instruction.blamed = blamed.remove(&place).unwrap_or_default();
        }
    }
    for (function, sums) in functions.list.iter_mut().zip(sums) {
        for (reason, cycles) in Reason::ALL.iter().zip(sums) {
            spend(&mut function.cycles_by_cause, &name(*reason), cycles);
        }
    }
    let paths = match depth {
        Depth::Full => paths(&recording, program.functions, &mut functions),
        Depth::Functions => Vec::new(),
    };
    let (list, paths) = by_address(functions.list, paths);
    let profile = ProfileFile {
        profile_version: PROFILE_VERSION,
        simulator: report.simulator.clone(),
        config: ConfigName {
            name: report.config.name.clone(),
            hash: report.config.hash.clone(),
        },
        workload: report.workload.clone(),
        outcome: report.outcome.clone(),
        region: report.region.clone(),
        instructions: report.instructions,
        cycles: report.cycles.unwrap_or_default(),
        frequency_hz,
        cycle_accounting: report.cycle_accounting.unwrap_or_default(),
        // The model charges cycles when a group issues, so there are none behind the last issue.
        behind: Causes::new(),
        files: lines.into_files(),
        functions: list,
        paths,
        folded_calls: recording.folded_calls,
    };
    check(&profile, report)?;
    Ok(profile)
}

/// The functions of a profile, in the order in which they are met.
#[derive(Default)]
struct Table {
    list: Vec<Function>,
    /// Index in `list` by the address of the function; `None`: code that belongs to none.
    numbers: FxHashMap<Option<u64>, u32>,
}

impl Table {
    /// The function of each bundle, by index; each function gets room for the instructions of its bundles.
    fn places(&mut self, functions: &Functions, bundles: impl Iterator<Item = u64>) -> Vec<u32> {
        let places: Vec<u32> = bundles.map(|it| self.of(functions.find(it))).collect();
        let mut room = vec![0; self.list.len()];
        for place in &places {
            room[*place as usize] += SLOTS;
        }
        for (function, room) in self.list.iter_mut().zip(room) {
            function.instructions.reserve_exact(room);
        }
        places
    }

    fn of(&mut self, covered: Option<Covered<'_>>) -> u32 {
        let next = self.list.len() as u32;
        let key = covered.map(|covered| covered.address);
        *self.numbers.entry(key).or_insert_with(|| {
            self.list.push(Function {
                name: functions::name(covered),
                symbol: covered.and_then(|covered| covered.symbol.map(str::to_owned)),
                address: hexadecimal(key.unwrap_or_default()),
                ..Function::default()
            });
            next
        })
    }
}

fn causes(spent: &[Spent]) -> Causes {
    let mut causes = Causes::new();
    for spent in spent {
        spend(&mut causes, &name(spent.reason), spent.cycles);
    }
    causes
}

/// The name of a reason. All names are formatted once.
fn name(reason: Reason) -> Name {
    static NAMES: LazyLock<Vec<String>> =
        LazyLock::new(|| Reason::ALL.iter().map(Reason::to_string).collect());
    Name::Borrowed(&NAMES[reason as usize])
}

/// Most instructions of a bundle.
const SLOTS: usize = 3;

/// Bytes that suffice for the text of nearly every instruction.
const MOST_OFTEN: usize = 48;

/// Writes a number as `{:#x}` does, but faster: a profile has so many that the library would take a tenth of the time of making it.
fn hexadecimal(number: u64) -> String {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = *b"0x0000000000000000";
    let digits = (64 - (number | 1).leading_zeros()).div_ceil(4) as usize;
    for digit in 0..digits {
        text[1 + digits - digit] = DIGITS[(number >> (4 * digit) & 15) as usize];
    }
    let text = str::from_utf8(&text[..2 + digits]);
    text.unwrap_or_default().to_owned()
}

/// Cycles of a function by reason.
type Sums = [u64; Reason::ALL.len()];

/// Adds the instructions of a bundle to its function, and their cycles to the function's sums.
fn add_bundle(
    (function, sums): (&mut Function, &mut Sums),
    address: u64,
    raw: u128,
    bundle: &Bundle,
    symbols: &SymbolTable,
    lines: &mut Lines<'_>,
) {
    let decoded = isa::decode(raw);
    let name = hexadecimal(address);
    let mut first = true;
    for (slot, line) in bundle.slots.iter().enumerate() {
        let cycles = line.all_cycles();
        if line.retired == 0 && cycles == 0 {
            continue;
        }
        let mut text = String::with_capacity(MOST_OFTEN);
        // Writing to a string does not fail.
        let _ = isa::disasm::write_instruction(&mut text, &decoded.slots[slot], address, symbols);
        for spent in &line.spent {
            sums[spent.reason as usize] += spent.cycles;
        }
        function.cycles += cycles;
        function.retired += line.retired;
        let levels = MemoryLevel::BEHIND_L1.iter().zip(line.misses);
        let data_from = levels.filter(|(_, misses)| *misses > 0);
        let at_first = |count: u64| if first { count } else { 0 };
        function.instructions.push(Instruction {
            address: name.clone(),
            slot: slot as u8,
            template: Name::Borrowed(decoded.template.name()),
            text,
            stop: decoded.template.stop_after(slot),
            retired: line.retired,
            executed: line.executed,
            cycles,
            cycles_by_cause: causes(&line.spent),
            waits: waits(line),
            blamed: Causes::new(),
            data_from: match line.misses.iter().any(|misses| *misses > 0) {
                true => data_from
                    .map(|(level, misses)| (Name::Borrowed(level.name()), misses))
                    .collect(),
                false => BTreeMap::new(),
            },
            dtlb_misses: line.tlb_misses,
            taken: line.taken,
            mispredicted: line.mispredicted,
            failed_checks: line.failed_checks,
            l1i_misses: at_first(bundle.fetch_misses),
            itlb_misses: at_first(bundle.fetch_tlb_misses),
            source: lines.places(address + slot as u64),
        });
        first = false;
    }
}

/// The instructions that an instruction waited for, with causes and cycles, the most cycles first.
fn waits(line: &Line) -> Vec<Waited> {
    let known = line.spent.iter().filter_map(|spent| {
        let culprit = spent.culprit?;
        Some(Waited {
            cause: name(spent.reason),
            address: hexadecimal(culprit & !15),
            slot: (culprit & 3) as u8,
            cycles: spent.cycles,
        })
    });
    let mut waits: Vec<_> = known.collect();
    waits.sort_by(|one, other| {
        let key = |waited: &Waited| (std::cmp::Reverse(waited.cycles), waited.cause.clone());
        key(one)
            .cmp(&key(other))
            .then_with(|| (&one.address, one.slot).cmp(&(&other.address, other.slot)))
    });
    waits
}

/// For each instruction that was waited for, by address with the slot in the low bits: the cycles by cause.
fn blamed(recording: &Recording) -> FxHashMap<u64, Causes> {
    let mut blamed: FxHashMap<u64, Causes> = FxHashMap::default();
    let lines = recording.bundles.values().flat_map(|bundle| &bundle.slots);
    for spent in lines.flat_map(|line| &line.spent) {
        if let Some(culprit) = spent.culprit {
            let causes = blamed.entry(culprit).or_default();
            spend(causes, &name(spent.reason), spent.cycles);
        }
    }
    blamed
}

/// The call paths of the file, each of which is in one function: where a recorded path has cycles in other functions, to which the code jumped,
/// each of these gets a path of its own with the same caller.
fn paths(recording: &Recording, functions: &Functions, table: &mut Table) -> Vec<Path> {
    let mut paths: Vec<Path> = Vec::new();
    // Index in `paths` of each path of the recording.
    let mut numbers: Vec<u32> = Vec::new();
    let mut beside: FxHashMap<(u32, u32), u32> = FxHashMap::default();
    for recorded in &recording.paths {
        let target = recorded.path.map_or(0, |path| path.target);
        let (site, caller) = recorded.path.map_or((0, None), |path| {
            let caller = path.caller.and_then(|caller| {
                let callers = *numbers.get(caller as usize)?;
                // A call from a function that was jumped to has the path of that function as its caller.
                let function = table.of(functions.find(path.site));
                if paths[callers as usize].function == function {
                    return Some(callers);
                }
                Some(beside_of(&mut paths, &mut beside, callers, function))
            });
            (path.site, caller)
        });
        let own = paths.len() as u32;
        numbers.push(own);
        paths.push(Path {
            caller,
            site: hexadecimal(site),
            function: table.of(functions.find(target)),
            cycles: 0,
            cycles_by_cause: Causes::new(),
        });
        for (piece, reason, cycles) in &recorded.spent {
            let function = table.of(functions.piece(*piece));
            let path = if paths[own as usize].function == function {
                own
            } else {
                beside_of(&mut paths, &mut beside, own, function)
            };
            let path = &mut paths[path as usize];
            path.cycles += cycles;
            spend(&mut path.cycles_by_cause, &name(*reason), *cycles);
        }
    }
    paths
}

/// The path of another function with the same caller and call as `path`, which is made if it is not there.
fn beside_of(
    paths: &mut Vec<Path>,
    beside: &mut FxHashMap<(u32, u32), u32>,
    path: u32,
    function: u32,
) -> u32 {
    *beside.entry((path, function)).or_insert_with(|| {
        let next = paths.len() as u32;
        let like = &paths[path as usize];
        paths.push(Path {
            caller: like.caller,
            site: like.site.clone(),
            function,
            cycles: 0,
            cycles_by_cause: Causes::new(),
        });
        next
    })
}

/// Sorts functions by address, and changes their indices in paths accordingly.
fn by_address(list: Vec<Function>, mut paths: Vec<Path>) -> (Vec<Function>, Vec<Path>) {
    let address = |function: &Function| {
        u64::from_str_radix(function.address.trim_start_matches("0x"), 16).unwrap_or_default()
    };
    let mut order: Vec<usize> = (0..list.len()).collect();
    order.sort_by_key(|&number| (list[number].name != UNNAMED, address(&list[number])));
    let mut places = vec![0; list.len()];
    for (place, &number) in order.iter().enumerate() {
        places[number] = place as u32;
    }
    for path in &mut paths {
        path.function = places[path.function as usize];
    }
    let mut sorted: Vec<(u32, Function)> = places.into_iter().zip(list).collect();
    sorted.sort_by_key(|(place, _)| *place);
    (
        sorted.into_iter().map(|(_, function)| function).collect(),
        paths,
    )
}

/// Checks that the cycles by function and by path, in all and for each stall, are those of the report.
fn check(profile: &ProfileFile, report: &Report) -> Result<(), Mismatch> {
    let functions = profile.functions.iter();
    let by_function: u64 = functions.map(|function| function.cycles).sum();
    let by_path: u64 = profile.paths.iter().map(|path| path.cycles).sum();
    let cycles = profile.cycles;
    let followed = !profile.paths.is_empty();
    for (of, sum) in [("functions", by_function), ("call paths", by_path)] {
        if sum != cycles && (followed || of == "functions") {
            return Err(Mismatch {
                of,
                sum,
                cycles,
                cause: String::new(),
            });
        }
    }
    let functions = profile.functions.iter().map(|one| &one.cycles_by_cause);
    let by_function = by_stall(functions);
    let paths = profile.paths.iter().map(|path| &path.cycles_by_cause);
    let by_path = by_stall(paths);
    for (cause, cycles) in report
        .stalls
        .iter()
        .flatten()
        .flat_map(|(_, causes)| causes)
    {
        for (of, sums) in [("functions", &by_function), ("call paths", &by_path)] {
            let sum = sums.get(cause.as_str()).copied().unwrap_or_default();
            if sum != *cycles && (followed || of == "functions") {
                return Err(Mismatch {
                    of,
                    sum,
                    cycles: *cycles,
                    cause: format!(" for {cause}"),
                });
            }
        }
    }
    Ok(())
}

/// Cycles by stall, as reports have them: causes without their details.
fn by_stall<'p>(all: impl Iterator<Item = &'p Causes>) -> BTreeMap<&'p str, u64> {
    let mut sums = BTreeMap::new();
    for (cause, cycles) in all.flatten() {
        let stall = cause.split(':').next().unwrap_or_default();
        *sums.entry(stall).or_default() += cycles;
    }
    sums
}

#[cfg(test)]
mod tests {
    use super::hexadecimal;

    #[test]
    fn numbers_are_written_as_the_library_writes_them() {
        let places = (0..64).map(|bit| 1u64 << bit);
        for number in places.flat_map(|bit| [bit, bit - 1, bit | 0x35, u64::MAX - bit]) {
            assert_eq!(hexadecimal(number), format!("{number:#x}"));
        }
    }
}
