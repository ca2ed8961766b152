//! The pages, and how the app starts.
pub mod planner;

use crate::boot::{self, Kept};
use crate::platform::{address, crash, locale, storage};
use crate::state::{Session, run_effects};
use leptos::prelude::*;

/// Starts the page: reads the address, then shows what it says.
pub fn start() {
    crash::install();
    let kept = |key: &str| storage::read(key).value().map(str::to_owned);
    let kept = Kept {
        lang: kept("lang"),
        theme: kept("theme"),
        unit: kept("unit"),
    };
    let forgetful = storage::read("lang") == storage::Stored::Unavailable;
    let start = boot::start(
        &address::query(),
        &address::fragment(),
        &kept,
        &locale::languages(),
    );
    mount_to_body(move || {
        let session = Session::new(start.clone(), forgetful);
        provide_context(session);
        run_effects(session);
        planner::planner()
    });
}
