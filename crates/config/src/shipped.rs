//! The configs that are part of the program.

/// A shipped config.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Shipped {
    /// Name by which `--config` and `base` find it.
    pub name: &'static str,
    /// The TOML text, from the repository's folder `configs/`.
    pub text: &'static str,
}

macro_rules! shipped {
    ($($name:literal),* $(,)?) => {
        &[$(Shipped { name: $name, text: include_str!(concat!("../../../configs/", $name, ".toml")) }),*]
    };
}

/// Every shipped config, sorted by name.
pub const SHIPPED: &[Shipped] = shipped![
    "itanium",
    "itanium-half-l2",
    "itanium-nopredictor",
    "itanium-single-bundle",
    "itanium-slow-memory",
    "itanium2",
    "itanium2-half-l2",
    "itanium2-madison",
    "itanium2-nopredictor",
    "itanium2-single-bundle",
    "itanium2-slow-memory",
];
