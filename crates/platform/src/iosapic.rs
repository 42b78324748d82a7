//! The I/O SAPIC: turns the interrupt lines of devices into messages to the processor.
//!
//! Registers are reached by a select register and a window. Each pin has a redirection table entry (RTE): vector, delivery mode,
//! destination, polarity, trigger, mask.

/// Bytes of the register block.
pub(crate) const SIZE: u64 = 0x50;
/// Pins.
pub(crate) const PINS: usize = 32;

/// Offsets of the registers.
mod register {
    pub(super) const SELECT: u64 = 0;
    pub(super) const WINDOW: u64 = 0x10;
    pub(super) const EOI: u64 = 0x40;
}

/// Indices of registers behind the window. From [`TABLE`] on there are two for each pin, the halves of its entry.
const VERSION: u32 = 1;
const TABLE: u32 = 0x10;
/// The architecture's version of the register block.
const REVISION: u32 = 0x20;

/// Bits of the lower half of an entry.
const STATUS: u32 = 1 << 12;
const ACTIVE_LOW: u32 = 1 << 13;
const REMOTE: u32 = 1 << 14;
const LEVEL: u32 = 1 << 15;
const MASK: u32 = 1 << 16;
/// The bits that software can write of the lower and of the upper half.
const WRITABLE: u32 = 0x1_a7ff;
const DESTINATION: u32 = 0xffff_0000;

/// A message to a processor.
#[derive(Copy, Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    /// Delivery mode, as in a store to the processor interrupt block: 0 fixed, 1 lowest priority, 2 PMI, 4 NMI, 5 INIT,
    /// 7 external.
    pub mode: u8,
    pub vector: u8,
}

#[derive(Copy, Clone)]
struct Pin {
    low: u32,
    high: u32,
    /// The level of the line, and whether a device drives it; a line that is not driven is never active.
    line: bool,
    driven: bool,
    /// An active edge that has not been sent.
    edge: bool,
}

impl Pin {
    fn active(&self) -> bool {
        self.driven && self.line != (self.low & ACTIVE_LOW != 0)
    }

    fn is_level(&self) -> bool {
        self.low & LEVEL != 0
    }
}

/// The controller.
pub(crate) struct Iosapic {
    select: u32,
    pins: [Pin; PINS],
}

impl Iosapic {
    pub(crate) fn new() -> Self {
        let pin = Pin {
            low: MASK,
            high: 0,
            line: false,
            driven: false,
            edge: false,
        };
        Self {
            select: 0,
            pins: [pin; PINS],
        }
    }

    /// The selected half of a redirection table entry: its pin, and whether it is the upper half.
    fn entry(&self) -> Option<(usize, bool)> {
        let place = self.select.checked_sub(TABLE)?;
        let pin = (place / 2) as usize;
        (pin < PINS).then_some((pin, place % 2 != 0))
    }

    pub(crate) fn read(&self, offset: u64) -> u32 {
        match (offset, self.entry()) {
            (register::SELECT, _) => self.select,
            (register::WINDOW, Some((pin, true))) => self.pins[pin].high,
            (register::WINDOW, Some((pin, false))) => self.pins[pin].low,
            (register::WINDOW, None) if self.select == VERSION => {
                REVISION | (PINS as u32 - 1) << 16
            }
            _ => 0,
        }
    }

    pub(crate) fn write(&mut self, offset: u64, value: u32) {
        match (offset, self.entry()) {
            (register::SELECT, _) => self.select = value & 0xff,
            (register::WINDOW, Some((pin, true))) => self.pins[pin].high = value & DESTINATION,
            (register::WINDOW, Some((pin, false))) => {
                let pin = &mut self.pins[pin];
                let before = pin.active();
                pin.low = pin.low & !WRITABLE | value & WRITABLE;
                if pin.is_level() {
                    pin.edge = false;
                } else {
                    pin.low &= !REMOTE;
                    pin.edge |= pin.active() && !before && pin.low & MASK == 0;
                }
            }
            (register::EOI, _) => {
                for pin in &mut self.pins {
                    if pin.is_level() && pin.low & 0xff == value & 0xff {
                        pin.low &= !REMOTE;
                    }
                }
            }
            _ => {}
        }
    }

    /// Sets the level of a device's line. An edge to the active level is lost at a masked pin.
    pub(crate) fn drive(&mut self, pin: usize, line: bool) {
        let Some(pin) = self.pins.get_mut(pin) else {
            return;
        };
        let before = pin.active();
        (pin.line, pin.driven) = (line, true);
        if !pin.is_level() && pin.low & MASK == 0 && pin.active() && !before {
            pin.edge = true;
        }
    }

    /// Takes the next message to the processor with identity 0; messages to others are dropped.
    pub(crate) fn message(&mut self) -> Option<Message> {
        for pin in &mut self.pins {
            if pin.low & (MASK | STATUS) != 0 {
                continue;
            }
            if pin.is_level() {
                if !pin.active() || pin.low & REMOTE != 0 {
                    continue;
                }
                pin.low |= REMOTE;
            } else if !std::mem::take(&mut pin.edge) {
                continue;
            }
            if pin.high & DESTINATION == 0 {
                return Some(Message {
                    mode: (pin.low >> 8 & 7) as u8,
                    vector: pin.low as u8,
                });
            }
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn programmed(pin: u32, low: u32) -> Iosapic {
        let mut iosapic = Iosapic::new();
        write(&mut iosapic, TABLE + 2 * pin, low);
        iosapic
    }

    fn write(iosapic: &mut Iosapic, index: u32, value: u32) {
        iosapic.write(register::SELECT, index);
        iosapic.write(register::WINDOW, value);
    }

    fn vector(iosapic: &mut Iosapic) -> Option<u8> {
        iosapic.message().map(|message| message.vector)
    }

    #[test]
    fn after_reset_all_pins_are_masked_and_the_version_tells_their_number() {
        let mut iosapic = Iosapic::new();
        iosapic.write(register::SELECT, VERSION);
        assert_eq!(iosapic.read(register::WINDOW), 0x001f_0020);
        iosapic.write(register::SELECT, TABLE + 2 * 31);
        assert_eq!(iosapic.read(register::WINDOW), MASK);
        for pin in 0..PINS {
            iosapic.drive(pin, true);
        }
        assert_eq!(iosapic.message(), None);
        // Indices without a register.
        for index in [2, 0x50, 0xff] {
            write(&mut iosapic, index, 0);
            assert_eq!(iosapic.read(register::WINDOW), 0, "{index:#x}");
        }
    }

    #[test]
    fn an_edge_is_sent_once_and_lost_while_masked() {
        let mut iosapic = programmed(5, 0x30);
        iosapic.drive(5, true);
        assert_eq!(vector(&mut iosapic), Some(0x30));
        assert_eq!(vector(&mut iosapic), None);
        iosapic.drive(5, true);
        assert_eq!(vector(&mut iosapic), None, "no edge");
        iosapic.drive(5, false);
        iosapic.drive(5, true);
        assert_eq!(vector(&mut iosapic), Some(0x30));
        iosapic.drive(5, false);
        write(&mut iosapic, TABLE + 10, MASK | 0x30);
        iosapic.drive(5, true);
        write(&mut iosapic, TABLE + 10, 0x30);
        assert_eq!(vector(&mut iosapic), None);
    }

    #[test]
    fn a_level_is_sent_again_after_the_end_of_interrupt_while_the_line_is_active() {
        let mut iosapic = programmed(16, LEVEL | 0x41);
        iosapic.drive(16, true);
        assert_eq!(vector(&mut iosapic), Some(0x41));
        assert_eq!(vector(&mut iosapic), None, "not before the end");
        iosapic.write(register::SELECT, TABLE + 32);
        assert_ne!(iosapic.read(register::WINDOW) & REMOTE, 0);
        iosapic.write(register::EOI, 0x42);
        assert_eq!(vector(&mut iosapic), None, "another vector");
        iosapic.write(register::EOI, 0x41);
        assert_eq!(vector(&mut iosapic), Some(0x41));
        iosapic.drive(16, false);
        iosapic.write(register::EOI, 0x41);
        assert_eq!(vector(&mut iosapic), None);
        // A level that rises while masked is not lost.
        write(&mut iosapic, TABLE + 32, MASK | LEVEL | 0x41);
        iosapic.drive(16, true);
        assert_eq!(vector(&mut iosapic), None);
        write(&mut iosapic, TABLE + 32, LEVEL | 0x52);
        assert_eq!(
            vector(&mut iosapic),
            Some(0x52),
            "the vector that it has now"
        );
    }

    #[test]
    fn polarity_destination_and_mode_hold() {
        let mut iosapic = programmed(3, LEVEL | ACTIVE_LOW | 4 << 8);
        assert_eq!(iosapic.message(), None, "nothing drives the line");
        iosapic.drive(3, true);
        assert_eq!(iosapic.message(), None);
        iosapic.drive(3, false);
        assert_eq!(iosapic.message().map(|message| message.mode), Some(4));
        let mut iosapic = programmed(3, 0x30);
        write(&mut iosapic, TABLE + 7, 1 << 24);
        iosapic.drive(3, true);
        assert_eq!(iosapic.message(), None, "to another processor");
    }
}
