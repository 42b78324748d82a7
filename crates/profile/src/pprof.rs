//! Profiles in the form of pprof: the messages of `profile.proto` (github.com/google/pprof, proto/profile.proto), compressed by
//! gzip as that file demands. Fields that are strings hold indices into `string_table`.

use std::collections::HashMap;
use std::io::{self, Write as _};

use flate2::Compression;
use flate2::write::GzEncoder;
use prost::Message;

use crate::form::ProfileFile;
use crate::stacks::{Frame, stacks};

/// A profile.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Profile {
    /// Name and unit of each value of a sample.
    #[prost(message, repeated, tag = "1")]
    pub sample_type: Vec<ValueType>,
    /// The samples.
    #[prost(message, repeated, tag = "2")]
    pub sample: Vec<Sample>,
    /// Places in the code.
    #[prost(message, repeated, tag = "4")]
    pub location: Vec<Location>,
    /// Functions.
    #[prost(message, repeated, tag = "5")]
    pub function: Vec<Function>,
    /// All strings; the first is empty.
    #[prost(string, repeated, tag = "6")]
    pub string_table: Vec<String>,
    /// Length of the run in nanoseconds.
    #[prost(int64, tag = "10")]
    pub duration_nanos: i64,
    /// The event of which samples are taken.
    #[prost(message, optional, tag = "11")]
    pub period_type: Option<ValueType>,
    /// Number of events from one sample to the next.
    #[prost(int64, tag = "12")]
    pub period: i64,
    /// Remarks: strings.
    #[prost(int64, repeated, tag = "13")]
    pub comment: Vec<i64>,
}

/// Name and unit of a value.
#[derive(Clone, Copy, PartialEq, Message)]
pub(crate) struct ValueType {
    /// Its name: a string.
    #[prost(int64, tag = "1")]
    pub r#type: i64,
    /// Its unit: a string.
    #[prost(int64, tag = "2")]
    pub unit: i64,
}

/// A sample.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Sample {
    /// The stack, the innermost location first.
    #[prost(uint64, repeated, tag = "1")]
    pub location_id: Vec<u64>,
    /// The values, in the order of `sample_type`.
    #[prost(int64, repeated, tag = "2")]
    pub value: Vec<i64>,
    /// Further properties of the sample.
    #[prost(message, repeated, tag = "3")]
    pub label: Vec<Label>,
}

/// A property of a sample.
#[derive(Clone, Copy, PartialEq, Message)]
pub(crate) struct Label {
    /// Its name: a string.
    #[prost(int64, tag = "1")]
    pub key: i64,
    /// Its value: a string.
    #[prost(int64, tag = "2")]
    pub str: i64,
}

/// A place in the code.
#[derive(Clone, PartialEq, Message)]
pub(crate) struct Location {
    /// Its number, above 0.
    #[prost(uint64, tag = "1")]
    pub id: u64,
    /// Address of the bundle.
    #[prost(uint64, tag = "3")]
    pub address: u64,
    /// Where it is, the innermost inlined function first.
    #[prost(message, repeated, tag = "4")]
    pub line: Vec<Line>,
}

/// A line of a function.
#[derive(Clone, Copy, PartialEq, Message)]
pub(crate) struct Line {
    /// Number of the function.
    #[prost(uint64, tag = "1")]
    pub function_id: u64,
    /// Line in its file.
    #[prost(int64, tag = "2")]
    pub line: i64,
}

/// A function.
#[derive(Clone, Copy, PartialEq, Message)]
pub(crate) struct Function {
    /// Its number, above 0.
    #[prost(uint64, tag = "1")]
    pub id: u64,
    /// Its name in readable form: a string.
    #[prost(int64, tag = "2")]
    pub name: i64,
    /// Its symbol: a string.
    #[prost(int64, tag = "3")]
    pub system_name: i64,
    /// Its file: a string.
    #[prost(int64, tag = "4")]
    pub filename: i64,
}

/// The table of strings while it is made: each string is in it once.
#[derive(Default)]
struct Strings {
    numbers: HashMap<String, i64>,
    list: Vec<String>,
}

impl Strings {
    fn number(&mut self, text: &str) -> i64 {
        if let Some(number) = self.numbers.get(text) {
            return *number;
        }
        let next = self.list.len() as i64;
        self.numbers.insert(text.to_owned(), next);
        self.list.push(text.to_owned());
        next
    }
}

/// A profile for `pprof`: a sample for each call path and cause, with nanoseconds and cycles; its label `cause` names the cause. The same
/// profile gives the same bytes: the gzip header has no time.
///
/// # Errors
/// Compression into memory fails.
pub fn pprof(profile: &ProfileFile) -> io::Result<Vec<u8>> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::default());
    packed.write_all(&message(profile).encode_to_vec())?;
    packed.finish()
}

fn message(profile: &ProfileFile) -> Profile {
    let signed = |count: u64| i64::try_from(count).unwrap_or(i64::MAX);
    let nanoseconds = |cycles: u64| {
        let whole = u128::from(cycles) * 1_000_000_000 / u128::from(profile.frequency_hz.max(1));
        i64::try_from(whole).unwrap_or(i64::MAX)
    };
    let mut strings = Strings::default();
    strings.number("");
    let mut out = Profile::default();
    let cycles_type = ValueType {
        r#type: strings.number("cycles"),
        unit: strings.number("count"),
    };
    let time_type = ValueType {
        r#type: strings.number("time"),
        unit: strings.number("nanoseconds"),
    };
    out.sample_type = vec![time_type, cycles_type];
    out.period_type = Some(cycles_type);
    out.period = 1;
    out.duration_nanos = nanoseconds(profile.cycles);
    let key = strings.number("cause");
    let mut functions: HashMap<(String, Option<u32>), u64> = HashMap::new();
    let mut locations: HashMap<Vec<Frame<'_>>, u64> = HashMap::new();
    for (stack, path) in stacks(profile).zip(&profile.paths) {
        let mut ids = Vec::new();
        // A function and what is inlined into it share a location.
        for frames in stack.chunk_by(|_, next| next.number.is_none()) {
            let next = locations.len() as u64 + 1;
            let id = *locations.entry(frames.to_vec()).or_insert_with(|| {
                let lines = frames.iter().rev().map(|frame| Line {
                    function_id: function(profile, frame, &mut functions, &mut strings, &mut out),
                    line: i64::from(frame.line),
                });
                let line = lines.collect();
                out.location.push(Location {
                    id: next,
                    address: frames[0].address,
                    line,
                });
                next
            });
            ids.push(id);
        }
        ids.reverse();
        for (cause, cycles) in &path.cycles_by_cause {
            let label = Label {
                key,
                str: strings.number(cause),
            };
            out.sample.push(Sample {
                location_id: ids.clone(),
                value: vec![nanoseconds(*cycles), signed(*cycles)],
                label: vec![label],
            });
        }
    }
    let name = format!("{} on {}", profile.workload.name, profile.config.name);
    out.comment = vec![strings.number(&name)];
    out.string_table = strings.list;
    out
}

fn function(
    profile: &ProfileFile,
    frame: &Frame<'_>,
    functions: &mut HashMap<(String, Option<u32>), u64>,
    strings: &mut Strings,
    out: &mut Profile,
) -> u64 {
    let next = functions.len() as u64 + 1;
    let key = (frame.function.to_owned(), frame.number);
    *functions.entry(key).or_insert_with(|| {
        let symbol = frame.number.and_then(|number| {
            let function = profile.functions.get(number as usize)?;
            function.symbol.as_deref()
        });
        let file = frame.file.and_then(|file| profile.files.get(file as usize));
        out.function.push(Function {
            id: next,
            name: strings.number(frame.function),
            system_name: strings.number(symbol.unwrap_or(frame.function)),
            filename: strings.number(file.map_or("", String::as_str)),
        });
        next
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::sample;

    #[test]
    fn what_pprof_decodes_has_the_cycles_and_the_stacks() {
        let profile = sample();
        let read = Profile::decode(message(&profile).encode_to_vec().as_slice()).unwrap();
        let text = |number: i64| read.string_table[number as usize].as_str();
        assert_eq!(text(0), "");
        let types: Vec<_> = read
            .sample_type
            .iter()
            .map(|one| text(one.r#type))
            .collect();
        assert_eq!(types, ["time", "cycles"]);
        let name = |id: &u64| {
            let location = &read.location[*id as usize - 1];
            assert_eq!(location.id, *id);
            let line = location.line.first().unwrap();
            text(read.function[line.function_id as usize - 1].name)
        };
        let found: Vec<(Vec<&str>, i64, &str)> = read
            .sample
            .iter()
            .map(|sample| {
                let stack = sample.location_id.iter().map(name).collect();
                (stack, sample.value[1], text(sample.label[0].str))
            })
            .collect();
        assert_eq!(
            found,
            [
                (vec!["main"], 10, "unstalled"),
                (vec!["sort", "main"], 30, "data_integer: load from L3"),
                (vec!["sort", "main"], 20, "unstalled"),
            ]
        );
        let sum: i64 = read.sample.iter().map(|sample| sample.value[1]).sum();
        assert_eq!(sum as u64, profile.cycles);
    }
}
