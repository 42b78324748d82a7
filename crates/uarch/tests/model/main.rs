//! The whole model on small pieces of code: kernels derived by hand, and the listener's view.

mod application;
mod armed;
mod bench;
mod branches;
mod corners;
mod flushes;
mod identities;
mod kernels;
mod losses;
mod pieces;
mod stack;
mod streams;
mod transfers;
mod warm;
