//! Checks a profile that was read: do its parts sum to the whole?

use crate::form::{Causes, ProfileFile};

/// Checks that the totals of a profile are the sums of their parts: cycles and instructions of the run by function, of each function by
/// instruction and cause, cycles by call path. No sum that is made of a checked profile overflows.
///
/// # Errors
/// The first sum that differs, in words.
pub(crate) fn check(profile: &ProfileFile) -> Result<(), String> {
    let ProfileFile {
        functions, paths, ..
    } = profile;
    let cycles = profile.cycles;
    let classes = profile.cycle_accounting.values();
    equal("the classes of cycles", cycles, classes)?;
    let by_function = functions.iter().map(|one| one.cycles);
    let behind = || profile.behind.values().copied();
    equal(
        "the cycles of functions",
        cycles,
        by_function.chain(behind()),
    )?;
    let retired = functions.iter().map(|one| one.retired);
    equal(
        "the instructions of functions",
        profile.instructions,
        retired,
    )?;
    let by_path = paths.iter().map(|one| one.cycles);
    equal("the cycles of call paths", cycles, by_path.chain(behind()))?;
    for function in functions {
        let of = |sum| format!("in {}, {sum}", function.name);
        let instructions = &function.instructions;
        let by_instruction = instructions.iter().map(|one| one.cycles);
        equal("the cycles by instruction", function.cycles, by_instruction).map_err(of)?;
        let retired = instructions.iter().map(|one| one.retired);
        equal("the executions", function.retired, retired).map_err(of)?;
        by_cause(function.cycles, &function.cycles_by_cause).map_err(of)?;
        for one in instructions {
            let of = |sum| format!("at {}.{}, {sum}", one.address, one.slot);
            by_cause(one.cycles, &one.cycles_by_cause).map_err(of)?;
        }
    }
    for (number, path) in paths.iter().enumerate() {
        let of = |sum| format!("on call path {number}, {sum}");
        by_cause(path.cycles, &path.cycles_by_cause).map_err(of)?;
    }
    Ok(())
}

fn by_cause(cycles: u64, causes: &Causes) -> Result<(), String> {
    equal("the cycles by cause", cycles, causes.values().copied())
}

fn equal(what: &str, whole: u64, parts: impl IntoIterator<Item = u64>) -> Result<(), String> {
    match parts.into_iter().try_fold(0_u64, u64::checked_add) {
        Some(sum) if sum == whole => Ok(()),
        Some(sum) => Err(format!("{what} sum to {sum}, not to {whole}")),
        None => Err(format!("{what} sum to more than 64 bits hold")),
    }
}

#[cfg(test)]
mod tests {
    use super::check;
    use crate::form::ProfileFile;
    use crate::testing::sample;

    type Change = fn(&mut ProfileFile);

    #[test]
    fn every_sum_that_differs_is_named() {
        assert_eq!(check(&sample()), Ok(()));
        let changes: [(&str, &str, Change); 8] = [
            ("classes", "61", |it| it.cycles += 1),
            ("cycles of functions", "more than 64 bits", |it| {
                it.functions[0].cycles = u64::MAX;
            }),
            ("instructions of functions", "not to 31", |it| {
                it.instructions += 1
            }),
            ("cycles of call paths", "sum to 59", |it| {
                it.paths[0].cycles -= 1
            }),
            ("in main, the cycles by instruction", "sum to 9", |it| {
                it.functions[0].instructions[0].cycles -= 1;
            }),
            ("in sort, the executions", "sum to 21", |it| {
                it.functions[1].instructions[0].retired += 1;
            }),
            ("at 0x2010.1, the cycles by cause", "sum to 30", |it| {
                it.functions[1].instructions[1]
                    .cycles_by_cause
                    .remove("unstalled");
            }),
            ("on call path 1, the cycles by cause", "sum to 0", |it| {
                it.paths[1].cycles_by_cause.clear();
            }),
        ];
        for (what, number, change) in changes {
            let mut profile = sample();
            change(&mut profile);
            let said = check(&profile).unwrap_err();
            assert!(
                said.contains(what) && said.contains(number),
                "{what}: {said}"
            );
        }
    }
}
