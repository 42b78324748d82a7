//! The resources that earlier accesses have taken in cycles to come, for which later ones may wait: ports, banks, queue entries, paths and the bus.
//! Replay compares, copies and moves them (loops that write memory and wait for it alike again and again).

use super::bus::Memory;
use super::cache::{
    AccessQueue, Banks, Hierarchy, LEVELS, LinePath, Outstanding, Starts, StorePath,
};
use super::relative::{PAST, Relative, Visitor};
use super::store_buffer::StoreBuffer;

/// A copy of all resources that a store can wait for. Loads that hit L1D change none of them.
#[derive(Clone, Debug)]
pub(crate) struct Reservations {
    buffer: StoreBuffer,
    queue: AccessQueue,
    stores: StorePath,
    levels: [Level; LEVELS.len()],
    memory: Memory,
}

/// Those of a level behind L1.
#[derive(Clone, Debug)]
struct Level {
    starts: Starts,
    banks: Option<Banks>,
    outstanding: Outstanding,
    path: Option<LinePath>,
}

impl Reservations {
    /// A copy of the present ones; `now`: cycle of the newest issue.
    pub(crate) fn of(caches: &Hierarchy, buffer: &StoreBuffer, now: u64) -> Self {
        Self {
            buffer: buffer.clone(),
            queue: caches.queue.clone(),
            stores: caches.stores.clone(),
            levels: std::array::from_fn(|number| {
                let level = &caches.levels[number];
                Level {
                    starts: level.ports.starts(now.saturating_sub(PAST)),
                    banks: level.banks.clone(),
                    outstanding: level.outstanding.clone(),
                    path: level.path.clone(),
                }
            }),
            memory: caches.memory.clone(),
        }
    }

    /// Makes these the present ones; `now`: cycle of the newest issue.
    pub(crate) fn put(self, caches: &mut Hierarchy, buffer: &mut StoreBuffer, now: u64) {
        *buffer = self.buffer;
        caches.queue = self.queue;
        caches.stores = self.stores;
        for (level, kept) in caches.levels.iter_mut().zip(self.levels) {
            level.ports.put(&kept.starts, now.saturating_sub(PAST));
            level.banks = kept.banks;
            level.outstanding = kept.outstanding;
            level.path = kept.path;
        }
        // The counts of the bus are no reservations.
        let counted = (caches.memory.reads, caches.memory.writes);
        caches.memory = self.memory;
        (caches.memory.reads, caches.memory.writes) = counted;
    }

    /// Shows the present ones without the calendars of what starts in which cycle, which are long.
    pub(crate) fn visit_short(
        caches: &mut Hierarchy,
        buffer: &mut StoreBuffer,
        visitor: &mut impl Visitor,
    ) {
        buffer.visit(visitor);
        caches.queue.visit(visitor);
        caches.stores.visit(visitor);
        for level in &mut caches.levels {
            visit_level(
                &mut level.banks,
                &mut level.outstanding,
                &mut level.path,
                visitor,
            );
        }
        caches.memory.visit(visitor);
    }

    /// Shows the present calendars of what starts in which cycle.
    pub(crate) fn visit_starts_of(caches: &Hierarchy, visitor: &mut impl Visitor) {
        for level in &caches.levels {
            level.ports.tell(visitor);
        }
    }

    /// Shows those of this copy.
    pub(crate) fn visit_starts(&mut self, visitor: &mut impl Visitor) {
        for level in &mut self.levels {
            level.starts.visit(visitor);
        }
    }
}

/// Shows the reservations of a level behind L1 without its calendar.
fn visit_level(
    banks: &mut Option<Banks>,
    outstanding: &mut Outstanding,
    path: &mut Option<LinePath>,
    visitor: &mut impl Visitor,
) {
    if let Some(banks) = banks {
        banks.visit(visitor);
    }
    outstanding.visit(visitor);
    if let Some(path) = path {
        path.visit(visitor);
    }
}

impl Relative for Reservations {
    fn visit(&mut self, visitor: &mut impl Visitor) {
        self.buffer.visit(visitor);
        self.queue.visit(visitor);
        self.stores.visit(visitor);
        for level in &mut self.levels {
            visit_level(
                &mut level.banks,
                &mut level.outstanding,
                &mut level.path,
                visitor,
            );
        }
        self.memory.visit(visitor);
        self.visit_starts(visitor);
    }
}
