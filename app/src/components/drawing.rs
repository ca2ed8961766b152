//! Drawings on the page: the one place where markup is set as text.
use crate::charts::Svg;
use crate::components::says;
use crate::platform::observe;
use leptos::html;
use leptos::prelude::*;

/// Until the page has been laid out.
const FIRST_WIDTH: usize = 720;

/// A drawing that is redrawn at the width of its place, so that its words keep their size.
pub fn drawing(draw: impl Fn(u32) -> Option<Svg> + Send + 'static) -> AnyView {
    let place = NodeRef::<html::Div>::new();
    let width = RwSignal::new(FIRST_WIDTH);
    place.on_load(move |element| {
        observe::width(&element, move |pixels| {
            #[expect(
                clippy::cast_possible_truncation,
                clippy::cast_sign_loss,
                reason = "a width in pixels"
            )]
            let pixels = pixels.clamp(0.0, 4096.0) as usize;
            if pixels > 0 && width.get_untracked() != pixels {
                width.set(pixels);
            }
        });
    });
    let markup = says(move || {
        let width = u32::try_from(width.get()).unwrap_or(u32::MAX);
        draw(width)
            .map(|svg| svg.markup().to_owned())
            .unwrap_or_default()
    });
    view! { <div class="drawing-place" node_ref=place inner_html=markup></div> }.into_any()
}
