#!/bin/sh
# Builds lines.elf. GCC: a cross compiler for ia64-linux-gnu.
cd "$(dirname "$0")" || exit
"${GCC:-ia64-linux-gnu-gcc}" -g -O2 "-fdebug-prefix-map=$PWD=." -Wa,--debug-prefix-map="$PWD=." -fno-tree-loop-distribute-patterns \
    -static -nostdlib -nostartfiles -ffreestanding ../../../gdb/tests/guest/start.S lines.c -o lines.elf -lgcc
