//! What a sampler has gathered: which instructions it accused, and how often. Only samples in the region of interest count.

use std::cell::Cell;
use std::collections::BTreeMap;
use std::rc::Rc;

use events::{Block, CodeId, Probe, Stall, StaticEvent};

/// An instruction.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// Address of its bundle.
    pub ip: u64,
    /// Slot in the bundle, 0 to 2.
    pub slot: u8,
}

/// The cycles in which samples count: those of the region of interest.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Window {
    start: u64,
    end: u64,
}

/// Follows the region of interest, and shares it with all tallies of a bench.
#[derive(Debug)]
pub(crate) struct Clock {
    /// First cycle that has not been recorded.
    pub(crate) now: u64,
    window: Rc<Cell<Window>>,
}

impl Clock {
    /// At cycle 0, without a region: every sample counts.
    pub(crate) fn new() -> Self {
        let window = Window {
            start: 0,
            end: u64::MAX,
        };
        Self {
            now: 0,
            window: Rc::new(Cell::new(window)),
        }
    }

    /// An empty tally of this clock.
    pub(crate) fn tally(&self) -> Tally {
        Tally {
            window: Rc::clone(&self.window),
            start: 0,
            interrupts: 0,
            samples: 0,
            accused: BTreeMap::new(),
        }
    }
}

impl Probe for Clock {
    fn cycles(&mut self, _: Stall, from: u64, cycles: u64) {
        self.now = from + cycles;
    }

    fn region(&mut self, _: u64, inside: bool) {
        let mut window = self.window.get();
        match inside {
            true => window.start = self.now,
            false => window.end = self.now,
        }
        self.window.set(window);
    }
}

/// What a sampler has gathered in the region of interest.
#[derive(Debug, Clone)]
pub struct Tally {
    window: Rc<Cell<Window>>,
    /// First cycle of the region that the counts below belong to.
    start: u64,
    /// Interrupts taken.
    interrupts: u64,
    /// Those that accused an instruction.
    samples: u64,
    accused: BTreeMap<Place, u64>,
}

impl Tally {
    /// A sample that was due in `cycle` interrupts the program, and accuses `place` if it found one, with weight 1.
    pub(crate) fn sample(&mut self, cycle: u64, place: Option<Place>) {
        self.sample_weighing(cycle, place.map(|place| (place, 1)));
    }

    /// The same with another weight, which may be 0.
    pub(crate) fn sample_weighing(&mut self, cycle: u64, place: Option<(Place, u64)>) {
        let window = self.window.get();
        if self.start != window.start {
            self.start = window.start;
            self.interrupts = 0;
            self.samples = 0;
            self.accused.clear();
        }
        if (window.start..window.end).contains(&cycle) {
            self.interrupts += 1;
            if let Some((place, weight)) = place {
                self.samples += 1;
                if weight > 0 {
                    *self.accused.entry(place).or_default() += weight;
                }
            }
        }
    }

    /// At the end of the run: drops samples from before the region of interest, if it began after the last one.
    pub(crate) fn settle(&mut self) {
        self.sample(u64::MAX, None);
    }

    /// Interrupts that the sampler has cost.
    #[must_use]
    pub fn interrupts(&self) -> u64 {
        self.interrupts
    }

    /// Samples that accused an instruction, whatever they weigh.
    #[must_use]
    pub fn samples(&self) -> u64 {
        self.samples
    }

    /// The weight of the samples that accuse each instruction.
    #[must_use]
    pub fn accused(&self) -> &BTreeMap<Place, u64> {
        &self.accused
    }
}

/// Where the slots of each piece of code lie.
#[derive(Debug, Default)]
pub(crate) struct Codes(Vec<Code>);

/// A piece of code.
#[derive(Debug, Clone, Copy, Default)]
pub(crate) struct Code {
    ip: u64,
    /// Bit i: slot i counts as an instruction.
    pub(crate) counted: u64,
}

impl Codes {
    pub(crate) fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        let index = block.id.0 as usize;
        if index >= self.0.len() {
            self.0.resize(index + 1, Code::default());
        }
        self.0[index] = Code {
            ip: block.ip,
            counted: block.counted,
        };
    }

    pub(crate) fn get(&self, code: CodeId) -> Option<&Code> {
        self.0.get(code.0 as usize)
    }

    /// The place of a slot.
    pub(crate) fn place(&self, code: CodeId, slot: u8) -> Option<Place> {
        let code = self.get(code)?;
        Some(Place {
            ip: code.ip.wrapping_add(16 * u64::from(slot / 3)),
            slot: slot % 3,
        })
    }
}
