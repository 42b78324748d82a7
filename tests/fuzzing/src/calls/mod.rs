//! The same system calls on files have the same results in the personality and in the host's kernel, each in a folder of its own.
//!
//! What differs on purpose is not asked for: owners, times and numbers of files, sizes of folders and their counts of links, the
//! order of listings, set-id bits, FIFOs and devices.

mod guest;
mod host;
mod step;

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::Path;

use self::guest::Personality;
use self::host::HostThread;
use self::step::{Bytes, Step};
use crate::scratch;

/// Calls of one input.
const STEPS: usize = 64;

/// Result of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// A number: a descriptor, a count, flags.
    Value(u64),
    /// Two descriptors.
    Pair(u64, u64),
    /// Bytes that were read, a path, or the target of a link.
    Bytes(Vec<u8>),
    /// Names in a folder with their kinds, sorted.
    Names(Vec<(Vec<u8>, u8)>),
    /// Kind and permissions; of all but folders also the count of links and the size.
    Status(u32, Option<(u64, u64)>),
    /// An error number of Linux.
    Failed(u16),
    /// The call waits, which none of these may.
    Waits,
    /// The call is made in neither kernel.
    Skipped,
}

/// What both folders hold at the start.
fn furnish(root: &Path) {
    let file = |name: &str, mode| {
        let path = root.join(name);
        fs::write(&path, b"0123456789abcdef").expect("the folder takes a file");
        fs::set_permissions(&path, fs::Permissions::from_mode(mode)).expect("the file is our own");
    };
    for folder in ["a", "a/a", "b"] {
        fs::create_dir(root.join(folder)).expect("the folder takes a folder");
        let mode = fs::Permissions::from_mode(0o755);
        fs::set_permissions(root.join(folder), mode).expect("the folder is our own");
    }
    fs::set_permissions(root, fs::Permissions::from_mode(0o755)).expect("the folder is our own");
    file("c", 0o644);
    file("a/b", 0o755);
    for (name, target) in [
        ("d", "a/a"),
        ("e", "nothing"),
        ("f", "f"),
        ("a/d", "../c"),
        ("g", "c"),
    ] {
        symlink(target, root.join(name)).expect("the folder takes a link");
    }
}

/// A call that the two kernels answer differently.
#[derive(Debug)]
pub struct Difference {
    /// The calls up to the one that differs.
    pub calls: Vec<String>,
    /// What the personality answers to it.
    pub found: String,
    /// What the host's kernel answers.
    pub expected: String,
}

/// Makes the calls of the input in both kernels. Gives the number that succeeded, or the first difference.
pub(crate) fn compare(data: &[u8]) -> Result<usize, Box<Difference>> {
    let own = scratch::empty("guest");
    furnish(&own);
    let mut personality = Personality::new(&own);
    HostThread::with(|thread| {
        furnish(&thread.fresh());
        let free = thread.is_rooted();
        let mut bytes = Bytes(data);
        let steps: Vec<Step> = std::iter::from_fn(|| bytes.step(free))
            .take(STEPS)
            .collect();
        let answers = thread.run(steps.clone());
        let mut succeeded = 0;
        for (n, expected) in answers.iter().enumerate() {
            if *expected == Answer::Skipped {
                continue;
            }
            let found = personality.call(&steps[n]);
            succeeded += usize::from(!matches!(found, Answer::Failed(_)));
            if found != *expected {
                return Err(Box::new(Difference {
                    calls: steps[..=n].iter().map(|step| format!("{step:?}")).collect(),
                    found: format!("{found:?}"),
                    expected: format!("{expected:?}"),
                }));
            }
        }
        Ok(succeeded)
    })
}

pub(crate) fn body(data: &[u8]) -> bool {
    compare(data).unwrap_or_else(|difference| panic!("{difference:#?}")) > 0
}
