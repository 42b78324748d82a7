//! The instruction table.

use crate::{Class, Flags, Processor, RowId, Unit};

/// One instruction.
#[derive(Debug)]
pub struct Row {
    /// Mnemonic with the completers that are not hints and not the status field.
    pub mnemonic: &'static str,
    /// Properties.
    pub flags: Flags,
    unit: Unit,
    classes: [Class; 2],
}

/// Every instruction.
pub static ROWS: &[Row] = &[Row {
    mnemonic: "(illegal)",
    flags: Flags::NONE,
    unit: Unit::A,
    classes: [Class::Unimp, Class::Unimp],
}];

/// The row with an index; the first row, that of illegal encodings, when there is none.
pub fn row(id: RowId) -> &'static Row {
    ROWS.get(usize::from(id.0)).unwrap_or(&ROWS[0])
}

impl Row {
    /// The unit that the instruction needs.
    pub fn unit(&self) -> Unit {
        self.unit
    }

    /// The issue class on a processor.
    pub fn class(&self, cpu: Processor) -> Class {
        self.classes[cpu as usize]
    }
}
