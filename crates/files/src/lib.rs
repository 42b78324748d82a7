//! Files of the host that the simulator itself reads and writes, not those of guests.
//!
//! Inputs are regular files of bounded size ([`read`]), outputs are whole or not there under their name ([`Output`]), and a
//! folder that one process writes is closed to others ([`Lock`]).
#![forbid(unsafe_code)]

mod digits;
mod input;
mod lock;
mod made;
mod output;
mod zst;

pub use digits::hexadecimal;
pub use input::{
    DATA, DOCUMENT, PROFILE, REPORT, is_standard_input, read, read_start, read_text, standard_input,
};
pub use lock::Lock;
pub use made::Made;
pub use output::{OWN_PREFIX, Output, remove_partials, write, write_all, write_temporary};
pub use zst::{Compressed, compress, decompressed, is_compressed, open};
