//! State of types of the crates below.

use events::{Counts, Raw, StackSizes, Stall};
use softfp::{Fr, Held};

use crate::{Damage, Source, State};

impl State for Fr {
    fn save(&self, out: &mut Vec<u8>) {
        self.sig.save(out);
        self.se.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.sig.load(from)?;
        self.se.load(from)?;
        match self.se >> 18 {
            0 => Ok(()),
            _ => Err(Damage::new(format!("{:#x} as sign and exponent", self.se))),
        }
    }
}

/// Its value, however it is kept.
impl State for Held {
    fn save(&self, out: &mut Vec<u8>) {
        self.value().save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let mut value = Fr::ZERO;
        value.load(from)?;
        *self = value.into();
        Ok(())
    }
}

/// By the order in which quantities are declared.
impl State for Counts {
    fn save(&self, out: &mut Vec<u8>) {
        Raw::ALL.iter().for_each(|&raw| self[raw].save(out));
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        Raw::ALL
            .iter()
            .try_for_each(|&raw| self[raw].load(from).map_err(|it| it.within(raw.name())))
    }
}

impl State for Stall {
    fn save(&self, out: &mut Vec<u8>) {
        out.push(*self as u8);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let number = from.take(1)?[0];
        let stall = Stall::ALL.get(usize::from(number));
        *self = *stall.ok_or_else(|| Damage::new(format!("stall {number}")))?;
        Ok(())
    }
}

impl State for StackSizes {
    fn save(&self, out: &mut Vec<u8>) {
        [self.frame, self.locals, self.dirty].save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let mut sizes = [0_u8; 3];
        sizes.load(from)?;
        [self.frame, self.locals, self.dirty] = sizes;
        Ok(())
    }
}
