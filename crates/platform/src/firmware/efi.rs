//! The runtime services of EFI.

use machine::{AddressSpace, Cpu};

use super::{Firmware, Reply, argument, physical};

// The services by their place in the table.
const GET_TIME: u64 = 0;
const SET_VIRTUAL_ADDRESS_MAP: u64 = 4;
const RESET_SYSTEM: u64 = 10;
/// Services in the table.
pub(super) const SERVICES: u64 = 14;

const SUCCESS: u64 = 0;
const INVALID_PARAMETER: u64 = 1 << 63 | 2;
const UNSUPPORTED: u64 = 1 << 63 | 3;

/// The kind of reset that turns the machine off.
const SHUTDOWN: u64 = 2;
/// Time zone: unspecified.
const UNSPECIFIED_ZONE: u16 = 0x7ff;

/// Machines start on 2024-01-01 00:00 UTC.
const FIRST_YEAR: u64 = 2024;

impl Firmware {
    pub(super) fn call_efi(
        &self,
        service: u64,
        cpu: &mut Cpu,
        space: &mut AddressSpace,
        time: u64,
    ) -> Reply {
        let status = match service {
            GET_TIME => self.get_time(cpu, space, time),
            SET_VIRTUAL_ADDRESS_MAP => self.set_virtual_address_map(cpu, space),
            RESET_SYSTEM if argument(cpu, 0) == SHUTDOWN => return Reply::PowerOff,
            RESET_SYSTEM => return Reply::Reset,
            _ => UNSUPPORTED,
        };
        cpu.set_gr(8, status, false);
        Reply::Done
    }

    fn get_time(&self, cpu: &Cpu, space: &mut AddressSpace, time: u64) -> u64 {
        let seconds = time / self.processor.frequency;
        let nanoseconds = u128::from(time % self.processor.frequency) * 1_000_000_000
            / u128::from(self.processor.frequency);
        let (year, month, day) = date(seconds / 86_400);
        let mut text = [0; 16];
        text[..2].copy_from_slice(&(year as u16).to_le_bytes());
        text[2] = month;
        text[3] = day;
        text[4] = (seconds / 3600 % 24) as u8;
        text[5] = (seconds / 60 % 60) as u8;
        text[6] = (seconds % 60) as u8;
        text[8..12].copy_from_slice(&(nanoseconds as u32).to_le_bytes());
        text[12..14].copy_from_slice(&UNSPECIFIED_ZONE.to_le_bytes());
        // The pointer may be one to any mapped memory, such as the stack, and the answer may cross the end of a page.
        let first = argument(cpu, 0);
        let stored = (0..).zip(text).try_for_each(|(offset, byte)| {
            let pointer = first.wrapping_add(offset);
            let found = cpu.system()?.look(cpu.psr(), pointer, false, space);
            space
                .poke(found.or_else(|| physical(pointer))?, &[byte])
                .ok()
        });
        stored.map_or(INVALID_PARAMETER, |()| SUCCESS)
    }

    /// System software states where it maps each range of the memory map, and calls the services there afterwards.
    fn set_virtual_address_map(&self, cpu: &Cpu, space: &mut AddressSpace) -> u64 {
        let [size, step] = [0, 1].map(|n| argument(cpu, n));
        let Some(map) = physical(argument(cpu, 3)) else {
            return INVALID_PARAMETER;
        };
        if step < 40 || size / step > 1024 {
            return INVALID_PARAMETER;
        }
        for n in 0..size / step {
            let mut bytes = [0; 32];
            if !space.peek(map + n * step, &mut bytes) {
                return INVALID_PARAMETER;
            }
            let (words, _) = bytes.as_chunks::<8>();
            let [_, start, seen, pages] = [0, 1, 2, 3].map(|n: usize| u64::from_le_bytes(words[n]));
            let offset = self.sal().wrapping_sub(start);
            if offset < pages.saturating_mul(4096) {
                let moved = self.install_functions(space, seen.wrapping_sub(start));
                return if moved.is_ok() {
                    SUCCESS
                } else {
                    INVALID_PARAMETER
                };
            }
        }
        INVALID_PARAMETER
    }
}

/// Year, month and day, from the days since the first of January of [`FIRST_YEAR`].
fn date(mut days: u64) -> (u64, u8, u8) {
    let mut year = FIRST_YEAR;
    let leap =
        |year: u64| year.is_multiple_of(4) && !year.is_multiple_of(100) || year.is_multiple_of(400);
    loop {
        let length = if leap(year) { 366 } else { 365 };
        if days < length {
            break;
        }
        days -= length;
        year += 1;
    }
    let february = if leap(year) { 29 } else { 28 };
    let months = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    for (month, length) in (1..).zip(months) {
        if days < length {
            return (year, month, days as u8 + 1);
        }
        days -= length;
    }
    (year, 12, 31)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn days_become_dates_across_leap_years() {
        for (days, expected) in [
            (0, (2024, 1, 1)),
            (59, (2024, 2, 29)),
            (60, (2024, 3, 1)),
            (365, (2024, 12, 31)),
            (366, (2025, 1, 1)),
            (366 + 59, (2025, 3, 1)),
        ] {
            assert_eq!(date(days), expected, "day {days}");
        }
    }
}
