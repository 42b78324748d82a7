//! The program break and mappings.

use super::{Args, OK, SysResult, value};
use crate::abi::consts::{PAGE, mman, rlimit, seal};
use crate::abi::errno::Errno;
use crate::fs::file::Object;
use crate::fs::host::Attributes;
use crate::kernel::Kernel;
use crate::memory::copied::Origin;
use crate::memory::{Area, Behind, Mapping, Memory, aligned, page_up};
use crate::process::Tid;
use std::collections::BTreeSet;
use std::ops::Range;
use std::rc::Rc;

/// Refuses to map a range, replacing what is there, when the process has more then than `RLIMIT_AS` or, if it is private and can
/// be written (`data`), `RLIMIT_DATA` allows.
fn check_limits(
    k: &mut Kernel,
    tid: Tid,
    (start, end): (u64, u64),
    data: bool,
) -> Result<(), Errno> {
    if !is_limited(k, tid)? {
        return Ok(());
    }
    let replaced = k.memory(tid)?.limited_in(start, end);
    let length = end - start;
    let of_data = data.then(|| length.saturating_sub(replaced.1));
    check_growth(k, tid, length.saturating_sub(replaced.0), of_data)
}

/// Whether a process has a limit of its memory.
fn is_limited(k: &mut Kernel, tid: Tid) -> Result<bool, Errno> {
    let limits = k.process(tid)?.limits;
    Ok([rlimit::AS, rlimit::DATA].map(|limit| limits[limit].0) != [rlimit::INFINITY; 2])
}

/// Refuses to let a process have so many bytes more than it has, and so many more that are private and can be written (`None`: it gets no such memory),
/// when these are more then than its limits allow.
fn check_growth(k: &mut Kernel, tid: Tid, all: u64, data: Option<u64>) -> Result<(), Errno> {
    let limits = k.process(tid)?.limits;
    let [(most, _), (of_data, hard)] = [limits[rlimit::AS], limits[rlimit::DATA]];
    // As on Linux, a soft limit of 0 stands for the hard one.
    let of_data = if of_data == 0 { hard } else { of_data };
    let now = k.memory(tid)?.limited();
    let exceeds = |now: u64, more: u64, limit: u64| now.saturating_add(more) > limit & !(PAGE - 1);
    if exceeds(now.0, all, most) || data.is_some_and(|more| exceeds(now.1, more, of_data)) {
        return Err(Errno::ENOMEM);
    }
    Ok(())
}

pub(crate) fn brk(k: &mut Kernel, tid: Tid, [wanted, ..]: Args) -> SysResult {
    let memory = k.memory(tid)?;
    let now = memory.break_now;
    if let (Some(old), Some(new)) = (page_up(now), page_up(wanted))
        && new > old
        && check_limits(k, tid, (old, new), true).is_err()
    {
        return value(now);
    }
    value(k.memory(tid)?.set_break(wanted))
}

/// The file behind a new mapping, and what `maps` shows of it.
struct Source {
    name: Rc<[u8]>,
    inode: u64,
    behind: Behind,
}

fn source(
    k: &mut Kernel,
    tid: Tid,
    fd: u64,
    (offset, length): (u64, u64),
    bits: u64,
    shared: bool,
) -> Result<Source, Errno> {
    let id = k.open_file_id(tid, fd)?;
    let end = offset.checked_add(length);
    if end.is_none_or(|end| end > i64::MAX as u64) {
        return Err(Errno::EOVERFLOW);
    }
    let file = k.open_files.get(id).ok_or(Errno::EBADF)?;
    if !file.readable() || (shared && bits & mman::PROT_WRITE != 0 && !file.writable()) {
        return Err(Errno::EACCES);
    }
    let name: Rc<[u8]> = file.shown_path().into();
    let writable = file.writable();
    let (inode, behind) = match &file.object {
        Object::Host { file: host, .. } => {
            let (host, attributes) = (Rc::clone(host), Attributes::of(&**host)?);
            let behind = if shared {
                let file = k.map_host(id)?;
                Behind::Shared(Mapping { file, writable })
            } else {
                Behind::Copied(k.copied.enter(attributes.id, Origin::Host(host)))
            };
            (k.files.inode(attributes.id), behind)
        }
        Object::Memory(memory) => {
            let memory = Rc::clone(memory);
            let inode = memory.inode;
            let seals = memory.seals.get();
            let is_sealed = seals & seal::WRITE != 0
                || seals & seal::FUTURE_WRITE != 0 && bits & mman::PROT_WRITE != 0;
            if shared && is_sealed {
                return Err(Errno::EPERM);
            }
            let writable = writable && seals & seal::FUTURE_WRITE == 0;
            let behind = if shared {
                let file = k.map_memory(memory);
                Behind::Shared(Mapping { file, writable })
            } else {
                Behind::Copied(k.copied.enter(inode, Origin::Memory(memory)))
            };
            (inode, behind)
        }
        Object::Zero => {
            return Ok(Source {
                name: b"/dev/zero"[..].into(),
                inode: 0,
                behind: Behind::Nothing,
            });
        }
        _ => return Err(Errno::ENODEV),
    };
    if let Behind::Copied(file) = &behind {
        k.store_shared(file)?;
    }
    Ok(Source {
        name,
        inode,
        behind,
    })
}

/// The lowest address that a program can map (`mmap_min_addr`, on a page).
const LOWEST: u64 = PAGE;

pub(crate) fn mmap(
    k: &mut Kernel,
    tid: Tid,
    [hint, length, bits, flags, fd, offset, ..]: Args,
) -> SysResult {
    let anonymous = flags & mman::MAP_ANONYMOUS != 0;
    if !anonymous {
        k.open_file_id(tid, fd)?;
    }
    // There are no huge pages.
    if flags & mman::MAP_HUGETLB != 0 {
        return Err(Errno::EINVAL);
    }
    let shared = match flags & mman::MAP_TYPE {
        mman::MAP_PRIVATE => false,
        mman::MAP_SHARED => true,
        mman::MAP_SHARED_VALIDATE if !anonymous => true,
        _ => return Err(Errno::EINVAL),
    };
    if length == 0 || offset % PAGE != 0 {
        return Err(Errno::EINVAL);
    }
    let length = page_up(length).ok_or(Errno::ENOMEM)?;
    let fixed = flags & (mman::MAP_FIXED | mman::MAP_FIXED_NOREPLACE) != 0;
    if !Memory::within_region(hint, length) {
        return Err(Errno::EINVAL);
    }
    let memory = k.memory(tid)?;
    let start = if fixed {
        if hint % PAGE != 0 {
            return Err(Errno::EINVAL);
        }
        if !Memory::allowed(hint, length) {
            return Err(Errno::ENOMEM);
        }
        if hint < LOWEST {
            return Err(Errno::EPERM);
        }
        if flags & mman::MAP_FIXED_NOREPLACE != 0 && !memory.is_free(hint, hint + length) {
            return Err(Errno::EEXIST);
        }
        hint
    } else {
        let wanted = match hint & !(PAGE - 1) {
            hint if Memory::allowed(hint, length) => aligned(hint, shared),
            _ => 0,
        };
        // A hint that cannot be had is treated as none.
        if wanted != 0 && Memory::allowed(wanted, length) && memory.is_free(wanted, wanted + length)
        {
            wanted
        } else {
            memory.find_free(length, shared)?
        }
    };
    let end = start + length;
    let data = !shared && bits & mman::PROT_WRITE != 0;
    check_limits(k, tid, (start, end), data)?;
    let area = Area {
        shared,
        ..Area::anonymous(end, bits, b"")
    };
    if anonymous {
        k.memory(tid)?.map(start, area)?;
        return value(start);
    }
    let validates = flags & mman::MAP_TYPE == mman::MAP_SHARED_VALIDATE;
    if validates && flags & !mman::MAP_VALID != 0 {
        return Err(Errno::EOPNOTSUPP);
    }
    let source = source(k, tid, fd, (offset, length), bits, shared)?;
    let area = Area {
        name: source.name,
        inode: source.inode,
        offset,
        behind: source.behind,
        ..area
    };
    let memory = k.memory(tid)?;
    match &area.behind {
        Behind::Nothing => memory.map(start, area)?,
        Behind::Copied(_) => memory.map_copy(start, area)?,
        Behind::Shared(_) => {
            memory.map_file(start, area)?;
            k.compare_aliases(tid)?;
        }
    }
    value(start)
}

/// As `mmap`, with the offset in units of pages.
pub(crate) fn mmap2(k: &mut Kernel, tid: Tid, mut args: Args) -> SysResult {
    args[5] = args[5].checked_mul(PAGE).ok_or(Errno::EINVAL)?;
    mmap(k, tid, args)
}

/// A range argument: start on a page, length rounded up.
fn range(start: u64, length: u64) -> Result<(u64, u64), Errno> {
    let end = page_up(length)
        .and_then(|l| start.checked_add(l))
        .ok_or(Errno::ENOMEM)?;
    if !start.is_multiple_of(PAGE) {
        Err(Errno::EINVAL)
    } else {
        Ok((start, end))
    }
}

pub(crate) fn munmap(k: &mut Kernel, tid: Tid, [start, length, ..]: Args) -> SysResult {
    let (start, end) = range(start, length).map_err(|_| Errno::EINVAL)?;
    if start == end || !Memory::allowed(start, end - start) {
        return Err(Errno::EINVAL);
    }
    k.memory(tid)?.unmap(start, end);
    OK
}

/// Refuses to let a process write a range when it has more private memory that can be written then than `RLIMIT_DATA` allows.
fn check_data(k: &mut Kernel, tid: Tid, start: u64, end: u64) -> Result<(), Errno> {
    if !is_limited(k, tid)? {
        return Ok(());
    }
    let memory = k.memory(tid)?;
    let (_, before) = memory.limited_in(start, end);
    let more = memory.private_in(start, end).saturating_sub(before);
    match more {
        0 => Ok(()),
        more => check_growth(k, tid, 0, Some(more)),
    }
}

pub(crate) fn mprotect(k: &mut Kernel, tid: Tid, [start, length, bits, ..]: Args) -> SysResult {
    let (start, end) = range(start, length)?;
    if bits & !0x300_000f != 0 {
        return Err(Errno::EINVAL);
    }
    // As on Linux, what lies before the first mapping that is missing or refuses has changed.
    let mut at = start;
    while at < end {
        let (_, area) = k.memory(tid)?.area(at).ok_or(Errno::ENOMEM)?;
        let to = area.end.min(end);
        if bits & mman::PROT_WRITE != 0 {
            check_data(k, tid, at, to)?;
        }
        k.memory(tid)?.protect(at, to, bits & 7)?;
        at = to;
    }
    OK
}

pub(crate) fn mremap(
    k: &mut Kernel,
    tid: Tid,
    [start, old, new, flags, target, ..]: Args,
) -> SysResult {
    let (start, end) = range(start, old)?;
    let length = page_up(new).filter(|&l| l != 0).ok_or(Errno::EINVAL)?;
    let [moves, fixed, stays] = [
        mman::MREMAP_MAYMOVE,
        mman::MREMAP_FIXED,
        mman::MREMAP_DONTUNMAP,
    ]
    .map(|flag| flags & flag != 0);
    let known = mman::MREMAP_MAYMOVE | mman::MREMAP_FIXED | mman::MREMAP_DONTUNMAP;
    if flags & !known != 0 || (fixed || stays) && !moves || stays && length != end - start {
        return Err(Errno::EINVAL);
    }
    if start == end {
        return duplicate(k, tid, start, length, flags, target);
    }
    let memory = k.memory(tid)?;
    memory.area(start).ok_or(Errno::EFAULT)?;
    if fixed {
        check_target((start, end), target, length)?;
        // As on Linux, what was there is gone even if the rest of the call fails.
        memory.unmap(target, target + length);
    }
    // What becomes shorter may have holes and lie in several mappings.
    let kept = end.min(start.saturating_add(length));
    if kept < end {
        if !Memory::allowed(kept, end - kept) {
            return Err(Errno::EINVAL);
        }
        memory.unmap(kept, end);
    }
    if length <= end - start && !fixed && !stays {
        return value(start);
    }
    let end = kept;
    memory.join(start, end);
    let (first, area) = memory.area(start).ok_or(Errno::EFAULT)?;
    if area.end < end {
        return Err(Errno::EFAULT);
    }
    let area = area.clone();
    // Bytes that there are more of afterwards.
    let more = match stays {
        true => length,
        false => length.saturating_sub(end - start),
    };
    if more > 0 && !area.shared && area.inode != 0 {
        // The bytes of the file are not known if the mapping comes from a checkpoint, or from the loading of a program.
        let file = area.copied().filter(|file| file.is_known());
        k.store_shared(file.ok_or(Errno::EIO)?)?;
    }
    if more > 0 && is_limited(k, tid)? {
        let data = !area.shared && area.protection & mman::PROT_WRITE != 0;
        check_growth(k, tid, more, data.then_some(more))?;
    }
    let memory = k.memory(tid)?;
    if fixed {
        match stays {
            true => memory.take_away(start, length, target)?,
            false => memory.relocate(start, end - start, target, length)?,
        }
        k.compare_aliases(tid)?;
        return value(target);
    }
    if stays {
        let target = memory.find_free(length, area.shared)?;
        memory.take_away(start, length, target)?;
        k.compare_aliases(tid)?;
        return value(target);
    }
    let new_end = start.checked_add(length).ok_or(Errno::ENOMEM)?;
    if area.end == end && Memory::allowed(start, length) && memory.is_free(end, new_end) {
        let more = Area {
            end: new_end,
            ..area.tail(first, end)
        };
        match &more.behind {
            Behind::Nothing => memory.map(end, more)?,
            Behind::Copied(_) => memory.map_copy(end, more)?,
            Behind::Shared(_) => {
                memory.map_file(end, more)?;
                k.compare_aliases(tid)?;
            }
        }
        return value(start);
    }
    if !moves {
        return Err(Errno::ENOMEM);
    }
    let target = memory.find_free(length, area.shared)?;
    memory.relocate(start, end - start, target, length)?;
    k.compare_aliases(tid)?;
    value(target)
}

/// Checks the range to which `mremap` moves a mapping.
///
/// # Errors
/// `EINVAL`: the range cannot be mapped, or overlaps the mapping. `EPERM`: it begins with the page at address 0.
fn check_target((start, end): (u64, u64), target: u64, length: u64) -> Result<(), Errno> {
    let overlap = target < end && start < target.saturating_add(length);
    if !target.is_multiple_of(PAGE) || overlap || !Memory::allowed(target, length) {
        return Err(Errno::EINVAL);
    }
    if target < LOWEST {
        return Err(Errno::EPERM);
    }
    Ok(())
}

/// `mremap` with an old size of 0: maps the pages of a shared mapping, from an address on, at another place, too.
fn duplicate(
    k: &mut Kernel,
    tid: Tid,
    start: u64,
    length: u64,
    flags: u64,
    target: u64,
) -> SysResult {
    let memory = k.memory(tid)?;
    let (_, area) = memory.area(start).ok_or(Errno::EFAULT)?;
    let fixed = flags & mman::MREMAP_FIXED != 0;
    if fixed {
        check_target((start, start), target, length)?;
    }
    // Linux unmaps the target first: of a source that begins there nothing is left then.
    let replaced = fixed && target == start;
    if !area.shared || replaced {
        if fixed {
            memory.unmap(target, target + length);
        }
        return Err(if replaced {
            Errno::EFAULT
        } else {
            Errno::EINVAL
        });
    }
    let target = if fixed {
        target
    } else if flags & mman::MREMAP_MAYMOVE != 0 {
        memory.find_free(length, true)?
    } else {
        return Err(Errno::ENOMEM);
    };
    memory.duplicate(start, target, length)?;
    k.compare_aliases(tid)?;
    value(target)
}

pub(crate) fn msync(k: &mut Kernel, tid: Tid, [start, length, flags, ..]: Args) -> SysResult {
    let flags = u64::from(flags as u32);
    if flags & !mman::MS_ALL != 0 || flags & mman::MS_ASYNC_SYNC == mman::MS_ASYNC_SYNC {
        return Err(Errno::EINVAL);
    }
    let (start, end) = range(start, length)?;
    let memory = k.memory(tid)?;
    if !memory.is_mapped(start, end) {
        return Err(Errno::ENOMEM);
    }
    memory.write_back(start, end)?;
    OK
}

pub(crate) fn madvise(k: &mut Kernel, tid: Tid, [start, length, advice, ..]: Args) -> SysResult {
    if !mman::MADV_KNOWN.contains(&advice) {
        return Err(Errno::EINVAL);
    }
    let (start, end) = range(start, length).map_err(|_| Errno::EINVAL)?;
    if start == end {
        return OK;
    }
    advise(k, tid, start, end, advice)?;
    // As on Linux, what is mapped has got the advice.
    match k.memory(tid)?.is_mapped(start, end) {
        true => OK,
        false => Err(Errno::ENOMEM),
    }
}

/// Gives advice about what is mapped in a range.
fn advise(k: &mut Kernel, tid: Tid, start: u64, end: u64, advice: u64) -> SysResult {
    let memory = k.memory(tid)?;
    match advice {
        // Locked pages are as others here.
        mman::MADV_DONTNEED | mman::MADV_DONTNEED_LOCKED => {
            let areas = memory.areas_in(start, end);
            let mut files: Vec<_> = areas.filter_map(|it| it.1.copied().cloned()).collect();
            // One file may have many areas.
            files.sort_by_key(Rc::as_ptr);
            files.dedup_by(|a, b| Rc::ptr_eq(a, b));
            for file in files {
                k.store_shared(&file)?;
            }
            k.memory(tid)?.discard(start, end)?;
            OK
        }
        mman::MADV_DONTFORK | mman::MADV_DOFORK => {
            let left_out = advice == mman::MADV_DONTFORK;
            memory.mark(start, end, |area| area.left_out = left_out)?;
            OK
        }
        mman::MADV_WIPEONFORK | mman::MADV_KEEPONFORK => {
            let wiped = advice == mman::MADV_WIPEONFORK;
            let plain = |area: &Area| !area.shared && area.inode == 0;
            if wiped && !memory.areas_in(start, end).all(|(_, area)| plain(area)) {
                return Err(Errno::EINVAL);
            }
            memory.mark(start, end, |area| area.wiped = wiped)?;
            OK
        }
        mman::MADV_FREE if memory.areas_in(start, end).any(|(_, area)| area.shared) => {
            Err(Errno::EINVAL)
        }
        mman::MADV_REMOVE => remove(k, tid, start, end),
        // Advice about use; pages that may be freed keep their contents.
        _ => OK,
    }
}

/// Has shared mappings in a range be holes: zeros in them and in their files.
fn remove(k: &mut Kernel, tid: Tid, start: u64, end: u64) -> SysResult {
    let areas = k.memory(tid)?.areas_in(start, end);
    let parts: Vec<_> = areas
        .map(|(at, area)| (at, at.max(start)..area.end.min(end), area.clone()))
        .collect();
    for (at, part, area) in parts {
        if !area.shared && area.inode == 0 {
            return Err(Errno::EINVAL);
        }
        if !area.shared || area.protection & mman::PROT_WRITE == 0 {
            return Err(Errno::EACCES);
        }
        let Some(Mapping { file, .. }) = area.mapping() else {
            let memory = k.memory(tid)?;
            let mut bytes = [0; PAGE as usize];
            for page in part.step_by(PAGE as usize) {
                // Reading a page that nothing has written takes no memory of the host; writing zeros to it would.
                if memory.space.peek(page, &mut bytes) && bytes.iter().any(|&byte| byte != 0) {
                    memory.space.poke(page, &[0; PAGE as usize])?;
                }
            }
            continue;
        };
        let file = file.in_memory().ok_or(Errno::EOPNOTSUPP)?;
        let from = area.offset + (part.start - at);
        k.punch(&file, from..from + (part.end - part.start))?;
    }
    OK
}

/// The pages of a part of an area, which begins at `first`, that are in memory: of files of the host all, of files in memory and of
/// shared memory without a file those that are no holes, of other memory those that have been touched.
fn present(
    k: &mut Kernel,
    tid: Tid,
    (first, area): (u64, &Area),
    part: Range<u64>,
) -> Result<Vec<u8>, Errno> {
    let file = match &area.behind {
        Behind::Nothing => None,
        Behind::Shared(mapping) => mapping.file.in_memory(),
        Behind::Copied(file) => file.in_memory(),
    };
    if let Some(file) = &file
        && let Some(mapped) = k.mapped.get(file.inode)
    {
        // Then the file has the pages to which mappings have stored.
        mapped.write_back(0..u64::MAX)?;
    }
    let of_host = area.inode != 0 && file.is_none();
    let held: BTreeSet<u64> = file.iter().flat_map(|file| file.pages()).collect();
    let space = &k.memory(tid)?.space;
    let mut bytes = [0; PAGE as usize];
    let mut is_there = |page| match area.shared {
        // A frame is there for each shared page from the beginning.
        true => space.peek(page, &mut bytes) && bytes.iter().any(|&byte| byte != 0),
        false => space.is_touched(page),
    };
    let number = |page| (area.offset + (page - first)) / PAGE;
    let pages = part.step_by(PAGE as usize);
    let pages =
        pages.map(|page| u8::from(of_host || held.contains(&number(page)) || is_there(page)));
    Ok(pages.collect())
}

pub(crate) fn mincore(k: &mut Kernel, tid: Tid, [start, length, vector, ..]: Args) -> SysResult {
    let (start, end) = range(start, length)?;
    let mut at = start;
    while at < end {
        // As on Linux, what lies before a hole is told.
        let (first, area) = k.memory(tid)?.area(at).ok_or(Errno::ENOMEM)?;
        let area = area.clone();
        let most = at.saturating_add(PAGE * PAGE);
        let told = present(k, tid, (first, &area), at..area.end.min(end).min(most))?;
        k.write(tid, vector + (at - start) / PAGE, &told)?;
        at += told.len() as u64 * PAGE;
    }
    OK
}

pub(crate) fn mlockall(_: &mut Kernel, _: Tid, [flags, ..]: Args) -> SysResult {
    let flags = flags as u32;
    if flags & !mman::MCL_ALL != 0 || flags & !mman::MCL_ONFAULT == 0 {
        return Err(Errno::EINVAL);
    }
    OK
}

/// Nothing is ever paged out, so locking is a check of the range.
pub(crate) fn mlock(k: &mut Kernel, tid: Tid, [start, length, ..]: Args) -> SysResult {
    let first = start & !(PAGE - 1);
    let (first, end) = range(
        first,
        length.checked_add(start - first).ok_or(Errno::EINVAL)?,
    )?;
    if k.memory(tid)?.is_mapped(first, end) {
        OK
    } else {
        Err(Errno::ENOMEM)
    }
}
