//! Both languages are complete, and each reads as its own typography wants.
