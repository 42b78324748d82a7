//! A block and a path whose numbers are given to another space are fetched from the pages of that space.

use super::{Model, Warming};
use crate::testing::{LOAD, block, branch, execution, itanium};
use events::{Block, Off, Passage, Segment};

/// Warms several times each with a block in one space, in another and in the first again; the page that fetch translated last is always the space's.
fn fetches_from_its_own_space(warm: impl Fn(&mut Warming, &mut Model<Off>, &Block)) {
    let mut model = Model::new(&itanium(), Off);
    let mut warming = Warming::default();
    warming.begin(&mut model.pipeline);
    let block = block(0, 0x4000_0000, LOAD, branch(false, 4));
    for space in [1, 2, 1] {
        let block = Block {
            space,
            ..block.clone()
        };
        for turn in 0..3 {
            warm(&mut warming, &mut model, &block);
            let front = &model.pipeline.front;
            let part = front.itlb.part(space, block.ip);
            assert_eq!(front.page().0, part, "space {space}, turn {turn}");
        }
    }
}

#[test]
fn a_block_that_another_space_got_is_fetched_from_its_pages() {
    fetches_from_its_own_space(|warming, model, block| {
        let execution = execution(block, block.ip + 16, 0x6000_0000);
        warming.warm(model, block, &execution);
    });
}

#[test]
fn a_path_that_another_space_got_is_fetched_from_its_pages() {
    fetches_from_its_own_space(|warming, model, block| {
        let segment = Segment {
            block: 0,
            first_step: 0,
            instructions_before: 0,
            last: block.end_slot - 1,
            taken: false,
        };
        let passage = Passage {
            blocks: std::slice::from_ref(block),
            path: 0,
            segments: &[segment],
            way: 0,
            end: block.end_slot,
            taken: false,
            target: block.ip + 16,
            first_step: 0,
            references: &[],
            notes: &[],
            instructions: 3,
            place: &|_| (0, 0),
        };
        warming.pass(model, &passage);
    });
}
