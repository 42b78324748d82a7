//! The calls of test programs to the simulator: `break 0x80001` with a number in r15.

use machine::Cpu;

use crate::console::Console;
use crate::ending::Ending;

const CONSOLE_START: u64 = 20;
const WRITE: u64 = 31;
const END: u64 = 66;

/// Carries out a call; its argument is in r32. Returns how the run ends, if the call ends it.
pub(crate) fn call(cpu: &mut Cpu, console: &Console) -> Option<Ending> {
    let (argument, _) = cpu.gr(32);
    match cpu.gr(15).0 {
        CONSOLE_START => None,
        WRITE => {
            console.write(argument as u8);
            None
        }
        END => Some(Ending::Status(argument)),
        number => Some(Ending::Stuck(format!(
            "call {number} to the simulator (break 0x80001), which knows 20, 31 and 66"
        ))),
    }
}
