//! The region of interest: the part of a run that its report is about.
//!
//! The whole run is timed: what lies before the region warms the caches, the TLBs and the
//! predictors. The counts of the region are the difference of two snapshots of everything that is counted, so nothing is
//! reset at its start: `ar.itc`, the monitor's registers and the state of the machine
//! continue.

use std::collections::BTreeMap;

use elf::Symbols;
use report::Report;
use uarch::Totals;

use crate::Error;

/// Where the report's part of a run begins and ends, as the caller wrote it: the name of a symbol, the address of a
/// bundle (`0x…`), or a number of retired instructions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Bounds {
    /// Its first instruction; the program's own first one when absent.
    pub start: Option<String>,
    /// The first instruction after it; when absent it reaches to the end of the run.
    pub stop: Option<String>,
}

impl Bounds {
    /// What is wrong with the bounds whatever the program is, in words; `None`: nothing.
    #[must_use]
    pub fn flaw(&self) -> Option<String> {
        let number = |place: &Option<String>| place.as_deref().map_or(Ok(None), Moment::of_number);
        let (start, stop) = match (number(&self.start), number(&self.stop)) {
            (Ok(start), Ok(stop)) => (start, stop),
            (Err(why), _) | (_, Err(why)) => return Some(why),
        };
        let first = match (start, &self.start) {
            (None, None) => Some(Moment::Instructions(0)),
            (start, _) => start,
        };
        match (first, stop) {
            (Some(Moment::Instructions(first)), Some(Moment::Instructions(end)))
                if end <= first =>
            {
                Some(format!(
                    "it would end after {end} instructions and begin after {first}"
                ))
            }
            _ => None,
        }
    }
}

/// A moment of the run at which a region begins or ends, or a checkpoint is made.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Moment {
    /// Before an instruction of the bundle at this address.
    Bundle(u64),
    /// After so many instructions of all threads.
    Instructions(u64),
}

impl Moment {
    /// A moment written as a number, which does not depend on the program; `None`: it is a symbol.
    fn of_number(text: &str) -> Result<Option<Self>, String> {
        if let Some(digits) = text.strip_prefix("0x") {
            let address = u64::from_str_radix(digits, 16)
                .map_err(|_| format!("\"{text}\" is no hexadecimal address"))?;
            let bundle = address & !0xf;
            if address != bundle {
                return Err(format!(
                    "\"{text}\" is no address of a bundle; its bundle is at {bundle:#x}"
                ));
            }
            return Ok(Some(Moment::Bundle(bundle)));
        }
        if text.starts_with(|first: char| first.is_ascii_digit()) {
            let count = config::number::count(text)
                .map_err(|_| format!("\"{text}\" is no number of instructions"))?;
            return Ok(Some(Moment::Instructions(count)));
        }
        Ok(None)
    }

    pub(crate) fn parse(text: &str, symbols: &Symbols) -> Result<Self, Error> {
        if let Some(moment) = Self::of_number(text).map_err(Error::Region)? {
            return Ok(moment);
        }
        symbols
            .iter()
            .find(|(_, _, name)| *name == text)
            .map(|(address, _, _)| Moment::Bundle(address & !0xf))
            .ok_or_else(|| {
                let none = match symbols.iter().next() {
                    Some(_) => "",
                    None => ", which has no symbols that can be read",
                };
                Error::Region(format!(
                    "\"{text}\" is no symbol of the program{none}; give a symbol, 0x and an address, or a number of instructions"
                ))
            })
    }
}

/// The instructions and cycles of one process.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Share {
    pub instructions: u64,
    pub cycles: u64,
}

checkpoint::state!(Share {
    instructions,
    cycles
});

/// Everything that is counted, at one moment.
#[derive(Clone, Debug)]
pub(crate) struct Snapshot {
    pub totals: Totals,
    /// By serial number of the process.
    pub shares: BTreeMap<u64, Share>,
}

impl Snapshot {
    /// What happened since an earlier moment.
    pub(crate) fn since(&self, earlier: &Snapshot) -> Snapshot {
        let shares = self.shares.iter().map(|(&process, share)| {
            let before = earlier.shares.get(&process).copied().unwrap_or_default();
            let share = Share {
                instructions: share.instructions - before.instructions,
                cycles: share.cycles - before.cycles,
            };
            (process, share)
        });
        Snapshot {
            totals: self.totals.since(&earlier.totals),
            shares: shares.collect(),
        }
    }
}

/// A region in the course of a run.
#[derive(Debug)]
pub(crate) struct Region {
    start: Moment,
    stop: Option<Moment>,
    /// The counts when it began.
    entered: Option<Snapshot>,
    /// The counts when it ended.
    left: Option<Snapshot>,
    /// Nothing of the region has executed yet: a bundle that is both its start and its stop does not end it at once.
    fresh: bool,
}

impl Region {
    /// The region between `bounds` in a program with these symbols.
    pub(crate) fn new(bounds: &Bounds, symbols: &Symbols) -> Result<Self, Error> {
        let parse = |text: &Option<String>| {
            text.as_deref()
                .map(|text| Moment::parse(text, symbols))
                .transpose()
        };
        if let Some(why) = bounds.flaw() {
            return Err(Error::Region(why));
        }
        let start = parse(&bounds.start)?.unwrap_or(Moment::Instructions(0));
        let stop = parse(&bounds.stop)?;
        Ok(Self {
            start,
            stop,
            entered: None,
            left: None,
            fresh: false,
        })
    }

    fn awaited(&self) -> Option<Moment> {
        match (&self.entered, &self.left) {
            (None, _) => Some(self.start),
            (Some(_), None) => self.stop,
            (Some(_), Some(_)) => None,
        }
    }

    /// Whether the region ends where a run of `retired` instructions does, because it was to end there.
    pub(crate) fn ends_after(&self, retired: u64) -> bool {
        self.entered.is_some() && self.awaited_count() == Some(retired)
    }

    /// The number of instructions of the run after which the region begins or ends; `None`: it does at a bundle, or has ended.
    pub(crate) fn awaited_count(&self) -> Option<u64> {
        match self.awaited()? {
            Moment::Instructions(count) => Some(count),
            Moment::Bundle(_) => None,
        }
    }

    /// Where the region begins or ends at a bundle: the slot before which it does, in straight-line code from `ip` of which the slots from
    /// `first` to `end`, not included, execute; `None`: not in this code.
    pub(crate) fn crossing(&self, ip: u64, first: u8, end: u8) -> Option<u8> {
        let Some(Moment::Bundle(address)) = self.awaited() else {
            return None;
        };
        let bundle = address.checked_sub(ip)? / 16;
        // Execution that continues inside the bundle does not come to it here, nor does the region end where it has just begun.
        if bundle == 0 && (first != 0 || self.fresh) {
            return None;
        }
        u8::try_from(bundle)
            .ok()?
            .checked_mul(3)
            .filter(|&slot| slot < end)
    }

    /// The region begins, or ends if it has begun, with these counts.
    pub(crate) fn cross(&mut self, snapshot: Snapshot) {
        if self.entered.is_none() {
            self.entered = Some(snapshot);
            self.fresh = true;
        } else {
            self.left = Some(snapshot);
        }
    }

    /// Whether the region has begun.
    pub(crate) fn has_begun(&self) -> bool {
        self.entered.is_some()
    }

    /// Whether the region has begun and not ended yet.
    pub(crate) fn is_inside(&self) -> bool {
        self.entered.is_some() && self.left.is_none()
    }

    /// Code of the region may have executed since the last [`cross`](Self::cross).
    pub(crate) fn executed(&mut self) {
        self.fresh = false;
    }

    /// The counts of the region and its place in the run, when the run has ended with the counts `end`.
    pub(crate) fn measure(self, end: Snapshot) -> Measured {
        let stopped = self.left.is_some();
        let last = self.left.unwrap_or(end);
        let entered = self.entered.is_some();
        let first = self.entered.unwrap_or_else(|| last.clone());
        Measured {
            counted: last.since(&first),
            first_instruction: first.totals.instructions,
            entered,
            stopped,
        }
    }
}

/// A region when the run has ended.
#[derive(Debug)]
pub(crate) struct Measured {
    pub counted: Snapshot,
    /// Instructions before it.
    pub first_instruction: u64,
    /// It began.
    pub entered: bool,
    /// Its stop was reached.
    pub stopped: bool,
}

impl Measured {
    /// Adds the place of the region to a report that has its counts. If the region never began the outcome is an error.
    pub(crate) fn describe(&self, bounds: &Bounds, report: &mut Report) {
        let first = self.entered.then_some(self.first_instruction);
        report.region = Some(report::Region {
            start: bounds.start.clone(),
            stop: bounds.stop.clone(),
            first_instruction: first,
            end_instruction: first.map(|first| first + report.instructions),
            stopped: self.stopped,
        });
        if !self.entered {
            let start = bounds.start.as_deref().unwrap_or("its beginning");
            report.outcome = report::Outcome::error(format!(
                "the region of interest never began: the run did not come to {start}"
            ));
        }
    }
}
