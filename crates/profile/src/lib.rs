//! Profiles: where the cycles of a run went, by instruction, function and call path, and by cause.
//!
//! A run is recorded ([`sim::profile()`]) and [`build()`] makes a file of it, with names, disassembly and source lines; [`record()`] does both.
//! Listings, pages, differences and the forms of other tools are made from the file alone, without the program. The cycles of a
//! profile sum to those of the report, by instruction, by function and by call path, and for each cause.
#![forbid(unsafe_code)]

mod build;
mod diff;
mod diff_view;
mod file;
mod firefox;
mod flame;
mod form;
mod functions;
mod json;
mod page;
mod pprof;
mod record;
mod source;
mod stacks;
mod sums;
#[cfg(test)]
mod testing;
mod text;

pub use build::{Depth, Mismatch, Program, build};
pub use diff::{CauseChange, Change, Diff, FunctionChange, PlaceChange, diff, diff_text};
pub use diff_view::{diff_markdown, diff_page, diff_part};
pub use file::{ProfileError, is_profile, read, schema};
pub use firefox::firefox;
pub use flame::flame_graph;
pub use form::{
    Causes, ConfigName, Function, Instruction, Name, PROFILE_VERSION, Path, Place, ProfileFile,
    Waited,
};
pub use functions::{Covered, Functions, UNNAMED, readable};
pub use json::to_json;
pub use page::{page, part};
pub use pprof::pprof;
pub use record::{RecordError, missing, missing_in, record, symbols};
pub use stacks::folded;
pub use text::{Sources, annotations, largest_causes, listing, overview};
