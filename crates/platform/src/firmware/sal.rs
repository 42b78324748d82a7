//! The system abstraction layer, as far as a single processor without error logs needs it.

use machine::Cpu;

use super::{Firmware, Reply, answer, argument, status};

const SET_VECTORS: u64 = 0x0100_0000;
const GET_STATE_INFO: u64 = 0x0100_0001;
const GET_STATE_INFO_SIZE: u64 = 0x0100_0002;
const CLEAR_STATE_INFO: u64 = 0x0100_0003;
const MC_RENDEZ: u64 = 0x0100_0004;
const MC_SET_PARAMS: u64 = 0x0100_0005;
const REGISTER_PHYSICAL_ADDR: u64 = 0x0100_0006;
const CACHE_FLUSH: u64 = 0x0100_0008;
const CACHE_INIT: u64 = 0x0100_0009;
const FREQ_BASE: u64 = 0x0100_0012;

/// No record of the kind asked for.
const NO_INFORMATION: i64 = -5;

/// The frequency of the platform in hertz, of which that of the processor is a multiple or a fraction.
pub(super) const PLATFORM: u64 = 100_000_000;

impl Firmware {
    pub(super) fn call_sal(&self, cpu: &mut Cpu) -> Reply {
        let (result, values) = match argument(cpu, 0) {
            SET_VECTORS
            | CLEAR_STATE_INFO
            | MC_RENDEZ
            | MC_SET_PARAMS
            | REGISTER_PHYSICAL_ADDR
            | CACHE_FLUSH
            | CACHE_INIT
            | GET_STATE_INFO_SIZE => (status::DONE, [0; 3]),
            GET_STATE_INFO => (NO_INFORMATION, [0; 3]),
            FREQ_BASE => match argument(cpu, 1) {
                0 => (status::DONE, [PLATFORM, !0, 0]),
                1 => (status::DONE, [self.processor.frequency, !0, 0]),
                _ => (status::UNIMPLEMENTED, [0; 3]),
            },
            _ => (status::UNIMPLEMENTED, [0; 3]),
        };
        answer(cpu, result, values);
        Reply::Done
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::{Board, DEFAULT_MEMORY};
    use crate::processor::{Monitor, Processor};
    use machine::{Machine, Options, System, SystemModel};

    #[test]
    fn an_update_of_pal_is_not_implemented_and_what_a_kernel_needs_is_done() {
        const UPDATE_PAL: u64 = 0x0100_0020;
        let processor = Processor {
            model: SystemModel::LARGEST,
            monitor: Monitor::default(),
            frequency: 800_000_000,
            caches: Vec::new(),
        };
        let board = Board::new(DEFAULT_MEMORY).expect("a size");
        let firmware = Firmware::new(board, processor, None);
        let machine = Machine::new(Options::default());
        let mut cpu = machine.system_cpu(System::new(SystemModel::LARGEST));
        cpu.start_register_stack(0x8_0000, 8, 0);
        for (procedure, result) in [
            (SET_VECTORS, status::DONE),
            (UPDATE_PAL, status::UNIMPLEMENTED),
            (FREQ_BASE, status::DONE),
        ] {
            cpu.set_gr(32, procedure, false);
            firmware.call_sal(&mut cpu);
            assert_eq!(cpu.gr(8).0 as i64, result, "{procedure:#x}");
        }
    }
}
