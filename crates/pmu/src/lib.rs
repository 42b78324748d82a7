//! Performance monitoring units of Itanium and Itanium 2.
//!
//! * [`event`]: what can be counted, and the value of every event for a whole run.
//! * [`registers`]: the register file with its widths, ignored bits and reset values.
//! * [`setup`]: the control registers, decoded. [`tags`]: ranges and opcode matchers.
//! * [`unit`]: the monitor at work. [`trace`]: the branch trace buffer.
//! * [`Monitor`]: a unit as a listener to a timed run, with a handler for its interrupts.
//!
//! Sources: Intel Itanium Processor Reference Manual for Software Development, chapters 6 and 7; Itanium
//! architecture manual, volume 2, section 7.2; libpfm for codes and field positions.
//!
//! Invariant: a monitor observes. Nothing here can change what the program computes or when.
#![forbid(unsafe_code)]

mod code;
pub mod event;
mod monitor;
mod quiet;
pub mod registers;
pub mod setup;
mod table;
pub mod tags;
pub mod trace;
pub mod unit;

pub use event::{Event, Family, Kind, NotModelled, events, find};
pub use monitor::{Handler, Ignore, Monitor};
pub use unit::{Interrupt, Options, Unit};
