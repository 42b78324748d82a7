//! The two base configurations are complete: every field is stated, none is unknown.

use config::Machine;

#[test]
fn the_shipped_base_configurations_state_every_parameter() {
    for text in [
        include_str!("../../../configs/itanium.toml"),
        include_str!("../../../configs/itanium2.toml"),
    ] {
        let machine: Machine = toml::from_str(text).expect("a complete machine");
        assert!(machine.frequency_hz > 0);
    }
}
