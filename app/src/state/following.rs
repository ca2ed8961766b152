//! What follows signals. Boxed: each closure that Leptos is given is compiled into a copy of all that runs it.
use leptos::prelude::*;

/// Does something now and whenever a signal that it read has changed.
pub(super) fn always(act: impl FnMut() + 'static) {
    let act: Box<dyn FnMut()> = Box::new(act);
    Effect::new(act);
}

/// Whether something holds, told only when that changes.
pub fn holds(on: impl Fn() -> bool + Send + Sync + 'static) -> Memo<bool> {
    let on: Box<dyn Fn() -> bool + Send + Sync> = Box::new(on);
    Memo::new(move |_| on())
}
