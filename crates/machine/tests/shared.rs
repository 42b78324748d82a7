//! The project's common material, when it lies beside the repository: instruction vectors, random
//! programs and self-checking programs. Absent, the tests say so and pass.

#[macro_use]
#[path = "../../../tests/skipped.rs"]
mod skipped;

use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use machine::Silent;

mod support;

/// Forms whose golden bytes deviate from the manual, and why.
const DEVIATIONS: &[(&str, &str)] = &[
    // Volume 3, `xchg` and `cmpxchg`: the low 4 bytes of r2 are stored. The golden bytes have the
    // upper half or-ed into the byte-swapped word.
    ("be0", "M.be.xchg4"),
    ("be0", "M.be.cmpxchg4"),
];

/// Unpacks an archive of ../shared once; `None` (with a word about it) when there is none.
fn unpack(archive: &str) -> Option<PathBuf> {
    let from = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared")
        .join(archive);
    let Ok(metadata) = from.metadata() else {
        skipped!("{} is not there", from.display());
        return None;
    };
    // A newer archive is unpacked again.
    let modified = metadata.modified().unwrap();
    let age = modified.duration_since(std::time::UNIX_EPOCH).unwrap();
    let name = format!("{}-{}", archive.replace('/', "-"), age.as_secs());
    let to = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    if to.exists() {
        return Some(to);
    }
    let partial = to.with_extension(format!("partial-{}", std::process::id()));
    std::fs::create_dir_all(&partial).unwrap();
    if !decompress(&from, &partial) {
        skipped!("{} cannot be unpacked here", from.display());
        return None;
    }
    // Another test may have been faster.
    let _ = std::fs::rename(&partial, &to);
    Some(to)
}

/// False when zstd or tar is missing or fails.
fn decompress(from: &Path, to: &Path) -> bool {
    let zstd = Command::new("zstd")
        .args(["-dc", "--long=27"])
        .arg(from)
        .stdout(Stdio::piped())
        .spawn();
    let Ok(mut zstd) = zstd else {
        return false;
    };
    let Some(output) = zstd.stdout.take() else {
        return false;
    };
    let tar = Command::new("tar")
        .args(["xf", "-", "-C"])
        .arg(to)
        .stdin(output)
        .status();
    zstd.wait().is_ok_and(|status| status.success()) && tar.is_ok_and(|status| status.success())
}

fn files(directory: &Path, extension: &str) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = std::fs::read_dir(directory)
        .into_iter()
        .flatten()
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().unwrap_or_default() == extension)
        .collect();
    files.sort();
    files
}

/// The bytes that a form's records occupy in the output.
fn records(form: &serde_json::Value) -> std::ops::Range<usize> {
    let number = |key: &str| form[key].as_u64().unwrap_or(0) as usize;
    number("off")..number("off") + number("count") * number("rec")
}

#[test]
fn every_form_of_the_vectors_gives_the_golden_bytes() {
    let Some(root) = unpack("vectors/vectors.tar.zst") else {
        return;
    };
    let mut wrong = Vec::new();
    for path in files(&root.join("elf"), "elf") {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let golden = std::fs::read(root.join(format!("golden/{name}.bin"))).unwrap();
        let meta = std::fs::read(path.with_extension("json")).unwrap();
        let meta: serde_json::Value = serde_json::from_slice(&meta).unwrap();
        let ending = support::run(
            &std::fs::read(&path).unwrap(),
            &mut Silent,
            1 << 40,
            u64::MAX,
        );
        assert_eq!(ending.status, Ok(0), "{name}");
        assert_eq!(ending.output.len(), golden.len(), "{name}");
        for form in meta["insts"].as_array().unwrap() {
            let known = |&(file, known): &(&str, &str)| file == name && form["name"] == known;
            let range = records(form);
            if ending.output[range.clone()] != golden[range] && !DEVIATIONS.iter().any(known) {
                wrong.push(format!("{name} {}", form["name"]));
            }
        }
    }
    assert_eq!(wrong, Vec::<String>::new());
}

#[test]
fn every_random_program_gives_the_golden_bytes() {
    let Some(root) = unpack("vectors/fuzz.tar.zst") else {
        return;
    };
    for path in files(&root.join("fuzz"), "elf") {
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        let golden = std::fs::read(root.join(format!("golden-fuzz/{name}.bin"))).unwrap();
        // A portion of a prime number of instructions cuts blocks at every slot.
        let ending = support::run(&std::fs::read(&path).unwrap(), &mut Silent, 1 << 40, 97);
        assert_eq!(ending.status, Ok(0), "{name}");
        assert!(ending.output == golden, "{name}");
    }
}

#[test]
fn self_checking_programs_pass_in_the_expected_number_of_instructions() {
    /// Every so many programs are run; all of them take half a minute.
    const SAMPLE: usize = 17;
    let Some(root) = unpack("torture/torture.tar.zst") else {
        return;
    };
    let root = root.join("dev");
    let index = std::fs::read_to_string(root.join("index.tsv")).unwrap();
    let mut run = 0;
    for line in index.lines().skip(1).step_by(SAMPLE) {
        let [name, _, _, library, _, instructions, ..] = line.split('\t').collect::<Vec<_>>()[..]
        else {
            continue;
        };
        // What needs a C library needs an operating system, too.
        if library != "bare" {
            continue;
        }
        let elf = std::fs::read(root.join(name)).unwrap();
        let ending = support::run(&elf, &mut Silent, 1 << 40, u64::MAX);
        assert_eq!(ending.status, Ok(0), "{name}");
        assert_eq!(ending.instructions.to_string(), instructions, "{name}");
        run += 1;
    }
    assert!(run > 0, "the index names no program");
}
