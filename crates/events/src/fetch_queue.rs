//! The bundles between fetch and issue, as a listener sees them: joins issue groups to the fetches of their bundles.

use std::collections::VecDeque;
use std::ops::Range;

use crate::Fetch;

/// Most bundles that wait. Records of fetches come ahead of those of groups by one fetched block and the length of one block of code (20
/// bundles) at most, so fewer than these ever wait. If there were more, the oldest would be dropped.
const CAPACITY: usize = 64;

/// A bundle that was fetched.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fetched {
    /// Its address.
    pub ip: u64,
    /// The fetch that brought it.
    pub fetch: Fetch,
}

impl Fetched {
    /// Its physical address.
    #[must_use]
    pub fn physical(&self) -> u64 {
        self.fetch.translated_at(self.ip).physical
    }
}

/// The bundles that were fetched on the right path and have not issued completely: joins each group to its fetches.
///
/// A listener passes every [`Fetch`] to [`fetch`](FetchQueue::fetch), calls [`issue`](FetchQueue::issue) for each bundle of a
/// [`Group`](crate::Group), and gets from [`flush`](FetchQueue::flush) the bundles that a [`Flush`](crate::Flush) squashes.
#[derive(Debug, Clone, Default)]
pub struct FetchQueue {
    /// Bundles that were fetched and of which nothing has issued, oldest first.
    waiting: VecDeque<Fetched>,
    /// The bundle of the newest issue, and one past the last slot of it that issued.
    issuing: Option<(Fetched, u8)>,
    /// The address behind the newest fetch.
    end: u64,
}

impl FetchQueue {
    /// Adds the bundles of a fetch. Those of a wrong path never issue and are not kept.
    ///
    /// A fetch that does not go on where the one before ended is the target of a taken branch, which has issued: bundles that still wait were
    /// fetched behind the branch, and are dropped. The target may be among them.
    pub fn fetch(&mut self, fetch: &Fetch) {
        if fetch.wrong_path {
            return;
        }
        if fetch.ip != self.end {
            self.waiting.clear();
        }
        self.end = fetch.ip.wrapping_add(16 * u64::from(fetch.bundles));
        for bundle in 0..u64::from(fetch.bundles) {
            if self.waiting.len() == CAPACITY {
                self.waiting.pop_front();
            }
            self.waiting.push_back(Fetched {
                ip: fetch.ip.wrapping_add(16 * bundle),
                fetch: *fetch,
            });
        }
    }

    /// Slots `slots` (within 0..3) of the bundle at `ip` issue: returns the bundle with its fetch; `None`: the fetch was not recorded.
    ///
    /// Older bundles that still wait are dropped. The caller passes groups in program order; several may issue parts of one bundle.
    pub fn issue(&mut self, ip: u64, slots: Range<u8>) -> Option<&Fetched> {
        let goes_on =
            matches!(&self.issuing, Some((bundle, end)) if bundle.ip == ip && slots.start >= *end);
        if !goes_on {
            if self.waiting.front()?.ip != ip {
                let place = self.waiting.iter().position(|bundle| bundle.ip == ip)?;
                self.waiting.drain(..place);
            }
            self.issuing = self.waiting.pop_front().map(|bundle| (bundle, 0));
        }
        let (bundle, end) = self.issuing.as_mut()?;
        *end = slots.end;
        Some(bundle)
    }

    /// The bundle of the newest issue, and one past the last slot of it that issued; `None`: nothing has issued since the last flush.
    #[must_use]
    #[inline]
    pub fn newest(&self) -> Option<(&Fetched, u8)> {
        self.issuing.as_ref().map(|(bundle, end)| (bundle, *end))
    }

    /// As [`newest`](Self::newest), but only if slots of that bundle have not issued.
    #[must_use]
    pub fn issuing(&self) -> Option<(&Fetched, u8)> {
        self.newest().filter(|(_, end)| *end < 3)
    }

    /// The oldest bundle of which nothing has issued, if there is one.
    #[must_use]
    pub fn oldest(&self) -> Option<&Fetched> {
        self.waiting.front()
    }

    /// The pipe is flushed and fetch restarts ([`Flush::restarts`](crate::Flush::restarts)): returns the bundles that were fetched and
    /// will not issue, oldest first. After a mispredicted branch these are bundles behind a taken branch, or bundles that are recorded once
    /// more, as its wrong path.
    pub fn flush(&mut self) -> impl Iterator<Item = Fetched> {
        self.issuing = None;
        self.waiting.drain(..)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{FetchSource, Translated};

    fn fetch(ip: u64, bundles: u8, cycle: u64) -> Fetch {
        Fetch {
            cycle,
            entry: cycle + 2,
            tlb_delay: 0,
            cache_delay: 0,
            ip,
            bundles,
            wrong_path: false,
            source: FetchSource::L1,
            translated: Translated {
                physical: ip + 0x10_0000,
                page_bytes: 0x4000,
                space: 0,
            },
        }
    }

    fn cycle(fetched: Option<&Fetched>) -> Option<u64> {
        fetched.map(|bundle| bundle.fetch.cycle)
    }

    #[test]
    fn a_bundle_that_issues_in_two_groups_was_fetched_once() {
        let mut queue = FetchQueue::default();
        queue.fetch(&fetch(0x1000, 2, 5));
        assert_eq!(cycle(queue.issue(0x1000, 0..2)), Some(5));
        let left = queue.issuing().map(|(bundle, end)| (bundle.ip, end));
        assert_eq!(left, Some((0x1000, 2)));
        assert_eq!(cycle(queue.issue(0x1000, 2..3)), Some(5));
        assert_eq!(queue.issuing(), None);
        let second = queue.issue(0x1010, 0..3).map(Fetched::physical);
        assert_eq!(second, Some(0x10_1010));
    }

    #[test]
    fn a_bundle_that_branches_to_itself_is_fetched_each_time() {
        let mut queue = FetchQueue::default();
        for cycle_of_fetch in [5, 7] {
            queue.fetch(&fetch(0x1000, 2, cycle_of_fetch));
            assert_eq!(cycle(queue.issue(0x1000, 0..3)), Some(cycle_of_fetch));
        }
        assert_eq!(cycle(queue.issue(0x1000, 0..3)), None);
    }

    #[test]
    fn the_bundle_behind_a_branch_that_leads_to_it_is_fetched_again() {
        let mut queue = FetchQueue::default();
        queue.fetch(&fetch(0x1000, 2, 5));
        assert_eq!(cycle(queue.issue(0x1000, 0..3)), Some(5));
        queue.fetch(&fetch(0x1010, 1, 9));
        queue.fetch(&fetch(0x1020, 2, 10));
        assert_eq!(cycle(queue.issue(0x1010, 0..3)), Some(9));
        assert_eq!(cycle(queue.issue(0x1020, 0..3)), Some(10));
    }

    #[test]
    fn a_flush_kills_what_waits_and_ends_the_bundle_at_issue() {
        let mut queue = FetchQueue::default();
        queue.fetch(&fetch(0x1000, 2, 5));
        assert_eq!(cycle(queue.issue(0x1000, 0..1)), Some(5));
        let killed: Vec<u64> = queue.flush().map(|bundle| bundle.ip).collect();
        assert_eq!(killed, [0x1010]);
        queue.fetch(&fetch(0x1000, 2, 20));
        assert_eq!(cycle(queue.issue(0x1000, 1..3)), Some(20));
    }

    #[test]
    fn a_wrong_path_and_what_lies_behind_a_taken_branch_never_issue() {
        let mut queue = FetchQueue::default();
        let wrong = Fetch {
            wrong_path: true,
            ..fetch(0x3000, 2, 6)
        };
        queue.fetch(&fetch(0x1000, 2, 5));
        queue.fetch(&wrong);
        assert_eq!(cycle(queue.issue(0x1000, 0..3)), Some(5));
        queue.fetch(&fetch(0x2000, 2, 9));
        assert_eq!(cycle(queue.issue(0x2000, 0..3)), Some(9));
        let killed: Vec<u64> = queue.flush().map(|bundle| bundle.ip).collect();
        assert_eq!(killed, [0x2010]);
    }
}
