//! Which values no machine can have, and which do not fit together.
//!
//! What a key can hold by itself stands beside its field in [`model`](crate::model) and is read from the schema here; the
//! rules of this file are those between keys.

use std::fmt::Display;

use events::Cause;
use serde_json::Value;

use crate::keys;
use crate::limits::{Limits, reason};
use crate::model::{Caches, Geometry, LARGEST_CACHE};
use crate::{Error, Machine, Origin};
use isa::{M_PORTS, MATCHES_FREELY};

type Checked = Result<(), Error>;

/// Refuses the first value of `machine` that cannot be; `effective` is the machine as JSON, `origin` says where a key was set.
pub(crate) fn check(
    machine: &Machine,
    effective: &Value,
    origin: &dyn Fn(&str) -> Origin,
) -> Checked {
    let at = Checker { machine, origin };
    at.ranges(keys::machine_schema(), effective, &mut String::new())?;
    at.core()?;
    at.tables()?;
    at.caches()?;
    at.core_trace()?;
    at.accounting()
}

struct Checker<'a> {
    machine: &'a Machine,
    origin: &'a dyn Fn(&str) -> Origin,
}

impl Checker<'_> {
    fn refuse(
        &self,
        key: &str,
        value: impl Display,
        why: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Checked {
        Err(Error::Range {
            origin: (self.origin)(key),
            key: key.into(),
            value: value.to_string(),
            why: why.into(),
            remedy: remedy.into(),
        })
    }

    /// Refuses the value of `key` because of those of other keys. Where the user set one of these elsewhere than `key`, the message
    /// says so: that may be the value that is wrong.
    fn refuse_beside(
        &self,
        (key, others): (&str, &[&str]),
        value: impl Display,
        why: impl Display,
        remedy: impl Into<String>,
    ) -> Checked {
        let own = (self.origin)(key).source;
        let elsewhere = others.iter().map(|other| (other, (self.origin)(other)));
        let elsewhere: Vec<String> = elsewhere
            .filter(|(_, origin)| origin.source != own && !origin.is_shipped())
            .map(|(other, origin)| format!("{other} is set by {origin}"))
            .collect();
        let why = match elsewhere.as_slice() {
            [] => why.to_string(),
            _ => format!("{why} ({})", elsewhere.join(", ")),
        };
        self.refuse(key, value, why, remedy)
    }

    /// Refuses the value of the first key if it is below `least`, which that of the second key asks for.
    fn at_least(&self, keys: [&str; 2], value: u32, least: u32, why: &str) -> Checked {
        if value >= least {
            return Ok(());
        }
        let keys = (keys[0], &keys[1..]);
        self.refuse_beside(keys, value, why, format!("use {least} or more"))
    }

    /// Refuses the value of the first key if it is above `most`, which that of the second key asks for.
    fn at_most(&self, keys: [&str; 2], value: u32, most: u32, why: &str) -> Checked {
        if value <= most {
            return Ok(());
        }
        let keys = (keys[0], &keys[1..]);
        self.refuse_beside(keys, value, why, format!("use {most} or less"))
    }

    /// Every integer below `path` (each part with a dot behind it) against the range beside its field.
    fn ranges(&self, schema: &'static Value, value: &Value, path: &mut String) -> Checked {
        if let Some(number) = value.as_u64()
            && let Some(remedy) = Limits::of(schema).and_then(|limits| limits.remedy(number))
        {
            let key = path.trim_end_matches('.');
            return self.refuse(key, number, reason(schema), remedy);
        }
        let length = path.len();
        for (key, value) in value.as_object().into_iter().flatten() {
            if let Some(schema) = keys::property(schema, key) {
                path.push_str(key);
                path.push('.');
                self.ranges(schema, value, path)?;
                path.truncate(length);
            }
        }
        Ok(())
    }

    fn core(&self) -> Checked {
        let (dispersal, branch) = (&self.machine.dispersal, &self.machine.branch);
        let processor = &self.machine.processor;
        let (vendor, family) = (&processor.vendor, processor.family);
        if vendor.len() > 16 || !vendor.is_ascii() {
            let why = "cpuid[0] and cpuid[1] hold sixteen ASCII characters";
            let remedy = "use GenuineIntel or a shorter name";
            return self.refuse("processor.vendor", format!("\"{vendor}\""), why, remedy);
        }
        let m_ports = u32::from(*M_PORTS.of(family));
        let why = format!("{} has {m_ports} M ports", family.name());
        let keys = ["dispersal.m_ports", "processor.family"];
        self.at_most(keys, dispersal.m_ports.into(), m_ports, &why)?;
        self.ports_by_place()?;
        self.at_least(
            ["frontend.buffer_bundles", "dispersal.bundles"],
            self.machine.frontend.buffer_bundles.into(),
            dispersal.bundles.into(),
            "the buffer must hold at least one dispersal window",
        )?;
        self.at_least(
            ["frontend.buffer_bundles", "frontend.fetch_bytes"],
            self.machine.frontend.buffer_bundles.into(),
            self.machine.fetch_block_bytes() / 16,
            "the buffer must hold the bundles that one fetch delivers",
        )?;
        self.at_most(
            [
                "branch.patterns.history_bits",
                "branch.patterns.counter_bits",
            ],
            branch.patterns.history_bits,
            branch.patterns.counter_bits,
            "a history longer than the counter table's index cannot select anything more",
        )?;
        self.at_least(
            [
                "branch.tage.longest_history",
                "branch.tage.shortest_history",
            ],
            branch.tage.longest_history,
            branch.tage.shortest_history,
            "histories grow from the shortest to the longest",
        )
    }

    /// Rules of dispersal that mean nothing to a family are off.
    fn ports_by_place(&self) -> Checked {
        let dispersal = &self.machine.dispersal;
        let family = self.machine.processor.family;
        let freely = *MATCHES_FREELY.of(family);
        let others: &[&str] = &["processor.family"];
        if dispersal.a_type_to_m && !freely {
            let why = format!("an I slot of {} goes to an I port", family.name());
            let key = ("dispersal.a_type_to_m", others);
            return self.refuse_beside(key, true, why, "use false");
        }
        if dispersal.last_slot_to_i1 && freely {
            let why = format!(
                "an I slot of {} goes to any port that serves it",
                family.name()
            );
            let key = ("dispersal.last_slot_to_i1", others);
            return self.refuse_beside(key, true, why, "use false");
        }
        Ok(())
    }

    fn tables(&self) -> Checked {
        let (branch, alat) = (&self.machine.branch.itanium, &self.machine.alat);
        let tlbs = &self.machine.tlbs;
        self.sets("branch.itanium.tac_", branch.tac_entries, branch.tac_ways)?;
        self.sets("branch.itanium.bpt_", branch.bpt_entries, branch.bpt_ways)?;
        self.sets(
            "branch.itanium.mbpt_",
            branch.mbpt_entries,
            branch.mbpt_ways,
        )?;
        let (code, data) = (&tlbs.instruction, &tlbs.data);
        for (name, first, second) in [
            ("instruction", &code.first, &code.second),
            ("data", &data.first, &data.second),
        ] {
            self.sets(&format!("tlbs.{name}.first."), first.entries, first.ways)?;
            if second.entries > 0 {
                self.sets(&format!("tlbs.{name}.second."), second.entries, second.ways)?;
            }
        }
        self.sets("alat.", alat.entries, alat.ways)
    }

    /// A table of `entries` in `ways`, whose keys are `prefix` with `entries` and `ways`.
    fn sets(&self, prefix: &str, entries: u32, ways: u32) -> Checked {
        let (entries_key, ways_key) = (format!("{prefix}entries"), format!("{prefix}ways"));
        if entries == 0 {
            let why = "a table needs entries";
            return self.refuse(&entries_key, entries, why, "use 1 or more");
        }
        let ways_beside: (&str, &[&str]) = (&ways_key, &[&entries_key]);
        if !(1..=entries).contains(&ways) {
            let why = "a set has at least one way and at most all entries";
            return self.refuse_beside(ways_beside, ways, why, format!("use 1 to {entries}"));
        }
        if !entries.is_multiple_of(ways) {
            let why = format!("{entries} entries do not divide into sets of {ways}");
            let remedy = format!("use a divisor of {entries}");
            return self.refuse_beside(ways_beside, ways, why, remedy);
        }
        let sets = entries / ways;
        if sets.is_power_of_two() {
            return Ok(());
        }
        let why = format!(
            "{entries} entries in {ways} ways make {sets} sets, which address bits cannot select"
        );
        let [below, above] = powers_around(sets);
        let remedy = format!("use entries for {below} or {above} sets");
        self.refuse_beside((&entries_key, &[&ways_key]), entries, why, remedy)
    }

    fn caches(&self) -> Checked {
        let (caches, memory) = (&self.machine.caches, &self.machine.memory);
        let all = caches.all();
        for (name, cache, _) in &all {
            self.cache_sets(name, *cache)?;
        }
        let (first, behind) = all.split_at(all.len() - Caches::BEHIND_L1);
        let below_first = first.iter().map(|cache| (*cache, behind[0]));
        let below_others = behind.windows(2).map(|pair| (pair[0], pair[1]));
        for (above, below) in below_first.chain(below_others) {
            let ((upper, above, above_latency), (lower, below, latency)) = (above, below);
            let why = format!(
                "a line of {lower} must fill a whole line of {upper}, which has {} bytes",
                above.line_bytes
            );
            let keys = [lower, upper].map(|level| format!("caches.{level}.line_bytes"));
            let keys = [keys[0].as_str(), &keys[1]];
            self.at_least(keys, below.line_bytes, above.line_bytes, &why)?;
            let key = format!("caches.{lower}.latency");
            let above = (upper, "latency", above_latency);
            self.answers_after(&key, latency, above)?;
        }
        let behind = caches.behind_l1();
        for (name, cache) in &behind {
            if cache.fp_latency == 0 {
                let key = format!("caches.{name}.fp_latency");
                let why = format!("{name} cannot answer a load in the cycle of its issue");
                return self.refuse(&key, 0, why, "use 1 or more");
            }
        }
        let (name, last) = behind[behind.len() - 1];
        let above = (name, "latency", last.latency);
        self.answers_after("memory.latency", memory.latency, above)?;
        let above = (name, "fp_latency", last.fp_latency);
        self.answers_after("memory.fp_latency", memory.fp_latency, above)
    }

    /// The latency under `key` against that of the cache above: its name, the key of the latency, its cycles.
    fn answers_after(
        &self,
        key: &str,
        own: u32,
        (upper, latency, above): (&str, &str, u32),
    ) -> Checked {
        let level = key.split('.').rev().nth(1).unwrap_or_default();
        let why = format!("{level} cannot answer before {upper}, which takes {above} cycles");
        let upper_key = format!("caches.{upper}.{latency}");
        self.at_least([key, &upper_key], own, above, &why)
    }

    fn cache_sets(&self, name: &str, cache: Geometry) -> Checked {
        let set = cache.line_bytes * cache.ways;
        let (sets, rest) = (cache.bytes / set, cache.bytes % set);
        if rest == 0 && sets.is_power_of_two() {
            return Ok(());
        }
        let fraction = if rest == 0 { "" } else { " and a fraction of" };
        let bytes = powers_around(sets.max(1)).map(|sets| u64::from(sets) * u64::from(set));
        // One size where they are the same, or where the key cannot hold the larger one.
        let sizes = match bytes {
            [below, above] if below < above && above <= LARGEST_CACHE => {
                format!("{below} or {above}")
            }
            [size, _] => size.to_string(),
        };
        let why = format!(
            "{} ways of {} byte lines make {sets}{fraction} sets, and the number of sets must be a power of two",
            cache.ways, cache.line_bytes
        );
        let keys = ["bytes", "ways", "line_bytes"].map(|key| format!("caches.{name}.{key}"));
        self.refuse_beside(
            (&keys[0], &[&keys[1], &keys[2]]),
            cache.bytes,
            why,
            format!("use {sizes}, or other ways"),
        )
    }

    fn core_trace(&self) -> Checked {
        let core_trace = &self.machine.core_trace;
        if core_trace.lap_instructions == 0 || core_trace.invalidate {
            return Ok(());
        }
        self.refuse_beside(
            ("core_trace.lap_instructions", &["core_trace.invalidate"]),
            core_trace.lap_instructions,
            "where core_trace.invalidate is false nothing is invalidated, and so nothing again",
            "use 0, or set core_trace.invalidate = true",
        )
    }

    fn accounting(&self) -> Checked {
        let order = self.machine.accounting.order;
        for (index, cause) in order.iter().enumerate() {
            let why = match cause {
                Cause::Unstalled | Cause::IssueLimit => {
                    "is the cause of cycles in which something issues"
                }
                _ if order[..index].contains(cause) => "stands there twice",
                _ => continue,
            };
            let shown = format!("[{}]", order.map(Cause::name).join(", "));
            let why = format!("{} {why}", cause.name());
            let remedy = format!(
                "use each of {} once",
                Cause::STALLS.map(Cause::name).join(", ")
            );
            return self.refuse("accounting.order", shown, why, remedy);
        }
        Ok(())
    }
}

/// The powers of two around a number: the same one twice when it is one.
fn powers_around(value: u32) -> [u32; 2] {
    let below = 1_u32 << value.ilog2();
    let above = if below == value {
        below
    } else {
        below.saturating_mul(2)
    };
    [below, above]
}
