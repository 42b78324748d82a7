//! Machine descriptions: TOML layered by `base`, with the origin of every value.
//!
//! [`load`] takes the name of a shipped config or the path of a TOML file, applies overrides, and answers with plain
//! structs ([`model::Machine`]) that the model crates read. Nothing is guessed: an unknown key names its nearest
//! relative, a value out of range says which file and line holds it, why it is wrong and what would be right.
#![forbid(unsafe_code)]

mod comment;
mod error;
mod keys;
mod layer;
mod limits;
mod load;
pub mod model;
pub mod number;
mod origin;
mod schema;
mod shipped;
mod validate;
mod view;

pub use error::Error;
pub use keys::{KeyDescription, describe, machine_schema};
pub use load::{Loaded, hash, is_path, load};
pub use model::Machine;
pub use origin::Origin;
pub use schema::file_schema;
pub use shipped::{SHIPPED, Shipped};
pub use view::{Difference, Setting, difference};
