use super::*;

fn cpu() -> Cpu {
    Cpu::new(Alat::new(32, 32, 64))
}

#[test]
fn predicates_survive_rotation_and_its_inverse() {
    let value = 0x8421_1248_f00f_5aa5;
    for rrb in 0..48 {
        assert_eq!(unrotate(rotate(value, rrb), rrb), value);
    }
}

#[test]
fn a_rotation_moves_every_register_up_by_one() {
    let mut cpu = cpu();
    cpu.set_cfm(Cfm {
        sof: 24,
        sor: 16,
        ..Cfm::default()
    });
    for i in 0..24 {
        cpu.set_gr(32 + i, u64::from(i), false);
    }
    cpu.set_fr(40, Fr::from_integer(40));
    cpu.set_pr(1 | 1 << 20 | 1 << 63);
    cpu.rotate_registers(true);
    assert_eq!(cpu.gr(33).0, 0);
    assert_eq!(cpu.gr(32).0, 15);
    assert_eq!(cpu.gr(48).0, 16, "beyond the rotating region");
    assert_eq!(cpu.fr(41).sig, 40);
    assert_eq!(cpu.pr(), 1 | 1 << 21 | 1 << 16);
    assert_eq!(cpu.pr_unrotated(), 1 | 1 << 20 | 1 << 63);
    cpu.set_cfm(Cfm {
        rrb_gr: 0,
        rrb_fr: 0,
        rrb_pr: 0,
        ..cpu.cfm()
    });
    assert_eq!(cpu.gr(32).0, 0);
    assert_eq!(cpu.fr(40).sig, 40);
    assert_eq!(cpu.mode, 0);
}

#[test]
fn rotating_by_hand_and_by_frame_marker_agree() {
    let mut a = cpu();
    a.set_cfm(Cfm {
        sof: 8,
        sor: 8,
        ..Cfm::default()
    });
    let mut b = a.clone();
    a.rotate_registers(false);
    a.rotate_registers(false);
    b.set_cfm(a.cfm());
    assert_eq!(a.gmap, b.gmap);
    assert_eq!(a.fmap, b.fmap);
}

#[test]
fn every_rotation_of_every_size_has_its_own_map() {
    for size in (8..=96).step_by(8) {
        for base in 0..128 {
            let map = general_map(size, base);
            for r in 0..=255 {
                let wanted = match r {
                    32.. if r < 32 + size => {
                        32 + ((u16::from(r - 32) + u16::from(base)) % u16::from(size)) as u8
                    }
                    _ => r,
                };
                assert_eq!(map[usize::from(r)], wanted, "r{r} of {size} by {base}");
            }
        }
    }
}

#[test]
fn an_impossible_frame_marker_is_refused() {
    assert_eq!(Cfm::from_bits(97), None);
    assert_eq!(Cfm::from_bits(5 | 6 << 7), None);
    assert!(Cfm::from_bits(96 | 96 << 7 | 12 << 14).is_some());
}
