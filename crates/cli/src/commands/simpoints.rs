//! `epicycle simpoints`: which intervals of a program stand for all of it.

use std::io::BufReader;
use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::Args;
use phases::{Choice, Options};

use crate::options::{count, within};
use crate::output::Outputs;
use crate::{console, status};

/// Choose few intervals that stand for a whole run by the blocks that they execute, as SimPoint 3 does: k-means of the vectors of
/// `run --bbv`, the number of clusters by the Bayesian information criterion. The same vectors give the same choice.
///
/// `run --simpoints F --weights F` times them.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Frequency vectors: what `run --bbv` wrote, or SimPoint's own tools; may be compressed (.zst). `-` is standard input.
    #[arg(value_name = "BBV")]
    vectors: PathBuf,
    /// Write the chosen intervals, `interval cluster` a line, to this file.
    #[arg(long, value_name = "FILE")]
    simpoints: PathBuf,
    /// Write their weights, `weight cluster` a line, to this file: the part of all instructions that the intervals of the cluster have.
    #[arg(long, value_name = "FILE")]
    weights: PathBuf,
    /// Most intervals.
    #[arg(long, value_name = "K", default_value_t = Options::default().most as u64, value_parser = within(1..=1_000, "it is 1 to 1000"))]
    max_k: u64,
    /// Dimensions that the vectors are projected to.
    #[arg(long, value_name = "N", default_value_t = Options::default().dimensions as u64, value_parser = within(1..=1_000, "it is 1 to 1000"))]
    dimensions: u64,
    /// Starts of k-means for each number of clusters.
    #[arg(long, value_name = "N", default_value_t = Options::default().starts, value_parser = within(1..=1_000, "it is 1 to 1000"))]
    starts: u64,
    /// Seed of the projection and of the starts.
    #[arg(long, value_name = "N", default_value_t = Options::default().seed, value_parser = count)]
    seed: u64,
}

/// Chooses.
pub(crate) fn main(arguments: &Arguments) -> Result<u8> {
    let path = &arguments.vectors;
    let reading = || format!("cannot read {}", path.display());
    let file = files::open(path).with_context(reading)?;
    let vectors = phases::read_vectors(BufReader::new(file)).with_context(reading)?;
    let mut outputs = Outputs::reading("it holds the vectors that are read", path);
    let mut simpoints = outputs.open("simpoints", &arguments.simpoints)?;
    let mut weights = outputs.open("weights", &arguments.weights)?;
    let choice = phases::choose(
        &vectors,
        &Options {
            most: arguments.max_k as usize,
            dimensions: arguments.dimensions as usize,
            starts: arguments.starts,
            seed: arguments.seed,
        },
    );
    simpoints.write_text(&phases::simpoints_text(&choice))?;
    weights.write_text(&phases::weights_text(&choice))?;
    outputs.commit()?;
    console::print(&table(&choice))?;
    Ok(status::DONE)
}

fn table(choice: &Choice) -> String {
    let mut text = format!(
        "{} of {} intervals stand for the run\n{:>10}  {:>7}  intervals of its cluster\n",
        choice.points.len(),
        choice.intervals,
        "interval",
        "weight"
    );
    for point in &choice.points {
        let weight = choice.weight(point);
        text.push_str(&format!(
            "{:>10}  {weight:>7.4}  {}\n",
            point.interval, point.intervals
        ));
    }
    text
}
