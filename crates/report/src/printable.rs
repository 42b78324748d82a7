//! Text from guests and files as a terminal may show it.

use std::borrow::Cow;

/// A text on one line without control characters: each is shown as in a string of Rust, such as `\\n` or `\\u{1b}`.
#[must_use]
pub fn printable(text: &str) -> Cow<'_, str> {
    if !text.contains(char::is_control) {
        return text.into();
    }
    let mut shown = String::new();
    for letter in text.chars() {
        match letter.is_control() {
            true => shown.extend(letter.escape_debug()),
            false => shown.push(letter),
        }
    }
    shown.into()
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn control_characters_are_shown_and_do_nothing() {
        assert_eq!(printable("a\n\u{1b}[31m b"), "a\\n\\u{1b}[31m b");
        assert_eq!(printable("größer \\ 1"), "größer \\ 1");
    }
}
