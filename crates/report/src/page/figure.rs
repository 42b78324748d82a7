//! A chart as a part of a page.

use maud::{Markup, html};

use super::charts::{Chart, Numbers};

/// A chart with its caption and its numbers.
pub(super) fn figure(chart: &Chart) -> Markup {
    html! {
        figure {
            figcaption { strong { (chart.title) } br; span class="quiet" { (chart.description) "." } }
            div class="wide" { (chart.element()) }
            details {
                summary { "Numbers of this chart" }
                (numbers_table(&chart.numbers))
            }
        }
    }
}

/// The numbers of a chart.
pub(super) fn numbers_table(numbers: &Numbers) -> Markup {
    let number = |column: usize| (column >= numbers.names).then_some("n");
    html! {
        div class="wide" {
            table {
                thead { tr {
                    @for (column, name) in numbers.heading.iter().enumerate() { th scope="col" class=[number(column)] { (name) } }
                } }
                tbody {
                    @for row in &numbers.rows {
                        tr { @for (column, cell) in row.iter().enumerate() { td class=[number(column)] { (cell) } } }
                    }
                }
            }
        }
    }
}
