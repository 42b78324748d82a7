//! What lies beside the reports of a page: intervals and profiles (`interval` and `profile` of a plan).

use std::path::{Path, PathBuf};

use report::{INTERVALS, Interval, Markup, PageEntry, Report, Run};

/// Runs of a page with intervals, and with profiles: more make a page that browsers show slowly.
const WITH_INTERVALS: usize = 48;
const WITH_PROFILES: usize = 24;

/// Finds the files, up to the limits.
pub(crate) struct Beside {
    profiles_wanted: bool,
    intervals: usize,
    profiles: usize,
    unreadable: Vec<String>,
}

impl Beside {
    /// Nothing yet; profiles are read when there is a page for them.
    pub(crate) fn new(profiles_wanted: bool) -> Self {
        Self {
            profiles_wanted,
            intervals: 0,
            profiles: 0,
            unreadable: Vec::new(),
        }
    }

    /// A run with what lies beside its report; `inputs` gets the files that were read.
    pub(crate) fn entry(
        &mut self,
        run: Run,
        link: Option<String>,
        inputs: &mut Vec<PathBuf>,
    ) -> PageEntry {
        let file = |ending: &str| {
            let file = run.file.with_extension(ending);
            // A report that is a stream, or has that ending itself, has none.
            let is_there = run.report.is_ok() && file != run.file && file.is_file();
            is_there.then_some(file)
        };
        let profile = file("profile");
        // Batches write the first, `run --interval` the second.
        let intervals = file(INTERVALS).or_else(|| {
            let whole = report::intervals_beside(&run.file);
            (run.report.is_ok() && whole.is_file()).then_some(whole)
        });
        inputs.extend(intervals.clone());
        inputs.extend(profile.clone());
        let intervals = intervals.and_then(|file| self.intervals(&run, &file));
        let profile = profile.and_then(|file| self.profile(&run, &file));
        PageEntry::new(run, link)
            .with_intervals(intervals.unwrap_or_default())
            .with_profile(profile)
    }

    fn intervals(&mut self, run: &Run, file: &Path) -> Option<Vec<Interval>> {
        self.intervals += 1;
        if self.intervals > WITH_INTERVALS {
            return None;
        }
        let parts = match report::read_intervals(file) {
            Ok(parts) => parts,
            Err(error) => {
                self.unreadable.push(error.to_string());
                return None;
            }
        };
        let fits = |report: &Report| report::sum_to(&parts, report);
        self.fits(run, file, fits).then_some(parts)
    }

    fn profile(&mut self, run: &Run, file: &Path) -> Option<Markup> {
        if !self.profiles_wanted {
            return None;
        }
        self.profiles += 1;
        if self.profiles > WITH_PROFILES {
            return None;
        }
        match profile::read(file) {
            Ok(profile) => self
                .fits(run, file, |report| profile.is_of(report))
                .then(|| profile::part(&profile)),
            Err(error) => {
                self.unreadable.push(error.to_string());
                None
            }
        }
    }

    /// Whether a file is about the run whose report it lies beside.
    fn fits(&mut self, run: &Run, file: &Path, is_of: impl Fn(&Report) -> bool) -> bool {
        if run.report.as_ref().is_ok_and(is_of) {
            return true;
        }
        self.unreadable.push(format!(
            "{}: not of the run whose report lies beside it",
            file.display()
        ));
        false
    }

    /// What is not on the page, in words.
    pub(crate) fn left_out(self) -> Vec<String> {
        let mut all = self.unreadable;
        for (count, most, what) in [
            (self.intervals, WITH_INTERVALS, "intervals"),
            (self.profiles, WITH_PROFILES, "profiles"),
        ] {
            if count > most {
                all.push(format!(
                    "{count} runs have {what}; those of the first {most} are shown. --workload and --config choose runs."
                ));
            }
        }
        all
    }
}
