//! The machine: translated blocks, and the loop that runs them.

use std::collections::HashMap;
use std::hash::BuildHasherDefault;
use std::ops::ControlFlow;
use std::rc::Weak;

use crate::alat::Alat;
use crate::block::{Block, BlockId};
use crate::fast::{self, Exit, Program, Recent, Translation};
use crate::fault::{Fault, Raise, Vector, isr};
use crate::interpret::{self, End, Sinks};
use crate::memory::{AddressSpace, MemoryFaultKind, PAGE_SHIFT, PageHasher, SpaceId};
use crate::options::Options;
use crate::record::{Executed, Note, Notes, Recorder};
use crate::state::{Cpu, mode, psr};
use crate::trail::{Passed, Trail};

/// Why [`Machine::run`] returned. The context says where execution goes on.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The budget of instructions is used up, exactly.
    Budget,
    /// A `break` instruction; the context is already behind it, and it counts as retired.
    Break {
        /// Its immediate (`IIM`).
        imm: u64,
        /// Address of its bundle.
        ip: u64,
        /// Its slot.
        slot: u8,
    },
    /// A fault (the context is at the instruction) or a trap (the context is behind it).
    Fault(Fault),
    /// The recorder asked to stop after a block.
    Recorder,
}

/// Where a block begins: the address of the bundle with the slot in its low bits.
type Place = u64;

type Map<K, V> = HashMap<K, V, BuildHasherDefault<PageHasher>>;

/// Executes contexts. A [`BlockId`] stays valid for as long as the machine lives; a block whose code
/// has changed or whose address space is gone keeps its place and bytes, but is no longer decoded.
pub struct Machine {
    options: Options,
    blocks: Vec<Block>,
    /// Their translations, by the same numbers.
    code: Vec<Translation>,
    /// Valid blocks by address space and place.
    places: Map<(u32, Place), BlockId>,
    /// Valid places by address space and page.
    pages: Map<(u32, u64), Vec<Place>>,
    /// Cache of `places` for the space that ran last.
    recent: Recent,
    recent_space: Option<SpaceId>,
    /// Spaces with blocks, and whether they still exist.
    spaces: Vec<(SpaceId, Weak<()>)>,
    executed: Executed,
    notes: Notes,
    retired: u64,
}

impl Machine {
    /// A machine without code.
    pub fn new(options: Options) -> Self {
        Self {
            options,
            blocks: Vec::new(),
            code: Vec::new(),
            places: Map::default(),
            pages: Map::default(),
            recent: Recent::new(),
            recent_space: None,
            spaces: Vec::new(),
            executed: Executed::new(),
            notes: Notes::default(),
            retired: 0,
        }
    }

    /// A context as this machine starts one, with its ALAT.
    pub fn cpu(&self) -> Cpu {
        let options = &self.options;
        let mut cpu = Cpu::new(Alat::new(options.alat_entries, options.alat_ways));
        let mut status = cpu.psr() & !(psr::SP | psr::UP);
        if options.secure_monitors {
            status |= psr::SP;
        }
        if options.user_monitors {
            status |= psr::UP;
        }
        cpu.set_psr(status);
        cpu
    }

    /// Its functional properties.
    pub fn options(&self) -> &Options {
        &self.options
    }

    /// Its functional properties, for a personality that changes the treatment of unaligned data.
    pub fn options_mut(&mut self) -> &mut Options {
        &mut self.options
    }

    /// A block by number. Panics on a number that no block of this machine has.
    pub fn block(&self, id: BlockId) -> &Block {
        &self.blocks[id.0 as usize]
    }

    /// The last `count` bundles that a context executed in an address space, oldest first: fewer
    /// when it has just begun or has executed another program. The last one is where it stopped.
    pub fn passed(&self, trail: &Trail, space: SpaceId, count: usize) -> Vec<Passed> {
        trail.bundles(&self.blocks, space, count)
    }

    /// Number of blocks translated so far.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Instructions retired by all contexts.
    pub fn retired(&self) -> u64 {
        self.retired
    }

    /// Runs a context until something stops it, for at most `budget` instructions.
    pub fn run<R: Recorder>(
        &mut self,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        budget: u64,
    ) -> Stop {
        let end = self.retired.saturating_add(budget);
        if self.recent_space != Some(space.id()) {
            self.switch(space);
        }
        self.notes.wanted = R::RECORD;
        loop {
            if space.has_stale() {
                self.drop_stale(space);
            }
            if self.retired == end {
                return Stop::Budget;
            }
            let id = match self.find(space, cpu.ip, cpu.slot) {
                Ok(id) => id,
                Err(raise) => return Stop::Fault(raise.at(cpu.ip, cpu.slot)),
            };
            if let Some(stop) = self.run_from(id, cpu, space, recorder, end) {
                return stop;
            }
        }
    }

    /// Runs from a block until the next one has to be looked up.
    fn run_from<R: Recorder>(
        &mut self,
        id: BlockId,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        end: u64,
    ) -> Option<Stop> {
        if R::EACH || !self.is_fit(id, cpu) {
            return self.run_general(id, cpu, space, recorder, end);
        }
        let limits = fast::Limits {
            retired: self.retired,
            end,
            single: cpu.mode & mode::NAT != 0,
        };
        let run = if cpu.mode & mode::ROTATED != 0 {
            fast::run::<R, true>
        } else {
            fast::run::<R, false>
        };
        let program = Program {
            blocks: &self.blocks,
            code: &self.code,
            recent: &self.recent,
            options: &self.options,
        };
        let sinks = Sinks {
            executed: &mut self.executed,
            notes: &mut self.notes,
            recorder,
        };
        let (exit, retired) = run(program, id, cpu, space, sinks, limits);
        self.retired += retired;
        cpu.retired += retired;
        match exit {
            Exit::Next { link } => {
                if let Some((from, number)) = link
                    && let Ok(next) = self.find(space, cpu.ip, cpu.slot)
                    && !space.has_stale()
                {
                    self.code[from.0 as usize].links[number] = next.0;
                }
                None
            }
            Exit::Unfit(id) => self.run_general(id, cpu, space, recorder, end),
            Exit::Stopped => Some(Stop::Recorder),
            Exit::Break(id, imm) => self.hand_over(id, cpu, recorder, &End::Break(imm)),
            Exit::Fault(id, slot, raise) => {
                self.hand_over(id, cpu, recorder, &End::Fault(slot, raise))
            }
        }
    }

    /// Whether a block can be executed the short way now.
    fn is_fit(&self, id: BlockId, cpu: &Cpu) -> bool {
        let unfit = match cpu.mode {
            0 | mode::ROTATED => false,
            mode::NAT => self.code[id.0 as usize].touches(cpu.nat, &self.blocks, id),
            _ => true,
        };
        !unfit
    }

    /// Runs one block the general way.
    #[cold]
    fn run_general<R: Recorder>(
        &mut self,
        id: BlockId,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        recorder: &mut R,
        end: u64,
    ) -> Option<Stop> {
        if R::RECORD {
            self.notes.list.clear();
            self.executed.addresses.clear();
        }
        let done = interpret::run_block(
            &self.blocks[id.0 as usize],
            cpu,
            space,
            Sinks {
                executed: &mut self.executed,
                notes: &mut self.notes,
                recorder,
            },
            &self.options,
            self.retired,
            end - self.retired,
        );
        self.retired += done.retired;
        cpu.retired += done.retired;
        let last = match done.end {
            End::Fault(slot, _) => slot,
            End::Run | End::Break(_) => self.executed.end.saturating_sub(1),
        };
        cpu.trail.push(id, last);
        self.hand_over(id, cpu, recorder, &done.end)
    }

    /// Hands a block over to the recorder; says whether that or the block itself ends the run.
    fn hand_over<R: Recorder>(
        &mut self,
        id: BlockId,
        cpu: &Cpu,
        recorder: &mut R,
        end: &End,
    ) -> Option<Stop> {
        let block = &self.blocks[id.0 as usize];
        let stop = match *end {
            End::Run => None,
            End::Break(imm) => {
                let slot = self.executed.end.saturating_sub(1);
                Some(Stop::Break {
                    imm,
                    ip: block.ip_of(slot),
                    slot: slot % 3,
                })
            }
            End::Fault(slot, raise) => {
                self.notes.slot = slot;
                self.notes.push(|slot| Note::Fault {
                    slot,
                    vector: raise.vector,
                });
                Some(Stop::Fault(raise.at(block.ip_of(slot), slot % 3)))
            }
        };
        if R::RECORD {
            self.executed.target = cpu.ip;
            self.executed.take_notes(&mut self.notes);
            if let ControlFlow::Break(()) = recorder.executed(block, &self.executed) {
                return stop.or(Some(Stop::Recorder));
            }
        }
        stop
    }

    /// The block at a place, translated now if need be.
    fn find(&mut self, space: &mut AddressSpace, ip: u64, slot: u8) -> Result<BlockId, Raise> {
        let place = ip | u64::from(slot);
        if let Some(id) = self.recent.find(place) {
            return Ok(id);
        }
        let id = match self.places.get(&(space.id().0, place)) {
            Some(&id) => id,
            None => self.translate(space, ip, slot)?,
        };
        self.recent.insert(place, id);
        Ok(id)
    }

    #[cold]
    fn translate(&mut self, space: &mut AddressSpace, ip: u64, slot: u8) -> Result<BlockId, Raise> {
        let id = BlockId(self.blocks.len() as u32);
        let block = Block::translate(id, space, ip, slot).map_err(|fault| {
            let vector = match fault.kind {
                MemoryFaultKind::Unmapped => Vector::PageNotPresent,
                MemoryFaultKind::Denied => Vector::InstructionAccessRights,
            };
            Raise::memory(vector, isr::X, ip)
        })?;
        let place = ip | u64::from(slot);
        self.code.push(fast::translate(&block));
        self.blocks.push(block);
        self.places.insert((space.id().0, place), id);
        self.pages
            .entry((space.id().0, ip >> PAGE_SHIFT))
            .or_default()
            .push(place);
        Ok(id)
    }

    /// Forgets the blocks of pages that were written or unmapped.
    #[cold]
    fn drop_stale(&mut self, space: &mut AddressSpace) {
        for page in space.take_stale() {
            self.drop_page(space.id(), page);
        }
        self.recent.clear();
        for id in self.places.values() {
            self.code[id.0 as usize].links = [fast::NO_LINK; 4];
        }
    }

    fn drop_page(&mut self, space: SpaceId, page: u64) {
        for place in self.pages.remove(&(space.0, page)).unwrap_or_default() {
            if let Some(id) = self.places.remove(&(space.0, place)) {
                self.code[id.0 as usize].empty();
                self.blocks[id.0 as usize].empty();
            }
        }
    }

    /// Another address space than before: its blocks are not in `recent`, and those of spaces that
    /// are gone can go.
    #[cold]
    fn switch(&mut self, space: &AddressSpace) {
        self.recent.clear();
        self.recent_space = Some(space.id());
        if self.spaces.iter().any(|(id, _)| *id == space.id()) {
            return;
        }
        let dead = self
            .spaces
            .extract_if(.., |(_, alive)| alive.strong_count() == 0);
        let dead: Vec<SpaceId> = dead.map(|(id, _)| id).collect();
        let pages = self.pages.keys().copied();
        let gone: Vec<(u32, u64)> = pages
            .filter(|&(id, _)| dead.contains(&SpaceId(id)))
            .collect();
        for (id, page) in gone {
            self.drop_page(SpaceId(id), page);
        }
        self.spaces.push((space.id(), space.token()));
    }
}
