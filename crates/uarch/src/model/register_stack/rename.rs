//! Register names: from those of the encoding to scoreboard entries.
//!
//! A *logical* register is what an instruction names; an *entry* is what the scoreboard keeps for a value. A value keeps its entry
//! while calls move the stacked registers and loops rotate registers; the mapping changes instead (Latencies 10). Stacked general
//! registers have 512 entries, taken by their running number modulo 512: a power of two, and so many that no value is still under way when its
//! entry is used again.

use isa::{Ar, Register};

/// First logical floating-point register.
const FR: u16 = 128;
/// First logical predicate.
const PR: u16 = 256;
/// First logical branch register.
const BR: u16 = 320;
/// First logical special register.
const SPECIAL: u16 = 328;
/// Application registers, by their numbers.
const APPLICATION: u16 = 128;
/// The pseudo-register that writes of control registers and the PSR write, and srlz reads.
pub(crate) const SERIAL: u16 = SPECIAL + APPLICATION;
/// Logical registers, rounded up to a power of two.
pub(crate) const LOGICAL: usize = (SERIAL as usize + 1).next_power_of_two();

/// First entry of the floating-point registers, behind the static general registers.
const FR_ENTRY: u16 = 32;
/// First entry of the predicates.
pub(crate) const PR_ENTRY: u16 = 160;
/// First entry of the branch registers.
pub(crate) const BR_ENTRY: u16 = 224;
/// First entry of the special registers.
const SPECIAL_ENTRY: u16 = 232;
/// First entry of the stacked general registers.
pub(crate) const STACKED: u16 = 512;
/// Mask of the running number of a stacked register that gives its entry behind [`STACKED`].
pub(crate) const STACKED_MASK: u16 = 511;
/// Whether an entry is that of a branch register.
pub(crate) const fn is_branch(entry: u16) -> bool {
    BR_ENTRY <= entry && entry < SPECIAL_ENTRY
}
/// Scoreboard entries: enough for every logical register, a power of two.
pub(crate) const ENTRIES: usize = 1024;

/// The register file of an entry, for the name of a stall.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum File {
    /// General registers.
    General,
    /// Floating-point registers.
    Float,
    /// Predicates.
    Predicate,
    /// Branch registers.
    Branch,
    /// Application and control registers.
    Application,
}

/// The file that an entry belongs to.
pub(crate) fn file(entry: u16) -> File {
    match entry {
        FR_ENTRY..PR_ENTRY => File::Float,
        PR_ENTRY..BR_ENTRY => File::Predicate,
        BR_ENTRY..SPECIAL_ENTRY => File::Branch,
        SPECIAL_ENTRY..STACKED => File::Application,
        _ => File::General,
    }
}

/// Logical number of a register; `None` for constant registers and those for which no instruction waits.
pub(crate) fn logical(register: Register) -> Option<u16> {
    Some(match register {
        Register::Gr(0) | Register::Fr(0 | 1) | Register::Pr(0) => return None,
        Register::Gr(r) => u16::from(r & 127),
        Register::Fr(f) => FR + u16::from(f & 127),
        Register::Pr(p) => PR + u16::from(p & 63),
        Register::Br(b) => BR + u16::from(b & 7),
        Register::FpControls(_) => special(Ar::FPSR),
        // A write to ar.bspstore sets both.
        Register::Ar(Ar::BSP) => special(Ar::BSPSTORE),
        Register::Ar(ar) => special(ar),
        _ => return None,
    })
}

/// The register of a logical number; `None` in place of a register, for [`NO_REGISTER`](crate::model::plan::NO_REGISTER).
pub(crate) fn register(logical: u16) -> Option<Register> {
    Some(match logical {
        0..FR => Register::Gr(logical as u8),
        FR..PR => Register::Fr((logical - FR) as u8),
        PR..BR => Register::Pr((logical - PR) as u8),
        BR..SPECIAL => Register::Br((logical - BR) as u8),
        SERIAL => Register::Psr,
        SPECIAL..SERIAL => Register::Ar(Ar::new((logical - SPECIAL) as u8)),
        _ => return None,
    })
}

/// Logical number of an application register.
fn special(ar: Ar) -> u16 {
    SPECIAL + u16::from(ar.number())
}

/// First entry of the rotating floating-point registers.
pub(crate) const FR_ROTATING: u16 = FR_ENTRY + 32;
/// First entry of the rotating predicates.
pub(crate) const PR_ROTATING: u16 = PR_ENTRY + 16;

/// What decides the mapping from logical registers to scoreboard entries. Each rotating register base is less than the size of its region.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Mapping {
    /// Position of r32 among the stacked entries.
    pub base: u16,
    /// Size of the rotating region of general registers.
    pub sor: u16,
    /// Rotating register base of general registers.
    pub rrb_gr: u16,
    /// Rotating register base of floating-point registers.
    pub rrb_fr: u16,
    /// Rotating register base of predicates.
    pub rrb_pr: u16,
}

impl Mapping {
    /// Whether there is a rotating region, or a base that is not 0.
    #[inline(always)]
    pub(crate) fn turns(&self) -> bool {
        self.sor | self.rrb_gr | self.rrb_fr | self.rrb_pr != 0
    }
}

checkpoint::state!(Mapping {
    base,
    sor,
    rrb_gr,
    rrb_fr,
    rrb_pr
});

/// The current mapping from logical registers to scoreboard entries.
#[derive(Clone, Debug)]
pub(crate) struct Renamer {
    map: [u16; LOGICAL],
    pub mapping: Mapping,
}

checkpoint::state!(Renamer { map, mapping });

impl Renamer {
    /// The mapping of an empty frame.
    pub(crate) fn new() -> Self {
        let mut map = [0; LOGICAL];
        for (i, entry) in (0..).zip(&mut map) {
            *entry = match i {
                0..32 => i,
                32..FR => STACKED + (i - 32),
                FR..PR => FR_ENTRY + (i - FR),
                PR..BR => PR_ENTRY + (i - PR),
                BR..SPECIAL => BR_ENTRY + (i - BR),
                _ => SPECIAL_ENTRY + (i - SPECIAL),
            };
        }
        Self {
            map,
            mapping: Mapping::default(),
        }
    }

    /// Adopts a mapping, if it is another than the current one.
    #[inline(always)]
    pub(crate) fn enter(&mut self, mapping: Mapping) {
        if self.mapping != mapping {
            self.remap(mapping);
        }
    }

    /// Computes the entries of the registers that move.
    #[inline(never)]
    fn remap(&mut self, next: Mapping) {
        // Latencies 10: registers are followed by position, a value keeps its entry.
        for (r, entry) in (0..).zip(&mut self.map[32..usize::from(FR)]) {
            let turned = if r < next.sor { r + next.rrb_gr } else { r };
            let past = r < next.sor && turned >= next.sor;
            let place = if past { turned - next.sor } else { turned };
            *entry = STACKED + ((next.base + place) & STACKED_MASK);
        }
        let before = std::mem::replace(&mut self.mapping, next);
        if (before.rrb_fr, before.rrb_pr) != (next.rrb_fr, next.rrb_pr) {
            let (float, predicates) =
                self.map[usize::from(FR)..].split_at_mut(usize::from(PR - FR));
            rotate(&mut float[32..], FR_ROTATING, next.rrb_fr);
            rotate(
                &mut predicates[16..usize::from(BR - PR)],
                PR_ROTATING,
                next.rrb_pr,
            );
        }
    }

    /// The entry of a logical register.
    #[inline(always)]
    pub(crate) fn entry(&self, logical: u16) -> u16 {
        self.map[usize::from(logical) % LOGICAL]
    }

    /// Entries of all predicates, by predicate.
    pub(crate) fn predicates(&self) -> &[u16] {
        &self.map[usize::from(PR)..usize::from(BR)]
    }
}

/// Maps the registers of a rotating region, whose entries start at `first`, under the base `by`.
fn rotate(map: &mut [u16], first: u16, by: u16) {
    let turned = map.len() - usize::from(by);
    let (low, high) = map.split_at_mut(turned);
    for (name, entry) in (first + by..).zip(low) {
        *entry = name;
    }
    for (name, entry) in (first..).zip(high) {
        *entry = name;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gr(n: u8) -> u16 {
        logical(Register::Gr(n)).unwrap()
    }

    fn frame(base: u16) -> Mapping {
        Mapping {
            base,
            ..Mapping::default()
        }
    }

    #[test]
    fn an_output_register_of_the_caller_is_an_input_register_of_the_callee() {
        let mut renamer = Renamer::new();
        renamer.enter(frame(200));
        let output = renamer.entry(gr(32 + 7));
        renamer.enter(frame(207));
        assert_eq!(renamer.entry(gr(32)), output);
    }

    #[test]
    fn a_register_of_a_frame_does_not_wait_for_one_of_a_caller_s_caller() {
        let mut renamer = Renamer::new();
        renamer.enter(frame(0));
        let outer = renamer.entry(gr(40));
        // Two callers with 64 locals each.
        renamer.enter(frame(128));
        assert_ne!(renamer.entry(gr(40)), outer);
    }

    #[test]
    fn a_value_keeps_its_entry_while_the_registers_rotate_by_one() {
        let mut renamer = Renamer::new();
        let turned = |rrb_gr, rrb_fr, rrb_pr| Mapping {
            base: 0,
            sor: 16,
            rrb_gr,
            rrb_fr,
            rrb_pr,
        };
        renamer.enter(turned(0, 0, 0));
        let before = [
            renamer.entry(gr(32)),
            renamer.entry(logical(Register::Fr(40)).unwrap()),
            renamer.entry(logical(Register::Pr(16)).unwrap()),
        ];
        // br.ctop decrements the bases: 16, 96 and 48 registers wrap.
        renamer.enter(turned(15, 95, 47));
        let after = [
            renamer.entry(gr(33)),
            renamer.entry(logical(Register::Fr(41)).unwrap()),
            renamer.entry(logical(Register::Pr(17)).unwrap()),
        ];
        assert_eq!(before, after);
    }

    #[test]
    fn registers_below_the_rotating_regions_do_not_move() {
        let mut renamer = Renamer::new();
        let still = [gr(1), FR + 31, PR + 15, BR + 7];
        let before = still.map(|r| renamer.entry(r));
        renamer.enter(Mapping {
            base: 77,
            sor: 96,
            rrb_gr: 5,
            rrb_fr: 9,
            rrb_pr: 11,
        });
        assert_eq!(still.map(|r| renamer.entry(r)), before);
    }
}
