//! Text of instructions and listings of bundles, letter for letter those of GNU objdump 2.40.
//!
//! The text of an instruction is its mnemonic with all completers, hints included, and its operands; a
//! pseudo-operation where objdump prefers one.  What objdump has no spelling for is printed as `data8`: reserved
//! encodings, and reserved hints, which processors ignore.

mod aliases;
mod symbols;

use std::fmt::{self, Write};

pub use symbols::{Binding, Symbol, SymbolKind, SymbolTable};

use crate::instruction::{Bundle, Instruction};
use crate::syntax::{Immediate, Item, Position, Suffix, Syntax};
use crate::{Format, RowId, Template, WhetherHint, decode};

/// How addresses of branch targets are printed.
pub trait Targets {
    /// Writes an address.
    ///
    /// # Errors
    /// Those of the writer.
    fn write_target(&self, out: &mut dyn Write, address: u64) -> fmt::Result;
}

/// Targets as bare hexadecimal numbers, `0x1230`: what objdump prints for a file without symbols.
#[derive(Copy, Clone, Debug, Default)]
pub struct BareTargets;

impl Targets for BareTargets {
    fn write_target(&self, out: &mut dyn Write, address: u64) -> fmt::Result {
        write!(out, "{address:#x}")
    }
}

/// Text of an instruction, made by [`Instruction::text`].
#[derive(Copy, Clone, Debug)]
pub struct Text<'a> {
    insn: &'a Instruction,
    address: u64,
}

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_instruction(f, self.insn, self.address, &BareTargets)
    }
}

impl Instruction {
    /// The instruction in assembly language without stop and predicate column: `(p06) add r8=r9,r10`.
    /// `address` is that of its bundle, for targets.
    pub const fn text(&self, address: u64) -> Text<'_> {
        Text {
            insn: self,
            address,
        }
    }
}

/// Writes an instruction as [`Instruction::text`] does, with targets in the caller's form.
///
/// # Errors
/// Those of the writer.
pub fn write_instruction(
    out: &mut dyn Write,
    insn: &Instruction,
    address: u64,
    targets: &dyn Targets,
) -> fmt::Result {
    if insn.qp != 0 && spelled(insn) {
        write!(out, "(p{:02}) ", insn.qp)?;
    }
    write_body(out, insn, address, targets)
}

/// Whether objdump has a spelling for an instruction.
fn spelled(insn: &Instruction) -> bool {
    // By row, not by operation: reserved immediates make an illegal operation of an instruction with a spelling.
    usize::from(insn.row.0) >= RowId::FIRST_INSTRUCTION && suffix(insn).is_some()
}

fn write_body(
    out: &mut dyn Write,
    insn: &Instruction,
    address: u64,
    targets: &dyn Targets,
) -> fmt::Result {
    let suffix = match suffix(insn) {
        Some(suffix) if spelled(insn) => suffix,
        _ => return write!(out, "data8 {:#011x}", insn.bits),
    };
    let syntax = aliases::preferred(insn);
    write!(out, "{}{suffix}", syntax.mnemonic)?;
    let mut separator = " ";
    for (n, &item) in syntax.items.iter().enumerate() {
        out.write_str(separator)?;
        write_item(out, insn, item, address, targets)?;
        separator = if n + 1 == syntax.targets { "=" } else { "," };
    }
    Ok(())
}

/// Locality hints by their value: those of loads, of stores, of prefetches, and the fewer of the forms that have no
/// room for the extra bit.  `None`: no spelling.
const LOAD_HINTS: [Option<&str>; 8] = [
    Some(""),
    Some(".nt1"),
    Some(".d2"),
    Some(".nta"),
    Some(".d4"),
    Some(".d5"),
    Some(".d6"),
    Some(".d7"),
];
const STORE_HINTS: [Option<&str>; 8] = [
    Some(""),
    Some(".d1"),
    Some(".d2"),
    Some(".nta"),
    Some(".d4"),
    Some(".d5"),
    Some(".d6"),
    Some(".d7"),
];
const PREFETCH_HINTS: [Option<&str>; 8] = [
    Some(""),
    Some(".nt1"),
    Some(".nt2"),
    Some(".nta"),
    Some(".d4"),
    Some(".d5"),
    Some(".d6"),
    Some(".d7"),
];
const SHORT_HINTS: [Option<&str>; 8] = [
    Some(""),
    Some(".nt1"),
    None,
    Some(".nta"),
    None,
    None,
    None,
    None,
];
const SHORT_STORE_HINTS: [Option<&str>; 8] =
    [Some(""), None, None, Some(".nta"), None, None, None, None];

/// The completers of the hint and status fields; `None` when they have no spelling.
fn suffix(insn: &Instruction) -> Option<String> {
    let hint = insn.hint;
    let row = insn.table_row();
    Some(match Syntax::of(insn.row).suffix {
        Suffix::None => String::new(),
        Suffix::StatusField => format!(".s{}", insn.sf()),
        Suffix::Locality { .. } => {
            let names = match row.format {
                Format::M1 | Format::M6 => &LOAD_HINTS,
                Format::M4 | Format::M9 => &STORE_HINTS,
                Format::M5 | Format::M10 => &SHORT_STORE_HINTS,
                Format::M13 | Format::M13Plain | Format::M14 | Format::M15 | Format::M51 => {
                    &PREFETCH_HINTS
                }
                _ => &SHORT_HINTS,
            };
            names[usize::from(insn.data_hint())]?.to_owned()
        }
        Suffix::Branch => {
            let whether = if aliases::hides_whether(insn) {
                ""
            } else {
                match hint.whether() {
                    WhetherHint::StaticTaken => ".sptk",
                    WhetherHint::StaticNotTaken => ".spnt",
                    WhetherHint::DynamicTaken => ".dptk",
                    WhetherHint::DynamicNotTaken => ".dpnt",
                }
            };
            let prefetch = if hint.many() { ".many" } else { ".few" };
            let clear = if hint.clear() { ".clr" } else { "" };
            format!("{whether}{prefetch}{clear}")
        }
        Suffix::Predict => {
            let whether = match (insn.predicted_whether(), row.format) {
                (0, _) => ".sptk",
                (2, _) => ".dptk",
                (1, Format::B6) => ".loop",
                (3, Format::B6) => ".exit",
                _ => return None,
            };
            let important = if hint.important() { ".imp" } else { "" };
            format!("{whether}{important}")
        }
        Suffix::MovToBr => {
            let ret = if hint.move_is_return() { ".ret" } else { "" };
            let whether = [Some(".sptk"), Some(""), Some(".dptk"), None];
            let whether = whether[usize::from(hint.move_whether())]?;
            let important = if hint.move_important() { ".imp" } else { "" };
            format!("{ret}{whether}{important}")
        }
    })
}

fn write_item(
    out: &mut dyn Write,
    insn: &Instruction,
    item: Item,
    address: u64,
    targets: &dyn Targets,
) -> fmt::Result {
    match item {
        Item::Gr1 => write!(out, "r{}", insn.r1),
        Item::Gr2 => write!(out, "r{}", insn.r2),
        Item::Gr3 | Item::Gr3Low => write!(out, "r{}", insn.r3),
        Item::Fr1 => write!(out, "f{}", insn.r1),
        Item::Fr2 => write!(out, "f{}", insn.r2),
        Item::Fr3 => write!(out, "f{}", insn.r3),
        Item::Fr4 => write!(out, "f{}", insn.r4),
        Item::Pr1 => write!(out, "p{}", insn.p1()),
        Item::Pr2 => write!(out, "p{}", insn.p2()),
        Item::Br1 => write!(out, "b{}", insn.b1()),
        Item::Br2 => write!(out, "b{}", insn.b2()),
        Item::Ar3 => write!(out, "{}", insn.ar()),
        Item::Cr3 => write!(out, "{}", insn.cr()),
        Item::Dahr3 => write!(out, "dahr{}", insn.dahr()),
        Item::Base => write!(out, "[r{}]", insn.r3),
        Item::Indirect(file) => write!(out, "{}[r{}]", file.name(), insn.r3),
        Item::TranslationRegister { data } => {
            write!(out, "{}[r{}]", if data { "dtr" } else { "itr" }, insn.r3)
        }
        Item::Imm(imm) => write_immediate(out, insn, imm, address, targets),
        Item::Position(
            Position::Pos6
            | Position::CPos6a
            | Position::CPos6b
            | Position::CPos6c
            | Position::Imm5,
        ) => write!(out, "{}", insn.position()),
        Item::Len6 | Item::Len4 => write!(out, "{}", insn.length()),
        Item::Tag13 | Item::Tag13b => {
            targets.write_target(out, address.wrapping_add(insn.tag() as u64))
        }
        Item::Sof => write!(out, "{}", insn.frame().sof),
        Item::Sol => write!(out, "{}", insn.frame().sol),
        Item::Sor => write!(out, "{}", insn.frame().sor),
        Item::Amask7 => write!(out, "{:#x}", insn.fsetc_masks().0),
        Item::Omask7 => write!(out, "{:#x}", insn.fsetc_masks().1),
        Item::Count6a => write!(out, "{}", insn.lfetch_count()),
        Item::Stride5 => write!(out, "{}", insn.lfetch_stride()),
        Item::Literal(text) => out.write_str(text),
    }
}

fn write_immediate(
    out: &mut dyn Write,
    insn: &Instruction,
    imm: Immediate,
    address: u64,
    targets: &dyn Targets,
) -> fmt::Result {
    match imm {
        Immediate::None => Ok(()),
        Immediate::Mbtype4 => match insn.imm {
            0x0 => out.write_str("@brcst"),
            0x8 => out.write_str("@mix"),
            0x9 => out.write_str("@shuf"),
            0xa => out.write_str("@alt"),
            0xb => out.write_str("@rev"),
            code => write!(out, "{code:#x}"),
        },
        Immediate::Imm21
        | Immediate::Imm24
        | Immediate::Imm44
        | Immediate::Imm62
        | Immediate::Imm64
        | Immediate::Mask17
        | Immediate::Fclass9
        | Immediate::Mhtype8 => write!(out, "{:#x}", insn.imm),
        Immediate::Target25a
        | Immediate::Target25b
        | Immediate::Target25c
        | Immediate::Target64 => targets.write_target(out, address.wrapping_add(insn.imm as u64)),
        Immediate::Imm1
        | Immediate::Imm2
        | Immediate::Imm8
        | Immediate::Imm9a
        | Immediate::Imm9b
        | Immediate::Imm14
        | Immediate::Imm16
        | Immediate::Imm19
        | Immediate::Imm22
        | Immediate::Count2a
        | Immediate::Count2b
        | Immediate::Count2c
        | Immediate::Count5
        | Immediate::CCount5
        | Immediate::Count6
        | Immediate::Inc3
        | Immediate::Const8
        | Immediate::Const16 => write!(out, "{}", insn.imm),
    }
}

/// Writes one slot as it stands in a listing: template for slot 0, predicate column, text, stop.
///
/// The instruction of an MLX bundle stands at slot 1; nothing is written for slot 2.
///
/// # Errors
/// Those of the writer.
pub fn write_slot(
    out: &mut dyn Write,
    bundle: &Bundle,
    slot: usize,
    address: u64,
    targets: &dyn Targets,
) -> fmt::Result {
    let template = bundle.template;
    let held = match (template.is_mlx(), slot) {
        (true, 1) => 2,
        (true, 2) => return Ok(()),
        _ => slot,
    };
    let Some(insn) = bundle.slots.get(held) else {
        return Ok(());
    };
    if slot == 0 {
        write_template(out, template)?;
    } else {
        out.write_str("      ")?;
    }
    let spelled = spelled(insn);
    if spelled && insn.qp != 0 {
        write!(out, "(p{:02}) ", insn.qp)?;
    } else {
        out.write_str("      ")?;
    }
    write_body(out, insn, address, targets)?;
    if spelled && template.stop_after(held) {
        out.write_str(";;")?;
    }
    Ok(())
}

fn write_template(out: &mut dyn Write, template: Template) -> fmt::Result {
    if template.is_reserved() {
        write!(out, "[-{:x}-] ", template.number() >> 1)
    } else {
        write!(out, "[{}] ", template.name())
    }
}

/// The first lines of a listing: name of the file and its format (`binary`, `elf64-ia64-little`).
///
/// # Errors
/// Those of the writer.
pub fn write_file_heading(out: &mut dyn Write, path: &str, format: &str) -> fmt::Result {
    write!(out, "\n{path}:     file format {format}\n\n")
}

/// Zero bytes that are worth skipping.
const SKIPPED_ZEROS: usize = 16;

/// A listing of one section as objdump prints it: a heading, a label for each symbol, a line for each slot.
#[derive(Debug)]
pub struct Listing<'a> {
    /// The bytes of the section.
    pub code: &'a [u8],
    /// Address of the first byte.
    pub address: u64,
    /// Name of the section: `.text`; objdump calls a raw file's bytes `.data`.
    pub section: &'a str,
    /// Number of the section, that of its symbols ([`Symbol::section`]).
    pub section_number: usize,
    /// Symbols of the program.
    pub symbols: &'a SymbolTable,
    /// Whether long runs of zero bytes are shown as `...`, as objdump does without `-z`.
    pub skip_zeros: bool,
}

impl Listing<'_> {
    /// Writes the listing.
    ///
    /// # Errors
    /// Those of the writer.
    pub fn write(&self, out: &mut dyn Write) -> fmt::Result {
        write!(out, "\nDisassembly of section {}:\n", self.section)?;
        let mut start = 0;
        while start < self.code.len() {
            let address = self.address.wrapping_add(start as u64);
            out.write_char('\n')?;
            self.write_label(out, address)?;
            let stop = self
                .symbols
                .next_in_section(address, self.section_number)
                .and_then(|next| usize::try_from(next.wrapping_sub(self.address)).ok())
                .map_or(self.code.len(), |stop| stop.min(self.code.len()));
            self.write_region(out, start, stop)?;
            start = stop;
        }
        Ok(())
    }

    fn write_label(&self, out: &mut dyn Write, address: u64) -> fmt::Result {
        write!(out, "{address:016x}")?;
        if self.symbols.is_empty() {
            write!(out, " <{}", self.section)?;
            match address.wrapping_sub(self.address) {
                0 => writeln!(out, ">:"),
                distance => writeln!(out, "+{distance:#x}>:"),
            }
        } else {
            self.symbols
                .write_label(out, address, self.section_number)?;
            writeln!(out, ":")
        }
    }

    /// Writes the lines of the bytes from one label to the next.
    fn write_region(&self, out: &mut dyn Write, start: usize, stop: usize) -> fmt::Result {
        let end = self.address.wrapping_add(self.code.len() as u64);
        // The columns of the addresses are those of the section's end and one more, in steps of four.
        let digits = 16 - end.leading_zeros() as usize / 4;
        let width = (digits / 4 * 4 + 4).min(16);
        let mut at = start;
        while at < stop {
            let rest = &self.code[at..stop];
            if self.skip_zeros {
                let zeros = rest.iter().take_while(|&&byte| byte == 0).count();
                if zeros >= SKIPPED_ZEROS {
                    out.write_str("\t...\n")?;
                    // Not into the first instruction that happens to begin with zeros.
                    at += if zeros == rest.len() {
                        zeros
                    } else {
                        zeros & !3
                    };
                    continue;
                }
            }
            match self.write_line(out, at, stop, width)? {
                Some(length) => at += length,
                None => break,
            }
        }
        Ok(())
    }

    /// Writes the line of the slot at an offset and returns the number of its bytes; `None`: its bundle is not complete before the next
    /// label, and the line says that.
    ///
    /// Like objdump, takes the slot from the low digit of the address: behind skipped zeros or a label inside a bundle a line may begin
    /// where no slot does.
    fn write_line(
        &self,
        out: &mut dyn Write,
        at: usize,
        stop: usize,
        width: usize,
    ) -> Result<Option<usize>, fmt::Error> {
        let address = self.address.wrapping_add(at as u64);
        let slot = ((address & 15) / 6) as usize;
        let bundle_address = address & !15;
        write!(out, "{address:width$x}:\t")?;
        let begin = at.checked_sub((address & 15) as usize);
        let bytes = begin.and_then(|begin| self.code[begin..stop].first_chunk());
        let Some(&bytes) = bytes else {
            writeln!(out, "Address {bundle_address:#x} is out of bounds.\n")?;
            return Ok(None);
        };
        let bundle = decode(u128::from_le_bytes(bytes));
        let whole = if slot == 2 { 4 } else { 6 };
        let length = whole.min(stop - at);
        for byte in &self.code[at..at + length] {
            write!(out, "{byte:02x} ")?;
        }
        if !(slot == 2 && bundle.template.is_mlx()) {
            // The column of the bytes is six wide; in the place of a byte behind the next label stands one space.
            let pad = 3 * (6 - whole) + (whole - length);
            write!(out, "{:pad$}\t", "")?;
            write_slot(out, &bundle, slot, bundle_address, self.symbols)?;
        }
        out.write_char('\n')?;
        Ok(Some(length))
    }
}
