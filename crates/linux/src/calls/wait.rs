//! Waiting for children.

use super::limits::usage_image;
use super::{Args, Flow, OK, SysResult, value};
use crate::abi::consts::wait;
use crate::abi::errno::Errno;
use crate::kernel::Kernel;
use crate::process::{Ending, MemoryUsage, Pid, Report, Tid};
use crate::sched::Channel;
use crate::signal::{Detail, Info, SIGCHLD};

/// Which children are meant.
#[derive(Copy, Clone)]
enum Which {
    Any,
    Pid(Pid),
    Group(Pid),
}

/// What has happened to a child.
enum Event {
    Ended(Ending),
    Changed(Report),
}

impl Kernel {
    /// The first child, in order of numbers, with an event to report; `ended`: ends are events.
    ///
    /// # Errors
    /// `ECHILD`: no matching child can have one.
    fn find_event(
        &mut self,
        pid: Pid,
        which: Which,
        options: u64,
        ended: bool,
    ) -> Result<Option<(Pid, Event)>, Errno> {
        let children = match which {
            Which::Pid(child) => self.children.range((pid, child)..=(pid, child)),
            Which::Any | Which::Group(_) => self.children.range((pid, 0)..=(pid, Pid::MAX)),
        };
        let mut any = false;
        for child in children.filter_map(|(_, child)| self.processes.get(child)) {
            // A clone is a child that does not end with SIGCHLD.
            let is_clone = child.exit_signal != SIGCHLD;
            let left_out = options & wait::ALL == 0 && is_clone != (options & wait::CLONE != 0);
            if left_out || matches!(which, Which::Group(group) if child.group != group) {
                continue;
            }
            // One that has ended has nothing to report to a call that does not ask for ends.
            match child.ended {
                Some(ending) if ended => {
                    return Ok(Some((child.pid, Event::Ended(ending))));
                }
                Some(_) => continue,
                None => any = true,
            }
            match child.report {
                Some(report @ Report::Stopped(_)) if options & wait::UNTRACED != 0 => {
                    return Ok(Some((child.pid, Event::Changed(report))));
                }
                Some(report @ Report::Continued) if options & wait::CONTINUED != 0 => {
                    return Ok(Some((child.pid, Event::Changed(report))));
                }
                _ => {}
            }
        }
        if any { Ok(None) } else { Err(Errno::ECHILD) }
    }

    /// Consumes the event of a child. Of one that has ended the execution time, with that of its own children, is added
    /// to the parent's.
    fn consume(&mut self, parent: Pid, child: Pid, event: &Event) {
        match event {
            Event::Ended(_) => {
                let Some(process) = self.remove_process(child) else {
                    return;
                };
                self.children.remove(&(parent, child));
                self.schedule.notify(Channel::Children(parent));
                let ticks = process.ticks + process.children_ticks;
                let usage = process.earlier_usage.with(process.children_usage);
                if let Some(parent) = self.processes.get_mut(&parent) {
                    parent.children_ticks += ticks;
                    parent.children_usage = parent.children_usage.with(usage);
                }
            }
            Event::Changed(_) => {
                if let Some(process) = self.processes.get_mut(&child) {
                    process.report = None;
                }
            }
        }
    }

    /// What a child and its own children have used of memory.
    fn child_usage(&self, child: Pid) -> MemoryUsage {
        let process = self.processes.get(&child);
        process.map_or(MemoryUsage::default(), |process| {
            self.memory_usage(process).with(process.children_usage)
        })
    }

    fn child_time(&self, child: Pid) -> u64 {
        self.processes
            .get(&child)
            .map_or(0, |p| self.clock.duration(p.ticks + p.children_ticks))
    }
}

pub(crate) fn wait4(
    k: &mut Kernel,
    tid: Tid,
    [pid, status, options, usage, ..]: Args,
) -> SysResult {
    if options as u32 as u64 & !(wait::NOHANG | wait::UNTRACED | wait::CONTINUED | wait::CLONES)
        != 0
    {
        return Err(Errno::EINVAL);
    }
    let parent = k.pid(tid);
    let which = match pid as i32 {
        i32::MIN => return Err(Errno::ESRCH),
        -1 => Which::Any,
        0 => Which::Group(k.process(tid)?.group),
        child @ 1.. => Which::Pid(child as u32),
        group => Which::Group(group.unsigned_abs()),
    };
    let Some((child, event)) = k.find_event(parent, which, options, true)? else {
        return if options & wait::NOHANG != 0 {
            OK
        } else {
            Ok(Flow::Block(None))
        };
    };
    let word = match event {
        Event::Ended(ending) => ending.wait_status(),
        Event::Changed(Report::Stopped(signal)) => signal << 8 | 0x7f,
        Event::Changed(Report::Continued) => 0xffff,
    };
    let (time, used) = (k.child_time(child), k.child_usage(child));
    k.write_if(tid, status, &word.to_le_bytes())?;
    k.write_if(tid, usage, &usage_image(time, used))?;
    k.consume(parent, child, &event);
    value(child)
}

pub(crate) fn waitid(
    k: &mut Kernel,
    tid: Tid,
    [kind, id, info, options, usage, ..]: Args,
) -> SysResult {
    let events = wait::EXITED | wait::UNTRACED | wait::CONTINUED;
    let known = events | wait::NOHANG | wait::NOWAIT | wait::CLONES;
    if options as u32 as u64 & !known != 0 || options & events == 0 {
        return Err(Errno::EINVAL);
    }
    let parent = k.pid(tid);
    let which = match kind {
        0 => Which::Any,
        1 | 2 if (id as i32) < 0 => return Err(Errno::EINVAL),
        1 if id as i32 == 0 => return Err(Errno::EINVAL),
        1 => Which::Pid(id as u32),
        2 if id == 0 => Which::Group(k.process(tid)?.group),
        2 => Which::Group(id as u32),
        _ => return Err(Errno::EINVAL),
    };
    let Some((child, event)) = k.find_event(parent, which, options, options & wait::EXITED != 0)?
    else {
        if options & wait::NOHANG == 0 {
            return Ok(Flow::Block(None));
        }
        k.write_if(tid, info, &[0; 128])?;
        return OK;
    };
    let (code, status) = match event {
        Event::Ended(Ending::Exit(status)) => (wait::CLD_EXITED, i32::from(status)),
        Event::Ended(Ending::Signal {
            number,
            core: false,
        }) => (wait::CLD_KILLED, number as i32),
        Event::Ended(Ending::Signal { number, core: true }) => (wait::CLD_DUMPED, number as i32),
        Event::Changed(Report::Stopped(signal)) => (wait::CLD_STOPPED, signal as i32),
        Event::Changed(Report::Continued) => (wait::CLD_CONTINUED, crate::signal::SIGCONT as i32),
    };
    let (time, used) = (k.child_time(child), k.child_usage(child));
    let image = Info::new(
        SIGCHLD,
        code,
        Detail::Child {
            pid: child,
            status,
            ticks: 0,
        },
    )
    .image();
    k.write_if(tid, info, &image)?;
    k.write_if(tid, usage, &usage_image(time, used))?;
    if options & wait::NOWAIT == 0 {
        k.consume(parent, child, &event);
    }
    OK
}
