"""What an IA-64 instruction is, from its bits, as far as recounting events needs it.

Sources: Intel Itanium Architecture Software Developer's Manual, volume 3: chapter 4 (formats; templates in table 4-1).
Nothing here comes from the simulator.
"""

from functools import lru_cache

# Slot types by template / 2, and the slots behind which there is a stop, by template.
UNITS = ["MII", "MII", "MLX", None, "MMI", "MMI", "MFI", "MMF", "MIB", "MBB", None, "BBB", "MMB", None, "MFB", None]
STOPS = {0x01: {2}, 0x02: {1}, 0x03: {1, 2}, 0x0A: {0}, 0x0B: {0, 2}}


def unit(template, slot):
    """Slot type; the X instruction of an MLX bundle stands in slot 2."""
    return UNITS[template >> 1][slot]


def stops(template):
    """Slots behind which the template has a stop."""
    return STOPS.get(template, {2} if template & 1 else set())


def slots(raw):
    """Template and the three 41-bit syllables of a bundle."""
    return raw & 0x1F, [raw >> (5 + 41 * slot) & (1 << 41) - 1 for slot in range(3)]


class Instruction:
    """Facts about one instruction.

    kind: "nop", "load", "fload", "store", "fstore", "semaphore", "lfetch", "chk.a", "chk.a.f", "chk.s", "chk.s.f",
          "branch", "srlz.i", "break", "context" (sync.i, cover, clrrrb), "clock" (reads ar.itc or ar.ruc), or None
    bytes: size of a memory reference
    check: a check load (ld.c, ldf.c)
    operations: floating-point operations, as the monitor weighs them
    branch: "cond", "call", "ret", or "counted" (those that look at counters as well), and whether it is relative
    """

    __slots__ = ("kind", "bytes", "check", "operations", "branch", "relative")

    def __init__(self, kind=None, size=0, check=False, operations=0, branch=None, relative=False):
        self.kind, self.bytes, self.check = kind, size, check
        self.operations, self.branch, self.relative = operations, branch, relative


OTHER = Instruction()


@lru_cache(maxsize=None)
def decode(kind, bits):
    """The instruction with these 41 bits in a slot of type `kind`."""
    major = bits >> 37
    if kind == "M":
        return memory(major, bits) if major >= 4 and major <= 7 else memory_misc(major, bits)
    if kind == "I":
        if major == 0 and bits >> 33 & 7 == 1:
            return Instruction("chk.s")
        return nop(major, bits)
    if kind == "F":
        return floating(major, bits)
    if kind == "B":
        return branch(major, bits)
    # X: brl in opcodes C and D.
    if major == 0xC:
        return Instruction("branch", branch="cond", relative=True)
    if major == 0xD:
        return Instruction("branch", branch="call", relative=True)
    return nop(major, bits)


def splits_behind(template, syllables):
    """Whether dispersal ends the group behind the bundle, as Itanium does behind MBB, BBB, MMF and a branch in slot 2 (KNB, GCC)."""
    units = UNITS[template >> 1]
    # nop.b, hint.b and brp do not count as branches.
    return units in ("MBB", "BBB", "MMF") or units[2] == "B" and syllables[2] >> 37 not in (2, 7)


def nop(major, bits):
    """nop.i and nop.x: opcode 0, x3 = 0, x6 = 1, y = 0 (1: hint); break.i and break.x with x6 = 0."""
    if major == 0 and bits >> 27 & 0x1FF == 0:
        return Instruction("break")
    found = major == 0 and bits >> 33 & 7 == 0 and bits >> 27 & 0x3F == 1 and bits >> 26 & 1 == 0
    return Instruction("nop") if found else OTHER


def memory_misc(major, bits):
    """System instructions of the memory unit: opcode, x3 in 35:33, x2 in 32:31, x4 in 30:27."""
    x3, x2, x4 = bits >> 33 & 7, bits >> 31 & 3, bits >> 27 & 0xF
    if major == 0 and x3 >= 4:
        return Instruction("chk.a" if x3 < 6 else "chk.a.f")
    if major == 0 and x3 == 0 and (x2, x4) == (0, 1) and bits >> 26 & 1 == 0:
        return Instruction("nop")
    if major == 0 and x3 == 0 and (x2, x4) == (0, 0):
        return Instruction("break")
    if major == 0 and x3 == 0 and (x2, x4) == (3, 1):
        return Instruction("srlz.i")
    if major == 0 and x3 == 0 and (x2, x4) == (3, 3):
        return Instruction("context")
    if major == 1 and x3 == 0 and (x2, x4) == (2, 2) and bits >> 20 & 0x7F in (44, 45):
        return Instruction("clock")
    if major == 1 and x3 in (1, 3):
        return Instruction("chk.s" if x3 == 1 else "chk.s.f")
    return OTHER


def memory(major, bits):
    """Loads, stores, semaphores: m in bit 36 (opcodes 4 and 6), x in bit 27, x6 in 35:30."""
    x6, m, x = bits >> 30 & 0x3F, bits >> 36 & 1, bits >> 27 & 1
    form, size = x6 >> 2, x6 & 3
    if major in (5, 7):
        m, x = 0, 0
    if major in (4, 5):
        if x == 0:
            return integer(form, size)
        return semaphore(x6) if m == 0 else OTHER
    if x == 0:
        return float_reference(form, size, x6)
    # Pairs; setf has x6 from 1c on and no post-increment form.
    if form in (0, 1, 2, 3, 8, 9) and size != 0:
        return Instruction("fload", 8 if size == 2 else 16, check=form >= 8)
    return OTHER


def integer(form, size):
    """x6{5:2} of integer loads and stores: kinds of load up to 0xA, stores from 0xC on."""
    if form == 6:
        return Instruction("load", 8) if size == 3 else OTHER
    if form <= 5 or form in (8, 9, 10):
        return Instruction("load", 1 << size, check=form >= 8)
    if form in (12, 13):
        return Instruction("store", 1 << size)
    if form == 14 and size == 3:
        return Instruction("store", 8)
    return OTHER


def semaphore(x6):
    if x6 <= 0x0B:
        return Instruction("semaphore", 1 << (x6 & 3))
    if x6 in (0x12, 0x16, 0x13, 0x17):
        return Instruction("semaphore", 4 if x6 & 1 == 0 else 8)
    if x6 in (0x20, 0x24):
        return Instruction("semaphore", 8)
    if x6 in (0x28, 0x2C):
        return Instruction("load", 16)
    if x6 in (0x30, 0x34):
        return Instruction("store", 16)
    return OTHER


def float_reference(form, size, x6):
    """Floating-point loads (extended, 8-byte, single, double), lfetch, stores."""
    bytes_ = (10, 8, 4, 8)[size]
    if form in (0, 1, 2, 3, 8, 9):
        return Instruction("fload", bytes_, check=form >= 8)
    if x6 == 0x1B:
        return Instruction("fload", 16)
    if form == 0xB:
        return Instruction("lfetch", 1)
    if form == 0xC:
        return Instruction("fstore", bytes_)
    if x6 == 0x3B:
        return Instruction("fstore", 16)
    return OTHER


def floating(major, bits):
    """The floating-point unit: multiply-adds are opcodes 8 to D, x in bit 36; approximations opcodes 0 and 1, x in bit 33."""
    if 8 <= major <= 0xD:
        # An add, multiply or move by way of the constants f1 (f4 in 33:27) and f0 (f2 in 19:13) is one operation.
        single = bits >> 27 & 0x7F == 1 or bits >> 13 & 0x7F == 0
        parallel = major & 1 and bits >> 36 & 1
        return Instruction(operations=(1 if single else 2) * (2 if parallel else 1))
    if major in (0, 1) and bits >> 33 & 1:
        return Instruction(operations=1 + major)
    # break.f: x6 = 0 in 32:27. nop.f: x6 = 1, y = 0 in bit 26.
    if major == 0 and bits >> 27 & 0x3F == 0 and bits >> 33 & 1 == 0:
        return Instruction("break")
    if major == 0 and bits >> 27 & 0x3F == 1 and bits >> 26 & 1 == 0:
        return Instruction("nop")
    return OTHER


def branch(major, bits):
    """The branch unit: btype in 8:6, x6 in 32:27 (opcodes 0 and 2)."""
    kind, x6 = bits >> 6 & 7, bits >> 27 & 0x3F
    if major == 0 and x6 == 0x20:
        return Instruction("branch", branch="cond")
    if major == 0 and x6 == 0x21:
        return Instruction("branch", branch="ret")
    if major == 0 and x6 == 0:
        return Instruction("break")
    if major == 0 and x6 in (2, 4, 5):
        return Instruction("context")
    if major in (1, 5):
        return Instruction("branch", branch="call", relative=major == 5)
    if major == 2 and x6 == 0:
        return Instruction("nop")
    if major == 4:
        return Instruction("branch", branch="cond" if kind == 0 else "counted", relative=True)
    return OTHER
