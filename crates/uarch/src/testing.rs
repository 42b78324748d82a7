//! Helpers of the unit tests.

use config::Machine;

/// The shipped Itanium.
pub(crate) fn itanium() -> Machine {
    toml::from_str(include_str!("../../../configs/itanium.toml"))
        .expect("the shipped configuration")
}

/// The shipped Itanium 2.
pub(crate) fn itanium2() -> Machine {
    toml::from_str(include_str!("../../../configs/itanium2.toml"))
        .expect("the shipped configuration")
}
