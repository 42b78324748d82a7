//! The options of a sampled run.

use clap::Args;
use sim::Sampling;

use crate::options::count;

/// What of a run is timed when not all of it is.
#[derive(Args)]
#[command(next_help_heading = "Sampling")]
pub(crate) struct SamplingOptions {
    /// Time small units of the program only, spread evenly over all of it, and estimate every number with its interval: caches, TLBs
    /// and predictors are warmed with the rest at functional speed. The program's clock counts instructions.
    #[arg(
        long,
        conflicts_with_all = ["functional", "roi_start", "roi_stop", "max_cycles", "profile", "trace", "check_groups", "retire_log",
            "interval", "interval_cycles", "pipeview", "user_monitor", "pmc", "pmd", "gdb"]
    )]
    pub(crate) sample: bool,
    /// Go on with as many units as bring the half-width of the interval of cycles per instruction to this part of the estimate, such
    /// as 1% or 0.01.
    #[arg(long, value_name = "PART", value_parser = part, default_value = "1%", requires = "sample")]
    error: f64,
    /// How often an interval holds the true value, in per cent.
    #[arg(long, value_name = "PERCENT", value_parser = confidence, default_value = "99.7", requires = "sample")]
    confidence: f64,
    /// Instructions of a unit.
    #[arg(long, value_name = "N", value_parser = unit, default_value = "1000", requires = "sample")]
    unit: u64,
    /// Instructions that are timed before each unit and not measured.
    #[arg(long, value_name = "N", value_parser = unit, default_value = "1000", requires = "sample")]
    warm_up: u64,
    /// What happens between units.
    #[arg(long, value_name = "HOW", default_value = "functional", value_parser = ["functional"], requires = "sample")]
    warm: String,
}

impl SamplingOptions {
    /// What was asked for, if anything was.
    pub(crate) fn chosen(&self) -> Option<Sampling> {
        self.sample.then_some(Sampling {
            error: self.error,
            confidence: self.confidence,
            unit: self.unit,
            warm_up: self.warm_up,
        })
    }
}

/// `1%` or `0.01`.
fn part(text: &str) -> Result<f64, String> {
    let (digits, scale) = match text.strip_suffix('%') {
        Some(digits) => (digits, 0.01),
        None => (text, 1.0),
    };
    let part = digits.trim().parse::<f64>().map(|number| number * scale);
    part.ok()
        .filter(|part| (1e-5..=1.0).contains(part))
        .ok_or_else(|| "write it as 1% or 0.01; between 0.001% and 100%".to_owned())
}

/// `99.7` or `99.7%`, as a part of 1.
fn confidence(text: &str) -> Result<f64, String> {
    let digits = text.strip_suffix('%').unwrap_or(text);
    let percent = digits.trim().parse::<f64>().ok();
    percent
        .filter(|percent| (50.0..=99.999).contains(percent))
        .map(|percent| percent / 100.0)
        .ok_or_else(|| "write it in per cent, such as 95 or 99.7; between 50 and 99.999".to_owned())
}

fn unit(text: &str) -> Result<u64, String> {
    let number = count(text).map_err(|error| error.to_string())?;
    match number {
        100..=10_000_000 => Ok(number),
        _ => Err("between 100 and 10M instructions".to_owned()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_and_confidences_are_parts_of_one() {
        assert_eq!(part("1%"), Ok(0.01));
        assert_eq!(part("0.02"), Ok(0.02));
        assert!(part("0").is_err() && part("x%").is_err() && part("200%").is_err());
        assert_eq!(confidence("95"), Ok(0.95));
        assert!(confidence("100").is_err() && confidence("0.997").is_err());
        assert!(unit("99").is_err() && unit("1K") == Ok(1_000));
    }
}
