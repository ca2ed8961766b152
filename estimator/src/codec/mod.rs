//! Scenarios as text in a link.
