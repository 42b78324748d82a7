//! Which pairs of accesses to a resource the architecture forbids inside an instruction group
//! (volume 3, chapter 5, tables 5-2 to 5-4, "RAW, WAW and WAR dependencies").
//!
//! A rule names a resource, the kind of the earlier access and that of the later one.  The first rule that fits
//! decides.  What the manual lists as exceptions stands before the general rule of the resource.

use super::effects::By;
use super::resource::Resource;
use crate::{Ar, Cr};

/// Order of two accesses.
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Hazard {
    /// Read after write.
    Raw,
    /// Write after write.
    Waw,
    /// Write after read.
    War,
}

impl Hazard {
    /// The usual name.
    pub const fn name(self) -> &'static str {
        match self {
            Raw => "RAW",
            Waw => "WAW",
            War => "WAR",
        }
    }
}

/// What it takes to separate the two accesses (volume 3, section 5.3, "dependency semantics").
#[derive(Copy, Clone, Debug, PartialEq, Eq, Hash)]
pub enum Semantics {
    /// A stop; without one the outcome is undefined, with the possibility of a fault.
    ImpliedF,
    /// A stop; without one the outcome is undefined.
    Implied,
    /// A data serialisation (and with it a stop).
    Data,
    /// An instruction serialisation (and with it a stop).
    Instruction,
    /// What the description of the resource says.
    Specific,
}

impl Semantics {
    /// The name in the manual's tables.
    pub const fn name(self) -> &'static str {
        match self {
            Semantics::ImpliedF => "impliedF",
            Semantics::Implied => "implied",
            Semantics::Data => "data",
            Semantics::Instruction => "instr",
            Semantics::Specific => "specific",
        }
    }
}

/// The resources that a rule is about.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(super) enum On {
    General,
    Floating,
    Predicate,
    /// PR63, which modulo-scheduled branches write.
    Predicate63,
    Branch,
    Pfs,
    FpFlags,
    Frame,
    Control,
    Eoi,
    Indirect,
    /// A processor status register bit.
    Status,
    Translation,
    /// Everything else.
    Other,
}

impl On {
    fn covers(self, resource: Resource) -> bool {
        match self {
            On::General => matches!(resource, Resource::Gr(_)),
            On::Floating => matches!(resource, Resource::Fr(_)),
            On::Predicate => matches!(resource, Resource::Pr(_)),
            On::Predicate63 => resource == Resource::Pr(63),
            On::Branch => matches!(resource, Resource::Br(_)),
            On::Pfs => resource == Resource::Ar(Ar::PFS),
            On::FpFlags => matches!(resource, Resource::FpFlags(_)),
            On::Frame => resource == Resource::Cfm,
            On::Control => matches!(resource, Resource::Cr(_)),
            On::Eoi => resource == Resource::Cr(Cr::EOI) || resource == Resource::InService,
            On::Indirect => matches!(resource, Resource::Indirect(_)),
            On::Status => matches!(resource, Resource::Psr(_)),
            On::Translation => matches!(
                resource,
                Resource::DataCache
                    | Resource::DataRegister
                    | Resource::InstructionCache
                    | Resource::InstructionRegister
            ),
            On::Other => true,
        }
    }
}

struct Rule {
    hazard: Hazard,
    on: On,
    /// Kind of the earlier access; `None`: any.
    first: Option<By>,
    /// Kind of the later access; `None`: any.
    second: Option<By>,
    /// What is needed between them; `None`: nothing.
    needs: Option<Semantics>,
}

const fn rule(
    hazard: Hazard,
    on: On,
    first: Option<By>,
    second: Option<By>,
    needs: Option<Semantics>,
) -> Rule {
    Rule {
        hazard,
        on,
        first,
        second,
        needs,
    }
}

const ANY: Option<By> = None;
const fn by(kind: By) -> Option<By> {
    Some(kind)
}
const FINE: Option<Semantics> = None;
const IMPLIED_F: Option<Semantics> = Some(Semantics::ImpliedF);
const IMPLIED: Option<Semantics> = Some(Semantics::Implied);
const DATA: Option<Semantics> = Some(Semantics::Data);
const INSTRUCTION: Option<Semantics> = Some(Semantics::Instruction);
const SPECIFIC: Option<Semantics> = Some(Semantics::Specific);

use Hazard::{Raw, War, Waw};

const RULES: &[Rule] = &[
    // The target of a check load may be used in the same group; its updated base register may not.
    rule(Raw, On::General, by(By::CheckLoad), ANY, FINE),
    rule(Raw, On::Floating, by(By::CheckLoad), ANY, FINE),
    // A compare or a move to the predicates, and a branch with that qualifying predicate.
    rule(Raw, On::Predicate, by(By::Compare), by(By::Branch), FINE),
    rule(Raw, On::Predicate, by(By::AndCompare), by(By::Branch), FINE),
    rule(Raw, On::Predicate, by(By::OrCompare), by(By::Branch), FINE),
    rule(Raw, On::Predicate, by(By::Move), by(By::Branch), FINE),
    // Parallel compares of one type join their results.
    rule(
        Waw,
        On::Predicate,
        by(By::AndCompare),
        by(By::AndCompare),
        FINE,
    ),
    rule(
        Waw,
        On::Predicate,
        by(By::OrCompare),
        by(By::OrCompare),
        FINE,
    ),
    // A branch reads PR63 before a modulo-scheduled branch writes it: the only write after read that needs a stop.
    rule(
        War,
        On::Predicate63,
        by(By::Branch),
        by(By::ModuloBranch),
        IMPLIED,
    ),
    // A move to a branch register, and the branch through it.
    rule(Raw, On::Branch, by(By::Move), by(By::Branch), FINE),
    // A move to ar.pfs, and a return, which reads it.
    rule(Raw, On::Pfs, by(By::Move), by(By::Return), FINE),
    // Every arithmetic operation adds to the flags of its status field.
    rule(
        Waw,
        On::FpFlags,
        by(By::FpArithmetic),
        by(By::FpArithmetic),
        FINE,
    ),
    // The new frame is there for the rest of the group.
    rule(Raw, On::Frame, by(By::Alloc), ANY, FINE),
    // Control registers: moves back and forth need a serialisation, other users a stop.
    rule(Raw, On::Eoi, by(By::Move), by(By::Move), SPECIFIC),
    rule(Raw, On::Control, by(By::Move), by(By::Move), DATA),
    rule(Raw, On::Control, by(By::Move), by(By::Serialised), DATA),
    rule(Raw, On::Control, ANY, ANY, IMPLIED),
    rule(Waw, On::Eoi, ANY, ANY, SPECIFIC),
    // Indirect files: reading back needs a stop, taking effect a serialisation.
    rule(Raw, On::Indirect, by(By::Move), by(By::Serialised), DATA),
    rule(Raw, On::Indirect, by(By::Move), by(By::Monitor), SPECIFIC),
    // Status bits: what reads the whole register needs a stop; what a bit controls needs a stop after
    // instructions of the user mask, a serialisation after those of the system mask.
    rule(Raw, On::Status, ANY, by(By::Move), IMPLIED_F),
    rule(Raw, On::Status, by(By::UserMask), ANY, IMPLIED),
    rule(Raw, On::Status, by(By::SystemMask), ANY, DATA),
    rule(Raw, On::Status, by(By::Other), ANY, IMPLIED),
    rule(Raw, On::Status, by(By::BankSwitch), ANY, IMPLIED_F),
    // Writes to floating-point registers set mfl or mfh; any number of them may be in a group.
    rule(Waw, On::Status, by(By::FpWrite), by(By::FpWrite), FINE),
    // Translations: several purges may be in a group; inserts and purges need a stop, accesses a serialisation.
    rule(Raw, On::Translation, by(By::Purge), by(By::Purge), FINE),
    rule(Waw, On::Translation, by(By::Purge), by(By::Purge), FINE),
    rule(Raw, On::Translation, ANY, by(By::Serialised), DATA),
    rule(Raw, On::Translation, ANY, by(By::Epc), INSTRUCTION),
    // All else: a stop.
    rule(Raw, On::Other, ANY, ANY, IMPLIED_F),
    rule(Waw, On::Other, ANY, ANY, IMPLIED_F),
];

/// What must stand between two accesses to a resource, `None` when they may be in one group.
pub(super) fn between(
    hazard: Hazard,
    resource: Resource,
    first: By,
    second: By,
) -> Option<Semantics> {
    RULES
        .iter()
        .find(|rule| {
            rule.hazard == hazard
                && rule.on.covers(resource)
                && rule.first.is_none_or(|by| by == first)
                && rule.second.is_none_or(|by| by == second)
        })
        .and_then(|rule| rule.needs)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_rule_is_hidden_by_an_earlier_one() {
        for (n, later) in RULES.iter().enumerate() {
            let hidden = RULES[..n].iter().any(|earlier| {
                earlier.hazard == later.hazard
                    && (earlier.on == later.on || earlier.on == On::Other)
                    && (earlier.first.is_none() || earlier.first == later.first)
                    && (earlier.second.is_none() || earlier.second == later.second)
            });
            assert!(!hidden, "rule {n}");
        }
    }
}
