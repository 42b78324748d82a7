//! Call paths: how execution came to where it is, from the calls and returns that it makes.
//!
//! A `br.call` extends the path of its caller, and a `br.ret` goes back to the caller whose return address is its target, however many
//! callers lie between. An indirect branch from one function into the inside of another that is on the path (`longjmp`) goes back to that
//! one. A signal counts as a call of its handler from the instruction that it interrupts. Every thread has a path of its own; that of a new
//! process continues its parent's.

use std::collections::HashMap;

use events::{Block, CallPath, CodeId, Execution, Probe, Task};
use isa::{BranchKind, BranchTarget, Op};
use rustc_hash::FxHashMap;
use uarch::Timing;

/// Most paths that are distinguished. When there are so many, what a new call executes counts on the path of its caller.
const MOST_PATHS: usize = 1 << 16;
/// Most activations of one function on a path. A further one counts on the path of the innermost of them: recursion, direct
/// or over other functions, folds back.
const MOST_NESTED: u8 = 8;
/// Most functions on a path. What a call from there executes counts on the path of its caller. With [`MOST_PATHS`] this bounds the size of
/// lists of whole stacks.
const MOST_DEEP: u16 = 256;
/// Most entries of [`Calls::known`]; only calls that fold back are left out when it is full.
const MOST_KNOWN: usize = 4 * MOST_PATHS;
/// Entries of the direct-mapped table in front of [`Calls::known`].
const AT_HAND: usize = 512;
/// Most callers of a thread that are remembered; when there are more, the outermost half is forgotten.
const MOST_CALLERS: usize = 1 << 14;

/// Follows the calls of all threads.
pub(crate) struct Calls {
    /// Addresses at which functions begin and end, ascending.
    functions: Vec<u64>,
    /// By number.
    paths: Vec<Path>,
    /// The number of the path on which each call that was met counts.
    known: FxHashMap<CallPath, u32>,
    /// A direct-mapped table of the newest calls, indexed by [`at_hand`], and where they count.
    newest: Box<[(CallPath, Callee); AT_HAND]>,
    /// Threads that do not run, those of new processes among them that have not run yet.
    threads: HashMap<Task, Thread>,
    /// The thread that runs; `None`: it has ended.
    task: Option<Task>,
    current: Thread,
    /// By the number of a block's code: whether a branch in it may change the path.
    turns: Vec<Turns>,
}

/// Whether a block has a call, a return or another indirect branch.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turns {
    /// It has not executed yet.
    Unknown,
    Never,
    Maybe,
}

/// A path that has a number: an activation of a function.
struct Path {
    /// First bundle of the function.
    target: u64,
    /// The path of its caller.
    caller: Option<u32>,
    /// Activations of this function on the path, this one included.
    nested: u8,
    /// Functions on the path.
    deep: u16,
}

/// In an empty entry of the table: no call has this address.
const NO_CALL: CallPath = CallPath {
    caller: None,
    site: u64::MAX,
    target: u64::MAX,
};

/// The index of a call in [`Calls::newest`].
fn at_hand(path: &CallPath) -> usize {
    let bundles = path.site >> 4 ^ path.target >> 4;
    (bundles ^ u64::from(path.caller.unwrap_or(0))) as usize % AT_HAND
}

/// Where a call counts.
#[derive(Clone, Copy, Default)]
struct Callee {
    path: u32,
    /// It has no path of its own.
    folded: bool,
}

/// Where a thread is.
#[derive(Clone)]
struct Thread {
    /// It has executed something, or continues the path of its parent: `path` is its own.
    begun: bool,
    path: u32,
    /// The callers on its path, outermost first, as far as they are remembered.
    callers: Vec<Caller>,
    /// Bundle that has to execute next unless a signal or the system intervenes; [`ANYTHING`]: any may.
    expected: u64,
}

/// Not the address of a bundle.
const ANYTHING: u64 = u64::MAX;

/// A call that has not returned.
#[derive(Clone, Copy)]
struct Caller {
    /// The path of the caller.
    path: u32,
    /// The return address.
    back: u64,
}

impl Calls {
    /// For a run that begins with `task`; `functions`: addresses at which functions begin and end, ascending.
    pub(crate) fn new(functions: Vec<u64>, task: Task) -> Self {
        Self {
            functions,
            paths: Vec::new(),
            known: FxHashMap::default(),
            newest: Box::new([(NO_CALL, Callee::default()); AT_HAND]),
            threads: HashMap::new(),
            task: Some(task),
            current: Thread::new(),
            turns: Vec::new(),
        }
    }

    /// Called before a block is timed: notices that execution came there otherwise than by the branch or the fall-through before.
    #[inline]
    pub(crate) fn enter<P: Probe>(&mut self, block: &Block, timing: &mut Timing<P>) {
        if self.current.expected != block.ip {
            self.arrive(block.ip, timing);
        }
    }

    /// Called behind the timing of a block: follows its call or return.
    #[inline]
    pub(crate) fn leave<P: Probe>(
        &mut self,
        block: &Block,
        execution: &Execution,
        timing: &mut Timing<P>,
    ) {
        self.current.expected = execution.target & !15;
        match self.turns.get(block.id.0 as usize) {
            Some(Turns::Never) => {}
            Some(Turns::Maybe) => self.turn(block, execution, timing),
            Some(Turns::Unknown) | None => {
                self.look_for_turns(block);
                self.turn(block, execution, timing);
            }
        }
    }

    /// Follows the call or return of a block that may have one. Not inlined: the loop over blocks needs the host's registers.
    #[inline(never)]
    fn turn<P: Probe>(&mut self, block: &Block, execution: &Execution, timing: &mut Timing<P>) {
        let target = self.current.expected;
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

    /// Remembers whether a block has branches that may change the path. Parts of divided blocks share numbers and are not remembered.
    #[cold]
    fn look_for_turns(&mut self, block: &Block) {
        let number = block.id.0 as usize;
        if block.id.0 < CodeId::FIRST_BLOCK {
            return;
        }
        if number >= self.turns.len() {
            self.turns.resize(number + 1, Turns::Unknown);
        }
        let turns = |op| {
            use BranchKind::{Call, Ret};
            matches!(
                op,
                Op::Branch {
                    kind: Call | Ret,
                    ..
                } | Op::Branch {
                    target: BranchTarget::Indirect,
                    ..
                }
            )
        };
        let any = block.instructions().any(|(_, it)| turns(it.op));
        self.turns[number] = if any { Turns::Maybe } else { Turns::Never };
    }

    /// The thread that runs has forked a process, which begins on the same path.
    pub(crate) fn fork(&mut self, child: Task) {
        let begun = Thread {
            expected: ANYTHING,
            ..self.current.clone()
        };
        self.threads.insert(child, begun);
    }

    /// The thread that runs has another number from here on.
    pub(crate) fn renumber(&mut self, before: Task, now: Task) {
        if self.task == Some(before) {
            self.task = Some(now);
        }
    }

    /// A thread has ended: its number may be that of another one from here on.
    pub(crate) fn end(&mut self, task: Task) {
        self.threads.remove(&task);
        self.task = self.task.filter(|runs| *runs != task);
    }

    /// Another thread runs.
    pub(crate) fn switch<P: Probe>(&mut self, task: Task, timing: &mut Timing<P>) {
        let next = self.threads.remove(&task).unwrap_or_else(Thread::new);
        let old = std::mem::replace(&mut self.current, next);
        if let Some(before) = self.task.replace(task) {
            self.threads.insert(before, old);
        }
        if self.current.begun {
            timing.on_path(self.current.path);
        }
    }

    /// Execution continues at a bundle to which no instruction sent it: a thread begins, or a signal handler begins or returns.
    #[cold]
    fn arrive<P: Probe>(&mut self, ip: u64, timing: &mut Timing<P>) {
        match self.current.expected {
            ANYTHING if !self.current.begun => {
                let path = self.path(
                    CallPath {
                        caller: None,
                        site: ip,
                        target: ip,
                    },
                    timing,
                );
                (self.current.begun, self.current.path) = (true, path);
                timing.on_path(path);
            }
            ANYTHING => {}
            // In the same function: a system call is restarted.
            expected if self.function(expected) == self.function(ip) => {}
            // Back from a signal handler, or into one.
            _ if self.current.callers.iter().any(|caller| caller.back == ip) => {
                self.go_back(ip, timing);
            }
            expected => self.call(expected, ip, expected, timing),
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

    /// An indirect branch that is neither call nor return.
    #[cold]
    fn jump<P: Probe>(&mut self, site: u64, target: u64, timing: &mut Timing<P>) {
        if self.function(site) != self.function(target) {
            self.unwind(target, timing);
        }
    }

    /// Goes back to the innermost caller in whose function `target` lies, if it is neither the current function nor the beginning of one.
    fn unwind<P: Probe>(&mut self, target: u64, timing: &mut Timing<P>) {
        let function = self.function(target);
        let begins = self.functions.binary_search(&target).is_ok();
        let inside = |path: u32| {
            let path = self.paths.get(path as usize);
            path.is_some_and(|path| self.function(path.target) == function)
        };
        // At the beginning of a function it is entered anew: a jump in place of a call (tail call), which stays on this path.
        if begins || inside(self.current.path) {
            return;
        }
        let mut callers = self.current.callers.iter();
        if let Some(place) = callers.rposition(|caller| inside(caller.path)) {
            self.cut(place, timing);
        }
    }

    /// Goes back to the caller at index `place`.
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

    /// The number of the path on which a call counts; the listener is told of a new one, and of a call without a path of its own.
    fn path<P: Probe>(&mut self, path: CallPath, timing: &mut Timing<P>) -> u32 {
        let place = at_hand(&path);
        let callee = match self.newest[place] {
            (newest, callee) if newest == path => callee,
            _ => {
                let callee = self.look_up(path, timing);
                self.newest[place] = (path, callee);
                callee
            }
        };
        if callee.folded {
            timing.folded_call();
        }
        callee.path
    }

    /// Where a call counts that is not in the direct-mapped table.
    #[inline(never)]
    fn look_up<P: Probe>(&mut self, path: CallPath, timing: &mut Timing<P>) -> Callee {
        let known = self.known.get(&path).copied();
        let number = known.unwrap_or_else(|| self.learn(path, timing));
        let found = self.paths.get(number as usize);
        Callee {
            path: number,
            folded: found
                .is_some_and(|found| found.caller != path.caller || found.target != path.target),
        }
    }

    #[cold]
    fn learn<P: Probe>(&mut self, path: CallPath, timing: &mut Timing<P>) -> u32 {
        let is_full = self.paths.len() >= MOST_PATHS;
        let (mut nested, mut deep) = (1, 1);
        if let Some(caller) = path.caller {
            let above = &self.paths[caller as usize];
            if is_full || above.deep >= MOST_DEEP {
                return caller;
            }
            deep = above.deep + 1;
            if let Some(inner) = self.innermost(caller, path.target) {
                nested = self.paths[inner as usize].nested + 1;
                if nested > MOST_NESTED {
                    if self.known.len() < MOST_KNOWN {
                        self.known.insert(path, inner);
                    }
                    return inner;
                }
            }
        } else if is_full {
            return 0;
        }
        let number = self.paths.len() as u32;
        self.paths.push(Path {
            target: path.target,
            caller: path.caller,
            nested,
            deep,
        });
        self.known.insert(path, number);
        timing.call_path(number, &path);
        number
    }

    /// The innermost activation of a function on a path.
    fn innermost(&self, path: u32, target: u64) -> Option<u32> {
        let mut next = Some(path);
        while let Some(number) = next {
            let path = &self.paths[number as usize];
            if path.target == target {
                return Some(number);
            }
            next = path.caller;
        }
        None
    }
}

impl Thread {
    fn new() -> Self {
        Self {
            begun: false,
            path: 0,
            callers: Vec::new(),
            expected: ANYTHING,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use events::Off;

    #[test]
    fn a_process_goes_on_where_its_parent_forked_it_and_leaves_nothing_when_it_has_ended() {
        let machine = config::load("itanium", &[] as &[&str]).unwrap().machine;
        let mut timing = Timing::new(&machine, Off);
        let [parent, first, second] = [1, 2, 3].map(|process| Task::numbered(process, process));
        let mut calls = Calls::new(vec![0x1000, 0x2000, 0x3000], parent);
        calls.arrive(0x1000, &mut timing);
        calls.call(0x1010, 0x2000, 0x1020, &mut timing);
        let forks = calls.current.path;
        calls.fork(first);
        calls.go_back(0x1020, &mut timing);
        calls.call(0x1030, 0x2000, 0x1040, &mut timing);
        let again = calls.current.path;
        assert_ne!(again, forks);
        calls.fork(second);
        calls.switch(first, &mut timing);
        assert_eq!(calls.current.path, forks);
        calls.call(0x2010, 0x3000, 0x2020, &mut timing);
        calls.switch(second, &mut timing);
        assert_eq!(calls.current.path, again);
        // One ends while it runs, the other one by another's doing.
        calls.end(second);
        calls.end(first);
        calls.switch(parent, &mut timing);
        assert_eq!(calls.current.path, again);
        assert!(calls.threads.is_empty());
    }

    #[test]
    fn a_process_that_the_outermost_function_forks_continues_its_path() {
        let machine = config::load("itanium", &[] as &[&str]).unwrap().machine;
        let mut timing = Timing::new(&machine, Off);
        let [parent, child] = [1, 2].map(|process| Task::numbered(process, process));
        let mut calls = Calls::new(vec![0x1000, 0x2000], parent);
        calls.arrive(0x1000, &mut timing);
        calls.fork(child);
        calls.switch(child, &mut timing);
        calls.arrive(0x1010, &mut timing);
        assert_eq!((calls.current.path, calls.paths.len()), (0, 1));
    }

    #[test]
    fn a_thread_that_has_executed_a_program_goes_on_under_the_number_of_its_process() {
        let machine = config::load("itanium", &[] as &[&str]).unwrap().machine;
        let mut timing = Timing::new(&machine, Off);
        let [first, second, child] =
            [(1, 1), (1, 2), (3, 3)].map(|(process, thread)| Task::numbered(process, thread));
        let mut calls = Calls::new(vec![0x1000, 0x2000], first);
        calls.arrive(0x1000, &mut timing);
        calls.switch(second, &mut timing);
        calls.arrive(0x1100, &mut timing);
        calls.call(0x1110, 0x2000, 0x1120, &mut timing);
        let path = calls.current.path;
        calls.end(first);
        calls.renumber(second, first);
        calls.switch(child, &mut timing);
        calls.switch(first, &mut timing);
        assert_eq!(calls.current.path, path);
        // The number may be that of a new thread.
        calls.switch(second, &mut timing);
        assert!(calls.current.callers.is_empty());
    }
}
