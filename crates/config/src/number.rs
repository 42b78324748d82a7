//! Numbers as people write them: `1_000_000`, `48K`, `1M`.

/// A text that is no number, or too large a one.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Error {
    /// Not digits with an optional unit.
    #[error(
        "\"{0}\" is not a number; write digits, such as 1_000_000, or with K, M, G or T behind them, such as 1M"
    )]
    Form(String),
    /// Above what 64 bits hold.
    #[error("{0} does not fit 64 bits")]
    Size(String),
}

/// A number of things (instructions, cycles): K, M, G and T are powers of 1000.
///
/// # Errors
/// [`Error`].
pub fn count(text: &str) -> Result<u64, Error> {
    number(text, 1000)
}

/// A number of bytes: K, M, G and T are powers of 1024.
///
/// # Errors
/// [`Error`].
pub fn bytes(text: &str) -> Result<u64, Error> {
    number(text, 1024)
}

fn number(text: &str, base: u64) -> Result<u64, Error> {
    let wrong = || Error::Form(text.to_owned());
    let large = || Error::Size(text.to_owned());
    let (digits, power) = match text.char_indices().next_back() {
        Some((end, letter)) if letter.is_ascii_alphabetic() => {
            let power = match letter.to_ascii_uppercase() {
                'K' => 1,
                'M' => 2,
                'G' => 3,
                'T' => 4,
                _ => return Err(wrong()),
            };
            (&text[..end], power)
        }
        _ => (text, 0),
    };
    // An underscore stands between two digits.
    let well_formed = digits
        .split('_')
        .all(|group| !group.is_empty() && group.bytes().all(|byte| byte.is_ascii_digit()));
    if !well_formed {
        return Err(wrong());
    }
    let value: u64 = digits.replace('_', "").parse().map_err(|_| large())?;
    value.checked_mul(base.pow(power)).ok_or_else(large)
}

#[cfg(test)]
mod tests {
    use super::{Error, bytes, count};

    #[test]
    fn units_of_counts_are_powers_of_1000_and_those_of_bytes_of_1024() {
        assert_eq!(count("1M"), Ok(1_000_000));
        assert_eq!(bytes("48K"), Ok(49_152));
        assert_eq!(bytes("4g"), Ok(4 << 30));
        assert_eq!(count("2T"), Ok(2_000_000_000_000));
    }

    #[test]
    fn underscores_stand_between_digits() {
        assert_eq!(count("1_000_000"), Ok(1_000_000));
        for wrong in [
            "_1", "1_", "1__0", "1_K", "", "K", "-1", "+1", "1 M", "1KB", "0x10", "1.5M", "é",
        ] {
            assert_eq!(count(wrong), Err(Error::Form(wrong.into())), "{wrong}");
        }
    }

    #[test]
    fn what_does_not_fit_64_bits_is_refused() {
        assert_eq!(count("18446744073709551615"), Ok(u64::MAX));
        for large in ["18446744073709551616", "99999999999T"] {
            assert_eq!(count(large), Err(Error::Size(large.into())));
        }
    }
}
