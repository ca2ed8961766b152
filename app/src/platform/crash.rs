//! When the program itself is wrong: the dialog that is already in the page says so and gives the scenario back.
use super::frame::Said;
use leptos::prelude::{document, window};
use std::cell::RefCell;
use std::panic::{PanicHookInfo, set_hook};
use wasm_bindgen::JsCast;
use web_sys::{HtmlAnchorElement, HtmlDialogElement, HtmlElement};

/// The mark that a reload after a crash leaves in the query: should the same scenario crash again, it is not offered again.
pub const MARK: &str = "crashed=1";

thread_local! {
    static FRAGMENT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Notes the scenario as it now stands, for the case that the next step fails.
pub fn remember(fragment: String) {
    FRAGMENT.with(|held| *held.borrow_mut() = Some(fragment));
}

/// Shows the dialog on any panic.
pub fn install() {
    set_hook(Box::new(show));
}

fn show(info: &PanicHookInfo<'_>) {
    let message = info.to_string();
    web_sys::console::error_1(&message.as_str().into());
    let page = document();
    if let Some(details) = page.get_element_by_id("crash-details") {
        details.set_text_content(Some(&message));
    }
    let query = super::address::query();
    if super::frame::embedded() {
        super::frame::tell("", "error", &[("message", Said::Text(&message))]);
    }
    let again = query.contains(MARK);
    if let Some(reload) = anchor("crash-reload") {
        if again {
            let _ = reload.set_attribute("hidden", "");
        } else {
            let held = FRAGMENT.with(|held| held.try_borrow().ok().and_then(|text| text.clone()));
            let fragment = held.unwrap_or_else(super::address::fragment);
            let joint = if query.is_empty() { "" } else { "&" };
            // Another query makes the browser load the page anew, which a change of the fragment alone would not.
            reload.set_href(&format!("?{query}{joint}{MARK}#{fragment}"));
        }
    }
    if let Some(fresh) = anchor("crash-fresh") {
        fresh.set_href(&window().location().pathname().unwrap_or_default());
    }
    if let Some(dialog) = page
        .get_element_by_id("crash")
        .and_then(|found| found.dyn_into::<HtmlDialogElement>().ok())
        && !dialog.open()
        && dialog.show_modal().is_err()
    {
        let _ = dialog
            .unchecked_ref::<HtmlElement>()
            .set_attribute("open", "");
    }
}

fn anchor(id: &str) -> Option<HtmlAnchorElement> {
    document().get_element_by_id(id)?.dyn_into().ok()
}
