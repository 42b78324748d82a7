//! Random system calls have the same results in the personality and in the host's kernel.
//!
//! `EPICYCLE_FUZZ_CALLS=n` makes n sequences of calls instead of a few.

#[test]
fn random_calls_have_the_results_of_the_host_s_kernel() {
    let count = std::env::var("EPICYCLE_FUZZ_CALLS")
        .ok()
        .and_then(|n| n.parse().ok());
    let mut random = fastrand::Rng::with_seed(1);
    let mut succeeded = 0;
    for _ in 0..count.unwrap_or(500) {
        let data: Vec<u8> = (0..400).map(|_| random.u8(..)).collect();
        succeeded +=
            fuzzing::compare_calls(&data).unwrap_or_else(|difference| panic!("{difference:#?}"));
    }
    assert!(succeeded > 0);
}
