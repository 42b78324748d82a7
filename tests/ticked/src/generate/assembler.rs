//! Bundles with labels.

use isa::table::{ROWS, Row};
use std::collections::HashMap;
use std::sync::LazyLock;

/// Template numbers without a stop at the end; one more adds it.
pub(super) mod template {
    pub(crate) const MII: u8 = 0x00;
    pub(crate) const MI_I: u8 = 0x02;
    pub(crate) const MLX: u8 = 0x04;
    pub(crate) const MMI: u8 = 0x08;
    pub(crate) const M_MI: u8 = 0x0a;
    pub(crate) const MFI: u8 = 0x0c;
    pub(crate) const MMF: u8 = 0x0e;
    pub(crate) const MIB: u8 = 0x10;
    pub(crate) const MBB: u8 = 0x12;
    pub(crate) const BBB: u8 = 0x16;
    pub(crate) const MMB: u8 = 0x18;
    pub(crate) const MFB: u8 = 0x1c;
}

static BY_SYNTAX: LazyLock<HashMap<&'static str, &'static Row>> =
    LazyLock::new(|| ROWS.iter().map(|row| (row.syntax, row)).collect());

/// The fixed bits of an instruction of the table.
pub(super) fn row(syntax: &str) -> u64 {
    match BY_SYNTAX.get(syntax) {
        Some(row) => row.encoding.value,
        None => panic!("no instruction {syntax}"),
    }
}

/// An instruction with values in its fields, each with its lowest bit.
pub(super) fn fields(syntax: &str, values: &[(u32, u64)]) -> u64 {
    values
        .iter()
        .fold(row(syntax), |bits, (shift, value)| bits | value << shift)
}

/// Fields of registers: first target, second and third source, second predicate.
pub(super) const R1: u32 = 6;
pub(super) const R2: u32 = 13;
pub(super) const R3: u32 = 20;

/// A place in the code, perhaps not known yet.
#[derive(Clone, Copy)]
pub(super) struct Label(usize);

/// How a slot names a label.
#[derive(Clone, Copy)]
enum Field {
    /// 20 bits from bit 13, sign in bit 36: branches, chk.a, brp.
    Branch,
    /// 13 bits from bit 20 above 7 from bit 6, sign in bit 36: chk.s.
    Check,
    /// 20 bits from bit 6, sign in bit 36: fchkf.
    FpCheck,
    /// 2 bits from bit 33 above 7 from bit 6: the branch of a brp.
    Tag,
}

/// Where the label of an instruction goes.
pub(super) enum Target {
    /// A branch or chk.a.
    Branch(Label),
    /// chk.s.
    Check(Label),
    /// fchkf.
    FpCheck(Label),
    /// brp: target and branch.
    Hint(Label, Label),
}

/// Code under construction.
#[derive(Default)]
pub(super) struct Assembler {
    bundles: Vec<(u8, [u64; 3])>,
    labels: Vec<Option<usize>>,
    fixups: Vec<(usize, usize, Label, Field)>,
}

impl Assembler {
    /// A label that is not placed yet.
    pub(super) fn label(&mut self) -> Label {
        self.labels.push(None);
        Label(self.labels.len() - 1)
    }

    /// Places a label here.
    pub(super) fn place(&mut self, label: Label) {
        self.labels[label.0] = Some(self.bundles.len());
    }

    /// Bundles so far.
    pub(super) fn bundles(&self) -> usize {
        self.bundles.len()
    }

    /// Adds a bundle.
    pub(super) fn bundle(&mut self, template: u8, slots: [u64; 3]) {
        self.bundles.push((template, slots));
    }

    /// The newest bundle's slot goes to labels.
    pub(super) fn aim(&mut self, slot: usize, target: &Target) {
        let bundle = self.bundles.len() - 1;
        let mut add = |label, field| self.fixups.push((bundle, slot, label, field));
        match *target {
            Target::Branch(label) => add(label, Field::Branch),
            Target::Check(label) => add(label, Field::Check),
            Target::FpCheck(label) => add(label, Field::FpCheck),
            Target::Hint(target, branch) => {
                add(target, Field::Branch);
                add(branch, Field::Tag);
            }
        }
    }

    /// The address of a label in code at `base`; that of the end when it was never placed.
    pub(super) fn address(&self, label: Label, base: u64) -> u64 {
        let bundle = self.labels[label.0].unwrap_or(self.bundles.len());
        base + 16 * bundle as u64
    }

    /// The finished code.
    pub(super) fn finish(mut self) -> Vec<u128> {
        for (bundle, slot, label, field) in std::mem::take(&mut self.fixups) {
            let target = self.labels[label.0].unwrap_or(self.bundles.len());
            let distance = target as i64 - bundle as i64;
            let d = distance as u64;
            let sign = (d >> 20 & 1) << 36;
            let bits = match field {
                Field::Branch => (d & 0xf_ffff) << 13 | sign,
                Field::Check => (d >> 7 & 0x1fff) << 20 | (d & 0x7f) << 6 | sign,
                Field::FpCheck => (d & 0xf_ffff) << 6 | sign,
                // What does not reach names the bundle itself.
                Field::Tag if !(-256..256).contains(&distance) => 0,
                Field::Tag => (d >> 7 & 3) << 33 | (d & 0x7f) << 6,
            };
            self.bundles[bundle].1[slot] |= bits;
        }
        self.bundles
            .iter()
            .map(|(template, [a, b, c])| {
                u128::from(*template)
                    | u128::from(*a) << 5
                    | u128::from(*b) << 46
                    | u128::from(*c) << 87
            })
            .collect()
    }
}
