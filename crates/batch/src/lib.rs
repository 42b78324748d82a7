//! Many workloads under many configurations, in parallel
#![forbid(unsafe_code)]
