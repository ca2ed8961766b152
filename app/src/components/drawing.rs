//! Drawings on the page: the one place where markup is set as text.
use crate::charts::Svg;
use crate::components::says;
use crate::paper::Paper;
use crate::platform::{events, observe};
use leptos::ev::Event;
use leptos::html;
use leptos::prelude::*;

/// Until the page has been laid out.
const FIRST_WIDTH: usize = 720;

/// A drawing that is redrawn at the width of its place, so that its words keep their size.
pub fn drawing(draw: impl Fn(u32) -> Option<Svg> + Send + 'static) -> AnyView {
    placed(draw, None)
}

/// A text of the project.
pub fn paper(paper: &Paper) -> AnyView {
    let markup = paper.markup().to_owned();
    view! { <div class="prose" inner_html=markup></div> }.into_any()
}

/// What is done with figures of a drawing.
pub struct Pointing {
    /// The figure that is pointed at.
    pub marked: RwSignal<Option<usize>>,
    /// What pressing one does.
    pub press: Box<dyn Fn(usize)>,
}

/// The same with figures that can be pointed at and pressed. A table beside it does the same for the keyboard.
pub fn pointed(draw: impl Fn(u32) -> Option<Svg> + Send + 'static, pointing: Pointing) -> AnyView {
    placed(draw, Some(pointing))
}

fn placed(
    draw: impl Fn(u32) -> Option<Svg> + Send + 'static,
    pointing: Option<Pointing>,
) -> AnyView {
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
    let drawn = StoredValue::new(None::<Svg>);
    let markup = says(move || {
        let width = u32::try_from(width.get()).unwrap_or(u32::MAX);
        let svg = draw(width);
        let markup = svg.as_ref().map(|svg| svg.markup().to_owned());
        drawn.set_value(svg);
        markup.unwrap_or_default()
    });
    if let Some(Pointing { marked, press }) = pointing {
        let at = move |ev: &Event| {
            let (x, y, shown) = events::place(ev)?;
            drawn.with_value(|svg| svg.as_ref()?.at(x, y, shown))
        };
        let point = move |found: Option<usize>| {
            if marked.get_untracked() != found {
                marked.set(found);
            }
        };
        let press_at = move |ev: Event| {
            if let Some(found) = at(&ev) {
                press(found);
            }
        };
        return view! {
            <div
                class="drawing-place live"
                node_ref=place
                inner_html=markup
                on:pointermove=move |ev| point(at(&ev))
                on:pointerleave=move |_| point(None)
                on:click=move |ev| press_at(ev.into())
            ></div>
        }
        .into_any();
    }
    view! { <div class="drawing-place" node_ref=place inner_html=markup></div> }.into_any()
}
