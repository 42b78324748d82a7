//! The integers that a key can hold, as the schema states them, in words.

use std::fmt;

use serde_json::Value;

/// Which integers a key can hold.
pub(crate) enum Limits<'a> {
    /// From the first to the second.
    Range(u64, u64),
    /// A few, in rising order.
    Choice(&'a [Value]),
}

impl<'a> Limits<'a> {
    /// The limits that a schema states; nothing when it is not one of integers.
    pub(crate) fn of(at: &'a Value) -> Option<Self> {
        let format = at.get("format").and_then(Value::as_str)?;
        let bits: u32 = format.strip_prefix("uint")?.parse().ok()?;
        if let Some(choices) = at.get("enum").and_then(Value::as_array) {
            return Some(Limits::Choice(choices));
        }
        let limit = |keyword| at.get(keyword).and_then(Value::as_u64);
        Some(Limits::Range(
            limit("minimum").unwrap_or(0),
            limit("maximum").unwrap_or(u64::MAX.checked_shr(64 - bits)?),
        ))
    }

    /// What to use instead of `number`; nothing when the key can hold it.
    pub(crate) fn remedy(&self, number: u64) -> Option<String> {
        let (below, above) = match self {
            Limits::Range(least, most) => {
                let holds = (least..=most).contains(&&number);
                return (!holds).then(|| format!("use {self}"));
            }
            Limits::Choice(choices) => {
                let mut choices = choices.iter().filter_map(Value::as_u64);
                let below = choices
                    .clone()
                    .take_while(|&choice| choice <= number)
                    .last();
                if below == Some(number) {
                    return None;
                }
                (below, choices.find(|&choice| choice > number))
            }
        };
        let nearest: Vec<_> = [below, above]
            .iter()
            .flatten()
            .map(u64::to_string)
            .collect();
        Some(format!("use {}", nearest.join(" or ")))
    }
}

impl fmt::Display for Limits<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Limits::Range(least, most) if least == most => write!(formatter, "{least}"),
            Limits::Range(least, u64::MAX) => write!(formatter, "{least} or more"),
            Limits::Range(least, most) => write!(formatter, "{least} to {most}"),
            Limits::Choice(choices) => {
                let choices: Vec<_> = choices.iter().map(Value::to_string).collect();
                write!(formatter, "one of {}", choices.join(", "))
            }
        }
    }
}

/// Why a key can hold no other integers, as the schema says.
pub(crate) fn reason(at: &Value) -> &str {
    at.get("errorMessage")
        .and_then(Value::as_str)
        .unwrap_or("the key cannot hold it")
}
