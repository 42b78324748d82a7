//! The comments of config files that say where values are from.
//!
//! A comment beside a value, or beside the header of its table, begins with the tag of its source (`KNB: two bundles`). What
//! the tags mean stands at the beginning of the file, a line for each:
//!
//! ```text
//! # Each value is followed by its source:
//! #   KNB   Intel's machine description of Itanium
//! #   OURS  no source: a choice, to be varied
//! ```

use std::collections::BTreeMap;
use std::sync::Arc;

/// The comment behind `end` on the same line, when only blanks and `between` are in front of it.
pub(crate) fn behind(text: &str, end: usize, between: &str) -> Option<Arc<str>> {
    let line = text.get(end..)?.lines().next()?;
    let comment = line.trim_start().strip_prefix(between)?.trim_start();
    let words = comment.strip_prefix('#')?.trim();
    (!words.is_empty()).then(|| Arc::from(words))
}

/// What is said of a value: its own comment, behind that of its table's header unless it names a source itself.
pub(crate) fn joined(heading: Option<&Arc<str>>, own: Option<Arc<str>>) -> Option<Arc<str>> {
    match (heading, own) {
        (Some(heading), Some(own)) if tag(&own).is_none() => {
            Some(Arc::from(format!("{heading}; {own}")))
        }
        (heading, own) => own.or_else(|| heading.cloned()),
    }
}

/// The source's tag that a comment begins with: `KNB`, `KNB: …`, `KNB, GCC`.
fn tag(comment: &str) -> Option<&str> {
    let end = comment.find([':', ',']).unwrap_or(comment.len());
    Some(&comment[..end]).filter(|word| is_tag(word))
}

/// Tags are words of capitals and digits.
fn is_tag(word: &str) -> bool {
    let capitals = word.bytes().filter(u8::is_ascii_uppercase).count();
    capitals >= 2
        && word
            .bytes()
            .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
}

/// Every tag in a comment, in its order.
pub(crate) fn tags(comment: &str) -> impl Iterator<Item = &str> {
    comment
        .split(|letter: char| !letter.is_ascii_alphanumeric())
        .filter(|word| is_tag(word))
}

/// Adds the meanings of tags that stand at the beginning of a file.
pub(crate) fn read_legend(text: &str, legend: &mut BTreeMap<String, String>) {
    let mut current: Option<String> = None;
    for line in text.lines().map_while(|line| line.strip_prefix('#')) {
        let (word, rest) = line.trim().split_once("  ").unwrap_or_default();
        if line.starts_with("   ") && is_tag(word) {
            legend.insert(word.to_owned(), rest.trim().to_owned());
            current = Some(word.to_owned());
        } else if line.starts_with("     ")
            && let Some(meaning) = current.as_ref().and_then(|tag| legend.get_mut(tag))
        {
            // A long meaning goes on in the next line, further in.
            meaning.push(' ');
            meaning.push_str(line.trim());
        } else {
            current = None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_comment_without_a_source_stands_behind_that_of_its_table() {
        let heading = Arc::from("KNB throughout");
        let joined = |own: &str| joined(Some(&heading), Some(Arc::from(own))).expect("comment");
        assert_eq!(&*joined("GCC: other"), "GCC: other");
        assert_eq!(&*joined("OURS, a guess"), "OURS, a guess");
        assert_eq!(&*joined("GCC has 2"), "KNB throughout; GCC has 2");
    }

    #[test]
    fn meanings_of_tags_may_take_several_lines() {
        let mut legend = BTreeMap::new();
        let text = "# A machine.\n#\n# Sources:\n#   KNB   Intel's machine\n#         description\n#   7CPU  measurements\n\n#   LIT   not here\n";
        read_legend(text, &mut legend);
        let legend: Vec<_> = legend
            .iter()
            .map(|(tag, text)| format!("{tag}={text}"))
            .collect();
        assert_eq!(
            legend,
            ["7CPU=measurements", "KNB=Intel's machine description"]
        );
    }
}
