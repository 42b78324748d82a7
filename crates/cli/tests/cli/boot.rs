//! What `epicycle boot` says of what it cannot do.

use crate::support::{Folder, epicycle_in, guest};

#[test]
fn a_timed_boot_and_files_that_are_no_kernels_are_refused_with_a_reason() {
    let folder = Folder::new("boot-refusals");
    std::fs::write(folder.0.join("text"), "no kernel\n").unwrap();
    let hello = guest("args");
    let hello = hello.to_str().unwrap();
    for (arguments, reason) in [
        (&["--kernel", "text"][..], "--functional"),
        (&["--functional", "--kernel", "text"], "not an ELF file"),
        (&["--functional", "--kernel", "missing"], "missing"),
        (
            &["--functional", "--memory", "4097", "--kernel", "text"],
            "whole megabytes",
        ),
        (&["--functional", "--kernel", hello], "--memory"),
    ] {
        let mut all = vec!["boot"];
        all.extend(arguments);
        let ended = epicycle_in(&folder.0, &all, b"");
        assert_eq!(ended.status, 2, "{arguments:?}: {}", ended.stderr);
        assert!(
            ended.stderr.contains(reason),
            "{arguments:?}: {}",
            ended.stderr
        );
    }
}
