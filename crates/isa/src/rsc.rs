//! Fields of the register stack configuration register `ar.rsc` as masks (volume 1, "Register Stack Configuration Register").

/// Mode of the register stack engine; 0: enforced lazy.
pub const MODE: u64 = 3;
/// Privilege level of references to the backing store.
pub const PL: u64 = 3 << 2;
/// Big-endian references to the backing store.
pub const BE: u64 = 1 << 4;
/// Distance of `loadrs` in words, the tear point from `ar.bspstore` to `ar.bsp`.
pub const LOADRS: u64 = 0x3fff << 16;
/// Bits that exist.
pub const FIELDS: u64 = MODE | PL | BE | LOADRS;

/// The register with another privilege level, 0 to 3.
pub const fn with_level(rsc: u64, level: u8) -> u64 {
    rsc & !PL | (level as u64 & 3) << 2
}

/// The privilege level, 0 to 3.
pub const fn level(rsc: u64) -> u8 {
    (rsc >> 2 & 3) as u8
}
