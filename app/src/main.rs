//! The page. Everything is in the library, which native tests can use.
fn main() {
    app::start();
}
