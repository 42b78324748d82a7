//! Opening, owners and times.

use crate::PLACE;
use crate::calls::{Calls, EBADF, EEXIST, EINVAL, ENOENT, ENOTDIR, N, P};

#[test]
fn flags_of_opening_hold_for_devices() {
    let mut calls = Calls::new();
    let open = |calls: &mut Calls, path, flags| calls.call("open", &[P(path), N(flags), N(0o600)]);
    assert_eq!(open(&mut calls, "/dev/null", 0o302), Err(EEXIST));
    assert_eq!(open(&mut calls, "/dev/null", 0o200000), Err(ENOTDIR));
    assert!(open(&mut calls, "/proc/self/fd", 0o200000).is_ok());
    let fd = open(&mut calls, "f", 0o400).expect("a file");
    assert_eq!(calls.call("fcntl", &[N(fd), N(3)]), Ok(0o100000));
}

#[test]
fn owners_and_times_are_set_where_flags_say() {
    const FILE: u64 = 0x1000;
    const LINK: u64 = 0x100;
    const HERE: u64 = -100_i64 as u64;
    let mut calls = Calls::new();
    let place = calls
        .call("open", &[P("f"), N(0o10000000)])
        .expect("a place");
    let own = N(u64::MAX);
    assert_eq!(calls.call("fchown", &[N(place), own, own]), Err(EBADF));
    std::os::unix::fs::symlink("nowhere", calls.root.path().join("dangling")).expect("a link");
    let mut chown = |fd, path, flags| calls.call("fchownat", &[N(fd), P(path), own, own, N(flags)]);
    assert_eq!(chown(HERE, "dangling", 0), Err(ENOENT));
    assert_eq!(chown(HERE, "dangling", LINK), Ok(0));
    assert_eq!(chown(place, "", 0), Err(ENOENT));
    assert_eq!(chown(place, "", FILE), Ok(0));
    assert_eq!(chown(77, "", FILE), Err(EBADF));
    assert_eq!(chown(HERE, "f", 1), Err(EINVAL));
    // Five seconds before the epoch, and a time that no file can have.
    let fd = calls.call("open", &[P("f"), N(2)]).expect("a file");
    for (seconds, shown) in [
        (-5, -5),
        (i64::MIN, -9_223_372_035),
        (i64::MAX, 9_223_372_035),
    ] {
        calls.words(PLACE, &[seconds as u64, 7, seconds as u64, 7]);
        let times = [N(fd), P(""), N(PLACE), N(FILE)];
        assert_eq!(calls.call("utimensat", &times), Ok(0));
        assert_eq!(calls.call("fstat", &[N(fd), N(PLACE)]), Ok(0));
        let modified = (calls.word(PLACE + 72) as i64, calls.word(PLACE + 80));
        assert_eq!(modified, (shown, 7));
    }
    let unknown = [N(HERE), P("f"), N(0), N(0x10000)];
    assert_eq!(calls.call("utimensat", &unknown), Err(EINVAL));
}
