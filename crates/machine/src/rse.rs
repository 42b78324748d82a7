//! The register stack engine (volume 2, chapter 6).
//!
//! The frame of the running procedure lies in [`Cpu::gr`]; the frames of its callers are dirty
//! registers in a ring of their own until they have to go to the backing store. The engine is as
//! lazy as the architecture allows: it stores when a frame does not fit beside the dirty registers
//! (96 physical ones), and loads when a return needs registers that are not there. Every access is
//! noted with its address for the timing model.

use events::{Fact, StackSizes};

use crate::fault::{Raise, isr};
use crate::memory::{AddressSpace, MemoryFault};
use crate::notes::Notes;
use crate::stack::{Backing, COLLECTION, PHYSICAL_STACKED, RING, RegisterStack, slot};
use crate::state::{Cfm, Cpu, mode};
use crate::system::StackMemory;
use isa::{Ar, pfs, psr, rsc};

/// The bits of the NaT mask that belong to stacked registers, r32 to r127.
const FRAME: u128 = !0 << 32;

/// A mask of the `count` registers from r32 on.
const fn frame_mask(count: u8) -> u128 {
    if count >= 96 {
        FRAME
    } else {
        ((1 << count) - 1) << 32
    }
}

impl Cpu {
    /// How the physical stacked registers are divided now.
    #[inline]
    pub(crate) fn stack_sizes(&self) -> StackSizes {
        StackSizes {
            frame: self.cfm.sof,
            locals: self.cfm.sol,
            dirty: self.stack.dirty,
        }
    }

    fn stack_is_big(&self) -> bool {
        self.ar.rsc & rsc::BE != 0
    }

    /// Moves the lowest `count` registers of the frame to the dirty partition and the rest of the
    /// frame down to r32.
    fn push_registers(&mut self, count: u8) {
        let (count_u, size) = (usize::from(count), usize::from(self.cfm.sof));
        let nats = self.nat >> 32;
        self.stack.push(&self.gr[32..32 + count_u], nats);
        if size > count_u {
            self.gr.copy_within(32 + count_u..32 + size, 32);
        }
        if self.nat & FRAME != 0 {
            let rest = frame_mask(self.cfm.sof.saturating_sub(count));
            self.nat = self.nat & !FRAME | (nats >> count) << 32 & rest;
            self.note_nats();
        }
    }

    /// Stores the oldest dirty registers until a frame of `sof` fits beside the others.
    fn make_room(
        &mut self,
        sof: u8,
        space: &mut AddressSpace,
        notes: &mut Notes,
    ) -> Result<(), Raise> {
        let excess = (self.stack.dirty + sof).saturating_sub(PHYSICAL_STACKED);
        if excess != 0 {
            self.spill_noted(excess, space, notes)?;
        }
        let used = self.stack.dirty + sof;
        self.stack.clean = self.stack.clean.min(PHYSICAL_STACKED.saturating_sub(used));
        Ok(())
    }

    #[cold]
    fn spill_noted(
        &mut self,
        count: u8,
        space: &mut AddressSpace,
        notes: &mut Notes,
    ) -> Result<(), Raise> {
        let (address, big) = (self.stack.bspstore, self.stack_is_big());
        let result = self.spill_by(count, big, space);
        let words = self.stack.bspstore.wrapping_sub(address) / 8;
        if words != 0 {
            notes.push(|| Fact::RseSpill {
                address,
                count: words as u8,
            });
        }
        result
    }

    /// Stores the oldest dirty registers; in system mode at translated addresses.
    fn spill_by(&mut self, count: u8, big: bool, space: &mut AddressSpace) -> Result<(), Raise> {
        match self.stack_memory(space) {
            None => {
                let result = self.stack.spill(space, count, big);
                result.map_err(|fault| Raise::refused(fault, isr::W | isr::RS))
            }
            Some((stack, mut memory)) => {
                let result = stack.spill(&mut memory, count, big);
                self.mode |= memory.attend;
                result
            }
        }
    }

    /// Loads one more register; in system mode from a translated address.
    fn fill_by(&mut self, big: bool, space: &mut AddressSpace) -> Result<(), Raise> {
        match self.stack_memory(space) {
            None => {
                let result = self.stack.fill(space, big);
                result.map_err(|fault| Raise::refused(fault, isr::R | isr::IR | isr::RS))
            }
            Some((stack, mut memory)) => {
                let result = stack.fill(&mut memory, big);
                self.mode |= memory.attend;
                result
            }
        }
    }

    /// In system mode, the register stack and the translated memory behind it; `None` for a program.
    fn stack_memory<'a>(
        &'a mut self,
        space: &'a mut AddressSpace,
    ) -> Option<(&'a mut RegisterStack, StackMemory<'a>)> {
        let system = self.system.as_deref_mut()?;
        let memory = StackMemory {
            system,
            space,
            status: self.psr,
            configuration: self.ar.rsc,
            attend: 0,
        };
        Some((&mut self.stack, memory))
    }

    /// Loads registers until at least `count` are dirty.
    #[cold]
    fn fill_noted(
        &mut self,
        count: u8,
        space: &mut AddressSpace,
        notes: &mut Notes,
    ) -> Result<(), Raise> {
        let big = self.stack_is_big();
        let mut result = Ok(());
        let mut lowest = None;
        let before = self.stack.bspstore;
        let mut top = before;
        while self.stack.dirty < count && result.is_ok() {
            let resident = self.stack.clean != 0;
            result = self.fill_by(big, space);
            if resident {
                top = self.stack.bspstore;
            } else {
                lowest = Some(self.stack.bspstore);
            }
        }
        if let Some(address) = lowest {
            let words = top.wrapping_sub(address) / 8;
            notes.push(|| Fact::RseFill {
                address,
                count: words as u8,
            });
        }
        result
    }

    /// `br.call`: the locals of the caller become dirty, its outputs the frame of the callee.
    pub(crate) fn call_frame(&mut self) {
        self.ar.pfs = pfs::of(self.cfm.bits(), self.ar.ec, self.cpl());
        if !self.push_plain_frame() {
            self.push_frame();
        }
    }

    /// `br.call` in the usual case: no register holds a NaT, nothing is renamed, and the locals do not wrap round the
    /// end of the ring. Has the effect of [`Self::push_frame`]; false: it is another case, and nothing has been done.
    #[inline(always)]
    fn push_plain_frame(&mut self) -> bool {
        let Cfm { sof, sol, .. } = self.cfm;
        let nats = self.mode & mode::NAT != 0 || self.stack.nats != 0;
        let (locals, outputs) = (usize::from(sol), usize::from(sof - sol));
        let start = self.stack.bottom as usize % RING;
        let Some(places) = self.stack.ring.get_mut(start..start + locals) else {
            return false;
        };
        if nats || self.cfm.renames() {
            return false;
        }
        places.copy_from_slice(&self.gr[32..32 + locals]);
        if outputs != 0 && locals != 0 {
            self.gr.copy_within(32 + locals..32 + locals + outputs, 32);
        }
        self.stack.bottom = self.stack.bottom.wrapping_add(sol.into());
        self.stack.dirty += sol;
        self.cfm = Cfm {
            sof: outputs as u8,
            ..Cfm::default()
        };
        true
    }

    /// `br.call` in all cases.
    #[inline(never)]
    fn push_frame(&mut self) {
        let Cfm { sof, sol, .. } = self.cfm;
        self.push_registers(sol);
        self.set_cfm(Cfm {
            sof: sof - sol,
            ..Cfm::default()
        });
    }

    /// `br.ret` in the usual case: neither frame renames registers, no register holds a NaT, the caller's locals are in
    /// the ring without wrapping round its end, and its outputs are in the current frame. Has the effect of
    /// [`Self::restore_frame`]; false: it is another case, and nothing has been done.
    #[inline]
    fn restore_plain_frame(&mut self, state: u64) -> bool {
        let Some(cfm) = Cfm::plain_from_bits(state) else {
            return false;
        };
        let outputs = cfm.sof - cfm.sol;
        let nats = self.mode & mode::NAT != 0 || self.stack.nats != 0;
        if nats || self.cfm.renames() || outputs > self.cfm.sof || self.stack.dirty < cfm.sol {
            return false;
        }
        let (locals, outputs) = (usize::from(cfm.sol), usize::from(outputs));
        let bottom = self.stack.bottom.wrapping_sub(cfm.sol.into());
        let start = bottom as usize % RING;
        let Some(kept) = self.stack.ring.get(start..start + locals) else {
            return false;
        };
        if outputs != 0 {
            self.gr.copy_within(32..32 + outputs, 32 + locals);
        }
        self.gr[32..32 + locals].copy_from_slice(kept);
        self.stack.bottom = bottom;
        self.stack.dirty -= cfm.sol;
        self.cfm = cfm;
        true
    }

    /// `br.ret`: restores the frame that `ar.pfs` describes.
    pub(crate) fn return_frame(
        &mut self,
        space: &mut AddressSpace,
        notes: &mut Notes,
    ) -> Result<(), Raise> {
        let state = self.ar.pfs;
        if !self.restore_plain_frame(state) {
            self.restore_frame(Cfm::from_bits(state), space, notes)?;
        }
        self.ar.ec = pfs::epilog_count(state);
        Ok(())
    }

    /// `br.ret` the short way. Refused where it would lower the privilege, which never happens in a program; the run
    /// loop of system mode then executes the return the general way.
    pub(crate) fn return_at_level(
        &mut self,
        space: &mut AddressSpace,
        notes: &mut Notes,
    ) -> Result<(), Raise> {
        if pfs::level(self.ar.pfs) > self.cpl() {
            return Err(Raise::PRIVILEGED);
        }
        self.return_frame(space, notes)
    }

    /// The caller's frame comes back below the current one; `None` stands for a frame that no
    /// processor could hold and gives an empty frame (volume 3, `rse_restore_frame`).
    fn restore_frame(
        &mut self,
        frame: Option<Cfm>,
        space: &mut AddressSpace,
        notes: &mut Notes,
    ) -> Result<(), Raise> {
        let old = self.cfm;
        let locals = frame.map_or(0, |cfm| cfm.sol);
        if self.stack.dirty < locals {
            self.fill_noted(locals, space, notes)?;
        }
        let growth = frame.map_or(0, |cfm| (cfm.sof - cfm.sol).saturating_sub(old.sof));
        let fits = growth == 0
            || u16::from(growth) + u16::from(old.sof) + u16::from(self.stack.dirty)
                <= u16::from(PHYSICAL_STACKED);
        let keep = match frame {
            Some(cfm) => (cfm.sof - cfm.sol).min(old.sof),
            None => 0,
        };
        let (low, keep_u) = (usize::from(locals), usize::from(keep));
        let nats = self.nat >> 32;
        self.gr.copy_within(32..32 + keep_u, 32 + low);
        let restored = self.stack.pop(&mut self.gr[32..32 + low]);
        if self.nat & FRAME != 0 || restored != 0 {
            let kept = (nats & frame_mask(keep) >> 32) << locals;
            self.nat = self.nat & !FRAME | (kept | restored) << 32;
            self.note_nats();
        }
        self.set_cfm(frame.filter(|_| fits).unwrap_or_default());
        Ok(())
    }

    /// `alloc`: resizes the frame. The caller has checked sizes and rename bases.
    pub(crate) fn resize_frame(
        &mut self,
        sof: u8,
        sol: u8,
        sor: u8,
        space: &mut AddressSpace,
        notes: &mut Notes,
    ) -> Result<(), Raise> {
        self.make_room(sof, space, notes)?;
        let old = self.cfm;
        if self.nat & FRAME != 0 {
            self.nat &= !FRAME | frame_mask(sof.min(old.sof));
            self.note_nats();
        }
        self.set_cfm(Cfm {
            sof,
            sol,
            sor,
            ..old
        });
        Ok(())
    }

    /// `br.ret` in system mode after a load of the caller's frame was refused: as much of that frame as is in registers
    /// stays in the dirty partition until `cover` or `rfi` (volume 2, section 6.8).
    pub(crate) fn leave_incomplete(&mut self) {
        let state = self.ar.pfs;
        let frame = Cfm::from_bits(state).unwrap_or_default();
        let outputs = usize::from(frame.sof - frame.sol);
        let nats = self.nat >> 32;
        self.stack.push(&self.gr[32..32 + outputs], nats);
        self.stack.clean = 0;
        self.ar.ec = pfs::epilog_count(state);
        self.set_cfm(frame);
        if let Some(system) = self.system.as_deref_mut() {
            system.incomplete = true;
        }
    }

    /// `rfi`: the registers below `ar.bsp` become a frame again; the current one is given up. When a load is refused,
    /// the frame stays incomplete, and the fault is raised at the instruction that `rfi` returns to.
    pub(crate) fn resume_frame(&mut self, frame: Cfm, space: &mut AddressSpace, notes: &mut Notes) {
        let loaded = if self.stack.dirty < frame.sof {
            self.fill_noted(frame.sof, space, notes)
        } else {
            Ok(())
        };
        if loaded.is_ok() {
            let count = usize::from(frame.sof);
            let restored = self.stack.pop(&mut self.gr[32..32 + count]);
            self.nat = self.nat & !FRAME | restored << 32;
            self.note_nats();
        }
        self.set_cfm(frame);
        if let Some(system) = self.system.as_deref_mut() {
            system.incomplete = loaded.is_err();
            system.pending_frame_fault = loaded.err();
        }
    }

    /// `cover` in system mode: `cr.ifs` keeps the frame for `rfi` if `psr.ic` is 0. A frame that a refused load left
    /// incomplete is in the dirty partition already.
    pub(crate) fn cover_in_system(&mut self) {
        let frame = self.cfm.bits();
        let collecting = self.psr & psr::IC != 0;
        let Some(system) = self.system.as_deref_mut() else {
            return;
        };
        if !collecting {
            system.save_frame(frame);
        }
        if std::mem::take(&mut system.incomplete) {
            self.set_cfm(Cfm::default());
        } else {
            self.cover();
        }
    }

    /// `cover`: the whole frame becomes dirty and an empty one begins.
    pub fn cover(&mut self) {
        self.push_registers(self.cfm.sof);
        self.set_cfm(Cfm::default());
    }

    /// `flushrs`: stores all dirty registers. An operating system also does so before it reads the backing store.
    ///
    /// # Errors
    /// The backing store cannot be written; what was stored before stays stored.
    pub fn flush_register_stack(&mut self, space: &mut AddressSpace) -> Result<(), MemoryFault> {
        let (count, big) = (self.stack.dirty, self.stack_is_big());
        let result = self.stack.spill(space, count, big);
        self.stack.clean = (self.stack.clean + count - self.stack.dirty)
            .min(PHYSICAL_STACKED - self.cfm.sof.min(PHYSICAL_STACKED));
        result
    }

    /// `flushrs` as an instruction: notes the stores for the timing model, in system mode at translated addresses.
    pub(crate) fn flush_noted(
        &mut self,
        space: &mut AddressSpace,
        notes: &mut Notes,
    ) -> Result<(), Raise> {
        let count = self.stack.dirty;
        if count != 0 {
            self.spill_noted(count, space, notes)?;
            self.stack.clean =
                (self.stack.clean + count).min(PHYSICAL_STACKED.saturating_sub(self.cfm.sof));
        }
        Ok(())
    }

    /// Forgets which stored registers are still in the register file, as a context switch does.
    pub fn drop_clean_registers(&mut self) {
        self.stack.clean = 0;
    }

    /// `loadrs`: exactly the `rsc.loadrs` bytes below `ar.bsp` are in the dirty partition.
    pub(crate) fn load_register_stack(
        &mut self,
        space: &mut AddressSpace,
        notes: &mut Notes,
    ) -> Result<(), Raise> {
        let bytes = (self.ar.rsc & rsc::LOADRS) >> 16 & !7;
        let bsp = self.stack.bsp();
        let target = bsp.wrapping_sub(bytes);
        // Registers in the range: its words less its NaT collections.
        let words = bytes / 8;
        let top = slot(bsp);
        let collections = if words > top {
            1 + (words - top - 1) / 64
        } else {
            0
        };
        let count = words - collections;
        if count > u64::from(PHYSICAL_STACKED) {
            return Err(Raise::ILLEGAL);
        }
        let count = count as u8;
        if self.stack.dirty < count {
            self.fill_noted(count, space, notes)?;
        } else {
            self.stack.dirty = count;
        }
        if slot(target) == COLLECTION {
            // The range begins with a NaT collection, whose bits then belong into `ar.rnat`.
            let big = self.stack_is_big();
            let value = match self.stack_memory(space) {
                None => space
                    .read_u64(target)
                    .map_err(|fault| Raise::refused(fault, isr::R | isr::RS))?,
                Some((_, mut memory)) => memory.load_word(target)?,
            };
            self.stack
                .set_rnat(if big { value.swap_bytes() } else { value });
        }
        self.stack.bspstore = target;
        self.stack.clean = 0;
        notes.push(|| Fact::StackLoaded { dirty: count });
        Ok(())
    }

    /// The end of an interruption (`rfi` with `cr.ifs` valid): the registers below `ar.bsp` become
    /// the frame `cfm` again, loaded from the backing store as far as they are not in the
    /// register file. The current frame is given up.
    ///
    /// # Errors
    /// The backing store cannot be read.
    pub fn uncover(&mut self, cfm: Cfm, space: &mut AddressSpace) -> Result<(), MemoryFault> {
        let big = self.stack_is_big();
        while self.stack.dirty < cfm.sof {
            self.stack.fill(space, big)?;
        }
        let restored = self.stack.pop(&mut self.gr[32..32 + usize::from(cfm.sof)]);
        self.nat = self.nat & !FRAME | restored << 32;
        self.note_nats();
        self.set_cfm(cfm);
        Ok(())
    }

    /// `loadrs` and `mov ar.bspstore` of an operating system that changes the backing store: the `count` registers
    /// below `ar.bsp` (96 at most) are the dirty ones, loaded as far as they are not in the register file, and have
    /// their places from `address` on. The current frame is given up.
    ///
    /// # Errors
    /// The backing store so far cannot be read.
    pub fn move_dirty_registers(
        &mut self,
        count: u8,
        address: u64,
        space: &mut AddressSpace,
    ) -> Result<(), MemoryFault> {
        let (count, big) = (count.min(PHYSICAL_STACKED), self.stack_is_big());
        while self.stack.dirty < count {
            self.stack.fill(space, big)?;
        }
        self.stack.dirty = count;
        self.stack.set_bspstore(address);
        self.set_cfm(Cfm::default());
        Ok(())
    }

    /// Number of dirty registers, which have not been stored.
    pub fn dirty_registers(&self) -> u8 {
        self.stack.dirty
    }

    /// Starts an empty register stack at an address, as an operating system does for a new
    /// program or thread: nothing dirty, frame of `sof` registers of which `sol` are locals, all
    /// zero.
    pub fn start_register_stack(&mut self, address: u64, sof: u8, sol: u8) {
        self.stack.dirty = 0;
        self.stack.rnat = 0;
        self.stack.set_bspstore(address);
        self.gr[32..128].fill(0);
        self.nat &= !FRAME;
        self.note_nats();
        let sof = sof.min(PHYSICAL_STACKED);
        self.set_cfm(Cfm {
            sof,
            sol: sol.min(sof),
            ..Cfm::default()
        });
    }

    /// Whether the engine's mode permits access to `ar.bspstore` and `ar.rnat`: in enforced lazy mode only (volume 3,
    /// `mov ar`).
    pub(crate) fn engine_allows(&self, register: Ar) -> bool {
        !matches!(register, Ar::BSPSTORE | Ar::RNAT) || self.ar.rsc & rsc::MODE == 0
    }

    /// `alloc` in the usual case: the frame fits beside the dirty registers, no register holds a NaT, nothing is
    /// renamed. False: it is another case, and nothing has been done.
    #[inline]
    pub(crate) fn try_resize_frame(&mut self, sof: u8, sol: u8, sor: u8) -> bool {
        let used = self.stack.dirty.saturating_add(sof);
        let cfm = &mut self.cfm;
        if used > PHYSICAL_STACKED || self.nat != 0 || cfm.rrb_gr | cfm.rrb_fr | cfm.rrb_pr != 0 {
            return false;
        }
        cfm.sof = sof;
        cfm.sol = sol;
        cfm.sor = sor;
        self.stack.clean = self.stack.clean.min(PHYSICAL_STACKED - used);
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::alat::Alat;
    use crate::fault::Vector;
    use crate::memory::{Protection, Sharing};
    use crate::stack::advance;

    const STORE: u64 = 0x10_0000;

    fn setup() -> (Cpu, AddressSpace, Notes) {
        let mut cpu = Cpu::new(Alat::new(32, 32, 64));
        let mut space = AddressSpace::new();
        space.map(STORE, 0x10000, Protection::RW, Sharing::Private);
        cpu.start_register_stack(STORE, 0, 0);
        (cpu, space, Notes::default())
    }

    /// A chain of calls, each with a frame of its own, and back again.
    fn nest(cpu: &mut Cpu, space: &mut AddressSpace, notes: &mut Notes, level: u64, flush: bool) {
        cpu.resize_frame(20, 17, 0, space, notes).unwrap();
        let pfs = cpu.ar.pfs;
        for r in 0..17 {
            let nat = (level + u64::from(r)).is_multiple_of(7);
            cpu.set_gr(32 + r, level * 100 + u64::from(r), nat);
        }
        if level < 30 {
            cpu.set_gr(49, level, false);
            cpu.call_frame();
            assert_eq!(cpu.gr(32).0, level);
            assert_eq!(cpu.cfm.sof, 3);
            nest(cpu, space, notes, level + 1, flush);
            cpu.return_frame(space, notes).unwrap();
        } else if flush {
            cpu.flush_noted(space, notes).unwrap();
            cpu.drop_clean_registers();
        }
        for r in 0..17 {
            let nat = (level + u64::from(r)).is_multiple_of(7);
            assert_eq!(cpu.gr(32 + r), (level * 100 + u64::from(r), nat));
        }
        cpu.ar.pfs = pfs;
    }

    #[test]
    fn frames_and_their_nat_bits_survive_deep_calls() {
        for flush in [false, true] {
            let (mut cpu, mut space, mut notes) = setup();
            cpu.ar.pfs = 0;
            nest(&mut cpu, &mut space, &mut notes, 1, flush);
            assert_eq!(cpu.stack.bsp(), STORE);
        }
    }

    #[test]
    fn bsp_skips_the_nat_collections() {
        assert_eq!(advance(STORE, 62), STORE + 62 * 8);
        assert_eq!(advance(STORE, 63), STORE + 64 * 8);
        assert_eq!(advance(STORE + 62 * 8, 1), STORE + 64 * 8);
        assert_eq!(advance(STORE, 126), STORE + 128 * 8);
    }

    #[test]
    fn a_frame_comes_back_from_memory_after_an_interruption() {
        let (mut cpu, mut space, mut notes) = setup();
        cpu.resize_frame(96, 90, 8, &mut space, &mut notes).unwrap();
        for r in 32..128 {
            cpu.set_gr(r, u64::from(r) * 3, r % 5 == 0);
        }
        let cfm = cpu.cfm();
        cpu.cover();
        assert_eq!(cpu.stack.bsp(), advance(STORE, 96));
        cpu.flush_register_stack(&mut space).unwrap();
        assert_eq!(cpu.stack.bspstore(), cpu.stack.bsp());
        cpu.uncover(cfm, &mut space).unwrap();
        assert_eq!(cpu.stack.bsp(), STORE);
        for r in 32..128 {
            assert_eq!(cpu.gr(r), (u64::from(r) * 3, r % 5 == 0), "r{r}");
        }
    }

    #[test]
    fn loadrs_brings_back_what_flushrs_stored() {
        let (mut cpu, mut space, mut notes) = setup();
        cpu.resize_frame(70, 70, 0, &mut space, &mut notes).unwrap();
        for r in 32..102 {
            cpu.set_gr(r, u64::from(r), r == 40);
        }
        cpu.cover();
        cpu.flush_noted(&mut space, &mut notes).unwrap();
        let bsp = cpu.stack.bsp();
        cpu.ar.rsc = (bsp - STORE) << 16;
        cpu.load_register_stack(&mut space, &mut notes).unwrap();
        assert_eq!(cpu.stack.bsp(), bsp);
        assert_eq!(cpu.stack.bspstore(), STORE);
        assert_eq!(cpu.stack.dirty, 70);
        cpu.ar.rsc = 0;
        cpu.load_register_stack(&mut space, &mut notes).unwrap();
        assert_eq!(cpu.stack.bspstore(), bsp);
        assert_eq!(cpu.stack.dirty, 0);
    }

    #[test]
    fn an_unmapped_backing_store_is_a_fault_with_its_address() {
        let (mut cpu, mut space, mut notes) = setup();
        cpu.start_register_stack(0x4_0000, 0, 0);
        cpu.resize_frame(60, 60, 0, &mut space, &mut notes).unwrap();
        cpu.cover();
        let raise = cpu
            .resize_frame(60, 60, 0, &mut space, &mut notes)
            .unwrap_err();
        assert_eq!(raise.vector, Vector::PageNotPresent);
        assert_eq!(raise.address, 0x4_0000);
        assert_eq!(raise.isr, isr::W | isr::RS);
    }
}
