//! The keys of a machine, from the JSON Schema of its structs: what exists, what it means, what is nearest.

use serde_json::Value;
use std::sync::LazyLock;
use strsim::levenshtein as distance;

use crate::layer::{Node, Table};
use crate::{Error, Machine, number};

/// What the schema says about one key.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct KeyDescription {
    /// Dotted path.
    pub path: String,
    /// Meaning, unit and range, from the doc comment of the field.
    pub meaning: String,
    /// Type in words: `integer`, `boolean`, `text`, `table`, or the names that are allowed.
    pub kind: String,
    /// Keys of the table, if it is one.
    pub keys: Vec<String>,
}

/// The JSON Schema of a machine description, made once for each process: it depends on nothing but the types.
#[must_use]
pub fn machine_schema() -> &'static Value {
    static SCHEMA: LazyLock<Value> = LazyLock::new(|| schemars::schema_for!(Machine).to_value());
    &SCHEMA
}

/// Describes the key at a dotted path; the empty path is the machine itself.
///
/// # Errors
/// [`Error::UnknownKey`] names the nearest path.
pub fn describe(path: &str) -> Result<KeyDescription, Error> {
    let schema = machine_schema();
    let (at, meaning) = find(schema, path)?;
    Ok(KeyDescription {
        path: path.into(),
        meaning,
        kind: kind(at),
        keys: properties(schema, at),
    })
}

/// The schema of the key at a dotted path, and what it means.
fn find<'a>(schema: &'a Value, path: &str) -> Result<(&'a Value, String), Error> {
    let mut at = schema;
    let mut meaning = text(at, "description");
    for (depth, key) in path.split('.').filter(|key| !key.is_empty()).enumerate() {
        let Some(property) = property(schema, at, key) else {
            let known: Vec<&str> = path.split('.').take(depth).collect();
            return Err(Error::UnknownKey {
                origin: crate::Origin {
                    source: "config".into(),
                    line: None,
                },
                key: path.into(),
                nearest: nearest(schema, &known, key),
            });
        };
        meaning = text(property, "description");
        at = resolve(schema, property);
        if meaning.is_empty() {
            meaning = text(at, "description");
        }
    }
    Ok((at, meaning))
}

/// What the key at `path` holds, and how to give it; nothing for what is no key of its own.
pub(crate) fn can_hold(path: &str) -> Option<(&'static str, String)> {
    let schema = machine_schema();
    let (at, _) = find(schema, path).ok()?;
    let kind = kind(at);
    if kind.starts_with("one of ") {
        return Some(("the key holds a name", format!("give {kind}")));
    }
    Some(match kind.as_str() {
        "integer" => {
            let format = at.get("format").and_then(Value::as_str)?;
            let bits: u32 = format.strip_prefix("uint")?.parse().ok()?;
            let largest = u64::MAX.checked_shr(64 - bits)?;
            let remedy = format!("give one from 0 to {largest}");
            ("the key holds an integer", remedy)
        }
        "boolean" => ("the key holds a truth value", "give true or false".into()),
        "text" => ("the key holds text", "give it in quotes".into()),
        "array" => ("the key holds a list", "give it in brackets".into()),
        "table" => {
            let keys = properties(schema, at).join(", ");
            ("it is a table", format!("set its keys: {keys}"))
        }
        _ => return None,
    })
}

/// Refuses the first key of `table` that no machine has.
pub(crate) fn check_known(table: &Table) -> Result<(), Error> {
    let schema = machine_schema();
    check_table(schema, schema, table, &mut Vec::new())
}

fn check_table<'t>(
    schema: &Value,
    at: &Value,
    table: &'t Table,
    path: &mut Vec<&'t str>,
) -> Result<(), Error> {
    for (key, entry) in table {
        let Some(inner) = property(schema, at, key) else {
            let nearest = nearest(schema, path, key);
            path.push(key);
            return Err(Error::UnknownKey {
                origin: entry.origin.clone(),
                key: path.join("."),
                nearest,
            });
        };
        if let Node::Table(table) = &entry.node {
            let inner = resolve(schema, inner);
            // A table where a plain value belongs: the types say so with a better message.
            if !properties(schema, inner).is_empty() {
                path.push(key);
                check_table(schema, inner, table, path)?;
                path.pop();
            }
        }
    }
    Ok(())
}

/// Turns text that stands for a number (`48K`, `1M`) into the number, where a key holds integers: in powers of 1024 where it
/// counts bytes, of 1000 elsewhere. Other text is left for the types to refuse.
pub(crate) fn read_numbers(table: &mut Table) {
    let schema = machine_schema();
    read_numbers_in(schema, schema, table);
}

fn read_numbers_in(schema: &Value, at: &Value, table: &mut Table) {
    for (key, entry) in table {
        let Some(inner) = property(schema, at, key) else {
            continue;
        };
        match &mut entry.node {
            Node::Table(table) => read_numbers_in(schema, resolve(schema, inner), table),
            Node::Value(value) => {
                let number = value.as_str().and_then(|text| {
                    if key == "bytes" || key.ends_with("_bytes") {
                        number::bytes(text).ok()
                    } else {
                        number::count(text).ok()
                    }
                });
                if let Some(number) = number
                    && kind(resolve(schema, inner)) == "integer"
                {
                    *value = number.into();
                }
            }
        }
    }
}

/// The known path most like an unknown key: a sibling if one is close, else any key of that name or nearly so.
fn nearest(schema: &Value, table: &[&str], key: &str) -> Option<String> {
    let mut at = schema;
    for part in table {
        at = resolve(schema, property(schema, at, part)?);
    }
    let prefixed = |name: &str| {
        if table.is_empty() {
            name.to_owned()
        } else {
            format!("{}.{name}", table.join("."))
        }
    };
    let siblings = properties(schema, at);
    let close = |name: &str| distance(name, key) <= (key.len().max(name.len()) / 3).max(1);
    let best = siblings
        .iter()
        .filter(|name| close(name))
        .min_by_key(|name| distance(name, key));
    if let Some(best) = best {
        return Some(prefixed(best));
    }
    let mut all = Vec::new();
    collect(schema, schema, String::new(), &mut all);
    let leaf = |path: &String| path.rsplit('.').next().unwrap_or(path).to_owned();
    let elsewhere = all
        .iter()
        .filter(|path| close(&leaf(path)))
        .min_by_key(|path| distance(&leaf(path), key));
    elsewhere.cloned().or_else(|| {
        siblings
            .iter()
            .min_by_key(|name| distance(name, key))
            .map(|name| prefixed(name))
    })
}

/// Every dotted path below `at`, in the order of the structs.
fn collect(schema: &Value, at: &Value, prefix: String, all: &mut Vec<String>) {
    for key in properties(schema, at) {
        let path = if prefix.is_empty() {
            key.clone()
        } else {
            format!("{prefix}.{key}")
        };
        all.push(path.clone());
        if let Some(inner) = property(schema, at, &key) {
            collect(schema, resolve(schema, inner), path, all);
        }
    }
}

/// Every dotted path of a machine, in the order of the structs.
pub(crate) fn all_paths() -> Vec<String> {
    let schema = machine_schema();
    let mut all = Vec::new();
    collect(schema, schema, String::new(), &mut all);
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
fn resolve<'a>(schema: &'a Value, at: &'a Value) -> &'a Value {
    let reference = at
        .get("$ref")
        .and_then(Value::as_str)
        .and_then(|text| text.strip_prefix('#'));
    reference
        .and_then(|pointer| schema.pointer(pointer))
        .unwrap_or(at)
}

fn property<'a>(schema: &'a Value, at: &'a Value, key: &str) -> Option<&'a Value> {
    resolve(schema, at)
        .get("properties")
        .and_then(|properties| properties.get(key))
}

fn properties(schema: &Value, at: &Value) -> Vec<String> {
    let properties = resolve(schema, at)
        .get("properties")
        .and_then(Value::as_object);
    properties.map_or_else(Vec::new, |properties| properties.keys().cloned().collect())
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
        return format!("one of {}", names.join(", "));
    }
    match at.get("type").and_then(Value::as_str) {
        Some("object") => "table".into(),
        Some("string") => "text".into(),
        Some(other) => other.into(),
        None => "value".into(),
    }
}
