//! Where what a guest writes goes to files of the host: whatever makes one grow passes here, also what is copied to a scratch
//! folder.

use super::Files;
use crate::abi::errno::Errno;
use std::fs::File;
use std::os::unix::fs::FileExt;

impl Files {
    /// Writes bytes to a file of the host.
    pub fn store(&mut self, file: &File, bytes: &[u8], at: u64) -> Result<(), Errno> {
        Ok(file.write_all_at(bytes, at)?)
    }

    /// Sets the length of a file of the host.
    pub fn resize(&mut self, file: &File, length: u64) -> Result<(), Errno> {
        Ok(file.set_len(length)?)
    }
}
