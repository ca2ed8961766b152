//! Files that a person chooses or drops. They are read piece by piece and go nowhere.
use super::promise::then;
use std::rc::Rc;
use wasm_bindgen::JsCast;
use web_sys::{DragEvent, Event, FileList, HtmlInputElement};

/// A file of the person's machine.
#[derive(Clone)]
pub struct Picked(web_sys::File);

impl Picked {
    /// Its name.
    pub fn name(&self) -> String {
        self.0.name()
    }

    /// Its bytes.
    pub fn size(&self) -> f64 {
        self.0.size()
    }

    /// Reads the bytes from one place to another, then gives them; `None` when the file cannot be read any more.
    pub fn read(&self, from: f64, to: f64, done: impl Fn(Option<Vec<u8>>) + 'static) {
        let Ok(piece) = self.0.slice_with_f64_and_f64(from, to) else {
            done(None);
            return;
        };
        let read = move |buffer: Option<wasm_bindgen::JsValue>| {
            done(buffer.map(|buffer| js_sys::Uint8Array::new(&buffer).to_vec()));
        };
        then(piece.array_buffer().as_ref(), Rc::new(read));
    }
}

fn first(files: Option<FileList>) -> Option<Picked> {
    files?.get(0).map(Picked)
}

/// The file that was chosen in a file input. The input forgets it, so that the same one can be chosen again.
pub fn chosen(event: &Event) -> Option<Picked> {
    let input = event.target()?.dyn_into::<HtmlInputElement>().ok()?;
    let file = first(input.files());
    input.set_value("");
    file
}

/// The file that was dropped.
pub fn dropped(event: &Event) -> Option<Picked> {
    first(event.dyn_ref::<DragEvent>()?.data_transfer()?.files())
}
