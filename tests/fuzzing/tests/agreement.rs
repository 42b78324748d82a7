//! Random system calls have the same results in the personality and in the host's kernel.
//!
//! `EPICYCLE_FUZZ_CALLS=n` makes n sequences of calls instead of a few.

/// Numbers that repeat (xorshift64*).
struct Random(u64);

impl Random {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 >> 12;
        self.0 ^= self.0 << 25;
        self.0 ^= self.0 >> 27;
        self.0.wrapping_mul(0x2545_f491_4f6c_dd1d)
    }
}

#[test]
fn random_calls_have_the_results_of_the_host_s_kernel() {
    let count = std::env::var("EPICYCLE_FUZZ_CALLS")
        .ok()
        .and_then(|n| n.parse().ok());
    let mut random = Random(0x9e37_79b9_7f4a_7c15);
    let mut succeeded = 0;
    for _ in 0..count.unwrap_or(500) {
        let data: Vec<u8> = (0..400).map(|_| (random.next() >> 32) as u8).collect();
        succeeded +=
            fuzzing::compare_calls(&data).unwrap_or_else(|difference| panic!("{difference:#?}"));
    }
    assert!(succeeded > 0);
}
