//! Machine descriptions as layered TOML
#![forbid(unsafe_code)]

pub mod model;

pub use model::Machine;
