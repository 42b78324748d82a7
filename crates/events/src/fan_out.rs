//! Several listeners to one run: a list, an option, a tuple of listeners and a reference to one are listeners, which pass every call on.

use crate::{Attention, Block, Group, Probe, StaticEvent, Task, Totals};

/// Calls macro `$hand_on` with the signatures of all methods of [`Probe`] that return nothing.
macro_rules! for_each_method {
    ($hand_on:ident $($how:tt)*) => {
        crate::for_each_record!({$hand_on} $($how)*);
        $hand_on! {
            $($how)*
            describe(block: &Block, events: &[StaticEvent]);
            group(group: &Group);
            status(cycle: u64, psr: u64);
            task(cycle: u64, task: Task);
            settle(cycle: u64);
        }
    };
}

macro_rules! to_the_one_behind {
    ($($method:ident($($argument:ident: $type:ty),*);)*) => {
        $(#[inline(always)]
        fn $method(&mut self, $($argument: $type),*) {
            (**self).$method($($argument),*);
        })*
    };
}

macro_rules! to_each_of_a_list {
    ($($method:ident($($argument:ident: $type:ty),*);)*) => {
        $(#[inline]
        fn $method(&mut self, $($argument: $type),*) {
            for probe in self.iter_mut() {
                probe.$method($($argument),*);
            }
        })*
    };
}

macro_rules! to_each_member {
    ($members:tt $($method:ident $arguments:tt;)*) => {
        $(to_each_member!(@ $members $method $arguments);)*
    };
    (@ $members:tt $method:ident($($argument:ident: $type:ty),*)) => {
        #[inline(always)]
        fn $method(&mut self, $($argument: $type),*) {
            to_each_member!(@call self $members $method ($($argument),*));
        }
    };
    (@call $self:ident [$($member:tt)*] $method:ident $arguments:tt) => {
        $(to_each_member!(@one $self $member $method $arguments);)*
    };
    (@one $self:ident $member:tt $method:ident $arguments:tt) => {
        $self.$member.$method $arguments;
    };
}

/// A pointer to a listener passes every call on. It counts as armed ([`Probe::is_armed`]): a trait object cannot be asked at compile time.
macro_rules! behind_a_pointer {
    ($pointer:ty) => {
        impl<P: Probe + ?Sized> Probe for $pointer {
            for_each_method!(to_the_one_behind);

            #[inline(always)]
            fn is_absent(&self) -> bool {
                (**self).is_absent()
            }

            fn read_pmd(&mut self, cycle: u64, index: u64) -> Option<u64> {
                (**self).read_pmd(cycle, index)
            }

            #[inline(always)]
            fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
                (**self).catch_up(cycle, totals)
            }

            #[inline(always)]
            fn asks(&self, misses: u32) -> bool {
                (**self).asks(misses)
            }
        }
    };
}

behind_a_pointer!(&mut P);
behind_a_pointer!(Box<P>);

/// Any number of listeners of one type hear the same run. An empty list needs no records.
macro_rules! list {
    ($list:ty) => {
        impl<P: Probe> Probe for $list {
            for_each_method!(to_each_of_a_list);

            #[inline]
            fn is_absent(&self) -> bool {
                self.iter().next().is_none()
            }

            fn read_pmd(&mut self, cycle: u64, index: u64) -> Option<u64> {
                let mut found = None;
                for probe in self.iter_mut() {
                    let value = probe.read_pmd(cycle, index);
                    found = found.or(value);
                }
                found
            }

            #[inline]
            fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
                let mut probes = self.iter_mut();
                let Some(first) = probes.next() else {
                    return Attention::NOTHING;
                };
                let mut wanted = first.catch_up(cycle, totals);
                for probe in probes {
                    wanted.add(&probe.catch_up(cycle, totals));
                }
                wanted
            }

            #[inline]
            fn asks(&self, misses: u32) -> bool {
                self.iter().any(|probe| probe.asks(misses))
            }
        }
    };
}

list!(Option<P>);
list!(Vec<P>);

/// Listeners of several types hear the same run. It is armed if any of the types is.
macro_rules! tuple {
    ($($type:ident $member:tt)*) => {
        impl<$($type: Probe),*> Probe for ($($type,)*) {
            #[inline(always)]
            fn is_armed() -> bool {
                false $(|| $type::is_armed())*
            }

            #[inline(always)]
            fn hears_records() -> bool {
                false $(|| $type::hears_records())*
            }

            for_each_method!(to_each_member [$($member)*]);

            fn read_pmd(&mut self, cycle: u64, index: u64) -> Option<u64> {
                let found = None;
                $(let value = self.$member.read_pmd(cycle, index);
                let found = found.or(value);)*
                found
            }

            #[inline]
            fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
                let mut wanted: Option<Attention> = None;
                $(if !self.$member.is_absent() {
                    let own = self.$member.catch_up(cycle, totals);
                    match &mut wanted {
                        Some(wanted) => wanted.add(&own),
                        None => wanted = Some(own),
                    }
                })*
                wanted.unwrap_or(Attention::NOTHING)
            }

            #[inline]
            fn asks(&self, misses: u32) -> bool {
                false $(|| self.$member.asks(misses))*
            }
        }
    };
}

tuple!(A 0 B 1);
tuple!(A 0 B 1 C 2);
tuple!(A 0 B 1 C 2 D 3);

/// Gives a listener all records, whatever its own [`Probe::catch_up`] answers: tests compare its results with those that it has when
/// records are left out.
#[derive(Debug, Clone, Copy, Default)]
pub struct Loud<P>(pub P);

impl<P: Probe> Probe for Loud<P> {
    for_each_method!(to_each_member[0]);

    fn read_pmd(&mut self, cycle: u64, index: u64) -> Option<u64> {
        self.0.read_pmd(cycle, index)
    }
}

/// A listener that only adds up, known when the model is compiled ([`Probe::hears_records`]): the model leaves out the checks for single
/// records. The listener must be asked before the first block, and always answer with [`Attention::sums`] and
/// [`Attention::instruction_misses`] alone.
#[derive(Debug, Clone, Copy, Default)]
pub struct Summing<P>(pub P);

impl<P: Probe> Probe for Summing<P> {
    for_each_method!(to_each_member[0]);

    #[inline(always)]
    fn hears_records() -> bool {
        false
    }

    fn read_pmd(&mut self, cycle: u64, index: u64) -> Option<u64> {
        self.0.read_pmd(cycle, index)
    }

    fn catch_up(&mut self, cycle: u64, totals: &mut dyn Totals) -> Attention {
        self.0.catch_up(cycle, totals)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Counts, Executions, RawSet};

    /// Hears groups and has a register.
    #[derive(Default)]
    struct Listener {
        settled: Vec<u64>,
        register: Option<u64>,
        wanted: Option<Attention>,
    }

    impl Probe for Listener {
        fn settle(&mut self, cycle: u64) {
            self.settled.push(cycle);
        }

        fn read_pmd(&mut self, _: u64, _: u64) -> Option<u64> {
            self.register
        }

        fn catch_up(&mut self, cycle: u64, _: &mut dyn Totals) -> Attention {
            self.settle(cycle);
            self.wanted.unwrap_or(Attention::ALL)
        }

        fn asks(&self, misses: u32) -> bool {
            u64::from(misses) >= 3
        }
    }

    struct Empty;

    impl Totals for Empty {
        fn dynamic(&mut self, _: &RawSet) -> Counts {
            Counts::ZERO
        }

        fn fetched(&mut self) -> u64 {
            0
        }

        fn retired(&mut self, _: &mut dyn FnMut(&Executions<'_>)) {}
    }

    #[test]
    fn every_listener_of_a_tuple_with_lists_hears_each_record() {
        let (mut borrowed, mut other) = (Listener::default(), Listener::default());
        let list: Vec<&mut dyn Probe> = vec![&mut borrowed, &mut other];
        let mut all = (Some(Listener::default()), list, Listener::default());
        all.settle(7);
        all.settle(9);
        assert_eq!(all.0.map(|one| one.settled), Some(vec![7, 9]));
        assert_eq!(all.2.settled, [7, 9]);
        assert_eq!([borrowed.settled, other.settled], [[7, 9], [7, 9]]);
    }

    #[test]
    fn the_first_listener_with_a_register_answers_for_all() {
        let with = |register| Listener {
            register,
            ..Listener::default()
        };
        let mut all = (with(None), vec![with(Some(3)), with(Some(4))]);
        assert_eq!(all.read_pmd(0, 4), Some(3));
        assert_eq!((with(None), Some(with(None))).read_pmd(0, 4), None);
    }

    #[test]
    fn listeners_together_hear_what_each_of_them_wants() {
        let with = |from, branches| Listener {
            wanted: Some(Attention {
                from,
                branches,
                ..Attention::NOTHING
            }),
            ..Listener::default()
        };
        let mut all = (with(20, true), vec![with(10, false)], Some(with(30, false)));
        let wanted = Attention {
            from: 10,
            branches: true,
            ..Attention::NOTHING
        };
        assert_eq!(all.catch_up(5, &mut Empty), wanted);
        assert_eq!(Loud(all).catch_up(5, &mut Empty), Attention::ALL);
    }

    #[test]
    fn a_listener_that_waits_for_a_fetch_is_left_unasked_if_no_other_does() {
        let waits = |fetches| Attention {
            fetches,
            syllables_behind: 300,
            ..Attention::NOTHING
        };
        let alone = Attention::NOTHING.and(waits(40)).and(Attention::NOTHING);
        assert_eq!(alone, waits(40));
        let both = waits(40).and(waits(30));
        assert_eq!((both.fetches, both.syllables_behind), (30, u64::MAX));
        // The fetch in cycle 40 may be in the execution in which the other one is told.
        assert_eq!(both.from, 0);
        let same = waits(40).and(waits(40));
        assert_eq!((same.fetches, same.from), (40, u64::MAX));
    }

    #[test]
    fn branches_are_held_back_only_where_no_listener_needs_them_at_once() {
        let holds = |held_branches| Attention {
            held_branches,
            ..Attention::NOTHING
        };
        let both = holds(40).and(holds(30));
        assert_eq!((both.held_branches, both.branches), (30, false));
        let beside_none = Attention::NOTHING.and(holds(40)).and(Attention::NOTHING);
        assert_eq!(
            (beside_none.held_branches, beside_none.branches),
            (40, false)
        );
        let at_once = [
            Attention::ALL,
            Attention {
                branches: true,
                ..Attention::NOTHING
            },
            Attention {
                from: 7,
                ..Attention::NOTHING
            },
            Attention {
                syllables: 7,
                ..Attention::NOTHING
            },
            Attention {
                fetches: 7,
                ..Attention::NOTHING
            },
            Attention {
                sums: true,
                ..Attention::NOTHING
            },
        ];
        for other in at_once {
            for both in [
                holds(40).and(other),
                other.and(holds(40)),
                other.and(holds(4)).and(holds(40)),
            ] {
                assert_eq!((both.held_branches, both.branches), (0, true), "{other:?}");
            }
        }
    }

    #[test]
    fn no_listener_wants_nothing_and_asks_for_nothing() {
        let mut none: (Option<Listener>, Vec<Listener>) = Default::default();
        assert_eq!(none.catch_up(5, &mut Empty), Attention::NOTHING);
        assert!(!none.asks(100));
        none.1.push(Listener::default());
        assert!(none.asks(3) && !none.asks(2));
    }
}
