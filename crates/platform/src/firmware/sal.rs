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
const UPDATE_PAL: u64 = 0x0100_0020;

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
            | UPDATE_PAL
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
