//! The text of a profile: JSON with an instruction a line, which is shorter and sooner written than with a number a line.

use std::io::{self, Write};

use serde::Serialize as _;
use serde_json::Serializer;
use serde_json::ser::Formatter;

use crate::form::ProfileFile;

/// Objects so deep, and arrays one deeper, have their values on lines of their own: functions and paths, their instructions one a line.
const SPREAD: usize = 3;

/// The text of a profile: keys in the order of the schema (maps sorted), two blanks of indent, one final newline. Equal profiles are equal
/// bytes.
#[must_use]
pub fn to_json(profile: &ProfileFile) -> String {
    let mut text = Vec::with_capacity(1 << 16);
    // The types have string keys and whole numbers only, which cannot fail to serialise, nor can a vector fail to grow.
    let _ = profile.serialize(&mut Serializer::with_formatter(&mut text, Lines::default()));
    text.push(b'\n');
    String::from_utf8(text).unwrap_or_default()
}

#[derive(Default)]
struct Lines {
    depth: usize,
    /// The array or object that ends next holds something.
    full: bool,
}

/// A line's end and the indent of the next one.
const INDENT: &[u8] = b"\n          ";

impl Lines {
    fn begin<W: Write + ?Sized>(&mut self, out: &mut W, bracket: &[u8]) -> io::Result<()> {
        self.depth += 1;
        self.full = false;
        out.write_all(bracket)
    }

    fn end<W: Write + ?Sized>(
        &mut self,
        out: &mut W,
        bracket: &[u8],
        spread: usize,
    ) -> io::Result<()> {
        self.depth -= 1;
        if self.full && self.depth < spread {
            self.line(out)?;
        }
        self.full = true;
        out.write_all(bracket)
    }

    fn next<W: Write + ?Sized>(
        &mut self,
        out: &mut W,
        first: bool,
        spread: usize,
    ) -> io::Result<()> {
        match (self.depth <= spread, first) {
            (true, true) => self.line(out),
            (true, false) => {
                out.write_all(b",")?;
                self.line(out)
            }
            (false, true) => Ok(()),
            (false, false) => out.write_all(b", "),
        }
    }

    fn line<W: Write + ?Sized>(&self, out: &mut W) -> io::Result<()> {
        out.write_all(&INDENT[..=2 * self.depth])
    }
}

impl Formatter for Lines {
    fn begin_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"[")
    }

    fn end_array<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"]", SPREAD + 1)
    }

    fn begin_array_value<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first, SPREAD + 1)
    }

    fn end_array_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.full = true;
        Ok(())
    }

    fn begin_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.begin(out, b"{")
    }

    fn end_object<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        self.end(out, b"}", SPREAD)
    }

    fn begin_object_key<W: Write + ?Sized>(&mut self, out: &mut W, first: bool) -> io::Result<()> {
        self.next(out, first, SPREAD)
    }

    fn begin_object_value<W: Write + ?Sized>(&mut self, out: &mut W) -> io::Result<()> {
        out.write_all(b": ")
    }

    fn end_object_value<W: Write + ?Sized>(&mut self, _: &mut W) -> io::Result<()> {
        self.full = true;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::form::Instruction;
    use crate::testing;

    #[test]
    fn a_profile_is_read_as_it_was_written_with_an_instruction_a_line() {
        let profile = testing::sample();
        let text = to_json(&profile);
        assert_eq!(serde_json::from_str::<ProfileFile>(&text).unwrap(), profile);
        for function in &profile.functions {
            for instruction in &function.instructions {
                let line = text.lines().find(|line| line.contains(&instruction.text));
                let line = line.unwrap().trim_end_matches(',');
                let read: Instruction = serde_json::from_str(line).unwrap();
                assert_eq!(read, *instruction);
            }
        }
        assert!(text.starts_with("{\n  \"profile_version\": 1,\n"), "{text}");
        assert!(text.contains("\n  \"behind\": {},\n"), "{text}");
        assert!(text.ends_with("\n}\n"), "{text}");
    }
}
