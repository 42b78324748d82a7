//! Profiles as text: an overview of functions, listings of instructions, the largest causes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};

use report::Annotation;

use crate::form::{Causes, Function, Instruction, Place, ProfileFile};

/// The name of cycles in which something issued.
const UNSTALLED: &str = "unstalled";
/// Functions in the overview.
const OVERVIEW: usize = 10;
/// Most bytes of a source file that is read.
const SOURCE_LIMIT: u64 = 16 << 20;

pub(crate) fn percent(part: u64, whole: u64) -> String {
    report::ratio_text(part.saturating_mul(100), whole, 1)
}

/// The largest cause other than issue ([`UNSTALLED`]), with its cycles.
pub(crate) fn main_cause(causes: &Causes) -> Option<(&str, u64)> {
    let waits = causes.iter().filter(|(cause, _)| *cause != UNSTALLED);
    let largest = waits.max_by_key(|(cause, cycles)| (**cycles, std::cmp::Reverse(*cause)));
    largest.map(|(cause, cycles)| (&**cause, *cycles))
}

/// The functions, those with most cycles first.
fn ranked(profile: &ProfileFile) -> Vec<&Function> {
    let mut list: Vec<_> = profile.functions.iter().collect();
    list.sort_by_key(|function| (std::cmp::Reverse(function.cycles), &function.name));
    list
}

/// The functions with most cycles, each with the largest cause of its waits.
#[must_use]
pub fn overview(profile: &ProfileFile) -> String {
    let cycles = profile.cycles;
    let mut text = format!(
        "{} on {}: {cycles} cycles, {} instructions\n\n{:>14}  {:>6}  {:>14}  {:<50}  function\n",
        profile.workload.name,
        profile.config.name,
        profile.instructions,
        "cycles",
        "%",
        "instructions",
        "most waiting",
    );
    for function in ranked(profile).into_iter().take(OVERVIEW) {
        let waits = main_cause(&function.cycles_by_cause)
            .map_or(String::new(), |(cause, cycles)| format!("{cause} {cycles}"));
        let _ = writeln!(
            text,
            "{:>14}  {:>6}  {:>14}  {waits:<50}  {}",
            function.cycles,
            percent(function.cycles, cycles),
            function.retired,
            function.name
        );
    }
    if let Some(note) = folded_note(profile) {
        let _ = writeln!(text, "\n{note}");
    }
    text
}

/// The note for a profile with calls that have no path of their own.
pub(crate) fn folded_note(profile: &ProfileFile) -> Option<String> {
    let calls = profile.folded_calls;
    (calls > 0).then(|| {
        format!(
            "{calls} calls of deep recursion, or of more call paths than are told apart, count on the path of a caller"
        )
    })
}

/// The `most` largest causes of cycles in which nothing issued, one a line: function, cause, cycles, per cent of all cycles, and the
/// instruction to which most of them are due.
#[must_use]
pub fn largest_causes(profile: &ProfileFile, most: usize) -> String {
    let mut causes: Vec<(&Function, &str, u64)> = profile
        .functions
        .iter()
        .flat_map(|function| {
            let causes = function.cycles_by_cause.iter();
            causes.map(move |(cause, cycles)| (function, &**cause, *cycles))
        })
        .filter(|(_, cause, _)| *cause != UNSTALLED)
        .collect();
    causes.sort_by_key(|(function, cause, cycles)| {
        (std::cmp::Reverse(*cycles), &function.address, *cause)
    });
    let mut text = String::new();
    for (function, cause, cycles) in causes.into_iter().take(most) {
        let share = percent(cycles, profile.cycles);
        let place = to_blame(profile, function, cause);
        let _ = writeln!(
            text,
            "       largest cause  {}  {cause}  {cycles}  {share} %{}",
            function.name,
            place.map_or(String::new(), |place| format!("  {place}"))
        );
    }
    text
}

/// The instruction to which most of a function's cycles of a cause are due (the one waited for, if that is known), with its source line if
/// there is one.
fn to_blame(profile: &ProfileFile, function: &Function, cause: &str) -> Option<String> {
    let cycles = |one: &&Instruction| one.cycles_by_cause.get(cause).copied().unwrap_or_default();
    let most = function.instructions.iter().max_by_key(cycles)?;
    let wait = most.waits.iter().find(|wait| wait.cause == cause);
    let (address, slot) = wait.map_or((&most.address, most.slot), |wait| {
        (&wait.address, wait.slot)
    });
    let all = profile.functions.iter().flat_map(|one| &one.instructions);
    let mut found = all.filter(|one| one.address == *address && one.slot == slot);
    let Some(found) = found.next() else {
        return Some(format!("{address}.{slot}"));
    };
    let mut place = format!("{address}.{slot} {}", found.text);
    if let Some(source) = found.source.first()
        && let Some(file) = profile.files.get(source.file as usize)
    {
        let name = file.rsplit('/').next().unwrap_or_default();
        let _ = write!(place, "  {name}:{}", source.line);
        if let Some(inlined) = &source.inlined {
            let _ = write!(place, " ({inlined} inlined)");
        }
    }
    Some(place)
}

/// Source files, read when they are first asked for.
#[derive(Debug, Default)]
pub struct Sources {
    folders: Vec<PathBuf>,
    files: BTreeMap<String, Vec<String>>,
}

impl Sources {
    /// Looks for source files by their own names, and in `folders` by their whole names and by the ends of these.
    #[must_use]
    pub fn in_folders(folders: Vec<PathBuf>) -> Self {
        Self {
            folders,
            files: BTreeMap::new(),
        }
    }

    /// The names of files that were asked for and are not there or empty.
    pub fn missing(&self) -> impl Iterator<Item = &str> {
        let empty = self.files.iter().filter(|(_, lines)| lines.is_empty());
        empty.map(|(file, _)| file.as_str())
    }

    /// Whether any file was asked for, which is so if listed instructions have source lines.
    #[must_use]
    pub fn were_asked_for(&self) -> bool {
        !self.files.is_empty()
    }

    /// A line, counted from 1; `None`: the file or the line is not there.
    pub fn line(&mut self, file: &str, line: u32) -> Option<&str> {
        if !self.files.contains_key(file) {
            let text = self.read(file).unwrap_or_default();
            let lines = text.lines().map(str::to_owned).collect();
            self.files.insert(file.to_owned(), lines);
        }
        let lines = self.files.get(file)?;
        let text = lines.get((line as usize).checked_sub(1)?)?;
        Some(text.trim_end())
    }

    fn read(&self, file: &str) -> Option<String> {
        let path = Path::new(file);
        let mut places = vec![path.to_owned()];
        for folder in &self.folders {
            // Longer ends of the name are tried first.
            let mut rest = path.components();
            while rest.next().is_some() && !rest.as_path().as_os_str().is_empty() {
                places.push(folder.join(rest.as_path()));
            }
            places.push(folder.join(path));
        }
        let is_source = |place: &&PathBuf| {
            let metadata = std::fs::metadata(place);
            metadata.is_ok_and(|it| it.is_file() && it.len() <= SOURCE_LIMIT)
        };
        let place = places.iter().find(is_source)?;
        let bytes = std::fs::read(place).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }
}

/// The listing of functions: those with these names or symbols, or, without names, the `top` ones with most cycles. `sources`: with the
/// lines of the source.
///
/// # Errors
/// The first name of which nothing was executed.
pub fn listing(
    profile: &ProfileFile,
    names: &[String],
    top: usize,
    mut sources: Option<&mut Sources>,
) -> Result<String, String> {
    let called = |function: &Function, name: &String| {
        function.name == *name || function.symbol.as_ref() == Some(name)
    };
    for name in names {
        if !profile.functions.iter().any(|one| called(one, name)) {
            return Err(name.clone());
        }
    }
    let mut text = String::new();
    for (rank, function) in ranked(profile).into_iter().enumerate() {
        let wanted = match names {
            [] => rank < top,
            names => names.iter().any(|name| called(function, name)),
        };
        if wanted {
            list(&mut text, profile, function, sources.as_deref_mut());
        }
    }
    Ok(text)
}

fn list(
    text: &mut String,
    profile: &ProfileFile,
    function: &Function,
    mut sources: Option<&mut Sources>,
) {
    let _ = writeln!(
        text,
        "\n{}:\n{:>14}  {:>6}  {:>14}  waits for",
        function.name, "cycles", "%", "retired"
    );
    let address =
        |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap_or_default();
    let mut last: Option<u64> = None;
    let mut place: Option<&Place> = None;
    for one in &function.instructions {
        let here = address(&one.address);
        if last.is_some_and(|last| here != last && here != last.wrapping_add(16)) {
            let _ = writeln!(text, "{:>14}", "...");
        }
        if let Some(sources) = sources.as_deref_mut()
            && one.source.first() != place
        {
            place = one.source.first();
            write_source(text, profile, &one.source, sources);
        }
        let (cycles, share) = match one.cycles {
            0 => (String::new(), String::new()),
            cycles => (cycles.to_string(), percent(cycles, profile.cycles)),
        };
        let waits = main_cause(&one.cycles_by_cause)
            .map_or(String::new(), |(cause, cycles)| format!("{cause} {cycles}"));
        let label = if last == Some(here) {
            " ".repeat(18)
        } else {
            format!("{here:16x}: ")
        };
        let template = if last == Some(here) {
            "      ".to_owned()
        } else {
            format!("[{}] ", one.template)
        };
        let blank = if one.text.starts_with("(p") {
            ""
        } else {
            "      "
        };
        let stop = if one.stop { ";;" } else { "" };
        let _ = write!(
            text,
            "{cycles:>14}  {share:>6}  {:>14}  {waits:<50}  {label}{template}{blank}{}{stop}",
            one.retired, one.text
        );
        let notes = notes(one);
        if !notes.is_empty() {
            let _ = write!(text, "  # {notes}");
        }
        text.push('\n');
        last = Some(here);
    }
}

/// Writes the source line of an instruction, with the inlined functions that it is in.
fn write_source(text: &mut String, profile: &ProfileFile, places: &[Place], sources: &mut Sources) {
    let Some(place) = places.first() else {
        return;
    };
    let file = profile.files.get(place.file as usize);
    let file = file.map_or("", String::as_str);
    let inlined = places.iter().filter_map(|place| place.inlined.as_deref());
    let inlined: Vec<&str> = inlined.collect();
    let inlined = match inlined.is_empty() {
        true => String::new(),
        false => format!(" ({} inlined)", inlined.join(" in ")),
    };
    let line = sources.line(file, place.line).unwrap_or_default();
    let _ = writeln!(
        text,
        "{file}:{}{inlined}: {}",
        place.line,
        line.trim_start()
    );
}

/// The events at an instruction other than its waits, for the end of its line.
fn notes(one: &Instruction) -> String {
    let mut notes = Vec::new();
    if one.executed != one.retired {
        notes.push(format!("predicate true {}", one.executed));
    }
    for (level, loads) in &one.data_from {
        let level = match &**level {
            "memory" => "memory".to_owned(),
            level => level.to_uppercase(),
        };
        notes.push(format!("data from {level} {loads}"));
    }
    for (what, count) in [
        ("DTLB misses", one.dtlb_misses),
        ("taken", one.taken),
        ("mispredicted", one.mispredicted),
        ("failed checks", one.failed_checks),
        ("L1I misses", one.l1i_misses),
        ("ITLB misses", one.itlb_misses),
    ] {
        if count > 0 {
            notes.push(format!("{what} {count}"));
        }
    }
    if let Some(wait) = one.waits.first()
        && (&wait.address, wait.slot) != (&one.address, one.slot)
    {
        notes.push(format!(
            "for {}.{} {}",
            wait.address, wait.slot, wait.cycles
        ));
    }
    let blamed: u64 = one.blamed.values().sum();
    if let Some((cause, _)) = main_cause(&one.blamed)
        && one.cycles_by_cause.get(cause) != one.blamed.get(cause)
    {
        notes.push(format!("waited for {blamed} ({cause})"));
    }
    notes.join(", ")
}

/// Counts by name, for a report.
fn named(counts: &Causes) -> BTreeMap<String, u64> {
    let counts = counts.iter();
    counts
        .map(|(name, count)| (name.to_string(), *count))
        .collect()
}

/// The instructions of a profile in the form of reports, by address.
#[must_use]
pub fn annotations(profile: &ProfileFile) -> Vec<Annotation> {
    let mut all: Vec<Annotation> = Vec::new();
    for function in &profile.functions {
        for one in &function.instructions {
            all.push(Annotation {
                address: one.address.clone(),
                slot: one.slot,
                text: one.text.clone(),
                symbol: function.symbol.clone(),
                function: function.name.clone(),
                retired: one.retired,
                executed: one.executed,
                cycles: one.cycles,
                cycles_by_cause: named(&one.cycles_by_cause),
                blamed: named(&one.blamed),
                data_from: named(&one.data_from),
                dtlb_misses: one.dtlb_misses,
                taken: one.taken,
                mispredicted: one.mispredicted,
                failed_checks: one.failed_checks,
                l1i_misses: one.l1i_misses,
                itlb_misses: one.itlb_misses,
                source: one.source.first().and_then(|place| {
                    let file = profile.files.get(place.file as usize)?;
                    Some(format!("{file}:{}", place.line))
                }),
            });
        }
    }
    let address = |text: &str| u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap_or(0);
    all.sort_by_key(|line| (address(&line.address), line.slot));
    all
}
