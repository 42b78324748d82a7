//! Ranges and opcode matchers: their debug registers, and the control registers that put them to use.

use super::{Context, Programming};
use crate::error::{Fatal, fatal};
use crate::ranges::{Cover, PAIRS, Pair, Range, cover, enclose};
use crate::symbols::{SymbolKind, address, range};
use pmu::{RETIREMENT, Tagging};

/// Log2 of the bytes of the aligned block in which a fine range of Itanium 2 has to lie.
const PAGE: u32 = 12;
/// Bytes of a bundle.
const BUNDLE: u64 = 16;

/// A range with the debug register pairs that it gets.
struct Placed {
    range: Range,
    /// The pairs that hold it, each once.
    cover: Cover,
    /// The same in register order, repeated where it has to stand beside several pairs or matchers.
    pairs: Vec<Pair>,
    /// Itanium 2: two pairs hold the first and the last address.
    fine: bool,
}

impl Placed {
    fn new(range: Range) -> Placed {
        let cover = cover(range);
        let pairs = cover.pairs.clone();
        Placed {
            range,
            cover,
            pairs,
            fine: false,
        }
    }

    fn repeated(range: Range, cover: Cover, pairs: impl Fn(&Cover) -> Vec<Pair>) -> Placed {
        let pairs = pairs(&cover);
        Placed {
            range,
            cover,
            pairs,
            fine: false,
        }
    }

    /// The same range in each pair, as Itanium 2's retirement events need it: each of them counts by the tag of one
    /// pair. Exact if the range is one aligned power of two, or lies inside one page, where two pairs hold its bounds (fine mode);
    /// else the smallest aligned power of two around it.
    fn in_each_pair(range: Range) -> Placed {
        let cover = enclose(range, 1);
        let exact = cover.start_offset == 0 && cover.end_offset == 0;
        if exact || range.start >> PAGE != (range.end - 1) >> PAGE {
            return Placed::repeated(range, cover, |cover| cover.pairs.repeat(PAIRS));
        }
        let bounds = [range.start, range.end - BUNDLE].map(|base| Pair {
            base,
            mask: 0x00ff_ffff_ffff_ffff,
        });
        let pairs = vec![bounds[0], bounds[0], bounds[1], bounds[1]];
        Placed {
            range,
            cover: Cover {
                pairs: bounds.to_vec(),
                start_offset: 0,
                end_offset: 0,
            },
            pairs,
            fine: true,
        }
    }
}

/// Places a code and a data range on Itanium 2. It checks code pair n, data pair n and a matcher (PMC8 for even n, PMC9 for odd n)
/// together, and an event counts what one of the four combinations lets through. So every combination of a block of code, a block of
/// data and a matcher takes a pair number of its own. Of the ways to share the four between blocks of code and of data that one is
/// taken whose pairs exceed the ranges least; on a tie the one with more pairs for code.
fn combine(
    code: Option<Range>,
    data: Option<Range>,
    both_matchers: bool,
    retirement: bool,
) -> (Option<Placed>, Option<Placed>) {
    if let (Some(code), None, true) = (code, data, retirement) {
        return (Some(Placed::in_each_pair(code)), None);
    }
    let matchers = if both_matchers { 2 } else { 1 };
    let pairs = PAIRS / matchers;
    let excess = |cover: &Cover| cover.start_offset.saturating_add(cover.end_offset);
    let repeat = |pair: &Pair, times: usize| std::iter::repeat_n(*pair, times);
    let (Some(code), Some(data)) = (code, data) else {
        let place = |range: Range| {
            Placed::repeated(range, enclose(range, pairs), |cover| {
                let each = |pair| repeat(pair, matchers);
                cover.pairs.iter().flat_map(each).collect()
            })
        };
        return (code.map(place), data.map(place));
    };
    let shares = [(pairs, 1), (pairs / 2, 2), (1, pairs)];
    let covers = shares.map(|(for_code, for_data)| {
        let share = |range, pairs: usize| enclose(range, pairs.max(1));
        (share(code, for_code), share(data, for_data))
    });
    let best = covers
        .into_iter()
        .filter(|(code, data)| code.pairs.len() * data.pairs.len() <= pairs)
        .min_by_key(|(code, data)| excess(code).saturating_add(excess(data)));
    let (code_cover, data_cover) = best.unwrap_or_else(|| (enclose(code, 1), enclose(data, 1)));
    let times = (code_cover.pairs.len(), data_cover.pairs.len());
    (
        Some(Placed::repeated(code, code_cover, |cover| {
            let each = |pair| repeat(pair, times.1 * matchers);
            cover.pairs.iter().flat_map(each).collect()
        })),
        Some(Placed::repeated(data, data_cover, |cover| {
            let each = |pair| repeat(pair, matchers);
            let once: Vec<Pair> = cover.pairs.iter().flat_map(each).collect();
            once.repeat(times.0)
        })),
    )
}

impl Context<'_> {
    /// Programs what restricts instructions and data.
    pub(super) fn constrain(
        &self,
        programming: &mut Programming,
        matchers: [Option<u64>; 2],
    ) -> Result<(), Fatal> {
        let (mut code_lines, mut data_lines) = (Vec::new(), Vec::new());
        let code = self.code(&mut code_lines)?;
        let data = self.data(&mut data_lines)?;
        let (code, data) = match self.facts.tagging {
            Tagging::Joint => (code.map(Placed::new), data.map(Placed::new)),
            Tagging::Paired => {
                let retirement = programming
                    .events
                    .iter()
                    .any(|measured| measured.event.code == RETIREMENT);
                combine(code, data, matchers.iter().all(Option::is_some), retirement)
            }
        };
        let mut install = |lines, placed: &Option<Placed>| {
            programming.verbose.extend::<Vec<String>>(lines);
            let install = |placed| self.install(programming, placed);
            placed.as_ref().map_or_else(Vec::new, install)
        };
        let ibrs = install(code_lines, &code);
        let dbrs = install(data_lines, &data);
        for unit in &mut programming.units {
            unit.ibrs.clone_from(&ibrs);
            unit.dbrs.clone_from(&dbrs);
        }
        let pairs = |placed: &Option<Placed>| placed.as_ref().map(|placed| placed.pairs.len());
        let fine = code.as_ref().is_some_and(|code| code.fine);
        let (code, data) = (pairs(&code), pairs(&data));
        match self.facts.tagging {
            Tagging::Joint => self.constrain_itanium(programming, matchers, code, data),
            Tagging::Paired => self.constrain_itanium2(programming, matchers, code, data, fine),
        }
        Ok(())
    }

    fn code(&self, lines: &mut Vec<String>) -> Result<Option<Range>, Fatal> {
        let options = self.options;
        if let Some(text) = &options.checkpoint {
            let start = match self.symbols.find(text, SymbolKind::Code) {
                Some(_) => range(text, SymbolKind::Code, self.symbols, lines)?.start,
                None => address(text, SymbolKind::Code, self.symbols)?,
            };
            aligned(start, "start")?;
            lines.push(format!("checkpoint function at 0x{start:x}"));
            let end = start.saturating_add(16);
            return Ok(Some(Range { start, end }));
        }
        let Some(text) = &options.irange else {
            return Ok(None);
        };
        let found = range(text, SymbolKind::Code, self.symbols, lines)?;
        let Range { start, end } = found;
        aligned(start, "start")?;
        aligned(end, "end")?;
        lines.push(format!(
            "irange is [0x{start:x}-0x{end:x})={} bytes",
            end - start
        ));
        Ok(Some(found))
    }

    fn data(&self, lines: &mut Vec<String>) -> Result<Option<Range>, Fatal> {
        let Some(text) = &self.options.drange else {
            return Ok(None);
        };
        let found = range(text, SymbolKind::Data, self.symbols, lines)?;
        let Range { start, end } = found;
        lines.push(format!(
            "drange is [0x{start:x}-0x{end:x})={} bytes",
            end - start
        ));
        Ok(Some(found))
    }

    /// Debug registers of a range, with the lines that pfmon prints about them.
    fn install(&self, programming: &mut Programming, placed: &Placed) -> Vec<(usize, u64)> {
        let plm = self.plm();
        let Placed {
            range,
            cover,
            pairs,
            fine,
        } = placed;
        programming.verbose.push(format!(
            "[0x{:x}-0x{:x}): {} register pair(s){}",
            range.start,
            range.end,
            pairs.len(),
            if *fine { ", fine mode" } else { "" }
        ));
        programming.verbose.push(format!(
            "start offset: -0x{:x} end_offset: +0x{:x}",
            cover.start_offset, cover.end_offset
        ));
        if cover.start_offset != 0 || cover.end_offset != 0 {
            programming.warnings.push(format!(
                "warning: [0x{:x}-0x{:x}) is widened to what register pairs hold: 0x{:x} bytes before it and 0x{:x} behind it are measured too",
                range.start, range.end, cover.start_offset, cover.end_offset
            ));
        }
        if !cover.is_whole(*range) {
            programming.warnings.push(format!(
                "warning: [0x{:x}-0x{:x}) is not covered whole: a register pair compares address bits 63:56",
                range.start, range.end
            ));
        }
        let mut registers = Vec::new();
        for (number, pair) in pairs.iter().enumerate() {
            let (even, odd) = (2 * number, 2 * number + 1);
            programming.verbose.push(format!(
                "brp{number}:  db{even}: 0x{:016x} db{odd}: plm=0x{plm:x} mask=0x{:016x} end=0x{:016x}",
                pair.base,
                pair.mask,
                pair.end()
            ));
            registers.push((even, pair.base));
            registers.push((odd, u64::from(plm) << 56 | pair.mask));
        }
        registers
    }

    /// Itanium: PMC13 for the code range, PMC11 for the data range.
    fn constrain_itanium(
        &self,
        programming: &mut Programming,
        matchers: [Option<u64>; 2],
        code: Option<usize>,
        data: Option<usize>,
    ) {
        if code.is_some() {
            self.everywhere(programming, 13, 0x0003_ffff_0000_0000);
        }
        if data.is_some() {
            for unit in &mut programming.units {
                // Clear the pass bit, keeping an event address register's control.
                match unit.pmcs.iter_mut().find(|(index, _)| *index == 11) {
                    Some((_, value)) => *value &= !(1 << 28),
                    None => unit.pmcs.push((11, 0)),
                }
            }
        }
        for (index, value) in (8..).zip(matchers) {
            if let Some(value) = value {
                self.everywhere(programming, index, value);
            }
        }
    }

    /// Itanium 2: PMC14 for code ranges, PMC13 for data ranges, PMC15 for matchers, a field of each for each pair.
    fn constrain_itanium2(
        &self,
        programming: &mut Programming,
        matchers: [Option<u64>; 2],
        code: Option<usize>,
        data: Option<usize>,
        fine: bool,
    ) {
        let used = code.max(data);
        if let Some(pairs) = code {
            // Pairs in use check their range, the others none.
            let checked: u64 = (0..pairs).map(|pair| 1u64 << (1 + 3 * pair)).sum();
            self.everywhere(programming, 14, 0xdb6 & !checked | u64::from(fine) << 13);
        }
        let opcode = matchers.iter().any(Option::is_some);
        if let Some(pairs) = data {
            let constraint = if code.is_some() || opcode { 0u64 } else { 2 };
            let mut value = 0x0078_fefe_fefe;
            for pair in 0..pairs {
                value = value & !(3 << (3 + 8 * pair))
                    | constraint << (3 + 8 * pair)
                    | 1 << (45 + pair);
            }
            self.everywhere(programming, 13, value);
        }
        if !opcode {
            return;
        }
        // With ranges, a single matcher goes to both registers: the ranges are in even and in odd pairs.
        let [eighth, ninth] = matchers;
        let [eighth, ninth] = match used {
            Some(_) => [eighth.or(ninth), ninth.or(eighth)],
            None => matchers,
        };
        let mut ignored = 0xf;
        for (register, value) in [eighth, ninth].into_iter().enumerate() {
            let Some(value) = value else { continue };
            // Bit 2 must be set.
            self.everywhere(programming, 8 + register, value | 4);
            for pair in (register..used.unwrap_or(PAIRS)).step_by(2) {
                ignored &= !(1 << pair);
            }
        }
        self.everywhere(programming, 15, ignored);
    }
}

/// Refuses a bound of a code range inside a bundle.
fn aligned(address: u64, side: &str) -> Result<(), Fatal> {
    if address & 0xf != 0 {
        return fatal(format!(
            "code range does not {side} on bundle boundary : 0x{address:x}"
        ));
    }
    Ok(())
}
