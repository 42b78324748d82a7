//! Does the stub say what gdb's remote protocol wants, and does the run stay what it is? A client of a few lines asks.

use std::io::{Read, Write};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use sim::{Mode, Request};

fn guest() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/guest/session.elf")
}

fn request(mode: Mode) -> Request {
    let config = Arc::new(config::load("itanium", &[] as &[&str]).unwrap());
    let mut request = Request::new(config, guest());
    request.mode = mode;
    request
}

/// The address of a function of the guest.
fn symbol(name: &str) -> u64 {
    symbol_of(&guest(), name)
}

fn symbol_of(program: &Path, name: &str) -> u64 {
    let data = std::fs::read(program).unwrap();
    let file = elf::File::parse(&data).unwrap();
    let found = file
        .symbols()
        .into_iter()
        .find(|symbol| symbol.name == name);
    found.unwrap().address
}

/// One end of the protocol.
struct Client(UnixStream);

impl Client {
    fn send(&mut self, text: &str) {
        let sum = text.bytes().fold(0u8, u8::wrapping_add);
        write!(self.0, "${text}#{sum:02x}").unwrap();
    }

    fn byte(&mut self) -> Option<u8> {
        let mut byte = [0];
        (self.0.read(&mut byte).unwrap() == 1).then_some(byte[0])
    }

    /// The next packet, without run lengths.
    fn packet(&mut self) -> String {
        while self.byte().unwrap() != b'$' {}
        let mut text = String::new();
        loop {
            match self.byte().unwrap() {
                b'#' => break,
                b'*' => {
                    let last = text.pop().unwrap();
                    let count = self.byte().unwrap() - 28;
                    text.extend(std::iter::repeat_n(last, usize::from(count)));
                }
                byte => text.push(byte.into()),
            }
        }
        self.byte();
        self.byte();
        // Behind the last answer the stub is gone.
        let _ = self.0.write_all(b"+");
        text
    }

    fn ask(&mut self, text: &str) -> String {
        self.send(text);
        self.packet()
    }

    /// A register's value, by gdb's number.
    fn register(&mut self, number: usize) -> u64 {
        let hex = self.ask(&format!("p{number:x}"));
        little(&hex)
    }

    fn monitor(&mut self, command: &str) -> String {
        let hex: String = command.bytes().map(|b| format!("{b:02x}")).collect();
        let mut text = Vec::new();
        self.send(&format!("qRcmd,{hex}"));
        loop {
            match self.packet().as_str() {
                "OK" => break String::from_utf8(text).unwrap(),
                packet => text.extend(bytes(packet.strip_prefix('O').unwrap())),
            }
        }
    }
}

fn bytes(hex: &str) -> Vec<u8> {
    let pairs = hex.as_bytes().chunks(2);
    pairs
        .map(|pair| u8::from_str_radix(std::str::from_utf8(pair).unwrap(), 16).unwrap())
        .collect()
}

/// A little-endian doubleword.
fn little(hex: &str) -> u64 {
    u64::from_le_bytes(bytes(hex)[..8].try_into().unwrap())
}

const IP: usize = 331;
const CFM: usize = 333;
const BSP: usize = 351;
const ITC: usize = 378;

/// Runs the guest under a client; the report, as JSON.
fn session(mode: Mode, talk: impl FnOnce(&mut Client) + Send + 'static) -> String {
    session_of(request(mode), talk)
}

fn session_of(request: Request, talk: impl FnOnce(&mut Client) + Send + 'static) -> String {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("gdb");
    let endpoint = gdb::listen(&gdb::Address::Unix(path.clone())).unwrap();
    let client = std::thread::spawn(move || {
        let stream = UnixStream::connect(path).unwrap();
        // A stub that does not answer fails the test.
        let patience = Some(std::time::Duration::from_secs(300));
        stream.set_read_timeout(patience).unwrap();
        let mut client = Client(stream);
        client.ask("qSupported:multiprocess+;swbreak+;vContSupported+");
        talk(&mut client);
    });
    let control = Arc::clone(&request.control);
    let mut endpoint = Some(endpoint);
    let report = sim::debug(request, &mut |run| {
        gdb::serve(endpoint.take().unwrap(), &|| control.is_stopped(), run)
    });
    // After a run that failed before it served, the client waits at the endpoint until that is closed.
    drop(endpoint);
    client.join().unwrap();
    report.map_or_else(|error| error.to_string(), |report| report::to_json(&report))
}

fn alone(mode: Mode) -> String {
    report::to_json(&sim::run(request(mode)).unwrap())
}

/// The first thread, as multiprocess clients name it.
const THREAD: &str = "p1.3e8";

#[test]
fn a_run_that_stops_at_breakpoints_and_steps_reports_the_same_bytes() {
    let (main, weigh) = (symbol("main"), symbol("weigh"));
    for mode in [Mode::Timed, Mode::Functional] {
        let debugged = session(mode, move |gdb| {
            assert_eq!(gdb.ask(&format!("Z0,{main:x},0")), "OK");
            let stop = gdb.ask("vCont;c");
            assert!(stop.contains("swbreak"), "{stop}");
            assert_eq!(gdb.register(IP), main);
            for _ in 0..150 {
                let stop = gdb.ask(&format!("vCont;s:{THREAD};c"));
                assert!(stop.starts_with("T05"), "{stop}");
            }
            assert_eq!(gdb.ask(&format!("Z1,{weigh:x},0")), "OK");
            assert_eq!(gdb.ask(&format!("z0,{main:x},0")), "OK");
            gdb.register(CFM);
            // The signal of `kill`, which goes on to its handler.
            let stop = gdb.ask("vCont;c");
            assert!(stop.starts_with("T1e"), "{stop}");
            assert_eq!(gdb.ask(&format!("vCont;C1e:{THREAD};c")), "W00");
        });
        assert_eq!(debugged, alone(mode));
    }
}

#[test]
fn a_step_executes_one_instruction_and_shows_the_slot_in_the_low_bits() {
    let main = symbol("main");
    session(Mode::Timed, move |gdb| {
        gdb.ask(&format!("Z0,{main:x},0"));
        gdb.ask("vCont;c");
        let count = |gdb: &mut Client| -> u64 {
            let text = gdb.monitor("cycles");
            let line = text.lines().next().unwrap();
            line.strip_prefix("instructions ").unwrap().parse().unwrap()
        };
        let before = count(gdb);
        let mut slots = Vec::new();
        for step in 1..=9 {
            gdb.ask(&format!("vCont;s:{THREAD};c"));
            assert_eq!(count(gdb), before + step);
            slots.push(gdb.register(IP) & 15);
        }
        assert!(slots.contains(&1) && slots.contains(&2), "{slots:?}");
        assert!(slots.iter().all(|&slot| slot < 3));
        gdb.send("k");
    });
}

/// gdb 13 for IA-64 has 462 registers; those of floating point have 16 bytes.
#[test]
fn every_register_number_reads_what_the_whole_file_has_there() {
    let weigh = symbol("weigh");
    session(Mode::Timed, move |gdb| {
        gdb.ask(&format!("Z0,{weigh:x},0"));
        gdb.ask("vCont;c");
        let all = gdb.ask("g");
        let mut rest = all.as_str();
        let mut there = 0;
        for number in 0..462 {
            let digits = if (128..256).contains(&number) { 32 } else { 16 };
            let (expected, behind) = rest.split_at(digits);
            rest = behind;
            let found = gdb.ask(&format!("p{number:x}"));
            if expected.starts_with('x') {
                assert!(found.starts_with(['x', 'E']), "{number}: {found}");
            } else {
                assert_eq!(found, expected, "{number}");
                there += 1;
            }
        }
        assert_eq!(rest, "");
        // 32 and those of the frame, 128 of floating point, 64 predicates, 8 branch registers, pr, ip, psr, cfm and application registers.
        assert!(there > 32 + 128 + 64 + 8 + 4 + 20, "{there}");
        assert_eq!(gdb.ask("p1ce"), "", "there is no register 462");
        gdb.send("k");
    });
}

#[test]
fn stacked_registers_are_read_from_the_backing_store_and_written_there() {
    let weigh = symbol("weigh");
    session(Mode::Timed, move |gdb| {
        gdb.ask(&format!("Z0,{weigh:x},0"));
        gdb.ask("vCont;c");
        // Behind `alloc` the frame of `weigh` is there: its arguments are r32 and r33.
        gdb.ask(&format!("vCont;s:{THREAD};c"));
        let (end, cfm) = (gdb.register(BSP), gdb.register(CFM));
        let first = (0..cfm & 0x7f).fold(end, |at, _| match at - 8 {
            below if below & 0x1f8 == 0x1f8 => below - 8,
            below => below,
        });
        let second = if (first + 8) & 0x1f8 == 0x1f8 {
            first + 16
        } else {
            first + 8
        };
        assert_eq!(little(&gdb.ask(&format!("m{first:x},8"))), gdb.register(32));
        assert_eq!(little(&gdb.ask(&format!("m{second:x},8"))), 10);
        let value: String = 3u64
            .to_le_bytes()
            .iter()
            .map(|b| format!("{b:02x}"))
            .collect();
        assert_eq!(gdb.ask(&format!("M{second:x},8:{value}")), "OK");
        assert_eq!(gdb.register(33), 3);
        gdb.send("k");
    });
}

#[test]
fn a_watchpoint_stops_behind_the_store_and_going_back_stops_before_it() {
    let total = symbol("total");
    session(Mode::Timed, move |gdb| {
        let read = |gdb: &mut Client| little(&gdb.ask(&format!("m{total:x},8")));
        assert_eq!(read(gdb), 0);
        assert_eq!(gdb.ask(&format!("Z2,{total:x},8")), "OK");
        let mut sums = Vec::new();
        for _ in 0..4 {
            let stop = gdb.ask("vCont;c");
            assert!(
                stop.contains(&format!("watch:{total:x}")) || stop.contains("watch:"),
                "{stop}"
            );
            sums.push(read(gdb));
        }
        assert_eq!(sums, [40, 123, 252, 430]);
        for expected in [252, 123, 40, 0] {
            let stop = gdb.ask("bc");
            assert!(stop.contains("watch:"), "{stop}");
            assert_eq!(read(gdb), expected);
        }
        let stop = gdb.ask("bc");
        assert!(stop.contains("replaylog:begin"), "{stop}");
        gdb.send("k");
    });
}

/// A repetition would write a second time what the program has written to a file of the host.
#[test]
fn a_run_that_has_changed_a_file_of_the_host_does_not_go_back_and_says_which() {
    let program = guest().with_file_name("append.elf");
    let written = symbol_of(&program, "written");
    for mode in [Mode::Timed, Mode::Functional] {
        let folder = tempfile::tempdir().unwrap();
        let file = folder.path().join("app");
        std::fs::write(&file, "").unwrap();
        let mut request = request(mode);
        request.program.clone_from(&program);
        request.files.directory = folder.path().to_owned();
        session_of(request, move |gdb| {
            gdb.ask(&format!("vCont;s:{THREAD};c"));
            gdb.ask(&format!("vCont;s:{THREAD};c"));
            let stop = gdb.ask("bs");
            assert!(
                stop.starts_with("T05") && !stop.contains("replaylog"),
                "{stop}"
            );
            assert_eq!(gdb.ask(&format!("Z0,{written:x},0")), "OK");
            let stop = gdb.ask("vCont;c");
            assert!(stop.contains("swbreak"), "{stop}");
            for way in ["bs", "bc"] {
                let said = gdb.ask(way);
                let said = bytes(said.strip_prefix('O').unwrap());
                let said = String::from_utf8(said).unwrap();
                assert!(
                    said.starts_with("Cannot go back: ") && said.contains("app"),
                    "{said}"
                );
                let stop = gdb.packet();
                assert!(stop.contains("replaylog:begin"), "{stop}");
                assert_eq!(gdb.register(IP), written);
            }
            assert_eq!(gdb.ask(&format!("z0,{written:x},0")), "OK");
            assert_eq!(gdb.ask("vCont;c"), "W00");
        });
        assert_eq!(std::fs::read(&file).unwrap(), b"x\n", "{mode:?}");
    }
}

#[test]
fn a_step_back_undoes_a_step_and_the_run_ends_as_it_would() {
    let weigh = symbol("weigh");
    let debugged = session(Mode::Timed, move |gdb| {
        gdb.ask(&format!("Z0,{weigh:x},0"));
        gdb.ask("vCont;c");
        gdb.ask(&format!("z0,{weigh:x},0"));
        let mut way = vec![gdb.ask("g")];
        for _ in 0..40 {
            gdb.ask(&format!("vCont;s:{THREAD};c"));
            way.push(gdb.ask("g"));
        }
        for _ in 0..20 {
            way.pop();
            let stop = gdb.ask("bs");
            assert!(stop.starts_with("T05"), "{stop}");
            // `ar.itc` is of whole blocks.
            let itc = 2 * (128 * 8 + 128 * 16 + (334 - 256 + 44) * 8);
            let without = |file: &str| [&file[..itc], &file[itc + 16..]].concat();
            assert_eq!(without(&gdb.ask("g")), without(way.last().unwrap()));
        }
        gdb.ask("vCont;c");
        assert_eq!(gdb.ask(&format!("vCont;C1e:{THREAD};c")), "W00");
    });
    assert_eq!(debugged, alone(Mode::Timed));
}

#[test]
fn a_signal_that_is_not_passed_on_is_not_taken() {
    session(Mode::Timed, |gdb| {
        assert!(gdb.ask("vCont;c").starts_with("T1e"));
        // The guest finds that its handler has not run.
        assert_eq!(gdb.ask("vCont;c"), "W01");
    });
}

#[test]
fn a_detached_run_goes_on_to_its_end() {
    let main = symbol("main");
    let debugged = session(Mode::Timed, move |gdb| {
        gdb.ask(&format!("Z0,{main:x},0"));
        gdb.ask("vCont;c");
        gdb.ask(&format!("vCont;s:{THREAD};c"));
        assert_eq!(gdb.ask("D;1"), "OK");
    });
    assert_eq!(debugged, alone(Mode::Timed));
}

#[test]
fn a_killed_run_is_interrupted() {
    let debugged = session(Mode::Timed, |gdb| gdb.send("k"));
    assert!(debugged.contains(r#""kind": "interrupted""#), "{debugged}");
}

#[test]
fn the_program_reads_a_register_that_gdb_has_set() {
    let weigh = symbol("weigh");
    session(Mode::Timed, move |gdb| {
        gdb.ask(&format!("Z0,{weigh:x},0"));
        gdb.ask("vCont;c");
        gdb.ask(&format!("z0,{weigh:x},0"));
        gdb.ask(&format!("vCont;s:{THREAD};c"));
        // The second argument: nine rounds instead of ten.
        assert_eq!(gdb.ask("P21=0900000000000000"), "OK");
        gdb.ask("vCont;c");
        assert_eq!(gdb.ask(&format!("vCont;C1e:{THREAD};c")), "W01");
    });
}

#[test]
fn a_register_that_cannot_be_set_is_an_error_and_keeps_its_value() {
    let weigh = symbol("weigh");
    session(Mode::Timed, move |gdb| {
        gdb.ask(&format!("Z0,{weigh:x},0"));
        gdb.ask("vCont;c");
        for number in [0, BSP, ITC] {
            let before = gdb.register(number);
            let answer = gdb.ask(&format!("P{number:x}=0500000000000000"));
            assert_eq!(answer, "E79", "register {number}");
            assert_eq!(gdb.register(number), before, "register {number}");
        }
        gdb.send("k");
    });
}

#[test]
fn nothing_that_a_client_sends_breaks_the_run() {
    for packet in [
        "",
        "g0",
        "mffffffffffffffff,ffff",
        "m0,ffffffff",
        "P500=00",
        "p1ce",
        "pffff",
        "Z0,3,0",
        "Z9,0,0",
        "z0,0,0",
        "qXfer:auxv:read::0,ffff",
        "qXfer:auxv:read::fffffff,10",
        "vCont;x",
        "Hg0",
        "T99",
        "qRcmd,",
        "qRcmd,zz",
        "M0,8:00",
        "X0,0:",
        "G00",
    ] {
        let packet = packet.to_owned();
        let debugged = session(Mode::Functional, move |gdb| {
            gdb.send(&packet);
            // The stub may give the session up; the run has ended then.
            let mut rest = Vec::new();
            gdb.0.shutdown(std::net::Shutdown::Write).unwrap();
            let _ = gdb.0.read_to_end(&mut rest);
        });
        let given_up = debugged.starts_with("gdb: ");
        assert!(
            given_up || debugged.contains(r#""kind": "interrupted""#),
            "{debugged}"
        );
    }
}
