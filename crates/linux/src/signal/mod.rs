//! Signals: sets, actions, queues and default effects.

pub(crate) mod deliver;
pub(crate) mod fault;
pub(crate) mod frame;

use crate::abi::layout::Image;
use machine::{Charge, Frames};

pub(crate) const SIGHUP: u32 = 1;
pub(crate) const SIGILL: u32 = 4;
pub(crate) const SIGTRAP: u32 = 5;
pub(crate) const SIGBUS: u32 = 7;
pub(crate) const SIGFPE: u32 = 8;
pub(crate) const SIGKILL: u32 = 9;
pub(crate) const SIGSEGV: u32 = 11;
pub(crate) const SIGPIPE: u32 = 13;
pub(crate) const SIGXCPU: u32 = 24;
pub(crate) const SIGXFSZ: u32 = 25;
pub(crate) const SIGSYS: u32 = 31;
/// The first real-time signal: each time that one is sent counts.
pub(crate) const REAL_TIME: u32 = 32;
pub(crate) const SIGALRM: u32 = 14;
pub(crate) const SIGCHLD: u32 = 17;
pub(crate) const SIGCONT: u32 = 18;
pub(crate) const SIGSTOP: u32 = 19;
/// Highest signal number.
pub(crate) const LAST: u32 = 64;

/// `SA_*` of `asm-generic/signal-defs.h`.
pub(crate) mod action_flags {
    pub(crate) const NOCLDSTOP: u64 = 1;
    pub(crate) const NOCLDWAIT: u64 = 2;
    pub(crate) const ONSTACK: u64 = 0x0800_0000;
    pub(crate) const RESTART: u64 = 0x1000_0000;
    pub(crate) const NODEFER: u64 = 0x4000_0000;
    pub(crate) const RESETHAND: u64 = 0x8000_0000;
    /// Those that Linux keeps: the above, `SA_SIGINFO`, `SA_EXPOSE_TAGBITS` and `SA_RESTORER`.
    pub(crate) const KNOWN: u64 = 0xdc00_0807;
}

/// A set of signals; signal n is bit n - 1, as in `sigset_t`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct SignalSet(pub u64);

impl SignalSet {
    /// The signals that cannot be held back, caught or ignored.
    pub(crate) const FORCED: SignalSet = SignalSet(1 << (SIGKILL - 1) | 1 << (SIGSTOP - 1));

    pub(crate) fn has(self, signal: u32) -> bool {
        (1..=LAST).contains(&signal) && self.0 >> (signal - 1) & 1 != 0
    }

    pub(crate) fn add(&mut self, signal: u32) {
        if (1..=LAST).contains(&signal) {
            self.0 |= 1 << (signal - 1);
        }
    }

    pub(crate) fn remove(&mut self, signal: u32) {
        if (1..=LAST).contains(&signal) {
            self.0 &= !(1 << (signal - 1));
        }
    }

    /// Without the signals that cannot be held back.
    pub(crate) fn blockable(self) -> SignalSet {
        SignalSet(self.0 & !SignalSet::FORCED.0)
    }
}

/// What a process does on a signal: `struct sigaction` of the kernel interface.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Action {
    /// 0: default, 1: ignore, otherwise address of a function descriptor.
    pub handler: u64,
    pub flags: u64,
    pub mask: SignalSet,
}

impl Action {
    pub(crate) const DEFAULT: u64 = 0;
    pub(crate) const IGNORE: u64 = 1;

    pub(crate) fn caught(&self) -> bool {
        self.handler > Action::IGNORE
    }
}

/// `stack_t`: the alternate signal stack of a thread.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct AltStack {
    pub base: u64,
    pub size: u64,
    /// Whether it is given up when a handler begins to use it, until the handler returns (`SS_AUTODISARM`).
    pub disarms: bool,
}

impl AltStack {
    pub(crate) const NONE: AltStack = AltStack {
        base: 0,
        size: 0,
        disarms: false,
    };
    /// `SS_ONSTACK`, `SS_DISABLE`, `SS_AUTODISARM`.
    pub(crate) const ONSTACK: u32 = 1;
    pub(crate) const DISABLE: u32 = 2;
    pub(crate) const AUTODISARM: u32 = 1 << 31;
    /// Smallest size that IA-64 allows (`MINSIGSTKSZ`, a number that the header itself calls a typo).
    pub(crate) const MINIMUM: u64 = 131_027;

    pub(crate) fn enabled(&self) -> bool {
        self.size != 0
    }

    /// Whether a stack pointer lies on it. What lies on one that disarms itself is not known.
    pub(crate) fn holds(&self, sp: u64) -> bool {
        self.enabled() && !self.disarms && sp.wrapping_sub(self.base) < self.size
    }

    /// The `stack_t` image of its state as seen with stack pointer `sp`.
    pub(crate) fn image(&self, sp: u64) -> Vec<u8> {
        let flags = match (self.enabled(), self.holds(sp)) {
            (false, _) => AltStack::DISABLE,
            (true, true) => AltStack::ONSTACK,
            (true, false) => 0,
        };
        let flags = match self.disarms {
            true => flags | AltStack::AUTODISARM,
            false => flags,
        };
        Image::new()
            .u64(self.base)
            .u32(flags)
            .u32(0)
            .u64(self.size)
            .done()
    }
}

/// What a signal tells of its cause: the fields of `siginfo_t`.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Info {
    pub signal: u32,
    pub code: i32,
    pub detail: Detail,
}

/// The part of `siginfo_t` that depends on the cause.
#[derive(Copy, Clone, Debug, Default, PartialEq, Eq)]
pub(crate) enum Detail {
    #[default]
    None,
    Sender {
        pid: u32,
        value: u64,
    },
    Child {
        pid: u32,
        status: i32,
        ticks: u64,
    },
    Timer {
        id: u32,
        overrun: u32,
        value: u64,
    },
    /// With the code [`code::KERNEL`] Linux tells nothing of it; the rest is for reports.
    Fault {
        address: u64,
        immediate: u32,
        /// `ISR`, for those faults of which Linux passes it on.
        isr: Option<u64>,
    },
    /// There is no memory left.
    Memory,
    /// Passed in whole by `rt_sigqueueinfo`.
    Raw {
        /// `si_errno`.
        error: i32,
        /// Bytes 16 to 48.
        words: [u64; 4],
    },
}

/// `si_code` values that are not those of faults.
pub(crate) mod code {
    pub(crate) const USER: i32 = 0;
    pub(crate) const KERNEL: i32 = 0x80;
    pub(crate) const TIMER: i32 = -2;
    pub(crate) const TKILL: i32 = -6;
    /// Of `SIGBUS`: no memory is behind the address.
    pub(crate) const BUS_ADRERR: i32 = 2;
}

impl Info {
    pub(crate) fn new(signal: u32, code: i32, detail: Detail) -> Info {
        Info {
            signal,
            code,
            detail,
        }
    }

    /// Sent by a process with `kill` or its kin.
    pub(crate) fn sent(signal: u32, code: i32, pid: u32) -> Info {
        Info::new(signal, code, Detail::Sender { pid, value: 0 })
    }

    /// The 128 bytes of `siginfo_t`.
    pub(crate) fn image(&self) -> Vec<u8> {
        let uid = crate::process::UID;
        let error = match self.detail {
            Detail::Raw { error, .. } => error,
            _ => 0,
        };
        let image = Image::new().u32(self.signal).i32(error);
        let image = image.i32(self.code).u32(0);
        let image = match self.detail {
            Detail::None | Detail::Memory => image,
            Detail::Sender { pid, value } => image.u32(pid).u32(uid).u64(value),
            Detail::Child { pid, status, ticks } => {
                image.u32(pid).u32(uid).i32(status).u32(0).u64(ticks).u64(0)
            }
            Detail::Timer { id, overrun, value } => image.u32(id).u32(overrun).u64(value),
            Detail::Fault { .. } if self.code == code::KERNEL => image,
            Detail::Fault {
                address,
                immediate,
                isr,
            } => {
                // `si_flags` says whether `si_isr` is valid.
                let image = image.u64(address).u32(immediate);
                image.u32(isr.is_some().into()).u64(isr.unwrap_or(0))
            }
            Detail::Raw { words, .. } => words.iter().fold(image, |image, &word| image.u64(word)),
        };
        image.pad_to(128).done()
    }
}

/// Pending signals, in the order in which they are taken.
#[derive(Debug)]
pub(crate) struct Queue {
    entries: Vec<Info>,
    set: SignalSet,
    charge: Charge,
}

/// Most pending signals of a thread or process, and `RLIMIT_SIGPENDING` at the start.
pub(crate) const PENDING_LIMIT: usize = 16_384;

impl Queue {
    /// A queue that grows in the memory of `frames`.
    pub(crate) fn new(frames: &Frames) -> Queue {
        Queue {
            entries: Vec::new(),
            set: SignalSet::default(),
            charge: Charge::none(frames),
        }
    }

    /// Adds a signal. As on Linux, a classic signal (below [`REAL_TIME`]) that is pending already is lost, and so is a real-time
    /// signal when the queue is full.
    pub(crate) fn push(&mut self, info: Info) {
        let lost = if info.signal < REAL_TIME {
            self.set.has(info.signal)
        } else {
            self.is_full()
        };
        if !lost {
            self.set.add(info.signal);
            self.entries.push(info);
            self.count();
        }
    }

    /// Whether there is no place for another real-time signal.
    pub(crate) fn is_full(&mut self) -> bool {
        let more = Queue::bytes(self.entries.len() + 1);
        let held = self.charge.bytes();
        // The test takes the memory; the next line gives it back.
        let fits = self.charge.resize(more).is_ok();
        self.charge.force(held);
        self.entries.len() >= PENDING_LIMIT || !fits
    }

    /// Bytes charged for a queue of so many signals. The first few are free.
    fn bytes(length: usize) -> u64 {
        const FREE: usize = 32;
        (length.saturating_sub(FREE) * 2 * size_of::<Info>()) as u64
    }

    fn count(&mut self) {
        let bytes = Queue::bytes(self.entries.len());
        if bytes != self.charge.bytes() {
            self.charge.force(bytes);
        }
    }

    /// The pending signals, oldest first.
    pub(crate) fn entries(&self) -> &[Info] {
        &self.entries
    }

    pub(crate) fn set(&self) -> SignalSet {
        self.set
    }

    /// Takes the next signal of `wanted`: faults of the thread first, then the lowest number, oldest first.
    pub(crate) fn take(&mut self, wanted: SignalSet) -> Option<Info> {
        if self.set.0 & wanted.0 == 0 {
            return None;
        }
        let synchronous =
            |s: u32| matches!(s, SIGSEGV | SIGBUS | SIGILL | SIGTRAP | SIGFPE | SIGSYS);
        let best = (self.entries.iter().enumerate())
            .filter(|(_, info)| wanted.has(info.signal))
            .min_by_key(|(place, info)| (!synchronous(info.signal), info.signal, *place))?
            .0;
        let info = self.entries.remove(best);
        if !self.entries.iter().any(|other| other.signal == info.signal) {
            self.set.remove(info.signal);
        }
        self.count();
        Some(info)
    }

    /// Whether the signal of a POSIX timer is pending.
    pub(crate) fn has_timer(&self, timer: u32) -> bool {
        self.entries
            .iter()
            .any(|info| matches!(info.detail, Detail::Timer { id, .. } if id == timer))
    }

    /// Adds expiries to the pending signal of a POSIX timer; false if there is none.
    pub(crate) fn overrun(&mut self, timer: u32, times: u64) -> bool {
        for info in &mut self.entries {
            if let Detail::Timer { id, overrun, .. } = &mut info.detail
                && *id == timer
            {
                let sum = u64::from(*overrun).saturating_add(times);
                *overrun = sum.min(i32::MAX as u64) as u32;
                return true;
            }
        }
        false
    }

    /// Removes all pending signals of one number.
    pub(crate) fn discard(&mut self, signal: u32) {
        self.entries.retain(|info| info.signal != signal);
        self.set.remove(signal);
        self.count();
    }
}

/// What happens on a signal whose action is the default.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) enum Effect {
    Terminate,
    Core,
    Ignore,
    Stop,
    Continue,
}

/// The default effect of a signal (signal(7)).
pub(crate) fn default_effect(signal: u32) -> Effect {
    match signal {
        17 | 23 | 28 => Effect::Ignore,
        18 => Effect::Continue,
        19..=22 => Effect::Stop,
        3..=8 | 11 | 24 | 25 | 31 => Effect::Core,
        _ => Effect::Terminate,
    }
}

/// The name of a signal, `SIG…`.
pub fn name(signal: u32) -> String {
    const NAMES: [&str; 32] = [
        "0", "HUP", "INT", "QUIT", "ILL", "TRAP", "ABRT", "BUS", "FPE", "KILL", "USR1", "SEGV",
        "USR2", "PIPE", "ALRM", "TERM", "STKFLT", "CHLD", "CONT", "STOP", "TSTP", "TTIN", "TTOU",
        "URG", "XCPU", "XFSZ", "VTALRM", "PROF", "WINCH", "IO", "PWR", "SYS",
    ];
    match NAMES.get(signal as usize) {
        Some(name) => format!("SIG{name}"),
        None => format!("SIGRT_{}", signal - 32),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn classic_signals_merge_and_realtime_signals_queue() {
        let mut queue = Queue::new(&Frames::new(1 << 20));
        for signal in [10, 10, 40, 40] {
            queue.push(Info::sent(signal, 0, 1));
        }
        let order: Vec<u32> = std::iter::from_fn(|| queue.take(SignalSet(u64::MAX)))
            .map(|i| i.signal)
            .collect();
        assert_eq!(order, [10, 40, 40]);
    }

    #[test]
    fn a_fault_is_taken_before_signals_with_lower_numbers() {
        let mut queue = Queue::new(&Frames::new(1 << 20));
        queue.push(Info::sent(1, 0, 1));
        queue.push(Info::sent(SIGSEGV, 1, 1));
        assert_eq!(
            queue.take(SignalSet(u64::MAX)).map(|i| i.signal),
            Some(SIGSEGV)
        );
    }

    #[test]
    fn the_fields_of_a_fault_are_where_the_header_has_them() {
        let image = Info::new(
            SIGSEGV,
            1,
            Detail::Fault {
                address: 0x10,
                immediate: 5,
                isr: Some(7),
            },
        )
        .image();
        assert_eq!(image.len(), 128);
        assert_eq!(image[16], 0x10);
        assert_eq!(image[24], 5);
        assert_eq!((image[28], image[32]), (1, 7));
    }
}
