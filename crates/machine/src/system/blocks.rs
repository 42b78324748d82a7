//! The blocks of system mode: how they are found by place and physical page, decoded, and gone on with after a pause.

use events::Block;

use crate::block::{self, BlockId};
use crate::fast;
use crate::fault::{Raise, Vector, isr};
use crate::interpret::End;
use crate::machine::{BLOCK_LIMIT, Machine};
use crate::memory::{AddressSpace, MemoryFault, PAGE_MASK, PAGE_SHIFT, PAGE_SIZE};
use crate::pause::HeldBlock;
use crate::record::Recorder;
use crate::state::{Cpu, WATCHFUL};
use crate::trail::Last;

use super::run::Piece;

impl Machine {
    /// Executes the rest of the block in which the run was held up, before interrupts are considered, so that the block
    /// is one execution as without a debugger. If the debugger has changed the place or the code, the block ends where
    /// it was held up.
    #[cold]
    pub(super) fn go_on_in_system<R: Recorder>(
        &mut self,
        held: HeldBlock,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        end: u64,
    ) -> Piece {
        if self.can_go_on(held, cpu, space) {
            return self.general_piece(held.id, Some(held.slot), cpu, space, recorder, end);
        }
        cpu.trail
            .push(held.id, Last::new(held.slot.saturating_sub(1)));
        self.hand_piece(held.id, cpu, recorder, &End::Run)
    }

    /// The block at the context's place. Decodes it if there is none.
    pub(super) fn find_system(
        &mut self,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
    ) -> Result<BlockId, Raise> {
        let place = cpu.ip | u64::from(cpu.slot);
        if cpu.psr & WATCHFUL == 0
            && let Some(id) = self.places_by_regime.of(cpu.psr).find(place)
        {
            return Ok(id);
        }
        let at = Self::fetch_address(cpu, space)?;
        if cpu
            .system
            .as_deref_mut()
            .is_some_and(|system| std::mem::take(&mut system.refetch))
        {
            self.places_by_regime.clear();
        }
        let id = match self.places.get(&(frame_of(at.0), place)) {
            Some(&id) => id,
            None => self.decode_system(cpu, space, at)?,
        };
        // A long instruction has no second half to begin at.
        if cpu.slot == 2 && self.blocks[id.0 as usize].bundles[0].template.is_mlx() {
            return Err(Raise::ILLEGAL);
        }
        if cpu.psr & WATCHFUL == 0 {
            self.places_by_regime.insert(cpu.psr, place, id);
        }
        Ok(id)
    }

    /// Physical address of the context's bundle, and that of the end of its page.
    fn fetch_address(cpu: &mut Cpu, space: &AddressSpace) -> Result<(u64, u64), Raise> {
        let (status, ip) = (cpu.psr, cpu.ip);
        let system = cpu.system.as_deref_mut().ok_or(Raise::ILLEGAL)?;
        let target = system.translate_fetch(status, ip, space)?;
        let page = (1u64 << target.shift.min(62)).min(PAGE_SIZE);
        Ok((target.address, (target.address | (page - 1)) + 1))
    }

    #[cold]
    /// Decodes the block at a physical address, or takes an idle one with the same code, and registers it.
    fn decode_system(
        &mut self,
        cpu: &Cpu,
        space: &mut AddressSpace,
        (at, end): (u64, u64),
    ) -> Result<BlockId, Raise> {
        let refused = |_: MemoryFault| Raise::memory(Vector::PageNotPresent, isr::X, cpu.ip);
        let place = cpu.ip | u64::from(cpu.slot);
        let mut bytes = [0; 16 * Block::MAX_BUNDLES];
        let len = bytes.len().min((end - at) as usize);
        space
            .fetch_physical(at, &mut bytes[..len])
            .map_err(refused)?;
        let (bundles, _) = bytes[..len].as_chunks();
        let id = match self.wake_same(space, place, bundles) {
            Some(id) => id,
            None => {
                if self.blocks.len() == BLOCK_LIMIT {
                    return Err(Raise::memory(Vector::PageNotPresent, isr::X, cpu.ip));
                }
                let id = BlockId(self.blocks.len() as u32);
                let number = self.number(space);
                let block = block::decode_privileged(id, number, bundles, cpu.ip, cpu.slot);
                let mut code = fast::lower_privileged(&block);
                if let Some(pauses) = &self.pauses
                    && pauses.touches(block.ip, block.raw.len())
                {
                    code.bar();
                }
                self.code.push(code);
                self.blocks.push(block);
                id
            }
        };
        let key = (frame_of(at), place);
        self.places.insert(key, id);
        let page = (space.id().0, at >> PAGE_SHIFT);
        self.pages.entry(page).or_default().push(key);
        Ok(id)
    }
}

/// Number of a physical page of the smallest size; memory has no more of them than the number has room for.
const fn frame_of(at: u64) -> u32 {
    (at >> 12) as u32
}

const _: () = assert!(PAGE_MASK >= 0xfff);
