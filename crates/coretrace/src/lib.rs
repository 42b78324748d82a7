//! Core traces: an image of every executed instruction, in program order, with real addresses only where a first-level
//! translation was reloaded, and complete all the same (`docs/core-trace.md`; IBM disclosure IPCOM000124543D).
//!
//! [`Recorder`] listens to a timed run and writes images, [`Decoder`] reads them and knows every real address again,
//! [`Shadow`] writes the true addresses beside them, which [`check`](check()) compares, and [`export`](export()) hands the
//! references to other tools. [`Image`] is the format, bit by bit.
#![forbid(unsafe_code)]

mod bt9;
mod check;
mod code;
mod decode;
mod export;
mod exported;
mod format;
mod live;
mod memory;
mod pattern;
mod recorder;
mod shadow;

pub use check::{Findings, check, damage};
pub use decode::{Decoder, Instruction, Item, Reference};
pub use export::{Format, export};
pub use format::{Damage, Image, Preamble, Real, ReloadOrigin, Side, Step, Unit};
pub use live::{Live, Stream};
pub use memory::Region;
pub use recorder::{Options, Recorder, Tally};
pub use shadow::{Entry, Shadow, ShadowReader};
