//! Builds the tree that the guest sees from the options.

use super::disk::Disk;
use super::host::{FileRef, Host, Means, Role};
use super::overlay::Upper;
use super::path::{From, Place, join, normalise};
use super::scratch::OwnFolder;
use super::tree::{Child, Layer, Mount, Node, Point, Source};
use super::{FileOptions, Files, Private};
use crate::abi::errno::Errno;
use crate::error::LoadError;
use rustix::fs::OFlags;
use std::cell::OnceCell;
use std::collections::{BTreeSet, HashMap};
use std::ffi::OsStr;
use std::io::{self, Read};
use std::os::unix::ffi::OsStrExt;
use std::path::{Path, PathBuf};
use std::rc::Rc;

const ROOT: &str = "the root";
const SYSROOT: &str = "the sysroot";
const WORKING: &str = "the working directory";
const SCRATCH: &str = "the scratch folder";
const FOLDER: &str = "the folder";
const FILE: &str = "the file";

/// Guest path of the folder of a private view.
const GUEST: &[u8] = b"/guest";

/// Folders that come from the sysroot and never from the host, whose libraries are for another processor and would make
/// runs differ.
const LIBRARIES: [&[u8]; 4] = [b"/lib", b"/lib64", b"/usr/lib", b"/usr/lib64"];
/// Prefix of names in `/etc` that come from the sysroot for the same reason.
const LINKER_FILES: &[u8] = b"ld.so";

fn unusable(what: &'static str, path: &Path, source: io::Error) -> LoadError {
    LoadError::Directory {
        what,
        path: path.to_path_buf(),
        source,
    }
}

/// A tree under construction.
struct View {
    host: Host,
    /// Layers of `/`, top to bottom.
    layers: Vec<Rc<Layer>>,
    points: Point,
    library: Option<Rc<Source>>,
    library_first: bool,
    scratch: Option<OwnFolder>,
    /// The host's folder behind `/guest`.
    folder: Option<PathBuf>,
    /// Guest path of the first working directory, and the path as the user gave it.
    cwd: (Vec<u8>, PathBuf),
}

impl View {
    fn source(&self, what: &'static str, path: &Path, role: Role) -> Result<Rc<Source>, LoadError> {
        let (place, attributes) =
            (self.host.named(path)).map_err(|source| unusable(what, path, source))?;
        if !attributes.is_directory() {
            return Err(unusable(what, path, io::ErrorKind::NotADirectory.into()));
        }
        let folder = self.folder.as_ref().filter(|_| role == Role::Frozen);
        let base = folder.map(|folder| self.host.base(folder, path, &attributes));
        Ok(Rc::new(Source {
            place: Rc::new(place),
            id: attributes.id,
            role,
            base: base.flatten(),
        }))
    }

    /// A view of what is below one folder.
    fn confined(&mut self, options: &FileOptions, root: &Path) -> Result<(), LoadError> {
        let role = if options.writable {
            Role::Shared
        } else {
            Role::Frozen
        };
        self.layers = vec![Layer::top(&self.source(ROOT, root, role)?)];
        self.add_sysroot(options)?;
        let cwd = options.cwd.clone().unwrap_or_else(|| "/".into());
        self.cwd = (normalise(b"/", cwd.as_os_str().as_bytes()), cwd);
        Ok(())
    }

    fn add_sysroot(&mut self, options: &FileOptions) -> Result<(), LoadError> {
        if let Some(path) = &options.sysroot {
            let source = self.source(SYSROOT, path, Role::Frozen)?;
            self.layers.push(Layer::top(&source));
        }
        Ok(())
    }

    /// A view of the host's files under their own names.
    fn open(&mut self, options: &FileOptions) -> Result<(), LoadError> {
        self.layers = vec![Layer::top(&self.source(
            ROOT,
            Path::new("/"),
            Role::Shared,
        )?)];
        let here =
            std::env::current_dir().map_err(|source| unusable(WORKING, Path::new("."), source))?;
        let cwd = options.cwd.as_ref().map_or(here.clone(), |c| here.join(c));
        let name = options.cwd_name.as_ref().unwrap_or(&cwd);
        let name = normalise(b"/", name.as_os_str().as_bytes());
        let source = self.source(WORKING, options.cwd.as_ref().unwrap_or(&here), Role::Shared)?;
        if name != b"/" {
            self.points.at(&name).mount = Mount::Directory(source);
        }
        self.cwd = (name, cwd);
        let Some(sysroot) = &options.sysroot else {
            return Ok(());
        };
        let source = self.source(SYSROOT, sysroot, Role::Frozen)?;
        for path in LIBRARIES {
            let point = self.points.at(path);
            if point.below.is_empty() {
                point.mount = Mount::Library;
            } else {
                point.library_prefix = Some(b"");
            }
        }
        self.points.at(b"/etc").library_prefix = Some(LINKER_FILES);
        // A sysroot that lies below one of these folders can still be named by its real path, as in LD_LIBRARY_PATH.
        if let Ok(real) = sysroot.canonicalize() {
            let names: Vec<&[u8]> = real.iter().skip(1).map(OsStrExt::as_bytes).collect();
            for length in 1..names.len() {
                let way = self.points.at(&names[..length].join(&b'/'));
                if matches!(way.mount, Mount::Library) {
                    way.mount = Mount::Through;
                    way.library_prefix = Some(b"");
                }
            }
            if !names.is_empty() {
                let own = self.points.at(&names.join(&b'/'));
                own.mount = Mount::Directory(Rc::clone(&source));
            }
        }
        self.library = Some(source);
        self.library_first = true;
        Ok(())
    }

    /// A private view: a folder, what else is named, and a scratch folder over all of it.
    fn private(&mut self, options: &FileOptions, own: &Private) -> Result<(), LoadError> {
        if own.noted {
            self.host.begin_recording();
        }
        let folder = match &options.cwd {
            Some(path) if !path.as_os_str().is_empty() => path.clone(),
            _ => ".".into(),
        };
        self.folder = Some(folder.clone());
        let scratch = match &own.scratch {
            Some(path) => {
                prepare_scratch(path).map_err(|source| unusable(SCRATCH, path, source))?;
                path.clone()
            }
            None => {
                let folder = OwnFolder::new()
                    .map_err(|source| unusable(SCRATCH, &std::env::temp_dir(), source))?;
                self.scratch.insert(folder).path().to_path_buf()
            }
        };
        self.layers = vec![Layer::top(&self.source(
            SCRATCH,
            &scratch,
            Role::Scratch,
        )?)];
        if let Some(root) = &options.root {
            let source = self.source(ROOT, root, Role::Frozen)?;
            self.layers.push(Layer::top(&source));
        }
        self.add_sysroot(options)?;
        let source = self.source(FOLDER, &folder, Role::Frozen)?;
        self.points.at(GUEST).mount = Mount::Directory(source);
        self.points.at(b"/tmp").mount = Mount::Through;
        for file in &own.files {
            self.add_file(&folder, file)?;
        }
        for path in &own.unseen {
            self.host.hide(path);
        }
        self.cwd = match &own.cwd {
            Some(cwd) => (normalise(GUEST, cwd.as_bytes()), cwd.into()),
            None => (GUEST.to_vec(), folder),
        };
        Ok(())
    }

    /// Mounts a file or folder under its name as seen from the folder.
    fn add_file(&mut self, folder: &Path, file: &Path) -> Result<(), LoadError> {
        let name = normalise(GUEST, file.as_os_str().as_bytes());
        let taken = |own: &[u8]| name == own || name.starts_with(&[own, b"/"].concat());
        if [&b"/dev"[..], b"/proc", b"/sys"].into_iter().any(taken) {
            let reason = "programs find there only what the simulator provides";
            return Err(unusable(FILE, file, io::Error::other(reason)));
        }
        if name == b"/" || name == b"/tmp" {
            let reason = "name what is needed in it; `root` names a folder for `/`";
            return Err(unusable(FILE, file, io::Error::other(reason)));
        }
        if name == GUEST {
            return Ok(());
        }
        let path = folder.join(file);
        let found = (self.host.named(&path)).map_err(|source| unusable(FILE, file, source))?;
        let mount = if found.1.is_directory() {
            Mount::Directory({
                let (place, attributes) = found;
                let base = self.host.base(folder, &path, &attributes);
                Rc::new(Source {
                    place: Rc::new(place),
                    id: attributes.id,
                    role: Role::Frozen,
                    base,
                })
            })
        } else if found.1.is_regular() {
            let mut held =
                (self.host.named_file(&path)).map_err(|source| unusable(FILE, file, source))?;
            held.origin = self.host.base_origin(folder, &path, &held.attributes);
            Mount::File(Rc::new(held))
        } else {
            let reason = "neither a regular file nor a folder";
            return Err(unusable(FILE, file, io::Error::other(reason)));
        };
        self.points.at(&name).mount = mount;
        Ok(())
    }
}

/// Makes the folder that keeps what a run writes. It has to be empty: other files could be those of another run.
fn prepare_scratch(path: &Path) -> io::Result<()> {
    std::fs::create_dir_all(path)?;
    if std::fs::read_dir(path)?.next().is_some() {
        let reason = "it is not empty; name another, or remove what earlier runs left there";
        return Err(io::Error::new(io::ErrorKind::DirectoryNotEmpty, reason));
    }
    Ok(())
}

impl Files {
    /// Builds the view. `epoch`: nanoseconds that every untouched file shows as its times. Returns the view and the
    /// guest's first working directory.
    ///
    /// # Errors
    /// [`LoadError::Directory`]: one of the directories is not there, or is none.
    pub(crate) fn new(options: &FileOptions, epoch: u64) -> Result<(Files, Rc<Node>), LoadError> {
        Self::with_means(options, epoch, Means::default())
    }

    /// [`Files::new`] with a choice of the host's interfaces, for tests.
    pub(crate) fn with_means(
        options: &FileOptions,
        epoch: u64,
        means: Means,
    ) -> Result<(Files, Rc<Node>), LoadError> {
        let mut view = View {
            host: Host::new(means),
            layers: Vec::new(),
            points: Point::new(),
            library: None,
            library_first: false,
            scratch: None,
            folder: None,
            cwd: Default::default(),
        };
        match (&options.private, &options.root) {
            (Some(own), _) => view.private(options, own)?,
            (None, Some(root)) => view.confined(options, root)?,
            (None, None) => view.open(options)?,
        }
        let (cwd, given) = view.cwd;
        let library = view
            .library
            .map(|source| Node::root(vec![Layer::top(&source)], Point::new()));
        let mut files = Files {
            host: view.host,
            root: Node::root(view.layers, view.points),
            library,
            library_first: view.library_first,
            private: options.private.is_some(),
            frozen: false,
            kept: options.private.as_ref().and_then(|own| own.scratch.clone()),
            uppers: HashMap::new(),
            uppers_held: 0,
            program: None,
            inodes: HashMap::new(),
            unlinked: BTreeSet::new(),
            next_inode: 1000,
            times: HashMap::new(),
            epoch,
            disk: Disk::new(u64::MAX),
            copied: Vec::new(),
            shared_memory: OnceCell::new(),
            folder: view.folder,
            unseen: BTreeSet::new(),
            changed: None,
            _scratch: view.scratch,
        };
        if files.private {
            files.begin_scratch().map_err(|errno| {
                let source = io::Error::from(errno);
                unusable(SCRATCH, &given, source)
            })?;
            files.frozen = options.private.as_ref().is_some_and(|own| own.frozen);
        }
        let from = From {
            start: &Rc::clone(&files.root),
            pid: 0,
            exists: &|_, _| false,
            links: &|_| Ok(None),
        };
        match files.resolve(&from, &cwd, true) {
            Ok(Place::Directory(node)) => Ok((files, node)),
            Ok(Place::Missing { .. }) => {
                Err(unusable(WORKING, &given, io::ErrorKind::NotFound.into()))
            }
            Ok(_) => Err(unusable(
                WORKING,
                &given,
                io::ErrorKind::NotADirectory.into(),
            )),
            Err(errno) => {
                let source = io::Error::from(errno);
                Err(unusable(WORKING, &given, source))
            }
        }
    }

    /// Makes the initial directories of the scratch folder: `/tmp`, which hides a root's, and the directories above
    /// what the options mount.
    fn begin_scratch(&mut self) -> Result<(), Errno> {
        let root = Rc::clone(&self.root);
        let layers = self.layers(&root)?;
        if let Some((upper, lower)) = layers.split_first() {
            self.note_upper(upper.id, Upper::over(lower));
        }
        self.make_directory(&root, b"tmp", 0o1777)?;
        let mut ways = vec![root];
        while let Some(node) = ways.pop() {
            let names: Vec<Vec<u8>> = (node.point().into_iter())
                .flat_map(|p| p.below.keys().cloned())
                .collect();
            for name in names {
                if let Some(Child::Directory(below)) = self.child(&node, &name, 0)? {
                    self.scratch_layer(&below)?;
                    ways.push(below);
                }
            }
        }
        Ok(())
    }

    /// The file of the first program, and its guest path: below a root if it exists there, else its path on the host if
    /// the guest has it. `name`: the path that the program is told.
    pub(crate) fn find_program(
        &self,
        cwd: &Rc<Node>,
        path: &Path,
        options: &FileOptions,
        name: &[u8],
    ) -> io::Result<(Rc<FileRef>, Option<Vec<u8>>)> {
        let from = From {
            start: cwd,
            pid: 0,
            exists: &|_, _| false,
            links: &|_| Ok(None),
        };
        let inside = |path: &[u8]| match self.resolve(&from, path, true) {
            Ok(Place::File(located)) if located.file.attributes.is_regular() => {
                let guest = join(&located.parent, &located.name);
                Some((located.file, guest))
            }
            _ => None,
        };
        // With a root, the path starts there, even if the guest's working directory is elsewhere.
        let below = [b"/", path.as_os_str().as_bytes()].concat();
        let found = match (self.private, &options.root) {
            (true, None) => None,
            (true, Some(_)) => inside(&below).or_else(|| inside(path.as_os_str().as_bytes())),
            (false, _) => inside(path.as_os_str().as_bytes()),
        };
        if let Some((file, guest)) = found {
            return Ok((file, Some(guest)));
        }
        let folder = options.cwd.as_ref().filter(|_| self.private);
        let host = folder.map_or(path.to_owned(), |folder| folder.join(path));
        let mut file = self.host.named_file(&host)?;
        let folder = folder.map_or(Path::new(""), PathBuf::as_path);
        file.origin = self.host.base_origin(folder, &host, &file.attributes);
        let file = Rc::new(file);
        // In a private view the program has another path than on the host, if it has one.
        let own = inside(name).filter(|(own, _)| own.attributes.id == file.attributes.id);
        Ok((file, own.map(|(_, guest)| guest)))
    }

    /// Notes a file that a program looked for and that exists on the host, but not in the view. Files of the system are
    /// left out: programs look for many of these and do without.
    pub(crate) fn note_unseen(&mut self, start: &Rc<Node>, path: &[u8]) {
        const SYSTEM: [&str; 11] = [
            "/dev", "/proc", "/sys", "/etc", "/lib", "/lib64", "/usr", "/bin", "/sbin", "/var",
            "/run",
        ];
        const NOTED: usize = 8;
        let Some(folder) = self.folder.as_ref().filter(|_| self.unseen.len() < NOTED) else {
            return;
        };
        let name = normalise(&start.path(), path);
        let absolute = Path::new(OsStr::from_bytes(&name));
        if absolute.starts_with("/guest") || SYSTEM.iter().any(|s| absolute.starts_with(s)) {
            return;
        }
        // The name may be meant relative to the folder, or be an absolute path of the host.
        let beside = Path::new("..").join(absolute.strip_prefix("/").unwrap_or(absolute));
        let there = |path: &Path| path.symlink_metadata().is_ok();
        let found = if there(&folder.join(&beside)) {
            beside
        } else if there(absolute) {
            absolute.to_path_buf()
        } else {
            return;
        };
        self.unseen.insert(found.to_string_lossy().into_owned());
    }

    /// The contents of a regular file, at most `limit` bytes of them.
    pub(crate) fn head(&self, file: &FileRef, limit: u64) -> Result<Vec<u8>, Errno> {
        let open = self.host.reopen(file, OFlags::RDONLY)?;
        let size = open.metadata()?.len().min(limit);
        let mut data = Vec::new();
        data.try_reserve_exact(usize::try_from(size).map_err(|_| Errno::EFBIG)?)
            .map_err(|_| Errno::ENOMEM)?;
        (&**open).take(size).read_to_end(&mut data)?;
        Ok(data)
    }
}
