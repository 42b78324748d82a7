//! The occupancy of a queue, for the high half of the event pairs that add it up cycle by cycle (Accounting 5).
//!
//! An entry of a queue is a span of cycles. The sum of all occupancies is the sum of the spans' lengths, but the sum of their
//! high bits depends on which spans overlap. Spans are reported out of order (fetch runs apart from
//! issue), so their beginnings and ends are kept until no earlier span can come.

/// Number of spans at which those that are over are added up.
pub(crate) const MANY: usize = 1024;

/// Adds up `entries >> shift` over all cycles.
#[derive(Clone, Debug)]
pub(crate) struct Occupancy {
    shift: u32,
    /// Cycles in which entries come, in order.
    starts: Vec<u64>,
    /// Cycles in which they go, in order.
    ends: Vec<u64>,
    /// All cycles before this one have been added up.
    at: u64,
    /// Entries in the queue before this cycle.
    entries: u64,
    /// The sum so far.
    high: u64,
}

checkpoint::state!(Occupancy { at, entries, high } grows { starts, ends } skips { shift });

/// Inserts a cycle into an ascending list. Spans are reported nearly in order.
#[inline(always)]
fn insert(list: &mut Vec<u64>, cycle: u64) {
    if list.last().is_none_or(|last| *last <= cycle) {
        list.push(cycle);
    } else {
        insert_before(list, cycle);
    }
}

/// Inserts a cycle that is before the last of an ascending list, searching from its end.
#[inline(never)]
fn insert_before(list: &mut Vec<u64>, cycle: u64) {
    let mut place = list.len();
    list.push(cycle);
    while let Some(&before) = list.get(place.wrapping_sub(1))
        && before > cycle
    {
        list[place] = before;
        place -= 1;
    }
    list[place] = cycle;
}

impl Occupancy {
    /// An empty queue.
    pub(crate) fn new(shift: u32) -> Self {
        Self {
            shift,
            starts: Vec::new(),
            ends: Vec::new(),
            at: 0,
            entries: 0,
            high: 0,
        }
    }

    /// An entry is taken for so many cycles from cycle `from` on, which is not [settled](Self::settle) yet.
    #[inline(always)]
    pub(crate) fn span(&mut self, from: u64, cycles: u64) {
        debug_assert!(from >= self.at, "{from} is settled: {}", self.at);
        if cycles > 0 {
            insert(&mut self.starts, from);
            insert(&mut self.ends, from + cycles);
        }
    }

    /// Number of beginnings and ends of spans that are kept.
    pub(crate) fn edges(&self) -> usize {
        self.starts.len() + self.ends.len()
    }

    /// Whether so many are kept that [`settle`](Self::settle) is due.
    pub(crate) fn is_long(&self) -> bool {
        self.edges() > 2 * MANY
    }

    /// Adds up the cycles before one, before which no later span begins, and forgets their spans.
    pub(crate) fn settle(&mut self, before: u64) {
        let before = before.max(self.at);
        let came = self.starts.partition_point(|start| *start < before);
        let went = self.ends.partition_point(|end| *end < before);
        self.high += self.sum(came, before);
        self.at = before;
        self.entries = self.entries + came as u64 - went as u64;
        self.starts.drain(..came);
        self.ends.drain(..went);
    }

    /// The sum over the cycles from `at` up to, not including, `before`, in which the first `came` spans begin.
    fn sum(&self, came: usize, before: u64) -> u64 {
        // Accounting 5
        let mut high = 0;
        let mut from = self.at;
        let starts = self.starts[..came].iter().copied();
        for (entries, next) in (self.entries as usize..).zip(starts.chain([before])) {
            // Up to the next beginning entries only go: at least `k << shift` of them are left before cycle `ends[entries - (k << shift)]`.
            let mut gone = entries;
            while let Some(fewer) = gone.checked_sub(1 << self.shift)
                && let end = self.ends.get(fewer).map_or(next, |end| next.min(*end))
                && end > from
            {
                high += end - from;
                gone = fewer;
            }
            from = next;
        }
        high
    }

    /// The sum over all cycles, all spans followed to their ends.
    pub(crate) fn high(&self) -> u64 {
        self.high + self.sum(self.starts.len(), u64::MAX)
    }

    /// The sum over the [settled](Self::settle) cycles.
    pub(crate) fn settled_high(&self) -> u64 {
        self.high
    }

    /// Entries added up over all cycles that are not [settled](Self::settle), all spans followed to their ends.
    pub(crate) fn ahead(&self) -> u64 {
        let sum = |cycles: &[u64]| cycles.iter().map(|cycle| cycle - self.at).sum::<u64>();
        sum(&self.ends) - sum(&self.starts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Spans in the order of their report.
    fn spans() -> Vec<(u64, u64)> {
        let mut random = fastrand::Rng::with_seed(7);
        let span = |i: u64| (3 * i + random.u64(..16), random.u64(..32));
        (0..2000).map(span).collect()
    }

    /// The sum by counting each cycle.
    fn counted(spans: &[(u64, u64)], shift: u32) -> u64 {
        let mut entries = vec![0_u64; 10_000];
        for &(from, length) in spans {
            for cycle in from..from + length {
                entries[cycle as usize] += 1;
            }
        }
        entries.iter().map(|entries| entries >> shift).sum()
    }

    #[test]
    fn the_high_part_is_that_of_each_cycle_in_whatever_order_spans_come() {
        for shift in 0..5 {
            let mut queue = Occupancy::new(shift);
            for (from, length) in spans().iter().rev() {
                queue.span(*from, *length);
            }
            assert_eq!(queue.high(), counted(&spans(), shift));
        }
    }

    #[test]
    fn settled_cycles_and_those_ahead_are_all() {
        let spans = spans();
        let sum = spans.iter().map(|(_, length)| length).sum::<u64>();
        for shift in 0..5 {
            let mut queue = Occupancy::new(shift);
            for &(from, length) in &spans {
                queue.span(from, length);
            }
            for before in (0..6_100).step_by(61) {
                queue.settle(before);
                // Each span cut at `before`.
                let cut = |&(from, length): &(u64, u64)| {
                    (from, (from + length).min(before).saturating_sub(from))
                };
                let parts: Vec<_> = spans.iter().map(cut).collect();
                let settled = parts.iter().map(|(_, length)| length).sum::<u64>();
                assert_eq!(settled + queue.ahead(), sum);
                assert_eq!(queue.settled_high(), counted(&parts, shift));
                assert!(queue.settled_high() << shift <= settled);
            }
            assert_eq!((queue.ahead(), queue.settled_high()), (0, queue.high()));
        }
    }

    #[test]
    fn settling_what_is_over_changes_no_sum_and_bounds_the_list() {
        let spans = spans();
        for shift in 0..5 {
            let mut queue = Occupancy::new(shift);
            for (i, (from, length)) in (0_u64..).zip(&spans) {
                queue.span(*from, *length);
                if i % 100 == 99 {
                    let before = queue.high();
                    queue.settle(3 * (i + 1));
                    // Settling again with an earlier cycle changes nothing.
                    queue.settle(3 * i);
                    assert!(queue.edges() < 100);
                    let so_far = counted(&spans[..=i as usize], shift);
                    assert_eq!((before, queue.high()), (so_far, so_far), "{shift}");
                }
            }
            assert_eq!(queue.high(), counted(&spans, shift));
        }
    }
}
