//! Warming with paths of blocks: what is the same whenever a path is passed (the lines of its blocks, how each block ends, how each reference uses
//! its line) is looked up once and kept. A path that comes again and again and changes nothing is passed over ([`Repetition`]).
//!
//! A *passage* is one execution of a path; its *way* is the exit by which the path was left ([`Passage::way`]). `sim/src/sampling` has the test
//! that a path warms exactly as its blocks do.

use super::{Ended, Fetched, SimpleOutcome, Uses, Warmed, Warming, on_all, refer};
use crate::model::branch_prediction::NO_TARGET;
use crate::model::front_end::NEVER;
use crate::model::memory::cache::Array;
use crate::model::pipeline::{Model, Pipeline};
use events::{Passage, Probe};
use std::ops::Range;

/// What warming knows of a path.
#[derive(Clone, Debug, Default)]
pub(super) struct KnownPath {
    /// By block: how it ends where the path goes on behind it.
    inner_blocks: Vec<PathBlock>,
    /// By way: how the last block of a passage ends.
    last_blocks: Vec<Option<PathBlock>>,
    /// By step: how its reference uses its line; no use: not known, or not for the journal.
    uses: Vec<Uses>,
    /// The indices in L1I of the lines of all blocks, one block after the other.
    places: Vec<u16>,
    /// The numbers of these lines.
    lines: Vec<u64>,
    /// By block: the end of its lines in the two lists above.
    ends: Vec<u32>,
    /// The version of L1I when [`lines_there`](Self::lines_there) was found, or [`NEVER`].
    version: u64,
    /// How many lines, from the first on, were at their places.
    lines_there: u32,
    /// The space of its code: when a path has gone out of use, its number may be given to a path of another space.
    space: u32,
    /// Passages that did not end as is known of their way, or one of whose pages the ITLB did not have.
    others: u32,
}

/// The newest path, while it is passed again and again by the same way with nothing in between. After some passages it is looked at whether
/// one more changes anything.
#[derive(Debug)]
pub(super) struct Repetition {
    way: usize,
    /// The version of L1I.
    version: u64,
    /// Passages so far.
    times: u32,
    /// The number of passages after which it is looked at next.
    look: u32,
    /// Bundles predicted in each passage, if passages change nothing but orders of use.
    idle: Option<u64>,
}

impl Repetition {
    /// No path is passed again.
    pub(super) const NEVER: Self = Self {
        way: usize::MAX,
        version: NEVER,
        times: 0,
        look: 0,
        idle: None,
    };

    /// Passages after which it is looked at first: by then the histories of most branches are filled.
    const FIRST: u32 = 5;

    /// Counts one more passage of the path; returns whether it is time to look if passages change anything.
    #[inline(always)]
    fn count(&mut self, way: usize, version: u64) -> bool {
        if self.way != way || self.version != version {
            *self = Self {
                way,
                version,
                look: Self::FIRST,
                ..Self::NEVER
            };
        }
        self.times = self.times.saturating_add(1);
        let looks = self.times == self.look;
        if looks && self.idle.is_none() {
            self.look = self.look.saturating_mul(2);
        }
        looks
    }
}

/// How many bundles a passage whose blocks end so predicts, if it changes nothing in predictor, fetch and frame but orders of use, which are the
/// same whenever it comes again. `None`: it changes more. (`sim/src/sampling` has the test that paths warm as their blocks do.)
#[inline(never)]
fn idle<'a, P: Probe>(
    ends: impl Iterator<Item = &'a PathBlock>,
    blocks: &[Warmed],
    pipeline: &Pipeline<P>,
) -> Option<u64> {
    let mut predictions = 0;
    for path_block in ends {
        let block = &blocks[path_block.block as usize];
        let is_elsewhere = path_block.page != pipeline.front.page();
        if is_elsewhere || !block.names.is_empty() || block.moves_frame {
            return None;
        }
        if let SimpleOutcome::Near { near, went, many } = path_block.outcome.as_ref()? {
            pipeline.branches.idle(near, &block.positions, *went)?;
            let streams = *many && *went != NO_TARGET;
            if streams && block.idle_prefetch != pipeline.prefetch_to(*went) {
                return None;
            }
            predictions += 1;
        }
    }
    Some(predictions)
}

/// Of so many passages that do not end as is known of their way, one replaces what is known.
const OTHERS: u32 = 16;

/// How a block of a path is executed.
#[derive(Clone, Copy, Debug)]
struct PathBlock {
    /// Number of the block.
    block: u32,
    /// Its page as in [`Lines`](crate::model::front_end::Lines): it is translated again, since a wrong path may have led to another page.
    page: (u64, u64),
    /// Its branch outcome, if that is simple to predict.
    outcome: Option<SimpleOutcome>,
    /// How its execution ends.
    ended: Ended,
    /// The slots that retire, a bit for each.
    executed: u64,
}

impl KnownPath {
    /// How the reference of a step uses its line, if that is known.
    #[inline(always)]
    fn uses(&self, step: usize) -> Uses {
        self.uses.get(step).copied().unwrap_or_default()
    }

    /// Whether the lines of block `number` of the path have these numbers; true if none are known of it.
    fn has_lines(&self, number: usize, numbers: Range<u64>) -> bool {
        let known = lines_of(&self.ends, number);
        known.is_none_or(|known| self.lines[known].iter().copied().eq(numbers))
    }

    /// Forgets all but how references use their lines: the blocks are looked at again, in a space.
    #[cold]
    fn forget(&mut self, space: u32) {
        let uses = std::mem::take(&mut self.uses);
        *self = Self {
            uses,
            space,
            ..Self::default()
        };
    }

    /// How the last block ends in passages that leave by a way, if that is known.
    #[inline(always)]
    fn last_block(&self, way: usize) -> Option<&PathBlock> {
        self.last_blocks.get(way)?.as_ref()
    }

    /// Whether a passage ends as is known of its way. A way may lead to several targets, if they are read from registers.
    #[inline(always)]
    fn leaves_so(&self, passage: &Passage<'_>) -> bool {
        self.last_block(passage.way)
            .is_some_and(|PathBlock { ended, .. }| {
                ended.end == passage.end
                    && ended.taken.is_some() == passage.taken
                    && ended.target == passage.target
            })
    }

    /// Whether so many lines, from the first on, are at their places in L1I.
    #[inline(always)]
    fn has_first(&mut self, lines: u32, l1i: &Array) -> bool {
        self.version == l1i.version && lines <= self.lines_there || self.are_there(lines, l1i)
    }

    /// The same by comparing the tags, where lines have come or gone since.
    #[inline(never)]
    fn are_there(&mut self, lines: u32, l1i: &Array) -> bool {
        let first = ..lines as usize;
        let there = l1i.has_all(&self.places[first], self.lines[first].iter().copied());
        if there {
            (self.version, self.lines_there) = (l1i.version, lines);
        }
        there
    }
}

impl PathBlock {
    /// Translates the page of the block; false: the ITLB does not have it.
    #[inline(always)]
    fn enter<P: Probe>(&self, model: &mut Model<P>) -> bool {
        model.pipeline.front.enter_page(self.page)
    }

    /// One execution of the block without its fetch.
    #[inline(always)]
    fn pass<P: Probe>(&self, model: &mut Model<P>, warmed: &mut Warmed) {
        let slots = [self.executed; 2];
        warmed.end_as(model, self.outcome.as_ref(), slots, self.ended);
    }
}

impl Warming {
    /// Warms with one passage of a path. Sizes of the register stack are not followed: the caller [sets](crate::Timing::stack) them afterwards.
    pub(crate) fn pass<P: Probe>(&mut self, model: &mut Model<P>, passage: &Passage<'_>) {
        let Some(last) = passage.segments.last() else {
            return;
        };
        let Some(last) = passage.blocks.get(last.block as usize) else {
            return;
        };
        self.enter(&mut model.pipeline, last.space);
        let known = self.pass_known(model, passage);
        if known < passage.segments.len() {
            self.pass_any(model, passage, known);
        }
        self.note_fetches(&mut model.pipeline);
        self.refer_all(model, passage);
        if !passage.notes.is_empty() {
            self.warm_stack(&mut model.pipeline, passage.notes);
        }
        if self.journal.is_full() {
            self.settle(&mut model.pipeline);
        }
    }

    /// Fetch, predictor and frame of the blocks of a passage whose path is known. Returns of how many blocks, from the first on: 0 if the path is not
    /// known, and fewer than all if the last block did not end as is known, or the ITLB does not have a page.
    #[inline(always)]
    fn pass_known<P: Probe>(&mut self, model: &mut Model<P>, passage: &Passage<'_>) -> usize {
        let Self {
            paths,
            blocks,
            fetched,
            repetition,
            ..
        } = self;
        let Some(known) = paths.get_mut(passage.path as usize) else {
            return 0;
        };
        if known.space != self.space {
            known.forget(self.space);
            return 0;
        }
        let before = passage.segments.len() - 1;
        let is_known = known.leaves_so(passage);
        // If the last block ends otherwise, the blocks before it are known all the same.
        let count = before + usize::from(is_known);
        let Some(&lines) = known.ends.get(count.wrapping_sub(1)) else {
            return 0;
        };
        let Pipeline { front, shared, .. } = &mut model.pipeline;
        let there = known.has_first(lines, &shared.caches.l1i);
        let left = known.last_block(passage.way).filter(|_| is_known);
        let Some(inner_blocks) = known.inner_blocks.get(..before) else {
            return 0;
        };
        if !there {
            return self.pass_missing(model, passage, 0..count);
        }
        // All lines are used before the first branch is predicted. So a line that a wrong path or a prefetch brings in the middle of the path may
        // replace another line than if the lines of each block were used in its turn; with NRU later lines may, too.
        let newest = Fetched::Path(passage.path, count);
        if front.take_disturbed() || *fetched != newest {
            *repetition = Repetition::NEVER;
            let places = known.places.get(..lines as usize).unwrap_or_default();
            front.warm_known(shared, places, self.space);
            *fetched = newest.if_again_changes_nothing(&shared.caches.l1i, places);
        } else if left.is_some() {
            let version = known.version;
            if repetition.count(passage.way, version) {
                repetition.idle = idle(inner_blocks.iter().chain(left), blocks, &model.pipeline);
            }
            if let Some(predictions) = repetition.idle {
                model.pipeline.branches.predictions += predictions;
                return count;
            }
        }
        for (number, path_block) in inner_blocks.iter().chain(left).enumerate() {
            if !path_block.enter(model) {
                return number;
            }
            let warmed = &mut blocks[path_block.block as usize];
            path_block.pass(model, warmed);
            if model.pipeline.front.is_disturbed() && number + 1 < count {
                // A wrong path or a prefetch may have replaced lines of the blocks that follow, and they are used behind it.
                return self.pass_missing(model, passage, number + 1..count);
            }
        }
        count
    }

    /// Fetch, predictor and frame of a range of the blocks of a known path, each line of which is compared and used in its turn. Returns the number
    /// of the first block that was not followed.
    #[inline(never)]
    fn pass_missing<P: Probe>(
        &mut self,
        model: &mut Model<P>,
        passage: &Passage<'_>,
        numbers: Range<usize>,
    ) -> usize {
        let Self {
            paths,
            blocks,
            space,
            ..
        } = self;
        self.fetched = Fetched::Other;
        let KnownPath {
            inner_blocks,
            last_blocks,
            places,
            lines,
            ends,
            ..
        } = &mut paths[passage.path as usize];
        let left = last_blocks.get(passage.way).and_then(Option::as_ref);
        for number in numbers.clone() {
            let Some(these) = lines_of(ends, number) else {
                return number;
            };
            let path_block = match left {
                Some(left) if number + 1 == passage.segments.len() => left,
                _ => &inner_blocks[number],
            };
            if !path_block.enter(model) {
                return number;
            }
            let Pipeline { front, shared, .. } = &mut model.pipeline;
            let (places, lines) = (&mut places[these.clone()], lines[these].iter());
            front.warm_lines(shared, places, lines.copied(), *space);
            let warmed = &mut blocks[path_block.block as usize];
            path_block.pass(model, warmed);
        }
        numbers.end
    }

    /// Fetch, predictor and frame of a passage from block `from` on, block by block; then notes what there is to know of its path.
    #[inline(never)]
    fn pass_any<P: Probe>(&mut self, model: &mut Model<P>, passage: &Passage<'_>, from: usize) {
        let count = passage.segments.len();
        for number in from..count {
            if let Some((block, ended)) = ended_of(passage, number) {
                self.follow(model, block, ended, u64::MAX);
            }
        }
        let path = passage.path as usize;
        if path >= self.paths.len() {
            self.paths.resize_with(path + 1, KnownPath::default);
        }
        let is_other = from > 0 && self.paths[path].last_block(passage.way).is_some();
        let known = &mut self.paths[path];
        if known.space != self.space {
            known.forget(self.space);
        }
        if is_other {
            // The way may lead to many targets, and what is known of it may be a rare one: it is replaced every `OTHERS` passages.
            known.others = known.others.wrapping_add(1);
            if known.others % OTHERS != 1 {
                return;
            }
        }
        for number in 0..count {
            let Some((block, ended)) = ended_of(passage, number) else {
                return;
            };
            let warmed = &self.blocks[block.id.0 as usize];
            if ended.end <= warmed.last || !warmed.lines.are_known() {
                return;
            }
            if !known.has_lines(number, warmed.lines.numbers()) {
                // The block's page has moved: its lines have other numbers.
                known.forget(self.space);
                return;
            }
            if number == known.ends.len() {
                known.version = NEVER;
                known.places.extend(warmed.lines.places());
                known.lines.extend(warmed.lines.numbers());
                known.ends.push(known.lines.len() as u32);
            }
            let path_block = PathBlock {
                block: block.id.0,
                page: warmed.lines.page,
                outcome: warmed.simple_outcome(ended),
                ended,
                executed: on_all(block, ended.end),
            };
            if number + 1 < count {
                if number == known.inner_blocks.len() {
                    known.inner_blocks.push(path_block);
                }
            } else if let Ok(way) = u8::try_from(passage.way) {
                let way = usize::from(way);
                if way >= known.last_blocks.len() {
                    known.last_blocks.resize(way + 1, None);
                }
                known.last_blocks[way] = Some(path_block);
            }
        }
    }

    /// Notes the data references of a passage in the journal, as long as it is known how their steps use lines.
    #[inline(always)]
    fn refer_all<P: Probe>(&mut self, model: &mut Model<P>, passage: &Passage<'_>) {
        let known = self.paths.get(passage.path as usize);
        let known = known.map_or(&[][..], |known| &known.uses);
        let mut references = passage.references.iter();
        for reference in references.by_ref() {
            let step = reference.accessing_step(passage.first_step);
            match known.get(step) {
                Some(&uses) if uses.is_some() => self.journal.refer(reference.address, uses),
                _ if !reference.accesses() => {}
                _ => {
                    let rest = passage.references.len() - references.len() - 1;
                    return self.refer_any(model, passage, rest);
                }
            }
        }
    }

    /// The same for the references from number `from` on, where a step is not known yet or its use is rare.
    #[inline(never)]
    fn refer_any<P: Probe>(&mut self, model: &mut Model<P>, passage: &Passage<'_>, from: usize) {
        let accesses = passage.references[from..].iter();
        for reference in accesses.filter(|reference| reference.accesses()) {
            let step = reference.step(passage.first_step);
            let known = self.paths.get(passage.path as usize);
            let mut uses = known.map_or(Uses::default(), |known| known.uses(step));
            if !uses.is_some() {
                uses = self.name(passage, step);
            }
            let (pipeline, space) = (&mut model.pipeline, self.space);
            refer(&mut self.journal, pipeline, space, reference.address, uses);
        }
    }

    /// Finds out how the reference of a step uses its line, and keeps it if it is for the journal.
    #[cold]
    #[inline(never)]
    fn name(&mut self, passage: &Passage<'_>, step: usize) -> Uses {
        let (segment, slot) = (passage.place)(step);
        let block = passage.segments.get(segment).and_then(|segment| {
            let block = passage.blocks.get(segment.block as usize)?;
            self.blocks.get(block.id.0 as usize)
        });
        let mut references = block.map_or(&[][..], |known| &known.references).iter();
        let reference = references.find(|reference| reference.slot == slot);
        let uses = reference.map_or(Uses::NOTHING, |reference| reference.uses);
        let path = passage.path as usize;
        if path >= self.paths.len() {
            self.paths.resize_with(path + 1, KnownPath::default);
        }
        let known = &mut self.paths[path].uses;
        if step >= known.len() {
            known.resize(step + 1, Uses::default());
        }
        if uses.is_usual() {
            known[step] = uses;
        }
        uses
    }
}

/// The range of a path's lines that belong to block `number`, if it is known; `ends`: by block, the end of its lines.
#[inline(always)]
fn lines_of(ends: &[u32], number: usize) -> Option<Range<usize>> {
    let end = *ends.get(number)? as usize;
    let before = number.checked_sub(1).and_then(|before| ends.get(before));
    Some(before.map_or(0, |&before| before as usize)..end)
}

/// Block `number` of a passage, and how its execution ended.
fn ended_of<'a>(passage: &Passage<'a>, number: usize) -> Option<(&'a events::Block, Ended)> {
    let block = |number: usize| {
        let segment = passage.segments.get(number)?;
        Some((segment, passage.blocks.get(segment.block as usize)?))
    };
    let (segment, here) = block(number)?;
    let ended = match block(number + 1) {
        Some((_, next)) => Ended {
            end: segment.last + 1,
            taken: segment.taken.then_some(segment.last),
            target: next.ip,
        },
        None => Ended {
            end: passage.end,
            taken: passage.taken.then(|| passage.end.wrapping_sub(1)),
            target: passage.target,
        },
    };
    Some((here, ended))
}
