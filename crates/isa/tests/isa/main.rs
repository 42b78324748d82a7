//! Tests of the crate from outside: decoding, disassembly, the table, the dependency rules.

#[macro_use]
#[path = "../../../../tests/skipped.rs"]
mod skipped;
mod common;
mod decoding;
mod dependencies;
mod disassembly;
mod facts;
mod table;
