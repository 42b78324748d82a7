//! Source lines of code, from DWARF.

use std::collections::HashMap;

use addr2line::Context;
use elf::File;
use gimli::{EndianSlice, LittleEndian};

use crate::form::Place;
use crate::functions::readable;

/// Most nested inlined functions of an instruction.
const MOST_INLINED: usize = 64;

/// The source lines of a program; the default has none.
#[derive(Default)]
pub(crate) struct Lines<'d> {
    context: Option<Context<EndianSlice<'d, LittleEndian>>>,
    files: Vec<String>,
    numbers: HashMap<String, u32>,
}

impl<'d> Lines<'d> {
    /// The lines of a file; one without DWARF, or with damaged DWARF, has none.
    pub(crate) fn of(file: &File<'d>) -> Self {
        let units = gimli::SectionId::DebugInfo.name();
        if !file.sections().any(|section| section.name() == Ok(units)) {
            return Self::default();
        }
        let section =
            |id: gimli::SectionId| -> Result<EndianSlice<'d, LittleEndian>, gimli::Error> {
                let mut sections = file.sections();
                let found = sections.find(|section| section.name() == Ok(id.name()));
                let data = found.and_then(|section| section.data().ok());
                Ok(EndianSlice::new(data.unwrap_or_default(), LittleEndian))
            };
        let dwarf = gimli::Dwarf::load(section).ok();
        let context = dwarf.and_then(|dwarf| Context::from_dwarf(dwarf).ok());
        Self {
            context,
            files: Vec::new(),
            numbers: HashMap::new(),
        }
    }

    /// The places in the source of an instruction, the innermost inlined function first; empty: not known. `address`: its bundle, with the
    /// slot in the low bits.
    pub(crate) fn places(&mut self, address: u64) -> Vec<Place> {
        let Some(context) = &self.context else {
            return Vec::new();
        };
        let Ok(mut frames) = context.find_frames(address).skip_all_loads() else {
            return Vec::new();
        };
        let mut found = Vec::new();
        while let Ok(Some(frame)) = frames.next() {
            let name = frame.function.as_ref();
            let name = name.and_then(|name| name.raw_name().ok().map(|raw| readable(&raw)));
            let location = frame.location;
            let file = location.as_ref().and_then(|place| place.file);
            let line = location.as_ref().and_then(|place| place.line);
            found.push((name, file.map(str::to_owned), line));
            if found.len() >= MOST_INLINED {
                break;
            }
        }
        let outermost = found.len().saturating_sub(1);
        let mut places = Vec::new();
        for (depth, (name, file, line)) in found.into_iter().enumerate() {
            let (Some(file), Some(line)) = (file, line) else {
                continue;
            };
            places.push(Place {
                file: self.number(file),
                line,
                inlined: name.filter(|_| depth < outermost),
            });
        }
        places
    }

    fn number(&mut self, file: String) -> u32 {
        let next = self.files.len() as u32;
        *self.numbers.entry(file).or_insert_with_key(|file| {
            self.files.push(file.clone());
            next
        })
    }

    /// The names of the files, by [`Place::file`].
    pub(crate) fn into_files(self) -> Vec<String> {
        self.files
    }
}
