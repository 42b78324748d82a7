//! The store as a batch uses it: looks for the results of its runs, and keeps new ones.

use std::sync::atomic::{AtomicBool, Ordering};

use rayon::ThreadPool;
use report::Inputs;

use crate::job::Finished;
use crate::output::repeats;
use crate::store::Store;
use crate::work::{self, Run};

/// A message of [`Stored::look`]. Runs are named by their index in the batch.
pub(crate) enum LookupMessage {
    /// A message for the user.
    Say(String),
    /// The store has the result of a run.
    Found(usize, Box<Finished>),
    /// The store has no result of a run.
    Unknown(usize),
}

/// The store of a batch, with the key of each run in it.
pub(crate) struct Stored<'a> {
    store: &'a Store,
    /// By index of the run; `None`: its inputs are not known.
    keys: Vec<Option<String>>,
}

impl<'a> Stored<'a> {
    pub(crate) fn new<'r>(
        store: &'a Store,
        runs: impl Iterator<Item = (&'r Run, Option<&'r Inputs>)>,
    ) -> Self {
        let keys = runs.map(|(run, inputs)| Some(store.key(&run.task.config, inputs?)));
        Self {
            store,
            keys: keys.collect(),
        }
    }

    /// Looks for the results of the `wanted` runs on the threads of a pool, and calls `receive` for each on this thread.
    pub(crate) fn look(
        &self,
        pool: &ThreadPool,
        runs: &[Run],
        wanted: &[usize],
        interrupt: &AtomicBool,
        mut receive: impl FnMut(LookupMessage),
    ) {
        // Bounded: so many results are in memory at most.
        let (sender, receiver) = crossbeam_channel::bounded(64);
        pool.in_place_scope_fifo(|scope| {
            for &place in wanted {
                let sender = sender.clone();
                scope.spawn_fifo(move |_| {
                    let say = |text| drop(sender.send(LookupMessage::Say(text)));
                    let found = match &self.keys[place] {
                        Some(key) if !interrupt.load(Ordering::Relaxed) => {
                            (self.store).find(key, &work::view(&runs[place].task), &say)
                        }
                        _ => None,
                    };
                    let message = match found {
                        Some(finished) => LookupMessage::Found(place, Box::new(finished)),
                        None => LookupMessage::Unknown(place),
                    };
                    // The receiver outlives the senders.
                    let _ = sender.send(message);
                });
            }
            drop(sender);
            for message in receiver {
                receive(message);
            }
        });
    }

    /// Puts the result of a run into the store, unless a repetition could have another one.
    ///
    /// # Errors
    /// Why it was not kept, for the user.
    pub(crate) fn keep(&self, place: usize, run: &Run, finished: &Finished) -> Result<(), String> {
        let Some(key) = &self.keys[place] else {
            return Ok(());
        };
        if !repeats(&finished.report.outcome) {
            return Ok(());
        }
        let (workload, config) = (&run.task.workload.name, &run.task.config.name);
        let not = |reason: String| format!("store: {workload}/{config} is not kept: {reason}");
        let found = match work::dependencies(&run.control) {
            // Not noted: the simulator of a test opens no files.
            None => sim::Dependencies::default(),
            Some(found) => found.map_err(&not)?,
        };
        (self.store)
            .keep(key, [workload, config], finished, &found)
            .map_err(|error| not(error.to_string()))
    }
}
