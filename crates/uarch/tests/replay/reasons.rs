//! What a listener that adds up is told of waits: is a wait behind a replay blamed on what it is blamed on without one?

use crate::programs::machines;
use events::{Attention, Block, CodeId, Execution, Probe, Reason, Summing, Totals, Wait};
use uarch::Timing;

/// A listener that adds up, and keeps what it is told of the newest wait.
#[derive(Debug, Default)]
struct Newest(Option<Reason>);

impl Probe for Newest {
    fn wait(&mut self, wait: &Wait) {
        self.0 = Some(wait.reason);
    }

    fn catch_up(&mut self, _: u64, _: &mut dyn Totals) -> Attention {
        Attention {
            sums: true,
            ..Attention::NOTHING
        }
    }
}

/// `ld8 target = [address]` under a predicate and a branch, in a bundle with a stop at its end.
fn load(target: u8, address: u8, predicate: u8, branch: u128) -> u128 {
    const NOP: u128 = 1 << 27;
    let load = 4 << 37 | 3 << 30 | u128::from(address) << 20 | u128::from(target) << 6;
    0x11 | (load | u128::from(predicate)) << 5 | NOP << 46 | branch << 87
}

#[test]
fn the_level_that_served_an_address_is_known_behind_a_replay() {
    // On Itanium 2 an address waits a cycle longer for a load than other uses do.
    let [_, machine] = machines();
    // The second branches to the first: `nop.b`, and `br` to the bundle before.
    let blocks = [
        load(2, 3, 0, 2 << 37),
        load(4, 2, 6, 4 << 37 | 1 << 36 | 0xf_ffff << 13),
    ];
    let blocks: Vec<Block> = (0..)
        .zip(blocks)
        .map(|(number, bundle)| {
            let ip = 0x4000_0000 + 16 * u64::from(number);
            Block::new(CodeId(number), ip, &[bundle])
        })
        .collect();
    let execution = |number: usize, executed: bool| Execution {
        end: 3,
        predicates: if executed { 7 } else { 6 },
        taken: (number == 1).then_some(2),
        target: blocks[1 - number].ip,
        addresses: executed.then_some(0x6000_0000).into_iter().collect(),
        ..Execution::default()
    };
    let told = |states: usize| {
        let mut timing = Timing::new(&machine, Summing(Newest::default())).with_replay(states);
        timing.begin();
        for _ in 0..100 {
            timing.execute(&blocks[0], &execution(0, true));
            timing.execute(&blocks[1], &execution(1, false));
        }
        let replays = timing.replays();
        assert_eq!(replays > 0, states > 0, "{replays}");
        timing.execute(&blocks[0], &execution(0, true));
        assert_eq!(timing.replays() > replays, states > 0);
        timing.probe().0.0 = None;
        // The load whose address is the value of the one before executes for the first time.
        timing.execute(&blocks[1], &execution(1, true));
        timing.probe().0.0
    };
    assert_eq!(told(0), Some(Reason::LoadL1));
    assert_eq!(told(1 << 15), told(0));
}
