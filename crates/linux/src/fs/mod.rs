//! The guest's view of files: paths, open files, pipes and the few synthetic files of `/dev` and `/proc`.
//!
//! Nothing that varies between hosts or checkouts is shown: inode numbers are dense and in order of first sight,
//! owners are fixed, times are the run's own, directories list in byte order.

pub(crate) mod change;
pub(crate) mod dependencies;
pub(crate) mod disk;
pub(crate) mod file;
pub(crate) mod handle;
pub(crate) mod host;
pub(crate) mod memory_file;
pub(crate) mod overlay;
pub(crate) mod path;
pub(crate) mod pipe;
pub(crate) mod scratch;
pub(crate) mod special;
pub(crate) mod store;
pub(crate) mod table;
pub(crate) mod tree;
mod view;

use self::disk::Disk;
use crate::abi::consts::mode;
use crate::abi::errno::Errno;
use crate::abi::layout::Status;
use checkpoint::{Damage, Grows as _, State as _};
pub use dependencies::{Contents, Dependencies};
use host::{Attributes, FileId, FileRef, Host, Role};
use overlay::Upper;
use scratch::OwnFolder;
pub use scratch::{remove_leftovers, try_scratch_folder};
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};
use std::path::PathBuf;
use std::rc::Rc;
use tree::{Node, Source};

/// `st_dev` of every file.
pub(crate) const DEVICE: u64 = 0x803;

/// Which of the host's files the guest reaches, and how.
#[derive(Clone, Debug, Default)]
pub struct FileOptions {
    /// Directory that is the guest's `/`. Without it the guest sees the host's real paths, as with qemu-user and Ski.
    pub root: Option<PathBuf>,
    /// The guest's working directory at start: a path inside `root`, else a path of the host. Without it: `/` of `root`, else the host's.
    pub cwd: Option<PathBuf>,
    /// Name of the first working directory that the guest sees, for runs whose result must not depend on where they
    /// are. Only without `root`.
    pub cwd_name: Option<PathBuf>,
    /// Lets the guest change files below `root`. Without `root` the host's permissions decide.
    pub writable: bool,
    /// Directory in which absolute paths are looked up first, for the dynamic linker and its libraries; read-only.
    pub sysroot: Option<PathBuf>,
    /// Gives the guest a view of its own, and keeps its changes apart; `writable` and `cwd_name` have no effect then.
    pub private: Option<Private>,
}

/// A view of files that one run has for itself, as each run of a batch gets one. The guest finds the folder [`FileOptions::cwd`]
/// as `/guest`, its first working directory, and beside it only what is named here, `root` and `sysroot`; all of that stays as
/// it is on the host. What the guest writes, wherever that is, goes to a scratch folder that is laid over it; `/tmp` is there too.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Private {
    /// Further files and folders of the host, as named from the folder: the guest finds each under the name that stands here, a
    /// relative one counted from `/guest` (`../data/x` is `/data/x`).
    pub files: Vec<PathBuf>,
    /// Guest path of the first working directory, a relative one counted from `/guest`; `None`: `/guest`.
    pub cwd: Option<String>,
    /// The guest can change nothing: `EROFS`.
    pub frozen: bool,
    /// Folder of the host that keeps what the guest writes, made where it is missing, empty at the start. At the end of the run
    /// it has a mark for each file that the guest has removed and that lies under it: an empty file `.wh.NAME`; and
    /// `.wh..wh..opq` in a folder that has taken the place of one, as in layers of container images. `None`: a temporary one,
    /// removed at the end of the run.
    pub scratch: Option<PathBuf>,
    /// Folders and files of the host that the guest does not see, wherever they lie: what a batch writes.
    pub unseen: Vec<PathBuf>,
    /// Whether what the run finds of the host's files is recorded ([`Dependencies`]).
    pub noted: bool,
}

/// State of the file view that all processes share.
pub(crate) struct Files {
    pub(crate) host: Host,
    pub(crate) root: Rc<Node>,
    /// `/` of the sysroot, if its files take precedence over the host's.
    library: Option<Rc<Node>>,
    library_first: bool,
    /// Whether the guest's changes go to a scratch folder over files that are never changed.
    pub(crate) private: bool,
    /// Whether the guest cannot change anything.
    frozen: bool,
    /// Path of the scratch folder, if it is kept after the run.
    kept: Option<PathBuf>,
    /// Directories of the scratch folder, by their identity on the host.
    uppers: HashMap<FileId, Upper>,
    /// Bytes of memory that `uppers` takes.
    uppers_held: u64,
    /// Guest path under which the program itself can be opened, and its file.
    pub(crate) program: Option<(Vec<u8>, Rc<FileRef>)>,
    inodes: HashMap<FileId, u64>,
    /// Files that have lost their last name and may be open; their numbers are kept until they are closed.
    pub(crate) unlinked: BTreeSet<FileId>,
    next_inode: u64,
    /// Times set during the run, by inode number.
    times: HashMap<u64, [u64; 3]>,
    /// Times of files that the run has not touched.
    epoch: u64,
    /// What the run may still take of the host's disks.
    pub(crate) disk: Disk,
    /// Files that were copied to the scratch folder (old identity, copy) and to which open files have still to be moved.
    pub(crate) copied: Vec<(FileId, Rc<FileRef>)>,
    /// The folder of `/dev/shm`, made when it is first used.
    shared_memory: OnceCell<(Rc<Source>, OwnFolder)>,
    /// The host's folder behind `/guest`, for noticing files beside it that a program looked for.
    folder: Option<PathBuf>,
    /// Files of the host that programs looked for and that are not in the private view; at most a few of them.
    pub(crate) unseen: BTreeSet<String>,
    /// The guest's name of the first file or folder of the host that it has opened for writing or changed otherwise.
    pub(crate) changed: Option<Vec<u8>>,
    /// The temporary scratch folder, which is removed with the view.
    _scratch: Option<OwnFolder>,
}

impl Files {
    /// The guest's number for a host file.
    pub(crate) fn inode(&mut self, id: FileId) -> u64 {
        if let Some(&inode) = self.inodes.get(&id) {
            return inode;
        }
        let inode = self.fresh_inode();
        self.inodes.insert(id, inode);
        inode
    }

    /// The identities on the host of the file with a number: more than one if it was copied.
    pub(crate) fn ids_of(&self, inode: u64) -> impl Iterator<Item = FileId> {
        let found = self.inodes.iter().filter(move |it| *it.1 == inode);
        found.map(|(&id, _)| id)
    }

    /// Bytes of memory that the numbers and times of files, the scratch folder's directories, the directories in use
    /// and the disk's counts take.
    pub(crate) fn held(&self) -> u64 {
        let numbers = self.inodes.capacity() * 2 * size_of::<(u64, u64, u64)>();
        let times = self.times.capacity() * 2 * size_of::<(u64, [u64; 3])>();
        let directories = self.uppers_held + self.root.all_held();
        (numbers + times) as u64 + directories + self.disk.held()
    }

    /// Whether `/dev/shm` is in use.
    pub(crate) fn has_shared_memory(&self) -> bool {
        self.shared_memory.get().is_some()
    }

    /// Saves the numbers and times of files.
    pub(crate) fn save_numbers(&self, out: &mut Vec<u8>) {
        self.inodes.save_all(out);
        self.next_inode.save(out);
        self.times.save_all(out);
    }

    /// Replaces the numbers and times of files by saved ones.
    pub(crate) fn load_numbers(&mut self, from: &mut checkpoint::Source<'_>) -> Result<(), Damage> {
        self.inodes.load_all(from)?;
        self.next_inode.load(from)?;
        self.times.load_all(from)
    }

    /// A number that no host file has.
    pub(crate) fn fresh_inode(&mut self) -> u64 {
        self.next_inode += 1;
        self.next_inode
    }

    /// Notes that a file has lost a name; with the last one it is [`Files::unlinked`].
    pub(crate) fn lost_name(&mut self, attributes: &Attributes) {
        let last = attributes.links <= 1 || attributes.is_directory();
        self.disk.unname(attributes.id, last);
        if last {
            self.unlinked.insert(attributes.id);
        }
    }

    /// Forgets the numbers of files without a name that have ended: the host reuses inode numbers, so that the guest's number must
    /// not outlive the file.
    pub(crate) fn forget_numbers(&mut self, has_ended: impl Fn(FileId) -> bool) {
        let ended: Vec<FileId> = self
            .unlinked
            .iter()
            .copied()
            .filter(|&id| has_ended(id))
            .collect();
        for id in ended {
            self.unlinked.remove(&id);
            if let Some(inode) = self.inodes.remove(&id) {
                self.times.remove(&inode);
            }
        }
    }

    /// Sets the times of a file; `None` leaves one as it is.
    pub(crate) fn set_times(&mut self, inode: u64, times: [Option<u64>; 3]) {
        let entry = self.times.entry(inode).or_insert([self.epoch; 3]);
        for (old, new) in entry.iter_mut().zip(times) {
            *old = new.unwrap_or(*old);
        }
    }

    /// Notes that a file's or directory's status changed, or its contents as well.
    pub(crate) fn touch(&mut self, id: FileId, time: u64, modified: bool) {
        let inode = self.inode(id);
        self.set_times(inode, [None, modified.then_some(time), Some(time)]);
    }

    /// Notes that a directory's contents changed.
    pub(crate) fn touch_directory(&mut self, node: &Rc<Node>, time: u64) {
        if let Ok(Some(attributes)) = self.directory_attributes(node) {
            self.touch(attributes.id, time, true);
        }
    }

    /// The host's attributes of a directory; `None` for one that the host does not have.
    pub(crate) fn directory_attributes(
        &self,
        node: &Rc<Node>,
    ) -> Result<Option<Attributes>, Errno> {
        let layers = self.layers(node)?;
        layers
            .first()
            .map(|layer| Attributes::of(&*layer.place))
            .transpose()
    }

    /// What `stat` shows of a directory.
    pub(crate) fn directory_status(&mut self, node: &Rc<Node>) -> Result<Status, Errno> {
        Ok(match self.directory_attributes(node)? {
            Some(attributes) => self.status(&attributes),
            None => self.synthetic(PROVIDED_INODE, mode::DIRECTORY | 0o555, 0, 0),
        })
    }

    /// What `stat` shows of a host file.
    pub(crate) fn status(&mut self, attributes: &Attributes) -> Status {
        let inode = self.inode(attributes.id);
        let directory = attributes.is_directory();
        let format = match attributes.mode & mode::FORMAT {
            mode::BLOCK => mode::CHARACTER,
            format => format,
        };
        Status {
            inode,
            mode: format | (attributes.mode & 0o7777),
            // File systems differ in the count of a directory; 1 means unknown to programs that use it.
            links: if directory {
                1
            } else {
                u32::try_from(attributes.links).unwrap_or(u32::MAX)
            },
            device: 0,
            size: if directory { 4096 } else { attributes.size },
            times: self.times.get(&inode).copied().unwrap_or([self.epoch; 3]),
        }
    }

    /// Status of a file that exists only here.
    pub(crate) fn synthetic(&self, inode: u64, mode: u32, device: u64, size: u64) -> Status {
        Status {
            inode,
            mode,
            links: 1,
            device,
            size,
            times: [self.epoch; 3],
        }
    }

    /// The record of what the run has found of the host's files.
    pub(crate) fn dependencies(&self) -> Option<Result<Dependencies, String>> {
        self.host.dependencies(self.folder.as_deref()?)
    }

    /// The folder of the host that had no room for what a private view wrote, if one had none. The run then goes on with another result than
    /// on a host with room, which it could not tell from its own limit.
    pub(crate) fn without_room(&self) -> Option<PathBuf> {
        let is_full = self.private && self.host.is_full();
        is_full.then(|| self.kept.clone().unwrap_or_else(std::env::temp_dir))
    }

    /// The temporary scratch folder.
    #[cfg(test)]
    pub(crate) fn scratch_folder(&self) -> Option<&std::path::Path> {
        self._scratch.as_ref().map(OwnFolder::path)
    }

    /// The folder of the host that `/dev/shm` stands for: empty at the start, and gone with the view.
    fn shared_memory(&self) -> Result<Rc<Source>, Errno> {
        if let Some((source, _)) = self.shared_memory.get() {
            return Ok(Rc::clone(source));
        }
        let folder = OwnFolder::new()?;
        let (place, attributes) = self.host.named(folder.path())?;
        let source = Rc::new(Source {
            place: Rc::new(place),
            id: attributes.id,
            role: Role::Shared,
            base: None,
        });
        let (source, _) = self.shared_memory.get_or_init(|| (source, folder));
        Ok(Rc::clone(source))
    }
}

/// Inode number of the directories that the personality provides.
pub(crate) const PROVIDED_INODE: u64 = 101;
