//! ELF files: validation, segments, symbols.

use crate::error::ElfError;
use crate::memory::Memory;
use object::elf;
use object::endian::LittleEndian as Le;
use object::read::elf::{FileHeader, ProgramHeader, SectionHeader, Sym};
use std::ops::Range;

type Header = elf::FileHeader64<Le>;

/// A loadable part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Address at which it wants to lie.
    pub address: u64,
    /// Bytes of memory; those behind the file's are zero.
    pub size: u64,
    /// Where its bytes are in the file.
    pub file: Range<usize>,
    pub write: bool,
    pub execute: bool,
    pub read: bool,
}

/// A validated executable or shared object.
#[derive(Debug)]
pub struct Image {
    pub entry: u64,
    /// A position-independent file, whose addresses are offsets from where it is put.
    pub relocatable: bool,
    pub segments: Vec<Segment>,
    /// Address, entry size and count of the program headers in memory.
    pub headers: (u64, u64, u64),
    /// Path of the dynamic linker.
    pub interpreter: Option<Vec<u8>>,
    /// The unwind table (`PT_IA_64_UNWIND`): address and bytes.
    pub unwind: Option<(u64, u64)>,
    /// Whether the program's stack is to be executable.
    pub executable_stack: bool,
}

/// Section of a program header type that only IA-64 has.
const PT_IA_64_UNWIND: u32 = 0x7000_0001;
/// Bytes of memory that the segments of one file may take.
const MEMORY_LIMIT: u64 = 1 << 40;

impl Image {
    /// Checks a file and finds its parts.
    pub fn parse(data: &[u8]) -> Result<Image, ElfError> {
        check_identity(data)?;
        let size = data.len() as u64;
        let truncated = |what: &str| ElfError::Truncated {
            what: what.into(),
            size,
        };
        let header = Header::parse(data).map_err(|_| truncated("the ELF header"))?;
        let relocatable = match header.e_type(Le) {
            elf::ET_EXEC => false,
            elf::ET_DYN => true,
            kind => {
                return Err(ElfError::NotAProgram {
                    kind: type_name(kind.0),
                });
            }
        };
        let headers = header
            .program_headers(Le, data)
            .map_err(|_| truncated("the program header table"))?;
        let mut image = Image {
            entry: header.e_entry(Le),
            relocatable,
            segments: Vec::new(),
            headers: (0, u64::from(header.e_phentsize(Le)), headers.len() as u64),
            interpreter: None,
            unwind: None,
            executable_stack: false,
        };
        for (index, program_header) in headers.iter().enumerate() {
            image.add(index, program_header, data)?;
        }
        if image.segments.is_empty() {
            return Err(ElfError::NoSegments);
        }
        image.segments.sort_by_key(|s| s.address);
        let total: u64 = image
            .segments
            .iter()
            .fold(0, |sum, s| sum.saturating_add(s.size));
        if total > MEMORY_LIMIT {
            return Err(ElfError::BadSegment {
                index: 0,
                reason: "the segments together are larger than 1 TB",
            });
        }
        if let Some(pair) = image
            .segments
            .windows(2)
            .position(|w| w[0].address + w[0].size > w[1].address)
        {
            return Err(ElfError::BadSegment {
                index: pair + 1,
                reason: "segments overlap",
            });
        }
        let offset = header.e_phoff(Le);
        image.headers.0 = (image.segments.iter())
            .find(|s| (s.file.start as u64..s.file.end as u64).contains(&offset))
            .map_or(0, |s| s.address + (offset - s.file.start as u64));
        let executable =
            |s: &&Segment| s.execute && (s.address..s.address + s.size).contains(&image.entry);
        if !image.segments.iter().any(|s| executable(&s)) {
            return Err(ElfError::BadEntry { entry: image.entry });
        }
        Ok(image)
    }

    fn add(
        &mut self,
        index: usize,
        header: &elf::ProgramHeader64<Le>,
        data: &[u8],
    ) -> Result<(), ElfError> {
        let bad = |reason| Err(ElfError::BadSegment { index, reason });
        let (offset, length) = header.file_range(Le);
        let file = || {
            let end = offset
                .checked_add(length)
                .filter(|&end| end <= data.len() as u64);
            let end = end.ok_or_else(|| ElfError::Truncated {
                what: format!(
                    "the segment of program header {index} (bytes {offset:#x} to {:#x})",
                    offset.saturating_add(length)
                ),
                size: data.len() as u64,
            })?;
            Ok(offset as usize..end as usize)
        };
        let flags = header.p_flags(Le);
        let (address, size) = (header.p_vaddr(Le), header.p_memsz(Le));
        match header.p_type(Le).0 {
            t if t == elf::PT_LOAD.0 => {
                if length > size {
                    return bad("more bytes in the file than in memory");
                }
                if size == 0 {
                    return Ok(());
                }
                if !Memory::allowed(address, size) {
                    return bad("outside the addresses that Linux lets a program use");
                }
                let has = |flag: u32| flags.0 & flag != 0;
                let (read, write, execute) = (has(elf::PF_R.0), has(elf::PF_W.0), has(elf::PF_X.0));
                self.segments.push(Segment {
                    address,
                    size,
                    file: file()?,
                    read,
                    write,
                    execute,
                });
            }
            t if t == elf::PT_INTERP.0 => {
                let name = data.get(file()?).unwrap_or_default();
                let name = name.split(|&b| b == 0).next().unwrap_or_default();
                if name.is_empty() || name.len() > 4096 {
                    return bad("the name of the dynamic linker is empty or too long");
                }
                self.interpreter = Some(name.to_vec());
            }
            t if t == elf::PT_GNU_STACK.0 => self.executable_stack = flags.0 & elf::PF_X.0 != 0,
            PT_IA_64_UNWIND => self.unwind = Some((address, size)),
            _ => {}
        }
        Ok(())
    }
}

fn check_identity(data: &[u8]) -> Result<(), ElfError> {
    if data.is_empty() {
        return Err(ElfError::Empty);
    }
    if !data.starts_with(&elf::ELFMAG) {
        let hint = match data {
            [b'#', b'!', ..] => {
                " but a script; run its interpreter and pass the script as an argument"
            }
            [b'M', b'Z', ..] => " but a DOS or Windows program",
            [0x1f, 0x8b, ..] | [0x28, 0xb5, 0x2f, 0xfd, ..] => " but a compressed file",
            _ if data.len() < 4 && elf::ELFMAG.starts_with(data) => {
                " (it ends inside the magic number)"
            }
            _ if data
                .iter()
                .take(256)
                .all(|b| b.is_ascii_graphic() || b.is_ascii_whitespace()) =>
            {
                " but text"
            }
            _ => "",
        };
        return Err(ElfError::NotElf { hint });
    }
    let size = data.len() as u64;
    if data.len() < 20 {
        return Err(ElfError::Truncated {
            what: "the ELF header".into(),
            size,
        });
    }
    let big = data[5] == elf::ELFDATA2MSB.0;
    let raw = [data[18], data[19]];
    let machine = if big {
        u16::from_be_bytes(raw)
    } else {
        u16::from_le_bytes(raw)
    };
    if machine == elf::EM_386.0 {
        return Err(ElfError::Ia32);
    }
    if machine != elf::EM_IA_64.0 {
        return Err(ElfError::WrongMachine {
            machine: machine_name(machine),
        });
    }
    if big || data[4] != elf::ELFCLASS64.0 {
        return Err(ElfError::WrongLayout);
    }
    Ok(())
}

fn machine_name(machine: u16) -> String {
    let name = match machine {
        2 | 18 | 43 => "SPARC",
        8 => "MIPS",
        15 => "PA-RISC",
        20 => "PowerPC",
        21 => "64-bit PowerPC",
        22 => "S/390",
        40 => "ARM",
        62 => "x86-64",
        183 => "AArch64",
        243 => "RISC-V",
        258 => "LoongArch",
        0x9026 => "Alpha",
        _ => return format!("processor number {machine}"),
    };
    name.into()
}

fn type_name(kind: u16) -> String {
    match kind {
        1 => "an object file; link it first".into(),
        4 => "a core dump".into(),
        _ => format!("an ELF file of type {kind}"),
    }
}

/// Names of the functions and objects of one file.
#[derive(Debug, Default)]
pub struct Symbols {
    /// Sorted by address: start, size, name.
    rows: Vec<(u64, u64, Box<str>)>,
}

impl Symbols {
    /// Reads the symbol table, or the dynamic one if there is no other. A damaged table gives no symbols. `bias` is added to each address.
    pub fn parse(data: &[u8], bias: u64) -> Symbols {
        let mut rows = read_symbols(data, bias).unwrap_or_default();
        rows.sort();
        rows.dedup_by(|later, first| later.0 == first.0 && (later.1 == 0 || later.1 == first.1));
        Symbols { rows }
    }

    /// The symbol that covers `address` and the distance from its start. Symbols without a size reach to the next one.
    pub fn lookup(&self, address: u64) -> Option<(&str, u64)> {
        let after = self.rows.partition_point(|row| row.0 <= address);
        let candidates = self.rows[..after].iter().rev().take(8);
        let found = candidates
            .into_iter()
            .find(|(start, size, _)| *size == 0 || address - start < *size)?;
        Some((&found.2, address - found.0))
    }

    /// Every symbol: address, size in bytes, name; ascending.
    pub fn iter(&self) -> impl Iterator<Item = (u64, u64, &str)> {
        self.rows
            .iter()
            .map(|(address, size, name)| (*address, *size, &**name))
    }

    /// Bytes of the host that they take.
    pub fn held(&self) -> u64 {
        let names: usize = self.rows.iter().map(|row| row.2.len()).sum();
        (self.rows.capacity() * size_of::<(u64, u64, Box<str>)>() + names) as u64
    }

    /// Adds the symbols of another file.
    pub fn merge(&mut self, other: &Symbols) {
        self.rows.extend_from_slice(&other.rows);
        self.rows.sort();
    }
}

fn read_symbols(data: &[u8], bias: u64) -> object::read::Result<Vec<(u64, u64, Box<str>)>> {
    let header = Header::parse(data)?;
    let sections = header.sections(Le, data)?;
    let mut table = sections.symbols(Le, data, elf::SHT_SYMTAB)?;
    if table.is_empty() {
        table = sections.symbols(Le, data, elf::SHT_DYNSYM)?;
    }
    let mut rows = Vec::new();
    let mut names = 0;
    for symbol in table.iter() {
        let kind = symbol.st_type();
        let section = usize::from(symbol.st_shndx(Le).0);
        let named = kind == elf::STT_FUNC || kind == elf::STT_NOTYPE || kind == elf::STT_OBJECT;
        if !named || section == 0 || section >= 0xff00 {
            continue;
        }
        // Labels without a type are wanted in code only, where hand-written assembly has nothing better.
        let code = sections
            .iter()
            .nth(section)
            .is_some_and(|s| s.sh_flags(Le).0 & elf::SHF_EXECINSTR.0 != 0);
        if kind == elf::STT_NOTYPE && !code {
            continue;
        }
        let Ok(name) = symbol.name(Le, table.strings()) else {
            continue;
        };
        if name.is_empty() {
            continue;
        }
        let name = String::from_utf8_lossy(name).into_owned().into_boxed_str();
        // Names may share bytes, but a table whose names are longer than the file has been made to.
        names += name.len();
        if names > data.len() {
            return Ok(Vec::new());
        }
        rows.push((
            symbol.st_value(Le).wrapping_add(bias),
            symbol.st_size(Le),
            name,
        ));
    }
    Ok(rows)
}
