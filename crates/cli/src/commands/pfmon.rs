//! `epicycle pfmon`, and the same binary called `pfmon`: the monitor's own command on a simulated machine.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufWriter, Stderr, Stdout, Write};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use config::Loaded;
use config::model::Cache;
use object::{Object, ObjectSymbol, SymbolKind as Elf};
use pfmon::{Choices, Finished, Host, Session, Symbol, SymbolKind};
use sim::Request;

use crate::streams;

/// The default machine.
const CONFIG: &str = "itanium";
/// Where the system-wide configuration file lies.
const SYSTEM_FILE: &str = "/usr/lib/pfmon/pfmon.conf";

/// Arguments of pfmon when the command line asks for it: by the name of the binary or as a subcommand.
pub fn arguments(all: impl Iterator<Item = OsString>) -> Option<Vec<OsString>> {
    let mut all = all;
    let name = PathBuf::from(all.next()?);
    let rest: Vec<OsString> = all.collect();
    if matches!(
        name.file_name().and_then(|name| name.to_str()),
        Some("pfmon" | "pfmon_gen")
    ) {
        return Some(rest);
    }
    match rest.split_first() {
        Some((first, rest)) if first == "pfmon" => Some(rest.to_vec()),
        _ => None,
    }
}

/// Runs pfmon; its status is 0 or 1.
pub fn main(arguments: Vec<OsString>) -> u8 {
    let config = match config::load::<&str>(CONFIG, &[]) {
        Ok(config) => Arc::new(config),
        Err(error) => {
            crate::console::complain(&error.to_string());
            return 1;
        }
    };
    let mut console = Console {
        config,
        out: BufWriter::new(io::stdout()),
        err: io::stderr(),
    };
    let arguments: Vec<String> = arguments
        .into_iter()
        .map(|argument| argument.to_string_lossy().into_owned())
        .collect();
    let status = pfmon::main(&arguments, &mut console);
    // A closed pipe is not an error.
    match console.out.flush() {
        Err(error) if error.kind() != io::ErrorKind::BrokenPipe => 1,
        _ => status,
    }
}

/// pfmon's surroundings: this process and the simulator.
struct Console {
    config: Arc<Loaded>,
    out: BufWriter<Stdout>,
    err: Stderr,
}

fn cache(name: &'static str, cache: &Cache) -> pfmon::Cache {
    pfmon::Cache {
        name,
        size: cache.bytes.into(),
        line: cache.line_bytes.into(),
        load_latency: cache.latency.into(),
        store_latency: 1,
    }
}

impl Host for Console {
    fn configure(&mut self, config: Option<&str>, set: &[String]) -> Result<(), String> {
        let loaded =
            config::load(config.unwrap_or(CONFIG), set).map_err(|error| error.to_string())?;
        self.config = Arc::new(loaded);
        Ok(())
    }

    fn machine(&self) -> pfmon::Machine {
        let machine = &self.config.machine;
        let processor = &machine.processor;
        let caches = &machine.caches;
        pfmon::Machine {
            family: processor.family,
            frequency: machine.frequency_hz,
            cpuid3: u64::from(processor.cpuid_family) << 24
                | u64::from(processor.cpuid_model) << 16
                | u64::from(processor.cpuid_revision) << 8
                | 4,
            caches: vec![
                cache("L1I", &caches.l1i),
                cache("L1D", &caches.l1d),
                cache("L2", &caches.l2),
                cache("L3", &caches.l3),
            ],
            memory: machine.os.memory_bytes,
            choices: Choices {
                skid: machine.pmu.skid.into(),
                single_entry: !machine.pmu.branch_trace_pairs,
                any_misprediction: machine.pmu.any_misprediction,
            },
        }
    }

    fn symbols(&mut self, file: &str) -> Result<Vec<Symbol>, String> {
        let data = std::fs::read(file).map_err(|error| format!("cannot open {file}: {error}"))?;
        let elf = object::File::parse(&*data).map_err(|_| format!("{file} is not an ELF file"))?;
        let symbols = elf
            .symbols()
            .chain(elf.dynamic_symbols())
            .filter_map(|symbol| {
                let kind = match symbol.kind() {
                    Elf::Text => SymbolKind::Code,
                    Elf::Data => SymbolKind::Data,
                    _ => return None,
                };
                if symbol.is_undefined() {
                    return None;
                }
                Some(Symbol {
                    name: symbol.name().ok()?.to_owned(),
                    address: symbol.address(),
                    size: symbol.size(),
                    kind,
                })
            });
        Ok(symbols.collect())
    }

    fn read(&mut self, file: &str) -> Result<String, String> {
        std::fs::read_to_string(file).map_err(|error| format!("cannot open {file}: {error}"))
    }

    fn configuration(&mut self) -> Option<String> {
        let own = std::env::var_os("HOME").map(|home| Path::new(&home).join(".pfmon.conf"));
        let file = own
            .filter(|file| file.is_file())
            .unwrap_or_else(|| PathBuf::from(SYSTEM_FILE));
        let bytes = std::fs::read(file).ok()?;
        Some(String::from_utf8_lossy(&bytes).into_owned())
    }

    fn create(&mut self, file: &str, append: bool) -> io::Result<Box<dyn Write>> {
        let file = if append {
            File::options().append(true).create(true).open(file)?
        } else {
            File::create(file)?
        };
        Ok(Box::new(BufWriter::new(file)))
    }

    fn stdout(&mut self) -> &mut dyn Write {
        &mut self.out
    }

    fn stderr(&mut self) -> &mut dyn Write {
        &mut self.err
    }

    fn run(&mut self, command: &[String], session: &mut Session) -> Result<Finished, String> {
        let (program, arguments) = command.split_first().ok_or("no command was given")?;
        // What was said so far comes before the program's own words.
        self.out.flush().map_err(|error| error.to_string())?;
        let mut request = Request::new(Arc::clone(&self.config), program);
        request.args = arguments.to_vec();
        streams::pass(&mut request);
        let report = sim::observe(request, session)
            .map_err(|error| format!("cannot execute {program}: {error}"))?;
        let pid = report.processes.first().map_or(0, |process| process.pid);
        Ok(Finished {
            cycles: report.cycles.unwrap_or(0),
            pid,
        })
    }
}
