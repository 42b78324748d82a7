//! Call stacks of a profile: its call paths, with the functions that are inlined at the calls, for flame graphs and other tools.

use std::collections::{BTreeMap, HashMap};
use std::fmt::Write as _;

use crate::form::{Place, ProfileFile};

/// A frame of a stack.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct Frame<'p> {
    /// The function, in readable form.
    pub function: &'p str,
    /// Index of the function in the profile; `None`: it is inlined.
    pub number: Option<u32>,
    /// Source file of the call to the next frame, by index in the profile; of the last frame, that of the function.
    pub file: Option<u32>,
    /// Line of the same, from 1; 0: not known.
    pub line: u32,
    /// Bundle of the call; of the last frame, the first bundle of the function.
    pub address: u64,
}

/// The stacks of all paths, in the order of `paths`, the outermost frame first. They are made one at a time, as all frames together would need
/// much memory: paths times their depth.
pub(crate) fn stacks(profile: &ProfileFile) -> impl Iterator<Item = Vec<Frame<'_>>> {
    let sites = sites(profile);
    (0..profile.paths.len()).map(move |path| stack(profile, &sites, path))
}

fn stack<'p>(profile: &'p ProfileFile, sites: &Sites<'p>, path: usize) -> Vec<Frame<'p>> {
    let mut chain = Vec::new();
    let mut next = Some(path);
    while let Some(number) = next {
        let path = &profile.paths[number];
        chain.push(path);
        // A caller's number is below that of the path.
        next = path.caller.map(|caller| caller as usize);
    }
    let mut stack = Vec::with_capacity(chain.len());
    for (place, path) in chain.iter().enumerate().rev() {
        let function = &profile.functions[path.function as usize];
        let places = function.instructions.first().map(|one| &one.source);
        let outermost = places.and_then(|places| places.last());
        let frame = Frame {
            function: &function.name,
            number: Some(path.function),
            file: outermost.map(|place| place.file),
            line: outermost.map_or(0, |place| place.line),
            address: address(&function.address),
        };
        match place.checked_sub(1).map(|callee| chain[callee]) {
            Some(callee) => called(sites, &mut stack, frame, address(&callee.site)),
            None => stack.push(frame),
        }
    }
    stack
}

/// The places in the source of a bundle, by its address: those of its last instruction that has any.
type Sites<'p> = HashMap<u64, &'p [Place]>;

/// Makes the places in the source of all bundles.
fn sites(profile: &ProfileFile) -> Sites<'_> {
    let all = profile.functions.iter().flat_map(|one| &one.instructions);
    // Later instructions of a bundle replace earlier ones: the last one is the branch that calls.
    let places = all.map(|one| (address(&one.address), one.source.as_slice()));
    places.filter(|(_, places)| !places.is_empty()).collect()
}

/// Adds a frame that calls from the bundle `site`, and a frame for each function that is inlined there.
fn called<'p>(sites: &Sites<'p>, stack: &mut Vec<Frame<'p>>, caller: Frame<'p>, site: u64) {
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
                function,
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

/// Folded stacks with their cycles, one a line, for flame-graph tools: `main;sort;compare 1234`. Semicolons in names become commas.
#[must_use]
pub fn folded(profile: &ProfileFile) -> String {
    let mut sums: BTreeMap<String, u64> = BTreeMap::new();
    for (stack, path) in stacks(profile).zip(&profile.paths) {
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
