//! When files have been modified.

use crate::PLACE;
use crate::calls::{Arg, Calls, N, P};

#[test]
fn a_file_whose_length_is_set_by_its_descriptor_has_been_modified() {
    const MODIFIED: u64 = PLACE + 72;
    const LONG_AGO: u64 = 1000;
    const KEEP_SIZE: u64 = 1;
    let mut calls = Calls::new();
    let fd = calls.call("open", &[P("f"), N(2)]).expect("a file");
    let moves = |calls: &mut Calls, name: &str, arguments: &[Arg<'_>]| {
        calls.words(PLACE, &[LONG_AGO, 0, LONG_AGO, 0]);
        let set = [N(fd), N(0), N(PLACE), N(0)];
        assert_eq!(calls.call("utimensat", &set), Ok(0));
        assert_eq!(calls.call(name, arguments), Ok(0));
        assert_eq!(calls.call("fstat", &[N(fd), N(PLACE)]), Ok(0));
        calls.word(MODIFIED) != LONG_AGO
    };
    for length in [3, 2, 4] {
        let arguments = [N(fd), N(length)];
        assert!(moves(&mut calls, "ftruncate", &arguments), "{length}");
    }
    for (mode, end) in [(0, 9), (0, 2), (KEEP_SIZE, 20)] {
        let arguments = [N(fd), N(mode), N(0), N(end)];
        assert!(moves(&mut calls, "fallocate", &arguments), "{end}");
    }
    for (length, expected) in [(9, false), (8, true)] {
        let found = moves(&mut calls, "truncate", &[P("f"), N(length)]);
        assert_eq!(found, expected, "{length}");
    }
}
