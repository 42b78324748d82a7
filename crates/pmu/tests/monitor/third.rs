//! A third monitor, as small as one can be: what `docs/monitors.md` walks through.

use crate::common::*;
use events::{Branch, Probe};

/// Remembers where the last taken branch came from and counts those that were mispredicted.
#[derive(Default)]
struct LastBranch {
    from: u64,
    mispredicted: u64,
}

impl Probe for LastBranch {
    fn branch(&mut self, branch: &Branch) {
        if branch.taken {
            self.from = branch.site.ip;
        }
        if branch.prediction != events::Prediction::Right {
            self.mispredicted += 1;
        }
    }
}

#[test]
fn a_monitor_needs_only_the_records_that_it_cares_for() {
    let mut monitor = LastBranch::default();
    describe(&mut monitor, 0);
    monitor.group(&group(10, 0, 6));
    monitor.branch(&branch(10, 5, true));
    monitor.branch(&branch(11, 8, false));
    assert_eq!((monitor.from, monitor.mispredicted), (BASE + 16, 0));
}

#[test]
fn two_monitors_hear_the_same_run() {
    let mut both = (LastBranch::default(), LastBranch::default());
    both.branch(&branch(10, 5, true));
    assert_eq!(both.0.from, both.1.from);
}
