//! The tables of `epicycle monitors`.

use super::{SampledMonitor, percent};
use crate::Style;

/// One table of errors in per cent, and in the plain style the most wrongly accused instructions of each sampler.
#[must_use]
pub fn monitors_table(monitors: &[SampledMonitor], style: Style) -> String {
    let heading = [
        "sampler",
        "period",
        "samples",
        "interrupts",
        "instruction %",
        "bundle %",
        "function %",
    ];
    let mut errors = style.table(&heading, 1);
    for monitor in monitors {
        let error = &monitor.error;
        let errors_of = [error.instruction, error.bundle, error.function].map(percent);
        let counts = [monitor.period, monitor.samples, monitor.interrupts].map(|n| n.to_string());
        let row = [monitor.name.clone()].into_iter().chain(counts);
        errors.add_row(row.chain(errors_of));
    }
    let mut text = errors.text();
    if style == Style::Plain {
        for monitor in monitors {
            accused(&mut text, monitor);
        }
    }
    text
}

fn accused(text: &mut String, monitor: &SampledMonitor) {
    if monitor.wrongly_accused.is_empty() {
        return;
    }
    text.push_str(&format!(
        "\n{}, one sample in {} {}: most wrongly accused\n",
        monitor.name, monitor.period, monitor.unit
    ));
    let mut table = Style::Plain.table(&["instruction", "accused %", "true %", "function"], 1);
    table.align_left(3);
    for place in &monitor.wrongly_accused {
        table.add_row([
            format!("{}.{}", place.address, place.slot),
            percent(place.accused),
            percent(place.truth),
            place.function.clone(),
        ]);
    }
    text.push_str(&table.text());
}
