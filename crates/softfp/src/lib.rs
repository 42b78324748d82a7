//! IA-64 floating point in the 82-bit register format
#![forbid(unsafe_code)]
