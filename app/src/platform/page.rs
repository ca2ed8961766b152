//! The document around the app.
use leptos::prelude::{document, request_animation_frame, window};
use wasm_bindgen::JsCast;
use web_sys::{Event, HtmlElement, HtmlInputElement, HtmlTextAreaElement};

/// Sets the language, theme and title of the document.
pub fn describe(lang: &str, theme: Option<&str>, title: &str) {
    let page = document();
    page.set_title(title);
    if let Some(root) = page.document_element() {
        if root.get_attribute("lang").as_deref() != Some(lang) {
            let _ = root.set_attribute("lang", lang);
        }
        let _ = match theme {
            Some(theme) => root.set_attribute("data-theme", theme),
            None => root.remove_attribute("data-theme"),
        };
    }
}

/// Moves the focus to the element with that id once the page has settled, and opens the fold that it is in.
pub fn focus_soon(id: String) {
    request_animation_frame(move || {
        if let Some(element) = element(&id) {
            if let Ok(Some(fold)) = element.closest("details") {
                let _ = fold.set_attribute("open", "");
            }
            let _ = element.focus();
        }
    });
}

/// Opens the fold with that id once the page has settled, brings it into view and moves the focus to its heading.
pub fn unfold_soon(id: &'static str) {
    request_animation_frame(move || {
        let Some(fold) = element(id) else { return };
        let _ = fold.set_attribute("open", "");
        fold.scroll_into_view();
        if let Ok(Some(heading)) = fold.query_selector("summary")
            && let Ok(heading) = heading.dyn_into::<HtmlElement>()
        {
            let _ = heading.focus();
        }
    });
}

/// Selects the text of a box.
pub fn select_text(id: &str) {
    let Some(found) = element(id) else { return };
    let _ = found.focus();
    if let Some(input) = found.dyn_ref::<HtmlInputElement>() {
        input.select();
    } else if let Some(area) = found.dyn_ref::<HtmlTextAreaElement>() {
        area.select();
    }
}

/// Selects all text inside the element with that id.
pub fn select_inside(id: &str) {
    if let (Some(element), Ok(Some(selection))) = (element(id), window().get_selection()) {
        let _ = selection.select_all_children(&element);
    }
}

/// Gives the text box that an event is about to the form with that id, or back to the one around it. Radio buttons stay: they
/// belong together by their form.
pub fn own_form(event: &Event, id: Option<&str>) {
    let target = event.target();
    let input = target.and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
    let Some(input) = input.filter(|input| input.type_() == "text") else {
        return;
    };
    let _ = match id {
        Some(id) => input.set_attribute("form", id),
        None => input.remove_attribute("form"),
    };
}

/// Brings the element with that id into view, inside its own scroll box.
pub fn reveal(id: &str) {
    let Some(element) = element(id) else { return };
    let Some(list) = element
        .offset_parent()
        .and_then(|parent| parent.dyn_into::<HtmlElement>().ok())
    else {
        return;
    };
    let (top, height) = (element.offset_top(), element.offset_height());
    if top < list.scroll_top() {
        list.set_scroll_top(top);
    } else if top + height > list.scroll_top() + list.client_height() {
        list.set_scroll_top(top + height - list.client_height());
    }
}

/// Scrolls to the element with that id, at once: a smooth way there ends where the page changes meanwhile.
pub fn scroll_to(id: &str) {
    if let Some(element) = element(id) {
        element.scroll_into_view();
    }
}

/// Shows the top of the page.
pub fn to_top() {
    window().scroll_to_with_x_and_y(0.0, 0.0);
}

/// Shows or hides an element that is in the page from the beginning.
pub fn show(id: &str, shown: bool) {
    if let Some(element) = element(id) {
        element.set_hidden(!shown);
    }
}

/// Takes an element that is in the page from the beginning out of it.
pub fn remove(id: &str) {
    if let Some(element) = element(id) {
        element.remove();
    }
}

/// What the page says in an attribute of its start script.
pub fn told(attribute: &str) -> Option<String> {
    element("boot")?.get_attribute(attribute)
}

/// Prints the page.
pub fn print() {
    let _ = window().print();
}

fn element(id: &str) -> Option<HtmlElement> {
    document().get_element_by_id(id)?.dyn_into().ok()
}
