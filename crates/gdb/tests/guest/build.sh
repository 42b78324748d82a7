#!/bin/sh
# Builds session.elf and append.elf. GCC: a cross compiler for ia64-linux-gnu.
cd "$(dirname "$0")" || exit
"${GCC:-ia64-linux-gnu-gcc}" -g -O0 "-fdebug-prefix-map=$PWD=." -Wa,--debug-prefix-map="$PWD=." \
    -static -nostdlib -nostartfiles -ffreestanding start.S session.c -o session.elf -lgcc
"${GCC:-ia64-linux-gnu-gcc}" -static -nostdlib -nostartfiles -Wl,--build-id=none,-z,max-page-size=16384 append.S -o append.elf
