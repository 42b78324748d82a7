//! Which events, and which counter of which monitor counts each.

use super::COUNTERS;
use crate::error::{Fatal, fatal, nearest};
use crate::symbols::number;
use pmu::events;
use pmu::{Event, Facts, Family, Kind};

/// Turns the list after `-e` into events.
///
/// # Errors
///
/// Unknown names, too many events.
pub(crate) fn parse_events(
    family: Family,
    list: Option<&str>,
    unlimited: bool,
) -> Result<Vec<&'static Event>, Fatal> {
    let mut found = Vec::new();
    for name in list.unwrap_or("CPU_CYCLES").split(',') {
        if found.len() == COUNTERS && !unlimited {
            return fatal(format!("too many events specified, max={COUNTERS}"));
        }
        let event = find_event(family, name).ok_or_else(|| {
            let names = events(family).iter().map(|event| event.name);
            Fatal::new(format!("unknown event {name}{}", nearest(name, names)))
        })?;
        found.push(event);
    }
    Ok(found)
}

/// An event by name, by vcode, or by code.
#[must_use]
pub(crate) fn find_event(family: Family, name: &str) -> Option<&'static Event> {
    pmu::find(family, name).or_else(|| {
        let code = number(name)?;
        let all = events(family);
        all.iter()
            .find(|event| Facts::of(family).vcode(event) == code)
            .or_else(|| all.iter().find(|event| u64::from(event.code) == code))
    })
}

/// A counter (4 to 7) for each event: of all assignments the first in the order of events, lowest counters first; `None`: there is
/// none.
fn assign(events: &[&'static Event]) -> Option<Vec<usize>> {
    fn next(events: &[&'static Event], taken: u8, out: &mut Vec<usize>) -> bool {
        let Some((event, rest)) = events.split_first() else {
            return true;
        };
        for counter in event
            .counters
            .iter()
            .filter(|counter| taken >> counter & 1 == 0)
        {
            out.push(counter);
            if next(rest, taken | 1 << counter, out) {
                return true;
            }
            out.pop();
        }
        false
    }
    let mut out = Vec::with_capacity(events.len());
    next(events, 0, &mut out).then_some(out)
}

/// The counters with which one monitor can measure these events together.
fn counters_for(events: &[&'static Event]) -> Result<Vec<usize>, Fatal> {
    for ear in [Kind::is_data_ear, Kind::is_instruction_ear] {
        if events.iter().filter(|event| ear(event.kind)).count() > 1 {
            let side = if ear(Kind::DataCache) { "D" } else { "I" };
            return fatal(format!(
                "cannot specify more than one {side}-EAR event at the same time"
            ));
        }
    }
    for (i, a) in events.iter().enumerate() {
        for b in &events[i + 1..] {
            if let (Some(a), Some(b)) = (a.set, b.set)
                && a.group == b.group
                && a.set != b.set
            {
                return fatal("cannot configure events: incompatible event sets");
            }
        }
    }
    assign(events)
        .ok_or_else(|| Fatal::new("cannot configure events: cannot assign events to counters"))
}

/// The two event address registers: the kind of event that counts what a register captures, and whether an event programs it.
type Side = (Kind, fn(Kind) -> bool);
const SIDES: [Side; 2] = [
    (Kind::DataEar, Kind::is_data_ear),
    (Kind::InstructionEar, Kind::is_instruction_ear),
];

/// The events that belong on the monitor of an event, in the order in which they get room there: of the first event that programs an event
/// address register, those that count what the register captures, and of each of these the first.
fn captures(events: &[&'static Event], index: usize) -> Vec<usize> {
    for (any, programs) in SIDES {
        let all = || (0..).zip(events);
        let first = all().find(|(_, event)| programs(event.kind));
        let of_any = all().filter(|(_, event)| event.kind == any);
        let of_any: Vec<usize> = of_any.map(|(index, _)| index).collect();
        if let Some((first, _)) = first
            && (first == index || of_any.contains(&index))
        {
            return [vec![first], of_any].concat();
        }
    }
    vec![index]
}

/// Whether what these events capture on one monitor is what they capture together: an event that counts captures is not beside an event that
/// programs the register otherwise than the first event of the whole list that programs it.
fn capture_alike(events: &[&'static Event], chosen: &[usize]) -> bool {
    SIDES.iter().all(|&(any, programs)| {
        let first = events.iter().position(|event| programs(event.kind));
        let mut kinds = chosen.iter().map(|&index| (index, events[index].kind));
        let counts = kinds.clone().any(|(_, kind)| kind == any);
        !counts || !kinds.any(|(index, kind)| programs(kind) && Some(index) != first)
    })
}

/// The monitor and the counter of each event: all are on monitor 0, or with `--unlimited` on as many as it takes, each event on the
/// first that has room for it and for the events that [belong](captures) beside it. Of these, those beyond the room of a monitor are on another one,
/// whose register is programmed alike.
pub(super) fn distribute(
    events: &[&'static Event],
    unlimited: bool,
) -> Result<Vec<(usize, usize)>, Fatal> {
    if !unlimited {
        return Ok(counters_for(events)?
            .into_iter()
            .map(|counter| (0, counter))
            .collect());
    }
    let mut units: Vec<Vec<usize>> = Vec::new();
    let fits = |unit: &[usize], more: &[usize]| {
        let indices = [unit, more].concat();
        let chosen: Vec<_> = indices.iter().map(|&i| events[i]).collect();
        chosen.len() <= COUNTERS && counters_for(&chosen).is_ok() && capture_alike(events, &indices)
    };
    for (index, event) in events.iter().enumerate() {
        counters_for(&[event])?;
        let is_placed = |index: &usize| units.iter().flatten().any(|placed| placed == index);
        if is_placed(&index) {
            continue;
        }
        let mut together = captures(events, index);
        together.retain(|index| !is_placed(index));
        while !fits(&[], &together) {
            together.pop();
        }
        if !together.contains(&index) {
            together = vec![index];
        }
        match units.iter_mut().find(|unit| fits(unit, &together)) {
            Some(unit) => unit.extend(together),
            None => units.push(together),
        }
    }
    let mut places = vec![(0, 0); events.len()];
    for (number, unit) in units.iter().enumerate() {
        let chosen: Vec<_> = unit.iter().map(|&i| events[i]).collect();
        for (&index, counter) in unit.iter().zip(counters_for(&chosen)?) {
            places[index] = (number, counter);
        }
    }
    Ok(places)
}
