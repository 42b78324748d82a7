//! A machine of system mode: put together, run in turns, and brought to its end.

use std::collections::BTreeSet;
use std::io::{ErrorKind, Write};

use isa::{BranchKind, BranchTarget, Op, psr};
use machine::{
    AddressSpace, Cpu, Frames, HostCalls, Machine, Options, PauseCause, Protection, Recorder,
    Sharing, System, SystemStop, TranslationLog, Watch,
};

use crate::board::{Board, PORTS, VIRTIO_DEVICES};
use crate::bus::{self, Devices, Signal};
use crate::console::Console;
use crate::disk::Drive;
use crate::ending::{Control, Ending};
use crate::error::Error;
use crate::firmware::{Firmware, Reply};
use crate::load::{self, Boot};
use crate::processor::Processor;
use crate::simulator;
use crate::virtio::{Block, Device, Terminal, Typist, Virtio};

/// Instructions between two checks of [`Control`]. A block that is executing when a slice ends is divided there, so
/// that the record of a run depends on this number.
pub const SLICE: u64 = 1 << 20;

/// Virtio devices in the order of their places.
type Slots = Vec<Box<dyn Device>>;

/// Makes the virtio devices, disks first. Returns them and the input of the UART, which is empty if a virtio console
/// takes the input.
fn virtio(boot: &Boot, console: &Console, typist: &Typist) -> Result<(Slots, Vec<u8>), Error> {
    // One place is reserved for the console.
    const MOST: usize = VIRTIO_DEVICES - 1;
    if boot.disks.len() > MOST {
        let asked = boot.disks.len();
        return Err(Error::Disks { asked, most: MOST });
    }
    let disks = boot.disks.iter().cloned().enumerate();
    let mut devices: Slots = disks
        .map(|(number, disk)| -> Box<dyn Device> {
            Box::new(Virtio::new(Block::new(Drive::new(disk), number)))
        })
        .collect();
    if !boot.terminal {
        return Ok((devices, boot.input.clone()));
    }
    let terminal = Terminal::new(console.clone(), boot.input.clone(), typist.clone());
    devices.push(Box::new(Virtio::new(terminal)));
    Ok((devices, Vec::new()))
}

/// Why [`Platform::turn`] returned.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// The budget is used up.
    Budget,
    /// A call to the firmware or the simulator was carried out.
    Called,
    /// A debugger holds the machine up.
    Paused(PauseCause),
    /// The machine has ended.
    Ended(Ending),
}

/// A machine with its processor, memory, devices and firmware.
pub struct Platform {
    machine: Machine,
    cpu: Cpu,
    space: AddressSpace,
    firmware: Firmware,
    calls: HostCalls,
    console: Console,
    board: bus::Board,
    typist: Typist,
    /// The instructions of programs at the newest line of the console that has the text of a panic.
    panic: Option<u64>,
    /// A slice has ended behind the last line of a panic.
    waited: bool,
    /// Ticks of `ar.itc` for which the processor was halted.
    halted: u64,
}

impl Platform {
    /// Puts a machine together and loads what it boots. `simulator`: whether `break 0x80001` calls the simulator;
    /// `out`: where the console writes.
    ///
    /// # Errors
    /// Something of what is booted does not fit, or is no kernel.
    pub fn new(
        boot: &Boot,
        options: Options,
        processor: Processor,
        simulator: bool,
        out: Box<dyn Write>,
    ) -> Result<Self, Error> {
        let board = Board::new(boot.memory)?;
        let console = Console::new(out);
        let signals = bus::Board::default();
        let typist = Typist::default();
        let (virtio, input) = virtio(boot, &console, &typist)?;
        let present = virtio.len();
        let mut devices = Devices::new(console.clone(), signals.clone(), input, virtio);
        devices.machine_checks = boot.machine_checks;
        let mut space = AddressSpace::physical(&Frames::new(u64::MAX), Box::new(devices));
        for (start, size) in board.ranges() {
            space.map(start, size, Protection::RWX, Sharing::Private);
        }
        let model = processor.model;
        let firmware = Firmware::new(board, processor, boot.acpi.then_some(present));
        let area = firmware.area();
        let size = area.end - area.start;
        space.map(area.start, size, Protection::RWX, Sharing::Private);
        firmware
            .install(&mut space)
            .map_err(|fault| Error::Host(fault.address))?;
        let entry = load::load(boot, board, &mut space, &firmware)?;
        let machine = Machine::new(options);
        let mut cpu = machine.system_cpu(System::new(model));
        cpu.start_register_stack(entry.stack, 0, 0);
        cpu.set_ip(entry.ip);
        cpu.set_gr(28, entry.parameters, false);
        cpu.set_ar(isa::Ar::K0, PORTS);
        let calls = HostCalls {
            simulator,
            firmware: area,
        };
        Ok(Self {
            machine,
            cpu,
            space,
            firmware,
            calls,
            console,
            board: signals,
            typist,
            panic: None,
            waited: false,
            halted: 0,
        })
    }

    /// Begins to log changes of translation for a cycle model, and returns the log.
    pub fn follow_translations(&mut self) -> TranslationLog {
        let status = self.cpu.psr();
        let system = self.cpu.system_mut();
        system.map_or_else(TranslationLog::default, |system| {
            system.follow_translations(status)
        })
    }

    /// Instructions retired.
    pub fn retired(&self) -> u64 {
        self.machine.retired()
    }

    /// The processor, for messages.
    pub fn cpu(&self) -> &Cpu {
        &self.cpu
    }

    /// Whether the kernel has said on the console that it panics. The text may also be one that a program prints: behind a panic no program
    /// executes.
    pub fn panicked(&self) -> bool {
        self.panic.is_some() && self.panic == self.of_programs()
    }

    /// Instructions that programs have executed, which are those at privilege level 3.
    fn of_programs(&self) -> Option<u64> {
        let system = self.cpu.system()?;
        Some(system.levels(self.machine.retired())[3])
    }

    /// Runs to the end, for at most `limit` instructions.
    pub fn run<R: Recorder>(
        &mut self,
        recorder: &mut R,
        control: &Control,
        limit: Option<u64>,
    ) -> Ending {
        let limit = limit.unwrap_or(u64::MAX);
        loop {
            let left = limit - self.machine.retired().min(limit);
            let budget = SLICE.min(left);
            match self.turn(recorder, control, budget) {
                Turn::Ended(ending) => return ending,
                Turn::Budget if left == budget => return self.end(Ending::Limit),
                Turn::Budget => {
                    if let Some(why) = self.hangs() {
                        return self.end(Ending::Stuck(why.to_owned()));
                    }
                }
                Turn::Called | Turn::Paused(_) => {}
            }
        }
    }

    /// Why the guest does nothing any more, if that is so: its kernel waits behind a panic, or it executes a bundle that only branches to itself
    /// and no interrupt can come, because they are masked or because none is pending and the timer is off or masked (docs/system.md).
    fn hangs(&mut self) -> Option<&'static str> {
        // A program that has printed the last line of a panic executes again within a slice.
        let waits = self.console.panic_waits() && self.panicked();
        if waits && self.waited {
            return Some(
                "the kernel waits for ever behind its panic (with panic=1 Linux restarts)",
            );
        }
        self.waited = waits;
        let (ip, status) = (self.cpu.ip(), self.cpu.psr());
        let system = self.cpu.system_mut()?;
        if status & psr::I != 0 && (system.wakes() || system.awaits_timer()) {
            return None;
        }
        let mut bundle = [0; 16];
        let place = system.look(status, ip, true, &self.space)?;
        let is_idle = self.space.read_physical(place, &mut bundle)
            && only_branches_to_itself(u128::from_le_bytes(bundle));
        is_idle.then_some("the processor executes a branch to itself, and no interrupt can come")
    }

    fn end(&self, ending: Ending) -> Ending {
        self.console.flush();
        ending
    }

    /// Runs until `budget` instructions have retired, or the machine calls the firmware, is held up or ends.
    pub fn turn<R: Recorder>(&mut self, recorder: &mut R, control: &Control, budget: u64) -> Turn {
        let mut turn = Turn::Called;
        let stop = self.machine.run_system(
            &mut self.cpu,
            &mut self.space,
            recorder,
            &self.calls,
            budget,
        );
        let ending = match stop {
            SystemStop::Budget => {
                turn = Turn::Budget;
                None
            }
            SystemStop::Paused(cause) => {
                turn = Turn::Paused(cause);
                None
            }
            SystemStop::Recorder => Some(Ending::Limit),
            // `self.board` or `self.console` has the reason.
            SystemStop::Device => None,
            SystemStop::Nested(last) => Some(Ending::Stuck(format!(
                "interruptions without end: no handler at cr.iva executes an instruction; the last one is vector {:#x} with isr {:#x}, raised at {:#x}",
                last.vector.offset(),
                last.isr,
                last.ip
            ))),
            SystemStop::NoMemory(address) => Some(Ending::NoMemory(address)),
            SystemStop::Call {
                imm,
                firmware: true,
            } => self.firmware_call(imm, recorder),
            SystemStop::Call { .. } => simulator::call(&mut self.cpu, &self.console),
        };
        if self.console.take_panic() {
            self.panic = self.of_programs();
        }
        let ending = ending
            .or_else(|| {
                let signal = self.board.take()?;
                Some(match signal {
                    Signal::PowerOff => Ending::PowerOff,
                    Signal::Failure(why) => Ending::Stuck(why.to_owned()),
                    Signal::MachineCheck(check) => Ending::Stuck(check.to_string()),
                })
            })
            .or_else(|| {
                self.console.take_error().map(|error| match error.kind() {
                    ErrorKind::BrokenPipe => Ending::Unread,
                    _ => Ending::Console(error.to_string()),
                })
            })
            .or_else(|| control.is_interrupted().then_some(Ending::Interrupted));
        match ending {
            Some(ending) => Turn::Ended(self.end(ending)),
            None => turn,
        }
    }

    /// Holds the machine up at places (bundle addresses with the slot in their low bits), at references to memory, and when so many
    /// instructions have retired.
    pub fn pause_at(&mut self, places: &BTreeSet<u64>, watches: &[Watch], count: Option<u64>) {
        self.machine.pause_at_count(Some(self.space.id()), count);
        self.machine.pause_at_places(places, watches);
    }

    /// Removes all pauses.
    pub fn never_pause(&mut self) {
        self.machine.never_pause();
    }

    /// Hands over what was executed of the block in which the machine is held up, for a run that does not go on.
    pub fn give_up<R: Recorder>(&mut self, recorder: &mut R) {
        self.machine.give_up(&mut self.cpu, recorder);
    }

    /// The processor, for a debugger that changes it.
    pub fn cpu_mut(&mut self) -> &mut Cpu {
        &mut self.cpu
    }

    /// The physical address to which the processor's present status and translations map an address: that of a data reference, or of a
    /// fetch where no data reference reaches memory. Without either it is that of a system that maps regions 6 and 7 to physical
    /// memory, as Linux does.
    pub fn physical(&self, address: u64) -> Option<u64> {
        let system = self.cpu.system()?;
        let look = |fetch| system.look(self.cpu.psr(), address, fetch, &self.space);
        look(false)
            .or_else(|| look(true))
            .or_else(|| (address >> 62 == 3).then_some(address & !(7 << 61)))
    }

    /// Reads memory at a physical address; false when not all is memory.
    pub fn read_physical(&self, address: u64, into: &mut [u8]) -> bool {
        self.space.read_physical(address, into)
    }

    /// Writes memory at a physical address; false, and nothing written, when not all is memory.
    pub fn write_physical(&mut self, address: u64, from: &[u8]) -> bool {
        self.space.write_physical(address, from)
    }

    fn firmware_call<R: Recorder>(&mut self, number: u64, recorder: &mut R) -> Option<Ending> {
        let clock = recorder.clock(self.machine.retired());
        let time = clock.wrapping_add(self.halted);
        match self
            .firmware
            .call(number, &mut self.cpu, &mut self.space, time)
        {
            Reply::Done => None,
            Reply::Reset => Some(Ending::Reset),
            Reply::PowerOff => Some(Ending::PowerOff),
            Reply::Unknown => Some(Ending::Stuck(format!(
                "break {number:#x} inside the firmware, which is no call of it"
            ))),
            Reply::Halt => self.halt(clock),
            Reply::HaltForGood => Some(Ending::Halted),
        }
    }

    /// Halts the processor until an interrupt that `cr.tpr` does not mask is pending, whatever `psr.i` is: time passes,
    /// nothing executes. Returns the ending if there can be none.
    fn halt(&mut self, clock: u64) -> Option<Ending> {
        // Input has become available, and the devices are served before the next instruction.
        if self.typist.begins() {
            return None;
        }
        let system = self.cpu.system_mut()?;
        let wakes = system.wakes();
        match system.ticks_to_timer(clock) {
            _ if wakes => None,
            Some(ticks) => {
                system.skip_ticks(ticks);
                self.halted = self.halted.wrapping_add(ticks);
                // A timer that is masked wakes nothing.
                let woken = system.expire(clock);
                if woken { None } else { Some(Ending::Halted) }
            }
            None => Some(Ending::Halted),
        }
    }
}

/// Whether a bundle consists of a branch to its own address that is always taken, and of instructions in front of it that do nothing.
fn only_branches_to_itself(bundle: u128) -> bool {
    let slots = isa::decode(bundle).slots;
    let first = slots
        .iter()
        .find(|slot| !matches!(slot.op, Op::Nop | Op::Hint));
    first.is_some_and(|slot| {
        let goes = Op::Branch {
            kind: BranchKind::Cond,
            target: BranchTarget::Relative,
        };
        slot.op == goes && slot.qp == 0 && slot.imm == 0
    })
}
