//! Which intervals stand for a run: random projection, k-means, the Bayesian information criterion.

use crate::choice::{Choice, Point, Vector};
use splitmix::mix;

/// How intervals are chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Options {
    /// Most clusters.
    pub most: usize,
    /// Dimensions after the projection.
    pub dimensions: usize,
    /// Starts of k-means for each number of clusters.
    pub starts: u64,
    /// Seed of all that is random.
    pub seed: u64,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            most: 30,
            dimensions: 15,
            starts: 5,
            seed: 1,
        }
    }
}

/// The smallest number of clusters is taken whose criterion reaches this share of the way from the least to the largest one, as in
/// SimPoint.
const ENOUGH: f64 = 0.9;
/// Most rounds of k-means.
const ROUNDS: usize = 100;

/// Chooses intervals; the same for the same vectors and options.
#[must_use]
pub fn choose(vectors: &[Vector], options: &Options) -> Choice {
    let dimensions = options.dimensions.max(1);
    let lengths: Vec<u128> = vectors.iter().map(length).collect();
    let points: Vec<Vec<f64>> = vectors
        .iter()
        .map(|vector| project(vector, dimensions, options.seed))
        .collect();
    let most = options.most.clamp(1, points.len().max(1));
    let mut found: Vec<(f64, Clusters)> = Vec::new();
    for k in 1..=most {
        let seeds =
            (0..options.starts.max(1)).map(|start| mix(options.seed ^ mix(start << 32 | k as u64)));
        let best = best_of(&points, k, &Vec::from_iter(seeds));
        found.extend(best.map(|best| (best.criterion(points.len(), dimensions), best)));
    }
    let scores: Vec<f64> = found.iter().map(|(score, _)| *score).collect();
    let (least, largest) = scores
        .iter()
        .fold((f64::MAX, f64::MIN), |(least, largest), &score| {
            (least.min(score), largest.max(score))
        });
    let enough = least + ENOUGH * (largest - least);
    let chosen = found.iter().find(|(score, _)| *score >= enough);
    Choice {
        intervals: points.len(),
        instructions: lengths.iter().sum(),
        points: chosen.map_or_else(Vec::new, |(_, clusters)| {
            clusters.representatives(&points, &lengths)
        }),
        scores,
    }
}

/// The clusters with the least distortion of those that begin with each of the seeds; of several the first. The starts are shared out to the
/// threads that the host has: each depends on its seed alone.
fn best_of(points: &[Vec<f64>], k: usize, seeds: &[u64]) -> Option<Clusters> {
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    let least = |found: &mut dyn Iterator<Item = (usize, Clusters)>| {
        found.min_by(|(first, one), (second, other)| {
            let by_distortion = one.distortion.total_cmp(&other.distortion);
            by_distortion.then(first.cmp(second))
        })
    };
    let work = |first: usize| {
        let mine = seeds.iter().enumerate().skip(first).step_by(threads);
        least(&mut mine.map(|(number, &seed)| (number, Clusters::find(points, k, seed))))
    };
    let found: Vec<_> = std::thread::scope(|scope| {
        let others = (1..threads.min(seeds.len())).map(|first| {
            let work = &work;
            scope.spawn(move || work(first))
        });
        let others: Vec<_> = others.collect();
        let own = work(0);
        let others = others.into_iter().filter_map(|it| it.join().ok());
        others.chain([own]).flatten().collect()
    });
    least(&mut found.into_iter()).map(|(_, clusters)| clusters)
}

/// Instructions of an interval.
fn length(vector: &Vector) -> u128 {
    vector.iter().map(|&(_, count)| u128::from(count)).sum()
}

/// A number from 0 to 1, without 1, that depends on `number` alone.
fn unit(number: u64) -> f64 {
    (mix(number) >> 11) as f64 / (1_u64 << 53) as f64
}

/// The random projection of a vector, scaled so that its counts sum to 1: in each dimension every block has a random weight between -1
/// and 1, which depends on the seed, the block and the dimension alone.
fn project(vector: &Vector, dimensions: usize, seed: u64) -> Vec<f64> {
    let sum = length(vector) as f64;
    let mut projected = vec![0.0; dimensions];
    for &(block, count) in vector {
        let part = count as f64 / sum.max(1.0);
        for (dimension, value) in projected.iter_mut().enumerate() {
            let key = mix(seed ^ mix(block)) ^ dimension as u64;
            *value += part * (2.0 * unit(key) - 1.0);
        }
    }
    projected
}

/// The squared distance of two points.
fn distance(one: &[f64], other: &[f64]) -> f64 {
    let pairs = one.iter().zip(other);
    pairs.map(|(a, b)| (a - b) * (a - b)).sum()
}

/// A division of points into clusters.
struct Clusters {
    centres: Vec<Vec<f64>>,
    /// The cluster of each point.
    of: Vec<usize>,
    /// Sum of the squared distances of all points from the centres of their clusters.
    distortion: f64,
}

impl Clusters {
    /// k-means, from initial centres chosen as in k-means++.
    fn find(points: &[Vec<f64>], k: usize, seed: u64) -> Self {
        let mut clusters = Self {
            centres: Self::seeds(points, k, seed),
            of: vec![usize::MAX; points.len()],
            distortion: 0.0,
        };
        for _ in 0..ROUNDS {
            if !clusters.assign(points) {
                break;
            }
            clusters.centre(points);
        }
        clusters.assign(points);
        clusters
    }

    /// Initial centres (k-means++): the first is a random point, each further one a point chosen with a probability in proportion to its
    /// squared distance from the nearest centre so far.
    fn seeds(points: &[Vec<f64>], k: usize, seed: u64) -> Vec<Vec<f64>> {
        let first = (unit(seed) * points.len() as f64) as usize;
        let mut centres: Vec<Vec<f64>> = points.get(first).cloned().into_iter().collect();
        let mut nearest = vec![f64::MAX; points.len()];
        for number in 1..k {
            let Some(newest) = centres.last() else {
                break;
            };
            let mut sum = 0.0;
            for (near, point) in nearest.iter_mut().zip(points) {
                *near = near.min(distance(point, newest));
                sum += *near;
            }
            let mut left = unit(seed.wrapping_add(number as u64)) * sum;
            let far = nearest.iter().position(|near| {
                left -= near;
                left < 0.0
            });
            centres.push(points[far.unwrap_or(0)].clone());
        }
        centres
    }

    /// Gives each point to the cluster with the nearest centre. Returns whether one changed its cluster.
    fn assign(&mut self, points: &[Vec<f64>]) -> bool {
        let mut moved = false;
        self.distortion = 0.0;
        // All centres' first coordinates, then their second ones: the distances from all centres are summed up side by side, each in the order
        // of `distance`.
        let dimensions = self.centres.first().map_or(0, Vec::len);
        let coordinates = (0..dimensions).flat_map(|it| self.centres.iter().map(move |at| at[it]));
        let coordinates: Vec<f64> = coordinates.collect();
        let count = self.centres.len().max(1);
        let mut distances = vec![0.0; self.centres.len()];
        for (of, point) in self.of.iter_mut().zip(points) {
            distances.fill(0.0);
            for (value, of_centres) in point.iter().zip(coordinates.chunks_exact(count)) {
                for (sum, centre) in distances.iter_mut().zip(of_centres) {
                    *sum += (value - centre) * (value - centre);
                }
            }
            let (mut nearest, mut far) = (0, f64::MAX);
            for (number, &distance) in distances.iter().enumerate() {
                if distance < far {
                    (nearest, far) = (number, distance);
                }
            }
            moved |= *of != nearest;
            *of = nearest;
            self.distortion += far;
        }
        moved
    }

    /// Moves each centre to the mean of its points; one without points stays.
    fn centre(&mut self, points: &[Vec<f64>]) {
        let sizes = self.sizes();
        for (centre, _) in (self.centres.iter_mut().zip(&sizes)).filter(|(_, size)| **size > 0) {
            centre.fill(0.0);
        }
        for (point, &of) in points.iter().zip(&self.of) {
            for (sum, value) in self.centres[of].iter_mut().zip(point) {
                *sum += value / sizes[of] as f64;
            }
        }
    }

    fn sizes(&self) -> Vec<usize> {
        let mut sizes = vec![0; self.centres.len()];
        for &of in &self.of {
            sizes[of] += 1;
        }
        sizes
    }

    /// The Bayesian information criterion of spherical clusters (Pelleg and Moore 2000).
    fn criterion(&self, points: usize, dimensions: usize) -> f64 {
        let (r, d, k) = (points as f64, dimensions as f64, self.centres.len() as f64);
        let variance = (self.distortion / (d * (r - k).max(1.0))).max(1e-9);
        let spread = d / 2.0 * (std::f64::consts::TAU * variance).ln();
        let sizes = self.sizes().into_iter().filter(|&size| size > 0);
        let likelihood: f64 = sizes
            .map(|size| size as f64)
            .map(|size| size * (size.ln() - r.ln() - spread))
            .sum();
        let likelihood = likelihood - d * (r - k) / 2.0;
        likelihood - k * (d + 1.0) / 2.0 * r.ln()
    }

    /// The point nearest to the centre of each cluster that has points, numbered from 0.
    fn representatives(&self, points: &[Vec<f64>], lengths: &[u128]) -> Vec<Point> {
        let sizes = self.sizes();
        let clusters = (0..self.centres.len()).filter(|&number| sizes[number] > 0);
        let nearest = clusters.enumerate().filter_map(|(cluster, number)| {
            let mine = (0..points.len()).filter(|&point| self.of[point] == number);
            let instructions = mine.clone().map(|point| lengths[point]).sum();
            let away = |point: &usize| distance(&points[*point], &self.centres[number]);
            let interval = mine.min_by(|one, other| away(one).total_cmp(&away(other)))?;
            Some(Point {
                interval,
                cluster,
                intervals: sizes[number],
                instructions,
            })
        });
        nearest.collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Intervals of three phases, each with blocks of its own and some noise.
    fn phases() -> Vec<Vector> {
        let of = |interval: u64| (interval / 20) % 3;
        (0..120)
            .map(|interval| {
                let first = 1 + 10 * of(interval);
                let noise = |block| mix(interval * 31 + block) % 20;
                (first..first + 5)
                    .map(|block| (block, 1_000 * block + noise(block)))
                    .collect()
            })
            .collect()
    }

    #[test]
    fn three_phases_get_three_intervals_with_their_weights() {
        let choice = choose(&phases(), &Options::default());
        assert_eq!(choice.points.len(), 3, "{choice:?}");
        let mut phases: Vec<_> = choice
            .points
            .iter()
            .map(|it| it.interval / 20 % 3)
            .collect();
        phases.sort_unstable();
        assert_eq!(phases, [0, 1, 2]);
        assert!(choice.points.iter().all(|point| point.intervals == 40));
    }

    #[test]
    fn a_run_of_one_phase_has_one_interval() {
        let vectors = vec![vec![(1, 100), (2, 50)]; 50];
        let choice = choose(&vectors, &Options::default());
        assert_eq!(choice.points.len(), 1);
        assert_eq!(choice.points[0].intervals, 50);
    }

    #[test]
    fn a_shorter_interval_at_the_end_weighs_by_its_instructions() {
        let mut vectors = vec![vec![(1, 1_000)]; 7];
        vectors.push(vec![(2, 50)]);
        let choice = choose(&vectors, &Options::default());
        let weights: Vec<f64> = choice.points.iter().map(|it| choice.weight(it)).collect();
        let intervals: Vec<usize> = choice.points.iter().map(|it| it.intervals).collect();
        let whole = match intervals[..] {
            [7, 1] => [7_000.0 / 7_050.0, 50.0 / 7_050.0],
            [1, 7] => [50.0 / 7_050.0, 7_000.0 / 7_050.0],
            _ => panic!("two clusters: {choice:?}"),
        };
        assert_eq!(weights, whole);
    }

    #[test]
    fn the_choice_is_the_same_twice() {
        let options = Options {
            seed: 7,
            ..Options::default()
        };
        assert_eq!(choose(&phases(), &options), choose(&phases(), &options));
    }

    #[test]
    fn there_are_no_more_clusters_than_intervals() {
        let vectors = vec![vec![(1, 1)], vec![(2, 1)]];
        let choice = choose(&vectors, &Options::default());
        assert_eq!(choice.scores.len(), 2, "more than two are not tried");
    }
}
