//! Expands a plan and its options to the list of runs.

use std::ffi::{OsStr, OsString};
use std::path::{Component, Path};
use std::sync::Arc;

use config::Loaded;
use glob::Pattern;

use crate::plan::is_config_name;
use crate::{BatchError, Options, Plan, Workload};

/// One run of a plan: a workload under a config.
#[derive(Debug, Clone)]
pub struct PlannedRun<'a> {
    /// Its index in the whole plan, from 0.
    pub index: u64,
    /// The workload.
    pub workload: &'a Workload,
    /// The machine, loaded and checked.
    pub config: Arc<Loaded>,
    /// Overrides of the config: the sweep's, then those of the options.
    pub overrides: Arc<[String]>,
    /// Whether it belongs to the shard of the options.
    pub ours: bool,
}

/// All runs of a plan, in order: workloads as the plan has them, each under every config, each config with every variant of
/// the sweep.
///
/// # Errors
/// [`BatchError`]: a config is wrong or there twice, there are too many runs, or a workload needs time in a functional batch.
pub fn expand<'a>(plan: &'a Plan, options: &Options) -> Result<Vec<PlannedRun<'a>>, BatchError> {
    let names = config_names(plan)?;
    if let Some(set) = options.overrides.iter().find(|set| plan.sweep.gives(set)) {
        return Err(BatchError::Swept { set: set.clone() });
    }
    let count = plan.sweep.len().and_then(|count| {
        count
            .checked_mul(names.len())?
            .checked_mul(plan.workloads.len())
    });
    if count.is_none_or(|count| count > options.max_runs) {
        return Err(BatchError::TooMany {
            runs: count.map_or("too many".into(), |count| count.to_string()),
            limit: options.max_runs,
        });
    }
    if options.functional {
        let mut workloads = plan.workloads.iter();
        let needs = |workload| Some((workload, Workload::needs_time(workload)?));
        if let Some((workload, key)) = workloads.find_map(needs) {
            return Err(BatchError::NeedsTime {
                workload: workload.name.clone(),
                key,
            });
        }
    }
    let variants = plan.sweep.variants();
    let mut configs: Vec<(Arc<Loaded>, Arc<[String]>)> = Vec::new();
    for (name, variant) in names
        .iter()
        .flat_map(|name| variants.iter().map(move |variant| (name, variant)))
    {
        let overrides: Arc<[String]> = variant.iter().chain(&options.overrides).cloned().collect();
        let loaded = config::load(name, &overrides).map_err(|error| wrong(error, name, variant))?;
        if !is_config_name(&loaded.name) {
            return Err(BatchError::ConfigName { name: loaded.name });
        }
        if configs.iter().any(|(other, _)| other.name == loaded.name) {
            return Err(BatchError::ConfigTwice { name: loaded.name });
        }
        configs.push((Arc::new(loaded), overrides));
    }
    let pairs = plan
        .workloads
        .iter()
        .flat_map(|workload| configs.iter().map(move |config| (workload, config)));
    let runs = pairs
        .enumerate()
        .map(|(index, (workload, (config, overrides)))| PlannedRun {
            index: index as u64,
            workload,
            config: Arc::clone(config),
            overrides: Arc::clone(overrides),
            ours: options
                .shard
                .is_none_or(|shard| index % shard.count == shard.index - 1),
        });
    Ok(runs.collect())
}

/// The error for a config that cannot be loaded; `swept`: the overrides that come from the plan's sweep.
fn wrong(error: config::Error, config: &OsStr, swept: &[String]) -> BatchError {
    let is_swept = |text: &str| swept.iter().any(|swept| swept == text);
    match error.override_text().is_some_and(is_swept) {
        true => BatchError::InSweep {
            config: config.display().to_string(),
            error: Box::new(error.of_override_in("[sweep]")),
        },
        false => BatchError::Config(Box::new(error)),
    }
}

/// The configs of a plan in the form of the loader: patterns are replaced by the shipped names or files that fit them.
fn config_names(plan: &Plan) -> Result<Vec<OsString>, BatchError> {
    let mut names: Vec<OsString> = Vec::new();
    for name in &plan.configs {
        // A name that is not UTF-8 is that of a file and no pattern.
        let pattern = name.to_str().filter(|name| name.contains(['*', '?', '[']));
        let Some(name) = pattern.filter(|name| !plan.config_folder.join(name).exists()) else {
            names.push(plan.config_path(name));
            continue;
        };
        let (found, known) = if config::is_path(name) {
            files_that_fit(&plan.config_folder, name)
        } else {
            shipped_that_fit(name)
        };
        if found.is_empty() {
            return Err(BatchError::NoConfig {
                pattern: name.to_owned(),
                known,
            });
        }
        for name in found {
            // A config that was named before is not repeated, in front of which the pattern has put `./`.
            if !names.iter().any(|before| is_same_path(before, &name)) {
                names.push(name);
            }
        }
    }
    Ok(names)
}

/// Whether two paths differ in nothing but folders that are called `.`.
fn is_same_path(one: &OsStr, other: &OsStr) -> bool {
    fn parts(path: &OsStr) -> impl Iterator<Item = Component<'_>> {
        let all = Path::new(path).components();
        all.filter(|part| *part != Component::CurDir)
    }
    parts(one).eq(parts(other))
}

/// Names of the shipped configs that fit a pattern, and a list of all of them as text.
fn shipped_that_fit(pattern: &str) -> (Vec<OsString>, String) {
    let all: Vec<&str> = config::SHIPPED.iter().map(|shipped| shipped.name).collect();
    let fits = Pattern::new(pattern);
    let found = all
        .iter()
        .filter(|name| fits.as_ref().is_ok_and(|pattern| pattern.matches(name)));
    (found.map(|&name| name.into()).collect(), all.join(", "))
}

/// Config files that fit a pattern, sorted, and as text where they were looked for.
fn files_that_fit(directory: &Path, pattern: &str) -> (Vec<OsString>, String) {
    let shown = directory.display();
    let whole = match directory.to_str() {
        _ if pattern.starts_with('/') => pattern.to_owned(),
        Some(directory) => format!("{}/{pattern}", Pattern::escape(directory)),
        None => {
            let known = format!(
                "none that can be looked for in {shown}, whose name is not UTF-8; name the files one by one"
            );
            return (Vec::new(), known);
        }
    };
    let found = glob::glob(&whole).into_iter().flatten().flatten();
    let names = found.filter(|path| path.is_file()).map(OsString::from);
    (names.collect(), format!("none in {shown}"))
}
