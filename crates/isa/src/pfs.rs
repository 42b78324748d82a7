//! Fields of the previous function state register `ar.pfs` (volume 1, "Previous Function State").

/// The previous frame marker.
pub const PFM: u64 = 0x3f_ffff_ffff;
/// The previous epilog count.
pub const PEC: u64 = 0x3f << 52;
/// The previous privilege level.
pub const PPL: u64 = 3 << 62;
/// Bits that exist.
pub const FIELDS: u64 = PFM | PEC | PPL;

/// The register of a frame marker, an epilog count and a privilege level, each within its field.
pub const fn of(frame: u64, count: u64, level: u8) -> u64 {
    frame | count << 52 | (level as u64) << 62
}

/// The previous epilog count, 0 to 63.
pub const fn epilog_count(pfs: u64) -> u64 {
    (pfs & PEC) >> 52
}

/// The previous privilege level, 0 to 3.
pub const fn level(pfs: u64) -> u8 {
    (pfs >> 62) as u8
}
