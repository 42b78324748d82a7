//! All samplers of a run.

use events::Probe;
use pmu::{Family, Options};
use profileme::Pipe;

use crate::hardware::{Event, Hardware};
use crate::listener::Listener;
use crate::profiled::Profiled;
use crate::retirement::{AtRetirement, Rule};
use crate::schedule::{Place, Schedule};
use crate::tag::RandomTag;
use crate::tally::{Clock, Tally};

/// What is measured, and how.
#[derive(Debug, Clone)]
pub struct Setup {
    /// The processor, whose monitor the hardware's samplers are.
    pub family: Family,
    /// What the documents of its monitor leave open; the skid is that of the single sampler.
    pub options: Options,
    /// The pipe that a ProfileMe unit sits in.
    pub pipe: Pipe,
    /// Periods, in the unit of each sampler; at most [`Setup::LONGEST`]. Every sampler runs once for each.
    pub periods: Vec<u64>,
    /// Cycles between an overflow and the earliest interrupt, of the samplers of cycles beside the one that has none.
    pub skids: Vec<u64>,
    /// Seed of the places of the samples in their periods; `None`: samples stand at the end of each.
    pub seed: Option<u64>,
}

impl Setup {
    /// The longest period: two of them fit the narrowest counter, 32 bits.
    pub const LONGEST: u64 = 1_000_000_000;
}

/// One sampler with one period.
pub struct Sampler {
    /// Its name, the same for all periods.
    pub name: String,
    /// Events for each sample.
    pub period: u64,
    /// The events that the period counts.
    pub unit: &'static str,
    listener: Box<dyn Listener>,
}

impl Sampler {
    /// What it has gathered.
    #[must_use]
    pub fn tally(&self) -> &Tally {
        self.listener.tally()
    }
}

/// Samplers of every kind, which listen to one run.
pub struct Bench {
    clock: Clock,
    /// By period in the order of the setup, then by kind.
    samplers: Vec<Sampler>,
}

impl Bench {
    /// Arms all samplers.
    #[must_use]
    pub fn new(setup: &Setup) -> Self {
        let clock = Clock::new();
        let mut samplers = Vec::new();
        for &period in &setup.periods {
            let period = period.clamp(1, Setup::LONGEST);
            Self::arm(setup, period, &clock, &mut samplers);
        }
        Self { clock, samplers }
    }

    /// Every kind, one line each.
    fn arm(setup: &Setup, period: u64, clock: &Clock, samplers: &mut Vec<Sampler>) {
        let place = |of: fn(u64) -> Place| setup.seed.map_or(Place::End, of);
        // Cycles are sampled at absolute positions, the same for all.
        let cycles = || Schedule::new(period, place(Place::Even));
        let others = || Schedule::new(period, place(Place::Random));
        let mut add = |name: String, unit, listener: Box<dyn Listener>| {
            samplers.push(Sampler {
                name,
                period,
                unit,
                listener,
            });
        };
        let hardware = |event, skid| {
            let options = Options {
                skid,
                ..setup.options
            };
            let schedule = match event {
                Event::Cycles => cycles(),
                _ => others(),
            };
            Hardware::new(setup.family, options, event, schedule, clock.tally())
        };
        let retirement =
            |rule| Box::new(AtRetirement::new(rule, cycles(), clock.tally())) as Box<dyn Listener>;
        let skids = setup.skids.iter().filter(|&&skid| skid != 0);
        let counted = [("cycles".to_owned(), Event::Cycles, 0, "cycles")]
            .into_iter()
            .chain(
                skids.map(|&skid| (format!("cycles skid={skid}"), Event::Cycles, skid, "cycles")),
            )
            .chain(
                [
                    ("instructions", Event::Instructions, "instructions"),
                    ("data-ear", Event::DataEar, "loads of 4 cycles or more"),
                    ("branch-trace", Event::BranchTrace, "taken branches"),
                ]
                .map(|(name, event, unit)| (name.to_owned(), event, 0, unit)),
            );
        for (name, event, skid, unit) in counted {
            if let Some(sampler) = hardware(event, skid) {
                add(name, unit, Box::new(sampler));
            }
        }
        let profiled = Profiled::new(setup.pipe, others(), clock.tally());
        add("profileme".to_owned(), "syllables", Box::new(profiled));
        let tag = RandomTag::new(others(), clock.tally());
        add("random-tag".to_owned(), "instructions", Box::new(tag));
        for (name, rule) in [
            ("last-retired", Rule::LastRetired),
            ("next-retiring", Rule::NextRetiring),
            ("time-proportional", Rule::TimeProportional),
        ] {
            add(name.to_owned(), "cycles", retirement(rule));
        }
    }

    /// All of them as listeners to a timed run.
    pub fn listeners(&mut self) -> impl Iterator<Item = &mut dyn Probe> {
        let samplers = self.samplers.iter_mut();
        let samplers = samplers.map(|sampler| &mut *sampler.listener as &mut dyn Probe);
        // The clock comes first: the samplers ask it for the region.
        std::iter::once(&mut self.clock as &mut dyn Probe).chain(samplers)
    }

    /// The samplers after the end of the run, by period in the order of the setup, then by kind.
    #[must_use]
    pub fn finish(mut self) -> Vec<Sampler> {
        for sampler in &mut self.samplers {
            sampler.listener.finish(self.clock.now);
        }
        self.samplers
    }
}
