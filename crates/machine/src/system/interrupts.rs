//! The local interrupt controller (volume 2, section 5.8) and the interval timer (section 3.3.4.2).

use super::control::MASKED;

/// What `cr.ivr` reads when no interrupt can be taken into service.
const SPURIOUS: u8 = 15;
/// The vector of a non-maskable interrupt.
const NMI: u8 = 2;
/// The vector of an interrupt from an external controller, which supplies the real vector itself.
const EXTERNAL: u8 = 0;

/// Priority of a vector; `None` for those that never pend.
const fn rank(vector: u8) -> Option<u16> {
    match vector {
        NMI => Some(257),
        EXTERNAL => Some(256),
        16.. => Some(vector as u16),
        _ => None,
    }
}

/// 256 vectors, one bit each.
#[derive(Clone, Debug, Default)]
struct Vectors([u64; 4]);

impl Vectors {
    fn set(&mut self, vector: u8, value: bool) {
        let bit = 1 << (vector & 63);
        let word = &mut self.0[usize::from(vector >> 6)];
        *word = if value { *word | bit } else { *word & !bit };
    }

    /// The vector of the highest priority.
    fn highest(&self) -> Option<u8> {
        if self.0 == [0; 4] {
            return None;
        }
        let holds = |vector: u8| self.0[usize::from(vector >> 6)] >> (vector & 63) & 1 != 0;
        let first = [NMI, EXTERNAL].into_iter();
        first.chain((16..=255).rev()).find(|&vector| holds(vector))
    }
}

/// Interrupts that are requested and in service.
#[derive(Clone, Debug, Default)]
pub(crate) struct Interrupts {
    requests: Vectors,
    service: Vectors,
}

impl Interrupts {
    pub(super) fn request(&mut self, vector: u8) {
        if rank(vector).is_some() {
            self.requests.set(vector, true);
        }
    }

    /// 64 of the requests, as `cr.irr` shows them.
    pub(super) fn requested(&self, word: usize) -> u64 {
        self.requests.0[word]
    }

    /// The request of the highest priority, unless an interrupt in service has the same or a higher one or `tpr` masks
    /// it.
    pub(super) fn deliverable(&self, tpr: u64) -> Option<u8> {
        let vector = self.requests.highest()?;
        let served = self.service.highest().and_then(rank);
        if rank(vector) <= served {
            return None;
        }
        let masked = match vector {
            NMI => false,
            EXTERNAL => tpr & MASKED != 0,
            _ => tpr & MASKED != 0 || u64::from(vector >> 4) <= tpr >> 4 & 15,
        };
        (!masked).then_some(vector)
    }

    /// What a read of `cr.ivr` gives.
    pub(super) fn vector(&self, tpr: u64) -> u8 {
        self.deliverable(tpr).unwrap_or(SPURIOUS)
    }

    /// A read of `cr.ivr`: takes the deliverable interrupt into service.
    pub(super) fn acknowledge(&mut self, tpr: u64) -> u8 {
        let Some(vector) = self.deliverable(tpr) else {
            return SPURIOUS;
        };
        self.requests.set(vector, false);
        self.service.set(vector, true);
        vector
    }

    /// A write of `cr.eoi`: ends the service of the interrupt of the highest priority.
    pub(super) fn end(&mut self) {
        if let Some(vector) = self.service.highest() {
            self.service.set(vector, false);
        }
    }
}

/// `ar.itc`, `cr.itm` and `cr.itv`.
#[derive(Clone, Debug)]
pub(crate) struct Timer {
    /// `ar.itc` minus the recorder's clock.
    offset: u64,
    /// `cr.itm`.
    matching: u64,
    /// `cr.itv`.
    vector: u64,
    /// Value of `ar.itc` at which the timer matches next; `None` if it has matched or the counter has passed the value.
    armed: Option<u64>,
}

impl Default for Timer {
    fn default() -> Self {
        Self {
            offset: 0,
            matching: 0,
            vector: MASKED,
            armed: None,
        }
    }
}

impl Timer {
    pub(super) fn itc(&self, clock: u64) -> u64 {
        clock.wrapping_add(self.offset)
    }

    /// Writes `ar.itc`.
    pub(crate) fn set_itc(&mut self, value: u64, clock: u64) {
        self.offset = value.wrapping_sub(clock);
        self.arm(clock);
    }

    pub(super) fn skip(&mut self, ticks: u64) {
        self.offset = self.offset.wrapping_add(ticks);
    }

    pub(super) fn matching(&self) -> u64 {
        self.matching
    }

    pub(super) fn set_match(&mut self, value: u64, clock: u64) {
        self.matching = value;
        self.arm(clock);
    }

    pub(super) fn vector(&self) -> u64 {
        self.vector
    }

    pub(super) fn set_vector(&mut self, value: u64) {
        self.vector = value;
    }

    /// Arms the timer. Only equality matches: a value that the counter has passed would match after it has wrapped,
    /// later than any run ends.
    fn arm(&mut self, clock: u64) {
        self.armed = (self.matching > self.itc(clock)).then_some(self.matching);
    }

    /// Ticks until it matches.
    pub(super) fn remaining(&self, clock: u64) -> Option<u64> {
        Some(self.armed?.saturating_sub(self.itc(clock)))
    }

    /// Whether a match is to come, and its interrupt is not masked.
    pub(super) fn awaits(&self) -> bool {
        self.armed.is_some() && self.vector & MASKED == 0
    }

    /// The vector to request, once, when the counter has reached the match.
    pub(super) fn expire(&mut self, clock: u64) -> Option<u8> {
        if self.itc(clock) < self.armed? {
            return None;
        }
        self.armed = None;
        (self.vector & MASKED == 0).then_some(self.vector as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn requested(vectors: &[u8]) -> Interrupts {
        let mut interrupts = Interrupts::default();
        for &vector in vectors {
            interrupts.request(vector);
        }
        interrupts
    }

    #[test]
    fn interrupts_come_by_priority_and_then_spurious() {
        let mut interrupts = requested(&[0x30, 0x80, 0x31, 2, 0]);
        let order: Vec<u8> = (0..6)
            .map(|_| {
                let vector = interrupts.acknowledge(0);
                interrupts.end();
                vector
            })
            .collect();
        assert_eq!(order, [2, 0, 0x80, 0x31, 0x30, SPURIOUS]);
    }

    #[test]
    fn what_is_in_service_holds_back_lower_vectors_only() {
        let mut interrupts = requested(&[0x80]);
        assert_eq!(interrupts.vector(0), 0x80);
        assert_eq!(interrupts.acknowledge(0), 0x80);
        interrupts.request(0x7f);
        assert_eq!(interrupts.deliverable(0), None);
        interrupts.request(0x81);
        assert_eq!(interrupts.acknowledge(0), 0x81);
        interrupts.end();
        assert_eq!(interrupts.deliverable(0), None);
        interrupts.end();
        assert_eq!(interrupts.deliverable(0), Some(0x7f));
    }

    #[test]
    fn the_task_priority_masks_classes_up_to_its_own() {
        assert_eq!(requested(&[0x8f]).deliverable(0x80), None);
        assert_eq!(requested(&[0x90]).deliverable(0x80), Some(0x90));
        assert_eq!(requested(&[0]).deliverable(0xf0), Some(0));
        assert_eq!(requested(&[0]).deliverable(MASKED), None);
        assert_eq!(requested(&[0xff]).deliverable(MASKED), None);
        assert_eq!(requested(&[2]).deliverable(MASKED | 0xf0), Some(2));
    }

    #[test]
    fn a_vector_pends_once_and_again_while_in_service() {
        let mut interrupts = requested(&[0x40, 0x40]);
        assert_eq!(interrupts.acknowledge(0), 0x40);
        interrupts.request(0x40);
        assert_eq!(interrupts.acknowledge(0), SPURIOUS);
        interrupts.end();
        assert_eq!(interrupts.acknowledge(0), 0x40);
        for vector in [1, 3, 15] {
            assert_eq!(requested(&[vector]).deliverable(0), None);
        }
    }

    #[test]
    fn the_timer_matches_once_and_never_behind_the_counter() {
        let mut timer = Timer::default();
        timer.set_vector(0xef);
        timer.set_itc(0, 1000);
        timer.set_match(500, 1000);
        assert_eq!(timer.remaining(1000), Some(500));
        assert_eq!(timer.expire(1499), None);
        assert_eq!(timer.expire(1500), Some(0xef));
        assert_eq!(timer.expire(1501), None);
        timer.set_match(500, 1501);
        assert_eq!(timer.remaining(1501), None);
        timer.set_match(600, 1501);
        timer.set_vector(MASKED | 0xef);
        assert_eq!(timer.expire(1700), None);
        timer.set_vector(0xef);
        assert_eq!(timer.expire(1800), None, "lost, not late");
    }
}
