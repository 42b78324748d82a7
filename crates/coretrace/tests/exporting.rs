//! What other tools get of a trace made by hand.

use coretrace::{Decoder, Format, Options, Recorder, Region, export};
use events::{
    Block, CodeId, DataRequester, DataTlbMiss, Execution, InstructionTlbMiss, Probe, Site, Task,
    TlbLevel, Translated,
};

/// `ld8 r8 = [r9]`, `nop.m`, `nop.i` in an MMI bundle; `st8 [r9] = r8`, `nop.i`, `br.cond` in an MIB bundle.
const CODE: [u128; 2] = {
    let load = 4 << 37 | 3 << 30 | 9 << 20 | 8 << 6;
    let store = 4 << 37 | 0x33 << 30 | 9 << 20 | 8 << 13;
    [
        0x08 | load << 5 | 1 << (27 + 46) | 1 << (27 + 87),
        0x10 | store << 5 | 1 << (27 + 46) | 4 << (37 + 87),
    ]
};

/// The trace of two executions: the branch goes back to the start.
fn trace() -> Vec<u8> {
    let options = Options {
        invalidated: true,
        single_issue: false,
        lap_instructions: 0,
        memory: Region::Unbounded,
        region: false,
    };
    let mut bytes = Vec::new();
    let mut recorder = Recorder::new(&mut bytes, options);
    recorder.task(0, Task::numbered(7, 8));
    let block = Block::new(CodeId(5), 0x1_0000, &CODE);
    let translated = |physical| Translated {
        physical,
        page_bytes: 0x4000,
        space: 0,
    };
    recorder.instruction_tlb_miss(&InstructionTlbMiss {
        cycle: 0,
        completes: 1,
        ip: block.ip,
        level: TlbLevel::Walker,
        wrong_path: false,
        translated: translated(0x8000),
    });
    recorder.data_tlb_miss(&DataTlbMiss {
        cycle: 0,
        completes: 1,
        site: Site {
            ip: block.ip,
            data: 0x6010,
            code: block.id,
            index: 0,
        },
        level: TlbLevel::Walker,
        requester: DataRequester::Reference,
        translated: translated(0xc000),
    });
    let execution = Execution {
        end: 6,
        predicates: !0,
        addresses: [0x6010, 0x6020].into_iter().collect(),
        ..Execution::default()
    };
    recorder.execution(&block, &execution);
    recorder.execution(&block, &execution);
    recorder.finish().expect("memory takes everything");
    bytes
}

fn exported(format: Format, real: bool) -> Vec<u8> {
    let mut out = Vec::new();
    export(&mut Decoder::new(&trace()[..]), format, real, &mut out).expect("the trace is whole");
    out
}

#[test]
fn lackey_gets_a_line_for_each_instruction_and_reference() {
    let text = String::from_utf8(exported(Format::Lackey, false)).expect("it is text");
    let lines: Vec<&str> = text.lines().collect();
    let expected = [
        "I  00010000,6",
        " L 00006010,8",
        "I  00010006,6",
        "I  0001000c,4",
        "I  00010010,6",
        " S 00006020,8",
        "I  00010016,6",
        "I  0001001c,4",
    ];
    assert_eq!(lines[..8], expected);
    assert_eq!(lines[8..], expected);
}

#[test]
fn drcachesim_gets_entries_of_twelve_bytes_with_real_addresses_where_asked_for() {
    let bytes = exported(Format::Drcachesim, true);
    let entries: Vec<(u16, u16, u64)> = bytes
        .chunks(12)
        .map(|entry| {
            let half = |at: usize| u16::from_le_bytes([entry[at], entry[at + 1]]);
            let address = entry[4..].try_into().map(u64::from_le_bytes);
            (
                half(0),
                half(2),
                address.expect("an entry has twelve bytes"),
            )
        })
        .collect();
    let first = [
        (25, 0, 3),
        (22, 4, 8),
        (24, 4, 7),
        (10, 6, 0x8000),
        (0, 8, 0xe010),
    ];
    assert_eq!(entries[..5], first);
    assert_eq!(entries[7..9], [(10, 6, 0x8010), (1, 8, 0xe020)]);
    assert_eq!(entries[10], (11, 4, 0x801c));
    assert_eq!(entries[entries.len() - 2..], [(23, 4, 8), (26, 0, 0)]);
}

#[test]
fn champsim_gets_branches_as_it_tells_them_apart() {
    let bytes = exported(Format::Champsim, false);
    assert_eq!(bytes.len(), 12 * 64);
    let instruction = |n: usize| &bytes[64 * n..64 * (n + 1)];
    let word = |n: usize, at: usize| {
        let bytes = instruction(n)[at..at + 8]
            .try_into()
            .map(u64::from_le_bytes);
        bytes.expect("a word has eight bytes")
    };
    // The load: its target, its address register, its source.
    assert_eq!(
        (word(0, 0), word(0, 16), word(0, 32)),
        (0x1_0000, 0, 0x6010)
    );
    assert_eq!(instruction(0)[8..16], [0, 0, 64 + 8, 0, 64 + 9, 0, 0, 0]);
    assert_eq!((word(3, 16), word(3, 32)), (0x6020, 0));
    // A taken jump: it writes the instruction pointer and reads nothing else.
    assert_eq!(instruction(5)[8..16], [1, 1, 26, 0, 26, 0, 0, 0]);
}

#[test]
fn an_unknown_real_address_is_not_exported() {
    // Without the head, the purge and the first instruction.
    let trace = trace();
    let cut = &trace[8 * 16..];
    let error = export(&mut Decoder::new(cut), Format::Lackey, true, Vec::new());
    assert!(error.is_err_and(|error| error.to_string().contains("give no --real")));
}
