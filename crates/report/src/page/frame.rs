//! The frame of every page: one HTML file that loads nothing.

use data_encoding::BASE64;
use maud::{DOCTYPE, Markup, PreEscaped, html};
use sha2::{Digest, Sha256};

/// The look of charts, in a page and as files of their own.
pub(super) const CHART_STYLE: &str = include_str!("charts/chart.css");
const PAGE_STYLE: &str = include_str!("page.css");
const SCRIPT: &str = include_str!("page.js");

/// A whole page. Its policy allows no address, and of styles and scripts only its own, by their digests.
pub(super) fn document(title: &str, body: &Markup) -> String {
    let style = format!("{PAGE_STYLE}{CHART_STYLE}");
    let policy = format!(
        "default-src 'none'; style-src '{}'; script-src '{}'; base-uri 'none'; form-action 'none'",
        digest(&style),
        digest(SCRIPT)
    );
    let page = html! {
        (DOCTYPE)
        html lang="en" {
            head {
                meta charset="utf-8";
                meta http-equiv="Content-Security-Policy" content=(policy);
                meta name="viewport" content="width=device-width, initial-scale=1";
                meta name="generator" content={ "epicycle " (env!("CARGO_PKG_VERSION")) };
                title { (title) }
                style { (PreEscaped(&style)) }
            }
            body {
                h1 { (title) }
                (body)
                script { (PreEscaped(SCRIPT)) }
            }
        }
    };
    printable(&page.into_string()) + "\n"
}

fn digest(text: &str) -> String {
    format!("sha256-{}", BASE64.encode(&Sha256::digest(text)))
}

/// A text in which characters that HTML and XML do not allow are replaced by U+FFFD.
pub(super) fn printable(text: &str) -> String {
    let allowed = |letter: char| {
        !letter.is_control() && !matches!(letter, '\u{fffe}' | '\u{ffff}')
            || matches!(letter, '\n' | '\t')
    };
    text.chars()
        .map(|letter| if allowed(letter) { letter } else { '\u{fffd}' })
        .collect()
}

/// A heading that sorts its table; `n` is the class of columns of numbers.
#[must_use]
pub fn heading(class: &str, name: &str, unit: Option<&str>) -> Markup {
    html! {
        th scope="col" class=(class) aria-sort="none" title=[unit] { button type="button" { (name) } }
    }
}

/// A cell with a whole number.
pub(super) fn whole(value: Option<u64>) -> Markup {
    html! {
        td class="n" data-value=[value] { @match value { Some(value) => (value), None => "-" } }
    }
}

#[cfg(test)]
mod tests {
    use super::printable;

    #[test]
    fn characters_that_no_page_may_hold_are_replaced() {
        assert_eq!(
            printable("a\u{0}\u{1b}[1m\n\u{85}é"),
            "a\u{fffd}\u{fffd}[1m\n\u{fffd}é"
        );
    }
}
