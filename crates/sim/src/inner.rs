//! Recorders that wrap another one.

/// The methods of [`machine::Recorder`] that a recorder with a field `inner` passes on to it: all but those that deliver instructions,
/// executions and interruptions.
macro_rules! asks_the_inner {
    () => {
        fn enter(&mut self, stack: events::StackSizes) {
            self.inner.enter(stack);
        }

        fn clock(&mut self, retired: u64) -> u64 {
            self.inner.clock(retired)
        }

        fn read_pmd(&mut self, index: u64) -> Option<u64> {
            self.inner.read_pmd(index)
        }

        fn read_monitor(&mut self, register: machine::MonitorRegister) -> Option<u64> {
            self.inner.read_monitor(register)
        }

        fn write_monitor(&mut self, register: machine::MonitorRegister, value: u64) {
            self.inner.write_monitor(register, value);
        }

        fn take_overflow(&mut self) -> bool {
            self.inner.take_overflow()
        }

        fn unmapped(&mut self, number: u32, addresses: &std::ops::Range<u64>) {
            self.inner.unmapped(number, addresses);
        }

        fn space_ended(&mut self, number: u32) {
            self.inner.space_ended(number);
        }

        fn user_monitor(&mut self, enabled: bool) {
            self.inner.user_monitor(enabled);
        }

        fn alarm(&mut self, at: u64) -> bool {
            self.inner.alarm(at)
        }

        fn continues_after_break(&mut self) -> bool {
            self.inner.continues_after_break()
        }
    };
}

pub(crate) use asks_the_inner;
