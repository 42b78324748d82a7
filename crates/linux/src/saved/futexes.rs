//! The futex words at which threads wait. A word is saved by the place of its memory, or by that of its page among the
//! pages of all memories.

use std::collections::BTreeMap;

use checkpoint::{Damage, Grows as _, Source};
use machine::SharedPage;

use super::{SaveError, unsupported};
use crate::abi::consts::PAGE;
use crate::kernel::Kernel;
use crate::pool::Id;
use crate::process::{Tid, Word};

/// A word as it is saved: one of the kinds below, the place, and the address or the offset in the page.
type Saved = (u8, u32, u64);

const FLAGGED: u8 = 0;
const OWN: u8 = 1;
const SHARED: u8 = 2;

impl Kernel {
    /// Saves the queues. `pages`: the places of pages by their identity.
    pub(super) fn save_futexes(
        &self,
        pages: &BTreeMap<usize, u32>,
        out: &mut Vec<u8>,
    ) -> Result<(), SaveError> {
        let mut queues = BTreeMap::<Saved, &Vec<(Tid, u32)>>::new();
        for (word, queue) in &self.futexes {
            queues.insert(self.saved_word(word, pages)?, queue);
        }
        let waiters: Vec<(Saved, (Tid, u32))> = queues
            .into_iter()
            .flat_map(|(word, queue)| queue.iter().map(move |&waiter| (word, waiter)))
            .collect();
        waiters.save_all(out);
        Ok(())
    }

    fn saved_word(&self, word: &Word, pages: &BTreeMap<usize, u32>) -> Result<Saved, SaveError> {
        let there = |memory: &Id| self.memories.get(*memory).map(|_| memory.place());
        let (kind, place, at) = match word {
            Word::Flagged(memory, address) => (FLAGGED, there(memory), address),
            Word::Own(memory, address) => (OWN, there(memory), address),
            Word::Shared(page, offset) => (SHARED, pages.get(&page.identity()).copied(), offset),
        };
        let gone = || unsupported("a thread that waits at a word in memory that is unmapped");
        Ok((kind, place.ok_or_else(gone)?, *at))
    }

    /// Restores the queues. `pages`: the pages of all memories by their places.
    pub(super) fn load_futexes(
        &mut self,
        pages: &BTreeMap<u32, SharedPage>,
        from: &mut Source<'_>,
    ) -> Result<(), Damage> {
        let mut waiters = Vec::<(Saved, (Tid, u32))>::new();
        waiters.load_all(from)?;
        for ((kind, place, at), (tid, bits)) in waiters {
            let memory = Some(Id::at(place)).filter(|it| self.memories.get(*it).is_some());
            let page = pages.get(&place).filter(|_| at < PAGE);
            let word = match kind {
                FLAGGED => memory.map(|it| Word::Flagged(it, at)),
                OWN => memory.map(|it| Word::Own(it, at)),
                SHARED => page.map(|it| Word::Shared(it.clone(), at)),
                _ => None,
            };
            let thread = self.threads.get(&tid);
            let waits = thread.is_some_and(|it| it.waits_at.is_none() && it.waiting().is_some());
            match word.filter(|_| waits) {
                Some(word) => self.enter_futex(tid, &word, bits),
                None => {
                    let what = format!("thread {tid} at the word {at:#x} of kind {kind}");
                    return Err(Damage::new(what));
                }
            }
        }
        Ok(())
    }
}
