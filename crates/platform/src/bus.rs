//! The system bus ([`Devices`]): which device answers at which physical address, and the interrupt messages of the
//! devices.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::fmt;
use std::rc::Rc;

use machine::{AddressSpace, Bus};

use crate::board::{
    INTERRUPT_BLOCK, INTERRUPT_MESSAGES, IOSAPIC, PORTS, PORTS_SIZE, SLEEP_CONTROL, UART, UART_PIN,
    virtio_at, virtio_pin,
};
use crate::console::Console;
use crate::firmware::SOFT_OFF;
use crate::iosapic::{self, Iosapic, Message};
use crate::uart::{self, Uart};
use crate::virtio::Device;

const SLEEP_STATUS: u64 = SLEEP_CONTROL + 1;

/// Most interrupt messages that wait for the processor: as many as there are vectors. More are dropped.
const QUEUE: usize = 256;

/// The bit of the sleep control register that enters the selected sleep state.
const SLEEP: u8 = 1 << 5;

/// Why devices end the machine.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Signal {
    /// The guest turns the machine off.
    PowerOff,
    /// The machine cannot go on, for this reason.
    Failure(&'static str),
    /// The processor referred to an address at which nothing answers.
    MachineCheck(MachineCheck),
}

/// A reference to a physical address at which nothing answers: the bus ends it with a hard failure, which a processor takes as a machine check.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct MachineCheck {
    address: u64,
    size: u8,
    stores: bool,
}

impl fmt::Display for MachineCheck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = if self.stores { "store" } else { "load" };
        write!(
            f,
            "a machine check: nothing answers a {what} of {} bytes at physical address {:#x}",
            self.size, self.address
        )
    }
}

/// The signal by which devices tell the loop that runs the machine to end. Clones refer to the same one.
#[derive(Clone, Default)]
pub(crate) struct Board(Rc<RefCell<Option<Signal>>>);

impl Board {
    /// Whether the machine ends before the next instruction, as after a machine check.
    fn ends(&self) -> bool {
        self.0.borrow().is_some()
    }

    /// Takes the reason for which the machine ends.
    pub(crate) fn take(&self) -> Option<Signal> {
        self.0.borrow_mut().take()
    }

    /// Sets the signal, unless there is one already.
    fn tell(&self, signal: Signal) {
        self.0.borrow_mut().get_or_insert(signal);
    }
}

/// All devices of the machine.
pub(crate) struct Devices {
    console: Console,
    uart: Uart,
    iosapic: Iosapic,
    virtio: Vec<Box<dyn Device>>,
    requests: VecDeque<u8>,
    board: Board,
    /// Whether references that nothing answers end the machine.
    pub machine_checks: bool,
}

impl Devices {
    /// `input`: what is typed at the UART; `virtio`: devices in the order of their places.
    pub(crate) fn new(
        console: Console,
        board: Board,
        input: Vec<u8>,
        virtio: Vec<Box<dyn Device>>,
    ) -> Self {
        Self {
            uart: Uart::new(console.clone(), input),
            console,
            iosapic: Iosapic::new(),
            virtio,
            requests: VecDeque::new(),
            board,
            machine_checks: false,
        }
    }

    /// A store to the processor interrupt block (volume 2, section 5.8.4): the address names the processor, the data delivery
    /// mode and vector. The processor is the one with identity 0.
    fn message(&mut self, offset: u64, value: u64) {
        let mode = (value >> 8 & 7) as u8;
        // A message cannot ask for the lowest priority.
        if offset >> 4 == 0 && mode != 1 {
            let vector = value as u8;
            self.deliver(Message { mode, vector });
        }
    }

    /// Nothing answers a reference: signals a machine check, if these are enabled. Ports of I/O space without a device
    /// are answered by their bridge.
    fn is_not_there(&self, address: u64, size: u8, stores: bool) {
        let is_port = address.wrapping_sub(PORTS) < PORTS_SIZE;
        let is_message = address.wrapping_sub(INTERRUPT_BLOCK) < 2 * INTERRUPT_MESSAGES;
        if self.machine_checks && !is_port && !is_message {
            let check = MachineCheck {
                address,
                size,
                stores,
            };
            self.board.tell(Signal::MachineCheck(check));
        }
    }

    fn deliver(&mut self, message: Message) {
        if self.requests.len() == QUEUE {
            return;
        }
        let vector = match message.mode {
            0 | 1 => message.vector,
            4 => 2,
            7 => 0,
            2 => {
                let why = "a platform management interrupt, which is not modelled";
                return self.board.tell(Signal::Failure(why));
            }
            5 => {
                let why = "an INIT message, which is not modelled";
                return self.board.tell(Signal::Failure(why));
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
            // The machine is neither asleep nor just woken.
            SLEEP_CONTROL..=SLEEP_STATUS => 0,
            IOSAPIC.. if address - IOSAPIC < iosapic::SIZE => {
                self.iosapic.read(address - IOSAPIC).into()
            }
            _ => match virtio_at(address) {
                Some((number, offset)) if number < self.virtio.len() => {
                    self.virtio[number].read(offset, size)
                }
                _ => {
                    self.is_not_there(address, size, false);
                    !0 >> (64 - 8 * u32::from(size.clamp(1, 8)))
                }
            },
        }
    }

    fn write(&mut self, address: u64, size: u8, value: u64) {
        match address {
            UART.. if address - UART < uart::SIZE => self.uart.write(address - UART, value as u8),
            // The type of sleep is in bits 4:2, beside the bit that enters it.
            SLEEP_CONTROL if value as u8 & 0x3c == SLEEP | SOFT_OFF << 2 => {
                self.board.tell(Signal::PowerOff);
            }
            INTERRUPT_BLOCK.. if address - INTERRUPT_BLOCK < INTERRUPT_MESSAGES && size == 8 => {
                self.message(address - INTERRUPT_BLOCK, value);
            }
            IOSAPIC.. if address - IOSAPIC < iosapic::SIZE => {
                self.iosapic.write(address - IOSAPIC, value as u32);
            }
            _ => {
                if let Some((number, offset)) = virtio_at(address)
                    && let Some(device) = self.virtio.get_mut(number)
                {
                    device.write(offset, size, value);
                } else if !(SLEEP_CONTROL..=SLEEP_STATUS).contains(&address) {
                    self.is_not_there(address, size, true);
                }
            }
        }
    }

    fn interrupt(&mut self) -> Option<u8> {
        self.requests.pop_front()
    }

    fn stops(&self) -> bool {
        self.board.ends() || self.console.panics()
    }

    fn serve(&mut self, memory: &mut AddressSpace) {
        for (number, device) in self.virtio.iter_mut().enumerate() {
            device.serve(memory);
            self.iosapic.drive(virtio_pin(number), device.line());
        }
        self.iosapic.drive(UART_PIN, self.uart.line());
        while let Some(message) = self.iosapic.message() {
            self.deliver(message);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn machine() -> Devices {
        let console = Console::new(Box::new(std::io::sink()));
        Devices::new(console, Board::default(), Vec::new(), Vec::new())
    }

    #[test]
    fn only_the_state_of_being_off_turns_the_machine_off() {
        let mut devices = machine();
        for value in [0, 0x20, 0x14, 0x30] {
            devices.write(SLEEP_CONTROL, 1, value);
            assert_eq!(devices.board.take(), None, "{value:#x}");
        }
        devices.write(SLEEP_CONTROL, 1, 0x34);
        assert!(devices.stops(), "before the next instruction");
        assert_eq!(devices.board.take(), Some(Signal::PowerOff));
    }

    #[test]
    fn messages_to_this_processor_become_vectors_and_others_are_dropped() {
        let mut devices = machine();
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
        assert!(matches!(devices.board.take(), Some(Signal::Failure(_))));
    }

    #[test]
    fn what_nothing_answers_is_a_machine_check_where_asked_and_ports_and_devices_are_none() {
        let mut devices = machine();
        devices.write(0xfff0_0000, 8, 0);
        assert_eq!(devices.board.take(), None, "not asked for");
        devices.machine_checks = true;
        for quiet in [
            PORTS,
            PORTS + PORTS_SIZE - 1,
            INTERRUPT_BLOCK,
            INTERRUPT_BLOCK + 0x1f_fff8,
            SLEEP_STATUS,
            UART,
            IOSAPIC,
        ] {
            devices.read(quiet, 1);
            devices.write(quiet, 1, 0);
            assert_eq!(devices.board.take(), None, "{quiet:#x}");
        }
        devices.read(0xfff0_0000, 4);
        devices.write(0x3000_0000_0000, 8, 1);
        let Some(Signal::MachineCheck(check)) = devices.board.take() else {
            panic!("nothing was told");
        };
        let said =
            "a machine check: nothing answers a load of 4 bytes at physical address 0xfff00000";
        assert_eq!(check.to_string(), said);
        assert_eq!(devices.board.take(), None, "the first counts");
        devices.write(PORTS + PORTS_SIZE, 1, 0);
        assert!(matches!(devices.board.take(), Some(Signal::MachineCheck(check)) if check.stores));
    }

    #[test]
    fn where_no_device_is_reads_give_ones() {
        let mut devices = machine();
        assert_eq!(devices.read(0xfff0_0000, 4), 0xffff_ffff);
        assert_eq!(devices.read(0xfff0_0000, 8), !0);
    }
}
