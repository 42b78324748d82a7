//! The check of a trace: is every real address known, and is it the one that the shadow log has?

use std::io::{self, Read};

use crate::decode::{Decoder, Instruction, Item};
use crate::shadow::{Entry, ShadowReader};

/// What a check found.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Findings {
    /// Instructions decoded.
    pub instructions: u64,
    /// Of these, compared with the shadow log.
    pub compared: u64,
    /// Addresses of instructions or data whose translation is unknown.
    pub unknown: u64,
    /// Instructions that are not what the shadow log says.
    pub different: u64,
    /// Words that are no image, pages in two places, a file that ends inside an image.
    pub damaged: u64,
    /// The first of all these, in words.
    pub first: Option<String>,
}

impl Findings {
    fn note(&mut self, text: impl FnOnce() -> String) {
        if self.first.is_none() {
            self.first = Some(text());
        }
    }
}

/// Decodes a trace from where it begins; with the shadow log of its recording, compares it.
///
/// # Errors
/// One of both cannot be read.
pub fn check<R: Read, S: Read>(
    trace: &mut Decoder<R>,
    mut shadow: Option<&mut ShadowReader<S>>,
) -> io::Result<Findings> {
    let mut findings = Findings::default();
    // Entries of the shadow log read so far.
    let mut read = 0;
    while let Some(item) = trace.next_item()? {
        match item {
            Item::Instruction(instruction) => {
                findings.instructions += 1;
                note_unknown(&mut findings, &instruction);
                if let (Some(shadow), Some(number)) = (&mut shadow, instruction.number) {
                    let mut entry = None;
                    while read <= number {
                        entry = shadow.next_entry()?;
                        read += 1;
                        if entry.is_none() {
                            break;
                        }
                    }
                    compare(&mut findings, &instruction, entry);
                }
            }
            item => {
                if let Some(damage) = damage(&item, trace, findings.instructions) {
                    findings.damaged += 1;
                    findings.note(|| damage);
                }
            }
        }
    }
    let whole = trace
        .preamble()
        .is_some_and(|preamble| !preamble.stops && !preamble.wraps);
    if let Some(shadow) = shadow
        && whole
        && shadow.next_entry()?.is_some()
    {
        findings.different += 1;
        let instructions = findings.instructions;
        findings.note(|| {
            format!("the trace ends after {instructions} instructions, and its shadow log goes on")
        });
    }
    Ok(findings)
}

/// What is damaged in a trace where an item was decoded from it, behind a number of instructions, in words; `None`: nothing.
pub fn damage<R: Read>(item: &Item, trace: &Decoder<R>, instructions: u64) -> Option<String> {
    let is_whole = trace.preamble().is_some();
    match item {
        Item::Damage(word, damage) => Some(format!("word {word}: {damage}")),
        Item::Contradiction(word) => Some(format!(
            "word {word}: the page lies elsewhere than an earlier image says"
        )),
        // A file without a head was cut from a longer one: its first words may be the rest of an image, and so may its last.
        Item::Skipped(word, count) if is_whole || instructions > 0 => {
            Some(format!("word {word}: {count} words are of no image"))
        }
        Item::Truncated if is_whole => Some("the file ends inside an image".to_owned()),
        Item::Skipped(..)
        | Item::Truncated
        | Item::Instruction(_)
        | Item::Task(..)
        | Item::Reload(..)
        | Item::Purge => None,
    }
}

fn location(instruction: &Instruction) -> String {
    let step = &instruction.step;
    let number = instruction
        .number
        .map_or(String::new(), |number| format!("instruction {number} "));
    format!("{number}at {:#x}.{}", step.ip, step.slot)
}

fn note_unknown(findings: &mut Findings, instruction: &Instruction) {
    if instruction.real_ip.is_none() {
        findings.unknown += 1;
        findings.note(|| format!("{}: its real address is unknown", location(instruction)));
    }
    if let Some(reference) = instruction.reference
        && reference.real.is_none()
    {
        findings.unknown += 1;
        findings.note(|| {
            let address = reference.address;
            format!(
                "{}: the real address of its data at {address:#x} is unknown",
                location(instruction)
            )
        });
    }
}

fn compare(findings: &mut Findings, instruction: &Instruction, entry: Option<Entry>) {
    findings.compared += 1;
    let Some(entry) = entry else {
        findings.different += 1;
        findings.note(|| format!("{}: the shadow log has ended", location(instruction)));
        return;
    };
    let step = &instruction.step;
    let reference = instruction.reference;
    let same_data = match (reference, entry.data) {
        (None, None) => true,
        (Some(reference), Some((address, real))) => {
            reference.address == address && reference.real.is_none_or(|known| known == real)
        }
        _ => false,
    };
    let same_code = step.ip == entry.ip
        && step.slot == entry.slot
        && instruction
            .real_ip
            .is_none_or(|known| known == entry.real_ip);
    if !same_data || !same_code {
        findings.different += 1;
        findings.note(|| {
            format!(
                "{}: decoded {instruction:x?}, the shadow log says {entry:x?}",
                location(instruction)
            )
        });
    }
}
