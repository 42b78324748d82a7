//! What the host lets the process have.

use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};

/// Takes as many descriptors as the process may have (`ulimit -Hn`), of which a guest gets all but those that results need. Where
/// that fails, what there was stays the limit.
pub(crate) fn raise_descriptors() {
    let limit = getrlimit(Resource::Nofile);
    let most = Rlimit {
        current: limit.maximum,
        ..limit
    };
    let _ = setrlimit(Resource::Nofile, most);
}
