//! What gdb's `monitor` asks of the simulator itself.

use isa::Ar;
use sim::{Cpu, Debuggee};
use std::fmt::Write as _;

const HELP: &str = "\
monitor cycles   instructions and cycles so far
monitor nat      registers whose NaT bit is set, by their names in the program
monitor frame    the register stack: cfm and the pointers as the program reads them
of a system also:
monitor system   privilege level and the registers of the newest interruption
monitor physical ADDRESS [BYTES]   memory by its physical address, where an address of the processor leads
";

/// The answer to a command.
pub(crate) fn answer(run: &mut dyn Debuggee, command: &str) -> String {
    if let Some(answer) = run.ask(command.trim()) {
        return answer;
    }
    let thread = run.current();
    match (command.trim(), run.cpu(thread)) {
        ("cycles", _) => cycles(run),
        ("nat", Some(cpu)) => nats(cpu),
        ("frame", Some(cpu)) => frame(cpu),
        ("nat" | "frame", None) => "the thread is gone\n".to_owned(),
        ("help" | "", _) => HELP.to_owned(),
        (other, _) => format!("unknown: {other}\n{HELP}"),
    }
}

fn cycles(run: &mut dyn Debuggee) -> String {
    let position = run.position();
    let mut text = format!("instructions {}\n", position.instructions);
    match position.cycles {
        Some(cycles) => {
            let _ = writeln!(
                text,
                "cycles {cycles} (to the end of the last complete block of instructions)"
            );
        }
        None => text.push_str("no cycles: --functional\n"),
    }
    text
}

fn nats(cpu: &Cpu) -> String {
    let end = 32 + cpu.cfm().sof;
    let general = (1..end).filter(|&r| cpu.gr(r).1).map(|r| format!("r{r}"));
    let floating = (2..128).filter(|&f| cpu.fr(f).is_nat());
    let set: Vec<String> = general.chain(floating.map(|f| format!("f{f}"))).collect();
    if set.is_empty() {
        return "none\n".to_owned();
    }
    set.join(" ") + "\n"
}

fn frame(cpu: &Cpu) -> String {
    let cfm = cpu.cfm();
    let mut text = format!(
        "sof {} sol {} sor {} rrb.gr {} rrb.fr {} rrb.pr {}\n",
        cfm.sof, cfm.sol, cfm.sor, cfm.rrb_gr, cfm.rrb_fr, cfm.rrb_pr
    );
    for register in [Ar::BSP, Ar::BSPSTORE, Ar::RNAT, Ar::RSC, Ar::PFS] {
        let value = cpu.ar(register).unwrap_or_default();
        let _ = writeln!(text, "{register} {value:#x}");
    }
    text
}
