//! A hand-made run.

use events::{
    Block, Branch, BranchKind, CodeId, DataMiss, DataMissKind, DataRequester, DataTlbMiss, Group,
    InstructionMiss, MemoryKind, MemoryLevel, Prediction, Probe, Raw, Reference, Site, Stage,
    StaticEvent, Task, TlbLevel, Translated, When,
};
use pfmon::{Cache, Choices, Finished, Host, Machine, Session, Symbol, SymbolKind};
use pmu::Family;
use std::cell::RefCell;
use std::io::Write;
use std::rc::Rc;

const TEXT: u64 = 0x4000_0000_0000_1000;
/// Where an address lies is nothing to the monitors.
const TRANSLATED: Translated = Translated {
    physical: 0,
    page_bytes: 0x4000,
    space: 0,
};
/// The program's process, and its only thread.
const PID: u32 = 1000;
const DATA: u64 = 0x6000_0000_0001_c000;

/// A program of two bundles that loops: each pass retires six instructions, three of them nops, loads once
/// and branches back. Every fourth load misses.
struct Fake {
    passes: u64,
    out: File,
    err: Vec<u8>,
    files: Vec<(String, Rc<RefCell<Vec<u8>>>)>,
    ran: bool,
}

#[derive(Clone, Default)]
struct File(Rc<RefCell<Vec<u8>>>);

impl Write for File {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        self.0.borrow_mut().write(bytes)
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

impl Host for Fake {
    fn configure(&mut self, _: &pfmon::Options) -> Result<(), String> {
        Ok(())
    }

    fn machine(&self) -> Machine {
        Machine {
            family: Family::Itanium,
            frequency: 800_000_000,
            cpuid3: 0x0700_0704,
            caches: vec![
                Cache {
                    name: "L2".into(),
                    size: 96 << 10,
                    line: 64,
                    load_latency: 6,
                    store_latency: 1,
                },
                Cache {
                    name: "L3".into(),
                    size: 4 << 20,
                    line: 64,
                    load_latency: 21,
                    store_latency: 1,
                },
            ],
            memory: 1 << 31,
            choices: Choices {
                skid: 0,
                freeze_at_delivery: false,
                single_entry: false,
                any_misprediction: true,
            },
        }
    }

    fn symbols(&mut self, _: &str) -> Result<Vec<Symbol>, String> {
        Ok(vec![
            Symbol {
                name: "main".to_owned(),
                address: TEXT,
                size: 32,
                kind: SymbolKind::Code,
            },
            Symbol {
                name: "B".to_owned(),
                address: DATA,
                size: 0x20000,
                kind: SymbolKind::Data,
            },
        ])
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        Err(format!("cannot read {file}"))
    }

    fn configuration(&mut self) -> Option<String> {
        Some("loop 0x10000000000001f8\n".to_owned())
    }

    fn create(&mut self, _: &str, file: &str, _: bool) -> std::io::Result<Box<dyn Write>> {
        if file.starts_with("/nowhere") {
            return Err(std::io::Error::from(std::io::ErrorKind::NotFound));
        }
        let buffer = Rc::new(RefCell::new(Vec::new()));
        self.files.push((file.to_owned(), Rc::clone(&buffer)));
        Ok(Box::new(File(buffer)))
    }

    fn stdout(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    fn samples(&mut self) -> Box<dyn Write> {
        Box::new(self.out.clone())
    }

    fn stderr(&mut self) -> &mut dyn Write {
        &mut self.err
    }

    fn run(&mut self, command: &[String], session: &mut Session<'_>) -> Result<Finished, String> {
        self.ran = true;
        if command[0].ends_with(".x86") {
            return Err(format!(
                "cannot execute {}: IA-32 programs are not supported",
                command[0]
            ));
        }
        session.task(0, Task::numbered(PID, PID));
        let event = |slot, raw| StaticEvent {
            slot,
            amount: 1,
            raw,
            when: When::Executed,
        };
        let mut events: Vec<_> = (0..6)
            .map(|slot| event(slot, Raw::InstructionsRetired))
            .collect();
        events.extend((1..4).map(|slot| event(slot, Raw::NopsRetired)));
        events.push(event(0, Raw::LoadsInteger));
        session.describe(&Block::new(CodeId(0), TEXT, &[0, 0]), &events);
        let site = |index, data| Site {
            ip: TEXT + 16 * u64::from(index / 3),
            data,
            code: CodeId(0),
            index,
        };
        for pass in 0..self.passes {
            let cycle = 10 * pass;
            session.group(&Group {
                cycle,
                code: CodeId(0),
                from: 0,
                to: 6,
                predicates: u64::MAX,
            });
            let load = site(0, DATA + 8 * pass);
            session.reference(&Reference {
                cycle,
                completes: cycle + 2,
                site: load,
                kind: MemoryKind::Load,
                bytes: 8,
                level: Some(MemoryLevel::L1),
                forced: false,
                translated: TRANSLATED,
            });
            if pass % 4 == 3 {
                session.data_miss(&DataMiss {
                    cycle,
                    completes: cycle + 20,
                    site: load,
                    level: MemoryLevel::L3,
                    kind: DataMissKind::Integer,
                });
                session.data_tlb_miss(&DataTlbMiss {
                    cycle,
                    completes: cycle + 23,
                    site: load,
                    level: TlbLevel::Walker,
                    requester: DataRequester::Reference,
                    translated: TRANSLATED,
                });
                session.instruction_miss(&InstructionMiss {
                    cycle,
                    completes: cycle + 45,
                    ip: TEXT,
                    level: MemoryLevel::L3,
                });
            }
            session.branch(&Branch {
                cycle,
                site: site(5, 0),
                taken: true,
                target: TEXT,
                prediction: Prediction::Right,
                stage: Stage::Second,
                kind: BranchKind::Relative,
                multiway: false,
                before: [0; 3],
            });
            session.settle(cycle);
        }
        Ok(Finished {
            cycles: 10 * self.passes,
        })
    }
}

/// What a run of pfmon left.
pub(crate) struct Transcript {
    pub status: u8,
    pub out: String,
    pub err: String,
    pub files: Vec<(String, Vec<u8>)>,
    pub ran: bool,
}

/// Runs pfmon with a command line, without its name.
pub(crate) fn pfmon(line: &str) -> Transcript {
    let mut host = Fake {
        passes: 1000,
        out: File::default(),
        err: Vec::new(),
        files: Vec::new(),
        ran: false,
    };
    let args: Vec<String> = line.split(' ').map(str::to_owned).collect();
    let status = pfmon::main(&args, &mut host);
    Transcript {
        status,
        out: String::from_utf8_lossy(&host.out.0.borrow()).into_owned(),
        err: String::from_utf8(host.err).expect("text"),
        files: host
            .files
            .into_iter()
            .map(|(name, bytes)| (name, bytes.borrow().clone()))
            .collect(),
        ran: host.ran,
    }
}
