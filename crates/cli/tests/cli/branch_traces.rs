//! Are branches exported for the Championship Branch Prediction (BT9) as its reader wants them, and are they those of the run?
//!
//! The rules are those of `bt9_reader.h` and `bt9.h` of the championship's kit: sections in order, fixed fields, then pairs of key and
//! value; a node for each address, an edge for each branch and target (0: not taken), ids that are there, `EOF`.

use std::collections::{HashMap, HashSet};
use std::fs;

use crate::support::{Folder, epicycle_in, guest, repository};

struct Node {
    address: u64,
    size: u64,
    class: String,
    taken: u64,
    not_taken: u64,
}

struct Edge {
    from: usize,
    to: usize,
    taken: bool,
    target: u64,
    between: u64,
    traversed: u64,
}

struct Bt9 {
    header: HashMap<String, String>,
    nodes: Vec<Node>,
    edges: Vec<Edge>,
    sequence: Vec<usize>,
}

fn number(text: &str) -> u64 {
    match text.strip_prefix("0x") {
        Some(digits) => u64::from_str_radix(digits, 16).unwrap(),
        None => text.parse().unwrap(),
    }
}

/// The value of a key behind the fixed fields.
fn value<'t>(words: &[&'t str], key: &str) -> &'t str {
    let at = words.iter().position(|word| *word == key);
    words[at.unwrap_or_else(|| panic!("{key}: {words:?}")) + 1]
}

fn parse(text: &str) -> Bt9 {
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("BT9_SPA_TRACE_FORMAT"));
    let mut lines = lines
        .map(|line| line.split('#').next().unwrap())
        .filter(|line| !line.trim().is_empty());
    let mut header = HashMap::new();
    for line in lines.by_ref().take_while(|line| *line != "BT9_NODES") {
        let (key, value) = line.split_once(' ').unwrap();
        assert!(key.ends_with(':'), "{line}");
        header.insert(key.to_owned(), value.to_owned());
    }
    assert_eq!(header["bt9_minor_version:"], "0");
    assert_eq!(header["has_physical_address:"], "0");
    let mut nodes = Vec::new();
    let mut addresses = HashSet::new();
    for line in lines.by_ref().take_while(|line| *line != "BT9_EDGES") {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[0], "NODE", "{line}");
        assert_eq!(words[1], nodes.len().to_string(), "{line}");
        assert_eq!(words[3], "-", "no physical address: {line}");
        assert!(number(words[4]) <= u64::from(u32::MAX), "{line}");
        let (address, size) = (number(words[2]), number(words[5]));
        let mut node = Node {
            address,
            size,
            class: String::new(),
            taken: 0,
            not_taken: 0,
        };
        if nodes.is_empty() {
            assert_eq!((address, size, words.len()), (0, 0, 6), "{line}");
        } else {
            assert!(addresses.insert(address), "a second node: {line}");
            let class = value(&words, "class:");
            let parts: Vec<&str> = class.split('+').collect();
            assert!(["JMP", "CALL", "RET"].contains(&parts[0]), "{line}");
            assert!(["DIR", "IND"].contains(&parts[1]), "{line}");
            assert!(["CND", "UCD"].contains(&parts[2]), "{line}");
            let behavior = value(&words, "behavior:");
            let (direction, target) = behavior.split_once('+').unwrap();
            assert!(["AT", "ANT", "DYN"].contains(&direction), "{line}");
            assert!(["DIR", "IND"].contains(&target), "{line}");
            class.clone_into(&mut node.class);
            node.taken = number(value(&words, "taken_cnt:"));
            node.not_taken = number(value(&words, "not_taken_cnt:"));
            assert_eq!(direction == "AT", node.not_taken == 0, "{line}");
            assert_eq!(direction == "ANT", node.taken == 0, "{line}");
        }
        nodes.push(node);
    }
    let mut edges: Vec<Edge> = Vec::new();
    let mut ways = HashSet::new();
    for line in lines
        .by_ref()
        .take_while(|line| *line != "BT9_EDGE_SEQUENCE")
    {
        let words: Vec<&str> = line.split_whitespace().collect();
        assert_eq!(words[0], "EDGE", "{line}");
        assert_eq!(words[1], edges.len().to_string(), "{line}");
        assert_eq!(words[6], "-", "{line}");
        let edge = Edge {
            from: words[2].parse().unwrap(),
            to: words[3].parse().unwrap(),
            taken: match words[4] {
                "T" => true,
                "N" => false,
                _ => panic!("{line}"),
            },
            target: number(words[5]),
            between: number(words[7]),
            traversed: number(value(&words, "traverse_cnt:")),
        };
        assert!(edge.from < nodes.len() && edge.to < nodes.len(), "{line}");
        let way = match (nodes[edge.to].size, edge.taken) {
            (0, _) => u64::MAX,
            (_, true) => edge.target,
            (_, false) => 0,
        };
        let way = (nodes[edge.from].address, way);
        assert!(ways.insert(way), "a second edge: {line}");
        edges.push(edge);
    }
    let sequence = lines.by_ref().take_while(|line| *line != "EOF");
    let sequence: Vec<usize> = sequence.map(|line| line.parse().unwrap()).collect();
    assert!(text.ends_with("\nEOF\n"));
    Bt9 {
        header,
        nodes,
        edges,
        sequence,
    }
}

/// A run's trace in a form.
fn traced(folder: &Folder, form: &str, program: &std::path::Path) -> String {
    let program = program.to_str().unwrap();
    let line = [
        "run",
        "--quiet",
        "--max-instructions",
        "400K",
        "--trace",
        "trace",
        "--trace-format",
        form,
        "--report",
        "report",
        program,
    ];
    let ended = epicycle_in(&folder.0, &line, b"");
    assert!(ended.stderr.is_empty(), "{}", ended.stderr);
    fs::read_to_string(folder.path("trace")).unwrap()
}

#[test]
fn bt9_keeps_the_rules_of_its_reader_and_has_each_branch_of_the_run() {
    let folder = Folder::new("bt9");
    let programs = ["sort", "ctlspec", "multiway", "recursion", "interp"];
    let programs = programs.map(|name| repository("workloads/bin").join(name));
    let programs = programs
        .into_iter()
        .chain([guest("threads"), guest("checks")]);
    for program in programs {
        let name = program.display();
        let bt9 = parse(&traced(&folder, "bt9", &program));
        let report = fs::read_to_string(folder.path("report")).unwrap();
        let report: serde_json::Value = serde_json::from_str(&report).unwrap();
        let branches = traced(&folder, "branches", &program);
        // From outside and back there, and each edge goes on where the one before ended, but where a thread or a signal came between.
        let edges: Vec<&Edge> = bt9.sequence.iter().map(|edge| &bt9.edges[*edge]).collect();
        assert_eq!(edges[0].from, 0, "{name}");
        assert_eq!(edges.last().unwrap().to, 0, "{name}");
        let torn = edges.windows(2).filter(|pair| pair[0].to != pair[1].from);
        let irregular = number(&bt9.header["irregular_traversals:"]);
        assert!(torn.count() as u64 <= irregular, "{name}");
        if !name.to_string().ends_with("threads") {
            assert_eq!(irregular, 0, "{name}");
        }
        // Each branch, which way it went.
        let exported = edges[1..].iter().map(|edge| {
            let node = &bt9.nodes[edge.from];
            let target = if edge.taken { edge.target } else { 0 };
            (node.address, target)
        });
        let listed: Vec<(u64, u64)> = branches
            .lines()
            .map(|line| {
                let words: Vec<&str> = line.split(' ').collect();
                let target = if words[1] == "-" { 0 } else { number(words[1]) };
                (number(words[0]), target)
            })
            .collect();
        // Checks are branches of a BT9 trace only.
        let known: HashSet<u64> = listed.iter().map(|branch| branch.0).collect();
        let exported: Vec<(u64, u64)> = exported
            .filter(|branch| known.contains(&branch.0))
            .collect();
        assert!(exported == listed, "{name}");
        assert!(listed.len() > 3, "{name}");
        // What falls through goes behind itself.
        for edge in bt9.edges[1..].iter().filter(|edge| !edge.taken) {
            let node = &bt9.nodes[edge.from];
            assert_eq!(edge.target, node.address + node.size, "{name}");
        }
        // Counts of nodes and edges are those of the sequence.
        let mut traversed = vec![0; bt9.edges.len()];
        for edge in &bt9.sequence {
            traversed[*edge] += 1;
        }
        let counted: Vec<u64> = bt9.edges.iter().map(|edge| edge.traversed).collect();
        assert_eq!(counted, traversed, "{name}");
        let ways: u64 = bt9.nodes.iter().map(|one| one.taken + one.not_taken).sum();
        assert_eq!(ways, bt9.sequence.len() as u64 - 1, "{name}");
        assert_eq!(
            ways,
            number(&bt9.header["branch_instruction_count:"]),
            "{name}"
        );
        let retired = report["instructions"].as_u64().unwrap();
        assert_eq!(
            number(&bt9.header["total_instruction_count:"]),
            retired,
            "{name}"
        );
        let others: u64 = edges.iter().map(|edge| edge.between).sum();
        if irregular == 0 {
            assert_eq!(others + ways, retired, "{name}");
        }
    }
}

#[test]
fn a_core_trace_exports_the_same_branches_as_the_run() {
    let folder = Folder::new("bt9-core-trace");
    let program = repository("workloads/bin/interp");
    let program = program.to_str().unwrap();
    let limit = ["--max-instructions", "100K"];
    let record = ["core-trace", "--out", "trace", limit[0], limit[1], program];
    let ended = epicycle_in(&folder.0, &record, b"");
    assert_eq!(ended.status, 0, "{}", ended.stderr);
    let export = ["core-trace", "decode", "--export", "bt9", "trace"];
    let exported = epicycle_in(&folder.0, &export, b"");
    assert_eq!(exported.status, 0, "{}", exported.stderr);
    let run = [
        "run",
        "--quiet",
        limit[0],
        limit[1],
        "--trace",
        "live",
        "--trace-format",
        "bt9",
        program,
    ];
    let ended = epicycle_in(&folder.0, &run, b"");
    assert!(ended.stderr.is_empty(), "{}", ended.stderr);
    let live = parse(&fs::read_to_string(folder.path("live")).unwrap());
    let exported = parse(&exported.text());
    assert!(live.nodes.len() > 10);
    let places = |bt9: &Bt9| -> Vec<(u64, String)> {
        let nodes = bt9.nodes.iter();
        nodes
            .map(|node| (node.address, node.class.clone()))
            .collect()
    };
    assert_eq!(places(&live), places(&exported));
    let length = live.sequence.len() - 1;
    // Where the last branch went, a core trace does not say.
    assert!(live.sequence[..length] == exported.sequence[..length]);
}
