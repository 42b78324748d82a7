//! The programs of processes: by guest path and by the hash of what their files hold.

use std::collections::BTreeMap;
use std::rc::Rc;

use checkpoint::{Damage, Grows as _, Hash, Source, sha256};
use machine::Charge;

use super::{SaveError, changed, unsupported};
use crate::calls::paths::HERE;
use crate::fs::host::FileId;
use crate::fs::path::Place;
use crate::kernel::Kernel;
use crate::load::{self, Loaded, Unusable};
use crate::memory::Memory;
use crate::process::{Linker, Program, Tid};

/// A program as it is saved.
#[derive(Default)]
struct Saved {
    /// Whether its file is that of the program with which the run began.
    is_first: bool,
    hash: Hash,
    linker: Option<SavedLinker>,
    path: Vec<u8>,
    arguments: Vec<u8>,
    environment: Vec<u8>,
    auxiliary: Vec<u8>,
}

checkpoint::state!(Saved { is_first, hash, linker } grows { path, arguments, environment, auxiliary });

#[derive(Default)]
struct SavedLinker {
    hash: Hash,
    base: u64,
    path: Vec<u8>,
}

checkpoint::state!(SavedLinker { hash, base } grows { path });

/// Programs of processes, each once, by their places in a checkpoint.
#[derive(Default)]
pub(super) struct Programs {
    list: Vec<Rc<Program>>,
    places: BTreeMap<usize, u32>,
}

impl Programs {
    /// Adds a program unless it is there.
    fn add(&mut self, program: &Rc<Program>) {
        let next = self.list.len() as u32;
        let place = self.places.entry(Rc::as_ptr(program).addr());
        if *place.or_insert(next) == next {
            self.list.push(Rc::clone(program));
        }
    }

    /// Where a program is.
    pub(super) fn place(&self, program: &Rc<Program>) -> u32 {
        let place = self.places.get(&Rc::as_ptr(program).addr());
        place.copied().unwrap_or(u32::MAX)
    }

    /// The program in a place.
    pub(super) fn at(&self, place: u32) -> Result<Rc<Program>, Damage> {
        let program = self.list.get(place as usize);
        let missing = || Damage::new(format!("program {place}, which is not there"));
        program.cloned().ok_or_else(missing)
    }
}

impl Kernel {
    pub(super) fn save_programs(&mut self, out: &mut Vec<u8>) -> Result<Programs, SaveError> {
        let tid = self.some_thread()?;
        let mut programs = Programs::default();
        for process in self.processes.values() {
            programs.add(&process.program);
        }
        let mut known = BTreeMap::new();
        let mut list = Vec::new();
        for program in &programs.list {
            let first = self.files.program.as_ref();
            let is_first = first.is_some_and(|(_, file)| Rc::ptr_eq(file, &program.file));
            let hash = match is_first {
                // The kernel in which the run goes on has loaded this file already.
                true => Hash::default(),
                false => self.hash_of_program(
                    tid,
                    &program.path,
                    program.file.attributes.id,
                    &mut known,
                )?,
            };
            let linker = match &program.linker {
                None => None,
                Some(linker) => Some(SavedLinker {
                    hash: self.hash_of_program(tid, &linker.path, linker.file, &mut known)?,
                    base: linker.base,
                    path: linker.path.clone(),
                }),
            };
            list.push(Saved {
                is_first,
                hash,
                linker,
                path: program.path.clone(),
                arguments: program.arguments.clone(),
                environment: program.environment.clone(),
                auxiliary: program.auxiliary.clone(),
            });
        }
        list.save_all(out);
        Ok(programs)
    }

    /// The hash of a file that was loaded for a program, to which its path has to lead.
    fn hash_of_program(
        &mut self,
        tid: Tid,
        path: &[u8],
        file: FileId,
        known: &mut BTreeMap<(Vec<u8>, FileId), Hash>,
    ) -> Result<Hash, SaveError> {
        if let Some(hash) = known.get(&(path.to_vec(), file)) {
            return Ok(*hash);
        }
        let name = String::from_utf8_lossy(path);
        let hash = self.hash_by_name(tid, path, Some(file));
        let hash = hash.map_err(|why| unsupported(format!("executed {name}, {why}")))?;
        known.insert((path.to_vec(), file), hash);
        Ok(hash)
    }

    /// Restores the programs, in a kernel that has loaded the first one.
    pub(super) fn load_programs(&mut self, from: &mut Source<'_>) -> Result<Programs, SaveError> {
        let tid = self.some_thread()?;
        let mut list = Vec::<Saved>::new();
        list.load_all(from)?;
        let mut programs = Programs::default();
        // The same program is often started many times, as by a shell.
        let mut known = BTreeMap::new();
        for saved in list {
            let linker = saved.linker.as_ref();
            let linker = linker.map(|linker| (linker.path.clone(), linker.hash, linker.base));
            let key = (saved.is_first, saved.path.clone(), saved.hash, linker);
            let found = match known.get(&key) {
                Some(found) => Rc::clone(found),
                None if saved.is_first => self.first_again(tid, &saved)?,
                None => self.find_program_again(tid, &saved)?,
            };
            known.insert(key, Rc::clone(&found));
            let strings = [&saved.arguments, &saved.environment];
            let texts: usize = strings
                .iter()
                .map(|text| text.len() + 8 * text.iter().filter(|&&byte| byte == 0).count())
                .sum();
            let charge = Charge::new(&self.frames, found.symbols.held() + texts as u64);
            let no_memory = |_| Damage::new("no memory is left for a program");
            programs.add(&Rc::new(Program {
                path: saved.path,
                file: Rc::clone(&found.file),
                linker: found.linker.clone(),
                arguments: saved.arguments,
                environment: saved.environment,
                auxiliary: saved.auxiliary,
                symbols: Rc::clone(&found.symbols),
                unwind: found.unwind.clone(),
                _charge: charge.map_err(no_memory)?,
            }));
        }
        Ok(programs)
    }

    /// The program that the run has begun with, as it has been loaded.
    fn first_again(&mut self, tid: Tid, saved: &Saved) -> Result<Rc<Program>, SaveError> {
        let first = self.processes.get(&self.first);
        let first = first.map(|process| Rc::clone(&process.program));
        let first = first.ok_or_else(|| Damage::new("no program to go on with"))?;
        let place = |linker: &Linker| (linker.path.clone(), linker.base);
        let before = saved.linker.as_ref();
        if first.linker.as_ref().map(place) != before.map(|it| (it.path.clone(), it.base)) {
            return Err(Damage::new("the first program with another dynamic linker").into());
        }
        if let Some(linker) = before {
            self.load_again(tid, &linker.path, &linker.hash)?;
        }
        Ok(first)
    }

    /// A program that was executed later: its file, names and unwind tables.
    fn find_program_again(&mut self, tid: Tid, saved: &Saved) -> Result<Rc<Program>, SaveError> {
        let program = self.load_again(tid, &saved.path, &saved.hash)?;
        let linker = match &saved.linker {
            None => None,
            Some(linker) => {
                let loaded = self.load_again(tid, &linker.path, &linker.hash)?;
                let mut segments = loaded.image.segments.iter();
                let lies = segments.all(|segment| {
                    let start = linker.base.checked_add(segment.address);
                    start.is_some_and(|start| Memory::allowed(start, segment.size))
                });
                if !lies {
                    let base = linker.base;
                    return Err(Damage::new(format!("a dynamic linker at {base:#x}")).into());
                }
                Some((loaded, linker.base))
            }
        };
        let (symbols, unwind) = load::tables(&program, linker.as_ref().map(|it| (&it.0, it.1)));
        Ok(Rc::new(Program {
            path: Vec::new(),
            file: program.file,
            linker: linker.map(|(linker, base)| Linker {
                path: linker.guest,
                file: linker.file.attributes.id,
                base,
            }),
            arguments: Vec::new(),
            environment: Vec::new(),
            auxiliary: Vec::new(),
            symbols: Rc::new(symbols),
            unwind,
            _charge: Charge::none(&self.frames),
        }))
    }

    /// Reads a file that was loaded for a program, which has to be what it was.
    fn load_again(&mut self, tid: Tid, path: &[u8], hash: &Hash) -> Result<Loaded, SaveError> {
        let place = self.place(tid, HERE, path, true);
        let place = place.map_err(|errno| changed(path, format!("gone ({})", errno.name())))?;
        let located = match place {
            Place::File(located) => located,
            Place::Missing { .. } => return Err(changed(path, "gone")),
            _ => return Err(changed(path, "something else is in its place")),
        };
        let loaded = Loaded::open(&self.files, located.file, path.to_vec(), &self.frames);
        match loaded {
            Ok(loaded) if sha256(&loaded.data) == *hash => Ok(loaded),
            Err(Unusable::Io(error)) => {
                let what = format!("it cannot be read any more ({error})");
                Err(changed(path, what))
            }
            _ => Err(changed(path, "its contents have changed")),
        }
    }
}
