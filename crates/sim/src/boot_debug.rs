//! A whole machine under a debugger. It executes and counts as it does without one. A step ends behind the next instruction that retires;
//! interruptions are delivered on the way as usual.

use std::collections::BTreeSet;
use std::fmt::Write as _;

use events::Off;
use linux::ThreadState;
use machine::{Cpu, PauseCause, Recorder, Silent, Watch};
use platform::{Ending, Platform, SLICE, Turn};

use crate::boot::{self, BootRequest, Booted};
use crate::debug::{Debuggee, Position, Resume, Stopped};
use crate::interruption_log::Logging;
use crate::request::Mode;
use crate::{Error, boot::registers};

/// The processor, as threads are numbered.
const PROCESSOR: u32 = 1;
/// Why such a run does not go back.
const NOT_REPEATED: &str = "the run of a whole machine is not repeated";
/// Bytes of memory that a command shows at most.
const SHOWN: u64 = 4096;

struct Debugged<'a, R> {
    request: &'a BootRequest,
    platform: Platform,
    recorder: Logging<R>,
    places: BTreeSet<u64>,
    watches: Vec<Watch>,
    /// Instructions left of the slice after which a run without a debugger returns from the machine; 0: a slice has just ended.
    slice: u64,
    ending: Option<Ending>,
}

/// Boots a kernel as [`boot`](crate::boot()) does, under a debugger: `drive` controls the machine; when it returns the run ends there.
///
/// # Errors
/// As [`boot`](crate::boot()), and what `drive` says.
pub fn debug_boot(
    mut request: BootRequest,
    drive: &mut dyn FnMut(&mut dyn Debuggee) -> Result<(), Error>,
) -> Result<Booted, Error> {
    let mut platform = boot::assemble(&mut request)?;
    let log = request.interruptions.take();
    match request.mode {
        Mode::Functional => {
            let recorder = Logging::new(Silent, log);
            let (platform, ending, _) = debug(&request, platform, recorder, drive)?;
            boot::finish(&request, &platform, ending, None)
        }
        Mode::Timed => {
            let translations = platform.follow_translations();
            let timed = boot::cold_system(&request, Off, translations);
            let recorder = Logging::new(timed, log);
            let (platform, ending, mut recorder) = debug(&request, platform, recorder, drive)?;
            let counted = recorder.inner.finish();
            boot::finish(&request, &platform, ending, Some(counted))
        }
    }
}

fn debug<R: Recorder>(
    request: &BootRequest,
    platform: Platform,
    recorder: Logging<R>,
    drive: &mut dyn FnMut(&mut dyn Debuggee) -> Result<(), Error>,
) -> Result<(Platform, Ending, Logging<R>), Error> {
    let mut debugged = Debugged {
        request,
        platform,
        recorder,
        places: BTreeSet::new(),
        watches: Vec::new(),
        slice: 0,
        ending: None,
    };
    drive(&mut debugged)?;
    let Debugged {
        mut platform,
        mut recorder,
        ending,
        ..
    } = debugged;
    platform.give_up(&mut recorder);
    recorder.finish().map_err(Error::Trace)?;
    Ok((platform, ending.unwrap_or(Ending::Interrupted), recorder))
}

impl<R: Recorder> Debugged<'_, R> {
    /// Runs the machine up to the next stop, but not beyond the end of the slice that a run without a debugger would execute: blocks are divided
    /// at the same places.
    fn advance(&mut self) -> Turn {
        let limit = self.request.max_instructions.unwrap_or(u64::MAX);
        let before = self.platform.retired();
        let left = limit.saturating_sub(before);
        if left == 0 {
            return Turn::Ended(Ending::Limit);
        }
        if self.slice == 0 {
            self.slice = SLICE;
        }
        let control = &self.request.control;
        let budget = self.slice.min(left);
        let turn = self.platform.turn(&mut self.recorder, control, budget);
        self.slice = match turn {
            Turn::Paused(_) => self.slice - (self.platform.retired() - before),
            _ => 0,
        };
        if self.slice == 0 {
            // A run without a debugger divides the block here, too.
            self.platform.give_up(&mut self.recorder);
        }
        turn
    }

    /// The doublewords of the backing store, within `len` bytes from `address`, whose values are in registers: address and value.
    fn held(&self, address: u64, len: usize) -> impl Iterator<Item = (u64, u64)> {
        let cpu = self.platform.cpu();
        let end = address.saturating_add(len as u64);
        let first = cpu.ar(isa::Ar::BSPSTORE).unwrap_or(0).max(address & !7);
        let words = (first..cpu.frame_end().min(end)).step_by(8);
        words.map(|word| (word, cpu.backed(word).unwrap_or(0)))
    }

    /// The answer to the command `physical ADDRESS [BYTES]`.
    fn show(&self, rest: &str) -> String {
        let number = |text: &str| match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        };
        let numbers: Option<Vec<u64>> = rest.split_whitespace().map(number).collect();
        let (address, bytes) = match numbers.as_deref() {
            Some(&[address]) => (address, 16),
            Some(&[address, bytes]) if bytes <= SHOWN => (address, bytes),
            _ => return format!("physical ADDRESS [BYTES]: numbers, at most {SHOWN} bytes\n"),
        };
        let mut text = match self.platform.physical(address) {
            Some(physical) => format!("the processor's {address:#x} is physical {physical:#x}\n"),
            None => format!("the processor's {address:#x} has no translation\n"),
        };
        let mut memory = vec![0; bytes as usize];
        if !self.platform.read_physical(address, &mut memory) {
            let _ = writeln!(text, "not all of physical {address:#x} is memory");
            return text;
        }
        for (n, line) in memory.chunks(16).enumerate() {
            let _ = write!(text, "{:#018x}", address + 16 * n as u64);
            for byte in line {
                let _ = write!(text, " {byte:02x}");
            }
            text.push('\n');
        }
        text
    }
}

impl<R: Recorder> Debuggee for Debugged<'_, R> {
    fn resume(&mut self, how: Resume) -> Result<Stopped, Error> {
        if self.ending.is_some() {
            return Ok(Stopped::Over);
        }
        let before = self.platform.retired();
        let count = how.step.is_some().then_some(before + 1);
        self.platform.pause_at(&self.places, &self.watches, count);
        let turn = self.advance();
        let stepped = how.step.is_some() && self.platform.retired() != before;
        Ok(match turn {
            Turn::Paused(PauseCause::Place) => Stopped::Place(PROCESSOR),
            Turn::Paused(PauseCause::Watch(watch)) => Stopped::Watched {
                thread: PROCESSOR,
                watch,
            },
            Turn::Budget | Turn::Called | Turn::Paused(PauseCause::Count) if stepped => {
                Stopped::Stepped(PROCESSOR)
            }
            Turn::Budget | Turn::Called | Turn::Paused(PauseCause::Count) => Stopped::Turn,
            Turn::Ended(ending) => {
                let stopped = match ending {
                    Ending::Reset | Ending::PowerOff => Stopped::Exited(0),
                    Ending::Status(status) => Stopped::Exited(status as u8),
                    _ => Stopped::Over,
                };
                self.ending = Some(ending);
                stopped
            }
        })
    }

    fn back(&mut self, _: Option<u32>) -> Result<Stopped, Error> {
        Err(Error::Unrepeatable(NOT_REPEATED.to_owned()))
    }

    fn obstacle(&self) -> Option<String> {
        Some(NOT_REPEATED.to_owned())
    }

    fn stop_at(&mut self, places: &BTreeSet<u64>, watches: &[Watch]) {
        self.places.clone_from(places);
        self.watches = watches.to_vec();
    }

    fn release(&mut self) -> Result<(), Error> {
        if self.ending.is_none() {
            self.platform.never_pause();
            let ending = loop {
                if let Turn::Ended(ending) = self.advance() {
                    break ending;
                }
            };
            self.ending = Some(ending);
        }
        Ok(())
    }

    fn kill(&mut self) {
        self.ending.get_or_insert(Ending::Interrupted);
    }

    fn threads(&self) -> Vec<ThreadState> {
        let psr = self.platform.cpu().psr();
        vec![ThreadState {
            tid: PROCESSOR,
            name: format!("the processor at level {}", isa::psr::cpl(psr)),
            waits: None,
        }]
    }

    fn current(&self) -> u32 {
        PROCESSOR
    }

    fn cpu(&self, thread: u32) -> Option<&Cpu> {
        (thread == PROCESSOR).then(|| self.platform.cpu())
    }

    fn change(&mut self, thread: u32, change: &mut dyn FnMut(&mut Cpu)) {
        if thread == PROCESSOR {
            change(self.platform.cpu_mut());
        }
    }

    fn read(&mut self, address: u64, into: &mut [u8]) -> usize {
        let mut count = 0;
        // A translation holds for 4 KB at least.
        while count < into.len() {
            let at = address.wrapping_add(count as u64);
            let room = (0x1000 - (at & 0xfff)) as usize;
            let end = into.len().min(count + room);
            let physical = self.platform.physical(at);
            let part = &mut into[count..end];
            if !physical.is_some_and(|at| self.platform.read_physical(at, part)) {
                break;
            }
            count = end;
        }
        for (word, value) in self.held(address, count) {
            for (at, byte) in (word..).zip(value.to_le_bytes()) {
                if let Some(to) = at.checked_sub(address).filter(|&to| to < count as u64) {
                    into[to as usize] = byte;
                }
            }
        }
        count
    }

    fn write(&mut self, address: u64, bytes: &[u8]) -> bool {
        // Backing store whose values are in registers is changed by writing the registers.
        if self.held(address, bytes.len()).next().is_some() {
            return false;
        }
        let mut rest = bytes;
        let mut at = address;
        while !rest.is_empty() {
            let count = rest.len().min((0x1000 - (at & 0xfff)) as usize);
            let physical = self.platform.physical(at);
            if !physical.is_some_and(|to| self.platform.write_physical(to, &rest[..count])) {
                return false;
            }
            at = at.wrapping_add(count as u64);
            rest = &rest[count..];
        }
        true
    }

    fn auxiliary(&self) -> &[u8] {
        &[]
    }

    fn position(&mut self) -> Position {
        let instructions = self.platform.retired();
        Position {
            instructions,
            cycles: R::RECORD.then(|| self.recorder.clock(instructions)),
        }
    }

    fn ask(&mut self, command: &str) -> Option<String> {
        if let Some(rest) = command.strip_prefix("physical ") {
            return Some(self.show(rest));
        }
        (command == "system").then(|| {
            let cpu = self.platform.cpu();
            let mut text = format!("level {}\npsr {:#x}\n", isa::psr::cpl(cpu.psr()), cpu.psr());
            for (name, value) in registers(cpu) {
                let _ = writeln!(text, "{name} {value:#x}");
            }
            text
        })
    }
}
