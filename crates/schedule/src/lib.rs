//! What can be said of a loop without running its program: issue groups and ports, why groups split, the bounds that ports and
//! recurrences set, and the cycles that one iteration takes when every load hits and every branch is predicted.
//!
//! * [`Code`] holds the bundles of a program; [`loops`] finds the innermost loops of a range of them.
//! * [`Scheduler::schedule`] looks at one loop. Cycles are not estimated: the cycle model ([`uarch::Timing`]) runs the loop until its
//!   iterations repeat, and groups, operands and latencies come from the same tables ([`uarch::Outliner`]).
//!
//! What is assumed, since nothing runs:
//!
//! * Of the paths through a loop, the one that takes no conditional branch but the last. Its predicates follow: that of a
//!   branch that is not taken is false, its complement from the same compare true. A compare that no branch depends on sets its
//!   first target, and predicates from elsewhere are true.
//! * References whose addresses are the same register plus constants get such addresses where one of them stores, and loads of what a
//!   store has just written are listed ([`Schedule::meetings`]). Every other reference has a line of its own.
//! * A rotating region is as large as the `alloc` above the loop says.
#![forbid(unsafe_code)]

mod addresses;
mod bounds;
mod code;
mod dataflow;
mod path;
mod schedule;
mod steady;

pub use bounds::{PortBound, Recurrence};
pub use code::Code;
pub use dataflow::Dependence;
pub use path::{Item, Loop, Obstacle, loops};
pub use schedule::{Choice, Cycles, Issue, Schedule, Scheduler, Stretch, Wait};
