//! The processor abstraction layer (volume 2, chapter 11).

use machine::{AddressSpace, Cpu};

use super::{Firmware, Reply, answer, argument, physical, sal, status};
use crate::processor::{Cache, Contents};

const CACHE_FLUSH: u64 = 1;
const CACHE_INFO: u64 = 2;
const CACHE_SUMMARY: u64 = 4;
const MEM_ATTRIB: u64 = 5;
const PTCE_INFO: u64 = 6;
const VM_SUMMARY: u64 = 8;
const DEBUG_INFO: u64 = 11;
const FIXED_ADDR: u64 = 12;
const FREQ_RATIOS: u64 = 14;
const PERF_MON_INFO: u64 = 15;
const PROC_GET_FEATURES: u64 = 17;
const PROC_SET_FEATURES: u64 = 18;
const RSE_INFO: u64 = 19;
const VERSION: u64 = 20;
const HALT: u64 = 28;
const HALT_LIGHT: u64 = 29;
const VM_PAGE_SIZE: u64 = 34;
const HALT_INFO: u64 = 257;

/// Procedures from this index to twice as much have the stacked calling convention; those below take their arguments in
/// static registers and return by a branch.
const STACKED: u64 = 256;
/// Memory attributes WB, UC, WC and NaTPage, one bit each.
const ATTRIBUTES: u64 = 1 | 1 << 4 | 1 << 6 | 1 << 7;
/// Memory attribute UCE.
const EXPORTED: u64 = 1 << 5;

impl Firmware {
    pub(super) fn call_pal(&self, cpu: &mut Cpu, space: &mut AddressSpace) -> Reply {
        let index = cpu.gr(28).0;
        let stacked = (STACKED..2 * STACKED).contains(&index);
        let arguments = if stacked {
            [1, 2].map(|n| argument(cpu, n))
        } else {
            [29, 30].map(|n| cpu.gr(n).0)
        };
        if !stacked {
            // Only the place is set: a return by a branch does not change the privilege level.
            cpu.set_ip(cpu.br(0));
        }
        let (result, values) = self.pal_procedure(index, arguments, space);
        answer(cpu, result, values);
        match index {
            HALT_LIGHT => Reply::Halt,
            // Linux calls it to halt, and to turn off a machine without ACPI.
            HALT if self.acpi.is_some() => Reply::HaltForGood,
            HALT => Reply::PowerOff,
            _ => Reply::Done,
        }
    }

    /// Status and results of a procedure.
    fn pal_procedure(
        &self,
        index: u64,
        [first, second]: [u64; 2],
        space: &mut AddressSpace,
    ) -> (i64, [u64; 3]) {
        let model = &self.processor.model;
        let ratio = |frequency: u64| {
            let (mut n, mut d) = (frequency, sal::PLATFORM);
            let divisor = greatest_common_divisor(n, d);
            (n, d) = (n / divisor, d / divisor);
            n << 32 | d & 0xffff_ffff
        };
        let done = |values| (status::DONE, values);
        match index {
            CACHE_FLUSH | PROC_SET_FEATURES | HALT | HALT_LIGHT => done([0; 3]),
            CACHE_INFO => self.cache_info(first, second),
            CACHE_SUMMARY if self.processor.caches.is_empty() => (status::UNIMPLEMENTED, [0; 3]),
            CACHE_SUMMARY => {
                let levels = self.processor.caches.iter().map(|cache| cache.level + 1);
                let unique = self.processor.caches.len() as u64;
                done([levels.max().unwrap_or(0).into(), unique, 0])
            }
            MEM_ATTRIB => {
                let exported = if model.exported { EXPORTED } else { 0 };
                done([ATTRIBUTES | exported, 0, 0])
            }
            // `ptc.e` purges everything at the first execution.
            PTCE_INFO => done([0, 1 << 32 | 1, 0]),
            VM_SUMMARY => {
                // Itanium's functions, which `thash` and `ttag` compute for both families.
                let hash = 0;
                let levels = 2;
                done([
                    1 | u64::from(model.physical_bits) << 1
                        | u64::from(model.key_bits) << 8
                        | u64::from(model.keys - 1) << 16
                        | hash << 24
                        | u64::from(model.data_registers - 1) << 32
                        | u64::from(model.instruction_registers - 1) << 40
                        | u64::from(model.unique_caches) << 48
                        | levels << 56,
                    u64::from(model.virtual_msb) | u64::from(model.rid_bits) << 8,
                    0,
                ])
            }
            DEBUG_INFO => done([4, 4, 0]),
            FIXED_ADDR | PROC_GET_FEATURES => done([0; 3]),
            FREQ_RATIOS => {
                let ticks = ratio(self.processor.frequency);
                done([ticks, 1 << 32 | 1, ticks])
            }
            PERF_MON_INFO => self.monitor_info(first, space),
            RSE_INFO => done([machine::PHYSICAL_STACKED.into(), 0, 0]),
            VERSION => {
                // PAL_A and PAL_B 1.0, of vendor 1.
                const VERSIONS: u64 = 0x0100 | 1 << 24 | 0x0100 << 32;
                done([VERSIONS, VERSIONS, 0])
            }
            VM_PAGE_SIZE => done([model.insertable, model.purgeable, 0]),
            HALT_INFO => halt_info(first, space),
            _ => (status::UNIMPLEMENTED, [0; 3]),
        }
    }

    /// `PAL_CACHE_INFO`: `config_info_1` and `config_info_2` of the cache of a level (from 0), for instructions (`kind`
    /// 1) or for data (2, also for unified caches).
    fn cache_info(&self, level: u64, kind: u64) -> (i64, [u64; 3]) {
        let asked = |cache: &&Cache| {
            let kinds = match cache.contents {
                Contents::Instructions => 1,
                Contents::Data | Contents::Unified => 2,
            };
            u64::from(cache.level) == level && kinds == kind
        };
        let Some(cache) = self.processor.caches.iter().find(asked) else {
            return (status::INVALID, [0; 3]);
        };
        // Reported if there are no stores, or the number does not fit.
        const UNKNOWN: u64 = 0xff;
        let stores = match cache.contents {
            Contents::Instructions => UNKNOWN,
            Contents::Data | Contents::Unified => u64::from(cache.latency).min(UNKNOWN),
        };
        let line = u64::from(cache.line_bytes.ilog2());
        let way = u64::from((cache.bytes / cache.ways.max(1)).max(1).ilog2());
        // The stride of `fc` is a line.
        let first = u64::from(cache.contents == Contents::Unified)
            | u64::from(cache.writes_back) << 1
            | u64::from(cache.ways.min(0xff)) << 8
            | line << 16
            | line << 24
            | stores << 32
            | u64::from(cache.latency).min(UNKNOWN) << 40;
        let highest = u64::from(self.processor.model.physical_bits) - 1;
        let second = u64::from(cache.bytes) | way << 32 | way << 40 | highest << 48;
        (status::DONE, [first, second, 0])
    }

    /// `PAL_PERF_MON_INFO`: the summary, and in the buffer sixteen words of masks, of which each file has four: PMCs, PMDs, those
    /// that count cycles, those that count retired instructions.
    fn monitor_info(&self, buffer: u64, space: &mut AddressSpace) -> (i64, [u64; 3]) {
        let monitor = &self.processor.monitor;
        let mut masks = [0u64; 16];
        masks[0] = monitor.controls;
        masks[4] = monitor.data;
        masks[8] = monitor.cycles;
        masks[12] = monitor.retired;
        let bytes: Vec<u8> = masks.iter().flat_map(|mask| mask.to_le_bytes()).collect();
        match physical(buffer).map(|at| space.poke(at, &bytes)) {
            Some(Ok(())) => (status::DONE, [monitor.summary, 0, 0]),
            _ => (status::INVALID, [0; 3]),
        }
    }
}

/// One power state that keeps caches coherent.
fn halt_info(buffer: u64, space: &mut AddressSpace) -> (i64, [u64; 3]) {
    const IMPLEMENTED: u64 = 1 << 60;
    const POWER: u64 = 1 << 32;
    let mut states = [0; 64];
    states[..8].copy_from_slice(&(IMPLEMENTED | POWER).to_le_bytes());
    match physical(buffer).map(|at| space.poke(at, &states)) {
        Some(Ok(())) => (status::DONE, [0; 3]),
        _ => (status::INVALID, [0; 3]),
    }
}

fn greatest_common_divisor(a: u64, b: u64) -> u64 {
    if b == 0 {
        a.max(1)
    } else {
        greatest_common_divisor(b, a % b)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::board::Board;
    use crate::processor::{Monitor, Processor};
    use machine::SystemModel;

    fn cache(level: u8, contents: Contents, bytes: u32, (ways, line_bytes): (u32, u32)) -> Cache {
        Cache {
            level,
            contents,
            bytes,
            ways,
            line_bytes,
            latency: 2,
            writes_back: contents == Contents::Unified,
        }
    }

    fn firmware(processor: Processor) -> Firmware {
        let board = Board::new(crate::board::DEFAULT_MEMORY).expect("a size");
        Firmware::new(board, processor, None)
    }

    #[test]
    fn monitor_and_translation_caches_are_those_of_the_processor() {
        let monitor = Monitor {
            summary: 0x0812_2f04,
            controls: 0xffff,
            data: 0x3_ffff,
            cycles: 0xf0,
            retired: 0x10,
        };
        for (family, summary) in [
            (
                isa::Family::Itanium,
                1 | 44 << 1 | 21 << 8 | 15 << 16 | 47 << 32 | 7 << 40 | 3 << 48 | 2 << 56,
            ),
            (
                isa::Family::Itanium2,
                1 | 50 << 1 | 24 << 8 | 15 << 16 | 63 << 32 | 63 << 40 | 4 << 48 | 2 << 56,
            ),
        ] {
            let firmware = firmware(Processor {
                model: SystemModel::of(family),
                monitor,
                frequency: 800_000_000,
                caches: Vec::new(),
            });
            let mut space = AddressSpace::new();
            space.map(
                0,
                1 << 14,
                machine::Protection::RW,
                machine::Sharing::Private,
            );
            let (result, values) = firmware.pal_procedure(VM_SUMMARY, [0, 0], &mut space);
            assert_eq!((result, values[0]), (0, summary));
            let told = firmware.pal_procedure(PERF_MON_INFO, [0x100, 0], &mut space);
            assert_eq!(told, (0, [monitor.summary, 0, 0]));
            let masks = [0, 4, 8, 12].map(|n| space.read_u64(0x100 + 8 * n));
            assert_eq!(masks, [0xffff, 0x3_ffff, 0xf0, 0x10].map(Ok));
            let nowhere = firmware.pal_procedure(PERF_MON_INFO, [1 << 14, 0], &mut space);
            assert_eq!(nowhere.0, status::INVALID);
        }
    }

    #[test]
    fn caches_are_told_by_level_and_kind_and_others_are_no_arguments() {
        let processor = Processor {
            model: SystemModel::of(isa::Family::Itanium),
            monitor: Monitor::default(),
            frequency: 800_000_000,
            caches: vec![
                cache(0, Contents::Instructions, 16 << 10, (4, 32)),
                cache(0, Contents::Data, 16 << 10, (4, 32)),
                cache(1, Contents::Unified, 96 << 10, (6, 64)),
                cache(2, Contents::Unified, 4 << 20, (4, 64)),
            ],
        };
        let firmware = firmware(processor);
        let mut space = AddressSpace::new();
        let mut call =
            |index, level, kind| firmware.pal_procedure(index, [level, kind], &mut space);
        assert_eq!(call(CACHE_SUMMARY, 0, 0), (0, [3, 4, 0]));
        // Ways, log2 of line and stride, latencies; size, log2 of a way, highest bit of a tag.
        let near = |stores: u64| 4 << 8 | 5 << 16 | 5 << 24 | stores << 32 | 2 << 40;
        let sizes = |bytes: u64, way: u64| bytes | way << 32 | way << 40 | 43 << 48;
        assert_eq!(
            call(CACHE_INFO, 0, 1),
            (0, [near(0xff), sizes(16 << 10, 12), 0])
        );
        assert_eq!(
            call(CACHE_INFO, 0, 2),
            (0, [near(2), sizes(16 << 10, 12), 0])
        );
        let l2 = 1 | 1 << 1 | 6 << 8 | 6 << 16 | 6 << 24 | 2 << 32 | 2 << 40;
        assert_eq!(call(CACHE_INFO, 1, 2), (0, [l2, sizes(96 << 10, 14), 0]));
        for (level, kind) in [(1, 1), (3, 2), (0, 0), (0, 3), (u64::MAX, 2)] {
            assert_eq!(call(CACHE_INFO, level, kind).0, status::INVALID);
        }
    }
}
