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
    let broken = |error: std::io::Error| sim::Error::Debugger(format!("gdb's connection: {error}"));
    let Some(link) = endpoint.wait(LOOK, is_stopped).map_err(broken)? else {
        run.kill();
        return Ok(());
    };
    let mut target = Debugger::new(run);
    let stub = GdbStubBuilder::new(link)
        .packet_buffer_size(PACKET)
        .build()
        .map_err(|error| sim::Error::Debugger(format!("gdb: {error}")))?;
    let mut machine = stub.run_state_machine(&mut target).map_err(session_error)?;
    loop {
        machine = match machine {
            GdbStubStateMachine::Idle(mut gdb) => match gdb.borrow_conn().next(LOOK) {
                Ok(Some(byte)) => gdb
                    .incoming_data(&mut target, byte)
                    .map_err(session_error)?,
                Ok(None) if is_stopped() => break target.run.kill(),
                Ok(None) => GdbStubStateMachine::Idle(gdb),
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => break target.run.kill(),
                Err(error) => return Err(broken(error)),
            },
            GdbStubStateMachine::Running(mut gdb) => match gdb.borrow_conn().next(Duration::ZERO) {
                Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
                    break target.run.kill();
                }
                Err(error) => return Err(broken(error)),
                Ok(Some(byte)) => gdb
                    .incoming_data(&mut target, byte)
                    .map_err(session_error)?,
                Ok(None) => match target.advance() {
                    Ok(None) => GdbStubStateMachine::Running(gdb),
                    Ok(Some(reason)) => gdb
                        .report_stop(&mut target, reason)
                        .map_err(session_error)?,
                    Err(Refused::Run(error)) => return Err(error),
                },
            },
            GdbStubStateMachine::CtrlCInterrupt(gdb) => {
                let reason = BaseStopReason::SignalWithThread {
                    tid: target.current(),
                    signal: Signal::SIGINT,
                };
                gdb.interrupt_handled(&mut target, Some(reason))
                    .map_err(session_error)?
            }
            GdbStubStateMachine::Disconnected(gdb) => match gdb.get_reason() {
                DisconnectReason::Disconnect => break target.run.release()?,
                DisconnectReason::Kill => break target.run.kill(),
                DisconnectReason::TargetExited(_) | DisconnectReason::TargetTerminated(_) => break,
            },
        };
    }
    Ok(())
}

/// The error with which the stub ends a session: of the run, of a packet or of the connection.
fn session_error(error: GdbStubError<Refused, std::io::Error>) -> sim::Error {
    if error.is_target_error() {
        return match error.into_target_error() {
            Some(Refused::Run(error)) => error,
            None => sim::Error::Debugger("gdb: the run was refused".to_owned()),
        };
    }
    sim::Error::Debugger(format!("gdb: {error}"))
}
