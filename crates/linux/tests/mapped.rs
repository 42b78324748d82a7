//! Files that are mapped as shared: the topics of `guest/mapped.c`.

mod support;

use checkpoint::{Checkpoint, Pages};
use linux::{FileOptions, Kernel, Outcome, Private, SaveError};
use machine::{Machine, Silent};
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use support::{Capture, Scratch};

/// Bytes of a page of the guest.
const PAGE: usize = 16 << 10;
/// Bytes of the file that the guest makes.
const LENGTH: usize = 3 * PAGE - 100;

/// A guest with a folder of its own, and what it has printed.
struct Guest {
    folder: Scratch,
    kernel: Kernel,
    machine: Machine,
    output: Capture,
}

impl Guest {
    /// One that runs a topic. `files`: what it is shown of a folder. `alat`: entries of the ALAT.
    fn new(topic: &str, alat: usize, files: fn(PathBuf) -> FileOptions) -> Self {
        static MADE: AtomicU32 = AtomicU32::new(0);
        let number = MADE.fetch_add(1, Ordering::Relaxed);
        let folder = Scratch::new(&format!("mapped-{number}"));
        let files = files(folder.0.clone());
        Self::load(topic, alat, files, folder)
    }

    fn load(topic: &str, alat: usize, files: FileOptions, folder: Scratch) -> Self {
        let output = Capture::default();
        let mut options = support::options("mapped.elf", topic, output.clone());
        options.files = files;
        let machine = Machine::new(machine::Options {
            alat_entries: alat,
            alat_ways: alat,
            alat_address_bits: 20,
            ..machine::Options::default()
        });
        let kernel = Kernel::load(options, &machine).unwrap();
        Self {
            folder,
            kernel,
            machine,
            output,
        }
    }

    /// Runs it to its end. Gives what it prints.
    fn ended(&mut self) -> String {
        let outcome = self
            .kernel
            .run(&mut self.machine, &mut Silent, Some(5_000_000));
        let ended = matches!(outcome, Outcome::Exit { status: 3 });
        assert!(ended, "{outcome:?} {}", self.output.text());
        self.output.text()
    }

    /// Runs it until it has printed a line.
    fn printed_line(&mut self) -> String {
        while self.output.text().is_empty() {
            self.kernel.run(&mut self.machine, &mut Silent, Some(100));
        }
        self.output.text()
    }

    /// The file that it leaves.
    fn file(&self) -> Vec<u8> {
        std::fs::read(self.folder.0.join("f")).unwrap_or_default()
    }

    fn saved(&mut self) -> Result<Checkpoint, SaveError> {
        let mut checkpoint = Checkpoint::default();
        let mut pages = Pages::of(&self.pages()).temporarily(true);
        self.kernel
            .save(&self.machine, &mut checkpoint, &mut pages)?;
        Ok(checkpoint)
    }

    fn pages(&self) -> PathBuf {
        self.folder.0.join("pages")
    }
}

/// A folder as the guest's root, in which it may change files.
fn open(folder: PathBuf) -> FileOptions {
    FileOptions {
        root: Some(folder),
        writable: true,
        ..FileOptions::default()
    }
}

/// The same with a file of ones.
fn with_file(folder: PathBuf) -> FileOptions {
    std::fs::write(folder.join("f"), [1; LENGTH]).unwrap();
    open(folder)
}

/// A folder with that file that stays as it is on the host.
fn private(folder: PathBuf) -> FileOptions {
    with_file(folder.clone());
    FileOptions {
        cwd: Some(folder),
        private: Some(Private::default()),
        ..FileOptions::default()
    }
}

/// What a topic prints, and the file that it leaves.
fn printed(topic: &str, alat: usize) -> (String, Vec<u8>) {
    let mut guest = Guest::new(topic, alat, open);
    (guest.ended(), guest.file())
}

/// What the mappings of one file and the file itself show of each other, before the file is cut.
const SEEN: &str = "1 1 2 2 1 2\nwritten 3 3 3\nbeside it 4 5\nfrom an offset 6 6\nmsync 0\nunmapped 7 7\ncut 0 0\n\
                    grown 0 0 0\nappended 43 43\n";

#[test]
fn mappings_of_a_file_and_the_file_itself_see_each_other_s_bytes() {
    let (output, file) = printed("twice", 0);
    let expected = format!("{SEEN}emptied 0\ngrown 0\n");
    assert_eq!(output, expected);
    let stored: Vec<(usize, u8)> = (0..).zip(file.clone()).filter(|it| it.1 != 0).collect();
    assert_eq!(file.len(), LENGTH);
    assert_eq!(stored, [(21, 13), (PAGE, 14)]);
}

#[test]
fn processes_see_each_other_s_stores_and_what_a_killed_one_stored_is_in_the_file() {
    let (output, file) = printed("forked", 0);
    assert_eq!(output, "woken 1 status 9: 1 2 3\nkilled 9 5\nended 256 6\n");
    assert_eq!(file[..8], [0, 1, 2, 3, 4, 5, 6, 0]);
}

#[test]
fn files_in_memory_and_in_dev_shm_are_mapped_as_others_are() {
    let (output, _) = printed("memory", 0);
    assert_eq!(output, format!("{SEEN}closed 12\nremoved 3 3\n"));
}

#[test]
fn a_mapping_does_what_its_file_was_opened_for_and_goes_on_with_it_where_it_is_moved() {
    let (output, _) = printed("rights", 0);
    assert_eq!(
        output,
        "errno 13 13\nmprotect 0\n1\nin place 1 2\n3\nmoved 4 5 3\nremoved 6 6\n"
    );
}

#[test]
fn a_store_at_another_address_of_a_page_is_seen_by_code_and_by_a_check_load() {
    assert_eq!(printed("aliases", 32).0, "40 50 40 checked 2\n");
}

#[test]
fn pages_behind_the_end_of_a_file_are_not_there_until_it_grows() {
    // A signal is its number; an exit is 256 times its status.
    let (output, file) = printed("end", 0);
    assert_eq!(
        output,
        "none 7 7\nfirst 24832 256 7\nsecond 256 7\nread only 11 7 11\nmoved 256 7 7\nerrno 14\n\
         grown 256\ncut 24832 7\n"
    );
    assert_eq!(file, b"a");
}

#[test]
fn a_file_in_memory_has_holes_where_nothing_was_written() {
    assert_eq!(
        printed("holes", 0).0,
        "empty errno 6 0+0\nbefore 2+0 0+9\ninside 2+7 3+0\ntwo 2+0 4+0\nstored 0+0 1+0\npunched 0 0 0 3\n\
         after 3+0 2+0\nerrno 95 95 0 length 5\nallocated errno 6 4+0\nlast 6+0 6+100\nbehind errno 6 errno 6\n\
         cut errno 6 1+0\nhost 0+5 2+16284\nerrno 95\n"
    );
}

/// What private mappings show of a file whose end moves, up to where another name of it is emptied.
const COPIES: &str = "none 7 7\nfirst 24832 0 256 7\nsignal 7 code 2 at 32773\ngrown 1792 7\ncut 1 7 7\n\
                      again 0 0\nread only 0 11\nmoved 1 8 7\nlonger 1 8\ndropped 97 8 11\n";

#[test]
fn pages_of_a_private_mapping_behind_the_end_of_its_file_are_not_there_and_come_with_it() {
    let (output, _) = printed("copies", 0);
    assert_eq!(output, format!("{COPIES}emptied 7\n"));
    let (output, _) = printed("memory copies", 0);
    assert_eq!(output, format!("{COPIES}emptied 24832\n"));
}

#[test]
fn pages_of_a_private_mapping_behind_the_end_of_its_file_are_not_there_after_a_checkpoint() {
    let file = |folder: PathBuf| {
        std::fs::write(folder.join("f"), [1; PAGE + 1]).unwrap();
        open(folder)
    };
    let mut guest = Guest::new("short copy", 0, file);
    let before = guest.printed_line();
    let checkpoint = guest.saved().unwrap();
    let pages = Pages::of(&guest.pages());
    let folder = guest.folder;
    let mut again = Guest::load("short copy", 0, open(folder.0.clone()), folder);
    again
        .kernel
        .resume(&mut again.machine, &checkpoint, &pages)
        .unwrap();
    assert_eq!(before + &again.ended(), "mapped\n256 7 256\n");
}

/// What is seen of a file that is opened for writing when it is mapped already.
const OPENED: &str = "mapped 1\nwritten 3 3 3\nstored 4 4 4\n1\n";

#[test]
fn a_mapping_goes_over_to_the_copy_that_a_private_view_makes_of_its_file() {
    let mut guest = Guest::new("copied", 0, private);
    assert_eq!(guest.ended(), OPENED);
    assert_eq!(guest.file(), [1; LENGTH]);
}

#[test]
fn mappings_of_a_checkpoint_are_those_of_one_file_afterwards() {
    let mut guest = Guest::new("kept", 0, with_file);
    let before = guest.printed_line();
    let checkpoint = guest.saved().unwrap();
    let pages = Pages::of(&guest.pages());
    let folder = guest.folder;
    let mut again = Guest::load("kept", 0, open(folder.0.clone()), folder);
    again
        .kernel
        .resume(&mut again.machine, &checkpoint, &pages)
        .unwrap();
    assert_eq!(before + &again.ended(), OPENED);
    assert_eq!(again.file()[5..7], [3, 4]);
}

#[test]
fn a_mapping_that_is_written_back_is_refused_by_a_checkpoint_with_its_name() {
    let mut guest = Guest::new("held", 0, open);
    guest.printed_line();
    let why = guest.saved().err().unwrap().to_string();
    assert!(why.contains("written back to /f"), "{why}");
}
