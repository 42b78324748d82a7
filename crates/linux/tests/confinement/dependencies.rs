//! What a run finds of the host's files is noted, so that it is known whether another run would find the same.

use super::*;
use crate::{Contents, Dependencies, Private};

fn options(top: &Path) -> FileOptions {
    FileOptions {
        cwd: Some(top.join("root")),
        private: Some(Private {
            files: vec!["../outside/deep".into()],
            noted: true,
            ..Private::default()
        }),
        ..FileOptions::default()
    }
}

fn jail(name: &str) -> Jail {
    let mut jail = Jail::new(name, true);
    fs::write(jail.host("root/a"), "a").unwrap();
    fs::write(jail.host("root/b"), "b").unwrap();
    symlink("dir/file", jail.host("root/link")).unwrap();
    jail.kernel = Jail::kernel_of("calls".into(), options(&jail.top));
    jail
}

/// What the jail's run has found, from now on to be found again by runs in the same folder.
fn found(jail: &Jail) -> Dependencies {
    jail.kernel.dependencies().unwrap().unwrap()
}

fn holds(jail: &Jail, found: &Dependencies) -> bool {
    found
        .hold(&options(&jail.top), &Contents::default())
        .is_ok()
}

/// Whether a change on the host is noticed by a run that did something before; it is not by one that did nothing.
fn noticed(name: &str, run: impl FnOnce(&mut Jail), change: impl FnOnce(&Jail)) -> bool {
    let mut jail = jail(name);
    let nothing = found(&jail);
    run(&mut jail);
    let found = found(&jail);
    assert!(holds(&jail, &found), "{name}: nothing has changed");
    change(&jail);
    assert!(holds(&jail, &nothing), "{name}: a run that did nothing");
    !holds(&jail, &found)
}

fn write(jail: &Jail, path: &str, text: &str) {
    fs::write(jail.host(path), text).unwrap();
}

#[test]
fn other_contents_of_a_file_that_was_opened_are_noticed() {
    for path in ["a", "link", "/outside/deep/secret", "dir/../dir/file"] {
        let host = match path {
            "a" => "root/a",
            "/outside/deep/secret" => "outside/deep/secret",
            _ => "root/dir/file",
        };
        let read = |jail: &mut Jail| drop(jail.read(path).unwrap());
        // As long as before.
        let change = |jail: &Jail| {
            let length = fs::read(jail.host(host)).unwrap().len();
            write(jail, host, &"x".repeat(length));
        };
        assert!(noticed("noted-contents", read, change), "{path}");
    }
}

#[test]
fn what_stat_shows_is_noticed_and_contents_that_were_not_read_are_not() {
    let look = |jail: &mut Jail| assert!(jail.status("a").is_ok());
    assert!(!noticed("noted-stat-1", look, |jail| write(
        jail, "root/a", "x"
    )));
    assert!(noticed("noted-stat-2", look, |jail| write(
        jail, "root/a", "xx"
    )));
    assert!(noticed("noted-stat-3", look, |jail| {
        use std::os::unix::fs::PermissionsExt;
        fs::set_permissions(jail.host("root/a"), fs::Permissions::from_mode(0o600)).unwrap();
    }));
    assert!(noticed("noted-stat-4", look, |jail| {
        fs::remove_file(jail.host("root/a")).unwrap();
    }));
}

#[test]
fn a_file_that_was_missing_and_comes_is_noticed() {
    let look = |jail: &mut Jail| assert!(jail.read("dir/none").is_err());
    assert!(noticed("noted-absent-1", look, |jail| write(
        jail,
        "root/dir/none",
        ""
    )));
    assert!(!noticed("noted-absent-2", look, |jail| write(
        jail,
        "root/dir/other",
        ""
    )));
}

#[test]
fn names_and_kinds_in_a_folder_that_was_listed_are_noticed() {
    let list = |jail: &mut Jail| drop(jail.list("dir"));
    assert!(noticed("noted-list-1", list, |jail| write(
        jail,
        "root/dir/new",
        ""
    )));
    assert!(noticed("noted-list-2", list, |jail| {
        fs::remove_file(jail.host("root/dir/file")).unwrap();
        fs::create_dir(jail.host("root/dir/file")).unwrap();
    }));
    assert!(!noticed("noted-list-3", list, |jail| write(
        jail,
        "root/dir/file",
        "other"
    )));
}

#[test]
fn a_link_that_leads_elsewhere_is_noticed() {
    assert!(noticed(
        "noted-link",
        |jail| drop(jail.read("link").unwrap()),
        |jail| {
            fs::remove_file(jail.host("root/link")).unwrap();
            symlink("dir/../dir/file", jail.host("root/link")).unwrap();
        }
    ));
}

#[test]
fn what_the_run_writes_is_its_own() {
    let write_and_read = |jail: &mut Jail| {
        assert!(jail.put("/tmp/own", "text") > 0);
        assert!(jail.put("new", "text") > 0);
        assert_eq!(jail.read("/tmp/own"), Ok("text".into()));
        assert_eq!(jail.read("new"), Ok("text".into()));
    };
    // The name was looked for below, the contents were not.
    assert!(!noticed("noted-own", write_and_read, |jail| write(
        jail, "root/b", "other"
    )));
    let mut jail = jail("noted-copied");
    assert_eq!(jail.put("a", "new"), 3);
    assert!(holds(&jail, &found(&jail)));
}

#[test]
fn a_file_that_changes_while_the_run_goes_on_makes_it_unrepeatable() {
    let mut one = jail("noted-changed-1");
    one.read("a").unwrap();
    write(&one, "root/a", "x");
    let reason = one.kernel.dependencies().unwrap().unwrap_err();
    assert_eq!(reason, "a changed while the run went on");
    let mut two = jail("noted-changed-2");
    two.status("a").unwrap();
    write(&two, "root/a", "xx");
    two.status("a").unwrap();
    assert!(two.kernel.dependencies().unwrap().is_err());
}

#[test]
fn the_same_files_in_another_folder_are_the_same() {
    let mut one = jail("noted-here");
    let other = jail("noted-there");
    one.read("a").unwrap();
    one.read("link").unwrap();
    one.list(".");
    assert!(holds(&other, &found(&one)));
    write(&other, "root/a", "x");
    assert!(!holds(&other, &found(&one)));
}

/// As of a batch that writes its results into the folder of its plan.
#[test]
fn a_run_in_a_folder_that_is_hidden_is_found_again() {
    let mut jail = jail("noted-hidden");
    let mut options = options(&jail.top);
    options.private.as_mut().unwrap().unseen = vec![jail.host("root"), jail.host("root/b")];
    jail.kernel = Jail::kernel_of("calls".into(), options.clone());
    jail.read("a").unwrap();
    assert!(jail.read("b").is_err());
    let found = found(&jail);
    let holds = || found.hold(&options, &Contents::default());
    assert_eq!(holds(), Ok(()));
    write(&jail, "root/b", "other");
    assert_eq!(holds(), Ok(()));
    write(&jail, "root/a", "x");
    assert!(holds().is_err());
}

#[test]
fn a_view_that_is_not_asked_notes_nothing() {
    let mut jail = Jail::new("not-noted", true);
    let mut options = options(&jail.top);
    options.private.as_mut().unwrap().noted = false;
    jail.kernel = Jail::kernel_of("calls".into(), options);
    assert_eq!(jail.kernel.dependencies(), None);
}
