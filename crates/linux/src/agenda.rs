//! A set of keys with the times at which they are due, such as timers or deadlines, ordered by time.

use std::collections::{BTreeMap, BTreeSet};
use std::ops::RangeBounds;

/// Holds at most one time for each key.
pub(crate) struct Agenda<K> {
    times: BTreeMap<K, u64>,
    keys: BTreeMap<u64, BTreeSet<K>>,
}

impl<K> Default for Agenda<K> {
    fn default() -> Self {
        Agenda {
            times: BTreeMap::new(),
            keys: BTreeMap::new(),
        }
    }
}

impl<K: Copy + Ord> Agenda<K> {
    /// Sets the time of a key; `None` removes it.
    pub(crate) fn set(&mut self, key: K, time: Option<u64>) {
        if self.times.get(&key).copied() == time {
            return;
        }
        if let Some(before) = self.times.remove(&key)
            && let Some(keys) = self.keys.get_mut(&before)
        {
            keys.remove(&key);
            if keys.is_empty() {
                self.keys.remove(&before);
            }
        }
        if let Some(time) = time {
            self.times.insert(key, time);
            self.keys.entry(time).or_default().insert(key);
        }
    }

    /// Times within a range with their keys, the earliest first.
    pub(crate) fn within(
        &self,
        range: impl RangeBounds<u64>,
    ) -> impl Iterator<Item = (u64, K)> + '_ {
        let keys = self.keys.range(range);
        keys.flat_map(|(&time, keys)| keys.iter().map(move |&key| (time, key)))
    }

    /// The earliest time.
    pub(crate) fn first(&self) -> Option<u64> {
        self.keys.keys().next().copied()
    }

    /// Keys whose time lies within a range, in their order.
    pub(crate) fn due(&self, range: impl RangeBounds<u64>) -> BTreeSet<K> {
        self.within(range).map(|(_, key)| key).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_key_has_its_last_time_only_and_those_that_are_due_come_in_their_order() {
        let mut agenda = Agenda::default();
        for (key, time) in [(7, 5), (3, 9), (4, 5), (9, 1), (9, 20)] {
            agenda.set(key, Some(time));
        }
        assert_eq!(
            Vec::from_iter(agenda.within(..)),
            [(5, 4), (5, 7), (9, 3), (20, 9)]
        );
        assert_eq!(Vec::from_iter(agenda.due(..=9)), [3, 4, 7]);
        agenda.set(4, None);
        agenda.set(7, None);
        assert_eq!(agenda.first(), Some(9));
    }
}
