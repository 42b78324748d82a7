//! gdb's remote protocol over a run of the simulator.
//!
//! [`listen`] opens a socket, [`serve`] waits for a gdb to connect and drives a run ([`sim::Debuggee`]) by its requests. The run
//! computes and counts the same as without a debugger.
#![forbid(unsafe_code)]

mod link;
mod monitor;
mod registers;
mod signals;
mod target;

use link::Link;
pub use link::{Address, Endpoint, listen};

use gdbstub::common::Signal;
use gdbstub::stub::state_machine::GdbStubStateMachine;
use gdbstub::stub::{BaseStopReason, DisconnectReason, GdbStubBuilder, GdbStubError};
use sim::Debuggee;
use std::io::ErrorKind;
use std::time::Duration;
use target::{Debugger, Refused};

/// How long one wait for gdb's requests lasts before `is_stopped` is asked again.
const LOOK: Duration = Duration::from_millis(100);
/// Bytes of the largest packet that is taken: all registers in hexadecimal and more.
const PACKET: usize = 16 << 10;

/// Waits for a gdb to connect and lets it drive a run. When gdb detaches, the run goes on to its end. It ends at once (`interrupted`)
/// when gdb kills it, the connection ends, or the caller asks to stop (`is_stopped`).
///
/// # Errors
/// The connection fails, or the run cannot go on.
pub fn serve(
    endpoint: Endpoint,
    is_stopped: &dyn Fn() -> bool,
    run: &mut dyn Debuggee,
) -> Result<(), sim::Error> {
    let Some(link) = endpoint.wait(LOOK, is_stopped).map_err(broken)? else {
        run.kill();
        return Ok(());
    };
    let mut target = Debugger::new(run);
    match session(link, &mut target, is_stopped) {
        Err(End::Gone) => {
            target.run.kill();
            Ok(())
        }
        Err(End::Failed(error)) => Err(error),
        Ok(()) => Ok(()),
    }
}

/// Why a session ends against the will of both sides.
enum End {
    /// gdb's end of the connection is closed.
    Gone,
    Failed(sim::Error),
}

impl End {
    fn of_connection(error: std::io::Error) -> Self {
        match error.kind() {
            ErrorKind::UnexpectedEof
            | ErrorKind::ConnectionReset
            | ErrorKind::ConnectionAborted
            | ErrorKind::BrokenPipe => Self::Gone,
            _ => Self::Failed(broken(error)),
        }
    }

    /// The error with which the stub ends a session: of the run, of a packet or of the connection.
    fn of_stub(error: GdbStubError<Refused, std::io::Error>) -> Self {
        let text = format!("gdb: {error}");
        if error.is_connection_error() {
            return match error.into_connection_error() {
                Some((error, _)) => Self::of_connection(error),
                None => Self::Failed(sim::Error::Debugger(text)),
            };
        }
        Self::Failed(match error.into_target_error() {
            Some(Refused::Run(error)) => error,
            None => sim::Error::Debugger(text),
        })
    }
}

fn broken(error: std::io::Error) -> sim::Error {
    sim::Error::Debugger(format!("gdb's connection: {error}"))
}

/// Serves gdb's requests until the run ends.
fn session(
    link: Link,
    target: &mut Debugger<'_>,
    is_stopped: &dyn Fn() -> bool,
) -> Result<(), End> {
    let stub = GdbStubBuilder::new(link)
        .packet_buffer_size(PACKET)
        .build()
        .map_err(|error| End::Failed(sim::Error::Debugger(format!("gdb: {error}"))))?;
    let mut machine = stub.run_state_machine(target).map_err(End::of_stub)?;
    loop {
        machine = match machine {
            GdbStubStateMachine::Idle(mut gdb) => {
                match gdb.borrow_conn().next(LOOK).map_err(End::of_connection)? {
                    Some(byte) => gdb.incoming_data(target, byte).map_err(End::of_stub)?,
                    None if is_stopped() => break target.run.kill(),
                    None => GdbStubStateMachine::Idle(gdb),
                }
            }
            GdbStubStateMachine::Running(mut gdb) => {
                let next = gdb.borrow_conn().next(Duration::ZERO);
                match next.map_err(End::of_connection)? {
                    Some(byte) => gdb.incoming_data(target, byte).map_err(End::of_stub)?,
                    None => match target.advance() {
                        Ok(None) => GdbStubStateMachine::Running(gdb),
                        Ok(Some(reason)) => {
                            if let Some(text) = target.take_message() {
                                let said = gdb.borrow_conn().show(&text);
                                said.map_err(End::of_connection)?;
                            }
                            gdb.report_stop(target, reason).map_err(End::of_stub)?
                        }
                        Err(Refused::Run(error)) => return Err(End::Failed(error)),
                    },
                }
            }
            GdbStubStateMachine::CtrlCInterrupt(gdb) => {
                let reason = BaseStopReason::SignalWithThread {
                    tid: target.current(),
                    signal: Signal::SIGINT,
                };
                gdb.interrupt_handled(target, Some(reason))
                    .map_err(End::of_stub)?
            }
            GdbStubStateMachine::Disconnected(gdb) => match gdb.get_reason() {
                DisconnectReason::Disconnect => break target.run.release().map_err(End::Failed)?,
                DisconnectReason::Kill => break target.run.kill(),
                DisconnectReason::TargetExited(_) | DisconnectReason::TargetTerminated(_) => break,
            },
        };
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_that_gdb_has_closed_is_no_error() {
        for (kind, gone) in [
            (ErrorKind::UnexpectedEof, true),
            (ErrorKind::ConnectionReset, true),
            (ErrorKind::ConnectionAborted, true),
            (ErrorKind::BrokenPipe, true),
            (ErrorKind::Other, false),
        ] {
            let end = End::of_connection(kind.into());
            assert_eq!(matches!(end, End::Gone), gone, "{kind}");
        }
    }
}
