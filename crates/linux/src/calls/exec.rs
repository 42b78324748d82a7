//! Running another program.

use super::paths::HERE;
use super::{Args, Flow, SysResult};
use crate::abi::consts::at;
use crate::abi::errno::Errno;
use crate::fs::file::Object;
use crate::fs::host::{Attributes, FileId, FileRef};
use crate::fs::path::{Place, join};
use crate::fs::special::Special;
use crate::kernel::Kernel;
use crate::load::{self, Loaded, Start, Unusable};
use crate::process::{NAME_BYTES, Program, Tid};
use crate::run::OsEvent;
use crate::signal::{Action, AltStack, SIGCHLD};
use machine::Charge;
use std::rc::Rc;

/// Most scripts of which each is the interpreter of the one before.
const SCRIPT_LIMIT: u32 = 5;
/// Bytes of a file that are looked at to find out what it is (`BINPRM_BUF_SIZE`).
const HEAD: usize = 256;

impl From<Unusable> for Errno {
    fn from(error: Unusable) -> Errno {
        match error {
            Unusable::Io(error) => error.into(),
            Unusable::Elf(elf::Error::NotAFile) => Errno::EACCES,
            Unusable::Elf(elf::Error::FileTooLarge { .. }) => Errno::ENOMEM,
            Unusable::Elf(_) => Errno::ENOEXEC,
        }
    }
}

/// First line of a script: the interpreter, which may be empty, and its one argument. `None`: the file is no script, or its line is too
/// long for the name of an interpreter (`load_script`).
fn shebang(head: &[u8]) -> Option<(Vec<u8>, Option<Vec<u8>>)> {
    let mut buffer = [0; HEAD];
    let length = head.len().min(HEAD);
    buffer[..length].copy_from_slice(&head[..length]);
    let line = buffer.strip_prefix(b"#!")?;
    let is_blank = |byte: u8| matches!(byte, b' ' | b'\t');
    let text = line.iter().position(|&byte| !is_blank(byte));
    let before_zero = buffer.iter().take_while(|&&byte| byte != 0);
    // Positions in `line`, which begins behind the first two bytes.
    let line_end = before_zero.copied().position(|byte| byte == b'\n');
    let mut end = match line_end {
        Some(end) => end - 2,
        None => {
            // A name that nothing ends may have been cut.
            let name = &line[text?..];
            name.iter().position(|&byte| is_blank(byte) || byte == 0)?;
            line.len() - 1
        }
    };
    while end > 0 && is_blank(line[end - 1]) {
        end -= 1;
    }
    let rest = &line[text.filter(|&start| start < end)?..end];
    let ends = |&byte: &u8| is_blank(byte) || byte == 0;
    let separator = rest.iter().position(ends);
    let name = &rest[..separator.unwrap_or(rest.len())];
    let argument = match separator {
        Some(at) if rest[at] != 0 => {
            let argument = rest[at..]
                .iter()
                .copied()
                .skip_while(|&byte| is_blank(byte));
            Some(argument.take_while(|&byte| byte != 0).collect())
        }
        _ => None,
    };
    Some((name.to_vec(), argument))
}

/// How `execve` or `execveat` has named a program.
struct Named {
    /// What the program is told (`AT_EXECFN`), and the name of a script for its interpreter.
    path: Vec<u8>,
    /// Only the descriptor names it, so that its own name is that of the file that is executed.
    by_descriptor: bool,
    /// The name ends with the call: it is that of a descriptor that `execve` closes.
    vanishes: bool,
}

impl Kernel {
    /// The file for a program path, and the path that the guest knows it by.
    pub(crate) fn find_program(
        &mut self,
        tid: Tid,
        fd: u64,
        path: &[u8],
    ) -> Result<(Rc<FileRef>, Vec<u8>), Errno> {
        let place = self.place(tid, fd, path, true)?;
        self.program_at(tid, place)
    }

    fn program_at(&mut self, tid: Tid, place: Place) -> Result<(Rc<FileRef>, Vec<u8>), Errno> {
        match place {
            Place::File(located) => {
                let path = join(&located.parent, &located.name);
                Ok((located.file, path))
            }
            Place::Special(Special::Executable(pid)) => {
                let program = &self.processes.get(&pid).ok_or(Errno::ENOENT)?.program;
                Ok((Rc::clone(&program.file), program.path.clone()))
            }
            Place::Special(Special::Descriptor(pid, fd)) if pid == self.pid(tid) => {
                self.program_of(tid, fd as u64)
            }
            Place::Missing { .. } => Err(Errno::ENOENT),
            Place::Directory(_) | Place::Special(_) => Err(Errno::EACCES),
        }
    }

    /// The program that a descriptor refers to, and its guest path.
    fn program_of(&mut self, tid: Tid, fd: u64) -> Result<(Rc<FileRef>, Vec<u8>), Errno> {
        let file = self.file(tid, fd)?;
        match (&file.object, file.special) {
            (Object::Path(place), _) => {
                let place = place.clone();
                self.program_at(tid, place)
            }
            (_, Some(special)) => self.program_at(tid, Place::Special(special)),
            (Object::Host { .. }, None) => {
                let path = file.path.clone();
                self.find_program(tid, HERE, &path)
            }
            _ => Err(Errno::EACCES),
        }
    }

    /// Whether a file of the host is open for writing.
    fn is_open_to_write(&self, id: FileId) -> bool {
        self.open_files.iter().any(|(_, open)| match &open.object {
            Object::Host { file, .. } if open.writable() => {
                Attributes::of(&**file).is_ok_and(|attributes| attributes.id == id)
            }
            _ => false,
        })
    }

    /// Refuses to change a file that a process executes, unless it is one that cannot be changed anyway.
    pub(crate) fn check_not_executed(&self, file: &Rc<FileRef>) -> Result<(), Errno> {
        let id = file.attributes.id;
        let mut living = self.processes.values().filter(|it| it.ended.is_none());
        let executed = living.any(|process| process.program.file.attributes.id == id);
        if executed && !self.files.is_read_only(file) {
            return Err(Errno::ETXTBSY);
        }
        Ok(())
    }

    fn exec(
        &mut self,
        tid: Tid,
        program: (Rc<FileRef>, Vec<u8>),
        named: Named,
        mut arguments: Vec<Vec<u8>>,
        environment: Vec<Vec<u8>>,
    ) -> SysResult {
        // A script is known by its own name, the first; what is executed is its interpreter.
        let path = named.path;
        let mut name = path.clone();
        let mut depth = 0;
        let mut next = Some(program);
        self.sync_mappings();
        let program = loop {
            let (file, guest) = match next.take() {
                Some(found) => found,
                None => self.find_program(tid, HERE, &name)?,
            };
            let attributes = file.now()?;
            if !attributes.is_regular() || attributes.mode & 0o111 == 0 {
                return Err(Errno::EACCES);
            }
            if self.is_open_to_write(attributes.id) {
                return Err(Errno::ETXTBSY);
            }
            let head = self.files.head(&file, HEAD as u64)?;
            let Some((interpreter, argument)) = shebang(&head) else {
                break Loaded::open(&self.files, file, guest, &self.frames)?;
            };
            if named.vanishes {
                return Err(Errno::ENOENT);
            }
            if interpreter.is_empty() {
                // As on Linux, where an empty name is that of the working directory.
                return Err(Errno::EACCES);
            }
            depth += 1;
            if depth > SCRIPT_LIMIT {
                return Err(Errno::ELOOP);
            }
            let rest = arguments.split_off(arguments.len().min(1));
            arguments = vec![interpreter.clone()];
            arguments.extend(argument);
            arguments.push(name);
            arguments.extend(rest);
            name = interpreter;
        };
        let linker = match program.image.interpreter.clone() {
            Some(path) => {
                let (file, guest) = self.find_program(tid, HERE, &path)?;
                let linker = Loaded::open(&self.files, file, guest, &self.frames);
                Some(linker.map_err(|_| Errno::ELIBBAD)?)
            }
            None => None,
        };
        let inode = self.files.inode(program.file.attributes.id);
        let start = self.start(inode, &path, &arguments, &environment);
        if load::argument_bytes(&arguments, &environment) > load::ARGUMENT_LIMIT / 2 {
            return Err(Errno::E2BIG);
        }
        let texts = load::argument_bytes(&arguments, &environment) as u64;
        let ready =
            load::prepare(&program, linker.as_ref(), &start, &self.frames).ok_or(Errno::ENOMEM)?;
        let charge = Charge::new(&self.frames, ready.symbols.held() + texts)?;

        // The old program cannot be returned to from here on.
        self.release_robust(tid);
        let pid = self.pid(tid);
        let others: Vec<Tid> = self
            .process(tid)?
            .threads
            .iter()
            .copied()
            .filter(|&t| t != tid)
            .collect();
        for other in others {
            self.end_thread(other);
        }
        self.leave_table(tid)?;
        let strings = |list: &[Vec<u8>]| {
            list.iter()
                .flat_map(|s| s.iter().copied().chain([0]))
                .collect()
        };
        let own_name = program.guest.clone();
        let new_memory = self.memories.insert(ready.memory);
        let process = self.process(tid)?;
        let old_memory = std::mem::replace(&mut process.memory, new_memory);
        process.program = Rc::new(Program {
            path: program.guest.clone(),
            file: Rc::clone(&program.file),
            arguments: strings(&arguments),
            environment: strings(&environment),
            auxiliary: ready.auxiliary,
            linker: ready.linker,
            symbols: Rc::new(ready.symbols),
            unwind: ready.unwind,
            _charge: charge,
        });
        process.executed = true;
        process.exit_signal = SIGCHLD;
        process.posix_timers.clear();
        let vfork = process.vfork_parent.take();
        let table = process.actions;
        let mut actions = *self.actions.get(table).ok_or(Errno::ESRCH)?;
        for action in actions.iter_mut().filter(|a| a.caught()) {
            *action = Action::default();
        }
        self.actions.release(table);
        let own = self.actions.insert(actions);
        self.process(tid)?.actions = own;
        self.release_memory(pid, old_memory);
        self.end_vfork(vfork);

        // The program's first thread has the number of the process.
        let mut thread = self.threads.remove(&tid).ok_or(Errno::ESRCH)?;
        let before = self.task(&thread);
        thread.tid = pid;
        thread.serial = before.process_serial;
        if self.current == tid {
            self.current = pid;
        }
        thread.cpu = self.fresh.clone();
        load::start_registers(&mut thread.cpu, ready.entry, ready.stack);
        thread.altstack = AltStack::NONE;
        thread.clear_tid = 0;
        thread.robust_list = 0;
        thread.saved_mask = None;
        thread.name = command_name(if named.by_descriptor {
            &own_name
        } else {
            &path
        });
        let task = self.task(&thread);
        self.threads.insert(pid, thread);
        if task != before {
            self.untold.push(OsEvent::Renumbered { task, before });
        }
        self.settle(tid);
        self.settle(pid);
        let process = self.processes.get_mut(&pid).ok_or(Errno::ESRCH)?;
        process.threads = vec![pid];
        self.rearm(pid);
        Ok(Flow::Done)
    }

    /// The parameters with which a program is loaded.
    pub(crate) fn start<'a>(
        &mut self,
        inode: u64,
        name: &'a [u8],
        arguments: &'a [Vec<u8>],
        environment: &'a [Vec<u8>],
    ) -> Start<'a> {
        let mut random = [0; 16];
        random.copy_from_slice(&self.random.bytes(16));
        Start {
            name,
            arguments,
            environment,
            random,
            inode,
        }
    }

    /// Gives the process a descriptor table of its own.
    pub(super) fn own_table(&mut self, tid: Tid) -> Result<(), Errno> {
        let id = self.process(tid)?.descriptors;
        if self.tables.owners(id) > 1 {
            let copy = self
                .tables
                .get(id)
                .ok_or(Errno::ESRCH)?
                .fork(&self.frames)?;
            for (_, descriptor) in copy.iter() {
                self.open_files.share(descriptor.file);
            }
            self.tables.release(id);
            let own = self.tables.insert(copy);
            self.process(tid)?.descriptors = own;
        }
        Ok(())
    }

    /// Gives the process a descriptor table of its own, without those that do not survive `execve`.
    fn leave_table(&mut self, tid: Tid) -> Result<(), Errno> {
        self.own_table(tid)?;
        let closing: Vec<i32> = (self.table(tid)?.iter())
            .filter(|(_, d)| d.close_on_exec)
            .map(|(fd, _)| fd)
            .collect();
        for fd in closing {
            let descriptor = self.table(tid)?.remove(fd)?;
            self.close_descriptor(tid, descriptor.file);
        }
        Ok(())
    }
}

/// The name of a thread that runs a program: the first bytes of the base name.
pub(crate) fn command_name(path: &[u8]) -> Vec<u8> {
    let base = path.rsplit(|&c| c == b'/').next().unwrap_or_default();
    base[..base.len().min(NAME_BYTES as usize)].to_vec()
}

pub(crate) fn execve(
    k: &mut Kernel,
    tid: Tid,
    [path, arguments, environment, ..]: Args,
) -> SysResult {
    execveat(k, tid, [HERE, path, arguments, environment, 0, 0, 0, 0])
}

pub(crate) fn execveat(
    k: &mut Kernel,
    tid: Tid,
    [fd, path, arguments, environment, flags, ..]: Args,
) -> SysResult {
    let path = k.read_path(tid, path)?;
    let flags = flags as u32;
    if flags & !(at::EMPTY_PATH | at::SYMLINK_NOFOLLOW) != 0 {
        return Err(Errno::EINVAL);
    }
    let by_descriptor = path.is_empty() && flags & at::EMPTY_PATH != 0;
    let program = if by_descriptor && fd as i32 == at::FDCWD {
        // The working directory is no program.
        return Err(Errno::EACCES);
    } else if by_descriptor {
        k.program_of(tid, fd)?
    } else {
        let follow = flags & at::SYMLINK_NOFOLLOW == 0;
        let place = k.place(tid, fd, &path, follow)?;
        if matches!(&place, Place::File(located) if located.file.attributes.is_link()) {
            return Err(Errno::ELOOP);
        }
        k.program_at(tid, place)?
    };
    let mut named = Named {
        path,
        by_descriptor,
        vanishes: false,
    };
    if !named.path.starts_with(b"/") && fd as i32 != at::FDCWD {
        named.vanishes = k.table(tid)?.get(fd as i32)?.close_on_exec;
        let separator: &[u8] = if by_descriptor { b"" } else { b"/" };
        let folder = format!("/dev/fd/{}", fd as i32);
        named.path = [folder.as_bytes(), separator, &named.path].concat();
    }
    let mut arguments = k.read_strings(tid, arguments)?;
    let environment = k.read_strings(tid, environment)?;
    if arguments.is_empty() {
        // As Linux since 5.18: a program always has a name.
        arguments.push(Vec::new());
    }
    k.exec(tid, program, named, arguments, environment)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_line_of_a_script_names_one_interpreter_and_one_argument() {
        assert_eq!(
            shebang(b"#! /bin/sh -e x \nrest"),
            Some((b"/bin/sh".to_vec(), Some(b"-e x".to_vec())))
        );
        assert_eq!(shebang(b"#!/bin/sh"), Some((b"/bin/sh".to_vec(), None)));
        assert_eq!(shebang(b"#!\n"), None);
        assert_eq!(shebang(b"#! \t \n"), None);
        assert_eq!(shebang(b"#!"), Some((Vec::new(), None)));
        let carriage = Some((b"/bin/sh\r".to_vec(), None));
        assert_eq!(shebang(b"#!/bin/sh\r\n"), carriage);
        let zero = Some((b"/bin/sh".to_vec(), None));
        assert_eq!(shebang(b"#!/bin/sh\0 x\n"), zero);
        assert_eq!(shebang(b"\x7fELF"), None);
    }

    #[test]
    fn a_first_line_that_is_too_long_loses_its_argument_and_not_its_interpreter() {
        let long = [b"#!/", [b'y'; 600].as_slice()].concat();
        assert_eq!(shebang(&long), None);
        let blank = [b"#!", [b' '; 600].as_slice()].concat();
        assert_eq!(shebang(&blank), None);
        let name = [b"/", [b'y'; 252].as_slice()].concat();
        for (behind, whole) in [(b' ', true), (b'\0', true), (b'y', false)] {
            let line = [b"#!", name.as_slice(), &[behind, b'z']].concat();
            assert_eq!(shebang(&line), whole.then(|| (name.clone(), None)));
        }
        let cut = [b"#!/i ", [b'z'; 600].as_slice()].concat();
        let argument = vec![b'z'; HEAD - 1 - 5];
        assert_eq!(shebang(&cut), Some((b"/i".to_vec(), Some(argument))));
    }
}
