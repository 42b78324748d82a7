//! What is said for each event: thresholds, privilege levels, instruction sets.

use super::assign::distribute;
use super::{Context, Measured};
use crate::error::{Fatal, fatal, superfluous};
use crate::symbols::number;
use pmu::Event;

/// The elements of an option's list, one for each of `count` events at most.
fn elements<'a>(
    list: Option<&'a String>,
    count: usize,
    what: &str,
    option: &str,
) -> Result<Vec<&'a str>, Fatal> {
    let elements: Vec<&str> = list.map_or_else(Vec::new, |list| list.split(',').collect());
    if elements.len() > count {
        return Err(superfluous(what, option, elements.len(), count));
    }
    Ok(elements)
}

fn levels(text: &str, default: u8) -> Result<u8, Fatal> {
    let mut plm = 0;
    for c in text.chars() {
        plm |= match c.to_ascii_lowercase() {
            'k' | '0' => 1,
            '1' => 2,
            '2' => 4,
            'u' | '3' => 8,
            _ => {
                return fatal(format!(
                    "unknown per-event privilege level {text} (choices are any combination of [0123uk])"
                ));
            }
        };
    }
    Ok(if plm == 0 { default } else { plm })
}

fn insn_set(text: &str, default: u8) -> Result<u8, Fatal> {
    Ok(match text.to_ascii_lowercase().as_str() {
        "" => default,
        "ia32" => 1,
        "ia64" => 2,
        "both" => 0,
        _ => {
            return fatal(format!(
                "unknown per-event instruction set {text} (choices are ia32, ia64, or both)"
            ));
        }
    })
}

impl Context<'_> {
    pub(super) fn measured(&self, list: &[&'static Event]) -> Result<Vec<Measured>, Fatal> {
        let options = self.options;
        let thresholds = elements(
            options.thresholds.as_ref(),
            list.len(),
            "thresholds",
            "event-thresholds",
        )?;
        let per_event = elements(
            options.levels.as_ref(),
            list.len(),
            "per-event privilege levels",
            "priv-levels",
        )?;
        let sets = elements(
            options.insn_sets.as_ref(),
            list.len(),
            "per-event instruction sets",
            "insn-sets",
        )?;
        let ism = match (options.ia32, options.ia64) {
            (true, false) => 1,
            (false, true) => 2,
            _ => 0,
        };
        let places = distribute(list, options.unlimited)?;
        let mut measured = Vec::new();
        for (index, (&event, (unit, counter))) in list.iter().zip(places).enumerate() {
            let threshold = match thresholds.get(index) {
                Some(text) if !text.is_empty() => {
                    number(text).and_then(|threshold| u8::try_from(threshold).ok())
                }
                _ => Some(0),
            };
            let Some(threshold) = threshold.filter(|&threshold| threshold < event.max_increment)
            else {
                return fatal(format!(
                    "event {index}: threshold must be in [0-{})",
                    event.max_increment
                ));
            };
            measured.push(Measured {
                event,
                plm: levels(per_event.get(index).copied().unwrap_or(""), self.plm())?,
                threshold,
                ism: insn_set(sets.get(index).copied().unwrap_or(""), ism)?,
                unit,
                counter,
            });
        }
        Ok(measured)
    }
}
