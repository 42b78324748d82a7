//! The keys of a machine, from the JSON Schema of its structs: what exists, what it means, what is nearest.

use std::sync::LazyLock;

use serde_json::Value;
use strsim::levenshtein as distance;

use crate::layer::{Node, Table};
use crate::limits::Limits;
use crate::{Error, Machine, number};

/// What the schema says about one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyDescription {
    /// Dotted path.
    pub path: String,
    /// Meaning, unit and range, from the doc comment of the field.
    pub meaning: String,
    /// Type in words: `integer` and which, `boolean`, `text`, `table`, or the names that are allowed.
    pub kind: String,
    /// Keys of the table, if it is one.
    pub keys: Vec<String>,
}

/// What `base` means, the key of files that is none of a machine.
pub(crate) const BASE: &str = "What the file is layered over: the name of a shipped config, or the path of a file, relative to this one. Only the values that differ follow.";

/// The JSON Schema of a complete machine description, made once for each process: it depends on nothing but the types.
#[must_use]
pub fn machine_schema() -> &'static Value {
    static SCHEMA: LazyLock<Value> = LazyLock::new(|| schemars::schema_for!(Machine).to_value());
    &SCHEMA
}

/// Describes the key at a dotted path; the empty path is the machine itself.
///
/// # Errors
/// [`Error::UnknownKey`] names the nearest path; [`Error::EmptyPart`]: a path with nothing before, between or behind its dots.
pub fn describe(path: &str) -> Result<KeyDescription, Error> {
    if path == "base" {
        return Ok(KeyDescription {
            path: path.into(),
            meaning: BASE.into(),
            kind: "text".into(),
            keys: Vec::new(),
        });
    }
    let (at, meaning) = find(path)?;
    Ok(KeyDescription {
        path: path.into(),
        meaning,
        kind: match Limits::of(at) {
            Some(limits) => format!("integer, {limits}"),
            None => kind(at),
        },
        keys: properties(at).map(str::to_owned).collect(),
    })
}

/// The schema of the key at a dotted path, and what it means.
fn find(path: &str) -> Result<(&'static Value, String), Error> {
    let mut at = machine_schema();
    let mut meaning = text(at, "description");
    let parts = (!path.is_empty()).then(|| path.split('.'));
    for (depth, key) in parts.into_iter().flatten().enumerate() {
        if key.is_empty() {
            return Err(Error::EmptyPart { path: path.into() });
        }
        let Some(property) = property(at, key) else {
            let known: Vec<&str> = path.split('.').take(depth).collect();
            return Err(Error::UnknownKey {
                origin: crate::Origin {
                    source: "config".into(),
                    line: None,
                },
                key: path.into(),
                nearest: nearest(&known, key),
            });
        };
        meaning = text(property, "description");
        at = resolve(property);
        if meaning.is_empty() {
            meaning = text(at, "description");
        }
    }
    Ok((at, meaning))
}

/// Why the key at `path`, or an element of a list (`key[0]`), cannot hold `value`, and what it holds; nothing for what is no key of its own.
pub(crate) fn cannot_hold(path: &str, value: &Value) -> Option<(String, String)> {
    let (key, element) = path
        .split_once('[')
        .map_or((path, false), |(key, _)| (key, true));
    let (mut at, _) = find(key).ok()?;
    if element {
        at = resolve(at.get("items")?);
    }
    let kind = kind(at);
    let (holds, remedy) = match kind.as_str() {
        names if names.starts_with(ONE_OF) => ("a name".into(), format!("give {names}")),
        "integer" => {
            let remedy = format!("use {}", Limits::of(at)?);
            if value.is_i64() || value.is_u64() {
                return Some(("it is out of range".into(), remedy));
            }
            ("an integer".into(), remedy)
        }
        "boolean" => ("a truth value".into(), "give true or false".into()),
        "text" => ("text".into(), "give it in quotes".into()),
        "array" => {
            let names = self::kind(resolve(at.get("items")?));
            let count = at.get("maxItems").and_then(Value::as_u64)?;
            (
                format!("a list of {count} names"),
                format!(
                    "give each of {} once, in brackets",
                    names.strip_prefix(ONE_OF)?
                ),
            )
        }
        "table" => {
            let keys: Vec<_> = properties(at).collect();
            let remedy = format!("set its keys: {}", keys.join(", "));
            return Some(("it is a table".into(), remedy));
        }
        _ => return None,
    };
    Some((format!("the key holds {holds}"), remedy))
}

/// Refuses the first key of `table` that no machine has.
pub(crate) fn check_known(table: &Table) -> Result<(), Error> {
    check_table(machine_schema(), table, &mut Vec::new())
}

fn check_table<'t>(
    at: &'static Value,
    table: &'t Table,
    path: &mut Vec<&'t str>,
) -> Result<(), Error> {
    for (key, entry) in table {
        let Some(inner) = property(at, key) else {
            let nearest = nearest(path, key);
            path.push(key);
            return Err(Error::UnknownKey {
                origin: entry.origin.clone(),
                key: path.join("."),
                nearest,
            });
        };
        if let Node::Table(table) = &entry.node {
            let inner = resolve(inner);
            // A table where a plain value belongs: the types say so with a better message.
            if properties(inner).next().is_some() {
                path.push(key);
                check_table(inner, table, path)?;
                path.pop();
            }
        }
    }
    Ok(())
}

/// Turns text that stands for a number (`48K`, `1M`) into the number, where a key holds integers: in powers of 1024 where it
/// counts bytes, of 1000 elsewhere. Other text is left for the types to refuse.
pub(crate) fn read_numbers(table: &mut Table) {
    read_numbers_in(machine_schema(), table);
}

fn read_numbers_in(at: &'static Value, table: &mut Table) {
    for (key, entry) in table {
        let Some(inner) = property(at, key) else {
            continue;
        };
        match &mut entry.node {
            Node::Table(table) => read_numbers_in(inner, table),
            Node::Value(value) => {
                let number = value.as_str().and_then(|text| {
                    if key == "bytes" || key.ends_with("_bytes") {
                        number::bytes(text).ok()
                    } else {
                        number::count(text).ok()
                    }
                });
                if let Some(number) = number
                    && kind(resolve(inner)) == "integer"
                {
                    *value = number.into();
                }
            }
        }
    }
}

/// The known path most like an unknown key, whatever the case: a sibling if one is close, else any key of that name or nearly so; nothing
/// when none is.
fn nearest(table: &[&str], key: &str) -> Option<String> {
    let at = table
        .iter()
        .try_fold(machine_schema(), |at, part| property(at, part))?;
    let key = key.to_lowercase();
    let steps = |name: &str| distance(name, &key);
    let close = |name: &str| steps(name) <= (key.len().max(name.len()) / 3).max(1);
    let leaf = |path: &str| path.rsplit('.').next().unwrap_or(path).to_owned();
    let mut siblings: Vec<&str> = properties(at).collect();
    siblings.sort_by_key(|name| steps(name));
    let sibling = |name: &&str| [table, &[name]].concat().join(".");
    let near = siblings.iter().find(|name| close(name)).map(sibling);
    near.or_else(|| {
        let elsewhere = all_paths().into_iter().filter(|path| close(&leaf(path)));
        elsewhere.min_by_key(|path| steps(&leaf(path)))
    })
}

/// Every dotted path below `at`, in the order of the structs.
fn collect(at: &'static Value, prefix: &str, all: &mut Vec<String>) {
    for key in properties(at) {
        let path = format!("{prefix}{key}");
        all.push(path.clone());
        if let Some(inner) = property(at, key) {
            collect(inner, &format!("{path}."), all);
        }
    }
}

/// Every dotted path of a machine, in the order of the structs.
pub(crate) fn all_paths() -> Vec<String> {
    let mut all = Vec::new();
    collect(machine_schema(), "", &mut all);
    all
}

/// The shipped name most like `name`, if one is near.
pub(crate) fn nearest_name<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    known
        .map(|candidate| (distance(candidate, name), candidate))
        .min()
        .filter(|(steps, candidate)| *steps <= candidate.len().max(name.len()) / 2)
        .map(|(_, candidate)| candidate.to_owned())
}

/// Follows `$ref`; the schemas of this crate are not recursive.
fn resolve(at: &'static Value) -> &'static Value {
    let reference = at.get("$ref").and_then(Value::as_str);
    reference
        .and_then(|text| machine_schema().pointer(text.strip_prefix('#')?))
        .unwrap_or(at)
}

/// What the schema says about a key of the table `at`; the description stands here, all else behind [`resolve`].
pub(crate) fn property(at: &'static Value, key: &str) -> Option<&'static Value> {
    resolve(at).get("properties")?.get(key)
}

fn properties(at: &'static Value) -> impl Iterator<Item = &'static str> {
    let properties = resolve(at).get("properties").and_then(Value::as_object);
    properties
        .into_iter()
        .flatten()
        .map(|(key, _)| key.as_str())
}

fn text(at: &Value, key: &str) -> String {
    // Doc comments break lines where the source does.
    at.get(key)
        .and_then(Value::as_str)
        .unwrap_or_default()
        .split_whitespace()
        .collect::<Vec<_>>()
        .join(" ")
}

/// Begins the kind of a key that holds a name.
const ONE_OF: &str = "one of ";

fn kind(at: &Value) -> String {
    let names: Vec<&str> = match (
        at.get("oneOf").and_then(Value::as_array),
        at.get("enum").and_then(Value::as_array),
    ) {
        (Some(choices), _) => choices
            .iter()
            .filter_map(|choice| choice.get("const")?.as_str())
            .collect(),
        (None, Some(choices)) => choices.iter().filter_map(Value::as_str).collect(),
        (None, None) => Vec::new(),
    };
    if !names.is_empty() {
        return format!("{ONE_OF}{}", names.join(", "));
    }
    match at.get("type").and_then(Value::as_str) {
        Some("object") => "table".into(),
        Some("string") => "text".into(),
        Some(other) => other.into(),
        None => "value".into(),
    }
}
