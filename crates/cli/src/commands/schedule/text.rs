//! Schedules as text.

use std::fmt::Write as _;
use std::ops::Range;

use ::schedule::{Choice, Code, Dependence, Item, Loop, Obstacle, Schedule, Stretch};
use anyhow::Result;
use isa::disasm::{SymbolTable, write_instruction, write_slot};
use profile::Functions;
use report::ratio_text;
use uarch::ports::Ports;

use super::{end_text, name};

/// What all tables share.
pub(super) struct View<'a> {
    pub symbols: &'a SymbolTable,
    pub functions: &'a Functions,
    pub code: &'a Code,
    /// Name of the machine.
    pub config: &'a str,
}

/// Where cycles go when predicates come out otherwise: the fewest and the most of an iteration, when they differ.
fn other_cycles(schedule: &Schedule) -> Option<String> {
    let mut all: Vec<(u64, u64)> = schedule
        .choices
        .iter()
        .map(|choice| (choice.cycles.cycles, choice.cycles.iterations))
        .collect();
    let first = all.first().copied()?;
    all.push((schedule.cycles.cycles, schedule.cycles.iterations));
    let (mut least, mut most) = (first, first);
    for one in all {
        // Quotients by their products: no rounding.
        let below =
            |a: (u64, u64), b: (u64, u64)| a.0.saturating_mul(b.1) < b.0.saturating_mul(a.1);
        if below(one, least) {
            least = one;
        }
        if below(most, one) {
            most = one;
        }
    }
    let text = |(cycles, iterations)| ratio_text(cycles, iterations, DIGITS);
    Some(format!("{} to {} cycles", text(least), text(most)))
}

/// What is to be said when an iteration has more advanced loads than the ALAT entries.
pub(super) fn alat_note(schedule: &Schedule) -> Option<String> {
    (schedule.advanced > schedule.alat as usize).then(|| {
        format!(
            "checks are taken to succeed, but {} advanced loads do not fit the ALAT of {} entries: a run takes longer",
            schedule.advanced, schedule.alat
        )
    })
}

/// Digits behind the point of a number of cycles.
const DIGITS: u32 = 2;

impl View<'_> {
    /// A line for each loop, with `all` also for those of which nothing can be said.
    pub(super) fn overview(
        &self,
        text: &mut String,
        schedules: &[(Loop, Result<Schedule, Obstacle>)],
        all: bool,
    ) -> Result<()> {
        writeln!(
            text,
            "cycles of an iteration on {}, when loads hit and branches are predicted, and what bounds them\n",
            self.config
        )?;
        writeln!(
            text,
            "{:>8} {:>8} {:>6} {:>10} {:>7} {:>6}  loop",
            "cycles", "dispersal", "ports", "recurrence", "groups", "splits"
        )?;
        for (at, schedule) in schedules {
            // Loops that share their start are told apart by where they end.
            let alike = schedules.iter().filter(|(other, _)| other.head == at.head);
            let end = match alike.count() {
                1 => String::new(),
                _ => format!(" to {:#x}", at.latch),
            };
            let function = name(self.functions, at.head);
            let place = format!("{:#x}{end} in {function}", at.head);
            match schedule {
                Ok(schedule) => writeln!(
                    text,
                    "{:>8} {:>9} {:>6} {:>10} {:>7} {:>6}  {place}",
                    ratio_text(schedule.cycles.cycles, schedule.cycles.iterations, DIGITS),
                    ratio_text(
                        schedule.bundles.into(),
                        schedule.bundles_a_cycle.into(),
                        DIGITS
                    ),
                    port_cycles(schedule),
                    recurrence_cycles(schedule),
                    schedule.groups,
                    schedule.splits
                )
                .and_then(|()| match other_cycles(schedule) {
                    Some(cycles) => writeln!(text, "{:50}{cycles} by predicates", ""),
                    None => Ok(()),
                })
                .and_then(|()| match alat_note(schedule) {
                    Some(note) => writeln!(text, "{:50}{note}", ""),
                    None => Ok(()),
                })?,
                Err(obstacle) if all => {
                    writeln!(text, "{:>8} {:>42}  {place}: {obstacle}", "-", "")?
                }
                Err(_) => {}
            }
        }
        let unsaid = schedules
            .iter()
            .filter(|(_, schedule)| schedule.is_err())
            .count();
        if unsaid > 0 && !all {
            writeln!(
                text,
                "\nloops around loops and others of which nothing can be said: {unsaid} (--all names them)"
            )?;
        }
        Ok(())
    }

    /// What is assumed of this loop, and what it takes otherwise.
    fn assumptions(&self, text: &mut String, schedule: &Schedule) -> Result<()> {
        for choice in &schedule.choices {
            let compares = choice.second.iter().map(|&compare| {
                let item = &schedule.items[compare];
                let instruction = &item.instruction;
                let (first, second) = (instruction.p1(), instruction.p2());
                format!("{:x}.{} sets p{second}, not p{first}", item.ip, item.slot)
            });
            writeln!(
                text,
                "  {:>8}  when {}",
                ratio_text(choice.cycles.cycles, choice.cycles.iterations, DIGITS),
                compares.collect::<Vec<_>>().join(" and ")
            )?;
        }
        if schedule.free > Choice::VARIED {
            writeln!(
                text,
                "{:12}{} of {} compares that no branch depends on were varied",
                "",
                Choice::VARIED,
                schedule.free
            )?;
        }
        for (store, load) in &schedule.meetings {
            let place = |item: usize| {
                let item = &schedule.items[item];
                format!("{:x}.{}", item.ip, item.slot)
            };
            writeln!(
                text,
                "{:12}{} loads what {} stores",
                "",
                place(*load),
                place(*store)
            )?;
        }
        if let Some(note) = alat_note(schedule) {
            writeln!(text, "{:12}{note}", "")?;
        }
        Ok(())
    }

    /// All about one loop.
    pub(super) fn full(
        &self,
        text: &mut String,
        at: Loop,
        schedule: &Result<Schedule, Obstacle>,
    ) -> Result<()> {
        if !text.is_empty() {
            text.push('\n');
        }
        writeln!(
            text,
            "loop {:#x} to {:#x} in {}",
            at.head,
            at.latch,
            name(self.functions, at.head)
        )?;
        let schedule = match schedule {
            Ok(schedule) => schedule,
            Err(obstacle) => {
                writeln!(text, "  nothing can be said of it: {obstacle}")?;
                return Ok(());
            }
        };
        let cycles = ratio_text(schedule.cycles.cycles, schedule.cycles.iterations, DIGITS);
        writeln!(
            text,
            "  {cycles:>8}  cycles an iteration on {}: {} in {} iterations",
            self.config, schedule.cycles.cycles, schedule.cycles.iterations
        )?;
        writeln!(
            text,
            "  {:>8}  dispersal: {} bundles, {} a cycle",
            ratio_text(
                schedule.bundles.into(),
                schedule.bundles_a_cycle.into(),
                DIGITS
            ),
            schedule.bundles,
            schedule.bundles_a_cycle
        )?;
        if let Some(bound) = &schedule.port_bound {
            writeln!(
                text,
                "  {:>8}  ports: {} instructions of {} for {}",
                port_cycles(schedule),
                bound.instructions,
                schedule.items.len(),
                names(bound.ports)
            )?;
        }
        writeln!(
            text,
            "  {:>8}  groups when nothing waits, {} of them split",
            schedule.groups, schedule.splits
        )?;
        self.assumptions(text, schedule)?;
        if let Some(recurrence) = &schedule.recurrence {
            writeln!(
                text,
                "  {:>8}  recurrence: {} cycles in {} iterations",
                recurrence_cycles(schedule),
                recurrence.cycles,
                recurrence.iterations
            )?;
            for dependence in &recurrence.dependences {
                writeln!(text, "{:12}{}", "", self.dependence(schedule, dependence)?)?;
            }
        }
        writeln!(text, "\n  {:>5}  {:<12}", "cycle", "ports")?;
        for issue in &schedule.issues {
            for wait in &issue.waits {
                write!(
                    text,
                    "  {:>5}  waits {} {}",
                    "",
                    wait.stall.name(),
                    wait.cycles
                )?;
                match &wait.result {
                    Some(result) => writeln!(text, ": {}", self.dependence(schedule, result)?)?,
                    None => text.push('\n'),
                }
            }
            let mut cycle = issue.cycle.to_string();
            for number in issue.items.clone() {
                self.instruction(
                    text,
                    &std::mem::take(&mut cycle),
                    &schedule.items[number],
                    schedule.ports[number],
                )?;
            }
            self.end(text, issue.end.map(end_text))?;
        }
        Ok(())
    }

    /// The issue groups of a function.
    pub(super) fn function(&self, text: &mut String, stretches: &[Stretch]) -> Result<()> {
        let first = stretches.first().and_then(|stretch| stretch.items.first());
        let name = first.map_or_else(String::new, |item| name(self.functions, item.ip));
        writeln!(
            text,
            "{name}: issue groups on {}, when nothing waits",
            self.config
        )?;
        for stretch in stretches {
            writeln!(text, "\n  {:>5}  {:<12}", "group", "ports")?;
            for (number, (items, end)) in stretch.groups.iter().enumerate() {
                let mut group = number.to_string();
                for item in Range::clone(items) {
                    self.instruction(
                        text,
                        &std::mem::take(&mut group),
                        &stretch.items[item],
                        stretch.ports[item],
                    )?;
                }
                self.end(text, Some(end_text(*end)))?;
            }
        }
        Ok(())
    }

    fn instruction(&self, text: &mut String, head: &str, item: &Item, ports: Ports) -> Result<()> {
        write!(text, "  {head:>5}  {:<12}", names(ports))?;
        let slot = usize::from(item.slot);
        let Some(bits) = self.code.bundle(item.ip) else {
            return Ok(());
        };
        let bundle = isa::decode(bits);
        // The instruction of an MLX bundle is written at its second slot.
        let written = if bundle.template.is_mlx() && slot == 2 {
            1
        } else {
            slot
        };
        match slot {
            0 => write!(text, "{:16x}: ", item.ip)?,
            _ => write!(text, "{:18}", "")?,
        }
        write_slot(text, &bundle, written, item.ip, self.symbols)?;
        if !item.executes {
            text.push_str("  # taken to be off");
        }
        text.push('\n');
        Ok(())
    }

    /// Why a group ends, where that is no stop.
    fn end(&self, text: &mut String, end: Option<&str>) -> Result<()> {
        match end {
            Some("stop" | "end") => Ok(()),
            Some(why) => Ok(writeln!(text, "{:21}{why}", "")?),
            None => Ok(writeln!(
                text,
                "{:21}split: the next one was not fetched yet",
                ""
            )?),
        }
    }

    /// A result and its reader in words.
    fn dependence(&self, schedule: &Schedule, dependence: &Dependence) -> Result<String> {
        let place = |number: usize| -> Result<String> {
            let item = &schedule.items[number];
            let mut text = String::new();
            write_instruction(&mut text, &item.instruction, item.ip, self.symbols)?;
            Ok(format!("{:x}.{} {}", item.ip, item.slot, text.trim()))
        };
        let behind = match dependence.distance {
            0 => String::new(),
            1 => " of the iteration before".to_owned(),
            distance => format!(" {distance} iterations before"),
        };
        Ok(format!(
            "{} needs {} of {}{behind}, {} cycles later",
            place(dependence.to)?,
            dependence.register,
            place(dependence.from)?,
            dependence.latency
        ))
    }
}

fn names(ports: Ports) -> String {
    ports.names().collect::<Vec<_>>().join(" ")
}

fn port_cycles(schedule: &Schedule) -> String {
    schedule
        .port_bound
        .as_ref()
        .map_or_else(String::new, |bound| {
            ratio_text(bound.instructions.into(), bound.width().into(), DIGITS)
        })
}

fn recurrence_cycles(schedule: &Schedule) -> String {
    schedule.recurrence.as_ref().map_or_else(
        || "none".to_owned(),
        |found| ratio_text(found.cycles, found.iterations, DIGITS),
    )
}
