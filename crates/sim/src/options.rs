//! The options of the functional core and of the personality that follow from a request and a machine description.

use config::model;
use linux::Streams;
use machine::{IsaLevel, Unaligned};

use crate::{Mode, Request};

/// Options of the functional core. A functional run has an ALAT of its own size.
pub(crate) fn options(machine: &model::Machine, mode: Mode) -> machine::Options {
    let processor = &machine.processor;
    let mut vendor = [0; 16];
    for (to, from) in vendor.iter_mut().zip(processor.vendor.bytes()) {
        *to = from;
    }
    let half = |n: usize| std::array::from_fn(|i| vendor[n * 8 + i]);
    let version = u64::from(processor.cpuid_family) << 24
        | u64::from(processor.cpuid_model) << 16
        | u64::from(processor.cpuid_revision) << 8
        // Number of the last register.
        | 4;
    let (alat_entries, alat_ways) = alat(machine, mode);
    machine::Options {
        isa: match processor.isa {
            model::InstructionSet::Full => IsaLevel::Full,
            model::InstructionSet::AsBuilt => IsaLevel::AsBuilt(processor.family),
        },
        alat_entries,
        alat_ways,
        alat_address_bits: machine.alat.address_bits,
        unaligned: Unaligned::Complete,
        // A functional run has no monitor, so there is nothing to keep from the program: `psr.sp` is 0, and `mov psr.um` and `sum` change `psr.up`.
        secure_monitors: mode == Mode::Timed && !machine.os.user_monitor,
        user_monitors: mode == Mode::Timed && machine.os.user_monitor,
        cpuid: [
            u64::from_le_bytes(half(0)),
            u64::from_le_bytes(half(1)),
            0,
            version,
            processor.cpuid_features,
        ],
    }
}

/// Number of entries and of ways of the ALAT of a run.
pub(crate) fn alat(machine: &model::Machine, mode: Mode) -> (usize, usize) {
    match mode {
        Mode::Functional => {
            let entries = machine.alat.functional_entries as usize;
            (entries, entries)
        }
        Mode::Timed => (machine.alat.entries as usize, machine.alat.ways as usize),
    }
}

/// Options of the personality.
pub(crate) fn linux_options(request: &Request, streams: Streams) -> linux::Options {
    let machine = &request.config.machine;
    let mut environment: Vec<(String, String)> = linux::DEFAULT_ENVIRONMENT
        .iter()
        .map(|&(name, value)| (name.to_owned(), value.to_owned()))
        .collect();
    for (name, value) in &request.env {
        match environment.iter_mut().find(|(known, _)| known == name) {
            Some((_, old)) => old.clone_from(value),
            None => environment.push((name.clone(), value.clone())),
        }
    }
    let program = match &request.argv0 {
        Some(name) => name.clone().into_bytes(),
        None => request.program.as_os_str().as_encoded_bytes().to_vec(),
    };
    let arguments = std::iter::once(program.clone())
        .chain(request.args.iter().map(|text| text.clone().into_bytes()))
        .collect();
    linux::Options {
        program: match request.image {
            Some(_) => request.host_program(),
            None => request.files.given_program(&request.program),
        },
        arguments,
        environment: environment
            .into_iter()
            .map(|(name, value)| format!("{name}={value}").into_bytes())
            .collect(),
        name: Some(program),
        files: request.files.view(),
        streams,
        frequency_hz: machine.frequency_hz,
        memory_bytes: machine.os.memory_bytes,
        disk_bytes: machine.os.disk_bytes,
        quantum: machine.os.quantum_instructions,
        strace: None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_timed_runs_without_a_monitor_of_their_own_keep_it_from_the_program() {
        for (set, owned) in [
            ("os.user_monitor=false", false),
            ("os.user_monitor=true", true),
        ] {
            let machine = config::load("itanium2", &[set]).unwrap().machine;
            for (mode, timed) in [(Mode::Functional, false), (Mode::Timed, true)] {
                let options = options(&machine, mode);
                let rights = [options.secure_monitors, options.user_monitors];
                assert_eq!(rights, [timed && !owned, timed && owned], "{mode:?} {set}");
            }
        }
    }
}
