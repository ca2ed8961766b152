//! Files that the page hands out: made here, saved by the browser, sent nowhere.
use leptos::prelude::{document, window};
use wasm_bindgen::prelude::Closure;
use wasm_bindgen::{JsCast, JsValue};
use web_sys::{
    CanvasRenderingContext2d, Element, HtmlAnchorElement, HtmlCanvasElement, HtmlImageElement,
};

/// Pixels of a picture for each pixel of the page.
const FINE: f64 = 2.0;

/// What classes give to marks, and what the page gives to words, written into a file: it has no style sheet.
const OF_MARKS: [&str; 3] = ["fill", "stroke", "fill-opacity"];
const OF_WORDS: [&str; 2] = ["font-family", "font-size"];

/// Saves text as a file.
pub fn save(name: &str, kind: &str, text: &str) {
    hand_out(
        name,
        &["data:", kind, ";charset=utf-8,", &encoded(text)].concat(),
    );
}

/// Saves the first drawing inside the element with that id as it looks now.
pub fn save_svg(id: &str, name: &str) {
    if let Some((drawing, _)) = standing_alone(id) {
        save(name, "image/svg+xml", &drawing.outer_html());
    }
}

/// Saves it as a picture.
pub fn save_png(id: &str, name: String) {
    if let Some((drawing, ground)) = standing_alone(id) {
        save_painted(&drawing.outer_html(), ground, name);
    }
}

/// Saves a drawing that has all its looks inside as a picture on a ground of that colour.
pub fn save_painted(markup: &str, ground: String, name: String) {
    let Ok(image) = HtmlImageElement::new() else {
        return;
    };
    let source = ["data:image/svg+xml;charset=utf-8,", &encoded(markup)].concat();
    let painted = image.clone();
    let paint = Closure::once_into_js(move || {
        if let Some(picture) = picture(&painted, &ground) {
            hand_out(&name, &picture);
        }
    });
    image.set_onload(Some(paint.unchecked_ref()));
    image.set_src(&source);
}

/// A copy of the drawing with its looks written into it, and the colour that it stands on.
fn standing_alone(id: &str) -> Option<(Element, String)> {
    let shown = document()
        .get_element_by_id(id)?
        .query_selector("svg")
        .ok()??;
    let copy: Element = shown.clone_node_with_deep(true).ok()?.dyn_into().ok()?;
    let ground = look(&document().body()?.into(), "background-color");
    let (originals, copies) = (
        shown.query_selector_all("*").ok()?,
        copy.query_selector_all("*").ok()?,
    );
    for at in 0..originals.length() {
        let (Some(original), Some(copy)) = (element(originals.item(at)), element(copies.item(at)))
        else {
            continue;
        };
        let words = original.tag_name() == "text";
        let marks = original.has_attribute("class");
        let of_words = OF_WORDS.iter().filter(|_| words);
        for property in OF_MARKS.iter().filter(|_| marks).chain(of_words) {
            let _ = copy.set_attribute(property, &look(&original, property));
        }
        let _ = copy.remove_attribute("class");
    }
    Some((copy, ground))
}

fn element(node: Option<web_sys::Node>) -> Option<Element> {
    node?.dyn_into().ok()
}

fn look(element: &Element, property: &str) -> String {
    let style = window().get_computed_style(element).ok().flatten();
    style
        .and_then(|style| style.get_property_value(property).ok())
        .unwrap_or_default()
}

/// The image as the address of a picture.
fn picture(image: &HtmlImageElement, ground: &str) -> Option<String> {
    let canvas: HtmlCanvasElement = document().create_element("canvas").ok()?.dyn_into().ok()?;
    let (width, height) = (
        f64::from(image.natural_width()) * FINE,
        f64::from(image.natural_height()) * FINE,
    );
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "pixels of a drawing of bounded size"
    )]
    let whole = |pixels: f64| pixels as u32;
    canvas.set_width(whole(width));
    canvas.set_height(whole(height));
    let context: CanvasRenderingContext2d = canvas.get_context("2d").ok()??.dyn_into().ok()?;
    context.set_fill_style_str(ground);
    context.fill_rect(0.0, 0.0, width, height);
    context
        .draw_image_with_html_image_element_and_dw_and_dh(image, 0.0, 0.0, width, height)
        .ok()?;
    canvas.to_data_url().ok()
}

fn encoded(text: &str) -> String {
    js_sys::encode_uri_component(text).into()
}

fn hand_out(name: &str, address: &str) {
    let anchor: Result<HtmlAnchorElement, _> = document()
        .create_element("a")
        .map(JsValue::from)
        .and_then(JsCast::dyn_into);
    if let Ok(anchor) = anchor {
        anchor.set_href(address);
        anchor.set_download(name);
        anchor.click();
    }
}
