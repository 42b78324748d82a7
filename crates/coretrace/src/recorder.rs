//! The listener that records a trace.
//!
//! Most executions are like one before but for their data addresses, and are copied from a pattern ([`Recorder::record`]). One with
//! something rare goes instruction by instruction ([`Recorder::record_carefully`]).

use std::io::{self, Write};
use std::ops::Range;

use events::{
    Attention, Block, DataRequester, DataTlbMiss, Execution, Fact, InstructionTlbMiss, Probe, Site,
    StaticEvent, Task, Totals, Translated,
};

use crate::code::{Codes, Slot, insert_real};
use crate::format::{
    COUNT_SHIFT, DATA_TOP, FIRST, Image, Preamble, Real, ReloadOrigin, Side, flag,
};
use crate::memory::{Memory, Region};

/// How a recording is made. What changes time (invalidation, laps, single issue) is done by the model as configured; here it is only
/// written into the head of the file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Options {
    /// The configuration invalidates first-level translations when recording begins.
    pub invalidated: bool,
    /// The configuration issues one instruction at a time.
    pub single_issue: bool,
    /// Instructions between two invalidations of the configuration; 0: only the first.
    pub lap_instructions: u64,
    /// The memory.
    pub memory: Region,
    /// Recording begins and ends with the region of interest; otherwise it covers the run, which begins with empty TLBs.
    pub region: bool,
}

/// What was recorded, and what that took.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Tally {
    /// Instructions that executed while recording was on.
    pub executed: u64,
    /// Instructions with an image.
    pub instructions: u64,
    /// Images with a data address that was referred to.
    pub references: u64,
    /// Words of all images.
    pub words: u64,
    /// Words that images of tasks, purges and reloads take.
    pub notes: u64,
    /// Real addresses in images of instructions, by [`Side`].
    pub carried: [u64; 2],
    /// Real addresses in reload images, by [`Side`].
    pub alone: [u64; 2],
    /// Reloads that were heard while recording was on, by [`Side`].
    pub reloads: [u64; 2],
}

impl Tally {
    /// Words of a trace of the same instructions that gives every real address.
    #[must_use]
    pub fn words_with_all(&self) -> u64 {
        let carried = self.carried[0] + self.carried[1];
        self.words - self.notes - carried + self.instructions + self.references
    }
}

/// Most reloads of the instruction side that wait for their instruction. No machine fetches from that many pages ahead of execution.
const WAITING: usize = 16;

/// Instructions after which a task image is recorded again although nothing has changed.
const INTERVAL: u64 = 1 << 16;

/// Most words of an execution without notes: three for each slot, and the real addresses of its references.
const MOST_WORDS: usize = 4 * 64;

/// Records a core trace.
pub struct Recorder<W> {
    memory: Memory<W>,
    options: Options,
    on: bool,
    /// The next execution may be copied from a pattern if it has no notes: recording is on, the memory has no bounds and takes images,
    /// no reload of the instruction side waits, and every reference is made.
    may_use_pattern: bool,
    codes: Codes,
    /// Reloads of the instruction side whose instruction has not executed, oldest first.
    fetched: Vec<InstructionTlbMiss>,
    /// Reloads of fetches on a wrong path since the newest execution.
    abandoned: Vec<InstructionTlbMiss>,
    /// Reloads of the data side since the newest execution.
    data: Vec<DataTlbMiss>,
    /// Bit i: slot i of the execution that comes makes no access.
    forgone: u64,
    task: Task,
    /// Address space and task of the newest task image.
    newest_task_image: Option<(u32, Task)>,
    /// That address space.
    space: u32,
    /// Number of executed instructions from which on the next task image is due.
    due: u64,
    tally: Tally,
}

impl<W: Write> Recorder<W> {
    /// Records into `out`.
    pub fn new(out: W, options: Options) -> Self {
        let mut memory = Memory::new(out, options.memory);
        let preamble = Preamble {
            invalidated: options.invalidated,
            single_issue: options.single_issue,
            stops: matches!(options.memory, Region::Stop(_)),
            wraps: matches!(options.memory, Region::Wrap(_)),
            lap_instructions: options.lap_instructions,
        };
        memory.head(&preamble.words());
        let mut recorder = Self {
            memory,
            options,
            on: false,
            may_use_pattern: false,
            codes: Codes::default(),
            fetched: Vec::new(),
            abandoned: Vec::new(),
            data: Vec::new(),
            forgone: 0,
            task: Task::numbered(0, 0),
            newest_task_image: None,
            space: 0,
            due: 0,
            tally: Tally::default(),
        };
        if !options.region {
            recorder.on = true;
            recorder.note(&Image::Purge { range: None });
        }
        recorder
    }

    /// What was recorded so far.
    pub fn tally(&self) -> Tally {
        Tally {
            words: self.memory.len(),
            ..self.tally
        }
    }

    /// Whether the memory took everything.
    pub fn is_whole(&self) -> bool {
        self.tally.executed == self.tally.instructions
    }

    /// The end of the run: writes what is left.
    ///
    /// # Errors
    /// The output did not take everything.
    pub fn finish(&mut self) -> io::Result<Tally> {
        self.end();
        let tally = self.tally();
        self.memory.finish()?;
        Ok(tally)
    }

    /// Recording ends.
    fn end(&mut self) {
        self.drop_fetched();
        self.on = false;
        self.may_use_pattern = false;
    }

    /// Records an image that is no instruction.
    fn note(&mut self, image: &Image) {
        let words = image.words();
        if self.memory.reserve(words.len()) {
            self.memory.words().extend_from_slice(&words);
            self.tally.notes += words.len() as u64;
        }
    }

    fn reload(&mut self, side: Side, origin: ReloadOrigin, address: u64, translated: &Translated) {
        let real = Real::new(translated);
        self.tally.alone[side as usize] += u64::from(self.memory.takes());
        self.note(&Image::Reload {
            side,
            origin,
            address,
            real,
        });
    }

    fn fetched_alone(&mut self, origin: ReloadOrigin, miss: &InstructionTlbMiss) {
        self.reload(Side::Instruction, origin, miss.ip, &miss.translated);
    }

    /// Gives every reload that waits for its instruction an image of its own.
    fn drop_fetched(&mut self) {
        for miss in std::mem::take(&mut self.fetched) {
            self.fetched_alone(ReloadOrigin::NotExecuted, &miss);
        }
    }

    /// Records a task image: `space` and the present task.
    #[inline(never)]
    fn record_task_image(&mut self, space: u32) {
        let before = self.newest_task_image.map_or(space, |(before, _)| before);
        if before != space {
            // Reloads of other spaces that wait come before the image: behind it addresses are those of the new space.
            let (old, new): (Vec<_>, Vec<_>) = std::mem::take(&mut self.fetched)
                .into_iter()
                .partition(|miss| miss.translated.space != space);
            self.fetched = new;
            for miss in old {
                self.fetched_alone(ReloadOrigin::NotExecuted, &miss);
            }
        }
        let Task {
            process, thread, ..
        } = self.task;
        self.note(&Image::Task {
            space,
            before,
            process,
            thread,
            number: self.tally.executed,
        });
        self.newest_task_image = Some((space, self.task));
        self.space = space;
        self.due = self.tally.executed + INTERVAL;
    }

    /// Whether a reload waits for an instruction in one of the pages of a block.
    #[inline(always)]
    fn awaits(&self, block: &Block) -> bool {
        let last = block.ip_of(block.end_slot.saturating_sub(1));
        self.fetched
            .iter()
            .any(|miss| same_page(miss, block.ip) || same_page(miss, last))
    }

    /// The reload of the instruction side that the instruction at `ip` carries; others of its page get their own image.
    fn carried_by(&mut self, ip: u64) -> Option<Real> {
        let mut carried = None;
        while let Some(at) = self.fetched.iter().position(|miss| same_page(miss, ip)) {
            let miss = self.fetched.remove(at);
            let newest = !self.fetched.iter().any(|miss| same_page(miss, ip));
            if newest && miss.ip == ip {
                carried = Some(Real::new(&miss.translated));
            } else {
                self.fetched_alone(ReloadOrigin::NotExecuted, &miss);
            }
        }
        carried
    }

    /// Slots that make no access although their predicate is true, and those of them without an address (it was NaT), one bit each.
    fn without_access(&self, code: &[Slot], execution: &Execution) -> (u64, u64) {
        let (mut forgone, mut nameless) = (self.forgone, 0);
        for note in &execution.notes {
            let bit = 1 << (note.slot & 63);
            match note.fact {
                Fact::Deferred { nat } => {
                    forgone |= bit;
                    nameless |= if nat { bit } else { 0 };
                }
                Fact::CheckLoadHit
                    if code
                        .iter()
                        .any(|slot| slot.index == note.slot && slot.check) =>
                {
                    forgone |= bit;
                }
                _ => {}
            }
        }
        (forgone, nameless)
    }

    /// Records an execution that may have something rare, after a task image if one is due.
    #[inline(never)]
    fn record_any(&mut self, block: &Block, execution: &Execution) {
        if !self.on {
            return;
        }
        if self.newest_task_image != Some((block.space, self.task))
            || self.tally.executed >= self.due
        {
            self.record_task_image(block.space);
        }
        let rare = execution.notes.iter().any(|note| forgoes(&note.fact))
            || self.forgone != 0
            || !self.abandoned.is_empty()
            || !self.fetched.is_empty() && self.awaits(block);
        let unbounded = self.options.memory == Region::Unbounded;
        let most = usize::from(execution.end) * 3 + self.data.len();
        if rare || !unbounded || !self.memory.reserve(most) || !self.record(block, execution) {
            self.record_carefully(block, execution);
            self.forgone = 0;
            // A full memory takes nothing more, unless it wraps.
            self.on = self.memory.takes() || self.memory.wraps();
        }
        self.may_use_pattern =
            unbounded && self.on && self.fetched.is_empty() && self.abandoned.is_empty();
    }

    /// Records an execution instruction by instruction: with reloads of any kind, references that make no access, memory that may be full.
    #[inline(never)]
    fn record_carefully(&mut self, block: &Block, execution: &Execution) {
        let slots = std::mem::take(&mut self.codes.of(block).slots);
        let (forgone, nameless) = self.without_access(&slots, execution);
        let mut data = std::mem::take(&mut self.data);
        let awaits = !self.fetched.is_empty() && self.awaits(block);
        let mut addresses = execution.addresses.iter().copied();
        for slot in slots.iter().take_while(|slot| slot.index < execution.end) {
            let is = |slots: u64| slots >> (slot.index & 63) & 1 != 0;
            let on = is(execution.predicates);
            let address = (slot.memory && on).then(|| addresses.next()).flatten();
            let ira = awaits.then(|| self.carried_by(block.ip_of(slot.index)));
            let mut own = |stack: bool| {
                let own = |miss: &DataTlbMiss| {
                    miss.site.index == slot.index
                        && miss.site.code == block.id
                        && (miss.requester == DataRequester::RegisterStack) == stack
                };
                let place = data.iter().position(own);
                place.map(|place| data.remove(place))
            };
            let makes_access = address.is_some() && !is(forgone);
            let dra = makes_access.then(|| own(false)).flatten();
            self.step(
                slot,
                on,
                address.filter(|_| !is(nameless)),
                is(forgone) && on,
                ira.flatten(),
                dra.map(|miss| Real::new(&miss.translated)),
            );
            // The references of the register stack engine come behind the instruction that waits for it.
            while let Some(miss) = own(true) {
                self.data_alone(ReloadOrigin::RegisterStack, &miss);
            }
        }
        self.codes.of(block).slots = slots;
        for miss in data.drain(..) {
            let origin = match miss.requester {
                DataRequester::RegisterStack => ReloadOrigin::RegisterStack,
                _ => ReloadOrigin::NotRetired,
            };
            self.data_alone(origin, &miss);
        }
        // Put back for its capacity.
        self.data = data;
        for miss in std::mem::take(&mut self.abandoned) {
            self.fetched_alone(ReloadOrigin::WrongPath, &miss);
        }
    }

    fn data_alone(&mut self, origin: ReloadOrigin, miss: &DataTlbMiss) {
        self.reload(Side::Data, origin, miss.site.data, &miss.translated);
    }

    /// Records one instruction, whatever it does.
    fn step(
        &mut self,
        slot: &Slot,
        on: bool,
        data: Option<u64>,
        forgone: bool,
        ira: Option<Real>,
        dra: Option<Real>,
    ) {
        self.tally.executed += 1;
        let optional = [
            slot.long,
            ira.map(Real::word),
            data.map(|address| address & !FIRST),
            dra.map(Real::word),
        ];
        let flags = [
            (!on, flag::SQUASHED),
            (forgone, flag::FORGONE),
            (ira.is_some(), flag::IRA | 1 << COUNT_SHIFT),
            (data.is_some(), flag::DEA | 1 << COUNT_SHIFT),
            (dra.is_some(), flag::DRA | 1 << COUNT_SHIFT),
        ];
        let present = optional.iter().flatten().count();
        if !self.memory.reserve(2 + present) {
            return;
        }
        let bits = flags.map(|(set, bits)| if set { bits } else { 0 });
        let top = data.is_some_and(|address| address & FIRST != 0);
        let words = self.memory.words();
        words.push(slot.first + bits.iter().sum::<u64>());
        words.push(slot.address_word | if top { DATA_TOP } else { 0 });
        words.extend(optional.into_iter().flatten());
        self.tally.instructions += 1;
        self.tally.references += u64::from(data.is_some() && !forgone);
        self.tally.carried[Side::Instruction as usize] += u64::from(ira.is_some());
        self.tally.carried[Side::Data as usize] += u64::from(dra.is_some());
    }

    /// Records an execution with nothing rare but reloads by its own references, from a pattern: the same words as
    /// [`record_carefully`](Self::record_carefully) gives. `crates/cli/tests/cli/core_trace.rs` compares both with the shadow log, and a
    /// trace in unbounded memory with one in bounded memory, which is recorded the careful way. False: nothing is recorded, because an
    /// address is missing or a reload has another origin.
    #[inline(always)]
    fn record(&mut self, block: &Block, execution: &Execution) -> bool {
        let Some(pattern) = self.codes.pattern(block, execution) else {
            return false;
        };
        let addresses = &execution.addresses;
        if addresses.len() != pattern.addresses.len() {
            return false;
        }
        // At most one reload for each reference of this block, in the order of the slots; anything else is left to the careful way.
        let mut slots = 0;
        for miss in &self.data {
            let slot = 1 << (miss.site.index & 63);
            let own = miss.site.code == block.id && pattern.referring & slot != 0;
            if !own || miss.requester == DataRequester::RegisterStack || slots >= slot {
                return false;
            }
            slots |= slot;
        }
        let words = self.memory.words();
        let start = words.len();
        pattern.write(words, addresses);
        self.tally.executed += pattern.instructions;
        self.tally.instructions += pattern.instructions;
        self.tally.references += addresses.len() as u64;
        if self.data.is_empty() {
            return true;
        }
        self.tally.carried[Side::Data as usize] += self.data.len() as u64;
        while let Some(miss) = self.data.pop() {
            if let Some(place) = pattern.place_of(miss.site.index) {
                insert_real(words, start + place, Real::new(&miss.translated).word());
            }
        }
        true
    }
}

/// Whether a note says that its instruction may have made no access.
fn forgoes(fact: &Fact) -> bool {
    matches!(fact, Fact::Deferred { .. } | Fact::CheckLoadHit)
}

fn same_page(miss: &InstructionTlbMiss, ip: u64) -> bool {
    (miss.ip ^ ip) < miss.translated.page_bytes
}

impl<W: Write> Probe for Recorder<W> {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        self.codes.describe(block);
    }

    #[inline]
    fn execution(&mut self, block: &Block, execution: &Execution) {
        let may_use_pattern = self.may_use_pattern
            && block.space == self.space
            && self.tally.executed < self.due
            && execution.notes.is_empty()
            && self.memory.has_room(MOST_WORDS);
        if !may_use_pattern || !self.record(block, execution) {
            self.record_any(block, execution);
        }
    }

    fn forgone(&mut self, _: u64, site: &Site) {
        self.may_use_pattern = false;
        self.forgone |= 1 << (site.index & 63);
    }

    fn data_tlb_miss(&mut self, miss: &DataTlbMiss) {
        if self.on {
            self.tally.reloads[Side::Data as usize] += 1;
            self.data.push(*miss);
        }
    }

    fn instruction_tlb_miss(&mut self, miss: &InstructionTlbMiss) {
        if !self.on {
            return;
        }
        self.may_use_pattern = false;
        self.tally.reloads[Side::Instruction as usize] += 1;
        if miss.wrong_path {
            self.abandoned.push(*miss);
            return;
        }
        if self.fetched.len() == WAITING {
            let oldest = self.fetched.remove(0);
            self.fetched_alone(ReloadOrigin::NotExecuted, &oldest);
        }
        self.fetched.push(*miss);
    }

    fn task(&mut self, _: u64, task: Task) {
        self.task = task;
        self.may_use_pattern = false;
    }

    fn invalidation(&mut self, _: u64) {
        if !self.on {
            return;
        }
        self.drop_fetched();
        self.memory.lap();
        self.note(&Image::Purge { range: None });
        // Where laps are dropped, each begins with a task image, to be decoded without those before it.
        self.newest_task_image = self.newest_task_image.filter(|_| !self.memory.wraps());
        self.due = 0;
    }

    fn unmapped(&mut self, space: u32, addresses: &Range<u64>) {
        if !self.on {
            return;
        }
        if self.newest_task_image.is_none() || self.space != space {
            self.record_task_image(space);
        }
        // What waits comes before the purge.
        let gone = |miss: &InstructionTlbMiss| {
            miss.translated.space == space && addresses.contains(&miss.ip)
        };
        let fetched = self.fetched.extract_if(.., |miss| gone(miss));
        let fetched: Vec<_> = fetched.collect();
        let abandoned = self.abandoned.extract_if(.., |miss| gone(miss));
        let abandoned: Vec<_> = abandoned.collect();
        for miss in fetched {
            self.fetched_alone(ReloadOrigin::NotExecuted, &miss);
        }
        for miss in abandoned {
            self.fetched_alone(ReloadOrigin::WrongPath, &miss);
        }
        // An image has a power of two of bytes at a multiple of it.
        let mut first = addresses.start;
        while let Some(shift) = (addresses.end.saturating_sub(first)).checked_ilog2() {
            let shift = shift.min(first.trailing_zeros());
            let range = Some((first, shift as u8));
            self.note(&Image::Purge { range });
            let Some(next) = first.checked_add(1 << shift) else {
                return;
            };
            first = next;
        }
    }

    fn region(&mut self, _: u64, inside: bool) {
        if !self.options.region {
            return;
        }
        if inside {
            self.on = true;
            self.forgone = 0;
        } else if self.on {
            self.end();
        }
    }

    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        Attention {
            tlb_misses: true,
            executions: true,
            ..Attention::NOTHING
        }
    }
}
