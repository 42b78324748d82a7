//! Open files that sockets pass (`SCM_RIGHTS`): as long as they are under way, the pipe owns them.

use crate::abi::errno::Errno;
use crate::fs::file::Object;
use crate::fs::pipe::Carries;
use crate::kernel::Kernel;
use crate::pool::Id;
use std::collections::{BTreeMap, BTreeSet};

impl Kernel {
    /// Empties a direction of a pair of sockets. Gives the files that were under way in it, whose owner the caller becomes.
    pub(crate) fn empty_pipe(&mut self, pipe: Id) -> Vec<Id> {
        let files = self.pipes.get_mut(pipe).map(|pipe| pipe.empty());
        let files = files.unwrap_or_default();
        self.passed -= files.len();
        files
    }

    /// Ends both directions of a connection one of whose sockets is closed. What it has not read is lost, and the other socket
    /// learns that. Gives the files that were under way to it.
    pub(crate) fn disconnect(&mut self, input: Id, output: Id) -> Vec<Id> {
        let Some(pipe) = self.pipes.get(input) else {
            return Vec::new();
        };
        let (connection, unread) = (pipe.carries != Carries::Datagrams, !pipe.is_empty());
        let under_way = self.empty_pipe(input);
        if connection {
            for pipe in [input, output] {
                if let Some(pipe) = self.pipes.get_mut(pipe) {
                    (pipe.ending.reading, pipe.ending.writing) = (true, true);
                }
            }
            if let Some(pipe) = self.pipes.get_mut(output).filter(|_| unread) {
                pipe.ending.error = Some(Errno::ECONNRESET);
            }
        }
        under_way
    }

    /// Gives up the files that only sockets can receive which only they themselves pass (`unix_gc`), after an open file has lost an
    /// owner. The caller becomes the owner of the files.
    pub(crate) fn lost_files(&mut self, lost: Id) -> Vec<Id> {
        let lost = self.open_files.get(lost).map(|file| &file.object);
        if self.passed == 0 || !matches!(lost, Some(Object::Pair { .. })) {
            return Vec::new();
        }
        let mut passages = BTreeMap::<Id, u32>::new();
        for (_, pipe) in self.pipes.iter() {
            for file in pipe.files_under_way() {
                *passages.entry(file).or_default() += 1;
            }
        }
        let is_held =
            |id: &Id| self.open_files.owners(*id) > passages.get(id).copied().unwrap_or(0);
        let files = self.open_files.iter().map(|(id, _)| id);
        let mut next: Vec<Id> = files.filter(is_held).collect();
        let mut reached: BTreeSet<Id> = next.iter().copied().collect();
        while let Some(id) = next.pop() {
            let input = self.input_of(id).and_then(|input| self.pipes.get(input));
            for file in input.into_iter().flat_map(|pipe| pipe.files_under_way()) {
                if reached.insert(file) {
                    next.push(file);
                }
            }
        }
        let unreached = passages.keys().filter(|id| !reached.contains(id));
        let inputs: Vec<Id> = unreached.filter_map(|&id| self.input_of(id)).collect();
        let files = inputs.into_iter().map(|input| self.empty_pipe(input));
        files.flatten().collect()
    }

    /// The pipe from which an open file receives, if it is a socket.
    fn input_of(&self, id: Id) -> Option<Id> {
        match self.open_files.get(id)?.object {
            Object::Pair { input, .. } => Some(input),
            _ => None,
        }
    }
}
