//! Register names: from those of the encoding to scoreboard entries.
//!
//! A *logical* register is what an instruction names; an *entry* is what the scoreboard keeps, and stays
//! the same while calls move the stacked registers and loops rotate the registers. Stacked general
//! registers take 512 entries addressed by their running number: so many that no value is on its way any more when its
//! entry comes round again, and a power of two.

use isa::{Ar, Register};

/// First logical floating-point register.
const FR: u16 = 128;
/// First logical predicate.
const PR: u16 = 256;
/// First logical branch register.
const BR: u16 = 320;
/// First logical special register.
pub(crate) const SPECIAL: u16 = 328;
/// Logical registers, rounded up to a power of two.
pub(crate) const LOGICAL: usize = (SPECIAL as usize + special::COUNT as usize).next_power_of_two();

/// First entry of the floating-point registers, behind the static general registers.
const FR_ENTRY: u16 = 32;
/// First entry of the predicates.
pub(crate) const PR_ENTRY: u16 = 160;
/// First entry of the branch registers.
const BR_ENTRY: u16 = 224;
/// First entry of the special registers.
const SPECIAL_ENTRY: u16 = 232;
/// First entry of the stacked general registers.
const STACKED: u16 = 512;
/// Selects one of their entries.
const STACKED_MASK: u16 = 511;
/// Scoreboard entries: enough for every logical register, a power of two.
pub(crate) const ENTRIES: usize = 1024;

/// Application registers and other state that the scoreboard follows.
pub(crate) mod special {
    /// ar.pfs.
    pub(crate) const PFS: u16 = 0;
    /// ar.lc.
    pub(crate) const LC: u16 = 1;
    /// ar.ec.
    pub(crate) const EC: u16 = 2;
    /// ar.ccv.
    pub(crate) const CCV: u16 = 3;
    /// ar.unat.
    pub(crate) const UNAT: u16 = 4;
    /// ar.rnat.
    pub(crate) const RNAT: u16 = 5;
    /// ar.bsp and ar.bspstore.
    pub(crate) const BSPSTORE: u16 = 6;
    /// ar.rsc.
    pub(crate) const RSC: u16 = 7;
    /// ar.fpsr.
    pub(crate) const FPSR: u16 = 8;
    /// ar.itc.
    pub(crate) const ITC: u16 = 9;
    /// ar.csd.
    pub(crate) const CSD: u16 = 10;
    /// Every other application register.
    pub(crate) const OTHER: u16 = 11;
    /// Control registers and the PSR, as srlz waits for them.
    pub(crate) const SERIAL: u16 = 12;
    /// How many there are.
    pub(crate) const COUNT: u16 = 13;
}

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

/// Logical number of a register; `None` for constants and what nothing waits for.
pub(crate) fn logical(register: Register) -> Option<u16> {
    match register {
        Register::Gr(0) | Register::Fr(0 | 1) | Register::Pr(0) => None,
        Register::Gr(r) => Some(u16::from(r & 127)),
        Register::Fr(f) => Some(FR + u16::from(f & 127)),
        Register::Pr(p) => Some(PR + u16::from(p & 63)),
        Register::Br(b) => Some(BR + u16::from(b & 7)),
        Register::FpControls(_) => Some(SPECIAL + special::FPSR),
        Register::Ar(ar) => Some(
            SPECIAL
                + match ar {
                    Ar::RSC => special::RSC,
                    Ar::BSP | Ar::BSPSTORE => special::BSPSTORE,
                    Ar::RNAT => special::RNAT,
                    Ar::CSD => special::CSD,
                    Ar::CCV => special::CCV,
                    Ar::UNAT => special::UNAT,
                    Ar::FPSR => special::FPSR,
                    Ar::ITC => special::ITC,
                    Ar::PFS => special::PFS,
                    Ar::LC => special::LC,
                    Ar::EC => special::EC,
                    _ => special::OTHER,
                },
        ),
        _ => None,
    }
}

/// First entry of the rotating floating-point registers.
const FR_ROTATING: u16 = FR_ENTRY + 32;
/// First entry of the rotating predicates.
const PR_ROTATING: u16 = PR_ENTRY + 16;

/// What decides the mapping from logical registers to scoreboard entries, reduced to the sizes of what turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mapping {
    base: u16,
    sor: u16,
    rrb_gr: u16,
    rrb_fr: u16,
    rrb_pr: u16,
}

impl Mapping {
    /// The mapping of a frame and its rotation, as [`Renamer::enter`] takes them.
    #[inline(always)]
    pub(crate) fn new(frame: u32, cfm: u64) -> Self {
        let sor = (cfm >> 14 & 0xf) as u16 * 8;
        Self {
            base: frame as u16 & STACKED_MASK,
            sor,
            rrb_gr: (cfm >> 18 & 0x7f) as u16 % sor.max(1),
            rrb_fr: (cfm >> 25 & 0x7f) as u16 % 96,
            rrb_pr: (cfm >> 32 & 0x3f) as u16 % 48,
        }
    }

    /// How names change from a mapping to the next one: equal for pairs of mappings that change all
    /// [names](Renamer::name) alike.
    pub(crate) fn change(self, next: Self) -> u64 {
        let moved = next.base.wrapping_sub(self.base) & STACKED_MASK;
        let general = if moved == 0 && self.sor == next.sor {
            let by = (next.rrb_gr + self.sor - self.rrb_gr) % self.sor.max(1);
            let size = if by == 0 { 0 } else { self.sor };
            u64::from(by) | u64::from(size) << 7
        } else if self.rrb_gr == 0 && next.rrb_gr == 0 {
            u64::from(moved) << 14
        } else {
            [moved, self.sor, self.rrb_gr, next.sor, next.rrb_gr]
                .into_iter()
                .fold(1, |key, field| key << 9 | u64::from(field))
        };
        let float = (next.rrb_fr + 96 - self.rrb_fr) % 96;
        let predicate = (next.rrb_pr + 48 - self.rrb_pr) % 48;
        general | u64::from(float) << 50 | u64::from(predicate) << 57
    }
}

/// The current mapping from logical registers to scoreboard entries.
#[derive(Clone, Debug)]
pub(crate) struct Renamer {
    map: [u16; LOGICAL],
    frame: u32,
    rotation: u64,
}

/// Fields of the CFM that decide the mapping: size of the rotating region and the three bases.
const ROTATION: u64 = 0xf << 14 | 0x7f << 18 | 0x7f << 25 | 0x3f << 32;

impl Renamer {
    /// The mapping of an empty frame.
    pub(crate) fn new() -> Self {
        let mut map = [0; LOGICAL];
        for (i, entry) in map.iter_mut().enumerate() {
            let i = i as u16;
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
            frame: 0,
            rotation: 0,
        }
    }

    /// Follows the frame and rotation with which a block is entered.
    #[inline(always)]
    pub(crate) fn enter(&mut self, frame: u32, cfm: u64) {
        if self.frame != frame || (self.rotation ^ cfm) & ROTATION != 0 {
            self.remap(frame, cfm);
        }
    }

    #[inline(never)]
    fn remap(&mut self, frame: u32, cfm: u64) {
        // Latencies 10: by position, a value keeps its entry.
        let rotation_changed = (self.rotation ^ cfm) & ROTATION != 0;
        self.frame = frame;
        self.rotation = cfm;
        let base = frame as u16 & STACKED_MASK;
        for (r, entry) in self.map[32..128].iter_mut().enumerate() {
            *entry = STACKED + ((base + r as u16) & STACKED_MASK);
        }
        let sor = ((cfm >> 14 & 0xf) as u16) * 8;
        let rrb_gr = (cfm >> 18 & 0x7f) as u16;
        if sor != 0 && rrb_gr != 0 {
            let rotating = self.map[32..].iter_mut().take(usize::from(sor.min(96)));
            for (r, entry) in rotating.enumerate() {
                let turned = (r as u16 + rrb_gr) % sor;
                *entry = STACKED + ((base + turned) & STACKED_MASK);
            }
        }
        if rotation_changed {
            let rrb_fr = (cfm >> 25 & 0x7f) as u16;
            let rrb_pr = (cfm >> 32 & 0x3f) as u16;
            rotate(
                &mut self.map[usize::from(FR) + 32..usize::from(PR)],
                FR_ENTRY + 32,
                rrb_fr,
            );
            rotate(
                &mut self.map[usize::from(PR) + 16..usize::from(BR)],
                PR_ENTRY + 16,
                rrb_pr,
            );
        }
    }

    /// The entry of a logical register.
    #[inline(always)]
    pub(crate) fn entry(&self, logical: u16) -> u16 {
        self.map[usize::from(logical) % LOGICAL]
    }

    /// The current mapping in short.
    pub(crate) fn mapping(&self) -> Mapping {
        Mapping::new(self.frame, self.rotation)
    }

    /// The name of an entry that calls and rotation leave to a value only as long as they do not move
    /// it: [`entry_named`](Self::entry_named) finds it again. Names of general registers go on behind
    /// r127 with the frames before the current one.
    pub(crate) fn name(&self, entry: u16) -> u16 {
        let m = self.mapping();
        let turned = |first: u16, size: u16, by: u16| (entry - first + size - by) % size + first;
        match entry {
            STACKED.. => {
                let place = (entry - STACKED).wrapping_sub(m.base) & STACKED_MASK;
                STACKED
                    + if place < m.sor {
                        (place + m.sor - m.rrb_gr) % m.sor
                    } else {
                        place
                    }
            }
            FR_ROTATING..PR_ENTRY => turned(FR_ROTATING, 96, m.rrb_fr),
            PR_ROTATING..BR_ENTRY => turned(PR_ROTATING, 48, m.rrb_pr),
            _ => entry,
        }
    }

    /// The entry of a [`name`](Self::name).
    pub(crate) fn entry_named(&self, name: u16) -> u16 {
        let m = self.mapping();
        let turned = |first: u16, size: u16, by: u16| (name - first + by) % size + first;
        match name {
            STACKED.. => {
                let place = name - STACKED;
                let place = if place < m.sor {
                    (place + m.rrb_gr) % m.sor
                } else {
                    place
                };
                STACKED + ((m.base + place) & STACKED_MASK)
            }
            FR_ROTATING..PR_ENTRY => turned(FR_ROTATING, 96, m.rrb_fr),
            PR_ROTATING..BR_ENTRY => turned(PR_ROTATING, 48, m.rrb_pr),
            _ => name,
        }
    }

    /// Entries of all predicates, by predicate.
    pub(crate) fn predicates(&self) -> &[u16] {
        &self.map[usize::from(PR)..usize::from(BR)]
    }
}

impl Default for Renamer {
    fn default() -> Self {
        Self::new()
    }
}

/// Maps a rotating region that starts at entry `first`, turned by `by`.
fn rotate(map: &mut [u16], first: u16, by: u16) {
    let size = map.len() as u16;
    let by = by % size;
    let (low, high) = map.split_at_mut(usize::from(size - by));
    for (i, entry) in low.iter_mut().enumerate() {
        *entry = first + by + i as u16;
    }
    for (i, entry) in high.iter_mut().enumerate() {
        *entry = first + i as u16;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn gr(n: u8) -> u16 {
        logical(Register::Gr(n)).unwrap()
    }

    #[test]
    fn an_output_register_of_the_caller_is_an_input_register_of_the_callee() {
        let mut renamer = Renamer::new();
        renamer.enter(200, 0);
        let output = renamer.entry(gr(32 + 7));
        renamer.enter(207, 0);
        assert_eq!(renamer.entry(gr(32)), output);
    }

    #[test]
    fn a_register_of_a_frame_does_not_wait_for_one_of_a_caller_s_caller() {
        let mut renamer = Renamer::new();
        renamer.enter(0, 0);
        let outer = renamer.entry(gr(40));
        // Two callers with 64 locals each.
        renamer.enter(128, 0);
        assert_ne!(renamer.entry(gr(40)), outer);
    }

    #[test]
    fn a_value_keeps_its_entry_while_the_registers_rotate_by_one() {
        let mut renamer = Renamer::new();
        let cfm = |rrb_gr: u64, rrb_fr: u64, rrb_pr: u64| {
            2 << 14 | rrb_gr << 18 | rrb_fr << 25 | rrb_pr << 32
        };
        renamer.enter(0, cfm(0, 0, 0));
        let before = [
            renamer.entry(gr(32)),
            renamer.entry(logical(Register::Fr(40)).unwrap()),
            renamer.entry(logical(Register::Pr(16)).unwrap()),
        ];
        // br.ctop decrements the bases: 16, 96 and 48 registers wrap.
        renamer.enter(0, cfm(15, 95, 47));
        let after = [
            renamer.entry(gr(33)),
            renamer.entry(logical(Register::Fr(41)).unwrap()),
            renamer.entry(logical(Register::Pr(17)).unwrap()),
        ];
        assert_eq!(before, after);
    }

    #[test]
    fn an_entry_has_one_name_and_a_register_is_its_own() {
        for (frame, cfm) in [
            (0, 0),
            (77, 12 << 14 | 5 << 18 | 95 << 25 | 47 << 32),
            (1000, 2 << 14 | 15 << 18),
        ] {
            let mut renamer = Renamer::new();
            renamer.enter(frame, cfm);
            for entry in 0..ENTRIES as u16 {
                assert_eq!(renamer.entry_named(renamer.name(entry)), entry);
            }
            let registers = [gr(1), gr(32), gr(47), gr(127), FR + 31, FR + 99, PR + 16];
            let names = registers.map(|r| renamer.name(renamer.entry(r)));
            let mut unturned = Renamer::new();
            unturned.enter(0, 0);
            assert_eq!(names, registers.map(|r| unturned.entry(r)));
        }
    }

    #[test]
    fn each_turn_of_a_loop_changes_the_names_alike() {
        let loops = |rrb: u64| Mapping::new(9, 2 << 14 | rrb << 18 | (rrb + 80) << 25);
        let change = loops(15).change(loops(14));
        assert_eq!(loops(14).change(loops(13)), change);
        assert_ne!(loops(14).change(loops(14)), change);
        assert_ne!(Mapping::new(9, 0).change(Mapping::new(17, 0)), 0);
    }

    #[test]
    fn registers_below_the_rotating_regions_do_not_move() {
        let mut renamer = Renamer::new();
        let still = [gr(1), FR + 31, PR + 15, BR + 7];
        let before = still.map(|r| renamer.entry(r));
        renamer.enter(77, 12 << 14 | 5 << 18 | 9 << 25 | 11 << 32);
        assert_eq!(still.map(|r| renamer.entry(r)), before);
    }
}
