//! The rules of `docs/timing.md` and the code that names them: neither stands without the other.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use uarch::Stall;

/// A rule: its section and number.
type Rule = (String, u32);

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The numbered rules of the specification: list items and table rows that begin with a number.
fn rules() -> Vec<Rule> {
    let text = fs::read_to_string(root().join("docs/timing.md")).expect("docs/timing.md");
    let mut section = String::new();
    let mut rules = Vec::new();
    for line in text.lines() {
        if let Some(title) = line.strip_prefix("## ") {
            section = title.to_string();
        }
        if section.starts_with("Adding") {
            continue;
        }
        let item = line.strip_prefix("| ").unwrap_or(line);
        let digits: String = item.chars().take_while(char::is_ascii_digit).collect();
        let end = if item == line { ". " } else { " |" };
        if item[digits.len()..].starts_with(end)
            && let Ok(number) = digits.parse()
        {
            rules.push((section.clone(), number));
        }
    }
    rules
}

/// The comments of all product files, and where each is.
fn comments(folder: &Path, found: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(folder).expect("a folder of sources") {
        let path = entry.expect("an entry").path();
        if path.is_dir() {
            comments(&path, found);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).expect("a source");
            for (number, line) in (1..).zip(text.lines()) {
                if let Some((_, comment)) = line.split_once("//") {
                    let place = format!("{}:{number}", path.display());
                    found.push((place, comment.to_string()));
                }
            }
        }
    }
}

/// The rules that a comment names: a section, a number, and more numbers behind "to", "and" or commas.
fn cited(comment: &str, sections: &[String]) -> Vec<Rule> {
    let mut found = Vec::new();
    for section in sections {
        for (at, _) in comment.match_indices(&format!("{section} ")) {
            let words = comment[at + section.len()..].split_whitespace();
            let (mut range, mut last) = (false, None);
            for word in words {
                let number = word.trim_matches([',', '.', ':', ';', '(', ')']).parse();
                match (number, word) {
                    (Ok(number), _) => {
                        let from = if range {
                            last.map_or(number, |last| last + 1)
                        } else {
                            number
                        };
                        found.extend((from..=number).map(|n| (section.clone(), n)));
                        (range, last) = (false, Some(number));
                        if !word.ends_with(|c: char| c == ',' || c.is_ascii_digit()) {
                            break;
                        }
                    }
                    (_, "to") => range = true,
                    (_, "and") => {}
                    _ => break,
                }
            }
        }
    }
    found
}

/// Citations of the crate by rule.
fn citations() -> BTreeMap<Rule, Vec<String>> {
    let mut sections: Vec<String> = rules().into_iter().map(|(section, _)| section).collect();
    sections.dedup();
    let mut lines = Vec::new();
    comments(&root().join("crates/uarch/src"), &mut lines);
    let mut found: BTreeMap<Rule, Vec<String>> = BTreeMap::new();
    for (place, comment) in lines {
        for rule in cited(&comment, &sections) {
            found.entry(rule).or_default().push(place.clone());
        }
    }
    found
}

#[test]
fn every_rule_that_the_code_names_stands_in_the_specification() {
    let rules = rules();
    for (rule, places) in citations() {
        assert!(rules.contains(&rule), "{rule:?} is named at {places:?}");
    }
}

#[test]
fn every_rule_of_the_specification_is_named_where_it_is_implemented() {
    let citations = citations();
    let missing: Vec<Rule> = rules()
        .into_iter()
        .filter(|rule| !citations.contains_key(rule))
        .collect();
    assert!(missing.is_empty(), "no code names {missing:?}");
    let places: usize = citations.values().map(Vec::len).sum();
    assert!(places >= 40, "{places} citations");
}

#[test]
fn the_index_of_stalls_has_each_key_of_the_report_and_rules_that_exist() {
    let text = fs::read_to_string(root().join("docs/timing.md")).expect("docs/timing.md");
    let (_, index) = text
        .split_once("## Which rule makes a stall")
        .expect("an index");
    let (index, _) = index.split_once("\n## ").expect("a section behind it");
    for stall in Stall::ALL
        .into_iter()
        .filter(|stall| *stall != Stall::Unstalled)
    {
        let key = format!("`{}`", stall.name());
        assert_eq!(index.matches(&key).count(), 1, "{key}");
    }
    let rules = rules();
    let mut sections: Vec<String> = rules.iter().map(|(section, _)| section.clone()).collect();
    sections.dedup();
    for line in index.lines().filter(|line| line.ends_with(" |")).skip(2) {
        let named = cited(line, &sections);
        assert!(!named.is_empty(), "{line}");
        for rule in named {
            assert!(rules.contains(&rule), "{rule:?} in {line}");
        }
    }
}

#[test]
fn a_comment_may_name_a_range_and_a_list_of_rules() {
    let sections = ["Front end".to_string()];
    let numbers = |comment: &str| -> Vec<u32> {
        cited(comment, &sections)
            .into_iter()
            .map(|(_, n)| n)
            .collect()
    };
    assert_eq!(numbers(" Front end 7: the flush of 3"), [7]);
    assert_eq!(numbers(" Front end 1 to 3, and 8: fetch"), [1, 2, 3, 8]);
    assert_eq!(numbers(" The Front end 4 and 5"), [4, 5]);
    assert!(numbers(" docs, \"Front end\"").is_empty());
}
