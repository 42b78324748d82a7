//! Runs a program and makes its profile.

use std::io;
use std::path::{Path, PathBuf};

use elf::File;
use isa::disasm::{Binding, Symbol, SymbolKind, SymbolTable};
use report::Report;
use sim::{Profile, Request};

use crate::build::{Depth, Mismatch, Program, build};
use crate::form::ProfileFile;
use crate::functions::Functions;

/// Why a run has no profile.
#[derive(Debug, thiserror::Error)]
pub enum RecordError {
    /// The run has no report.
    #[error(transparent)]
    Run(#[from] sim::Error),
    /// Its program cannot be read.
    #[error("cannot read {}: {source}", path.display())]
    Read {
        /// The file.
        path: PathBuf,
        /// The reason of the operating system.
        source: io::Error,
    },
    /// The file is no program.
    #[error("{}: {source}", path.display())]
    Program {
        /// The file, as the request names it.
        path: PathBuf,
        /// What is wrong.
        source: elf::Error,
    },
    /// The cycles of the profile are not those of the report.
    #[error(transparent)]
    Mismatch(#[from] Mismatch),
}

/// Runs a program and records where its cycles go. With damaged sections or symbols ([`File::lacks`]) its code belongs to the procedures of
/// the unwind table, and there are no lines.
///
/// # Errors
/// [`RecordError`].
pub fn record(request: Request, depth: Depth) -> Result<(Report, ProfileFile), RecordError> {
    let path = request.program.clone();
    let host = request.host_program();
    let data = files::read(&host, files::DATA);
    let data = data.map_err(|source| RecordError::Read { path: host, source })?;
    let file = File::of_program(&data).map_err(|source| RecordError::Program { path, source })?;
    let functions = Functions::of(&file);
    let symbols = symbols(&file, None);
    let frequency = request.config.machine.frequency_hz;
    let mut listener = Profile::of_pieces(functions.boundaries());
    let report = sim::profile(request, &mut listener, depth == Depth::Full)?;
    let program = Program {
        file: &file,
        functions: &functions,
        symbols: &symbols,
    };
    let profile = build(&report, frequency, listener.finish(), &program, depth)?;
    Ok((report, profile))
}

/// What a profile of a program does not have as its sections or symbols are damaged, with the reason, in words; `name`: of its file.
#[must_use]
pub fn missing(file: &File<'_>, name: &Path) -> Option<String> {
    let error = file.lacks()?;
    let missing = match file.sections_damaged() {
        Some(_) => "symbols and lines",
        None => "symbols",
    };
    Some(format!(
        "{}: {error}; goes on without {missing}",
        name.display()
    ))
}

/// As [`missing`], of the program in a file; nothing of one that cannot be read or is no program.
#[must_use]
pub fn missing_in(program: &Path) -> Option<String> {
    let data = files::read(program, files::DATA).ok()?;
    missing(&File::of_program(&data).ok()?, program)
}

/// The symbols that may name an address in disassembly, from which the same one is chosen as by objdump. `section`: only those of this
/// section, for object files, in which all sections begin at address 0.
#[must_use]
pub fn symbols(file: &File<'_>, section: Option<usize>) -> SymbolTable {
    let mut list = Vec::new();
    for symbol in file.symbols() {
        if section.is_some() && symbol.section != section {
            continue;
        }
        let kind = match symbol.kind {
            elf::SymbolKind::Function => SymbolKind::Function,
            elf::SymbolKind::Object | elf::SymbolKind::ThreadLocal => SymbolKind::Object,
            elf::SymbolKind::Section => SymbolKind::Section,
            elf::SymbolKind::Label | elf::SymbolKind::Other => SymbolKind::Other,
        };
        let name = symbol.name;
        // objdump names no other sections.
        if kind == SymbolKind::Section && !name.starts_with(".plt") && !name.starts_with(".got") {
            continue;
        }
        if name.is_empty() {
            continue;
        }
        list.push(Symbol {
            name,
            address: symbol.address,
            size: symbol.size,
            kind,
            binding: match symbol.binding {
                elf::Binding::Global => Binding::Global,
                elf::Binding::Weak => Binding::Weak,
                elf::Binding::Local => Binding::Local,
            },
            // objdump takes an absolute symbol after those of sections.
            section: symbol.section.unwrap_or(usize::MAX),
        });
    }
    SymbolTable::new(list)
}
