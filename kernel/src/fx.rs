//! The hash map of the kernel: quick, and the same on every run.

pub(crate) use rustc_hash::FxHashMap;
