//! Itanium's own direction predictor: target address registers (Branch prediction 1), the branch prediction table (BPT) and the multiway branch
//! prediction table (MBPT; Branch prediction 2).
//!
//! The BPT keeps a local history for each bundle with one branch; the bundles of a set share one array of two-bit
//! counters, from which the history selects one. The MBPT keeps a history for each slot of bundles with more branches.

use super::table::Table;
use super::{BranchBundle, BranchSlot, Directions, MOST, Near, TablePositions, train};
use config::model::ItaniumTables;
use isa::WhetherHint;

/// The tables.
#[derive(Clone, Debug)]
pub(super) struct Itanium {
    /// The target address registers: bundle and target, the newest last.
    target_registers: Vec<(u64, u64)>,
    /// How many target address registers there are.
    target_register_count: usize,
    /// The union of [`bit`](Self::bit) of all bundles that a target register names: a bundle whose bit is clear is not named.
    named: u64,
    /// The BPT: the history of a bundle with one branch, the newest outcome in bit 0.
    single: Table<u8>,
    /// Its two-bit counters, `patterns` for each set.
    single_patterns: Vec<u8>,
    /// The MBPT: a history for each slot.
    multiway: Table<[u8; 3]>,
    /// Its two-bit counters, `patterns` for each set.
    multiway_patterns: Vec<u8>,
    history_mask: u8,
    /// Counters of a set: one for each value of a history.
    patterns: usize,
}

checkpoint::state!(Itanium { named, single, single_patterns, multiway, multiway_patterns } grows { target_registers } skips { target_register_count, history_mask, patterns });

impl Itanium {
    /// Empty tables.
    pub(super) fn new(parameters: &ItaniumTables) -> Self {
        let patterns = 1 << parameters.history_bits;
        let single = Table::new(parameters.bpt_entries, parameters.bpt_ways);
        let multiway: Table<[u8; 3]> = Table::new(parameters.mbpt_entries, parameters.mbpt_ways);
        // A counter starts on the side of the newest outcome in its history.
        let fresh = |sets: usize| {
            (0..sets.max(1) * patterns)
                .map(|i| if i & 1 != 0 { 2 } else { 1 })
                .collect()
        };
        Self {
            target_registers: Vec::with_capacity(parameters.tar_entries as usize),
            target_register_count: parameters.tar_entries as usize,
            named: 0,
            single_patterns: fresh(single.sets()),
            multiway_patterns: fresh(multiway.sets()),
            single,
            multiway,
            history_mask: (patterns - 1) as u8,
            patterns,
        }
    }

    /// `brp.imp` loads a target register, the oldest if all are in use.
    pub(super) fn load_target_register(&mut self, bundle: u64, target: u64) {
        let newest = self.target_registers.last();
        if self.target_register_count == 0 || newest == Some(&(bundle, target)) {
            return;
        }
        self.target_registers.retain(|(ip, _)| *ip != bundle);
        if self.target_registers.len() == self.target_register_count {
            self.target_registers.remove(0);
        }
        self.target_registers.push((bundle, target));
        let named = self.target_registers.iter();
        self.named = named.fold(0, |bits, (ip, _)| bits | Self::bit(*ip));
    }

    /// Its part of [`BranchUnit::picture`](super::BranchUnit::picture).
    pub(super) fn picture(&self, words: &mut Vec<u64>) {
        let registers = self.target_registers.iter();
        words.push(registers.len() as u64);
        words.extend(registers.flat_map(|&(bundle, target)| [bundle, target]));
        self.single.picture(words, |&history| history.into());
        self.multiway.picture(words, |&[first, second, third]| {
            u64::from_le_bytes([first, second, third, 0, 0, 0, 0, 0])
        });
        for counters in [&self.single_patterns, &self.multiway_patterns] {
            let eights = counters.chunks(8);
            words.extend(
                eights.map(|eight| eight.iter().fold(0, |word, &c| word << 8 | u64::from(c))),
            );
        }
    }

    /// The bit of a bundle in `named`, which other bundles share.
    #[inline(always)]
    const fn bit(bundle: u64) -> u64 {
        1 << (bundle >> 4 & 63)
    }

    /// Whether a bundle's only branch, which the tables predict, has been taken so often that its history and counter predict it taken and stay
    /// as they are when it is taken again. `hint`: where its history was found last.
    pub(super) fn is_settled(&self, bundle: &BranchBundle, hint: u32) -> bool {
        let pattern = self.pattern(self.single.set(bundle.ip), self.history_mask);
        self.single.value_at(bundle.ip, hint) == Some(&self.history_mask)
            && self.single_patterns.get(pattern) == Some(&MOST)
    }

    /// Whether the BPT has a bundle with one branch where it was found last.
    pub(super) fn has_entry(&self, bundle: &BranchBundle, hint: u32) -> bool {
        bundle.dynamic && self.single.value_at(bundle.ip, hint).is_some()
    }

    /// Uses an entry of the BPT once more.
    #[inline(always)]
    pub(super) fn use_again(&mut self, entry: u32) {
        self.single.use_again(entry);
    }

    /// Index of the first of the counters from which the history of a bundle with one branch selects.
    #[inline(always)]
    pub(super) fn patterns_of(&self, bundle: u64) -> usize {
        self.single.set(bundle) * self.patterns
    }

    /// Whether a target register names a bundle, or another one that shares its bit.
    #[inline(always)]
    pub(super) fn may_name(&self, bundle: u64) -> bool {
        self.named & Self::bit(bundle) != 0
    }

    /// [`predict_and_train_near`](Self::predict_and_train_near) for a bundle that is simple to predict.
    #[inline(always)]
    pub(super) fn predict_and_train(
        &mut self,
        near: &Near,
        positions: &TablePositions,
        taken: bool,
    ) -> Option<bool> {
        self.predict_and_train_near(near.bundle, near.patterns, positions.history, taken)
    }

    /// Predicts and trains a bundle with one branch whose history is at index `hint` of the BPT and whose counters begin at `patterns`. Returns the
    /// direction predicted; `None`: its history is not there, and nothing was done.
    #[inline(always)]
    pub(super) fn predict_and_train_near(
        &mut self,
        bundle: u64,
        patterns: usize,
        hint: u32,
        taken: bool,
    ) -> Option<bool> {
        let mask = self.history_mask;
        let history = self.single.at_mut(bundle, hint)?.use_it();
        let counter = &mut self.single_patterns[patterns + usize::from(*history & mask)];
        *history = (*history << 1 | u8::from(taken)) & mask;
        let direction = *counter >= 2;
        train(counter, taken);
        Some(direction)
    }

    /// The history of a bundle that is simple to predict, and the counter that it selects.
    pub(super) fn seen(&self, near: &Near, positions: &TablePositions) -> Option<(u8, u8)> {
        let history = *self.single.value_at(near.bundle, positions.history)?;
        let pattern = near.patterns + usize::from(history & self.history_mask);
        Some((history, self.single_patterns[pattern]))
    }

    /// Whether a history and its counter stay as they are when the branch goes one way once more.
    pub(super) fn is_saturated(&self, (history, counter): (u8, u8), taken: bool) -> bool {
        match taken {
            true => history == self.history_mask && counter == MOST,
            false => history == 0 && counter == 0,
        }
    }

    /// Index of the counter that a history selects in a set.
    fn pattern(&self, set: usize, history: u8) -> usize {
        set * self.patterns + usize::from(history & self.history_mask)
    }

    /// Gives a bundle with a dynamic hint an entry; histories start as if each branch had always
    /// followed its hint.
    #[inline(never)]
    fn allocate(&mut self, bundle: &BranchBundle) -> Option<usize> {
        // Branch prediction 2: the history starts as if the hint had always been right.
        if !bundle.dynamic {
            return None;
        }
        let mask = self.history_mask;
        if bundle.count == 1 {
            let branch = bundle.alone.map(|(_, branch)| branch);
            self.single.insert(bundle.ip, initial(branch) & mask);
            self.single.find(bundle.ip)
        } else {
            let histories = bundle.slots.map(|slot| initial(slot) & mask);
            self.multiway.insert(bundle.ip, histories);
            self.multiway.find(bundle.ip)
        }
    }
}

impl Directions for Itanium {
    #[inline(always)]
    fn target_register(&self, bundle: u64) -> Option<u64> {
        // Branch prediction 1
        if !self.may_name(bundle) {
            return None;
        }
        self.target_registers
            .iter()
            .find(|(ip, _)| *ip == bundle)
            .map(|(_, target)| *target)
    }

    /// A bundle without a branch that has a dynamic hint never has an entry.
    #[inline(always)]
    fn entry(&mut self, bundle: &BranchBundle, hint: &mut u32) -> Option<usize> {
        if !bundle.dynamic {
            return None;
        }
        if bundle.count == 1 {
            let index = self.single.find_near(bundle.ip, hint)?;
            self.single.value(index);
            Some(index)
        } else {
            let index = self.multiway.find_near(bundle.ip, hint)?;
            self.multiway.value(index);
            Some(index)
        }
    }

    #[inline(always)]
    fn direction(&mut self, bundle: &BranchBundle, slot: u8, entry: Option<usize>) -> Option<bool> {
        let entry = entry?;
        Some(if bundle.count == 1 {
            let history = *self.single.peek(entry);
            let pattern = self.pattern(self.single.set(bundle.ip), history);
            self.single_patterns[pattern] >= 2
        } else {
            let history = self.multiway.peek(entry)[usize::from(slot)];
            let pattern = self.pattern(self.multiway.set(bundle.ip), history);
            self.multiway_patterns[pattern] >= 2
        })
    }

    #[inline(always)]
    fn direct_and_learn(
        &mut self,
        bundle: &BranchBundle,
        slot: u8,
        hint: &mut u32,
        taken: bool,
    ) -> Option<bool> {
        if !bundle.dynamic {
            return None;
        }
        if self.single.find_near(bundle.ip, hint).is_none() {
            self.learn(bundle, slot, &mut None, taken);
            return None;
        }
        self.direct_near(bundle, *hint, taken)
    }

    #[inline(always)]
    fn direct_near(&mut self, bundle: &BranchBundle, hint: u32, taken: bool) -> Option<bool> {
        self.predict_and_train_near(bundle.ip, self.patterns_of(bundle.ip), hint, taken)
    }

    #[inline(always)]
    fn learn(&mut self, bundle: &BranchBundle, slot: u8, entry: &mut Option<usize>, taken: bool) {
        if !bundle.dynamic {
            return;
        }
        if entry.is_none() {
            *entry = self.allocate(bundle);
        }
        let Some(entry) = *entry else { return };
        let mask = self.history_mask;
        let shift = |history: u8| (history << 1 | u8::from(taken)) & mask;
        if bundle.count == 1 {
            let history = self.single.peek(entry);
            let old = *history;
            *history = shift(old);
            let pattern = self.pattern(self.single.set(bundle.ip), old);
            train(&mut self.single_patterns[pattern], taken);
        } else {
            let history = &mut self.multiway.peek(entry)[usize::from(slot)];
            let old = *history;
            *history = shift(old);
            let pattern = self.pattern(self.multiway.set(bundle.ip), old);
            train(&mut self.multiway_patterns[pattern], taken);
        }
    }
}

/// The history of a branch that always followed its hint.
fn initial(branch: Option<BranchSlot>) -> u8 {
    match branch.map(|b| b.whether) {
        Some(WhetherHint::DynamicTaken | WhetherHint::StaticTaken) => u8::MAX,
        _ => 0,
    }
}
