//! Dispersal: which instructions leave the two-bundle window together.
//!
//! The window holds up to two bundles. Each cycle it is drained in slot order until a stop, a port
//! that is taken, or one of the split rules; bundles that are used up leave, and what remains of one
//! is the first bundle of the next window (`docs/timing.md`, "Dispersal").

use crate::model::family::{self, Ports};
use config::model::{Dispersal, Machine};
use isa::{Bundle, Class, Family, Instruction, MATCHES_FREELY, Op, SlotUnit, TemplateKind};
use std::ops::Range;

/// The rules and ports of one configuration.
#[derive(Clone, Debug)]
pub(crate) struct Disperser {
    family: Family,
    rules: Dispersal,
    /// Each group holds one instruction (`core_trace.single_issue`).
    single_issue: bool,
    /// The ports that are switched on.
    available: Ports,
}

/// Most instructions of one window.
const WINDOW: usize = 6;

/// The window while a group is formed. At the end of a block it may stay open: nothing has ended the group, which the next block may continue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Default)]
pub(crate) struct Window {
    /// Port of each instruction so far, or the set of ports that it may take where the processor matches freely; the first `count` are valid.
    placed: [Ports; WINDOW],
    count: u8,
    /// The newest bundle used up is an MIB, behind which Dispersal 7 may end the group before a BBB.
    mib: bool,
    /// Bundles used up so far.
    bundles: u8,
    /// The slot, 0 to 2, of its first bundle at which the window begins.
    offset: u8,
    /// Slots dispersed from it so far, also in earlier blocks.
    slots: u8,
}

checkpoint::state!(Window {
    placed,
    count,
    mib,
    bundles,
    offset,
    slots
});

/// Where an instruction stands in the window.
#[derive(Clone, Copy)]
struct Place {
    /// The unit that the template gives its slot.
    unit: SlotUnit,
    /// Slot in the bundle.
    position: u8,
    /// The bundle's template; `None` when it is reserved.
    template: Option<TemplateKind>,
    /// The bundle is the second of the window.
    second: bool,
    /// No other instruction is in the group.
    first_of_group: bool,
}

/// Why dispersal splits an instruction group (`docs/timing.md`, "Dispersal").
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Split {
    /// No port that serves the next instruction is free.
    Port,
    /// The last instruction ends its group: a semaphore, `mf.a`, `invala`, or any with single issue (rule 3).
    Instruction,
    /// An MMF bundle issues alone (rule 4).
    MmfAlone,
    /// The last bundle has branches (rules 5 and 6).
    BranchBundle,
    /// A BBB bundle does not follow an MIB (rule 7).
    BbbBehindMib,
}

/// Why a group ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum End {
    /// A stop bit.
    Stop,
    /// A port was taken, or a rule split the group.
    Split(Split),
    /// The window's bundles are used up.
    Window,
    /// The block ended with the window open.
    Open,
}

/// One issue group inside a block.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Dispersed {
    /// First slot.
    pub from: u8,
    /// One past the last slot; `from` when the window that was open takes nothing of the block.
    pub to: u8,
    /// Why it ended.
    pub end: End,
    /// Slots of the full window that it left undispersed when it ended (Dispersal 10). The window may have begun in an earlier block.
    pub lost: u8,
}

impl Disperser {
    /// The rules of a configuration.
    pub(crate) fn new(machine: &Machine) -> Self {
        let family = machine.processor.family;
        Self {
            family,
            rules: machine.dispersal.clone(),
            single_issue: machine.core_trace.single_issue,
            available: family::available(family, &machine.dispersal),
        }
    }

    /// Class of an instruction on this processor.
    pub(crate) fn class(&self, instruction: &Instruction) -> Class {
        instruction.class(self.family)
    }

    /// Splits a range of a block's slots into issue groups, with `window` open at the entry.
    ///
    /// `port` is called with each instruction's slot and port, or the set of ports that it may use where the processor matches
    /// freely. Returns the window that stays open at the end.
    pub(crate) fn disperse(
        &self,
        bundles: &[Bundle],
        slots: Range<u8>,
        window: Option<Window>,
        groups: &mut Vec<Dispersed>,
        mut port: impl FnMut(u8, Ports),
    ) -> Option<Window> {
        // Dispersal 1: the window is drained in slot order; consumed bundles leave.
        let total = slots.end.min(bundles.len() as u8 * 3);
        let mut from = slots.start;
        let mut window = window;
        let places = 3 * self.window_bundles();
        while from < total {
            let mut open = window.take().unwrap_or(Window {
                offset: from % 3,
                ..Window::default()
            });
            let (to, end) = self.group(bundles, from..total, &mut open, &mut port);
            open.slots += to - from;
            let full = places - open.offset;
            groups.push(Dispersed {
                from,
                to,
                end,
                lost: full.saturating_sub(open.slots),
            });
            if end == End::Open {
                return Some(open);
            }
            from = to;
        }
        None
    }

    /// Bundles of a full window.
    fn window_bundles(&self) -> u8 {
        // Dispersal 1
        self.rules.bundles.clamp(1, 2)
    }

    /// The group at the start of a range of slots, with `open` already in the window: one past its last slot, and why it ends.
    fn group(
        &self,
        bundles: &[Bundle],
        slots: Range<u8>,
        open: &mut Window,
        port: &mut impl FnMut(u8, Ports),
    ) -> (u8, End) {
        let limit = self.window_bundles();
        let from = slots.start;
        let mut slot = from;
        let begun = open.count > 0;
        while slot < slots.end
            && let Some(bundle) = bundles.get(usize::from(slot / 3))
        {
            if open.bundles == limit {
                return (slot, End::Window);
            }
            let second = open.bundles == 1;
            let template = bundle.template.kind();
            if second
                && open.mib
                && template == Some(TemplateKind::Bbb)
                // Dispersal 7
                && self.rules.split_mib_before_bbb
            {
                return (slot, End::Split(Split::BbbBehindMib));
            }
            // Dispersal 4: the group ends before an MMF that is second.
            if second && template == Some(TemplateKind::Mmf) && self.rules.mmf_alone {
                return (slot, End::Split(Split::MmfAlone));
            }
            let start = slot % 3;
            for i in start..3 {
                let at = slot - start + i;
                if at == slots.end {
                    return (at, End::Open);
                }
                let instruction = &bundle.slots[usize::from(i)];
                if instruction.op != Op::LongHalf {
                    let unit = template.map_or(SlotUnit::I, |kind| kind.units()[usize::from(i)]);
                    let place = Place {
                        unit,
                        position: i,
                        template,
                        second,
                        first_of_group: at == from && !begun,
                    };
                    let Some(placed) = self.place(instruction, place, open) else {
                        return (at, End::Split(Split::Port));
                    };
                    port(at, placed);
                    if i < 2
                        && self.ends_group(instruction)
                        && !bundle.template.stop_after(usize::from(i))
                    {
                        return (at + 1, End::Split(Split::Instruction));
                    }
                }
                // Dispersal 2
                if bundle.template.stop_after(usize::from(i)) {
                    return (at + 1, End::Stop);
                }
            }
            let next = slot - start + 3;
            if let Some(why) = self.split_after(bundle) {
                return (next, End::Split(why));
            }
            open.mib = template == Some(TemplateKind::Mib);
            open.bundles += 1;
            slot = next;
        }
        if open.bundles == limit {
            (slot, End::Window)
        } else {
            (slot, End::Open)
        }
    }

    /// Finds the port of an instruction and adds it to the window; `None`: no port is free for it in this cycle.
    fn place(&self, instruction: &Instruction, place: Place, open: &mut Window) -> Option<Ports> {
        // Ports 1 to 6, in the order of the slots.
        let Place {
            unit,
            position,
            template,
            second,
            first_of_group,
        } = place;
        let pool = self.pool(unit);
        let legal = self.legal(instruction, unit);
        let matching = *MATCHES_FREELY.of(self.family);
        let is_brp = matches!(instruction.op, Op::Brp { .. });
        let wanted = match unit {
            SlotUnit::M | SlotUnit::I | SlotUnit::L | SlotUnit::X if matching => {
                self.serving(instruction, unit)
            }
            SlotUnit::M => self.lowest_free(pool, open),
            SlotUnit::I if second && position == 2 && self.rules.last_slot_to_i1 => {
                pool.without(Ports::I0).lowest()
            }
            SlotUnit::I | SlotUnit::L | SlotUnit::X => self.lowest_free(pool, open),
            SlotUnit::F => self.fp_port(pool, legal, second),
            SlotUnit::B => match (template, position) {
                (Some(TemplateKind::Bbb | TemplateKind::Mbb), position) => {
                    Ports(Ports::B0.0 << position)
                }
                // Ports 4: a brp of Itanium has B0 only.
                _ if is_brp && !matching => Ports::B0,
                _ if is_filler(instruction) => self.lowest_free(Ports::B, open),
                _ => Ports::B2,
            },
        };
        let fits = !wanted.and(legal).is_empty() || is_brp;
        let wanted = if fits { wanted } else { Ports::NONE };
        let mut trial = *open;
        let mut ok = fits && trial.add(wanted);
        // Ports 5
        // The long immediate also takes an F port.
        if ok && unit == SlotUnit::X {
            let f = self.fp_port(
                Ports::F.and(self.available),
                Ports::F.and(self.available),
                second,
            );
            ok = trial.add(f);
        }
        if ok {
            *open = trial;
            Some(wanted)
        } else if first_of_group {
            // Ports 6: the first instruction of a group always issues, on any port of its unit.
            open.add(legal);
            Some(legal.lowest())
        } else {
            None
        }
    }

    /// The ports of a unit that are in use.
    fn pool(&self, unit: SlotUnit) -> Ports {
        let all = match unit {
            SlotUnit::M => Ports::M,
            SlotUnit::I | SlotUnit::L | SlotUnit::X => Ports::I,
            SlotUnit::F => Ports::F,
            SlotUnit::B => Ports::B,
        };
        all.and(self.available)
    }

    /// The ports of its slot's unit that can execute an instruction.
    fn legal(&self, instruction: &Instruction, unit: SlotUnit) -> Ports {
        let pool = self.pool(unit);
        // A class whose own ports are all switched off takes any of its unit's.
        match family::of_class(self.family, self.class(instruction)).and(pool) {
            Ports::NONE => pool,
            some => some,
        }
    }

    /// The ports that can execute an instruction in its slot, whatever stands beside it.
    pub(crate) fn serving(&self, instruction: &Instruction, unit: SlotUnit) -> Ports {
        let legal = self.legal(instruction, unit);
        let a_type =
            unit == SlotUnit::I && *MATCHES_FREELY.of(self.family) && self.rules.a_type_to_m;
        if a_type {
            let of_class = family::of_class(self.family, self.class(instruction));
            legal.or(of_class.and(Ports::M).and(self.available))
        } else {
            legal
        }
    }

    /// The port of an F slot in the first or second bundle of the window.
    fn fp_port(&self, pool: Ports, legal: Ports, second: bool) -> Ports {
        // Ports 3
        if !self.rules.f_by_bundle {
            legal
        } else if second {
            pool.without(Ports::F0).lowest()
        } else {
            Ports::F0
        }
    }

    /// The lowest numbered port of a pool that no instruction of the window has.
    fn lowest_free(&self, pool: Ports, open: &Window) -> Ports {
        // Ports 1 and 2, where ports are given one by one.
        let taken = open.placed[..usize::from(open.count)]
            .iter()
            .fold(Ports::NONE, |taken, placed| taken.or(*placed));
        pool.without(taken).lowest()
    }

    /// Why a group ends after this whole bundle; `None`: it does not.
    fn split_after(&self, bundle: &Bundle) -> Option<Split> {
        // Dispersal 5 and 6; of MMF, 4.
        use TemplateKind::{Bbb, Mbb, Mfb, Mfi, Mib, Mii, Mlx, Mmb, Mmf, Mmi};
        let (splits, why) = match bundle.template.kind() {
            Some(Bbb | Mbb) => (self.rules.split_after_bbb_mbb, Split::BranchBundle),
            Some(Mib | Mfb | Mmb) => {
                let has_branch = !is_filler(&bundle.slots[2]);
                (
                    self.rules.split_after_branch && has_branch,
                    Split::BranchBundle,
                )
            }
            Some(Mmf) => (self.rules.mmf_alone, Split::MmfAlone),
            Some(Mii | Mlx | Mmi | Mfi) | None => (false, Split::Instruction),
        };
        let ends = || {
            self.ends_group(&bundle.slots[2])
                .then_some(Split::Instruction)
        };
        splits.then_some(why).or_else(ends)
    }

    /// Whether an instruction ends its group.
    fn ends_group(&self, instruction: &Instruction) -> bool {
        // Dispersal 3
        self.single_issue
            || instruction.is_semaphore()
            || matches!(
                instruction.op,
                Op::MfA | Op::Invala | Op::InvalaE | Op::InvalaEF
            )
    }
}

/// Whether the instruction of a B slot is nop.b, hint.b or brp, which do not count as branches for the split rules.
fn is_filler(instruction: &Instruction) -> bool {
    // Dispersal 6
    matches!(instruction.op, Op::Nop | Op::Hint | Op::Brp { .. })
}

/// Whether an M port is given in program order: of M0 and M1, and of M2 and M3, the first one before the second. True of other ports.
fn keeps_order(port: Ports, taken: Ports) -> bool {
    // Ports 1
    match port {
        Ports::M1 => taken.contains(Ports::M0),
        Ports::M3 => taken.contains(Ports::M2),
        _ => true,
    }
}

impl Window {
    /// Adds an instruction that may use any of `ports`, if all instructions of the window can still have a port each; false: it was not added.
    fn add(&mut self, ports: Ports) -> bool {
        // Ports 1 and 2, where the instructions of the window decide together.
        let count = usize::from(self.count);
        if ports.is_empty() || count == WINDOW {
            return false;
        }
        self.placed[count] = ports;
        self.count += 1;
        if self.matches(0, Ports::NONE) {
            true
        } else {
            self.placed[count] = Ports::NONE;
            self.count -= 1;
            false
        }
    }

    /// Whether the instructions from `index` on can have a port each that is not in `taken`.
    fn matches(&self, index: usize, taken: Ports) -> bool {
        if index == usize::from(self.count) {
            return true;
        }
        let mut free = self.placed[index].without(taken);
        while !free.is_empty() {
            let one = free.lowest();
            if keeps_order(one, taken) && self.matches(index + 1, taken.or(one)) {
                return true;
            }
            free = free.without(one);
        }
        false
    }
}
