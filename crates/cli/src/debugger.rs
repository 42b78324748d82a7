//! Waiting for gdb, for programs and for whole machines.

use anyhow::{Context as _, Result};

use crate::console;

/// Listens at an address, and says what to tell gdb unless nothing is to be said.
pub(crate) fn wait_at(address: &gdb::Address, quiet: bool) -> Result<gdb::Endpoint> {
    let endpoint = gdb::listen(address).with_context(|| {
        format!("cannot wait for gdb at {address} (--gdb=127.0.0.1:0 takes a port that is free)")
    })?;
    if !quiet {
        console::inform(&format!(
            "gdb: waiting; say `target remote {}`\n",
            endpoint.address()
        ));
    }
    Ok(endpoint)
}
