//! Counts of what a set-associative structure holds and has lost, for the identities (Identities 5).

/// What became of the lines or translations that were put into a structure: all three sum to them.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Replaced by others; of a TLB also those that were invalidated.
    pub replaced: u64,
    /// Taken out by a flush instruction. Only of caches.
    pub flushed: u64,
    /// Still there. One that is in two ways of a set counts once, which breaks the sum.
    pub held: u64,
}

/// How many different names the sets of a structure hold; `empty`: the name of a way that holds nothing.
pub(crate) fn distinct(names: &[u64], ways: usize, empty: u64) -> u64 {
    let in_set = |set: &[u64]| {
        let first = |&(i, name): &(usize, &u64)| *name != empty && !set[..i].contains(name);
        set.iter().enumerate().filter(first).count() as u64
    };
    names.chunks(ways.max(1)).map(in_set).sum()
}
