//! The tables of models, GPUs, their names and prices, apart from the code.
//!
//! Natively they are compiled in and there is nothing to do. Compiled for a browser they are not: a page fetches them as text, or
//! has that text inside it, and [installs](install) it before anything else; without it there are no models and no GPUs.
//! The text is [written](text) natively; its form belongs to one build and is no format for keeping.

use crate::rows::Reader;
use crate::{cost, hardware, model};

/// Takes the text of the tables for as long as the program runs; says whether it is one. Once is enough: what was taken stays.
pub fn install(text: String) -> bool {
    let mut reader = Reader::new(String::leak(text));
    let gpus = hardware::catalogue::read(&mut reader);
    let prices = cost::table::read(&mut reader);
    let models = model::catalogue::read(&mut reader);
    let sound = reader.sound();
    if sound {
        hardware::catalogue::install(gpus);
        cost::table::install(prices);
        model::catalogue::install(models);
    }
    sound
}

/// The text of the tables that are compiled in.
#[cfg(not(target_arch = "wasm32"))]
pub fn text() -> String {
    let mut writer = crate::rows::Writer::default();
    hardware::catalogue::write(&mut writer);
    cost::table::write(&mut writer);
    model::catalogue::write(&mut writer);
    writer.text()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Every row, to the last bit of its numbers.
    #[test]
    fn what_is_read_is_what_was_written() {
        let mut reader = Reader::new(String::leak(text()));
        let (gpus, names) = hardware::catalogue::read(&mut reader);
        let prices = cost::table::read(&mut reader);
        let models = model::catalogue::read(&mut reader);
        assert!(reader.sound());
        assert_eq!(gpus, hardware::catalogue());
        assert_eq!(names, hardware::catalogue::names());
        assert_eq!(prices, cost::price_list());
        assert!(model::catalogue().eq(&models));
        assert!(gpus.len() > 50 && names.len() > 100 && prices.len() > 90 && models.len() > 100);
    }

    #[test]
    fn a_text_that_is_damaged_is_refused() {
        let whole = text();
        assert!(install(whole.clone()));
        let cut = |at: usize| whole.get(..at).unwrap_or_default().to_owned();
        for damaged in [
            String::new(),
            "<!doctype html>".to_owned(),
            cut(whole.len() / 2),
            cut(whole.len() - 40),
            whole.replace("prices\n", ""),
            whole.replacen("\t4096\t", "\t4o96\t", 1),
            whole.replacen("\t4096\t", "\t", 1),
            whole.clone() + "\n\nmore",
        ] {
            assert!(!install(damaged));
        }
    }
}
