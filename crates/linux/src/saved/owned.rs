//! Objects that processes have and can share (signal actions, working directories, descriptor tables), each saved by
//! its place.

use std::collections::BTreeMap;

use checkpoint::{Damage, Grows as _, Source, State};

use crate::kernel::Kernel;
use crate::pool::{Id, Pool};
use crate::process::Process;
use crate::signal::Action;

/// The actions of a process.
pub(super) struct SavedActions([Action; 65]);

impl Default for SavedActions {
    fn default() -> Self {
        Self([Action::default(); 65])
    }
}

impl State for SavedActions {
    fn save(&self, out: &mut Vec<u8>) {
        self.0.save(out);
    }

    fn load(&mut self, from: &mut Source<'_>) -> Result<(), Damage> {
        self.0.load(from)
    }
}

impl SavedActions {
    pub(super) fn save_pool(pool: &Pool<[Action; 65]>, out: &mut Vec<u8>) {
        in_places(pool, |actions| Self(*actions)).save_all(out);
    }

    pub(super) fn load_all(from: &mut Source<'_>) -> Result<Vec<Option<[Action; 65]>>, Damage> {
        let mut list = Vec::<Option<Self>>::new();
        list.load_all(from)?;
        Ok(list.into_iter().map(|it| it.map(|it| it.0)).collect())
    }
}

/// The objects of a pool by their places, as they are saved.
pub(super) fn in_places<T, S>(pool: &Pool<T>, saved: impl Fn(&T) -> S) -> Vec<Option<S>> {
    let places = (0..pool.places()).map(|place| pool.get(Id::at(place)));
    places.map(|object| object.map(&saved)).collect()
}

/// A pool of objects in their places. `owners`: the number of owners by place; `what`: the kind of object, for errors.
pub(super) fn with_owners<T>(
    what: &str,
    objects: Vec<Option<T>>,
    owners: &BTreeMap<u32, u32>,
) -> Result<Pool<T>, Damage> {
    if let Some(place) = owners.keys().find(|&&it| it as usize >= objects.len()) {
        return Err(Damage::new(format!("{what} {place}, which is not there")));
    }
    let slots = (0..)
        .zip(objects)
        .map(|(place, object)| match (object, owners.get(&place)) {
            (None, None) => Ok(None),
            (Some(object), Some(&count)) => Ok(Some((object, count))),
            (None, Some(_)) => Err(Damage::new(format!("{what} {place}, which is not there"))),
            (Some(_), None) => Err(Damage::new(format!("{what} {place}, which nothing has"))),
        });
    Ok(Pool::of(slots.collect::<Result<_, _>>()?))
}

impl Kernel {
    /// A pool of objects in their places, whose owners are the processes that have not ended.
    pub(super) fn owned<T>(
        &self,
        what: &str,
        objects: Vec<Option<T>>,
        of: fn(&Process) -> Id,
    ) -> Result<Pool<T>, Damage> {
        let mut owners = BTreeMap::new();
        for process in self.living() {
            *owners.entry(of(process).place()).or_default() += 1;
        }
        with_owners(what, objects, &owners)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn objects_keep_their_places_and_have_the_owners_that_are_counted() {
        let owners = BTreeMap::from([(0, 1), (2, 3)]);
        let mut pool = with_owners("pipe", vec![Some('a'), None, Some('c')], &owners).unwrap();
        assert_eq!(pool.owners(Id::at(2)), 3);
        assert_eq!(pool.get(Id::at(0)), Some(&'a'));
        assert_eq!(pool.insert('b'), Id::at(1), "the free place comes next");
    }

    #[test]
    fn objects_without_owners_and_owners_without_objects_are_damage() {
        let why = |objects: Vec<Option<char>>, owner: u32| {
            let owners = BTreeMap::from([(owner, 1)]);
            let damage = with_owners("pipe", objects, &owners).err().unwrap();
            damage.to_string()
        };
        assert_eq!(why(vec![None], 0), "pipe 0, which is not there");
        assert_eq!(why(vec![Some('a')], 1), "pipe 1, which is not there");
        assert_eq!(
            why(vec![Some('a')], u32::MAX),
            "pipe 4294967295, which is not there"
        );
        assert_eq!(
            why(vec![Some('a'), Some('b')], 0),
            "pipe 1, which nothing has"
        );
    }
}
