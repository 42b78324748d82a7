//! The privileged side of the architecture (volume 2): what an operating system has that a program has not.
//!
//! A [`Cpu`](crate::Cpu) with a [`System`] executes in system mode: its memory is physical, every reference of it is
//! translated, and what a program would be stopped for is an interruption that the guest itself handles. Registers and
//! translation caches are here; the physical memory and what is behind it is
//! [`AddressSpace::physical`](crate::AddressSpace::physical). User mode has no such part, and looks for one only where it leaves the
//! short way.
//!
//! Where to look:
//! - `control`, `interrupts`, `breakpoints`, `monitor`: registers with their fields and what reading and writing them does;
//! - `tlb`, `rights`, `translate`, `walker`: from virtual to physical addresses; `changes`: what a cycle model hears of it;
//! - `deliver`: what an interruption saves and changes; `run`: the loop that delivers them;
//! - `privileged`, `reference`: the instructions, and the references to memory, as system mode executes them.

mod blocks;
mod breakpoints;
mod changes;
mod code;
mod control;
mod deliver;
mod interrupts;
mod model;
mod monitor;
mod privileged;
mod reference;
mod rights;
mod run;
mod tlb;
mod translate;
mod walker;

pub use changes::{Change, PageUse, TranslationLog};
pub use deliver::Interruption;
pub use model::SystemModel;
pub use run::{HostCalls, SystemStop};

pub(crate) use code::Code;
pub(crate) use reference::StackMemory;

use breakpoints::Breakpoints;
use control::Control;
use interrupts::{Interrupts, Timer};
use monitor::Monitor;
use translate::Translation;

use isa::psr;

use crate::fault::Raise;
use crate::memory::{AddressSpace, Regime};

/// The registers and translation caches of one processor that only an operating system reaches.
#[derive(Clone, Debug)]
pub struct System {
    model: SystemModel,
    pub(crate) control: Control,
    pub(crate) translation: Translation,
    pub(crate) interrupts: Interrupts,
    pub(crate) timer: Timer,
    breakpoints: Breakpoints,
    monitor: Monitor,
    /// r16 to r31 of the bank that `psr.bn` does not name, and their NaT bits.
    bank: ([u64; 16], u16),
    /// The frame that `cfm` names is still part of the dirty partition, because a load of it was interrupted (`RSE.CFLE`).
    pub(crate) incomplete: bool,
    /// What a load of a frame raised after the branch that wanted it.
    pub(crate) pending: Option<Raise>,
    /// Where in its bundle the instruction at which `rfi` goes on is.
    resume: Option<u8>,
    /// Translations of instructions have gone, or the privilege level has changed.
    pub(crate) refetch: bool,
    /// The last interruption's `IIPA`, and how many instructions had retired then.
    last: (u64, u64),
    /// Interruptions delivered.
    delivered: u64,
    /// Of them, those since an instruction last retired.
    barren: u32,
    /// The newest one.
    interruption: Option<Interruption>,
    levels: Levels,
    /// What a cycle model is told; `None`: there is none.
    log: Option<TranslationLog>,
}

/// Instructions retired at each privilege level.
#[derive(Clone, Debug, Default)]
struct Levels {
    counted: [u64; 4],
    /// The level since `since` instructions had retired.
    level: u8,
    since: u64,
}

impl Levels {
    fn count(&mut self, retired: u64) {
        self.counted[usize::from(self.level & 3)] += retired - self.since;
        self.since = retired;
    }
}

impl System {
    /// The state after reset: nothing translated, interrupts masked, every register 0 that is not architected otherwise.
    pub fn new(model: SystemModel) -> Self {
        Self {
            control: Control::new(),
            translation: Translation::new(&model),
            interrupts: Interrupts::default(),
            timer: Timer::default(),
            breakpoints: Breakpoints::default(),
            monitor: Monitor::default(),
            bank: ([0; 16], 0),
            incomplete: false,
            pending: None,
            resume: None,
            refetch: true,
            last: (0, u64::MAX),
            delivered: 0,
            barren: 0,
            interruption: None,
            levels: Levels::default(),
            log: None,
            model,
        }
    }

    /// What the processor's model fixes.
    pub fn model(&self) -> &SystemModel {
        &self.model
    }

    /// A control register as `mov r1 = cr` reads it, but without the effect that reading `cr.ivr` has.
    pub fn control(&self, register: isa::Cr) -> u64 {
        self.clone().read_control(register)
    }

    /// The physical address that a data reference or a fetch under a status would reach, whatever its rights: for debuggers. Nothing is
    /// inserted and nothing faults.
    pub fn look(&self, status: u64, address: u64, memory: &AddressSpace) -> Option<u64> {
        if status & psr::DT == 0 {
            return Some(address & self.model.physical_mask());
        }
        let found = self.translation.find_data(address);
        let entry = found
            .or_else(|| self.translation.find_instruction(address))
            .or_else(|| self.walk(status, address, true, memory).ok())?;
        entry.present().then(|| entry.physical(address))
    }

    /// Instructions that the context has retired at each privilege level, of `retired` in all.
    pub fn levels(&self, retired: u64) -> [u64; 4] {
        let mut levels = self.levels.clone();
        levels.count(retired);
        levels.counted
    }

    /// Interruptions delivered so far.
    pub fn delivered(&self) -> u64 {
        self.delivered
    }

    /// An external interrupt is requested: 0, 2 and 16 to 255; other vectors never pend.
    pub fn request(&mut self, vector: u8) {
        self.interrupts.request(vector);
    }

    /// Whether an interrupt is pending that neither `cr.tpr` nor a service under way holds back, whatever `psr.i` is.
    pub fn wakes(&self) -> bool {
        self.interrupts.deliverable(self.control.tpr).is_some()
    }

    /// `cr.lid`, the address of the local interrupt controller.
    pub fn lid(&self) -> u64 {
        self.control.lid
    }

    /// Sets `cr.lid`, as firmware does.
    pub fn set_lid(&mut self, lid: u64) {
        self.control.lid = lid & control::LID;
    }

    /// Ticks of `ar.itc` until the interval timer matches; `None` when it never does.
    pub fn ticks_to_timer(&self, clock: u64) -> Option<u64> {
        self.timer.remaining(clock)
    }

    /// Lets `ar.itc` run ahead by so many ticks, as while the processor is halted.
    pub fn skip_ticks(&mut self, ticks: u64) {
        self.timer.skip(ticks);
    }

    /// Requests the timer's interrupt if it is due; gives whether an interrupt is then deliverable.
    pub fn expire(&mut self, clock: u64) -> bool {
        if let Some(vector) = self.timer.expire(clock) {
            self.interrupts.request(vector);
        }
        self.wakes()
    }

    /// The value of `ar.itc` when the recorder's clock shows `clock`.
    pub fn itc(&self, clock: u64) -> u64 {
        self.timer.itc(clock)
    }

    /// `cover`: `cr.ifs` keeps the frame.
    pub(crate) fn save_frame(&mut self, frame: u64) {
        self.control.ifs = control::IFS_VALID | frame;
    }

    /// Exchanges the banks of r16 to r31.
    pub(crate) fn swap_bank(&mut self, gr: &mut [u64; 256], nat: &mut u128) {
        self.bank.0.swap_with_slice(&mut gr[16..32]);
        let seen = (*nat >> 16) as u16;
        *nat = *nat & !(0xffff << 16) | u128::from(self.bank.1) << 16;
        self.bank.1 = seen;
    }
}

/// Which translations of data are in force under a processor status.
pub(crate) fn regime(status: u64) -> Regime {
    if status & psr::DB != 0 {
        Regime::Watched
    } else if status & psr::DT == 0 {
        Regime::Physical
    } else {
        Regime::of_level(psr::cpl(status))
    }
}
