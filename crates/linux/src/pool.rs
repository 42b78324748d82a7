//! Objects that several owners share, by number: open files, descriptor tables, address spaces.

use std::cmp::Reverse;
use std::collections::BinaryHeap;

/// Reference-counted slots. Numbers are reused lowest first, so that a run repeats exactly.
pub(crate) struct Pool<T> {
    slots: Vec<Option<(T, u32)>>,
    free: BinaryHeap<Reverse<u32>>,
}

/// Number of an object in its pool.
#[derive(Copy, Clone, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub(crate) struct Id(u32);

impl<T> Default for Pool<T> {
    fn default() -> Self {
        Pool {
            slots: Vec::new(),
            free: BinaryHeap::new(),
        }
    }
}

impl Id {
    /// The number of the object in a place.
    pub(crate) fn at(place: u32) -> Id {
        Id(place)
    }

    /// The place of the object.
    pub(crate) fn place(self) -> u32 {
        self.0
    }
}

impl<T> Pool<T> {
    /// A pool with these objects in their places, each with its number of owners.
    pub(crate) fn of(slots: Vec<Option<(T, u32)>>) -> Pool<T> {
        let free = (0..).zip(&slots).filter(|(_, slot)| slot.is_none());
        Pool {
            free: free.map(|(place, _)| Reverse(place)).collect(),
            slots,
        }
    }

    /// Number of places, free ones included.
    pub(crate) fn places(&self) -> u32 {
        self.slots.len() as u32
    }

    /// Adds an object with one owner.
    pub(crate) fn insert(&mut self, value: T) -> Id {
        let slot = Some((value, 1));
        match self.free.pop() {
            Some(Reverse(free)) => {
                self.slots[free as usize] = slot;
                Id(free)
            }
            None => {
                self.slots.push(slot);
                Id((self.slots.len() - 1) as u32)
            }
        }
    }

    /// Adds an owner.
    pub(crate) fn share(&mut self, id: Id) -> Id {
        if let Some(slot) = self.slot(id) {
            slot.1 += 1;
        }
        id
    }

    /// Removes an owner; returns the object if that was the last.
    pub(crate) fn release(&mut self, id: Id) -> Option<T> {
        let slot = self.slots.get_mut(id.0 as usize)?;
        let (_, owners) = slot.as_mut()?;
        *owners -= 1;
        if *owners == 0 {
            self.free.push(Reverse(id.0));
            slot.take().map(|(value, _)| value)
        } else {
            None
        }
    }

    /// All objects with their numbers.
    pub(crate) fn iter(&self) -> impl Iterator<Item = (Id, &T)> {
        let slots = self.slots.iter().enumerate();
        slots.filter_map(|(i, slot)| Some((Id(i as u32), &slot.as_ref()?.0)))
    }

    /// Owners of an object, 0 when it is gone.
    pub(crate) fn owners(&self, id: Id) -> u32 {
        self.slots
            .get(id.0 as usize)
            .and_then(Option::as_ref)
            .map_or(0, |slot| slot.1)
    }

    pub(crate) fn get(&self, id: Id) -> Option<&T> {
        self.slots.get(id.0 as usize)?.as_ref().map(|slot| &slot.0)
    }

    pub(crate) fn get_mut(&mut self, id: Id) -> Option<&mut T> {
        self.slot(id).map(|slot| &mut slot.0)
    }

    pub(crate) fn iter_mut(&mut self) -> impl Iterator<Item = (Id, &mut T)> {
        self.slots
            .iter_mut()
            .enumerate()
            .filter_map(|(i, slot)| slot.as_mut().map(|s| (Id(i as u32), &mut s.0)))
    }

    fn slot(&mut self, id: Id) -> Option<&mut (T, u32)> {
        self.slots.get_mut(id.0 as usize)?.as_mut()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_object_goes_with_its_last_owner_and_its_number_is_reused() {
        let mut pool = Pool::default();
        let id = pool.insert("a");
        pool.share(id);
        assert_eq!(pool.release(id), None);
        assert_eq!(pool.release(id), Some("a"));
        assert_eq!(pool.release(id), None);
        assert_eq!(pool.insert("b"), id);
    }
}
