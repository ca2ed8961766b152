//! Set-up, build, serve and test: everything behind `cargo xtask`.
#![allow(
    clippy::missing_errors_doc,
    reason = "errors here are sentences for the terminal"
)]
pub mod accuracy;
pub mod args;
pub mod bench;
pub mod browser_setup;
pub mod debian_std;
pub mod docs_sites;
pub mod exec;
pub mod fuzz;
pub mod lighthouse;
pub mod method;
pub mod package;
pub mod page;
pub mod policy;
pub mod python;
pub mod registry;
pub mod reproducible;
pub mod screenshots;
pub mod script;
pub mod serve;
pub mod server;
pub mod single;
pub mod sizes;
pub mod styles;
pub mod suite;
pub mod supply;
pub mod tools;
pub mod validate;
pub mod wasm_target;

mod std_build;

#[cfg(test)]
mod structure;
