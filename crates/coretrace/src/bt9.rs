//! Branches in the form of the Championship Branch Prediction: BT9, the text that its `bt9_reader` takes.
//!
//! A node is a branch. An edge is one way out of it (not taken, or taken to a target), with the branch to which it leads and the number
//! of other instructions in between. The list of edges in the order of the run comes last, so nothing can be written before the end.
//! Node 0 stands for what is before the first branch and behind the last. An edge is identified by its branch and its target: where a
//! signal or another thread comes in between, execution reaches another branch than the edge names, and the header counts such places.

use std::collections::HashMap;
use std::io::{self, ErrorKind, Write};

use isa::Instruction;

use crate::exported::{Exported, Flow, flow};

/// Most executed branches of a trace; the list of their edges takes 512 MB.
const MOST: usize = 1 << 27;
/// Most edges; with the nodes they take some 400 MB.
const MOST_EDGES: usize = 1 << 22;

/// The branches so far, and the number of each by its address.
pub(crate) struct Bt9 {
    nodes: Vec<Node>,
    by_address: HashMap<u64, u32>,
    edges: Vec<Edge>,
    /// The edge of each way out of each node.
    by_way: HashMap<(u32, Way), u32>,
    /// The edges in the order of the run.
    sequence: Vec<u32>,
    /// The newest branch, how it was left, and the address at which execution went on. The branch that follows is not known yet.
    open: (u32, Way, u64),
    /// Other instructions behind it so far.
    between: u64,
    instructions: u64,
    /// Traversals of an edge that reached another branch than the edge names, or after another number of instructions.
    irregular: u64,
    most: usize,
}

/// A branch.
struct Node {
    address: u64,
    opcode: u32,
    length: u8,
    class: Class,
    taken: u64,
    not_taken: u64,
    /// Edges taken out of it.
    targets: u32,
}

/// A branch's class: its kind, whether its target is in the instruction, whether it has a condition.
type Class = [&'static str; 3];

/// How a branch was left.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Way {
    NotTaken,
    Taken(u64),
    /// The trace ends.
    Last,
}

struct Edge {
    from: u32,
    to: u32,
    taken: bool,
    target: u64,
    between: u64,
    traversed: u64,
}

impl Bt9 {
    pub(crate) fn new() -> Self {
        // The one before the first branch.
        let outside = Node {
            address: 0,
            opcode: 0,
            length: 0,
            class: [""; 3],
            taken: 0,
            not_taken: 0,
            targets: 0,
        };
        Self {
            nodes: vec![outside],
            by_address: HashMap::new(),
            edges: Vec::new(),
            by_way: HashMap::new(),
            sequence: Vec::new(),
            open: (0, Way::NotTaken, 0),
            between: 0,
            instructions: 0,
            irregular: 0,
            most: MOST,
        }
    }

    /// The next instruction of the run.
    pub(crate) fn instruction(&mut self, one: &Exported) -> io::Result<()> {
        self.instructions += 1;
        let Some(class) = class(&one.decoded) else {
            self.between += 1;
            return Ok(());
        };
        let to = match self.by_address.get(&one.ip) {
            Some(node) => *node,
            None => {
                let number = self.nodes.len() as u32;
                self.by_address.insert(one.ip, number);
                self.nodes.push(Node {
                    address: one.ip,
                    opcode: one.opcode,
                    length: one.length,
                    class,
                    taken: 0,
                    not_taken: 0,
                    targets: 0,
                });
                number
            }
        };
        self.close(to)?;
        let node = &mut self.nodes[to as usize];
        let behind = one.ip.wrapping_add(one.length.into());
        self.open = if one.taken && !one.squashed {
            node.taken += 1;
            (to, Way::Taken(one.target), one.target)
        } else {
            node.not_taken += 1;
            (to, Way::NotTaken, behind)
        };
        Ok(())
    }

    /// Adds the edge from the newest branch to node `to`, the branch that has been reached.
    fn close(&mut self, to: u32) -> io::Result<()> {
        let (from, way, target) = self.open;
        let between = std::mem::take(&mut self.between);
        if self.sequence.len() >= self.most || self.edges.len() >= MOST_EDGES {
            return Err(io::Error::new(
                ErrorKind::FileTooLarge,
                format!(
                    "more than {} branches, or {MOST_EDGES} ways out of them, for a BT9 trace; choose a part of the run (--trace-instructions, --roi-start)",
                    self.most
                ),
            ));
        }
        // The edge of the last branch leads to node 0: it is an edge of its own even where the same way was gone before.
        let key = if to == 0 { Way::Last } else { way };
        let next = self.edges.len() as u32;
        let number = *self.by_way.entry((from, key)).or_insert(next);
        if number == next {
            let taken = matches!(way, Way::Taken(_));
            self.edges.push(Edge {
                from,
                to,
                taken,
                target,
                between,
                traversed: 0,
            });
            if matches!(key, Way::Taken(_)) {
                self.nodes[from as usize].targets += 1;
            }
        }
        let edge = &mut self.edges[number as usize];
        edge.traversed += 1;
        if (edge.to, edge.between) != (to, between) {
            self.irregular += 1;
        }
        self.sequence.push(number);
        Ok(())
    }

    /// Writes everything.
    pub(crate) fn write(mut self, out: &mut impl Write) -> io::Result<()> {
        let branches = self.sequence.len();
        self.most = usize::MAX;
        self.close(0)?;
        writeln!(out, "BT9_SPA_TRACE_FORMAT")?;
        writeln!(out, "bt9_minor_version: 0")?;
        writeln!(out, "has_physical_address: 0")?;
        writeln!(out, "md5_checksum: -")?;
        writeln!(out, "conversion_date: -")?;
        writeln!(out, "original_stf_input_file: epicycle")?;
        writeln!(out, "total_instruction_count: {}", self.instructions)?;
        writeln!(out, "branch_instruction_count: {branches}")?;
        writeln!(out, "irregular_traversals: {}", self.irregular)?;
        writeln!(out, "BT9_NODES")?;
        writeln!(out, "#NODE id virtual_address physical_address opcode size")?;
        for (number, node) in self.nodes.iter().enumerate() {
            let Node {
                address,
                opcode,
                length,
                ..
            } = node;
            write!(out, "NODE {number} {address:#x} - {opcode:#x} {length}")?;
            if number != 0 {
                let Node {
                    class,
                    taken,
                    not_taken,
                    targets,
                    ..
                } = node;
                let direction = match (taken, not_taken) {
                    (_, 0) => "AT",
                    (0, _) => "ANT",
                    _ => "DYN",
                };
                let indirect = if *targets > 1 { "IND" } else { "DIR" };
                write!(
                    out,
                    " class: {} behavior: {direction}+{indirect} taken_cnt: {taken} not_taken_cnt: {not_taken} tgt_cnt: {targets}",
                    class.join("+")
                )?;
            }
            writeln!(out)?;
        }
        writeln!(out, "BT9_EDGES")?;
        writeln!(
            out,
            "#EDGE id src_id dest_id taken br_virt_target br_phy_target inst_cnt"
        )?;
        for (number, edge) in self.edges.iter().enumerate() {
            let Edge {
                from,
                to,
                target,
                between,
                traversed,
                ..
            } = edge;
            let taken = if edge.taken { 'T' } else { 'N' };
            writeln!(
                out,
                "EDGE {number} {from} {to} {taken} {target:#x} - {between} traverse_cnt: {traversed}"
            )?;
        }
        writeln!(out, "BT9_EDGE_SEQUENCE")?;
        for edge in &self.sequence {
            writeln!(out, "{edge}")?;
        }
        writeln!(out, "EOF")
    }
}

/// A branch's class; `None`: no branch.
fn class(decoded: &Instruction) -> Option<Class> {
    let (kind, indirect) = match flow(decoded) {
        Some(Flow::Jump | Flow::Conditional) => ("JMP", "DIR"),
        Some(Flow::Indirect) => ("JMP", "IND"),
        Some(Flow::Call) => ("CALL", "DIR"),
        Some(Flow::IndirectCall) => ("CALL", "IND"),
        Some(Flow::Return) => ("RET", "IND"),
        None => return None,
    };
    let always = match flow(decoded) {
        None | Some(Flow::Conditional) => false,
        Some(Flow::Jump) => true,
        _ => decoded.qp == 0,
    };
    let condition = if always { "UCD" } else { "CND" };
    Some([kind, indirect, condition])
}

#[cfg(test)]
mod tests {
    #[test]
    fn the_documents_name_the_bounds_of_a_file() {
        let written = |number: usize| {
            let millions = number / 1_000_000;
            format!(
                "{millions},{:03},{:03}",
                number / 1000 % 1000,
                number % 1000
            )
        };
        let (branches, edges) = (written(super::MOST), written(super::MOST_EDGES));
        let said = format!("from at most {branches} branches and {edges} edges");
        assert!(
            include_str!("../../../docs/traces.md").contains(&said),
            "{said}"
        );
    }
}
