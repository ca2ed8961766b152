//! Browser tests
