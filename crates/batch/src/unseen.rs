//! What no run of a batch sees of the host's files: what the batch itself writes, in its folders and beside them.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use files::Lock;
use report::{JOURNAL_FILE, SUMMARY_FILE};

use crate::{Options, Plan};

/// The files and folders that are hidden from the runs: the folders of results and of kept scratch folders, the store, and what the caller
/// writes ([`Options::unseen`]). Of a folder that holds one that runs read, which stays, what the batch writes in it is hidden.
pub(crate) fn unseen(plan: &Plan, options: &Options) -> Arc<[PathBuf]> {
    let read = plan.workloads.iter();
    let read = read.flat_map(|workload| workload.inputs(&plan.directory));
    let read = read.filter_map(|(_, path)| path.canonicalize().ok());
    let read: Vec<PathBuf> = plan
        .directory
        .canonicalize()
        .into_iter()
        .chain(read)
        .collect();
    let holds_read = |folder: &Path| {
        let folder = folder.canonicalize();
        folder.is_ok_and(|folder| read.iter().any(|read| read.starts_with(&folder)))
    };
    let store = options.store.as_ref();
    let store = store.map(|store| store.directory().to_owned());
    let mut unseen: Vec<PathBuf> = options.unseen.iter().cloned().chain(store).collect();
    let kept = options.keep_scratch.as_deref();
    for folder in std::iter::once(&*options.out).chain(kept) {
        if holds_read(folder) {
            let names = plan.workloads.iter().map(|workload| &workload.name);
            unseen.extend(names.map(|name| folder.join(name)));
            unseen.extend([SUMMARY_FILE, JOURNAL_FILE].map(|name| folder.join(name)));
            unseen.push(Lock::file_in(folder));
        }
        unseen.push(folder.to_owned());
    }
    unseen.into()
}
