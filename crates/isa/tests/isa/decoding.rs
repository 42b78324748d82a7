//! Do the bits become the right instruction, and do any bits do harm?

use std::time::{Duration, Instant};

use crate::common::{Random, bundle, lone, random_bundle, slot};
use isa::{
    BranchKind, BranchTarget, CompareType, Flags, Frame, LoadKind, Op, Register, Relation, Role,
    Unit, Update, WhetherHint, decode,
};

#[test]
fn whatever_the_bits_decoding_printing_and_operands_do_no_harm() {
    let mut random = Random::new(3);
    let start = Instant::now();
    let mut count = 0_u32;
    while start.elapsed() < Duration::from_secs(1) {
        for n in 0..100 {
            let bits = match n % 3 {
                0 => u128::from(random.next()) << 64 | u128::from(random.next()),
                1 => random_bundle(&mut random),
                _ => random_bundle(&mut random) ^ 1 << (random.next() % 128),
            };
            let decoded = decode(bits);
            for insn in &decoded.slots {
                let operands = insn.operands();
                assert!(operands.len() < isa::MAX_OPERANDS);
                assert!(!insn.text(random.next()).to_string().is_empty());
                assert!(insn.op == insn.table_row().op || insn.op == Op::Illegal);
            }
            count += 1;
        }
    }
    assert!(count > 1000);
}

#[test]
fn a_bundle_with_a_reserved_template_is_illegal_in_every_slot() {
    let nop = 0x8000000;
    for template in [0x06, 0x07, 0x14, 0x15, 0x1a, 0x1b, 0x1e, 0x1f] {
        let decoded = decode(bundle(template, [nop; 3]));
        assert!(
            decoded
                .slots
                .iter()
                .all(|insn| insn.op == Op::Illegal && insn.qp == 0)
        );
    }
}

#[test]
fn reserved_immediates_are_illegal_under_a_true_predicate() {
    let mux = lone(
        Unit::I,
        slot("mux1 r1 = r2, mbtype4", &[("qp", 6), ("@20", 5)]),
    );
    assert_eq!((mux.op, mux.qp), (Op::Illegal, 6));
    let shift = lone(
        Unit::A,
        slot("pshladd2 r1 = r2, count2b, r3", &[("@27", 3)]),
    );
    assert_eq!(shift.op, Op::Illegal);
    let hint = lone(Unit::M, slot("hint.m imm19", &[("@11", 1)]));
    assert_eq!(hint.op, Op::Ignored);
}

#[test]
fn immediates_are_whole_and_signed() {
    let insn = |unit, syntax, fields: &[_]| lone(unit, slot(syntax, fields));
    let all = |unit, syntax, bits: &[u64]| {
        let fields: Vec<(String, u64)> = bits.iter().map(|b| (format!("@{b}"), 1)).collect();
        let fields: Vec<(&str, u64)> = fields.iter().map(|(n, v)| (n.as_str(), *v)).collect();
        lone(unit, slot(syntax, &fields)).imm
    };
    assert_eq!(all(Unit::A, "adds r1 = imm14, r3", &[36]), -8192);
    assert_eq!(
        all(Unit::A, "adds r1 = imm14, r3", &[13, 32]),
        1 + (1 << 12)
    );
    assert_eq!(all(Unit::A, "addl r1 = imm22, r3_2", &[36]), -(1 << 21));
    assert_eq!(
        all(Unit::A, "addl r1 = imm22, r3_2", &[22, 27]),
        (1 << 16) + (1 << 7)
    );
    assert_eq!(all(Unit::A, "cmp.eq p1, p2 = imm8, r3", &[36]), -128);
    assert_eq!(all(Unit::M, "st8 [r3] = r2, imm9a", &[36, 6]), -255);
    assert_eq!(all(Unit::M, "ld8 r1 = [r3], imm9b", &[27, 13]), 129);
    assert_eq!(all(Unit::B, "br.cond target25c", &[36]), -(1 << 24));
    assert_eq!(
        all(Unit::M, "chk.s.m r2, target25b", &[6, 20]),
        16 + (1 << 11)
    );
    assert_eq!(all(Unit::I, "mov pr = r2, mask17", &[36]), -(1 << 16));
    assert_eq!(all(Unit::I, "mov pr.rot = imm44", &[36]), -(1 << 43));
    assert_eq!(all(Unit::I, "nop.i imm21", &[36, 6]), (1 << 20) + 1);
    assert_eq!(all(Unit::A, "shladd r1 = r2, count2a, r3", &[27, 28]), 4);
    assert_eq!(all(Unit::I, "pmpyshr2 r1 = r2, r3, count2c", &[31]), 15);
    assert_eq!(all(Unit::I, "pshl2 r1 = r2, ccount5", &[20]), 30);
    assert_eq!(all(Unit::M, "fetchadd8.acq r1 = [r3], inc3", &[15, 13]), -8);
    assert_eq!(all(Unit::M, "ldfps f1, f2 = [r3], 8", &[]), 8);
    assert_eq!(all(Unit::M, "ldfpd f1, f2 = [r3], 16", &[]), 16);
    let base = insn(
        Unit::A,
        "addl r1 = imm22, r3_2",
        &[("@20", 3), ("@22", 0x1f)],
    );
    assert_eq!(
        (base.r3, base.op),
        (3, Op::AddImm),
        "the base register has two bits"
    );
}

#[test]
fn an_instruction_of_two_slots_takes_its_immediate_from_both() {
    let value = 0x8123_4567_89ab_cdef_u64;
    let high = value >> 22 & ((1 << 41) - 1);
    let low = slot(
        "movl r1 = imm64",
        &[
            ("r1", 9),
            ("@13", value & 0x7f),
            ("@27", value >> 7 & 0x1ff),
            ("@22", value >> 16 & 0x1f),
            ("@21", value >> 21 & 1),
            ("@36", value >> 63),
        ],
    );
    let decoded = decode(bundle(0x05, [0x8000000, high, low]));
    assert_eq!(decoded.slots[1].op, Op::LongHalf);
    assert_eq!(
        (decoded.slots[2].op, decoded.slots[2].imm),
        (Op::Movl, value as i64)
    );
    let distance = -0x7654_3210_0123_4560_i64;
    let bits = distance as u64;
    let branch = slot(
        "brl.call b1 = target64",
        &[("b1", 3), ("@13", bits >> 4 & 0xfffff), ("@36", bits >> 63)],
    );
    let high = (bits >> 24 & ((1 << 39) - 1)) << 2 | 3;
    let decoded = decode(bundle(0x05, [0x8000000, high, branch]));
    let insn = decoded.slots[2];
    assert_eq!(
        insn.op,
        Op::Branch {
            kind: BranchKind::Call,
            target: BranchTarget::Long
        }
    );
    assert_eq!((insn.imm, insn.b1()), (distance, 3));
}

#[test]
fn bit_fields_have_position_and_length() {
    let insn = |syntax, fields: &[_]| lone(Unit::I, slot(syntax, fields));
    let extract = insn("extr.u r1 = r3, pos6, len6", &[("@14", 5), ("@27", 7)]);
    assert_eq!((extract.position(), extract.length()), (5, 8));
    let zeroed = insn("dep.z r1 = r2, cpos6a, len6", &[("@20", 60), ("@27", 63)]);
    assert_eq!((zeroed.position(), zeroed.length()), (3, 64));
    let fixed = insn("dep r1 = imm1, r3, cpos6b, len6", &[("@14", 0), ("@36", 1)]);
    assert_eq!((fixed.position(), fixed.length(), fixed.imm), (63, 1, -1));
    let merged = insn("dep r1 = r2, r3, cpos6c, len4", &[("@31", 1), ("@27", 15)]);
    assert_eq!((merged.position(), merged.length()), (62, 16));
    let test = insn("tbit.z p1, p2 = r3, pos6", &[("@14", 63)]);
    assert_eq!(test.position(), 63);
    let feature = insn("tf.z p1, p2 = imm5", &[("@14", 1)]);
    assert_eq!(feature.position(), 33);
}

#[test]
fn pseudo_operations_decode_to_what_the_architecture_defines() {
    // cmp.gt p6, p7 = r8, r9 is cmp.lt p6, p7 = r9, r8.
    let compare = lone(
        Unit::A,
        slot("cmp.lt p1, p2 = r2, r3", &[("r2", 9), ("r3", 8)]),
    );
    let lt = Op::Cmp {
        rel: Relation::Lt,
        ctype: CompareType::Normal,
        word: false,
    };
    assert_eq!(compare.op, lt);
    // mov r8 = r9 is adds r8 = 0, r9.
    let mov = lone(
        Unit::A,
        slot("adds r1 = imm14, r3", &[("r1", 8), ("r3", 9)]),
    );
    assert_eq!((mov.op, mov.imm, mov.r3), (Op::AddImm, 0, 9));
    assert_eq!(mov.text(0).to_string(), "mov r8=r9");
}

#[test]
fn hints_change_nothing_but_the_hints() {
    let plain = slot("ld8.acq r1 = [r3]", &[("r1", 8), ("r3", 9)]);
    let load = Op::Load {
        size: 8,
        kind: LoadKind::Acquire,
        update: Update::None,
    };
    for locality in 0..4 {
        let insn = lone(Unit::M, plain | locality << 28);
        assert_eq!((insn.op, u64::from(insn.hint.locality())), (load, locality));
    }
    let branch = slot(
        "br.ret b2",
        &[("b2", 0), ("@33", 3), ("@12", 1), ("@35", 1)],
    );
    let hint = lone(Unit::B, branch).hint;
    assert_eq!(hint.whether(), WhetherHint::DynamicNotTaken);
    assert!(hint.many() && hint.clear());
    let predict = slot(
        "brp target25c, tag13",
        &[("@6", 0x7f), ("@33", 3), ("@3", 2)],
    );
    let predict = lone(Unit::B, predict);
    assert_eq!((predict.tag(), predict.predicted_whether()), (-16, 2));
}

#[test]
fn what_cannot_be_predicated_has_no_predicate() {
    let alloc = lone(
        Unit::M,
        slot(
            "alloc r1 = ar.pfs, sof, sol, sor",
            &[("@13", 20), ("@20", 12), ("@27", 1)],
        ) | 5,
    );
    assert_eq!(alloc.qp, 0);
    assert_eq!(
        alloc.frame(),
        Frame {
            sof: 20,
            sol: 12,
            sor: 8
        }
    );
    assert!(alloc.flags().contains(Flags::NO_PREDICATE | Flags::FIRST));
    assert_eq!(lone(Unit::B, slot("br.cloop target25c", &[]) | 5).qp, 0);
    assert_eq!(lone(Unit::B, slot("br.wtop target25c", &[]) | 5).qp, 5);
}

#[test]
fn operands_name_what_the_text_does_not() {
    let names = |unit, syntax, fields: &[_]| {
        let insn = lone(unit, slot(syntax, fields));
        let set = insn.operands();
        (
            set.reads().collect::<Vec<_>>(),
            set.writes().collect::<Vec<_>>(),
        )
    };
    use Register::{
        Alat, Ar, Br, Cfm, FpControls, FpFlags, Fr, Gr, Ip, Memory, Pr, RotatingBases, Rse,
    };
    assert_eq!(
        names(
            Unit::M,
            "ld8.c.clr r1 = [r3], imm9b",
            &[("qp", 6), ("r1", 8), ("r3", 9)]
        ),
        (vec![Pr(6), Gr(9), Memory, Alat], vec![Gr(8), Gr(9), Alat])
    );
    for syntax in ["invala.e r1", "invala.e f1"] {
        let field = if syntax.ends_with("r1") { "r1" } else { "f1" };
        let found = names(Unit::M, syntax, &[(field, 8)]);
        assert_eq!(found, (Vec::new(), vec![Alat]), "it reads no register");
    }
    assert_eq!(
        names(Unit::M, "st8.spill [r3] = r2", &[("r2", 8), ("r3", 9)]),
        (vec![Gr(9), Gr(8)], vec![Memory, Alat, Ar(isa::Ar::UNAT)])
    );
    assert_eq!(
        names(
            Unit::M,
            "cmp8xchg16.acq r1 = [r3], r2, ar.csd, ar.ccv",
            &[("r1", 8), ("r2", 9), ("r3", 10)]
        ),
        (
            vec![Gr(10), Gr(9), Ar(isa::Ar::CSD), Ar(isa::Ar::CCV), Memory],
            vec![Gr(8), Memory, Alat]
        )
    );
    assert_eq!(
        names(Unit::B, "br.ctop target25c", &[]),
        (
            vec![Ar(isa::Ar::LC), Ar(isa::Ar::EC), RotatingBases],
            vec![Ar(isa::Ar::LC), Ar(isa::Ar::EC), RotatingBases, Pr(63), Ip]
        )
    );
    assert_eq!(
        names(Unit::B, "br.call b1 = b2", &[("b1", 0), ("b2", 6)]),
        (
            vec![Br(6), Cfm, Ar(isa::Ar::EC), Rse],
            vec![Br(0), Cfm, Ar(isa::Ar::PFS), Rse, Ip]
        )
    );
    assert_eq!(
        names(
            Unit::F,
            "frcpa f1, p2 = f2, f3",
            &[("f1", 8), ("p2", 6), ("f2", 9), ("f3", 10), ("@34", 1)]
        ),
        (
            vec![Fr(9), Fr(10), FpControls(1)],
            vec![Fr(8), Pr(6), FpFlags(1)]
        )
    );
    assert_eq!(
        names(
            Unit::F,
            "xma.l f1 = f3, f4, f2",
            &[("f1", 8), ("f2", 9), ("f3", 10), ("f4", 11)]
        ),
        (vec![Fr(10), Fr(11), Fr(9)], vec![Fr(8)])
    );
}

#[test]
fn the_updated_base_register_has_a_role_of_its_own() {
    let insn = lone(
        Unit::M,
        slot("ldfd f1 = [r3], r2", &[("f1", 8), ("r3", 9), ("r2", 10)]),
    );
    let roles: Vec<Role> = insn
        .operands()
        .iter()
        .filter(|o| o.register == Register::Gr(9))
        .map(|o| o.role)
        .collect();
    assert_eq!(roles, [Role::Base, Role::Base]);
}
