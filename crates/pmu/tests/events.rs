//! What the tables say every event counts: identities between events, and libpfm's numbers.

use events::{Counts, Raw, RawSet};
use pmu::{CounterSet, Facts, Family, Formula, NotModelled, events, find};

#[test]
fn every_event_of_libpfm_has_a_row() {
    assert_eq!(events(Family::Itanium).len(), 230);
    assert_eq!(events(Family::Itanium2).len(), 497);
}

#[test]
fn names_are_unique() {
    for family in Family::ALL {
        let mut names: Vec<_> = events(family).iter().map(|event| event.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), events(family).len());
    }
}

#[test]
fn events_with_increments_above_four_of_itanium_count_on_the_first_two_counters_only() {
    for event in events(Family::Itanium) {
        if event.max_increment == 6 {
            assert_eq!(event.counters, CounterSet::P45, "{}", event.name);
        }
    }
}

#[test]
fn vcodes_are_those_that_pfmon_prints() {
    let vcode =
        |name| find(Family::Itanium, name).map(|event| Facts::of(Family::Itanium).vcode(event));
    assert_eq!(vcode("nops_retired"), Some(0x30));
    assert_eq!(vcode("CPU_CYCLES"), Some(0x12));
    assert_eq!(vcode("DATA_EAR_CACHE_LAT_NONE"), Some(0xf0367));
}

/// Distinct powers would overflow; pseudo-random totals make accidental equality improbable.
fn sample() -> Counts {
    let mut counts = Counts::ZERO;
    let mut random = fastrand::Rng::with_seed(12_345);
    for raw in Raw::ALL {
        counts.add(raw, random.u64(..1 << 24));
    }
    // The high half of a pair cannot exceed a quarter or an eighth of the whole.
    for (of, high, shift) in [
        (Raw::FpOps, Raw::FpOpsHigh, 2),
        (Raw::L1MissesOutstanding, Raw::L1MissesOutstandingHigh, 2),
        (Raw::BusQueueOccupancy, Raw::BusQueueOccupancyHigh, 3),
        (
            Raw::MemoryReadsOutstanding,
            Raw::MemoryReadsOutstandingHigh,
            3,
        ),
    ] {
        counts[high] = counts[of] >> shift;
    }
    counts
}

fn value(counts: &Counts, name: &str) -> u64 {
    let everything = RawSet::of(&Raw::ALL);
    find(Family::Itanium, name)
        .and_then(|event| event.value(counts, &everything).ok())
        .expect(name)
}

#[test]
fn the_cycle_events_of_itanium_sum_to_the_cycle_count() {
    let counts = sample();
    let v = |name| value(&counts, name);
    assert_eq!(
        v("CPU_CYCLES"),
        v("UNSTALLED_BACKEND_CYCLE")
            + v("MEMORY_CYCLE")
            + v("DEPENDENCY_ALL_CYCLE")
            + v("INST_ACCESS_CYCLE")
            + v("PIPELINE_ALL_FLUSH_CYCLE")
    );
    assert!(v("DATA_ACCESS_CYCLE") <= v("MEMORY_CYCLE"));
    assert!(v("DEPENDENCY_SCOREBOARD_CYCLE") <= v("DEPENDENCY_ALL_CYCLE"));
}

#[test]
fn branch_events_counted_by_path_and_by_predictor_agree() {
    let mut counts = Counts::ZERO;
    let source = sample();
    for raw in Raw::ALL
        .into_iter()
        .filter(|raw| raw.name().starts_with("branch.stage"))
    {
        counts[raw] = source[raw];
    }
    let v = |name: &str| value(&counts, name);
    for stage in ["ALL", "1ST_STAGE", "2ND_STAGE", "3RD_STAGE"] {
        let path: u64 = ["NT", "TK"]
            .iter()
            .flat_map(|t| {
                ["CORRECTLY", "INCORRECTLY"]
                    .map(|q| format!("BRANCH_PATH_{stage}_{t}_OUTCOMES_{q}_PREDICTED"))
            })
            .map(|name| v(&name))
            .sum();
        assert_eq!(
            path,
            v(&format!("BRANCH_PREDICTOR_{stage}_ALL_PREDICTIONS"))
        );
        let quality: u64 = ["CORRECT_PREDICTIONS", "WRONG_PATH", "WRONG_TARGET"]
            .map(|q| v(&format!("BRANCH_PREDICTOR_{stage}_{q}")))
            .iter()
            .sum();
        assert_eq!(
            quality,
            v(&format!("BRANCH_PREDICTOR_{stage}_ALL_PREDICTIONS"))
        );
    }
}

#[test]
fn multiway_events_obey_their_unit_mask_algebra() {
    let counts = sample();
    for quality in [
        "ALL_PREDICTIONS",
        "CORRECT_PREDICTIONS",
        "WRONG_PATH",
        "WRONG_TARGET",
    ] {
        let v = |path: &str| value(&counts, &format!("BRANCH_MULTIWAY_{path}_{quality}"));
        assert_eq!(v("ALL_PATHS"), v("TAKEN") + v("NOT_TAKEN"), "{quality}");
    }
    assert_eq!(value(&counts, "BRANCH_MULTIWAY_NOT_TAKEN_WRONG_TARGET"), 0);
}

#[test]
fn high_and_low_halves_make_the_whole() {
    let counts = sample();
    let v = |name| value(&counts, name);
    assert_eq!(
        4 * v("FP_OPS_RETIRED_HI") + v("FP_OPS_RETIRED_LO"),
        counts[Raw::FpOps]
    );
    assert_eq!(
        4 * v("L1_OUTSTANDING_REQ_HI") + v("L1_OUTSTANDING_REQ_LO"),
        counts[Raw::L1MissesOutstanding]
    );
}

#[test]
fn a_longer_latency_threshold_never_counts_more() {
    let counts = sample();
    let mut last = u64::MAX;
    for least in [4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096] {
        let now = value(&counts, &format!("INSTRUCTION_EAR_CACHE_LAT{least}"));
        assert!(now <= last);
        last = now;
    }
}

#[test]
fn retired_loads_contain_the_walks_for_data_and_for_instructions() {
    let counts = sample();
    let loads = [
        Raw::LoadsInteger,
        Raw::LoadsFloat,
        Raw::Semaphores,
        Raw::RseLoads,
    ];
    let loads = loads.map(|raw| counts[raw]).iter().sum::<u64>();
    let walks = counts[Raw::WalkerReads] + counts[Raw::WalkerReadsInstruction];
    for family in Family::ALL {
        let value = |name| {
            let event = find(family, name).expect(name);
            event.value(&counts, &RawSet::of(&Raw::ALL))
        };
        assert_eq!(value("LOADS_RETIRED"), Ok(loads + walks), "{family:?}");
        if family == Family::Itanium2 {
            assert_eq!(value("HPW_DATA_REFERENCES"), Ok(walks));
        }
    }
}

#[test]
fn l3_events_are_the_sum_of_their_parts() {
    let counts = sample();
    let v = |name: String| value(&counts, &name);
    for (prefix, all, parts) in [
        ("L3_READS", "ALL_READS", ["INST_READS", "DATA_READS"]),
        ("L3_WRITES", "ALL_WRITES", ["DATA_WRITES", "L2_WRITEBACK"]),
    ] {
        for outcome in ["ALL", "HIT", "MISS"] {
            let sum: u64 = parts
                .iter()
                .map(|part| v(format!("{prefix}_{part}_{outcome}")))
                .sum();
            assert_eq!(v(format!("{prefix}_{all}_{outcome}")), sum);
        }
    }
}

#[test]
fn an_event_whose_quantity_the_model_does_not_count_has_no_value() {
    let event = find(Family::Itanium, "L1D_READS_RETIRED").expect("known");
    let but = RawSet::all_but(&[Raw::L1dReads]);
    assert_eq!(
        event.value(&Counts::ZERO, &but),
        Err(NotModelled::Missing(Raw::L1dReads))
    );
    assert_eq!(
        NotModelled::Missing(Raw::L1dReads).to_string(),
        "the timing model does not count l1d.reads"
    );
}

#[test]
fn what_never_happens_is_0_and_what_is_not_modelled_has_no_value() {
    let counts = sample();
    let everything = RawSet::of(&Raw::ALL);
    for (family, never) in [(Family::Itanium, 41), (Family::Itanium2, 102)] {
        let mut zero = 0;
        for event in events(family) {
            let value = event.value(&counts, &everything);
            match event.never() {
                Some(_) => assert_eq!(value, Ok(0), "{}", event.name),
                None if event.name == "DATA_DEBUG_REGISTER_MATCHES" => {
                    assert_eq!(value, Ok(0), "no debug register is programmed");
                }
                None if event.raws().is_empty() => assert!(
                    matches!(value, Err(NotModelled::Reason(_))),
                    "{}",
                    event.name
                ),
                None => assert!(value.is_ok(), "{}", event.name),
            }
            if let Formula::InPrograms { .. } = event.formula {
                assert!(event.uncounted(false).is_none(), "{}", event.name);
                assert!(event.uncounted(true).is_some(), "{}", event.name);
            }
            zero += u32::from(event.never().is_some());
        }
        assert_eq!(zero, never);
    }
}

#[test]
fn what_needs_a_snoop_or_a_purge_of_translations_never_happens_in_a_program() {
    for (name, in_systems) in [
        ("L1I_PURGE", true),
        ("L2_SYNTH_PROBE", false),
        ("L2_FORCE_RECIRC_SNP_OR_L3", false),
    ] {
        let event = find(Family::Itanium2, name).expect(name);
        assert!(event.never().is_some(), "{name}");
        assert!(event.uncounted(false).is_none(), "{name}");
        assert_eq!(event.uncounted(true).is_some(), in_systems, "{name}");
    }
}

#[test]
fn the_bubbles_of_itanium_2s_front_end_sum_to_their_groups_and_to_all() {
    let counts = sample();
    let bubbles = |name: &str| {
        let name = format!("FE_BUBBLE_{name}");
        let event = find(Family::Itanium2, &name).expect(&name);
        event
            .value(&counts, &RawSet::of(&Raw::ALL))
            .unwrap_or_default()
    };
    let sum = |names: &[&str]| names.iter().map(|name| bubbles(name)).sum::<u64>();
    // Recirculations for a fill are none in the model.
    let single = [
        "FEFLUSH",
        "BUBBLE",
        "BRANCH",
        "TLBMISS",
        "IMISS",
        "IBFULL",
        "FILL_RECIRC",
    ];
    assert!(bubbles("ALL") > 0);
    assert_eq!(bubbles("ALL"), sum(&single));
    assert_eq!(
        bubbles("ALLBUT_FEFLUSH_BUBBLE"),
        bubbles("ALL") - sum(&["FEFLUSH", "BUBBLE"])
    );
    assert_eq!(bubbles("ALLBUT_IBFULL"), bubbles("ALL") - bubbles("IBFULL"));
    assert_eq!(bubbles("GROUP1"), sum(&["BUBBLE", "BRANCH"]));
    assert_eq!(bubbles("GROUP2"), sum(&["IMISS", "TLBMISS"]));
    assert_eq!(bubbles("GROUP3"), sum(&["FILL_RECIRC", "BRANCH"]));
}

#[test]
fn the_bubbles_of_itanium_2s_l1d_sum_to_their_parts_and_recirculation_to_its_causes() {
    let counts = sample();
    let value = |name: &str| {
        let event = find(Family::Itanium2, name).expect(name);
        let value = event.value(&counts, &RawSet::of(&Raw::ALL));
        value.unwrap_or_else(|reason| panic!("{name}: {reason:?}"))
    };
    let sum = |names: &[&str]| names.iter().map(|name| value(name)).sum::<u64>();
    let parts =
        ["FULLSTBUF", "HPW", "L2BPRESS", "TLB"].map(|part| format!("BE_L1D_FPU_BUBBLE_L1D_{part}"));
    assert!(value("BE_L1D_FPU_BUBBLE_ALL") > 0);
    assert_eq!(
        value("BE_L1D_FPU_BUBBLE_L1D"),
        sum(&parts.each_ref().map(String::as_str))
    );
    assert_eq!(
        value("BE_L1D_FPU_BUBBLE_ALL"),
        value("BE_L1D_FPU_BUBBLE_L1D")
    );
    let forced = ["L2_FORCE_RECIRC_OZQ_MISS", "L2_FORCE_RECIRC_IPF_MISS"];
    assert_eq!(value("L2_FORCE_RECIRC_ANY"), sum(&forced));
    assert_eq!(value("L2_GOT_RECIRC_OZQ_ACC"), sum(&forced));
    let refused = [
        "L2_OZQ_CANCELS2_OVER_SUB",
        "L2_OZQ_CANCELS1_BANK_CONF",
        "L2_OZQ_CANCELS1_ST_FILL_CONF",
        "L2_OZQ_CANCELS1_L2A_ST_MAT",
        "L2_OZQ_CANCELS1_L2M_ST_MAT",
        "L2_OZQ_CANCELS1_L2D_ST_MAT",
        "L2_OZQ_CANCELS2_L2C_ST_MAT",
    ];
    assert_eq!(value("L2_OZQ_CANCELS0_ANY"), sum(&refused));
    assert_eq!(value("L2_IFET_CANCELS_ANY"), counts[Raw::L2RefusedFetches]);
    assert_eq!(
        value("L2_ISSUED_RECIRC_OZQ_ACC"),
        counts[Raw::L2RecirculateRounds]
    );
}
