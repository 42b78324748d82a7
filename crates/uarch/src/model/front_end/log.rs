//! What fetch met: the front end's account of an execution and of a wrong path. The front end writes it and never
//! reads it.

/// Blocks of one execution that are kept: more than any block of code takes.
pub(crate) const LOGGED: usize = 32;

/// A version that L1I never has.
pub(crate) const NEVER: u64 = u64::MAX;

/// The first so many items of an execution, and how many there were.
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

    /// Adds an item.
    #[inline(always)]
    pub(crate) fn push(&mut self, item: T) {
        self.items[self.count % N] = item;
        self.count += 1;
    }

    /// How many items there were.
    #[inline(always)]
    pub(crate) fn count(&self) -> usize {
        self.count
    }

    /// Whether there were none.
    #[inline(always)]
    pub(crate) fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// An item; `None`: there were not as many.
    #[inline(always)]
    pub(crate) fn get(&self, number: usize) -> Option<&T> {
        self.items.get(number).filter(|_| number < self.count)
    }

    /// The newest item.
    pub(crate) fn newest(&self) -> Option<&T> {
        let newest = self.count.checked_sub(1)?;
        self.items.get(newest % N)
    }

    /// The items; `None`: there were too many.
    pub(crate) fn items(&self) -> Option<&[T]> {
        self.items.get(..self.count)
    }
}

/// A wrong path that found every block in L1I.
#[derive(Clone, Copy, Debug)]
pub(crate) struct WrongPath {
    /// Its first address.
    pub target: u64,
    /// Part of the page of its code.
    pub part: u64,
    /// The version of L1I in which they were found; [`NEVER`]: there is no such path.
    pub l1i_version: u64,
    /// Blocks.
    pub reads: u64,
    /// Bundles of these.
    pub bundles: u64,
    /// Lines, in the order of their first use; more than there are places: there is no such path.
    pub lines: u8,
    /// Where L1I has them, as long as nothing else is put into it.
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

    /// Adds a block of so many bundles by the place of its line. A place above 65,535 makes the path one of too many lines, which is not kept.
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
            // One too many stays one too many.
            None => self.lines = Self::LINES as u8 + 1,
        }
    }

    /// The places of its lines; `None`: they are too many.
    #[inline(always)]
    pub(crate) fn lines(&self) -> Option<&[u16]> {
        self.places.get(..usize::from(self.lines))
    }
}
