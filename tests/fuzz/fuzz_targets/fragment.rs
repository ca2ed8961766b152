//! Any address: it is read, and what was read is written in a form that reads back to itself.
#![no_main]
use estimator::codec::{Decoded, decode, decode_location, encode_beside};
use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let (query, fragment) = text.split_once('#').unwrap_or(("", text));
    let found = decode_location(query, fragment);
    assert!(found.unread() <= found.settings);
    let written =
        |found: &Decoded| encode_beside(&found.draft, &found.runs, &found.jobs, &found.others).text;
    let once = written(&found);
    assert_eq!(written(&decode(&once)), once);
});
