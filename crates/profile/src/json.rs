//! The text of a profile: JSON with one line for each instruction, which is shorter and faster to write than one for each number.
//!
//! It is made by a serializer of its own, which is faster than a general one, as profiles have many rows of few kinds of values: names of
//! fields are written without a look at them, and strings are checked for characters to escape eight bytes at a time.

use serde::Serialize;
use serde::ser::{Error as _, Impossible, SerializeMap, SerializeSeq, SerializeStruct, Serializer};
use serde_json::Error;

use crate::form::ProfileFile;

/// Objects down to this depth, and arrays down to the next one, have each value on a line of its own: that of functions and paths. So each
/// instruction has one line.
const SPREAD: usize = 3;

/// Bytes that suffice for the line of nearly every instruction.
const LINE: usize = 256;

/// A line's end and the deepest indent of the next line.
const INDENT: &[u8] = b"\n          ";

/// The text of a profile: keys in the order of the schema, those of maps sorted, two blanks of indent, one final newline. Equal profiles
/// give equal bytes.
#[must_use]
pub fn to_json(profile: &ProfileFile) -> String {
    let functions = profile.functions.iter();
    let instructions: usize = functions.map(|one| one.instructions.len()).sum();
    let mut text = Text {
        bytes: Vec::with_capacity((1 << 16) + LINE * instructions),
        depth: 0,
    };
    // The types have string keys, strings, whole numbers and truth values only, which cannot fail.
    let _ = profile.serialize(&mut text);
    text.bytes.push(b'\n');
    String::from_utf8(text.bytes).unwrap_or_default()
}

/// The text so far.
struct Text {
    bytes: Vec<u8>,
    /// How many arrays and objects have begun and not ended.
    depth: usize,
}

impl Text {
    fn line(&mut self) {
        self.bytes.extend_from_slice(&INDENT[..=2 * self.depth]);
    }

    fn string(&mut self, text: &str) -> Result<(), Error> {
        if !is_plain(text.as_bytes()) {
            return serde_json::to_writer(&mut self.bytes, text);
        }
        self.bytes.push(b'"');
        self.bytes.extend_from_slice(text.as_bytes());
        self.bytes.push(b'"');
        Ok(())
    }

    #[inline]
    fn number(&mut self, number: u64) {
        match number {
            0..10 => self.bytes.push(b'0' + number as u8),
            _ => self.long_number(number),
        }
    }

    fn long_number(&mut self, number: u64) {
        let mut digits = itoa::Buffer::new();
        self.bytes
            .extend_from_slice(digits.format(number).as_bytes());
    }

    fn begin(&mut self, [open, close]: [u8; 2], spread: usize) -> Values<'_> {
        self.bytes.push(open);
        self.depth += 1;
        Values {
            text: self,
            close,
            spread,
            any: false,
        }
    }
}

/// Whether JSON needs no escapes for a text: it has no control characters, quotation marks or backslashes. Looks at eight bytes at a time.
fn is_plain(text: &[u8]) -> bool {
    const EACH: u64 = u64::MAX / 255;
    const HIGHEST: u64 = EACH << 7;
    // Not zero if, and only if, one of the eight bytes is below a number.
    let below =
        |word: u64, number: u8| word.wrapping_sub(EACH * u64::from(number)) & !word & HIGHEST;
    let has = |word: u64, byte: u8| below(word ^ (EACH * u64::from(byte)), 1);
    let (words, rest) = text.as_chunks();
    words.iter().all(|word| {
        let word = u64::from_le_bytes(*word);
        below(word, b' ') | has(word, b'"') | has(word, b'\\') == 0
    }) && rest
        .iter()
        .all(|byte| *byte >= b' ' && *byte != b'"' && *byte != b'\\')
}

/// An array or object that has begun: writes its values.
struct Values<'t> {
    text: &'t mut Text,
    /// The closing bracket.
    close: u8,
    /// The depth down to which each value has a line of its own.
    spread: usize,
    /// It has values already.
    any: bool,
}

impl Values<'_> {
    /// Writes what separates the next value from the one before.
    #[inline(always)]
    fn next(&mut self) {
        let lines = self.text.depth <= self.spread;
        match (self.any, lines) {
            (true, false) => self.text.bytes.extend_from_slice(b", "),
            (true, true) => self.text.bytes.push(b','),
            (false, _) => {}
        }
        if lines {
            self.text.line();
        }
        self.any = true;
    }

    /// Writes the name of the next field, with the separator before it.
    #[inline(always)]
    fn name(&mut self, name: &str) {
        match self.any && self.text.depth > self.spread {
            true => self.text.bytes.extend_from_slice(b", \""),
            false => {
                self.next();
                self.text.bytes.push(b'"');
            }
        }
        self.text.bytes.extend_from_slice(name.as_bytes());
        self.text.bytes.extend_from_slice(b"\": ");
    }

    fn end(self) {
        self.text.depth -= 1;
        if self.any && self.text.depth < self.spread {
            self.text.line();
        }
        self.text.bytes.push(self.close);
    }
}

impl SerializeSeq for Values<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_element<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.next();
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Result<(), Error> {
        self.end();
        Ok(())
    }
}

impl SerializeMap for Values<'_> {
    type Ok = ();
    type Error = Error;

    fn serialize_key<T: Serialize + ?Sized>(&mut self, key: &T) -> Result<(), Error> {
        self.next();
        key.serialize(&mut *self.text)
    }

    fn serialize_value<T: Serialize + ?Sized>(&mut self, value: &T) -> Result<(), Error> {
        self.text.bytes.extend_from_slice(b": ");
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Result<(), Error> {
        self.end();
        Ok(())
    }
}

impl SerializeStruct for Values<'_> {
    type Ok = ();
    type Error = Error;

    // Inlined always: a name that is known at compile time is then copied in one step.
    #[inline(always)]
    fn serialize_field<T: Serialize + ?Sized>(
        &mut self,
        name: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        self.name(name);
        value.serialize(&mut *self.text)
    }

    fn end(self) -> Result<(), Error> {
        self.end();
        Ok(())
    }
}

/// Methods for values that are written as unsigned numbers.
macro_rules! numbers {
    ($($method:ident($type:ty),)*) => {
        $(fn $method(self, number: $type) -> Result<(), Error> {
            self.number(number.into());
            Ok(())
        })*
    };
}

/// Methods for values that are written as signed numbers.
macro_rules! signed_numbers {
    ($($method:ident($type:ty),)*) => {
        $(fn $method(self, number: $type) -> Result<(), Error> {
            if number < 0 {
                self.bytes.push(b'-');
            }
            self.number(number.unsigned_abs().into());
            Ok(())
        })*
    };
}

/// Methods for kinds of values that no profile has: errors.
macro_rules! none {
    ($($method:ident($($type:ty),*) -> $answer:ty,)*) => {
        $(fn $method(self, $(_: $type),*) -> Result<$answer, Error> {
            Err(Error::custom(stringify!($method)))
        })*
    };
}

type Never = Impossible<(), Error>;

impl<'t> Serializer for &'t mut Text {
    type Ok = ();
    type Error = Error;
    type SerializeSeq = Values<'t>;
    type SerializeTuple = Never;
    type SerializeTupleStruct = Never;
    type SerializeTupleVariant = Never;
    type SerializeMap = Values<'t>;
    type SerializeStruct = Values<'t>;
    type SerializeStructVariant = Never;

    numbers! {
        serialize_u8(u8),
        serialize_u16(u16),
        serialize_u32(u32),
        serialize_u64(u64),
    }

    signed_numbers! {
        serialize_i8(i8),
        serialize_i16(i16),
        serialize_i32(i32),
        serialize_i64(i64),
    }

    none! {
        serialize_f32(f32) -> (),
        serialize_f64(f64) -> (),
        serialize_char(char) -> (),
        serialize_bytes(&[u8]) -> (),
        serialize_unit() -> (),
        serialize_unit_struct(&'static str) -> (),
        serialize_tuple(usize) -> Never,
        serialize_tuple_struct(&'static str, usize) -> Never,
        serialize_tuple_variant(&'static str, u32, &'static str, usize) -> Never,
        serialize_struct_variant(&'static str, u32, &'static str, usize) -> Never,
    }

    fn serialize_bool(self, truth: bool) -> Result<(), Error> {
        let word: &[u8] = if truth { b"true" } else { b"false" };
        self.bytes.extend_from_slice(word);
        Ok(())
    }

    fn serialize_str(self, text: &str) -> Result<(), Error> {
        self.string(text)
    }

    fn serialize_none(self) -> Result<(), Error> {
        self.bytes.extend_from_slice(b"null");
        Ok(())
    }

    fn serialize_some<T: Serialize + ?Sized>(self, value: &T) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_unit_variant(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
    ) -> Result<(), Error> {
        self.string(variant)
    }

    fn serialize_newtype_struct<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        value: &T,
    ) -> Result<(), Error> {
        value.serialize(self)
    }

    fn serialize_newtype_variant<T: Serialize + ?Sized>(
        self,
        _: &'static str,
        _: u32,
        variant: &'static str,
        _: &T,
    ) -> Result<(), Error> {
        Err(Error::custom(variant))
    }

    fn serialize_seq(self, _: Option<usize>) -> Result<Values<'t>, Error> {
        Ok(self.begin(*b"[]", SPREAD + 1))
    }

    fn serialize_map(self, _: Option<usize>) -> Result<Values<'t>, Error> {
        Ok(self.begin(*b"{}", SPREAD))
    }

    fn serialize_struct(self, _: &'static str, _: usize) -> Result<Values<'t>, Error> {
        Ok(self.begin(*b"{}", SPREAD))
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

    #[test]
    fn a_text_is_plain_that_the_library_does_not_escape() {
        for byte in 0..=127 {
            for place in [0, 7, 8, 11] {
                let mut text = *b"plain, and so on";
                text[place] = byte;
                let text = str::from_utf8(&text).unwrap();
                let library = serde_json::to_string(text).unwrap();
                let is_whole = library == format!("\"{text}\"");
                assert_eq!(is_plain(text.as_bytes()), is_whole, "{text:?}");
            }
        }
        assert!(is_plain("a b \u{e9}\u{1f600} \u{20ac}\u{7f}".as_bytes()));
    }

    #[test]
    fn values_are_written_as_the_library_writes_them() {
        let mut profile = testing::sample();
        let odd = "\" \\ \n \u{1} \u{7f} \u{e9} \u{1f600}";
        profile.functions[0].name = odd.to_owned();
        profile.functions[0].instructions[0].retired = u64::MAX;
        profile.outcome.message = Some(odd.repeat(9));
        let compact = |text: &str| -> String {
            let lines = text.lines().map(str::trim_start);
            lines
                .collect::<String>()
                .replace(": ", ":")
                .replace(", ", ",")
        };
        let library = serde_json::to_string(&profile).unwrap();
        assert_eq!(compact(&to_json(&profile)), compact(&library));
    }
}
