//! Not recently used: one reference bit an entry; when the last bit of a set would be set, the others clear.

/// Reference bits.
#[derive(Clone, Debug)]
pub(crate) struct Nru {
    referenced: Vec<bool>,
    ways: usize,
}

checkpoint::state!(Nru { referenced } skips { ways });

impl Nru {
    /// No entry referenced yet.
    pub(crate) fn new(sets: usize, ways: usize, _: u64) -> Self {
        Self {
            referenced: vec![false; sets * ways],
            ways,
        }
    }

    /// An entry was used.
    #[inline(always)]
    pub(crate) fn touch(&mut self, index: usize) {
        if !self.referenced[index] {
            self.reference(index);
        }
    }

    fn reference(&mut self, index: usize) {
        let first = index - index % self.ways;
        let set = &mut self.referenced[first..first + self.ways];
        set[index - first] = true;
        if set.iter().all(|bit| *bit) {
            set.fill(false);
            set[index - first] = true;
        }
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
