//! Running pfmon as a user does: by its name, in a folder that holds the programs.

use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// A path of the repository.
pub(crate) fn repository(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../..")
        .join(path)
}

/// A folder with every guest and workload, `pfmon` (the command under its other name), a program for IA-32, and the
/// configuration file of the document.
pub(crate) fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pfmon");
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).expect("a folder");
        for place in ["tests/guests", "tests/system", "workloads/bin"] {
            for entry in fs::read_dir(repository(place)).expect("programs") {
                let path = entry.expect("an entry").path();
                if path.extension().is_none() {
                    let name = path.file_name().expect("a name");
                    symlink(fs::canonicalize(&path).expect("a path"), folder.join(name))
                        .expect("a link");
                }
            }
        }
        symlink(env!("CARGO_BIN_EXE_epicycle"), folder.join("pfmon")).expect("a link");
        let names = "iload1\t0x8400000007e7fffb\nbr.cloop\t0x1400028003fff1fb\n";
        fs::write(folder.join(".pfmon.conf"), names).expect("a file");
        // The identification of a 32-bit little-endian ELF file for machine 3.
        let mut bytes = vec![0u8; 52];
        bytes[..7].copy_from_slice(b"\x7fELF\x01\x01\x01");
        bytes[16..20].copy_from_slice(&[2, 0, 3, 0]);
        fs::write(folder.join("hello.x86"), bytes).expect("a file");
        folder
    })
}

/// `pfmon` with a line of arguments.
pub(crate) fn pfmon(line: &str) -> Output {
    Command::new(folder().join("pfmon"))
        .args(line.split_whitespace())
        .current_dir(folder())
        .env("HOME", folder())
        .output()
        .expect("the command runs")
}

/// What `pfmon` prints, with runs of blanks made one.
pub(crate) fn lines(line: &str) -> Vec<String> {
    let output = pfmon(line);
    assert_eq!(
        output.status.code(),
        Some(0),
        "{line}: {}",
        String::from_utf8_lossy(&output.stderr)
    );
    String::from_utf8_lossy(&output.stdout)
        .lines()
        .map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "))
        .collect()
}

/// The counts, in the order of the events.
pub(crate) fn counts(line: &str) -> Vec<u64> {
    lines(line)
        .iter()
        .filter_map(|line| {
            let (count, name) = line.split_once(' ')?;
            let event = !name.is_empty()
                && name
                    .chars()
                    .all(|c| c.is_ascii_uppercase() || c.is_ascii_digit() || c == '_');
            event.then(|| count.parse().ok()).flatten()
        })
        .collect()
}

/// The hexadecimal number behind `label`.
pub(crate) fn field(line: &str, label: &str) -> Option<u64> {
    let text = line.split_once(label)?.1;
    let digits: String = text.chars().take_while(char::is_ascii_hexdigit).collect();
    u64::from_str_radix(&digits, 16).ok()
}

/// Values of one recorded register in every sample of the format `compact`: the column `column` counts from 1, as in
/// the header of that format.
pub(crate) fn column(line: &str, column: usize) -> Vec<u64> {
    lines(line)
        .iter()
        .filter_map(|line| {
            let fields: Vec<&str> = line.split(' ').collect();
            let text = fields.get(column - 1)?.strip_prefix("0x")?;
            Some(u64::from_str_radix(text, 16).expect("hexadecimal"))
        })
        .collect()
}

/// Start and size of a symbol.
pub(crate) fn symbol(program: &str, name: &str) -> (u64, u64) {
    use object::{Object, ObjectSymbol};
    let bytes = fs::read(folder().join(program)).expect("a program");
    let file = object::File::parse(&*bytes).expect("an ELF file");
    let symbol = file
        .symbols()
        .find(|symbol| symbol.name() == Ok(name))
        .unwrap_or_else(|| panic!("{program} has no {name}"));
    (symbol.address(), symbol.size())
}

/// The columns of the lines of one kind in the retire log of a run.
pub(crate) fn retire_log(line: &str, kind: &str) -> Vec<Vec<String>> {
    let file = folder().join(format!("{}-{kind}.log", line.replace(['/', ' '], "-")));
    let status = Command::new(env!("CARGO_BIN_EXE_epicycle"))
        .args(["run", "--quiet", "--retire-log"])
        .arg(&file)
        .args(line.split_whitespace())
        .current_dir(folder())
        .output()
        .expect("the command runs")
        .status;
    assert_eq!(status.code(), Some(0), "{line}");
    let text = fs::read_to_string(&file).expect("a log");
    fs::remove_file(&file).expect("removed");
    text.lines()
        .filter_map(|line| line.strip_prefix(kind)?.strip_prefix('\t'))
        .map(|line| line.split('\t').map(str::to_owned).collect())
        .collect()
}

/// A hexadecimal column.
pub(crate) fn hex(text: &str) -> u64 {
    u64::from_str_radix(text, 16).expect("hexadecimal")
}

/// Are two long lists equal? Says only where they begin to differ.
pub(crate) fn same<T: PartialEq + std::fmt::Debug>(actual: &[T], expected: &[T], what: &str) {
    let differing = actual.iter().zip(expected).position(|(a, b)| a != b);
    let at = differing.unwrap_or(actual.len().min(expected.len()));
    assert!(
        actual == expected,
        "{what}: {} of {}, entry {at} is {:x?} instead of {:x?}",
        actual.len(),
        expected.len(),
        actual.get(at),
        expected.get(at)
    );
}
