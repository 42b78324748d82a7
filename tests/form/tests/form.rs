//! Does the source keep the form that ARCHITECTURE.md promises?

use form::{Source, circles, crates, dependencies, functions, persons, root, sources};
use std::collections::BTreeSet;
use std::fs;

/// Most lines of a function.
const FUNCTION_LINES: usize = 200;
/// Most comments in the crates that speak of an unnamed person.
const PERSONS: usize = 3;
/// Folders below `crates` that hold units; every other folder is one unit. In `linux` the kernel and its system calls are one: it
/// hands each call to its function, which changes it.
const SHELVES: [&str; 2] = ["cli/commands", "uarch/model"];
const WHOLE: &str = "linux";

fn architecture() -> String {
    fs::read_to_string(root().join("ARCHITECTURE.md")).expect("ARCHITECTURE.md is there")
}

/// The lines between a line and the next empty one.
fn below(text: &str, heading: &str) -> Vec<String> {
    let lines = text.lines().skip_while(|line| *line != heading).skip(1);
    let lines = lines.take_while(|line| !line.is_empty() && *line != "```");
    lines.map(str::to_owned).collect()
}

#[test]
fn the_picture_of_dependencies_is_that_of_the_manifests() {
    let names = crates();
    let drawn = below(&architecture(), "crate      needs");
    let mut above = BTreeSet::new();
    for line in &drawn {
        let mut words = line.split_whitespace();
        let name = words.next().expect("lines are not empty");
        let needs: BTreeSet<String> = words.map(str::to_owned).collect();
        let all = dependencies();
        let known = all
            .get(name)
            .unwrap_or_else(|| panic!("{name} is no crate"));
        let known: BTreeSet<String> = known.intersection(&names).cloned().collect();
        assert_eq!(
            needs, known,
            "what {name} needs, by ARCHITECTURE.md and by Cargo.toml"
        );
        assert!(
            needs.is_subset(&above),
            "{name} stands above a crate that it needs"
        );
        above.insert(name.to_owned());
    }
    assert_eq!(above, names, "crates in ARCHITECTURE.md and in the folder");
}

#[test]
fn the_lock_of_the_fuzz_targets_knows_what_the_crates_need() {
    let text =
        fs::read_to_string(root().join("fuzz/Cargo.lock")).expect("fuzz/Cargo.lock is there");
    let lock: toml::Table = text.parse().expect("a lock is TOML");
    let words = |package: &toml::Value| -> BTreeSet<String> {
        let needs = package.get("dependencies").and_then(toml::Value::as_array);
        let needs = needs.into_iter().flatten().filter_map(toml::Value::as_str);
        let names = needs.filter_map(|need| need.split_whitespace().next());
        names.map(str::to_owned).collect()
    };
    let packages = lock["package"].as_array().expect("a list of packages");
    let mut seen = 0;
    for (name, needs) in dependencies() {
        let full = format!("epicycle-{name}");
        let is_it = |package: &&toml::Value| package["name"].as_str() == Some(&full);
        let Some(package) = packages.iter().find(is_it) else {
            continue;
        };
        seen += 1;
        let locked = words(package);
        let manifest = root().join("crates").join(&name).join("Cargo.toml");
        let manifest = fs::read_to_string(manifest).expect("every crate has a Cargo.toml");
        let manifest: toml::Table = manifest.parse().expect("Cargo.toml is TOML");
        let is_optional = |need: &String| {
            let entry = manifest["dependencies"].get(need.as_str());
            entry.and_then(|entry| entry.get("optional")).is_some()
        };
        for need in needs.into_iter().filter(|need| !is_optional(need)) {
            assert!(
                locked.contains(&need) || locked.contains(&format!("epicycle-{need}")),
                "fuzz/Cargo.lock does not know that {name} needs {need}; run `cargo update --workspace` in fuzz"
            );
        }
    }
    assert!(seen > 10, "{seen} crates");
}

#[test]
fn every_crate_has_a_row_and_every_row_a_crate() {
    let rows = below(&architecture(), "| --- | --- | --- |");
    let rows = rows.iter().filter_map(|row| row.split('`').nth(1));
    assert_eq!(rows.map(str::to_owned).collect::<BTreeSet<_>>(), crates());
}

#[test]
fn files_that_documents_name_are_there() {
    let folder = fs::read_dir(root().join("docs")).expect("docs is there");
    let mut documents: Vec<_> = folder
        .map(|entry| entry.expect("readable").path())
        .collect();
    documents.retain(|path| path.extension().is_some_and(|extension| extension == "md"));
    documents.extend(["ARCHITECTURE.md", "README.md"].map(|name| root().join(name)));
    let mut seen = 0;
    for path in &documents {
        let text = fs::read_to_string(path).expect("documents are text");
        let is_part = |c: char| c.is_ascii_alphanumeric() || "/._-".contains(c);
        for (at, _) in text.match_indices("crates/") {
            let rest = &text[at..];
            let end = rest.find(|c| !is_part(c)).unwrap_or(rest.len());
            // A sentence may end behind it, and capitals stand for any name.
            let named = rest[..end].trim_end_matches('.');
            if named.chars().all(|c| !c.is_ascii_uppercase()) || named.ends_with(".md") {
                seen += 1;
                let document = path.display();
                assert!(root().join(named).exists(), "{document} names {named}");
            }
        }
    }
    assert!(seen > 50, "{seen} names");
}

#[test]
fn the_ground_floor_needs_no_other_package() {
    for name in ["isa", "softfp"] {
        assert!(dependencies()[name].is_empty(), "{name}");
    }
}

#[test]
fn no_function_is_longer_than_a_reader_can_keep_in_mind() {
    let mut long = Vec::new();
    for source in sources() {
        for (line, length) in functions(&source.text) {
            if length > FUNCTION_LINES {
                long.push(format!("{}:{line}: {length} lines", source.path));
            }
        }
    }
    assert!(
        long.is_empty(),
        "longer than {FUNCTION_LINES} lines:\n{}",
        long.join("\n")
    );
}

#[test]
fn comments_name_their_subject() {
    let mut found = Vec::new();
    for source in sources() {
        for line in persons(&source.text) {
            found.push(format!("{}:{line}", source.path));
        }
    }
    assert!(
        found.len() <= PERSONS,
        "{} comments speak of somebody, nobody or anybody:\n{}",
        found.len(),
        found.join("\n")
    );
}

#[test]
fn files_need_each_other_in_one_direction_unless_they_are_one_unit() {
    let mut found = circles(&sources());
    found.retain(|circle| {
        let is_unit = circle.folder.contains('/') && !SHELVES.contains(&circle.folder.as_str());
        !is_unit && circle.folder != WHOLE
    });
    assert_eq!(found, []);
}

#[test]
fn a_circle_is_found_over_names_that_are_passed_on() {
    let file = |path: &str, text: &str| Source {
        path: format!("crates/a/src/{path}"),
        text: text.to_owned(),
    };
    let sources = [
        file("lib.rs", "mod one;\nmod two;\npub use one::One;\n"),
        file(
            "one.rs",
            "use crate::two::{\n    Other, Two,\n};\nstruct One;\n",
        ),
        file("two.rs", "fn two() -> crate::One {}\n"),
        file("three.rs", "// use crate::four;\nuse crate::one;\n"),
        file("four.rs", "use crate::three;\n"),
    ];
    let found = circles(&sources);
    assert_eq!(found.len(), 1);
    assert_eq!(found[0].modules, ["one", "two"]);
}

#[test]
fn the_length_of_a_function_is_that_from_its_first_to_its_last_line() {
    let text = "impl A {\n    pub(crate) const fn one() -> u8 {\n        if true {\n        }\n    }\n\n    fn two();\n}\n\nfn three() {}\n";
    assert_eq!(
        functions(text).collect::<Vec<_>>(),
        [(2, 4), (7, 1), (10, 1)]
    );
}

#[test]
fn only_comments_are_searched_for_persons() {
    let text = "/// Nobody waits.\nlet somebody = 1;\n// A body.\n";
    assert_eq!(persons(text).collect::<Vec<_>>(), [1]);
}
