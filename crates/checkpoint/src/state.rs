//! What has state, and how it is saved and loaded.

use std::collections::{BTreeMap, HashMap, VecDeque};
use std::hash::{BuildHasher, Hash};

use crate::{Damage, Source};

/// State that a run can go on from.
pub trait State {
    /// Appends it.
    fn save(&self, out: &mut Vec<u8>);

    /// Replaces it by what was saved, in a value that was made as the saved one was.
    ///
    /// # Errors
    /// Where and why the bytes cannot be its state; part of it may have been replaced.
    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage>;
}

/// State of any number of entries. (A `Vec` as [`State`] has a length that the configuration determines.)
pub trait Grows {
    /// Appends all entries with their number.
    fn save_all(&self, out: &mut Vec<u8>);

    /// Replaces the entries.
    ///
    /// # Errors
    /// As [`State::load`].
    fn load_all(&mut self, from: &mut Source<'_>) -> Result<(), Damage>;
}

/// An option of which the configuration says whether it is there.
pub trait Fixed {
    /// Appends what is there.
    fn save_fixed(&self, out: &mut Vec<u8>);

    /// Replaces what is there.
    ///
    /// # Errors
    /// As [`State::load`].
    fn load_fixed(&mut self, from: &mut Source<'_>) -> Result<(), Damage>;
}

impl<T: State> Fixed for Option<T> {
    fn save_fixed(&self, out: &mut Vec<u8>) {
        if let Some(value) = self {
            value.save(out);
        }
    }

    fn load_fixed(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.as_mut().map_or(Ok(()), |value| value.load(from))
    }
}

/// Implements [`State`] for a struct field by field. Every field has to be named, so that a new one does not compile until it is decided
/// what it is: first those with a state of fixed size; with `grows` those that have any number of entries; with `fixed` options of which
/// the configuration says whether they are there; with `skips` those that are not saved, because the configuration gives them, they mean
/// nothing between two blocks, or the method named with `then` derives them from the others.
#[macro_export]
macro_rules! state {
    ($(@[$($bounds:tt)+])? $type:ty { $($field:ident),* $(,)? }
     $(grows { $($list:ident),* $(,)? })?
     $(fixed { $($option:ident),* $(,)? })?
     $(skips { $($skipped:ident),* $(,)? })?
     $(then $after:ident)?) => {
        impl $(<$($bounds)+>)? $crate::State for $type {
            fn save(&self, out: &mut Vec<u8>) {
                let Self { $($field,)* $($($list,)*)? $($($option,)*)? $($($skipped: _,)*)? } = self;
                $($crate::State::save($field, out);)*
                $($($crate::Grows::save_all($list, out);)*)?
                $($($crate::Fixed::save_fixed($option, out);)*)?
                let _ = out;
            }

            fn load(&mut self, from: &mut $crate::Source<'_>) -> Result<(), $crate::Damage> {
                let Self { $($field,)* $($($list,)*)? $($($option,)*)? $($($skipped: _,)*)? } = self;
                $($crate::State::load($field, from).map_err(|damage| damage.within(stringify!($field)))?;)*
                $($($crate::Grows::load_all($list, from).map_err(|damage| damage.within(stringify!($list)))?;)*)?
                $($($crate::Fixed::load_fixed($option, from).map_err(|damage| damage.within(stringify!($option)))?;)*)?
                let _ = from;
                $(self.$after();)?
                Ok(())
            }
        }
    };
}

/// Implements [`State`] for an enum without fields: by the place in the list, which has to name all variants.
#[macro_export]
macro_rules! choice {
    ($type:ty { $($variant:ident),* $(,)? }) => {
        impl $crate::State for $type {
            fn save(&self, out: &mut Vec<u8>) {
                match self {
                    $(Self::$variant => {})*
                }
                const ALL: &[$type] = &[$(<$type>::$variant),*];
                let place = ALL.iter().position(|one| std::mem::discriminant(one) == std::mem::discriminant(self));
                out.push(place.unwrap_or(0) as u8);
            }

            fn load(&mut self, from: &mut $crate::Source<'_>) -> Result<(), $crate::Damage> {
                const ALL: &[$type] = &[$(<$type>::$variant),*];
                let mut place = 0_u8;
                $crate::State::load(&mut place, from)?;
                let Some(one) = ALL.get(usize::from(place)) else {
                    return Err($crate::Damage::new(format!("choice {place} of {}", ALL.len())));
                };
                *self = one.clone();
                Ok(())
            }
        }
    };
}

macro_rules! numbers {
    ($($type:ty)*) => {$(
        impl State for $type {
            #[inline]
            fn save(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            #[inline]
            fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
                let mut bytes = [0; size_of::<$type>()];
                bytes.copy_from_slice(from.take(size_of::<$type>())?);
                *self = Self::from_le_bytes(bytes);
                Ok(())
            }
        }
    )*};
}

numbers!(u8 u16 u32 u64 u128 i32 i64);

impl State for usize {
    fn save(&self, out: &mut Vec<u8>) {
        (*self as u64).save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let number = from.number()?;
        *self = Self::try_from(number).map_err(|_| Damage::new(format!("{number} as a size")))?;
        Ok(())
    }
}

impl State for bool {
    fn save(&self, out: &mut Vec<u8>) {
        out.push(u8::from(*self));
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        *self = match from.take(1)? {
            [0] => false,
            [1] => true,
            other => return Err(Damage::new(format!("{} as yes or no", other[0]))),
        };
        Ok(())
    }
}

impl State for () {
    fn save(&self, _out: &mut Vec<u8>) {}

    fn load(&mut self, _from: &mut Source<'_>) -> Result<(), Damage> {
        Ok(())
    }
}

macro_rules! tuples {
    ($(($($name:ident $place:tt),*))*) => {$(
        impl<$($name: State),*> State for ($($name,)*) {
            fn save(&self, out: &mut Vec<u8>) {
                $(self.$place.save(out);)*
            }

            fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
                $(self.$place.load(from)?;)*
                Ok(())
            }
        }
    )*};
}

tuples! { (A 0, B 1) (A 0, B 1, C 2) }

impl<T: State + ?Sized> State for Box<T> {
    fn save(&self, out: &mut Vec<u8>) {
        (**self).save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        (**self).load(from)
    }
}

impl<T: State> State for [T] {
    fn save(&self, out: &mut Vec<u8>) {
        (self.len() as u64).save(out);
        self.iter().for_each(|entry| entry.save(out));
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let length = from.number()?;
        if length != self.len() as u64 {
            let own = self.len();
            return Err(Damage::new(format!("{length} entries instead of {own}")));
        }
        self.iter_mut().try_for_each(|entry| entry.load(from))
    }
}

impl<T: State, const N: usize> State for [T; N] {
    fn save(&self, out: &mut Vec<u8>) {
        self.iter().for_each(|entry| entry.save(out));
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.iter_mut().try_for_each(|entry| entry.load(from))
    }
}

impl<T: State> State for Vec<T> {
    fn save(&self, out: &mut Vec<u8>) {
        self.as_slice().save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.as_mut_slice().load(from)
    }
}

impl<T: State + Default> State for Option<T> {
    fn save(&self, out: &mut Vec<u8>) {
        self.is_some().save(out);
        if let Some(value) = self {
            value.save(out);
        }
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let mut is_some = false;
        is_some.load(from)?;
        if !is_some {
            *self = None;
            return Ok(());
        }
        self.get_or_insert_default().load(from)
    }
}

fn entry<T: State + Default>(from: &mut Source<'_>) -> Result<T, Damage> {
    let mut value = T::default();
    value.load(from)?;
    Ok(value)
}

impl<T: State + Default> Grows for Vec<T> {
    fn save_all(&self, out: &mut Vec<u8>) {
        self.as_slice().save(out);
    }

    fn load_all(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let count = from.entries::<T>()?;
        self.clear();
        for _ in 0..count {
            self.push(entry(from)?);
        }
        Ok(())
    }
}

impl<T: State + Default> Grows for VecDeque<T> {
    fn save_all(&self, out: &mut Vec<u8>) {
        (self.len() as u64).save(out);
        self.iter().for_each(|entry| entry.save(out));
    }

    fn load_all(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let count = from.entries::<T>()?;
        self.clear();
        for _ in 0..count {
            self.push_back(entry(from)?);
        }
        Ok(())
    }
}

impl<K: State + Default + Ord, V: State + Default> Grows for BTreeMap<K, V> {
    fn save_all(&self, out: &mut Vec<u8>) {
        (self.len() as u64).save(out);
        for (key, value) in self {
            key.save(out);
            value.save(out);
        }
    }

    fn load_all(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let count = from.entries::<(K, V)>()?;
        self.clear();
        for _ in 0..count {
            self.insert(entry(from)?, entry(from)?);
        }
        Ok(())
    }
}

/// In the order of the keys, so that the same state has the same bytes.
impl<K, V, S> Grows for HashMap<K, V, S>
where
    K: State + Default + Ord + Hash + Copy,
    V: State + Default,
    S: BuildHasher,
{
    fn save_all(&self, out: &mut Vec<u8>) {
        let mut keys: Vec<K> = self.keys().copied().collect();
        keys.sort_unstable();
        (keys.len() as u64).save(out);
        for key in keys {
            key.save(out);
            if let Some(value) = self.get(&key) {
                value.save(out);
            }
        }
    }

    fn load_all(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        let count = from.entries::<(K, V)>()?;
        self.clear();
        for _ in 0..count {
            self.insert(entry(from)?, entry(from)?);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Default, Debug, PartialEq, Clone)]
    struct Unit {
        counter: u64,
        table: Vec<u16>,
        queue: VecDeque<(u64, bool)>,
        known: HashMap<u64, Option<u8>>,
        size: usize,
    }

    state!(Unit { counter, table } grows { queue, known } skips { size });

    fn unit() -> Unit {
        Unit {
            counter: 7,
            table: vec![1, 2, 3],
            queue: [(5, true), (6, false)].into(),
            known: [(9, None), (2, Some(4))].into(),
            size: 3,
        }
    }

    #[test]
    fn what_is_saved_is_loaded_into_a_unit_that_was_made_alike() {
        let mut bytes = Vec::new();
        unit().save(&mut bytes);
        let mut back = Unit {
            table: vec![0; 3],
            size: 3,
            ..Unit::default()
        };
        let mut source = Source::new(&bytes);
        back.load(&mut source).unwrap();
        source.end().unwrap();
        assert_eq!(back, unit());
    }

    #[test]
    fn a_unit_of_another_size_and_a_part_that_ends_early_are_damage_in_a_named_place() {
        let mut bytes = Vec::new();
        unit().save(&mut bytes);
        let mut other = Unit {
            table: vec![0; 4],
            ..Unit::default()
        };
        let error = other.load(&mut Source::new(&bytes)).unwrap_err();
        assert_eq!(error.to_string(), "table: 3 entries instead of 4");
        for length in 0..bytes.len() {
            let mut back = Unit {
                table: vec![0; 3],
                ..Unit::default()
            };
            let error = back.load(&mut Source::new(&bytes[..length]));
            assert!(error.is_err(), "{length}");
        }
    }
    #[test]
    fn a_list_of_short_entries_that_are_large_in_memory_is_refused_before_it_is_made() {
        type Row = Option<[u64; 4]>;
        let lists = vec![vec![Row::None; 100]; 2];
        let mut bytes = Vec::new();
        lists.iter().for_each(|list| list.save_all(&mut bytes));
        let of_a_list = 100 * size_of::<Row>();
        let load = |memory| {
            let mut source = Source::within_memory(&bytes, memory);
            let mut back = vec![Vec::<Row>::new(); 2];
            let all = back.iter_mut().try_for_each(|it| it.load_all(&mut source));
            (all.map_err(|damage| damage.to_string()), back)
        };
        let (all, back) = load(2 * of_a_list);
        assert_eq!((all, back), (Ok(()), lists.clone()));
        // The lists of a part share its memory: the second is one byte too large.
        let (refused, back) = load(2 * of_a_list - 1);
        let left = of_a_list - 1;
        let why = format!(
            "100 entries, which take {of_a_list} bytes of memory, where lists may take {left} more"
        );
        assert_eq!(refused, Err(why));
        assert_eq!(back[1].capacity(), 0);
    }
}
