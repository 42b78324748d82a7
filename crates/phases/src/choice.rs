//! What is chosen, and of what.

/// One interval: numbers of blocks, and the instructions executed in each.
pub type Vector = Vec<(u64, u64)>;

/// An interval that stands for its cluster.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Point {
    /// Its number, from 0.
    pub interval: usize,
    /// Its cluster.
    pub cluster: usize,
    /// Intervals of the cluster.
    pub intervals: usize,
    /// Instructions of these intervals.
    pub instructions: u128,
}

/// What was chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct Choice {
    /// Intervals of the run.
    pub intervals: usize,
    /// Instructions of these intervals.
    pub instructions: u128,
    /// One for each cluster.
    pub points: Vec<Point>,
    /// The criterion by number of clusters, from 1.
    pub scores: Vec<f64>,
}

impl Choice {
    /// The part of the run's instructions that a point stands for. Intervals are not equally long: the last one is shorter.
    #[must_use]
    pub fn weight(&self, point: &Point) -> f64 {
        point.instructions as f64 / self.instructions as f64
    }
}
