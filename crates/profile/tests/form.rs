//! Is the committed schema the one of the types?

use std::path::PathBuf;
use std::{env, fs};

/// Compares with the committed file; `BLESS=1` writes it.
#[test]
fn the_committed_schema_is_the_one_of_the_types() {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("schema/profile.schema.json");
    let current = profile::schema();
    if env::var_os("BLESS").is_some() {
        fs::write(&path, &current).unwrap();
    }
    assert!(
        fs::read_to_string(&path).unwrap_or_default() == current,
        "{} is not current; run the tests with BLESS=1",
        path.display()
    );
}
