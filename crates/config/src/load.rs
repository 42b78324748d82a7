//! From a name to a machine.

use std::collections::BTreeMap;
use std::ffi::{OsStr, OsString};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError};

use serde_json::Value;
use sha2::{Digest, Sha256};

use crate::layer::{self, Node, Table};
use crate::{Error, Machine, Origin, SHIPPED, comment, keys, validate};

/// A machine with its identity and the origin of every value.
#[derive(Debug, Clone)]
pub struct Loaded {
    /// Name of the shipped config, or the file's name without `.toml`; overrides follow after `+`.
    pub name: String,
    /// The same without the overrides.
    pub short_name: String,
    /// The machine, for the model crates.
    pub machine: Machine,
    /// Every value as JSON, in the order of the structs.
    pub effective: Value,
    /// SHA-256 in hexadecimal of [`effective`](Self::effective) without its description, keys sorted, without blanks:
    /// equal hashes are equal machines.
    pub hash: String,
    /// The files that were read, shipped configs aside.
    pub files: Vec<PathBuf>,
    pub(crate) tree: Table,
    /// Meanings of the tags of sources, as the config's files give them.
    pub(crate) legend: BTreeMap<String, String>,
}

/// Loads the shipped config `name`, or the file at `name` when that is a path (it ends in `.toml` or has a `/`), and
/// applies `overrides` (`path=value`) in order. What is not shipped is checked, and the machine that it makes.
///
/// # Errors
/// Every way in which a config can be wrong, see [`Error`].
pub fn load<S: AsRef<str>>(name: impl AsRef<OsStr>, overrides: &[S]) -> Result<Loaded, Error> {
    let name = name.as_ref();
    let source = Source::named(name)?;
    let mut read = Read::default();
    let mut tree = load_tree(&source, None, &mut Vec::new(), &mut read)?;
    let short_name = display_name(name);
    let mut full_name = short_name.clone();
    for text in overrides {
        let text = text.as_ref();
        let mut table = layer::parse_override(text)?;
        keys::check_known(&table)?;
        keys::read_numbers(&mut table);
        full_name.push('+');
        full_name.push_str(&override_name(&table));
        layer::lay(&mut tree, table);
    }
    let (machine, effective) = machine_of(&tree, &source.label())?;
    if !(source.is_shipped() && overrides.is_empty()) {
        let label = source.label();
        validate::check(&machine, &effective, &|key| origin(&tree, key, &label))?;
    }
    Ok(Loaded {
        name: full_name,
        short_name,
        hash: hash(&effective),
        machine,
        effective,
        files: read.files,
        tree,
        legend: read.legend,
    })
}

/// An override as names of configs have it: the path and the value that the config gets. Text is as it is, but for tabs and ends of lines,
/// which are written as in TOML; between the elements of a list are no blanks.
fn override_name(table: &Table) -> String {
    let mut name = String::new();
    let mut next = table.first_key_value();
    while let Some((key, entry)) = next {
        name.push_str(key);
        next = match &entry.node {
            Node::Table(inner) => {
                name.push('.');
                inner.first_key_value()
            }
            Node::Value(value) => {
                name.push('=');
                match value {
                    Value::String(text) => name.push_str(&on_a_line(text)),
                    Value::Array(elements) => {
                        let elements: Vec<String> = elements.iter().map(layer::literal).collect();
                        name.push_str(&format!("[{}]", elements.join(",")));
                    }
                    other => name.push_str(&layer::literal(other)),
                }
                None
            }
        };
    }
    name
}

/// Text with its blanks, in which tabs and ends of lines are escaped.
fn on_a_line(text: &str) -> String {
    let escaped = |letter: char| match letter {
        '\t' | '\n' | '\r' => letter.escape_default().to_string(),
        other => other.to_string(),
    };
    text.chars().map(escaped).collect()
}

/// The machine that the layers make, and the same as JSON; `label` is what messages call the config: its file.
fn machine_of(tree: &Table, label: &str) -> Result<(Machine, Value), Error> {
    let plain = layer::plain(tree);
    let machine: Machine = serde_path_to_error::deserialize(&plain).map_err(|error| {
        let key = error.path().to_string();
        let message = error.inner().to_string();
        match missing_field(&message) {
            Some(field) => Error::Missing {
                config: label.into(),
                key: if key == "." {
                    field.into()
                } else {
                    format!("{key}.{field}")
                },
            },
            None => wrong_type(&plain, origin(tree, &key, label), key, message),
        }
    })?;
    // The structs hold integers, text and lists of these, which cannot fail to serialise.
    let effective = serde_json::to_value(&machine).unwrap_or_default();
    Ok((machine, effective))
}

impl Loaded {
    /// A machine that another process has loaded, under the name that it has there: without files, and without the origins of
    /// its values.
    #[must_use]
    pub fn of_machine(name: String, machine: Machine) -> Self {
        // The structs hold integers, text and lists of these, which cannot fail to serialise.
        let effective = serde_json::to_value(&machine).unwrap_or_default();
        Self {
            short_name: name.clone(),
            hash: hash(&effective),
            name,
            machine,
            effective,
            files: Vec::new(),
            tree: Table::default(),
            legend: BTreeMap::new(),
        }
    }
}

/// A value of a type that its key cannot hold, in the words of TOML and with what the key can hold.
fn wrong_type(plain: &Value, origin: Origin, key: String, message: String) -> Error {
    // An element of a list is `key[0]`.
    let pointer = key.replace(['.', '['], "/").replace(']', "");
    let value = plain.pointer(&format!("/{pointer}"));
    match value.and_then(|value| Some((value, keys::cannot_hold(&key, value)?))) {
        Some((value, (why, remedy))) => Error::Range {
            origin,
            value: match value {
                Value::Object(_) => "{ … }".into(),
                other => other.to_string(),
            },
            key,
            why,
            remedy,
        },
        None => Error::Value {
            origin,
            key,
            message,
        },
    }
}

fn missing_field(message: &str) -> Option<&str> {
    message.strip_prefix("missing field `")?.strip_suffix('`')
}

fn origin(tree: &Table, key: &str, name: &str) -> Origin {
    layer::origin_of(tree, key).unwrap_or_else(|| Origin {
        source: Arc::from(name),
        line: None,
    })
}

/// The hash of the effective values of a machine ([`Loaded::hash`]): SHA-256 of the canonical JSON without the description.
#[must_use]
pub fn hash(effective: &Value) -> String {
    let mut machine = effective.clone();
    if let Value::Object(map) = &mut machine {
        map.remove("description");
    }
    machine.sort_all_objects();
    files::hexadecimal(&Sha256::digest(machine.to_string().as_bytes()))
}

/// Where the text of a config is.
#[derive(Debug, PartialEq, Eq)]
enum Source {
    Shipped(&'static str, &'static str),
    File(PathBuf),
}

impl Source {
    fn named(name: &OsStr) -> Result<Self, Error> {
        if is_path(name) {
            return Ok(Self::File(name.into()));
        }
        let name = &*name.to_string_lossy();
        match SHIPPED.iter().find(|shipped| shipped.name == name) {
            Some(shipped) => Ok(Self::Shipped(shipped.name, shipped.text)),
            None => Err(Error::UnknownName {
                name: name.into(),
                nearest: keys::nearest_name(name, SHIPPED.iter().map(|shipped| shipped.name)),
                known: SHIPPED
                    .iter()
                    .map(|shipped| shipped.name)
                    .collect::<Vec<_>>()
                    .join(", "),
            }),
        }
    }

    /// The source that `base` names in this one: a shipped config, or a path relative to this file.
    fn base(&self, base: &str) -> Result<Self, Error> {
        match self {
            Self::File(file) if is_path(base) => Ok(Self::File(
                file.parent().unwrap_or(Path::new("")).join(base),
            )),
            Self::File(_) | Self::Shipped(..) => Self::named(base.as_ref()),
        }
    }

    /// Whether the text is part of the program. Its keys, numbers and ranges do not change from one start to the next, and making the
    /// schema to check them costs more than all else of loading: `tests/shipped.rs` checks every one, as the file that it is.
    fn is_shipped(&self) -> bool {
        matches!(self, Self::Shipped(..))
    }

    fn label(&self) -> String {
        match self {
            Self::Shipped(name, _) => Origin::shipped_source(name),
            Self::File(path) if files::is_standard_input(path) => "standard input".into(),
            Self::File(path) => path.display().to_string(),
        }
    }

    fn read(&self, wanted_by: Option<&str>) -> Result<String, Error> {
        match self {
            Self::Shipped(_, text) => Ok((*text).to_owned()),
            Self::File(path) => {
                // The standard input can be read once, and a sweep loads its config once for each variant.
                static INPUT: Mutex<Option<String>> = Mutex::new(None);
                let mut input = files::is_standard_input(path)
                    .then(|| INPUT.lock().unwrap_or_else(PoisonError::into_inner));
                if let Some(text) = input.as_deref().and_then(Option::as_ref) {
                    return Ok(text.clone());
                }
                let text =
                    files::read_text(path, files::DOCUMENT).map_err(|source| Error::Read {
                        path: path.clone(),
                        wanted_by_file: wanted_by.map(str::to_owned),
                        source,
                    })?;
                if let Some(input) = &mut input {
                    **input = Some(text.clone());
                }
                Ok(text)
            }
        }
    }
}

/// Whether [`load`] takes `name` for the path of a file (`-` is standard input) and not for the name of a shipped config.
#[must_use]
pub fn is_path(name: impl AsRef<OsStr>) -> bool {
    let name = name.as_ref().as_encoded_bytes();
    name == b"-" || name.contains(&b'/') || name.ends_with(b".toml")
}

fn display_name(name: &OsStr) -> String {
    let name = &*name.to_string_lossy();
    if name == "-" {
        return "stdin".into();
    }
    let file = name.rsplit('/').next().unwrap_or(name);
    file.strip_suffix(".toml").unwrap_or(file).to_owned()
}

/// What reading the layers tells beside their values.
#[derive(Default)]
struct Read {
    files: Vec<PathBuf>,
    /// Meanings of the tags of sources.
    legend: BTreeMap<String, String>,
}

/// Reads a config and everything that it is built on, lowest layer first, and what their tags of sources mean.
fn load_tree(
    source: &Source,
    wanted_by: Option<&str>,
    above: &mut Vec<OsString>,
    read: &mut Read,
) -> Result<Table, Error> {
    let label = source.label();
    let text = source.read(wanted_by)?;
    if let Source::File(path) = source {
        read.files.push(path.clone());
    }
    let mut table = layer::parse(&text, &label)?;
    let base = table.remove("base");
    if !source.is_shipped() {
        keys::check_known(&table)?;
        keys::read_numbers(&mut table);
    }
    let Some(base) = base else {
        comment::read_legend(&text, &mut read.legend);
        return Ok(table);
    };
    let Node::Value(Value::String(name)) = base.node else {
        return Err(Error::Base {
            origin: base.origin,
        });
    };
    let below = source.base(&name).map_err(|error| match error {
        Error::UnknownName { .. } => Error::Value {
            origin: base.origin.clone(),
            key: "base".into(),
            message: error.to_string(),
        },
        other => other,
    })?;
    let (own, other) = (identity(source), identity(&below));
    if own == other {
        return Err(Error::OwnBase {
            origin: base.origin,
            base: name,
        });
    }
    above.push(own);
    if above.contains(&other) {
        return Err(Error::Circle {
            origin: base.origin,
            base: name,
        });
    }
    let mut tree = load_tree(&below, Some(&label), above, read)?;
    comment::read_legend(&text, &mut read.legend);
    layer::lay(&mut tree, table);
    Ok(tree)
}

/// What makes two sources the same one, however the path is spelled.
fn identity(source: &Source) -> OsString {
    match source {
        Source::Shipped(name, _) => (*name).into(),
        Source::File(path) => path.canonicalize().unwrap_or_else(|_| path.clone()).into(),
    }
}
