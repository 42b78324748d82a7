//! Call stacks of a profile: its paths with the functions that are inlined at their calls, for flame graphs and other tools.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use crate::form::{Place, ProfileFile};

/// A frame of a stack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Frame {
    /// The function, in readable form.
    pub function: String,
    /// Its number among those of the profile; `None`: it is inlined.
    pub number: Option<u32>,
    /// Source file and line of the call that goes on from it, or of the function for the last frame; 0: not known.
    pub file: Option<u32>,
    /// See [`file`](Self::file).
    pub line: u32,
    /// Bundle of the call; of the last frame that of the function.
    pub address: u64,
}

/// The stacks of all paths, the outermost frame first; in the order of `paths`.
pub(crate) fn stacks(profile: &ProfileFile) -> Vec<Vec<Frame>> {
    let sites = sites(profile);
    let mut stacks: Vec<Vec<Frame>> = Vec::with_capacity(profile.paths.len());
    for path in &profile.paths {
        let mut stack = Vec::new();
        if let Some(caller) = path.caller {
            stack.clone_from(&stacks[caller as usize]);
            if let Some(last) = stack.pop() {
                let site = address(&path.site);
                called(&sites, &mut stack, last, site);
            }
        }
        let function = &profile.functions[path.function as usize];
        let places = function.instructions.first().map(|one| &one.source);
        let outermost = places.and_then(|places| places.last());
        stack.push(Frame {
            function: function.name.clone(),
            number: Some(path.function),
            file: outermost.map(|place| place.file),
            line: outermost.map_or(0, |place| place.line),
            address: address(&function.address),
        });
        stacks.push(stack);
    }
    stacks
}

/// Places in the source of all bundles.
fn sites(profile: &ProfileFile) -> HashMap<u64, &[Place]> {
    let all = profile.functions.iter().flat_map(|one| &one.instructions);
    // The branch of a bundle stands behind what it does else.
    let places = all.map(|one| (address(&one.address), one.source.as_slice()));
    places.filter(|(_, places)| !places.is_empty()).collect()
}

/// A frame that calls, with what is inlined there.
fn called(sites: &HashMap<u64, &[Place]>, stack: &mut Vec<Frame>, caller: Frame, site: u64) {
    let places = sites.get(&site).copied().unwrap_or_default();
    let at = |place: Option<&Place>| (place.map(|place| place.file), place.map_or(0, |p| p.line));
    let (file, line) = at(places.last());
    stack.push(Frame {
        file,
        line,
        address: site,
        ..caller
    });
    for place in places.iter().rev() {
        if let Some(function) = &place.inlined {
            stack.push(Frame {
                function: function.clone(),
                number: None,
                file: Some(place.file),
                line: place.line,
                address: site,
            });
        }
    }
}

pub(crate) fn address(text: &str) -> u64 {
    u64::from_str_radix(text.trim_start_matches("0x"), 16).unwrap_or_default()
}

/// Folded stacks with cycles, for flame-graph tools: `main;sort;compare 1234`. Semicolons in names become commas.
#[must_use]
pub fn folded(profile: &ProfileFile) -> String {
    let mut sums: BTreeMap<String, u64> = BTreeMap::new();
    for (stack, path) in stacks(profile).iter().zip(&profile.paths) {
        if path.cycles > 0 {
            let names = stack
                .iter()
                .map(|frame| frame.function.replace([';', '\n'], ","));
            let names: Vec<String> = names.collect();
            *sums.entry(names.join(";")).or_default() += path.cycles;
        }
    }
    let mut text = String::new();
    for (stack, cycles) in sums {
        let _ = writeln!(text, "{stack} {cycles}");
    }
    text
}
