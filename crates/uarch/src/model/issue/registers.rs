//! Registers as issue sees them: which scoreboard entries the register names of an instruction lead to, and when their values are ready.

use crate::model::accounting::origin::Origin;
use crate::model::issue::scoreboard::{Scoreboard, Value};
use crate::model::latency::{Bypass, Consumer, Producer};
use crate::model::plan::{Memory, NO_REGISTER, Plan, Read, Write};
use crate::model::register_stack::frame::Frames;
use crate::model::register_stack::rename::{Renamer, logical};
use config::model::Latency;
use events::Stall;
use isa::Register;

/// Frames, names and values.
#[derive(Clone, Debug)]
pub(crate) struct Registers {
    pub frames: Frames,
    pub renamer: Renamer,
    pub scoreboard: Scoreboard,
    /// From this cycle on no use of a multimedia result is too early (Latencies 9).
    pub hazard_until: u64,
}

checkpoint::state!(Registers {
    frames,
    renamer,
    scoreboard,
    hazard_until
});

impl Registers {
    /// Every register is ready.
    pub(crate) fn new(parameters: &Latency) -> Self {
        Self {
            frames: Frames::default(),
            renamer: Renamer::new(),
            scoreboard: Scoreboard::new(Bypass::new(parameters)),
            hazard_until: 0,
        }
    }

    /// The newest value of a register.
    #[inline(always)]
    pub(crate) fn value(&self, register: u16) -> Value {
        self.scoreboard.value(self.renamer.entry(register))
    }

    /// The newest value of a branch register.
    pub(crate) fn branch_register(&self, register: u8) -> Value {
        self.value(logical(Register::Br(register)).unwrap_or_default())
    }

    /// The first cycle in which a read may issue.
    #[inline(always)]
    pub(crate) fn ready(&self, read: &Read) -> u64 {
        self.scoreboard
            .ready_for(self.value(read.register), read.consumer)
    }

    /// What a wait for a read is charged to.
    pub(crate) fn stall(&self, read: &Read) -> Stall {
        self.scoreboard.stall(self.renamer.entry(read.register))
    }

    /// The first cycle in which all predicates may be read.
    pub(crate) fn predicates_ready(&self) -> u64 {
        // Latencies 8: mov = pr waits for all predicates.
        let consumer = Consumer::FromPr as u8;
        self.renamer
            .predicates()
            .iter()
            .map(|entry| {
                self.scoreboard
                    .ready_for(self.scoreboard.value(*entry), consumer)
            })
            .max()
            .unwrap_or(0)
    }

    /// Writes a result of fixed latency of a group that issues in a cycle; returns its scoreboard entry.
    #[inline(always)]
    pub(crate) fn write(&mut self, write: &Write, issue: u64) -> u16 {
        // Issue 4: results count from the issue cycle.
        let entry = self.renamer.entry(write.register);
        let ready = issue + u64::from(write.latency);
        if write.producer == Producer::Part as u8 {
            self.scoreboard.produce_part(entry, ready);
            return entry;
        }
        self.scoreboard.produce(entry, ready, write.producer);
        let hazard = self.scoreboard.bypass.hazard(write.producer);
        if hazard > 0 {
            self.hazard_until = self.hazard_until.max(issue + hazard);
        }
        entry
    }

    /// Writes the targets of a reference, whose values are ready in a cycle.
    #[inline(always)]
    pub(crate) fn load(&mut self, memory: &Memory, ready: u64, producer: Producer) {
        for target in memory.targets {
            if target != NO_REGISTER {
                let entry = self.renamer.entry(target);
                self.scoreboard.produce(entry, ready, producer as u8);
            }
        }
    }

    /// Writes the target of a reference that makes no access, ready in a cycle.
    pub(crate) fn load_without_access(&mut self, target: u16, ready: u64) {
        let entry = self.renamer.entry(target);
        self.scoreboard.produce(entry, ready, Producer::Plain as u8);
    }

    /// Whether a reader of a register might still wait in a cycle.
    pub(crate) fn is_awaited(&self, register: u16, cycle: u64) -> bool {
        self.scoreboard.settled(self.value(register)) > cycle
    }

    /// Notes which instruction wrote the newest value of a register.
    pub(crate) fn credit(&mut self, register: u16, origin: Origin) {
        if register != NO_REGISTER {
            let entry = self.renamer.entry(register);
            self.scoreboard.credit(entry, origin);
        }
    }

    /// Notes which instruction wrote the newest values of the predicates of a mask.
    pub(crate) fn credit_predicates(&mut self, mask: u64, origin: Origin) {
        for (p, entry) in self.renamer.predicates().iter().enumerate().skip(1) {
            if mask >> p & 1 != 0 {
                self.scoreboard.credit(*entry, origin);
            }
        }
    }

    /// The instruction that wrote the newest value of a register.
    pub(crate) fn origin(&self, register: u16) -> Origin {
        self.scoreboard.origin(self.renamer.entry(register))
    }

    /// Writes the predicates of a mask, ready in a cycle.
    pub(crate) fn write_predicates(&mut self, mask: u64, ready: u64) {
        for (p, entry) in self.renamer.predicates().iter().enumerate().skip(1) {
            if mask >> p & 1 != 0 {
                self.scoreboard
                    .produce(*entry, ready, Producer::Plain as u8);
            }
        }
    }

    /// Whether a read that issues in a cycle would use a multimedia result too early.
    pub(crate) fn is_early(&self, read: &Read, cycle: u64) -> bool {
        self.scoreboard
            .hazard(self.renamer.entry(read.register), read.consumer)
            > cycle
    }

    /// Follows the frame through an execution: alloc, calls, returns and rotation. `retired`: its slots that retired, a bit for each; `taken`: the
    /// slot of the taken branch.
    #[inline(never)]
    pub(crate) fn follow_frame(&mut self, plan: &Plan, retired: u64, taken: Option<u8>) {
        for (slot, op) in &plan.frame_ops {
            // Latencies 10: a loop branch turns the registers whatever its predicate says.
            if retired >> slot & 1 != 0 {
                self.frames.follow(*op, taken == Some(*slot));
            }
        }
    }

    /// Renames registers by the frame that has been followed.
    #[inline(always)]
    pub(crate) fn apply_frame(&mut self) {
        self.renamer.enter(self.frames.mapping());
    }
}
