//! The report of a run, its JSON Schema, comparison and rendering
#![forbid(unsafe_code)]
