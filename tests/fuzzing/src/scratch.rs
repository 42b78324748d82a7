//! A folder for the files of one input.

use std::cell::OnceCell;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::LazyLock;

use tempfile::TempDir;

thread_local! {
    static FOLDER: OnceCell<TempDir> = const { OnceCell::new() };
}

/// The folder of this thread, which is kept from one input to the next.
pub(crate) fn folder() -> PathBuf {
    FOLDER.with(|folder| {
        let made = folder.get_or_init(|| tempfile::tempdir().expect("the host takes a folder"));
        made.path().to_owned()
    })
}

/// Makes the folder `name` in the folder of this thread, empty.
pub(crate) fn empty(name: &str) -> PathBuf {
    let folder = folder().join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the host takes a folder");
    folder
}

/// A file in the folder of this thread with `data` in it.
pub(crate) fn file(name: &str, data: &[u8]) -> PathBuf {
    let path = folder().join(name);
    fs::write(&path, data).expect("the host takes a file");
    path
}

/// Splits text at lines that are `%`.
pub(crate) fn parts(data: &[u8]) -> Vec<Vec<u8>> {
    data.split(|&byte| byte == b'\n')
        .fold(vec![Vec::new()], |mut parts, line| {
            if line == b"%" {
                parts.push(Vec::new());
            } else if let Some(part) = parts.last_mut() {
                part.extend_from_slice(line);
                part.push(b'\n');
            }
            parts
        })
}

/// Every file below a folder with its bytes, in the order of the paths.
pub(crate) fn contents(folder: &Path) -> Vec<(PathBuf, Vec<u8>)> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(&folder)
            .expect("the folder is there")
            .flatten()
        {
            let path = entry.path();
            if path.is_dir() {
                folders.push(path);
            } else {
                let data = fs::read(&path).expect("the file is there");
                files.push((path, data));
            }
        }
    }
    files.sort();
    files
}

/// The folder of the workspace.
static WORKSPACE: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    folder.canonicalize().expect("the workspace is there")
});

/// A file of the workspace.
pub(crate) fn workspace(path: &str) -> PathBuf {
    WORKSPACE.join(path)
}
