//! Call paths: how execution came to where it is, from the calls and returns that it makes.
//!
//! A `br.call` enters a path of its caller's, and a `br.ret` leaves to the caller whose return address it goes to, however many
//! lie between. Other branches that leave a function for the inside of one on the path (`longjmp`) go back to that one. A signal
//! calls its handler from where it interrupts. Every thread has a path of its own; that of a new process goes on from its parent's.

use std::collections::HashMap;

use events::{Block, CallPath, CodeId, Execution, Probe, Task};
use isa::{BranchKind, BranchTarget, Op};
use rustc_hash::FxHashMap;
use uarch::Timing;

/// Paths that are told apart; what is called from there on counts where it is called from.
const MOST_PATHS: usize = 1 << 16;
/// Activations of a function on one path that are told apart. A further one counts where the innermost of them does: recursion, direct
/// or over other functions, folds back.
const MOST_NESTED: u8 = 8;
/// Functions on a path; what is called from there on counts where it is called from. With [`MOST_PATHS`] this bounds what lists of whole
/// stacks hold.
const MOST_DEEP: u16 = 256;
/// Calls of which it is remembered where they count.
const MOST_KNOWN: usize = 4 * MOST_PATHS;
/// The newest of them that are at hand.
const AT_HAND: usize = 512;
/// Callers of a thread that are remembered; the outermost are forgotten first.
const MOST_CALLERS: usize = 1 << 14;

/// Follows the calls of all threads.
pub(crate) struct Calls {
    /// Where functions begin and end, ascending.
    functions: Vec<u64>,
    paths: Vec<Path>,
    known: FxHashMap<CallPath, u32>,
    /// The newest calls, by [`at_hand`], and where they count.
    newest: Box<[(CallPath, Callee); AT_HAND]>,
    /// Threads that do not run, those of new processes among them that have not run yet.
    threads: HashMap<Task, Thread>,
    /// The thread that runs; `None`: it has ended.
    task: Option<Task>,
    current: Thread,
    /// By the number of a block's code: whether a branch in it may change the path.
    turns: Vec<Turns>,
}

/// Whether a block has a call, a return or another branch through a register.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Turns {
    /// It has not executed yet.
    Unknown,
    Never,
    Maybe,
}

struct Path {
    target: u64,
    caller: Option<u32>,
    /// Activations of this function on the path.
    nested: u8,
    /// Functions on the path.
    deep: u16,
}

/// No instruction is there.
const NO_CALL: CallPath = CallPath {
    caller: None,
    site: u64::MAX,
    target: u64::MAX,
};

/// Where a call is at hand.
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

#[derive(Clone)]
struct Thread {
    path: u32,
    callers: Vec<Caller>,
    /// Bundle that comes next; [`ANYTHING`]: any may.
    expected: u64,
}

/// Not the address of a bundle.
const ANYTHING: u64 = u64::MAX;

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
            newest: Box::new([(NO_CALL, Callee::default()); AT_HAND]),
            threads: HashMap::new(),
            task: Some(task),
            current: Thread::new(),
            turns: Vec::new(),
        }
    }

    /// Before a block executes.
    #[inline]
    pub(crate) fn enter<P: Probe>(&mut self, block: &Block, timing: &mut Timing<P>) {
        if self.current.expected != block.ip {
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

    /// Behind the execution of a block that may change the path. Not inlined: the loop over blocks needs the registers.
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

    /// Remembers whether a block has branches that may change the path. Parts of blocks share names: nothing is known of them.
    #[cold]
    fn look_for_turns(&mut self, block: &Block) {
        let number = block.id.0 as usize;
        if block.id.0 < CodeId::PARTS {
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

    /// The thread that runs has made a process, which goes on where it is.
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
        if !self.current.callers.is_empty() || self.current.path != 0 {
            timing.on_path(self.current.path);
        }
    }

    /// Execution goes on where no instruction sent it.
    #[cold]
    fn arrive<P: Probe>(&mut self, ip: u64, timing: &mut Timing<P>) {
        match self.current.expected {
            ANYTHING if self.current.callers.is_empty() => {
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
            ANYTHING => {}
            // A system call is made again.
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

    /// The number of a path, told to the listener when it is new. One that is not told apart has the number of that where it counts.
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

    /// Where a call counts that is not at hand.
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
        let [parent, first, second] = [1, 2, 3].map(|process| Task {
            process,
            thread: process,
        });
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
    fn a_thread_that_has_executed_a_program_goes_on_under_the_number_of_its_process() {
        let machine = config::load("itanium", &[] as &[&str]).unwrap().machine;
        let mut timing = Timing::new(&machine, Off);
        let [first, second, child] =
            [(1, 1), (1, 2), (3, 3)].map(|(process, thread)| Task { process, thread });
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
