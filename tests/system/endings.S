// A system that ends in the way that the first character of its command line names:
//   a  a branch to itself, with interrupts disabled
//   b  the same with interrupts enabled, and the timer off
//   c  the same with interrupts enabled and the timer on: it goes on
//   h  PAL_HALT; the machine has 16 MB, behind which the firmware lies
//   p  prints what Linux prints when it panics and does not restart, and counts for ever
//   r  prints what Linux prints when it panics and restarts, and counts for ever: it goes on
//   t  prints the same, and turns the machine off as h does
//   u  prints the same, executes at privilege level 3, as a program that has printed it, and turns the machine off
// The console is the UART.

        .text
        .explicit
        PSR_IC = 1 << 13
        PSR_I = 1 << 14
        FIRMWARE = 0x1000000
        PAL_HALT = 28
        PSR_CPL = 3 << 32
        UART = 0x80000000ff5e0000       // uncacheable
        TIMER = 0xef

        .macro set reg, value
        { .mlx
        nop.m 0
        movl \reg = \value
        ;; }
        .endm

        // Goes to a label if the first character is this one.
        .macro choice letter, label
        cmp.eq p6, p0 = \letter, r8
        ;;
(p6)    br.cond.sptk.few \label
        ;;
        .endm

        .global _start
_start:
        // The boot parameters begin with the address of the command line.
        ld8 r8 = [r28]
        ;;
        ld1 r8 = [r8]
        ;;
        choice 'a', itself
        choice 'b', enabled
        choice 'c', awaited
        choice 'h', halt
        set r10, waits
        choice 'p', print
        set r10, restarts
        choice 'r', print
        mov r13 = r8
        choice 't', print
        choice 'u', print

itself:
        { .mib
        nop.m 0
        nop.i 0
        br.cond.sptk.few itself
        ;; }

awaited:
        // A tick later than any test runs.
        mov r9 = TIMER
        set r10, 0x7fffffffffffffff
        mov cr.itv = r9
        ;;
        mov cr.itm = r10
        ;;
        br.cond.sptk.few enable
        ;;
enabled:
        // The timer matches far ahead, and its mask bit is set.
        set r9, 1 << 16 | TIMER
        set r10, 0x7fffffffffffffff
        mov cr.itv = r9
        ;;
        mov cr.itm = r10
        ;;
enable:
        ssm PSR_IC
        ;;
        srlz.i
        ;;
        ssm PSR_I
        ;;
        srlz.d
        ;;
        br.cond.sptk.few itself
        ;;

halt:
        set r9, FIRMWARE
        set r28, PAL_HALT
        mov b6 = r9
        ;;
        br.call.sptk.few b0 = b6
        ;;
        br.cond.sptk.few counts
        ;;

        // Goes to halt at privilege level 3.
lower:
        set r9, PSR_CPL
        set r10, halt
        mov cr.ipsr = r9
        mov cr.iip = r10
        mov cr.ifs = r0
        ;;
        rfi
        ;;

print:
        set r11, UART
1:      ld1 r9 = [r10], 1
        ;;
        cmp.eq p6, p0 = 0, r9
        ;;
(p6)    br.cond.sptk.few printed
        ;;
        st1 [r11] = r9
        ;;
        br.cond.sptk.few 1b
        ;;

printed:
        cmp.eq p6, p0 = 't', r13
        cmp.eq p7, p0 = 'u', r13
        ;;
(p6)    br.cond.sptk.few halt
(p7)    br.cond.sptk.few lower
        ;;
counts:
        adds r9 = 1, r9
        br.cond.sptk.few counts
        ;;

        .section .rodata
waits:  .asciz "[    1.0] Kernel panic - not syncing: No init\n[    1.1] ---[ end Kernel panic - not syncing: No init ]---\n"
restarts:
        .asciz "[    1.0] Kernel panic - not syncing: No init\n[    1.1] Rebooting in 1 seconds..\n"
