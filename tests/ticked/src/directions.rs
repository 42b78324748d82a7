//! Direction predictors that the processors do not have (`docs/timing.md`, "Branch prediction" 7), each as the rule says it.

use config::model::{Branch as Parameters, BranchPredictor};
use std::collections::{HashMap, VecDeque};

/// What stands for a branch in the tables.
fn mixed(key: u64) -> u64 {
    (key / (1 << 4)) ^ (key / (1 << 17)) ^ ((key % 4) * (1 << 7))
}

/// Two-bit counters by number.
struct Counters {
    /// Those that were trained.
    values: HashMap<u64, i32>,
    bits: u32,
}

impl Counters {
    fn new(bits: u32) -> Self {
        Self {
            values: HashMap::new(),
            bits,
        }
    }

    fn place(&self, number: u64) -> u64 {
        number % (1 << self.bits)
    }

    fn says_taken(&self, number: u64) -> bool {
        self.values.get(&self.place(number)).unwrap_or(&1) >= &2
    }

    fn train(&mut self, number: u64, taken: bool) {
        let place = self.place(number);
        let value = self.values.entry(place).or_insert(1);
        let step = if taken { 1 } else { -1 };
        *value = (*value + step).clamp(0, 3);
    }
}

/// Outcomes, the newest first.
#[derive(Clone, Default)]
struct History(VecDeque<bool>);

impl History {
    fn add(&mut self, taken: bool) {
        self.0.push_front(taken);
        self.0.truncate(128);
    }

    /// The newest outcomes as a number, the newest in the lowest bit.
    fn newest(&self, count: u32) -> u64 {
        let outcomes = self.0.iter().take(count as usize).enumerate();
        outcomes.map(|(n, taken)| u64::from(*taken) << n).sum()
    }

    /// The exclusive or of the newest outcomes in pieces of some bits.
    fn folded(&self, count: u32, bits: u32) -> u64 {
        let outcomes: Vec<bool> = self.0.iter().copied().take(count as usize).collect();
        let pieces = outcomes.chunks(bits as usize).map(|piece| {
            let bits = piece.iter().enumerate();
            bits.map(|(n, taken)| u64::from(*taken) << n).sum::<u64>()
        });
        pieces.fold(0, |all, piece| all ^ piece)
    }
}

/// An entry of a tagged table.
#[derive(Clone, Copy)]
struct Tagged {
    tag: u64,
    counter: i32,
    useful: i32,
}

/// TAGE.
pub(crate) struct Tage {
    base: Counters,
    tables: Vec<HashMap<u64, Tagged>>,
    lengths: Vec<u32>,
    history: History,
    index_bits: u32,
    tag_bits: u32,
    /// Mispredicted branches that found no entry.
    crowded: u32,
}

impl Tage {
    fn new(parameters: &config::model::Tage) -> Self {
        let tables = parameters.tables;
        let shortest = parameters.shortest_history;
        let longest = parameters.longest_history;
        let length = |i: u32| {
            // L^(n - 1) = shortest^(n - 1 - i) × longest^i, rounded up.
            let steps = tables - 1;
            let power = |n: u32, e: u32| (0..e).fold(1_u128, |all, _| all * u128::from(n));
            let wanted = power(shortest, steps.saturating_sub(i)) * power(longest, i);
            let mut length = shortest;
            while power(length, steps) < wanted {
                length += 1;
            }
            length
        };
        Self {
            base: Counters::new(parameters.base_bits),
            tables: (0..tables).map(|_| HashMap::new()).collect(),
            lengths: (0..tables).map(length).collect(),
            history: History::default(),
            index_bits: parameters.index_bits,
            tag_bits: parameters.tag_bits,
            crowded: 0,
        }
    }

    /// Where a table has a branch, and the tag of it.
    fn place(&self, table: usize, key: u64) -> (u64, u64) {
        let (h, length) = (mixed(key), self.lengths[table]);
        let index = h ^ (h >> self.index_bits) ^ self.history.folded(length, self.index_bits);
        let tag = h
            ^ self.history.folded(length, self.tag_bits)
            ^ (2 * self.history.folded(length, self.tag_bits - 1));
        (index % (1 << self.index_bits), tag % (1 << self.tag_bits))
    }

    /// The tables that know a branch, from the last to the first, and what each says; last what the counters say.
    fn opinions(&self, key: u64) -> Vec<(Option<usize>, bool)> {
        let mut opinions = Vec::new();
        for (n, table) in self.tables.iter().enumerate().rev() {
            let (index, tag) = self.place(n, key);
            if let Some(entry) = table.get(&index).filter(|entry| entry.tag == tag) {
                opinions.push((Some(n), entry.counter >= 4));
            }
        }
        opinions.push((None, self.base.says_taken(mixed(key))));
        opinions
    }

    fn learn(&mut self, key: u64, taken: bool) {
        let opinions = self.opinions(key);
        let (provider, said) = opinions[0];
        if let Some(table) = provider {
            let (index, _) = self.place(table, key);
            let other = opinions[1].1;
            if let Some(entry) = self.tables[table].get_mut(&index) {
                let step = if taken { 1 } else { -1 };
                entry.counter = (entry.counter + step).clamp(0, 7);
                if said != other {
                    let step = if said == taken { 1 } else { -1 };
                    entry.useful = (entry.useful + step).clamp(0, 3);
                }
            }
        } else {
            self.base.train(mixed(key), taken);
        }
        if said != taken {
            let first = provider.map_or(0, |table| table + 1);
            self.give_entry(first, key, taken);
        }
        self.history.add(taken);
    }

    /// A branch that was mispredicted gets an entry in one of the tables from one on.
    fn give_entry(&mut self, first: usize, key: u64, taken: bool) {
        for table in first..self.tables.len() {
            let (index, tag) = self.place(table, key);
            let there = self.tables[table].get(&index);
            if there.is_none_or(|entry| entry.useful == 0) {
                let counter = if taken { 4 } else { 3 };
                let fresh = Tagged {
                    tag,
                    counter,
                    useful: 0,
                };
                self.tables[table].insert(index, fresh);
                return;
            }
        }
        self.crowded += 1;
        if self.crowded == 32 {
            self.crowded = 0;
            for entry in self.tables.iter_mut().flat_map(HashMap::values_mut) {
                entry.useful = (entry.useful - 1).max(0);
            }
        }
    }
}

/// A predictor that knows branches by their addresses, or none.
pub(crate) enum Directions {
    /// The processor's own tables.
    Own,
    Bimodal(Box<Bimodal>),
    Gshare(Box<Gshare>),
    Local(Box<Local>),
    Tage(Box<Tage>),
}

/// Counters by branch.
pub(crate) struct Bimodal(Counters);

/// Counters by branch and history of all.
pub(crate) struct Gshare {
    counters: Counters,
    history: History,
    history_bits: u32,
}

/// Counters by branch and history of its own.
pub(crate) struct Local {
    counters: Counters,
    histories: HashMap<u64, History>,
    history_bits: u32,
    local_bits: u32,
}

impl Gshare {
    fn number(&self, key: u64) -> u64 {
        mixed(key) ^ self.history.newest(self.history_bits)
    }
}

impl Local {
    fn history(&self, key: u64) -> u64 {
        mixed(key) % (1 << self.local_bits)
    }

    fn number(&self, key: u64) -> u64 {
        let size = 1 << self.history_bits;
        let own = self.histories.get(&self.history(key));
        mixed(key) / size * size + own.map_or(0, |own| own.newest(self.history_bits))
    }
}

impl Directions {
    /// Of a configuration.
    pub(crate) fn new(parameters: &Parameters) -> Self {
        let p = &parameters.patterns;
        let counters = Counters::new(p.counter_bits);
        match parameters.predictor {
            BranchPredictor::Bimodal => Directions::Bimodal(Box::new(Bimodal(counters))),
            BranchPredictor::Gshare => Directions::Gshare(Box::new(Gshare {
                counters,
                history: History::default(),
                history_bits: p.history_bits,
            })),
            BranchPredictor::TwoLevelLocal => Directions::Local(Box::new(Local {
                counters,
                histories: HashMap::new(),
                history_bits: p.history_bits,
                local_bits: p.local_bits,
            })),
            BranchPredictor::Tage => Directions::Tage(Box::new(Tage::new(&parameters.tage))),
            BranchPredictor::Itanium
            | BranchPredictor::None
            | BranchPredictor::Static
            | BranchPredictor::Perfect => Directions::Own,
        }
    }

    /// What it says of a branch; `None`: it has nothing to say.
    pub(crate) fn says(&self, key: u64) -> Option<bool> {
        Some(match self {
            Directions::Own => return None,
            Directions::Bimodal(p) => p.0.says_taken(mixed(key)),
            Directions::Gshare(p) => p.counters.says_taken(p.number(key)),
            Directions::Local(p) => p.counters.says_taken(p.number(key)),
            Directions::Tage(p) => p.opinions(key)[0].1,
        })
    }

    /// What a branch did.
    pub(crate) fn learn(&mut self, key: u64, taken: bool) {
        match self {
            Directions::Own => {}
            Directions::Bimodal(p) => p.0.train(mixed(key), taken),
            Directions::Gshare(p) => {
                let number = p.number(key);
                p.counters.train(number, taken);
                p.history.add(taken);
            }
            Directions::Local(p) => {
                let (number, own) = (p.number(key), p.history(key));
                p.counters.train(number, taken);
                p.histories.entry(own).or_default().add(taken);
            }
            Directions::Tage(p) => p.learn(key, taken),
        }
    }
}
