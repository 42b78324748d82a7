//! Shared mappings of files in the memory of a process.

use super::mapped::MappedFile;
use super::{Area, Behind, Mapping, Memory, protection};
use crate::abi::consts::PAGE;
use crate::abi::errno::Errno;
use machine::Protection;
use std::ops::Range;
use std::rc::Rc;

impl Area {
    /// The file that the area shares, if it is a shared mapping of one.
    pub(crate) fn mapping(&self) -> Option<&Mapping> {
        match &self.behind {
            Behind::Shared(mapping) => Some(mapping),
            Behind::Nothing | Behind::Copied(_) => None,
        }
    }

    /// Numbers of the file's pages in a part of the area; the area begins at `start`.
    fn numbers(&self, start: u64, part: &Range<u64>) -> Range<u64> {
        let number = |address: u64| (self.offset + (address - start)) / PAGE;
        number(part.start)..number(part.end)
    }

    /// The addresses at which the area, which begins at `start`, has a range of bytes of the file.
    pub(super) fn addresses(&self, start: u64, bytes: &Range<u64>) -> Range<u64> {
        let length = self.end - start;
        let within = |at: u64| start + at.saturating_sub(self.offset).min(length);
        within(bytes.start)..within(bytes.end)
    }

    /// Whether it is a mapping of this file.
    fn has(&self, file: &Rc<MappedFile>) -> bool {
        self.mapping()
            .is_some_and(|mapping| Rc::ptr_eq(&mapping.file, file))
    }

    /// Drops the pages of an unmapped part of an area that no other mapping has.
    pub(super) fn give_up(&self, start: u64, part: Range<u64>) {
        if let Some(mapping) = self.mapping() {
            mapping.file.prune(self.numbers(start, &part));
        }
    }
}

impl Memory {
    /// Maps the pages of a file at `start`, replacing what is mapped there. The offset is a multiple of the page size.
    ///
    /// # Errors
    /// `ENOMEM`: there are too few frames. `EOVERFLOW`: no file is so long. Otherwise the host's error from reading the
    /// file; then nothing is mapped there.
    pub(crate) fn map_file(&mut self, start: u64, area: Area) -> Result<(), Errno> {
        let mapping = area.mapping().cloned().ok_or(Errno::EINVAL)?;
        let (file, end) = (mapping.file, area.end);
        area.check_place(start)?;
        let numbers = area.numbers(start, &(start..end));
        let missing = numbers.end - numbers.start - file.kept(numbers.clone());
        if missing.saturating_mul(PAGE) > self.frames.free() {
            return Err(Errno::ENOMEM);
        }
        self.map_bare(start, area)?;
        for (place, number) in (start / PAGE..).zip(numbers.clone()) {
            match file.page(number) {
                Ok(page) => {
                    self.space.put_page(place, &page);
                }
                Err(errno) => {
                    self.unmap(start, end);
                    return Err(errno);
                }
            }
        }
        self.keep_rights(start);
        self.note_aliases(start);
        Ok(())
    }

    /// Maps the pages of a shared mapping, from address `from` on, at `to`, too, and replaces what is mapped there.
    /// After the end of a mapping without a file there are new pages.
    ///
    /// # Errors
    /// `EFAULT`: no shared mapping is there. Otherwise as [`Self::map_file`].
    pub(crate) fn duplicate(&mut self, from: u64, to: u64, length: u64) -> Result<(), Errno> {
        let found = self.area(from).filter(|(_, area)| area.shared);
        let (first, area) = found.ok_or(Errno::EFAULT)?;
        let again = Area {
            end: to + length,
            ..area.tail(first, from)
        };
        if again.mapping().is_some() {
            return self.map_file(to, again);
        }
        let there = length.min(area.end - from);
        let addresses = (from..from + there).step_by(PAGE as usize);
        let pages: Option<Vec<_>> = addresses.map(|it| self.space.shared_page(it)).collect();
        let pages = pages.ok_or(Errno::EFAULT)?;
        let end = to + there;
        if there < length {
            self.map(end, again.clone())?;
        }
        self.map_bare(to, Area { end, ..again })?;
        for (place, page) in (to / PAGE..).zip(&pages) {
            self.space.put_page(place, page);
        }
        self.aliased = true;
        Ok(())
    }

    /// Notes whether pages of an area of a writable file are also mapped at other addresses.
    pub(super) fn note_aliases(&mut self, start: u64) {
        let Some((area, Mapping { file, .. })) = self.mapped_area(start) else {
            return;
        };
        let bytes = area.offset..area.offset + (area.end - start);
        let again = |(&at, area): (&u64, &Area)| {
            at != start && area.has(file) && !area.addresses(at, &bytes).is_empty()
        };
        self.aliased |= file.is_written_back() && self.areas.iter().any(again);
    }

    fn mapped_area(&self, start: u64) -> Option<(&Area, &Mapping)> {
        let area = self.areas.get(&start)?;
        Some((area, area.mapping()?))
    }

    /// Removes all rights to pages of an area after the end of its file, and gives the area's rights to the other pages.
    pub(crate) fn keep_rights(&mut self, start: u64) {
        let Some(area) = self.areas.get(&start) else {
            return;
        };
        let behind = area.behind_end(start);
        if behind.is_empty() && area.mapping().is_none() && !area.is_nat_page() {
            return;
        }
        let parts = [
            (start..behind.start, area.rights()),
            (behind, Protection::NONE),
        ];
        for (part, rights) in parts {
            // Cannot fail: the area is mapped.
            let _ = self
                .space
                .protect(part.start, part.end - part.start, rights);
        }
    }

    /// Adapts the areas of a file to its new length.
    pub(crate) fn follow_shared(&mut self, file: &Rc<MappedFile>) {
        let areas = self.areas.iter().filter(|(_, area)| area.has(file));
        let starts: Vec<u64> = areas.map(|(&start, _)| start).collect();
        for start in starts {
            self.keep_rights(start);
        }
    }

    /// Whether the rights of the mapping permit the access of a fault, and only the end of the file does not. `isr`:
    /// that of the fault.
    pub(crate) fn is_behind_end(&self, address: u64, isr: u64) -> bool {
        let Some((start, area)) = self.area(address) else {
            return false;
        };
        let rights = protection(area.protection);
        let allowed = if isr & machine::isr::X != 0 {
            rights.execute
        } else {
            (isr & machine::isr::W == 0 || rights.write)
                && (isr & machine::isr::R == 0 || rights.read)
        };
        allowed && area.behind_end(start).contains(&address)
    }

    /// Whether a page of a writable file has been mapped at two addresses at the same time.
    pub(crate) fn is_aliased(&self) -> bool {
        self.aliased
    }

    /// Whether the files of the areas in a range permit to make them writable.
    pub(super) fn may_write(&self, start: u64, end: u64) -> bool {
        let first = self.area(start).map_or(start, |(at, _)| at);
        let frozen =
            |area: &Area| area.is_nat_page() || area.mapping().is_some_and(|it| !it.writable);
        !self.areas.range(first..end).any(|(_, area)| frozen(area))
    }

    /// Writes pages that were changed through shared mappings in a range of whole pages back to the files.
    ///
    /// # Errors
    /// The first error of the host.
    pub(crate) fn write_back(&self, start: u64, end: u64) -> Result<(), Errno> {
        let first = self.area(start).map_or(start, |(at, _)| at);
        let mut result = Ok(());
        for (&at, area) in self.areas.range(first..end) {
            if let Some(mapping) = area.mapping() {
                let part = at.max(start)..area.end.min(end);
                let written = mapping.file.write_back(area.numbers(at, &part));
                result = result.and(written);
            }
        }
        result
    }

    /// Gives shared mappings that come from a checkpoint their files, which `find` returns by their inode numbers.
    pub(crate) fn attach(&mut self, mut find: impl FnMut(u64) -> Rc<MappedFile>) {
        let mut bytes = vec![0; PAGE as usize];
        let areas = self.areas.iter_mut();
        for (&start, area) in areas.filter(|(_, area)| area.shared && area.inode != 0) {
            let file = find(area.inode);
            let places = (start..area.end).step_by(PAGE as usize);
            for (number, address) in area.numbers(start, &(start..area.end)).zip(places) {
                if let Some(page) = self.space.shared_page(address) {
                    page.bytes(&mut bytes);
                    file.keep(number, page, &bytes);
                }
            }
            area.behind = Behind::Shared(Mapping {
                file,
                // A mapping of a file that was opened for writing is written back, and no checkpoint holds one.
                writable: false,
            });
        }
    }

    /// Notes that bytes of a file have been changed by others, so that code decoded from them is stale and advanced
    /// loads of them have to be repeated. The pages have the bytes already.
    pub(crate) fn notice(&mut self, file: &Rc<MappedFile>, at: u64, bytes: &[u8]) {
        let range = at..at.saturating_add(bytes.len() as u64);
        for (&start, area) in self.areas.iter().filter(|(_, area)| area.has(file)) {
            let there = area.addresses(start, &range);
            if !there.is_empty() {
                let skip = (area.offset + (there.start - start) - at) as usize;
                let length = (there.end - there.start) as usize;
                // Cannot fail: the range is mapped.
                let _ = self.space.poke(there.start, &bytes[skip..skip + length]);
            }
        }
    }
}
