//! `epicycle config`: what machines there are, and what their values mean.

use std::ffi::{OsStr, OsString};
use std::path::Path;

use anyhow::Result;
use clap::{Args, Subcommand};
use config::{SHIPPED, describe, difference, file_schema, load};

use crate::options::{Machine, once};
use crate::{console, status};

/// Show, compare and explain machine descriptions.
#[derive(Args)]
pub(crate) struct Arguments {
    #[command(subcommand)]
    action: Action,
}

#[derive(Subcommand)]
enum Action {
    /// List the shipped configs.
    List,
    /// Print every value of a config, with the file and line that sets it and the source that the file names for it.
    Show {
        /// Name of a shipped config, or path of a TOML file.
        #[arg(value_name = "CONFIG", default_value = "itanium")]
        config: OsString,
        /// Change one value; may be given several times.
        #[arg(long, value_name = "PATH=VALUE")]
        set: Vec<String>,
        /// Print JSON as in a report: name, hash and effective values.
        #[arg(long)]
        json: bool,
    },
    /// Print the values in which two configs differ.
    Diff {
        /// Name or path of the first config.
        #[arg(value_name = "BEFORE")]
        before: OsString,
        /// Name or path of the second config.
        #[arg(value_name = "AFTER")]
        after: OsString,
        /// End with status 1 when something differs.
        #[arg(long)]
        exit_code: bool,
    },
    /// Print the JSON Schema of the files that describe machines, for editors.
    Schema,
    /// Say what a key means, which value it has, and where the value is from.
    Explain {
        /// Dotted path of a key or table; the whole machine when absent.
        #[arg(value_name = "PATH", default_value = "")]
        path: String,
        #[command(flatten)]
        machine: Machine,
    },
}

/// Shows, compares or explains.
pub(crate) fn main(arguments: Arguments) -> Result<u8> {
    match arguments.action {
        Action::List => list(),
        Action::Show { config, set, json } => show(&config, &set, json),
        Action::Diff {
            before,
            after,
            exit_code,
        } => diff(&before, &after, exit_code),
        Action::Schema => {
            console::print(&report::to_json(&file_schema()))?;
            Ok(status::DONE)
        }
        Action::Explain { path, machine } => explain(&path, &machine),
    }
}

fn list() -> Result<u8> {
    let width = SHIPPED
        .iter()
        .map(|shipped| shipped.name.len())
        .max()
        .unwrap_or(0);
    let mut text = String::new();
    for shipped in SHIPPED {
        let loaded = load::<&str>(shipped.name, &[])?;
        text.push_str(&format!(
            "{:width$}  {}\n",
            shipped.name, loaded.machine.description
        ));
    }
    console::print(&text)?;
    Ok(status::DONE)
}

fn show(config: &OsStr, set: &[String], json: bool) -> Result<u8> {
    let loaded = load(config, set)?;
    let text = if json {
        report::to_json(&serde_json::json!({
            "name": loaded.name,
            "hash": loaded.hash,
            "effective": loaded.effective,
        }))
    } else {
        format!("# {}\n# {}\n{}", loaded.name, loaded.hash, loaded.to_toml())
    };
    console::print(&text)?;
    Ok(status::DONE)
}

fn diff(before: &OsStr, after: &OsStr, exit_code: bool) -> Result<u8> {
    once([("BEFORE", Path::new(before)), ("AFTER", Path::new(after))])?;
    let (before, after) = (load::<&str>(before, &[])?, load::<&str>(after, &[])?);
    let differences = difference(&before, &after);
    let mut text = String::new();
    for change in &differences {
        text.push_str(&format!(
            "{}: {} -> {}",
            change.path, change.before.value, change.after.value
        ));
        if let Some(origin) = &change.after.origin {
            text.push_str(&format!("  # {origin}"));
        }
        text.push('\n');
    }
    console::print(&text)?;
    Ok(if exit_code && !differences.is_empty() {
        status::FINDINGS
    } else {
        status::DONE
    })
}

fn explain(path: &str, machine: &Machine) -> Result<u8> {
    let described = describe(path)?;
    let loaded = machine.load()?;
    let name = if path.is_empty() { "machine" } else { path };
    let mut text = format!("{name}: {}\n", described.meaning);
    if described.keys.is_empty() {
        text.push_str(&format!("  type: {}\n", described.kind));
    }
    if let Some(setting) = loaded.setting(path) {
        text.push_str(&format!("  in {}: {}\n", loaded.name, setting.value));
        if let Some(origin) = &setting.origin {
            text.push_str(&format!("  set by {origin}\n"));
        }
        if let Some(comment) = &setting.comment {
            text.push_str(&format!("  source: {comment}\n"));
            for (tag, meaning) in loaded.sources(comment) {
                text.push_str(&format!("    {tag}: {meaning}\n"));
            }
        }
    }
    if let Some(value) = loaded.left_out(path) {
        text.push_str(&format!("  in {}: {value}\n", loaded.name));
        text.push_str("  shipped value: nothing sets another one\n");
    }
    for key in &described.keys {
        let inner = if path.is_empty() {
            key.clone()
        } else {
            format!("{path}.{key}")
        };
        let value = match loaded.setting(&inner) {
            Some(setting) => match setting.comment {
                Some(comment) => format!("{}  # {comment}", setting.value),
                None => setting.value,
            },
            None => loaded.left_out(&inner).unwrap_or("(table)".into()),
        };
        text.push_str(&format!(
            "  {key} = {value}\n      {}\n",
            describe(&inner)?.meaning
        ));
    }
    console::print(&text)?;
    Ok(status::DONE)
}
