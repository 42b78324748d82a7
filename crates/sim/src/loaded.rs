//! A program that has been loaded and has not begun.

use linux::Kernel;
use machine::Machine;

use crate::Mode;

/// What the check of a program before its run leaves for the run, so that neither it nor its interpreter is read and parsed twice.
pub(crate) struct Ready {
    pub machine: Machine,
    /// Without streams.
    pub kernel: Kernel,
    /// For which mode the machine was made.
    pub mode: Mode,
}
