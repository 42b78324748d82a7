//! Performance monitoring units: events, counters, event address registers, branch trace buffer
#![forbid(unsafe_code)]
