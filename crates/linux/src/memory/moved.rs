//! Mappings that are moved to other addresses.

use super::{Area, Memory};
use crate::abi::errno::Errno;
use machine::Sharing;

impl Memory {
    /// Moves the mapping of `old` bytes at `from`, which lie in one area, to `to`, with the length `new`.
    ///
    /// # Errors
    /// As for a new mapping at `to`; then the bytes stay where they are.
    pub(crate) fn relocate(&mut self, from: u64, old: u64, to: u64, new: u64) -> Result<(), Errno> {
        self.split(from);
        self.split(from + old);
        let area = self
            .areas
            .get(&from)
            .filter(|a| a.end == from + old)
            .cloned()
            .ok_or(Errno::EFAULT)?;
        if area.mapping().is_some() {
            // Both mappings have the same pages of the file, so nothing is copied.
            let aliased = self.aliased;
            let moved = Area {
                end: to + new,
                ..area
            };
            self.map_file(to, moved)?;
            self.unmap(from, from + old);
            self.aliased = aliased;
            self.note_aliases(to);
            return Ok(());
        }
        let kept = old.min(new);
        if new > old {
            let grown = Area {
                end: to + new,
                ..area.clone()
            };
            let is_copy = grown.copied().is_some();
            if is_copy {
                grown.check_place(to)?;
            }
            self.map(to, grown)?;
            // What can fail comes first: then the mapping is still where it was.
            if is_copy && let Err(errno) = self.copy_in(to, to + old..to + new) {
                self.unmap(to, to + new);
                return Err(errno);
            }
        } else {
            self.unmap(to, to + new);
        }
        self.space
            .relocate(from, kept, to)
            .map_err(|_| Errno::EFAULT)?;
        self.take(from);
        self.take(to);
        if old > kept {
            self.space.unmap(from + kept, old - kept);
        }
        let moved = Area {
            end: to + new,
            ..area
        };
        self.put(to, moved);
        Ok(())
    }

    /// Moves the pages of a range that lies in one area to `to`; the area stays, without these pages. Shared pages are at both
    /// addresses then.
    ///
    /// # Errors
    /// As for a new mapping at `to`; then the pages stay where they are. The host's error from reading a file whose pages were moved.
    pub(crate) fn take_away(&mut self, from: u64, length: u64, to: u64) -> Result<(), Errno> {
        let (first, area) = self.area(from).ok_or(Errno::EFAULT)?;
        if area.shared {
            return self.duplicate(from, to, length);
        }
        let moved = Area {
            end: to + length,
            ..area.tail(first, from)
        };
        let (is_copy, rights) = (moved.copied().is_some(), moved.rights());
        if is_copy {
            moved.check_place(to)?;
        }
        self.map(to, moved)?;
        self.space
            .relocate(from, length, to)
            .map_err(|_| Errno::EFAULT)?;
        self.space.map(from, length, rights, Sharing::Private);
        if is_copy {
            // The new mapping may have replaced the beginning of the area.
            let (first, _) = self.area(from).ok_or(Errno::EFAULT)?;
            self.copy_in(first, from..from + length)?;
        }
        Ok(())
    }
}
