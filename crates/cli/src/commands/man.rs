//! `epicycle man`: manual pages.

use std::path::{Path, PathBuf};

use anyhow::{Context, Result};
use clap::{Arg, Args, Command};
use clap_mangen::Man;

use crate::options::folder_to_write;
use crate::output::Outputs;
use crate::{console, status};

/// Print the manual page of epicycle, or write the pages of all commands.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Write epicycle.1 and a page for each command and each of its actions, such as epicycle-run.1 and epicycle-store-gc.1, to this
    /// folder.
    #[arg(long, value_name = "DIR", value_parser = folder_to_write())]
    out: Option<PathBuf>,
}

/// Prints or writes.
pub(crate) fn main(arguments: &Arguments, command: Command) -> Result<u8> {
    let mut command = without_help(command);
    command.build();
    let Some(folder) = &arguments.out else {
        console::print(&page(&command)?)?;
        return Ok(status::DONE);
    };
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut outputs = Outputs::default();
    write(&command, "epicycle", folder, &mut outputs)?;
    outputs.commit()?;
    Ok(status::DONE)
}

/// A command without `help`, which has no page: every page is what it prints.
fn without_help(command: Command) -> Command {
    let command = command.disable_help_subcommand(true);
    command.mut_subcommands(without_help)
}

/// Writes the page of a command and those of its subcommands, to which it refers.
fn write(command: &Command, name: &str, folder: &Path, outputs: &mut Outputs) -> Result<()> {
    let mut output = outputs.open("manual page", &folder.join(format!("{name}.1")))?;
    output.write_text(&page(command)?)?;
    let visible = command.get_subcommands().filter(|it| !it.is_hide_set());
    for command in visible {
        let name = format!("{name}-{}", command.get_name());
        write(command, &name, folder, outputs)?;
    }
    Ok(())
}

fn page(command: &Command) -> Result<String> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let mut text = Vec::new();
    Man::new(command.clone())
        .title(name.to_uppercase())
        .date("")
        .render(&mut text)?;
    Ok(with_values(&String::from_utf8(text)?, command))
}

/// A page whose synopsis has the values of the options, which clap_mangen writes without.
fn with_values(page: &str, command: &Command) -> String {
    const SYNOPSIS: &str = ".SH SYNOPSIS\n";
    let Some((before, rest)) = page.split_once(SYNOPSIS) else {
        return page.to_owned();
    };
    let (line, after) = rest.split_once('\n').unwrap_or((rest, ""));
    let mut line = line.to_owned();
    for option in command.get_arguments() {
        if let (Some(long), Some(value)) = (option.get_long(), value(option)) {
            let name = format!("\\fB\\-\\-{}\\fR", long.replace('-', "\\-"));
            line = line.replacen(&name, &format!("{name}{value}"), 1);
        }
    }
    format!("{before}{SYNOPSIS}{line}\n{after}")
}

/// What stands behind the name of an option that takes a value.
fn value(option: &Arg) -> Option<String> {
    let count = option.get_num_args()?;
    let names = option.get_value_names().filter(|_| count.takes_values())?;
    let value = format!("\\fI{}\\fR", names.join(" ").replace('-', "\\-"));
    Some(match count.min_values() {
        0 => format!("[={value}]"),
        _ => format!(" {value}"),
    })
}
