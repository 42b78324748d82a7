// A supervisor that uses the processor's performance monitor itself: privilege masks, psr.up, psr.pp and dcr.pp, freeze and
// resume, overflow interrupts through cr.pmv, event address registers, branch trace buffer. Boot it with --simulator-calls.
//
// Command line: hexadecimal numbers. Without any: the derived answers of `answers` below, a line for each, the value that the
// comment beside it derives. With `WORKLOAD SAMPLES PERIOD {PMC VALUE}...`: runs a workload at privilege level 3 with these
// control registers and prints a line for each of the first SAMPLES overflows of PMD4, which counts from -PERIOD: PMC0, PMD4,
// PMD2, PMD3, PMD17, PMD0, PMD1, PMD16, PMD8 to PMD15, the interrupted bundle. SAMPLES 0: the same instructions, and nothing
// interrupts. Workloads: 0 loads, each behind the one before, from
// lines that no cache holds, 1 takes branches, 2 executes: a bundle of each of these lines, which branches to the next.

        .text
        .explicit
        PSR_UP = 1 << 2
        PSR_IC = 1 << 13
        PSR_I = 1 << 14
        PSR_SP = 1 << 20
        PSR_PP = 1 << 21
        VECTOR = 0xee
        NODES = 160
        STRIDE = 0x2040
        LINES = 0x400000
        BUFFER = 0x300000
        RETIRED = 0x08 << 8 | 1 << 23   // es of IA64_INST_RETIRED on both families, and the enable bit that PMC4 of Itanium 2 has

        .macro set reg, value
        { .mlx
        nop.m 0
        movl \reg = \value
        ;; }
        .endm

        // Jumps to a routine, which comes back through b7.
        .macro call routine
        set r8, 9f
        mov b7 = r8
        ;;
        br.cond.sptk.few \routine
        ;;
9:
        .endm

        // PMC number := value.
        .macro pmc number, value
        set r8, \number
        set r9, \value
        mov pmc[r8] = r9
        ;;
        srlz.d
        ;;
        .endm

        .macro pmd number, value
        set r8, \number
        set r9, \value
        mov pmd[r8] = r9
        ;;
        srlz.d
        ;;
        .endm

        // The bundle that starts counting: its own instruction and the two behind it count.
        .macro start
        set r9, 1
        { .mii
        mov pmc[r0] = r0
        nop.i 0
        nop.i 0
        ;; }
        .endm

        // The bundle that freezes: nothing of it counts. It clears the overflow bits.
        .macro stop
        { .mii
        mov pmc[r0] = r9
        nop.i 0
        nop.i 0
        ;; }
        srlz.d
        ;;
        .endm

        .macro bundles count
        .rept \count
        { .mii
        nop.m 0
        nop.i 0
        nop.i 0
        ;; }
        .endr
        .endm

        // A line: label, the value in r10.
        .macro line text
        .section .rodata
8:      .ascii "\text \0"
        .text
        set r11, 8b
        call puts
        call puthex
        call newline
        .endm

        // The line of PMD4.
        .macro count text
        set r8, 4
        mov r10 = pmd[r8]
        ;;
        line "\text"
        .endm

        // PMC4 counts retired instructions under a mask of levels, from zero.
        .macro retired plm, more = 0
        pmc 4, RETIRED | \plm | \more
        pmd 4, 0
        .endm

        // Runs user code with some bits of psr, and comes back behind the macro.
        .macro user code, status
        rsm PSR_IC
        ;;
        srlz.d
        ;;
        set r20, \code
        set r21, \status | 3 << 32 | 1 << 44 | PSR_IC
        set r22, 7f
        mov b5 = r22
        mov cr.iip = r20
        mov cr.ipsr = r21
        mov cr.ifs = r0
        ;;
        srlz.d
        ;;
        { .mmb
        nop.m 0
        nop.m 0
        rfi
        ;; }
7:
        .endm

        .global _start
        .proc _start
_start:
        alloc r2 = ar.pfs, 0, 8, 0, 0
        ;;
        mov r5 = r28
        set r8, ivt
        mov cr.iva = r8
        set r8, VECTOR
        mov cr.pmv = r8
        mov cr.tpr = r0
        mov ar.fpsr = r0
        ;;
        bsw.1
        ;;
        mov r15 = 20
        break.i 0x80001
        ;;
        // The command line, into numbers from r4 on; r6 is how many.
        ld8 r3 = [r5]
        set r4, BUFFER
        mov r6 = r0
        ;;
        call parse
        ;;
        cmp.ne p6, p0 = r0, r6
(p6)    br.cond.spnt.few sampling
        ;;

        // ---- derived answers ----
answers:
        // The monitor is frozen after reset.
        mov r10 = pmc[r0]
        ;;
        line "reset"                    // 1

        // Counting needs psr.up: 0.
        retired 1
        start
        bundles 10
        stop
        count "up off"                  // 0

        { .mii
        ssm PSR_UP
        nop.i 0
        nop.i 0
        ;; }
        retired 1
        start                           // 3
        bundles 10                      // 30
        stop
        count "level 0"                 // 33 = 0x21
        retired 8
        start
        bundles 10
        stop
        count "level 3 at level 0"      // 0
        retired 9
        start
        bundles 10
        stop
        count "levels 0 and 3"          // 33 = 0x21

        // Privileged monitors want psr.pp instead.
        retired 1, 1 << 6
        start
        bundles 10
        stop
        count "pp off"                  // 0
        { .mii
        ssm PSR_PP
        nop.i 0
        nop.i 0
        ;; }
        retired 1, 1 << 6
        start
        bundles 10
        stop
        count "pp on"                   // 33 = 0x21

        // rsm in between: the bundle of rsm counts as far as rsm, then nothing.
        retired 1, 1 << 6
        start                           // 3
        bundles 4                       // 12
        { .mii
        rsm PSR_PP                      // 1
        nop.i 0
        nop.i 0
        ;; }
        bundles 4
        stop
        count "pp until rsm"            // 16 = 0x10
        { .mii
        ssm PSR_PP
        nop.i 0
        nop.i 0
        ;; }

        // Frozen counters hold, and resume where they were.
        retired 1
        start                           // 3
        bundles 2                       // 6
        stop
        bundles 5
        start                           // 3: the movl before it is frozen
        bundles 1                       // 3
        stop
        count "resumed"                 // 15 = 0xf

        // An interruption takes psr.pp from dcr.pp; the handler of break 0x100 executes 18 instructions.
        set r8, skip
        mov b4 = r8
        ssm PSR_IC
        ;;
        srlz.d
        ;;
        retired 1, 1 << 6
        start                           // 3
        { .mii
        break.m 0x100                   // a fault: does not retire
        nop.i 0
        nop.i 0
        ;; }
        stop
        count "dcr.pp off"              // 5: and the two behind the break
        set r8, 1
        mov cr.dcr = r8
        ;;
        srlz.d
        ;;
        retired 1, 1 << 6
        start                           // 3
        { .mii
        break.m 0x100
        nop.i 0                         // 2 with the next
        nop.i 0
        ;; }
        stop
        count "dcr.pp on"               // 5 + 18 of the handler = 23 = 0x17
        mov cr.dcr = r0
        ;;
        rsm PSR_PP
        ;;

        // User code: five bundles, then a break, at level 3; the way there and back is level 0.
        retired 8
        start
        user plain, PSR_UP
        stop
        count "user at level 3"         // 15 = 0xf
        retired 8
        start
        user plain, 0
        stop
        count "user without up"         // 0

        // A user reads the counter, unless psr.sp or the monitor's own bit keeps it secret.
        pmc 4, 0
        pmd 4, 0x1234
        user reads, 0
        mov r10 = r14
        ;;
        line "user reads"               // 0x1234
        user reads, PSR_SP
        mov r10 = r14
        ;;
        line "user reads, sp"           // 0
        pmc 4, 1 << 6
        user reads, 0
        mov r10 = r14
        ;;
        line "user reads, pm"           // 0
        // sum changes psr.up, unless psr.sp is set.
        retired 8
        start
        user switches, 0
        stop
        count "user sets up"            // 6: the bundle of sum, which counts as after its change, the next, and nothing from rum on
        retired 8
        start
        user switches, PSR_SP
        stop
        count "user sets up, sp"        // 0

        // Overflow without oi: the bit, no freeze; the counter goes on.
        pmc 4, RETIRED | 1
        pmd 4, -10
        start                           // 3
        bundles 10                      // 30
        mov r10 = pmc[r0]
        ;;
        stop
        line "overflow, oi off"         // 0x10
        // With oi: frozen in the cycle that overflows; each bundle issues by itself. psr.i is 0: the interrupt waits.
        pmc 4, RETIRED | 1 | 1 << 5
        pmd 4, -10
        start                           // -7
        bundles 10                      // -4, -1, 2
        mov r10 = pmc[r0]
        ;;
        line "overflow, oi on"          // 0x11
        count "where it froze"          // 2
        mov r10 = cr.irr3
        ;;
        line "pending"                  // vector 0xee: bit 46 = 0x400000000000
        set r10, 0
        mov ar.k1 = r0
        mov ar.k2 = r0
        ;;
        set r8, samples
        mov ar.k4 = r8
        ssm PSR_I
        ;;
        srlz.d
        ;;
        bundles 4
        rsm PSR_I
        ;;
        mov r10 = ar.k1
        ;;
        line "interrupts"               // 1
        set r8, samples
        ld8 r10 = [r8]
        ;;
        line "pmc0 in the handler"      // 0x11
        // Clearing PMC0 interrupts no more.
        mov pmc[r0] = r0
        ;;
        ssm PSR_I
        ;;
        srlz.d
        ;;
        bundles 4
        rsm PSR_I
        ;;
        mov r10 = ar.k1
        ;;
        line "no second one"            // 1
        // A masked vector is lost: the monitor freezes, nothing is pending.
        set r8, 1 << 16 | VECTOR
        mov cr.pmv = r8
        ;;
        pmd 4, -10
        start
        bundles 10
        mov r10 = pmc[r0]
        ;;
        line "overflow, masked"         // 0x11
        mov r10 = cr.irr3
        ;;
        line "nothing pending"          // 0
        br.cond.sptk.few end
        ;;

        // ---- sampling a workload ----
sampling:
        set r4, BUFFER
        set r16, LINES
        set r17, STRIDE
        set r18, NODES
        ld8 r2 = [r4], 8                // workload
        ;;
        ld8 r3 = [r4], 8                // samples
        ;;
        ld8 r13 = [r4], 8               // period
        add r6 = -3, r6
        ;;
        mov ar.k1 = r0
        mov ar.k2 = r3
        sub r13 = r0, r13
        ;;
        mov ar.k3 = r13
        set r8, samples
        mov ar.k4 = r8
        ;;
        cmp.eq p6, p7 = r0, r3
        set r19, ~0x20
        set r14, -1
(p7)    mov r19 = r14                   // without samples nothing overflows
        ;;
program:
        cmp.geu p6, p0 = 1, r6
(p6)    br.cond.spnt.few programmed
        ;;
        ld8 r8 = [r4], 8
        add r6 = -2, r6
        ;;
        ld8 r9 = [r4], 8
        ;;
        cmp.gtu p6, p7 = 8, r8
        ;;
(p6)    and r9 = r9, r19
        ;;
        mov pmc[r8] = r9
        ;;
        br.cond.sptk.few program
        ;;
programmed:
        set r8, 4
        mov r9 = ar.k3
        ;;
        mov pmd[r8] = r9
        set r8, 16
        mov pmd[r8] = r0
        ;;
        set r20, chase
        set r21, branches
        cmp.eq p6, p0 = r0, r2
        cmp.eq p7, p0 = 2, r2
        ;;
(p6)    mov r21 = r20
        ;;
(p7)    mov r21 = r16
(p7)    br.cond.spnt.few write
        ;;
written:
        set r20, 7f
        mov b5 = r20
        mov cr.iip = r21
        set r21, PSR_UP | PSR_PP | PSR_I | PSR_IC | 3 << 32 | 1 << 44
        mov cr.ipsr = r21
        mov cr.ifs = r0
        set r16, LINES
        mov pmc[r0] = r0
        ;;
        srlz.d
        ;;
        { .mmb
        nop.m 0
        nop.m 0
        rfi
        ;; }
7:
        set r8, 1
        mov pmc[r0] = r8
        set r4, samples
        mov r6 = ar.k1
        ;;
print:
        cmp.eq p6, p0 = r0, r6
(p6)    br.cond.spnt.few end
        add r6 = -1, r6
        mov r5 = 17
        ;;
word:
        ld8 r10 = [r4], 8
        ;;
        call puthex
        mov r14 = 0x20
        call putc
        add r5 = -1, r5
        ;;
        cmp.ne p6, p0 = r0, r5
(p6)    br.cond.sptk.few word
        ;;
        call newline
        br.cond.sptk.few print
        ;;
end:
        mov r15 = 66
        mov r32 = 0
        ;;
        break.i 0x80001
        ;;
        .endp _start

        // ---- user code ----
plain:
        bundles 5
        break.m 1
        ;;
reads:
        set r8, 4
        mov r14 = pmd[r8]
        ;;
        break.m 1
        ;;
switches:
        { .mii
        sum PSR_UP
        nop.i 0
        nop.i 0
        ;; }
        bundles 1
        { .mmi
        rum PSR_UP
        nop.m 0
        nop.i 0
        ;; }
        bundles 1
        break.m 1
        ;;
        .type chase, @function
chase:
        ld8 r14 = [r16]                 // memory is zero
        ;;
        add r16 = r14, r16
        add r18 = -1, r18
        ;;
        add r16 = r16, r17
        cmp.ne p6, p0 = r0, r18
(p6)    br.cond.sptk.few chase
        ;;
        break.m 1
        ;;
        .type branches, @function
branches:
        set r17, 300
3:
        and r18 = 3, r17
        add r17 = -1, r17
        ;;
        cmp.eq p6, p7 = r0, r18
        cmp.ne p8, p0 = r0, r17
(p6)    br.cond.spnt.few 4f
        ;;
        nop.m 0
        br.cond.sptk.few 5f
        ;;
4:      nop.m 0
        ;;
5:
(p8)    br.cond.sptk.few 3b
        ;;
        break.m 1
        ;;

        // ---- console ----
        // Characters from r11 on.
puts:
        ld1 r14 = [r11], 1
        ;;
        cmp.eq p6, p0 = r0, r14
(p6)    br.cond.spnt.few b7
        mov r15 = 31
        mov r32 = r14
        ;;
        break.i 0x80001
        ;;
        br.cond.sptk.few puts
        ;;
newline:
        mov r14 = 10
        ;;
putc:
        mov r15 = 31
        mov r32 = r14
        ;;
        break.i 0x80001
        ;;
        br.cond.sptk.few b7
        ;;
        // The number in r10, without leading zeros.
puthex:
        mov r12 = 60
        ;;
1:      shr.u r14 = r10, r12
        ;;
        cmp.eq p6, p7 = r0, r14
        cmp.eq p8, p0 = r0, r12
        ;;
(p8)    br.cond.spnt.few 2f
(p7)    br.cond.spnt.few 2f
        add r12 = -4, r12
        br.cond.sptk.few 1b
        ;;
2:      shr.u r14 = r10, r12
        ;;
        and r14 = 15, r14
        ;;
        cmp.ltu p6, p7 = 9, r14
        ;;
(p6)    add r32 = 87, r14
(p7)    add r32 = 48, r14
        mov r15 = 31
        ;;
        break.i 0x80001
        cmp.eq p8, p0 = r0, r12
        ;;
(p8)    br.cond.spnt.few b7
        add r12 = -4, r12
        br.cond.sptk.few 2b
        ;;
        // Numbers of the string at r3 to memory at r4; r6 counts them. A zero ends it, anything else that is no digit separates.
parse:
        mov r13 = r0
        mov r12 = r0
1:      ld1 r14 = [r3], 1
        ;;
        add r10 = -48, r14
        add r11 = -87, r14
        ;;
        cmp.gtu p6, p7 = 10, r10
        ;;
(p7)    cmp.gtu p6, p7 = 16, r11
        ;;
(p7)    br.cond.spnt.few 2f
        cmp.gtu p8, p9 = 10, r10
        shl r13 = r13, 4
        mov r12 = 1
        ;;
(p8)    add r13 = r13, r10
(p9)    add r13 = r13, r11
        br.cond.sptk.few 1b
        ;;
2:      cmp.ne p8, p0 = r0, r12
        ;;
(p8)    st8 [r4] = r13, 8
(p8)    add r6 = 1, r6
        mov r13 = r0
        mov r12 = r0
        cmp.ne p8, p0 = r0, r14
        ;;
(p8)    br.cond.sptk.few 1b
        br.cond.sptk.few b7
        ;;

        // ---- interruptions ----
        // What has no handler ends the machine with status 1.
        .macro strays count, size
        .rept \count
        { .mib
        nop.m 0
        nop.i 0
        br.cond.sptk.few stray
        ;; }
        .skip \size - 16
        .endr
        .endm

        .balign 0x8000
ivt:
        strays 11, 0x400
        // 0x2c00: break. A break 0x100 is counted: 6 instructions here and 12 behind `skip`.
        { .mii
        mov r16 = cr.iim
        mov r18 = pr
        nop.i 0
        ;; }
        { .mib
        cmp.eq p6, p7 = 1, r16
        nop.i 0
(p7)    br.cond.spnt.few b4
        ;; }
        // From user code: on behind its macro, at level 0 in bank 1.
        mov r16 = b5
        set r17, PSR_IC | 1 << 44 | PSR_UP
        mov pr = r18, -1
        ;;
        mov cr.iip = r16
        mov cr.ipsr = r17
        ;;
        srlz.d
        ;;
        { .mmb
        nop.m 0
        nop.m 0
        rfi
        ;; }
        .org ivt + 0x3000
        br.cond.sptk.few overflowed
        ;;
        .org ivt + 0x3400
        strays 7, 0x400
        strays 0x20, 0x100
        .org ivt + 0x8000

        // Behind a break 0x100 with everything else as it was.
skip:
        { .mii
        mov r16 = cr.ipsr
        mov r17 = 1
        nop.i 0
        ;; }
        { .mii
        nop.m 0
        dep r16 = r17, r16, 41, 2
        nop.i 0
        ;; }
        { .mii
        mov cr.ipsr = r16
        mov pr = r18, -1
        nop.i 0
        ;; }
        { .mmb
        nop.m 0
        nop.m 0
        rfi
        ;; }

        // The overflow interrupt: a sample to memory; on with the same period while samples are wanted.
        .type overflowed, @function
overflowed:
        mov r16 = cr.ivr
        mov r17 = ar.k4
        mov r24 = pr
        ;;
        .macro keep file, number
        set r18, \number
        mov r19 = \file[r18]
        ;;
        st8 [r17] = r19, 8
        ;;
        .endm
        keep pmc, 0
        keep pmd, 4
        keep pmd, 2
        keep pmd, 3
        keep pmd, 17
        keep pmd, 0
        keep pmd, 1
        keep pmd, 16
        keep pmd, 8
        keep pmd, 9
        keep pmd, 10
        keep pmd, 11
        keep pmd, 12
        keep pmd, 13
        keep pmd, 14
        keep pmd, 15
        mov r19 = cr.iip
        ;;
        st8 [r17] = r19, 8
        mov r20 = ar.k1
        mov r21 = ar.k2
        mov r22 = ar.k3
        ;;
        add r20 = 1, r20
        mov ar.k4 = r17
        set r18, 4
        srlz.d
        ;;
        mov cr.eoi = r0
        ;;
        mov ar.k1 = r20
        cmp.gtu p6, p0 = r21, r20
        ;;
(p6)    mov pmd[r18] = r22
        ;;
        set r18, 16
(p6)    mov pmd[r18] = r0
        ;;
(p6)    mov pmc[r0] = r0
        mov pr = r24, -1
        ;;
        srlz.d
        ;;
        { .mmb
        nop.m 0
        nop.m 0
        rfi
        ;; }

stray:
        mov r15 = 66
        mov r32 = 1
        ;;
        break.i 0x80001
        ;;

        // Writes the code of workload 2, and takes it out of the caches.
write:
        set r8, jump
        set r9, leave
        ;;
        ld8 r10 = [r8], 8
        add r14 = r0, r16
        add r15 = 8, r16
        add r12 = -1, r18
        ;;
        ld8 r11 = [r8]
        ;;
6:
        st8 [r14] = r10
        st8 [r15] = r11
        add r12 = -1, r12
        ;;
        fc r14
        add r14 = r14, r17
        add r15 = r15, r17
        cmp.ne p6, p0 = r0, r12
(p6)    br.cond.sptk.few 6b
        ;;
        ld8 r10 = [r9], 8
        ;;
        ld8 r11 = [r9]
        ;;
        st8 [r14] = r10
        st8 [r15] = r11
        ;;
        fc r14
        ;;
        sync.i
        ;;
        srlz.i
        ;;
        br.cond.sptk.few written
        ;;
        .balign 16
jump:
        { .mib
        nop.m 0
        nop.i 0
        br.cond.sptk.few jump + STRIDE
        ;; }
leave:
        { .mii
        break.m 1
        nop.i 0
        nop.i 0
        ;; }

        .section .bss
        .balign 16
samples:
        .skip 17 * 8 * 64
