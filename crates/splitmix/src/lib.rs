//! Pseudo-random numbers that depend on a seed alone: the same on every host and in every version, so that what is drawn with them (places of
//! samples, centres of clusters, the guest's random bytes) can be drawn again.
#![forbid(unsafe_code)]

/// The increment of the state: 2^64 divided by the golden ratio.
pub const GOLDEN: u64 = 0x9e37_79b9_7f4a_7c15;

/// The generator SplitMix64 (Steele, Lea, Flood: Fast Splittable Pseudorandom Number Generators, OOPSLA 2014). Any seed is as good as any other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SplitMix64(u64);

impl SplitMix64 {
    /// A generator with a seed.
    #[must_use]
    pub const fn new(seed: u64) -> Self {
        Self(seed)
    }

    /// The seed of a generator that gives the numbers that this one gives from here on.
    #[must_use]
    pub const fn state(&self) -> u64 {
        self.0
    }

    /// 64 random bits.
    pub const fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(GOLDEN);
        let z = (self.0 ^ self.0 >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ z >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ z >> 31
    }

    /// A number below `bound`, or 0 if that is 0. It is the remainder of 64 bits: for bounds below 2^24 no number is drawn more often than another
    /// by more than one in 2^40.
    pub const fn below(&mut self, bound: u64) -> u64 {
        match bound {
            0 => 0,
            bound => self.bits() % bound,
        }
    }
}

/// A number that depends on another one and shows no relation to it: the first of the generator with that seed.
#[must_use]
pub const fn mix(number: u64) -> u64 {
    SplitMix64::new(number).bits()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The first numbers of a seed, as other implementations give them (the test values of Rosetta Code's task "Pseudo-random numbers/Splitmix64").
    #[test]
    fn the_numbers_are_those_of_splitmix64() {
        let mut random = SplitMix64::new(1_234_567);
        let numbers = [(); 5].map(|()| random.bits());
        let expected = [
            6_457_827_717_110_365_317,
            3_203_168_211_198_807_973,
            9_817_491_932_198_370_423,
            4_593_380_528_125_082_431,
            16_408_922_859_458_223_821,
        ];
        assert_eq!(numbers, expected);
    }

    #[test]
    fn a_generator_goes_on_from_its_state() {
        let mut random = SplitMix64::new(7);
        random.bits();
        let mut other = SplitMix64::new(random.state());
        assert_eq!(random.bits(), other.bits());
    }

    #[test]
    fn every_number_below_a_bound_is_drawn() {
        let mut random = SplitMix64::new(1);
        let mut drawn = [false; 6];
        for _ in 0..100 {
            drawn[random.below(6) as usize] = true;
        }
        assert_eq!(drawn, [true; 6]);
        assert_eq!(random.below(0), 0);
    }
}
