//! Whether the runs of a batch can have their scratch folders, found out before the first of them and before a result is replaced.

use std::collections::BTreeSet;
use std::path::Path;
use std::{fs, io};

use files::{Made, Output};

use crate::{BatchError, Options};

/// Makes the folders around those in which the files of the guests are kept, or looks whether temporary ones can be made.
///
/// # Errors
/// A folder to be kept is not empty, as it is after an earlier batch, or the host does not let one be made.
pub(crate) fn prepare<'a>(
    options: &Options,
    folders: impl Iterator<Item = &'a Path> + Clone,
) -> Result<Vec<Made>, BatchError> {
    let Some(kept) = &options.keep_scratch else {
        let place = std::env::temp_dir();
        return match sim::try_scratch_folder() {
            Ok(()) => Ok(Vec::new()),
            Err(source) => {
                // Where the place itself is what is wrong, the host's reason for that.
                let source = fs::read_dir(&place).err().unwrap_or(source);
                Err(BatchError::Temporary { place, source })
            }
        };
    };
    let fail = |path: &Path, source| BatchError::Scratch {
        path: path.into(),
        kept: kept.clone(),
        source,
    };
    for folder in folders.clone() {
        empty(folder).map_err(|source| fail(folder, source))?;
    }
    let above: BTreeSet<&Path> = folders.clone().filter_map(Path::parent).collect();
    let made = above.into_iter().map(|folder| {
        let made = Made::folder(folder);
        let probed = made.and_then(|made| Output::create(&folder.join("probe")).map(|_| made));
        probed.map_err(|source| fail(folder, source))
    });
    let mut made: Vec<Made> = made.collect::<Result<_, _>>()?;
    // The first has also made those around all, which are removed when they are empty.
    made.reverse();
    Ok(made)
}

/// Whether a folder is empty or not there.
fn empty(folder: &Path) -> io::Result<()> {
    match fs::read_dir(folder).map(|mut entries| entries.next().is_none()) {
        Ok(true) => Ok(()),
        Ok(false) => Err(io::Error::from(io::ErrorKind::DirectoryNotEmpty)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        Err(error) => Err(error),
    }
}
