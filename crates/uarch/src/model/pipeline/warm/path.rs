//! Paths of blocks in warming: what is the same whenever a path is passed is looked up once.

use super::{Ended, Fetched, Turn, Uses, Warmed, Warming, on_all, refer};
use crate::model::branch_prediction::NO_TARGET;
use crate::model::front_end::NEVER;
use crate::model::memory::cache::Array;
use crate::model::pipeline::{Model, Pipeline};
use events::{Passage, Probe};
use std::ops::Range;

/// What warming knows of a path.
#[derive(Clone, Debug, Default)]
pub(super) struct Known {
    /// By block: what its end is where the path goes on.
    turns: Vec<Behind>,
    /// By way out: what the end of the last block is.
    ways: Vec<Option<Behind>>,
    /// By step: how its reference uses its line, if that is known and for the journal.
    uses: Vec<Uses>,
    /// The lines of the blocks, one block after the other: where they are in L1I, and their numbers.
    places: Vec<u16>,
    lines: Vec<u64>,
    /// By block: the end of its lines.
    ends: Vec<u32>,
    /// The version of L1I when [`lines_there`](Self::lines_there) was found, or [`NEVER`].
    version: u64,
    /// How many of the first lines were at their places.
    lines_there: u32,
    /// The space of its code: a path that is not used any more may be given to another space.
    space: u32,
    /// Passages of which the last block, or a page of the path, was not what is known of the way out.
    others: u32,
}

/// A path that is passed again and again in the same way, with nothing in between.
#[derive(Debug)]
pub(super) struct Again {
    way: usize,
    /// The version of L1I.
    version: u64,
    /// So many times so far, and after how many it is looked at next.
    times: u32,
    look: u32,
    /// Bundles predicted in each passage, if the predictor learns nothing from it any more.
    idle: Option<u64>,
}

impl Again {
    /// No path is.
    pub(super) const NEVER: Self = Self {
        way: usize::MAX,
        version: NEVER,
        times: 0,
        look: 0,
        idle: None,
    };

    /// Times before it is looked at first: a history is mostly filled by then.
    const FIRST: u32 = 5;

    /// Counts one more passage of the path, left by a way; whether it is time to look if that changes anything.
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

/// How many bundles a passage with these ends of blocks predicts, if it changes nothing in predictor, fetch and frame but what was used
/// last; that is the same, in the same order, whenever it comes again. `None`: it changes more. (`sim/src/sampling` has the test that paths
/// warm as their blocks do.)
#[inline(never)]
fn idle<'a, P: Probe>(
    ends: impl Iterator<Item = &'a Behind>,
    blocks: &[Warmed],
    pipeline: &Pipeline<P>,
) -> Option<u64> {
    let mut predictions = 0;
    for behind in ends {
        let block = &blocks[behind.block as usize];
        let is_elsewhere = behind.page != pipeline.front.page();
        if is_elsewhere || !block.names.is_empty() || block.moves_frame {
            return None;
        }
        if let Turn::Near { near, went, many } = behind.turn.as_ref()? {
            pipeline.branches.idle(near, &block.positions, *went)?;
            let streams = *many && *went != NO_TARGET;
            if streams && block.quiet != pipeline.quiet(*went) {
                return None;
            }
            predictions += 1;
        }
    }
    Some(predictions)
}

/// Of so many passages that are not what is known of the way out, one becomes what is known.
const OTHERS: u32 = 16;

/// What there is to do at the end of a block.
#[derive(Clone, Copy, Debug)]
struct Behind {
    /// The block, as blocks of code are numbered in the model.
    block: u32,
    /// Its page, which has to be entered again where a wrong path led to another one.
    page: (u64, u64),
    /// What the predictor sees, if that is simple.
    turn: Option<Turn>,
    /// How its execution ends, and the slots that are executed by then, whatever their predicates.
    ended: Ended,
    executed: u64,
}

impl Known {
    /// How the reference of a step uses its line, if that is known.
    #[inline(always)]
    fn uses(&self, step: usize) -> Uses {
        self.uses.get(step).copied().unwrap_or_default()
    }

    /// Whether the lines of one of the blocks have these numbers, if it is known.
    fn has_lines(&self, number: usize, numbers: Range<u64>) -> bool {
        let known = lines_of(&self.ends, number);
        known.is_none_or(|known| self.lines[known].iter().copied().eq(numbers))
    }

    /// Its blocks, in a space, are looked at again.
    #[cold]
    fn forget(&mut self, space: u32) {
        let uses = std::mem::take(&mut self.uses);
        *self = Self {
            uses,
            space,
            ..Self::default()
        };
    }

    /// What the end of the last block is, if it is known of the way out.
    #[inline(always)]
    fn way(&self, number: usize) -> Option<&Behind> {
        self.ways.get(number)?.as_ref()
    }

    /// Whether a passage is left as is known of its way out.
    #[inline(always)]
    fn leaves_so(&self, passage: &Passage<'_>) -> bool {
        self.way(passage.way).is_some_and(|Behind { ended, .. }| {
            ended.end == passage.end
                && ended.taken.is_some() == passage.taken
                && ended.target == passage.target
        })
    }

    /// Whether so many of the first lines are where they were.
    #[inline(always)]
    fn has_first(&mut self, lines: u32, l1i: &Array) -> bool {
        self.version == l1i.version && lines <= self.lines_there || self.are_there(lines, l1i)
    }

    /// The same where other lines may have moved.
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

impl Behind {
    /// Translates the page of a block of a passage; false: the ITLB does not have it.
    #[inline(always)]
    fn enter<P: Probe>(&self, model: &mut Model<P>) -> bool {
        model.pipeline.front.enter_page(self.page)
    }

    /// A block of a passage, but for its page and its lines.
    #[inline(always)]
    fn pass<P: Probe>(&self, model: &mut Model<P>, warmed: &mut Warmed) {
        let slots = [self.executed; 2];
        warmed.end_as(model, self.turn.as_ref(), slots, self.ended);
    }
}

impl Warming {
    /// Warms with a path of blocks. Sizes of the register stack are those that the caller [sets](crate::Timing::stack) next.
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

    /// Fetch, predictor and frames of a path that was left so before: of how many of its blocks. 0 if it is not such a path, and fewer than all if
    /// one of its pages has left the ITLB.
    #[inline(always)]
    fn pass_known<P: Probe>(&mut self, model: &mut Model<P>, passage: &Passage<'_>) -> usize {
        let Self {
            paths,
            blocks,
            fetched,
            again,
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
        // Where the last block was not left so before, the others may be known all the same.
        let count = before + usize::from(is_known);
        let Some(&lines) = known.ends.get(count.wrapping_sub(1)) else {
            return 0;
        };
        let Pipeline { front, shared, .. } = &mut model.pipeline;
        let there = known.has_first(lines, &shared.caches.l1i);
        let left = known.way(passage.way).filter(|_| is_known);
        let Some(turns) = known.turns.get(..before) else {
            return 0;
        };
        if !there {
            return self.pass_missing(model, passage, 0..count);
        }
        // All lines are used before the first branch is predicted. So a line that comes in the midst of the path, from a wrong path or a prefetch,
        // may take the place of another one than if the lines of each block were used in its turn; with NRU later lines may, too.
        let newest = Fetched::Path(passage.path, count);
        if front.take_disturbed() || *fetched != newest {
            *again = Again::NEVER;
            let places = known.places.get(..lines as usize).unwrap_or_default();
            front.warm_known(shared, places, self.space);
            *fetched = newest.if_again_changes_nothing(&shared.caches.l1i, places);
        } else if left.is_some() {
            let version = known.version;
            if again.count(passage.way, version) {
                again.idle = idle(turns.iter().chain(left), blocks, &model.pipeline);
            }
            if let Some(predictions) = again.idle {
                model.pipeline.branches.predictions += predictions;
                return count;
            }
        }
        for (number, behind) in turns.iter().chain(left).enumerate() {
            if !behind.enter(model) {
                return number;
            }
            let warmed = &mut blocks[behind.block as usize];
            behind.pass(model, warmed);
            if model.pipeline.front.is_disturbed() && number + 1 < count {
                // What follows is used behind a wrong path, or may have left L1I for it or for a prefetch.
                return self.pass_missing(model, passage, number + 1..count);
            }
        }
        count
    }

    /// Fetch, predictor and frames of a range of the blocks, each of whose lines is looked up, and used in its turn.
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
        let Known {
            turns,
            ways,
            places,
            lines,
            ends,
            ..
        } = &mut paths[passage.path as usize];
        let left = ways.get(passage.way).and_then(Option::as_ref);
        for number in numbers.clone() {
            let Some(these) = lines_of(ends, number) else {
                return number;
            };
            let behind = match left {
                Some(left) if number + 1 == passage.segments.len() => left,
                _ => &turns[number],
            };
            if !behind.enter(model) {
                return number;
            }
            let Pipeline { front, shared, .. } = &mut model.pipeline;
            let (places, lines) = (&mut places[these.clone()], lines[these].iter());
            front.warm_lines(shared, places, lines.copied(), *space);
            let warmed = &mut blocks[behind.block as usize];
            behind.pass(model, warmed);
        }
        numbers.end
    }

    /// The same for any path from one of its blocks on, block by block.
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
            self.paths.resize_with(path + 1, Known::default);
        }
        let is_other = from > 0 && self.paths[path].way(passage.way).is_some();
        let known = &mut self.paths[path];
        if known.space != self.space {
            known.forget(self.space);
        }
        if is_other {
            // It may lead to many places, or first have led to a rare one.
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
                // Its page is another one now.
                known.forget(self.space);
                return;
            }
            if number == known.ends.len() {
                known.version = NEVER;
                known.places.extend(warmed.lines.places());
                known.lines.extend(warmed.lines.numbers());
                known.ends.push(known.lines.len() as u32);
            }
            let behind = Behind {
                block: block.id.0,
                page: warmed.lines.page,
                turn: warmed.turn(ended),
                ended,
                executed: on_all(block, ended.end),
            };
            if number + 1 < count {
                if number == known.turns.len() {
                    known.turns.push(behind);
                }
            } else if let Ok(way) = u8::try_from(passage.way) {
                let way = usize::from(way);
                if way >= known.ways.len() {
                    known.ways.resize(way + 1, None);
                }
                known.ways[way] = Some(behind);
            }
        }
    }

    /// The data references of a path.
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

    /// The same from one on, with what is not known yet and what is rare.
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

    /// How the reference of a step uses its line.
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
            self.paths.resize_with(path + 1, Known::default);
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

/// Which of the lines of a path are those of one of its blocks, if it is known; `ends`: by block, the end of its lines.
#[inline(always)]
fn lines_of(ends: &[u32], number: usize) -> Option<Range<usize>> {
    let end = *ends.get(number)? as usize;
    let before = number.checked_sub(1).and_then(|before| ends.get(before));
    Some(before.map_or(0, |&before| before as usize)..end)
}

/// One of the blocks of a passage, and how its execution ended.
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
