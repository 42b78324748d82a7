//! IA-64 bundles, instruction table, decoder, disassembler and dependency rules
#![forbid(unsafe_code)]
