//! The columns of a chart: a cycle each, without the middle of long stretches of cycles in which every row stays in its stage.

use std::fmt::Write as _;
use std::ops::Range;

/// Cycles that are shown at either end of such a stretch.
const SHOWN: u64 = 10;
/// Cycles of the longest stretch that is shown whole.
const LONGEST: u64 = 40;
/// Cycles between two numbers of the ruler.
const RULER: u64 = 10;

/// Stands in the column of cycles that are left out.
pub(crate) const LEFT_OUT: char = '~';

/// The columns. Between two ranges of cycles that are shown stands one for those that are left out.
pub(crate) struct Columns {
    /// Ascending, at least one.
    shown: Vec<Range<u64>>,
}

impl Columns {
    /// Columns of the cycles from the first change to the last. `changes`: cycles in which a row begins, goes to another stage, or is
    /// over, in any order.
    pub(crate) fn new(mut changes: Vec<u64>) -> Self {
        changes.sort_unstable();
        let mut from = changes.first().copied().unwrap_or(0);
        let last = changes.last().copied().unwrap_or(0).max(from + 1);
        let mut shown = Vec::new();
        let neighbours = changes.iter().zip(changes.iter().skip(1));
        for (&one, &next) in neighbours.filter(|(one, next)| *next - *one > LONGEST) {
            shown.push(from..one + SHOWN);
            from = next - SHOWN;
        }
        shown.push(from..last);
        Self { shown }
    }

    /// The first cycle and the one behind the last.
    pub(crate) fn extent(&self) -> (u64, u64) {
        let first = self.shown.first().map_or(0, |range| range.start);
        let last = self.shown.last().map_or(0, |range| range.end);
        (first, last)
    }

    /// Ranges of cycles that are shown.
    pub(crate) fn shown(&self) -> &[Range<u64>] {
        &self.shown
    }

    /// First cycles of the stretches that are left out.
    pub(crate) fn left_out(&self) -> impl Iterator<Item = u64> {
        let before = self.shown.len() - 1;
        self.shown.iter().take(before).map(|range| range.end)
    }

    /// Each column: its cycle, and whether it stands for this one and more that are left out.
    pub(crate) fn all(&self) -> impl Iterator<Item = (u64, bool)> {
        let last = self.extent().1;
        self.shown.iter().flat_map(move |range| {
            let left_out = (range.end < last).then_some((range.end, true));
            range.clone().map(|cycle| (cycle, false)).chain(left_out)
        })
    }

    /// The number of a cycle's column.
    pub(crate) fn of(&self, cycle: u64) -> u64 {
        let mut columns = 0;
        for range in &self.shown {
            if cycle < range.start {
                // Left out before the range: the column in front of it.
                return columns - 1;
            }
            if cycle < range.end {
                return columns + cycle - range.start;
            }
            columns += range.end - range.start + 1;
        }
        columns - 1
    }

    /// The numbers of cycles above their columns.
    pub(crate) fn ruler(&self) -> String {
        let (mut ruler, last) = (String::new(), self.extent().1);
        for range in &self.shown {
            for cycle in range.clone().step_by(RULER as usize) {
                let room = match range.end == last {
                    true => RULER,
                    false => RULER.min(range.end - cycle),
                } as usize;
                let number = (cycle % 100_000).to_string();
                let number = if number.len() < room { &number } else { "" };
                let _ = write!(ruler, "{number:room$}");
            }
            ruler.push(LEFT_OUT);
        }
        ruler.pop();
        ruler.truncate(ruler.trim_end().len());
        ruler
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_middle_of_a_long_stretch_without_a_change_has_one_column() {
        let columns = Columns::new(vec![5, 3, 50, 44, 400]);
        assert_eq!(columns.extent(), (3, 400));
        assert_eq!(columns.shown(), [3..60, 390..400]);
        assert!(columns.left_out().eq([60]));
        let expected: Vec<(u64, bool)> = (3..60)
            .map(|cycle| (cycle, false))
            .chain([(60, true)])
            .chain((390..400).map(|cycle| (cycle, false)))
            .collect();
        assert!(columns.all().eq(expected.iter().copied()));
        for (number, (cycle, _)) in (0..).zip(&expected) {
            assert_eq!(columns.of(*cycle), number, "{cycle}");
        }
        assert_eq!([columns.of(389), columns.of(390)], [57, 58]);
        assert_eq!(columns.of(400), 68, "behind the last");
        let ruler = "3         13        23        33        43        53     ~390";
        assert_eq!(columns.ruler(), ruler);
    }

    #[test]
    fn a_stretch_that_is_not_long_is_shown_whole() {
        let columns = Columns::new(vec![100, 140]);
        assert!(columns.all().eq((100..140).map(|cycle| (cycle, false))));
        assert_eq!(columns.left_out().count(), 0);
        assert_eq!(columns.ruler(), "100       110       120       130");
        assert_eq!(Columns::new(Vec::new()).extent(), (0, 1));
    }
}
