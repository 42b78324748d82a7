//! Epoll instances.

use super::{Args, Flow, OK, SysResult, value};
use crate::abi::consts::{open, poll as bits};
use crate::abi::errno::Errno;
use crate::abi::layout::{Image, u32_at, u64_at};
use crate::fs::file::{Object, OpenFile, Watch, Watched};
use crate::kernel::Kernel;
use crate::pool::Id;
use crate::process::{Pid, Tid};
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

/// Most events that one call can return (`EP_MAX_EVENTS`).
const MOST_EVENTS: i32 = i32::MAX / EVENT_SIZE as i32;
/// The events of a mask; the bits above are modes.
const EVENTS: u32 = 0xffff;

/// How the readiness of a file has changed: what a watch sees of it as an edge.
#[derive(Copy, Clone, PartialEq, Eq, Debug)]
pub(crate) enum Change {
    /// There is more to read.
    Filled,
    /// There is more room to write.
    Drained,
    /// The last reader or writer has gone.
    Ended,
}

impl Change {
    /// The events that a change of a channel is for a file; 0: none.
    fn events(self, channel: Channel, object: &Object) -> u16 {
        let (reads, writes) = match object {
            Object::PipeReader(_) => (true, false),
            Object::PipeWriter(_) => (false, true),
            Object::Pair { input, output } => (
                channel == Channel::Pipe(*input),
                channel == Channel::Pipe(*output),
            ),
            _ => (true, true),
        };
        match self {
            Change::Filled if reads => bits::IN | bits::RDNORM,
            Change::Drained if writes => bits::OUT | bits::WRNORM,
            Change::Ended => u16::MAX,
            Change::Filled | Change::Drained => 0,
        }
    }
}

impl Watch {
    /// The events asked for; none after the report of a watch that reports once.
    fn wanted(&self) -> u32 {
        self.events & EVENTS
    }

    /// Whether it reports its file each time that it is ready, not only after changes.
    fn by_level(&self) -> bool {
        self.events & EDGE == 0
    }
}

/// A query of what is ready.
pub(super) struct Reporting {
    /// The thread that asks, whose signals a file for signals has.
    pub caller: Tid,
    /// Which instances have something to report, as far as the query has determined it: each instance is examined once,
    /// however many paths of watches lead to it.
    pub known: BTreeMap<Id, bool>,
}

impl Reporting {
    /// A query of a thread.
    pub(super) fn to(caller: Tid) -> Self {
        let known = BTreeMap::new();
        Self { caller, known }
    }
}

impl Kernel {
    /// Whether a watch has something to report.
    pub(super) fn reports(&mut self, file: Id, watch: &Watch, reporting: &mut Reporting) -> bool {
        (watch.by_level() || watch.place != 0) && self.present(file, watch, reporting) != 0
    }

    /// The events of a watch that are present.
    fn present(&mut self, file: Id, watch: &Watch, reporting: &mut Reporting) -> u32 {
        match watch.wanted() {
            0 => 0,
            wanted => wanted & u32::from(self.readiness(file, reporting)),
        }
    }

    /// Has all that waits on a channel try again, and gives the watches of the channel, and of the instances above, a place in the
    /// order of reports (`ep_poll_callback`).
    pub(crate) fn note_change(&mut self, channel: Channel, change: Change) {
        self.schedule.notify(channel);
        let mut met = BTreeSet::new();
        let mut changed = vec![(channel, change)];
        while let Some((channel, change)) = changed.pop() {
            for (epoll, what) in self.schedule.watches(channel) {
                let file = self.open_files.get(what.1);
                let events = file.map_or(0, |file| change.events(channel, &file.object));
                let instance = self.open_files.get_mut(epoll).map(|f| &mut f.object);
                let Some(Object::Epoll(watches)) = instance else {
                    continue;
                };
                let Some(watch) = watches.get_mut(&what) else {
                    continue;
                };
                if watch.wanted() & u32::from(events) == 0 {
                    continue;
                }
                if watch.place == 0 {
                    watch.place = self.schedule.next_place();
                }
                if met.insert(epoll) {
                    changed.push((Channel::File(epoll), Change::Filled));
                }
            }
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

    /// Updates the schedule for a watch by a process that an instance has begun (`watched`) or ended.
    fn note_watch(&mut self, epoll: Id, what: Watched, by: Pid, watched: bool) {
        let mut channels = self.channels_of_file(what.1);
        let object = self.open_files.get(what.1).map(|file| &file.object);
        if let Some(Object::Signals { .. }) = object {
            channels.push(Channel::Signals(by));
        }
        for channel in channels {
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
                    && let Some(watch) = watches.remove(&what)
                {
                    self.note_watch(epoll, what, watch.by, false);
                    self.schedule.notify(Channel::File(epoll));
                }
            }
        }
        let instance = self.open_files.get_mut(file).map(|f| &mut f.object);
        if let Some(Object::Epoll(watches)) = instance {
            for (what, watch) in std::mem::take(watches) {
                self.note_watch(file, what, watch.by, false);
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
        if !(1..=MOST_EVENTS).contains(&(limit as i32)) {
            return Err(Errno::EINVAL);
        }
        let limit = limit as i32 as usize;
        let deadline = self.poll_deadline(time);
        let watches = self.watches(tid, epoll)?.iter();
        let looked_at = watches.filter(|(_, watch)| watch.by_level() || watch.place != 0);
        let mut watches: Vec<(Watched, Watch)> =
            looked_at.map(|(&what, &watch)| (what, watch)).collect();
        watches.sort_by_key(|(_, watch)| watch.place.wrapping_sub(1));
        let mut reports = Vec::new();
        let mut reporting = Reporting::to(tid);
        for (what, watch) in watches {
            if reports.len() == limit {
                break;
            }
            match self.present(what.1, &watch, &mut reporting) {
                0 => {
                    if let Some(watch) = self.watches(tid, epoll)?.get_mut(&what) {
                        watch.place = 0;
                    }
                }
                events => reports.push((what, watch, events)),
            }
        }
        if reports.is_empty() {
            return match self.timed_out(tid, deadline)? {
                true => OK,
                false => Ok(Flow::Block(deadline)),
            };
        }
        let length = reports.len() as u64 * EVENT_SIZE;
        let place = self.storable(tid, &[(list, length)], length)?;
        reports.truncate((place / EVENT_SIZE) as usize);
        if reports.is_empty() {
            return Err(Errno::EFAULT);
        }
        let mut image = Image::new();
        for &(what, watch, events) in &reports {
            image = image.u32(events).u32(0).u64(watch.data);
            // What is ready for as long as it is not read comes again, after the others.
            let comes_again = watch.by_level() && watch.events & ONESHOT == 0;
            let place = match comes_again {
                true => self.schedule.next_place(),
                false => 0,
            };
            if let Some(watch) = self.watches(tid, epoll)?.get_mut(&what) {
                watch.place = place;
                if watch.events & ONESHOT != 0 {
                    watch.events &= !EVENTS;
                }
            }
        }
        self.write(tid, list, &image.done())?;
        // The instance may have nothing more to report, which changes its readiness for those that watch it.
        let id = self.file_id(tid, epoll)?;
        self.schedule.notify(Channel::File(id));
        value(reports.len())
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
    let what = (fd as i32, file);
    let caller = k.pid(tid);
    // A watch that is changed stays that of the process that has begun it.
    let before = k.watches(tid, epoll).ok();
    let before = before.and_then(|watches| watches.get(&what));
    let by = before.map_or(caller, |watch| watch.by);
    let watch = if operation == DELETE {
        None
    } else {
        let bytes = k.read(tid, event, EVENT_SIZE)?;
        Some(Watch {
            // Errors and hang-ups are reported unasked.
            events: u32_at(&bytes, 0) | u32::from(bits::ERR | bits::HUP),
            by,
            data: u64_at(&bytes, 8),
            place: 0,
        })
    };
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
    k.note_watch(own, what, by, operation != DELETE);
    k.schedule.notify(Channel::File(own));
    if let Some(watch) = watch.filter(|_| operation != DELETE)
        && k.present(file, &watch, &mut Reporting::to(tid)) != 0
    {
        let place = match before.map_or(0, |before| before.place) {
            0 => k.schedule.next_place(),
            place => place,
        };
        if let Some(watch) = k.watches(tid, epoll)?.get_mut(&what) {
            watch.place = place;
        }
        k.note_change(Channel::File(own), Change::Filled);
    }
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
