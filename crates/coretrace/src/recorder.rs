//! The listener that records.

use std::io::{self, Write};

use events::{
    Attention, Block, DataRequester, DataTlbMiss, Execution, Fact, InstructionTlbMiss, Probe, Site,
    StaticEvent, Task, Totals, Translated,
};

use crate::code::{Codes, Slot};
use crate::format::{COUNT_SHIFT, Cause, DATA_TOP, FIRST, Image, Preamble, Real, Side, flag};
use crate::memory::{Memory, Region};

/// How a recording is made. What changes time (invalidation, laps, single issue) is the configuration's business: here it
/// only says what the head of the file tells.
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
    /// Real addresses, by [`Side`]: in the image of an instruction, in an image of their own.
    pub carried: [u64; 2],
    /// The same in an image of their own.
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

/// Reloads of the instruction side that wait for their instruction; more than any machine has fetched and not executed.
const WAITING: usize = 16;

/// Executions of instructions between two images that say what runs, where nothing changes.
const INTERVAL: u64 = 1 << 16;

/// Records a core trace.
pub struct Recorder<W> {
    memory: Memory<W>,
    options: Options,
    on: bool,
    codes: Codes,
    /// Reloads of the instruction side whose instruction has not executed, oldest first.
    fetched: Vec<InstructionTlbMiss>,
    /// Those of a wrong path, since the newest execution.
    abandoned: Vec<InstructionTlbMiss>,
    /// Reloads of the data side since the newest execution.
    data: Vec<DataTlbMiss>,
    /// Bit i: slot i of the execution that comes makes no access.
    forgone: u64,
    task: Task,
    /// What the newest image of a task says.
    told: Option<(u32, Task)>,
    /// The next one is due when so many instructions are recorded.
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
            codes: Codes::default(),
            fetched: Vec::new(),
            abandoned: Vec::new(),
            data: Vec::new(),
            forgone: 0,
            task: Task {
                process: 0,
                thread: 0,
            },
            told: None,
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
    }

    /// Records an image that is no instruction.
    fn note(&mut self, image: &Image) {
        let words = image.words();
        if self.memory.reserve(words.len()) {
            self.memory.words().extend_from_slice(&words);
            self.tally.notes += words.len() as u64;
        }
    }

    fn reload(&mut self, side: Side, cause: Cause, address: u64, translated: &Translated) {
        let real = Real::new(translated);
        self.tally.alone[side as usize] += u64::from(self.memory.takes());
        self.note(&Image::Reload {
            side,
            cause,
            address,
            real,
        });
    }

    fn fetched_alone(&mut self, cause: Cause, miss: &InstructionTlbMiss) {
        self.reload(Side::Instruction, cause, miss.ip, &miss.translated);
    }

    /// Gives every reload that waits for its instruction an image of its own.
    fn drop_fetched(&mut self) {
        for miss in std::mem::take(&mut self.fetched) {
            self.fetched_alone(Cause::NotExecuted, &miss);
        }
    }

    /// Says what runs.
    #[inline(never)]
    fn tell_task(&mut self, space: u32) {
        let before = self.told.map_or(space, |(before, _)| before);
        if before != space {
            // What was fetched of another space comes before it.
            let (old, new): (Vec<_>, Vec<_>) = std::mem::take(&mut self.fetched)
                .into_iter()
                .partition(|miss| miss.translated.space != space);
            self.fetched = new;
            for miss in old {
                self.fetched_alone(Cause::NotExecuted, &miss);
            }
        }
        let Task { process, thread } = self.task;
        self.note(&Image::Task {
            space,
            before,
            process,
            thread,
            number: self.tally.executed,
        });
        self.told = Some((space, self.task));
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
                self.fetched_alone(Cause::NotExecuted, &miss);
            }
        }
        carried
    }

    /// Slots that make no access although they execute, and those of them without an address.
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

    /// Records an execution of which something is rare: reloads, references that make no access, memory that may be full.
    #[inline(never)]
    fn record_carefully(&mut self, block: &Block, execution: &Execution) {
        let slots = self.codes.of(block).slots.clone();
        let (forgone, nameless) = self.without_access(&slots, execution);
        let data = std::mem::take(&mut self.data);
        let mut left: Vec<&DataTlbMiss> = data.iter().collect();
        let mut addresses = execution.addresses.iter().copied();
        for slot in slots.iter().take_while(|slot| slot.index < execution.end) {
            let on = execution.predicates >> (slot.index & 63) & 1 != 0;
            let address = (slot.memory && on).then(|| addresses.next()).flatten();
            let is_forgone = forgone >> (slot.index & 63) & 1 != 0;
            let is_nameless = nameless >> (slot.index & 63) & 1 != 0;
            let ira = self.carried_by(block.ip_of(slot.index));
            let own = |miss: &&DataTlbMiss, stack: bool| {
                miss.site.code == block.id
                    && miss.site.index == slot.index
                    && (miss.requester == DataRequester::RegisterStack) == stack
            };
            let dra = left
                .iter()
                .position(|miss| own(miss, false) && address.is_some() && !is_forgone)
                .map(|at| Real::new(&left.remove(at).translated));
            self.step(
                slot,
                on,
                address.filter(|_| !is_nameless),
                is_forgone && on,
                ira,
                dra,
            );
            // The engine works behind the instruction.
            let (stack, others): (Vec<_>, Vec<_>) =
                left.into_iter().partition(|miss| own(miss, true));
            left = others;
            for miss in stack {
                self.data_alone(Cause::RegisterStack, miss);
            }
        }
        for miss in left {
            let cause = match miss.requester {
                DataRequester::RegisterStack => Cause::RegisterStack,
                _ => Cause::NotRetired,
            };
            self.data_alone(cause, miss);
        }
        for miss in std::mem::take(&mut self.abandoned) {
            self.fetched_alone(Cause::WrongPath, &miss);
        }
    }

    fn data_alone(&mut self, cause: Cause, miss: &DataTlbMiss) {
        self.reload(Side::Data, cause, miss.site.data, &miss.translated);
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
            (flag::IRA, ira.map(Real::word)),
            (flag::DEA, data.map(|address| address & !FIRST)),
            (flag::DRA, dra.map(Real::word)),
        ];
        let present = optional.iter().filter(|(_, word)| word.is_some()).count();
        if !self
            .memory
            .reserve(2 + usize::from(slot.long.is_some()) + present)
        {
            return;
        }
        let mut first = slot.first;
        first |= if on { 0 } else { flag::SQUASHED };
        first |= if forgone { flag::FORGONE } else { 0 };
        for (bit, word) in optional {
            first += if word.is_some() {
                bit | 1 << COUNT_SHIFT
            } else {
                0
            };
        }
        let top = data.is_some_and(|address| address & FIRST != 0);
        let words = self.memory.words();
        words.push(first);
        words.push(slot.place | if top { DATA_TOP } else { 0 });
        words.extend(slot.long);
        words.extend(optional.iter().filter_map(|(_, word)| *word));
        self.tally.instructions += 1;
        self.tally.references += u64::from(data.is_some() && !forgone);
        self.tally.carried[Side::Instruction as usize] += u64::from(ira.is_some());
        self.tally.carried[Side::Data as usize] += u64::from(dra.is_some());
    }

    /// Records an execution without anything rare: what [`record_carefully`](Self::record_carefully) does then, in few steps.
    /// Both are held to the shadow log, and to each other with and without a bounded memory, which takes the careful way
    /// (`crates/cli/tests/cli/core_trace.rs`).
    #[inline(always)]
    fn record(&mut self, block: &Block, execution: &Execution) {
        let code = self.codes.of(block);
        let words = self.memory.words();
        let mut addresses = execution.addresses.iter();
        let mut references = 0;
        let mut count = 0;
        for slot in &code.slots {
            if slot.index >= execution.end {
                break;
            }
            count += 1;
            let on = execution.predicates >> (slot.index & 63) & 1 != 0;
            if slot.memory
                && on
                && let Some(&address) = addresses.next()
            {
                let top = if address & FIRST != 0 { DATA_TOP } else { 0 };
                let first = slot.first + (flag::DEA | 1 << COUNT_SHIFT);
                words.extend_from_slice(&[first, slot.place | top, address & !FIRST]);
                references += 1;
            } else {
                let first = slot.first | if on { 0 } else { flag::SQUASHED };
                words.extend_from_slice(&[first, slot.place]);
                words.extend(slot.long);
            }
        }
        self.tally.executed += count;
        self.tally.instructions += count;
        self.tally.references += references;
    }
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
        if !self.on {
            return;
        }
        if self.told != Some((block.space, self.task)) || self.tally.executed >= self.due {
            self.tell_task(block.space);
        }
        let rare = !execution.notes.is_empty()
            || !self.data.is_empty()
            || self.forgone != 0
            || !self.abandoned.is_empty()
            || !self.fetched.is_empty() && self.awaits(block);
        let most = usize::from(execution.end) * 3;
        if rare || self.options.memory != Region::Unbounded || !self.memory.reserve(most) {
            self.record_carefully(block, execution);
            self.forgone = 0;
            // What a full memory does not take, it does not take later either, unless it wraps.
            self.on = self.memory.takes() || self.memory.wraps();
        } else {
            self.record(block, execution);
        }
    }

    fn forgone(&mut self, _: u64, site: &Site) {
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
        self.tally.reloads[Side::Instruction as usize] += 1;
        if miss.wrong_path {
            self.abandoned.push(*miss);
            return;
        }
        if self.fetched.len() == WAITING {
            let oldest = self.fetched.remove(0);
            self.fetched_alone(Cause::NotExecuted, &oldest);
        }
        self.fetched.push(*miss);
    }

    fn task(&mut self, _: u64, task: Task) {
        self.task = task;
    }

    fn invalidation(&mut self, _: u64) {
        if !self.on {
            return;
        }
        self.drop_fetched();
        self.memory.lap();
        self.note(&Image::Purge { range: None });
        // A lap that stands alone says what runs.
        self.told = self.told.filter(|_| !self.memory.wraps());
        self.due = 0;
    }

    fn region(&mut self, inside: bool) {
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
