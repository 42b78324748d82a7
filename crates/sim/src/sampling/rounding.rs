//! Rounding of parts so that they sum to the whole.

/// The values, each as the whole number below or above it, so that they sum to `total` (the largest remainders are rounded up). Where `total` is too
/// far from their sum for that, the nearest ones.
pub(super) fn rounded_to_sum(values: &[f64], total: u64) -> Vec<u64> {
    let mut whole: Vec<u64> = values.iter().map(|value| *value as u64).collect();
    let lacking = total.checked_sub(whole.iter().sum());
    let lacking = lacking.filter(|&lacking| lacking <= values.len() as u64);
    let Some(lacking) = lacking else {
        return values.iter().map(|value| value.round() as u64).collect();
    };
    let mut order: Vec<usize> = (0..values.len()).collect();
    order.sort_by(|&one, &other| values[other].fract().total_cmp(&values[one].fract()));
    for place in order.into_iter().take(lacking as usize) {
        whole[place] += 1;
    }
    whole
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Classes differed from `cycles` by up to 2.
    #[test]
    fn classes_are_rounded_so_that_they_sum_to_cycles() {
        let mut random = fastrand::Rng::with_seed(7);
        for _ in 0..1_000 {
            let mut value = || random.f64() * f64::from(random.u32(1..1_000_000));
            let values: Vec<f64> = (0..8).map(|_| value()).collect();
            let total = values.iter().sum::<f64>().round() as u64;
            let whole = rounded_to_sum(&values, total);
            assert_eq!(whole.iter().sum::<u64>(), total, "{values:?}");
            for (value, &whole) in values.iter().zip(&whole) {
                assert!((value - whole as f64).abs() < 1.0, "{values:?}");
            }
        }
        assert_eq!(rounded_to_sum(&[1.4, 2.6], 90), [1, 3]);
        assert_eq!(rounded_to_sum(&[1.4, 2.6], 2), [1, 3]);
    }
}
