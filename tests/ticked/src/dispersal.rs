//! Dispersal: which instructions of the window leave together (`docs/timing.md`, "Ports" and "Dispersal").

use config::Machine;
use isa::{Bundle, Family, Instruction, Op, SlotUnit, TemplateKind};
use uarch::ports::{self, Ports};

/// What the instructions of one group have taken so far.
#[derive(Clone, Default)]
pub(crate) struct Window {
    /// Ports that each instruction could have.
    wishes: Vec<Ports>,
    /// Bundles used up.
    bundles: u8,
    /// The first bundle is an MIB.
    mib: bool,
}

/// Why a group ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum End {
    /// A stop bit.
    Stop,
    /// Dispersal had to end it.
    Split,
    /// The code ended: it may go on in what follows.
    Cut,
}

/// The rules of a configuration.
pub(crate) struct Disperser {
    family: Family,
    rules: config::model::Dispersal,
    single_issue: bool,
    available: Ports,
}

/// What dispersal decides about one instruction.
enum Verdict {
    /// It leaves; on an M port.
    Leaves(bool),
    Stays,
}

impl Disperser {
    /// The rules of a machine.
    pub(crate) fn new(machine: &Machine) -> Self {
        Self {
            family: machine.processor.family,
            rules: machine.dispersal.clone(),
            single_issue: machine.core_trace.single_issue,
            available: ports::available(machine.processor.family, &machine.dispersal),
        }
    }

    /// The family that names classes.
    pub(crate) fn family(&self) -> Family {
        self.family
    }

    /// Whether the instruction in a slot of a bundle is a brp that lands on B1 and is dropped (`docs/timing.md`, Ports 4).
    pub(crate) fn drops(&self, bundle: &Bundle, position: usize) -> bool {
        self.family == Family::Itanium
            && matches!(bundle.slots[position].op, Op::Brp { .. })
            && matches!(
                (bundle.template.kind(), position),
                (Some(TemplateKind::Bbb | TemplateKind::Mbb), 1)
            )
    }

    /// Drains the window from slot `from` of some bundles on, as far as slot `limit`. Gives the slot that stays behind,
    /// why the group ended, and the slots that went to an M port.
    pub(crate) fn drain(
        &self,
        bundles: &[Bundle],
        from: u8,
        limit: u8,
        window: &mut Window,
    ) -> (u8, End, u64) {
        let mut m_slots = 0;
        let mut slot = from;
        while slot < limit {
            let bundle = &bundles[usize::from(slot / 3)];
            let position = usize::from(slot % 3);
            let template = bundle.template.kind();
            let second = window.bundles == 1;
            if position == 0 || slot == from {
                let full = window.bundles == self.rules.bundles.clamp(1, 2);
                let kept_apart = second
                    && (template == Some(TemplateKind::Bbb)
                        && window.mib
                        && self.rules.split_mib_before_bbb
                        || template == Some(TemplateKind::Mmf) && self.rules.mmf_alone);
                if full || kept_apart {
                    return (slot, End::Split, m_slots);
                }
            }
            let instruction = &bundle.slots[position];
            if instruction.op != Op::LongHalf {
                match self.choose(bundle, position, second, window) {
                    Verdict::Stays => return (slot, End::Split, m_slots),
                    Verdict::Leaves(on_m) => m_slots |= u64::from(on_m) << slot,
                }
            }
            slot += 1;
            if bundle.template.stop_after(position) {
                return (slot, End::Stop, m_slots);
            }
            let alone = self.single_issue && instruction.op != Op::LongHalf;
            if alone || ends_group(instruction) {
                return (slot, End::Split, m_slots);
            }
            if position == 2 {
                let filler = is_filler(instruction);
                let split = match template {
                    Some(TemplateKind::Bbb | TemplateKind::Mbb) => self.rules.split_after_bbb_mbb,
                    Some(TemplateKind::Mib | TemplateKind::Mfb | TemplateKind::Mmb) => {
                        self.rules.split_after_branch && !filler
                    }
                    Some(TemplateKind::Mmf) => self.rules.mmf_alone,
                    _ => false,
                };
                if split {
                    return (slot, End::Split, m_slots);
                }
                window.bundles += 1;
                window.mib = template == Some(TemplateKind::Mib);
            }
        }
        let end = if window.bundles == self.rules.bundles.clamp(1, 2) {
            End::Split
        } else {
            End::Cut
        };
        (slot, end, m_slots)
    }

    /// Finds ports for one instruction.
    fn choose(
        &self,
        bundle: &Bundle,
        position: usize,
        second: bool,
        window: &mut Window,
    ) -> Verdict {
        let instruction = &bundle.slots[position];
        let unit = bundle.template.unit(position).unwrap_or(SlotUnit::I);
        let class = instruction.class(self.family);
        let of_unit = match unit {
            SlotUnit::M => Ports::M,
            SlotUnit::I | SlotUnit::L | SlotUnit::X => Ports::I,
            SlotUnit::F => Ports::F,
            SlotUnit::B => Ports::B,
        };
        let pool = of_unit.and(self.available);
        let serving = ports::of_class(self.family, class);
        let legal = if serving.and(pool).is_empty() {
            pool
        } else {
            serving.and(pool)
        };
        let wish = self.wish(bundle, position, second, pool, legal, serving, window);
        let dropped = matches!(instruction.op, Op::Brp { .. });
        let served = !wish.and(legal).is_empty() || dropped;
        let mut trial = window.wishes.clone();
        trial.push(wish);
        if unit == SlotUnit::X {
            trial.push(self.f_wish(second, Ports::F.and(self.available)));
        }
        let on_m = |ports: Ports| !ports.and(Ports::M).is_empty();
        if served && all_served(&trial, Ports::NONE) {
            window.wishes = trial;
            return Verdict::Leaves(on_m(wish));
        }
        if window.wishes.is_empty() {
            // The first of a group leaves whatever its port.
            window.wishes.push(legal);
            return Verdict::Leaves(on_m(legal));
        }
        Verdict::Stays
    }

    #[expect(
        clippy::too_many_arguments,
        reason = "the table of ports has so many columns"
    )]
    fn wish(
        &self,
        bundle: &Bundle,
        position: usize,
        second: bool,
        pool: Ports,
        legal: Ports,
        serving: Ports,
        window: &Window,
    ) -> Ports {
        let free_choice = self.family == Family::Itanium2;
        let instruction = &bundle.slots[position];
        let lowest_free = |pool: Ports| {
            let taken = window.wishes.iter().fold(Ports::NONE, |all, p| all.or(*p));
            pool.without(taken).lowest()
        };
        match bundle.template.unit(position).unwrap_or(SlotUnit::I) {
            SlotUnit::M if free_choice => legal,
            SlotUnit::M => lowest_free(pool),
            SlotUnit::I if free_choice && self.rules.a_type_to_m => {
                legal.or(serving.and(Ports::M).and(self.available))
            }
            SlotUnit::I | SlotUnit::L | SlotUnit::X if free_choice => legal,
            SlotUnit::I if second && position == 2 && self.rules.last_slot_to_i1 => {
                pool.and(Ports::I1)
            }
            SlotUnit::I | SlotUnit::L | SlotUnit::X => lowest_free(pool),
            SlotUnit::F => self.f_wish(second, legal),
            SlotUnit::B => match (bundle.template.kind(), position) {
                (Some(TemplateKind::Bbb | TemplateKind::Mbb), 0) => Ports::B0,
                (Some(TemplateKind::Bbb | TemplateKind::Mbb), 1) => Ports::B1,
                (Some(TemplateKind::Bbb | TemplateKind::Mbb), _) => Ports::B2,
                _ if !is_filler(instruction) => Ports::B2,
                _ if free_choice || !matches!(instruction.op, Op::Brp { .. }) => {
                    lowest_free(Ports::B)
                }
                _ => Ports::B0,
            },
        }
    }

    fn f_wish(&self, second: bool, legal: Ports) -> Ports {
        match (self.rules.f_by_bundle, second) {
            (false, _) => legal,
            (true, false) => Ports::F0,
            (true, true) => Ports::F1.and(self.available),
        }
    }
}

/// Whether every wish can have a port of its own. Ports 1: M1 goes to none as long as M0 is free, nor M3 as long as M2 is.
fn all_served(wishes: &[Ports], taken: Ports) -> bool {
    let Some((first, rest)) = wishes.split_first() else {
        return true;
    };
    (0..11)
        .map(|bit| Ports(1 << bit))
        .filter(|port| first.contains(*port) && !taken.contains(*port))
        .filter(|port| *port != Ports::M1 || taken.contains(Ports::M0))
        .filter(|port| *port != Ports::M3 || taken.contains(Ports::M2))
        .any(|port| all_served(rest, taken.or(port)))
}

/// Semaphores, mf.a, invala and invala.e end their group.
fn ends_group(instruction: &Instruction) -> bool {
    instruction.is_semaphore()
        || matches!(
            instruction.op,
            Op::MfA | Op::Invala | Op::InvalaE | Op::InvalaEF
        )
}

/// nop.b, hint.b and brp are no branches to the rules.
fn is_filler(instruction: &Instruction) -> bool {
    matches!(instruction.op, Op::Nop | Op::Hint | Op::Brp { .. })
}
