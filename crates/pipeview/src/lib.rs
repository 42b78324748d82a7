//! The pipeline, instruction by instruction.
//!
//! A [`View`] listens to a part of a timed run ([`Window`]) and makes a [`Row`] of each instruction: when it was fetched, when
//! it entered the decoupling buffer, what it waited for, when it issued and retired, or which flush killed it. A [`Form`] writes
//! rows: [`Kanata`] for the viewer Konata, [`O3`] as gem5's O3PipeView, [`Chart`] as text or SVG; [`Last`]
//! keeps them for the question what the stages hold in a cycle.
#![forbid(unsafe_code)]

mod chart;
mod columns;
mod kanata;
mod last;
mod o3;
mod row;
mod view;

pub use chart::Chart;
pub use events::Window;
pub use kanata::Kanata;
pub use last::{Held, Last};
pub use o3::O3;
pub use row::{Access, Fate, Fetched, Form, Row, Span};
pub use view::View;
