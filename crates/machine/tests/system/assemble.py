#!/usr/bin/env python3
"""assemble.py: writes the `code:` lines of cases.txt beside it with GNU as for IA-64 (ia64-linux-gnu-as)."""
import os, re, subprocess, tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
CASES = os.path.join(HERE, "cases.txt")
CALL = "{ .mii ; break.m 0x80001 ; nop.i 0 ; nop.i 0 } ;;"
BEGIN = "movl r2 = 0x20000 ;; mov cr.iva = r2 ;; movl r2 = 0x40000 ;;"


def lines(text):
    """One instruction or directive a line; a stop where `;;` is."""
    text = re.sub(r"\s*;;", " ;;\n", text)
    out = []
    for line in text.split("\n"):
        stop = line.rstrip().endswith(";;")
        parts = [part.strip() for part in line.replace(";;", "").split(" ; ")]
        parts = [part for part in parts if part]
        if stop and not parts:
            parts = [""]
        out += parts[:-1] + [(parts[-1] if parts else "") + (" ;;" if stop else "")]
    return [line for line in out if line.strip()]


def assemble(text):
    source = ".text\n" + "\n".join(lines(text)) + "\n;;\n" + "\n".join(lines(CALL)) + "\n"
    with tempfile.TemporaryDirectory() as folder:
        path = lambda name: os.path.join(folder, name)
        open(path("a.s"), "w").write(source)
        subprocess.run(["ia64-linux-gnu-as", "-xnone", "-o", path("a.o"), path("a.s")], check=True)
        subprocess.run(["ia64-linux-gnu-objcopy", "-O", "binary", "-j", ".text", path("a.o"), path("a.bin")], check=True)
        return open(path("a.bin"), "rb").read().hex()


def main():
    blocks = re.split(r"(?m)^(?=case )", open(CASES).read())
    for n, block in enumerate(blocks[1:], 1):
        field = lambda name: (re.search(rf"(?m)^{name}: *(.*)$", block) or [None, ""])[1]
        code = [assemble(BEGIN + field("setup")), assemble(field("test"))]
        block = re.sub(r"(?m)^code:.*\n", "", block)
        head, tail = re.match(r"((?:.+\n)*)(.*)", block, re.S).groups()
        blocks[n] = f"{head}code: {code[0]} {code[1]}\n{tail}"
    open(CASES, "w").write("".join(blocks))


main()
