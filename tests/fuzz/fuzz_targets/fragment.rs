//! Any address: it is read, and what was read is written in a form that reads back to itself.
#![no_main]
use estimator::codec::{decode, decode_location, encode_with};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (query, fragment) = text.split_once('#').unwrap_or(("", text));
    let found = decode_location(query, fragment);
    assert!(found.unread() <= found.settings);
    let once = encode_with(&found.draft, &found.runs).text;
    let again = decode(&once);
    assert_eq!(encode_with(&again.draft, &again.runs).text, once);
});
