//! A 16550 UART: registers one byte apart, and an interrupt line, which output 2 gates.
//!
//! A character is sent as soon as it is written. Input arrives only once the driver has enabled the receiver interrupt
//! (drivers that poll do so, too), and then as fast as it is read.

use std::collections::VecDeque;

use crate::console::Console;

/// Offsets of the registers.
mod register {
    pub(super) const DATA: u64 = 0;
    pub(super) const INTERRUPTS: u64 = 1;
    /// Read: interrupt identification; written: control of the queues.
    pub(super) const QUEUES: u64 = 2;
    pub(super) const LINE: u64 = 3;
    pub(super) const MODEM: u64 = 4;
    pub(super) const LINE_STATUS: u64 = 5;
    pub(super) const MODEM_STATUS: u64 = 6;
    pub(super) const SCRATCH: u64 = 7;
}

/// Registers of the device.
pub(crate) const SIZE: u64 = 8;

/// Line control: the first two registers are those of the divisor.
const DIVISOR_ACCESS: u8 = 1 << 7;
const QUEUES_ENABLED: u8 = 1;
const LOOP: u8 = 1 << 4;
/// Modem control: output 2, which gates the interrupt line.
const GATE: u8 = 1 << 3;
/// Line status: the transmitter and its holding register are empty.
const EMPTY: u8 = 0x60;
/// Modem status: clear to send, data set ready, carrier detected.
const CONNECTED: u8 = 0xb0;
const NO_INTERRUPT: u8 = 1;
/// Enable bits of the interrupts of received data and of an empty transmitter, then their identifications.
const RECEIVER: u8 = 1;
const TRANSMITTER: u8 = 2;
const RECEIVED: u8 = 4;
const TRANSMITTED: u8 = 2;

/// The device.
pub(crate) struct Uart {
    console: Console,
    interrupts: u8,
    queues: u8,
    line: u8,
    modem: u8,
    scratch: u8,
    divisor: [u8; 2],
    /// Input that has not been read, in order.
    input: VecDeque<u8>,
    /// The transmitter has become empty, and the driver has not read that from the identification register.
    emptied: bool,
}

impl Uart {
    pub(crate) fn new(console: Console, input: Vec<u8>) -> Self {
        Self {
            console,
            input: input.into(),
            emptied: false,
            interrupts: 0,
            queues: 0,
            line: 0,
            modem: 0,
            scratch: 0,
            divisor: [0; 2],
        }
    }

    /// Whether there is input that the driver can read.
    fn receives(&self) -> bool {
        self.interrupts & RECEIVER != 0 && self.modem & LOOP == 0 && !self.input.is_empty()
    }

    /// The level of the interrupt line.
    pub(crate) fn line(&self) -> bool {
        let transmits = self.interrupts & TRANSMITTER != 0 && self.emptied;
        self.modem & (GATE | LOOP) == GATE && (self.receives() || transmits)
    }

    /// The interrupt identification, which drivers that poll read, too. Reading it clears the transmitter's cause.
    fn cause(&mut self) -> u8 {
        if self.receives() {
            RECEIVED
        } else if self.interrupts & TRANSMITTER != 0 && self.emptied {
            self.emptied = false;
            TRANSMITTED
        } else {
            NO_INTERRUPT
        }
    }

    pub(crate) fn read(&mut self, offset: u64) -> u8 {
        let divisor = self.line & DIVISOR_ACCESS != 0;
        match offset {
            register::DATA if divisor => self.divisor[0],
            register::INTERRUPTS if divisor => self.divisor[1],
            register::DATA if self.receives() => self.input.pop_front().unwrap_or(0),
            register::INTERRUPTS => self.interrupts,
            register::QUEUES if self.queues & QUEUES_ENABLED != 0 => self.cause() | 0xc0,
            register::QUEUES => self.cause(),
            register::LINE => self.line,
            register::MODEM => self.modem,
            register::LINE_STATUS => EMPTY | u8::from(self.receives()),
            register::MODEM_STATUS if self.modem & LOOP != 0 => {
                // In loop-back mode the outputs are the inputs: request to send, data terminal ready, out 1, out 2.
                let modem = self.modem;
                (modem & 2) << 3 | (modem & 1) << 5 | (modem & 4) << 4 | (modem & 8) << 4
            }
            register::MODEM_STATUS => CONNECTED,
            register::SCRATCH => self.scratch,
            _ => 0,
        }
    }

    pub(crate) fn write(&mut self, offset: u64, value: u8) {
        let divisor = self.line & DIVISOR_ACCESS != 0;
        match offset {
            register::DATA if divisor => self.divisor[0] = value,
            register::INTERRUPTS if divisor => self.divisor[1] = value,
            register::DATA => {
                if self.modem & LOOP == 0 {
                    self.console.write(value);
                }
                self.emptied = true;
            }
            register::INTERRUPTS => {
                self.emptied |= value & !self.interrupts & TRANSMITTER != 0;
                self.interrupts = value & 0xf;
            }
            register::QUEUES => self.queues = value,
            register::LINE => self.line = value,
            register::MODEM => self.modem = value & 0x1f,
            register::SCRATCH => self.scratch = value,
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn characters_wait_for_a_driver_that_receives_and_come_in_order() {
        let console = Console::new(Box::new(std::io::sink()));
        let mut uart = Uart::new(console, b"ab".to_vec());
        assert_eq!(uart.read(register::LINE_STATUS), EMPTY);
        assert_eq!(uart.read(register::DATA), 0, "a driver clears the receiver");
        uart.write(register::INTERRUPTS, RECEIVER);
        assert_eq!(uart.read(register::QUEUES), RECEIVED);
        let mut seen = Vec::new();
        while uart.read(register::LINE_STATUS) & 1 != 0 {
            seen.push(uart.read(register::DATA));
        }
        assert_eq!(seen, b"ab");
        assert_eq!(uart.read(register::QUEUES), NO_INTERRUPT);
        // The transmitter is empty once for each character, and when the driver begins to ask.
        uart.write(register::INTERRUPTS, RECEIVER | TRANSMITTER);
        for character in [None, Some(b'x')] {
            if let Some(character) = character {
                uart.write(register::DATA, character);
            }
            assert_eq!(uart.read(register::QUEUES), TRANSMITTED);
            assert_eq!(uart.read(register::QUEUES), NO_INTERRUPT);
        }
    }

    #[test]
    fn the_interrupt_line_is_active_as_long_as_there_is_a_cause_and_the_gate_is_open() {
        let mut uart = Uart::new(Console::new(Box::new(std::io::sink())), b"a".to_vec());
        uart.write(register::INTERRUPTS, RECEIVER | TRANSMITTER);
        assert!(!uart.line(), "the gate is closed");
        uart.write(register::MODEM, GATE);
        assert!(uart.line());
        assert_eq!(uart.read(register::DATA), b'a');
        assert!(uart.line(), "the transmitter is empty");
        assert_eq!(uart.read(register::QUEUES), TRANSMITTED);
        assert!(!uart.line());
        uart.write(register::DATA, b'x');
        assert!(uart.line());
        uart.write(register::INTERRUPTS, 0);
        assert!(!uart.line());
    }

    #[test]
    fn the_loop_back_test_of_drivers_finds_the_device() {
        let mut uart = Uart::new(Console::new(Box::new(std::io::sink())), Vec::new());
        uart.write(register::MODEM, LOOP | 0xa);
        assert_eq!(uart.read(register::MODEM_STATUS) & 0xf0, 0x90);
        uart.write(register::SCRATCH, 0x55);
        assert_eq!(uart.read(register::SCRATCH), 0x55);
        uart.write(register::QUEUES, QUEUES_ENABLED);
        assert_eq!(uart.read(register::QUEUES), 0xc1);
        uart.write(register::LINE, DIVISOR_ACCESS | 3);
        uart.write(register::DATA, 12);
        assert_eq!(uart.read(register::DATA), 12);
    }
}
