//! Walking up the call chain by the unwind tables of the program.

mod info;

use crate::abi::layout::u64_at;
use crate::crash::Place;
use crate::kernel::Kernel;
use crate::memory::{GATE, Memory};
use crate::process::{Tid, UnwindTable};
use crate::signal::frame;
use elf::Symbols;
use info::{Kept, Psp, Rules, rules_at};
use isa::Ar;
use machine::{Cfm, Cpu};

/// Most frames of a backtrace.
const DEPTH: usize = 64;
/// Bytes of a row of the table: start, end, place of the information, all from the base of the segment.
const ROW: u64 = 24;

/// A procedure on the stack.
struct Frame {
    ip: u64,
    slot: u8,
    sp: u64,
    /// Where the register stack keeps r32.
    bottom: u64,
    pfs: u64,
    link: u64,
    /// Whether `ip` is a return address.
    returned_to: bool,
}

/// The places of the calls that led to where a thread is, innermost first.
pub(crate) fn backtrace(
    kernel: &mut Kernel,
    tid: Tid,
    symbols: &Symbols,
    tables: &[UnwindTable],
) -> Vec<Place> {
    let Ok(memory_id) = kernel.memory_id(tid) else {
        return Vec::new();
    };
    let (Some(thread), Some(memory)) =
        (kernel.threads.get(&tid), kernel.memories.get_mut(memory_id))
    else {
        return Vec::new();
    };
    // Stored into the memory of the process, which is ending: the walk reads the registers of callers there.
    let mut cpu = thread.cpu.clone();
    let sof = cpu.cfm().sof;
    let (ip, slot, sp) = (cpu.ip(), cpu.slot(), cpu.gr(12).0);
    cpu.cover();
    let stored = cpu.flush_register_stack(&mut memory.space).is_ok();
    let bsp = cpu.ar(Ar::BSP).unwrap_or(0);
    let bottom = frame::backwards(bsp, sof.into());
    let (pfs, link) = (cpu.ar(Ar::PFS).unwrap_or(0), cpu.br(0));
    let mut frame = Frame {
        ip,
        slot,
        sp,
        bottom,
        pfs,
        link,
        returned_to: false,
    };
    let mut places = Vec::new();
    while places.len() < DEPTH {
        // A return address lies behind its call; the report shows the call.
        let (ip, slot) = if frame.returned_to {
            (frame.ip.wrapping_sub(16), 2)
        } else {
            (frame.ip, frame.slot)
        };
        places.push(Place::new(symbols, ip, slot));
        if !stored {
            break;
        }
        match caller(&frame, ip, slot, &cpu, memory, tables) {
            Some(next) if next.ip != 0 => frame = next,
            _ => break,
        }
    }
    places
}

/// Whether descriptors are whole as far as slot `at` of their function.
pub(crate) fn is_known(descriptors: &[u8], at: u64) -> bool {
    rules_at(descriptors, at).is_some()
}

fn word(memory: &Memory, address: u64) -> Option<u64> {
    let mut bytes = [0; 8];
    memory
        .space
        .peek(address, &mut bytes)
        .then(|| u64::from_le_bytes(bytes))
}

fn caller(
    frame: &Frame,
    ip: u64,
    slot: u8,
    cpu: &Cpu,
    memory: &Memory,
    tables: &[UnwindTable],
) -> Option<Frame> {
    if (GATE..GATE + crate::abi::consts::PAGE).contains(&frame.ip) {
        return interrupted(frame, memory);
    }
    let rules = match find(memory, tables, ip) {
        Some((start, descriptors)) => {
            rules_at(&descriptors, (ip - start) / 16 * 3 + u64::from(slot))?
        }
        // A procedure without information must be a leaf without a frame, and can only be the innermost.
        None if !frame.returned_to => Rules::default(),
        None => return None,
    };
    let general = |r: u8| match r {
        32.. => word(memory, frame::forwards(frame.bottom, u64::from(r) - 32)),
        _ => Some(cpu.gr(r).0),
    };
    let psp = match rules.psp {
        Psp::Plus(bytes) => frame.sp.checked_add(bytes)?,
        Psp::Kept(Kept::General(r)) => general(r)?,
        Psp::Kept(Kept::AboveSp(offset)) => word(memory, frame.sp.checked_add(offset)?)?,
        Psp::Kept(_) => return None,
    };
    let value = |kept: Kept, own: u64| match kept {
        Kept::Here => Some(own),
        Kept::General(r) => general(r),
        Kept::Branch(b) => Some(cpu.br(b)),
        Kept::AboveSp(offset) => word(memory, frame.sp.checked_add(offset)?),
        Kept::BelowPsp(offset) => word(memory, psp.checked_add(16)?.checked_sub(offset)?),
    };
    let (link, pfs) = (value(rules.link, frame.link)?, value(rules.pfs, frame.pfs)?);
    let locals = Cfm::from_bits(pfs)?.sol;
    let bottom = frame::backwards(frame.bottom, locals.into());
    // Two frames in the same place are a chain without end.
    if link == frame.ip && psp == frame.sp && bottom == frame.bottom {
        return None;
    }
    // The caller's ar.pfs and b0 are not known here; its own descriptors tell where it saved them.
    Some(Frame {
        ip: link & !15,
        slot: 0,
        sp: psp,
        bottom,
        pfs,
        link: 0,
        returned_to: true,
    })
}

/// The context that a signal handler interrupted.
fn interrupted(frame: &Frame, memory: &Memory) -> Option<Frame> {
    let mut bytes = vec![0; frame::CONTEXT_SIZE];
    if !memory
        .space
        .peek(frame.sp.wrapping_add(frame::CONTEXT_FROM_SP), &mut bytes)
    {
        return None;
    }
    let context = frame::Interrupted::read(&bytes)?;
    Some(Frame {
        ip: context.ip,
        slot: context.slot,
        sp: context.sp,
        bottom: context.bottom,
        pfs: context.pfs,
        link: context.link,
        returned_to: false,
    })
}

/// Start of the function that holds `ip`, and its descriptors.
fn find(memory: &Memory, tables: &[UnwindTable], ip: u64) -> Option<(u64, Vec<u8>)> {
    tables.iter().find_map(|table| {
        let offset = ip.checked_sub(table.base)?;
        let (mut low, mut high) = (0, table.size / ROW);
        while low < high {
            let middle = low + (high - low) / 2;
            let mut row = [0; ROW as usize];
            let place = table.address.wrapping_add(middle * ROW);
            if !memory.space.peek(place, &mut row) {
                return None;
            }
            let (start, end, info) = (u64_at(&row, 0), u64_at(&row, 8), u64_at(&row, 16));
            if offset < start {
                high = middle;
            } else if offset >= end {
                low = middle + 1;
            } else {
                let at = table.base.checked_add(info)?;
                let words = word(memory, at)? & 0xffff_ffff;
                let mut descriptors = vec![0; usize::try_from(words.min(4096) * 8).ok()?];
                memory.space.peek(at.checked_add(8)?, &mut descriptors);
                return Some((table.base.checked_add(start)?, descriptors));
            }
        }
        None
    })
}
