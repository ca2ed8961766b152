//! Names as sources, drivers and people write them, and the catalogue's card for each.

use super::catalogue::{catalogue, find, names};
use super::device::Gpu;

/// The card that a name was taken for.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Resolved {
    /// The card.
    pub gpu: &'static Gpu,
    /// Whether the name fits several cards, so that the page should say which one was taken.
    pub ambiguous: bool,
    /// The name of the card it was taken for, with its memory.
    pub taken_for: &'static str,
    /// Ids of the other cards that the name fits.
    pub others: &'static [&'static str],
}

/// Words that say nothing about which card it is.
const MAKERS: [&str; 8] = [
    "nvidia", "geforce", "tesla", "quadro", "amd", "instinct", "radeon", "huawei",
];

/// A name reduced to what tells cards apart: lower case, no punctuation, no maker, memory always in `gb`.
fn squeeze(name: &str) -> String {
    let name = name.to_ascii_lowercase();
    let mut squeezed = String::new();
    for word in name.split(|c: char| !c.is_ascii_alphanumeric()) {
        if MAKERS.contains(&word) {
            continue;
        }
        squeezed.push_str(word);
        let memory_in_g = word
            .strip_suffix('g')
            .is_some_and(|digits| !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit()));
        if memory_in_g {
            squeezed.push('b');
        }
    }
    squeezed
}

fn found(gpu: &'static Gpu, others: &'static [&'static str]) -> Resolved {
    Resolved {
        gpu,
        ambiguous: !others.is_empty(),
        taken_for: gpu.name.as_ref(),
        others,
    }
}

/// The card that a name stands for: an id, a catalogue name, or a name of the alias table. Case, spaces, punctuation and the
/// maker's name do not matter. None where the name fits no card, or cards too different to choose between ("80G").
///
/// ```
/// use estimator::hardware::resolve_alias;
/// let exact = resolve_alias("NVIDIA A100-SXM4-80GB").expect("known");
/// assert_eq!((exact.taken_for, exact.ambiguous), ("A100 SXM 80 GB", false));
/// let open = resolve_alias("A100").expect("known");
/// assert_eq!((open.taken_for, open.ambiguous), ("A100 SXM 80 GB", true));
/// ```
pub fn resolve_alias(name: &str) -> Option<Resolved> {
    let key = squeeze(name);
    if key.is_empty() {
        return None;
    }
    let is_key = |name: &&str| squeeze(name) == key;
    if let Some(name) = names().iter().find(|name| is_key(&name.text)) {
        return find(name.id).map(|gpu| found(gpu, name.others));
    }
    catalogue()
        .iter()
        .find(|gpu| is_key(&gpu.id.as_ref()) || is_key(&gpu.name.as_ref()))
        .map(|gpu| found(gpu, &[]))
}

/// Every name of the alias table with the id of its card.
pub fn aliases() -> impl Iterator<Item = (&'static str, &'static str)> {
    names().iter().map(|name| (name.text, name.id))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn no_name_stands_for_two_cards() {
        let mut seen = std::collections::BTreeMap::new();
        for (name, id) in aliases() {
            let before = seen.insert(squeeze(name), id);
            assert!(before.is_none(), "{name} stands for {before:?} and {id}");
            assert!(find(id).is_some(), "{name} stands for the unlisted {id}");
        }
        for gpu in catalogue() {
            for name in [gpu.id.as_ref(), gpu.name.as_ref()] {
                let id = *seen.entry(squeeze(name)).or_insert(gpu.id.as_ref());
                assert_eq!(id, gpu.id, "{name} stands for two cards");
            }
        }
    }

    #[test]
    fn other_cards_are_listed() {
        for name in names() {
            for other in name.others {
                assert!(
                    find(other).is_some(),
                    "{}: {other} is not listed",
                    name.text
                );
            }
        }
        let open = names().iter().filter(|name| !name.others.is_empty());
        assert!(open.count() > 20);
    }
}
