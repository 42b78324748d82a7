//! Does the stream of a run hold each instruction, reference and branch of it?

use coretrace::{Format, Live, Stream};
use events::{Block, CodeId, Execution, Probe};

/// `ld8 r8 = [r9]`, `lfetch [r9]`, `nop.i` in an MMI bundle; `st8 [r9] = r8`, `nop.i`, `br.cond` in an MIB bundle.
const CODE: [u128; 2] = {
    let load = 4 << 37 | 3 << 30 | 9 << 20 | 8 << 6;
    let prefetch = 6 << 37 | 0x2c << 30 | 9 << 20;
    let store = 4 << 37 | 0x33 << 30 | 9 << 20 | 8 << 13;
    [
        0x08 | load << 5 | prefetch << 46 | 1 << (27 + 87),
        0x10 | store << 5 | 1 << (27 + 46) | 4 << (37 + 87),
    ]
};

/// Two executions: the branch goes back to the start, and the second time, with the store squashed, it is not taken.
fn stream(stream: Stream, window: std::ops::Range<u64>) -> String {
    let mut bytes = Vec::new();
    let mut live = Live::new(stream, &mut bytes, window, false);
    let block = Block::new(CodeId(5), 0x1_0000, &CODE);
    let mut execution = Execution {
        predicates: 0b111_111,
        end: 6,
        taken: Some(5),
        target: block.ip,
        ..Execution::default()
    };
    for address in [0x6010, 0x7000, 0x6020] {
        execution.addresses.push(address);
    }
    live.execution(&block, &execution);
    execution.predicates = 0b010_111;
    execution.taken = None;
    execution.addresses.clear();
    for address in [0x6030, 0x7080] {
        execution.addresses.push(address);
    }
    live.execution(&block, &execution);
    live.finish().unwrap();
    String::from_utf8(bytes).unwrap()
}

#[test]
fn lackey_gets_each_instruction_and_the_references_that_are_made() {
    let text = stream(Stream::Tool(Format::Lackey), 0..u64::MAX);
    let expected = "I  00010000,6\n L 00006010,8\nI  00010006,6\nI  0001000c,4\nI  00010010,6\n S 00006020,8\nI  00010016,6\nI  0001001c,4\n\
                    I  00010000,6\n L 00006030,8\nI  00010006,6\nI  0001000c,4\nI  00010010,6\nI  00010016,6\nI  0001001c,4\n";
    assert_eq!(text, expected);
}

#[test]
fn a_window_of_a_stream_counts_all_instructions() {
    let text = stream(Stream::Tool(Format::Lackey), 3..7);
    assert_eq!(
        text,
        "I  00010010,6\n S 00006020,8\nI  00010016,6\nI  0001001c,4\nI  00010000,6\n L 00006030,8\n"
    );
}

#[test]
fn branches_say_where_they_went() {
    let text = stream(Stream::Branches, 0..u64::MAX);
    assert_eq!(text, "0x1001c 0x10000 uncond 1\n0x1001c - uncond 0\n");
}
