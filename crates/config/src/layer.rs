//! One TOML text as a tree whose values remember where they stand, and the laying of one tree over another.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Map, Value};
use toml::de::{DeTable, DeValue};

use crate::error::OPTION;
use crate::{Error, Origin, comment};

/// A table, or a value that is replaced as a whole (arrays too).
#[derive(Debug, Clone)]
pub(crate) enum Node {
    Table(Table),
    Value(Value),
}

pub(crate) type Table = BTreeMap<String, Item>;

/// A node with the place of its key.
#[derive(Debug, Clone)]
pub(crate) struct Item {
    pub node: Node,
    pub origin: Origin,
    /// The comment beside the value, which says where the value is from; behind that of its table's header.
    pub comment: Option<Arc<str>>,
}

/// A JSON value of a config as TOML: the two agree on text, integers, booleans and arrays of these.
pub(crate) fn literal(value: &Value) -> String {
    match value {
        Value::Array(elements) => format!(
            "[{}]",
            elements.iter().map(literal).collect::<Vec<_>>().join(", ")
        ),
        other => other.to_string(),
    }
}

/// Parses one file.
pub(crate) fn parse(text: &str, source: &str) -> Result<Table, Error> {
    let ends = text.bytes().enumerate().filter(|&(_, byte)| byte == b'\n');
    let place = Place {
        source: Arc::from(source),
        text,
        line_ends: ends.map(|(offset, _)| offset).collect(),
    };
    match DeTable::parse(text) {
        Ok(table) => table_of(table.get_ref(), &place, None),
        Err(error) => {
            let origin = place.origin(error.span().map_or(0, |span| span.start));
            Err(Error::Syntax {
                origin,
                message: error.message().trim().replace('\n', ", "),
            })
        }
    }
}

/// Parses one override, `path=value`. A value that is not TOML is taken as text, so that names need no quotes.
pub(crate) fn parse_override(text: &str) -> Result<Table, Error> {
    let wrong = |message: &str| Error::Override {
        text: text.to_owned(),
        message: message.to_owned(),
    };
    let (path, value) = text
        .split_once('=')
        .ok_or_else(|| wrong("there is no \"=\""))?;
    let (path, value) = (path.trim(), value.trim());
    if path.split('.').any(str::is_empty) {
        return Err(wrong("the path has an empty part"));
    }
    let source = format!("{OPTION}{text}");
    let origin = Origin {
        source: Arc::from(source.as_str()),
        line: None,
    };
    let place = Place {
        source: origin.source.clone(),
        text: "",
        line_ends: Vec::new(),
    };
    let value = match DeValue::parse(value) {
        // The parser takes the digits of `1_000M` for an integer without looking at what is behind them.
        Ok(parsed) if has_unit(parsed.get_ref()) => Value::String(value.to_owned()),
        Ok(parsed) => match node_of(parsed.get_ref(), &place, 0, None)? {
            Node::Value(value) => value,
            Node::Table(_) => return Err(wrong("a table cannot be set; set its keys one by one")),
        },
        Err(_) if value.is_empty() => return Err(wrong("there is no value")),
        Err(_) => Value::String(value.to_owned()),
    };
    let mut node = Node::Value(value);
    for key in path.split('.').rev() {
        node = Node::Table(
            [(
                key.to_owned(),
                Item {
                    node,
                    origin: origin.clone(),
                    comment: None,
                },
            )]
            .into(),
        );
    }
    match node {
        Node::Table(table) => Ok(table),
        Node::Value(_) => Err(wrong("there is no path")),
    }
}

/// Lays `upper` over `lower`: tables merge, everything else is replaced.
pub(crate) fn lay(lower: &mut Table, upper: Table) {
    for (key, entry) in upper {
        match (lower.get_mut(&key), entry) {
            (
                Some(Item {
                    node: Node::Table(below),
                    ..
                }),
                Item {
                    node: Node::Table(above),
                    ..
                },
            ) => lay(below, above),
            (_, entry) => {
                lower.insert(key, entry);
            }
        }
    }
}

/// Whether a value is a decimal number with a unit behind it, which is text to TOML.
fn has_unit(value: &DeValue<'_>) -> bool {
    matches!(value, DeValue::Integer(integer)
        if integer.radix() == 10 && integer.as_str().ends_with(|last: char| last.is_ascii_alphabetic()))
}

/// The tree without its origins.
pub(crate) fn plain(table: &Table) -> Value {
    let mut map = Map::new();
    for (key, entry) in table {
        let value = match &entry.node {
            Node::Table(table) => plain(table),
            Node::Value(value) => value.clone(),
        };
        map.insert(key.clone(), value);
    }
    Value::Object(map)
}

/// Where the value at `path` comes from; for a path that is not set, the nearest table above it.
pub(crate) fn origin_of(table: &Table, path: &str) -> Option<Origin> {
    entries(table, path)
        .last()
        .map(|entry| entry.origin.clone())
}

/// What the file that sets the value at `path` says beside it.
pub(crate) fn comment_of(table: &Table, path: &str) -> Option<Arc<str>> {
    entries(table, path).last()?.comment.clone()
}

/// The entries on the way to the value at `path`, as far as there are any.
fn entries<'t>(table: &'t Table, path: &str) -> impl Iterator<Item = &'t Item> {
    let mut table = Some(table);
    path.split('.').map_while(move |key| {
        // Elements of arrays share the origin of the array: `accounting.order[2]`.
        let entry = table?.get(key.split('[').next().unwrap_or(key))?;
        table = match &entry.node {
            Node::Table(inner) => Some(inner),
            Node::Value(_) => None,
        };
        Some(entry)
    })
}

struct Place<'a> {
    source: Arc<str>,
    text: &'a str,
    /// Offsets of the line feeds in the text.
    line_ends: Vec<usize>,
}

impl Place<'_> {
    fn origin(&self, offset: usize) -> Origin {
        let lines = self.line_ends.partition_point(|&end| end < offset);
        let line = (!self.text.is_empty()).then(|| u32::try_from(lines + 1).unwrap_or(u32::MAX));
        Origin {
            source: self.source.clone(),
            line,
        }
    }
}

/// The tree of a table; `heading` is the comment beside its header.
fn table_of(
    table: &DeTable<'_>,
    place: &Place<'_>,
    heading: Option<&Arc<str>>,
) -> Result<Table, Error> {
    let mut found = Table::new();
    for (key, value) in table {
        let start = key.span().start;
        let own = match value.get_ref() {
            // The header of a table; what has none is written with dots, and its values have comments of their own.
            DeValue::Table(_) => comment::behind(place.text, key.span().end, "]")
                .or_else(|| comment::behind(place.text, value.span().end, "")),
            _ => comment::behind(place.text, value.span().end, ""),
        };
        let comment = comment::joined(heading, own);
        let node = node_of(value.get_ref(), place, start, comment.as_ref())?;
        found.insert(
            key.get_ref().to_string(),
            Item {
                node,
                origin: place.origin(start),
                comment,
            },
        );
    }
    Ok(found)
}

fn node_of(
    value: &DeValue<'_>,
    place: &Place<'_>,
    start: usize,
    heading: Option<&Arc<str>>,
) -> Result<Node, Error> {
    let wrong = |message: String| Error::Syntax {
        origin: place.origin(start),
        message,
    };
    Ok(Node::Value(match value {
        DeValue::Table(table) => {
            return Ok(Node::Table(table_of(table, place, heading)?));
        }
        DeValue::String(text) => Value::String(text.to_string()),
        DeValue::Boolean(value) => Value::Bool(*value),
        DeValue::Integer(integer) => {
            let digits = integer.as_str();
            let parsed = i128::from_str_radix(digits, integer.radix()).ok();
            let number = parsed.and_then(|number| {
                u64::try_from(number)
                    .map(Value::from)
                    .or_else(|_| i64::try_from(number).map(Value::from))
                    .ok()
            });
            number.ok_or_else(|| wrong(format!("integer {digits} does not fit 64 bits")))?
        }
        DeValue::Float(float) => float
            .as_str()
            .parse::<f64>()
            .ok()
            .and_then(serde_json::Number::from_f64)
            .map(Value::Number)
            .ok_or_else(|| wrong(format!("number {} is not finite", float.as_str())))?,
        DeValue::Datetime(time) => Value::String(time.to_string()),
        DeValue::Array(array) => {
            let mut values = Vec::new();
            for element in array {
                values.push(
                    match node_of(element.get_ref(), place, element.span().start, None)? {
                        Node::Value(value) => value,
                        Node::Table(table) => plain(&table),
                    },
                );
            }
            Value::Array(values)
        }
    }))
}
