//! The store of all memos: states of the pipe, the bodies that were executed from each state, the exits of each body, and where replay stands
//! among them.
//!
//! All are known by numbers, their places in vectors. States with equal words are one state; the bodies of a state and the exits of a body are
//! lists, linked by number, the newest first. How many states there may be bounds all else: when there is no room, all memos are forgotten.

use events::Probe;
use hashbrown::HashTable;

use crate::model::memory::replacement::Policy;
use crate::model::pipeline::course::Delay;
use crate::replay::forks::{Fork, Forks};
use crate::replay::memo::{
    Body, Charge, Counted, Exit, ExitKey, Fetch, NONE, Noted, Reference, Span, Step, StoreDemand,
};
use crate::replay::touched::Touched;

/// Most bodies with late references that have one beginning in common, and most of those with late fetches.
const MOST_LATE: usize = 16;

/// How often another code is remembered for the place of a state before what begins with earlier code is found no more.
const MOST_REWRITTEN: u32 = 64;

/// A state of the pipe between two blocks.
#[derive(Clone, Copy, Debug)]
struct State {
    /// Address of the bundle that comes next.
    ip: u64,
    /// Its address space.
    space: u32,
    /// The first of its bodies that make all of their accesses; [`NONE`]: there is none.
    bodies: u32,
    /// The first of its bodies with notes ([`noted`](super::noted)).
    noted_bodies: u32,
    /// How often a body was added of other code than the newest one, since such bodies were left out of the lists.
    rewritten: u32,
    /// Its words ([`state`](super::state)).
    words: Span,
}

/// States, and what was executed from them.
#[derive(Clone, Debug)]
pub(crate) struct Memos {
    /// Most states; 0: nothing is remembered.
    pub limit: usize,
    states: Vec<State>,
    /// The words of all states.
    words: Vec<u32>,
    /// Numbers of states, by the hash of their words.
    index: HashTable<u32>,
    pub bodies: Vec<Body>,
    pub exits: Vec<Exit>,
    pub lists: Lists,
    forks: Forks,
    /// Where replay is among them.
    pub walk: Walk,
    /// Replays that have been added to the totals.
    added: u64,
    /// The call path that execution is on, for a listener that adds up.
    pub call_path: u32,
    /// Bodies whose lines of L1I were used.
    pub touched: Touched,
}

/// Where replay is among the states.
#[derive(Clone, Debug)]
pub(crate) struct Walk {
    /// The state that the pipe is in; [`NONE`]: not known.
    pub current: u32,
    /// The model's own fields are older than that state.
    pub ahead: bool,
    /// Something was replayed since replays were added to the totals last.
    replayed: bool,
    /// Which exits these replays went through.
    newest: Newest,
    throttle: Throttle,
}

/// The exits of the newest replays, if totals are [asked for often](Probe::is_totalled_often): then only these exits are looked at, not all.
#[derive(Clone, Debug)]
struct Newest {
    exits: [u32; Newest::MOST],
    /// Replays noted so far, and how many there were when they were added to the totals last.
    count: usize,
    added: usize,
}

impl Newest {
    /// How many are kept, a power of two. From one request for totals of a sampled unit to the next there are some hundreds of replays.
    const MOST: usize = 512;

    /// None yet.
    const NONE: Self = Self {
        exits: [NONE; Self::MOST],
        count: 0,
        added: 0,
    };

    #[inline(always)]
    fn note(&mut self, exit: u32) {
        self.exits[self.count % Self::MOST] = exit;
        self.count += 1;
    }

    /// How many were noted since the last time.
    fn take(&mut self) -> usize {
        let added = std::mem::replace(&mut self.added, self.count);
        self.count - added
    }
}

impl Walk {
    /// Goes through an exit: the pipe is in the state behind it.
    #[inline(always)]
    pub(crate) fn leave<P: Probe>(&mut self, number: u32, exit: &mut Exit) {
        exit.times += 1;
        self.current = exit.to;
        self.ahead = true;
        self.replayed = true;
        if P::is_totalled_often() {
            self.newest.note(number);
        }
        self.throttle.earned += 1;
    }

    /// Counts `times` replays that went through an exit; where the pipe is behind them, [`passed`](Self::passed) says.
    pub(super) fn count<P: Probe>(&mut self, number: u32, exit: &mut Exit, times: u64) {
        exit.times += times;
        self.replayed = true;
        if P::is_totalled_often() {
            self.newest.note(number);
        }
        self.throttle.earned += times;
    }

    /// Says to which state replays have led that are [counted](Self::count) apart.
    pub(super) fn passed(&mut self, state: u32) {
        self.current = state;
        self.ahead = true;
    }
}

/// Lists that bodies and exits consist of. [`Memos`] has those of all bodies and exits, each of which holds a [`Span`] of each list;
/// [`Replay`](super::Replay) has those of the body that is being made.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    /// Fetches.
    pub fetches: Vec<Fetch>,
    /// Memory references.
    pub references: Vec<Reference>,
    /// Memory references step by step, where some were late or were expected to be.
    pub steps: Vec<Step>,
    /// Groups that need room in the store buffer.
    pub store_demands: Vec<StoreDemand>,
    /// Cycles by what they were spent on.
    pub charges: Vec<Charge>,
    /// Cycles of instructions that may change the register stack.
    pub frame_cycles: Vec<u32>,
    /// Cycles in which groups issued.
    pub issues: Vec<u32>,
    /// What exits count by themselves.
    pub counted: Vec<Counted>,
}

impl Lists {
    /// Empties all of them.
    pub(crate) fn clear(&mut self) {
        self.fetches.clear();
        self.references.clear();
        self.steps.clear();
        self.store_demands.clear();
        self.charges.clear();
        self.frame_cycles.clear();
        self.issues.clear();
        self.counted.clear();
    }
}

/// Decides whether it pays to make memos: each attempt costs credit, which replays earn. Without credit there is a pause, which is longer each
/// time until credit is full again.
#[derive(Clone, Copy, Debug)]
struct Throttle {
    credit: i32,
    /// Replays that have not become credit.
    earned: u64,
    /// Executions to let pass before the next try.
    pause: u32,
    /// The last pause.
    paused: u32,
}

impl Throttle {
    /// Replays that one attempt costs.
    const PRICE: i32 = 1;
    /// Most credit, with which a run begins.
    const MOST: i32 = 4096;
    /// Executions in the longest pause.
    const LONGEST_PAUSE: u32 = 1 << 12;

    fn new() -> Self {
        Self {
            credit: Self::MOST,
            earned: 0,
            pause: 0,
            paused: 0,
        }
    }

    /// Pays for one attempt to make a memo. False: there is a pause, and none is to be made.
    fn spend(&mut self) -> bool {
        if self.pause > 0 {
            self.pause -= 1;
            return false;
        }
        self.settle();
        if self.credit == Self::MOST {
            self.paused = 0;
        }
        self.credit -= Self::PRICE;
        if self.credit < 0 {
            self.paused = (2 * self.paused).clamp(64, Self::LONGEST_PAUSE);
            self.pause = self.paused;
            self.credit = 64;
        }
        true
    }

    /// What was earned becomes credit, up to the most there may be.
    fn settle(&mut self) {
        let most = (Self::MOST - self.credit).max(0);
        let earned = std::mem::take(&mut self.earned);
        self.credit += i32::try_from(earned).map_or(most, |earned| earned.min(most));
    }
}

/// Bodies, and exits, for which memory is reserved at the beginning; most short runs have no more, so that none is moved.
const MANY: usize = 2048;

impl Memos {
    /// Remembers at most so many states.
    pub(crate) fn new(limit: usize) -> Self {
        Self {
            limit,
            states: Vec::new(),
            words: Vec::new(),
            index: HashTable::new(),
            bodies: Vec::with_capacity(MANY),
            exits: Vec::with_capacity(MANY),
            lists: Lists::default(),
            forks: Forks::new(),
            walk: Walk {
                current: NONE,
                ahead: false,
                replayed: false,
                newest: Newest::NONE,
                throttle: Throttle::new(),
            },
            added: 0,
            call_path: 0,
            touched: Touched::default(),
        }
    }

    /// Says in which state the pipe is, where the model's own fields are up to date as well; [`NONE`]: in none that is known.
    pub(crate) fn enter(&mut self, state: u32) {
        self.walk.current = state;
        self.walk.ahead = false;
    }

    /// The words of a state.
    pub(crate) fn words(&self, state: u32) -> &[u32] {
        self.states
            .get(state as usize)
            .map_or(&[], |state| state.words.of(&self.words))
    }

    /// Replays so far.
    pub(crate) fn times(&self) -> u64 {
        self.added + self.exits.iter().map(|exit| exit.times).sum::<u64>()
    }

    /// Whether it pays to make a memo of the execution at hand; this attempt is paid for.
    pub(crate) fn wants(&mut self) -> bool {
        self.walk.throttle.spend()
    }

    /// Whether there is a pause in which executions are not remembered, for that did not pay.
    pub(crate) fn pauses(&self) -> bool {
        self.walk.throttle.pause > 0
    }

    /// Whether there is no room for another execution.
    pub(crate) fn is_full(&self) -> bool {
        // Bodies are a few to a state, exits a few to a body.
        let most = 4 * self.limit;
        self.states.len() >= self.limit || self.bodies.len() >= most || self.exits.len() >= most
    }

    /// Forgets everything; all replays have been added to the totals, and L1I knows of their fetches.
    pub(crate) fn clear(&mut self) {
        debug_assert!(self.touched.is_settled(), "lines in use are forgotten");
        self.states.clear();
        self.words.clear();
        self.index.clear();
        self.bodies.clear();
        self.exits.clear();
        self.lists.clear();
        self.forks.clear();
        self.walk.current = NONE;
        self.walk.ahead = false;
    }

    /// The number of the state with these words, a new one if there was none. The bundle at `ip` in `space` comes next in it.
    pub(crate) fn intern(&mut self, ip: u64, space: u32, words: &[u32]) -> u32 {
        let key = hash(words);
        if let Some(state) = self.index.find(key, |state| self.words(*state) == words) {
            return *state;
        }
        let number = self.states.len() as u32;
        self.states.push(State {
            ip,
            space,
            bodies: NONE,
            noted_bodies: NONE,
            rewritten: 0,
            words: Span::append(&mut self.words, words),
        });
        let Self {
            index,
            states,
            words,
            ..
        } = self;
        index.insert_unique(key, number, |state| {
            hash(states[*state as usize].words.of(words))
        });
        number
    }

    /// Whether the pipe is in a state in which this code comes next.
    pub(crate) fn expects(&self, ip: u64, space: u32) -> bool {
        self.states
            .get(self.walk.current as usize)
            .is_some_and(|state| state.ip == ip && state.space == space)
    }

    /// The body that covers an execution from a state, as far as predicates and end say; the execution makes all of its accesses.
    #[inline(always)]
    pub(crate) fn find(&self, state: u32, code: u32, end: u8, predicates: u64) -> Option<u32> {
        let mut number = self.states.get(state as usize)?.bodies;
        while let Some(body) = self.bodies.get(number as usize) {
            if body.fits(predicates) && body.end == end && body.code == code {
                return Some(number);
            }
            number = body.sibling;
        }
        None
    }

    /// Whether a body begins in a state.
    pub(super) fn begins(&self, state: u32, body: u32) -> bool {
        let (Some(state), Some(wanted)) = (
            self.states.get(state as usize),
            self.bodies.get(body as usize),
        ) else {
            return false;
        };
        let mut number = match wanted.noted {
            Noted::NONE => state.bodies,
            _ => state.noted_bodies,
        };
        while let Some(next) = self.bodies.get(number as usize) {
            let mut late = self.late_ones(number, wanted.fetches_late);
            if number == body || late.any(|(late, _)| late == body) {
                return true;
            }
            number = next.sibling;
        }
        false
    }

    /// The same for an execution with notes.
    pub(crate) fn find_noted(
        &self,
        state: u32,
        code: u32,
        end: u8,
        predicates: u64,
        noted: Noted,
    ) -> Option<u32> {
        let mut number = self.states.get(state as usize)?.noted_bodies;
        while let Some(body) = self.bodies.get(number as usize) {
            let same = body.code == code && body.end == end && body.noted == noted;
            if same && body.fits(predicates) {
                return Some(number);
            }
            number = body.sibling;
        }
        None
    }

    /// The bodies that have steps and the same beginning as `root`, which may be one of them, with their fetches among the steps or without.
    fn late_ones(&self, root: u32, fetches_late: bool) -> impl Iterator<Item = (u32, &Body)> {
        let mut number = root;
        std::iter::from_fn(move || {
            let body = self.bodies.get(number as usize)?;
            let this = std::mem::replace(&mut number, body.next_late);
            Some((this, body))
        })
        .filter(move |(_, body)| body.steps.count > 0 && body.fetches_late == fetches_late)
    }

    /// The first of these bodies that fits the predicates of an execution, and whose first steps met the `delays` that those of the execution met.
    pub(crate) fn late(
        &self,
        (root, fetches_late): (u32, bool),
        predicates: u64,
        delays: &[Delay],
    ) -> Option<u32> {
        let fits = |body: &Body| {
            let steps = body.steps.of(&self.lists.steps);
            // The newest delay comes first: by it most others differ.
            body.fits(predicates)
                && (steps.get(..delays.len()))
                    .is_some_and(|met| met.iter().zip(delays).rev().all(|(s, d)| s.delay == *d))
        };
        let mut bodies = self.late_ones(root, fetches_late);
        bodies
            .find(|(_, body)| fits(body))
            .map(|(number, _)| number)
    }

    /// The one of these bodies to begin with: the one whose steps were met last if it fits the predicates, else any that does.
    #[inline(always)]
    pub(super) fn first_late(&self, root: u32, fetches_late: bool, predicates: u64) -> Option<u32> {
        let last_met = self.bodies[root as usize].last_met[usize::from(fetches_late)];
        match self.bodies.get(last_met as usize) {
            Some(body) if body.fits(predicates) => Some(last_met),
            _ => self.late((root, fetches_late), predicates, &[]),
        }
    }

    /// The one of these bodies for an execution that met what another one of them says but for its newest step.
    #[inline(always)]
    pub(super) fn fork(&mut self, root: u32, predicates: u64, fork: &Fork) -> Option<u32> {
        let fits = |to: &u32| {
            let body = self.bodies.get(*to as usize);
            body.is_some_and(|body| body.fits(predicates))
        };
        match self.forks.find(fork).filter(fits) {
            Some(to) => Some(to),
            None => self.find_fork(root, predicates, fork),
        }
    }

    /// The same, found by comparison of all delays so far; it is noted among the [forks](super::forks).
    #[inline(never)]
    fn find_fork(&mut self, root: u32, predicates: u64, fork: &Fork) -> Option<u32> {
        let from = &self.bodies[fork.from as usize];
        let (followed, fetches_late) = (from.steps.of(&self.lists.steps), from.fetches_late);
        let before = followed.get(..fork.steps - 1)?.iter();
        let delays: Vec<Delay> = before.map(|step| step.delay).chain([fork.delay]).collect();
        let to = self.late((root, fetches_late), predicates, &delays)?;
        self.forks.note(fork, to);
        Some(to)
    }

    /// Whether there is room for another body with late references or fetches and the same beginning as `root`.
    pub(crate) fn wants_late(&self, root: u32, fetches_late: bool) -> bool {
        let late = self.late_ones(root, fetches_late);
        let late = late.filter(|(_, body)| !body.punctual);
        late.count() < MOST_LATE
    }

    /// Remembers the body of an execution from a state, with its lists; `root`: one with the same beginning.
    pub(crate) fn add_body(
        &mut self,
        state: u32,
        root: Option<u32>,
        mut body: Body,
        lists: &Lists,
    ) -> u32 {
        body.steps = Span::append(&mut self.lists.steps, &lists.steps);
        body.fetches = Span::append(&mut self.lists.fetches, &lists.fetches);
        body.references = Span::append(&mut self.lists.references, &lists.references);
        body.store_demands = Span::append(&mut self.lists.store_demands, &lists.store_demands);
        body.charges = Span::append(&mut self.lists.charges, &lists.charges);
        body.frame_cycles = Span::append(&mut self.lists.frame_cycles, &lists.frame_cycles);
        body.issues = Span::append(&mut self.lists.issues, &lists.issues);
        body.exits = NONE;
        let number = self.bodies.len() as u32;
        match root.and_then(|root| self.bodies.get_mut(root as usize)) {
            Some(root) if body.steps.count > 0 => {
                body.next_late = std::mem::replace(&mut root.next_late, number);
            }
            _ => {
                // It stands in the list of the state, where it is found before all others with its beginning, and leads to them.
                body.next_late = root.unwrap_or(NONE);
                if let Some(state) = self.states.get_mut(state as usize) {
                    let first = match body.noted {
                        Noted::NONE => &mut state.bodies,
                        _ => &mut state.noted_bodies,
                    };
                    body.sibling = std::mem::replace(first, number);
                    let older = self.bodies.get(body.sibling as usize);
                    state.rewritten += u32::from(older.is_some_and(|it| it.code != body.code));
                    // Where code is written over again and again, a look for what is new would go through all that there was.
                    if state.rewritten == MOST_REWRITTEN {
                        state.rewritten = 0;
                        body.sibling = NONE;
                    }
                }
            }
        }
        self.bodies.push(body);
        number
    }

    /// Remembers an exit of a body, with what each of its executions counts by itself; its number.
    pub(crate) fn add_exit(&mut self, body: u32, mut exit: Exit, counted: &[Counted]) -> u32 {
        exit.counted = Span::append(&mut self.lists.counted, counted);
        let number = self.exits.len() as u32;
        if let Some(body) = self.bodies.get_mut(body as usize) {
            exit.sibling = std::mem::replace(&mut body.exits, number);
        }
        self.exits.push(exit);
        number
    }

    /// Goes through an exit: the pipe is in the state behind it.
    #[inline(always)]
    pub(crate) fn leave<P: Probe>(&mut self, exit: u32) {
        self.walk.leave::<P>(exit, &mut self.exits[exit as usize]);
    }

    /// Tells L1I's policy of the lines that replays used.
    #[inline(always)]
    pub(crate) fn settle_fetches(&mut self, policy: &mut Policy) {
        if !self.touched.is_settled() {
            self.touched.settle(&self.bodies, &self.lists, policy);
        }
    }

    /// Tells a listener that adds up what was replayed and not told.
    pub(crate) fn tell(&mut self, probe: &mut impl Probe) {
        for (number, exit) in (0..).zip(&mut self.exits) {
            let times = exit.take_untold();
            if times > 0 {
                probe.replayed(number, exit.call_path, times);
            }
        }
    }

    /// Calls `each` for each exit that was replayed since the last time: with its body, the body's charges, the exit and what it counts by itself.
    pub(crate) fn drain(&mut self, mut each: impl FnMut(&mut Body, &[Charge], &Exit, &[Counted])) {
        let Self {
            bodies,
            exits,
            lists,
            walk,
            added,
            ..
        } = self;
        let mut tell = |exit: &mut Exit| {
            if exit.times > 0 {
                let body = &mut bodies[exit.body as usize];
                let charges = body.charges.of(&lists.charges);
                each(body, charges, exit, exit.counted.of(&lists.counted));
                *added += exit.times;
                exit.times_told = exit.times_told.wrapping_sub(exit.times);
                exit.times = 0;
            }
        };
        if !std::mem::take(&mut walk.replayed) {
            return;
        }
        let count = walk.newest.take();
        if count == 0 || count > Newest::MOST {
            return exits.iter_mut().for_each(tell);
        }
        for number in walk.newest.count - count..walk.newest.count {
            tell(&mut exits[walk.newest.exits[number % Newest::MOST] as usize]);
        }
        debug_assert!(
            exits.iter().all(|exit| exit.times == 0),
            "a replay was not noted"
        );
    }
}

/// The number of the exit of a body that has this key.
#[inline(always)]
pub(crate) fn exit_of(body: &Body, exits: &[Exit], key: &ExitKey) -> Option<u32> {
    let mut number = body.exits;
    while let Some(exit) = exits.get(number as usize) {
        if exit.key == *key {
            return Some(number);
        }
        number = exit.sibling;
    }
    None
}

fn hash(words: &[u32]) -> u64 {
    let hash = words.iter().fold(0u64, |hash, &word| {
        (hash.rotate_left(5) ^ u64::from(word)).wrapping_mul(0x517c_c1b7_2722_0a95)
    });
    // The table takes places from the low bits, and tags from the high ones.
    hash ^ hash >> 32
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn as_many_of_the_newest_exits_are_taken_as_there_were_since_the_last_time() {
        let mut newest = Newest::NONE;
        assert_eq!(newest.take(), 0);
        for exit in [5, 7, 5] {
            newest.note(exit);
        }
        assert_eq!((newest.take(), newest.take()), (3, 0));
        for exit in 0..Newest::MOST as u32 + 1 {
            newest.note(exit);
        }
        assert_eq!(newest.take(), Newest::MOST + 1);
        assert_eq!(newest.exits[3], Newest::MOST as u32, "the oldest gave way");
    }

    #[test]
    fn equal_words_are_one_state_however_many_there_are() {
        let mut replay = Memos::new(1 << 20);
        let words = |i: u32| [i, i / 3, 7];
        for i in 0..5000 {
            assert_eq!(replay.intern(0, 0, &words(i)), i);
        }
        for i in 0..5000 {
            assert_eq!(replay.intern(0, 0, &words(i)), i);
            assert_eq!(replay.words(i), words(i));
        }
    }

    #[test]
    fn memos_that_are_never_used_are_soon_made_seldom() {
        let mut throttle = Throttle::new();
        let made = (0..100_000).filter(|_| throttle.spend()).count();
        assert!(made < 10_000, "{made}");
        throttle.earned += 10_000;
        throttle.pause = 0;
        assert!((0..1000).all(|_| throttle.spend()));
    }
}
