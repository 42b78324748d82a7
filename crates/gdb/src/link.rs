//! Where gdb connects, and the connection.

use gdbstub::conn::Connection;
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use std::collections::VecDeque;
use std::fmt;
use std::io::{self, Read, Write};
use std::net::{TcpListener, TcpStream};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::net::{UnixListener, UnixStream};
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::time::Duration;

/// Where a gdb connects.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Address {
    /// `HOST:PORT`; port 0 is one that is free.
    Tcp(String),
    /// A socket in the file system.
    Unix(PathBuf),
}

/// Port at which a gdb is waited for unless another is named.
const PORT: u16 = 1234;
/// Only this host reaches it.
const LOOPBACK: &str = "127.0.0.1";

impl Default for Address {
    fn default() -> Self {
        Self::Tcp(format!("{LOOPBACK}:{PORT}"))
    }
}

impl FromStr for Address {
    type Err = String;

    /// `ADDR:PORT`, `:PORT` and `PORT` (loopback), `unix:PATH`.
    fn from_str(text: &str) -> Result<Self, String> {
        if let Some(path) = text.strip_prefix("unix:") {
            return match path {
                "" => Err("write it as unix:PATH".to_owned()),
                path => Ok(Self::Unix(path.into())),
            };
        }
        let (host, port) = text.rsplit_once(':').unwrap_or(("", text));
        if port.parse::<u16>().is_err() {
            return Err("write it as ADDR:PORT, :PORT or unix:PATH".to_owned());
        }
        let host = if host.is_empty() { LOOPBACK } else { host };
        Ok(Self::Tcp(format!("{host}:{port}")))
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Tcp(address) => write!(f, "{address}"),
            Self::Unix(path) => write!(f, "{}", path.display()),
        }
    }
}

enum Listener {
    Tcp(TcpListener),
    Unix(UnixListener),
}

/// Where a gdb is waited for.
pub struct Endpoint {
    listener: Listener,
    /// A socket's name, which goes with it.
    _name: Option<Name>,
    address: Address,
}

struct Name(PathBuf);

impl Drop for Name {
    fn drop(&mut self) {
        // Nothing is left to do when another process has removed it.
        let _ = std::fs::remove_file(&self.0);
    }
}

/// Listens at an address.
///
/// # Errors
/// It cannot be listened at; a socket's name is in use.
pub fn listen(address: &Address) -> io::Result<Endpoint> {
    Ok(match address {
        Address::Tcp(name) => {
            let listener = TcpListener::bind(name)?;
            let address = Address::Tcp(listener.local_addr()?.to_string());
            Endpoint {
                listener: Listener::Tcp(listener),
                _name: None,
                address,
            }
        }
        Address::Unix(path) => Endpoint {
            listener: Listener::Unix(UnixListener::bind(path)?),
            _name: Some(Name(Path::new(path).to_owned())),
            address: address.clone(),
        },
    })
}

impl Endpoint {
    /// The address, with the port that was chosen.
    #[must_use]
    pub fn address(&self) -> &Address {
        &self.address
    }

    /// Waits for one gdb to connect; `None`: `stopped`, which is asked again each time that `every` has passed, says that the caller wants
    /// to stop.
    pub(crate) fn wait(
        &self,
        every: Duration,
        stopped: &dyn Fn() -> bool,
    ) -> io::Result<Option<Link>> {
        let descriptor = match &self.listener {
            Listener::Tcp(listener) => listener.as_fd(),
            Listener::Unix(listener) => listener.as_fd(),
        };
        while !readable(descriptor, every)? {
            if stopped() {
                return Ok(None);
            }
        }
        let socket = match &self.listener {
            Listener::Tcp(listener) => {
                let (stream, _) = listener.accept()?;
                stream.set_nodelay(true)?;
                Socket::Tcp(stream)
            }
            Listener::Unix(listener) => Socket::Unix(listener.accept()?.0),
        };
        Ok(Some(Link {
            socket,
            input: VecDeque::new(),
            output: Vec::new(),
        }))
    }
}

/// Whether something can be read, now or within a time.
fn readable(descriptor: BorrowedFd<'_>, within: Duration) -> io::Result<bool> {
    let mut polled = [PollFd::new(&descriptor, PollFlags::IN)];
    let within = Timespec::try_from(within).map_err(io::Error::other)?;
    match poll(&mut polled, Some(&within)) {
        Ok(count) => Ok(count > 0),
        Err(rustix::io::Errno::INTR) => Ok(false),
        Err(error) => Err(error.into()),
    }
}

enum Socket {
    Tcp(TcpStream),
    Unix(UnixStream),
}

/// A connection.
pub(crate) struct Link {
    socket: Socket,
    input: VecDeque<u8>,
    output: Vec<u8>,
}

impl Link {
    /// The next byte, if there is one within a time.
    pub(crate) fn next(&mut self, within: Duration) -> io::Result<Option<u8>> {
        if let Some(byte) = self.input.pop_front() {
            return Ok(Some(byte));
        }
        let descriptor = match &self.socket {
            Socket::Tcp(stream) => stream.as_fd(),
            Socket::Unix(stream) => stream.as_fd(),
        };
        if !readable(descriptor, within)? {
            return Ok(None);
        }
        let mut bytes = [0; 4096];
        let count = match &mut self.socket {
            Socket::Tcp(stream) => stream.read(&mut bytes)?,
            Socket::Unix(stream) => stream.read(&mut bytes)?,
        };
        if count == 0 {
            let message = "closed by gdb while the program was being debugged";
            return Err(io::Error::new(io::ErrorKind::UnexpectedEof, message));
        }
        self.input.extend(&bytes[..count]);
        Ok(self.input.pop_front())
    }

    /// Has gdb show text to its user while it waits for a stop: a packet of the protocol for which `gdbstub` has no function.
    pub(crate) fn show(&mut self, text: &str) -> io::Result<()> {
        let hex = text.bytes().map(|byte| format!("{byte:02x}"));
        let body = format!("O{}", hex.collect::<String>());
        let sum = body.bytes().fold(0, u8::wrapping_add);
        self.output
            .extend(format!("${body}#{sum:02x}").into_bytes());
        self.flush()
    }
}

impl Connection for Link {
    type Error = io::Error;

    fn write(&mut self, byte: u8) -> io::Result<()> {
        self.output.push(byte);
        Ok(())
    }

    fn flush(&mut self) -> io::Result<()> {
        let bytes = std::mem::take(&mut self.output);
        match &mut self.socket {
            Socket::Tcp(stream) => Write::write_all(stream, &bytes),
            Socket::Unix(stream) => Write::write_all(stream, &bytes),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_without_host_is_on_loopback() {
        for (text, expected) in [
            ("1234", "127.0.0.1:1234"),
            (":99", "127.0.0.1:99"),
            ("0.0.0.0:99", "0.0.0.0:99"),
            ("[::1]:99", "[::1]:99"),
        ] {
            assert_eq!(text.parse(), Ok(Address::Tcp(expected.to_owned())));
        }
        assert_eq!("unix:a/b".parse(), Ok(Address::Unix("a/b".into())));
        assert_eq!(Address::default().to_string(), "127.0.0.1:1234");
    }

    #[test]
    fn what_is_no_address_is_refused() {
        for text in ["", "host", "host:port", "host:70000", "unix:"] {
            assert!(text.parse::<Address>().is_err(), "{text:?}");
        }
    }
}
