//! The retire log: one line for each event of the pipe, from which the monitor's events of the report can be counted again without
//! this program (`tools/recount` does).
//!
//! Columns are separated by tabs; the first is the kind of the line. Numbers are decimal, addresses and bits
//! hexadecimal without a prefix, truth is 1 or 0. Lines come in program order of their cause. Of a run with a region of interest, the log holds
//! the lines of the region, and `P` of all code that may run in it.
//!
//! | kind | what | columns |
//! | --- | --- | --- |
//! | `P` | code about to run for the first time, or after it was rewritten | bundle, its 128 bits as 32 digits |
//! | `S` | an instruction retires | cycle of issue, bundle, slot, template, qualifying predicate, its 41 bits |
//! | `M` | a memory instruction makes its access: no deferred load, check load that finds its entry, or dropped prefetch | cycle, bundle, slot, address |
//! | `R` | the register stack engine moves a register | cycle, bundle, slot, address, `load` `store` |
//! | `B` | a branch bundle retires | cycle, bundle, slot, taken, next bundle, `right` `path` `target`, stage 1 to 3, `relative` `return` `indirect`, multiway |
//! | `D` | a load misses L1D, goes around it, or fails its ALAT check | cycle, cycle of the data, bundle, slot, address, source, `integer` `float` `alat` |
//! | `I` | a fetch misses L1I | cycle, cycle of the line, address, source |
//! | `T` | a data reference misses the first-level TLB | cycle, cycle of the translation, bundle, slot, address, `second` `walker` `software` |
//! | `U` | a fetch misses the first-level TLB | cycle, cycle of the translation, address, `second` `walker` `software` |
//! | `C` | successive cycles with one cause | first cycle, how many, class, finer cause |
//!
//! The slot of a branch bundle is that of its first taken branch, or of the last one. Sources are `l1` `l2` `l3`
//! `memory`. The X instruction of an MLX bundle has slot 2, and its L half no line.

use std::io::{self, Write};
use std::sync::Arc;

use events::{
    Block, Branch, BranchKind, DataMiss, DataMissKind, DataTlbMiss, Group, InstructionMiss,
    InstructionTlbMiss, Prediction, Probe, Raw, Reference, Site, Stall, StaticEvent,
};
use isa::Template;

use crate::Control;

/// Writes the log.
pub(crate) struct RetireLog {
    out: Box<dyn Write + Send>,
    /// Lines are written: not before and behind the region of interest.
    on: bool,
    codes: Vec<Known>,
    failed: Option<io::Error>,
    /// By which the run is cancelled when the log cannot be written.
    control: Arc<Control>,
}

/// A block, by its number.
#[derive(Clone, Default)]
struct Known {
    ip: u64,
    bundles: Box<[u128]>,
}

impl RetireLog {
    /// `region`: the log is about the region of interest.
    pub(crate) fn new(out: Box<dyn Write + Send>, control: Arc<Control>, region: bool) -> Self {
        Self {
            out,
            on: !region,
            codes: Vec::new(),
            failed: None,
            control,
        }
    }

    /// The end of the run: flushes the log; the first error if it could not be written.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        match self.failed.take() {
            Some(error) => Err(error),
            None => self.out.flush(),
        }
    }

    fn line(&mut self, line: std::fmt::Arguments<'_>) {
        if self.on {
            self.write(line);
        }
    }

    fn write(&mut self, line: std::fmt::Arguments<'_>) {
        if self.failed.is_none() {
            self.failed = writeln!(self.out, "{line}").err();
            if self.failed.is_some() {
                self.control.cancel();
            }
        }
    }
}

impl Probe for RetireLog {
    fn describe(&mut self, block: &Block, _: &[StaticEvent]) {
        let index = block.id.0 as usize;
        if index >= self.codes.len() {
            self.codes.resize(index + 1, Known::default());
        }
        self.codes[index] = Known {
            ip: block.ip,
            bundles: block.raw.clone(),
        };
        for (bundle, raw) in (0..).zip(&block.raw) {
            self.write(format_args!("P\t{:x}\t{raw:032x}", block.ip + 16 * bundle));
        }
    }

    fn region(&mut self, _: u64, inside: bool) {
        self.on = inside;
    }

    fn group(&mut self, group: &Group) {
        for slot in group.from..group.to {
            let Some(known) = self.codes.get(group.code.0 as usize) else {
                return;
            };
            let bundle = usize::from(slot / 3);
            let Some(&raw) = known.bundles.get(bundle) else {
                return;
            };
            let template: Template = isa::decode(raw).template;
            if template.is_mlx() && slot % 3 == 1 {
                continue;
            }
            let ip = known.ip + 16 * bundle as u64;
            let bits = isa::slot_bits(raw, usize::from(slot % 3));
            let predicate = group.predicates >> slot & 1;
            self.line(format_args!(
                "S\t{}\t{ip:x}\t{}\t{}\t{predicate}\t{bits:x}",
                group.cycle,
                slot % 3,
                raw & 0x1f
            ));
        }
    }

    fn reference(&mut self, Reference { cycle, site, .. }: &Reference) {
        self.line(format_args!(
            "M\t{cycle}\t{:x}\t{}\t{:x}",
            site.ip,
            site.slot(),
            site.data
        ));
    }

    fn count(&mut self, raw: Raw, amount: u32, cycle: u64, site: &Site) {
        let what = match raw {
            Raw::RseLoads => "load",
            Raw::RseStores => "store",
            _ => return,
        };
        for register in 0..u64::from(amount) {
            self.line(format_args!(
                "R\t{cycle}\t{:x}\t{}\t{:x}\t{what}",
                site.ip,
                site.slot(),
                site.data + 8 * register
            ));
        }
    }

    fn cycles(&mut self, stall: Stall, from: u64, cycles: u64) {
        self.line(format_args!(
            "C\t{from}\t{cycles}\t{}\t{}",
            stall.cause().name(),
            stall.name()
        ));
    }

    fn branch(&mut self, branch: &Branch) {
        let prediction = match branch.prediction {
            Prediction::Right => "right",
            Prediction::WrongPath => "path",
            Prediction::WrongTarget => "target",
        };
        let kind = match branch.kind {
            BranchKind::Relative => "relative",
            BranchKind::Return => "return",
            BranchKind::Indirect => "indirect",
        };
        self.line(format_args!(
            "B\t{}\t{:x}\t{}\t{}\t{:x}\t{prediction}\t{}\t{kind}\t{}",
            branch.cycle,
            branch.site.ip,
            branch.site.slot(),
            u8::from(branch.taken),
            branch.target,
            branch.stage as u8 + 1,
            u8::from(branch.multiway)
        ));
    }

    fn data_miss(&mut self, miss: &DataMiss) {
        let kind = match miss.kind {
            DataMissKind::Integer => "integer",
            DataMissKind::Float => "float",
            DataMissKind::Alat => "alat",
        };
        self.line(format_args!(
            "D\t{}\t{}\t{:x}\t{}\t{:x}\t{}\t{kind}",
            miss.cycle,
            miss.completes,
            miss.site.ip,
            miss.site.slot(),
            miss.site.data,
            miss.level.name()
        ));
    }

    fn instruction_miss(&mut self, miss: &InstructionMiss) {
        self.line(format_args!(
            "I\t{}\t{}\t{:x}\t{}",
            miss.cycle,
            miss.completes,
            miss.ip,
            miss.level.name()
        ));
    }

    fn data_tlb_miss(&mut self, miss: &DataTlbMiss) {
        self.line(format_args!(
            "T\t{}\t{}\t{:x}\t{}\t{:x}\t{}",
            miss.cycle,
            miss.completes,
            miss.site.ip,
            miss.site.slot(),
            miss.site.data,
            miss.level.name()
        ));
    }

    fn instruction_tlb_miss(&mut self, miss: &InstructionTlbMiss) {
        self.line(format_args!(
            "U\t{}\t{}\t{:x}\t{}",
            miss.cycle,
            miss.completes,
            miss.ip,
            miss.level.name()
        ));
    }
}
