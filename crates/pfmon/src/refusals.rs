//! Combinations of options that are refused.

use crate::error::{Fatal, fatal};
use crate::options::{Booted, Follow, Guest, Options};

/// Refuses what means nothing for a whole system, or without one.
fn check_boot(options: &Options) -> Result<(), Fatal> {
    let (boot, guest) = (&options.boot, &options.guest);
    if boot.kernel.is_none() {
        return match *boot == Booted::default() {
            true => Ok(()),
            false => fatal("--boot-* options are only for --boot"),
        };
    }
    if !options.command.is_empty() {
        return fatal("cannot boot a kernel and run a command at the same time");
    }
    let environment = Guest {
        max_instructions: None,
        max_cycles: None,
        quiet: false,
        ..guest.clone()
    };
    for (given, what) in [
        (options.delay.is_some(), "a trigger start delay"),
        (options.timeout.is_some(), "a session timeout"),
        (options.exclude_idle, "--exclude-idle"),
        (
            environment != Guest::default(),
            "what a program finds around it (--sysroot, --root, --cwd, --env, --writable, --argv0), or a region of interest (--roi-start, --roi-stop),",
        ),
    ] {
        if given {
            return fatal(format!("cannot use {what} with --boot"));
        }
    }
    Ok(())
}

/// Refuses what needs another processor or makes no sense on one.
pub(crate) fn check(options: &Options) -> Result<(), Fatal> {
    check_boot(options)?;
    if options.guest.has_region() {
        for (given, what) in [
            (options.trigger.is_some(), "a trigger start address"),
            (options.delay.is_some(), "a trigger start delay"),
            (options.timeout.is_some(), "a session timeout"),
        ] {
            if given {
                return fatal(format!(
                    "cannot use both {what} and a region of interest (--roi-start, --roi-stop)"
                ));
            }
        }
    }
    if options.system_wide {
        if options.overflow_block {
            return fatal("cannot block the task on overflow in system-wide mode");
        }
        if options.trigger.is_some() {
            return fatal("cannot use a trigger start address in system-wide mode");
        }
        if options.follow != Follow::default() {
            return fatal("cannot follow tasks in system-wide mode, which monitors all of them");
        }
        if let Some(mask) = &options.cpu_mask {
            let digits = mask.strip_prefix("0x").unwrap_or(mask);
            match u64::from_str_radix(digits, 16) {
                Ok(1) => {}
                Ok(_) => {
                    return fatal(format!(
                        "cpu mask 0x{digits} names CPUs which are not online"
                    ));
                }
                Err(_) => return fatal(format!("invalid cpu mask {mask}")),
            }
        }
    } else {
        if options.timeout.is_some() {
            return fatal("session timeout is only for system-wide mode");
        }
        if options.exclude_idle {
            return fatal("--exclude-idle is only for system-wide mode");
        }
        if options.aggregate && options.follow == Follow::default() {
            return fatal(
                "result aggregation is only for system-wide mode and tasks that are followed",
            );
        }
    }
    if options.symbol_file.is_some() && options.sysmap_file.is_some() {
        return fatal("--symbol-file and --sysmap-file are mutually exclusive");
    }
    Ok(())
}
