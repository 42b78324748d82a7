//! The rest of a replay (`Replay::finish`) begins when fetches and references are known to be as the body says. The types here say, for each way in
//! which an execution comes there, what has been done of it and what the listener hears; each way is compiled apart.

/// What has been done of an execution before the rest of it is replayed, and what the listener hears of it.
pub(super) trait Arrival {
    /// The listener may have to hear of the execution.
    const HEARD: bool = false;
    /// Its references have been made, and have met what the body says.
    const LATE: bool = false;
    /// Its records are told to the listener from the memo ([`story`](super::story)).
    const TOLD: bool = false;
    /// Its references are those of the [stream](super::stream) that is on.
    const STREAM: bool = false;
}

/// All references have been looked up and find their data at once. `HEARD`: [`Arrival::HEARD`].
pub(super) struct Found<const HEARD: bool>;

impl<const HEARD: bool> Arrival for Found<HEARD> {
    const HEARD: bool = HEARD;
}

/// The same, and the listener is told the records from a syllable on.
pub(super) struct FoundTold;

impl Arrival for FoundTold {
    const HEARD: bool = true;
    const TOLD: bool = true;
}

/// References have been made one by one, and the listener hears nothing.
pub(super) struct Late;

impl Arrival for Late {
    const LATE: bool = true;
}

/// References have been made one by one, and the listener hears nothing but the end.
pub(super) struct LateHeard;

impl Arrival for LateHeard {
    const HEARD: bool = true;
    const LATE: bool = true;
}

/// References have been made one by one, and the listener is told the records from a syllable on.
pub(super) struct LateTold;

impl Arrival for LateTold {
    const HEARD: bool = true;
    const LATE: bool = true;
    const TOLD: bool = true;
}

/// References meet what the stream recorded.
pub(super) struct Streamed;

impl Arrival for Streamed {
    const STREAM: bool = true;
}
