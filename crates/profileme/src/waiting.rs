//! What a unit at rest waits for: records before that are left out.

/// What the unit waits for while it rests (`rest`); [`u64::MAX`] in a field: not for that.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Waiting {
    /// A number of valid syllables ([`events::Attention::syllables`]).
    pub syllables: u64,
    /// The first fetch in a cycle or later ([`events::Attention::fetches`]).
    pub fetches: u64,
    /// Behind that, so many more valid syllables ([`events::Attention::syllables_behind`]).
    pub behind: u64,
}

impl Waiting {
    /// Nothing.
    pub(crate) const NOTHING: Waiting = Waiting {
        syllables: u64::MAX,
        fetches: u64::MAX,
        behind: u64::MAX,
    };
}
