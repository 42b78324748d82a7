//! Accesses that interruptions of a whole machine cut short.

/// An access that an interruption cut short.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct CutShort {
    /// Its virtual address, or the physical one where addresses are not translated.
    pub address: u64,
    /// What made it.
    pub by: CutShortBy,
    /// Nothing translated the address. Otherwise its page forbade the access, or the access itself was impossible.
    pub untranslated: bool,
}

/// What made an access that was cut short.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum CutShortBy {
    /// A memory reference of the newest execution, which has a note of the fault.
    Reference,
    /// The register stack engine, which loads or stores.
    RegisterStack {
        /// It loads.
        fill: bool,
    },
    /// The fetch of the bundle at which execution goes on.
    Fetch,
}
