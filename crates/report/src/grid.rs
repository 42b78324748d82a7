//! Tables for a terminal and for Markdown.

use comfy_table::{Cell, CellAlignment, Table, presets};

use crate::printable;

/// Form of a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Style {
    /// For a terminal: columns with one rule under the heading.
    Plain,
    /// GitHub's Markdown.
    Markdown,
}

impl Style {
    /// An empty table with a heading; columns from `numbers_from` on are aligned to the right.
    pub(crate) fn table(self, heading: &[&str], numbers_from: usize) -> Grid {
        let mut table = Table::new();
        match self {
            Self::Plain => table.load_style(presets::NOTHING),
            Self::Markdown => table.load_style(presets::ASCII_MARKDOWN),
        };
        table.set_header(heading.iter().map(|text| self.cell(text)));
        for (index, column) in table.column_iter_mut().enumerate() {
            let alignment = if index < numbers_from {
                CellAlignment::Left
            } else {
                CellAlignment::Right
            };
            column.set_cell_alignment(alignment);
        }
        Grid { style: self, table }
    }

    fn cell(self, text: &str) -> Cell {
        let text = printable(text);
        match self {
            Self::Plain => Cell::new(text),
            // It would end the cell.
            Self::Markdown => Cell::new(text.replace('|', "\\|")),
        }
    }
}

/// A table. Its cells show names from reports and other files as a terminal may show them ([`printable`]).
pub(crate) struct Grid {
    style: Style,
    table: Table,
}

impl Grid {
    /// Adds a row.
    pub(crate) fn add_row<T: AsRef<str>>(&mut self, cells: impl IntoIterator<Item = T>) {
        let cells = cells.into_iter();
        let cells = cells.map(|cell| self.style.cell(cell.as_ref()));
        self.table.add_row(cells.collect::<Vec<_>>());
    }

    /// Aligns a column, counted from 0, to the left.
    pub(crate) fn align_left(&mut self, column: usize) {
        if let Some(column) = self.table.column_mut(column) {
            column.set_cell_alignment(CellAlignment::Left);
        }
    }

    /// Whether it has no rows.
    pub(crate) fn is_empty(&self) -> bool {
        self.table.is_empty()
    }

    /// Its lines, without blanks at their ends.
    pub(crate) fn text(&self) -> String {
        let mut text = String::new();
        for line in self.table.lines() {
            text.push_str(line.trim_end());
            text.push('\n');
        }
        text
    }
}

#[cfg(test)]
mod tests {
    use super::Style;

    #[test]
    fn a_bar_in_a_name_ends_no_cell_in_markdown() {
        let text = |style: Style| {
            let mut table = style.table(&["a|b", "cycles"], 1);
            table.add_row(["hello/a|b", "1"]);
            table.text()
        };
        assert_eq!(
            text(Style::Markdown),
            "| a\\|b       | cycles |\n|------------|--------|\n| hello/a\\|b |      1 |\n"
        );
        assert!(!text(Style::Plain).contains('\\'));
    }

    #[test]
    fn names_with_control_characters_stay_on_their_line_and_do_nothing() {
        for style in [Style::Plain, Style::Markdown] {
            let mut table = style.table(&["run\u{7}", "cycles"], 1);
            assert!(table.is_empty());
            table.add_row(["a\u{1b}[31m\nb", "1"]);
            let text = table.text();
            assert!(
                !table.is_empty() && text.contains(r"a\u{1b}[31m\nb"),
                "{text}"
            );
            let controls = text.chars().filter(|letter| letter.is_control());
            assert!(controls.eq(text.lines().map(|_| '\n')), "{text:?}");
        }
    }
}
