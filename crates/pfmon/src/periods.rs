//! Sampling periods from their options.

use crate::error::{Fatal, fatal, superfluous};
use crate::options::Options;
use crate::sampler::Period;
use crate::symbols::number;

fn list(text: &str, count: usize, option: &str) -> Result<Vec<u64>, Fatal> {
    let mut periods = Vec::new();
    let given = text.split(',').count();
    if given > count {
        return Err(superfluous("rates", option, given, count));
    }
    for element in text.split(',') {
        periods.push(number(element).ok_or_else(|| Fatal::new(format!("invalid rate {element}")))?);
    }
    Ok(periods)
}

/// Periods of `count` events; none is sampled when no period was given. Whichever of long and short is
/// missing is copied from the other.
///
/// # Errors
///
/// Malformed or superfluous numbers, masks of zero, random bits without periods.
pub(crate) fn periods(options: &Options, count: usize) -> Result<Vec<Period>, Fatal> {
    let parse = |text: &Option<String>, option| {
        let text = text.as_ref();
        text.map(|text| list(text, count, option)).transpose()
    };
    let (long, short) = (
        parse(&options.long_periods, "long-smpl-periods")?,
        parse(&options.short_periods, "short-smpl-periods")?,
    );
    let mut periods = vec![Period::default(); count];
    for (index, period) in periods.iter_mut().enumerate() {
        let get = |list: &Option<Vec<u64>>| {
            list.as_ref()
                .map(|list| list.get(index).copied().unwrap_or(0))
        };
        let (long, short) = (get(&long), get(&short));
        period.long = long.or(short).unwrap_or(0);
        period.short = short.or(long).unwrap_or(0);
        // An element that is missing in one list, or 0, is taken from the other.
        if period.long == 0 {
            period.long = period.short;
        }
        if period.short == 0 {
            period.short = period.long;
        }
    }
    if let Some(random) = &options.random {
        if long.is_none() && short.is_none() {
            return fatal("no short or long periods provided to apply randomization");
        }
        for (index, element) in random.split(',').enumerate() {
            let Some(period) = periods.get_mut(index) else {
                let (given, option) = (random.split(',').count(), "smpl-periods-random");
                return Err(superfluous(
                    "randomization parameters",
                    option,
                    given,
                    count,
                ));
            };
            if element.is_empty() {
                continue;
            }
            let (mask, seed) = element.split_once(':').unwrap_or((element, "1"));
            let invalid = || Fatal::new(format!("invalid randomization parameter {element}"));
            period.mask = number(mask).ok_or_else(invalid)?;
            period.seed = number(seed).ok_or_else(invalid)?;
            if period.mask == 0 {
                return fatal("the randomization mask cannot be zero");
            }
        }
    }
    Ok(periods)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn run(line: &str, count: usize) -> Result<Vec<Period>, Fatal> {
        let args: Vec<String> = line.split(' ').map(str::to_owned).collect();
        periods(&Options::parse(&args).expect("options"), count)
    }

    #[test]
    fn a_missing_kind_of_period_is_copied_from_the_other() {
        let long = run("--long-smpl-periods=2000 ls", 2).expect("valid");
        assert_eq!((long[0].long, long[0].short, long[1].long), (2000, 2000, 0));
        let both = run("--long-smpl-periods=2000 --short-smpl-periods=0x10 ls", 1).expect("valid");
        assert_eq!((both[0].long, both[0].short), (2000, 16));
    }

    #[test]
    fn mistakes_are_refused() {
        assert!(run("--long-smpl-periods=1,2 ls", 1).is_err());
        assert!(run("--long-smpl-periods=x ls", 1).is_err());
        assert!(run("--smpl-periods-random=0xff:7 ls", 1).is_err());
        assert!(run("--long-smpl-periods=5 --smpl-periods-random=0:7 ls", 1).is_err());
    }
}
