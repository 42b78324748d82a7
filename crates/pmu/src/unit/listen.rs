//! Records as they arrive: which counters listen, whether the tags let them through, now or in order.

use super::Unit;
use super::queue::Effect;
use crate::setup::Source;
use crate::tags::{PMC8, RANGE};
use crate::trace;
use events::{Block, Branch, CodeId, Group, Raw, Shape, Site, Stall, StaticEvent};

impl Unit {
    /// Adds `amount` to a counter: at once if `cycle` is before the horizon, else when the queue comes to that cycle.
    #[inline]
    pub(super) fn add(&mut self, counter: usize, amount: u32, cycle: u64) {
        if cycle < self.horizon {
            self.values[counter] += u64::from(amount) & self.gates[counter];
        } else {
            self.queued[counter & 3] += u64::from(amount);
            self.queue.push(
                cycle,
                Effect::Add {
                    counter: counter as u8,
                    amount,
                },
            );
        }
    }

    /// The same for 1 in each of `cycles` cycles from `cycle` on.
    pub(super) fn span(&mut self, counter: usize, cycle: u64, cycles: u64) {
        if cycle.saturating_add(cycles) <= self.horizon {
            self.values[counter] += cycles & self.gates[counter];
        } else {
            self.queued[counter & 3] += cycles;
            let cycles = u32::try_from(cycles).unwrap_or(u32::MAX);
            self.queue.push(
                cycle,
                Effect::Span {
                    counter: counter as u8,
                    cycles,
                },
            );
        }
    }

    pub(crate) fn describe(&mut self, block: &Block, events: &[StaticEvent]) {
        self.codes.insert(
            block,
            events,
            &self.setup.tagger,
            self.level,
            &self.setup.counters,
        );
    }

    #[inline(always)]
    pub(crate) fn group(&mut self, group: &Group) {
        let late = group.cycle >= self.horizon;
        if late && self.interrupts {
            self.groups.push_back((group.cycle, group.code, group.from));
        }
        if self.wants_groups {
            self.count_group(group, late);
        }
    }

    #[inline(never)]
    fn count_group(&mut self, group: &Group, late: bool) {
        if late {
            let (queue, queued) = (&mut self.queue, &mut self.queued);
            self.codes.group(group, |counter, amount| {
                queued[usize::from(counter & 3)] += u64::from(amount);
                queue.push(group.cycle, Effect::Add { counter, amount });
            });
        } else {
            let (values, gates) = (&mut self.values, &self.gates);
            self.codes.group(group, |counter, amount| {
                let counter = usize::from(counter & 3);
                values[counter] += u64::from(amount) & gates[counter];
            });
        }
    }

    /// Tags of the instruction or fetch at `site`.
    pub(super) fn tags(&self, site: &Site) -> u8 {
        if site.code == CodeId::NONE {
            let tags = self.setup.tagger.fetch(site.ip, self.level);
            if self.setup.tagger.any_opcode() && tags & RANGE != 0 {
                tags | PMC8
            } else {
                tags
            }
        } else {
            self.codes.tags(site.code, site.index)
        }
    }

    /// Whether a counter's qualifiers let an occurrence at `site` through.
    pub(super) fn qualified(&self, counter: usize, site: &Site) -> bool {
        let counter = &self.setup.counters[counter];
        if counter.tags == 0 {
            return true;
        }
        let tags = self.tags(site);
        tags & counter.tags != 0
            && (!counter.data_range
                || !self.setup.tagger.restricts_data()
                || (site.data != 0 && self.setup.tagger.data(site.data, tags)))
    }

    /// Whether any counter listens to a quantity of dispersal.
    #[inline(always)]
    pub(crate) fn wants_dispersal(&self) -> bool {
        self.wants_dispersal
    }

    /// Whether a counter listens to a quantity.
    #[inline(always)]
    pub(crate) fn listens(&self, raw: Raw) -> bool {
        self.interest[raw as usize] != 0
    }

    #[inline]
    pub(crate) fn count(&mut self, raw: Raw, amount: u32, cycle: u64, site: &Site) {
        let mut listeners = self.interest[raw as usize];
        while listeners != 0 {
            let counter = listeners.trailing_zeros() as usize;
            listeners &= listeners - 1;
            if self.qualified(counter, site) {
                match raw.shape() {
                    Shape::Occurrence => self.add(counter, amount, cycle),
                    Shape::Span => self.span(counter, cycle, u64::from(amount)),
                    Shape::Derived => {}
                }
            }
        }
    }

    /// Whether references count by their address: static events of memory instructions under a data range, and matches of
    /// the data debug registers.
    #[inline(always)]
    pub(crate) fn wants_references(&self) -> bool {
        self.restricts_data || self.counts_matches
    }

    /// A memory instruction with a data address: adds its static events to counters under a data range, and counts it where a counter
    /// counts matches of the data debug registers.
    pub(crate) fn reference(&mut self, cycle: u64, site: &Site) {
        for counter in 0..4 {
            let setup = &self.setup.counters[counter];
            if setup.source == Source::DataMatches {
                let mut pairs = self.registers.tag_controls().data.into_iter();
                let matches = pairs.any(|pair| pair.data_enabled() && pair.covers(site.data));
                if matches && self.qualified(counter, site) {
                    self.add(counter, 1, cycle);
                }
                continue;
            }
            if !setup.data_range || !self.restricts_data {
                continue;
            }
            let tags = self.tags(site);
            // An address of 0 is one like any other: a speculative load may follow a null pointer.
            if tags & setup.tags != 0 && self.setup.tagger.data(site.data, tags) {
                let source = &setup.source;
                let gain = self.codes.gain(site.code, site.index, source);
                if gain != 0 {
                    self.add(counter, gain, cycle);
                }
            }
        }
    }

    #[inline]
    pub(crate) fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        let mut listeners = self.interest[stall.raw() as usize];
        while listeners != 0 {
            let counter = listeners.trailing_zeros() as usize;
            listeners &= listeners - 1;
            self.span(counter, from, cycles);
        }
    }

    /// Whether a counter listens to what branches count.
    #[inline(always)]
    pub(crate) fn counts_branches(&self) -> bool {
        self.counts_branches
    }

    /// Whether the branch trace buffer takes a branch, if its gate is open.
    #[inline(always)]
    pub(crate) fn traces(&self, branch: &Branch) -> bool {
        self.traces
            && self.filter.accepts(branch)
            && (self.all_tagged || self.tags(&branch.site) & PMC8 != 0)
    }

    /// Takes a branch that [`Unit::traces`] has let through: at once if its cycle is before the horizon, else in its turn.
    pub(crate) fn trace(&mut self, branch: &Branch) {
        if branch.cycle >= self.horizon {
            self.queue.push(branch.cycle, Effect::Branch(*branch));
        } else {
            self.record(branch);
        }
    }

    /// Writes the entries of a branch in its turn, and counts them.
    pub(super) fn record(&mut self, branch: &Branch) {
        if !self.trace_gate {
            return;
        }
        let single = self.options.single_entry;
        if self.setup.trace.targets {
            trace::record(&mut self.registers, branch, single);
        } else {
            trace::record_source(&mut self.registers, branch, single);
        }
        for counter in 0..4 {
            if self.setup.counters[counter].source == Source::BranchTrace {
                self.accept(counter, 1);
            }
        }
    }
}
