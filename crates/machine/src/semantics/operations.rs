//! The simple operations on general registers, each listed once for both ways of execution.
//!
//! From a row are generated the step of the short way ([`crate::fast`]), its execution there, and the value that the
//! general way ([`crate::interpret`]) computes. [`simple`](super::integer::simple) and
//! [`ordinary`](super::integer::ordinary) map instructions to operations, for both ways. `tests/parallel.rs` and the
//! vectors compare the values with the manual's, `tests/agreement.rs` the two ways with each other.

/// Passes all rows to a macro.
///
/// `simple`: operations that compute `r1`: name, the operands used, value. Operands are `r2` and `r3`, the values of
/// those registers; `imm`, a constant; `shift` and `trim`, small constants below 64.
///
/// `comparisons`: the ordinary compares: relation, whether on words; the step with two registers and those that fuse it
/// with a branch which is taken when the relation holds and when it does not; the same three with an immediate; the
/// relation as an expression. The first operand is `r2` or the immediate, the second `r3`.
///
/// `pairs`: pairs of simple operations that become one step where they are neighbours: the first operation, then the
/// name of the pair and the second operation.
macro_rules! operations {
    ($receiver:ident) => {
        $receiver! {
            simple: {
                Add(r2, r3) = r2.wrapping_add(r3);
                AddOne(r2, r3) = r2.wrapping_add(r3).wrapping_add(1);
                Sub(r2, r3) = r2.wrapping_sub(r3);
                SubOne(r2, r3) = r2.wrapping_sub(r3).wrapping_sub(1);
                SubImm(imm, r3) = imm.wrapping_sub(r3);
                AddImm(imm, r3) = imm.wrapping_add(r3);
                AddP4(r2, r3) = integer::pointer4(r2.wrapping_add(r3), r3);
                AddP4Imm(imm, r3) = integer::pointer4(imm.wrapping_add(r3), r3);
                Set(imm) = imm;
                Copy(r3) = r3;
                And(r2, r3) = r2 & r3;
                AndCm(r2, r3) = r2 & !r3;
                AndCmImm(imm, r3) = imm & !r3;
                Or(r2, r3) = r2 | r3;
                Xor(r2, r3) = r2 ^ r3;
                AndImm(imm, r3) = imm & r3;
                OrImm(imm, r3) = imm | r3;
                XorImm(imm, r3) = imm ^ r3;
                Shladd(r2, shift, r3) = (r2 << shift).wrapping_add(r3);
                ShladdP4(r2, shift, r3) = integer::pointer4((r2 << shift).wrapping_add(r3), r3);
                Shl(r2, r3) = integer::shift_left(r2, r3);
                Shr(r3, r2) = integer::shift_right_signed(r3, r2);
                ShrU(r3, r2) = integer::shift_right(r3, r2);
                Shrp(r2, r3, shift) = integer::shift_pair(r2, r3, shift);
                // Extracts a signed field: shifted to the top and arithmetically down again.
                Extr(r3, shift, trim) = ((r3 << shift) as i64 >> trim) as u64;
                ExtrU(r3, shift, imm) = r3 >> shift & imm;
                // The mask is already in place, where the field is shifted to.
                DepZ(r2, shift, imm) = r2 << shift & imm;
                Dep(r2, r3, shift, imm) = r2 << shift & imm | r3 & !imm;
                // The low words of both. Compilers use it before a shift to rotate a word.
                Mix4R(r2, r3) = r2 << 32 | r3 & 0xffff_ffff;
                // Other parallel operations that are common in loops.
                Unpack1H(r2, r3) = integer::interleave_bytes(r2 >> 32, r3 >> 32);
                Unpack1L(r2, r3) = integer::interleave_bytes(r2, r3);
                Unpack2H(r2, r3) = integer::interleave_halfwords(r2 >> 32, r3 >> 32);
                Unpack2L(r2, r3) = integer::interleave_halfwords(r2, r3);
                Reverse(r2) = r2.swap_bytes();
            }
            comparisons: {
                Eq(false): CmpEq BrEq BrNe, CmpEqImm BrEqImm BrNeImm: |x, y| x == y;
                Lt(false): CmpLt BrLt BrGe, CmpLtImm BrLtImm BrGeImm: |x, y| (x as i64) < y as i64;
                Ltu(false): CmpLtu BrLtu BrGeu, CmpLtuImm BrLtuImm BrGeuImm: |x, y| x < y;
                Eq(true): Cmp4Eq Br4Eq Br4Ne, Cmp4EqImm Br4EqImm Br4NeImm: |x, y| x as u32 == y as u32;
                Lt(true): Cmp4Lt Br4Lt Br4Ge, Cmp4LtImm Br4LtImm Br4GeImm: |x, y| (x as i32) < y as i32;
                Ltu(true): Cmp4Ltu Br4Ltu Br4Geu, Cmp4LtuImm Br4LtuImm Br4GeuImm: |x, y| (x as u32) < y as u32;
            }
            pairs: {
                Add: AddAdd Add, AddSub Sub, AddAddImm AddImm, AddCopy Copy, AddAnd And, AddXor Xor, AddShladd Shladd, AddExtrU ExtrU;
                Sub: SubAdd Add, SubSub Sub, SubAddImm AddImm, SubCopy Copy, SubAnd And, SubXor Xor, SubShladd Shladd, SubExtrU ExtrU;
                AddImm: AddImmAdd Add, AddImmSub Sub, AddImmAddImm AddImm, AddImmCopy Copy, AddImmAnd And, AddImmXor Xor, AddImmShladd Shladd, AddImmExtrU ExtrU;
                Copy: CopyAdd Add, CopySub Sub, CopyAddImm AddImm, CopyCopy Copy, CopyAnd And, CopyXor Xor, CopyShladd Shladd, CopyExtrU ExtrU;
                And: AndAdd Add, AndSub Sub, AndAddImm AddImm, AndCopy Copy, AndAnd And, AndXor Xor, AndShladd Shladd, AndExtrU ExtrU;
                Xor: XorAdd Add, XorSub Sub, XorAddImm AddImm, XorCopy Copy, XorAnd And, XorXor Xor, XorShladd Shladd, XorExtrU ExtrU;
                Shladd: ShladdAdd Add, ShladdSub Sub, ShladdAddImm AddImm, ShladdCopy Copy, ShladdAnd And, ShladdXor Xor, ShladdShladd Shladd, ShladdExtrU ExtrU;
                ExtrU: ExtrUAdd Add, ExtrUSub Sub, ExtrUAddImm AddImm, ExtrUCopy Copy, ExtrUAnd And, ExtrUXor Xor, ExtrUShladd Shladd, ExtrUExtrU ExtrU;
            }
        }
    };
}
pub(crate) use operations;
