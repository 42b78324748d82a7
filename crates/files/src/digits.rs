//! How hashes are written.

/// Bytes as two hexadecimal digits each, in lower case.
#[must_use]
pub fn hexadecimal(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_byte_has_two_digits() {
        assert_eq!(super::hexadecimal(&[0, 9, 0xab, 0xff]), "0009abff");
    }
}
