//! A config is refused by a message, or it is a machine: written out it is the same one, and it runs a program to a report whose
//! parts sum up.
//!
//! The input is a file, then overrides, one a line, behind a line `%`. A file named `base.toml` beside it is a shipped config.

use std::sync::Arc;

use config::{Loaded, load};
use sim::Request;

use crate::scratch;

/// Overrides of one input.
const OVERRIDES: usize = 8;
/// Instructions that each machine executes.
const INSTRUCTIONS: u64 = 400;

fn round_trip(loaded: &Loaded) {
    let path = scratch::file("written.toml", loaded.to_toml().as_bytes());
    let path = path.to_str().expect("the path is text");
    let again = load::<&str>(path, &[]).unwrap_or_else(|error| panic!("written out: {error}"));
    assert_eq!(again.hash, loaded.hash);
    assert!(config::difference(loaded, &again).is_empty());
    for setting in loaded.settings() {
        assert!(loaded.setting(&setting.path).is_some(), "{}", setting.path);
    }
}

pub(crate) fn body(data: &[u8]) -> bool {
    let parts = scratch::parts(data);
    let [file, overrides] = [0, 1].map(|n| parts.get(n).map_or(&[][..], Vec::as_slice));
    let path = scratch::file("machine.toml", file);
    let path = path.to_str().expect("the path is text");
    let overrides = String::from_utf8_lossy(overrides);
    let overrides: Vec<&str> = overrides.lines().take(OVERRIDES).collect();
    let loaded = match load(path, &overrides) {
        Ok(loaded) => loaded,
        Err(error) => {
            assert!(!error.to_string().is_empty());
            return false;
        }
    };
    round_trip(&loaded);
    let program = scratch::workspace("tests/guests/rse");
    let mut request = Request::new(Arc::new(loaded), program);
    request.max_instructions = Some(INSTRUCTIONS);
    // Memory that is too small for the program is an error of the run.
    if let Ok(report) = sim::run(request) {
        assert!(report.identities().is_ok(), "{:?}", report.identities());
    }
    true
}
