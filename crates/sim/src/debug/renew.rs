//! Recorders and listeners of a run that is repeated: each repetition begins with new ones, whose counts are zero.

use events::{Off, Probe};
use linux::Listener;
use machine::Silent;

use crate::listeners::{self, Listeners};
use crate::recorder::Timed;
use crate::run::{Session, Timings, timed, times};
use crate::{Error, Request};

/// A recorder that can be made anew.
pub(super) trait Renew: Listener + Sized {
    /// A recorder for a repetition.
    fn renew(self, session: &Session, request: &mut Request) -> Result<Self, Error>;
    /// The current cycle; `None`: a functional run.
    fn time(&mut self) -> Option<u64>;
    /// Ends the run: what the cycle model adds to the report.
    fn timings(&mut self) -> Result<Option<Timings>, Error>;
}

impl Renew for Silent {
    fn renew(self, _: &Session, _: &mut Request) -> Result<Self, Error> {
        Ok(self)
    }

    fn time(&mut self) -> Option<u64> {
        None
    }

    fn timings(&mut self) -> Result<Option<Timings>, Error> {
        Ok(None)
    }
}

/// A listener that can be made anew.
pub(super) trait RenewProbe: Probe + Sized {
    fn renew(self, request: &mut Request) -> Result<Self, Error>;
}

impl RenewProbe for Off {
    fn renew(self, _: &mut Request) -> Result<Self, Error> {
        Ok(self)
    }
}

impl RenewProbe for &mut Listeners<'_, '_> {
    fn renew(self, request: &mut Request) -> Result<Self, Error> {
        self.0 = listeners::monitor(request)?;
        Ok(self)
    }
}

impl<P: RenewProbe> Renew for Timed<P> {
    fn renew(self, session: &Session, request: &mut Request) -> Result<Self, Error> {
        let probe = self.timing.into_probe().renew(request)?;
        let region = session.region(request)?;
        let mut new = timed(request, probe, session, region);
        if P::is_armed() {
            new.secure_monitors(!request.config.machine.os.user_monitor);
        }
        Ok(new)
    }

    fn time(&mut self) -> Option<u64> {
        Some(self.timing.now())
    }

    fn timings(&mut self) -> Result<Option<Timings>, Error> {
        times(self).map(Some)
    }
}
