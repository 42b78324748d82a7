//! Causes of cycle accounting in a config: each by its name in reports.

use events::Cause;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize as _, Serializer};

/// A cause that is read by its name.
struct Named(Cause);

impl<'de> Deserialize<'de> for Named {
    fn deserialize<D: Deserializer<'de>>(from: D) -> Result<Self, D::Error> {
        let name = String::deserialize(from)?;
        let cause = Cause::ALL.into_iter().find(|cause| cause.name() == name);
        cause
            .map(Named)
            .ok_or_else(|| D::Error::custom(format!("{name} is not a cause of cycles")))
    }
}

pub(super) fn serialize<S: Serializer>(order: &[Cause; 6], to: S) -> Result<S::Ok, S::Error> {
    order.map(Cause::name).serialize(to)
}

pub(super) fn deserialize<'de, D: Deserializer<'de>>(from: D) -> Result<[Cause; 6], D::Error> {
    Ok(<[Named; 6]>::deserialize(from)?.map(|Named(cause)| cause))
}
