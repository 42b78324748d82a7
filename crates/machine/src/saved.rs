//! Checkpoints of contexts, and of what a machine and an address space remember beside blocks and pages.
//!
//! Decoded blocks and translation buffers are not saved: they are made again from memory. The trail of a context is not
//! saved either, so that a crash soon after a checkpoint was loaded names fewer of the bundles that led to it.

use std::collections::BTreeMap;

use checkpoint::{Damage, Grows, Source, State};
use isa::psr;
use softfp::Fpsr;

use crate::machine::Machine;
use crate::memory::{AddressSpace, SpaceId, next_id};
use crate::stack::{PHYSICAL_STACKED, RegisterStack};
use crate::state::{Application, Cfm, Cpu};

checkpoint::state!(RegisterStack {
    ring,
    nats,
    bottom,
    dirty,
    clean,
    bspstore,
    rnat
});

impl State for Application {
    fn save(&self, out: &mut Vec<u8>) {
        let Self {
            kr,
            rsc,
            fcr,
            eflag,
            csd,
            ssd,
            cflg,
            fsr,
            fir,
            fdr,
            ccv,
            unat,
            fpsr,
            plain_fp: _,
            host_fp: _,
            pfs,
            lc,
            ec,
        } = self;
        kr.save(out);
        let words = [
            rsc, fcr, eflag, csd, ssd, cflg, fsr, fir, fdr, ccv, unat, pfs, lc, ec,
        ];
        words.iter().for_each(|word| word.save(out));
        fpsr.0.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.kr.load(from)?;
        let words = [
            &mut self.rsc,
            &mut self.fcr,
            &mut self.eflag,
            &mut self.csd,
            &mut self.ssd,
            &mut self.cflg,
            &mut self.fsr,
            &mut self.fir,
            &mut self.fdr,
            &mut self.ccv,
            &mut self.unat,
            &mut self.pfs,
            &mut self.lc,
            &mut self.ec,
        ];
        for word in words {
            word.load(from)?;
        }
        self.set_fpsr(Fpsr(from.number()?));
        Ok(())
    }
}

/// Architected registers of a file; the arrays are longer, so that a `u8` index needs no bounds check.
const FILE: usize = 128;

impl State for Cpu {
    fn save(&self, out: &mut Vec<u8>) {
        self.cfm.bits().save(out);
        self.psr.save(out);
        self.gr[..FILE].save(out);
        self.fr[..FILE].save(out);
        self.nat.save(out);
        self.pr.save(out);
        self.br.save(out);
        self.ip.save(out);
        self.slot.save(out);
        self.ar.save(out);
        self.stack.save(out);
        self.alat.save(out);
        self.retired.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let bits = from.number()?;
        let cfm = Cfm::from_bits(bits).filter(|cfm| cfm.bits() == bits);
        let cfm =
            cfm.ok_or_else(|| Damage::new(format!("{bits:#x} as a frame marker")).within("cfm"))?;
        self.set_cfm(cfm);
        // `psr.sp` follows from the machine's options and is not taken from the checkpoint.
        let own = self.psr & psr::SP;
        self.set_psr(from.number()? & !psr::SP | own);
        let within = |field| move |damage: Damage| damage.within(field);
        self.gr[..FILE].load(from).map_err(within("gr"))?;
        self.fr[..FILE].load(from).map_err(within("fr"))?;
        self.nat.load(from)?;
        self.note_nats();
        self.pr.load(from)?;
        self.br.load(from)?;
        self.ip.load(from)?;
        self.slot.load(from)?;
        self.ar.load(from).map_err(within("ar"))?;
        self.stack.load(from).map_err(within("stack"))?;
        self.alat.load(from).map_err(within("alat"))?;
        self.retired.load(from)?;
        let wrong = |what: String| Err(Damage::new(what));
        if self.ip & 15 != 0 || self.slot > 2 {
            return wrong(format!("bundle {:#x}, slot {}", self.ip, self.slot));
        }
        if self.gr[0] != 0 || self.nat & 1 != 0 || self.pr & 1 == 0 {
            return wrong("a constant register with another value".into());
        }
        let (dirty, clean) = (self.stack.dirty, self.stack.clean);
        if u16::from(dirty) + u16::from(clean) + u16::from(cfm.sof) > u16::from(PHYSICAL_STACKED)
            || self.stack.bspstore & 7 != 0
        {
            return wrong(format!(
                "{dirty} dirty and {clean} clean registers below a frame of {}",
                cfm.sof
            ));
        }
        Ok(())
    }
}

/// An address space as a machine saves it: its index among those of the run (`None` if it has ended), whether the
/// machine has run in it, and its number in records.
type SavedSpace = (Option<u32>, bool, Option<u32>);

impl Machine {
    /// Saves what a machine remembers of a run whose processes have these spaces: instructions retired so far, the
    /// spaces in which it has executed, and their numbers in records.
    pub fn save(&self, spaces: &[&AddressSpace], out: &mut Vec<u8>) {
        self.retired.save(out);
        let (numbered, ended) = self.numbers();
        numbered.save(out);
        ended.save_all(out);
        // Spaces that end together are reported to the recorder in the order of their identities, which this order
        // preserves.
        let places = (0..).zip(spaces);
        let mut saved: BTreeMap<SpaceId, SavedSpace> = places
            .map(|(place, space)| (space.id(), (Some(place), false, None)))
            .collect();
        for (id, number) in self.known_spaces() {
            let one = saved.entry(id).or_default();
            (one.1, one.2) = (true, number);
        }
        saved
            .into_values()
            .collect::<Vec<SavedSpace>>()
            .save_all(out);
    }

    /// Loads into a machine without blocks what [`Self::save`] saved of a run whose processes have these spaces.
    ///
    /// # Errors
    /// The bytes say nothing of that kind.
    pub fn load(
        &mut self,
        spaces: &mut [&mut AddressSpace],
        from: &mut Source<'_>,
    ) -> Result<(), Damage> {
        self.retired.load(from)?;
        let (mut numbered, mut ended) = (0_u64, Vec::<u32>::new());
        numbered.load(from)?;
        ended.load_all(from)?;
        let mut saved = Vec::<SavedSpace>::new();
        saved.load_all(from)?;
        let all = saved.iter().filter_map(|one| one.2.as_ref());
        let number = |number: &u32| u64::from(*number) < u64::from(events::Block::SPACES);
        if !ended.iter().chain(all).all(number) {
            return Err(Damage::new("a number that no address space has"));
        }
        let mut places: Vec<u32> = saved.iter().filter_map(|one| one.0).collect();
        places.sort_unstable();
        if !places.into_iter().eq(0..spaces.len() as u32) {
            return Err(Damage::new("not each address space once"));
        }
        self.set_numbers(numbered, ended);
        for (place, was_run, number) in saved {
            let Some(place) = place else {
                self.add_space(next_id(), None, number);
                continue;
            };
            let space = &mut *spaces[place as usize];
            space.renew_id();
            if was_run {
                self.add_space(space.id(), Some(space), number);
            }
        }
        Ok(())
    }
}

impl AddressSpace {
    /// Saves the ranges of memory that others than the program (the operating system, another thread) have written or
    /// unmapped since it last ran, and the pages whose code was decoded: a store to one of them ends its block, which
    /// takes other cycles.
    pub fn save_changed(&self, out: &mut Vec<u8>) {
        self.written().save_all(out);
        let unmapped = self.unmapped().iter().map(|range| (range.start, range.end));
        unmapped.collect::<Vec<(u64, u64)>>().save_all(out);
        self.code_pages().save_all(out);
    }

    /// Replaces these lists by the saved ones, in a space that has its pages and in which nothing has executed.
    ///
    /// # Errors
    /// The bytes say nothing of that kind.
    pub fn load_changed(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let mut written = Vec::new();
        written.load_all(from)?;
        self.set_written(written);
        let mut unmapped = Vec::<(u64, u64)>::new();
        unmapped.load_all(from)?;
        self.set_unmapped(
            unmapped
                .into_iter()
                .map(|(start, end)| start..end)
                .collect(),
        );
        let mut code = Vec::<u64>::new();
        code.load_all(from)?;
        match code.into_iter().find(|&number| !self.mark_code(number)) {
            Some(number) => Err(Damage::new(format!("code on page {number:#x}"))),
            None => Ok(()),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Alat;

    fn context() -> Cpu {
        let mut cpu = Cpu::new(Alat::new(32, 2, 20));
        cpu.start_register_stack(0x8000, 50, 0);
        for r in 1..82 {
            cpu.set_gr(r, u64::from(r) * 3, r % 7 == 0);
            cpu.set_fr(r, softfp::Fr::from_integer(u64::from(r)));
        }
        cpu.cover();
        cpu.set_cfm(Cfm {
            sof: 40,
            sor: 16,
            rrb_gr: 3,
            rrb_fr: 5,
            rrb_pr: 7,
            ..Cfm::default()
        });
        cpu.set_pr(0x1234_5678_9abc_def1);
        cpu.set_ip_slot(0x4000_0000_0000_0120, 2);
        cpu.alat_mut().insert(crate::Tag::general(33, 5), 0x6000, 8);
        cpu
    }

    #[test]
    fn a_context_that_is_loaded_has_every_register_of_the_saved_one() {
        let mut bytes = Vec::new();
        context().save(&mut bytes);
        let mut back = Cpu::new(Alat::new(32, 2, 20));
        let mut source = Source::new(&bytes);
        back.load(&mut source).unwrap();
        source.end().unwrap();
        let mut again = Vec::new();
        back.save(&mut again);
        assert!(bytes == again);
        let cpu = context();
        for r in 0..128 {
            assert_eq!(cpu.gr(r), back.gr(r), "r{r}");
            assert_eq!(cpu.fr(r), back.fr(r), "f{r}");
        }
        assert_eq!(cpu.mode, back.mode);
        assert_eq!(cpu.pr(), back.pr());
        assert!(back.alat_mut().holds(crate::Tag::general(33, 5)));
    }

    #[test]
    fn a_machine_with_another_alat_begins_with_an_empty_one() {
        let mut bytes = Vec::new();
        context().save(&mut bytes);
        let mut back = Cpu::new(Alat::new(32, 32, 64));
        let mut source = Source::new(&bytes);
        back.load(&mut source).unwrap();
        source.end().unwrap();
        assert!(!back.alat_mut().holds(crate::Tag::general(33, 5)));
    }

    #[test]
    fn whatever_bytes_a_context_is_loaded_from_it_is_one_or_an_error() {
        let mut bytes = Vec::new();
        context().save(&mut bytes);
        let mut refused = 0;
        for at in 0..bytes.len() {
            let mut other = bytes.clone();
            other[at] ^= 0xff;
            let mut back = Cpu::new(Alat::new(32, 2, 20));
            if back.load(&mut Source::new(&other)).is_err() {
                refused += 1;
                continue;
            }
            back.cover();
            let _ = (back.gr(127), back.fr(127), back.frame_end());
        }
        assert!(refused > 20, "{refused}");
    }
}
