//! Executes single system calls for fuzz targets, in a program whose registers and memory the caller sets. Not part of
//! the public interface.

use crate::calls::{BASE, name};
use crate::memory::{BACKING_STORE, MAP_BASE, STACK_TOP};
use crate::process::{FIRST_PID, State, UnwindTable};
use crate::unwind;
use crate::{FileOptions, Kernel, LoadError, Options, QUANTUM, Streams};
use elf::Symbols;
use isa::Ar;
use machine::{Cfm, Machine, Silent};
use std::io;
use std::path::Path;

/// Bytes of the stack that the caller may use, from [`SCRATCH`] on.
pub const SCRATCH_BYTES: u64 = 0x8000;
/// The lowest address of that part.
pub const SCRATCH: u64 = STACK_TOP - SCRATCH_BYTES;
/// An address where nothing is mapped.
pub const UNMAPPED: u64 = MAP_BASE - 0x4000;

/// The number of the first thread, and of its process.
pub const FIRST: u64 = FIRST_PID as u64;

/// The result of a system call.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Answer {
    /// It is done, with the values of `r8` and `r9`.
    Done(u64, u64),
    /// It failed with this error number of Linux.
    Failed(u16),
    /// It waits for something. The next call is made as if a signal had interrupted it.
    Waits,
    /// The program has ended.
    Ended,
}

/// A loaded program.
pub struct Guest {
    pub(crate) kernel: Kernel,
    pub(crate) machine: Machine,
}

impl Guest {
    /// Loads `program` of the host with `root` as its `/`, in which it may change everything, and so many bytes of
    /// memory and as many of disk.
    ///
    /// # Errors
    /// The program cannot be loaded.
    pub fn new(program: &Path, root: &Path, memory_bytes: u64) -> Result<Self, LoadError> {
        let machine = Machine::new(machine::Options::default());
        let options = Options {
            program: program.to_owned(),
            arguments: vec![b"program".to_vec(), b"spin".to_vec()],
            environment: Vec::new(),
            name: None,
            files: FileOptions {
                root: Some(root.to_path_buf()),
                writable: true,
                ..FileOptions::default()
            },
            streams: Streams {
                input: Box::new(io::repeat(7)),
                output: Box::new(io::sink()),
                error: Box::new(io::sink()),
                terminals: [true; 3],
            },
            frequency_hz: 800_000_000,
            memory_bytes,
            disk_bytes: memory_bytes,
            quantum: QUANTUM,
            strace: Some(Box::new(io::sink())),
        };
        let kernel = Kernel::load(options, &machine)?;
        Ok(Self { kernel, machine })
    }

    /// Makes the system call `number` of Linux's table for IA-64, counted from 0, in the first thread.
    pub fn call(&mut self, number: u64, args: [u64; 6]) -> Answer {
        self.call_in(FIRST_PID, number, args)
    }

    /// The same in the thread `tid`.
    pub fn call_in(&mut self, tid: u32, number: u64, args: [u64; 6]) -> Answer {
        let kernel = &mut self.kernel;
        let Some(thread) = kernel.threads.get_mut(&tid) else {
            return Answer::Ended;
        };
        thread.state = State::Ready;
        thread.cpu.start_register_stack(BACKING_STORE, 8, 0);
        thread.cpu.set_gr(15, BASE + number, false);
        for (n, &value) in (32..).zip(&args) {
            thread.cpu.set_gr(n, value, false);
        }
        kernel.leave_futex(tid);
        kernel.settle(tid);
        kernel.current = tid;
        kernel.system_call(tid, (0x4000_0000_0000_0000, 0), &mut Silent);
        let Some(thread) = kernel.threads.get(&tid) else {
            return Answer::Ended;
        };
        if thread.waiting().is_some() {
            return Answer::Waits;
        }
        let [value, second, failed] = [8, 9, 10].map(|register| thread.cpu.gr(register).0);
        if failed == 0 {
            Answer::Done(value, second)
        } else {
            Answer::Failed(value as u16)
        }
    }

    /// Runs the program, so that effects of the calls take place: handlers, children, timers.
    pub fn run(&mut self, instructions: u64) {
        self.kernel
            .run(&mut self.machine, &mut Silent, Some(instructions));
    }

    /// Stores bytes in the program's memory; says whether all of it is there.
    pub fn put(&mut self, address: u64, bytes: &[u8]) -> bool {
        self.kernel.write(FIRST_PID, address, bytes).is_ok()
    }

    /// Bytes of the program's memory.
    ///
    /// # Panics
    /// Nothing is mapped there.
    pub fn get(&mut self, address: u64, length: usize) -> Vec<u8> {
        let bytes = self.kernel.read(FIRST_PID, address, length as u64);
        bytes.expect("the memory is mapped")
    }

    /// Walks up the call chain from a place that the first bytes of `data` choose. What follows them lies at [`SCRATCH`]: the rows
    /// of the unwind table, descriptors and a stack. Gives the number of places.
    pub fn backtrace(&mut self, data: &[u8]) -> usize {
        const STATE: usize = 16;
        let (state, memory) = data.split_at_checked(STATE).unwrap_or((&[0; STATE], data));
        let word = |n: usize| u64::from(u16::from_le_bytes([state[n], state[n + 1]]));
        let base = [SCRATCH, 0, u64::MAX - 0xff][usize::from(state[0] % 3)];
        let length = memory.len().min(SCRATCH_BYTES as usize);
        self.put(SCRATCH, &memory[..length]);
        if let Some(thread) = self.kernel.threads.get_mut(&FIRST_PID) {
            let cpu = &mut thread.cpu;
            let (sof, sol) = (state[2] % 97, state[3] % 97);
            cpu.start_register_stack(BACKING_STORE + 0x4000, sof, sol.min(sof));
            for r in 32..32 + sof {
                cpu.set_gr(r, SCRATCH + word(usize::from(r) % (STATE - 1)), false);
            }
            cpu.set_ip_slot(base.wrapping_add(word(4) & !15), state[6] % 3);
            cpu.set_gr(12, SCRATCH + word(8) % SCRATCH_BYTES, false);
            cpu.set_br(0, base.wrapping_add(word(10)));
            let frame = Cfm::from_bits(u64::from(state[12] % 97) * 0x81);
            cpu.set_ar(Ar::PFS, frame.unwrap_or_default().bits());
        }
        let table = UnwindTable {
            address: if state[13] == 0xff {
                u64::MAX - 23
            } else {
                SCRATCH
            },
            size: word(14),
            base,
        };
        unwind::backtrace(&mut self.kernel, FIRST_PID, &Symbols::default(), &[table]).len()
    }
}

/// Whether unwind descriptors can be decoded for each of the first slots of a function and for one far behind them.
pub fn unwind_descriptors(descriptors: &[u8]) -> bool {
    let places = (0..64).chain([1 << 20, u64::MAX / 2, u64::MAX]);
    let known: Vec<bool> = places.map(|at| unwind::is_known(descriptors, at)).collect();
    !known.contains(&false)
}

/// The number of a system call in Linux's table for IA-64, counted from 0.
pub fn number(call: &str) -> Option<u64> {
    (0..512).find(|number| name(BASE + number) == call)
}
