//! One number for a pair of texts, the same in the build script and in the compiler.

/// FNV-1a over both texts with a zero between them.
pub(crate) const fn of(en: &str, zh: &str) -> u64 {
    let hash = over(0xcbf2_9ce4_8422_2325, en.as_bytes());
    over(over(hash, &[0]), zh.as_bytes())
}

const fn over(mut hash: u64, bytes: &[u8]) -> u64 {
    let mut at = 0;
    while at < bytes.len() {
        hash = (hash ^ bytes[at] as u64).wrapping_mul(0x0100_0000_01b3);
        at += 1;
    }
    hash
}
