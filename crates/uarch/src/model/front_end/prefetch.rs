//! Instruction prefetch: the lines behind a missed line (Front end 4), and streaming prefetches of the lines behind a branch target (Front end 5).

use super::FrontEnd;
use crate::model::memory::Shared;
use crate::model::memory::cache::Request;
use events::{Probe, Raw, Site};

impl FrontEnd {
    /// Prefetches so many lines behind the line of an address, inside its page, into the streaming buffer, or into L1I if there is none.
    ///
    /// It ends at the first line for which L1I has no miss register free; a `streaming` prefetch also at the first line that is
    /// in L1I or the streaming buffer.
    pub(super) fn prefetch<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        cycle: u64,
        address: u64,
        physical: u64,
        lines: u64,
        streaming: bool,
    ) {
        // Front end 4 and 5
        let bytes = shared.caches.l1i.line_bytes();
        let first = physical / bytes;
        for line in first + 1..=first + lines {
            let at = line * bytes;
            if !shared.translator.are_on_one_page(at, physical) {
                return;
            }
            let found = shared.caches.l1i.find(line).is_some() || self.stream.contains(line);
            if !found && !shared.caches.admits_instruction_miss(cycle) {
                return;
            }
            let site = Site::fetch(address.wrapping_add(at.wrapping_sub(physical)));
            let counters = &mut shared.counters;
            counters.count(Raw::L1iPrefetchReads, 1, cycle, &site);
            if streaming {
                counters.count(Raw::L1iStreamPrefetches, 1, cycle, &site);
            }
            if found {
                self.prefetches_found += 1;
                if streaming {
                    return;
                }
                continue;
            }
            let request = Request::InstructionPrefetch;
            let access = self.request(shared, cycle, at, request, &site);
            let counters = &mut shared.counters;
            counters.count(Raw::IsbFills, self.sizes.line_pairs, cycle, &site);
            if self.stream.is_absent() {
                self.fill(shared, cycle, line, access.ready, &site);
            } else {
                self.stream.put(line, access.ready);
            }
        }
    }

    /// Whether prefetched lines go straight into L1I, because there is no streaming buffer.
    pub(crate) fn streams_into_l1i(&self) -> bool {
        self.stream.is_absent()
    }

    /// A `brp` or a taken branch marked `many` starts a streaming prefetch behind its target; `next`: the earliest
    /// entry of the next block. If it ended at its first line because L1I has that, returns what [`stream_again`](Self::stream_again) needs to
    /// tell that another one at the target would end there too.
    pub(crate) fn stream_from<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        target: u64,
        next: u64,
    ) -> Option<Streamed> {
        // Front end 5
        let lines = self.sizes.stream_lines;
        if lines == 0 {
            return None;
        }
        let part = self.itlb.part(self.fetch.space, target);
        let frame = self.itlb.again(part)?;
        let physical = shared.translator.physical(frame, target);
        let cycle = next - self.sizes.depth.min(next);
        let before = self.prefetches_found;
        self.prefetch(shared, cycle, target, physical, lines, true);
        let l1i = &shared.caches.l1i;
        let first = l1i.find(l1i.line(physical) + 1);
        let ended = self.prefetches_found > before && first.is_some();
        ended.then_some(Streamed {
            part,
            version: l1i.version,
        })
    }

    /// The same at the same target where no listener hears of it, if it ends at its first line again as `before` did; false: it may not, and nothing
    /// was done.
    #[inline(always)]
    pub(crate) fn stream_again<P: Probe>(
        &mut self,
        shared: &mut Shared<P>,
        before: Streamed,
    ) -> bool {
        let version = shared.caches.l1i.version;
        let ends = before.version == version && self.itlb.again(before.part).is_some();
        if ends {
            let counts = &mut shared.counters.counts;
            counts.add(Raw::L1iPrefetchReads, 1);
            counts.add(Raw::L1iStreamPrefetches, 1);
            self.prefetches_found += 1;
        }
        ends
    }
}

/// A streaming prefetch that ended at its first line, which L1I has.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Streamed {
    /// Number of the part of a page in which its target lies.
    part: u64,
    /// L1I's version then.
    version: u64,
}

impl Streamed {
    /// Whether another one at its target would end at its first line, when `part` is the part of a page translated last and L1I has this
    /// version.
    pub(crate) fn ends_again(&self, part: u64, version: u64) -> bool {
        self.part == part && self.version == version
    }
}
