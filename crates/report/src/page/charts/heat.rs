//! Tables of one value whose cells are coloured.

use maud::html;

use super::{Chart, Numbers, Section, number, short, text_width};
use crate::Pivot;
use crate::render::value_text;

/// Steps of colour on each side of the middle.
const STEPS: f64 = 4.0;
const CELL: (f64, f64) = (66.0, 20.0);
const MARGIN: f64 = 8.0;

/// What the cells of a chart are divided by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Base {
    /// The first value of their row.
    Row,
    /// The first value of the table.
    Table,
}

/// A table of any value, against the first of each row.
pub(in crate::page) fn pivot(pivot: Pivot) -> Chart {
    let title = pivot.value.clone();
    relative("pivot", Section::Cycles, &title, pivot, Base::Row)
}

/// The cells over the first one of their row or of the table.
pub(super) fn relative(
    name: &str,
    section: Section,
    title: &str,
    pivot: Pivot,
    base: Base,
) -> Chart {
    let first = |cells: &[Option<f64>]| cells.iter().copied().flatten().find(|&value| value > 0.0);
    let whole = first(&pivot.cells.concat());
    let ratios: Vec<Vec<Option<f64>>> = pivot
        .cells
        .iter()
        .map(|cells| {
            // Against the first column, or nothing where that has no value.
            let row = cells
                .first()
                .copied()
                .flatten()
                .filter(|&value| value > 0.0);
            let base = if base == Base::Row { row } else { whole };
            cells.iter().map(|cell| Some((*cell)? / base?)).collect()
        })
        .collect();
    let strongest = ratios
        .iter()
        .flatten()
        .flatten()
        .filter(|&&ratio| ratio > 0.0)
        .map(|ratio| ratio.log2().abs())
        .fold(0.01, f64::max);
    let class = |ratio: Option<f64>| match ratio {
        Some(ratio) if ratio > 0.0 => {
            format!("d{}", (ratio.log2() / strongest * STEPS).round() + STEPS)
        }
        _ => "none".into(),
    };
    let widest = |names: &[String]| {
        let widths = names.iter().map(|name| text_width(&short(name)));
        widths.fold(0.0, f64::max)
    };
    let left = MARGIN + widest(&pivot.rows).max(text_width(&short(&pivot.rows_are))) + 12.0;
    // Headings that are wider than a cell lean.
    let heading = widest(&pivot.columns);
    let leaning = heading > CELL.0 - 6.0;
    let top = MARGIN + 22.0 + if leaning { heading * 0.58 + 8.0 } else { 8.0 };
    let x = |column: usize| left + CELL.0 * column as f64;
    let y = |row: usize| top + CELL.1 * row as f64;
    let bottom = y(pivot.rows.len());
    let drawing = html! {
        text class="q" x=(number(MARGIN)) y=(number(top - 6.0)) { (short(&pivot.rows_are)) }
        text class="q" x=(number(left)) y=(number(MARGIN + 9.0)) { (short(&pivot.columns_are)) }
        @for (column, name) in pivot.columns.iter().enumerate() {
            @let (x, y) = (number(x(column) + CELL.0 / 2.0), number(top - 6.0));
            @if leaning {
                text x=(x) y=(y) transform={"rotate(-35 " (x) " " (y) ")"} { (short(name)) }
            } @else {
                text class="m" x=(x) y=(y) { (short(name)) }
            }
        }
        @for (row, name) in pivot.rows.iter().enumerate() {
            text x=(number(MARGIN)) y=(number(y(row) + 14.0)) { (short(name)) }
            @for (column, ratio) in ratios[row].iter().enumerate() {
                rect class=(class(*ratio)) x=(number(x(column))) y=(number(y(row))) width=(number(CELL.0 - 1.0)) height=(number(CELL.1 - 1.0)) {
                    title { (name) ", " (pivot.columns[column]) ": " (value_text(pivot.cells[row][column])) }
                }
                text class="m k" x=(number(x(column) + CELL.0 / 2.0)) y=(number(y(row) + 14.0)) {
                    (ratio.map_or_else(|| "-".to_owned(), |ratio| format!("{ratio:.3}")))
                }
            }
        }
    };
    let mut headings = vec![format!("{} \\ {}", pivot.rows_are, pivot.columns_are)];
    headings.extend(pivot.columns.iter().cloned());
    let rows = pivot.rows.iter().zip(&pivot.cells).map(|(name, cells)| {
        let cells = cells.iter().map(|cell| value_text(*cell));
        std::iter::once(name.clone()).chain(cells).collect()
    });
    let lean = if leaning { heading * 0.82 } else { 0.0 };
    Chart {
        name: name.into(),
        section,
        title: title.into(),
        description: match base {
            Base::Row => format!(
                "{} over that of the first column, {}",
                pivot.value,
                pivot.columns.first().map_or("", String::as_str)
            ),
            Base::Table => format!("{} over that of the first cell", pivot.value),
        },
        width: x(pivot.columns.len()) + lean + MARGIN,
        height: bottom + MARGIN,
        drawing,
        numbers: Numbers {
            heading: headings,
            rows: rows.collect(),
            names: 1,
        },
    }
}
