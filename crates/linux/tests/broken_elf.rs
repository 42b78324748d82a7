//! Executables of which one field, or two of one program header, hold what no linker writes: each is refused with a
//! message that names the file and the status of a shell, or runs; nothing panics, hangs or takes the host's memory.

use linux::{FileOptions, Kernel, Options, QUANTUM, Streams};
use machine::{Machine, Silent};
use std::path::{Path, PathBuf};

/// A field: name, offset and bytes.
type Field = (&'static str, usize, usize);

/// `Elf64_Ehdr`.
const HEADER: [Field; 20] = [
    ("ei_magic", 0, 4),
    ("ei_class", 4, 1),
    ("ei_data", 5, 1),
    ("ei_version", 6, 1),
    ("ei_osabi", 7, 1),
    ("ei_abiversion", 8, 1),
    ("ei_pad", 9, 7),
    ("e_type", 16, 2),
    ("e_machine", 18, 2),
    ("e_version", 20, 4),
    ("e_entry", 24, 8),
    ("e_phoff", 32, 8),
    ("e_shoff", 40, 8),
    ("e_flags", 48, 4),
    ("e_ehsize", 52, 2),
    ("e_phentsize", 54, 2),
    ("e_phnum", 56, 2),
    ("e_shentsize", 58, 2),
    ("e_shnum", 60, 2),
    ("e_shstrndx", 62, 2),
];

/// `Elf64_Phdr`.
const PROGRAM_HEADER: [Field; 8] = [
    ("p_type", 0, 4),
    ("p_flags", 4, 4),
    ("p_offset", 8, 8),
    ("p_vaddr", 16, 8),
    ("p_paddr", 24, 8),
    ("p_filesz", 32, 8),
    ("p_memsz", 40, 8),
    ("p_align", 48, 8),
];
const PROGRAM_HEADER_SIZE: usize = 56;

/// `Elf64_Shdr`; only the symbol tables are read, which a damaged one does without.
const SECTION_HEADER: [Field; 10] = [
    ("sh_name", 0, 4),
    ("sh_type", 4, 4),
    ("sh_flags", 8, 8),
    ("sh_addr", 16, 8),
    ("sh_offset", 24, 8),
    ("sh_size", 32, 8),
    ("sh_link", 40, 4),
    ("sh_info", 44, 4),
    ("sh_addralign", 48, 8),
    ("sh_entsize", 56, 8),
];
const SECTION_HEADER_SIZE: usize = 64;

/// Bytes of host memory that the whole test may need beyond what it had: far less than the sizes that the files ask for.
const MEMORY: u64 = 256 << 20;

fn get(file: &[u8], at: usize, bytes: usize) -> u64 {
    let mut word = [0; 8];
    word[..bytes].copy_from_slice(&file[at..at + bytes]);
    u64::from_le_bytes(word)
}

fn put(file: &mut [u8], at: usize, bytes: usize, value: u64) {
    file[at..at + bytes].copy_from_slice(&value.to_le_bytes()[..bytes]);
}

/// What a field is made to hold instead of `now`, in a file of `size` bytes.
fn values(now: u64, bytes: usize, size: usize) -> Vec<u64> {
    let mask = u64::MAX >> (64 - 8 * bytes);
    let page = 0x4000;
    let mut all: Vec<u64> = [
        0,
        1,
        2,
        3,
        7,
        mask,
        mask - 1,
        mask >> 1,
        (mask >> 1) + 1,
        now.wrapping_add(1),
        now.wrapping_sub(1),
        now.wrapping_neg(),
        now.wrapping_add(page),
        now.wrapping_sub(page),
        now << 32,
        size as u64,
        size as u64 - 1,
        size as u64 + 1,
        page - 1,
        1 << 33,
        1 << 39,
        1 << 40,
        (1 << 40) + 1,
        0x2000_0000_0000_0000,
        0x6000_0000_0000_0000,
        // The ends of regions 3 and 4, above which Linux maps nothing.
        0x7fff_ffff_ffff_c000,
        0x9fff_ffff_ffff_ffff,
        0xa000_0000_0000_0000,
        u64::MAX - page + 1,
        u64::MAX - now,
        (u64::MAX - now).wrapping_add(1),
    ]
    .map(|value| value & mask)
    .to_vec();
    all.sort_unstable();
    all.dedup();
    all.retain(|&value| value != now);
    all
}

/// A directory that goes away with the test, in which the broken programs are written.
struct Folder(PathBuf);

impl Folder {
    fn new(name: &str) -> Folder {
        let path = std::env::temp_dir().join(format!("epicycle-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&path);
        std::fs::create_dir_all(&path).unwrap();
        Folder(path)
    }

    fn options(&self, topic: &str) -> Options {
        Options {
            program: "/broken-program".into(),
            arguments: vec![b"broken".to_vec(), topic.into()],
            environment: Vec::new(),
            name: None,
            files: FileOptions {
                root: Some(self.0.clone()),
                ..FileOptions::default()
            },
            streams: Streams::default(),
            frequency_hz: 800_000_000,
            memory_bytes: 1 << 30,
            disk_bytes: 1 << 30,
            quantum: QUANTUM,
            strace: None,
        }
    }

    /// Makes a new file each time: many hosts wait for the disk when a file is truncated and written again.
    fn write(&self, name: &str, bytes: &[u8]) {
        let path = self.0.join(name);
        let _ = std::fs::remove_file(&path);
        std::fs::write(path, bytes).unwrap();
    }

    /// Runs a file for a while; gives the message if it is refused.
    fn run(&self, file: &[u8], topic: &str, what: &str) -> Option<String> {
        self.write("broken-program", file);
        let mut machine = Machine::new(machine::Options::default());
        match Kernel::load(self.options(topic), &machine) {
            Ok(mut kernel) => {
                kernel.run(&mut machine, &mut Silent, Some(1_500));
                None
            }
            Err(error) => {
                let message = error.to_string();
                assert_eq!(error.status(), 126, "{what}: {message}");
                assert!(
                    message.starts_with("/broken-program: "),
                    "{what}: {message}"
                );
                assert!(
                    message.len() > 30 && !message.contains('\n'),
                    "{what}: {message}"
                );
                Some(message)
            }
        }
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn guests() -> [(&'static str, Vec<u8>); 2] {
    let read =
        |path: &str| std::fs::read(Path::new(env!("CARGO_MANIFEST_DIR")).join(path)).unwrap();
    [
        ("hello", read("../../tests/guests/hello")),
        // With an unwind table, a zeroed tail and a crash that has a backtrace.
        ("crash", read("tests/guest/calls.elf")),
    ]
}

/// The most memory that this process has had, in bytes; 0 where the host does not say.
fn peak() -> u64 {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"));
    let kilobytes = line.and_then(|line| line.trim().split(' ').next()?.parse().ok());
    kilobytes.unwrap_or(0_u64) << 10
}

/// The tables of headers of a file: what they are, where the first is, how many and how large, and the fields of each.
fn tables(file: &[u8]) -> [(&'static str, usize, usize, usize, &'static [Field]); 3] {
    let count = |at| get(file, at, 2) as usize;
    let offset = |at| get(file, at, 8) as usize;
    [
        ("header", 0, 1, 64, &HEADER),
        (
            "program header",
            offset(32),
            count(56),
            PROGRAM_HEADER_SIZE,
            &PROGRAM_HEADER,
        ),
        (
            "section header",
            offset(40),
            count(60),
            SECTION_HEADER_SIZE,
            &SECTION_HEADER,
        ),
    ]
}

#[test]
fn any_value_in_any_field_of_a_header_is_refused_by_name_or_runs() {
    let folder = Folder::new("fields");
    let before = peak();
    let (mut refused, mut ran) = (0, 0);
    for (topic, file) in guests() {
        assert_eq!(folder.run(&file, topic, "the whole file"), None);
        for (table, first, count, size, fields) in tables(&file) {
            for index in 0..count {
                for &(name, offset, bytes) in fields {
                    let at = first + index * size + offset;
                    let now = get(&file, at, bytes);
                    let values = values(now, bytes, file.len()).into_iter();
                    // The many fields of sections, which loading does not need, get every fifth value each.
                    let (start, step) = if table == "section header" {
                        (at % 5, 5)
                    } else {
                        (0, 1)
                    };
                    for value in values.skip(start).step_by(step) {
                        let mut broken = file.clone();
                        put(&mut broken, at, bytes, value);
                        let what = format!("{topic}: {table} {index}, {name} = {value:#x}");
                        match folder.run(&broken, topic, &what) {
                            Some(_) => refused += 1,
                            None => ran += 1,
                        }
                    }
                }
            }
        }
    }
    println!("{refused} refused, {ran} ran");
    assert!(refused > 200 && ran > 200, "{refused} refused, {ran} ran");
    let grown = peak().saturating_sub(before);
    assert!(grown < MEMORY, "the files took {grown} bytes of the host");
}

#[test]
fn any_two_values_in_one_program_header_are_refused_by_name_or_run() {
    let folder = Folder::new("pairs");
    let before = peak();
    let (mut refused, mut ran) = (0, 0);
    for (topic, file) in guests() {
        let [_, (_, first, count, size, _), _] = tables(&file);
        for index in 0..count {
            let fields = [2, 3, 5, 6].map(|n| PROGRAM_HEADER[n]);
            for (n, &(name, offset, bytes)) in fields.iter().enumerate() {
                for &(other, other_offset, other_bytes) in &fields[n + 1..] {
                    let (at, other_at) = (
                        first + index * size + offset,
                        first + index * size + other_offset,
                    );
                    for value in values(get(&file, at, bytes), bytes, file.len()) {
                        let others = values(get(&file, other_at, bytes), bytes, file.len());
                        // Every eighth pair, another eighth for each value.
                        for other_value in others.into_iter().skip(value as usize % 8).step_by(8) {
                            let mut broken = file.clone();
                            put(&mut broken, at, bytes, value);
                            put(&mut broken, other_at, other_bytes, other_value);
                            let what = format!(
                                "{topic}: program header {index}, {name} = {value:#x}, {other} = {other_value:#x}"
                            );
                            match folder.run(&broken, topic, &what) {
                                Some(_) => refused += 1,
                                None => ran += 1,
                            }
                        }
                    }
                }
            }
        }
    }
    println!("{refused} refused, {ran} ran");
    assert!(refused > 1000 && ran > 500, "{refused} refused, {ran} ran");
    let grown = peak().saturating_sub(before);
    assert!(grown < MEMORY, "the files took {grown} bytes of the host");
}

#[test]
fn a_dynamic_linker_with_any_value_in_a_header_field_is_refused_by_name_or_runs() {
    let folder = Folder::new("linkers");
    let [(_, mut hello), (_, mut program)] = guests();
    // A shared object lies wherever there is room, so its own addresses start at zero.
    put(&mut hello, 16, 2, 3);
    let entry = get(&hello, 24, 8) & 0xffff;
    put(&mut hello, 24, 8, entry);
    put(&mut hello, 64 + 16, 8, 0);
    // The last program header, which is of the unwind table, becomes one that names a dynamic linker.
    let [_, (_, first, count, size, _), _] = tables(&program);
    let header = first + (count - 1) * size;
    let name = b"/broken-linker\0";
    let at = program.len() as u64;
    program.extend_from_slice(name);
    put(&mut program, header, 4, 3);
    put(&mut program, header + 8, 8, at);
    put(&mut program, header + 32, 8, name.len() as u64);
    let message = folder.run(&program, "start", "no linker").unwrap();
    assert!(message.contains("/broken-linker"), "{message}");

    let (mut refused, mut ran) = (0, 0);
    for (table, first, count, size, fields) in tables(&hello) {
        for index in 0..count {
            for &(name, offset, bytes) in fields {
                let at = first + index * size + offset;
                for value in values(get(&hello, at, bytes), bytes, hello.len()) {
                    let mut linker = hello.clone();
                    put(&mut linker, at, bytes, value);
                    folder.write("broken-linker", &linker);
                    let what = format!("{table} {index}, {name} = {value:#x}");
                    match folder.run(&program, "start", &what) {
                        Some(_) => refused += 1,
                        None => ran += 1,
                    }
                }
            }
        }
    }
    println!("{refused} refused, {ran} ran");
    assert!(refused > 50 && ran > 50, "{refused} refused, {ran} ran");
}
