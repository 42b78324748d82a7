//! The reader of traces, with columns or in the plain form.

use std::io::{self, BufRead, ErrorKind};

use super::columns::{Column, HEADING};

/// A line of a trace.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct TraceLine {
    /// The columns that it has, in the order of the trace.
    columns: Vec<(Column, String)>,
}

impl TraceLine {
    /// The text of a column; `None`: the trace does not have it, or it is empty in this line.
    #[must_use]
    pub fn get(&self, column: Column) -> Option<&str> {
        let found = self.columns.iter().find(|(name, _)| *name == column);
        found
            .map(|(_, text)| text.as_str())
            .filter(|text| !text.is_empty())
    }

    /// A column as a number, decimal or `0x` and hexadecimal; `None` also if it is neither.
    #[must_use]
    pub fn number(&self, column: Column) -> Option<u64> {
        let text = self.get(column)?;
        match text.strip_prefix("0x") {
            Some(digits) => u64::from_str_radix(digits, 16).ok(),
            None => text.parse().ok(),
        }
    }

    /// Bundle address and slot.
    #[must_use]
    pub fn place(&self) -> Option<(u64, u8)> {
        let (address, slot) = self.get(Column::Place)?.split_once('.')?;
        let address = u64::from_str_radix(address.strip_prefix("0x")?, 16).ok()?;
        Some((address, slot.parse().ok()?))
    }

    /// Registers written, with their values as text.
    pub fn registers(&self) -> impl Iterator<Item = (&str, &str)> {
        let registers = self.get(Column::Registers).unwrap_or_default();
        registers.split(' ').filter_map(|one| one.split_once('='))
    }

    /// What the cycles before its issue group were spent on: name of the stall and number of cycles.
    pub fn stalls(&self) -> impl Iterator<Item = (&str, u64)> {
        let stalls = self.get(Column::Stall).unwrap_or_default();
        let one = |one: &'_ str| -> Option<(usize, u64)> {
            let (name, cycles) = one.split_once(':')?;
            Some((name.len(), cycles.parse().ok()?))
        };
        stalls.split(' ').filter_map(move |text| {
            let (end, cycles) = one(text)?;
            Some((&text[..end], cycles))
        })
    }
}

/// Reads a trace line by line, with or without columns.
pub struct TraceReader<R> {
    source: R,
    columns: Option<Vec<Column>>,
    /// The first line of a trace without columns, until it is read.
    first: Option<String>,
    /// Lines read so far, without the one that names the columns.
    number: u64,
}

fn wrong(number: u64, why: &str) -> io::Error {
    io::Error::new(
        ErrorKind::InvalidData,
        format!("line {number} of the trace: {why}"),
    )
}

impl<R: BufRead> TraceReader<R> {
    /// Begins to read: the first line says whether there are columns.
    ///
    /// # Errors
    /// It cannot be read, or names a column or a version that is not known.
    pub fn new(mut source: R) -> io::Result<Self> {
        let mut first = String::new();
        source.read_line(&mut first)?;
        let names = first.trim_end_matches('\n').strip_prefix(HEADING);
        let columns = match names {
            Some(names) => {
                let known = |name: &str| {
                    let column = Column::ALL.iter().find(|column| column.name() == name);
                    column
                        .copied()
                        .ok_or_else(|| wrong(1, &format!("no column {name:?} is known")))
                };
                let names = names.split('\t').filter(|name| !name.is_empty());
                Some(names.map(known).collect::<io::Result<_>>()?)
            }
            None if first.starts_with('#') => {
                return Err(wrong(1, "another version of the form"));
            }
            None => None,
        };
        Ok(Self {
            source,
            first: (columns.is_none() && !first.is_empty()).then_some(first),
            columns,
            number: 0,
        })
    }

    /// The columns; `None`: a trace without.
    #[must_use]
    pub fn columns(&self) -> Option<&[Column]> {
        self.columns.as_deref()
    }

    fn read(&mut self) -> io::Result<Option<TraceLine>> {
        let line = match self.first.take() {
            Some(line) => line,
            None => {
                let mut line = String::new();
                match self.source.read_line(&mut line)? {
                    0 => return Ok(None),
                    _ => line,
                }
            }
        };
        self.number += 1;
        let line = line.trim_end_matches('\n');
        let number = self.number + u64::from(self.columns.is_some());
        match &self.columns {
            Some(columns) => {
                let texts: Vec<&str> = line.split('\t').collect();
                if texts.len() != columns.len() {
                    return Err(wrong(
                        number,
                        &format!("{} columns instead of {}", texts.len(), columns.len()),
                    ));
                }
                let columns = columns.iter().zip(texts);
                let columns = columns
                    .map(|(&column, text)| (column, text.to_owned()))
                    .collect();
                Ok(Some(TraceLine { columns }))
            }
            None => plain(line)
                .map(Some)
                .ok_or_else(|| wrong(number, "not the form of a trace")),
        }
    }
}

/// Parses a line without columns: cycle, place, text in forty characters or more, then registers and address, or `-`.
fn plain(line: &str) -> Option<TraceLine> {
    let (cycle, rest) = line.trim_start().split_once(' ')?;
    let (place, rest) = rest.split_once(' ')?;
    cycle.parse::<u64>().ok()?;
    // The text ends before the first word that is a register with its value, an address, or `-`.
    let is_result = |word: &str| {
        word.starts_with("[0x")
            || word == "-"
            || word.split_once('=').is_some_and(|(name, value)| {
                let register = name.chars().next().is_some_and(|c| c.is_ascii_lowercase());
                register
                    && (value == "NaT"
                        || value == "0"
                        || value == "1"
                        || value.contains(':')
                        || value.starts_with("0x"))
            })
    };
    let mut end = rest.len();
    for (at, _) in rest.match_indices(' ').filter(|(at, _)| *at >= 39) {
        let word = rest[at..].split_whitespace().next();
        if word.is_some_and(is_result) {
            end = at;
            break;
        }
    }
    let (text, results) = rest.split_at(end);
    let words: Vec<&str> = results.split_whitespace().collect();
    let memory = words.iter().find(|word| word.starts_with('['));
    let registers: Vec<&str> = words
        .iter()
        .filter(|word| word.contains('='))
        .copied()
        .collect();
    let executed = if words.contains(&"-") { "0" } else { "1" };
    let memory = memory.map(|word| word.trim_matches(['[', ']']));
    let columns = [
        (Column::Cycle, cycle),
        (Column::Place, place),
        (Column::Text, text.trim_end()),
        (Column::Executed, executed),
        (Column::Registers, &registers.join(" ")),
        (Column::Memory, memory.unwrap_or_default()),
    ];
    let columns = columns.map(|(column, text)| (column, text.to_owned()));
    Some(TraceLine {
        columns: columns.into(),
    })
}

impl<R: BufRead> Iterator for TraceReader<R> {
    type Item = io::Result<TraceLine>;

    fn next(&mut self) -> Option<Self::Item> {
        self.read().transpose()
    }
}
