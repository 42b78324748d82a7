//! What `epicycle monitors` says of samplers: types of its JSON, table, plot.

mod plot;
mod table;

pub use plot::monitors_plot;
pub use table::monitors_table;

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// One sampler with one period, and how far its profile is from the true one.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct SampledMonitor {
    /// Its name.
    pub name: String,
    /// Events for each sample.
    pub period: u64,
    /// The events that the period counts.
    pub unit: String,
    /// Samples that accuse an instruction.
    pub samples: u64,
    /// Interrupts that they cost.
    pub interrupts: u64,
    /// Total variation distance between the accused shares and the true ones; without a sample 1.
    pub error: MonitorError,
    /// At most ten instructions whose accused share exceeds the true one by most, the worst first.
    pub wrongly_accused: Vec<Accused>,
}

/// Total variation distance, 0 to 1, of profiles by place.
#[derive(Clone, Copy, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct MonitorError {
    /// By instruction.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub instruction: f64,
    /// By bundle.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub bundle: f64,
    /// By function.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub function: f64,
}

/// An instruction with the shares of the time that it took and that it is accused of.
#[derive(Clone, Debug, Serialize, Deserialize, JsonSchema, PartialEq)]
#[serde(deny_unknown_fields)]
pub struct Accused {
    /// Address of its bundle, hexadecimal with `0x`.
    #[schemars(regex(pattern = "^0x[0-9a-f]+$"))]
    pub address: String,
    /// Slot in the bundle; an instruction of two slots stands at the second of them.
    #[schemars(range(max = 2))]
    pub slot: u8,
    /// The function that covers it.
    pub function: String,
    /// Share of the cycles that is its own.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub truth: f64,
    /// Share of the samples that accuse it.
    #[schemars(range(min = 0.0, max = 1.0))]
    pub accused: f64,
}

/// A share in per cent, two decimals.
fn percent(share: f64) -> String {
    format!("{:.2}", 100.0 * share)
}
