//! Elements, built by name. `view!` makes a type of each element with its attributes, and code for each type; here all
//! elements share one, which takes a third off the page's bytes. What follows the state is a closure, as everywhere in
//! Leptos.
use super::{flag, maybe, part, says};
use leptos::attr::Attribute;
use leptos::attr::any_attribute::{AnyAttribute, IntoAnyAttribute};
use leptos::attr::custom::custom_attribute;
use leptos::ev::{Custom, Event};
use leptos::prelude::*;
use leptos::tachys::html::class::class;
use leptos::tachys::html::event::on;
use leptos::tachys::html::property::prop;
use leptos::tachys::view::iterators::StaticVec;

/// An element that is being built. Behind one pointer: what adds to it hands it on, a thousand times in the page.
pub struct El(Box<Parts>);

struct Parts {
    tag: &'static str,
    attributes: Vec<AnyAttribute>,
    children: Vec<AnyView>,
}

/// A new element.
pub fn el(tag: &'static str) -> El {
    El(Box::new(Parts {
        tag,
        attributes: Vec::new(),
        children: Vec::new(),
    }))
}

impl El {
    fn with(mut self, attribute: impl Attribute) -> Self {
        self.0.attributes.push(attribute.into_any_attr());
        self
    }

    /// Sets an attribute.
    #[must_use]
    pub fn attr(self, name: &'static str, value: impl Into<String>) -> Self {
        let value: String = value.into();
        self.with(custom_attribute(name, value))
    }

    /// Sets the class.
    #[must_use]
    pub fn class(self, value: impl Into<String>) -> Self {
        self.attr("class", value)
    }

    /// Keeps an attribute up to date; it is absent while its text is.
    #[must_use]
    pub fn live<T: Into<String>>(
        self,
        name: &'static str,
        text: impl Fn() -> Option<T> + Send + 'static,
    ) -> Self {
        self.with(custom_attribute(name, maybe(text)))
    }

    /// Keeps an attribute at `true` or `false`.
    #[must_use]
    pub fn either(self, name: &'static str, on: impl Fn() -> bool + Send + 'static) -> Self {
        self.live(name, move || Some(if on() { "true" } else { "false" }))
    }

    /// Keeps an attribute there, without text, while something holds.
    #[must_use]
    pub fn present(self, name: &'static str, on: impl Fn() -> bool + Send + 'static) -> Self {
        self.live(name, move || on().then_some(""))
    }

    /// Adds a class while something holds.
    #[must_use]
    pub fn when(self, name: &'static str, on: impl Fn() -> bool + Send + 'static) -> Self {
        self.with(class((name, flag(on))))
    }

    /// Keeps the text in a box up to date.
    #[must_use]
    pub fn value<T: Into<String>>(self, text: impl Fn() -> T + Send + 'static) -> Self {
        self.with(prop("value", says(text)))
    }

    /// Keeps a property of the element up to date that is on or off.
    #[must_use]
    pub fn prop(self, name: &'static str, on: impl Fn() -> bool + Send + 'static) -> Self {
        self.with(prop(name, flag(on)))
    }

    /// Does something on an event.
    #[must_use]
    pub fn on(self, event: &'static str, act: impl FnMut(Event) + 'static) -> Self {
        let act: Box<dyn FnMut(Event)> = Box::new(act);
        self.with(on(Custom::new(event), act))
    }

    /// Does something when it is pressed.
    #[must_use]
    pub fn press(self, act: impl Fn() + 'static) -> Self {
        self.on("click", move |_| act())
    }

    /// Adds an element or any other view.
    #[must_use]
    pub fn child(mut self, child: impl Into<AnyView>) -> Self {
        self.0.children.push(child.into());
        self
    }

    /// Adds several.
    #[must_use]
    pub fn children(mut self, children: impl IntoIterator<Item = impl Into<AnyView>>) -> Self {
        self.0.children.extend(children.into_iter().map(Into::into));
        self
    }

    /// Adds a text.
    #[must_use]
    pub fn text(self, text: impl Into<String>) -> Self {
        let text: String = text.into();
        self.child(text.into_any())
    }

    /// Adds a text that follows the state.
    #[must_use]
    pub fn says<T: Into<String>>(self, text: impl Fn() -> T + Send + 'static) -> Self {
        self.child(says(text).into_any())
    }

    /// Adds a part that is made anew when the state changes, or absent.
    #[must_use]
    pub fn part<T: Into<AnyView>>(self, made: impl Fn() -> Option<T> + Send + 'static) -> Self {
        self.child(part(made).into_any())
    }
}

impl From<El> for AnyView {
    fn from(built: El) -> Self {
        let Parts {
            tag,
            attributes,
            children,
        } = *built.0;
        leptos::html::custom(tag)
            .add_any_attr(attributes)
            .child(StaticVec::from(children))
            .into_any()
    }
}

/// Several views, one after the other.
pub fn all(views: impl IntoIterator<Item = impl Into<AnyView>>) -> AnyView {
    let views: Vec<AnyView> = views.into_iter().map(Into::into).collect();
    StaticVec::from(views).into_any()
}
