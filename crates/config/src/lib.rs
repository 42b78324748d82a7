//! Machine descriptions as layered TOML
#![forbid(unsafe_code)]
