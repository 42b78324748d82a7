//! Unwind tables and descriptors of any kind end a walk up the call chain after at most as many places as it may have.
//!
//! The input is the slot number in the function, then the rest of the guest's memory from the table on.

use std::cell::RefCell;

use linux::fuzzing::Guest;

use crate::scratch;

thread_local! {
    static GUEST: RefCell<Option<Guest>> = const { RefCell::new(None) };
}

pub(crate) fn body(data: &[u8]) -> bool {
    GUEST.with_borrow_mut(|guest| {
        let guest = guest.get_or_insert_with(|| {
            let program = scratch::workspace("crates/linux/tests/guest/calls.elf");
            Guest::new(&program, &scratch::empty("unwind"), 1 << 30)
                .expect("a program of the tests")
        });
        let known = linux::fuzzing::unwind_descriptors(data);
        let places = guest.backtrace(data);
        assert!((1..=64).contains(&places), "{places}");
        known || places > 1
    })
}
