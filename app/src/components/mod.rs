//! Small parts that pages are made of.
mod choice;
pub mod combobox;
mod copier;
pub mod drawing;
pub mod el;
pub mod field;
mod fold;
mod later;
mod number;
mod search;
mod toggles;

pub use combobox::{Entry, Source, combobox};
pub use copier::copier;
pub use drawing::{Pointing, drawing, paper, pointed};
pub use el::{El, all, el};
pub use field::row;
pub use fold::fold;
pub use later::Turns;
pub use number::plain;

use crate::i18n::{self, Text};
use crate::state::session;
use leptos::prelude::*;

/// A part of a view that follows the state. Boxed, so that the many closures of the page share their code: each kind of
/// view costs bytes of its own.
pub type Live<T> = Box<dyn Fn() -> T + Send>;

/// Text that follows the state.
pub fn says<T: Into<String>>(text: impl Fn() -> T + Send + 'static) -> Live<String> {
    Box::new(move || text().into())
}

/// Text that follows the state and may be absent.
pub fn maybe<T: Into<String>>(
    text: impl Fn() -> Option<T> + Send + 'static,
) -> Live<Option<String>> {
    Box::new(move || text().map(Into::into))
}

/// Something that is on or off.
pub fn flag(on: impl Fn() -> bool + Send + 'static) -> Live<bool> {
    Box::new(on)
}

/// A part that is made anew when the state changes, or absent.
pub fn part<T: Into<AnyView>>(made: impl Fn() -> Option<T> + Send + 'static) -> Live<AnyView> {
    Box::new(move || made().map_or_else(|| ().into_any(), Into::into))
}

/// A fixed text in the present language.
pub fn t(text: Text) -> impl Fn() -> &'static str + Copy + Send + 'static {
    let session = session();
    move || i18n::text(session.lang(), text)
}
