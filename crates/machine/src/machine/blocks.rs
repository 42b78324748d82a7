//! The blocks that a machine has decoded: how they are found by place, how they become idle when their address space or
//! their code is gone, and how idle ones are used again; also the numbers of address spaces in records.

use crate::block::{self, BlockId};
use crate::fast::{self, Lowered, NO_LINK};
use crate::fault::{Raise, Vector, isr};
use crate::memory::{
    AddressSpace, MemoryFault, MemoryFaultKind, PAGE_MASK, PAGE_SHIFT, PAGE_SIZE, SpaceId,
};
use crate::record::Recorder;
use events::Block;
use std::rc::Weak;

use super::{BLOCK_LIMIT, IDLE_LIMIT, KnownSpace, Machine, Place};

impl Machine {
    /// The block at a place. Decodes it if there is none.
    pub(super) fn find(
        &mut self,
        space: &mut AddressSpace,
        ip: u64,
        slot: u8,
    ) -> Result<BlockId, Raise> {
        let place = ip | u64::from(slot);
        if let Some(id) = self.recent.find(place) {
            return Ok(id);
        }
        let id = match self.places.get(&(space.id().0, place)) {
            Some(&id) => id,
            None => self.decode(space, ip, slot)?,
        };
        self.recent.insert(place, id);
        Ok(id)
    }

    #[cold]
    /// Decodes the block at a place, or takes an idle one with the same code, and registers it.
    fn decode(&mut self, space: &mut AddressSpace, ip: u64, slot: u8) -> Result<BlockId, Raise> {
        let refused = |fault: MemoryFault| {
            let vector = match fault.kind {
                MemoryFaultKind::Unmapped | MemoryFaultKind::Exhausted => Vector::PageNotPresent,
                MemoryFaultKind::Denied => Vector::InstructionAccessRights,
                MemoryFaultKind::OfNats => return Raise::nat_page(isr::X, ip),
            };
            Raise::memory(vector, isr::X, ip)
        };
        let place = ip | u64::from(slot);
        let id = match self.wake(space, place).map_err(refused)? {
            Some(id) => id,
            None => {
                if self.blocks.len() == BLOCK_LIMIT {
                    return Err(Raise::memory(Vector::PageNotPresent, isr::X, ip));
                }
                let id = BlockId(self.blocks.len() as u32);
                let number = self.number(space);
                let block = block::decode(id, number, space, ip, slot).map_err(refused)?;
                let mut code = fast::lower(&block);
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
        self.places.insert((space.id().0, place), id);
        self.pages
            .entry((space.id().0, ip >> PAGE_SHIFT))
            .or_default()
            .push((space.id().0, place));
        Ok(id)
    }

    /// The number of a space in records. Spaces are counted from 0 in the order in which they first execute; their
    /// identities ([`SpaceId`]) would not do, because these count the spaces of all machines of the host's process.
    pub(crate) fn number(&mut self, space: &AddressSpace) -> u32 {
        let number = self.spaces.get(&space.id()).and_then(|known| known.number);
        number.unwrap_or_else(|| {
            let number = self.next_number();
            if let Some(known) = self.spaces.get_mut(&space.id()) {
                known.number = Some(number);
            }
            number
        })
    }

    /// The spaces in which the machine has run, each with its number in records; among them those that have ended since
    /// the last [`Self::switch`] to a new space.
    pub(crate) fn known_spaces(&self) -> impl Iterator<Item = (SpaceId, Option<u32>)> + '_ {
        self.spaces.iter().map(|(&id, known)| (id, known.number))
    }

    /// The count behind [`Self::next_number`], and the numbers of ended spaces of which the recorder has not been told.
    pub(crate) fn numbers(&self) -> (u64, &Vec<u32>) {
        (self.numbered, &self.ended)
    }

    /// Sets what [`Self::numbers`] returns, in a machine that has not run in any space.
    pub(crate) fn set_numbers(&mut self, numbered: u64, ended: Vec<u32>) {
        self.spaces.clear();
        self.numbered = numbered;
        self.ended = ended;
    }

    /// Registers a space as one in which the machine has run. `None` as `space`: one that has ended and had the
    /// identity `id`.
    pub(crate) fn add_space(
        &mut self,
        id: SpaceId,
        space: Option<&AddressSpace>,
        number: Option<u32>,
    ) {
        let alive = space.map_or_else(Weak::new, AddressSpace::token);
        self.spaces.insert(id, KnownSpace { alive, number });
    }

    /// The next number that belongs to no living space, nor to an ended one of which the recorder has not been told. If
    /// more spaces live than there are numbers ([`Block::SPACES`]), several share one.
    fn next_number(&mut self) -> u32 {
        let mut taken = [false; Block::SPACES as usize];
        if self.numbered >= u64::from(Block::SPACES) {
            let living = self.spaces.values().filter_map(|known| known.number);
            for number in living.chain(self.ended.iter().copied()) {
                taken[number as usize] = true;
            }
        }
        let at = |count: u64| (count % u64::from(Block::SPACES)) as u32;
        let next = self.numbered;
        let mut free = next..next + u64::from(Block::SPACES);
        let found = free.find(|&count| !taken[at(count) as usize]);
        self.numbered = found.unwrap_or(next) + 1;
        at(found.unwrap_or(next))
    }

    /// Takes an idle block of a place whose bundles equal those in memory, and gives it to the space.
    fn wake(
        &mut self,
        space: &mut AddressSpace,
        place: Place,
    ) -> Result<Option<BlockId>, MemoryFault> {
        if !self.idle.contains_key(&place) {
            return Ok(None);
        }
        // All bundles of a block are on one page: only the first can fault.
        let mut bytes = [0; 16 * Block::MAX_BUNDLES];
        let ip = place & !15;
        let len = bytes.len().min((PAGE_SIZE - (ip & PAGE_MASK)) as usize);
        space.fetch_bytes(ip, &mut bytes[..len])?;
        let (bundles, _) = bytes.as_chunks();
        Ok(self.wake_same(space, place, bundles))
    }

    /// Takes an idle block of a place that consists of the first of these bundles, and gives it to the space.
    pub(crate) fn wake_same(
        &mut self,
        space: &AddressSpace,
        place: Place,
        bundles: &[[u8; 16]],
    ) -> Option<BlockId> {
        let idle = self.idle.get_mut(&place)?;
        let same = |id: &BlockId| {
            let raw = &self.blocks[id.0 as usize].raw;
            raw.iter()
                .zip(bundles)
                .all(|(&raw, &bundle)| raw == u128::from_le_bytes(bundle))
        };
        let n = idle.iter().rposition(same)?;
        let id = idle.remove(n);
        self.blocks[id.0 as usize].space = self.number(space);
        Some(id)
    }

    /// Forgets the blocks of pages that were written or unmapped.
    #[cold]
    pub(crate) fn drop_stale(&mut self, space: &mut AddressSpace) {
        for page in space.take_stale() {
            self.drop_page(space.id(), page);
        }
        self.note_idle();
        self.recent.clear();
        self.places_by_regime.clear();
        for id in self.linked.drain(..) {
            self.code[id.0 as usize].unlink();
        }
        for id in self.begun.drain(..) {
            self.paths[id.0 as usize].empty();
        }
    }

    /// Links exit `number` of a block to the block that follows. A linked exit comes here again where the other block cannot be entered in the
    /// context's mode.
    pub(crate) fn link_exit(&mut self, from: BlockId, number: usize, next: BlockId) {
        let exit = &mut self.code[from.0 as usize].exits[number];
        if std::mem::replace(&mut exit.next, next.0) == NO_LINK {
            self.linked.push(from);
        }
    }

    /// Makes a path that begins with a block, at first of that block alone, if there is none.
    pub(super) fn begin_path(&mut self, id: BlockId) {
        let at = id.0 as usize;
        if self.paths.len() <= at {
            self.paths.resize_with(self.code.len(), Lowered::absent);
        }
        if self.paths[at].is_absent() {
            self.paths[at].begin(&self.code[at]);
            self.begun.push(id);
        }
    }

    /// A path was left by `exit`, for which no following block was known, and block `next` follows. Once the path has
    /// been left by it often enough ([`Lowered::leave`]), the block becomes a part of the path; if it cannot be
    /// appended, the path that begins with it is linked to this exit. A path that leads back to its begin is appended to
    /// itself: its loop is unrolled.
    pub(super) fn lengthen_path(&mut self, from: BlockId, exit: usize, next: BlockId) {
        let path = &mut self.paths[from.0 as usize];
        if path.exits[exit].next == next.0 || !path.leave(exit) {
            return;
        }
        let itself = (from == next).then(|| self.paths[from.0 as usize].clone());
        let block = itself.as_ref().unwrap_or(&self.code[next.0 as usize]);
        let path = &mut self.paths[from.0 as usize];
        if !path.append(exit, block) {
            path.exits[exit].next = next.0;
            self.begin_path(next);
        }
    }

    /// Makes the blocks of a page idle.
    fn drop_page(&mut self, space: SpaceId, page: u64) {
        for key in self.pages.remove(&(space.0, page)).unwrap_or_default() {
            let Some(id) = self.places.remove(&key) else {
                continue;
            };
            let place = key.1;
            self.code[id.0 as usize].unlink();
            if let Some(path) = self.paths.get_mut(id.0 as usize) {
                path.empty();
            }
            let idle = self.idle.entry(place).or_default();
            if idle.len() == IDLE_LIMIT {
                let oldest = idle.remove(0).0 as usize;
                self.code[oldest].empty();
                // The block is never executed again. It stays because trails show its raw bundles.
                self.blocks[oldest].bundles = Box::default();
            }
            idle.push(id);
        }
    }

    /// Changes to another address space: empties `recent`, which knows only blocks of the space before, and makes the
    /// blocks of spaces that have ended idle.
    #[cold]
    pub(crate) fn switch<R: Recorder>(&mut self, space: &AddressSpace, recorder: &mut R) {
        self.recent.clear();
        self.recent_space = Some(space.id());
        if self.spaces.contains_key(&space.id()) {
            return;
        }
        // A space has executed since these were found to have ended.
        for number in std::mem::take(&mut self.ended) {
            recorder.space_ended(number);
        }
        let mut dead: Vec<SpaceId> = Vec::new();
        self.spaces.retain(|&id, known| {
            let lives = known.alive.strong_count() > 0;
            if !lives {
                dead.push(id);
                self.ended.extend(known.number);
            }
            lives
        });
        if !dead.is_empty() {
            let pages = self.pages.keys().copied();
            let mut gone: Vec<(u32, u64)> = pages
                .filter(|&(id, _)| dead.contains(&SpaceId(id)))
                .collect();
            gone.sort_unstable();
            for (id, page) in gone {
                self.drop_page(SpaceId(id), page);
            }
            let Self { code, paths, .. } = self;
            self.linked.retain(|id| code[id.0 as usize].is_linked());
            self.begun.retain(|id| !paths[id.0 as usize].is_absent());
            self.note_idle();
        }
        let known = KnownSpace {
            alive: space.token(),
            number: None,
        };
        self.spaces.insert(space.id(), known);
    }
}
