//! The devices by physical address.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;

use machine::Bus;

use crate::board::{INTERRUPT_BLOCK, INTERRUPT_MESSAGES, UART};
use crate::console::Console;
use crate::uart::{self, Uart};

/// Interrupt messages that wait for the processor at most: as many as there are vectors.
const QUEUE: usize = 256;

/// What devices tell the loop that runs the machine; clones are the same.
#[derive(Clone, Default)]
pub(crate) struct Board(Rc<RefCell<Option<&'static str>>>);

impl Board {
    /// Why the machine cannot go on, once.
    pub(crate) fn take_failure(&self) -> Option<&'static str> {
        self.0.borrow_mut().take()
    }
}

/// All devices of the machine.
pub(crate) struct Devices {
    uart: Uart,
    requests: VecDeque<u8>,
    board: Board,
}

impl Devices {
    pub(crate) fn new(console: Console, board: Board) -> Self {
        Self {
            uart: Uart::new(console),
            requests: VecDeque::new(),
            board,
        }
    }

    /// A store to the processor interrupt block (volume 2, section 5.8.4): the address names the processor, the data delivery
    /// mode and vector. The processor is the one with identity 0.
    fn message(&mut self, offset: u64, value: u64) {
        if offset >> 4 != 0 || self.requests.len() == QUEUE {
            return;
        }
        let vector = match value >> 8 & 7 {
            0 => value as u8,
            4 => 2,
            7 => 0,
            2 => {
                *self.board.0.borrow_mut() =
                    Some("a platform management interrupt, which is not modelled");
                return;
            }
            5 => {
                *self.board.0.borrow_mut() = Some("an INIT message, which is not modelled");
                return;
            }
            _ => return,
        };
        self.requests.push_back(vector);
    }
}

impl Bus for Devices {
    fn read(&mut self, address: u64, size: u8) -> u64 {
        match address {
            UART.. if address - UART < uart::SIZE => self.uart.read(address - UART).into(),
            _ => !0 >> (64 - 8 * u32::from(size.clamp(1, 8))),
        }
    }

    fn write(&mut self, address: u64, size: u8, value: u64) {
        match address {
            UART.. if address - UART < uart::SIZE => self.uart.write(address - UART, value as u8),
            INTERRUPT_BLOCK.. if address - INTERRUPT_BLOCK < INTERRUPT_MESSAGES && size == 8 => {
                self.message(address - INTERRUPT_BLOCK, value);
            }
            _ => {}
        }
    }

    fn interrupt(&mut self) -> Option<u8> {
        self.requests.pop_front()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_to_this_processor_become_vectors_and_others_are_dropped() {
        let mut devices = Devices::new(Console::new(Box::new(std::io::sink())), Board::default());
        for (offset, value) in [
            (0, 0x30),
            (1 << 12, 0x31),
            (1 << 4, 0x32),
            (8, 0x33),
            (0, 0x4ff),
            (0, 0x7ff),
        ] {
            devices.write(INTERRUPT_BLOCK + offset, 8, value);
        }
        let vectors: Vec<u8> = std::iter::from_fn(|| devices.interrupt()).collect();
        assert_eq!(vectors, [0x30, 0x33, 2, 0]);
        devices.write(INTERRUPT_BLOCK, 8, 0x500);
        assert!(devices.board.take_failure().is_some());
    }

    #[test]
    fn where_no_device_is_reads_give_ones() {
        let mut devices = Devices::new(Console::new(Box::new(std::io::sink())), Board::default());
        assert_eq!(devices.read(0xfff0_0000, 4), 0xffff_ffff);
        assert_eq!(devices.read(0xfff0_0000, 8), !0);
    }
}
