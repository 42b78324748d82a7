//! The monitors, driven by hand-made records.

mod common;
mod counters;
mod ears;
mod itanium2;
mod levels;
mod qualification;
mod quiet;
mod third;
mod trace_buffer;
mod unit;
