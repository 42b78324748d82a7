//! Descriptor tables.

use crate::abi::errno::Errno;
use crate::pool::Id;
use machine::{Charge, Frames};

/// Entry of a descriptor table.
#[derive(Copy, Clone, Debug)]
pub(crate) struct Descriptor {
    /// The open file.
    pub file: Id,
    pub close_on_exec: bool,
}

/// The descriptors of a process.
pub(crate) struct Table {
    entries: Vec<Option<Descriptor>>,
    charge: Charge,
}

impl Table {
    /// An empty table, which grows in the memory of `frames`.
    pub(crate) fn new(frames: &Frames) -> Table {
        Table {
            entries: Vec::new(),
            charge: Charge::none(frames),
        }
    }

    /// The table that a forked process gets.
    ///
    /// # Errors
    /// No memory is left for it.
    pub(crate) fn fork(&self, frames: &Frames) -> Result<Table, Errno> {
        Ok(Table {
            entries: self.entries.clone(),
            charge: Charge::new(frames, self.charge.bytes())?,
        })
    }

    pub(crate) fn get(&self, fd: i32) -> Result<Descriptor, Errno> {
        let index = usize::try_from(fd).map_err(|_| Errno::EBADF)?;
        self.entries
            .get(index)
            .copied()
            .flatten()
            .ok_or(Errno::EBADF)
    }

    pub(crate) fn get_mut(&mut self, fd: i32) -> Result<&mut Descriptor, Errno> {
        let index = usize::try_from(fd).map_err(|_| Errno::EBADF)?;
        self.entries
            .get_mut(index)
            .and_then(Option::as_mut)
            .ok_or(Errno::EBADF)
    }

    /// Puts a descriptor at the lowest free number not below `from`, under the limit `limit`.
    pub(crate) fn insert(
        &mut self,
        descriptor: Descriptor,
        from: usize,
        limit: usize,
    ) -> Result<i32, Errno> {
        let free = (from..)
            .find(|&i| self.entries.get(i).is_none_or(Option::is_none))
            .unwrap_or(usize::MAX);
        if free >= limit {
            return Err(Errno::EMFILE);
        }
        self.set(free, descriptor)?;
        Ok(free as i32)
    }

    /// Length of the table in descriptor numbers.
    pub(crate) fn length(&self) -> usize {
        self.entries.len()
    }

    /// Numbers that Linux has room for in such a table, a power of two: `select` looks at no higher ones (`max_fds`).
    pub(crate) fn capacity(&self) -> usize {
        const LEAST: usize = 64;
        self.entries.len().next_power_of_two().max(LEAST)
    }

    /// Makes room for so many numbers.
    ///
    /// # Errors
    /// `ENOMEM`: no memory is left for a table of that length.
    pub(crate) fn lengthen(&mut self, length: usize) -> Result<(), Errno> {
        if self.entries.len() < length {
            let bytes = length.next_power_of_two() * size_of::<Option<Descriptor>>();
            self.charge.resize(bytes as u64)?;
            self.entries.resize(length, None);
        }
        Ok(())
    }

    /// Puts a descriptor at `index`; gives what was there.
    ///
    /// # Errors
    /// `ENOMEM`: no memory is left for a table of that length.
    pub(crate) fn set(
        &mut self,
        index: usize,
        descriptor: Descriptor,
    ) -> Result<Option<Descriptor>, Errno> {
        self.lengthen(index + 1)?;
        Ok(self.entries[index].replace(descriptor))
    }

    pub(crate) fn remove(&mut self, fd: i32) -> Result<Descriptor, Errno> {
        let descriptor = self.get(fd)?;
        self.entries[fd as usize] = None;
        Ok(descriptor)
    }

    /// The descriptors in use, ascending.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (i32, Descriptor)> {
        self.entries
            .iter()
            .enumerate()
            .filter_map(|(i, entry)| entry.map(|d| (i as i32, d)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::pool::Pool;

    #[test]
    fn a_new_descriptor_gets_the_lowest_free_number_within_the_limit() {
        let descriptor = Descriptor {
            file: Pool::default().insert(()),
            close_on_exec: false,
        };
        let mut table = Table::new(&Frames::new(1 << 20));
        for expected in 0..3 {
            assert_eq!(table.insert(descriptor, 0, 4), Ok(expected));
        }
        table.remove(1).unwrap();
        assert_eq!(table.insert(descriptor, 0, 4), Ok(1));
        assert_eq!(table.insert(descriptor, 10, 4), Err(Errno::EMFILE));
        assert_eq!(table.remove(-1).unwrap_err(), Errno::EBADF);
    }
}
