//! The register file of a monitor: storage, widths, ignored bits, reset values.

use crate::family::Facts;
use crate::tags::{Pair, TagControls};
use events::Bank;
use isa::Family;

/// The registers, without behaviour. Counters hold their bits unextended.
#[derive(Debug, Clone)]
pub(crate) struct Registers {
    facts: &'static Facts,
    /// PMC, PMD, instruction and data breakpoint registers, cr.pmv.
    banks: [Bank; 5],
    pmc: [u64; 16],
    pmd: [u64; 18],
    ibr: [u64; 8],
    dbr: [u64; 8],
    /// Performance monitor vector, cr.pmv: vector in bits 7:0, mask in bit 16.
    pub pmv: u64,
}

/// Places of the banks in which software numbers the registers.
pub mod bank {
    /// Performance monitor control registers.
    pub const PMC: usize = 0;
    /// Performance monitor data registers.
    pub const PMD: usize = 1;
    /// Instruction breakpoint registers, which restrict what is counted.
    pub const IBR: usize = 2;
    /// Data breakpoint registers.
    pub const DBR: usize = 3;
    /// cr.pmv.
    pub const PMV: usize = 4;
}

/// cr.pmv: the vector of the monitor's interrupt as Linux sets it.
pub const LINUX_VECTOR: u64 = 0xee;
/// cr.pmv: interrupts are discarded.
pub(crate) const PMV_MASKED: u64 = 1 << 16;

impl Registers {
    /// After reset and PAL: no interrupts, no pins, no ranges, matchers open.
    #[must_use]
    pub(crate) fn reset(family: Family) -> Registers {
        let facts = Facts::of(family);
        let mut banks = [Bank {
            name: "",
            registers: 0,
        }; 5];
        let mut add = |place: usize, name, registers| banks[place] = Bank { name, registers };
        add(bank::PMC, "pmc", facts.control.len());
        add(bank::PMD, "pmd", facts.data.len());
        add(bank::IBR, "ibr", 8);
        add(bank::DBR, "dbr", 8);
        add(bank::PMV, "pmv", 1);
        let mut pmc = [0; 16];
        for (register, control) in pmc.iter_mut().zip(facts.control) {
            *register = control.reset;
        }
        Registers {
            facts,
            banks,
            pmc,
            pmd: [0; 18],
            ibr: [0; 8],
            dbr: [0; 8],
            pmv: PMV_MASKED,
        }
    }

    /// The banks in which software numbers them.
    pub(crate) fn banks(&self) -> &[Bank] {
        &self.banks
    }

    /// Reads PMC `index`; those that do not exist read zero.
    #[must_use]
    pub(crate) fn pmc(&self, index: usize) -> u64 {
        self.pmc.get(index).copied().unwrap_or(0)
    }

    /// Writes PMC `index`; ignored bits read back as zero.
    pub(crate) fn set_pmc(&mut self, index: usize, value: u64) {
        if let Some(control) = self.facts.control.get(index) {
            self.pmc[index] = value & control.bits;
        }
    }

    /// Raises overflow bits (7:4) and, if asked, the freeze bit of PMC0.
    pub(crate) fn overflow(&mut self, bits: u64, freeze: bool) {
        self.pmc[0] |= bits & 0xf0 | u64::from(freeze);
    }

    /// Reads PMD `index` as software sees it: counters are sign-extended.
    #[must_use]
    pub(crate) fn pmd(&self, index: usize) -> u64 {
        match index {
            4..=7 => {
                let unused = 64 - self.facts.counter_width;
                ((self.pmd[index] << unused) as i64 >> unused) as u64
            }
            _ => self.pmd.get(index).copied().unwrap_or(0),
        }
    }

    /// Writes PMD `index`; ignored bits read back as zero, those above a counter's width as its highest bit.
    pub(crate) fn set_pmd(&mut self, index: usize, value: u64) {
        if let Some(bits) = self.facts.data.get(index) {
            let counter = (4..8).contains(&index);
            let bits = if counter { self.counter_mask() } else { *bits };
            self.pmd[index] = value & bits;
        }
    }

    /// All ones in the width of a counter.
    #[must_use]
    pub(crate) fn counter_mask(&self) -> u64 {
        self.facts.counter_mask()
    }

    /// Reads instruction breakpoint register `index`.
    #[must_use]
    pub(crate) fn ibr(&self, index: usize) -> u64 {
        self.ibr.get(index).copied().unwrap_or(0)
    }

    /// Writes instruction breakpoint register `index`; bits 62:60 of odd ones are ignored.
    pub(crate) fn set_ibr(&mut self, index: usize, value: u64) {
        if let Some(register) = self.ibr.get_mut(index) {
            *register = if index % 2 == 1 {
                value & !(7 << 60)
            } else {
                value
            };
        }
    }

    /// Reads data breakpoint register `index`.
    #[must_use]
    pub(crate) fn dbr(&self, index: usize) -> u64 {
        self.dbr.get(index).copied().unwrap_or(0)
    }

    /// Writes data breakpoint register `index`; bits 61:60 of odd ones are ignored.
    pub(crate) fn set_dbr(&mut self, index: usize, value: u64) {
        if let Some(register) = self.dbr.get_mut(index) {
            *register = if index % 2 == 1 {
                value & !(3 << 60)
            } else {
                value
            };
        }
    }

    /// What is particular to this monitor.
    #[must_use]
    pub(crate) fn facts(&self) -> &'static Facts {
        self.facts
    }

    /// The registers that say how instructions and data addresses are tagged.
    pub(crate) fn tag_controls(&self) -> TagControls<'_> {
        let pairs = |registers: &[u64; 8]| {
            std::array::from_fn(|pair| Pair {
                base: registers[2 * pair],
                control: registers[2 * pair + 1],
            })
        };
        TagControls {
            pmc: &self.pmc,
            instruction: pairs(&self.ibr),
            data: pairs(&self.dbr),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn after_reset_ranges_and_matchers_are_open_and_interrupts_masked() {
        let registers = Registers::reset(Family::Itanium);
        assert_eq!(registers.pmc(8), 0xf000_0000_3fff_fff8);
        assert_eq!(registers.pmc(13) & 1, 1);
        assert_eq!(registers.pmc(11), 1 << 28);
        assert_eq!(registers.pmv & PMV_MASKED, PMV_MASKED);
        assert_eq!((4..8).map(|i| registers.pmc(i)).sum::<u64>(), 0);
    }

    #[test]
    fn registers_that_do_not_exist_read_zero_and_ignore_writes() {
        let mut registers = Registers::reset(Family::Itanium);
        registers.set_pmc(14, u64::MAX);
        registers.set_pmd(18, u64::MAX);
        registers.set_pmc(1, u64::MAX);
        assert_eq!(
            (registers.pmc(14), registers.pmd(18), registers.pmc(1)),
            (0, 0, 0)
        );
        assert_eq!((registers.pmc(1000), registers.pmd(1000)), (0, 0));
    }

    #[test]
    fn pmc0_keeps_the_freeze_and_four_overflow_bits_only() {
        let mut registers = Registers::reset(Family::Itanium);
        registers.set_pmc(0, u64::MAX);
        assert_eq!(registers.pmc(0), 0xf1);
    }

    #[test]
    fn thresholds_have_three_bits_on_the_first_two_counters_and_two_on_the_others() {
        let mut registers = Registers::reset(Family::Itanium);
        for index in 4..8 {
            registers.set_pmc(index, 7 << 20);
        }
        assert_eq!([4, 5, 6, 7].map(|i| registers.pmc(i) >> 20), [7, 7, 3, 3]);
    }

    #[test]
    fn a_counter_reads_bit_31_copied_into_the_upper_half() {
        let mut registers = Registers::reset(Family::Itanium);
        registers.set_pmd(4, 0x1234_5678_8000_0000);
        assert_eq!(registers.pmd(4), 0xffff_ffff_8000_0000);
        registers.set_pmd(4, 0xffff_ffff_7fff_ffff);
        assert_eq!(registers.pmd(4), 0x7fff_ffff);
    }

    #[test]
    fn an_itanium_2_counter_extends_bit_46() {
        let mut registers = Registers::reset(Family::Itanium2);
        registers.set_pmd(7, 1 << 46);
        assert_eq!(registers.pmd(7), 0xffff_c000_0000_0000);
    }

    /// The bits of fields, each by its highest and lowest.
    fn bits(fields: &[(u32, u32)]) -> u64 {
        fields
            .iter()
            .map(|(high, low)| u64::MAX >> (63 - high) & u64::MAX << low)
            .sum()
    }

    #[test]
    fn each_register_keeps_the_bits_of_its_fields_and_no_other() {
        const ALL: &[(u32, u32)] = &[(63, 0)];
        const COUNTER: [(u32, u32); 7] =
            [(3, 0), (4, 4), (5, 5), (6, 6), (14, 8), (19, 16), (25, 24)];
        let counter = |more: &[(u32, u32)]| [&COUNTER, more].concat();
        let trace: &[(u32, u32)] = &[(3, 0), (6, 6), (7, 7), (9, 8), (11, 10), (13, 12), (15, 14)];
        let itanium: [(usize, Vec<(u32, u32)>); 14] = [
            (0, vec![(0, 0), (7, 4)]),
            (1, vec![]),
            (2, vec![]),
            (3, vec![]),
            (4, counter(&[(22, 20)])),
            (5, counter(&[(22, 20)])),
            (6, counter(&[(21, 20)])),
            (7, counter(&[(21, 20)])),
            (8, ALL.to_vec()),
            (9, ALL.to_vec()),
            // plm, pm, tlb, umask, ism; the data side has pt, too.
            (10, vec![(3, 0), (6, 6), (7, 7), (19, 16), (25, 24)]),
            (
                11,
                vec![(3, 0), (6, 6), (7, 7), (19, 16), (25, 24), (28, 28)],
            ),
            (12, trace.to_vec()),
            // ta, and what Linux keeps set.
            (13, vec![(3, 0), (49, 32)]),
        ];
        let itanium2: [(usize, Vec<(u32, u32)>); 16] = [
            (0, vec![(0, 0), (7, 4)]),
            (1, vec![]),
            (2, vec![]),
            (3, vec![]),
            (4, counter(&[(15, 15), (22, 20), (23, 23)])),
            (5, counter(&[(15, 15), (22, 20)])),
            (6, counter(&[(15, 15), (22, 20)])),
            (7, counter(&[(15, 15), (22, 20)])),
            (8, ALL.to_vec()),
            (9, ALL.to_vec()),
            // plm, pm, umask and ct, ism.
            (10, vec![(3, 0), (4, 4), (13, 5), (15, 14)]),
            // plm, pm, mode, umask, ism.
            (11, vec![(3, 0), (6, 6), (8, 7), (19, 16), (25, 24)]),
            (12, trace.to_vec()),
            (13, ALL.to_vec()),
            (14, vec![(13, 0)]),
            (15, vec![(3, 0)]),
        ];
        let data = |latency: u32, detail: &[(u32, u32)], index: u32| {
            let mut registers: Vec<(usize, Vec<(u32, u32)>)> = vec![
                (0, vec![(1, 0), (63, 5)]),
                (1, vec![(latency, 0)]),
                (2, ALL.to_vec()),
                (3, detail.to_vec()),
                (16, vec![(index, 0)]),
            ];
            registers.extend((4..16).map(|index| (index, ALL.to_vec())));
            registers
        };
        let mut first = data(11, &[(11, 0), (63, 62)], 3);
        first.push((17, vec![(0, 0), (3, 2), (63, 4)]));
        let mut second = data(12, &[(12, 0), (13, 13), (15, 14)], 35);
        second.push((17, ALL.to_vec()));
        for (family, pmcs, pmds) in [
            (Family::Itanium, itanium.to_vec(), first),
            (Family::Itanium2, itanium2.to_vec(), second),
        ] {
            let mut registers = Registers::reset(family);
            assert_eq!(
                (pmcs.len(), pmds.len()),
                (
                    Facts::of(family).control.len(),
                    Facts::of(family).data.len()
                )
            );
            for (index, fields) in pmcs {
                registers.set_pmc(index, u64::MAX);
                assert_eq!(registers.pmc(index), bits(&fields), "{family:?} PMC{index}");
                registers.set_pmc(index, 0);
                assert_eq!(registers.pmc(index), 0, "{family:?} PMC{index}");
            }
            for (index, fields) in pmds {
                registers.set_pmd(index, u64::MAX);
                assert_eq!(registers.pmd(index), bits(&fields), "{family:?} PMD{index}");
                registers.set_pmd(index, 0);
                assert_eq!(registers.pmd(index), 0, "{family:?} PMD{index}");
            }
        }
    }

    #[test]
    fn debug_registers_ignore_the_bits_between_enables_and_privilege_levels() {
        let mut registers = Registers::reset(Family::Itanium);
        for index in 0..8 {
            registers.set_ibr(index, u64::MAX);
            registers.set_dbr(index, u64::MAX);
            let odd = index % 2 == 1;
            let (x, rw) = (bits(&[(59, 0), (63, 63)]), bits(&[(59, 0), (63, 62)]));
            assert_eq!(registers.ibr(index), if odd { x } else { u64::MAX });
            assert_eq!(registers.dbr(index), if odd { rw } else { u64::MAX });
        }
        registers.set_ibr(8, 1);
        registers.set_dbr(8, 1);
        assert_eq!((registers.ibr(8), registers.dbr(8)), (0, 0));
    }

    #[test]
    fn documented_programmings_survive_a_write() {
        let mut registers = Registers::reset(Family::Itanium);
        for value in [0x1228, 0x50_3028, 0x6728, 0x2328, 0x1128] {
            registers.set_pmc(4, value);
            assert_eq!(registers.pmc(4), value);
        }
        registers.set_pmc(12, 0xff88);
        assert_eq!(registers.pmc(12), 0xff88);
    }

    #[test]
    fn pal_reports_the_known_values_of_itanium() {
        assert_eq!(Facts::of(Family::Itanium).pal.r9, 0x0812_2004);
        assert_eq!(Facts::of(Family::Itanium).pal.retired, 0x10);
    }
}
