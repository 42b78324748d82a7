//! Performance monitoring units of Itanium and Itanium 2.
//!
//! * [`Event`], [`events()`], [`find`]: what can be counted, and the value of every event for a whole run.
//! * [`Facts`]: what differs between the monitors of processor families.
//! * [`Unit`]: the registers, and the monitor at work: counters, event address registers, branch trace buffer,
//!   overflow. It takes every record in order and is exact.
//! * [`QuietUnit`]: wraps a unit and lets the timing model leave out records as long as their order does not matter.
//! * [`Monitor`]: such a unit as a listener to a timed run, with an [`events::Handler`] for its interrupts.
//!
//! ```
//! use events::{CodeId, Ignore, Probe, Raw, Site};
//! use pmu::{Family, Monitor, Options, Unit};
//!
//! let event = pmu::find(Family::Itanium, "L1D_READ_MISSES_RETIRED").expect("an event of libpfm");
//! let mut unit = Unit::new(Family::Itanium, Options::default());
//! // PMC4: user level (plm = 8), the event's select and unit mask.
//! unit.set_pmc(4, 8 | u64::from(event.code) << 8 | u64::from(event.umask) << 16);
//!
//! // A timing model tells of two misses, in cycles 3 and 10, of a run of 20 cycles.
//! let mut monitor = Monitor::new(unit, Ignore);
//! for cycle in [3, 10] {
//!     monitor.count(Raw::L1dReadMisses, 1, cycle, &Site::none());
//! }
//! monitor.finish(20);
//! assert_eq!(monitor.unit.pmd(4), 2);
//! ```
//!
//! Sources: Intel Itanium Processor Reference Manual for Software Development, chapters 6 and 7; Itanium
//! architecture manual, volume 2, section 7.2; libpfm for codes and field positions.
//!
//! Invariant: a monitor observes. Nothing here can change what the program computes or when.
#![forbid(unsafe_code)]

mod code;
mod control;
mod event;
mod family;
mod quiet;
mod registers;
mod setup;
mod tags;
mod trace;
mod unit;

pub use event::{CounterSet, Event, EventSet, Formula, Kind, NotModelled, Qualifiers, SetGroup};
pub use family::{
    Capture, Control, EarLayout, EarRequest, Facts, PalInfo, RETIREMENT, Tagging, events, find,
};
pub use isa::{Family, psr};
pub use quiet::QuietUnit;
pub use registers::{LINUX_VECTOR, bank};
pub use unit::{Options, Unit};

/// A unit of Itanium or Itanium 2 as a listener to a timed run, with the handler of its interrupt.
pub type Monitor<H> = events::Monitor<QuietUnit, H>;
