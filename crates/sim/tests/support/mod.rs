//! What several tests of runs need.

use std::io::{self, Write};
use std::sync::{Arc, Mutex};

/// What a run writes, kept.
#[derive(Clone, Default)]
pub(crate) struct Written(pub Arc<Mutex<Vec<u8>>>);

impl Write for Written {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.lock().unwrap().extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
