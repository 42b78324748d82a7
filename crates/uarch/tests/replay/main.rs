//! Replay of timed blocks: is it the same to the last cycle and the last count as timing everything in full?

mod bundles;
mod drawn;
mod heard;
mod programs;
mod random;
mod reasons;
mod settled;
mod twins;
