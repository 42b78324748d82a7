//! Phases of programs: how often each basic block executes in each interval of a run, and few intervals that stand for all
//! (Sherwood, Perelman, Hamerly and Calder, ASPLOS 2002). The files are those of SimPoint 3. Nothing here runs anything.
#![forbid(unsafe_code)]

mod choice;
mod choose;
mod files;

pub use choice::{Choice, Point, Vector};
pub use choose::{Options, choose};
pub use files::{
    FormatError, LONGEST, Weighted, read_points, read_vectors, simpoints_text, weights_text,
};
