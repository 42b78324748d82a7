//! A whole machine around the processor, for system mode: memory, firmware, devices, and a kernel to boot.
//!
//! Firmware is ours: stubs of one bundle above the top of memory, whose `break` is a call to this crate. They work with and
//! without translation, because nothing in them depends on where they are.
//!
//! - `board`: what is where in the physical address space;
//! - `load`: kernel, initial file system and boot parameters;
//! - `firmware`: PAL, SAL and EFI as an unpatched Linux kernel uses them; `processor`: what they say of the processor;
//! - `uart`, `iosapic`, `virtio`, `disk`, `overlay`, `bus`: devices;
//! - `simulator`: the console calls of test programs;
//! - `run`: a machine from its start to its end.
//!
//! The clock is that of the machine's recorder, in ticks of `ar.itc`.
#![forbid(unsafe_code)]

mod board;
mod bus;
mod console;
mod disk;
mod ending;
mod error;
mod firmware;
mod iosapic;
mod load;
mod overlay;
mod processor;
mod run;
mod simulator;
mod uart;
mod virtio;

pub use board::{Board, DEFAULT_MEMORY};
pub use disk::{DEFAULT_OVERLAY, Disk};
pub use ending::{Control, Ending};
pub use error::Error;
pub use load::{Boot, FILE_LIMIT};
pub use processor::{Cache, Contents, Monitor, Processor};
pub use run::{Platform, SLICE, Turn};
