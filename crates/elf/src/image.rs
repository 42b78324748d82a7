//! What a process loads of a file.

use crate::{Error, identity};
use object::elf;
use object::endian::LittleEndian as Le;
use object::read::elf::{FileHeader, ProgramHeader};
use std::ops::Range;

type Header = elf::FileHeader64<Le>;

/// A loadable part of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Address in memory; of a relocatable file relative to where the file is put.
    pub address: u64,
    /// Bytes of memory; those behind the file's are zero.
    pub size: u64,
    /// Where its bytes are in the file.
    pub file: Range<usize>,
    /// It can be written.
    pub write: bool,
    /// It can be executed.
    pub execute: bool,
    /// It can be read.
    pub read: bool,
    /// Number of its program header.
    pub header: usize,
}

/// A validated executable or shared object.
#[derive(Debug)]
pub struct Image {
    /// Address of the first instruction.
    pub entry: u64,
    /// A position-independent file, whose addresses are offsets from where it is put.
    pub relocatable: bool,
    /// What is loaded, by address.
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

/// A program header type that only IA-64 has: the unwind table.
pub(crate) const PT_IA_64_UNWIND: u32 = 0x7000_0001;
/// Bytes of memory that the segments of one file may take.
const MEMORY_LIMIT: u64 = 1 << 40;

impl Image {
    /// Checks a program or library and finds its parts. `allowed` says of an address and a size whether
    /// a program may have memory there.
    ///
    /// # Errors
    ///
    /// The file is none that a process can execute, or contradicts itself.
    pub fn parse(data: &[u8], allowed: impl Fn(u64, u64) -> bool) -> Result<Image, Error> {
        identity::check(data)?;
        let size = data.len() as u64;
        let truncated = |what: &str| Error::Truncated {
            what: what.into(),
            size,
        };
        let header = Header::parse(data).map_err(|_| truncated("the ELF header"))?;
        let relocatable = match header.e_type(Le) {
            elf::ET_EXEC => false,
            elf::ET_DYN => true,
            kind => {
                return Err(Error::NotAProgram {
                    kind: identity::type_name(kind.0),
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
            image.add(index, program_header, data, &allowed)?;
        }
        if image.segments.is_empty() {
            return Err(Error::NoSegments);
        }
        image.segments.sort_by_key(|s| s.address);
        let total: u64 = image
            .segments
            .iter()
            .fold(0, |sum, s| sum.saturating_add(s.size));
        if total > MEMORY_LIMIT {
            return Err(Error::TooLarge);
        }
        if let Some(pair) = image
            .segments
            .windows(2)
            .find(|pair| pair[0].address + pair[0].size > pair[1].address)
        {
            return Err(Error::BadSegment {
                index: pair[1].header,
                reason: "it overlaps another segment",
            });
        }
        let offset = header.e_phoff(Le);
        image.headers.0 = (image.segments.iter())
            .find(|s| (s.file.start as u64..s.file.end as u64).contains(&offset))
            .map_or(0, |s| s.address + (offset - s.file.start as u64));
        let executable =
            |s: &&Segment| s.execute && (s.address..s.address + s.size).contains(&image.entry);
        if !image.segments.iter().any(|s| executable(&s)) {
            return Err(Error::BadEntry { entry: image.entry });
        }
        Ok(image)
    }

    fn add(
        &mut self,
        index: usize,
        header: &elf::ProgramHeader64<Le>,
        data: &[u8],
        allowed: &impl Fn(u64, u64) -> bool,
    ) -> Result<(), Error> {
        let bad = |reason| Err(Error::BadSegment { index, reason });
        let (offset, length) = header.file_range(Le);
        let file = || {
            if length == 0 {
                // Its offset says nothing: a linker leaves it behind the end of the file.
                return Ok(0..0);
            }
            let end = offset
                .checked_add(length)
                .filter(|&end| end <= data.len() as u64);
            let end = end.ok_or_else(|| Error::Truncated {
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
                if !allowed(address, size) {
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
                    header: index,
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
