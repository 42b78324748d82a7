//! One run on two threads: this one executes, the other times the executions in the same order.
//!
//! Time does not influence what a program computes until the program asks for it; then execution waits until everything before is timed.
//! The report is therefore that of a run on one thread; `crates/sim/tests/threads.rs` compares the two.

use std::ops::{ControlFlow, Range};
use std::thread::{self, Scope, ScopedJoinHandle};

use crossbeam_channel::{Receiver, SendError, Sender, bounded, unbounded};
use events::{Block, Execution, Note, Probe, StackSizes};
use linux::{Listener, OsEvent};
use machine::Recorder;

use crate::Error;
use crate::recorder::Timed;
use crate::watch::Watch;

/// Executions in a full batch.
const BATCH: usize = 256;

/// Full batches that wait for the timing thread at most, besides the one being filled and the one being timed.
const AHEAD: usize = 4;

/// Questions between two checks whether two threads are worth it: if fewer than one full batch was handed over for each question, they are
/// slower than one.
const QUESTIONS: u32 = 256;

/// An [`Execution`] without its lists, which stand in the batch; or an event between two blocks, where `code` is [`EVENT`].
#[derive(Clone, Copy)]
struct Record {
    /// Number of the block.
    code: u32,
    end: u8,
    /// [`NOT_TAKEN`]: none.
    taken: u8,
    /// How many of the addresses, and of the notes, of the batch are its own.
    addresses: u8,
    notes: u16,
    restored: StackSizes,
    predicates: u64,
    target: u64,
}

/// No block has this number.
const EVENT: u32 = u32::MAX;

/// No block has such a slot.
const NOT_TAKEN: u8 = u8::MAX;

const BETWEEN_BLOCKS: Record = Record {
    code: EVENT,
    end: 0,
    taken: NOT_TAKEN,
    addresses: 0,
    notes: 0,
    restored: StackSizes {
        frame: 0,
        locals: 0,
        dirty: 0,
    },
    predicates: 0,
    target: 0,
};

/// A call of [`Recorder`] or [`Listener`] between two blocks, which is repeated by the timing thread.
#[derive(Clone, Copy)]
enum Event {
    Os(OsEvent),
    Unmapped(u32, u64, u64),
    SpaceEnded(u32),
    UserMonitor(bool),
    Enter(StackSizes),
    ForgetCode,
}

/// A question about time that the timing thread answers.
#[derive(Clone, Copy)]
enum Question {
    /// [`Recorder::clock`], with the instructions retired.
    Clock(u64),
    /// [`Recorder::read_pmd`], with the number of the register.
    Data(u64),
    /// [`Listener::cycles`].
    Cycles,
}

/// What was executed, in order.
#[derive(Default)]
struct Batch {
    /// Blocks that the timing thread does not have yet.
    blocks: Vec<Block>,
    records: Vec<Record>,
    addresses: Vec<u64>,
    notes: Vec<Note>,
    events: Vec<Event>,
    /// To be answered when everything else of the batch is timed.
    question: Option<Question>,
}

impl Batch {
    fn clear(&mut self) {
        self.blocks.clear();
        self.records.clear();
        self.addresses.clear();
        self.notes.clear();
        self.events.clear();
        self.question = None;
    }

    fn event(&mut self, event: Event) {
        self.events.push(event);
        self.records.push(BETWEEN_BLOCKS);
    }

    #[inline]
    fn execution(&mut self, code: u32, execution: &Execution) {
        self.records.push(Record {
            code,
            end: execution.end,
            taken: execution.taken.unwrap_or(NOT_TAKEN),
            addresses: execution.addresses.len() as u8,
            notes: execution.notes.len() as u16,
            restored: execution.restored,
            predicates: execution.predicates,
            target: execution.target,
        });
        self.addresses.extend_from_slice(&execution.addresses);
        if !execution.notes.is_empty() {
            self.notes.extend_from_slice(&execution.notes);
        }
    }
}

/// Executes ahead of the thread that times.
pub(crate) struct Ahead<'scope, P: Probe> {
    filling: Box<Batch>,
    full: Sender<Box<Batch>>,
    emptied: Receiver<Box<Batch>>,
    answers: Receiver<Option<u64>>,
    /// By the number of a block: the address space in which the timing thread has it; [`Block::SPACES`]: it does not have it.
    spaces: Vec<u32>,
    watch: Watch,
    clock_counts_cycles: bool,
    /// The model's listener keeps something by the numbers of blocks.
    keeps_code: bool,
    /// Records at which the batch is handed over; 0: the run has to stop at the next block.
    limit: usize,
    /// Questions since these were counted last ([`QUESTIONS`]).
    questions: u32,
    /// Batches handed over since then, those with a question included.
    others: u32,
    asks_too_often: bool,
    thread: ScopedJoinHandle<'scope, Option<Box<Timed<P>>>>,
}

impl<'scope, P: Probe + Send + 'scope> Ahead<'scope, P> {
    /// Starts the timing thread, which takes the model. If the host has no thread the model is returned as the error.
    pub(crate) fn begin(
        scope: &'scope Scope<'scope, '_>,
        mut timed: Timed<P>,
        watch: Watch,
    ) -> Result<Self, Box<Timed<P>>> {
        let (lend, borrow) = bounded(1);
        let (full, to_time) = bounded::<Box<Batch>>(AHEAD);
        let (give_back, emptied) = unbounded();
        let (answer, answers) = bounded(1);
        let clock_counts_cycles = timed.clock_counts_cycles();
        let keeps_code = timed.timing.probe().keeps_code();
        let timing = move || {
            let mut timed: Box<Timed<P>> = borrow.recv().ok()?;
            let mut timer = Behind::default();
            while let Ok(mut batch) = to_time.recv() {
                timer.time(&mut timed, &mut batch);
                // The executing thread may have ended: an answer or a batch that it does not take is dropped.
                if let Some(question) = batch.question {
                    let _ = answer.send(ask(&mut timed, question));
                }
                batch.clear();
                let _ = give_back.send(batch);
            }
            Some(timed)
        };
        let timed = Box::new(timed);
        let thread = thread::Builder::new().name("timing".to_owned());
        let thread = match thread.spawn_scoped(scope, timing) {
            Ok(thread) => thread,
            Err(error) => {
                tracing::warn!(%error, "no thread: the run goes on on one");
                return Err(timed);
            }
        };
        lend.send(timed).map_err(SendError::into_inner)?;
        Ok(Self {
            filling: Box::default(),
            full,
            emptied,
            answers,
            spaces: Vec::new(),
            watch,
            clock_counts_cycles,
            keeps_code,
            limit: BATCH,
            questions: 0,
            others: 0,
            asks_too_often: false,
            thread,
        })
    }

    /// Waits until everything is timed and returns the model. A panic of the timing thread continues in this one.
    ///
    /// # Errors
    /// The other thread never had the model.
    pub(crate) fn finish(mut self) -> Result<Timed<P>, Error> {
        let _ = self.hand_over();
        let Self { full, thread, .. } = self;
        drop(full);
        match thread.join() {
            Ok(Some(timed)) => Ok(*timed),
            Ok(None) => Err(Error::Identity("no model at the end".to_owned())),
            Err(panic) => std::panic::resume_unwind(panic),
        }
    }

    /// Whether the run was stopped because the program asks about time so often that one thread is faster.
    pub(crate) fn asks_too_often(&self) -> bool {
        self.asks_too_often
    }

    /// Hands the current batch over; whether the run goes on.
    #[inline(never)]
    fn hand_over(&mut self) -> ControlFlow<()> {
        let next = self.emptied.try_recv().unwrap_or_default();
        let batch = std::mem::replace(&mut self.filling, next);
        self.others = self.others.saturating_add(1);
        if self.full.send(batch).is_err() || self.watch.stopped().is_some() {
            // The machine handles a system call at the end of this block before it stops: limit 0 stops the run again at the next block.
            self.limit = 0;
        }
        match self.limit {
            0 => ControlFlow::Break(()),
            _ => ControlFlow::Continue(()),
        }
    }

    fn ask(&mut self, question: Question) -> Option<u64> {
        self.filling.question = Some(question);
        let _ = self.hand_over();
        self.questions += 1;
        if self.questions == QUESTIONS {
            if self.others < 2 * QUESTIONS {
                self.asks_too_often = true;
                self.limit = 0;
            }
            (self.questions, self.others) = (0, 0);
        }
        self.answers.recv().ok().flatten()
    }

    /// Gives the timing thread a block. If it has the block in another space, the executions so far are handed over first: they are the last
    /// that need it there.
    #[cold]
    fn describe(&mut self, block: &Block) {
        let code = block.id.0 as usize;
        if self.spaces.len() <= code {
            self.spaces.resize(code + 1, Block::SPACES);
        }
        if self.spaces[code] != Block::SPACES {
            let _ = self.hand_over();
        }
        self.spaces[code] = block.space;
        self.filling.blocks.push(block.clone());
    }
}

fn ask<P: Probe>(timed: &mut Timed<P>, question: Question) -> Option<u64> {
    match question {
        Question::Clock(retired) => Some(timed.clock(retired)),
        Question::Data(index) => timed.read_pmd(index),
        Question::Cycles => timed.cycles(),
    }
}

/// The state of the timing thread: its blocks by number.
#[derive(Default)]
struct Behind {
    blocks: Vec<Option<Block>>,
    /// Reused for each record.
    execution: Execution,
}

impl Behind {
    fn time<P: Probe>(&mut self, timed: &mut Timed<P>, batch: &mut Batch) {
        for block in batch.blocks.drain(..) {
            let code = block.id.0 as usize;
            if self.blocks.len() <= code {
                self.blocks.resize(code + 1, None);
            }
            self.blocks[code] = Some(block);
        }
        let mut addresses = &*batch.addresses;
        let mut notes = &*batch.notes;
        let mut events = batch.events.iter();
        let execution = &mut self.execution;
        for record in &batch.records {
            if record.code == EVENT {
                let event = events.next();
                if let Some(Event::ForgetCode) = event {
                    self.blocks.clear();
                }
                event.into_iter().for_each(|&event| tell(timed, event));
                continue;
            }
            execution.end = record.end;
            execution.taken = (record.taken != NOT_TAKEN).then_some(record.taken);
            execution.predicates = record.predicates;
            execution.target = record.target;
            execution.restored = record.restored;
            let (own, rest) = addresses.split_at(record.addresses.into());
            addresses = rest;
            execution.addresses.clear();
            own.iter().for_each(|&it| execution.addresses.push(it));
            let (own, rest) = notes.split_at(record.notes.into());
            notes = rest;
            execution.notes.clear();
            execution.notes.extend_from_slice(own);
            if let Some(Some(block)) = self.blocks.get(record.code as usize) {
                // The executing thread looks by itself whether to stop; everything that it has executed is timed.
                let _ = timed.executed(block, execution);
            }
        }
    }
}

fn tell<P: Probe>(timed: &mut Timed<P>, event: Event) {
    match event {
        Event::Os(event) => timed.os(event),
        Event::Unmapped(number, start, end) => timed.unmapped(number, &(start..end)),
        Event::SpaceEnded(number) => timed.space_ended(number),
        Event::UserMonitor(enabled) => timed.user_monitor(enabled),
        Event::Enter(stack) => timed.enter(stack),
        Event::ForgetCode => {
            timed.forget_code();
        }
    }
}

impl<'scope, P: Probe + Send + 'scope> Recorder for Ahead<'scope, P> {
    const RECORD: bool = true;

    #[inline]
    fn executed(&mut self, block: &Block, execution: &Execution) -> ControlFlow<()> {
        let code = block.id.0;
        if self.spaces.get(code as usize) != Some(&block.space) {
            self.describe(block);
        }
        self.filling.execution(code, execution);
        if self.filling.records.len() >= self.limit {
            return self.hand_over();
        }
        ControlFlow::Continue(())
    }

    fn clock(&mut self, retired: u64) -> u64 {
        self.ask(Question::Clock(retired)).unwrap_or(retired)
    }

    fn read_pmd(&mut self, index: u64) -> Option<u64> {
        self.ask(Question::Data(index))
    }

    fn unmapped(&mut self, number: u32, addresses: &Range<u64>) {
        let Range { start, end } = *addresses;
        self.filling.event(Event::Unmapped(number, start, end));
    }

    fn space_ended(&mut self, number: u32) {
        self.filling.event(Event::SpaceEnded(number));
    }

    fn forget_code(&mut self) -> bool {
        if self.keeps_code {
            return false;
        }
        self.filling.event(Event::ForgetCode);
        // The timing thread takes the blocks of a batch before it times the first execution: what follows comes in another batch.
        let _ = self.hand_over();
        self.spaces.clear();
        true
    }

    fn user_monitor(&mut self, enabled: bool) {
        self.filling.event(Event::UserMonitor(enabled));
    }

    fn enter(&mut self, stack: StackSizes) {
        self.filling.event(Event::Enter(stack));
    }
}

impl<'scope, P: Probe + Send + 'scope> Listener for Ahead<'scope, P> {
    fn os(&mut self, event: OsEvent) {
        self.filling.event(Event::Os(event));
    }

    fn cycles(&mut self) -> Option<u64> {
        match self.clock_counts_cycles {
            true => self.ask(Question::Cycles),
            false => None,
        }
    }
}
