//! The text of `--help`: pfmon's options in pfmon's order, then ours, then those of the Itanium.

/// Text of `--help`.
pub(crate) const USAGE: &str = "\
usage: pfmon [OPTIONS]... COMMAND
-h, --help\t\t\t\tdisplay this help and exit
-V, --version\t\t\t\toutput version information and exit
-l[regex], --show-events[=regex]\tdisplay all or a matching subset of the events
--long-show-events[=regex]\t\tdisplay matching events with encodings and constraints
-i event, --event-info=event\t\tdisplay information about an event (code or regular expression)
-u, -3, --user-level\t\t\tmonitor at the user level for all events
-k, -0, --kernel-level\t\t\tmonitor at the kernel level for all events
-1, -2\t\t\t\t\tmonitor execution at privilege level 1, 2
-e, --events=ev1,ev2,...\t\tselect events (no space)
-I, --info\t\t\t\tlist supported PMU models and sampling output formats
-t secs, --session-timeout=secs\t\tduration of a system-wide session
-S format, --smpl-output-info=format\tdisplay information about a sampling output format
--debug\t\t\t\t\tenable debug prints
-v, --verbose\t\t\t\tprint more information during execution
--outfile=filename\t\t\tprint results in a file
--append\t\t\t\tappend results to outfile
--overflow-block\t\t\tblock the task on sampling buffer overflow
--system-wide\t\t\t\tsystem-wide monitoring session
--smpl-outfile=filename\t\t\toutput samples to a file
--long-smpl-periods=val1,val2,...\tset sampling period after user notification
--short-smpl-periods=val1,val2,...\tset sampling period
--smpl-periods-random=mask1:seed1,...\tapply randomization to sampling periods
--smpl-entries=val\t\t\tset number of entries of the sampling buffer
--with-header\t\t\t\tgenerate a header for results
--cpu-mask=0xn\t\t\t\tbitmask of CPUs of a system-wide session
--aggregate-results\t\t\taggregate counts of all CPUs
--trigger-start-address=addr\t\tstart monitoring when code address is reached
--trigger-start-delay=secs\t\tnumber of seconds before activating monitoring
--priv-levels=lvl1,lvl2,...\t\tset privilege level per event (any combination of [0123uk])
--us-counter-format\t\t\tprint counters using commas (1,024)
--eu-counter-format\t\t\tprint counters using points (1.024)
--hex-counter-format\t\t\tprint counters in hexadecimal (0x400)
--smpl-output-format=fmt\t\tselect a sampling output format
--show-time\t\t\t\tdisplay real, user and system time of the command
--symbol-file=filename\t\t\tELF image containing a symbol table
--sysmap-file=filename\t\t\tSystem.map-format file containing a symbol table
--check-events-only\t\t\tverify combination of events and exit
--smpl-print-counts\t\t\tprint counters values when sampling session ends
--config=name\t\t\t\tsimulated machine (not in pfmon)
--set=path=value\t\t\tchange a value of the machine (not in pfmon)
--sysroot=dir\t\t\t\tfolder of the dynamic linker and libraries (not in pfmon)
--root=dir\t\t\t\tfolder that the program sees as / (not in pfmon)
--cwd=dir\t\t\t\tfolder that the program starts in (not in pfmon)
--env=name=value\t\t\tadd a variable to the environment (not in pfmon)
--writable\t\t\t\tlet the program change files (not in pfmon)
--argv0=name\t\t\t\tthe program's name as it sees it (not in pfmon)
--max-instructions=n\t\t\tend the run after n instructions (not in pfmon)
--max-cycles=n\t\t\t\tend the run after n cycles (not in pfmon)
--roi-start=place\t\t\tmeasure from a symbol, an address or a number of instructions on (not in pfmon)
--roi-stop=place\t\t\tmeasure up to such a place (not in pfmon)
--quiet\t\t\t\t\tdo not tell how the command ended (not in pfmon)
--boot=kernel\t\t\t\tboot a kernel, an ELF file, and measure the system (not in pfmon)
--boot-initrd=file\t\t\tits initial file system (not in pfmon)
--boot-append=text\t\t\tits command line (not in pfmon)
--boot-memory=bytes\t\t\tits memory (not in pfmon)
--boot-simulator-calls\t\t\tbreak 0x80001 is a call to the simulator (not in pfmon)
--unlimited\t\t\t\tas many events as wanted (not in pfmon)
--allow-unmodelled\t\t\tcount events that are not modelled as 0 (not in pfmon)
--follow-fork\t\t\t\tmonitor new processes too
--follow-pthread\t\t\tmonitor new threads too
--follow-all\t\t\t\tmonitor new processes and threads
--smpl-ip-slot\t\t\t\tprint the slot in the low bits of IIP (not in pfmon)
--event-thresholds=thr1,thr2,...\tset event thresholds (no space)
--opc-match8=val\t\t\tset opcode match for PMC8
--opc-match9=val\t\t\tset opcode match for PMC9
--btb-no-tar\t\t\t\tdon't capture TAR predictions
--btb-no-bac\t\t\t\tdon't capture BAC predictions
--btb-no-tac\t\t\t\tdon't capture TAC predictions
--btb-tm-tk\t\t\t\tcapture taken IA-64 branches only
--btb-tm-ntk\t\t\t\tcapture not taken IA-64 branches only
--btb-ptm-correct\t\t\tcapture branch if target predicted correctly
--btb-ptm-incorrect\t\t\tcapture branch if target is mispredicted
--btb-ppm-correct\t\t\tcapture branch if path is predicted correctly
--btb-ppm-incorrect\t\t\tcapture branch if path is mispredicted
--btb-all-mispredicted\t\t\tcapture all mispredicted branches
--btb-ds-pred\t\t\t\tItanium2: capture no branch targets
--btb-brt-iprel\t\t\t\tItanium2: capture IP-relative branches only
--btb-brt-ret\t\t\t\tItanium2: capture return branches only
--btb-brt-ind\t\t\t\tItanium2: capture non-return indirect branches only
--irange=start-end\t\t\tspecify an instruction address range constraint
--drange=start-end\t\t\tspecify a data address range constraint
--checkpoint-func=addr\t\t\ta bundle address to use as checkpoint
--ia32\t\t\t\t\tmonitor IA-32 execution only
--ia64\t\t\t\t\tmonitor IA-64 execution only
--insn-sets=set1,set2,...\t\tset per event instruction set (setX=[ia32|ia64|both])
--smpl-inst-view\t\t\thistograms: by instruction address
--smpl-data-view\t\t\thistograms: by data address
--smpl-level-view\t\t\thistograms: by latency or level
--smpl-sort-byvalue\t\t\thistograms: sort by address
--smpl-sort-bylevel\t\t\thistograms: sort by level
--smpl-save-raw\t\t\t\thistograms: save samples in binary format
";

/// An option as `--help` lists it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Listed {
    /// Its names of one letter.
    pub letters: Vec<char>,
    /// Its long name, without dashes.
    pub name: Option<&'static str>,
    /// What it takes.
    pub value: Option<&'static str>,
    /// It may stand without that.
    pub optional: bool,
    /// What it does.
    pub help: &'static str,
}

/// The options in the order of `--help`.
pub fn listed() -> impl Iterator<Item = Listed> {
    let lines = USAGE.lines().filter_map(|line| line.split_once('\t'));
    lines.map(|(names, help)| {
        let mut option = Listed {
            letters: Vec::new(),
            name: None,
            value: None,
            optional: names.contains('['),
            help: help.trim_start(),
        };
        for name in names.split(", ") {
            if let Some(long) = name.strip_prefix("--") {
                let (name, value) = long.split_once('=').unwrap_or((long, ""));
                option.name = Some(name.trim_end_matches('['));
                option.value = Some(value.trim_end_matches(']')).filter(|it| !it.is_empty());
            } else {
                option.letters.extend(name.chars().nth(1));
            }
        }
        option
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::getopt::Takes;
    use crate::options::SPECS;

    #[test]
    fn the_options_that_help_lists_are_those_that_are_parsed() {
        for option in listed() {
            let takes = match (option.value, option.optional) {
                (None, _) => Takes::Nothing,
                (Some(_), true) => Takes::Glued,
                (Some(_), false) => Takes::Argument,
            };
            let long = option.name.unwrap_or_default();
            let known = |letter| {
                let mut specs = SPECS.iter();
                specs.any(|it| it.short == letter && it.takes == takes)
            };
            assert!(
                long.is_empty() || SPECS.iter().any(|it| it.long == long && it.takes == takes),
                "{option:?}"
            );
            assert!(option.letters.iter().all(|&letter| known(Some(letter))));
            assert!(!option.help.is_empty());
            assert!(!long.is_empty() || !option.letters.is_empty());
        }
        // Without an obsolete name and one of options that were never listed.
        let names: Vec<_> = listed().filter_map(|option| option.name).collect();
        for spec in SPECS.iter().filter(|spec| !spec.long.is_empty()) {
            let unlisted = ["trigger-address", "exclude-idle"].contains(&spec.long);
            assert!(unlisted || names.contains(&spec.long), "{}", spec.long);
        }
    }
}
