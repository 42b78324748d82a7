//! Per block of code: the tags of its slots, and what each counter gains when they retire.
//!
//! Static events follow from retirement of a slot alone (`events::StaticEvent`). A block's are kept as prefix sums over its slots, a
//! row for each counter and condition, so that a group, which is a range of slots, costs one subtraction for each row.

use crate::setup::{Counter, Source};
use crate::tags::Tagger;
use events::{Block, CodeId, Executions, Group, Raw, StaticEvent, When};
use isa::{Template, slot_bits};

/// What one counter gains from the static events of a block that have the same condition (`when`: retired, with a true
/// predicate, with a false one).
#[derive(Debug, Clone)]
struct Row {
    counter: u8,
    when: When,
    /// Slots with such an event, one bit each.
    mask: u64,
    /// Prefix sums: entry i is what the slots 0 to i − 1 add together. One entry more than there are slots.
    prefix_sums: Box<[u16]>,
}

impl Row {
    /// What the slots in `slots`, a subset of `mask`, add.
    #[cold]
    fn sum(&self, mut slots: u64) -> u32 {
        let mut sum = 0;
        while slots != 0 {
            let slot = slots.trailing_zeros() as usize;
            slots &= slots - 1;
            sum += u32::from(self.prefix_sums[slot + 1] - self.prefix_sums[slot]);
        }
        sum
    }
}

/// A block with the tags of its slots and what they count, both under the current programming.
#[derive(Debug, Clone)]
struct Tagged {
    ip: u64,
    bundles: Box<[u128]>,
    events: Box<[StaticEvent]>,
    tags: Box<[u8]>,
    rows: Box<[Row]>,
}

/// The blocks that the timing model has described, by their [`CodeId`].
#[derive(Debug, Clone, Default)]
pub(crate) struct CodeTable {
    blocks: Vec<Option<Tagged>>,
}

/// The tags of a block's slots, three for each bundle, when it executes at privilege `level`.
fn tag(tagger: &Tagger, level: u8, ip: u64, bundles: &[u128]) -> Box<[u8]> {
    let mut tags = Vec::with_capacity(3 * bundles.len());
    for (&bundle, ip) in bundles.iter().zip((ip..).step_by(16)) {
        let template = Template::of(bundle);
        let Some(units) = template.units() else {
            tags.extend([0; 3]);
            continue;
        };
        let mut slots = [0, 1, 2]
            .map(|slot| tagger.instruction(ip, level, units[slot], slot_bits(bundle, slot)));
        if template.is_mlx() {
            // The two halves are one instruction; its opcode is in the last slot.
            slots[1] = slots[2];
        }
        tags.extend(slots);
    }
    tags.into_boxed_slice()
}

/// Whether a quantity is part of what a counter counts.
pub(crate) fn counts(source: &Source, raw: Raw) -> bool {
    match source {
        Source::Raws(set) => set.contains(raw),
        Source::Split { of, .. } => *of == raw,
        _ => false,
    }
}

/// The rows of a block for counters 4 to 7, of those events whose slot has a tag that the counter asks for.
fn rows(
    counters: &[Counter; 4],
    restricts_data: bool,
    tags: &[u8],
    events: &[StaticEvent],
) -> Box<[Row]> {
    let mut rows: Vec<Row> = Vec::new();
    for (index, counter) in counters.iter().enumerate() {
        // A static event has no data address; under a data range `Unit::reference` counts instead.
        if counter.data_range && restricts_data {
            continue;
        }
        for event in events {
            let counted = counts(&counter.source, event.raw);
            let tagged = tags
                .get(usize::from(event.slot))
                .is_some_and(|tags| counter.tags == 0 || tags & counter.tags != 0);
            if !counted || !tagged {
                continue;
            }
            let row = match rows
                .iter_mut()
                .find(|row| usize::from(row.counter) == index && row.when == event.when)
            {
                Some(row) => row,
                None => {
                    let prefix_sums = vec![0; tags.len() + 1].into_boxed_slice();
                    rows.push(Row {
                        counter: index as u8,
                        when: event.when,
                        mask: 0,
                        prefix_sums,
                    });
                    let last = rows.len() - 1;
                    &mut rows[last]
                }
            };
            row.mask |= 1 << event.slot;
            for sum in row.prefix_sums.iter_mut().skip(usize::from(event.slot) + 1) {
                *sum += u16::from(event.amount);
            }
        }
    }
    rows.into_boxed_slice()
}

impl CodeTable {
    /// Adds a block with its static events. A block with more than [`Block::MAX_BUNDLES`] bundles is not kept: its slots have no tags.
    pub(crate) fn insert(
        &mut self,
        block: &Block,
        events: &[StaticEvent],
        tagger: &Tagger,
        level: u8,
        counters: &[Counter; 4],
    ) {
        let index = block.id.0 as usize;
        if block.id == CodeId::NONE || block.raw.len() > Block::MAX_BUNDLES {
            return;
        }
        if index >= self.blocks.len() {
            self.blocks.resize(index + 1, None);
        }
        let tags = tag(tagger, level, block.ip, &block.raw);
        let events: Box<[StaticEvent]> = events
            .iter()
            .copied()
            .filter(|event| event.slot < 64)
            .collect();
        let rows = rows(counters, tagger.restricts_data(), &tags, &events);
        self.blocks[index] = Some(Tagged {
            ip: block.ip,
            bundles: block.raw.clone(),
            events,
            tags,
            rows,
        });
    }

    /// Computes the tags and rows of all blocks again, after a control or debug register or the privilege level has changed.
    pub(crate) fn refresh(&mut self, tagger: &Tagger, level: u8, counters: &[Counter; 4]) {
        for block in self.blocks.iter_mut().flatten() {
            block.tags = tag(tagger, level, block.ip, &block.bundles);
            block.rows = rows(
                counters,
                tagger.restricts_data(),
                &block.tags,
                &block.events,
            );
        }
    }

    /// Tags of a slot; 0 for code that has not been described.
    #[inline]
    #[must_use]
    pub(crate) fn tags(&self, code: CodeId, index: u8) -> u8 {
        match self.blocks.get(code.0 as usize) {
            Some(Some(block)) => block.tags.get(usize::from(index)).copied().unwrap_or(0),
            _ => 0,
        }
    }

    /// What a counter with source `source` gains when the slot retires with a true predicate.
    #[must_use]
    pub(crate) fn gain(&self, code: CodeId, index: u8, source: &Source) -> u32 {
        let Some(Some(block)) = self.blocks.get(code.0 as usize) else {
            return 0;
        };
        let events = block
            .events
            .iter()
            .filter(|event| event.slot == index && event.when != When::Squashed);
        events
            .filter(|event| counts(source, event.raw))
            .map(|event| u32::from(event.amount))
            .sum()
    }

    /// Address of the bundle of a slot that is numbered from the block's beginning, and its number (0 to 2) in that bundle.
    #[must_use]
    pub(crate) fn place(&self, code: CodeId, index: u8) -> Option<(u64, u8)> {
        let block = self.blocks.get(code.0 as usize)?.as_ref()?;
        Some((block.ip + 16 * u64::from(index / 3), index % 3))
    }

    /// Adds to `sums` what each counter gains from all executions of a block so far.
    pub(crate) fn add_executions(&self, executions: &Executions<'_>, sums: &mut [u64; 4]) {
        let Executions {
            code,
            retired,
            squashed,
        } = executions;
        let Some(Some(block)) = self.blocks.get(code.0 as usize) else {
            return;
        };
        for row in &block.rows {
            let mut slots = row.mask;
            while slots != 0 {
                let slot = slots.trailing_zeros() as usize;
                slots &= slots - 1;
                let (Some(&retired), Some(&squashed)) = (retired.get(slot), squashed.get(slot))
                else {
                    break;
                };
                let times = match row.when {
                    When::Always => retired,
                    When::Executed => retired - squashed,
                    When::Squashed => squashed,
                };
                let amount = row.prefix_sums[slot + 1] - row.prefix_sums[slot];
                sums[usize::from(row.counter & 3)] += u64::from(amount) * times;
            }
        }
    }

    /// Hands what each listening counter adds for a group to `add`.
    #[inline]
    pub(crate) fn group(&self, group: &Group, mut add: impl FnMut(u8, u32)) {
        if let Some(Some(block)) = self.blocks.get(group.code.0 as usize) {
            let mask = group.mask();
            for row in &block.rows {
                let (from, to) = (usize::from(group.from), usize::from(group.to));
                let (Some(from), Some(to)) = (row.prefix_sums.get(from), row.prefix_sums.get(to))
                else {
                    continue;
                };
                // Slots that are squashed, which are few: prefix sums give the whole group, and these are handled one by one.
                let off = row.mask & mask & !group.predicates;
                let all = u32::from(to - from);
                let amount = match row.when {
                    When::Always => all,
                    When::Executed if off == 0 => all,
                    When::Executed => all - row.sum(off),
                    When::Squashed if off == 0 => 0,
                    When::Squashed => row.sum(off),
                };
                if amount != 0 {
                    add(row.counter, amount);
                }
            }
        }
    }
}
