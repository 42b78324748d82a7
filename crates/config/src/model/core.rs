//! The core: instruction set, dispersal, front end, register stack, ALAT, accounting.

use std::borrow::Cow;

use events::Cause;
use isa::{Family, M_PORTS};
use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use super::causes;
use super::range::{MOST_ENTRIES, permutation_of, powers_of_two, within};

/// Processor families by their names in configurations.
struct FamilyNames;

impl FamilyNames {
    const KEYS: [&str; Family::ALL.len()] = {
        let mut keys = [""; Family::ALL.len()];
        let mut number = 0;
        while number < keys.len() {
            keys[number] = Family::ALL[number].key();
            number += 1;
        }
        keys
    };

    fn serialize<S: Serializer>(family: &Family, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(family.key())
    }

    fn deserialize<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Family, D::Error> {
        let key = String::deserialize(deserializer)?;
        let family = Family::ALL.into_iter().find(|family| family.key() == key);
        family.ok_or_else(|| D::Error::unknown_variant(&key, &Self::KEYS))
    }
}

impl JsonSchema for FamilyNames {
    fn schema_name() -> Cow<'static, str> {
        "Family".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        let choice = |family: Family| json_schema!({ "description": family.name(), "type": "string", "const": family.key() });
        json_schema!({
            "description": "Which processor family supplies the issue ports, instruction classes, events and registers.",
            "oneOf": Family::ALL.map(choice),
        })
    }
}

fn most_m_ports() -> u64 {
    let ports = Family::ALL.map(|family| u64::from(*M_PORTS.of(family)));
    ports.into_iter().max().unwrap_or(1)
}

/// Which instructions execute.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(rename_all = "kebab-case")]
pub enum InstructionSet {
    /// Every architected user instruction; a later one takes the class of its nearest relative.
    Full,
    /// What the named processor lacks faults, as on the silicon.
    AsBuilt,
}

/// Identity of the processor.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Processor {
    /// Family: ports, classes, monitor.
    #[serde(with = "FamilyNames")]
    pub family: Family,
    /// Instructions that execute.
    pub isa: InstructionSet,
    /// Sixteen characters in cpuid[0] and cpuid[1].
    pub vendor: String,
    /// Family number in cpuid[3] bits 31:24 (7 Itanium, 31 Itanium 2).
    pub cpuid_family: u8,
    /// Model number in cpuid[3] bits 23:16.
    pub cpuid_model: u8,
    /// Revision in cpuid[3] bits 15:8.
    pub cpuid_revision: u8,
    /// Feature bits, cpuid[4].
    pub cpuid_features: u64,
}

/// Rules that turn the bundles of the dispersal window into issue groups.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Dispersal {
    /// Bundles in the dispersal window, 1 or 2.
    #[schemars(transform = within(1, 2, "the dispersal window holds one or two bundles"))]
    pub bundles: u8,
    /// M ports in use: 1 or 2 on Itanium, 1 to 4 on Itanium 2 (M2 and M3 take the stores there).
    #[schemars(transform = within(1, most_m_ports(), "no processor has more M ports"))]
    pub m_ports: u8,
    /// I ports in use, 1 or 2.
    #[schemars(transform = within(1, 2, "there are two I ports"))]
    pub i_ports: u8,
    /// F ports in use, 1 or 2.
    #[schemars(transform = within(1, 2, "there are two F ports"))]
    pub f_ports: u8,
    /// An MMF bundle issues alone: a group ends before its first M and after its F.
    pub mmf_alone: bool,
    /// A group ends after a BBB or MBB bundle.
    pub split_after_bbb_mbb: bool,
    /// A group ends after an MIB, MFB or MMB bundle, unless its B slot holds nop.b, hint.b or brp.
    pub split_after_branch: bool,
    /// A group ends after an MIB bundle that is followed by a BBB bundle.
    pub split_mib_before_bbb: bool,
    /// The I instruction in the last slot of the second bundle goes to I1. Itanium only: an I slot of Itanium 2 goes to any port that serves it.
    pub last_slot_to_i1: bool,
    /// The F instruction of the first bundle goes to F0, that of the second to F1.
    pub f_by_bundle: bool,
    /// An A-type instruction in an I slot may take an M port when the I ports are taken. Itanium 2 only.
    pub a_type_to_m: bool,
}

/// Instruction fetch.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct FrontEnd {
    /// Bytes fetched in one cycle from an aligned block of the same size (32: two bundles).
    #[schemars(transform = powers_of_two(16, 64, "fetch delivers whole bundles of 16 bytes from one aligned block"))]
    pub fetch_bytes: u32,
    /// A block that begins behind its first bundle, as the target of a branch does, enters together with the next one.
    pub join_partial_blocks: bool,
    /// Bundles that the decoupling buffer holds between fetch and dispersal.
    #[schemars(transform = within(2, 60, "the buffer is a small queue"))]
    pub buffer_bundles: u8,
    /// Cycles from the fetch of a bundle (IPG) to the cycle in which it can issue.
    #[schemars(transform = within(1, 32, "the front end has at least one stage"))]
    pub depth: u8,
    /// Cycles that a fetch or instruction prefetch behind L1I takes beyond the latency of a data access to the same level.
    #[schemars(transform = within(0, 1_000, "no pipe is that long"))]
    pub miss_extra_cycles: u32,
    /// Lines of L1I that a streaming prefetch runs ahead of a taken branch marked `many` or of a `brp`; 0 turns it off.
    pub stream_lines: u8,
    /// Lines that sequential fetch misses prefetch after themselves.
    pub next_lines: u8,
    /// Lines that the instruction streaming buffer holds before they enter L1I; 0: no buffer.
    pub streaming_buffer_lines: u8,
    /// Fetch goes on along the wrong path after a misprediction until the front end is resteered.
    pub wrong_path: bool,
}

/// The register stack engine.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct RegisterStack {
    /// Physical stacked registers. Programs are executed with 96 of them, so that no other number can be timed.
    #[schemars(transform = within(96, 96, "programs are executed with 96 stacked registers, the fewest that the architecture allows"))]
    pub physical_registers: u32,
    /// Registers that a mandatory spill or fill moves in one cycle.
    #[schemars(transform = within(1, 96, "the stack engine would never finish"))]
    pub registers_per_cycle: u32,
    /// Cycles before the first register of a mandatory fill or spill moves.
    #[schemars(transform = within(0, 1_000, "no start takes that long"))]
    pub start_cycles: u32,
}

/// The advanced load address table.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Alat {
    /// Entries.
    #[schemars(transform = within(1, MOST_ENTRIES, "a table needs entries"))]
    pub entries: u32,
    /// Ways of each set; equal to `entries` when fully associative.
    #[schemars(transform = within(1, MOST_ENTRIES, "a set has at least one way and at most all entries"))]
    pub ways: u32,
    /// Low address bits that a store compares with an entry; bits above the page offset are those of the virtual address,
    /// because the program's physical addresses are not known where the ALAT is.
    #[schemars(transform = within(4, 64, "an entry compares part of a 64-bit address"))]
    pub address_bits: u32,
    /// Entries of a run without the cycle model, fully associative; 0: no entry is ever found, every check loads again or
    /// goes to its recovery code. See docs/deviations.md.
    #[schemars(transform = within(0, 4_096, "a search through more takes too long"))]
    pub functional_entries: u32,
}

/// Cycle accounting.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq, Eq)]
#[serde(deny_unknown_fields)]
pub struct Accounting {
    /// Causes of a cycle in which nothing issues, the one that wins first: a permutation of
    /// `backend_flush`, `data_access`, `rse`, `scoreboard`, `inst_access`, `taken_branch`.
    #[serde(with = "causes")]
    #[schemars(with = "[String; 6]", transform = permutation_of(Cause::STALLS.map(Cause::name)))]
    pub order: [Cause; 6],
}
