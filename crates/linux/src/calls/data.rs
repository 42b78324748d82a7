//! Transfer of bytes between the memory of a program and its files, pipes and streams.

use super::epoll::Change;
use super::timers::expiries;
use super::{Flow, SysResult, value};
use crate::abi::consts::{PAGE, open, rlimit};
use crate::abi::errno::Errno;
use crate::fs::file::{Object, OpenFile, Stream};
use crate::fs::host::Attributes;
use crate::fs::pipe::{ATOMIC, Pipe};
use crate::fs::special::Special;
use crate::kernel::{Kernel, TRANSFER_LIMIT};
use crate::memory::TASK_SIZE;
use crate::pool::Id;
use crate::process::{NAME_BYTES, State, Tid, WaitFor, Waiting};
use crate::sched::Channel;
use crate::signal::{Info, SIGXFSZ, code};
use std::io::{ErrorKind, Read, Write};
use std::os::unix::fs::FileExt;
use std::rc::Rc;

/// The result of an attempt to read or write.
pub(crate) enum Attempt<T> {
    Done(T),
    /// Nothing could be moved without waiting.
    Wait,
}

fn at_end(data: &[u8], position: u64, limit: usize) -> Vec<u8> {
    let start = usize::try_from(position)
        .unwrap_or(usize::MAX)
        .min(data.len());
    data[start..].iter().take(limit).copied().collect()
}

/// The first so many bytes, or all where there are fewer.
fn below(bytes: &[u8], limit: u64) -> &[u8] {
    &bytes[..(bytes.len() as u64).min(limit) as usize]
}

/// Writes all of `bytes`, or what the stream took before it was interrupted.
fn write_stream(stream: &mut dyn Write, bytes: &[u8]) -> std::io::Result<Attempt<usize>> {
    let mut done = 0;
    while done < bytes.len() {
        match stream.write(&bytes[done..]) {
            Ok(0) => return Err(ErrorKind::WriteZero.into()),
            Ok(count) => done += count,
            Err(error) if error.kind() == ErrorKind::Interrupted && done == 0 => {
                return Ok(Attempt::Wait);
            }
            Err(error) if error.kind() == ErrorKind::Interrupted => break,
            Err(error) => return Err(error),
        }
    }
    stream.flush()?;
    Ok(Attempt::Done(done))
}

/// The bytes of all parts of a transfer, as far as one call moves them.
pub(super) fn total(parts: &[(u64, u64)]) -> u64 {
    let lengths = parts.iter().map(|part| part.1);
    lengths.fold(0, u64::saturating_add).min(TRANSFER_LIMIT)
}

/// Refuses parts that no memory of a program can hold, as Linux does before it looks at the memory.
pub(super) fn check_parts(parts: &[(u64, u64)]) -> Result<(), Errno> {
    let fits = |&(address, length): &(u64, u64)| {
        let highest = TASK_SIZE.checked_sub(length);
        highest.is_some_and(|highest| address <= highest)
    };
    if !parts.iter().all(fits) {
        return Err(Errno::EFAULT);
    }
    let negative = parts.iter().any(|part| part.1 > i64::MAX as u64);
    if negative { Err(Errno::EINVAL) } else { Ok(()) }
}

/// Refuses a transfer whose end has no position (`rw_verify_area`).
fn check_end(file: &OpenFile, position: Option<u64>, parts: &[(u64, u64)]) -> Result<(), Errno> {
    let at = position.unwrap_or(file.position);
    let lengths = parts.iter().map(|part| part.1);
    let end = lengths.fold(at, u64::saturating_add);
    match file.is_seekable() && end > i64::MAX as u64 {
        true => Err(Errno::EINVAL),
        false => Ok(()),
    }
}

impl Kernel {
    /// Reads up to `limit` bytes, at `position` or at the file's own, which then moves.
    pub(crate) fn read_file(
        &mut self,
        id: Id,
        position: Option<u64>,
        limit: usize,
    ) -> Result<Attempt<Vec<u8>>, Errno> {
        let file = self.open_files.get_mut(id).ok_or(Errno::EBADF)?;
        if position.is_some() && !file.is_seekable() {
            return Err(Errno::ESPIPE);
        }
        if !file.readable() {
            return Err(Errno::EBADF);
        }
        let at = position.unwrap_or(file.position);
        let nonblocking = file.nonblocking();
        let mut changed = None;
        let data = match &mut file.object {
            Object::Host { file: host, .. } => {
                let mut data = vec![0; limit];
                let count = host.read_at(&mut data, at)?;
                data.truncate(count);
                if let Some(mapped) = self.mapped.of(host) {
                    mapped.show(at, &mut data);
                }
                data
            }
            Object::Text(text) => at_end(text, at, limit),
            Object::Memory(memory) => {
                let mut data = memory.read(at, limit);
                if let Some(mapped) = self.mapped.get(memory.inode) {
                    mapped.show(at, &mut data);
                }
                data
            }
            Object::Directory { .. } => return Err(Errno::EISDIR),
            Object::Zero | Object::Full => vec![0; limit],
            Object::Random => self.random.bytes(limit),
            Object::Null => Vec::new(),
            Object::Path(_) => return Err(Errno::EBADF),
            Object::Stream(Stream::Input) => {
                let mut data = vec![0; limit];
                let count = match self.streams.input.read(&mut data) {
                    Err(error) if error.kind() == ErrorKind::Interrupted => {
                        self.interrupted = true;
                        return Ok(Attempt::Wait);
                    }
                    result => result?,
                };
                data.truncate(count);
                data
            }
            // A read of an output stream finds its end: it could only be one from a terminal, and a run is never
            // interactive there.
            Object::Stream(_) => Vec::new(),
            Object::Pair { .. } => {
                if limit == 0 {
                    return Ok(Attempt::Done(Vec::new()));
                }
                let Attempt::Done(mut received) = self.receive_from_pair(id, limit, 0)? else {
                    return Ok(Attempt::Wait);
                };
                self.close_files(&mut received.files);
                received.bytes
            }
            Object::PipeReader(pipe_id) => {
                let pipe = self.pipes.get_mut(*pipe_id).ok_or(Errno::EBADF)?;
                if pipe.is_empty() && !pipe.has_ended() && limit > 0 {
                    return if nonblocking {
                        Err(Errno::EAGAIN)
                    } else {
                        Ok(Attempt::Wait)
                    };
                }
                // The writers of a pipe learn of room when there was none before.
                let full = pipe.room() < ATOMIC;
                let nothing = pipe.is_empty() || limit == 0;
                let data = pipe.take(limit);
                let channel = Channel::Pipe(*pipe_id);
                if nothing || !full {
                    self.schedule.notify(channel);
                } else {
                    changed = Some((channel, Change::Drained));
                }
                data
            }
            Object::Timer { next, interval, .. } => {
                if limit < 8 {
                    return Err(Errno::EINVAL);
                }
                let times = expiries(next, *interval, self.clock.now());
                if times == 0 {
                    return if nonblocking {
                        Err(Errno::EAGAIN)
                    } else {
                        Ok(Attempt::Wait)
                    };
                }
                let armed = Some(*next).filter(|&time| time != 0);
                self.file_timers.set(id, armed);
                self.schedule.notify(Channel::File(id));
                times.to_le_bytes().to_vec()
            }
            Object::PipeWriter(_) => return Err(Errno::EBADF),
            Object::Epoll(_) | Object::Signals { .. } => return Err(Errno::EINVAL),
            Object::Event {
                count, semaphore, ..
            } => {
                if limit < 8 {
                    return Err(Errno::EINVAL);
                }
                if *count == 0 {
                    return if nonblocking {
                        Err(Errno::EAGAIN)
                    } else {
                        Ok(Attempt::Wait)
                    };
                }
                let taken = if *semaphore { 1 } else { *count };
                *count -= taken;
                changed = Some((Channel::File(id), Change::Drained));
                taken.to_le_bytes().to_vec()
            }
        };
        if let Some((channel, change)) = changed {
            self.note_change(channel, change);
        }
        if position.is_none()
            && let Some(file) = self.open_files.get_mut(id)
        {
            file.position = file.position.wrapping_add(data.len() as u64);
        }
        Ok(Attempt::Done(data))
    }

    /// Writes bytes, at `position` or at the file's own, which then moves. Gives how many were written.
    pub(crate) fn write_file(
        &mut self,
        tid: Tid,
        id: Id,
        position: Option<u64>,
        bytes: &[u8],
    ) -> Result<Attempt<usize>, Errno> {
        let size_limit = self.process(tid)?.limits[rlimit::FSIZE].0;
        let file = self.open_files.get_mut(id).ok_or(Errno::EBADF)?;
        if position.is_some() && !file.is_seekable() {
            return Err(Errno::ESPIPE);
        }
        if !file.writable() {
            return Err(Errno::EBADF);
        }
        if bytes.is_empty() && matches!(file.object, Object::Host { .. } | Object::Memory(_)) {
            return Ok(Attempt::Done(0));
        }
        let append = file.flags & open::APPEND != 0;
        let nonblocking = file.nonblocking();
        let mut at = position.unwrap_or(file.position);
        let mut changed = None;
        let result: Result<usize, Errno> = match &mut file.object {
            Object::Host { file: host, .. } => {
                let attributes = Attributes::of(&*host)?;
                if append {
                    at = attributes.size;
                }
                let time = self.clock.realtime();
                self.files.touch(attributes.id, time, true);
                let part = below(bytes, size_limit.saturating_sub(at));
                if part.is_empty() {
                    Err(Errno::EFBIG)
                } else {
                    let growth = match &file.growth {
                        Some(growth) => Rc::clone(growth),
                        None => self.files.growth(host)?,
                    };
                    let count = self.files.write(host, &growth, part, at)?;
                    file.growth = Some(growth);
                    if let Some(mapped) = self.mapped.get(attributes.id) {
                        if at + count as u64 > attributes.size {
                            // The gap between the old end and the written bytes reads as zero.
                            self.show_resized(&mapped, attributes.size..at);
                        }
                        self.show_written(&mapped, at, &bytes[..count]);
                    }
                    let end = at + count as u64;
                    if end > attributes.size {
                        self.follow_copied(attributes.id, attributes.size, end);
                    }
                    Ok(count)
                }
            }
            Object::Memory(memory) => {
                let memory = Rc::clone(memory);
                let size = memory.length();
                if append {
                    at = size;
                }
                let part = below(bytes, size_limit.saturating_sub(at));
                if part.is_empty() {
                    Err(Errno::EFBIG)
                } else {
                    let part = &part[..memory.writable(at, part.len())?];
                    memory.write(at, part)?;
                    if let Some(mapped) = self.mapped.get(memory.inode) {
                        if memory.length() > size {
                            self.show_resized(&mapped, size..at);
                        }
                        self.show_written(&mapped, at, part);
                    }
                    if memory.length() > size {
                        self.follow_copied(memory.inode, size, memory.length());
                    }
                    Ok(part.len())
                }
            }
            Object::Null | Object::Zero | Object::Random => Ok(bytes.len()),
            Object::Full => Err(Errno::ENOSPC),
            Object::Directory { .. } => Err(Errno::EISDIR),
            Object::Path(_) | Object::PipeReader(_) => Err(Errno::EBADF),
            Object::Text(_) => {
                let special = file.special;
                self.write_text(tid, special, bytes)
            }
            Object::Epoll(_) | Object::Timer { .. } | Object::Signals { .. } => Err(Errno::EINVAL),
            Object::Stream(stream) => {
                let output = if *stream == Stream::Error {
                    &mut self.streams.error
                } else {
                    &mut self.streams.output
                };
                match write_stream(output.as_mut(), bytes) {
                    Ok(Attempt::Done(count)) => Ok(count),
                    Ok(Attempt::Wait) => {
                        self.interrupted = true;
                        return Ok(Attempt::Wait);
                    }
                    Err(error) => Err(error.into()),
                }
            }
            Object::Pair { output, .. } => {
                let stream = self.pipes.get(*output).is_some_and(Pipe::is_stream);
                match self.send_to_pair(id, bytes, &mut Vec::new(), !nonblocking) {
                    Ok(Attempt::Done(count)) => Ok(count),
                    // No signal is sent for messages.
                    Err(Errno::EPIPE) if !stream => return Err(Errno::EPIPE),
                    Ok(Attempt::Wait) => return Ok(Attempt::Wait),
                    Err(errno) => Err(errno),
                }
            }
            Object::PipeWriter(pipe_id) => {
                let pipe = self.pipes.get_mut(*pipe_id).ok_or(Errno::EBADF)?;
                if bytes.is_empty() {
                    Ok(0)
                } else if pipe.readers == 0 {
                    Err(Errno::EPIPE)
                } else {
                    let put = match file.flags & open::DIRECT {
                        0 => pipe.put(bytes)?,
                        _ => pipe.put_packets(bytes)?,
                    };
                    let Some(count) = put else {
                        return if nonblocking {
                            Err(Errno::EAGAIN)
                        } else {
                            Ok(Attempt::Wait)
                        };
                    };
                    changed = Some(Channel::Pipe(*pipe_id));
                    Ok(count)
                }
            }
            Object::Event { count, .. } => {
                let Ok(raw) = <[u8; 8]>::try_from(bytes) else {
                    return Err(Errno::EINVAL);
                };
                let added = u64::from_le_bytes(raw);
                if added == u64::MAX {
                    return Err(Errno::EINVAL);
                }
                match count.checked_add(added).filter(|&sum| sum != u64::MAX) {
                    Some(sum) => *count = sum,
                    None if nonblocking => return Err(Errno::EAGAIN),
                    None => return Ok(Attempt::Wait),
                }
                changed = Some(Channel::File(id));
                Ok(8)
            }
        };
        if let Some(channel) = changed {
            self.note_change(channel, Change::Filled);
        }
        if result == Err(Errno::EPIPE) {
            self.signal_broken_pipe(tid);
        }
        if result == Err(Errno::EFBIG) && at >= size_limit {
            self.exceed_size(tid);
        }
        let count = result?;
        if position.is_none()
            && let Some(file) = self.open_files.get_mut(id)
        {
            file.position = at.wrapping_add(count as u64);
        }
        Ok(Attempt::Done(count))
    }

    /// Writes to a synthetic file. Only the names of threads can be written (`/proc/PID/comm`), by a thread of the same process.
    fn write_text(
        &mut self,
        tid: Tid,
        special: Option<Special>,
        bytes: &[u8],
    ) -> Result<usize, Errno> {
        let Some(Special::Comm(named)) = special else {
            return Err(Errno::EBADF);
        };
        let pid = self.pid(tid);
        let thread = self.thread(named)?;
        if thread.pid != pid {
            return Err(Errno::EINVAL);
        }
        let name = below(bytes, NAME_BYTES);
        let end = name.iter().position(|&byte| byte == 0);
        thread.name = name[..end.unwrap_or(name.len())].to_vec();
        Ok(bytes.len())
    }

    /// Sends SIGXFSZ to a thread that has exceeded `RLIMIT_FSIZE` of its process.
    fn exceed_size(&mut self, tid: Tid) {
        let pid = self.pid(tid);
        self.send_thread(tid, Info::sent(SIGXFSZ, code::USER, pid));
    }

    /// Refuses to make a file of `size` bytes longer than `RLIMIT_FSIZE` of the process allows.
    pub(crate) fn check_size(&mut self, tid: Tid, size: u64, length: u64) -> Result<(), Errno> {
        if length > self.process(tid)?.limits[rlimit::FSIZE].0 && length > size {
            self.exceed_size(tid);
            return Err(Errno::EFBIG);
        }
        Ok(())
    }

    /// How many bytes, of so many at most, have a place in memory before the first one that has none.
    pub(super) fn storable(
        &mut self,
        tid: Tid,
        parts: &[(u64, u64)],
        limit: u64,
    ) -> Result<u64, Errno> {
        let memory = self.memory(tid)?;
        let mut found = 0;
        for &(address, length) in parts {
            let length = length.min(limit - found);
            let stored = memory.storable(address, length);
            found += stored;
            if stored < length {
                break;
            }
        }
        Ok(found)
    }

    /// The bytes of a write, up to the first one that cannot be read, and whether these are all.
    pub(super) fn gather(
        &mut self,
        tid: Tid,
        parts: &[(u64, u64)],
    ) -> Result<(Vec<u8>, bool), Errno> {
        let mut bytes = Vec::new();
        let memory = self.memory(tid)?;
        for &(address, length) in parts {
            let start = bytes.len();
            let length = length.min(TRANSFER_LIMIT.saturating_sub(start as u64));
            bytes.resize(start + length as usize, 0);
            if let Err(fault) = memory.space.read(address, &mut bytes[start..]) {
                bytes.truncate(start + fault.address.wrapping_sub(address) as usize);
                return Ok((bytes, false));
            }
        }
        Ok((bytes, true))
    }

    /// Stores the bytes of a read in its parts.
    pub(super) fn scatter(
        &mut self,
        tid: Tid,
        parts: &[(u64, u64)],
        data: &[u8],
    ) -> Result<(), Errno> {
        let mut rest = data;
        for &(address, length) in parts {
            let (now, later) = rest.split_at(
                rest.len()
                    .min(usize::try_from(length).unwrap_or(usize::MAX)),
            );
            if !now.is_empty() {
                self.write(tid, address, now)?;
            }
            rest = later;
        }
        Ok(())
    }

    pub(super) fn read_to(
        &mut self,
        tid: Tid,
        fd: u64,
        position: Option<u64>,
        parts: &[(u64, u64)],
    ) -> SysResult {
        let id = self.file_id(tid, fd)?;
        let file = self.open_files.get(id).ok_or(Errno::EBADF)?;
        if position.is_some() && !file.is_seekable() {
            return Err(Errno::ESPIPE);
        }
        if !file.readable() {
            return Err(Errno::EBADF);
        }
        check_parts(parts)?;
        check_end(file, position, parts)?;
        match file.object {
            Object::Pair { .. } => return self.read_parts(tid, id, parts),
            Object::Signals { .. } => return self.read_signals(tid, id, parts),
            _ => {}
        }
        let mut limit = total(parts);
        // The addresses are checked before the read, so that nothing is lost to a wrong one: a file gives what has a place,
        // a pipe all of it or nothing.
        let place = self.storable(tid, parts, limit)?;
        if place < limit {
            let file = self.open_files.get(id).ok_or(Errno::EBADF)?;
            let at = position.unwrap_or(file.position);
            let wanted = match &file.object {
                &Object::PipeReader(pipe) => {
                    let held = self.pipes.get(pipe).map_or(0, |pipe| pipe.len() as u64);
                    held.min(limit)
                }
                Object::Event { .. } | Object::Timer { .. } => 8,
                Object::Stream(_) | Object::Zero | Object::Full | Object::Random => {
                    limit = place;
                    place.max(1)
                }
                // The end of a file needs no place.
                _ if place == 0 => match self.read_file(id, file.is_seekable().then_some(at), 1)? {
                    Attempt::Done(data) if data.is_empty() => return value(0),
                    _ => 1,
                },
                _ => {
                    limit = place;
                    place
                }
            };
            if place < wanted {
                return Err(Errno::EFAULT);
            }
        }
        let Attempt::Done(data) = self.read_file(id, position, limit as usize)? else {
            return Ok(Flow::Block(None));
        };
        self.scatter(tid, parts, &data)?;
        value(data.len() as u64)
    }

    /// Writes parts. Those of no bytes are no message and no number of an `eventfd`, unlike no bytes of `write` (`do_iter_write`).
    pub(super) fn write_vector(
        &mut self,
        tid: Tid,
        fd: u64,
        position: Option<u64>,
        parts: &[(u64, u64)],
    ) -> SysResult {
        let file = self.file(tid, fd)?;
        let is_message = matches!(file.object, Object::Pair { .. } | Object::Event { .. });
        if is_message && position.is_none() && parts.iter().all(|part| part.1 == 0) {
            check_parts(parts)?;
            return value(0);
        }
        self.write_from(tid, fd, position, parts)
    }

    pub(super) fn write_from(
        &mut self,
        tid: Tid,
        fd: u64,
        position: Option<u64>,
        parts: &[(u64, u64)],
    ) -> SysResult {
        let id = self.file_id(tid, fd)?;
        let file = self.open_files.get(id).ok_or(Errno::EBADF)?;
        if position.is_some() && !file.is_seekable() {
            return Err(Errno::ESPIPE);
        }
        if !file.writable() {
            return Err(Errno::EBADF);
        }
        check_parts(parts)?;
        check_end(file, position, parts)?;
        if matches!(file.object, Object::Pair { .. }) {
            return self.send_parts(tid, id, parts, &mut Vec::new(), 0);
        }
        let done = self.thread(tid)?.waiting().map_or(0, |w| w.done);
        let (mut bytes, all) = self.gather(tid, parts)?;
        if !all {
            // A file takes what can be read, a pipe whole pages of it.
            let whole = match self.open_files.get(id).map(|file| &file.object) {
                Some(Object::PipeWriter(_)) => bytes.len() - bytes.len() % PAGE as usize,
                Some(Object::Event { .. }) => 0,
                _ => bytes.len(),
            };
            bytes.truncate(whole);
            if bytes.is_empty() {
                return match done {
                    0 => Err(Errno::EFAULT),
                    done => value(done),
                };
            }
        }
        let total = bytes.len() as u64;
        let rest = bytes.get(done as usize..).unwrap_or_default();
        match self.write_file(tid, id, position, rest) {
            Ok(Attempt::Done(count)) => {
                let done = done + count as u64;
                let blocking = !self.open_files.get(id).is_some_and(|f| f.nonblocking());
                if done < total && blocking && self.is_pipe(id) {
                    self.remember_progress(tid, done)?;
                    return Ok(Flow::Block(None));
                }
                value(done)
            }
            Ok(Attempt::Wait) => Ok(Flow::Block(None)),
            Err(_) if done > 0 => value(done),
            Err(errno) => Err(errno),
        }
    }

    fn is_pipe(&self, id: Id) -> bool {
        matches!(
            self.open_files.get(id).map(|f| &f.object),
            Some(Object::PipeWriter(_))
        )
    }

    /// Notes how many bytes of a transfer are done, for the next try of the call.
    pub(super) fn remember_progress(&mut self, tid: Tid, done: u64) -> Result<(), Errno> {
        self.event_pending = true;
        self.waiting_call(tid)?.done = done;
        Ok(())
    }

    /// What is noted of a call for its next try.
    pub(super) fn waiting_call(&mut self, tid: Tid) -> Result<&mut Waiting, Errno> {
        let thread = self.thread(tid)?;
        if let State::Ready = thread.state {
            thread.state = State::Waiting(Waiting::new(WaitFor::Call, None));
        }
        thread.waiting_mut().ok_or(Errno::ESRCH)
    }

    /// The parts of a transfer from or to a descriptor.
    pub(super) fn vector(
        &mut self,
        tid: Tid,
        fd: u64,
        address: u64,
        count: u64,
    ) -> Result<Vec<(u64, u64)>, Errno> {
        self.file_id(tid, fd)?;
        if count > 1024 {
            return Err(Errno::EINVAL);
        }
        let bytes = self.read(tid, address, count * 16)?;
        let mut parts: Vec<(u64, u64)> = bytes
            .chunks_exact(16)
            .map(|row| {
                (
                    crate::abi::layout::u64_at(row, 0),
                    crate::abi::layout::u64_at(row, 8),
                )
            })
            .collect();
        if parts.iter().any(|part| part.1 > i64::MAX as u64) {
            return Err(Errno::EINVAL);
        }
        // Parts that hold no byte in all are not looked at, so that no file refuses one as too short (`do_iter_read`).
        if parts.iter().all(|part| part.1 == 0) {
            check_parts(&parts)?;
            parts.clear();
        }
        Ok(parts)
    }
}
