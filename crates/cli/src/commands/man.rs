//! `epicycle man`: manual pages.

use std::path::PathBuf;

use anyhow::{Context, Result};
use clap::{Args, Command};
use clap_mangen::Man;

use crate::options::folder_to_write;
use crate::output::Outputs;
use crate::{console, status};

/// Print the manual page of epicycle, or write the pages of all commands.
#[derive(Args)]
pub(crate) struct Arguments {
    /// Write epicycle.1 and a page for each command, such as epicycle-run.1, to this folder.
    #[arg(long, value_name = "DIR", value_parser = folder_to_write())]
    out: Option<PathBuf>,
}

/// Prints or writes.
pub(crate) fn main(arguments: &Arguments, mut command: Command) -> Result<u8> {
    command.build();
    let Some(folder) = &arguments.out else {
        console::print(&page(&command)?)?;
        return Ok(status::DONE);
    };
    std::fs::create_dir_all(folder)
        .with_context(|| format!("cannot make the folder {}", folder.display()))?;
    let mut outputs = Outputs::default();
    let visible = command.get_subcommands().filter(|it| !it.is_hide_set());
    let named = visible.map(|it| (format!("epicycle-{}.1", it.get_name()), it));
    for (name, command) in std::iter::once(("epicycle.1".to_owned(), &command)).chain(named) {
        let mut output = outputs.open("manual page", &folder.join(name))?;
        output.write_text(&page(command)?)?;
    }
    outputs.commit()?;
    Ok(status::DONE)
}

fn page(command: &Command) -> Result<String> {
    let name = command.get_display_name().unwrap_or(command.get_name());
    let mut text = Vec::new();
    Man::new(command.clone())
        .title(name.to_uppercase())
        .date("")
        .render(&mut text)?;
    Ok(String::from_utf8(text)?)
}
