//! The privileged side of the architecture (volume 2): what an operating system has and a program has not.
//!
//! A [`Cpu`](crate::Cpu) with a [`System`] executes in system mode: its memory is physical, every reference is
//! translated, and what would stop a program's run is an interruption that the guest itself handles. The privileged
//! registers and translation caches are in this module; the physical memory and the devices behind it are
//! [`AddressSpace::physical`](crate::AddressSpace::physical). A context of user mode has no [`System`], and user mode
//! tests for it only outside the short way.
//!
//! Where to look:
//! - `control`, `interrupts`, `breakpoints`, `monitor`: registers with their fields, and the effects of reading and
//!   writing them;
//! - `tlb`, `rights`, `translate`, `walker`: from virtual to physical addresses; `changes`: what a cycle model is told
//!   about it;
//! - `deliver`: what an interruption saves and changes; `run`: the loop that delivers them; `blocks`, `code`: its blocks;
//! - `privileged`, `reference`: the instructions, and the references to memory, as system mode executes them.

mod blocks;
mod breakpoints;
mod changes;
mod control;
mod deliver;
mod interrupts;
mod model;
mod monitor;
mod place_caches;
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

pub(crate) use control::check as check_control;
pub(crate) use place_caches::PlaceCaches;
pub(crate) use reference::StackMemory;
pub(crate) use walker::short_hash;

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
    /// The frame of `cfm` is still a part of the dirty partition, because a load of it was refused (`RSE.CFLE`).
    pub(crate) incomplete: bool,
    /// The fault of a refused load of a frame, to be raised at the target of the return.
    pub(crate) pending_frame_fault: Option<Raise>,
    /// The slot at which execution goes on after `rfi`; the run loop sets it in the context.
    resume: Option<u8>,
    /// Set when an instruction's translation may have changed (entries, region registers, protection keys): the caches
    /// from places to blocks have to be emptied.
    pub(crate) refetch: bool,
    /// The last interruption's `IIPA`, and how many instructions had retired then.
    last: (u64, u64),
    /// Interruptions delivered.
    delivered: u64,
    /// Interruptions in a row without an instruction retired between them.
    interruptions_without_progress: u32,
    /// The newest interruption.
    interruption: Option<Interruption>,
    levels: Levels,
    /// The log for a cycle model; `None` if there is none.
    log: Option<TranslationLog>,
}

/// Instructions retired at each privilege level.
#[derive(Clone, Debug, Default)]
struct Levels {
    counted: [u64; 4],
    /// The present level, which has been in force since `since` instructions had retired.
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
            pending_frame_fault: None,
            resume: None,
            refetch: true,
            last: (0, u64::MAX),
            delivered: 0,
            interruptions_without_progress: 0,
            interruption: None,
            levels: Levels::default(),
            log: None,
            model,
        }
    }

    /// The properties that the processor's model fixes.
    pub fn model(&self) -> &SystemModel {
        &self.model
    }

    /// The physical address that a data reference under a status would reach (`psr.dt`), or with `fetch` a fetch (`psr.it`), whatever
    /// its rights are; `None`: it would reach none. Nothing is inserted and nothing faults.
    pub fn look(
        &self,
        status: u64,
        address: u64,
        fetch: bool,
        memory: &AddressSpace,
    ) -> Option<u64> {
        let translated = if fetch { psr::IT } else { psr::DT };
        if status & translated == 0 {
            let implemented = self.model.implements_physical(address);
            return implemented.then(|| address & self.model.physical_mask());
        }
        let found = if fetch {
            self.translation.find_instruction(address)
        } else {
            self.translation.find_data(address)
        };
        let walks = status & psr::DT != 0 && (!fetch || status & psr::IC != 0);
        let entry = found.or_else(|| self.walk(status, address, walks, memory).ok())?;
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

    /// Requests an external interrupt: vector 0, 2 or 16 to 255; other vectors never pend.
    pub fn request(&mut self, vector: u8) {
        self.interrupts.request(vector);
    }

    /// Whether an interrupt is pending that neither `cr.tpr` nor an interrupt in service holds back, whatever `psr.i` is.
    pub fn wakes(&self) -> bool {
        self.interrupts.deliverable(self.control.tpr).is_some()
    }

    /// `cr.lid`, the address of the local interrupt controller.
    pub fn lid(&self) -> u64 {
        self.control.lid
    }

    /// Ticks of `ar.itc` until the interval timer matches; `None` when it never does.
    pub fn ticks_to_timer(&self, clock: u64) -> Option<u64> {
        self.timer.remaining(clock)
    }

    /// Whether the interval timer will match and interrupt.
    pub fn awaits_timer(&self) -> bool {
        self.timer.awaits()
    }

    /// Lets `ar.itc` run ahead by so many ticks, as while the processor is halted.
    pub fn skip_ticks(&mut self, ticks: u64) {
        self.timer.skip(ticks);
    }

    /// Requests the timer's interrupt if it is due. Returns whether an interrupt is then deliverable.
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

    /// Saves a frame in `cr.ifs`, as `cover` does.
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

/// The regime of data translation under a processor status.
pub(crate) fn regime(status: u64) -> Regime {
    if status & psr::DB != 0 {
        Regime::Watched
    } else if status & psr::DT == 0 {
        Regime::Physical
    } else {
        Regime::of_level(psr::cpl(status))
    }
}
