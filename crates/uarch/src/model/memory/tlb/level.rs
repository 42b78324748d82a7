//! One level of a TLB: entries with a replacement policy and an index for fast look-up.

use crate::hash;
use crate::model::memory::contents::{Contents, distinct};
use crate::model::memory::replacement::Policy;
use config::model::TlbLevel as Parameters;
use std::ops::Range;

/// In place of a page's number: the entry is empty.
const EMPTY: u64 = u64::MAX;
/// In place of a page's number: the entry translates nothing any more. No page of a process has such a number, by which an address would lie at
/// the end of the highest space.
const RETIRED: Range<u64> = EMPTY - (1 << 20)..EMPTY;
/// Size of the index; a power of two.
const INDEX: usize = 256;

/// The entries of one level, at index set × ways + way. In the first level a "page" is a part of one.
#[derive(Clone, Debug)]
pub(crate) struct Level {
    /// Numbers of the pages, or [`EMPTY`].
    pages: Vec<u64>,
    frames: Vec<u64>,
    policy: Policy,
    sets: usize,
    ways: usize,
    /// Translations that made room for others or were removed.
    replaced: u64,
    /// Number of empty entries.
    free: usize,
    /// Entries retired so far.
    retired: u64,
    /// By hash: where a page was found last. A guess: the page there is compared before it is used.
    index: Box<[u16; INDEX]>,
    /// By hash: how many pages there are. Where it is 0 a page need not be looked for.
    hashed: Box<[u16; INDEX]>,
}

checkpoint::state!(Level { pages, frames, policy, replaced, free, retired, index, hashed } skips { sets, ways });

impl Level {
    /// An empty level.
    pub(super) fn new(parameters: &Parameters, seed: u64) -> Self {
        let ways = parameters.ways.clamp(1, parameters.entries.max(1)) as usize;
        let sets = (parameters.entries as usize / ways).max(1);
        Self {
            pages: vec![EMPTY; sets * ways],
            frames: vec![0; sets * ways],
            policy: Policy::new(parameters.replacement, sets, ways, seed),
            sets,
            ways,
            replaced: 0,
            free: sets * ways,
            retired: 0,
            index: Box::new([0; INDEX]),
            hashed: Box::new([0; INDEX]),
        }
    }

    /// The hash of a page.
    #[inline(always)]
    fn hash(page: u64) -> usize {
        hash::place::<{ INDEX.trailing_zeros() }>(page)
    }

    /// The set of a page.
    #[inline(always)]
    fn set(&self, page: u64) -> usize {
        match self.sets {
            1 => 0,
            sets => (page % sets as u64) as usize,
        }
    }

    /// Index of the entry of a page.
    #[inline(always)]
    fn find(&self, page: u64) -> Option<usize> {
        let hash = Self::hash(page);
        let guess = usize::from(self.index[hash]);
        if self.pages.get(guess) == Some(&page) {
            return Some(guess);
        }
        if self.hashed[hash] == 0 {
            return None;
        }
        let first = self.set(page) * self.ways;
        let set = &self.pages[first..first + self.ways];
        set.iter().position(|p| *p == page).map(|way| first + way)
    }

    /// The place of a page and its frame, without counting as a use.
    #[inline(always)]
    pub(super) fn peek(&self, page: u64) -> Option<(usize, u64)> {
        self.find(page).map(|at| (at, self.frames[at]))
    }

    /// The frame of a page; counts as a use.
    #[inline(always)]
    pub(super) fn lookup(&mut self, page: u64) -> Option<u64> {
        self.find(page).map(|at| self.lookup_at(at, page))
    }

    /// The frame of a page at its place; counts as a use.
    #[inline(always)]
    pub(super) fn lookup_at(&mut self, at: usize, page: u64) -> u64 {
        debug_assert_eq!(self.pages[at], page);
        self.index[Self::hash(page)] = at as u16;
        self.policy.touch(at);
        self.frames[at]
    }

    /// Uses the entries at these places, one after the other; the frame of the last one.
    #[inline(always)]
    pub(super) fn use_all(&mut self, places: &[u32]) -> u64 {
        self.policy.touch_all(places.iter().map(|&at| at as usize));
        let last = places.last();
        last.map_or(0, |&at| self.frames[at as usize])
    }

    /// Puts a translation in.
    pub(super) fn insert(&mut self, page: u64, frame: u64) {
        let set = self.set(page);
        let first = set * self.ways;
        let set_pages = &self.pages[first..first + self.ways];
        let free = match self.free {
            0 => None,
            _ => set_pages.iter().position(|p| *p == EMPTY),
        };
        let at = match free {
            Some(free) => {
                self.policy.touch(first + free);
                first + free
            }
            None => self.policy.replace(set, first),
        };
        let left = std::mem::replace(&mut self.pages[at], page);
        if left == EMPTY {
            self.free -= 1;
        } else {
            self.replaced += 1;
            self.hashed[Self::hash(left)] -= 1;
        }
        let hash = Self::hash(page);
        self.hashed[hash] += 1;
        self.index[hash] = at as u16;
        self.frames[at] = frame;
    }

    /// Removes all translations.
    pub(super) fn invalidate(&mut self) {
        self.replaced += (self.pages.len() - self.free) as u64;
        self.free = self.pages.len();
        self.hashed.fill(0);
        self.pages.fill(EMPTY);
    }

    /// Removes the translations of the pages for which `is_one` holds.
    pub(super) fn remove(&mut self, is_one: impl Fn(u64) -> bool) {
        for at in 0..self.pages.len() {
            let page = self.pages[at];
            if page != EMPTY && is_one(page) {
                self.pages[at] = EMPTY;
                self.hashed[Self::hash(page)] -= 1;
                self.replaced += 1;
                self.free += 1;
            }
        }
    }

    /// Makes the translations of the pages for which `is_one` holds translate nothing any more: their entries stay in their places, and in the
    /// order of use, until they are replaced.
    pub(super) fn retire(&mut self, is_one: impl Fn(u64) -> bool) {
        for at in 0..self.pages.len() {
            let page = self.pages[at];
            if page < RETIRED.start && is_one(page) {
                // There are fewer entries than such numbers: no two that are held are the same.
                let name = RETIRED.start + self.retired % (RETIRED.end - RETIRED.start);
                self.retired += 1;
                self.pages[at] = name;
                self.hashed[Self::hash(page)] -= 1;
                self.hashed[Self::hash(name)] += 1;
            }
        }
    }

    /// What became of the translations that were put in.
    pub(crate) fn contents(&self) -> Contents {
        Contents {
            replaced: self.replaced,
            flushed: 0,
            held: distinct(&self.pages, self.ways, EMPTY),
        }
    }
}
