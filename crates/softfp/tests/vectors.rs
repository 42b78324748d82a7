//! "The same as the hardware's rules?": the floating-point groups of the project's instruction
//! vectors, computed by this crate alone.
//!
//! The vectors are not part of the repository. They are looked for in the directory that
//! `EPICYCLE_VECTORS` names (unpacked: `elf/` and `golden/`), then as `vectors.tar.zst` in
//! `../shared/vectors` beside the repository; the tests say so and pass when neither is there.

#[macro_use]
#[path = "../../../tests/skipped.rs"]
mod skipped;

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::OnceLock;

use epicycle_softfp::*;
use serde_json::Value;

/// The unpacked vectors: those given, or the archive unpacked in the target directory.
fn vectors() -> Option<&'static Path> {
    static PLACE: OnceLock<Option<PathBuf>> = OnceLock::new();
    PLACE
        .get_or_init(|| {
            if let Some(given) = std::env::var_os("EPICYCLE_VECTORS") {
                return Some(PathBuf::from(given));
            }
            let archive = Path::new(env!("CARGO_MANIFEST_DIR"))
                .join("../../../shared/vectors/vectors.tar.zst");
            if !archive.exists() {
                return None;
            }
            // One name for all runs: the archive never changes, and nothing piles up.
            let place = Path::new(env!("CARGO_TARGET_TMPDIR")).join("vectors");
            if !place.join("complete").exists() {
                std::fs::create_dir_all(&place).ok()?;
                let unpacked = Command::new("tar")
                    .args(["-I", "zstd -d --long=27", "-xf"])
                    .arg(&archive)
                    .arg("-C")
                    .arg(&place)
                    .status();
                if !unpacked.is_ok_and(|status| status.success()) {
                    return None;
                }
                std::fs::write(place.join("complete"), "").ok()?;
            }
            Some(place)
        })
        .as_deref()
}

fn word(bytes: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(bytes[at..at + 8].try_into().unwrap())
}

fn register(bytes: &[u8], at: usize) -> Fr {
    Fr::from_spill([word(bytes, at), word(bytes, at + 8)])
}

/// What an instruction can change, before and after.
#[derive(Clone, PartialEq)]
struct State {
    f9: Fr,
    fpsr: u64,
    r22: (u64, bool),
    pr: u64,
}

impl std::fmt::Debug for State {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let (r22, nat) = self.r22;
        write!(
            f,
            "f9={:?} fpsr={:016x} r22={r22:x}{} pr={:016x}",
            self.f9,
            self.fpsr,
            if nat { "n" } else { "" },
            self.pr
        )
    }
}

struct Inputs {
    f6: Fr,
    f7: Fr,
    f8: Fr,
    r20: (u64, bool),
}

impl State {
    fn predicate(&mut self, n: u32, value: bool) {
        self.pr = self.pr & !(1 << n) | (value as u64) << n;
    }

    fn deliver(&mut self, sf: u8, outcome: Flagged) {
        self.f9 = outcome.value;
        self.raise(sf, outcome.raised);
    }

    fn raise(&mut self, sf: u8, raised: Raised) {
        assert!(!raised.interrupts(), "the vectors mask all exceptions");
        self.fpsr = Fpsr(self.fpsr).with_flags(sf, raised.flags()).0;
    }

    fn compare(&mut self, sf: u8, complement: bool, outcome: Flagged<Option<bool>>) {
        self.predicate(8, outcome.value.is_some_and(|holds| holds != complement));
        self.predicate(9, outcome.value.is_some_and(|holds| holds == complement));
        self.raise(sf, outcome.raised);
    }

    fn approximate(&mut self, sf: u8, outcome: Flagged<(Fr, bool)>) {
        self.f9 = outcome.value.0;
        self.predicate(8, outcome.value.1);
        self.raise(sf, outcome.raised);
    }

    /// Executes one instruction of the vectors; `None` when it is not this crate's business.
    fn execute(&mut self, assembly: &str, x: &Inputs) -> Option<()> {
        let text = assembly.trim_start_matches("(p6) ");
        let qualified = text.len() == assembly.len() || self.pr >> 6 & 1 != 0;
        let (mnemonic, operands) = text.split_once(' ').unwrap_or((text, ""));
        let parts: Vec<&str> = mnemonic.split('.').collect();
        let sf = match parts.last() {
            Some(&"s1") => 1,
            Some(&"s2") => 2,
            Some(&"s3") => 3,
            _ => 0,
        };
        let has = |part: &str| parts[1..].contains(&part);
        let fpsr = Fpsr(self.fpsr);
        let (a, b, c) = (x.f6, x.f7, x.f8);
        let sources: Vec<&str> = operands
            .split_once('=')
            .map_or(vec![], |(_, sources)| sources.split(',').collect());
        let pc = if has("s") {
            Precision::Single
        } else if has("d") {
            Precision::Double
        } else {
            Precision::Dynamic
        };
        if !qualified {
            // Unqualified, an unconditional compare and the approximations clear their predicates.
            if has("unc") {
                self.predicate(8, false);
                self.predicate(9, false);
            }
            if parts[0].ends_with("rcpa") || parts[0].ends_with("rsqrta") {
                self.predicate(8, false);
            }
            return Some(());
        }
        match parts[0] {
            "fma" | "fms" | "fnma" => {
                let kind = match parts[0] {
                    "fma" => MulAdd::Fma,
                    "fms" => MulAdd::Fms,
                    _ => MulAdd::Fnma,
                };
                let source = |i: usize| match sources[i] {
                    "f0" => Fr::ZERO,
                    "f1" => Fr::ONE,
                    "f6" => a,
                    "f7" => b,
                    _ => c,
                };
                let (x, y, z) = (source(0), source(1), source(2));
                let outcome = match (sources[1], sources[2]) {
                    (_, "f0") => fmpy(kind, pc, x, y, fpsr, sf),
                    ("f1", _) => fadd(kind, pc, x, z, fpsr, sf),
                    _ => fma(kind, pc, x, y, z, fpsr, sf),
                };
                self.deliver(sf, outcome);
            }
            "fadd" => self.deliver(sf, fadd(MulAdd::Fma, pc, a, c, fpsr, sf)),
            "fsub" => self.deliver(sf, fadd(MulAdd::Fms, pc, a, c, fpsr, sf)),
            "fmpy" => self.deliver(sf, fmpy(MulAdd::Fma, pc, a, b, fpsr, sf)),
            "fnmpy" => self.deliver(sf, fmpy(MulAdd::Fnma, pc, a, b, fpsr, sf)),
            "fnorm" => self.deliver(sf, fmpy(MulAdd::Fma, pc, a, Fr::ONE, fpsr, sf)),
            "fpma" => self.deliver(sf, fpma(MulAdd::Fma, a, b, c, fpsr, sf)),
            "fpms" => self.deliver(sf, fpma(MulAdd::Fms, a, b, c, fpsr, sf)),
            "fpnma" => self.deliver(sf, fpma(MulAdd::Fnma, a, b, c, fpsr, sf)),
            "fpmpy" => self.deliver(sf, fpmpy(MulAdd::Fma, a, b, fpsr, sf)),
            "fpnmpy" => self.deliver(sf, fpmpy(MulAdd::Fnma, a, b, fpsr, sf)),
            "xma" | "xmpy" => {
                let kind = match parts[1] {
                    "l" => XmaKind::Low,
                    "h" => XmaKind::High,
                    _ => XmaKind::HighUnsigned,
                };
                self.f9 = xma(kind, a, b, if parts[0] == "xma" { c } else { Fr::ZERO });
            }
            "fcmp" => {
                let (a, b) = if matches!(parts[1], "gt" | "ge" | "ngt" | "nge") {
                    (b, a)
                } else {
                    (a, b)
                };
                let (relation, complement) = match parts[1] {
                    "eq" => (Relation::Eq, false),
                    "neq" => (Relation::Eq, true),
                    "lt" | "gt" => (Relation::Lt, false),
                    "nlt" | "ngt" => (Relation::Lt, true),
                    "le" | "ge" => (Relation::Le, false),
                    "nle" | "nge" => (Relation::Le, true),
                    "unord" => (Relation::Unord, false),
                    _ => (Relation::Unord, true),
                };
                self.compare(sf, complement, fcmp(relation, a, b, fpsr, sf));
            }
            "fclass" => {
                let mask: u32 = operands.rsplit(',').next()?.parse().ok()?;
                // The assembler adds both signs to a mask that names none.
                let mask = if mask & 3 == 0 { mask | 3 } else { mask };
                self.compare(sf, has("nm"), Flagged::quiet(a.fclass(mask)));
            }
            "fpcmp" => {
                let relation = match parts[1] {
                    "eq" => ParallelRelation::Eq,
                    "lt" => ParallelRelation::Lt,
                    "le" => ParallelRelation::Le,
                    "unord" => ParallelRelation::Unord,
                    "neq" => ParallelRelation::Neq,
                    "nlt" => ParallelRelation::Nlt,
                    "nle" => ParallelRelation::Nle,
                    _ => ParallelRelation::Ord,
                };
                self.deliver(sf, fpcmp(relation, a, b, fpsr, sf));
            }
            "fmin" | "fmax" | "famin" | "famax" | "fpmin" | "fpmax" | "fpamin" | "fpamax" => {
                let kind = match parts[0].trim_start_matches('f').trim_start_matches('p') {
                    "min" => MinMax::Min,
                    "max" => MinMax::Max,
                    "amin" => MinMax::Amin,
                    _ => MinMax::Amax,
                };
                let parallel = parts[0].starts_with("fp");
                self.deliver(
                    sf,
                    if parallel {
                        fpminmax(kind, a, b, fpsr, sf)
                    } else {
                        fminmax(kind, a, b, fpsr, sf)
                    },
                );
            }
            "fcvt" if parts[1] == "xf" => self.f9 = fcvt_xf(a),
            "fcvt" if parts[1] == "xuf" => {
                self.deliver(sf, fmpy(MulAdd::Fma, pc, a, Fr::ONE, fpsr, sf))
            }
            "fcvt" | "fpcvt" => {
                let kind = ToInteger {
                    unsigned: has("fxu"),
                    truncate: has("trunc"),
                };
                let convert = if parts[0] == "fcvt" {
                    fcvt_fx
                } else {
                    fpcvt_fx
                };
                self.deliver(sf, convert(kind, a, fpsr, sf));
            }
            "frcpa" => self.approximate(sf, frcpa(a, b, fpsr, sf)),
            "frsqrta" => self.approximate(sf, frsqrta(b, fpsr, sf)),
            "fprcpa" => self.approximate(sf, fprcpa(a, b, fpsr, sf)),
            "fprsqrta" => self.approximate(sf, fprsqrta(b, fpsr, sf)),
            "fmerge" | "fpmerge" => {
                let kind = match parts[1] {
                    "s" => Merge::Sign,
                    "ns" => Merge::NegSign,
                    _ => Merge::SignExp,
                };
                self.f9 = if parts[0] == "fmerge" {
                    fmerge(kind, a, b)
                } else {
                    fpmerge(kind, a, b)
                };
            }
            "mov" => self.f9 = fmerge(Merge::Sign, a, a),
            "fabs" => self.f9 = fmerge(Merge::Sign, Fr::ZERO, a),
            "fneg" => self.f9 = fmerge(Merge::NegSign, a, a),
            "fnegabs" => self.f9 = fmerge(Merge::NegSign, Fr::ZERO, a),
            "fpabs" => self.f9 = fpmerge(Merge::Sign, Fr::ZERO, a),
            "fpneg" => self.f9 = fpmerge(Merge::NegSign, a, a),
            "fpnegabs" => self.f9 = fpmerge(Merge::NegSign, Fr::ZERO, a),
            "fmix" => {
                let kind = match parts[1] {
                    "l" => Mix::Left,
                    "r" => Mix::Right,
                    _ => Mix::LeftRight,
                };
                self.f9 = fmix(kind, a, b);
            }
            "fsxt" => {
                self.f9 = if parts[1] == "l" {
                    fsxt_left(a, b)
                } else {
                    fsxt_right(a, b)
                }
            }
            "fpack" => self.f9 = fpack(a, b),
            "fswap" => {
                let kind = match parts.get(1) {
                    Some(&"nl") => Swap::NegLeft,
                    Some(&"nr") => Swap::NegRight,
                    _ => Swap::Plain,
                };
                self.f9 = fswap(kind, a, b);
            }
            "fand" => self.f9 = flogic(Logic::And, a, b),
            "fandcm" => self.f9 = flogic(Logic::AndCm, a, b),
            "for" => self.f9 = flogic(Logic::Or, a, b),
            "fxor" => self.f9 = flogic(Logic::Xor, a, b),
            "fselect" => self.f9 = fselect(a, b, c),
            "fsetc" => {
                let mut masks = operands.split(',').map(|mask| mask.trim().parse().unwrap());
                self.fpsr = fpsr
                    .fsetc(sf, masks.next()?, masks.next()?)
                    .expect("no reserved controls in the vectors")
                    .0;
            }
            "fclrf" => self.fpsr = fpsr.fclrf(sf).0,
            "fchkf" => self.r22 = (if fpsr.fchkf(sf) { 2 } else { 1 }, false),
            "chk" => self.r22 = (if a.is_nat() { 2 } else { 1 }, false),
            "getf" => {
                let value = match parts[1] {
                    "s" => a.to_single() as u64,
                    "d" => a.to_double(),
                    "exp" => a.to_exponent(),
                    _ => a.sig,
                };
                self.r22 = (value, a.is_nat());
            }
            "setf" => {
                let value = match parts[1] {
                    "s" => Fr::from_single(x.r20.0 as u32),
                    "d" => Fr::from_double(x.r20.0),
                    "exp" => Fr::from_exponent(x.r20.0),
                    _ => Fr::from_integer(x.r20.0),
                };
                self.f9 = if x.r20.1 { Fr::NATVAL } else { value };
            }
            _ => return None,
        }
        Some(())
    }
}

/// Runs every form of the files whose names start with `prefix`, except those of which `execute`
/// knows nothing, and reports the first differences of each form.
fn check(prefix: &str) {
    let Some(place) = vectors() else {
        skipped!("no vectors in EPICYCLE_VECTORS or ../shared/vectors");
        return;
    };
    let mut names: Vec<String> = std::fs::read_dir(place.join("elf"))
        .unwrap()
        .filter_map(|entry| {
            entry
                .unwrap()
                .file_name()
                .into_string()
                .ok()?
                .strip_suffix(".json")
                .map(str::to_owned)
        })
        .filter(|name| name.starts_with(prefix))
        .collect();
    names.sort();
    assert!(
        !names.is_empty(),
        "no vectors called {prefix}* in {}",
        place.display()
    );
    let (mut cases, mut wrong) = (0, BTreeMap::<String, (usize, String)>::new());
    for name in names {
        let read = |path: String| std::fs::read(place.join(path)).unwrap();
        let meta: Value = serde_json::from_slice(&read(format!("elf/{name}.json"))).unwrap();
        let (table, golden) = (
            read(format!("elf/{name}.tab")),
            read(format!("golden/{name}.bin")),
        );
        let base = meta["table_addr"].as_u64().unwrap() as usize;
        for form in meta["insts"].as_array().unwrap() {
            let number = |key: &str| form[key].as_u64().unwrap() as usize;
            let (start, count, size, offset) = (
                number("start"),
                number("count"),
                number("rec"),
                number("off"),
            );
            let assembly = form["asm"][0].as_str().unwrap();
            if size != 48 {
                continue;
            }
            for case in 0..count {
                let at = (start + case) * 128;
                let unat = word(&table, at + 80);
                let nat = |offset: usize| unat >> ((base + at + offset) >> 3 & 63) & 1 != 0;
                let inputs = Inputs {
                    f6: register(&table, at),
                    f7: register(&table, at + 16),
                    f8: register(&table, at + 32),
                    r20: (word(&table, at + 88), nat(88)),
                };
                let before = State {
                    f9: register(&table, at + 48),
                    fpsr: word(&table, at + 64),
                    r22: (word(&table, at + 96), nat(96)),
                    pr: word(&table, at + 72),
                };
                let mut got = before.clone();
                let Some(()) = got.execute(assembly, &inputs) else {
                    break;
                };
                let at = offset + case * size;
                let out_unat = word(&golden, at + 40);
                let want = State {
                    f9: register(&golden, at),
                    fpsr: word(&golden, at + 16),
                    r22: (
                        word(&golden, at + 24),
                        out_unat >> ((case * size + 24) >> 3 & 63) & 1 != 0,
                    ),
                    pr: word(&golden, at + 32),
                };
                cases += 1;
                // Spilled with NaT, the value of a general register is not defined.
                if got.r22.1 && want.r22.1 {
                    got.r22 = want.r22;
                }
                // Bit 0 always reads as 1; the program's table does not have to say so.
                got.pr |= 1;
                if got != want {
                    let entry = wrong
                        .entry(form["name"].as_str().unwrap().to_owned())
                        .or_default();
                    entry.0 += 1;
                    if entry.0 <= 2 {
                        entry.1 += &format!(
                            "\n  {name} {case}: {assembly}\n    f6={:?} f7={:?} f8={:?} r20={:x?} before {before:?}\n    want {want:?}\n    got  {got:?}",
                            inputs.f6, inputs.f7, inputs.f8, inputs.r20
                        );
                    }
                }
            }
        }
    }
    println!("{prefix}: {cases} cases");
    assert!(cases > 0);
    let report: String = wrong
        .iter()
        .map(|(form, (n, text))| format!("\n{form}: {n} wrong{text}"))
        .collect();
    assert!(wrong.is_empty(), "{} forms differ{report}", wrong.len());
}

#[test]
fn multiply_add_gives_the_bits_and_flags_of_the_vectors() {
    check("fma_");
}

#[test]
fn compares_conversions_and_status_instructions_give_the_results_of_the_vectors() {
    check("fcmp_");
}

#[test]
fn reciprocal_approximations_give_the_bits_and_predicates_of_the_vectors() {
    check("rcp");
}

#[test]
fn parallel_logical_and_transfer_instructions_give_the_bits_of_the_vectors() {
    check("fpx_");
}
