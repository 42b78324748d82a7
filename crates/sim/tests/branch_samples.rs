//! The branch trace buffer at an overflow: does it hold the branches that retired last?

use std::path::Path;
use std::sync::Arc;

use events::{Branch, Prediction, Probe};
use pmu::{Family, Handler, Interrupt, Monitor, Options, Unit};

/// Stores what every interrupt finds, and goes on.
#[derive(Default)]
struct Sampler {
    period: u64,
    taken: Vec<(Interrupt, Vec<u64>)>,
}

impl Handler for Sampler {
    fn interrupt(&mut self, unit: &mut Unit, interrupt: &Interrupt) {
        let registers = (0..17).map(|index| unit.pmd(index)).collect();
        self.taken.push((*interrupt, registers));
        unit.set_pmd(4, self.period.wrapping_neg());
        unit.set_pmd(16, 0);
        unit.set_pmc(0, 0);
    }
}

/// Every branch bundle that retires.
#[derive(Default)]
struct Branches(Vec<Branch>);

impl Probe for Branches {
    fn branch(&mut self, branch: &Branch) {
        self.0.push(*branch);
    }
}

/// What a branch leaves in the buffer, oldest first.
fn entries(branch: &Branch) -> Vec<u64> {
    let slot = if branch.taken { branch.site.slot() } else { 3 };
    let wrong = u64::from(branch.prediction != Prediction::Right);
    let mut entries = vec![branch.site.ip | u64::from(slot) << 2 | wrong << 1 | 1];
    if branch.taken {
        entries.push(branch.target | 2);
    }
    entries
}

/// The buffer's entries, oldest first.
fn buffer(registers: &[u64]) -> Vec<u64> {
    let (index, full) = (
        registers[16] as usize & 7,
        registers[16] as usize >> 3 & 1 != 0,
    );
    let mut entries = Vec::new();
    if full {
        entries.extend(&registers[8 + index..16]);
    }
    entries.extend(&registers[8..8 + index]);
    entries
}

#[test]
fn a_sample_holds_the_branches_that_retired_last_before_the_overflow() {
    let config = match config::load::<&str>("itanium", &[]) {
        Ok(config) => Arc::new(config),
        Err(error) => panic!("{error}"),
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    for (workload, period) in [
        ("sort", 7),
        ("sort", 500),
        ("branchy", 200),
        ("recursion", 13),
    ] {
        let mut unit = Unit::new(Family::Itanium, Options::default());
        unit.set_pmv(0x30);
        unit.set_pmc(4, 0x11 << 8 | 0x28);
        unit.set_pmc(12, 0xff88);
        unit.set_pmd(4, u64::wrapping_neg(period));
        unit.set_pmc(0, 0);
        let sampler = Sampler {
            period,
            ..Sampler::default()
        };
        let mut both = (Branches::default(), Monitor::new(unit, sampler));
        let program = root.join("workloads/bin").join(workload);
        let mut request = sim::Request::new(Arc::clone(&config), program);
        request.max_instructions = Some(200_000);
        if let Err(error) = sim::observe(request, &mut both) {
            panic!("{workload}: {error}");
        }
        let (Branches(branches), monitor) = both;
        let samples = monitor.handler.taken;
        assert!(samples.len() > 10, "{workload}: {}", samples.len());
        // Where the interrupt ends, counting begins again.
        let mut since = 0;
        for (interrupt, registers) in &samples {
            let counted = branches
                .iter()
                .filter(|branch| branch.cycle >= since && branch.cycle <= interrupt.overflowed);
            let all: Vec<u64> = counted.flat_map(entries).collect();
            let last = &all[all.len().saturating_sub(8)..];
            let cycle = interrupt.cycle;
            assert_eq!(buffer(registers), last, "{workload}, cycle {cycle}");
            since = interrupt.cycle;
        }
    }
}
