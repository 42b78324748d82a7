//! The scoreboard: when each register is ready, followed through rotation and calls by position.

use crate::needs::{Name, Renaming};
use config::Machine;
use events::Stall;
use isa::BranchKind;
use uarch::latency::{Bypass, Consumer, Producer};

#[derive(Clone, Copy)]
struct Entry {
    /// The cycle in which the base result is there; of multimedia results that of their issue.
    ready: u64,
    producer: Producer,
}

const READY: Entry = Entry {
    ready: 0,
    producer: Producer::Plain,
};

/// Sizes of a frame, and how far its registers have rotated.
#[derive(Clone, Copy, Default)]
struct Frame {
    size: i64,
    locals: i64,
    rotating: i64,
    turned_gr: i64,
    turned_fr: i64,
    turned_pr: i64,
}

/// All registers.
pub(crate) struct Registers {
    gr: [Entry; 32],
    /// Stacked general registers by position on the stack, from [`LOWEST`] up.
    stacked: Vec<Entry>,
    fr: [Entry; 128],
    pr: [Entry; 64],
    br: [Entry; 8],
    ar: [Entry; 128],
    serial: Entry,
    /// Position of r32.
    bottom: i64,
    frame: Frame,
    callers: Vec<Frame>,
    bypass: Bypass,
}

/// Programs that return more often than they call get below the frame in which they began.
const LOWEST: i64 = -4096;

impl Registers {
    /// Everything is ready.
    pub(crate) fn new(machine: &Machine) -> Self {
        Self {
            gr: [READY; 32],
            stacked: Vec::new(),
            fr: [READY; 128],
            pr: [READY; 64],
            br: [READY; 8],
            ar: [READY; 128],
            serial: READY,
            bottom: 0,
            frame: Frame::default(),
            callers: Vec::new(),
            bypass: Bypass::new(&machine.latency),
        }
    }

    fn entry(&mut self, name: Name) -> &mut Entry {
        let turn = |register: i64, first: i64, size: i64, by: i64| {
            let place = register - first;
            if place < size {
                first + (place + by) % size
            } else {
                register
            }
        };
        match name {
            Name::Gr(r @ 0..32) => &mut self.gr[usize::from(r)],
            Name::Gr(r) => {
                let frame = self.frame;
                let r = turn(r.into(), 32, frame.rotating, frame.turned_gr);
                let place = (self.bottom + r - 32 - LOWEST) as usize;
                if place >= self.stacked.len() {
                    self.stacked.resize(place + 1, READY);
                }
                &mut self.stacked[place]
            }
            Name::Fr(f @ 0..32) => &mut self.fr[usize::from(f)],
            Name::Fr(f) => &mut self.fr[turn(f.into(), 32, 96, self.frame.turned_fr) as usize],
            Name::Pr(p @ 0..16) => &mut self.pr[usize::from(p)],
            Name::Pr(p) => &mut self.pr[turn(p.into(), 16, 48, self.frame.turned_pr) as usize],
            Name::Br(b) => &mut self.br[usize::from(b)],
            Name::Ar(a) => &mut self.ar[usize::from(a.number())],
            Name::Serial => &mut self.serial,
        }
    }

    /// The first cycle in which a consumer can have a register, and what a wait for it is called.
    pub(crate) fn ready(&mut self, name: Name, consumer: Consumer) -> (u64, Stall) {
        let entry = *self.entry(name);
        let extra = self.bypass.extra(entry.producer as u8, consumer as u8);
        let stall = match entry.producer {
            Producer::Load | Producer::Semaphore => Stall::DataInteger,
            Producer::FpLoad => Stall::DataFloat,
            _ => name.stall(),
        };
        (entry.ready + extra, stall)
    }

    /// When all predicates are there for mov = pr.
    pub(crate) fn predicates_ready(&mut self) -> u64 {
        (1..64)
            .map(|p| self.ready(Name::Pr(p), Consumer::FromPr).0)
            .max()
            .unwrap_or(0)
    }

    /// Whether a consumer that issues in a cycle would use a multimedia result too early.
    pub(crate) fn is_hazard(&mut self, name: Name, consumer: Consumer, cycle: u64) -> bool {
        let entry = *self.entry(name);
        let hazard = self.bypass.hazard(entry.producer as u8);
        hazard > 0 && consumer != Consumer::Multimedia && cycle < entry.ready + hazard
    }

    /// A register gets a new value, or a part of it does.
    pub(crate) fn write(&mut self, name: Name, ready: u64, producer: Producer) {
        let entry = self.entry(name);
        let rest = match producer {
            Producer::Part => entry.ready,
            _ => 0,
        };
        *entry = Entry {
            ready: ready.max(rest),
            producer,
        };
    }

    /// A check load has found its ALAT entry: its target is there in cycle `there`, unless a consumer may have to wait longer for what it holds.
    pub(crate) fn find_unchanged(&mut self, name: Name, there: u64) {
        let Entry { ready, producer } = *self.entry(name);
        let lasts = ready + self.bypass.settled(producer as u8);
        if lasts <= there {
            self.write(name, there, Producer::Plain);
        }
    }

    /// An instruction renames registers.
    pub(crate) fn rename(&mut self, renaming: Renaming, taken: bool) {
        match renaming {
            Renaming::Alloc(size, locals, rotating) => {
                self.frame.size = size.into();
                self.frame.locals = locals.into();
                self.frame.rotating = rotating.into();
            }
            Renaming::Cover => {
                self.bottom += self.frame.size;
                self.frame = Frame::default();
            }
            Renaming::ClearBases { predicates_only } => {
                self.frame.turned_pr = 0;
                if !predicates_only {
                    self.frame.turned_gr = 0;
                    self.frame.turned_fr = 0;
                }
            }
            Renaming::Branch(kind) => match kind {
                BranchKind::Call if taken => {
                    self.callers.push(self.frame);
                    self.bottom += self.frame.locals;
                    self.frame = Frame {
                        size: self.frame.size - self.frame.locals,
                        ..Frame::default()
                    };
                }
                BranchKind::Ret if taken => {
                    self.frame = self.callers.pop().unwrap_or_default();
                    self.bottom -= self.frame.locals;
                }
                BranchKind::Ctop | BranchKind::Cexit | BranchKind::Wtop | BranchKind::Wexit => {
                    let back = |base: i64, size: i64| match size {
                        0 => 0,
                        size => (base + size - 1) % size,
                    };
                    let frame = &mut self.frame;
                    frame.turned_gr = back(frame.turned_gr, frame.rotating);
                    frame.turned_fr = back(frame.turned_fr, 96);
                    frame.turned_pr = back(frame.turned_pr, 48);
                }
                _ => {}
            },
        }
    }
}
