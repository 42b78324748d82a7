//! What a structure of sets holds, for the identities.

/// What became of what was put into a structure.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Contents {
    /// Left to make room.
    pub replaced: u64,
    /// Taken out by an instruction. Only of caches.
    pub flushed: u64,
    /// Still there, each counted once.
    pub held: u64,
}

/// How many different names a structure of sets holds.
pub(crate) fn distinct(names: &[u64], ways: usize, empty: u64) -> u64 {
    let in_set = |set: &[u64]| {
        let first = |&(i, name): &(usize, &u64)| *name != empty && !set[..i].contains(name);
        set.iter().enumerate().filter(first).count() as u64
    };
    names.chunks(ways.max(1)).map(in_set).sum()
}
