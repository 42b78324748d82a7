//! The performance monitor's registers as a guest's system software reads and writes them when no monitor is modelled
//! (`Recorder::read_monitor` returns `None`).
//!
//! The registers keep their values; nothing counts.

/// Registers of each file that are kept.
const REGISTERS: usize = 64;

/// `pmc` and `pmd`.
#[derive(Clone, Debug)]
pub(super) struct Monitor {
    control: [u64; REGISTERS],
    data: [u64; REGISTERS],
}

impl Default for Monitor {
    fn default() -> Self {
        let mut control = [0; REGISTERS];
        // `pmc0.fr`: frozen until software starts the monitor.
        control[0] = 1;
        Self {
            control,
            data: [0; REGISTERS],
        }
    }
}

fn get(file: &[u64; REGISTERS], index: u64) -> u64 {
    let kept = usize::try_from(index)
        .ok()
        .and_then(|index| file.get(index));
    kept.copied().unwrap_or(0)
}

fn set(file: &mut [u64; REGISTERS], index: u64, value: u64) {
    let kept = usize::try_from(index)
        .ok()
        .and_then(|index| file.get_mut(index));
    if let Some(kept) = kept {
        *kept = value;
    }
}

impl Monitor {
    /// A register that does not exist reads as 0, and writes of it are ignored (volume 2, section 7.2.1).
    pub(super) fn control(&self, index: u64) -> u64 {
        get(&self.control, index)
    }

    pub(super) fn set_control(&mut self, index: u64, value: u64) {
        set(&mut self.control, index, value);
    }

    pub(super) fn data(&self, index: u64) -> u64 {
        get(&self.data, index)
    }

    pub(super) fn set_data(&mut self, index: u64, value: u64) {
        set(&mut self.data, index, value);
    }
}
