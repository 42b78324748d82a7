//! Steps that access memory. Each returns false if it has to execute the general way; then it has changed nothing.

use events::Fact;
use softfp::{Fr, Held};

use super::assist::{float_at, load_float, load_sized};
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
        self.referenced(u, address);
        self.set_general(u.a, value.into());
        true
    }

    /// A load with post-increment. The caller has read `amount` before the target is written.
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

    /// The tag of the general target register in the ALAT.
    #[inline(always)]
    fn tag(&self, u: &Uop) -> Tag {
        Tag::general(self.at(u.a) as u8, self.cpu.stack.bottom())
    }

    /// Gives a register an entry in the ALAT.
    #[inline(always)]
    fn enter(&mut self, u: &Uop, tag: Tag, address: u64, size: u8) {
        if self.cpu.alat.insert(tag, address, size) && R::RECORD {
            let floating = tag.is_floating();
            self.scene.sinks.notes.slot = u.slot;
            self.scene
                .sinks
                .notes
                .push(|| Fact::AlatReplaced { floating });
        }
    }

    #[inline(always)]
    fn checked(&mut self, u: &Uop, hit: bool) {
        if R::RECORD {
            self.scene.sinks.notes.slot = u.slot;
            self.scene.sinks.notes.push(|| match hit {
                true => Fact::CheckLoadHit,
                false => Fact::CheckLoadMiss,
            });
        }
    }

    #[inline(always)]
    pub(super) fn load_advanced(&mut self, u: &Uop) -> bool {
        let address = self.general(u.c);
        let Some(value) = load_sized(self.scene.space, u.extra, address) else {
            return false;
        };
        self.enter(u, self.tag(u), address, u.extra as u8);
        self.referenced(u, address);
        self.set_general(u.a, value);
        self.increment(u, u.imm);
        true
    }

    #[inline(always)]
    pub(super) fn load_check_clear(&mut self, u: &Uop) -> bool {
        let address = self.general(u.c);
        let hit = self.cpu.alat.remove(self.tag(u));
        if !hit {
            let Some(value) = load_sized(self.scene.space, u.extra, address) else {
                return false;
            };
            self.set_general(u.a, value);
        }
        self.may_have_referenced(u, address, !hit);
        self.checked(u, hit);
        self.increment(u, u.imm);
        true
    }

    #[inline(always)]
    pub(super) fn check_clear(&mut self, u: &Uop) -> bool {
        self.cpu.alat.remove(self.tag(u))
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
        self.referenced(u, address);
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

    /// What every floating-point load does after it has written its target: the reference, the modified bit, the
    /// post-increment.
    #[inline(always)]
    fn float_loaded(&mut self, u: &Uop, address: u64) {
        self.referenced(u, address);
        self.cpu.psr |= u64::from(u.d);
        self.set_general(u.c, address.wrapping_add(u.imm));
    }

    #[inline(always)]
    pub(super) fn float_load<W: Word>(
        &mut self,
        u: &Uop,
        convert: impl FnOnce(W) -> Option<Held>,
    ) -> bool {
        let address = self.general(u.c);
        let Some(value) = self.scene.space.load::<W>(address).and_then(convert) else {
            return false;
        };
        self.write_float(u.a, value);
        self.float_loaded(u, address);
        true
    }

    /// The tag of the floating-point target register in the ALAT.
    #[inline(always)]
    fn float_tag(&self, u: &Uop) -> Tag {
        Tag::floating(float_at::<ROTATED>(self.cpu, u.a) as u8)
    }

    #[inline(always)]
    pub(super) fn float_load_advanced(&mut self, u: &Uop) -> bool {
        let address = self.general(u.c);
        let Some((value, size)) = load_float(self.scene.space, u.extra, address) else {
            return false;
        };
        self.enter(u, self.float_tag(u), address, size);
        self.write_float(u.a, value);
        self.float_loaded(u, address);
        true
    }

    #[inline(always)]
    pub(super) fn float_load_check_clear(&mut self, u: &Uop) -> bool {
        let address = self.general(u.c);
        let hit = self.cpu.alat.remove(self.float_tag(u));
        if hit {
            self.may_have_referenced(u, address, false);
            self.increment(u, u.imm);
        } else {
            let Some((value, _)) = load_float(self.scene.space, u.extra, address) else {
                return false;
            };
            self.write_float(u.a, value);
            self.float_loaded(u, address);
        }
        self.checked(u, hit);
        true
    }

    /// A doubleword and the word behind it. An aligned pair lies on one page, so that the second access cannot fail
    /// after the first.
    #[inline(always)]
    fn pair<W: Word>(&self, address: u64) -> Option<(u64, W)> {
        if address & 15 != 0 {
            return None;
        }
        let space = &self.scene.space;
        let first = space.load::<u64>(address)?;
        Some((first, space.load::<W>(address.wrapping_add(8))?))
    }

    #[inline(always)]
    pub(super) fn float_load_long<W: Word>(
        &mut self,
        u: &Uop,
        convert: impl FnOnce(u64, W) -> Fr,
    ) -> bool {
        let address = self.general(u.c);
        let Some((low, high)) = self.pair::<W>(address) else {
            return false;
        };
        self.write_float(u.a, convert(low, high).into());
        self.float_loaded(u, address);
        true
    }

    /// Writes the two targets of a load pair; false if one of the values cannot be converted here.
    #[inline(always)]
    fn set_floats(
        &mut self,
        u: &Uop,
        address: u64,
        first: Option<Held>,
        second: Option<Held>,
    ) -> bool {
        let Some((first, second)) = first.zip(second) else {
            return false;
        };
        self.write_float(u.a, first);
        self.write_float(u.b, second);
        self.float_loaded(u, address);
        true
    }

    #[inline(always)]
    pub(super) fn float_load_pair(
        &mut self,
        u: &Uop,
        convert: impl Fn(u64) -> Option<Held>,
    ) -> bool {
        let address = self.general(u.c);
        let Some((first, second)) = self.pair::<u64>(address) else {
            return false;
        };
        self.set_floats(u, address, convert(first), convert(second))
    }

    #[inline(always)]
    pub(super) fn float_load_singles(&mut self, u: &Uop) -> bool {
        let address = self.general(u.c);
        let Some(pair) = self.scene.space.load::<u64>(address) else {
            return false;
        };
        let [first, second] = [pair as u32, (pair >> 32) as u32].map(Held::from_single);
        self.set_floats(u, address, first, second)
    }

    #[inline(always)]
    pub(super) fn float_store<W: Word>(
        &mut self,
        u: &Uop,
        convert: impl FnOnce(Held) -> W,
    ) -> bool {
        let address = self.general(u.c);
        let value = self.held(u.b);
        if value.is_nat()
            || self.cpu.alat.is_near(address)
            || !self.scene.space.store::<W>(address, convert(value))
        {
            return false;
        }
        self.referenced(u, address);
        self.set_general(u.c, address.wrapping_add(u.imm));
        true
    }

    /// Stores a doubleword and the word behind it, both on one page.
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
        self.referenced(u, address);
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
