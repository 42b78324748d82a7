//! Call paths: how execution came to where it is, from the calls and returns that it makes.
//!
//! A `br.call` enters a path of its caller's, and a `br.ret` leaves to the caller whose return address it goes to, however many
//! lie between. Other branches that leave a function for the inside of one on the path (`longjmp`) go back to that one. A signal
//! calls its handler from where it interrupts. Every thread has a path of its own; that of a new process goes on from its parent's.

use std::collections::HashMap;

use events::{Block, CallPath, Execution, Probe, Task};
use isa::{BranchKind, BranchTarget, Op};
use rustc_hash::FxHashMap;
use uarch::Timing;

/// Paths that are told apart; what is called from there on counts where it is called from.
const MOST_PATHS: usize = 1 << 16;
/// Activations of a function one directly inside the other that are told apart.
const MOST_NESTED: u8 = 8;
/// Callers of a thread that are remembered; the outermost are forgotten first.
const MOST_CALLERS: usize = 1 << 14;

/// Follows the calls of all threads.
pub(crate) struct Calls {
    /// Where functions begin and end, ascending.
    functions: Vec<u64>,
    paths: Vec<Path>,
    known: FxHashMap<CallPath, u32>,
    threads: HashMap<Task, Thread>,
    task: Task,
    current: Thread,
}

struct Path {
    target: u64,
    /// Activations of this function that called each other to get here.
    nested: u8,
}

#[derive(Clone)]
struct Thread {
    path: u32,
    callers: Vec<Caller>,
    /// Bundle that comes next; `None`: anything may.
    expected: Option<u64>,
}

#[derive(Clone, Copy)]
struct Caller {
    path: u32,
    /// Where its callee returns to.
    back: u64,
}

impl Calls {
    /// Of a run that begins with a task; `functions` says where functions begin and end, ascending.
    pub(crate) fn new(functions: Vec<u64>, task: Task) -> Self {
        Self {
            functions,
            paths: Vec::new(),
            known: FxHashMap::default(),
            threads: HashMap::new(),
            task,
            current: Thread::new(),
        }
    }

    /// Before a block executes.
    #[inline]
    pub(crate) fn enter<P: Probe>(&mut self, block: &Block, timing: &mut Timing<P>) {
        if self.current.expected != Some(block.ip) {
            self.arrive(block.ip, timing);
        }
    }

    /// Behind its execution.
    #[inline]
    pub(crate) fn leave<P: Probe>(
        &mut self,
        block: &Block,
        execution: &Execution,
        timing: &mut Timing<P>,
    ) {
        let target = execution.target & !15;
        self.current.expected = Some(target);
        if let Some(slot) = execution.taken
            && let Op::Branch { kind, target: to } = block.instruction(slot).op
        {
            let site = block.ip_of(slot);
            match kind {
                BranchKind::Call => self.call(site, target, site.wrapping_add(16), timing),
                BranchKind::Ret => self.go_back(target, timing),
                _ if matches!(to, BranchTarget::Indirect) => self.jump(site, target, timing),
                _ => {}
            }
        }
    }

    /// Another thread runs.
    pub(crate) fn switch<P: Probe>(&mut self, task: Task, timing: &mut Timing<P>) {
        let next = match self.threads.remove(&task) {
            Some(next) => next,
            // A process goes on where its parent called fork; a thread begins.
            None if task.process != self.task.process => Thread {
                expected: None,
                ..self.current.clone()
            },
            None => Thread::new(),
        };
        let old = std::mem::replace(&mut self.current, next);
        self.threads.insert(self.task, old);
        self.task = task;
        if !self.current.callers.is_empty() || self.current.path != 0 {
            timing.on_path(self.current.path);
        }
    }

    /// Execution goes on where no instruction sent it.
    #[cold]
    fn arrive<P: Probe>(&mut self, ip: u64, timing: &mut Timing<P>) {
        match self.current.expected {
            None if self.current.callers.is_empty() => {
                let path = self.path(
                    CallPath {
                        caller: None,
                        site: ip,
                        target: ip,
                    },
                    timing,
                );
                self.follow(path, timing);
            }
            None => {}
            // A system call is made again.
            Some(expected) if self.function(expected) == self.function(ip) => {}
            // Back from a signal handler, or into one.
            Some(_) if self.current.callers.iter().any(|caller| caller.back == ip) => {
                self.go_back(ip, timing);
            }
            Some(expected) => self.call(expected, ip, expected, timing),
        }
    }

    fn call<P: Probe>(&mut self, site: u64, target: u64, back: u64, timing: &mut Timing<P>) {
        let caller = self.current.path;
        let callers = &mut self.current.callers;
        if callers.len() >= MOST_CALLERS {
            callers.drain(..MOST_CALLERS / 2);
        }
        callers.push(Caller { path: caller, back });
        let path = self.path(
            CallPath {
                caller: Some(caller),
                site,
                target,
            },
            timing,
        );
        self.follow(path, timing);
    }

    fn go_back<P: Probe>(&mut self, target: u64, timing: &mut Timing<P>) {
        let mut callers = self.current.callers.iter();
        match callers.rposition(|caller| caller.back == target) {
            Some(place) => self.cut(place, timing),
            None => self.unwind(target, timing),
        }
    }

    /// A branch through a register that is neither call nor return.
    #[cold]
    fn jump<P: Probe>(&mut self, site: u64, target: u64, timing: &mut Timing<P>) {
        if self.function(site) != self.function(target) {
            self.unwind(target, timing);
        }
    }

    /// Back into a function that has called, to another place than behind its call.
    fn unwind<P: Probe>(&mut self, target: u64, timing: &mut Timing<P>) {
        let function = self.function(target);
        let begins = self.functions.binary_search(&target).is_ok();
        let inside = |path: u32| {
            let path = self.paths.get(path as usize);
            path.is_some_and(|path| self.function(path.target) == function)
        };
        // At its beginning it is entered anew: a jump instead of a call and a return.
        if begins || inside(self.current.path) {
            return;
        }
        let mut callers = self.current.callers.iter();
        if let Some(place) = callers.rposition(|caller| inside(caller.path)) {
            self.cut(place, timing);
        }
    }

    /// Back to a caller.
    fn cut<P: Probe>(&mut self, place: usize, timing: &mut Timing<P>) {
        let path = self.current.callers[place].path;
        self.current.callers.truncate(place);
        self.follow(path, timing);
    }

    fn follow<P: Probe>(&mut self, path: u32, timing: &mut Timing<P>) {
        if path != self.current.path {
            self.current.path = path;
            timing.on_path(path);
        }
    }

    fn function(&self, address: u64) -> usize {
        self.functions.partition_point(|start| *start <= address)
    }

    /// The number of a path, told to the listener when it is new.
    fn path<P: Probe>(&mut self, path: CallPath, timing: &mut Timing<P>) -> u32 {
        if let Some(number) = self.known.get(&path) {
            return *number;
        }
        let is_full = self.paths.len() >= MOST_PATHS;
        let mut nested = 1;
        if let Some(caller) = path.caller {
            let above = &self.paths[caller as usize];
            if above.target == path.target {
                nested = above.nested + 1;
            }
            if nested > MOST_NESTED || is_full {
                return caller;
            }
        } else if is_full {
            return 0;
        }
        let number = self.paths.len() as u32;
        self.paths.push(Path {
            target: path.target,
            nested,
        });
        self.known.insert(path, number);
        timing.call_path(number, &path);
        number
    }
}

impl Thread {
    fn new() -> Self {
        Self {
            path: 0,
            callers: Vec::new(),
            expected: None,
        }
    }
}
