//! Cycle model of the in-order Itanium pipelines
#![forbid(unsafe_code)]
