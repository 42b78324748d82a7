//! Which signal a fault or a `break` becomes, as in Linux on IA-64.

use super::{Detail, Info, SIGBUS, SIGFPE, SIGILL, SIGSEGV, SIGTRAP, code};
use machine::{Fault, General, Vector, isr};

/// `break` immediates from here on are debugger breakpoints.
const BREAK_DEBUG: u64 = 0x80000;

/// Numbers of vectors that Linux puts into `si_imm`.
const NAT_CONSUMPTION: u32 = 26;
const UNSUPPORTED_REFERENCE: u32 = 31;

/// `ISR.code` of the consumption of a page of NaTs, in its bits 7:4.
const OF_NAT_PAGE: u64 = 0x20;

/// Whether a fault of the vector for NaTs is about a page, and not about a register.
fn is_of_nat_page(isr: u64) -> bool {
    isr & 0xf0 == OF_NAT_PAGE
}

/// The signal of a fault. `mapped`: something is mapped at its address.
pub(crate) fn signal_of(fault: &Fault, mapped: bool) -> Info {
    let here = fault.ip + u64::from(fault.slot);
    let detail = |address, immediate, isr| Detail::Fault {
        address,
        immediate,
        isr,
    };
    // With and without `ISR`, and those of which Linux tells nothing.
    let whole = |signal, code, address| {
        let detail = detail(address, 0, Some(fault.isr));
        Info::new(signal, code, detail)
    };
    let short = |signal, code, address| Info::new(signal, code, detail(address, 0, None));
    let operand = |immediate| {
        let detail = detail(here, immediate, Some(fault.isr));
        Info::new(SIGILL, 2, detail)
    };
    let unexplained = || short(SIGILL, code::KERNEL, here);
    let number = fault.isr & 0xffff;
    match fault.vector {
        Vector::Break => signal_of_break(fault.immediate, here),
        Vector::PageNotPresent => whole(SIGSEGV, 1, fault.address),
        Vector::InstructionAccessRights | Vector::DataAccessRights => {
            whole(SIGSEGV, if mapped { 2 } else { 1 }, fault.address)
        }
        Vector::NatConsumption if is_of_nat_page(number) => {
            let detail = detail(fault.address, NAT_CONSUMPTION, Some(fault.isr));
            Info::new(SIGSEGV, 2, detail)
        }
        Vector::NatConsumption => operand(NAT_CONSUMPTION),
        Vector::GeneralException => match General::of(fault.isr) {
            Some(General::IllegalOperation) => short(SIGILL, 1, here),
            _ => unexplained(),
        },
        Vector::UnalignedDataReference => short(SIGBUS, 1, fault.address),
        Vector::UnsupportedDataReference => operand(UNSUPPORTED_REFERENCE),
        Vector::FpFault => whole(SIGFPE, fp_fault_code(number), here),
        Vector::FpTrap => whole(SIGFPE, fp_trap_code(number), here),
        Vector::TakenBranch => whole(SIGTRAP, 3, 0),
        Vector::LowerPrivilegeTransfer => short(SIGILL, 9, fault.address),
        // Other vectors, also those that only system mode raises.
        _ => unexplained(),
    }
}

/// `ISR.code` of a floating-point fault: V, D, Z of the (low) result in bits 0 to 2, of the high one in bits 4 to 6.
fn fp_fault_code(code: u64) -> i32 {
    match (code | code >> 4) & 7 {
        c if c & 1 != 0 => 7,
        c if c & 2 != 0 => 5,
        c if c & 4 != 0 => 3,
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
fn signal_of_break(immediate: u64, here: u64) -> Info {
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
            isr: None,
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
        Vector::NatConsumption if is_of_nat_page(fault.isr) => {
            format!("{access} of {address:#x}, in the NaT page at address 0")
        }
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
        // A denormal operand that is divided by zero.
        assert_eq!(signal(Vector::FpFault, 6, 0), (SIGFPE, 5));
    }

    #[test]
    fn linux_tells_of_a_fault_what_its_handler_for_the_vector_passes_on() {
        const ISR: u64 = 0x20;
        let told = |vector, isr| {
            let fault = Fault {
                vector,
                isr,
                ip: 0x1000,
                slot: 1,
                address: 0x10,
                immediate: 1,
            };
            let image = signal_of(&fault, false).image();
            let word = |at: usize| crate::abi::layout::u32_at(&image, at);
            // `si_code`, `si_addr`, `si_imm`, `si_flags` and `si_isr`.
            [8, 16, 24, 28, 32].map(word)
        };
        let general = |code| told(Vector::GeneralException, code);
        assert_eq!(general(0), [1, 0x1001, 0, 0, 0]);
        for code in [0x10, 0x20, 0x30, 0x40] {
            assert_eq!(general(code), [0x80, 0, 0, 0, 0]);
        }
        let rows = [
            (Vector::Break, [1, 0x1001, 1, 0, 0]),
            (Vector::PageNotPresent, [1, 0x10, 0, 1, 0x20]),
            (Vector::NatConsumption, [2, 0x10, 26, 1, 0x20]),
            (Vector::UnalignedDataReference, [1, 0x10, 0, 0, 0]),
            (Vector::UnsupportedDataReference, [2, 0x1001, 31, 1, 0x20]),
            (Vector::LowerPrivilegeTransfer, [9, 0x10, 0, 0, 0]),
        ];
        for (vector, expected) in rows {
            assert_eq!(told(vector, ISR), expected, "{vector:?}");
        }
        let register = told(Vector::NatConsumption, 0x10);
        assert_eq!(register, [2, 0x1001, 26, 1, 0x10]);
    }
}
