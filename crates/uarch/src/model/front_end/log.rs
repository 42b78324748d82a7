//! The front end's record of what it fetched: the blocks of the current execution, and the wrong path followed last. The front end writes
//! it and never reads it; a shortcut around the model (replay, warming) does.

/// The delay of a fetch ([`Lookup::delay`](super::Lookup::delay)), a translation or an access, in a word: 0 if it took its least latency and held
/// nothing. All that the timing of what follows depends on is in it.
pub(crate) type Delay = u64;

/// Most fetch blocks kept of one execution: more than any block of code spans.
pub(crate) const LOGGED: usize = 32;

/// A version that L1I never has ([`Array::version`](crate::model::memory::cache::Array::version)): what has it is not valid.
pub(crate) const NEVER: u64 = u64::MAX;

/// The items of one execution: the first `N`, and how many there were. With more than `N`, later items overwrite earlier ones, and
/// [`items`](Self::items) gives none.
#[derive(Clone, Debug)]
pub(crate) struct Log<T, const N: usize> {
    items: [T; N],
    count: usize,
}

impl<T: Copy + Default, const N: usize> Default for Log<T, N> {
    fn default() -> Self {
        Self {
            items: [T::default(); N],
            count: 0,
        }
    }
}

impl<T, const N: usize> Log<T, N> {
    /// An execution begins.
    #[inline(always)]
    pub(crate) fn clear(&mut self) {
        self.count = 0;
    }

    /// Adds an item behind the others.
    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) {
        self.items[self.count % N] = item;
        self.count += 1;
    }

    /// How many items were added, also beyond `N`.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Whether there were none.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// Item `number`, from 0; `None`: there were not as many, or it is not kept.
    #[inline(always)]
    pub(crate) fn get(&self, number: usize) -> Option<&T> {
        self.items.get(number).filter(|_| number < self.count)
    }

    /// The newest item.
    pub(crate) fn newest(&self) -> Option<&T> {
        let newest = self.count.checked_sub(1)?;
        self.items.get(newest % N)
    }

    /// All items, in order; `None`: there were more than `N`.
    pub(crate) fn items(&self) -> Option<&[T]> {
        self.items.get(..self.count)
    }
}

/// A wrong path that found every block in L1I. While L1I has the same version and the ITLB translated the same part of a page last, the path finds
/// them again, and all that it does is to use the same lines.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrongPath {
    /// Its first address.
    pub target: u64,
    /// Number of the part of a page in which its code lies, as the ITLB counts parts.
    pub part: u64,
    /// The version of L1I at which the blocks were found; [`NEVER`]: this is no valid path.
    pub l1i_version: u64,
    /// Fetch blocks looked up.
    pub reads: u64,
    /// Bundles of these blocks.
    pub bundles: u64,
    /// Number of lines, successive blocks of one line counted once; more than [`LINES`](Self::LINES): they are not kept.
    pub lines: u8,
    /// Indices in L1I of the lines, in the order of use; they hold while L1I has the version above.
    pub places: [u16; Self::LINES],
}

checkpoint::state!(WrongPath {
    target,
    part,
    l1i_version,
    reads,
    bundles,
    lines,
    places
});

impl WrongPath {
    /// Most lines: as many as the buffer has room for, at the usual sizes.
    const LINES: usize = 6;

    /// No path.
    pub(crate) const NONE: Self = Self {
        target: 0,
        part: 0,
        l1i_version: NEVER,
        reads: 0,
        bundles: 0,
        lines: 0,
        places: [0; Self::LINES],
    };

    /// Adds a block of so many bundles by the index of its line in L1I. An index above 65,535 makes the path one of too many lines, which are not
    /// kept.
    #[inline(always)]
    pub(crate) fn push(&mut self, place: usize, bundles: u64) {
        self.reads += 1;
        self.bundles += bundles;
        let Ok(place) = u16::try_from(place) else {
            self.lines = Self::LINES as u8 + 1;
            return;
        };
        let lines = usize::from(self.lines);
        if lines > 0 && self.places.get(lines - 1) == Some(&place) {
            return;
        }
        match self.places.get_mut(lines) {
            Some(free) => {
                *free = place;
                self.lines += 1;
            }
            // Too many lines, however many more follow.
            None => self.lines = Self::LINES as u8 + 1,
        }
    }

    /// The indices of its lines in L1I; `None`: they are too many.
    #[inline(always)]
    pub(crate) fn lines(&self) -> Option<&[u16]> {
        self.places.get(..usize::from(self.lines))
    }
}
