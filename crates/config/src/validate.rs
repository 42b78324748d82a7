//! Which values no machine can have, and which do not fit together.

use std::fmt::Display;
use std::ops::RangeInclusive;

use serde_json::Value;

use crate::model::{Cache, Cause, M_PORTS, Tlb};
use crate::{Error, Machine, Origin};

/// Longest single latency in cycles that the cycle model is built for.
const LONGEST: u32 = 100_000;

/// Refuses the first value of `machine` that cannot be; `origin` says where a key was set.
pub(crate) fn check(machine: &Machine, origin: &dyn Fn(&str) -> Origin) -> Result<(), Error> {
    let at = Checker { origin };
    at.identity(machine)?;
    at.core(machine)?;
    at.branches(machine)?;
    at.caches(machine)?;
    at.translation(machine)?;
    at.stack_and_alat(machine)?;
    at.accounting(machine)?;
    at.personality(machine)
}

struct Checker<'a> {
    origin: &'a dyn Fn(&str) -> Origin,
}

impl Checker<'_> {
    fn refuse<T>(
        &self,
        key: &str,
        value: impl Display,
        why: impl Into<String>,
        remedy: impl Into<String>,
    ) -> Result<T, Error> {
        Err(Error::Range {
            origin: (self.origin)(key),
            key: key.into(),
            value: value.to_string(),
            why: why.into(),
            remedy: remedy.into(),
        })
    }

    fn within<N: PartialOrd + Display + Copy>(
        &self,
        key: &str,
        value: N,
        range: RangeInclusive<N>,
        why: &str,
    ) -> Result<(), Error> {
        if range.contains(&value) {
            return Ok(());
        }
        self.refuse(
            key,
            value,
            why,
            format!("use {} to {}", range.start(), range.end()),
        )
    }

    fn power_of_two(&self, key: &str, value: u32, why: &str) -> Result<(), Error> {
        if value.is_power_of_two() {
            return Ok(());
        }
        self.refuse(key, value, why, format!("use {}", neighbours(value)))
    }

    fn identity(&self, machine: &Machine) -> Result<(), Error> {
        let hertz = machine.frequency_hz;
        self.within(
            "frequency_hz",
            hertz,
            1_000_000..=100_000_000_000,
            "the personality's clock needs a real frequency",
        )?;
        let vendor = &machine.processor.vendor;
        if vendor.len() > 16 || !vendor.is_ascii() {
            let why = "cpuid[0] and cpuid[1] hold sixteen ASCII characters";
            return self.refuse(
                "processor.vendor",
                format!("\"{vendor}\""),
                why,
                "use GenuineIntel or a shorter name",
            );
        }
        Ok(())
    }

    fn core(&self, machine: &Machine) -> Result<(), Error> {
        let dispersal = &machine.dispersal;
        let family = machine.processor.family;
        let m_ports = *M_PORTS.of(family);
        let name = family.name();
        self.within(
            "dispersal.bundles",
            dispersal.bundles,
            1..=2,
            "the dispersal window holds one or two bundles",
        )?;
        self.within(
            "dispersal.m_ports",
            dispersal.m_ports,
            1..=m_ports,
            &format!("{name} has {m_ports} M ports"),
        )?;
        self.within(
            "dispersal.i_ports",
            dispersal.i_ports,
            1..=2,
            "there are two I ports",
        )?;
        self.within(
            "dispersal.f_ports",
            dispersal.f_ports,
            1..=2,
            "there are two F ports",
        )?;
        let front = &machine.frontend;
        let why = "fetch delivers whole bundles of 16 bytes from one aligned block";
        self.power_of_two("frontend.fetch_bytes", front.fetch_bytes, why)?;
        self.within("frontend.fetch_bytes", front.fetch_bytes, 16..=64, why)?;
        let why = "the buffer must hold at least one dispersal window";
        self.within(
            "frontend.buffer_bundles",
            front.buffer_bundles,
            dispersal.bundles..=64,
            why,
        )?;
        self.within(
            "frontend.depth",
            front.depth,
            1..=32,
            "the front end has at least one stage",
        )?;
        // All latencies of results and bypasses are small integers; the tree form names each without a list here.
        let latencies = serde_json::to_value(&machine.latency).unwrap_or_default();
        self.latencies("latency", &latencies)
    }

    fn latencies(&self, path: &str, value: &Value) -> Result<(), Error> {
        match value {
            Value::Object(map) => map
                .iter()
                .try_for_each(|(key, value)| self.latencies(&format!("{path}.{key}"), value)),
            Value::Number(number) => {
                let cycles = number.as_u64().unwrap_or(u64::MAX);
                self.within(
                    path,
                    cycles,
                    0..=u64::from(LONGEST),
                    "no latency is that long",
                )
            }
            _ => Ok(()),
        }
    }

    fn branches(&self, machine: &Machine) -> Result<(), Error> {
        let branch = &machine.branch;
        let long = "no bubble or flush is that long";
        for (key, cycles) in [
            ("branch.mispredict_cycles", branch.mispredict_cycles),
            ("branch.bubbles.tar", branch.bubbles.tar),
            ("branch.bubbles.table", branch.bubbles.table),
            ("branch.bubbles.bac1", branch.bubbles.bac1),
            ("branch.bubbles.bac2", branch.bubbles.bac2),
        ] {
            self.within(key, cycles, 0..=1_000, long)?;
        }
        self.within(
            "branch.return_stack_entries",
            branch.return_stack_entries,
            0..=1_024,
            "the stack is a small table",
        )?;
        let tables = &branch.itanium;
        self.within(
            "branch.itanium.tar_entries",
            tables.tar_entries,
            0..=64,
            "the registers are searched all at once",
        )?;
        self.sets("branch.itanium.tac_", tables.tac_entries, tables.tac_ways)?;
        self.sets("branch.itanium.bpt_", tables.bpt_entries, tables.bpt_ways)?;
        self.sets(
            "branch.itanium.mbpt_",
            tables.mbpt_entries,
            tables.mbpt_ways,
        )?;
        let why = "a history selects one of 2^n counters of a set's pattern table";
        self.within(
            "branch.itanium.history_bits",
            tables.history_bits,
            1..=12,
            why,
        )?;
        let patterns = &branch.patterns;
        let why = "the table has 2^n entries";
        self.within(
            "branch.patterns.counter_bits",
            patterns.counter_bits,
            1..=24,
            why,
        )?;
        self.within(
            "branch.patterns.local_bits",
            patterns.local_bits,
            1..=24,
            why,
        )?;
        let why = "a history longer than the counter table's index cannot select anything more";
        self.within(
            "branch.patterns.history_bits",
            patterns.history_bits,
            0..=patterns.counter_bits,
            why,
        )?;
        let tage = &branch.tage;
        self.within(
            "branch.tage.tables",
            tage.tables,
            1..=16,
            "one to sixteen tagged tables are built",
        )?;
        self.within(
            "branch.tage.index_bits",
            tage.index_bits,
            1..=20,
            why_entries(),
        )?;
        self.within(
            "branch.tage.base_bits",
            tage.base_bits,
            1..=24,
            why_entries(),
        )?;
        self.within(
            "branch.tage.tag_bits",
            tage.tag_bits,
            4..=15,
            "a tag has 4 to 15 bits",
        )?;
        self.within(
            "branch.tage.shortest_history",
            tage.shortest_history,
            1..=127,
            "history lengths start at one branch",
        )?;
        let why = "histories grow from the shortest to the longest, which has at most 127 branches";
        self.within(
            "branch.tage.longest_history",
            tage.longest_history,
            tage.shortest_history..=127,
            why,
        )
    }

    /// A table of `entries` in `ways`, whose keys are `prefix` with `entries` and `ways`.
    fn sets(&self, prefix: &str, entries: u32, ways: u32) -> Result<(), Error> {
        let (entries_key, ways_key) = (format!("{prefix}entries"), format!("{prefix}ways"));
        self.within(&entries_key, entries, 1..=1 << 24, "a table needs entries")?;
        self.within(
            &ways_key,
            ways,
            1..=entries,
            "a set has at least one way and at most all entries",
        )?;
        if !entries.is_multiple_of(ways) {
            let why = format!("{entries} entries do not divide into sets of {ways}");
            return self.refuse(&ways_key, ways, why, format!("use a divisor of {entries}"));
        }
        if !(entries / ways).is_power_of_two() {
            let why = format!(
                "{entries} entries in {ways} ways make {} sets, which address bits cannot select",
                entries / ways
            );
            let sets = entries / ways;
            let remedy = format!("use entries for {} sets", neighbours(sets));
            return self.refuse(&entries_key, entries, why, remedy);
        }
        Ok(())
    }

    fn caches(&self, machine: &Machine) -> Result<(), Error> {
        let caches = &machine.caches;
        for (name, cache) in [
            ("l1i", &caches.l1i),
            ("l1d", &caches.l1d),
            ("l2", &caches.l2),
            ("l3", &caches.l3),
        ] {
            self.cache(&format!("caches.{name}"), cache)?;
        }
        for (upper, above, lower, below) in [
            ("l1i", &caches.l1i, "l2", &caches.l2),
            ("l1d", &caches.l1d, "l2", &caches.l2),
            ("l2", &caches.l2, "l3", &caches.l3),
        ] {
            if above.line_bytes > below.line_bytes {
                let key = format!("caches.{lower}.line_bytes");
                let why = format!(
                    "a line of {lower} must fill a whole line of {upper}, which has {} bytes",
                    above.line_bytes
                );
                return self.refuse(
                    &key,
                    below.line_bytes,
                    why,
                    format!("use {} or more", above.line_bytes),
                );
            }
            if above.latency > below.latency {
                let key = format!("caches.{lower}.latency");
                let why = format!(
                    "{lower} cannot answer before {upper}, which takes {} cycles",
                    above.latency
                );
                return self.refuse(
                    &key,
                    below.latency,
                    why,
                    format!("use {} or more", above.latency),
                );
            }
        }
        self.within(
            "caches.l1d_way_mispredict_cycles",
            caches.l1d_way_mispredict_cycles,
            0..=1_000,
            "no flush is that long",
        )?;
        self.within(
            "caches.store_to_load_cycles",
            caches.store_to_load_cycles,
            0..=1_000,
            "no store waits that long",
        )?;
        let memory = &machine.memory;
        let why = format!(
            "memory cannot answer before l3, which takes {} cycles",
            caches.l3.latency
        );
        self.within(
            "memory.latency",
            memory.latency,
            caches.l3.latency..=LONGEST,
            &why,
        )?;
        let why = format!(
            "memory cannot answer before l3, which takes {} cycles",
            caches.l3.fp_latency
        );
        self.within(
            "memory.fp_latency",
            memory.fp_latency,
            caches.l3.fp_latency..=LONGEST,
            &why,
        )?;
        self.within(
            "memory.line_cycles",
            memory.line_cycles,
            0..=LONGEST,
            "no line takes that long",
        )?;
        self.within(
            "memory.queue_entries",
            memory.queue_entries,
            1..=1_024,
            "nothing could be requested without an entry",
        )?;
        let why = "no store could ever leave without an entry";
        self.within(
            "memory.store_buffer_entries",
            memory.store_buffer_entries,
            1..=1_024,
            why,
        )
    }

    fn cache(&self, path: &str, cache: &Cache) -> Result<(), Error> {
        let key = |name: &str| format!("{path}.{name}");
        self.within(
            &key("bytes"),
            cache.bytes,
            1..=1 << 30,
            "a cache holds at least one line",
        )?;
        self.power_of_two(
            &key("line_bytes"),
            cache.line_bytes,
            "a line is selected by address bits",
        )?;
        let why = "a line holds at least one bundle and lies within one page";
        self.within(&key("line_bytes"), cache.line_bytes, 16..=4_096, why)?;
        self.within(&key("ways"), cache.ways, 1..=64, "a set has one to 64 ways")?;
        let set = cache.line_bytes * cache.ways;
        let why_sets = |sets: String| {
            format!(
                "{} ways of {} byte lines make {sets} sets",
                cache.ways, cache.line_bytes
            )
        };
        let (sets, rest) = (cache.bytes / set, cache.bytes % set);
        if rest != 0 || !sets.is_power_of_two() {
            let shown = if rest == 0 {
                sets.to_string()
            } else {
                format!("{sets} and a fraction of")
            };
            let (low, high) = around(sets.max(1));
            let sizes = if sets == 0 {
                set.to_string()
            } else {
                format!(
                    "{} or {}",
                    u64::from(low) * u64::from(set),
                    u64::from(high) * u64::from(set)
                )
            };
            let why = format!(
                "{}, and the number of sets must be a power of two",
                why_sets(shown)
            );
            return self.refuse(
                &key("bytes"),
                cache.bytes,
                why,
                format!("use {sizes}, or other ways"),
            );
        }
        self.within(
            &key("latency"),
            cache.latency,
            0..=LONGEST,
            "no cache takes that long",
        )?;
        self.within(
            &key("fp_latency"),
            cache.fp_latency,
            0..=LONGEST,
            "no cache takes that long",
        )?;
        self.within(&key("ports"), cache.ports, 1..=16, "an access needs a port")?;
        self.within(
            &key("outstanding_misses"),
            cache.outstanding_misses,
            1..=1_024,
            "no miss could ever be served",
        )
    }

    fn translation(&self, machine: &Machine) -> Result<(), Error> {
        let tlbs = &machine.tlbs;
        if tlbs.page_bytes != 16_384 {
            let why = "the personality's pages have 16 KB, as in Linux for IA-64";
            return self.refuse("tlbs.page_bytes", tlbs.page_bytes, why, "use 16384");
        }
        self.tlb("tlbs.instruction", &tlbs.instruction)?;
        self.tlb("tlbs.data", &tlbs.data)?;
        self.within(
            "tlbs.walker.overhead_cycles",
            tlbs.walker.overhead_cycles,
            0..=LONGEST,
            "no walk takes that long",
        )?;
        match tlbs.walker.entry_bytes {
            8 | 32 => Ok(()),
            other => self.refuse(
                "tlbs.walker.entry_bytes",
                other,
                "a VHPT entry has a short and a long format",
                "use 8 or 32",
            ),
        }
    }

    fn tlb(&self, path: &str, tlb: &Tlb) -> Result<(), Error> {
        self.sets(&format!("{path}.first."), tlb.first.entries, tlb.first.ways)?;
        if tlb.second.entries > 0 {
            self.sets(
                &format!("{path}.second."),
                tlb.second.entries,
                tlb.second.ways,
            )?;
        }
        self.within(
            &format!("{path}.first_miss_cycles"),
            tlb.first_miss_cycles,
            0..=1_000,
            "no replay takes that long",
        )
    }

    fn stack_and_alat(&self, machine: &Machine) -> Result<(), Error> {
        let stack = &machine.rse;
        let why = "the architecture has 96 stacked registers, or more by multiples of 16";
        self.within(
            "rse.physical_registers",
            stack.physical_registers,
            96..=4_096,
            why,
        )?;
        if !stack.physical_registers.is_multiple_of(16) {
            let below = stack.physical_registers / 16 * 16;
            return self.refuse(
                "rse.physical_registers",
                stack.physical_registers,
                why,
                format!("use {below} or {}", below + 16),
            );
        }
        self.within(
            "rse.registers_per_cycle",
            stack.registers_per_cycle,
            1..=96,
            "the stack engine would never finish",
        )?;
        self.within(
            "rse.start_cycles",
            stack.start_cycles,
            0..=1_000,
            "no start takes that long",
        )?;
        self.sets("alat.", machine.alat.entries, machine.alat.ways)?;
        self.within(
            "alat.functional_entries",
            machine.alat.functional_entries,
            0..=4_096,
            "a search through more takes too long",
        )?;
        self.within(
            "alat.address_bits",
            machine.alat.address_bits,
            4..=64,
            "an entry compares part of a 64-bit address",
        )
    }

    fn accounting(&self, machine: &Machine) -> Result<(), Error> {
        let order = &machine.accounting.order;
        let wrong = order
            .iter()
            .enumerate()
            .find_map(|(index, cause)| match cause {
                Cause::Unstalled | Cause::IssueLimit => {
                    Some((cause, "is the cause of cycles in which something issues"))
                }
                _ if order[..index].contains(cause) => Some((cause, "stands there twice")),
                _ => None,
            });
        match wrong {
            None => Ok(()),
            Some((cause, why)) => {
                let shown = order
                    .iter()
                    .map(|cause| cause.name())
                    .collect::<Vec<_>>()
                    .join(", ");
                let remedy = "use each of backend_flush, data_access, rse, scoreboard, inst_access, taken_branch once";
                self.refuse(
                    "accounting.order",
                    format!("[{shown}]"),
                    format!("{} {why}", cause.name()),
                    remedy,
                )
            }
        }
    }

    fn personality(&self, machine: &Machine) -> Result<(), Error> {
        let os = &machine.os;
        for (key, cycles) in [
            ("os.syscall_cycles", os.syscall_cycles),
            ("os.tlb_fault_cycles", os.tlb_fault_cycles),
            ("os.unaligned_cycles", os.unaligned_cycles),
            ("os.switch_cycles", os.switch_cycles),
        ] {
            self.within(
                key,
                cycles,
                0..=100_000_000,
                "no service of the system takes that long",
            )?;
        }
        self.power_of_two(
            "os.unaligned_block_bytes",
            os.unaligned_block_bytes,
            "the block is aligned to its size",
        )?;
        self.within(
            "os.unaligned_block_bytes",
            os.unaligned_block_bytes,
            1..=4_096,
            "the block lies within one page",
        )?;
        self.within(
            "os.quantum_instructions",
            os.quantum_instructions,
            1_000..=u64::MAX,
            "threads would only be switched",
        )?;
        let why = "a program needs memory";
        self.within("os.memory_bytes", os.memory_bytes, 1 << 24..=1 << 44, why)?;
        let why = "no host has such a disk";
        self.within("os.disk_bytes", os.disk_bytes, 0..=1 << 50, why)?;
        self.within(
            "pmu.skid",
            machine.pmu.skid,
            0..=LONGEST,
            "no interrupt waits that long",
        )
    }
}

fn why_entries() -> &'static str {
    "the table has 2^n entries"
}

/// The powers of two around a number that is none.
fn around(value: u32) -> (u32, u32) {
    let low = 1 << value.max(1).ilog2();
    (
        low,
        if low == value {
            value
        } else {
            low.saturating_mul(2)
        },
    )
}

fn neighbours(value: u32) -> String {
    match around(value) {
        (low, high) if value == 0 || low == high => low.to_string(),
        (low, high) => format!("{low} or {high}"),
    }
}
