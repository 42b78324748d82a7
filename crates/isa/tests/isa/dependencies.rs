//! Does the dependency checker find each kind of violation, and nothing where the manual allows a pair?

use crate::common::{Random, bundle, lone, place, random_row, slot};
use isa::dependencies::{Checker, Site};
use isa::{Instruction, Unit, decode};

/// Findings in bundles one after the other, shortened to hazard, resource and semantics.
fn check(strict: bool, bundles: &[u128]) -> Vec<String> {
    let mut found = Vec::new();
    let mut checker = Checker::new(strict);
    for (n, bits) in bundles.iter().enumerate() {
        checker.bundle(16 * n as u64, &decode(*bits), &mut |violation| {
            let text = violation.to_string();
            let (_, rest) = text.split_once(": ").unwrap_or_default();
            found.push(
                rest.split_once(": ")
                    .map_or(rest, |(what, _)| what)
                    .to_owned(),
            );
        });
    }
    found
}

const NOP: u64 = 0x8000000;

/// Two instructions, in order, without a stop between them, and a stop after.
fn pair(first: (Unit, u64), second: (Unit, u64)) -> Vec<String> {
    let one = |(unit, bits), stop| {
        let (template, at) = place(unit);
        // The lowest bit of a template adds the stop.
        let mut slots = [NOP; 3];
        slots[at] = bits;
        bundle(template | stop, slots)
    };
    check(false, &[one(first, 0), one(second, 1)])
}

fn nothing() -> Vec<String> {
    Vec::new()
}

fn m(syntax: &str, fields: &[(&str, u64)]) -> (Unit, u64) {
    (Unit::M, slot(syntax, fields))
}

fn i(syntax: &str, fields: &[(&str, u64)]) -> (Unit, u64) {
    (Unit::I, slot(syntax, fields))
}

fn f(syntax: &str, fields: &[(&str, u64)]) -> (Unit, u64) {
    (Unit::F, slot(syntax, fields))
}

fn b(syntax: &str, fields: &[(&str, u64)]) -> (Unit, u64) {
    (Unit::B, slot(syntax, fields))
}

const ADD: &str = "add r1 = r2, r3";
const CMP: &str = "cmp.eq p1, p2 = r2, r3";

#[test]
fn a_register_written_and_read_in_one_group_is_found() {
    let write = m(ADD, &[("r1", 8), ("r2", 9), ("r3", 10)]);
    let read = m(ADD, &[("r1", 11), ("r2", 8), ("r3", 9)]);
    assert_eq!(pair(write, read), ["RAW on GR8 (impliedF)"]);
    assert_eq!(
        pair(read, write),
        nothing(),
        "reading before writing is fine"
    );
}

#[test]
fn a_register_written_twice_is_found() {
    let write = m(ADD, &[("r1", 8), ("r2", 9), ("r3", 10)]);
    assert_eq!(pair(write, write), ["WAW on GR8 (impliedF)"]);
}

#[test]
fn a_stop_separates() {
    let write = slot(ADD, &[("r1", 8), ("r2", 9), ("r3", 10)]);
    let read = slot(ADD, &[("r1", 11), ("r2", 8), ("r3", 9)]);
    assert_eq!(check(false, &[bundle(0x0a, [write, read, NOP])]), nothing());
    assert_eq!(
        check(false, &[bundle(0x08, [write, read, NOP])]),
        ["RAW on GR8 (impliedF)"]
    );
    assert_eq!(
        check(
            false,
            &[
                bundle(0x00, [write, NOP, NOP]),
                bundle(0x02, [NOP, read, NOP])
            ]
        ),
        ["RAW on GR8 (impliedF)"],
        "the end of a bundle does not"
    );
}

#[test]
fn r0_f0_f1_and_p0_have_no_dependencies() {
    let write = m(ADD, &[("r1", 0), ("r2", 9), ("r3", 10)]);
    assert_eq!(pair(write, write), nothing());
    let compare = m(CMP, &[("p1", 6), ("p2", 0), ("r2", 9), ("r3", 10)]);
    let other = m(CMP, &[("p1", 7), ("p2", 0), ("r2", 9), ("r3", 10)]);
    assert_eq!(pair(compare, other), nothing());
}

#[test]
fn a_compare_decides_a_branch_of_its_group_but_nothing_else() {
    let compare = m(CMP, &[("p1", 6), ("p2", 7), ("r2", 9), ("r3", 10)]);
    assert_eq!(
        pair(compare, b("br.cond target25c", &[("qp", 6)])),
        nothing()
    );
    assert_eq!(
        pair(compare, m("nop.m imm21", &[("qp", 6)])),
        ["RAW on PR6 (impliedF)"]
    );
    let add = m(ADD, &[("qp", 7), ("r1", 8), ("r2", 9), ("r3", 10)]);
    assert_eq!(pair(compare, add), ["RAW on PR7 (impliedF)"]);
}

#[test]
fn a_floating_point_compare_does_not_decide_a_branch_of_its_group() {
    let compare = f(
        "fcmp.eq p1, p2 = f2, f3",
        &[("p1", 6), ("p2", 7), ("f2", 8), ("f3", 9)],
    );
    assert_eq!(
        pair(compare, b("br.cond target25c", &[("qp", 6)])),
        ["RAW on PR6 (impliedF)"]
    );
}

#[test]
fn parallel_compares_of_one_type_join_and_of_two_types_do_not() {
    let fields = [("p1", 6), ("p2", 7), ("r2", 9), ("r3", 10)];
    let and = m("cmp.eq.and p1, p2 = r2, r3", &fields);
    let or = m("cmp.eq.or p1, p2 = r2, r3", &fields);
    let both = m("cmp.eq.or.andcm p1, p2 = r2, r3", &fields);
    assert_eq!(pair(and, and), nothing());
    assert_eq!(pair(or, or), nothing());
    assert_eq!(pair(both, both), nothing());
    assert_eq!(
        pair(and, or),
        ["WAW on PR6 (impliedF)", "WAW on PR7 (impliedF)"]
    );
    assert_eq!(
        pair(and, both),
        ["WAW on PR6 (impliedF)"],
        "or on p1, andcm on p2"
    );
    assert_eq!(pair(or, both), ["WAW on PR7 (impliedF)"]);
}

#[test]
fn a_check_load_gives_its_value_to_the_group_but_not_its_base_register() {
    let load = m(
        "ld8.c.clr r1 = [r3], imm9b",
        &[("r1", 8), ("r3", 9), ("@13", 8)],
    );
    let value = m(ADD, &[("r1", 11), ("r2", 8), ("r3", 10)]);
    let base = m(ADD, &[("r1", 11), ("r2", 9), ("r3", 10)]);
    assert_eq!(pair(load, value), nothing());
    assert_eq!(pair(load, base), ["RAW on GR9 (impliedF)"]);
    assert_eq!(
        pair(load, load).len(),
        3,
        "twice the same load: its base twice, its target once"
    );
}

#[test]
fn an_incremented_base_register_is_a_result() {
    let load = m("ld8 r1 = [r3], imm9b", &[("r1", 8), ("r3", 9), ("@13", 8)]);
    let store = m("st8 [r3] = r2", &[("r2", 10), ("r3", 9)]);
    assert_eq!(pair(load, store), ["RAW on GR9 (impliedF)"]);
}

#[test]
fn chk_a_is_about_the_alat_and_chk_s_about_the_register() {
    let advanced = m("ld8.a r1 = [r3]", &[("r1", 8), ("r3", 9)]);
    assert_eq!(
        pair(advanced, m("chk.a.nc r1, target25c", &[("r1", 8)])),
        nothing()
    );
    let speculative = m("ld8.s r1 = [r3]", &[("r1", 8), ("r3", 9)]);
    let check = m("chk.s.m r2, target25b", &[("r2", 8)]);
    assert_eq!(pair(speculative, check), ["RAW on GR8 (impliedF)"]);
}

#[test]
fn a_branch_register_may_be_set_for_a_branch_but_not_read_back() {
    let set = i("mov b1 = r2, tag13b", &[("b1", 6), ("r2", 9), ("@20", 1)]);
    assert_eq!(pair(set, b("br.cond b2", &[("b2", 6)])), nothing());
    assert_eq!(
        pair(set, b("br.call b1 = b2", &[("b1", 0), ("b2", 6)])),
        nothing()
    );
    let read = i("mov r1 = b2", &[("r1", 8), ("b2", 6)]);
    assert_eq!(pair(set, read), ["RAW on BR6 (impliedF)"]);
    assert_eq!(
        pair(set, b("brp b2, tag13", &[("b2", 6)])),
        ["RAW on BR6 (impliedF)"]
    );
}

#[test]
fn ar_pfs_may_be_set_for_a_return_but_not_read_back() {
    let set = i("mov.i ar3 = r2", &[("ar3", 64), ("r2", 9)]);
    assert_eq!(pair(set, b("br.ret b2", &[("b2", 0)])), nothing());
    let read = i("mov.i r1 = ar3", &[("ar3", 64), ("r1", 9)]);
    assert_eq!(pair(set, read), ["RAW on AR[PFS] (impliedF)"]);
}

#[test]
fn a_loop_count_set_for_a_loop_branch_of_the_group_is_found() {
    let set = i("mov.i ar3 = r2", &[("ar3", 65), ("r2", 9)]);
    let found = pair(set, b("br.cloop target25c", &[]));
    assert_eq!(
        found,
        ["RAW on AR[LC] (impliedF)", "WAW on AR[LC] (impliedF)"]
    );
}

#[test]
fn the_compare_value_set_for_an_exchange_of_the_group_is_found() {
    let set = m("mov.m ar3 = r2", &[("ar3", 32), ("r2", 9)]);
    let fields = [("r1", 8), ("r3", 9), ("r2", 10)];
    let exchange = m("cmpxchg8.acq r1 = [r3], r2, ar.ccv", &fields);
    assert_eq!(pair(set, exchange), ["RAW on AR[CCV] (impliedF)"]);
}

#[test]
fn flags_of_a_status_field_may_be_set_many_times_and_not_read() {
    let add = |sf| {
        f(
            "fma f1 = f3, f4, f2",
            &[("f1", 8), ("f3", 9), ("f4", 10), ("@34", sf)],
        )
    };
    let other = f("fma f1 = f3, f4, f2", &[("f1", 9), ("f3", 10), ("f4", 10)]);
    assert_eq!(
        pair(other, add(0)),
        ["RAW on FR9 (impliedF)"],
        "only the register"
    );
    let check = |sf| f("fchkf target25a", &[("@34", sf)]);
    assert_eq!(
        pair(add(2), check(2)),
        ["RAW on AR[FPSR].sf2.flags (impliedF)"]
    );
    assert_eq!(pair(add(2), check(1)), nothing());
    let clear = f("fclrf", &[("@34", 1)]);
    assert_eq!(
        pair(add(1), clear),
        ["WAW on AR[FPSR].sf1.flags (impliedF)"]
    );
    let set = f("fsetc amask7, omask7", &[("@34", 3)]);
    assert_eq!(
        pair(set, add(3)),
        ["RAW on AR[FPSR].sf3.controls (impliedF)"]
    );
}

#[test]
fn a_spill_and_a_fill_at_the_same_address_are_found() {
    let spill = |base| m("st8.spill [r3] = r2", &[("r3", base), ("r2", 10)]);
    let fill = |base| m("ld8.fill r1 = [r3]", &[("r3", base), ("r1", 11)]);
    assert_eq!(pair(spill(9), fill(9)), ["RAW on AR[UNAT]{} (impliedF)"]);
    assert_eq!(
        pair(spill(9), fill(12)),
        nothing(),
        "another register, another address"
    );
    let write = m("mov.m ar3 = r2", &[("ar3", 36), ("r2", 9)]);
    assert_eq!(pair(write, fill(9)), ["RAW on AR[UNAT]{} (impliedF)"]);
}

#[test]
fn moves_to_all_predicates_count_by_their_mask() {
    // mask17 with bit 6 only.
    let some = i("mov pr = r2, mask17", &[("r2", 9), ("@6", 1 << 5)]);
    assert_eq!(
        pair(some, m("nop.m imm21", &[("qp", 6)])),
        ["RAW on PR6 (impliedF)"]
    );
    assert_eq!(pair(some, m("nop.m imm21", &[("qp", 7)])), nothing());
    assert_eq!(pair(some, b("br.cond target25c", &[("qp", 6)])), nothing());
    let compare = m(CMP, &[("p1", 20), ("p2", 0), ("r2", 9), ("r3", 10)]);
    assert_eq!(
        pair(compare, i("mov r1 = pr", &[("r1", 8)])),
        ["RAW on PR20 (impliedF)"]
    );
}

#[test]
fn a_branch_on_p63_before_a_modulo_scheduled_one_is_the_only_write_after_read() {
    let branch = b("br.cond target25c", &[("qp", 63)]);
    let rotate = b("br.ctop target25c", &[]);
    assert_eq!(pair(branch, rotate), ["WAR on PR63 (implied)"]);
    assert_eq!(
        pair(b("br.cond target25c", &[("qp", 62)]), rotate),
        nothing()
    );
}

#[test]
fn rotating_registers_after_a_modulo_scheduled_branch_are_found() {
    let rotate = b("br.ctop target25c", &[]);
    let add = |register| {
        f(
            "fma f1 = f3, f4, f2",
            &[("f1", 6), ("f3", register), ("f4", 1)],
        )
    };
    assert_eq!(pair(rotate, add(33)), ["RAW on CFM (impliedF)"]);
    assert_eq!(pair(rotate, add(8)), nothing());
}

#[test]
fn the_user_mask_needs_a_stop_before_memory_and_the_system_mask_a_serialisation() {
    let load = m("ld8 r1 = [r3]", &[("r1", 8), ("r3", 9)]);
    assert_eq!(
        pair(m("rum imm24", &[("@6", 1 << 3)]), load),
        ["RAW on PSR.ac (implied)"]
    );
    assert_eq!(
        pair(m("rsm imm24", &[("@6", 1 << 3)]), load),
        ["RAW on PSR.ac (data)"]
    );
    let read = m("mov r1 = psr.um", &[("r1", 8)]);
    assert_eq!(
        pair(m("sum imm24", &[("@6", 1 << 2)]), read),
        ["RAW on PSR.up (impliedF)"]
    );
}

#[test]
fn control_registers_need_stops_and_serialisation() {
    let write = m("mov cr3 = r2", &[("cr3", 20), ("r2", 9)]);
    let insert = m("itr.d dtr[r3] = r2", &[("r3", 11), ("r2", 10)]);
    assert_eq!(pair(write, insert), ["RAW on CR[IFA] (implied)"]);
    assert_eq!(
        pair(write, m("mov r1 = cr3", &[("cr3", 20)])),
        ["RAW on CR[IFA] (data)"]
    );
    assert_eq!(pair(write, write), ["WAW on CR[IFA] (impliedF)"]);
    let end = m("mov cr3 = r2", &[("cr3", 67), ("r2", 0)]);
    assert!(pair(end, end).contains(&"WAW on CR[EOI] (specific)".to_owned()));
}

#[test]
fn indirect_registers_conflict_when_the_index_register_is_the_same() {
    let write = |index| m("mov pmc[r3] = r2", &[("r3", index), ("r2", 9)]);
    let read = |index| m("mov r1 = pmc[r3]", &[("r3", index), ("r1", 8)]);
    assert_eq!(pair(write(10), read(10)), ["RAW on PMC[] (impliedF)"]);
    assert_eq!(pair(write(10), read(11)), nothing());
    let data = m("mov r1 = pmd[r3]", &[("r3", 10), ("r1", 8)]);
    assert_eq!(pair(write(10), data), ["RAW on PMC[] (specific)"]);
}

#[test]
fn purges_go_together_and_inserts_do_not() {
    let purge = m("ptc.l r3, r2", &[("r3", 9), ("r2", 10)]);
    assert_eq!(pair(purge, purge), nothing());
    let insert = m("itr.d dtr[r3] = r2", &[("r3", 9), ("r2", 10)]);
    assert!(pair(purge, insert).contains(&"RAW on DTC (impliedF)".to_owned()));
    let load = m("ld8 r1 = [r3]", &[("r1", 8), ("r3", 9)]);
    assert_eq!(pair(purge, load), ["RAW on DTC (data)"]);
}

#[test]
fn what_must_begin_or_end_a_group_is_found_elsewhere() {
    let add = slot(ADD, &[("r1", 8), ("r2", 9), ("r3", 10)]);
    let alloc = slot(
        "alloc r1 = ar.pfs, sof, sol, sor",
        &[("r1", 35), ("@13", 4)],
    );
    assert_eq!(
        check(false, &[bundle(0x09, [add, alloc, NOP])]),
        ["not first in its group"]
    );
    assert_eq!(check(false, &[bundle(0x09, [alloc, add, NOP])]), nothing());
    let padding = bundle(0x00, [NOP; 3]);
    assert_eq!(
        check(false, &[padding, bundle(0x09, [alloc, add, NOP])]),
        nothing()
    );
    let cover = slot("cover", &[]);
    assert_eq!(
        check(
            false,
            &[bundle(0x16, [cover, 0x04000000000, 0x04000000000])]
        ),
        ["not last in its group"]
    );
    assert_eq!(check(false, &[bundle(0x11, [NOP, NOP, cover])]), nothing());
}

#[test]
fn different_predicates_conflict_only_when_both_are_known_to_be_true() {
    let under = |qp| slot(ADD, &[("qp", qp), ("r1", 8), ("r2", 9), ("r3", 10)]);
    let code = |a, c| [bundle(0x09, [under(a), under(c), NOP])];
    assert_eq!(check(false, &code(6, 7)), nothing());
    assert_eq!(
        check(true, &code(6, 7)),
        ["WAW on GR8 (impliedF, undecided)"]
    );
    assert_eq!(check(false, &code(6, 6)), ["WAW on GR8 (impliedF)"]);
    assert_eq!(check(false, &code(0, 7)), ["WAW on GR8 (impliedF)"]);
    let compare = |syntax, r3| {
        bundle(
            0x0b,
            [
                slot(syntax, &[("p1", 6), ("p2", 7), ("r2", 9), ("r3", r3)]),
                under(6),
                under(7),
            ],
        )
    };
    assert_eq!(
        check(true, &[compare(CMP, 10)]),
        nothing(),
        "p6 and p7 are complements"
    );
    let always = slot(CMP, &[("p1", 6), ("p2", 0), ("r2", 9), ("r3", 9)]);
    let too = slot(CMP, &[("p1", 7), ("p2", 0), ("r2", 0), ("r3", 0)]);
    let both = [
        bundle(0x09, [always, too, NOP]),
        bundle(0x09, [under(6), under(7), NOP]),
    ];
    assert_eq!(check(false, &both), ["WAW on GR8 (impliedF)"]);
}

#[test]
fn what_stands_under_the_predicate_of_a_branch_has_not_happened_when_it_falls_through() {
    let under = slot(ADD, &[("qp", 6), ("r1", 8), ("r2", 9), ("r3", 10)]);
    let branch = slot("br.cond target25c", &[("qp", 6), ("@13", 4)]);
    let after = slot(ADD, &[("r1", 8), ("r2", 9), ("r3", 10)]);
    let nop_b = 0x04000000000;
    let code = [
        bundle(0x12, [under, branch, nop_b]),
        bundle(0x09, [after, NOP, NOP]),
    ];
    assert_eq!(check(true, &code), nothing());
    let always = slot("br.cond target25c", &[("@13", 4)]);
    let write = slot(ADD, &[("r1", 8), ("r2", 9), ("r3", 10)]);
    let code = [
        bundle(0x12, [write, always, nop_b]),
        bundle(0x09, [after, NOP, NOP]),
    ];
    assert_eq!(
        check(false, &code),
        nothing(),
        "an unconditional branch ends the group"
    );
}

#[test]
fn executed_code_is_judged_by_the_real_predicates() {
    let under = |qp| {
        lone(
            Unit::M,
            slot(ADD, &[("qp", qp), ("r1", 8), ("r2", 9), ("r3", 10)]),
        )
    };
    let run = |steps: &[(Instruction, bool, bool)]| {
        let mut checker = Checker::new(false);
        let mut count = 0;
        for &(insn, predicate, ends) in steps {
            let site = Site {
                bundle: 0x1000,
                slot: 0,
                insn,
            };
            checker.executed(site, predicate, ends, &mut |_| count += 1);
        }
        count
    };
    assert_eq!(run(&[(under(6), true, false), (under(7), false, true)]), 0);
    assert_eq!(run(&[(under(6), true, false), (under(7), true, true)]), 1);
    assert_eq!(
        run(&[(under(6), true, true), (under(7), true, true)]),
        0,
        "a stop between"
    );
}

/// GNU as knows the same rules.  Whatever it warns about here, the checker finds.
#[test]
fn nothing_that_gnu_as_warns_about_escapes() {
    let mut random = Random::new(11);
    let mut text = String::from(".text\n.explicit\n");
    let mut pairs = Vec::new();
    while pairs.len() < 4000 {
        let mut two = Vec::new();
        while two.len() < 2 {
            let row = random_row(&mut random);
            // Few registers, so that they meet.
            let mut fields = 0;
            for at in [6, 13, 20, 27] {
                fields |= random.pick(&[2, 3, 20, 33]) << at;
            }
            let bits = row.encoding.value | fields & !row.encoding.mask;
            let insn = lone(row.unit(), bits);
            let spelling = insn.text(0).to_string();
            // Branches and what must stand alone make as complain about other things.
            let unsuited = ["data8", "br", "alloc", "rfi", "flushrs", "loadrs"];
            if row.unit() != Unit::X
                && insn.op == row.op
                && !unsuited.iter().any(|word| spelling.starts_with(word))
            {
                two.push((insn, spelling));
            }
        }
        text += &format!("{}\n{} ;;\nsrlz.d ;;\nsrlz.i ;;\n", two[0].1, two[1].1);
        pairs.push(two);
    }
    let directory = std::env::temp_dir().join(format!("epicycle-isa-{}", std::process::id()));
    std::fs::create_dir_all(&directory).expect("a directory for temporary files");
    let source = directory.join("pairs.s");
    std::fs::write(&source, text).expect("the source can be written");
    let run = std::process::Command::new("ia64-linux-gnu-as")
        .arg("-o")
        .arg(directory.join("pairs.o"))
        .arg(&source)
        .output();
    std::fs::remove_dir_all(&directory).expect("temporary files can be removed");
    let Ok(output) = run else {
        skipped!("no ia64-linux-gnu-as");
        return;
    };
    let mut compared = 0;
    for line in String::from_utf8_lossy(&output.stderr).lines() {
        let Some((place, warning)) = line.split_once(": Warning: ") else {
            continue;
        };
        let number: usize = place
            .rsplit(':')
            .next()
            .and_then(|n| n.parse().ok())
            .unwrap_or(0);
        // Line 3 is the first of the first pair; warnings stand at the second of a pair.
        if !warning.contains("violates") || number < 4 || !(number - 4).is_multiple_of(4) {
            continue;
        }
        let two = &pairs[(number - 4) / 4];
        // as takes each target of .or.andcm for both types; the manual gives each target its own.  It has r0
        // for a register like others, and ar.rv for a register with the privileges of ar.itc.
        let known = two.iter().any(|(_, s)| s.contains(".or.andcm"))
            || warning.contains("number is 0")
            || warning.contains("PSR.vm");
        let mut found = 0;
        let mut checker = Checker::new(false);
        for (insn, _) in two {
            let site = Site {
                bundle: 0,
                slot: 0,
                insn: *insn,
            };
            checker.executed(site, true, false, &mut |_| found += 1);
        }
        compared += 1;
        assert!(found > 0 || known, "{} | {}: {warning}", two[0].1, two[1].1);
    }
    assert!(compared > 100, "as warned about {compared} pairs");
}
