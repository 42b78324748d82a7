//! Not recently used: one reference bit for each entry, set by its use. When the last clear bit of a set is to be set, the others are cleared.

use checkpoint::{Damage, Source, State};

/// The policy.
#[derive(Clone, Debug)]
pub(crate) struct Nru {
    /// The reference bit of each entry.
    referenced: Vec<bool>,
    /// By set, how many bits are set.
    counts: Vec<usize>,
    ways: usize,
}

/// The counts follow from the bits.
impl State for Nru {
    fn save(&self, out: &mut Vec<u8>) {
        self.referenced.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.referenced.load(from)?;
        for (count, set) in (self.counts.iter_mut()).zip(self.referenced.chunks(self.ways)) {
            *count = set.iter().filter(|bit| **bit).count();
        }
        Ok(())
    }
}

impl Nru {
    /// No entry referenced yet.
    pub(crate) fn new(sets: usize, ways: usize, _: u64) -> Self {
        Self {
            referenced: vec![false; sets * ways],
            counts: vec![0; sets],
            ways,
        }
    }

    /// Notes the use of an entry. An index beyond the structure is passed over.
    #[inline(always)]
    pub(crate) fn touch(&mut self, index: usize) {
        if self.referenced.get(index) == Some(&false) {
            self.reference(index);
        }
    }

    /// Whether a use of an entry would change nothing.
    #[inline(always)]
    pub(crate) fn is_referenced(&self, index: usize) -> bool {
        self.referenced.get(index).is_some_and(|bit| *bit)
    }

    /// Sets a bit that is clear.
    fn reference(&mut self, index: usize) {
        let set = index / self.ways;
        let count = &mut self.counts[set];
        *count += 1;
        if *count == self.ways {
            *count = 1;
            let first = set * self.ways;
            self.referenced[first..first + self.ways].fill(false);
        }
        self.referenced[index] = true;
    }

    /// The first way whose bit is clear.
    pub(crate) fn victim(&self, set: usize) -> usize {
        // Caches 11
        let first = set * self.ways;
        self.referenced[first..first + self.ways]
            .iter()
            .position(|bit| !bit)
            .unwrap_or(0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_unreferenced_way_leaves() {
        let mut nru = Nru::new(1, 4, 0);
        nru.touch(0);
        nru.touch(2);
        assert_eq!(nru.victim(0), 1);
    }

    #[test]
    fn a_use_in_one_set_changes_no_other() {
        let mut nru = Nru::new(2, 2, 0);
        nru.touch(2);
        assert_eq!((nru.victim(0), nru.victim(1)), (0, 1));
    }

    #[test]
    fn setting_the_last_bit_clears_the_others() {
        let mut nru = Nru::new(1, 3, 0);
        for index in [0, 1, 2] {
            nru.touch(index);
        }
        assert_eq!(nru.victim(0), 0);
        nru.touch(0);
        assert_eq!(nru.victim(0), 1);
    }
}
