//! Small parts that pages are made of.
mod choice;
pub mod combobox;
pub mod drawing;
pub mod field;
mod number;
mod toggles;

pub use combobox::{Combobox, Entry};
pub use drawing::Drawing;
pub use field::Row;

use crate::i18n::{self, Text};
use crate::state::session;
use leptos::prelude::*;

/// A fixed text in the present language.
pub fn t(text: Text) -> impl Fn() -> &'static str + Copy + Send + 'static {
    let lang = session().lang;
    move || i18n::text(lang.get(), text)
}
