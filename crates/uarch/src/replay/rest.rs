//! What is known of an execution of a body when the rest of it is replayed: its branch, its frame, its cycles and where it goes on.

/// A way in which executions come to their rest.
pub(super) trait Rest {
    /// The listener may have to hear of the execution.
    const HEARD: bool = false;
    /// Its references have been made, and have met what the body says.
    const LATE: bool = false;
    /// Its story is told to the listener.
    const TOLD: bool = false;
    /// Its references are those of the stream that is on.
    const STREAM: bool = false;
}

/// All references find their data.
pub(super) struct Found<const HEARD: bool>;

impl<const HEARD: bool> Rest for Found<HEARD> {
    const HEARD: bool = HEARD;
}

/// The same, and the listener hears from a syllable on.
pub(super) struct FoundTold;

impl Rest for FoundTold {
    const HEARD: bool = true;
    const TOLD: bool = true;
}

/// References were late, and the listener hears nothing.
pub(super) struct Late;

impl Rest for Late {
    const LATE: bool = true;
}

/// References were late, and the listener hears nothing but the end.
pub(super) struct LateHeard;

impl Rest for LateHeard {
    const HEARD: bool = true;
    const LATE: bool = true;
}

/// References were late, and the listener hears from a syllable on.
pub(super) struct LateTold;

impl Rest for LateTold {
    const HEARD: bool = true;
    const LATE: bool = true;
    const TOLD: bool = true;
}

/// References are those of a stream.
pub(super) struct Streamed;

impl Rest for Streamed {
    const STREAM: bool = true;
}
