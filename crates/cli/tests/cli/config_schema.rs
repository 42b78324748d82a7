//! Is the schema of `config schema` that of the files that `--config` takes?

use serde_json::Value;

use crate::support::{Folder, repository};

/// A description in TOML as the value that a validator sees.
fn value(text: &str) -> Value {
    toml::from_str(text).unwrap()
}

#[test]
fn the_schema_takes_the_files_that_describe_machines_and_refuses_what_no_file_may_hold() {
    let folder = Folder::new("config-schema");
    let schema: Value = serde_json::from_str(&folder.go("config schema", 0).text()).unwrap();
    let validator = jsonschema::validator_for(&schema).unwrap();
    let mut seen = 0;
    for entry in std::fs::read_dir(repository("configs")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_some_and(|end| end == "toml") {
            let text = std::fs::read_to_string(&path).unwrap();
            let wrong: Vec<String> = validator
                .iter_errors(&value(&text))
                .map(|error| format!("{}: {error}", error.instance_path()))
                .collect();
            assert!(wrong.is_empty(), "{}: {wrong:?}", path.display());
            seen += 1;
        }
    }
    assert!(seen > 5, "{seen} configs");
    // Each with whether it is right, for the schema as for the simulator.
    for (text, right) in [
        ("", true),
        ("memory.latency = 100", true),
        ("frequency_hz = \"733M\"", true),
        ("caches.l2 = { bytes = \"64K\", ways = 8 }", true),
        (
            "caches.l2.line_bytes = \"1K\"\ncaches.l3.line_bytes = 1024",
            true,
        ),
        ("branch.predictor = \"tage\"", true),
        ("caches.l2.latncy = 3", false),
        ("cache.l2.latency = 3", false),
        ("caches.l2.latency = true", false),
        ("caches.l2.latency = \"fast\"", false),
        ("caches.l2.latency = \"4 K\"", false),
        ("caches.l2.ways = 0", false),
        ("caches.l2.line_bytes = 48", false),
        ("branch.predictor = \"tea leaves\"", false),
        ("description = 3", false),
        ("caches = 3", false),
    ] {
        let text = format!("base = \"itanium\"\n{text}\n");
        assert_eq!(validator.is_valid(&value(&text)), right, "{text}");
        folder.file("machine.toml", &text);
        let ended = folder.run("config show ./machine.toml");
        assert_eq!(ended.status == 0, right, "{text}{}", ended.stderr);
    }
    assert!(!validator.is_valid(&value("base = 3")));
}

#[test]
fn the_key_that_names_the_base_is_explained() {
    let folder = Folder::new("explain-base");
    let text = folder.go("config explain base", 0).text();
    assert!(
        text.contains("layered over") && text.contains("type: text"),
        "{text}"
    );
}
