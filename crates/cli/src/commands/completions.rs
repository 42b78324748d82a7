//! `epicycle completions`: what shells need to complete the command line.

use anyhow::Result;
use clap::{Args, Command};
use clap_complete::{Shell, generate};

use crate::{console, status};

/// Print the completions of a shell.
///
/// bash: epicycle completions bash > ~/.local/share/bash-completion/completions/epicycle; fish: epicycle completions fish >
/// ~/.config/fish/completions/epicycle.fish; zsh: into a file _epicycle in a folder of $fpath.
#[derive(Args)]
pub(crate) struct Arguments {
    /// The shell.
    shell: Shell,
}

/// Prints.
pub(crate) fn main(arguments: &Arguments, command: &mut Command) -> Result<u8> {
    let mut text = Vec::new();
    generate(arguments.shell, command, "epicycle", &mut text);
    console::print(&String::from_utf8(text)?)?;
    Ok(status::DONE)
}
