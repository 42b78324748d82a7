//! Do the commands print what the transcripts say? `TRYCMD=overwrite` blesses them.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};

use crate::support::{Folder, repository};

#[test]
fn the_transcripts_are_current() {
    trycmd::TestCases::new().case("tests/transcripts/*.trycmd");
}

/// Runs the lines that begin with `$ ` in the `console` blocks of a text by the shell, one block after the other in one
/// folder, and puts what they print in the place of what stands below them.
fn replayed(text: &str, folder: &Path) -> String {
    let mut replayed = String::new();
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        replayed.push_str(line);
        replayed.push('\n');
        if line != "```console" {
            continue;
        }
        while let Some(line) = lines.next_if(|line| *line != "```") {
            let Some(command) = line.strip_prefix("$ ") else {
                continue;
            };
            let program = Path::new(env!("CARGO_BIN_EXE_epicycle"));
            let path = std::env::var("PATH").unwrap_or_default();
            // What goes to the two streams stands in the order in which a terminal shows it.
            let output = Command::new("bash")
                .args(["-c", &format!("exec 2>&1; {command}")])
                .current_dir(folder)
                .env(
                    "PATH",
                    format!("{}:{path}", program.parent().unwrap().display()),
                )
                .env_remove("RUST_LOG")
                .stdin(Stdio::null())
                .output()
                .unwrap();
            replayed.push_str(line);
            replayed.push('\n');
            replayed.push_str(&String::from_utf8_lossy(&output.stdout));
        }
    }
    replayed
}

#[test]
fn readme_and_docs_show_what_the_commands_print() {
    let folder = Folder::new("docs");
    for name in ["workloads", "configs", "tests"] {
        std::os::unix::fs::symlink(repository(name), folder.path(name)).unwrap();
    }
    let mut documents = vec![repository("README.md")];
    documents.extend(
        fs::read_dir(repository("docs"))
            .unwrap()
            .map(|entry| entry.unwrap().path())
            .filter(|path| path.extension().is_some_and(|extension| extension == "md")),
    );
    let mut runs = 0;
    for path in documents {
        let text = fs::read_to_string(&path).unwrap();
        if path.ends_with("README.md") {
            runs += text.matches("\n$ epicycle run ").count();
        }
        let now = replayed(&text, &folder.0);
        if std::env::var("TRYCMD").is_ok_and(|mode| mode == "overwrite") {
            fs::write(&path, &now).unwrap();
            continue;
        }
        for (line, (said, prints)) in text.lines().zip(now.lines()).enumerate() {
            assert_eq!(said, prints, "{}:{}", path.display(), line + 1);
        }
        assert_eq!(text, now, "{}", path.display());
    }
    assert!(runs > 0, "the README shows no run");
}

#[test]
fn the_book_has_every_page_and_each_link_of_a_page_leads_somewhere() {
    let docs = repository("docs");
    let summary = fs::read_to_string(docs.join("SUMMARY.md")).unwrap();
    for entry in fs::read_dir(&docs).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|extension| extension != "md") {
            continue;
        }
        let name = path.file_name().unwrap().to_str().unwrap();
        let listed = summary.contains(&format!("({name})"));
        assert!(listed || name == "SUMMARY.md", "SUMMARY.md lacks {name}");
        let text = fs::read_to_string(&path).unwrap();
        for link in text
            .split("](")
            .skip(1)
            .filter_map(|rest| rest.split(')').next())
        {
            let file = link.split('#').next().unwrap();
            let here = file.is_empty() || link.contains("://") || docs.join(file).exists();
            assert!(here, "{name} leads to {link}");
        }
    }
}
