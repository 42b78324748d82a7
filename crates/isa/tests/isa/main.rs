//! Tests of the crate from outside: decoding, disassembly, the table, the dependency rules.

mod common;
mod decoding;
mod dependencies;
mod disassembly;
mod facts;
mod table;
