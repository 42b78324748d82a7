//! How far a profile is from the true one.

use std::collections::{BTreeMap, BTreeSet};

/// Total variation distance of two distributions, given as weights: half the sum of the differences of the shares, which is
/// the share of the time that is booked at the wrong place. 0: equal; 1: nothing in common, or no weight on one side only.
#[must_use]
pub fn error<K: Ord>(truth: &BTreeMap<K, u64>, accused: &BTreeMap<K, u64>) -> f64 {
    let (true_sum, accused_sum) = (sum(truth), sum(accused));
    if true_sum == 0 || accused_sum == 0 {
        return if true_sum == accused_sum { 0.0 } else { 1.0 };
    }
    let differences = excess(truth, accused)
        .map(|(_, excess)| excess.unsigned_abs())
        .sum::<u128>();
    differences as f64 / 2.0 / true_sum as f64 / accused_sum as f64
}

/// How much more of the time each place is accused of than it took: its accused share minus its true one, times both sums,
/// which are the same for all places.
pub fn excess<'a, K: Ord>(
    truth: &'a BTreeMap<K, u64>,
    accused: &'a BTreeMap<K, u64>,
) -> impl Iterator<Item = (&'a K, i128)> {
    let (true_sum, accused_sum) = (sum(truth), sum(accused));
    let part = |weights: &BTreeMap<K, u64>, place: &K, whole: u128| {
        let weight = weights.get(place).copied().unwrap_or(0);
        i128::try_from(u128::from(weight).saturating_mul(whole)).unwrap_or(i128::MAX)
    };
    let places: BTreeSet<&K> = truth.keys().chain(accused.keys()).collect();
    places.into_iter().map(move |place| {
        let excess = part(accused, place, true_sum) - part(truth, place, accused_sum);
        (place, excess)
    })
}

fn sum<K>(weights: &BTreeMap<K, u64>) -> u128 {
    weights.values().map(|&weight| u128::from(weight)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn weights(list: &[(char, u64)]) -> BTreeMap<char, u64> {
        list.iter().copied().collect()
    }

    #[test]
    fn equal_shares_have_no_distance_whatever_the_sums() {
        let truth = weights(&[('a', 300), ('b', 100)]);
        assert_eq!(error(&truth, &weights(&[('a', 3), ('b', 1)])), 0.0);
    }

    #[test]
    fn profiles_with_nothing_in_common_have_distance_one() {
        assert_eq!(error(&weights(&[('a', 7)]), &weights(&[('b', 2)])), 1.0);
    }

    #[test]
    fn the_distance_is_the_share_that_stands_at_the_wrong_place() {
        let truth = weights(&[('a', 50), ('b', 30), ('c', 20)]);
        let accused = weights(&[('a', 5), ('b', 2), ('c', 2), ('d', 1)]);
        // A tenth of the time is booked at d and missing at b.
        assert!((error(&truth, &accused) - 0.1).abs() < 1e-12);
        let excess: Vec<_> = excess(&truth, &accused).collect();
        assert_eq!(excess, [(&'a', 0), (&'b', -100), (&'c', 0), (&'d', 100)]);
    }

    #[test]
    fn a_sampler_without_samples_is_all_wrong() {
        assert_eq!(error(&weights(&[('a', 7)]), &BTreeMap::new()), 1.0);
    }
}
