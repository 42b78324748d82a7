//! Short forms of a plan: a sweep stands for variants of each config, a matrix for variants of a workload.

use serde::de::Error as _;
use serde::{Deserialize, Deserializer};
use toml::{Table, Value};

use crate::workload::Workload;

/// Most workloads of a plan, counted after its matrices are expanded.
pub(crate) const MOST_WORKLOADS: usize = 100_000;

/// Lists of values of config keys, `[sweep] "caches.l2.bytes" = ["48K", "96K"]`, by which every config of a plan is varied: all
/// combinations, in the order given, the last key fastest; with `zip = true` the first values of all lists, then the second
/// ones, and so on.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sweep {
    keys: Vec<(String, Vec<String>)>,
    zip: bool,
}

impl Sweep {
    /// How many variants of each config there are; `None`: more than a number holds.
    pub(crate) fn len(&self) -> Option<usize> {
        match self.keys.first() {
            Some((_, values)) if self.zip => Some(values.len()),
            _ => self.keys.iter().try_fold(1_usize, |product, (_, values)| {
                product.checked_mul(values.len())
            }),
        }
    }

    /// The overrides of each variant, `path=value`. Without keys there is one variant without overrides.
    pub(crate) fn variants(&self) -> Vec<Vec<String>> {
        let choices = if self.zip {
            let rows = self.keys.first().map_or(0, |(_, values)| values.len());
            (0..rows).map(|row| vec![row; self.keys.len()]).collect()
        } else {
            product(self.keys.iter().map(|(_, values)| values.len()))
        };
        choices
            .into_iter()
            .map(|choice| {
                let chosen = self.keys.iter().zip(choice);
                chosen
                    .map(|((key, values), index)| format!("{key}={}", values[index]))
                    .collect()
            })
            .collect()
    }

    /// Whether the sweep has the key that an override, `path=value`, sets.
    pub(crate) fn gives(&self, set: &str) -> bool {
        let path = set.split('=').next().unwrap_or(set).trim();
        self.keys.iter().any(|(key, _)| key == path)
    }

    /// Adds the keys of a table, those of nested tables with dots; values are kept in the form of overrides.
    fn collect(&mut self, path: &str, table: &Table) -> Result<(), String> {
        for (name, value) in table {
            let key = if path.is_empty() {
                name.clone()
            } else {
                format!("{path}.{name}")
            };
            match value {
                Value::Boolean(zip) if key == "zip" => self.zip = *zip,
                Value::Table(inner) => self.collect(&key, inner)?,
                Value::Array(values) if !values.is_empty() => {
                    if self.keys.iter().any(|(other, _)| *other == key) {
                        return Err(format!("{key} is there twice; take one out"));
                    }
                    let values = values.iter().map(ToString::to_string).collect();
                    self.keys.push((key, values));
                }
                Value::Array(_) => {
                    return Err(format!("{key} has no values; give some, or take it out"));
                }
                _ => {
                    return Err(format!(
                        "{key} is no list of values; write {key} = [{value}]"
                    ));
                }
            }
        }
        Ok(())
    }
}

impl<'de> Deserialize<'de> for Sweep {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut sweep = Self::default();
        sweep
            .collect("", &Table::deserialize(deserializer)?)
            .map_err(D::Error::custom)?;
        if let (true, Some((first, values))) = (sweep.zip, sweep.keys.first())
            && let Some((other, unequal)) = sweep
                .keys
                .iter()
                .find(|(_, list)| list.len() != values.len())
        {
            return Err(D::Error::custom(format!(
                "zip = true pairs values, but {first} has {} and {other} has {}",
                values.len(),
                unequal.len()
            )));
        }
        Ok(sweep)
    }
}

/// Expands a workload with a matrix to one for each combination of values, named like `nops+size=100`; one without stays as it is.
///
/// # Errors
/// A name has no values or stands nowhere in the workload, or there are too many combinations.
pub(crate) fn expand(mut workload: Workload) -> Result<Vec<Workload>, String> {
    let matrix = std::mem::take(&mut workload.matrix);
    for (name, values) in &matrix {
        if values.is_empty() {
            return Err(format!(
                "matrix: {name} has no values; give some, or take it out"
            ));
        }
        let mut used = false;
        substitute(&mut workload.clone(), |text| {
            used |= text.contains(&format!("{{{name}}}"));
            None
        });
        if !used {
            return Err(format!(
                "matrix: there is no {{{name}}} in args, env, stdin or expect; write it where its value belongs"
            ));
        }
    }
    let lengths = matrix.values().map(Vec::len);
    let count = lengths.clone().try_fold(1_usize, usize::checked_mul);
    if count.is_none_or(|count| count > MOST_WORKLOADS) {
        return Err(format!(
            "matrix: it makes more than {MOST_WORKLOADS} workloads; give fewer values"
        ));
    }
    let combinations = product(lengths).into_iter().map(|choice| {
        let chosen = matrix.iter().zip(choice);
        let pairs: Vec<(String, &str)> = chosen
            .map(|((name, values), index)| (format!("{{{name}}}"), values[index].0.as_str()))
            .collect();
        let mut workload = workload.clone();
        substitute(&mut workload, |text| Some(replaced(text, &pairs)));
        for (name, value) in &pairs {
            workload.name += &format!("+{}={value}", &name[1..name.len() - 1]);
        }
        workload
    });
    Ok(combinations.collect())
}

/// `text` with every `{name}` replaced in one pass: a `{name}` inside a value is not replaced.
fn replaced(text: &str, pairs: &[(String, &str)]) -> String {
    let mut result = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(brace) = rest.find('{') {
        result.push_str(&rest[..brace]);
        rest = &rest[brace..];
        let found = pairs.iter().find(|(name, _)| rest.starts_with(name));
        let (with, taken) = found.map_or(("{", 1), |(name, value)| (*value, name.len()));
        result.push_str(with);
        rest = &rest[taken..];
    }
    result + rest
}

/// Calls `change` with every text of a workload that may have `{names}`, and replaces the text by the result if there is one.
fn substitute(workload: &mut Workload, mut change: impl FnMut(&str) -> Option<String>) {
    let values = workload.env.iter_mut().map(|(_, value)| value);
    let files = workload.stdin.iter_mut().chain(&mut workload.expect);
    for text in workload.args.iter_mut().chain(values).chain(files) {
        if let Some(changed) = change(text) {
            *text = changed;
        }
    }
}

/// All combinations of one index below each length, the last one fastest.
fn product(lengths: impl Iterator<Item = usize>) -> Vec<Vec<usize>> {
    lengths.fold(vec![Vec::new()], |choices, length| {
        choices
            .iter()
            .flat_map(|choice| (0..length).map(move |index| [&choice[..], &[index]].concat()))
            .collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sweep(text: &str) -> Result<Sweep, String> {
        toml::from_str(text).map_err(|error| error.to_string())
    }

    #[test]
    fn the_last_key_of_a_product_changes_fastest() {
        let sweep = sweep("\"b.x\" = [1, 2]\na.y = [\"48K\", \"x\"]").unwrap();
        assert_eq!(sweep.len(), Some(4));
        assert_eq!(
            sweep.variants(),
            [
                ["b.x=1", "a.y=\"48K\""],
                ["b.x=1", "a.y=\"x\""],
                ["b.x=2", "a.y=\"48K\""],
                ["b.x=2", "a.y=\"x\""]
            ]
        );
        assert!(sweep.gives("a.y = 5") && !sweep.gives("a=5"));
    }

    #[test]
    fn zip_pairs_the_values_of_lists_of_one_length() {
        let pairs = sweep("zip = true\na = [1, 2]\nb = [3, 4]").unwrap();
        assert_eq!(pairs.len(), Some(2));
        assert_eq!(pairs.variants(), [["a=1", "b=3"], ["a=2", "b=4"]]);
        let error = sweep("zip = true\na = [1, 2]\nb = [3]").unwrap_err();
        assert!(error.contains("a has 2 and b has 1"), "{error}");
    }

    #[test]
    fn what_is_no_list_of_values_is_refused_with_the_remedy() {
        for (text, word) in [
            ("a = 4", "write a = [4]"),
            ("a.b = []", "a.b has no values"),
            ("a.b = [1]\n\"a.b\" = [2]", "a.b is there twice"),
        ] {
            let error = sweep(text).unwrap_err();
            assert!(error.contains(word), "{error}");
        }
    }

    #[test]
    fn nothing_swept_is_one_variant_and_a_huge_product_has_no_length() {
        assert_eq!(Sweep::default().variants(), [Vec::<String>::new()]);
        let lists = (0..70).map(|index| format!("k{index} = [1, 2]\n"));
        assert_eq!(sweep(&lists.collect::<String>()).unwrap().len(), None);
    }

    #[test]
    fn names_are_replaced_at_once_and_other_braces_stay() {
        let pairs = [("{a}".to_owned(), "{b}"), ("{b}".to_owned(), "2")];
        assert_eq!(replaced("x{a}{b}{c}{", &pairs), "x{b}2{c}{");
    }
}
