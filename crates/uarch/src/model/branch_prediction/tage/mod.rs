//! The predictor `tage`: a bimodal base and tagged tables with geometrically growing histories
//! (Seznec and Michaud, "A case for (partially) tagged geometric history length branch prediction", 2006).

use super::{hash, train};
use config::model::Tage as Parameters;

/// One entry of a tagged table.
#[derive(Clone, Copy, Debug, Default)]
struct Entry {
    /// The tag with bit 15 set; 0: the entry is empty.
    tag: u16,
    /// 0 to 7; 4 and up predict taken.
    counter: u8,
    /// Useful count, 0 to 3: only an entry with 0 is given to another branch.
    useful: u8,
}

checkpoint::state!(Entry {
    tag,
    counter,
    useful
});

/// A tagged table.
#[derive(Clone, Debug)]
struct Component {
    entries: Vec<Entry>,
    /// How many of the newest outcomes select an entry.
    length: u32,
}

checkpoint::state!(Component { entries } skips { length });

/// The predictor.
#[derive(Clone, Debug)]
pub(super) struct Tage {
    /// Two-bit counters by the hash of the branch.
    base: Vec<u8>,
    /// The tagged tables, that with the shortest history first.
    components: Vec<Component>,
    /// Outcomes of the newest branches, the newest in bit 0.
    history: u128,
    tag_bits: u32,
    index_bits: u32,
    /// Allocations that found no room since all useful counts went down last; at 32 they go down.
    pressure: u8,
}

checkpoint::state!(Tage { base, components, history, pressure } skips { tag_bits, index_bits });

/// Where a prediction comes from.
struct Choice {
    /// Table and index of the entry that predicts; `None`: the base predicts.
    provider: Option<(usize, usize)>,
    /// The prediction.
    taken: bool,
    /// The prediction without the provider.
    alternate: bool,
}

impl Tage {
    /// Empty tables.
    pub(super) fn new(parameters: &Parameters) -> Self {
        let tables = parameters.tables.clamp(1, 16);
        let shortest = parameters.shortest_history.clamp(1, 127);
        let longest = parameters.longest_history.clamp(shortest, 127);
        let index_bits = parameters.index_bits.clamp(1, 20);
        let components = (0..tables)
            .map(|i| Component {
                entries: vec![Entry::default(); 1 << index_bits],
                length: geometric(shortest, longest, i, tables),
            })
            .collect();
        Self {
            base: vec![1; 1 << parameters.base_bits.min(24)],
            components,
            history: 0,
            tag_bits: parameters.tag_bits.clamp(4, 15),
            index_bits,
            pressure: 0,
        }
    }

    /// The newest `length` outcomes folded to `bits` bits by exclusive or: F of Branch prediction 7.
    fn fold(&self, length: u32, bits: u32) -> u64 {
        let mut rest = self.history & ((1 << length) - 1);
        let mut folded = 0;
        while rest != 0 {
            folded ^= rest as u64 & ((1 << bits) - 1);
            rest >>= bits;
        }
        folded
    }

    /// Index and tag of a branch in a tagged table.
    fn place(&self, component: usize, key: u64) -> (usize, u16) {
        let c = &self.components[component];
        let index = (hash(key)
            ^ hash(key) >> self.index_bits
            ^ self.fold(c.length, self.index_bits)) as usize
            & (c.entries.len() - 1);
        let tag = hash(key)
            ^ self.fold(c.length, self.tag_bits)
            ^ self.fold(c.length, self.tag_bits - 1) << 1;
        (index, (tag & ((1 << self.tag_bits) - 1)) as u16 | 1 << 15)
    }

    /// The prediction of a branch: that of the longest history whose entry has its tag.
    fn choose(&self, key: u64) -> Choice {
        // Branch prediction 7
        let base = self.base[hash(key) as usize & (self.base.len() - 1)] >= 2;
        let mut choice = Choice {
            provider: None,
            taken: base,
            alternate: base,
        };
        for component in 0..self.components.len() {
            let (index, tag) = self.place(component, key);
            let entry = &self.components[component].entries[index];
            if entry.tag == tag {
                choice.alternate = choice.taken;
                choice.taken = entry.counter >= 4;
                choice.provider = Some((component, index));
            }
        }
        choice
    }

    /// Whether a branch is predicted taken.
    pub(super) fn predict(&self, key: u64) -> bool {
        self.choose(key).taken
    }

    /// Learns the outcome of a branch.
    pub(super) fn learn(&mut self, key: u64, taken: bool) {
        let choice = self.choose(key);
        match choice.provider {
            Some((component, index)) => {
                let entry = &mut self.components[component].entries[index];
                entry.counter = if taken {
                    (entry.counter + 1).min(7)
                } else {
                    entry.counter.saturating_sub(1)
                };
                if choice.taken != choice.alternate {
                    entry.useful = if choice.taken == taken {
                        (entry.useful + 1).min(3)
                    } else {
                        entry.useful.saturating_sub(1)
                    };
                }
            }
            None => {
                let index = hash(key) as usize & (self.base.len() - 1);
                train(&mut self.base[index], taken);
            }
        }
        if choice.taken != taken {
            self.allocate(
                choice.provider.map_or(0, |(component, _)| component + 1),
                key,
                taken,
            );
        }
        self.history = self.history << 1 | u128::from(taken);
    }

    /// Gives a mispredicted branch an entry in a table with a longer history: the first from `from` on whose entry is not useful.
    fn allocate(&mut self, from: usize, key: u64, taken: bool) {
        for component in from..self.components.len() {
            let (index, tag) = self.place(component, key);
            let entry = &mut self.components[component].entries[index];
            if entry.useful == 0 {
                *entry = Entry {
                    tag,
                    counter: if taken { 4 } else { 3 },
                    useful: 0,
                };
                return;
            }
        }
        self.pressure += 1;
        if self.pressure == 32 {
            self.pressure = 0;
            for component in &mut self.components {
                for entry in &mut component.entries {
                    entry.useful = entry.useful.saturating_sub(1);
                }
            }
        }
    }
}

/// Step `i` of `steps` from `first` to `last` in geometric progression, rounded up; exact integers, so
/// that every host agrees.
fn geometric(first: u32, last: u32, i: u32, steps: u32) -> u32 {
    let Some(intervals @ 1..) = steps.checked_sub(1) else {
        return first;
    };
    let (a, b) = (u128::from(first), u128::from(last));
    let wanted = a.pow(intervals - i.min(intervals)) * b.pow(i.min(intervals));
    (first..last)
        .find(|n| u128::from(*n).pow(intervals) >= wanted)
        .unwrap_or(last)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn history_lengths_grow_geometrically_from_the_first_to_the_last() {
        let lengths: Vec<u32> = (0..4).map(|i| geometric(5, 64, i, 4)).collect();
        assert_eq!(lengths, [5, 12, 28, 64]);
        assert_eq!(geometric(127, 127, 15, 16), 127);
    }
}
