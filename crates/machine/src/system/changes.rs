//! A log that tells a cycle model about translation.
//!
//! The model never sees a register. From this log, which the machine writes and the driver of the model reads, it
//! learns which translations are in force, which pages are used and where they lie, and what is purged. Regions with
//! the same identifier are one space, which the log names by a small number; physical addresses are space 0. Nothing is
//! logged until [`System::follow_translations`](super::System::follow_translations) is called. The tests below check
//! when entries are made.

use std::cell::{Cell, RefCell};
use std::collections::BTreeMap;
use std::rc::Rc;

use isa::psr;

use super::System;
use super::translate::rr;

/// How many spaces have numbers of their own: fewer than the cycle model has room for in the name of a page.
const SPACES: u16 = 4_000;

/// A reference to a page.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub struct PageUse {
    /// Number of its space, not 0.
    pub space: u16,
    /// A virtual address in it.
    pub address: u64,
    /// The physical address of that.
    pub physical: u64,
    /// Physical address of the entry of the page table, if the hardware walker had to read it for this reference.
    pub walked: Option<u64>,
}

/// A change of translation that takes effect after the newest block that was handed over.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// The space of each region, for data and for instructions.
    Regions {
        /// Of data.
        data: [u16; 8],
        /// Of instructions.
        code: [u16; 8],
    },
    /// The processor status.
    Status(u64),
    /// The translations of a space in a range of 2^`shift` bytes that holds an address have been removed, in whatever
    /// region the address lies. The range holds each removed translation as a whole.
    Purged {
        /// Number of the space, not 0.
        space: u16,
        /// An address in the range.
        address: u64,
        /// Base-2 logarithm of the bytes.
        shift: u8,
    },
    /// All translations have been removed, and numbers are assigned to spaces anew.
    Emptied,
}

#[derive(Clone, Debug, Default)]
struct Lists {
    /// Numbers of spaces by region identifier.
    numbers: BTreeMap<u32, u16>,
    uses: Vec<PageUse>,
    changes: Vec<Change>,
    /// The regions that were logged last, for data and for instructions.
    regions: ([u16; 8], [u16; 8]),
}

/// The log. Clones refer to the same one.
#[derive(Clone, Debug, Default)]
pub struct TranslationLog {
    news: Rc<Cell<bool>>,
    lists: Rc<RefCell<Lists>>,
}

impl TranslationLog {
    /// Whether the log has entries that have not been taken.
    #[inline(always)]
    pub fn has_news(&self) -> bool {
        self.news.get()
    }

    /// Hands over and removes the references to pages. Belongs before the timing of the block that made them.
    pub fn take_uses(&self, mut each: impl FnMut(PageUse)) {
        let mut lists = self.lists.borrow_mut();
        lists.uses.drain(..).for_each(&mut each);
        self.news.set(!lists.changes.is_empty());
    }

    /// Hands over and removes the changes. Belongs after the timing of the block that made them, and before a following
    /// interruption's own changes.
    pub fn take_changes(&self, mut each: impl FnMut(Change)) {
        let mut lists = self.lists.borrow_mut();
        lists.changes.drain(..).for_each(&mut each);
        self.news.set(!lists.uses.is_empty());
    }

    fn change(&self, change: Change) {
        self.lists.borrow_mut().changes.push(change);
        self.news.set(true);
    }

    /// The number of the space with a region identifier, assigned at its first use.
    fn number(&self, rid: u32) -> u16 {
        let mut lists = self.lists.borrow_mut();
        let next = lists.numbers.len() as u16 + 1;
        *lists.numbers.entry(rid).or_insert(next)
    }

    /// Whether there may not be numbers enough for eight more regions.
    fn is_full(&self) -> bool {
        self.lists.borrow().numbers.len() + 8 > usize::from(SPACES)
    }

    fn empty(&self) {
        self.lists.borrow_mut().numbers.clear();
        self.change(Change::Emptied);
    }
}

impl System {
    /// Begins to log, if that has not been done, and returns the log.
    pub fn follow_translations(&mut self, status: u64) -> TranslationLog {
        let log = self.log.get_or_insert_default().clone();
        self.log_status(status);
        log
    }

    /// Logs the processor status, and the spaces of the regions if they differ from those logged last.
    pub(super) fn log_status(&self, status: u64) {
        let Some(log) = &self.log else { return };
        log.change(Change::Status(status));
        let numbers = |translated: bool| -> [u16; 8] {
            std::array::from_fn(|region| match translated {
                true => log.number(rr::rid(self.translation.rr[region])),
                false => 0,
            })
        };
        let regions = (
            numbers(status & psr::DT != 0),
            numbers(status & psr::IT != 0),
        );
        if log.lists.borrow().regions != regions {
            log.lists.borrow_mut().regions = regions;
            let (data, code) = regions;
            log.change(Change::Regions { data, code });
        }
    }

    /// Logs that region registers have changed. Returns whether all cached translations have to be dropped, because the
    /// numbers of spaces are used up and begin anew.
    pub(super) fn log_regions(&self, status: u64) -> bool {
        let Some(log) = &self.log else { return false };
        let full = log.is_full();
        if full {
            log.empty();
        }
        self.log_status(status);
        full
    }

    /// Logs a reference to a page.
    pub(super) fn log_use(&self, address: u64, physical: u64, walked: Option<u64>) {
        if let Some(log) = &self.log {
            let space = log.number(rr::rid(self.translation.region(address)));
            log.lists.borrow_mut().uses.push(PageUse {
                space,
                address,
                physical,
                walked,
            });
            log.news.set(true);
        }
    }

    /// Logs that the translations of a range have been removed.
    pub(super) fn log_purge(&self, rid: u32, address: u64, shift: u8) {
        if let Some(log) = &self.log {
            let space = log.number(rid);
            log.change(Change::Purged {
                space,
                address,
                shift,
            });
        }
    }

    /// Logs that all translations have been removed.
    pub(super) fn log_emptied(&self, status: u64) {
        if let Some(log) = &self.log {
            log.empty();
            log.lists.borrow_mut().regions = Default::default();
            self.log_status(status);
        }
    }

    /// Physical address of the page table's entry for an address; `None` if the table is not translated there.
    pub(super) fn table_entry(&self, address: u64) -> Option<u64> {
        let at = self.hash(address);
        let page = self.translation.find_data(at)?;
        Some(page.physical(at))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::SystemModel;

    fn changes(log: &TranslationLog) -> Vec<Change> {
        let mut all = Vec::new();
        log.take_changes(|change| all.push(change));
        all
    }

    #[test]
    fn regions_are_told_when_a_status_or_a_region_register_changes_them_and_not_otherwise() {
        let mut system = System::new(SystemModel::LARGEST);
        let log = system.follow_translations(0);
        assert_eq!(changes(&log), [Change::Status(0)]);
        system.translation.rr[3] = 7 << 8;
        assert!(!system.log_regions(psr::DT));
        let told = changes(&log);
        let [Change::Status(_), Change::Regions { data, code }] = told[..] else {
            panic!("{told:?}");
        };
        assert_eq!((data[3], data[0], code), (2, 1, [0; 8]));
        system.log_status(psr::DT);
        assert_eq!(changes(&log), [Change::Status(psr::DT)]);
        assert!(!log.has_news());
    }

    #[test]
    fn more_identifiers_than_numbers_empty_everything_and_numbers_begin_again() {
        let mut system = System::new(SystemModel::LARGEST);
        let log = system.follow_translations(psr::DT);
        changes(&log);
        let mut emptied = 0;
        for rid in 1..5_000u64 {
            system.translation.rr[0] = rid << 8;
            emptied += u32::from(system.log_regions(psr::DT));
            let told = changes(&log);
            let Some(Change::Regions { data, .. }) = told.last() else {
                panic!("{told:?}");
            };
            assert!((1..=SPACES).contains(&data[0]));
            assert_eq!(told.contains(&Change::Emptied), told.len() > 2);
        }
        assert_eq!(emptied, 1);
    }
}
