//! Lower bounds on the cycles of an iteration that hold for any order of its instructions: the ports that they need, and the
//! recurrences of their dependences.

use crate::dataflow::Dependence;
use uarch::ports::Ports;

/// The set of ports that takes longest for the instructions that can use no other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PortBound {
    /// The ports.
    pub ports: Ports,
    /// Instructions of an iteration that need one of them, one a cycle each.
    pub instructions: u32,
}

impl PortBound {
    /// How many ports there are.
    #[must_use]
    pub fn width(&self) -> u32 {
        self.ports.0.count_ones()
    }

    /// Of all sets of ports the one that takes longest; among equals the smallest.
    pub(crate) fn of(needs: &[Ports]) -> Option<PortBound> {
        let all = needs.iter().fold(Ports::NONE, |all, ports| all.or(*ports));
        let sets = (1..=all.0).map(Ports).filter(|set| all.contains(*set));
        let bounds = sets.map(|ports| PortBound {
            ports,
            instructions: needs.iter().filter(|need| ports.contains(**need)).count() as u32,
        });
        bounds
            .filter(|bound| bound.instructions > 0)
            .min_by(|a, b| {
                let (x, y) = (a.instructions * b.width(), b.instructions * a.width());
                y.cmp(&x).then(a.width().cmp(&b.width()))
            })
    }
}

/// The critical recurrence: the circle of dependences with the most cycles per iteration that it spans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recurrence {
    /// Its dependences, each from where the one before it leads.
    pub dependences: Vec<Dependence>,
    /// Cycles once around.
    pub cycles: u64,
    /// Iterations once around.
    pub iterations: u64,
}

impl Recurrence {
    /// That of some dependences among so many instructions; `None`: no iteration waits for one before it.
    pub(crate) fn of(instructions: usize, dependences: &[Dependence]) -> Option<Recurrence> {
        let mut best: Option<Recurrence> = None;
        // A circle with more cycles per iteration than the best so far has a positive weight. There are finitely many, so this ends.
        loop {
            let (cycles, iterations) = best
                .as_ref()
                .map_or((0, 1), |best| (best.cycles, best.iterations));
            let weight = |d: &Dependence| {
                d.latency as i128 * i128::from(iterations)
                    - i128::from(cycles) * i128::from(d.distance)
            };
            let Some(circle) = positive_circle(instructions, dependences, weight) else {
                return best;
            };
            best = Some(Recurrence {
                cycles: circle.iter().map(|d| d.latency).sum(),
                iterations: circle.iter().map(|d| u64::from(d.distance)).sum(),
                dependences: circle,
            });
        }
    }
}

/// A circle with a positive sum of weights, by the algorithm of Bellman and Ford for longest paths.
fn positive_circle(
    nodes: usize,
    edges: &[Dependence],
    weight: impl Fn(&Dependence) -> i128,
) -> Option<Vec<Dependence>> {
    let mut longest = vec![0; nodes];
    let mut reached_by = vec![None; nodes];
    let mut last = None;
    for _ in 0..=nodes {
        last = None;
        for edge in edges {
            let length = longest[edge.from] + weight(edge);
            if length > longest[edge.to] {
                longest[edge.to] = length;
                reached_by[edge.to] = Some(edge);
                last = Some(edge.to);
            }
        }
        last?;
    }
    // A node whose path still grows after that many rounds is behind a circle: so many steps back lead onto it.
    let mut node = last?;
    for _ in 0..nodes {
        node = reached_by[node]?.from;
    }
    let (start, mut circle) = (node, Vec::new());
    loop {
        let edge = reached_by[node]?;
        circle.push(*edge);
        node = edge.from;
        if node == start {
            circle.reverse();
            return Some(circle);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use isa::Register;

    fn dependence(from: usize, to: usize, latency: u64, distance: u32) -> Dependence {
        Dependence {
            from,
            to,
            register: Register::Gr(8),
            latency,
            distance,
        }
    }

    #[test]
    fn the_longest_recurrence_is_that_with_most_cycles_for_an_iteration() {
        let chain = [dependence(0, 1, 4, 0), dependence(1, 2, 4, 0)];
        assert_eq!(Recurrence::of(3, &chain), None);
        // 10 cycles in 3 iterations, 4 in one, and 7 in 2.
        let mut all = chain.to_vec();
        all.extend([
            dependence(2, 0, 2, 3),
            dependence(2, 2, 4, 1),
            dependence(1, 0, 3, 2),
        ]);
        let found = Recurrence::of(3, &all).expect("there are circles");
        assert_eq!((found.cycles, found.iterations), (4, 1));
        assert_eq!(found.dependences, [dependence(2, 2, 4, 1)]);
        all.remove(3);
        let found = Recurrence::of(3, &all).expect("there are circles");
        assert_eq!((found.cycles, found.iterations), (7, 2));
    }

    #[test]
    fn a_port_bound_counts_what_can_go_nowhere_else() {
        let both = Ports::M01;
        let bound = |needs: &[Ports]| PortBound::of(needs).map(|b| (b.instructions, b.ports));
        assert_eq!(bound(&[]), None);
        assert_eq!(bound(&[Ports::M0, Ports::M0, both]), Some((2, Ports::M0)));
        assert_eq!(bound(&[Ports::M0, both, both, both, both]), Some((5, both)));
    }
}
