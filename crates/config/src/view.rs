//! A config as a list of settings, for showing and comparing.

use std::collections::BTreeMap;

use crate::{Loaded, Origin, SHIPPED, comment, keys, layer, model};

/// One value of a config.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Setting {
    /// Dotted path.
    pub path: String,
    /// The value, as in TOML.
    pub value: String,
    /// Where it comes from.
    pub origin: Option<Origin>,
    /// What the file says beside it: the tag of its source and words.
    pub comment: Option<String>,
}

/// A key whose values differ between two configs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Difference {
    /// Dotted path.
    pub path: String,
    /// Value and origin in the first config.
    pub before: Setting,
    /// Value and origin in the second config.
    pub after: Setting,
}

impl Loaded {
    /// Every value with its origin, in the order of the structs.
    #[must_use]
    pub fn settings(&self) -> Vec<Setting> {
        keys::all_paths()
            .into_iter()
            .filter_map(|path| self.setting(&path))
            .collect()
    }

    /// One value with its origin; `None` for tables and unknown paths.
    #[must_use]
    pub fn setting(&self, path: &str) -> Option<Setting> {
        let value = path
            .split('.')
            .try_fold(&self.effective, |at, key| at.get(key))?;
        if value.is_object() {
            return None;
        }
        Some(Setting {
            path: path.into(),
            value: layer::literal(value),
            origin: layer::origin_of(&self.tree, path),
            comment: layer::comment_of(&self.tree, path).map(|comment| comment.to_string()),
        })
    }

    /// A value that the effective config leaves out, while it is the shipped one.
    #[must_use]
    pub fn left_out(&self, path: &str) -> Option<String> {
        let all = model::left_out();
        let value = path.split('.').try_fold(&all, |at, key| at.get(key))?;
        (!value.is_object() && self.setting(path).is_none()).then(|| layer::literal(value))
    }

    /// The sources that a comment names by their tags (`KNB`, `OURS`), each with what the config's files say of it, or else
    /// the shipped ones.
    #[must_use]
    pub fn sources(&self, comment: &str) -> Vec<(String, String)> {
        let mut legend = BTreeMap::new();
        for shipped in SHIPPED {
            comment::read_legend(shipped.text, &mut legend);
        }
        legend.extend(self.legend.clone());
        let mut found: Vec<(String, String)> = Vec::new();
        for tag in comment::tags(comment) {
            if let Some(meaning) = legend.get(tag)
                && found.iter().all(|(known, _)| known != tag)
            {
                found.push((tag.to_owned(), meaning.clone()));
            }
        }
        found
    }

    /// The effective config as one TOML text without layers, every value followed by its origin and source; loading it gives the
    /// same machine.
    #[must_use]
    pub fn to_toml(&self) -> String {
        // A table stands once in TOML, and values of the machine itself come before the first one.
        let mut tables: Vec<(String, String)> = vec![(String::new(), String::new())];
        for setting in self.settings() {
            let (table, key) = setting.path.rsplit_once('.').unwrap_or(("", &setting.path));
            let index = tables
                .iter()
                .position(|(name, _)| name == table)
                .unwrap_or_else(|| {
                    tables.push((table.to_owned(), format!("\n[{table}]\n")));
                    tables.len() - 1
                });
            let mut line = format!("{key} = {}", setting.value);
            if let Some(origin) = setting.origin {
                line.push_str(&format!("  # {origin}"));
            }
            if let Some(comment) = setting.comment {
                line.push_str(&format!(", {comment}"));
            }
            tables[index].1.push_str(&line);
            tables[index].1.push('\n');
        }
        tables.into_iter().map(|(_, text)| text).collect()
    }
}

/// The values in which two configs differ, in the order of the structs.
#[must_use]
pub fn difference(before: &Loaded, after: &Loaded) -> Vec<Difference> {
    let pairs = before
        .settings()
        .into_iter()
        .filter_map(|setting| Some((after.setting(&setting.path)?, setting)));
    pairs
        .filter(|(after, before)| after.value != before.value)
        .map(|(after, before)| Difference {
            path: before.path.clone(),
            before,
            after,
        })
        .collect()
}
