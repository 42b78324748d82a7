//! Writes to files of the host. Whatever makes one grow, copies to a scratch folder included, passes here and is
//! checked against the disk space that the run may take.

use super::Files;
use super::disk::Growth;
use crate::abi::errno::Errno;
use std::fs::File;
use std::io::ErrorKind;
use std::os::unix::fs::FileExt;
use std::rc::Rc;

impl Files {
    /// The growth of a file of the host. An open file keeps it while it is written to.
    pub(crate) fn growth(&mut self, file: &File) -> Result<Rc<Growth>, Errno> {
        Ok(self.disk.of(&file.metadata()?))
    }

    /// Writes bytes to a file of the host, as far as the run's limit and the host permit. Returns how many.
    ///
    /// # Errors
    /// `ENOSPC`: the limit is reached. Otherwise the host's error for the first byte.
    pub(crate) fn write(
        &self,
        file: &File,
        growth: &Growth,
        bytes: &[u8],
        at: u64,
    ) -> Result<usize, Errno> {
        let length = file.metadata()?.len();
        let allowed = self.disk.grow(growth, length, at, bytes.len() as u64)?;
        let result = self.write_at(file, &bytes[..allowed as usize], at);
        if result != Ok(allowed as usize) {
            let length = file.metadata().map_or(length, |m| m.len());
            self.disk.settle(growth, length);
        }
        result
    }

    /// Writes all of some bytes.
    ///
    /// # Errors
    /// As [`Files::write`]; part of them may have been written.
    pub(crate) fn store(&mut self, file: &File, bytes: &[u8], at: u64) -> Result<(), Errno> {
        let growth = self.growth(file)?;
        let mut done = 0;
        while done < bytes.len() {
            match self.write(file, &growth, &bytes[done..], at + done as u64)? {
                0 => return Err(Errno::ENOSPC),
                count => done += count,
            }
        }
        Ok(())
    }

    /// Sets the length of a file of the host.
    ///
    /// # Errors
    /// `ENOSPC`: the limit would be exceeded. Otherwise the host's error.
    pub(crate) fn resize(&mut self, file: &File, length: u64) -> Result<(), Errno> {
        let now = file.metadata()?.len();
        let growth = self.growth(file)?;
        let more = length.saturating_sub(now);
        if self.disk.grow(&growth, now, now, more)? < more {
            self.disk.settle(&growth, now);
            return Err(Errno::ENOSPC);
        }
        let result = file.set_len(length);
        let length = file.metadata().map_or(now, |m| m.len());
        self.disk.settle(&growth, length);
        Ok(result?)
    }

    /// Writes at a position of a file, until an error. Returns the bytes written.
    fn write_at(&self, file: &File, bytes: &[u8], at: u64) -> Result<usize, Errno> {
        let mut done = 0;
        while done < bytes.len() {
            match file.write_at(&bytes[done..], at + done as u64) {
                Ok(0) => break,
                Ok(count) => done += count,
                Err(error) if error.kind() == ErrorKind::Interrupted => {}
                Err(error) => {
                    let errno = Errno::from(error);
                    // The guest may not get to see it.
                    self.host.note(errno);
                    match done {
                        0 => return Err(errno),
                        _ => break,
                    }
                }
            }
        }
        Ok(done)
    }
}
