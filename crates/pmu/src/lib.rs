//! Performance monitoring units: events, counters, event address registers, branch trace buffer
#![forbid(unsafe_code)]

pub mod event;
mod table;

pub use event::{Event, Family, Kind, events, find};
