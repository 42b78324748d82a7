//! Does a config say where its values come from, and what is wrong with them?

use std::fs;
use std::path::PathBuf;

use config::{Error, describe, load};
use serde_json::Value;

/// A folder of its own for one test.
struct Folder(PathBuf);

impl Folder {
    fn new(test: &str) -> Self {
        let path =
            std::env::temp_dir().join(format!("epicycle-layers-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }

    fn file(&self, name: &str, text: &str) -> String {
        let path = self.0.join(name);
        fs::write(&path, text).unwrap();
        path.to_str().unwrap().to_owned()
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The message for a file that is wrong.
fn refused(test: &str, text: &str) -> String {
    let folder = Folder::new(test);
    let path = folder.file("machine.toml", text);
    let message = load::<&str>(&path, &[]).unwrap_err().to_string();
    message.replace(folder.0.to_str().unwrap(), "DIR")
}

#[test]
fn a_value_knows_the_file_and_line_that_set_it() {
    let folder = Folder::new("origin");
    folder.file(
        "lower.toml",
        "base = \"itanium\"\n\n[caches.l2]\nlatency = 7\nfp_latency = 10\n",
    );
    let upper = folder.file(
        "upper.toml",
        "base = \"lower.toml\"\n# comment\ncaches.l2.latency = 8\n",
    );
    let loaded = load(&upper, &["memory.latency=300", "branch.predictor=gshare"]).unwrap();
    let origin = |path: &str| {
        let origin = loaded.setting(path).unwrap().origin.unwrap().to_string();
        origin.replace(folder.0.to_str().unwrap(), "DIR")
    };
    assert_eq!(loaded.machine.caches.l2.latency, 8);
    assert_eq!(origin("caches.l2.latency"), "DIR/upper.toml:3");
    assert_eq!(origin("caches.l2.fp_latency"), "DIR/lower.toml:5");
    assert!(origin("caches.l2.ways").starts_with("itanium.toml (shipped):"));
    assert_eq!(origin("memory.latency"), "--set memory.latency=300");
    assert_eq!(
        loaded.name,
        "upper+memory.latency=300+branch.predictor=gshare"
    );
}

#[test]
fn overrides_apply_in_order() {
    let loaded = load("itanium", &["caches.l3.ways=8", "caches.l3.ways=16"]).unwrap();
    assert_eq!(loaded.machine.caches.l3.ways, 16);
}

#[test]
fn the_description_does_not_change_the_machine() {
    let plain = load::<&str>("itanium", &[]).unwrap();
    let renamed = load("itanium", &["description=another"]).unwrap();
    assert_eq!(plain.hash, renamed.hash);
    let changed = load("itanium", &["memory.latency=121"]).unwrap();
    assert_ne!(plain.hash, changed.hash);
}

#[test]
fn an_unknown_config_names_the_nearest_and_all() {
    let message = load::<&str>("itanium-madison", &[])
        .unwrap_err()
        .to_string();
    assert!(
        message.contains("did you mean \"itanium2-madison\"?")
            && message.contains("itanium-half-l2"),
        "{message}"
    );
    let message = load::<&str>("nosuch/machine.toml", &[])
        .unwrap_err()
        .to_string();
    assert!(
        message.starts_with("cannot read config nosuch/machine.toml: "),
        "{message}"
    );
}

#[test]
fn an_unknown_key_names_its_place_and_the_nearest_key() {
    let message = refused("key", "base = \"itanium\"\n[caches.l2]\nlatncy = 7\n");
    assert_eq!(
        message,
        "DIR/machine.toml:3: unknown key \"caches.l2.latncy\"; did you mean \"caches.l2.latency\"?"
    );
    let message = refused("table", "base = \"itanium\"\ncache.l2.latency = 7\n");
    assert_eq!(
        message,
        "DIR/machine.toml:2: unknown key \"cache\"; did you mean \"caches\"?"
    );
    let message = refused("elsewhere", "base = \"itanium\"\nsyscall_cycles = 7\n");
    assert_eq!(
        message,
        "DIR/machine.toml:2: unknown key \"syscall_cycles\"; did you mean \"os.syscall_cycles\"?"
    );
}

#[test]
fn a_value_out_of_range_says_why_and_what_would_do() {
    for level in ["l2", "l3"] {
        let text = format!("base = \"itanium\"\n\ncaches.{level}.fp_latency = 0\n");
        assert_eq!(
            refused(&format!("at-once-{level}"), &text),
            format!(
                "DIR/machine.toml:3: caches.{level}.fp_latency = 0: {level} cannot answer a load in the cycle of its issue; use 1 or more"
            )
        );
    }
    let message = refused("ways", "base = \"itanium\"\n\ncaches.l2.ways = 0\n");
    assert_eq!(
        message,
        "DIR/machine.toml:3: caches.l2.ways = 0: a set has one to 64 ways; use 1 to 64"
    );
    let message = refused("sets", "base = \"itanium\"\ncaches.l2.bytes = 100_000\n");
    assert_eq!(
        message,
        "DIR/machine.toml:2: caches.l2.bytes = 100000: 6 ways of 64 byte lines make 260 and a fraction of sets, \
         and the number of sets must be a power of two; use 98304 or 196608, or other ways"
    );
    // The next power of two of sets is more than the key can hold.
    let message = refused(
        "largest",
        "base = \"itanium\"\ncaches.l2.bytes = \"1_000M\"\n",
    );
    assert!(
        message.ends_with("; use 805306368, or other ways"),
        "{message}"
    );
    let message = refused("line", "base = \"itanium\"\ncaches.l1d.line_bytes = 48\n");
    assert!(message.contains("use 32 or 64"), "{message}");
    let message = refused(
        "order",
        "base = \"itanium\"\naccounting.order = [\"rse\", \"rse\", \"scoreboard\", \"data_access\", \"inst_access\", \"taken_branch\"]\n",
    );
    assert!(message.contains("rse stands there twice"), "{message}");
    let message = refused("slow", "base = \"itanium\"\nmemory.latency = 20\n");
    assert!(
        message.contains("memory cannot answer before l3"),
        "{message}"
    );
}

#[test]
fn the_first_level_of_a_tlb_has_entries_and_says_so() {
    for side in ["instruction", "data"] {
        for (level, kind) in [
            ("first", "integer, 1 to 16777216"),
            ("second", "integer, 0 to 16777216"),
        ] {
            let path = format!("tlbs.{side}.{level}.entries");
            assert_eq!(describe(&path).unwrap().kind, kind, "{path}");
        }
        for (value, says) in [
            (
                "entries=0",
                ": a first level needs an entry, and larger tables are not modelled; use 1 to 16777216",
            ),
            (
                "ways=0",
                ": a set has at least one way and at most all entries; use 1 to ENTRIES",
            ),
        ] {
            let message = load("itanium", &[&format!("tlbs.{side}.first.{value}")]).unwrap_err();
            let entries = match side {
                "data" => "32",
                _ => "64",
            };
            let says = says.replace("ENTRIES", entries);
            assert!(message.to_string().contains(&says), "{message}");
        }
    }
}

#[test]
fn laps_without_invalidations_are_refused() {
    let message = load("itanium", &["core_trace.lap_instructions=5"]).unwrap_err();
    assert_eq!(
        message.to_string(),
        "--set core_trace.lap_instructions=5: core_trace.lap_instructions = 5: where core_trace.invalidate is false nothing is \
         invalidated, and so nothing again; use 0, or set core_trace.invalidate = true"
    );
    let both = [
        "core_trace.lap_instructions=5",
        "core_trace.invalidate=true",
    ];
    assert!(load("itanium", &both).is_ok());
}

#[test]
fn an_integer_just_outside_what_the_schema_states_is_refused_with_the_reason_beside_its_field() {
    let schema = config::machine_schema();
    let resolved = |at: &'static Value| match at.get("$ref").and_then(Value::as_str) {
        Some(reference) => schema.pointer(&reference[1..]).unwrap(),
        None => at,
    };
    let mut refused = 0;
    for setting in load::<&str>("itanium", &[]).unwrap().settings() {
        let key = setting.path.split('.').fold(schema, |at, key| {
            resolved(resolved(at).pointer(&format!("/properties/{key}")).unwrap())
        });
        let Some(reason) = key.get("errorMessage").and_then(Value::as_str) else {
            continue;
        };
        let choices = key.get("enum").and_then(Value::as_array);
        let limit = |keyword: &str| key.get(keyword).and_then(Value::as_u64);
        let least = choices.map_or(limit("minimum"), |choices| choices[0].as_u64());
        let most = choices.map_or(limit("maximum"), |choices| choices.last()?.as_u64());
        let below = least.and_then(|least| least.checked_sub(1));
        for wrong in below.into_iter().chain(most.map(|most| most + 1)) {
            let set = format!("{}={wrong}", setting.path);
            let message = load("itanium", &[&set]).unwrap_err().to_string();
            let expected = format!("--set {set}: {} = {wrong}: {reason}; use ", setting.path);
            assert!(message.starts_with(&expected), "{message}");
            refused += 1;
        }
    }
    assert!(refused > 150, "{refused}");
}

#[test]
fn an_integer_between_those_that_a_key_can_hold_is_refused_with_its_neighbours() {
    for (set, remedy) in [
        ("rse.physical_registers=112", "use 96"),
        ("frontend.fetch_bytes=24", "use 16 or 32"),
        ("frontend.fetch_bytes=8", "use 16"),
        ("tlbs.walker.entry_bytes=16", "use 8 or 32"),
        ("tlbs.page_bytes=4096", "use 16384"),
        ("os.quantum_instructions=1", "use 1000 or more"),
    ] {
        let message = load("itanium", &[set]).unwrap_err().to_string();
        assert!(message.ends_with(&format!("; {remedy}")), "{message}");
    }
}

#[test]
fn a_value_of_the_wrong_type_names_its_place() {
    let message = refused("type", "base = \"itanium\"\ncaches.l2.ways = \"six\"\n");
    assert_eq!(
        message,
        "DIR/machine.toml:2: caches.l2.ways = \"six\": the key holds an integer; use 1 to 64"
    );
    let message = refused("negative", "base = \"itanium\"\nfrontend.depth = -1\n");
    assert!(
        message.starts_with("DIR/machine.toml:2: frontend.depth = -1: it is out of range; use "),
        "{message}"
    );
    let message = refused(
        "variant",
        "base = \"itanium\"\nbranch.predictor = \"psychic\"\n",
    );
    assert!(
        message.contains(
            "branch.predictor = \"psychic\": the key holds a name; give one of itanium, none"
        ),
        "{message}"
    );
    let message = refused("tables", "base = \"itanium\"\ncaches = 3\n");
    assert!(
        message
            .starts_with("DIR/machine.toml:2: caches = 3: it is a table; set its keys: seed, l1i,"),
        "{message}"
    );
    let message = refused("inner", "base = \"itanium\"\ncaches.l2.ways.x = 3\n");
    assert_eq!(
        message,
        "DIR/machine.toml:2: caches.l2.ways = { … }: the key holds an integer; use 1 to 64"
    );
    let message = refused("list", "base = \"itanium\"\naccounting.order = 3\n");
    let list = "the key holds a list of 6 names; give each of backend_flush, data_access, rse, scoreboard, inst_access, taken_branch once, in brackets";
    assert!(message.ends_with(&format!("= 3: {list}")), "{message}");
    let message = refused(
        "short",
        "base = \"itanium\"\naccounting.order = [\"rse\"]\n",
    );
    assert!(
        message.ends_with(&format!("= [\"rse\"]: {list}")),
        "{message}"
    );
    let message = refused("numbers", "base = \"itanium\"\naccounting.order = [1, 2]\n");
    let name = "the key holds a name; give one of backend_flush, data_access, rse, scoreboard, inst_access, taken_branch";
    assert!(
        message.ends_with(&format!("accounting.order[0] = 1: {name}")),
        "{message}"
    );
    let message = refused(
        "element",
        "base = \"itanium\"\naccounting.order = [\"rse\", \"luck\"]\n",
    );
    assert!(
        message.starts_with(
            "DIR/machine.toml:2: accounting.order[1] = \"luck\": the key holds a name"
        ),
        "{message}"
    );
}

#[test]
fn no_level_answers_before_the_one_above_it() {
    for upper in ["l1i", "l1d"] {
        let message = load("itanium", &[format!("caches.{upper}.latency=7")])
            .unwrap_err()
            .to_string();
        assert!(
            message.ends_with(&format!(
                "caches.l2.latency = 6: l2 cannot answer before {upper}, which takes 7 cycles \
                 (caches.{upper}.latency is set by --set caches.{upper}.latency=7); use 7 or more"
            )),
            "{message}"
        );
    }
}

#[test]
fn buffers_and_histories_have_the_sizes_that_the_model_gives_them() {
    for (machine, set, expected) in [
        (
            "itanium2",
            &["frontend.fetch_bytes=64", "frontend.buffer_bundles=3"][..],
            "frontend.buffer_bundles = 3: the buffer must hold the bundles that one fetch delivers \
             (frontend.fetch_bytes is set by --set frontend.fetch_bytes=64); use 4 or more",
        ),
        (
            "itanium",
            &["branch.itanium.history_bits=9"],
            "branch.itanium.history_bits = 9: a history of a table entry has 8 bits at most; use 1 to 8",
        ),
    ] {
        let message = load(machine, set).unwrap_err().to_string();
        assert!(message.ends_with(expected), "{message}");
    }
    // A fetch delivers a line of L1I at most.
    let short_lines = ["frontend.fetch_bytes=64", "frontend.buffer_bundles=2"];
    assert!(load("itanium", &short_lines).is_ok());
}

/// The value that a rule is about may come from the file below while the one that does not fit it comes from that of the user.
#[test]
fn values_that_do_not_fit_together_are_both_named_with_their_places() {
    for (text, key, place) in [
        (
            "caches.l2.ways = 1",
            "caches.l2.bytes = 98304",
            "caches.l2.ways is set by DIR/machine.toml:2",
        ),
        (
            "branch.patterns.counter_bits = 1",
            "branch.patterns.history_bits = ",
            "branch.patterns.counter_bits is set by DIR/machine.toml:2",
        ),
        (
            "tlbs.data.first.entries = 31",
            "tlbs.data.first.ways = 32",
            "tlbs.data.first.entries is set by DIR/machine.toml:2",
        ),
        (
            "caches.l3.latency = 300",
            "memory.latency = ",
            "caches.l3.latency is set by DIR/machine.toml:2",
        ),
    ] {
        let message = refused("together", &format!("base = \"itanium\"\n{text}\n"));
        assert!(
            message.starts_with("itanium.toml (shipped):")
                && message.contains(key)
                && message.contains(place),
            "{text}: {message}"
        );
    }
    // Both in one file: the message names the line of one of them, and what it says of the other is enough.
    let message = refused(
        "beside",
        "base = \"itanium\"\ncaches.l2.ways = 1\ncaches.l2.bytes = 98304\n",
    );
    assert!(
        message.starts_with("DIR/machine.toml:3: caches.l2.bytes = 98304: 1 ways")
            && !message.contains("is set by"),
        "{message}"
    );
}

#[test]
fn malformed_toml_names_the_line() {
    let message = refused("toml", "base = \"itanium\"\n[caches\n");
    assert!(
        message.starts_with("DIR/machine.toml:2: malformed TOML: "),
        "{message}"
    );
    let message = refused(
        "big",
        "base = \"itanium\"\nfrequency_hz = 99999999999999999999\n",
    );
    assert!(message.starts_with("DIR/machine.toml:2: "), "{message}");
}

#[test]
fn a_config_without_base_must_be_complete() {
    let message = refused("missing", "description = \"half a machine\"\n");
    assert_eq!(
        message,
        "DIR/machine.toml: frequency_hz is not set; set it, or build on a shipped config with base = \"itanium\""
    );
}

#[test]
fn a_circle_of_bases_is_refused() {
    let folder = Folder::new("circle");
    folder.file("a.toml", "base = \"b.toml\"\n");
    let b = folder.file("b.toml", "base = \"a.toml\"\n");
    assert!(matches!(load::<&str>(&b, &[]), Err(Error::Circle { .. })));
    let own = folder.file("own.toml", "base = \"own.toml\"\n");
    let message = load::<&str>(&own, &[]).err().map(|it| it.to_string());
    assert!(message.is_some_and(|it| it.contains("base \"own.toml\" is this config itself")));
}

#[test]
fn a_missing_base_names_the_file_that_wants_it() {
    let message = refused("base", "base = \"gone.toml\"\n");
    assert!(
        message.contains("gone.toml (the base of DIR/machine.toml)"),
        "{message}"
    );
    let message = refused("basename", "\nbase = \"itanic\"\n");
    assert!(
        message.starts_with(
            "DIR/machine.toml:2: base: unknown config \"itanic\" (did you mean \"itanium\"?)"
        ),
        "{message}"
    );
    let message = refused("basetype", "base = 3\n");
    assert!(message.contains("base must be text"), "{message}");
}

#[test]
fn a_malformed_override_is_refused() {
    for text in [
        "caches.l2.ways",
        "=4",
        "caches..ways=4",
        "caches.l2.ways=",
        "caches.l2={ways=4}",
    ] {
        assert!(
            matches!(load("itanium", &[text]), Err(Error::Override { .. })),
            "{text}"
        );
    }
    let message = load("itanium", &["caches.l2.way=4"])
        .unwrap_err()
        .to_string();
    assert_eq!(
        message,
        "--set caches.l2.way=4: unknown key \"caches.l2.way\"; did you mean \"caches.l2.ways\"?"
    );
}

#[test]
fn a_path_with_an_empty_part_is_no_key() {
    for path in ["caches.l2.", "caches..l2", ".caches", "."] {
        let message = describe(path).unwrap_err().to_string();
        assert_eq!(
            message,
            format!("key \"{path}\": the path has an empty part; write it like caches.l2.ways")
        );
    }
}

#[test]
fn an_unknown_key_names_a_key_in_lower_case_or_none_where_none_is_near() {
    for (path, end) in [
        ("CACHES", "; did you mean \"caches\"?"),
        ("caches.L2", "; did you mean \"caches.l2\"?"),
        ("nonexist", "; `epicycle config explain` lists the keys"),
    ] {
        let message = describe(path).unwrap_err().to_string();
        assert_eq!(message, format!("config: unknown key \"{path}\"{end}"));
    }
}

#[test]
fn every_key_can_be_explained() {
    let described = describe("caches.l2.ways").unwrap();
    assert_eq!(described.kind, "integer, 1 to 64");
    assert!(described.meaning.contains("Ways"), "{}", described.meaning);
    let described = describe("branch.predictor").unwrap();
    assert!(described.kind.contains("gshare"), "{}", described.kind);
    assert!(describe("").unwrap().keys.contains(&"caches".to_owned()));
    assert!(
        describe("caches.l4")
            .unwrap_err()
            .to_string()
            .contains("did you mean \"caches.l")
    );
    for setting in load::<&str>("itanium", &[]).unwrap().settings() {
        let described = describe(&setting.path).unwrap();
        assert!(
            !described.meaning.is_empty(),
            "{} has no description",
            setting.path
        );
    }
}

#[test]
fn every_value_says_what_its_file_says_beside_it() {
    let folder = Folder::new("sources");
    folder.file(
        "sources.toml",
        "#   OWN   our measurement,\n#         of 2024\nbase = \"itanium\"\n[caches.l2] # OWN throughout\nlatency = 7\nfp_latency = 10 # one more\nways = 6 # KNB\n",
    );
    let path = folder.0.join("sources.toml");
    let loaded = load(path.to_str().unwrap(), &["caches.l2.ports=1"]).unwrap();
    let comment = |path: &str| loaded.setting(path).unwrap().comment.unwrap_or_default();
    assert_eq!(comment("caches.l2.latency"), "OWN throughout");
    assert_eq!(comment("caches.l2.fp_latency"), "OWN throughout; one more");
    assert_eq!(comment("caches.l2.ways"), "KNB");
    // What the command line sets has no source, what the base sets has its own.
    assert_eq!(comment("caches.l2.ports"), "");
    assert_eq!(comment("frequency_hz"), "LIT: 733 and 800 MHz parts");
    assert_eq!(
        loaded.sources("OWN, OWN; see NOTE"),
        [("OWN".to_owned(), "our measurement, of 2024".to_owned())]
    );
    assert!(
        loaded.sources("KNB")[0]
            .1
            .starts_with("Intel's machine description")
    );
}

#[test]
fn numbers_may_have_units_of_bytes_or_of_counts() {
    let folder = Folder::new("units");
    folder.file(
        "units.toml",
        "base = \"itanium\"\ncaches.l2.bytes = \"48K\"\nfrequency_hz = \"733M\"\n",
    );
    let path = folder.0.join("units.toml");
    let loaded = load::<&str>(path.to_str().unwrap(), &[]).unwrap();
    assert_eq!(loaded.machine.caches.l2.bytes, 49_152);
    assert_eq!(loaded.machine.frequency_hz, 733_000_000);
    // Equal machines have equal names and hashes, however their numbers are written.
    let names = ["48K", "49_152", "0xc000"].map(|number| {
        let loaded = load("itanium", &[format!("caches.l2.bytes = {number}")]).unwrap();
        (loaded.name, loaded.hash)
    });
    assert_eq!(names[0].0, "itanium+caches.l2.bytes=49152");
    assert!(names.iter().all(|name| *name == names[0]));
    for (set, reason) in [
        ("caches.l2.bytes=48X", "the key holds an integer"),
        ("caches.l2.bytes=8G", "use 1 to 1073741824"),
        ("description=48K", ""),
    ] {
        match load("itanium", &[set]) {
            Err(error) => assert!(error.to_string().contains(reason), "{error}"),
            Ok(loaded) => assert_eq!(loaded.machine.description, "48K"),
        }
    }
}

/// A latency and an addition to it have 8 bits: a longer one would be cut.
#[test]
fn a_latency_that_the_scoreboard_cannot_hold_is_refused() {
    for (key, most) in [
        ("latency.result.fmac", 255),
        ("latency.result.mmalu", 127),
        ("latency.extra.fp_to_store", 255),
        ("latency.extra.mm_to_other", 127),
        ("latency.to_ar.fsr", 255),
        ("latency.from_cr.far", 255),
        ("latency.special.psr_to_srlz", 255),
        ("caches.l1d.latency", 65_535),
    ] {
        let message = load("itanium", &[format!("{key}={}", most + 1)])
            .unwrap_err()
            .to_string();
        assert!(
            message.ends_with(&format!("use 0 to {most}")),
            "{key}: {message}"
        );
    }
    load(
        "itanium",
        &["latency.result.fmac=255", "latency.extra.mm_to_other=127"],
    )
    .unwrap();
    // Not a latency of the scoreboard.
    load("itanium", &["latency.special.serialize_cycles=1000"]).unwrap();
}

#[test]
fn a_rule_of_dispersal_that_means_nothing_to_a_family_is_refused() {
    for (config, family, key) in [
        ("itanium", "Itanium", "a_type_to_m"),
        ("itanium2", "Itanium 2", "last_slot_to_i1"),
    ] {
        let message = load(config, &[format!("dispersal.{key}=true")])
            .unwrap_err()
            .to_string();
        assert!(
            message.contains(&format!(
                "dispersal.{key} = true: an I slot of {family} goes to"
            )) && message.ends_with("use false"),
            "{message}"
        );
    }
}

/// Fetch has a cache and a TLB without what only data can have.
#[test]
fn keys_that_mean_nothing_do_not_exist() {
    for key in [
        "caches.l1i.ports",
        "caches.l1i.fp_latency",
        "tlbs.instruction.first_miss",
        "tlbs.instruction.fp_bypasses_first",
        "tlbs.instruction.first_miss_bypasses_l1d",
        "latency.result.rse",
    ] {
        let message = load("itanium", &[format!("{key}=1")])
            .unwrap_err()
            .to_string();
        assert!(message.contains("unknown key"), "{message}");
    }
}
