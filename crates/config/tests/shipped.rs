//! Are the shipped configs complete, loadable and findable?

use std::fs;
use std::path::{Path, PathBuf};

use config::{Machine, SHIPPED, difference, load};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../configs")
}

#[test]
fn every_file_of_the_folder_is_shipped_and_loads() {
    let mut files: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .map(|path| path.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    files.sort();
    let names: Vec<&str> = SHIPPED.iter().map(|shipped| shipped.name).collect();
    assert_eq!(names, files);
    for name in names {
        let loaded = load::<&str>(name, &[]).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(loaded.name, name);
        assert_eq!(loaded.hash.len(), 64);
    }
}

#[test]
fn every_variant_differs_from_its_base_in_little_and_says_so() {
    for name in SHIPPED
        .iter()
        .map(|shipped| shipped.name)
        .filter(|name| name.contains('-'))
    {
        let base = load::<&str>(name.split('-').next().unwrap(), &[]).unwrap();
        let variant = load::<&str>(name, &[]).unwrap();
        let changed: Vec<String> = difference(&base, &variant)
            .into_iter()
            .map(|change| change.path)
            .collect();
        assert!(
            changed.contains(&"description".to_owned()),
            "{name} keeps the description of its base"
        );
        assert!(
            (2..=12).contains(&changed.len()),
            "{name} changes {changed:?}"
        );
        assert_ne!(base.hash, variant.hash);
    }
}

/// What is loaded by name is not checked at each start. As a file it is: keys, numbers in words, ranges, and what has to fit together.
#[test]
fn every_shipped_config_stands_the_check_of_a_file_and_is_the_same_machine_unchecked() {
    for shipped in SHIPPED {
        let file = folder().join(format!("{}.toml", shipped.name));
        let checked = load::<&str>(file.to_str().unwrap(), &[]);
        let checked = checked.unwrap_or_else(|error| panic!("{error}"));
        let unchecked = load::<&str>(shipped.name, &[]).unwrap();
        assert_eq!(
            (&checked.name, &checked.hash),
            (&unchecked.name, &unchecked.hash)
        );
        assert_eq!(checked.machine, unchecked.machine, "{}", shipped.name);
    }
}

#[test]
fn the_effective_toml_loads_to_the_same_machine_without_layers() {
    let shipped = load::<&str>("itanium2-madison", &[]).unwrap();
    let path = std::env::temp_dir().join(format!("epicycle-effective-{}.toml", std::process::id()));
    fs::write(&path, shipped.to_toml()).unwrap();
    let again = load::<&str>(path.to_str().unwrap(), &[]).unwrap();
    fs::remove_file(&path).unwrap();
    assert_eq!(again.machine, shipped.machine);
    assert_eq!(again.hash, shipped.hash);
}

/// What effective configs leave out while it has the shipped values: both base configs state these values again.
#[test]
fn a_base_config_states_the_values_that_are_taken_where_a_config_leaves_them_out() {
    for name in ["itanium", "itanium2"] {
        let text = fs::read_to_string(folder().join(format!("{name}.toml"))).unwrap();
        let mut table: toml::Table = text.parse().unwrap();
        let os = table["os"].as_table_mut().unwrap();
        assert!(os.remove("disk_bytes").is_some());
        for section in ["privileged", "core_trace"] {
            assert!(table.remove(section).is_some(), "{section}");
        }
        let without: Machine = table.try_into().unwrap();
        assert_eq!(without, load::<&str>(name, &[]).unwrap().machine, "{name}");
    }
}
