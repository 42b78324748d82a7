//! Is a profile for pprof one by the published `profile.proto`, and does it say what the run counted? The bytes are decoded by the
//! fields of that file alone: nothing of the program that wrote them is used.

use std::collections::{BTreeMap, HashMap, HashSet};
use std::fs;
use std::io::Read as _;

use serde_json::Value;

use crate::support::{Folder, epicycle_in, repository};

/// Messages, numbers and types of proto/profile.proto (github.com/google/pprof), without its comments.
const PROTO: &str = "
message Profile {
  repeated ValueType sample_type = 1;
  repeated Sample sample = 2;
  repeated Mapping mapping = 3;
  repeated Location location = 4;
  repeated Function function = 5;
  repeated string string_table = 6;
  int64 drop_frames = 7;
  int64 keep_frames = 8;
  int64 time_nanos = 9;
  int64 duration_nanos = 10;
  ValueType period_type = 11;
  int64 period = 12;
  repeated int64 comment = 13;
  int64 default_sample_type = 14;
}
message ValueType { int64 type = 1; int64 unit = 2; }
message Sample { repeated uint64 location_id = 1; repeated int64 value = 2; repeated Label label = 3; }
message Label { int64 key = 1; int64 str = 2; int64 num = 3; int64 num_unit = 4; }
message Mapping {
  uint64 id = 1;
  uint64 memory_start = 2;
  uint64 memory_limit = 3;
  uint64 file_offset = 4;
  int64 filename = 5;
  int64 build_id = 6;
  bool has_functions = 7;
  bool has_filenames = 8;
  bool has_line_numbers = 9;
  bool has_inline_frames = 10;
}
message Location { uint64 id = 1; uint64 mapping_id = 2; uint64 address = 3; repeated Line line = 4; bool is_folded = 5; }
message Line { uint64 function_id = 1; int64 line = 2; }
message Function { uint64 id = 1; int64 name = 2; int64 system_name = 3; int64 filename = 4; int64 start_line = 5; }
";

struct Field {
    name: String,
    kind: String,
    repeated: bool,
}

/// Messages by name, their fields by number.
type Schema = HashMap<String, HashMap<u64, Field>>;

fn schema() -> Schema {
    let mut schema = Schema::new();
    for message in PROTO.split("message ").skip(1) {
        let (name, fields) = message.split_once('{').unwrap();
        let fields = fields.split_once('}').unwrap().0.split(';');
        let fields = fields
            .filter(|field| !field.trim().is_empty())
            .map(|field| {
                let (left, number) = field.split_once('=').unwrap();
                let words: Vec<&str> = left.split_whitespace().collect();
                let repeated = words[0] == "repeated";
                let words = &words[usize::from(repeated)..];
                let field = Field {
                    kind: words[0].to_owned(),
                    name: words[1].to_owned(),
                    repeated,
                };
                (number.trim().parse().unwrap(), field)
            });
        schema.insert(name.trim().to_owned(), fields.collect());
    }
    schema
}

/// What a field holds.
#[derive(Debug)]
enum Held {
    Number(u64),
    Text(String),
    Message(Message),
}

/// A message: the values of its fields by name.
#[derive(Debug, Default)]
struct Message(HashMap<String, Vec<Held>>);

impl Message {
    fn all(&self, name: &str) -> &[Held] {
        self.0.get(name).map_or(&[], Vec::as_slice)
    }

    fn numbers(&self, name: &str) -> Vec<u64> {
        let all = self.all(name).iter();
        all.map(|held| match held {
            Held::Number(number) => *number,
            other => panic!("{name}: {other:?}"),
        })
        .collect()
    }

    /// The number of a field that is there once; 0 when it is not.
    fn number(&self, name: &str) -> u64 {
        self.numbers(name).first().copied().unwrap_or(0)
    }

    fn messages(&self, name: &str) -> Vec<&Message> {
        let all = self.all(name).iter();
        all.map(|held| match held {
            Held::Message(message) => message,
            other => panic!("{name}: {other:?}"),
        })
        .collect()
    }
}

fn varint(bytes: &mut &[u8]) -> u64 {
    let mut value = 0;
    for shift in (0..64).step_by(7) {
        let byte = bytes[0];
        *bytes = &bytes[1..];
        value |= u64::from(byte & 0x7f) << shift;
        if byte & 0x80 == 0 {
            return value;
        }
    }
    panic!("a number of more than ten bytes");
}

/// Reads a message by the rules of the wire format; panics at a field that is not in the schema or has another type.
fn decode(schema: &Schema, name: &str, mut bytes: &[u8]) -> Message {
    let mut message = Message::default();
    while !bytes.is_empty() {
        let tag = varint(&mut bytes);
        let field = schema[name].get(&(tag >> 3));
        let field = field.unwrap_or_else(|| panic!("{name} has no field {}", tag >> 3));
        let place = message.0.entry(field.name.clone()).or_default();
        let is_number = ["int64", "uint64", "bool"].contains(&field.kind.as_str());
        match (tag & 7, is_number) {
            (0, true) => place.push(Held::Number(varint(&mut bytes))),
            (2, _) => {
                let length = varint(&mut bytes) as usize;
                let (mut inside, rest) = bytes.split_at(length);
                bytes = rest;
                match field.kind.as_str() {
                    "string" => {
                        let text = std::str::from_utf8(inside).expect("strings are UTF-8");
                        place.push(Held::Text(text.to_owned()));
                    }
                    // Packed.
                    _ if is_number => {
                        assert!(field.repeated, "{name}.{} is one number", field.name);
                        while !inside.is_empty() {
                            place.push(Held::Number(varint(&mut inside)));
                        }
                    }
                    kind => place.push(Held::Message(decode(schema, kind, inside))),
                }
            }
            (wire, _) => panic!("{name}.{} has wire type {wire}", field.name),
        }
        let count = place.len();
        assert!(field.repeated || count == 1, "{name}.{} twice", field.name);
    }
    message
}

#[test]
fn a_profile_for_pprof_decodes_by_the_published_schema_to_the_cycles_of_the_run() {
    let schema = schema();
    assert_eq!(schema["Profile"].len(), 14);
    let lines = repository("crates/cli/tests/source/lines.elf");
    let recursion = repository("workloads/bin/recursion");
    for program in [lines, recursion] {
        let folder = Folder::new("pprof");
        let program = program.to_str().unwrap();
        let run = ["run", "--quiet", "--profile", "profile", program];
        assert_eq!(epicycle_in(&folder.0, &run, b"").stderr, "");
        let export = ["report", "--pprof", "out.pb.gz", "profile"];
        let ended = epicycle_in(&folder.0, &export, b"");
        assert_eq!(ended.status, 0, "{}", ended.stderr);
        let packed = fs::read(folder.path("out.pb.gz")).unwrap();
        let mut bytes = Vec::new();
        // The proto file: "On-disk, the serialized proto must be gzip-compressed."
        let mut unpacked = flate2::read::GzDecoder::new(&packed[..]);
        unpacked.read_to_end(&mut bytes).unwrap();
        let pprof = decode(&schema, "Profile", &bytes);
        let recorded: Value =
            serde_json::from_slice(&fs::read(folder.path("profile")).unwrap()).unwrap();
        compare(&pprof, &recorded);
    }
}

/// The rules that the comments of the proto file state, and the numbers of the profile.
fn compare(pprof: &Message, recorded: &Value) {
    let strings: Vec<&str> = pprof
        .all("string_table")
        .iter()
        .map(|held| match held {
            Held::Text(text) => text.as_str(),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(strings[0], "", "string_table[0] must always be \"\"");
    let text = |number: u64| strings[usize::try_from(number).unwrap()];
    let types: Vec<(&str, &str)> = pprof
        .messages("sample_type")
        .iter()
        .map(|one| (text(one.number("type")), text(one.number("unit"))))
        .collect();
    assert_eq!(types, [("time", "nanoseconds"), ("cycles", "count")]);
    let period = pprof.messages("period_type")[0];
    assert_eq!(text(period.number("type")), "cycles");
    assert_eq!(pprof.number("period"), 1);

    let ids = |all: &[&Message]| -> HashSet<u64> {
        let ids: Vec<u64> = all.iter().map(|one| one.number("id")).collect();
        let set: HashSet<u64> = ids.iter().copied().collect();
        assert!(ids.len() == set.len() && !set.contains(&0), "unique, not 0");
        set
    };
    let functions = pprof.messages("function");
    let function_ids = ids(&functions);
    let names: HashMap<u64, &str> = functions
        .iter()
        .map(|one| {
            for key in ["system_name", "filename"] {
                text(one.number(key));
            }
            (one.number("id"), text(one.number("name")))
        })
        .collect();
    let locations = pprof.messages("location");
    let location_ids = ids(&locations);
    let mut of_location = HashMap::new();
    for location in &locations {
        let lines = location.messages("line");
        assert!(!lines.is_empty());
        let called = lines.iter().map(|line| line.number("function_id"));
        let called: Vec<u64> = called.collect();
        assert!(called.iter().all(|id| function_ids.contains(id)));
        of_location.insert(location.number("id"), called);
    }
    // Cycles by cause, and by the function whose own they are, of which the leaf stands first.
    let mut by_cause: BTreeMap<String, u64> = BTreeMap::new();
    let mut by_function: BTreeMap<String, u64> = BTreeMap::new();
    let mut nanoseconds = 0;
    for sample in pprof.messages("sample") {
        let stack = sample.numbers("location_id");
        assert!(!stack.is_empty() && stack.iter().all(|id| location_ids.contains(id)));
        let values = sample.numbers("value");
        assert_eq!(values.len(), types.len(), "as many as sample_type");
        let labels = sample.messages("label");
        assert_eq!(text(labels[0].number("key")), "cause");
        assert_eq!(labels[0].number("num"), 0, "str or num, not both");
        let cause = text(labels[0].number("str"));
        *by_cause.entry(cause.to_owned()).or_default() += values[1];
        let leaf = of_location[&stack[0]].last().unwrap();
        *by_function.entry(names[leaf].to_owned()).or_default() += values[1];
        nanoseconds += values[0];
    }
    let mut expected_cause: BTreeMap<String, u64> = BTreeMap::new();
    let mut expected_function: BTreeMap<String, u64> = BTreeMap::new();
    for path in recorded["paths"].as_array().unwrap() {
        let function = path["function"].as_u64().unwrap() as usize;
        let name = recorded["functions"][function]["name"].as_str().unwrap();
        for (cause, cycles) in path["cycles_by_cause"].as_object().unwrap() {
            let cycles = cycles.as_u64().unwrap();
            *expected_cause.entry(cause.clone()).or_default() += cycles;
            *expected_function.entry(name.to_owned()).or_default() += cycles;
        }
    }
    assert_eq!(by_cause, expected_cause);
    assert_eq!(by_function, expected_function);
    assert!(by_function.len() > 2, "{by_function:?}");
    let behind = recorded["behind"].as_object().unwrap().values();
    let behind: u64 = behind.map(|cycles| cycles.as_u64().unwrap()).sum();
    let all: u64 = by_cause.values().sum();
    assert_eq!(all + behind, recorded["cycles"].as_u64().unwrap());
    let duration = pprof.number("duration_nanos");
    assert!(
        nanoseconds <= duration,
        "{nanoseconds} of {duration} nanoseconds"
    );
}
