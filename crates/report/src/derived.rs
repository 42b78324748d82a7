//! Numbers that follow from those of a report: computed when they are shown, never stored.

use crate::{Expression, Report};

/// A derived metric. Its name can stand in expressions beside the names of a report's numbers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Derived {
    /// Its name.
    pub name: &'static str,
    /// How it follows from numbers of the report and of its config.
    pub formula: &'static str,
    /// What it counts, and for how much of what.
    pub unit: &'static str,
    /// What it says.
    pub meaning: &'static str,
}

/// All of them, in the order in which they are shown.
pub const DERIVED: &[Derived] = &[
    derived(
        "ipc",
        "instructions / cycles",
        "instructions per cycle",
        "speed of the run",
    ),
    derived(
        "useful_ipc",
        "(instructions - events.NOPS_RETIRED - events.PREDICATE_SQUASHED_RETIRED) / cycles",
        "instructions per cycle",
        "the same without nops and instructions that were predicated off",
    ),
    derived(
        "cpi",
        "cycles / instructions",
        "cycles per instruction",
        "the inverse of ipc",
    ),
    derived(
        "nops",
        "100 * events.NOPS_RETIRED / instructions",
        "% of instructions",
        "room that the compiler could not fill",
    ),
    derived(
        "predicated_off",
        "100 * events.PREDICATE_SQUASHED_RETIRED / instructions",
        "% of instructions",
        "retired without effect",
    ),
    derived(
        "unstalled_share",
        "100 * cycle_accounting.unstalled / cycles",
        "% of cycles",
        "something issued",
    ),
    derived(
        "data_access_share",
        "100 * cycle_accounting.data_access / cycles",
        "% of cycles",
        "waited for data, a data TLB or the store queue",
    ),
    derived(
        "rse_share",
        "100 * cycle_accounting.rse / cycles",
        "% of cycles",
        "waited for the register stack engine",
    ),
    derived(
        "scoreboard_share",
        "100 * cycle_accounting.scoreboard / cycles",
        "% of cycles",
        "waited for an operand that is not loaded",
    ),
    derived(
        "issue_limit_share",
        "100 * cycle_accounting.issue_limit / cycles",
        "% of cycles",
        "issued only the rest of a group that was split",
    ),
    derived(
        "inst_access_share",
        "100 * cycle_accounting.inst_access / cycles",
        "% of cycles",
        "waited for instructions",
    ),
    derived(
        "taken_branch_share",
        "100 * cycle_accounting.taken_branch / cycles",
        "% of cycles",
        "bubbles behind taken branches",
    ),
    derived(
        "backend_flush_share",
        "100 * cycle_accounting.backend_flush / cycles",
        "% of cycles",
        "lost to mispredictions and other flushes",
    ),
    per_thousand("l1i.mpki", "1000 * caches.l1i.misses / instructions", L1I),
    per_thousand("l1d.mpki", "1000 * caches.l1d.misses / instructions", L1D),
    per_thousand("l2.mpki", "1000 * caches.l2.misses / instructions", L2),
    per_thousand("l3.mpki", "1000 * caches.l3.misses / instructions", L3),
    rate(
        "l1i.miss_rate",
        "100 * caches.l1i.misses / caches.l1i.accesses",
        L1I,
    ),
    rate(
        "l1d.miss_rate",
        "100 * caches.l1d.misses / caches.l1d.accesses",
        L1D,
    ),
    rate(
        "l2.miss_rate",
        "100 * caches.l2.misses / caches.l2.accesses",
        L2,
    ),
    rate(
        "l3.miss_rate",
        "100 * caches.l3.misses / caches.l3.accesses",
        L3,
    ),
    per_thousand(
        "itlb.mpki",
        "1000 * tlbs.itlb.misses / instructions",
        "misses of the instruction TLB",
    ),
    per_thousand(
        "dtlb.mpki",
        "1000 * tlbs.dtlb.misses / instructions",
        "misses of the data TLB",
    ),
    per_thousand(
        "branch.mpki",
        "1000 * branches.mispredicted / instructions",
        "mispredicted branches, in direction or target",
    ),
    derived(
        "branch.mispredict_rate",
        "100 * branches.mispredicted / branches.predicted",
        "% of branches",
        "mispredicted branches, in direction or target",
    ),
    derived(
        "bytes_per_cycle",
        "(caches.l3.misses + caches.l3.writebacks) * config.caches.l3.line_bytes / cycles",
        "bytes per cycle",
        "lines between L3 and memory",
    ),
];

const L1I: &str = "misses of the first-level instruction cache";
const L1D: &str = "misses of the first-level data cache, reads and writes";
const L2: &str = "misses of L2, instructions and data";
const L3: &str = "misses of L3, instructions and data";

const fn derived(
    name: &'static str,
    formula: &'static str,
    unit: &'static str,
    meaning: &'static str,
) -> Derived {
    Derived {
        name,
        formula,
        unit,
        meaning,
    }
}

const fn per_thousand(name: &'static str, formula: &'static str, meaning: &'static str) -> Derived {
    derived(name, formula, "per 1000 instructions", meaning)
}

const fn rate(name: &'static str, formula: &'static str, meaning: &'static str) -> Derived {
    derived(name, formula, "% of accesses", meaning)
}

/// Sums over the counters of one cache.
const SUMS: [(&str, [&str; 2]); 2] = [
    ("misses", ["read_misses", "write_misses"]),
    ("accesses", ["reads", "writes"]),
];

/// Kinds of branches; each branch is of one. Those of multiway bundles are counted again as such.
const BRANCH_KINDS: [&str; 3] = ["relative", "return", "indirect"];

/// What gives numbers to expressions: a report, or a baseline.
pub trait Numbers {
    /// The number at exactly `path`.
    fn number(&self, path: &str) -> Option<u64>;

    /// The number at `path` of the config.
    fn configured(&self, path: &str) -> Option<f64>;

    /// The value of a name: a path, an event, a sum (`caches.l2.misses`, `caches.l2.accesses`, `branches.mispredicted`,
    /// `branches.predicted`), a number of the config (`config.memory.latency`) or a derived metric.
    fn named(&self, name: &str) -> Option<f64> {
        if let Some(number) = self.number(name) {
            return Some(number as f64);
        }
        if let Some(path) = name.strip_prefix("config.") {
            return self.configured(path);
        }
        if let Some(derived) = DERIVED.iter().find(|derived| derived.name == name) {
            return self.derived(derived);
        }
        sum(name, &|path| self.number(path)).map(|sum| sum as f64)
    }

    /// The value of an expression; `None` when a name has none or a divisor is 0.
    fn evaluate(&self, expression: &Expression) -> Option<f64> {
        expression.value(&mut |name| self.named(name))
    }

    /// The value of a derived metric.
    fn derived(&self, derived: &Derived) -> Option<f64> {
        self.evaluate(&Expression::parse(derived.formula).ok()?)
    }
}

/// Whether a name is that of a sum.
pub(crate) fn is_sum(name: &str) -> bool {
    sum(name, &|_| Some(0)).is_some()
}

/// The names of the sums of which the number at a path is a part.
pub(crate) fn sums_with(path: &str) -> Vec<String> {
    let Some((section, last)) = path.rsplit_once('.') else {
        return Vec::new();
    };
    if section.starts_with("branches.") {
        return ["mispredicted", "predicted"]
            .map(|sum| format!("branches.{sum}"))
            .into();
    }
    let of_level = SUMS.iter().filter(|(_, parts)| parts.contains(&last));
    let names = of_level.map(|(sum, _)| format!("{section}.{sum}"));
    names.filter(|name| is_sum(name)).collect()
}

fn sum(name: &str, number: &dyn Fn(&str) -> Option<u64>) -> Option<u64> {
    let (section, last) = name.rsplit_once('.')?;
    if section == "branches" {
        let kinds = BRANCH_KINDS.iter();
        let total = |endings: &[&str]| {
            kinds
                .clone()
                .flat_map(|kind| endings.iter().map(move |ending| format!("{kind}.{ending}")))
                .try_fold(0_u64, |sum, path| {
                    Some(sum + number(&format!("branches.{path}"))?)
                })
        };
        const RIGHT: [&str; 2] = ["taken_right", "not_taken_right"];
        const WRONG: [&str; 3] = [
            "taken_wrong_path",
            "not_taken_wrong_path",
            "taken_wrong_target",
        ];
        return match last {
            "mispredicted" => total(&WRONG),
            "predicted" => Some(total(&RIGHT)? + total(&WRONG)?),
            _ => None,
        };
    }
    let level = section.strip_prefix("caches.")?;
    let (_, parts) = SUMS.iter().find(|(sum, _)| *sum == last)?;
    parts.iter().try_fold(0, |sum, part| {
        Some(sum + number(&format!("caches.{level}.{part}"))?)
    })
}

impl Numbers for Report {
    fn number(&self, path: &str) -> Option<u64> {
        self.number(path)
    }

    fn configured(&self, path: &str) -> Option<f64> {
        let pointer = format!("/{}", path.replace('.', "/"));
        self.config.effective.pointer(&pointer)?.as_f64()
    }
}

/// The derived metrics that a report has numbers for, with their values.
pub fn derived_metrics(numbers: &dyn Numbers) -> impl Iterator<Item = (&'static Derived, f64)> {
    DERIVED
        .iter()
        .filter_map(move |derived| Some((derived, numbers.derived(derived)?)))
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn every_formula_is_an_expression_of_other_names() {
        let names: BTreeSet<&str> = DERIVED.iter().map(|derived| derived.name).collect();
        assert_eq!(names.len(), DERIVED.len());
        for derived in DERIVED {
            let formula = Expression::parse(derived.formula).unwrap();
            assert!(formula.names().iter().all(|name| !names.contains(name)));
        }
    }

    #[test]
    fn sums_add_what_their_parts_have_and_want_all_of_them() {
        let number = |path: &str| match path {
            "caches.l2.read_misses" => Some(3),
            "caches.l2.write_misses" => Some(4),
            "caches.l3.reads" => Some(1),
            _ => path.ends_with(".taken_right").then_some(5),
        };
        assert_eq!(sum("caches.l2.misses", &number), Some(7));
        assert_eq!(sum("caches.l3.accesses", &number), None);
        assert_eq!(sum("branches.predicted", &number), None);
        let five = |path: &str| (!path.contains("stage")).then_some(5);
        assert_eq!(sum("branches.mispredicted", &five), Some(3 * 3 * 5));
        assert_eq!(sum("branches.predicted", &five), Some(3 * 5 * 5));
    }
}
