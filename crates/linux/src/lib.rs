//! Linux personality: ELF loading, system calls, signals, threads
#![forbid(unsafe_code)]
