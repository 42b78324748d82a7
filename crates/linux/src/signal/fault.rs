//! Which signal a fault or a `break` becomes, as in Linux on IA-64.

use super::{Detail, Info, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP};
use machine::{Fault, General, Vector, isr};

/// `break` immediates from here on are debugger breakpoints.
const BREAK_DEBUG: u64 = 0x80000;

/// The signal of a fault. `mapped`: something is mapped at its address.
pub(crate) fn signal_of(fault: &Fault, mapped: bool) -> Info {
    let here = fault.ip + u64::from(fault.slot);
    let info = |signal, code, address| {
        Info::new(
            signal,
            code,
            Detail::Fault {
                address,
                immediate: fault.immediate as u32,
                isr: fault.isr,
            },
        )
    };
    let code = fault.isr & 0xffff;
    match fault.vector {
        Vector::Break => signal_of_break(fault.immediate, here, fault.isr),
        Vector::PageNotPresent => info(SIGSEGV, 1, fault.address),
        Vector::InstructionAccessRights | Vector::DataAccessRights => {
            info(SIGSEGV, if mapped { 2 } else { 1 }, fault.address)
        }
        Vector::NatConsumption if code >> 4 & 0xf == 2 => info(SIGSEGV, 2, fault.address),
        Vector::NatConsumption => info(SIGILL, 2, here),
        Vector::GeneralException => {
            let code = match General::of(fault.isr) {
                Some(General::PrivilegedOperation) => 5,
                Some(General::PrivilegedRegister) => 6,
                Some(General::ReservedRegisterField) => 2,
                _ => 1,
            };
            info(SIGILL, code, here)
        }
        Vector::UnalignedDataReference | Vector::UnsupportedDataReference => {
            info(SIGBUS, 1, fault.address)
        }
        Vector::FpFault => info(SIGFPE, fp_fault_code(code), here),
        Vector::FpTrap => info(SIGFPE, fp_trap_code(code), here),
        Vector::TakenBranch => info(SIGTRAP, 3, here),
        Vector::LowerPrivilegeTransfer => info(SIGILL, 9, fault.address),
        // Other vectors, also those that only system mode raises.
        _ => info(SIGILL, 1, here),
    }
}

/// `ISR.code` of a floating-point fault: V, D, Z of the (low) result in bits 0 to 2, of the high one in bits 4 to 6.
fn fp_fault_code(code: u64) -> i32 {
    match (code | code >> 4) & 7 {
        c if c & 1 != 0 => 7,
        c if c & 4 != 0 => 3,
        c if c & 2 != 0 => 5,
        _ => 0,
    }
}

/// `ISR.code` of a floating-point trap: O, U, I of the (low) result in bits 11 to 13, of the high one in bits 7 to 9.
fn fp_trap_code(code: u64) -> i32 {
    match (code >> 11 | code >> 7) & 7 {
        c if c & 1 != 0 => 4,
        c if c & 2 != 0 => 5,
        c if c & 4 != 0 => 6,
        _ => 0,
    }
}

/// The signal of a `break`. Numbers below 12 are reserved by the software conventions for compilers; 0 is also what
/// executing zeros gives.
fn signal_of_break(immediate: u64, here: u64, isr: u64) -> Info {
    let (signal, code) = match immediate {
        0 => (SIGILL, 1),
        1 => (SIGFPE, 1),
        2 => (SIGFPE, 2),
        3 => (SIGFPE, 8),
        4 => (SIGSEGV, 1),
        5 => (SIGSEGV, 1),
        6..=10 => (SIGFPE, 3 + immediate as i32),
        11 => (SIGSEGV, 4),
        0x3f000..=0x3ffff => (SIGILL, 11),
        _ if immediate < BREAK_DEBUG => (SIGILL, 10),
        _ => (SIGTRAP, 1),
    };
    Info::new(
        signal,
        code,
        Detail::Fault {
            address: here,
            immediate: immediate as u32,
            isr,
        },
    )
}

/// What a fault is called in a report.
pub(crate) fn describe(fault: &Fault) -> String {
    let access = if fault.isr & isr::W != 0 {
        "write"
    } else if fault.isr & isr::X != 0 {
        "execution"
    } else {
        "read"
    };
    let address = fault.address;
    match fault.vector {
        Vector::Break => format!("break {:#x}", fault.immediate),
        Vector::PageNotPresent => format!("{access} of {address:#x}, where nothing is mapped"),
        Vector::InstructionAccessRights => {
            format!("execution at {address:#x}, which is not executable")
        }
        Vector::DataAccessRights => {
            format!("{access} of {address:#x}, which the mapping does not allow")
        }
        Vector::GeneralException => match General::of(fault.isr) {
            Some(General::IllegalOperation) => "illegal operation",
            Some(General::PrivilegedOperation) => "privileged operation",
            Some(General::PrivilegedRegister) => "privileged register",
            Some(General::ReservedRegisterField) => {
                "reserved register or field, or an address that is not implemented"
            }
            Some(General::DisabledIsaTransition) => {
                "transition to the IA-32 instruction set, which is not modelled"
            }
            Some(General::IllegalDependency) | None => "illegal dependency",
        }
        .into(),
        Vector::NatConsumption => "a NaT (deferred exception) was consumed".into(),
        Vector::UnalignedDataReference => format!("unaligned {access} of {address:#x}"),
        Vector::UnsupportedDataReference => format!("unsupported {access} of {address:#x}"),
        Vector::FpFault => "floating-point fault".into(),
        Vector::FpTrap => "floating-point trap".into(),
        Vector::DisabledFpRegister => "disabled floating-point register".into(),
        Vector::Speculation => "speculation check".into(),
        Vector::LowerPrivilegeTransfer => {
            format!("branch to {address:#x}, which is not implemented")
        }
        Vector::TakenBranch => "taken branch trap".into(),
        Vector::Virtualization => "virtualization".into(),
        // Only system mode raises others.
        other => format!("interruption at vector {:#x}", other.offset()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn signal(vector: Vector, isr: u64, immediate: u64) -> (u32, i32) {
        let fault = Fault {
            vector,
            isr,
            ip: 0x1000,
            slot: 1,
            address: 0x10,
            immediate,
        };
        let info = signal_of(&fault, false);
        (info.signal, info.code)
    }

    #[test]
    fn compiler_breaks_are_the_signals_of_the_conventions() {
        assert_eq!(signal(Vector::Break, 0, 0), (SIGILL, 1));
        assert_eq!(signal(Vector::Break, 0, 1), (SIGFPE, 1));
        assert_eq!(signal(Vector::Break, 0, 10), (SIGFPE, 13));
        assert_eq!(signal(Vector::Break, 0, 0x40000), (SIGILL, 10));
        assert_eq!(signal(Vector::Break, 0, 0x80100), (SIGTRAP, 1));
    }

    #[test]
    fn floating_point_exceptions_have_their_codes() {
        assert_eq!(signal(Vector::FpFault, 1, 0), (SIGFPE, 7));
        assert_eq!(signal(Vector::FpFault, 4, 0), (SIGFPE, 3));
        assert_eq!(signal(Vector::FpTrap, 1 << 11 | 1, 0), (SIGFPE, 4));
        assert_eq!(signal(Vector::FpTrap, 1 << 13 | 1, 0), (SIGFPE, 6));
    }
}
