//! Giving up all code: what a program that writes over its code without end leaves behind does not grow.
//!
//! A block whose code was written over stays, as do its lowered form, the path that begins with it and what recorders hold
//! by its number: trails and memos name blocks by number. When too many blocks are idle, all blocks are given up between
//! two executions, as the code caches of emulators are flushed, and their numbers begin again. Code that goes on executing is
//! decoded again.

use super::Machine;
use crate::record::Recorder;
use crate::state::Cpu;

/// Idle blocks at which all are given up: with plans and memos of the cycle model they take about 20 MB. So many that scripts
/// which start the same programs again and again find these decoded, and so few that replay, which looks through all memos
/// that begin in one state, does not take long to find that a new function has none.
pub(super) const IDLE_BLOCKS: usize = 1 << 14;

impl Machine {
    /// Gives up all code when so many blocks are idle, and more than are not, instead of at the usual number. Results do not
    /// depend on it.
    pub fn give_up_code_at(&mut self, idle: usize) {
        self.idle_limit = idle;
        self.note_idle();
    }

    /// Notes whether there are too many idle blocks.
    pub(super) fn note_idle(&mut self) {
        // Each block that is not idle has one place.
        let idle = self.blocks.len() - self.places.len();
        self.is_crowded = idle >= self.idle_limit.max(self.places.len() + 1);
    }

    /// Gives up all blocks, and all that was made from them, if the recorder can do so, too. No execution is under way.
    #[cold]
    pub(crate) fn give_up_code<R: Recorder>(&mut self, cpu: &mut Cpu, recorder: &mut R) {
        // When more blocks are idle the recorder is asked again.
        self.is_crowded = false;
        if !recorder.forget_code() {
            return;
        }
        let mut blocks = std::mem::take(&mut self.blocks);
        // Trails need the bundles as they are in memory, and which blocks a path consists of.
        for block in &mut blocks {
            block.bundles = Box::default();
        }
        let paths = self.paths.drain(..).map(|path| path.known()).collect();
        let ended = std::mem::take(&mut self.numbering);
        ended.end(blocks, paths);
        self.take_trail(cpu);
        self.code.clear();
        self.begun.clear();
        self.linked.clear();
        self.places.clear();
        self.pages.clear();
        self.idle.clear();
        self.recent.clear();
        self.places_by_regime.clear();
    }

    /// Makes the trail of a context one of the present numbers of blocks.
    #[inline]
    pub(crate) fn take_trail(&self, cpu: &mut Cpu) {
        if !cpu.trail.is_of(&self.numbering) {
            cpu.trail = cpu.trail.renumbered(&self.numbering);
        }
    }
}

#[cfg(test)]
mod tests;
