//! IA-64 architectural state and instruction semantics
#![deny(unsafe_code)]
