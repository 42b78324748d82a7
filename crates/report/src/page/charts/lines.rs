//! Lines over the values of a key.

use maud::html;

use super::{Chart, Numbers, Section, colour, legend, number, short};
use crate::render::grouped;

const WIDTH: f64 = 620.0;
const HEIGHT: f64 = 240.0;
const LEFT: f64 = 62.0;
const MARGIN: f64 = 8.0;

/// One line: its name, and its cycles by value of the key.
pub(super) struct Series {
    pub(super) name: String,
    /// Place of the value in the list of all values, and cycles; in the order of the values.
    pub(super) points: Vec<(usize, u64)>,
}

/// The cycles of series over those at the first value of each.
pub(super) fn chart(
    name: String,
    title: String,
    key: &str,
    values: &[(f64, String)],
    series: &[Series],
) -> Chart {
    let ratios: Vec<Vec<(usize, f64)>> = series
        .iter()
        .map(|line| {
            let first = line.points.first().map_or(1, |point| point.1.max(1)) as f64;
            let ratio = |&(place, cycles): &(usize, u64)| (place, cycles as f64 / first);
            line.points.iter().map(ratio).collect()
        })
        .collect();
    let all = || ratios.iter().flatten().map(|point| point.1);
    let (low, high) = (all().fold(1.0, f64::min), all().fold(1.0, f64::max));
    // A narrow range is not spread over the whole height.
    let room = ((high - low) * 0.08).max(0.01);
    let (low, high) = ((low - room).max(0.0), high + room);
    let places = scale(values);
    let x = |place: usize| LEFT + places[place] * (WIDTH - LEFT - 40.0);
    let top = MARGIN + 6.0;
    let y = |ratio: f64| top + (high - ratio) / (high - low) * HEIGHT;
    let names: Vec<String> = series.iter().map(|line| line.name.clone()).collect();
    let (legend, legend_height) = legend(&names, LEFT, top + HEIGHT + 44.0, WIDTH);
    let ticks = [0.0, 0.25, 0.5, 0.75, 1.0].map(|part| low + (high - low) * part);
    let drawing = html! {
        @for tick in ticks {
            line class="grid" x1=(number(LEFT)) x2=(number(WIDTH - 20.0)) y1=(number(y(tick))) y2=(number(y(tick))) {}
            text class="e" x=(number(LEFT - 6.0)) y=(number(y(tick) + 4.0)) { (format!("{tick:.3}")) }
        }
        @for (place, (_, text)) in values.iter().enumerate() {
            line class="grid" x1=(number(x(place))) x2=(number(x(place))) y1=(number(top)) y2=(number(top + HEIGHT)) {}
            text class="m" x=(number(x(place))) y=(number(top + HEIGHT + 15.0)) { (short(text)) }
        }
        text class="m b" x=(number(LEFT + (WIDTH - LEFT) / 2.0)) y=(number(top + HEIGHT + 33.0)) { (short(key)) }
        @for (place, (line, ratios)) in series.iter().zip(&ratios).enumerate() {
            polyline class={ "line " (colour(place)) } points=(ratios.iter().map(|&(at, ratio)| format!("{},{}", number(x(at)), number(y(ratio)))).collect::<Vec<_>>().join(" ")) {}
            @for (&(at, ratio), &(_, cycles)) in ratios.iter().zip(&line.points) {
                circle class=(colour(place)) cx=(number(x(at))) cy=(number(y(ratio))) r="3.5" {
                    title { (line.name) ", " (key) "=" (values[at].1) ": " (grouped(cycles)) " cycles" }
                }
            }
        }
        (legend)
    };
    let mut heading = vec![key.to_owned()];
    heading.extend(names);
    let rows = values.iter().enumerate().map(|(at, (_, text))| {
        let cycles = |line: &Series| {
            let point = line.points.iter().find(|point| point.0 == at);
            point.map_or_else(|| "-".to_owned(), |point| point.1.to_string())
        };
        std::iter::once(text.clone())
            .chain(series.iter().map(cycles))
            .collect()
    });
    Chart {
        name,
        section: Section::Sweeps,
        title,
        description: format!("Cycles over those at the first value of {key}"),
        width: WIDTH,
        height: top + HEIGHT + 44.0 + legend_height,
        drawing,
        numbers: Numbers {
            heading,
            rows: rows.collect(),
            names: 1,
        },
    }
}

/// Places of ascending values between 0 and 1: by logarithm where they span more than a factor of six.
fn scale(values: &[(f64, String)]) -> Vec<f64> {
    let numbers: Vec<f64> = values.iter().map(|value| value.0).collect();
    let (first, last) = (numbers[0], numbers[numbers.len() - 1]);
    let logarithmic = first > 0.0 && last / first > 6.0;
    let place = |value: f64| if logarithmic { value.ln() } else { value };
    let span = place(last) - place(first);
    let scaled = numbers.iter().map(|&value| match span > 0.0 {
        true => (place(value) - place(first)) / span,
        false => 0.5,
    });
    scaled.collect()
}

#[cfg(test)]
mod tests {
    use super::scale;

    #[test]
    fn wide_ranges_are_logarithmic_and_narrow_ones_linear() {
        let scaled = |values: &[f64]| {
            let values: Vec<_> = values.iter().map(|&it| (it, String::new())).collect();
            scale(&values)
        };
        assert_eq!(scaled(&[0.0, 1.0, 4.0]), [0.0, 0.25, 1.0]);
        let wide = scaled(&[1.0, 4.0, 16.0]);
        assert!((wide[1] - 0.5).abs() < 1e-12, "{wide:?}");
    }
}
