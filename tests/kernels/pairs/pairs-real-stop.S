// Every pair of bundle templates 4 times in a loop; adds, fma, movl and branches that are not taken, a stop after each pair.
//
// Written by tools/kernels-pairs, which holds the rules; table.csv holds the cycles. The second argument is the number
// of the pair: 12 * first + second, in the order MII MI_I MLX MMI M_MI MFI MMF MIB MBB BBB MMB MFB.

	.include "kernel.inc"
	kernel_start
	kernel_select 256

// MII MII
	.align	256
.L0:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L0
	br.cond.sptk.few .Lexit
	;;

// MII MI_I
	.align	256
.L1:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	;;
	add	r37 = r8, r9
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	;;
	add	r43 = r8, r9
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	;;
	add	r49 = r8, r9
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	;;
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L1
	br.cond.sptk.few .Lexit
	;;

// MII MLX
	.align	256
.L2:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mlx
	add	r35 = r8, r9
	movl	r36 = 1
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mlx
	add	r41 = r8, r9
	movl	r42 = 1
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mlx
	add	r47 = r8, r9
	movl	r48 = 1
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mlx
	add	r53 = r8, r9
	movl	r54 = 1
	;;
}
	loop_end_filled .L2
	br.cond.sptk.few .Lexit
	;;

// MII MMI
	.align	256
.L3:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mmi
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mmi
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mmi
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mmi
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L3
	br.cond.sptk.few .Lexit
	;;

// MII M_MI
	.align	256
.L4:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mmi
	add	r35 = r8, r9
	;;
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mmi
	add	r41 = r8, r9
	;;
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mmi
	add	r47 = r8, r9
	;;
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mmi
	add	r53 = r8, r9
	;;
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L4
	br.cond.sptk.few .Lexit
	;;

// MII MFI
	.align	256
.L5:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mfi
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
	add	r37 = r8, r9
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mfi
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
	add	r43 = r8, r9
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mfi
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
	add	r49 = r8, r9
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mfi
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L5
	br.cond.sptk.few .Lexit
	;;

// MII MMF
	.align	256
.L6:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mmf
	add	r35 = r8, r9
	add	r36 = r8, r9
	fma.s1	f37 = f0, f1, f0
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mmf
	add	r41 = r8, r9
	add	r42 = r8, r9
	fma.s1	f43 = f0, f1, f0
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mmf
	add	r47 = r8, r9
	add	r48 = r8, r9
	fma.s1	f49 = f0, f1, f0
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mmf
	add	r53 = r8, r9
	add	r54 = r8, r9
	fma.s1	f55 = f0, f1, f0
	;;
}
	loop_end_filled .L6
	br.cond.sptk.few .Lexit
	;;

// MII MIB
	.align	256
.L7:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mib
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mib
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mib
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mib
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L7
	br.cond.sptk.few .Lexit
	;;

// MII MBB
	.align	256
.L8:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mbb
	add	r35 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mbb
	add	r41 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mbb
	add	r47 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mbb
	add	r53 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L8
	br.cond.sptk.few .Lexit
	;;

// MII BBB
	.align	256
.L9:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L9
	br.cond.sptk.few .Lexit
	;;

// MII MMB
	.align	256
.L10:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mmb
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mmb
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mmb
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mmb
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L10
	br.cond.sptk.few .Lexit
	;;

// MII MFB
	.align	256
.L11:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mfb
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mfb
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mfb
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mfb
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L11
	br.cond.sptk.few .Lexit
	;;

// MI_I MII
	.align	256
.L12:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	;;
	add	r34 = r8, r9
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	;;
	add	r40 = r8, r9
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	;;
	add	r46 = r8, r9
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	;;
	add	r52 = r8, r9
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L12
	br.cond.sptk.few .Lexit
	;;

// MI_I MI_I
	.align	256
.L13:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	;;
	add	r34 = r8, r9
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	;;
	add	r37 = r8, r9
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	;;
	add	r40 = r8, r9
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	;;
	add	r43 = r8, r9
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	;;
	add	r46 = r8, r9
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	;;
	add	r49 = r8, r9
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	;;
	add	r52 = r8, r9
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	;;
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L13
	br.cond.sptk.few .Lexit
	;;

// MI_I MLX
	.align	256
.L14:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	;;
	add	r34 = r8, r9
}
{	.mlx
	add	r35 = r8, r9
	movl	r36 = 1
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	;;
	add	r40 = r8, r9
}
{	.mlx
	add	r41 = r8, r9
	movl	r42 = 1
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	;;
	add	r46 = r8, r9
}
{	.mlx
	add	r47 = r8, r9
	movl	r48 = 1
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	;;
	add	r52 = r8, r9
}
{	.mlx
	add	r53 = r8, r9
	movl	r54 = 1
	;;
}
	loop_end_filled .L14
	br.cond.sptk.few .Lexit
	;;

// MI_I MMI
	.align	256
.L15:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	;;
	add	r34 = r8, r9
}
{	.mmi
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	;;
	add	r40 = r8, r9
}
{	.mmi
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	;;
	add	r46 = r8, r9
}
{	.mmi
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	;;
	add	r52 = r8, r9
}
{	.mmi
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L15
	br.cond.sptk.few .Lexit
	;;

// MI_I M_MI
	.align	256
.L16:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	;;
	add	r34 = r8, r9
}
{	.mmi
	add	r35 = r8, r9
	;;
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	;;
	add	r40 = r8, r9
}
{	.mmi
	add	r41 = r8, r9
	;;
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	;;
	add	r46 = r8, r9
}
{	.mmi
	add	r47 = r8, r9
	;;
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	;;
	add	r52 = r8, r9
}
{	.mmi
	add	r53 = r8, r9
	;;
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L16
	br.cond.sptk.few .Lexit
	;;

// MI_I MFI
	.align	256
.L17:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	;;
	add	r34 = r8, r9
}
{	.mfi
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
	add	r37 = r8, r9
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	;;
	add	r40 = r8, r9
}
{	.mfi
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
	add	r43 = r8, r9
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	;;
	add	r46 = r8, r9
}
{	.mfi
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
	add	r49 = r8, r9
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	;;
	add	r52 = r8, r9
}
{	.mfi
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L17
	br.cond.sptk.few .Lexit
	;;

// MI_I MMF
	.align	256
.L18:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	;;
	add	r34 = r8, r9
}
{	.mmf
	add	r35 = r8, r9
	add	r36 = r8, r9
	fma.s1	f37 = f0, f1, f0
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	;;
	add	r40 = r8, r9
}
{	.mmf
	add	r41 = r8, r9
	add	r42 = r8, r9
	fma.s1	f43 = f0, f1, f0
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	;;
	add	r46 = r8, r9
}
{	.mmf
	add	r47 = r8, r9
	add	r48 = r8, r9
	fma.s1	f49 = f0, f1, f0
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	;;
	add	r52 = r8, r9
}
{	.mmf
	add	r53 = r8, r9
	add	r54 = r8, r9
	fma.s1	f55 = f0, f1, f0
	;;
}
	loop_end_filled .L18
	br.cond.sptk.few .Lexit
	;;

// MI_I MIB
	.align	256
.L19:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	;;
	add	r34 = r8, r9
}
{	.mib
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	;;
	add	r40 = r8, r9
}
{	.mib
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	;;
	add	r46 = r8, r9
}
{	.mib
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	;;
	add	r52 = r8, r9
}
{	.mib
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L19
	br.cond.sptk.few .Lexit
	;;

// MI_I MBB
	.align	256
.L20:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	;;
	add	r34 = r8, r9
}
{	.mbb
	add	r35 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	;;
	add	r40 = r8, r9
}
{	.mbb
	add	r41 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	;;
	add	r46 = r8, r9
}
{	.mbb
	add	r47 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	;;
	add	r52 = r8, r9
}
{	.mbb
	add	r53 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L20
	br.cond.sptk.few .Lexit
	;;

// MI_I BBB
	.align	256
.L21:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	;;
	add	r34 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	;;
	add	r40 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	;;
	add	r46 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	;;
	add	r52 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L21
	br.cond.sptk.few .Lexit
	;;

// MI_I MMB
	.align	256
.L22:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	;;
	add	r34 = r8, r9
}
{	.mmb
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	;;
	add	r40 = r8, r9
}
{	.mmb
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	;;
	add	r46 = r8, r9
}
{	.mmb
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	;;
	add	r52 = r8, r9
}
{	.mmb
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L22
	br.cond.sptk.few .Lexit
	;;

// MI_I MFB
	.align	256
.L23:
{	.mii
	add	r32 = r8, r9
	add	r33 = r8, r9
	;;
	add	r34 = r8, r9
}
{	.mfb
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r38 = r8, r9
	add	r39 = r8, r9
	;;
	add	r40 = r8, r9
}
{	.mfb
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r44 = r8, r9
	add	r45 = r8, r9
	;;
	add	r46 = r8, r9
}
{	.mfb
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mii
	add	r50 = r8, r9
	add	r51 = r8, r9
	;;
	add	r52 = r8, r9
}
{	.mfb
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L23
	br.cond.sptk.few .Lexit
	;;

// MLX MII
	.align	256
.L24:
{	.mlx
	add	r32 = r8, r9
	movl	r33 = 1
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mlx
	add	r38 = r8, r9
	movl	r39 = 1
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mlx
	add	r44 = r8, r9
	movl	r45 = 1
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mlx
	add	r50 = r8, r9
	movl	r51 = 1
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L24
	br.cond.sptk.few .Lexit
	;;

// MLX MI_I
	.align	256
.L25:
{	.mlx
	add	r32 = r8, r9
	movl	r33 = 1
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	;;
	add	r37 = r8, r9
	;;
}
{	.mlx
	add	r38 = r8, r9
	movl	r39 = 1
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	;;
	add	r43 = r8, r9
	;;
}
{	.mlx
	add	r44 = r8, r9
	movl	r45 = 1
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	;;
	add	r49 = r8, r9
	;;
}
{	.mlx
	add	r50 = r8, r9
	movl	r51 = 1
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	;;
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L25
	br.cond.sptk.few .Lexit
	;;

// MLX MLX
	.align	256
.L26:
{	.mlx
	add	r32 = r8, r9
	movl	r33 = 1
}
{	.mlx
	add	r35 = r8, r9
	movl	r36 = 1
	;;
}
{	.mlx
	add	r38 = r8, r9
	movl	r39 = 1
}
{	.mlx
	add	r41 = r8, r9
	movl	r42 = 1
	;;
}
{	.mlx
	add	r44 = r8, r9
	movl	r45 = 1
}
{	.mlx
	add	r47 = r8, r9
	movl	r48 = 1
	;;
}
{	.mlx
	add	r50 = r8, r9
	movl	r51 = 1
}
{	.mlx
	add	r53 = r8, r9
	movl	r54 = 1
	;;
}
	loop_end_filled .L26
	br.cond.sptk.few .Lexit
	;;

// MLX MMI
	.align	256
.L27:
{	.mlx
	add	r32 = r8, r9
	movl	r33 = 1
}
{	.mmi
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mlx
	add	r38 = r8, r9
	movl	r39 = 1
}
{	.mmi
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mlx
	add	r44 = r8, r9
	movl	r45 = 1
}
{	.mmi
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mlx
	add	r50 = r8, r9
	movl	r51 = 1
}
{	.mmi
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L27
	br.cond.sptk.few .Lexit
	;;

// MLX M_MI
	.align	256
.L28:
{	.mlx
	add	r32 = r8, r9
	movl	r33 = 1
}
{	.mmi
	add	r35 = r8, r9
	;;
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mlx
	add	r38 = r8, r9
	movl	r39 = 1
}
{	.mmi
	add	r41 = r8, r9
	;;
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mlx
	add	r44 = r8, r9
	movl	r45 = 1
}
{	.mmi
	add	r47 = r8, r9
	;;
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mlx
	add	r50 = r8, r9
	movl	r51 = 1
}
{	.mmi
	add	r53 = r8, r9
	;;
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L28
	br.cond.sptk.few .Lexit
	;;

// MLX MFI
	.align	256
.L29:
{	.mlx
	add	r32 = r8, r9
	movl	r33 = 1
}
{	.mfi
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
	add	r37 = r8, r9
	;;
}
{	.mlx
	add	r38 = r8, r9
	movl	r39 = 1
}
{	.mfi
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
	add	r43 = r8, r9
	;;
}
{	.mlx
	add	r44 = r8, r9
	movl	r45 = 1
}
{	.mfi
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
	add	r49 = r8, r9
	;;
}
{	.mlx
	add	r50 = r8, r9
	movl	r51 = 1
}
{	.mfi
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L29
	br.cond.sptk.few .Lexit
	;;

// MLX MMF
	.align	256
.L30:
{	.mlx
	add	r32 = r8, r9
	movl	r33 = 1
}
{	.mmf
	add	r35 = r8, r9
	add	r36 = r8, r9
	fma.s1	f37 = f0, f1, f0
	;;
}
{	.mlx
	add	r38 = r8, r9
	movl	r39 = 1
}
{	.mmf
	add	r41 = r8, r9
	add	r42 = r8, r9
	fma.s1	f43 = f0, f1, f0
	;;
}
{	.mlx
	add	r44 = r8, r9
	movl	r45 = 1
}
{	.mmf
	add	r47 = r8, r9
	add	r48 = r8, r9
	fma.s1	f49 = f0, f1, f0
	;;
}
{	.mlx
	add	r50 = r8, r9
	movl	r51 = 1
}
{	.mmf
	add	r53 = r8, r9
	add	r54 = r8, r9
	fma.s1	f55 = f0, f1, f0
	;;
}
	loop_end_filled .L30
	br.cond.sptk.few .Lexit
	;;

// MLX MIB
	.align	256
.L31:
{	.mlx
	add	r32 = r8, r9
	movl	r33 = 1
}
{	.mib
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r38 = r8, r9
	movl	r39 = 1
}
{	.mib
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r44 = r8, r9
	movl	r45 = 1
}
{	.mib
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r50 = r8, r9
	movl	r51 = 1
}
{	.mib
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L31
	br.cond.sptk.few .Lexit
	;;

// MLX MBB
	.align	256
.L32:
{	.mlx
	add	r32 = r8, r9
	movl	r33 = 1
}
{	.mbb
	add	r35 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r38 = r8, r9
	movl	r39 = 1
}
{	.mbb
	add	r41 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r44 = r8, r9
	movl	r45 = 1
}
{	.mbb
	add	r47 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r50 = r8, r9
	movl	r51 = 1
}
{	.mbb
	add	r53 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L32
	br.cond.sptk.few .Lexit
	;;

// MLX BBB
	.align	256
.L33:
{	.mlx
	add	r32 = r8, r9
	movl	r33 = 1
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r38 = r8, r9
	movl	r39 = 1
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r44 = r8, r9
	movl	r45 = 1
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r50 = r8, r9
	movl	r51 = 1
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L33
	br.cond.sptk.few .Lexit
	;;

// MLX MMB
	.align	256
.L34:
{	.mlx
	add	r32 = r8, r9
	movl	r33 = 1
}
{	.mmb
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r38 = r8, r9
	movl	r39 = 1
}
{	.mmb
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r44 = r8, r9
	movl	r45 = 1
}
{	.mmb
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r50 = r8, r9
	movl	r51 = 1
}
{	.mmb
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L34
	br.cond.sptk.few .Lexit
	;;

// MLX MFB
	.align	256
.L35:
{	.mlx
	add	r32 = r8, r9
	movl	r33 = 1
}
{	.mfb
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r38 = r8, r9
	movl	r39 = 1
}
{	.mfb
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r44 = r8, r9
	movl	r45 = 1
}
{	.mfb
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mlx
	add	r50 = r8, r9
	movl	r51 = 1
}
{	.mfb
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L35
	br.cond.sptk.few .Lexit
	;;

// MMI MII
	.align	256
.L36:
{	.mmi
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mmi
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mmi
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mmi
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L36
	br.cond.sptk.few .Lexit
	;;

// MMI MI_I
	.align	256
.L37:
{	.mmi
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	;;
	add	r37 = r8, r9
	;;
}
{	.mmi
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	;;
	add	r43 = r8, r9
	;;
}
{	.mmi
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	;;
	add	r49 = r8, r9
	;;
}
{	.mmi
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	;;
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L37
	br.cond.sptk.few .Lexit
	;;

// MMI MLX
	.align	256
.L38:
{	.mmi
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mlx
	add	r35 = r8, r9
	movl	r36 = 1
	;;
}
{	.mmi
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mlx
	add	r41 = r8, r9
	movl	r42 = 1
	;;
}
{	.mmi
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mlx
	add	r47 = r8, r9
	movl	r48 = 1
	;;
}
{	.mmi
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mlx
	add	r53 = r8, r9
	movl	r54 = 1
	;;
}
	loop_end_filled .L38
	br.cond.sptk.few .Lexit
	;;

// MMI MMI
	.align	256
.L39:
{	.mmi
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mmi
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mmi
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mmi
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mmi
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mmi
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mmi
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mmi
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L39
	br.cond.sptk.few .Lexit
	;;

// MMI M_MI
	.align	256
.L40:
{	.mmi
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mmi
	add	r35 = r8, r9
	;;
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mmi
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mmi
	add	r41 = r8, r9
	;;
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mmi
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mmi
	add	r47 = r8, r9
	;;
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mmi
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mmi
	add	r53 = r8, r9
	;;
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L40
	br.cond.sptk.few .Lexit
	;;

// MMI MFI
	.align	256
.L41:
{	.mmi
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mfi
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
	add	r37 = r8, r9
	;;
}
{	.mmi
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mfi
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
	add	r43 = r8, r9
	;;
}
{	.mmi
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mfi
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
	add	r49 = r8, r9
	;;
}
{	.mmi
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mfi
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L41
	br.cond.sptk.few .Lexit
	;;

// MMI MMF
	.align	256
.L42:
{	.mmi
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mmf
	add	r35 = r8, r9
	add	r36 = r8, r9
	fma.s1	f37 = f0, f1, f0
	;;
}
{	.mmi
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mmf
	add	r41 = r8, r9
	add	r42 = r8, r9
	fma.s1	f43 = f0, f1, f0
	;;
}
{	.mmi
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mmf
	add	r47 = r8, r9
	add	r48 = r8, r9
	fma.s1	f49 = f0, f1, f0
	;;
}
{	.mmi
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mmf
	add	r53 = r8, r9
	add	r54 = r8, r9
	fma.s1	f55 = f0, f1, f0
	;;
}
	loop_end_filled .L42
	br.cond.sptk.few .Lexit
	;;

// MMI MIB
	.align	256
.L43:
{	.mmi
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mib
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mib
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mib
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mib
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L43
	br.cond.sptk.few .Lexit
	;;

// MMI MBB
	.align	256
.L44:
{	.mmi
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mbb
	add	r35 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mbb
	add	r41 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mbb
	add	r47 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mbb
	add	r53 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L44
	br.cond.sptk.few .Lexit
	;;

// MMI BBB
	.align	256
.L45:
{	.mmi
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L45
	br.cond.sptk.few .Lexit
	;;

// MMI MMB
	.align	256
.L46:
{	.mmi
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mmb
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mmb
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mmb
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mmb
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L46
	br.cond.sptk.few .Lexit
	;;

// MMI MFB
	.align	256
.L47:
{	.mmi
	add	r32 = r8, r9
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mfb
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r38 = r8, r9
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mfb
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r44 = r8, r9
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mfb
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r50 = r8, r9
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mfb
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L47
	br.cond.sptk.few .Lexit
	;;

// M_MI MII
	.align	256
.L48:
{	.mmi
	add	r32 = r8, r9
	;;
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mmi
	add	r38 = r8, r9
	;;
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mmi
	add	r44 = r8, r9
	;;
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mmi
	add	r50 = r8, r9
	;;
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L48
	br.cond.sptk.few .Lexit
	;;

// M_MI MI_I
	.align	256
.L49:
{	.mmi
	add	r32 = r8, r9
	;;
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	;;
	add	r37 = r8, r9
	;;
}
{	.mmi
	add	r38 = r8, r9
	;;
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	;;
	add	r43 = r8, r9
	;;
}
{	.mmi
	add	r44 = r8, r9
	;;
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	;;
	add	r49 = r8, r9
	;;
}
{	.mmi
	add	r50 = r8, r9
	;;
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	;;
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L49
	br.cond.sptk.few .Lexit
	;;

// M_MI MLX
	.align	256
.L50:
{	.mmi
	add	r32 = r8, r9
	;;
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mlx
	add	r35 = r8, r9
	movl	r36 = 1
	;;
}
{	.mmi
	add	r38 = r8, r9
	;;
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mlx
	add	r41 = r8, r9
	movl	r42 = 1
	;;
}
{	.mmi
	add	r44 = r8, r9
	;;
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mlx
	add	r47 = r8, r9
	movl	r48 = 1
	;;
}
{	.mmi
	add	r50 = r8, r9
	;;
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mlx
	add	r53 = r8, r9
	movl	r54 = 1
	;;
}
	loop_end_filled .L50
	br.cond.sptk.few .Lexit
	;;

// M_MI MMI
	.align	256
.L51:
{	.mmi
	add	r32 = r8, r9
	;;
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mmi
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mmi
	add	r38 = r8, r9
	;;
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mmi
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mmi
	add	r44 = r8, r9
	;;
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mmi
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mmi
	add	r50 = r8, r9
	;;
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mmi
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L51
	br.cond.sptk.few .Lexit
	;;

// M_MI M_MI
	.align	256
.L52:
{	.mmi
	add	r32 = r8, r9
	;;
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mmi
	add	r35 = r8, r9
	;;
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mmi
	add	r38 = r8, r9
	;;
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mmi
	add	r41 = r8, r9
	;;
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mmi
	add	r44 = r8, r9
	;;
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mmi
	add	r47 = r8, r9
	;;
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mmi
	add	r50 = r8, r9
	;;
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mmi
	add	r53 = r8, r9
	;;
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L52
	br.cond.sptk.few .Lexit
	;;

// M_MI MFI
	.align	256
.L53:
{	.mmi
	add	r32 = r8, r9
	;;
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mfi
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
	add	r37 = r8, r9
	;;
}
{	.mmi
	add	r38 = r8, r9
	;;
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mfi
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
	add	r43 = r8, r9
	;;
}
{	.mmi
	add	r44 = r8, r9
	;;
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mfi
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
	add	r49 = r8, r9
	;;
}
{	.mmi
	add	r50 = r8, r9
	;;
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mfi
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L53
	br.cond.sptk.few .Lexit
	;;

// M_MI MMF
	.align	256
.L54:
{	.mmi
	add	r32 = r8, r9
	;;
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mmf
	add	r35 = r8, r9
	add	r36 = r8, r9
	fma.s1	f37 = f0, f1, f0
	;;
}
{	.mmi
	add	r38 = r8, r9
	;;
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mmf
	add	r41 = r8, r9
	add	r42 = r8, r9
	fma.s1	f43 = f0, f1, f0
	;;
}
{	.mmi
	add	r44 = r8, r9
	;;
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mmf
	add	r47 = r8, r9
	add	r48 = r8, r9
	fma.s1	f49 = f0, f1, f0
	;;
}
{	.mmi
	add	r50 = r8, r9
	;;
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mmf
	add	r53 = r8, r9
	add	r54 = r8, r9
	fma.s1	f55 = f0, f1, f0
	;;
}
	loop_end_filled .L54
	br.cond.sptk.few .Lexit
	;;

// M_MI MIB
	.align	256
.L55:
{	.mmi
	add	r32 = r8, r9
	;;
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mib
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r38 = r8, r9
	;;
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mib
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r44 = r8, r9
	;;
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mib
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r50 = r8, r9
	;;
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mib
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L55
	br.cond.sptk.few .Lexit
	;;

// M_MI MBB
	.align	256
.L56:
{	.mmi
	add	r32 = r8, r9
	;;
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mbb
	add	r35 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r38 = r8, r9
	;;
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mbb
	add	r41 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r44 = r8, r9
	;;
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mbb
	add	r47 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r50 = r8, r9
	;;
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mbb
	add	r53 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L56
	br.cond.sptk.few .Lexit
	;;

// M_MI BBB
	.align	256
.L57:
{	.mmi
	add	r32 = r8, r9
	;;
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r38 = r8, r9
	;;
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r44 = r8, r9
	;;
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r50 = r8, r9
	;;
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L57
	br.cond.sptk.few .Lexit
	;;

// M_MI MMB
	.align	256
.L58:
{	.mmi
	add	r32 = r8, r9
	;;
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mmb
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r38 = r8, r9
	;;
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mmb
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r44 = r8, r9
	;;
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mmb
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r50 = r8, r9
	;;
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mmb
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L58
	br.cond.sptk.few .Lexit
	;;

// M_MI MFB
	.align	256
.L59:
{	.mmi
	add	r32 = r8, r9
	;;
	add	r33 = r8, r9
	add	r34 = r8, r9
}
{	.mfb
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r38 = r8, r9
	;;
	add	r39 = r8, r9
	add	r40 = r8, r9
}
{	.mfb
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r44 = r8, r9
	;;
	add	r45 = r8, r9
	add	r46 = r8, r9
}
{	.mfb
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmi
	add	r50 = r8, r9
	;;
	add	r51 = r8, r9
	add	r52 = r8, r9
}
{	.mfb
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L59
	br.cond.sptk.few .Lexit
	;;

// MFI MII
	.align	256
.L60:
{	.mfi
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
	add	r34 = r8, r9
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mfi
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
	add	r40 = r8, r9
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mfi
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
	add	r46 = r8, r9
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mfi
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
	add	r52 = r8, r9
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L60
	br.cond.sptk.few .Lexit
	;;

// MFI MI_I
	.align	256
.L61:
{	.mfi
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
	add	r34 = r8, r9
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	;;
	add	r37 = r8, r9
	;;
}
{	.mfi
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
	add	r40 = r8, r9
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	;;
	add	r43 = r8, r9
	;;
}
{	.mfi
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
	add	r46 = r8, r9
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	;;
	add	r49 = r8, r9
	;;
}
{	.mfi
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
	add	r52 = r8, r9
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	;;
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L61
	br.cond.sptk.few .Lexit
	;;

// MFI MLX
	.align	256
.L62:
{	.mfi
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
	add	r34 = r8, r9
}
{	.mlx
	add	r35 = r8, r9
	movl	r36 = 1
	;;
}
{	.mfi
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
	add	r40 = r8, r9
}
{	.mlx
	add	r41 = r8, r9
	movl	r42 = 1
	;;
}
{	.mfi
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
	add	r46 = r8, r9
}
{	.mlx
	add	r47 = r8, r9
	movl	r48 = 1
	;;
}
{	.mfi
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
	add	r52 = r8, r9
}
{	.mlx
	add	r53 = r8, r9
	movl	r54 = 1
	;;
}
	loop_end_filled .L62
	br.cond.sptk.few .Lexit
	;;

// MFI MMI
	.align	256
.L63:
{	.mfi
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
	add	r34 = r8, r9
}
{	.mmi
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mfi
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
	add	r40 = r8, r9
}
{	.mmi
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mfi
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
	add	r46 = r8, r9
}
{	.mmi
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mfi
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
	add	r52 = r8, r9
}
{	.mmi
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L63
	br.cond.sptk.few .Lexit
	;;

// MFI M_MI
	.align	256
.L64:
{	.mfi
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
	add	r34 = r8, r9
}
{	.mmi
	add	r35 = r8, r9
	;;
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mfi
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
	add	r40 = r8, r9
}
{	.mmi
	add	r41 = r8, r9
	;;
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mfi
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
	add	r46 = r8, r9
}
{	.mmi
	add	r47 = r8, r9
	;;
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mfi
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
	add	r52 = r8, r9
}
{	.mmi
	add	r53 = r8, r9
	;;
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L64
	br.cond.sptk.few .Lexit
	;;

// MFI MFI
	.align	256
.L65:
{	.mfi
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
	add	r34 = r8, r9
}
{	.mfi
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
	add	r37 = r8, r9
	;;
}
{	.mfi
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
	add	r40 = r8, r9
}
{	.mfi
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
	add	r43 = r8, r9
	;;
}
{	.mfi
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
	add	r46 = r8, r9
}
{	.mfi
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
	add	r49 = r8, r9
	;;
}
{	.mfi
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
	add	r52 = r8, r9
}
{	.mfi
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L65
	br.cond.sptk.few .Lexit
	;;

// MFI MMF
	.align	256
.L66:
{	.mfi
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
	add	r34 = r8, r9
}
{	.mmf
	add	r35 = r8, r9
	add	r36 = r8, r9
	fma.s1	f37 = f0, f1, f0
	;;
}
{	.mfi
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
	add	r40 = r8, r9
}
{	.mmf
	add	r41 = r8, r9
	add	r42 = r8, r9
	fma.s1	f43 = f0, f1, f0
	;;
}
{	.mfi
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
	add	r46 = r8, r9
}
{	.mmf
	add	r47 = r8, r9
	add	r48 = r8, r9
	fma.s1	f49 = f0, f1, f0
	;;
}
{	.mfi
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
	add	r52 = r8, r9
}
{	.mmf
	add	r53 = r8, r9
	add	r54 = r8, r9
	fma.s1	f55 = f0, f1, f0
	;;
}
	loop_end_filled .L66
	br.cond.sptk.few .Lexit
	;;

// MFI MIB
	.align	256
.L67:
{	.mfi
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
	add	r34 = r8, r9
}
{	.mib
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
	add	r40 = r8, r9
}
{	.mib
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
	add	r46 = r8, r9
}
{	.mib
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
	add	r52 = r8, r9
}
{	.mib
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L67
	br.cond.sptk.few .Lexit
	;;

// MFI MBB
	.align	256
.L68:
{	.mfi
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
	add	r34 = r8, r9
}
{	.mbb
	add	r35 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
	add	r40 = r8, r9
}
{	.mbb
	add	r41 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
	add	r46 = r8, r9
}
{	.mbb
	add	r47 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
	add	r52 = r8, r9
}
{	.mbb
	add	r53 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L68
	br.cond.sptk.few .Lexit
	;;

// MFI BBB
	.align	256
.L69:
{	.mfi
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
	add	r34 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
	add	r40 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
	add	r46 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
	add	r52 = r8, r9
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L69
	br.cond.sptk.few .Lexit
	;;

// MFI MMB
	.align	256
.L70:
{	.mfi
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
	add	r34 = r8, r9
}
{	.mmb
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
	add	r40 = r8, r9
}
{	.mmb
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
	add	r46 = r8, r9
}
{	.mmb
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
	add	r52 = r8, r9
}
{	.mmb
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L70
	br.cond.sptk.few .Lexit
	;;

// MFI MFB
	.align	256
.L71:
{	.mfi
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
	add	r34 = r8, r9
}
{	.mfb
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
	add	r40 = r8, r9
}
{	.mfb
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
	add	r46 = r8, r9
}
{	.mfb
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfi
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
	add	r52 = r8, r9
}
{	.mfb
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L71
	br.cond.sptk.few .Lexit
	;;

// MMF MII
	.align	256
.L72:
{	.mmf
	add	r32 = r8, r9
	add	r33 = r8, r9
	fma.s1	f34 = f0, f1, f0
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mmf
	add	r38 = r8, r9
	add	r39 = r8, r9
	fma.s1	f40 = f0, f1, f0
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mmf
	add	r44 = r8, r9
	add	r45 = r8, r9
	fma.s1	f46 = f0, f1, f0
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mmf
	add	r50 = r8, r9
	add	r51 = r8, r9
	fma.s1	f52 = f0, f1, f0
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L72
	br.cond.sptk.few .Lexit
	;;

// MMF MI_I
	.align	256
.L73:
{	.mmf
	add	r32 = r8, r9
	add	r33 = r8, r9
	fma.s1	f34 = f0, f1, f0
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	;;
	add	r37 = r8, r9
	;;
}
{	.mmf
	add	r38 = r8, r9
	add	r39 = r8, r9
	fma.s1	f40 = f0, f1, f0
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	;;
	add	r43 = r8, r9
	;;
}
{	.mmf
	add	r44 = r8, r9
	add	r45 = r8, r9
	fma.s1	f46 = f0, f1, f0
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	;;
	add	r49 = r8, r9
	;;
}
{	.mmf
	add	r50 = r8, r9
	add	r51 = r8, r9
	fma.s1	f52 = f0, f1, f0
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	;;
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L73
	br.cond.sptk.few .Lexit
	;;

// MMF MLX
	.align	256
.L74:
{	.mmf
	add	r32 = r8, r9
	add	r33 = r8, r9
	fma.s1	f34 = f0, f1, f0
}
{	.mlx
	add	r35 = r8, r9
	movl	r36 = 1
	;;
}
{	.mmf
	add	r38 = r8, r9
	add	r39 = r8, r9
	fma.s1	f40 = f0, f1, f0
}
{	.mlx
	add	r41 = r8, r9
	movl	r42 = 1
	;;
}
{	.mmf
	add	r44 = r8, r9
	add	r45 = r8, r9
	fma.s1	f46 = f0, f1, f0
}
{	.mlx
	add	r47 = r8, r9
	movl	r48 = 1
	;;
}
{	.mmf
	add	r50 = r8, r9
	add	r51 = r8, r9
	fma.s1	f52 = f0, f1, f0
}
{	.mlx
	add	r53 = r8, r9
	movl	r54 = 1
	;;
}
	loop_end_filled .L74
	br.cond.sptk.few .Lexit
	;;

// MMF MMI
	.align	256
.L75:
{	.mmf
	add	r32 = r8, r9
	add	r33 = r8, r9
	fma.s1	f34 = f0, f1, f0
}
{	.mmi
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mmf
	add	r38 = r8, r9
	add	r39 = r8, r9
	fma.s1	f40 = f0, f1, f0
}
{	.mmi
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mmf
	add	r44 = r8, r9
	add	r45 = r8, r9
	fma.s1	f46 = f0, f1, f0
}
{	.mmi
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mmf
	add	r50 = r8, r9
	add	r51 = r8, r9
	fma.s1	f52 = f0, f1, f0
}
{	.mmi
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L75
	br.cond.sptk.few .Lexit
	;;

// MMF M_MI
	.align	256
.L76:
{	.mmf
	add	r32 = r8, r9
	add	r33 = r8, r9
	fma.s1	f34 = f0, f1, f0
}
{	.mmi
	add	r35 = r8, r9
	;;
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mmf
	add	r38 = r8, r9
	add	r39 = r8, r9
	fma.s1	f40 = f0, f1, f0
}
{	.mmi
	add	r41 = r8, r9
	;;
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mmf
	add	r44 = r8, r9
	add	r45 = r8, r9
	fma.s1	f46 = f0, f1, f0
}
{	.mmi
	add	r47 = r8, r9
	;;
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mmf
	add	r50 = r8, r9
	add	r51 = r8, r9
	fma.s1	f52 = f0, f1, f0
}
{	.mmi
	add	r53 = r8, r9
	;;
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L76
	br.cond.sptk.few .Lexit
	;;

// MMF MFI
	.align	256
.L77:
{	.mmf
	add	r32 = r8, r9
	add	r33 = r8, r9
	fma.s1	f34 = f0, f1, f0
}
{	.mfi
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
	add	r37 = r8, r9
	;;
}
{	.mmf
	add	r38 = r8, r9
	add	r39 = r8, r9
	fma.s1	f40 = f0, f1, f0
}
{	.mfi
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
	add	r43 = r8, r9
	;;
}
{	.mmf
	add	r44 = r8, r9
	add	r45 = r8, r9
	fma.s1	f46 = f0, f1, f0
}
{	.mfi
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
	add	r49 = r8, r9
	;;
}
{	.mmf
	add	r50 = r8, r9
	add	r51 = r8, r9
	fma.s1	f52 = f0, f1, f0
}
{	.mfi
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L77
	br.cond.sptk.few .Lexit
	;;

// MMF MMF
	.align	256
.L78:
{	.mmf
	add	r32 = r8, r9
	add	r33 = r8, r9
	fma.s1	f34 = f0, f1, f0
}
{	.mmf
	add	r35 = r8, r9
	add	r36 = r8, r9
	fma.s1	f37 = f0, f1, f0
	;;
}
{	.mmf
	add	r38 = r8, r9
	add	r39 = r8, r9
	fma.s1	f40 = f0, f1, f0
}
{	.mmf
	add	r41 = r8, r9
	add	r42 = r8, r9
	fma.s1	f43 = f0, f1, f0
	;;
}
{	.mmf
	add	r44 = r8, r9
	add	r45 = r8, r9
	fma.s1	f46 = f0, f1, f0
}
{	.mmf
	add	r47 = r8, r9
	add	r48 = r8, r9
	fma.s1	f49 = f0, f1, f0
	;;
}
{	.mmf
	add	r50 = r8, r9
	add	r51 = r8, r9
	fma.s1	f52 = f0, f1, f0
}
{	.mmf
	add	r53 = r8, r9
	add	r54 = r8, r9
	fma.s1	f55 = f0, f1, f0
	;;
}
	loop_end_filled .L78
	br.cond.sptk.few .Lexit
	;;

// MMF MIB
	.align	256
.L79:
{	.mmf
	add	r32 = r8, r9
	add	r33 = r8, r9
	fma.s1	f34 = f0, f1, f0
}
{	.mib
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r38 = r8, r9
	add	r39 = r8, r9
	fma.s1	f40 = f0, f1, f0
}
{	.mib
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r44 = r8, r9
	add	r45 = r8, r9
	fma.s1	f46 = f0, f1, f0
}
{	.mib
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r50 = r8, r9
	add	r51 = r8, r9
	fma.s1	f52 = f0, f1, f0
}
{	.mib
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L79
	br.cond.sptk.few .Lexit
	;;

// MMF MBB
	.align	256
.L80:
{	.mmf
	add	r32 = r8, r9
	add	r33 = r8, r9
	fma.s1	f34 = f0, f1, f0
}
{	.mbb
	add	r35 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r38 = r8, r9
	add	r39 = r8, r9
	fma.s1	f40 = f0, f1, f0
}
{	.mbb
	add	r41 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r44 = r8, r9
	add	r45 = r8, r9
	fma.s1	f46 = f0, f1, f0
}
{	.mbb
	add	r47 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r50 = r8, r9
	add	r51 = r8, r9
	fma.s1	f52 = f0, f1, f0
}
{	.mbb
	add	r53 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L80
	br.cond.sptk.few .Lexit
	;;

// MMF BBB
	.align	256
.L81:
{	.mmf
	add	r32 = r8, r9
	add	r33 = r8, r9
	fma.s1	f34 = f0, f1, f0
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r38 = r8, r9
	add	r39 = r8, r9
	fma.s1	f40 = f0, f1, f0
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r44 = r8, r9
	add	r45 = r8, r9
	fma.s1	f46 = f0, f1, f0
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r50 = r8, r9
	add	r51 = r8, r9
	fma.s1	f52 = f0, f1, f0
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L81
	br.cond.sptk.few .Lexit
	;;

// MMF MMB
	.align	256
.L82:
{	.mmf
	add	r32 = r8, r9
	add	r33 = r8, r9
	fma.s1	f34 = f0, f1, f0
}
{	.mmb
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r38 = r8, r9
	add	r39 = r8, r9
	fma.s1	f40 = f0, f1, f0
}
{	.mmb
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r44 = r8, r9
	add	r45 = r8, r9
	fma.s1	f46 = f0, f1, f0
}
{	.mmb
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r50 = r8, r9
	add	r51 = r8, r9
	fma.s1	f52 = f0, f1, f0
}
{	.mmb
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L82
	br.cond.sptk.few .Lexit
	;;

// MMF MFB
	.align	256
.L83:
{	.mmf
	add	r32 = r8, r9
	add	r33 = r8, r9
	fma.s1	f34 = f0, f1, f0
}
{	.mfb
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r38 = r8, r9
	add	r39 = r8, r9
	fma.s1	f40 = f0, f1, f0
}
{	.mfb
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r44 = r8, r9
	add	r45 = r8, r9
	fma.s1	f46 = f0, f1, f0
}
{	.mfb
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmf
	add	r50 = r8, r9
	add	r51 = r8, r9
	fma.s1	f52 = f0, f1, f0
}
{	.mfb
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L83
	br.cond.sptk.few .Lexit
	;;

// MIB MII
	.align	256
.L84:
{	.mib
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mib
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mib
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mib
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L84
	br.cond.sptk.few .Lexit
	;;

// MIB MI_I
	.align	256
.L85:
{	.mib
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	;;
	add	r37 = r8, r9
	;;
}
{	.mib
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	;;
	add	r43 = r8, r9
	;;
}
{	.mib
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	;;
	add	r49 = r8, r9
	;;
}
{	.mib
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	;;
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L85
	br.cond.sptk.few .Lexit
	;;

// MIB MLX
	.align	256
.L86:
{	.mib
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r35 = r8, r9
	movl	r36 = 1
	;;
}
{	.mib
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r41 = r8, r9
	movl	r42 = 1
	;;
}
{	.mib
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r47 = r8, r9
	movl	r48 = 1
	;;
}
{	.mib
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r53 = r8, r9
	movl	r54 = 1
	;;
}
	loop_end_filled .L86
	br.cond.sptk.few .Lexit
	;;

// MIB MMI
	.align	256
.L87:
{	.mib
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mib
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mib
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mib
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L87
	br.cond.sptk.few .Lexit
	;;

// MIB M_MI
	.align	256
.L88:
{	.mib
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r35 = r8, r9
	;;
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mib
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r41 = r8, r9
	;;
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mib
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r47 = r8, r9
	;;
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mib
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r53 = r8, r9
	;;
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L88
	br.cond.sptk.few .Lexit
	;;

// MIB MFI
	.align	256
.L89:
{	.mib
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
	add	r37 = r8, r9
	;;
}
{	.mib
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
	add	r43 = r8, r9
	;;
}
{	.mib
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
	add	r49 = r8, r9
	;;
}
{	.mib
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L89
	br.cond.sptk.few .Lexit
	;;

// MIB MMF
	.align	256
.L90:
{	.mib
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r35 = r8, r9
	add	r36 = r8, r9
	fma.s1	f37 = f0, f1, f0
	;;
}
{	.mib
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r41 = r8, r9
	add	r42 = r8, r9
	fma.s1	f43 = f0, f1, f0
	;;
}
{	.mib
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r47 = r8, r9
	add	r48 = r8, r9
	fma.s1	f49 = f0, f1, f0
	;;
}
{	.mib
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r53 = r8, r9
	add	r54 = r8, r9
	fma.s1	f55 = f0, f1, f0
	;;
}
	loop_end_filled .L90
	br.cond.sptk.few .Lexit
	;;

// MIB MIB
	.align	256
.L91:
{	.mib
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L91
	br.cond.sptk.few .Lexit
	;;

// MIB MBB
	.align	256
.L92:
{	.mib
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r35 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r41 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r47 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r53 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L92
	br.cond.sptk.few .Lexit
	;;

// MIB BBB
	.align	256
.L93:
{	.mib
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L93
	br.cond.sptk.few .Lexit
	;;

// MIB MMB
	.align	256
.L94:
{	.mib
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L94
	br.cond.sptk.few .Lexit
	;;

// MIB MFB
	.align	256
.L95:
{	.mib
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mib
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L95
	br.cond.sptk.few .Lexit
	;;

// MBB MII
	.align	256
.L96:
{	.mbb
	add	r32 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mbb
	add	r38 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mbb
	add	r44 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mbb
	add	r50 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L96
	br.cond.sptk.few .Lexit
	;;

// MBB MI_I
	.align	256
.L97:
{	.mbb
	add	r32 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	;;
	add	r37 = r8, r9
	;;
}
{	.mbb
	add	r38 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	;;
	add	r43 = r8, r9
	;;
}
{	.mbb
	add	r44 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	;;
	add	r49 = r8, r9
	;;
}
{	.mbb
	add	r50 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	;;
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L97
	br.cond.sptk.few .Lexit
	;;

// MBB MLX
	.align	256
.L98:
{	.mbb
	add	r32 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r35 = r8, r9
	movl	r36 = 1
	;;
}
{	.mbb
	add	r38 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r41 = r8, r9
	movl	r42 = 1
	;;
}
{	.mbb
	add	r44 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r47 = r8, r9
	movl	r48 = 1
	;;
}
{	.mbb
	add	r50 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r53 = r8, r9
	movl	r54 = 1
	;;
}
	loop_end_filled .L98
	br.cond.sptk.few .Lexit
	;;

// MBB MMI
	.align	256
.L99:
{	.mbb
	add	r32 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mbb
	add	r38 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mbb
	add	r44 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mbb
	add	r50 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L99
	br.cond.sptk.few .Lexit
	;;

// MBB M_MI
	.align	256
.L100:
{	.mbb
	add	r32 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r35 = r8, r9
	;;
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mbb
	add	r38 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r41 = r8, r9
	;;
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mbb
	add	r44 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r47 = r8, r9
	;;
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mbb
	add	r50 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r53 = r8, r9
	;;
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L100
	br.cond.sptk.few .Lexit
	;;

// MBB MFI
	.align	256
.L101:
{	.mbb
	add	r32 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
	add	r37 = r8, r9
	;;
}
{	.mbb
	add	r38 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
	add	r43 = r8, r9
	;;
}
{	.mbb
	add	r44 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
	add	r49 = r8, r9
	;;
}
{	.mbb
	add	r50 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L101
	br.cond.sptk.few .Lexit
	;;

// MBB MMF
	.align	256
.L102:
{	.mbb
	add	r32 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r35 = r8, r9
	add	r36 = r8, r9
	fma.s1	f37 = f0, f1, f0
	;;
}
{	.mbb
	add	r38 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r41 = r8, r9
	add	r42 = r8, r9
	fma.s1	f43 = f0, f1, f0
	;;
}
{	.mbb
	add	r44 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r47 = r8, r9
	add	r48 = r8, r9
	fma.s1	f49 = f0, f1, f0
	;;
}
{	.mbb
	add	r50 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r53 = r8, r9
	add	r54 = r8, r9
	fma.s1	f55 = f0, f1, f0
	;;
}
	loop_end_filled .L102
	br.cond.sptk.few .Lexit
	;;

// MBB MIB
	.align	256
.L103:
{	.mbb
	add	r32 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r38 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r44 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r50 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L103
	br.cond.sptk.few .Lexit
	;;

// MBB MBB
	.align	256
.L104:
{	.mbb
	add	r32 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r35 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r38 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r41 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r44 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r47 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r50 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r53 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L104
	br.cond.sptk.few .Lexit
	;;

// MBB BBB
	.align	256
.L105:
{	.mbb
	add	r32 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r38 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r44 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r50 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L105
	br.cond.sptk.few .Lexit
	;;

// MBB MMB
	.align	256
.L106:
{	.mbb
	add	r32 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r38 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r44 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r50 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L106
	br.cond.sptk.few .Lexit
	;;

// MBB MFB
	.align	256
.L107:
{	.mbb
	add	r32 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r38 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r44 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mbb
	add	r50 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L107
	br.cond.sptk.few .Lexit
	;;

// BBB MII
	.align	256
.L108:
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L108
	br.cond.sptk.few .Lexit
	;;

// BBB MI_I
	.align	256
.L109:
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	;;
	add	r37 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	;;
	add	r43 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	;;
	add	r49 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	;;
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L109
	br.cond.sptk.few .Lexit
	;;

// BBB MLX
	.align	256
.L110:
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r35 = r8, r9
	movl	r36 = 1
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r41 = r8, r9
	movl	r42 = 1
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r47 = r8, r9
	movl	r48 = 1
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r53 = r8, r9
	movl	r54 = 1
	;;
}
	loop_end_filled .L110
	br.cond.sptk.few .Lexit
	;;

// BBB MMI
	.align	256
.L111:
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L111
	br.cond.sptk.few .Lexit
	;;

// BBB M_MI
	.align	256
.L112:
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r35 = r8, r9
	;;
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r41 = r8, r9
	;;
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r47 = r8, r9
	;;
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r53 = r8, r9
	;;
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L112
	br.cond.sptk.few .Lexit
	;;

// BBB MFI
	.align	256
.L113:
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
	add	r37 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
	add	r43 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
	add	r49 = r8, r9
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L113
	br.cond.sptk.few .Lexit
	;;

// BBB MMF
	.align	256
.L114:
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r35 = r8, r9
	add	r36 = r8, r9
	fma.s1	f37 = f0, f1, f0
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r41 = r8, r9
	add	r42 = r8, r9
	fma.s1	f43 = f0, f1, f0
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r47 = r8, r9
	add	r48 = r8, r9
	fma.s1	f49 = f0, f1, f0
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r53 = r8, r9
	add	r54 = r8, r9
	fma.s1	f55 = f0, f1, f0
	;;
}
	loop_end_filled .L114
	br.cond.sptk.few .Lexit
	;;

// BBB MIB
	.align	256
.L115:
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L115
	br.cond.sptk.few .Lexit
	;;

// BBB MBB
	.align	256
.L116:
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r35 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r41 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r47 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r53 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L116
	br.cond.sptk.few .Lexit
	;;

// BBB BBB
	.align	256
.L117:
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L117
	br.cond.sptk.few .Lexit
	;;

// BBB MMB
	.align	256
.L118:
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L118
	br.cond.sptk.few .Lexit
	;;

// BBB MFB
	.align	256
.L119:
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L119
	br.cond.sptk.few .Lexit
	;;

// MMB MII
	.align	256
.L120:
{	.mmb
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mmb
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mmb
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mmb
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L120
	br.cond.sptk.few .Lexit
	;;

// MMB MI_I
	.align	256
.L121:
{	.mmb
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	;;
	add	r37 = r8, r9
	;;
}
{	.mmb
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	;;
	add	r43 = r8, r9
	;;
}
{	.mmb
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	;;
	add	r49 = r8, r9
	;;
}
{	.mmb
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	;;
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L121
	br.cond.sptk.few .Lexit
	;;

// MMB MLX
	.align	256
.L122:
{	.mmb
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r35 = r8, r9
	movl	r36 = 1
	;;
}
{	.mmb
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r41 = r8, r9
	movl	r42 = 1
	;;
}
{	.mmb
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r47 = r8, r9
	movl	r48 = 1
	;;
}
{	.mmb
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r53 = r8, r9
	movl	r54 = 1
	;;
}
	loop_end_filled .L122
	br.cond.sptk.few .Lexit
	;;

// MMB MMI
	.align	256
.L123:
{	.mmb
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mmb
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mmb
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mmb
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L123
	br.cond.sptk.few .Lexit
	;;

// MMB M_MI
	.align	256
.L124:
{	.mmb
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r35 = r8, r9
	;;
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mmb
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r41 = r8, r9
	;;
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mmb
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r47 = r8, r9
	;;
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mmb
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r53 = r8, r9
	;;
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L124
	br.cond.sptk.few .Lexit
	;;

// MMB MFI
	.align	256
.L125:
{	.mmb
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
	add	r37 = r8, r9
	;;
}
{	.mmb
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
	add	r43 = r8, r9
	;;
}
{	.mmb
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
	add	r49 = r8, r9
	;;
}
{	.mmb
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L125
	br.cond.sptk.few .Lexit
	;;

// MMB MMF
	.align	256
.L126:
{	.mmb
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r35 = r8, r9
	add	r36 = r8, r9
	fma.s1	f37 = f0, f1, f0
	;;
}
{	.mmb
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r41 = r8, r9
	add	r42 = r8, r9
	fma.s1	f43 = f0, f1, f0
	;;
}
{	.mmb
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r47 = r8, r9
	add	r48 = r8, r9
	fma.s1	f49 = f0, f1, f0
	;;
}
{	.mmb
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r53 = r8, r9
	add	r54 = r8, r9
	fma.s1	f55 = f0, f1, f0
	;;
}
	loop_end_filled .L126
	br.cond.sptk.few .Lexit
	;;

// MMB MIB
	.align	256
.L127:
{	.mmb
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L127
	br.cond.sptk.few .Lexit
	;;

// MMB MBB
	.align	256
.L128:
{	.mmb
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r35 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r41 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r47 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r53 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L128
	br.cond.sptk.few .Lexit
	;;

// MMB BBB
	.align	256
.L129:
{	.mmb
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L129
	br.cond.sptk.few .Lexit
	;;

// MMB MMB
	.align	256
.L130:
{	.mmb
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L130
	br.cond.sptk.few .Lexit
	;;

// MMB MFB
	.align	256
.L131:
{	.mmb
	add	r32 = r8, r9
	add	r33 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r38 = r8, r9
	add	r39 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r44 = r8, r9
	add	r45 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mmb
	add	r50 = r8, r9
	add	r51 = r8, r9
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L131
	br.cond.sptk.few .Lexit
	;;

// MFB MII
	.align	256
.L132:
{	.mfb
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mfb
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mfb
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mfb
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L132
	br.cond.sptk.few .Lexit
	;;

// MFB MI_I
	.align	256
.L133:
{	.mfb
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r35 = r8, r9
	add	r36 = r8, r9
	;;
	add	r37 = r8, r9
	;;
}
{	.mfb
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r41 = r8, r9
	add	r42 = r8, r9
	;;
	add	r43 = r8, r9
	;;
}
{	.mfb
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r47 = r8, r9
	add	r48 = r8, r9
	;;
	add	r49 = r8, r9
	;;
}
{	.mfb
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mii
	add	r53 = r8, r9
	add	r54 = r8, r9
	;;
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L133
	br.cond.sptk.few .Lexit
	;;

// MFB MLX
	.align	256
.L134:
{	.mfb
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r35 = r8, r9
	movl	r36 = 1
	;;
}
{	.mfb
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r41 = r8, r9
	movl	r42 = 1
	;;
}
{	.mfb
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r47 = r8, r9
	movl	r48 = 1
	;;
}
{	.mfb
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mlx
	add	r53 = r8, r9
	movl	r54 = 1
	;;
}
	loop_end_filled .L134
	br.cond.sptk.few .Lexit
	;;

// MFB MMI
	.align	256
.L135:
{	.mfb
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r35 = r8, r9
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mfb
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r41 = r8, r9
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mfb
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r47 = r8, r9
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mfb
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r53 = r8, r9
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L135
	br.cond.sptk.few .Lexit
	;;

// MFB M_MI
	.align	256
.L136:
{	.mfb
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r35 = r8, r9
	;;
	add	r36 = r8, r9
	add	r37 = r8, r9
	;;
}
{	.mfb
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r41 = r8, r9
	;;
	add	r42 = r8, r9
	add	r43 = r8, r9
	;;
}
{	.mfb
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r47 = r8, r9
	;;
	add	r48 = r8, r9
	add	r49 = r8, r9
	;;
}
{	.mfb
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmi
	add	r53 = r8, r9
	;;
	add	r54 = r8, r9
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L136
	br.cond.sptk.few .Lexit
	;;

// MFB MFI
	.align	256
.L137:
{	.mfb
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
	add	r37 = r8, r9
	;;
}
{	.mfb
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
	add	r43 = r8, r9
	;;
}
{	.mfb
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
	add	r49 = r8, r9
	;;
}
{	.mfb
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mfi
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
	add	r55 = r8, r9
	;;
}
	loop_end_filled .L137
	br.cond.sptk.few .Lexit
	;;

// MFB MMF
	.align	256
.L138:
{	.mfb
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r35 = r8, r9
	add	r36 = r8, r9
	fma.s1	f37 = f0, f1, f0
	;;
}
{	.mfb
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r41 = r8, r9
	add	r42 = r8, r9
	fma.s1	f43 = f0, f1, f0
	;;
}
{	.mfb
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r47 = r8, r9
	add	r48 = r8, r9
	fma.s1	f49 = f0, f1, f0
	;;
}
{	.mfb
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmf
	add	r53 = r8, r9
	add	r54 = r8, r9
	fma.s1	f55 = f0, f1, f0
	;;
}
	loop_end_filled .L138
	br.cond.sptk.few .Lexit
	;;

// MFB MIB
	.align	256
.L139:
{	.mfb
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mib
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L139
	br.cond.sptk.few .Lexit
	;;

// MFB MBB
	.align	256
.L140:
{	.mfb
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r35 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r41 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r47 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mbb
	add	r53 = r8, r9
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L140
	br.cond.sptk.few .Lexit
	;;

// MFB BBB
	.align	256
.L141:
{	.mfb
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.bbb
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L141
	br.cond.sptk.few .Lexit
	;;

// MFB MMB
	.align	256
.L142:
{	.mfb
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r35 = r8, r9
	add	r36 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r41 = r8, r9
	add	r42 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r47 = r8, r9
	add	r48 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mmb
	add	r53 = r8, r9
	add	r54 = r8, r9
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L142
	br.cond.sptk.few .Lexit
	;;

// MFB MFB
	.align	256
.L143:
{	.mfb
	add	r32 = r8, r9
	fma.s1	f33 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r35 = r8, r9
	fma.s1	f36 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r38 = r8, r9
	fma.s1	f39 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r41 = r8, r9
	fma.s1	f42 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r44 = r8, r9
	fma.s1	f45 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r47 = r8, r9
	fma.s1	f48 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
{	.mfb
	add	r50 = r8, r9
	fma.s1	f51 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
}
{	.mfb
	add	r53 = r8, r9
	fma.s1	f54 = f0, f1, f0
(p6) br.cond.spnt.few .Lexit
	;;
}
	loop_end_filled .L143
	br.cond.sptk.few .Lexit
	;;
.Lexit:
	kernel_exit
