//! `epicycle disasm`: the code of a program as objdump prints it.

use std::io::{BufWriter, Write, stdout};
use std::path::{Path, PathBuf};
use std::rc::Rc;

use anyhow::{Context, Result};
use clap::Args;
use isa::dependencies::{Checker, Site, Violation};
use isa::disasm::{Listing, SymbolTable, write_file_heading};
use serde_json::{Value, json};

use crate::output::Named;
use crate::{console, program, status};

/// Disassemble a program, or raw bundles, exactly as `objdump -d` does.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Take the file as bundles without headers, at address 0.
    #[arg(long)]
    raw: bool,
    /// Print the decoded form, one JSON object for each bundle and line; with --check one for each violation.
    #[arg(long)]
    json: bool,
    /// Print only violations of the dependency rules inside instruction groups; 1 when there are any.
    #[arg(long)]
    check: bool,
    /// With --check, also what depends on predicates whose relation the code does not show.
    #[arg(long, requires = "check")]
    strict: bool,
    /// The ELF file, or file of raw bundles; `-` is standard input.
    #[arg(value_name = "FILE")]
    file: PathBuf,
}

/// Disassembles.
pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    let path = &arguments.file;
    let data = files::read(path, files::DATA)
        .with_context(|| format!("cannot read {}", path.display()))?;
    let program = if arguments.raw {
        Program::raw(&data)
    } else {
        Program::elf(path, &data)?
    };
    let listings = program.listings();
    let stdout = Named::new("cannot write to the standard output", stdout().lock());
    let mut out = BufWriter::with_capacity(1 << 16, stdout);
    if arguments.check || arguments.json {
        listings.iter().for_each(name_rest);
    }
    if arguments.check {
        return check(&mut out, &listings, arguments.strict, arguments.json);
    }
    if arguments.json {
        listings
            .iter()
            .try_for_each(|listing| write_json(&mut out, listing))?;
    } else {
        let mut text = String::new();
        write_file_heading(&mut text, &path.display().to_string(), program.format)?;
        out.write_all(text.as_bytes())?;
        for listing in listings {
            text.clear();
            listing.write(&mut text)?;
            out.write_all(text.as_bytes())?;
        }
    }
    out.flush()?;
    Ok(status::DONE)
}

/// Says what a section has behind its last whole bundle, as the text of a listing does in objdump's words.
fn name_rest(listing: &Listing<'_>) {
    let rest = listing.code.len() % 16;
    if rest > 0 {
        let whole = listing.code.len() - rest;
        console::complain(&format!(
            "section {}: {rest} bytes at {:#x} are no whole bundle and are left out",
            listing.section,
            listing.address.wrapping_add(whole as u64)
        ));
    }
}

/// Prints what breaks the rules of instruction groups, each with the symbol that it is in.
fn check(
    out: &mut impl Write,
    listings: &[Listing<'_>],
    strict: bool,
    as_json: bool,
) -> Result<u8> {
    let mut found = Vec::new();
    for listing in listings {
        let mut checker = Checker::new(strict);
        for (index, bytes) in listing.code.chunks_exact(16).enumerate() {
            let Some(bytes) = bytes.first_chunk::<16>() else {
                continue;
            };
            let address = listing.address.wrapping_add(16 * index as u64);
            let bundle = isa::decode(u128::from_le_bytes(*bytes));
            checker.bundle(address, &bundle, &mut |violation| {
                let symbol = listing
                    .symbols
                    .find(address)
                    .map(|symbol| symbol.name.as_str());
                found.push(match as_json {
                    true => violation_json(violation, listing.section, symbol).to_string(),
                    false => format!("{violation} in {}", symbol.unwrap_or(listing.section)),
                });
            });
        }
    }
    let written = found
        .iter()
        .try_for_each(|line| writeln!(out, "{line}"))
        .and_then(|()| out.flush());
    console::unless_closed(written)?;
    Ok(if found.is_empty() {
        status::DONE
    } else {
        status::FINDINGS
    })
}

/// A violation as the text has it: what is wrong, of which instructions, where.
fn violation_json(violation: &Violation, section: &str, symbol: Option<&str>) -> Value {
    let site = |site: &Site| {
        json!({
            "address": format!("{:#x}", site.bundle),
            "slot": site.slot,
            "text": site.to_string(),
        })
    };
    let mut line = match violation {
        Violation::Dependency {
            hazard,
            resource,
            needs,
            certain,
            first,
            second,
        } => json!({
            "kind": "dependency",
            "hazard": hazard.name(),
            "resource": resource.to_string(),
            "needs": needs.name(),
            "certain": certain,
            "instructions": [site(first), site(second)],
        }),
        Violation::NotFirst(at) => json!({"kind": "not first", "instructions": [site(at)]}),
        Violation::NotLast(at) => json!({"kind": "not last", "instructions": [site(at)]}),
    };
    line["section"] = section.into();
    line["symbol"] = symbol.into();
    line
}

/// The code of a file.
struct Program<'a> {
    /// What objdump calls the form of the file.
    format: &'static str,
    sections: Vec<Section<'a>>,
    /// Whether long runs of zero bytes are left out, as objdump does for programs.
    skip_zeros: bool,
}

/// A stretch of code.
struct Section<'a> {
    name: &'a str,
    number: usize,
    address: u64,
    code: &'a [u8],
    symbols: Rc<SymbolTable>,
}

impl<'a> Program<'a> {
    fn raw(data: &'a [u8]) -> Self {
        let whole = Section {
            name: ".data",
            number: 0,
            address: 0,
            code: data,
            symbols: Rc::default(),
        };
        Self {
            format: "binary",
            sections: vec![whole],
            skip_zeros: false,
        }
    }

    fn elf(path: &Path, data: &'a [u8]) -> Result<Self> {
        let file = program::open(path, data)?;
        let all = Rc::new(program::symbols(&file));
        let mut found = Vec::new();
        for section in file.sections() {
            if !section.is_code() {
                continue;
            }
            let place = || path.display().to_string();
            let code = section.data().with_context(place)?;
            if !code.is_empty() {
                let name = section.name().with_context(place)?;
                found.push(Section {
                    name,
                    number: section.index(),
                    address: section.address(),
                    code,
                    symbols: match file.is_object_file() {
                        true => own_symbols(&file, section.index(), &all),
                        false => Rc::clone(&all),
                    },
                });
            }
        }
        Ok(Self {
            format: "elf64-ia64-little",
            sections: found,
            skip_zeros: true,
        })
    }

    fn listings<'l>(&'l self) -> Vec<Listing<'l>> {
        let listing = |section: &'l Section<'a>| Listing {
            code: section.code,
            address: section.address,
            section: section.name,
            section_number: section.number,
            symbols: &section.symbols,
            skip_zeros: self.skip_zeros,
        };
        self.sections.iter().map(listing).collect()
    }
}

/// The symbols of one section of an object file; all of them when it has none.
fn own_symbols(file: &elf::File<'_>, section: usize, all: &Rc<SymbolTable>) -> Rc<SymbolTable> {
    let own = program::symbols_in(file, Some(section));
    if own.is_empty() {
        Rc::clone(all)
    } else {
        Rc::new(own)
    }
}

/// Writes each bundle as one line of JSON: address, template, and the instructions with their operands.
fn write_json(out: &mut impl Write, listing: &Listing<'_>) -> Result<()> {
    for (index, bytes) in listing.code.chunks_exact(16).enumerate() {
        let address = listing.address.wrapping_add(16 * index as u64);
        let Some(bytes) = bytes.first_chunk::<16>() else {
            continue;
        };
        let bundle = isa::decode(u128::from_le_bytes(*bytes));
        let template = bundle.template;
        let mut instructions = Vec::new();
        for (slot, instruction) in bundle.slots.iter().enumerate() {
            if template.is_mlx() && slot == 1 {
                continue;
            }
            instructions.push(instruction_json(
                slot,
                instruction,
                address,
                template,
                listing.symbols,
            )?);
        }
        let line = json!({
            "address": format!("{address:#x}"),
            "section": listing.section,
            "template": template.name(),
            "instructions": instructions,
        });
        writeln!(out, "{line}")?;
    }
    Ok(())
}

fn instruction_json(
    slot: usize,
    instruction: &isa::Instruction,
    address: u64,
    template: isa::Template,
    symbols: &SymbolTable,
) -> Result<Value> {
    let mut text = String::new();
    isa::disasm::write_instruction(&mut text, instruction, address, symbols)?;
    let operands = instruction.operands();
    let names = |access: isa::Access| -> Vec<String> {
        operands
            .iter()
            .filter(|operand| operand.access == access)
            .map(|operand| operand.register.to_string())
            .collect()
    };
    // What is not in the table of instructions has the unit of its slot, in a reserved bundle none.
    let unit = match instruction.op {
        isa::Op::Illegal | isa::Op::Ignored => template.unit(slot).map(|unit| format!("{unit:?}")),
        _ => Some(format!("{:?}", instruction.unit())),
    };
    Ok(json!({
        "slot": slot,
        "text": text,
        "predicate": instruction.qp,
        "unit": unit,
        "class": instruction.class(isa::Family::Itanium).name(),
        "reads": names(isa::Access::Read),
        "writes": names(isa::Access::Write),
        "stop": template.stop_after(slot),
    }))
}
