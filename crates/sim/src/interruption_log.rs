//! The log of a whole machine's interruptions: a line for each one that is delivered to the guest.

use std::io::{self, Write};
use std::ops::ControlFlow;

use events::{Block, Execution};
use isa::psr;
use machine::{Cpu, Interruption, Recorder};

use crate::inner::asks_the_inner;

/// Another recorder with the log beside it.
pub(crate) struct Logging<R> {
    pub inner: R,
    out: Option<Box<dyn Write>>,
    error: Option<io::Error>,
}

impl<R: Recorder> Logging<R> {
    /// Logs to `out`, or not at all.
    pub(crate) fn new(inner: R, out: Option<Box<dyn Write>>) -> Self {
        Self {
            inner,
            out,
            error: None,
        }
    }

    /// The end: everything is written.
    ///
    /// # Errors
    /// The first error of the stream.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        match self.error.take() {
            Some(error) => Err(error),
            None => self.out.as_mut().map_or(Ok(()), |out| out.flush()),
        }
    }
}

/// The line of an interruption; `cycle`: of a timed run.
fn line(interruption: &Interruption, cycle: Option<u64>) -> String {
    let Interruption {
        vector,
        isr,
        ip,
        slot,
        status,
        address,
        retired,
    } = *interruption;
    let cycle = cycle.map_or_else(|| "-".to_owned(), |cycle| cycle.to_string());
    let (offset, level) = (vector.offset(), psr::cpl(status));
    format!(
        "{retired} {cycle} {offset:#06x} {vector:?} ip={ip:#x}.{slot} level={level} isr={isr:#x} address={address:#x} psr={status:#x}\n"
    )
}

impl<R: Recorder> Recorder for Logging<R> {
    const RECORD: bool = R::RECORD;
    const EACH: bool = R::EACH;

    fn interrupted(&mut self, interruption: &Interruption) {
        if let Some(out) = self.out.as_mut().filter(|_| self.error.is_none()) {
            let cycle = R::RECORD.then(|| self.inner.clock(interruption.retired));
            let line = line(interruption, cycle);
            self.error = out.write_all(line.as_bytes()).err();
        }
        self.inner.interrupted(interruption);
    }

    fn wants_each(&self) -> bool {
        self.inner.wants_each()
    }

    #[inline]
    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        self.inner.executed(block, execution)
    }

    fn instruction(&mut self, cpu: &Cpu, block: &Block, slot: u8) {
        self.inner.instruction(cpu, block, slot);
    }

    fn forget_code(&mut self) -> bool {
        self.inner.forget_code()
    }

    asks_the_inner!();
}

#[cfg(test)]
mod tests {
    use super::*;
    use machine::Vector;

    #[test]
    fn a_line_names_the_count_the_cycle_the_vector_and_the_place() {
        let interruption = Interruption {
            vector: Vector::DataTlb,
            isr: 1 << 34,
            ip: 0x2000_0010,
            slot: 1,
            status: 3 << 32,
            address: 0x6000_0000,
            retired: 77,
        };
        let expected = "77 99 0x0800 DataTlb ip=0x20000010.1 level=3 isr=0x400000000 address=0x60000000 psr=0x300000000\n";
        assert_eq!(line(&interruption, Some(99)), expected);
        assert!(line(&interruption, None).starts_with("77 - 0x0800"));
    }
}
