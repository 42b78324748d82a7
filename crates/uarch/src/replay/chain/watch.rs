//! The search for loops of several blocks. From an exit that leads back, the *head*, the exits of replays are noted until they come to the head
//! again: that is a turn. If the next turns go through the same exits, they can be a chain.

use crate::replay::memo::{Exit, NONE};
use events::Probe;

/// Most executions of a turn.
const LONGEST: usize = 128;
/// Turns alike before a chain, and before one for which the predictor has to be asked.
const ALIKE: u32 = 2;
const ALIKE_FOR_LONG: u32 = 4;
/// Turns of a loop that pass without a search behind a chain or turn that was not worth it: the first time, and at most.
const FIRST_PAUSE: u32 = 8;
const LONGEST_PAUSE: u32 = 1 << 12;
/// Most searches in a row that are left out behind those that came to nothing.
const MOST_REST: u32 = 1 << 7;

/// When a search from an exit that leads back is worth it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Turns {
    /// How often the exit was taken outside of searches and chains since a turn of it was rated last.
    taken: u32,
    /// How often it has to be taken before a search.
    due: u32,
    /// Turns of the last pause.
    pause: u32,
}

impl Turns {
    /// Not taken so far.
    pub(crate) const NONE: Self = Self {
        taken: 0,
        due: FIRST_PAUSE,
        pause: 0,
    };

    /// Behind a chain from this exit, or a turn that could not be one: whether the search was worth it.
    pub(super) fn rate(&mut self, worth: bool) {
        self.pause = match worth {
            true => 0,
            false => (2 * self.pause).clamp(FIRST_PAUSE, LONGEST_PAUSE),
        };
        (self.taken, self.due) = (0, 1 + self.pause);
    }
}

/// The search.
#[derive(Debug)]
pub(in crate::replay) struct Watch {
    on: bool,
    /// The exit that ends a turn.
    head: u32,
    /// The exits of a turn, as far as they were seen; the head is the last one.
    turn: Vec<u32>,
    /// All exits of the turn have been seen.
    is_whole: bool,
    /// Exits of the turn that has begun that were the same, and turns that were.
    place: usize,
    alike: u32,
    /// Turns that have to be the same.
    wanted: u32,
    /// Searches that are still to be left out, and how many were to be behind the last one that came to nothing.
    left_out: u32,
    pause: u32,
}

impl Default for Watch {
    fn default() -> Self {
        Self {
            on: false,
            head: NONE,
            turn: Vec::with_capacity(LONGEST),
            is_whole: false,
            place: 0,
            alike: 0,
            wanted: 0,
            left_out: 0,
            pause: 0,
        }
    }
}

impl Watch {
    /// A replay went through an exit; whether enough turns were alike ([`turn`](Self::turn)).
    #[inline(always)]
    pub(in crate::replay) fn note<P: Probe>(&mut self, number: u32, exit: &mut Exit) -> bool {
        if self.on {
            return self.see(number);
        }
        // A listener may have to hear of what is fetched aside: a turn that ends with that is no chain then.
        if exit.leads_back && !(P::hears_records() && exit.aside) {
            let turns = &mut exit.turns;
            turns.taken = turns.taken.wrapping_add(1);
            if turns.taken >= turns.due {
                self.begin(number);
            }
        }
        false
    }

    /// The same for a late execution: no search and no chain begins behind one.
    #[inline(always)]
    pub(in crate::replay) fn note_late(&mut self, number: u32) {
        if self.on {
            self.see(number);
        }
    }

    /// An execution was no replay that can be in a chain: a search ends.
    #[inline(always)]
    pub(in crate::replay) fn miss(&mut self) {
        if self.on {
            self.fail();
        }
    }

    /// Whether a search is on: a loop of one block is not repeated then, so that each of its executions is seen.
    #[inline(always)]
    pub(in crate::replay) fn is_on(&self) -> bool {
        self.on
    }

    /// Sees the next exit of a search; whether enough turns were alike.
    #[inline(never)]
    fn see(&mut self, number: u32) -> bool {
        if !self.is_whole {
            self.turn.push(number);
            self.is_whole = number == self.head;
            if !self.is_whole && self.turn.len() == LONGEST {
                self.fail();
            }
            return false;
        }
        if self.turn[self.place] != number {
            self.is_whole = false;
            self.fail();
            return false;
        }
        self.place += 1;
        if self.place == self.turn.len() {
            (self.place, self.alike) = (0, self.alike + 1);
        }
        self.place == 0 && self.alike == self.wanted
    }

    /// Begins a search from an exit, unless searches are left out. If the last search had the same head, its turn is known.
    #[inline(never)]
    fn begin(&mut self, head: u32) {
        if self.left_out > 0 {
            self.left_out -= 1;
            return;
        }
        if head != self.head || !self.is_whole {
            self.turn.clear();
            (self.head, self.is_whole) = (head, false);
        }
        self.on = true;
        (self.place, self.alike, self.wanted) = (0, 1, ALIKE);
    }

    /// For a chain in which the predictor has to be asked, more turns have to be alike: whether there were enough; else the search goes on.
    pub(super) fn is_long(&mut self) -> bool {
        self.wanted = ALIKE_FOR_LONG;
        self.alike >= ALIKE_FOR_LONG
    }

    /// The exits of a turn, the oldest first.
    pub(super) fn turn(&self) -> &[u32] {
        &self.turn
    }

    /// The exit that ends a turn.
    pub(super) fn head(&self) -> u32 {
        self.head
    }

    /// Ends the search.
    pub(super) fn end(&mut self) {
        self.on = false;
    }

    /// A search, or the chain that it led to, was worth it or not: the next ones may be left out.
    pub(super) fn rate(&mut self, worth: bool) {
        self.pause = match worth {
            true => 0,
            false => (2 * self.pause).clamp(1, MOST_REST),
        };
        self.left_out = self.pause;
    }

    /// A search comes to nothing.
    #[inline(never)]
    fn fail(&mut self) {
        self.end();
        self.rate(false);
    }

    /// All exits are forgotten.
    pub(super) fn forget(&mut self) {
        self.on = false;
        (self.head, self.is_whole) = (NONE, false);
    }
}
