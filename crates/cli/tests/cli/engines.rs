//! Do the recipes of docs/engines.md give the same bytes as a batch on one machine, when a part of it is killed, too?

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::support::{Folder, epicycle_in, guest, repository, tree};

/// A plan of 48 runs, the 47th of which takes seconds, and its results as one batch has them.
fn suite(folder: &Folder) {
    for program in ["args", "endless"] {
        folder.file(
            &format!("suite/{program}"),
            fs::read(guest(program)).unwrap(),
        );
    }
    let sizes: Vec<String> = (1..24).map(|size| size.to_string()).collect();
    let plan = format!(
        "configs = [\"itanium\", \"itanium2\"]\n\
         [[workload]]\nname = \"args\"\npath = \"args\"\nargs = [\"{{n}}\"]\nstatus = 2\n\
         [workload.matrix]\nn = [{}]\n\
         [[workload]]\nname = \"endless\"\npath = \"endless\"\nmax_instructions = \"20M\"\noutcome = \"limit\"\n",
        sizes.join(", ")
    );
    folder.file("suite/plan.toml", plan);
    let line = ["batch", "suite/plan.toml", "-q", "--out", "local"];
    let ended = epicycle_in(&folder.0, &line, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
}

/// Runs a script that finds the command under its name, the plan as `PLAN`, the folder of results as `OUT` and the recipes
/// in `RECIPES`.
fn ended(folder: &Folder, words: &[&str]) -> Output {
    command(folder, words).output().unwrap()
}

fn command(folder: &Folder, words: &[&str]) -> Command {
    let own = Path::new(env!("CARGO_BIN_EXE_epicycle")).parent().unwrap();
    let path = format!("{}:{}", own.display(), std::env::var("PATH").unwrap());
    // A cluster that does not come to life ends the test, with all that it started.
    let mut command = Command::new("timeout");
    command
        .args(["--kill-after=10", "300"])
        .args(words)
        .current_dir(&folder.0)
        .env("PATH", path)
        .env("PLAN", folder.path("suite/plan.toml"))
        .env("OUT", folder.path("results"))
        .env("RECIPES", repository("docs/engines"));
    command
}

/// Runs a script and compares the results with those of one batch.
fn check(folder: &Folder, command: &[&str]) {
    let ended = ended(folder, command);
    let said = String::from_utf8_lossy(&ended.stderr);
    assert_eq!(ended.status.code(), Some(0), "{said}");
    assert!(
        tree(&folder.path("results")) == tree(&folder.path("local")),
        "{said}"
    );
}

fn is_there(command: &str) -> bool {
    let look = ["-c", "command -v \"$0\"", command];
    Command::new("sh")
        .args(look)
        .output()
        .unwrap()
        .status
        .success()
}

/// The long task is requeued while it runs, as when its node fails; Slurm would wait two minutes before it runs again.
const SLURM: &str = r#"
    job=$(sbatch --parsable --array=1-48 "$RECIPES/slurm.sh")
    until [ -n "$(ls -A "$OUT.shards/47" 2> /dev/null)" ]; do sleep 0.1; done
    scontrol requeue "${job}_47"
    until scontrol update "JobId=${job}_47" StartTime=now; do sleep 0.5; done
    while [ -n "$(squeue --noheader --job="$job")" ]; do sleep 0.2; done
    grep -q REQUEUE "slurm-${job}_47.out" || exit 9
    exec epicycle merge --out "$OUT" "$OUT.shards"/*"#;

#[test]
fn an_array_job_of_slurm_with_a_task_killed_and_requeued_gives_the_bytes_of_one_batch() {
    let root =
        fs::read_to_string("/proc/self/status").is_ok_and(|text| text.contains("Uid:\t0\t0"));
    if !root
        || !["slurmctld", "slurmd", "sbatch", "munged"]
            .iter()
            .all(|name| is_there(name))
    {
        skipped!("Slurm is not installed here, or the test does not run as root");
        return;
    }
    let folder = Folder::new("engines-slurm");
    suite(&folder);
    fs::create_dir(folder.path("cluster")).unwrap();
    let cluster = repository("tools/one-node-slurm");
    check(
        &folder,
        &[
            cluster.to_str().unwrap(),
            "cluster",
            "sh",
            "-eu",
            "-c",
            SLURM,
        ],
    );
}

#[test]
fn gnu_parallel_gives_the_bytes_of_one_batch() {
    if !is_there("parallel") {
        skipped!("GNU parallel is not installed here");
        return;
    }
    let folder = Folder::new("engines-parallel");
    suite(&folder);
    let recipe = repository("docs/engines/parallel.sh");
    check(&folder, &[recipe.to_str().unwrap(), "48"]);
}

/// A small plan whose path, like that of the results, has blanks.
fn blanks(test: &str) -> (Folder, [(&'static str, PathBuf); 2]) {
    let folder = Folder::new(&format!("engines-{test}"));
    folder.file("my suite/args", fs::read(guest("args")).unwrap());
    let workload = "[[workload]]\nname = \"args\"\npath = \"args\"\nargs = [\"{n}\"]\nstatus = 2\n";
    let plan = format!("configs = [\"itanium\"]\n{workload}[workload.matrix]\nn = [1, 2, 3]\n");
    let plan = folder.file("my suite/my plan.toml", plan);
    let line = ["batch", "my suite/my plan.toml", "-q", "--out", "local"];
    let ended = epicycle_in(&folder.0, &line, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let out = folder.path("my results");
    (folder, [("PLAN", plan), ("OUT", out)])
}

#[test]
fn gnu_parallel_takes_paths_with_blanks() {
    if !is_there("parallel") {
        skipped!("GNU parallel is not installed here");
        return;
    }
    let (folder, paths) = blanks("parallel-blanks");
    let recipe = repository("docs/engines/parallel.sh");
    let ended = command(&folder, &[recipe.to_str().unwrap(), "3"])
        .envs(paths)
        .output()
        .unwrap();
    assert_eq!(ended.status.code(), Some(0), "{ended:?}");
    assert!(tree(&folder.path("my results")) == tree(&folder.path("local")));
}

/// One task of three was shard 2 of 2, and its runs were those of two others.
#[test]
fn a_task_of_slurm_that_is_submitted_alone_is_the_shard_that_was_lost() {
    let (folder, paths) = blanks("slurm-tasks");
    let recipe = repository("docs/engines/slurm.sh");
    let task = |id: u32, [min, max]: [u32; 2], shards: &str| {
        let numbers = [
            ("ID", id),
            ("MIN", min),
            ("MAX", max),
            ("COUNT", max - min + 1),
        ];
        let variables =
            numbers.map(|(name, number)| (format!("SLURM_ARRAY_TASK_{name}"), number.to_string()));
        let ended = command(&folder, &["sh", recipe.to_str().unwrap()])
            .envs(paths.clone())
            .envs(variables)
            .env("SHARDS", shards)
            .output()
            .unwrap();
        let said = String::from_utf8_lossy(&ended.stderr).into_owned();
        (ended.status.code(), said)
    };
    for id in [1, 2, 3] {
        assert_eq!(task(id, [1, 3], "").0, Some(0));
    }
    for lost in [1, 2] {
        fs::remove_dir_all(folder.path(&format!("my results.shards/{lost}"))).unwrap();
        let (status, said) = task(lost, [lost, lost], "");
        assert!(status == Some(2) && said.contains("set SHARDS"), "{said}");
        assert_eq!(task(lost, [lost, lost], "3").0, Some(0));
    }
    let shards = [1, 2, 3].map(|id| format!("my results.shards/{id}"));
    let [one, two, three] = shards.each_ref().map(String::as_str);
    let line = ["merge", "--out", "my results", one, two, three];
    let ended = epicycle_in(&folder.0, &line, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    assert!(tree(&folder.path("my results")) == tree(&folder.path("local")));
}

#[test]
fn gnu_parallel_merges_a_batch_with_a_run_that_failed() {
    if !is_there("parallel") {
        skipped!("GNU parallel is not installed here");
        return;
    }
    let folder = Folder::new("engines-failed");
    folder.file("suite/args", fs::read(guest("args")).unwrap());
    let workload = |name, status| {
        format!("[[workload]]\nname = \"{name}\"\npath = \"args\"\nstatus = {status}\n")
    };
    let plan = workload("right", 1) + &workload("wrong", 9);
    folder.file(
        "suite/plan.toml",
        format!("configs = [\"itanium\"]\n{plan}"),
    );
    let line = "batch suite/plan.toml -q --out local";
    assert_eq!(folder.run(line).status, 3);
    let recipe = repository("docs/engines/parallel.sh");
    let ended = ended(&folder, &[recipe.to_str().unwrap(), "2"]);
    assert_eq!(ended.status.code(), Some(3), "{ended:?}");
    assert!(tree(&folder.path("results")) == tree(&folder.path("local")));
}

#[test]
fn hyperqueue_gives_the_bytes_of_one_batch() {
    let mut import = Command::new("python3");
    import.args(["-c", "import hyperqueue"]);
    if !import.output().is_ok_and(|it| it.status.success()) {
        skipped!("there is no python3 with the package hyperqueue");
        return;
    }
    let folder = Folder::new("engines-hyperqueue");
    suite(&folder);
    let recipe = repository("docs/engines/hq.py");
    check(&folder, &["python3", recipe.to_str().unwrap(), "48"]);
}
