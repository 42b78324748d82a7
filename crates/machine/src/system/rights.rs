//! Access rights of a page (volume 2, table 4-2 "Page Access Rights").

const X: u8 = 1;
const W: u8 = 2;
const R: u8 = 4;

/// The kinds of access that a reference makes.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Default)]
pub(crate) struct Wanted {
    pub read: bool,
    pub write: bool,
    pub execute: bool,
}

/// The rights that a page with access rights `ar` and privilege level `pl` gives at privilege level `cpl`.
const fn granted(ar: u8, pl: u8, cpl: u8) -> u8 {
    // A level less privileged than that of the page has no access, except that it may execute a page that promotes.
    if cpl > pl {
        return if ar == 7 { X } else { 0 };
    }
    match ar {
        0 => R,
        1 => R | X,
        2 => R | W,
        3 => R | W | X,
        // The level of the page itself has fewer rights than the more privileged ones.
        4 if cpl == pl && pl != 0 => R,
        4 => R | W,
        // Only level 0 may write.
        5 if cpl == 0 => R | W | X,
        5 => R | X,
        6 if cpl == pl && pl != 0 => R | W | X,
        6 => R | W,
        _ if cpl == 0 => R | X,
        _ => X,
    }
}

/// Whether a page with access rights `ar` and privilege level `pl` allows an access at privilege level `cpl`.
pub(crate) fn allows(ar: u8, pl: u8, cpl: u8, wanted: Wanted) -> bool {
    let rights = granted(ar & 7, pl & 3, cpl & 3);
    (!wanted.read || rights & R != 0)
        && (!wanted.write || rights & W != 0)
        && (!wanted.execute || rights & X != 0)
}

/// The access rights of pages on which `epc` promotes to the level of the page.
pub(crate) const PROMOTES: u8 = 7;
