//! Does a batch whose runs share executions leave the bytes of one whose runs do not?

use std::fs;

use crate::support::{Folder, epicycle_in, guest, repository, tree};

/// `clock` and `counters` look at time, `wrong` fails, `held` meets a limit.
const PLAN: &str = r#"
configs = ["itanium", "itanium2"]
[sweep]
"memory.latency" = [50, 100, 200]
os.user_monitor = [true]
[[workload]]
name = "sort"
path = "bin/sort"
max_instructions = 100_000
outcome = "limit"
[[workload]]
name = "echo"
path = "bin/echo"
stdin = "echo.stdin"
expect = "echo.expect"
[[workload]]
name = "wrong"
path = "bin/echo"
stdin = "echo.stdin"
expect = "plan.toml"
[[workload]]
name = "clock"
path = "bin/machine-clock"
outcome = "any"
[[workload]]
name = "counters"
path = "bin/monitor"
outcome = "any"
[[workload]]
name = "held"
path = "bin/spin"
max_cycles = 20_000
outcome = "limit"
"#;

#[test]
fn shared_executions_leave_the_same_bytes_in_processes_of_their_own_and_in_one() {
    let folder = Folder::new("sharing");
    folder.file("suite/plan.toml", PLAN);
    for name in ["echo", "machine-clock", "monitor", "spin"] {
        folder.file(&format!("suite/bin/{name}"), fs::read(guest(name)).unwrap());
    }
    for name in ["echo.stdin", "echo.expect"] {
        folder.file(&format!("suite/{name}"), fs::read(guest(name)).unwrap());
    }
    let sort = repository("workloads/bin/sort");
    folder.file("suite/bin/sort", fs::read(sort).unwrap());
    let batch = |out: &str, more: &[&str]| {
        let fixed = ["batch", "suite/plan.toml", "-q", "--out", out];
        let ended = epicycle_in(&folder.0, &[&fixed[..], more].concat(), b"");
        assert_eq!(ended.status, 3, "{}", ended.stderr);
        tree(&folder.path(out))
    };
    let alone = batch("alone", &["--no-share"]);
    // 36 reports, two outputs of each of 6 failed runs at most, and the summary.
    assert!(alone.len() > 36);
    for (out, more) in [
        ("shared", &["--jobs", "1"][..]),
        ("one-process", &["--no-isolate"]),
        ("kept", &["--store", "store"]),
        ("again", &["--store", "store", "--no-share"]),
    ] {
        let other = batch(out, more);
        assert_eq!(alone.len(), other.len());
        for (one, other) in alone.iter().zip(&other) {
            assert!(one == other, "{out}: {} differs", one.0.display());
        }
    }
}
