//! The console device, a terminal (virtio 1.1, section 5.3): one port, without a size.
//!
//! A driver does not report when its console is open, and Linux drops input that comes earlier. Therefore input is held
//! back until something has been printed and the processor has then been halted ([`Typist`]), as if the user waited for
//! a prompt.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

use machine::AddressSpace;

use super::queue::{Cursor, Queue};
use super::{Broken, Kind};
use crate::console::Console;

/// The queue into which the device writes what is typed.
const RECEIVE: usize = 0;
/// Most bytes that one chain transfers.
const LARGEST: u64 = 1 << 20;

/// Decides when input begins. Clones share their state.
#[derive(Clone, Default)]
pub(crate) struct Typist(Rc<Cell<Progress>>);

#[derive(Copy, Clone, Default, PartialEq, Eq)]
enum Progress {
    /// Nothing has been printed.
    #[default]
    Silent,
    /// Something has been printed.
    Printed,
    /// The processor has been halted after that: input is delivered.
    Types,
}

impl Typist {
    fn printed(&self) {
        if self.0.get() == Progress::Silent {
            self.0.set(Progress::Printed);
        }
    }

    /// Called when the processor is about to halt. Returns whether input begins with this halt.
    pub(crate) fn begins(&self) -> bool {
        let begins = self.0.get() == Progress::Printed;
        if begins {
            self.0.set(Progress::Types);
        }
        begins
    }

    fn types(&self) -> bool {
        self.0.get() == Progress::Types
    }
}

/// The device.
pub(crate) struct Terminal {
    console: Console,
    input: VecDeque<u8>,
    typist: Typist,
}

impl Terminal {
    /// A terminal with this input.
    pub(crate) fn new(console: Console, input: Vec<u8>, typist: Typist) -> Self {
        Self {
            console,
            input: input.into(),
            typist,
        }
    }

    fn receive(&mut self, queue: &mut Queue, memory: &mut AddressSpace) -> Result<bool, Broken> {
        let mut used = false;
        for _ in 0..queue.size {
            if self.waiting() == 0 {
                break;
            }
            let Some(chain) = queue.take(memory)? else {
                break;
            };
            let mut room = Cursor::new(&chain.write);
            let len = room.left().min(LARGEST).min(self.input.len() as u64) as usize;
            let bytes: Vec<u8> = self.input.drain(..len).collect();
            if len == 0 || !room.write(memory, &bytes) {
                return Err(Broken);
            }
            queue.put(memory, &chain, len as u32)?;
            used = true;
        }
        Ok(used)
    }

    fn transmit(&self, queue: &mut Queue, memory: &mut AddressSpace) -> Result<bool, Broken> {
        let mut used = false;
        for _ in 0..queue.size {
            let Some(chain) = queue.take(memory)? else {
                break;
            };
            let mut text = Cursor::new(&chain.read);
            let len = text.left();
            if len > LARGEST {
                return Err(Broken);
            }
            let mut bytes = vec![0; len as usize];
            if !text.read(memory, &mut bytes) {
                return Err(Broken);
            }
            bytes.iter().for_each(|&byte| self.console.write(byte));
            self.typist.printed();
            queue.put(memory, &chain, 0)?;
            used = true;
        }
        Ok(used)
    }
}

impl Kind for Terminal {
    const DEVICE: u32 = 3;
    const QUEUES: usize = 2;

    fn features(&self) -> u64 {
        0
    }

    fn configuration(&self, _: u64) -> u8 {
        0
    }

    fn waiting(&self) -> u64 {
        u64::from(self.typist.types() && !self.input.is_empty()) << RECEIVE
    }

    fn serve(
        &mut self,
        number: usize,
        queue: &mut Queue,
        memory: &mut AddressSpace,
    ) -> Result<bool, Broken> {
        if number == RECEIVE {
            self.receive(queue, memory)
        } else {
            self.transmit(queue, memory)
        }
    }
}
