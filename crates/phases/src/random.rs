//! Numbers that look random and are the same on every host (SplitMix64).

/// A pseudo-random number that depends on `number` alone.
pub(crate) fn mix(number: u64) -> u64 {
    let z = number.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (z ^ z >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ z >> 31
}

/// The same as a number from 0 to 1, without 1.
pub(crate) fn unit(number: u64) -> f64 {
    (mix(number) >> 11) as f64 / (1_u64 << 53) as f64
}
