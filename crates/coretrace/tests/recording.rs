//! What the recorder makes of records, by hand: who carries which reload, and what a decoder knows then.

use coretrace::{Decoder, Item, Options, Recorder, Region, ReloadOrigin, Side};
use events::{
    Block, CodeId, DataRequester, DataTlbMiss, Execution, InstructionTlbMiss, Probe, Site, Task,
    TlbLevel, Translated,
};

/// `ld8 r8 = [r0]`, `nop.m`, `nop.i` in an MMI bundle.
const LOAD: u128 = {
    let load = 4 << 37 | 3 << 30 | 8 << 6;
    0x08 | load << 5 | 1 << (27 + 46) | 1 << (27 + 87)
};
const PAGE: u64 = 0x4000;

fn block(code: u32, space: u32, ip: u64) -> Block {
    Block {
        space,
        ..Block::new(CodeId(code), ip, &[LOAD])
    }
}

fn translated(space: u32, physical: u64) -> Translated {
    Translated {
        physical,
        page_bytes: PAGE,
        space,
    }
}

fn fetch_miss(space: u32, ip: u64, physical: u64, wrong_path: bool) -> InstructionTlbMiss {
    InstructionTlbMiss {
        cycle: 0,
        completes: 1,
        ip,
        level: TlbLevel::Walker,
        wrong_path,
        translated: translated(space, physical),
    }
}

fn data_miss(block: &Block, address: u64, physical: u64, requester: DataRequester) -> DataTlbMiss {
    DataTlbMiss {
        cycle: 0,
        completes: 1,
        site: Site {
            ip: block.ip,
            data: address,
            code: block.id,
            index: 0,
        },
        level: TlbLevel::Walker,
        requester,
        translated: translated(block.space, physical),
    }
}

/// An execution whose load refers to `address`.
fn loads(address: u64) -> Execution {
    Execution {
        end: 3,
        predicates: !0,
        addresses: [address].into_iter().collect(),
        ..Execution::default()
    }
}

/// What a decoder makes of what `listen` lets a recorder hear.
fn recorded(listen: impl FnOnce(&mut Recorder<&mut Vec<u8>>)) -> Vec<Item> {
    let options = Options {
        invalidated: true,
        single_issue: false,
        lap_instructions: 0,
        memory: Region::Unbounded,
        region: false,
    };
    let mut bytes = Vec::new();
    let mut recorder = Recorder::new(&mut bytes, options);
    listen(&mut recorder);
    let tally = recorder.finish().expect("memory takes everything");
    for side in 0..2 {
        assert_eq!(tally.carried[side] + tally.alone[side], tally.reloads[side]);
    }
    let mut decoder = Decoder::new(&bytes[..]);
    let items = std::iter::from_fn(|| decoder.next_item().expect("memory can be read"));
    items.collect()
}

/// Real addresses of the bundle and the data of each bundle's load.
fn reals(items: &[Item]) -> Vec<(Option<u64>, Option<u64>)> {
    let loads = items.iter().filter_map(|item| match item {
        Item::Instruction(instruction) => instruction
            .reference
            .map(|reference| (instruction.real_ip, reference.real)),
        _ => None,
    });
    loads.collect()
}

fn alone(items: &[Item]) -> Vec<(Side, ReloadOrigin)> {
    let reloads = items.iter().filter_map(|item| match item {
        Item::Reload(side, origin) => Some((*side, *origin)),
        _ => None,
    });
    reloads.collect()
}

#[test]
fn the_instruction_that_causes_reloads_carries_them() {
    let items = recorded(|recorder| {
        let block = block(5, 0, 0x1_0000);
        recorder.instruction_tlb_miss(&fetch_miss(0, 0x1_0000, 0x8000, false));
        recorder.data_tlb_miss(&data_miss(&block, 0x4123, 0xc123, DataRequester::Reference));
        recorder.execution(&block, &loads(0x4123));
        recorder.execution(&block, &loads(0x4200));
    });
    assert_eq!(alone(&items), []);
    let known = |data| (Some(0x8000), Some(data));
    assert_eq!(reals(&items), [known(0xc123), known(0xc200)]);
}

#[test]
fn a_reload_without_an_instruction_is_known_before_its_page_is_used() {
    let items = recorded(|recorder| {
        let (first, second) = (block(5, 0, 0x1_0000), block(6, 0, 0x2_0010));
        recorder.instruction_tlb_miss(&fetch_miss(0, 0x1_0000, 0x8000, false));
        // Fetched behind a branch, and used from another bundle.
        recorder.instruction_tlb_miss(&fetch_miss(0, 0x2_0000, 0x1_4000, false));
        recorder.instruction_tlb_miss(&fetch_miss(0, 0x3_0000, 0x1_8000, true));
        recorder.data_tlb_miss(&data_miss(
            &first,
            0x4000,
            0xc000,
            DataRequester::RegisterStack,
        ));
        recorder.data_tlb_miss(&data_miss(
            &first,
            0x8000,
            0x2_0000,
            DataRequester::Reference,
        ));
        recorder.execution(&first, &loads(0x8008));
        recorder.execution(&second, &loads(0x4008));
        recorder.execution(&block(7, 0, 0x3_0000), &loads(0x4010));
    });
    let expected = [
        (Some(0x8000), Some(0x2_0008)),
        (Some(0x1_4010), Some(0xc008)),
        (Some(0x1_8000), Some(0xc010)),
    ];
    assert_eq!(reals(&items), expected);
    let reloads = [
        (Side::Data, ReloadOrigin::RegisterStack),
        (Side::Instruction, ReloadOrigin::WrongPath),
        (Side::Instruction, ReloadOrigin::NotExecuted),
    ];
    assert_eq!(alone(&items), reloads);
}

#[test]
fn equal_addresses_of_two_address_spaces_lie_in_two_places() {
    let items = recorded(|recorder| {
        let (parent, child) = (block(5, 0, 0x1_0000), block(5, 1, 0x1_0000));
        recorder.instruction_tlb_miss(&fetch_miss(0, 0x1_0000, 0x8000, false));
        recorder.data_tlb_miss(&data_miss(
            &parent,
            0x4000,
            0xc000,
            DataRequester::Reference,
        ));
        recorder.execution(&parent, &loads(0x4000));
        recorder.task(9, Task::numbered(2, 2));
        // The first fetch of the child comes before its first execution.
        recorder.instruction_tlb_miss(&fetch_miss(1, 0x1_0000, 0x4_0000, false));
        recorder.data_tlb_miss(&data_miss(
            &child,
            0x4000,
            0x4_4000,
            DataRequester::Reference,
        ));
        recorder.execution(&child, &loads(0x4000));
        recorder.task(20, Task::numbered(1, 1));
        recorder.execution(&parent, &loads(0x4008));
    });
    let expected = [
        (Some(0x8000), Some(0xc000)),
        (Some(0x4_0000), Some(0x4_4000)),
        (Some(0x8000), Some(0xc008)),
    ];
    assert_eq!(reals(&items), expected);
    assert!(items.contains(&Item::Task(2, 2)) && items.contains(&Item::Task(1, 1)));
}

#[test]
fn what_is_invalidated_is_unknown_until_it_is_reloaded() {
    let items = recorded(|recorder| {
        let block = block(5, 0, 0x1_0000);
        recorder.instruction_tlb_miss(&fetch_miss(0, 0x1_0000, 0x8000, false));
        recorder.data_tlb_miss(&data_miss(&block, 0x4000, 0xc000, DataRequester::Reference));
        recorder.execution(&block, &loads(0x4000));
        recorder.invalidation(10);
        recorder.instruction_tlb_miss(&fetch_miss(0, 0x1_0000, 0x8000, false));
        recorder.execution(&block, &loads(0x4000));
    });
    assert_eq!(
        reals(&items),
        [(Some(0x8000), Some(0xc000)), (Some(0x8000), None)]
    );
}

#[test]
fn decoding_from_any_word_finds_the_images_behind_it() {
    let mut bytes = Vec::new();
    let options = Options {
        invalidated: true,
        single_issue: false,
        lap_instructions: 0,
        memory: Region::Unbounded,
        region: false,
    };
    let mut recorder = Recorder::new(&mut bytes, options);
    let block = block(5, 0, 0xec00_0000_0001_0000);
    for n in 0..40 {
        // Data addresses that look like the first word of an image.
        let address = 0xec40_0000_0000_0000 | n << 14;
        let miss = data_miss(&block, address, n << 14, DataRequester::Reference);
        recorder.data_tlb_miss(&miss);
        recorder.execution(&block, &loads(address));
    }
    recorder.finish().expect("memory takes everything");
    let decoded = |bytes: &[u8]| {
        let mut decoder = Decoder::new(bytes);
        let mut steps = Vec::new();
        while let Some(item) = decoder.next_item().expect("memory can be read") {
            match item {
                Item::Instruction(instruction) => steps.push(instruction.step),
                Item::Damage(word, damage) => panic!("word {word}: {damage}"),
                _ => {}
            }
        }
        steps
    };
    let all = decoded(&bytes);
    assert_eq!(all.len(), 120);
    let mut found = 120;
    for word in 1..bytes.len() / 8 {
        let rest = decoded(&bytes[8 * word..]);
        assert!(
            rest.len() <= found && found - rest.len() <= 1,
            "from word {word}"
        );
        assert!(all.ends_with(&rest), "from word {word}");
        found = rest.len();
    }
}
