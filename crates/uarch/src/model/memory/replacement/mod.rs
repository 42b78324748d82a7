//! Replacement policies: a folder each, chosen by name in the configuration.
//!
//! A policy is told of touches (the use of a way of a set) and is asked for victims. It never sees tags. The
//! enum is matched once an access; a new policy is a new folder, a line in the list, and a name in
//! `config::model::Replacement` (`docs/timing.md`, "Adding a predictor or a policy").

mod lru;
mod nru;
mod random;

use checkpoint::{Damage, Source, State};
use config::model::Replacement;

/// The policies: each has a line, its name in the configuration and its type.
macro_rules! policies {
    ($($name:ident: $module:ident::$type:ident;)*) => {
        /// The state of one policy over all sets of a structure.
        ///
        /// `repr(u8)` gives the variant a byte of its own: packed into unused values of its contents it takes longer to find out than a touch does.
        #[derive(Clone, Debug)]
        #[repr(u8)]
        pub(crate) enum Policy {
            $($name($module::$type),)*
        }

        impl Policy {
            /// The policy named by a configuration.
            pub(crate) fn new(name: Replacement, sets: usize, ways: usize, seed: u64) -> Self {
                match name {
                    $(Replacement::$name => Policy::$name($module::$type::new(sets, ways, seed)),)*
                }
            }

            /// Notes that an entry was used or filled; `index` is set × ways + way.
            #[inline(always)]
            pub(crate) fn touch(&mut self, index: usize) {
                match self {
                    $(Policy::$name(policy) => policy.touch(index),)*
                }
            }

            /// Chooses the victim of a full set and notes that it is filled; `first`: index of the set's first way. Returns the victim's index.
            #[inline(always)]
            pub(crate) fn replace(&mut self, set: usize, first: usize) -> usize {
                match self {
                    $(Policy::$name(policy) => {
                        let index = first + policy.victim(set);
                        policy.touch(index);
                        index
                    })*
                }
            }
        }

        /// A checkpoint holds the state of the configured policy only.
        impl State for Policy {
            fn save(&self, out: &mut Vec<u8>) {
                match self {
                    $(Policy::$name(policy) => policy.save(out),)*
                }
            }

            fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
                match self {
                    $(Policy::$name(policy) => policy.load(from),)*
                }
            }
        }
    };
}

impl Policy {
    /// Notes the use of several entries, one after the other. Indices beyond the structure are passed over.
    #[inline(always)]
    pub(crate) fn touch_all(&mut self, places: impl Iterator<Item = usize>) {
        match self {
            Policy::Lru(lru) => lru.touch_all(places),
            _ => places.for_each(|place| self.touch(place)),
        }
    }

    /// The way of a full set that would be the victim; `None`: the policy cannot tell without changing its state.
    pub(crate) fn foresee(&self, set: usize) -> Option<usize> {
        match self {
            Policy::Lru(lru) => Some(lru.oldest(set)),
            Policy::Nru(nru) => Some(nru.victim(set)),
            Policy::Random(_) => None,
        }
    }

    /// Counts so many uses of entries that the caller names later ([`was_touched`](Self::was_touched)), before it asks for a victim; returns the time
    /// of the last one. `None`: the policy has to be told of each use in turn, and nothing was counted.
    #[inline(always)]
    pub(crate) fn postpone(&mut self, uses: u64) -> Option<u64> {
        match self {
            Policy::Lru(lru) => Some(lru.postpone(uses)),
            _ => None,
        }
    }

    /// Whether using these entries again, in the order in which they were just used, changes no later victim.
    pub(crate) fn folds(&self, mut places: impl Iterator<Item = usize>) -> bool {
        match self {
            Policy::Lru(_) | Policy::Random(_) => true,
            // The use of an entry whose bit is set changes nothing.
            Policy::Nru(nru) => places.all(|place| nru.is_referenced(place)),
        }
    }

    /// Notes that an entry was used at a time that [`postpone`](Self::postpone) counted.
    #[inline(always)]
    pub(crate) fn was_touched(&mut self, index: usize, time: u64) {
        if let Policy::Lru(lru) = self {
            lru.was_touched(index, time);
        }
    }
}

/// The number of the least recently used entry, the first of equals; 0 if there are none. `used`: the time of an entry's last use.
#[inline(always)]
pub(crate) fn oldest<T>(entries: &[T], used: impl Fn(&T) -> u64) -> usize {
    // The usual numbers of ways, compared without a loop.
    match entries {
        [a, b, c, d] => oldest_of_four([a, b, c, d].map(&used), 0).1,
        [a, b, c, d, e, f] => {
            let front = oldest_of_four([a, b, c, d].map(&used), 0);
            older(front, older((used(e), 4), (used(f), 5))).1
        }
        _ => oldest_of_many(entries, used),
    }
}

/// The oldest of four entries with these times of their last use, the first of which has number `first`: its time and its number.
#[inline(always)]
fn oldest_of_four([a, b, c, d]: [u64; 4], first: usize) -> (u64, usize) {
    let front = older((a, first), (b, first + 1));
    older(front, older((c, first + 2), (d, first + 3)))
}

/// [`oldest`] of any number of entries.
#[inline(never)]
fn oldest_of_many<T>(entries: &[T], used: impl Fn(&T) -> u64) -> usize {
    let (fours, others) = entries.as_chunks::<4>();
    let mut oldest = (u64::MAX, 0);
    for (number, [a, b, c, d]) in fours.iter().enumerate() {
        oldest = older(oldest, oldest_of_four([a, b, c, d].map(&used), 4 * number));
    }
    for (way, entry) in (4 * fours.len()..).zip(others) {
        oldest = older(oldest, (used(entry), way));
    }
    oldest.1
}

/// The one of two entries that was used earlier, the first if both times are equal; each is the time of its last use and its number.
#[inline(always)]
fn older(one: (u64, usize), other: (u64, usize)) -> (u64, usize) {
    if other.0 < one.0 { other } else { one }
}

policies! {
    Lru: lru::Lru;
    Nru: nru::Nru;
    Random: random::Random;
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_that_are_none_are_passed_over() {
        for name in [Replacement::Lru, Replacement::Nru, Replacement::Random] {
            let [mut some, mut all] = [(); 2].map(|()| Policy::new(name, 2, 4, 1));
            for turn in 0..100_usize {
                let used = turn * 5 % 8;
                all.touch_all([8, used, usize::MAX].into_iter());
                some.touch_all([used].into_iter());
                let [mut one, mut other] = [Vec::new(), Vec::new()];
                all.save(&mut one);
                some.save(&mut other);
                assert_eq!(one, other, "{name:?}, turn {turn}");
            }
        }
    }
}
