//! The log of system calls, a line for each.

use crate::abi::errno::Errno;
use crate::calls::{self, Flow};
use crate::kernel::Kernel;
use crate::process::Tid;
use crate::signal::{self, Info};
use std::collections::BTreeMap;
use std::io::Write;

/// Bytes of a string argument that are shown.
const TEXT_LIMIT: usize = 64;

/// Writes the log. Lines are `[TID] name(arguments) = result`.
pub(crate) struct Strace {
    out: Box<dyn Write + Send>,
    /// Calls that have not returned.
    open: BTreeMap<Tid, String>,
}

impl Strace {
    pub(crate) fn new(out: Box<dyn Write + Send>) -> Strace {
        Strace {
            out,
            open: BTreeMap::new(),
        }
    }

    /// Notes the begin of a call. Its text is made here, while the arguments are what the program passed.
    pub(crate) fn enter(&mut self, kernel: &mut Kernel, tid: Tid, number: u64, args: &[u64; 8]) {
        let format = calls::format(number);
        let name = calls::name(number);
        let mut text = if name == "?" {
            format!("syscall_{number}(")
        } else {
            format!("{name}(")
        };
        for (i, (kind, &value)) in format.chars().zip(args).enumerate() {
            if i > 0 {
                text.push_str(", ");
            }
            match kind {
                'd' => text.push_str(&(value as i64).to_string()),
                'u' => text.push_str(&value.to_string()),
                'o' => text.push_str(&format!("{value:#o}")),
                's' => text.push_str(&string(kernel, tid, value)),
                'p' if value == 0 => text.push_str("NULL"),
                _ => text.push_str(&format!("{value:#x}")),
            }
        }
        text.push(')');
        if matches!(name, "exit" | "exit_group" | "rt_sigreturn") {
            self.line(tid, &format!("{text} = ?"));
        } else {
            self.open.insert(tid, text);
        }
    }

    /// Writes the line of a call that ends.
    pub(crate) fn leave(&mut self, tid: Tid, result: &Result<Flow, Errno>) {
        let Some(text) = self.open.remove(&tid) else {
            return;
        };
        let result = match result {
            Ok(Flow::Value(value)) if *value < 1 << 32 => value.to_string(),
            Ok(Flow::Value(value)) => format!("{value:#x}"),
            Ok(Flow::Pair(first, second)) => format!("{first}, {second}"),
            Ok(Flow::Block(_)) => "?".into(),
            Ok(Flow::Done) => "0".into(),
            Err(errno) => format!("-1 {}", errno.name()),
        };
        self.line(tid, &format!("{text} = {result}"));
    }

    /// Writes a line for a handler that is entered.
    pub(crate) fn signal(&mut self, tid: Tid, info: &Info) {
        self.line(
            tid,
            &format!("--- {} (code {}) ---", signal::name(info.signal), info.code),
        );
    }

    fn line(&mut self, tid: Tid, text: &str) {
        // A log that cannot be written must not change the run.
        let _ = writeln!(self.out, "[{tid}] {text}");
    }
}

fn string(kernel: &mut Kernel, tid: Tid, address: u64) -> String {
    let Ok(memory) = kernel.memory(tid) else {
        return format!("{address:#x}");
    };
    match memory.space.read_cstr(address, TEXT_LIMIT + 1) {
        Ok(text) if text.len() > TEXT_LIMIT => {
            format!("{:?}...", String::from_utf8_lossy(&text[..TEXT_LIMIT]))
        }
        Ok(text) => format!("{:?}", String::from_utf8_lossy(&text)),
        Err(_) => format!("{address:#x}"),
    }
}
