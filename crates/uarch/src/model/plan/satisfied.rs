//! Reads that can never wait.

use crate::model::latency::Bypass;
use crate::model::plan::{ALWAYS, Action, Group, NO_REGISTER};
use crate::model::register_stack::rename;
use events::Block;

/// What the earlier groups of a plan guarantee about a register.
#[derive(Clone, Copy)]
enum Known {
    /// Written for certain by a group, with a fixed latency.
    Written {
        group: usize,
        latency: u64,
        producer: u8,
    },
    /// Read for certain by a group, which waited for it.
    Read { group: usize, consumer: u8 },
}

/// Drops reads that can never wait: each group issues at least a cycle after the one before it, so that
/// a value written early enough in the same plan, or waited for already, is ready. Shortens Issue 1 and Latencies 1;
/// `tests/ticked`, which keeps all reads, holds both equal.
pub(super) fn drop_satisfied_reads(block: &Block, bypass: &Bypass, groups: &mut [Group]) {
    let certain = |slot: u8| {
        slot & ALWAYS != 0
            || block.bundles[usize::from(slot / 3)].slots[usize::from(slot % 3)].qp == 0
    };
    let mut known: [Option<Known>; rename::LOGICAL] = [None; rename::LOGICAL];
    for (g, group) in groups.iter_mut().enumerate() {
        let mut kept = Vec::with_capacity(group.reads.len());
        for read in &group.reads {
            let satisfied = match known[usize::from(read.register)] {
                Some(Known::Written {
                    group,
                    latency,
                    producer,
                }) => {
                    bypass.hazard(producer) == 0
                        && latency + bypass.extra(producer, read.consumer) <= (g - group) as u64
                }
                Some(Known::Read { group, consumer }) => {
                    bypass.covers(consumer, read.consumer, (g - group) as u64)
                }
                None => false,
            };
            if satisfied {
                continue;
            }
            kept.push(*read);
            if certain(read.slot) {
                known[usize::from(read.register)] = Some(Known::Read {
                    group: g,
                    consumer: read.consumer,
                });
            }
        }
        group.reads = kept.into();
        for write in &group.writes {
            known[usize::from(write.register)] = certain(write.slot).then_some(Known::Written {
                group: g,
                latency: u64::from(write.latency),
                producer: write.producer,
            });
        }
        for target in group.memory.iter().flat_map(|reference| reference.targets) {
            if target != NO_REGISTER {
                known[usize::from(target)] = None;
            }
        }
        for (_, action) in &group.actions {
            if let Action::WritePredicates(_) = action {
                known.fill(None);
            }
        }
    }
}
