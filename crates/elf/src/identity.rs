//! What kind of file it is: magic number, processor, layout, type.

use crate::Error;
use object::elf;

/// Checks that a file is one of 64-bit little-endian IA-64, as far as its first bytes say.
pub(crate) fn check(data: &[u8]) -> Result<(), Error> {
    if data.is_empty() {
        return Err(Error::Empty);
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
        return Err(Error::NotElf { hint });
    }
    let size = data.len() as u64;
    if data.len() < 20 {
        return Err(Error::Truncated {
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
        return Err(Error::Ia32);
    }
    if machine != elf::EM_IA_64.0 {
        return Err(Error::WrongMachine {
            machine: machine_name(machine),
        });
    }
    if big || data[4] != elf::ELFCLASS64.0 {
        return Err(Error::WrongLayout);
    }
    Ok(())
}

/// Name of a processor, by `e_machine`.
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

/// Kind of a file that is no program, by `e_type`.
pub(crate) fn type_name(kind: u16) -> String {
    match kind {
        1 => "an object file; link it first".into(),
        4 => "a core dump".into(),
        _ => format!("an ELF file of type {kind}"),
    }
}
