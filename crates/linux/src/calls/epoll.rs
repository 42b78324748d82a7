//! Epoll instances.

use super::{Args, Flow, OK, SysResult, value};
use crate::abi::consts::{open, poll as bits};
use crate::abi::errno::Errno;
use crate::abi::layout::{Image, u32_at, u64_at};
use crate::fs::file::{Object, OpenFile, Watch, Watched};
use crate::kernel::Kernel;
use crate::pool::Id;
use crate::process::Tid;
use crate::sched::Channel;
use crate::signal::SignalSet;
use std::collections::{BTreeMap, BTreeSet};

/// `linux/eventpoll.h`.
const ADD: u64 = 1;
const DELETE: u64 = 2;
const MODIFY: u64 = 3;
const ONESHOT: u32 = 1 << 30;
const EDGE: u32 = 1 << 31;
/// Bytes of `struct epoll_event`, which is not packed on IA-64.
const EVENT_SIZE: u64 = 16;
/// Most levels of epoll instances that watch each other (`EP_MAX_NESTS`, and the lowest).
const LEVELS: usize = 5;

/// Which instances have something to report, as far as one query has determined it: each instance is examined once,
/// however many paths of watches lead to it.
pub(super) type Reporting = BTreeMap<Id, bool>;

impl Kernel {
    /// The events of a watch that are present; for an edge-triggered one without those already reported.
    pub(super) fn watched(&mut self, file: Id, watch: &Watch, reporting: &mut Reporting) -> u32 {
        if watch.events & 0xffff == 0 {
            return 0;
        }
        let wanted = watch.events & 0xffff | u32::from(bits::ERR | bits::HUP);
        let now = u32::from(self.readiness(file, reporting)) & wanted;
        if watch.events & EDGE != 0 {
            now & !watch.reported
        } else {
            now
        }
    }

    /// The instances that an instance watches.
    fn instances_below(&self, id: Id) -> BTreeSet<Id> {
        let Some(Object::Epoll(watches)) = self.open_files.get(id).map(|f| &f.object) else {
            return BTreeSet::new();
        };
        let is_instance = |id: &Id| {
            let file = self.open_files.get(*id);
            matches!(file.map(|f| &f.object), Some(Object::Epoll(_)))
        };
        let files = watches.keys().map(|&(_, file)| file);
        files.filter(is_instance).collect()
    }

    /// Every pair of instances of which the first watches the second.
    fn nested_instances(&self) -> Vec<(Id, Id)> {
        let pairs = self.open_files.iter().flat_map(|(above, _)| {
            let below = self.instances_below(above).into_iter();
            below.map(move |below| (above, below))
        });
        pairs.collect()
    }

    /// Whether an instance may watch another one without a cycle and with at most [`LEVELS`] levels.
    fn may_nest(&self, above: Id, below: Id) -> bool {
        let downwards = self.nested_instances();
        let upwards: Vec<(Id, Id)> = downwards.iter().map(|&(a, b)| (b, a)).collect();
        let (down, reached) = levels(below, &downwards);
        let (up, _) = levels(above, &upwards);
        !reached.contains(&above) && up + down <= LEVELS
    }

    fn watches(&mut self, tid: Tid, epoll: u64) -> Result<&mut BTreeMap<Watched, Watch>, Errno> {
        match &mut self.file(tid, epoll)?.object {
            Object::Epoll(watches) => Ok(watches),
            _ => Err(Errno::EINVAL),
        }
    }

    /// Updates the schedule for a watch that an instance has begun (`watched`) or ended.
    fn note_watch(&mut self, epoll: Id, what: Watched, watched: bool) {
        for channel in self.channels_of_file(what.1) {
            self.schedule.watch(channel, (epoll, what), watched);
        }
    }

    /// Ends the watches of a file that is being closed and, if it is an instance, its own.
    pub(crate) fn unwatch_file(&mut self, file: Id) {
        for channel in self.channels_of_file(file) {
            for (epoll, what) in self.schedule.watches(channel) {
                let instance = self.open_files.get_mut(epoll).map(|f| &mut f.object);
                if let Some(Object::Epoll(watches)) = instance
                    && what.1 == file
                    && watches.remove(&what).is_some()
                {
                    self.note_watch(epoll, what, false);
                    self.schedule.notify(Channel::File(epoll));
                }
            }
        }
        let instance = self.open_files.get_mut(file).map(|f| &mut f.object);
        if let Some(Object::Epoll(watches)) = instance {
            for (what, _) in std::mem::take(watches) {
                self.note_watch(file, what, false);
            }
        }
    }

    fn wait_for_events(
        &mut self,
        tid: Tid,
        epoll: u64,
        list: u64,
        limit: u64,
        time: Option<u64>,
    ) -> SysResult {
        if limit as i32 <= 0 || limit > 65536 {
            return Err(Errno::EINVAL);
        }
        let deadline = self.poll_deadline(time);
        let watches: Vec<(Watched, Watch)> = self
            .watches(tid, epoll)?
            .iter()
            .map(|(&what, &watch)| (what, watch))
            .collect();
        let mut image = Image::new();
        let mut count = 0;
        let mut reporting = Reporting::new();
        for (what, watch) in watches {
            let found = self.watched(what.1, &watch, &mut reporting);
            let level = u32::from(self.readiness(what.1, &mut reporting)) & 0xffff;
            let Some(entry) = self.watches(tid, epoll)?.get_mut(&what) else {
                continue;
            };
            // An event that is not present any longer can be reported when it occurs again.
            entry.reported &= level;
            if found == 0 || count == limit {
                continue;
            }
            entry.reported |= found;
            if entry.events & ONESHOT != 0 {
                entry.events &= !0xffff;
            }
            image = image.u32(found).u32(0).u64(watch.data);
            count += 1;
        }
        if count > 0 {
            // The instance may have nothing more to report, which changes its readiness for those that watch it.
            let id = self.file_id(tid, epoll)?;
            self.schedule.notify(Channel::File(id));
        }
        if count > 0 || self.timed_out(tid, deadline)? {
            self.write(tid, list, &image.done())?;
            return value(count);
        }
        Ok(Flow::Block(deadline))
    }
}

/// The longest chain along the pairs that begins with an instance, in instances (not counted further than past
/// [`LEVELS`]), and all instances on such chains.
fn levels(start: Id, pairs: &[(Id, Id)]) -> (usize, BTreeSet<Id>) {
    let mut level = BTreeSet::from([start]);
    let mut met = level.clone();
    let mut count = 0;
    while !level.is_empty() && count <= LEVELS {
        count += 1;
        let next = pairs.iter().filter(|(from, _)| level.contains(from));
        level = next.map(|&(_, to)| to).collect();
        met.extend(&level);
    }
    (count, met)
}

pub(crate) fn epoll_create(k: &mut Kernel, tid: Tid, [size, ..]: Args) -> SysResult {
    if size as i32 <= 0 {
        Err(Errno::EINVAL)
    } else {
        epoll_create1(k, tid, [0; 8])
    }
}

pub(crate) fn epoll_create1(k: &mut Kernel, tid: Tid, [flags, ..]: Args) -> SysResult {
    if flags as u32 & !open::CLOEXEC != 0 {
        return Err(Errno::EINVAL);
    }
    let id = k.add_file(OpenFile::new(
        Object::Epoll(BTreeMap::new()),
        open::RDWR,
        Vec::new(),
    ))?;
    value(k.install(tid, id, flags as u32 & open::CLOEXEC != 0, 0)? as u64)
}

pub(crate) fn epoll_ctl(
    k: &mut Kernel,
    tid: Tid,
    [epoll, operation, fd, event, ..]: Args,
) -> SysResult {
    let file = k.file_id(tid, fd)?;
    let own = k.file_id(tid, epoll)?;
    match &k.open_files.get(file).ok_or(Errno::EBADF)?.object {
        Object::Host { .. } | Object::Directory { .. } | Object::Text(_) => {
            return Err(Errno::EPERM);
        }
        _ if file == own => return Err(Errno::EINVAL),
        Object::Epoll(_) if operation == ADD && !k.may_nest(own, file) => {
            return Err(Errno::ELOOP);
        }
        _ => {}
    }
    let watch = if operation == DELETE {
        None
    } else {
        let bytes = k.read(tid, event, EVENT_SIZE)?;
        Some(Watch {
            events: u32_at(&bytes, 0),
            data: u64_at(&bytes, 8),
            reported: 0,
        })
    };
    let what = (fd as i32, file);
    let watches = k.watches(tid, epoll)?;
    let known = watches.contains_key(&what);
    let before = match (operation, watch) {
        (ADD, Some(_)) if known => return Err(Errno::EEXIST),
        (MODIFY | DELETE, _) if !known => return Err(Errno::ENOENT),
        (ADD | MODIFY, Some(watch)) => watches.insert(what, watch),
        (DELETE, _) => watches.remove(&what),
        _ => return Err(Errno::EINVAL),
    };
    if let Some(instance) = k.open_files.get_mut(own)
        && let Err(errno) = instance.recount()
        && let (ADD, Object::Epoll(watches)) = (operation, &mut instance.object)
    {
        match before {
            Some(before) => watches.insert(what, before),
            None => watches.remove(&what),
        };
        return Err(errno);
    }
    k.note_watch(own, what, operation != DELETE);
    k.schedule.notify(Channel::File(own));
    OK
}

pub(crate) fn epoll_wait(
    k: &mut Kernel,
    tid: Tid,
    [epoll, list, limit, milliseconds, ..]: Args,
) -> SysResult {
    let time = u64::try_from(milliseconds as i32)
        .ok()
        .map(|ms| ms * 1_000_000);
    k.wait_for_events(tid, epoll, list, limit, time)
}

pub(crate) fn epoll_pwait(
    k: &mut Kernel,
    tid: Tid,
    [epoll, list, limit, milliseconds, mask, ..]: Args,
) -> SysResult {
    if mask != 0 {
        let mask = SignalSet(k.read_u64(tid, mask)?);
        k.borrow_mask(tid, Some(mask))?;
    }
    epoll_wait(k, tid, [epoll, list, limit, milliseconds, 0, 0, 0, 0])
}
