//! How often each syllable retired, exactly: what the timing model counts anyway, so that it costs nothing.

use std::collections::BTreeMap;

use events::{Attention, Block, Executions, Probe, StaticEvent, Totals};

/// Bundle and slot.
pub(super) type Place = (u64, u8);

/// How often the syllables of a place retired.
#[derive(Clone, Copy, Default)]
pub(super) struct Retired {
    pub(super) all: u64,
    /// With a false predicate.
    pub(super) off: u64,
}

/// Follows a run, or its region of interest.
#[derive(Default)]
pub(super) struct Executed {
    /// Address and counted slots, by the name of the code.
    codes: Vec<Option<(u64, u64)>>,
    now: BTreeMap<Place, Retired>,
    /// Before the region of interest.
    before: BTreeMap<Place, Retired>,
    has_ended: bool,
}

impl Executed {
    /// The syllables that retired in the region of interest.
    pub(super) fn places(&self) -> impl Iterator<Item = (Place, Retired)> {
        self.now.iter().map(|(place, now)| {
            let before = self.before.get(place).copied().unwrap_or_default();
            let retired = Retired {
                all: now.all - before.all,
                off: now.off - before.off,
            };
            (*place, retired)
        })
    }

    fn add(&mut self, executions: &Executions<'_>) {
        let Some(&Some((ip, counted))) = self.codes.get(executions.code.0 as usize) else {
            return;
        };
        for (slot, &all) in executions
            .retired
            .iter()
            .enumerate()
            .filter(|(_, all)| **all > 0)
        {
            // The predicate of a long instruction stands at its second slot.
            let predicate = slot + usize::from(counted >> slot & 1 == 0);
            let place = (ip.wrapping_add(16 * (slot as u64 / 3)), (slot % 3) as u8);
            let retired = self.now.entry(place).or_default();
            retired.all += all;
            retired.off += executions.squashed.get(predicate).copied().unwrap_or(0);
        }
    }
}

impl Probe for Executed {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        let index = block.id.0 as usize;
        if index >= self.codes.len() {
            self.codes.resize(index + 1, None);
        }
        self.codes[index] = Some((block.ip, block.counted));
    }

    fn update(&mut self, totals: &mut dyn Totals) {
        if !self.has_ended {
            self.now.clear();
            totals.retired(&mut |executions| self.add(executions));
        }
    }

    fn region(&mut self, _: u64, inside: bool) {
        self.has_ended = !inside;
        if inside {
            self.before = self.now.clone();
        }
    }

    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        Attention::NOTHING
    }
}
