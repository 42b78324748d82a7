//! Memory references of a group: translation, access, and the traffic of the register stack.

use super::*;

/// A reference of the group at hand, translated.
pub(super) struct Translated {
    reference: Reference,
    address: u64,
    physical: u64,
    delay: u64,
    skipped: bool,
    /// The first-level TLB did not have its page.
    untranslated: bool,
}

impl Pipeline {
    /// Translates a reference; a miss that holds the pipe lets cycles go by.
    pub(super) fn translate(
        &mut self,
        step: &Step,
        reference: Reference,
        slot: u8,
        address: u64,
        joined: &mut bool,
        cycle: &mut u64,
    ) -> Translated {
        let mut translated = Translated {
            reference,
            address,
            physical: 0,
            delay: 0,
            skipped: true,
            untranslated: false,
        };
        let makes_no_access = step.notes.iter().any(|note| {
            let forgone = match note.fact {
                Fact::Deferred { .. } => true,
                Fact::CheckLoadHit => reference.check,
                _ => false,
            };
            forgone && note.slot == slot
        });
        let prefetch = reference.kind == MemoryKind::Prefetch;
        let software = self.dtlb.needs_software(address, &self.shared.frames);
        if makes_no_access || prefetch && software {
            return translated;
        }
        translated.skipped = false;
        let float = matches!(reference.kind, MemoryKind::FpLoad | MemoryKind::FpStore);
        let direct = float && self.dtlb.fp_direct;
        let (frames, caches) = (&mut self.shared.frames, &mut self.shared.caches);
        let (frame, cost) = if direct {
            self.dtlb.translate_direct(address, *cycle, frames, caches)
        } else {
            self.dtlb.translate(address, *cycle, frames, caches)
        };
        translated.physical = self.shared.frames.physical(frame, address);
        let Some(cost) = cost else { return translated };
        translated.untranslated = self.dtlb.bypasses_l1d;
        if prefetch {
            translated.delay = cost.total();
            return translated;
        }
        *joined = false;
        if direct {
            // The first level is not asked.
        } else if self.dtlb.flushes() {
            for _ in 0..cost.first {
                self.spend(Stall::FlushOther);
            }
        } else {
            translated.delay = cost.first;
        }
        for _ in 0..cost.walk {
            self.spend(Stall::DataWalk);
        }
        for _ in 0..cost.software {
            self.spend(Stall::DataFault);
        }
        *cycle = self.cycle();
        translated
    }

    /// Makes a reference of a group that left in cycle `now`.
    pub(super) fn access(&mut self, now: u64, t: Translated) {
        let Translated {
            reference,
            address,
            physical,
            ..
        } = t;
        if t.skipped {
            if reference.check {
                let there = now + u64::from(self.config.latency.result.cld);
                for name in reference.targets.into_iter().flatten() {
                    self.registers.find_unchanged(name, there);
                }
            } else {
                self.deliver(reference, now + 1, Producer::Plain);
            }
            return;
        }
        let at = now + t.delay;
        let extra = self.misalignment(now, reference, address);
        let caches = &mut self.shared.caches;
        caches.queue.clock = now;
        match reference.kind {
            MemoryKind::Load => {
                let bytes = reference.bytes;
                let forced = reference.check || self.stores.conflicts(at, physical, bytes);
                let hidden = forced || t.untranslated;
                let mispredicted = !hidden && caches.mispredicts_way(physical);
                let fills = reference.allocates && !forced;
                let ready = caches.load(at, physical, bytes, fills, hidden) + extra;
                if mispredicted {
                    let cycles = u64::from(self.config.caches.l1d_way_mispredict_cycles);
                    self.hold(at + 1 + cycles, Stall::FlushOther);
                }
                self.loads_until = self.loads_until.max(ready);
                self.deliver(reference, ready, Producer::Load);
            }
            MemoryKind::FpLoad => {
                let ready = caches.fp_load(at, physical, reference.bytes) + extra;
                self.loads_until = self.loads_until.max(ready);
                self.deliver(reference, ready, Producer::FpLoad);
            }
            MemoryKind::Store | MemoryKind::FpStore => {
                let taken = caches.store(at, physical, reference.bytes) + extra;
                self.stores.push(at, taken, physical, reference.bytes);
            }
            MemoryKind::Prefetch => caches.prefetch(at, physical, reference.allocates),
            MemoryKind::Semaphore => {
                let data = caches.semaphore(at, physical, reference.bytes);
                let done = at + u64::from(self.config.latency.result.sem);
                let ready = data.max(done);
                self.loads_until = self.loads_until.max(ready);
                self.deliver(reference, ready, Producer::Semaphore);
                if self.config.latency.special.semaphore_stalls {
                    let stall = if data > done {
                        Stall::DataInteger
                    } else {
                        Stall::ScoreSerialize
                    };
                    self.hold(ready, stall);
                }
            }
            MemoryKind::Flush => caches.flush(at, physical),
        }
        if let Some(came) = self.shared.caches.queue.late.take() {
            self.hold(came + 1, Stall::DataQueue);
        }
    }

    fn deliver(&mut self, reference: Reference, ready: u64, producer: Producer) {
        for name in reference.targets.into_iter().flatten() {
            self.registers.write(name, ready, producer);
        }
    }

    /// What an address costs that is not naturally aligned: a delay, or a stop for the system.
    fn misalignment(&mut self, now: u64, reference: Reference, address: u64) -> u64 {
        if !matches!(
            reference.kind,
            MemoryKind::Load | MemoryKind::FpLoad | MemoryKind::Store | MemoryKind::FpStore
        ) {
            return 0;
        }
        let size = reference.bytes.next_power_of_two();
        let block = u64::from(self.config.os.unaligned_block_bytes).max(size);
        if address.is_multiple_of(size) {
            0
        } else if address % block + reference.bytes <= block {
            self.config.latency.special.misaligned_cycles.into()
        } else {
            let cycles = u64::from(self.config.os.unaligned_cycles);
            self.completed = self.completed.max(now + 1) + cycles;
            self.hold(self.completed, Stall::DataFault);
            0
        }
    }

    /// Traffic of the register stack.
    pub(super) fn note(&mut self, now: u64, fact: Fact, op: Op) {
        let (address, count, fill) = match fact {
            Fact::RseSpill { address, count } => (address, count, false),
            Fact::RseFill { address, count } => (address, count, true),
            _ => return,
        };
        let requested = op == Op::Loadrs;
        if count == 0 {
            return;
        }
        // It begins when everything else that holds the pipe is over.
        let held = self.holds.iter().map(|hold| hold.until).max();
        let first = held.unwrap_or(0).max(now + 1) + u64::from(self.config.rse.start_cycles);
        let at_once = u64::from(self.config.rse.registers_per_cycle);
        let mut cycle = first;
        let mut moved = 0;
        let mut missed = 0;
        let mut data = 0;
        for n in 0..u64::from(count) {
            if moved == at_once {
                cycle += 1;
                moved = 0;
            }
            moved += 1;
            let address = address + 8 * n;
            let shared = &mut self.shared;
            let (frame, cost) =
                self.dtlb
                    .translate(address, cycle, &mut shared.frames, &mut shared.caches);
            missed += cost.map_or(0, |cost| cost.total());
            let physical = shared.frames.physical(frame, address);
            shared.caches.queue.clock = cycle;
            if fill {
                shared.caches.mispredicts_way(physical);
                data = shared
                    .caches
                    .load(cycle, physical, 8, true, false)
                    .max(data);
            } else {
                let taken = shared.caches.store(cycle, physical, 8);
                self.stores.push(cycle, taken, physical, 8);
            }
            if let Some(came) = shared.caches.queue.late.take() {
                data = data.max(came + 1);
            }
        }
        let stall = match (requested, fill) {
            (true, true) => Stall::RseLoadrs,
            (false, true) => Stall::RseFill,
            (_, false) => Stall::RseSpill,
        };
        self.hold((cycle + 1 + missed).max(data), stall);
    }
}
