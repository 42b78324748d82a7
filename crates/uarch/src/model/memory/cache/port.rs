//! Resources that take time: access ports and outstanding requests.

/// Ports of a pipelined structure: so many accesses may start in a cycle.
#[derive(Clone, Debug)]
pub(crate) struct Ports {
    /// Cycle of the newest access, and how many started in it.
    pub cycle: u64,
    pub used: u32,
    pub ports: u32,
}

impl Ports {
    /// Free ports.
    pub(crate) fn new(ports: u32) -> Self {
        Self {
            cycle: 0,
            used: 0,
            ports: ports.max(1),
        }
    }

    /// The first cycle from `cycle` on in which an access can start; it is taken.
    ///
    /// Accesses are granted in the order of the calls: one that asks for an earlier cycle than its
    /// predecessor starts no earlier.
    #[inline(always)]
    pub(crate) fn grant(&mut self, cycle: u64) -> u64 {
        // Caches 6
        if cycle > self.cycle {
            self.cycle = cycle;
            self.used = 1;
        } else if self.used < self.ports {
            self.used += 1;
        } else {
            self.cycle += 1;
            self.used = 1;
        }
        self.cycle
    }
}

/// Requests outstanding towards the next level; a new one waits while all entries are taken.
#[derive(Clone, Debug)]
pub(crate) struct Outstanding {
    until: Vec<u64>,
}

impl Outstanding {
    /// Free entries.
    pub(crate) fn new(entries: u32) -> Self {
        Self {
            until: vec![0; entries.max(1) as usize],
        }
    }

    /// The first cycle from `cycle` on in which an entry is free, and that entry.
    pub(crate) fn reserve(&self, cycle: u64) -> (u64, usize) {
        // Caches 6
        let (mut first, mut entry) = (u64::MAX, 0);
        for (number, &until) in self.until.iter().enumerate() {
            if until < first {
                (first, entry) = (until, number);
            }
        }
        (cycle.max(first), entry)
    }

    /// Takes an entry that was reserved until a cycle.
    pub(crate) fn hold(&mut self, entry: usize, until: u64) {
        self.until[entry] = until;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_third_access_to_two_ports_starts_a_cycle_later() {
        let mut ports = Ports::new(2);
        assert_eq!([5, 5, 5, 5, 5].map(|c| ports.grant(c)), [5, 5, 6, 6, 7]);
        assert_eq!(ports.grant(9), 9);
    }

    #[test]
    fn a_request_waits_for_the_earliest_of_the_outstanding_ones() {
        let mut queue = Outstanding::new(2);
        for until in [30, 20] {
            let (start, entry) = queue.reserve(10);
            assert_eq!(start, 10);
            queue.hold(entry, until);
        }
        assert_eq!(queue.reserve(12).0, 20);
    }
}
