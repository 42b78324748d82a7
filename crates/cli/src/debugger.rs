//! Waiting for gdb, for programs and for whole machines.

use anyhow::{Context as _, Result};

use crate::console;

/// Listens at an address, and says what to tell gdb unless nothing is to be said.
pub(crate) fn wait_at(address: &gdb::Address, quiet: bool) -> Result<gdb::Endpoint> {
    let remedy = match address {
        gdb::Address::Tcp(_) => "--gdb=127.0.0.1:0 takes a port that is free",
        gdb::Address::Unix(_) => {
            "--gdb=unix:PATH makes a socket: name a file that is not there yet, in a folder that is"
        }
    };
    let endpoint = gdb::listen(address)
        .with_context(|| format!("cannot wait for gdb at {address} ({remedy})"))?;
    if !quiet {
        console::inform(&format!(
            "gdb: waiting; say `target remote {}`\n",
            endpoint.address()
        ));
    }
    Ok(endpoint)
}
