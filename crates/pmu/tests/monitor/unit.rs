//! The monitors as monitoring units: registers by number, and handlers that serve any unit.

use crate::common::*;
use events::{Handler, Interrupt, MonitoringUnit, Probe, Register, Stall};
use pmu::{Family, Monitor, Options, QuietUnit, Unit};

/// All registers of a unit.
fn registers(unit: &impl MonitoringUnit) -> Vec<Register> {
    let banks = unit.banks().iter().enumerate();
    let registers = banks
        .flat_map(|(bank, kind)| (0..kind.registers).map(move |number| Register { bank, number }));
    registers.collect()
}

/// A register by the name of its bank and its number.
fn register(unit: &impl MonitoringUnit, name: &str, number: usize) -> Register {
    let bank = unit.banks().iter().position(|bank| bank.name == name);
    Register {
        bank: bank.unwrap_or_else(|| panic!("no bank {name}")),
        number,
    }
}

#[test]
fn every_register_holds_its_reset_value_after_reset() {
    for family in Family::ALL {
        let unit = QuietUnit::from(Unit::new(family, Options::default()));
        let registers = registers(&unit);
        assert!(registers.len() > 48);
        for register in registers {
            let held = unit.read(register);
            assert!(held.is_some(), "{family:?} {register:?}");
            assert_eq!(held, unit.reset_value(register), "{family:?} {register:?}");
        }
    }
}

#[test]
fn a_register_is_written_and_read_by_its_number() {
    for family in Family::ALL {
        let mut unit = QuietUnit::from(Unit::new(family, Options::default()));
        for (name, number, value) in [
            ("pmc", 4, 0x1228),
            ("pmd", 5, 77),
            ("ibr", 0, 0x4000),
            ("dbr", 2, 0x8000),
            ("pmv", 0, 0x30),
        ] {
            let register = register(&unit, name, number);
            assert!(unit.write(register, value));
            assert_eq!(unit.read(register), Some(value), "{name}{number}");
        }
        assert_eq!(
            [unit.pmc(4), unit.pmd(5), unit.ibr(0)],
            [0x1228, 77, 0x4000]
        );
        assert_eq!([unit.dbr(2), unit.pmv()], [0x8000, 0x30]);
    }
}

#[test]
fn a_register_that_does_not_exist_is_neither_written_nor_read() {
    let mut unit = QuietUnit::from(Unit::new(Family::Itanium, Options::default()));
    let banks = unit.banks().len();
    let behind = register(&unit, "pmc", 14);
    for register in [
        behind,
        Register {
            bank: banks,
            number: 0,
        },
    ] {
        assert!(!unit.write(register, 1));
        assert_eq!(
            [unit.read(register), unit.reset_value(register)],
            [None, None]
        );
    }
}

/// Knows of the unit only that its first register freezes it, and writes a period to another.
struct Reload {
    freeze: Register,
    counter: Register,
    period: u64,
    taken: Vec<u64>,
}

impl<U: MonitoringUnit> Handler<U> for Reload {
    fn interrupt(&mut self, unit: &mut U, interrupt: &Interrupt) {
        self.taken.push(interrupt.raised);
        unit.write(self.counter, self.period.wrapping_neg());
        unit.write(self.freeze, 0);
    }
}

#[test]
fn a_handler_that_knows_no_family_samples_with_each_of_them() {
    for family in Family::ALL {
        let mut unit = QuietUnit::from(Unit::new(family, Options::default()));
        let [freeze, control, counter, vector] = [("pmc", 0), ("pmc", 4), ("pmd", 4), ("pmv", 0)]
            .map(|(name, number)| register(&unit, name, number));
        let power = unit.facts().power;
        let cycles = pmu::find(family, "CPU_CYCLES").unwrap_or_else(|| panic!("no CPU_CYCLES"));
        unit.write(vector, 0x30);
        unit.write(control, sampling(u64::from(cycles.code)) | power);
        unit.write(counter, 10u64.wrapping_neg());
        unit.write(freeze, 0);
        let handler = Reload {
            freeze,
            counter,
            period: 10,
            taken: Vec::new(),
        };
        let mut monitor = Monitor::new(unit, handler);
        describe(&mut monitor, 0);
        for cycle in 0..45 {
            monitor.cycles(Stall::Unstalled, cycle, 1);
            monitor.group(&group(cycle, 0, 1));
        }
        assert!(!monitor.unit.is_interrupting());
        monitor.settle(45);
        assert_eq!(monitor.handler.taken.len(), 4, "{family:?}");
        assert_eq!(monitor.handler.taken[0], 9, "{family:?}");
    }
}
