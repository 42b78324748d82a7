//! The text files of SimPoint 3: frequency vectors, chosen intervals, weights.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write as _;
use std::io::{self, BufRead, Read};

use crate::choice::{Choice, Vector};

/// Most intervals that are read.
pub const LONGEST: usize = 100_000;

/// Bytes of a line that is not read.
const LONGEST_LINE: u64 = 1 << 24;
/// How far from 1 the weights may sum up. SimPoint writes six digits of each, and other programs perhaps four.
const ROUNDING: f64 = 0.002;
/// Most counts in all vectors.
const MOST_COUNTS: usize = 1 << 25;

/// A file that is not in its form.
#[derive(Debug, thiserror::Error)]
pub enum FormatError {
    /// Reading failed.
    #[error(transparent)]
    Read(#[from] io::Error),
    /// A line means nothing.
    #[error("line {line}: {what}")]
    Line {
        /// Its number, from 1.
        line: usize,
        /// What was expected.
        what: &'static str,
    },
    /// A line holds other bytes than text.
    #[error("line {line} is not UTF-8 text")]
    NotText {
        /// Its number, from 1.
        line: usize,
    },
    /// A line is longer than any vector.
    #[error("line {line}: more than {} bytes: this is no file of frequency vectors", LONGEST_LINE - 1)]
    TooLong {
        /// Its number, from 1.
        line: usize,
    },
    /// There are too many intervals.
    #[error(
        "more than {LONGEST} intervals or {MOST_COUNTS} counts: write vectors of longer ones (--bbv-interval)"
    )]
    TooMany,
    /// There is nothing.
    #[error("no interval: a line `T:1:100` is expected for each")]
    Empty,
    /// The two files do not belong together.
    #[error("cluster {0} has no weight: the two files do not belong together")]
    Unweighted(u64),
    /// The same.
    #[error("cluster {0} has a weight and no interval: the two files do not belong together")]
    Unchosen(u64),
    /// Two lines of a file are about one cluster or interval.
    #[error("line {line}: {what} {number} is there twice")]
    Twice {
        /// The second line, from 1.
        line: usize,
        /// `cluster` or `interval`.
        what: &'static str,
        /// Its number.
        number: u64,
    },
    /// One of the two files with chosen intervals and weights.
    #[error("{file}: {source}")]
    Of {
        /// `intervals` or `weights`.
        file: &'static str,
        /// What is wrong in it.
        source: Box<FormatError>,
    },
    /// The weights are not parts of one run.
    #[error(
        "the weights sum to {sum:.4}, not to 1: each is the part of the run that its interval stands for; let SimPoint or `epicycle simpoints` write the file anew, or divide all by their sum"
    )]
    Sum {
        /// Their sum.
        sum: f64,
    },
    /// Nothing was chosen, or all weighs nothing.
    #[error(
        "between 1 and {LONGEST} intervals with weights above 0 are expected (`epicycle simpoints` writes both files)"
    )]
    Nothing,
}

/// Reads frequency vectors: a line `T:block:count :block:count …` for each interval. Other lines say nothing.
///
/// # Errors
/// [`FormatError`]
pub fn read_vectors(mut text: impl BufRead) -> Result<Vec<Vector>, FormatError> {
    let mut vectors: Vec<Vector> = Vec::new();
    let mut bytes = Vec::new();
    let mut counts = 0;
    for number in 0.. {
        bytes.clear();
        let mut limited = (&mut text).take(LONGEST_LINE);
        if limited.read_until(b'\n', &mut bytes)? == 0 {
            break;
        }
        if bytes.len() as u64 == LONGEST_LINE {
            return Err(FormatError::TooLong { line: number + 1 });
        }
        let line = str::from_utf8(&bytes).map_err(|_| FormatError::NotText { line: number + 1 })?;
        let Some(pairs) = line.strip_prefix('T') else {
            continue;
        };
        if vectors.len() == LONGEST {
            return Err(FormatError::TooMany);
        }
        let wrong = || FormatError::Line {
            line: number + 1,
            what: "`T:block:count :block:count …` is expected, with numbers",
        };
        let pair = |text: &str| {
            let (block, count) = text.strip_prefix(':')?.split_once(':')?;
            Some((block.parse().ok()?, count.parse().ok()?))
        };
        let vector: Option<Vector> = pairs.split_whitespace().map(pair).collect();
        let vector = vector.ok_or_else(wrong)?;
        counts += vector.len();
        if counts > MOST_COUNTS {
            return Err(FormatError::TooMany);
        }
        if vector.iter().all(|&(_, count)| count == 0) {
            return Err(wrong());
        }
        vectors.push(vector);
    }
    match vectors.is_empty() {
        true => Err(FormatError::Empty),
        false => Ok(vectors),
    }
}

/// An interval that stands for others: its number from 0, and its part of the run.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weighted {
    /// Its number.
    pub interval: u64,
    /// The part of the run's instructions that it stands for, between 0 and 1.
    pub weight: f64,
}

/// The text of the chosen intervals: a line `interval cluster` for each.
#[must_use]
pub fn simpoints_text(choice: &Choice) -> String {
    let mut text = String::new();
    for point in &choice.points {
        let _ = writeln!(text, "{} {}", point.interval, point.cluster);
    }
    text
}

/// The text of their weights: a line `weight cluster` for each, the weight with all digits.
#[must_use]
pub fn weights_text(choice: &Choice) -> String {
    let mut text = String::new();
    for point in &choice.points {
        let weight = choice.weight(point);
        let _ = writeln!(text, "{weight} {}", point.cluster);
    }
    text
}

/// Two words of each line that is not empty.
fn pairs(text: &str) -> impl Iterator<Item = (usize, Option<(&str, &str)>)> {
    let lines = text.lines().enumerate();
    let full = lines.filter(|(_, line)| !line.trim().is_empty());
    full.map(|(number, line)| {
        let mut words = line.split_whitespace();
        let pair = words.next().zip(words.next());
        (number + 1, pair.filter(|_| words.next().is_none()))
    })
}

/// The weights of clusters.
fn read_weights(text: &str) -> Result<BTreeMap<u64, f64>, FormatError> {
    let mut weights = BTreeMap::new();
    for (line, pair) in pairs(text) {
        let what = "`weight cluster` is expected, the weight between 0 and 1";
        let read = pair.and_then(|(weight, cluster)| {
            let weight: f64 = weight.parse().ok()?;
            let cluster: u64 = cluster.parse().ok()?;
            (0.0..=1.0).contains(&weight).then_some((cluster, weight))
        });
        let (number, weight) = read.ok_or(FormatError::Line { line, what })?;
        if weights.insert(number, weight).is_some() {
            let what = "cluster";
            return Err(FormatError::Twice { line, what, number });
        }
    }
    Ok(weights)
}

/// Chosen intervals with their clusters, in the order of the run.
fn read_intervals(text: &str) -> Result<BTreeMap<u64, u64>, FormatError> {
    let mut chosen = BTreeMap::new();
    let mut clusters = BTreeSet::new();
    for (line, pair) in pairs(text) {
        let what = "`interval cluster` is expected, two numbers";
        let read = pair.and_then(|(interval, cluster)| {
            Some((interval.parse().ok()?, cluster.parse::<u64>().ok()?))
        });
        let (interval, cluster): (u64, u64) = read.ok_or(FormatError::Line { line, what })?;
        let twice = |what, number| FormatError::Twice { line, what, number };
        if !clusters.insert(cluster) {
            return Err(twice("cluster", cluster));
        }
        if chosen.insert(interval, cluster).is_some() {
            return Err(twice("interval", interval));
        }
    }
    Ok(chosen)
}

/// Reads chosen intervals with their weights, in the order of the run. The weights, which are rounded in the file, are made to sum to
/// 1 exactly.
///
/// # Errors
/// [`FormatError`]
pub fn read_points(simpoints: &str, weights: &str) -> Result<Vec<Weighted>, FormatError> {
    let of = |file| {
        move |source| FormatError::Of {
            file,
            source: Box::new(source),
        }
    };
    let mut of_cluster = read_weights(weights).map_err(of("weights"))?;
    let chosen = read_intervals(simpoints).map_err(of("intervals"))?;
    let mut points = Vec::new();
    for (interval, cluster) in chosen {
        let weight = of_cluster.remove(&cluster);
        let weight = weight.ok_or(FormatError::Unweighted(cluster))?;
        points.push(Weighted { interval, weight });
    }
    if let Some(&cluster) = of_cluster.keys().next() {
        return Err(FormatError::Unchosen(cluster));
    }
    let sum: f64 = points.iter().map(|point| point.weight).sum();
    if points.is_empty() || points.len() > LONGEST || sum <= 0.0 {
        return Err(FormatError::Nothing);
    }
    if (sum - 1.0).abs() > ROUNDING {
        return Err(of("weights")(FormatError::Sum { sum }));
    }
    for point in &mut points {
        point.weight /= sum;
    }
    Ok(points)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::choice::Point;

    #[test]
    fn vectors_are_read_as_simpoint_writes_them() {
        let text = "# a comment\nT:1:30 :7:2 \n\nT:7:100\n";
        let vectors = read_vectors(text.as_bytes()).unwrap();
        assert_eq!(vectors, [vec![(1, 30), (7, 2)], vec![(7, 100)]]);
        for wrong in ["T:1\n", "T:1:x\n", "T\n", "T:1:0\n", "\n"] {
            assert!(read_vectors(wrong.as_bytes()).is_err(), "{wrong:?}");
        }
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let endless = io::BufReader::new(io::repeat(0));
        let error = read_vectors(endless).unwrap_err();
        assert!(matches!(error, FormatError::TooLong { line: 1 }), "{error}");
    }

    #[test]
    fn a_line_that_is_no_text_is_named() {
        let error = read_vectors(&b"T:1:30\nT:7:\xff\n"[..]).unwrap_err();
        assert_eq!(error.to_string(), "line 2 is not UTF-8 text");
    }

    #[test]
    fn chosen_intervals_come_back_in_the_order_of_the_run() {
        let point = |interval, cluster, instructions| Point {
            interval,
            cluster,
            intervals: 1,
            instructions,
        };
        let choice = Choice {
            intervals: 2,
            instructions: 10,
            points: vec![point(8, 0, 3), point(2, 1, 7)],
            scores: Vec::new(),
        };
        let points = read_points(&simpoints_text(&choice), &weights_text(&choice)).unwrap();
        let expected = [(2, 0.7), (8, 0.3)];
        assert_eq!(points.len(), 2);
        for (point, (interval, weight)) in points.iter().zip(expected) {
            assert_eq!(point.interval, interval);
            assert!((point.weight - weight).abs() < 1e-9);
        }
        assert!(matches!(
            read_points("3 1\n", "0.5 0\n"),
            Err(FormatError::Unweighted(1))
        ));
        assert!(read_points("3\n", "0.5 0\n").is_err() && read_points("", "").is_err());
        assert!(read_points("3 0\n", "1.5 0\n").is_err());
    }

    #[test]
    fn weights_that_are_no_parts_of_one_run_are_refused_and_rounded_ones_are_not() {
        let of = |weights: &[&str]| {
            let lines =
                |of: &dyn Fn(usize) -> String| -> String { (0..weights.len()).map(of).collect() };
            let simpoints = lines(&|at| format!("{at} {at}\n"));
            read_points(&simpoints, &lines(&|at| format!("{} {at}\n", weights[at])))
        };
        for rounded in [
            &["0.3333", "0.3333", "0.3333"][..],
            &["0.166667"; 6],
            &["1"],
        ] {
            let points = of(rounded).unwrap();
            let sum: f64 = points.iter().map(|point| point.weight).sum();
            assert!((sum - 1.0).abs() < 1e-12, "{rounded:?}");
        }
        for wrong in [&["0.5", "0.4"][..], &["0.9", "0.9"], &["0.99"]] {
            let error = of(wrong).unwrap_err().to_string();
            assert!(error.starts_with("weights: the weights sum to "), "{error}");
        }
    }

    #[test]
    fn files_that_say_something_twice_or_of_another_choice_are_refused() {
        let error = |simpoints, weights| read_points(simpoints, weights).unwrap_err().to_string();
        let twice = error("0 0\n12 0\n", "0.9 0\n");
        assert_eq!(twice, "intervals: line 2: cluster 0 is there twice");
        let twice = error("0 0\n", "0.9 0\n0.1 0\n");
        assert_eq!(twice, "weights: line 2: cluster 0 is there twice");
        let twice = error("3 0\n3 1\n", "0.9 0\n0.1 1\n");
        assert_eq!(twice, "intervals: line 2: interval 3 is there twice");
        let other = error("1 0\n", "1 0\n0.2 1\n");
        assert!(
            other.starts_with("cluster 1 has a weight and no interval"),
            "{other}"
        );
        assert!(error("", "").contains("`epicycle simpoints` writes both"));
    }
}
