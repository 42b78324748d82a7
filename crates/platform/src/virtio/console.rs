//! A terminal (virtio 1.1, section 5.3): one port, without a size.
//!
//! A driver says nothing of when its console is open, and Linux drops what comes before. So what is typed comes as from a person who
//! waits for the machine: when something has been printed and the processor has been halted since.

use std::cell::Cell;
use std::collections::VecDeque;
use std::rc::Rc;

use machine::AddressSpace;

use super::queue::{Cursor, Queue};
use super::{Broken, Kind};
use crate::console::Console;

/// The queue into which the device writes what is typed.
const RECEIVE: usize = 0;
/// Most bytes of a chain.
const LARGEST: u64 = 1 << 20;

/// How far a machine is on its way to be typed at; clones are the same.
#[derive(Clone, Default)]
pub(crate) struct Typist(Rc<Cell<Progress>>);

#[derive(Copy, Clone, Default, PartialEq, Eq)]
enum Progress {
    /// Nothing has been printed.
    #[default]
    Silent,
    /// Something has been printed.
    Printed,
    /// The processor has been halted since.
    Types,
}

impl Typist {
    fn printed(&self) {
        if self.0.get() == Progress::Silent {
            self.0.set(Progress::Printed);
        }
    }

    /// The processor is about to halt. Gives whether typing begins with it.
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
    /// `input`: what is typed.
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
