//! What of a file is loaded by physical address, as a boot loader does it.

use std::ops::Range;

use object::elf;
use object::endian::LittleEndian as Le;
use object::read::elf::{FileHeader, ProgramHeader};

use crate::{Error, identity};

/// A part of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PhysicalSegment {
    /// Physical address.
    pub address: u64,
    /// Bytes of memory; those behind the file's are zero.
    pub size: u64,
    /// Where its bytes are in the file.
    pub file: Range<usize>,
}

/// An executable that is loaded and entered by physical addresses.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Kernel {
    /// Physical address of the first instruction.
    pub entry: u64,
    /// What is loaded, in the order of the file.
    pub segments: Vec<PhysicalSegment>,
}

impl Kernel {
    /// Finds the parts of a kernel.
    ///
    /// # Errors
    /// The file is no executable of IA-64, has nothing to load, or ends too early.
    pub fn parse(data: &[u8]) -> Result<Self, Error> {
        identity::check(data)?;
        let size = data.len() as u64;
        let truncated = |what: String| Error::Truncated { what, size };
        let header =
            elf::FileHeader64::<Le>::parse(data).map_err(|_| truncated("the ELF header".into()))?;
        let kind = header.e_type(Le);
        if kind != elf::ET_EXEC {
            return Err(Error::NotAProgram {
                kind: identity::type_name(kind.0),
            });
        }
        let headers = header
            .program_headers(Le, data)
            .map_err(|_| truncated("the program header table".into()))?;
        let mut segments = Vec::new();
        for (index, part) in headers.iter().enumerate() {
            if part.p_type(Le) != elf::PT_LOAD || part.p_memsz(Le) == 0 {
                continue;
            }
            let (offset, length) = part.file_range(Le);
            let end = offset.checked_add(length).filter(|&end| end <= size);
            let end =
                end.ok_or_else(|| truncated(format!("the segment of program header {index}")))?;
            let bad = |reason| Error::BadSegment { index, reason };
            let memory = part.p_memsz(Le);
            if length > memory {
                return Err(bad("more bytes in the file than in memory"));
            }
            let address = part.p_paddr(Le);
            if address.checked_add(memory).is_none() {
                return Err(bad("it passes the end of the address space"));
            }
            segments.push(PhysicalSegment {
                address,
                size: memory,
                file: offset as usize..end as usize,
            });
        }
        if segments.is_empty() {
            return Err(Error::NoSegments);
        }
        let entry = header.e_entry(Le);
        let holds =
            |part: &PhysicalSegment| (part.address..part.address + part.size).contains(&entry);
        if !segments.iter().any(holds) {
            return Err(Error::BadEntry { entry });
        }
        Ok(Self { entry, segments })
    }
}
