//! Vocabulary of what a timed run lets listeners observe
#![forbid(unsafe_code)]
