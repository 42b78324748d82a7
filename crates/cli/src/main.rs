//! The `epicycle` command.
fn main() {}
