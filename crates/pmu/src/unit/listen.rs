//! Records as they arrive: who listens, who is tagged, now or later.

use super::Unit;
use super::queue::Happening;
use super::quiet::Kind;
use crate::registers::psr;
use crate::setup::Source;
use crate::tags::{PMC8, RANGE};
use crate::trace;
use events::{Branch, Code, CodeId, Group, Raw, Shape, Site, Stall};

impl Unit {
    /// Adds to a counter, now or in order.
    #[inline]
    pub(super) fn add(&mut self, counter: usize, amount: u32, cycle: u64) {
        if cycle < self.horizon {
            self.values[counter] += u64::from(amount) & self.at_once[counter];
        } else {
            self.quiet.heard(counter, u64::from(amount));
            self.queue.push(
                cycle,
                Happening::Add {
                    counter: counter as u8,
                    amount,
                },
            );
        }
    }

    pub(super) fn span(&mut self, counter: usize, cycle: u64, cycles: u64) {
        if cycle.saturating_add(cycles) <= self.horizon {
            self.values[counter] += cycles & self.at_once[counter];
        } else {
            self.quiet.heard(counter, cycles);
            let cycles = u32::try_from(cycles).unwrap_or(u32::MAX);
            self.queue.push(
                cycle,
                Happening::Span {
                    counter: counter as u8,
                    cycles,
                },
            );
        }
    }

    pub(crate) fn translate(&mut self, code: &Code<'_>) {
        self.codes.insert(
            code,
            &self.setup.tagger,
            psr::cpl(self.psr),
            &self.setup.counters,
        );
    }

    #[inline(always)]
    pub(crate) fn group(&mut self, group: &Group) {
        let late = group.cycle >= self.horizon;
        if late && self.interrupts {
            self.groups.push_back((group.cycle, group.code, group.from));
        }
        if self.wants_groups && (late || !self.quiet.is_quiet()) {
            self.count_group(group, late);
        }
    }

    #[inline(never)]
    fn count_group(&mut self, group: &Group, late: bool) {
        if late {
            let (queue, quiet) = (&mut self.queue, &mut self.quiet);
            self.codes.group(group, |counter, amount| {
                quiet.heard(usize::from(counter), u64::from(amount));
                queue.push(group.cycle, Happening::Add { counter, amount });
            });
        } else {
            let (values, gates) = (&mut self.values, &self.at_once);
            self.codes.group(group, |counter, amount| {
                let counter = usize::from(counter & 3);
                values[counter] += u64::from(amount) & gates[counter];
            });
        }
    }

    /// Tags of the instruction or fetch at `site`.
    pub(super) fn tags(&self, site: &Site) -> u8 {
        if site.code == CodeId::NONE {
            let tags = self.setup.tagger.fetch(site.ip, psr::cpl(self.psr));
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

    #[inline(always)]
    pub(crate) fn count(&mut self, raw: Raw, amount: u32, cycle: u64, site: &Site) {
        let listeners = self.interest[raw as usize];
        if listeners != 0 {
            self.count_for(listeners, raw, amount, cycle, site);
        }
    }

    #[inline(never)]
    fn count_for(&mut self, mut listeners: u8, raw: Raw, amount: u32, cycle: u64, site: &Site) {
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

    /// Under a data range the static events of memory instructions count here, where the address is known.
    #[inline(always)]
    pub(crate) fn reference(&mut self, cycle: u64, site: &Site) {
        if self.restricts_data {
            self.reference_checked(cycle, site);
        }
    }

    #[inline(never)]
    fn reference_checked(&mut self, cycle: u64, site: &Site) {
        for counter in 0..4 {
            let setup = &self.setup.counters[counter];
            if !setup.data_range {
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

    #[inline(always)]
    pub(crate) fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        let listeners = self.interest[stall.raw() as usize];
        if listeners != 0 {
            self.cycles_for(listeners, from, cycles);
        }
    }

    #[inline(never)]
    fn cycles_for(&mut self, mut listeners: u8, from: u64, cycles: u64) {
        while listeners != 0 {
            let counter = listeners.trailing_zeros() as usize;
            listeners &= listeners - 1;
            self.span(counter, from, cycles);
        }
    }

    #[inline(always)]
    pub(crate) fn branch(&mut self, branch: &Branch) {
        if self.traces_at_once && self.quiet.hear(Kind::Entries) {
            self.tail.push(branch);
            return;
        }
        if self.counts_branches {
            self.count_branch(branch);
        }
        if self.traces {
            self.trace(branch);
        }
    }

    #[inline(never)]
    fn count_branch(&mut self, branch: &Branch) {
        for raw in branch.raws().into_iter().flatten() {
            self.count(raw, 1, branch.cycle, &branch.site);
        }
    }

    #[inline(always)]
    fn trace(&mut self, branch: &Branch) {
        if self.filter.accepts(branch)
            && (self.tagged_anywhere || self.tags(&branch.site) & PMC8 != 0)
        {
            let quiet = self.quiet.is_quiet();
            if quiet && self.trace_gate {
                if !self.quiet.hear(Kind::Entries) {
                    self.horizon = self.horizon.min(branch.cycle);
                }
                if branch.cycle < self.horizon && !self.options.single_entry {
                    self.tail.push(branch);
                    return;
                }
            }
            if branch.cycle >= self.horizon {
                self.queue.push(branch.cycle, Happening::Branch(*branch));
            } else if !quiet || self.options.single_entry {
                self.record(branch);
            }
        }
    }

    /// Writes what the branch trace buffer took while the unit was quiet.
    pub(super) fn write_trace(&mut self) {
        let branches = self.tail.write(&mut self.registers);
        for counter in 0..4 {
            if self.setup.counters[counter].source == Source::BranchTrace {
                self.values[counter] += branches & self.gates[counter];
            }
        }
    }

    pub(super) fn record(&mut self, branch: &Branch) {
        if !self.trace_gate {
            return;
        }
        trace::record(&mut self.registers, branch, self.options.single_entry);
        for counter in 0..4 {
            if self.setup.counters[counter].source == Source::BranchTrace {
                self.accept(counter, 1);
            }
        }
    }
}
