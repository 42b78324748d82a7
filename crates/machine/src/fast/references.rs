//! Steps that access memory; each gives false when it has to go the general way, and nothing has happened then.

use events::Fact;
use softfp::Fr;

use super::assist::load_sized;
use super::step::Registers;
use super::uop::Uop;
use crate::alat::Tag;
use crate::memory::Word;
use crate::record::Recorder;

impl<R: Recorder, const ROTATED: bool> Registers<'_, '_, R, ROTATED> {
    /// Adds to the base register.
    #[inline(always)]
    fn increment(&mut self, u: &Uop, amount: u64) {
        let base = self.general(u.c);
        self.set_general(u.c, base.wrapping_add(amount));
    }

    #[inline(always)]
    pub(super) fn load<W: Word + Into<u64>>(&mut self, u: &Uop) -> bool {
        let address = self.general(u.c);
        let Some(value) = self.scene.space.load::<W>(address) else {
            return false;
        };
        self.referenced(address);
        self.set_general(u.a, value.into());
        true
    }

    /// `amount` is read before the target is written.
    #[inline(always)]
    pub(super) fn load_update<W: Word + Into<u64>>(&mut self, u: &Uop, amount: u64) -> bool {
        let done = self.load::<W>(u);
        if done {
            self.increment(u, amount);
        }
        done
    }

    #[inline(always)]
    pub(super) fn fill(&mut self, u: &Uop) -> bool {
        self.cpu.ar.unat >> (self.general(u.c) >> 3 & 63) & 1 == 0
            && self.load_update::<u64>(u, u.imm)
    }

    /// The ALAT's name of the target.
    #[inline(always)]
    fn tag(&self, u: &Uop) -> Tag {
        Tag::general(self.at(u.a) as u8, self.cpu.stack.bottom())
    }

    #[inline(always)]
    pub(super) fn load_advanced(&mut self, u: &Uop) -> bool {
        let address = self.general(u.c);
        let Some(value) = load_sized(self.scene.space, u.extra, address) else {
            return false;
        };
        let tag = self.tag(u);
        if self.cpu.alat.insert(tag, address, u.extra as u8) && R::RECORD {
            self.scene.sinks.notes.slot = u.slot;
            self.scene
                .sinks
                .notes
                .push(|| Fact::AlatReplaced { floating: false });
        }
        self.referenced(address);
        self.set_general(u.a, value);
        self.increment(u, u.imm);
        true
    }

    #[inline(always)]
    pub(super) fn load_check_clear(&mut self, u: &Uop) -> bool {
        let address = self.general(u.c);
        let tag = self.tag(u);
        let hit = self.cpu.alat.holds(tag);
        if hit {
            self.cpu.alat.remove(tag);
        } else {
            let Some(value) = load_sized(self.scene.space, u.extra, address) else {
                return false;
            };
            self.set_general(u.a, value);
        }
        self.referenced(address);
        if R::RECORD {
            self.scene.sinks.notes.slot = u.slot;
            self.scene.sinks.notes.push(|| match hit {
                true => Fact::CheckLoadHit,
                false => Fact::CheckLoadMiss,
            });
        }
        self.increment(u, u.imm);
        true
    }

    #[inline(always)]
    pub(super) fn check_clear(&mut self, u: &Uop) -> bool {
        let tag = self.tag(u);
        let hit = self.cpu.alat.holds(tag);
        if hit {
            self.cpu.alat.remove(tag);
        }
        hit
    }

    #[inline(always)]
    pub(super) fn store<W: Word + Truncated>(&mut self, u: &Uop) -> bool {
        let address = self.general(u.c);
        if self.cpu.alat.is_near(address) {
            return false;
        }
        let (cpu, at) = (&*self.cpu, self.at(u.b));
        let stored = (self.scene.space).store_with(address, || W::truncated(cpu.gr[at]));
        if !stored {
            return false;
        }
        self.referenced(address);
        true
    }

    #[inline(always)]
    pub(super) fn store_update<W: Word + Truncated>(&mut self, u: &Uop) -> bool {
        let done = self.store::<W>(u);
        if done {
            self.increment(u, u.imm);
        }
        done
    }

    #[inline(always)]
    pub(super) fn spill(&mut self, u: &Uop) -> bool {
        let bit = 1 << (self.general(u.c) >> 3 & 63);
        let done = self.store_update::<u64>(u);
        if done {
            self.cpu.ar.unat &= !bit;
        }
        done
    }

    /// What follows the reading of a floating-point load.
    #[inline(always)]
    fn float_loaded(&mut self, u: &Uop, address: u64) {
        self.referenced(address);
        self.cpu.psr |= u64::from(u.d);
        self.set_general(u.c, address.wrapping_add(u.imm));
    }

    #[inline(always)]
    pub(super) fn float_load<W: Word>(&mut self, u: &Uop, convert: impl FnOnce(W) -> Fr) -> bool {
        let address = self.general(u.c);
        let Some(value) = self.scene.space.load::<W>(address) else {
            return false;
        };
        self.write_float(u.a, convert(value));
        self.float_loaded(u, address);
        true
    }

    /// A doubleword and what stands behind it, which is present because the pair is aligned.
    #[inline(always)]
    fn pair<W: Word>(&mut self, u: &Uop) -> Option<(u64, W)> {
        let address = self.general(u.c);
        if address & 15 != 0 {
            return None;
        }
        let pair = self
            .scene
            .space
            .load::<u64>(address)
            .zip(self.scene.space.load::<W>(address.wrapping_add(8)))?;
        self.float_loaded(u, address);
        Some(pair)
    }

    #[inline(always)]
    pub(super) fn float_load_long<W: Word>(
        &mut self,
        u: &Uop,
        convert: impl FnOnce(u64, W) -> Fr,
    ) -> bool {
        let Some((low, high)) = self.pair::<W>(u) else {
            return false;
        };
        self.write_float(u.a, convert(low, high));
        true
    }

    #[inline(always)]
    pub(super) fn float_load_pair(&mut self, u: &Uop, convert: impl Fn(u64) -> Fr) -> bool {
        let Some((first, second)) = self.pair::<u64>(u) else {
            return false;
        };
        self.write_float(u.a, convert(first));
        self.write_float(u.b, convert(second));
        true
    }

    #[inline(always)]
    pub(super) fn float_load_singles(&mut self, u: &Uop) -> bool {
        let address = self.general(u.c);
        let Some(pair) = self.scene.space.load::<u64>(address) else {
            return false;
        };
        self.write_float(u.a, Fr::from_single(pair as u32));
        self.write_float(u.b, Fr::from_single((pair >> 32) as u32));
        self.float_loaded(u, address);
        true
    }

    #[inline(always)]
    pub(super) fn float_store<W: Word>(&mut self, u: &Uop, convert: impl FnOnce(Fr) -> W) -> bool {
        let address = self.general(u.c);
        let value = self.float(u.b);
        if value.is_nat()
            || self.cpu.alat.is_near(address)
            || !self.scene.space.store::<W>(address, convert(value))
        {
            return false;
        }
        self.referenced(address);
        self.set_general(u.c, address.wrapping_add(u.imm));
        true
    }

    /// A doubleword and what stands behind it.
    #[inline(always)]
    fn float_store_long<W: Word>(&mut self, u: &Uop, low: u64, high: W) -> bool {
        let address = self.general(u.c);
        if self.cpu.alat.is_near(address)
            || address & 15 != 0
            || !self.scene.space.store::<u64>(address, low)
            || !self.scene.space.store::<W>(address.wrapping_add(8), high)
        {
            return false;
        }
        self.referenced(address);
        self.set_general(u.c, address.wrapping_add(u.imm));
        true
    }

    #[inline(always)]
    pub(super) fn float_store_extended(&mut self, u: &Uop) -> bool {
        let value = self.float(u.b);
        let (low, high) = value.to_extended();
        !value.is_nat() && self.float_store_long::<u16>(u, low, high)
    }

    #[inline(always)]
    pub(super) fn float_spill(&mut self, u: &Uop) -> bool {
        let [low, high] = self.float(u.b).to_spill();
        self.float_store_long::<u64>(u, low, high)
    }
}

/// The low bytes of a register.
pub(super) trait Truncated {
    fn truncated(value: u64) -> Self;
}

macro_rules! truncated {
    ($($word:ty)*) => {$(
        impl Truncated for $word {
            #[inline(always)]
            fn truncated(value: u64) -> Self {
                value as $word
            }
        }
    )*};
}
truncated!(u8 u16 u32 u64);
